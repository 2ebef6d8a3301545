"""Who has won: the end of a fight is the same by either rulebook."""

from __future__ import annotations

from sim.state.battle import Battle
from sim.state.conditions import GONE, SURRENDERED


def verdict(battle: Battle) -> tuple[str, str]:
    """Winner and reason when only one side, or none, can carry on."""
    left = [side for side, count in battle.standing.items() if count]
    if not left:
        return "", "nobody is left standing"
    losers = [creature for creature in battle if creature.side != left[0]]
    if losers and all(creature.flags & GONE for creature in losers):
        return left[0], "all others have fled"
    if losers and all(creature.flags & (SURRENDERED | GONE) for creature in losers):
        return left[0], "all others have surrendered"
    return left[0], "all others are down"
