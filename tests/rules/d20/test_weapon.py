"""Drawing and sheathing."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.course import Answered, OrderGiven
from sim.events.equipment import Drew, Reloaded, Sheathed
from sim.events.orders import Attack, Draw, FullAttack, Move, Reload
from sim.tables.sheet import Weapon
from sim.testing import battlefield, order, square, why_not
from tests.rules.d20.told import every, one, sheet

ON_THE_WAY = "d20.weapon.draw-sheathe-while-moving"
FIELD = "A . . o"


def test_a_weapon_is_drawn_in_the_course_of_a_move() -> None:
    """With a base attack bonus of +1, at no extra action (d20.weapon.draw-sheathe-while-moving)."""
    table = battlefield(FIELD, A=sheet("fighter-1", held=()), o="orc")

    events = order(table, "A", Move(square(table, "b1"), draw="longsword"))

    assert one(events, Drew).cites == (ON_THE_WAY,)
    assert one(events, OrderGiven).cost == "move"
    assert table.battle["A"].held == ("longsword",)


def test_the_untrained_draw_standing() -> None:
    """Below +1 it takes an action of its own (d20.weapon.draw-sheathe-while-moving)."""
    table = battlefield(FIELD, A=sheet("commoner-1", held=()), o="orc")

    assert why_not(table, "A", Move(square(table, "b1"), draw="club")) == (ON_THE_WAY,)
    assert not why_not(table, "A", Draw("club"))


def test_one_weapon_a_move() -> None:
    """Not one drawn and another put away (d20.weapon.draw-sheathe-while-moving)."""
    table = battlefield(FIELD, A="ranger-4", o="orc")

    wish = Move(square(table, "b1"), draw="composite longbow", sheathe="short sword")
    assert why_not(table, "A", wish) == (ON_THE_WAY,)


def test_putting_away_on_the_way_exposes_as_ever() -> None:
    """The seed allows it, and the table says that it exposes (d20.weapon.draw-sheathe-while-moving)."""
    table = battlefield("A o\n. .", A="fighter-1", o="orc")

    events = order(table, "A", Move(square(table, "a2"), sheathe="longsword"))

    assert [event.question.act for event in every(events, Answered)] == ["sheathe", "moving"]  # type: ignore[union-attr]
    assert one(events, Sheathed).cites == (ON_THE_WAY,)


def test_the_arrow_is_drawn_with_the_bow() -> None:
    """A bow is not loaded: it shoots on, and drawing costs nothing (d20.weapon.draw-ammunition)."""
    table = battlefield(FIELD, A="archer-4", o="orc", dice="d20:2 d20:2")

    first = order(table, "A", FullAttack("o", "composite longbow", rapid=True))
    second = order(table, "A", Attack("o", "composite longbow"))

    assert table.battle["A"].unloaded == ()
    for shot in every((*first, *second), AttackRolled):
        assert "d20.weapon.draw-ammunition" in shot.cites


def test_ammunition_comes_to_hand_by_itself() -> None:
    """A bolt is drawn as a free action; a quick loader is done (d20.weapon.draw-ammunition)."""
    repeating = Weapon(
        name="hand crossbow",
        category="ranged",
        damage="1d4",
        increment=30,
        projectile=True,
        reload="free",
        adds_strength=False,
    )
    table = battlefield(FIELD, A=sheet("cleric-1", weapons=(repeating,), held=("hand crossbow",)), o="orc")
    table.battle["A"].unloaded = ("hand crossbow",)

    events = order(table, "A", Reload("hand crossbow"))

    given = one(events, OrderGiven)
    assert given.cost == "free"
    assert "d20.weapon.draw-ammunition" in given.cites
    assert one(events, Reloaded).weapon == "hand crossbow"


def test_only_a_walk_leaves_a_hand_free_for_it() -> None:
    """Who runs draws nothing, nor anybody what he has not (d20.weapon.draw-sheathe-while-moving)."""
    table = battlefield(FIELD, A=sheet("fighter-1", held=()), o="orc")

    assert why_not(table, "A", Move(square(table, "b1"), draw="no such thing")) == (ON_THE_WAY,)
    assert ON_THE_WAY in why_not(table, "A", Move(square(table, "b1"), mode="run", draw="longsword"))
    assert why_not(table, "A", Move(square(table, "b1"), sheathe="longsword")) == (ON_THE_WAY,)
