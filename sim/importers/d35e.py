"""
Actors of the system D35E for Foundry: one as JSON, or the lines of a compendium (``.db``), of which the last of each
id holds and ``$$deleted`` takes one away.

An actor is put into the words of a stat block and read like one, so that its sums are held against the rules. What
D35E derives while it runs, as the bonuses of attacks, is not stored and follows from the rules. Numbers that are those
of Pathfinder are named, and so is what differs from our own creature of that name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from sim.core.errors import BadInput
from sim.dice.notation import parse as parse_dice
from sim.importers.jsons import document
from sim.importers.loose import as_list, as_table, as_text
from sim.importers.protocol import LARGEST, Imported, words
from sim.importers.sides import NO_WISHES
from sim.importers.statblock import d20
from sim.importers.statblock.d20 import ABILITIES, SAVES, Creature
from sim.importers.statblock.paste import Pasted
from sim.importers.statblock.read import gathered
from sim.rules.d20.block import block
from sim.tables import bestiary
from sim.tables.equipment import ARMOR, NATURAL, SHIELDS, WEAPONS
from sim.tables.glossary import TYPES
from sim.tables.sheet import SIZES, Size
from sim.tables.sizes import SIZE, scaled

MOST = 1000
"""No compendium has more actors than this."""
MOST_LINES = 50_000
"""No compendium has more lines, those that are overwritten and tombstones counted."""

_SIZES: dict[str, Size] = dict(
    zip(("fine", "dim", "tiny", "sm", "med", "lg", "huge", "grg", "col"), SIZES, strict=True)
)
_SIZES_BY_NAME: dict[str, Size] = {size: size for size in SIZES}
_MANEUVER = dict(zip(SIZES, (-8, -4, -2, -1, 0, 1, 2, 4, 8), strict=True))
"""What a size is worth in Pathfinder's combat maneuvers."""
_ARMOR = {
    "hide": 4, "chainmail": 6, "breastplate": 6, "splint mail": 7, "banded mail": 7, "half-plate": 8, "full plate": 9,
}  # fmt: skip
"""Armor that is worth more in Pathfinder, and what."""
_SKILLS = {
    "apr": "Appraise", "blc": "Balance", "blf": "Bluff", "clm": "Climb", "coc": "Concentration",
    "dsc": "Decipher Script", "dip": "Diplomacy", "dev": "Disable Device", "dis": "Disguise", "esc": "Escape Artist",
    "fog": "Forgery", "gif": "Gather Information", "han": "Handle Animal", "hea": "Heal", "hid": "Hide",
    "int": "Intimidate", "jmp": "Jump", "lis": "Listen", "mos": "Move Silently", "opl": "Open Lock", "rid": "Ride",
    "src": "Search", "sen": "Sense Motive", "slt": "Sleight of Hand", "spl": "Spellcraft", "spt": "Spot",
    "sur": "Survival", "swm": "Swim", "tmb": "Tumble", "umd": "Use Magic Device", "uro": "Use Rope",
}  # fmt: skip
_OTHERS_SKILLS = {"acr": "Acrobatics", "fly": "Fly", "lin": "Linguistics", "per": "Perception", "ste": "Stealth"}
"""Skills of Pathfinder, which 3.5 does not have."""
_RATINGS = {"1/8": "0.125", "1/6": "0.1625", "1/4": "0.25", "1/3": "0.3375", "1/2": "0.5", "1/10": "0.1"}
_BATTLE = frozenset(("class", "feat", "attack", "weapon", "equipment"))
"""Kinds of items that say something about a fight here."""
_ROWS = {
    "damageReduction": "damage reduction", "damageReduction.types": "damage reduction",
    "attributes.damageReduction.types": "damage reduction",
    "energyResistance": "resistance", "attributes.energyResistance": "resistance",
}  # fmt: skip
"""Where newer versions keep what is listed and not read."""
_STRENGTH = {"str": "strength", "dex": "dexterity", "con": "constitution"}


