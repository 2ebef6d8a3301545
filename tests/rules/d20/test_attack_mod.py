"""The attack roll table."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.testing import battlefield, condition, order, why_not
from tests.rules.d20.told import named, one, part, sheet

ROWS = [
    ("prone", "d20.attack-mod.prone", -4, None),
    ("dazzled", "d20.attack-mod.dazzled", -1, -1),
    ("entangled", "d20.attack-mod.entangled", -2, -2),
    ("invisible", "d20.attack-mod.invisible", 2, 2),
    ("shaken", "d20.attack-mod.shaken", -2, -2),
    ("squeezing", "d20.attack-mod.squeezing", -4, -4),
]


def blow(state: str, other: str = "") -> AttackRolled:
    """A strike by somebody in this state."""
    table = battlefield("A o", A="fighter-1", o="ogre", dice="d20:1")
    condition(table, "A", state)
    if other:
        condition(table, "o", other)
    return one(order(table, "A", Attack("o", "longsword")), AttackRolled)


def shot(state: str) -> AttackRolled:
    """A shot by somebody in this state."""
    table = battlefield("A . . . o", A=sheet("rogue-1", held=("shortbow",)), o="orc", dice="d20:1")
    condition(table, "A", state)
    return one(order(table, "A", Attack("o", "shortbow")), AttackRolled)


@pytest.mark.parametrize(("state", "rule", "melee", "ranged"), ROWS)
def test_the_attackers_state_counts(state: str, rule: str, melee: int, ranged: int | None) -> None:
    """Row by row, in melee and at range (d20.attack-mod.prone, d20.attack-mod.dazzled, d20.attack-mod.entangled,
    d20.attack-mod.invisible, d20.attack-mod.shaken, d20.attack-mod.squeezing)."""
    assert part(blow(state).parts, rule) == melee
    if ranged is not None:
        assert part(shot(state).parts, rule) == ranged


def test_the_frightened_are_shaken_too() -> None:
    """-2 as well (d20.attack-mod.shaken)."""
    table = battlefield("A o", A="fighter-1", o="ogre", dice="d20:1")
    condition(table, "A", "frightened")
    battle = table.battle
    tally = core.attack_tally(Blow(battle, battle["A"], battle["o"], battle["A"].weapons["longsword"], MELEE))

    assert part(tally.parts, "d20.attack-mod.shaken") == -2


def test_most_bows_are_no_use_on_the_ground() -> None:
    """A crossbow is, without a penalty (d20.attack-mod.prone)."""
    bow = battlefield("A . . . o", A=sheet("rogue-1", held=("shortbow",)), o="orc")
    condition(bow, "A", "prone")
    assert why_not(bow, "A", Attack("o", "shortbow")) == ("d20.attack-mod.prone",)

    crossbow = battlefield("A . . . o", A=sheet("cleric-1", held=("light crossbow",)), o="orc", dice="d20:1")
    condition(crossbow, "A", "prone")
    roll = one(order(crossbow, "A", Attack("o", "light crossbow")), AttackRolled)
    assert part(roll.parts, "d20.attack-mod.prone") == 0


def test_the_entangled_are_clumsier_as_well() -> None:
    """Dexterity is lower by 4, which a shot feels (d20.attack-mod.entangled)."""
    assert named(shot("entangled").parts, "dexterity") == named(shot("dazzled").parts, "dexterity") - 2


def test_higher_ground_helps_in_melee() -> None:
    """+1, and nothing at range (d20.attack-mod.higher-ground)."""
    high = battlefield("A o", A="fighter-1", o="orc", elevation=["10"], dice="d20:1")
    assert (
        part(one(order(high, "A", Attack("o", "longsword")), AttackRolled).parts, "d20.attack-mod.higher-ground") == 1
    )

    low = battlefield("A o", A="fighter-1", o="orc", elevation=["01"], dice="d20:1")
    assert part(one(order(low, "A", Attack("o", "longsword")), AttackRolled).parts, "d20.attack-mod.higher-ground") == 0

    far = battlefield("A . o", A=sheet("rogue-1", held=("shortbow",)), o="orc", elevation=["100"], dice="d20:1")
    assert part(one(order(far, "A", Attack("o", "shortbow")), AttackRolled).parts, "d20.attack-mod.higher-ground") == 0


def test_an_invisible_attacker_finds_the_defender_off_guard() -> None:
    """No Dexterity bonus; against the blind the +2 falls away (d20.attack-mod.invisible)."""
    roll = blow("invisible")
    assert "d20.attack-mod.invisible" in roll.cites

    assert part(blow("invisible", "blinded").parts, "d20.attack-mod.invisible") == 0


def test_flanking_stands_in_the_table_once() -> None:
    """Two rows speak of one bonus (d20.attack-mod.flanking)."""
    table = battlefield("A o B", A="fighter-1", B="fighter-1", o="orc", dice="d20:1")

    roll = one(order(table, "A", Attack("o", "longsword")), AttackRolled)

    assert named(roll.parts, "flanking") == 2
    assert "d20.attack-mod.flanking" in roll.cites
