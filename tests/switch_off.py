"""
Rules switched off, one after the other: the witness of each must fail, or the rule does nothing where it is cited.

``python -m tests.switch_off`` takes all rules that have a witness, or those named. A rule is off in one of these
ways, the first that its witness notices: its modifiers are worth nothing; its denials, prohibitions and rows of the
action tables are struck; a branch or loop of a function in which its id stands is not taken; such a function does
nothing; the events that cite it are not told. What rules an event names is no part of it here, so that a missing
citation is never mistaken for a missing effect. Each trial has a process of its own.
"""

from __future__ import annotations
import __future__

import ast
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import msgspec
import pytest
from _pytest.runner import runtestprotocol
from attrs import evolve, fields

from sim.core.errors import DiceError, Diverged, OffMenu
from sim.core.tally import Modifier
from sim.dice.sources import RecordedDice
from sim.encounter import Nobody, dice_of, fold, step
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled, DamageDealt, SaveRolled
from sim.events.base import TALLIES, citations
from sim.events.course import Answered, OrderGiven
from sim.events.log import Log, Reading, read
from sim.events.magic import AbilityUsed, ItemUsed
from sim.events.movement import Moved
from sim.events.orders import Order
from sim.events.turning import TurningRolled
from sim.grid.terrain import Borders, Ground
from sim.rules import coverage
from sim.rules.book import Cost
from sim.rules.d20 import action, core, cover, declare, mounted, pass_, ranged, run, threat, turn, turning, wounds
from sim.rules.d20.book import BOOK, D20
from sim.state.battle import Battle
from sim.state.conditions import STAGGERED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.rulebook import read as read_catalogue
from sim.tables.sheet import Weapon

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "sim" / "rules" / "d20"
TESTS = sorted((ROOT / "tests" / "rules" / "d20").glob("test_*.py"))


MANIFOLD = (
    OrderGiven,
    Answered,
    Moved,
    AttackRolled,
    DamageDealt,
    ContestRolled,
    SaveRolled,
    CheckRolled,
    ItemUsed,
    AbilityUsed,
    TurningRolled,
)
"""Events in which many rules have a say: that one of them is not told says nothing of a single rule."""

NOTICED = 100
"""So many events after its witness the effect of a rule must have shown."""

PATIENCE = 60
"""Seconds for a trial: without its rule a loop may have no end."""

TRIED = 40
"""So many events that cite a rule are looked at: the first may be of those where it makes no difference."""


class Verdict(NamedTuple):
    """How a rule was switched off and what noticed it; ``how`` is empty when nothing did."""

    rule: str
    how: str
    witness: str


class Site(NamedTuple):
    """A place where an id stands in a function, with the nodes around it from the outermost to the place itself."""

    module: str
    function: str
    path: tuple[ast.AST, ...]


# Where an id stands.


@cache
def trees() -> dict[str, ast.Module]:
    """The sources of the rulebook's modules."""
    return {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.py"))}


@cache
def index() -> dict[str, list[Site]]:
    """The places in functions at which each id stands, itself or by the name of its constant."""
    held: dict[tuple[str, str], frozenset[str]] = {}
    for module, tree in trees().items():
        for statement in tree.body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
                used = [node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)]
                ids = _ids(statement.value).union(*(held.get((module, name), ()) for name in used))
                for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                    if isinstance(target, ast.Name):
                        held[module, target.id] = ids
    found: dict[str, list[Site]] = {}
    for module, tree in trees().items():
        names = {name: ids for (home, name), ids in held.items() if home == module}
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                origin = (node.module or "").rpartition(".")[2]
                for alias in node.names:
                    modules[alias.asname or alias.name] = alias.name
                    names.update({alias.asname or alias.name: held.get((origin, alias.name), frozenset())})
        for site in _walk(module, tree, "", ()):
            node = site.path[-1]
            ids = frozenset()
            if isinstance(node, ast.Constant):
                ids = _ids(node)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                ids = names.get(node.id, ids)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                ids = held.get((modules.get(node.value.id, ""), node.attr), ids)
            for id in sorted(ids):
                found.setdefault(id, []).append(site)
    return found


