"""Readied actions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.dice.sources import DiceSource, SeededDice
from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.events.orders import (
    Act,
    Answer,
    Attack,
    BullRush,
    Charge,
    Choose,
    CoupDeGrace,
    Cue,
    Decision,
    Delay,
    Draw,
    FullAttack,
    Move,
    Order,
    Pass,
    Question,
    Ready,
    Run,
    StandUp,
    Step,
    TotalDefense,
    Trigger,
)
from sim.events.timing import ActionReadied, InitiativeChanged, ReadiedActBegan, ReadiedActEnded, ReadyLost
from sim.rules.d20 import ready, turn
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu, Table
from sim.tables.bestiary import creature
from sim.tables.equipment import weapon
from sim.tables.sheet import Sheet
from sim.testing import Script, battlefield, cited, condition, order, spent, square, why_not
from sim.testing import turn as take_turn


def armed(kind: str, *names: str) -> Sheet:
    """A creature of this kind with these weapons, the first in hand, and no shield."""
    return replace(creature(kind), weapons=tuple(weapon(name) for name in names), held=names[:1], shield=None, feats=())


SPEARMAN = armed("hobgoblin", "longspear")
ARCHER = armed("hobgoblin", "longbow")
LANE = ". . . . . . . .\n. a . . . . O .\n. . . . . . . ."
STRIKE = Attack("it", "longspear")
SHOOT = Attack("it", "longbow")


class Keen(Script):
    """Gives its answers to triggers, then acts whenever it can; lets opportunities pass."""

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        if type(question) is Cue:
            self.asked.append((who, question))
            return Decision(self.answers.pop(0) if self.answers else next(iter(menu)), "script")
        return Decision(list(menu)[-1], "script")


def field(
    drawing: str = LANE,
    dice: str | DiceSource = "",
    answers: tuple[Answer, ...] = (),
    a: str | Sheet = SPEARMAN,
    o: str | Sheet = "orc",
    options: dict[str, str] | None = None,
    **others: Any,
) -> Table:
    """Somebody who readies, ``a``, and somebody whom it waits for, ``O``, to act in this order."""
    table = battlefield(drawing, a=a, O=o, dice=dice, options=options, **others)
    table.player = Keen(answers)
    return table


def wait(table: Table, act: Order, on: str, who: str = "", squares: int = 0) -> None:
    """Ready an act in the turn of ``a``."""
    order(table, "a", Ready(act, Trigger(on, who, squares)))  # type: ignore[arg-type]


def kinds(events: tuple[object, ...]) -> list[type]:
    """The classes of these events."""
    return [type(event) for event in events]


def asked(table: Table) -> list[tuple[str, object]]:
    """Whom the table has asked what."""
    assert isinstance(table.player, Script)
    return list(table.player.asked)


# ---- readying -------------------------------------------------------------------------------------------------


def test_readying_is_a_standard_action() -> None:
    """The act and its trigger stand in the log (d20.ready.declare)."""
    table = field()

    events = order(table, "a", Ready(STRIKE, Trigger("charges")))

    assert isinstance(events[0], OrderGiven)
    assert (events[0].cost, events[0].cites) == ("standard", ("d20.action.standard.ready",))
    assert isinstance(events[1], ActionReadied)
    assert events[1].cites == ("d20.ready.declare",)


@pytest.mark.parametrize(
    "act",
    [
        FullAttack("it", "longspear"),
        Run(0),
        CoupDeGrace("O", "longspear"),
        Charge("O", 15, "longspear"),
        Ready(STRIKE, Trigger("charges")),
        Delay(),
        Step(3),
        Attack("it", "halberd"),
        Attack("b", "longspear"),
    ],
    ids=lambda act: type(act).__name__,
)
def test_what_cannot_be_readied(act: Order) -> None:
    """No full-round action, charges among them, nothing that is no action, no attack on a friend."""
    table = field(". . . .\n. a b .\n. . . O", b="goblin")

    assert why_not(table, "a", Ready(act, Trigger("attacks"))) == ("d20.ready.declare",)


@pytest.mark.parametrize("act", [STRIKE, Move(0), StandUp(), Draw("longspear"), BullRush("O")])
def test_what_can_be_readied(act: Order) -> None:
    """A standard, a move or a free action, whether or not it is possible yet (d20.ready.declare)."""
    assert not why_not(field(), "a", Ready(act, Trigger("attacks")))


@pytest.mark.parametrize("when", [Trigger("attacks", "x"), Trigger("attacks", "a"), Trigger("comes-within")])
def test_a_trigger_that_cannot_come_true(when: Trigger) -> None:
    """It is about somebody else who is there, and a distance has a number (d20.ready.declare)."""
    assert why_not(field(), "a", Ready(STRIKE, when)) == ("d20.ready.declare",)


def test_a_charge_is_readied_by_option() -> None:
    """Option ``readied-charge``: up to speed, as in any turn with a single action (d20.ready.declare)."""
    table = field(
        ". . . . . . . .\n. a . . . . O .\n. . . . . . . .",
        "d20:15 d8:4",
        a=armed("hobgoblin", "longsword"),
        options={"readied-charge": "yes"},
    )
    wait(table, Charge("O", square(table, "f2"), "longsword"), "moves")

    events = order(table, "O", Move(square(table, "h2")))

    assert [event.gait for event in events if isinstance(event, Moved)] == ["charge", "walk"]
    assert "d20.charge.restricted" in cited(events)
    spent(table)


# ---- triggers -------------------------------------------------------------------------------------------------


def test_it_is_done_before_what_sets_it_off() -> None:
    """The orc's blow comes after the readied one, and does not come at all if that fells it (d20.ready.trigger)."""
    table = field(". . .\n. a O\n. . .", "d20:15 d8:8", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    events = order(table, "O", Attack("a", "falchion"))

    (blow,) = [event for event in events if isinstance(event, AttackRolled)]
    assert blow.attacker == "a"
    assert "d20.ready.trigger" in cited(events)
    spent(table)


def test_who_is_still_able_goes_on() -> None:
    """The readied blow misses, and the orc strikes (d20.ready.trigger)."""
    table = field(". . .\n. a O\n. . .", "d20:2 d20:3", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    events = order(table, "O", Attack("a", "falchion"))

    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["a", "O"]
    assert table.battle.turn.who == "O"


def test_the_trigger_may_be_let_pass() -> None:
    """Whoever does not take it goes on waiting (d20.ready.trigger)."""
    table = field(". . .\n. a O\n. . .", "d20:3 d20:4", (Pass(), Pass()), a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    order(table, "O", Attack("a", "falchion"))
    table.battle.turn.standard = False
    order(table, "O", Attack("a", "falchion"))

    assert [question for _, question in asked(table)] == [Cue("O", "attacks"), Cue("O", "attacks")]
    assert table.battle["a"].readied is not None


def test_who_comes_into_reach_is_struck_there() -> None:
    """A longspear strikes as the orc enters the second square from it, not later (d20.ready.trigger)."""
    table = field(dice="d20:2")
    wait(table, STRIKE, "comes-into-reach")

    events = order(table, "O", Move(square(table, "c1")))

    first, last = (event.path[-1] for event in events if isinstance(event, Moved))
    assert table.battle.ground.distance(table.battle["a"].square, 1, first, 1) == 2
    assert last == square(table, "c1")
    assert isinstance(events[2], Answered)
    assert events[2].question == Cue("O", "comes-into-reach")


def test_who_comes_within_a_distance_is_shot() -> None:
    """The archer waits until the orc is four squares away (d20.ready.trigger)."""
    table = field(dice="d20:2", a=ARCHER)
    wait(table, SHOOT, "comes-within", squares=4)

    events = order(table, "O", Move(square(table, "d2")))

    moves = [event.path[-1] for event in events if isinstance(event, Moved)]
    assert moves == [square(table, "f2"), square(table, "d2")]


def test_who_appears_is_shot() -> None:
    """The archer waits for whoever comes round the corner (d20.ready.trigger)."""
    table = field("a . . . .\n# # # # .\nO . . . .", "d20:2", a=ARCHER)
    wait(table, SHOOT, "appears")

    events = order(table, "O", Move(square(table, "e1")))

    shown = next(event for event in events if isinstance(event, Moved))
    assert shown.path[-1] == square(table, "e2")
    assert ReadiedActBegan in kinds(events)


def test_who_stays_hidden_is_not() -> None:
    """Behind the wall nothing is seen of it."""
    table = field("a . . . .\n# # # # #\n. . . . O", a=ARCHER)
    wait(table, SHOOT, "appears")

    assert ReadiedActBegan not in kinds(order(table, "O", Move(square(table, "b3"))))


def test_who_is_about_to_move_can_be_kept_from_it() -> None:
    """Tripped before it leaves its square, it stays there (d20.ready.trigger)."""
    table = field(". . . .\n. a O .\n. . . .", "d20:15 d20:18 d20:3", a=armed("hobgoblin", "flail"))
    wait(table, Attack("O", "flail", "trip"), "moves")

    order(table, "O", Move(square(table, "d1")))

    assert table.battle["O"].has("prone")
    assert table.battle["O"].square == square(table, "c2")


def test_a_shot_sets_off_who_waits_for_shots_and_for_attacks() -> None:
    """And a blow only who waits for attacks."""
    for deed in ("shoots", "attacks"):
        table = field(". . . .\n. a O .\n. . . .", "d20:2 d20:2", a=armed("hobgoblin", "longsword"), o=ARCHER)
        wait(table, Attack("it", "longsword"), deed)
        assert ReadiedActBegan in kinds(order(table, "O", Attack("a", "longbow")))
    table = field(". . . .\n. a O .\n. . . .", "d20:2", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "shoots")
    assert ReadiedActBegan not in kinds(order(table, "O", Attack("a", "falchion")))


def test_a_bull_rush_is_an_attack() -> None:
    """Whoever waits for an attack may answer it."""
    table = field(". . . .\n. a O .\n. . . .", "d20:2 d20:2 d20:10 d20:9", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    assert ReadiedActBegan in kinds(order(table, "O", BullRush("a")))


def test_only_those_whom_it_is_about_set_it_off() -> None:
    """A named trigger waits for that one alone, the other for any foe, and never for a friend."""
    table = field(". . . P\n. a O .\n. b . .", "d20:2 d20:2", P="orc", b="goblin", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks", "P")

    assert ReadiedActBegan not in kinds(order(table, "O", Attack("a", "falchion")))
    wait(table, Attack("O", "longsword"), "attacks")
    assert ReadiedActBegan not in kinds(order(table, "b", Attack("O", "morningstar")))


def test_what_is_not_possible_is_not_asked() -> None:
    """Out of reach nobody is asked, and goes on waiting."""
    table = field(dice="d20:2", o=ARCHER)
    wait(table, STRIKE, "attacks")

    order(table, "O", Attack("a", "longbow"))

    assert asked(table) == []
    assert table.battle["a"].readied is not None


def test_nobody_acts_out_of_turn_in_his_own_turn() -> None:
    """Whoever moves on after readying is struck at, and cannot answer with what it readied (d20.ready.trigger)."""
    table = field(". . .\n. a O\n. . .", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    order(table, "a", Move(square(table, "a1")))

    assert not any(isinstance(question, Cue) for _, question in asked(table))


def test_the_blind_and_the_stunned_wait_in_vain() -> None:
    """What sets it off must be seen, and whoever waits be able to act."""
    for state in ("blinded", "stunned"):
        table = field(". . .\n. a O\n. . .", "d20:2", a=armed("hobgoblin", "longsword"))
        wait(table, Attack("it", "longsword"), "attacks")
        condition(table, "a", state)
        order(table, "O", Attack("a", "falchion"))
        assert asked(table) == []


def test_whoever_steps_into_the_way_stops_the_mover() -> None:
    """The hobgoblin readies a move into the only gap, and the orc goes nowhere."""
    table = field("# # a # # #\n. . . . . O\n# # # # # #", a=armed("hobgoblin", "longsword"))
    wait(table, Move(square(table, "c2")), "moves")

    order(table, "O", Move(square(table, "a2")))

    assert table.battle["a"].square == square(table, "c2")
    assert table.battle["O"].square == square(table, "f2")


def test_whoever_steps_into_the_way_of_a_blow_stops_the_mover() -> None:
    """What the orc strikes back at an opportunity attack sets the hobgoblin off, which shuts the only gap."""
    table = battlefield(
        "# # a # # #\n. . . . . O\n# # # # # g",
        O="orc",
        a=armed("hobgoblin", "longsword"),
        g="goblin",
        dice="d20:2 d20:2 d20:15",
        answers=(Attack("O", "morningstar", "disarm"), Attack("g", "falchion"), Act(), Choose("no")),
    )
    order(table, "a", Ready(Move(square(table, "c2")), Trigger("attacks")))

    order(table, "O", Move(square(table, "a2")))

    assert table.battle["a"].square == square(table, "c2")
    assert table.battle["O"].square == square(table, "f2")
    spent(table)


def set_upon() -> Table:
    """An orc is about to set out, at which a goblin strikes, for which a friend with a spear waits and steps to c2."""
    goblins = {"o": "goblin", "g": "goblin"}
    table = battlefield(". . B . .\nA . . . .\no . . . g", B=SPEARMAN, A="orc", dice="d20:2 d20:2", **goblins)
    order(table, "B", Ready(STRIKE, Trigger("attacks", "o")))
    table.player = Script([Attack("A", "morningstar"), Act(square(table, "c2"))])
    return table


@pytest.mark.parametrize("wish", [Move, Run])
def test_whose_place_a_friend_has_taken_ends_where_it_stood_last(wish: type[Move | Run]) -> None:
    """It gets there, cannot stay, and has stood in the square before (d20.move.illegal-stop)."""
    table = set_upon()

    events = order(table, "A", wish(square(table, "c2")))

    assert table.battle["B"].square == square(table, "c2")
    assert table.battle["A"].square == square(table, "b2")
    assert "d20.move.illegal-stop" in cited(events)
    spent(table)


def test_a_friend_who_steps_into_the_lane_stops_a_charge() -> None:
    """A charger passes nobody, and strikes at nobody either (d20.charge.through-allies)."""
    table = set_upon()

    order(table, "A", Charge("g", square(table, "d2"), "falchion"))

    assert table.battle["B"].square == square(table, "c2")
    assert table.battle["A"].square == square(table, "a2")
    spent(table)


def test_several_act_in_initiative_order() -> None:
    """Each before the deed, the first of them first."""
    table = field(". b .\n. a O\n. . .", "d20:2 d20:2 d20:2", b="hobgoblin", a=armed("hobgoblin", "longsword"))
    order(table, "b", Ready(Attack("it", "longsword"), Trigger("attacks")))
    wait(table, Attack("it", "longsword"), "attacks")

    events = order(table, "O", Attack("a", "falchion"))

    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["a", "b", "O"]


def test_a_readied_act_may_set_off_another() -> None:
    """The orc waits for the hobgoblin's blow, which waits for the goblin's."""
    table = field(". . . P\n. a O .\n. . . .", "d20:2 d20:2 d20:2", P="orc", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("P", "longsword"), "attacks", "O")
    order(table, "P", Ready(Attack("it", "falchion"), Trigger("attacks", "a")))
    table.battle["P"].square = square(table, "c1")
    events = order(table, "O", Attack("a", "falchion"))

    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["P", "a", "O"]
    assert table.battle.suspended == ()
    assert table.battle.order == ("P", "a", "O")


# ---- the step -------------------------------------------------------------------------------------------------


def test_a_step_may_be_part_of_it() -> None:
    """Two squares away from the archer, one step brings the sword to bear (d20.ready.five-foot-step)."""
    table = field(". . . . .\n. a . O .\n. . . . .", "d20:2 d20:2", a=armed("hobgoblin", "longsword"), o=ARCHER)
    wait(table, Attack("it", "longsword"), "attacks")
    table.player = Keen((Act(square(table, "c2")),))

    events = order(table, "O", Attack("a", "longbow"))

    steps = [event for event in events if isinstance(event, Moved)]
    assert [(event.gait, event.cites) for event in steps] == [("step", ("d20.ready.five-foot-step",))]
    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["a", "O"]


def test_no_step_after_other_movement() -> None:
    """Whoever has moved in its turn takes no step with it (d20.ready.five-foot-step)."""
    table = field(". . . . .\na . . O .\n. . . . .", "d20:2", a=armed("hobgoblin", "longsword"), o=ARCHER)
    order(table, "a", Move(square(table, "b2")))
    wait(table, Attack("it", "longsword"), "attacks")

    order(table, "O", Attack("a", "longbow"))

    assert asked(table) == []
    menu = ready.Choices(table.battle, table.battle["a"], Attack("O", "longsword"))
    assert menu.why_not(Act(square(table, "c2"))) == ("d20.ready.five-foot-step",)


def test_nor_before_it() -> None:
    """To move after readying forbids the step as well (d20.ready.five-foot-step)."""
    table = field(". . . . .\na . . O .\n. . . . .", "d20:2", a=armed("hobgoblin", "longsword"), o=ARCHER)
    wait(table, Attack("it", "longsword"), "attacks")
    order(table, "a", Move(square(table, "b2")))

    order(table, "O", Attack("a", "longbow"))

    assert asked(table) == []


# ---- against a charge -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["shortspear", "spear", "longspear", "trident", "halberd", "dwarven urgrosh"])
def test_which_weapons_are_set_against_a_charge(name: str) -> None:
    """Spear, longspear, trident, halberd and urgrosh deal double damage; the shortspear does not."""
    doubled = name != "shortspear"
    sides = 6 if "short" in name else 10 if name == "halberd" else 8
    table = field(dice=f"d20:15 d{sides}:3" + (f" d{sides}:4" if doubled else " d20:2"), a=armed("hobgoblin", name))
    wait(table, Attack("it", name), "charges")

    events = order(table, "O", Charge("a", square(table, "c2"), "falchion"))

    (damage,) = [event for event in events if isinstance(event, DamageDealt)]
    assert ("d20.ready.set-against-charge" in damage.cites) == doubled
    assert ("d20.core.damage-multiplying" in damage.cites) == doubled
    spent(table)


def test_double_damage_adds_to_a_critical_hit() -> None:
    """A spear multiplies by three, so both make four (d20.ready.set-against-charge)."""
    table = field(dice="d20:20 d20:19 d8:1 d8:1 d8:1 d8:1", a=armed("hobgoblin", "spear"))
    wait(table, Attack("it", "spear"), "charges")

    events = order(table, "O", Charge("a", square(table, "c2"), "falchion"))

    (damage,) = [event for event in events if isinstance(event, DamageDealt)]
    assert damage.amount == 4 + 4 * sum(part.value for part in damage.parts)


def test_a_spear_against_a_walker_is_only_a_spear() -> None:
    """It takes a charge (d20.ready.set-against-charge)."""
    table = field(dice="d20:15 d8:3")
    wait(table, STRIKE, "comes-into-reach")

    events = order(table, "O", Move(square(table, "d2")))

    assert "d20.ready.set-against-charge" not in cited(events)
    spent(table)


def test_a_charge_that_is_stopped_dead_ends() -> None:
    """The charger falls in the square where the spear reached it, and strikes nobody."""
    table = field(dice="d20:15 d8:8 d8:8")
    wait(table, STRIKE, "charges")

    events = order(table, "O", Charge("a", square(table, "c2"), "falchion"))

    assert table.battle["O"].square == square(table, "d2")
    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["a"]


# ---- initiative, and loss -------------------------------------------------------------------------------------


def test_it_acts_before_whom_it_interrupted_from_now_on() -> None:
    """The hobgoblin was first, and comes right before the orc (d20.ready.initiative)."""
    table = field(". . P\n. a O\n. . .", "d20:2 d20:2", P="orc", a=armed("hobgoblin", "longsword"))
    table.battle.order = ("a", "P", "O")
    table.battle["O"].initiative = (7, 1)
    wait(table, Attack("it", "longsword"), "attacks")

    events = order(table, "O", Attack("a", "falchion"))

    (changed,) = [event for event in events if isinstance(event, InitiativeChanged)]
    assert (changed.who, changed.before, changed.count) == ("a", "O", 7)
    assert "d20.ready.initiative" in changed.cites
    assert table.battle.order == ("P", "a", "O")


def test_in_the_next_round_it_has_no_turn_of_its_own() -> None:
    """Set off before its turn came round again, it has acted in that round (d20.ready.initiative)."""
    table = field(". . .\n. a O\n. . .", "d20:2 d20:2", a=armed("hobgoblin", "longsword"))
    table.battle.order = ("O", "a")
    wait(table, Attack("it", "longsword"), "attacks")
    for creature_ in table.battle:
        creature_.acted = False

    order(table, "O", Attack("a", "falchion"))

    assert table.battle["a"].acted
    assert table.battle.order == ("a", "O")
    assert turn.next_of(table.battle) is None


def test_what_is_not_set_off_is_lost() -> None:
    """With its next turn the creature is free to ready anew (d20.ready.unused)."""
    table = field()
    wait(table, STRIKE, "charges")
    first = len(table.log.events)

    turn.begin(table, table.battle["a"])

    (lost,) = [event for event in table.log.events[first:] if isinstance(event, ReadyLost)]
    assert lost.cites == ("d20.ready.unused",)
    assert table.battle.ready == ()
    assert not why_not(table, "a", Ready(STRIKE, Trigger("charges")))


def test_it_is_used_once() -> None:
    """The second charger meets no spear."""
    table = field(". . . . . . P .\n. a . . . . O .\n. . . . . . . .", "d20:2 d20:2 d20:2", P="orc")
    wait(table, STRIKE, "charges")

    order(table, "O", Charge("a", square(table, "c2"), "falchion"))
    events = order(table, "P", Charge("a", square(table, "c1"), "falchion"))

    assert ReadiedActBegan not in kinds(events)


def test_the_interrupted_turn_goes_on_with_what_it_has_left() -> None:
    """What the readied act spends is not spent by whom it interrupts."""
    table = field(". . .\n. a O\n. . .", "d20:2 d20:2 d20:2", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "attacks")

    events = order(table, "O", Attack("a", "falchion"))

    assert kinds(events).index(ReadiedActBegan) < kinds(events).index(ReadiedActEnded)
    assert table.battle.turn.who == "O"
    assert table.battle.turn.standard
    assert not BOOK.refusal(table.battle, "O", Move(square(table, "c1")))


def test_a_casting_is_announced() -> None:
    """Whoever waits for it is asked, and its blow is one that disrupts (d20.ready.disrupt-caster)."""
    table = field(". . .\n. a O\n. . .", "d20:15 d8:3", a=armed("hobgoblin", "longsword"))
    wait(table, Attack("it", "longsword"), "casts")
    take_turn(table, "O")

    assert ready.announce(table, table.battle["O"], "casts", len(table.log.events) - 1)

    answered = next(event for event in table.log.events if isinstance(event, Answered))
    assert answered.cites == ("d20.ready.trigger", "d20.ready.disrupt-caster")
    began = next(seq for seq, event in enumerate(table.log.events) if isinstance(event, ReadiedActBegan))
    assert ready.cause(table, began) is table.log.events[answered.because]


@given(st.integers(0, 2**32), st.sampled_from(["charges", "attacks", "comes-into-reach", "moves"]))
def test_whatever_comes_of_it_the_turn_is_the_movers_again(seed: int, deed: str) -> None:
    """No turn stays suspended, and the order holds the same creatures."""
    table = field(dice=SeededDice(seed))
    wait(table, STRIKE, deed)

    order(table, "O", Charge("a", square(table, "c2"), "falchion"))

    assert table.battle.suspended == ()
    assert table.battle.turn.who == "O"
    assert sorted(table.battle.order) == ["O", "a"]


@pytest.mark.parametrize("on", ["charges", "comes-into-reach"])
def test_who_waits_with_another_act_waits_all_the_same(on: str) -> None:
    """For a charge wherever it begins, for whoever comes near as far as it threatens (d20.ready.trigger)."""
    table = field(a=armed("hobgoblin", "longsword"), dice="d20:2")
    wait(table, TotalDefense(), on)

    order(table, "O", Charge("a", square(table, "c2"), "falchion"))

    assert [question for _, question in asked(table)] == [Cue("O", on)]
    assert table.battle["a"].has("total-defense")


def test_a_bow_in_hand_reaches_nobody() -> None:
    """Whoever readies a shot at whoever comes into reach waits for its other weapons' reach (d20.ready.trigger)."""
    table = field(a=ARCHER)
    wait(table, SHOOT, "comes-into-reach")

    order(table, "O", Move(square(table, "f2")))

    assert asked(table) == []


def test_nobody_is_seen_in_the_dark() -> None:
    """Where there are no walls either (d20.ready.trigger)."""
    table = field(a="fighter-1", light=("bbbbbbbb", "bbbbbbdb", "bbbbbbbb"))
    battle = table.battle

    assert not ready.sees(battle, battle["a"], battle["O"], battle["O"].square, 1)
    assert ready.sees(battle, battle["a"], battle["O"], square(table, "b3"), 1)
