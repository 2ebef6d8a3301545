"""
Disarming (d20.disarm.*): an opposed roll of weapon against weapon.

What is struck at is the first thing in the target's hands that a disarm can take. A worn thing is snatched in the same
way (d20.disarm.grab-item): the wearer defends it with what it has in hand, and never disarms in turn.
"""

from __future__ import annotations

from attrs import evolve

from sim.core.tally import Modifier
from sim.events.attacks import AttemptFailed
from sim.events.equipment import Dropped, Snatched
from sim.events.orders import Snatch
from sim.rules import choice
from sim.rules.d20 import action, aoo, core, special, threat
from sim.rules.d20 import melee as melee_rules
from sim.rules.d20 import pass_ as passing
from sim.rules.d20 import weapon as equipment
from sim.rules.d20.declare import IN_GRAPPLE, MELEE, Blow, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, GRAPPLING, PINNED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.equipment import hands
from sim.tables.sheet import Gear, Weapon

AOO = "d20.disarm.aoo"
AOO_DAMAGE = "d20.disarm.aoo-damage-fails"
CHECK = "d20.disarm.check"
TWO_HANDED = "d20.disarm.two-handed"
LIGHT = "d20.disarm.light"
SIZE = "d20.disarm.size"
NON_WEAPON = "d20.disarm.non-weapon"
SUCCESS_ARMED = "d20.disarm.success-armed"
SUCCESS_UNARMED = "d20.disarm.success-unarmed"
COUNTER = "d20.disarm.counter"
NO_SECOND = "d20.disarm.no-second-counter"
CANNOT = "d20.disarm.cannot"
LOCKED = "d20.disarm.locked-gauntlet"
GRAB_ITEM = "d20.disarm.grab-item"

IMPROVED = "improved-disarm"
UNDISARMABLE = "undisarmable"


def at_stake(target: Creature) -> str:
    """What a disarm takes from this creature: the first thing that it holds and that can be taken; or nothing."""
    for name in target.held:
        held = target.weapons.get(name)
        if held is None or UNDISARMABLE not in held.traits:
            return name
    return ""


