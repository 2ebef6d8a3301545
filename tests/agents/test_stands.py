"""Where doctrine stands and why: before the weak, behind cover, in a choke point, a step back, beside friends."""

from __future__ import annotations

import pytest

from agents.policies.doctrine import hold, retreat, roles, ward
from agents.view import Persona, View
from sim.events.orders import Attack, CoupDeGrace, End, FullAttack, Move, Ready, Step, Withdraw
from sim.grid.bits import squares
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, square
from tests.agents.situations import carry_out, choice, decide, menu_of


def name(table: Table, order: Move | Step | Withdraw) -> str:
    """Where an order leads, by name."""
    return table.battle.ground.name(order.to)


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("human-warrior-skeleton", "mindless"),
        ("wolf", "beast"),
        ("wizard-5", "caster"),
        ("archer-4", "archer"),
        ("rogue-1", "skirmisher"),
        ("orc", "brute"),
    ],
)
def test_a_role_is_read_from_the_sheet(kind: str, role: str) -> None:
    """Intelligence, spells, what it holds, and what it has learned."""
    table = battlefield("A . . o", A=kind, o="orc")

    assert roles.by_sheet(table.battle["A"]) == role


@pytest.mark.parametrize(("others", "role"), [("orc", "leader"), ("orc-barbarian-4", "brute")])
def test_a_leader_has_lesser_friends_only(others: str, role: str) -> None:
    """The barbarian leads two orcs; beside his equals he is one of several."""
    table = battlefield("A B C . o", A="orc-barbarian-4", B=others, C="orc", o="fighter-3")

    assert roles.role(View(table.battle, "A")) == role


def test_wits_are_capped_by_intelligence() -> None:
    """Whatever a scenario says: a wolf never has more wits than its Intelligence, and a zombie none."""
    assert Persona.of(creature("wolf"), {"wits": 9}).wits == 2
    assert Persona.of(creature("human-commoner-zombie"), {"wits": 9}).wits == 0
    assert Persona.of(creature("fighter-1"), {"wits": 9}).wits == 9


GUARD = """
    . . . . . . . . .
    . . . . W o . . .
    . p A . . . . . .
    . . . . . . . . .
    """


@pytest.mark.parametrize(("friend", "freed"), [("wizard-5", True), ("fighter-5", False)])
def test_the_weak_are_freed_first(friend: str, freed: bool) -> None:
    """
    An orc stands beside the wizard, another beside the fighter, who leaves his own to free her; a fighter in her place
    can look after himself.
    """
    table = battlefield(GUARD, A="fighter-5", W=friend, o="orc", p="orc")
    view = View(table.battle, "A")
    found = list(ward.options(view, menu_of(table, "A"), False))

    assert any("free W" in option.words for option in found) is freed


@pytest.mark.parametrize(("friend", "targets"), [("wizard-5", {"p"}), ("fighter-3", set())])
def test_of_two_in_reach_it_strikes_who_besets_the_weak(friend: str, targets: set[str]) -> None:
    """Two orcs alike: only a blow at the one beside the wizard is worth more than any other."""
    table = battlefield(". . . W .\n. o A p .\n. . . . .", A="fighter-3", o="orc", p="orc", W=friend)
    found = list(ward.options(View(table.battle, "A"), menu_of(table, "A"), False))

    assert {option.order.target for option in found if isinstance(option.order, Attack)} == targets


def test_somebody_stands_before_the_weak() -> None:
    """An orc comes for the wizard: the fighter behind her, who cannot charge, goes to stand between the two."""
    drawing = """
        . . . . . . . . . . .
        A . W . . . . . . . o
        . . . . . . . . . . .
        """
    table = battlefield(drawing, A="fighter-3", W="wizard-5", o="orc")
    found = list(ward.options(View(table.battle, "A"), menu_of(table, "A"), False))
    (option,) = found
    place = option.order

    assert isinstance(place, Move)
    assert name(table, place) in ("d1", "d2", "d3")
    assert "stands before W" in option.words


COVER = """
    . . . . . . . . . . . . . .
    . A . . . . . . . . . . o .
    . . # . . . . . . . . . p .
    . . . . . . . . . . . . . .
    """


@pytest.mark.parametrize(("foes", "moves"), [("archer-4", True), ("orc", False)])
def test_an_archer_shoots_from_behind_cover(foes: str, moves: bool) -> None:
    """Two archers shoot at it: it goes to the corner of the pillar; those who only have axes are shot at once."""
    table = battlefield(COVER, A="archer-4", o=foes, p=foes)
    order = choice(table, "A", "doctrine", wits=5)

    assert isinstance(order, Move) is moves
    if not moves:
        assert isinstance(order, Attack | FullAttack)


DOOR = """
    . . . # . . . . . .
    . . . # . . . . . o
    . A . . . . . . p .
    . . . # . . . . . q
    . . . # . . . . r .
    """
OPEN = DOOR.replace("#", ".")


def test_the_outnumbered_hold_a_choke_point() -> None:
    """One against four goes to stand in the gap of the wall, where only three can come at him."""
    foes = dict.fromkeys("opqr", "orc")
    table = battlefield(DOOR, A="fighter-5", **foes)
    found = [
        option
        for option in hold.options(View(table.battle, "A"), menu_of(table, "A"), False)
        if isinstance(option.order, Move)
    ]

    assert {name(table, option.order) for option in found} >= {"d3"}  # type: ignore[arg-type]


