"""What all tests share: laws are judged by their outcome, never by how long a busy machine takes over them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("maraud", settings.default, deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile("maraud")
