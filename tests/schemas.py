"""Write the JSON Schemas anew from the classes: ``python -m tests.schemas``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.events import log  # noqa: F401 (reading logs knows every kind of event)
from sim.replay import schema as of_log
from sim.scenario import schema as of_scenario

ROOT = Path(__file__).parents[1]

SCHEMAS = {
    ROOT / "replays" / "log.schema.json": of_log.json_schema,
    ROOT / "scenarios" / "scenario.schema.json": of_scenario.json_schema,
}


def written(schema: dict[str, Any]) -> str:
    """A schema as its file has it."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, schema in SCHEMAS.items():
        path.write_text(written(schema()), encoding="utf-8")
        print(path.relative_to(ROOT))
