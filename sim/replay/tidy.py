"""
A log as tidy tables: a row for each fight, creature, turn, event, roll, modifier, die.

Nothing is judged and nothing left out: ``data`` holds each event as the log has it, byte for byte. ``COLUMNS`` says
what stands in each table; ``docs/data.md`` shows the same to the reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from sim.core.errors import taken_at_its_word
from sim.events.adnd import AttackMade, ScoreChecked
from sim.events.adnd_grips import StrengthContested
from sim.events.adnd_morale import MoraleChecked
from sim.events.attacks import AttackRolled, ContestRolled, DamageDealt, HitPointsLost
from sim.events.course import Answered, FightEnded, InitiativeRolled, OrderGiven
from sim.events.log import Reading
from sim.events.movement import Moved
from sim.events.objects import AimRolled
from sim.events.turning import TurningRolled
from sim.replay.cursor import fold_one, opened
from sim.state.battle import Battle, Turn
from sim.state.conditions import DOWN, names


class Column(NamedTuple):
    """A column: its name, of what type its values are, what they mean. Only where ``void`` may one be missing."""

    name: str
    type: Literal["text", "int", "bool"]
    meaning: str
    void: bool = False


_FIGHT = Column("fight", "text", "the file of the log, as it was named")
_SEQ = Column("seq", "int", "number of the event")
_ACTOR = Column("actor", "text", "who does it, or whom it happens to; several are parted by spaces")
_TARGET = Column("target", "text", "to whom it is done; empty: nobody")
_WHAT = Column("what", "text", "the order, question, weapon, spell, check or condition that it is about")

COLUMNS: dict[str, tuple[Column, ...]] = {
    "fights": (
        _FIGHT,
        Column("name", "text", "name of the scenario"),
        Column("ruleset", "text", "by which rulebook: `d20` or `adnd`"),
        Column("version", "text", "of the rulebook"),
        Column("seed", "text", "of its latest dice; empty: they came from no seed"),
        Column("finished", "bool", "has the fight come to its end?"),
        Column("winner", "text", "the side that has won; empty: nobody"),
        Column("reason", "text", "by which rule it ended"),
        Column("rounds", "int", "number of the last round"),
        Column("events", "int", "how many there are"),
        Column("digest", "text", "of the last line, which stands for the whole log"),
    ),
    "creatures": (
        _FIGHT,
        Column("creature", "text", "its id"),
        Column("side", "text", "whose it is"),
        Column("kind", "text", "its entry in the bestiary"),
        Column("policy", "text", "who plays it"),
        Column("full_hit_points", "int", "hit points when it is unhurt"),
        Column("hit_points", "int", "hit points at the end of the log"),
        Column("down", "bool", "is it out of the fight by then?"),
        Column("conditions", "text", "in which it is by then, parted by commas"),
    ),
    "turns": (
        _FIGHT,
        Column("turn", "int", "number of the turn, from 0; an activation of AD&D is one, and so is a readied act"),
        Column("round", "int", "in which it is"),
        Column("actor", "text", "whose turn it is"),
        Column("side", "text", "his side"),
        Column("first_seq", "int", "`seq` of the event that begins it"),
        Column("last_seq", "int", "`seq` of its last event"),
        Column("orders", "int", "how many he carried out in it"),
        Column("attacks", "int", "attack rolls that he made in it"),
        Column("hits", "int", "those that hit"),
        Column("dealt", "int", "points of damage that he dealt in it"),
        Column("taken", "int", "points of damage that he took in it"),
        Column("halves", "int", "half squares that he moved in it"),
        Column("hit_points", "int", "that he has left after it"),
    ),
    "events": (
        _FIGHT,
        _SEQ,
        Column("kind", "text", "which event, such as `AttackRolled`"),
        Column("because", "int", "`seq` of what entitles it; -1: the course of the fight"),
        Column("round", "int", "in which it is; 0 before the first and in a surprise round"),
        Column("turn", "int", "in which it is; missing: in nobody's", void=True),
        _ACTOR,
        _TARGET,
        _WHAT,
        Column("decider", "text", "of an order or answer: who decided, a policy or `player`, say"),
        Column("cites", "text", "ids of the rules that it names besides those of its modifiers, parted by spaces"),
        Column("data", "text", "the whole event as JSON, as it stands in the log"),
    ),
    "rolls": (
        _FIGHT,
        _SEQ,
        Column("kind", "text", "which event, such as `SaveRolled`"),
        _ACTOR,
        _TARGET,
        _WHAT,
        Column("total", "int", "what came out: a total, a percentage, points of damage"),
        Column("rolled", "int", "the dice in it"),
        Column("modifier", "int", "the modifiers in it"),
        Column("rest", "int", "what else is in it: multiplied, halved, fixed points, at least one"),
        Column(
            "against", "int", "what it is held against: armor class, difficulty, rating, the other's total", void=True
        ),
        Column("base", "int", "what `against` is before its modifiers", void=True),
        Column("success", "bool", "did it come off: a hit, a save, a miss by concealment?", void=True),
    ),
    "modifiers": (
        _FIGHT,
        _SEQ,
        Column("place", "int", "number among the modifiers of the event"),
        Column(
            "goes_to",
            "text",
            "to which number it is added: `total`, `against`, `ac` (of AD&D), `pool`, `score`, `other-score`",
        ),
        Column("value", "int", "what it adds"),
        Column("type", "text", "its bonus type or label"),
        Column("rule", "text", "id of the rule that gives it"),
        Column("counts", "bool", "does it?"),
        Column("why", "text", "why it does not"),
    ),
    "dice": (
        _FIGHT,
        Column("die", "int", "number of the die in the fight"),
        _SEQ,
        Column("sides", "int", "of the die"),
        Column("value", "int", "that it shows"),
    ),
}
"""The tables of a log by name."""

Row = tuple[Any, ...]
Tables = dict[str, list[Row]]


def tables(reading: Reading, fight: str) -> Tables:
    """
    The rows of each table for one log, which they call ``fight``.

    :raises Damaged: when an event does not fit the fight.
    """
    header = reading.header
    battle = opened(header.scenario)
    found: Tables = {name: [] for name in COLUMNS}
    turns = _Turns(fight)
    end: Any = None
    for seq, event in enumerate(reading.events):
        fold_one(seq, event, battle)
        kind, dice = type(event).__name__, getattr(event, "dice", ())
        whom = _text(event, _ACTORS), _target(event), _what(event)
        with taken_at_its_word(f"{fight}: event {seq} ({kind}) makes no sense"):
            turn = turns.heed(seq, event, battle)
            if dice or hasattr(event, "parts"):
                found["rolls"].append((fight, seq, kind, *whom, *_roll(event)))
                found["modifiers"] += [(fight, seq, place, *row) for place, row in enumerate(_modifiers(event))]
        cites, decider = " ".join(event.cites), event.by if type(event) in (OrderGiven, Answered) else ""
        data = _ENCODER.encode(event).decode()
        found["events"].append((fight, seq, kind, event.because, battle.round, turn, *whom, decider, cites, data))
        found["dice"] += [(fight, die.index, seq, die.sides, die.value) for die in dice]
        if type(event) is FightEnded:
            end = event
    found["turns"] = turns.rows(battle)
    ruled = header.ruleset, header.ruleset_version, header.dice[-1].seed if header.dice else "", reading.finished
    came = (end.winner, end.reason) if end else ("", "")
    found["fights"].append(
        (fight, header.scenario.name, *ruled, *came, battle.round, len(reading.events), reading.digest)
    )
    for one in battle:
        sheet, policy = one.sheet, header.policies.get(one.id, "")
        states = bool(one.flags & DOWN), ", ".join(names(one.flags))
        found["creatures"].append(
            (fight, one.id, one.side, sheet.kind, policy, sheet.hit_points, one.hit_points, *states)
        )
    return found


_ENCODER = msgspec.json.Encoder()

_ACTORS = ("who", "attacker", "caster", "source", "side", "owner")
_TARGETS = ("target", "targets", "other", "enemy", "friend", "loser", "owner", "provoker")
_WHATS = (
    *("weapon", "save", "check", "contest", "spell", "condition", "ability", "attempt", "act", "about", "item"),
    *("damage_type", "reason", "mode", "how", "name"),
)


def _text(event: Any, fields: tuple[str, ...]) -> str:
    """The first of these fields that says something."""
    for field in fields:
        value = getattr(event, field, "")
        if isinstance(value, tuple):
            value = " ".join(map(str, value))
        if isinstance(value, str) and value:
            return value
    return ""


def _target(event: Any) -> str:
    found = _text(event, _TARGETS)
    wish = getattr(event, "order", None) or getattr(event, "question", None)
    found = found or _text(wish, _TARGETS)
    return "" if found == _text(event, _ACTORS) else found


def _what(event: Any) -> str:
    """The name of an order or a question, or whatever else an event is about."""
    for field in ("order", "question", "act"):
        wish = getattr(event, field, None)
        if isinstance(wish, msgspec.Struct):
            return str(type(wish).__struct_config__.tag)
    return _text(event, _WHATS)


class _Turns:
    """The turns so far, each with its events and what its owner did in it."""

    def __init__(self, fight: str) -> None:
        self.fight = fight
        self._turns: list[tuple[Turn, dict[str, Any]]] = []
        self._number: dict[int, int] = {}
        """By identity of the turn, which is kept: one that a readied act interrupts goes on afterwards."""

    def heed(self, seq: int, event: Any, battle: Battle) -> int | None:
        """The turn in which an event is that has just been applied; none between turns, and none from the end on."""
        turn = battle.turn
        if not turn.who or battle.phase == "over":
            return None
        number = self._number.setdefault(id(turn), len(self._turns))
        if number == len(self._turns):
            counts = dict.fromkeys(("orders", "attacks", "hits", "dealt", "taken", "halves"), 0)
            self._turns.append((turn, {"round": battle.round, "first_seq": seq, **counts}))
        row, who = self._turns[number][1], turn.who
        row["last_seq"], row["hit_points"] = seq, battle.creatures[who].hit_points
        match event:
            case OrderGiven(who=actor) if actor == who:
                row["orders"] += 1
            case AttackRolled(attacker=actor, hit=hit) | AttackMade(attacker=actor, hit=hit) if actor == who:
                row["attacks"] += 1
                row["hits"] += hit
            case DamageDealt(source=source, target=target, amount=amount):
                row["dealt"] += amount * (source == who)
                row["taken"] += amount * (target == who)
            case HitPointsLost(who=actor, amount=amount) if actor == who:
                row["taken"] += amount
            case Moved(who=actor, halves=halves) if actor == who:
                row["halves"] += halves
        return number

    def rows(self, battle: Battle) -> list[Row]:
        """The rows of the table."""
        order = [column.name for column in COLUMNS["turns"][5:]]
        return [
            (
                self.fight,
                number,
                row["round"],
                turn.who,
                battle.creatures[turn.who].side,
                *(row[name] for name in order),
            )
            for number, (turn, row) in enumerate(self._turns)
        ]


_TOTALS = ("total", "amount", "roll", "hit_points", "points")
_AGAINST = ("ac", "dc", "needed", "score", "chance", "percent", "resistance", "other_total")
_SUCCESS = ("hit", "success", "confirmed", "won", "happens", "missed", "overcome", "fumbles", "held", "failed")


def _first(event: Any, fields: tuple[str, ...], kind: type[int]) -> Any:
    """The first of these fields with a value of this kind."""
    return next((value for field in fields if type(value := getattr(event, field, None)) is kind), None)


def _roll(event: Any) -> Row:
    """What ``rolls`` has of an event with dice or modifiers: from ``total`` on."""
    dice, modifier = [die.value for die in event.dice], sum(part.value for part in getattr(event, "parts", ()))
    rolled, total, success = sum(dice), _first(event, _TOTALS, int), _first(event, _SUCCESS, bool)
    against = base = None if success is None else _first(event, _AGAINST, int)
    match event:
        case AttackMade():
            rolled, total = event.roll, event.roll + modifier
            against = base = event.thac0 - event.ac if dice else None
        case AttackRolled() | AimRolled():
            base = 0
        case ContestRolled():
            rolled, base = dice[-2] if len(dice) > 1 else event.total - modifier, dice[-1]
        case StrengthContested():
            rolled, against = (*dice, 0, 0)[:2]
            base, modifier, success = against, 0, event.outcome == "won"
        case InitiativeRolled() | TurningRolled():
            rolled = dice[0]
        case HitPointsLost():
            total = rolled
        case ScoreChecked():
            base, modifier = event.score - modifier, 0
        case MoraleChecked():
            base, against, modifier = event.rating, event.rating + modifier, 0
    if total is None:
        total = rolled + modifier
    return total, rolled, modifier, total - rolled - modifier, against, base, success


_NUMBERS: dict[type[Any], dict[str, str]] = {
    AttackMade: {"ac_parts": "ac"},
    ScoreChecked: {"parts": "against"},
    MoraleChecked: {"parts": "against"},
    StrengthContested: {"parts": "score", "other_parts": "other-score"},
}
"""In which number the modifiers of a field count, where it is another than the usual one."""
_USUAL = {"parts": "total", "ac_parts": "against", "other_parts": "against", "pool_parts": "pool"}


def _modifiers(event: Any) -> Iterator[Row]:
    """The modifiers of an event, in its order: from ``goes_to`` on."""
    for field, usual in _USUAL.items():
        of = _NUMBERS.get(type(event), _USUAL).get(field, usual)
        for part in getattr(event, field, ()):
            yield of, *part, True, ""
        for dropped in getattr(event, field.replace("parts", "dropped"), ()):
            yield of, dropped.value, dropped.type, dropped.rule, False, dropped.why
