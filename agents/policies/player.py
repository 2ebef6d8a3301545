"""The player that lets each creature choose by its own policy."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import cast

from agents.policies.base import Offers, because
from agents.policies.registry import policy
from agents.view import Knowledge, View
from sim.core.errors import BadInput
from sim.dice.sources import Stream
from sim.events.orders import Decision, End, Question
from sim.state.battle import Battle
from sim.table import Menu

MOST_ORDERS = 12
"""Orders that a policy gives in one turn; after them the turn is ended for it."""


def key_of(who: str) -> int:
    """A number for a creature that is the same everywhere, to key its stream by."""
    return int.from_bytes(sha256(who.encode()).digest()[:8], "big")


class Policies:
    """Answers for every creature with its policy; see ``player_for``."""

    def __init__(
        self,
        policies: Mapping[str, str],
        seed: int,
        knowledge: str = "seen",
        personas: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        if knowledge not in ("seen", "open"):
            raise BadInput(f"knowledge {knowledge!r} is neither 'seen' nor 'open': use one of them")
        self.policies = {who: policy(name) for who, name in policies.items()}
        self.seed = seed
        self.knowledge: Knowledge = knowledge  # type: ignore[assignment]
        self.personas = personas or {}
        self._keys: dict[str, int] = {}

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """The choice of this creature's policy; after ``MOST_ORDERS`` orders in a turn, the end of it."""
        if question is None and battle.turn.orders >= MOST_ORDERS:
            return because(End(), "player", f"enough: {MOST_ORDERS} orders in one turn")
        chosen = self.policies.get(who) or self.policies.get(battle.creatures[who].side) or policy("nearest")
        key = self._keys.get(who)
        if key is None:
            key = self._keys[who] = key_of(who)
        view = View(battle, who, question, self.knowledge)
        return chosen(view, cast(Offers, menu), Stream(self.seed, key, battle.inputs))
