"""Fights of AD&D drawn with their dice, in which the audit finds nothing: what is rare, and right."""

from __future__ import annotations

from sim.audit import audit
from sim.events.log import parse
from sim.events.orders import Attack, FullAttack
from sim.table import Table
from tests.rules.adnd.arena import meeting, opening, play_round, sheet


def found(table: Table) -> list[str]:
    """What the audit says of a fight so far."""
    return [f"{one.invariant}: {one.message}" for one in audit(parse(table.log.to_bytes()))]


def test_whoever_has_lost_initiative_already_may_fumble_for_nothing() -> None:
    """
    adnd.fumble.table.gm-judgement: a manticore does not stumble, but loses its next attack or initiative; and that it
    has lost with the natural 1.
    """
    table = meeting(
        "A . m .\n. . . .",
        A=sheet("wizard-5", player=True, hit_points=60),
        m=sheet("manticore", player=True),
        options={"fumble": "every-one"},
        dice="d10:5 d10:5 d20:2 d20:2 d20:1 d100:13",
    )
    opening(table)
    blows = [Attack("A", name) for name in ("claw", "claw", "bite")]
    play_round(table, m=[FullAttack("A", "claw"), *blows])

    assert found(table) == []
