"""
A fight that breaks a law, cut down to the smallest that still breaks it.

What is cut down is a *case*: the scenario, what everybody chose, and the dice. Played again, a case is followed as far
as it fits: each creature takes the next of its own choices that is allowed, looks for another target where its own is
gone, and idles when it has none left; each die is the next that fell with as many sides in the same creature's turn,
and a bland one (10 on a d20, or thereabouts) when there is none. So a creature, an order, a die can be left out and
the rest still means what it did.

Passes, in turn and until none of them helps: leave out creatures and choices; try one blow alone; put creatures where
they stood in the end; crop the map and clear it; take away equipment; make dice bland. A candidate is kept if the law
is still broken and the fight is *smaller*: fewer creatures, else fewer events, else less map, else plainer figures,
orders and dice. There is no chance in it: the same case gives the same smallest fight.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from sim.audit.claims import Finding
from sim.core.errors import DiceError, MaraudError
from sim.encounter import battle_of, begin, step
from sim.events.base import apply
from sim.events.course import Answered, OrderGiven
from sim.events.header import Mark, Placed, Scenario
from sim.events.log import Log, Reading, parse
from sim.events.orders import Answer, Attack, Decision, End, Order, Pass, Question
from sim.grid.figures import FINE
from sim.grid.strokes import touched
from sim.grid.terrain import column_name
from sim.laws import breaches
from sim.rules.book import Rulebook
from sim.rules.shelf import book as book_of
from sim.state.battle import Battle
from sim.state.conditions import GONE
from sim.table import Menu, Table

T = TypeVar("T")

TRIALS = 2500
"""Fights that one shrinking plays at most."""

BY, IDLE = "shrunk", "idle"
"""Who decided, in the log: a choice of the case; nobody, since it has none left."""

SLACK = 24
"""Events that a fight may last longer when somebody has been left out."""

SPARE = 400
"""Dice that may fall in a fight besides those of its case."""

CRASH = "the-engine-crashes"
"""The law that no fight ends in an exception."""

_SQUARES = frozenset({"to", "square", "place"})
"""Fields of orders that are squares; ``via`` are several."""

_PLAIN = ("feats", "gear", "devices", "powers", "components", "training", "skills", "ranks", "persona")
"""Fields of a sheet without which it is plainer."""


class Choice(NamedTuple):
    """What somebody chose: an order in its turn, or an answer when it was asked."""

    who: str
    asked: bool
    what: Any


class Throw(NamedTuple):
    """A die as it fell in somebody's turn (empty: nobody's)."""

    turn: str
    sides: int
    value: int

    @property
    def far(self) -> int:
        """How far it is from a bland one."""
        return abs(self.value - bland(self.sides))


class Case(NamedTuple):
    """All that a fight follows from. ``longest``: it is broken off after so many events."""

    scenario: Scenario
    choices: tuple[Choice, ...]
    dice: tuple[Throw, ...]
    longest: int


class Minimal(NamedTuple):
    """The smallest fight that was found: its log with the finding marked, the finding, and how many fights it took."""

    log: Log
    finding: Finding
    trials: int

    @classmethod
    def marked(cls, log: Log, finding: Finding, trials: int = 0) -> Minimal:
        """A log up to its finding, which is marked."""
        mark = Mark(finding.seq, finding.invariant, finding.message, finding.rule)
        found = Log(replace(log.header, marks=(mark,)))
        found.events = list(log.events[: finding.seq + 1])
        return cls(found, finding, trials)

    def write(self, path: Path) -> Path:
        """Write the log down, over whatever was there; returns where it is."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.log.to_bytes())
        return path


def bland(sides: int) -> int:
    """
    The die that says nothing: the middle.

    >>> [bland(sides) for sides in (20, 8, 6, 2)]
    [10, 4, 3, 1]
    """
    return (sides + 1) // 2


class _Enough(Exception):
    """As many events as were asked for."""


