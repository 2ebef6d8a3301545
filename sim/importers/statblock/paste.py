"""What people paste, cut into blocks of labelled fields: plain text with or without line breaks, and HTML tables."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

from sim.core.errors import BadInput

MOST = 1000
"""No paste holds more blocks than this."""
DEEPEST = 50
"""Tables stand at most so deep in one another."""
CELLS = 100_000
"""No page has more cells of tables than this."""
LONGEST = 4000
"""No field of a block has more letters than this."""

LABELS = {
    "hit dice": "hit dice", "hd": "hit dice", "hp": "hit points", "hit points": "hit points",
    "initiative": "initiative", "init": "initiative", "speed": "speed", "spd": "speed",
    "armor class": "armor class", "ac": "armor class",
    "base attack/grapple": "base attack", "base attack": "base attack", "base atk": "base attack",
    "grapple": "grapple", "grp": "grapple",
    "attack": "attack", "atk": "attack", "full attack": "full attack", "full atk": "full attack",
    "space/reach": "space", "face/reach": "space",
    "special attacks": "special attacks", "special qualities": "special qualities", "sa": "special attacks",
    "sq": "special qualities", "al": "alignment",
    "saves": "saves", "sv": "saves", "abilities": "abilities", "skills": "skills", "feats": "feats",
    "environment": "environment", "climate/terrain": "environment", "organization": "organization",
    "challenge rating": "rating", "cr": "rating", "treasure": "treasure", "alignment": "alignment",
    "advancement": "advancement", "level adjustment": "adjustment",
    "thac0": "thac0", "movement": "movement", "move": "movement", "mv": "movement",
    "no. of attacks": "attacks", "number of attacks": "attacks", "#at": "attacks", "no. att": "attacks",
    "damage/attacks": "damage", "damage/attack": "damage", "damage": "damage", "dmg": "damage",
    "special defenses": "special defenses", "magic resistance": "magic resistance", "size": "size", "morale": "morale",
    "ml": "morale", "intelligence": "intelligence", "frequency": "frequency", "no. appearing": "appearing",
    "activity cycle": "activity", "diet": "diet", "xp value": "experience",
}  # fmt: skip
"""How a field may be called, and what it is."""

UNUSED = frozenset((
    "environment", "organization", "treasure", "advancement", "adjustment", "frequency", "appearing", "activity",
    "diet", "experience",
))  # fmt: skip
"""Fields that say nothing about a fight."""

SIZES = "fine|diminutive|tiny|small|medium|large|huge|gargantuan|colossal"
TYPES = (
    "aberration|animal|beast|construct|dragon|elemental|fey|giant|magical beast|monstrous humanoid|humanoid|ooze|"
    "outsider|plant|shapechanger|undead|vermin"
)

_LABEL = re.compile(
    rf"(?<![\w/(])(?=[A-Za-z#])({'|'.join(map(re.escape, sorted(LABELS, key=len, reverse=True)))})[ ]?:", re.I
)
_KIND = re.compile(
    rf"\b(?P<size>{SIZES})(?:[- ]sized?)?[ ]+(?P<type>{TYPES})\b(?P<rest>[ ]*\([^()\n]*\))?[ ,.*]*$", re.I
)
_SHORT = re.compile(
    r"(?<![\w/])(AC|MV|HD|hp|THAC0|#AT|Dmg|D|MR|SZ|ML|INT|Int|AL|XP|SA|SD)[ ]+(?=[-\d/(—A-Z]|(?<=S[AD] ))"
)
_SHORT_LABELS = {
    "AC": "armor class", "MV": "movement", "HD": "hit dice", "hp": "hit points", "THAC0": "thac0", "#AT": "attacks",
    "Dmg": "damage", "D": "damage", "SA": "special attacks", "SD": "special defenses", "MR": "magic resistance",
    "SZ": "size", "ML": "morale", "INT": "intelligence", "Int": "intelligence", "AL": "alignment", "XP": "experience",
}  # fmt: skip
_VALUES = {
    "adjustment": re.compile(r"\s*(?:—|-|\+\d+(?: \([^()]*\))?)"),
    "rating": re.compile(r"\s*\d+(?:/\d+)?"),
    "experience": re.compile(r"\s*[\d,]+"),
    "alignment": re.compile(
        r"\s*(?:any\b|(?:always|usually|often)?\s*(?:(?:lawful|neutral|chaotic) (?:good|evil|neutral)|neutral))", re.I
    ),
}
"""Where these fields end when nothing but a blank parts them from the name of the next creature."""
_SIGNS = str.maketrans({
    "−": "-", "–": "-", "‒": "-", "‐": "-", "‑": "-", "×": "x", "’": "'", "\xa0": " ", "\u202f": " ", "\xad": "",
    "½": "1/2", "¼": "1/4", "\t": " ", "\r": "\n", "\x0b": "\n", "\x0c": "\n",
})  # fmt: skip


class Pasted(NamedTuple):
    """One block: its name, the line under it (size and type), its fields, and what stands around it unread."""

    name: str
    size: str
    type: str
    fields: dict[str, str]
    around: tuple[str, ...] = ()


def plain(text: str) -> str:
    """
    Dashes, crosses, halves and blanks as a keyboard has them; a dash that stands for nothing stays long.

    >>> plain("Will –1, ½ d8, /×3, Str —")
    'Will -1, 1/2 d8, /x3, Str —'
    """
    text = re.sub(r"—(?=\d)", "-", text.replace("\r\n", "\n").translate(_SIGNS))
    return re.sub(r" {2,}", " ", text)


def blocks(text: str, where: str) -> list[Pasted]:
    """
    All blocks of a paste, in its order.

    :raises BadInput: when there is none, or more than ``MOST``.
    """
    found: list[Pasted] = []
    if re.search(r"<(?:table|tr|td|p|div|br|html|body|section|pre|b|span)\b", text, re.I):
        page = _Page(where)
        page.read(text)
        for table in page.tables:
            found += _columns(table)
        text = "".join(page.text)
    text = _unmarked(plain(text))
    found += _running("\n".join(_spread(line) for line in text.split("\n")) if "; HD " in text else text, where)
    if not found:
        raise BadInput(f"{where} holds no stat block: paste one with its Hit Dice, Armor Class and the rest")
    if len(found) > MOST:
        raise BadInput(f"{where} holds more than {MOST} stat blocks: cut it into several files")
    for block in found:
        for label, value in block.fields.items():
            if len(value) > LONGEST:
                raise BadInput(
                    f"{where}: {label} of {block.name[:40]!r} is longer than {LONGEST} letters: paste the block alone"
                )
    return found


def _unmarked(text: str) -> str:
    """Without the marks of forums for bold and the like; ``[B]`` alone is a bonus feat and stays."""
    text = text.replace("**", "").replace("__", "")
    for mark in ("b", "i", "u", "quote", "code", "spoiler", "size", "color"):
        if re.search(rf"\[/{mark}\]", text, re.I):
            text = re.sub(rf"\[/?{mark}(?:=[^\]\n]{{0,40}})?\]", "", text, flags=re.I)
    return text


_PIECE = re.compile(r"(CR|HD|hp|Init|Spd|AC|Base Atk|Grp|Atk|Full Atk|Space/Reach|SA|SQ|AL|SV)\b:? +(.+)")
_NAMED_LAST = re.compile(r"([+-]\d+(?:/[+-]\d+)* (?:melee|ranged)(?: touch)?) \(([^(),]+), ([^()]+)\)")


def _spread(line: str) -> str:
    """
    A creature in one line with semicolons, field by field: ``Ogre: CR 3; Large giant; HD 4d8+11; hp 29; …``.

    >>> _spread("Ogre: Large giant; HD 4d8+11; Atk +8 melee (2d8+7, greatclub)").split(chr(10))
    ['', 'Ogre', 'Large giant', 'HD: 4d8+11', 'Atk: greatclub +8 melee (2d8+7)']
    """
    if "; HD " not in line or "THAC0" in line or len(line) > LONGEST:
        return line
    name, _, first = line.partition(":")
    head = dice = ""
    rest: list[str] = []
    unread: list[str] = []
    for piece in (piece.strip(" .") for piece in (first or line).split(";")):
        match = _PIECE.fullmatch(piece)
        if match and match[1] == "HD":
            dice = f"HD: {match[2]}"
        elif match:
            value = _NAMED_LAST.sub(r"\3 \1 (\2)", match[2])
            rest.append(f"{match[1]}: {value}")
        elif _KIND.fullmatch(piece):
            head = piece
        elif piece.startswith("Str "):
            rest.append(f"Abilities: {piece}")
        elif piece.startswith("Skills and Feats:"):
            rest.append(f"Skills: {piece.removeprefix('Skills and Feats:').strip()}")
        elif rest and rest[-1].startswith("Skills: "):
            rest.append(f"Feats: {piece}")
        elif piece:
            unread.append(piece)
    return "\n".join(("", name.strip(), head, dice, *rest, *(("", "; ".join(unread)) if unread else ())))


def _running(text: str, where: str) -> list[Pasted]:
    """Blocks in running text: labels with a colon, or the short form of modules."""
    labels = list(_LABEL.finditer(text))
    starts = [n for n, match in enumerate(labels) if LABELS[match[1].lower()] == "hit dice"]
    if len(starts) > MOST:
        raise BadInput(f"{where} holds more than {MOST} stat blocks: cut it into several files")
    if not starts:
        if "THAC0" not in text:
            return []
        return [block for line in text.split("\n") if (block := _short(line)) is not None]
    thac0 = any(LABELS[match[1].lower()] == "thac0" for match in labels)
    first = [
        _first(labels, start, before) if thac0 else start for before, start in zip([-1, *starts], starts, strict=False)
    ]
    found: list[Pasted] = []
    for n, (start, end) in enumerate(zip(first, [*first[1:], len(labels)], strict=True)):
        before = text[labels[start - 1].end() if start else 0 : labels[start].start()]
        name, size, type_, _ = _heading(before, LABELS[labels[start - 1][1].lower()] if start else "")
        fields: dict[str, str] = {}
        around: list[str] = []
        for index in range(start, end):
            label = LABELS[labels[index][1].lower()]
            value = text[labels[index].end() : labels[index + 1].start() if index + 1 < len(labels) else len(text)]
            if index + 1 == end and n + 1 < len(first):
                value = _heading(value, label)[3]
            value, _, rest = value.strip().partition("\n\n") if "\n\n" in value.strip() else (value.strip(), "", "")
            if label in UNUSED or label in _VALUES:
                value, _, more = value.partition("\n")
                rest = f"{more}\n{rest}"
            if rest.strip():
                around.append(_line(rest))
            if not fields.get(label):
                fields[label] = _line(value)
            elif value and _line(value) != fields[label]:
                around.append(f"{labels[index][1]}: {_line(value)}")
        found.append(Pasted(name, size, type_, fields, tuple(around)))
    return found


def _first(labels: list[re.Match[str]], start: int, before: int) -> int:
    """The label with which a block begins in which Hit Dice come late: the first that it repeats is the next one's."""
    seen = {LABELS[labels[start][1].lower()]}
    while start - 1 > before and (label := LABELS[labels[start - 1][1].lower()]) not in seen:
        if label in ("thac0", "attacks", "damage", "morale", "experience"):
            break
        seen.add(label)
        start -= 1
    return start


