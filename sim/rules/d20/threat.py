"""
Who threatens which squares, and with what; ``aoo`` has the rules by name.

The squares follow from the weapons that a creature could strike with at this moment, whether or not it could make an
opportunity attack now.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.events.magic import TOUCH
from sim.grid.reach import ring
from sim.grid.sight import line_of_effect
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, CASTING, GRAPPLING, MOUNTED, WEDGED
from sim.state.creature import Creature
from sim.tables.sheet import Weapon

STRICT = "reach-diagonal"
CANNOT_STRIKE = CANNOT_ACT | GRAPPLING | WEDGED | CASTING


def armed_unarmed(me: Creature) -> bool:
    """Its unarmed strikes count as armed (d20.unarmed.armed-definition)."""
    return "improved-unarmed-strike" in me.sheet.feats


class Arms(NamedTuple):
    """
    What a creature could strike with in melee: weapons in hand, natural weapons, the unarmed strike last; their names;
    the reach intervals of all that threaten, and the farthest of them.
    """

    weapons: tuple[Weapon, ...]
    names: tuple[str, ...]
    intervals: tuple[tuple[int, int], ...]
    farthest: int


def arms(me: Creature) -> Arms:
    """What it could strike with in melee now."""
    key = ("arms", me.held, me.charge and me.charge.casting.spell, no_lance(me))
    found: Arms | None = me.cache.get(key)  # type: ignore[assignment]
    if found is None:
        found = me.cache[key] = _arms(me)
    return found


def _arms(me: Creature) -> Arms:
    weapons = [me.weapons[name] for name in me.held if name in me.weapons]
    if no_lance(me):
        weapons = [weapon for weapon in weapons if "lance" not in weapon.traits]
    usable = [weapon for weapon in weapons if weapon.category != "ranged"]
    usable += [weapon for weapon in me.sheet.weapons if weapon.category == "natural"]
    if me.charge is not None:
        usable.append(me.weapons[TOUCH])
    usable.append(me.sheet.unarmed)
    armed = [w for w in usable if w.category != "unarmed" or armed_unarmed(me)]
    threatening = {span_of_reach(me, w) for w in armed if "whip" not in w.traits}
    farthest = max([high for _, high in threatening], default=0)
    return Arms(tuple(usable), tuple([weapon.name for weapon in usable]), tuple(sorted(threatening)), farthest)


def melee_weapons(me: Creature) -> tuple[Weapon, ...]:
    """What it could strike with in melee now: weapons in hand, natural weapons, the unarmed strike last."""
    return arms(me).weapons


def no_lance(me: Creature) -> bool:
    """On foot and beside a shield it has but one hand for a lance, which needs two."""
    return me.shield_on and not me.flags & MOUNTED


def span_of_reach(me: Creature, weapon: Weapon) -> tuple[int, int]:
    """
    The distances in squares that a weapon strikes at: more than the first, at most the second.

    A reach weapon strikes beyond natural reach and up to twice it; a spiked chain at adjacent squares as well.
    """
    natural = me.sheet.reach // 5
    if not weapon.reach:
        return 0, natural
    return (0 if weapon.adjacent_too else natural), 2 * natural


def intervals(me: Creature) -> tuple[tuple[int, int], ...]:
    """The reach intervals of all weapons that threaten."""
    return arms(me).intervals


def strict_reach(battle: Battle) -> bool:
    """Option ``reach-diagonal``: two diagonals away are out of a reach of 10 ft."""
    return battle.options.get(STRICT) == "strict"


def threatened_squares(battle: Battle, me: Creature) -> int:
    """The squares that a creature threatens now, walls not considered."""
    if me.flags & CANNOT_STRIKE:
        return 0
    ground, reaches = battle.ground, arms(me).intervals
    key = "threatened", me.square, me.span, reaches, battle.options.get(STRICT)
    found: int | None = ground.memo.get(key)
    if found is None:
        found = 0
        for low, high in reaches:
            found |= ring(ground, me.square, me.span, low, high, strict_reach(battle))
        ground.keep(key, found)
    return found


def threatens(battle: Battle, me: Creature, target: Creature) -> bool:
    """Could it strike ``target`` in melee now?"""
    return bool(threatened_squares(battle, me) & battle.footprint(target) and in_effect(battle, me, target))


def in_effect(battle: Battle, me: Creature, target: Creature) -> bool:
    """No solid barrier keeps the one wholly from the other, and no thick web."""
    return in_effect_there(battle, me, target.square, target.span, target.sheet.height)


def in_effect_there(battle: Battle, me: Creature, square: int, span: int, height: int) -> bool:
    """The same for whoever is so high in this place."""
    ground = battle.ground
    if battle.zones:
        from sim.rules.d20 import conjuration

        if conjuration.strands(battle, me, square, span) >= conjuration.THICK:
            return False
    return not ground.has_walls or line_of_effect(ground, me.square, me.span, square, span, me.sheet.height, height)


def struck(battle: Battle, me: Creature, weapon: Weapon) -> int:
    """The squares that a weapon gets to in melee from where its wielder stands, walls not considered."""
    ground = battle.ground
    key = "struck", me.square, me.span, me.sheet.reach, weapon.reach, weapon.adjacent_too, battle.options.get(STRICT)
    found: int | None = ground.memo.get(key)
    if found is None:
        low, high = span_of_reach(me, weapon)
        found = ground.keep(key, ring(ground, me.square, me.span, low, high, strict_reach(battle)))
    return found


def reaches(battle: Battle, me: Creature, weapon: Weapon, square: int) -> bool:
    """Does ``weapon`` get to this square in melee from where its wielder stands?"""
    if not struck(battle, me, weapon) >> square & 1:
        return False
    return line_of_effect(battle.ground, me.square, me.span, square, 1, me.sheet.height)


def in_reach(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Can ``weapon`` strike ``target`` in melee from where both stand?"""
    if target.id in me.grapplers:
        return True
    if not struck(battle, me, weapon) & battle.footprint(target):
        return False
    return not (battle.ground.has_walls or battle.zones) or in_effect(battle, me, target)
