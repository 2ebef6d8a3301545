"""Attack rolls, armor class, damage, opposed rolls."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.tally import Modifier, stack
from sim.events.attacks import AttackRolled, CriticalRolled, DamageDealt
from sim.events.orders import Attack, Charge, FullAttack
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, RANGED, TOUCH, Blow
from sim.tables.bestiary import creature
from sim.tables.sheet import Armor, Shield, WeaponBonus
from sim.testing import battlefield, cited, condition, order, spent, square
from tests.rules.d20.told import every, named, one, part, sheet

PAIR = "A o"
ROLL = "d20.core.attack-roll"


@pytest.mark.parametrize(("face", "hit"), [(12, False), (13, True)])
def test_a_roll_that_equals_the_armor_class_hits(face: int, hit: bool) -> None:
    """Die and bonus against armor class 18 (d20.core.attack-roll)."""
    attacker = sheet("orc", strength=18, light_sensitivity=False)
    dice = f"d20:{face}" + (" d4:1 d4:1" if hit else "")
    table = battlefield(PAIR, A=attacker, o=sheet("fighter-1", deflection=1), dice=dice)

    roll = one(order(table, "A", Attack("o", "falchion")), AttackRolled)

    assert (roll.total, roll.ac, roll.hit) == (face + 5, 18, hit)
    assert {named(roll.parts, label) for label in ("base attack", "strength")} == {1, 4}
    spent(table)


def test_melee_goes_by_strength_and_shots_by_dexterity() -> None:
    """With base attack and size in both (d20.core.attack-roll)."""
    table = battlefield("A . . . . o", A="goblin", o="orc")
    battle = table.battle
    a, o = battle["A"], battle["o"]

    blow = core.attack_tally(Blow(battle, a, o, a.weapons["morningstar"], MELEE))
    throw = core.attack_tally(Blow(battle, a, o, a.weapons["javelin"], RANGED))

    assert (named(blow.parts, "strength"), named(blow.parts, "dexterity"), named(blow.parts, "size")) == (0, 0, 1)
    assert (named(throw.parts, "dexterity"), named(throw.parts, "size")) == (1, 1)


@pytest.mark.parametrize(("face", "hit"), [(1, False), (20, True)])
def test_a_natural_1_misses_and_a_natural_20_hits(face: int, hit: bool) -> None:
    """Whatever the totals say (d20.core.natural-1-20)."""
    strong, weak = sheet("orc", base_attack=30), sheet("orc", base_attack=-30)
    dice = "d20:1" if not hit else "d20:20 d20:2 d4:1 d4:1"
    table = battlefield(PAIR, A=weak if hit else strong, o=sheet("orc", hit_points=90), dice=dice)

    events = order(table, "A", Attack("o", "falchion"))

    roll = one(events, AttackRolled)
    assert roll.hit is hit
    assert roll.threat is hit
    assert "d20.core.natural-1-20" in roll.cites
    spent(table)


def test_a_confirmed_threat_multiplies_the_damage() -> None:
    """The same modifiers once more; dice and fixed bonuses count twice (d20.core.critical, .damage-multiplying)."""
    table = battlefield(PAIR, A="orc", o=sheet("orc", hit_points=90), dice="d20:18 d20:15 d4:1 d4:2 d4:3 d4:4")

    events = order(table, "A", Attack("o", "falchion"))

    critical = one(events, CriticalRolled)
    assert critical.confirmed
    assert "d20.core.critical" in critical.cites
    damage = one(events, DamageDealt)
    assert damage.amount == 10 + 2 * 4
    assert "d20.core.damage-multiplying" in damage.cites


def test_a_threat_that_is_not_confirmed_is_a_plain_hit() -> None:
    """The confirmation roll misses (d20.core.critical)."""
    table = battlefield(PAIR, A="orc", o=sheet("orc", hit_points=90), dice="d20:18 d20:2 d4:1 d4:2")

    events = order(table, "A", Attack("o", "falchion"))

    assert not one(events, CriticalRolled).confirmed
    assert one(events, DamageDealt).amount == 3 + 4


def test_a_roll_in_the_threat_range_that_misses_is_no_threat() -> None:
    """Only a hit threatens (d20.core.critical)."""
    table = battlefield(PAIR, A=sheet("orc", base_attack=-9), o="fighter-1", dice="d20:19")

    events = order(table, "A", Attack("o", "falchion"))

    assert not one(events, AttackRolled).threat
    assert not every(events, CriticalRolled)


def test_sneak_attack_dice_are_not_multiplied() -> None:
    """Dice over and above the weapon's own are rolled once (d20.core.damage-multiplying)."""
    table = battlefield(PAIR, A="rogue-1", o=sheet("orc", hit_points=90), dice="d20:20 d20:15 d6:1 d6:2 d6:6")
    condition(table, "o", "flat-footed")

    damage = one(order(table, "A", Attack("o", "rapier")), DamageDealt)

    assert damage.amount == 1 + 2 + 2 * 1 + 6


