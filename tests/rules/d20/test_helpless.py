"""The helpless, and sneak attacks."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack
from sim.rules.d20 import helpless
from sim.state.conditions import BIT, HELPLESS
from sim.tables.sheet import Sheet
from sim.testing import battlefield, condition, order, spent
from tests.rules.d20.told import every, named, one, part, sheet

ROGUE = sheet("rogue-1", light_sensitivity=False)
TOUGH = sheet("orc", hit_points=90)
STAB = Attack("o", "rapier")


def test_the_helpless_are_struck_at_will() -> None:
    """-4 in melee, nothing at range (d20.helpless.ac-melee)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, dice="d20:1")
    condition(table, "o", "paralyzed")
    roll = one(order(table, "A", Attack("o", "longsword")), AttackRolled)
    assert named(roll.ac_parts, "helpless") == -4
    assert "d20.helpless.ac-melee" in roll.cites

    far = battlefield("A . . o", A=sheet("rogue-1", held=("shortbow",)), o=TOUGH, dice="d20:1")
    condition(far, "o", "paralyzed")
    assert named(one(order(far, "A", Attack("o", "shortbow")), AttackRolled).ac_parts, "helpless") == 0


def test_their_dexterity_counts_as_nothing() -> None:
    """-5 in place of their own modifier, near and far (d20.helpless.dex)."""
    table = battlefield("A o", A="fighter-1", o=sheet("rogue-1", dexterity=18), dice="d20:1")
    condition(table, "o", "asleep")

    roll = one(order(table, "A", Attack("o", "longsword")), AttackRolled)

    assert part(roll.ac_parts, "d20.helpless.dex") == -5
    assert named(roll.ac_parts, "dexterity") == -5


HELPLESS_STATES = ["paralyzed", "petrified", "bound", "asleep", "unconscious", "dying", "stable"]
OTHER_STATES = ["grappling", "pinned", "prone", "stunned", "cowering", "flat-footed"]


@pytest.mark.parametrize(
    ("state", "is_helpless"), [(s, True) for s in HELPLESS_STATES] + [(s, False) for s in OTHER_STATES]
)
def test_who_is_helpless(state: str, is_helpless: bool) -> None:
    """At an opponent's mercy, and not merely at a disadvantage (d20.helpless.definition)."""
    assert bool(BIT[state] & HELPLESS) is is_helpless


def test_the_unconscious_lie_on_the_ground() -> None:
    """Whoever begins to die falls (d20.helpless.definition)."""
    table = battlefield("A o", A="fighter-1", o="commoner-1", dice="d20:18 d8:8")

    began = every(order(table, "A", Attack("o", "longsword")), ConditionBegan)

    assert [event.condition for event in began] == ["dying", "prone"]
    assert began[1].cites == ("d20.helpless.definition",)


def stab(state: str, dice: str, foe: Sheet = TOUGH, drawing: str = "A o", **more: object) -> DamageDealt:
    """The damage of a rogue's blow against somebody in this state."""
    table = battlefield(drawing, A=ROGUE, o=foe, dice=dice, **more)  # type: ignore[arg-type]
    if state:
        condition(table, "o", state)
    damage = one(order(table, "A", STAB), DamageDealt)
    spent(table)
    return damage


def test_every_blow_at_the_helpless_is_a_sneak_attack() -> None:
    """A rogue needs no other opening (d20.helpless.sneak-attack)."""
    damage = stab("paralyzed", "d20:15 d6:2 d6:5")

    assert damage.amount == 2 + 1 + 5
    assert "d20.helpless.sneak-attack" in damage.cites


def test_off_guard_or_flanked_one_is_open_to_it() -> None:
    """Denied the Dexterity bonus even if there is none, or flanked (d20.helpless.sneak-attack-when)."""
    assert stab("flat-footed", "d20:15 d6:2 d6:5").amount == 8

    table = battlefield("A o B", A=ROGUE, B="fighter-1", o=TOUGH, dice="d20:15 d6:2 d6:5")
    damage = one(order(table, "A", STAB), DamageDealt)
    assert damage.amount == 8
    assert "d20.helpless.sneak-attack-when" in damage.cites


def test_without_an_opening_there_is_none() -> None:
    """One who is on his guard takes the blade alone (d20.helpless.sneak-attack-when)."""
    damage = stab("", "d20:15 d6:2")

    assert damage.amount == 3
    assert not any(rule.startswith("d20.helpless") for rule in damage.cites)


@pytest.mark.parametrize(("free", "dice"), [(5, "d20:19 d6:2 d6:5"), (6, "d20:19 d6:2")])
def test_shots_find_the_vitals_within_thirty_feet(free: int, dice: str) -> None:
    """And no farther (d20.helpless.sneak-attack-when)."""
    table = battlefield("A" + " ." * free + " o", A=sheet("rogue-1", held=("shortbow",)), o=TOUGH, dice=dice)
    condition(table, "o", "flat-footed")

    order(table, "A", Attack("o", "shortbow"))

    spent(table)


def test_a_lethal_blade_used_to_stun_finds_no_vitals() -> None:
    """A sap would (d20.helpless.sneak-attack-when)."""
    table = battlefield("A o", A=ROGUE, o=TOUGH, dice="d20:17 d6:2")
    condition(table, "o", "paralyzed")

    order(table, "A", Attack("o", "rapier", lethality="nonlethal"))

    spent(table)


@pytest.mark.parametrize(
    "kind", ["human-warrior-skeleton", "medium-animated-object", "gray-ooze", "medium-earth-elemental"]
)
def test_those_without_vitals_take_none(kind: str) -> None:
    """Undead, constructs, oozes, elementals (d20.helpless.sneak-attack-never)."""
    foe = sheet(kind, hit_points=90, reduction=None, natural_armor=0, armor=None, shield=None)

    damage = stab("flat-footed", "d20:17 d6:4", foe)

    assert "d20.helpless.sneak-attack-never" in damage.cites


def test_those_that_are_not_clearly_seen_take_none() -> None:
    """Concealment of any degree protects (d20.helpless.sneak-attack-never)."""
    damage = stab("flat-footed", "d20:17 d100:90 d6:4", light=["bs"])

    assert "d20.helpless.sneak-attack-never" in damage.cites


def test_the_dice_are_rolled_once_on_a_critical_hit() -> None:
    """They are never multiplied (d20.helpless.sneak-attack-never)."""
    assert stab("flat-footed", "d20:20 d20:19 d6:1 d6:2 d6:6").amount == 1 + 2 + 2 + 6
    assert helpless.SNEAK_RANGE == 6
