"""
``search`` (P5): two plies. Each of the best orders is carried out with every kind of luck, each kind with its exact
weight; then everybody answers by the best blow that he has there, weighed by exact odds.

The dice of its own turn are gone through face by face, and faces by which the same happens are one kind of luck. An
order is worth what both sides have left on the average after that round. What ``team`` expects of it counts as
well: it knows of what a blow does not show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import NamedTuple, cast

from agents.policies.base import Offers, born
from agents.policies.doctrine.option import weapons
from agents.policies.imagination import Imagination, Imagined
from agents.policies.search.candidates import sorted_out
from agents.policies.search.leaf import POINTS, left_to, share, value, weight
from agents.policies.search.light import Light
from agents.policies.team.plan import study
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Scales, Weighed
from agents.view import View
from sim.dice.odds import Distribution
from sim.dice.sources import Die, Stream
from sim.events.orders import Attack, Charge, Decision, End, FullAttack, Move, Order, Reason
from sim.grid.bits import lowest
from sim.rules.book import Strike
from sim.state.conditions import CANNOT_ACT, DOWN, GRAPPLING, PRONE

NAME = "search"

MOST = 4
"""Orders that are searched."""

BUDGET = 800
"""Orders in what is imagined for one decision; once they are given, no more kinds of luck are told apart."""

LEAST = 4
"""Kinds of luck that the budget of an order suffices for: in a crowd, not all answer."""

DEPTH = 2
"""Dice of its own turn that are gone through face by face: those of a blow and of what it does."""

DOUBT = 40
"""Hundredths of hit dice by which an order must be better than that of ``team`` to be given in its place."""

Blow = Attack | FullAttack | Charge
HUNDRED = 100
MIDDLING = 60
"""Dice that fall on their middle in one look; those after them fall anyhow, so that no contest is tied for ever."""

_NOTHING = End()

STATES = DOWN | CANNOT_ACT | PRONE | GRAPPLING
"""What tells kinds of luck apart, besides what has happened."""


class Looked(NamedTuple):
    """An order, what speaks for it in hundredths of hit dice, and why in words."""

    order: Order
    worth: int
    words: str


def search(view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order of the menu by two plies."""
    best, *rest = looked(view, menu, stream.below(1 << 62))
    reasons = [Reason(best.words, best.worth)]
    reasons += [Reason(f"rather than this: {one.words}", one.worth) for one in rest[:2]]
    return Decision(best.order, NAME, tuple(reasons))


def looked(view: View, menu: Offers, seed: int) -> list[Looked]:
    """The orders that are worth searching by what two plies show of them, the best first."""
    orders = Orders(study(view, menu))
    found, others = sorted_out(orders, MOST)
    if len(found) == 1 and not others:
        return [Looked(found[0].order, found[0].score, found[0].words)]
    plies = Plies(view, seed, BUDGET, max(MOST, len(found)))
    worth = [plies.worth(weighed) for weighed in found]
    worth[0] += DOUBT
    worth += [plies.worth(other) for other in others]
    found += others
    places = sorted(range(len(found)), key=lambda place: (-worth[place], place))
    return [Looked(found[place].order, worth[place], plies.words(found[place])) for place in places]


class Luck(NamedTuple):
    """What happens by some dice: the sides of the next die (0: none), and what tells this from other luck."""

    sides: int
    kind: tuple[object, ...]


class Foretold(Imagined):
    """
    A table at which the first dice of somebody's turn fall as foretold, and all others on their middle. ``asked`` are
    the sides of those that were asked for in that turn.
    """

    __slots__ = ("_faces", "_fallen", "_who", "asked")

    def __init__(self, imagination: Imagination, who: str, faces: tuple[int, ...]) -> None:
        super().__init__(imagination)
        self._who = who
        self._faces = faces
        self._fallen = 0
        self.asked: list[int] = []

    def roll(self, sides: int, count: int = 1) -> tuple[Die, ...]:
        """The dice as foretold."""
        self._fallen += count
        if self._fallen > MIDDLING:
            return super().roll(sides, count)
        middle = (sides + 1) // 2
        if self.battle.turn.who != self._who:
            return (Die(0, sides, middle),) * count
        first = len(self.asked)
        self.asked += [sides] * count
        faces = [*self._faces[first : first + count], *[middle] * count][:count]
        return tuple([Die(0, sides, face) for face in faces])


