"""Change one fact of a clean log, chain it anew, and the audit finds just that."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sim.audit import Finding, audit
from sim.core.tally import Modifier
from sim.events import orders
from sim.events.attacks import AttackRolled, ContestRolled, CriticalRolled, DamageDealt, Healed, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import (
    Answered,
    FightBegan,
    FightEnded,
    FullAttackBegan,
    InitiativeRolled,
    OrderGiven,
    RoundBegan,
    TurnBegan,
)
from sim.events.equipment import Dropped
from sim.events.grapple import GrappleBegan, GrappleEnded
from sim.events.log import Reading, read
from sim.events.movement import Moved
from tests.audit.tampering import (
    Tampering,
    chained,
    evolve_order,
    flipped,
    is_a,
    leave_out,
    plus,
    put,
    put_in,
    without,
)

LOGS = sorted((Path(__file__).parents[2] / "replays").glob("*.jsonl"))


@cache
def pool() -> tuple[Reading, ...]:
    """The clean logs to tamper with."""
    return tuple(log for log in map(read, LOGS) if log.header.ruleset == "d20")


def cites(event: Any, rule: str) -> bool:
    return any(part.rule == rule for part in event.parts)


FLANKING = "d20.flanking.bonus"
BLOW = is_a(AttackRolled, lambda e: e.hit and e.mode == "melee" and not e.threat and e.total > e.ac + 3)
OPPORTUNITY = is_a(Answered, lambda e: type(e.question) is orders.Opportunity and e.question.act == "moving")
LET_PASS = is_a(Answered, lambda e: type(e.answer) is orders.Pass and OPPORTUNITY(e))
STANDARD = is_a(OrderGiven, lambda e: e.cost == "standard" and isinstance(e.order, orders.Attack))
WALK = is_a(Moved, lambda e: e.gait == "walk" and len(e.path) > 3)
LONG_WALK = is_a(Moved, lambda e: e.gait == "walk" and len(e.path) > 6)
TIMED = is_a(ConditionEnded, lambda e: e.condition in ("charged", "fighting-defensively", "total-defense"))


TAMPERINGS = (
    Tampering("an attack total off by one", BLOW, put(total=plus("total")), "attack-rolls-add-up"),
    Tampering(
        "flanking left out",
        is_a(AttackRolled, lambda e: cites(e, FLANKING)),
        put(parts=lambda e: without(e.parts, FLANKING), total=plus("total", -2)),
        "attack-rolls-add-up",
    ),
    Tampering(
        "flanking that is none",
        is_a(AttackRolled, lambda e: not cites(e, FLANKING) and e.hit),
        put(parts=lambda e: (*e.parts, Modifier(2, "flanking", FLANKING)), total=plus("total", 2)),
        "attack-rolls-add-up",
    ),
    Tampering(
        "a part by another rule",
        BLOW,
        put(parts=lambda e: (e.parts[0]._replace(rule="d20.charge.attack-bonus"), *e.parts[1:])),
        "attack-rolls-add-up",
    ),
    Tampering(
        "armor that does not count",
        is_a(AttackRolled, lambda e: e.hit and any(part.type == "armor" for part in e.ac_parts)),
        put(
            ac_parts=lambda e: tuple(part for part in e.ac_parts if part.type != "armor"),
            ac=lambda e: e.ac - next(part.value for part in e.ac_parts if part.type == "armor"),
        ),
        "attack-rolls-add-up",
    ),
    Tampering(
        "two bonuses of one type",
        BLOW,
        put(
            parts=lambda e: (*e.parts, Modifier(1, "luck", FLANKING), Modifier(1, "luck", FLANKING)),
            total=plus("total", 2),
        ),
        "attack-rolls-add-up",
    ),
    Tampering("a hit that misses", BLOW, put(hit=False), "attack-rolls-add-up"),
    Tampering("a threat out of nothing", BLOW, put(threat=True), "attack-rolls-add-up"),
    Tampering("an attack called an opportunity", BLOW, put(opportunity=flipped("opportunity")), "attack-rolls-add-up"),
    Tampering(
        "another weapon",
        STANDARD,
        put(order=lambda e: evolve_order(e, weapon="chair")),
        "an-attack-is-what-was-ordered",
    ),
    Tampering(
        "a wrong die",
        BLOW,
        put(dice=lambda e: (e.dice[0]._replace(value=e.dice[0].value - 1),), total=plus("total", -1)),
        "dice-fall-as-seeded",
    ),
    Tampering("a die used twice", BLOW, put(dice=lambda e: (e.dice[0]._replace(index=0),)), "dice-fall-as-seeded"),
    Tampering("another kind of die", BLOW, put(dice=lambda e: (e.dice[0]._replace(sides=30),)), "attack-rolls-add-up"),
    Tampering("damage off by one", is_a(DamageDealt), put(amount=plus("amount")), "damage-adds-up"),
    Tampering(
        "damage turned lethal",
        is_a(DamageDealt, lambda e: e.nonlethal and e.amount),
        put(nonlethal=False),
        "damage-adds-up",
    ),
    Tampering(
        "damage without its bonus", is_a(DamageDealt, lambda e: e.parts and e.dice), put(parts=()), "damage-adds-up"
    ),
    Tampering(
        "a hit without damage",
        is_a(DamageDealt, lambda e: not e.cites and e.dice),
        leave_out,
        "what-is-due-comes",
        (OrderGiven, TurnBegan),
    ),
    Tampering(
        "a critical hit confirmed", is_a(CriticalRolled), put(confirmed=flipped("confirmed")), "criticals-are-confirmed"
    ),
    Tampering(
        "a contest lost and won", is_a(ContestRolled), put(won=flipped("won")), "opposed-rolls-are-won-by-the-higher"
    ),
    Tampering(
        "a contest without Strength",
        is_a(ContestRolled, lambda e: e.contest == "grapple"),
        put(parts=lambda e: e.parts[:1], total=lambda e: e.total - sum(p.value for p in e.parts[1:])),
        "grapples-are-rolled-right",
    ),
    Tampering("a save off by one", is_a(SaveRolled), put(total=plus("total")), "saves-add-up"),
    Tampering("a save that fails upwards", is_a(SaveRolled, lambda e: e.success), put(success=False), "saves-add-up"),
    Tampering("initiative off by one", is_a(InitiativeRolled), put(total=plus("total")), "initiative-adds-up"),
    Tampering(
        "two swapped in the turn order",
        is_a(FightBegan),
        put(order=lambda e: (e.order[1], e.order[0], *e.order[2:])),
        "initiative-orders-the-fight",
    ),
    Tampering("a turn of somebody else", is_a(TurnBegan), put(who=lambda e: "nobody"), "events-make-sense"),
    Tampering("a turn left out", is_a(TurnBegan), leave_out, "only-who-is-asked-acts", (OrderGiven,)),
    Tampering(
        "a turn restricted for nothing",
        is_a(TurnBegan, lambda e: not e.restricted),
        put(restricted=True),
        "turns-go-round",
    ),
    Tampering("a round too many", is_a(RoundBegan, lambda e: e.number == 2), put(number=3), "rounds-follow-each-other"),
    Tampering("a free attack", STANDARD, put(cost="free"), "orders-cost-what-the-table-says"),
    Tampering("a standard action twice", STANDARD, put_in(lambda e: e), "a-turn-holds-so-much"),
    Tampering(
        "an order after the end of the turn",
        is_a(OrderGiven, lambda e: isinstance(e.order, orders.End)),
        put_in(lambda e: evolve(e, order=orders.DropProne(), cost="free")),
        "only-who-is-asked-acts",
    ),
    Tampering(
        "an attack too many",
        is_a(FullAttackBegan, lambda e: len(e.attacks) == 1),
        put(attacks=lambda e: e.attacks * 2),
        "a-full-attack-has-its-attacks",
    ),
    Tampering("a price too low", WALK, put(halves=plus("halves", -1)), "steps-are-legal"),
    Tampering("a leap", WALK, put(path=lambda e: (e.path[0], *e.path[2:])), "steps-are-legal"),
    Tampering(
        "a start elsewhere", WALK, put(path=lambda e: e.path[1:], halves=plus("halves", -2)), "nobody-is-in-two-places"
    ),
    Tampering("a walk that is a run", WALK, put(gait="run"), "moves-are-of-their-order"),
    Tampering("a walk that is not told", LONG_WALK, leave_out, "what-is-due-comes", (OrderGiven, TurnBegan)),
    Tampering("an opportunity withheld", LET_PASS, leave_out, "every-opportunity-is-offered"),
    Tampering(
        "an opportunity at a friend", OPPORTUNITY, put(who=lambda e: e.question.provoker), "no-opportunity-is-undue"
    ),
    Tampering(
        "an opportunity for no act",
        OPPORTUNITY,
        put(question=lambda e: orders.Opportunity(e.question.provoker, "stand-up")),
        "no-opportunity-is-undue",
    ),
    Tampering("a condition that does not end", TIMED, leave_out, "what-is-due-comes"),
    Tampering("a condition that ends twice", TIMED, put_in(lambda e: e), "conditions-end-by-a-rule"),
    Tampering(
        "a condition that ends at once",
        is_a(ConditionBegan, lambda e: e.condition == "charged"),
        put_in(lambda e: ConditionEnded(e.because, e.who, "charged", ())),
        "conditions-end-by-a-rule",
    ),
    Tampering(
        "a condition that lasts too long",
        is_a(ConditionBegan, lambda e: e.condition == "charged"),
        put(turns=2),
        "conditions-begin-by-a-rule",
    ),
    Tampering(
        "a condition by no rule of its own",
        is_a(ConditionBegan, lambda e: e.condition == "prone"),
        put(cites=("d20.wounds.dead",)),
        "conditions-begin-by-a-rule",
    ),
    Tampering(
        "a charge that does not expose",
        is_a(ConditionBegan, lambda e: e.condition == "charged"),
        leave_out,
        "what-is-due-comes",
    ),
    Tampering(
        "a dying creature that is not", is_a(ConditionBegan, lambda e: e.condition == "dying"), leave_out, "wounds-tell"
    ),
    Tampering(
        "a death without wounds",
        is_a(DamageDealt, lambda e: e.amount < 3),
        put_in(lambda e: ConditionBegan(e.because, e.target, "dead", ("d20.wounds.dead",))),
        "wounds-tell",
        (OrderGiven, TurnBegan),
    ),
    Tampering("healing off by one", is_a(Healed), put(nonlethal=plus("nonlethal")), "healing-adds-up"),
    Tampering(
        "a hold that nobody won",
        is_a(ContestRolled, lambda e: e.contest == "grapple" and e.won and "d20.grapple.start.hold" in e.cites),
        leave_out,
        "a-hold-is-won",
    ),
    Tampering("a hold won for nothing", is_a(GrappleBegan), leave_out, "what-is-due-comes"),
    Tampering("a parting of strangers", is_a(GrappleEnded), put_in(lambda e: e), "who-lets-go-held"),
    Tampering("a thing that falls elsewhere", is_a(Dropped), put(square=plus("square")), "what-falls-was-held"),
    Tampering("a rule that nobody knows", BLOW, put(cites=("d20.luck.of-the-brave",)), "rules-are-known"),
    Tampering("a cause to come", BLOW, put(because=lambda e: 10_000), "causes-come-first"),
    Tampering("another winner", is_a(FightEnded), put(winner="the crows"), "the-fight-ends-when-it-is-over"),
    Tampering(
        "an early end",
        is_a(RoundBegan, lambda e: e.number == 2),
        lambda events, seq: [*events[:seq], FightEnded(-1, "", "bored")],
        "the-fight-ends-when-it-is-over",
    ),
)


def breaches(tampering: Tampering) -> tuple[int, list[Finding]]:
    """The event that was changed, and what the audit has to say."""
    for reading in pool():
        for seq, event in enumerate(reading.events):
            if tampering.where(event) and (not tampering.before or type(reading.events[seq + 1]) in tampering.before):
                events = tampering.change(list(reading.events), seq)
                return seq, audit(chained(reading, events))
    raise AssertionError(f"no log has an event for {tampering.what!r}")


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.what)
def test_one_fact_changed_is_found(tampering: Tampering) -> None:
    """What the audit finds first is the breach, and nothing before it."""
    seq, found = breaches(tampering)

    assert found
    assert tampering.invariant in {finding.invariant for finding in found if finding.seq == found[0].seq}
    assert found[0].seq >= seq


def test_every_finding_has_rule_and_numbers() -> None:
    """A message says what is in the log and what ought to be."""
    _, found = breaches(TAMPERINGS[0])

    finding = found[0]
    assert finding.rule == "d20.core.attack-roll"
    assert sum(word.strip(",").isdigit() for word in finding.message.split()) == 2


def test_nothing_is_judged_after_an_event_that_is_its_own_cause() -> None:
    """Whoever looked for what is behind it would never come to an end."""
    reading = next(reading for reading in pool() if Healed in map(type, reading.events))
    seq = [type(event) for event in reading.events].index(Healed)

    found = audit(chained(reading, put(because=seq)(list(reading.events), seq)))

    assert [(finding.seq, finding.invariant) for finding in found] == [(seq, "causes-come-first")]


def test_a_log_that_was_not_chained_anew_is_found_out() -> None:
    """The last digest does not follow from events that were changed (chain-holds)."""
    reading = pool()[0]
    tampered = reading._replace(events=(*reading.events[:-1], evolve(reading.events[-1], reason="so it goes")))

    assert [finding.invariant for finding in audit(tampered)] == ["chain-holds"]


def test_a_cut_log_is_judged_as_far_as_it_goes() -> None:
    """Whatever is missing at the end of an unfinished log is no breach."""
    reading = min(pool(), key=lambda known: len(known.events))

    for length in range(len(reading.events)):
        assert audit(chained(reading, list(reading.events[:length]))) == []
