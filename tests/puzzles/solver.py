"""
What every order of a position is worth: the exact probability of its end under best play, over all dice.

The real engine plays. A die is not thrown: it stands for all of its faces (``Face``), and each comparison that a rule
makes with it divides them; a run goes one way, notes which faces would have gone the same way, and the others are run
in turn. What a rule does with a face besides comparing and adding reads it, and then each face is run alone. So every
run stands for a set of throws that come to the same end, and the sets of all runs are all throws there are
(``outcomes``).

After each order battles that are equal are one (``Solver.value``). The side whose turn it is plays as well as it can,
its answers in the middle of an act included; foes do as ``nearest`` does, and so take every opportunity.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from types import FrameType
from typing import Any, Literal, NamedTuple, cast

import msgspec
from attrs import evolve

from agents.policies.player import MOST_ORDERS, Mind
from sim.core.errors import BadInput
from sim.dice.sources import Die, ScriptedDice
from sim.events.adnd import InitiativeThrown, ledger_of
from sim.events.attacks import DamageDealt
from sim.events.course import OrderGiven
from sim.events.orders import (
    AidAnother,
    Attack,
    CeaseConcentration,
    Charge,
    Decision,
    Dismiss,
    Drop,
    DropProne,
    End,
    Feint,
    FirstAid,
    FullAttack,
    LooseShield,
    Move,
    Order,
    Question,
    Ready,
    Run,
    Sheathe,
    Snatch,
    Step,
    Sunder,
    Surrender,
    TotalDefense,
    UseSkill,
    Withdraw,
)
from sim.events.orders import Face as TurnTo
from sim.events.text import VERBS, text
from sim.rules.adnd import initiative, melee
from sim.rules.adnd.grab_object import contest
from sim.rules.book import GO_ON, Rulebook
from sim.rules.d20.core import opposed
from sim.state.battle import Battle
from sim.table import Menu, Table
from tests.puzzles.position import Position

FOES = "nearest"
IDLE = (Drop, DropProne, Sheathe, LooseShield, CeaseConcentration, Dismiss, Surrender)
"""
What gives something up and gains nothing: it is weighed as a first order like all others, and left out of what may
follow one, unless a position says that it may (``also``). Free as it is, it would double everything at every turn.
"""
DECLARED = (Attack, Move, Step, End)
"""
With what an action that is declared in AD&D is carried out, its blows with the weapons and in the way announced:
nothing else follows a declaration.
"""
VAIN = (TotalDefense, AidAnother, Ready, Sunder, Snatch, Withdraw, Run, Move, Feint, FirstAid, UseSkill)
"""What brings nobody down in the turn in which it is done, and takes the place of what might."""
MOST_DICE = 60
"""More throws than these in one order have no end."""
MOST_WAYS = 10_000
"""Dice thrown together that can fall in more ways are looked at one by one."""


class Endless(BadInput):
    """An order may throw dice without end."""


CONTESTS = frozenset({opposed.__code__, contest.__code__})
"""Where a tie is thrown again, as if for the first time."""


INITIATIVE = initiative.roll.__code__
"""
Where everybody throws initiative. All dice of it are one point: throws in which the same come before the same are one,
if nobody casts.
"""


class Again(Exception):
    """A contest has come to a tie, and begins anew."""


class Narrowed(Exception):
    """
    A die thrown before somebody of ours had to choose was looked at again afterwards: the ways ``apart`` must be told
    from the others as soon as it falls.
    """

    def __init__(self, at: int, apart: int) -> None:
        self.at = at
        self.apart = apart


Kind = Literal["die", "contest", "answer"]


class Point:
    """
    A place at which a run may go several ways: a die, both dice of a ``contest``, or an answer of ours.

    ``faces`` is the bit set of the ways that this run stands for, numbered from 0; ``way`` the one that it goes.
    """

    __slots__ = ("faces", "kind", "way", "ways")

    def __init__(self, ways: int, faces: int, kind: Kind) -> None:
        self.ways = ways
        self.faces = faces
        self.way = (faces & -faces).bit_length() - 1
        self.kind = kind

    def alone(self) -> None:
        """Only the way that the run goes."""
        self.faces = 1 << self.way


class Numbers:
    """What a die, or a sum of dice, shows in each way of its point. Equal ones are the same object."""

    __slots__ = ("_made", "_tests", "values")

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = values
        self._made: dict[object, Numbers] = {}
        self._tests: dict[object, int] = {}

    def made(self, name: str, by: Callable[[int, int], int], other: int | Numbers) -> Numbers:
        """These, each with another number, or with what another die shows in the same way."""
        known = self._made.get((name, other))
        if known is None:
            others = (other,) * len(self.values) if isinstance(other, int) else other.values
            known = self._made[name, other] = Numbers(tuple(map(by, self.values, others)))
        return known

    def ways(self, test: Callable[[int, int], bool], other: int | Numbers) -> int:
        """The bit set of the ways in which a comparison with another number, or die, holds."""
        known = self._tests.get((test, other))
        if known is None:
            others = (other,) * len(self.values) if isinstance(other, int) else other.values
            known = sum(1 << way for way, both in enumerate(zip(self.values, others, strict=True)) if test(*both))
            self._tests[test, other] = known
        return known


@cache
def thrown(sides: int, count: int) -> tuple[Numbers, ...]:
    """What each of some dice thrown together shows."""
    ways = tuple(product(range(1, sides + 1), repeat=count))
    return tuple(Numbers(tuple(way[die] for way in ways)) for die in range(count))


class Face:
    """
    A die as it fell, or a sum with it. It is one number, and takes note of what is asked of it.

    It is no ``int``, so that nothing can look at it unnoticed.
    """

    __slots__ = ("at", "numbers", "run")

    def __init__(self, run: Run, at: int, numbers: Numbers) -> None:
        self.run = run
        self.at = at
        self.numbers = numbers

    def read(self) -> int:
        """Its number; the run then stands for this number alone."""
        assert not self.run.over, "a die is looked at after its act"
        number = self.numbers.values[self.run.points[self.at].way]
        self.run.narrow(self.at, self.numbers.ways(int.__eq__, number))
        return number

    def _other(self, other: Any) -> int | Numbers:
        if isinstance(other, Face):
            return other.numbers if other.at == self.at else other.read()
        return int(other)

    def _compare(self, other: object, test: Callable[[int, int], bool]) -> bool:
        assert not self.run.over, "a die is looked at after its act"
        holding = self.numbers.ways(test, self._other(other))
        verdict = holding >> self.run.points[self.at].way & 1
        self.run.narrow(self.at, holding if verdict else ~holding)
        return bool(verdict)

    def _made(self, name: str, by: Callable[[int, int], int], other: Any) -> Face:
        return Face(self.run, self.at, self.numbers.made(name, by, self._other(other)))

    def __lt__(self, other: object) -> bool:
        return self._compare(other, int.__lt__)

    def __le__(self, other: object) -> bool:
        return self._compare(other, int.__le__)

    def __gt__(self, other: object) -> bool:
        return not self._compare(other, int.__le__)

    def __ge__(self, other: object) -> bool:
        return not self._compare(other, int.__lt__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Face) and self._compare(other, int.__eq__)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return not self._compare(0, int.__eq__)

    def __hash__(self) -> int:
        self.run.kept = True
        return hash(self.read())

    def __add__(self, other: Any) -> Face:
        return self._made("+", int.__add__, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Face:
        return self._made("-", int.__sub__, other)

    def __rsub__(self, other: Any) -> Face:
        return self._made("from", lambda own, other: other - own, other)

    def __neg__(self) -> Face:
        return 0 - self

    def __mul__(self, other: Any) -> Face:
        return self._made("*", int.__mul__, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Face:
        return self._made("//", int.__floordiv__, other)

    def __mod__(self, other: Any) -> Face:
        return self._made("%", int.__mod__, other)

    def __int__(self) -> int:
        return self.read()

    __index__ = __int__

    def __str__(self) -> str:
        return str(self.read())

    __repr__ = __str__


class Run:
    """
    One way through an order: thrower of dice, and player who answers. ``before`` are the sets of ways prescribed for
    the first points, ``splits`` those that must be told apart as soon as a die falls, by point.
    """

    def __init__(self, solver: Solver, before: Sequence[int], splits: Mapping[int, Sequence[int]]) -> None:
        self.solver = solver
        self.before = before
        self.splits = splits
        self.points: list[Point] = []
        self.over = False
        self.kept = False
        """Was a die looked for by its number, as in a battle that has kept it?"""
        self.asked = 0
        """How many points there were when we last had to choose, or a contest began."""
        self.initiative: int | None = None
        """The point at which initiative was thrown."""
        self.rolled = 0
        """By how many."""
        self.contest: tuple[FrameType, int] | None = None

    def _point(self, ways: int, kind: Kind) -> Point:
        at = len(self.points)
        if at >= MOST_DICE:
            raise Endless(f"an order throws dice more than {MOST_DICE} times: has it an end?")
        point = Point(ways, self.before[at] if at < len(self.before) else (1 << ways) - 1, kind)
        self.points.append(point)
        return point

    def narrow(self, at: int, faces: int) -> None:
        """The run stands for these ways of a point only."""
        point = self.points[at]
        left = point.faces & faces
        if left == point.faces:
            return
        if at < self.asked:
            raise Narrowed(at, faces)
        point.faces = left

    def pause(self, battle: Battle) -> None:
        """What has been thrown so far is known from here on."""
        settle(battle)
        self.asked = len(self.points)

    def throw(self, battle: Battle, sides: int, count: int, frame: FrameType) -> list[Any]:
        """
        Dice are thrown by the code of this frame.

        :raises Again: when a contest has just thrown the like, and they came to a tie.
        """
        if frame.f_code is INITIATIVE and not self.solver.casters:
            return [self._initiative(battle)]
        kind: Kind = "die"
        if count == 2 and frame.f_code in CONTESTS:
            if self.contest == (frame, frame.f_lasti):
                raise Again
            self.contest = frame, frame.f_lasti
            self.pause(battle)
            kind = "contest"
        if sides**count > MOST_WAYS:
            return [face for _ in range(count) for face in self.throw(battle, sides, 1, frame)]
        at = len(self.points)
        point = self._point(sides**count, kind)
        for apart in self.splits.get(at, ()):
            point.faces &= apart if apart >> point.way & 1 else ~apart
        if point.faces == 1 << point.way:
            return [numbers.values[point.way] for numbers in thrown(sides, count)]
        return [Face(self, at, numbers) for numbers in thrown(sides, count)]

    def _initiative(self, battle: Battle) -> int:
        """The next one's die."""
        count = sum(fighter.declared is not None for fighter in ledger_of(battle).fighters.values())
        if self.initiative is None:
            self.initiative = len(self.points)
            self._point(10**count, "die")
        number = thrown(10, count)[self.rolled].values[self.points[self.initiative].way]
        self.rolled += 1
        return number

    def order_settled(self, events: Sequence[Any]) -> None:
        """The run stands for all throws of initiative that bring this order."""
        if self.initiative is None:
            return
        thrown_ = [event for event in events if type(event) is InitiativeThrown][-self.rolled :]
        parts = [(event.late, event.total - event.dice[0].value) for event in thrown_]
        point = self.points[self.initiative]
        ours = _ranks(parts, [event.dice[0].value for event in thrown_])
        throws = zip(*(numbers.values for numbers in thrown(10, self.rolled)), strict=True)
        point.faces &= sum(1 << way for way, dice in enumerate(throws) if _ranks(parts, dice) == ours)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """Somebody has to answer: a foe does as it does, for ours every answer is one way."""
        if battle[who].side != self.solver.side:
            return self.solver.foe(battle, who, question, menu)
        answers = list(menu)
        if len(answers) == 1:
            return Decision(answers[0], "puzzle")
        self.pause(battle)
        point = self._point(len(answers), "answer")
        point.alone()
        return Decision(answers[point.way], "puzzle")


