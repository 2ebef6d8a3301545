"""``maraud import d35e``: actors of Foundry's D35E become creatures."""

from __future__ import annotations

import typer

from agents.cli.importing.desk import Out, Source, hand_out, imported
from agents.cli.output import AsJson, Force, guarded


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("d35e")(d35e)


@guarded
def d35e(file: Source, out: Out = None, force: Force = False, json: AsJson = False) -> None:
    """An actor of Foundry's system D35E, or a compendium of them, as a bestiary; Pathfinder's numbers are named."""
    from sim.importers.d35e import d35e as importer

    hand_out(imported(importer, file), out, force=force, json=json)
