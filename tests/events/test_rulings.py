"""What the referee may rule, in words; what follows from it; what it may not."""

import pytest

from sim.audit import audit
from sim.core.errors import BadInput
from sim.encounter import battle_of, begin, play, rerun, step
from sim.events.conditions import ConditionBegan
from sim.events.course import InitiativeRolled, OrderGiven, RefereeAdded, RefereeOverruled, RoundBegan, TurnBegan
from sim.events.log import parse
from sim.events.orders import Decision, End, Pass
from sim.events.rulings import parse as ruling
from sim.replay.narration import story
from sim.replay.verify import verified
from sim.rules.d20.book import BOOK
from sim.scenario.loader import load
from sim.script import Script
from sim.tables import bestiary
from sim.testing import battlefield, scenario_of
from tests.record_golden import ROOT

DRAWN = ". . . . . .\n. A . o p .\n. . . # # ."
CAST = {"A": "fighter-3", "o": "orc", "p": "orc"}


class Idler:
    """Does nothing at all."""

    def decide(self, battle, who, question, menu):
        return Decision(End() if question is None else Pass(), "idler")


def fought(*lines):
    """A fight in which the referee alone does something; it can be verified, audited and run again."""
    table = begin(BOOK, scenario_of(DRAWN, CAST), Idler(), seed=5, script=Script("\n".join(lines)))
    play(BOOK, table)
    reading = parse(table.log.to_bytes())
    assert verified(reading).findings == ()
    assert audit(reading) == []
    assert rerun(BOOK, reading).log.to_bytes() == table.log.to_bytes()
    assert any("referee" in line for line in story(reading.header.scenario, reading.events))
    return table


def told(table, kind):
    return [event for event in table.log.events if type(event) is kind]


def conditions(table, who):
    return {condition.name for condition in table.battle[who].conditions}


@pytest.mark.parametrize(
    ("points", "state"), [(0, {"disabled"}), (-3, {"prone"}), (-12, {"dead"})], ids=["0", "negative", "deadly"]
)
def test_hit_points_that_the_referee_sets_tell(points, state):
    """Who has none left is disabled, dying or dead by the same rules as anybody."""
    table = fought("round 1", f"referee: set hit points of o to {points} because of an old wound")

    assert state <= conditions(table, "o")


def test_who_is_moved_by_the_referee_lets_go():
    """A hold does not reach across the map."""
    table = fought(
        "round 1",
        "referee: move o to c2 because it was there",
        "turn A",
        "A: grapple o with unarmed strike [d20:20 d20:20 d20:1]",
        "referee: move o to a1 because it was not there after all",
    )

    assert table.battle["A"].grapplers == ()


def test_a_condition_ended_by_the_referee_ends_with_regard_to_everybody():
    """Who is no longer grappling grapples nobody."""
    table = fought(
        "round 1",
        "referee: move o to c2 because it was there",
        "turn A",
        "A: grapple o with unarmed strike [d20:20 d20:20 d20:1]",
        "referee: o is not grappling because it is greased",
    )

    assert table.battle["o"].grapplers == ()
    assert "grappling" not in conditions(table, "A")


def test_who_is_added_rolls_initiative_and_acts_in_its_place():
    """Flat-footed until then, and in the next round if its place is over."""
    table = fought("round 2", "turn A", "referee: add goblin as g at a1 to lower because the horn was heard [d20:20]")
    added = table.log.events.index(told(table, RefereeAdded)[0])
    after = table.log.events[added + 1 :]

    assert type(after[0]) is InitiativeRolled
    assert after[1].condition == "flat-footed"
    second = next(at for at, event in enumerate(after) if type(event) is RoundBegan)
    turns = [event.who for event in after[second:] if type(event) is TurnBegan][:4]
    assert turns == sorted(turns, key=lambda who: table.battle[who].initiative, reverse=True)
    assert turns[0] == "g"
    assert conditions(table, "g") == set()


