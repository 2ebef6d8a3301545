"""
A fight in the terminal, event by event: the map and the story side by side, in colours, at any speed.

Where the output is no terminal, the story is printed line by line and nobody waits.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from sim.events.header import Scenario
from sim.grid.bits import squares
from sim.replay.narration import Narrator
from sim.replay.telling import N_
from sim.state.battle import Battle
from sim.state.conditions import DEAD, DOWN, GONE, names
from sim.state.creature import Creature

SPEEDS = (1, 2, 4, 8, 16, 32, 64)
"""Events a second."""
USUAL = 3
"""The place in ``SPEEDS`` at which it begins."""
COLOURS = ("bright_blue", "orange1", "green", "magenta", "yellow", "white")
"""Of the sides, in the order of the scenario; they can be told apart by those who see few colours, too."""
KEYS = N_("space pause  . step  + - speed  q leave")
LAND = {
    **dict.fromkeys("#", "grey50"),
    **dict.fromkeys("T,", "green4"),
    **dict.fromkeys("+'", "orange4"),
    **dict.fromkeys("~w", "dodger_blue3"),
    **dict.fromkeys(":;%n^", "wheat4"),
    **dict.fromkeys("of", "grey62"),
}
"""How the ground is coloured, by its symbol."""


class Watch:
    """
    Shows events as they come; a context in which the terminal is taken and given back.

    ``show`` is called with each event in turn, and waits as the speed asks. When somebody leaves, ``left`` is set, and
    nothing more is shown.
    """

    def __init__(
        self, scenario: Scenario, *, speed: int = USUAL, console: Console | None = None, lang: str = "en"
    ) -> None:
        self.narrator = Narrator(scenario, lang=lang)
        self.console = console or Console(highlight=False, markup=False)
        self.sides = list(dict.fromkeys(placed.sheet.side for placed in scenario.creatures))
        self.title = scenario.name
        self.lines: deque[str] = deque(maxlen=400)
        self.speed = speed
        self.paused = False
        self.left = False
        self.seq = -1
        self._live: Live | None = None
        self._key: Callable[[float], str] = _nobody
        self._stack: Any = None

    def __enter__(self) -> Watch:
        if self.console.is_terminal:
            self._stack = keys()
            self._key = self._stack.__enter__()
            self._live = Live(console=self.console, screen=True, auto_refresh=False)
            self._live.start()
            self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
            self._stack.__exit__(kind, error, trace)
            self.console.print(self._board())

    def show(self, seq: int, event: object) -> None:
        """The next event."""
        self.seq = seq
        told = self.narrator.tell(event)
        if self.left:
            return
        self.lines += told
        if self._live is None:
            for line in told:
                self.console.print(line, soft_wrap=True)
            return
        self._draw()
        if told:
            self._wait()

    def _wait(self) -> None:
        """Until the next event is due; meanwhile the keys do what they say."""
        until = time.monotonic() + 1 / SPEEDS[self.speed]
        while not self.left and (self.paused or time.monotonic() < until):
            key = self._key(max(0.01, min(0.1, until - time.monotonic())))
            if key == "q":
                self.left = True
            elif key == " ":
                self.paused = not self.paused
            elif key == ".":
                self.paused = True
                return
            elif key in ("+", "-"):
                self.speed = max(0, min(len(SPEEDS) - 1, self.speed + (1 if key == "+" else -1)))
                until = time.monotonic() + 1 / SPEEDS[self.speed]
            if key:
                self._draw()

    def _draw(self) -> None:
        if self._live is not None:
            self._live.update(self.screen(), refresh=True)

    def screen(self) -> Group:
        """All of it, made for the terminal's size: side by side where there is room, else one above the other."""
        width, height = self.console.size
        battle = self.narrator.battle
        board = self._board()
        ground = battle.ground
        say = self.narrator.tongue.say
        state = say("paused") if self.paused else say("{speed} events a second", speed=SPEEDS[self.speed])
        place = say("event {seq}, round {round}", seq=self.seq, round=battle.round)
        foot = Text(f"{place} · {state} · {say(KEYS)}", "dim", no_wrap=True, overflow="ellipsis")
        head = Text(self.title, "bold", no_wrap=True, overflow="ellipsis")
        room = height - 3
        if width >= ground.width + 4 + 36:
            grid = Table.grid(padding=(0, 1), expand=True)
            grid.add_column(width=ground.width + 4)
            grid.add_column()
            wide = width - ground.width - 6
            below = room - ground.height - 2
            left = Group(board, Text(""), self._cast(below, ground.width + 4)) if below > 0 else board
            grid.add_row(left, self._story(wide, room))
            return Group(head, grid, foot)
        return Group(head, board, self._story(width - 1, max(3, room - ground.height - 1)), foot)

    def _board(self) -> Text:
        """The map with everybody on it."""
        battle = self.narrator.battle
        ground = battle.ground
        standing = {
            square: creature
            for creature in battle
            if not creature.flags & (DEAD | GONE)
            for square in squares(battle.footprint(creature))
        }
        text = Text("    " + "".join(ground.name(x).rstrip("0123456789")[-1] for x in range(ground.width)), "dim")
        for y, row in enumerate(ground.text({}).splitlines()[: ground.height]):
            text.append(f"\n{y + 1:>3} ", "dim")
            for x, symbol in enumerate(row[: ground.width]):
                creature = standing.get(y * ground.stride + x)
                if creature is None:
                    text.append(symbol, LAND.get(symbol, "grey35"))
                else:
                    text.append(creature.sheet.glyph, self._style(creature, battle))
        return text

    def _style(self, creature: Creature, battle: Battle) -> str:
        colour = COLOURS[min(len(COLOURS) - 1, self.sides.index(creature.side) if creature.side in self.sides else 5)]
        if battle.turn.who == creature.id:
            return f"bold reverse {colour}"
        return f"dim {colour}" if creature.flags & DOWN else f"bold {colour}"

    def _cast(self, most: int, width: int) -> Text:
        """A line for each creature, those that still stand first."""
        battle = self.narrator.battle
        lines = []
        for creature in sorted(battle, key=lambda one: bool(one.flags & DOWN))[:most]:
            left = f"{creature.hit_points}/{creature.sheet.hit_points}"
            state = " ".join(map(self.narrator.tongue.term, names(creature.flags)))
            line = f"{creature.sheet.glyph} {left:>7} {creature.id} {state}"
            lines.append(Text(line[:width], self._style(creature, battle)))
        return Text("\n").join(lines)

    def _story(self, width: int, room: int) -> Text:
        """The last lines of the story that there is room for."""
        shown: deque[Text] = deque()
        used = 0
        for line in reversed(self.lines):
            wrapped = Text(line).wrap(self.console, max(10, width))
            used += len(wrapped)
            if used > room:
                break
            shown.extendleft(reversed(wrapped))
        return Text("\n").join(shown)


def _nobody(patience: float) -> str:
    return ""


@contextmanager
def keys() -> Iterator[Callable[[float], str]]:
    """Gives a function that waits so many seconds for a key and returns it, or an empty text."""
    try:
        import select
        import termios
        import tty
    except ImportError:
        yield _asleep
        return
    try:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
    except (termios.error, OSError, ValueError):
        yield _asleep
        return

    def key(patience: float) -> str:
        ready, _, _ = select.select([descriptor], [], [], patience)
        return os.read(descriptor, 1).decode("utf-8", "ignore") if ready else ""

    try:
        tty.setcbreak(descriptor)
        yield key
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _asleep(patience: float) -> str:
    time.sleep(patience)
    return ""
