"""Where each page of the site stands. A page that is new in ``docs`` is taken up by itself."""

from __future__ import annotations

from typing import Any

from docs.site import commands, fights, reference, rules
from docs.site.places import pages

FORMATS = {"The log, line by line": "replays/README.md", "The file of a scenario": "scenarios/README.md"}
PROOF = ("docs/tactics.md", "docs/puzzles.md", "docs/audit.md", "docs/mutants.md")
SHAPE = ("docs/design.md", "CONTRIBUTING.md", "CHANGELOG.md")


def navigation() -> list[Any]:
    """
    Every page but those of single rules, topics and fights, which are found through others.

    Of ``docs``, what is named ``tutorial-…`` is a tutorial, and what no list above names is a guide.
    """
    tutorials = [path for path in pages() if path.startswith("docs/tutorial-")]
    rooms = [path for path in pages() if path.endswith("/README.md") and path not in FORMATS.values()]
    apart = {"README.md", *tutorials, *rooms, *FORMATS.values(), *PROOF, *SHAPE}
    return [
        {"maraud": "README.md"},
        {"Tutorials": tutorials},
        {"Guides": [*(path for path in pages() if path not in apart), *_titled(FORMATS)]},
        {
            "Rules": [
                {"Find a rule": rules.FINDER},
                *_titled({name: f"rules/{book}.md" for book, name in rules.NAMES.items()}),
                {"Golden fights": fights.GALLERY},
            ]
        },
        {"Commands": [{"All commands": commands.INDEX}, *_titled({one.name: one.page for one in commands.commands()})]},
        {"Reference": [{"All modules": reference.INDEX}, *_nested(reference.modules())]},
        {"How good is it?": list(PROOF)},
        {"How it is made": [*SHAPE, {"Rooms": rooms}]},
    ]


def _titled(named: dict[str, str]) -> list[Any]:
    return [{title: path} for title, path in named.items()]


def _nested(modules: dict[str, str]) -> list[Any]:
    """Modules under their packages."""
    packages: dict[str, list[Any]] = {}
    for name, page in modules.items():
        packages.setdefault(".".join(name.split(".")[:2]), []).append({name: page})
    return [{package: held} if len(held) > 1 else held[0] for package, held in packages.items()]
