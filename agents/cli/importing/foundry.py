"""``maraud import foundry``: scenes of Foundry VTT become scenarios."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from agents.cli.importing.desk import Aliases, Bright, Out, Sides, Source, hand_out, imported, peopled
from agents.cli.output import AsJson, Force, guarded
from agents.cli.rules import Ruleset

Scene = Annotated[str, typer.Option("--scene", metavar="NAME", help="Which scene, where the file has several.")]


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("foundry")(foundry)


@guarded
def foundry(
    file: Source,
    scene: Scene = "",
    side: Sides = None,
    alias: Aliases = None,
    bright: Bright = False,
    ruleset: Ruleset = "d20",
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """A scene of Foundry VTT (.json, .db) as a scenario: walls, doors, windows, lights, tokens and their sides."""
    from sim.importers.foundry import foundry as importer

    chosen = partial(importer, scene=scene, bright=bright)
    hand_out(imported(peopled(chosen, side, alias, ruleset), file), out, force=force, json=json)
