"""Charging."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, RefereeMoved
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, Run, Step
from sim.rules.d20 import charge as rules
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, order, square, turn, why_not
from tests.rules.d20.told import every, one, part, sheet


def at(table: Table, to: str, weapon: str = "falchion") -> Charge:
    """A charge at the defender, to this square."""
    return Charge("o", square(table, to), weapon)


@pytest.mark.parametrize(("drawing", "to", "allowed"), [("A . o", "b1", False), ("A . . o", "c1", True)])
def test_a_charge_needs_ten_feet_of_run_up(drawing: str, to: str, allowed: bool) -> None:
    """Two squares at least (d20.charge.min-distance)."""
    table = battlefield(drawing, A="orc", o="fighter-1")

    assert ("d20.charge.min-distance" not in why_not(table, "A", at(table, to))) is allowed
    assert (why_not(table, "A", at(table, to)) == ()) is allowed


@pytest.mark.parametrize(("free", "allowed"), [(12, True), (13, False)])
def test_a_charge_covers_twice_the_speed(free: int, allowed: bool) -> None:
    """Twelve squares at 30 ft (d20.charge.max-distance)."""
    table = battlefield("A" + " ." * free + " o", A="orc", o="fighter-1", dice="d20:2")
    wish = Charge("o", free, "falchion")

    assert ("d20.charge.max-distance" not in why_not(table, "A", wish)) is allowed
    if allowed:
        assert "d20.charge.max-distance" in one(order(table, "A", wish), Moved).cites


def test_a_charge_runs_straight_at_any_angle() -> None:
    """Not only along rows, columns and diagonals (d20.charge.straight-line)."""
    table = battlefield("A . . . . .\n. . . . . .\n. . . . . o\n. . . . . .", A="orc", o="fighter-1", dice="d20:2")

    events = order(table, "A", at(table, "e2"))

    assert "d20.charge.straight-line" in every(events, ConditionBegan)[0].cites
    assert one(events, Moved).path[-1] == square(table, "e2")


@pytest.mark.parametrize(("who", "allowed"), [("orc", True), ("fighter-1", False)])
def test_the_target_of_a_charge_must_be_seen(who: str, allowed: bool) -> None:
    """In the dark by those with darkvision alone (d20.charge.closest-square)."""
    table = battlefield("A . . . o", A=who, o="fighter-1", light=["ddddd"])
    weapon = table.battle["A"].held[0]

    assert ("d20.charge.closest-square" not in why_not(table, "A", at(table, "d1", weapon))) is allowed


def test_nobody_charges_whom_it_does_not_see() -> None:
    """Whoever hides from it is no target of a charge; from somebody else, it is (d20.charge.closest-square)."""
    table = battlefield("A . . . o", A="orc", o="fighter-1")
    wish = at(table, "d1")

    condition(table, "o", "hidden", "B")
    assert why_not(table, "A", wish) == ()

    condition(table, "o", "hidden", "A")
    assert "d20.charge.closest-square" in why_not(table, "A", wish)


@pytest.mark.parametrize("ground", [":", "#", "o"])
def test_the_lane_must_be_clear(ground: str) -> None:
    """Of all that slows or blocks (d20.charge.clear-path); open ground is fine."""
    for symbol, allowed in ((".", True), (ground, False)):
        table = battlefield(f"A {symbol} . . x", A="orc", x="fighter-1")
        wish = Charge("x", square(table, "d1"), "falchion")
        assert ("d20.charge.clear-path" not in why_not(table, "A", wish)) is allowed


@pytest.mark.parametrize(("kind", "allowed"), [("polar-bear", True), ("griffon", True), ("brown-bear", False)])
def test_swimmers_and_flyers_charge_over_water(kind: str, allowed: bool) -> None:
    """Deep water neither slows nor blocks them (d20.charge.clear-path)."""
    table = battlefield("A A . ~ . . o\nA A . ~ . . .", A=kind, o="fighter-1")
    weapon = creature(kind).weapons[0].name

    assert ("d20.charge.clear-path" not in why_not(table, "A", at(table, "e1", weapon))) is allowed
    assert (why_not(table, "A", Run(square(table, "e1"))) == ()) is allowed


def test_a_swimmer_charges_out_of_the_water() -> None:
    """Wherever its space begins (d20.charge.clear-path)."""
    table = battlefield("A A ~ . . . o\nA A ~ . . . .", A="polar-bear", o="fighter-1")
    table.tell(RefereeMoved(-1, "A", square(table, "b1"), "drawn"))

    assert not why_not(table, "A", at(table, "e1", "claw"))


def test_friends_in_the_lane_bar_it() -> None:
    """A charge passes nobody, not even allies (d20.charge.clear-path, d20.charge.through-allies)."""
    table = battlefield("A . B . . o", A="orc", B="orc", o="fighter-1")

    named = why_not(table, "A", at(table, "e1"))

    assert {"d20.charge.clear-path", "d20.charge.through-allies"} <= set(named)


def test_the_helpless_in_the_lane_do_not_count() -> None:
    """One charges over them (d20.charge.clear-path)."""
    table = battlefield("A . B . . o", A="orc", B="orc", o="fighter-1")
    condition(table, "B", "paralyzed")

    assert not why_not(table, "A", at(table, "e1"))


def test_a_charge_goes_to_the_closest_space() -> None:
    """Not round to the far side (d20.charge.closest-square)."""
    table = battlefield("A . . . o .\n. . . . . .", A="orc", o="fighter-1")

    assert not why_not(table, "A", at(table, "d1"))
    assert "d20.charge.closest-square" in why_not(table, "A", at(table, "e2"))


def test_a_space_that_is_taken_leaves_no_charge() -> None:
    """The closest space must be free (d20.charge.closest-square)."""
    table = battlefield("A . . p o", A="orc", o="fighter-1", p="fighter-1")

    assert "d20.charge.closest-square" in why_not(table, "A", at(table, "d1"))


def test_who_is_not_seen_is_not_charged() -> None:
    """Line of sight at the start of the turn (d20.charge.closest-square)."""
    table = battlefield("A . . . o", A="orc", o="fighter-1")
    condition(table, "o", "invisible")

    assert "d20.charge.closest-square" in why_not(table, "A", at(table, "d1"))


def test_among_equally_close_spaces_the_charger_chooses() -> None:
    """Or a die does, if the scenario says so (d20.charge.closest-square, option charge-tie)."""
    drawing = ". . . . .\nA . . . o\n. . . . ."
    table = battlefield(drawing, A="orc", o="fighter-1")
    spaces = rules.lanes(table.battle, table.battle["A"], table.battle["o"], "falchion")
    assert len(spaces) == 3
    assert all(not why_not(table, "A", Charge("o", space, "falchion")) for space in spaces)

    drawn = battlefield(drawing, A="orc", o="fighter-1", dice="d3:3 d20:2", options={"charge-tie": "die"})
    events = order(drawn, "A", Charge("o", spaces[0], "falchion"))

    assert one(events, Moved).path[-1] == spaces[2]
    assert {"d20.charge.closest-square", "d20.move.closest-tie"} <= set(every(events, ConditionBegan)[0].cites)


def test_one_attack_at_plus_two_and_minus_two_to_armor_class() -> None:
    """Whatever the number of its attacks; until the next turn
    (d20.charge.single-attack, d20.charge.attack-bonus, d20.charge.ac-penalty)."""
    table = battlefield("A . . . o", A=sheet("orc", base_attack=11), o="fighter-1", dice="d20:1 d20:2")
    events = order(table, "A", at(table, "d1"))

    roll = one(events, AttackRolled)
    assert "d20.charge.single-attack" in roll.cites
    assert part(roll.parts, "d20.charge.attack-bonus") == 2
    assert not table.battle.turn.attacks

    back = one(order(table, "o", Attack("A", "longsword")), AttackRolled)
    assert part(back.ac_parts, "d20.charge.ac-penalty") == -2


def test_the_charger_is_easier_to_hit_on_the_way_already() -> None:
    """An opportunity meets the lower armor class (d20.charge.ac-penalty)."""
    table = battlefield(
        ". p . . .\nA . . . o",
        A="orc",
        o="fighter-1",
        p="fighter-1",
        dice="d20:1 d20:1",
        answers=[Attack("A", "longsword")],
    )

    rolls = every(order(table, "A", at(table, "d2")), AttackRolled)

    assert [roll.attacker for roll in rolls] == ["p", "A"]
    assert part(rolls[0].ac_parts, "d20.charge.ac-penalty") == -2


def test_who_is_stopped_on_the_way_does_not_strike() -> None:
    """Felled by an opportunity, he loses the rest (d20.charge.single-attack)."""
    table = battlefield(
        ". p . . .\nA . . . o",
        A=sheet("orc", hit_points=1),
        o="fighter-1",
        p="fighter-1",
        dice="d20:15 d8:8",
        answers=[Attack("A", "longsword")],
    )

    events = order(table, "A", at(table, "d2"))

    assert [roll.attacker for roll in every(events, AttackRolled)] == ["p"]
    assert every(events, Answered)


def test_no_step_goes_with_a_charge() -> None:
    """Before it or after (d20.charge.no-step)."""
    table = battlefield(". . . . o\nA . . . .", A="orc", o="fighter-1", dice="d20:2")
    order(table, "A", Step(square(table, "a1")))
    assert "d20.charge.no-step" in why_not(table, "A", at(table, "d1"))

    fresh = battlefield("A . . . o", A="orc", o="fighter-1", dice="d20:2")
    order(fresh, "A", at(fresh, "d1"))
    assert "d20.step.no-other-movement" in why_not(fresh, "A", Step(square(fresh, "c1")))


@pytest.mark.parametrize("state", ["blinded", "entangled", "fatigued", "exhausted", "prone"])
def test_the_hindered_do_not_charge(state: str) -> None:
    """Nor do the tired (d20.charge.no-step)."""
    table = battlefield("A . . . o", A="orc", o="fighter-1")
    condition(table, "A", state)

    assert "d20.charge.no-step" in why_not(table, "A", at(table, "d1"))


def test_the_restricted_charge_at_plain_speed() -> None:
    """As their one action, and nobody else does (d20.charge.restricted)."""
    table = battlefield("A" + " ." * 8 + " o", A="orc", o="fighter-1", dice="d20:2")
    turn(table, "A", restricted=True)
    assert why_not(table, "A", Charge("o", 8, "falchion")) == ("d20.charge.max-distance",)

    near = battlefield("A" + " ." * 6 + " o", A="orc", o="fighter-1", dice="d20:2")
    turn(near, "A", restricted=True)
    events = order(near, "A", Charge("o", 6, "falchion"))
    assert "d20.charge.restricted" in every(events, ConditionBegan)[0].cites


def test_a_reach_weapon_charges_to_its_reach() -> None:
    """The closest space from where it strikes is two squares off (d20.charge.closest-square)."""
    table = battlefield("A . . . . o", A=sheet("rider-5", shield=None), o="orc")

    assert not why_not(table, "A", Charge("o", square(table, "d1"), "lance"))
    assert "d20.charge.closest-square" in why_not(table, "A", Charge("o", square(table, "e1"), "lance"))


def test_an_ogre_charges_with_its_whole_space() -> None:
    """Two squares wide, and its reach of 10 ft (d20.charge.closest-square)."""
    table = battlefield("A A . . . . o\nA A . . . . .\n", A="ogre", o="orc")

    (lane,) = rules.lanes(table.battle, table.battle["A"], table.battle["o"], "greatclub")
    assert lane == square(table, "d1")


def test_the_tiny_charge_into_the_square_of_their_foe() -> None:
    """With reach 0 that is the closest space to strike from (d20.charge.closest-square)."""
    table = battlefield("A . . o", A="rat", o="orc")

    assert rules.lanes(table.battle, table.battle["A"], table.battle["o"], "bite") == (square(table, "d1"),)
