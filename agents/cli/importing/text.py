"""``maraud import text``: maps in letters become scenarios."""

from __future__ import annotations

import typer

from agents.cli.importing.desk import Aliases, Out, Sides, Source, hand_out, imported, peopled
from agents.cli.output import AsJson, Force, guarded
from agents.cli.rules import Ruleset


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("text")(text)


@guarded
def text(
    file: Source,
    side: Sides = None,
    alias: Aliases = None,
    ruleset: Ruleset = "d20",
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """A map drawn in letters, or in YAML as natural20 writes it, as a scenario: thin walls, doors, creatures."""
    from sim.importers.text import text as importer

    hand_out(imported(peopled(importer, side, alias, ruleset), file), out, force=force, json=json)
