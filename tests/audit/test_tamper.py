"""Golden fights tampered with: a mutant of every kind, and the page that tells of all of them."""

from __future__ import annotations

import re

import pytest

from sim.audit.claims import CLAIMS
from sim.events.log import parse
from tests.tamper import KINDS, corpus, page, tampered, trial
from tests.tamper.__main__ import ENOUGH

BOOKS = {"d20": 40, "adnd": 25}
"""So many kinds of tampering there are at least."""


def rows() -> dict[tuple[str, str], tuple[str, int, int]]:
    """The table of the page: families, mutants and how many of them were caught, by rulebook and kind."""
    made = page.PAGE.read_text("utf-8").partition(page.BEGIN)[2].partition(page.END)[0]
    found = {}
    for part in made.split("\n### ")[1:]:
        book = part.partition("\n")[0]
        for name, families, tried, caught in re.findall(r"^\| (.+) \| (.*) \| (\d+) \| (\d+) \|$", part, re.MULTILINE):
            found[book, name] = families, int(tried), int(caught)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_a_mutant_of_every_kind_is_caught(book: str) -> None:
    """Of one mutant of each kind nearly all are caught by a claim that is about just that."""
    verdicts = [trial(mutants[len(mutants) // 2]) for mutants in corpus(book).values()]

    missed = [str(verdict.mutant) for verdict in verdicts if not verdict.right]
    assert 100 * len(missed) <= (100 - ENOUGH) * len(verdicts), missed


@pytest.mark.parametrize(("book", "least"), BOOKS.items())
def test_there_are_many_kinds_and_each_fits_somewhere(book: str, least: int) -> None:
    """Every kind finds a place in the golden fights, and what it is caught by are claims that there are."""
    kinds = [kind for kind in KINDS if kind.book == book]
    known = {claimed.invariant for claimed in CLAIMS if book in claimed.books}

    assert len({kind.name for kind in kinds}) == len(kinds) >= least
    assert all(corpus(book)[kind.name] for kind in kinds)
    assert {claim for kind in kinds for claim in kind.claims} <= known


def test_a_mutant_is_a_log_that_holds() -> None:
    """Its digests follow from each other, and its header is that of the true fight."""
    mutant = corpus("d20")["a skipped opportunity attack"][0]
    reading = tampered(mutant)

    assert parse(b"".join(_lines(reading))).digest == reading.digest
    assert all(event.because < seq for seq, event in enumerate(reading.events))


def test_the_page_has_a_row_for_every_kind() -> None:
    """Each with the families that its claims stand in."""
    assert {(kind.book, kind.name): ", ".join(kind.families) for kind in KINDS} == {
        key: families for key, (families, _, _) in rows().items()
    }


def test_the_figures_of_the_page_are_enough_and_add_up() -> None:
    """The sum above the table is that of its rows, and at least 98 in a hundred are caught."""
    tried, caught = (sum(row[place] for row in rows().values()) for place in (1, 2))

    assert f"{len(KINDS)} kinds, {tried} mutants: {caught} (" in page.PAGE.read_text("utf-8")
    assert 100 * caught >= ENOUGH * tried


def _lines(reading):
    from sim.events.log import Log

    log = Log(reading.header)
    for event in reading.events:
        log.append(event)
    return log.lines
