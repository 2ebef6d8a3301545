"""
The map as a networkx graph, for questions asked once per map or per plan: is it connected, where are its choke points,
how far is every square. Nodes are anchors, edges the legal steps, ``weight`` their cost in half squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.grid import bits as bitset
from sim.grid.movement import gait
from sim.grid.terrain import Ground

if TYPE_CHECKING:
    import networkx as nx


def graph(ground: Ground, span: int = 1, *, swimmer: bool = False, small: bool = False) -> nx.DiGraph:
    """The steps of a mover of this span over empty ground; kept per ground, not to be changed."""
    import networkx as nx

    key = "graph", span, swimmer, small
    found: nx.DiGraph | None = ground.memo.get(key)
    if found is None:
        steps = gait(ground, span, swimmer=swimmer, narrow=small)
        found = nx.DiGraph()
        found.add_nodes_from(bitset.squares(steps.fit))
        for delta, costs in steps.steps:
            for halves, mask in costs:
                found.add_weighted_edges_from((at, at + delta, halves) for at in bitset.squares(mask & steps.fit))
        ground.keep(key, found)
    return found


def connected(ground: Ground, squares: int, span: int = 1) -> bool:
    """Whether a mover gets from any of these anchors to any other and back."""
    import networkx as nx

    steps = graph(ground, span)
    wanted = list(bitset.squares(squares))
    if any(square not in steps for square in wanted):
        return False
    return not wanted or any(set(wanted) <= part for part in nx.strongly_connected_components(steps))


def choke_points(ground: Ground, span: int = 1) -> int:
    """Anchors without which some part of the map would be cut off from another."""
    import networkx as nx

    return bitset.of(nx.articulation_points(graph(ground, span).to_undirected(as_view=True)))


def distance_field(ground: Ground, square: int, span: int = 1) -> dict[int, int]:
    """Half squares from here to every anchor that can be reached, low to high."""
    import networkx as nx

    return dict(sorted(nx.single_source_dijkstra_path_length(graph(ground, span), square).items()))
