"""Feats that go with weapons."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, Blow
from sim.tables.bestiary import creature
from sim.tables.equipment import shield
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, order

FINESSE = "d20.weapon-feats.finesse"


def bonus(sheet: Sheet) -> list[tuple[int, str]]:
    """What finesse contributes to the attack of a creature with its first weapon."""
    table = battlefield("A o", A=sheet, o="orc")
    me = table.battle["A"]
    blow = Blow(table.battle, me, table.battle["o"], me.weapons[me.sheet.weapons[0].name], MELEE)
    return [(part.value, part.type) for part in core.attack_tally(blow).parts if part.rule == FINESSE]


def test_finesse_uses_dexterity() -> None:
    """A halfling rogue strikes with its Dexterity (d20.weapon-feats.finesse)."""
    rogue = creature("halfling-rogue-3")

    assert bonus(rogue) == [((rogue.dexterity or 0) // 2 - 5, "dexterity")]


def test_a_shield_is_in_the_way_of_finesse() -> None:
    """Its check penalty counts on the attack."""
    rogue = replace(creature("halfling-rogue-3"), shield=shield("light steel shield"))

    assert bonus(rogue)[1] == (-1, "shield check")


def test_the_strong_have_no_use_for_finesse() -> None:
    """Strength stays where it is worth more."""
    assert bonus(replace(creature("halfling-rogue-3"), strength=24)) == []


def test_focus_and_specialization_are_in_the_sums() -> None:
    """A trained fighter's attack and damage name both feats."""
    table = battlefield("A o o\n. o o", A="fighter-5", o="ogre")
    me = table.battle["A"]
    blow = Blow(table.battle, me, table.battle["o"], me.weapons[me.held[0]], MELEE)

    rules = {part.rule for part in (*core.attack_tally(blow).parts, *core.damage_parts(blow))}

    assert {"d20.weapon-feats.focus", "d20.weapon-feats.specialization"} <= rules


def test_improved_critical_is_named_where_it_made_the_threat() -> None:
    """A longsword in trained hands threatens from 17: a 17 is the feat's, a 19 is not (d20.weapon-feats.critical)."""
    named = []
    for natural in (17, 19):
        table = battlefield("A o o\n. o o", A="fighter-8", o="ogre", dice=f"d20:{natural}")
        weapon = next(w for w in table.battle["A"].sheet.weapons if any(b.on == "threat" for b in w.bonuses))
        table.battle["A"].held = (weapon.name,)
        blow = Blow(table.battle, table.battle["A"], table.battle["o"], weapon, MELEE)
        rolled = core.roll_attack(table, blow, -1)
        assert rolled.threat
        named.append("d20.weapon-feats.critical" in cited([rolled]))

    assert named == [True, False]


def test_racial_bonuses_name_their_rule() -> None:
    """A hill giant throws rocks better than it knows (d20.racial-weapon.attack)."""
    table = battlefield("G G . . o\nG G . . .", G="hill-giant", o="orc", dice="d20:2")
    table.battle["G"].held = ("rock",)

    events = order(table, "G", Attack("o", "rock"))

    assert "d20.racial-weapon.attack" in cited([e for e in events if type(e) is AttackRolled])
