"""Expert disarms: a weapon sent to a place, into a hand, and its loser's heart after it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, ScoreChecked
from sim.events.adnd_manoeuvres import DisarmResisted, WeaponStruckAway
from sim.events.adnd_morale import MoraleChecked
from sim.events.attacks import DamageDealt
from sim.events.equipment import Snatched
from sim.events.orders import Attack, FullAttack
from sim.grid.bits import squares
from sim.rules.adnd import disarm_expert, initiative
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.rules.adnd.arena import act, activate, arena, condition, declare, sheet, spent, square, told, why_not

FIELD = """
    . . . . . . .
    . . . . . . .
    . . A o . . .
    . . # # # . .
    . . . . . . .
"""
ORC = sheet("orc", strength=10, hit_points=40, player=True)
MASTER = sheet("master-9", shield=None, strength=10, tiers={})
HOW = "expert-disarm"


def fight(
    dice: str = "", *, A: str | Sheet = MASTER, o: str | Sheet = ORC, weapon: str = "long sword", **keys: object
) -> Table:
    """A has announced an expert disarm of o."""
    table = arena(FIELD, A=A, o=o, dice=dice, **keys)  # type: ignore[arg-type]
    declare(table, "A", FullAttack("o", weapon, HOW))
    return table


def send(table: Table, place: str, weapon: str = "long sword") -> tuple[object, ...]:
    return act(table, "A", Attack("o", weapon, HOW, place=square(table, place)))


def test_the_weapon_flies_where_he_wishes():
    """adnd.disarm.expert.destination: two squares behind the orc, without a die for distance or direction."""
    table = fight("d20:18 d20:1")
    events = send(table, "f2")

    (flown,) = told(events, WeaponStruckAway)
    assert (flown.square, flown.feet, flown.cites) == (square(table, "f2"), 10, ("adnd.disarm.expert.destination",))
    assert not table.battle["o"].held
    assert not told(events, DamageDealt)
    spent(table)


def test_it_costs_as_much_as_a_called_shot_twice_over():
    """adnd.disarm.expert.penalty: -8 to hit instead of -4, and 2 later in initiative instead of 1."""
    table = fight("d20:3")
    (roll,) = told(send(table, "f2"), AttackMade)
    assert [part.value for part in roll.parts if "called shot" in part.type] == [-8]

    order = FullAttack("o", "long sword", HOW)
    parts = [f(table.battle, table.battle["A"], order) for f in initiative.initiative_functions()]
    assert [part.value for part in parts if part is not None and "called shot" in part.type] == [2]


def test_it_is_for_warriors_who_know_their_weapon():
    """adnd.disarm.expert.who: no rogue, and nobody without proficiency; a first-level fighter may."""
    order = FullAttack("o", "short sword", HOW)
    rogue = arena(FIELD, A="rogue-5", o=ORC)
    clumsy = arena(FIELD, A=sheet("two-sword-6", proficient=("long sword",), related=()), o=ORC)
    novice = arena(FIELD, A="fighter-1", o=ORC)

    assert "adnd.disarm.expert.who" in why_not(rogue, "A", order)
    assert "adnd.disarm.expert.who" in why_not(clumsy, "A", order)
    assert not why_not(novice, "A", FullAttack("o", "long sword", HOW))


def test_only_what_one_hand_holds():
    """adnd.disarm.expert.one-handed-only: not a halberd, nor a shield."""
    pike = arena(FIELD, A=MASTER, o="guard")
    shield = FullAttack("o", "long sword", HOW, object="medium shield")

    assert "adnd.disarm.expert.one-handed-only" in why_not(pike, "A", FullAttack("o", "long sword", HOW))
    assert "adnd.disarm.expert.one-handed-only" in why_not(arena(FIELD, A=MASTER, o="fighter-5"), "A", shield)
    assert not why_not(arena(FIELD, A=MASTER, o="fighter-5"), "A", FullAttack("o", "long sword", HOW))


def test_no_farther_than_two_squares_and_not_through_walls():
    """adnd.disarm.expert.destination: three squares and the square behind the wall are refused; beside it is not."""
    table = fight()
    activate(table, "A")
    for place in ("g3", "d5", "d4"):
        assert "adnd.disarm.expert.destination" in why_not(
            table, "A", Attack("o", "long sword", HOW, place=square(table, place))
        )
    for place in ("f3", "b2", "e2"):
        assert not why_not(table, "A", Attack("o", "long sword", HOW, place=square(table, place)))
    assert "adnd.disarm.expert.destination" in why_not(table, "A", Attack("o", "long sword", HOW))


def test_twelve_feet_are_two_squares_too():
    """adnd.variant.disarm.expert-radius: the handbook's radius, and its rule is named."""
    table = fight("d20:18 d20:1", options={"expert_disarm": "handbook"})
    activate(table, "A")
    far = Attack("o", "long sword", HOW, place=square(table, "g3"))
    assert "adnd.variant.disarm.expert-radius" in why_not(table, "A", far)
    assert "adnd.variant.disarm.expert-radius" in told(send(table, "f3"), WeaponStruckAway)[0].cites


