"""The style of one weapon and a free hand (adnd.style.free-hand.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd_hands import OtherHandUsed
from sim.events.orders import FullAttack, Order
from sim.rules.adnd import style
from sim.rules.adnd.declare import (
    REAR,
    TWO_WEAPONS,
    Blow,
    arm_of,
    constraint,
    hands_for,
    in_two_hands,
    offer,
    on_ac,
    on_attack,
    sheet_of,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table

DEFINITION = "adnd.style.free-hand.definition"
RANGE = "adnd.style.free-hand.weapon-range"
USES = "adnd.style.free-hand.free-hand-uses"
SWITCH = "adnd.style.free-hand.switch-to-two-handed"
NO_SHIELD = "adnd.style.free-hand.no-shield"
CONDITION = "adnd.style.free-hand.specialised.condition"
SECONDARY = "adnd.style.free-hand.secondary.penalty"


def free_handed(me: Creature) -> bool:
    """Has it one weapon in one hand, of whatever length, and nothing in or on the other?"""
    held = style.in_hand(me)
    return len(me.held) == 1 and len(held) == 1 and one_handed(me) and not me.shield_on


def one_handed(me: Creature) -> bool:
    """Is what it holds held in one hand?"""
    return all(hands_for(me, weapon) == 1 and not in_two_hands(me, weapon) for weapon in style.in_hand(me))


@constraint(DEFINITION, FullAttack, asks="off_hand")
def no_free_hand(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """The hand that is to strike besides a weapon must be empty, and the weapon one that leaves it so."""
    if style.kind_of_second(me, order.off_hand) != "hand":
        return False
    if order.weapon not in me.held:
        return True
    if not one_handed(me):
        return (RANGE,)
    return not free_handed(me)


@on_attack(TWO_WEAPONS)
def with_the_free_hand(blow: Blow) -> Modifier | None:
    """-2 with the weapon and -4 with the free hand, if that strikes, seizes or throws besides."""
    if style.other_hand(blow.battle, blow.attacker) != "hand":
        return None
    return style.penalty(blow, -2, -4, SECONDARY)


@on_attack(TWO_WEAPONS)
def reactions(blow: Blow) -> Modifier | None:
    """A good reaction adjustment lessens the penalty, a bad one makes it worse."""
    kept = len(blow.cites)
    part = style.eased(blow, with_the_free_hand(blow), "adnd.style.free-hand.secondary.dex")
    del blow.cites[kept:]
    return part


@on_ac()
def specialised(blow: Blow) -> Modifier | None:
    """Who is specialised in it is harder to hit from anywhere but behind, by one or at most by two."""
    me = blow.target
    degree = style.steps(me, "free-hand")
    if degree < 1 or blow.bits & REAR or me.flags & CANNOT_ACT or not style.in_hand(me):
        return None
    if not free_handed(me) or style.other_hand(blow.battle, me):
        blow.cites.append(CONDITION)
        return None
    if degree == 1:
        return Modifier(-1, "free hand", "adnd.style.free-hand.specialised.ac")
    return Modifier(-2, "free hand", "adnd.style.free-hand.specialised-2.ac")


def use_free_hand(table: Table, me: Creature, because: int) -> None:
    """Its free hand does something besides the weapon, undeclared: from now on both hands count."""
    if not style.other_hand(table.battle, me):
        table.tell(OtherHandUsed(because, me.id, "hand", (USES,)))


@offer(FullAttack, "declare")
def weapon_and_fist(battle: Battle, me: Creature) -> Iterator[Order]:
    """All attacks of the round, and one with the free hand."""
    if not free_handed(me) or arm_of(me, me.held[0]).category != "melee":
        return
    for foe in battle:
        if foe.side != me.side and foe.active:
            yield FullAttack(foe.id, me.held[0], off_hand=sheet_of(me).unarmed.name, off_how="punch")
