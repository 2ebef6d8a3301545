"""How a round runs."""

from __future__ import annotations

import pytest

from sim.events.adnd import (
    ActivationBegan,
    AttackMade,
    Declared,
    GroupCalled,
    InitiativeThrown,
    PassBegan,
    RoundClosed,
    RoundOpened,
    fighter_of,
)
from sim.events.adnd_missile import ArrivalStruck
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven, RoundBegan
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, End, FullAttack, Guard, Move, Realign, ReceiveCharge, StandUp, Step
from sim.rules.adnd import round
from sim.rules.adnd.book import BOOK
from sim.rules.book import Call
from sim.state.battle import ROUND
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    begin_passes,
    condition,
    declare,
    give,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)

OFF = {"fumble": "off"}
SILENT = "adnd.round.no-declaration"


def test_everybody_declares_before_initiative():
    """adnd.round.declare: the referee's side first, then players, each in their order."""
    table = arena("A B\no p", A=sheet("fighter-3", player=True), B="fighter-5", o="orc", p=sheet("orc", player=True))
    order = []
    while (who := round.next_to_declare(table.battle)) is not None:
        order.append(who.id)
        events = declare(table, who.id, End())
        assert "adnd.round.declare" in told(events, Declared)[0].cites

    assert order == ["B", "o", "A", "p"]
    assert not told(table.log.events, InitiativeThrown)


def test_those_who_can_do_nothing_declare_nothing():
    """adnd.round.declare."""
    table = arena("A o", A="fighter-3", o="orc")
    condition(table, "A", "stunned")

    assert round.next_to_declare(table.battle).id == "o"


@pytest.mark.parametrize(
    "order", [StandUp(), Realign("weapon"), Attack("o", "shield", "shield-punch"), Attack("o", "spear", "shield-punch")]
)
def test_some_choices_are_made_only_on_ones_turn(order):
    """adnd.round.no-declaration: to stand up, to punch with the shield, to realign what is out of line."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)

    assert why_not(table, "A", order) == ("adnd.round.no-declaration",)


def test_on_his_turn_he_stands_without_having_said_so():
    """adnd.round.no-declaration."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    condition(table, "A", "kneeling")
    assert SILENT in why_not(table, "A", StandUp())
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")

    assert why_not(table, "A", StandUp()) == ()


def test_what_is_pending_is_settled_before_declarations():
    """adnd.round.start.before-initiative: what lasts till then ends as a round opens."""
    table = arena("A . . . o", A=sheet("fighter-3", player=True), o=sheet("orc", player=True))
    table.tell(ConditionBegan(-1, "A", "stunned", (), ender=ROUND))
    events = next_round(table)

    ended = told(events, ConditionEnded)[0]
    assert (ended.condition, ended.cites) == ("stunned", ("adnd.round.start.before-initiative",))
    assert events.index(ended) < events.index(told(events, RoundOpened)[0])


def test_several_attacks_are_staggered():
    """adnd.round.multiple-attacks: everybody's first in the order of initiative, then everybody's second."""
    one = sheet("high-master-15", player=True)
    other = sheet("grand-master-18", player=True)
    table = arena("A o", A=one, o=other, dice="d10:1 d10:5" + " d20:2" * 5, options=OFF)
    declare(table, "A", FullAttack("o", one.held[0]))
    declare(table, "o", FullAttack("A", other.held[0]))
    while not told(table.log.events, RoundClosed):
        call = BOOK.call(table.battle)
        if isinstance(call, Call):
            give(table, call.who, Attack("o" if call.who == "A" else "A", fighter_of(table.battle, call.who).due[0]))
        else:
            BOOK.go_on(table)

    assert [event.attacker for event in told(table.log.events, AttackMade)] == ["A", "o", "A", "o", "o"]
    assert [event.number for event in told(table.log.events, PassBegan)] == [1, 2, 3]
    assert "adnd.round.multiple-attacks" in told(table.log.events, PassBegan)[1].cites