def _ids(tree: ast.AST) -> frozenset[str]:
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(values & read_catalogue("d20").keys())


def _walk(module: str, node: ast.AST, name: str, path: tuple[ast.AST, ...]) -> Iterator[Site]:
    """Every node in a function."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        name = f"{name}.{node.name}" if name else node.name
    if name and isinstance(node, (ast.Constant, ast.Name, ast.Attribute)):
        yield Site(module, name, (*path, node))
    for child in ast.iter_child_nodes(node):
        yield from _walk(module, child, name, (*path, node))


# Ways to switch it off. Each is a label and a function that patches this process for good.


def ways(rule: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """All ways to switch a rule off, the gentlest first."""
    yield "its modifiers are worth nothing", lambda: without_value(rule)
    if any(row.rule == rule for row in declare._DENIALS):
        yield "its denial is struck", lambda: without_denial(rule)
    if any(entry.rule == rule for entries in declare.RULES.constraints.values() for entry in entries):
        yield "it forbids nothing", lambda: without_constraint(rule)
    if rule in action.ROWS.values():
        yield "its row of the action tables is empty", lambda: without_row(rule)
    if cited_in(rule) is OrderGiven:
        yield "what it prices has another price", lambda: without_price(rule)
    places = index().get(rule, [])
    for site in places:
        for label, change in branches(site):
            yield label, change
    for site in places:
        for label, change in empty(site):
            yield label, change
    if rule in BY_HAND:
        yield BY_HAND[rule]
    if (event := cited_in(rule)) not in MANIFOLD:
        yield f"{event.__name__}: the events that cite it are not told", lambda: untold(rule)


def cited_in(rule: str) -> type[object]:
    """The kind of event that cites a rule in its golden fight."""
    for name, seq in seen().get(rule, ()):
        return type(_log(name).events[seq])
    return OrderGiven


def without_value(rule: str) -> None:
    """Modifiers by this rule count nothing."""
    new = Modifier.__new__

    def worthless(cls: type[Modifier], value: int, type: str, source: str) -> Modifier:
        return new(cls, 0 if source == rule else value, type, source)

    def of(cls: type[Modifier], value: int = 0, type: str = "", rule: str = "") -> Modifier:
        return worthless(cls, value, type, rule)

    Modifier.__new__ = of  # type: ignore[method-assign, assignment]


def without_denial(rule: str) -> None:
    """The condition costs nobody its Dexterity bonus."""
    declare._DENIALS[:] = [row for row in declare._DENIALS if row.rule != rule]


def without_constraint(rule: str) -> None:
    """What it forbids is allowed."""
    for entries in declare.RULES.constraints.values():
        entries[:] = [entry for entry in entries if entry.rule != rule]


def without_row(rule: str) -> None:
    """The act provokes nothing, and is never forbidden for its own sake."""
    without_constraint(rule)
    numbers = action._numbers
    instead(action, "_numbers", lambda _: lambda row: numbers(row) | ({"aoo": "no"} if row == rule else {}))()
    action.provokes.cache_clear()


def without_price(rule: str) -> None:
    """An order that costs what it does by this rule costs something else."""
    cost = D20.cost

    def other(book: D20, battle: Battle, who: str, order: Order) -> Cost:
        found = cost(book, battle, who, order)
        return Cost("none" if found.kind != "none" else "standard", found.cites) if rule in found.cites else found

    instead(D20, "cost", lambda _: other)()


def untold(rule: str) -> None:
    """An event that cites the rule never happens."""
    tell = Table.tell

    def silent(table: Table, event: object) -> int:
        return len(table.log.events) - 1 if rule in citations(event) else tell(table, event)

    instead(Table, "tell", lambda _: silent)()


def instead(module: Any, name: str, by: Callable[[Any], Any]) -> Callable[[], None]:
    """Put something else in a module's place of this name, made from what is there."""
    return lambda: setattr(module, name, by(getattr(module, name)))


