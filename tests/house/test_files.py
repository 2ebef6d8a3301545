"""The files around the code: licences, maps of the rooms, links that lead somewhere, nobody's own machine."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.house.places import FOLDERS, ROOT, files, name

PAGES = files(".md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PLACE = re.compile(rf"`((?:{'|'.join(FOLDERS)}|\.ci)/[\w./*-]*)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
MACHINE = re.compile(r"(?<![\w.~}])/(?:work|root|home)/")
WORKPLACE = re.compile(r"(?<!scope=\")\bses" + r"sions?\b", re.IGNORECASE)


def test_the_licences_are_declared_for_the_wheel() -> None:
    """The wheel takes the licence of the code and the licence of the figures along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["license-files"] == ["LICENSE", "OGL.txt"]


@pytest.mark.parametrize("licence", ["LICENSE", "OGL.txt"])
def test_the_installed_package_holds_the_licence(licence: str) -> None:
    """Whoever installs the package has both licences on disk."""
    installed = [path.name for path in distribution("maraud").files or () if "licenses" in path.parts]

    assert licence in installed


def test_the_figures_name_their_source() -> None:
    """Section 15 of the Open Game License names the document that the figures come from."""
    _, _, notice = (ROOT / "OGL.txt").read_text("utf-8").partition("15. COPYRIGHT NOTICE")

    assert "System Reference Document Copyright 2000-2003" in notice


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_top_folder_has_a_map(folder: str) -> None:
    """A README in each room says what is here and how to add one more."""
    assert (ROOT / folder / "README.md").is_file()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    """A link to a file finds it, and a link to a heading finds that too."""
    lost = [link for link in LINK.findall(page.read_text("utf-8")) if not leads_somewhere(page, link)]

    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_places_named_in_a_page_exist(page: Path) -> None:
    """A path in backquotes is one that the reader can open."""
    lost = [place for place in PLACE.findall(page.read_text("utf-8")) if not any(ROOT.glob(place.rstrip("/")))]

    assert lost == []


@pytest.mark.parametrize("pattern", [MACHINE, WORKPLACE], ids=["a path of one machine", "a word of the workplace"])
def test_no_file_tells_where_it_was_written(pattern: re.Pattern[str]) -> None:
    """The project says nothing of the machines and circumstances in which it was made."""
    telling = [name(path) for path in files() if pattern.search(path.read_text("utf-8", errors="replace"))]

    assert telling == []


def leads_somewhere(page: Path, link: str) -> bool:
    """Whether a link of this page has an end: a web address is taken on trust."""
    if link.startswith(("https://", "http://", "mailto:")):
        return True
    target, _, anchor = link.partition("#")
    file = page if not target else page.parent / target
    if not anchor or file.suffix != ".md":
        return file.exists()
    return file.is_file() and anchor in map(slug, HEADING.findall(file.read_text("utf-8")))


def slug(heading: str) -> str:
    """
    The anchor that a heading gets.

    >>> slug("How to add a rule: `d20`")
    'how-to-add-a-rule-d20'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
