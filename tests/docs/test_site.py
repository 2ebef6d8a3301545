"""The site of the documentation, as far as can be said without building it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from docs.site import places, sources
from docs.site.commands import commands
from docs.site.navigation import navigation
from tests.house.places import files, name
from tests.house.test_commands import leaves


def placed(items: Any) -> Iterator[str]:
    """The paths in a navigation."""
    for item in items:
        if isinstance(item, dict):
            for held in item.values():
                yield from [held] if isinstance(held, str) else placed(held)
        else:
            yield item


def test_every_page_has_its_place_once() -> None:
    """Each page of docs and each README, whoever wrote it, stands in the navigation, and none stands there twice."""
    found = [path for path in placed(navigation()) if path in places.pages()]
    docs = {name(path) for path in files(".md") if name(path).startswith("docs/")}

    assert sorted(found) == sorted(places.pages())
    assert docs <= set(found)


def test_every_command_has_a_page() -> None:
    """Those of groups too."""
    import typer

    from agents.cli.main import app

    assert {" ".join(one.words) for one in commands()} == set(leaves(typer.main.get_command(app)))


@pytest.mark.parametrize(
    ("written", "led"),
    [
        ("[the rules](../sim/rules/README.md)", "[the rules](../sim/rules/README.md)"),
        ("[the room](../sim/grid)", "[the room](../sim/grid/README.md)"),
        ("[the view](../agents/view.py)", "[the view](../api/agents.view.md)"),
        ("[make](../Makefile)", "make"),
        ("[nowhere](nowhere.md)", "[nowhere](nowhere.md)"),
        ("[out](https://example.org)", "[out](https://example.org)"),
        ("`d20.flanking.bonus`", "[`d20.flanking.bonus`](../rules/d20.flanking.bonus.md)"),
        ("`d20.flanking.nothing`", "`d20.flanking.nothing`"),
        ("```\n[the room](../sim/grid)\n```", "```\n[the room](../sim/grid)\n```"),
    ],
)
def test_links_are_led_to_pages(written: str, led: str) -> None:
    """To a room, a module, a rule; what is not on the site loses its link, and a lost link stays for MkDocs to find."""
    known = dict.fromkeys(["sim/rules/README.md", "sim/grid/README.md", "api/agents.view.md"])

    assert places.on_the_site("docs/design.md", written, known) == led


def test_the_source_of_a_rule_is_found() -> None:
    """A function by its name; of a module, the row that has the rule rather than the constant that names it."""
    function = sources.function("sim.rules.d20.flanking.bonus", "d20.flanking.bonus")
    row = sources.function("sim.rules.d20.attack_mod", "d20.attack-mod.prone")

    assert function is not None
    assert "def bonus(" in function.text
    assert row is not None
    assert row.text.startswith("attack_row(PRONE_RULE")