class Tape:
    """Player, dice and watcher of one case: follows it as far as it fits, and notes the dice that fell."""

    def __init__(self, case: Case) -> None:
        self.left: dict[tuple[str, bool], deque[Any]] = {}
        for choice in case.choices:
            self.left.setdefault((choice.who, choice.asked), deque()).append(choice.what)
        self.dice: dict[tuple[str, int], deque[int]] = {}
        for throw in case.dice:
            self.dice.setdefault((throw.turn, throw.sides), deque()).append(throw.value)
        self.longest = case.longest
        self.spare = 0
        self.fell: list[Throw] = []
        self.table: Table | None = None

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        left = self.left.get((who, question is not None), ())
        while left:
            for choice in _aimed_anew(left.popleft(), battle, who):
                if menu.accepts(choice):
                    return Decision(choice, BY)
            if question is not None:
                break
        return Decision(_nothing(question, menu), IDLE)

    def value(self, index: int, sides: int) -> int:
        """As dice do."""
        turn = "" if self.table is None else self.table.battle.turn.who
        left = self.dice.get((turn, sides))
        if left:
            value = left.popleft()
        else:
            value = 1 + (bland(sides) - 1 + self.spare) % sides  # no two alike: ties are rolled until they break
            self.spare += 1
            if self.spare > SPARE:
                raise DiceError(f"more than {SPARE} dice fall that the case does not have")
        self.fell.append(Throw(turn, sides, value))
        return value

    def watch(self, seq: int, event: object) -> None:
        """Break the fight off when it has lasted long enough."""
        if seq + 1 >= self.longest:
            raise _Enough


def _nothing(question: Question | None, menu: Menu) -> Order | Answer:
    """The end of the turn; an opportunity let pass; of other choices the first."""
    if question is None:
        return End()
    answers: list[Any] = list(menu)
    return next((answer for answer in answers if type(answer) is Pass), answers[0])


def _aimed_anew(choice: Any, battle: Battle, who: str) -> Iterator[Any]:
    """The choice; if its target is gone, the same with every other creature."""
    yield choice
    target = getattr(choice, "target", "")
    if target and target not in battle.creatures:
        for other in battle.creatures:
            if other != who:
                yield replace(choice, target=other)


def case_of(reading: Reading) -> Case:
    """What a log followed from: what everybody chose and which dice fell, whoever decided and whatever gave them."""
    choices: list[Choice] = []
    dice: list[Throw] = []
    turns = _turns(reading)
    for seq, event in enumerate(reading.events):
        if type(event) is OrderGiven:
            choices.append(Choice(event.who, False, event.order))
        elif type(event) is Answered:
            choices.append(Choice(event.who, True, event.answer))
        dice += [Throw(turns[seq], die.sides, die.value) for die in getattr(event, "dice", ())]
    return Case(reading.header.scenario, tuple(choices), tuple(dice), len(reading.events))


def _turns(reading: Reading) -> list[str]:
    """In whose turn each event was told: before it is applied."""
    battle = battle_of(reading.header.scenario)
    found = []
    for event in reading.events:
        found.append(battle.turn.who)
        apply(event, battle)
    return found


class Played(NamedTuple):
    """A case played: its log, the dice that fell, and the exception that ended it, if one did."""

    log: Log
    fell: tuple[Throw, ...]
    crash: str


def play(book: Rulebook, case: Case) -> Played:
    """Play a case to its end, or until it is broken off."""
    tape = Tape(case)
    table = begin(book, case.scenario, tape, dice=tape, source="drawn", watcher=tape.watch)
    tape.table = table
    crash = ""
    try:
        while step(book, table):
            pass
    except _Enough:
        pass
    except MaraudError:
        raise
    except Exception as error:
        crash = crash_of(error)
    return Played(table.log, tuple(tape.fell), crash)


def crash_of(error: Exception) -> str:
    """
    An exception in one line: its type, its place, its message.

    >>> try:
    ...     [].pop()
    ... except IndexError as error:
    ...     crash_of(error).startswith("IndexError in ")
    True
    """
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, {last.name}: {error}"


def judged(played: Played, only: str = "") -> list[Finding]:
    """What is wrong with a fight."""
    last = len(played.log.events) - 1
    if played.crash:
        return [Finding(last, CRASH, "", played.crash)] if only in ("", CRASH) else []
    if only == CRASH:
        return []
    return breaches(parse(played.log.to_bytes()), only)


