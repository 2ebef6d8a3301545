"""What happens out of turn, tampered with: the audit finds just that; fights full of it are clean."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from sim.audit import audit
from sim.encounter import begin, play
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled, DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, OrderGiven
from sim.events.log import Reading, parse
from sim.events.orders import Cue, Decision, Question, Wait
from sim.events.timing import (
    ActionReadied,
    AidEnded,
    AidGiven,
    DelayedTurnBegan,
    FullRoundBegun,
    FullRoundCompleted,
    InitiativeChanged,
    ReadiedActBegan,
    ReadyLost,
    TurnDelayed,
)
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu
from sim.testing import scenario_of
from tests.audit.fights import Chance
from tests.audit.tampering import Tampering, is_a, leave_out, plus, put, put_in, without
from tests.audit.test_tampered import breaches, cites

TRIGGERED = is_a(Answered, lambda e: isinstance(e.question, Cue) and isinstance(e.answer, orders.Act))
BRACED = is_a(ReadiedActBegan, lambda e: bool(e.set_against))
FEINT = is_a(ContestRolled, lambda e: e.contest == "feint" and e.won)
MISLED = is_a(ConditionBegan, lambda e: e.condition == "feinted")
HELP = is_a(CheckRolled, lambda e: e.check == "aid-another" and e.success)
AID = "d20.aid-another.bonus"

TAMPERINGS = (
    Tampering(
        "an act that was not readied",
        is_a(ReadiedActBegan),
        put(order=lambda e: orders.TotalDefense()),
        "a-readied-act-is-what-was-readied",
    ),
    Tampering("a spear that is not set", BRACED, put(set_against=""), "a-readied-act-is-what-was-readied"),
    Tampering(
        "damage of a spear that is not set",
        is_a(DamageDealt, lambda e: "d20.ready.set-against-charge" in e.cites),
        put(cites=("d20.core.damage-multiplying",)),
        "damage-adds-up",
    ),
    Tampering(
        "another trigger",
        TRIGGERED,
        put(question=lambda e: Cue(e.question.who, "appears")),
        "readied-acts-are-within-their-trigger",
    ),
    Tampering(
        "a trigger of a friend",
        TRIGGERED,
        put(question=lambda e: Cue(e.who, e.question.on)),
        "readied-acts-are-within-their-trigger",
    ),
    Tampering(
        "another act readied",
        is_a(ActionReadied),
        put(act=lambda e: orders.FullAttack("it", "longspear")),
        "what-is-readied-can-be",
    ),
    Tampering("nothing readied", is_a(ActionReadied), leave_out, "what-is-due-comes"),
    Tampering("waiting for ever", is_a(ReadyLost), leave_out, "what-is-due-comes"),
    Tampering("lost twice", is_a(ReadyLost), put_in(lambda e: e), "what-is-readied-is-lost-in-time"),
    Tampering(
        "initiative that stays",
        is_a(InitiativeChanged, lambda e: "d20.ready.initiative" in e.cites),
        leave_out,
        "what-is-due-comes",
    ),
    Tampering(
        "initiative of another count",
        is_a(InitiativeChanged),
        put(count=plus("count")),
        "initiative-shifts-with-the-act",
    ),
    Tampering(
        "initiative somewhere else",
        is_a(InitiativeChanged, lambda e: e.before),
        put(before=""),
        "initiative-shifts-with-the-act",
    ),
    Tampering("a turn not put off", is_a(TurnDelayed), leave_out, "what-is-due-comes"),
    Tampering(
        "a late turn of nobody's choosing",
        is_a(DelayedTurnBegan),
        put(restricted=True),
        "delayed-turns-come-between-turns",
    ),
    Tampering(
        "asked about another place",
        is_a(Answered, lambda e: isinstance(e.question, Wait)),
        put(question=lambda e: Wait("nobody")),
        "delayed-turns-come-between-turns",
    ),
    Tampering(
        "half an action of another", is_a(FullRoundBegun), put(act=lambda e: orders.StandUp()), "halves-make-a-whole"
    ),
    Tampering(
        "the second half of another",
        is_a(FullRoundCompleted),
        put(order=lambda e: orders.Run(0)),
        "halves-make-a-whole",
    ),
    Tampering("help by a roll off by one", HELP, put(total=plus("total")), "help-is-rolled-for"),
    Tampering("help that nobody rolled for", is_a(AidGiven), put(friend=lambda e: e.foe), "help-is-rolled-for"),
    Tampering("help that never ends", is_a(AidEnded), leave_out, "what-is-due-comes"),
    Tampering(
        "help that does not count",
        is_a(AttackRolled, lambda e: cites(e, AID)),
        put(parts=lambda e: without(e.parts, AID), total=plus("total", -4)),
        "attack-rolls-add-up",
    ),
    Tampering("a feint off by one", FEINT, put(total=plus("total")), "feints-add-up"),
    Tampering(
        "a feint at a beast as at a man",
        is_a(ContestRolled, lambda e: cites(e, "d20.feint.animal-intelligence")),
        put(parts=lambda e: e.parts[:-1], total=plus("total", 8)),
        "feints-add-up",
    ),
    Tampering("a feint without effect", MISLED, leave_out, "what-is-due-comes"),
    Tampering("a feint for too long", MISLED, put(turns=5), "conditions-begin-by-a-rule"),
    Tampering(
        "a feint that outlasts the blow",
        is_a(ConditionEnded, lambda e: e.condition == "feinted" and e.because >= 0),
        leave_out,
        "what-is-due-comes",
    ),
)


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.what)
def test_one_fact_changed_is_found(tampering: Tampering) -> None:
    """The audit finds the breach where it is, and nothing before it."""
    seq, found = breaches(tampering)

    assert found
    assert tampering.invariant in {finding.invariant for finding in found if finding.seq == found[0].seq}
    assert found[0].seq >= seq


MINE = (orders.AidAnother, orders.Feint, orders.Ready, orders.Delay, orders.Begin, orders.Complete)


class Wily(Chance):
    """Every second time it does something out of turn, if there is anything."""

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if question is None and self.stream.below(2):
            wiles = [choice for choice in menu if isinstance(choice, MINE)]
            if wiles:
                return Decision(wiles[self.stream.below(len(wiles))], "random")
        return super().decide(battle, who, question, Plain(menu))


class Plain:
    """A menu of blows, moves and what is tried here: special attacks are judged elsewhere."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu

    def __iter__(self) -> Iterator[orders.Order | orders.Answer]:
        plain = (*MINE, orders.Attack, orders.FullAttack, orders.Charge, orders.Move, orders.Step, orders.End)
        answers = (orders.Act, orders.Pass, orders.Choose)
        for choice in self.menu:
            if isinstance(choice, (*plain, *answers)) and getattr(choice, "how", "strike") == "strike":
                yield choice

    def accepts(self, choice: orders.Order | orders.Answer) -> bool:
        return self.menu.accepts(choice)

    def why_not(self, choice: orders.Order | orders.Answer) -> tuple[str, ...]:
        return self.menu.why_not(choice)