def test_armor_class_adds_up_from_ten() -> None:
    """Armor, shield, natural armor, deflection, dodge, size and Dexterity, as the armor allows
    (d20.core.armor-class)."""
    guarded = sheet(
        "goblin",
        dexterity=18,
        armor=Armor("scale mail", 4, 3),
        shield=Shield("buckler", 1),
        deflection=2,
        dodge=1,
        natural_armor=1,
    )
    table = battlefield(PAIR, A="orc", o=guarded)
    battle = table.battle

    tally = core.ac_tally(Blow(battle, battle["A"], battle["o"], battle["A"].weapons["falchion"], MELEE))

    assert tally.total == 10 + 4 + 1 + 1 + 3 + 1 + 1 + 2
    assert all(modifier.rule == "d20.core.armor-class" for modifier in tally.parts)


def test_without_the_dexterity_bonus_dodge_is_lost_and_a_penalty_stays() -> None:
    """Caught off guard (d20.core.armor-class)."""
    for dexterity, expected in ((16, 10), (6, 8)):
        bare = sheet("orc", armor=None, dodge=2, dexterity=dexterity)
        table = battlefield(PAIR, A="orc", o=bare)
        condition(table, "o", "flat-footed")
        battle = table.battle

        tally = core.ac_tally(Blow(battle, battle["A"], battle["o"], battle["A"].weapons["falchion"], MELEE))

        assert tally.total == expected


def test_a_touch_ignores_armor_shield_and_hide() -> None:
    """Size, Dexterity, deflection and dodge still count (d20.core.touch-ac)."""
    table = battlefield(PAIR, A="orc", o=sheet("fighter-1", natural_armor=2, deflection=1))
    battle = table.battle
    blow = Blow(battle, battle["A"], battle["o"], battle["A"].sheet.unarmed, MELEE | TOUCH)

    assert core.ac_tally(blow).total == 10 + 1 + 1
    assert "d20.core.touch-ac" in blow.cites


def strength_of(kind: str, weapon: str, bits: int = MELEE, **changes: object) -> int:
    """What Strength adds to the damage of a blow with this weapon."""
    table = battlefield("A . o", A=sheet(kind, **changes), o="orc")
    battle = table.battle
    me = battle["A"]
    return named(core.damage_parts(Blow(battle, me, battle["o"], me.weapons[weapon], bits)), "strength")


def test_strength_counts_by_the_hands_on_the_weapon() -> None:
    """Once in one hand, half as much again in two, fractions lost (d20.core.damage)."""
    assert strength_of("fighter-1", "longsword", strength=16) == 3
    assert strength_of("orc", "falchion", strength=16) == 4
    assert strength_of("rogue-1", "rapier", strength=16) == 3
    assert strength_of("orc", "falchion", strength=7) == -2


def test_bows_add_strength_up_to_their_rating() -> None:
    """Ordinary bows take a penalty only, thrown weapons and slings all of it, crossbows nothing (d20.core.damage)."""
    assert strength_of("fighter-1", "shortbow", RANGED, strength=18) == 0
    assert strength_of("fighter-1", "shortbow", RANGED, strength=6) == -2
    assert strength_of("fighter-3", "composite longbow", RANGED, strength=20) == rating(
        "fighter-3", "composite longbow"
    )
    assert strength_of("orc", "javelin", RANGED, strength=16) == 3
    assert strength_of("kobold", "sling", RANGED, strength=16) == 3
    assert strength_of("cleric-1", "light crossbow", RANGED, strength=18) == 0
    assert strength_of("cleric-1", "light crossbow", RANGED, strength=6) == 0


def rating(kind: str, weapon: str) -> int | None:
    """The strength rating of somebody's bow."""
    return next(each.strength_rating for each in creature(kind).weapons if each.name == weapon)


def test_a_hit_deals_at_least_one_point() -> None:
    """However weak the arm (d20.core.damage)."""
    table = battlefield(PAIR, A=sheet("kobold", strength=3), o="orc", dice="d20:19 d6:1")

    damage = one(order(table, "A", Attack("o", "spear")), DamageDealt)

    assert damage.amount == 1
    assert "d20.core.damage" in cited([damage])


def test_a_sole_natural_weapon_strikes_with_half_as_much_strength_again() -> None:
    """One bite and nothing else (d20.core.natural-weapons)."""
    assert strength_of("wolf", "bite", strength=17) == 4
    assert strength_of("troll", "claw", strength=17) == 3


def test_secondary_natural_weapons_are_worse() -> None:
    """At -5 and with half the Strength bonus, even alone (d20.core.natural-weapons)."""
    table = battlefield("A A o\nA A .", A="brown-bear", o="orc")
    battle = table.battle
    me = battle["A"]
    bite = Blow(battle, me, battle["o"], me.weapons["bite"], MELEE)

    assert part(core.attack_tally(bite).parts, "d20.core.natural-weapons") == -5
    assert named(core.damage_parts(bite), "strength") == 4


