"""
A block of the d20 rulebook as the tables of a creature.

The figures are taken as printed and then added up by the rules themselves. Where a sum comes out otherwise than it is
printed, the creature gets the difference as a bonus of its own, so that the printed number holds in a fight, and a
warning names both. Touch and flat-footed armor class always follow from the parts.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sim.core.errors import BadInput
from sim.dice.notation import parse as parse_dice
from sim.importers.statblock.paste import LONGEST, UNUSED, Pasted
from sim.rules.d20.block import Block, Strike, block
from sim.tables import bestiary, equipment
from sim.tables.equipment import ARMOR, NATURAL, SHIELDS, WEAPONS
from sim.tables.glossary import FEATS, SKILLS, SUBTYPES, TYPES
from sim.tables.sizes import SIZE

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
SAVES = ("fortitude", "reflex", "will")
_SAVE_FEATS = {"fortitude": "great-fortitude", "reflex": "lightning-reflexes", "will": "iron-will"}
_SAVE_ABILITIES = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_MATERIALS = {"cold iron": "cold iron", "adamantine": "adamantine", "alchemical silver": "silver", "silver": "silver"}
_ENERGY = ("acid", "cold", "electricity", "fire", "sonic")
_IMMUNE = frozenset(
    name for table in (TYPES, SUBTYPES) for figures in table.values() for name in figures.immune
) | frozenset(_ENERGY)
_KINDS = {"wing": "bludgeoning", "tail": "bludgeoning", "horn": "piercing", "pincer": "bludgeoning"}
_ATTACK = re.compile(
    r"(?:(?P<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) +)?(?P<name>.+?) *"
    r"(?P<bonus>[+-]\d+)(?:/[+-]?\d+)*\*?(?: +(?P<way>melee|ranged))?(?P<touch> +touch)?\*?",
    re.I,
)
_DAMAGE = re.compile(
    r"(?P<dice>\d+d\d+|\d+)(?: *(?P<bonus>[+-] *\d+))?(?P<critical>(?:/(?:x\d|\d\d-20|\d\d))*)\*?(?P<more>.*)"
)
_MADE = re.compile(r"(?:(?P<size>[a-z]+) )?\+(?P<plus>[1-5]) (?P<name>.*)")
_FINE = re.compile(r"\b(?:masterwork|mwk) ")


class Creature(NamedTuple):
    """The tables of one creature, and what is to be said of it."""

    kind: str
    tables: dict[str, Any]
    decided: list[str]
    warnings: list[str]
    unread: list[str]


def creature(pasted: Pasted, kind: str) -> Creature:
    """
    A block as a creature of the bestiary, whose sums are those of the block as far as the rules can have it.

    :raises BadInput: when the block lacks what no creature can be without, or says what none can have.
    """
    return _Reader(pasted, kind).read()


class Entry(NamedTuple):
    """One weapon of an attack line: the printed bonus, and what stands in brackets."""

    name: str
    number: int
    bonus: int | None
    ranged: bool
    touch: bool
    damage: str


def split(text: str) -> list[str]:
    """
    A list cut at its commas, semicolons, ``and`` and ``or``, but not inside brackets.

    >>> split("2 claws +9 melee (1d6, x3) and bite +4 melee (2d4 and 1d6 fire); or rock +3 ranged")
    ['2 claws +9 melee (1d6, x3)', 'bite +4 melee (2d4 and 1d6 fire)', 'rock +3 ranged']
    """
    return _parts(text, r"[,;]| and | or |(?<=\))(?:and|or) ")


def _parts(text: str, separators: str) -> list[str]:
    found = [""]
    depth = 0
    for token in re.split(rf"([()]|{separators})", text):
        depth += (token == "(") - (token == ")" and depth > 0)
        if depth == 0 and token and re.fullmatch(separators, token):
            found.append("")
        else:
            found[-1] += token
    whole: list[str] = []
    for part in (part.strip() for part in found):
        if part.startswith("(") and whole and "(" not in whole[-1]:
            whole[-1] += f" {part}"
        elif part:
            whole.append(re.sub(r"^(?:and|or) ", "", part))
    return whole


def entries(line: str) -> tuple[list[Entry], list[str]]:
    """
    The weapons of an attack line, and the pieces of it that name none.

    >>> found, rest = entries("+1 longbow (+2 Str bonus) +9/+4 ranged (1d8+3/x3) or 2 claws +6 melee (1d4)")
    >>> [(entry.name, entry.number, entry.bonus, entry.damage) for entry in found], rest
    ([('+1 longbow (+2 Str bonus)', 1, 9, '1d8+3/x3'), ('claws', 2, 6, '1d4')], [])
    """
    found: list[Entry] = []
    rest: list[str] = []
    for piece in split(line):
        piece = _closed(piece)
        head, bracket, damage = (
            piece[:-1].rpartition("(") if piece.endswith(")") and re.search(r"\([^()]*\)$", piece) else (piece, "", "")
        )
        match = _ATTACK.fullmatch(head.strip())
        if match is not None:
            number = (match["count"] or "1").lower()
            count = _NUMBERS.get(number) or int(number)
            ranged = (match["way"] or "").lower() == "ranged"
            found.append(
                Entry(match["name"].strip(), count, int(match["bonus"]), ranged, bool(match["touch"]), damage.strip())
            )
        elif bracket and re.match(r"\d+d\d+|\d+$", damage) and head.strip():
            several = re.match(r"(\d{1,2}) +", head)
            name = head[several.end() if several else 0 :].strip()
            found.append(Entry(name, int(several[1]) if several else 1, None, False, False, damage.strip()))
        elif piece.strip("—- "):
            rest.append(piece)
    return found, rest


def _closed(piece: str) -> str:
    """A weapon whose brackets are closed, and hold its critical; nothing stands behind them."""
    piece = re.sub(r"\)(/x\d)$", r"\1)", piece)
    piece += ")" * (piece.count("(") - piece.count(")"))
    return re.sub(r"\)[\s\d)*.]+$", ")", piece)


class _Reader:
    """One block on its way to a creature."""

    def __init__(self, pasted: Pasted, kind: str) -> None:
        self.pasted = pasted
        self.kind = kind
        self.fields = pasted.fields
        self.decided: list[str] = []
        self.warnings: list[str] = []
        self.unread: list[str] = [f"text beside the block: {text[:200]}" for text in pasted.around if text]
        self.left_out: list[str] = []
        self.tables: dict[str, Any] = {}
        self.printed: dict[str, Entry] = {}
        self.feats: list[str] = []
        self.focus: dict[str, list[str]] = {}

    def read(self) -> Creature:
        name = self.pasted.name[:80]
        if not self.pasted.size:
            raise BadInput(f"{name or 'a block'}: no size and type stand under the name: write them like Large Giant")
        for label, value in self.fields.items():
            if len(value) > LONGEST:
                raise BadInput(f"{name or 'a block'}: its {label} has more than {LONGEST} letters: shorten it")
        if not {"armor class", "abilities", "attack", "full attack"} & set(self.fields):
            raise BadInput(f"{name or 'a block'} is cut short: paste it with its armor class, attacks and abilities")
        t = self.tables
        t["name"] = name or self.kind
        self._type()
        self._dice()
        self._abilities()
        self._feats()
        self._speed()
        self._space()
        self._armor()
        self._base()
        self._attacks()
        self._qualities()
        self._skills()
        self._saves()
        rating = re.match(r"(?:1/[2-9]|1/10|[1-9]\d?)(?![\d/])", self.fields.get("rating", ""))
        if rating:
            t["rating"] = rating[0]
        elif self.fields.get("rating"):
            self.unread.append(f"challenge rating {self.fields['rating'][:40]}")
        t["expect"] = self._expected()
        for label in self.fields:
            if label not in _READ and label not in UNUSED:
                self.unread.append(f"{label}: {self.fields[label][:120]}")
        self._add_up()
        if self.left_out:
            t["left_out"] = list(dict.fromkeys(self.left_out))
            self.unread.append(f"not played, kept under left_out: {', '.join(t['left_out'])}")
        return Creature(
            self.kind, {key: t[key] for key in sorted(t, key=_place)}, self.decided, self.warnings, self.unread
        )

    def _type(self) -> None:
        t, (type_, _, rest) = self.tables, self.pasted.type.partition("(")
        t["type"], t["size"] = type_.strip(), self.pasted.size
        if t["type"] not in TYPES:
            self.decided.append(f"the type {t['type']} is played as magical beast")
            t["type"] = "magical beast"
        subtypes = []
        for subtype in re.split(r"[,;]", rest.strip(" )")):
            name = subtype.strip()
            if name in SUBTYPES:
                subtypes.append(name)
            elif name.startswith("augmented"):
                subtypes.append("augmented")
            elif name:
                self.left_out.append(f"{name} subtype")
        if subtypes:
            t["subtypes"] = list(dict.fromkeys(subtypes))
        alignment = self.fields.get("alignment", "").lower()
        good, evil = (re.search(rf"{word}|\b[lnc]{word[0]}\b", alignment) for word in ("good", "evil"))
        t["alignment"] = "good" if good else "evil" if evil else "neutral"
        level = re.search(r"(\d+)(?:st|nd|rd|th)-level ([a-z]+)", self.pasted.name, re.I)
        if level and 1 <= int(level[1]) <= 40:
            t["classes"] = {level[2].lower(): int(level[1])}

    def _dice(self) -> None:
        t, text = self.tables, self.fields.get("hit dice", "")
        dice, _, points = text.partition("(")
        terms = re.findall(r"(\d+/\d+|\d+)? *d(\d+) *((?:[+-] *\d+(?! *d|\d))?)", dice)
        if not terms or re.search(r"\d{5}", dice):
            raise BadInput(
                f"{self.pasted.name[:80]}: no Hit Dice are read from {text[:40]!r}: write them like 4d8+11 (29 hp)"
            )
        t["hit_dice"] = " plus ".join(f"{count or 1}d{sides}{bonus.replace(' ', '')}" for count, sides, bonus in terms)
        average = 0
        for count, sides, bonus in terms:
            above, _, below = (count or "1").partition("/")
            average += int(above) * (int(sides) + 1) // int(below or 1) + 2 * int(bonus.replace(" ", "") or 0)
        average = max(1, average // 2)
        own = re.search(r"(\d[\d,]*) *(?:hp|hit points)", points) or re.match(
            r" *(\d[\d,]*)", self.fields.get("hit points", "")
        )
        if own:
            t["hit_points"] = int(own[1].replace(",", ""))
        else:
            t["hit_points"] = average
            self.decided.append(f"no hit points are printed: {average}, the average of {t['hit_dice']}")
        full = {average + (int(sides) - 1) // 2 for _, sides, _ in terms}
        if "/" not in terms[0][0] and t["hit_points"] not in {average, *full}:
            self.warnings.append(
                f"hit points: printed {t['hit_points']}, {t['hit_dice']} average {average}; it has {t['hit_points']}"
            )

    def _abilities(self) -> None:
        text = self.fields.get("abilities", "")
        scores: dict[str, Any] = {}
        for ability in ABILITIES:
            match = re.search(rf"\b{ability[:3]}[\s_:]*(\d+|—|-+|Ø)", text, re.I)
            if match is None:
                scores[ability] = 10
                self.decided.append(f"no {ability} is printed: it counts as 10")
            else:
                missing = not match[1].isdecimal()
                scores[ability] = int(match[1]) if not missing else 1 if ability in ("wisdom", "charisma") else "none"
        self.tables["abilities"] = scores

    def modifier(self, ability: str) -> int:
        score = self.tables["abilities"][ability]
        return 0 if score == "none" else (score - 10) // 2

    def _feats(self) -> None:
        for piece in _parts(self.fields.get("feats", ""), "[,;]"):
            name = re.sub(r"(?<=[a-z)]) ?B\b|\*| *\[B\]", "", piece.strip("—- ."))
            match = re.fullmatch(r"([^()]*?)(?: *\(([^()]*)\))?(?: *\(\d+\))?", name)
            plain = (match[1] if match else name).strip()
            feat = re.sub(r"[^a-z]+", "-", plain.lower()).strip("-")
            if not feat:
                continue
            if feat in ("weapon-focus", "weapon-specialization", "improved-critical"):
                self.focus.setdefault(feat, []).extend(
                    part.strip().lower() for part in re.split(r",| and ", match[2] or "" if match else "")
                )
            elif feat in FEATS:
                self.feats.append(feat)
            else:
                self.left_out.append(name.lower() if name.endswith(")") else plain.lower())

    def _speed(self) -> None:
        t, text = self.tables, self.fields.get("speed", "")
        base = re.search(r"base(?: land)? speed (\d+)", text)
        walk = base or re.match(r" *(\d+)", text)
        t["speed"] = _feet(walk[1]) if walk else 0
        for way in ("climb", "swim", "fly", "burrow"):
            modes = re.findall(rf"\b{way} (\d+)", text, re.I)
            if modes:
                t[way] = _feet(modes[-1])
        if not walk and not any(way in t for way in ("climb", "swim", "fly", "burrow")):
            self.unread.append(f"speed {text[:60] or 'is missing'}: it does not move")

    def _space(self) -> None:
        t, size = self.tables, SIZE[self.tables["size"]]
        text = self.fields.get("space", "")
        match = re.match(r"([\d-]+(?:/2)?) *(?:ft\.?)?[^/]*/ *(\d+)", text)
        if match is None:
            self.decided.append(f"no space and reach are printed: those of {t['size']} size")
            return
        reach = _feet(match[2])
        if reach == size.reach_long != size.reach_tall:
            t["shape"] = "long"
            t["legs"] = 8 if t["type"] == "vermin" else 4
            self.decided.append(f"its reach is that of a long body: it stands on {t['legs']} legs")
        elif reach != size.reach_tall:
            t["reach"] = reach
        space = match[1]
        if "swarm" in self.pasted.type:
            self.decided.append(f"the swarm takes the space of one of {t['size']} size")
        elif space not in (size.space, size.space.replace(" ", "-"), str(5 * size.span)):
            self.warnings.append(
                f"space: printed {space} ft., {t['size']} size takes {5 * size.span}; it takes {5 * size.span}"
            )
        if more := text[match.end() :].strip(" ft.*"):
            self.left_out.append(f"reach {more}")

    def _armor(self) -> None:
        t, text = self.tables, self.fields.get("armor class", "")
        match = re.search(r"(-?\d+)(?: *\(([^()]*)\)?)?", text)
        if match is None:
            self.unread.append("armor class is missing: it counts as 10 with size and Dexterity")
            return
        natural = other = 0
        for part in (match[2] or "").split(","):
            found = re.match(r" *([+-] *\d+) +(.+)", part)
            if found is None:
                if part.strip():
                    self.unread.append(f"armor class: {part.strip()}")
                continue
            value, what = int(found[1].replace(" ", "")), found[2].strip().lower()
            if what in ("size", "dex", "dexterity"):
                continue
            if what.startswith("natural"):
                natural += value
            elif "deflection" in what or "ring of protection" in what:
                t["deflection"] = t.get("deflection", 0) + value
            elif what.startswith("dodge"):
                t["dodge"] = value
            elif what.startswith("bracers"):
                natural += value
                self.decided.append(f"{what} count with natural armor")
            elif not self._worn(what, value):
                other += value
                self.decided.append(f"{value:+d} {what} counts as other armor")
        t["natural_armor"] = natural
        if other:
            t["other_armor"] = other
        if " or " in text[match.end() :]:
            self.unread.append(f"armor class: {text[match.end() :][:120].strip()}")

    def _worn(self, what: str, value: int) -> bool:
        """Armor or a shield by name; what its table does not give is its magic."""
        what = re.sub(r"^(?:\+\d+ )?(?:(?:mithral|masterwork|mwk|adamantine) )?", "", what)
        name = re.sub(r" (?:armor|barding|shirt barding)$", "", what)
        name = {"plate": "full plate", "chain": "chain shirt", "half plate": "half-plate"}.get(name, name)
        shields = {
            "light shield": "light wooden shield", "light": "light wooden shield", "shield": "light wooden shield",
            "heavy shield": "heavy wooden shield", "heavy": "heavy wooden shield",
        }  # fmt: skip
        key, table = ("shield", SHIELDS) if shields.get(name, name) in SHIELDS else ("armor", ARMOR)
        name = shields.get(name, name)
        if name not in table:
            return False
        magic = value - table[name].bonus
        if not 0 <= magic <= 5:
            return False
        self.tables[key] = {"name": name, "enhancement": magic} if magic else name
        return True

    def _base(self) -> None:
        t, text = self.tables, self.fields.get("base attack", "")
        match = re.match(r" *\+?(\d+)", text)
        if match is None:
            pace = TYPES[t["type"]].attack
            dice = bestiary.hit_dice(t["hit_dice"])
            t["base_attack"] = {"good": dice, "average": dice * 3 // 4}.get(pace, dice // 2)
            self.decided.append(f"no base attack is printed: {t['base_attack']}, that of its type and Hit Dice")
        else:
            t["base_attack"] = int(match[1])

    def _grapple(self) -> int | None:
        text = self.fields.get("grapple", "") or self.fields.get("base attack", "").partition("/")[2]
        match = re.match(r" *([+-]?\d+)", text)
        return int(match[1]) if match else None

    def _attacks(self) -> None:
        """Weapons from both lines: the bonus of the single attack, the number of the full one."""
        t = self.tables
        single, rest = entries(self.fields.get("attack", ""))
        full, more = entries(self.fields.get("full attack", ""))
        self.unread += [f"attack: {piece}" for piece in dict.fromkeys((*rest, *more))]
        t["weapons"], t["attacks"] = [], []
        for entry in (*single, *full):
            self._weapon(entry)
        self._marks()
        self._hold()

    def _weapon(self, entry: Entry) -> None:
        bare = re.sub(r" *\([^()]*\)", "", entry.name.lower()).strip(" *")
        made = _MADE.fullmatch(bare)
        plain = _FINE.sub("", made["name"] if made else bare)
        found = _listed(plain, WEAPONS)
        figures = WEAPONS.get(found)
        if entry.ranged and not (figures and (figures.thrown or figures.projectile)):
            brackets = f" ({entry.damage})" if entry.damage else ""
            self.left_out.append(f"{entry.name.lower()} {entry.bonus:+d} ranged{' touch' * entry.touch}{brackets}")
        elif found:
            table: dict[str, Any] = {"name": found}
            if made:
                table["enhancement"] = int(made["plus"])
            elif _FINE.search(bare):
                table["masterwork"] = True
            if strength := re.search(r"\(\+(\d+) str", entry.name, re.I):
                table["strength_rating"] = int(strength[1])
            extra = f" {plain} ".replace(f" {found} ", " ").replace(f" {found}s ", " ").strip()
            material = next((name for name in _MATERIALS if name in extra), "")
            if material:
                table["material"] = _MATERIALS[material]
                extra = extra.replace(material, "").strip()
            self._add("weapons", found, table, entry, extra if extra not in ("primary", "huge", "large") else "")
        else:
            name = _listed(plain, NATURAL) or _singular(plain)
            if not name:
                self.unread.append(f"attack: {entry.name}")
                return
            table = {"name": name[:80], "damage": ""}
            if name not in NATURAL:
                kind = next((kind for part, kind in _KINDS.items() if part in name), "")
                table["kinds"] = [kind or "bludgeoning"]
                if not kind:
                    self.decided.append(f"{name} is no weapon of the tables: a natural one that bludgeons")
            if "(secondary)" in entry.name.lower():
                table["secondary"] = True
            if entry.touch or "touch" in name:
                self.left_out.append(f"{name} as a touch attack")
            self._add("attacks", name, table, entry, "")

    def _add(self, key: str, name: str, table: dict[str, Any], entry: Entry, extra: str) -> None:
        old = next((one for one in self.tables[key] if one["name"] == name), None)
        if old is not None:
            if key == "attacks" and entry.number > old.get("count", 1):
                old["count"] = min(20, entry.number)
            elsewhere = entry.bonus is not None and self.printed[name].bonus not in (None, entry.bonus)
            if elsewhere or (key == "weapons" and entry.number > 1):
                bonus = "" if entry.bonus is None else f" {entry.bonus:+d}"
                self.left_out.append(f"in other combinations: {entry.number} {entry.name}{bonus}")
            return
        if extra:
            self.left_out.append(f"{name}: {extra}")
        damage = _DAMAGE.fullmatch(entry.damage)
        if damage is None:
            if entry.damage:
                self.left_out.append(f"{name}: {entry.damage}")
        else:
            self._hurts(key, name, table, damage)
        if entry.bonus is None:
            self.decided.append(f"{entry.name} is printed without a bonus: it has that of its scores")
        if key == "attacks" and entry.number > 1:
            table["count"] = min(20, entry.number)
        self.printed[name] = entry
        self.tables[key].append(table)

    def _hurts(self, key: str, name: str, table: dict[str, Any], damage: re.Match[str]) -> None:
        """Dice, criticals, and what comes with them."""
        dice = damage["dice"]
        more = damage["more"].strip(" *")
        drain = re.fullmatch(rf"({'|'.join(ABILITIES)})(?: drain| damage)?", more, re.I)
        if drain and key == "attacks":
            table["ability_damage"] = {"ability": drain[1].lower(), "dice": dice}
            if "drain" in more:
                self.decided.append(f"{name}: the {more} is played as damage to the score")
            return
        if key == "attacks":
            table["damage"] = dice if dice != "0" else ""
            for critical in filter(None, damage["critical"].split("/")):
                if critical.startswith("x"):
                    table["multiplier"] = int(critical[1:])
                else:
                    table["threat"] = int(critical[:2])
        elif dice != equipment.weapon(name, self.tables["size"]).damage:
            table["damage"] = dice
        for rider in re.split(r" *\bplus | and ", more):
            energy = re.fullmatch(r"(\d+d\d+|\d+) (\w+)", rider.strip())
            if energy and energy[2] in _ENERGY and key == "attacks" and "energy" not in table:
                table["energy"] = {"kind": energy[2], "dice": energy[1]}
            elif rider.strip(" ,"):
                self.left_out.append(f"{name}: {rider.strip(' ,')}")

    def _marks(self) -> None:
        """Weapon Focus and the like go to the weapons that they are for."""
        all_ = [*self.tables["weapons"], *self.tables["attacks"]]
        for feat, names in self.focus.items():
            marked = False
            for name in names:
                for table in all_:
                    if _singular(name) == table["name"] or name == table["name"] or (not name and len(all_) == 1):
                        table[
                            {"weapon-focus": "focus", "weapon-specialization": "specialization"}.get(
                                feat, "improved_critical"
                            )
                        ] = True
                        if feat == "improved-critical" and "threat" in table:
                            table["threat"] = (table["threat"] + 21) // 2
                        marked = True
                if not marked and name:
                    self.left_out.append(f"{feat.replace('-', ' ')} ({name})")
            if marked:
                self.feats.append(feat)
            elif not any(names):
                self.left_out.append(feat.replace("-", " "))
        if self.feats:
            self.tables["feats"] = list(dict.fromkeys(self.feats))

    def _hold(self) -> None:
        """In hand is the first weapon for which it has hands beside its shield."""
        shield = self.tables.get("shield")
        free = 2 - (shield is not None and SHIELDS[shield if isinstance(shield, str) else shield["name"]].hand)
        for table in self.tables["weapons"]:
            if equipment.hands(equipment.weapon(table["name"], self.tables["size"])) <= free:
                self.tables["held"] = [table["name"]]
                return

    def _qualities(self) -> None:
        t = self.tables
        immune: list[str] = []
        in_immunity = False
        for piece in (
            *_parts(self.fields.get("special qualities", ""), "[,;]"),
            *_parts(self.fields.get("special attacks", ""), "[,;]"),
        ):
            text = piece.lower().strip("*. ")
            if not text.strip("—-"):
                continue
            started = re.match(r"immunity to (.*)|immune to (.*)", text)
            words = re.sub(r"^and ", "", (started[1] or started[2]) if started else text)
            if started or in_immunity:
                known = [word for word in re.split(r" and ", words) if word in _IMMUNE]
                if known or started:
                    immune += known
                    self.left_out += [
                        f"immunity to {word}" for word in re.split(r" and ", words) if word not in _IMMUNE
                    ]
                    in_immunity = True
                    continue
            in_immunity = False
            if (
                re.match(rf"(?:and )?(?:{'|'.join(_ENERGY)}) \d", text)
                and self.left_out
                and "resistance" in self.left_out[-1]
            ):
                self.left_out[-1] += f", {text}"
            elif not self._quality(text):
                self.left_out.append(text)
        if immune:
            t["immune"] = immune

    def _quality(self, text: str) -> bool:
        """Whether a special quality or attack is one that the sheet has a place for, or that its type brings."""
        t = self.tables
        single = t["attacks"][0] if len(t["attacks"]) == 1 else None
        if match := re.fullmatch(r"darkvision (?:out to )?(\d+) *(?:ft\.?|feet)?", text):
            t["darkvision"] = _feet(match[1])
        elif match := re.fullmatch(r"damage reduction (\d+)/(.+)", text):
            bypass = [] if match[2] in ("—", "-") else [one.strip() for one in match[2].split(" or ")]
            t["reduction"] = {"points": int(match[1]), "bypass": bypass}
        elif match := re.fullmatch(r"fast healing (\d+)", text):
            t["fast_healing"] = int(match[1])
        elif match := re.fullmatch(r"regeneration (\d+)", text):
            t["regeneration"] = {"points": int(match[1])}
            self.unread.append("regeneration: a block does not say what overcomes it; write that under bypass")
        elif match := re.fullmatch(r"(?:spell resistance|sr) (\d+)", text):
            t["spell_resistance"] = int(match[1])
        elif match := re.fullmatch(r"\+?(\d+) turn resistance|turn resistance \+?(\d+)", text):
            t["turn_resistance"] = int(match[1] or match[2])
        elif text in ("low-light vision", "lowlight vision"):
            t["low_light"] = True
        elif text in ("light sensitivity", "ferocity", "evasion", "pounce"):
            t[text.replace(" ", "_")] = True
        elif text == "single actions only":
            t["single_actions"] = True
        elif text == "uncanny dodge":
            t["uncanny_dodge"] = 1
        elif single is not None and text in ("improved grab", "trip"):
            single["grab_on_hit" if text != "trip" else "trip_on_hit"] = True
        else:
            return bool(re.fullmatch(r"[a-z -]+ (?:traits|subtype)", text))
        return True

    def _skills(self) -> None:
        totals: dict[str, int] = {}
        for piece in _parts(self.fields.get("skills", ""), "[,;]"):
            match = re.match(r"([A-Za-z ]+?)(?: \(([^()]*)\))?\*? *([+-]\d+)", piece)
            skill = re.sub(r" +", "-", match[1].strip().lower()) if match else ""
            if match and skill in SKILLS and skill not in totals:
                totals[skill] = int(match[3])
            elif piece.strip("—-* "):
                self.left_out.append(f"skill: {piece}")
        if totals:
            self.tables["skills"] = totals

    def _printed_saves(self) -> dict[str, int]:
        text = self.fields.get("saves", "")
        found = {}
        for save in SAVES:
            if match := re.search(rf"\b{save[:3]}[a-z]*\.? *([+-] *\d+)", text, re.I) or re.search(
                rf"\b{save[:4]}[a-z]*\.? *([+-] *\d+)", text, re.I
            ):
                found[save] = int(match[1].replace(" ", ""))
        for bracket in re.findall(r"\([^()]*\)", text):
            self.left_out.append(f"saves {bracket[1:-1]}")
        return found

    def _saves(self) -> None:
        """Base saves are what ability and feats leave of the printed ones; where they cannot be, it is said."""
        t, printed = self.tables, self._printed_saves()
        base: dict[str, int] = {}
        dice = bestiary.hit_dice(t["hit_dice"])
        for save in SAVES:
            parts = self.modifier(_SAVE_ABILITIES[save]) + 2 * (_SAVE_FEATS[save] in self.feats)
            if save not in printed:
                base[save] = dice // 3
                self.decided.append(f"no {save} save is printed: a poor one for its Hit Dice")
                continue
            base[save] = max(0, printed[save] - parts)
            if printed[save] < parts:
                self.warnings.append(
                    f"{save}: printed {printed[save]:+d}, ability and feats alone give {parts:+d}; it has {parts:+d}"
                )
        t["saves"] = base

    def _expected(self) -> dict[str, Any]:
        text = self.fields.get("armor class", "")
        found: dict[str, Any] = {}
        for key, pattern in (
            ("armor_class", r"(-?\d+)"),
            ("touch", r"touch *(-?\d+)"),
            ("flat_footed", r"flat- ?footed *(-?\d+)|flatfooted *(-?\d+)"),
        ):
            if match := re.search(pattern, text, re.I):
                found[key] = int(next(filter(None, match.groups())))
        if (grapple := self._grapple()) is not None:
            found["grapple"] = grapple
        if match := re.match(r" *([+-]?\d+)", self.fields.get("initiative", "")):
            found["initiative"] = int(match[1])
        return found | self._printed_saves()

    def _add_up(self) -> None:
        """Hold the printed sums against those of the rules, and make up the difference where a bonus can."""
        t, expect = self.tables, self.tables["expect"]
        sums = self._sums()
        self._secondary(sums)
        sums = self._sums()
        for key, total in (
            ("grapple", sums.grapple.total),
            ("initiative", sums.initiative.total),
        ):
            if key in expect and expect[key] != total:
                t[key] = t.get(key, 0) + expect[key] - total
                self._differs(key, f"{expect[key]:+d}", f"{total:+d}", True)
        self._armor_adds_up(sums)
        attacks: dict[str, Any] = {}
        for table in (*t["weapons"], *t["attacks"]):
            self._strike(table, sums, attacks)
        sums = self._sums()
        for key, total in (
            ("armor_class", sums.armor_class.total),
            ("touch", sums.touch.total),
            ("flat_footed", sums.flat_footed.total),
        ):
            if key not in expect:
                expect[key] = total
                self.decided.append(f"no {key.replace('_', ' ')} is printed: {total}")
        if expect["flat_footed"] != sums.flat_footed.total:
            self._differs("flat-footed", str(expect["flat_footed"]), str(sums.flat_footed.total), False)
        expect["attacks"] = attacks
        for key in ("weapons", "attacks"):
            if not t[key]:
                del t[key]
        self._sums()

    def _armor_adds_up(self, sums: Block) -> None:
        """What touch lacks is made up by other armor, what is then still lacking by natural armor."""
        t, expect = self.tables, self.tables["expect"]
        touch = expect.get("touch", sums.touch.total) - sums.touch.total
        whole = expect.get("armor_class", sums.armor_class.total) - sums.armor_class.total
        if touch:
            t["other_armor"] = t.get("other_armor", 0) + touch
            self._differs("touch", str(expect["touch"]), str(sums.touch.total), True)
        if whole and "(" not in self.fields.get("armor class", ""):
            self.decided.append(f"armor class is printed without its parts: {whole - touch} of it is natural armor")
        elif whole:
            self._differs("armor class", str(expect["armor_class"]), str(sums.armor_class.total), True)
        natural = t.get("natural_armor", 0) + whole - touch
        t["natural_armor"] = max(0, natural)
        if natural < 0:
            t["other_armor"] = t.get("other_armor", 0) + natural

    def _sums(self) -> Block:
        document = {key: value for key, value in self.tables.items() if key != "expect"}
        return block(bestiary.resolve(document, self.tables["name"], self.kind))

    def _differs(self, what: str, printed: str, total: str, kept: bool) -> None:
        self.warnings.append(f"{what}: printed {printed}, its parts give {total}; it has {printed if kept else total}")

    def _secondary(self, sums: Block) -> None:
        """Natural weapons whose bonus lies nearer to that of a secondary one."""
        penalty = 2 if "multiattack" in self.feats else 5
        for table in self.tables["attacks"]:
            bonus = self.printed[table["name"]].bonus
            lack = _of(sums, table["name"], False).attack.total - bonus if bonus is not None else 0
            if abs(lack - penalty) < abs(lack) or (lack and 2 * lack == penalty):
                table["secondary"] = True

    def _strike(self, table: dict[str, Any], sums: Block, attacks: dict[str, Any]) -> None:
        name = table["name"]
        entry = self.printed[name]
        strike = _of(sums, name, entry.ranged)
        if entry.bonus is not None and entry.bonus != strike.attack.total:
            table["racial"] = entry.bonus - strike.attack.total
            if "incorporeal" in self.tables.get("subtypes", ()) and table["racial"] == self.modifier("dexterity"):
                self.decided.append(f"{name}: who has no body strikes by Dexterity")
            else:
                self._differs(name, f"{entry.bonus:+d}", f"{strike.attack.total:+d}", True)
        damage = _DAMAGE.fullmatch(entry.damage)
        printed = ""
        if damage and strike.damage:
            dice = parse_dice(damage["dice"])
            printed = str(dice._replace(bonus=int((damage["bonus"] or "0").replace(" ", ""))))
            if printed != strike.damage and (printed != "1" or parse_dice(strike.damage).maximum > 1):
                self._damage(table, strike, printed)
        attacks[name] = [strike.attack.total if entry.bonus is None else entry.bonus, printed or strike.damage]

    def _damage(self, table: dict[str, Any], strike: Strike, printed: str) -> None:
        """Damage printed otherwise: a weapon in two hands, or a bonus of its own."""
        name = table["name"]
        if strike.weapon.category == "one-handed" and "shield" not in self.tables and not strike.ranged:
            table["two_handed"] = True
            if _of(self._sums(), name, False).damage == printed:
                self.decided.append(f"{name} is wielded in two hands, by its damage")
                return
            del table["two_handed"]
        short = parse_dice(printed).bonus - parse_dice(strike.damage).bonus
        dice = parse_dice(strike.dice)
        table["damage"] = str(dice._replace(bonus=dice.bonus + short))
        entry = self.printed[name]
        if (entry.touch or "touch" in name or entry.bonus is None) and parse_dice(printed).bonus == 0:
            self.decided.append(f"{name}: no Strength is added")
            return
        self._differs(f"damage of {name}", printed, strike.damage, True)


def _of(sums: Block, name: str, ranged: bool) -> Strike:
    """The strike with a weapon, in the way that is printed where it has both."""
    found = [strike for strike in sums.strikes if strike.weapon.name == name]
    return next((strike for strike in found if strike.ranged == ranged), found[0])


def _singular(name: str) -> str:
    """``claws`` to ``claw``, ``hooves`` to ``hoof``; the tables have some names in the plural, too."""
    if name.endswith("hooves"):
        return f"{name[:-3]}f"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _listed(name: str, table: dict[str, Any]) -> str:
    """The entry of a table that a name ends in or holds, in the singular or plural; the longest."""
    found = [key for key in table if re.search(rf"(?:^| ){re.escape(key)}s?(?: |$)", name)]
    if name.endswith("hooves") and "hoof" in table:
        return "hoof"
    singular = _singular(name)
    return singular if singular in table else max(found, key=len, default="")


def _feet(text: str) -> int:
    """Feet in whole squares, at most what a creature may have."""
    return min(1000, int(text[:6]) // 5 * 5)


_READ = frozenset((
    "hit dice", "hit points", "initiative", "speed", "armor class", "base attack", "grapple", "attack", "full attack",
    "space", "special attacks", "special qualities", "saves", "abilities", "skills", "feats", "rating", "alignment",
))  # fmt: skip
_ORDER = tuple(bestiary.Creature.__struct_fields__)


def _place(key: str) -> int:
    """Keys in the order of the bestiary's own."""
    return _ORDER.index(key)