@pytest.mark.parametrize("name", ["kneeling", "sitting", "prone"])
def test_attacks_are_what_a_round_is_paid_with(name):
    """adnd.round.attack-pool: standing takes the place of one."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    condition(table, "A", name)
    assert fighter_of(table.battle, "A").attacks == 1

    act(table, "A", StandUp())

    assert fighter_of(table.battle, "A").attacks == 0
    assert not table.battle["A"].has(name)


def test_an_attack_is_paid_for():
    """adnd.round.attack-pool: the price of a blow says so."""
    table = arena("A o", A="fighter-3", o="orc", dice="d20:2", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))

    assert told(act(table, "A", Attack("o", "spear")), OrderGiven)[0].cites == ("adnd.round.attack-pool",)
    assert fighter_of(table.battle, "A").attacks == 0


def test_initiative_lost_is_lost_in_the_next_round():
    """adnd.round.lose-initiative: he acts after all others, once, however often he has lost it."""
    table = arena("A o", A=sheet("fighter-3", player=True), o=sheet("orc", player=True), dice="d10:1 d10:10")
    me = table.battle["A"]
    round.lose_initiative(table, me, -1, "adnd.disarm.two-handed.partial-effect")
    round.lose_initiative(table, me, -1, "adnd.disarm.two-handed.partial-effect")
    assert len(told(table.log.events, ConditionBegan)) == 1
    next_round(table)
    for who in ("A", "o"):
        declare(table, who, End())
    BOOK.go_on(table)

    thrown = told(table.log.events, InitiativeThrown)[0]
    assert (thrown.who, thrown.late, "adnd.round.lose-initiative" in thrown.cites) == ("A", True, True)
    assert table.battle.order == ("o", "A")
    assert not me.has("late")


def test_a_set_spear_strikes_before_its_charger():
    """adnd.round.win-initiative: wherever both stand in the order."""
    table = arena(
        "o . . . . A", A="fighter-3", o=sheet("orc", hit_points=30), dice="d20:15 d6:3 d20:3",
        answers=[Attack("o", "spear")], options=OFF,
    )  # fmt: skip
    declare(table, "o", Charge("A", square(table, "e1"), "long sword"))
    declare(table, "A", ReceiveCharge("spear"))
    events = activate(table, "o")

    struck = told(events, AttackMade)
    assert [event.attacker for event in struck] == ["A", "o"]
    assert "adnd.round.win-initiative" in told(events, ArrivalStruck)[0].cites
    spent(table)


def test_whoever_has_moved_strikes_his_blow_after_all_passes():
    """adnd.round.end-of-round-blow: in the order of initiative."""
    table = arena("A . . . o", A=sheet("fighter-3", player=True), o=sheet("orc", player=True), options=OFF)
    declare(table, "A", Move(square(table, "d1")))
    declare(table, "o", End())
    begin_passes(table)
    act(table, "A", Move(square(table, "d1")))
    assert fighter_of(table.battle, "A").blow
    BOOK.go_on(table)
    while not told(table.log.events, PassBegan)[-1].blows:
        BOOK.go_on(table)

    assert "adnd.round.end-of-round-blow" in told(table.log.events, PassBegan)[-1].cites
    while not (began := [event for event in told(table.log.events, ActivationBegan) if event.due]):
        BOOK.go_on(table)
    assert (began[0].who, began[0].due) == ("A", ("spear",))
    assert why_not(table, "A", Attack("o", "spear")) == ()


def test_a_guard_acts_at_the_end_of_the_first_pass():
    """adnd.melee.guard: if nobody has come."""
    table = arena("A . . o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", Guard("spear"))
    declare(table, "o", End())
    begin_passes(table)
    while not told(table.log.events, RoundClosed) and len(told(table.log.events, GroupCalled)) < 2:
        BOOK.go_on(table)

    assert [event.who for event in told(table.log.events, GroupCalled)] == [("o",), ("A",)]
    assert told(table.log.events, GroupCalled)[1].cites == ("adnd.melee.guard",)


def test_a_round_follows_a_round():
    """adnd.round.declare: everything is declared anew."""
    table = arena("A . . . o", A=sheet("fighter-3", player=True), o=sheet("orc", player=True))
    declare(table, "A", End())
    next_round(table)

    assert told(table.log.events, RoundBegan)[-1].number == 2
    assert fighter_of(table.battle, "A").declared is None


def test_a_shift_is_made_before_or_between_attacks():
    """adnd.round.attack-pool: it costs none."""
    table = arena("A o .\n. . .", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    events = act(table, "A", Step(square(table, "b2")))

    assert told(events, Moved)[0].gait == "step"
    assert fighter_of(table.battle, "A").attacks == 1
