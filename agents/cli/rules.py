"""``maraud rules``: what the rulebook says, where it is carried out, tested and seen at work."""

from __future__ import annotations

from typing import Annotated

import typer

from agents.cli.output import AsJson, as_json, guarded

app = typer.Typer(help="The catalogue of rules.", no_args_is_help=True)

Ruleset = Annotated[str, typer.Option("--ruleset", metavar="d20|adnd", help="Which rulebook.")]


@app.command("list")
@guarded
def list_(ruleset: Ruleset = "d20", json: AsJson = False) -> None:
    """Every rule with its state."""
    from sim.rules.coverage import coverage
    from sim.tables.rulebook import read

    rows = read(ruleset)
    found = coverage(ruleset)
    if json:
        as_json([{"id": row.id, "status": row.status, "rule": rows[row.id].rule} for row in found])
        return
    for row in found:
        print(f"{row.status:<12} {row.id}")


@app.command()
@guarded
def show(id: Annotated[str, typer.Argument(metavar="ID", help="The id of a rule.")], json: AsJson = False) -> None:
    """What a rule says, and where it lives."""
    from sim.rules.coverage import coverage
    from sim.tables.rulebook import BOOKS, read, row

    statement = row(id)
    book = next(book for book in BOOKS if id in read(book))
    place = next(found for found in coverage(book) if found.id == id)
    if json:
        as_json({**statement._asdict(), **place._asdict()})
        return
    for key, value in {**statement._asdict(), **place._asdict()}.items():
        if value:
            print(f"{key}: {value}")


@app.command()
@guarded
def coverage(ruleset: Ruleset = "d20", json: AsJson = False) -> None:
    """How much of a rulebook is done."""
    from sim.rules.coverage import coverage as covered

    rows = covered(ruleset)
    count = {status: sum(row.status == status for row in rows) for status in ("implemented", "narrative", "missing")}
    if json:
        as_json({"ruleset": ruleset, "total": len(rows), **count, "rows": [row._asdict() for row in rows]})
    else:
        for row in rows:
            if row.status == "missing":
                print(f"missing: {row.id} ({row.why})")
        print(f"{ruleset}: {len(rows)} rules, " + ", ".join(f"{number} {status}" for status, number in count.items()))
