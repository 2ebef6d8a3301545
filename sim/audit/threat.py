"""Who could strike whom, and who may react: what several families of claims want to know."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from sim.audit.fold import Fighter, Scene
from sim.tables.sheet import Weapon

HARMLESS = frozenset({"whip"})
"""Traits of weapons that threaten nothing."""


def armed_bare_handed(me: Fighter) -> bool:
    """Its unarmed strikes count as armed (d20.unarmed.armed-definition)."""
    return "improved-unarmed-strike" in me.sheet.feats


def span_of_reach(me: Fighter, weapon: Weapon) -> tuple[int, int]:
    """More than so many squares away, and at most so many: what a weapon strikes at in melee."""
    natural = me.sheet.reach // 5
    if not weapon.reach:
        return 0, natural
    return (0 if weapon.adjacent_too else natural), 2 * natural


def melee_weapons(me: Fighter) -> list[Weapon]:
    """What it holds for melee, its natural weapons, and its bare hands; no lance on foot beside a shield."""
    held = [me.weapons[name] for name in me.held if name in me.weapons]
    if me.shield_on and not me.mount:
        held = [weapon for weapon in held if "lance" not in weapon.traits]
    return [
        *(weapon for weapon in held if weapon.category != "ranged"),
        *(weapon for weapon in me.sheet.weapons if weapon.category == "natural"),
        *(weapon for name, weapon in me.weapons.items() if name == "touch"),
        me.sheet.unarmed,
    ]


def threatening(me: Fighter) -> tuple[tuple[int, int], ...]:
    """The reach of each weapon with which it threatens; none while it could not strike at all."""
    names = me.names
    if names:
        if not me.can_act:
            return ()
        if not names.isdisjoint(("grappling", "casting", "wedged")):
            return ()
    key = ("threat", me.held, "touch" in me.weapons, me.shield_on and not me.mount)
    found: tuple[tuple[int, int], ...] | None = me.kept.get(key)
    if found is None:
        armed = [
            weapon
            for weapon in melee_weapons(me)
            if (weapon.category != "unarmed" or armed_bare_handed(me)) and HARMLESS.isdisjoint(weapon.traits)
        ]
        found = me.kept[key] = tuple(sorted({span_of_reach(me, weapon) for weapon in armed}))
    return found


def is_armed(me: Fighter) -> bool:
    """Has anything to strike with that counts as a weapon, whatever state it is in."""
    return any(
        weapon.category != "unarmed" or armed_bare_handed(me)
        for weapon in melee_weapons(me)
        if HARMLESS.isdisjoint(weapon.traits)
    )


def threatens(scene: Scene, me: Fighter, target: Fighter) -> bool:
    """Does it threaten a square of the target: in its reach, and not behind a wall (d20.aoo.threatened-squares)?"""
    ground = scene.terrain
    for low, high in threatening(me):
        if ground.strikes(me.square, me.span, target.square, target.span, low, high):
            heights = me.sheet.height, target.sheet.height
            return ground.open or ground.effect(me.square, me.span, target.square, target.span, *heights)
    return False


def reaches(scene: Scene, me: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Can the weapon strike the target in melee from where both stand?"""
    if target.id in me.grapplers:
        return True
    ground = scene.terrain
    low, high = span_of_reach(me, weapon)
    return ground.strikes(me.square, me.span, target.square, target.span, low, high) and ground.effect(
        me.square, me.span, target.square, target.span, me.sheet.height, target.sheet.height
    )


def reactions_left(me: Fighter) -> int:
    """Opportunity attacks that it has left until its next turn (d20.aoo.per-round-limit)."""
    limit = 1 + max(0, me.modifier("dexterity")) if "combat-reflexes" in me.sheet.feats else 1
    return limit - me.reactions


def why_no_reaction(me: Fighter) -> tuple[str, str] | None:
    """Rule and reason for which it can make no opportunity attack at all now."""
    names = me.names
    if names:
        if not me.can_act:
            return "d20.aoo.threatened-squares", f"it is {', '.join(sorted(names))}"
        for name in ("nauseated", "panicked"):
            if name in names:
                return f"d20.condition.{name}", f"it is {name}"
        if "flat-footed" in names and "combat-reflexes" not in me.sheet.feats:
            return "d20.aoo.not-when-flat-footed", "it is flat-footed"
        if "total-defense" in names:
            return "d20.total-defense.no-aoo", "it defends totally"
        if "grappling" in names:
            return "d20.grapple.consequence.no-threat", "it is grappling"
    if reactions_left(me) <= 0:
        return "d20.aoo.per-round-limit", f"it has made {me.reactions} since its turn"
    return None


