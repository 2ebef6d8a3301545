"""Shooting on the move, out of everybody's reach."""

from __future__ import annotations

from typing import Any

import pytest

from sim.events.adnd import AttackMade, AttacksSet, BlowReserved
from sim.events.orders import Attack, End, FullAttack, Move
from sim.rules.adnd import style_missile
from sim.rules.adnd.book import BOOK
from sim.rules.book import Call
from sim.table import Table
from tests.rules.adnd.arena import act, arena, cited, condition, declare, sheet, square, told, why_not

FIELD = """
    . . . . . . . . . . . . . . . .
    A . . . . . . . . . . . . . . o
    . . . . . . . . . . . . . . . .
"""
HALF, ALL = "adnd.style.missile.half-move.half-attacks", "adnd.style.missile.specialised.half-move"
FULL, END_BLOW = "adnd.style.missile.specialised.full-move", "adnd.style.missile.melee-comparison"


def archer(steps: int = 0, **changes: Any) -> Any:
    """Two shots a round, 12 squares of movement."""
    return sheet("archer-7", **{"styles": {"missile": steps}, "tiers": {}, "player": True, **changes})


def field(steps: int = 0, dice: str = "", *, drawing: str = FIELD, foe: Any = "orc", **changes: Any) -> Table:
    return arena(drawing, A=archer(steps, **changes), o=foe, dice=dice)


def moved(table: Table, goal: str) -> tuple[object, ...]:
    """A moves; the events."""
    order = Move(square(table, goal))
    declare(table, "A", order)
    return act(table, "A", order)


def test_after_half_a_move_half_of_the_shots_are_left() -> None:
    """Of two one, and none after more (adnd.style.missile.half-move.half-attacks)."""
    table = field(dice="d20:3")
    (left,) = told(moved(table, "g2"), AttacksSet)

    assert (left.attacks, left.due, left.debt) == (1, ("long bow",), (1, 1))
    assert HALF in left.cites
    act(table, "A", Attack("o", "long bow"))
    assert why_not(table, "A", Attack("o", "long bow"))
    assert not told(moved(field(), "h2"), AttacksSet)


@pytest.mark.parametrize(("rate", "shots", "debt"), [("3/2", 0, (3, 4)), ("1/1", 0, (1, 2)), ("4/1", 2, (2, 1))])
def test_halved_rates_keep_their_fractions(rate: str, shots: int, debt: tuple[int, int]) -> None:
    """What half a round has cost is owed for the rest of the fight (adnd.style.missile.half-move.half-attacks)."""
    from msgspec.structs import replace

    bow = replace(sheet("archer-7").weapons[0], rate=rate)
    (left,) = told(moved(field(weapons=(bow,)), "g2"), AttacksSet)

    assert (left.attacks, left.debt) == (shots, debt)


def test_the_shots_may_come_before_the_move() -> None:
    """As many as the move leaves (adnd.style.missile.half-move.half-attacks)."""
    table = field(dice="d20:3")
    order = Move(square(table, "g2"))
    declare(table, "A", order)
    act(table, "A", Attack("o", "long bow"))
    assert BOOK.call(table.battle) == Call("A")
    assert not why_not(table, "A", order)
    (left,) = told(act(table, "A", order), AttacksSet)

    assert left.attacks == 0
    assert HALF in left.cites


def test_or_in_the_place_of_the_move() -> None:
    """Who stays where he is has all of them (adnd.style.missile.half-move.half-attacks)."""
    table = field(dice="d20:3")
    declare(table, "A", Move(square(table, "g2")))
    (left,) = told(act(table, "A", Attack("o", "long bow")), AttacksSet)
    assert left.attacks == 1
    assert not why_not(table, "A", End())


def test_with_a_blade_one_blow_is_left_at_the_end_of_the_round() -> None:
    """And none after more than half a move (adnd.style.missile.melee-comparison)."""
    swordsman = {"held": ("short sword",)}
    (blow,) = told(moved(field(**swordsman), "g2"), BlowReserved)

    assert END_BLOW in blow.cites
    assert not told(moved(field(**swordsman), "h2"), BlowReserved)


