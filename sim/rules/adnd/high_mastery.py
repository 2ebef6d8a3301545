"""High masters of one weapon (adnd.high-mastery.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, held_long, level_reached, prerequisite, price
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training


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


def speed_change(me: object, weapon: object) -> int:
    """What a high master takes off a speed factor."""
    return 0


def extreme_range(me: object, weapon: object, longest: int) -> int:
    """The extreme range in metres; 0 for those who have none."""
    return 0
