"""Damage, and going down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sim.audit.adnd.fold import DOWN, Scene
from sim.audit.claims import Breach, invariant
from sim.events.adnd import AttackMade, GroupCalled, RoundOpened
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import FightEnded
from sim.tables.adnd_sheet import SIZES

ADND = ("adnd",)
BY_SIZE = "adnd.core.damage.by-size"
BONUSES = "adnd.core.damage.bonuses"
ZERO = "adnd.wounds.zero"
TEMPORARY = "adnd.wounds.temporary"
_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?$|(\d+)$")


def numbers(text: str) -> tuple[int, int, int]:
    """Count, sides and bonus of dice in words."""
    found = _DICE.match(text)
    if found is None:
        return 0, 0, 0
    if found[4]:
        return 0, 0, int(found[4])
    return int(found[1]), int(found[2]), int(found[3] or 0)


@invariant("damage-adds-up", DamageDealt, books=ADND)
def damage_adds_up(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """A plain hit does the dice of its weapon for the target's size, and bonuses, at least one point."""
    if event.amount < 0:
        yield BONUSES, f"{event.target} takes {event.amount} points"
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if type(source) is not AttackMade or source.how != "strike":
        return
    if not source.hit:
        yield BY_SIZE, f"{event.target} is hurt by a blow that missed"
    attacker, target = scene.fighters[source.attacker], scene.fighters[event.target]
    weapon = attacker.weapons.get(source.weapon)
    if weapon is None:
        yield BY_SIZE, f"{source.attacker} has no {source.weapon}"
        return
    large = target.rank >= SIZES.index("large")
    texts = {weapon.large if large and weapon.large else weapon.damage}
    if weapon.grip is not None:
        texts.add(weapon.grip.large if large else weapon.grip.damage)
    texts |= {missile.large if large else missile.damage for missile in weapon.missiles}
    texts |= {weapon.hug, weapon.rider.dice if weapon.rider is not None else ""}
    known = [numbers(text) for text in sorted(texts) if text]
    rolled = (len(event.dice), event.dice[0].sides if event.dice else 0)
    if rolled not in [(count, sides) for count, sides, _ in known] and event.cites != ():
        said = f"{len(event.dice)} dice of {rolled[1]}"
        yield BY_SIZE, f"{source.weapon} does {said} to {event.target}, and its figures are {', '.join(sorted(texts))}"


@invariant("who-is-felled-falls", GroupCalled, RoundOpened, FightEnded, books=ADND)
def who_is_felled_falls(event: object, scene: Scene) -> Iterator[Breach]:
    """When a group has acted, nobody without hit points still stands."""
    for fighter in scene.fighters.values():
        if fighter.felled and fighter.names.isdisjoint(DOWN):
            yield ZERO, f"{fighter.id} stands with {fighter.hit_points - fighter.nonlethal} hit points"


@invariant("nobody-dies-too-soon", ConditionBegan, books=ADND)
def nobody_dies_too_soon(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Death by wounds comes at 0 hit points; temporary damage alone only knocks out."""
    fighter = scene.fighters[event.who]
    if event.condition == "dead" and ZERO in event.cites and fighter.hit_points > 0:
        yield ZERO, f"{event.who} dies with {fighter.hit_points} hit points left"
    if event.condition == "unconscious" and TEMPORARY in event.cites and not fighter.felled:
        yield TEMPORARY, f"{event.who} faints with {fighter.hit_points - fighter.nonlethal} points left"