def d35e(data: bytes, where: str) -> Imported:
    """
    The actors of a file as a bestiary.

    :raises BadInput: when it is no JSON, holds no actor, or none of them makes a creature.
    """
    actors = list(_actors(words(data, where, LARGEST), where))
    if not actors:
        raise BadInput(f"{where} holds no actor: export one, or a compendium of them, as JSON")
    if len(actors) > MOST:
        raise BadInput(f"{where} holds {len(actors)} actors: at most {MOST} are read, so cut it into parts")
    return gathered([(as_text(actor.get("name")), actor) for actor in actors], where, creature)


def _actors(content: str, where: str) -> Iterator[dict[str, Any]]:
    """The actors that are left when all lines are read, in the order in which they first came."""
    lines = [line for line in content.splitlines() if line.strip()]
    whole = not lines or not lines[0].rstrip().endswith("}") or lines[0].strip() == "{"
    if whole:
        found = document(content.encode(), where)
        entries = found if isinstance(found, list) else [found]
    else:
        if len(lines) > MOST_LINES:
            raise BadInput(f"{where} has more than {MOST_LINES} lines: cut it into parts")
        entries = [document(line.encode(), f"{where} line {number}") for number, line in enumerate(lines, 1)]
    kept: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(map(as_table, entries)):
        id = as_text(entry.get("_id")) or f"number {number}"
        if entry.get("$$deleted") is True:
            kept.pop(id, None)
        elif as_text(entry.get("type")) in ("npc", "character") and ("data" in entry or "system" in entry):
            kept[id] = entry
        elif not any(key.startswith("$$") for key in entry):
            kept.pop(id, None)
    yield from kept.values()


def creature(actor: dict[str, Any], kind: str) -> Creature:
    """
    One actor as the tables of a creature.

    :raises BadInput: when it says what no creature can have.
    """
    return _Actor(actor).read(kind)


