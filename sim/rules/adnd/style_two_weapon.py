"""The style of two weapons (adnd.style.two-weapon.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import AttacksLost, AttacksSet
from sim.events.orders import FullAttack, Order
from sim.rules.adnd import attack_rate, style, style_training
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    TWO_WEAPONS,
    Blow,
    arm_of,
    constraint,
    hands_for,
    offer,
    on_attack,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import ARMOR
from sim.tables.adnd_sheet import SIZES

DEFINITION = "adnd.style.two-weapon.definition"
EXTRA = "adnd.style.two-weapon.extra-attack"
STILL_ARMED = "adnd.style.two-weapon.still-armed"
SHORTER = "adnd.style.two-weapon.secondary-shorter"
BOTH_SMALL = "adnd.style.two-weapon.both-small"
SAME_SIZE = "adnd.style.two-weapon.specialised-2.same-size"
SAME_LENGTH = "adnd.style.two-weapon.ranger.slot.same-length"
NO_SHIELD = "adnd.style.two-weapon.no-shield"
RANGER = "adnd.style.two-weapon.ranger.no-penalty"
LIGHT = "studded leather"
"""The heaviest armour of a ranger whom armour hinders (option ``ranger_light_armour``)."""


def both(me: Creature) -> bool:
    """Does it hold a weapon in each hand?"""
    return len(style.in_hand(me)) > 1


def is_ranger(battle: Battle, me: Creature) -> bool:
    """Has it a ranger's two hands, which heavy armour takes from him where ``ranger_light_armour`` is on?"""
    sheet = sheet_of(me)
    if "ranger" not in sheet.classes:
        return False
    if battle.options.get("ranger_light_armour") != "on":
        return True
    heaviest = ARMOR[LIGHT].armor_class
    return sheet.armor.name not in ARMOR or ARMOR[sheet.armor.name].armor_class >= heaviest


def degree(battle: Battle, me: Creature) -> int:
    """Its steps in this style; without those of his class for a ranger in too heavy armour."""
    steps = style.steps(me, "two-weapon")
    return steps if "ranger" not in sheet_of(me).classes or is_ranger(battle, me) else max(0, steps - 1)


@constraint(DEFINITION, FullAttack, asks="off_hand")
def a_weapon_in_each_hand(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """Whoever strikes with a second weapon holds one in each hand, the main one first; characters know the style."""
    if style.kind_of_second(me, order.off_hand) != "weapon":
        return False
    if me.held[:2] != (order.weapon, order.off_hand) or order.off_hand not in me.weapons:
        return True
    return not style.familiar(me, "two-weapon", arm_of(me, order.weapon)) and (style_training.FAMILIARITY,)


@constraint(SHORTER, FullAttack, asks="off_hand")
def too_long(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """The second weapon must be shorter than the main one, and no length being on record, of a smaller size."""
    held = [weapon.name for weapon in style.in_hand(me)]
    if style.kind_of_second(me, order.off_hand) != "weapon" or order.off_hand not in held:
        return False
    return order.weapon in held and not equal_allowed(battle, me, order.weapon, order.off_hand) and (SHORTER,)


def equal_allowed(battle: Battle, me: Creature, main: str, second: str) -> tuple[str, ...]:
    """The rules by which the second weapon is short enough beside the main one; none when it is not."""
    one, other = arm_of(me, main), arm_of(me, second)
    if hands_for(me, one) > 1 or hands_for(me, other) > 1:
        return ()
    longer, shorter = SIZES.index(one.size), SIZES.index(other.size)
    if shorter < longer:
        return (SHORTER,)
    if shorter > longer:
        return ()
    if one.size == "small":
        return (BOTH_SMALL,)
    if degree(battle, me) > 1:
        return (SAME_LENGTH,) if "ranger" in sheet_of(me).classes else (SAME_SIZE,)
    return ()


@on_attack(TWO_WEAPONS)
def two_weapons(blow: Blow) -> Modifier | None:
    """-2 with the main weapon, -4 with the second; 0/-2 for specialists; none for rangers."""
    if style.other_hand(blow.battle, blow.attacker) != "weapon":
        return None
    if is_ranger(blow.battle, blow.attacker):
        blow.cites.append(RANGER)
        return None
    if degree(blow.battle, blow.attacker) > 0:
        part = style.penalty(blow, 0, -2, "adnd.style.two-weapon.specialised.penalty")
        if part is None:
            blow.cites.append("adnd.style.two-weapon.specialised.penalty")
        return part
    return style.penalty(blow, -2, -4, "adnd.style.two-weapon.penalty")


@on_attack(TWO_WEAPONS)
def reactions(blow: Blow) -> Modifier | None:
    """A good reaction adjustment lessens the penalty, a bad one makes it worse."""
    kept = len(blow.cites)
    part = style.eased(blow, two_weapons(blow), "adnd.style.two-weapon.dex")
    del blow.cites[kept:]
    return part


@on_attack(TWO_WEAPONS)
def different_manoeuvres(blow: Blow) -> Modifier | None:
    """-1 with each of two weapons that attempt different things, but for the ranger who has learned it."""
    order = state_of(blow.battle, blow.attacker).declared
    if not isinstance(order, FullAttack) or style.kind_of_second(blow.attacker, order.off_hand) != "weapon":
        return None
    if order.off_how in ("", order.how):
        if order.how != "strike":
            blow.cites.append("adnd.style.two-weapon.same-manoeuvre")
        return None
    if is_ranger(blow.battle, blow.attacker) and degree(blow.battle, blow.attacker) > 1:
        blow.cites.append("adnd.style.two-weapon.ranger.slot.different-manoeuvres")
        return None
    return Modifier(-1, "different manoeuvres", "adnd.style.two-weapon.different-manoeuvres")


def still_armed(table: Table, me: Creature) -> None:
    """Who has lost one of two weapons goes on with the other: with its attacks, and none besides."""
    battle = table.battle
    state = state_of(battle, me)
    order, left = state.declared, style.in_hand(me)
    if not isinstance(order, FullAttack) or style.kind_of_second(me, order.off_hand) != "weapon" or len(left) != 1:
        return
    if state.second in (order.off_hand, left[0].name) and state.second:
        table.tell(AttacksLost(-1, me.id, 0, (DEFINITION,), second=True))
    if state.weapon == order.weapon != left[0].name and state.attacks:
        allowed, rules = attack_rate.this_round(battle, me, left[0], False)
        attacks = max(0, min(allowed - state.made, state.attacks))
        due = (left[0].name,) if attacks and state.due else ()
        table.tell(AttacksSet(-1, me.id, left[0].name, attacks, due, (STILL_ARMED, *rules)))


AT_ACTIVATION.append(still_armed)


@offer(FullAttack, "declare")
def with_both(battle: Battle, me: Creature) -> Iterator[Order]:
    """All attacks of the round, and one with the second weapon, which may try something else."""
    if len(me.held) < 2:
        return
    for foe in battle:
        if foe.side != me.side and foe.active:
            yield FullAttack(foe.id, me.held[0], off_hand=me.held[1])
            if foe.held:
                yield FullAttack(foe.id, me.held[0], off_hand=me.held[1], off_how="disarm")
                yield FullAttack(foe.id, me.held[0], how="disarm", object=foe.held[0], off_hand=me.held[1])
