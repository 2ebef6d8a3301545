"""Skills that have no order of their own."""

from __future__ import annotations

import pytest

from sim.events.attacks import CheckRolled, ContestRolled
from sim.events.orders import OpenDoor, Opportunity, UseSkill
from sim.grid.figures import Edge
from sim.testing import battlefield, cited, order, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import one

BULLY = fighter("club", skills={"intimidate": 6})
BURGLAR = fighter("club", skills={"open-lock": 9})
ONE_ACTION = "d20.action.standard.skill-one-action"
ONE_ROUND = "d20.action.full-round.skill-one-round"


def test_intimidation_shakes_whom_it_beats() -> None:
    """Against Hit Dice and Wisdom; until the winner's next turn (d20.action.standard.skill-one-action)."""
    table = battlefield("A o . .", A=BULLY, o="orc", dice="d20:10 d20:14")
    events = order(table, "A", UseSkill("intimidate", "o"))

    contest = one(events, ContestRolled)
    assert (contest.total, contest.other_total) == (16, 13)
    assert table.battle["o"].has("shaken", "A")
    assert ONE_ACTION in cited(events)


def test_using_a_skill_exposes() -> None:
    """As the table has it for most of them."""
    table = battlefield("A o . .", A=BULLY, o="orc", dice="d20:10 d20:14")
    events = order(table, "A", UseSkill("intimidate", "o"))

    assert [e.question for e in events if hasattr(e, "question")] == [Opportunity("A", "skill-one-action")]


@pytest.mark.parametrize("kind", ["human-warrior-skeleton", "large-monstrous-spider"])
def test_the_mindless_are_not_intimidated(kind: str) -> None:
    """Nor is anybody out of reach."""
    table = battlefield("A o o . .\n. o o . .", A=BULLY, o=kind)

    assert why_not(table, "A", UseSkill("intimidate", "o")) == (ONE_ACTION,)


def test_a_lock_takes_a_round() -> None:
    """An Open Lock check of 20; then the door can be opened (d20.action.full-round.skill-one-round)."""
    table = battlefield("A . . o", A=BURGLAR, o="orc", dice="d20:11", edges=[Edge("a1", "e", "locked-door")])
    door = square(table, "a1")
    assert why_not(table, "A", OpenDoor(door, "e"))
    events = order(table, "A", UseSkill("open-lock", place=door, side="e"))

    assert one(events, CheckRolled).total == 20
    assert ONE_ROUND in cited(events)
    table.battle.turn.who = ""
    assert not why_not(table, "A", OpenDoor(door, "e"))


def test_a_lock_wants_a_trained_hand() -> None:
    """Nobody picks a lock untrained."""
    table = battlefield("A . . o", A=BULLY, o="orc", edges=[Edge("a1", "e", "locked-door")])

    assert why_not(table, "A", UseSkill("open-lock", place=square(table, "a1"), side="e")) == (ONE_ROUND,)
