"""``maraud replay`` and ``maraud why``: a log in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.cli.output import AsJson, Force, Lang, LogPath, as_json, complain, guarded, unfinished
from sim.core.errors import BadInput


def register(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command()(replay)
    app.command()(why)


def _within(seq: int, events: int, what: str) -> int:
    if not 0 <= seq < events:
        last = f"its events run from 0 to {events - 1}" if events else "it has none"
        raise BadInput(f"{what} {seq} is no event of this log: {last}")
    return seq


@guarded
def replay(
    log: LogPath,
    to: Annotated[int | None, typer.Option(metavar="SEQ", help="Stop after this event.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch it on the map, event by event.")] = False,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page for the browser that plays it back, and no more.")
    ] = None,
    force: Force = False,
    lang: Lang = "en",
    json: AsJson = False,
) -> None:
    """Tell a fight again, every number with its parts and rules, and draw how it stands at the end."""
    from sim.events.log import read
    from sim.replay.cursor import board
    from sim.replay.narration import Narrator
    from sim.replay.tongue import tongue
    from sim.state.conditions import names

    said = tongue(lang)
    reading = read(log)
    if html is not None:
        from agents.cli.pages import write_page

        if to is not None:
            raise BadInput("--html shows the whole fight and --to a part: choose one of them")
        write_page(Path(html), Path(log), reading, force=force)
        if json:
            as_json({"log": log, "page": html, "events": len(reading.events)})
        else:
            print(f"The page is in {html}: open it in a browser")
        return
    if watch:
        from agents.cli.watch import Watch

        if json:
            raise BadInput("--watch shows and --json does not: choose one of them")
        stop = len(reading.events) - 1 if to is None else _within(to, len(reading.events), "--to")
        with Watch(reading.header.scenario, lang=lang) as screen:
            for seq, event in enumerate(reading.events[: stop + 1]):
                screen.show(seq, event)
                if screen.left:
                    break
        return
    marks = reading.header.marks
    last = len(reading.events) - 1 if to is None else _within(to, len(reading.events), "--to")
    narrator = Narrator(reading.header.scenario, full=True, lang=lang)
    told = []
    for seq, event in enumerate(reading.events[: last + 1]):
        lines = narrator.tell(event)
        if json:
            told.append({"seq": seq, "kind": type(event).__name__, "because": event.because, "text": narrator.line})
        else:
            print("\n".join(lines))
            for mark in marks:
                if mark.seq == seq:
                    print(f"  !!!  {mark.law} is broken here: {mark.message}{f' [{mark.rule}]' if mark.rule else ''}")
    battle = narrator.battle
    if json:
        as_json(
            {
                "log": log,
                "finished": reading.finished,
                "torn": reading.torn,
                "round": battle.round,
                "turn": battle.turn.who,
                "events": told,
                "marks": [
                    {"seq": mark.seq, "law": mark.law, "rule": mark.rule, "message": mark.message} for mark in marks
                ],
                "creatures": [
                    {
                        "id": creature.id,
                        "side": creature.side,
                        "square": battle.ground.name(creature.square),
                        "hit_points": creature.hit_points,
                        "conditions": names(creature.flags),
                    }
                    for creature in battle
                ],
            }
        )
    else:
        print(f"\n{board(battle, said)}")
    if not reading.finished and not marks:
        complain(unfinished(log, reading))


@guarded
def why(
    log: LogPath,
    seq: Annotated[int, typer.Argument(metavar="SEQ", help="The number of an event.")],
    lang: Lang = "en",
    json: AsJson = False,
) -> None:
    """Why an event happened: what it follows from, and what the rules that it names say."""
    from sim.events.base import citations
    from sim.events.log import read
    from sim.replay.narration import Narrator, reasons
    from sim.replay.telling import N_
    from sim.replay.tongue import tongue
    from sim.tables.rulebook import row

    tell = tongue(lang)
    reading = read(log)
    _within(seq, len(reading.events), "the event")
    narrator = Narrator(reading.header.scenario, full=True, lang=lang)
    said: list[str] = []
    for event in reading.events[: seq + 1]:
        narrator.tell(event)
        said.append(narrator.line + reasons(event))
    chain: list[int] = []
    cause = reading.events[seq].because
    while 0 <= cause < (chain[-1] if chain else seq):
        chain.append(cause)
        cause = reading.events[cause].because
    rules: dict[str, str] = {}
    for rule in citations(reading.events[seq]):
        try:
            rules[rule] = row(rule).rule
        except BadInput:
            rules[rule] = tell.say(N_("a rule that no catalogue here has"))
    followers = [later for later, event in enumerate(reading.events) if event.because == seq and later != seq]
    if json:
        as_json(
            {
                "seq": seq,
                "kind": type(reading.events[seq]).__name__,
                "text": said[seq],
                "because": [{"seq": cause, "text": said[cause]} for cause in chain],
                "rules": [{"id": rule, "rule": words} for rule, words in rules.items()],
                "consequences": followers,
            }
        )
        return
    print(f"{seq}  {said[seq]}")
    for cause in chain:
        print(tell.say("  because of {cause}  {said}", cause=cause, said=said[cause]))
    for rule, words in rules.items():
        print(f"  {rule}: {words}")
    if followers:
        print(tell.say("  from it follow {list}", list=", ".join(map(str, followers))))
