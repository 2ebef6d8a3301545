"""The live view in a real browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from sim.encounter import rerun
from sim.events.log import parse
from sim.rules.shelf import book
from tests.browser.chromium import ROOT


@pytest.fixture(params=["duel", "duel-of-masters"])
def live(request: pytest.FixtureRequest, chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """A fight of each rulebook, served on this machine and opened."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-c", "from agents.cli.main import run; run()", "app")
    words = (str(ROOT / "scenarios" / f"{request.param}.toml"), "--port", str(port), "--no-open")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    with (tmp_path / "server.txt").open("wb") as told:
        server = subprocess.Popen([*command, *words], env=environment, stdout=told, stderr=told, cwd=tmp_path)
        try:
            for _ in range(120):
                try:
                    urlopen(f"http://localhost:{port}/", timeout=5).close()
                    break
                except (URLError, OSError):
                    assert server.poll() is None, (tmp_path / "server.txt").read_text()
                    time.sleep(0.5)
            page = chromium.new_page()
            away: list[str] = []
            page.on("request", lambda asked: None if f":{port}/" in asked.url else away.append(asked.url))
            page.goto(f"http://localhost:{port}/")
            yield page
            page.close()
            assert [url for url in away if not url.startswith(("data:", "blob:"))] == []
        finally:
            server.terminate()
            server.wait(20)


def test_a_fight_is_stepped_and_its_log_taken_along(live: Page) -> None:
    """A step is a round, board and story follow, and the log that is taken along runs again."""
    step = live.get_by_role("button", name="Step")
    step.click(timeout=120_000)
    expect(live.get_by_text("Step: 1")).to_be_visible(timeout=60_000)
    expect(live.locator("svg[viewBox^='-18']")).to_be_visible()
    with live.expect_download(timeout=60_000) as got:
        live.get_by_text("The log").click()
    reading = parse(Path(got.value.path()).read_bytes())

    assert rerun(book(reading.header.ruleset), reading).log.events == list(reading.events)


def test_another_seed_is_another_fight(live: Page) -> None:
    """What is typed as the seed counts from the next reset on."""
    step = live.get_by_role("button", name="Step")
    step.click(timeout=120_000)
    expect(live.get_by_text("Step: 1")).to_be_visible(timeout=60_000)
    seed = live.get_by_label("Seed")
    seed.fill("77")
    seed.press("Tab")
    live.wait_for_timeout(2_000)
    live.get_by_role("button", name="Reset").click()
    expect(live.get_by_text("Step: 0")).to_be_visible(timeout=60_000)
    step.click()
    expect(live.get_by_text("Step: 1")).to_be_visible(timeout=60_000)
    with live.expect_download(timeout=60_000) as got:
        live.get_by_text("The log").click()

    assert parse(Path(got.value.path()).read_bytes()).header.dice[0].seed == "77"
