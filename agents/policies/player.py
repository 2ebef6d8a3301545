"""Minds: a policy with a persona and a stream of its own; and the player that asks each creature's mind."""

from __future__ import annotations

from collections.abc import Mapping

from agents.policies import fleeing
from agents.policies.base import MOST_ORDERS, Persona, because, born, key_of
from agents.policies.registry import policy
from agents.view import Knowledge, View
from sim.core.errors import BadInput
from sim.dice.sources import Stream
from sim.events.header import Scenario
from sim.events.orders import Decision, End, Question
from sim.rules.book import Odds, Rulebook
from sim.rules.d20.book import BOOK as D20
from sim.state.battle import Battle
from sim.state.conditions import TURNED
from sim.state.creature import Creature
from sim.table import Menu
from sim.tables.files import known

FALLBACK = "nearest"
"""Who is given no policy plays by this one."""

_ENOUGH = because(End(), "player", f"enough: {MOST_ORDERS} orders in one turn")


class Mind:
    """
    How one creature decides.

    :raises BadInput: for a policy that does not exist.
    """

    __slots__ = ("key", "knowledge", "name", "odds", "persona", "policy", "seed")

    def __init__(
        self,
        creature: Creature,
        name: str,
        seed: int,
        knowledge: Knowledge,
        odds: Odds,
        traits: Mapping[str, int] | None = None,
    ) -> None:
        self.name = name
        self.policy = policy(name)
        self.persona = Persona.of(creature.sheet, traits) if traits else born(creature)
        self.seed = seed
        self.knowledge: Knowledge = knowledge
        self.odds = odds
        self.key = key_of(creature.id)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """What its policy chooses; after ``MOST_ORDERS`` orders in a turn, the end of it."""
        if question is None and battle.turn.orders >= MOST_ORDERS:
            return _ENOUGH
        view = View(battle, who, question, self.knowledge, self.persona, self.odds)
        if question is None and battle.creatures[who].flags & TURNED:
            return fleeing.choose(view, menu)  # type: ignore[arg-type]
        return self.policy(view, menu, Stream(self.seed, self.key, battle.inputs))  # type: ignore[arg-type]


def by_creature(wishes: Mapping[str, str], sides: Mapping[str, str]) -> dict[str, str]:
    """
    Policies by creature, of wishes by creature or side; ``sides`` has the side of each creature.

    :raises BadInput: for whoever is not there, and for a policy that does not exist.
    """
    for whom, name in wishes.items():
        known(whom, dict.fromkeys((*sides.values(), *sides)), "side", "policies")
        policy(name)
    found = {who: wishes[side] for who, side in sides.items() if side in wishes}
    return {**found, **{who: wishes[who] for who in sides if who in wishes}}


class Policies:
    """The player of a whole fight; see ``player_for``."""

    def __init__(
        self,
        policies: Mapping[str, str],
        seed: int,
        knowledge: str = "seen",
        personas: Mapping[str, Mapping[str, int]] | None = None,
        book: Rulebook = D20,
    ) -> None:
        if knowledge not in ("seen", "open"):
            raise BadInput(f"knowledge {knowledge!r} is neither 'seen' nor 'open': use one of them")
        for name in policies.values():
            policy(name)
        self.policies = dict(policies)
        self.seed = seed
        self.knowledge: Knowledge = knowledge  # type: ignore[assignment]
        self.personas = personas or {}
        self.odds = book.odds
        self._minds: dict[str, Mind] = {}

    def name(self, who: str, side: str) -> str:
        """The name of a creature's policy: its own, or its side's, or ``FALLBACK``."""
        return self.policies.get(who) or self.policies.get(side) or FALLBACK

    def admit(self, battle: Battle, who: str) -> None:
        """A creature that came later, if it has no policy, plays as the first of its side does."""
        side = battle.creatures[who].side
        first = next(creature.id for creature in battle if creature.side == side)
        self.policies.setdefault(who, self.name(first, side))

    def names(self, scenario: Scenario) -> dict[str, str]:
        """The policy of every creature of a scenario, as the header of a log has it."""
        return {placed.sheet.id: self.name(placed.sheet.id, placed.sheet.side) for placed in scenario.creatures}

    def mind(self, creature: Creature) -> Mind:
        """How this creature decides."""
        name = self.name(creature.id, creature.side)
        return Mind(creature, name, self.seed, self.knowledge, self.odds, self.personas.get(creature.id))

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """The choice of this creature's mind."""
        mind = self._minds.get(who)
        if mind is None:
            self.admit(battle, who)
            mind = self._minds[who] = self.mind(battle.creatures[who])
        return mind.decide(battle, who, question, menu)
