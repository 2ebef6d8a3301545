"""
What whoever learns gets to see, as arrays of whole numbers of a fixed shape; and its menu as numbered actions.

Everything shown is what the creature's ``View`` knows, and nothing else. ``docs/reinforcement-learning.md`` documents
the arrays column by column, from the names here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, get_args

import msgspec
import numpy as np
from gymnasium import spaces

from agents.view import View, band
from sim.core.errors import BadInput
from sim.events import orders
from sim.events.header import Scenario
from sim.events.orders import Answer, Begin, Cue, Opportunity, Order, Pick, Question, Ready, Wait
from sim.events.text import CLASSES, vocabulary
from sim.grid.bits import squares
from sim.grid.figures import SYMBOLS
from sim.grid.terrain import Ground
from sim.state.conditions import BIT, NAMES
from sim.table import Menu

Observation = dict[str, Any]
"""``{"observation": {array by name}, "action_mask": array}``"""

ACTIONS = 512
"""How many actions there are, unless said otherwise."""
LARGE = 1_000_000
"""No figure that is shown is larger."""

KINDS = tuple(kind.__struct_config__.tag for kind in CLASSES)
"""The kinds of orders and answers; in the arrays the first is 1."""
QUESTIONS: tuple[type[Any], ...] = (Opportunity, Cue, Wait, Pick)
"""The kinds of questions; in the arrays the first is 1, and 0 is an order in one's own turn."""
PICKS = (
    *("answer-charge", "block", "breaking", "cleave", "cure", "disarm-counter", "drop-weapon", "enter-reach", "escape"),
    *("follow", "fumble", "hostage", "improved-grab", "object", "overrun", "overrun-defence", "parry", "parry-for"),
    *("person", "pin", "push", "resist", "seize", "stand-up", "trip-counter", "trip-defence", "trip-free", "volley"),
    *("wrestle",),
)
"""What a rule may leave to somebody to choose; in the arrays the first is 2, and 1 is anything else."""
TRIGGERS = get_args(msgspec.structs.fields(orders.Trigger)[0].type)
"""What sets a readied order off; in the arrays the first is 1."""
WORDS = vocabulary()
"""The words for the manner of an order; in the arrays the first is 1."""

MAP = ("terrain", "elevation", "light", "spell", "east", "south", "creature")
CREATURE = (
    *("known", "side", "dx", "dy", "span", "distance", "hit_points", "full", "wounds", "speed"),
    *("kind", "held", "other_held", "ago"),
)
SITUATION = ("round", "orders", "question", "about", "other", "page", "pages", "own_standing", "own_count")
MENU = (
    *("kind", "act", "trigger", "target", "other", "targets", "placed", "dx", "dy", "waypoints", "manner", "name"),
    *("off_hand", "power", "expertise", "parries", "height", "lethality", "flags"),
)
"""The columns of the arrays, in their order."""

_KIND = {kind: code for code, kind in enumerate(CLASSES, 1)}
_WORD = {word: code for code, word in enumerate(WORDS, 1)}
_MANNERS = ("how", "mode", "option", "skill", "benefit", "shield")
_NAMED = ("weapon", "spell", "item", "ability", "draw", "sheathe", "object", "option")
_FLAGS = ("defensive", "off_hand_first", "rapid", "full", "besides")
_LETHALITY = ("", "lethal", "nonlethal")


class Page(NamedTuple):
    """Part of a menu: what the first actions stand for, and whether the menu has ``more`` than this page."""

    choices: tuple[Order | Answer, ...]
    number: int
    more: bool


