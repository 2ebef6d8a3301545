"""
A fight played on from where somebody sees it: for those who search, forecast and ask "what if".

The battle is one as the view has it: the own side exact, a foe with the ordinary figures of its kind and as many hit
points as its wounds leave open, one unseen where it is heard or may have gone. No log is written. The dice are the
thinker's own, keyed by whose turn it is, round and count: whoever plays two orders on with the same dice sees what the
orders differ in, and not the luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from agents.policies import nearest
from agents.policies.base import MOST_ORDERS, Offers, Policy, born, key_of
from agents.view import View, band
from sim.dice.sources import GOLDEN, MASK, Die, SeededDice, Stream, mix, roll
from sim.events.adnd_magic import IncantationBegan
from sim.events.base import apply
from sim.events.course import OrderGiven, RoundBegan
from sim.events.log import Log
from sim.events.magic import CastingBegan
from sim.events.orders import Decision, End, Order, Question
from sim.grid.bits import squares
from sim.rules.book import GO_ON, Call, Rulebook
from sim.rules.shelf import IDS
from sim.rules.shelf import book as book_of
from sim.state.adnd import Ledger
from sim.state.battle import Battle
from sim.state.conditions import DOWN, GONE
from sim.state.creature import Creature
from sim.table import Menu, Table

_ENOUGH = Decision(End(), "")


class Unwritten:
    """A log of which only the events are kept, for rules that look back: no lines, no digests."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Any] = []

    def flush(self) -> None:
        """Nothing is written."""


class Dreamer:
    """Plays everybody in an imagined fight by one policy, with open sheets; ``seed`` keys its streams."""

    def __init__(self, book: Rulebook, policy: Policy, seed: int = 0) -> None:
        self.odds = book.odds
        self.policy = policy
        self.seed = seed

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """What the policy chooses for them."""
        if question is None and battle.turn.orders >= MOST_ORDERS:
            return _ENOUGH
        view = View(battle, who, question, "open", born(battle.creatures[who]), self.odds)
        return self.policy(view, cast(Offers, menu), Stream(self.seed, key_of(who), battle.inputs))


class Imagined(Table):
    """
    A table in somebody's head, with battle and dice ``number`` of those imagined. ``orders`` counts what was ordered.

    A die is keyed by whose turn it is, the round, and how many fell in that turn before it.
    """

    __slots__ = ("_counts", "_seed", "book", "orders")

    def __init__(self, imagination: Imagination, number: int = 0) -> None:
        seed = mix(imagination.seed + number * GOLDEN & MASK)
        log = Unwritten()
        super().__init__(imagination.sample(number), cast(Log, log), SeededDice(seed), imagination.player)
        log.events += imagination.past
        self.book = imagination.book
        self.orders = 0
        self._seed = seed
        self._counts: dict[tuple[str, int], list[int]] = {}

    def tell(self, event: object) -> int:
        """A fact goes into the imagined battle. Returns its number."""
        apply(event, self.battle)
        events = self.log.events
        events.append(event)
        return len(events) - 1

    def roll(self, sides: int, count: int = 1) -> tuple[Die, ...]:
        """Dice of the thinker's own."""
        key = self.battle.turn.who, self.battle.round
        known = self._counts.get(key)
        if known is None:
            seed = mix((mix(self._seed ^ key_of(key[0]) & MASK) + key[1] * GOLDEN) & MASK)
            known = self._counts[key] = [seed, 0]
        seed, first = known
        known[1] = first + count
        return tuple([Die(index, sides, roll(seed, index, sides)) for index in range(first, first + count)])

    def give(self, who: str, order: Order) -> None:
        """Carry an order out that is known to be allowed."""
        cost = self.book.cost(self.battle, who, order)
        seq = self.tell(OrderGiven(-1, who, order, cost.kind, "", (), cost.cites))
        self.orders += 1
        self.book.resolve(self, who, order, seq)

    def called(self) -> str:
        """Play on by what nobody chooses until somebody must choose; empty when the fight is over."""
        book, battle = self.book, self.battle
        while (call := book.call(battle)) is GO_ON:
            book.go_on(self)
        return call.who if isinstance(call, Call) else ""

    def play(self, until: Callable[[Battle, str], bool]) -> None:
        """Let everybody play until ``until(battle, who is called)`` says that it is enough, or to the end."""
        while (who := self.called()) and not until(self.battle, who):
            self.choose(who)

    def choose(self, who: str) -> None:
        """Let its player decide for somebody who is called, and carry that out."""
        decision = self.player.decide(self.battle, who, None, self.book.offers(self.battle, who))
        self.give(who, cast(Order, decision.choice))


