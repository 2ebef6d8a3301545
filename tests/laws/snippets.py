"""Runs every Python block of a page one after the other, and every test in it: what the page says holds."""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path
from typing import Any

from hypothesis import settings

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(page: Path) -> None:
    """Execute the blocks in one namespace; print the name of each test that has run."""
    settings.register_profile("page", derandomize=True)
    settings.load_profile("page")
    space: dict[str, Any] = {"__name__": "page"}
    for block in BLOCK.findall(page.read_text("utf-8")):
        known = dict(space)
        exec(compile(block, str(page), "exec"), space)
        for name, value in space.items():
            if name in known:
                continue
            if name.startswith("test_"):
                value()
                print(name)
            elif name.startswith("Test") and issubclass(value, unittest.TestCase):
                result = unittest.defaultTestLoader.loadTestsFromTestCase(value).run(unittest.TestResult())
                assert result.wasSuccessful(), result.failures + result.errors
                print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