def why_not(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that forbid disarming a target in reach: bare hands, claws and spiked gauntlets cannot be taken."""
    return () if at_stake(target) else (CANNOT,)


def attempt(
    table: Table,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    because: int,
    *,
    bits: int = 0,
    penalty: int = 0,
    off_hand: str = "",
    defender_bonus: tuple[Modifier, ...] = (),
    astray: Creature | None = None,
) -> None:
    """
    Try to disarm; what the attempt provokes comes first, and ends it if it does damage. ``astray`` is whose hands may
    be struck at instead.

    ``defender_bonus``: what else helps the defender to keep hold (a pin leaves it +4).
    """
    battle = table.battle
    improved = IMPROVED in me.sheet.feats
    if not improved:
        before = me.hit_points, me.nonlethal
        if not aoo.provoke(table, me, "disarm", because, only=target, cites=(AOO,)):
            return
        if (me.hit_points, me.nonlethal) != before:
            table.tell(AttemptFailed(because, me.id, target.id, "disarm", (AOO_DAMAGE,)))
            return
    if astray is not None:
        from sim.rules.d20 import bull_rush

        target = bull_rush.stray(table, me, target, astray, because)
    item = at_stake(target)
    if not item:
        table.tell(AttemptFailed(because, me.id, target.id, "disarm", (CANNOT,)))
        return
    if not special.usable(me, weapon) or not threat.in_reach(battle, me, target, weapon):
        return
    held = target.weapons.get(item)
    melee = held is not None and held.category != "ranged"
    shield = defender_bonus if melee else (*defender_bonus, Modifier(-4, "no melee weapon", NON_WEAPON))
    shield += locked(target, item)
    mine = Blow(battle, me, target, weapon, bits | MELEE, penalty=penalty, off_hand=off_hand)
    theirs = Blow(battle, target, me, held or target.sheet.unarmed, MELEE)
    won, seq = contest(table, mine, theirs, because, trained(me, weapon), shield, cites=(CHECK,))
    if won:
        take(table, me, target, weapon, item, seq)
    elif melee and not improved and weapon.name in me.held and UNDISARMABLE not in weapon.traits:
        counter(table, target, me, theirs.weapon, weapon, seq)


@constraint(GRAB_ITEM, Snatch)
def cannot_snatch(battle: Battle, me: Creature, order: Snatch) -> tuple[str, ...]:
    """A thing that somebody in reach wears; what is well secured only from the pinned."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon is None or target.side == me.side or not target.active or weapon.category == "ranged":
        return (melee_rules.BASIC,)
    if not special.usable(me, weapon):
        return (action.ROWS["draw"],)
    if me.flags & GRAPPLING and target.id not in me.grapplers:
        from sim.rules.d20 import grapple

        return (grapple.PER_ATTACK,)
    if not threat.in_reach(battle, me, target, weapon) or special.aim(battle, me, target) >= 0:
        return (melee_rules.BASIC,)
    thing = worn(target, order.object)
    return (GRAB_ITEM,) if thing is None or (thing.secured and not target.flags & PINNED) else ()


def worn(target: Creature, name: str) -> Gear | None:
    """A thing of this name that it wears."""
    if name not in target.gear:
        return None
    return next((thing for thing in target.sheet.gear if thing.name == name), None)


@procedure(Snatch)
def snatch(me: Creature, order: Snatch, table: Table, because: int) -> None:
    """Like a disarm, for something worn: easy if it hangs loose, hard if it is well secured."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], me.weapons[order.weapon]
    if special.held_back(table, me, target, because):
        return
    if IMPROVED not in me.sheet.feats:
        before = me.hit_points, me.nonlethal
        if not aoo.provoke(table, me, "disarm", because, only=target, cites=(AOO,)):
            return
        if (me.hit_points, me.nonlethal) != before:
            table.tell(AttemptFailed(because, me.id, target.id, "disarm", (AOO_DAMAGE,)))
            return
    thing = worn(target, order.object)
    if thing is None or cannot_snatch(battle, me, order):
        return
    held = next((target.weapons[name] for name in target.held if name in target.weapons), target.sheet.unarmed)
    fend = held if held.category != "ranged" else target.sheet.unarmed
    bits = MELEE | (IN_GRAPPLE if target.id in me.grapplers else 0)
    mine, theirs = Blow(battle, me, target, weapon, bits), Blow(battle, target, me, fend, MELEE)
    loose = () if thing.secured else (Modifier(4, "poorly secured", GRAB_ITEM),)
    secured = (Modifier(4, "well secured", GRAB_ITEM),) if thing.secured else ()
    firm = (*secured, Modifier(-4, "no melee weapon", NON_WEAPON))
    won, seq = contest(table, mine, theirs, because, (*trained(me, weapon), *loose), firm, cites=(CHECK, GRAB_ITEM))
    if won:
        take(table, me, target, weapon, order.object, seq)
    special.comes_out(table, me, because)


def locked(target: Creature, item: str) -> tuple[Modifier, ...]:
    """What a locked gauntlet adds to the resistance of who wears it."""
    return (Modifier(10, "locked gauntlet", LOCKED),) if target.locked and target.locked == item else ()


def contest(
    table: Table,
    mine: Blow,
    theirs: Blow,
    because: int,
    bonus: tuple[Modifier, ...],
    their_bonus: tuple[Modifier, ...],
    *,
    cites: tuple[str, ...],
    lost: tuple[str, ...] = (),
) -> tuple[bool, int]:
    """The opposed attack rolls, and the number of their event, which names the rules ``lost`` if the first loses."""
    parts = (*roll_parts(mine), *bonus)
    other_parts = (*roll_parts(theirs), *their_bonus)
    rolled = core.opposed(
        table,
        "disarm",
        mine.attacker,
        theirs.attacker,
        (mine.weapon.name, theirs.weapon.name),
        parts,
        other_parts,
        because,
        *cites,
        *mine.cites,
        *theirs.cites,
    )
    if lost and not rolled.won:
        rolled = evolve(rolled, cites=(*rolled.cites, *lost))
    seq = table.tell(rolled)
    core.use_up(table, mine, seq)
    core.use_up(table, theirs, seq)
    return rolled.won, seq


def roll_parts(blow: Blow) -> tuple[Modifier, ...]:
    """The parts of one side's roll: its attack bonus, the heft of its weapon, its size against the other's."""
    parts = list(core.attack_tally(blow).parts)
    weapon = blow.weapon
    if weapon.category == "two-handed" or weapon.two_handed:
        parts.append(Modifier(4, "two-handed", TWO_HANDED))
    elif weapon.category in ("light", "unarmed"):
        parts.append(Modifier(-4, "light", LIGHT))
    larger = passing.RANK[blow.attacker.sheet.size] - passing.RANK[blow.target.sheet.size]
    if larger > 0:
        parts.append(Modifier(4 * larger, "larger", SIZE))
    return tuple(parts)


def built(weapon: Weapon) -> tuple[Modifier, ...]:
    """What a weapon made to catch others adds to an attempt, and to the resistance against the counter."""
    return (Modifier(weapon.disarm_bonus, weapon.name, CHECK),) if weapon.disarm_bonus else ()


def trained(me: Creature, weapon: Weapon) -> tuple[Modifier, ...]:
    """What helps somebody's own attempt: the weapon, the feat."""
    improved = (Modifier(4, "improved disarm", CHECK),) if IMPROVED in me.sheet.feats else ()
    return (*built(weapon), *improved)


def take(table: Table, me: Creature, target: Creature, weapon: Weapon, item: str, because: int) -> None:
    """It falls at the loser's feet; bare hands keep it, if there is one free for it."""
    lost = target.weapons.get(item)
    room = equipment.hands_free(me) >= (1 if lost is None else hands(lost))
    if weapon.category == "unarmed" and room:
        table.tell(Snatched(because, me.id, target.id, item, (SUCCESS_UNARMED,)))
    else:
        table.tell(Dropped(because, target.id, item, target.square, (SUCCESS_ARMED,)))


def counter(table: Table, me: Creature, target: Creature, mine: Weapon, theirs: Weapon, because: int) -> None:
    """Whoever kept its weapon may at once try to take the attacker's, with the same roll; there it ends."""
    if me.flags & CANNOT_ACT:
        return
    if choice.ask(table, me, "disarm-counter", target, ("yes", "no"), because, COUNTER) == "no":
        return
    battle = table.battle
    one, two = Blow(battle, me, target, mine, MELEE), Blow(battle, target, me, theirs, MELEE)
    bonus = trained(me, mine)
    kept = (*built(theirs), *locked(target, theirs.name))
    won, seq = contest(table, one, two, because, bonus, kept, cites=(COUNTER,), lost=(NO_SECOND,))
    if won:
        take(table, me, target, mine, theirs.name, seq)
