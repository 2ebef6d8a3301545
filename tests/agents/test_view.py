"""The view of one creature: what it shows, and what it keeps to itself."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.view import BANDS, Persona, View, band, stand_in
from sim.events.orders import Attack
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, square


def open_field(**creatures: str) -> Table:
    """Two who see each other, six squares apart."""
    return battlefield(
        """
        . . . . . . . . . .
        . A . . . . . o . .
        . . . . . . . . . .
        """,
        **{"A": "fighter-1", "o": "orc", **creatures},
    )


def test_a_foe_in_the_open_is_seen() -> None:
    """Nothing between them: the foe is in the view, with its distance in squares."""
    (foe,) = View(open_field().battle, "A").foes

    assert (foe.id, foe.distance) == ("o", 6)


def test_a_foe_behind_a_wall_is_not_in_the_view() -> None:
    """A closed wall hides the orc altogether."""
    table = battlefield(
        """
        . . . # . . .
        . A . # . o .
        . . . # . . .
        """,
        A="fighter-1",
        o="orc",
    )
    view = View(table.battle, "A")

    assert view.foes == ()
    assert view.nearest() is None
    assert view.foe("o") is None


@given(st.lists(st.tuples(st.integers(0, 39), st.integers(0, 3)), min_size=1, max_size=9, unique=True))
def test_the_nearest_foe_is_the_first_of_the_least_distant(places: list[tuple[int, int]]) -> None:
    """However near or far they stand: no foe is nearer, and none as near comes before it in the scenario."""
    rows = [["."] * 41 for _ in range(4)]
    rows[0][40] = "A"
    for letter, (x, y) in zip("opqrstuvw", places, strict=False):
        rows[y][x] = letter
    foes = {letter: "orc" for letter, _ in zip("opqrstuvw", places, strict=False)}
    view = View(battlefield("\n".join(map(" ".join, rows)), A="fighter-1", **foes).battle, "A")

    found = view.nearest()

    first = min(view.foes, key=lambda foe: foe.distance)
    assert found is not None
    assert (found.id, found.distance) == (first.id, first.distance)


def test_an_unseen_foe_is_heard_only_roughly() -> None:
    """Where an unseen foe moves within its quarter of the map makes no difference to the view."""
    heard = []
    for drawing in ("A . # . o . . .\n. . # . . . . .", "A . # . . . . .\n. . # . . o . ."):
        table = battlefield(drawing, A="fighter-1", o="orc")
        heard.append(View(table.battle, "A").noises())

    assert heard[0] == heard[1] != ()


def test_where_an_unseen_foe_may_be() -> None:
    """Every square of the quarter where it is heard in which one can stand, and nobody is known to."""
    found = []
    for drawing in ("A . # . o . . .\n. . # . . # B .", "A . # . . . o .\n. . # . . # B ."):
        table = battlefield(drawing, A="fighter-1", B="fighter-1", o="orc")
        condition(table, "A", "blinded")
        condition(table, "B", "blinded")
        found.append(View(table.battle, "A").guesses())

    free = [square(table, name) for name in ("e1", "f1", "g1", "h1", "e2", "h2")]
    assert found[0] == found[1] == (("o", sum(1 << at for at in free)),)


def test_the_invisible_are_not_seen() -> None:
    """Nothing of an invisible foe is in the view, and its square does not count as occupied."""
    table = open_field()
    condition(table, "o", "invisible")
    view = View(table.battle, "A")

    assert view.foes == ()
    assert not view.occupied >> table.battle["o"].square & 1


def test_who_is_hidden_is_not_seen_by_those_from_whom_it_is() -> None:
    """Nothing of it is in their view; others see it."""
    table = open_field()
    condition(table, "o", "hidden", "A")

    assert View(table.battle, "A").foes == ()

    table = open_field()
    condition(table, "o", "hidden", "B")
    assert [foe.id for foe in View(table.battle, "A").foes] == ["o"]


def test_the_blinded_see_nobody() -> None:
    """Who is blind perceives no foe."""
    table = open_field()
    condition(table, "A", "blinded")

    assert View(table.battle, "A").foes == ()


def test_darkness_hides_from_those_without_darkvision() -> None:
    """In the dark the orc sees the human, and the human does not see the orc."""
    table = battlefield(". . . . .\n. A . o .\n. . . . .", A="fighter-1", o="orc", light=["ddddd"] * 3)

    assert View(table.battle, "A").foes == ()
    assert [foe.id for foe in View(table.battle, "o").foes] == ["A"]


@pytest.mark.parametrize(("left", "words"), [(20, 0), (19, 1), (16, 1), (15, 2), (10, 3), (5, 4), (1, 4)])
def test_wounds_are_seen_as_a_band(left: int, words: int) -> None:
    """Of twenty hit points: unhurt, scratched, wounded, badly wounded, near death."""
    table = battlefield("A o", A="fighter-1", o=msgspec.structs.replace(creature("orc"), hit_points=20))
    table.battle["o"].hit_points = left

    (foe,) = View(table.battle, "A").foes

    assert foe.wounds == BANDS[words]


def test_estimates_do_not_know_hidden_hit_points() -> None:
    """Two orcs that look alike are estimated alike, though one has ten times the hit points."""
    figures = []
    for hit_points in (5, 50):
        sheet = msgspec.structs.replace(creature("orc"), hit_points=hit_points)
        table = battlefield("A o", A="fighter-1", o=sheet)
        (foe,) = View(table.battle, "A").foes
        figures.append(foe.figure.hit_points)

    assert figures == [5, 5]


def test_open_sheets_are_exact() -> None:
    """With open knowledge the figure for estimates is the creature itself."""
    table = open_field()
    (foe,) = View(table.battle, "A", knowledge="open").foes

    assert foe.figure is table.battle["o"]


def test_a_hidden_bonus_does_not_show_in_the_odds() -> None:
    """Deflection cannot be seen: the odds are those against an ordinary orc, unless sheets are open."""
    sheet = msgspec.structs.replace(creature("orc"), deflection=5)
    warded = battlefield("A o", A="fighter-1", o=sheet).battle
    plain = battlefield("A o", A="fighter-1", o="orc").battle
    order = Attack("o", warded["A"].held[0])

    assert View(warded, "A").strikes(order) == View(plain, "A").strikes(order)
    assert View(warded, "A", knowledge="open").strikes(order) != View(plain, "A").strikes(order)


def test_an_unknown_kind_is_taken_for_somebody_ordinary() -> None:
    """A creature of no known kind is guessed from its size, its arms and its hit dice."""
    sheet = msgspec.structs.replace(creature("orc"), kind="", hit_points=99, dexterity=24)
    table = battlefield("A o", A="fighter-1", o=sheet)

    figure = stand_in(table.battle["o"])

    assert (figure.sheet.dexterity, figure.hit_points) == (10, 6)


def test_friends_are_known_exactly() -> None:
    """The own side is the battle's own creatures, the one who looks left out."""
    table = battlefield("A B o", A="fighter-1", B="cleric-1", o="orc")

    assert View(table.battle, "A").friends == (table.battle["B"],)


def test_looking_changes_nothing() -> None:
    """Whatever a view is asked, the battle is the same afterwards."""
    table = battlefield("A B o p", A="fighter-1", B="archer-4", o="orc", p="wolf")
    before = table.battle.snapshot()
    view = View(table.battle, "A")
    _ = view.foes, view.fallen, view.friends, view.noises(), view.lying(), view.losses(), view.odds_of_numbers()
    view.strikes(Attack("o", table.battle["A"].held[0]))
    view.success(Attack("o", "unarmed strike", "trip"))
    view.exposure("moving")
    view.threat("p")

    assert table.battle.snapshot() == before


def test_wits_come_of_intelligence() -> None:
    """A persona that says nothing of wits has half the Intelligence, and the mindless have none."""
    assert Persona.of(creature("human-warrior-skeleton")).wits == 0
    assert Persona.of(creature("fighter-1"), {"caution": 9}).caution == 9


def test_nonlethal_damage_shows() -> None:
    """Bruises look like wounds."""
    table = open_field()
    table.battle["o"].nonlethal = table.battle["o"].hit_points

    assert BANDS[band(table.battle["o"])] == "near death"
