"""The built site, as files and in a real browser: ``make docs-test`` builds it first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from docs.site.commands import commands
from docs.site.reference import modules
from sim.rules.coverage import witnesses
from sim.rules.shelf import IDS
from sim.tables.rulebook import read
from tests.house.places import ROOT

SITE = ROOT / "build" / "docs"
RULE = "rules/d20.flanking.bonus.html"
SHOWN = (
    "index.html",
    "docs/tutorial-game-master.html",
    "rules/index.html",
    "rules/adnd.html",
    "rules/d20.flanking.html",
    RULE,
    "commands/fight.html",
    "api/sim.testing.html",
    "replays/index.html",
    "replays/gallery.html",
)
Open = Callable[..., Page]


class Links(HTMLParser):
    """What a page links to and loads, and the names that others may link to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key == "id" and value:
                self.names.add(value)
            elif key in ("href", "src") and value:
                (self.links if tag == "a" else self.loaded).add(value)


@cache
def links_of(page: Path) -> Links:
    return Links(page.read_text("utf-8"))


@cache
def pages() -> tuple[Path, ...]:
    """Every page of the site but the viewers."""
    viewers = {SITE / "replays" / f"{log.stem}.html" for log in (ROOT / "replays").glob("*.jsonl")}
    return tuple(page for page in sorted(SITE.rglob("*.html")) if page not in viewers and page.name != "404.html")


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Open]:
    """Opens a page of the site from the disk; an error in it, or anything from elsewhere, fails the test."""
    shown: list[Page] = []
    wrong: list[str] = []

    def opens(page: str, *, width: int = 1280, dark: bool = False) -> Page:
        found = chromium.new_page(
            viewport={"width": width, "height": 900}, locale="en-US", color_scheme="dark" if dark else "light"
        )
        found.on("pageerror", lambda error: wrong.append(str(error)))
        found.on(
            "request",
            lambda request: None if request.url.startswith(("file:", "data:", "blob:")) else wrong.append(request.url),
        )
        found.goto(f"file://{SITE / page}")
        shown.append(found)
        return found

    yield opens
    for page in shown:
        page.close()
    assert not wrong


@pytest.mark.parametrize("book", IDS)
def test_every_rule_has_a_page_and_its_witness(book: str) -> None:
    """Its sentence stands there, and where a golden fight cites it, that fight is in the page, opened at the event."""
    lacking = []
    for id, row in read(book).items():
        text = (SITE / "rules" / f"{id}.html").read_text("utf-8")
        log, _, seq = witnesses().get(id, "").partition("#")
        frame = f'<iframe class="witness" src="../replays/{log.removesuffix(".jsonl")}.html#seq={seq}"'
        words = re.sub(r"<[^>]+>|\s+", " ", text)
        if (log and frame not in text) or "Where it lives" not in words or row.section.split("/")[0].strip() == "":
            lacking.append(id)

    assert lacking == []


def test_every_command_and_every_module_has_a_page() -> None:
    """Each with its name at its head."""
    expected = {one.page.replace(".md", ".html"): one.name for one in commands()}
    expected |= {page.replace(".md", ".html"): name for name, page in modules().items()}

    assert [page for page, name in expected.items() if name not in (SITE / page).read_text("utf-8")] == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    """No page names a script, a style, a picture or a frame by an address."""
    found = {link for page in pages() for link in links_of(page).loaded if urlsplit(link).scheme not in ("", "data")}

    assert found == set()


def test_every_link_leads_somewhere() -> None:
    """To a file of the site, and to a place in it, where one is named; events of a fight excepted."""
    lost = set()
    for page in pages():
        for link in links_of(page).links:
            scheme, _, path, _, anchor = urlsplit(link)
            if scheme:
                continue
            target = (page.parent / unquote(path)).resolve() if path else page
            named = anchor and not anchor.startswith(("seq=", "__")) and target.suffix == ".html"
            if not target.is_file() or (named and unquote(anchor) not in links_of(target).names):
                lost.add((page.name, link))

    assert lost == set()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)], ids=["desk by day", "phone by night"])
@pytest.mark.parametrize("page", SHOWN)
def test_a_page_can_be_used_by_all(page: str, width: int, dark: bool, opened: Open) -> None:
    """axe finds nothing serious, and nothing runs over the side of the screen."""
    shown = opened(page, width=width, dark=dark)
    shown.wait_for_load_state("networkidle")

    found = Axe().run(shown, options={"iframes": False}).response["violations"]
    assert [
        (one["id"], [node["html"] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ] == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_a_rule_opens_its_witness_at_the_event(opened: Open) -> None:
    """The fight in the page stands at the event that the page names."""
    page = opened(RULE)
    frame = page.locator("iframe.witness")
    frame.scroll_into_view_if_needed()
    seq = int((frame.get_attribute("src") or "").partition("seq=")[2])
    shown = page.frame_locator("iframe.witness")

    expect(shown.locator("body")).to_have_attribute("data-proved", "yes")
    assert shown.locator("body").evaluate("() => maraud.at()") == seq


def test_the_finder_leaves_what_holds_every_word(opened: Open) -> None:
    """By words of the id or of the sentence, in the books that are ticked."""
    page = opened("rules/index.html")
    page.get_by_label("Find a rule").fill("flanking bonus melee")

    expect(page.locator(".finder-list li:visible a").first).to_have_text("d20.flanking.bonus")
    page.get_by_role("checkbox", name="d20: the 3.5 rules").uncheck()
    expect(page.locator(".finder-list li:visible", has_text="d20.flanking.bonus")).to_have_count(0)


def test_the_search_finds_a_rule_without_a_server(opened: Open) -> None:
    """By its id, from a file."""
    page = opened("index.html")
    page.wait_for_load_state("networkidle")
    page.locator("input.md-search__input").click()
    page.locator("input.md-search__input").press_sequentially("flanking bonus")

    links = page.locator(".md-search-result__link")
    expect(links.first).to_be_visible(timeout=30_000)
    assert RULE.removeprefix("rules/") in json.dumps(links.evaluate_all("all => all.map(one => one.href)"))
