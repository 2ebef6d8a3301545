"""Initiative: a d10 with its modifiers, the lowest first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.events.adnd import InitiativeThrown, OrderSettled, ledger_of
from sim.events.orders import Attack, Draw, End, FullAttack, Guard, Move, ReceiveCharge
from sim.rules.adnd import initiative
from tests.rules.adnd.arena import act, arena, begin_passes, condition, declare, sheet, spent, square, told

DIE = "adnd.round.initiative.die"


def thrown(table, *orders):
    """Everybody declares, and initiative falls: what each has thrown, by name."""
    for who, order in orders:
        declare(table, who, order)
    initiative.roll(table, -1)
    return {event.who: event for event in told(table.log.events, InitiativeThrown)}


def parts(table, who, order):
    """What counts in somebody's initiative with this order."""
    declare(table, who, order)
    me = table.battle[who]
    found = [function(table.battle, me, order) for function in initiative.initiative_functions()]
    return {part.type: part.value for part in found if part is not None}


def test_a_d10_and_the_speed_of_the_weapon():
    """adnd.round.initiative.die, adnd.core.initiative.weapon: 4 and 6 for the spear, 2 and 5 for the long sword."""
    table = arena("A o", A="fighter-3", o="orc", dice="d10:4 d10:2")
    found = thrown(table, ("A", FullAttack("o", "spear")), ("o", FullAttack("A", "long sword")))

    assert (found["A"].total, found["o"].total) == (10, 7)
    assert {DIE} == set(found["A"].cites)
    assert [part.rule for part in found["A"].parts] == ["adnd.core.initiative.weapon"]
    assert table.battle.order == ("o", "A")
    spent(table)


def test_it_is_rolled_anew_each_round():
    """adnd.round.initiative.die: lower is better."""
    table = arena("A o", A="fighter-3", o="orc", dice="d10:4 d10:9")
    thrown(table, ("A", End()), ("o", End()))

    assert told(table.log.events, OrderSettled)[-1].groups == (("A",), ("o",))


@pytest.mark.parametrize("order", [End(), Move(1)])
def test_movement_and_tasks_add_nothing(order):
    """adnd.core.initiative.other: a bare d10."""
    table = arena("A . . o", A="fighter-3", o="orc", dice="d10:4")
    declare(table, "A", order)
    initiative.roll(table, -1)
    found = told(table.log.events, InitiativeThrown)[0]

    assert (found.total, found.parts) == (4, ())
    assert found.cites == (DIE, "adnd.core.initiative.other")


@pytest.mark.parametrize(
    ("kind", "value"), [("giant-rat", 0), ("wolf", 3), ("ghoul", 3), ("owlbear", 6), ("manticore", 9), ("wyvern", 12)]
)
def test_natural_weapons_are_as_quick_as_their_owner_is_big(kind, value):
    """adnd.core.initiative.natural: T 0, S 3, M 3, L 6, H 9, G 12."""
    table = arena("A . . .\n. . . .\n. . . .\n. . . o\n. . . .\n. . . .\n. . . .", A="fighter-3", o=kind)
    weapon = sheet(kind).routine[0]
    found = parts(table, "o", FullAttack("A", weapon))

    assert found.get(weapon, 0) == value


def test_bare_fists_are_quick():
    """adnd.core.initiative.natural: 3."""
    table = arena("A o", A="fighter-3", o="orc")

    assert parts(table, "A", FullAttack("o", "fist")) == {"fist": 3}


def test_of_two_weapons_the_slower_counts():
    """adnd.core.initiative.weapon: a short sword 3 and a dagger 2."""
    table = arena("A o", A="two-sword-6", o="orc")
    one = sheet("two-sword-6")
    main, other = one.held
    speeds = {weapon.name: weapon.speed for weapon in one.weapons}
    slower = max((main, other), key=lambda name: speeds[name])

    assert parts(table, "A", FullAttack("o", main, off_hand=other)) == {slower: speeds[slower]}


def test_after_a_change_of_weapon_the_slower_counts():
    """adnd.core.initiative.weapon: the spear that he drops is slower than the short sword that he draws."""
    table = arena("A o", A="fighter-3", o="orc")
    declare(table, "A", Draw("short sword"))

    assert parts(table, "A", FullAttack("o", "short sword")) == {"spear": 6}


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("hasted", -2, "adnd.core.initiative.situations"),
        ("slowed", 2, "adnd.core.initiative.situations"),
        ("hindered", 3, "adnd.core.hindered"),
    ],
)
def test_circumstances_count(name, value, rule):
    """adnd.core.initiative.situations, adnd.core.hindered: they add up with the weapon."""
    table = arena("A o", A="fighter-3", o="orc", dice="d10:5 d10:5")
    condition(table, "A", name)
    found = thrown(table, ("A", FullAttack("o", "spear")), ("o", End()))["A"]

    assert found.total == 11 + value
    assert (name, value, rule) in [(part.type, part.value, part.rule) for part in found.parts]


