"""Checks of an ability score: a d20 of at most the score (adnd.ability-check)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import ScoreChecked
from sim.state.creature import Creature
from sim.table import Table

CHECK = "adnd.ability-check"


def succeeds(natural: int, score: int) -> bool:
    """
    Is it at most the score? A 20 fails, whatever the score.

    >>> succeeds(12, 12), succeeds(13, 12), succeeds(20, 25)
    (True, False, False)
    """
    return natural <= score and natural != 20


def roll(
    table: Table, who: Creature, what: str, score: int, parts: tuple[Modifier, ...], because: int, *rules: str
) -> ScoreChecked:
    """A check of somebody's score, with what is added to it for the occasion; told, and given as it fell."""
    (die,) = table.roll(20)
    needed = score + sum(part.value for part in parts)
    success = succeeds(die.value, needed)
    checked = ScoreChecked(because, who.id, what, needed, die.value, parts, success, (*rules, CHECK), (die,))
    table.tell(checked)
    return checked
