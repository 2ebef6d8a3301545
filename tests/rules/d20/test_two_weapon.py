"""Fighting with two weapons."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from sim.events.attacks import AttackRolled, CriticalRolled, DamageDealt
from sim.events.course import FullAttackBegan
from sim.events.orders import Attack, FullAttack, Move
from sim.rules.d20.book import BOOK
from sim.tables.equipment import weapon
from sim.tables.sheet import Sheet, Weapon
from sim.testing import battlefield, order, square, turn, why_not
from tests.rules.d20.told import named, one, part, sheet

PRIMARY = Weapon(name="longsword", category="one-handed", damage="1d8")
LIGHT = Weapon(name="short sword", category="light", damage="1d6")
HEAVY = Weapon(name="battleaxe", category="one-handed", damage="1d8", multiplier=3)
DOUBLE = Weapon(
    name="dwarven urgrosh", category="two-handed", damage="1d8", double="1d6", double_multiplier=3, multiplier=2
)
FEAT = ("two-weapon-fighting",)


def fencer(second: Weapon, feats: tuple[str, ...] = (), *, strength: int = 16) -> Sheet:
    """A man with a sword and something in the other hand."""
    return sheet(
        "fighter-1",
        shield=None,
        weapons=(PRIMARY, second),
        held=("longsword", second.name),
        feats=feats,
        strength=strength,
    )


CASES = [
    (HEAVY, (), "d20.two-weapon.normal", -6, -10),
    (LIGHT, (), "d20.two-weapon.light-offhand", -4, -8),
    (HEAVY, FEAT, "d20.two-weapon.feat", -4, -4),
    (LIGHT, FEAT, "d20.two-weapon.light-and-feat", -2, -2),
]


@pytest.mark.parametrize(("second", "feats", "rule", "primary", "off"), CASES)
def test_two_weapons_cost_accuracy(second: Weapon, feats: tuple[str, ...], rule: str, primary: int, off: int) -> None:
    """Less with a light second weapon and with the feat (d20.two-weapon.normal, d20.two-weapon.light-offhand,
    d20.two-weapon.feat, d20.two-weapon.light-and-feat)."""
    table = battlefield("A o", A=fencer(second, feats), o="fighter-1", dice="d20:2 d20:2")

    first = order(table, "A", FullAttack("o", "longsword", off_hand=second.name))
    other = order(table, "A", Attack("o", second.name))

    assert part(one(first, AttackRolled).parts, rule) == primary
    assert part(one(other, AttackRolled).parts, rule) == off


def test_the_second_weapon_gives_one_more_attack() -> None:
    """In a full attack, and the penalties go with nothing else (d20.two-weapon.extra-attack)."""
    table = battlefield(". .\nA o", A=fencer(LIGHT), o="fighter-1", dice="d20:2 d20:2")
    events = order(table, "A", FullAttack("o", "longsword", off_hand="short sword"))
    began = one(events, FullAttackBegan)
    assert [(due.weapon, due.off_hand) for due in began.attacks] == [("short sword", True)]
    assert "d20.two-weapon.extra-attack" in began.cites

    alone = battlefield("A o", A=fencer(LIGHT), o="fighter-1", dice="d20:2")
    assert named(one(order(alone, "A", Attack("o", "longsword")), AttackRolled).parts, "two weapons") == 0


def test_an_opportunity_with_one_of_the_two_takes_no_penalty() -> None:
    """It is no part of the full attack (d20.two-weapon.extra-attack)."""
    table = battlefield(
        "A o\n. .\n. .", A=fencer(LIGHT), o="fighter-1", dice="d20:2 d20:1", answers=[Attack("o", "longsword")]
    )
    order(table, "A", FullAttack("o", "longsword", off_hand="short sword"))

    roll = one(order(table, "o", Move(square(table, "b3"))), AttackRolled)

    assert roll.opportunity
    assert named(roll.parts, "two weapons") == 0


def test_without_a_second_weapon_there_is_none() -> None:
    """One sword is one sword (d20.two-weapon.extra-attack)."""
    table = battlefield("A o", A=fencer(LIGHT), o="fighter-1")

    wish = FullAttack("o", "longsword", off_hand="dagger")
    assert why_not(table, "A", wish) == ("d20.two-weapon.extra-attack",)
    assert why_not(table, "A", FullAttack("o", "longsword", off_hand="double")) == ("d20.two-weapon.extra-attack",)


def test_both_ends_of_a_double_weapon_strike() -> None:
    """The second end is light, with its own dice and multiplier; the first counts Strength once
    (d20.two-weapon.double-weapon)."""
    me = sheet("fighter-1", shield=None, weapons=(DOUBLE,), held=(DOUBLE.name,), feats=(), strength=16)
    foe = sheet("orc", hit_points=90, dexterity=1)
    table = battlefield("A o", A=me, o=foe, dice="d20:19 d8:1 d20:20 d20:19 d6:1 d6:2 d6:3")

    first = order(table, "A", FullAttack("o", DOUBLE.name, off_hand="double"))
    other = order(table, "A", Attack("o", DOUBLE.name))

    assert "d20.two-weapon.double-weapon" in one(first, FullAttackBegan).cites
    assert part(one(other, AttackRolled).parts, "d20.two-weapon.light-offhand") == -8
    assert named(one(first, DamageDealt).parts, "strength") == 3
    assert one(other, CriticalRolled).confirmed
    assert one(other, DamageDealt).amount == 1 + 2 + 3 + 3 * 1


def test_one_end_of_a_double_weapon_is_a_two_handed_weapon() -> None:
    """Half as much Strength again (d20.two-weapon.double-weapon)."""
    me = sheet("fighter-1", shield=None, weapons=(DOUBLE,), held=(DOUBLE.name,), feats=(), strength=16)
    table = battlefield("A o", A=me, o=sheet("orc", hit_points=90), dice="d20:19 d8:1")

    assert named(one(order(table, "A", Attack("o", DOUBLE.name)), DamageDealt).parts, "strength") == 4


def test_a_fist_is_a_light_second_weapon() -> None:
    """An unarmed strike is always light (d20.two-weapon.double-weapon)."""
    me = sheet("fighter-1", shield=None, weapons=(PRIMARY,), held=("longsword",), feats=())
    table = battlefield("A o", A=me, o="fighter-1", dice="d20:2")

    events = order(table, "A", FullAttack("o", "longsword", off_hand="unarmed strike"))

    assert part(one(events, AttackRolled).parts, "d20.two-weapon.light-offhand") == -4


@pytest.mark.parametrize(("strength", "bonus"), [(17, 1), (18, 2), (8, -1)])
def test_the_off_hand_adds_half_the_strength_bonus(strength: int, bonus: int) -> None:
    """Rounded down; a penalty counts in full (d20.two-weapon.offhand-damage)."""
    foe = sheet("orc", hit_points=90, armor=None, dexterity=1)
    table = battlefield("A o", A=fencer(LIGHT, FEAT, strength=strength), o=foe, dice="d20:1 d20:18 d6:3")
    order(table, "A", FullAttack("o", "longsword", off_hand="short sword"))

    damage = one(order(table, "A", Attack("o", "short sword")), DamageDealt)

    assert part(damage.parts, "d20.two-weapon.offhand-damage") == bonus


def test_light_weapons_add_no_more_strength_in_the_main_hand() -> None:
    """Once, in a full attack with two weapons too (d20.core.damage)."""
    swap = msgspec.structs.replace(fencer(LIGHT, FEAT), held=("short sword", "longsword"))
    table = battlefield("A o", A=swap, o=sheet("orc", hit_points=90), dice="d20:19 d6:3")

    events = order(table, "A", FullAttack("o", "short sword", off_hand="longsword"))

    assert named(one(events, DamageDealt).parts, "strength") == 3


def test_claws_have_no_off_hand() -> None:
    """Natural weapons have a full attack of their own (d20.two-weapon.extra-attack)."""
    table = battlefield("A o", A="ghoul", o="orc")
    table.battle["A"].held = ()

    assert "d20.two-weapon.extra-attack" in why_not(table, "A", FullAttack("o", "claw", off_hand="unarmed strike"))


def test_either_of_two_weapons_is_offered_as_the_first() -> None:
    """With the other in the off hand; one alone is not offered beside itself (d20.two-weapon.extra-attack)."""
    armed = sheet("fighter-1", weapons=(weapon("longsword"), weapon("short sword")), shield=None)
    table = battlefield("A o", A=replace(armed, held=("longsword", "short sword")), o="orc")
    turn(table, "A")

    offered = [(wish.weapon, wish.off_hand) for wish in BOOK.offers(table.battle, "A").of(FullAttack) if wish.off_hand]  # type: ignore[union-attr]

    assert {("longsword", "short sword"), ("short sword", "longsword")} <= set(offered)
    assert ("longsword", "longsword") not in offered
