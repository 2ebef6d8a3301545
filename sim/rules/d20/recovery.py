"""
The badly wounded after a fight (d20.recovery.*): they wake, waste away, or begin to recover.

Who was stabilised by somebody's care or by magic is ``tended``; who became stable alone is not, until somebody sees
to it. Awake below 0 hit points a creature is disabled. Once it is ``recovering`` it loses no more.
"""

from __future__ import annotations

from typing import Literal

from sim.events.aftermath import RecoveryRolled
from sim.events.attacks import HitPointsLost
from sim.rules.d20 import wounds
from sim.state.conditions import DISABLED, RECOVERING, STABLE, TENDED
from sim.state.creature import Creature
from sim.table import Table

ASSISTED_HOURLY = "d20.recovery.assisted.hourly"
ASSISTED_NATURAL = "d20.recovery.assisted.natural"
UNASSISTED_HOURLY = "d20.recovery.unassisted.hourly"
UNASSISTED_LOSS = "d20.recovery.unassisted.loss"
NO_NATURAL = "d20.recovery.unassisted.no-natural"
DAILY = "d20.recovery.unassisted.daily"
RELAPSE = "d20.recovery.unassisted.relapse"
NO_FURTHER_LOSS = "d20.recovery.no-further-loss"
CHANCE = 10
"""In a hundred, each hour and each day."""


def hourly(table: Table, who: Creature, because: int) -> None:
    """A stable creature may wake each hour; who has nobody to tend it loses a hit point if it does not."""
    if not who.flags & STABLE:
        return
    tended = who.flags & TENDED
    if tended and not who.flags & RECOVERING:
        wounds.begin(table, who, "recovering", because, ASSISTED_NATURAL, NO_FURTHER_LOSS)
    rule = ASSISTED_HOURLY if tended else UNASSISTED_HOURLY
    success, seq = _roll(table, who, "wake", because, rule)
    if success:
        wounds.end(table, who, "stable", seq, rule)
        wounds.begin(table, who, "disabled", seq, rule)
    elif not tended:
        _waste(table, who, seq, UNASSISTED_LOSS)


def daily(table: Table, who: Creature, because: int) -> None:
    """Awake below 0 hit points without having been tended, it may begin to recover each day, or loses a hit point."""
    if who.hit_points >= 0 or not who.flags & DISABLED or who.flags & (TENDED | RECOVERING):
        return
    success, seq = _roll(table, who, "recover", because, DAILY)
    if success:
        wounds.begin(table, who, "recovering", seq, DAILY, NO_FURTHER_LOSS)
    else:
        _waste(table, who, seq, RELAPSE)


def may_heal(who: Creature) -> bool:
    """Does rest do it any good? Not below 0 hit points without having been tended or having begun to recover."""
    return who.hit_points >= 0 or bool(who.flags & (TENDED | RECOVERING))


def _roll(table: Table, who: Creature, to: Literal["wake", "recover"], because: int, rule: str) -> tuple[bool, int]:
    (die,) = table.roll(100)
    success = die.value <= CHANCE
    return success, table.tell(RecoveryRolled(because, who.id, to, CHANCE, success, (rule,), (die,)))


def _waste(table: Table, who: Creature, because: int, rule: str) -> None:
    seq = table.tell(HitPointsLost(because, who.id, 1, (rule,)))
    wounds.settle(table, who, seq, hurt=False)
