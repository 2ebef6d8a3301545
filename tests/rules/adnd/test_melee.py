"""Reach, arcs, free attacks, guarding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, Declared, Faced, PassBegan, fighter_of
from sim.events.adnd_missile import ArrivalStruck
from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.events.orders import Attack, FullAttack, Guard, Move, Opportunity, Pass, Run
from sim.grid.facing import front
from sim.rules.adnd import core, melee, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.tables.adnd_sheet import Shield
from tests.rules.adnd.arena import ROSTER, act, activate, arena, condition, declare, sheet, spent, square, told, why_not
from tests.rules.adnd.armed import armed

OFF = {"fumble": "off"}
REACH = "adnd.melee.reach.weapon"


def blow_at(table, attacker="o", target="A", weapon="long sword"):
    """A blow in the making."""
    me = table.battle[attacker]
    return Blow(table.battle, me, table.battle[target], arm_of(me, weapon), MELEE)


def attack_rules(blow):
    return {part.rule: part.value for part in core.attack_parts(blow)}


def shield(blow):
    """What the target's shield is worth against a blow, and why it is not worth more."""
    parts = core.ac_parts(blow)
    return next((-part.value for part in parts if part.type == "shield"), 0), set(blow.cites)


# Reach.


@pytest.mark.parametrize(
    ("weapon", "squares", "allowed"),
    [
        ("long sword", 1, True),
        ("long sword", 2, False),
        ("halberd", 1, True),
        ("halberd", 2, True),
        ("halberd", 3, False),
    ],
)
def test_a_blow_needs_a_target_within_reach(weapon, squares, allowed):
    """adnd.melee.reach.weapon: one square, two for pole arms; diagonals count as one."""
    for drawing in ("A" + " ." * (squares - 1) + " o", diagonal(squares)):
        table = arena(drawing, A=armed("fighter-3", weapon), o="orc", options=OFF)
        declare(table, "A", FullAttack("o", weapon))
        activate(table, "A")
        assert ("adnd.melee.reach.weapon" in why_not(table, "A", Attack("o", weapon))) is not allowed


def diagonal(squares):
    """A and o so many squares apart along a diagonal."""
    side = squares + 1
    return "\n".join(
        " ".join("A" if x == y == 0 else "o" if x == y == squares else "." for x in range(side)) for y in range(side)
    )


@pytest.mark.parametrize(("ring", "squares"), [(1, 3), (2, 5), (3, 7)])
def test_a_front_has_three_five_and_seven_squares(ring, squares):
    """adnd.melee.reach.weapon: in the first, second and third ring."""
    table = arena("\n".join(". . . . . . . . ." if y != 4 else ". . . . A . . . o" for y in range(9)), A="orc", o="orc")
    ground = table.battle.ground

    for facing in range(8):
        assert front(ground, square(table, "e5"), facing, reach=ring, nearest=ring).bit_count() == squares


def test_the_huge_reach_farther():
    """adnd.melee.reach.creature: a hill giant two squares, with a pole arm three."""
    drawing = ". . . . . . .\no o . A . . .\no o . . . . ."
    table = arena(drawing, A="fighter-3", o="hill-giant", dice="d20:2", options=OFF)
    giant = table.battle["o"]
    weapon = melee.weapons(giant)[0]

    assert melee.reach_of(giant, weapon) == (1, 2)
    declare(table, "o", FullAttack("A", weapon.name))
    events = act(table, "o", Attack("A", weapon.name))
    assert "adnd.melee.reach.creature" in told(events, AttackMade)[0].cites
    assert melee.reach_of(
        arena("A . o", A=armed("hill-giant", "halberd"), o="orc").battle["A"], armed("orc", "halberd").weapons[0]
    ) == (1, 3)


@pytest.mark.parametrize(("weapon", "least"), [("awl pike", 2), ("heavy lance", 2), ("whip", 2), ("halberd", 1)])
def test_the_longest_weapons_strike_nobody_beside_one(weapon, least):
    """adnd.melee.reach.minimum: three squares' reach, and lances."""
    table = arena("A o", A=armed("fighter-3", weapon), o="orc", options=OFF)
    declare(table, "A", FullAttack("o", weapon))
    activate(table, "A")

    assert ("adnd.melee.reach.minimum" in why_not(table, "A", Attack("o", weapon))) is (least > 1)
    far = arena("A . o", A=armed("fighter-3", weapon), o="orc", options=OFF)
    declare(far, "A", FullAttack("o", weapon))
    activate(far, "A")
    assert why_not(far, "A", Attack("o", weapon)) == ()


