"""A page for each rule of the catalogues, for each topic and each book, and one to find them all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from textwrap import indent

from docs.site import fights, sources
from docs.site.places import linked, plain, rule_page, way
from sim.rules.coverage import Covered, coverage
from sim.tables.rulebook import BOOKS, Row, read, topic

NAMES = {
    "d20": "d20: the 3.5 rules",
    "adnd": "AD&D with house rules",
    "supplement": "d20: abilities, feats, spells, gear",
}
STATES = {
    "implemented": "carried out",
    "narrative": "told, not carried out",
    "missing": "not yet carried out",
}
FINDER = "rules/index.md"
SHOWN = 6
"""So many more fights are named in which a rule is seen."""


def pages() -> Iterator[tuple[str, str]]:
    """The path and the Markdown of each."""
    yield FINDER, _finder()
    for book in BOOKS:
        yield f"rules/{book}.md", _book(book)
        for name, rows in _topics(book).items():
            yield topic_page(book, name), _topic(book, name, rows)
            for before, row, after in zip([None, *rows], rows, [*rows[1:], None], strict=False):
                yield rule_page(row.id), _rule(book, row, before, after)


def topic_page(book: str, name: str) -> str:
    """Where the page of a topic is."""
    return f"rules/{book}.{name}.md"


@cache
def _covered(book: str) -> dict[str, Covered]:
    return {row.id: row for row in coverage(book)}


@cache
def _topics(book: str) -> dict[str, list[Row]]:
    """The rows of a book by topic, both in the order of the book."""
    found: dict[str, list[Row]] = {}
    for row in read(book).values():
        found.setdefault(topic(row.id), []).append(row)
    return found


def _finder() -> str:
    books = "".join(
        f'<label><input type="checkbox" name="book" value="{book}" checked> {escape(NAMES[book])}</label>'
        for book in BOOKS
    )
    rows = "".join(
        f'<li data-book="{book}"><a href="{row.id}.html">{row.id}</a> <span>{escape(row.rule)}</span></li>'
        for book in BOOKS
        for row in read(book).values()
    )
    listed = "\n".join(f"- [{plain(NAMES[book])}]({book}.md), {len(read(book))} statements" for book in BOOKS)
    return f"""---
title: Rules
hide: [toc]
---

# Rules

Every statement of the rulebooks stands in a catalogue under an id that never changes its meaning, and has a page of its
own: what it says, where it is carried out, the test that proves it, and a golden fight that shows it, opened at the
event.

{listed}

<div data-search-exclude>
<form class="finder" role="search" hidden>
<label for="finder-words">Find a rule by its id or its words</label>
<input type="search" id="finder-words" autocomplete="off" spellcheck="false">
<fieldset><legend>Books</legend>{books}</fieldset>
<p role="status"></p>
</form>
<ul class="finder-list">{rows}</ul>
</div>
"""


def _book(book: str) -> str:
    found = list(_covered(book).values())
    states = ", ".join(
        f"{number} {words}" for state, words in STATES.items() if (number := sum(row.status == state for row in found))
    )
    lines = "\n".join(
        f"| [{name}]({book}.{name}.md) | {len(rows)} | {plain(rows[0].section)} |"
        for name, rows in _topics(book).items()
    )
    return f"""# {NAMES[book]}

{len(found)} statements: {states}. [Find one](index.md) by its words.

| topic | statements | where the source has it |
|---|---:|---|
{lines}
"""


def _topic(book: str, name: str, rows: list[Row]) -> str:
    page = topic_page(book, name)
    lines = "\n\n".join(f"[`{row.id}`]({row.id}.md)\n:   {linked(page, row.rule)}" for row in rows)
    return f"""---
title: {name}
hide: [navigation]
search:
  exclude: true
---

{_trail(book)}

# {name}

