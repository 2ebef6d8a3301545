"""Questions asked of the map as a graph."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from sim.grid import bits as bitset
from sim.grid.graph import choke_points, connected, distance_field, graph
from sim.grid.movement import flood
from tests.grid.drawn import drawn, grounds, places
from tests.grid.plain import Plain


@given(grounds(), st.data())
def test_the_distance_field_is_an_endless_flood(ground, data):
    """Distances in the graph are the prices of movement in half squares."""
    at = data.draw(places(ground, 1))
    if at in graph(ground):
        found = flood(ground, at, 1, 400)
        assert distance_field(ground, at) == {s: found.halves(s) for s in bitset.squares(found.reached)}
        plain = Plain(ground.figures)
        assert {plain.square(cell): cost for (cell, _), cost in plain.costs(plain.cell(at), 1).items()} == (
            distance_field(ground, at)
        )


def test_a_wall_cuts_a_map_in_two():
    """Two squares are connected when a walker gets from one to the other and back."""
    ground, at = drawn("A.#.B")
    assert not connected(ground, bitset.of([at["A"], at["B"]]))
    assert connected(ground, bitset.of([at["A"], at["A"] + 1]))
    assert not connected(ground, bitset.of([at["A"], at["A"] + 2]))
    assert connected(ground, 0)


def test_a_gap_too_narrow_for_the_large():
    """What is connected for a man may be cut in two for an ogre."""
    ground, at = drawn("A.#..\n..B..")
    ends = bitset.of([at["A"], ground.square("d1")])
    assert connected(ground, ends)
    assert not connected(ground, ends, span=2)


def test_the_door_and_the_steps_before_it_are_choke_points():
    """A choke point is a square without which the map falls apart; no diagonal leads round the door posts."""
    ground, _ = drawn("""
        ..#..
        .....
        ..#..
    """)
    assert [ground.name(s) for s in bitset.squares(choke_points(ground))] == ["b2", "c2", "d2"]


def test_networkx_is_loaded_late():
    """Importing the graph module does not import networkx."""
    code = "import sys, sim.grid.graph; print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
