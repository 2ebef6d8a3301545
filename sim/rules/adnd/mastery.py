"""Masters of one weapon (adnd.mastery.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, held_long, level_reached, prerequisite, price
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training

narrative(
    "adnd.mastery.payment",
    "not quantified, and paid before the fight; the step of training records who the master was",
)


@prerequisite("adnd.mastery.level", "master")
def level(pupil: Pupil, step: Training) -> str | None:
    """From the ninth level on."""
    return level_reached(step)


@prerequisite("adnd.mastery.prior-specialisation", "master")
def prior(pupil: Pupil, step: Training) -> str | None:
    """After six levels as a specialist in that weapon."""
    return held_long(pupil, step)


@prerequisite("adnd.mastery.trainer", "master")
def trainer(pupil: Pupil, step: Training) -> str | None:
    """A master must train him."""
    return None if step.trainer else "trainer, a master of it"


@prerequisite("adnd.mastery.training-time", "master")
def training_time(pupil: Pupil, step: Training) -> str | None:
    """For six months at least."""
    least = TRAINING["master"].months
    return None if step.months >= least else f"months, {least} or more"


@price("master")
def cost(pupil: Pupil, step: Training) -> Price:
    """Two more slots."""
    return Price(TRAINING["master"].slots, ("adnd.mastery.cost",))
