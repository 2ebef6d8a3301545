"""Damage: the dice of the weapon for the size of the target, doubling, bonuses, halves; and going down."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import missiles, scores
from sim.audit.adnd.fold import DOWN, OUT, Fighter, Scene
from sim.audit.adnd.rolls import Blow, differ, handbook, large, point_blank
from sim.audit.claims import Breach, invariant
from sim.events.adnd import ActivationEnded, AttackMade, GroupCalled, RoundOpened, RoundSettled, SavingThrowRolled
from sim.events.adnd_grips import BareHandsLanded
from sim.events.adnd_missile import ArrivalStruck, MissilesLoosed
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightEnded
from sim.events.magic import ItemUsed, SpellCast
from sim.tables.adnd_figures import COVER, UNARMED
from sim.tables.adnd_sheet import Weapon

ADND = ("adnd",)
BY_SIZE = "adnd.core.damage.by-size"
BONUSES = "adnd.core.damage.bonuses"
MULTIPLIED = "adnd.core.damage.multiplied"
DEFENCES = "adnd.core.creature-defences"
ZERO = "adnd.wounds.zero"
TEMPORARY = "adnd.wounds.temporary"
MASSIVE = "adnd.wounds.massive"
HEALING = "adnd.wounds.healing"
BLEEDING = "adnd.wounds.deaths-door.bleeding"
BREATH = "adnd.missile.breath"
COVERED = "adnd.missile.cover"
THRESHOLD = -10
"""At death's door as long as more hit points than this are left."""
_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?$|(\d+)$")

HURTING = frozenset({"strike", "shield-punch", "shield-rush", "flat", "hostage"})
"""Attacks of which a hit does the damage of the weapon."""


def numbers(text: str) -> tuple[int, int, int]:
    """Count, sides and bonus of dice in words."""
    found = _DICE.match(text)
    if found is None:
        return 0, 0, 0
    if found[4]:
        return 0, 0, int(found[4])
    return int(found[1]), int(found[2]), int(found[3] or 0)


def blow_behind(scene: Scene, because: int) -> Blow | None:
    """The blow of which an event comes, directly or by what bare hands did."""
    known: dict[int, Blow] = scene.notes.get("blows", {})
    source = scene.events[because] if 0 <= because < scene.seq else None
    if type(source) is BareHandsLanded:
        because = source.because
    return known.get(because)


def stopped(scene: Scene, seq: int) -> bool:
    """Has a parry or a block stopped the blow of this number?"""
    for event in scene.events[seq + 1 : seq + 60]:
        if type(event) is AttackMade and event.because == seq and event.how in ("parry", "block") and event.hit:
            return True
        if type(event) in (GroupCalled, RoundOpened, FightEnded):
            return False
    return False


def dice_of(blow: Blow) -> str:
    """The dice of a hit, in words."""
    big = large(blow.target)
    weapon: Weapon = blow.weapon
    if blow.missile is not None:
        return blow.missile.large if big else blow.missile.damage
    if weapon.grip is not None and blow.melee and blow.me.two_handed(weapon):
        return weapon.grip.large if big else weapon.grip.damage
    return weapon.large if big and weapon.large else weapon.damage


def multiplier(blow: Blow, scene: Scene) -> int:
    """Twice the dice: of a spear set against a charger, of a lance in a mounted charge, of the blow at a hostage."""
    source = scene.events[blow.event.because] if blow.event.because >= 0 else None
    if type(source) is ArrivalStruck and "adnd.charge.receive.spear.auto-initiative" in source.cites:
        return 2
    if blow.charging and blow.me.mount and blow.weapon.lance:
        return 2
    if blow.event.how == "hostage" or "adnd.called-shot.hostage.strike" in blow.event.cites:
        return 2
    return 1


BARE = ("punch", "wrestle", "overbear")
"""What is done with bare hands has no dice of a weapon's."""