@pytest.mark.parametrize(
    ("weapon", "between", "allowed"),
    [("halberd", "B", True), ("voulge", "B", False), ("halberd", "p", False), ("voulge", ".", True)],
)
def test_a_thrust_passes_an_ally_and_nobody_passes_an_enemy(weapon, between, allowed):
    """adnd.melee.reach.past-ally: a halberd thrusts, a voulge does not."""
    others = {} if between == "." else {between: "orc"}
    table = arena(f"A {between} o", A=armed("fighter-3", weapon), o="orc", options=OFF, **others)
    declare(table, "A", FullAttack("o", weapon))
    activate(table, "A")

    assert ("adnd.melee.reach.past-ally" in why_not(table, "A", Attack("o", weapon))) is not allowed


# Arcs.


def test_blows_are_struck_into_the_front():
    """adnd.melee.front-only: a free attack does not turn first; one's own turn does."""
    table = arena(". . .\np A o\n. . .", A="fighter-3", o="orc", p="orc", facing={"A": 2}, options=OFF)
    me = table.battle["A"]
    spear = arm_of(me, "spear")

    assert melee.reaches(table.battle, me, table.battle["p"], spear, turned=False) == ("adnd.melee.front-only",)
    assert melee.reaches(table.battle, me, table.battle["o"], spear, turned=False) == ()
    declare(table, "A", FullAttack("p", "spear"))
    activate(table, "A")
    assert why_not(table, "A", Attack("p", "spear")) == ()


@pytest.mark.parametrize(
    ("facing", "rule", "value"),
    [(2, "", 0), (1, "", 0), (3, "", 0), (0, "adnd.melee.flank", 1), (4, "adnd.melee.flank", 1),
     (5, "adnd.melee.rear", 2), (6, "adnd.melee.rear", 2), (7, "adnd.melee.rear", 2)],
)  # fmt: skip
def test_flank_and_rear_are_easier(facing, rule, value):
    """adnd.melee.flank +1, adnd.melee.rear +2, adnd.move.facing.arcs: three squares ahead, two aside, three behind."""
    table = arena("A o", A="fighter-3", o="orc", facing={"A": facing})
    blow = blow_at(table)
    found = attack_rules(blow)

    assert found == ({rule: value} if rule else {})
    assert ("adnd.move.facing.arcs" in blow.cites) is bool(rule)


def test_the_flank_bonus_is_an_option():
    """adnd.melee.flank: option flank_bonus."""
    table = arena("A o", A="fighter-3", o="orc", facing={"A": 0}, options={"flank_bonus": "off"})

    assert attack_rules(blow_at(table)) == {}


def test_from_behind_neither_shield_nor_dexterity_counts():
    """adnd.melee.rear.no-shield-no-dex: a bad Dexterity still does."""
    for dexterity, behind, ahead in ((16, 0, -2), (3, 4, 4)):
        table = arena("A o", A=sheet("fighter-3", dexterity=dexterity), o="orc", facing={"A": 6})
        blow = blow_at(table)
        parts = {part.type: part.value for part in core.ac_parts(blow)}
        assert (parts.get("shield", 0), parts.get("dexterity", 0)) == (0, behind)
        assert "adnd.melee.rear.no-shield-no-dex" in blow.cites
        table.battle["A"].facing = 2
        parts = {part.type: part.value for part in core.ac_parts(blow_at(table))}
        assert (parts["shield"], parts["dexterity"]) == (-1, ahead)


@pytest.mark.parametrize(
    ("hand", "facing", "covered"), [("right", 4, True), ("right", 0, False), ("left", 0, True), ("left", 4, False)]
)
def test_a_shield_covers_its_own_side(hand, facing, covered):
    """adnd.melee.shield-side: the left of a right-handed bearer; facing south, the east is on his left."""
    table = arena("A o", A=sheet("fighter-3", hand=hand), o="orc", facing={"A": facing})
    value, cites = shield(blow_at(table))

    assert value == int(covered)
    assert ("adnd.melee.shield-side" in cites) is not covered


