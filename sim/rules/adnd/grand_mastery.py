"""Grand masters of one weapon (adnd.grand-mastery.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, held_long, level_reached, prerequisite, price
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training

EXTRA_ATTACK = "adnd.grand-mastery.extra-attack"
EXAMPLE = "adnd.grand-mastery.example"


@prerequisite("adnd.grand-mastery.level", "grand-master")
def level(pupil: Pupil, step: Training) -> str | None:
    """From the eighteenth level on."""
    return level_reached(step)


@prerequisite("adnd.grand-mastery.prior-high-mastery", "grand-master")
def prior(pupil: Pupil, step: Training) -> str | None:
    """After three levels as a high master of that weapon."""
    return held_long(pupil, step)


@price("grand-master")
def cost(pupil: Pupil, step: Training) -> Price:
    """One more slot."""
    return Price(TRAINING["grand-master"].slots, ("adnd.grand-mastery.cost",))
