"""Hours and days after a fight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.encounter import play
from sim.events.aftermath import AftermathEnded, HourPassed, RecoveryRolled, RoundPassed, TimePassed
from sim.events.attacks import CheckRolled, Healed, HitPointsLost
from sim.events.course import FightEnded
from sim.rules.d20 import dying, recovery, wounds
from sim.rules.d20.book import BOOK
from sim.state.conditions import RECOVERING, STABLE, TENDED
from sim.table import Table
from sim.testing import battlefield, cited, spent
from tests.rules.d20.told import every, one, part


def lying(points: int, dice: str, *, tended: bool = False) -> Table:
    """A friend stable below 0 beside a helper, when the fight is over."""
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice=dice)
    friend = table.battle["B"]
    wounds.lose(table, friend, friend.hit_points - points, -1)
    dying.make_stable(table, friend, -1, dying.FIRST_AID if tended else dying.STABILISE)
    over(table)
    return table


def over(table: Table) -> None:
    """The fight ends."""
    table.tell(FightEnded(-1, "upper", "all others are down"))


def after(table: Table, hours: int, rest: str = "none", *tended: str) -> list[object]:
    """Let hours pass; returns what happened."""
    first = len(table.log.events)
    table.tell(TimePassed(-1, hours, rest, tended, ""))  # type: ignore[arg-type]
    play(BOOK, table)
    return table.log.events[first:]


def test_the_tended_wakes_on_ten_or_less() -> None:
    """One chance in ten each hour to be conscious and disabled, its hit points unchanged (assisted.hourly)."""
    table = lying(-4, "d100:11 d100:10", tended=True)

    events = after(table, 2)

    assert [roll.success for roll in every(events, RecoveryRolled)] == [False, True]
    assert "d20.recovery.assisted.hourly" in cited(events)
    assert table.battle["B"].has("disabled")
    assert not table.battle["B"].helpless
    assert table.battle["B"].hit_points == -4


def test_the_tended_recovers_even_asleep() -> None:
    """It heals at the normal rate though it fails each hourly roll, and loses nothing (assisted.natural)."""
    table = lying(-4, " ".join(["d100:90"] * 8), tended=True)

    events = after(table, 8, "night")

    assert one(events, Healed).hit_points == 1
    assert {"d20.recovery.assisted.natural", "d20.recovery.no-further-loss"} <= cited(events)
    assert not every(events, HitPointsLost)


def test_who_is_alone_wastes_away() -> None:
    """Each failed hour costs a hit point, until -10 kills (unassisted.hourly, unassisted.loss)."""
    table = lying(-8, "d100:11 d100:11")

    events = after(table, 5)

    assert [lost.amount for lost in every(events, HitPointsLost)] == [1, 1]
    assert {"d20.recovery.unassisted.hourly", "d20.recovery.unassisted.loss"} <= cited(events)
    assert table.battle["B"].has("dead")
    spent(table)


def test_who_is_alone_and_awake_heals_nothing_by_itself() -> None:
    """No natural healing before it begins to recover (unassisted.no-natural)."""
    table = lying(-4, "d100:1")

    events = after(table, 8, "night")

    assert one(events, Healed).hit_points == 0
    assert "d20.recovery.unassisted.no-natural" in cited(events)


def test_a_day_may_bring_the_turn_for_the_better() -> None:
    """One chance in ten each day; from then on it loses nothing more (unassisted.daily, no-further-loss)."""
    table = lying(-4, "d100:1 d100:10")

    events = after(table, 48, "none")

    assert [roll.to for roll in every(events, RecoveryRolled)] == ["wake", "recover"]
    assert {"d20.recovery.unassisted.daily", "d20.recovery.no-further-loss"} <= cited(events)
    assert table.battle["B"].flags & RECOVERING
    assert not every(events, HitPointsLost)


def test_a_bad_day_costs_a_hit_point() -> None:
    """It stays awake and disabled, a hit point lower; at -10 it dies (unassisted.relapse)."""
    table = lying(-8, "d100:1 d100:50 d100:50")

    events = after(table, 24)

    assert one(events, HitPointsLost).cites == ("d20.recovery.unassisted.relapse",)
    assert table.battle["B"].has("disabled")

    after(table, 24)

    assert table.battle["B"].has("dead")


def test_whoever_is_found_is_tended() -> None:
    """A friend who sees to it makes all the difference from the first hour on (assisted.natural)."""
    table = lying(-4, "d100:50")

    after(table, 1, "none", "B")

    assert table.battle["B"].flags & TENDED
    assert table.battle["B"].hit_points == -4


def test_the_dying_are_given_first_aid_after_the_fight() -> None:
    """The ranger's Heal check of 15 comes before the fight for life of that round (d20.dying.first-aid)."""
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice="d20:19 d100:99")
    wounds.lose(table, table.battle["B"], 15, -1)
    over(table)

    events = after(table, 1, "none", "B")

    assert one(events, CheckRolled).success
    assert len(every(events, RoundPassed)) == 1
    assert table.battle["B"].flags & STABLE