{lines}
"""


def _rule(book: str, row: Row, before: Row | None, after: Row | None) -> str:
    page, place = rule_page(row.id), _covered(book)[row.id]
    facts = {
        "numbers": plain(row.numbers),
        "where the source is silent": linked(page, row.resolution),
        "source": plain(", ".join(part for part in (row.section, row.line and f"line {row.line}") if part)),
        "kind": row.kind,
        "state": STATES[place.status] + (f": {plain(place.why)}" if place.why else ""),
    }
    listed = "\n\n".join(f"{key}\n:   {value}" for key, value in facts.items() if value)
    last = f"[← {before.id}]({before.id}.md)" if before else ""
    next_ = f"[{after.id} →]({after.id}.md)" if after else ""
    return f"""---
title: {row.id}
description: {_quoted(row.rule)}
hide: [navigation]
search:
  boost: 2
---

{_trail(book, more=f" › [{topic(row.id)}]({book}.{topic(row.id)}.md)")}

# {row.id}

<p class="rule" markdown>{linked(page, row.rule)}</p>

<div class="facts" markdown>

{listed}

</div>

{_where(place)}{_test(place)}{_witness(place, page)}
<nav class="neighbours" aria-label="Rules of this topic" markdown>
<span markdown>{last}</span>
<span markdown>{next_}</span>
</nav>
"""


def _trail(book: str, *, more: str = "") -> str:
    """Where a page stands."""
    return f'<p class="trail" markdown>[Rules](index.md) › [{plain(NAMES[book])}]({book}.md){more}</p>'


def _where(place: Covered) -> str:
    if not place.function:
        return ""
    piece = sources.function(place.function, place.id)
    shown = _folded(piece) if piece else ""
    return f"## Where it lives\n\n`{place.function}`{_says(piece)}\n\n{shown}"


def _test(place: Covered) -> str:
    if not place.test:
        return ""
    piece = sources.test(place.test, place.id)
    shown = _folded(piece, opened=not place.replay) if piece else ""
    return f"## Its test\n\n`{place.test}`{_says(piece)}\n\n{shown}"


def _witness(place: Covered, page: str) -> str:
    if not place.replay:
        return "## Its witness\n\nNo golden fight cites this rule; the test shows it.\n\n" if place.test else ""
    log, _, seq = place.replay.partition("#")
    name = log.removesuffix(".jsonl")
    cited = fights.cited()[place.id]
    others = [one for one in cited.values() if one.fight != name]
    links = [f'<a href="{_at(page, one)}">{one.fight}, event {one.seq}</a>' for one in others[:SHOWN]]
    if len(others) > SHOWN:
        links.append(f"and {len(others) - SHOWN} more")
    more = f"\n\nAlso in {', '.join(links)}." if links else ""
    address = _at(page, cited[name])
    return f"""## Its witness

In the golden fight <a href="{address}">{name}</a>, event {seq}:

> {linked(page, cited[name].words)}

<iframe class="witness" src="{address}" loading="lazy" title="The fight {name} at event {seq}"></iframe>

<a href="{address}" target="_blank">Open it in a window of its own</a>; in a terminal, `maraud why replays/{log} {seq}`
explains it.{more}

"""


def _at(page: str, event: fights.Cited) -> str:
    return f"{way(page, f'replays/{event.fight}.html')}#seq={event.seq}"


def _says(piece: sources.Piece | None) -> str:
    return f"\n\n> {plain(piece.says)}" if piece and piece.says else ""


def _folded(piece: sources.Piece, *, opened: bool = False) -> str:
    """A piece of source that unfolds; the search leaves it out."""
    head = f'???{"+" if opened else ""} quote "{piece.file}, line {piece.line}"'
    return f"<div data-search-exclude markdown>\n\n{head}\n\n{indent(piece.block(), '    ')}\n\n</div>\n\n"


def _quoted(text: str) -> str:
    """A text as YAML has it between quotes."""
    return "'" + text.replace("'", "''") + "'"
