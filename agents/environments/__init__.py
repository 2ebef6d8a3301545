"""
Fights as environments of reinforcement learning: ``FightEnv`` is PettingZoo's, ``SideEnv`` Gymnasium's, and
``as_policy`` makes a policy of ours of what has been learnt. They are the extra ``rl``.
"""

from importlib.util import find_spec

if any(find_spec(name) is None for name in ("numpy", "gymnasium", "pettingzoo")):
    raise ImportError("agents.environments needs the extra rl: install it with `pip install 'maraud[rl]'`")

import gymnasium

from agents.environments.aec import FightEnv
from agents.environments.encoding import Encoding, Observation
from agents.environments.learnt import as_policy
from agents.environments.side import SideEnv

SIDE = "maraud/Side-v0"
"""Under this name ``gymnasium.make`` knows ``SideEnv``."""

if SIDE not in gymnasium.registry:
    gymnasium.register(SIDE, entry_point="agents.environments.side:SideEnv")

__all__ = ["SIDE", "Encoding", "FightEnv", "Observation", "SideEnv", "as_policy"]
