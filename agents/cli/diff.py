"""``maraud diff``: two logs, and the event at which they part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from agents.cli.output import FOUND, HOLDS, AsJson, LogPath, as_json, guarded

if TYPE_CHECKING:
    from sim.events.log import Reading
    from sim.replay.compare import Parting


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(diff)


@guarded
def diff(
    first: LogPath,
    second: Annotated[str, typer.Argument(metavar="OTHER", help="The log of another fight.")],
    json: AsJson = False,
) -> int:
    """The first event at which two logs part, side by side, with the fight as it stood before; 1 when they differ."""
    from sim.events.log import read
    from sim.replay.compare import compare, said

    readings = read(first), read(second)
    parting = compare(*readings)
    if json:
        as_json(
            {
                "same": parting.seq < 0 and not parting.headers,
                "parts_at": parting.seq if parting.seq >= 0 else None,
                "headers": list(parting.headers),
                "events": [_event(reading, parting.seq) for reading in readings],
            }
        )
        return FOUND if parting.seq >= 0 or parting.headers else HOLDS
    if parting.seq < 0 and not parting.headers:
        print(f"Both are the same fight: {len(readings[0].events)} events")
        return HOLDS
    for name in parting.headers:
        print(f"{name} differs:")
        for path, reading in zip((first, second), readings, strict=True):
            print(f"  {path}: {said(getattr(reading.header, name, None))}")
    if parting.seq < 0:
        print(f"All {len(readings[0].events)} events are the same")
        return FOUND
    print(f"They part at event {parting.seq}; {parting.seq} events before it are the same")
    show((first, second), readings, parting)
    return FOUND


def show(titles: tuple[str, str], readings: tuple[Reading, Reading], parting: Parting) -> None:
    """The fight as it stood before two logs part, and below it both events side by side."""
    import sys

    from rich.console import Console
    from rich.table import Table

    from sim.replay.cursor import board

    if parting.battle is not None:
        print(f"\nBefore it, in round {parting.battle.round}:\n\n{board(parting.battle)}\n")
    grid = Table(*titles, expand=True)
    grid.add_row(*(_told(reading, parting.seq) for reading in readings))
    Console(file=sys.stdout, markup=False, highlight=False).print(grid)


def _told(reading: Reading, seq: int) -> str:
    """The event at which they part in words, with who decided and why; and how this log goes on."""
    from sim.replay.narration import Narrator, cited, reasons

    if not 0 <= seq < len(reading.events):
        return "the log ends here"
    narrator = Narrator(reading.header.scenario, full=True)
    told = []
    for event in reading.events[: seq + 3]:
        narrator.tell(event)
        told.append(narrator.line + cited(event) + reasons(event))
    return "\n".join(f"{number}  {line}" for number, line in enumerate(told[seq:], seq))


def _event(reading: Reading, seq: int) -> dict[str, str] | None:
    """The event at which they part, for programs; nothing where this log ends."""
    if not 0 <= seq < len(reading.events):
        return None
    told = _told(reading, seq).split("\n", 1)[0].split("  ", 1)[1]
    return {"kind": type(reading.events[seq]).__name__, "text": told}
