"""Fights begun, watched, overruled, forked: one mechanism, whatever the past."""

import pytest

from sim.core.errors import BadInput, Diverged, OffMenu
from sim.encounter import Fork, begin, fork_header, play, rerun, resume, step
from sim.events.course import FightEnded, OrderGiven, RefereeMoved, RefereeRuled, RefereeSet
from sim.events.log import parse
from sim.events.orders import Attack, Decision, End, Pass, TotalDefense
from sim.rules.d20.book import BOOK
from sim.testing import scenario_of

SCENARIO = scenario_of(". . . .\n. A o .\n. . . .", {"A": "fighter-3", "o": "bugbear"})


class Striker:
    """Strikes what stands beside it."""

    def decide(self, battle, who, question, menu):
        if question is not None:
            return Decision(Pass(), "striker")
        foe = next(other for other in battle if other.side != battle[who].side)
        blow = Attack(foe.id, battle[who].held[0])
        if battle.turn.standard or not menu.accepts(blow):
            return Decision(End(), "striker")
        return Decision(blow, "striker")


def whole(**more):
    """A fight played to its end."""
    table = begin(BOOK, SCENARIO, Striker(), seed=11, **more)
    play(BOOK, table)
    return table


def at_round(number, *events):
    """A referee who rules once, at the first order of a round."""
    done = []

    def rule(battle):
        if battle.round == number and not done:
            done.append(True)
            yield from events

    return rule


def test_a_fight_ends_with_its_end():
    """The last event says who won, and why."""
    last = whole().log.events[-1]

    assert type(last) is FightEnded
    assert last.winner in ("upper", "lower")
    assert "down" in last.reason


def test_a_referee_may_set_hit_points_and_the_fight_can_be_run_again():
    """Referee events are inputs: a rerun hears them from the log."""
    ruling = RefereeSet(-1, "o", 1, "the bugbear was wounded before")
    table = whole(referee=at_round(2, ruling))

    assert ruling in table.log.events
    assert rerun(BOOK, parse(table.log.to_bytes())).log.to_bytes() == table.log.to_bytes()


def test_a_referee_may_move_a_creature():
    """It stands where it was put, and nothing was provoked."""
    to = 3
    table = begin(BOOK, SCENARIO, Striker(), seed=11, referee=at_round(1, RefereeMoved(-1, "o", to, "misplaced")))
    step(BOOK, table)
    step(BOOK, table)

    assert table.battle["o"].square == to
    assert table.battle.at[to] == ("o",)


def test_a_referee_may_take_a_creature_out_of_the_fight():
    """The fight ends when nobody is left to fight."""
    table = whole(referee=at_round(1, RefereeRuled(-1, "o", "gone", True, "its player has to leave")))

    assert table.battle.winner == "upper"


def test_an_order_that_is_not_allowed_is_refused_with_its_rules():
    """A second standard action in a turn names the budget."""

    class Greedy(Striker):
        def decide(self, battle, who, question, menu):
            if question is None and battle.turn.standard:
                return Decision(TotalDefense(), "greedy")
            return super().decide(battle, who, question, menu)

    with pytest.raises(OffMenu, match=r"d20\.turn\.budget"):
        play(BOOK, begin(BOOK, SCENARIO, Greedy(), seed=11))


def test_an_event_that_comes_out_otherwise_diverges():
    """A log whose header was given another seed does not run again."""
    reading = parse(whole().log.to_bytes())
    other = begin(BOOK, SCENARIO, Striker(), seed=12).log.header

    with pytest.raises(Diverged):
        rerun(BOOK, reading._replace(header=other))


@pytest.mark.parametrize("count", range(1, 21))
def test_a_fight_killed_after_any_write_and_resumed_ends_the_same(count):
    """One write per order: after the k-th the process is gone."""

    class KilledError(Exception):
        pass

    written = []

    def sink(data):
        if len(written) == count:
            raise KilledError
        written.append(data)

    complete = whole().log.to_bytes()
    try:
        whole(sink=sink)
    except KilledError:
        table = resume(BOOK, parse(b"".join(written)), Striker())
        play(BOOK, table)
        assert table.log.to_bytes() == complete
    else:
        assert b"".join(written) == complete


def test_a_fork_is_made_at_a_decision():
    """An event that nobody chose offers no other way; the sentence names the nearest that does."""
    reading = parse(whole().log.to_bytes())
    first = next(seq for seq, event in enumerate(reading.events) if type(event) is OrderGiven)

    with pytest.raises(BadInput, match=f"event {first}"):
        fork_header(reading, Fork(0))


def test_a_fork_with_another_seed_rolls_other_dice_from_there_on():
    """The header lists from which die on the new seed holds."""
    reading = parse(whole().log.to_bytes())
    first = next(seq for seq, event in enumerate(reading.events) if type(event) is OrderGiven)
    header = fork_header(reading, Fork(first, seed=99))
    rolled = sum(len(getattr(event, "dice", ())) for event in reading.events[:first])

    assert [(part.start, part.seed) for part in header.dice] == [(0, "11"), (rolled, "99")]
    assert header.origin.digest == reading.digest
