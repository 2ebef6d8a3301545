"""Characters in training, and by which rules they are refused."""

from __future__ import annotations

from typing import Any

from sim.rules.adnd.muster import Roster
from sim.rules.adnd.training import Untrained
from sim.tables.adnd_sheet import Sheet

Step = tuple[Any, ...]
"""What, on what, at which level (1 unless said), and by name whatever else the step says."""

TAUGHT = {"trainer": "a master", "trainer_level": 30, "months": 12}


def document(*steps: Step, **keys: Any) -> dict[str, Any]:
    """The tables of a character with this training; with a ``base``, that with the other keys changed."""
    training = []
    for what, on, *rest in steps:
        level = next((value for value in rest if isinstance(value, int)), 1)
        more = next((value for value in rest if isinstance(value, dict)), {})
        training.append({"what": what, "level": level, **({"on": on} if on else {}), **more})
    if "base" in keys:
        return keys
    return {"name": "Pupil", "movement": 12, "classes": {"fighter": 1}, "training": training, **keys}


def pupil(*steps: Step, limits: bool = True, **keys: Any) -> Sheet:
    """The sheet of a character with this training."""
    return Roster(limits).resolve(document(*steps, **keys), "pupil.toml")


def why_not(*steps: Step, limits: bool = True, **keys: Any) -> tuple[str, ...]:
    """The rules by which a character with this training is refused; none when it is not."""
    try:
        pupil(*steps, limits=limits, **keys)
    except Untrained as error:
        return error.rules
    return ()
