"""
The attacks of a round as they are made: one ``Attack`` at a time, each at a target of its own choice, with whatever was
declared; and what takes the place of one.
"""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.adnd import AttacksSet
from sim.events.course import OrderGiven
from sim.events.orders import Attack
from sim.rules.adnd import attack_rate, core, melee, missile, move, style, style_mounted
from sim.rules.adnd.declare import (
    CALLED_SHOTS,
    HURLED,
    MANOEUVRES,
    MELEE,
    MISSILE,
    SECOND,
    TWO_WEAPONS,
    Blow,
    arm_of,
    procedure,
    sheet_of,
)
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

ADAPT = "adnd.core.action.adapt"


def bits_of(battle: Battle, me: Creature, target: Creature, weapon: Weapon, *, second: bool = False) -> int:
    """The situation of an attack with this weapon: in melee, shot or hurled; which of two weapons it is."""
    if missile.is_shot(battle, me, target, weapon):
        bits = MISSILE if missile.launcher(weapon) else HURLED
    else:
        bits = MELEE
    if battle.turn.who == me.id and style.other_hand(battle, me):
        bits |= TWO_WEAPONS
        if second:
            bits |= SECOND
    return bits


def is_second(table: Table, because: int) -> bool:
    """Is the attack of this order the one with the second weapon?"""
    given = table.log.events[because]
    return type(given) is OrderGiven and given.cost in ("second", "besides")


def bits_as_ordered(table: Table, me: Creature, order: Attack, because: int) -> int:
    """The situation of an attack: what is shot or hurled at somebody stays so, whomever it strikes."""
    battle, given = table.battle, table.log.events[because]
    aimed = given.order.target if type(given) is OrderGiven and type(given.order) is Attack else order.target
    target, weapon = battle.creatures[aimed], arm_of(me, order.weapon)
    return bits_of(battle, me, target, weapon, second=is_second(table, because))


@procedure(Attack)
def attack(me: Creature, order: Attack, table: Table, because: int) -> None:
    """Turn to the target and attack it: a plain blow or shot, or what it is replaced with."""
    battle = table.battle
    target = battle.creatures[order.target]
    weapon = arm_of(me, order.weapon)
    forgoes_move(table, me, weapon, because)
    move.turn_to(table, me, target, because, move.OWN_TURN)
    bits = bits_of(battle, me, target, weapon, second=is_second(table, because))
    if missile.innate(weapon):
        missile.loose(table, me, target, weapon, because)
        return
    if missile.is_shot(battle, me, target, weapon):
        for foe in missile.threatened_by(battle, me, target):
            threatens = missile.launcher(weapon) or foe is not target
            if threatens and melee.free_attack(table, foe, me, "shooting", because, missile.THREATENED):
                return
        weapon = arm_of(me, order.weapon)
        if weapon.ruined or missile.why_not(battle, me, target, weapon):
            return
        target = missile.aim(table, me, target, because)
        order = replace(order, target=target.id)
    if order.how != "strike":
        MANOEUVRES[order.how](table, me, order, because)
        return
    blow = Blow(battle, me, target, weapon, bits)
    core.strike(table, blow, because)


def forgoes_move(table: Table, me: Creature, weapon: Weapon, because: int) -> None:
    """Who has declared half a move, has not moved and attacks, has all the attacks of the round (the first is made)."""
    given = table.log.events[because]
    if type(given) is not OrderGiven or given.cost != "standard":
        return
    if style_mounted.before_riding(table, me, weapon, because):
        return
    if style.is_shield(me, weapon.name):
        weapon = melee.weapons(me)[0]
    attacks, rules = attack_rate.this_round(table.battle, me, weapon, missile.launcher(weapon))
    if not missile.launcher(weapon) and (many := melee.many_weak(table.battle, me, given.order.target)):  # type: ignore[union-attr]
        attacks, rules = many, (melee.MANY_WEAK,)
    left = max(0, attacks - 1)
    due: tuple[str, ...] = ()
    routine = sheet_of(me).routine
    if weapon.category == "natural":
        left = 0
    if weapon.name in routine:
        place = routine.index(weapon.name)
        due = routine[:place] + routine[place + 1 :]
    table.tell(AttacksSet(because, me.id, weapon.name, left, due, (ADAPT, *rules)))


def is_called(how: str) -> bool:
    """Is this kind of attack a called shot?"""
    return how in CALLED_SHOTS
