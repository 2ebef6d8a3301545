"""The course of a fight: initiative, rounds, turns, orders, answers, the referee, the end."""

from __future__ import annotations

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.aftermath import AftermathEnded, TimePassed
from sim.events.base import applies, nothing
from sim.events.conditions import start, stop
from sim.events.header import AdndPlaced, Placed
from sim.events.orders import Answer, Attack, End, Opportunity, Order, Question, Reason
from sim.state.battle import ROUND, Battle, Due, Turn
from sim.state.conditions import OUT, RAN
from sim.state.creature import Creature


@frozen
class InitiativeRolled:
    """
    A creature's initiative check. ``ranking`` orders the fight, highest first; further rolls break ties.

    Of a creature that comes later: it acts from its place on, after those of the same ranking; if the round has gone
    past that place, from the next one on.
    """

    because: int
    who: str
    total: int
    parts: tuple[Modifier, ...]
    ranking: tuple[int, ...]
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(InitiativeRolled)
def rank(event: InitiativeRolled, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.initiative = event.ranking
    order = battle.order
    if order and event.who not in order:
        place = sum([battle.creatures[who].initiative >= event.ranking for who in order])
        creature.acted = any(battle.creatures[who].acted for who in order[place:])
        battle.order = (*order[:place], event.who, *order[place:])


@frozen
class FightBegan:
    """Initiative is settled. ``order`` are the creatures as they act; ``unaware`` those who miss a surprise round."""

    because: int
    order: tuple[str, ...]
    unaware: tuple[str, ...]
    cites: tuple[str, ...] = ()


@applies(FightBegan)
def begin(event: FightBegan, battle: Battle) -> None:
    battle.order = event.order
    battle.phase = "surprise" if event.unaware else "fight"


@frozen
class RoundBegan:
    """A round begins; the surprise round is number 0."""

    because: int
    number: int
    cites: tuple[str, ...] = ()


@applies(RoundBegan)
def begin_round(event: RoundBegan, battle: Battle) -> None:
    battle.round = event.number
    battle.turn = Turn()
    if event.number:
        battle.phase = "fight"
    gone = [who for who, creature in battle.creatures.items() if creature.flags & OUT]
    for creature in battle.creatures.values():
        creature.acted = False
    if battle.timers:
        enders = (*gone, ROUND)
        battle.timers = tuple([t.nearer() if t.ender in enders else t for t in battle.timers])
    if gone and battle.spells:
        battle.spells = tuple([spell.nearer() if spell.caster in gone else spell for spell in battle.spells])


@frozen
class TurnBegan:
    """A creature's turn begins. ``restricted``: only one standard or one move action."""

    because: int
    who: str
    restricted: bool
    cites: tuple[str, ...] = ()


@applies(TurnBegan)
def begin_turn(event: TurnBegan, battle: Battle) -> None:
    who = event.who
    battle.turn = Turn(who, event.restricted)
    creature = battle.creatures[who]
    creature.acted = True
    creature.reactions = 0
    creature.passed = ()
    enders: tuple[str, ...] = (who,)
    if creature.mount:
        mount = battle.creatures[creature.mount]
        mount.acted = True
        mount.reactions = 0
        mount.passed = ()
        enders = (who, mount.id)
    if not creature.flags & RAN:
        creature.run_rounds = creature.run_checks = 0
    if creature.begun is not None:
        creature.begun = creature.begun._replace(turns=creature.begun.turns + 1)
    if battle.timers:
        battle.timers = tuple([t.nearer() if t.ender in enders else t for t in battle.timers])
    if creature.sheet.spells:
        count_down(battle, creature)


def count_down(battle: Battle, creature: Creature) -> None:
    """A caster's turn begins: its spells come nearer to their end, and ask for concentration anew."""
    battle.spells = tuple([spell.nearer() if spell.caster == creature.id else spell for spell in battle.spells])
    creature.pausing = tuple([(name, turns - 1) for name, turns in creature.pausing if turns > 1])
    if creature.charge is not None:
        creature.charge = creature.charge._replace(fresh=False)


@frozen
class OrderGiven:
    """
    Input: the order that a creature carries out in its turn, and what it costs.

    ``cost`` is ``standard``, ``move``, ``full-round``, ``free``, ``none``, or ``attack`` for the next attack of a
    full attack. ``by`` is who decided: a policy's name, ``player``, ``script``, or ``idle``
    (nobody, as a script has it).
    """

    because: int
    who: str
    order: Order
    cost: str
    by: str
    reasons: tuple[Reason, ...]
    cites: tuple[str, ...] = ()


@applies(OrderGiven)
def spend(event: OrderGiven, battle: Battle) -> None:
    battle.keep_memo()
    turn = battle.turn
    turn.orders += 1
    battle.inputs += 1
    cost = event.cost
    if battle.ledger is not None:
        battle.ledger.spend(event.who, event.order, cost)
    if cost == "standard":
        turn.standard = True
        turn.blows = int(type(event.order) is Attack)
    elif cost == "move":
        if turn.move:
            turn.standard = True
        turn.move = True
    elif cost == "full-round":
        turn.standard = turn.move = turn.full = True
    elif cost == "attack":
        turn.due = turn.attacks[0]
        turn.attacks = turn.attacks[1:]
        turn.blows += 1
        turn.move = True
    elif cost == "none" and type(event.order) is End:
        turn.over = True


@frozen
class FullAttackBegan:
    """A full attack is under way: ``attacks`` are those after the first; ``off_hand`` the second weapon."""

    because: int
    who: str
    attacks: tuple[Due, ...]
    off_hand: str = ""
    rapid: bool = False
    cites: tuple[str, ...] = ()


@applies(FullAttackBegan)
def line_up(event: FullAttackBegan, battle: Battle) -> None:
    turn = battle.turn
    turn.attacks = event.attacks
    turn.off_hand = event.off_hand
    turn.rapid = event.rapid
    turn.blows = 1
    turn.standard = turn.full = True
    turn.move = False


@frozen
class FullAttackGivenUp:
    """The rest of a full attack is given up for a move action; the first attack counts as a standard action."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(FullAttackGivenUp)
def give_up_attacks(event: FullAttackGivenUp, battle: Battle) -> None:
    battle.turn.attacks = ()
    battle.turn.full = False


@frozen
class Answered:
    """Input: what a creature chose when it was asked in the middle of an act."""

    because: int
    who: str
    question: Question
    answer: Answer
    by: str
    reasons: tuple[Reason, ...]
    cites: tuple[str, ...] = ()


@applies(Answered)
def react(event: Answered, battle: Battle) -> None:
    battle.inputs += 1
    question = event.question
    if type(question) is Opportunity:
        if type(event.answer) is Attack:
            battle.creatures[event.who].reactions += 1
        if question.act == "moving":
            mover = battle.creatures[question.provoker]
            mover.passed = (*mover.passed, event.who)


@frozen
class FightEnded:
    """The fight is over. ``winner`` is a side, or empty when nobody won; ``reason`` says by which rule it ended."""

    because: int
    winner: str
    reason: str
    cites: tuple[str, ...] = ()


@applies(FightEnded)
def end(event: FightEnded, battle: Battle) -> None:
    battle.phase = "over"
    battle.winner = event.winner
    battle.reason = event.reason
    battle.turn.over = True


@frozen
class RefereeSet:
    """Input: the referee sets a creature's hit points, with a reason."""

    because: int
    who: str
    hit_points: int
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeSet)
def overrule_hit_points(event: RefereeSet, battle: Battle) -> None:
    battle.inputs += 1
    battle.creatures[event.who].hit_points = event.hit_points


