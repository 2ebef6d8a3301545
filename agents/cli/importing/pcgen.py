"""``maraud import pcgen``: races of PCGen become creatures."""

from __future__ import annotations

import typer

from agents.cli.importing.desk import Out, Source, hand_out, imported
from agents.cli.output import AsJson, Force, guarded


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("pcgen")(pcgen)


@guarded
def pcgen(file: Source, out: Out = None, force: Force = False, json: AsJson = False) -> None:
    """Races of PCGen, rows of an .lst file, as a bestiary; what a row leaves open is told."""
    from sim.importers.pcgen import pcgen as importer

    hand_out(imported(importer, file), out, force=force, json=json)
