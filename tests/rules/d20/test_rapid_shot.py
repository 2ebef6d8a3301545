"""Rapid Shot."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.orders import Attack, FullAttack
from sim.rules.d20 import full_attack
from sim.rules.d20.book import BOOK
from sim.testing import battlefield, cited, order, spent, turn, why_not

EXTRA = "d20.rapid-shot.extra"
BOW = "composite longbow"


def test_one_more_arrow_and_all_worse() -> None:
    """Two shots at -2 for a base attack bonus of 4 (d20.rapid-shot.extra)."""
    table = battlefield("A . . . o", A="archer-4", o="orc", dice="d20:2 d20:2")

    first = order(table, "A", FullAttack("o", BOW, rapid=True))
    events = (*first, *order(table, "A", Attack("o", BOW)))

    shots = [event for event in events if type(event) is AttackRolled]
    assert [(-2, "rapid shot", EXTRA) in shot.parts for shot in shots] == [True, True]
    assert EXTRA in cited(events)
    assert table.battle.turn.attacks == ()
    spent(table)


def test_it_takes_the_feat() -> None:
    """A ranger shoots as often as his skill allows."""
    table = battlefield("A . . . o", A="ranger-4", o="orc")

    assert EXTRA in why_not(table, "A", FullAttack("o", table.battle["A"].sheet.weapons[0].name, rapid=True))


def test_it_takes_a_bow() -> None:
    """Not with the sword."""
    table = battlefield("A o", A="archer-4", o="orc")
    table.battle["A"].held = ("longsword",)

    assert EXTRA in why_not(table, "A", FullAttack("o", "longsword", rapid=True))


def test_the_arrow_more_is_shot_with_the_highest_bonus() -> None:
    """Nothing but the two for all of them is taken from it (d20.rapid-shot.attack)."""
    table = battlefield("A . . o", A="archer-4", o="orc")
    me = table.battle["A"]
    bow = me.held[0]

    dues = full_attack.attacks(me, FullAttack("o", bow, rapid=True))

    assert [due.penalty for due in dues] == [0, *(due.penalty for due in full_attack.attacks(me, FullAttack("o", bow)))]


def test_it_is_on_the_menu_of_those_who_can() -> None:
    """With a bow in hand, and only of those with the feat (d20.rapid-shot.extra)."""
    for kind, offered in (("archer-4", {BOW}), ("ranger-4", set())):
        table = battlefield("A . . . o", A=kind, o="orc")
        turn(table, "A")
        menu = BOOK.offers(table.battle, "A")
        assert {order.weapon for order in menu.full_attacks() if order.rapid} == offered
