"""``maraud scenario``: is a scenario right? A new one from one line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.cli.output import AsJson, Force, as_json, guarded
from agents.cli.rules import Ruleset
from sim.core.errors import BadInput

app = typer.Typer(help="Scenarios.", no_args_is_help=True)


@app.command()
@guarded
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    json: AsJson = False,
) -> None:
    """Read a scenario, and say what is in it or what is wrong with it."""
    from agents.policies import names
    from sim.encounter import battle_of
    from sim.replay.cursor import board
    from sim.scenario.loader import load

    scenario, policies = load(file, names())
    battle = battle_of(scenario)
    sides: dict[str, list[str]] = {}
    for creature in battle:
        sides.setdefault(creature.side, []).append(creature.id)
    if json:
        as_json(
            {
                "scenario": file,
                "name": scenario.name,
                "width": battle.ground.width,
                "height": battle.ground.height,
                "sides": sides,
                "policies": policies,
                "surprised": scenario.unaware,
                "options": scenario.options,
            }
        )
        return
    print(f"{scenario.name}\n\n{board(battle)}\n")
    for side, members in sides.items():
        print(f"{side}: {', '.join(f'{who} ({policies[who]})' for who in members)}")
    if scenario.unaware:
        print(f"surprised: {', '.join(scenario.unaware)}")
    print(
        f"{file} is right: {battle.ground.width} by {battle.ground.height} squares, {len(battle.creatures)} creatures"
    )


@app.command()
@guarded
def new(
    line: Annotated[str, typer.Argument(metavar="LINE", help="Such as '4 fighter-3 vs 6 orc + 2 wolf on 20x20'.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to write it; else it is shown.")
    ] = None,
    ruleset: Ruleset = "d20",
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Write a scenario file from one line: who fights whom, on how large a ground."""
    from sim.scenario.draft import draft
    from sim.scenario.loader import parse

    text = draft(line, ruleset)
    creatures = len(parse(text).scenario.creatures)
    if out is not None:
        if not force and Path(out).exists():
            raise BadInput(f"{out} exists: name another file with --out, or overwrite it with --force")
        Path(out).write_text(text, encoding="utf-8")
    if json:
        as_json({"scenario": out, "creatures": creatures, "text": text})
    elif out is None:
        print(text, end="")
    else:
        print(f"{out} has {creatures} creatures: play it with `maraud fight {out}`")