def _ranks(parts: Sequence[tuple[bool, int]], dice: Sequence[int]) -> tuple[int, ...]:
    """Of each of those who throw initiative, its place among all totals; those on the same total have the same."""
    totals = [(late, die + added) for (late, added), die in zip(parts, dice, strict=True)]
    places = {total: place for place, total in enumerate(sorted(set(totals)))}
    return tuple(places[total] for total in totals)


class Board(Table):
    """A table that tells its run who throws."""

    __slots__ = ()

    def roll(self, sides: int, count: int = 1) -> tuple[Die, ...]:
        first = self.next_die
        self.next_die = first + count
        faces = cast(Run, self.player).throw(self.battle, sides, count, sys._getframe(1))
        return tuple([Die(first + place, sides, face) for place, face in enumerate(faces)])


def settle(battle: Battle) -> None:
    """What a battle keeps of dice becomes the plain numbers that they show."""
    for creature in battle:
        for name in _KEPT:
            value = getattr(creature, name)
            if (plain := _plain(value)) is not value:
                setattr(creature, name, plain)
    if battle.ledger is not None:
        for fighter in battle.ledger.fighters.values():  # type: ignore[attr-defined]
            for name in type(fighter).__slots__:
                if (plain := _plain(getattr(fighter, name))) is not getattr(fighter, name):
                    setattr(fighter, name, plain)
    battle.timers = _plain(battle.timers)


