"""
A fight as plain data for the page: what every event says, changes and is made of.

Of a creature only what changes is written down, event by event, so that the page goes forth by putting it in place. A
map, the zones and what lies about are written whole, each as often as it differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sim.audit.claims import Finding
from sim.core.errors import BadInput
from sim.events.adnd import AttackMade
from sim.events.attacks import AttackRolled, CriticalRolled, DamageDealt, Healed, HitPointsLost
from sim.events.base import citations
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, FightEnded, OrderGiven
from sim.events.log import Reading
from sim.grid.bits import squares
from sim.replay.cursor import fold_one, opened
from sim.replay.narration import Narrator
from sim.replay.tongue import LANGUAGES, tongue
from sim.replay.viewer.geometry import overlays, threatened
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GONE, names
from sim.state.creature import Creature
from sim.tables.rulebook import row

State = dict[str, Any]


def record(reading: Reading, findings: Iterable[Finding] = ()) -> dict[str, Any]:
    """
    The whole fight, with the ``findings`` of an audit and the marks of the log's own.

    :raises Damaged: when an event does not fit the fight.
    """
    header = reading.header
    battle = opened(header.scenario)
    narrators = [Narrator(header.scenario, full=True, lang=lang) for lang in LANGUAGES]
    scenery = _Scenery()
    start = scenery.of(battle)
    cast = [_figure(creature) for creature in battle]
    place = {creature.id: index for index, creature in enumerate(battle)}
    states = [_state(battle, creature) for creature in battle]
    first = [dict(state) for state in states]
    steps: list[dict[str, Any]] = []
    rules: set[str] = set()
    round_, who = battle.round, battle.turn.who
    for seq, event in enumerate(reading.events):
        step: dict[str, Any] = {"k": type(event).__name__, "b": event.because, "w": _words(event, narrators)}
        if drawn := overlays(event, battle):
            step["o"] = drawn
        fold_one(seq, event, battle)
        for creature in battle:
            if creature.id not in place:
                place[creature.id] = len(cast)
                cast.append(_figure(creature))
                states.append({})
                first.append(_absent())
        if changes := _changes(battle, states):
            step["u"] = changes
        if (scene := scenery.of(battle)) != start:
            step["m"] = start = scene
        if found := list(citations(event)):
            step["r"] = found
            rules.update(found)
        if sums := _sums(event):
            step["x"] = sums
        if dice := getattr(event, "dice", ()):
            step["d"] = [list(die) for die in dice]
        if battle.round != round_:
            step["round"] = round_ = battle.round
        if battle.turn.who != who:
            who = battle.turn.who
            step["turn"] = place.get(who, -1)
        if type(event) in (OrderGiven, Answered):
            step["by"] = event.by
            step["q"] = [[reason.words, reason.score] for reason in event.reasons]
        if marked := _mark(event):
            step["!"] = marked
        steps.append(step)
    marks = [Finding(mark.seq, mark.law, mark.rule, mark.message) for mark in header.marks]
    wrong = sorted({*marks, *findings})
    rules.update(finding.rule for finding in wrong if finding.rule)
    return {
        "title": header.scenario.name,
        "ruleset": header.ruleset,
        "finished": reading.finished,
        "digest": reading.digest,
        "dice": [[part.start, part.source, part.seed] for part in header.dice],
        "policies": header.policies,
        "languages": list(LANGUAGES),
        "width": battle.ground.width,
        "height": battle.ground.height,
        "scenes": scenery.all,
        "cast": cast,
        "first": first,
        "steps": steps,
        "findings": wrong,
        "rules": {rule: _statement(rule) for rule in sorted(rules)},
        "tally": _tally(reading.events, place),
        "terms": {lang: _terms(lang, steps, first) for lang in LANGUAGES[1:]},
    }


class _Scenery:
    """Every state of map, zones and things that there was, each once."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []
        self._known: dict[object, int] = {}
        self._last: tuple[object, ...] = ()
        self._number = 0

    def of(self, battle: Battle) -> int:
        """The number of the state that it is in."""
        figures = battle.ground.figures
        now = figures, battle.zones, battle.things
        if len(self._last) == len(now) and all(a is b for a, b in zip(now, self._last, strict=True)):
            return self._number
        self._last = now
        number = self._known.get(now)
        if number is None:
            number = self._known[now] = len(self.all)
            self.all.append(
                {
                    "rows": list(figures.rows),
                    "elevation": list(figures.elevation),
                    "light": list(figures.light),
                    "over": list(figures.over),
                    "edges": [[battle.ground.square(edge.square), edge.side, edge.kind] for edge in figures.edges],
                    "strokes": figures.strokes,
                    "zones": [[zone.spell, list(squares(zone.squares))] for zone in battle.zones],
                    "things": [[thing.name, thing.square] for thing in battle.things],
                }
            )
        self._number = number
        return number


