"""The time after a fight: hours pass, the wounded recover or die."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.state.battle import Aftermath, Battle
from sim.state.creature import ABILITIES

ROUNDS_AN_HOUR = 600


@frozen
class TimePassed:
    """
    Input: after the end of a fight the referee lets ``hours`` pass.

    ``tended`` are the ids of those whom somebody looks after. ``rest``: ``night`` (the first eight hours of each day
    are slept), ``bed`` (complete rest all day and night), or ``none``.
    """

    because: int
    hours: int
    rest: Literal["night", "bed", "none"]
    tended: tuple[str, ...]
    reason: str
    cites: tuple[str, ...] = ()


@applies(TimePassed)
def let_pass(event: TimePassed, battle: Battle) -> None:
    battle.inputs += 1
    battle.aftermath = Aftermath(event.hours, event.rest, event.tended, battle.aftermath.hour)


@frozen
class RoundPassed:
    """A round after the fight goes by: the dying fight for their lives."""

    because: int
    number: int
    cites: tuple[str, ...] = ()


@applies(RoundPassed)
def pass_round(event: RoundPassed, battle: Battle) -> None:
    battle.round = event.number
    battle.timers = tuple([timer._replace(turns=timer.turns - 1) for timer in battle.timers])


@frozen
class HourPassed:
    """An hour goes by; ``number`` counts from the end of the fight."""

    because: int
    number: int
    cites: tuple[str, ...] = ()


@applies(HourPassed)
def pass_hour(event: HourPassed, battle: Battle) -> None:
    after = battle.aftermath
    battle.aftermath = after._replace(hours=after.hours - 1, hour=event.number)
    battle.timers = tuple([timer._replace(turns=timer.turns - ROUNDS_AN_HOUR) for timer in battle.timers])


@frozen
class RecoveryRolled:
    """
    The roll of somebody badly wounded: ``chance`` in a hundred, to ``wake``, to ``recover``, to ``stay`` in the saddle.
    """

    because: int
    who: str
    to: Literal["wake", "recover", "stay"]
    chance: int
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(RecoveryRolled)(nothing)


@frozen
class AbilityHealed:
    """Damage to an ability score heals by ``amount``."""

    because: int
    who: str
    ability: str
    amount: int
    cites: tuple[str, ...]


@applies(AbilityHealed)
def mend(event: AbilityHealed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.damage_to = tuple(
        damage - event.amount if name == event.ability else damage
        for name, damage in zip(ABILITIES, creature.damage_to, strict=True)
    )


@frozen
class AftermathEnded:
    """The hours that the referee let pass are over; ``hour`` is their number since the end of the fight."""

    because: int
    hour: int
    cites: tuple[str, ...] = ()


applies(AftermathEnded)(nothing)
