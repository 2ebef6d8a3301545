"""A log survives what happens to files: characters changed are noticed, cuts and kills are made good."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agents.cli import output
from agents.cli.main import main
from sim.core.errors import Damaged
from sim.dice.sources import Stream
from sim.events.log import parse
from sim.replay.verify import verified
from tests.cli.conftest import FIGHT
from tests.record_golden import ROOT

BRAWL = """
name = "Brawl"
map = '''
. . . . . .
. . . . . .
. . . . . .
'''
[[side]]
name = "fighters"
policy = "nearest"
creature = [{ kind = "fighter-1", at = ["a1", "a2", "a3"] }]
[[side]]
name = "goblins"
policy = "nearest"
creature = [{ kind = "goblin", at = ["f1", "f2", "f3"] }]
"""
SMALL = (ROOT / "replays" / "duel-by-hand.jsonl").read_bytes()


def noticed(data: bytes) -> bool:
    """Would ``maraud verify`` exit with 1 or 2?"""
    try:
        reading = parse(data)
        return bool(verified(reading).findings) or not reading.finished
    except Damaged:
        return True


def changed(data: bytes, position: int, by: int) -> bytes:
    """With one character replaced by another."""
    return b"%b%c%b" % (data[:position], (data[position] + by) % 256, data[position + 1 :])


def test_any_character_of_a_small_log_can_not_be_changed_unnoticed() -> None:
    """Every single one of them, header and line feeds included."""
    stream = Stream(1)

    assert all(noticed(changed(SMALL, at, 1 + stream.below(255))) for at in range(len(SMALL)))


def test_no_character_of_a_large_log_can_be_changed_unnoticed() -> None:
    """A sample; and each of them set to each value of a byte, for some."""
    stream = Stream(2)

    assert all(noticed(changed(FIGHT, stream.below(len(FIGHT)), 1 + stream.below(255))) for _ in range(200))
    assert all(noticed(changed(FIGHT, len(FIGHT) - 1, by)) for by in range(1, 256, 16))


@pytest.mark.parametrize("at", [0, 9, 10, 500, -1, -2, -3, -70, -100])
def test_verify_tells_of_a_changed_character(at: int, maraud) -> None:
    """By its exit code, and by a sentence."""
    Path("a.jsonl").write_bytes(changed(FIGHT, at % len(FIGHT), 1))
    run = maraud("verify", "a.jsonl")

    assert run.code in (1, 2)
    assert run.err.startswith("maraud: a.jsonl")


def test_a_log_cut_at_any_line_end_goes_on_to_the_same_end(maraud) -> None:
    """On the command line, from the header alone on."""
    ends = [at + 1 for at, byte in enumerate(SMALL) if byte == ord("\n")]
    for end in ends[:-1]:
        Path("b.jsonl").write_bytes(SMALL[:end])
        assert maraud("resume", "b.jsonl").code == 0
        assert Path("b.jsonl").read_bytes() == SMALL


def test_a_log_cut_at_any_byte_goes_on_to_the_same_end(maraud) -> None:
    """A sample of bytes beyond the header."""
    stream, first = Stream(3), FIGHT.index(b"\n") + 1
    for _ in range(12):
        Path("b.jsonl").write_bytes(FIGHT[: first + stream.below(len(FIGHT) - first)])
        assert maraud("resume", "b.jsonl").code == 0
        assert Path("b.jsonl").read_bytes() == FIGHT


class Killed(BaseException):
    """The process is gone, whatever it was about to do."""


@pytest.mark.parametrize("share", [0, 0.5, 1], ids=["nothing of it", "half of it", "all of it"])
def test_a_fight_killed_at_any_write_goes_on_to_the_same_end(share: float, maraud, monkeypatch) -> None:
    """Twenty deaths, each while the k-th write reaches the disk only in part, or as a whole."""
    Path("brawl.toml").write_text(BRAWL, "utf-8")
    maraud("fight", "brawl.toml", "--seed", 4, "--out", "b.jsonl")
    whole, write = Path("b.jsonl").read_bytes(), os.write
    deaths = 0
    for k in range(1, 21):
        count = iter(range(1, 10**6))

        def dying(file: int, data: bytes, count=count, k=k) -> int:
            if next(count) == k:
                write(file, data[: int(len(data) * share)])
                raise Killed
            return write(file, data)

        with monkeypatch.context() as patch:
            patch.setattr(output.os, "write", dying)
            with pytest.raises(Killed):
                main(["fight", "brawl.toml", "--seed", "4", "--out", f"{k}.jsonl"])
        left = Path(f"{k}.jsonl").read_bytes()
        assert whole.startswith(left)
        deaths += left != whole
        if left.count(b"\n") and left != whole:
            assert maraud("resume", f"{k}.jsonl").code == 0
            assert Path(f"{k}.jsonl").read_bytes() == whole
    assert deaths >= 19


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal here")
def test_a_process_that_is_killed_leaves_a_log_that_goes_on(maraud) -> None:
    """A real one, after its seventh write."""
    code = (
        "import itertools, os, signal, sys; from agents.cli import output; from agents.cli.main import main; "
        "write, count = os.write, itertools.count(1)\n"
        "def dying(file, data):\n"
        "    done = write(file, data)\n"
        "    if next(count) == 7: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return done\n"
        "output.os.write = dying; sys.exit(main(sys.argv[1:]))"
    )
    Path("brawl.toml").write_text(BRAWL, "utf-8")
    maraud("fight", "brawl.toml", "--seed", 4, "--out", "b.jsonl")
    words = ["fight", "brawl.toml", "--seed", "4", "--out", "c.jsonl"]
    killed = subprocess.run(
        [sys.executable, "-c", code, *words], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )

    assert killed.returncode == -signal.SIGKILL
    assert Path("c.jsonl").read_bytes() != Path("b.jsonl").read_bytes()
    assert maraud("resume", "c.jsonl").code == 0
    assert Path("c.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


SIDES = """
[[side]]
name = "a"
[[side.creature]]
kind = "orc"
at = "a1"
[[side]]
name = "b"
[[side.creature]]
kind = "orc"
at = "b1"
"""
RIGHT = 'name = "x"\nmap = """\n. . .\n. . .\n"""\n' + SIDES
WRONG = {
    "no TOML": "name = [",
    "nothing": "",
    "no text": b"\xff\xfe\x00",
    "zeros": b"\0" * 100,
    "an unknown creature": RIGHT.replace('"orc"', '"jabberwock"', 1),
    "an unknown key": RIGHT + "\n[weather]\n",
    "overlapping starts": RIGHT.replace('"b1"', '"a1"'),
    "a start off the map": RIGHT.replace('"b1"', '"z9"'),
    "a start in a wall": RIGHT.replace(". . .\n", ". # .\n", 1),
    "a start that is no square": RIGHT.replace('"b1"', '"the hill"'),
    "an empty map": RIGHT.replace(". . .\n", ""),
    "a ragged map": RIGHT.replace(". . .\n", ". .\n", 1),
    "an unknown terrain": RIGHT.replace(". . .\n", ". ? .\n", 1),
    "a map too wide": RIGHT.replace(". . .\n", "." * 201 + "\n"),
    "a map too high": RIGHT.replace(". . .\n", ". . .\n" * 101),
    "a map of a million squares": RIGHT.replace(". . .\n", "." * 1000 + "\n" + ("." * 1000 + "\n") * 499),
    "one side": RIGHT[: RIGHT.rindex("[[side]]")],
    "a negative count": RIGHT + "count = -3\n",
    "a huge count": RIGHT + "count = 99999999999999999999\n",
    "a count of no whole number": RIGHT + "count = 1.5\n",
    "too many creatures": RIGHT + "count = 499\n",
    "negative rounds": RIGHT + "[endings]\nrounds = -1\n",
    "huge rounds": RIGHT + "[endings]\nrounds = 1000000000000000000000\n",
    "negative hit points": RIGHT + '[creatures.orc]\nbase = "orc"\nhit_points = -5\n',
    "huge hit points": RIGHT + '[creatures.orc]\nbase = "orc"\nhit_points = 10000000000\n',
    "a huge score": RIGHT + '[creatures.orc]\nbase = "orc"\nabilities = { strength = 1000000 }\n',
    "a negative speed": RIGHT + '[creatures.orc]\nbase = "orc"\nspeed = -30\n',
    "endless dice": RIGHT + '[creatures.orc]\nbase = "orc"\nhit_dice = "99999999d8"\n',
    "not a number": RIGHT + "[endings]\nrounds = nan\n",
    "an unknown option": RIGHT + '[options]\nluck = "good"\n',
    "an unknown policy": RIGHT.replace('name = "a"', 'name = "a"\npolicy = "brave"'),
}


def test_the_scenario_that_is_spoiled_here_is_right(maraud) -> None:
    """So that each of them is refused for its own fault."""
    Path("x.toml").write_text(RIGHT, "utf-8")

    assert maraud("scenario", "check", "x.toml").code == 0


@pytest.mark.parametrize("case", WRONG)
def test_a_scenario_that_is_wrong_is_one_sentence_and_nothing_is_written(case: str, maraud) -> None:
    """Exit 2, whatever was wrong, by ``fight`` and ``scenario check`` alike."""
    text = WRONG[case]
    Path("x.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = sorted(Path().rglob("*"))
    for words in (("fight", "x.toml", "--seed", 1), ("scenario", "check", "x.toml")):
        run = maraud(*words)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith("maraud: x.toml")
        assert run.err.count("\n") == 1
        assert len(run.err) < 400
    assert sorted(Path().rglob("*")) == before


HUGE = (-1, 1 << 40, 10**30)


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    "words",
    [
        ("fight", ROOT / "scenarios" / "duel.toml", "--seed"),
        ("replay", "a.jsonl", "--to"),
        ("why", "a.jsonl", "--"),
        ("fork", "a.jsonl", "--out", "b.jsonl", "--at"),
        ("fork", "a.jsonl", "--out", "b.jsonl", "--at", 30, "--seed"),
        ("aftermath", "a.jsonl", "--out", "b.jsonl", "--hours"),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_numbers_out_of_range_are_one_sentence(words: tuple[object, ...], number: int, maraud) -> None:
    """Negative and huge ones, wherever a number is asked for."""
    if words[-1] == "--seed" and 0 <= number < 1 << 64:
        pytest.skip("that is a seed")
    before = sorted(Path().rglob("*"))
    run = maraud(*words, number)

    assert (run.code, run.out) == (2, "")
    assert run.err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize("seq", ["-1", "99999999999999999999999", "1.5", "null"])
def test_numbers_in_a_log_that_make_no_sense_are_damage(seq: str, maraud) -> None:
    """Whoever chains such a line anew is found out by what it says."""
    from hashlib import sha256

    lines = SMALL.splitlines(keepends=True)
    digest = sha256(lines[0].rpartition(b',"chain"')[0]).hexdigest().encode()
    out = [lines[0]]
    for line in lines[1:]:
        record = line.rpartition(b',"chain"')[0].replace(b'"hit_points":4', f'"hit_points":{seq}'.encode())
        digest = sha256(digest + record).hexdigest().encode()
        out.append(b'%b,"chain":"%b"}\n' % (record, digest))
    Path("b.jsonl").write_bytes(b"".join(out))
    codes = [maraud(check, "b.jsonl").code for check in ("verify", "audit", "rerun", "replay")]

    assert set(codes) <= {0, 1, 2}
    assert any(codes)
