"""Every topic's module, imported so that its rules are declared."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from sim.rules.adnd.declare import settle_order

_NO_TOPICS = ("__init__", "block", "book", "topics", "odds")

TOPICS = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _NO_TOPICS))

for _topic in TOPICS:
    import_module(f"sim.rules.adnd.{_topic}")
settle_order()
