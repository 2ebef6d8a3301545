"""Probabilities that the solver finds, held against sums done by hand."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

from sim.events.text import parse
from tests.puzzles.position import read
from tests.puzzles.solver import Face, Run, Solver, thrown

PEOPLE = """
[figures.A]
base = "man"
{ours}

[figures.o]
base = "porter"
{theirs}
"""


def solver(folder: Path, ours: str, theirs: str, end: str = "o is down") -> Solver:
    """Two people side by side; the turn is the first one's."""
    path = folder / "d20" / "drawn.toml"
    path.parent.mkdir(exist_ok=True)
    head = f'title = "drawn"\nabout = ""\nturn = "A"\nuntil = "A"\nend = "{end}"\nmap = """\nA o\n"""\n'
    path.write_text(head + PEOPLE.format(ours=ours, theirs=theirs), encoding="utf-8")
    return Solver(read(path))


QUICK = """
title = "drawn"
about = ""
turn = "A"
end = "o is down and A stands"
options = { fumble = "off" }
map = """
QUICK += (
    '"""\nA o\n"""\n'
    + """
[figures.A]
base = "man"
classes = { fighter = 9 }
hit_points = 50
left = 5
held = ["drusus"]
weapons = [{ name = "drusus" }]
training = [{ what = "weapon", on = "drusus" }]

[figures.o]
base = "lizard"
slow = false
thac0 = 5
left = 2
attacks = [{ name = "bite", damage = "6", kinds = ["piercing"] }]
"""
)


def quick(folder: Path) -> Solver:
    """Two who are as quick as each other, and any hit fells."""
    path = folder / "adnd" / "drawn.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(QUICK, encoding="utf-8")
    return Solver(read(path))


def worth(found: Solver, said: str) -> Fraction:
    """The probability of the end after an order."""
    return found.worth(parse(said, found.root.battle, "A"))  # type: ignore[arg-type]


def test_one_attack(tmp_path: Path) -> None:
    """A sword at +3 hits armor class 11 with an 8 or more, 13 faces of 20, and any hit does more than one point."""
    found = solver(tmp_path, "", "left = 1")

    assert worth(found, "attack o with longsword") == Fraction(13, 20)


def test_damage_counts(tmp_path: Path) -> None:
    """
    Of 8 points the ninth fells: 1d8 + 2 does so with 2 faces of 8, and 2d8 + 4 in 58 of 64 throws. 11 faces of 20 hit
    and no more; a 19 or 20 threatens, and is confirmed with 13 faces of 20.
    """
    found = solver(tmp_path, "", "left = 8")
    threat = Fraction(13, 20) * Fraction(58, 64) + Fraction(7, 20) * Fraction(2, 8)

    assert worth(found, "attack o with longsword") == Fraction(11, 20) * Fraction(2, 8) + Fraction(2, 20) * threat


def test_two_attacks(tmp_path: Path) -> None:
    """At +8 and +3 against 11: a hit is 18 and 13 faces of 20, and one is enough."""
    found = solver(tmp_path, "base_attack = 6", "left = 1")

    assert worth(found, "full-attack o with longsword") == 1 - Fraction(2, 20) * Fraction(7, 20)


def test_a_contest(tmp_path: Path) -> None:
    """
    A grapple: a touch at +3 against 11 lands with 13 faces of 20. Then +3 against +3: ties are thrown again, so that
    either wins half of the time.
    """
    found = solver(tmp_path, "", "", "o is grappling")

    assert worth(found, "grapple o with unarmed strike") == Fraction(13, 20) * Fraction(1, 2)


def test_initiative(tmp_path: Path) -> None:
    """
    Speed factor 3 against a bite's 3: each is first in 45 of 100 throws, and in 10 both strike at once. Who strikes
    second has to be missed. The sword lands with 16 faces of 20, the bite with 18.
    """
    first, both, missed = Fraction(45, 100), Fraction(10, 100), Fraction(2, 20)

    assert worth(quick(tmp_path), "full-attack o with drusus") == (first + (both + first) * missed) * Fraction(16, 20)


def test_throws_of_initiative_count_together_that_bring_the_same_order(tmp_path: Path) -> None:
    """As much as if each of the hundred were played."""
    apart = quick(tmp_path)
    apart.casters = True

    assert worth(apart, "full-attack o with drusus") == worth(quick(tmp_path), "full-attack o with drusus")


def test_a_die_tells_only_what_is_asked(tmp_path: Path) -> None:
    """A comparison splits the faces of a die in two, reading it leaves one."""
    found = solver(tmp_path, "", "")
    run = Run(found, (), {})
    (die,) = run.throw(found.root.battle, 20, 1, sys._getframe())
    assert isinstance(die, Face)

    assert not die + 4 >= 11
    assert run.points[0].faces == (1 << 6) - 1
    assert int(die) == 1
    assert run.points[0].faces == 1


def test_dice_thrown_together_are_one_point() -> None:
    """Two dice of three sides fall in nine ways, three of which add up to four."""
    one, other = thrown(3, 2)
    total = one.made("+", int.__add__, other)

    assert total.ways(int.__eq__, 4).bit_count() == 3
