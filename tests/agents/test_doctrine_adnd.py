"""The same doctrine by the other rulebook: AD&D declares before initiative, and a policy knows nothing of it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from agents.memory import Remembered
from agents.policies.base import Offers
from agents.policies.doctrine import aim, hold, roles, ward
from agents.policies.player import Mind
from agents.view import Persona, View
from sim.events.orders import End, FullAttack, Move
from sim.rules.adnd.book import BOOK
from sim.table import Table
from sim.testing import square
from tests.rules.adnd.arena import ROSTER, arena, condition, sheet


def seen(table: Table, who: str = "A") -> View:
    """What somebody knows."""
    return View(table.battle, who, odds=BOOK.odds)


def menu(table: Table, who: str = "A") -> Offers:
    """What somebody may declare."""
    return cast(Offers, BOOK.offers(table.battle, who))


def order(table: Table, policy: str = "doctrine", **traits: int) -> Any:
    """What A declares."""
    mind = Mind(table.battle["A"], policy, 1, "open", BOOK.odds, traits)
    return mind.decide(table.battle, "A", None, menu(table)).choice


@pytest.mark.parametrize(("kind", "wits"), [("zombie", 0), ("wolf", 2), ("ogre", 3), ("fighter-5", 5)])
def test_wits_come_of_the_order_of_a_mind(kind: str, wits: int) -> None:
    """Creatures have no score, but are mindless, animals, of low or of average mind."""
    assert Persona.of(ROSTER.creature(kind)).wits == wits


@pytest.mark.parametrize(("friend", "told"), [("fighter-5", True), ("wolf", False)])
def test_friends_tell_what_they_see(friend: str, told: bool) -> None:
    """A short shout costs nothing; a wolf has no words."""
    table = arena(". . . # . .\n. A . # . o\n. . . # . .\n. . . B . .", A="fighter-5", B=friend, o="orc")

    assert (Remembered("o", square(table, "f2"), 0, "B") in seen(table).remembered()) is told


def test_the_deaf_hear_nobody() -> None:
    """Everybody else hears the fight behind the wall."""
    table = arena("A . # . o\n. . # . .", A="fighter-5", o="orc")
    assert seen(table).noises()

    condition(table, "A", "deafened")
    assert not seen(table).noises()


def test_roles_are_read_from_these_sheets_too() -> None:
    """A wizard, an archer, an animal, a leader."""
    table = arena("A B C . o", A="wizard-5", B="archer-7", C="wolf", o=sheet("orc", leader=True))
    battle = table.battle

    assert [roles.by_sheet(battle[who]) for who in "ABC"] == ["caster", "archer", "beast"]
    assert roles.role(seen(table, "o")) == "leader"


@pytest.mark.parametrize(("friend", "freed"), [("wizard-5", True), ("fighter-5", False)])
def test_the_weak_are_freed(friend: str, freed: bool) -> None:
    """Whoever stands beside the wizard is struck before others, or gone for; a fighter looks after himself."""
    table = arena(". . . W .\n. o A p .\n. . . . .", A="fighter-5", o="orc", p="orc", W=friend)
    found = list(ward.options(seen(table), menu(table), False))

    assert any("frees W of p" in option.words for option in found) is freed


COVER = """
    . . . . . . . . . . . . . .
    . A . . . . . . . . . . o .
    . . # . . . . . . . . . p .
    . . . . . . . . . . . . . .
    """


@pytest.mark.parametrize(("foes", "sheltered"), [("orc-archer", True), ("orc", False)])
def test_an_archer_looks_for_cover(foes: str, sheltered: bool) -> None:
    """From foes who shoot, behind the pillar; from others it needs none."""
    table = arena(COVER, A="archer-7", o=foes, p=foes)

    assert bool([*aim.options(seen(table), menu(table), False)]) is sheltered


@pytest.mark.parametrize(("wall", "stands"), [("#", True), (".", False)])
def test_the_outnumbered_make_a_stand(wall: str, stands: bool) -> None:
    """In a pass where one can come at a time; in the open there is none."""
    drawing = f"""
        . . {wall} {wall} {wall} . . . . .
        . . {wall} {wall} {wall} . . . . o
        A . . . . . . . p .
        . . {wall} {wall} {wall} . . . . q
        . . {wall} {wall} {wall} . . . r .
        """
    table = arena(drawing, A="fighter-3", **dict.fromkeys("opqr", "bugbear"))
    found = [option.order for option in hold.options(seen(table), menu(table), False)]

    assert any(isinstance(wish, Move) for wish in found) is stands


def test_a_zombie_walks_on_where_an_orc_lets_them_come() -> None:
    """In the pass already."""
    drawing = """
        . . # # # . . . . .
        . . # # # . . . . o
        . . . A . . . . p .
        . . # # # . . . . q
        . . # # # . . . r .
        """
    foes = dict.fromkeys("opqr", "hill-giant")
    smart = order(arena(drawing, A="orc", **foes), caution=2, aggression=3)
    mindless = order(arena(drawing, A="zombie", **foes))

    assert isinstance(smart, End)
    assert not isinstance(mindless, End | FullAttack)
