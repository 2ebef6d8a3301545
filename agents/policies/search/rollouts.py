"""
``search:rollouts`` (P6): the orders that two plies find close are played on, again and again, and the one after which
things stand best on the average is given.

All of them meet the same dice and the same guesses of what is hidden. The worse half is dropped when its share of the
budget is spent, but never the order that ``search`` would give: another is given only if its lead on that one is more
than the luck of the dice may well make. What two plies show of an order counts as well: they know of what rollouts do
not show, and of what is too small to be seen in so few.
"""

from __future__ import annotations

from collections.abc import Callable

from agents.policies.base import Offers
from agents.policies.imagination import Imagination, Imagined
from agents.policies.search.leaf import value
from agents.policies.search.light import Light
from agents.policies.search.plies import Looked, looked
from agents.policies.utility.parts import Scales
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Decision, Order, Reason
from sim.state.battle import Battle

NAME = "search:rollouts"

MOST = 4
"""Orders that are played on."""

CLOSE = 60
"""Hundredths of hit dice: who is behind the best by more after two plies is not played on."""

BUDGET = 1000
"""Orders that everybody together gives in what is imagined for one decision."""

ROUNDS = 2
"""How far a rollout goes, if the budget lets it: to the turn so many rounds from now."""

LEAST = 4
"""Rollouts of each order, for which a rollout is cut short if need be."""

DOUBT = 16
"""So many rollouts are worth as much as what two plies show: their luck differs four times as much as it errs."""


def search(view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order of the menu by rollouts."""
    seed = stream.below(1 << 62)
    first, *others = looked(view, menu, seed)
    found = [first, *[one for one in others if one.worth >= first.worth - CLOSE]][:MOST]
    if len(found) == 1:
        return Decision(first.order, NAME, (Reason(first.words, first.worth),))
    race = Race(view, found, seed)
    race.run()
    best, *rest = race.trusted()
    reasons = [Reason(race.words(best), race.worth(best))]
    reasons += [Reason(f"rather than this: {race.words(one)}", race.worth(one)) for one in rest]
    return Decision(found[best].order, NAME, tuple(reasons))


class Race:
    """Rollouts of several orders, of which fewer and fewer go on. An order is named by its place."""

    def __init__(self, view: View, found: list[Looked], seed: int, budget: int = BUDGET) -> None:
        self.view = view
        self.found = found
        self.imagination = Imagination(view, seed, Light())
        self.scales = Scales.of(view.persona)
        self.now = value(self.imagination.sample(0), view.me.side, self.scales)
        self.budget = budget
        self.longest = max(1, budget // (LEAST * len(found)))
        self.spent = 0
        self.outcomes: list[list[int]] = [[] for _ in found]
        self.running = list(range(len(found)))

    def run(self) -> None:
        """Spend half of the budget on all, and half on the better half of them."""
        rows = 0
        for share in (self.budget // 2, self.budget):
            while self.spent + self.longest * len(self.running) <= share:
                for place in self.running:
                    self.outcomes[place].append(self.rollout(self.found[place].order, rows))
                rows += 1
            better = self.ranked()[: max(2, len(self.found) // 2)]
            self.running = better if 0 in better else [*better[:-1], 0]

    def rollout(self, order: Order, number: int) -> int:
        """How much better things stand some rounds after this order, by the luck and the guesses of this number."""
        table, me = self.imagination.table(number), self.view.me
        if not table.book.refusal(table.battle, me.id, order):
            table.give(me.id, order)
        table.play(self.until(table, table.battle.round + ROUNDS))
        self.spent += max(1, table.orders)
        return value(table.battle, me.side, self.scales) - self.now

    def until(self, table: Imagined, last: int) -> Callable[[Battle, str], bool]:
        """When a rollout has gone far enough."""
        me, longest = self.view.me.id, self.longest

        def enough(battle: Battle, who: str) -> bool:
            return battle.round > last or (battle.round == last and who == me) or table.orders >= longest

        return enough

    def ranked(self) -> list[int]:
        """The orders that are still in it, the best first."""
        return sorted(self.running, key=lambda place: (-self.worth(place), place))

    def trusted(self) -> list[int]:
        """The same, but that of ``search`` before all whose lead on it may be luck."""
        return sorted(self.ranked(), key=lambda place: place != 0 and not self.leads(place))

    def leads(self, place: int) -> bool:
        """Is an order better than the first by more than a standard error of the rollouts that both have had?"""
        expected = self.found[place].worth - self.found[0].worth
        leads = [own - first + expected for own, first in zip(self.outcomes[place], self.outcomes[0], strict=False)]
        count, total = len(leads), sum(leads)
        spread = count * sum([lead * lead for lead in leads]) - total * total
        return total > 0 and total * total * (count - 1) > spread

    def worth(self, place: int) -> int:
        """What speaks for an order, in hundredths of hit dice."""
        played = len(self.outcomes[place])
        return sum(self.outcomes[place]) // (played + DOUBT) + self.found[place].worth

    def mean(self, place: int) -> int:
        """How much better things stand after an order, in hundredths of hit dice."""
        outcomes = self.outcomes[place]
        return sum(outcomes) // max(1, len(outcomes))

    def words(self, place: int) -> str:
        """An order and what came of it."""
        found, mean = self.found[place].words, self.mean(place)
        played = len(self.outcomes[place])
        return f"{found}; played on {played} times, things stand {abs(mean)} {'better' if mean >= 0 else 'worse'}"
