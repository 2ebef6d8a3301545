"""A block of AD&D as the tables of a creature: Hit Dice, descending armor class, THAC0, attacks with their dice."""

from __future__ import annotations

import re
from typing import Any

from sim.core.errors import BadInput
from sim.importers.statblock.d20 import Creature
from sim.importers.statblock.paste import UNUSED, Pasted
from sim.rules.adnd.muster import Entry, Roster, hit_dice
from sim.tables import adnd_figures
from sim.tables.adnd_figures import WEAPONS
from sim.tables.adnd_sheet import Kind

SIZES = {"t": "tiny", "s": "small", "m": "medium", "l": "large", "h": "huge", "g": "gargantuan"}
MINDS = {
    "non": "none", "animal": "animal", "semi": "semi", "low": "low", "average": "average", "very": "high",
    "high": "high", "exceptional": "high", "genius": "high", "supra": "high", "godlike": "high",
}  # fmt: skip
KINDS: dict[str, Kind] = {
    "claw": "slashing", "talon": "slashing", "bite": "piercing", "sting": "piercing", "horn": "piercing",
    "gore": "piercing", "beak": "piercing", "tusk": "piercing",
}  # fmt: skip
"""What a natural weapon does; one that is not named here bludgeons."""

_READ = frozenset((
    "hit dice", "hit points", "armor class", "movement", "thac0", "attacks", "damage", "size", "morale", "alignment",
    "intelligence",
))  # fmt: skip
_ORDER = tuple(Entry.__struct_fields__)
_BLOW = re.compile(
    r"(?:(?P<count>\d) *x *)?(?P<dice>\d+d\d+(?:[+-]\d+)?|\d+-\d+|\d+)"
    r"(?: *x *(?P<times>\d))? *(?P<name>\([^()]*\)|[a-z ]*)",
    re.I,
)


def creature(pasted: Pasted, kind: str) -> Creature:
    """
    A block as a creature of the roster. A printed THAC0 holds; where Hit Dice give another, both are named.

    :raises BadInput: when the block lacks Hit Dice, armor class or THAC0, or says what no creature can have.
    """
    fields, name = pasted.fields, pasted.name[:80] or kind
    decided: list[str] = []
    warnings: list[str] = []
    unread = [f"text beside the block: {text[:200]}" for text in pasted.around if text]
    t: dict[str, Any] = {"name": name, "size": _size(fields, pasted, decided)}

    dice = re.match(r" *(\d+)(?: *([+-]) *(\d+))?(?!\d*/)|( *1/2)", fields["hit dice"])
    if dice is None:
        raise BadInput(
            f"{name}: no Hit Dice are read from {fields['hit dice'][:40]!r}: write them like 4+1, 1-1 or 1/2"
        )
    t["hit_dice"] = "1/2" if dice[4] else dice[1] + (f"{dice[2]}{dice[3]}" if dice[2] else "")
    if more := fields["hit dice"][dice.end() :].strip(" ."):
        unread.append(f"Hit Dice: {more[:80]}")
    for key, label, found in (
        ("armor_class", "armor class", re.match(r" *(-?\d+)", fields.get("armor class", ""))),
        ("thac0", "THAC0", re.match(r" *(\d+)", fields["thac0"])),
        ("movement", "movement", re.match(r" *(\d+)", fields.get("movement", ""))),
    ):
        if found is None:
            raise BadInput(f"{name}: no {label} is read: paste the block with it")
        t[key] = int(found[1])
    unread += [
        f"{label}: {more[:80]}"
        for label in ("armor class", "thac0")
        if (more := re.sub(r"^ *-?\d+", "", fields[label]).strip(" ."))
    ]
    counted = hit_dice(t["hit_dice"], name)
    by_dice = adnd_figures.creature_thac0(counted.dice, counted.added)
    if t["thac0"] != by_dice:
        warnings.append(f"THAC0: printed {t['thac0']}, {t['hit_dice']} Hit Dice give {by_dice}; it has {t['thac0']}")
    _moves(t, fields["movement"], unread)
    if points := re.match(r" *(\d+)", fields.get("hit points", "")):
        t["hit_points"] = int(points[1])
    if morale := re.search(r"\((\d+)(?:-\d+)?\)|(\d+)", fields.get("morale", "")):
        t["morale"] = int(morale[1] or morale[2])
    else:
        decided.append(f"its morale is {fields.get('morale', '')[:40] or 'not printed'}: that of its Hit Dice")
    alignment = fields.get("alignment", "").lower()
    t["alignment"] = next((side for side in ("lawful", "chaotic") if side in alignment), "neutral")
    if re.fullmatch(r"[LC][GNE]", fields.get("alignment", "")):
        t["alignment"] = "lawful" if fields["alignment"][0] == "L" else "chaotic"
    mind = fields.get("intelligence", "").lower()
    t["mind"] = next((ours for theirs, ours in MINDS.items() if mind.startswith(theirs)), "average")
    if not any(mind.startswith(theirs) for theirs in MINDS):
        decided.append(f"its intelligence is {mind[:40] or 'not printed'}: average")
    _blows(t, fields, decided, unread)
    left_out = [
        f"{label}: {value[:200]}"
        for label in _SPECIAL
        if (value := fields.get(label, "").strip(" .")) and value.lower() not in ("nil", "none", "standard", "—", "-")
    ]
    unread += [
        f"{label}: {value[:120]}"
        for label, value in fields.items()
        if label not in _READ and label not in UNUSED and label not in _SPECIAL and value
    ]
    if left_out:
        t["left_out"] = left_out
        unread.append(f"not played, kept under left_out: {'; '.join(left_out)}")
    t = {key: t[key] for key in sorted(t, key=_ORDER.index)}
    Roster().resolve(t, name, kind)
    return Creature(kind, t, decided, warnings, unread)


