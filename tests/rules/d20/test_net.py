"""Nets: thrown, worn, left."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, CheckRolled
from sim.events.orders import Attack, EscapeNet, Opportunity
from sim.rules.d20 import net
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import one

NET = fighter("net")


def caught(dice: str, drawing: str = "A . o . .", rope: str = "d20:2 d20:15") -> Table:
    """``o`` is in the net of ``A``."""
    table = battlefield(drawing, A=NET, o="orc", dice=f"d20:15 {rope} {dice}")
    order(table, "A", Attack("o", "net"))
    return table


def test_a_net_entangles_whom_it_touches() -> None:
    """A ranged touch attack (d20.net.escape)."""
    table = caught("")

    assert one(table.log.events, AttackRolled).mode == "ranged-touch"
    assert table.battle["o"].has("entangled", "A")
    assert table.battle["A"].held == ()


def test_a_net_gets_ten_feet() -> None:
    """And no farther."""
    assert not why_not(battlefield("A . o", A=NET, o="orc"), "A", Attack("o", "net"))
    assert why_not(battlefield("A . . o", A=NET, o="orc"), "A", Attack("o", "net"))


@pytest.mark.parametrize(("size", "refused"), [("large", False), ("huge", True), ("small", False), ("tiny", True)])
def test_a_net_fits_within_one_size(size: str, refused: bool) -> None:
    """Of the thrower's own."""
    spans = {"large": "A . o o .\n. . o o .\n. . . . .", "huge": "A . o o o\n. . o o o\n. . o o o"}
    table = battlefield(spans.get(size, "A . o . ."), A=NET, o=fighter("club", size=size))

    assert (net.ESCAPE in why_not(table, "A", Attack("o", "net"))) == refused


@pytest.mark.parametrize(
    ("mode", "die", "check", "dc", "free"),
    [
        ("slip", 20, "escape-artist", 20, False),
        ("burst", 20, "strength", 25, False),
        ("burst", 19, "strength", 25, False),
    ],
)
def test_an_orc_is_hard_put_to_get_out(mode: str, die: int, check: str, dc: int, free: bool) -> None:
    """Escape Artist 20 or Strength 25, a full-round action (d20.action.full-round.escape-net)."""
    table = caught(f"d20:{die}")
    events = order(table, "o", EscapeNet(mode))  # type: ignore[arg-type]

    rolled = one(events, CheckRolled)
    assert (rolled.check, rolled.dc, rolled.success) == (check, dc, free)
    assert {"d20.action.full-round.escape-net", net.ESCAPE} <= cited(events)


def test_who_succeeds_is_free() -> None:
    """Of every net at once."""
    mine = fighter("club", skills={"escape-artist": 8})
    table = battlefield("A . o . .", A=NET, o=mine, dice="d20:15 d20:2 d20:15 d20:14")
    order(table, "A", Attack("o", "net"))
    order(table, "o", EscapeNet())

    assert not table.battle["o"].has("entangled")


def test_getting_out_exposes() -> None:
    """To everybody who threatens."""
    table = battlefield("A . o p .", A=NET, o="orc", p="orc", sides={"p": "upper"}, dice="d20:15 d20:2 d20:15 d20:2")
    order(table, "A", Attack("o", "net"))
    events = order(table, "o", EscapeNet())

    assert [event.question for event in events if hasattr(event, "question")] == [Opportunity("o", "escape-net")]


def test_there_is_no_way_out_of_what_is_no_net() -> None:
    """Other entanglement has its own end."""
    table = battlefield("A . o", A=NET, o="orc")
    condition(table, "o", "entangled")

    assert why_not(table, "o", EscapeNet()) == (net.ESCAPE,)
