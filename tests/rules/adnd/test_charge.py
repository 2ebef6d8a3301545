"""Charging and receiving a charge."""

from __future__ import annotations

import pytest

from sim.events.adnd import AttackMade, InitiativeThrown, fighter_of
from sim.events.adnd_missile import ArrivalStruck, ChargeAnswered
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, RefereeMoved
from sim.events.equipment import Dropped
from sim.events.movement import Moved
from sim.events.orders import Attack, Charge, Choose, End, FullAttack, Pass, ReceiveCharge, Step
from sim.rules.adnd import charge, core, initiative
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)
from tests.rules.adnd.armed import armed

OFF = {"fumble": "off"}
LANE = "A . . . . o"


def rush(drawing=LANE, to="e1", dice="", answers=(), options=OFF, **people):
    """A charges o: the table, and what that brings."""
    figures = {"A": "fighter-3", "o": sheet("orc", hit_points=30), **people}
    table = arena(drawing, dice=dice, answers=answers, options=options, **figures)
    weapon = table.battle["A"].held[0]
    declare(table, "A", Charge("o", square(table, to), weapon))
    return table, activate(table, "A")


def test_a_charge_runs_half_as_far_again():
    """adnd.charge.move: 18 squares of 12."""
    for free, allowed in ((18, True), (19, False)):
        table = arena("A" + " ." * free + " o", A="fighter-3", o="orc")
        order = Charge("o", square(table, "s1" if free == 18 else "t1"), "spear")
        assert ("adnd.charge.path" not in why_not(table, "A", order)) is allowed
    assert charge.budget(table.battle, table.battle["o"]) == 13
    assert "adnd.charge.move" in told(rush(dice="d20:2")[1], Moved)[0].cites


@pytest.mark.parametrize("between", [":", "#", "B", "p"])
def test_its_way_is_clear_and_straight(between):
    """adnd.charge.path: every step nearer, through no occupied or difficult square."""
    for symbol, allowed in ((".", True), (between, False)):
        others = {symbol: "orc"} if symbol in "Bp" else {}
        table = arena(f"# # # # #\nA {symbol} . . o\n# # # # #", A="fighter-3", o="orc", **others)
        assert (why_not(table, "A", Charge("o", square(table, "d2"), "spear")) == ()) is allowed
        assert ("adnd.charge.path" in why_not(table, "A", Charge("o", square(table, "d2"), "spear"))) is not allowed


@pytest.mark.parametrize(("drawing", "to", "allowed"), [("A o", "a1", False), ("A . o", "b1", True)])
def test_it_takes_two_squares(drawing, to, allowed):
    """adnd.charge.path: at least, at the start."""
    table = arena(drawing, A="fighter-3", o="orc")

    assert ("adnd.charge.path" not in why_not(table, "A", Charge("o", square(table, to), "spear"))) is allowed


@pytest.mark.parametrize(
    ("kind", "shoots", "strikes"), [("crossbowman-7", "light crossbow", "fist"), ("manticore", "spikes", "claw")]
)
def test_nobody_charges_with_what_shoots(kind, shoots, strikes):
    """adnd.charge.path: there is no square from which it strikes; there is with what strikes."""
    table = arena("A . . . . o\n. . . . . .", A=kind, o="orc")
    me, foe = table.battle["A"], table.battle["o"]
    (to,) = charge.lanes(table.battle, me, foe, strikes)

    assert not why_not(table, "A", Charge("o", to, strikes))
    assert why_not(table, "A", Charge("o", to, shoots)) == ("adnd.charge.path",)
    assert not charge.lanes(table.battle, me, foe, shoots)


def test_who_is_felled_on_the_same_count_charges_still():
    """adnd.core.initiative.ties: results are felt when all of that count have acted; nobody strikes him down twice."""
    table = arena("p . . . .\nA . . . o", A="fighter-3", o="orc", p="orc", dice="d20:2", options=OFF)
    table.battle["p"].facing = 4
    declare(table, "A", Charge("o", square(table, "d2"), "spear"))
    table.battle["A"].hit_points = 0
    events = activate(table, "A")

    assert told(events, Moved)[-1].path[-1] == square(table, "d2")
    assert [(blow.attacker, blow.free) for blow in told(events, AttackMade)] == [("A", False)]


