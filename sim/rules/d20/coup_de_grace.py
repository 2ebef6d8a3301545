"""
The coup de grace (d20.coup-de-grace.*): a killing blow at leisure.

Decided: a blow whose damage is wholly softened away kills nobody, for it injures nobody.
"""

from __future__ import annotations

from sim.events.attacks import BlowDelivered, DamageDealt
from sim.events.orders import CoupDeGrace
from sim.rules.d20 import aoo, core, helpless, threat, wounds
from sim.rules.d20.declare import AUTOMATIC, MELEE, RANGED, Blow, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GRAPPLING, HELPLESS
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

COST = "d20.coup-de-grace.cost"
RANGED_WEAPON = "d20.coup-de-grace.ranged"
AUTO_CRITICAL = "d20.coup-de-grace.auto-critical"
FORT = "d20.coup-de-grace.fort"
SNEAK = "d20.coup-de-grace.sneak"
AOO = "d20.coup-de-grace.aoo"
IMMUNE = "d20.coup-de-grace.immune"

OPTION = "nonlethal-coup-de-grace"
SHOOTS = frozenset({"bow", "crossbow"})


def shoots(weapon: Weapon) -> bool:
    """A bow or a crossbow."""
    return not SHOOTS.isdisjoint(weapon.traits)


def in_reach(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Can it be delivered with this weapon from here: within its reach, or with a loaded bow beside the target?"""
    if shoots(weapon):
        beside = battle.ground.distance(me.square, me.span, target.square, target.span) <= 1
        return beside and weapon.name in me.held and weapon.name not in me.unloaded
    return weapon in threat.melee_weapons(me) and threat.in_reach(battle, me, target, weapon)


@constraint(COST, CoupDeGrace)
def not_helpless(battle: Battle, me: Creature, order: CoupDeGrace) -> bool:
    """The victim is a helpless enemy that the weapon reaches, and the attacker is free to take its time."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon is None or target.side == me.side or not target.active or me.flags & GRAPPLING:
        return True
    if not target.flags & HELPLESS:
        return True
    return weapon.category != "ranged" and not in_reach(battle, me, target, weapon)


@constraint(RANGED_WEAPON, CoupDeGrace)
def not_beside(battle: Battle, me: Creature, order: CoupDeGrace) -> bool:
    """Of the weapons that shoot only bow and crossbow serve, and only beside the victim."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon is None or weapon.category != "ranged":
        return False
    return not shoots(weapon) or not in_reach(battle, me, target, weapon)


@constraint(IMMUNE, CoupDeGrace)
def no_vitals(battle: Battle, me: Creature, order: CoupDeGrace) -> bool:
    """Whatever takes no critical hits has nothing to finish off."""
    target = battle.creatures.get(order.target)
    return target is not None and not helpless.has_vitals(target)


@procedure(CoupDeGrace)
def coup_de_grace(me: Creature, order: CoupDeGrace, table: Table, because: int) -> None:
    """Expose oneself, strike home, and see whether the victim lives."""
    battle = table.battle
    target = battle.creatures[order.target]
    if not aoo.provoke(table, me, "coup-de-grace", because, cites=(AOO,)):
        return
    weapon = me.weapons[order.weapon]
    if not target.active or not target.flags & HELPLESS or not in_reach(battle, me, target, weapon):
        return
    seq = table.tell(BlowDelivered(because, me.id, target.id, weapon.name, (COST, AUTO_CRITICAL)))
    blow = Blow(battle, me, target, weapon, AUTOMATIC | (RANGED if weapon.category == "ranged" else MELEE))
    stunned = target.nonlethal
    cites = (SNEAK,) if helpless.sneak_dice(blow, weapon.nonlethal)[0] else ()
    damage = core.hurt(table, blow, weapon.multiplier, seq, *cites)
    if damage and not target.flags & DEAD:
        fight_on(table, me, target, damage, seq, nonlethal=target.nonlethal > stunned)


def fight_on(table: Table, me: Creature, target: Creature, damage: int, because: int, *, nonlethal: bool) -> None:
    """Who survives the damage must save or die; by option a blow that only stuns leaves it out cold instead."""
    success, seq = core.save(table, target, "fortitude", "coup de grace", 10 + damage, because, FORT)
    if success:
        return
    if nonlethal and table.battle.options.get(OPTION) == "raises":
        most = target.hit_points + 10 - target.nonlethal
        if most > 0:
            seq = table.tell(DamageDealt(seq, target.id, me.id, most, True, (), "nonlethal", (FORT,)))
            wounds.settle(table, target, seq)
        return
    wounds.begin(table, target, "dead", seq, FORT)
    wounds.release_all(table, target, seq)
