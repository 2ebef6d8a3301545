"""The page of the bestiary says of every creature what it cannot do yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.tables import bestiary

PAGE = Path(bestiary.__file__).parent / "d20" / "bestiary" / "README.md"


def rows() -> dict[str, str]:
    """The table at the end of the page."""
    lines = PAGE.read_text(encoding="utf-8").partition("| creature | left out |\n")[2].splitlines()[1:]
    cells = [line.strip("| ").split(" | ") for line in lines]
    return {kind.strip("`"): what for kind, what in cells}


def test_the_page_lists_what_the_files_leave_out() -> None:
    """In the order of the ids, and with nothing added."""
    right = {kind: ", ".join(bestiary.left_out(kind)) for kind in bestiary.kinds() if bestiary.left_out(kind)}

    assert list(rows().items()) == list(right.items())


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("lion", ("pounce",)),
        ("boar", ("ferocity",)),
        ("minotaur", ("powerful charge",)),
        ("badger", ("rage",)),
        ("troll", ("rend", "regeneration")),
    ],
)
def test_what_is_played_is_not_left_out(kind: str, words: tuple[str, ...]) -> None:
    """Pouncing, ferocity, powerful charges and rage are played."""
    assert not set(words) & set(bestiary.left_out(kind))
