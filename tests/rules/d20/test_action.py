"""The action tables: what each act costs and whether it exposes."""

from __future__ import annotations

import pytest

from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, OrderGiven
from sim.events.equipment import Drew, Dropped, PickedUp, Reloaded, Sheathed
from sim.events.grapple import GrappleBegan
from sim.events.orders import (
    Attack,
    BullRush,
    Charge,
    CoupDeGrace,
    Draw,
    Drop,
    DropProne,
    FirstAid,
    FullAttack,
    Grapple,
    Move,
    Order,
    PickUp,
    Reload,
    Run,
    Sheathe,
    StandUp,
    Step,
    Surrender,
    TotalDefense,
    Withdraw,
)
from sim.rules.d20 import action
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, square, turn, why_not
from tests.rules.d20.told import every, one, sheet

FIELD = """
    . . . . . . .
    . A o . . . .
    . B . . . . .
    . . . . . . .
"""


def field(kind: str = "fighter-3", dice: str = "") -> Table:
    """An armed man beside an orc, a dying friend beside him."""
    table = battlefield(FIELD, A=kind, B="fighter-1", o=sheet("orc", hit_points=90), dice=dice)
    turn(table, "A")
    return table


def exposes(table: Table, wish: Order) -> bool:
    """Is the orc asked when the order is carried out?"""
    return bool(every(order(table, "A", wish), Answered))


def test_a_melee_attack_is_a_standard_action() -> None:
    """It exposes to nobody (d20.action.standard.attack-melee)."""
    table = field(dice="d20:2")
    events = order(table, "A", Attack("o", "longsword"))

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.action.standard.attack-melee" in cited(events)
    assert not every(events, Answered)


def test_a_shot_exposes_the_shooter() -> None:
    """To every enemy that threatens him (d20.action.standard.attack-ranged)."""
    table = battlefield("p A o\n. . .", A="archer-4", o="orc", p="orc", dice="d20:1")

    events = order(table, "A", Attack("o", "composite longbow"))

    assert one(events, OrderGiven).cost == "standard"
    assert [event.who for event in every(events, Answered)] == ["o", "p"]
    assert all("d20.action.standard.attack-ranged" in event.cites for event in every(events, Answered))


def test_an_unarmed_attack_exposes_to_the_one_attacked() -> None:
    """And to nobody else (d20.action.standard.attack-unarmed)."""
    table = battlefield("p A o\n. . .", A="fighter-3", o="orc", p="orc", dice="d20:2")

    events = order(table, "A", Attack("o", "unarmed strike"))

    asked = one(events, Answered)
    assert asked.who == "o"
    assert "d20.action.standard.attack-unarmed" in asked.cites
    assert one(events, OrderGiven).cost == "standard"


def test_first_aid_is_a_standard_action_that_exposes() -> None:
    """Somebody dying beside a foe costs the helper (d20.action.standard.first-aid)."""
    table = field(dice="d20:2")
    condition(table, "B", "dying")

    events = order(table, "A", FirstAid("B"))

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.action.standard.first-aid" in one(events, Answered).cites


def test_total_defense_is_a_standard_action() -> None:
    """It exposes to nobody (d20.action.standard.total-defense)."""
    table = field()
    events = order(table, "A", TotalDefense())

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.action.standard.total-defense" in cited(events)
    assert not every(events, Answered)


def test_a_move_is_a_move_action() -> None:
    """What exposes is leaving threatened squares (d20.action.move.move)."""
    table = field()
    events = order(table, "A", Move(square(table, "a1")))

    assert one(events, OrderGiven).cost == "move"
    assert "d20.action.move.move" in cited(events)


def test_drawing_a_weapon_exposes_to_nobody() -> None:
    """A move action (d20.action.move.draw-weapon)."""
    table = battlefield(FIELD, A=sheet("fighter-3", held=()), B="orc", o="orc")
    events = order(table, "A", Draw("longsword"))

    assert one(events, OrderGiven).cost == "move"
    assert "d20.action.move.draw-weapon" in cited(events)
    assert one(events, Drew).weapon == "longsword"
    assert not every(events, Answered)
    assert why_not(table, "A", Draw("longsword")) == ("d20.action.move.draw-weapon",)


