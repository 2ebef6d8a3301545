"""
Things: struck and broken, thrown and splashed, on fire, strapped on, locked, lit; doors and barricades.

Folds its events itself, and works out again what every flask wets, what every blow leaves of a thing, and which order
a thing has changed by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sim.audit import threat
from sim.audit.arithmetic import (
    Blow,
    Part,
    compare,
    damage_parts,
    opposed_parts,
    own_attack_parts,
    softened,
    sound,
    surpassed,
    why_changed,
)
from sim.audit.claims import Breach, invariant
from sim.audit.contests import conditions_on_checks, skill
from sim.audit.fold import Fighter, Scene, moves
from sim.audit.geometry import border, square_of
from sim.dice.notation import parse
from sim.events import objects, orders
from sim.events.attacks import AttackRolled, ContestRolled, DamageDealt, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven
from sim.events.movement import Moved
from sim.tables.equipment import SHIELDS
from sim.tables.sheet import SIZES, Weapon
from sim.tables.sizes import SIZE

SUNDER = "d20.sunder.check"
HARDNESS = "d20.sunder.hardness"
SUCCESS = "d20.sunder.success"
HELD = "d20.sunder.held-object"
SPLASH = "d20.splash.data"
DIRECT = "d20.splash.direct-hit"
CORNER = "d20.splash.intersection"
ASTRAY = "d20.splash.miss-direction"
NEAR = "d20.splash.miss-damage"
FIRE = "d20.fire.extinguish"
SHIELD = "d20.action.move.ready-loose-shield"
DOOR = "d20.action.move.open-close-door"
SHOVE = "d20.action.move.move-heavy-object"
TORCH = "d20.action.full-round.light-torch"
TWIG = "d20.action.standard.light-torch-tindertwig"
LOCK = "d20.action.full-round.locked-gauntlet"
PREPARE = "d20.splash.prepare"
ROPE = "d20.net-rope.limit"
COW = "d20.action.standard.skill-one-action"

COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Clockwise from the north: east, south."""


# ---- the fold -------------------------------------------------------------------------------------------------


def _drop_from_hand(me: Fighter, name: str) -> None:
    held = list(me.held)
    if name in held:
        held.remove(name)
    me.held = tuple(held)


@moves(objects.AimRolled)
def _aimed(event: objects.AimRolled, scene: Scene) -> None:
    if event.mode == "ranged":
        _drop_from_hand(scene.fighters[event.who], event.weapon)


@moves(objects.FlaskBroke)
def _spilt(event: objects.FlaskBroke, scene: Scene) -> None:
    _drop_from_hand(scene.fighters[event.who], event.weapon)


@moves(objects.ItemDamaged)
def _notched(event: objects.ItemDamaged, scene: Scene) -> None:
    notches = scene.fighters[event.owner].notches
    notches[event.item] = notches.get(event.item, 0) + event.amount


@moves(objects.ItemBroken)
def _broken(event: objects.ItemBroken, scene: Scene) -> None:
    owner, item = scene.fighters[event.owner], event.item
    _drop_from_hand(owner, item)
    if item in owner.items:
        owner.items.remove(item)
    if item in owner.gear:
        owner.gear.remove(item)
    if owner.locked == item:
        owner.locked = ""
    if owner.sheet.shield is not None and owner.sheet.shield.name == item:
        owner.shield_on = False
    scene.things = [thing for thing in scene.things if (thing[0], thing[2]) != (item, owner.id)]
    scene.carry(item, owner.id, -1, None)


@moves(objects.ShieldStrapped)
def _strapped(event: objects.ShieldStrapped, scene: Scene) -> None:
    scene.fighters[event.who].shield_on = event.on


@moves(objects.GauntletLocked)
def _locked(event: objects.GauntletLocked, scene: Scene) -> None:
    scene.fighters[event.who].locked = event.weapon


@moves(objects.FlaskPrepared)
def _prepared(event: objects.FlaskPrepared, scene: Scene) -> None:
    scene.fighters[event.who].prepared.add(event.weapon)


@moves(objects.TorchLit)
def _lit(event: objects.TorchLit, scene: Scene) -> None:
    scene.lights.append((event.item, event.who, -1))
    scene.relight()


