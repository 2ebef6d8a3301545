"""The rules of AD&D, switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sim.events import adnd
from sim.events.attacks import DamageDealt
from sim.events.course import Answered, OrderGiven
from sim.events.movement import Moved
from sim.rules.adnd import (
    ability_check,
    attack_rate,
    core,
    declare,
    melee,
    move,
    ready_missile,
    round,
    shield_punch,
    specialist,
    style,
    style_mounted,
    style_two_handed,
)
from sim.rules.adnd.book import BOOK
from sim.rules.adnd.training import Price
from sim.rules.book import Rules
from sim.state.battle import Battle
from sim.state.conditions import MISALIGNED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Sheet
from tests.switch_off.subject import EASY, Off, Subject, allow, instead

MANIFOLD = (
    OrderGiven,
    Answered,
    Moved,
    DamageDealt,
    adnd.AttackMade,
    adnd.AttacksSet,
    adnd.Declared,
    adnd.InitiativeThrown,
    adnd.PercentRolled,
    adnd.SavingThrowRolled,
    adnd.ScoreChecked,
)


def ways(rule: str) -> Iterator[tuple[str, Off]]:
    """What it forbids is allowed; what it costs in training costs nothing."""
    if any(entry.rule == rule for entries in declare.RULES.constraints.values() for entry in entries):
        yield "it forbids nothing", lambda: allow(declare.RULES, rule)
    yield "it costs no slots", lambda: without_price(rule)
    yield "nothing is refused by it", lambda: without_refusal(rule)


def without_price(rule: str) -> None:
    """Training for which somebody pays by this rule costs nothing."""
    new = Price.__new__

    def of(cls: type[Price], slots: int, rules: tuple[str, ...]) -> Price:
        return new(cls, 0 if rule in rules else slots, rules)

    Price.__new__ = of  # type: ignore[method-assign, assignment]


def without_refusal(rule: str) -> None:
    """An order that this rule alone forbids is allowed."""
    refusal = Rules.refusal

    def other(rules: Rules, *given: Any) -> tuple[str, ...]:
        return tuple([found for found in refusal(rules, *given) if found != rule])

    instead(Rules, "refusal", lambda _: other)()


def always(value: Any) -> Callable[[Any], Any]:
    """A function that gives this, whatever it is asked."""
    return lambda _: lambda *given, **named: value


def unlike(**figures: Any) -> Off:
    """Everybody's sheet says otherwise."""
    sheet_of = core.sheet_of

    def other(creature: Any) -> Sheet:
        return msgspec.structs.replace(sheet_of(creature), **figures)

    return instead(core, "sheet_of", lambda _: other)


def without_fists() -> None:
    """Whose weapon is out of line strikes nothing."""

    def stopped(table: Table, blow: declare.Blow, because: int) -> bool:
        return bool(blow.attacker.flags & MISALIGNED and blow.bits & declare.UNARMED)

    declare.BEFORE_ROLL.append(stopped)


def again_and_again(may: Callable[[Battle, Creature, Creature], bool]) -> Callable[[Battle, Creature, Creature], bool]:
    """Whom it has struck freely in the round it may strike once more."""

    def other(battle: Battle, foe: Creature, me: Creature) -> bool:
        fighter = declare.state_of(battle, foe)
        spent, fighter.free = fighter.free, tuple([who for who in fighter.free if who != me.id])
        try:
            return may(battle, foe, me)
        finally:
            fighter.free = spent

    return other


SILENT = {
    "adnd.favoured.cost.warrior": "it costs nothing already",
    "adnd.grab.monster.same-rules": "a monster is seized like everybody, so nothing is left to switch off",
}
"""Rules that say what does not happen: nothing is left to switch off."""

_RATE = "everybody attacks once a round", instead(attack_rate, "rated", always(attack_rate.Rated((1, 1), ())))
_THAC0 = "everybody has a THAC0 of 20", instead(core, "thac0_of", always(20))
_SAVES = "everybody saves on 20", unlike(saves=(20, 20, 20, 20, 20))
_FRONT = "every blow comes from the front", instead(declare, "arc", always("front"))
_REACH = "every weapon reaches one square", instead(melee, "reach_of", always((1, 1)))
_OTHER_HAND = "the other hand has nothing to do", instead(style, "besides", always(("", ())))
_SKILL = "shields ask for proficiency", instead(shield_punch, "takes_no_skill", always(False))
_POINT_BLANK = "nothing is at point blank", instead(specialist, "point_blank", always(False))
_RIDING = (
    "riders shoot as if they stood",
    instead(style_mounted, "shots", lambda _: lambda battle, me, weapon: (9, None, ())),
)