@pytest.mark.parametrize("drawing", [OPEN, DOOR.replace("q", ".").replace("r", ".").replace("p", ".")])
def test_nobody_holds_without_need(drawing: str) -> None:
    """In the open there is nothing to hold, and against a single foe no reason to."""
    foes = {letter: "orc" for letter in "opqr" if letter in drawing}
    table = battlefield(drawing, A="fighter-5", **foes)

    assert not list(hold.options(View(table.battle, "A"), menu_of(table, "A"), False))


PASS = """
    . . # # # . . . . .
    . . # # # . . . . o
    . . . A . . . . p .
    . . # # # . . . . q
    . . # # # . . . r .
    """


@pytest.mark.parametrize(("foes", "holds"), [("bugbear", True), ("kobold", False)])
def test_who_holds_waits_with_a_blow_ready(foes: str, holds: bool) -> None:
    """In a pass where one can come at a time, it lets four bugbears come; kobolds it charges."""
    table = battlefield(PASS, A="fighter-3", **dict.fromkeys("opqr", foes))
    order = choice(table, "A", "doctrine", wits=5, aggression=3)

    assert isinstance(order, Ready | End) is holds


def hurt(table: Table, who: str, left: int) -> Table:
    """The same with so many hit points left to somebody."""
    table.battle[who].hit_points = left
    return table


@pytest.mark.parametrize(("left", "steps"), [(5, True), (34, False)])
def test_the_hurt_strike_and_step_back(left: int, steps: bool) -> None:
    """After its blows, who wavers steps out of reach; who is unhurt stays."""
    table = hurt(battlefield(". . . . .\n. A o . .\n. . . . .", A="fighter-5", o="fighter-5", dice="d20:2"), "A", left)
    menu_of(table, "A")
    carry_out(table, "A", FullAttack("o", table.battle["A"].held[0]))
    order = choice(table, "A", "doctrine", caution=7)

    assert isinstance(order, Step) is steps


@pytest.mark.parametrize("friend", ["orc", "orc-barbarian-4"])
def test_a_leader_in_sight_gives_heart(friend: str) -> None:
    """Beside the barbarian an orc bears more than beside another orc."""
    table = battlefield("A B . . . o", A="orc", B=friend, o="fighter-3")
    alone = retreat.bears(View(battlefield("A # B . . o", A="orc", B=friend, o="fighter-3").battle, "A"), False)

    assert (retreat.bears(View(table.battle, "A"), False) > alone) is (friend == "orc-barbarian-4")


def test_who_gives_way_rallies_beside_friends() -> None:
    """Of two places as far from the foe, the one near friends in no melee is the safer."""
    drawing = """
        . . . . . . . . . . . . .
        . B . . . . . . . . . . .
        . . . . . . o . . . . . .
        . . . . . . A . . . . . .
        . . . . . . . . . . . . .
        """
    table = battlefield(drawing, A="fighter-3", B="fighter-3", o="ogre")
    havens = retreat.safety(View(table.battle, "A"))
    worth = {at: gain for gain, places in havens.items() for at in squares(places)}

    assert worth[square(table, "c3")] > worth[square(table, "l3")]


@pytest.mark.parametrize(("kind", "acts"), [("wolf", ("trip", "flank", "run")), ("human-commoner-zombie", ())])
def test_what_a_wolf_has_the_wits_for(kind: str, acts: tuple[str, ...]) -> None:
    """A wolf flanks with its pack and runs when it is hurt; a zombie does neither. Neither readies, feints or hides."""
    pack = battlefield(". . . . .\n. . B . .\n. A o . .\n. . . . .\n. . . . .", A=kind, B="wolf", o="orc")
    flank = decide(pack, "A", "doctrine:flank").choice
    lone = hurt(battlefield(". . . . . .\n. . A o p .\n. . . . . .", A=kind, o="ogre", p="ogre"), "A", 1)
    run = decide(lone, "A", "doctrine", caution=8).choice

    assert isinstance(flank, Move | Step) is ("flank" in acts)
    assert (not isinstance(run, Attack | FullAttack)) is ("run" in acts)


@pytest.mark.parametrize(("drawing", "kills"), [("A o . . p .", False), ("A o . . . .", True)])
def test_the_fallen_wait_while_a_foe_is_at_hand(drawing: str, kills: bool) -> None:
    """Without mercy it kills who lies at its feet, but not before the foe who still stands."""
    table = battlefield(drawing, A="fighter-3", **{letter: "orc" for letter in "op" if letter in drawing})
    condition(table, "o", "stable")

    assert isinstance(choice(table, "A", "doctrine", mercy=0, aggression=0), CoupDeGrace) is kills


def test_the_wounded_are_finished() -> None:
    """Of two orcs the one whom the next blow will probably fell, though it has less to lose."""
    table = hurt(battlefield(". . . . .\n. o A p .\n. . . . .", A="fighter-3", o="ogre", p="ogre"), "p", 6)

    assert choice(table, "A", "doctrine", caution=0).target == "p"
