"""
Every order and answer as one line of text, and back.

A line is a verb, whom or what it is about, clauses, and after commas the manner::

    attack orc-1 with longsword, nonlethal, power 2
    trip orc-1 with guisarme
    full-attack orc-1 with short sword and dagger, off hand first
    charge orc-2 with falchion to g6
    move to c4 via b3 b4, drawing dagger
    grappling pin orc-1
    cast magic missile on orc-1 orc-2, defensive
    aid-another fighter-1 against orc-1 with longsword, ac
    ready attack orc-1 with longspear when it charges
    ready attack it with longbow when any foe casts
    begin coup-de-grace orc-1 with dagger
    stand-up
    pass

Names of several words stand as they are; one that would be misread (it holds ``with``, ``to`` or a comma, say) stands
in double quotes. What an order has at its default is not written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple, get_args

import msgspec

from sim.core.errors import BadInput
from sim.events import orders
from sim.events.orders import IT, Answer, Begin, Order, Ready, Trigger
from sim.grid.terrain import Ground
from sim.state.battle import Battle


class Form(NamedTuple):
    """How orders of one verb are written: their class, and what the verb alone says of them."""

    kind: type[Any]
    implied: dict[str, str]


CLASSES: tuple[type[Any], ...] = tuple(dict.fromkeys((*get_args(Order), *get_args(Answer))))

_SPECIAL = {
    "trip": Form(orders.Attack, {"how": "trip"}),
    "disarm": Form(orders.Attack, {"how": "disarm"}),
    "grapple": Form(orders.Attack, {"how": "grapple"}),
    "join": Form(orders.Attack, {"how": "join"}),
    "tumble": Form(orders.Move, {"mode": "tumble"}),
    "tumble-fast": Form(orders.Move, {"mode": "tumble-fast"}),
    "crawl": Form(orders.Move, {"mode": "crawl"}),
    "minimum-move": Form(orders.Move, {"mode": "minimum"}),
    "climb": Form(orders.Move, {"mode": "climb"}),
    "climb-fast": Form(orders.Move, {"mode": "climb-fast"}),
    "swim": Form(orders.Move, {"mode": "swim"}),
    "slip": Form(orders.Move, {"mode": "slip"}),
    "hide": Form(orders.Move, {"mode": "hide"}),
    "hide-fast": Form(orders.Move, {"mode": "hide-fast"}),
    "grappling": Form(orders.Grapple, {}),
    "mount-fast": Form(orders.Mount, {"mode": "fast"}),
    "dismount-fast": Form(orders.Dismount, {"mode": "fast"}),
    "ride-double": Form(orders.Ride, {"mode": "double"}),
    "ride-run": Form(orders.Ride, {"mode": "run"}),
    "ride-charge": Form(orders.Ride, {"mode": "charge"}),
    "overrun-charge": Form(orders.Overrun, {"mode": "charge"}),
    "rebuke-undead": Form(orders.TurnUndead, {"how": "rebuke"}),
    "dispel-turning": Form(orders.TurnUndead, {"how": "dispel"}),
}

VERBS: dict[str, Form] = {
    **{kind.__struct_config__.tag: Form(kind, {}) for kind in CLASSES if kind is not orders.Grapple},
    **_SPECIAL,
}
"""Every verb that begins an order."""

_ARMED = (
    *(orders.SpringAttack, orders.Attack, orders.FullAttack, orders.Charge, orders.CoupDeGrace, orders.Reload),
    *(orders.Sunder, orders.Snatch, orders.Throw, orders.Prepare, orders.LightTorch, orders.Guard),
    orders.ReceiveCharge,
)
_ABOUT = ("option", "skill", "spell", "ability", "friend", "target", "item")
_CLAUSES = {
    "against": "foe",
    "with": "weapon",
    "and": "off_hand",
    "on": "on",
    "at": "place",
    "to": "to",
    "via": "via",
    "after": "after",
}
_KEYWORDS = {field: word for word, field in _CLAUSES.items()}
_NAMED = {
    "power": "power",
    "expertise": "expertise",
    "at": "square",
    "drawing": "draw",
    "sheathing": "sheathe",
    "shield": "shield",
    "object": "object",
    "parries": "parries",
    "height": "height",
    "off-hand": "off_how",
}
_NAMES = {field: word for word, field in _NAMED.items()}
_FLAGS = {
    "defensive": "defensive",
    "off hand first": "off_hand_first",
    "rapid": "rapid",
    "as a full attack": "full",
    "besides": "besides",
}
_FLAG_WORDS = {field: words for words, field in _FLAGS.items()}
_WORDS = ("lethality", "how", "mode", "side", "benefit")
_SQUARES = frozenset({"to", "square", "via", "place"})
WHEN = "when"
_RESERVED = frozenset({*_CLAUSES, WHEN})
_NESTING = (Ready, Begin)
"""Orders that hold another order."""

_DEEDS = {
    **{f"comes within {squares}": ("comes-within", squares) for squares in range(1, 100)},
    "comes into reach": ("comes-into-reach", 0),
    **{deed: (deed, 0) for deed in ("charges", "attacks", "shoots", "casts", "appears", "moves")},
}
"""What sets a readied action off, in words."""

_DEED_WORDS = {deed: words for words, deed in _DEEDS.items()}
_ANYBODY = "any foe"
_PLAIN = re.compile(r"[\w'()+./:#&*-]+")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|,|[^\s,]+')


Say = Callable[[str], str]
"""Puts a word of an order (a verb, a keyword, a manner, the name of a weapon or spell) into another language."""

_TERMS = frozenset(
    {"weapon", "off_hand", "spell", "item", "ability", "skill", "option", "draw", "sheathe", "shield", "object"}
)
"""Fields with what the rulebook has a name for; those of creatures are theirs in every language."""


def vocabulary() -> tuple[str, ...]:
    """Every word that the text of an order may hold besides names and terms."""
    fixed = (*VERBS, "grappling", *_CLAUSES, *_NAMED, *_FLAGS, WHEN, _ANYBODY, IT, "ready", "begin", *_DEEDS)
    choices = {
        word
        for kind in CLASSES
        for field in msgspec.structs.fields(kind)
        if field.name in _WORDS
        for word in _choices(field.type)
    }
    return (*dict.fromkeys((*fixed, *sorted(choices))),)


def _choices(kind: Any) -> Iterable[str]:
    """The words that a field of a few choices may hold."""
    return (word for word in get_args(kind) if isinstance(word, str) and word)


def text(order: Order | Answer, ground: Ground, say: Say = str) -> str:
    """
    An order in words: those that are read back, or, if it is told in another language, what ``say`` makes of them.

    >>> from sim.grid.figures import MapFigures
    >>> text(orders.Move(to=1, via=(0,)), Ground(MapFigures(("..",))))
    'move to b1 via a1'
    """
    if isinstance(order, _NESTING):
        return _nested(order, ground, say)
    values = {name: value for name, value, default in _fields(order) if value != default}
    kind = type(order)
    verb: str
    verb, implied = next(
        (
            (word, form.implied)
            for word, form in _SPECIAL.items()
            if form.kind is kind and all(values.get(name) == value for name, value in form.implied.items())
        ),
        (str(kind.__struct_config__.tag), {}),
    )
    for name in implied:
        del values[name]
    words: list[str] = [say(verb)]
    manner: list[str] = []
    about, clauses = _shape(kind)
    words += [_value(name, values[name], ground, say) for name in about if name in values]
    for name, keyword in clauses:
        if name in values:
            words += [say(keyword), _value(name, values[name], ground, say)]
    for name, value in values.items():
        if name in _FLAG_WORDS:
            manner.append(say(_FLAG_WORDS[name]))
        elif name in _NAMES:
            manner.append(f"{say(_NAMES[name])} {_value(name, value, ground, say)}")
        elif name in _WORDS:
            manner.append(say(value))
    return ", ".join([" ".join(words), *manner])


def _nested(order: Ready | Begin, ground: Ground, say: Say) -> str:
    """An order that holds another, with what sets it off if something does."""
    inner = text(order.act, ground, say)
    if isinstance(order, Begin):
        return f"{say('begin')} {inner}"
    return f"{say('ready')} {inner} {say(WHEN)} {trigger(order.when, order.act, say)}"


def trigger(when: Trigger, act: Order, say: Say = str) -> str:
    """
    What sets a readied act off, in words.

    >>> trigger(Trigger("comes-within", "orc-1", 4), orders.Attack("orc-1", "longbow"))
    'it comes within 4'
    """
    target = getattr(act, "target", "")
    who = say(_ANYBODY) if not when.who else say(IT) if when.who == target else _quoted(when.who)
    return f"{who} {say(_DEED_WORDS[when.on, when.squares])}"


def parse(line: str, battle: Battle, who: str, offers: Iterable[Order | Answer] = ()) -> Order | Answer:
    """
    The order or answer that a line of text says; of ``offers``, what ``who`` might choose, errors name the nearest.

    :raises BadInput: when it is none, saying what was expected.
    """
    try:
        return _Parser(_TOKEN.findall(line), battle, who).order()
    except BadInput as error:
        near = nearest(line, offers, battle.ground)
        hint = f"; {who} might be told: {' | '.join(near)}" if near else ""
        raise BadInput(f"the order {line[:200]!r} is not understood: {str(error)[:300]}{hint}") from None


def nearest(line: str, offers: Iterable[Order | Answer], ground: Ground, most: int = 3) -> list[str]:
    """The offers whose text comes nearest to a line, else the first ones."""
    lines = [text(order, ground) for order in islice(offers, 2000)]
    return get_close_matches(line[:200], lines, most, 0.4) or lines[:most]


def _shape(kind: type[Any]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The fields that a class of orders names behind its verb, and those in clauses with their keywords."""
    names = kind.__struct_fields__
    about = tuple(name for name in _ABOUT if name in names)
    if not about and "weapon" in names:
        about = ("weapon",)
    return about, tuple((name, word) for name, word in _KEYWORDS.items() if name in names and name not in about)


