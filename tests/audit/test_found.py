"""What the audit has found in the engine, drawn: each was a breach once."""

from __future__ import annotations

from sim.events.attacks import AttackRolled, DamageDealt, HitPointsLost, SaveRolled
from sim.events.conditions import ConditionEnded
from sim.events.course import Answered
from sim.events.movement import Moved
from sim.events.orders import Attack, BullRush, Charge, Choose, CoupDeGrace, Move, Opportunity, Run
from sim.rules.d20 import turn
from sim.testing import battlefield, condition, order, spent, square, why_not

CLAW = Attack("A", "claw")
GRAB = Choose("grab")


def test_the_acid_of_a_coup_de_grace_counts_against_the_victim() -> None:
    """The save is against 10 and all the damage dealt, acid included (d20.coup-de-grace.fort)."""
    table = battlefield("A b", A="gray-ooze", b="hill-giant", dice="d6:2 d6:3 d6:4 d20:20")
    condition(table, "b", "paralyzed")

    events = order(table, "A", CoupDeGrace("b", "slam"))

    dealt = [event.amount for event in events if type(event) is DamageDealt]
    save = next(event for event in events if type(event) is SaveRolled)
    assert len(dealt) == 2
    assert save.dc == 10 + sum(dealt)
    spent(table)


def test_who_is_seized_on_the_way_strikes_as_a_grappler() -> None:
    """Bare hands that provoked a bear's grip land at -4 (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1 d20:2"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("b", "unarmed strike"))

    blow = [event for event in events if type(event) is AttackRolled][-1]
    assert blow.attacker == "A"
    assert (-4, "d20.grapple.option.attack") in [(part.value, part.rule) for part in blow.parts]
    spent(table)


def test_who_is_seized_on_the_way_trips_nobody() -> None:
    """A trip is no option of a grappler (d20.grapple.options.per-attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, Choose("grab")])

    events = order(table, "A", Attack("b", "unarmed strike", "trip"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]


def test_who_is_seized_on_the_way_shoots_nobody() -> None:
    """A bow is no weapon for a grapple (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    field = "A b b . c\n. b b . ."
    table = battlefield(field, A="archer-4", b="brown-bear", c="orc", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("c", "composite longbow"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]
    spent(table)


def test_who_is_pulled_out_of_a_crevice_squeezes_no_more() -> None:
    """Squeezing ends where there is room, however one got there (d20.squeeze.width)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[GRAB])
    condition(table, "A", "squeezing")

    events = order(table, "b", Attack("A", "claw"))

    assert any(type(event) is ConditionEnded and event.condition == "squeezing" for event in events)
    spent(table)


def test_a_fallen_foe_hides_nobody_from_a_charge() -> None:
    """Whoever stands over the helpless is in the way all the same (d20.charge.clear-path)."""
    table = battlefield("A . b . . o\n. . . c . .", A="fighter-1", b="orc", c="goblin", o="orc")
    battle = table.battle
    condition(table, "b", "unconscious")
    assert why_not(table, "A", Charge("o", square(table, "e1"), "longsword")) == ()

    battle.leave(battle["c"])
    battle["c"].square = battle["b"].square
    battle.enter(battle["c"])

    assert "d20.charge.clear-path" in why_not(table, "A", Charge("o", square(table, "e1"), "longsword"))


def test_large_creatures_squeeze_beside_deep_water() -> None:
    """Whatever leaves no room is a gap, water and pits as much as walls (d20.squeeze.width)."""
    table = battlefield("o o . . . .\no o . ~ . .\n~ ~ ~ ~ ~ ~", o="ogre")

    events = order(table, "o", Move(square(table, "e1")))

    moved = next(event for event in events if type(event) is Moved)
    assert 1 in moved.spans
    assert "d20.squeeze.move-cost" in moved.cites


def test_to_leave_a_square_that_is_shared_is_no_squeezing() -> None:
    """Who has got among others walks out at the usual price (d20.squeeze.move-cost)."""
    table = battlefield("A . . . .\no . . . .", A="fighter-1", o="orc")
    battle = table.battle
    condition(table, "o", "surrendered")
    battle.leave(battle["o"])
    battle["o"].square = battle["A"].square
    battle.enter(battle["o"])

    events = order(table, "A", Move(square(table, "d1")))

    assert [event.halves for event in events if type(event) is Moved] == [6]


def test_nobody_runs_halfway_off_the_map() -> None:
    """A large creature's run ends where all of it is on the map (d20.run.straight-line)."""
    table = battlefield("o o . . . .\no o . . . .\n. . . . . .", o="light-horse")

    assert why_not(table, "o", Run(square(table, "e2"))) == ()
    assert "d20.run.straight-line" in why_not(table, "o", Run(square(table, "e3")))


def test_whoever_begins_to_die_in_its_turn_rolls_in_the_next() -> None:
    """The first roll comes at the next turn after the dying began (d20.dying.stabilise)."""
    table = battlefield("A . b", A="fighter-1", b="medium-viper", dice="d20:1 d6:2")
    condition(table, "A", "poisoned", "b", 1)
    table.battle["A"].hit_points = 0

    turn.begin(table, table.battle["A"])

    lost = [event for event in table.log.events if type(event) is HitPointsLost]
    assert [event.cites for event in lost] == [("d20.ability-damage.hit-points",)]
    spent(table)


def test_everybody_strikes_at_one_who_is_pushed() -> None:
    """That he is stunned, or falls to the first blow, spares him no other (d20.bull-rush.push-aoo)."""
    strike = Attack("o", "longsword")
    table = battlefield(
        "B . . .\nA o . .\nC . . .",
        A="fighter-1",
        B="fighter-1",
        C="fighter-1",
        o="half-orc-warrior-4",
        dice="d20:15 d20:12 d20:2",
        answers=[strike],
    )
    condition(table, "o", "stunned")

    events = order(table, "A", BullRush("o"))

    asked = [event.who for event in events if type(event) is Answered and type(event.question) is Opportunity]
    assert asked == ["B", "C"]
    spent(table)
