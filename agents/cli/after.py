"""``maraud aftermath``: let hours pass after a fight, and see who recovers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.fight import result, summary
from agents.cli.output import AsJson, Force, LogFile, LogPath, as_json, complain, going_on, guarded, unfinished
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.events.header import Header
    from sim.state.battle import Battle

LONGEST = 24 * 365
RESTS = ("night", "bed", "none")


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(aftermath)


@guarded
def aftermath(
    log: LogPath,
    hours: Annotated[int, typer.Option("--hours", metavar="N", help="How many hours pass.")],
    out: Annotated[str | None, typer.Option("--out", metavar="LOG", help="Where to write the longer log.")] = None,
    rest: Annotated[
        str, typer.Option(metavar="night|bed|none", help="Eight hours' sleep a day, the whole day in bed, or no rest.")
    ] = "night",
    tend: Annotated[
        list[str] | None,
        typer.Option("--tend", metavar="SIDE", help="Whom somebody looks after: a side, a creature, or `nobody`."),
    ] = None,
    force: Force = False,
    json: AsJson = False,
) -> int | None:
    """Let hours pass after a fight: the dying are tended, the wounded wake, recover or die."""
    from sim import encounter
    from sim.events.aftermath import TimePassed
    from sim.events.log import read
    from sim.replay.narration import story

    if not 1 <= hours <= LONGEST:
        raise BadInput(f"--hours {hours} cannot be played: give a whole number from 1 to {LONGEST}, which is a year")
    if rest not in RESTS:
        raise BadInput(f"--rest {rest!r} is not known: choose one of {', '.join(RESTS)}")
    reading = read(log)
    if not reading.finished:
        complain(unfinished(log, reading))
        return 1
    header = reading.header
    path = Path(out) if out else Path(log).with_name(f"{Path(log).stem}-after.jsonl")
    if path.exists() and path.samefile(log):
        raise BadInput(f"{path} is the log that is carried on: name another file with --out")
    file = LogFile(path, force=force)
    with going_on(log, reading) as found:
        battle = encounter.fold(header.scenario, reading.events)
        tended = _tended(tend, header, battle)
        referee = encounter.Afterwards(TimePassed(-1, hours, rest, tended, ""))  # type: ignore[arg-type]
        table = encounter.resume(found, reading, encounter.Nobody(), referee=referee, written=False)
        encounter.play(found, table)
    table.log.take_as_written(0)
    try:
        table.log.sink = file
        table.log.flush()
    finally:
        file.close()
    if json:
        as_json(result(table, str(path)))
        return None
    for line in story(header.scenario, table.log.events, since=len(reading.events)):
        print(line)
    print()
    summary(table)
    print(f"The log is in {path}")
    return None


def _tended(wishes: list[str] | None, header: Header, battle: Battle) -> tuple[str, ...]:
    """
    The ids of those who are tended; when nothing is said, the creatures of the side that won.

    :raises BadInput: for a side or creature that does not exist.
    """
    from sim.tables.files import known

    sides = {placed.sheet.id: placed.sheet.side for placed in header.scenario.creatures}
    wishes = wishes if wishes is not None else [battle.winner or "nobody"]
    for wish in wishes:
        known(wish, dict.fromkeys(("nobody", *sides.values(), *sides)), "side or creature", "--tend")
    return tuple(who for who, side in sides.items() if who in wishes or side in wishes)