def _figure(creature: Creature) -> dict[str, Any]:
    """What never changes of a creature."""
    sheet = creature.sheet
    return {
        "id": creature.id,
        "name": sheet.name,
        "side": creature.side,
        "glyph": sheet.glyph,
        "size": sheet.size,
        "max": sheet.hit_points,
    }


def _terms(lang: str, steps: list[dict[str, Any]], first: list[State]) -> dict[str, str]:
    """What the terms that the page shows by themselves are called in a language."""
    found = {name for state in first for name in (*state["c"], *state["held"])}
    for step in steps:
        for _, changes in step.get("u", ()):
            found.update((*changes.get("c", ()), *changes.get("held", ())))
        found.update(part[1] for total in step.get("x", ()) for part in (*total["parts"], *total["dropped"]))
    said = tongue(lang)
    return {word: term for word in sorted(found) if (term := said.term(word)) != word}


def _absent() -> State:
    """Somebody who has not come yet."""
    return {"on": False, "at": 0, "span": 1, "hp": 0, "c": [], "held": [], "r": []}


def _state(battle: Battle, creature: Creature) -> State:
    """What may change of a creature, as the page shows it."""
    state: State = {
        "on": not creature.flags & GONE,
        "at": creature.square,
        "span": creature.span,
        "hp": creature.hit_points,
        "nl": creature.nonlethal,
        "tmp": creature.temporary,
        "c": list(names(creature.flags)),
        "held": list(creature.held),
        "g": list(creature.grapplers),
        "mount": creature.mount,
        "alt": creature.altitude,
        "r": [] if creature.flags & (DEAD | GONE) else list(threatened(battle, creature)),
    }
    if battle.ledger is not None:
        state["f"] = creature.facing
    return state


def _changes(battle: Battle, states: list[State]) -> list[list[Any]]:
    """What is otherwise than in ``states``, which are brought up to date, each with its creature's place."""
    found = []
    for index, creature in enumerate(battle):
        old, new = states[index], _state(battle, creature)
        changed = {name: value for name, value in new.items() if old.get(name) != value}
        if changed:
            states[index] = new
            found.append([index, changed])
    return found


def _words(event: Any, narrators: Sequence[Narrator]) -> list[str]:
    """The event in each language."""
    told = []
    for narrator in narrators:
        narrator.tell(event)
        told.append(narrator.line)
    return told


def _mark(event: Any) -> str:
    """What makes an event one to jump to."""
    if isinstance(event, CriticalRolled) and event.confirmed:
        return "critical"
    if isinstance(event, AttackRolled) and event.opportunity:
        return "opportunity"
    if isinstance(event, AttackMade) and event.free:
        return "opportunity"
    if isinstance(event, ConditionBegan) and event.condition == "dead":
        return "death"
    return "end" if isinstance(event, FightEnded) else ""


_TOTALS = {"parts": ("total", "amount"), "ac_parts": ("ac",), "other_parts": ("other_total",), "pool_parts": ("pool",)}
"""The fields with the parts of a total, and those with the total."""


def _sums(event: Any) -> list[dict[str, Any]]:
    """Every total of an event with its parts, and what did not count with the reason."""
    found = []
    for parts, totals in _TOTALS.items():
        if not hasattr(event, parts):
            continue
        total = next((getattr(event, name) for name in totals if hasattr(event, name)), None)
        dropped = getattr(event, parts.replace("parts", "dropped"), ())
        found.append(
            {
                "of": parts,
                "total": total,
                "parts": [[part.value, part.type, part.rule] for part in getattr(event, parts)],
                "dropped": [[out.value, out.type, out.rule, out.why] for out in dropped],
            }
        )
    return found


def _statement(rule: str) -> str:
    try:
        return row(rule).rule
    except BadInput:
        return ""


def _tally(events: Sequence[Any], place: dict[str, int]) -> list[dict[str, int]]:
    """For each creature: attacks, hits, damage dealt and taken, healing received."""
    found = [dict.fromkeys(("attacks", "hits", "dealt", "taken", "healed"), 0) for _ in place]
    for event in events:
        if isinstance(event, AttackRolled | AttackMade):
            row_of = found[place[event.attacker]]
            row_of["attacks"] += 1
            row_of["hits"] += event.hit
        elif isinstance(event, DamageDealt):
            found[place[event.target]]["taken"] += event.amount
            if event.source in place:
                found[place[event.source]]["dealt"] += event.amount
        elif isinstance(event, HitPointsLost):
            found[place[event.who]]["taken"] += event.amount
        elif isinstance(event, Healed):
            found[place[event.who]]["healed"] += event.hit_points
    return found