def test_help_must_come_first() -> None:
    """Fifty squares are a double move too far for the first round: the dying bleeds once."""
    table = battlefield("A" + " ." * 17 + " B o", A="ranger-4", B="fighter-1", o="orc", dice="d100:50 d20:19 d100:99")
    wounds.lose(table, table.battle["B"], 15, -1)
    over(table)

    events = after(table, 1, "none", "B")

    assert [type(event) for event in events[1:3]] == [RoundPassed, HitPointsLost]
    assert one(events, CheckRolled).success


def test_nobody_tends_whom_the_referee_does_not_name() -> None:
    """The dying who are left to themselves bleed to death."""
    dice = " ".join(["d100:50"] * 7)
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc", dice=dice)
    wounds.lose(table, table.battle["B"], 15, -1)
    over(table)

    events = after(table, 1)

    assert len(every(events, RoundPassed)) == 7
    assert table.battle["B"].has("dead")


def test_a_wound_undoes_all_care() -> None:
    """Struck again, the stable is dying, and neither tended nor recovering."""
    table = lying(-4, "d100:50", tended=True)
    after(table, 1)

    wounds.lose(table, table.battle["B"], 1, -1)

    assert table.battle["B"].has("dying")
    assert not table.battle["B"].flags & (TENDED | RECOVERING)


@given(rolls=st.lists(st.integers(1, 100), min_size=80, max_size=80), points=st.integers(-9, -1), tended=st.booleans())
def test_the_tended_never_get_worse(rolls: list[int], points: int, tended: bool) -> None:
    """Whatever the dice say, who is tended loses nothing, and nobody is at -10 and alive."""
    table = lying(points, " ".join(f"d100:{roll}" for roll in rolls), tended=tended)

    after(table, 72, "night")

    friend = table.battle["B"]
    assert friend.hit_points >= points or not tended
    assert (friend.hit_points <= -10) == friend.has("dead")


def test_hours_are_counted_from_the_end_of_the_fight() -> None:
    """A second helping of hours goes on where the first stopped."""
    table = lying(3, "")
    table.battle["B"].flags &= ~STABLE

    after(table, 2)
    events = after(table, 3)

    assert [hour.number for hour in every(events, HourPassed)] == [3, 4, 5]
    assert one(events, AftermathEnded).hour == 5


@pytest.mark.parametrize("rule", [recovery.ASSISTED_HOURLY, recovery.UNASSISTED_HOURLY])
def test_only_the_stable_roll_by_the_hour(rule: str) -> None:
    """Who is on its feet rolls for nothing."""
    table = battlefield("A B . . o", A="ranger-4", B="fighter-1", o="orc")
    over(table)

    assert rule not in cited(after(table, 3))


def test_skill_counts_in_first_aid() -> None:
    """A cleric's Heal is a part of the check."""
    table = battlefield("A B . . o", A="cleric-3", B="fighter-1", o="orc", dice="d20:19 d100:99")
    wounds.lose(table, table.battle["B"], 15, -1)
    over(table)

    check = one(after(table, 1, "none", "B"), CheckRolled)

    assert part(check.parts, "d20.dying.first-aid") == check.total - 19
