"""What breaks a law is cut down to a small fight that still breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sim.encounter import rerun
from sim.events.attacks import AttackRolled, DamageDealt
from sim.events.course import FightBegan, OrderGiven
from sim.events.log import Reading, parse
from sim.events.orders import Attack, Move, Ready, Trigger
from sim.fuzz import fight
from sim.grid.figures import MapFigures
from sim.laws import LAWS, Verdict, breaches, law
from sim.rules.shelf import book
from sim.shrink import Choice, bland, case_of, cropped, play, shrunk
from sim.testing import Broken, hold, hold_all


@pytest.fixture
def peace() -> Iterator[str]:
    """A law that every fight breaks sooner or later: no blow does more than three points of damage."""
    name = "blows-are-light"

    @law(name)
    def blows_are_light(reading: Reading) -> Iterator[Verdict]:
        """No blow does more than three points of damage."""
        for seq, event in enumerate(reading.events):
            if type(event) is DamageDealt and event.amount > 3:
                yield seq, f"{event.target} takes {event.amount}"

    yield name
    del LAWS[name]


def broken(name: str, rules: str) -> Reading:
    """The first made-up fight that breaks a law."""
    return next(f.reading for f in (fight(number, rules) for number in range(40)) if f.findings(name))


@pytest.mark.parametrize("rules", ["d20", "adnd"])
def test_a_fight_shrinks_to_a_blow(peace: str, rules: str) -> None:
    """Two creatures, one blow: what else was in the fight is gone, and the finding stands at the last event."""
    reading = broken(peace, rules)

    small = shrunk(reading, breaches(reading, peace)[0])

    header, events = small.log.header, small.log.events
    begun = next(seq for seq, event in enumerate(events) if type(event) is FightBegan)
    assert len(header.scenario.creatures) == 2
    assert len(events) - begun - 1 <= (12 if rules == "d20" else 24)
    assert [(mark.seq, mark.law) for mark in header.marks] == [(len(events) - 1, peace)]
    assert type(events[-1]) is DamageDealt


def test_the_small_fight_is_a_log_like_any_other(peace: str) -> None:
    """It reads back, is the same when run again, and breaks the law where it is marked."""
    reading = broken(peace, "d20")
    small = shrunk(reading, breaches(reading, peace)[0])
    data = small.log.to_bytes()

    again = parse(data)

    assert rerun(book("d20"), again).log.to_bytes().startswith(data)
    assert breaches(again, peace)[0].seq == again.header.marks[0].seq


def test_shrinking_is_no_matter_of_chance(peace: str) -> None:
    """The same fight gives the same small one, byte for byte."""
    reading = broken(peace, "d20")
    finding = breaches(reading, peace)[0]

    assert shrunk(reading, finding).log.to_bytes() == shrunk(reading, finding).log.to_bytes()


def test_dice_that_tell_nothing_are_bland(peace: str) -> None:
    """At most three show anything but the middle: who goes first, the hit, the damage."""
    reading = broken(peace, "d20")

    small = shrunk(reading, breaches(reading, peace)[0])

    rolled = [die for event in small.log.events for die in getattr(event, "dice", ())]
    assert [die for die in rolled if die.value == bland(die.sides)]
    assert len([die for die in rolled if die.value != bland(die.sides)]) <= 3


@pytest.mark.parametrize("rules", ["d20", "adnd"])
def test_a_case_plays_as_its_fight_did(rules: str) -> None:
    """Nothing left out, it gives the same events but for who decided."""
    for number in range(3):
        reading = fight(number, rules).reading

        played = play(book(rules), case_of(reading))

        assert list(map(kind_of, played.log.events)) == list(map(kind_of, reading.events))
        assert [e for e in played.log.events if type(e) is AttackRolled] == [
            e for e in reading.events if type(e) is AttackRolled
        ]


def kind_of(event: object) -> str:
    """What kind of event it is, with the order if it is one."""
    return f"{type(event).__name__} {event.order if type(event) is OrderGiven else ''}"


def test_orders_keep_their_squares_on_a_cropped_map() -> None:
    """A square is the same place on the smaller map, inside a readied order too."""
    case = case_of(fight(0, "d20").reading)
    figures = MapFigures(("....",) * 4)
    wishes = (Move(2 * 5 + 3), Ready(Attack("a", "b", square=2 * 5 + 3), Trigger("moves")))
    case = case._replace(
        scenario=replace(case.scenario, map=figures, creatures=()),
        choices=tuple(Choice("a", False, wish) for wish in wishes),
    )

    smaller = cropped(case, north=1, west=2)

    assert smaller is not None
    assert [choice.what for choice in smaller.choices] == [
        Move(1 * 3 + 1),
        Ready(Attack("a", "b", square=1 * 3 + 1), Trigger("moves")),
    ]


def test_a_map_is_not_cropped_where_somebody_stands() -> None:
    """A creature on the border keeps it."""
    case = case_of(fight(0, "d20").reading)
    one = replace(case.scenario.creatures[0], square=0)
    case = case._replace(scenario=replace(case.scenario, creatures=(one,)))

    assert cropped(case, north=1) is None
    assert cropped(case, west=1) is None


def test_hold_says_what_where_and_how_to_see_it(peace: str, tmp_path: Path) -> None:
    """The failure names the law, the event, the numbers, and the log of the small fight."""
    with pytest.raises(
        Broken, match=r"blows-are-light is broken at event \d+: \w+ takes \d+; .*: maraud replay"
    ) as error:
        hold_all(peace, runs=40, folder=tmp_path)

    assert error.value.path == tmp_path / "blows-are-light.jsonl"
    assert parse(error.value.path.read_bytes()).header.marks[0].law == peace


def test_hold_is_silent_where_the_law_is_kept() -> None:
    """A fight that breaks nothing gives nothing to say."""
    hold(fight(2, "d20"), "a-rerun-gives-the-same-bytes", "a-fight-can-be-told")
