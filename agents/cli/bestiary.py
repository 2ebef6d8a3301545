"""``maraud bestiary``: the creatures that a scenario may use."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from agents.cli.output import AsJson, as_json, guarded

app = typer.Typer(help="Creatures.", no_args_is_help=True)


@app.command("list")
@guarded
def list_(json: AsJson = False) -> None:
    """Every creature of the bestiary."""
    from sim.tables.bestiary import creature, kinds

    sheets = [creature(kind) for kind in kinds()]
    if json:
        as_json(
            [
                {"kind": s.kind, "name": s.name, "size": s.size, "hit_dice": s.hit_dice, "hit_points": s.hit_points}
                for s in sheets
            ]
        )
        return
    width = max(len(sheet.kind) for sheet in sheets)
    for s in sheets:
        print(f"{s.kind:<{width}}  {s.size:<7} {s.hit_dice:>2} HD  {s.hit_points:>3} hp  {s.name}")


@app.command()
@guarded
def show(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The id of a creature, such as orc.")],
    json: AsJson = False,
) -> None:
    """All figures of a creature, as a log carries them."""
    import msgspec

    from sim.tables.bestiary import creature

    figures: dict[str, Any] = msgspec.to_builtins(creature(kind))
    if json:
        as_json(figures)
        return
    for key, value in figures.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for entry in value:
                print(f"{key.removesuffix('s')}: {_line(entry)}")
        else:
            print(f"{key}: {_line(value)}")


def _line(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_line(entry) for entry in value)
    return str(value)
