"""Concealment."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, AttackWasted, DamageDealt, MissChanceRolled
from sim.events.course import Answered, OrderGiven
from sim.events.equipment import Dropped
from sim.events.orders import Attack, FullAttack, Move
from sim.rules.d20 import aoo, concealment
from sim.rules.d20.book import BOOK
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.told import every, one, sheet

STRIKE = Attack("o", "longsword")
DISARM = Attack("A", "longsword", "disarm")
TOUGH = sheet("orc", hit_points=90)


@pytest.mark.parametrize(("percent", "missed"), [(20, True), (21, False)])
def test_one_hit_in_five_comes_to_nothing(percent: int, missed: bool) -> None:
    """Rolled after a hit; 20 and less miss (d20.concealment.miss-chance, d20.concealment.determine)."""
    dice = f"d20:19 d100:{percent}" + ("" if missed else " d8:3")
    table = battlefield("A o", A="fighter-1", o=TOUGH, light=["bs"], dice=dice.replace("d20:19", "d20:18"))

    events = order(table, "A", STRIKE)

    roll = one(events, MissChanceRolled)
    assert (roll.percent, roll.missed) == (20, missed)
    assert {"d20.concealment.miss-chance", "d20.concealment.determine"} <= set(roll.cites)
    assert bool(every(events, DamageDealt)) is not missed
    assert "d20.ac-mod.concealed-or-invisible" in roll.cites
    spent(table)


def test_a_miss_needs_no_miss_chance() -> None:
    """The percentile dice are rolled for hits only (d20.concealment.miss-chance)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, light=["bs"], dice="d20:2")

    assert not every(order(table, "A", STRIKE), MissChanceRolled)


SOURCES = [
    ("A o", {"light": ["bs"]}, 20, "shadow"),
    ("A o", {"light": ["bd"]}, 50, "dark"),
]


@pytest.mark.parametrize(("drawing", "more", "percent", "source"), SOURCES)
def test_light_conceals(drawing: str, more: dict[str, list[str]], percent: int, source: str) -> None:
    """Shadow a little, darkness wholly (d20.concealment.sources)."""
    table = battlefield(drawing, A="fighter-1", o=TOUGH, **more)  # type: ignore[arg-type]
    battle = table.battle

    assert concealment.between(battle, battle["A"], battle["o"], True) == (percent, source)


def test_who_sees_in_the_dark_is_not_hindered_by_it() -> None:
    """Darkvision ignores shadow and darkness within its range (d20.concealment.sources)."""
    table = battlefield("A o", A="dwarf-fighter-4", o=TOUGH, light=["bd"])
    battle = table.battle

    assert concealment.between(battle, battle["A"], battle["o"], True)[0] == 0


@pytest.mark.parametrize("state", ["invisible", "blinded"])
def test_the_unseen_and_the_blind(state: str) -> None:
    """An invisible target, an attacker who sees nothing (d20.concealment.sources,
    d20.concealment.total-miss-chance)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, dice="d20:18 d100:50")
    condition(table, "o" if state == "invisible" else "A", state)

    roll = one(order(table, "A", Attack("o", "longsword", square=1)), MissChanceRolled)

    assert (roll.percent, roll.missed) == (50, True)
    assert {"d20.concealment.total-miss-chance", "d20.concealment.sources"} <= set(roll.cites)


def test_half_of_the_hits_at_the_unseen_land() -> None:
    """51 and more (d20.concealment.total-miss-chance)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, dice="d20:18 d100:51 d8:2")
    condition(table, "o", "invisible")

    events = order(table, "A", Attack("o", "longsword", square=1))

    assert not one(events, MissChanceRolled).missed
    assert one(events, DamageDealt).target == "o"


