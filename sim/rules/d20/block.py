"""A creature as a rulebook prints it, each sum with what it is made of: the same parts that a roll has in a fight."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sim.core.tally import Modifier, Sum
from sim.dice.notation import parse
from sim.grid.figures import MapFigures
from sim.grid.terrain import Ground
from sim.rules.d20 import core, grapple, initiative, save
from sim.rules.d20.declare import MELEE, RANGED, Blow
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.sheet import Sheet, Weapon
from sim.tables.sizes import SIZE

SAVES = ("fortitude", "reflex", "will")


class Strike(NamedTuple):
    """One weapon: the bonus of a single attack with it, its damage (dice and bonus), and the damage's parts."""

    attack: Sum
    damage: str
    dice: str
    bonuses: tuple[Modifier, ...]
    weapon: Weapon
    ranged: bool


class Block(NamedTuple):
    """All sums of one creature, unhurt and alone: nothing stands in its way, nobody helps it."""

    initiative: Sum
    armor_class: Sum
    touch: Sum
    flat_footed: Sum
    saves: tuple[Sum, ...]
    grapple: Sum
    strikes: tuple[Strike, ...]


def block(sheet: Sheet) -> Block:
    """
    The block of a creature.

    >>> from sim.tables.bestiary import creature
    >>> orc = block(creature("orc"))
    >>> orc.armor_class.total, orc.strikes[0].attack.total, orc.strikes[0].damage
    (13, 4, '2d4+4')
    """
    span = SIZE[sheet.size].span
    me = Creature(msgspec.structs.replace(sheet, id="me", side="one"), 0, span)
    foe = Creature(msgspec.structs.replace(sheet, id="foe", side="other"), span, span)
    battle = Battle(Ground.of(MapFigures(("." * 2 * span,) * span)), {"me": me, "foe": foe}, {})
    keeps = sheet.uncanny_dodge > 0
    return Block(
        Sum.of("initiative", initiative.parts(me)),
        Sum.of("armor class", core.base_ac(me, False, False)),
        Sum.of("touch", core.base_ac(me, False, True)),
        Sum.of("flat-footed", core.base_ac(me, not keeps, False)),
        tuple(Sum.of(name, save.parts(me, name)) for name in SAVES),
        Sum.of("grapple", grapple.bonus(me)),
        tuple(
            _strike(battle, me, foe, weapon, ranged)
            for weapon in (*sheet.weapons, sheet.unarmed)
            for ranged in _ways(weapon)
        ),
    )


def _ways(weapon: Weapon) -> tuple[bool, ...]:
    """In melee, at range, or both."""
    if weapon.projectile or (weapon.thrown and weapon.category == "ranged"):
        return (True,)
    return (False, True) if weapon.thrown else (False,)


def _strike(battle: Battle, me: Creature, foe: Creature, weapon: Weapon, ranged: bool) -> Strike:
    bonuses = core.damage_parts(Blow(battle, me, foe, weapon, RANGED if ranged else MELEE))
    damage = ""
    if weapon.damage:
        dice = parse(weapon.damage)
        damage = str(dice._replace(bonus=dice.bonus + sum(part.value for part in bonuses)))
    attack = Sum.of(weapon.name, core.base_attack(me, weapon, ranged))
    return Strike(attack, damage, weapon.damage, bonuses, weapon, ranged)
