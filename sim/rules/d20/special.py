"""
One attack, whatever it is: a strike, or one of the special attacks that may replace it (d20.special.list).

An attack as a standard action, in a full attack, at the end of a charge and as an opportunity attack all come here.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.attacks import AttackWasted, AttemptFailed
from sim.events.equipment import Dropped
from sim.events.magic import TOUCH
from sim.events.orders import Attack, Charge, FullAttack
from sim.grid.bits import squares
from sim.rules.d20 import (
    action,
    aoo,
    concealment,
    condition,
    core,
    cover,
    melee,
    net,
    nonlethal,
    ranged,
    ready,
    scores,
    splash,
    threat,
    two_weapon,
    unarmed,
)
from sim.rules.d20 import weapon as equipment
from sim.rules.d20.declare import IN_GRAPPLE, MELEE, OFF_HAND, RANGED, THROWN, Blow, constraint
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, HIDDEN, INVISIBLE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon
from sim.tables.sizes import SIZE

LIST = "d20.special.list"


def is_shot(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Is an attack with this weapon from here a shot or a throw rather than a blow?"""
    if not weapon.increment:
        return False
    return weapon.category == "ranged" or not threat.in_reach(battle, me, target, weapon)


def why_not(battle: Battle, me: Creature, order: Attack | FullAttack) -> tuple[str, ...]:
    """The rules that forbid this attack now, whatever it costs; empty when it is possible."""
    target = battle.creatures.get(order.target)
    weapon = me.weapons.get(order.weapon)
    if target is None or weapon is None or target.side == me.side or not target.active:
        return (melee.BASIC,)
    if me.flags & GRAPPLING:
        from sim.rules.d20 import grapple

        return grapple.why_not_attack(battle, me, target, weapon, order.how)
    if weapon.category not in ("natural", "unarmed") and weapon.name not in me.held:
        return (action.ROWS["draw"],)
    if concealment.total(battle, me, target) != (order.square >= 0):
        return (concealment.TOTAL_SQUARE,)
    if order.square >= 0:
        return why_not_there(battle, me, target, weapon, order)
    if is_shot(battle, me, target, weapon) and (order.how == "strike" or flung_trip(order, weapon)):
        if order.how == "trip":
            from sim.rules.d20 import trip

            if never := trip.why_never(me, target):
                return never
        return why_not_shoot(battle, me, weapon, order, target.square, target.span, target.sheet.height)
    if weapon.category == "ranged" or not threat.in_reach(battle, me, target, weapon):
        return (melee.BASIC,) if threat.in_effect(battle, me, target) else (cover.TOTAL, cover.LINE_OF_EFFECT)
    if order.how == "strike":
        return ()
    return why_not_special(battle, me, target, weapon, order.how)


def flung_trip(order: Attack | FullAttack, weapon: Weapon) -> bool:
    """Is it a trip with bolas, thrown?"""
    return order.how == "trip" and "bolas" in weapon.traits and type(order) is Attack


def why_not_shoot(
    battle: Battle, me: Creature, weapon: Weapon, order: Attack | FullAttack, square: int, span: int, height: int
) -> tuple[str, ...]:
    """The rules that forbid a shot or throw at a place."""
    if weapon.name == me.locked:
        return (action.ROWS["lock-gauntlet"],)
    if weapon.traits:
        if splash.is_splash(weapon) and (forbidden := splash.why_not(me, weapon)):
            return forbidden
        target = battle.creatures.get(order.target)
        if "net" in weapon.traits and target is not None and net.too_different(me, target):
            return (net.ESCAPE,)
    if order.lethality == "nonlethal" and not weapon.nonlethal:
        return (nonlethal.LETHAL_WEAPON,)
    return ranged.why_not(battle, me, weapon, square, span, height, blind=order.square >= 0)


def why_not_there(
    battle: Battle, me: Creature, target: Creature, weapon: Weapon, order: Attack | FullAttack
) -> tuple[str, ...]:
    """The rules that forbid to attack the square where the attacker takes an unseen target to be."""
    if not battle.ground.inside >> order.square & 1:
        return (concealment.TOTAL_SQUARE,)
    if weapon.category != "ranged" and threat.reaches(battle, me, weapon, order.square):
        return () if order.how == "strike" else why_not_special(battle, me, target, weapon, order.how)
    if order.how != "strike" or not weapon.increment:
        return (melee.BASIC,)
    return why_not_shoot(battle, me, weapon, order, order.square, 1, target.sheet.height)


def aim(battle: Battle, me: Creature, target: Creature) -> int:
    """The square to attack in place of a target that cannot be seen: its nearest; -1 when it can be seen."""
    if not concealment.total(battle, me, target) or target.id in me.grapplers:
        return -1
    ground = battle.ground
    return min(
        squares(battle.footprint(target)),
        key=lambda square: (ground.distance(me.square, me.span, square, 1), square),
    )


