"""Ways of choosing, by name, and the player that lets each creature choose by its own."""

from __future__ import annotations

from collections.abc import Mapping

from agents.policies.player import Policies, by_creature
from agents.policies.registry import admit, names, policy
from sim.rules.book import Rulebook
from sim.rules.d20.book import BOOK as D20


def player_for(
    policies: Mapping[str, str],
    seed: int,
    knowledge: str = "seen",
    personas: Mapping[str, Mapping[str, int]] | None = None,
    book: Rulebook = D20,
) -> Policies:
    """
    A player for a whole fight. ``policies`` maps ids of creatures, or sides, to names of policies; who is not named
    is played by ``nearest``. ``personas`` replace traits of the sheets by creature; estimates are those of ``book``.

    :raises BadInput: for a policy or a kind of knowledge that does not exist.
    """
    return Policies(policies, seed, knowledge, personas, book)


__all__ = ["Policies", "admit", "by_creature", "names", "player_for", "policy"]
