"""Feinting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.encounter import step
from sim.events.attacks import AttackRolled, ContestRolled, DamageDealt
from sim.events.conditions import ConditionEnded
from sim.events.course import OrderGiven
from sim.events.orders import Attack, End, Feint
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, condition, order, spent, why_not

ROGUE = replace(creature("rogue-6"), feats=("weapon-finesse",))
FOE = replace(creature("rogue-1"), hit_points=60)
FOOL = Feint("o")
STAB = Attack("o", "rapier")


def field(dice: str = "", a: Sheet = ROGUE, o: str | Sheet = FOE, drawing: str = ". . . .\n. A o .\n. . . .") -> Table:
    """A rogue beside somebody."""
    return battlefield(drawing, A=a, o=o, dice=dice)


def contest(events: tuple[object, ...]) -> ContestRolled:
    """The check among these events."""
    (rolled,) = [event for event in events if isinstance(event, ContestRolled)]
    return rolled


def test_it_is_a_standard_action() -> None:
    """With the row of the action tables (d20.action.standard.feint)."""
    events = order(field("d20:10 d20:10"), "A", FOOL)

    assert isinstance(events[0], OrderGiven)
    assert (events[0].cost, events[0].cites) == ("standard", ("d20.action.standard.feint",))


def test_improved_feint_makes_it_a_move_action() -> None:
    """The blow comes in the same turn."""
    table = field("d20:20 d20:1 d20:2", a=creature("rogue-6"))

    events = order(table, "A", FOOL)

    assert isinstance(events[0], OrderGiven)
    assert (events[0].cost, "d20.action.varies.use-feat" in events[0].cites) == ("move", True)
    order(table, "A", STAB)
    spent(table)


def test_bluff_against_sense_motive_and_experience() -> None:
    """The target adds its base attack bonus (d20.feint.check, d20.feint.bab)."""
    rolled = contest(order(field("d20:10 d20:10", o="orc"), "A", FOOL))

    assert rolled.checks == ("bluff", "sense-motive")
    assert [part.rule for part in rolled.parts] == ["d20.feint.check"]
    assert [(part.type, part.value) for part in rolled.other_parts] == [("wisdom", -2), ("base attack", 1)]
    assert rolled.other_parts[1].rule == "d20.feint.bab"


def test_only_the_higher_check_misleads() -> None:
    """A tie goes to the target (d20.feint.check)."""
    bonus = ROGUE.skills["bluff"] - (creature("orc").base_attack - 2)
    tied = field(f"d20:5 d20:{5 + bonus}", o="orc")
    won = field(f"d20:6 d20:{5 + bonus}", o="orc")

    assert not contest(order(tied, "A", FOOL)).won
    assert contest(order(won, "A", FOOL)).won
    assert not tied.battle["o"].has("feinted")
    assert won.battle["o"].has("feinted", "A")


@pytest.mark.parametrize(
    ("kind", "rule", "value"),
    [
        ("ogre", "d20.feint.nonhumanoid", -4),
        ("wolf", "d20.feint.animal-intelligence", -8),
        ("orc", "", 0),
    ],
)
def test_strange_bodies_are_hard_to_mislead(kind: str, rule: str, value: int) -> None:
    """4 against those who are no humanoids, 8 in its place against those of animal Intelligence."""
    drawing = ". . . . .\n. A o o .\n. . o o ." if kind == "ogre" else ". . . .\n. A o .\n. . . ."
    rolled = contest(order(field("d20:10 d20:10", o=kind, drawing=drawing), "A", FOOL))

    assert [(part.rule, part.value) for part in rolled.parts[1:]] == ([(rule, value)] if rule else [])


def test_the_mindless_expect_nothing() -> None:
    """Without Intelligence nobody can be misled (d20.feint.mindless)."""
    assert why_not(field(o="human-warrior-skeleton"), "A", FOOL) == ("d20.feint.mindless",)
    assert not why_not(field(o="orc"), "A", FOOL)


def test_only_who_could_be_struck() -> None:
    """It is a move of melee (d20.feint.check)."""
    table = field(drawing=". . . . .\n. A . o .\n. . . . .")

    assert why_not(table, "A", FOOL) == ("d20.feint.check",)


def test_the_next_melee_attack_finds_no_dexterity() -> None:
    """And a rogue's sneak attack with it, once (d20.feint.effect)."""
    table = field("d20:20 d20:1 d20:14 d6:3 d6:1 d6:2 d6:3 d20:14 d6:3")
    order(table, "A", FOOL)

    first = order(table, "A", STAB) if not table.battle.turn.standard else ()
    assert first == ()
    step_on(table)
    first = order(table, "A", STAB)
    table.battle.turn.standard = False
    second = order(table, "A", STAB)

    rolled = [event for event in (*first, *second) if isinstance(event, AttackRolled)]
    assert ["d20.feint.effect" in event.cites for event in rolled] == [True, False]
    assert [sum(part.type == "dexterity" for part in event.ac_parts) for event in rolled] == [0, 1]
    assert [len(event.dice) for event in (*first, *second) if isinstance(event, DamageDealt)] == [4, 1]
    spent(table)