def critical(blow: Blow, scene: Scene) -> bool:
    """Option ``criticals``: a natural 20 that hits, of a high master a 19 as well, rolls the dice twice."""
    if scene.option("criticals", "off") != "on" or not blow.event.dice or blow.event.how in BARE:
        return False
    high = scores.tier(blow.me.sheet, blow.weapon) in ("high-master", "grand-master")
    return blow.event.hit and blow.event.roll >= (19 if high and blow.melee else 20)


def parts(blow: Blow) -> Iterator[tuple[int, str]]:
    """What is added to the dice."""
    me, weapon = blow.me, blow.weapon
    _, damage = scores.strength(me.sheet)
    if me.sheet.group != "creature" and weapon.category != "natural":
        if not blow.shot:
            yield damage, "adnd.core.strength.adjustments"
        elif weapon.family == "bow":
            yield min(damage, weapon.strength or 0), "adnd.core.strength.adjustments"
    if not blow.shielding:
        plus = blow.missile.plus if blow.missile is not None else 0 if blow.shot else weapon.plus
        yield plus, "adnd.core.magic-plus"
        yield weapon.damage_bonus, "adnd.core.natural-attacks.by-weapon"
        yield from _skill(blow)
        grip = weapon.grip
        if (
            blow.melee
            and grip is not None
            and me.two_handed(weapon)
            and scores.steps(me.sheet, "two-handed")
            and (grip.damage, grip.large) == (weapon.damage, weapon.large)
        ):
            yield 1, "adnd.style.two-handed.specialised.damage"
    if blow.event.free and any(part.rule == "adnd.unarmed.armed-defender" for part in blow.event.parts):
        yield 4, "adnd.unarmed.armed-defender"


def _skill(blow: Blow) -> Iterator[tuple[int, str]]:
    """What specialists and masters do more."""
    skill = scores.bonus_tier(blow.me.sheet, blow.weapon)
    if not skill:
        return
    master = skill != "specialist"
    if blow.melee:
        yield (3, "adnd.mastery.melee.damage") if master else (2, "adnd.specialist.melee.damage")
    elif point_blank(blow) and (master or not handbook(blow.scene)):
        rule = "adnd.mastery" if master else "adnd.specialist"
        yield (3 if master else 2), f"{rule}.bow.point-blank.damage"


def plus_of(blow: Blow) -> int:
    """The magic with which a blow strikes."""
    return max(blow.weapon.plus, blow.missile.plus) if blow.missile is not None else blow.weapon.plus


