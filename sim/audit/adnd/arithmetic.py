"""Attack rolls: what was needed, what fell, who hit."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.adnd.fold import HELPLESS, Scene
from sim.audit.claims import Breach, invariant
from sim.events.adnd import AttackMade, SavingThrowRolled, ScoreChecked

ADND = ("adnd",)
ROLL = "adnd.core.attack-roll"
CLASS = "adnd.core.thac0.class"
SUM = "adnd.core.ac.sum"
LIMITS = "adnd.core.ac.limits"
MISS = "adnd.fumble.auto-miss.natural-1-2"
TWENTY = "adnd.core.natural-20"
HIT = "adnd.position.helpless.auto-hit"
SAVE = "adnd.core.saving-throw.roll"
ONCE = "adnd.core.modifiers.add"
STRIKE = "adnd.called-shot.hostage.strike"
IN_VAIN = "adnd.disarm.missile.auto-fail"


@invariant("attack-rolls-add-up", AttackMade, books=ADND)
def attack_rolls_add_up(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """THAC0 less modifiers less Armor Class is what the d20 must show; 1 and 2 miss, 20 hits."""
    attacker, target = scene.fighters[event.attacker], scene.fighters[event.target]
    if event.how == "hostage" and not event.dice:
        if ("hostage", event.attacker) not in target.conditions or not event.hit:
            yield STRIKE, f"{event.attacker} cuts {event.target} without a roll, and has no blade at its neck"
        return
    if event.thac0 != attacker.sheet.thac0 and not event.how.startswith("overbear"):
        yield CLASS, f"{event.attacker}'s THAC0 is {event.thac0}, and its sheet says {attacker.sheet.thac0}"
    if event.ac != sum(part.value for part in event.ac_parts):
        yield SUM, f"{event.target}'s AC is {event.ac}, and its parts give {sum(p.value for p in event.ac_parts)}"
    if event.ac < -10:
        yield LIMITS, f"{event.target}'s AC is {event.ac}, and none is better than -10"
    needed = event.thac0 - sum(part.value for part in event.parts) - event.ac
    if event.needed != needed:
        yield ROLL, f"{event.attacker} needs {event.needed}, and THAC0, bonuses and AC give {needed}"
    for parts in (event.parts, event.ac_parts):
        rules = [(part.type, part.rule) for part in parts if part.type not in ("", "magic")]
        twice = sorted({rule for _, rule in rules if rules.count((_, rule)) > 1 and not rule.endswith(".ac.limits")})
        if twice:
            yield ONCE, f"{', '.join(twice)} count twice in {event.attacker}'s attack on {event.target}"
    if not event.dice:
        if target.names.isdisjoint(HELPLESS) or not event.hit:
            yield HIT, f"{event.attacker} hits {event.target} without a roll, and it is not helpless"
        return
    if [die.sides for die in event.dice] != [20] or event.roll != event.dice[0].value:
        yield (
            ROLL,
            f"{event.attacker} rolls {[tuple(die) for die in event.dice]}, and its d20 is said to show {event.roll}",
        )
        return
    if event.how == "strike" and not target.names.isdisjoint(HELPLESS):
        yield HIT, f"{event.attacker} rolls against {event.target}, which is helpless"
    right = event.roll > 2 and (event.roll == 20 or event.roll >= event.needed)
    if IN_VAIN in event.cites:
        right = False
        if (weapon := target.weapons.get(_at(event, scene))) is not None and not target.two_handed(weapon):
            yield IN_VAIN, f"{event.attacker} shoots at {weapon.name} in vain, and {target.id} holds it in one hand"
    if right and event.how == "parry" and scene.option("parry_rule", "seed") == "margin":
        right = outdoes(event, scene)
    if event.hit != right:
        rule = MISS if event.roll <= 2 else TWENTY if event.roll == 20 else ROLL
        yield rule, f"a {event.roll} against {event.needed} {'hits' if event.hit else 'misses'}"


def _at(event: AttackMade, scene: Scene) -> str:
    """What an attack was aimed at, as the order says."""
    order = getattr(scene.events[event.because], "order", None)
    return getattr(order, "object", "") or next(iter(scene.fighters[event.target].held), "")


def outdoes(event: AttackMade, scene: Scene) -> bool:
    """Option ``parry_rule``: does a parry exceed its number by more than the blow did, or with a shield by as much?"""
    blow = scene.events[event.because]
    assert isinstance(blow, AttackMade)
    shield = scene.fighters[event.attacker].sheet.shield
    more = event.roll - event.needed - (blow.roll - blow.needed)
    return more >= (0 if shield is not None and event.weapon == shield.name else 1)


@invariant("saves-add-up", SavingThrowRolled, books=ADND)
def saves_add_up(event: SavingThrowRolled, scene: Scene) -> Iterator[Breach]:
    """The number of its category, one d20 and its modifiers; a 1 fails, a 20 succeeds."""
    kinds = ("death", "wands", "petrification", "breath", "spell")
    needed = scene.fighters[event.who].sheet.saves[kinds.index(event.save)]
    if event.needed != needed:
        yield SAVE, f"{event.who} needs {event.needed} against {event.save}, and its sheet says {needed}"
    if [die.sides for die in event.dice] != [20]:
        yield SAVE, f"{event.who} saves with {[die.sides for die in event.dice]} sides"
        return
    natural = event.dice[0].value
    total = natural + sum(part.value for part in event.parts)
    if event.total != total:
        yield SAVE, f"{event.who}'s save is {event.total}, and the die gives {total}"
    right = natural != 1 and (natural == 20 or total >= event.needed)
    if event.success != right:
        yield SAVE, f"{event.who}'s save of {total} against {event.needed} is {'made' if event.success else 'failed'}"


@invariant("checks-add-up", ScoreChecked, books=ADND)
def checks_add_up(event: ScoreChecked, scene: Scene) -> Iterator[Breach]:
    """A check succeeds at the score or less."""
    if event.check.startswith("morale"):
        right = event.total <= event.score
    else:
        right = event.total <= event.score and not any(die.sides == 20 and die.value == 20 for die in event.dice)
    if event.success != right and "resist" not in event.check:
        yield "adnd.ability-check", f"{event.who}'s {event.check} of {event.total} against {event.score} is misjudged"
