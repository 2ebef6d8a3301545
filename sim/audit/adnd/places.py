"""
Facings, arcs, reach and threat, written plainly: angles by whole numbers, every square looked at.

A facing is one of eight, 0 north, clockwise. The angle between it and the line between two centers decides the arc: up
to 45 degrees front, from 135 rear.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.adnd.fold import OUT, SENSELESS, Fighter, Scene, hands
from sim.tables.adnd_sheet import Weapon

AHEAD = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""One square ahead by facing: east and south count up."""


def between(scene: Scene, one: int, span: int, other: int, other_span: int) -> tuple[int, int]:
    """From center to center, in half squares east and south."""
    stride = scene.terrain.stride
    y, x = divmod(one, stride)
    other_y, other_x = divmod(other, stride)
    return 2 * other_x + other_span - 2 * x - span, 2 * other_y + other_span - 2 * y - span


def arc_of(facing: int, dx: int, dy: int) -> str:
    """The arc in which somebody off so far lies."""
    east, south = AHEAD[facing]
    along, across = east * dx + south * dy, abs(east * dy - south * dx)
    if along >= across:
        return "front"
    return "rear" if along <= -across else "flank"


def arc(scene: Scene, me: Fighter, other: Fighter) -> str:
    """In which arc of ``me`` the other stands."""
    return arc_of(me.facing, *between(scene, me.square, me.span, other.square, other.span))


def on_right(scene: Scene, me: Fighter, other: Fighter) -> bool:
    """Does the other stand on the right side of ``me``?"""
    dx, dy = between(scene, me.square, me.span, other.square, other.span)
    east, south = AHEAD[me.facing]
    return east * dy - south * dx > 0


def facing_to(scene: Scene, one: int, span: int, other: int, other_span: int) -> int:
    """
    The facing nearest to a direction: the one that turns least from it, by the larger cosine, compared exactly.

    Of two unit steps the straight ones have length 1, the slanting ones the root of 2: both squared and multiplied out.
    """
    dx, dy = between(scene, one, span, other, other_span)
    best, found = None, 0
    for facing, (east, south) in enumerate(AHEAD):
        along = east * dx + south * dy
        if along <= 0:
            continue
        square = 2 * along * along // (east * east + south * south)
        if best is None or square > best:
            best, found = square, facing
    return found


def gap(scene: Scene, one: Fighter, other: Fighter) -> int:
    """Squares between two, diagonals as one, and in height where one flies: 1 when they are adjacent."""
    flat = max(scene.terrain.gap(one.square, one.span, other.square, other.span))
    return max(flat, above(one, other))


def above(one: Fighter, other: Fighter) -> int:
    """Squares in height between two; 1 when one is right above the other's head."""
    if one.altitude == other.altitude:
        return 0
    low, high = (one, other) if one.altitude < other.altitude else (other, one)
    return max(0, high.altitude - low.altitude - low.sheet.height + 1)


def reach(me: Fighter, weapon: Weapon) -> tuple[int, int]:
    """From which ring of squares to which a weapon strikes."""
    if weapon.category in ("natural", "unarmed"):
        return 1, me.sheet.reach
    grip = weapon.grip
    length = grip.reach if grip is not None and grip.reach and me.two_handed(weapon) else weapon.reach
    return (2 if weapon.not_adjacent else 1), me.sheet.reach + length - 1


def arms(me: Fighter) -> list[Weapon]:
    """What it strikes with in melee, bare hands aside: weapons in hand that do damage in melee, natural ones."""
    held = [me.weapons[name] for name in dict.fromkeys(me.held) if name in me.weapons]
    held = [weapon for weapon in held if hands(me.sheet, weapon) <= 2]
    found = [w for w in held if w.category == "melee" or (w.ranges is not None and w.damage and not w.missiles)]
    return found + [me.weapons[name] for name in dict.fromkeys(me.sheet.routine)]


def threatens_with(me: Fighter) -> list[Weapon]:
    """
    The weapons by which it threatens (adnd.move.threat): none while it is stunned, helpless, held, parrying all round,
    or has given up; a weapon that is out of line, or no longer of use, does not count.
    """
    if not me.names.isdisjoint(SENSELESS | {"held", "parrying"}):
        return []
    found = [weapon for weapon in arms(me) if ("fouled", weapon.name) not in me.conditions]
    found = [weapon for weapon in found if ("misaligned", weapon.name) not in me.conditions]
    if me.has("loose-grip"):
        found = [weapon for weapon in found if not me.two_handed(weapon)]
    return found


def front(scene: Scene, me: Fighter, weapon: Weapon) -> set[int]:
    """The squares of its front that a weapon strikes; its own space too."""
    nearest, farthest = reach(me, weapon)
    terrain = scene.terrain
    key = ("front", me.square, me.span, me.facing, nearest, farthest)
    known: dict[object, set[int]] = scene.notes.setdefault("fronts", {})
    if key not in known:
        found = set(terrain.footprint(me.square, me.span))
        y, x = divmod(me.square, terrain.stride)
        for row in range(y - farthest, y + me.span + farthest):
            for column in range(x - farthest, x + me.span + farthest):
                square = row * terrain.stride + column
                if not (0 <= row < terrain.height and 0 <= column < terrain.width):
                    continue
                ring = max(terrain.gap(me.square, me.span, square, 1))
                if (
                    nearest <= ring <= farthest
                    and arc_of(me.facing, *between(scene, me.square, me.span, square, 1)) == "front"
                ):
                    found.add(square)
        known[key] = found
    return known[key]


