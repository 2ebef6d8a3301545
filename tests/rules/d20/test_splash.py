"""Splash weapons: flasks that break where they land."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.objects import AimRolled, FlaskBroke
from sim.events.orders import Attack, Opportunity, Prepare, Throw
from sim.grid.figures import Edge
from sim.rules.d20 import splash
from sim.table import Table
from sim.tables.equipment import weapon
from sim.testing import battlefield, cited, order, spent, square, why_not
from tests.rules.d20.people import fighter

FIRE = fighter("alchemist's fire")
ACID = fighter("acid flask")
OIL = fighter("oil flask")
HOLY = fighter("holy water")

CLUSTER = """
    . . . . . . . .
    . . . . . p . .
    . A . . o . . .
    . . . . . . . .
"""


def field(mine: object, dice: str = "", theirs: str = "orc") -> Table:
    """``A`` 15 ft from ``o``, beside whom ``p`` stands."""
    return battlefield(CLUSTER, A=mine, o=theirs, p=theirs, dice=dice)  # type: ignore[arg-type]


def hurt(events: tuple[object, ...]) -> list[tuple[str, int]]:
    """Who was hurt by how much."""
    return [(event.target, event.amount) for event in events if type(event) is DamageDealt]


def broke(events: tuple[object, ...]) -> FlaskBroke:
    """Where the flask broke."""
    return next(event for event in events if type(event) is FlaskBroke)


def test_a_flask_is_a_touch_attack_without_strength() -> None:
    """1d6 for the target, 1 for those within 5 ft of it (d20.splash.attack, d20.splash.direct-hit, d20.splash.data)."""
    table = field(ACID, "d20:10 d6:4")
    events = order(table, "A", Attack("o", "acid flask"))

    (rolled,) = (event for event in events if type(event) is AttackRolled)
    assert (rolled.mode, rolled.total, rolled.ac) == ("ranged-touch", 10 + 1 + 1 - 2, 10)
    assert hurt(events) == [("o", 4), ("p", 1)]
    assert {splash.ATTACK, splash.RANGE, splash.DIRECT_HIT, splash.DATA} <= cited(events)
    assert table.battle["A"].held == ()
    spent(table)


def test_a_throw_exposes_as_a_shot_does() -> None:
    """Whoever threatens the thrower gets an opportunity."""
    table = battlefield("A o .", A=ACID, o="orc", dice="d20:10 d6:4")
    events = order(table, "A", Attack("o", "acid flask"))

    assert any(type(getattr(event, "question", None)) is Opportunity for event in events)


def test_nobody_is_clumsy_with_a_flask() -> None:
    """There is no penalty for non-proficiency (d20.splash.attack)."""
    mine = fighter("acid flask", weapons=[{"name": "acid flask", "proficient": False}])
    table = field(mine, "d20:10 d6:4")
    events = order(table, "A", Attack("o", "acid flask"))

    assert next(event.total for event in events if type(event) is AttackRolled) == 10


@pytest.mark.parametrize(("gap", "refused"), [(9, False), (10, True)])
def test_a_flask_flies_five_increments(gap: int, refused: bool) -> None:
    """50 ft and no farther (d20.ranged.max-range-thrown); an intersection names d20.splash.range."""
    table = battlefield("A" + "." * gap + "o.", A=ACID, o="orc")

    assert bool(why_not(table, "A", Attack("o", "acid flask"))) == refused
    assert (splash.RANGE in why_not(table, "A", Throw("acid flask", square(table, "a1") + gap + 2))) == refused


def test_a_miss_goes_astray() -> None:
    """1 is back at the thrower, one square for each increment begun (d20.splash.miss-direction, .miss-distance)."""
    table = field(ACID, "d20:1 d8:1")
    events = order(table, "A", Attack("o", "acid flask"))

    assert broke(events).square == square(table, "c3")
    assert hurt(events) == [("A", 1)]
    assert {splash.MISS_DIRECTION, splash.MISS_DISTANCE, splash.MISS_DAMAGE} <= cited(events)


@pytest.mark.parametrize(("die", "where"), [(1, "c3"), (2, "c1"), (3, "e1"), (4, "g1"), (5, "g3"), (8, "c4")])
def test_the_eight_directions_go_round_clockwise(die: int, where: str) -> None:
    """Counted from the thrower's side around the target, and stopped at the edge of the map (c4 for c5)."""
    table = battlefield(
        """
        . . . . . . . .
        . . . . . . . .
        . A . . o . . .
        . . . . . . . .
        """,
        A=ACID,
        o="orc",
        dice=f"d20:1 d8:{die}",
    )
    events = order(table, "A", Attack("o", "acid flask"))

    assert broke(events).square == (square(table, "d4") if die == 8 else square(table, where))


