"""One side of a fight as a Gymnasium environment; policies of ours play the others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, SupportsFloat

import gymnasium

from agents.environments.aec import FightEnv
from agents.environments.encoding import ACTIONS, Observation
from sim.core.errors import BadInput
from sim.scenario.loader import Loaded


class SideEnv(gymnasium.Env[Observation, Any]):
    """
    All creatures of ``side``, one after the other as they have to choose: ``info["agent"]`` says who it is.

    Arrays, actions and rewards are those of ``FightEnv``. The mask is ``info["action_mask"]``, and ``action_masks()``
    for those who ask so. An action that it rules out changes nothing and is worth nothing: ``info["refused"]`` says
    why.

    :raises BadInput: when the scenario cannot be played, or nobody is of this side.
    """

    metadata = FightEnv.metadata

    def __init__(
        self,
        scenario: str | Path | Loaded,
        side: str,
        *,
        policies: Mapping[str, str] | None = None,
        actions: int = ACTIONS,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.fight = FightEnv(
            scenario,
            learners=(side,),
            policies=policies,
            actions=actions,
            shaped=shaped,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.action_space = self.fight.encoding.action_space
        self.observation_space = self.fight.encoding.arrays

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a fight, with the dice of a seed or of the next one."""
        super().reset(seed=seed)
        self.fight.reset(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """A choice, and all that the others do before the next."""
        fight = self.fight
        who = fight.agent_selection
        try:
            fight.step(int(action))
        except BadInput as error:
            observation, info = self._seen()
            return observation, 0.0, False, False, {**info, "refused": str(error)}
        observation, info = self._seen()
        return observation, fight.rewards[who], fight.terminations[who], False, info

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        fight = self.fight
        seen = fight.observe(fight.agent_selection)
        return seen["observation"], {"agent": fight.agent_selection, "action_mask": seen["action_mask"]}

    def action_masks(self) -> Any:
        """Which actions are open now, as truth values."""
        return self.fight.encoding.mask(self.fight.page) != 0

    def render(self) -> str:
        """The map and how everybody fares, in letters."""
        return self.fight.render()
