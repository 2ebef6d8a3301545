"""Cleaving: the blow that is left over goes to whoever it is most likely to fell."""

from __future__ import annotations

from sim.events.orders import Choose, Pick
from sim.rules.choice import Options
from sim.testing import battlefield
from tests.agents.situations import asked


def test_the_second_blow_fells_another() -> None:
    """Of an unhurt ogre and one near death, the latter (d20.cleave.attack)."""
    table = battlefield(". . . . . .\no o A p p .\no o . p p .", A="fighter-5", o="ogre", p="ogre")
    table.battle["p"].hit_points = 3
    question = Pick("cleave", "o", ("o", "p"))

    assert asked(table, "A", "doctrine", question, Options(question.options, "rule")) == Choose("p")
