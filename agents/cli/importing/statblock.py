"""``maraud import statblock``: stat blocks as people paste them become creatures."""

from __future__ import annotations

import typer

from agents.cli.importing.desk import Out, Source, hand_out, imported
from agents.cli.output import AsJson, Force, guarded


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("statblock")(statblock)


@guarded
def statblock(file: Source, out: Out = None, force: Force = False, json: AsJson = False) -> None:
    """Stat blocks of d20 or AD&D, as text or HTML, as a bestiary; what is odd in them or not understood is told."""
    from sim.importers.statblock import statblock as importer

    hand_out(imported(importer, file), out, force=force, json=json)