@moves(objects.GearUsed)
def _used(event: objects.GearUsed, scene: Scene) -> None:
    scene.fighters[event.who].gear.remove(event.item)


def _drawn(scene: Scene, symbols: dict[int, str]) -> None:
    """The map with other symbols in some squares."""
    figures, stride = scene.scenario.map, scene.terrain.stride
    rows = [list(row) for row in figures.rows]
    for square, symbol in symbols.items():
        y, x = divmod(square, stride)
        rows[y][x] = symbol
    scene.rebuild(replace(scene.scenario, map=replace(figures, rows=tuple("".join(row) for row in rows))))


@moves(objects.DoorTurned)
def _turned(event: objects.DoorTurned, scene: Scene) -> None:
    if not event.side:
        _drawn(scene, {event.square: "'" if event.state == "open-door" else "+"})
        return
    figures, stride = scene.scenario.map, scene.terrain.stride
    here = border(event.square, event.side, stride)
    edges = tuple(
        replace(edge, kind=event.state) if border(square_of(edge.square, stride), edge.side, stride) == here else edge
        for edge in figures.edges
    )
    scene.rebuild(replace(scene.scenario, map=replace(figures, edges=edges)))


@moves(objects.BarricadeShoved)
def _shoved(event: objects.BarricadeShoved, scene: Scene) -> None:
    _drawn(scene, {event.square: ".", event.to: "%"})


# ---- sundering ------------------------------------------------------------------------------------------------


def _figures(owner: Fighter, item: str) -> tuple[int, int] | None:
    """Hardness and hit points of one of somebody's things."""
    weapon = owner.weapons.get(item)
    if weapon is not None:
        return weapon.hardness, weapon.hit_points
    shield = owner.sheet.shield
    if shield is not None and shield.name == item:
        return shield.hardness, shield.hit_points
    return next(((thing.hardness, thing.hit_points) for thing in owner.sheet.gear if thing.name == item), None)


def _order(scene: Scene, kind: type[Any]) -> Any:
    """The order behind the event of now, if it is of this kind."""
    order = getattr(scene.root(), "order", None)
    return order if isinstance(order, kind) else None