class Imagination:
    """
    What the bearer of a view may imagine of the fight. ``seed`` is a number from its own stream.

    Sample ``number`` is one battle that looks like the one it sees, with dice of its own.
    """

    def __init__(self, view: View, seed: int, policy: Policy = nearest.choose) -> None:
        self.view = view
        self.book = next(found for name in IDS if (found := book_of(name)).odds is view.odds)
        self.player = Dreamer(self.book, policy, seed)
        self.seed = seed
        self.battle = view._battle
        self._samples: dict[int, Battle] = {}
        self.past = past_of(self.battle)

    def table(self, number: int) -> Imagined:
        """A table at which sample ``number`` can be played on; asked again, the same once more."""
        return Imagined(self, number)

    def sample(self, number: int) -> Battle:
        """A copy of battle ``number`` of those that look like the one that is seen."""
        known = self._samples.get(number)
        if known is None:
            known = self._samples[number] = self._sample(Stream(self.seed, number))
        return known.fork()

    def _sample(self, stream: Stream) -> Battle:
        """A battle that looks like the one that is seen."""
        view, battle = self.view, self.battle.fork()
        if view.knowledge == "open":
            return battle
        side = view.me.side
        heard: dict[str, int] | None = None
        for foe in self.battle:
            if foe.side != side:
                figure = battle.creatures[foe.id] = _likely(view, foe, stream)
                if not foe.flags & DOWN and not view.perceives(foe):
                    if heard is None:
                        heard = {it.who: view.may_be(it) for it in view.remembered()} | dict(view.guesses())
                    _elsewhere(battle, figure, heard.get(foe.id, 0), stream)
        battle.ready = tuple(who for who in battle.ready if battle.creatures[who].side == side)
        if isinstance(battle.ledger, Ledger) and battle.ledger.stage == "declare":
            for who, fighter in battle.ledger.fighters.items():
                if battle.creatures[who].side != side:
                    fighter.begin_round()
        return battle


def _likely(view: View, foe: Creature, stream: Stream) -> Creature:
    """A foe with figures that it may have: its posture and arms are in sight, its plans and spent spells are not."""
    known = view.figure(foe)
    figure = foe.fork()
    figure.sheet = figure.natural = known.sheet
    figure.cache = known.cache
    figure.used = ()
    figure.readied = None
    if foe.hit_points > 0:
        full = known.sheet.hit_points
        quarter = band(foe)
        low = max(1, -(-(quarter - 1) * full // 4)) if quarter else 0
        high = max(low, -(-quarter * full // 4) - 1)
        figure.hit_points = max(1, full - low - stream.below(high - low + 1))
        figure.nonlethal = 0
    return figure


def _elsewhere(battle: Battle, foe: Creature, area: int, stream: Stream) -> None:
    """Put an unseen foe somewhere in these squares; out of the fight, if there are none."""
    battle.leave(foe)
    if area:
        foe.square = tuple(squares(area))[stream.below(area.bit_count())]
        battle.enter(foe)
    else:
        battle.stand(foe.side, -1)
        foe.flags |= GONE


def past_of(battle: Battle) -> list[Any]:
    """As much of a log as the rules look back at: what was declared, and whose spells are in the making."""
    told = {}
    if isinstance(battle.ledger, Ledger):
        told = {
            fighter.told: OrderGiven(-1, who, cast(Order, fighter.declared), "declaration", "", ())
            for who, fighter in battle.ledger.fighters.items()
            if fighter.told >= 0
        }
    last = max((*told, *[spell.number for spell in battle.spells]), default=-1)
    began = RoundBegan(-1, battle.round)
    past: list[Any] = [told.get(seq, began) for seq in range(last + 2)]
    for me in battle:
        if (spell := me.casting) is not None:
            name, targets = spell.spell, spell.targets
            if battle.ledger is None:
                past.append(CastingBegan(-1, me.id, name, spell.name, spell.source, "", spell.level, 0, 0))
            else:
                past.append(IncantationBegan(-1, me.id, name, "spell", "", spell.level, 0, 0, 0, 0, targets, -1, ()))
    return past
