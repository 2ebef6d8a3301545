"""What ``utility`` knows of the ways of AD&D: what is declared, who is earlier, bare hands, whoever comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from agents.policies.base import Offers
from agents.policies.player import Mind
from agents.policies.utility.estimate import Weighed, ranked
from agents.view import Persona, View
from sim.events.orders import Charge, Choose, End, FullAttack, Guard, Move, Order, Pick, ReceiveCharge
from sim.rules.adnd.book import BOOK
from sim.rules.choice import Options
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.rules.adnd.arena import arena, declare, sheet, square
from tests.rules.adnd.armed import armed

BESIDE = ". . . . .\n. A o . .\n. . . . ."
APART = ". A . . o ."
BOXER = sheet("fighter-1", hit_points=20, held=(), weapons=(), shield=None)
SWORDSMAN = sheet("fighter-1", hit_points=20, shield=None)


PAST = """
. . . . . . . p . .
A . . . . . . . . o
"""


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


def earlier(order: Order, table: Table) -> int:
    """The percentage at which A's order is carried out before o acts."""
    return BOOK.odds.earlier(table.battle, "A", order, "o").percent


def test_who_is_earlier_is_read_from_both_declarations() -> None:
    """Speed factors, two counts for whoever is ready for a charge, and a move's blow at the end of the round."""
    table = arena(BESIDE, A=SWORDSMAN, o="orc")
    sword = SWORDSMAN.held[0]
    even, ready = earlier(FullAttack("o", sword), table), earlier(ReceiveCharge(sword), table)
    declare(table, "o", Move(square(table, "d2")))

    assert even < ready < 100
    assert earlier(FullAttack("o", sword), table) == 100
    assert earlier(Move(square(table, "a1")), table) == 0


def test_whoever_guards_is_earlier_than_who_comes_and_later_than_who_is_there() -> None:
    """adnd.melee.guard: the first attack is struck at whoever comes into reach, before his own."""
    guard = Guard(SWORDSMAN.held[0])

    assert earlier(guard, arena(APART, A=SWORDSMAN, o="orc")) == 100
    assert earlier(guard, arena(BESIDE, A=SWORDSMAN, o="orc")) == 0


@pytest.mark.parametrize(("to", "waits"), [("c1", True), ("f1", False)])
def test_who_has_announced_to_come_is_waited_for(to: str, waits: bool) -> None:
    """adnd.round.declare: each side sees what was declared before; who goes elsewhere is not waited for."""
    table = arena(APART, A=sheet("fighter-1", hit_points=20, shield=None, movement=0), o="orc")
    declare(table, "o", Move(square(table, to)))

    assert any(isinstance(one.order, Guard) for one in orders(table)) is waits


@pytest.mark.parametrize(("weapon", "order"), [("spear", ReceiveCharge), ("long sword", Guard)])
def test_a_spear_is_set_against_a_charge_and_a_sword_is_kept_for_it(weapon: str, order: type[Any]) -> None:
    """adnd.charge.receive.spear.double-damage: only a spear does more harm to whoever runs into it."""
    table = arena(". A . . . o .", A=armed("fighter-1", weapon), o="orc")
    declare(table, "o", Charge("A", square(table, "c1"), "long sword"))
    waiting = [one for one in orders(table) if isinstance(one.order, Guard | ReceiveCharge)]

    assert isinstance(waiting[0].order, order)


@pytest.mark.parametrize(("left", "gains"), [(3, True), (40, False)])
def test_to_be_earlier_is_worth_what_the_felled_do_no_more(left: int, gains: bool) -> None:
    """Ready for a charge two counts earlier, it gains on a foe that its blow may fell, and nothing on any other."""
    table = arena(BESIDE, A=SWORDSMAN, o=sheet("ogre", hit_points=40))
    table.battle["o"].hit_points = left
    found = {one.order: one.estimate for one in orders(table)}
    sword = SWORDSMAN.held[0]
    plain, ready = found[FullAttack("o", sword)], found[ReceiveCharge(sword)]

    assert (ready.felling > plain.felling and ready.exposure > plain.exposure) is gains
    assert (ready == plain) is not gains


def test_who_has_announced_no_blow_need_not_be_felled_before_it() -> None:
    """To be early gains nothing on whoever does nothing in this round."""
    table = arena(BESIDE, A=SWORDSMAN, o=sheet("orc", hit_points=3))
    order = FullAttack("o", SWORDSMAN.held[0])
    before = next(one.estimate.felling for one in orders(table) if one.order == order)
    declare(table, "o", End())

    assert next(one.estimate.felling for one in orders(table) if one.order == order) < before


@pytest.mark.parametrize(
    ("order", "answer"),
    [(lambda to: Charge("o", to, "long sword"), "go-on"), (Move, "stop"), (lambda _: End(), "stop")],
)
@pytest.mark.parametrize("name", ["utility", "team"])
def test_whoever_charges_past_others_goes_on(order: Callable[[int], Order], answer: str, name: str) -> None:
    """adnd.move.enter-reach: what the free attack may take was weighed with the charge; whoever walks stops there."""
    table = arena(PAST, A=SWORDSMAN, o="orc", p="orc")
    declare(table, "A", order(square(table, "i2")))
    question = Pick("enter-reach", "p", ("stop", "go-on"))
    mind = Mind(table.battle["A"], name, 1, "seen", BOOK.odds, {})

    assert mind.decide(table.battle, "A", question, Options(question.options, "")).choice == Choose(answer)
