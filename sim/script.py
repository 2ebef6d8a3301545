"""
Order files: a fight, or parts of it, written down beforehand.

A line says what somebody does; the fight comes to the lines in their order::

    # The bear is tripped, and gets up again.
    round 1
    ann: trip bear with guisarme [d20:15 d20:17 d20:3]
    bear? choose strength
    referee: set hit points of orc-1 to 3 because it fell into the pit
    turn bear [d100:7]
    bear: stand-up
    policies

``who: order`` is the next order of a creature, ``who? answer`` its next answer when it is asked something, each in the
one text form of ``sim.events.text``; a ruling of the ``referee`` (``sim.events.rulings``) falls as soon as the lines
before it are done. ``round`` and ``turn`` wait for a round, or somebody's turn, to begin. Dice in brackets fall because
of their line, first to last; all others fall as they would. Decisions that no line covers are left to the policies
(``policies``, to begin with), or end the turn and let opportunities pass (``idle``), or are an error (``strict``).

The whole file stands in the header of the log, so that a fight cut short goes on by it, and one run again meets its
dice. How far a script has got follows from the events alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sim.core.errors import BadInput
from sim.dice.sources import DiceSource
from sim.events import rulings
from sim.events.course import REFEREE_EVENTS, Answered, FightEnded, OrderGiven, RoundBegan, TurnBegan
from sim.events.orders import Answer, Decision, End, Order, Pass, Question, Reason
from sim.events.text import nearest, parse
from sim.state.battle import Battle
from sim.table import Menu, Player
from sim.tables import files

Mode = Literal["policies", "idle", "strict"]
Kind = Literal["order", "answer", "referee", "round", "turn", "initiative"]

BY, BY_NOBODY = "script", "idle"
"""Who decided, in the log: a line; nobody, where the script says ``idle``."""

LARGEST = 1_000_000
"""No order file is longer than this many bytes."""

_DICE = re.compile(r"(?P<said>.*?)\s*\[(?P<dice>[^][]*)\]")
_DIE = re.compile(r"d([1-9]\d{0,2}):([1-9]\d{0,2})")
_SAID = re.compile(r"(?P<who>.+?)(?P<mark>[:?])\s+(?P<text>.+)")
_COMMENT = re.compile(r"(?:^|\s)#.*")


class Line(NamedTuple):
    """
    What one line says. ``mode`` holds for the decisions that come before it; ``limit`` is the first later round that
    the script names, before which it must have been reached.
    """

    number: int
    kind: Kind
    who: str
    text: str
    dice: tuple[tuple[int, int], ...]
    mode: Mode
    limit: int | None = None


class Script:
    """
    An order file, read. ``text`` is all of it, ``where`` its name in errors.

    :raises BadInput: for a line that is none.
    """

    def __init__(self, text: str, where: str = "the script") -> None:
        self.text = text
        self.where = where
        self.mode: Mode = "policies"
        lines: list[Line] = []
        for number, raw in enumerate(text.splitlines(), 1):
            said = _COMMENT.sub("", raw).strip()
            if said in ("policies", "idle", "strict"):
                self.mode = said  # type: ignore[assignment]
            elif said:
                lines.append(self._line(number, said))
        limit: int | None = None
        for index in reversed(range(len(lines))):
            lines[index] = lines[index]._replace(limit=limit)
            if lines[index].kind == "round":
                limit = int(lines[index].text)
        self.lines = tuple(lines)

    @classmethod
    def read(cls, path: str | Path) -> Script:
        """
        Read an order file.

        :raises BadInput: when it cannot be read, is not UTF-8, or has a line that is none.
        """
        return cls(files.text(Path(path), "an order file", LARGEST), str(path))

    def has_dice(self) -> bool:
        """Does any line fix dice?"""
        return any(line.dice for line in self.lines)

    def error(self, line: Line | int, message: str) -> BadInput:
        """The sentence about a line."""
        number = line if isinstance(line, int) else line.number
        return BadInput(f"{self.where}, line {number}: {message}")

    def _line(self, number: int, said: str) -> Line:
        dice: tuple[tuple[int, int], ...] = ()
        if match := _DICE.fullmatch(said):
            said, dice = match["said"], self._dice(number, match["dice"])
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        if word == "round" and rest.isdecimal() and len(rest) < 5:
            return Line(number, "round", "", str(int(rest)), dice, self.mode)
        if said == "initiative":
            return Line(number, "initiative", "", "", dice, self.mode)
        if word == "turn" and rest and not _SAID.fullmatch(said):
            return Line(number, "turn", rest, "", dice, self.mode)
        match = _SAID.fullmatch(said)
        if match is None:
            raise self.error(
                number,
                f"{said[:80]!r} is no line of an order file: write 'who: order', 'who? answer', 'referee: ruling', "
                f"'round N', 'turn WHO', 'initiative', 'policies', 'idle' or 'strict'",
            )
        who, wish = match["who"].strip(), match["text"]
        if who == "referee":
            return Line(number, "referee", "", wish, dice, self.mode)
        return Line(number, "order" if match["mark"] == ":" else "answer", who, wish, dice, self.mode)

    def _dice(self, number: int, words: str) -> tuple[tuple[int, int], ...]:
        found = []
        for word in words.split():
            match = _DIE.fullmatch(word)
            if match is None or int(match[2]) > int(match[1]):
                raise self.error(number, f"{word[:40]!r} is no die as it fell: write them like [d20:15 d8:4]")
            found.append((int(match[1]), int(match[2])))
        return tuple(found)


class Prompter:
    """
    Carries a script into a fight: player, referee, dice and watcher of one table.

    ``player`` decides what no line covers; ``dice`` give what no line fixes. Lines are ticked off by the events that
    come of them (``note``), never before.
    """

    def __init__(
        self, script: Script, battle: Battle, player: Player, dice: DiceSource, roster: rulings.Roster
    ) -> None:
        self.script = script
        self.roster = roster
        self.player = player
        self.dice = dice
        self.at = 0
        self.due: list[tuple[int, int, int]] = []
        """Dice that are still to fall: sides, value, number of the line that fixed them."""
        known = [*battle.creatures, *(rulings.newcomer(line.text) for line in script.lines if line.kind == "referee")]
        for line in script.lines:
            if line.kind == "initiative" and line is not script.lines[0]:
                raise script.error(line, "initiative is the first line of an order file, or none")
            if line.who and line.who not in known:
                there = ", ".join(list(battle.creatures)[:12])
                raise script.error(line, f"there is no creature {line.who[:40]!r}: there is {there}")
        if script.lines and script.lines[0].kind == "initiative":
            self._tick(script.lines[0])

    def _choice(self, line: Line, battle: Battle, offers: Iterable[Order | Answer]) -> Order | Answer:
        try:
            return parse(line.text, battle, line.who, offers)
        except BadInput as error:
            raise self.script.error(line, str(error)) from None

    def next(self) -> Line | None:
        """The line that the fight has to come to next."""
        return self.script.lines[self.at] if self.at < len(self.script.lines) else None

    @property
    def done(self) -> bool:
        """Nothing of the script can fail any more."""
        return self.next() is None and not self.due and self.script.mode != "strict"

    # ---- the table's player, referee, dice and watcher ------------------------------------------------------------

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """
        What the next line says, if it is for this creature and this kind of choice; else as the mode has it.

        :raises BadInput: when the line cannot be carried out, the script is late, or it is strict and silent.
        """
        line = self.next()
        if question is None:
            self._all_fallen()
        self._in_time(line, battle)
        if line is not None and line.who == who and line.kind == ("order" if question is None else "answer"):
            choice = self._choice(line, battle, menu)
            if menu.accepts(choice):
                return Decision(choice, BY)
            rules = ", ".join(menu.why_not(choice)) or "not offered"
            near = " | ".join(nearest(line.text, menu, battle.ground))
            asked = "" if question is None else f" when asked {_said(question)}"
            raise self.script.error(line, f"{who} cannot {line.text!r}{asked} now [{rules}]; it might: {near}")
        mode = self.script.mode if line is None else line.mode
        if mode == "policies":
            return self.player.decide(battle, who, question, menu)
        if mode == "idle":
            return _idle(question, menu)
        asked = "has its turn" if question is None else f"is asked {_said(question)}"
        raise self.script.error(
            len(self.script.text.splitlines()) if line is None else line,
            f"the script is strict, and {'no line' if line is None else 'not this line'} says what {who} does:"
            f" it {asked} in round {battle.round}",
        )

    def referee(self, battle: Battle) -> Iterator[object]:
        """
        The rulings that are next.

        :raises BadInput: for a ruling that does not fit the fight.
        """
        while (line := self.next()) is not None and line.kind == "referee" and battle.phase != "over":
            if battle.phase != "muster":
                self._all_fallen()
            try:
                ruling = rulings.parse(line.text, battle, self.roster)
            except BadInput as error:
                raise self.script.error(line, str(error)) from None
            yield ruling

    def value(self, index: int, sides: int) -> int:
        """
        The die that a line has fixed, else the one that falls.

        :raises BadInput: when the line has a die of other sides.
        """
        if not self.due:
            return self.dice.value(index, sides)
        due, value, line = self.due.pop(0)
        if due != sides:
            raise self.script.error(line, f"a d{due} is written where a d{sides} is rolled")
        return value

    def note(self, seq: int, event: Any) -> None:
        """
        An event has happened: tick off the line that it comes of.

        :raises BadInput: when the fight is over before its script.
        """
        kind = type(event)
        line = self.next()
        if kind is FightEnded:
            self._all_fallen()
        if line is None:
            return
        if kind is OrderGiven or kind is Answered:
            if event.by == BY:
                self._tick(line)
        elif kind is RoundBegan:
            if line.kind == "round" and int(line.text) == event.number:
                self._tick(line)
        elif kind is TurnBegan:
            if line.kind == "turn" and line.who == event.who:
                self._tick(line)
        elif kind in REFEREE_EVENTS:
            if line.kind == "referee" and line.text.endswith(event.reason):
                self._tick(line)
        elif kind is FightEnded:
            raise self.script.error(line, f"the fight is over before it comes to this line: {event.reason}")

    def follow(self, events: Iterable[Any]) -> None:
        """Catch up with a fight so far: its dice have fallen."""
        for seq, event in enumerate(events):
            self.due.clear()
            self.note(seq, event)

    # ---- bookkeeping --------------------------------------------------------------------------------------------

    def _tick(self, line: Line) -> None:
        self.at += 1
        if line.kind not in ("answer", "referee"):
            self._all_fallen()
        self.due[:0] = [(sides, value, line.number) for sides, value in line.dice]

    def _all_fallen(self) -> None:
        if self.due:
            left = " ".join(f"d{sides}:{value}" for sides, value, _ in self.due)
            raise self.script.error(self.due[0][2], f"dice are left over: {left}")

    def _in_time(self, line: Line | None, battle: Battle) -> None:
        if line is None:
            return
        if line.limit is not None and battle.round >= line.limit:
            raise self.script.error(line, f"round {battle.round} has begun, and the fight has not come to this line")
        if line.kind == "round" and battle.round > int(line.text):
            raise self.script.error(line, f"round {line.text} is over, and the lines before it took too long")


def _idle(question: Question | None, menu: Menu) -> Decision:
    """The turn ends; opportunities pass; of other choices the first is taken."""
    reasons = (Reason("no line says otherwise"),)
    if question is None:
        return Decision(End(), BY_NOBODY, reasons)
    choices = tuple(menu)
    return Decision(next((choice for choice in choices if type(choice) is Pass), choices[0]), BY_NOBODY, reasons)


def _said(question: Question) -> str:
    """A question in words."""
    values = [value for name in question.__struct_fields__ if (value := getattr(question, name))]
    words = [", ".join(value) if isinstance(value, tuple) else str(value) for value in values]
    return f"about the {question.__struct_config__.tag} ({'; '.join(words)})"