@invariant("sunders-are-rolled-right", ContestRolled)
def sunders_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Attack roll against attack roll, with what the weapons and sizes of both are worth; nobody thrusts at a blade."""
    if event.contest != "sunder":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    order, mine = _order(scene, orders.Sunder), me.weapons.get(event.checks[0])
    if order is None or mine is None or (order.target, order.object) != (other.id, event.checks[1]):
        yield SUNDER, f"{me.id} sunders the {event.checks[1]} of {other.id}, and no order says so"
        return
    if {"slashing", "bludgeoning"}.isdisjoint(mine.kinds):
        yield "d20.sunder.weapon-type", f"{me.id} sunders with {mine.name}, which only pierces"
    theirs = other.weapons.get(event.checks[1]) or _bash(other)
    parts = _heft(Blow(scene, me, other, mine))
    if "improved-sunder" in me.sheet.feats:
        parts.append((4, SUNDER))
    what = f"{me.id}'s blow at the {event.checks[1]} of {other.id}"
    yield from compare(what, event.parts, parts)
    if theirs is not None:
        right = _heft(Blow(scene, other, me, theirs))
        yield from compare(f"{other.id}'s defence", event.other_parts, right)
    if event.won:
        scene.owe(("sundered", scene.seq), "a-sunder-won-does-damage", SUCCESS, f"{what} does no damage")


def _bash(me: Fighter) -> Weapon | None:
    shield = me.shield
    if shield is None:
        return None
    light = shield.name == "buckler" or shield.name.startswith("light")
    category = "light" if light else "one-handed"
    return Weapon(name=shield.name, category=category, damage="", proficient=shield.proficient)  # type: ignore[arg-type]


def _heft(blow: Blow) -> list[Part]:
    blow.cramped = False
    parts = opposed_parts(blow)
    weapon = blow.weapon
    if weapon.category == "two-handed" or weapon.two_handed:
        parts.append((4, "d20.sunder.two-handed"))
    elif weapon.category in ("light", "unarmed"):
        parts.append((-4, "d20.sunder.light"))
    if blow.me.rank > blow.target.rank:
        parts.append((4 * (blow.me.rank - blow.target.rank), "d20.sunder.size"))
    return parts


@invariant("things-suffer-what-is-dealt", objects.ItemDamaged)
def things_suffer_what_is_dealt(event: objects.ItemDamaged, scene: Scene) -> Iterator[Breach]:
    """The dice and bonuses of the weapon, less the hardness of the thing, after a roll that was won."""
    me, owner, cause = scene.fighters[event.who], scene.fighters[event.owner], scene.events[event.because]
    what = f"the {event.item} of {event.owner}"
    won = (type(cause) is ContestRolled and cause.contest == "sunder" and cause.won and cause.who == event.who) or (
        type(cause) is objects.AimRolled and cause.hit and cause.item == event.item and cause.who == event.who
    )
    order, figures = _order(scene, orders.Sunder), _figures(owner, event.item)
    if not won or order is None or order.object != event.item or figures is None or not figures[1]:
        yield SUCCESS, f"{what} is damaged, and nobody has struck it"
        return
    scene.pay(("sundered", event.because))
    weapon = me.weapons[order.weapon]
    dice = parse(weapon.damage)
    parts = list(damage_parts(Blow(scene, me, owner, weapon)))
    yield from compare(what, event.parts, parts)
    points = sum(die.value for die in event.dice) + dice.bonus + (dice.count if dice.sides == 1 else 0)
    points = max(0, points + sum(value for value, _ in parts) - figures[0])
    if event.hardness != figures[0] or event.amount != points:
        yield HARDNESS, f"{what} suffers {event.amount} past {event.hardness}; {points} past {figures[0]} is right"
    if owner.notches.get(event.item, 0) + points >= figures[1]:
        scene.owe(("broken", owner.id, event.item), "what-has-no-hit-points-is-gone", HARDNESS, f"{what} still holds")


@invariant("what-has-no-hit-points-is-gone", objects.ItemBroken)
def what_has_no_hit_points_is_gone(event: objects.ItemBroken, scene: Scene) -> Iterator[Breach]:
    """A thing is destroyed when its hit points are gone, and not before."""
    if not scene.pay(("broken", event.owner, event.item)):
        yield HARDNESS, f"the {event.item} of {event.owner} breaks, and has hit points left"


@invariant("aims-add-up", objects.AimRolled)
def aims_add_up(event: objects.AimRolled, scene: Scene) -> Iterator[Breach]:
    """An attack roll at a thing: 10, its size, its bearer's Dexterity; at an intersection: 5."""
    me = scene.fighters[event.who]
    weapon = me.weapons.get(event.weapon)
    if weapon is None or len(event.dice) != 1 or event.dice[0].sides != 20:
        yield HELD, f"{me.id} aims with {event.weapon} and {len(event.dice)} dice"
        return
    natural = event.dice[0].value
    yield from sound(event.total, event.parts, (), natural)
    blow = Blow(scene, me, me, weapon, melee=event.mode == "melee")
    right = [part for part in _alone(blow) if part[0]]
    if event.mode == "ranged":
        order = _order(scene, orders.Throw)
        if order is None or (order.weapon, order.place) != (event.weapon, event.square):
            yield CORNER, f"{me.id} throws {event.weapon} at an intersection, and no order says so"
            return
        ground = scene.terrain
        away = min(ground.distance(me.square, me.span, square, 1) for square in _meeting(scene, event.square))
        right.append((-2 * (5 * away // weapon.increment), "d20.ranged.increment-penalty"))
        if 5 * away > 5 * weapon.increment:
            yield "d20.splash.range", f"{me.id} throws {event.weapon} {5 * away} ft"
        armor = [(5, CORNER)]
        for other in scene.in_squares((event.square,)):
            if other.span > 1 and set(_meeting(scene, event.square)) <= set(ground.footprint(other.square, other.span)):
                yield CORNER, f"the intersection at {scene.name(event.square)} lies within the space of {other.id}"
    else:
        if "improved-sunder" in me.sheet.feats:
            right.append((4, SUNDER))
        given = me.given("attack")
        right += [(value, rule) for value, _, rule in given]
        for part in surpassed(given):
            right.remove(part)
        armor = list(_thing_armor(scene, event))
    yield from compare(f"{me.id}'s aim", event.parts, right)
    yield from compare("the armor class of a thing", event.ac_parts, armor)
    if event.ac != sum(value for value, _ in armor):
        yield HELD, f"the armor class of a thing is {event.ac}, and it ought to be {sum(v for v, _ in armor)}"
    if event.hit != (natural == 20 or (natural != 1 and event.total >= event.ac)):
        yield "d20.core.attack-roll", f"{event.total} against {event.ac} {'hits' if event.hit else 'misses'}"
    if event.hit and event.mode == "melee":
        scene.owe(("sundered", scene.seq), "a-sunder-won-does-damage", SUCCESS, f"{me.id} hits a thing unharmed")


def _alone(blow: Blow) -> list[Part]:
    """The parts of an attack roll that depend on nobody else."""
    return list(own_attack_parts(blow))


def _thing_armor(scene: Scene, event: objects.AimRolled) -> Iterator[Part]:
    owner = scene.fighters[event.owner]
    order = _order(scene, orders.Sunder)
    yield 10, HELD
    gear = next((thing for thing in owner.sheet.gear if thing.name == event.item), None)
    if gear is not None:
        size = gear.size
    else:
        weapon = owner.weapons[event.item]
        size = SIZES[max(0, owner.rank - {"light": 2, "one-handed": 1}.get(weapon.category, 0))]
    yield SIZE[size].attack, HELD
    yield (owner.modifier("dexterity") if order is not None and order.target else -5), HELD


# ---- flasks ---------------------------------------------------------------------------------------------------


def _meeting(scene: Scene, corner: int) -> list[int]:
    """The open squares at an intersection."""
    ground = scene.terrain
    around = (corner, corner - 1, corner - ground.stride, corner - ground.stride - 1)
    return [square for square in around if square in ground.symbol and square not in ground.solid]


def _nearest(scene: Scene, who: Fighter, other: int) -> int:
    ground = scene.terrain
    own = ground.footprint(who.square, who.span)
    return min(own, key=lambda square: (ground.distance(square, 1, other, 1), square))


def _towards(dx: int, dy: int) -> int:
    """The eighth of the compass that a direction is nearest to; north if it is none."""
    if not dx and not dy:
        return 0

    def straightness(way: tuple[int, int]) -> tuple[int, int]:
        along = way[0] * dx + way[1] * dy
        return (along * abs(along) * (2 if 0 in way else 1), 0)

    return max(range(8), key=lambda index: straightness(COMPASS[index]))


def _landing(scene: Scene, me: Fighter, weapon: Weapon, aimed: int, value: int) -> int:
    """Where a flask lands that missed."""
    ground = scene.terrain
    stride = ground.stride
    source = _nearest(scene, me, aimed)
    (y, x), (to_y, to_x) = divmod(aimed, stride), divmod(source, stride)
    dx, dy = COMPASS[(_towards(to_x - x, to_y - y) + value - 1) % 8]
    feet = 5 * ground.distance(me.square, me.span, aimed, 1)
    here = aimed
    for _ in range(max(1, (feet + weapon.increment - 1) // weapon.increment)):
        there = here + dx + dy * stride
        if there not in ground.symbol or there in ground.solid or not ground.effect(here, 1, there, 1):
            break
        here = there
    return here


def _spared(weapon: Weapon, who: Fighter) -> bool:
    sheet = who.sheet
    damned = sheet.type == "undead" or (sheet.type == "outsider" and sheet.alignment == "evil")
    return "holy" in weapon.traits and not damned


@invariant("flasks-break-where-they-land", AttackRolled, objects.AimRolled, after=True)
def a_thrown_flask_breaks(event: AttackRolled | objects.AimRolled, scene: Scene) -> tuple[()]:
    """Whatever a flask hits, it breaks; and it is a touch attack."""
    who = event.attacker if isinstance(event, AttackRolled) else event.who
    weapon = scene.fighters[who].weapons.get(event.weapon)
    if weapon is not None and "splash" in weapon.traits and not event.mode.startswith("melee"):
        what = f"the {event.weapon} of {who} never breaks"
        scene.owe(("flask", who), "flasks-break-where-they-land", ASTRAY, what)
    return ()


@invariant("flasks-break-where-they-land", AttackRolled)
def flasks_and_nets_need_but_touch(event: AttackRolled, scene: Scene) -> Iterator[Breach]:
    """A flask or a net is a ranged touch attack; a fuse is lit first."""
    me = scene.fighters[event.attacker]
    weapon = me.weapons.get(event.weapon)
    if weapon is None or {"splash", "net"}.isdisjoint(weapon.traits):
        return
    if event.mode != "ranged-touch":
        yield "d20.splash.attack", f"{me.id} throws {event.weapon} as a {event.mode} attack"
    if "fuse" in weapon.traits and event.weapon not in me.prepared:
        yield PREPARE, f"{me.id} throws {event.weapon}, which is not lit"


@invariant("flasks-break-where-they-land", objects.FlaskBroke)
def flasks_break_where_they_land(event: objects.FlaskBroke, scene: Scene) -> Iterator[Breach]:
    """At the target, at the intersection, or astray by the die; whom it wets is owed a point, the target its dice."""
    me = scene.fighters[event.who]
    weapon, ground = me.weapons[event.weapon], scene.terrain
    scene.pay(("flask", me.id))
    cause = scene.events[event.because]
    values = [die.value for die in event.dice if die.sides == 8]
    lit = "fuse" not in weapon.traits or [die.value for die in event.dice if die.sides == 100][-1:] <= [50]
    target = None
    where, what = event.square, f"the {event.weapon} of {me.id} breaks in {scene.name(event.square)}"
    if isinstance(cause, AttackRolled):
        struck = scene.fighters[cause.target]
        aimed = _nearest(scene, struck, me.square)
        if DIRECT in event.cites:
            target, where = struck, aimed
            if not cause.hit:
                yield DIRECT, f"{what}, and has missed"
        elif values:
            where = _landing(scene, me, weapon, aimed, values[0])
    elif isinstance(cause, objects.AimRolled):
        where = cause.square if cause.hit else _landing(scene, me, weapon, cause.square, (values or [1])[0])
        if event.corner != cause.hit:
            yield CORNER, f"{what}, and the intersection was {'hit' if cause.hit else 'missed'}"
    elif values:
        blow = scene.notes.get(("blow", getattr(cause, "because", -1)))
        aimed = event.square if blow is None else _nearest(scene, blow.target, me.square)
        where = _landing(scene, me, weapon, aimed, values[0])
    if event.square != where:
        yield ASTRAY, f"{what}, and ought to break in {scene.name(where)}"
    if not lit:
        return
    rule = CORNER if event.corner else DIRECT if target is not None else NEAR
    for other in list(scene.fighters.values()):
        if not other.active or _spared(weapon, other):
            continue
        space = set(ground.footprint(other.square, other.span))
        if other is target:
            scene.owe(("wet", scene.seq, other.id), "flasks-wet-whom-they-reach", DIRECT, f"{other.id} is not hurt")
            continue
        if event.corner:
            wet = not space.isdisjoint(_meeting(scene, event.square))
        elif target is not None:
            wet = max(ground.gap(other.square, other.span, target.square, target.span)) <= 1 and ground.effect(
                target.square, target.span, other.square, other.span
            )
        else:
            wet = max(ground.gap(other.square, other.span, where, 1)) <= 1 and ground.effect(
                where, 1, other.square, other.span
            )
        if wet:
            scene.owe(("wet", scene.seq, other.id), "flasks-wet-whom-they-reach", rule, f"{other.id} is not splashed")
    if target is not None and "burns" in weapon.traits:
        key = ("aflame", scene.seq, target.id)
        scene.owe(key, "flasks-wet-whom-they-reach", FIRE, lambda: f"{target.id} does not burn")


@invariant("flasks-wet-whom-they-reach", DamageDealt)
def splashed(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """What a flask does: its dice to whom it hit, a point to whom it splashed."""
    if SPLASH not in event.cites:
        return
    cause = scene.events[event.because]
    what = f"the damage of a flask to {event.target}"
    if not isinstance(cause, objects.FlaskBroke) or cause.who != event.source:
        yield SPLASH, f"{what} comes of no flask"
        return
    weapon, target = scene.fighters[cause.who].weapons[cause.weapon], scene.fighters[event.target]
    if not scene.pay(("wet", event.because, event.target)):
        yield SPLASH, f"{what} is dealt to one whom it did not reach"
    root = scene.events[cause.because]
    direct = DIRECT in cause.cites and isinstance(root, AttackRolled) and root.target == event.target
    direct = direct or (DIRECT in cause.cites and bool(event.dice))
    dice = parse(weapon.damage)
    sides = [dice.sides] * dice.count if direct else []
    if [die.sides for die in event.dice] != sides:
        yield SPLASH, f"{what} is rolled on {len(event.dice)} dice, and {len(sides)} are right"
        return
    points = sum(die.value for die in event.dice) if direct else 1
    if "holy" not in weapon.traits:
        kind = "acid" if "acid" in weapon.traits else "fire"
        points, _ = softened(target, replace(target.sheet.unarmed, kinds=(kind,)), points, False)
        if event.damage_type != kind:
            yield SPLASH, f"{what} is {event.damage_type}, and {kind} is in it"
    if event.amount != points:
        yield SPLASH, f"{what} is {event.amount}, and it ought to be {points}"


# ---- fire -----------------------------------------------------------------------------------------------------


@invariant("flames-burn-on", DamageDealt)
def burnt(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """A round of flames: 1d6, after a save that failed or alchemist's fire that was not put out."""
    if FIRE not in event.cites:
        return
    cause, target = scene.events[event.because], scene.fighters[event.target]
    failed = isinstance(cause, SaveRolled) and not cause.success and cause.who == event.target
    flared = isinstance(cause, ConditionEnded) and cause.condition == "burning" and cause.who == event.target
    if not failed and not flared:
        yield FIRE, f"{event.target} is burnt by no flames"
    scene.pay(("burns", event.target))
    if [die.sides for die in event.dice] != [6]:
        yield FIRE, f"{event.target} burns for {len(event.dice)} dice"
        return
    fire = replace(target.sheet.unarmed, kinds=("fire",))
    points, _ = softened(target, fire, event.dice[0].value, False)
    if event.amount != points:
        yield FIRE, f"the flames do {event.amount} to {event.target}, and {points} is right"


@invariant("flames-burn-on", ConditionBegan, about=("burning",))
def flames_begin(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """Alchemist's fire catches whom it has hit."""
    scene.pay(("aflame", event.because, event.who))
    return ()


@invariant("flames-burn-on", ConditionEnded, about=("burning",))
def flames_end(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """Flames end by a save, by water, or by burning out, which hurts once more."""
    cause, me = scene.events[event.because], scene.fighters[event.who]
    timer = me.timers.get(("burning", event.other))
    if timer is not None and timer[1] <= 0:
        if "dead" not in me.names:
            scene.owe(("burns", event.who), "flames-burn-on", FIRE, f"the flames on {event.who} go out harmlessly")
        return
    saved = isinstance(cause, SaveRolled) and cause.success and cause.who == event.who
    wet = scene.terrain.symbol.get(me.square) == "~"
    if not saved and not wet:
        yield FIRE, f"the flames on {event.who} go out by nothing"


# ---- acts with things -----------------------------------------------------------------------------------------


@invariant("things-change-by-orders", objects.ShieldStrapped)
def shields_change_by_orders(event: objects.ShieldStrapped, scene: Scene) -> Iterator[Breach]:
    """A shield is strapped on or taken off by an order, when it is not so already, whole, by a free hand."""
    me, order = scene.fighters[event.who], getattr(scene.root(), "order", None)
    kind = orders.ReadyShield if event.on else orders.LooseShield
    moving = isinstance(order, orders.Move) and order.shield == ("readied" if event.on else "loosed")
    if not isinstance(order, kind) and not moving:
        yield SHIELD, f"the shield of {me.id} changes, and no order says so"
    if moving and me.sheet.base_attack < 1:
        yield "d20.shield.ready-loose-while-moving", f"{me.id} handles its shield on the way, untrained"
    shield = me.sheet.shield
    if shield is None or event.on == me.shield_on:
        yield SHIELD, f"the shield of {me.id} is {'on' if me.shield_on else 'off'} already"
    elif event.on:
        if 0 < shield.hit_points <= me.notches.get(shield.name, 0):
            yield HARDNESS, f"{me.id} straps on a shield that is broken"
        used = sum(2 if n in me.weapons and me.weapons[n].category == "two-handed" else 1 for n in me.held)
        if used > 1 and (shield.name not in SHIELDS or SHIELDS[shield.name].hand):
            yield SHIELD, f"{me.id} straps on a shield with {', '.join(me.held)} in hand"


@invariant("things-change-by-orders", objects.DoorTurned)
def doors_change_by_orders(event: objects.DoorTurned, scene: Scene) -> Iterator[Breach]:
    """A door beside the creature opens, closes, or is unlocked by a check."""
    me, order, ground = scene.fighters[event.who], getattr(scene.root(), "order", None), scene.terrain
    if event.side:
        was = ground.edges.get(border(event.square, event.side, ground.stride), "")
    else:
        was = {"+": "door", "'": "open-door"}.get(ground.symbol.get(event.square, ""), "")
    rule = DOOR
    if isinstance(order, orders.OpenDoor):
        right = (was, event.state) == ("door", "open-door")
    elif isinstance(order, orders.CloseDoor):
        right = (was, event.state) == ("open-door", "door")
        beyond = {"e": 1, "s": ground.stride}.get(event.side, 0)
        doorway = {event.square, event.square + beyond}
        if any(doorway <= {*ground.footprint(f.square, f.span)} for f in scene.in_squares((event.square,))):
            yield DOOR, f"{me.id} closes the door at {scene.name(event.square)} on somebody"
    else:
        rule, cause = "d20.action.full-round.skill-one-round", scene.events[event.because]
        right = (was, event.state) == ("locked-door", "door") and getattr(cause, "success", False)
    place = (getattr(order, "place", -1), getattr(order, "side", ""))
    if not right or place != (event.square, event.side):
        yield rule, f"{me.id} makes the {was or 'nothing'} at {scene.name(event.square)} a {event.state}"
    if ground.distance(me.square, me.span, event.square, 1) > 1:
        yield rule, f"{me.id} at {scene.name(me.square)} reaches a door at {scene.name(event.square)}"


@invariant("things-change-by-orders", objects.BarricadeShoved)
def barricades_move_by_orders(event: objects.BarricadeShoved, scene: Scene) -> Iterator[Breach]:
    """A barricade beside the creature goes to open floor beside it, where nobody stands."""
    me, order, ground = scene.fighters[event.who], _order(scene, orders.MoveObject), scene.terrain
    what = f"{me.id} shoves a barricade from {scene.name(event.square)} to {scene.name(event.to)}"
    if order is None or (order.place, order.to) != (event.square, event.to):
        yield SHOVE, f"{what}, and no order says so"
    if ground.symbol.get(event.square) != "%" or ground.symbol.get(event.to) != ".":
        yield SHOVE, f"{what}, where it cannot go"
    if any(scene.in_squares((event.square, event.to))):
        yield SHOVE, f"{what}, and somebody stands there"
    near = ground.distance(me.square, me.span, event.square, 1), ground.distance(event.square, 1, event.to, 1)
    if max(near) > 1:
        yield SHOVE, f"{what}, which is too far"


@invariant("things-change-by-orders", objects.TorchLit)
def torches_are_lit_by_orders(event: objects.TorchLit, scene: Scene) -> Iterator[Breach]:
    """A torch in hand, that does not burn."""
    me, order = scene.fighters[event.who], _order(scene, orders.LightTorch)
    rule = TWIG if order is not None and order.mode == "tindertwig" else TORCH
    if order is None or order.weapon != event.item or event.item not in me.held:
        yield rule, f"{me.id} lights {event.item}, and has no order to, or no torch"
    if (event.item, me.id, -1) in scene.lights:
        yield rule, f"{me.id} lights {event.item}, which burns"


@invariant("things-change-by-orders", objects.GearUsed)
def twigs_are_used_by_orders(event: objects.GearUsed, scene: Scene) -> Iterator[Breach]:
    """Only what one has is used up."""
    if event.item not in scene.fighters[event.who].gear or _order(scene, orders.LightTorch) is None:
        yield TWIG, f"{event.who} uses up a {event.item}"


@invariant("things-change-by-orders", objects.GauntletLocked)
def gauntlets_are_locked_by_orders(event: objects.GauntletLocked, scene: Scene) -> Iterator[Breach]:
    """A weapon in hand is locked in a gauntlet that is worn; or released."""
    me, order = scene.fighters[event.who], _order(scene, orders.LockGauntlet)
    if order is None or order.weapon != event.weapon or "locked gauntlet" not in me.gear:
        yield LOCK, f"{me.id} locks {event.weapon or 'nothing'}, and has no order to, or no gauntlet"
    if bool(event.weapon) == bool(me.locked) or (event.weapon and event.weapon not in me.held):
        yield LOCK, f"{me.id} locks {event.weapon or 'nothing'} with {me.locked or 'nothing'} locked already"


@invariant("things-change-by-orders", objects.FlaskPrepared)
def flasks_are_prepared_by_orders(event: objects.FlaskPrepared, scene: Scene) -> Iterator[Breach]:
    """A flask in hand that has a fuse."""
    me, order = scene.fighters[event.who], _order(scene, orders.Prepare)
    weapon = me.weapons.get(event.weapon)
    if order is None or order.weapon != event.weapon or weapon is None or "fuse" not in weapon.traits:
        yield PREPARE, f"{me.id} prepares {event.weapon}, and has no order to, or it has no fuse"


@invariant("intimidation-is-rolled-right", ContestRolled)
def intimidation_is_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Intimidate against Hit Dice and Wisdom, of somebody in reach."""
    if event.contest != "intimidate":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    mine = list(skill(me, "intimidate", COW))
    theirs = [(other.sheet.hit_dice, COW), (other.modifier("wisdom"), why_changed(other, "wisdom", COW))]
    theirs += conditions_on_checks(other)
    yield from compare(f"{me.id}'s Intimidate check", event.parts, mine)
    yield from compare(f"{other.id}'s resolve", event.other_parts, theirs)
    if not threat.threatens(scene, me, other):
        yield COW, f"{me.id} intimidates {other.id}, whom it does not threaten"
    if event.won:
        scene.owe(("cowed", scene.seq), "intimidation-is-rolled-right", COW, f"{other.id} is not shaken")


@invariant("intimidation-is-rolled-right", ConditionBegan, about=("shaken",))
def the_cowed_are_shaken(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """What an Intimidate check has won."""
    scene.pay(("cowed", event.because))
    return ()


@invariant("ropes-hold", ContestRolled)
def ropes_are_pulled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Strength against Strength, when a net has caught somebody."""
    if event.contest != "net-rope":
        return
    for who, parts in ((event.who, event.parts), (event.other, event.other_parts)):
        me = scene.fighters[who]
        right = [(me.modifier("strength"), why_changed(me, "strength", ROPE)), *conditions_on_checks(me)]
        yield from compare(f"{who}'s pull at a rope", parts, right)
    cause = scene.events[event.because]
    if not (isinstance(cause, ConditionBegan) and cause.condition == "entangled" and cause.who == event.other):
        yield ROPE, f"{event.who} pulls at a rope that holds nobody"


@invariant("ropes-hold", Moved)
def ropes_hold(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Nobody walks out of reach of a rope that somebody near holds."""
    me, ground = scene.fighters[event.who], scene.terrain
    if "roped" not in me.names or event.gait not in ("walk", "step", "withdraw", "climb", "swim", "tumble", "crawl"):
        return
    for name, other in me.conditions:
        if name == "roped":
            holder = scene.fighters[other]
            gaps = [ground.distance(at, me.span, holder.square, holder.span) for at in (me.square, event.path[-1])]
            if holder.can_act and gaps[0] <= 2 < gaps[1]:
                yield ROPE, f"{me.id} goes {gaps[1]} squares away from {other}, who holds its rope"


@invariant("things-change-by-orders", OrderGiven, about=(orders.Drop, orders.Sheathe))
def what_is_locked_stays(event: Any, scene: Scene) -> Iterator[Breach]:
    """What is locked in a gauntlet is neither dropped nor put away."""
    me, order = scene.fighters[event.who], event.order
    if me.locked and order.weapon == me.locked:
        yield LOCK, f"{me.id} lets go of {me.locked}, which is locked in its gauntlet"