def test_nobody_shoots_on_the_move_within_reach() -> None:
    """
    The style keeps out of every enemy's reach, which is longer when he is armed (adnd.style.missile.out-of-reach,
    adnd.style.missile.min-distance.armed, adnd.style.missile.min-distance.unarmed).
    """
    stem = "adnd.style.missile"
    drawing = ". . . .\nA . . o\n. . . ."
    armed, bare = field(drawing=drawing), field(drawing=drawing, foe=sheet("orc", held=()))
    for table, rule in ((armed, f"{stem}.min-distance.armed"), (bare, f"{stem}.min-distance.unarmed")):
        moved(table, "c2")
        assert why_not(table, "A", Attack("o", "long bow")) == (f"{stem}.out-of-reach", rule)
    wolf = field(drawing=drawing, foe="wolf")
    moved(wolf, "c2")
    assert f"{stem}.min-distance.unarmed" in why_not(wolf, "A", Attack("o", "long bow"))
    far = field(drawing=". . . . .\nA . . . o\n. . . . .")
    moved(far, "c2")
    assert not why_not(far, "A", Attack("o", "long bow"))


def test_long_weapons_reach_farther() -> None:
    """A halberd two squares (adnd.style.missile.min-distance.armed)."""
    halberd = sheet("two-handed-6", held=("two-handed sword",))
    table = field(drawing=". . . . .\nA . . . o\n. . . . .", foe=halberd)
    moved(table, "c2")

    assert "adnd.style.missile.min-distance.armed" in why_not(table, "A", Attack("o", "long bow"))


def test_a_specialist_shoots_all_after_half_a_move() -> None:
    """Both (adnd.style.missile.specialised.half-move)."""
    (left,) = told(moved(field(1), "g2"), AttacksSet)

    assert (left.attacks, left.debt) == (2, None)
    assert ALL in left.cites


def test_and_half_after_a_full_one() -> None:
    """One of two (adnd.style.missile.specialised.full-move)."""
    (left,) = told(moved(field(1), "m2"), AttacksSet)

    assert (left.attacks, left.debt) == (1, (1, 1))
    assert FULL in left.cites


def shot_at(table: Table) -> AttackMade:
    declare(table, "o", FullAttack("A", table.battle["o"].held[0]))
    (roll,) = told(act(table, "o", Attack("A", table.battle["o"].held[0])), AttackMade)
    assert isinstance(roll, AttackMade)
    return roll


def test_a_specialist_is_harder_to_hit_with_missiles() -> None:
    """
    By one, as long as he fights so: bow in hand, and nobody reaches him (adnd.style.missile.specialised.ac,
    adnd.style.missile.definition).
    """
    rule = "adnd.style.missile.specialised.ac"
    for steps, held, worth in ((1, "long bow", -1), (0, "long bow", None), (1, "short sword", None)):
        roll = shot_at(field(steps, "d20:3", foe="orc-archer", held=(held,)))
        assert {part.rule: part.value for part in roll.ac_parts}.get(rule) == worth
        assert ("adnd.style.missile.definition" in roll.cites) is (worth is not None)
    near = arena(
        "A . . . . o\nx . . . . .",
        A=archer(1),
        o="orc-archer",
        x="orc",
        dice="d20:3 d4:4",
        options={"opportunity": "off"},
    )
    assert style_missile.in_reach(near.battle, near.battle["A"])
    assert not style_missile.keeps_out(near.battle, near.battle["A"])


def test_not_when_he_cannot_act() -> None:
    """Nor against blows (adnd.style.missile.specialised.ac)."""
    rule = "adnd.style.missile.specialised.ac"
    table = field(1, "d20:3", foe="orc-archer")
    condition(table, "A", "stunned")
    assert rule not in [part.rule for part in shot_at(table).ac_parts]

    close = field(1, "d20:3", drawing=". A o .")
    assert rule not in cited((shot_at(close),))


def test_what_is_hurled_counts_as_a_missile() -> None:
    """A spear that flies (adnd.style.missile.specialised.ac)."""
    spear = sheet("orc", held=("spear",))
    table = arena("A . . . o", A=archer(1), o=spear, dice="d20:3")

    assert "adnd.style.missile.specialised.ac" in [part.rule for part in shot_at(table).ac_parts]


def test_nobody_moves_twice() -> None:
    """A move is over when it is made (adnd.core.action.one-per-round)."""
    table = field(1)
    moved(table, "c2")

    assert why_not(table, "A", Move(square(table, "d2")))
