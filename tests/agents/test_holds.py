"""Taking hold of somebody, by whatever rulebook is open: the stance ``grapple`` in AD&D."""

from __future__ import annotations

from typing import Any

from agents.policies.player import Mind
from sim.events.orders import FullAttack, Grapple
from sim.rules.adnd.book import BOOK
from sim.tables import adnd_figures as figures
from tests.rules.adnd.arena import arena, condition, sheet

DUEL = """
    . . . .
    . A o .
    . . . .
"""
WRESTLER = sheet("fighter-5", held=(), shield=None, strength=18, exceptional=100, armor=figures.armor("none"), thac0=10)
MIDDLING = sheet("fighter-5", held=(), weapons=(), shield=None, strength=12, armor=figures.armor("none"), thac0=10)
BRUTE = sheet("orc", held=(), strength=24)
SWORDSMAN = sheet("fighter-5", held=("long sword",), shield=None, strength=18, exceptional=100)


def order(me: Any, foe: Any = "wizard-5", stance: str = "doctrine:grapple", **state: str) -> Any:
    """What it declares."""
    table = arena(DUEL, A=me, o=foe)
    for name, other in state.items():
        condition(table, "A", name, other, 2 if name == "gripping" else 0)
        if name == "gripping":
            condition(table, other, "held", "A", 1)
    mind = Mind(table.battle["A"], stance, 1, "open", BOOK.odds, {})
    return mind.decide(table.battle, "A", None, BOOK.offers(table.battle, "A")).choice


def test_with_a_weapon_in_hand_it_grabs() -> None:
    """One hand is free, and the wizard is weak: he is gripped."""
    assert order(SWORDSMAN) == FullAttack("o", "fist", how="grab")


def test_with_both_hands_free_it_takes_what_is_likelier() -> None:
    """The grip with one hand comes off more often than one of the holds in the table, the foe being weak."""
    assert order(WRESTLER) == FullAttack("o", "fist", how="grab")


def test_against_the_strong_it_wrestles() -> None:
    """A brute of Strength 24 cannot be held with one hand, but may be in a bear hug."""
    assert order(MIDDLING, BRUTE) == FullAttack("o", "fist", how="wrestle")


def test_who_holds_somebody_does_not_take_hold_again() -> None:
    """He strikes with what he has: his fists."""
    assert order(WRESTLER, gripping="o").how == "strike"


def test_who_is_held_wrestles_to_get_free() -> None:
    """Without any leaning too."""
    assert order(MIDDLING, BRUTE, "doctrine", held="o") == FullAttack("o", "fist", how="wrestle")


def test_who_wants_to_get_away_lets_go_first() -> None:
    """Hurt to the bone he thinks of nothing but flight."""
    table = arena(DUEL, A=WRESTLER, o="ogre")
    condition(table, "o", "grabbed", "A")
    condition(table, "A", "gripping", "o", 1)
    table.battle["A"].hit_points = 3
    mind = Mind(table.battle["A"], "doctrine", 1, "open", BOOK.odds, {"caution": 10, "aggression": 0})

    assert mind.decide(table.battle, "A", None, BOOK.offers(table.battle, "A")).choice == Grapple("release", "o")
