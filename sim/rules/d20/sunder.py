"""
Sundering (d20.sunder.*): a blow at what somebody holds or wears.

Hardness and hit points stand with the things. A thing that nobody holds has no Dexterity to speak of: -5. A weapon is
two sizes smaller than its wielder if it is light, one if it is held in one hand. The shield is rolled with as a weapon:
light ones as light weapons, others as held in one hand.
"""

from __future__ import annotations

from typing import NamedTuple

from attrs import evolve

from sim.core.tally import Modifier, stack
from sim.dice import notation
from sim.events.objects import AimRolled, ItemBroken, ItemDamaged
from sim.events.orders import Sunder
from sim.rules.d20 import action, aoo, boons, core, magic_item, melee, ready, scores, special, threat
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import MELEE, Blow, attack_rows, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.equipment import SHIELDS
from sim.tables.sheet import SIZES, Size, Weapon
from sim.tables.sizes import SIZE

WEAPON_TYPE = "d20.sunder.weapon-type"
AOO = "d20.sunder.aoo"
CHECK = "d20.sunder.check"
TWO_HANDED = "d20.sunder.two-handed"
LIGHT = "d20.sunder.light"
LARGER = "d20.sunder.size"
SUCCESS = "d20.sunder.success"
HARDNESS = "d20.sunder.hardness"
FAILURE = "d20.sunder.failure"
HELD_OBJECT = "d20.sunder.held-object"

IMPROVED = "improved-sunder"


class Object(NamedTuple):
    """A thing that can be struck at. ``armed``: a weapon or shield, which fights back; ``magic``: tougher for it."""

    name: str
    owner: Creature
    hardness: int
    hit_points: int
    size: Size
    armed: bool = False
    magic: bool = False


def objects(target: Creature) -> tuple[Object, ...]:
    """What can be struck at of somebody: weapons in hand, the shield on the arm, what else is worn."""
    found = [
        _as_object(target, weapon)
        for name in dict.fromkeys(target.held)
        if (weapon := target.weapons.get(name)) is not None and weapon.hit_points
    ]
    shield = target.sheet.shield
    if shield is not None and target.shield_on and shield.hit_points:
        magic = shield.name in SHIELDS and shield.hardness > SHIELDS[shield.name].hardness
        found.append(Object(shield.name, target, shield.hardness, shield.hit_points, "small", True, magic))
    found += [
        Object(thing.name, target, thing.hardness, thing.hit_points, thing.size)
        for thing in target.sheet.gear
        if thing.hit_points and thing.name in (*target.gear, *target.held)
    ]
    return tuple(found)


def _as_object(owner: Creature, weapon: Weapon) -> Object:
    smaller = {"light": 2, "one-handed": 1}.get(weapon.category, 0)
    size = SIZES[max(0, SIZES.index(owner.sheet.size) - smaller)]
    return Object(weapon.name, owner, weapon.hardness, weapon.hit_points, size, True, weapon.magic)


def lying(battle: Battle, me: Creature, name: str) -> Object | None:
    """A thing of this name on the ground within reach, that a blow could break."""
    for thing in battle.things:
        owner = battle.creatures[thing.owner]
        weapon = owner.weapons.get(name)
        near = battle.ground.distance(me.square, me.span, thing.square, 1) <= 1
        if near and thing.name == name and weapon is not None and weapon.hit_points:
            return _as_object(owner, weapon)._replace(armed=False)
    return None


def shield_as_weapon(target: Creature) -> Weapon:
    """A shield to fend off a blow with."""
    shield = target.sheet.shield
    assert shield is not None
    category = "light" if shield.name == "buckler" or shield.name.startswith("light") else "one-handed"
    return Weapon(name=shield.name, category=category, damage="", proficient=shield.proficient)  # type: ignore[arg-type]


def of_name(battle: Battle, me: Creature, order: Sunder) -> Object | None:
    """What the order strikes at, if it is there."""
    target = battle.creatures.get(order.target)
    if target is None:
        return lying(battle, me, order.object)
    return next((thing for thing in objects(target) if thing.name == order.object), None)


