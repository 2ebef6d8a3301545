"""Riders and mounts."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.events.base import applies
from sim.events.conditions import start, stop
from sim.state.battle import Battle
from sim.state.conditions import DEAD, GONE


@frozen
class Mounted:
    """A creature is in the saddle of another: it takes the mount's space, and moves with it."""

    because: int
    who: str
    mount: str
    cites: tuple[str, ...]


@applies(Mounted)
def get_up(event: Mounted, battle: Battle) -> None:
    rider, mount = battle.creatures[event.who], battle.creatures[event.mount]
    seat(battle, event.who, event.mount)
    start(battle, rider, "mounted", mount.id)


def seat(battle: Battle, who: str, on: str) -> None:
    """Put a rider into the saddle of a mount."""
    rider, mount = battle.creatures[who], battle.creatures[on]
    battle.leave(rider)
    rider.square, rider.span = mount.square, mount.span
    battle.enter(rider)
    battle.trace(rider, (rider.square,))
    rider.mount, mount.rider = mount.id, rider.id


@frozen
class Dismounted:
    """A rider is out of the saddle, of its own will or not, and stands or lies at ``square``."""

    because: int
    who: str
    mount: str
    square: int
    span: int
    cites: tuple[str, ...]


@applies(Dismounted)
def get_down(event: Dismounted, battle: Battle) -> None:
    rider, mount = battle.creatures[event.who], battle.creatures[event.mount]
    stop(battle, rider, "mounted", mount.id)
    there = not rider.flags & (DEAD | GONE)
    if there:
        battle.leave(rider)
    rider.square, rider.span = event.square, event.span
    if there:
        battle.enter(rider)
    battle.trace(rider, (event.square,))
    rider.mount = mount.rider = ""


@frozen
class RideBegan:
    """A rider has its mount move: one of the mount's two actions, or both in a ``double`` move, a run or a charge."""

    because: int
    who: str
    mount: str
    mode: Literal["move", "double", "run", "charge", "overrun"]
    cites: tuple[str, ...]


@applies(RideBegan)
def spur(event: RideBegan, battle: Battle) -> None:
    turn = battle.turn
    both = event.mode in ("double", "run", "charge")
    turn.gait = "double" if turn.spurred and not both else event.mode
    turn.spurred += 2 if both else 1


@frozen
class MoveActionLost:
    """Something that would have been free has failed, and takes a move action after all."""

    because: int
    who: str
    cites: tuple[str, ...]


@applies(MoveActionLost)
def lose_move(event: MoveActionLost, battle: Battle) -> None:
    turn = battle.turn
    if turn.move:
        turn.standard = True
    turn.move = True


@frozen
class TurnLost:
    """A move action has become a full-round action: nothing else is left of the turn."""

    because: int
    who: str
    cites: tuple[str, ...]


@applies(TurnLost)
def lose_turn(event: TurnLost, battle: Battle) -> None:
    turn = battle.turn
    turn.standard = turn.move = turn.full = True
    turn.spurred = 2
