"""
How quickly the page of a long fight opens and how smoothly it is scrubbed, in a real Chromium.

`make bench-viewer`, or `python -m benchmarks.viewer` where the extra browser is installed.

The fight is the one of the other benchmarks, forty against forty. Goals: open and checked in 2 seconds, 30 frames a
second while the bar is dragged from end to end.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from agents.model import FightModel
from benchmarks import field
from sim.audit import audit
from sim.events.log import parse
from sim.replay.viewer.page import page

COUNT = 40
FRAMES = 120

DRAG = """async (frames) => {
    const bar = document.getElementById("scrub"), last = Number(bar.max);
    const began = performance.now();
    for (let frame = 0; frame < frames; frame++) {
        bar.value = Math.round(last * (1 - Math.cos(2 * Math.PI * frame / frames)) / 2);
        bar.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
    }
    return frames * 1000 / (performance.now() - began);
}"""


def main() -> int:
    """Measure, print, and say whether both goals are met."""
    scenario = field.scenario(COUNT)
    model = FightModel(scenario, {placed.sheet.id: "nearest" for placed in scenario.creatures}, 3)
    model.run()
    data = model.log.to_bytes()
    reading = parse(data)
    began = time.perf_counter()
    text = page(data.decode("utf-8").splitlines(), reading, audit(reading))
    made = time.perf_counter() - began
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "fight.html"
        file.write_text(text, "utf-8")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        began = time.perf_counter()
        tab.goto(f"file://{file}")
        tab.wait_for_selector("body[data-proved]")
        opened = time.perf_counter() - began
        frames = tab.evaluate(DRAG, FRAMES)
        browser.close()
    print(f"{len(reading.events)} events, {2 * COUNT} creatures, {len(text) // 1024} KiB, made in {made:.2f} s")
    print(f"opened, its chain and dice checked, in {opened:.2f} s (goal 2)")
    print(f"scrubbed at {frames:.0f} frames a second (goal 30)")
    return 0 if opened <= 2 and frames >= 30 else 1


if __name__ == "__main__":
    sys.exit(main())