def test_a_charger_hits_better():
    """adnd.charge.to-hit: +2."""
    made = told(rush(dice="d20:2")[1], AttackMade)[0]

    assert [part.value for part in made.parts if part.rule == "adnd.charge.to-hit"] == [2]


def test_a_charger_is_hit_better():
    """adnd.charge.ac, adnd.charge.no-dex: one worse, without Dexterity, from its start to the end of the round."""
    quick = sheet("fighter-3", dexterity=18, player=True)
    table, events = rush(dice="d20:2", A=quick, o=sheet("skeleton", player=True))
    foe = table.battle["o"]

    def met():
        blow = Blow(table.battle, foe, table.battle["A"], arm_of(foe, foe.held[0]), MELEE)
        return {part.rule: part.value for part in core.ac_parts(blow)}, blow.cites

    parts, cites = met()
    assert parts["adnd.charge.ac"] == 1
    assert "adnd.core.dexterity.adjustments" not in parts
    assert "adnd.charge.no-dex" in cites
    begun = told(events, ConditionBegan)[0]
    assert (begun.condition, begun.cites) == ("charging", ("adnd.charge.timing", "adnd.charge.no-dex"))
    assert [event.condition for event in told(next_round(table), ConditionEnded)] == ["charging"]
    assert "adnd.charge.ac" not in met()[0]
    assert met()[0]["adnd.core.dexterity.adjustments"] == -4


def test_a_bad_dexterity_stays():
    """adnd.charge.no-dex: only bonuses are lost."""
    table, _ = rush(dice="d20:2", A=sheet("fighter-3", dexterity=3))
    foe = table.battle["o"]
    blow = Blow(table.battle, foe, table.battle["A"], arm_of(foe, "long sword"), MELEE)

    assert [part.value for part in core.ac_parts(blow) if part.type == "dexterity"] == [4]


def test_it_ends_in_one_attack():
    """adnd.charge.single-attack: no other that round, and no parries; a natural routine counts as one."""
    table, events = rush(dice="d20:2", A=armed("grand-master-18", "long sword"))
    assert len(told(events, AttackMade)) == 1
    assert "adnd.charge.single-attack" in told(events, AttackMade)[0].cites
    fighter = fighter_of(table.battle, "A")
    assert (fighter.attacks, fighter.parries) == (0, 0)
    assert why_not(table, "A", Attack("o", "long sword")) != ()

    bear = arena("A . . . . o", A="owlbear", o=sheet("orc", hit_points=40), dice="d20:3 d20:3 d20:3", options=OFF)
    declare(bear, "A", Charge("o", square(bear, "e1"), "claw"))
    assert len(told(activate(bear, "A"), AttackMade)) == 3


def test_whose_weapon_is_gone_charges_and_strikes_at_nobody():
    """adnd.core.action.change-weapon: it was struck from its hand after the declaration, say."""
    table = arena(LANE, A="fighter-3", o="orc", options=OFF)
    declare(table, "A", Charge("o", square(table, "e1"), table.battle["A"].held[0]))
    table.battle["A"].held = ()
    events = activate(table, "A")

    assert told(events, Moved)
    assert not told(events, AttackMade)


def test_movement_and_blow_come_together():
    """adnd.charge.timing: on the charger's initiative."""
    events = rush(dice="d20:15 d6:3")[1]

    moved, made = told(events, Moved)[0], told(events, AttackMade)[0]
    assert (moved.gait, events.index(moved) < events.index(made), made.hit) == ("charge", True, True)
    assert not fighter_of(rush(dice="d20:2")[0].battle, "A").blow


