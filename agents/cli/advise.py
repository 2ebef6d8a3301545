"""``maraud advise``: what somebody might do, how much it is worth and why; and what comes of an order."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agents.cli.output import AsJson, as_json, guarded, seed_of
from sim.core.errors import BadInput, taken_at_its_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from agents.advise import Outcome
    from agents.moment import Moment

RULES = 5
"""Rules that are told of an order; a program gets all of them."""


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(advise)


@guarded
def advise(
    source: Annotated[str, typer.Argument(metavar="LOG|SCENARIO", help="A fight, or one that has not begun.")],
    at: Annotated[
        int, typer.Option("--at", metavar="SEQ", min=0, help="The event from which on a decision is looked for.")
    ] = 0,
    whom: Annotated[
        str, typer.Option("--for", metavar="CREATURE|SIDE", help="For whom; else for whoever has to choose there.")
    ] = "",
    top: Annotated[int, typer.Option(min=1, max=100, help="So many orders each.")] = 3,
    policy: Annotated[str, typer.Option(metavar="NAME", help="Ask this policy too what it would do.")] = "",
    what_if: Annotated[
        list[str] | None, typer.Option("--what-if", metavar="ORDER", help="Play this order out; several are compared.")
    ] = None,
    runs: Annotated[int, typer.Option(min=2, max=100_000, help="How often each is played out.")] = 100,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Only so many rounds on; else to the end.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Of a scenario: the seed of its initiative; 0 unless said.")] = None,
    json: AsJson = False,
) -> None:
    """Rank the orders of a creature or a side, with what speaks for each and the rules that matter."""
    from agents.advise import as_data
    from agents.cli.play import is_log
    from agents.moment import all_of
    from agents.policies import admit

    if policy:
        admit(policy)
    moment = _moment(source, at, whom, seed)
    believed = taken_at_its_word(f"{source} makes no sense further on") if is_log(source) else nullcontext()
    with believed:
        if what_if:
            _compare(moment, what_if, runs, rounds, json=json)
        elif json:
            as_json([as_data(each, top, policy) for each in all_of(moment, whom)])
        else:
            for each in all_of(moment, whom):
                _tell(each, top, policy)


def _moment(source: str, at: int, whom: str, seed: str | None) -> Moment:
    """
    The decision that is asked about: of one creature the next that it takes, else the first from there on.

    :raises BadInput: when there is none.
    """
    from agents import moment
    from agents.cli.play import is_log
    from agents.policies import names
    from sim.events.log import read
    from sim.scenario.loader import load

    if not is_log(source):
        number = seed_of(seed or "0")
        assert number is not None
        return moment.of_scenario(load(source, names()), number, whom)
    if seed is not None:
        raise BadInput(f"--seed is settled by {source}: leave it out")
    return moment.of_log(read(source), source, at, whom)


def _head(moment: Moment) -> str:
    """Who is to choose, and where the fight stands."""
    me = moment.battle.creatures[moment.who]
    return (
        f"{me.id} ({me.side}) at {moment.battle.ground.name(me.square)}, round {moment.battle.round},"
        f" before event {len(moment.events)}"
    )


def _tell(moment: Moment, top: int, policy: str) -> None:
    """The advice for one creature."""
    from rich.console import Console

    from agents.advise import advise, asked, chosen, components, outlook, sentence, tenth, tenths
    from sim.events.text import text

    console = Console(file=sys.stdout, width=100, markup=False, highlight=False)
    ground = moment.battle.ground
    console.print(_head(moment), style="bold", soft_wrap=True)
    if moment.question is not None:
        print(f"  is asked: {asked(moment.question)}")
        view = moment.view()
        for choice in moment.menu:
            print(f"  {text(choice, ground)}  {outlook(view, choice).words}".rstrip())
        policy = policy or moment.header.policies.get(moment.who, "nearest")
    else:
        for place, found in enumerate(advise(moment, top), 1):
            print(f"  {place}. {found.text}  ({tenths(tenth(found.weighed.score))})")
            for line in (found.outlook.words, found.weighed.words, components(found.weighed.estimate)):
                if line:
                    print(f"     {line}")
            for rule in found.rules[:RULES]:
                print(f"     {sentence(rule)}")
            if len(found.rules) > RULES:
                print(f"     and {len(found.rules) - RULES} rules more (--json)")
    if policy:
        decision = chosen(moment, policy)
        words = "; ".join(reason.words for reason in decision.reasons)
        print(f"  {policy} would: {text(decision.choice, ground)} ({words})")
    print()


def _compare(moment: Moment, lines: Sequence[str], runs: int, rounds: int | None, *, json: bool) -> None:
    """Play orders out with the same dice, and put what came of them side by side."""
    from agents.advise import order_of, spread, what_if
    from agents.cli.tournament import progress_bar

    choices = [order_of(moment, line) for line in lines]
    played: list[list[Outcome]] = [[] for _ in choices]
    with progress_bar() as progress:
        task = progress.add_task("fights", total=runs * len(choices))
        for outcomes, choice in zip(played, choices, strict=True):
            for outcome in what_if(moment, choice, runs, rounds):
                outcomes.append(outcome)
                progress.advance(task)
    side = moment.battle.creatures[moment.who].side
    found = [spread(line, outcomes, played[0], side) for line, outcomes in zip(lines, played, strict=True)]
    if json:
        as_json({"who": moment.who, "seq": len(moment.events), "side": side, "runs": runs, "what_if": found})
        return
    _table(moment, side, runs, rounds, found)


def _table(moment: Moment, side: str, runs: int, rounds: int | None, found: Sequence[dict[str, Any]]) -> None:
    """The comparison for people."""
    from rich.console import Console
    from rich.table import Table

    console: Console = Console(file=sys.stdout, width=100, markup=False, highlight=False)
    until = "to the end" if rounds is None else f"{rounds} rounds on"
    console.print(f"{_head(moment)}: {runs} fights each, {until}", soft_wrap=True)
    grid = Table("", *(each["order"] for each in found))
    rows = {
        "won": f"{side} win",
        "own_losses": "own losses",
        "foes_losses": "foes' losses",
        "own_hit_points": "own hit points left",
        "foes_hit_points": "foes' hit points left",
        "rounds": "round",
        "won_more": "won more often than the first",
        "own_hit_points_more": "more hit points than the first",
    }
    for name, words in rows.items():
        if any(name in each for each in found):
            grid.add_row(words, *(_cell(each.get(name), share=name.startswith("won")) for each in found))
    console.print(grid)


def _cell(found: dict[str, float] | None, *, share: bool) -> str:
    """A number with its 95 % interval."""
    if found is None:
        return ""
    scale, unit = (100, " %") if share else (1, "")
    value, low, high = (scale * found[name] for name in ("value", "low", "high"))
    return f"{value:.1f}{unit} ({low:.1f} to {high:.1f})"