@pytest.mark.parametrize(("kind", "attackers"), [("buckler", 1), ("small", 2), ("medium", 3)])
def test_a_shield_may_cover_against_so_many(kind, attackers):
    """adnd.melee.shield-attackers: option shield_limit; the first in the order of their attacks."""
    for option, covered in (("on", attackers), ("off", 4)):
        knight = sheet("fighter-3", shield=Shield("shield", kind))
        table = arena(
            "o p q\n. A .\n. r .",
            A=knight,
            o="orc",
            p="orc",
            q="orc",
            r="orc",
            facing={"A": 0},
            options={"shield_limit": option},
        )
        fighter = fighter_of(table.battle, "A")
        found = []
        for foe in "opqr":
            table.battle["A"].facing = 0 if foe != "r" else 4
            value, cites = shield(blow_at(table, foe))
            found.append(value > 0)
            assert value > 0 or "adnd.melee.shield-attackers" in cites
            fighter.attackers = (*fighter.attackers, foe)
        assert found == [place < covered for place in range(4)]


@pytest.mark.parametrize(("elevation", "value"), [("10", 1), ("01", 0), ("11", 0)])
def test_who_stands_higher_strikes_better(elevation, value):
    """adnd.melee.higher-ground: +1."""
    table = arena("A o", A="fighter-3", o="orc", elevation=(elevation,))

    assert attack_rules(blow_at(table, "A", "o", "spear")).get("adnd.melee.higher-ground", 0) == value


# Many targets, many attacks.


def test_attacks_are_divided_as_one_likes():
    """adnd.melee.targets: one choice for each."""
    table = arena("A o\n. p", A="grand-master-18", o="ogre", p="ogre", dice="d20:2 d20:2", options=OFF)
    weapon = table.battle["A"].held[0]
    declare(table, "A", FullAttack("o", weapon))
    first = act(table, "A", Attack("o", weapon))
    round.end_activation(table)
    table.tell(PassBegan(-1, 2))
    second = act(table, "A", Attack("p", weapon))

    assert told(first, OrderGiven)[0].cites == ("adnd.round.attack-pool",)
    assert told(second, OrderGiven)[0].cites == ("adnd.round.attack-pool", "adnd.melee.targets")
    spent(table)


@pytest.mark.parametrize(("foes", "option", "attacks"), [
    (("goblin", "kobold"), "on", 5), (("goblin", "orc"), "on", 1), (("goblin", "kobold"), "off", 1),
])  # fmt: skip
def test_a_hero_strikes_the_weak_once_a_level(foes, option, attacks):
    """adnd.melee.many-weak: option heroic_attacks; only those of less than one Hit Die."""
    table = arena(". p .\nA o .", A="fighter-5", o=foes[0], p=foes[1], options={"heroic_attacks": option})
    declared = told(declare(table, "A", FullAttack("o", "long sword")), Declared)[0]

    assert declared.attacks == attacks
    assert ("adnd.melee.many-weak" in declared.cites) is (attacks == 5)


def test_only_warriors_are_such_heroes():
    """adnd.melee.many-weak: a priest has one attack, a warrior of the first level too."""
    for kind, weapon in (("priest-5", "footman's mace"), ("fighter-1", "long sword")):
        table = arena("A o", A=armed(kind, weapon), o="goblin", options={"heroic_attacks": "on"})
        assert told(declare(table, "A", FullAttack("o", weapon)), Declared)[0].attacks == 1


# Guarding.


def guard(dice, answers=(), mover="orc", to="b1"):
    """A guards, and o comes: what that brings."""
    table = arena("A . . . o", A="fighter-3", o=mover, dice=dice, answers=answers, options=OFF)
    declare(table, "A", Guard("spear"))
    declare(table, "o", Move(square(table, to)))
    return table, act(table, "o", Move(square(table, to)))


def test_a_guard_strikes_whoever_comes():
    """adnd.melee.guard: before that enemy's own attack."""
    table, events = guard("d20:15 d6:2", [Attack("o", "spear")])

    assert told(events, ArrivalStruck)[0].cites == ("adnd.melee.guard",)
    assert told(events, AttackMade)[0].hit
    assert fighter_of(table.battle, "A").attacks == 0
    assert not table.battle["A"].has("guarding")
    spent(table)


