"""
The catalogues of rules: every statement a rulebook makes, under an id that never changes its meaning.

``d20`` and ``adnd`` are the two rulebooks; ``supplement`` states abilities of d20 creatures and feats that the first
does not, and is not counted when its coverage is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from sim.core.errors import BadInput
from sim.tables import files

BOOKS = ("d20", "adnd", "supplement")


class Row(NamedTuple):
    """One statement. ``line`` is where the source has it; ``resolution`` what was decided where it is silent."""

    id: str
    line: str
    section: str
    kind: str
    rule: str
    numbers: str
    resolution: str


@cache
def read(book: str) -> Mapping[str, Row]:
    """
    A catalogue by id, in its own order.

    >>> read("d20")["d20.charge.attack-bonus"].numbers
    'attack +2'

    :raises BadInput: when there is no such book.
    """
    files.known(book, BOOKS, "rulebook", "catalogue")
    header, *lines = files.shipped("catalogue", f"{book}.tsv").read_text(encoding="utf-8").splitlines()
    columns = header.split("\t")
    rows: dict[str, Row] = {}
    for line in lines:
        cells = dict(zip(columns, line.split("\t"), strict=True))
        if source := cells.pop("seed", ""):
            cells["line"] = f"{source}:{cells['line']}"
        rows[cells["id"]] = Row(**cells)
    return MappingProxyType(rows)


def row(id: str) -> Row:
    """
    The statement with this id, whichever catalogue holds it.

    :raises BadInput: when none does.
    """
    for book in BOOKS:
        found = read(book).get(id)
        if found is not None:
            return found
    near = [known for book in BOOKS for known in read(book) if topic(known) == topic(id)]
    if near:
        files.known(id, near, "rule", "catalogue")
    raise BadInput(f"catalogue: unknown rule {id!r}: list the ids with `maraud rules list`")


def topic(id: str) -> str:
    """
    The topic in an id: the part after the book.

    >>> topic("d20.bull-rush.charge-bonus")
    'bull-rush'
    """
    return id.split(".", 2)[1] if "." in id else ""