class _Actor:
    """One actor in the words of a stat block, and what is to be said of it."""

    def __init__(self, actor: dict[str, Any]) -> None:
        self.name = " ".join(as_text(actor.get("name")).split())[:80] or "a nameless actor"
        self.data = as_table(actor.get("data") or actor.get("system"))
        self.items = [as_table(item) for item in as_list(actor.get("items"))]
        size = as_text(self.at("traits.size")).lower()
        self.decided: list[str] = []
        self.unread: list[str] = []
        self.others: list[str] = []
        if size not in (*_SIZES, *SIZES):
            self.decided.append(f"its size is {size[:20] or 'not said'}: medium")
        self.size: Size = _SIZES.get(size) or _SIZES_BY_NAME.get(size) or "medium"
        self.feats = [as_text(item.get("name")) for item in self.of("feat")]

    def read(self, kind: str) -> Creature:
        self.twin = NO_WISHES.kind(self.name)
        fields = {
            "hit dice": self._dice(),
            "speed": self._speed(),
            "armor class": self._armor(),
            "full attack": "; ".join(self._attacks()),
            "abilities": self._abilities(),
            "saves": self._saves(),
            "feats": ", ".join(_listed(feat) for feat in self.feats if feat),
            "special qualities": ", ".join(self._qualities()),
            "skills": ", ".join(self._skills()),
            "rating": self._rating(),
            "alignment": as_text(self.at("details.alignment")).upper(),
        }
        more = {
            "base attack": f"{self._base():+d}" if self._base() else "",
            "initiative": self._initiative(),
            "grapple": self._grapple(),
            "space": self._space(),
        }
        fields |= {label: value for label, value in more.items() if value}
        unused = Counter(as_text(item.get("type")) or "nothing" for item in self.items)
        self.unread += [
            f"{number} items of the kind {kind_}" for kind_, number in unused.items() if kind_ not in _BATTLE
        ]
        self.unread += [
            f"{said} {as_text(one.get('uid'))[:40] or 'of no kind'} {_int(one.get('value')) or ''}".rstrip()
            for path, said in _ROWS.items()
            for one in map(as_table, as_list(self.at(path)))
        ]
        made = d20.creature(Pasted(self.name, self.size, self._type(), fields), kind)
        warnings = list(made.warnings)
        if self.others:
            warnings.append(f"numbers of Pathfinder under the label of 3.5: {'; '.join(self.others)}")
        warnings += self._unlike(made, kind)
        return made._replace(decided=self.decided + made.decided, warnings=warnings, unread=self.unread + made.unread)

    def at(self, path: str) -> Any:
        """What stands at a path of keys with dots between them, or nothing."""
        found: Any = self.data
        for key in path.split("."):
            found = as_table(found).get(key)
        return found

    def number(self, *paths: str) -> int | None:
        """The first whole number that stands at one of the paths."""
        return next((value for path in paths if (value := _int(self.at(path))) is not None), None)

    def of(self, kind: str) -> Iterator[dict[str, Any]]:
        """Its items of a kind."""
        return (item for item in self.items if as_text(item.get("type")) == kind)

    def modifier(self, ability: str) -> int:
        score = self._score(ability)
        return (score - 10) // 2 if score else 0

    def _score(self, ability: str) -> int | None:
        """A score; 0 for one that it does not have, none where nothing is stored."""
        found = self.number(f"abilities.{ability[:3]}.total", f"abilities.{ability[:3]}.value")
        return None if found is None else min(99, max(0, found))

    def _type(self) -> str:
        racial = [_of(item, "classType") == "racial" and as_text(item.get("name")) for item in self.of("class")]
        said = (*racial, as_text(self.at("details.type")), as_text(self.at("attributes.creatureType")))
        for word in said:
            name = re.sub(r"([a-z])([A-Z])", r"\1 \2", word or "").lower().strip()
            if name.partition("(")[0].strip() in TYPES:
                return name
        self.decided.append("its type is not said: humanoid")
        return "humanoid"

    def _dice(self) -> str:
        """Hit Dice by class, with what Constitution and Toughness add, and the points that are stored."""
        terms = []
        for item in self.of("class"):
            levels, sides = _int(_of(item, "levels")) or 0, _int(_of(item, "hd")) or 0
            if 0 < levels <= 200 and 0 < sides <= 100:
                terms.append((levels, sides))
                if as_text(_of(item, "classType")) not in ("racial", ""):
                    self.unread.append(f"class {as_text(item.get('name'))[:40]} {levels}: its dice alone are read")
        total = self.number("attributes.hd.total") or 0
        if not terms:
            if not 0 < total <= 200:
                raise BadInput(f"{self.name}: it has no Hit Dice: give it a class with levels")
            terms = [(total, 8)]
            self.decided.append(f"no class says its Hit Dice: {total}d8")
        dice = sum(levels for levels, _ in terms)
        added = dice * self.modifier("constitution") + 3 * sum(feat.startswith("Toughness") for feat in self.feats)
        text = " plus ".join(f"{levels}d{sides}" for levels, sides in terms) + (f"{added:+d}" if added else "")
        points = self.number("attributes.hp.max") or self.number("attributes.hp.value") or 0
        return f"{text} ({points} hp)" if 0 < points <= 10_000 else text

    def _speed(self) -> str:
        speeds = {}
        for way in ("land", "climb", "swim", "burrow", "fly"):
            path = f"attributes.speed.{way}"
            base, total = self.number(f"{path}.base"), self.number(f"{path}.total")
            speeds[way] = base or total or 0
        return ", ".join(f"{way} {feet} ft.".removeprefix("land ") for way, feet in speeds.items() if feet)

    def _armor(self) -> str:
        """Armor class with its parts; where it is stored as nothing, it is what they come to."""
        natural = self.number("attributes.naturalACTotal") or self.number("attributes.naturalAC") or 0
        parts = [f"{natural:+d} natural"] if natural else []
        worn = natural
        for item in self.of("equipment"):
            bonus = _int(as_table(_of(item, "armor")).get("value")) or 0
            if bonus <= 0 or _of(item, "equipped") is not True:
                continue
            magic = _int(as_table(_of(item, "armor")).get("enh")) or 0
            name = re.sub(r" *\([^()]*\)", "", as_text(item.get("name"))).lower().strip()
            plain = re.sub(r"^\+\d+ |\b(?:masterwork|mwk|mithral|adamantine) | armor$", "", name)
            ours = ARMOR.get(plain) or SHIELDS.get(plain)
            if ours is not None and bonus == _ARMOR.get(plain) != ours.bonus:
                self.others.append(f"{plain} is worth {bonus}, in 3.5 {ours.bonus}")
                bonus = ours.bonus
            parts.append(f"{bonus + magic:+d} {name or 'armor'}")
            worn += bonus + magic
        totals = {key: self.number(f"attributes.ac.{path}.total") for key, path in _CLASSES.items()}
        if not totals["armor class"]:
            total = 10 + SIZE[self.size].attack + self.modifier("dexterity") + worn
            self.decided.append(f"its armor class is stored as nothing: {total}, by its parts")
            return f"{total} ({', '.join(parts)})" if parts else str(total)
        told = [f"{key} {value}" for key, value in totals.items() if value and key != "armor class"]
        bracket = f" ({', '.join(parts)})" if parts else " (+0 natural)"
        return ", ".join([f"{totals['armor class']}{bracket}", *told])

    def _base(self) -> int:
        found = self.number("attributes.bab.total", "attributes.bab.base", "attributes.bab.value")
        return max(0, found or 0)

    def _grapple(self) -> str:
        """``cmb`` carries the bonus on grapples, or else Pathfinder's on maneuvers, which is told and not taken."""
        found = self.number("attributes.cmb.total")
        if not found:
            return ""
        strength = self._base() + self.modifier("strength")
        dexterity = self._base() + self.modifier("dexterity")
        ours, theirs = strength + SIZE[self.size].grapple, _MANEUVER[self.size]
        if found != ours and found in (strength + theirs, dexterity + theirs):
            self.others.append(f"combat maneuvers are at {found:+d}, grapples in 3.5 at {ours:+d}")
            return ""
        return f"{found:+d}"

    def _initiative(self) -> str:
        found = self.number("attributes.init.total")
        return f"{found:+d}" if found else ""

    def _abilities(self) -> str:
        scores = {ability[:3]: self._score(ability) for ability in ABILITIES}
        return ", ".join(f"{name} {score or '—'}" for name, score in scores.items() if score is not None)

    def _saves(self) -> str:
        """As stored; a save stored as nothing is what its classes and its ability give."""
        found = []
        for save, ability in zip(SAVES, ("constitution", "dexterity", "wisdom"), strict=True):
            key = {"fortitude": "fort", "reflex": "ref", "will": "will"}[save]
            base = 0
            for item in self.of("class"):
                levels = min(200, max(0, _int(_of(item, "levels")) or 0))
                good = as_text(as_table(as_table(_of(item, "savingThrows")).get(key)).get("value")) == "high"
                base += 2 + levels // 2 if good and levels else levels // 3
            total, ours = self.number(f"attributes.savingThrows.{key}.total"), base + self.modifier(ability)
            if not total and ours:
                self.decided.append(f"its {save} save is stored as nothing: {ours:+d}, by its classes and {ability}")
                total = ours
            found.append(f"{save[:4]} {total or 0:+d}")
        return ", ".join(found)

    def _space(self) -> str:
        """Reach is not stored: that of our own creature of this name, if its size is the same."""
        if not self.twin:
            return ""
        twin = bestiary.creature(self.twin)
        if twin.size != self.size:
            return ""
        self.decided.append(f"its reach is not stored: {twin.reach} ft., as our {self.twin} has")
        return f"{SIZE[self.size].space.replace(' ', '-')} ft./{twin.reach} ft."

    def _rating(self) -> str:
        stored = self.at("details.cr")
        try:
            rating = Decimal(stored) if isinstance(stored, str | int | Decimal) else Decimal(0)
        except ArithmeticError:
            rating = Decimal(0)
        if not rating.is_finite() or rating <= 0:
            return ""
        if rating >= 1:
            return str(int(min(rating, Decimal(99))))
        nearest = min(_RATINGS, key=lambda one: abs(Decimal(_RATINGS[one]) - rating))
        if nearest not in ("1/2", "1/4"):
            self.decided.append(f"its challenge rating {str(rating)[:10]} is {nearest}")
        return nearest

    def _skills(self) -> Iterator[str]:
        skills = {key: as_table(value) for key, value in as_table(self.data.get("skills")).items()}
        for key, skill in skills.items():
            total = _int(skill.get("mod"))
            if not _int(skill.get("rank")) or total is None:
                continue
            if key in _SKILLS:
                yield f"{_SKILLS[key]} {total:+d}"
            elif key in _OTHERS_SKILLS:
                self.others.append(f"it has ranks in {_OTHERS_SKILLS[key]}")
            else:
                yield f"{as_text(skill.get('name'))[:40] or key} {total:+d}"

    def _qualities(self) -> Iterator[str]:
        senses = as_table(self.at("attributes.senses"))
        yield from (part for part in re.split(r",| and ", as_text(self.at("traits.senses"))) if part.strip())
        far = self.number("attributes.vision.darkvision") or _int(senses.get("darkvision")) or 0
        if far > 0 and "darkvision" not in as_text(self.at("traits.senses")).lower():
            yield f"darkvision {far} ft."
        if True in (self.at("attributes.vision.lowLight"), senses.get("lowLight")):
            yield "low-light vision"
        if reduction := as_text(self.at("traits.dr")):
            yield f"damage reduction {reduction}"
        if (any_ := self.number("attributes.damageReduction.any")) and any_ > 0:
            yield f"damage reduction {any_}/—"
        if resistance := self.number("attributes.sr.total"):
            yield f"spell resistance {resistance}"
        for key, words_ in (("eres", "resistance to"), ("cres", "resistance to")):
            if said := as_text(self.at(f"traits.{key}")):
                yield f"{words_} {_listed(said)}"
        for key, words_ in (("di", "immunity to"), ("ci", "immunity to"), ("dv", "vulnerability to")):
            for one in as_list(self.at(f"traits.{key}.value")):
                yield f"{words_} {_listed(as_text(one))}"

    def _attacks(self) -> Iterator[str]:
        """Weapons in the words of a block, without the bonus, which is not stored."""
        for item in self.of("attack"):
            name = re.sub(r" *\([^()]*\)", "", as_text(item.get("name"))).strip()
            name = re.sub(r"[^\w+' -]+", " ", name).strip()[:60]
            kind = as_text(_of(item, "attackType"))
            known = re.sub(r"s$", "", re.sub(r"^\+\d+ |masterwork ", "", name.lower()))
            if not name or kind not in ("natural", "weapon", ""):
                self.unread.append(f"attack {name or 'without a name'} ({kind or 'no kind'})")
                continue
            magic = _int(_of(item, "enh")) or 0
            if kind != "natural" and 0 < magic <= 5 and not name.startswith("+"):
                name = f"+{magic} {name}"
            damage = self._damage(item, known, natural=kind == "natural")
            if not damage:
                continue
            more = [part for part in as_list(_of(item, "attackParts")) if not as_text(_first(part)).strip(" 0")]
            count = 1 + len(more) if kind == "natural" else 1
            second = " (secondary)" if _of(item, "primaryAttack") is False and kind == "natural" else ""
            yield f"{f'{min(count, 20)} ' if count > 1 else ''}{name}{second} ({damage})"
        listed = {as_text(item.get("name")) for item in self.of("attack")}
        for item in self.of("weapon"):
            if as_text(item.get("name")) not in listed:
                self.unread.append(f"weapon {as_text(item.get('name'))[:60]}, of which no attack is made")

    def _damage(self, item: dict[str, Any], name: str, *, natural: bool) -> str:
        parts = [part for part in as_list(as_table(_of(item, "damage")).get("parts")) if as_list(part)]
        ability = as_table(_of(item, "ability"))
        first = self._formula(as_text(_first(parts[0]))) if parts else ""
        if not first:
            said = as_text(_first(parts[0])) if parts else "nothing"
            self.unread.append(f"attack {name}: its damage {said[:80]!r} is not understood")
            return ""
        dice = parse_dice(first)
        added = dice.bonus
        if key := _STRENGTH.get(as_text(ability.get("damage"))):
            modifier = self.modifier(key)
            times = _decimal(ability.get("damageMult"))
            added += modifier if modifier < 0 else int(modifier * times)
        added += _int(_of(item, "enh")) or 0
        text = str(dice._replace(bonus=added)) if "d" in first else str(max(1, int(first) + added))
        threat = re.match(r"(1\d)(?!\d)", str(ability.get("critRange") or ""))
        if threat:
            text += f"/{threat[1]}-20"
        times_ = str(ability.get("critMult") or "")
        if times_ in ("3", "4", "5"):
            text += f"/x{times_}"
        for part in parts[1:]:
            text += f" plus {_listed(' '.join(as_text(one) for one in part[:2] if as_text(one)))}"
        if not natural and name not in WEAPONS and name not in NATURAL:
            self.decided.append(f"{name} is read as a natural weapon: no table has it")
        return text

    def _formula(self, text: str) -> str:
        """
        Dice of a formula in figures alone: sums of dice and numbers, and D35E's ``sizeRoll`` of dice for Medium.

        A formula with names in it is none.
        """
        offset = SIZES.index("medium")

        def sized(match: re.Match[str]) -> str:
            step = SIZES.index(self.size) - offset if match[3] == "@size" else int(match[3] or 0)
            size = SIZES[min(len(SIZES) - 1, max(0, step + offset))]
            return scaled(f"{match[1]}d{match[2]}", size)

        try:
            plain = re.sub(
                r"sizeRoll\( *(\d{1,2}) *, *(\d{1,3}) *(?:, *(@size|-?\d) *)?(?:,[^()]*)?\)", sized, text, flags=re.I
            )
        except BadInput:
            return ""
        terms = re.findall(r"([+-]?) *(\d{1,3}d\d{1,3}|\d{1,4})", plain.replace("+ -", "-"))
        left = re.sub(r"[+-]? *(?:\d{1,3}d\d{1,3}|\d{1,4})", "", plain.replace("+ -", "-")).strip()
        dice = [term for _, term in terms if "d" in term]
        if left or not terms or len(dice) > 1 or any(sign == "-" and "d" in term for sign, term in terms):
            return ""
        bonus = sum(int(f"{sign}{term}") for sign, term in terms if "d" not in term)
        if not dice:
            return str(max(1, bonus))
        return f"{dice[0]}{bonus:+d}" if bonus else dice[0]

    def _unlike(self, made: Creature, kind: str) -> list[str]:
        """What differs from our own creature of this name, both numbers."""
        if not self.twin:
            return []
        ours, theirs = bestiary.creature(self.twin), bestiary.resolve(made.tables, self.name, kind)
        mine, its = block(ours), block(theirs)
        pairs = {
            "armor class": (mine.armor_class.total, its.armor_class.total),
            "touch": (mine.touch.total, its.touch.total),
            "hit points": (ours.hit_points, theirs.hit_points),
            "grapple": (mine.grapple.total, its.grapple.total),
            "initiative": (mine.initiative.total, its.initiative.total),
            "speed": (ours.speed, theirs.speed),
            "size": (ours.size, theirs.size),
            "type": (ours.type, theirs.type),
            "challenge rating": (bestiary.source(self.twin).get("rating"), made.tables.get("rating")),
        }
        unlike = [
            f"{what} {its_}, there {mine_}"
            for what, (mine_, its_) in pairs.items()
            if None not in (mine_, its_) and mine_ != its_
        ]
        return [f"it is not our {self.twin}: {', '.join(unlike)}"] if unlike else []


_CLASSES = {"armor class": "normal", "touch": "touch", "flat-footed": "flatFooted"}


def _of(item: dict[str, Any], key: str) -> Any:
    """What an item says under a key, in the form of either version."""
    return as_table(item.get("data") or item.get("system")).get(key)


def _listed(text: str) -> str:
    """A text that stands in a list: without commas, semicolons and lone brackets."""
    plain = re.sub(r"[,;\n]+", " ", text)
    return plain if plain.count("(") == plain.count(")") else re.sub(r"[()]", " ", plain)


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


def _int(value: Any) -> int | None:
    """A whole number, stored as such or as a text; none where it is absurdly large."""
    found = _decimal(value, Decimal("NaN"))
    return int(found) if found.is_finite() and found == int(found) else None


def _decimal(value: Any, otherwise: Decimal = Decimal(1)) -> Decimal:
    """A number, stored as such or as a text of at most twenty letters."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str) or len(str(value)) > 20:
        return otherwise
    try:
        found = Decimal(value)
    except ArithmeticError:
        return otherwise
    return found if found.is_finite() and found.copy_abs() < 100_000 else otherwise
