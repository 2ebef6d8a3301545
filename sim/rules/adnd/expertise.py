"""Expertise, the specialisation of those who cannot specialise (adnd.expertise.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, prerequisite, price
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training

narrative(
    "adnd.expertise.continued-practice",
    "what he practises after the training is not part of a fight; the step of training records the weapon",
)


@prerequisite("adnd.expertise.eligibility", "expert")
def eligible(pupil: Pupil, step: Training) -> str | None:
    """For rangers, paladins and multi-classed warriors."""
    if pupil.warrior and tuple(pupil.classes) != ("fighter",):
        return None
    return "a ranger, a paladin or a multi-classed warrior"


@prerequisite("adnd.expertise.needs-proficiency", "expert")
def proficient(pupil: Pupil, step: Training) -> str | None:
    """He must be proficient with the weapon before."""
    return None if step.on in pupil.proficient else "proficiency with it before"


@prerequisite("adnd.expertise.timing", "expert")
def timing(pupil: Pupil, step: Training) -> str | None:
    """At creation or later: at any level that he has reached."""
    return None if 1 <= step.level <= pupil.level else f"a level from 1 to {pupil.level}"


@prerequisite("adnd.expertise.trainer", "expert")
def trainer(pupil: Pupil, step: Training) -> str | None:
    """A fighter specialised in the same weapon, of a higher level than he, must train him."""
    if step.trainer and step.trainer_level > step.level:
        return None
    return f"trainer, a specialist in it, and trainer_level, {step.level + 1} or more"


@prerequisite("adnd.expertise.training-time", "expert")
def training_time(pupil: Pupil, step: Training) -> str | None:
    """For three months at least."""
    least = TRAINING["expert"].months
    return None if step.months >= least else f"months, {least} or more"


@prerequisite("adnd.expertise.interval", "expert")
def interval(pupil: Pupil, step: Training) -> str | None:
    """Six levels lie between two expertises."""
    last = pupil.reached("expert")
    if last is None or step.level >= (first := last + TRAINING["expert"].interval):
        return None
    return f"a level of {first} or more, {first - last} after the expertise before"


@price("expert")
def cost(pupil: Pupil, step: Training) -> Price:
    """One slot, whatever the weapon."""
    return Price(TRAINING["expert"].slots, ("adnd.expertise.cost",))
