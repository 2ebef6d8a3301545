"""The policy ``utility``: what an order comes to, part by part, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from agents.policies.base import Offers
from agents.policies.player import Mind
from agents.policies.utility import estimate
from agents.policies.utility.estimate import Estimate, Weighed, ranked, weigh
from agents.policies.utility.neighbours import neighbours
from agents.policies.utility.orders import Orders
from agents.policies.utility.study import Study
from agents.view import Persona, View
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    Draw,
    Drop,
    End,
    FullAttack,
    Leave,
    Move,
    Ready,
    ReceiveCharge,
    Step,
    Trigger,
)
from sim.grid.flanking import flanks
from sim.rules.adnd.book import BOOK as ADND
from sim.table import Table
from sim.testing import battlefield, order, turn
from tests.agents.situations import choice, decide, menu_of
from tests.puzzles.people import PLATE, somebody
from tests.rules.adnd.arena import activate, arena, condition, declare, square
from tests.rules.adnd.arena import sheet as adnd_sheet
from tests.rules.adnd.armed import armed as adnd_armed
from tests.rules.d20.casters import priest, wizard

BESIDE = """
    . . . . .
    . . o . .
    . . A . .
    . . p . .
    . . . . .
"""
SWORDSMAN = somebody("longsword", base_attack=3, hit_points=20)


SCENES = (
    BESIDE,
    ". . . . . . . . .\n. A . # . . o . .\n. . . # . p . . .\n. . . . . . . . .",
    ". . . . . . . . . . . .\n. A . . . : : . . o p .\n. . . . . . . . . . . .",
)


def armed(*weapons: str, held: Sequence[str]) -> Any:
    """A fighter with these weapons, some of them in hand."""
    return somebody(weapons[0], weapons=[{"name": name} for name in weapons], held=held)


def wounded(table: Table, who: str, left: int) -> Table:
    """The same with so many hit points left to somebody."""
    table.battle[who].hit_points = left
    return table


def orders_of(table: Table, who: str, **traits: int) -> list[Weighed]:
    """The ranked orders of somebody who knows everybody's figures."""
    menu = menu_of(table, who)
    return ranked(View(table.battle, who, None, "open", Persona(**traits)), menu)


def best(table: Table, who: str = "A", **traits: int) -> Any:
    """What it orders for somebody who knows everybody's figures."""
    return decide(table, who, "utility", knowledge="open", **traits).choice


def test_whoever_is_nearly_down_is_felled_first() -> None:
    """Of two alike, the one that one blow will fell is struck."""
    table = battlefield(BESIDE, A=SWORDSMAN, o=somebody("club"), p=somebody("club"))

    assert best(wounded(table, "p", 2)).target == "p"


def test_of_two_alike_the_one_that_does_more_harm_is_struck() -> None:
    """With a greatsword in its hands a foe is worth more than with a club."""
    table = battlefield(BESIDE, A=SWORDSMAN, o=somebody("club"), p=somebody("greatsword"))

    assert best(table).target == "p"


def test_an_open_lane_to_an_archer_is_charged() -> None:
    """The blow comes in the same turn."""
    drawing = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
    table = battlefield(drawing, A=SWORDSMAN, o=somebody("longbow", hit_points=20))

    assert isinstance(best(table), Charge)


def test_a_free_step_to_a_flank_is_taken() -> None:
    """The foe between itself and a friend is hit more often, and the step costs nothing (d20.flanking.bonus)."""
    table = battlefield(
        """
        . . . . .
        . . B . .
        . . o . .
        . . . A .
        . . . . .
        """,
        A=SWORDSMAN,
        B=SWORDSMAN,
        o=somebody("club", hit_points=40),
    )
    order = best(table)

    assert isinstance(order, Step)
    ground, friend, foe = table.battle.ground, table.battle["B"], table.battle["o"]
    assert flanks(ground, order.to, 1, friend.square, 1, foe.square, 1)


def test_an_archer_steps_away_before_it_shoots() -> None:
    """Out of reach the shot gives nobody an opportunity."""
    table = battlefield(". . . . . .\n. A o . . .\n. . . . . .", A=somebody("longbow"), o=somebody("club"))
    order = best(table)

    assert isinstance(order, Step)
    assert not menu_of(table, "A").danger() >> order.to & 1


def test_what_cannot_hurt_is_not_tried() -> None:
    """A dagger does nothing to bones that only blunt weapons break, beyond 5 points: no blow of it is weighed."""
    table = battlefield(
        ". . .\n. A o\n. . .", A=somebody("dagger", strength=6, base_attack=3), o="human-warrior-skeleton"
    )

    assert not [one for one in orders_of(table, "A", wits=5) if isinstance(one.order, Attack | FullAttack)]