def _heading(before: str, label: str) -> tuple[str, str, str, str]:
    """Name, size and type above a block, and what of ``before`` still belongs to the field ``label``."""
    text = before.rstrip()
    tail = text[-600:]
    kind = _KIND.search(tail)
    rest = text[: len(text) - len(tail) + kind.start()].rstrip() if kind else text
    head, newline, name = rest.rpartition("\n")
    if not newline and label in _VALUES and (value := _VALUES[label].match(rest)):
        head, name = rest[: value.end()], rest[value.end() :]
    if not kind:
        return name.strip(), "", "", head
    return name.strip(" .:-"), kind["size"].lower(), f"{kind['type']}{kind['rest'] or ''}".lower(), head


def _short(line: str) -> Pasted | None:
    """A creature in one line, as modules print it: ``Orc (6): AC 6; MV 9; HD 1; THAC0 19; #AT 1; Dmg 1d8``."""
    if len(line) > LONGEST or "THAC0" not in line:
        return None
    labels = list(_SHORT.finditer(line))
    if not any(match[1] == "HD" for match in labels):
        return None
    fields: dict[str, str] = {}
    for match, end in zip(labels, [*(match.start() for match in labels[1:]), len(line)], strict=True):
        fields.setdefault(_SHORT_LABELS[match[1]], line[match.end() : end].strip(" ;,."))
    name = re.sub(r"\(\d+\)", "", line[: labels[0].start()]).strip(" :;,.-(")
    return Pasted(name, "", "", fields)


