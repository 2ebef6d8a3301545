"""Logs read back: told in words, gone through forth and back, verified, and held against their schema."""

from __future__ import annotations

import json
from functools import cache

import jsonschema
import pytest
from attrs import evolve, fields
from hypothesis import given, settings
from hypothesis import strategies as st

import sim.events.log  # noqa: F401 (knows every kind of event)
from sim.core.errors import Damaged
from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.encounter import fold
from sim.events.attacks import AttackRolled, ContestRolled, DamageDealt
from sim.events.base import KINDS
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, FightEnded, OrderGiven, RefereeMoved
from sim.events.equipment import Drew
from sim.events.log import Reading, parse
from sim.events.movement import Moved
from sim.events.orders import Attack, Opportunity, Pass
from sim.replay.cursor import Cursor, board
from sim.replay.narration import Narrator, sentence, story
from sim.replay.telling import TELLERS, Scene
from sim.replay.verify import verified
from sim.testing import battlefield, order
from tests.record_golden import Golden, play
from tests.schemas import ROOT

TABLE = battlefield(". . . .\n. A o .\n. . . .", A="fighter-1", o="orc")


@cache
def reading() -> Reading:
    """A fight with a bit of everything."""
    return parse(play(Golden("goblin-ambush", 3)))


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_of_event_can_be_told(name: str) -> None:
    """No event is without words."""
    assert KINDS[name] in TELLERS


@pytest.mark.parametrize("full", [False, True], ids=["story", "full"])
def test_a_whole_fight_can_be_told(full: bool) -> None:
    """Every line is one line, and the last one says how it ended."""
    narrator = Narrator(reading().header.scenario, full=full)
    lines = [line for event in reading().events for line in narrator.tell(event)]

    assert all("\n" not in line for line in lines)
    assert "The fight is over" in lines[-1]


def test_the_full_style_tells_every_event() -> None:
    """Each event has its number in front."""
    narrator = Narrator(reading().header.scenario, full=True)
    numbers = [int(narrator.tell(event)[-1].split()[0]) for event in reading().events]

    assert numbers == list(range(len(reading().events)))


BLOW = AttackRolled(
    -1,
    "A",
    "o",
    "longsword",
    "melee",
    14,
    (Modifier(5, "base attack", "d20.core.attack-roll"), Modifier(-2, "prone", "d20.attack-mod.prone")),
    (),
    15,
    (Modifier(13, "base", "d20.core.armor-class"), Modifier(2, "cover", "d20.cover.ac")),
    (),
    False,
    False,
    False,
    (),
    (Die(0, 20, 11),),
)


@pytest.mark.parametrize(
    ("event", "full", "words"),
    [
        (
            BLOW,
            False,
            "A attacks o with longsword: attack 14 = d20 11 + base attack 5 - prone 2 [d20.attack-mod.prone]"
            " against AC 15 (+ cover 2 [d20.cover.ac]): miss",
        ),
        (
            BLOW,
            True,
            "A attacks o with longsword: attack 14 = d20 11 + base attack 5 [d20.core.attack-roll]"
            " - prone 2 [d20.attack-mod.prone] against AC 15 = base 13 [d20.core.armor-class] + cover 2 [d20.cover.ac]:"
            " miss",
        ),
        (
            DamageDealt(
                -1, "o", "A", 6, False, (Modifier(2, "strength", "d20.core.damage"),), "slashing", (), (Die(0, 8, 4),)
            ),
            False,
            "o: 6 damage = d8 4 + strength 2, 5/5 left",
        ),
        (
            ContestRolled(
                -1,
                "trip",
                "A",
                "o",
                ("strength", "dexterity"),
                12,
                (),
                3,
                (),
                True,
                (),
                (Die(0, 20, 12), Die(1, 20, 3)),
            ),
            False,
            "trip: A strength 12 = d20 12 against o dexterity 3 = d20 3: won",
        ),
        (Moved(-1, "A", (6, 7, 8), 4, "walk", 1), False, "A moves from b2 to d2"),
        (Moved(-1, "A", (6, 7, 8), 4, "walk", 1), True, "A moves: b2 c2 d2 (2 squares)"),
        (Drew(-1, "A", "shortbow"), False, "A draws shortbow"),
        (
            ConditionBegan(-1, "A", "shaken", (), ender="o", turns=2),
            False,
            "A is shaken until the turn of o, 2 turns from now",
        ),
        (ConditionEnded(-1, "A", "shaken", ()), False, "A is no longer shaken"),
        (OrderGiven(-1, "A", Attack("o", "longsword"), "standard", "x", ()), False, ""),
        (
            OrderGiven(-1, "A", Attack("o", "longsword"), "standard", "x", ()),
            True,
            "A is told: attack o with longsword (standard action)",
        ),
        (
            Answered(-1, "o", Opportunity("A", "moving"), Attack("A", "falchion"), "x", ()),
            False,
            "o takes an opportunity, as A moves away: attack A with falchion",
        ),
        (Answered(-1, "o", Opportunity("A", "moving"), Pass(), "x", ()), False, "o lets an opportunity against A pass"),
        (RefereeMoved(-1, "A", 0, "a mistake"), False, "The referee puts A at a1: a mistake"),
        (
            FightEnded(-1, "upper", "all others are down"),
            False,
            "The fight is over: upper have won; all others are down",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str | bool) else None,
)
def test_events_in_words(event: object, full: bool, words: str) -> None:
    """Numbers stand with their parts; the story leaves out what goes without saying."""
    assert sentence(event, Scene(TABLE.battle, [], full)) == words


def test_reactions_stand_further_in_than_what_they_answer() -> None:
    """An opportunity is told inside the move that gave it, its blow inside the opportunity."""
    lines = list(story(reading().header.scenario, reading().events))
    at = next(number for number, line in enumerate(lines) if "takes an opportunity" in line)
    depth = [len(line) - len(line.lstrip()) for line in lines]

    assert depth[at + 1] > depth[at] >= depth[at - 1] - 4


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-1, 200), min_size=1, max_size=6))
def test_a_cursor_gets_to_any_moment_from_any_other(stops: list[int]) -> None:
    """Forth and back, it shows what a fold from the start shows."""
    cursor = Cursor(reading().header.scenario, reading().events)
    for seq in stops:
        there = cursor.to(seq).snapshot()
        assert there == fold(reading().header.scenario, reading().events[: seq + 1]).snapshot()


