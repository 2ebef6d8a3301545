"""A fight watched in a terminal of 80 by 24, and where there is none."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.record_golden import ROOT

DUEL, AMBUSH = (ROOT / "replays" / f"{name}.jsonl" for name in ("duel", "bridge-ambush"))
COMMAND = (sys.executable, "-c", "from agents.cli.main import run; run()")


def in_terminal(*words: str | Path, typed: bytes, size: tuple[int, int] = (24, 80)) -> bytes:
    """What a command writes in a terminal of this size in which somebody types at once."""
    termios = pytest.importorskip("termios")
    import fcntl
    import struct

    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*COMMAND, *map(str, words)], stdin=follower, stdout=follower, stderr=follower, env=environment, cwd=ROOT
    )
    os.close(follower)
    os.write(leader, typed)
    written = bytearray()
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if select.select([leader], [], [], 0.1)[0]:
            try:
                part = os.read(leader, 1 << 16)
            except OSError:
                break
            if not part:
                break
            written += part
        elif process.poll() is not None:
            break
    os.close(leader)
    assert process.wait(30) == 0
    return bytes(written)


def test_the_map_and_the_story_stand_side_by_side() -> None:
    """In 80 columns there is room for a map of 30 and the story, and a line that tells the keys."""
    screen = in_terminal("replay", AMBUSH, "--watch", typed=b"...q").decode()

    assert "abcdefghijklmnopqrstuvwxyzabcd" in screen
    assert "space pause" in screen
    assert "Ambush at the bridge" in screen


def test_a_fight_watched_to_its_end_comes_back_to_the_prompt() -> None:
    """At the highest speed a duel is over soon, and the map stays on the screen."""
    written = in_terminal("replay", DUEL, "--watch", typed=b"+++", size=(24, 60))

    assert b"\x1b[?1049l" in written
    assert written.rsplit(b"\x1b[?1049l", 1)[1].strip()


def test_without_a_terminal_it_is_told_line_by_line(maraud) -> None:
    """Piped, nothing waits and nothing is drawn: the story alone."""
    found = maraud("replay", DUEL, "--watch")

    assert found.code == 0
    assert "\x1b" not in found.out
    assert "Round 1" in found.out
    assert "The fight is over" in found.out


def test_a_fight_that_is_watched_writes_the_same_log(maraud) -> None:
    """Watching changes nothing."""
    duel = ROOT / "scenarios" / "duel.toml"
    assert maraud("fight", duel, "--seed", 5, "--watch", "--out", "b.jsonl").code == 0
    assert maraud("fight", duel, "--seed", 5, "--out", "c.jsonl").code == 0

    assert Path("b.jsonl").read_bytes() == Path("c.jsonl").read_bytes()


def test_watching_is_no_reading_for_programs(maraud) -> None:
    """One sentence says so."""
    found = maraud("replay", DUEL, "--watch", "--json")

    assert found.code == 2
    assert found.err.count("\n") == 1


def test_the_screen_in_the_readme_is_the_one_that_is_shown() -> None:
    """80 columns by 24 lines, at event 62 of the golden ambush."""
    page = (ROOT / "README.md").read_text("utf-8")
    shown = page.partition("<!-- watch -->\n```text\n")[2].partition("```\n<!-- /watch -->")[0]

    assert shown == screen_at(AMBUSH, 62)


def screen_at(log: Path, seq: int) -> str:
    """The whole screen at an event, without its colours."""
    from rich.console import Console

    from agents.cli.watch import Watch
    from sim.events.log import read

    reading = read(log)
    console = Console(width=80, height=24, record=True, file=io.StringIO(), highlight=False, markup=False)
    watch = Watch(reading.header.scenario, console=console)
    for at, event in enumerate(reading.events[: seq + 1]):
        watch.seq = at
        watch.lines += watch.narrator.tell(event)
    console.print(watch.screen())
    return "".join(f"{line.rstrip()}\n" for line in console.export_text().splitlines())
