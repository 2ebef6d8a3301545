"""
Missiles: ranges in metres, lines from the center of a square, what covers and conceals, whom a shot into a melee
strikes.

Points are in half squares east and south of the map's corner, so that centers are odd and corners even. A line is cut
at every row and column that it crosses; the middle of each piece says in which square the piece lies.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sim.audit.adnd import places, scores
from sim.audit.adnd.fold import HELPLESS, OUT, Fighter, Scene
from sim.audit.claims import Breach, invariant
from sim.audit.geometry import EAST, HALF, SOUTH, Barrier
from sim.events.adnd import AttackMade
from sim.events.course import Answered, OrderGiven, TargetDrawn
from sim.events.orders import Attack
from sim.tables.adnd_figures import COVER, SIZE
from sim.tables.adnd_sheet import SIZES, Missile, Weapon

ADND = ("adnd",)
BANDS = "adnd.missile.range-bands"
LINE = "adnd.missile.line-of-fire"
AMMUNITION = "adnd.missile.ammunition"
HANDS = "adnd.missile.hands"
ROLL = "adnd.missile.into-melee.roll"
CANDIDATES = "adnd.missile.into-melee.candidates"
WEIGHTS = "adnd.missile.into-melee.weights"

Point = tuple[int, int]


# ---- lines ----------------------------------------------------------------------------------------------------------


def center(scene: Scene, square: int) -> Point:
    """The center of a square."""
    y, x = divmod(square, scene.terrain.stride)
    return 2 * x + 1, 2 * y + 1


def corners(scene: Scene, square: int) -> list[Point]:
    """The four corners of a square."""
    x, y = center(scene, square)
    return [(x + i, y + j) for j in (-1, 1) for i in (-1, 1)]


def track(scene: Scene, start: Point, end: Point) -> list[int]:
    """The squares through whose inside a line goes, in their order."""
    stride = scene.terrain.stride
    (x0, y0), (x1, y1) = start, end
    cuts = {Fraction(0), Fraction(1)}
    for a, b in ((x0, x1), (y0, y1)):
        for border in range(min(a, b), max(a, b) + 1):
            if border % 2 == 0 and a != b:
                cuts.add(Fraction(border - a, b - a))
    ordered = sorted(cut for cut in cuts if 0 <= cut <= 1)
    found = []
    for one, two in itertools.pairwise(ordered):
        middle = (one + two) / 2
        x, y = x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle
        found.append(int(y // 2) * stride + int(x // 2))
    return found


def _border(scene: Scene, one: int, two: int) -> tuple[int, int]:
    return min(one, two), EAST if abs(one - two) == 1 else SOUTH


def _open(scene: Scene, one: int, two: int, barrier: Barrier) -> bool:
    """
    Can a line get from one square into the next, round a corner on one side or the other if they only touch there?
    """
    stride = scene.terrain.stride
    if two not in scene.terrain.symbol or two in barrier.squares:
        return False
    if abs(one - two) in (1, stride):
        return _border(scene, one, two) not in barrier.borders
    y, x = divmod(one, stride)
    to_y, to_x = divmod(two, stride)
    return any(
        _open(scene, one, corner, barrier) and _border(scene, corner, two) not in barrier.borders
        for corner in (y * stride + to_x, to_y * stride + x)
    )


def _around(scene: Scene, here: int, end: Point, goal: int, barrier: Barrier) -> bool:
    """Is there a way, about the corner at which a line ends, from where it gets there to another square?"""
    if here == goal:
        return True
    stride = scene.terrain.stride
    ring = [(end[1] // 2 - j) * stride + end[0] // 2 - i for j in (0, 1) for i in (0, 1)]
    reached = [here]
    for one in reached:
        reached += [
            two
            for two in ring
            if two not in reached and abs(two - one) in (1, stride) and _open(scene, one, two, barrier)
        ]
    return goal in reached


def clear(scene: Scene, source: int, end: Point, goal: int, barrier: Barrier) -> bool:
    """Does a line get from the center of a square to a point of another?"""
    way = track(scene, center(scene, source), end)
    steps = itertools.pairwise(way)
    return all(_open(scene, *step, barrier) for step in steps) and _around(scene, way[-1], end, goal, barrier)


def struck(scene: Scene, source: int, goal: int, end: Point) -> bool:
    """Does a stroke lie across the line from a center to a corner of another square, which it does not cut off?"""
    terrain = scene.terrain
    if not terrain.strokes:
        return False
    corner = end[0] // 2, end[1] // 2
    y, x = divmod(source, terrain.stride)
    return terrain.across((x + HALF, y + HALF), corner) and terrain.has_corner(corner, (goal,))


class Sight(NamedTuple):
    """From which square to which a shot goes, whether anything is seen, how many corners are hidden."""

    source: int
    goal: int
    seen: bool
    hidden: int


def look(scene: Scene, source: int, goal: int, barrier: Barrier) -> Sight:
    """What of a square is seen from the center of another; strokes hide corners, and the last of them never."""
    ends = corners(scene, goal)
    clear_ = [end for end in ends if clear(scene, source, end, goal, barrier)]
    middle = clear(scene, source, center(scene, goal), goal, barrier)
    left = sum(not struck(scene, source, goal, end) for end in clear_)
    if clear_ and not middle:
        left = max(left, 1)
    return Sight(source, goal, middle or bool(clear_), 4 - left)


def sight(scene: Scene, me: Fighter, target: Fighter) -> Sight:
    """The best of all pairs of squares: where something is seen, and least is hidden."""
    terrain = scene.terrain
    best: Sight | None = None
    for source in scene.squares(me):
        for goal in scene.squares(target):
            key = ("sight", source, goal, tall(me), tall(target))
            known: dict[object, Sight] = scene.notes.setdefault("sights", {})
            if key not in known:
                if terrain.open:
                    known[key] = Sight(source, goal, True, 0)
                else:
                    known[key] = look(scene, source, goal, terrain.barrier(source, 1, goal, 1, tall(me), tall(target)))
            found = known[key]
            if best is None or (not found.seen, found.hidden) < (not best.seen, best.hidden):
                best = found
    if best is None:
        raise KeyError(target.id)
    return best


def tall(fighter: Fighter) -> int:
    """Squares that it rises from the ground now."""
    return 1 if fighter.position else fighter.sheet.height


# ---- ranges ---------------------------------------------------------------------------------------------------------


def missile(me: Fighter, weapon: Weapon) -> Missile | None:
    """The missile that a launcher shoots next."""
    spent = me.spent.get(weapon.name, 0)
    for one in weapon.missiles:
        if spent < one.count:
            return one
        spent -= one.count
    return None


def metres(scene: Scene, me: Fighter, target: Fighter) -> int:
    """Metres between the nearest squares of two, every second diagonal counting double; a half of one as a whole."""
    return (scene.terrain.distance(me.square, me.span, target.square, target.span) * 3 + 1) // 2


def band(scene: Scene, me: Fighter, target: Fighter, weapon: Weapon, shot: Missile | None) -> str:
    """Short, medium, long, extreme; empty when it cannot be shot so far, or so near."""
    figures = shot.ranges if shot is not None else weapon.ranges
    if figures is None:
        return ""
    short, medium, long = figures
    if scene.option("place", "outdoors") == "indoors" and scene.option("indoor_range", "off") == "on":
        short, medium, long = short // 3, medium // 3, long // 3
    away = metres(scene, me, target)
    if shot is not None and away < shot.minimum:
        return ""
    if away <= short:
        return "short"
    if away <= medium:
        return "medium"
    if away <= long:
        return "long"
    high = scores.tier(me.sheet, weapon) in ("high-master", "grand-master")
    return "extreme" if high and away <= 4 * long // 3 else ""


def ready(me: Fighter, weapon: Weapon) -> bool:
    """Is a launcher in hands that are free for it, loaded, and has it a missile left?"""
    full = bool(me.shielded) or any(name != weapon.name for name in me.held)
    free = weapon.hands < 2 or not full
    return weapon.name in me.held and free and weapon.name not in me.unloaded and missile(me, weapon) is not None


def in_sights(scene: Scene, me: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Is a target within range, and is there a line to it?"""
    return bool(band(scene, me, target, weapon, missile(me, weapon))) and sight(scene, me, target).seen


