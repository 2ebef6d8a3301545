"""What has been learnt as a policy of ours: it plays in fights, matches and tournaments as any other does."""

from __future__ import annotations

from collections.abc import Callable

from agents.environments.encoding import Encoding, Observation
from agents.policies.base import Offers, Policy, because
from agents.view import View
from sim.core.errors import BadInput
from sim.dice.sources import Stream
from sim.events.orders import Decision

Act = Callable[[Observation], int]
"""Chooses an action from an observation and its mask: a trained network, say."""


def as_policy(act: Act, encoding: Encoding, name: str = "learnt") -> Policy:
    """
    The policy that plays by ``act``, in fights of the scenario of ``encoding``; in a policy file, call it ``choose``.

    It should give the same action for the same observation, or the same seed is not the same fight any more.
    """

    def choose(view: View, menu: Offers, stream: Stream) -> Decision:
        page = encoding.page(menu)
        turned = 0
        while True:
            action = int(act(encoding.observe(view, page)))
            if 0 <= action < len(page.choices):
                return because(page.choices[action], name, f"action {action} of page {page.number}")
            if action != encoding.actions - 1 or not page.more or turned > 2 * page.number + 2:
                raise BadInput(f"{name} has given action {action} for {view.me.id}, which its mask rules out")
            turned += 1
            page = encoding.page(menu, page.number + 1)

    return choose
