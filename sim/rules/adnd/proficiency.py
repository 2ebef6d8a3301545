"""
Weapon proficiency: slots and what they buy, weapons that a class is denied, and fighting without proficiency
(adnd.proficiency.*).
"""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, bonus_slots, class_slots, prerequisite, price, purse
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import CLASSES, TRAINING
from sim.tables.adnd_sheet import Training

narrative(
    "adnd.proficiency.bonus.phb-free-split",
    "superseded by adnd.proficiency.bonus.warriors and .others, and in the catalogue to document the change",
)


@purse
def slots_last(pupil: Pupil, step: Training, cost: Price) -> tuple[str, tuple[str, ...]] | None:
    """
    Slots come from class and level, and for warriors from Intelligence besides: all theirs are weapon slots, and nobody
    else's are.
    """
    own, extra = class_slots(pupil, step.level), bonus_slots(pupil)
    needed = pupil.spent + cost.slots
    if needed <= own:
        return None
    if not pupil.warrior:
        rules: tuple[str, ...] = ("adnd.proficiency.slots-by-class",)
        if needed <= own + extra:
            rules += ("adnd.proficiency.bonus.others",)
        return f"at most {own} slots to be spent by then, not {needed}", rules
    if needed <= own + extra:
        return None
    return (
        f"at most {own} slots of the class and {extra} of Intelligence to be spent by then, not {needed}",
        ("adnd.proficiency.slots-by-class", "adnd.proficiency.bonus.count", "adnd.proficiency.bonus.warriors"),
    )


@prerequisite("adnd.proficiency.forbidden.priest-never", "weapon")
def clergy_allows(pupil: Pupil, step: Training) -> str | None:
    """What their clergy denies them priests never learn."""
    bound = any(CLASSES.classes[name].clergy for name in pupil.classes)
    return "a weapon that the clergy allows" if bound and not pupil.may_choose(step.on) else None


@price("weapon")
def cost(pupil: Pupil, step: Training) -> Price:
    """One slot, and for a weapon that the class is denied as many more as the most lenient of its groups asks."""
    slots = TRAINING["weapon"].slots
    if pupil.may_choose(step.on):
        return Price(slots, ("adnd.proficiency.cost",))
    denied = ("adnd.proficiency.forbidden.class-lists", "adnd.proficiency.forbidden.others-may-learn")
    if "rogue" in pupil.groups:
        extra, rule = CLASSES.groups["rogue"].denied, "adnd.proficiency.forbidden.rogue-cost"
    else:
        extra, rule = CLASSES.groups["wizard"].denied, "adnd.proficiency.forbidden.wizard-cost"
    return Price(slots + (extra or 0), ("adnd.proficiency.cost", *denied, rule))
