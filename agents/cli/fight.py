"""``maraud fight``: play a scenario, tell the fight, write its log."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agents.cli.output import (
    AsJson,
    Force,
    Held,
    Lang,
    LogFile,
    Pause,
    Policy,
    Stopped,
    as_json,
    guarded,
    left,
    policies_of,
    seed_of,
)
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from sim.encounter import Watcher
    from sim.script import Prompter
    from sim.table import Table


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(fight)


@guarded
def fight(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    seed: Annotated[str | None, typer.Option(help="0 to 2^64 - 1; without it one is drawn.")] = None,
    policy: Policy = None,
    out: Annotated[str | None, typer.Option(metavar="LOG", help="Where to write the log; else into fights/.")] = None,
    force: Force = False,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Leave out the story.")] = False,
    orders: Annotated[
        str | None, typer.Option("--orders", metavar="FILE", help="An order file: what is said in it is done.")
    ] = None,
    pause: Pause = False,
    lang: Lang = "en",
    watch: Annotated[bool, typer.Option("--watch", help="Watch it on the map, event by event.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write a page for the browser beside the log.")] = False,
) -> int | None:
    """Play a fight and tell it."""
    from agents.policies import names
    from sim.replay.tongue import tongue
    from sim.scenario.loader import load

    if pause and json:
        raise BadInput("--pause talks and --json does not: choose one of them")
    tongue(lang)
    found = seed_of(seed)
    assert found is not None
    loaded = load(scenario, names())
    sides = {placed.sheet.id: placed.sheet.side for placed in loaded.scenario.creatures}
    policies = {**loaded.policies, **policies_of(policy, sides)}
    file = LogFile(Path(out) if out else free_name(Path(scenario).stem, found), force=force, folder=not out)
    script = None
    if orders is not None:
        from sim.script import Script

        script = Script.read(orders)

    from agents.model import FightModel

    model = FightModel(loaded.scenario, policies, found, script=script)
    table = model.table
    desk = held = None
    if script is not None:
        prompter: Prompter = table.player  # type: ignore[assignment]
        held = Held(file, lambda: prompter.done)
    if pause:
        from agents.cli.pause import Desk

        desk = Desk(model.book, table, quiet=quiet)
    screen = None
    if watch:
        from agents.cli.watch import Watch

        if pause or json or quiet:
            raise BadInput("--watch shows the fight its own way: leave out --pause, --json and --quiet")
        screen = Watch(loaded.scenario, lang=lang)
        table.watcher = both(table.watcher, screen.show)
    try:
        table.log.sink = held or file
        table.log.flush()
        with screen or nullcontext():
            model.run()
        if held is not None:
            held.release()
    except (KeyboardInterrupt, Stopped) as error:
        if isinstance(error, Stopped):
            table.log.flush()
        if held is not None:
            held.release()
        return left(file.path, error)
    finally:
        file.close()
    page = ""
    if html:
        from agents.cli.pages import write_page
        from sim.events.log import read

        page = str(file.path.with_suffix(".html"))
        write_page(Path(page), file.path, read(file.path), force=force)
    if json:
        as_json(result(model.table, str(file.path)) | ({"page": page} if page else {}))
        return None
    if desk is not None:
        desk.tell()
        print()
    elif not quiet and screen is None:
        tell(model.table, lang)
    summary(model.table)
    print(f"Seed {found}. The log is in {file.path}")
    if page:
        print(f"To see it, open {page} in a browser")
    return None


def both(first: Watcher | None, second: Watcher) -> Watcher:
    """Two who watch a table, one after the other."""

    def watch(seq: int, event: object) -> None:
        if first is not None:
            first(seq, event)
        second(seq, event)

    return watch


def free_name(stem: str, seed: int) -> Path:
    """A name in ``fights/`` that no file has yet."""
    folder = Path("fights")
    path = folder / f"{stem}-{seed}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{seed}-{number}.jsonl"
    return path


def result(table: Table, path: str) -> dict[str, Any]:
    """The outcome for programs. The seed is a text: it has 64 bits."""
    battle, log = table.battle, table.log
    return {
        "log": path,
        "seed": log.header.dice[-1].seed,
        "winner": battle.winner,
        "rounds": battle.round,
        "events": len(log.events),
        "digest": log.digest,
    }


def tell(table: Table, lang: str = "en") -> None:
    """The story, from the first event on."""
    from sim.encounter import battle_of
    from sim.replay.cursor import board
    from sim.replay.narration import story
    from sim.replay.tongue import tongue

    scenario = table.log.header.scenario
    print(scenario.name)
    print()
    print(board(battle_of(scenario), tongue(lang)))
    print()
    for line in story(scenario, table.log.events, lang=lang):
        print(line)
    print()


def summary(table: Table) -> None:
    """Who stands, who dealt how much, who has won."""
    import sys

    from rich.console import Console
    from rich.table import Table as Grid

    from sim.events.attacks import DamageDealt
    from sim.state.conditions import DOWN, names

    battle = table.battle
    dealt = dict.fromkeys(battle.creatures, 0)
    for event in table.log.events:
        if type(event) is DamageDealt and event.source in dealt:
            dealt[event.source] += event.amount
    grid = Grid(title=f"{battle.winner or 'nobody'} won after {_rounds(battle.round)}: {battle.reason}")
    for head in ("side", "creature", "hit points", "state"):
        grid.add_column(head)
    grid.add_column("damage dealt", justify="right")
    for who, creature in battle.creatures.items():
        state = ", ".join(names(creature.flags)) or "well"
        left = f"{creature.hit_points}/{creature.sheet.hit_points}"
        style = "dim" if creature.flags & DOWN else ""
        grid.add_row(creature.side, who, left, state, str(dealt[who]), style=style)
    Console(file=sys.stdout, markup=False, highlight=False).print(grid)


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"