class Plies:
    """Looks two plies ahead. The budget is shared among so many orders."""

    def __init__(self, view: View, seed: int, budget: int, orders: int) -> None:
        self.view = view
        self.imagination = Imagination(view, seed, Light())
        self.scales = Scales.of(view.persona)
        self.now = value(self.imagination.sample(0), view.me.side, self.scales)
        self.share = budget // orders
        self.longest = max(1, self.share // LEAST)
        self.left = 0
        self.spent = 0
        self.kinds: dict[Order, int] = {}
        self._looks: dict[tuple[int, ...], Luck] = {}

    def worth(self, weighed: Weighed) -> int:
        """What speaks for an order, in hundredths of hit dice: what is seen of it, and what is expected."""
        return self.seen(weighed.order) + weighed.score // POINTS

    def seen(self, order: Order) -> int:
        """How much better things stand on the average a round after an order, in hundredths of hit dice."""
        self.left = self.share
        self._looks.clear()
        self.kinds[order] = 0
        return self.expected(order, ()) - self.now

    def words(self, weighed: Weighed) -> str:
        """An order, and with how many kinds of luck it was looked at."""
        kinds = self.kinds[weighed.order]
        return f"{weighed.words}; {kinds} kind{'s' * (kinds > 1)} of luck, each with everybody's best answer"

    # ---- the first ply: its own luck

    def expected(self, order: Order, faces: tuple[int, ...]) -> int:
        """What is left on the average after an order whose first dice fall so."""
        sides = self.look(order, faces).sides
        if len(faces) == DEPTH or not sides or self.left <= 0:
            self.kinds[order] += 1
            return self.answered(order, faces)
        kinds = self.split(order, faces, 1, sides)
        values = [(high - low + 1) * self.expected(order, (*faces, (low + high) // 2)) for low, high in kinds]
        return sum(values) // sides

    def split(self, order: Order, faces: tuple[int, ...], low: int, high: int) -> list[tuple[int, int]]:
        """The faces of the next die from ``low`` to ``high``, in ranges by which the same happens."""
        if self.happens(order, faces, low) == self.happens(order, faces, high):
            return [(low, high)]
        middle = (low + high) // 2
        lower, upper = self.split(order, faces, low, middle), self.split(order, faces, middle + 1, high)
        if self.happens(order, faces, middle) == self.happens(order, faces, middle + 1):
            lower[-1] = lower[-1][0], upper.pop(0)[1]
        return lower + upper

    def happens(self, order: Order, faces: tuple[int, ...], face: int) -> tuple[object, ...]:
        """What happens when the next die shows this face."""
        return self.look(order, (*faces, face)).kind

    def look(self, order: Order, faces: tuple[int, ...]) -> Luck:
        """What happens by these dice; once the budget is spent, nothing is seen."""
        found = self._looks.get(faces)
        if found is None:
            if self.left <= 0:
                return Luck(0, ())
            table = self.carried_out(order, faces)
            told = tuple([type(event) for event in table.log.events[len(self.imagination.past) :]])
            states = tuple([creature.flags & STATES for creature in table.battle])
            sides = table.asked[len(faces)] if len(table.asked) > len(faces) else 0
            found = self._looks[faces] = Luck(sides, (told, states))
        return found

    # ---- the second ply: everybody's best blow

    def answered(self, order: Order, faces: tuple[int, ...]) -> int:
        """What is left after an order, this luck, and everybody's best blow after it."""
        answers = Answers(self.scales, self.view.me.side)
        table = self.carried_out(order, faces, answers)
        return value(table.battle, self.view.me.side, self.scales) + answers.gain // (HUNDRED * HUNDRED * HUNDRED)

    def carried_out(self, order: Order, faces: tuple[int, ...], answers: Answers | None = None) -> Foretold:
        """
        The table after an order and what is left of its turn. Everybody else does nothing, and at the first call after
        it tells his best blow, if it is asked for; at last so does whoever gave the order. An order that is declared is
        carried out within the round: all tell theirs in the next.
        """
        me = self.view.me.id
        table = Foretold(self.imagination, me, faces)
        battle = table.battle
        now, turn = battle.round, battle.turn.who == me
        if not table.book.refusal(battle, me, order):
            table.give(me, order)
        while table.orders < self.longest and (who := table.called()):
            if who == me and battle.round == now:
                table.choose(who)
                continue
            if turn or battle.round > now:
                if answers is None or (not turn and who in answers.heard):
                    break
                answers.add(table, who)
                if turn and who == me:
                    break
            table.give(who, _NOTHING)
        self.left -= table.orders
        self.spent += table.orders
        return table


class Answers:
    """The best blows of those who are called, each on what the blows before it may be expected to leave."""

    def __init__(self, scales: Scales, side: str) -> None:
        self.scales = scales
        self.side = side
        self.gain = 0
        self.left: dict[str, int] = {}
        self.heard: set[str] = set()

    def add(self, table: Imagined, who: str) -> None:
        """Whoever is called tells what the best of his blows does, if he has not yet."""
        if who in self.heard:
            return
        self.heard.add(who)
        battle = table.battle
        me = battle.creatures[who]
        view = View(battle, who, None, "open", born(me), table.book.odds)
        best, victim, wound = 0, me, 0
        for order, place in blows(view, cast(Offers, table.book.offers(battle, who))):
            foe = battle.creatures[order.target]
            left = self.left.get(foe.id, HUNDRED * left_to(foe)) // HUNDRED
            if left > 0 and (strikes := view.strikes(order, place)):
                lost, harm = taken(strikes, left, foe.sheet.hit_points)
                if weight(foe) * lost > best:
                    best, victim, wound = weight(foe) * lost, foe, harm
        self.left[victim.id] = self.left.get(victim.id, HUNDRED * left_to(victim)) - wound
        self.gain += best * self.scales.hurting if me.side == self.side else -best * self.scales.suffering


@lru_cache(maxsize=8192)
def taken(strikes: tuple[Strike, ...], left: int, full: int) -> tuple[int, int]:
    """
    What blows may be expected to take from somebody with so many hit points left: hundredths of the percentage that
    counts, and of hit points.
    """
    harm = reduce(Distribution.plus, [strike.harm for strike in strikes])
    now = share(left, full)
    lost = harm.changed(lambda points: now - share(left - points, full)).mean(HUNDRED)
    return lost, harm.changed(lambda points: min(points, left)).mean(HUNDRED)


def blows(view: View, menu: Offers) -> Iterator[tuple[Blow, int]]:
    """The blows and shots that somebody has now, each with the place from where it is struck (-1: from here)."""
    me, ground = view.me, view.ground
    for weapon in weapons(menu):
        struck = menu.struck(weapon)
        near = [foe for foe in view.foes if ground.footprint(foe.square, foe.span) & struck]
        for foe in near:
            yield (FullAttack if menu.several(weapon) else Attack)(foe.id, weapon), -1
        if not near and not me.flags & GRAPPLING and menu.can(Move):
            ends = menu.places(Move)
            for foe in view.foes:
                if stands := menu.stands(foe.id, weapon) & ends:
                    yield Attack(foe.id, weapon), lowest(stands)
                elif menu.can(Charge) and (lanes := menu.lanes(foe.id, weapon)):
                    yield Charge(foe.id, lanes[0], weapon), -1
    for weapon in menu.shooting():
        if weapon not in me.unloaded:
            for foe in view.foes:
                yield (FullAttack if menu.several(weapon) else Attack)(foe.id, weapon), -1
