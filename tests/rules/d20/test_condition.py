"""Conditions beyond the tables of attack rolls and armor class."""

from __future__ import annotations

import pytest

from sim.events.attacks import AbilityDamaged
from sim.events.orders import Attack, Charge, End, FullAttack, Grapple, Move, TotalDefense
from sim.rules.book import GO_ON
from sim.rules.d20 import condition as rules
from sim.rules.d20 import core, dying, grapple, initiative, move, run, scores, special, turn
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.book import BOOK
from sim.rules.d20.declare import MELEE, Blow
from sim.rules.d20.save import parts
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, square, why_not


def open_field(**extra: str) -> Table:
    """A fighter and an orc with room around them."""
    return battlefield(
        """
        . . . . . . . .
        . A o . . . . .
        . . . . . . . .
        """,
        A="fighter-1",
        o="orc",
        **extra,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("name", ["shaken", "frightened", "panicked"])
def test_fear_costs_2_on_saves_and_checks(name: str) -> None:
    """Shaken, frightened or panicked alike (d20.condition.shaken)."""
    table = open_field()
    condition(table, "o", name)

    expected = (-2, "shaken", "d20.condition.shaken")
    assert expected in parts(table.battle["o"], "will")
    assert expected in rules.check_parts(table.battle["o"])


def test_the_sickened_do_all_worse() -> None:
    """-2 on attacks, damage, saves and checks (d20.condition.sickened)."""
    table = open_field()
    condition(table, "A", "sickened")
    fighter = table.battle["A"]
    blow = Blow(table.battle, fighter, table.battle["o"], fighter.weapons["longsword"], MELEE)

    expected = (-2, "sickened", "d20.condition.sickened")
    assert expected in core.attack_tally(blow).parts
    assert expected in core.damage_parts(blow)
    assert expected in parts(fighter, "fortitude")
    assert expected in rules.check_parts(fighter)


def test_the_slowed_are_easier_to_hit() -> None:
    """-1 on attacks, armor class and Reflex, not on other saves (d20.condition.slowed)."""
    table = open_field()
    condition(table, "A", "slowed")
    fighter, orc = table.battle["A"], table.battle["o"]
    blow = Blow(table.battle, fighter, orc, fighter.weapons["longsword"], MELEE)
    taken = Blow(table.battle, orc, fighter, orc.sheet.unarmed, MELEE)

    expected = (-1, "slowed", "d20.condition.slowed")
    assert expected in core.attack_tally(blow).parts
    assert expected in core.ac_tally(taken).parts
    assert expected in parts(fighter, "reflex")
    assert expected not in parts(fighter, "will")


def test_the_slowed_have_one_action() -> None:
    """Having moved, they do not strike."""
    table = open_field()
    condition(table, "A", "slowed")

    turn.begin(table, table.battle["A"])

    assert table.battle.turn.restricted
    assert "d20.condition.slowed" in cited(table.log.events)


@pytest.mark.parametrize("name", ["blinded", "entangled", "exhausted", "slowed"])
def test_some_move_at_half_speed(name: str) -> None:
    """20 ft in scale mail become 10 (d20.condition.half-speed)."""
    table = open_field()
    before = move.speed(table.battle["A"])
    condition(table, "A", name)

    assert move.speed(table.battle["A"]) == before // 2
    events = order(table, "A", Move(square(table, "b1")))
    assert "d20.condition.half-speed" in cited(events)


@pytest.mark.parametrize(
    ("name", "ability", "change", "rule"),
    [
        ("fatigued", "strength", -2, "d20.condition.fatigued"),
        ("exhausted", "dexterity", -6, "d20.condition.exhausted"),
        ("entangled", "dexterity", -4, "d20.condition.entangled"),
    ],
)
def test_some_lower_scores(name: str, ability: str, change: int, rule: str) -> None:
    """What a sum is made of names the condition."""
    table = open_field()
    fighter = table.battle["A"]
    before = scores.score(fighter, ability) or 0
    condition(table, "A", name)

    assert scores.score(fighter, ability) == before + change
    assert scores.part(fighter, ability, "").rule == rule


def test_the_paralyzed_have_neither_strength_nor_dexterity() -> None:
    """Both count as 0 (d20.condition.paralyzed)."""
    table = open_field()
    condition(table, "A", "paralyzed")

    assert scores.part(table.battle["A"], "strength", "") == (-5, "strength", "d20.condition.paralyzed")


def test_the_deaf_are_slow_to_start() -> None:
    """-4 on initiative (d20.condition.deafened)."""
    table = open_field()
    condition(table, "A", "deafened")

    assert (-4, "deafened", "d20.condition.deafened") in initiative.parts(table.battle["A"])


@pytest.mark.parametrize("name", ["cowering", "dazed", "stunned", "paralyzed", "asleep"])
def test_some_have_no_actions(name: str) -> None:
    """Their turn passes without an order (d20.condition.no-actions)."""
    table = open_field()
    condition(table, "A", name)

    turn.begin(table, table.battle["A"])

    assert BOOK.call(table.battle) is GO_ON
    assert "d20.condition.no-actions" in cited(table.log.events)


@pytest.mark.parametrize("name", ["stunned", "panicked"])
def test_some_drop_what_they_hold(name: str) -> None:
    """The sword lies on the ground (d20.condition.drops)."""
    table = open_field()
    condition(table, "A", name)

    turn.begin(table, table.battle["A"])

    assert table.battle["A"].held == ()
    assert [thing.name for thing in table.battle.things] == ["longsword"]
    assert "d20.condition.drops" in cited(table.log.events)


def test_the_nauseated_only_move() -> None:
    """No attack and no defence; one move action (d20.condition.nauseated)."""
    table = open_field()
    condition(table, "A", "nauseated")
    turn.begin(table, table.battle["A"])

    assert table.battle.turn.restricted
    for wish in (Attack("o", "longsword"), TotalDefense()):
        assert "d20.condition.nauseated" in why_not(table, "A", wish)
    assert why_not(table, "A", Move(square(table, "b1"))) == ()


def test_the_nauseated_take_no_opportunity() -> None:
    """Whoever walks past them is safe."""
    table = open_field()
    condition(table, "o", "nauseated")

    order(table, "A", Move(square(table, "a1")))

    assert table.player.asked == []  # type: ignore[attr-defined]


def test_the_frightened_do_not_fight_while_they_can_flee() -> None:
    """There is room to get away (d20.condition.frightened)."""
    table = open_field()
    condition(table, "A", "frightened")

    for wish in (Attack("o", "longsword"), FullAttack("o", "longsword")):
        assert "d20.condition.frightened" in why_not(table, "A", wish)


def test_the_frightened_fight_when_cornered() -> None:
    """A dead end leaves no choice."""
    table = battlefield("# # # # #\n# A o . #\n# # # # #", A="fighter-1", o="orc")
    condition(table, "A", "frightened")

    assert why_not(table, "A", Attack("o", "longsword")) == ()


def test_the_panicked_do_not_fight() -> None:
    """Not even cornered (d20.condition.panicked)."""
    table = battlefield("# # # # #\n# A o . #\n# # # # #", A="fighter-1", o="orc")
    condition(table, "A", "panicked")

    assert "d20.condition.panicked" in why_not(table, "A", Attack("o", "longsword"))
    assert "d20.condition.panicked" in why_not(table, "A", Charge("o", square(table, "b2"), "longsword"))


def test_the_panicked_may_slip_away() -> None:
    """Breaking free is no fight."""
    table = open_field()
    condition(table, "A", "panicked")

    assert "d20.condition.panicked" not in why_not(table, "A", Grapple("escape", "o"))
    assert why_not(table, "A", End()) == ()


def test_the_panicked_cower_when_they_cannot_get_away() -> None:
    """Until their next turn."""
    table = battlefield("# # # # #\n# A o . #\n# # # # #", A="fighter-1", o="orc")
    condition(table, "A", "panicked")

    turn.begin(table, table.battle["A"])

    assert table.battle["A"].has("cowering")
    assert "d20.condition.panicked" in cited(table.log.events)


@pytest.mark.parametrize(("name", "rule"), [("shaken", "d20.condition.shaken"), ("sickened", "d20.condition.sickened")])
def test_conditions_count_on_every_check(name: str, rule: str) -> None:
    """Tripping, pushing, slipping out, tumbling, tending, running: all are checks of skill or ability."""
    table = battlefield("A . o", A="rogue-6", o="orc")
    rogue = table.battle["A"]
    condition(table, "A", name)

    for parts_of in (
        special.check_parts(rogue, "strength", "", ""),
        grapple.escape_artist(rogue),
        passing.tumble_parts(rogue),
        dying.heal_parts(rogue),
        run.endurance_parts(rogue),
    ):
        assert (-2, name, rule) in parts_of


def test_no_check_of_a_grapple_is_one_of_ability() -> None:
    """A grapple check is what its row makes it: base attack, Strength, size (d20.grapple.check)."""
    table = battlefield("A . o", A="rogue-6", o="orc")
    rogue = table.battle["A"]
    before = grapple.check(rogue, table.battle["o"])
    condition(table, "A", "shaken")

    assert grapple.check(rogue, table.battle["o"]) == before


@pytest.mark.parametrize("name", ["entangled", "fatigued", "exhausted"])
def test_skills_go_down_with_their_ability(name: str) -> None:
    """What takes Dexterity takes as much off tumbling and slipping out, and says so; healing is of the mind."""
    table = battlefield("A . o", A="rogue-6", o="orc")
    rogue = table.battle["A"]
    dexterity = scores.modifier(rogue, "dexterity")
    condition(table, "A", name)
    lost = scores.modifier(rogue, "dexterity") - dexterity

    assert lost < 0
    for parts_of in (grapple.escape_artist(rogue), passing.tumble_parts(rogue)):
        assert parts_of[1:] == ((lost, "dexterity", f"d20.condition.{name}"),)
    assert len(dying.heal_parts(rogue)) == 1


def test_ability_damage_counts_on_skills_and_breath() -> None:
    """Two points of Constitution or Wisdom are one of the check (d20.ability-damage.score)."""
    table = battlefield("A . o", A="cleric-3", o="orc")
    cleric = table.battle["A"]
    before = [sum(part.value for part in parts_of(cleric)) for parts_of in (dying.heal_parts, run.endurance_parts)]
    table.tell(AbilityDamaged(-1, "A", "wisdom", 2, ()))
    table.tell(AbilityDamaged(-1, "A", "constitution", 2, ()))

    after = [sum(part.value for part in parts_of(cleric)) for parts_of in (dying.heal_parts, run.endurance_parts)]
    assert after == [value - 1 for value in before]
    assert dying.heal_parts(cleric)[1].rule == "d20.ability-damage.score"


def test_who_is_seized_is_cornered() -> None:
    """In a grapple there is nowhere to go, and the frightened fight (d20.condition.frightened)."""
    table = battlefield(". . .\n. A o\n. . .", A="fighter-1", o="orc")
    condition(table, "A", "frightened")
    assert why_not(table, "A", Attack("o", "unarmed strike")) == ("d20.condition.frightened",)

    for who, other in (("A", "o"), ("o", "A")):
        condition(table, who, "grappling", other)
        table.battle[who].grapplers = (other,)

    assert "d20.condition.frightened" not in why_not(table, "A", Grapple("damage", "o"))


@pytest.mark.parametrize(("state", "fights"), [("", True), ("asleep", False)])
def test_only_those_who_could_follow_corner_anybody(state: str, fights: bool) -> None:
    """Away from the orc leads nowhere, past a sleeping one there is a way (d20.condition.frightened)."""
    table = battlefield("# # # # # #\no A . p . #\n# # # # # #", A="fighter-1", o="orc", p="orc")
    condition(table, "A", "frightened")
    if state:
        condition(table, "o", state)
        condition(table, "p", state)

    assert (why_not(table, "A", Attack("o", "longsword")) == ()) is fights
