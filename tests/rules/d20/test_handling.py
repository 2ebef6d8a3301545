"""Doors, barricades, torches, the locked gauntlet, what is hidden or stored."""

from __future__ import annotations

import pytest

from sim.events.orders import (
    Attack,
    CloseDoor,
    Draw,
    Drop,
    Leave,
    LightTorch,
    LockGauntlet,
    Move,
    MoveObject,
    OpenDoor,
    Opportunity,
    Sheathe,
)
from sim.grid.figures import Edge
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.testing import battlefield, cited, order, square, turn, why_not
from tests.rules.d20.people import fighter

DOOR = "d20.action.move.open-close-door"
SHOVE = "d20.action.move.move-heavy-object"
LOCK = "d20.action.full-round.locked-gauntlet"


def exposed(events: tuple[object, ...]) -> list[str]:
    """The acts for which somebody was offered an opportunity."""
    return [e.question.act for e in events if type(getattr(e, "question", None)) is Opportunity]  # type: ignore[attr-defined]


def again(table: Table) -> None:
    """The next turn is a new one."""
    table.battle.turn.who = ""


def test_a_door_opens_and_closes() -> None:
    """A move action that exposes to nobody (d20.action.move.open-close-door)."""
    table = battlefield("A + . o", A="orc", o="orc")
    door = square(table, "b1")
    assert why_not(table, "A", Move(square(table, "c1")))
    events = order(table, "A", OpenDoor(door))

    assert DOOR in cited(events)
    assert not why_not(table, "A", Move(square(table, "c1")))
    assert why_not(table, "A", OpenDoor(door)) == (DOOR,)
    order(table, "A", CloseDoor(door))
    assert table.battle.ground.figures.rows == (".+..",)


def test_a_door_on_a_border_opens_from_both_sides() -> None:
    """Whichever square it was drawn with."""
    table = battlefield("A . o .", A="orc", o="orc", edges=[Edge("a1", "e", "door")])
    order(table, "A", OpenDoor(square(table, "b1"), "w"))

    assert table.battle.ground.figures.edges == (Edge("a1", "e", "open-door"),)
    assert not why_not(table, "A", Move(square(table, "b1")))


def test_a_door_opens_the_view() -> None:
    """What was hidden can be shot at."""
    table = battlefield("A . . o", A=fighter("shortbow"), o="orc", edges=[Edge("a1", "e", "door")])
    assert why_not(table, "A", Attack("o", "shortbow"))
    order(table, "A", OpenDoor(square(table, "a1"), "e"))

    assert not why_not(table, "A", Attack("o", "shortbow"))


def test_nobody_closes_a_door_on_somebody() -> None:
    """The square that it fills must be free, and within an arm's length."""
    table = battlefield("A . . o", A="orc", o="orc")
    assert why_not(table, "A", CloseDoor(square(table, "b1"))) == (DOOR,)
    table = battlefield("A ' . o", A="orc", o="orc")
    assert not why_not(table, "A", CloseDoor(square(table, "b1")))
    order(table, "o", Move(square(table, "b1")))
    assert why_not(table, "A", CloseDoor(square(table, "b1"))) == (DOOR,)


def test_nobody_closes_a_door_across_a_space() -> None:
    """A horse that stands in the doorway keeps it open."""
    edges = [Edge("b1", "e", "open-door")]
    table = battlefield(". A A . o\n. A A . .", A="heavy-horse", o="orc", edges=edges)

    assert why_not(table, "A", CloseDoor(square(table, "b1"), "e")) == (DOOR,)


def test_a_locked_door_does_not_open() -> None:
    """Nor does one out of reach."""
    table = battlefield("A . + o", A="orc", o="orc", edges=[Edge("a1", "e", "locked-door")])

    assert why_not(table, "A", OpenDoor(square(table, "a1"), "e")) == (DOOR,)
    assert why_not(table, "A", OpenDoor(square(table, "c1"))) == (DOOR,)


def test_a_barricade_is_shoved_along() -> None:
    """A move action that exposes (d20.action.move.move-heavy-object)."""
    table = battlefield("o A % . .", A="orc", o="orc")
    events = order(table, "A", MoveObject(square(table, "c1"), square(table, "d1")))

    assert exposed(events) == ["move-object"]
    assert SHOVE in cited(events)
    assert table.battle.ground.figures.rows == ("...%.",)


@pytest.mark.parametrize("to", ["e1", "b1", "c1"])
def test_a_barricade_goes_to_a_free_square_beside_it(to: str) -> None:
    """Not two squares, not onto somebody, not where it is."""
    table = battlefield("o A % . .", A="orc", o="orc")

    assert why_not(table, "A", MoveObject(square(table, "c1"), square(table, to))) == (SHOVE,)


DARK = ("dddddddddddddd",)


def test_a_torch_lights_the_dark() -> None:
    """Brightly to 20 ft, dimly to 40 ft, a full-round action that exposes (d20.action.full-round.light-torch)."""
    table = battlefield("o A . . . . . . . . . . . .", A=fighter("torch"), o="orc", light=DARK)
    events = order(table, "A", LightTorch("torch"))

    assert exposed(events) == ["light-torch"]
    assert "d20.action.full-round.light-torch" in cited(events)
    assert table.battle.ground.figures.light == ("bbbbbbssssdddd",)


def test_torchlight_goes_where_the_torch_goes() -> None:
    """And goes out when it is put away; dropped, it burns on."""
    table = battlefield("A . . . . . . . . . . . . o", A=fighter("torch"), o="orc", light=DARK)
    order(table, "A", LightTorch("torch"))
    again(table)
    order(table, "A", Move(square(table, "c1")))
    assert table.battle.ground.figures.light == ("bbbbbbbssssddd",)
    order(table, "A", Drop("torch"))
    assert table.battle.ground.figures.light == ("bbbbbbbssssddd",)
    again(table)
    order(table, "A", Move(square(table, "a1")))
    assert table.battle.ground.figures.light == ("bbbbbbbssssddd",)


