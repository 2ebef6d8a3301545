"""The referee at the terminal: a fight that stops to be looked at, ruled upon, played on by hand, or left."""

from __future__ import annotations

import sys
from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from agents.cli.output import Stopped
from sim.core.errors import BadInput
from sim.encounter import battle_of
from sim.events import rulings
from sim.events.orders import Decision, Question
from sim.events.text import nearest, parse, text
from sim.replay.cursor import board
from sim.replay.narration import Narrator
from sim.rules.book import Call, Rulebook
from sim.script import Line, Script

if TYPE_CHECKING:
    from sim.state.battle import Battle
    from sim.table import Menu, Table

HELP = """\
  (nothing)            go on, as far as the last time
  turn, round, order   go on to the next turn, round or order
  run                  go on to the end
  show                 the map, and how everybody fares
  orders [VERB]        what the creature whose turn it is may be told
  WHO: ORDER           an order: at once in its own turn, else in its next
  WHO? ANSWER          an answer to the next question that it is asked
  RULING because …     set hit points of WHO to N, move WHO to SQUARE, WHO is CONDITION, WHO is not CONDITION,
                       add KIND as NAME at SQUARE to SIDE, remove WHO, overrule EVENT
  stop                 leave the fight; `maraud resume` goes on with it"""

STEPS = ("turn", "round", "order", "run")
MOST = 40
"""Orders that are listed at once."""


class Desk:
    """
    Sits at a table before its player and its referee, and asks the terminal before a turn, a round or an order.

    ``quiet``: nothing is told of the fight.
    """

    def __init__(self, book: Rulebook, table: Table, *, quiet: bool = False) -> None:
        self.book = book
        self.table = table
        self.player = table.player
        self.inner = table.referee
        self.step = "turn"
        self.last: tuple[int, str] = (-1, "")
        self.again = False
        """The next order of this turn is asked for too: one was given by hand."""
        self.orders: defaultdict[str, deque[str]] = defaultdict(deque)
        self.answers: defaultdict[str, deque[str]] = defaultdict(deque)
        scenario = table.log.header.scenario
        self.narrator = None if quiet else Narrator(scenario)
        if self.narrator is not None:
            if not table.log.events:
                print(f"{scenario.name}\n\n{board(battle_of(scenario))}\n")
            for event in table.log.events:
                self.narrator.tell(event)
        table.player, table.referee = self, self

    def tell(self) -> None:
        """What has happened since the last time."""
        if self.narrator is not None:
            for event in self.table.log.events[len(self.narrator.events) :]:
                for line in self.narrator.tell(event):
                    print(line)

    # ---- the table's referee and player ---------------------------------------------------------------------------

    def __call__(self, battle: Battle) -> Iterator[object]:
        """
        What the referee rules before an order.

        :raises Stopped: when he leaves.
        """
        if self.inner is not None:
            yield from self.inner(battle)
        call = self.book.call(battle)
        if not isinstance(call, Call) or not self._is_time(battle, call.who):
            return
        self.last, self.again = (battle.round, call.who), False
        self.tell()
        print(f"-- round {battle.round}, {call.who}; `help` tells what can be said")
        while (line := self._line()) is not None:
            try:
                ruling = self._said(line, battle, call.who)
            except BadInput as error:
                print(f"   {error}")
                continue
            if ruling is not None:
                yield ruling
                self.tell()
            if self.again:
                return

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """
        The order or answer given by hand; without one, whoever else decides.

        :raises Stopped: when the referee leaves instead of mending one that does not fit.
        """
        given = self.orders[who] if question is None else self.answers[who]
        while given:
            line = given.popleft()
            try:
                choice = parse(line, battle, who, menu)
                if menu.accepts(choice):
                    return Decision(choice, "player")
                rules = ", ".join(menu.why_not(choice)) or "not offered"
                near = " | ".join(nearest(line, menu, battle.ground))
                print(f"   {who} cannot {line!r} now [{rules}]; it might: {near}")
            except BadInput as error:
                print(f"   {error}")
            self.tell()
            print(f"-- {who}: another one instead? (nothing: as it would by itself)")
            if (line := self._ask()) != "":
                given.appendleft(line.removeprefix(f"{who}:").removeprefix(f"{who}?").strip())
        return self.player.decide(battle, who, question, menu)

    # ---- the talk -------------------------------------------------------------------------------------------------

    def _is_time(self, battle: Battle, who: str) -> bool:
        """Is this, when ``who`` is to choose, where the fight is to stop?"""
        now = battle.round, who
        if self.again and who == self.last[1]:
            return True
        return {
            "turn": not battle.turn.orders and now != self.last,
            "round": battle.round != self.last[0],
            "order": True,
            "run": False,
        }[self.step]

    def _ask(self) -> str:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "stop":
            raise Stopped
        return line.strip()

    def _line(self) -> str | None:
        """What is said, if it is no word for going on."""
        line = self._ask()
        if line in STEPS:
            self.step = line
        return None if not line or line in STEPS else line

    def _said(self, line: str, battle: Battle, who: str) -> Any:
        """Do what a line says, when ``who`` is to choose; returns the event of a ruling."""
        if line == "help":
            print(HELP)
        elif line == "show":
            print(board(battle))
        elif line.partition(" ")[0] == "orders":
            self._list(battle, who, line.partition(" ")[2].strip())
        elif " because " in line:
            return rulings.parse(line.removeprefix("referee:").strip(), battle, self.book.roster)
        else:
            self._give(_order(line), battle, who)
        return None

    def _list(self, battle: Battle, who: str, verb: str) -> None:
        """The orders that a creature may be given."""
        offers = (text(order, battle.ground) for order in self.book.offers(battle, who))
        found = list(islice((line for line in offers if line.startswith(verb)), MOST + 1))
        print("\n".join(f"  {line}" for line in found[:MOST]) or f"  nothing begins with {verb!r}")
        if len(found) > MOST:
            print("  … and more: name a verb, as in `orders move`")

    def _give(self, line: Line, battle: Battle, whose: str) -> None:
        """Put an order or answer down for its creature; one of now is looked at at once."""
        if line.who not in battle.creatures:
            raise BadInput(f"there is no creature {line.who[:40]!r}: there is {', '.join(battle.creatures)}")
        if line.kind == "answer":
            self.answers[line.who].append(line.text)
            return
        if line.who == whose:
            menu = self.book.offers(battle, whose)
            choice = parse(line.text, battle, whose, menu)
            if not menu.accepts(choice):
                rules = ", ".join(menu.why_not(choice)) or "not offered"
                near = " | ".join(nearest(line.text, menu, battle.ground))
                raise BadInput(f"{whose} cannot {line.text!r} now [{rules}]; it might: {near}")
            self.again = True
        self.orders[line.who].append(line.text)


def _order(text: str) -> Line:
    """
    A line for a creature.

    :raises BadInput: when it is none.
    """
    try:
        lines = Script(text).lines
    except BadInput:
        lines = ()
    if len(lines) != 1 or lines[0].kind not in ("order", "answer") or lines[0].dice:
        raise BadInput(
            f"{text[:80]!r} is not understood (a ruling ends with 'because …'): `help` tells what can be said"
        )
    return lines[0]