def test_a_guard_may_let_somebody_come():
    """adnd.melee.guard: then he has his attacks."""
    table, events = guard("", [Pass()])

    assert not told(events, AttackMade)
    assert fighter_of(table.battle, "A").attacks == 1
    assert table.battle["A"].has("guarding")


def test_a_guard_fells_who_comes():
    """adnd.melee.guard: the move ends there."""
    table, _ = guard("d20:15 d6:6", [Attack("o", "spear")], mover=sheet("orc", hit_points=3))

    assert core.felled(table.battle["o"])
    assert table.battle["o"].square == square(table, "b1")


def test_nobody_guards_with_what_he_has_not():
    """adnd.melee.guard: with a weapon in hand."""
    table = arena("A . . o", A="fighter-3", o="orc")

    assert "adnd.melee.guard" in why_not(table, "A", Guard("short sword"))
    assert why_not(table, "A", Guard("spear")) == ()


# Free attacks.


def test_leaving_a_threatened_square_gives_a_free_attack():
    """
    adnd.melee.free-attack.triggers, adnd.melee.free-attack.timing, adnd.melee.free-attack.number: at once, before the
    step, and none of the round's attacks.
    """
    table = arena(
        "A o .\n. . .\n. . .",
        A="fighter-3",
        o="orc",
        dice="d20:19 d8:3",
        answers=[Attack("A", "long sword")],
        options=OFF,
    )
    declare(table, "A", Move(square(table, "a3")))
    declare(table, "o", FullAttack("A", "long sword"))
    events = act(table, "A", Move(square(table, "a3")))

    asked = told(events, Answered)[0]
    assert isinstance(asked.question, Opportunity)
    assert {"adnd.move.leave-reach", "adnd.melee.free-attack.triggers", "adnd.melee.free-attack.choice"} <= set(
        asked.cites
    )
    made = told(events, AttackMade)[0]
    assert made.free
    assert {"adnd.melee.free-attack.timing", "adnd.melee.free-attack.number"} <= set(made.cites)
    assert events.index(made) < events.index(told(events, Moved)[-1])
    assert fighter_of(table.battle, "o").attacks == 1
    spent(table)


def test_a_free_attack_may_be_declined():
    """adnd.melee.free-attack.choice."""
    table = arena("A o .\n. . .\n. . .", A="fighter-3", o="orc", answers=[Pass()], options=OFF)
    declare(table, "A", Move(square(table, "a3")))
    events = act(table, "A", Move(square(table, "a3")))

    assert told(events, Answered)
    assert not told(events, AttackMade)


def test_an_owlbear_strikes_with_all_that_it_has():
    """adnd.melee.free-attack.number: the whole natural routine."""
    table = arena(
        "A o .\n. . .\n. . .",
        A=sheet("fighter-3", hit_points=50),
        o="owlbear",
        dice="d20:3 d20:3 d20:3",
        answers=[Attack("A", "claw")],
        options=OFF,
    )
    declare(table, "A", Move(square(table, "a3")))
    events = act(table, "A", Move(square(table, "a3")))

    assert len(told(events, AttackMade)) == 3
    spent(table)


def test_one_opponent_is_struck_once_a_round():
    """adnd.melee.free-attack.per-opponent: whatever he does."""
    table = arena(
        "A o .\n. . .\n. . .", A="fighter-3", o="orc", dice="d20:2", answers=[Attack("A", "long sword")], options=OFF
    )
    foe, me = table.battle["o"], table.battle["A"]

    assert melee.may_strike_freely(table.battle, foe, me)
    for _ in range(2):
        assert not melee.free_attack(table, foe, me, "moving", -1, "adnd.move.leave-reach")
        assert not melee.may_strike_freely(table.battle, foe, me)
    assert len(told(table.log.events, AttackMade)) == 1


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        ("fighter-3", 3),
        ("fighter-5", 4),
        ("grand-master-18", 6),
        ("ogre", 3),
        ("owlbear", 4),
        ("rogue-5", 2),
        ("townsman", 1),
    ],
)
def test_only_so_many_are_made_in_a_round(kind, limit):
    """adnd.melee.free-attack.limit: warriors and monsters 3 + level/5, others 1 + level/5."""
    table = arena("A o", A="fighter-3", o=kind)
    foe = table.battle["o"]
    assert melee.limit(foe) == limit

    fighter_of(table.battle, "o").free = tuple(f"x{number}" for number in range(limit - 1))
    assert melee.may_strike_freely(table.battle, foe, table.battle["A"])
    fighter_of(table.battle, "o").free = tuple(f"x{number}" for number in range(limit))
    assert not melee.may_strike_freely(table.battle, foe, table.battle["A"])


