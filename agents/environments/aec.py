"""A fight as a PettingZoo environment: every creature is an agent, and whoever has to choose is selected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from agents.environments.encoding import ACTIONS, Encoding, Observation, Page
from agents.fights import sides_of
from agents.hands import Hands, Sitting
from agents.moment import Moment
from agents.policies import admit, by_creature, names, player_for
from agents.view import Persona, View
from sim import encounter
from sim.core.errors import BadInput
from sim.dice.sources import MASK
from sim.events.log import Log
from sim.events.text import text
from sim.replay.cursor import board
from sim.rules.shelf import book
from sim.scenario.loader import Loaded, load
from sim.state.battle import Battle
from sim.state.conditions import DOWN
from sim.tables.files import known

TRIES = 100
"""So many fights are begun before somebody is taken never to be asked."""


class FightEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """
    The agents are creatures; those who are no ``learners`` (ids or sides; nobody named: all) are played by
    ``policies``, by creature or side, else by those of the scenario.

    A step is a choice: an order in one's own turn, an answer in the midst of somebody's act, or another page of the
    menu. Rewards come at the end: 1 for each of the side that has won, -1 for the others, 0 where nobody has. All
    agents end together, with the fight, so that whoever fell for a victory shares in it. With ``shaped`` the change of
    ``standing_of`` its side is added at every step.

    :raises BadInput: when the scenario cannot be played, or somebody named is not in it.
    """

    metadata = {"name": "maraud_fight_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        scenario: str | Path | Loaded,
        *,
        learners: Collection[str] = (),
        policies: Mapping[str, str] | None = None,
        actions: int = ACTIONS,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        loaded = scenario if isinstance(scenario, Loaded) else load(scenario, names())
        self.scenario = loaded.scenario
        self.book = book(self.scenario.ruleset)
        sides = {placed.sheet.id: placed.sheet.side for placed in self.scenario.creatures}
        for who in learners:
            known(who, dict.fromkeys((*sides.values(), *sides)), "side", "the environment")
        wishes = {whom: admit(name) for whom, name in (policies or {}).items()}
        self.policies = {**loaded.policies, **by_creature(wishes, sides)}
        self.sides = sides
        self.possible_agents = [who for who, side in sides.items() if not learners or {who, side} & set(learners)]
        self.shaped = shaped
        self.render_mode = render_mode
        self.encoding = Encoding(self.scenario, actions)
        self.action_spaces = {who: spaces.Discrete(actions) for who in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.encoding.observation_space)
        self.agents: list[str] = []
        self.page: Page | None = None
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """
        Begin a fight; ``seed`` is that of its dice, and without one the next of a stream of seeds is taken.

        A fight that is over before any learner has to choose has nothing to learn in it: another takes its place.

        :raises BadInput: when no learner has to choose in any of ``TRIES`` fights.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        for number in range(TRIES):
            self.seed = int(self._random.integers(1 << 63)) if seed is None or number else seed & MASK
            if self._begin():
                break
        else:
            raise BadInput(f"in {TRIES} fights none of the learners had to choose: let others learn")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {who: {} for who in self.agents}
        self._skip_agent_selection = None
        self._standing = {side: standing_of(self.battle, side) for side in sides_of(self.scenario)}
        self._take_stock()

    def _begin(self) -> bool:
        """Play a new fight to where a learner has to choose; false when it is over before."""
        inner = player_for(self.policies, self.seed, self.scenario.knowledge, book=self.book)
        hands = Hands(frozenset(self.possible_agents), inner)
        table = encounter.begin(self.book, self.scenario, hands, seed=self.seed, policies=inner.names(self.scenario))
        self._sitting = Sitting(self.book, table, hands)
        return self._sitting.go_on()

    def step(self, action: int | None) -> None:
        """
        Do what an action of the open page stands for.

        :raises BadInput: for an action that the mask rules out; nothing has changed then.
        """
        who = self.agent_selection
        if self.terminations[who]:
            self._was_dead_step(action)
            return
        choice = self._choice(action)
        self._cumulative_rewards[who] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if choice is None:
            assert self.page is not None
            self.page = self.encoding.page(self.moment.menu, self.page.number + 1)
        else:
            self._sitting.go_on(choice)
            self._take_stock()
        self._accumulate_rewards()

    def _choice(self, action: int | None) -> Any:
        """What an action stands for; ``None``: another page."""
        page = self.page
        assert page is not None
        if action is not None and 0 <= action < len(page.choices):
            return page.choices[action]
        if action == self.encoding.actions - 1 and page.more:
            return None
        raise BadInput(
            f"action {action} of {self.agent_selection} is not open: its mask leaves the first {len(page.choices)}"
            f"{f' and {self.encoding.actions - 1}, which turns the page' if page.more else ''}"
        )

    def _take_stock(self) -> None:
        """Who chooses next, and what the step was worth."""
        over = self._sitting.asked is None
        for side, before in self._standing.items() if self.shaped else ():
            self._standing[side] = standing_of(self.battle, side)
            self._reward(side, self._standing[side] - before)
        if over:
            self.page = None
            for side in self._standing:
                self._reward(side, outcome_for(self.battle, side))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.moment.who
            self.page = self.encoding.page(self.moment.menu)

    def _reward(self, side: str, amount: float) -> None:
        for who in self.agents:
            if self.sides[who] == side:
                self.rewards[who] += amount

    def observe(self, agent: str) -> Observation:
        """What it sees; its menu, and the mask of what is open to it, if it is to choose now."""
        asked = self._sitting.asked
        if asked is not None and asked.who == agent:
            return self.encoding.observe(asked.view(), self.page)
        persona = Persona.of(self.battle.creatures[agent].sheet)
        view = View(self.battle, agent, None, self.scenario.knowledge, persona, self.book.odds)
        return self.encoding.observe(view)

    @property
    def moment(self) -> Moment:
        """The decision that is to be taken now."""
        asked = self._sitting.asked
        if asked is None:
            raise BadInput("nobody has to choose: begin a fight with reset()")
        return asked

    @property
    def battle(self) -> Battle:
        """The truth, for who writes rewards or watches; a learner's is its observation."""
        return self._sitting.table.battle

    @property
    def log(self) -> Log:
        """The log of the fight so far, as any other: it can be replayed, audited, and run again."""
        return self._sitting.table.log

    def orders(self) -> list[str]:
        """What the actions of the open page say, in words."""
        return [text(choice, self.battle.ground) for choice in self.page.choices] if self.page is not None else []

    def advised(self, policy: str) -> int:
        """The action by which a policy of ours would choose now: an opponent, a teacher, a measure."""
        moment = self.moment
        assert self.page is not None
        player = player_for(
            dict.fromkeys(self.sides, admit(policy)), self.seed, self.scenario.knowledge, book=self.book
        )
        choice = player.decide(moment.battle, moment.who, moment.question, moment.menu).choice
        return self.encoding.action(self.page, choice)

    def render(self) -> str:
        """The map and how everybody fares, in letters."""
        return board(self.battle)

    def close(self) -> None:
        """There is nothing to close."""


def standing_of(battle: Battle, side: str) -> float:
    """The share of its hit points that a side has left on those who stand, less that of its foes: from -1 to 1."""
    left, whole = {True: 0, False: 0}, {True: 0, False: 0}
    for one in battle:
        own = one.side == side
        whole[own] += one.natural.hit_points
        if not one.flags & DOWN:
            left[own] += max(0, one.hit_points)
    return left[True] / max(1, whole[True]) - left[False] / max(1, whole[False])


def outcome_for(battle: Battle, side: str) -> float:
    """1 for a side that has won, -1 for one that has lost, 0 where nobody has won."""
    return 0.0 if not battle.winner else 1.0 if battle.winner == side else -1.0