def test_sheathing_a_weapon_exposes() -> None:
    """A move action (d20.action.move.sheathe-weapon)."""
    table = field()
    events = order(table, "A", Sheathe("longsword"))

    assert one(events, OrderGiven).cost == "move"
    assert "d20.action.move.sheathe-weapon" in one(events, Answered).cites
    assert one(events, Sheathed).weapon == "longsword"
    assert "d20.action.move.sheathe-weapon" in why_not(table, "A", Sheathe("longsword"))


def test_what_is_dropped_lies_where_it_fell_and_can_be_picked_up() -> None:
    """A free action one way, a move action that exposes the other
    (d20.action.free.drop-item, d20.action.move.pick-up-item)."""
    table = field()

    down = order(table, "A", Drop("longsword"))
    up = order(table, "A", PickUp("longsword"))

    assert one(down, OrderGiven).cost == "free"
    assert "d20.action.free.drop-item" in cited(down)
    assert one(down, Dropped).square == square(table, "b2")
    assert one(up, OrderGiven).cost == "move"
    assert "d20.action.move.pick-up-item" in one(up, Answered).cites
    assert one(up, PickedUp).item == "longsword"
    assert "d20.action.free.drop-item" in why_not(table, "A", Drop("greataxe"))
    assert "d20.action.move.pick-up-item" in why_not(table, "A", PickUp("longsword"))


def test_loading_a_light_crossbow_is_a_move_action_that_exposes() -> None:
    """Before it is loaded it cannot be shot (d20.action.move.load-light-hand-crossbow)."""
    table = battlefield(FIELD, A=sheet("cleric-1", held=("light crossbow",)), B="orc", o="orc")
    table.battle["A"].unloaded = ("light crossbow",)
    rule = "d20.action.move.load-light-hand-crossbow"
    assert why_not(table, "A", Attack("o", "light crossbow")) == (rule,)

    events = order(table, "A", Reload("light crossbow"))

    assert one(events, OrderGiven).cost == "move"
    assert rule in one(events, Answered).cites
    assert one(events, Reloaded).weapon == "light crossbow"
    assert not why_not(table, "A", Attack("o", "light crossbow"))


def test_loading_a_heavy_crossbow_takes_the_whole_round() -> None:
    """And exposes (d20.action.full-round.load-heavy-repeating-crossbow)."""
    from sim.tables.sheet import Weapon

    heavy = Weapon(
        name="heavy crossbow",
        category="ranged",
        damage="1d10",
        increment=120,
        projectile=True,
        reload="full-round",
        adds_strength=False,
    )
    table = battlefield(FIELD, A=sheet("cleric-1", weapons=(heavy,), held=("heavy crossbow",)), B="orc", o="orc")
    table.battle["A"].unloaded = ("heavy crossbow",)
    rule = "d20.action.full-round.load-heavy-repeating-crossbow"
    assert why_not(table, "A", Attack("o", "heavy crossbow")) == (rule,)

    events = order(table, "A", Reload("heavy crossbow"))

    assert one(events, OrderGiven).cost == "full-round"
    assert rule in one(events, Answered).cites


def test_standing_up_and_dropping_prone() -> None:
    """Down is free, up is a move action that exposes (d20.action.free.drop-prone, d20.action.move.stand-up)."""
    table = field()
    assert why_not(table, "A", StandUp()) == ("d20.action.move.stand-up",)

    down = order(table, "A", DropProne())
    up = order(table, "A", StandUp())

    assert one(down, OrderGiven).cost == "free"
    assert "d20.action.free.drop-prone" in one(down, ConditionBegan).cites
    assert one(up, OrderGiven).cost == "move"
    assert "d20.action.move.stand-up" in one(up, Answered).cites
    condition(table, "A", "prone")
    assert "d20.action.free.drop-prone" in why_not(table, "A", DropProne())


FULL_ROUND = [
    (FullAttack("o", "longsword"), "d20.action.full-round.full-attack", False),
    (Withdraw(0), "d20.action.full-round.withdraw", False),
]


@pytest.mark.parametrize(("wish", "rule", "exposing"), FULL_ROUND)
def test_full_round_actions_that_do_not_expose(wish: Order, rule: str, exposing: bool) -> None:
    """A full attack and a withdrawal (d20.action.full-round.full-attack, d20.action.full-round.withdraw)."""
    table = field(dice="d20:2")
    events = order(table, "A", wish)

    assert one(events, OrderGiven).cost == "full-round"
    assert rule in cited(events)
    assert bool(every(events, Answered)) is exposing


