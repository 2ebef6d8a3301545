"""``maraud audit``: findings by rule, each with its numbers, under the sentence of the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sim.events.attacks import AttackRolled, Healed
from sim.events.log import Log, read
from sim.tables.rulebook import row


@pytest.fixture
def tampered() -> list[tuple[int, int]]:
    """In ``a.jsonl`` two totals are one too high, and somebody is healed by nobody; event and total of those two."""
    reading = read("a.jsonl")
    rolls = [(seq, e) for seq, e in enumerate(reading.events) if type(e) is AttackRolled and e.total + 1 < e.ac][:2]
    log = Log(reading.header)
    for seq, event in enumerate(reading.events):
        changed: Any = evolve(event, total=event.total + 1) if seq in [number for number, _ in rolls] else event
        log.append(changed)
        if seq == rolls[-1][0]:
            log.append(Healed(seq, event.attacker, 1, 0, ("d20.conjuration.cure-light-wounds",)))
            break
    Path("a.jsonl").write_bytes(log.to_bytes())
    return [(seq, roll.total) for seq, roll in rolls]


def test_findings_stand_under_their_rule(maraud, tampered) -> None:
    """Both totals under one heading, which is the rule's id with the sentence and the numbers of its catalogue."""
    run = maraud("audit", "a.jsonl")

    lines = run.out.splitlines()
    statement = row("d20.core.attack-roll")
    start = lines.index(f"{statement.id}: {statement.rule} ({statement.numbers})")
    for line, (seq, total) in zip(lines[start + 1 : start + 3], tampered, strict=True):
        assert line.startswith(f"  event {seq}: ")
        assert f"{total + 1}" in line
        assert f"{total}" in line
        assert line.endswith("(attack-rolls-add-up)")
    assert sum(not line.startswith(" ") for line in lines) == 3
    assert run.code == 1


def test_json_keeps_the_order_of_events(maraud, tampered) -> None:
    """For programs nothing is grouped, and each finding names its event, invariant and rule."""
    run = maraud("audit", "a.jsonl", "--json")

    assert run.code == 1
    assert run.json.keys() == {"events", "rulings", "findings"}
    found = [(finding["seq"], finding["invariant"]) for finding in run.json["findings"]]
    first, second = (seq for seq, _ in tampered)
    assert found == [
        (first, "attack-rolls-add-up"),
        (second, "attack-rolls-add-up"),
        (second + 1, "healing-adds-up"),
    ]
    assert all(finding.keys() == {"seq", "invariant", "rule", "message"} for finding in run.json["findings"])


def test_what_is_wrong_with_the_log_itself_goes_by_no_rule(maraud) -> None:
    """A cause that is still to come has a heading of its own."""
    reading = read("a.jsonl")
    log = Log(reading.header)
    for event in (*reading.events[:1], evolve(reading.events[1], because=90), *reading.events[2:4]):
        log.append(event)
    Path("a.jsonl").write_bytes(log.to_bytes())

    lines = maraud("audit", "a.jsonl").out.splitlines()

    assert lines[0] == "The log itself, whatever the rulebook:"
    assert lines[1].endswith("(causes-come-first)")