def _size(scenario: Scenario, log: Log, dice: Iterable[Throw]) -> tuple[int, ...]:
    """How large a fight is, the weightiest first."""
    figures = scenario.map
    rows = figures.rows
    area = len(rows) * len(rows[0])
    marks = sum(symbol != "." for row in rows for symbol in row) + len(figures.edges) + len(scenario.options)
    marks += len(figures.strokes)
    marks += sum(map(bool, (figures.elevation, figures.light, figures.over, figures.soft)))
    marks += len(scenario.unaware) + sum(len(placed.conditions) for placed in scenario.creatures)
    given = [event.by for event in log.events if type(event) in (OrderGiven, Answered)]
    figures_left = sum(
        len(getattr(placed.sheet, name, ())) for placed in scenario.creatures for name in (*_PLAIN, "weapons")
    )
    far = [throw.far for throw in dice if throw.far]
    wounds = sum(placed.sheet.hit_points for placed in scenario.creatures)
    choices = len(given) - given.count(IDLE)
    said = sum(
        len(msgspec.json.encode(event.order if type(event) is OrderGiven else event.answer))
        for event in log.events
        if type(event) in (OrderGiven, Answered) and event.by != IDLE
    )
    return (
        len(scenario.creatures),
        len(log.events),
        area,
        marks,
        choices,
        said,
        len(far),
        sum(far),
        figures_left,
        wounds,
    )


class _Best(NamedTuple):
    """The smallest so far: a case that plays exactly so, its log, what is found in it, and how large it is."""

    case: Case
    log: Log
    finding: Finding
    size: tuple[int, ...]


