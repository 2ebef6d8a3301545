"""What both hands do: grips change, the other hand is used, a shield is ruined."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.events.adnd import fighter_of
from sim.events.base import applies
from sim.events.conditions import start, stop
from sim.state.battle import Battle


@frozen
class GripChanged:
    """A weapon is taken in both hands, or in one."""

    because: int
    who: str
    weapon: str
    two: bool
    cites: tuple[str, ...]


@applies(GripChanged)
def change_grip(event: GripChanged, battle: Battle) -> None:
    me = battle.creatures[event.who]
    if event.two:
        start(battle, me, "two-handed-grip", event.weapon)
    else:
        stop(battle, me, "two-handed-grip", event.weapon)
    fighter_of(battle, event.who).regripped = True


@frozen
class OtherHandUsed:
    """
    Besides the weapon the other hand is used from now on to the end of the round: with a ``shield``, or as a bare
    ``hand``; ``parry``: the shield of a specialist has parried, which is all that it does in the round.
    """

    because: int
    who: str
    use: Literal["shield", "hand", "parry"]
    cites: tuple[str, ...]


@applies(OtherHandUsed)
def use_other_hand(event: OtherHandUsed, battle: Battle) -> None:
    fighter_of(battle, event.who).other = event.use


@frozen
class ShieldRuined:
    """A shield comes off the arm, and is of no use until it is repaired."""

    because: int
    who: str
    item: str
    cites: tuple[str, ...]


@applies(ShieldRuined)
def ruin_shield(event: ShieldRuined, battle: Battle) -> None:
    me = battle.creatures[event.who]
    me.shield_on = False
    me.notches = (*me.notches, (event.item, 1))
