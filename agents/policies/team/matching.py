"""Who takes what: the matching of greatest weight, of which there is never more than one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Offer(NamedTuple):
    """Somebody, a place that he might take, and what that is worth."""

    who: str
    place: int
    worth: int


def matched(offers: Iterable[Offer]) -> dict[str, int]:
    """
    A place for each as the sum of worth is greatest, no place twice; of equal matchings the one that has the first
    offer in which they differ.

    Each offer's weight is its worth and behind it a bit of its own, so that no two matchings weigh the same: what the
    search meets first cannot matter.
    """
    from networkx import Graph, max_weight_matching

    good = [offer for offer in offers if offer.worth > 0]
    graph = Graph()
    for number, (who, place, worth) in enumerate(reversed(good)):
        graph.add_edge(who, place, weight=(worth << len(good)) + (1 << number))
    pairs = [pair if isinstance(pair[0], str) else pair[::-1] for pair in max_weight_matching(graph)]
    return dict(sorted(pairs))
