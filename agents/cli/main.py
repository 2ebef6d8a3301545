"""
The command ``maraud``.

Nothing heavy is imported before a command needs it: each command imports what it works with inside its function, so
that ``--help`` and the checks start quickly.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

from agents.cli import (
    advise,
    after,
    batch,
    bestiary,
    change,
    check,
    critique,
    diff,
    export,
    fight,
    forecast,
    fuzz,
    imports,
    play,
    query,
    read,
    rules,
    scenario,
    serve,
    tournament,
)
from agents.cli import app as live
from agents.cli.output import complain

app = typer.Typer(
    name="maraud",
    help="Tactical fights that play themselves, replay, and stand an audit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for group in (
    fight,
    play,
    advise,
    critique,
    read,
    check,
    diff,
    change,
    after,
    fuzz,
    tournament,
    forecast,
    batch,
    export,
    query,
    serve,
    live,
):
    group.register(app)
app.add_typer(rules.app, name="rules")
app.add_typer(bestiary.app, name="bestiary")
app.add_typer(scenario.app, name="scenario")
app.add_typer(imports.app, name="import")

_UsageError: Any = typer.BadParameter.__mro__[1]
"""What a wrong use of the command line raises, whichever library typer brings."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: wrong usage is one sentence on stderr and 2."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="maraud", standalone_mode=False)
    except _UsageError as error:
        if message := error.format_message():
            complain(f"{message.rstrip('.')}: see `maraud --help`")
        return 2
    except typer.Abort:
        return 130
    return code if isinstance(code, int) else 0


def run() -> None:
    """The entry point of the installed command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(main())


if __name__ == "__main__":
    run()