def threatened(scene: Scene, me: Fighter) -> set[int]:
    """All squares that it threatens."""
    found: set[int] = set()
    for weapon in threatens_with(me):
        found |= front(scene, me, weapon)
    return found


def threatens(scene: Scene, me: Fighter, other: Fighter) -> bool:
    """Does it threaten the other, an enemy, at the height at which that is?"""
    if me.side == other.side or threatened(scene, me).isdisjoint(scene.squares(other)):
        return False
    return me.altitude == other.altitude or any(gap(scene, me, other) <= reach(me, w)[1] for w in threatens_with(me))


def engaged(scene: Scene, me: Fighter) -> list[Fighter]:
    """The enemies with whom it is in melee: one of the two threatens the other."""
    return [
        foe
        for foe in scene.enemies(me)
        if foe.names.isdisjoint(OUT) and (threatens(scene, me, foe) or threatens(scene, foe, me))
    ]


def barred(scene: Scene, me: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Does somebody stand between whom a weapon of reach cannot pass: an enemy, or anybody but for a thrusting one?"""
    stride = scene.terrain.stride
    y, x = divmod(me.square, stride)
    to_y, to_x = divmod(target.square, stride)
    count = max(abs(to_x - x), abs(to_y - y))
    for step in range(1, count):
        square = _part(y, to_y, step, count) * stride + _part(x, to_x, step, count)
        for other in scene.fighters.values():
            if other in (me, target) or not other.names.isdisjoint(OUT) or square not in scene.squares(other):
                continue
            if other.side != me.side or "piercing" not in weapon.kinds:
                return True
    return False


def _part(start: int, end: int, step: int, count: int) -> int:
    """So many of ``count`` equal steps from start to end, to the nearest whole square; halves away from the start."""
    away = (2 * abs(end - start) * step + count) // (2 * count)
    return start + away if end > start else start - away


def strikes(scene: Scene, me: Fighter, target: Fighter, weapon: Weapon, *, turned: bool = True) -> str:
    """Why a melee weapon does not strike a target from here: the rule; empty if it does. It may turn first."""
    nearest, farthest = reach(me, weapon)
    ring = gap(scene, me, target)
    if ring > farthest:
        return "adnd.melee.reach.weapon"
    if 0 < ring < nearest:
        return "adnd.melee.reach.minimum"
    if not turned and front(scene, me, weapon).isdisjoint(scene.squares(target)):
        return "adnd.melee.front-only"
    if ring > 1 and barred(scene, me, target, weapon):
        return "adnd.melee.reach.past-ally"
    if not scene.terrain.effect(me.square, me.span, target.square, target.span):
        return "adnd.melee.reach.weapon"
    return ""


def dark(scene: Scene, square: int, me: Fighter) -> bool:
    """Is it too dark in a square for these eyes?"""
    light = scene.header.scenario.map.light
    if not light or me.sheet.darkvision:
        return False
    y, x = divmod(square, len(scene.header.scenario.map.rows[0]) + 1)
    return bool(light[y][x] == "d")


def sightless(scene: Scene, me: Fighter) -> bool:
    """Is it blinded, or in total darkness without night sight?"""
    return me.has("blinded") or dark(scene, me.square, me)


def cannot(scene: Scene, me: Fighter) -> bool:
    """Is it in no state to strike freely: senseless, held, surprised, parrying all round, felled, or done rushing?"""
    if not me.names.isdisjoint(SENSELESS | {"held", "surprised", "parrying"}) or me.felled:
        return True
    return me.acted and getattr(me.declared, "how", "") == "shield-rush"


def limit(me: Fighter) -> int:
    """How many enemies it may strike freely in a round."""
    return (3 if me.sheet.group in ("warrior", "creature") else 1) + me.sheet.level // 5


def free_weapons(scene: Scene, foe: Fighter, me: Fighter) -> list[Weapon]:
    """With what a foe may strike freely from where both stand and as it faces."""
    found = threatens_with(foe)
    later = set(foe.sheet.routine) - set(foe.sheet.routine[:1])
    return [w for w in found if w.name not in later and not strikes(scene, foe, me, w, turned=False)]


def may_strike_freely(scene: Scene, foe: Fighter, me: Fighter) -> bool:
    """
    Has a foe a free attack at somebody, if there is an occasion: able, one a round at each, and within its number.
    """
    if cannot(scene, foe) or me.id in foe.free or len(set(foe.free)) >= limit(foe):
        return False
    return bool(free_weapons(scene, foe, me))


def _as_high(foe: Fighter, me: Fighter) -> bool:
    """Does it strike as high or as low as the other is?"""
    return above(foe, me) == 0 or any(above(foe, me) <= reach(foe, weapon)[1] for weapon in threatens_with(foe))


def watching(scene: Scene, me: Fighter) -> Iterator[tuple[Fighter, set[int]]]:
    """The enemies who might strike freely as somebody moves, each with the squares that it threatens."""
    for foe in scene.enemies(me):
        if (
            foe.names.isdisjoint(OUT)
            and not cannot(scene, foe)
            and _as_high(foe, me)
            and me.id not in foe.free
            and len(set(foe.free)) < limit(foe)
            and (squares := threatened(scene, foe))
        ):
            yield foe, squares