def test_a_blade_is_drawn_before_bare_hands_are_used() -> None:
    """With empty hands, a foe beside it and a sword at its belt it draws."""
    table = battlefield(". . .\n. A o\n. . .", A=somebody("longsword", held=()), o=somebody("club"))

    assert isinstance(best(table), Draw)


def test_of_the_blades_at_its_side_the_one_that_does_most_is_drawn() -> None:
    """A greatsword does more than a dagger, and both are drawn in the same time."""
    table = battlefield(". . .\n. A o\n. . .", A=armed("dagger", "greatsword", held=()), o=somebody("club"))

    assert best(table) == Draw("greatsword")


def test_a_blade_in_hand_is_kept_where_the_other_does_no_more() -> None:
    """To draw a dagger besides would gain nothing: it strikes with the sword that it has."""
    table = battlefield(". . .\n. A o\n. . .", A=armed("longsword", "dagger", held=["longsword"]), o=somebody("club"))

    assert isinstance(best(table), Attack | FullAttack)


def test_power_goes_into_a_charge_too() -> None:
    """Against somebody who is hit by nearly every blow, all of Power Attack is worth it (d20.power-attack.trade)."""
    drawing = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
    table = battlefield(
        drawing,
        A=somebody("greatsword", base_attack=4, feats=["power-attack"], strength=18),
        o=somebody("longbow", hit_points=60, dexterity=1),
    )
    order = best(table)

    assert isinstance(order, Charge)
    assert order.power == 4


@pytest.mark.parametrize("kind", ["fighter-3", "archer-4", "half-orc-warrior-4"])
@pytest.mark.parametrize("number", range(3))
def test_no_neighbour_of_the_best_order_is_better(kind: str, number: int) -> None:
    """No other lane, place, foe or power of the best order is worth more."""
    table = battlefield(SCENES[number], A=kind, o="orc", p="goblin")
    menu, view = menu_of(table, "A"), View(table.battle, "A", None, "open", Persona(wits=5))
    top = ranked(view, menu, 1)[0]
    orders = Orders(Study(view, menu))

    near = [order for order in neighbours(orders, top) if menu.accepts(order)]
    assert all(weigh(view, menu, order).score <= top.score for order in near)


def test_without_wits_the_nearest_is_attacked() -> None:
    """Whoever has no wits does what ``nearest`` does."""
    table = battlefield(BESIDE, A=SWORDSMAN, o=somebody("club"), p=somebody("greatsword"))

    assert choice(table, "A", "utility", wits=0) == choice(table, "A", "nearest")


def test_the_careful_mind_openings_more() -> None:
    """The same shot under the eyes of a foe counts less to whoever shies from openings."""
    table = battlefield(". . .\n. A o\n. . .", A=somebody("longbow"), o=somebody("greatsword"))
    menu, order = menu_of(table, "A"), Attack("o", "longbow")
    bold, shy = (
        weigh(View(table.battle, "A", None, "open", Persona(wits=5, caution=caution)), menu, order)
        for caution in (0, 10)
    )

    assert shy.estimate.opening < bold.estimate.opening < 0


def test_where_no_foe_can_come_nothing_is_to_be_feared() -> None:
    """A place that no foe can charge next turn is exposed to nothing, one nearer is."""
    table = battlefield(
        """
        . . . . . . . . . . . . . . . . . . .
        . . . A . . . . . . . . . . . . . o .
        . . . . . . . . . . . . . . . . . . .
        """,
        A=SWORDSMAN,
        o=somebody("greatsword"),
    )
    menu, view = menu_of(table, "A"), View(table.battle, "A", None, "open", Persona(wits=5))
    far, near = (weigh(view, menu, Move(table.battle.ground.square(name))) for name in ("a2", "h2"))

    assert far.estimate.exposure == 0 > near.estimate.exposure


def test_an_estimate_comes_to_the_sum_of_its_parts() -> None:
    """What an order is worth is all of its parts together."""
    assert Estimate(1, 2, 3, 4, -5, -6, 7, -8).total == -2


def test_nothing_to_do_is_among_the_orders() -> None:
    """To end the turn is always weighed."""
    table = battlefield(". . .\n. A .\n. . o", A=SWORDSMAN, o="orc")

    assert End() in [one.order for one in orders_of(table, "A")]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("kind", ["fighter-3", "archer-4", "wolf", "cleric-3", "ogre"])
def test_what_is_ranked_is_offered_and_in_order(scene: str, kind: str) -> None:
    """The menu accepts every order that is weighed, the best comes first, nothing changes, and twice it is the same."""
    table = battlefield(scene, A=kind, o="orc", p="goblin")
    menu = menu_of(table, "A")
    before = table.battle.snapshot()
    found = orders_of(table, "A", wits=5)
    scores = [one.score for one in found]

    assert found
    assert scores == sorted(scores, reverse=True)
    assert all(menu.accepts(one.order) for one in found)
    assert found == orders_of(table, "A", wits=5)
    assert table.battle.snapshot() == before