def test_several_sources_do_not_add_up() -> None:
    """The largest counts (d20.concealment.no-stacking)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, light=["bs"], dice="d20:18 d100:60 d8:2")
    condition(table, "o", "invisible")

    roll = one(order(table, "A", Attack("o", "longsword", square=1)), MissChanceRolled)

    assert roll.percent == 50
    assert "d20.concealment.no-stacking" in roll.cites


def test_only_a_square_can_be_attacked_where_nobody_is_seen() -> None:
    """The creature itself cannot be picked out, and one in sight is (d20.concealment.total-square)."""
    table = battlefield("A o", A="fighter-1", o=TOUGH, dice="d20:2")
    assert why_not(table, "A", Attack("o", "longsword", square=1)) == ("d20.concealment.total-square",)
    condition(table, "o", "invisible")
    assert why_not(table, "A", STRIKE) == ("d20.concealment.total-square",)

    events = order(table, "A", Attack("o", "longsword", square=1))

    assert "d20.concealment.total-square" in one(events, AttackRolled).cites


def test_a_blow_at_an_empty_square_is_wasted() -> None:
    """The action is spent all the same (d20.concealment.total-square)."""
    table = battlefield("A .\n. o", A="fighter-1", o=TOUGH)
    condition(table, "o", "invisible")

    events = order(table, "A", Attack("o", "longsword", square=square(table, "b1")))

    wasted = one(events, AttackWasted)
    assert (wasted.square, wasted.ranged, wasted.cites) == (1, False, ("d20.concealment.total-square",))
    assert one(events, OrderGiven).cost == "standard"
    assert not every(events, AttackRolled)


def test_whoever_stands_in_the_square_is_struck() -> None:
    """Another foe may be there (d20.concealment.total-square)."""
    table = battlefield("A p\n. o", A="fighter-1", o=TOUGH, p=TOUGH, dice="d20:2")
    condition(table, "o", "invisible")

    assert one(order(table, "A", Attack("o", "longsword", square=1)), AttackRolled).target == "p"


def test_a_javelin_thrown_at_nobody_lies_there() -> None:
    """It is gone from the hand (d20.concealment.total-square)."""
    table = battlefield("A . . .\n. . . o", A=sheet("orc", held=("javelin",)), o="fighter-1")
    condition(table, "o", "invisible")

    events = order(table, "A", Attack("o", "javelin", square=square(table, "d1")))

    assert one(events, Dropped).square == square(table, "d1")
    assert table.battle["A"].held == ()


def test_a_bolt_shot_at_nobody_is_gone() -> None:
    """The crossbow must be loaded again (d20.concealment.total-square)."""
    table = battlefield("A . . .\n. . . o", A=sheet("cleric-1", held=("light crossbow",)), o="fighter-1")
    condition(table, "o", "invisible")

    events = order(table, "A", Attack("o", "light crossbow", square=square(table, "d1")))

    assert one(events, AttackWasted).ranged
    assert table.battle["A"].unloaded == ("light crossbow",)


@pytest.mark.parametrize(
    ("answer", "dice"), [(Attack("A", "longsword"), "d20:19 d20:19 d8:8 d8:8"), (DISARM, "d20:19 d20:1")]
)
def test_an_archer_who_is_felled_or_disarmed_looses_nothing(answer: Attack, dice: str) -> None:
    """The shot at the empty square is lost, as any other would be, and said to be (d20.aoo.interrupts)."""
    table = battlefield("A b . .\n. . . o", A="archer-4", b="fighter-1", o="fighter-1", dice=dice, answers=[answer])
    table.battle["A"].hit_points = 3
    condition(table, "o", "invisible")

    events = order(table, "A", Attack("o", "composite longbow", square=square(table, "d1")))

    assert (events[-1].attempt, events[-1].cites) == ("shot", ("d20.aoo.interrupts",))  # type: ignore[attr-defined]
    assert not every(events, AttackWasted)
    spent(table)


def test_the_square_must_be_in_reach() -> None:
    """A sword strikes beside its bearer only."""
    table = battlefield("A . o", A="fighter-1", o=TOUGH)
    condition(table, "o", "invisible")

    assert why_not(table, "A", Attack("o", "longsword", square=2)) == ("d20.melee.basic",)
    assert not why_not(table, "A", Attack("o", "longsword", square=1))


def test_the_unseen_offer_no_opportunity() -> None:
    """With total concealment one walks away unharmed (d20.concealment.total-no-aoo)."""
    table = battlefield("A o\n. .", A="fighter-1", o="orc")
    a, o = table.battle["A"], table.battle["o"]
    assert aoo.why_no_opportunity(table.battle, a, o, aoo.MOVING) == ""
    condition(table, "o", "invisible")

    assert aoo.why_no_opportunity(table.battle, a, o, aoo.MOVING) == "d20.concealment.total-no-aoo"
    assert not every(order(table, "o", Move(square(table, "b2"))), Answered)


def test_concealment_is_judged_like_cover() -> None:
    """Foliage between shooter and target conceals (d20.concealment.determine)."""
    table = battlefield("A . , , . o", A=sheet("rogue-1", held=("shortbow",)), o=TOUGH, dice="d20:19 d100:99 d6:2")

    assert "d20.concealment.determine" in cited(order(table, "A", Attack("o", "shortbow")))


def test_the_menu_names_the_square_of_the_unseen() -> None:
    """Who cannot pick out the creature is offered its square (d20.concealment.total-square)."""
    table = battlefield("A o", A="fighter-8", o=TOUGH)
    condition(table, "o", "invisible")
    turn(table, "A")

    menu = BOOK.offers(table.battle, "A")

    strikes = [*menu.of(Attack), *menu.of(FullAttack)]
    assert strikes
    assert all(wish.square == square(table, "b1") for wish in strikes)  # type: ignore[union-attr]


def test_who_is_hidden_from_one_is_not_from_another() -> None:
    """Each sees for itself (d20.concealment.total)."""
    table = battlefield("A . o\nB . .", A="fighter-1", B="fighter-1", o="orc")
    condition(table, "o", "hidden", "B")
    battle = table.battle

    assert concealment.total(battle, battle["B"], battle["o"])
    assert not concealment.total(battle, battle["A"], battle["o"])
