"""
One self-contained page that plays a fight back: nothing is loaded from anywhere, and nothing in a log is ever run.

Texts reach the page as data alone, and what a browser may run and style is named in the page by its digest.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from sim.audit import audit
from sim.audit.claims import Finding
from sim.events.log import Reading, parse
from sim.replay.viewer.record import record


def page(lines: Iterable[str], reading: Reading, findings: Iterable[Finding] | None = None) -> str:
    """
    The page of a fight: ``lines`` of its log as they stand in the file, and what was read of it.

    ``findings`` are those of an audit, if there was one.

    :raises Damaged: when an event does not fit the fight.
    """
    fight = record(reading, findings or ())
    fight["audited"] = findings is not None
    script, style = _part("page.js"), _part("page.css")
    filled = {
        "TITLE": escape(f"{fight['title']} – maraud"),
        "SCRIPT_HASH": _digest(script),
        "STYLE_HASH": _digest(style),
        "STYLE": style,
        "SCRIPT": script,
        "LABELS": _data(json.loads(_part("labels.json"))),
        "FIGHT": _data(fight),
        "LOG": _data(list(lines)),
    }
    parts = _part("page.html").split("{{")
    built = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        built += [filled[name], rest]
    return "".join(built)


def page_of(log: bytes) -> str:
    """
    The page of a log, audited.

    :raises Damaged: when it cannot be read.
    """
    reading = parse(log)
    return page(log[: reading.whole].decode("utf-8").splitlines(), reading, audit(reading))


def _part(name: str) -> str:
    return files("sim.replay.viewer").joinpath(name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _data(value: Any) -> str:
    """JSON that no markup can end: signs that mean something to a browser are written as escapes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
