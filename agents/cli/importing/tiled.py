"""``maraud import tiled``: maps of the editor Tiled become scenarios."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from agents.cli.importing.desk import Aliases, Out, Sides, Source, hand_out, imported, peopled
from agents.cli.output import AsJson, Force, guarded
from agents.cli.rules import Ruleset

Terrain = Annotated[
    list[str] | None,
    typer.Option("--terrain", metavar="TILE=TERRAIN", help="What a tile by its number, or a layer, is: 28=wall."),
]


def register(app: typer.Typer) -> None:
    """Add the command to ``maraud import``."""
    app.command("tiled")(tiled)


@guarded
def tiled(
    file: Source,
    terrain: Terrain = None,
    side: Sides = None,
    alias: Aliases = None,
    ruleset: Ruleset = "d20",
    out: Out = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """A map of Tiled, .tmx or .tmj, as a scenario: what tiles, layers and objects say becomes terrain and creatures."""
    from sim.importers.tiled import terrains
    from sim.importers.tiled import tiled as importer

    said = terrains(terrain or [])
    found = imported(peopled(partial(importer, said=said), side, alias, ruleset), file)
    hand_out(found, out, force=force, json=json)