def test_beside_a_manufactured_weapon_natural_ones_are_secondary() -> None:
    """The gore that follows the axe (d20.core.natural-weapons)."""
    table = battlefield("A A o\nA A .\n", A="minotaur", o=sheet("orc", hit_points=90), dice="d20:2 d20:2 d20:12 d8:3")

    order(table, "A", FullAttack("o", "greataxe"))
    order(table, "A", Attack("o", "greataxe"))
    events = order(table, "A", Attack("o", "gore"))

    roll, damage = one(events, AttackRolled), one(events, DamageDealt)
    assert part(roll.parts, "d20.core.natural-weapons") == -5
    assert part(damage.parts, "d20.core.natural-weapons") == 2


def test_ties_of_opposed_rolls_go_to_the_higher_modifier_and_then_are_rolled_again() -> None:
    """A perfect tie is rolled until it is none (d20.core.opposed-check)."""
    table = battlefield(PAIR, A="orc", o="orc", dice="d20:5 d20:8 d20:5 d20:5 d20:9 d20:4")
    a, o = table.battle["A"], table.battle["o"]

    by_modifier = core.opposed(table, "trip", a, o, ("x", "y"), (Modifier(4, "", "r"),), (Modifier(1, "", "r"),), 0)
    again = core.opposed(table, "trip", a, o, ("x", "y"), (), (), 0)

    assert by_modifier.won
    assert "d20.core.opposed-check" in by_modifier.cites
    assert again.won
    assert len(again.dice) == 4
    assert "d20.core.opposed-check" in again.cites


def test_bonuses_of_one_type_do_not_stack() -> None:
    """The better of two enhancement bonuses counts, and the log says so (d20.core.modifier-stacking)."""
    axe = sheet("orc").weapons[0]
    twice = msgspec.structs.replace(
        axe,
        bonuses=(
            WeaponBonus("attack", 1, "enhancement", "d20.masterwork.attack"),
            WeaponBonus("attack", 2, "enhancement", "d20.magic-weapon.bonus"),
        ),
    )
    table = battlefield(PAIR, A=sheet("orc", weapons=(twice,)), o="orc", dice="d20:2")

    roll = one(order(table, "A", Attack("o", "falchion")), AttackRolled)

    assert named(roll.parts, "enhancement") == 2
    assert [dropped.value for dropped in roll.dropped] == [1]
    assert "d20.core.modifier-stacking" in roll.cites


@pytest.mark.parametrize(("options", "penalty"), [({}, -4), ({"helpless-prone": "both"}, -8)])
def test_the_helpless_who_lie_take_the_row_of_the_helpless_alone(options: dict[str, str], penalty: int) -> None:
    """Unless the scenario lets both rows add up (d20.core.modifier-stacking, option helpless-prone)."""
    table = battlefield(PAIR, A="orc", o="fighter-1", dice="d20:1", options=options)
    condition(table, "o", "prone")
    condition(table, "o", "paralyzed")

    roll = one(order(table, "A", Attack("o", "falchion")), AttackRolled)

    assert named(roll.ac_parts, "helpless") + named(roll.ac_parts, "prone") == penalty
    assert ("d20.core.modifier-stacking" in roll.cites) is (not options)


def test_an_unfamiliar_weapon_is_clumsy() -> None:
    """-4 without proficiency (d20.core.non-proficiency)."""
    strange = msgspec.structs.replace(sheet("orc").weapons[0], proficient=False)
    table = battlefield(PAIR, A=sheet("orc", weapons=(strange,)), o="orc", dice="d20:2")

    assert part(one(order(table, "A", Attack("o", "falchion")), AttackRolled).parts, "d20.core.non-proficiency") == -4


MODIFIERS = st.builds(
    Modifier, st.integers(-6, 6), st.sampled_from(("", "dodge", "enhancement", "deflection")), st.sampled_from("abcd")
)


@given(st.lists(MODIFIERS, max_size=8).flatmap(lambda parts: st.tuples(st.just(parts), st.permutations(parts))))
def test_the_order_of_parts_never_changes_a_total(orders: tuple[list[Modifier], list[Modifier]]) -> None:
    """A tally is a sum, whoever names his bonus first (d20.core.modifier-stacking)."""
    one_way, another = orders
    assert stack(one_way).total == stack(another).total


def test_a_charge_adds_to_everything_else() -> None:
    """Modifiers of different rows add up (d20.core.modifier-stacking)."""
    table = battlefield("A . . o", A="orc", o="fighter-1", dice="d20:2")
    condition(table, "A", "shaken")

    roll = one(order(table, "A", Charge("o", square(table, "c1"), "falchion")), AttackRolled)

    assert named(roll.parts, "charge") + named(roll.parts, "shaken") == 0
    assert named(roll.parts, "charge") == 2
    assert ROLL in cited([roll])
