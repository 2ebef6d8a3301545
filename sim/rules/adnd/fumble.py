"""
Natural 1s and critical fumbles (adnd.fumble.*, adnd.variant.fumble.*).

A natural 1 costs the next attack, or the initiative. The option ``fumble`` says when it is a critical fumble besides;
what that brings stands in ``fumble_table``, what lasts of it in ``fumble_injuries``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, AttacksLost, ItemSaveRolled, PercentRolled, ScoreChecked
from sim.events.adnd_fumbles import Fumbled, FumbleTested
from sim.events.orders import Attack, Charge, FullAttack, Guard, ReceiveCharge
from sim.rules.adnd import core, fumble_table, initiative, melee
from sim.rules.adnd.declare import (
    FLANK,
    RANGED,
    REAR,
    SHIELD,
    Blow,
    after_roll,
    arm_of,
    constraint,
    gap,
    sheet_of,
    state_of,
)
from sim.rules.adnd.fumble_injuries import JUDGEMENT
from sim.rules.adnd.fumble_table import Slip
from sim.state.battle import Battle
from sim.state.conditions import LIGHTLY_STUNNED, OUT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_fumbles import band, short

NEXT_ATTACK = "adnd.fumble.natural-1.lose-next-attack"
INITIATIVE = "adnd.fumble.natural-1.lose-initiative"
ENABLED = "adnd.fumble.optional.enabled"
CHECK = "adnd.fumble.optional.check"
NEEDED = "adnd.fumble.optional.needed-number"
FORMULA = "adnd.fumble.optional.chance-formula"
MINIMUM = "adnd.fumble.optional.minimum-chance"
CUMULATIVE = "adnd.fumble.optional.cumulative-with-natural-1"
ROLL = "adnd.fumble.table.roll"
EVERY_ONE = "adnd.variant.fumble.every-one"
SECOND_ROLL = "adnd.variant.fumble.second-roll"
DEXTERITY = "adnd.variant.fumble.dexterity"
FLAT = "adnd.variant.fumble.flat-percent"
BY_SKILL = "adnd.variant.fumble.by-skill"
SHORT = "adnd.variant.fumble.short-table"
PICK_UP = "adnd.fumble.drop.pick-up"
RECOVERY = "adnd.fumble.injury.recovery"

LEAST = 5
"""Percent: the chance of a fumble after a natural 1 is never less."""


@after_roll
def natural_1(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """A natural 1 costs the next attack of the round, else the next initiative; and it may be a critical fumble."""
    if rolled.roll != 1:
        return
    lose_next(table, blow, because)
    option = blow.battle.options.get("fumble", "percent")
    if option == "short-table":
        short_table(table, blow, rolled, because)
    elif option != "off" and (found := CHECKS[option](table, blow, rolled, because)):
        (die,) = table.roll(100)
        cites = (*found.cites, ENABLED, CUMULATIVE, ROLL)
        seq = table.tell(Fumbled(found.seq, blow.attacker.id, die.value, cites, (die,)))
        fumble_table.BANDS[band(die.value)](Slip(table, blow, seq, band(die.value)))


def lose_next(table: Table, blow: Blow, because: int, *rules: str) -> None:
    """
    The next attack in its sequence is lost: of this same go, of the strikes still to come, of the parries kept. Without
    one it loses initiative in the next round.
    """
    me = blow.attacker
    state = state_of(blow.battle, me)
    rules = (*rules, NEXT_ATTACK)
    if blow.following:
        blow.following.pop(0)
        table.tell(AttacksLost(because, me.id, 0, rules))
    elif state.due:
        table.tell(_loss(me, state.due[0], because, rules, blow.battle))
    elif state.attacks:
        natural = state.weapon in me.weapons and arm_of(me, state.weapon).category == "natural"
        lost = len(sheet_of(me).routine) - state.missed == 1
        table.tell(AttacksLost(because, me.id, 0 if natural and not lost else 1, rules, forms=int(natural)))
    elif state.second and not state.acted:
        table.tell(AttacksLost(because, me.id, 0, rules, second=True))
    elif state.blow:
        table.tell(AttacksLost(because, me.id, 0, rules, blow=True))
    elif state.parries:
        table.tell(AttacksLost(because, me.id, 0, rules, parries=1))
    else:
        from sim.rules.adnd import round

        round.lose_initiative(table, me, because, *rules[:-1], INITIATIVE)


def _loss(me: Creature, weapon: str, because: int, rules: tuple[str, ...], battle: Battle) -> AttacksLost:
    """The attack due with this weapon in the activation under way is lost."""
    state = state_of(battle, me)
    if weapon == state.second and (weapon != state.weapon or not state.attacks):
        return AttacksLost(because, me.id, 0, rules, second=True)
    if weapon in me.weapons and arm_of(me, weapon).category == "natural":
        return AttacksLost(because, me.id, 0, rules, forms=1)
    return AttacksLost(because, me.id, 1, rules)


# When a natural 1 is a critical fumble.


class Found(NamedTuple):
    """It is one: the event that says so, and the rules that no event has named yet."""

    seq: int
    cites: tuple[str, ...] = ()


Check = Callable[[Table, Blow, AttackMade, int], "Found | None"]


def _percent(table: Table, me: Creature, chance: int, because: int, *rules: str) -> Found | None:
    (die,) = table.roll(100)
    happens = die.value <= chance
    seq = table.tell(PercentRolled(because, me.id, "fumble", chance, die.value, happens, rules, (die,)))
    return Found(seq) if happens else None


def chance(needed: int) -> int:
    """
    Percent: d100 must be lower than the number that was needed to hit.

    >>> chance(22), chance(3), chance(150)
    (21, 5, 100)
    """
    return min(100, max(LEAST, needed - 1))


def by_percent(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found | None:
    """The chance is the number needed after every adjustment, less one, and never below 5."""
    least = (MINIMUM,) if rolled.needed - 1 < LEAST else ()
    return _percent(table, blow.attacker, chance(rolled.needed), because, CHECK, NEEDED, FORMULA, *least)


def every_one(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found:
    """Every natural 1 is."""
    return Found(because, (EVERY_ONE,))


def second_roll(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found | None:
    """The attack roll again, with all its bonuses against the same number: it fails, as a 1 always does."""
    (die,) = table.roll(20)
    fumbles = die.value == 1 or (die.value < rolled.needed and die.value != 20)
    seq = table.tell(
        FumbleTested(
            because, blow.attacker.id, rolled.needed, die.value, (), fumbles, (SECOND_ROLL, core.ATTACK_ROLL), (die,)
        )
    )
    return Found(seq) if fumbles else None


def by_dexterity(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found | None:
    """A d20 with the reaction adjustment against 12, and 2 for each attack made in the round before."""
    needed = 12 + 2 * (state_of(blow.battle, blow.attacker).swings - 1)
    value = initiative.reaction(blow.attacker)
    parts = (Modifier(value, "reaction", DEXTERITY),) if value else ()
    (die,) = table.roll(20)
    fumbles = die.value + value < needed
    seq = table.tell(
        FumbleTested(because, blow.attacker.id, needed, die.value + value, parts, fumbles, (DEXTERITY,), (die,))
    )
    return Found(seq) if fumbles else None


def flat_percent(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found | None:
    """10%, changed by the defensive adjustment."""
    me = blow.attacker
    value = figures.dexterity(sheet_of(me).dexterity).defence
    if me.flags & LIGHTLY_STUNNED:
        value = max(0, value)
    return _percent(table, me, 10 + value, because, FLAT)


def by_skill(table: Table, blow: Blow, rolled: AttackMade, because: int) -> Found | None:
    """5% less for each level."""
    me = blow.attacker
    return _percent(table, me, max(0, 100 - 5 * sheet_of(me).level), because, BY_SKILL)


CHECKS: dict[str, Check] = {
    "percent": by_percent,
    "every-one": every_one,
    "second-roll": second_roll,
    "dexterity": by_dexterity,
    "flat-percent": flat_percent,
    "by-skill": by_skill,
}
"""By the value of the option ``fumble``."""


def short_table(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """A d10 in the place of check and table."""
    (die,) = table.roll(10)
    me, target = blow.attacker, blow.target
    seq = table.tell(Fumbled(because, me.id, die.value, (SHORT,), (die,)))
    slip = Slip(table, blow, seq, "62-63")
    result = short(die.value)
    if result == "exposed":
        exposed(table, me, target, seq)
    elif result == "entangled":
        fumble_table.stuck(slip)
    elif result == "breaks":
        if slip.bodily:
            fumble_table.hurt(slip, me, 2, JUDGEMENT)
        else:
            saves_or_breaks(table, blow, seq)
    else:
        astray(table, blow, seq)


def exposed(table: Table, me: Creature, target: Creature, because: int) -> None:
    """A Dexterity check, or the opponent has a free attack at +4."""
    (die,) = table.roll(20)
    score = sheet_of(me).dexterity
    success = die.value <= score and die.value != 20
    seq = table.tell(ScoreChecked(because, me.id, "dexterity", score, die.value, (), success, (SHORT,), (die,)))
    if not success and gap(table.battle, me, target) <= sheet_of(target).farthest_reach:
        melee.free_attack(table, target, me, "fumbling", seq, SHORT, extra=(Modifier(4, "exposed", SHORT),))


def saves_or_breaks(table: Table, blow: Blow, because: int) -> None:
    """The weapon makes its saving throw against a crushing blow, or breaks."""
    shield = sheet_of(blow.attacker).shield
    weapon = shield if blow.bits & SHIELD and shield is not None else blow.weapon
    needed = figures.item_save(weapon.material, weapon.plus)
    (die,) = table.roll(20)
    success = die.value >= needed
    seq = table.tell(
        ItemSaveRolled(
            because, blow.attacker.id, weapon.name, "crushing blow", needed, die.value, success, (SHORT,), (die,)
        )
    )
    if not success:
        fumble_table.destroy(table, blow, seq, SHORT)


def astray(table: Table, blow: Blow, because: int) -> None:
    """The blow goes to whoever is nearest besides, from behind."""
    battle, me = blow.battle, blow.attacker
    others = [other for other in battle if other not in (me, blow.target) and not other.flags & OUT]
    if not others:
        return
    nearest = min(others, key=lambda other: gap(battle, me, other))
    if gap(battle, me, nearest) > (
        fumble_table.medium_range(blow) if blow.bits & RANGED else melee.reach_of(me, blow.weapon)[1]
    ):
        return
    stray = Blow(battle, me, nearest, blow.weapon, blow.bits & ~(FLANK | REAR), "astray")
    stray.missile = blow.missile
    stray.arc = "rear"
    stray.bits = stray.bits & ~FLANK | REAR
    rolled = core.roll_attack(table, stray, because, SHORT)
    seq = table.tell(rolled)
    if rolled.hit:
        core.harm(table, stray, seq)


@constraint(PICK_UP, Attack, FullAttack, Charge, Guard, ReceiveCharge)
def lies_on_the_ground(
    battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge
) -> bool:
    """What lies on the ground must be picked up before it can be used again."""
    return order.weapon not in me.held and any(
        thing.name == order.weapon and thing.owner == me.id for thing in battle.things
    )
