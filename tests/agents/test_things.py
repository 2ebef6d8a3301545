"""What ``doctrine`` makes of things: flasks, weapons that break, flames, nets, doors, water."""

from __future__ import annotations

import pytest

from sim.events.orders import EscapeNet, Extinguish, Move, OpenDoor, Prepare, Sunder, Throw
from sim.rules.d20 import net
from sim.testing import battlefield, condition, square
from tests.agents.situations import choice
from tests.rules.d20.people import fighter

FLASK = fighter("acid flask")


def test_a_flask_goes_to_the_corner_where_most_foes_stand() -> None:
    """Four goblins around an intersection: no other throw splashes as many, and a direct hit no more in all."""
    table = battlefield(
        """
        . . . . . . .
        . A . . a b .
        . . . . c d .
        . . . . . . .
        """,
        A=fighter("acid flask", weapons=[{"name": "acid flask", "damage": "1"}]),
        **dict.fromkeys("abcd", "hobgoblin"),
    )

    assert choice(table, "A", "doctrine") == Throw("acid flask", square(table, "f3"))


def test_a_flask_is_not_thrown_among_friends() -> None:
    """Two friends beside one goblin: the splash would do more harm than good."""
    table = battlefield(
        """
        . . . . . B .
        . A . . . a .
        . . . . . C .
        """,
        A=FLASK,
        B="fighter-3",
        C="fighter-3",
        a="goblin",
    )

    assert not isinstance(choice(table, "A", "doctrine"), Throw)


def test_a_heavy_axe_breaks_a_light_weapon_when_nothing_better_is_to_be_had() -> None:
    """A blow at the foe all but never lands; a blow at his handaxe breaks it four times in five."""
    table = battlefield(
        ". . . .\n. A o .\n. . . .",
        A=fighter("greataxe", feats=("power-attack", "improved-sunder")),
        o=fighter("handaxe", armor="full plate", natural_armor=8, hit_points=90),
    )

    assert choice(table, "A", "doctrine") == Sunder("greataxe", "handaxe", "o")


def test_flames_are_put_out() -> None:
    """Nobody in reach, and burning: there is nothing better to do."""
    table = battlefield("A" + 24 * "." + "o", A=fighter("club"), o=fighter("club"))
    condition(table, "A", "burning")

    assert choice(table, "A", "doctrine", aggression=0) == Extinguish()


def test_a_net_is_left_by_the_better_way() -> None:
    """Escape Artist +12 against 20 beats Strength +2 against 25."""
    table = battlefield("A . . . . . . . . . o", A=fighter("club", skills={"escape-artist": 12}), o=fighter("club"))
    condition(table, "A", "entangled", "o", net.NET)

    assert choice(table, "A", "doctrine", aggression=0) == EscapeNet("slip")


def test_oil_is_lit_in_time() -> None:
    """While the foe is far enough away."""
    table = battlefield("A" + 24 * "." + "o", A=fighter("oil flask"), o=fighter("club"))

    assert choice(table, "A", "doctrine", aggression=0) == Prepare("oil flask")


def test_who_sees_nobody_opens_the_door() -> None:
    """There is one beside it, and nobody in sight."""
    table = battlefield("A + . o\n# # # #", A=fighter("club"), o="orc")

    assert choice(table, "A", "doctrine") == OpenDoor(square(table, "b1"))


@pytest.mark.parametrize("policy", ["doctrine", "nearest"])
def test_who_is_in_the_water_makes_for_the_land(policy: str) -> None:
    """By swimming, which is all that it can do; on the side where the foe is."""
    table = battlefield(". A ~ . ............ o", A=fighter("club"), o="orc")
    battle = table.battle
    battle.leave(battle["A"])
    battle["A"].square = square(table, "c1")
    battle.enter(battle["A"])
    battle.changes += 1

    assert choice(table, "A", policy) == Move(square(table, "d1"), mode="swim")
