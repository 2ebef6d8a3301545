"""What spells do: damage, bonuses, conditions, areas. Whether they could be cast is judged elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from attrs import evolve
from msgspec.structs import replace

from sim.audit import areas
from sim.audit.claims import Breach, invariant
from sim.audit.fold import OUT, Fighter, Scene, moves
from sim.audit.geometry import EAST, SOUTH
from sim.dice.notation import parse
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt, Healed, SaveRolled
from sim.events.boons import (
    BoonBegan,
    BoonsEnded,
    HoldBroken,
    ImagesFaced,
    SizeChanged,
    SpellDamageRolled,
    SpellFailed,
    TemporaryHitPoints,
)
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import TurnBegan
from sim.events.magic import (
    AbilityUsed,
    CastingBegan,
    ChargeHeld,
    ChargeSpent,
    ItemUsed,
    ResistanceRolled,
    SpellBegan,
    SpellCast,
    SpellEnded,
    SpellRedirected,
)
from sim.events.zones import ZoneBegan, ZoneBurned, ZoneEnded
from sim.tables.sheet import SIZES, Sheet, Weapon
from sim.tables.sizes import SIZE
from sim.tables.spells import Area, Effect, Spell, dice_at

IMAGE = "d20.illusion.mirror-image"
ACID = "d20.conjuration.acid-arrow"
WEB = "d20.conjuration.web"
ENLARGE = "d20.transmutation.enlarge-person"
SLEEP = "d20.enchantment.sleep"
BEAR = "d20.transmutation.bears-endurance"
REFLEX_COVER = {"cover": 2, "improved": 4}

MARKS = {"corrosion": "corrode", "rooted": "zone", "ward": "ward", "warded off": "ward", "images": "images"}
"""Boons that are no plain bonuses, with the verb that gives them."""


def rule(spell: Spell) -> str:
    """The rule of a spell, or of what creatures breathe and spit."""
    if not spell.levels:
        return "d20.breath.damage"
    return f"d20.{spell.school}.{spell.name.replace(' ', '-').replace(chr(39), '')}"


def is_magic(event: Any) -> bool:
    """Does a spell do this, by what it cites?"""
    return any(cite.split(".")[1] in SCHOOLS for cite in event.cites)


SCHOOLS = frozenset(
    {"abjuration", "conjuration", "enchantment", "evocation", "illusion", "necromancy", "transmutation", "breath"}
)


class Source(NamedTuple):
    """A spell at work: whose, at what level, against what DC, aimed where."""

    seq: int
    caster: Fighter
    spell: Spell
    level: int
    dc: int
    to: int
    ray: bool = False


def source(scene: Scene, because: int) -> Source | None:
    """The spell behind an event, by its causes; ``None`` when there is none."""
    while because >= 0:
        event = scene.events[because]
        if isinstance(event, SpellBegan):
            return _source(scene, because, event.caster, event.spell, event.caster_level, event.dc, event.to)
        if isinstance(event, SpellRedirected):
            began = scene.events[event.number]
            return _source(scene, because, event.who, event.spell, began.caster_level, began.dc, event.to)
        if isinstance(event, ItemUsed | AbilityUsed):
            return _source(scene, because, event.who, event.spell, event.caster_level, event.dc, event.to)
        if isinstance(event, SpellCast | ChargeSpent):
            kind = CastingBegan if isinstance(event, SpellCast) else ChargeHeld
            for before in reversed(scene.events[:because]):
                if isinstance(before, kind) and before.who == event.who and before.spell == event.spell:
                    to = getattr(event, "to", -1)
                    return _source(scene, because, event.who, event.spell, before.caster_level, before.dc, to)
            return None
        because = event.because
    return None


def _source(scene: Scene, seq: int, who: str, spell: str, level: int, dc: int, to: int) -> Source | None:
    caster = scene.fighters[who]
    figures = caster.sheet.spells.get(spell)
    return None if figures is None else Source(seq, caster, figures, level, dc, to)


def running(scene: Scene, number: int) -> Source | None:
    """The spell under way of this number."""
    began = scene.events[number] if 0 <= number < len(scene.events) else None
    return source(scene, number) if isinstance(began, SpellBegan) and began.number == number else None


# ---- the fold -------------------------------------------------------------------------------------------------


@moves(BoonBegan)
def _boon(event: BoonBegan, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.boons = (*fighter.boons, event)
    if event.on == "images":
        scene.notes["images", event.who, event.spell] = event.value


@moves(BoonsEnded)
def _boons_over(event: BoonsEnded, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.boons = tuple(boon for boon in fighter.boons if boon.spell != event.spell)


@moves(SizeChanged)
def _resized(event: SizeChanged, scene: Scene) -> None:
    """Size, space, reach and weapon dice are others; what it has taken from others stays as it is."""
    me = scene.fighters[event.who]
    if event.larger:
        scene.notes["natural", me.id] = me.sheet
        sheet = _larger(me.sheet)
    else:
        sheet = scene.notes.pop(("natural", me.id))
    own = {weapon.name: weapon for weapon in (*sheet.weapons, sheet.unarmed)}
    me.sheet = sheet
    scene.stretch(me)
    me.weapons = {name: own.get(name, weapon) for name, weapon in me.weapons.items()}
    me.own_span, me.rank = SIZE[sheet.size].span, SIZES.index(sheet.size)
    me.kept.clear()
    scene.place(me, event.square, me.own_span)


def _larger(sheet: Sheet) -> Sheet:
    size = SIZES[SIZES.index(sheet.size) + 1]
    now, then = SIZE[size], SIZE[sheet.size]
    weapons = tuple(_heavier(weapon) for weapon in sheet.weapons)
    reach = sheet.reach + now.reach_tall - then.reach_tall
    height = sheet.height + now.height - then.height
    unarmed = _heavier(sheet.unarmed)
    return replace(sheet, size=size, space=5 * now.span, reach=reach, height=height, weapons=weapons, unarmed=unarmed)


def _heavier(weapon: Weapon) -> Weapon:
    """The dice of a weapon one size larger, as the rules print them for those that people wield."""
    damage, double = [
        "+".join((HEAVIER.get(text.split("+")[0], text.split("+")[0]), *text.split("+")[1:]))
        for text in (weapon.damage, weapon.double)
    ]
    return replace(weapon, damage=damage, double=double)


HEAVIER = {
    "1": "1d2",
    "1d2": "1d3",
    "1d3": "1d4",
    "1d4": "1d6",
    "1d6": "1d8",
    "1d8": "2d6",
    "1d10": "2d8",
    "1d12": "3d6",
    "2d4": "2d6",
    "2d6": "3d6",
    "2d8": "3d8",
    "2d10": "4d8",
    "3d6": "4d6",
    "3d8": "4d8",
}


@moves(TemporaryHitPoints)
def _lent(event: TemporaryHitPoints, scene: Scene) -> None:
    scene.fighters[event.who].temporary = event.points


@moves(HoldBroken)
def _freed(event: HoldBroken, scene: Scene) -> None:
    scene.end(scene.fighters[event.who], event.condition, event.other, event.value)
    scene.turn.over = True


@moves(ZoneBegan)
def _filled(event: ZoneBegan, scene: Scene) -> None:
    scene.zones[event.spell] = event
    scene.relight()


@moves(ZoneBurned)
def _burned(event: ZoneBurned, scene: Scene) -> None:
    zone = scene.zones[event.spell]
    left = tuple(square for square in zone.squares if square not in event.squares)
    scene.zones[event.spell] = evolve(zone, squares=left)
    scene.relight()


@moves(ZoneEnded)
def _cleared(event: ZoneEnded, scene: Scene) -> None:
    scene.zones.pop(event.spell, None)
    scene.relight()


@moves(ImagesFaced)
def _faced(event: ImagesFaced, scene: Scene) -> None:
    target = scene.fighters[event.target]
    for boon in target.boons:
        if boon.on == "images" and event.hit:
            scene.notes["images", event.target, boon.spell] -= 1
            if not scene.notes["images", event.target, boon.spell]:
                target.boons = tuple(other for other in target.boons if other is not boon)


# ---- areas ----------------------------------------------------------------------------------------------------


def filled(scene: Scene, at: Source, area: Area) -> list[frozenset[int]]:
    """The squares that a spell may fill: the choices that its caster has."""
    ground, caster = scene.terrain, at.caster
    size = area.size.at(at.level) // 5
    own = frozenset(ground.footprint(caster.square, caster.span))
    corners = ground.corners(caster.square, caster.span)
    if area.shape == "cone":
        ways = [(east, south) for east in (-1, 0, 1) for south in (-1, 0, 1) if east or south]
        found = [areas.cone(ground, corner, way, size, own) for corner in corners for way in ways]
        return [squares for squares in found if own.isdisjoint(squares)]
    if area.shape == "line":
        ends = ground.corners(at.to, 1)
        return [areas.line(ground, c, end, size, own) - own for c in corners for end in ends if c != end]
    if area.origin != "point":
        center = caster
        if area.origin == "creature":
            center = next(scene.in_squares((at.to,)), caster)
        if area.shape != "spread":
            return [areas.emanation(ground, center.square, center.span, size)]
        spreads = [areas.spread(ground, c, size, _sent(scene, center, c)) for c in corners]
        return [frozenset().union(*spreads)]
    corner = areas.point(ground, at.to)
    if area.shape == "cylinder":
        return [areas.near(ground, corner, size)]
    shape = areas.spread if area.shape == "spread" else areas.burst
    return [shape(ground, corner, size, _sent(scene, caster, corner))]


def _sent(scene: Scene, caster: Fighter, corner: tuple[int, int]) -> frozenset[int]:
    """The squares at a corner to which the caster has line of effect."""
    ground = scene.terrain
    return frozenset(
        square
        for square in areas.at(ground, corner)
        if ground.effect(caster.square, caster.span, square, 1, caster.sheet.height, 1)
    )


def _holds(scene: Scene, squares: frozenset[int], who: Fighter) -> bool:
    return not squares.isdisjoint(scene.terrain.footprint(who.square, who.span))


@invariant("areas-are-filled", ZoneBegan)
def areas_are_filled(event: ZoneBegan, scene: Scene) -> Iterator[Breach]:
    """A zone has the shape and size of its spell, and does what that does."""
    at = running(scene, event.spell)
    if at is None or at.spell.area is None:
        yield "", f"zone {event.spell} belongs to no spell with an area"
        return
    if frozenset(event.squares) not in filled(scene, at, at.spell.area):
        yield rule(at.spell), f"{at.spell.name} fills {len(event.squares)} squares, and its area has others"
    does = [tuple(each.kind.split()) for each in at.spell.effects if each.verb == "zone"]
    if event.does not in does:
        yield rule(at.spell), f"{at.spell.name} does {event.does} to its area, and it ought to do {does}"
    if rule(at.spell) == WEB and not _hangs(scene, frozenset(event.squares), at.to):
        yield WEB, f"the web of {at.caster.id} hangs on nothing"


def _hangs(scene: Scene, squares: frozenset[int], to: int) -> bool:
    """Are there two solid squares or walls at these squares, more than a right angle apart as seen from the point?"""
    ground = scene.terrain
    x, y = areas.point(ground, to)
    seen = []
    for square in squares:
        row, column = divmod(square, ground.stride)
        around = [(east, south) for south in (-1, 0, 1) for east in (-1, 0, 1)]
        seen += [
            (2 * (column + east - x) + 1, 2 * (row + south - y) + 1)
            for east, south in around
            if square + south * ground.stride + east in ground.solid
        ]
        for before, border, east, south in (
            (square, EAST, 2, 1),
            (square - 1, EAST, 0, 1),
            (square, SOUTH, 1, 2),
            (square - ground.stride, SOUTH, 1, 0),
        ):
            if (before, border) in ground.walls.borders:
                seen.append((2 * (column - x) + east, 2 * (row - y) + south))
    return any(a * c + b * d < 0 for (a, b), (c, d) in combinations(sorted(set(seen)), 2))


@invariant("webs-burn-where-fire-falls", ZoneBurned)
def webs_burn(event: ZoneBurned, scene: Scene) -> Iterator[Breach]:
    """Only a spell of fire burns a web, and only where it is; whoever stands there burns too."""
    at, zone = source(scene, event.because), scene.zones.get(event.spell)
    if at is None or _of_kind(at.spell, "damage", "fire") is None or zone is None or "web" not in zone.does:
        yield WEB, f"zone {event.spell} burns, and it is no web, or no fire of a spell has fallen on it"
        return
    if not event.squares or not set(event.squares) <= set(zone.squares):
        yield WEB, f"{len(event.squares)} squares of web burn, and not all of them are web"
    for who in scene.in_squares(event.squares):
        if who.active:
            what = f"{who.id} stands in burning web, and does not burn"
            scene.owe(("web", who.id), "webs-burn-where-fire-falls", WEB, what)


def _burned_with_it(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """2d4, and only to those in the flames."""
    cause, target = scene.events[event.because], scene.fighters[event.target]
    scene.pay(("web", event.target))
    there = isinstance(cause, ZoneBurned) and _holds(scene, frozenset(cause.squares), target)
    points = 0 if "fire" in target.immune else sum(die.value for die in event.dice)
    if not there or [die.sides for die in event.dice] != [4, 4] or event.amount != points:
        yield WEB, f"{event.target} burns with a web for {event.amount}, and the dice make {points}, or it is not in it"


@invariant("areas-strike-all-in-them", SpellCast, ItemUsed, AbilityUsed, after=True)
def areas_strike_all(event: Any, scene: Scene) -> tuple[()]:
    """Whoever is in the area of a blast saves, or resists, or takes the damage."""
    at = source(scene, scene.seq)
    if at is None or at.spell.area is None or not any(each.verb == "damage" for each in at.spell.effects):
        return ()
    choices = filled(scene, at, at.spell.area)
    struck = [frozenset(who.id for who in scene.fighters.values() if _there(scene, c, who)) for c in choices]
    scene.notes["struck"] = scene.seq, struck, set()
    if all(struck):
        what = f"{at.spell.name} strikes nobody of those in its area"
        scene.owe(("blast", scene.seq), "areas-strike-all-in-them", rule(at.spell), what)
    return ()


def _there(scene: Scene, squares: frozenset[int], who: Fighter) -> bool:
    return who.active and _holds(scene, squares, who)


@invariant("areas-strike-all-in-them", SaveRolled, ResistanceRolled, SpellFailed)
def a_blast_meets_somebody(event: Any, scene: Scene) -> Iterator[Breach]:
    """One more of those in the area has met it; nobody outside does."""
    who = event.target if isinstance(event, ResistanceRolled) else event.who
    seq, struck, met = scene.notes.get("struck", (-1, [], set()))
    at = source(scene, event.because)
    if at is None or scene.root_of(event.because) != scene.root_of(seq):
        return
    met.add(who)
    if not any(met <= choice for choice in struck):
        yield rule(at.spell), f"{at.spell.name} reaches {who}, who is not in its area"
    if any(met == choice for choice in struck):
        scene.pay(("blast", seq))


# ---- damage ---------------------------------------------------------------------------------------------------


def _of_kind(spell: Spell, verb: str, kind: str) -> Effect | None:
    return next((each for each in spell.effects if each.verb == verb and (verb == "heal" or each.kind == kind)), None)


@invariant("spell-damage-adds-up", SpellDamageRolled)
def blasts_are_rolled_once(event: SpellDamageRolled, scene: Scene) -> Iterator[Breach]:
    """The dice are those of the spell at its caster's level, rolled once for all."""
    at = source(scene, event.because)
    effect = None if at is None else _of_kind(at.spell, "damage", event.damage_type)
    if at is None or effect is None or at.spell.name != event.spell or at.caster.id != event.caster:
        yield "", f"{event.spell} of {event.caster} rolls damage, and no such spell is at work"
        return
    dice = parse(dice_at(effect, at.level))
    if [die.sides for die in event.dice] != [dice.sides] * dice.count:
        yield rule(at.spell), f"{event.spell} rolls {len(event.dice)} dice, and it ought to roll {dice}"
    points = sum(die.value for die in event.dice) + dice.bonus
    if event.total != points:
        yield rule(at.spell), f"{event.spell} does {event.total}, and its dice make {points}"
    key = "blast", scene.root_of(event.because), event.damage_type
    if key in scene.notes:
        yield rule(at.spell), f"{event.spell} rolls its damage a second time"
    scene.notes[key] = event.total


