"""
Who knows which fighting style, and what it takes to specialise in one (adnd.style.familiarity,
adnd.style.specialisation.*). What styles are worth in a fight stands with each of them.
"""

from __future__ import annotations

from sim.rules.adnd.training import Price, Pupil, prerequisite, price, style_of
from sim.tables.adnd_figures import CLASSES, STYLES, TRAINING
from sim.tables.adnd_sheet import Sheet, Style, Training, Weapon

FAMILIARITY = "adnd.style.familiarity"


@prerequisite(FAMILIARITY, "style")
def familiar(pupil: Pupil, step: Training) -> str | None:
    """Only in a style that he knows, by his class or by training."""
    return None if step.on in pupil.styles else "familiarity with the style before"


@price("familiarity")
def familiarity_cost(pupil: Pupil, step: Training) -> Price:
    """A style not known costs one slot."""
    return Price(TRAINING["familiarity"].slots, (FAMILIARITY,))


def familiar_with(sheet: Sheet, style: Style, weapon: Weapon) -> bool:
    """
    Does a character know a style with this weapon? Shooting from a distance everybody does with slings and what is
    hurled (adnd.style.familiarity).
    """
    return style in sheet.styles or (style == "missile" and weapon.family == "thrown" and bool(sheet.classes))


@prerequisite("adnd.style.specialisation.limits", "style")
def limits(pupil: Pupil, step: Training) -> str | None:
    """
    How many styles he may specialise in, by the most liberal of his groups, unless the option ``style_limits`` is off.

    What a class is specialised in without paying does not count.
    """
    allowed = [CLASSES.groups[name].styles for name in pupil.groups]
    if not pupil.style_limits or -1 in allowed:
        return None
    most = max(allowed, default=0)
    styles = dict.fromkeys(other.on for other in (*pupil.taken, step) if other.what == "style")
    if len(styles) <= most:
        return None
    return f"specialisation in {'no style at all' if not most else f'no more than {most} style' + 's' * (most > 1)}"


@prerequisite("adnd.style.specialisation.cost", "style")
def steps(pupil: Pupil, step: Training) -> str | None:
    """One slot after the other, as far as the style goes."""
    style = style_of(step.on)
    most = STYLES[style].steps
    return None if pupil.styles.get(style, 0) < most else f"no more than {most} step{'s' * (most > 1)} in it"


@price("style")
def specialisation_cost(pupil: Pupil, step: Training) -> Price:
    """A slot for each step, two for the first one with two weapons, and nothing for what a ranger begins with."""
    style = style_of(step.on)
    if pupil.styles[style] or not STYLES[style].first:
        return Price(TRAINING["style"].slots, ("adnd.style.specialisation.cost",))
    if any(CLASSES.classes[name].free_style == style for name in pupil.classes):
        return Price(0, ("adnd.style.two-weapon.ranger.automatic",))
    return Price(STYLES[style].first, ("adnd.style.two-weapon.specialised.cost",))
