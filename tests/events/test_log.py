"""The log: chained, complete, and read back as it was written."""

import json
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.core.errors import BadInput, Damaged
from sim.encounter import begin, fold, play, rerun, resume
from sim.events.log import parse, read
from sim.events.orders import Attack, Decision, End, Pass
from sim.rules.d20.book import BOOK
from sim.testing import scenario_of


class Duellist:
    """Strikes what stands beside it, and ends its turn."""

    def decide(self, battle, who, question, menu):
        if question is not None:
            return Decision(Pass(), "duellist")
        foe = next(other for other in battle if other.side != battle[who].side)
        order = End() if battle.turn.standard else Attack(foe.id, battle[who].held[0])
        return Decision(order, "duellist")


SCENARIO = scenario_of(". . . .\n. A o .\n. . . .", {"A": "fighter-1", "o": "orc"})


def duel(seed=7):
    """A whole duel, played."""
    table = begin(BOOK, SCENARIO, Duellist(), seed=seed)
    play(BOOK, table)
    return table


WHOLE = duel().log.to_bytes()


def test_a_log_reads_back_as_it_was_written():
    """Header and events come back equal, and the fight is finished."""
    table = duel()
    reading = parse(table.log.to_bytes())

    assert reading.header == table.log.header
    assert list(reading.events) == table.log.events
    assert (reading.finished, reading.torn, reading.digest) == (True, 0, table.log.digest)


def test_anybody_can_check_the_chain():
    """Each digest is the SHA-256 of the digest before and the line up to it."""
    previous = b""
    for line in WHOLE.splitlines():
        record, _, tail = line.rpartition(b',"chain":"')
        assert tail == sha256(previous + record).hexdigest().encode() + b'"}'
        assert json.loads(line)["chain"].encode() == tail[:64]
        previous = tail[:64]


def test_the_same_seed_gives_the_same_bytes():
    """Nothing but the seed decides."""
    assert duel(7).log.to_bytes() == WHOLE
    assert duel(8).log.to_bytes() != WHOLE


def test_folding_the_events_gives_the_battle():
    """What the table holds at the end is what its events make of the beginning."""
    table = duel()

    assert fold(SCENARIO, table.log.events).snapshot() == table.battle.snapshot()


def test_a_rerun_gives_the_same_bytes():
    """Header and inputs are enough."""
    assert rerun(BOOK, parse(WHOLE)).log.to_bytes() == WHOLE


@settings(max_examples=150)
@given(st.integers(WHOLE.index(b"\n") + 1, len(WHOLE)))
def test_a_fight_cut_anywhere_and_resumed_ends_the_same(cut):
    """Whatever byte the power fails at, the same fight comes out."""
    table = resume(BOOK, parse(WHOLE[:cut]), Duellist())
    play(BOOK, table)

    assert table.log.to_bytes() == WHOLE


@settings(max_examples=300)
@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 255))
def test_no_byte_can_be_changed_unnoticed(position, value):
    """A changed log is damaged, or cut short of its end."""
    if WHOLE[position] == value:
        return
    changed = WHOLE[:position] + bytes([value]) + WHOLE[position + 1 :]
    try:
        reading = parse(changed)
    except Damaged:
        return
    assert not reading.finished


def _lines():
    return WHOLE.splitlines(keepends=True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no log at all\n",
        b"{}\n",
        b'{"maraud":1}\n',
        b'{"maraud":99,"ruleset":"d20"}\n',
        b'{"maraud":1,',
        '{"maraud":1,"ruleset":"d\xe9"}\n'.encode("latin-1"),
        b"\x00" * 1000,
        b"".join([_lines()[0], _lines()[2], _lines()[1], *_lines()[3:]]),
        b"".join([_lines()[0], *_lines()[2:]]),
        WHOLE + b"more",
        WHOLE.replace(b'"who":"A"', b'"who":"B"', 1),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_no_whole_log_is_damaged(data):
    """Empty, junk, another version, not UTF-8, reordered, with a gap, longer than its end: each is said."""
    with pytest.raises(Damaged):
        parse(data, "fight.jsonl")


def test_a_log_that_does_not_exist_is_named():
    """The sentence says which file."""
    with pytest.raises(BadInput, match=r"nowhere\.jsonl"):
        read("nowhere.jsonl")
