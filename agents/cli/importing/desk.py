"""What the commands of ``maraud import`` share: a file taken in, the outcome handed out with its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from agents.cli.output import as_json
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.importers.protocol import Imported, Importer
    from sim.importers.sides import People

Source = Annotated[str, typer.Argument(metavar="FILE", help="The file; - reads what is piped or pasted in.")]
Out = Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to write it; else it is shown.")]

Sides = Annotated[
    list[str] | None,
    typer.Option(
        "--side",
        metavar="NAME=KIND:COUNT",
        help="A side that the map lacks, as in orcs=orc:4+wolf:2, at a square or start place with @c4 behind it.",
    ),
]
Aliases = Annotated[
    list[str] | None,
    typer.Option("--as", metavar="THEIRS=KIND", help="Which creature a name of the map means: 'Goblin Boss=goblin'."),
]

Bright = Annotated[bool, typer.Option("--bright", help="Light everywhere, whatever the map says of lamps.")]


class OfMap(Protocol):
    """An importer of maps, which takes wishes for the creatures on them."""

    def __call__(self, data: bytes, where: str, wishes: People) -> Imported:
        """Raises as an importer does."""
        ...


def peopled(importer: OfMap, sides: list[str] | None, aliases: list[str] | None, ruleset: str) -> Importer:
    """
    The importer with these wishes.

    :raises BadInput: when a wish is not understood.
    """
    from sim.importers.sides import people

    wishes = people(sides or (), aliases or (), ruleset)
    return lambda data, where: importer(data, where, wishes)


def imported(importer: Importer, file: str) -> Imported:
    """
    What an importer makes of a file, or of standard input.

    :raises BadInput: when it cannot be read, is too long, or is not what the importer reads.
    """
    from sim.importers.protocol import LARGEST_MAP

    if file == "-":
        return importer(sys.stdin.buffer.read(LARGEST_MAP + 1), "the text")
    try:
        with Path(file).open("rb") as source:
            return importer(source.read(LARGEST_MAP + 1), file)
    except ValueError:
        raise BadInput(f"{file!r} is no path of a file: name one") from None


def hand_out(found: Imported, out: str | None, *, force: bool, json: bool) -> None:
    """
    The TOML into its file or onto stdout, the report beside it: on stderr where the TOML takes stdout.

    :raises BadInput: when the file exists and is not to be overwritten.
    """
    if out is not None:
        if not force and Path(out).exists():
            raise BadInput(f"{out} exists: name another file with --out, or overwrite it with --force")
        Path(out).write_text(found.text, encoding="utf-8")
    if json:
        as_json({"out": out, **found._asdict()})
        return
    if out is None:
        print(found.text, end="")
    report = sys.stderr if out is None else sys.stdout
    if out is not None:
        print(f"{out}: a {found.kind} of {', '.join(found.names)}", file=report)
    for title, lines in (("decided", found.decided), ("adds up otherwise", found.warnings), ("not read", found.unread)):
        for line in lines:
            print(f"{title}: {line}", file=report)
