"""What spells do, judged: fights full of magic are clean, and a changed fact in one is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents.policies import player_for
from sim import encounter
from sim.audit import audit
from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt, Healed, SaveRolled
from sim.events.boons import BoonBegan, SizeChanged, SpellDamageRolled, TemporaryHitPoints
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.log import Reading, parse, read
from sim.events.zones import ZoneBegan, ZoneBurned
from sim.rules.d20.book import BOOK
from sim.scenario.loader import load
from tests.audit.tampering import Change, chained, flipped, is_a, leave_out, plus, put

ROOT = Path(__file__).parents[2]

FIRE = is_a(DamageDealt, lambda e: e.damage_type == "fire" and not e.dice and e.amount > 1)
MISSILE = is_a(DamageDealt, lambda e: e.damage_type == "force")
EVADED = "d20.evasion.damage"
WEB = "d20.conjuration.web"
BLAST = is_a(SaveRolled, lambda e: e.against == "fireball")


@cache
def storm() -> Reading:
    """The golden fight with nearly every spell in it."""
    return read(ROOT / "replays" / "spell-storm-by-hand.jsonl")


@pytest.mark.parametrize(
    ("what", "change", "invariant"),
    [
        (is_a(SpellDamageRolled), put(total=plus("total")), "spell-damage-adds-up"),
        (is_a(SpellDamageRolled), put(dice=lambda e: e.dice[1:]), "spell-damage-adds-up"),
        (FIRE, put(amount=plus("amount")), "spell-damage-adds-up"),
        (MISSILE, put(amount=plus("amount")), "spell-damage-adds-up"),
        (MISSILE, put(damage_type="fire"), "spell-damage-adds-up"),
        (BLAST, put(dc=plus("dc")), "spells-call-for-their-saves"),
        (BLAST, put(save="will"), "spells-call-for-their-saves"),
        (BLAST, leave_out, "what-is-due-comes"),
        (BLAST, put(who="rowan"), "areas-strike-all-in-them"),
        (is_a(BoonBegan, lambda e: e.on == "ac"), put(value=plus("value")), "boons-are-what-spells-give"),
        (is_a(BoonBegan, lambda e: e.on == "ac"), put(type="luck"), "boons-are-what-spells-give"),
        (is_a(BoonBegan, lambda e: e.on == "strength" and e.dice), put(value=-1), "boons-are-what-spells-give"),
        (is_a(BoonBegan, lambda e: e.on == "images"), put(spell=1), "boons-are-what-spells-give"),
        (is_a(TemporaryHitPoints), put(points=plus("points")), "temporary-hit-points-add-up"),
        (is_a(ZoneBegan), put(squares=lambda e: e.squares[1:]), "areas-are-filled"),
        (is_a(ZoneBegan), put(does=("silence",)), "areas-are-filled"),
        (is_a(Healed), put(hit_points=plus("hit_points")), "healing-adds-up"),
        (is_a(CheckRolled, lambda e: e.check == "dispel magic"), put(success=flipped("success")), "dispelling-adds-up"),
        (is_a(CheckRolled, lambda e: e.check == "balance"), put(dc=plus("dc")), "checks-add-up"),
        (
            is_a(ConditionBegan, lambda e: e.condition == "frightened"),
            put(turns=plus("turns")),
            "spells-bring-their-conditions",
        ),
        (
            is_a(ConditionBegan, lambda e: e.condition == "asleep"),
            put(condition="stunned"),
            "spells-bring-their-conditions",
        ),
    ],
)
def test_a_changed_fact_is_found(what: Any, change: Change, invariant: str) -> None:
    """Of the first event of its kind."""
    assert invariant in found(storm(), what, change)


@cache
def cellar() -> Reading:
    """The golden fight with a web in it."""
    return read(ROOT / "replays" / "cobweb-cellar-by-hand.jsonl")


@pytest.mark.parametrize(
    ("what", "change", "invariant"),
    [
        (is_a(ZoneBurned), put(squares=lambda e: (*e.squares, 0)), "webs-burn-where-fire-falls"),
        (is_a(ZoneBurned), put(spell=0), "webs-burn-where-fire-falls"),
        (is_a(DamageDealt, lambda e: WEB in e.cites), put(amount=plus("amount")), "spell-damage-adds-up"),
        (is_a(DamageDealt, lambda e: EVADED in e.cites), put(amount=plus("amount")), "spell-damage-adds-up"),
        (is_a(ConditionEnded, lambda e: e.condition == "asleep"), put(who="osric"), "conditions-end-by-a-rule"),
        (is_a(ConditionEnded, lambda e: e.condition == "asleep"), put(because=0), "sleepers-wake-by-wounds-or-hands"),
        (is_a(SizeChanged), put(square=plus("square")), "growing-takes-room"),
        (is_a(SizeChanged), put(spell=0), "growing-takes-room"),
        (is_a(SizeChanged), put(larger=False), "growing-takes-room"),
        (is_a(SizeChanged), leave_out, "attack-rolls-add-up"),
        (is_a(Healed, lambda e: not e.dice), put(hit_points=plus("hit_points")), "healing-adds-up"),
        (is_a(Healed, lambda e: not e.dice), leave_out, "what-is-due-comes"),
        (is_a(DamageDealt, lambda e: WEB in e.cites), leave_out, "what-is-due-comes"),
        (is_a(CheckRolled, lambda e: WEB in e.cites), put(dc=plus("dc")), "checks-add-up"),
        (is_a(AttackRolled, lambda e: WEB in e.cites), put(ac_parts=()), "attack-rolls-add-up"),
        (
            is_a(SaveRolled, lambda e: e.against == "web" and not e.success),
            put(success=True),
            "boons-are-what-spells-give",
        ),
    ],
)
def test_a_changed_fact_about_a_web_is_found(what: Any, change: Change, invariant: str) -> None:
    """Of the first event of its kind."""
    assert invariant in found(cellar(), what, change)


def found(reading: Reading, what: Any, change: Change) -> set[str]:
    """What the audit finds once the first such event is changed."""
    events = list(reading.events)
    seq = next(seq for seq, event in enumerate(events) if what(event))

    return {finding.invariant for finding in audit(chained(reading, change(events, seq)))}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("policy", ["doctrine", "random"])
def test_a_fight_of_spells_is_clean(seed: int, policy: str) -> None:
    """Whatever is cast at whom."""
    scenario, policies = load(ROOT / "scenarios" / "spell-storm.toml")
    player = player_for(dict.fromkeys(policies, policy), seed, scenario.knowledge)
    table = encounter.begin(BOOK, scenario, player, seed=seed, policies=policies)
    encounter.play(BOOK, table)

    assert audit(parse(table.log.to_bytes())) == []
