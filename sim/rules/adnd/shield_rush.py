"""The shield rush (adnd.shield-rush.*), and how other books have it (adnd.variant.shield-rush.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import ScoreChecked
from sim.events.course import RoundBegan
from sim.events.movement import Moved
from sim.events.orders import Charge, Order
from sim.rules.adnd import ability_check, core, mounted
from sim.rules.adnd import style_weapon_shield as shielded
from sim.rules.adnd.declare import (
    BEFORE_ROLL,
    CHARGING,
    MELEE,
    REAR,
    SHIELD,
    Blow,
    arm_of,
    constraint,
    gap,
    manoeuvre,
    offer,
    on_initiative,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, HELPLESS, INVISIBLE, OUT, PRONE, SHIELD_SPENT, SURPRISED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_sheet import SIZES

DEFINITION = "adnd.shield-rush.definition"
SHIELDS = "adnd.shield-rush.shields"
DISTANCE = "adnd.shield-rush.min-distance"
DECLARED = "adnd.shield-rush.declare"
LOSES_AC = "adnd.shield-rush.loses-ac"
RECOVERS = "adnd.shield-rush.specialised.recovers-ac"
NO_MORE = "adnd.shield-rush.no-more-attacks"
NO_MAGIC = "adnd.shield-rush.no-magic-bonus"
STRENGTH_ONLY = "adnd.shield-rush.strength-only"
DAMAGE = "adnd.shield-rush.damage"
BALANCE = "adnd.shield-rush.balance-check"
MISS = "adnd.shield-rush.miss.dexterity-check"
FALLS = "adnd.shield-rush.miss.falls"
BOOK_MISS = "adnd.variant.shield-rush.handbook-miss"
BOOK_HIT = "adnd.variant.shield-rush.handbook-hit"
BOOK_AC = "adnd.variant.shield-rush.handbook-ac"
OPPOSED = "adnd.variant.shield-rush.opposed"
OUTCOME = "adnd.variant.shield-rush.opposed.outcome"
NEAREST = 2
"""Squares between centres that are 3 m."""


def variant(battle: Battle) -> str:
    """The option ``shield_rush``: ``seed``, ``handbook`` or ``opposed``."""
    return str(battle.options.get("shield_rush", "seed"))


@constraint(SHIELDS, Charge)
def with_what(battle: Battle, me: Creature, order: Charge) -> bool:
    """A medium or a body shield on the arm."""
    worn = sheet_of(me).shield
    if order.how != "shield-rush":
        return False
    return worn is None or not me.shield_on or figures.SHIELDS[worn.kind].rush is None or order.weapon != worn.name


@constraint(DISTANCE, Charge)
def too_near(battle: Battle, me: Creature, order: Charge) -> bool:
    """At least 3 m before it."""
    target = battle.creatures.get(order.target)
    return order.how == "shield-rush" and target is not None and gap(battle, me, target) < NEAREST


@on_initiative
def declared_rush(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Announced before initiative, it has a speed factor in it."""
    worn = sheet_of(me).shield
    if not isinstance(order, Charge) or order.how != "shield-rush" or worn is None:
        return None
    return Modifier(figures.SHIELDS[worn.kind].rush or 0, worn.name, DECLARED)


def begin(table: Table, me: Creature, because: int) -> None:
    """From the start of the rush the shield covers nobody; by the handbook until the next attack."""
    if variant(table.battle) == "handbook":
        shielded.forfeit(table, me, because, LOSES_AC, BOOK_AC, cause=shielded.RUSHED)
    else:
        shielded.forfeit(table, me, because, LOSES_AC, shielded.FORFEITS)


def finish(table: Table, me: Creature, because: int) -> None:
    """The rush is over: a specialist is covered again at once."""
    if shielded.degree(me) > 0 and not core.felled(me):
        shielded.recover(table, me, because, RECOVERS)


