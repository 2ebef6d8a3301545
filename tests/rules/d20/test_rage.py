"""Rage."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import AttackRolled, DamageDealt, HitPointsLost
from sim.events.orders import Attack, Feint, UseAbility
from sim.rules.d20 import rage, scores, turn
from sim.rules.d20.save import parts as save_parts
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, cited, order, spent, why_not
from tests.rules.d20.told import every, one, part, sheet

RAGE = UseAbility("rage")


def raging(dice: str = "") -> Table:
    """An orc barbarian in a rage, beside a fighter."""
    table = battlefield("B a", B="orc-barbarian-4", a="fighter-5", dice=dice)
    order(table, "B", RAGE)
    return table


def test_a_rage_takes_no_time() -> None:
    """It strikes in the same turn, harder by 2 and for 3 more (d20.rage.begin, d20.rage.scores)."""
    table = raging("d20:15 d12:1")

    events = order(table, "B", Attack("a", "greataxe"))

    assert part(one(events, AttackRolled).parts, scores.RAGE) == 6
    assert one(events, DamageDealt).amount == 1 + 9
    assert rage.BEGIN in cited(table.log.events)
    spent(table)


def test_it_brings_hit_points() -> None:
    """2 for each of four Hit Dice (d20.rage.hit-points)."""
    table = raging()

    assert table.battle["B"].hit_points == 42 + 8


def test_it_exposes() -> None:
    """-2 to armor class (d20.rage.armor-class)."""
    table = raging("d20:2")

    assert part(one(order(table, "a", Attack("B", "longsword")), AttackRolled).ac_parts, "d20.rage.armor-class") == -2


def test_it_hardens_the_will() -> None:
    """+2 on Will saves alone (d20.rage.will)."""
    barbarian = raging().battle["B"]

    assert [part(save_parts(barbarian, kind), "d20.rage.will") for kind in ("fortitude", "reflex", "will")] == [0, 0, 2]


def test_it_lasts_three_rounds_and_its_constitution() -> None:
    """Constitution 18 makes seven; hit points go with it, and weariness comes (d20.rage.fatigue)."""
    table = raging()
    barbarian = table.battle["B"]
    for _ in range(6):
        turn.begin(table, barbarian)
        assert barbarian.has("raging")

    turn.begin(table, barbarian)

    assert not barbarian.has("raging")
    assert barbarian.has("fatigued")
    assert barbarian.hit_points == 42
    assert one(table.log.events, HitPointsLost).cites == (rage.HIT_POINTS,)
    assert scores.score(barbarian, "strength") == 17


def test_the_end_of_a_rage_may_be_that_of_its_bearer() -> None:
    """Who stood by the rage alone falls with it (d20.rage.hit-points)."""
    table = raging()
    barbarian = table.battle["B"]
    barbarian.hit_points = 3

    for _ in range(7):
        turn.begin(table, barbarian)

    assert barbarian.hit_points == -5
    assert barbarian.has("dying")


def test_nobody_rages_twice() -> None:
    """A rage cannot be called up in a rage (d20.rage.no-patience)."""
    (power,) = creature("orc-barbarian-4").powers
    table = battlefield("B a", B=sheet("orc-barbarian-4", powers=(replace(power, uses=2),)), a="fighter-5")
    order(table, "B", RAGE)

    assert why_not(table, "B", RAGE) == (rage.NO_PATIENCE,)


def test_a_rage_has_no_patience() -> None:
    """No feint in a rage (d20.rage.no-patience), but one without it."""
    calm = battlefield("B a", B="orc-barbarian-4", a="fighter-5")

    assert why_not(calm, "B", Feint("a")) == ()
    assert why_not(raging(), "B", Feint("a")) == (rage.NO_PATIENCE,)


def test_a_wounded_badger_sees_red_in_its_next_turn() -> None:
    """+4 Strength and Constitution, which bring hit points (d20.rage.wounded)."""
    table = battlefield("b A", b="badger", A="fighter-1")
    badger = table.battle["b"]
    turn.begin(table, badger)
    assert not badger.has("frenzied")
    badger.hit_points -= 1

    turn.begin(table, badger)

    assert badger.has("frenzied")
    assert badger.hit_points == 6 - 1 + 2
    assert scores.score(badger, "strength") == 8 + 4
    assert every(table.log.events, HitPointsLost) == []


def test_a_frenzy_leaves_the_will_alone() -> None:
    """Only a rage that is called up hardens it (d20.rage.will)."""
    table = battlefield("b A", b="wolverine", A="fighter-1")
    beast = table.battle["b"]
    beast.hit_points = 20
    turn.begin(table, beast)

    assert beast.has("frenzied")
    assert part(save_parts(beast, "will"), "d20.rage.will") == 0