def found_at(battle: Battle, me: Creature, target: Creature, square: int) -> Creature | None:
    """Whom a blow at a square meets: the target if it is there, else whoever is."""
    there = [other for other in battle.occupants(1 << square) if other is not me and other.active]
    return target if target in there else next(iter(there), None)


def lets_fly(table: Table, me: Creature, order: Attack, because: int) -> bool:
    """What a shot or throw provokes comes first; it is lost if the shooter is felled by that, disarmed or seized."""
    if aoo.provoke(table, me, "attack-ranged", because) and not why_not(table.battle, me, order):
        return True
    table.tell(AttemptFailed(because, me.id, order.target, "shot", (aoo.INTERRUPTS,)))
    return False


def drawing(weapon: Weapon) -> tuple[str, ...]:
    """The rule by which a bow needs no loading: its arrow is drawn as it is shot."""
    return (equipment.AMMUNITION,) if "bow" in weapon.traits else ()


def waste(table: Table, me: Creature, order: Attack, weapon: Weapon, because: int) -> None:
    """An attack at a square where nobody is comes to nothing."""
    thrown = weapon.thrown and not threat.reaches(table.battle, me, weapon, order.square)
    shot = thrown or weapon.category == "ranged"
    if shot and not lets_fly(table, me, order, because):
        return
    rules = (concealment.TOTAL_SQUARE, *drawing(weapon))
    seq = table.tell(AttackWasted(because, me.id, order.target, weapon.name, order.square, shot, rules))
    if splash.is_splash(weapon):
        splash.breaks_there(table, me, weapon, order.square, seq)
    elif thrown:
        table.tell(Dropped(seq, me.id, weapon.name, order.square))


def why_not_special(battle: Battle, me: Creature, target: Creature, weapon: Weapon, how: str) -> tuple[str, ...]:
    """The rules that forbid a special attack with this weapon on a target in its reach."""
    if weapon.name == TOUCH:
        return (LIST,)
    if how == "trip":
        from sim.rules.d20 import trip

        return trip.why_not(battle, me, target, weapon)
    if how == "disarm":
        from sim.rules.d20 import disarm

        return disarm.why_not(battle, me, target, weapon)
    from sim.rules.d20 import grapple

    return grapple.why_not_start(battle, me, target, weapon, how)


