"""The catalogues are the specification: nobody edits them by accident, and every id can be looked up."""

from __future__ import annotations

import hashlib
import re

import pytest

from sim.core.errors import BadInput
from sim.tables import files, rulebook

DIGESTS = {
    "d20": "fccc8bb1a02a5cfaeb8bc6a32b6ed31160580102db1df26b4540bbb13c4aadbe",
    "adnd": "432dba441887bef8b17dc25b98fdb8ece38104d733c9c815c3cd777fdeefd89d",
}


@pytest.mark.parametrize("book", DIGESTS)
def test_a_catalogue_is_unchanged(book: str) -> None:
    """Its bytes have the digest written down here."""
    data = files.shipped("catalogue", f"{book}.tsv").read_bytes()

    assert hashlib.sha256(data).hexdigest() == DIGESTS[book]


@pytest.mark.parametrize(("book", "count"), [("d20", 512), ("adnd", 642)])
def test_every_statement_is_read(book: str, count: int) -> None:
    """No row is lost to a doubled id."""
    assert len(rulebook.read(book)) == count


@pytest.mark.parametrize("id", rulebook.read("supplement"))
def test_a_supplement_has_an_id_of_its_own_and_says_one_sentence(id: str) -> None:
    """Book, topic and name; no id of the rulebook is taken; rule and numbers are filled in."""
    row = rulebook.read("supplement")[id]

    assert re.fullmatch(r"d20(\.[a-z0-9]+(-[a-z0-9]+)*){2}", id)
    assert id not in rulebook.read("d20")
    assert row.rule.endswith(".")
    assert row.numbers


@pytest.mark.parametrize("id", rulebook.read("supplement"))
def test_a_supplement_opens_no_second_meaning_of_a_topic(id: str) -> None:
    """Topics of the supplement are not those of the rulebook, so that each has one module."""
    assert rulebook.topic(id) not in {rulebook.topic(other) for other in rulebook.read("d20")}


def test_supplement_ids_are_unique() -> None:
    """As many rows as lines below the heading."""
    lines = files.shipped("catalogue", "supplement.tsv").read_text(encoding="utf-8").splitlines()

    assert len(rulebook.read("supplement")) == len(lines) - 1


def test_a_statement_is_found_by_id_in_any_book() -> None:
    """The id alone says which."""
    assert rulebook.row("d20.flanking.bonus").id == "d20.flanking.bonus"
    assert rulebook.row("adnd.fumble.auto-miss.natural-1-2").line == "002:7"
    assert rulebook.row("d20.rend.damage").section == "Special abilities"


@pytest.mark.parametrize("id", ["d20.flanking.bonu", "d20.nonsense", "nonsense", ""])
def test_an_unknown_id_is_refused(id: str) -> None:
    """In one sentence that names it."""
    with pytest.raises(BadInput, match="unknown rule") as refused:
        rulebook.row(id)
    assert repr(id) in str(refused.value)


def test_an_unknown_book_is_refused() -> None:
    """There are three."""
    with pytest.raises(BadInput, match="d20, adnd, supplement"):
        rulebook.read("gurps")