def test_a_wall_stops_a_flask_and_its_splash() -> None:
    """It breaks before the wall, and wets nobody behind it."""
    drawing = """
        . . . . # p
        A . o . # .
        . . . . # .
    """
    table = battlefield(drawing, A=ACID, o="orc", p="orc", dice="d20:1 d8:5")
    events = order(table, "A", Attack("o", "acid flask"))

    assert broke(events).square == square(table, "d2")
    assert hurt(events) == [("o", 1)]


def test_a_closed_door_keeps_the_splash_out() -> None:
    """A direct hit wets only those whom an open line reaches."""
    table = battlefield("A . o p", A=ACID, o="orc", p="orc", dice="d20:15 d6:2", edges=[Edge("c1", "e", "door")])
    assert hurt(order(table, "A", Attack("o", "acid flask"))) == [("o", 2)]


def test_an_intersection_has_armor_class_five() -> None:
    """Everybody around is splashed, nobody hit directly (d20.splash.intersection)."""
    table = field(ACID, "d20:6")
    events = order(table, "A", Throw("acid flask", square(table, "f3")))

    (aim,) = (event for event in events if type(event) is AimRolled)
    assert (aim.total, aim.ac, aim.hit) == (6 + 2 - 2, 5, True)
    assert hurt(events) == [("p", 1), ("o", 1)]
    assert splash.INTERSECTION in cited(events)


def test_an_intersection_missed_sends_the_flask_astray() -> None:
    """From the square south-east of it."""
    table = field(ACID, "d20:1 d8:5")
    events = order(table, "A", Throw("acid flask", square(table, "f3")))

    assert broke(events).square == square(table, "h3")


def test_no_intersection_within_a_space_can_be_chosen() -> None:
    """The middle of an ogre is no corner; its edge is."""
    table = battlefield(
        """
        . . . . .
        A . o o .
        . . o o .
        """,
        A=ACID,
        o="ogre",
    )
    assert why_not(table, "A", Throw("acid flask", square(table, "d3"))) == (splash.INTERSECTION,)
    assert not why_not(table, "A", Throw("acid flask", square(table, "c2")))


def test_oil_is_prepared_first() -> None:
    """A full-round action that exposes, and cannot be left out (d20.splash.prepare)."""
    table = field(OIL)
    assert why_not(table, "A", Attack("o", "oil flask")) == (splash.PREPARE,)
    assert why_not(field(FIRE), "A", Prepare("alchemist's fire")) == (splash.PREPARE,)
    events = order(table, "A", Prepare("oil flask"))

    assert {splash.PREPARE, "d20.action.full-round.prepare-splash-weapon"} <= cited(events)
    table.battle.turn.who = ""
    assert not why_not(table, "A", Attack("o", "oil flask"))


@pytest.mark.parametrize(("percent", "harmed"), [(50, True), (51, False)])
def test_oil_catches_fire_half_the_time(percent: int, harmed: bool) -> None:
    """d100 decides whether the flask that hits burns."""
    table = field(OIL, f"d20:15 d100:{percent} d6:3")
    order(table, "A", Prepare("oil flask"))
    table.battle.turn.who = ""
    events = order(table, "A", Attack("o", "oil flask"))

    assert bool(hurt(events)) == harmed
    assert table.battle["o"].has("burning", "A") == harmed


