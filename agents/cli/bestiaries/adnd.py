"""The creatures and characters of AD&D in words: by Hit Dice, by class and level."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sim.core.tally import Modifier, Sum
    from sim.rules.adnd.block import Block, Strike
    from sim.tables.adnd_sheet import Sheet

EVERYDAY = ("adnd.core.",)
"""Rules that a block does not name: those of every sum of its kind."""


def found(group: str | None, size: str | None, levels: tuple[Fraction, Fraction]) -> list[Sheet]:
    """The creatures and characters that are asked for, by group of classes and level or Hit Dice, the weakest first."""
    from typing import get_args

    from sim.rules.adnd.muster import Roster
    from sim.tables.adnd_sheet import SIZES, Group
    from sim.tables.files import known

    if group is not None:
        known(group, get_args(Group), "group of classes", "--type")
    if size is not None:
        known(size, SIZES, "size", "--size")
    roster = Roster()
    sheets = [sheet for kind in roster.kinds() if _is(sheet := roster.creature(kind), group, size, levels)]
    return sorted(sheets, key=lambda sheet: (sheet.level, sheet.hit_dice_plus))


def entry(sheet: Sheet) -> dict[str, Any]:
    """What a list says of one, for programs."""
    return {
        "kind": sheet.kind,
        "name": sheet.name,
        "group": sheet.group,
        "classes": sheet.classes,
        "size": sheet.size,
        "level": sheet.level,
        "hit_points": sheet.hit_points,
        "thac0": sheet.thac0,
    }


def line(sheet: Sheet) -> str:
    """What a list says of one."""
    return f"{sheet.hit_points:>4} hp  THAC0 {sheet.thac0:>2}  {sheet.size} {_what(sheet)}"


def figures(kind: str) -> dict[str, Any]:
    """All of one, for programs. Raises ``BadInput`` when there is none of that id."""
    import msgspec

    from sim.rules.adnd.block import block
    from sim.rules.adnd.muster import Roster

    sheet = Roster().creature(kind)
    found = block(sheet)
    return {
        **msgspec.to_builtins(sheet),
        "sums": [{"name": "armor class", "total": found.armor_class.total, "parts": _parts(found.armor_class)}],
        "attacks": [
            {
                "weapon": strike.weapon.name,
                "mode": strike.mode,
                "attack": strike.attack.total,
                "attack_parts": _parts(strike.attack),
                "damage": strike.damage,
                "damage_large": strike.large,
                "damage_parts": _parts(strike.bonus),
                "speed": strike.speed,
                "rate": f"{strike.rate[0]}/{strike.rate[1]}",
            }
            for strike in found.strikes
        ],
    }


def page(kind: str) -> Iterator[str]:
    """One in figures, each with what it is made of. Raises ``BadInput`` when there is none of that id."""
    from sim.rules.adnd.block import block
    from sim.rules.adnd.muster import Roster

    sheet = Roster().creature(kind)
    yield from _page(sheet, block(sheet))


def _is(sheet: Sheet, group: str | None, size: str | None, levels: tuple[Fraction, Fraction]) -> bool:
    low, high = levels
    return group in (None, sheet.group) and size in (None, sheet.size) and low <= sheet.level <= high


def _what(sheet: Sheet) -> str:
    """Class and level, or Hit Dice."""
    if sheet.classes:
        return ", ".join(f"{name} {level}" for name, level in sheet.classes.items())
    if sheet.half_die:
        return "1/2 HD"
    return (
        f"{sheet.hit_dice}{f'{sheet.hit_dice_plus:+d}' if sheet.hit_dice_plus else ''} HD"
        if sheet.hit_dice
        else "0 level"
    )


def _page(sheet: Sheet, found: Block) -> Iterator[str]:
    yield f"{sheet.name} ({sheet.kind}), {sheet.size}, {_what(sheet)}"
    ways = [f"{way} {squares} squares" for way in ("fly", "swim") if (squares := getattr(sheet, way))]
    yield ", ".join([f"hit points {sheet.hit_points}", f"movement {sheet.movement} squares a round", *ways])
    strong = f"/{sheet.exceptional % 100:02d}" if sheet.exceptional else ""
    yield (
        f"strength {sheet.strength}{strong}, dexterity {sheet.dexterity}, constitution {sheet.constitution},"
        f" intelligence {sheet.wits if sheet.intelligence is None else sheet.intelligence}, wisdom {sheet.wisdom},"
        f" charisma {sheet.charisma}"
    )
    worn = [sheet.armor.name, *([sheet.shield.name] if sheet.shield is not None else [])]
    holds = f"; holds {', '.join(sheet.held)}" if sheet.held else ""
    yield f"wears {', '.join(worn)}{holds}"
    yield f"THAC0 {found.thac0}; {_sum(found.armor_class)}"
    if found.initiative:
        yield f"reaction {found.initiative:+d}"
    saves = zip(("death", "wands", "petrification", "breath", "spell"), sheet.saves, strict=True)
    yield f"saves: {', '.join(f'{name} {needed}' for name, needed in saves)}; system shock {sheet.system_shock}%"
    for strike in found.strikes:
        yield _strike(strike)
    if sheet.routine:
        yield f"its routine: {', '.join(sheet.routine)}"
    yield from _besides(sheet)


def _strike(strike: Strike) -> str:
    large = f" ({strike.large} against larger than Medium)" if strike.large != strike.damage else ""
    bonus = f" {_words(strike.bonus.parts, signed=True)}" if strike.bonus.parts else ""
    attack = f" = {_words(strike.attack.parts)}" if strike.attack.parts else ""
    mode = "" if strike.mode == "melee" else f", {strike.mode}"
    often = f"speed {strike.speed}, {strike.rate[0]}/{strike.rate[1]} attacks a round"
    damage = f"damage {strike.damage or 'none'}{large}{bonus}"
    return f"  {strike.weapon.name}{mode} {strike.attack.total:+d}{attack}; {damage}; {often}"


def _besides(sheet: Sheet) -> Iterator[str]:
    """Training, morale, and what is special about it."""
    if sheet.proficient:
        yield f"proficient: {', '.join(sheet.proficient)}"
    if sheet.tiers:
        yield f"mastery: {', '.join(f'{tier} with {weapon}' for weapon, tier in sheet.tiers.items())}"
    if sheet.favoured:
        yield f"favoured weapon: {sheet.favoured}"
    if sheet.styles:
        steps = ("familiar", "specialised", "twice specialised")
        yield f"styles: {', '.join(f'{style} ({steps[step]})' for style, step in sheet.styles.items())}"
    special = [
        words
        for there, words in (
            (sheet.ambidextrous, "ambidextrous"),
            (sheet.hand == "left", "left-handed"),
            (sheet.riding, f"rides {', '.join(sheet.riding)}"),
            (sheet.regeneration, f"regenerates {sheet.regeneration} a round"),
            (sheet.plus_needed, f"only weapons of +{sheet.plus_needed} hurt it"),
            (sheet.lightly, f"half damage from {', '.join(sheet.lightly)} weapons"),
            (sheet.undead, "undead"),
            (sheet.mindless, "mindless"),
            (sheet.slow, "last in initiative"),
            (sheet.war_trained, "trained for war"),
            (sheet.darkvision, f"sees {sheet.darkvision} ft in the dark"),
        )
        if there
    ]
    if special:
        yield f"special: {'; '.join(special)}"
    if sheet.spells:
        yield f"spells: {', '.join(sheet.spells)}"
    yield f"morale {sheet.morale}; temper: {', '.join(f'{name} {value}' for name, value in sheet.persona.items())}"


def _sum(total: Sum) -> str:
    return f"{total.name} {total.total} = {_words(total.parts)}"


def _parts(total: Sum) -> list[dict[str, Any]]:
    return [part._asdict() for part in total.parts]


def _words(parts: tuple[Modifier, ...], *, signed: bool = False) -> str:
    """Parts in words; a rule is named where it is none of the everyday ones."""
    from sim.replay.telling import part_words

    words = " ".join(part_words(part, EVERYDAY) for part in parts)
    return words if signed else words.removeprefix("+ ")
