"""
AD&D: attacks kept back to parry with, weapons struck from hands, a blade at a neck.

An orc with a sword that does 18 points more than others is as dangerous as that sword, and harmless with its fists.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from agents.policies.base import Offers
from agents.policies.player import Mind
from sim.events.orders import Attack, Choose, FullAttack, Pick, Realign, Surrender
from sim.rules.adnd.book import BOOK
from sim.rules.choice import Options
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.rules.adnd.arena import activate, arena, condition, declare, sheet

SIDE_BY_SIDE = """
    . . . . .
    . A o . .
    . . . . .
"""
SWORDSMAN = sheet("fighter-1", hit_points=20, shield=None)
MASTER = sheet("master-9", shield=None, hit_points=60)


def best(table: Table, who: str = "A", question: Pick | None = None, **traits: int) -> Any:
    """What doctrine orders, or answers, for somebody who knows everybody's figures."""
    mind = Mind(table.battle[who], "doctrine", 1, "open", BOOK.odds, traits)
    menu = Options(question.options, "") if question is not None else BOOK.offers(table.battle, who)
    return mind.decide(table.battle, who, question, cast(Offers, menu)).choice


def wounded(table: Table, who: str, left: int) -> Table:
    table.battle[who].hit_points = left
    return table


def test_the_outmatched_parry() -> None:
    """Hurt, and with a blow that only scratches it, he keeps that back for the orc's."""
    order = best(wounded(arena(SIDE_BY_SIDE, A=SWORDSMAN, o=terror(armor=8)), "A", 6), discipline=10)

    assert isinstance(order, FullAttack)
    assert order.parries == 1


@pytest.mark.parametrize("foe", ["goblin", sheet("ogre", hit_points=3)])
def test_the_strong_strike(foe: Sheet | str) -> None:
    """A goblin is no match for him, and an ogre that one blow will fell is felled."""
    order = best(arena(SIDE_BY_SIDE, A=MASTER, o=foe))

    assert isinstance(order, FullAttack)
    assert (order.how, order.parries) == ("strike", 0)


def terror(weapon: str = "long sword", damage: int = 18, armor: int = 0) -> Sheet:
    """An orc in plate whose weapon is all that makes it dangerous."""
    figures = sheet("orc", hit_points=60)
    sword = msgspec.structs.replace(figures.weapons[0], name=weapon, base="long sword", damage_bonus=damage, attack=8)
    hide = msgspec.structs.replace(figures.armor, armor_class=armor)
    return msgspec.structs.replace(figures, weapons=(sword,), held=(weapon,), armor=hide)


def test_the_weapon_is_taken_from_the_dangerous() -> None:
    """What it loses is worth more than what a blow would do; when the moment comes he does what he has announced."""
    table = arena(SIDE_BY_SIDE, A=MASTER, o=terror())
    order = best(table)
    assert isinstance(order, FullAttack)
    assert "disarm" in order.how

    declare(table, "A", order)
    activate(table, "A")
    attack = best(table)
    assert isinstance(attack, Attack)
    assert attack.how == order.how


@pytest.mark.parametrize("foe", [terror(damage=0), "lion", msgspec.structs.replace(terror(), hit_points=4)])
def test_others_are_struck(foe: Sheet | str) -> None:
    """Where the weapon is no loss, cannot be taken, or one blow ends it."""
    order = best(arena(SIDE_BY_SIDE, A=MASTER, o=foe))

    assert order.how == "strike"


def test_a_parry_is_kept_for_whoever_strikes_hardest() -> None:
    """The goblin's blow he lets come, the ogre's he parries, with the sword rather than the shield."""
    drawing = """
        . . . . .
        . A o . .
        . p . . .
    """
    table = arena(drawing, A="master-9", o="ogre", p="goblin")
    options = ("no", "long sword", "medium shield")

    assert best(table, question=Pick("parry", "p", options)) == Choose("no")
    assert best(table, question=Pick("parry", "o", options)) == Choose("long sword")
    assert best(table, question=Pick("parry-for", "o", options)) == Choose("long sword")


def test_a_weapon_out_of_line_is_brought_back() -> None:
    """Before anything else can be done with it."""
    table = arena(SIDE_BY_SIDE, A=sheet("high-master-15"), o="ogre")
    declare(table, "A", FullAttack("o", "two-handed sword"))
    activate(table, "A")
    condition(table, "A", "misaligned", "two-handed sword")

    assert best(table) == Realign("weapon")


def test_who_has_somebody_in_his_power_puts_a_blade_to_his_neck() -> None:
    """Where he can, and the other is worth it; the merciful then spare him, others do not."""
    knife = sheet("rogue-5", held=("dagger",), thac0=10)
    table = arena(SIDE_BY_SIDE, A=knife, o=sheet("fighter-5", hit_points=40))
    condition(table, "o", "held", "A")
    assert best(table) == FullAttack("o", "dagger", "hostage")

    question = Pick("hostage", "o", ("spare", "strike"))
    assert best(table, question=question, mercy=8) == Choose("spare")
    assert best(table, question=question, mercy=2) == Choose("strike")


def test_with_a_blade_at_his_neck_he_gives_up() -> None:
    """Unless he is too bold for it."""
    table = arena(SIDE_BY_SIDE, A="rogue-5", o="fighter-3")
    condition(table, "o", "held", "A")
    condition(table, "o", "hostage", "A")

    assert best(table, "o") == Surrender()
    assert best(table, "o", aggression=10, caution=0) != Surrender()
