"""What made-up fights have found, drawn small: each of these once broke a law."""

from __future__ import annotations

from sim.dice.sources import ScriptedDice
from sim.encounter import begin, step
from sim.events.conditions import ConditionBegan
from sim.events.log import parse
from sim.events.orders import Attack, Charge, Decision, End, Question
from sim.laws import breaches
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.table import Menu
from sim.tables.bestiary import resolve
from sim.testing import battlefield, scenario_of


def test_a_flask_may_be_weighed_against_who_shrugs_energy_off() -> None:
    """A flask has no kind of damage of its own, and its odds against an ooze crash nothing (fight 378 of d20)."""
    weapon = {"name": "alchemist's fire"}
    thrower = resolve({"base": "orc", "weapons": [weapon], "held": [weapon["name"]]}, "a thrower")
    table = battlefield("A . o", A=thrower, o="gray-ooze")

    (strike,) = BOOK.odds.strikes(table.battle, "A", Attack("o", weapon["name"]))

    assert strike.harm.mean() > 0


class Charges:
    """The first to choose charges; all others end their turns."""

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        charges = [choice for choice in menu if type(choice) is Charge] if question is None and who == "a" else []
        return Decision(charges[0] if charges else End(), "test")


def test_the_tiny_may_charge_into_the_space_of_the_large() -> None:
    """Without reach they strike from there, so the spaces of their target are among the equal (fight 138 of d20)."""
    scenario = scenario_of("a . . . A A\n. . . . A A", {"A": "ogre", "a": "rat"}, options={"charge-tie": "die"})
    table = begin(BOOK, scenario, Charges(), dice=ScriptedDice("d20:1 d20:20 d2:1 d20:1"), source="scripted")
    while not any(type(e) is ConditionBegan and e.condition == "charged" for e in table.log.events):
        step(BOOK, table)

    assert breaches(parse(table.log.to_bytes()), "a-die-decides-between-equals") == []