def over(battle: Battle, me: Creature) -> bool:
    """Has it made a shield rush in this round, after which it strikes no more (``NO_MORE``)?"""
    state = state_of(battle, me)
    return state.acted and isinstance(state.declared, Charge) and state.declared.how == "shield-rush"


def covered_again(table: Table, blow: Blow, because: int) -> bool:
    """By the handbook the shield covers again from the rusher's next attack on."""
    me = blow.attacker
    if me.flags & SHIELD_SPENT and me.value("shield-spent") == shielded.RUSHED and blow.how != "shield-rush":
        shielded.recover(table, me, because, BOOK_AC)
    return False


BEFORE_ROLL.append(covered_again)


@manoeuvre("shield-rush")
def rush(table: Table, me: Creature, order: Charge, because: int) -> None:
    """Slam the target at the end of the charge: a hit hurts it and may knock it down; a miss may bring oneself down."""
    battle = table.battle
    target = battle.creatures[order.target]
    blow = Blow(battle, me, target, arm_of(me, order.weapon), MELEE | CHARGING | SHIELD, "shield-rush")
    outcome = core.attack(table, blow, because, DEFINITION, NO_MORE)
    if outcome is None:
        return
    rolled, seq = outcome
    if rolled.hit:
        core.harm(table, blow, seq, DAMAGE)
        impact(table, blow, seq)
    else:
        stumble(table, me, seq)
    core.aftermath(table, blow, rolled, seq)


def impact(table: Table, blow: Blow, because: int) -> None:
    """Who keeps his feet after a hit."""
    me, target = blow.attacker, blow.target
    if variant(table.battle) == "opposed":
        opposed(table, blow, because)
        return
    if not (target.flags & (OUT | PRONE) or core.felled(target)):
        parts = balance(blow, still=still_or_coming(table, target, me))
        if not check(table, target, "dexterity", sheet_of(target).dexterity, parts, because, BALANCE):
            topple(table, target, because, BALANCE)
    checks = variant(table.battle) == "handbook" and not me.flags & (OUT | PRONE)
    if checks and not check(table, me, "dexterity", sheet_of(me).dexterity, (), because, BOOK_HIT):
        topple(table, me, because, BOOK_HIT)


def topple(table: Table, who: Creature, because: int, rule: str) -> None:
    """It falls: out of its saddle, if it rides, and from under its rider, if it is ridden."""
    rider = table.battle.creatures.get(who.rider)
    if who.mount:
        mounted.unhorse(table, who, because)
        return
    core.lie(table, who, because, rule)
    if rider is not None:
        mounted.unhorse(table, rider, because)


def stumble(table: Table, me: Creature, because: int) -> None:
    """A miss throws the rusher off his balance; by the handbook worse."""
    if me.flags & (OUT | PRONE):
        return
    parts: tuple[Modifier, ...] = ()
    if variant(table.battle) == "handbook":
        parts = (Modifier(-6, "miss", BOOK_MISS),)
    if not check(table, me, "dexterity", sheet_of(me).dexterity, parts, because, MISS):
        topple(table, me, because, FALLS)


def balance(blow: Blow, *, still: bool) -> tuple[Modifier, ...]:
    """What is added to the target's Dexterity to stay on its feet, if it is ``still`` or coming, or if it is not."""
    me, target = blow.attacker, blow.target
    parts = []
    if still:
        parts.append(Modifier(3, "still or coming", "adnd.shield-rush.balance-check.facing-or-still"))
    if blow.bits & REAR:
        parts.append(Modifier(-3, "from behind", "adnd.shield-rush.balance-check.from-behind"))
    if unaware(me, target):
        parts.append(Modifier(-3, "unaware", "adnd.shield-rush.balance-check.unaware"))
    if sheet_of(target).legs >= 4:
        parts.append(Modifier(2, "four legs", "adnd.shield-rush.balance-check.four-legs"))
    if sizes := bigger(target, me):
        parts.append(Modifier(4 * sizes, "size", "adnd.shield-rush.balance-check.size"))
    if strength := _to_hit(target) - _to_hit(me):
        parts.append(Modifier(strength, "strength", "adnd.shield-rush.balance-check.strength"))
    return tuple(parts)