def test_a_blocked_charge_stops_at_the_last_legal_square():
    """adnd.charge.blocked: without an attack, and with its penalties."""
    table = arena(
        "# # # # # #\nA . . B . o\n# # # # # #\n. . . . . .", A="fighter-3", B="fighter-3", o="orc", options=OFF
    )
    table.tell(RefereeMoved(-1, "B", square(table, "a4"), "he stands aside"))
    declare(table, "A", Charge("o", square(table, "e2"), "spear"))
    table.tell(RefereeMoved(-1, "B", square(table, "d2"), "he steps into the way"))
    events = activate(table, "A")

    moved = told(events, Moved)[0]
    assert (moved.path[-1], "adnd.charge.blocked" in moved.cites) == (square(table, "c2"), True)
    assert not told(events, AttackMade)
    assert table.battle["A"].has("charging")


def test_a_charge_has_one_target():
    """adnd.charge.blocked: if it is gone out of reach nobody else is struck."""
    table = arena("A . . . . o p", A="fighter-3", o="orc", p="orc", options=OFF)
    declare(table, "A", Charge("o", square(table, "e1"), "spear"))
    condition(table, "o", "dead")

    assert not told(activate(table, "A"), AttackMade)


# Receiving it.


def test_whoever_makes_ready_is_early():
    """adnd.charge.receive.initiative: -2."""
    table = arena(LANE, A="fighter-3", o="orc", dice="d10:7 d10:7")
    declare(table, "o", ReceiveCharge("long sword"))
    declare(table, "A", End())
    initiative.roll(table, -1)
    thrown = next(event for event in told(table.log.events, InitiativeThrown) if event.who == "o")

    assert thrown.total == 7 + 5 - 2
    assert ("set for a charge", -2, "adnd.charge.receive.initiative") in [
        (part.type, part.value, part.rule) for part in thrown.parts
    ]


def test_a_charge_may_be_answered():
    """adnd.charge.receive.initiative: by making ready, instead of what had been declared."""
    table = arena(LANE, A="fighter-3", o="orc", answers=[Choose("receive")], options=OFF)
    declare(table, "o", FullAttack("A", "long sword"))
    events = declare(table, "A", Charge("o", square(table, "e1"), "spear"))

    assert told(events, Answered)[0].cites == ("adnd.charge.receive.initiative",)
    answered = told(events, ChargeAnswered)[0]
    assert (answered.who, answered.order) == ("o", ReceiveCharge("long sword"))
    assert table.battle["o"].has("receiving")


def test_what_was_declared_may_be_kept():
    """adnd.charge.receive.initiative: it is his choice."""
    table = arena(LANE, A="fighter-3", o="orc", answers=[Choose("keep")], options=OFF)
    declare(table, "o", FullAttack("A", "long sword"))

    assert not told(declare(table, "A", Charge("o", square(table, "e1"), "spear")), ChargeAnswered)


@pytest.mark.parametrize(
    ("weapon", "first", "points"),
    [("spear", True, 8), ("halberd", True, 8), ("trident", True, 10), ("long sword", False, 0)],
)
def test_a_set_spear_strikes_first_and_double(weapon, first, points):
    """
    adnd.charge.receive.spear.auto-initiative, adnd.charge.receive.spear.double-damage: spears, lances, pole arms;
    adnd.core.damage.multiplied: the dice alone.
    """
    sides = {"spear": 6, "halberd": 10, "trident": 6}.get(weapon, 0)
    defender = armed("orc", weapon, hit_points=30)
    dice = f"d20:18 d{sides}:4 d20:2" if first else "d20:2"
    drawing = "A . . . . . o" if weapon == "halberd" else LANE
    table = arena(
        drawing, A=sheet("fighter-3", hit_points=30), o=defender, dice=dice, answers=[Attack("A", weapon)], options=OFF
    )
    declare(table, "o", ReceiveCharge(weapon))
    declare(table, "A", Charge("o", square(table, "f1" if weapon == "halberd" else "e1"), "spear"))
    events = activate(table, "A")

    made = told(events, AttackMade)
    assert [event.attacker for event in made] == (["o", "A"] if first else ["A"])
    if first:
        assert "adnd.charge.receive.spear.auto-initiative" in told(events, ArrivalStruck)[0].cites
        assert "adnd.charge.receive.spear.double-damage" in made[0].cites
        dealt = told(events, DamageDealt)[0]
        assert (dealt.amount, "adnd.core.damage.multiplied" in dealt.cites) == (points, True)
        assert fighter_of(table.battle, "o").attacks == 0
    spent(table)


