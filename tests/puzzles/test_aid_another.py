"""
Aid another: a weak arm beside an ogre, before somebody whom only the ogre can hurt.

A mace of 1d6 - 1 lands with a natural 20: 0.1 hit points by the odds. An attack roll against 10 succeeds at half, and
gives the ogre's club, which lands at 30 % for 16, two faces more: 0.8 by the odds (d20.aid-another.bonus).
"""

from __future__ import annotations

from sim.events.orders import AidAnother, Attack
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import PLATE, best, somebody

WEAK = somebody("light mace", strength=8, base_attack=0)


def beside_an_ogre(foe: Sheet, friend: Sheet | str = "ogre") -> object:
    """What the weak one does."""
    drawing = ". . . . .\n. A o B B\n. . . B B\n. . . . ." if friend == "ogre" else ". . . . .\n. A o B .\n. . . . ."
    return best(battlefield(drawing, A=WEAK, B=friend, o=foe))


def test_who_cannot_hit_helps_who_can() -> None:
    """Two more faces for the club are worth more than one for the mace."""
    assert beside_an_ogre(somebody("longsword", hit_points=50, **PLATE)) == AidAnother("B", "o", "light mace")


def test_who_can_hit_strikes() -> None:
    """Without the plate the mace lands at half."""
    assert isinstance(beside_an_ogre(somebody("longsword", hit_points=50)), Attack)


def test_nobody_helps_who_cannot_strike() -> None:
    """An archer beside the foe has no blow to be helped with."""
    order = beside_an_ogre(somebody("longsword", hit_points=50, **PLATE), somebody("longbow"))

    assert not isinstance(order, AidAnother)
