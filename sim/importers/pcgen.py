"""
Races of PCGen (``.lst``): a row each, its name and then tags parted by tabs; ``.MOD``, ``.COPY=`` and ``.FORGET``.

A row is put into the words of a stat block and read like one. It says size, space, reach, speed, natural armor,
natural attacks, Hit Dice and what is added to each score; feats, skills and gear of a race stand in other files. What
is chosen for them is told, and so is what differs from our own creature of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sim.core.errors import BadInput
from sim.importers.protocol import Imported, words
from sim.importers.sides import NO_WISHES
from sim.importers.statblock import d20
from sim.importers.statblock.d20 import ABILITIES, SAVES, Creature
from sim.importers.statblock.paste import Pasted
from sim.importers.statblock.read import gathered
from sim.tables import bestiary, equipment
from sim.tables.equipment import WEAPONS
from sim.tables.glossary import SUBTYPES, TYPES
from sim.tables.sheet import SIZES, Size
from sim.tables.sizes import SIZE

MOST = 2000
"""No file has more races than this, and no race more tags."""

_SIZES: dict[str, Size] = {size[0].upper(): size for size in SIZES}
_GOOD = {
    "aberration": "will", "animal": "fortitude reflex", "construct": "", "dragon": "fortitude reflex will",
    "fey": "reflex will", "giant": "fortitude", "humanoid": "reflex", "magical beast": "fortitude reflex",
    "monstrous humanoid": "reflex will", "ooze": "", "outsider": "fortitude reflex will", "plant": "fortitude",
    "undead": "will", "vermin": "fortitude",
}  # fmt: skip
"""The good saves of each type; of humanoids usually Reflex, unless the row says another."""
_READ = frozenset((
    "SIZE", "MOVE", "FACE", "REACH", "NATURALATTACKS", "MONSTERCLASS", "RACETYPE", "RACESUBTYPE", "CR", "LEGS", "HANDS",
    "BONUS", "ABILITY", "AUTO", "DR", "SR", "KIT", "OUTPUTNAME", "TYPE",
))  # fmt: skip
_UNUSED = frozenset((
    "FAVCLASS", "LANGBONUS", "LEVELADJUSTMENT", "SOURCEPAGE", "SOURCELONG", "SOURCESHORT", "SOURCEWEB", "SOURCEDATE",
    "HITDICEADVANCEMENT", "FACT", "XTRASKILLPTSPERLVL",
))  # fmt: skip
"""Tags that say nothing about a fight."""


class Row(NamedTuple):
    """A race: its name, and its tags with their values in order."""

    name: str
    tags: tuple[tuple[str, str], ...]


def pcgen(data: bytes, where: str) -> Imported:
    """
    The races of a file as a bestiary.

    :raises BadInput: when it has no row of a race, or none of them makes a creature.
    """
    found = rows(words(data, where), where)
    return gathered([(row.name, row) for row in found], where, creature)


def rows(content: str, where: str) -> list[Row]:
    """
    The rows that are left when those that alter others are done.

    >>> [row.name for row in rows("# Race\\nGhoul\\tSIZE:M\\nGhoul.COPY=Lacedon\\tMOVE:Swim,30\\nGhoul.FORGET", "it")]
    ['Lacedon']

    :raises BadInput: when there is none, or there are too many.
    """
    kept: dict[str, Row] = {}
    for number, line in enumerate(content.splitlines(), 1):
        name, *fields = [field.strip() for field in line.split("\t") if field.strip()] or [""]
        tags = tuple((tag, value) for tag, colon, value in (field.partition(":") for field in fields) if colon)
        if not name or name.startswith("#") or ":" in name:
            continue
        base, dot, order = name.rpartition(".")
        if dot and order == "FORGET":
            kept.pop(base, None)
            continue
        if dot and (order == "MOD" or order.startswith("COPY=")):
            if base not in kept:
                raise BadInput(
                    f"{where}: line {number} alters {base[:60]!r}, which no line before it names: put it there"
                )
            name, tags = base if order == "MOD" else order.removeprefix("COPY=").strip(), kept[base].tags + tags
        if tags:
            kept[name] = Row(name, tags)
        if len(kept) > MOST or len(tags) > MOST:
            raise BadInput(f"{where} has more than {MOST} races, or a race with more tags: cut it into parts")
    if not kept:
        raise BadInput(f"{where} has no row of a race: each has its name, a tab, and tags such as SIZE:M")
    return list(kept.values())


def creature(row: Row, kind: str) -> Creature:
    """
    One race as the tables of a creature.

    :raises BadInput: when it says what no creature can have.
    """
    return _Race(row).read(kind)


class _Race:
    """One row in the words of a stat block, and what is to be said of it."""

    def __init__(self, row: Row) -> None:
        self.name = row.name[:80]
        self.tags = row.tags
        self.decided: list[str] = []
        self.unread: list[str] = []
        self.bonuses = [tuple(value.split("|")) for tag, value in row.tags if tag == "BONUS"]
        if self.last("SIZE")[:1] not in _SIZES:
            raise BadInput(f"{self.name}: it has no SIZE: give it one")
        self.size = _SIZES[self.last("SIZE")[:1]]
        self.subtypes = [one.lower() for value in self.all("RACESUBTYPE") for one in value.split("|")]
        self.type = self.last("RACETYPE").lower()
        if self.type not in TYPES:
            self.decided.append(f"the type {self.type[:40] or 'of which nothing is said'} is played as humanoid")
            self.type = "humanoid"

    def all(self, tag: str) -> list[str]:
        """All values of a tag."""
        return [value for name, value in self.tags if name == tag]

    def last(self, tag: str) -> str:
        """The value of a tag that holds: the last."""
        return (self.all(tag) or [""])[-1]

    def read(self, kind: str) -> Creature:
        self.scores = self._scores()
        self.dice, self.warrior = self._dice()
        pace = TYPES[self.type].attack
        self.attack = (
            self.dice if self.warrior or pace == "good" else self.dice * 3 // 4 if pace == "average" else self.dice // 2
        )
        feats = [feat for value in self.all("ABILITY") for feat in self._feats(value)]
        fields = {
            "hit dice": self._points(),
            "speed": self._speed(),
            "armor class": self._armor(),
            "base attack": f"{self.attack:+d}",
            "full attack": "; ".join(self._attacks()),
            "space": self._space(),
            "abilities": ", ".join(f"{ability[:3]} {self.scores[ability] or '—'}" for ability in ABILITIES),
            "saves": self._saves(),
            "feats": ", ".join(feats),
            "special qualities": ", ".join(self._qualities()),
            "rating": self.last("CR"),
            "alignment": next((kit[-2:] for kit in self.all("KIT") if re.fullmatch(r"1\|[LNCT][GNE]", kit)), ""),
        }
        fields = {label: value for label, value in fields.items() if value}
        known = ", ".join(subtype for subtype in self.subtypes if subtype in SUBTYPES)
        made = d20.creature(
            Pasted(self.name, self.size, f"{self.type} ({known})" if known else self.type, fields), kind
        )
        grip = sum(value for _, value in self._numbers("COMBAT", "TOHIT.GRAPPLE"))
        if grip:
            made.tables["grapple"] = grip
        legs = self.last("LEGS")
        if re.fullmatch(r"\d{1,2}", legs) and made.tables.get("legs", 2) != int(legs):
            made.tables["legs"] = int(legs)
            self.decided.append(f"its row gives it {legs} legs, and so it has")
        self._rest()
        return made._replace(
            decided=self.decided + made.decided,
            warnings=made.warnings + self._unlike(made, kind),
            unread=self.unread + made.unread,
        )

    def _numbers(self, kind: str, what: str) -> Iterator[tuple[str, int]]:
        """Bonuses of a kind whose target names this, with those whose value is a number; others are told."""
        for bonus in self.bonuses:
            if len(bonus) >= 3 and bonus[0] == kind and what in bonus[1].split(","):
                if re.fullmatch(r"-?\d{1,3}", bonus[2]):
                    yield (bonus[3] if len(bonus) > 3 else ""), int(bonus[2])
                else:
                    self.unread.append(f"BONUS:{'|'.join(bonus)[:80]}")

    def _scores(self) -> dict[str, int]:
        """Ten and what the row adds; none where the type has none."""
        none = {"undead": {"constitution"}, "construct": {"constitution"}}.get(self.type, set())
        if "mindless" in self.subtypes:
            none = none | {"intelligence"}
        found = {}
        for ability in ABILITIES:
            added = sum(value for _, value in self._numbers("STAT", ability[:3].upper()))
            found[ability] = 0 if ability in none else max(1, 10 + added)
        self.decided.append("its scores are 10 and what the row adds: a row does not say which of them start at 11")
        return found

    def modifier(self, ability: str) -> int:
        return (self.scores[ability] - 10) // 2 if self.scores[ability] else 0

    def _dice(self) -> tuple[int, bool]:
        """Racial Hit Dice; a race that has none is a warrior of the first level."""
        match = re.fullmatch(r"[^:|]+:(\d{1,3})", self.last("MONSTERCLASS"))
        if match and int(match[1]):
            return int(match[1]), False
        self.decided.append("it has no Hit Dice of its own: a warrior of the first level")
        return 1, True

    def _points(self) -> str:
        sides = 8 if self.warrior else TYPES[self.type].hit_die
        added = self.dice * self.modifier("constitution")
        return f"{self.dice}d{sides}" + (f"{added:+d}" if added else "")

    def _speed(self) -> str:
        parts = self.last("MOVE").split(",")
        speeds = dict(zip(parts[::2], parts[1::2], strict=False))
        return ", ".join(f"{way.lower()} {feet} ft.".removeprefix("walk ") for way, feet in speeds.items())

    def _armor(self) -> str:
        natural = sum(value for kind, value in self._numbers("COMBAT", "AC") if kind == "TYPE=NaturalArmor")
        touch = 10 + SIZE[self.size].attack + self.modifier("dexterity")
        total, flat = touch + natural, touch + natural - max(0, self.modifier("dexterity"))
        return f"{total} ({natural:+d} natural), touch {touch}, flat-footed {flat}"

    def _space(self) -> str:
        face, reach = self.last("FACE").split(",")[0], self.last("REACH")
        face = {"2.5": "2-1/2", "0.5": "1/2", "1": "1"}.get(face, face)
        return f"{face} ft./{reach} ft." if face and reach else ""

    def _saves(self) -> str:
        """By type; humanoids may name their good save in brackets behind it."""
        good = _GOOD.get(self.type, "")
        named = re.search(r"\((Fortitude|Reflex|Will)\)", self.last("MONSTERCLASS"))
        if self.warrior or named:
            good = named[1].lower() if named else "fortitude"
        found = []
        for save, ability in zip(SAVES, ("constitution", "dexterity", "wisdom"), strict=True):
            base = 2 + self.dice // 2 if save in good else self.dice // 3
            found.append(f"{save[:4]} {base + self.modifier(ability):+d}")
        return ", ".join(found)

    @staticmethod
    def _feats(value: str) -> list[str]:
        category, _, rest = value.partition("|")
        return [feat for feat in rest.split("|")[1:] if not feat.startswith("PRE")] if category == "FEAT" else []

    def _qualities(self) -> Iterator[str]:
        for _, feet in self._numbers("VAR", "DarkvisionRange"):
            yield f"darkvision {feet} ft."
        if reduction := self.last("DR"):
            yield f"damage reduction {reduction.lower()}"
        if resistance := self.last("SR"):
            yield f"spell resistance {resistance}"

    def _attacks(self) -> Iterator[str]:
        """Natural attacks, of which the first is primary, and the weapons that the row names."""
        natural = [one.split(",") for value in self.all("NATURALATTACKS") for one in value.split("|")]
        for index, parts in enumerate(natural):
            name = re.sub(r"[^\w' -]", " ", parts[0]).strip()
            dice = parts[3] if len(parts) > 3 else ""
            if len(parts) < 4 or not re.fullmatch(r"\d{1,2}(?:d\d{1,3})?", dice) or "Ranged" in parts[1]:
                self.unread.append(f"natural attack {','.join(parts)[:100]}")
                continue
            second = index > 0 or any(number <= -5 for _, number in self._numbers(f"WEAPONPROF={name}", "TOHIT"))
            strength = self.modifier("strength")
            added = strength // 2 if index > 0 and strength > 0 else strength
            for bonus in self.bonuses:
                if bonus[:2] == (f"WEAPONPROF={name}", "DAMAGE") and len(bonus) > 2:
                    added += self._more(bonus[2].replace(" ", ""), strength)
            count = re.sub(r"\D", "", parts[2]) or "1"
            marked = f"{name} (secondary)" if second else name
            yield f"{f'{count} ' if count != '1' else ''}{marked} ({dice}{f'{added:+d}' if added else ''})"
        named = [
            one.lower() for value in self.all("AUTO") if value.startswith("WEAPONPROF|") for one in value.split("|")
        ]
        weapons = [one for one in named if one in WEAPONS]
        for weapon in sorted(weapons, key=lambda one: (bool(WEAPONS[one].projectile or WEAPONS[one].thrown), one)):
            yield f"{weapon} ({self._with(weapon)})"
        if weapons:
            self.decided.append(f"it carries the weapons that its row names: {', '.join(sorted(weapons))}")
        elif not natural:
            self.decided.append("its row names no weapon and no natural attack: it strikes with bare hands")

    def _with(self, name: str) -> str:
        """Damage with a weapon of its size, and Strength."""
        weapon, strength = equipment.weapon(name, self.size), self.modifier("strength")
        added = (
            0 if weapon.projectile else 3 * strength // 2 if equipment.hands(weapon) == 2 and strength > 0 else strength
        )
        return f"{weapon.damage}{f'{added:+d}' if added else ''}"

    def _more(self, formula: str, strength: int) -> int:
        """What a formula adds to damage: half of Strength, or takes away."""
        half = max(0, strength // 2)
        if formula == "max(0,(STR/2))":
            return half
        if formula in ("-1*(max(0,(STR/2)))", "-ceil(STR/2)"):
            return -(max(0, strength) - half) if "ceil" in formula else -half
        if formula == "-1*(STR)":
            return -strength
        self.unread.append(f"damage {formula[:60]}")
        return 0

    def _unlike(self, made: Creature, kind: str) -> list[str]:
        """What differs from our own creature of this name, both numbers."""
        twin = NO_WISHES.kind(self.name)
        if not twin:
            return []
        ours, theirs = bestiary.creature(twin), bestiary.resolve(made.tables, self.name, kind)
        pairs = {
            "size": (ours.size, theirs.size),
            "reach": (ours.reach, theirs.reach),
            "speed": (bestiary.source(twin).get("speed", 30), theirs.speed),
            "natural armor": (ours.natural_armor, theirs.natural_armor),
        }
        unlike = [f"{what} {its}, there {mine}" for what, (mine, its) in pairs.items() if mine != its]
        return [f"it is not our {twin}: {', '.join(unlike)}"] if unlike else []

    def _rest(self) -> None:
        """Tags of which nothing is made."""
        left = {tag for tag, _ in self.tags if tag not in _READ | _UNUSED}
        used = {"STAT", "COMBAT", "VAR"}
        left |= {
            f"BONUS:{bonus[0]}"
            for bonus in self.bonuses
            if bonus[0] not in used and not bonus[0].startswith("WEAPONPROF=")
        }
        if left:
            self.unread.append(f"tags {', '.join(sorted(left))[:300]}")
