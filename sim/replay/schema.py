"""The JSON Schema of a log's lines, made from the classes that read and write them."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.events.base import KINDS
from sim.events.header import FORMAT, Header

_CHAIN = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def json_schema() -> dict[str, Any]:
    """The schema of one line: the header, or an event of any kind."""
    names = sorted(KINDS)
    (header, *events), found = msgspec.json.schema_components(
        [Header, *(KINDS[name] for name in names)], ref_template="#/$defs/{name}"
    )
    definitions: dict[str, Any] = dict(found)
    top = definitions["Header"]
    top["properties"] = {**top["properties"], "maraud": {"const": FORMAT}, "chain": _CHAIN}
    top["required"] = [*top["required"], "chain"]
    top["additionalProperties"] = False
    for name, reference in zip(names, events, strict=True):
        event = definitions[reference["$ref"].rpartition("/")[2]]
        own = event["properties"]
        event["properties"] = {
            "seq": {"type": "integer", "minimum": 0},
            "kind": {"const": name},
            **own,
            "chain": _CHAIN,
        }
        event["required"] = ["seq", "kind", *own, "chain"]
        event["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a maraud log, format {FORMAT}",
        "if": {"required": ["kind"]},
        "then": {"anyOf": events},
        "else": header,
        "$defs": definitions,
    }
