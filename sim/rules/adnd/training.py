"""
Training: what a character has learned, step by step, and the rules that say whether it could.

A module of the rulebook states what a step needs over a function (``@prerequisite(rule, what …)``) that gives in words
what was expected when it is not so, and what a step costs over another (``@price(what …)``). A file in which a step
breaks a rule is refused in one sentence that names the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sim.core.errors import BadInput
from sim.tables import files
from sim.tables.adnd_figures import (
    CLASSES,
    STYLES,
    TRAINING,
    WEAPON_GROUPS,
    WEAPONS,
    CharacterGroup,
    broad,
    languages,
    slots,
    tight,
    tight_groups,
)
from sim.tables.adnd_sheet import Style, Tier, Training


class Untrained(BadInput):
    """A character whose training the rules do not allow; ``rules`` are the ids that forbid it."""

    def __init__(self, message: str, rules: tuple[str, ...]) -> None:
        super().__init__(f"{message} [{', '.join(rules)}]")
        self.rules = rules


class Price(NamedTuple):
    """What a step costs in weapon slots, by which rules."""

    slots: int
    rules: tuple[str, ...]


class Pupil:
    """
    A character on its way through its training.

    ``classes`` are its class levels, ``intelligence`` its score, ``clergy`` the weapons that a priest's clergy allows
    (none: those of the class), ``deity_weapon`` the favoured weapon of its deity, if any. ``taken`` are the steps so
    far, ``spent`` the slots that they cost, ``style_limits`` the option of that name.
    """

    def __init__(
        self,
        classes: dict[str, int],
        intelligence: int = 10,
        clergy: tuple[str, ...] = (),
        deity_weapon: str = "",
        style_limits: bool = True,
    ) -> None:
        self.classes = classes
        self.intelligence = intelligence
        self.clergy = clergy
        self.deity_weapon = deity_weapon
        self.style_limits = style_limits
        self.groups = groups_of(classes)
        self.taken: list[Training] = []
        self.spent = 0
        self.proficient: dict[str, None] = {}
        self.favoured = ""
        self.tiers: dict[str, Tier] = {}
        self.styles = known_styles(self.groups)
        self.ambidextrous = False

    @property
    def group(self) -> CharacterGroup | None:
        """The best of its groups for a fight; ``None`` without a class."""
        return self.groups[0] if self.groups else None

    @property
    def warrior(self) -> bool:
        """Has it a warrior class, alone or among others?"""
        return self.group == "warrior"

    @property
    def single(self) -> bool:
        """Has it one class only?"""
        return len(self.classes) == 1

    @property
    def level(self) -> int:
        """Its level as a warrior; of those who are none, the highest."""
        return career(self.classes)

    def reached(self, tier: str, weapon: str | None = None) -> int | None:
        """The level at which it last reached a tier, with this weapon or with any; ``None``: never."""
        levels = [step.level for step in self.taken if step.what == tier and weapon in (None, step.on)]
        return levels[-1] if levels else None

    def learn(self, step: Training) -> None:
        """The step is taken."""
        self.taken.append(step)
        match step.what:
            case "weapon":
                self.proficient[step.on] = None
            case "tight-group" | "broad-group":
                members = tight(step.on) if step.what == "tight-group" else broad(step.on)
                self.proficient.update(dict.fromkeys(name for name in members if self.may_choose(name)))
            case "ambidexterity":
                self.ambidextrous = True
            case "favoured":
                self.favoured = step.on
            case "familiarity":
                self.styles.setdefault(style_of(step.on), 0)
            case "style":
                self.styles[style_of(step.on)] += 1
            case tier:
                self.tiers[step.on] = tier

    def may_choose(self, weapon: str) -> bool:
        """Does its class, or for a priest its clergy, allow this weapon without further ado?"""
        figures = [CLASSES.classes[name] for name in self.classes]
        bound = [f for f in figures if f.clergy]
        if bound:
            return weapon in (self.clergy or [name for f in bound for name in f.weapons])
        return any(not f.weapons or weapon in f.weapons for f in figures)

    @property
    def related(self) -> tuple[str, ...]:
        """Weapons in which it is not proficient and that are related to one in which it is."""
        groups = {group for name in self.proficient for group in tight_groups(name)}
        return tuple(
            name for name in WEAPONS if name not in self.proficient and not groups.isdisjoint(tight_groups(name))
        )


def career(classes: dict[str, int]) -> int:
    """
    The level as a warrior; of those who are none, the highest.

    >>> career({"fighter": 4, "wizard": 6}), career({"priest": 3, "wizard": 5})
    (4, 5)
    """
    warriors = [level for name, level in classes.items() if CLASSES.classes[name].group == "warrior"]
    return max(warriors or classes.values(), default=0)


def groups_of(classes: Iterable[str]) -> tuple[CharacterGroup, ...]:
    """The groups of some classes, the best fighters first."""
    mine = {CLASSES.classes[name].group for name in classes}
    return tuple(group for group in CLASSES.groups if group in mine)


def known_styles(groups: Iterable[CharacterGroup]) -> dict[Style, int]:
    """The styles with which the groups are familiar from the start, none of them specialised."""
    mine = set(groups)
    return {style: 0 for style, figures in STYLES.items() if not mine.isdisjoint(figures.known)}


def style_of(name: str) -> Style:
    """A style by its name, known to be one."""
    return next(style for style in STYLES if style == name)


def class_slots(pupil: Pupil, level: int) -> int:
    """The weapon slots of its classes at a level: of several groups the most favourable."""
    return max((slots(group, level) for group in pupil.groups), default=0)


def bonus_slots(pupil: Pupil) -> int:
    """The extra slots that Intelligence allows."""
    return languages(pupil.intelligence)


Need = Callable[[Pupil, Training], "str | None"]
Pricing = Callable[[Pupil, Training], Price]
Purse = Callable[[Pupil, Training, Price], "tuple[str, tuple[str, ...]] | None"]

_NEEDS: dict[str, list[tuple[str, Need]]] = {}
_PRICES: dict[str, Pricing] = {}
_PURSES: list[Purse] = []


def prerequisite(rule: str, *whats: str) -> Callable[[Need], Need]:
    """The function says in words what ``rule`` expected of such a step, where that is not so; else ``None``."""

    def register(function: Need) -> Need:
        for what in whats:
            _NEEDS.setdefault(what, []).append((rule, function))
        return function

    return register


def price(*whats: str) -> Callable[[Pricing], Pricing]:
    """The function says what such a step costs."""

    def register(function: Pricing) -> Pricing:
        _PRICES.update(dict.fromkeys(whats, function))
        return function

    return register


def purse(function: Purse) -> Purse:
    """The function says in words, and by which rules, what was expected when the slots do not last for a step."""
    _PURSES.append(function)
    return function


def train(pupil: Pupil, training: Iterable[Training], where: str) -> Pupil:
    """
    Take all steps in their order; ``where`` opens the sentence of an error.

    What a class is specialised in without paying it has learned before.

    :raises Untrained: when a rule forbids a step.
    :raises BadInput: when a step names nothing that can be learned, or a level that the character has not.
    """
    before = 1
    given = [Training("style", free) for name in pupil.classes if (free := CLASSES.classes[name].free_style)]
    for index, step in enumerate((*given, *training), -len(given)):
        at = f"{where}: training[{index}]"
        _known(step, at)
        words = " ".join(word for word in (step.what, step.on) if word)
        for rule, function in sorted(_NEEDS.get(step.what, ()), key=lambda entry: entry[0]):
            if expected := function(pupil, step):
                raise Untrained(f"{at}: {words} at level {step.level}: expected {expected}", (rule,))
        if not before <= step.level <= pupil.level:
            span = f"{before} to {pupil.level}"
            raise BadInput(f"{at}.level: {step.level}: expected {span}: list the steps in the order of their levels")
        before = step.level
        cost = _PRICES[step.what](pupil, step)
        for purse_lasts in _PURSES:
            if short := purse_lasts(pupil, step, cost):
                raise Untrained(f"{at}: {words} at level {step.level}: expected {short[0]}", (*cost.rules, *short[1]))
        pupil.spent += cost.slots
        pupil.learn(step)
    return pupil


def _known(step: Training, at: str) -> None:
    match step.what:
        case "ambidexterity":
            if step.on:
                raise BadInput(f"{at}.on: ambidexterity is for all weapons: leave the key out")
        case "tight-group":
            files.known(step.on, WEAPON_GROUPS.tight, "tight group", f"{at}.on")
        case "broad-group":
            files.known(step.on, WEAPON_GROUPS.broad, "broad group", f"{at}.on")
        case "familiarity" | "style":
            files.known(step.on, STYLES, "style", f"{at}.on")
        case "weapon":
            files.known(step.on, WEAPONS, "weapon", f"{at}.on")
        case _:
            files.known(step.on, (*WEAPONS, *WEAPON_GROUPS.tight, *WEAPON_GROUPS.broad), "weapon", f"{at}.on")


def skilled(pupil: Pupil, weapon: str) -> bool:
    """Is he proficient with a weapon? What is none, but a group, is not to be answered here."""
    return weapon in pupil.proficient or weapon not in WEAPONS


def level_reached(step: Training) -> str | None:
    """What a step's tier expects of the level, where it has not been reached."""
    least = TRAINING[step.what].level
    return None if step.level >= least else f"level {least} or more"


def held_long(pupil: Pupil, step: Training) -> str | None:
    """What a step's tier expects of the tier before it, where that has not been held for long enough."""
    figures = TRAINING[step.what]
    since = pupil.reached(figures.prior, step.on)
    if since is not None and step.level >= since + figures.held:
        return None
    return f"{figures.held} levels as {figures.prior} of it before"
