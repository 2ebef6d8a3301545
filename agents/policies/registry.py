"""The policies by name."""

from __future__ import annotations

from agents.policies import doctrine, nearest, random_
from agents.policies.base import Policy
from sim.core.errors import BadInput

_POLICIES: dict[str, Policy] = {
    random_.NAME: random_.choose,
    nearest.NAME: nearest.choose,
    doctrine.NAME: doctrine.stance(),
    **{f"{doctrine.NAME}:{name}": doctrine.stance(name) for name in doctrine.STANCES},
}


def names() -> tuple[str, ...]:
    """Every name under which a scenario or a command can ask for a policy."""
    return tuple(_POLICIES)


def policy(name: str) -> Policy:
    """
    The policy of this name.

    :raises BadInput: when there is none.
    """
    try:
        return _POLICIES[name]
    except KeyError:
        raise BadInput(f"no policy is called {name!r}: use one of {', '.join(_POLICIES)}") from None
