"""Spells of conjuration."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt, Healed, MissChanceRolled, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, Cast, Move
from sim.events.zones import ZoneBegan, ZoneEnded
from sim.grid.bits import squares
from sim.rules.d20 import magic
from sim.rules.d20.turn import begin
from sim.table import Table
from sim.testing import battlefield, cited, order, spent, square, turn, why_not
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.conjuration."


def begun(table: Table, who: str) -> tuple[object, ...]:
    """What happens as a creature's turn begins."""
    first = len(table.log.events)
    begin(table, table.battle[who])
    return tuple(table.log.events[first:])


# ---- wounds closed ----


@pytest.mark.parametrize(
    ("spell", "dice", "points"),
    [
        ("cure light wounds", "d8:4", 9),
        ("cure moderate wounds", "d8:4 d8:5", 14),
        ("cure serious wounds", "d8:1 d8:2 d8:3", 11),
    ],
)
def test_a_touch_heals(spell: str, dice: str, points: int) -> None:
    """Dice and caster level (d20.conjuration.cure-light-wounds, .cure-moderate-wounds, .cure-serious-wounds)."""
    table = battlefield("P A", P=priest(spell), A=TOUGH, dice=dice)
    table.battle["A"].hit_points = 20
    events = order(table, "P", Cast(spell, ("A",)))
    assert one(events, Healed).hit_points == points
    assert RULE + spell.replace(" ", "-") in cited(events)
    spent(table)


def test_a_healing_touch_burns_the_undead() -> None:
    """A Will save halves it (d20.conjuration.cure-light-wounds)."""
    table = battlefield(
        "P o", P=priest("cure light wounds"), o="human-warrior-skeleton", dice="d20:18 d20:15 d20:20 d8:3"
    )
    events = order(table, "P", Cast("cure light wounds", ("o",), defensive=True))
    assert one(events, SaveRolled).success
    damage = one(events, DamageDealt)
    assert (damage.amount, damage.damage_type) == (4, "positive")


# ---- armor and acid ----


def test_mage_armor_is_armor() -> None:
    """+4, which a touch ignores and worn armor does not add to (d20.conjuration.mage-armor)."""
    table = battlefield(
        "W A o w", W=wizard("mage armor"), A="orc", o=TOUGH, w=wizard("scorching ray"), dice="d20:2 d20:2"
    )
    order(table, "W", Cast("mage armor", ("A",)))
    rule = RULE + "mage-armor"
    blow = one(order(table, "o", Attack("A", "falchion")), AttackRolled)
    assert part(blow.ac_parts, rule) == 4
    assert [(dropped.value, dropped.type) for dropped in blow.ac_dropped] == [(3, "armor")]
    ray = one(order(table, "w", Cast("scorching ray", ("A",), defensive=False)), AttackRolled)
    assert part(ray.ac_parts, rule) == 0


def test_acid_goes_on_biting() -> None:
    """2d4 at once, 2d4 in the next round at level 5, and no more (d20.conjuration.acid-arrow)."""
    table = battlefield(
        "W . . . o",
        W=wizard("acid arrow", components=("component pouch", "dart")),
        o=TOUGH,
        dice="d20:15 d4:1 d4:2 d4:3 d4:4",
    )
    events = order(table, "W", Cast("acid arrow", ("o",)))
    assert [d.amount for d in every(events, DamageDealt)] == [3]
    again = begun(table, "W")
    assert [(d.target, d.amount, d.damage_type) for d in every(again, DamageDealt)] == [("o", 7, "acid")]
    assert not every(begun(table, "W"), DamageDealt)
    assert not table.battle["o"].boons
    spent(table)


# ---- fog ----


def test_a_fog_cloud_hides_who_is_in_it() -> None:
    """Beyond 5 ft nobody sees into it, and next to one the miss chance is 20 % (d20.conjuration.fog-cloud)."""
    table = battlefield(
        ". . . . . . . .\nW . . A o . . .\n. . . . . . . .",
        W=wizard("fog cloud"),
        A="orc",
        o=TOUGH,
        dice="d20:14 d100:20",
    )
    events = order(table, "W", Cast("fog cloud", to=square(table, "e2")))
    assert one(events, ZoneBegan).does == ("fog",)
    turn(table, "W")
    assert why_not(table, "W", Attack("o", "quarterstaff"))[0] == "d20.concealment.total-square"
    roll = one(order(table, "A", Attack("o", "falchion")), MissChanceRolled)
    assert (roll.percent, roll.missed) == (20, True)

    (cloud,) = table.battle.spells
    magic.finish(table, cloud, -1)
    assert table.battle.ground is table.battle.base


