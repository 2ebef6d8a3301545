"""Parries, disarms and called shots: what becomes of blows, weapons and those who hold them."""

from __future__ import annotations

from typing import Any, cast

from attrs import frozen
from msgspec.structs import replace

from sim.dice.sources import Die
from sim.events.adnd import fighter_of
from sim.events.base import applies, nothing
from sim.events.conditions import start, stop
from sim.events.equipment import Dropped, drop
from sim.state.battle import Battle
from sim.tables.adnd_sheet import Weapon


@frozen
class ParryAnnounced:
    """
    Before the blow of ``attacker`` at ``target`` is rolled, ``who`` announces to parry it with ``weapon`` (or a shield
    of that name), which spends a reserved attack, or (``second``) what the shield may do in the round besides.
    """

    because: int
    who: str
    attacker: str
    target: str
    weapon: str
    cites: tuple[str, ...]
    second: bool = False


@applies(ParryAnnounced)
def announce(event: ParryAnnounced, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    if event.second:
        fighter.due = tuple([name for name in fighter.due if name != fighter.second])
        fighter.second = ""
    else:
        fighter.parries -= 1


@frozen
class WeaponWorn:
    """A launcher has parried: of its magic so much ``plus`` is left, or it is ``ruined`` and never shoots again."""

    because: int
    who: str
    weapon: str
    plus: int
    ruined: bool
    cites: tuple[str, ...]


@applies(WeaponWorn)
def wear(event: WeaponWorn, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    weapons = cast("dict[str, Weapon]", creature.weapons)
    worn = replace(weapons[event.weapon], plus=event.plus, ruined=event.ruined)
    creature.weapons = cast(Any, {**weapons, event.weapon: worn})
    creature.cache = {}


@frozen
class WeaponStruckAway:
    """
    A weapon flies from the hands of ``who``, so many ``feet``, in ``direction`` (a facing; -1: to a place of somebody's
    choice), and lies in ``square``.
    """

    because: int
    who: str
    weapon: str
    square: int
    feet: int
    direction: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(WeaponStruckAway)
def fly(event: WeaponStruckAway, battle: Battle) -> None:
    drop(Dropped(event.because, event.who, event.weapon, event.square), battle)


@frozen
class WeaponTurned:
    """The weapon that ``who`` holds in two hands is knocked out of line by somebody."""

    because: int
    who: str
    by: str
    weapon: str
    cites: tuple[str, ...]


@applies(WeaponTurned)
def turn_aside(event: WeaponTurned, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.partial = (*fighter.partial, (event.by, event.weapon))
    if not battle.creatures[event.who].has("misaligned", event.weapon):
        start(battle, battle.creatures[event.who], "misaligned", event.weapon)


@frozen
class DisarmResisted:
    """Struck at what it holds, somebody keeps hold of it (``held``) with a d20 of at least ``needed``."""

    because: int
    who: str
    weapon: str
    needed: int
    roll: int
    held: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(DisarmResisted)(nothing)


@frozen
class DisarmDecided:
    """Two attack rolls for one weapon are compared: it is ``won`` by the attacker, or all stays as it was."""

    because: int
    attacker: str
    target: str
    weapon: str
    won: bool
    cites: tuple[str, ...]


applies(DisarmDecided)(nothing)


@frozen
class ActionLost:
    """What somebody has declared for the round cannot be done any more."""

    because: int
    who: str
    cites: tuple[str, ...]


@applies(ActionLost)
def lose_action(event: ActionLost, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.acted = True
    fighter.attacks = 0
    fighter.due = ()
    fighter.blow = False


@frozen
class Pinned:
    """
    ``who`` is pinned by its clothes, to the end of round ``until``. ``weapon`` is what holds it, if ``by`` still has it
    in hand; what was let go lies in ``square`` (-1: nothing does).
    """

    because: int
    who: str
    by: str
    until: int
    weapon: str
    square: int
    cites: tuple[str, ...]
    dropped: str = ""


@applies(Pinned)
def pin(event: Pinned, battle: Battle) -> None:
    stop(battle, battle.creatures[event.who], "pinned", event.by)
    start(battle, battle.creatures[event.who], "pinned", event.by, event.until)
    fighter_of(battle, event.who).pin = (event.by, event.weapon)
    if event.dropped:
        drop(Dropped(event.because, event.by, event.dropped, event.square), battle)