# ---- cover ----------------------------------------------------------------------------------------------------------


def shelter(scene: Scene, me: Fighter, target: Fighter) -> tuple[int, str]:
    """What cover or concealment, the greater of the two, takes off a shot, and its rule."""
    source, goal, _, hidden = sight(scene, me, target)
    way = track(scene, center(scene, source), center(scene, goal))
    step = hidden
    if thing := _obstacle(scene, target, source, goal, way):
        lower = {"prone": 2, "kneeling": 1}.get(target.position, 0)
        step = max(step, min(4, thing + lower))
    step = max(step, min(2, _bystanders(scene, me, target, way)))
    behind = COVER.cover[step - 1] if step else 0
    veils = [COVER.ratings["fog"] for square in way[1:] if square in scene.terrain.fog]
    veils += [COVER.ratings["foliage"] for square in way[1:] if square in scene.terrain.foliage]
    veiled = COVER.concealment[COVER.steps.index(max(veils))] if veils else 0
    if behind and behind >= veiled:
        return -behind, "adnd.missile.cover"
    return -veiled, "adnd.missile.concealment"


def _obstacle(scene: Scene, target: Fighter, source: int, goal: int, way: list[int]) -> int:
    """The step of cover of low things beside the target, and of windows and slits anywhere on the line."""
    terrain = scene.terrain
    space = scene.squares(target)
    found = []
    for here, there in itertools.pairwise(way):
        beside = max(terrain.gap(here, 1, space[0], target.span)) <= 1 and here not in space
        if here != source and beside and here in terrain.low:
            found.append(COVER.ratings["low obstacle"])
        if abs(here - there) not in (1, terrain.stride):
            continue
        kind = terrain.edges.get(_border(scene, here, there), "")
        if there == goal and kind == "low-wall":
            found.append(COVER.ratings["low obstacle"])
        if here != source or there == goal:
            if kind == "window":
                found.append(COVER.ratings["window"])
            if kind == "arrow-slit":
                found.append(COVER.ratings["arrow slit"])
    return COVER.steps.index(max(found)) + 1 if found else 0