def test_mist_rises_round_its_caster() -> None:
    """20 ft all round (d20.conjuration.obscuring-mist)."""
    drawing = "\n".join([". . . . . . . . . . ."] * 5 + [". . . . . P . . . . o"] + [". . . . . . . . . . ."] * 5)
    table = battlefield(drawing, P=priest("obscuring mist"), o="orc")
    events = order(table, "P", Cast("obscuring mist"))
    filled = one(events, ZoneBegan)
    here = table.battle["P"].square
    assert set(filled.squares) == {
        s for s in squares(table.battle.ground.inside) if table.battle.ground.distance(here, 1, s, 1) <= 4
    }


# ---- grease ----

GREASED = ". . . . . .\nW . . . o .\n. . . . . ."


def greased(dice: str, at: str = "e2", o: object = TOUGH) -> Table:
    table = battlefield(GREASED, W=wizard("grease"), o=o, dice=dice)  # type: ignore[arg-type]
    order(table, "W", Cast("grease", to=square(table, at)))
    return table


def test_grease_makes_fall() -> None:
    """Reflex against 14 when it is cast (d20.conjuration.grease)."""
    assert greased("d20:13").battle["o"].has("prone")
    assert not greased("d20:14").battle["o"].has("prone")


def test_who_stays_in_grease_saves_each_turn() -> None:
    """Again as the turn begins (d20.conjuration.grease)."""
    table = greased("d20:14 d20:2")
    events = begun(table, "o")
    assert one(events, SaveRolled).against == "grease"
    assert table.battle["o"].has("prone")


def path_of_grease(dice: str) -> Table:
    """An orc in a passage with grease on c1 and d1 between him and a wizard."""
    table = battlefield("W . . . . o", W=wizard("grease"), o=TOUGH, dice=dice)
    order(table, "W", Cast("grease", to=square(table, "d1")))
    return table


@pytest.mark.parametrize(
    ("dice", "at", "prone"), [("d20:11", "b1", False), ("d20:10 d20:15", "d1", False), ("d20:6", "d1", True)]
)
def test_who_walks_into_grease_balances(dice: str, at: str, prone: bool) -> None:
    """DC 10: on, or stopped and a Reflex save, or down at once (d20.conjuration.grease)."""
    table = path_of_grease(dice)
    events = order(table, "o", Move(square(table, "b1")))
    assert one(events, CheckRolled).dc == 10
    assert table.battle["o"].square == square(table, at)
    assert table.battle["o"].has("prone") is prone
    spent(table)


def test_grease_slows() -> None:
    """Each of its squares costs double (d20.conjuration.grease)."""
    table = path_of_grease("d20:11")
    events = order(table, "o", Move(square(table, "b1")))
    assert sum(moved.halves for moved in every(events, Moved)) == 2 + 4 + 4 + 2


# ---- stench ----


def test_a_stinking_cloud_nauseates_as_long_as_one_breathes_it_and_longer() -> None:
    """Fortitude against 16, and 1d4+1 rounds after leaving (d20.conjuration.stinking-cloud)."""
    table = battlefield(
        "W . . . . . . . o . . . . .",
        W=wizard("stinking cloud"),
        o=sheet("orc", hit_points=60, speed=60),
        dice="d20:5 d4:2",
    )
    order(table, "W", Cast("stinking cloud", to=square(table, "i1")))
    assert table.battle["o"].has("nauseated")
    assert not table.battle.timers
    events = order(table, "o", Move(square(table, "n1")))
    left = one(events, ConditionBegan)
    assert (left.condition, left.turns) == ("nauseated", 3)


def test_who_walks_into_a_stinking_cloud_saves_and_who_resists_saves_again() -> None:
    """On entering, and each round on the turn of the caster (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . . . o .", W=wizard("stinking cloud"), o=TOUGH, dice="d20:18 d20:2")
    order(table, "W", Cast("stinking cloud", to=square(table, "f1")))
    assert one(order(table, "o", Move(square(table, "h1"))), SaveRolled).success
    events = begun(table, "W")
    assert not one(events, SaveRolled).success
    assert table.battle["o"].has("nauseated")


def test_the_lifeless_do_not_breathe() -> None:
    """A skeleton does not mind the stench (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . s .", W=wizard("stinking cloud"), s="human-warrior-skeleton")
    assert not every(order(table, "W", Cast("stinking cloud", to=square(table, "i1"))), SaveRolled)


def test_when_the_cloud_goes_the_nausea_lasts() -> None:
    """1d4+1 rounds more (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . o .", W=wizard("stinking cloud"), o=TOUGH, dice="d20:5 d4:4")
    order(table, "W", Cast("stinking cloud", to=square(table, "i1")))
    (cloud,) = table.battle.spells
    magic.finish(table, cloud, -1)
    assert every(table.log.events, ZoneEnded)
    assert table.battle["o"].has("nauseated")
    assert table.battle.timers[0].turns == 5
    assert not every(table.log.events, ConditionEnded)
    turn(table, "o")
