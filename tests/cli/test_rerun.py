"""A fight that does not come out the same when it is run again."""

from __future__ import annotations

import attrs

from sim.events.attacks import AttackRolled
from sim.events.log import Log, read
from tests.record_golden import ROOT


def test_where_it_comes_out_otherwise_stands_side_by_side(maraud, tmp_path) -> None:
    """An attack roll one higher than its dice give: the log has it, and run again it is another."""
    reading = read(ROOT / "replays" / "duel.jsonl")
    seq, roll = next((seq, event) for seq, event in enumerate(reading.events) if type(event) is AttackRolled)
    written = bytearray()
    log = Log(reading.header, written.extend)
    for event in (*reading.events[:seq], attrs.evolve(roll, total=roll.total + 1), *reading.events[seq + 1 :]):
        log.append(event)
    log.flush()
    (tmp_path / "changed.jsonl").write_bytes(written)
    found = maraud("rerun", "changed.jsonl")

    assert found.code == 1
    assert f"event {seq} comes out otherwise" in found.out
    assert "run again" in found.out
    assert f"attack {roll.total + 1}" in found.out
    assert f"attack {roll.total} " in found.out
