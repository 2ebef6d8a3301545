"""``maraud import uvtt``: maps in the Universal VTT format become scenarios."""

from __future__ import annotations

from functools import partial

import typer

from agents.cli.importing.desk import Aliases, Bright, Out, Sides, Source, hand_out, imported, peopled
from agents.cli.output import AsJson, Force, guarded
from agents.cli.rules import Ruleset


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("uvtt")(uvtt)


@guarded
def uvtt(
    file: Source,
    side: Sides = None,
    alias: Aliases = None,
    bright: Bright = False,
    ruleset: Ruleset = "d20",
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """A map of Dungeondraft, DungeonFog and others (.uvtt, .dd2vtt, .df2vtt) as a scenario: walls, doors, lights."""
    from sim.importers.uvtt import uvtt as importer

    hand_out(
        imported(peopled(partial(importer, bright=bright), side, alias, ruleset), file), out, force=force, json=json
    )
