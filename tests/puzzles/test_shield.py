"""AD&D: both hands, a shield that strikes, a shield that brings down."""

from __future__ import annotations

from typing import Any, cast

from agents.policies.base import Offers
from agents.policies.player import Mind
from sim.events.orders import Attack, Charge, FullAttack
from sim.rules.adnd.book import BOOK
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import activate, arena, condition, declare, sheet

SIDE_BY_SIDE = """
    . . . . .
    . A o . .
    . . . . .
"""
FRIENDS_BY = """
    . . . . . B . .
    A . . . . o C .
    . . . . . D . .
"""
ALONE = """
    . . . . . . . .
    A . . . . o . .
    . . . . . . . .
"""


def best(table: Table, who: str = "A", **traits: int) -> Any:
    """What doctrine orders for somebody who knows everybody's figures."""
    mind = Mind(table.battle[who], "doctrine", 1, "open", BOOK.odds, traits)
    return mind.decide(table.battle, who, None, cast(Offers, BOOK.offers(table.battle, who))).choice


def shieldman(steps: int, **changes: Any) -> Any:
    return sheet("shieldman-6", styles={"weapon-shield": steps}, strength=17, **changes)


def test_who_has_two_weapons_strikes_with_both() -> None:
    """Trained for it, he gains by the second; with one in hand there is none."""
    two, one = (sheet("two-sword-6", held=held) for held in (("long sword", "short sword"), ("long sword",)))
    foe = sheet("ogre", hit_points=60)

    assert best(arena(SIDE_BY_SIDE, A=two, o=foe)).off_hand == "short sword"
    assert not best(arena(SIDE_BY_SIDE, A=one, o=foe)).off_hand


def test_a_master_of_the_shield_punches_besides() -> None:
    """It costs his sword nothing, and he is covered again at once; the untrained would lose more than they gain."""
    foe = sheet("ogre", hit_points=60)
    trained, plain = (best(arena(SIDE_BY_SIDE, A=shieldman(steps), o=foe)) for steps in (2, 0))

    assert (trained.off_hand, trained.off_how) == ("medium shield", "shield-punch")
    assert not plain.off_hand


def test_who_has_nothing_else_punches_with_the_shield() -> None:
    """Rather than with his fist; and in the place of a blow with a sword that is stuck."""
    table = arena(SIDE_BY_SIDE, A=shieldman(0, held=(), weapons=()), o=sheet("ogre", hit_points=60))
    order = best(table)
    assert isinstance(order, FullAttack)
    assert (order.weapon, order.how) == ("medium shield", "shield-punch")

    stuck = arena(SIDE_BY_SIDE, A=shieldman(0), o=sheet("ogre", hit_points=60))
    declare(stuck, "A", FullAttack("o", "long sword"))
    condition(stuck, "A", "fouled", "long sword")
    activate(stuck, "A")
    assert best(stuck) == Attack("o", "medium shield", "shield-punch")


def test_a_foe_among_friends_is_rushed_down() -> None:
    """A nimble one with hard friends of ours around it is worth more on its back than with one wound more."""
    striker = sheet("two-handed-6", strength=18, exceptional=100)
    goblin = sheet("goblin", dexterity=3, hit_points=40, armor=sheet("lancer-5").armor)
    clumsy = shieldman(1, weapons=(sheet("duellist-6").weapons[1],), held=("dagger",))
    order = best(arena(FRIENDS_BY, A=clumsy, o=goblin, B=striker, C=striker, D=striker))

    assert isinstance(order, Charge)
    assert order.how == "shield-rush"


def test_a_steady_foe_alone_is_charged_with_the_blade() -> None:
    """What stands on four legs and is bigger does not fall."""
    order = best(arena(ALONE, A=shieldman(1), o=sheet("brown-bear", hit_points=60)), aggression=8)

    assert isinstance(order, Charge)
    assert order.how == "strike"


def test_body_shields_and_bucklers_know_their_part() -> None:
    """A body shield does not punch, a buckler does not rush."""
    body = arena(ALONE, A=shieldman(2, shield=shield("body")), o="orc")
    buckler = arena(ALONE, A=shieldman(2, shield=shield("buckler")), o="orc")

    assert not BOOK.offers(body.battle, "A").besides("o", "long sword")
    assert BOOK.offers(body.battle, "A").rushes("o")
    assert BOOK.offers(buckler.battle, "A").besides("o", "long sword")
    assert not BOOK.offers(buckler.battle, "A").rushes("o")