def test_a_cursor_stops_at_the_last_event() -> None:
    """Beyond the end is the end."""
    assert Cursor(reading().header.scenario, reading().events).to(10**6).phase == "over"


def test_the_board_shows_who_stands_where() -> None:
    """Letters on the map, a line for each creature."""
    assert board(TABLE.battle) == ("    abcd\n  1 ....\n  2 .Ao.\n  3 ....\n\nA A  b2   12/12\no o  c2   5/5")


def test_an_event_that_does_not_fit_is_damage() -> None:
    """A log that names nobody who is there is refused in one sentence."""
    cursor = Cursor(TABLE.log.header.scenario, [Drew(-1, "nobody", "longsword")])

    with pytest.raises(Damaged, match="event 0"):
        cursor.to(0)


def test_a_fight_from_a_seed_verifies() -> None:
    """All dice are those of the seed."""
    verdict = verified(reading())

    assert verdict.findings == ()
    assert verdict.dice == len(list(reading().dice()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda die: die._replace(value=die.value % die.sides + 1), "its seed gives"),
        (lambda die: die._replace(value=0), "shows 0"),
        (lambda die: die._replace(index=die.index + 1), "is due"),
        (lambda die: die._replace(index=die.index - 1), "is due"),
    ],
    ids=["another value", "no value", "too late", "twice"],
)
def test_a_die_that_was_not_rolled_is_found(change, words: str) -> None:
    """A changed die is a finding at its event, however well the chain was mended."""
    events = list(reading().events)
    seq = next(seq for seq, event in enumerate(events) if type(event) is AttackRolled)
    events[seq] = evolve(events[seq], dice=tuple(change(die) for die in events[seq].dice))
    findings = verified(reading()._replace(events=tuple(events))).findings

    assert (seq, True) in [(at, words in message) for at, message in findings]


def test_scripted_dice_are_unverifiable() -> None:
    """Nobody can say whether they were rolled, so that is no finding."""
    table = battlefield(". A o .", A="fighter-1", o="orc", dice="d20:2")
    order(table, "A", Attack("o", "longsword"))
    verdict = verified(Reading(table.log.header, tuple(table.log.events), "", False, 0, 0))

    assert (verdict.dice, verdict.unverifiable, verdict.findings) == (0, 1, ())


def test_every_line_of_a_log_keeps_the_schema() -> None:
    """The published schema accepts what is written, header and events."""
    schema = json.loads((ROOT / "replays" / "log.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    lines = play(Golden("wrestlers", 11)).decode().splitlines()

    assert [line[:80] for line in lines if not validator.is_valid(json.loads(line))] == []


@pytest.mark.parametrize(
    "change",
    [{"seq": -1}, {"kind": "Nothing"}, {"chain": "0"}, {"extra": 1}, {"because": "x"}],
    ids=lambda change: next(iter(change)),
)
def test_the_schema_refuses_what_is_no_line(change: dict[str, object]) -> None:
    """It says something: a wrong value, kind or key does not pass."""
    schema = json.loads((ROOT / "replays" / "log.schema.json").read_text("utf-8"))
    line = json.loads(play(Golden("duel", 7)).splitlines()[5])

    assert not jsonschema.Draft202012Validator(schema).is_valid({**line, **change})


@pytest.mark.parametrize("name", sorted(KINDS))
def test_no_field_of_an_event_has_the_name_of_a_field_of_its_line(name: str) -> None:
    """A line would hold the key twice, and other readers would be misled."""
    assert not {"seq", "kind", "chain"} & {field.name for field in fields(KINDS[name])}
