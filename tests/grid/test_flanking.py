"""The exact border rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.flanking import flanking_squares, flanks
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain, between


def flank(text: str, span: int = 1, ally_span: int = 1, target_span: int = 1) -> bool:
    ground, at = drawn(text)
    return flanks(ground, at["A"], span, at["B"], ally_span, at["X"], target_span)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("...\nAXB\n...", True),
        ("A..\n.X.\n..B", True),
        (".A.\n.X.\n.B.", True),
        ("A..\n.X.\n.B.", False),
        ("A.B\n.X.\n...", False),
        ("A..\n.XB\n...", False),
        ("AB.\n.X.\n...", False),
    ],
)
def test_flanking_a_medium_target(text, expected):
    """d20.flanking.geometry: opposite sides and opposite corners flank, a corner and a side do not."""
    assert flank(text) is expected


def test_flanking_with_a_spear():
    """
    d20.flanking.geometry: two squares away, a knight's move from straight, the line still crosses opposite borders.
    """
    assert flank("A....\n..X.B\n.....") is False
    assert flank("A....\n.X...\n..B..") is True


def test_flanking_a_large_target():
    """d20.flanking.geometry: the borders are those of the whole space."""
    assert flank(".A..\n.X..\n....\n..B.", target_span=2)
    assert not flank("..A.\n.X..\n...B\n....", target_span=2)


def test_a_large_flanker_needs_one_good_square():
    """d20.flanking.geometry: any one square of a large flanker will do."""
    text = "A...\n..X.\n...B"
    assert flank(text, span=2)
    assert not flank("A....\n...X.\n...B.", span=1)


@given(grounds(symbols=".", kinds=(), hills=False), st.data())
def test_flanking_is_the_border_rule(ground, data):
    """d20.flanking.geometry: equal to the rule in fractions, and the same for both flankers."""
    spans = [data.draw(st.integers(1, min(3, ground.width, ground.height))) for _ in "abt"]
    a, b, target = (data.draw(places(ground, span)) for span in spans)
    plain = Plain(ground.figures)
    expected = any(
        between(one, other, plain.cell(target), spans[2])
        for one in plain.space(plain.cell(a), spans[0])
        for other in plain.space(plain.cell(b), spans[1])
    )
    assert flanks(ground, a, spans[0], b, spans[1], target, spans[2]) == expected
    assert flanks(ground, b, spans[1], a, spans[0], target, spans[2]) == expected


@given(grounds(symbols=".", kinds=(), hills=False), st.data())
def test_the_flanking_squares_are_those_that_flank(ground, data):
    """Every anchor in reach that flanks, and no other."""
    spans = [data.draw(st.integers(1, min(2, ground.width, ground.height))) for _ in "abt"]
    ally, target = (data.draw(places(ground, span)) for span in spans[1:])
    expected = [
        s
        for s in bitset.squares(ground.anchors(ground.inside, spans[0]))
        if ground.distance(s, spans[0], target, spans[2]) == 1
        and flanks(ground, s, spans[0], ally, spans[1], target, spans[2])
    ]
    assert list(bitset.squares(flanking_squares(ground, ally, spans[1], target, spans[2], spans[0]))) == expected
