"""Dice: each is used once, none is left out, and those of a seed are what the seed gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields

from sim.audit.chain import LOG
from sim.audit.claims import ALL, Breach, invariant
from sim.audit.fold import Scene
from sim.events import course
from sim.events.base import KINDS

WORD = 1 << 64
STEP = 0x9E3779B97F4A7C15
AGAIN = STEP * 0x2545F4914F6CDD1D % WORD


def scrambled(state: int) -> int:
    """SplitMix64: three shifts, two products."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


def fall(seed: int, index: int, sides: int) -> int:
    """What die number ``index`` of a seed shows: the state is scrambled and scaled, unevenly scaled ones again."""
    state = (seed + (index + 1) * STEP) % WORD
    scaled = scrambled(state) * sides
    while scaled % WORD < WORD % sides:
        state = (state + AGAIN) % WORD
        scaled = scrambled(state) * sides
    return 1 + scaled // WORD


ROLLING = tuple(kind for kind in KINDS.values() if any(field.name == "dice" for field in fields(kind)))


@invariant("dice-fall-as-seeded", *ROLLING, books=ALL)
def dice_fall_as_seeded(event: Any, scene: Scene) -> Iterator[Breach]:
    """Every die shows one of its faces, has an index of its own, and is what its seed gives."""
    if not event.dice:
        return
    notes = scene.notes
    early: set[int] = notes.setdefault("early dice", set())
    for index, sides, value in event.dice:
        due = notes.get("next die", 0)
        if index == due:
            due += 1
            while due in early:
                early.remove(due)
                due += 1
            notes["next die"] = due
        elif index < due or index in early:
            yield LOG, f"die {index} is used twice"
        else:
            early.add(index)
        if not 1 <= value <= sides:
            yield LOG, f"die {index} shows {value} on {sides} sides"
            continue
        seed = _seed_of(scene, index)
        if seed is not None and value != (right := fall(seed, index, sides)):
            yield LOG, f"die {index} of {sides} sides shows {value}, and seed {seed} gives {right}"


def _seed_of(scene: Scene, index: int) -> int | None:
    found = None
    for part in scene.header.dice:
        if part.start <= index:
            found = part
    return int(found.seed) if found is not None and found.source == "seed" else None


@invariant("no-die-left-out", course.OrderGiven, course.TurnBegan, course.FightEnded, books=ALL)
def no_die_left_out(event: Any, scene: Scene) -> Iterator[Breach]:
    """Between orders no index is missing: nobody rolls without telling."""
    early: set[int] = scene.notes.get("early dice", set())
    if early:
        due = scene.notes.get("next die", 0)
        scene.notes["next die"] = max(early) + 1
        early.clear()
        yield LOG, f"die {due} is missing: the next on record is die {scene.notes['next die'] - 1}"