@given(names=st.lists(st.sampled_from("abcdefg"), max_size=12))
def test_attacks_on_one_fugitive_count_as_one(names):
    """adnd.melee.free-attack.limit: several blows at the same enemy are one free attack."""
    table = arena("A o", A="fighter-3", o="fighter-3")
    fighter_of(table.battle, "o").free = tuple(names)

    assert melee.may_strike_freely(table.battle, table.battle["o"], table.battle["A"]) is (len(set(names)) < 3)


@pytest.mark.parametrize("name", ["surprised", "stunned", "paralyzed"])
def test_some_strike_nobody_freely(name):
    """adnd.melee.free-attack.triggers: not the surprised, stunned, helpless; nor the bare-handed or with a launcher."""
    table = arena("A o", A="fighter-3", o="orc")
    foe, me = table.battle["o"], table.battle["A"]
    assert melee.may_strike_freely(table.battle, foe, me)
    condition(table, "o", name)
    assert not melee.may_strike_freely(table.battle, foe, me)

    for other in ("orc-archer", "wizard-5"):
        bare = arena("A o", A="fighter-3", o=sheet(other, held=sheet(other).held if other == "orc-archer" else ()))
        assert not melee.free_weapons(bare.battle, bare.battle["o"], bare.battle["A"])


def test_free_attacks_are_an_option_but_for_flight():
    """adnd.melee.free-attack.triggers: option opportunity; fleeing gives them still."""
    off = {"fumble": "off", "opportunity": "off"}
    table = arena("A o .\n. . .\n. . .", A="fighter-3", o="orc", options=off)
    declare(table, "A", Move(square(table, "a3")))
    assert not told(act(table, "A", Move(square(table, "a3"))), Answered)

    other = arena("A o .\n. . .\n. . .", A="fighter-3", o="orc", options=off)
    declare(other, "A", Run(square(other, "a3")))
    assert told(activate(other, "A"), Answered)


@pytest.mark.parametrize(("facing", "allowed"), [(2, True), (4, True), (6, False)])
def test_a_parry_needs_a_blow_that_does_not_come_from_behind(facing, allowed):
    """adnd.melee.parry-arc: from the front or the flank, and noticed."""
    table = arena("A o", A="fighter-3", o="orc", facing={"A": facing})
    me, foe = table.battle["A"], table.battle["o"]
    assert melee.may_parry(table.battle, me, foe) is allowed

    condition(table, "A", "blinded")
    assert not melee.may_parry(table.battle, me, foe)


def test_a_guard_does_not_forget_to_turn():
    """adnd.melee.guard: nobody engages him, so he faces whoever comes."""
    table = arena(
        ". . . .\n. A . o\n. . . .",
        A="fighter-3",
        o="orc",
        facing={"A": 6},
        dice="d20:2",
        answers=[Attack("o", "spear")],
        options=OFF,
    )
    declare(table, "A", Guard("spear"))
    declare(table, "o", Move(square(table, "c2")))
    events = act(table, "o", Move(square(table, "c2")))

    assert told(events, ArrivalStruck)
    assert table.battle["A"].facing == 2
    assert told(events, Faced)


def test_what_is_too_big_for_its_bearer_threatens_nobody():
    """adnd.style.two-handed.oversize-weapon: a goblin cannot wield a long spear, nor strike freely with it."""
    spearman = ROSTER.resolve({"base": "orc", "weapons": [{"name": "long spear"}], "held": []}, "drawn.toml")
    table = arena("A o", A="fighter-3", o=sheet("goblin", weapons=spearman.weapons, held=("long spear",)))

    assert [weapon.name for weapon in melee.weapons(table.battle["o"])] == ["fist"]
    assert melee.threatening(table.battle["o"]) == ()
