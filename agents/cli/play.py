"""``maraud play``: a person plays a side at the terminal, policies play the rest."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.output import (
    HOLDS,
    INTERRUPTED,
    AsJson,
    Force,
    LogFile,
    Policy,
    Stopped,
    as_json,
    complain,
    going_on,
    guarded,
    policies_of,
    seed_of,
)
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from agents.cli.seat import Seat
    from sim.dice.sources import DiceSource
    from sim.events.header import Header
    from sim.events.log import Reading
    from sim.rules.book import Rulebook
    from sim.table import Table

DICE = ("seed", "typed")


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(play)


@guarded
def play(
    source: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="What to play, or a fight to go on with.")],
    side: Annotated[str, typer.Option("--as", metavar="SIDE", help="The side that you play.")] = "",
    seed: Annotated[str | None, typer.Option(help="0 to 2^64 - 1; without it one is drawn.")] = None,
    policy: Policy = None,
    out: Annotated[str | None, typer.Option(metavar="LOG", help="Where to write the log; else into fights/.")] = None,
    dice: Annotated[
        str, typer.Option(metavar="seed|typed", help="Dice of the seed, or rolled at the table and typed in.")
    ] = "",
    force: Force = False,
    json: AsJson = False,
) -> int | None:
    """Play a side yourself: map, orders with their odds, advice, undo; the others are played by their policies."""
    from rich.console import Console

    from sim.events.log import read

    if dice and dice not in DICE:
        raise BadInput(f"--dice {dice[:40]!r} is not known: choose one of {', '.join(DICE)}")
    console = Console(file=sys.stderr if json else sys.stdout, width=80, markup=False, highlight=False)
    if is_log(source):
        for name, given in (
            ("--seed", seed),
            ("--policy", policy),
            ("--out", out),
            ("--dice", dice),
            ("--force", force),
        ):
            if given:
                raise BadInput(f"{name} was settled when {source} was begun: leave it out, or fork it")
        reading = read(source)
        if reading.finished:
            raise BadInput(f"{source} is finished, so there is nothing to play: try another course with `maraud fork`")
        with going_on(source, reading) as book:
            return _seated(book, reading.header, side or _own(reading), Path(source), reading, None, console, json=json)
    return _new(source, side, seed, policy, out, dice, console, force=force, json=json)


def is_log(path: str) -> bool:
    """Does the file begin as a log does?"""
    try:
        with Path(path).open("rb") as file:
            return file.read(10) == b'{"maraud":'
    except OSError:
        return False


def _new(
    source: str,
    side: str,
    seed: str | None,
    policy: list[str] | None,
    out: str | None,
    dice: str,
    console: object,
    *,
    force: bool,
    json: bool,
) -> int | None:
    """Begin a fight."""
    from agents.cli.fight import free_name
    from agents.policies import names, player_for
    from sim.encounter import header_of
    from sim.rules.shelf import book as book_of
    from sim.scenario.loader import load

    loaded = load(source, names())
    scenario = loaded.scenario
    number = seed_of(seed)
    assert number is not None
    sides = {placed.sheet.id: placed.sheet.side for placed in scenario.creatures}
    policies = {**loaded.policies, **policies_of(policy, sides)}
    book = book_of(scenario.ruleset)
    file = LogFile(Path(out) if out else free_name(Path(source).stem, number), force=force, folder=not out)
    named = player_for(policies, number, scenario.knowledge, book=book).names(scenario)
    header = header_of(book, scenario, number, named, dice or "seed")
    return _seated(book, header, side, file.path, None, file, console, json=json)


def _own(reading: Reading) -> str:
    """The side that was played by hand; empty when none was."""
    from sim.encounter import decisions

    sides = {placed.sheet.id: placed.sheet.side for placed in reading.header.scenario.creatures}
    hands = (reading.events[seq] for seq in reversed(decisions(reading.events)))
    return next((sides.get(event.who, "") for event in hands if event.by == "player"), "")


def _seated(
    book: Rulebook,
    header: Header,
    side: str,
    path: Path,
    reading: Reading | None,
    file: LogFile | None,
    console: object,
    *,
    json: bool,
) -> int | None:
    """Play from a header, or on from a log, to the end or until the player leaves."""
    from rich.console import Console

    from agents.cli.fight import result, summary
    from agents.cli.seat import Seat
    from agents.policies import player_for
    from sim.encounter import mind_seed

    assert isinstance(console, Console)
    sides = tuple(dict.fromkeys(placed.sheet.side for placed in header.scenario.creatures))
    if side not in sides:
        said = f"{side[:40]!r} is no side of this fight" if side else "somebody has to be played"
        raise BadInput(f"{said}: name one with --as: {', '.join(sides)}")
    inner = player_for(header.policies, mind_seed(header), header.scenario.knowledge, book=book)
    game = _Game(book, Seat(book, header, side, inner, console), path)
    try:
        table = game.play(reading, file)
    except Stopped:
        game.save()
        console.print(f"You have left; the fight so far is in {path}: go on with `maraud play {path}`", soft_wrap=True)
        return HOLDS
    except KeyboardInterrupt:
        complain(
            f"interrupted; the fight so far is in {path}: go on with `maraud play {path}` or `maraud resume {path}`"
        )
        return INTERRUPTED
    finally:
        game.close()
    game.seat.tell()
    if json:
        as_json(result(table, str(path)))
    else:
        console.print("")
        summary(table)
        console.print(f"Seed {header.dice[-1].seed}. The log is in {path}", soft_wrap=True)
    return None


class _Game:
    """A fight with a seat at it and its file; an undone decision makes another table, and leaves the old log aside."""

    def __init__(self, book: Rulebook, seat: Seat, path: Path) -> None:
        self.book = book
        self.seat = seat
        self.path = path
        self.file: LogFile | None = None

    def play(self, reading: Reading | None, file: LogFile | None) -> Table:
        """
        Play to the end.

        :raises Stopped: when the player leaves.
        """
        from agents.cli.seat import UndoneError
        from sim import encounter

        sit = partial(self._begin, file) if reading is None else partial(self._go_on, reading)
        self.seat.start()
        while True:
            try:
                self.seat.table = table = sit()
                encounter.play(self.book, table)
                return table
            except UndoneError as undone:
                sit = partial(self._back, undone.at)

    def save(self) -> None:
        """Write what has been told of the order under way."""
        if self.seat.table is not None:
            self.seat.table.log.flush()

    def close(self) -> None:
        """Let go of the file."""
        if self.file is not None:
            self.file.close()

    def _dice(self, header: Header) -> DiceSource | None:
        """Dice typed in, where the header says so."""
        from sim.dice.sources import TypedDice

        return TypedDice(self.seat.roll) if header.dice[-1].source == "typed" else None

    def _begin(self, file: LogFile | None) -> Table:
        from sim import encounter

        assert file is not None
        self.file = file
        header, seat = self.seat.header, self.seat
        table = encounter.begin(
            self.book,
            header.scenario,
            seat,
            seed=encounter.mind_seed(header),
            dice=self._dice(header),
            source=header.dice[0].source,
            policies=header.policies,
            sink=file,
            watcher=seat.watch,
        )
        table.log.flush()
        return table

    def _go_on(self, reading: Reading) -> Table:
        """Take a log up where it stops."""
        self.file = LogFile(self.path, go_on=reading)
        return self._resumed(reading, self.file)

    def _resumed(self, reading: Reading, file: LogFile) -> Table:
        from sim import encounter

        seat = self.seat
        seat.catch_up(reading.events)
        header = reading.header
        return encounter.resume(self.book, reading, seat, sink=file, dice=self._dice(header), watcher=seat.watch)

    def _back(self, at: int) -> Table:
        """
        The fight as it was before the decision at event ``at``, as a fork of what was played. The old log keeps its
        bytes under another name, unless nothing was decided in it.
        """
        import msgspec

        from sim import encounter
        from sim.events.header import Origin
        from sim.events.log import Log, read

        self.save()
        self.close()
        parent = read(self.path)
        origin = parent.header.origin
        header = encounter.fork_header(parent, encounter.Fork(at))
        if origin is not None and len(parent.events) == origin.at:
            header = msgspec.structs.replace(header, origin=Origin(origin.digest, at))
        else:
            aside = _aside(self.path)
            self.path.rename(aside)
            self.seat.say(f"  back before event {at}; what was played since is in {aside}")
        self.file = LogFile(self.path, force=True)
        log = Log(header, self.file)
        log.events.extend(parent.events[:at])
        log.flush()
        self.seat.sit(header)
        whole = sum(map(len, log.lines))
        cut = parent._replace(header=header, events=parent.events[:at], digest=log.digest, torn=0, whole=whole)
        return self._resumed(cut, self.file)


def _aside(path: Path) -> Path:
    """A name beside a log that no file has yet."""
    number = 1
    while (found := path.with_name(f"{path.stem}-undone-{number}{path.suffix}")).exists():
        number += 1
    return found
