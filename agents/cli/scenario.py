"""``maraud scenario``: is a scenario right?"""

from __future__ import annotations

from typing import Annotated

import typer

from agents.cli.output import AsJson, as_json, guarded

app = typer.Typer(help="Scenarios.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Scenarios."""


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