@invariant("spell-damage-adds-up", DamageDealt)
def spell_damage_adds_up(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """What a spell does to somebody: its dice, halved by a save, nothing to the immune."""
    if not is_magic(event):
        return
    target, cause = scene.fighters[event.target], scene.events[event.because]
    if WEB in event.cites:
        yield from _burned_with_it(event, scene)
        return
    who = f"{event.source}'s magic on {event.target}"
    at = source(scene, event.because)
    if at is None and ACID in event.cites:
        at = next((running(scene, boon.spell) for boon in target.boons if boon.on == "corrosion"), None)
    verb = "heal" if event.damage_type == "positive" else "damage"
    effect = None if at is None else _of_kind(at.spell, verb, event.damage_type)
    if at is None or effect is None or rule(at.spell) not in event.cites:
        yield event.cites[0], f"{who} does {event.damage_type} damage, and no spell that does is at work"
        return
    if event.dice:
        dice = parse(dice_at(effect, at.level))
        times = 2 if scene.notes.get(("confirmed", _strike(scene, event.because))) else 1
        if [die.sides for die in event.dice] != [dice.sides] * dice.count * times:
            yield rule(at.spell), f"{who} rolls {len(event.dice)} dice, and it ought to roll {times} times {dice}"
        points = sum(die.value for die in event.dice) + dice.bonus * times
    else:
        points = scene.notes.get(("blast", scene.root_of(event.because), event.damage_type), 0)
    saved = isinstance(cause, SaveRolled) and cause.success
    if saved and at.spell.save is not None and at.spell.save.outcome != "half":
        yield rule(at.spell), f"{who} takes effect after a save that negates it"
    sheltered = at.spell.area is not None and isinstance(cause, SaveRolled) and _cover(scene, at, target) == "improved"
    if sheltered:
        points = 0 if saved else max(1, points // 2)
    elif saved:
        points = 0 if _evades(target, at.spell) else max(1, points // 2)
    if event.damage_type in target.immune:
        points = 0
    if event.amount != points:
        yield rule(at.spell), f"{who} is {event.amount}, and dice and saves make {points}"
    dealt = "dealt", event.because, event.target, event.damage_type
    if isinstance(cause, SaveRolled) and dealt in scene.notes:
        yield rule(at.spell), f"{who} does its damage a second time for one save"
    scene.notes[dealt] = True
    scene.pay(("blasted", event.because))
    sheet = target.sheet
    heals = bool(points and sheet.regeneration) and event.damage_type not in sheet.regeneration_bypass
    if event.nonlethal != heals:
        said, right = ("" if nonlethal else "not " for nonlethal in (event.nonlethal, heals))
        yield "d20.regeneration.nonlethal", f"{who} is {said}nonlethal, and ought {right}to be"


def healing(event: Healed, scene: Scene, me: Fighter) -> tuple[int, int]:
    """Hit points and nonlethal damage that the touch of a spell gives back, none beyond what was lost."""
    gift = scene.events[event.because]
    if isinstance(gift, BoonBegan) and scene.pay(("vigour", me.id, gift.spell)):
        return vigour(scene, me, gift.spell), 0
    at = source(scene, event.because)
    undead = me.sheet.type == "undead"
    effect = _of_kind(at.spell, "damage" if undead else "heal", "negative") if at is not None else None
    if at is None or effect is None or rule(at.spell) not in event.cites:
        return 0, 0
    dice = parse(dice_at(effect, at.level))
    if [die.sides for die in event.dice] != [dice.sides] * dice.count:
        return 0, 0
    points = sum(die.value for die in event.dice) + dice.bonus
    cause = scene.events[event.because]
    if undead and isinstance(cause, SaveRolled) and cause.success:
        points = max(1, points // 2)
    return max(0, min(points, me.full - me.hit_points)), min(points, me.nonlethal)


def _evades(target: Fighter, spell: Spell) -> bool:
    """Evasion keeps all damage away that a Reflex save halves, from who is not helpless, in light armor at most."""
    heavy = target.sheet.armor is not None and target.sheet.armor.weight != "light"
    reflex = spell.save is not None and (spell.save.kind, spell.save.outcome) == ("reflex", "half")
    return target.sheet.evasion and reflex and not heavy and not target.helpless


def vigour(scene: Scene, me: Fighter, number: int) -> int:
    """Hit points that the Constitution which a spell gives is worth to somebody."""
    kept = me.boons
    told = scene.events[: scene.seq + 1]
    given = [e for e in told if isinstance(e, BoonBegan) and (e.spell, e.who) == (number, me.id)]
    rest = tuple(boon for boon in kept if boon.spell != number)
    me.boons = (*rest, *given)
    most = me.full
    me.boons = rest
    least = me.full
    me.boons = kept
    return most - least


@invariant("vigour-comes-and-goes", BoonBegan, BoonsEnded, after=True)
def vigour_comes_and_goes(event: BoonBegan | BoonsEnded, scene: Scene) -> tuple[()]:
    """With the Constitution of a spell hit points come and go."""
    me = scene.fighters[event.who]
    concerned = isinstance(event, BoonsEnded) or event.on == "constitution"
    if concerned and "dead" not in me.names and vigour(scene, me, event.spell):
        what = f"{me.id}'s hit points do not change with its Constitution"
        scene.owe(("vigour", me.id, event.spell), "vigour-comes-and-goes", BEAR, what)
    return ()


def _strike(scene: Scene, because: int) -> int:
    """The attack roll that brought a spell to its target; -1 when none did."""
    while because >= 0:
        if isinstance(scene.events[because], AttackRolled):
            return because
        because = scene.events[because].because
    return -1


# ---- saves ----------------------------------------------------------------------------------------------------


def on_save(event: SaveRolled, scene: Scene, me: Fighter) -> int:
    """What spells and cover add to a saving throw."""
    at = source(scene, event.because)
    direct = at is not None and event.against == at.spell.name and at.spell.area is not None
    against: tuple[str, ...] = ()
    if at is not None and event.against == at.spell.name and not any(e.verb == "zone" for e in at.spell.effects):
        against = (*at.spell.descriptors, at.caster.sheet.alignment)
    best: dict[str, int] = {}
    total = 0
    for value, type_, _ in (*me.given("save", against), *me.given(event.save)):
        if value > 0 and type_ and type_ != "dodge":
            best[type_] = max(value, best.get(type_, 0))
        else:
            total += value
    zoned = at is not None and any(e.verb == "zone" for e in at.spell.effects)
    if direct and at is not None and not zoned and event.save == "reflex":
        total += REFLEX_COVER.get(_cover(scene, at, me), 0)
    return total + sum(best.values())


def _cover(scene: Scene, at: Source, me: Fighter) -> str:
    """The cover of a creature from where a spell comes; creatures give none."""
    ground, caster, area = scene.terrain, at.caster, at.spell.area
    if area is None or me is caster:
        return "none"
    if area.origin == "point" and at.to >= 0:
        corner = areas.point(ground, at.to)
        return ground.cover_from_point(corner, _sent(scene, caster, corner), me.square, me.span)
    return ground.cover(caster.square, caster.span, me.square, me.span, False, frozenset())


@invariant("spells-call-for-their-saves", SaveRolled)
def spells_call_for_their_saves(event: SaveRolled, scene: Scene) -> Iterator[Breach]:
    """A save against a spell is of its kind, against its DC."""
    at = source(scene, event.because)
    if at is not None and at.spell.name == event.against:
        under_way = [at]
    else:
        known = (running(scene, number) for number in scene.notes.get("spells", ()))
        under_way = [spell for spell in known if spell is not None and spell.spell.name == event.against]
    asked = {(found.spell.save.kind, found.dc) for found in under_way if found.spell.save is not None}
    if asked and (event.save, event.dc) not in asked:
        right = " or ".join(f"{kind} against {dc}" for kind, dc in sorted(asked))
        what = f"{event.who} saves {event.save} against {event.dc}, and {event.against} asks for {right}"
        yield rule(under_way[0].spell), what


# ---- bonuses --------------------------------------------------------------------------------------------------


@invariant("boons-are-what-spells-give", BoonBegan)
def boons_are_what_spells_give(event: BoonBegan, scene: Scene) -> Iterator[Breach]:
    """A bonus or penalty is one that its spell gives at its caster's level, of its type, against what it says."""
    at = running(scene, event.spell)
    if at is None:
        yield event.cites[0], f"{event.who} is given something by spell {event.spell}, which there is not"
        return
    spell, what = at.spell, f"{at.spell.name} gives {event.who} {event.value:+d} on {event.on}"
    if rule(spell) not in event.cites:
        yield event.cites[0], f"{what}, by {event.cites}"
    if event.on in MARKS:
        if not any(each.verb == MARKS[event.on] for each in spell.effects):
            yield rule(spell), f"{what}, and it does no such thing"
        images = next((each for each in spell.effects if each.verb == "images"), None)
        if event.on == "images" and images is not None and event.dice:
            due = parse(dice_at(images, at.level)).bonus + sum(die.value for die in event.dice)
            if event.value != min(due, (images.bonus and images.bonus.most) or due):
                yield rule(spell), f"{what}, and its dice make {due}"
        cause = scene.events[event.because]
        if event.on == "rooted" and event.value != 1:
            yield rule(spell), f"{what}, and one is either held or not"
        if event.on == "rooted" and not (isinstance(cause, SaveRolled) and not cause.success):
            yield rule(spell), f"{event.who} is held where it is, and has not failed its save"
        return
    weakening = next((each for each in spell.effects if each.verb == "enfeeble"), None)
    if weakening is not None:
        dice = parse(dice_at(weakening, at.level))
        most = sum(die.value for die in event.dice) + dice.bonus
        score = scene.fighters[event.who].score(weakening.on) or 0
        old = sum(-b.value for b in scene.fighters[event.who].boons if b.cites == event.cites)
        due = -max(0, min(most - old, score - 1))
        if event.on != weakening.on or event.value != due:
            yield rule(spell), f"{what}, and {due:+d} on {weakening.on} is due"
        return
    given = [
        (each.on, each.value.at(at.level) if each.value else 0, each.type, each.against)
        for each in spell.effects
        if each.verb == "modifier"
    ]
    if (event.on, event.value, event.type, event.against) not in given:
        yield rule(spell), f"{what} ({event.type}, against {event.against or 'anything'}), and it gives {given}"


@invariant("boons-end-with-their-spell", SpellEnded, after=True)
def boons_end_with_their_spell(event: SpellEnded, scene: Scene) -> tuple[()]:
    """Whatever a spell has given goes with it."""
    at = running(scene, event.number)
    for fighter in scene.fighters.values():
        if at is not None and any(boon.spell == event.number for boon in fighter.boons):
            what = f"{fighter.id} keeps what {event.spell} gave, and it is over"
            scene.owe(("boons", fighter.id, event.number), "boons-end-with-their-spell", rule(at.spell), what)
    enlarges = at is not None and any(each.verb == "enlarge" for each in at.spell.effects)
    for fighter in scene.fighters.values():
        grown = ("natural", fighter.id) in scene.notes and any(boon.spell == event.number for boon in fighter.boons)
        if enlarges and grown:
            what = f"{fighter.id} stays as large as it was, and {event.spell} is over"
            scene.owe(("size", event.number), "boons-end-with-their-spell", ENLARGE, what)
    if at is not None and event.number in scene.zones:
        what = f"{event.spell} stays on the map, and it is over"
        scene.owe(("zone", event.number), "boons-end-with-their-spell", rule(at.spell), what)
    return ()


@invariant("boons-end-with-their-spell", CheckRolled, after=True)
def who_frees_himself_is_free(event: CheckRolled, scene: Scene) -> tuple[()]:
    """Whoever gets out of what a spell has wrapped round him is no longer held where he is."""
    me = scene.fighters[event.who]
    if event.success and isinstance(getattr(scene.root(), "order", None), orders.EscapeNet):
        for boon in me.boons:
            at = running(scene, boon.spell)
            if boon.on == "rooted" and at is not None and rule(at.spell) in event.cites:
                what = f"{me.id} has got out of {at.spell.name}, and is held all the same"
                scene.owe(("boons", me.id, boon.spell), "boons-end-with-their-spell", rule(at.spell), what)
    return ()


@invariant("boons-end-with-their-spell", BoonsEnded)
def boons_end(event: BoonsEnded, scene: Scene) -> tuple[()]:
    """They have gone."""
    scene.pay(("boons", event.who, event.spell))
    return ()


@invariant("boons-end-with-their-spell", ZoneEnded)
def zones_end(event: ZoneEnded, scene: Scene) -> tuple[()]:
    """It has gone."""
    scene.pay(("zone", event.spell))
    return ()


@invariant("growing-takes-room", SizeChanged)
def growing_takes_room(event: SizeChanged, scene: Scene) -> Iterator[Breach]:
    """Who grows is of the spell's kind, and not large already; it stands where it stood, and nobody else does."""
    at, me, ground = running(scene, event.spell), scene.fighters[event.who], scene.terrain
    what = f"{me.id} becomes {'larger' if event.larger else 'as it was'}"
    if at is None or not any(each.verb == "enlarge" for each in at.spell.effects):
        yield ENLARGE, f"{what}, and no spell does that"
        return
    if event.larger == (("natural", me.id) in scene.notes):
        yield ENLARGE, f"{what}, and it is that already"
        return
    if not event.larger:
        scene.pay(("size", event.spell))
        if event.square != me.square:
            yield ENLARGE, f"{what} in {scene.name(event.square)}, and it stands in {scene.name(me.square)}"
        return
    span = SIZE[SIZES[SIZES.index(me.sheet.size) + 1]].span
    space = ground.footprint(event.square, span)
    others = [who.id for who in scene.in_squares(space) if who is not me]
    if others or me.square not in space or ground.solid & set(space) or not set(space) <= ground.symbol.keys():
        yield ENLARGE, f"{what} in {scene.name(event.square)}, and there is no room: {', '.join(others)}"
    if me.sheet.type != "humanoid":
        yield ENLARGE, f"{what}, and it is no humanoid"


@invariant("temporary-hit-points-add-up", TemporaryHitPoints)
def temporary_hit_points_add_up(event: TemporaryHitPoints, scene: Scene) -> Iterator[Breach]:
    """Dice and caster level, or what was there if that was more."""
    at = source(scene, event.because)
    effect = next((each for each in at.spell.effects if each.verb == "temporary"), None) if at else None
    if not event.points:
        return
    if at is None or effect is None:
        yield "", f"{event.who} has temporary hit points, and no spell gives them"
        return
    dice = parse(dice_at(effect, at.level))
    points = max(sum(die.value for die in event.dice) + dice.bonus, scene.fighters[event.who].temporary)
    if event.points != points or len(event.dice) != dice.count:
        yield rule(at.spell), f"{event.who} has {event.points} temporary hit points, and {points} are due"


# ---- images ---------------------------------------------------------------------------------------------------


@invariant("images-are-met-by-chance", ImagesFaced)
def images_are_met_by_chance(event: ImagesFaced, scene: Scene) -> Iterator[Breach]:
    """A die of one side more than there are images picks; an image is as hard to hit as its creature bare."""
    target = scene.fighters[event.target]
    counts = [scene.notes["images", event.target, boon.spell] for boon in target.boons if boon.on == "images"]
    what = f"{event.attacker} faces {event.images} images of {event.target}"
    if event.images not in counts or not event.dice or event.dice[0].sides != event.images + 1:
        yield IMAGE, f"{what}, and there are {counts}"
        return
    if event.image != (event.dice[0].value != 1) or len(event.dice) != 1 + event.image:
        yield IMAGE, f"{what}, and the die picks {event.dice[0].value}"
        return
    if not event.image:
        return
    ac = 10 + SIZE[target.sheet.size].attack + target.modifier("dexterity")
    natural = event.dice[1].value
    hit = natural == 20 or (natural != 1 and event.total >= ac)
    if (event.ac, event.hit) != (ac, hit):
        yield IMAGE, f"{what}: {event.total} against {event.ac}, hit {event.hit}; the armor class is {ac}"


# ---- conditions -----------------------------------------------------------------------------------------------

BY_VERB = {"sleep": ("asleep",), "hold": ("paralyzed",), "slow": ("slowed",)}
BY_ZONE = {
    "grease": "prone",
    "stench": "nauseated",
    "entangle": "entangled",
    "silence": "silenced",
    "web": "entangled",
}
COLORS = ("unconscious", "blinded", "stunned")


def brings(spell: Spell, name: str) -> bool:
    """May this spell bring this condition?"""
    for each in spell.effects:
        if each.condition == name or name in BY_VERB.get(each.verb, ()) or (each.verb == "dazzle" and name in COLORS):
            return True
        if each.verb == "zone" and name in [BY_ZONE.get(does) for does in each.kind.split()]:
            return True
    return False


@invariant("spells-bring-their-conditions", ConditionBegan)
def spells_bring_their_conditions(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """A condition by a spell is one that it brings, for as long as its dice say, and not to those who saved."""
    if not is_magic(event):
        return
    names = {rule(spell): spell for fighter in scene.fighters.values() for spell in fighter.sheet.spells.values()}
    spell = next((names[cite] for cite in event.cites if cite in names), None)
    if spell is None or not brings(spell, event.condition):
        yield event.cites[0], f"{event.who} is {event.condition} by {event.cites}, and no such spell brings that"
        return
    cause = scene.events[event.because]
    only = any(each.condition == event.condition and each.saved == "only" for each in spell.effects)
    sticky = rule(spell) == WEB
    if isinstance(cause, SaveRolled) and cause.against == spell.name and cause.success != only and not sticky:
        yield (
            rule(spell),
            f"{event.who} is {event.condition}, and its save {'succeeded' if cause.success else 'failed'}",
        )
    given = [each.rounds for each in spell.effects if each.condition == event.condition and each.rounds]
    if given:
        dice = parse(given[0])
        rounds = sum(die.value for die in event.dice) if event.dice else dice.count
        if (event.ender, event.turns) != (event.other, rounds + dice.bonus):
            yield rule(spell), f"{event.who} is {event.condition} for {event.turns} turns, and the dice give {rounds}"


# ---- what undoes spells ---------------------------------------------------------------------------------------


@invariant("dispelling-adds-up", CheckRolled)
def dispelling_adds_up(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """A d20 and the caster level, at most 10, against 11 and the level of the other caster."""
    if event.check != "dispel magic" or "d20.ready.counterspell" in event.cites:
        return
    at = source(scene, event.because)
    effect = next((each for each in at.spell.effects if each.verb == "dispel"), None) if at is not None else None
    if at is None or effect is None or effect.value is None or len(event.dice) != 1:
        yield "d20.abjuration.dispel-magic", f"{event.who} dispels, and no spell that does is at work"
        return
    total = event.dice[0].value + effect.value.at(at.level)
    levels = [began.caster_level + 11 for began in scene.events[: scene.seq] if isinstance(began, SpellBegan)]
    if event.total != total or event.dc not in levels or event.success != (total >= event.dc):
        yield rule(at.spell), f"{event.who} dispels with {event.total} against {event.dc}, and the die makes {total}"


@invariant("sleepers-wake-by-wounds-or-hands", ConditionEnded, about=("asleep",))
def sleepers_wake(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """Whom a spell has put to sleep wakes when it is hurt, shaken by who stands beside it, or the spell is over."""
    if SLEEP not in event.cites:
        return
    cause, me = scene.events[event.because], scene.fighters[event.who]
    order = getattr(cause, "order", None)
    if isinstance(order, orders.Wake):
        waker = scene.fighters[cause.who]
        near = scene.terrain.distance(waker.square, waker.span, me.square, me.span) <= 1
        if order.target != me.id or not near:
            yield SLEEP, f"{waker.id} wakes {me.id} from {scene.name(waker.square)}, or was to wake {order.target}"
    elif not isinstance(cause, DamageDealt) or cause.target != me.id:
        yield SLEEP, f"{me.id} wakes, and nothing has hurt or shaken it"


@invariant("holds-are-broken-by-a-save", HoldBroken)
def holds_are_broken_by_a_save(event: HoldBroken, scene: Scene) -> Iterator[Breach]:
    """Only a save that succeeded breaks a hold, in the turn of whoever is held."""
    cause = scene.events[event.because]
    saved = isinstance(cause, SaveRolled) and cause.success and cause.who == event.who
    if not saved or scene.turn.who != event.who or not scene.fighters[event.who].tied(event.condition, event.other):
        yield event.cites[0], f"{event.who} struggles free, and has not saved, or is not held"


HELD = "d20.enchantment.hold-person"


@invariant("spells-call-for-their-saves", TurnBegan, after=True)
def the_held_try_again(event: TurnBegan, scene: Scene) -> tuple[()]:
    """Who is held by the spell of that name saves anew in each of its turns."""
    me = scene.fighters[event.who]
    for name, other in me.conditions:
        for value in me.conditions[name, other] if name == "paralyzed" else ():
            at = running(scene, value) if value else None
            if at is not None and rule(at.spell) == HELD and me.names.isdisjoint(OUT):
                what = f"{me.id} is held, and does not save anew"
                scene.owe(("again", me.id, value), "spells-call-for-their-saves", HELD, what)
    return ()


@invariant("spells-call-for-their-saves", SaveRolled, after=True)
def they_have_tried(event: SaveRolled, scene: Scene) -> tuple[()]:
    """The save has been made; one that fails brings what the spell brings."""
    for key in [key for key in scene.debts if key[:2] == ("again", event.who)]:
        scene.pay(key)
    return ()


@invariant("spells-bring-their-conditions", SaveRolled, after=True)
def a_save_that_fails_has_its_price(event: SaveRolled, scene: Scene) -> tuple[()]:
    """Whoever fails to save against a spell that brings a condition, and nothing else, has it."""
    at, me = source(scene, event.because), scene.fighters[event.who]
    if event.success or at is None or at.spell.name != event.against or type(scene.events[event.because]) is TurnBegan:
        return ()
    only = [name for each in at.spell.effects for name in (each.condition, *BY_VERB.get(each.verb, ())) if name]
    if len(only) == len(at.spell.effects) == 1 and not me.has(only[0]) and only[0] not in me.immune:
        what = f"{me.id} has failed to save against {at.spell.name}, and is not {only[0]}"
        scene.owe(("brought", me.id), "spells-bring-their-conditions", rule(at.spell), what)
    return ()


@invariant("spells-bring-their-conditions", ConditionBegan, SpellFailed, SpellEnded)
def it_is_brought(event: Any, scene: Scene) -> tuple[()]:
    """It has come."""
    who = getattr(event, "who", "") or getattr(event, "caster", "")
    scene.pay(("brought", who))
    return ()


@invariant("spells-do-their-damage", SpellCast, ItemUsed, AbilityUsed, after=True)
def spells_do_their_damage(event: Any, scene: Scene) -> tuple[()]:
    """A spell with targets and no save that does damage does it to one of them at least."""
    at = source(scene, scene.seq)
    if at is None or at.spell.area is not None or at.spell.save is not None or at.spell.attack:
        return ()
    if any(each.verb == "damage" for each in at.spell.effects) and len(at.spell.effects) == 1:
        for who in dict.fromkeys(event.targets):
            count = event.targets.count(who)
            what = f"{at.spell.name} does nothing to {who}"
            scene.owe(("missiles", scene.seq, who), "spells-do-their-damage", rule(at.spell), what)
            scene.notes["missiles", scene.seq, who] = count
    return ()


@invariant("spells-do-their-damage", SaveRolled, after=True)
def a_blast_that_is_not_dodged_hurts(event: SaveRolled, scene: Scene) -> tuple[()]:
    """Whoever fails to save against a blast takes its damage."""
    at = source(scene, event.because)
    blast = type(scene.events[event.because]) in (SpellCast, ItemUsed, AbilityUsed)
    if event.success or not blast or at is None or at.spell.area is None or at.spell.name != event.against:
        return ()
    if len(at.spell.effects) == 1 and at.spell.effects[0].verb == "damage":
        what = f"{event.who} fails to save against {at.spell.name}, and takes nothing"
        scene.owe(("blasted", scene.seq), "spells-do-their-damage", rule(at.spell), what)
    return ()


@invariant("spells-do-their-damage", DamageDealt, ResistanceRolled, SpellFailed)
def the_damage_is_done(event: Any, scene: Scene) -> tuple[()]:
    """It is done, or warded off."""
    who = getattr(event, "target", "") or event.who
    scene.pay(("missiles", event.because, who))
    return ()