@constraint(LIST, Charge)
def impossible(battle: Battle, me: Creature, order: Charge) -> tuple[str, ...]:
    """A special attack at the end of a charge must be one that could be made there."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if order.how in ("strike", "bull-rush") or target is None or weapon is None:
        return ()
    return why_not_special(battle, me, target, weapon, order.how)


def usable(me: Creature, weapon: Weapon) -> bool:
    """Can it still strike with this weapon: has it in hand, or grown on?"""
    return weapon.category in ("natural", "unarmed") or weapon.name in me.held


def stable(me: Creature) -> bool:
    """Stands more firmly than people do: on more than two legs, or as dwarves do."""
    return me.sheet.legs > 2 or me.sheet.stable


def check_parts(me: Creature, ability: str, rule: str, size_rule: str) -> tuple[Modifier, ...]:
    """The parts of a check of body against body: the ability, 4 for each size from Medium, conditions."""
    parts = (scores.part(me, ability, rule), *condition.check_parts(me))
    size = SIZE[me.sheet.size].special
    return (*parts, Modifier(size, "size", size_rule)) if size else parts


def melee_choices(battle: Battle, me: Creature, target: Creature, *, reaction: bool = False) -> Iterator[Attack]:
    """Every way in which ``me`` could attack ``target`` in melee from here: strikes first, then special attacks."""
    weapons = [weapon for weapon in threat.melee_weapons(me) if threat.in_reach(battle, me, target, weapon)]
    if reaction:
        weapons = [weapon for weapon in weapons if weapon.category != "unarmed" or threat.armed_unarmed(me)]
    square = -1 if reaction else aim(battle, me, target)
    for weapon in weapons:
        yield Attack(target.id, weapon.name, square=square)
    for how in ("trip", "disarm", "grapple"):
        for weapon in weapons:
            if not why_not_special(battle, me, target, weapon, how):
                yield Attack(target.id, weapon.name, how, square=square)


def announced(table: Table, me: Creature, order: Attack, because: int) -> bool:
    """Let those act who are ready for an attack. True if it can still be made."""
    target, weapon = table.battle.creatures[order.target], me.weapons[order.weapon]
    shot = order.how == "strike" and is_shot(table.battle, me, target, weapon)
    told = len(table.log.events)
    able = ready.announce(table, me, "shoots" if shot else "attacks", because)
    return able and (told == len(table.log.events) or not why_not(table.battle, me, order))


def attempt(
    table: Table,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    how: str,
    because: int,
    bits: int,
    penalty: int,
    off_hand: str,
    astray: Creature | None,
) -> None:
    """A special attack in place of the blow."""
    from sim.rules.d20 import disarm, grapple, trip

    if how == "trip":
        trip.attempt(table, me, target, weapon, because, bits=bits, penalty=penalty, off_hand=off_hand, astray=astray)
        return
    if how == "disarm":
        disarm.attempt(table, me, target, weapon, because, bits=bits, penalty=penalty, off_hand=off_hand, astray=astray)
        return
    grapple.attempt(
        table,
        me,
        target,
        weapon,
        because,
        bits=bits,
        penalty=penalty,
        off_hand=off_hand,
        join=how == "join",
        astray=astray,
    )


def make(
    table: Table,
    me: Creature,
    order: Attack,
    because: int,
    *,
    bits: int = 0,
    penalty: int = 0,
    off_hand: str = "",
    cites: tuple[str, ...] = (),
    astray: Creature | None = None,
) -> None:
    """
    Make one attack. What it provokes comes first; then it is rolled, if the attacker still can. A sanctuary may hold it
    back; whoever attacks is no longer invisible, nor in a sanctuary.

    ``bits`` are those of the situation (charging, opportunity, off hand), ``penalty`` that of an iterative attack;
    ``astray`` is who may be struck instead (d20.bull-rush.aoo-stray).
    """
    target = table.battle.creatures[order.target]
    if target.boons and held_back(table, me, target, because):
        return
    _make(table, me, order, because, bits, penalty, off_hand, cites, astray)
    if me.boons or me.flags & (INVISIBLE | HIDDEN):
        comes_out(table, me, because)


def held_back(table: Table, me: Creature, target: Creature, because: int) -> bool:
    """Does a sanctuary keep it from attacking somebody?"""
    from sim.rules.d20 import abjuration

    return abjuration.withheld(table, me, target, because)


def comes_out(table: Table, me: Creature, because: int) -> None:
    """Whoever has attacked is no longer invisible, nor in a sanctuary."""
    if me.flags & (INVISIBLE | HIDDEN):
        from sim.rules.d20 import illusion

        illusion.appear(table, me, because)
    if me.boons:
        from sim.rules.d20 import abjuration

        abjuration.break_sanctuary(table, me, because)


def _make(
    table: Table,
    me: Creature,
    order: Attack,
    because: int,
    bits: int,
    penalty: int,
    off_hand: str,
    cites: tuple[str, ...],
    astray: Creature | None,
) -> None:
    battle = table.battle
    target = battle.creatures[order.target]
    weapon = me.weapons[order.weapon]
    if battle.ready and not announced(table, me, order, because):
        return
    if off_hand == "double" and bits & OFF_HAND:
        weapon = two_weapon.other_end(me, weapon)
    if order.square >= 0:
        met = found_at(battle, me, target, order.square)
        if met is None:
            waste(table, me, order, weapon, because)
            return
        target = met
        cites += (concealment.TOTAL_SQUARE,)
    if order.how != "strike":
        attempt(table, me, target, weapon, order.how, because, bits, penalty, off_hand, astray)
        return
    if weapon.increment and is_shot(battle, me, target, weapon):
        bits |= RANGED | (THROWN if weapon.thrown else 0)
        if not lets_fly(table, me, order, because):
            return
        cites += drawing(weapon)
        target = ranged.who_is_struck(table, me, target, because)
    else:
        bits |= MELEE
        if weapon.category == "unarmed" and not unarmed.goes_ahead(table, me, target, because):
            return
    if not target.active or not usable(me, weapon):
        return
    if target.id in me.grapplers:
        bits |= IN_GRAPPLE
    elif me.flags & GRAPPLING:
        return
    if not bits & RANGED and not threat.in_reach(battle, me, target, weapon):
        return
    if bits & RANGED and weapon.traits:
        if splash.is_splash(weapon):
            splash.hurl(table, me, target, weapon, because, bits)
            return
        if "net" in weapon.traits:
            net.cast(table, me, target, weapon, because, bits)
            return
    blow = Blow(
        battle,
        me,
        target,
        weapon,
        bits,
        penalty=penalty,
        lethality=order.lethality,
        off_hand=off_hand,
        astray=astray,
    )
    if weapon.name == TOUCH:
        from sim.rules.d20 import spell

        spell.strike(table, blow, because, *cites)
        return
    landed = core.strike(table, blow, because, *cites)
    if landed and me.charge is not None and weapon.category in ("natural", "unarmed"):
        from sim.rules.d20 import spell

        spell.delivered(table, me, target, len(table.log.events) - 1)