def skirmish(seed: int) -> Reading:
    """Rogues, spears and beasts at close quarters."""
    drawn = scenario_of(
        ". . . . . . . .\n. A . . s . . .\n. B . . . t . .\n. C . # # . . .\n. . . . w . . .",
        {"A": "rogue-6", "B": "halfling-rogue-3", "C": "fighter-3", "s": "hobgoblin", "t": "orc", "w": "wolf"},
    )
    table = begin(BOOK, drawn, Wily(seed), seed=seed)
    play(BOOK, table)
    return parse(table.log.to_bytes())


@pytest.mark.parametrize("seed", range(6))
def test_a_wily_fight_is_clean(seed: int) -> None:
    """Readied acts, delays, feints and help by lot break no rule."""
    reading = skirmish(seed)

    assert audit(reading) == []
    assert {ActionReadied, TurnDelayed} <= {type(event) for event in reading.events}


def test_a_late_turn_in_the_next_round_begins_like_any_other() -> None:
    """A ferocious boar that has waited bleeds as its turn comes (d20.ferocity.bleeds, d20.delay.next-round)."""
    drawn = scenario_of(
        ". . . . .\n. A A b b\n. A A b b\n. . c . .", {"A": "dire-boar", "c": "fighter-3", "b": "dire-boar"}
    )
    table = begin(BOOK, drawn, Wily(13), seed=13)
    play(BOOK, table)

    assert audit(parse(table.log.to_bytes())) == []


def test_an_act_in_the_wrong_turn_is_found() -> None:
    """An order in the middle of somebody else's turn is no readied act (only-who-is-asked-acts)."""
    reading = skirmish(0)
    seq = next(n for n, event in enumerate(reading.events) if isinstance(event, OrderGiven))
    other = next(who for who in "ABCstw" if who != reading.events[seq].who)
    events = [*reading.events[:seq], evolve(reading.events[seq], who=other), *reading.events[seq + 1 :]]

    found = audit(reading._replace(events=tuple(events)))

    assert "only-who-is-asked-acts" in {finding.invariant for finding in found}
