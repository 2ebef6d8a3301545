"""Seizing monsters (adnd.grab.monster.*): what their shape, their size and their Strength do to it."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd.declare import CALLED, Blow, constraint, on_attack, sheet_of
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_figures import SIZE

SAME_RULES = "adnd.grab.monster.same-rules"
SHAPE = "adnd.grab.monster.shape"
STRENGTH = "adnd.grab.monster.strength"

GRABS = ("grab", "grab-object")
SEIZING = (*GRABS, "wrestle")


@constraint(SHAPE, Attack, FullAttack)
def no_hold_on_it(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """The data of a creature say whether its shape allows that it be seized at all."""
    target = battle.creatures.get(order.target)
    hows = (order.how, getattr(order, "off_how", ""))
    return target is not None and not sheet_of(target).grabbable and any(how in SEIZING for how in hows)


@on_attack(CALLED)
def by_its_shape(blow: Blow) -> Modifier | None:
    """What its shape makes easier or harder for the hand that reaches for it, or for what it holds."""
    value = sheet_of(blow.target).grab_attack
    return Modifier(value, "shape", SHAPE) if value and blow.how in GRABS else None


def strength_test(target: Creature) -> Modifier | None:
    """What its shape adds to the Strength of whoever seizes it, or what it holds."""
    value = sheet_of(target).grab_strength
    return Modifier(value, "shape", SHAPE) if value else None


def usual_rules(target: Creature) -> tuple[str, ...]:
    """Monsters are seized like people."""
    return (SAME_RULES,) if sheet_of(target).group == "creature" else ()


def strength_rules(me: Creature) -> tuple[str, ...]:
    """The rule of a creature's Strength, where its size alone tells it: five points for each category."""
    sheet = sheet_of(me)
    usual = sheet.group == "creature" and sheet.strength == SIZE[sheet.size].strength
    return (STRENGTH,) if usual else ()