def _bystanders(scene: Scene, me: Fighter, target: Fighter, way: list[int]) -> int:
    """How many stand upright on the line, out of melee, not beside the shooter, and big enough to cover the target."""
    count = 0
    spared = {me.id, me.mount, me.rider, target.id, target.mount, target.rider}
    for other in scene.fighters.values():
        if other.id in spared or not other.names.isdisjoint(OUT | HELPLESS) or other.position:
            continue
        if other.rank < target.rank - 1 or set(scene.squares(other)).isdisjoint(way[1:-1]):
            continue
        if not _in_height(me, target, other):
            continue
        if places.gap(scene, me, other) <= 1 or places.engaged(scene, other):
            continue
        count += 1
    return count


def _in_height(me: Fighter, target: Fighter, other: Fighter) -> bool:
    """Does anything of it lie between the heights at which a shot begins and ends (adnd.mounted.flight)?"""
    heights = range(min(me.altitude, target.altitude), max(me.altitude, target.altitude) + 1)
    return any(height in heights for height in range(other.altitude, other.altitude + tall(other)))


# ---- claims ---------------------------------------------------------------------------------------------------------


@invariant("shots-reach", AttackMade, books=ADND)
def shots_reach(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """What is shot or hurled has the range, a line, a missile, and hands for it."""
    if event.mode == "melee":
        return
    me, target = scene.fighters[event.attacker], scene.fighters[event.target]
    weapon = me.weapons[event.weapon]
    shot = missile(me, weapon) if event.mode == "missile" and weapon.missiles else None
    if weapon.volley:
        if event.weapon not in [natural.name for natural in me.sheet.weapons]:
            yield AMMUNITION, f"{me.id} has no {event.weapon}"
    else:
        if weapon.name not in me.held:
            yield HANDS, f"{me.id} looses {weapon.name}, which it does not hold"
        if event.mode == "missile":
            if not weapon.missiles:
                yield AMMUNITION, f"{me.id} shoots {weapon.name}, which shoots nothing"
            elif shot is None:
                yield AMMUNITION, f"{me.id} shoots with {weapon.name}, and has no missile left"
            full = me.shielded or any(name != weapon.name for name in me.held)
            if weapon.hands == 2 and full:
                yield HANDS, f"{me.id} shoots with {weapon.name}, and its other hand is not free"
            if weapon.name in me.unloaded:
                yield HANDS, f"{me.id} shoots with {weapon.name}, which is not loaded"
        elif weapon.missiles or weapon.ranges is None:
            yield BANDS, f"{me.id} hurls {weapon.name}, which is not for that"
        if weapon.ruined:
            yield "adnd.parry.missile-weapon.nonmagical.never-shoots", f"{me.id} shoots with {weapon.name}, a ruin"
    if not band(scene, me, target, weapon, shot):
        yield BANDS, f"{target.id} is {metres(scene, me, target)} m from {me.id}, out of range of {weapon.name}"
    if not sight(scene, me, target).seen:
        yield LINE, f"{me.id} shoots at {target.id}, and there is no line between them"


def in_melee(scene: Scene, other: Fighter) -> bool:
    """Is it engaged with anybody?"""
    return other.names.isdisjoint(OUT) and bool(places.engaged(scene, other))


def thick(scene: Scene, me: Fighter, target: Fighter) -> list[str]:
    """Among whom chance picks: everybody in the first melee on the line, the target before the others."""
    middle = target if in_melee(scene, target) else None
    if places.gap(scene, me, target) > 1:
        source, goal, _, _ = sight(scene, me, target)
        spared = {me.id, me.mount, me.rider, target.id}
        for square in track(scene, center(scene, source), center(scene, goal))[1:-1]:
            there = [f for f in scene.fighters.values() if square in scene.squares(f) and f.id not in spared]
            there = [f for f in there if not f.has("dead", "gone") and in_melee(scene, f) and sight(scene, me, f).seen]
            there = [f for f in there if _in_height(me, target, f)]
            if there:
                middle = there[0]
                break
    if middle is None:
        return [target.id]
    others = [other for other in scene.fighters.values() if other.id not in (me.id, me.mount, me.rider)]
    near = [other for other in others if places.gap(scene, middle, other) <= 1 and in_melee(scene, other)]
    near = [other for other in near if sight(scene, me, other).seen]
    found = [other.id for other in others if other is middle or other in near]
    return [target.id, *(who for who in found if who != target.id)] if target.id in found else found


@invariant("chance-picks-in-a-melee", TargetDrawn, books=ADND)
def chance_picks_in_a_melee(event: TargetDrawn, scene: Scene) -> Iterator[Breach]:
    """One die of the total weight, in sixths, names who of a melee is struck: the target first, then in order."""
    me = scene.fighters[event.who]
    weights = [SIZE[scene.fighters[who].sheet.size].weight for who in event.among]
    if [die.sides for die in event.dice] != [sum(weights)]:
        yield WEIGHTS, f"{[die.sides for die in event.dice]} are rolled, and the weights come to {sum(weights)}"
        return
    left = event.dice[0].value
    for who, weight in zip(event.among, weights, strict=True):
        left -= weight
        if left <= 0:
            if who != event.struck:
                yield ROLL, f"a {event.dice[0].value} strikes {event.struck}, and it ought to be {who}"
            break
    meant = _meant(event, scene)
    if meant is not None:
        right = thick(scene, me, scene.fighters[meant])
        if list(event.among) != right:
            yield CANDIDATES, f"chance picks among {', '.join(event.among)}, and it ought to be {', '.join(right)}"
    scene.notes["drawn"] = (event.because, event.struck)


def _meant(event: TargetDrawn | AttackMade, scene: Scene) -> str | None:
    """At whom the order or answer behind an event was aimed; ``None`` when that cannot be told."""
    source = scene.events[event.because] if event.because >= 0 else None
    chosen = source.order if type(source) is OrderGiven else getattr(source, "answer", None)
    if type(source) not in (OrderGiven, Answered) or type(chosen) is not Attack:
        return None
    return chosen.target


@invariant("a-shot-goes-where-it-was-aimed", AttackMade, books=ADND)
def a_shot_goes_where_it_was_aimed(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A shot strikes its target, unless there is a melee into which it goes: then whom the die has named."""
    if event.mode == "melee" or event.how not in ("strike", "disarm", "called", "pin", "initials", "clothing"):
        return
    me = scene.fighters[event.attacker]
    meant = _meant(event, scene)
    if meant is None or me.weapons[event.weapon].volley:
        return
    because, struck = scene.notes.get("drawn", (-1, ""))
    drawn = because == event.because
    if event.target != (struck if drawn else meant):
        yield ROLL, f"{event.attacker} shoots at {event.target}, and aimed at {meant}"
    if not drawn and len(thick(scene, me, scene.fighters[meant])) > 1 and event.because != scene.notes.get("shot at"):
        yield ROLL, f"{event.attacker} shoots into the melee of {meant}, and no die says whom it strikes"


def heavy(weapon: Weapon) -> bool:
    """Is it too heavy a thing for the extra penalty of small missiles?"""
    return SIZES.index(weapon.size) > SIZES.index("small")
