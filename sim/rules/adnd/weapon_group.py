"""Proficiency with groups of weapons, and which weapons are related (adnd.weapon-group.*)."""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, prerequisite, price
from sim.tables.adnd_figures import TRAINING, WEAPON_GROUPS, WEAPONS, broad, tight, tight_groups
from sim.tables.adnd_sheet import Training

TIGHT = "adnd.weapon-group.tight.list"
BROAD = "adnd.weapon-group.broad.list"


@price("tight-group")
def tight_cost(pupil: Pupil, step: Training) -> Price:
    """All weapons of a tight group as a unit."""
    return Price(TRAINING["tight-group"].slots, ("adnd.weapon-group.tight.cost", TIGHT))


@price("broad-group")
def broad_cost(pupil: Pupil, step: Training) -> Price:
    """All weapons of a broad group as a unit."""
    return Price(TRAINING["broad-group"].slots, ("adnd.weapon-group.broad.cost", BROAD))


@prerequisite("adnd.weapon-group.concept", "tight-group", "broad-group")
def something_allowed(pupil: Pupil, step: Training) -> str | None:
    """A group covers the weapons that the class is not denied: without one of those there is nothing to buy."""
    members = covered(step.what, step.on)
    return None if any(pupil.may_choose(name) for name in members) else "a group with a weapon that the class allows"


@prerequisite(
    "adnd.weapon-group.group-no-specialisation",
    "favoured", "expert", "specialist", "master", "high-master", "grand-master",
)  # fmt: skip
def one_weapon(pupil: Pupil, step: Training) -> str | None:
    """Whatever is above plain proficiency is for one weapon."""
    return None if step.on in WEAPONS else "one weapon, and not a group"


def covered(what: str, group: str) -> tuple[str, ...]:
    """The weapons of a group: a tight one is a list of weapons (``TIGHT``), a broad one of tight groups (``BROAD``)."""
    return tight(group) if what == "tight-group" else broad(group)


def related(one: str, other: str) -> bool:
    """Are two weapons related? Sharing a tight group makes them so, sharing a broad one alone does not."""
    return shared(one, other) == "adnd.weapon-group.tight.related"


def shared(one: str, other: str) -> str:
    """
    The rule on two different weapons that share a group, tight or else broad; empty when they share none.

    >>> shared("long sword", "bastard sword"), shared("long sword", "dagger"), shared("club", "dagger")
    ('adnd.weapon-group.tight.related', 'adnd.weapon-group.broad.not-related', '')
    """
    if not set(tight_groups(one)).isdisjoint(tight_groups(other)):
        return "adnd.weapon-group.tight.related"
    if any(one in broad(group) and other in broad(group) for group in WEAPON_GROUPS.broad):
        return "adnd.weapon-group.broad.not-related"
    return ""