@invariant("damage-adds-up", DamageDealt, books=ADND)
def damage_adds_up(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """
    A hit does the dice of its weapon for the target's size, doubled where a rule says so, and bonuses, at least 1.
    """
    if event.amount < 0:
        yield BONUSES, f"{event.target} takes {event.amount} points"
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    blow = blow_behind(scene, event.because)
    if blow is None or type(source) not in (AttackMade, BareHandsLanded):
        return
    if blow.event.how in ("parry", "block", "trap") or not event.source:
        return
    if blow.target.id != event.target:
        yield BY_SIZE, f"{event.target} is hurt by a blow at {blow.target.id}"
        return
    if not blow.event.hit:
        yield BY_SIZE, f"{event.target} is hurt by a blow that missed"
        return
    if event.source != blow.me.id:
        yield BY_SIZE, f"{event.target} is hurt by {event.source}, and it was {blow.me.id} who struck"
    seq = source.because if type(source) is BareHandsLanded else event.because
    if stopped(scene, seq):
        yield "adnd.parry.roll", f"{event.target} is hurt by a blow that was stopped"
    if "adnd.core.natural-attacks.rider" in event.cites or "adnd.core.creature-data" in event.cites:
        yield from _extra(event, blow)
        return
    if "adnd.called-shot.initials.damage" in event.cites:
        if event.amount != 1 or event.dice or event.nonlethal:
            yield "adnd.called-shot.initials.damage", f"a letter does {event.amount} points, and ought to do 1"
        return
    yield from differ(event.parts, parts(blow), f"the damage of {event.source} to {event.target}")
    yield from _amount(event, scene, blow, source)


def _extra(event: DamageDealt, blow: Blow) -> Iterator[Breach]:
    """What comes besides the damage: of a rider, or a hug."""
    if event.nonlethal:
        yield "adnd.core.creature-data", f"{event.target} takes temporary damage of what comes besides"
    rider = blow.weapon.rider
    text = rider.dice if rider is not None and "adnd.core.natural-attacks.rider" in event.cites else blow.weapon.hug
    count, sides, bonus = numbers(text)
    rolled = [die.sides for die in event.dice]
    if rolled != [sides] * count or event.amount != sum(die.value for die in event.dice) + bonus:
        yield "adnd.core.creature-data", f"{event.amount} points of {rolled} come besides, and the figures are {text!r}"


def _amount(event: DamageDealt, scene: Scene, blow: Blow, source: Any) -> Iterator[Breach]:
    """The points themselves."""
    how = blow.event.how
    if how == "punch":
        gauntlet = blow.weapon.damage != UNARMED.fist.damage
        count, sides, base = numbers(blow.weapon.damage) if gauntlet or not blow.event.dice else (0, 0, 0)
        if type(source) is BareHandsLanded and not gauntlet:
            base = source.points
    elif how == "wrestle":
        count, sides, base = 0, 0, 1
    else:
        count, sides, base = numbers(dice_of(blow))
    twice = 2 if critical(blow, scene) else 1
    if [die.sides for die in event.dice] != [sides] * count * twice:
        said = [die.sides for die in event.dice]
        yield BY_SIZE, f"{blow.weapon.name} does {said} to {event.target}, and its dice are {twice * count}d{sides}"
        return
    times = multiplier(blow, scene)
    total = (sum(die.value for die in event.dice) + base * twice) * times + sum(part.value for part in event.parts)
    total = max(1, total)
    if how == "flat":
        total = max(1, total // 2)
    if blow.target.sheet.plus_needed > plus_of(blow):
        total = 0
    elif set(blow.weapon.kinds) & set(blow.target.sheet.lightly):
        total //= 2
    lasting = total // {"flat": 2, "punch": 4}.get(how, 1)
    amount, passing = (lasting, False) if lasting else (total, bool(total))
    if how not in ("flat", "punch"):
        passing = False
    if (event.amount, event.nonlethal) != (amount, passing):
        kind = "temporary" if passing else "lasting"
        yield (
            MULTIPLIED if times > 1 else BONUSES,
            (f"{event.source} does {event.amount} points to {event.target}, and ought to do {amount}, {kind}"),
        )
    if lasting and lasting < total:
        rest = [e for e in scene.events[scene.seq + 1 : scene.seq + 3] if type(e) is DamageDealt]
        rest = [e for e in rest if e.because == scene.seq and e.nonlethal and e.amount == total - lasting]
        if not rest:
            yield TEMPORARY, f"of {total} points {total - lasting} are temporary, and they are not dealt"


@invariant("hits-hurt", AttackMade, books=ADND)
def hits_hurt(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """
    A blow that hits and is not stopped does its damage at once; one that misses does none, nor does a weapon without
    dice.
    """
    if event.how not in HURTING or not event.hit or stopped(scene, scene.seq):
        return
    if event.how == "hostage" and event.dice:
        return
    weapon = scene.fighters[event.attacker].weapons.get(event.weapon)
    if weapon is not None and not (weapon.damage or weapon.missiles or weapon.grip):
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 60]:
        if type(later) is DamageDealt and later.because == scene.seq:
            return
        if type(later) in (GroupCalled, RoundOpened, RoundSettled, FightEnded):
            yield BY_SIZE, f"{event.attacker} hits {event.target} with {event.weapon}, and does no damage"
            return


@invariant("breaths-hurt-all-within", MissilesLoosed, books=ADND)
def breaths_hurt_all_within(event: MissilesLoosed, scene: Scene) -> Iterator[Breach]:
    """
    A breath does its dice, once for all in its area: half to who saves, nothing to whom 90 % cover shields besides.
    """
    me = scene.fighters[event.who]
    weapon = me.weapons[event.weapon]
    if not weapon.breath:
        return
    count, sides, bonus = numbers(weapon.damage)
    if [die.sides for die in event.dice] != [sides] * count or event.number != bonus + sum(d.value for d in event.dice):
        yield BREATH, f"{event.weapon} comes to {event.number} points, and its dice are {weapon.damage}"
    later = list(itertools.takewhile(lambda e: type(e) is not ActivationEnded, scene.events[scene.seq + 1 :]))
    if scene.seq + 1 + len(later) == len(scene.events):
        return
    for target in scene.fighters.values():
        saves = [e for e in later if type(e) is SavingThrowRolled and e.because == scene.seq and e.who == target.id]
        dealt = [e for e in later if type(e) is DamageDealt and e.because == scene.seq and e.target == target.id]
        spared = target.id in (me.id, me.rider, me.mount) or not target.names.isdisjoint(OUT)
        if spared or set(event.squares).isdisjoint(scene.squares(target)):
            if saves or dealt:
                yield BREATH, f"{target.id} is touched by {event.weapon}, and ought not to be"
            continue
        if [save.save for save in saves] != ["breath"]:
            yield BREATH, f"{target.id} is within {event.weapon}, and saves against {[save.save for save in saves]}"
            continue
        halves = saves[0].success + (missiles.shelter(scene, me, target) == (-COVER.cover[-1], COVERED))
        right = (event.number, event.number // 2, 0)[halves]
        if [(e.amount, e.nonlethal) for e in dealt] != [(right, False)] * (right > 0):
            yield BREATH, f"{target.id} takes {[e.amount for e in dealt]} of {event.weapon}, and ought to take {right}"


@invariant("who-is-felled-falls", GroupCalled, RoundOpened, FightEnded, books=ADND)
def who_is_felled_falls(event: object, scene: Scene) -> Iterator[Breach]:
    """When a group has acted, nobody without hit points still stands; the dead are dead."""
    for fighter in scene.fighters.values():
        if fighter.felled and fighter.names.isdisjoint(DOWN):
            yield ZERO, f"{fighter.id} stands with {fighter.hit_points - fighter.nonlethal} hit points"
        elif fighter.hit_points <= (THRESHOLD if door(scene, fighter) else 0) and not fighter.has("dead", "gone"):
            yield ZERO, f"{fighter.id} is not dead with {fighter.hit_points} hit points"


def door(scene: Scene, fighter: Fighter) -> bool:
    """Does death wait at the door for it (option ``deaths_door``)?"""
    option = scene.option("deaths_door", "off")
    return option == "all" or (option == "characters" and bool(fighter.sheet.classes))


@invariant("nobody-dies-too-soon", ConditionBegan, books=ADND)
def nobody_dies_too_soon(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Death by wounds comes at 0 hit points, or at -10 by option; temporary damage alone only knocks out."""
    fighter = scene.fighters[event.who]
    least = THRESHOLD if door(scene, fighter) else 0
    if event.condition == "dead" and fighter.hit_points > least:
        yield ZERO, f"{event.who} dies with {fighter.hit_points} hit points left"
    if event.condition == "dying" and (not door(scene, fighter) or not THRESHOLD < fighter.hit_points <= 0):
        yield "adnd.wounds.deaths-door", f"{event.who} is at death's door with {fighter.hit_points} hit points"
    if (
        event.condition == "unconscious"
        and TEMPORARY in event.cites
        and (not fighter.felled or fighter.hit_points <= 0)
    ):
        yield TEMPORARY, f"{event.who} faints with {fighter.hit_points - fighter.nonlethal} points left"


@invariant("massive-blows-shock", DamageDealt, books=ADND)
def massive_blows_shock(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """Fifty points of one attack call for a saving throw against death magic."""
    if event.amount < 50 or event.nonlethal or scene.fighters[event.target].has("dead"):
        return
    after = scene.events[scene.seq + 1 : scene.seq + 3]
    if after and not any(type(e) is SavingThrowRolled and e.who == event.target and e.save == "death" for e in after):
        yield MASSIVE, f"{event.target} takes {event.amount} points of one attack, and is not shocked"


@invariant("cures-stop-at-the-maximum", Healed, after=True, books=ADND)
def cures_stop_at_the_maximum(event: Healed, scene: Scene) -> Iterator[Breach]:
    """Nobody has more hit points than unhurt, nor less than no temporary damage."""
    fighter = scene.fighters[event.who]
    if fighter.hit_points > fighter.sheet.hit_points:
        yield (
            HEALING,
            f"{event.who} has {fighter.hit_points} hit points, and never more than {fighter.sheet.hit_points}",
        )
    if fighter.nonlethal < 0:
        yield TEMPORARY, f"{event.who} is healed of temporary damage that it has not"
    if "adnd.core.creature-data" in event.cites and event.hit_points > fighter.sheet.regeneration:
        yield "adnd.core.creature-data", f"{event.who} mends {event.hit_points} points in a round"


@invariant("nobody-heals-by-himself", Healed, books=ADND)
def nobody_heals_by_himself(event: Healed, scene: Scene) -> Iterator[Breach]:
    """In a fight hit points come back by a spell, by a thing that is used, or to a creature that mends."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    mends = "adnd.core.creature-data" in event.cites and scene.fighters[event.who].sheet.regeneration
    if not mends and type(source) not in (SpellCast, ItemUsed):
        yield HEALING, f"{event.who} is healed of {event.hit_points} points, and by nothing"


@invariant("the-dying-bleed", HitPointsLost, books=ADND)
def the_dying_bleed(event: HitPointsLost, scene: Scene) -> Iterator[Breach]:
    """Whoever lies at death's door loses one hit point at the end of each round after the one in which he fell."""
    fighter = scene.fighters[event.who]
    if BLEEDING not in event.cites:
        return
    if scene.stage != "end" or event.amount != 1 or not fighter.has("dying"):
        yield BLEEDING, f"{event.who} bleeds {event.amount} points in the {scene.stage}"
    if fighter.value("dying") >= scene.round:
        yield BLEEDING, f"{event.who} bleeds in the round in which it fell"


@invariant("nobody-forgets-to-bleed", RoundSettled, books=ADND)
def nobody_forgets_to_bleed(event: RoundSettled, scene: Scene) -> Iterator[Breach]:
    """Everybody at death's door since an earlier round has lost a hit point at the end of this one."""
    since = scene.events[scene.began : scene.seq]
    for me in scene.fighters.values():
        if not me.has("dying") or me.has("dead") or me.value("dying") >= scene.round:
            continue
        if not any(type(e) is HitPointsLost and e.who == me.id and BLEEDING in e.cites for e in since):
            yield BLEEDING, f"{me.id} lies at death's door, and does not bleed"


@invariant("wounds-are-bound-in-a-round", ConditionEnded, books=ADND)
def wounds_are_bound_in_a_round(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """Death's door is left by whoever is bound at the end of a round, cured, or dies."""
    fighter = scene.fighters[event.who]
    if event.condition == "dying" and "adnd.wounds.deaths-door.bind" in event.cites and scene.stage != "end":
        yield "adnd.wounds.deaths-door.bind", f"{event.who}'s wounds are bound in the {scene.stage}"
    if event.condition == "dead":
        yield ZERO, f"{fighter.id} is dead no more"
