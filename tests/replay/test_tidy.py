"""The tables of a log: nothing of it is missing, and every number adds up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.encounter import fold
from sim.events.log import Reading, read
from sim.replay.tidy import COLUMNS, tables
from sim.replay.verify import verified
from tests.record_golden import ROOT

LOGS = sorted((ROOT / "replays").rglob("*.jsonl"))
TYPES = {"text": str, "int": int, "bool": bool}

golden = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


@cache
def told(path: Path) -> tuple[Reading, dict[str, list[dict[str, Any]]]]:
    """A log and its tables, rows by the names of their columns."""
    reading = read(path)
    found = tables(reading, path.name)
    assert list(found) == list(COLUMNS)
    return reading, {
        name: [dict(zip((column.name for column in COLUMNS[name]), row, strict=True)) for row in rows]
        for name, rows in found.items()
    }


def modifiers_of(found: dict[str, list[dict[str, Any]]]) -> dict[tuple[int, str], list[int]]:
    """What counts, by event and by the number in which it does."""
    summed: dict[tuple[int, str], list[int]] = {}
    for row in found["modifiers"]:
        if row["counts"]:
            summed.setdefault((row["seq"], row["goes_to"]), []).append(row["value"])
    return summed


@golden
def test_a_log_comes_back_from_its_table_of_events(path: Path) -> None:
    """Each line is there with its kind and all of its data, byte for byte; of a log of today's format."""
    _, found = told(path)
    lines = path.read_bytes().splitlines()[1:]
    told_again = [b'{"seq":%d,"kind":"%s",%s' % (row["seq"], row["kind"].encode(), row["data"][1:-1].encode())
                  for row in found["events"]]  # fmt: skip

    assert [line[: -len(b',"chain":""}') - 64] for line in lines] == told_again


@golden
def test_every_value_is_of_the_type_that_its_column_says(path: Path) -> None:
    """And missing only where it may be."""
    _, found = told(path)
    for name, columns in COLUMNS.items():
        for row in found[name]:
            for column in columns:
                value = row[column.name]
                assert type(value) is TYPES[column.type] or (value is None and column.void), (name, column, row)


@golden
def test_rolls_and_modifiers_add_up_to_what_the_event_says(path: Path) -> None:
    """
    A total is its dice and the modifiers that count; so is what it is held against. Only points of damage and healing
    have something else in them, and what confirms a critical hit is made of the parts of its attack roll.
    """
    reading, found = told(path)
    summed = modifiers_of(found)
    for row in found["rolls"]:
        event, seq = reading.events[row["seq"]], row["seq"]
        parts = sum(summed.get((seq, "total"), ()))
        assert row["total"] == row["rolled"] + parts + row["rest"]
        assert row["modifier"] == parts
        if row["base"] is not None:
            assert row["against"] == row["base"] + sum(summed.get((seq, "against"), ()))
        if row["kind"] == "AttackMade":
            assert event.ac == sum(summed.get((seq, "ac"), ()))
            assert (row["against"] is None) == (not event.dice)
            assert not event.dice or event.needed == row["against"] - parts
            assert (row["rolled"], row["success"]) == (event.roll, event.hit)
        elif row["kind"] == "CriticalRolled":
            assert row["rest"] == sum(part.value for part in reading.events[event.because].parts)
        elif row["kind"] == "TurningRolled":
            assert event.pool == sum(summed[seq, "pool"]) + sum(die.value for die in event.dice[1:])
        elif row["kind"] == "DamageDealt":
            assert not row["rest"] or event.cites or event.amount == 1
        elif row["kind"] == "ItemDamaged":
            assert row["rest"] == max(-event.hardness, -row["rolled"] - parts)
        elif row["kind"] not in ("Healed", "TemporaryHitPoints"):
            assert row["rest"] == 0
        for field in ("total", "amount"):
            if hasattr(event, field) and row["kind"] != "HitPointsLost":
                assert row["total"] == getattr(event, field)


@golden
def test_modifiers_are_those_of_the_event(path: Path) -> None:
    """Each once, in order, with its type and its rule, and what was dropped with the reason."""
    reading, found = told(path)
    fields = ("parts", "dropped", "ac_parts", "ac_dropped", "other_parts", "pool_parts")
    expected = [
        (seq, part.value, part.type, part.rule, getattr(part, "why", ""))
        for seq, event in enumerate(reading.events)
        for field in fields
        for part in getattr(event, field, ())
    ]

    assert [(row["seq"], row["value"], row["type"], row["rule"], row["why"]) for row in found["modifiers"]] == expected
    assert all(row["counts"] == (not row["why"]) for row in found["modifiers"])


@golden
def test_the_dice_are_all_there(path: Path) -> None:
    """As many as the log can be checked by, each in the event that names it."""
    reading, found = told(path)
    verdict = verified(reading)

    assert len(found["dice"]) == verdict.dice + verdict.unverifiable
    assert sorted(row["die"] for row in found["dice"]) == list(range(len(found["dice"])))


@golden
def test_turns_hold_the_events_that_name_them(path: Path) -> None:
    """From their first to their last, and what is counted in them is what stands there."""
    _, found = told(path)
    rolls = {row["seq"]: row for row in found["rolls"]}
    events: dict[int, list[dict[str, Any]]] = {}
    for event in found["events"]:
        events.setdefault(event["turn"], []).append(event)
    for turn in found["turns"]:
        mine = events[turn["turn"]]
        own = [event for event in mine if event["actor"] == turn["actor"]]
        blows = [rolls[one["seq"]] for one in own if one["kind"] in ("AttackRolled", "AttackMade")]
        assert (mine[0]["seq"], mine[-1]["seq"]) == (turn["first_seq"], turn["last_seq"])
        assert {event["round"] for event in mine} == {turn["round"]}
        assert turn["orders"] == sum(event["kind"] == "OrderGiven" for event in own)
        assert (turn["attacks"], turn["hits"]) == (len(blows), sum(row["success"] for row in blows))


@golden
def test_creatures_are_those_who_came_and_as_the_fight_left_them(path: Path) -> None:
    """Side, policy, hit points at the end."""
    reading, found = told(path)
    (fight,) = found["fights"]
    battle = fold(reading.header.scenario, reading.events)
    figures = [(row["creature"], row["side"], row["hit_points"], row["policy"]) for row in found["creatures"]]

    assert figures == [(c.id, c.side, c.hit_points, reading.header.policies.get(c.id, "")) for c in battle]
    assert (fight["digest"], fight["events"], fight["winner"]) == (reading.digest, len(reading.events), battle.winner)