_SPECIAL = ("special attacks", "special defenses", "magic resistance")


def _size(fields: dict[str, str], pasted: Pasted, decided: list[str]) -> str:
    letter = fields.get("size", "").strip().lower()[:1] or pasted.size[:1]
    if letter not in SIZES:
        decided.append("no size is printed: medium")
    return SIZES.get(letter, "medium")


def _moves(t: dict[str, Any], text: str, unread: list[str]) -> None:
    """``9, Fl 18 (C), Sw 12``."""
    rest = re.sub(r"^ *\d+", "", text)
    for key, mode in (("fly", r"Fl\.?(?:y(?:ing)?)?"), ("swim", r"Sw\.?(?:im(?:ming)?)?")):
        if found := re.search(rf"\b{mode} *(\d+)(?: *\([A-E]\))?", rest, re.I):
            t[key] = int(found[1])
            rest = rest.replace(found[0], "")
    if rest := rest.strip(" ,.\"'"):
        unread.append(f"movement: {rest[:80]}")


def _blows(t: dict[str, Any], fields: dict[str, str], decided: list[str], unread: list[str]) -> None:
    """
    The routine: dice one by one, with the names that stand beside them. ``By weapon`` is what its weapons do.

    Three attacks with two kinds of dice, without a name, are two claws and a bite; others are struck, alike in kind.
    """
    text = fields.get("damage", "")
    number = re.match(r" *(\d+)", fields.get("attacks", ""))
    attacks: list[dict[str, Any]] = []
    weapons: list[dict[str, Any]] = []
    pieces = [piece.strip() for piece in re.split(r"/|,| or | and |;", text) if piece.strip()]
    for piece in pieces:
        blow = _BLOW.fullmatch(piece.strip(" ."))
        if blow is None or not blow["dice"]:
            weapon = next((name for name in WEAPONS if name in piece.lower()), "")
            if weapon:
                weapons.append({"name": weapon})
            else:
                unread.append(f"damage: {piece[:80]}")
            continue
        name = blow["name"].strip("() ").lower()
        weapon = next((one for one in WEAPONS if one == name), "")
        if weapon:
            weapons.append({"name": weapon, "damage": _dice(blow["dice"])})
            continue
        if "weapon" in name:
            decided.append(f"{piece}: a weapon without a name strikes like a natural one")
            name = ""
        count = int(blow["count"] or blow["times"] or 1)
        dice = _dice(blow["dice"])
        same = next((one for one in attacks if one["damage"] == dice and one["name"] == (name or one["name"])), None)
        if same is not None:
            same["count"] += count
        else:
            attacks.append({"name": name, "damage": dice, "kinds": [], "count": count})
    beast = len(attacks) == 2 and [one["count"] for one in attacks] == [2, 1]
    for index, one in enumerate(attacks):
        if not one["name"]:
            one["name"] = ("claw", "bite")[index] if beast else "blow" if index == 0 else f"blow {index + 1}"
            decided.append(f"the weapon of {one['damage']} has no name: {one['name']}")
        one["kinds"] = [next((kind for part, kind in KINDS.items() if part in one["name"]), "bludgeoning")]
    struck = sum(one["count"] for one in attacks)
    if number and len(attacks) == 1 and int(number[1]) != struck and not weapons:
        attacks[0]["count"] = int(number[1])
    elif number and attacks and int(number[1]) != struck and not weapons:
        unread.append(f"attacks: printed {number[1]}, the damage names {struck}; it strikes {struck} times")
    if not attacks and not weapons:
        unread.append(f"attacks: {text[:80] or 'no damage is printed'}: it strikes with bare hands")
    if attacks:
        t["attacks"] = [{key: value for key, value in one.items() if (key, value) != ("count", 1)} for one in attacks]
    if weapons:
        t["weapons"] = weapons
        t["held"] = [weapons[0]["name"]]


def _dice(text: str) -> str:
    """
    Dice, or a range as dice: the fewest dice with which it can be thrown.

    >>> _dice("1d6"), _dice("1-8"), _dice("2-12"), _dice("3-10")
    ('1d6', '1d8', '2d6', '1d8+2')
    """
    match = re.fullmatch(r"(\d+)-(\d+)", text)
    if match is None:
        return text
    low, high = int(match[1]), int(match[2])
    faces = (4, 6, 8, 10, 12, 20, 3, 2)
    if low and high % low == 0 and high // low in faces:
        return f"{low}d{high // low}"
    return f"1d{max(1, high - low + 1)}{low - 1:+d}"
