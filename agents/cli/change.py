"""``maraud resume`` and ``maraud fork``: go on with a fight, the same way or another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.fight import result, summary
from agents.cli.output import (
    INTERRUPTED,
    AsJson,
    Force,
    LogFile,
    LogPath,
    Pause,
    Policy,
    Stopped,
    as_json,
    going_on,
    guarded,
    left,
    policies_of,
    seed_of,
)
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.rules.book import Rulebook
    from sim.table import Table

Allow = Annotated[
    list[str] | None, typer.Option("--allow", metavar="FILE", help="A policy file that the log names, to be run.")
]


def register(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command()(resume)
    app.command()(fork)


@guarded
def resume(log: LogPath, allow: Allow = None, json: AsJson = False, pause: Pause = False) -> int | None:
    """Go on with an unfinished fight where its log stops; a torn last line is cut off."""
    if pause and json:
        raise BadInput("--pause talks and --json does not: choose one of them")
    from agents.policies import admit, player_for
    from sim import encounter
    from sim.events.log import read

    for name in allow or ():
        admit(name)
    reading = read(log)
    header = reading.header
    if reading.finished:
        raise BadInput(f"{log} is finished, so there is nothing to resume: try another course with `maraud fork`")
    file = LogFile(Path(log), go_on=reading)
    with going_on(log, reading) as found:
        player = player_for(header.policies, encounter.mind_seed(header), header.scenario.knowledge, book=found)
        table = encounter.resume(found, reading, player)
        if table.log.lines[len(reading.events)][-67:-3].decode() != reading.digest:
            raise BadInput(f"{log} was written by another version of maraud: go on with that one")
        left_early = _play_on(found, table, file, len(reading.events), pause=pause)
    if left_early is not None:
        return left_early
    _report(table, log, f"Resumed after {len(reading.events)} events. The log is in {log}", json=json)
    return None


def _play_on(book: Rulebook, table: Table, file: LogFile, events: int, *, pause: bool) -> int | None:
    """Play to the end, each order written behind the ``events`` of the file; an exit code if somebody leaves."""
    from sim import encounter

    try:
        table.log.take_as_written(events + 1)
        table.log.sink = file
        table.log.flush()
        if pause:
            from agents.cli.pause import Desk

            desk = Desk(book, table)
            encounter.play(book, table)
            desk.tell()
            print()
        else:
            encounter.play(book, table)
    except (KeyboardInterrupt, Stopped) as error:
        if isinstance(error, Stopped):
            table.log.flush()
        return left(file.path, error)
    finally:
        file.close()
    return None


@guarded
def fork(
    log: LogPath,
    at: Annotated[int, typer.Option("--at", metavar="SEQ", help="The decision at which it parts from the log.")],
    out: Annotated[str, typer.Option("--out", metavar="LOG", help="Where to write the fork.")],
    order: Annotated[str, typer.Option(help="Another order or answer, such as 'withdraw to c4'.")] = "",
    policy: Policy = None,
    seed: Annotated[str | None, typer.Option(help="Other dice from there on.")] = None,
    allow: Allow = None,
    force: Force = False,
    json: AsJson = False,
) -> int | None:
    """Go back to a decision and play on from there with another order, another policy or other dice."""
    from agents.policies import admit, player_for
    from sim import encounter
    from sim.events.log import read

    for name in allow or ():
        admit(name)
    reading = read(log)
    header = reading.header
    if Path(out).exists() and Path(out).samefile(log):
        raise BadInput(f"{out} is the log that is forked: name another file with --out")
    file = LogFile(Path(out), force=force)
    sides = {placed.sheet.id: placed.sheet.side for placed in header.scenario.creatures}
    change = encounter.Fork(at, order, seed_of(seed, draw=False), policies_of(policy, sides))
    changed = encounter.fork_header(reading, change)
    try:
        with going_on(log, reading) as found:
            player = player_for(changed.policies, encounter.mind_seed(changed), changed.scenario.knowledge, book=found)
            table = encounter.fork(found, reading, change, player, sink=file)
            encounter.play(found, table)
    except KeyboardInterrupt as error:
        return left(file.path, error) if file.begun else INTERRUPTED
    finally:
        file.close()
    _report(table, out, f"Forked from {log} at event {at}. The log is in {out}", json=json)
    return None


def _report(table: Table, log: str, sentence: str, *, json: bool) -> None:
    """How the fight ended and where its log is."""
    if json:
        as_json(result(table, log))
    else:
        summary(table)
        print(sentence)
