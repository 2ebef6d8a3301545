"""
Cover: what stands between an attacker and its target (d20.cover.*).

``grid.cover`` says what is in the way and from which corner; what it is worth is said here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.core.tally import Modifier
from sim.grid.cover import Cover, cover, cover_from_point, screened
from sim.grid.terrain import Ground
from sim.rules.d20 import ac_mod, threat
from sim.rules.d20.declare import ADJACENT, MELEE, OBSTRUCTED, Blow, on_ac
from sim.state.battle import Battle
from sim.state.creature import Creature

if TYPE_CHECKING:
    from sim.rules.d20.magic import Working

AC_BONUS = "d20.cover.ac-bonus"
NO_AOO = "d20.cover.no-aoo"
HIDE = "d20.cover.hide"
SOFT_NO_HIDE = "d20.cover.soft-no-hide"
REFLEX = "d20.cover.reflex"
SOFT_NO_REFLEX = "d20.cover.soft-no-reflex"
VARYING = "d20.cover.varying"
TOTAL = "d20.cover.total"
LINE_OF_EFFECT = "d20.cover.line-of-effect"
NONE = Cover("none", -1, "", (-1, -1))
SOFT = Cover("soft", -1, "", (-1, -1))
"""What creatures give; whom a line meets first need not be known for a blow."""


WEBBED = Cover("cover", -1, "", (-1, -1))
"""The cover that web gives to whoever is behind it."""


def between(battle: Battle, me: Creature, target: Creature, *, melee: bool) -> Cover:
    """What covers ``target`` from ``me`` where they stand."""
    found = standing(battle, me, target, melee=melee)
    if battle.zones and found.kind in ("none", "soft"):
        from sim.rules.d20 import conjuration

        if conjuration.strands(battle, me, target.square, target.span):
            return WEBBED
    return found


def standing(battle: Battle, me: Creature, target: Creature, *, melee: bool) -> Cover:
    """What of the map and of the creatures on it stands between the two."""
    ground = battle.ground
    adjacent = melee and ground.distance(me.square, me.span, target.square, target.span) <= 1
    if adjacent and not ground.has_walls:
        return NONE
    creatures = 0 if adjacent else between_them(battle, me, target, melee=melee)
    if not creatures and not ground.has_walls:
        return NONE
    return cover(
        ground,
        me.square,
        me.span,
        target.square,
        target.span,
        melee_adjacent=adjacent,
        creatures=creatures,
        attacker_height=me.sheet.height,
        target_height=target.sheet.height,
    )


def between_them(battle: Battle, me: Creature, target: Creature, *, melee: bool) -> int:
    """The squares of all who may give soft cover to a target that is not beside the attacker."""
    if melee and battle.options.get("soft-cover-reach") == "no":
        return 0
    space = battle.footprint(target)
    creatures = battle.occupied() & ~battle.footprint(me) & ~space
    if creatures:
        for other in battle.occupants(space):
            creatures &= ~battle.footprint(other)
    return creatures


def total(battle: Battle, me: Creature, target: Creature) -> bool:
    """No line of effect from ``me`` to ``target``: it cannot be attacked."""
    return not threat.in_effect(battle, me, target)


def is_low(ground: Ground, found: Cover) -> bool:
    """Is it a low obstacle that covers?"""
    if found.blocker >= 0:
        return bool(ground.low >> found.blocker & 1)
    name, _, side = found.edge.partition(" ")
    walls = ground.low_borders.east if side == "e" else ground.low_borders.south
    return bool(name) and bool(walls >> ground.square(name) & 1)


@on_ac(OBSTRUCTED)
def bonus(blow: Blow) -> Modifier | None:
    """Behind something, a target is harder to hit."""
    if blow.target.id in blow.attacker.grapplers:
        return None
    battle, me, target, melee = blow.battle, blow.attacker, blow.target, bool(blow.bits & MELEE)
    ground = battle.ground
    if not (ground.has_walls or battle.zones):
        creatures = between_them(battle, me, target, melee=melee)
        behind = creatures and screened(ground, me.square, me.span, target.square, target.span, creatures)
        found = SOFT if behind else NONE
    else:
        found = between(battle, me, target, melee=melee)
    kind = found.kind
    if kind == "none":
        if ground.low or any(ground.low_borders):
            back = between(battle, target, me, melee=melee)
            if back.kind == "cover" and is_low(ground, back):
                blow.cites.append("d20.cover.low-obstacle-ignore")
        return None
    how = "d20.cover.determine-ranged"
    if melee and blow.bits & ADJACENT:
        how = "d20.cover.determine-melee"
    blow.cites += (how, "d20.cover.line-through")
    if me.span > 1 or target.span > 1:
        blow.cites.append("d20.cover.big-creatures")
    if kind == "soft":
        return Modifier(4, "cover", "d20.cover.soft")
    if kind == "improved":
        return Modifier(8, "cover", VARYING)
    if is_low(ground, found):
        blow.cites.append("d20.cover.low-obstacle")
    elif found is WEBBED:
        from sim.rules.d20 import conjuration

        blow.cites.append(conjuration.WEB)
    blow.cites.append(ac_mod.COVER)
    return Modifier(4, "cover", AC_BONUS)


def from_origin(battle: Battle, working: Working, target: Creature) -> Cover:
    """
    What covers a creature from where a spell comes: a point, or the caster. Creatures between are no help.
    """
    ground, caster, area = battle.ground, working.caster, working.spell.area
    if not ground.has_walls or area is None or caster is target:
        return NONE
    if area.origin == "point" and working.to >= 0:
        from sim.rules.d20 import spell_area

        source = spell_area.sent_from(battle, caster, working.to)
        return cover_from_point(ground, working.to, source, target.square, target.span)
    return cover(ground, caster.square, caster.span, target.square, target.span, melee_adjacent=False)


def on_reflex(battle: Battle, working: Working, target: Creature) -> tuple[Modifier, ...]:
    """Behind cover one evades more easily what comes from its other side; creatures between are no help."""
    kind = from_origin(battle, working, target).kind
    if kind == "improved":
        return (Modifier(4, "cover", VARYING),)
    return (Modifier(2, "cover", REFLEX),) if kind == "cover" else ()


def soft_ignored(battle: Battle, working: Working, target: Creature) -> tuple[str, ...]:
    """The rule by which those who stand between it and the caster of a cone or line are no help."""
    area = working.spell.area
    if area is None or area.shape not in ("cone", "line"):
        return ()
    return (SOFT_NO_REFLEX,) if between(battle, working.caster, target, melee=False).kind == "soft" else ()
