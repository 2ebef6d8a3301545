"""
Killing blows, total defence and withdrawal: for the helpless, and for those who would be.

A killing blow is a critical hit that lands, 19 hit points of a troll's 63 and death at a save of DC 29
(d20.coup-de-grace.fort); a plain blow at the paralysed does 10.
"""

from __future__ import annotations

from sim.events.orders import CoupDeGrace, TotalDefense, Withdraw
from sim.table import Table
from sim.testing import battlefield, condition
from tests.puzzles.people import best, somebody

SWORDSMAN = somebody("greatsword", base_attack=3, hit_points=20)


def paralysed(drawing: str = ". . . . .\n. A o o .\n. . o o .", **others: str) -> Table:
    """A troll that cannot move."""
    table = battlefield(drawing, A=SWORDSMAN, o="troll", **others)
    condition(table, "o", "paralyzed")
    return table


def test_the_helpless_troll_is_killed() -> None:
    """There will be no other time for it."""
    assert best(paralysed(), mercy=0) == CoupDeGrace("o", "greatsword")


def test_not_under_an_ogres_club() -> None:
    """The ogre beside would have its opportunity (d20.coup-de-grace.aoo) for more than what is gained."""
    table = paralysed(". . . . . .\n. . A o o .\n. p p o o .\n. p p . . .", p="ogre")

    assert not isinstance(best(table, mercy=0), CoupDeGrace)


def corner(left: int) -> Table:
    """Somebody in a corner between an ogre and an orc, with a friend on the way."""
    wall = "# # # # # # #"
    drawing = f"{wall}\n# A o o . B #\n# p o o . . #\n{wall}"
    table = battlefield(drawing, A=somebody("longsword", hit_points=20), B=SWORDSMAN, o="ogre", p="orc")
    table.battle["A"].hit_points = left
    return table


def test_in_a_corner_one_only_defends_oneself() -> None:
    """With 3 hit points, no way out and help near, 4 of armor class tell most (d20.total-defense.ac)."""
    assert best(corner(3), "A", "doctrine:retreat", wits=1) == TotalDefense()


def test_unhurt_one_strikes() -> None:
    """With all 20, there is time for a blow."""
    assert best(corner(20), wits=1) != TotalDefense()


def meadow(left: int) -> Table:
    """Somebody between two orcs on open ground."""
    drawing = ". . . . . . . .\n. . . . o A p .\n" + ". . . . . . . .\n" * 4
    table = battlefield(drawing, A="fighter-3", o="orc", p="orc")
    table.battle["A"].hit_points = left
    return table


def test_the_hurt_withdraw() -> None:
    """Twice the speed, and the first square is not watched (d20.withdraw.first-square): no orc has a blow."""
    assert isinstance(best(meadow(5), "A", "doctrine:retreat"), Withdraw)


def test_the_unhurt_do_not() -> None:
    """Two orcs are no match for a fighter of 3rd level."""
    assert not isinstance(best(meadow(27)), Withdraw)