def _columns(table: list[list[str]]) -> list[Pasted]:
    """The creatures of a table: labels in the first column, one creature in each further one."""
    rows = [(LABELS.get(row[0].rstrip(": ").lower(), ""), row) for row in table if row]
    first = next((n for n, (label, _) in enumerate(rows) if label), None)
    if first is None or not any(label == "hit dice" for label, _ in rows):
        return []
    found: list[Pasted] = []
    for column in range(1, max(len(row) for _, row in rows)):
        above = [row[column] for _, row in rows[:first] if len(row) > column and row[column]]
        kind = _KIND.search(above[-1]) if above else None
        fields = {label: row[column] for label, row in rows if label and len(row) > column}
        around = [" ".join(row) for label, row in rows[first:] if not label and any(row)]
        if fields.get("hit dice"):
            name = above[0] if above else ""
            size, type_ = (kind["size"].lower(), f"{kind['type']}{kind['rest'] or ''}".lower()) if kind else ("", "")
            found.append(Pasted(name, size, type_, fields, tuple(around)))
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


class _Page(HTMLParser):
    """The tables of a page, cell by cell, and the text around them. No entity is expanded but single characters."""

    BREAKS = frozenset((
        "p", "div", "br", "tr", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "section", "table", "pre",
    ))  # fmt: skip
    SILENT = frozenset(("script", "style", "sup"))

    def __init__(self, where: str) -> None:
        super().__init__(convert_charrefs=True)
        self.where = where
        self.text: list[str] = []
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._spread = 1
        self._silent = 0
        self._cells = 0

    def read(self, text: str) -> None:
        """Read a whole page; comments, declarations and instructions are cut out first."""
        text = re.sub(r"<!--.*?(?:-->|\Z)", "", text, flags=re.S)
        self.feed(re.sub(r"<[!?][^>]*(?:>|\Z)", "", text))
        self.close()
        self._end_cell()
        self.tables += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.SILENT:
            self._silent += 1
        elif tag == "table":
            if len(self._open) >= DEEPEST:
                raise BadInput(f"{self.where} has tables more than {DEEPEST} deep in one another: paste one of them")
            self._end_cell()
            self._open.append([])
        elif tag == "tr" and self._open:
            self._end_cell()
            self._open[-1].append([])
        elif tag in ("td", "th") and self._open:
            self._end_cell()
            self._silent = 0
            self._cell = []
            spread = dict(attrs).get("colspan") or "1"
            self._spread = min(int(spread), 20) if spread.isdecimal() and len(spread) < 4 else 1
        if tag in self.BREAKS:
            self.handle_data("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in ("td", "th", "tr"):
            self._end_cell()
        elif tag == "table" and self._open:
            self._end_cell()
            self.tables.append(self._open.pop())
        elif tag in self.BREAKS:
            self.handle_data("\n")

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._cell is not None:
            self._cell.append(data)
        elif not self._open:
            self.text.append(data)

    def _end_cell(self) -> None:
        if self._cell is not None and self._open:
            rows = self._open[-1]
            if not rows:
                rows.append([])
            self._cells += self._spread
            if self._cells > CELLS:
                raise BadInput(f"{self.where} has more than {CELLS} cells in its tables: paste the stat blocks alone")
            rows[-1] += [_line(plain("".join(self._cell)))] * self._spread
        self._cell = None