@pytest.mark.parametrize(("kind", "harmed"), [("orc", False), ("human-warrior-skeleton", True)])
def test_holy_water_harms_the_undead(kind: str, harmed: bool) -> None:
    """2d4, past all damage reduction; a splash for each neighbour."""
    table = field(HOLY, "d20:15 d4:3 d4:2", kind)

    assert hurt(order(table, "A", Attack("o", "holy water"))) == ([("o", 5), ("p", 1)] if harmed else [])


def test_a_flask_thrown_into_the_dark_breaks_there() -> None:
    """Where nobody is, it splashes those around."""
    table = battlefield(
        """
        A . . . . .
        . . . . p .
        """,
        light=("bddddd", "dddddd"),
        A=ACID,
        p="orc",
    )
    wish = Attack("p", "acid flask", square=square(table, "d1"))

    assert hurt(order(table, "A", wish)) == [("p", 1)]


@given(st.integers(0, 6), st.integers(0, 6), st.integers(1, 8))
def test_opposite_dice_send_a_flask_opposite_ways(x: int, y: int, die: int) -> None:
    """Half a turn more is the way back: die 1 comes nearer to the thrower, die 5 gets farther away."""
    rows = [["."] * 15 for _ in range(15)]
    rows[7][7] = "o"
    if rows[y][x] == "o":
        return
    rows[y][x] = "A"
    table = battlefield("\n".join(map(" ".join, rows)), A=ACID, o="orc", dice=f"d8:{die} d8:{(die + 3) % 8 + 1}")
    battle = table.battle
    me, target = battle["A"], battle["o"]
    first, second = (splash.go_astray(table, me, me.weapons["acid flask"], target.square).square for _ in range(2))

    assert first + second == 2 * target.square


def test_what_is_not_in_hand_is_not_prepared() -> None:
    """Nor what nobody has: both are refused as something to be drawn first (d20.action.move.draw-weapon)."""
    table = field(OIL)
    table.battle["A"].held = ()

    assert why_not(table, "A", Prepare("oil flask")) == why_not(table, "A", Prepare("no such flask")) != ()


def test_at_ones_own_feet_north_is_where_one_stands() -> None:
    """A flask aimed at the thrower's own square has no way back, and the eight directions begin in the north."""
    table = field(ACID)
    own = table.battle["A"].square

    assert splash.heading(table.battle.ground, own, own) == 0


def test_who_is_struck_down_throws_nothing() -> None:
    """The opportunity comes before the throw at an intersection (d20.aoo.provoke-by-act)."""
    weak = replace(ACID, hit_points=1)
    table = battlefield("A o . .\n. . . .", A=weak, o="orc", dice="d20:15 d4:1 d4:1", answers=[Attack("A", "falchion")])

    events = order(table, "A", Throw("acid flask", square(table, "d2")))

    assert not any(type(event) in (AimRolled, FlaskBroke) for event in events)
    assert table.battle["A"].held == ("acid flask",)
    spent(table)


@pytest.mark.parametrize(("die", "hit"), [(2, True), (1, False)])
def test_a_natural_1_misses_the_intersection_too(die: int, hit: bool) -> None:
    """However sure the throw (d20.splash.intersection)."""
    deft = replace(ACID, dexterity=24)
    table = field(deft, f"d20:{die}" + ("" if hit else " d8:5"))

    events = order(table, "A", Throw("acid flask", square(table, "f3")))

    (aim,) = (event for event in events if type(event) is AimRolled)
    assert aim.total >= 5
    assert aim.hit is hit


@pytest.mark.parametrize(("squares", "count"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_every_ten_feet_begin_an_increment_of_a_flask(squares: int, count: int) -> None:
    """A square is five feet (d20.splash.range)."""
    assert splash.increments(weapon("acid flask"), squares) == count
