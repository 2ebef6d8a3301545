"""
Shooting and hurling (adnd.missile.*): ranges in metres, a square is 1.5 m.

Cover is seen from the center of the shooter's square, corner by corner of the target's (``sim.grid.shots``). A missile
into the thick of a melee goes to whom one die names. Volleys and breath are missiles that a creature has by nature.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sim.core.tally import Modifier
from sim.dice import notation
from sim.events.adnd import AttackMade
from sim.events.adnd_missile import HurledLanded, LeftUnloaded, MissilesLoosed
from sim.events.attacks import DamageDealt
from sim.events.course import TargetDrawn
from sim.events.equipment import Reloaded
from sim.events.orders import Attack, FullAttack, Order
from sim.grid import shots
from sim.grid.bits import squares
from sim.grid.facing import STEPS, toward
from sim.grid.sight import corners
from sim.grid.templates import DIRECTIONS, bolt, cone
from sim.rules import choice
from sim.rules.adnd import core, melee
from sim.rules.adnd.declare import (
    HURLED,
    MISSILE,
    Blow,
    after_roll,
    arm_of,
    at_round_start,
    constraint,
    gap,
    on_attack,
    sheet_of,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, HELPLESS, KNEELING, PRONE, SITTING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import COVER, SIZE
from sim.tables.adnd_sheet import SIZES, Weapon

BANDS = "adnd.missile.range-bands"
INDOOR = "adnd.missile.indoor"
LINE = "adnd.missile.line-of-fire"
CANDIDATES = "adnd.missile.into-melee.candidates"
WEIGHTS = "adnd.missile.into-melee.weights"
ROLL = "adnd.missile.into-melee.roll"
THROUGH = "adnd.missile.into-melee.through"
GRID = "adnd.missile.cover.grid"
CREATURES = "adnd.missile.cover.creatures"
LOW = "adnd.missile.cover.low"
SAVES = "adnd.missile.cover.saves"
HANDS = "adnd.missile.hands"
AMMUNITION = "adnd.missile.ammunition"
THREATENED = "adnd.missile.threatened"
LANDS = "adnd.missile.hurled-lands"
VOLLEY = "adnd.missile.volley"
BREATH = "adnd.missile.breath"
HALF = "adnd.core.saving-throw.half"

BEHIND = 4
"""The step of cover of somebody of whom all but a slit is hidden."""


def launcher(weapon: Weapon) -> bool:
    """Is it something that shoots missiles?"""
    return bool(weapon.missiles)


def innate(weapon: Weapon) -> bool:
    """Are these missiles that a creature has by nature: a volley, a breath?"""
    return bool(weapon.volley or weapon.breath)


def is_shot(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Would an attack with this weapon be shot or hurled, for want of reach in melee or because it is a launcher?"""
    if launcher(weapon) or innate(weapon):
        return True
    if weapon.ranges is None:
        return False
    return weapon.category == "ranged" or gap(battle, me, target) > melee.reach_of(me, weapon)[1]


def meant(battle: Battle, me: Creature, order: Order) -> bool:
    """Does a declaration mean to shoot or hurl?"""
    weapon, target = getattr(order, "weapon", ""), battle.creatures.get(getattr(order, "target", ""))
    if weapon not in me.weapons:
        return False
    arm = arm_of(me, weapon)
    return launcher(arm) or (target is not None and is_shot(battle, me, target, arm))


def volleys(me: Creature) -> tuple[Weapon, ...]:
    """The missiles that it has by nature."""
    return tuple([weapon for weapon in sheet_of(me).weapons if innate(weapon)])


def under_roof(battle: Battle) -> bool:
    """Are ranges those of indoors (options ``place`` and ``indoor_range``)?"""
    return battle.options.get("place") == "indoors" and battle.options.get("indoor_range") == "on"


def ranges(battle: Battle, me: Creature, weapon: Weapon) -> tuple[int, int, int] | None:
    """Short, medium and long range in metres of its next shot or throw; ``None`` when there is none."""
    found: tuple[int, int, int] | None
    if launcher(weapon):
        missile = core.missile_of(me, weapon)
        found = missile.ranges if missile is not None else None
    else:
        found = weapon.ranges
    if found is not None and under_roof(battle):
        short, medium, long = found
        return short // 3, medium // 3, long // 3
    return found


