"""
What all tests share: laws are judged by their outcome, never by how long a busy machine takes over them, and draw the
same examples in every run but for ``LAWS=long``, which explores.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "maraud",
    settings.default,
    deadline=None,
    derandomize=os.environ.get("LAWS") != "long",
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile("maraud")