def unhampered(bound: Callable[[Battle, Creature], tuple[str, ...]]) -> Callable[[Battle, Creature], tuple[str, ...]]:
    """The staggered act as others do."""
    return lambda battle, me: () if me.flags & STAGGERED else bound(battle, me)


def short_reach(me: Creature, weapon: Weapon) -> tuple[int, int]:
    """Every weapon reaches as far as its wielder."""
    return 0, me.sheet.reach // 5


def at_hand(span: Callable[[Creature, Weapon], tuple[int, int]]) -> Callable[[Creature, Weapon], tuple[int, int]]:
    """Nobody reaches farther than to the next square."""
    return lambda me, weapon: (0, 1) if span(me, weapon) == (0, me.sheet.reach // 5) else span(me, weapon)


def tied(opposed: Callable[..., ContestRolled]) -> Callable[..., ContestRolled]:
    """A tie is won by nobody who began it."""
    return lambda *given, **named: _lost(opposed(*given, **named))


def _lost(rolled: ContestRolled) -> ContestRolled:
    return evolve(rolled, won=False) if rolled.total == rolled.other_total or len(rolled.dice) > 2 else rolled


def reversed_(opposed: Callable[..., ContestRolled]) -> Callable[..., ContestRolled]:
    """Who loses an opposed roll has won it."""

    def other(*given: Any, **named: Any) -> ContestRolled:
        rolled = opposed(*given, **named)
        return evolve(rolled, won=not rolled.won)

    return other


def bare_handed(hurt: Callable[..., int]) -> Callable[..., int]:
    """Bare hands do the damage of a club."""

    def other(table: Table, blow: declare.Blow, *given: Any) -> int:
        if blow.weapon.category == "unarmed":
            blow.weapon = msgspec.structs.replace(blow.weapon, damage="1d6")
        return hurt(table, blow, *given)

    return other


def with_lethal_hands(deal: Callable[..., int]) -> Callable[..., int]:
    """Bare hands kill."""

    def other(
        table: Table, target: Creature, me: Creature, weapon: Weapon, points: int, soft: bool, *given: Any
    ) -> int:
        return deal(table, target, me, weapon, points, soft and weapon.category != "unarmed", *given)

    return other


def lances_by_two_hands() -> None:
    """A lance needs both hands in the saddle too."""
    for entries in declare.RULES.constraints.values():
        for at, entry in enumerate(entries):
            if entry.rule == mounted.LANCE_ONE_HAND:
                entries[at] = entry._replace(forbids=lambda battle, me, order: "lance" in order.weapon)


def solid_allies(barred: Callable[..., int]) -> Callable[..., int]:
    """Allies bar the way as enemies do."""
    return lambda battle, me: barred(battle, me) | battle.occupied() & ~battle.footprint(me)


def nobody_passes(barred: Callable[..., int]) -> Callable[..., int]:
    """Enemies bar the way, whatever has become of them."""
    return lambda battle, me: barred(battle, me) | battle.occupied() & battle.enemies_mask(me.side)


def solid_bodies(on_reflex: Callable[..., tuple[Modifier, ...]]) -> Callable[..., tuple[Modifier, ...]]:
    """Creatures help against blasts as walls do."""
    behind = (Modifier(2, "cover", cover.REFLEX),)
    return lambda *given: behind if cover.soft_ignored(*given) else on_reflex(*given)


def even_ground() -> None:
    """No ground is harder than another."""
    for ground in GROUNDS:
        ground.difficult, ground.low_borders = (0, 0), Borders()
        ground.memo.clear()


GROUNDS: list[Ground] = []
"""The ground of the golden fight that is tried."""

SILENT = {
    "d20.weapon.draw-ammunition": "what would have to be done instead is in no order",
    "d20.item.other-no-aoo": "nobody is asked, so nothing is left to switch off",
    "d20.item.other-no-concentration": "no check is made, so nothing is left to switch off",
    "d20.ability.supernatural-not-disrupted": "no check is made, so nothing is left to switch off",
    "d20.ability.supernatural-no-concentration": "no check is made, so nothing is left to switch off",
    "d20.mounted.spell.stationary": "no check is made, so nothing is left to switch off",
    "d20.pass.ally-no-cover": "no cover is looked for, so nothing is left to switch off",
}
"""Rules that say what does not happen: the golden fights cite them where it would, and cannot do otherwise."""

_REACH = "a reach of one's own", instead(threat, "span_of_reach", lambda _: short_reach)
_ARMED = "nobody's hands are weapons", instead(threat, "armed_unarmed", lambda _: lambda me: False)
_EASY = "all ground is even", even_ground
_TABLE = "the table has no such row", instead(turning, "read_table", lambda read: lambda check: (read(check)[0], -99))
BY_HAND: dict[str, tuple[str, Callable[[], None]]] = {
    "d20.aoo.reach-weapon": _REACH,
    "d20.aoo.large-reach-weapon": _REACH,
    "d20.aoo.natural-reach": ("a reach of one square", instead(threat, "span_of_reach", at_hand)),
    "d20.core.touch-ac": (
        "armor counts against touches",
        instead(core, "base_ac", lambda ac: lambda target, denied, touch, zero="": ac(target, denied, False, zero)),
    ),
    "d20.core.opposed-check": ("a tie is lost", instead(core, "opposed", tied)),
    "d20.sunder.check": ("the lower roll wins", instead(core, "opposed", reversed_)),
    "d20.sunder.failure": ("the lower roll wins", instead(core, "opposed", reversed_)),
    "d20.ranged.max-range-projectile": (
        "shots go on for ever",
        instead(ranged, "max_range", lambda most: lambda weapon: (10**6, most(weapon)[1])),
    ),
    "d20.unarmed.armed-makes-aoo": _ARMED,
    "d20.unarmed.armed-no-provoke": _ARMED,
    "d20.unarmed.damage-by-size": ("hands are clubs", instead(core, "hurt", bare_handed)),
    "d20.unarmed.nonlethal": ("hands kill", instead(wounds, "deal", with_lethal_hands)),
    "d20.mounted.lance-one-hand": ("two hands on every lance", lances_by_two_hands),
    "d20.run.distance": ("a run is a walk", instead(run, "multiplier", lambda _: lambda me: (1, run.DISTANCE))),
    "d20.run.heavy-armor": ("a run is a walk", instead(run, "multiplier", lambda _: lambda me: (1, run.DISTANCE))),
    "d20.pass.ally": ("allies bar the way", instead(pass_, "barred", solid_allies)),
    "d20.pass.opponent": ("the helpless bar the way", instead(pass_, "barred", nobody_passes)),
    "d20.nonlethal.staggered-actions": (
        "the staggered have all their actions",
        instead(turn, "restriction", unhampered),
    ),
    "d20.cover.soft-no-reflex": ("bodies help against blasts", instead(cover, "on_reflex", solid_bodies)),
    **dict.fromkeys(("d20.terrain.difficult", "d20.terrain.multiple-doubling", "d20.terrain.obstacle"), _EASY),
    **dict.fromkeys(turning.TABLE, _TABLE),
}
"""Rules whose effect and whose citation stand in different places, each with a way of its own to switch it off."""


def branches(site: Site) -> Iterator[tuple[str, Callable[[], None]]]:
    """The branches and loops around a place, the innermost first, each not taken."""
    path = site.path
    for depth in range(len(path) - 2, 0, -1):
        node, below = path[depth], path[depth + 1]
        if isinstance(node, ast.FunctionDef):
            return
        test: ast.expr | None = None
        if isinstance(node, ast.If):
            test = ast.Constant(below in node.orelse) if below is not node.test else ast.Constant(False)
        elif isinstance(node, ast.IfExp):
            test = ast.Constant(below is node.orelse) if below is not node.test else ast.Constant(False)
        elif isinstance(node, ast.While) and below is not node.test:
            test = ast.Constant(False)
        if test is not None:
            yield _label(site, node, "takes another way"), _changed(site, node, test=test)
        if isinstance(node, ast.For) and below is not node.iter:
            yield _label(site, node, "finds nothing"), _changed(site, node, iter=ast.Tuple([], ast.Load()))


def empty(site: Site) -> Iterator[tuple[str, Callable[[], None]]]:
    """The function around a place, giving nothing at once."""
    (function,) = [node for node in site.path if isinstance(node, ast.FunctionDef)][:1]
    returns = ast.unparse(function.returns) if function.returns is not None else "None"
    plain = {"bool": "False", "str": "''", "int": "0", "None": "None"}
    nothing = plain.get(returns) or ("()" if returns.startswith("tuple[") and "..." in returns else "")
    if returns == "Modifier" or returns.endswith("| None"):
        nothing = "None"
    if nothing and [arg.arg for arg in function.args.args[:1]] != ["self"]:
        body: list[ast.stmt] = [ast.parse(f"return {nothing}").body[0]]
        if any(isinstance(node, ast.Yield) for node in ast.walk(function)):
            return
        yield _label(site, function, "does nothing"), _changed(site, function, body=body)


def _label(site: Site, node: ast.AST, what: str) -> str:
    return f"{site.module}.{site.function}:{getattr(node, 'lineno', 0)} {what}"


def _changed(site: Site, node: ast.AST, **new: Any) -> Callable[[], None]:
    """Give the function of a place the code that it has when a node's fields are others."""

    def change() -> None:
        for name, value in new.items():
            setattr(node, name, value)
        tree = ast.fix_missing_locations(ast.Module([site.path[1]], []))  # type: ignore[list-item]
        code = compile(tree, f"{site.module}.py", "exec", __future__.annotations.compiler_flag)
        target: Any = import_module(f"sim.rules.d20.{site.module}")
        for name in site.function.split("."):
            target = target.__dict__[name] if isinstance(target, type) else getattr(target, name)
        function = _plain(target)
        function.__code__ = next(part for part in _codes(code) if part.co_qualname == site.function)

    return change


def _plain(target: Any) -> FunctionType:
    while not isinstance(target, FunctionType):
        target = next(
            getattr(target, name)
            for name in ("__wrapped__", "__func__", "fget", "func")
            if getattr(target, name, None) is not None
        )
    return target


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


# What must notice it.


def diverges(name: str, seq: int) -> Callable[[], bool]:
    """Does a golden fight go another way, from the order in which event ``seq`` was told on?"""
    reading = _log(name)
    events = reading.events
    start = max((at for at in range(seq + 1) if type(events[at]) is OrderGiven), default=0)
    dice = [list(getattr(event, "dice", ())) for event in events]
    source = RecordedDice([die for rolled in dice for die in rolled], dice_of(reading.header, events))
    battle = fold(reading.header.scenario, events[:start])
    GROUNDS[:] = [battle.ground]
    table = Table(battle, Log(reading.header), source, Nobody(), past=events[start : seq + NOTICED])
    whole = len(events) <= seq + NOTICED
    table.log.events[:] = events[:start]
    table.next_die = sum(map(len, dice[:start]))

    def witness() -> bool:
        try:
            while table.past and step(BOOK, table):
                pass
        except Diverged:
            return True
        except (OffMenu, DiceError):
            return whole or bool(table.past)
        return whole and bool(table.past)

    return witness


@cache
def _log(name: str) -> Reading:
    return read(ROOT / "replays" / name)


def blind_to_citations() -> None:
    """Let tables compare with the past what an event says, not which rules it names."""

    def tell(table: Table, event: object) -> int:
        if table.past:
            expected = table.past.popleft()
            if expected != event:
                if bare(expected) != bare(event):
                    raise Diverged(len(table.log.events), expected, event)
                event = expected
            table.past.appendleft(event)
        return told(table, event)

    told = Table.tell
    instead(Table, "tell", lambda _: tell)()


def bare(event: object) -> object:
    """An event without the rules that it names."""
    less: dict[str, object] = {}
    for field in fields(type(event)):  # type: ignore[arg-type]
        if field.name == "cites":
            less["cites"] = ()
        elif field.name in TALLIES:
            less[field.name] = tuple(part[0] for part in getattr(event, field.name) if part[0])
    return evolve(event, **less)  # type: ignore[misc]


@cache
def tests_naming(rule: str) -> tuple[str, ...]:
    """The tests of the rulebook that name an id."""
    found = []
    for path in TESTS:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body if rule in text else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                if rule in coverage._named("\n".join(lines[first - 1 : node.end_lineno]), frozenset({rule})):
                    found.append(f"{path.name}::{node.name}")
    return tuple(found)


def any_fails(items: list[pytest.Item]) -> Callable[[], bool]:
    """Does one of these tests fail?"""
    return lambda: any(report.failed for item in items for report in runtestprotocol(item, log=False))


# Trials.


def apart(trial: Callable[[], bool]) -> bool:
    """The outcome of a trial in a process of its own; a crash is no outcome, nor is a trial without an end."""
    child = os.fork()
    if not child:
        signal.alarm(PATIENCE)
        outcome = 2
        with contextlib.suppress(BaseException):
            outcome = int(not trial())
        os._exit(outcome)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def judge(row: coverage.Covered, tests: dict[str, list[pytest.Item]]) -> Verdict:
    """Switch a rule off until its witness notices: the golden fight, else the tests that name it."""
    places = seen().get(row.id, [])[:TRIED]
    named = tests_naming(row.id)
    witnesses: list[tuple[str, Callable[[], Callable[[], bool]]]] = [
        (f"{name}#{seq}", partial(diverges, name, seq)) for name, seq in places
    ]
    if named and not places:
        witnesses.append((named[0], lambda: any_fails([item for test in named for item in tests[test]])))
    for place, prepare in witnesses:
        witness = prepare()
        for how, off in ways(row.id):

            def trial(off: Callable[[], None] = off, witness: Callable[[], bool] = witness) -> bool:
                blind_to_citations()
                off()
                return witness()

            if apart(trial):
                return Verdict(row.id, how, place)
    return Verdict(row.id, "", row.replay or row.test)


@cache
def seen() -> dict[str, list[tuple[str, int]]]:
    """The events of the golden fights that cite each rule."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted((ROOT / "replays").glob("*.jsonl")):
        for seq, event in enumerate(_log(path.name).events):
            for rule in dict.fromkeys(citations(event)):
                found.setdefault(rule, []).append((path.name, seq))
    return found


class Judge:
    """Judges instead of running the tests that were collected."""

    def __init__(self, rows: list[coverage.Covered]) -> None:
        self.rows = rows
        self.void = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """A line for each rule; progress on stderr."""
        tests: dict[str, list[pytest.Item]] = {}
        for item in items:
            tests.setdefault(f"{item.path.name}::{item.name.partition('[')[0]}", []).append(item)
        for number, row in enumerate(self.rows, 1):
            verdict = judge(row, tests)
            self.void += not verdict.how
            print(json.dumps(verdict), flush=True)
            said = f"{number} of {len(self.rows)} rules, {self.void} with a void witness"
            print(f"\r{said}", end="\n" if number == len(self.rows) else "", file=sys.stderr, flush=True)
        items.clear()


def main(names: list[str]) -> int:
    """Judge the rules named, or all that have a witness; 1 when some witness is void."""
    done = [row for row in coverage.coverage("d20") if row.status == "implemented" and row.id not in SILENT]
    rows = [row for row in done if not names or row.id in names]
    files = {
        str(TESTS[0].parent / test.partition("::")[0])
        for row in rows
        if row.id not in seen()
        for test in tests_naming(row.id)
    }
    judge = Judge(rows)
    quiet = [
        "-o",
        "addopts=",
        "-p",
        "no:terminal",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-s",
        "--import-mode=importlib",
    ]
    pytest.main([*quiet, *sorted(files)], plugins=[judge])
    return int(judge.void > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
