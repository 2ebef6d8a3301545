"""``maraud import donjon``: dungeons of the donjon generator become scenarios."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from agents.cli.importing.desk import Aliases, Out, Sides, Source, hand_out, imported, peopled
from agents.cli.output import AsJson, Force, guarded
from agents.cli.rules import Ruleset

Room = Annotated[str, typer.Option("--room", metavar="NUMBER", help="One room alone, with what is around it.")]


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("donjon")(donjon)


@guarded
def donjon(
    file: Source,
    room: Room = "",
    side: Sides = None,
    alias: Aliases = None,
    ruleset: Ruleset = "d20",
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """A dungeon of donjon's, as JSON or TSV, as a scenario: its doors, its stairs, the monsters in their rooms."""
    from sim.importers.donjon import donjon as importer

    found = imported(peopled(partial(importer, room=room), side, alias, ruleset), file)
    hand_out(found, out, force=force, json=json)