def metres(battle: Battle, me: Creature, target: Creature) -> int:
    """Metres between the nearest squares of two combatants, 3 m for two squares, a half of one as a whole."""
    return -(-3 * battle.ground.distance(me.square, me.span, target.square, target.span) // 2)


def band(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> str:
    """``short``, ``medium``, ``long``, ``extreme``; empty beyond its range, or nearer than it can be shot."""
    from sim.rules.adnd import high_mastery

    figures = ranges(battle, me, weapon)
    if figures is None:
        return ""
    away = metres(battle, me, target)
    if launcher(weapon) and (missile := core.missile_of(me, weapon)) is not None and away < missile.minimum:
        return ""
    for name, limit in zip(("short", "medium", "long"), figures, strict=True):
        if away <= limit:
            return name
    return "extreme" if away <= high_mastery.extreme_range(me, weapon, figures[2]) else ""


@on_attack(HURLED)
@on_attack(MISSILE)
def by_range(blow: Blow) -> Modifier | None:
    """Medium range -2, long range -5."""
    if under_roof(blow.battle):
        blow.cites.append(INDOOR)
    found = band(blow.battle, blow.attacker, blow.target, blow.weapon)
    value = {"medium": -2, "long": -5}.get(found, 0)
    if not value:
        return None
    blow.cites.append(BANDS)
    return Modifier(value, f"{found} range", "adnd.missile.range-modifiers")


# What can be seen of a target, and what shelters it.


class Exposure(NamedTuple):
    """The squares between which a shot goes best, and what it sees of the target's."""

    source: int
    goal: int
    shown: shots.Shown


def height_of(creature: Creature) -> int:
    """How many squares high it rises from its ground now."""
    return 1 if creature.flags & (PRONE | SITTING | KNEELING) else sheet_of(creature).height


def exposure(battle: Battle, me: Creature, target: Creature) -> Exposure:
    """From which square of its own it shoots best at which of the target's: where least is hidden."""
    ground = battle.ground
    best: Exposure | None = None
    for source in squares(battle.footprint(me)):
        for goal in squares(battle.footprint(target)):
            shown = shots.shown(ground, source, goal, height_of(me), height_of(target))
            found = Exposure(source, goal, shown)
            if best is None or _hidden(found) < _hidden(best):
                best = found
    assert best is not None
    return best


def _hidden(exposure: Exposure) -> tuple[bool, int]:
    return not exposure.shown.seen, exposure.shown.hidden


def sees(battle: Battle, me: Creature, target: Creature) -> bool:
    """Is there a line of fire: from the center of its square to the center or a corner of one of the target's?"""
    return exposure(battle, me, target).shown.seen


class Shelter(NamedTuple):
    """Steps of cover (0 to 4), and the rules that make them."""

    step: int
    rules: tuple[str, ...]


def cover(battle: Battle, me: Creature, target: Creature) -> Shelter:
    """The cover that a target has from somebody's missiles: the best that map and bystanders give."""
    memo = battle.memo()
    key = ("cover", me.id, target.id)
    if key not in memo:
        memo[key] = max(_shelters(battle, me, target), key=lambda shelter: shelter.step)
    return memo[key]  # type: ignore[return-value]


def _shelters(battle: Battle, me: Creature, target: Creature) -> Iterator[Shelter]:
    yield Shelter(0, ())
    source, goal, shown = exposure(battle, me, target)
    yield Shelter(shown.hidden, (GRID,))
    line = shots.passed(battle.ground, source, goal)
    if step := obstacle(battle, target, source, goal, line):
        lower = 2 if target.flags & PRONE else 1 if target.flags & KNEELING else 0
        yield Shelter(min(BEHIND, step + lower), (GRID, LOW) if lower and step < BEHIND else (GRID,))
    between = bystanders(battle, me, target, line)
    if between:
        yield Shelter(min(2, between), (CREATURES,))


def obstacle(battle: Battle, target: Creature, source: int, goal: int, line: tuple[tuple[int, int], ...]) -> int:
    """
    The step of cover of a low wall beside the target on the line, or of a window or slit that it goes through anywhere
    but at the shooter's own square.
    """
    ground = battle.ground
    if not (ground.low or ground.has_borders):
        return 0
    ratings = COVER.ratings
    found = 0
    beside = ground.near(target.square, target.span)
    for here, there in line:
        if here != source and beside >> here & 1 and ground.low >> here & 1:
            found = max(found, ratings["low obstacle"])
        if abs(there - here) not in (1, ground.stride):
            continue
        if there == goal and shots.on_border(ground, here, there, ground.low_borders):
            found = max(found, ratings["low obstacle"])
        if here != source or there == goal:
            if shots.on_border(ground, here, there, ground.windows):
                found = max(found, ratings["window"])
            if shots.on_border(ground, here, there, ground.slits):
                found = max(found, ratings["arrow slit"])
    return COVER.steps.index(found) + 1 if found else 0


def as_high(me: Creature, target: Creature, other: Creature) -> bool:
    """Is it anywhere between the heights of shooter and target, and not far above or below their line?"""
    low, high = sorted((me.altitude, target.altitude))
    return other.altitude <= high and low < other.altitude + height_of(other)


def bystanders(battle: Battle, me: Creature, target: Creature, line: tuple[tuple[int, int], ...]) -> int:
    """
    How many stand on the line and cover the target: not in melee, not beside the shooter, at most a size smaller.
    """
    least = SIZES.index(sheet_of(target).size) - 1
    found = []
    for here, _ in line[1:]:
        for who in battle.at.get(here, ()):
            other = battle.creatures[who]
            if (
                other.id not in (me.id, me.mount, me.rider, target.id, target.mount, target.rider)
                and other.active
                and not other.flags & (HELPLESS | PRONE | SITTING | KNEELING)
                and as_high(me, target, other)
                and gap(battle, me, other) > 1
                and SIZES.index(sheet_of(other).size) >= least
                and not melee.engaged(battle, other)
                and other not in found
            ):
                found.append(other)
    return len(found)


def concealment(battle: Battle, me: Creature, target: Creature) -> int:
    """Steps of concealment (0 to 4): the thickest foliage or fog on the line, the target's own square included."""
    ground = battle.ground
    if not (ground.fog or ground.foliage):
        return 0
    source, goal, _ = exposure(battle, me, target)
    veiled = 0
    for _, there in shots.passed(ground, source, goal):
        if ground.fog >> there & 1:
            veiled = max(veiled, COVER.ratings["fog"])
        if ground.foliage >> there & 1:
            veiled = max(veiled, COVER.ratings["foliage"])
    return COVER.steps.index(veiled) + 1 if veiled else 0


@on_attack(HURLED)
@on_attack(MISSILE)
def sheltered(blow: Blow) -> Modifier | None:
    """Cover or concealment, whichever is the greater."""
    shelter = cover(blow.battle, blow.attacker, blow.target)
    hidden = concealment(blow.battle, blow.attacker, blow.target)
    behind = COVER.cover[shelter.step - 1] if shelter.step else 0
    veiled = COVER.concealment[hidden - 1] if hidden else 0
    if behind and behind >= veiled:
        blow.cites += shelter.rules
        return Modifier(-behind, "cover", "adnd.missile.cover")
    return Modifier(-veiled, "concealment", "adnd.missile.concealment") if veiled else None


def behind_low(battle: Battle, me: Creature, target: Creature) -> bool:
    """Does somebody crouch or lie behind an obstacle that covers it from this shooter?"""
    source, goal, _ = exposure(battle, me, target)
    return obstacle(battle, target, source, goal, shots.passed(battle.ground, source, goal)) > 0


# Whether a missile may be loosed at all.


def free_hands(me: Creature, weapon: Weapon) -> bool:
    """Is there nothing in its hands but this weapon, and no shield on its arm?"""
    return all(name == weapon.name for name in me.held) and not me.shield_on


def why_not(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that keep it from shooting or hurling this at a target now."""
    if innate(weapon):
        if spent(me, weapon) >= weapon.count:
            return (AMMUNITION,)
        if weapon.breath:
            return () if area(battle, me, target, weapon) else (BREATH,)
    elif weapon.name not in me.held:
        return (HANDS,)
    elif launcher(weapon):
        if core.missile_of(me, weapon) is None:
            return (AMMUNITION,)
        if weapon.hands == 2 and not free_hands(me, weapon):
            return (HANDS,)
        if weapon.name in me.unloaded:
            return no_reload(me, weapon) or (HANDS,)
    if not band(battle, me, target, weapon):
        return (BANDS,)
    return () if sees(battle, me, target) else (LINE,)


def spent(me: Creature, weapon: Weapon) -> int:
    """How many of these it has loosed."""
    return dict(me.ammunition).get(weapon.name, 0)


@constraint(BANDS, Attack, FullAttack)
def out_of_range(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool | tuple[str, ...]:
    """
    What is shot or hurled has its ranges, its line, and its stock. What is declared may come into range; it is not
    begun without hands or missiles.
    """
    target = battle.creatures.get(order.target)
    if target is None or order.weapon not in me.weapons:
        return True
    weapon = arm_of(me, order.weapon)
    if not is_shot(battle, me, target, weapon):
        return False
    if innate(weapon) and order.how != "strike":
        return (BREATH if weapon.breath else VOLLEY,)
    found = why_not(battle, me, target, weapon)
    if type(order) is FullAttack and found in ((BANDS,), (LINE,), (BREATH,)):
        return False
    return found


def threatened_by(battle: Battle, me: Creature, target: Creature) -> list[Creature]:
    """The enemies that strike freely at whoever shoots, or hurls at somebody else, under their eyes."""
    return [foe for foe in battle if foe.side != me.side and melee.engages(battle, foe, me)]


# Weapons that cannot be loaded.


def no_reload(me: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that keep it from loading a weapon again: for want of a hand, or of a stand for a heavy crossbow."""
    from sim.rules.adnd import style_mounted

    if not free_hands(me, weapon):
        return (HANDS,)
    return style_mounted.no_reload(me, weapon)


@after_roll
def left_unloaded(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> None:
    """A crossbow that cannot be loaded stays so after its shot."""
    if blow.bits & MISSILE and launcher(blow.weapon) and (rules := no_reload(blow.attacker, blow.weapon)):
        table.tell(LeftUnloaded(seq, blow.attacker.id, blow.weapon.name, rules))


@at_round_start
def loaded_again(table: Table, because: int) -> None:
    """Whoever has the hands and the stand for it again loads what was left unloaded."""
    for me in table.battle:
        for name in me.unloaded:
            if not me.flags & CANNOT_ACT and name in me.held and not no_reload(me, arm_of(me, name)):
                table.tell(Reloaded(because, me.id, name, (HANDS,)))


# Into a melee.


def aim(table: Table, me: Creature, target: Creature, because: int) -> Creature:
    """
    Whom a missile goes to: its target, or by one die of the total weight anybody in the thick of the melee into which
    it is shot, or through which it has to go first.
    """
    battle = table.battle
    middle = first_melee(battle, me, target)
    if middle is None:
        return target
    among = sorted(thick(battle, me, middle), key=lambda other: other is not target)
    if len(among) == 1 and middle is target:
        return target
    weights = [weight(other) for other in among]
    (die,) = table.roll(sum(weights))
    left = die.value
    struck = among[0]
    for other, part in zip(among, weights, strict=True):
        struck = other
        left -= part
        if left <= 0:
            break
    rules = (CANDIDATES, WEIGHTS, ROLL) if middle is target else (THROUGH, CANDIDATES, WEIGHTS, ROLL)
    table.tell(TargetDrawn(because, me.id, tuple(other.id for other in among), struck.id, rules, (die,)))
    return struck


def weight(other: Creature) -> int:
    """By its size, how likely a missile into a melee goes to somebody."""
    return SIZE[sheet_of(other).size].weight


def first_melee(battle: Battle, me: Creature, target: Creature) -> Creature | None:
    """
    Who is engaged in melee first on the line of a shot, and not wholly hidden from the shooter (``LINE``): the target
    at last; ``None`` where nobody is.
    """
    if gap(battle, me, target) > 1:
        source, goal, _ = exposure(battle, me, target)
        for here, _ in shots.passed(battle.ground, source, goal)[1:]:
            for who in battle.at.get(here, ()):
                other = battle.creatures[who]
                spared = (me.id, me.mount, me.rider, target.id)
                able = other.id not in spared and as_high(me, target, other) and in_melee(battle, other)
                if able and sees(battle, me, other):
                    return other
    return target if in_melee(battle, target) else None


def in_melee(battle: Battle, other: Creature) -> bool:
    """Is it engaged with anybody?"""
    return other.active and bool(melee.engaged(battle, other))


def thick(battle: Battle, me: Creature, middle: Creature) -> list[Creature]:
    """
    Who is in the thick of somebody's melee, in their order: itself, and everybody beside it who is engaged, but for
    those who are wholly hidden from the shooter (``LINE``).
    """
    near = [
        other for other in battle if other.id not in (me.id, me.mount, me.rider) and gap(battle, middle, other) <= 1
    ]
    return [other for other in near if other is middle or (in_melee(battle, other) and sees(battle, me, other))]


# What becomes of what was hurled.


@after_roll
def hurled(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> None:
    """A hurled weapon lies in the target's square, or behind it if it missed."""
    if not blow.bits & HURLED or blow.flown:
        return
    me, target = blow.attacker, blow.target
    square = target.square if rolled.hit else behind(table.battle, me, target)
    table.tell(HurledLanded(seq, me.id, blow.weapon.name, square, (LANDS,)))


def behind(battle: Battle, me: Creature, target: Creature) -> int:
    """The next free square beyond a target, straight on; its own where a wall or the edge of the map is nearer."""
    ground = battle.ground
    east, south = STEPS[toward(ground, me.square, target.square, me.span, target.span)]
    y, x = divmod(target.square, ground.stride)
    occupied = battle.occupied()
    while 0 <= x + east < ground.width and 0 <= y + south < ground.height:
        here = y * ground.stride + x
        x, y = x + east, y + south
        square = y * ground.stride + x
        if ground.solid >> square & 1 or not shots.shown(ground, here, square).center:
            break
        if not occupied >> square & 1:
            return square
    return target.square


# Volleys and breath.


def volley(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> None:
    """So many missiles as its dice say, an attack roll for each, at targets within one square of each other."""
    battle = table.battle
    number, rolled = core.throw(table, notation.parse(weapon.volley))
    seq = table.tell(MissilesLoosed(because, me.id, weapon.name, number, (VOLLEY,), dice=rolled))
    left = [weapon.name] * number
    while left and not me.flags & CANNOT_ACT:
        left.pop()
        near = [foe.id for foe in swarm(battle, me, target, weapon)]
        at = battle.creatures[choice.ask(table, me, "volley", target, tuple(near), seq, VOLLEY)]
        struck = aim(table, me, at, seq)
        spike = Blow(battle, me, struck, weapon, MISSILE)
        spike.following = left
        core.strike(table, spike, seq, VOLLEY)


def swarm(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> list[Creature]:
    """The target of a volley, then the enemies within one square of it that the volley reaches."""
    return [
        target,
        *[
            foe
            for foe in battle
            if foe is not target
            and foe.side != me.side
            and foe.active
            and gap(battle, target, foe) <= 1
            and band(battle, me, foe, weapon)
            and sees(battle, me, foe)
        ],
    ]


def area(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> int:
    """The squares of a breath towards a target; none when it does not get so far."""
    ground = battle.ground
    own, goal = battle.footprint(me), battle.footprint(target)
    way = DIRECTIONS[toward(ground, me.square, target.square, me.span, target.span)]
    for corner in corners(ground, me.square, me.span):
        if weapon.breath == "cone":
            found = cone(ground, corner, way, weapon.length, own) & ~own
            if found & goal:
                return found
        else:
            for end in corners(ground, target.square, target.span):
                found = bolt(ground, corner, end, weapon.length, own) & ~own if end != corner else 0
                if found & goal:
                    return found
    return 0


def breathe(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> None:
    """Everybody in the area of a breath weapon takes its damage, half of it who makes the saving throw."""
    battle = table.battle
    bits = area(battle, me, target, weapon)
    points, rolled = core.throw(table, notation.parse(weapon.damage))
    loosed = MissilesLoosed(because, me.id, weapon.name, points, (BREATH,), tuple(squares(bits)), rolled)
    seq = table.tell(loosed)
    for victim in battle.occupants(bits):
        if victim is me or victim.id in (me.rider, me.mount) or not victim.active:
            continue
        shelter = cover(battle, me, victim)
        bonus = COVER.cover[shelter.step - 1] if shelter.step else 0
        saved = core.save(table, victim, weapon.name, "breath", seq, *((SAVES,) if bonus else ()), BREATH, bonus=bonus)
        rules: tuple[str, ...] = (HALF,) if saved else ()
        total = points // 2 if saved else points
        if shelter.step == BEHIND:
            total, rules = 0 if saved else points // 2, (SAVES,)
        if total:
            table.tell(DamageDealt(seq, victim.id, me.id, total, False, (), weapon.name, (BREATH, *rules)))


def loose(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> None:
    """One shot, throw, volley or breath, without what it may give to those who threaten the shooter."""
    from sim.rules.adnd import fight

    if weapon.breath:
        breathe(table, me, target, weapon, because)
    elif weapon.volley:
        volley(table, me, target, weapon, because)
    else:
        bits = fight.bits_of(table.battle, me, target, weapon)
        core.strike(table, Blow(table.battle, me, aim(table, me, target, because), weapon, bits), because)
