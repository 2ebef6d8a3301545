"""
Advice: what somebody might do, ranked by exact estimates, with reasons and the rules that matter; and what comes of an
order, when it is carried out again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from agents.measures import Interval, mean, wilson
from agents.moment import Moment
from agents.policies import player_for
from agents.policies.base import Offers
from agents.policies.utility.estimate import Estimate, Weighed, ranked, weigh
from agents.view import View
from sim import encounter
from sim.core.errors import BadInput
from sim.dice.sources import GOLDEN, MASK, mix
from sim.events.base import citations
from sim.events.orders import (
    Answer,
    Attack,
    BullRush,
    Cast,
    Charge,
    Cue,
    Decision,
    Feint,
    FullAttack,
    Opportunity,
    Order,
    Overrun,
    Pick,
    Question,
    Sunder,
    UseAbility,
    UseItem,
    Wait,
)
from sim.events.text import nearest, parse, text
from sim.replay.telling import EVERYDAY
from sim.state.battle import Battle
from sim.state.conditions import DOWN
from sim.table import Menu, Player
from sim.tables.rulebook import row

TRIES = 12
"""How often an order is carried out in imagination to see which rules it comes under."""

BLOWS = (Attack, FullAttack, Charge)
SPECIAL = (BullRush, Overrun, Feint, Sunder)
MAGIC = (Cast, UseItem, UseAbility)


class Rule(NamedTuple):
    """A rule and what it says."""

    id: str
    says: str


class Outlook(NamedTuple):
    """
    What may be expected of an order: the chance of its first blow, or that it comes off, in percent (-1: it rolls
    nothing), damage in tenths of a hit point, the chance to fell in percent, and what attacks that it provokes may be
    expected to take, in hundredths.
    """

    hit: int = -1
    harm: int = 0
    felled: int = 0
    opening: int = 0

    @property
    def words(self) -> str:
        """In words; empty when there is nothing to say."""
        found = []
        if self.hit >= 0:
            found.append(f"hit {self.hit} %")
        if self.harm:
            found.append(f"damage {tenths(self.harm)}")
        if self.felled:
            found.append(f"fells {self.felled} %")
        if self.opening:
            found.append(f"provokes: -{tenths(self.opening // 10)}")
        return ", ".join(found)


def tenths(number: int) -> str:
    """
    A number of tenths.

    >>> tenths(45), tenths(-3)
    ('4.5', '-0.3')
    """
    return f"{'-' if number < 0 else ''}{abs(number) // 10}.{abs(number) % 10}"


def outlook(view: View, order: Order | Answer, estimate: Estimate | None = None) -> Outlook:
    """What may be expected of an order by exact odds, as far as its bearer can know."""
    opening = max(0, -estimate.opening) if estimate is not None else 0
    if isinstance(order, MAGIC):
        prospect = view.prospect(order)
        if prospect is None:
            return Outlook(opening=opening)
        foes = {foe.id: foe for foe in view.foes}
        blows = [(foes[hope.who], hope.strikes) for hope in prospect.hopes if hope.strikes and hope.who in foes]
        harm = sum(strike.harm.mean(10) for _, strikes in blows for strike in strikes)
        felled = max([_felled(view, foe.id, strikes) for foe, strikes in blows], default=0)
        return Outlook(prospect.chance.percent, harm, felled, opening)
    target = getattr(order, "target", "")
    if not target or view.foe(target) is None:
        return Outlook(opening=opening)
    if isinstance(order, SPECIAL) or (isinstance(order, BLOWS) and order.how != "strike"):
        return Outlook(view.success(order).percent, opening=opening)
    if not isinstance(order, BLOWS):
        return Outlook(opening=opening)
    strikes = view.strikes(order)
    if not strikes:
        return Outlook(opening=opening)
    harm = sum(strike.harm.mean(10) for strike in strikes)
    return Outlook(strikes[0].hit.percent, harm, _felled(view, target, strikes), opening)


def _felled(view: View, who: str, strikes: Sequence[Any]) -> int:
    from agents.policies.doctrine.option import fells

    foe = view.foe(who)
    return 0 if foe is None else fells(foe, tuple(strikes)).percent


def components(estimate: Estimate) -> str:
    """
    The parts of an estimate that are not nothing, in hit points.

    >>> components(Estimate(0, 250, 0, 0, -40, 0, 0, 0))
    'harm +2.5, opening -0.4'
    """
    parts = zip(estimate._fields, estimate, strict=True)
    return ", ".join(f"{name} {'+' if value > 0 else ''}{tenths(tenth(value))}" for name, value in parts if value)


def tenth(hundredths: int) -> int:
    """Tenths of hundredths, rounded towards nothing."""
    return hundredths // 10 if hundredths >= 0 else -(-hundredths // 10)


def sentence(rule: Rule) -> str:
    """A rule with its id."""
    return f"{rule.id}: {rule.says}" if rule.says else rule.id


def asked(question: Question) -> str:
    """A question in words."""
    if isinstance(question, Opportunity):
        return f"strike at {question.provoker}, who lays itself open ({question.act})?"
    if isinstance(question, Cue):
        return f"do what was readied, as {question.who} {question.on}?"
    if isinstance(question, Wait):
        return f"act now, before {question.before or 'the round is over'}?"
    assert isinstance(question, Pick)
    return f"{question.about}{f', against {question.other}' if question.other else ''}: which?"


class Advice(NamedTuple):
    """One order with what it is worth, and why."""

    order: Order
    text: str
    weighed: Weighed
    outlook: Outlook
    rules: tuple[Rule, ...]


def advise(moment: Moment, top: int = 3) -> list[Advice]:
    """The best orders of a creature in its own turn, best first; of equals the first of the menu."""
    view, menu = moment.view(), cast(Offers, moment.menu)
    return [
        Advice(
            weighed.order,
            text(weighed.order, view.ground),
            weighed,
            outlook(view, weighed.order, weighed.estimate),
            rules_of(moment, weighed.order),
        )
        for weighed in ranked(view, menu)[:top]
    ]


def as_data(moment: Moment, top: int = 3, policy: str = "") -> dict[str, Any]:
    """
    Advice for programs; a policy's choice beside it, if one is named.

    Numbers are hundredths of a hit point, chances are percent, damage is in tenths.
    """
    ground, view = moment.battle.ground, moment.view()
    found: dict[str, Any] = {
        "who": moment.who,
        "seq": len(moment.events),
        "round": moment.battle.round,
        "question": None if moment.question is None else asked(moment.question),
    }
    if moment.question is None:
        found["orders"] = [_order(each) for each in advise(moment, top)]
    else:
        found["answers"] = [
            {"answer": text(choice, ground), "outlook": outlook(view, choice)._asdict()} for choice in moment.menu
        ]
    if policy:
        decision = chosen(moment, policy)
        found["policy"] = {
            "name": policy,
            "choice": text(decision.choice, ground),
            "reasons": [{"words": reason.words, "score": reason.score} for reason in decision.reasons],
        }
    return found


def _order(found: Advice) -> dict[str, Any]:
    return {
        "order": found.text,
        "score": found.weighed.score,
        "words": found.weighed.words,
        "estimate": found.weighed.estimate._asdict(),
        "outlook": found.outlook._asdict(),
        "rules": [{"id": rule.id, "rule": rule.says} for rule in found.rules],
    }


def chosen(moment: Moment, name: str) -> Decision:
    """What a policy would choose there, with its reasons."""
    header = moment.header
    policies = dict.fromkeys(moment.battle.creatures, name)
    player = player_for(policies, encounter.mind_seed(header), header.scenario.knowledge, book=moment.book)
    return player.decide(moment.battle, moment.who, moment.question, moment.menu)


def weighed_of(moment: Moment, order: Order) -> Weighed:
    """One order of the menu, weighed."""
    return weigh(moment.view(), cast(Offers, moment.menu), order)


def order_of(moment: Moment, line: str) -> Order | Answer:
    """
    What a line of text orders there.

    :raises BadInput: when it is no order, or not allowed, naming the rules and what comes near.
    """
    battle, menu = moment.battle, moment.menu
    choice = parse(line, battle, moment.who, menu)
    if not menu.accepts(choice):
        rules = ", ".join(menu.why_not(choice)) or "not offered"
        near = " | ".join(nearest(line, menu, battle.ground))
        raise BadInput(f"{moment.who} cannot {line[:200]!r} now [{rules}]; it might: {near}")
    return choice


def in_words(rules: Iterable[str]) -> tuple[Rule, ...]:
    """Rules with what they say, each once, in this order; one that no catalogue has says nothing."""
    found = []
    for rule in dict.fromkeys(rules):
        try:
            found.append(Rule(rule, row(rule).rule))
        except BadInput:
            found.append(Rule(rule, ""))
    return tuple(found)


def rules_of(moment: Moment, order: Order, tries: int = TRIES) -> tuple[Rule, ...]:
    """
    The rules under which an order comes: those that are cited when it is carried out a few times in imagination, with
    what its bearer knows. Those of every roll are left out.
    """
    from agents.policies.imagination import Imagination

    imagination = Imagination(moment.view(), 0)
    found: dict[str, None] = {}
    for number in range(tries):
        table = imagination.table(number)
        first = len(table.log.events)
        if moment.book.refusal(table.battle, moment.who, order):
            continue
        table.give(moment.who, order)
        round_, orders = table.battle.round, table.orders
        table.play(
            lambda battle, who, round_=round_, orders=orders, table=table: (  # type: ignore[misc]
                battle.turn.who != "" or battle.round != round_ or table.orders > orders + len(battle.creatures)
            )
        )
        mine: set[int] = set()
        for seq, event in enumerate(table.log.events[first:], first):
            who = getattr(event, "who", getattr(event, "attacker", ""))
            if seq == first or event.because in mine or (who == moment.who and event.because < first):
                mine.add(seq)
                found.update(dict.fromkeys(citations(event)))
    return in_words(rule for rule in found if not rule.startswith(EVERYDAY))


class Once:
    """A player that gives one order or answer, and then leaves the choice to another."""

    def __init__(self, choice: Order | Answer, player: Player) -> None:
        self.choice: Order | Answer | None = choice
        self.player = player

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        choice, self.choice = self.choice, None
        return Decision(choice, "player") if choice is not None else self.player.decide(battle, who, question, menu)


class Outcome(NamedTuple):
    """
    How a fight went on: who has won (empty: nobody yet), the hit points that the standing of each side have left, how
    many of each are down, and the round.
    """

    winner: str
    hit_points: dict[str, int]
    losses: dict[str, int]
    round: int


def what_if(moment: Moment, choice: Order | Answer, runs: int, rounds: int | None = None) -> Iterator[Outcome]:
    """
    The order or answer carried out again and again, and the fight played on by its policies: to its end, or for so
    many rounds. Run number n has the same dice for every choice at this moment, by creature, round and count.
    """
    header = moment.header
    scenario = header.scenario
    last = None if rounds is None else moment.battle.round + rounds
    for number in range(runs):
        seed = mix(encounter.mind_seed(header) + (number + 1) * GOLDEN & MASK)
        player = Once(choice, player_for(header.policies, seed, scenario.knowledge, book=moment.book))
        table = moment.table(player, seed)
        battle = table.battle
        while (last is None or battle.round <= last) and encounter.step(moment.book, table):
            pass
        yield outcome(battle)


def outcome(battle: Battle) -> Outcome:
    """How a battle stands."""
    sides = tuple(battle.standing)
    points, losses = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for one in battle:
        if one.flags & DOWN:
            losses[one.side] += 1
        else:
            points[one.side] += max(0, one.hit_points)
    return Outcome(battle.winner, points, losses, battle.round)


def spread(line: str, outcomes: Sequence[Outcome], first: Sequence[Outcome], side: str) -> dict[str, Any]:
    """What came of an order, and the difference to the first one, fight by fight with the same dice."""

    def points(outcome: Outcome) -> float:
        """A win, or half of one where nobody has won."""
        return 1.0 if outcome.winner == side else 0.0 if outcome.winner else 0.5

    def foes(table: dict[str, int]) -> int:
        return sum(table.values()) - table[side]

    def count(values: list[int]) -> Interval:
        """The mean of what is never less than nothing."""
        found = mean(values)
        return found._replace(low=max(0.0, found.low))

    measures: dict[str, Interval] = {
        "won": wilson(sum(map(points, outcomes)) / len(outcomes), len(outcomes)),
        "own_losses": count([outcome.losses[side] for outcome in outcomes]),
        "foes_losses": count([foes(outcome.losses) for outcome in outcomes]),
        "own_hit_points": count([outcome.hit_points[side] for outcome in outcomes]),
        "foes_hit_points": count([foes(outcome.hit_points) for outcome in outcomes]),
        "rounds": count([outcome.round for outcome in outcomes]),
    }
    if outcomes is not first:
        pairs = list(zip(outcomes, first, strict=True))
        measures["won_more"] = mean([points(one) - points(other) for one, other in pairs])
        measures["own_hit_points_more"] = mean([one.hit_points[side] - other.hit_points[side] for one, other in pairs])
    return {"order": line, **{name: found._asdict() for name, found in measures.items()}}
