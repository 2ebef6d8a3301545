"""Specialists in one weapon (adnd.specialist.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, prerequisite, price
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import TRAINING, WEAPONS
from sim.tables.adnd_sheet import Training

narrative(
    "adnd.specialist.training",
    "no length is given, and it is over before the fight: months and trainer are recorded on the step of training",
)


@prerequisite("adnd.specialist.eligibility", "specialist")
def fighters(pupil: Pupil, step: Training) -> str | None:
    """Only fighters specialise."""
    return None if pupil.warrior else "a fighter without another class"


@prerequisite("adnd.specialist.excluded", "specialist")
def excluded(pupil: Pupil, step: Training) -> str | None:
    """Paladins, rangers and multi-classed warriors do not."""
    return "a fighter without another class" if pupil.warrior and tuple(pupil.classes) != ("fighter",) else None


@prerequisite("adnd.specialist.needs-proficiency", "specialist")
def proficient(pupil: Pupil, step: Training) -> str | None:
    """He must be proficient with the weapon before."""
    return None if step.on in pupil.proficient else "proficiency with it before"


@prerequisite("adnd.specialist.interval", "specialist")
def interval(pupil: Pupil, step: Training) -> str | None:
    """Three levels lie between two specialisations."""
    last = pupil.reached("specialist")
    if last is None or step.level >= (first := last + TRAINING["specialist"].interval):
        return None
    return f"a level of {first} or more, {first - last} after the specialisation before"


@price("specialist")
def cost(pupil: Pupil, step: Training) -> Price:
    """One slot; two for a bow or a crossbow."""
    figures = TRAINING["specialist"]
    if WEAPONS[step.on].family in ("bow", "crossbow"):
        return Price(figures.slots_launcher, ("adnd.specialist.cost.bow-crossbow",))
    return Price(figures.slots, ("adnd.specialist.cost",))