def _fields(order: Order | Answer) -> Iterable[tuple[str, Any, object]]:
    for field in msgspec.structs.fields(order):
        yield field.name, getattr(order, field.name), field.default


def _value(name: str, value: Any, ground: Ground, say: Say) -> str:
    if name == "via":
        return " ".join(ground.name(square) for square in value)
    if name == "on":
        return " ".join(map(_quoted, value))
    if name in _SQUARES:
        return ground.name(value)
    if isinstance(value, int):
        return str(value)
    return _quoted(say(value) if name in _TERMS else value)


def _quoted(name: str) -> str:
    """A name as it stands, or in quotes where it would be misread."""
    words = name.split(" ")
    if all(_PLAIN.fullmatch(word) for word in words) and not _RESERVED & set(words):
        return name
    return json.dumps(name, ensure_ascii=False)


class _Parser:
    """One line, read word by word."""

    def __init__(self, tokens: Sequence[str], battle: Battle, who: str, *, nested: bool = False) -> None:
        self.battle = battle
        self.who = who
        self.weapons = battle.creatures[who].weapons
        self.tokens = tokens
        self.left = 0
        self.nested = nested

    def order(self) -> Order | Answer:
        verb = self.next("a verb")
        form = VERBS.get(verb)
        if form is None:
            near = get_close_matches(verb, VERBS, 3)
            raise BadInput(
                f"no order begins with {verb!r}: "
                + (f"did you mean {' or '.join(near)}?" if near else "begin with a verb such as attack, move or charge")
            )
        if form.kind is Begin:
            return Begin(self.inner(self.tokens[self.left :]))
        if form.kind is Ready:
            return self.ready(self.tokens[self.left :])
        values: dict[str, Any] = dict(form.implied)
        about, clauses = _shape(form.kind)
        for name in about:
            if self.peek() not in (None, ",", *_CLAUSES):
                alone = name == "skill" or (name == "option" and form.kind is orders.Grapple)
                values[name] = self.next(name) if alone else self.name()
        known = {keyword: name for name, keyword in clauses}
        while (word := self.peek()) in _CLAUSES:
            if word not in known or known[word] in values:
                raise BadInput(f"{word!r} has no place there")
            self.left += 1
            values[known[word]] = self.clause(known[word], word)
        while self.peek() is not None:
            if self.next("a comma") != ",":
                raise BadInput(f"a comma was expected before {self.tokens[self.left - 1]!r}")
            self.manner(form.kind, values)
        for field in msgspec.structs.fields(form.kind):
            if field.required and field.name not in values:
                raise BadInput(f"{_missing(field.name, about)} is missing")
        for name in ("target", "friend", "foe"):
            if not (self.nested and values.get(name) == IT):
                self.check("creature", values.get(name, ""), self.battle.creatures)
        if form.kind in _ARMED:
            self.check("weapon of its own", values["weapon"], self.weapons)
        config = form.kind.__struct_config__
        try:
            found: Order | Answer = msgspec.convert({**values, config.tag_field: config.tag}, form.kind)
        except msgspec.ValidationError as error:
            raise BadInput(str(error).replace("`", "")) from None
        return found

    def inner(self, tokens: Sequence[str]) -> Order:
        """The order that another one holds."""
        found: Any = _Parser(tokens, self.battle, self.who, nested=True).order()
        if not isinstance(found, get_args(Order)):
            raise BadInput(f"{tokens[0]!r} begins an answer, and an order was expected")
        return found  # type: ignore[no-any-return]

    def ready(self, tokens: Sequence[str]) -> Ready:
        """What is readied, and what sets it off."""
        if WHEN not in tokens:
            raise BadInput(f"what sets it off is missing: end it with '{WHEN} {_ANYBODY} charges', say")
        cut = len(tokens) - 1 - list(reversed(tokens)).index(WHEN)
        act = self.inner(tokens[:cut])
        words = tokens[cut + 1 :]
        for length in (1, 3):
            deed = _DEEDS.get(" ".join(words[-length:]))
            if deed is not None and len(words) > length:
                subject = _Parser(words[:-length], self.battle, self.who).name()
                target = getattr(act, "target", "")
                who = {_ANYBODY: "", IT: "" if target == IT else target}.get(subject, subject)
                self.check("creature", who, self.battle.creatures)
                return Ready(act, Trigger(deed[0], who, deed[1]))  # type: ignore[arg-type]
        raise BadInput(
            f"{' '.join(words)!r} sets nothing off: say who (it, {_ANYBODY}, a name) and what:"
            " charges, attacks, shoots, casts, appears, moves, comes into reach, or comes within so many squares"
        )

    def check(self, what: str, name: str, known: Iterable[str]) -> None:
        """Refuse a name that nobody and nothing here has."""
        if name and name not in known:
            near = get_close_matches(name, known, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(known)}"
            raise BadInput(f"{name!r} is no {what}: {hint}")

    def peek(self) -> str | None:
        return self.tokens[self.left] if self.left < len(self.tokens) else None

    def next(self, expected: str) -> str:
        word = self.peek()
        if word is None:
            raise BadInput(f"{expected} was expected at its end")
        self.left += 1
        return word

    def name(self) -> str:
        """A name: quoted, or all words up to the next clause or comma."""
        first = self.next("a name")
        if first.startswith('"'):
            try:
                return str(json.loads(first))
            except ValueError:
                raise BadInput(f"{first} is no name in quotes") from None
        words = [first]
        while (word := self.peek()) is not None and word != "," and word not in _CLAUSES:
            words.append(word)
            self.left += 1
        return " ".join(words)

    def creature(self) -> str:
        """One of several names of creatures."""
        word = self.next("a creature")
        name = str(json.loads(word)) if word.startswith('"') else word
        if not (self.nested and name == IT):
            self.check("creature", name, self.battle.creatures)
        return name

    def square(self) -> int:
        return self.battle.ground.square(self.next("a square such as c4"))

    def clause(self, field: str, word: str) -> Any:
        if field == "via":
            squares = [self.square()]
            while self.peek() not in (None, ",", *_CLAUSES):
                squares.append(self.square())
            return tuple(squares)
        if field in ("to", "place"):
            return self.square()
        if field == "on":
            found = [self.creature()]
            while self.peek() not in (None, ",", *_CLAUSES):
                found.append(self.creature())
            return tuple(found)
        if self.peek() in (None, ","):
            raise BadInput(f"a name was expected after {word!r}")
        return self.name()

    def manner(self, kind: type[Any], values: dict[str, Any]) -> None:
        """What stands between two commas."""
        names = kind.__struct_fields__
        word = self.peek()
        if word in _NAMED and _NAMED[word] in names:
            field = _NAMED[self.next("a manner")]
            if field == "square":
                values[field] = self.square()
            elif field in ("draw", "sheathe", "shield", "object", "off_how"):
                values[field] = self.name()
            else:
                number = self.next("a number")
                if not number.isdecimal() or len(number) > 3:
                    raise BadInput(f"a number was expected after {word!r}, not {number!r}")
                values[field] = int(number)
            return
        phrase = self.name()
        if phrase in _FLAGS and _FLAGS[phrase] in names:
            values[_FLAGS[phrase]] = True
            return
        for field in _WORDS:
            if field in names and field not in values and phrase in _literals(kind, field):
                values[field] = phrase
                return
        known = [*(word for word, field in _FLAGS.items() if field in names)]
        known += [word for word, field in _NAMED.items() if field in names]
        known += [word for field in _WORDS if field in names for word in _literals(kind, field) if word]
        raise BadInput(
            f"{phrase!r} is no manner of it: use one of {', '.join(known)}" if known else f"{phrase!r} is too much"
        )


def _missing(field: str, about: tuple[str, ...]) -> str:
    """A field that was not said, in the words of the text form."""
    return f"{field!r}" if field in about else f"what comes after {_KEYWORDS.get(field, field)!r}"


def _literals(kind: type[Any], field: str) -> tuple[str, ...]:
    """The words that a field may hold."""
    info = msgspec.inspect.type_info(kind)
    found = next(entry for entry in info.fields if entry.name == field)  # type: ignore[attr-defined]
    return tuple(found.type.values)