def test_into_his_own_hand():
    """adnd.disarm.expert.catch, adnd.disarm.expert.catch.dexterity: with a free hand and a d20 of at most 14."""
    table = fight("d20:18 d20:1 d20:14")
    events = send(table, "c3")

    (checked,) = told(events, ScoreChecked)
    assert (checked.score, checked.success) == (14, True)
    assert "adnd.disarm.expert.catch.dexterity" in checked.cites
    (snatched,) = told(events, Snatched)
    assert snatched.cites == ("adnd.disarm.expert.catch",)
    assert table.battle["A"].held == ("long sword", "long sword")
    assert not table.battle["o"].held
    spent(table)


@pytest.mark.parametrize(("dexterity", "natural"), [(14, 15), (25, 20)])
def test_what_he_does_not_catch_lies_at_his_feet(dexterity, natural):
    """adnd.disarm.expert.catch.dexterity: a 20 always fails."""
    table = fight(f"d20:18 d20:1 d20:{natural}", A=msgspec.structs.replace(MASTER, dexterity=dexterity))
    (flown,) = told(send(table, "c3"), WeaponStruckAway)

    assert flown.square == table.battle["A"].square
    assert table.battle["A"].held == ("long sword",)
    spent(table)


def test_without_a_free_hand_there_is_nothing_to_catch_with():
    """adnd.disarm.expert.catch: the shield arm is taken; it lands in his square, and no die is thrown."""
    table = fight("d20:18 d20:1", A=sheet("master-9", strength=10, tiers={}))

    assert told(send(table, "c3"), WeaponStruckAway)
    spent(table)


def test_it_is_resisted_by_the_same_rule():
    """adnd.disarm.expert.optional-resistance: an orc against the 9th level holds with a 20."""
    table = fight("d20:18 d20:20")
    (resisted,) = told(send(table, "f3"), DisarmResisted)

    assert (resisted.needed, resisted.held) == (20, True)
    assert "adnd.disarm.expert.optional-resistance" in resisted.cites
    assert table.battle["o"].held
    spent(table)


@pytest.mark.parametrize(("level", "bonus"), [(4, [-2]), (3, [])])
def test_its_loser_checks_morale(level, bonus):
    """adnd.disarm.expert.morale: at -2 if the attacker is three or more levels above; who fails flees."""
    loser = msgspec.structs.replace(ORC, player=False)
    table = fight("d20:18 d20:1 d10:9 d10:9", A=msgspec.structs.replace(MASTER, level=level), o=loser)
    (checked,) = told(send(table, "f3"), MoraleChecked)

    assert [part.value for part in checked.parts if part.rule == "adnd.disarm.expert.morale"] == bonus
    assert "adnd.disarm.expert.morale" in checked.cites
    assert table.battle["o"].has("routed")
    spent(table)


def test_without_a_way_out_he_gives_up():
    """adnd.disarm.expert.morale: between four walls there is nowhere to flee to."""
    drawing = """
        # # # #
        # A o #
        # # # #
    """
    table = arena(drawing, A=MASTER, o=msgspec.structs.replace(ORC, player=False), dice="d20:18 d20:1 d10:9 d10:9")
    declare(table, "A", FullAttack("o", "long sword", HOW))
    send(table, "c2")

    assert table.battle["o"].has("surrendered")


def test_those_who_are_led_by_players_keep_their_heads():
    """adnd.disarm.expert.morale: the check is for combatants of the referee."""
    table = fight("d20:18 d20:1")

    assert not told(send(table, "f3"), MoraleChecked)
    spent(table)


@given(st.sampled_from(["seed", "handbook"]), st.integers(0, 6), st.integers(0, 4))
def test_every_place_is_within_two_squares(option, x, y):
    """adnd.disarm.expert.destination, adnd.variant.disarm.expert-radius: two diagonal ones are more."""
    rows = [["."] * 7 for _ in range(5)]
    rows[y][x] = "o"
    rows[0 if (x, y) != (0, 0) else 1][0] = "A"
    table = arena("\n".join(" ".join(row) for row in rows), A=MASTER, o=ORC, options={"expert_disarm": option})
    target = table.battle["o"]
    found = set(squares(disarm_expert.places(table.battle, target)))

    near = {(column, row) for column in range(7) for row in range(5) if abs(column - x) + abs(row - y) <= 3}
    near &= {(column, row) for column in range(x - 2, x + 3) for row in range(y - 2, y + 3)}
    assert found == {row * table.battle.ground.stride + column for column, row in near}
    condition(table, "o", "prone")
    assert found == set(squares(disarm_expert.places(table.battle, target)))


def test_what_is_sent_far_away_with_the_announcement_is_refused_with_it() -> None:
    """Into the north-west corner too (adnd.disarm.expert.destination)."""
    table = arena(". . . . . . . .\n. . . . . . A o", A=MASTER, o=ORC)
    corner = square(table, "a1")

    assert not disarm_expert.places(table.battle, table.battle["o"]) >> corner & 1
    assert disarm_expert.DESTINATION in why_not(table, "A", FullAttack("o", "long sword", HOW, place=corner))


def test_what_was_announced_for_the_other_hand_is_offered():
    """adnd.disarm.expert.declare: with each place to which the weapon may fly; to who has announced none, nothing."""
    two = sheet("two-sword-6", tiers={}, strength=10)
    main, second = two.held
    for off_how in ("", HOW):
        table = arena(FIELD, A=two, o=ORC)
        declare(table, "A", FullAttack("o", main, off_hand=second, off_how=off_how))
        activate(table, "A")
        found = list(disarm_expert.tries(table.battle, table.battle["A"]))
        assert {order.weapon for order in found} >= ({main, second} if off_how else set())
        assert bool(found) is bool(off_how)
