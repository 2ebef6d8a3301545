"""``maraud bestiary``: the creatures that a scenario may use."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Protocol, cast

import typer

from agents.cli.output import AsJson, as_json, guarded
from agents.cli.rules import Ruleset
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

app = typer.Typer(help="Creatures.", no_args_is_help=True)

_RATING = re.compile(r"(\d{1,3}|1/\d{1,2})(?:-(\d{1,3}|1/\d{1,2}))?")


class Pages(Protocol):
    """What a module of ``bestiaries`` tells of the creatures of its rulebook."""

    def found(self, type: str | None, size: str | None, ratings: tuple[Fraction, Fraction]) -> list[Any]: ...

    def entry(self, sheet: Any) -> dict[str, Any]: ...

    def line(self, sheet: Any) -> str: ...

    def figures(self, kind: str) -> dict[str, Any]: ...

    def page(self, kind: str) -> Iterator[str]: ...


@app.command("list")
@guarded
def list_(
    type: Annotated[
        str | None, typer.Option("--type", help="Only creatures of this type or subtype; of AD&D, group of classes.")
    ] = None,
    size: Annotated[str | None, typer.Option("--size", help="Only creatures of this size.")] = None,
    rating: Annotated[
        str | None,
        typer.Option(
            "--rating",
            metavar="N|N-M",
            help="Only this challenge rating, such as 1/2 or 2-4; of AD&D, level or Hit Dice.",
        ),
    ] = None,
    ruleset: Ruleset = "d20",
    json: AsJson = False,
) -> None:
    """Every creature of the bestiary, the weakest first."""
    pages = _pages(ruleset)
    sheets = pages.found(type, size, _ratings(rating))
    if json:
        as_json([pages.entry(sheet) for sheet in sheets])
        return
    if not sheets:
        raise BadInput("no creature of the bestiary is like that: ask for less")
    width = max(len(sheet.kind) for sheet in sheets)
    for sheet in sheets:
        print(f"{sheet.kind:<{width}}  {pages.line(sheet)}")


@app.command()
@guarded
def show(
    kind: Annotated[str, typer.Argument(metavar="NAME", help="The id of a creature, such as orc.")],
    ruleset: Ruleset = "d20",
    json: AsJson = False,
) -> None:
    """A creature as a rulebook prints it, with what each number is made of."""
    pages = _pages(ruleset)
    if json:
        as_json(pages.figures(kind))
    else:
        print("\n".join(pages.page(kind)))


def _pages(ruleset: str) -> Pages:
    """Raises ``BadInput`` when there is no such rulebook."""
    from sim.rules.shelf import book

    return cast(Pages, import_module(f"agents.cli.bestiaries.{book(ruleset).id}"))


def _ratings(text: str | None) -> tuple[Fraction, Fraction]:
    """
    The lowest and the highest rating asked for.

    :raises BadInput: when the text is no rating and no range of them.
    """
    if text is None:
        return Fraction(0), Fraction(1000)
    match = _RATING.fullmatch(text)
    if match is None or "/0" in text:
        raise BadInput(f"--rating {text[:40]!r} is no challenge rating: write one like 1/2, 3 or 2-4")
    low = Fraction(match[1])
    return low, Fraction(match[2]) if match[2] else low
