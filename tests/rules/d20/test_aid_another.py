"""Aiding another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.events.attacks import AttackRolled, CheckRolled
from sim.events.course import Answered, OrderGiven
from sim.events.orders import AidAnother, Attack, Pass
from sim.events.timing import AidEnded, AidGiven
from sim.rules.d20 import turn
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, condition, order, spent, why_not
from sim.testing import turn as take_turn

HELP = AidAnother("A", "o", "longsword")
SHIELD = AidAnother("A", "o", "longsword", "ac")
STRIKE = Attack("o", "longsword")


def field(dice: str = "", drawing: str = ". . B .\n. A o C\n. . . .", a: str | Sheet = "fighter-1") -> Table:
    """``A`` fights an orc, ``B`` and ``C`` stand by."""
    others = {"C": "fighter-1"} if "C" in drawing else {}
    return battlefield(drawing, A=a, B="fighter-1", o="orc", dice=dice, answers=[Pass()], **others)  # type: ignore[arg-type]


def rolls(events: tuple[object, ...]) -> list[AttackRolled]:
    """The attack rolls among these events."""
    return [event for event in events if isinstance(event, AttackRolled)]


def part(rule: str, parts: tuple[Modifier, ...]) -> int:
    """What a rule is worth in a total."""
    return sum(part.value for part in parts if part.rule == rule)


BONUS = "d20.aid-another.bonus"


def test_it_is_a_standard_action() -> None:
    """With the row of the action tables (d20.action.standard.aid-another)."""
    events = order(field("d20:8"), "B", HELP)

    assert isinstance(events[0], OrderGiven)
    assert (events[0].cost, events[0].cites) == ("standard", ("d20.action.standard.aid-another",))


def test_an_attack_roll_against_10() -> None:
    """Nobody is hurt by it (d20.aid-another.roll)."""
    table = field("d20:8")

    events = order(table, "B", HELP)

    (rolled,) = [event for event in events if isinstance(event, CheckRolled)]
    assert (rolled.check, rolled.dc, rolled.success) == ("aid-another", 10, True)
    assert "d20.aid-another.roll" in rolled.cites
    assert rolls(events) == []
    spent(table)


def test_a_miss_helps_nobody() -> None:
    """A natural 1 misses even 10 (d20.aid-another.roll)."""
    table = field("d20:1")

    events = order(table, "B", HELP)

    assert not any(isinstance(event, AidGiven) for event in events)
    assert "d20.core.natural-1-20" in cited(events)


def test_the_next_attack_is_easier() -> None:
    """By 2, against that opponent, once (d20.aid-another.bonus, d20.aid-another.duration)."""
    table = field("d20:8 d20:2 d20:2")
    order(table, "B", HELP)

    first = order(table, "A", STRIKE)
    table.battle.turn.standard = False
    second = order(table, "A", STRIKE)

    assert part(BONUS, rolls(first)[0].parts) == 2
    assert [event.cites for event in first if isinstance(event, AidEnded)] == [("d20.aid-another.duration",)]
    assert part(BONUS, rolls(second)[0].parts) == 0


def test_or_the_next_attack_on_the_friend_is_harder() -> None:
    """By 2, from that opponent, once (d20.aid-another.bonus)."""
    table = field("d20:8 d20:2 d20:2")
    order(table, "B", SHIELD)

    first = order(table, "o", Attack("A", "falchion"))
    table.battle.turn.standard = False
    second = order(table, "o", Attack("A", "falchion"))

    assert part(BONUS, rolls(first)[0].ac_parts) == 2
    assert part(BONUS, rolls(second)[0].ac_parts) == 0


def test_it_is_no_help_against_others() -> None:
    """Nor for other friends."""
    table = field("d20:8 d20:2")
    order(table, "B", HELP)

    events = order(table, "C", STRIKE)

    assert part(BONUS, rolls(events)[0].parts) == 0
    assert table.battle["A"].has("aided", "B")


def test_several_helpers_add_up() -> None:
    """Two make it 4 (d20.aid-another.stacking)."""
    table = field("d20:8 d20:8 d20:2")
    order(table, "B", HELP)
    order(table, "C", HELP)

    events = order(table, "A", STRIKE)

    assert part(BONUS, rolls(events)[0].parts) == 4
    assert "d20.aid-another.stacking" in cited(events)
    assert not table.battle["A"].has("aided")


def test_it_lasts_until_the_helpers_next_turn() -> None:
    """What has not been used by then is over (d20.aid-another.duration)."""
    table = field("d20:8")
    order(table, "B", HELP)

    turn.begin(table, table.battle["B"])

    assert table.battle.aids == ()
    assert not table.battle["A"].has("aided")


def test_a_touch_uses_it_up() -> None:
    """The roll of a trip is an attack roll like any other (d20.aid-another.duration)."""
    table = field("d20:8 d20:2")
    order(table, "B", HELP)

    order(table, "A", Attack("o", "unarmed strike", "trip"))

    assert table.battle.aids == ()


def test_only_who_could_strike_helps() -> None:
    """Two squares away a sword distracts nobody (d20.aid-another.position)."""
    table = field(drawing=". . . . B\n. A o . .\n. . . . .")

    assert why_not(table, "B", HELP) == ("d20.aid-another.position",)


def test_only_who_is_in_melee_is_helped() -> None:
    """The friend and the opponent are engaged, or there is nothing to help (d20.aid-another.position)."""
    table = field(drawing="A . . . B\n. . . . o\n. . . . .")

    assert why_not(table, "B", HELP) == ("d20.aid-another.position",)
    assert not why_not(field(), "B", HELP)


def test_nobody_helps_himself_or_a_foe() -> None:
    """It is another who is aided (d20.aid-another.position)."""
    table = field()

    assert why_not(table, "B", AidAnother("B", "o", "longsword")) == ("d20.aid-another.position",)
    assert why_not(table, "B", AidAnother("o", "A", "longsword")) == ("d20.aid-another.position",)


def test_the_grappling_have_no_hand_free() -> None:
    """Who wrestles helps nobody outside (d20.aid-another.position)."""
    table = field()
    condition(table, "B", "grappling")

    assert why_not(table, "B", HELP) == ("d20.aid-another.position",)


def test_to_help_an_unarmed_friend_strike_provokes() -> None:
    """As the friend's own blow would (d20.action.standard.aid-another)."""
    bare = replace(creature("fighter-1"), held=(), feats=())
    table = field("d20:8", a=bare)
    take_turn(table, "A")

    events = order(table, "B", HELP)

    (asked,) = [event for event in events if isinstance(event, Answered)]
    assert (asked.who, asked.cites[2]) == ("o", "d20.action.standard.aid-another")
    assert not any(isinstance(event, Answered) for event in order(field("d20:8", a=bare), "B", SHIELD))


@given(st.integers(2, 19))
def test_whatever_is_rolled_decides_by_10(value: int) -> None:
    """The help comes about exactly if the total reaches 10."""
    table = field(f"d20:{value}")

    events = order(table, "B", HELP)

    (rolled,) = [event for event in events if isinstance(event, CheckRolled)]
    assert rolled.total == value + sum(part.value for part in rolled.parts)
    assert any(isinstance(event, AidGiven) for event in events) == (rolled.total >= 10)


def test_a_20_helps_by_the_rule_of_the_natural_20() -> None:
    """The roll names it, as it names that of the natural 1; a 19 does not (d20.core.natural-1-20)."""
    assert "d20.core.natural-1-20" in cited(order(field("d20:20"), "B", HELP))
    assert "d20.core.natural-1-20" not in cited(order(field("d20:19"), "B", HELP))
