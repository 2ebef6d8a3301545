"""Kneeling, sitting, lying, and getting up again; those who can do nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, InitiativeThrown
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionEnded
from sim.events.orders import Attack, Charge, Choose, End, FirstAid, FullAttack, StandUp, TakePosition
from sim.rules.adnd import core, initiative, position
from sim.rules.adnd.declare import MELEE, MISSILE, Blow, arm_of
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    begin_passes,
    cited,
    condition,
    declare,
    next_round,
    sheet,
    spent,
    told,
    why_not,
)

FIELD = """
    . . . . . . .
    . . . . . . .
    . . A o . . B
    . . . . . . .
    . . . . . . .
"""
HERO = sheet("fighter-3", hit_points=60, player=True)
FOE = sheet("ogre", hit_points=60, player=True)
ARCHER = sheet("archer-7", hit_points=60, player=True)
MASTER = sheet("grand-master-18", hit_points=90, player=True)
WORTH = {"kneeling": 1, "sitting": 2, "prone": 4}


def stand(**creatures):
    """A and o face each other; B, an archer, stands farther off."""
    keys = {name: creatures.pop(name) for name in ("dice", "answers") if name in creatures}
    return arena(FIELD, **({"A": HERO, "B": ARCHER, "o": FOE} | creatures), **keys)


def against(table, who, whom, weapon, bits=MELEE):
    """The parts of an attack roll, by the rule of each, and the rules without a number."""
    blow = Blow(table.battle, table.battle[who], table.battle[whom], arm_of(table.battle[who], weapon), bits)
    return {part.rule: part.value for part in core.attack_parts(blow)}, blow.cites


@pytest.mark.parametrize(
    ("name", "rule", "bonus"),
    [
        ("kneeling", "adnd.position.kneeling", 1),
        ("sitting", "adnd.position.sitting", 2),
        ("prone", "adnd.position.prone", 4),
    ],
)
def test_the_low_are_hit_more_easily(name, rule, bonus):
    """adnd.position.harder-to-dodge, adnd.position.kneeling, adnd.position.sitting, adnd.position.prone: +1, +2, +4."""
    table = stand()
    assert rule not in against(table, "A", "o", "spear")[0]
    condition(table, "o", name)

    parts, cites = against(table, "A", "o", "spear")
    assert parts[rule] == bonus
    assert "adnd.position.harder-to-dodge" in cites


def test_their_own_blows_are_as_good_as_ever():
    """adnd.position.harder-to-dodge: the text gives them no penalty."""
    table = stand()
    before = against(table, "o", "A", "club")
    condition(table, "o", "prone")

    assert against(table, "o", "A", "club") == before


def test_so_are_they_by_missiles():
    """adnd.position.any-attacker: a bonus to whoever attacks, near or far."""
    table = stand()
    condition(table, "o", "sitting")

    parts, cites = against(table, "B", "o", "long bow", MISSILE)
    assert parts["adnd.position.sitting"] == 2
    assert "adnd.position.any-attacker" in cites


def test_it_adds_to_an_attack_from_behind():
    """adnd.position.any-attacker: positions add to rear and flank."""
    table = arena(FIELD, A=HERO, B=ARCHER, o=FOE, facing={"o": 2})
    condition(table, "o", "prone")

    parts, _ = against(table, "A", "o", "spear")
    assert (parts["adnd.position.prone"], parts["adnd.melee.rear"]) == (4, 2)


@given(st.lists(st.sampled_from(position.POSITIONS), min_size=1, max_size=5))
def test_of_several_positions_only_the_lowest_is_kept(names):
    """adnd.position.any-attacker: they replace one another, and nobody rises by sinking."""
    table = stand()
    for name in names:
        position.sink(table, table.battle["o"], name, -1, "adnd.position.prone")

    parts, _ = against(table, "A", "o", "spear")
    worst = max(WORTH[name] for name in names)
    assert [value for rule, value in parts.items() if rule.startswith("adnd.position.")] == [worst]
    assert len(table.battle["o"].conditions) == 1


# Those who can do nothing.


@pytest.mark.parametrize("name", ["paralyzed", "asleep", "unconscious"])
def test_the_helpless_are_hit_without_a_die(name):
    """adnd.position.helpless.auto-hit, adnd.position.helpless.normal-damage: for ordinary damage, and no more."""
    table = stand(dice="d8:5")
    condition(table, "o", name)
    declare(table, "A", FullAttack("o", "spear"))
    events = act(table, "A", Attack("o", "spear"))

    (blow,) = told(events, AttackMade)
    assert (blow.hit, blow.dice) == (True, ())
    assert {"adnd.position.helpless.auto-hit", "adnd.position.helpless.normal-damage"} <= set(blow.cites)
    assert told(events, DamageDealt)[0].amount == 5
    assert not table.battle["o"].has("dead")
    spent(table)


# Up again.


@pytest.mark.parametrize("name", ["kneeling", "sitting", "prone"])
def test_standing_takes_an_attack_of_this_round(name):
    """adnd.position.stand.by-giving-up-attack: two of three attacks are left."""
    table = stand(A=MASTER)
    declare(table, "A", FullAttack("o", "battle axe"))
    begin_passes(table)
    condition(table, "A", name)
    events = act(table, "A", StandUp())

    assert events[0].cost == "pool"
    assert told(events, ConditionEnded)[0].condition == name
    assert "adnd.position.stand.by-giving-up-attack" in cited(events)
    assert table.battle.ledger.fighters["A"].attacks == 2


def test_without_an_attack_left_nobody_stands_this_round():
    """adnd.position.stand.by-giving-up-attack: none is left after the only one."""
    table = stand(dice="d20:10")
    declare(table, "A", FullAttack("o", "spear"))
    begin_passes(table)
    condition(table, "A", "kneeling")
    activate(table, "A")
    assert not why_not(table, "A", StandUp())
    act(table, "A", Attack("o", "spear"))

    assert "adnd.position.stand.by-giving-up-attack" in why_not(table, "A", StandUp())


def test_in_the_next_round_it_costs_nothing():
    """
    adnd.position.stand.next-round, adnd.position.stand.keeps-attacks: on the turn that initiative brings, which is no
    later for it.
    """
    table = stand(dice="d10:4 d10:4 d10:4")
    condition(table, "A", "prone")
    for who, whom in (("B", "o"), ("A", "o"), ("o", "A")):
        declare(table, who, FullAttack(whom, table.battle[who].held[0]))
    initiative.roll(table, -1)
    begin_passes(table)
    events = act(table, "A", StandUp())

    thrown = {event.who: event for event in told(table.log.events, InitiativeThrown)}
    assert [part.type for part in thrown["A"].parts] == ["spear"]
    assert events[0].cost == "free"
    assert {"adnd.position.stand.keeps-attacks", "adnd.position.stand.next-round"} <= cited(events)
    assert table.battle.ledger.fighters["A"].attacks == 1


def test_only_as_the_first_thing():
    """adnd.position.stand.keeps-attacks: after a blow it takes an attack again."""
    table = stand(A=MASTER, dice="d10:4 d10:4 d10:4 d20:2")
    condition(table, "A", "prone")
    for who, whom in (("B", "o"), ("A", "o"), ("o", "A")):
        declare(table, who, FullAttack(whom, table.battle[who].held[0]))
    initiative.roll(table, -1)
    begin_passes(table)
    act(table, "A", Attack("o", "battle axe"))
    activate(table, "A")

    assert act(table, "A", StandUp())[0].cost == "pool"


def test_who_has_declared_nothing_may_stand():
    """adnd.position.stand.next-round: it is no action of the round."""
    table = stand(dice="d10:4 d10:4 d10:4")
    condition(table, "A", "sitting")
    for who in ("B", "A", "o"):
        declare(table, who, End())
    initiative.roll(table, -1)
    begin_passes(table)
    act(table, "A", StandUp())

    assert not position.of(table.battle["A"])


def test_so_may_who_is_not_asked_again():
    """adnd.position.stand.next-round: before he bends over somebody's wounds."""
    table = arena(
        FIELD.replace("A o . . B", "A B . . o"),
        A=HERO, B=ARCHER, o=FOE, dice="d10:4 d10:4", answers=[Choose("stand")], options={"deaths_door": "all"},
    )  # fmt: skip
    condition(table, "A", "kneeling")
    condition(table, "B", "dying")
    declare(table, "A", FirstAid("B"))
    declare(table, "o", End())
    initiative.roll(table, -1)
    begin_passes(table)
    events = activate(table, "A")

    assert "adnd.position.stand.keeps-attacks" in cited(events)
    assert not position.of(table.battle["A"])