class Shrinker:
    """
    Cuts a case down as far as it goes. ``trials`` counts the fights that it has played, ``most`` is where it stops.

    :raises ValueError: when the case, played again, does not break the law.
    """

    def __init__(self, reading: Reading, finding: Finding, *, most: int = TRIALS) -> None:
        self.book = book_of(reading.header.ruleset)
        self.law = finding.invariant
        self.rule = finding.rule
        self.most = most
        self.trials = 0
        case = case_of(reading)
        found = self.tried(case._replace(longest=max(len(reading.events), finding.seq + 1) + SLACK))
        if found is None:
            raise ValueError(f"the fight does not break {self.law!r} when it is played again")
        self.best = found

    def tried(self, case: Case) -> _Best | None:
        """The case as it plays, cut after the finding; ``None`` if the law holds, or it is no fight."""
        self.trials += 1
        try:
            played = play(self.book, case)
            found = judged(played, self.law)
        except (MaraudError, KeyError, IndexError, ValueError, AttributeError, TypeError):
            return None
        found = [finding for finding in found if finding.rule == self.rule]
        if not found:
            return None
        finding = found[0]
        log = Log(played.log.header)
        log.events = list(played.log.events[: finding.seq + 1])
        own = [e for e in log.events if type(e) in (OrderGiven, Answered)]
        choices = tuple(
            Choice(e.who, type(e) is Answered, e.order if type(e) is OrderGiven else e.answer)
            for e in own
            if e.by != IDLE
        )
        dice = played.fell[: sum(len(getattr(event, "dice", ())) for event in log.events)]
        exact = Case(case.scenario, choices, dice, len(log.events))
        return _Best(exact, log, finding, _size(case.scenario, log, dice))

    def better(self, case: Case, slack: int = 0) -> bool:
        """Is this a smaller fight that breaks the law? Then it is the best so far."""
        if self.trials >= self.most:
            return False
        found = self.tried(case._replace(longest=self.best.case.longest + slack))
        if found is None or found.size >= self.best.size:
            return False
        self.best = found
        return True

    def shrink(self) -> Minimal:
        """Pass after pass until none of them helps."""
        passes: tuple[Callable[[], None], ...] = (
            self.creatures,
            self.choices,
            self.shortcuts,
            self.places,
            self.crop,
            self.terrain,
            self.figures,
            self.dice,
        )
        before: tuple[int, ...] = ()
        while before != self.best.size and self.trials < self.most:
            before = self.best.size
            for each in passes:
                each()
        return Minimal.marked(self.best.log, self.best.finding, self.trials)

    # ---- the passes -----------------------------------------------------------------------------------------------

    def _without(
        self, what: Callable[[Case], Sequence[T]], put: Callable[[Case, list[T]], Case], slack: int = 0
    ) -> None:
        """Delta debugging: leave out as many of these as can be, the last first, in pieces that get smaller."""
        piece = max(1, len(what(self.best.case)) // 2)
        while piece:
            end = len(what(self.best.case))
            while end > 0:
                items = list(what(self.best.case))
                end = min(end, len(items))
                begin_at = max(0, end - piece)
                self.better(put(self.best.case, items[:begin_at] + items[end:]), slack)
                end = begin_at
            piece //= 2

    def creatures(self) -> None:
        """Leave out creatures, with other dice if need be: all of them bland, high or low."""

        def put(case: Case, left: list[Placed]) -> Case:
            return case._replace(scenario=_only(case.scenario, left))

        self._without(lambda case: case.scenario.creatures, put, SLACK)
        for placed in reversed(self.best.case.scenario.creatures):
            left = [other for other in self.best.case.scenario.creatures if other.sheet.id != placed.sheet.id]
            case = put(self.best.case, left)
            for shown in (bland, lambda sides: sides, lambda sides: 1):
                dice = tuple(throw._replace(value=shown(throw.sides)) for throw in case.dice)
                if self.better(case._replace(dice=dice), SLACK):
                    break

    def choices(self) -> None:
        """Leave out orders and answers, for whoever has none idles; then what is special about the others."""
        self._without(lambda case: case.choices, lambda case, left: case._replace(choices=tuple(left)))
        for index in range(len(self.best.case.choices)):
            for field in msgspec.structs.fields(type(self.best.case.choices[index].what)):
                choices = list(self.best.case.choices)
                if index >= len(choices) or field.required:
                    break
                what = choices[index].what
                if getattr(what, field.name, field.default) != field.default:
                    choices[index] = choices[index]._replace(what=replace(what, **{field.name: field.default}))
                    self.better(self.best.case._replace(choices=tuple(choices)))

    def shortcuts(self) -> None:
        """In the place of everything, one attack by anybody on anybody: much that is wrong shows in it already."""
        for one in self.best.case.scenario.creatures:
            for other in self.best.case.scenario.creatures:
                for weapon in one.sheet.arms if one is not other else ():
                    blow = Choice(one.sheet.id, False, Attack(other.sheet.id, weapon.name))
                    if self.better(self.best.case._replace(choices=(blow,))):
                        return

    def places(self) -> None:
        """Put creatures where they stand in the end, or wherever they have been, and leave out how they got there."""
        battle = battle_of(self.best.case.scenario)
        been: dict[str, list[int]] = {}
        for event in self.best.log.events:
            apply(event, battle)
            for creature in battle:
                stays = been.setdefault(creature.id, [])
                if not creature.flags & GONE and creature.square not in stays:
                    stays.append(creature.square)
        for who, stays in been.items():
            for square in reversed(stays[1:]):
                moved = [
                    replace(placed, square=square) if who in (placed.sheet.id, placed.rides) else placed
                    for placed in self.best.case.scenario.creatures
                ]
                case = self.best.case._replace(scenario=replace(self.best.case.scenario, creatures=tuple(moved)))
                still = tuple(c for c in case.choices if c.who != who or not hasattr(c.what, "to"))
                if self.better(case._replace(choices=still)) or self.better(case):
                    break

    def crop(self) -> None:
        """Cut rows and columns off the map, as many as can be at once."""
        for side in ("south", "east", "north", "west"):
            rows = self.best.case.scenario.map.rows
            count = (len(rows) if side in ("south", "north") else len(rows[0])) - 1
            while count:
                cut = {side: count}
                case = cropped(self.best.case, **cut)
                if case is None or not self.better(case):
                    count //= 2
                else:
                    rows = self.best.case.scenario.map.rows
                    count = min(count, (len(rows) if side in ("south", "north") else len(rows[0])) - 1)

    def terrain(self) -> None:
        """Clear the map, and take away its layers, borders, the options, surprise, and with what creatures start."""
        scenario = self.best.case.scenario
        for layer in ("elevation", "light", "over", "soft", "edges", "strokes"):
            self._scenario(lambda s, layer=layer: replace(s, map=replace(s.map, **{layer: ()})))  # type: ignore[misc]
        self._scenario(lambda s: replace(s, options={}))
        self._scenario(lambda s: replace(s, unaware=()))
        for placed in scenario.creatures:
            self._sheet(placed.sheet.id, lambda p: replace(p, conditions=()))
        self._without(
            lambda case: case.scenario.map.edges,
            lambda case, left: _mapped(case, replace(case.scenario.map, edges=tuple(left))),
        )
        self._without(
            lambda case: case.scenario.map.strokes,
            lambda case, left: _mapped(case, replace(case.scenario.map, strokes=tuple(left))),
        )
        self._without(_features, _with_features)

    def figures(self) -> None:
        """Take away feats, gear and weapons, and hit points: of all, and of each."""
        for points in (1, 4, 10):
            self._scenario(lambda s, n=points: _weakened(s, n))  # type: ignore[misc]
        for placed in self.best.case.scenario.creatures:
            who = placed.sheet.id
            for name in _PLAIN:
                if getattr(placed.sheet, name, ()):
                    empty = type(getattr(placed.sheet, name))()
                    self._sheet(who, lambda p, n=name, e=empty: replace(p, sheet=replace(p.sheet, **{n: e})))  # type: ignore[misc]
            for weapon in placed.sheet.weapons:
                self._sheet(who, lambda p, w=weapon: replace(p, sheet=_unarmed(p.sheet, w.name)))  # type: ignore[misc]
            for points in (1, 4, placed.sheet.hit_points // 2):
                if 0 < points < self._placed(who).sheet.hit_points:
                    self._sheet(who, lambda p, n=points: replace(p, sheet=replace(p.sheet, hit_points=n)))  # type: ignore[misc]

    def dice(self) -> None:
        """Let others go first; make dice bland, many at once; bring the rest as near to it as they go."""

        def telling(case: Case) -> list[int]:
            return [index for index, throw in enumerate(case.dice) if throw.far]

        def put(case: Case, left: list[int]) -> Case:
            keep = set(left)
            return case._replace(
                dice=tuple(
                    throw if index in keep else throw._replace(value=bland(throw.sides))
                    for index, throw in enumerate(case.dice)
                )
            )

        for index, throw in enumerate(self.best.case.dice):
            if not throw.turn and index < len(self.best.case.dice):
                self._die(index, throw.sides) or self._die(index, 1)
        self._without(telling, put)
        for index in telling(self.best.case):
            while index < len(self.best.case.dice):
                throw = self.best.case.dice[index]
                middle = bland(throw.sides)
                near = [middle + (throw.value - middle) // 2, throw.value + (1 if throw.value < middle else -1)]
                if not throw.far or not any(self._die(index, value) for value in near if value != throw.value):
                    break

    def _die(self, index: int, value: int) -> bool:
        dice = list(self.best.case.dice)
        dice[index] = dice[index]._replace(value=value)
        return self.better(self.best.case._replace(dice=tuple(dice)))

    def _placed(self, who: str) -> Placed:
        return next(placed for placed in self.best.case.scenario.creatures if placed.sheet.id == who)

    def _scenario(self, change: Callable[[Scenario], Scenario]) -> None:
        scenario = self.best.case.scenario
        if (changed := change(scenario)) != scenario:
            self.better(self.best.case._replace(scenario=changed))

    def _sheet(self, who: str, change: Callable[[Placed], Placed]) -> None:
        self._scenario(
            lambda s: replace(
                s, creatures=tuple(change(placed) if placed.sheet.id == who else placed for placed in s.creatures)
            )
        )


def _weakened(scenario: Scenario, most: int) -> Scenario:
    """The scenario with nobody who has more hit points than this."""
    creatures = tuple(
        replace(placed, sheet=replace(placed.sheet, hit_points=min(most, placed.sheet.hit_points)))
        for placed in scenario.creatures
    )
    return replace(scenario, creatures=creatures)


def _unarmed(sheet: Any, weapon: str) -> Any:
    """The sheet without a weapon, in hand or not."""
    return replace(
        sheet,
        weapons=tuple(other for other in sheet.weapons if other.name != weapon),
        held=tuple(name for name in sheet.held if name != weapon),
    )


def _only(scenario: Scenario, left: Sequence[Placed]) -> Scenario:
    """The scenario with these creatures alone; whose mount is gone stands where it sat."""
    ids = {placed.sheet.id for placed in left}
    afoot = tuple(replace(placed, rides="") if placed.rides and placed.rides not in ids else placed for placed in left)
    return replace(scenario, creatures=afoot, unaware=tuple(who for who in scenario.unaware if who in ids))


def _mapped(case: Case, figures: Any) -> Case:
    return case._replace(scenario=replace(case.scenario, map=figures))


def _features(case: Case) -> list[tuple[int, int]]:
    """The squares with something on them."""
    rows = case.scenario.map.rows
    return [(x, y) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol != "."]


def _with_features(case: Case, left: list[tuple[int, int]]) -> Case:
    keep = set(left)
    rows = tuple(
        "".join(symbol if (x, y) in keep else "." for x, symbol in enumerate(row))
        for y, row in enumerate(case.scenario.map.rows)
    )
    return _mapped(case, replace(case.scenario.map, rows=rows))


def cropped(case: Case, *, north: int = 0, east: int = 0, south: int = 0, west: int = 0) -> Case | None:
    """The case on a map without so many rows and columns at its borders; ``None`` if somebody stands there."""
    figures = case.scenario.map
    height, width = len(figures.rows), len(figures.rows[0])
    high, wide = height - north - south, width - west - east
    if high < 1 or wide < 1:
        return None

    def cut(rows: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row[west : width - east] for row in rows[north : height - south])

    def moved(square: int) -> int:
        """Its number on the smaller map; -1 when it is cut off."""
        y, x = divmod(square, width + 1)
        y, x = y - north, x - west
        return y * (wide + 1) + x if 0 <= x < wide and 0 <= y < high else -1

    placed = []
    for one in case.scenario.creatures:
        corner = one.square + (one.sheet.span - 1) * (width + 2)
        if moved(one.square) < 0 or moved(corner) < 0:
            return None
        placed.append(replace(one, square=moved(one.square)))
    edges = []
    for edge in figures.edges:
        x, y = _column(edge.square) - west, int(edge.square.lstrip("abcdefghijklmnopqrstuvwxyz")) - 1 - north
        if 0 <= x < wide and 0 <= y < high:
            edges.append(replace(edge, square=f"{column_name(x)}{y + 1}"))
    dx, dy = FINE * west, FINE * north
    strokes = ((x0 - dx, y0 - dy, x1 - dx, y1 - dy) for x0, y0, x1, y1 in figures.strokes)
    smaller = replace(
        figures,
        rows=cut(figures.rows),
        elevation=cut(figures.elevation),
        light=cut(figures.light),
        over=cut(figures.over),
        soft=cut(figures.soft),
        edges=tuple(edges),
        strokes=tuple(stroke for stroke in strokes if touched(stroke, wide + 1, high)),
    )
    scenario = replace(case.scenario, map=smaller, creatures=tuple(placed))
    choices = tuple(choice._replace(what=_shifted(choice.what, moved)) for choice in case.choices)
    return case._replace(scenario=scenario, choices=choices)


def _column(square: str) -> int:
    letters = square.rstrip("0123456789")
    return next(x for x in range(200) if column_name(x) == letters)


def _shifted(wish: Any, moved: Callable[[int], int]) -> Any:
    """An order or answer with its squares, and those of an order within, as they are called on another map."""
    changes: dict[str, Any] = {}
    for name in wish.__struct_fields__:
        value = getattr(wish, name)
        if name in _SQUARES and isinstance(value, int) and value >= 0:
            changes[name] = moved(value)
        elif name == "via":
            changes[name] = tuple(moved(square) for square in value)
        elif isinstance(value, msgspec.Struct):
            changes[name] = _shifted(value, moved)
    return replace(wish, **changes) if changes else wish


def shrunk(reading: Reading, finding: Finding, *, most: int = TRIALS) -> Minimal:
    """
    The smallest fight found that breaks the same law, by the same rule, as this one does.

    :raises ValueError: when the fight does not break the law when it is played again.
    """
    return Shrinker(reading, finding, most=most).shrink()
