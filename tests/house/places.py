"""Where the house's tests look: the folders and files of the project, whatever else lies in the checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("sim", "agents", "tests", "benchmarks", "docs", "scenarios", "replays")
CACHES = {"__pycache__", ".hypothesis", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


def files(*suffixes: str) -> list[Path]:
    """Every file of the project in path order; with ``suffixes``, those that end so."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    for folder in (*FOLDERS, ".ci"):
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and not CACHES & set(path.parts)]
    return sorted(path for path in found if not suffixes or path.suffix in suffixes)


def name(path: Path) -> str:
    """The path from the root of the project, for messages and test ids."""
    return path.relative_to(ROOT).as_posix()