_KEPT = (
    *("hit_points", "nonlethal", "temporary", "seared", "damage_to", "conditions", "notches", "initiative", "boons"),
    *("pausing", "reactions", "run_checks", "ammunition"),
)
"""Where a creature may keep what dice show; anywhere else it would be found out, as no die may be asked afterwards."""


def _plain(value: Any) -> Any:
    if isinstance(value, Face):
        return value.read()
    if isinstance(value, tuple):
        parts = [_plain(part) for part in value]
        if any(part is not own for part, own in zip(parts, value, strict=True)):
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    return value


class Record:
    """The events of a battle so far, of which no line is ever written."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Any] = []


class Node(NamedTuple):
    """
    A battle between two orders, with what is on record of it; ``key`` is all of it that can matter.
    """

    battle: Battle
    events: list[Any]
    key: tuple[object, ...]


Way = tuple[int, int, Kind]


class Leaf(NamedTuple):
    """Where a run ended: the ways it stands for, as (ways, set of them, kind). Without a node it came to a tie."""

    points: tuple[Way, ...]
    node: Node | None


Act = Callable[[Table], None]


class Worth(NamedTuple):
    """An order of the menu and the probability of the end after it."""

    order: Order
    said: str
    chance: Fraction


class Solver:
    """Values of the battles that a position may come to."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.side = position.side
        self.book: Rulebook = position.book
        self.values: dict[tuple[object, ...], Fraction] = {}
        self.minds: dict[str, Mind] = {}
        self.runs = 0
        self.idle = frozenset(IDLE) - {VERBS[verb].kind for verb in position.also}
        table = position.table()
        self.casters = any(getattr(creature.sheet, "spells", None) for creature in table.battle)
        for creature in table.battle:
            self.minds[creature.id] = Mind(creature, FOES, 0, "open", self.book.odds)
        self.root = self._root(table)

    def _root(self, table: Table) -> Node:
        """On to the moment at which it is the solving creature's turn, to which no dice lead."""
        node = self._node(table.battle, table.log.events)
        while True:
            call = self.book.call(node.battle)
            if call is not GO_ON and call is not None and call.who == self.position.turn:  # type: ignore[union-attr]
                return node
            (leaf,) = self.outcomes(node, self._next(node))
            node = leaf.node

    def foe(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """What a foe orders or answers."""
        return self.minds[who].decide(battle, who, question, menu)

    # ---- what an act may come to --------------------------------------------------------------------------------

    def _node(self, battle: Battle, events: list[Any]) -> Node:
        battle.inputs = battle.hurt = 0
        if self.position.ruleset == "adnd" and not self.casters:
            self._forget_initiative(battle)
        return Node(battle, events, battle.snapshot())

    def _forget_initiative(self, battle: Battle) -> None:
        """Once it is settled who acts before whom, nobody but casters and those who wait look at the totals again."""
        ledger = ledger_of(battle)
        if ledger.stage in ("passes", "blows"):
            for fighter in ledger.fighters.values():
                fighter.initiative = 0

    def _ended(self, table: Table) -> Node:
        """The battle after an act; of one in which the end is reached, or past reaching, nothing more is asked."""
        battle, end = table.battle, self.position.end
        # A later act asks of what is on record whether a wound disturbs a spell.
        if self.casters:
            events = table.log.events
            events[:] = [
                evolve(event, amount=_plain(event.amount)) if type(event) is DamageDealt else event for event in events
            ]
        for verdict in (end.reached, end.lost):
            if verdict(battle):
                return Node(battle, [], (verdict.__name__,))
        node = self._node(battle, table.log.events)
        run = cast(Run, table.player)
        run.kept = False
        hash(node.key)
        if not run.kept:
            return node
        settle(battle)
        return self._node(battle, table.log.events)

    def outcomes(self, node: Node, act: Act) -> list[Leaf]:
        """The ends of an act over all dice and answers of ours: each throw of the dice belongs to one of them."""
        splits: dict[int, list[int]] = {}
        while True:
            try:
                return list(self._outcomes(node, act, splits))
            except Narrowed as narrowed:
                splits.setdefault(narrowed.at, []).append(narrowed.apart)

    def _outcomes(self, node: Node, act: Act, splits: Mapping[int, Sequence[int]]) -> Iterator[Leaf]:
        regions: list[tuple[int, ...]] = [()]
        history = node.events if self.position.ruleset == "adnd" else []
        while regions:
            before = regions.pop()
            run = Run(self, before, splits)
            self.runs += 1
            table = Board(node.battle.fork(), Record(), ScriptedDice(""), run)  # type: ignore[arg-type]
            table.log.events.extend(history)
            ended = None
            try:
                act(table)
            except Again:
                run.over = True
            else:
                run.order_settled(table.log.events)
                ended = self._ended(table)
                run.over = True
            points = run.points
            sets = tuple(point.faces for point in points)
            for at in range(len(points)):
                allowed = before[at] if at < len(before) else (1 << points[at].ways) - 1
                if left := allowed & ~sets[at]:
                    regions.append((*sets[:at], left))
            yield Leaf(tuple((point.ways, point.faces, point.kind) for point in points), ended)

    # ---- what a battle is worth ---------------------------------------------------------------------------------

    def expected(self, node: Node, act: Act) -> Fraction:
        """The value of an act."""
        return self._weigh(self.outcomes(node, act), 0)

    def giving(self, node: Node, who: str, order: Order) -> Fraction:
        """The value of an order."""
        if self._last(node.battle, who) and self._vain(node.battle, who, order):
            return Fraction(0)
        return self.expected(node, self._giving(who, order))

    def _weigh(self, leaves: list[Leaf], start: int, skip: bool = False) -> Fraction:
        """
        The value of these ends, which have gone the same way as far as to point ``start``; ``skip``: the contest that
        begins there is dealt with. Those that came to a tie count nothing.
        """
        chances: dict[tuple[object, ...], tuple[Node, Fraction]] = {}
        groups: dict[tuple[Way, ...], list[Leaf]] = {}
        for leaf in leaves:
            points = leaf.points
            fork = next((at for at in range(start + skip, len(points)) if points[at][2] != "die"), None)
            if fork is not None:
                groups.setdefault(points[start:fork], []).append(leaf)
            elif leaf.node is not None:
                weight = _share(points[start:]) + (chances[leaf.node.key][1] if leaf.node.key in chances else 0)
                chances[leaf.node.key] = leaf.node, weight
        total = sum((weight * self.value(node) for node, weight in chances.values()), Fraction(0))
        for before, group in groups.items():
            total += _share(before) * self._fork(group, start + len(before))
        return total

    def _fork(self, leaves: list[Leaf], at: int) -> Fraction:
        """The value of these ends, which part at point ``at``: by an answer of ours, or by a contest."""
        if leaves[0].points[at][2] == "answer":
            answers: dict[int, list[Leaf]] = {}
            for leaf in leaves:
                answers.setdefault(leaf.points[at][1], []).append(leaf)
            return max(self._weigh(some, at + 1) for some in answers.values())
        ties = sum(
            (_share(leaf.points[at:]) for leaf in leaves if leaf.node is None and len(leaf.points) == at + 1),
            Fraction(0),
        )
        return self._weigh(leaves, at, skip=True) / (1 - ties)

    def value(self, node: Node) -> Fraction:
        """The probability of the end from here on."""
        known = self.values.get(node.key)
        if known is None:
            known = self.values[node.key] = self._value(node)
        return known

    def _value(self, node: Node) -> Fraction:
        battle, end = node.battle, self.position.end
        if end.reached(battle) or end.lost(battle):
            return Fraction(int(end.reached(battle)))
        call = self.book.call(battle)
        if call is None or self.position.over(battle, getattr(call, "who", "")):
            return Fraction(int(end.holds(battle)))
        if call is GO_ON or battle[call.who].side != self.side:  # type: ignore[union-attr]
            return self.expected(node, self._next(node))
        last = self._last(battle, call.who)  # type: ignore[union-attr]
        if last and self._spent(battle, call.who):  # type: ignore[union-attr]
            return Fraction(0)
        best = Fraction(0)
        for order in self.orders(battle, call.who):  # type: ignore[union-attr]
            if self._follows(battle, order):
                best = max(best, self.giving(node, call.who, order))  # type: ignore[union-attr]
            if best == 1:
                break
        return best

    def _follows(self, battle: Battle, order: Order) -> bool:
        """Is an order weighed after the first one?"""
        if battle.ledger is not None and ledger_of(battle).stage != "declare":
            return type(order) in DECLARED and (type(order) is not Attack or self._announced(battle, order))
        return type(order) not in self.idle and type(order) is not TurnTo

    def _announced(self, battle: Battle, order: Attack) -> bool:
        """
        Is it a blow with what is due, in the way that was declared, or a punch with the shield, which nobody announces?
        After a move, a blow with what is in hand.
        """
        if order.how == "shield-punch":
            return True
        ledger = ledger_of(battle)
        fighter = ledger.fighters[ledger.active]
        declared = fighter.declared
        if not isinstance(declared, FullAttack):
            weapons = fighter.due or (melee.weapons(battle[ledger.active])[0].name,)
            return order.weapon in weapons and order.how == "strike"
        if order.weapon == fighter.second and order.weapon != fighter.weapon:
            return order.weapon in fighter.due and order.how == (declared.off_how or "strike")
        return order.weapon in fighter.due and (order.how, order.object) == (declared.how, declared.object)

    def _last(self, battle: Battle, who: str) -> bool:
        """Is this the turn in which an end must be reached that blows alone reach, and nobody casts spells?"""
        position = self.position
        return (
            position.ruleset == "d20"
            and position.until == who
            and battle.round == position.rounds
            and position.end.by_blows
            and getattr(battle[who].sheet, "caster", None) is None
        )

    def _spent(self, battle: Battle, who: str) -> bool:
        """Is neither a standard action left of it, nor an attack of a full attack?"""
        turn = battle.turn
        return turn.standard and not turn.attacks

    def _vain(self, battle: Battle, who: str, order: Order) -> bool:
        """Does an order take all that is left for a blow, and is none?"""
        kind, turn = self.book.cost(battle, who, order).kind, battle.turn
        all_that_is_left = (
            kind in ("standard", "full-round")
            or (kind == "move" and (turn.move or turn.full))
            or (kind == "attack" and len(turn.attacks) == 1)
        )
        if not all_that_is_left:
            return False
        if isinstance(order, Attack):
            return order.how in ("disarm", "grapple", "join") or (
                order.how == "trip" and "improved-trip" not in battle[who].sheet.feats
            )
        return isinstance(order, VAIN)

    def _next(self, node: Node) -> Act:
        """What comes next when it is not for us to choose."""
        call = self.book.call(node.battle)
        if call is GO_ON:
            return self.book.go_on
        who = call.who  # type: ignore[union-attr]
        order = self.foe(node.battle, who, None, self.book.offers(node.battle, who)).choice
        return self._giving(who, cast(Order, order))

    def _giving(self, who: str, order: Order) -> Act:
        """Carry out an order, as an encounter does."""

        def act(table: Table) -> None:
            cost = self.book.cost(table.battle, who, order)
            seq = table.tell(OrderGiven(-1, who, order, cost.kind, "puzzle", (), cost.cites))
            self.book.resolve(table, who, order, seq)

        return act

    def orders(self, battle: Battle, who: str) -> list[Order]:
        """Everything that somebody of ours may order: the menu, and its blows with every trade of accuracy."""
        if battle.turn.orders >= MOST_ORDERS:
            return [End()]
        menu = self.book.offers(battle, who)
        found = [cast(Order, order) for order in menu if type(order) is not Surrender]
        return [*found, *(order for order in _trades(battle, who, found) if menu.accepts(order))]

    # ---- a position ---------------------------------------------------------------------------------------------

    def worth(self, order: Order) -> Fraction:
        """The probability of the end after one order in the position."""
        return self.giving(self.root, self.position.turn, order)

    def menu(self) -> list[Order]:
        """Every order that is weighed in the position, each once."""
        offered = self.book.offers(self.root.battle, self.position.turn)
        orders = self.orders(self.root.battle, self.position.turn)
        orders = [order for order in orders if type(order) is not TurnTo]
        return [*dict.fromkeys(orders), *([Surrender()] if offered.accepts(Surrender()) else [])]

    def solve(self) -> Iterator[Worth]:
        """Every order of the menu, one after the other."""
        for order in self.menu():
            yield Worth(order, text(order, self.root.battle.ground), self.worth(order))


def _share(points: Sequence[Way]) -> Fraction:
    """The part of all throws that these sets of faces are."""
    of, all_ = 1, 1
    for ways, faces, _ in points:
        of *= faces.bit_count()
        all_ *= ways
    return Fraction(of, all_)


def _trades(battle: Battle, who: str, menu: list[Order]) -> Iterator[Order]:
    """The blows of a menu with Power Attack, with Combat Expertise, and on the defensive."""
    me = battle[who]
    feats: Sequence[str] = getattr(me.sheet, "feats", ())
    most = getattr(me.sheet, "base_attack", 0)
    for order in menu:
        if isinstance(order, Attack | FullAttack | Charge):
            if "power-attack" in feats and hasattr(order, "power"):
                for points in range(1, most + 1):
                    yield msgspec.structs.replace(order, power=points)
            if "combat-expertise" in feats and hasattr(order, "expertise"):
                for points in range(1, min(5, most) + 1):
                    yield msgspec.structs.replace(order, expertise=points)
            if hasattr(order, "defensive") and feats is not None and hasattr(me.sheet, "base_attack"):
                yield msgspec.structs.replace(order, defensive=True)
