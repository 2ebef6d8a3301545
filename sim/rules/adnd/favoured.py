"""The favoured weapon (adnd.favoured.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.adnd.declare import Blow, on_attack, sheet_of
from sim.rules.adnd.training import Price, Pupil, prerequisite, price, skilled
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import CLASSES
from sim.tables.adnd_sheet import Training

narrative(
    "adnd.favoured.training",
    "it should be so and need not: the trainer is recorded on the step of training, and nothing is asked",
)


@prerequisite("adnd.favoured.any-class", "favoured")
def some_class(pupil: Pupil, step: Training) -> str | None:
    """Characters of any class may have one, people without a class have none."""
    return None if pupil.classes else "a character with a class"


@prerequisite("adnd.favoured.needs-proficiency", "favoured")
def proficient(pupil: Pupil, step: Training) -> str | None:
    """He must be proficient with it before."""
    return None if skilled(pupil, step.on) else "proficiency with it before"


@prerequisite("adnd.favoured.permanent", "favoured")
def permanent(pupil: Pupil, step: Training) -> str | None:
    """The choice is for one weapon and for good."""
    return f"no second choice after the {pupil.favoured}" if pupil.favoured else None


@prerequisite("adnd.favoured.priest-deity", "favoured")
def deity(pupil: Pupil, step: Training) -> str | None:
    """A priest's is the one of his deity, where there is such a one."""
    wanted = pupil.deity_weapon
    return f"the weapon of the deity, {wanted}" if "priest" in pupil.groups and wanted not in ("", step.on) else None


@prerequisite("adnd.favoured.timing", "favoured")
def timing(pupil: Pupil, step: Training) -> str | None:
    """At creation or at any later time: at any level that he has reached."""
    return None if 1 <= step.level <= pupil.level else f"a level from 1 to {pupil.level}"


@price("favoured")
def cost(pupil: Pupil, step: Training) -> Price:
    """Nothing for warriors; of several groups the most lenient counts."""
    group = min(pupil.groups, key=lambda name: CLASSES.groups[name].favoured)
    rule = {
        "warrior": "adnd.favoured.cost.warrior",
        "wizard": "adnd.favoured.cost.wizard",
    }.get(group, "adnd.favoured.cost.rogue-priest-druid")
    return Price(CLASSES.groups[group].favoured, (rule,))


@on_attack()
def to_hit(blow: Blow) -> Modifier | None:
    """+1 to every attack roll with it, besides what a tier of mastery gives."""
    sheet = sheet_of(blow.attacker)
    art = blow.weapon.art
    if not sheet.favoured or art != sheet.favoured:
        return None
    if sheet.tiers.get(art, "expert") != "expert":
        blow.cites.append("adnd.favoured.stacking")
    return Modifier(1, "favoured weapon", "adnd.favoured.to-hit")