@constraint(HELD_OBJECT, Sunder)
def cannot_sunder(battle: Battle, me: Creature, order: Sunder) -> tuple[str, ...]:
    """Something there that breaks, within reach of a weapon in hand; a weapon or shield not with a thrust."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if weapon is None or weapon.category == "ranged" or (order.target and target is None):
        return (melee.BASIC,)
    if me.flags & GRAPPLING:
        from sim.rules.d20 import grapple

        return (grapple.PER_ATTACK,)
    if not special.usable(me, weapon):
        return (action.ROWS["draw"],)
    if target is not None:
        if target.side == me.side or not target.active or not threat.in_reach(battle, me, target, weapon):
            return (melee.BASIC,)
        if special.aim(battle, me, target) >= 0:
            return (HELD_OBJECT,)
    thing = of_name(battle, me, order)
    if thing is None:
        return (HELD_OBJECT,)
    blunt = {"slashing", "bludgeoning"}.isdisjoint(weapon.kinds) or weapon.category == "unarmed"
    return (WEAPON_TYPE,) if thing.armed and blunt else ()


@procedure(Sunder)
def sunder(me: Creature, order: Sunder, table: Table, because: int) -> None:
    """What it provokes comes first, and cancels nothing; then the rolls, then the damage."""
    battle = table.battle
    thing = of_name(battle, me, order)
    assert thing is not None
    weapon = me.weapons[order.weapon]
    target = battle.creatures.get(order.target)
    if battle.ready and not ready.announce(table, me, "attacks", because):
        return
    if target is not None and special.held_back(table, me, target, because):
        return
    if target is not None and IMPROVED not in me.sheet.feats:
        act = "sunder-weapon" if thing.armed else "sunder-object"
        if not aoo.provoke(table, me, act, because, only=target, cites=(AOO,)):
            return
        if not special.usable(me, weapon) or me.flags & GRAPPLING or of_name(battle, me, order) is None:
            return
        if not threat.in_reach(battle, me, target, weapon):
            return
    blow = Blow(battle, me, thing.owner, weapon, MELEE)
    row = action.ROWS["sunder-weapon" if thing.armed else "sunder-object"]
    hit, seq = contest(table, blow, thing, because) if thing.armed else strike(table, blow, thing, target, because, row)
    if hit:
        harm(table, blow, thing, seq)
    special.comes_out(table, me, because)


def contest(table: Table, blow: Blow, thing: Object, because: int) -> tuple[bool, int]:
    """Weapon against weapon, or against shield."""
    target = thing.owner
    held = target.weapons.get(thing.name)
    theirs = Blow(blow.battle, target, blow.attacker, held or shield_as_weapon(target), MELEE)
    parts = (*roll_parts(blow), *trained(blow.attacker))
    rolled = core.opposed(
        table,
        "sunder",
        blow.attacker,
        target,
        (blow.weapon.name, thing.name),
        parts,
        roll_parts(theirs),
        because,
        CHECK,
        *blow.cites,
        *theirs.cites,
    )
    if not rolled.won:
        rolled = evolve(rolled, cites=(*rolled.cites, FAILURE))
    return rolled.won, table.tell(rolled)


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
        parts.append(Modifier(4 * larger, "larger", LARGER))
    return tuple(parts)


def trained(me: Creature) -> tuple[Modifier, ...]:
    """What the feat adds."""
    return (Modifier(4, "improved sunder", CHECK),) if IMPROVED in me.sheet.feats else ()


def strike(
    table: Table, blow: Blow, thing: Object, bearer: Creature | None, because: int, row: str
) -> tuple[bool, int]:
    """An ordinary attack roll at a thing that does not fight back."""
    me = blow.attacker
    parts = [
        *core.base_attack(me, blow.weapon, False),
        *attack_rows(me.flags, True),
        *boons.of(me, "attack"),
        *trained(me),
    ]
    armor = [Modifier(10, "base", HELD_OBJECT), Modifier(SIZE[thing.size].attack, "size", HELD_OBJECT)]
    if bearer is None:
        armor.append(Modifier(-5, "dexterity", HELD_OBJECT))
    else:
        armor.append(Modifier(scores.modifier(bearer, "dexterity"), "dexterity", HELD_OBJECT))
    tally = stack(tuple(parts))
    against = sum(part.value for part in armor)
    (die,) = table.roll(20)
    total = die.value + tally.total
    hit = die.value == 20 or (die.value != 1 and total >= against)
    event = AimRolled(
        because,
        me.id,
        blow.weapon.name,
        thing.owner.id,
        thing.name,
        -1,
        "melee",
        total,
        tally.parts,
        against,
        tuple(armor),
        hit,
        (HELD_OBJECT, row),
        (die,),
    )
    return hit, table.tell(event)


def harm(table: Table, blow: Blow, thing: Object, because: int) -> None:
    """Damage less hardness; what has none left of its hit points is gone."""
    dice = notation.parse(blow.weapon.damage)
    rolled = table.roll(dice.sides, dice.count) if dice.sides > 1 else ()
    points = sum(die.value for die in rolled) + dice.bonus + (dice.count if dice.sides == 1 else 0)
    parts = core.damage_parts(blow)
    points = max(0, points + sum(part.value for part in parts) - thing.hardness)
    rules = (SUCCESS, HARDNESS, *((magic_item.DURABILITY,) if thing.magic else ()))
    owner = thing.owner
    seq = table.tell(
        ItemDamaged(because, blow.attacker.id, owner.id, thing.name, points, thing.hardness, parts, rules, rolled)
    )
    if owner.notched(thing.name) >= thing.hit_points:
        table.tell(ItemBroken(seq, owner.id, thing.name, (HARDNESS,)))
