"""
Weapon proficiency: slots and what they buy, weapons that a class is denied, and fighting without proficiency
(adnd.proficiency.*).
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import core
from sim.rules.adnd.declare import SHIELD, Blow, arm_of, constraint, on_attack, sheet_of
from sim.rules.adnd.training import Price, Pupil, bonus_slots, class_slots, prerequisite, price, purse
from sim.rules.narrative import narrative
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_figures import CLASSES, GROUPS, TRAINING, WEAPONS
from sim.tables.adnd_sheet import Sheet, Training, Weapon

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


SPECIAL = frozenset({
    "disarm", "expert-disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object", "block",
    "trap",
})  # fmt: skip
"""Attacks that are more than a blow, and take some proficiency."""

_UNSKILLED = {
    "warrior": ("adnd.proficiency.none.penalty.warrior", "adnd.proficiency.related.warrior"),
    "priest": ("adnd.proficiency.none.penalty.priest-rogue", "adnd.proficiency.related.priest-rogue"),
    "rogue": ("adnd.proficiency.none.penalty.priest-rogue", "adnd.proficiency.related.priest-rogue"),
    "wizard": ("adnd.proficiency.none.penalty.wizard", "adnd.proficiency.related.wizard"),
}
"""By group of classes: the penalty with any weapon, and with a related one."""


def unskilled(sheet: Sheet, weapon: Weapon) -> bool:
    """Does a character use a weapon without proficiency? Bare hands, shields and natural weapons take none."""
    return sheet.group in GROUPS and weapon.art in WEAPONS and weapon.art not in sheet.proficient


@on_attack()
def without_proficiency(blow: Blow) -> Modifier | None:
    """Whoever is not proficient with his weapon strikes badly; half as badly with one related to one of his."""
    sheet = sheet_of(blow.attacker)
    if blow.bits & SHIELD:
        from sim.rules.adnd import shield_punch

        if sheet.group not in GROUPS or shield_punch.takes_no_skill(blow):
            return None
    elif not unskilled(sheet, blow.weapon):
        return None
    penalty = CLASSES.groups[sheet.group].nonproficiency  # type: ignore[index]
    plain, related = _UNSKILLED[sheet.group]
    if blow.weapon.art not in sheet.related:
        return Modifier(penalty, "not proficient", plain)
    half, rounded = core.halved(penalty)
    blow.cites += ("adnd.proficiency.related.half-penalty", "adnd.weapon-group.tight.related", *rounded)
    return Modifier(half, "related weapon", related)


@constraint("adnd.proficiency.none.no-special-attack", Attack, FullAttack)
def special_attack(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """With a weapon in which he is not proficient he strikes, and does nothing else."""
    if order.weapon not in me.weapons or not unskilled(sheet_of(me), arm_of(me, order.weapon)):
        return False
    return order.how in SPECIAL or getattr(order, "parries", 0) > 0
