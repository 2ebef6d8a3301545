"""Bare hands and grips: contests of Strength, things seized, what punches and wrestling come to, who is pulled down."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.adnd import fighter_of
from sim.events.base import applies, nothing
from sim.state.battle import Battle


@frozen
class ThingSeized:
    """``who`` has a hand on a thing of ``owner``, and has it not yet; ``resisted``: its owner holds on to it."""

    because: int
    who: str
    owner: str
    item: str
    resisted: bool
    cites: tuple[str, ...]


applies(ThingSeized)(nothing)


@frozen
class StrengthContested:
    """
    A contest of Strength: each takes a d20 from the score, and the greater margin wins. The score is ``strength`` with
    its ``parts``, of which those who have an ``exceptional`` percentage go from bracket to bracket of it; ``score`` and
    ``percent`` are what comes of that. ``about``: an ``object`` (``item``), a ``person`` to be gripped, an ``escape``.

    ``outcome``: ``won`` by ``who``, ``lost``, a ``tie`` that is thrown again, or the thing is ``dropped`` by both.
    """

    because: int
    about: Literal["object", "person", "escape"]
    who: str
    other: str
    item: str
    strength: tuple[int, int]
    exceptional: tuple[int, int]
    parts: tuple[Modifier, ...]
    other_parts: tuple[Modifier, ...]
    score: tuple[int, int]
    percent: tuple[int, int]
    outcome: Literal["won", "lost", "tie", "dropped"]
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(StrengthContested)(nothing)


@frozen
class BareHandsLanded:
    """
    What an attack with bare hands that hits comes to: the modified roll, ``total``, names it in the table. A punch has
    so many ``points``, besides what Strength adds, and ``stuns`` at so many in a hundred; of wrestling, ``result`` is
    the name, and ``hold`` what lasts until it is broken.
    """

    because: int
    attacker: str
    target: str
    how: Literal["punch", "wrestle"]
    total: int
    points: int
    stuns: int
    result: str
    hold: bool
    cites: tuple[str, ...]


applies(BareHandsLanded)(nothing)


@frozen
class OverbearingJoined:
    """``who`` throws itself upon ``target`` together with ``leader``, which is all that it does in the round."""

    because: int
    who: str
    leader: str
    target: str
    cites: tuple[str, ...]


@applies(OverbearingJoined)
def join(event: OverbearingJoined, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.acted = True
    fighter.attacks = 0
    fighter.second = ""