@frozen
class RefereeMoved:
    """Input: the referee puts a creature, and whoever rides it, somewhere else, with a reason. Nothing is provoked."""

    because: int
    who: str
    square: int
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeMoved)
def overrule_place(event: RefereeMoved, battle: Battle) -> None:
    battle.inputs += 1
    for who in (event.who, battle.creatures[event.who].rider):
        if who:
            creature = battle.creatures[who]
            battle.leave(creature)
            creature.square = event.square
            battle.enter(creature)
            battle.trace(creature, (event.square,))
    if battle.lights:
        battle.relight()


@frozen
class RefereeRuled:
    """Input: the referee begins or ends a condition, or takes a creature out of the fight (``gone``), with a reason."""

    because: int
    who: str
    condition: str
    begins: bool
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeRuled)
def overrule_condition(event: RefereeRuled, battle: Battle) -> None:
    battle.inputs += 1
    creature = battle.creatures[event.who]
    if event.begins:
        start(battle, creature, event.condition)
        return
    for other in dict.fromkeys(known.other for known in creature.conditions if known.name == event.condition):
        stop(battle, creature, event.condition, other)


@frozen
class RefereeAdded:
    """Input: the referee lets one more creature come, with a reason."""

    because: int
    placed: Placed
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeAdded)
def add(event: RefereeAdded, battle: Battle) -> None:
    battle.inputs += 1
    placed = event.placed
    sheet = placed.sheet
    creature = Creature(sheet, placed.square, sheet.span, placed.facing)
    battle.add(creature)
    for name in placed.conditions:
        start(battle, creature, name)


@frozen
class RefereeMustered:
    """The same in a fight of AD&D."""

    because: int
    placed: AdndPlaced
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeMustered)
def muster(event: RefereeMustered, battle: Battle) -> None:
    add(RefereeAdded(event.because, event.placed, event.reason), battle)


@frozen
class RefereeOverruled:
    """Input: the referee rules that the result of event ``result`` is void; what holds instead is ruled besides."""

    because: int
    result: int
    reason: str
    cites: tuple[str, ...] = ()


@applies(RefereeOverruled)
def overrule(event: RefereeOverruled, battle: Battle) -> None:
    battle.inputs += 1


REFEREE_EVENTS = (
    RefereeSet,
    RefereeMoved,
    RefereeRuled,
    RefereeAdded,
    RefereeMustered,
    RefereeOverruled,
    TimePassed,
)
"""Inputs of the referee."""

LAST_EVENTS = (FightEnded, AftermathEnded)
"""A log is finished when it ends with one of these."""


@frozen
class TargetDrawn:
    """Chance picks who is struck among ``among``: a shot into a grapple, an opportunity attack gone astray."""

    because: int
    who: str
    among: tuple[str, ...]
    struck: str
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(TargetDrawn)(nothing)