def conceals(scene: Scene, me: Fighter, target: Fighter, melee: bool) -> int:
    """Percent of concealment that the target has from an attacker (d20.concealment.sources, .no-stacking)."""
    if "blinded" in me.names or "invisible" in target.names or target.tied("hidden", me.id):
        return 50
    ground, sheet = scene.terrain, me.sheet
    blurred = target.gain("concealment") if target.boons else 0
    if ground.clear_air:
        return blurred
    by_map = ground.miss_chance(
        me.square, me.span, target.square, target.span, melee, sheet.darkvision // 5, sheet.low_light
    )
    return max(blurred, by_map)


def cover_from(scene: Scene, me: Fighter, target: Fighter, melee: bool) -> str:
    """The cover of the target from an attacker: what stands between them, and web."""
    found = _standing(scene, me, target, melee)
    return "cover" if found in ("none", "soft") and scene.zones and strands(scene, me, target) else found


def strands(scene: Scene, me: Fighter, target: Fighter) -> int:
    """Squares of web between two creatures, along the squares nearest to the line between the nearest of theirs."""
    web = {square for zone in scene.zones.values() if "web" in zone.does for square in zone.squares}
    stride = scene.terrain.stride
    (a, span_a), (b, span_b) = sorted(((me.square, me.span), (target.square, target.span)))
    ends = []
    for one, other in zip(divmod(a, stride), divmod(b, stride), strict=True):
        mine, theirs = range(one, one + span_a), range(other, other + span_b)
        ends.append(min(((i, j) for i in mine for j in theirs), key=lambda pair: abs(pair[0] - pair[1])))
    steps = max(abs(j - i) for i, j in ends)
    between = [[floor(i + Fraction(n * (j - i), steps) + Fraction(1, 2)) for i, j in ends] for n in range(1, steps)]
    return sum(row * stride + column in web for row, column in between)


def _standing(scene: Scene, me: Fighter, target: Fighter, melee: bool) -> str:
    """The cover by map and creatures; soft cover, but for those in its own square, at range and at reach."""
    ground = scene.terrain
    others = scene.crowded()
    if melee and (
        scene.options.get("soft-cover-reach") == "no"
        or ground.distance(me.square, me.span, target.square, target.span) <= 1
    ):
        others = frozenset()
    if others:
        mates = {*ground.footprint(target.square, target.span)}
        for mate in scene.in_squares(ground.footprint(target.square, target.span)):
            mates.update(ground.footprint(mate.square, mate.span))
        others -= mates
    if ground.open and not others:
        return "none"
    return ground.cover(
        me.square, me.span, target.square, target.span, melee, others, me.sheet.height, target.sheet.height
    )


def why_no_opportunity(scene: Scene, foe: Fighter, me: Fighter, moving: bool) -> tuple[str, str] | None:
    """Rule and reason for which ``me`` gives ``foe`` no opportunity where both stand; ``None`` if it owes it one."""
    if foe.side == me.side:
        return "d20.aoo.provoke-by-moving", "it is no enemy"
    if not threatens(scene, foe, me):
        return "d20.aoo.threatened-squares", f"it does not threaten {scene.name(me.square)}"
    if moving and foe.id in me.passed:
        return "d20.aoo.one-per-opportunity", f"it has had its opportunity at {me.id}'s movement of this round"
    if (found := why_no_reaction(foe)) is not None:
        return found
    if conceals(scene, foe, me, True) >= 50:
        return "d20.concealment.total-no-aoo", f"{me.id} has total concealment from it"
    if (cover := cover_from(scene, foe, me, True)) != "none":
        return "d20.cover.no-aoo", f"{me.id} has {cover} from it" if cover == "cover" else f"{me.id} has {cover} cover"
    return None


def flanks(scene: Scene, me: Fighter, target: Fighter) -> bool:
    """Does it flank the target with an ally (d20.flanking.*)?"""
    sheet = target.sheet
    if me.sheet.reach == 0 or "flanking" in target.immune:
        return False
    if sheet.uncanny_dodge == 2 and me.sheet.rogue_level < sheet.rogue_level + 4:
        return False
    ground = scene.terrain
    return any(
        ally.side == me.side
        and ally is not me
        and ally.sheet.reach
        and ground.flanks(me.square, me.span, ally.square, ally.span, target.square, target.span)
        and threatens(scene, ally, target)
        for ally in scene.near((target.square,), target.span)
    )
