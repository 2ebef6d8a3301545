"""Masters of one weapon (adnd.mastery.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.adnd.declare import HURLED, MELEE, MISSILE, Blow, on_attack, on_damage
from sim.rules.adnd.specialist import BOWS, bonus_tier, point_blank
from sim.rules.adnd.training import Price, Pupil, held_long, level_reached, prerequisite, price
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training

KEEPS_ATTACKS = "adnd.mastery.keeps-specialist-attacks"

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


def is_master(blow: Blow) -> bool:
    """Is the attacker a master of this weapon, or more?"""
    return bonus_tier(blow) not in ("", "specialist")


@on_attack(MELEE)
def melee_to_hit(blow: Blow) -> Modifier | None:
    """+2 in melee, in the place of the specialist's bonus."""
    return Modifier(2, "master", "adnd.mastery.melee.to-hit") if is_master(blow) else None


@on_damage(MELEE)
def melee_damage(blow: Blow) -> Modifier | None:
    """+3 damage in melee."""
    return Modifier(3, "master", "adnd.mastery.melee.damage") if is_master(blow) else None


@on_attack(MISSILE)
def bow_to_hit(blow: Blow) -> Modifier | None:
    """+2 with a bow or crossbow, but at point blank, where the specialist's bonus remains."""
    if is_master(blow) and blow.weapon.family in BOWS and not point_blank(blow):
        return Modifier(2, "master", "adnd.mastery.bow.to-hit")
    return None


@on_damage(MISSILE)
def point_blank_damage(blow: Blow) -> Modifier | None:
    """+3 damage at point blank."""
    if not is_master(blow) or not point_blank(blow):
        return None
    blow.cites.append(point_blank(blow))
    return Modifier(3, "point blank", "adnd.mastery.bow.point-blank.damage")


@on_attack(MISSILE)
def sling_to_hit(blow: Blow) -> Modifier | None:
    """+2 with a launcher other than those."""
    return _thrown(blow) if blow.weapon.family not in BOWS else None


@on_attack(HURLED)
def thrown_to_hit(blow: Blow) -> Modifier | None:
    """+2 with what is hurled."""
    return _thrown(blow)


def _thrown(blow: Blow) -> Modifier | None:
    return Modifier(2, "master", "adnd.mastery.thrown.to-hit") if is_master(blow) else None