def test_a_charge_is_a_full_round_action() -> None:
    """Not exposing by itself (d20.action.full-round.charge)."""
    table = battlefield("A . . o", A="orc", o="orc", dice="d20:2")
    events = order(table, "A", Charge("o", square(table, "c1"), "falchion"))

    assert one(events, OrderGiven).cost == "full-round"
    assert "d20.action.full-round.charge" in cited(events)


def test_a_run_is_a_full_round_action_that_exposes() -> None:
    """Whoever threatens the start strikes (d20.action.full-round.run)."""
    table = battlefield("o . . . . . .\nA . . . . . .", A="rogue-1", o="orc")
    events = order(table, "A", Run(square(table, "g2")))

    assert one(events, OrderGiven).cost == "full-round"
    assert "d20.action.full-round.run" in cited(events)
    assert every(events, Answered)


def test_a_killing_blow_is_a_full_round_action_that_exposes() -> None:
    """Whoever else threatens strikes (d20.action.full-round.coup-de-grace)."""
    table = battlefield("p A o\n. . .", A="fighter-3", o="orc", p="orc", dice="d8:1 d8:1 d20:20")
    condition(table, "o", "paralyzed")
    events = order(table, "A", CoupDeGrace("o", "longsword"))

    assert one(events, OrderGiven).cost == "full-round"
    assert "d20.action.full-round.coup-de-grace" in one(events, Answered).cites


def test_a_bull_rush_is_a_standard_action_that_exposes() -> None:
    """It enters the defender's space (d20.action.standard.bull-rush)."""
    table = field(dice="d20:2 d20:19")
    events = order(table, "A", BullRush("o"))

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.action.standard.bull-rush" in one(events, OrderGiven).cites
    assert "d20.action.standard.bull-rush" in every(events, Answered)[0].cites


def test_slipping_out_of_a_hold_is_a_standard_action() -> None:
    """It exposes to nobody (d20.action.standard.escape-grapple)."""
    table = field(dice="d20:2 d20:19")
    table.tell(GrappleBegan(-1, "o", "A"))
    events = order(table, "A", Grapple("slip", "o"))

    assert one(events, OrderGiven).cost == "standard"
    assert "d20.action.standard.escape-grapple" in one(events, OrderGiven).cites
    assert not every(events, Answered)


def test_speaking_is_free() -> None:
    """To give up takes a word (d20.action.free.speak)."""
    table = field()
    events = order(table, "A", Surrender())

    assert one(events, OrderGiven).cost == "free"
    assert "d20.action.free.speak" in cited(events)
    assert table.battle["A"].has("surrendered")


def test_the_step_is_an_act_of_its_own_that_never_exposes() -> None:
    """One square exactly (d20.action.none.five-foot-step)."""
    table = field()
    events = order(table, "A", Step(square(table, "a1")))

    assert one(events, OrderGiven).cost == "none"
    assert "d20.action.none.five-foot-step" in cited(events)
    assert not every(events, Answered)


def test_a_feat_used_in_an_attack_costs_what_it_says() -> None:
    """Power Attack is part of the attack (d20.action.varies.use-feat)."""
    table = field(dice="d20:2")
    events = order(table, "A", Attack("o", "longsword", power=1))

    given = one(events, OrderGiven)
    assert given.cost == "standard"
    assert "d20.action.varies.use-feat" in given.cites
    assert "d20.action.varies.use-feat" not in cited(order(field(dice="d20:2"), "A", Attack("o", "longsword")))


@pytest.mark.parametrize("act", ["trip", "disarm", "grapple"])
def test_what_replaces_an_attack_may_expose(act: str) -> None:
    """The second column of trip, disarm and grapple
    (d20.action.varies.trip, d20.action.varies.disarm, d20.action.varies.grapple)."""
    table = battlefield("p A o\n. . .", A="fighter-3", o="orc", p="orc", dice="d20:2 d20:2 d20:2 d20:2")

    events = order(table, "A", Attack("o", "unarmed strike", act))  # type: ignore[arg-type]

    asked = [event for event in every(events, Answered) if type(event.question).__name__ == "Opportunity"]
    assert [event.who for event in asked] == ["o"]
    assert action.ROWS[act] in asked[0].cites
    assert action.ROWS[act] in one(events, OrderGiven).cites