@pytest.mark.parametrize("kind", ["fighter-3", "archer-4", "wolf"])
def test_one_order_is_weighed_as_among_all(kind: str) -> None:
    """The estimate of an order does not depend on the others of its menu."""
    table = battlefield(BESIDE, A=kind, o="orc", p="goblin")
    menu, view = menu_of(table, "A"), View(table.battle, "A", None, "open", Persona(wits=5))

    for one in ranked(view, menu):
        assert weigh(view, menu, one.order).estimate.total <= one.estimate.total


def test_the_best_few_are_the_first_of_all() -> None:
    """Asked for the best three, it gives the first three of all."""
    table = battlefield(BESIDE, A="fighter-3", o="orc", p="goblin")
    menu, view = menu_of(table, "A"), View(table.battle, "A", None, "open", Persona(wits=5))

    assert estimate.ranked(view, menu, 3) == estimate.ranked(view, menu)[:3]


def adnd(table: Table, **traits: int) -> Any:
    """What it declares by AD&D for somebody who knows everybody's figures."""
    mind = Mind(table.battle["A"], "utility", 1, "open", ADND.odds, traits)
    return mind.decide(table.battle, "A", None, cast(Offers, ADND.offers(table.battle, "A"))).choice


def test_by_the_other_book_all_blows_of_the_round_are_declared() -> None:
    """Beside a foe it declares its attacks, and keeps none back from a goblin."""
    order = adnd(arena(". . . . .\n. A o . .\n. . . . .", A=adnd_sheet("master-9", shield=None), o="goblin"))

    assert isinstance(order, FullAttack | ReceiveCharge)
    assert not getattr(order, "parries", 0)


def test_by_the_other_book_a_lane_is_charged_too() -> None:
    """A foe some squares away is charged."""
    drawing = ". . . . . . .\n. A . . . o .\n. . . . . . ."

    assert isinstance(adnd(arena(drawing, A="fighter-1", o="orc"), aggression=8), Charge)


def test_a_spear_that_could_be_thrown_is_no_reason_to_stand_still() -> None:
    """A foe out of its reach is gone for, though a spear that flies is in hand."""
    drawing = ". . . . . . . . . . . .\n. A . . . . . . . . o .\n. . . . . . . . . . . ."

    assert isinstance(adnd(arena(drawing, A="fighter-3", o="orc"), aggression=8), Charge)


def test_an_archer_spares_the_friend_who_fights_its_target() -> None:
    """Of two foes alike it shoots the one whom no friend fights: a shot at the other may go to the friend."""
    drawing = ". . . . . . . . o .\n. A . . . . . . . .\n. . . . . . . . p B\n. . . . . . . . . ."
    table = arena(drawing, A="archer-7", B="fighter-1", o="orc", p="orc")

    assert adnd(table).target == "o"


def test_a_javelin_is_drawn_while_both_sides_bide_their_time() -> None:
    """Nobody comes, nobody shoots, and it hangs at the belt."""
    thrower = armed("longsword", "javelin", held=["longsword"])
    table = battlefield("A" + " ." * 22 + " o", A=thrower, o=somebody("club", hit_points=8, speed=20))

    assert choice(table, "A", "utility", caution=8) == Draw("javelin")


def test_whoever_thinks_of_a_charge_with_one_hand_thinks_of_the_weapon_in_the_other() -> None:
    """A charge that another concern proposes has its neighbours, the same with the other weapon among them."""
    table = battlefield("A . . . . o", A=armed("short sword", "dagger", held=["dagger", "short sword"]), o="orc")
    menu = menu_of(table, "A")
    orders = Orders(Study(View(table.battle, "A", None, "open", Persona()), menu))
    thought = orders.weigh(Charge("o", menu.lanes("o", "dagger")[0], "dagger"))

    assert thought is not None
    assert {near.weapon for near in neighbours(orders, thought) if isinstance(near, Charge)} == {
        "dagger",
        "short sword",
    }


def test_a_hand_that_was_emptied_for_a_spell_is_not_filled_before_it_is_spoken() -> None:
    """The mace on the ground is worth a blow; the spell is worth a life."""
    table = battlefield("C f" + " ." * 12 + " o", C="cleric-3", f=SWORDSMAN, o="orc", sides={"f": "upper"})
    wounded(table, "f", 10)
    first = choice(table, "C", "utility")
    assert isinstance(first, Drop)
    order(table, "C", first)

    assert isinstance(choice(table, "C", "utility"), Cast)


def test_whoever_sleeps_will_wake() -> None:
    """Of two foes alike the one that cannot ward off the blow is struck: it is felled more surely, and will wake."""
    table = arena(". o A p .", A="fighter-3", o="orc", p="orc")
    condition(table, "p", "asleep")

    assert adnd(table).target == "p"


