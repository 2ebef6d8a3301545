"""Is a log what it claims to be? The chain was checked when it was read; here events are folded and dice recomputed."""

from __future__ import annotations

from typing import NamedTuple

from sim.core.errors import Damaged
from sim.dice.sources import ALGORITHM, roll
from sim.encounter import dice_of
from sim.events.course import FightBegan
from sim.events.log import Reading
from sim.replay.cursor import fold_one, opened


class Verdict(NamedTuple):
    """``dice`` were recomputed from their seed; ``unverifiable`` have no seed. Findings: event and what is wrong."""

    dice: int
    unverifiable: int
    findings: tuple[tuple[int, str], ...]


def verified(reading: Reading) -> Verdict:
    """
    Fold every event and compute every die that has a seed.

    :raises Damaged: when the header describes no fight, or dice of an unknown kind.
    """
    header = reading.header
    if header.algorithm != ALGORITHM:
        raise Damaged(
            f"the dice of this log are of the kind {header.algorithm[:40]!r}, and only {ALGORITHM} is known here"
        )
    dice_of(header)
    battle = opened(header.scenario)
    findings: list[tuple[int, str]] = []
    folding = True
    for seq, event in enumerate(reading.events):
        if not folding:
            break
        try:
            fold_one(seq, event, battle)
        except Damaged as error:
            findings.append((seq, str(error)))
            folding = False
    known, unknown = _dice(reading, findings)
    return Verdict(known, unknown, tuple(sorted(findings)))


def _dice(reading: Reading, findings: list[tuple[int, str]]) -> tuple[int, int]:
    """
    How many dice have a seed and how many have none; what is wrong with them goes to ``findings``.

    Where dice may have been written down, those that are not the seed's have none.
    """
    ranges = [(part.start, int(part.seed) if part.seed else None, part.source) for part in reading.header.dice]
    known = unknown = 0
    seen: set[int] = set()
    highest = -1
    in_turns = False
    for seq, event in enumerate(reading.events):
        in_turns |= type(event) is FightBegan
        for index, sides, value in getattr(event, "dice", ()):
            due = highest + 1
            if index in seen or (in_turns and index != due):
                findings.append((seq, f"die {index} is rolled where die {due} is due"))
            seen.add(index)
            highest = max(highest, index)
            if sides < 1 or not 1 <= value <= sides:
                findings.append((seq, f"die {index} shows {value} on {sides} sides"))
                continue
            seed, source = next(
                ((seed, source) for start, seed, source in reversed(ranges) if start <= index), (None, "")
            )
            expected = value if seed is None else roll(seed, index, sides)
            if seed is None or (expected != value and source != "seed"):
                unknown += 1
                continue
            known += 1
            if expected != value:
                findings.append((seq, f"die {index} (d{sides}) shows {value}, and its seed gives {expected}"))
    if in_turns and len(seen) <= highest:
        findings.append(
            (len(reading.events) - 1, f"{highest + 1 - len(seen)} dice between 0 and {highest} are missing")
        )
    return known, unknown
