"""``maraud verify``, ``audit`` and ``rerun``: three ways of checking a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from agents.cli.output import FOUND, HOLDS, AsJson, LogPath, as_json, complain, guarded, unfinished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sim.audit import Finding
    from sim.events.log import Reading


def register(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command()(verify)
    app.command()(audit)
    app.command()(rerun)


@guarded
def verify(log: LogPath, json: AsJson = False) -> int:
    """Is the file whole, does every event follow, is every die the one that its seed gives?"""
    from sim.events.log import read
    from sim.replay.verify import verified

    reading = read(log)
    verdict = verified(reading)
    holds = not verdict.findings and reading.finished
    if json:
        as_json(
            {
                "log": log,
                "holds": holds,
                "finished": reading.finished,
                "torn": reading.torn,
                "events": len(reading.events),
                "dice": verdict.dice,
                "unverifiable": verdict.unverifiable,
                "digest": reading.digest,
                "findings": [{"seq": seq, "message": message} for seq, message in verdict.findings],
            }
        )
    else:
        for seq, message in verdict.findings:
            print(f"event {seq}: {message}")
        if holds:
            print(
                f"{log} holds: {len(reading.events)} events, {verdict.dice} dice of its seed, digest {reading.digest}"
            )
        if verdict.unverifiable:
            print(f"{verdict.unverifiable} dice were typed in or written down, so nobody can verify them")
    if not reading.finished:
        complain(unfinished(log, reading))
    return HOLDS if holds else FOUND


@guarded
def audit(log: LogPath, json: AsJson = False) -> int:
    """Was every rule kept? Judged by code that shares nothing with what played the fight."""
    from sim.audit import audit as audited
    from sim.events.log import read

    reading = read(log)
    findings = list(audited(reading))
    rulings = _rulings(reading)
    if json:
        as_json(
            {
                "events": len(reading.events),
                "rulings": [{"seq": seq, "text": text} for seq, text in rulings],
                "findings": [
                    {
                        "seq": finding.seq,
                        "invariant": finding.invariant,
                        "rule": finding.rule,
                        "message": finding.message,
                    }
                    for finding in findings
                ],
            }
        )
    else:
        for seq, text in rulings:
            print(f"event {seq}: {text}")
        for line in _explained(findings):
            print(line)
        print(f"{log}: {len(reading.events)} events, {len(findings)} findings")
    if not reading.finished:
        complain(unfinished(log, reading))
    return FOUND if findings else HOLDS


def _explained(findings: list[Finding]) -> Iterator[str]:
    """Findings by the rule that they break, which its catalogue's sentence opens; the first broken comes first."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.rule, []).append(finding)
    for rule, broken in groups.items():
        yield f"{rule}: {_statement(rule)}" if rule else "The log itself, whatever the rulebook:"
        yield from (f"  event {finding.seq}: {finding.message} ({finding.invariant})" for finding in broken)


def _statement(rule: str) -> str:
    """What the catalogues say about a rule, with its numbers."""
    from sim.tables.rulebook import BOOKS, read

    found = next((read(book)[rule] for book in BOOKS if rule in read(book)), None)
    if found is None:
        return "no catalogue here has this rule"
    return f"{found.rule} ({found.numbers})" if found.numbers else found.rule


def _rulings(reading: Reading) -> list[tuple[int, str]]:
    """What the referee has ruled, which is no breach of a rule, in words; as far as the fight can be followed."""
    from sim.core.errors import Damaged
    from sim.events.course import REFEREE_EVENTS
    from sim.replay.narration import Narrator

    found: list[tuple[int, str]] = []
    if not any(type(event) in REFEREE_EVENTS for event in reading.events):
        return found
    narrator = Narrator(reading.header.scenario, full=True)
    for seq, event in enumerate(reading.events):
        try:
            narrator.tell(event)
        except Damaged:
            break
        if type(event) in REFEREE_EVENTS:
            found.append((seq, narrator.line))
    return found


@guarded
def rerun(log: LogPath, json: AsJson = False) -> int:
    """Do the same orders, run again, give the same fight byte for byte?"""
    from sim.core.errors import Diverged, OffMenu
    from sim.encounter import rerun as run_again
    from sim.events.header import FORMAT
    from sim.events.log import read
    from sim.rules.shelf import book

    reading = read(log)
    header = reading.header
    found = book(header.ruleset)
    problem = ""
    other = None
    if header.ruleset_version != found.version:
        problem = f"it was played by version {header.ruleset_version} of {found.id}, and this is {found.version}"
    elif header.tables != found.tables_digest():
        problem = f"it was played by other rule tables of {found.id} than those here"
    else:
        try:
            table = run_again(found, reading)
        except (Diverged, OffMenu) as error:
            problem = str(error)
            if isinstance(error, Diverged):
                problem = f"event {error.seq} comes out otherwise"
                other = reading._replace(events=(*reading.events[: error.seq], error.found))
        else:
            lines = table.log.lines[: len(reading.events) + 1]
            if len(lines) <= len(reading.events):
                problem = f"run again, the fight ends after {len(lines) - 1} events"
            elif lines[-1][-67:-3].decode() != reading.digest and reading.format == FORMAT:
                problem = "run again, the bytes of the log differ"
    if json:
        as_json({"log": log, "same": not problem, "events": len(reading.events), "problem": problem})
    elif problem:
        print(f"{log} is not the same when run again: {problem}")
        if other is not None:
            from agents.cli.diff import show
            from sim.replay.compare import compare

            show((log, "run again"), (reading, other), compare(reading, other))
    else:
        print(f"{log} is the same when run again: {len(reading.events)} events, digest {reading.digest}")
    if not reading.finished:
        complain(unfinished(log, reading))
    return FOUND if problem else HOLDS
