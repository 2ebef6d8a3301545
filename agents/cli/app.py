"""``maraud app``: a fight as a live Mesa model in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.cli.output import guarded
from sim.core.errors import BadInput


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command(name="app")(live)


@guarded
def live(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where it listens; 0: wherever there is room.")] = 8765,
    host: Annotated[str, typer.Option(help="For whom it listens; this machine alone unless said.")] = "localhost",
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
) -> None:
    """Step and play a fight in the browser, turn its policies, personas and seed, and take its log along."""
    import os
    from importlib.util import find_spec

    from agents.policies import names
    from sim.scenario.loader import load

    load(scenario, names())
    if find_spec("solara") is None:
        raise BadInput("maraud app needs the extra viz: install it with `pip install 'maraud[viz]'`")
    from solara.__main__ import run

    os.environ["MARAUD_SCENARIO"] = str(Path(scenario).resolve())
    words = [str(Path(__file__).parents[1] / "app.py"), "--port", str(port), "--host", host, "--production"]
    run.main([*words, "--no-open" if no_open else "--open"], standalone_mode=False)
