"""``maraud critique``: what a good game master would call foolish in a fight."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agents.cli.output import FOUND, AsJson, LogPath, as_json, complain, guarded, unfinished
from sim.core.errors import BadInput

if TYPE_CHECKING:
    from agents.critique import Finding


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(critique)


@guarded
def critique(
    log: LogPath,
    whom: Annotated[str, typer.Option("--for", metavar="CREATURE|SIDE", help="Only what they did.")] = "",
    hard: Annotated[bool, typer.Option("--hard", help="Only where another order was better in every part.")] = False,
    json: AsJson = False,
) -> int | None:
    """Find what was foolish in a fight, judged by what each creature could know, with what would have been better."""
    from agents.critique import critique
    from sim.core.errors import taken_at_its_word
    from sim.events.log import read

    reading = read(log)
    sides = {placed.sheet.id: placed.sheet.side for placed in reading.header.scenario.creatures}
    if whom and whom not in (*sides, *sides.values()):
        known = ", ".join(dict.fromkeys((*sides.values(), *sides)))
        raise BadInput(f"--for {whom[:40]!r} is nobody in this fight: name a side or a creature ({known})")
    with taken_at_its_word(f"{log} makes no sense, so nothing can be said of it"):
        found = [
            finding
            for finding in critique(reading)
            if (finding.hard or not hard) and (not whom or whom in (finding.who, sides.get(finding.who)))
        ]
    if json:
        as_json({"log": log, "events": len(reading.events), "findings": [data(finding) for finding in found]})
    else:
        for finding in found:
            tell(finding)
        kinds = Counter(finding.kind for finding in found)
        if kinds:
            print(", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
        number = sum(finding.hard for finding in found)
        print(f"{log}: {len(reading.events)} events, {len(found)} findings, {number} of them hard")
    if not reading.finished:
        complain(unfinished(log, reading))
    return FOUND if found else None


def tell(finding: Finding) -> None:
    """A finding with what would have been better, part by part, and the rules that it came under."""
    from agents.advise import components

    print(f"event {finding.seq}: {finding.kind}{', hard' if finding.hard else ''}: {finding.sentence}")
    print(f"    done:   {finding.order}: {components(finding.estimate) or 'nothing'}")
    for other in finding.instead:
        print(f"    better: {other.text}: {components(other.estimate)} ({other.words})")
    if finding.rules:
        print(f"    rules:  {', '.join(finding.rules)}")


def data(finding: Finding) -> dict[str, Any]:
    """The same for programs; the parts of an estimate are hundredths of a hit point."""
    return {
        "seq": finding.seq,
        "who": finding.who,
        "kind": finding.kind,
        "hard": finding.hard,
        "text": finding.sentence,
        "order": finding.order,
        "estimate": finding.estimate._asdict(),
        "instead": [
            {"order": other.text, "estimate": other.estimate._asdict(), "words": other.words}
            for other in finding.instead
        ],
        "rules": list(finding.rules),
    }
