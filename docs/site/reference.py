"""The reference: a page for each public module, whose docstrings mkdocstrings reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from docs.site.places import ROOT, reference_of

INDEX = "api/index.md"
LEFT_OUT = ("sim/rules/d20/", "sim/rules/adnd/", "agents/cli/")
"""Topics of rulebooks, whose rules have pages, and the commands, which have some too."""


@cache
def modules() -> dict[str, str]:
    """The page of each module by the module's name."""
    found = {}
    for package in ("sim", "agents"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            private = any(part.startswith("_") for part in name.removesuffix("/__init__.py").split("/"))
            if not private and not name.startswith(LEFT_OUT) and path.read_text("utf-8").strip():
                page = reference_of(name)
                found[page.removeprefix("api/").removesuffix(".md")] = page
    return found


def pages() -> Iterator[tuple[str, str]]:
    """The path and the Markdown of each."""
    rows = "\n".join(f"- [`{name}`]({name}.md)" for name in modules())
    yield INDEX, f"# Reference\n\n{_ABOUT}\n\n{rows}\n"
    for name, page in modules().items():
        yield page, f"---\ntitle: {name}\n---\n\n::: {name}\n"


_ABOUT = """
What the docstrings say, module by module. Where to begin: `sim.testing` to draw a situation and try a rule,
`sim.scenario.loader` to read a scenario, `sim.events.log` to read a log, `agents.model` to play fights,
`agents.policies.base` to write a policy. The topics of the two rulebooks are left out: each of their rules [has a
page](../rules/index.md) that shows its source.
"""
