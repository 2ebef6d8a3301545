"""A real Chromium, and pages made of real logs. What needs them is collected by `make browser-test` alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from sim.audit import audit
from sim.events.log import read
from sim.replay.viewer.page import page as page_of

ROOT = Path(__file__).resolve().parents[2]
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The Chromium named by CHROMIUM, or that of the system, or playwright's own."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """
    Opens the page of a log, by name or path, and waits until it has checked itself. Whatever it complains of, and every
    try to load something, fails the test.
    """
    opened: list[Page] = []
    wrong: list[str] = []

    def opens(
        log: str | Path, *, address: str = "", width: int = 1280, locale: str = "en-US", dark: bool = False
    ) -> Page:
        path = ROOT / "replays" / f"{log}.jsonl" if isinstance(log, str) else log
        reading = read(path)
        file = tmp_path / f"{path.stem}.html"
        lines = path.read_bytes()[: reading.whole].decode("utf-8").splitlines()
        file.write_text(page_of(lines, reading, audit(reading)), "utf-8")
        page = chromium.new_page(
            viewport={"width": width, "height": 900}, locale=locale, color_scheme="dark" if dark else "light"
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on(
            "request", lambda request: None if request.url.startswith(("file:", "data:")) else wrong.append(request.url)
        )
        page.goto(f"file://{file}{address}")
        page.wait_for_selector("body[data-proved]")
        opened.append(page)
        return page

    yield opens
    for page in opened:
        page.close()
    assert not wrong
