"""No contest that dice foretold would tie again and again keeps a search for ever."""

from __future__ import annotations

from typing import Any, cast

import pytest

from agents.policies.base import Offers
from agents.policies.imagination import Imagination
from agents.policies.search.plies import Foretold, Plies
from agents.view import View
from sim.rules.adnd.book import BOOK as ADND
from sim.rules.adnd.grab_object import contest, might
from sim.rules.adnd.style_weapon_shield_block import freed
from sim.rules.book import Rulebook
from sim.rules.d20.book import BOOK as D20
from sim.rules.d20.core import opposed
from sim.rules.d20.initiative import muster
from sim.table import Table
from sim.testing import battlefield
from tests.agents.situations import menu_of
from tests.rules.adnd.arena import arena, sheet


def tied(strength: int = 12) -> Table:
    """Two in AD&D of the same strength, hand to hand."""
    figures = sheet("fighter-1", strength=strength, exceptional=0)
    return arena(". . . .\n. A o .\n. . . .", A=figures, o=figures)


def foretold(table: Table, book: Rulebook) -> Foretold:
    """A table at which every die falls on its middle, until it has done so too often."""
    return Foretold(Imagination(View(table.battle, "A", knowledge="open", odds=book.odds), 1), "A", ())


def test_an_opposed_check_of_equals_comes_to_an_end() -> None:
    """Dice that fall alike for both would be rolled again for ever (d20.core.opposed-check)."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="orc", o="orc")
    menu_of(table, "A")
    dreamt = foretold(table, D20)
    rolled = opposed(dreamt, "grapple", dreamt.battle["A"], dreamt.battle["o"], ("grapple", "grapple"), (), (), 0)

    assert rolled.dice[-1].value != rolled.dice[-2].value


def test_initiative_of_equals_comes_to_an_end() -> None:
    """Ties of initiative are rolled off too."""
    dreamt = foretold(battlefield(". . . .\n. A o .\n. . . .", A="orc", o="orc"), D20)
    muster(dreamt)

    assert sorted(dreamt.battle.order) == ["A", "o"]


@pytest.mark.parametrize("about", ["object", "person", "escape"])
def test_a_contest_of_equal_strength_comes_to_an_end(about: Any) -> None:
    """In AD&D equals throw again as well (adnd.grab.contest)."""
    dreamt = foretold(tied(), ADND)
    me, other = dreamt.battle["A"], dreamt.battle["o"]

    assert contest(dreamt, me, other, might(me), might(other), about, "", 0)[0] in ("won", "lost", "dropped")


def test_a_weapon_that_equals_hold_comes_free_or_does_not() -> None:
    """Nor is the check of Strength for a trapped weapon thrown for ever (adnd.style.weapon-shield.trap)."""
    dreamt = foretold(tied(), ADND)

    assert freed(dreamt, dreamt.battle["A"], dreamt.battle["o"], 0) in (True, False)


@pytest.mark.parametrize("book", [D20, ADND], ids=lambda book: book.id)
def test_a_hold_of_equals_is_worth_something(book: Rulebook) -> None:
    """A grapple or a grip between equals is looked at to its end, whichever dice are foretold."""
    if book is D20:
        table = battlefield(". . . .\n. A o .\n. . . .", A="orc", o="orc")
        menu_of(table, "A")
    else:
        table = tied()
    menu = cast(Offers, book.offers(table.battle, "A"))
    view = View(table.battle, "A", knowledge="open", odds=book.odds)
    for order in menu.holds("o"):
        plies = Plies(view, 1, 400, 1)
        plies.seen(order)

        assert plies.spent > 0
