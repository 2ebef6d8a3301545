"""High masters of one weapon (adnd.high-mastery.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade
from sim.events.orders import Order
from sim.rules.adnd import options
from sim.rules.adnd.declare import HURLED, MISSILE, Blow, on_attack, on_initiative, sheet_of
from sim.rules.adnd.training import Price, Pupil, held_long, level_reached, prerequisite, price
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Sheet, Training, Weapon

SPEED = "adnd.high-mastery.melee.speed-factor"
CRITICAL = "adnd.high-mastery.melee.critical"


@prerequisite("adnd.high-mastery.level", "high-master")
def level(pupil: Pupil, step: Training) -> str | None:
    """From the fifteenth level on."""
    return level_reached(step)


@prerequisite("adnd.high-mastery.prior-mastery", "high-master")
def prior(pupil: Pupil, step: Training) -> str | None:
    """After six levels as a master of that weapon."""
    return held_long(pupil, step)


@price("high-master")
def cost(pupil: Pupil, step: Training) -> Price:
    """One more slot."""
    return Price(TRAINING["high-master"].slots, ("adnd.high-mastery.cost",))


def is_high_master(sheet: Sheet, weapon: Weapon) -> bool:
    """Is he a high master of this weapon, or more?"""
    return sheet.tiers.get(weapon.art) in ("high-master", "grand-master")


def speed_change(me: Creature, weapon: Weapon) -> int:
    """What high mastery of a melee weapon takes off its speed factor."""
    return -1 if weapon.category == "melee" and is_high_master(sheet_of(me), weapon) else 0


@on_initiative
def quicker(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """A high master's weapon is faster by 1, if a style has left anything of its speed factor."""
    from sim.rules.adnd import initiative, style_two_handed

    weapon = initiative.slowest(battle, me, order)
    if weapon is None or not speed_change(me, weapon):
        return None
    left = initiative.factor(me, weapon) + style_two_handed.speed_change(me, weapon)
    return Modifier(-1, "high master", SPEED) if left > 0 else None


def critical_from(me: Creature, weapon: Weapon) -> int:
    """The lowest d20 that is critical where criticals are played: 19 for a high master in melee (``CRITICAL``)."""
    return 19 if weapon.category == "melee" and is_high_master(sheet_of(me), weapon) else 20


def critical(blow: Blow, rolled: AttackMade) -> tuple[str, ...]:
    """
    The rule by which a hit rolls the weapon's dice twice where criticals are played (option ``criticals``): on a 20,
    and of a high master on a 19. None: it does not.
    """
    if blow.battle.options.get("criticals") != "on" or rolled.roll < critical_from(blow.attacker, blow.weapon):
        return ()
    return (CRITICAL,) if rolled.roll < 20 else (options.RULE,)


def extreme_range(me: Creature, weapon: Weapon, longest: int) -> int:
    """How far in metres a high master reaches with what is shot or hurled: a third farther; 0 for others."""
    return farther(longest) if is_high_master(sheet_of(me), weapon) else 0


def farther(longest: int) -> int:
    """
    A range and a third of it, rounded down to the metre (adnd.high-mastery.ranged.extreme-range.example).

    >>> farther(180), farther(20)
    (240, 26)
    """
    return longest * 4 // 3


@on_attack(MISSILE)
def extreme_shot(blow: Blow) -> Modifier | None:
    """-10 beyond long range."""
    return _extreme(blow)


@on_attack(HURLED)
def extreme_throw(blow: Blow) -> Modifier | None:
    """The same for what is hurled."""
    return _extreme(blow)


def _extreme(blow: Blow) -> Modifier | None:
    from sim.rules.adnd import missile

    if missile.band(blow.battle, blow.attacker, blow.target, blow.weapon) != "extreme":
        return None
    blow.cites += ("adnd.high-mastery.ranged.extreme-range", "adnd.high-mastery.ranged.extreme-net")
    ranges = missile.ranges(blow.battle, blow.attacker, blow.weapon)
    if ranges is not None and ranges[2] == 180:
        blow.cites.append("adnd.high-mastery.ranged.extreme-range.example")
    return Modifier(-10, "extreme range", "adnd.high-mastery.ranged.extreme-penalty")