class Encoding:
    """
    The spaces of one scenario, and the way there and back.

    There are ``actions`` of them: action *k* is choice *k* of the page of the menu that lies open, and the last one
    turns the page. A menu that is longer than ``actions - 1`` has several pages: none of it is ever left out.

    :raises BadInput: when there are fewer than two actions.
    """

    def __init__(self, scenario: Scenario, actions: int = ACTIONS) -> None:
        if actions < 2:
            raise BadInput(f"{actions} actions are too few: give at least 2, one to choose and one to turn the page")
        ground = Ground.of(scenario.map)
        sheets = [placed.sheet for placed in scenario.creatures]
        self.actions = actions
        self.rows = {sheet.id: row for row, sheet in enumerate(sheets)}
        self.names = tuple(sorted({name for sheet in sheets for name in _names(sheet)}))
        self.kinds = tuple(sorted({sheet.kind for sheet in sheets}))
        self._name = {name: code for code, name in enumerate(self.names, 2)}
        self._kind = {kind: code for code, kind in enumerate(self.kinds, 1)}
        count = len(sheets)
        self.action_space = spaces.Discrete(actions)
        self.arrays = spaces.Dict(
            {
                "map": _box(ground.height, ground.width, len(MAP), kind=np.int16),
                "creatures": _box(count, len(CREATURE)),
                "conditions": spaces.Box(0, 1, (count, len(NAMES)), np.int8),
                "situation": _box(len(SITUATION)),
                "menu": _box(actions, len(MENU)),
            }
        )
        self.observation_space = spaces.Dict(
            {"observation": self.arrays, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        )

    def page(self, menu: Menu, number: int = 0) -> Page:
        """A page of a menu; behind the last comes the first again."""
        size = self.actions - 1
        found = tuple(islice(menu, number * size, number * size + size + 1))
        if not found and number:
            return self.page(menu)
        return Page(found[:size], number, bool(number) or len(found) > size)

    def action(self, page: Page, choice: Order | Answer) -> int:
        """The action that gives this choice, or that turns the page where it is not on this one."""
        return page.choices.index(choice) if choice in page.choices else self.actions - 1

    def mask(self, page: Page | None) -> Any:
        """1 for each action that is open, 0 for the others."""
        mask = np.zeros(self.actions, np.int8)
        if page is not None:
            mask[: len(page.choices)] = 1
            mask[-1] = page.more
        return mask

    def observe(self, view: View, page: Page | None = None) -> Observation:
        """
        What a creature sees, and the page of its menu that lies open.

        :raises BadInput: when somebody fights who is not in the scenario, for whom the arrays have no room.
        """
        shown = {name: np.zeros(box.shape or (), box.dtype) for name, box in self.arrays.items()}
        shown["map"][:, :, :-1] = _layers(view.ground)
        self._list(view, shown["creatures"], shown["conditions"], shown["map"])
        shown["situation"][:] = self._situation(view, page)
        if page is not None:
            place = view.me.square
            described = [self._described(choice, view.ground, place) for choice in page.choices]
            shown["menu"][: len(described)] = described
        return {"observation": shown, "action_mask": self.mask(page)}

    def _row(self, who: str) -> int:
        row = self.rows.get(who)
        if row is None:
            raise BadInput(f"{who} has come into the fight later, and the arrays have no row for it: leave it out")
        return row

    def _list(self, view: View, figures: Any, conditions: Any, drawn: Any) -> None:
        """Everybody whom it knows of, each in the row of his place in the scenario."""
        ground, me = view.ground, view.me
        for creature in (me, *view.friends):
            row = self._row(creature.id)
            figures[row] = (
                *(1, 2 if creature is me else 1, *_offset(ground, me.square, creature.square), creature.span),
                ground.distance(me.square, me.span, creature.square, creature.span),
                *(creature.hit_points, creature.sheet.hit_points, band(creature)),
                *(creature.sheet.speed // 5, self._kind.get(creature.sheet.kind, 0), *self._held(creature.held), 0),
            )
            conditions[row] = [creature.flags & bit != 0 for bit in BIT.values()]
            _mark(ground, creature, row, drawn)
        for known, foes in ((1, view.foes), (2, view.fallen)):
            for foe in foes:
                row = self._row(foe.id)
                figures[row] = (
                    *(known, -1, *_offset(ground, me.square, foe.square), foe.span, foe.distance),
                    *(0, 0, foe.band, 0, self._kind.get(foe.kind, 0), *self._held(foe.held), 0),
                )
                conditions[row] = [foe.has(bit) for bit in BIT.values()]
                _mark(ground, foe, row, drawn)
        for memory in view.remembered():
            row = self._row(memory.who)
            figures[row, :4] = 3, -1, *_offset(ground, me.square, memory.square)
            figures[row, CREATURE.index("ago")] = memory.ago

    def _held(self, held: tuple[str, ...]) -> tuple[int, int]:
        first, second = (*held, "", "")[:2]
        return self._code(first), self._code(second)

    def _code(self, name: str) -> int:
        """0 for nothing, 1 for what nobody has at the start."""
        return self._name.get(name, 1) if name else 0

    def _situation(self, view: View, page: Page | None) -> tuple[int, ...]:
        question = view.question
        down, count = view.losses()
        return (
            view.round,
            view.orders,
            0 if question is None else 1 + QUESTIONS.index(type(question)),
            (2 + PICKS.index(question.about) if question.about in PICKS else 1) if isinstance(question, Pick) else 0,
            self._asker(question),
            page.number if page is not None else 0,
            int(page.more) if page is not None else 0,
            count - down,
            count,
        )

    def _asker(self, question: Question | None) -> int:
        """The row, from 1 on, of whom a question is about."""
        names = ("provoker", "who", "before", "other")
        return next((1 + self.rows[who] for name in names if (who := getattr(question, name, "")) in self.rows), 0)

    def _described(self, choice: Order | Answer, ground: Ground, place: int) -> tuple[int, ...]:
        """A choice of a menu in figures, in the order of ``MENU``."""
        act: Any = choice.act if isinstance(choice, Ready | Begin) else choice
        values = msgspec.structs.asdict(act)
        say = values.get
        aimed = [say(name, "") for name in ("target", "friend", "foe", "option")] + [*say("on", ())]
        targets = [1 + self.rows[who] for who in aimed if who in self.rows]
        square = next((values[name] for name in ("to", "place", "square") if say(name, -1) >= 0), -1)
        manner = next((values[name] for name in _MANNERS if say(name)), "")
        return (
            _KIND[type(choice)],
            0 if act is choice else _KIND[type(act)],
            1 + TRIGGERS.index(choice.when.on) if isinstance(choice, Ready) else 0,
            *(*targets, 0, 0)[:2],
            len(targets),
            *((1, *_offset(ground, place, square)) if square >= 0 else (0, 0, 0)),
            len(say("via", ())),
            _WORD.get(manner, 0),
            self._code(next((values[name] for name in _NAMED if say(name)), "")),
            self._code(say("off_hand", "")),
            *(max(0, say(name, 0)) for name in ("power", "expertise", "parries", "height")),
            _LETHALITY.index(say("lethality", "")),
            sum(bool(say(name)) << bit for bit, name in enumerate(_FLAGS)),
        )


def _names(sheet: Any) -> Iterator[str]:
    """What a creature can have in hand, cast or use."""
    yield from (weapon.name for weapon in sheet.arms)
    yield from (thing.name for thing in getattr(sheet, "gear", ()))
    yield from (device.name for device in getattr(sheet, "devices", ()))
    yield from (power.name for power in getattr(sheet, "powers", ()))
    yield from getattr(sheet, "spells", {})
    if getattr(sheet, "caster", None) is not None:
        yield from (entry.name for entry in sheet.caster.prepared)
    if sheet.shield is not None:
        yield sheet.shield.name


def _box(*shape: int, kind: Any = np.int32) -> spaces.Box:
    limit = min(LARGE, int(np.iinfo(kind).max))
    return spaces.Box(-limit, limit, shape, kind)


def _offset(ground: Ground, here: int, there: int) -> tuple[int, int]:
    """Columns to the east and rows to the south."""
    (y, x), (other_y, other_x) = divmod(here, ground.stride), divmod(there, ground.stride)
    return other_x - x, other_y - y


def _mark(ground: Ground, one: Any, row: int, drawn: Any) -> None:
    """Draw a creature into the squares of its space."""
    y, x = divmod(one.square, ground.stride)
    drawn[y : y + one.span, x : x + one.span, MAP.index("creature")] = 1 + row


_LIGHT = " sd"
_SPELL = " fsb"
_BORDERS: tuple[tuple[int, Callable[[Ground], Any]], ...] = (
    (1, lambda ground: ground.low_borders),
    (2, lambda ground: ground.windows),
    (2, lambda ground: ground.slits),
    (3, lambda ground: ground.hard),
)


@lru_cache(maxsize=16)
def _layers(ground: Ground) -> Any:
    """The layers of a map: what it is made of, not who stands there."""
    layers = np.zeros((ground.height, ground.width, len(MAP) - 1), np.int16)
    figures = ground.figures
    drawn: tuple[tuple[str, tuple[str, ...], Callable[[str], int]], ...] = (
        ("terrain", figures.rows, lambda symbol: 1 + SYMBOLS.index(symbol)),
        ("elevation", figures.elevation, int),
        ("light", figures.light, lambda symbol: max(0, _LIGHT.find(symbol))),
        ("spell", figures.over, lambda symbol: max(0, _SPELL.find(symbol))),
    )
    for layer, rows, code in drawn:
        for y, line in enumerate(rows):
            layers[y, :, MAP.index(layer)] = [code(symbol) for symbol in line]
    for number, borders in _BORDERS:
        for layer, bits in zip(("east", "south"), borders(ground), strict=True):
            for square in squares(bits):
                y, x = divmod(square, ground.stride)
                if y < ground.height and x < ground.width:
                    layers[y, x, MAP.index(layer)] = number
    return layers
