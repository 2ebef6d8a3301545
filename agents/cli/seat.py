"""A person's seat at the table: tells what happened as that side saw it, asks for orders, answers and dice."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, cast

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from agents.advise import Outlook, Rule, advise, asked, components, in_words, outlook, rules_of, sentence, tenth, tenths
from agents.cli.chart import chart, roll_call, seen_by
from agents.cli.output import Stopped
from agents.moment import Moment
from agents.policies.base import Offers
from agents.policies.utility.estimate import Weighed, ranked, weigh
from agents.view import BANDS, band
from sim.core.errors import BadInput
from sim.dice.sources import SeededDice
from sim.encounter import battle_of
from sim.events.course import Answered, OrderGiven, TurnBegan
from sim.events.header import Header
from sim.events.orders import (
    Answer,
    Attack,
    Charge,
    Decision,
    Move,
    Order,
    Question,
    Ready,
    Step,
    Withdraw,
)
from sim.events.text import VERBS, nearest, parse, text
from sim.replay.narration import Narrator
from sim.rules.book import Rulebook
from sim.state.battle import Battle
from sim.table import Menu, Player, Table

HELP = """\
  NUMBER               the order or answer of this number
  ORDER                an order in words; what is short is completed: `charge orc-2`, `move g6`
  orders [VERB]        every order that begins so, with its odds
  map                  the map as your side sees it, and how everybody fares
  reach [VERB]         where a move (or step, withdraw) may end, drawn as stars
  advise [N]           the N best orders, with what speaks for each and the rules that matter
  why ORDER            what an order is worth, and what its rules say; or which rules forbid it
  undo                 back to your last decision; what was played since is kept in a log of its own
  auto [all]           let your side's policy choose, now or to the end
  stop                 leave the fight; it can be gone on with"""

SHOWN = 9
"""Orders that are offered at once."""
MOST = 40
"""Orders that are listed at once."""
LOOKED_AT = 5000
"""Orders of the menu that are looked through for one that is short."""
PLACES = {"move": Move, "step": Step, "withdraw": Withdraw}
_LEFT = re.compile(r"-?\d+/\d+( left)?")


class UndoneError(Exception):
    """The player wants to take the decision at event ``at`` anew."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Seat:
    """
    Plays all of one side by asking the terminal; ``inner`` plays everybody else.

    ``table`` is set when there is one: what has happened is then written before anything is asked.
    """

    def __init__(self, book: Rulebook, header: Header, side: str, inner: Player, console: Console) -> None:
        self.book = book
        self.header = header
        self.side = side
        self.inner = inner
        self.console = console
        self.knowledge = header.scenario.knowledge
        self.auto = False
        self.table: Table | None = None
        self.sit(header)

    def sit(self, header: Header) -> None:
        """Take a seat at a new table: nothing has been told yet."""
        self.header = header
        self.table = None
        self.events: list[Any] = []
        self.narrator = Narrator(header.scenario)
        self.seen: frozenset[str] = frozenset()
        self.looked: object = None
        self.look()
        self.numbered: list[Order | Answer] = []

    def catch_up(self, events: Iterable[Any]) -> None:
        """Learn what has happened before, without telling it again."""
        self.events = list(events)
        for event in self.events:
            self.narrator.tell(event)
        self.look()

    def look(self) -> None:
        """See who is in sight now, if anything has changed that bears on it."""
        battle = self.narrator.battle
        state = battle.places, id(battle.ground), tuple([one.flags for one in battle])
        if state != self.looked:
            self.looked = state
            self.seen = seen_by(battle, self.side, self.knowledge)

    # ---- what the table asks ----------------------------------------------------------------------------------

    def watch(self, seq: int, event: object) -> None:
        """The table's watcher."""
        del self.events[seq:]
        self.events.append(event)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """
        Ask for the choice of one's own.

        :raises Stopped: when the player leaves.
        :raises UndoneError: when the last decision is to be taken anew.
        """
        if battle.creatures[who].side != self.side or self.auto:
            return self.inner.decide(battle, who, question, menu)
        self.tell()
        moment = Moment(self.book, self.header, tuple(self.events), battle, who, question, menu)
        self.say("")
        self.offer(moment)
        while True:
            line = self.ask(f"{who}> ")
            try:
                found = self.said(line, moment)
            except BadInput as error:
                self.say(str(error), 2)
                continue
            if found is not None:
                return found

    def roll(self, index: int, sides: int) -> int:
        """A die rolled at the table; nothing typed: the die of the seed."""
        self.tell()
        line = self.ask(f"d{sides} for {self.purpose(index, sides)} (nothing: maraud rolls): ")
        if not line:
            value = SeededDice(int(self.header.dice[0].seed)).value(index, sides)
            self.say(f"  {value}")
            return value
        if not (line.isascii() and line.isdecimal() and len(line) < 4) or not 1 <= int(line) <= sides:
            self.say(f"  a d{sides} shows a whole number from 1 to {sides}")
            return 0
        return int(line)

    def purpose(self, index: int, sides: int) -> str:
        """What a die is rolled for, as far as the fight has told: who acts, and how."""
        battle = self.narrator.battle
        ground = battle.ground
        if battle.phase == "muster":
            who = tuple(battle.creatures)
            return f"{who[index]}'s initiative" if sides == 20 and index < len(who) else "initiative"
        for event in reversed(self.events):
            if type(event) is OrderGiven:
                return f"{event.who}'s {text(event.order, ground)}"
            if type(event) is Answered and type(event.answer) is Attack:
                return f"{event.who}'s {text(event.answer, ground)}"
            if type(event) is TurnBegan:
                return f"the turn of {event.who}"
        return "the round"

    # ---- telling --------------------------------------------------------------------------------------------------

    def say(self, words: str | Text | Grid, indent: int = 0) -> None:
        """Print; a line of the story is not wrapped, one that is indented is, under its beginning."""
        if isinstance(words, str) and not indent:
            self.console.print(words, soft_wrap=True)
        else:
            self.console.print(Padding(words, (0, 0, 0, indent), expand=False) if indent else words)

    def start(self) -> None:
        """Say what is played."""
        battle = battle_of(self.header.scenario)
        self.say(f"{self.header.scenario.name}: you play {self.side}; `?` tells what can be said\n")
        self.draw(battle)

    def draw(self, battle: Battle, *, marked: int = 0, about: int = -1) -> None:
        """Map and roll call."""
        seen = seen_by(battle, self.side, self.knowledge)
        self.say(chart(battle, self.side, seen, marked=marked, about=about))
        if not marked:
            self.say("")
            self.say(roll_call(battle, self.side, seen, self.knowledge))

    def tell(self) -> None:
        """What has happened since the last time, as this side saw it; it is on disk before anything is asked."""
        if self.table is not None:
            self.table.log.flush()
        narrator = self.narrator
        for event in self.events[len(narrator.events) :]:
            before = self.seen
            lines = narrator.tell(event)
            self.look()
            for line in self.as_seen(event, lines, before | self.seen):
                self.say(line)

    def as_seen(self, event: Any, lines: Iterable[str], seen: frozenset[str]) -> Iterator[str]:
        """The lines of an event, without what this side cannot know: unseen foes, their plans, their hit points."""
        battle = self.narrator.battle
        who = getattr(event, "who", getattr(event, "attacker", ""))
        target = getattr(event, "target", "")
        foe = who in battle.creatures and battle.creatures[who].side != self.side
        if self.knowledge == "open":
            yield from lines
            return
        if foe and who not in seen and (target not in battle.creatures or target not in seen):
            return
        if foe and type(event) is OrderGiven and event.cost == "declaration":
            return
        if foe and type(event) is OrderGiven and type(event.order) is Ready:
            yield f"    {who} makes ready for something"
            return
        hurt = battle.creatures.get(target or who)
        for line in lines:
            if hurt is not None and hurt.side != self.side:
                line = _LEFT.sub(BANDS[band(hurt)], line)
            yield line

    # ---- offering -------------------------------------------------------------------------------------------------

    def offer(self, moment: Moment) -> None:
        """The choices that stand to reason, numbered, with their odds; and what else there is."""
        view, menu = moment.view(), cast(Offers, moment.menu)
        if moment.question is not None:
            self.say(f"{moment.who} is asked: {asked(moment.question)}")
            self.number((choice, outlook(view, choice), None) for choice in moment.menu)
            return
        me = moment.battle.creatures[moment.who]
        self.say(f"-- round {moment.battle.round}, {moment.who} at {view.ground.name(me.square)}")
        lost = [
            f"{it.who} (last seen at {view.ground.name(it.square)}, {_ago(it.ago)})"
            for it in view.remembered()
            if not it.by
        ]
        if lost:
            self.say(f"out of sight: {', '.join(lost)}", 2)
        best = ranked(view, menu)[:SHOWN]
        self.number((found.order, outlook(view, found.order, found.estimate), found) for found in best)
        more = []
        for offered in menu.offers:
            if any(type(found.order) is offered.kind for found in best) and offered.kind not in PLACES.values():
                continue
            first = next(iter(offered), None)
            if first is not None:
                verb = text(first, view.ground).partition(" ")[0].rstrip(",")
                count = menu.places(offered.kind).bit_count() if offered.kind in PLACES.values() else 0
                more.append(f"{verb} ({count} squares)" if count else verb)
        if more:
            self.say(f"also: {', '.join(more)}", 2)

    def number(self, found: Iterable[tuple[Order | Answer, Outlook, Weighed | None]], *, on: bool = False) -> None:
        """Number choices and print them with their odds; ``on``: behind those that have numbers."""
        if not on:
            self.numbered = []
        grid = Grid(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        grid.add_column(justify="right")
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        grid.add_column(justify="right")
        ground = self.narrator.battle.ground
        for choice, prospects, weighed in found:
            self.numbered.append(choice)
            worth = "" if weighed is None else tenths(tenth(weighed.score))
            grid.add_row(f"{len(self.numbered):>3}", Text(text(choice, ground)), prospects.words, worth)
        self.say(grid)

    # ---- understanding --------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """
        A line.

        :raises Stopped: at the end of input.
        """
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                raise Stopped from None
        self.console.print(prompt, end="", soft_wrap=True)
        line = sys.stdin.readline()
        if not line:
            raise Stopped
        self.console.print("")
        return line.strip()

    def said(self, line: str, moment: Moment) -> Decision | None:
        """
        Do what a line says; a choice is given back.

        :raises BadInput: when it is not understood, or not allowed.
        """
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        battle = moment.battle
        if not line:
            self.offer(moment)
        elif word in ("?", "help"):
            self.say(HELP)
        elif word == "stop":
            raise Stopped
        elif word in ("map", "show", "look"):
            self.draw(battle, about=battle.creatures[moment.who].square)
        elif word == "reach":
            self.reach(moment, rest or "move")
        elif word == "orders":
            self.orders(moment, rest)
        elif word == "advise":
            self.advise(moment, rest)
        elif word == "why":
            self.why(moment, rest)
        elif word == "undo":
            raise UndoneError(self.last_own())
        elif word == "auto":
            self.auto = rest == "all"
            return self.inner.decide(battle, moment.who, moment.question, moment.menu)
        else:
            choice = self.choice(line, moment)
            if not line.isdecimal() and (full := text(choice, battle.ground)) != line:
                self.say(f"  {full}")
            return Decision(choice, "player")
        return None

    def last_own(self) -> int:
        """
        The last decision that was taken at the terminal.

        :raises BadInput: when there is none.
        """
        battle = self.narrator.battle
        for seq in range(len(self.events) - 1, -1, -1):
            event = self.events[seq]
            own = type(event) in (OrderGiven, Answered) and event.by == "player"
            if own and battle.creatures[event.who].side == self.side:
                return seq
        raise BadInput("you have decided nothing yet that could be undone")

    def choice(self, line: str, moment: Moment) -> Order | Answer:
        """
        The order or answer that a line means: a number, a whole order, or one that is short.

        :raises BadInput: when it is none, or not allowed, naming the rules.
        """
        battle, menu, who = moment.battle, moment.menu, moment.who
        if line.isascii() and line.isdecimal():
            number = int(line[:6])
            if not 1 <= number <= len(self.numbered):
                raise BadInput(f"there is no number {line[:20]}: they run from 1 to {len(self.numbered)}")
            return self.numbered[number - 1]
        line = re.sub(r" from ([a-z]{1,2}\d+)", "", line)
        try:
            choice = parse(line, battle, who)
        except BadInput as error:
            found = self.complete(line, moment)
            if found is not None:
                return found
            verb = line.partition(" ")[0]
            if verb in VERBS and not any(type(choice) is VERBS[verb].kind for choice in islice(menu, LOOKED_AT)):
                raise BadInput(f"{who} has nothing to {verb} now: `orders` lists what there is") from None
            near = " | ".join(nearest(line, menu, battle.ground))
            raise BadInput(f"{str(error).partition(' is not understood: ')[2]}; it might be: {near}") from None
        if menu.accepts(choice):
            return choice
        rules = menu.why_not(choice)
        found = self.complete(line, moment) if not rules else None
        if found is not None:
            return found
        said = "; ".join(sentence(rule) for rule in in_words(rules)) or "it is not offered"
        near = " | ".join(nearest(line, menu, battle.ground))
        raise BadInput(f"{who} cannot {line[:200]!r} now: {said}; it might: {near}")

    def complete(self, line: str, moment: Moment) -> Order | Answer | None:
        """
        The best of the offers in whose text these words stand in this order; of the best that is worth the same, the
        first of the menu.

        :raises BadInput: when they aim at different things.
        """
        ground = moment.battle.ground
        words = line.replace(",", " ").split()
        offers = [(choice, text(choice, ground)) for choice in islice(moment.menu, LOOKED_AT)]
        matching = [(c, t) for c, t in offers if _within(words, t, whole=True)]
        matching = matching or [(c, t) for c, t in offers if _within(words, t, whole=False)]
        if not matching:
            return None
        aims = {_aim(choice) for choice, _ in matching}
        if len(aims) > 1:
            near = " | ".join(t for _, t in matching[:6])
            raise BadInput(f"{line[:200]!r} may mean {len(matching)} orders: say more: {near}")
        if moment.question is not None or len(matching) == 1:
            return matching[0][0]
        view, menu = moment.view(), cast(Offers, moment.menu)
        weighed = [weigh(view, menu, cast(Order, choice)) for choice, _ in matching[:MOST]]
        return max(weighed, key=lambda found: found.score).order

    # ---- looking closer -------------------------------------------------------------------------------------------

    def reach(self, moment: Moment, verb: str) -> None:
        """The map with the squares where a move may end."""
        kind = PLACES.get(verb)
        if kind is None or moment.question is not None:
            raise BadInput(f"{verb[:40]!r} goes nowhere now: say reach move, reach step or reach withdraw in your turn")
        menu = cast(Offers, moment.menu)
        places = menu.places(kind) if menu.can(kind) else 0
        if not places:
            raise BadInput(f"{moment.who} cannot {verb} anywhere now")
        safe = menu.safe_places(kind) if kind is not Step else places
        me = moment.battle.creatures[moment.who]
        self.draw(moment.battle, marked=places, about=me.square)
        count = places.bit_count()
        self.say(f"  {count} squares, {(safe & places).bit_count()} of them by a way that provokes nobody further on")

    def orders(self, moment: Moment, verb: str) -> None:
        """Every order that begins so, numbered behind those that have been shown."""
        ground, view = moment.battle.ground, moment.view()
        matching = [choice for choice in islice(moment.menu, LOOKED_AT) if text(choice, ground).startswith(verb)]
        if not matching:
            raise BadInput(f"nothing that {moment.who} can do begins with {verb[:40]!r}")
        self.number(((choice, outlook(view, choice), None) for choice in matching[:MOST]), on=True)
        if len(matching) > MOST:
            self.say(f"  … and {len(matching) - MOST} more: say more, as in `orders move to c`")

    def advise(self, moment: Moment, count: str) -> None:
        """The best orders with their reasons; for an answer what the side's policy would say."""
        if moment.question is not None:
            decision = self.inner.decide(moment.battle, moment.who, moment.question, moment.menu)
            words = decision.reasons[0].words if decision.reasons else ""
            self.say(f"  {text(decision.choice, moment.battle.ground)}: {words}")
            return
        top = int(count) if count.isascii() and count.isdecimal() and len(count) < 3 else 3
        for place, found in enumerate(advise(moment, top), 1):
            self.explain(f"{place}. {found.text}", found.weighed, found.outlook, found.rules)

    def why(self, moment: Moment, line: str) -> None:
        """What an order is worth, and under which rules it comes."""
        if not line:
            raise BadInput("say of which order: why 2, or why charge orc-2")
        choice = self.choice(line, moment)
        view = moment.view()
        if moment.question is not None:
            self.say(f"  {text(choice, view.ground)}  {outlook(view, choice).words}")
            return
        order = cast(Order, choice)
        weighed = weigh(view, cast(Offers, moment.menu), order)
        prospects = outlook(view, order, weighed.estimate)
        self.explain(text(order, view.ground), weighed, prospects, rules_of(moment, order))

    def explain(self, head: str, weighed: Weighed, prospects: Outlook, rules: Iterable[Rule]) -> None:
        """An order with its worth, reasons and rules."""
        self.say(f"  {head}  ({tenths(tenth(weighed.score))})")
        for line in filter(None, (prospects.words, weighed.words, components(weighed.estimate))):
            self.say(line, 5)
        for rule in rules:
            self.say(sentence(rule), 5)


def _ago(rounds: int) -> str:
    return "this round" if not rounds else "1 round ago" if rounds == 1 else f"{rounds} rounds ago"


def _within(words: list[str], line: str, *, whole: bool) -> bool:
    """Do these words, or words that begin like them, stand in a line in this order, the first of them first?"""
    left = line.replace(",", " ").split()
    if not (left[0] == words[0] if whole or words[0] in VERBS else left[0].startswith(words[0])):
        return False
    left = left[1:]
    for word in words[1:]:
        place = next(
            (at for at, there in enumerate(left) if there == word or (not whole and there.startswith(word))), -1
        )
        if place < 0:
            return False
        left = left[place + 1 :]
    return True


def _aim(choice: Order | Answer) -> tuple[object, ...]:
    """What an order is about: two that differ in it are not the same order said shorter."""
    named = tuple(
        getattr(choice, name, "") for name in ("target", "on", "spell", "item", "ability", "option", "how", "mode")
    )
    place = -1 if isinstance(choice, Charge) else getattr(choice, "to", -1)
    return type(choice), *named, place