def test_who_is_held_does_not_stand():
    """adnd.position.stand.by-giving-up-attack: nor does who stands already."""
    table = stand(A=MASTER)
    declare(table, "A", FullAttack("o", "battle axe"))
    activate(table, "A")
    assert "adnd.position.stand.by-giving-up-attack" in why_not(table, "A", StandUp())
    condition(table, "A", "kneeling")
    assert not why_not(table, "A", StandUp())
    condition(table, "A", "held", "o")

    assert why_not(table, "A", StandUp())


def test_down_is_free_and_up_is_not():
    """adnd.position.any-attacker: of one's own will too, one only sinks."""
    table = stand()
    declare(table, "A", FullAttack("o", "spear"))
    act(table, "A", TakePosition("sit"))

    assert table.battle["A"].has("sitting")
    assert why_not(table, "A", TakePosition("kneel"))
    assert not why_not(table, "A", TakePosition("lie"))


def test_the_low_do_not_charge():
    """adnd.position.stand.next-round: they stand first, and charge a round later."""
    table = arena(FIELD.replace("A o . . B", "A . . . o"), A=HERO, o=FOE)
    lane = Charge("o", table.battle["o"].square - 1, "spear")
    assert not why_not(table, "A", lane)
    condition(table, "A", "kneeling")
    assert why_not(table, "A", lane)
    next_round(table)
    position.rise(table, table.battle["A"], -1, "adnd.position.stand.next-round")

    assert not why_not(table, "A", lane)


def test_a_beast_with_its_routine_before_it_pays_with_it():
    """adnd.position.stand.by-giving-up-attack: the next attack is the first of the round, then a further form."""
    table = stand(o=sheet("wyvern", player=True))
    condition(table, "o", "prone")
    weapon = table.battle["o"].sheet.routine[0]
    declare(table, "o", FullAttack("A", weapon))
    activate(table, "o")

    assert position.an_attack(table.battle, table.battle["o"]).kind == "pool"
    table.battle.ledger["o"].attacks = 0
    assert position.an_attack(table.battle, table.battle["o"]).kind == "routine"