def test_who_is_added_before_the_fight_rolls_with_the_others():
    """It is one of them from the start."""
    table = fought("referee: add goblin at a1 to upper because it was forgotten")

    assert [event.who for event in told(table, InitiativeRolled)] == ["A", "o", "p", "goblin-1"]


def test_one_more_of_a_kind_in_the_fight_is_like_it():
    """A creature of the scenario's own can be added too, numbered if it has no name."""
    added = ruling("add orc at a1 to lower because x", battlefield(DRAWN, **CAST).battle, bestiary)

    assert (added.placed.sheet.id, added.placed.sheet.side, added.placed.sheet.kind) == ("orc-1", "lower", "orc")


def test_a_result_can_be_overruled():
    """On record, with its number; what holds instead is ruled in words of its own."""
    table = fought("round 1", "referee: overrule 0 because the die was cocked")

    assert told(table, RefereeOverruled) == [RefereeOverruled(-1, 0, "the die was cocked")]


def test_orders_count_among_the_events_that_can_be_overruled():
    """The last event there is has the number of events before it, whatever they are."""
    table = battlefield(DRAWN, **CAST)
    before = len(table.log.events)
    table.tell(OrderGiven(-1, "A", End(), "none", "player", ()))

    assert ruling(f"overrule {before} because x", table.battle, bestiary) == RefereeOverruled(-1, before, "x")
    with pytest.raises(BadInput):
        ruling(f"overrule {before + 1} because x", table.battle, bestiary)


def test_what_follows_from_a_ruling_is_entitled_by_it():
    """So a reader of the log finds the reason."""
    table = fought("round 1", "referee: set hit points of o to -3 because of an old wound")
    seq = next(at for at, event in enumerate(table.log.events) if type(event).__name__ == "RefereeSet")

    assert [event.condition for event in told(table, ConditionBegan) if event.because == seq] == ["dying", "prone"]


RIDERS = battle_of(load(ROOT / "scenarios" / "cavalry.toml").scenario)


def test_a_mount_that_is_moved_carries_its_rider_along():
    """Both stand where the referee has put them, in the fold of the audit too."""
    rider = next(creature for creature in RIDERS if creature.mount)
    lines = Script(f"round 1\nreferee: move {rider.mount} to a1 because it shied")
    table = begin(BOOK, load(ROOT / "scenarios" / "cavalry.toml").scenario, Idler(), seed=5, script=lines)
    while table.battle[rider.id].square:
        step(BOOK, table)
    play(BOOK, table)

    assert table.battle[rider.id].square == table.battle[rider.mount].square == 0
    assert audit(parse(table.log.to_bytes())) == []


@pytest.mark.parametrize(
    ("line", "sentence"), [("move WHO to a1", "move that one"), ("WHO is not mounted", "takes two")]
)
def test_a_rider_is_not_ruled_out_of_the_saddle(line, sentence):
    """It gets down by an order of its own."""
    rider = next(creature.id for creature in RIDERS if creature.mount)

    with pytest.raises(BadInput, match=sentence):
        ruling(f"{line.replace('WHO', rider)} because x", RIDERS, bestiary)


REFUSED = [
    ("move o to b2", "A stands in the way at b2"),
    ("move o to d3", "o cannot stand at d3"),
    ("move o to z1", "square z1 is off the map"),
    ("add banana at a1 to upper", "unknown creature 'banana'"),
    ("add orc at a1 to nobody", "unknown side 'nobody'"),
    ("add orc as o at a1 to lower", "'o' is the name of another creature already"),
    ("add ogre at a3 to lower", "it does not fit"),
    ("o is grappling", "grappling takes two"),
    ("o is not prone", "o is not prone"),
    ("overrule 99", "there is no event 99 yet"),
    ("overrule 99999999999999999999", "there is no event"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_ruling_that_cannot_be_is_one_sentence(line, sentence):
    """Nothing impossible comes into the log."""
    with pytest.raises(BadInput, match=sentence.replace("(", r"\(")) as caught:
        ruling(f"{line} because x", battlefield(DRAWN, **CAST).battle, bestiary)

    assert "\n" not in str(caught.value)