@pytest.mark.parametrize(
    ("ground", "kind", "expected"),
    [
        (".", "fighter-3", {}),
        ("w", "fighter-3", {"slippery": 2}),
        ("~", "fighter-3", {"deep water": 4}),
        ("~", "lizard-man", {}),
        ("w", "wyvern", {}),
    ],
)
def test_water_slows_the_hand(ground, kind, expected):
    """adnd.core.initiative.situations: wading +2, in deep water +4, but not those who swim or fly."""
    table = arena(f". . . .\n{ground} . . .\n. . . .\nA . . .\n. . . .\n. . . .\n. . . o", A=kind, o="orc")
    table.battle["A"].square = square(table, "a2")

    assert parts(table, "A", End()) == expected


def test_what_lives_in_water_is_slow_ashore():
    """adnd.core.initiative.situations: a foreign element +6."""
    fish = sheet("wolf", movement=0, swim=12)
    table = arena("~ . . .\nA . . o", A=fish, o="orc")

    assert parts(table, "A", End()) == {"foreign element": 6}
    table.battle["A"].square = square(table, "a1")
    assert parts(table, "A", End()) == {}


def test_higher_ground_helps():
    """adnd.core.initiative.situations: -1 against an enemy below."""
    table = arena("A o", A="fighter-3", o="orc", elevation=("10",))

    assert parts(table, "A", FullAttack("o", "spear")) == {"spear": 6, "higher ground": -1}
    assert "higher ground" not in parts(table, "o", FullAttack("A", "long sword"))


@pytest.mark.parametrize(("order", "expected"), [(ReceiveCharge("spear"), -2), (Guard("spear"), 0)])
def test_whoever_is_set_for_a_charge_is_early(order, expected):
    """adnd.charge.receive.initiative: -2."""
    table = arena("A . . . o", A="fighter-3", o="orc")

    assert parts(table, "A", order).get("set for a charge", 0) == expected


def test_zombies_are_last():
    """adnd.core.creature-data: whatever they throw."""
    table = arena("A o", A="fighter-3", o="zombie", dice="d10:10 d10:1")
    found = thrown(table, ("A", End()), ("o", End()))

    assert (found["o"].late, "adnd.core.creature-data" in found["o"].cites) == (True, True)
    assert table.battle.order == ("A", "o")


def test_equals_act_together():
    """adnd.core.initiative.ties: all roll before any result is felt."""
    table = arena("A o", A="fighter-3", o=sheet("orc", hit_points=1), dice="d10:3 d10:4 d20:15 d6:2 d20:18 d8:2")
    thrown(table, ("A", FullAttack("o", "spear")), ("o", FullAttack("A", "long sword")))
    settled = told(table.log.events, OrderSettled)[0]
    assert (settled.groups, settled.cites) == ((("A", "o"),), ("adnd.core.initiative.ties",))
    groups = ledger_of(table.battle).groups
    begin_passes(table)
    assert groups == (("A", "o"),)
    act(table, "A", Attack("o", "spear"))
    act(table, "o", Attack("A", "long sword"))

    assert table.battle["A"].hit_points == 19 - 2
    spent(table)


def test_of_equals_the_quicker_moves_first():
    """adnd.core.initiative.ties: a better reaction adjustment, then the order of the scenario."""
    quick = sheet("fighter-3", dexterity=17)
    table = arena("A B o", A="fighter-3", B=quick, o="orc", dice="d10:3 d10:3 d10:3")
    thrown(table, ("A", End()), ("B", End()), ("o", End()))

    assert told(table.log.events, OrderSettled)[0].groups == (("B", "A", "o"),)


@given(one=st.integers(1, 10), other=st.integers(1, 10))
def test_the_lower_total_acts_first(one, other):
    """adnd.round.initiative.die: whatever falls."""
    table = arena("A o", A="fighter-3", o="orc", dice=f"d10:{one} d10:{other}")
    found = thrown(table, ("A", FullAttack("o", "spear")), ("o", FullAttack("A", "long sword")))
    groups = told(table.log.events, OrderSettled)[0].groups
    totals = [found[group[0]].total for group in groups]

    assert totals == sorted(set(totals))
    assert (len(groups) == 1) is (one + 1 == other)


def test_no_weapon_is_quicker_than_quick():
    """adnd.high-mastery.melee.speed-factor: what takes a point off nothing leaves nothing."""
    table = arena("A o", A="high-master-15", o="orc")
    me = table.battle["A"]
    sword = me.weapons["two-handed sword"]

    assert initiative.speed(me, replace(sword, speed=2)) == 0
