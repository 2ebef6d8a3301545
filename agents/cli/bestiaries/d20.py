"""The bestiary of d20 in words: creatures by challenge rating, blocks as a rulebook prints them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sim.core.tally import Modifier, Sum
    from sim.rules.d20.block import Block, Strike
    from sim.tables.sheet import Sheet

EVERYDAY = ("d20.core.", "d20.initiative.check", "d20.save.total", "d20.grapple.")
"""Rules that a block does not name: those of every sum of its kind."""


def found(type: str | None, size: str | None, ratings: tuple[Fraction, Fraction]) -> list[Sheet]:
    """The creatures that are asked for, the weakest first."""
    from sim.tables.bestiary import creature, kinds
    from sim.tables.files import known
    from sim.tables.glossary import SUBTYPES, TYPES
    from sim.tables.sheet import SIZES

    if type is not None:
        known(type, (*TYPES, *SUBTYPES), "type", "--type")
    if size is not None:
        known(size, SIZES, "size", "--size")
    low, high = ratings
    sheets = [sheet for kind in kinds() if _is(sheet := creature(kind), type, size) and low <= _rated(sheet) <= high]
    return sorted(sheets, key=_rated)


def entry(sheet: Sheet) -> dict[str, Any]:
    """What a list says of it, for programs."""
    from sim.tables.bestiary import rating

    return {
        "kind": sheet.kind,
        "name": sheet.name,
        "rating": rating(sheet.kind),
        "size": sheet.size,
        "type": sheet.type,
        "subtypes": sheet.subtypes,
        "hit_dice": sheet.hit_dice,
        "hit_points": sheet.hit_points,
    }


def line(sheet: Sheet) -> str:
    """What a list says of it."""
    from sim.tables.bestiary import rating

    what = " ".join((sheet.size, sheet.type, *(f"({', '.join(sheet.subtypes)})" for _ in sheet.subtypes[:1])))
    return f"rating {rating(sheet.kind) or '-':<4} {sheet.hit_dice:>2} HD {sheet.hit_points:>4} hp  {what}"


def figures(kind: str) -> dict[str, Any]:
    """All of a creature, for programs. Raises ``BadInput`` when there is none of that id."""
    import msgspec

    from sim.rules.d20.block import block
    from sim.tables.bestiary import creature, left_out, rating

    sheet = creature(kind)
    found = block(sheet)
    return {
        **msgspec.to_builtins(sheet),
        "rating": rating(kind),
        "left_out": left_out(kind),
        "sums": [{"name": s.name, "total": s.total, "parts": _parts(s.parts)} for s in _sums(found)],
        "attacks": [
            {
                "weapon": s.weapon.name,
                "ranged": s.ranged,
                "attack": s.attack.total,
                "attack_parts": _parts(s.attack.parts),
                "damage": s.damage,
                "damage_parts": _parts(s.bonuses),
            }
            for s in found.strikes
        ],
    }


def page(kind: str) -> Iterator[str]:
    """A creature as a rulebook prints it. Raises ``BadInput`` when there is none of that id."""
    from sim.rules.d20.block import block
    from sim.tables.bestiary import creature, left_out, rating

    sheet = creature(kind)
    found = block(sheet)
    yield f"{sheet.name} ({kind}), rating {rating(kind) or '-'}"
    yield from _about(sheet)
    yield from map(_sum, _sums(found))
    for strike in found.strikes:
        yield from _strike(strike)
    yield from _besides(sheet)
    if without := left_out(kind):
        yield f"not played here: {', '.join(without)}"


def _sums(found: Block) -> tuple[Sum, ...]:
    return (found.initiative, found.armor_class, found.touch, found.flat_footed, *found.saves, found.grapple)


def _rated(sheet: Sheet) -> Fraction:
    from sim.tables.bestiary import rating

    return Fraction(rating(sheet.kind) or 0)


def _is(sheet: Sheet, type: str | None, size: str | None) -> bool:
    return (type is None or type in (sheet.type, *sheet.subtypes)) and (size is None or sheet.size == size)


def _parts(parts: Iterable[Modifier]) -> list[dict[str, Any]]:
    return [part._asdict() for part in parts]


def _words(parts: Iterable[Modifier]) -> str:
    """Parts in words, those without effect left out; a rule is named where it is none of the everyday ones."""
    from sim.replay.telling import part_words

    return " ".join(part_words(part, EVERYDAY) for part in parts if part.value).removeprefix("+ ")


def _sum(total: Sum) -> str:
    bare = total.name in ("armor class", "touch", "flat-footed")
    words = _words(total.parts)
    return f"{total.name} {total.total if bare else f'{total.total:+d}'}{f' = {words}' if words else ''}"


def _strike(strike: Strike) -> Iterator[str]:
    weapon = strike.weapon
    range_ = f" at range (increment {weapon.increment} ft)" if strike.ranged else ""
    many = f"{weapon.count} " if weapon.count > 1 else ""
    words = _words(strike.attack.parts)
    yield f"{many}{weapon.name}{range_} {strike.attack.total:+d}{f' = {words}' if words else ''}"
    bonuses = _words(strike.bonuses)
    added = f" = {strike.dice} {'' if bonuses.startswith('-') else '+ '}{bonuses}" if bonuses else ""
    threat = f"{weapon.threat}-20" if weapon.threat < 20 else "20"
    said = [f"damage {strike.damage or 'none'}{added}", *weapon.kinds, f"critical {threat}/x{weapon.multiplier}"]
    yield f"    {', '.join([*said, *_extras(strike)])}"


def _extras(strike: Strike) -> Iterator[str]:
    """What else a weapon does."""
    weapon = strike.weapon
    for there, words in (
        (weapon.nonlethal, "nonlethal"),
        (weapon.secondary, "secondary"),
        (weapon.reach, "reach"),
        (weapon.trips, "trips"),
        (weapon.trip_on_hit, "trips on a hit"),
        (weapon.grab_on_hit, "grabs on a hit"),
        (weapon.constrict, f"constricts for {weapon.constrict}"),
        (weapon.paralysis_dc, f"paralyses for {weapon.paralysis} rounds (Fortitude {weapon.paralysis_dc})"),
    ):
        if there:
            yield words
    if weapon.poison is not None:
        poison = weapon.poison
        yield f"poison (Fortitude {poison.dc}, {poison.initial} and {poison.secondary} {poison.ability})"
    if weapon.ability_damage is not None:
        yield f"{weapon.ability_damage[1]} {weapon.ability_damage[0]}"
    if weapon.energy is not None:
        yield f"{weapon.energy[1]} {weapon.energy[0]}"


def _about(sheet: Sheet) -> Iterator[str]:
    """Kind, hit points, speed, space."""
    kind = " ".join((sheet.size, sheet.type, *(f"({', '.join(sheet.subtypes)})" for _ in sheet.subtypes[:1])))
    classes = ", ".join(f"{name} {level}" for name, level in sheet.classes.items())
    yield f"{kind}, {sheet.alignment}{f'; {classes}' if classes else ''}"
    yield f"hit dice {sheet.hit_dice}, hit points {sheet.hit_points}, base attack {sheet.base_attack:+d}"
    ways = [f"{way} {feet} ft" for way in ("climb", "swim", "fly", "burrow") if (feet := getattr(sheet, way))]
    yield f"{', '.join([f'speed {sheet.speed} ft', *ways])}; space {sheet.space} ft, reach {sheet.reach} ft"
    worn = [piece.name for piece in (sheet.armor, sheet.shield) if piece is not None]
    if worn or sheet.held:
        yield "; ".join(
            filter(None, (f"wears {', '.join(worn)}" * bool(worn), f"holds {', '.join(sheet.held)}" * bool(sheet.held)))
        )
    yield ", ".join(
        f"{name} -" if score is None else f"{name} {score} ({(score - 10) // 2:+d})"
        for name in ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
        for score in (getattr(sheet, name),)
    )


def _besides(sheet: Sheet) -> Iterator[str]:
    """Feats, skills, senses, abilities, magic, temper."""
    if sheet.feats:
        yield f"feats: {', '.join(sheet.feats)}"
    if sheet.skills:
        yield f"skills: {', '.join(f'{name} {bonus:+d}' for name, bonus in sheet.skills.items())}"
    abilities = [
        words
        for there, words in (
            (sheet.sneak_attack, f"sneak attack {sheet.sneak_attack}d6"),
            (sheet.evasion, "evasion"),
            (sheet.uncanny_dodge, "improved uncanny dodge" if sheet.uncanny_dodge > 1 else "uncanny dodge"),
            (sheet.darkvision, f"darkvision {sheet.darkvision} ft"),
            (sheet.low_light, "low-light vision"),
            (sheet.light_sensitivity, "light sensitivity"),
            (sheet.fast_healing, f"fast healing {sheet.fast_healing}"),
            (sheet.regeneration, f"regeneration {sheet.regeneration} (not {', '.join(sheet.regeneration_bypass)})"),
            (sheet.single_actions, "single actions only"),
            (sheet.rend, f"rends for {sheet.rend} when two {sheet.rend_weapon}s hit"),
            (sheet.stable, "stability"),
            (sheet.turn_resistance, f"turn resistance {sheet.turn_resistance}"),
            (sheet.spell_resistance, f"spell resistance {sheet.spell_resistance}"),
            (sheet.immune, f"immune to {', '.join(sheet.immune)}"),
        )
        if there
    ]
    if sheet.reduction is not None:
        bypass = " or ".join(sheet.reduction.bypass) or "nothing"
        abilities.append(f"damage reduction {sheet.reduction.points} (overcome by {bypass})")
    if abilities:
        yield f"abilities: {', '.join(abilities)}"
    if sheet.caster is not None:
        spells = [f"{s.name} x{s.count}" if s.count > 1 else s.name for s in sheet.caster.prepared]
        yield f"casts as {sheet.caster.kind} {sheet.caster.level}: {', '.join(spells)}"
    if things := [*(device.name for device in sheet.devices), *(thing.name for thing in sheet.gear)]:
        yield f"carries: {', '.join(things)}"
    if sheet.powers:
        yield f"powers: {', '.join(power.name for power in sheet.powers)}"
    yield f"temper: {', '.join(f'{name} {value}' for name, value in sheet.persona.items())}"