def test_whoever_speaks_a_spell_is_struck_before_it_is_spoken() -> None:
    """Of two wizards alike the one at whose words a blow would break them off (adnd.core.spell.disrupted)."""
    table = arena(". o A p .", A="fighter-3", o="wizard-5", p="wizard-5")
    condition(table, "p", "casting")

    assert adnd(table).target == "p"


def test_an_archer_whose_target_is_behind_a_corner_goes_round_it() -> None:
    """A move leaves time for a shot from where nothing covers the foe."""
    table = battlefield(". A # o .\n. . . . .\n. . . . .", A=somebody("javelin"), o=somebody("club", hit_points=3))

    assert isinstance(best(table), Move)


def test_whoever_leaves_beside_a_foe_pays_for_it() -> None:
    """The way off the map begins with an opportunity (d20.aoo.provoke-by-moving)."""
    table = wounded(battlefield("A o\n. .", A=SWORDSMAN, o=somebody("greatsword", hit_points=40)), "A", 2)
    (leave,) = [one for one in orders_of(table, "A", caution=10, aggression=0) if isinstance(one.order, Leave)]

    assert leave.estimate.opening < 0


def test_whoever_has_declared_a_move_goes_and_strikes_after_it() -> None:
    """adnd.round.end-of-round-blow: when its moment comes the blow after the move still counts."""
    table = arena(". A . . o .", A=adnd_armed("fighter-3", "long sword"), o="orc")
    declare(table, "A", Move(square(table, "d1")))
    activate(table, "A")

    assert isinstance(adnd(table), Move)


def test_by_the_other_book_a_lancer_charges() -> None:
    """The rider declares where the horse goes."""
    drawing = ". . . . . . . . . .\n. H . . . . . . o .\n. . . . . . . . . ."
    table = arena(drawing, rides={"A": "H"}, H="heavy-war-horse", A="lancer-5", o="orc")

    assert isinstance(adnd(table, aggression=8), Charge)


def test_plate_that_is_never_pierced_is_left_to_others() -> None:
    """Of two foes alike but for their armor, the one that is hit more often is struck."""
    plated = somebody("club", **PLATE)  # type: ignore[arg-type]
    table = battlefield(BESIDE, A=SWORDSMAN, o=plated, p=somebody("club"))

    assert best(table).target == "p"


HALL = """
    . . . . . . . . . . . . . . . .
    W . . . . . . . . . . . . . o .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
"""


def test_a_silence_is_laid_over_a_caster_and_left_by_him() -> None:
    """It is worth what his spells would do (d20.illusion.silence); he goes out of it before he casts."""
    table = battlefield(HALL, W=wizard("magic missile"), o=priest("silence"))
    turn(table, "o")
    assert best(table, "o").spell == "silence"

    order(table, "o", Cast("silence", (), table.battle["W"].square))
    turn(table, "W")
    (zone,) = table.battle.zones
    way = best(table, "W")

    assert isinstance(way, Move)
    assert not zone.squares >> way.to & 1


@pytest.mark.parametrize(
    ("weapon", "trigger", "met"), [("spear", "charges", 2), ("club", "charges", 1), ("spear", "casts", 0)]
)
def test_a_charge_pays_for_the_weapon_that_awaits_it(weapon: str, trigger: Any, met: int) -> None:
    """A blow readied against it counts as an opening, twice with a set spear (d20.ready.set-against-charge)."""
    drawing = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
    table = battlefield(drawing, A=somebody("longsword", hit_points=40), o=somebody(weapon, hit_points=40))
    turn(table, "o")
    order(table, "o", Ready(Attack("it", weapon), Trigger(trigger)))
    openings = [-one.estimate.opening for one in orders_of(table, "A") if isinstance(one.order, Charge)]
    plain = View(table.battle, "A", None, "open", Persona()).threat("o")

    assert openings
    assert all(met * plain <= opening for opening in openings)
    assert met or not any(openings)


@pytest.mark.parametrize(("weapon", "met"), [("spear", True), ("long sword", False)])
def test_by_the_other_book_only_spears_and_their_like_await_a_charge(weapon: str, met: bool) -> None:
    """adnd.charge.receive.spear.auto-initiative: it strikes first, and that is an opening."""
    table = arena("A . . . . o", A="fighter-3", o=adnd_armed("orc", weapon))
    declare(table, "o", ReceiveCharge(weapon))
    view, menu = (
        View(table.battle, "A", None, "open", Persona(), ADND.odds),
        cast(Offers, ADND.offers(table.battle, "A")),
    )
    charges = [one for one in ranked(view, menu) if isinstance(one.order, Charge) and one.order.how == "strike"]
    openings = [one.estimate.opening for one in charges]

    assert openings
    assert all((opening < 0) == met for opening in openings)
