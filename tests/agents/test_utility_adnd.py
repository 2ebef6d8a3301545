"""What ``utility`` knows of the ways of AD&D: what is declared, who is earlier, bare hands, whoever comes."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from agents.policies.base import Offers
from agents.policies.utility.estimate import Weighed, ranked
from agents.view import Persona, View
from sim.events.orders import FullAttack
from sim.rules.adnd.book import BOOK
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.rules.adnd.arena import arena, sheet

BESIDE = ". . . . .\n. A o . .\n. . . . ."
BOXER = sheet("fighter-1", hit_points=20, held=(), weapons=(), shield=None)
SWORDSMAN = sheet("fighter-1", hit_points=20, shield=None)


def offers(table: Table, who: str = "A") -> Offers:
    """What somebody may order now."""
    return cast(Offers, BOOK.offers(table.battle, who))


def orders(table: Table, **traits: int) -> list[Weighed]:
    """What A thinks of its orders, knowing everybody's figures."""
    return ranked(View(table.battle, "A", None, "open", Persona(**traits), BOOK.odds), offers(table))


def best(table: Table, **traits: int) -> Any:
    """The best of them."""
    return orders(table, **traits)[0].order


@pytest.mark.parametrize(("one", "kept"), [(BOXER, 1), (SWORDSMAN, 0)])
def test_hands_parry_where_they_are_empty(one: Sheet, kept: int) -> None:
    """adnd.parry.bare-handed: an arm may turn a blow aside, while nothing is in hand."""
    assert offers(arena(BESIDE, A=one, o="orc")).parries(one.unarmed.name) == kept


def test_a_disarm_is_aimed_at_what_its_victim_would_lose() -> None:
    """The tricks that policies weigh are orders that the menu lists."""
    table = arena(BESIDE, A=SWORDSMAN, o="orc")
    trick = next(order for order, _ in offers(table).tricks("o", SWORDSMAN.held[0]) if order.how == "disarm")

    assert trick in list(offers(table).of(FullAttack))


@pytest.mark.parametrize(("foe", "risky"), [("orc", True), (sheet("orc", held=(), weapons=(), shield=None), False)])
def test_whoever_is_armed_strikes_first_at_bare_hands(foe: str | Sheet, risky: bool) -> None:
    """adnd.unarmed.armed-defender: to pull somebody down lays open to his weapon, and to nothing where he has none."""
    tricks = offers(arena(BESIDE, A=BOXER, o=foe)).tricks("o", BOXER.unarmed.name)

    assert [exposed for order, exposed in tricks if order.how == "overbear"] == [risky]


@pytest.mark.parametrize(("size", "percent"), [("small", 20), ("large", -20)])
def test_the_weight_of_both_counts_when_one_is_pulled_down(size: str, percent: int) -> None:
    """adnd.unarmed.overbear: 4 of 20 for each size between them."""
    order = FullAttack("o", BOXER.unarmed.name, how="overbear")
    chances = [
        View(arena(BESIDE, A=BOXER, o=sheet("orc", size=other)).battle, "A", None, "open", odds=BOOK.odds)
        .success(order)
        .percent
        for other in ("medium", size)
    ]

    assert chances[1] - chances[0] == percent


def test_bare_hands_pull_down_whom_a_friend_may_strike_then() -> None:
    """A punch is worth less to the boxer than what his friend gains by it."""
    scales = msgspec.structs.replace(sheet("orc").armor, armor_class=4)
    foe = sheet("orc", held=(), weapons=(), shield=None, armor=scales, size="small")
    order = best(arena(". . . . .\n. A o B .\n. . . . .", A=BOXER, B=SWORDSMAN, o=foe))

    assert order.how == "overbear"
