"""Expertise, the specialisation of those who cannot specialise (adnd.expertise.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.adnd.declare import Blow, on_attack, sheet_of
from sim.rules.adnd.training import Price, Pupil, prerequisite, price, skilled
from sim.rules.narrative import narrative
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Tier, Training

EXTRA_ATTACKS = "adnd.expertise.extra-attacks"
EXAMPLE = "adnd.expertise.example"
NO_BONUSES = "adnd.expertise.no-bonuses"

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
    return None if skilled(pupil, step.on) else "proficiency with it before"


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


def gives_bonuses(tier: Tier) -> bool:
    """Does a tier bring more than attacks? An expert's does not (``NO_BONUSES``)."""
    return rule_of(tier) != NO_BONUSES


def rule_of(tier: Tier) -> str:
    """
    The rule by which a tier brings no bonuses, point blank and held shots among them; empty when it does.

    >>> rule_of("expert"), rule_of("master")
    ('adnd.expertise.no-bonuses', '')
    """
    return NO_BONUSES if tier == "expert" else ""


@on_attack()
def favoured_coexists(blow: Blow) -> Modifier | None:
    """His weapon may be his favoured one too, whose bonus stays: it is counted there."""
    sheet = sheet_of(blow.attacker)
    if sheet.favoured == blow.weapon.art and sheet.tiers.get(blow.weapon.art) == "expert":
        blow.cites.append("adnd.expertise.favoured-coexists")
    return None