def bigger(one: Creature, other: Creature) -> int:
    """By how many sizes one is bigger than the other."""
    return SIZES.index(sheet_of(one).size) - SIZES.index(sheet_of(other).size)


def _to_hit(me: Creature) -> int:
    sheet = sheet_of(me)
    return figures.strength(sheet.strength, sheet.exceptional).to_hit


def unaware(me: Creature, target: Creature) -> bool:
    """Does the target not see the rush coming?"""
    return target.flags & (SURPRISED | BLINDED | HELPLESS) != 0 or me.flags & INVISIBLE != 0


def still_or_coming(table: Table, target: Creature, me: Creature) -> bool:
    """Has the target not moved in this round, but for a shift, or did its last step bring it nearer?"""
    battle = table.battle
    state = state_of(battle, target)
    if not state.halves or state.shifted:
        return True
    ground = battle.ground
    for event in reversed(table.log.events):
        if type(event) is Moved and event.who == target.id:
            here, there = event.path[-2:]
            return ground.distance(there, target.span, me.square, me.span) < ground.distance(
                here, target.span, me.square, me.span
            )
        if type(event) is RoundBegan:
            break
    return True


def strength_score(me: Creature) -> int:
    """Its Strength; a creature of which none is given has 3.5 for each size category and its Hit Dice."""
    sheet = sheet_of(me)
    if sheet.group != "creature" or sheet.strength != figures.SIZE[sheet.size].strength:
        return sheet.strength
    return 7 * (SIZES.index(sheet.size) + 1) // 2 + sheet.hit_dice


def opposed(table: Table, blow: Blow, because: int) -> None:
    """Both check Strength: who fails falls; if both succeed, whoever rolled higher."""
    me, target = blow.attacker, blow.target
    parts = pressure(blow)
    mine = _rolled(table, me, "strength", strength_score(me), parts, because, OPPOSED)
    its = _rolled(table, target, "strength", strength_score(target), (), because, OPPOSED)
    falls = [who for who, checked in ((me, mine), (target, its)) if not checked.success]
    if not falls and mine.total != its.total:
        falls = [me if mine.total > its.total else target]
    for who in falls:
        if not who.flags & (OUT | PRONE):
            topple(table, who, because, OUTCOME)


def pressure(blow: Blow) -> tuple[Modifier, ...]:
    """What is added to the rusher's Strength in such a match."""
    me, target = blow.attacker, blow.target
    parts = []
    if sizes := bigger(me, target):
        parts.append(Modifier(4 * sizes, "size", OPPOSED))
    if unaware(me, target):
        parts.append(Modifier(3, "unaware", OPPOSED))
    if sheet_of(target).legs >= 4:
        parts.append(Modifier(-2, "four legs", OPPOSED))
    return tuple(parts)


def _rolled(
    table: Table, who: Creature, score: str, value: int, parts: tuple[Modifier, ...], because: int, *rules: str
) -> ScoreChecked:
    """A check of a score with its adjustments."""
    return ability_check.roll(table, who, score, value, parts, because, *rules)


def check(
    table: Table, who: Creature, score: str, value: int, parts: tuple[Modifier, ...], because: int, *rules: str
) -> bool:
    """Does it succeed?"""
    return _rolled(table, who, score, value, parts, because, *rules).success


@offer(Charge, "declare")
def rushes(battle: Battle, me: Creature) -> Iterator[Order]:
    """A rush at each enemy that a charge would reach."""
    from sim.rules.adnd import charge

    worn = sheet_of(me).shield
    if worn is None or not me.shield_on or figures.SHIELDS[worn.kind].rush is None:
        return
    for foe in battle:
        if foe.side != me.side and foe.active:
            for lane in charge.lanes(battle, me, foe, worn.name):
                yield Charge(foe.id, lane, worn.name, "shield-rush")