BY_HAND: dict[str, tuple[str, Off]] = {
    "adnd.move.terrain": EASY,
    **dict.fromkeys(
        (
            "adnd.specialist.melee.extra-attack",
            "adnd.specialist.bow.rate",
            "adnd.specialist.thrown.rate",
            "adnd.expertise.extra-attacks",
            "adnd.expertise.example",
            "adnd.mastery.keeps-specialist-attacks",
            "adnd.attack-rate.fractions",
        ),
        _RATE,
    ),
    **dict.fromkeys(
        (
            "adnd.core.thac0.class",
            "adnd.core.thac0.multi-class",
            "adnd.core.thac0.monster",
            "adnd.core.thac0.three-plus",
        ),
        _THAC0,
    ),
    **dict.fromkeys(("adnd.core.saving-throw.class", "adnd.core.saving-throw.monster"), _SAVES),
    **dict.fromkeys(("adnd.move.facing.arcs", "adnd.move.facing.large"), _FRONT),
    **dict.fromkeys(("adnd.melee.reach.weapon", "adnd.melee.reach.creature", "adnd.style.two-handed.reach"), _REACH),
    **dict.fromkeys(
        (
            "adnd.style.free-hand.free-hand-uses",
            "adnd.style.weapon-shield.manoeuvres",
            "adnd.style.two-weapon.extra-attack",
        ),
        _OTHER_HAND,
    ),
    **dict.fromkeys(("adnd.shield-punch.strength-only", "adnd.shield-rush.strength-only"), _SKILL),
    **dict.fromkeys(
        ("adnd.specialist.bow.point-blank.bow-range", "adnd.specialist.bow.point-blank.crossbow-range"), _POINT_BLANK
    ),
    **dict.fromkeys(("adnd.style.mounted.moving.rate", "adnd.style.mounted.moving.rate-slow"), _RIDING),
    "adnd.core.attack-roll": ("any roll hits", instead(core, "needed_to_hit", always(1))),
    "adnd.core.descending-ac": (
        "Armor Class ascends",
        instead(core, "needed_to_hit", lambda _: lambda thac0, bonuses, ac: thac0 - bonuses + ac),
    ),
    "adnd.core.modifiers.add": (
        "modifiers count nothing",
        instead(core, "needed_to_hit", lambda _: lambda thac0, bonuses, ac: thac0 - ac),
    ),
    "adnd.core.rounding": ("halves are rounded up", instead(core, "halved", lambda _: lambda v: (-(-v // 2), ()))),
    "adnd.core.action.stopped": (
        "whoever is stopped goes on",
        instead(round, "CANNOT_ACT", lambda _: 0),
    ),
    "adnd.ability-check": (
        "a check is made by rolling high",
        instead(ability_check, "succeeds", lambda _: lambda natural, score: natural > score),
    ),
    "adnd.move.step-price": (
        "a diagonal costs what a straight step does",
        instead(move, "price", lambda _: lambda battle, me, path: 2 * (len(path) - 1)),
    ),
    "adnd.move.withdraw.covered": ("nobody covers anybody", instead(move, "covers", always([]))),
    "adnd.melee.free-attack.limit": ("free attacks without end", instead(melee, "limit", always(99))),
    "adnd.ready-missile.free-shot": ("nobody shoots first", instead(ready_missile, "upon", always([]))),
    "adnd.style.two-handed.large-weapon": (
        "large weapons do what others do",
        instead(core, "dice_of", always("1d2")),
    ),
    "adnd.style.two-handed.oversize-weapon": (
        "size is no matter",
        instead(style_two_handed, "hands_for", always(1)),
    ),
    "adnd.disarm.two-handed.option.fists": ("fists are no help", without_fists),
    "adnd.melee.free-attack.per-opponent": (
        "one opponent is struck again and again",
        instead(melee, "may_strike_freely", again_and_again),
    ),
    "adnd.ready-missile.monster-attacks": (
        "spikes and breath are not ready",
        instead(ready_missile, "ready", lambda ready: lambda me: [arm for arm in ready(me) if not arm.ready_missile]),
    ),
}
"""Rules whose effect and whose citation stand in different places, each with a way of its own to switch it off."""

ADND = Subject(BOOK, MANIFOLD, ways, SILENT, BY_HAND)
