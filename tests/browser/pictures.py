"""Take the pictures of the README anew: ``python -m tests.browser.pictures`` (``make pictures``)."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from sim.audit import audit
from sim.events.log import read
from sim.replay.viewer.page import page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"


class Picture(NamedTuple):
    """A golden fight at an event, in a language and a light; what is drawn besides, and who is picked."""

    log: str
    seq: int
    language: str
    dark: bool
    overlays: tuple[str, ...] = ()


PICTURES = {
    "viewer": Picture("bridge-ambush", 62, "en", False, ("threat",)),
    "viewer-dark": Picture("the-picket", 82, "fr", True),
}


def main() -> int:
    """Write them all."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            path = ROOT / "replays" / f"{picture.log}.jsonl"
            reading = read(path)
            file = Path(folder) / f"{name}.html"
            file.write_text(page(path.read_text("utf-8").splitlines(), reading, audit(reading)), "utf-8")
            tab = browser.new_page(
                viewport={"width": 1280, "height": 800}, color_scheme="dark" if picture.dark else "light"
            )
            tab.goto(f"file://{file}?lang={picture.language}#seq={picture.seq}")
            tab.wait_for_selector("body[data-proved]")
            for overlay in picture.overlays:
                tab.check(f"[data-over={overlay}]")
            tab.wait_for_timeout(400)
            tab.screenshot(path=FOLDER / f"{name}.png")
            print((FOLDER / f"{name}.png").relative_to(ROOT))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
