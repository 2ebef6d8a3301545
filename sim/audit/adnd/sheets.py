"""The sheets with which a fight begins: THAC0 and saves by class and level, training by its prerequisites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd.fold import Scene
from sim.audit.adnd.scores import WARRIORS
from sim.audit.claims import Breach, invariant
from sim.events.course import FightBegan
from sim.tables.adnd_figures import CLASSES, TRAINING
from sim.tables.adnd_sheet import Sheet

ADND = ("adnd",)
STEPS = 2
"""Steps of specialisation that a style has."""


def _line(lines: tuple[Any, ...], number: int) -> tuple[int, ...]:
    """The last line of a table that begins with a number or less."""
    reached = [line for line in lines if line[0] <= number]
    return tuple(reached[-1] if reached else lines[0])


def groups(sheet: Sheet) -> list[tuple[Any, int]]:
    """The figures of each of its classes, with its level in it."""
    return [(CLASSES.groups[CLASSES.classes[name].group], level) for name, level in sheet.classes.items()]


@invariant("sheets-are-by-the-tables", FightBegan, books=ADND)
def sheets_are_by_the_tables(event: FightBegan, scene: Scene) -> Iterator[Breach]:
    """Whoever has classes attacks and saves by the best of them."""
    for fighter in scene.fighters.values():
        sheet = fighter.sheet
        if not sheet.classes:
            continue
        best = min(20 - g.thac0.step * ((min(level, 20) - 1) // g.thac0.levels) for g, level in groups(sheet))
        if sheet.thac0 != best:
            yield "adnd.core.thac0.class", f"{sheet.id}'s THAC0 is {sheet.thac0}, and its classes give {best}"
        lines = [_line(g.saves, level)[1:] for g, level in groups(sheet)]
        right = tuple(min(column) for column in zip(*lines, strict=True))
        if sheet.saves != right:
            yield "adnd.core.saving-throw.class", f"{sheet.id} saves at {sheet.saves}, and its classes give {right}"
        if sheet.level != max(sheet.classes.values()):
            yield "adnd.core.thac0.multi-class", f"{sheet.id} counts as of level {sheet.level}"


@invariant("training-has-its-prerequisites", FightBegan, books=ADND)
def training_has_its_prerequisites(event: FightBegan, scene: Scene) -> Iterator[Breach]:
    """Tiers of mastery are for fighters of a single class and of enough levels, expertise for other warriors."""
    for fighter in scene.fighters.values():
        sheet = fighter.sheet
        if not sheet.classes:
            continue
        single = list(sheet.classes) == ["fighter"]
        warrior = max((level for name, level in sheet.classes.items() if name in WARRIORS), default=0)
        for weapon, tier in sheet.tiers.items():
            if weapon not in sheet.proficient:
                yield f"adnd.{_rules(tier)}.needs-proficiency", f"{sheet.id} is {tier} of {weapon}, and not proficient"
            if tier == "expert" and (single or not warrior):
                yield "adnd.expertise.eligibility", f"{sheet.id} is an expert, and that is for other warriors"
            if tier != "expert" and not single:
                yield "adnd.specialist.eligibility", f"{sheet.id} is {tier} of {weapon}, and no fighter alone"
            if warrior < TRAINING[tier].level:
                yield f"adnd.{_rules(tier)}.level", f"{sheet.id} is {tier} of {weapon} at level {warrior}"
            yield from _reached(sheet, weapon, tier)
        if sheet.favoured and sheet.favoured not in sheet.proficient:
            yield "adnd.favoured.needs-proficiency", f"{sheet.id} favours {sheet.favoured}, and is not proficient"
        for style, steps in sheet.styles.items():
            if not 0 <= steps <= STEPS:
                yield "adnd.style.specialisation.limits", f"{sheet.id} has {steps} steps in {style}"


def _rules(tier: str) -> str:
    """The topic of a tier."""
    return {"expert": "expertise", "high-master": "high-mastery", "grand-master": "grand-mastery"}.get(
        tier, "mastery" if tier == "master" else tier
    )


def _reached(sheet: Sheet, weapon: str, tier: str) -> Iterator[Breach]:
    """Each tier is reached from the one before, so many levels later."""
    bought: dict[str, int] = {step.what: step.level for step in sheet.training if step.on == weapon}
    figures = TRAINING[tier]
    if tier not in bought or not figures.prior:
        return
    since = bought.get(figures.prior)
    if since is None:
        yield f"adnd.{_rules(tier)}.level", f"{sheet.id} is {tier} of {weapon}, and was never {figures.prior}"
    elif bought[tier] - since < figures.held:
        held = bought[tier] - since
        yield f"adnd.{_rules(tier)}.level", f"{sheet.id} was {figures.prior} of {weapon} for {held} levels only"
