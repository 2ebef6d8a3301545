"""``maraud import``: what others have written down becomes a bestiary or a scenario. One module a format."""

from __future__ import annotations

import typer

from agents.cli.importing import d35e, donjon, foundry, pcgen, statblock, text, tiled, uvtt

app = typer.Typer(help="Bring your own creatures and maps.", no_args_is_help=True)
for format in (d35e, donjon, foundry, pcgen, statblock, text, tiled, uvtt):
    format.register(app)


@app.callback()
def group() -> None:
    """Bring your own creatures and maps."""