def step_on(table: Table) -> None:
    """The turns of ``A`` and ``o`` end, and ``A``'s next begins."""
    order(table, "A", End())
    step(BOOK, table)
    order(table, "o", End())
    for creature_ in table.battle:
        creature_.acted = False
    table.battle.turn.over = True
    while table.battle.turn.who != "A" or table.battle.turn.over:
        step(BOOK, table)


def test_others_gain_nothing_by_it() -> None:
    """Only the feinter does (d20.feint.effect)."""
    table = battlefield(". B . .\n. A o .\n. . . .", A=ROGUE, B="fighter-1", o=FOE, dice="d20:20 d20:1 d20:2")
    order(table, "A", FOOL)

    events = order(table, "B", Attack("o", "longsword"))

    assert "d20.feint.effect" not in cited(events)
    assert table.battle["o"].has("feinted", "A")


def test_a_shot_gains_nothing_by_it() -> None:
    """It is for melee (d20.feint.effect)."""
    archer = replace(ROGUE, held=("rapier", "shortbow"))
    table = field("d20:20 d20:1 d20:2", a=archer)
    order(table, "A", FOOL)
    table.battle.turn.standard = False
    table.battle["o"].reactions = 1

    events = order(table, "A", Attack("o", "shortbow"))

    assert "d20.feint.effect" not in cited(events)
    assert table.battle["o"].has("feinted", "A")


def test_it_is_lost_with_the_end_of_the_next_turn() -> None:
    """On or before that turn the attack must come (d20.feint.timing)."""
    table = field("d20:20 d20:1")
    order(table, "A", FOOL)
    step_on(table)
    assert table.battle["o"].has("feinted", "A")

    order(table, "A", End())
    first = len(table.log.events)
    step(BOOK, table)

    (ended,) = [event for event in table.log.events[first:] if isinstance(event, ConditionEnded)]
    assert (ended.condition, ended.cites) == ("feinted", ("d20.feint.timing",))


def test_the_shaken_lie_badly() -> None:
    """What conditions do to checks counts."""
    table = field("d20:10 d20:10", o="orc")
    condition(table, "A", "shaken")

    assert sum(part.value for part in contest(order(table, "A", FOOL)).parts) == ROGUE.skills["bluff"] - 2


@given(st.integers(1, 20), st.integers(1, 20))
def test_the_sums_decide(one: int, two: int) -> None:
    """Whatever is rolled, the target is misled exactly if the feinter's total is higher."""
    table = field(f"d20:{one} d20:{two}")
    rolled = contest(order(table, "A", FOOL))

    assert rolled.total == one + sum(part.value for part in rolled.parts)
    assert rolled.other_total == two + sum(part.value for part in rolled.other_parts)
    assert rolled.won == table.battle["o"].has("feinted") == (rolled.total > rolled.other_total)
