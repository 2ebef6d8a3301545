"""Poison and paralysis, hugs, bodies that mend."""

from __future__ import annotations

import msgspec
import pytest

from sim.events.adnd import SavingThrowRolled
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import core
from sim.tables.adnd_sheet import Rider
from tests.rules.adnd.arena import act, arena, condition, declare, end_round, next_round, sheet, spent, told

RIDER = "adnd.core.natural-attacks.rider"


def bite(kind, dice, hit_points=40):
    """A of so many hit points is struck once by o: the table, and what came of it."""
    table = arena(
        "A o", A=sheet("fighter-3", hit_points=hit_points, player=True), o=sheet(kind, player=True), dice=dice
    )
    weapon = sheet(kind).routine[0]
    declare(table, "o", FullAttack("A", weapon))
    return table, act(table, "o", Attack("A", weapon))


@pytest.mark.parametrize(("die", "killed"), [(12, True), (13, False)])
def test_a_spiders_bite_kills_who_fails_his_save(die, killed):
    """adnd.core.natural-attacks.rider: besides the damage; 13 for a fighter of the third level."""
    table, events = bite("giant-spider", f"d20:15 d8:3 d20:{die}")

    assert told(events, DamageDealt)[0].amount == 3
    assert (told(events, SavingThrowRolled)[0].save, RIDER in told(events, SavingThrowRolled)[0].cites) == (
        "death",
        True,
    )
    assert bool(told(events, HitPointsLost)) is killed
    core.settle(table)
    assert table.battle["A"].has("dead") is killed


def test_a_miss_brings_nothing():
    """adnd.core.natural-attacks.rider: a save for each hit."""
    assert not told(bite("giant-spider", "d20:5")[1], SavingThrowRolled)


def test_a_ghoul_paralyses_for_some_rounds():
    """adnd.core.natural-attacks.rider: 1d6+2 rounds after this one."""
    table, events = bite("ghoul", "d20:18 d3:1 d20:2 d6:1")
    begun = told(events, ConditionBegan)[0]

    assert (begun.condition, begun.value, RIDER in begun.cites) == ("paralyzed", 3, True)
    for last in (False, False, False, True):
        ended = [event.condition for event in told(next_round(table), ConditionEnded)]
        assert ("paralyzed" in ended) is last
    spent(table)


@pytest.mark.parametrize(("die", "hugs"), [(17, False), (18, True)])
def test_a_bear_hugs_after_a_good_claw(die, hugs):
    """adnd.core.creature-data: on 18 and more it does 2d6 besides."""
    _, events = bite("brown-bear", f"d20:{die} d6:2" + " d6:3 d6:4" * hugs)
    dealt = told(events, DamageDealt)

    assert [event.amount for event in dealt] == ([2, 7] if hugs else [2])
    assert not hugs or "adnd.core.creature-data" in dealt[1].cites


def test_a_trolls_wounds_close():
    """adnd.core.creature-data: 3 points at the end of a round, and none once it has fallen."""
    table = arena("A . . . . . . o", A=sheet("fighter-3", player=True), o="troll")
    troll = table.battle["o"]
    troll.hit_points -= 4

    assert [(event.hit_points, event.cites) for event in told(end_round(table), Healed)] == [
        (3, ("adnd.core.creature-data",))
    ]
    assert [event.hit_points for event in told(end_round(table), Healed)] == [1]
    assert not told(end_round(table), Healed)
    condition(table, "o", "dead")
    troll.hit_points = -2
    assert not told(end_round(table), Healed)


def test_a_rider_may_be_further_damage():
    """adnd.core.natural-attacks.rider: for good, if the save is missed."""
    spider = sheet("giant-spider", player=True)
    fangs = msgspec.structs.replace(spider.weapons[0], rider=Rider("death", "damage", "1d6"))
    spider = msgspec.structs.replace(spider, weapons=(fangs,))
    table = arena("A o", A=sheet("fighter-3", hit_points=40, player=True), o=spider, dice="d20:15 d8:3 d20:2 d6:5")
    declare(table, "o", FullAttack("A", fangs.name))
    _, more = told(act(table, "o", Attack("A", fangs.name)), DamageDealt)

    assert (more.amount, more.nonlethal, more.cites) == (5, False, (RIDER,))
    spent(table)
