"""
Feint: a rogue alone before a fighter, who can be flanked by nobody.

A rapier does 2.5 hit points by the odds, and 7.5 with sneak attack; a feint succeeds at 57 %, and to the trained it
is a move action, which costs nothing of the turn's one blow (d20.feint.effect): 5.4 against 2.5.
"""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.orders import Attack, Feint, FullAttack
from sim.tables.bestiary import creature
from sim.testing import battlefield
from tests.puzzles.people import best

ROGUE = creature("rogue-6")


def test_who_cannot_flank_feints() -> None:
    """There is no friend to stand behind the foe."""
    table = battlefield(". . . .\n. A o .\n. . . .", A=ROGUE, o="fighter-5")

    assert best(table) == Feint("o")


def test_who_flanks_strikes() -> None:
    """Sneak attack comes by itself, and without the feat a feint would take the blow's place."""
    table = battlefield(". . . . .\n. A o B .\n. . . . .", A=replace(ROGUE, feats=()), B="fighter-3", o="fighter-5")

    assert isinstance(best(table), Attack | FullAttack)


def test_the_mindless_are_not_misled() -> None:
    """A skeleton has no wits to mislead, and nothing vital to strike."""
    table = battlefield(". . . .\n. A o .\n. . . .", A=ROGUE, o="human-warrior-skeleton")

    assert isinstance(best(table), Attack | FullAttack)