def test_a_torch_put_away_is_out() -> None:
    """The dark comes back."""
    table = battlefield("A . . . . . . . . . . . . o", A=fighter("torch"), o="orc", light=DARK)
    order(table, "A", LightTorch("torch"))
    again(table)
    order(table, "A", Sheathe("torch"))

    assert table.battle.ground.figures.light == DARK


def test_walls_keep_torchlight_out() -> None:
    """It shines where a line goes."""
    table = battlefield("A . # . o", A=fighter("torch"), o="orc", light=("ddddd",))
    order(table, "A", LightTorch("torch"))

    assert table.battle.ground.figures.light == ("bbbdd",)


def test_a_tindertwig_is_quicker() -> None:
    """A standard action that exposes, and a twig less (d20.action.standard.light-torch-tindertwig)."""
    mine = fighter("torch", gear=["tindertwig"])
    table = battlefield("o A . .", A=mine, o="orc", light=("dddd",))
    events = order(table, "A", LightTorch("torch", "tindertwig"))

    assert exposed(events) == ["light-tindertwig"]
    assert "d20.action.standard.light-torch-tindertwig" in cited(events)
    assert table.battle["A"].gear == ()
    assert not table.battle.turn.move


def test_only_a_torch_in_hand_is_lit() -> None:
    """Once, and with a twig only if there is one."""
    table = battlefield("A . . o", A=fighter("torch"), o=fighter("club"), light=("dddd",))

    assert why_not(table, "A", LightTorch("torch", "tindertwig"))
    assert why_not(table, "o", LightTorch("club"))
    order(table, "A", LightTorch("torch"))
    again(table)
    assert why_not(table, "A", LightTorch("torch"))


def test_a_hidden_weapon_takes_a_standard_action() -> None:
    """And exposes to nobody (d20.action.standard.draw-hidden-weapon)."""
    mine = fighter("club", weapons=[{"name": "dagger", "carried": "hidden"}], held=[])
    table = battlefield("o A . .", A=mine, o="orc")
    events = order(table, "A", Draw("dagger"))

    assert (exposed(events), table.battle.turn.standard, table.battle.turn.move) == ([], True, False)
    assert "d20.action.standard.draw-hidden-weapon" in cited(events)


def test_what_is_stored_takes_rummaging() -> None:
    """A move action that exposes (d20.action.move.retrieve-stored-item); none of it is done on the way."""
    mine = fighter("club", weapons=[{"name": "acid flask", "carried": "stored"}], held=[])
    table = battlefield("o A . .", A=mine, o="orc")
    assert why_not(table, "A", Move(square(table, "c1"), draw="acid flask"))
    events = order(table, "A", Draw("acid flask"))

    assert exposed(events) == ["retrieve"]
    assert "d20.action.move.retrieve-stored-item" in cited(events)
    assert table.battle["A"].held == ("acid flask",)


def test_a_locked_gauntlet_holds_its_weapon() -> None:
    """A full-round action that exposes, to lock as to unlock (d20.action.full-round.locked-gauntlet)."""
    table = battlefield("o A . .", A=fighter("longsword", gear=["locked gauntlet"]), o="orc")
    events = order(table, "A", LockGauntlet("longsword"))
    again(table)

    assert exposed(events) == ["lock-gauntlet"]
    assert LOCK in cited(events)
    assert why_not(table, "A", Drop("longsword")) == (LOCK,)
    assert why_not(table, "A", LockGauntlet("longsword")) == (LOCK,)
    order(table, "A", LockGauntlet())
    again(table)
    assert not why_not(table, "A", Drop("longsword"))
    assert why_not(table, "A", LockGauntlet()) == (LOCK,)


def test_no_gauntlet_no_lock() -> None:
    """It must be worn."""
    assert why_not(battlefield("o A", A="orc", o="orc"), "A", LockGauntlet("falchion")) == (LOCK,)


def test_whoever_leaves_the_map_takes_the_light_along() -> None:
    """It is dark again where the torch was."""
    table = battlefield("A . . . . . . . . . . . . o", A=fighter("torch"), o="orc", light=DARK)
    order(table, "A", LightTorch("torch"))
    again(table)
    order(table, "A", Leave())

    assert table.battle.ground.figures.light == DARK


@pytest.mark.parametrize(("drawing", "kept"), [("o o A .\no o . .", False), (". o o A\n. o o .", True)])
def test_a_door_on_a_border_is_kept_open_only_from_across_it(drawing: str, kept: bool) -> None:
    """An ogre on the one side of it is not in the doorway (d20.action.move.open-close-door)."""
    table = battlefield(drawing, A="orc", o="ogre", edges=[Edge("b1", "e", "open-door")])

    assert bool(why_not(table, "A", CloseDoor(square(table, "b1"), "e"))) is kept


def test_every_door_within_an_arms_length_is_offered() -> None:
    """Of both kinds, in squares and on borders, and none farther off (d20.action.move.open-close-door)."""
    table = battlefield("+ A . . +\n. . . . o", A="orc", o="orc", edges=[Edge("b2", "e", "door")])
    turn(table, "A")

    offered = {(wish.place, wish.side) for wish in BOOK.offers(table.battle, "A").of(OpenDoor)}  # type: ignore[union-attr]

    assert (square(table, "a1"), "") in offered
    assert {place for place, _ in offered} == {square(table, "a1"), square(table, "b2")}
