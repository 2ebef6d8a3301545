"""Striking without a weapon."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.course import Answered
from sim.events.orders import Attack, Move, Pass
from sim.rules.d20 import aoo, threat
from sim.testing import battlefield, cited, order, spent, square
from tests.rules.d20.told import every, one, part, sheet

FIST = Attack("o", "unarmed strike")


def test_only_an_armed_defender_strikes_first() -> None:
    """Against the unarmed a fist exposes to nobody (d20.unarmed.aoo-if-defender-armed)."""
    armed = battlefield("A o", A="fighter-1", o="orc", dice="d20:2")
    events = order(armed, "A", FIST)
    assert "d20.unarmed.aoo-if-defender-armed" in one(events, Answered).cites

    bare = battlefield("A o", A="fighter-1", o=sheet("orc", held=()), dice="d20:2")
    events = order(bare, "A", FIST)
    assert not every(events, Answered)
    assert "d20.unarmed.aoo-if-defender-armed" in one(events, AttackRolled).cites


def test_the_defender_strikes_before_the_fist_lands() -> None:
    """Whoever falls to it strikes no more (d20.unarmed.aoo-before-attack)."""
    table = battlefield(
        "A o", A=sheet("fighter-1", hit_points=1), o="orc", dice="d20:17 d4:4 d4:4", answers=[Attack("A", "falchion")]
    )

    events = order(table, "A", FIST)

    assert "d20.unarmed.aoo-before-attack" in one(events, Answered).cites
    assert [roll.attacker for roll in every(events, AttackRolled)] == ["o"]
    spent(table)


def test_only_the_one_attacked_may_strike() -> None:
    """Others who threaten may not (d20.unarmed.aoo-only-defender)."""
    table = battlefield("p A o", A="fighter-1", o="orc", p="orc", dice="d20:2")

    asked = one(order(table, "A", FIST), Answered)

    assert asked.who == "o"
    assert "d20.unarmed.aoo-only-defender" in asked.cites


def test_the_unarmed_strike_at_no_opportunity() -> None:
    """A bare fist is off the menu, as long as it does not count as armed (d20.unarmed.no-aoo-by-unarmed)."""
    for kind, rules in (("orc", ("d20.unarmed.no-aoo-by-unarmed",)), ("monk-3", ())):
        table = battlefield("A o", A="fighter-1", o=kind)
        menu = aoo.Reactions(table.battle, table.battle["o"], table.battle["A"])
        assert menu.why_not(Attack("A", "unarmed strike")) == rules


@pytest.mark.parametrize("kind", ["monk-3", "wolf"])
def test_the_trained_and_those_with_natural_weapons_count_as_armed(kind: str) -> None:
    """They threaten with empty hands (d20.unarmed.armed-definition)."""
    table = battlefield("A o", A=kind, o="orc")

    assert threat.threatens(table.battle, table.battle["A"], table.battle["o"])


def test_a_trained_fist_exposes_to_nobody() -> None:
    """A monk's blow is an armed attack (d20.unarmed.armed-no-provoke, d20.unarmed.armed-definition)."""
    table = battlefield("A o", A="monk-3", o="orc", dice="d20:2")

    events = order(table, "A", FIST)

    assert not every(events, Answered)
    assert {"d20.unarmed.armed-no-provoke", "d20.unarmed.armed-definition"} <= cited(events)


def test_a_trained_fist_strikes_at_opportunities() -> None:
    """The monk needs no weapon for it (d20.unarmed.armed-makes-aoo)."""
    table = battlefield("A o\n. .", A="orc", o="monk-3", dice="d20:2", answers=[Attack("A", "unarmed strike")])

    roll = one(order(table, "A", Move(square(table, "a2"))), AttackRolled)

    assert roll.opportunity
    assert {"d20.unarmed.armed-makes-aoo", "d20.unarmed.armed-definition"} <= set(roll.cites)


@pytest.mark.parametrize(("kind", "die"), [("ogre", 4), ("orc", 3), ("goblin", 2)])
def test_a_fist_deals_damage_by_size(kind: str, die: int) -> None:
    """1d4 from a Large one, 1d3 from a Medium one, 1d2 from a Small one, and Strength
    (d20.unarmed.damage-by-size)."""
    table = battlefield(
        "A A o\nA A ." if kind == "ogre" else "A . .\no . .",
        A=kind,
        o=sheet("commoner-1", held=(), hit_points=50),
        dice=f"d20:19 d{die}:{die}",
    )

    damage = one(order(table, "A", FIST), DamageDealt)

    strength = part(damage.parts, "d20.core.damage")
    assert damage.amount == die + strength
    assert "d20.unarmed.damage-by-size" in damage.cites


def test_a_fist_stuns() -> None:
    """Its damage is nonlethal (d20.unarmed.nonlethal)."""
    table = battlefield("A o", A="orc", o=sheet("commoner-1", held=(), hit_points=50), dice="d20:19 d3:3")

    damage = one(order(table, "A", FIST), DamageDealt)

    assert damage.nonlethal
    assert "d20.unarmed.nonlethal" in damage.cites


def test_meaning_to_kill_with_bare_hands_is_hard() -> None:
    """-4 on the roll, chosen before it (d20.unarmed.lethal-penalty)."""
    table = battlefield("A o", A="orc", o=sheet("commoner-1", held=(), hit_points=50), dice="d20:19 d3:3")

    events = order(table, "A", Attack("o", "unarmed strike", lethality="lethal"))

    assert part(one(events, AttackRolled).parts, "d20.unarmed.lethal-penalty") == -4
    damage = one(events, DamageDealt)
    assert not damage.nonlethal
    assert "d20.unarmed.nonlethal" not in damage.cites


def test_the_trained_choose_freely() -> None:
    """A monk kills or stuns without a penalty (d20.unarmed.lethal-no-penalty-feat)."""
    for lethality in ("lethal", "nonlethal"):
        table = battlefield("A o", A="monk-3", o=sheet("orc", hit_points=50), dice="d20:19 d6:3", answers=[Pass()])
        events = order(table, "A", Attack("o", "unarmed strike", lethality=lethality))  # type: ignore[arg-type]

        roll = one(events, AttackRolled)
        assert part(roll.parts, "d20.unarmed.lethal-penalty") == 0
        assert one(events, DamageDealt).nonlethal is (lethality == "nonlethal")
        assert ("d20.unarmed.lethal-no-penalty-feat" in roll.cites) is (lethality == "lethal")