def test_the_spear_may_wait():
    """adnd.charge.receive.spear.auto-initiative: he need not strike."""
    table = arena(LANE, A="fighter-3", o=armed("orc", "spear"), dice="d20:2", answers=[Pass()], options=OFF)
    declare(table, "o", ReceiveCharge("spear"))
    declare(table, "A", Charge("o", square(table, "e1"), "spear"))

    assert [event.attacker for event in told(activate(table, "A"), AttackMade)] == ["A"]
    assert fighter_of(table.battle, "o").attacks == 1


def test_a_spear_that_has_been_dropped_receives_nobody():
    """adnd.charge.receive.spear.auto-initiative: it strikes from the hand; nobody is asked."""
    spear = Attack("A", "spear")
    table = arena(LANE, A="fighter-3", o=armed("orc", "spear"), dice="d20:2", answers=[spear], options=OFF)
    declare(table, "o", ReceiveCharge("spear"))
    declare(table, "A", Charge("o", square(table, "e1"), "spear"))
    table.tell(Dropped(-1, "o", "spear", table.battle["o"].square))

    assert [event.attacker for event in told(activate(table, "A"), AttackMade)] == ["A"]


def test_a_set_spear_is_for_its_charger():
    """adnd.charge.receive.spear.auto-initiative: not for whoever else comes."""
    table = arena(
        "A . . . . o\n. . . . . .\n. . . . . p",
        A="fighter-3",
        o=armed("orc", "spear"),
        p="orc",
        dice="d20:2",
        options=OFF,
    )
    declare(table, "o", ReceiveCharge("spear"))
    declare(table, "A", Charge("p", square(table, "e2"), "spear"))

    assert not told(activate(table, "A"), ArrivalStruck)


def test_whoever_makes_ready_stays_where_he_is():
    """adnd.charge.receive.stays: he does not even shift; if no charge comes he attacks as usual."""
    table = arena("A o .\n. . .", A="fighter-3", o="orc", dice="d20:2", options=OFF)
    declare(table, "o", ReceiveCharge("long sword"))
    activate(table, "o")
    assert "adnd.charge.receive.stays" in why_not(table, "o", Step(square(table, "c1")))
    act(table, "o", Attack("A", "long sword"))

    other = arena("A o .\n. . .", A="fighter-3", o="orc", options=OFF)
    declare(other, "o", FullAttack("A", "long sword"))
    activate(other, "o")
    assert why_not(other, "o", Step(square(other, "c1"))) == ()
    spent(table)


def test_every_weapon_in_hand_may_be_made_ready():
    """adnd.charge.receive: what may receive a charge is offered, the bare fist is not."""
    table = arena(LANE, A="fighter-3", o="orc")

    assert list(BOOK.offers(table.battle, "A").of(ReceiveCharge)) == [ReceiveCharge("spear")]


def test_it_is_answered_with_what_is_set_against_it():
    """adnd.charge.receive.spear.auto-initiative: of two weapons the spear, in whichever hand."""
    table = arena(
        LANE, A="fighter-3", o=armed("fighter-3", "long sword", "spear"), answers=[Choose("receive")], options=OFF
    )
    declare(table, "o", FullAttack("A", "long sword"))
    (answered,) = told(declare(table, "A", Charge("o", square(table, "e1"), "spear")), ChargeAnswered)

    assert answered.weapon == "spear"
