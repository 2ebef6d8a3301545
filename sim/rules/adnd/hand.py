"""The good hand, the other one, and those who have two good ones (adnd.hand.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, price
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training


@price("ambidexterity")
def cost(pupil: Pupil, step: Training) -> Price:
    """Bought like a proficiency with a weapon."""
    return Price(TRAINING["ambidexterity"].slots, ("adnd.hand.ambidexterity.cost",))
