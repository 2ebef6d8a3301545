"""
Blocks and weapon traps (adnd.style.weapon-shield.block, .trap; option ``block_trap``): an attack kept for parrying that
catches a blow with shield or weapon, or holds the weapon that strikes it.

Attack rolls against fixed Armor Classes decide. Who holds a weapon has the condition ``trapping``, whose value says
with what: the weapon in the good hand, the shield, or the one in the other hand. Whose weapon is held is ``trapped``.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, AttacksLost, ScoreChecked
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, Charge, Drop, FullAttack, Guard, ReceiveCharge, Sheathe
from sim.rules import choice
from sim.rules.adnd import core, melee, parry, style
from sim.rules.adnd import style_weapon_shield as shielded
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    BEFORE_ROLL,
    MELEE,
    NATURAL,
    ON_WOULD_HIT,
    SHIELD,
    UNARMED,
    Blow,
    arm_of,
    at_round_end,
    constraint,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, TRAPPED, TRAPPING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

BLOCK = "adnd.style.weapon-shield.block"
TRAP = "adnd.style.weapon-shield.trap"
BLOCKER, TRAPPER, STRUGGLING = 4, 0, 4
"""Armor Classes against which a blocker, a trapper, and whoever wants to keep his weapon out of a trap rolls."""
NO = "no"
MAIN, WITH_SHIELD, OTHER = 0, 1, 2
"""With what somebody holds a weapon: values of the condition ``trapping``."""


def means(me: Creature) -> Iterator[str]:
    """With what it might catch a blow now: the weapons in hand, its shield."""
    for weapon in style.in_hand(me):
        if weapon.category == "melee" and parry.ready(me, weapon) and weapon.name not in busy(me):
            yield weapon.name
    worn = sheet_of(me).shield
    if worn is not None and parry.shield_ready(me):
        yield worn.name


def offer_them(table: Table, blow: Blow, because: int) -> bool:
    """Before a blow is rolled, its target may spend a kept attack on a block or a trap. True when that holds it."""
    battle, me = table.battle, blow.target
    if battle.options.get("block_trap") != "on" or not blow.bits & MELEE or blow.how in ("parry", "block", "trap"):
        return False
    if blow.parries or state_of(battle, me).parries < 1 or core.felled(me):
        return False
    if not melee.may_parry(battle, me, blow.attacker) or melee.reaches(battle, me, blow.attacker, melee.weapons(me)[0]):
        return False
    with_what = tuple(means(me))
    options = [f"block {name}" for name in with_what]
    if may_be_trapped(blow) and not me.flags & TRAPPING:
        options += [f"trap {name}" for name in with_what]
    if not options:
        return False
    answer = choice.ask(table, me, "block", blow.attacker, (NO, *options), because, BLOCK)
    if answer == NO:
        return False
    how, _, name = answer.partition(" ")
    asked = len(table.log.events) - 1
    seq = table.tell(AttacksLost(asked, me.id, 0, (BLOCK if how == "block" else TRAP,), parries=1))
    shield = style.is_shield(me, name)
    weapon = parry.shield_arm(me) if shield else arm_of(me, name)
    own = Blow(battle, me, blow.attacker, weapon, MELEE | (SHIELD if shield else 0), how, against=blow)
    if shield:
        shielded.forfeit(table, me, seq, shielded.FORFEITS)
    if how == "trap":
        return trap(table, own, blow, seq)
    blow.blocks.append(own)
    return False


BEFORE_ROLL.append(offer_them)


def may_be_trapped(blow: Blow) -> bool:
    """Is it a weapon in a hand, and none of the attacker's held already?"""
    return not blow.bits & (NATURAL | UNARMED | SHIELD) and not blow.attacker.flags & TRAPPED


def roll(table: Table, blow: Blow, ac: int, because: int, rule: str) -> AttackMade:
    """An attack roll against a fixed Armor Class: what bears on the target's own does not count."""
    core.attack_parts(blow)
    known = set(blow.cites)
    blow.cites.clear()
    rolled = core.roll_attack(table, blow, because, rule)
    cites = tuple(cite for cite in rolled.cites if cite in known or cite not in blow.cites)
    needed = rolled.thac0 - sum(part.value for part in rolled.parts) - ac
    hit = rolled.roll == 20 or (rolled.roll > 2 and rolled.roll >= needed)
    return evolve(rolled, ac=ac, ac_parts=(Modifier(ac, "fixed", rule),), needed=needed, hit=hit, cites=cites)


def block(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> bool:
    """A blow that would hit is caught if the blocker rolls to hit too, and lower on the die."""
    for own in blow.blocks:
        tried = roll(table, own, BLOCKER, seq, BLOCK)
        tried = evolve(tried, hit=tried.hit and tried.roll < rolled.roll)
        told = table.tell(tried)
        core.aftermath(table, own, tried, told)
        if tried.hit:
            return True
    return False


ON_WOULD_HIT.append(block)


def trap(table: Table, own: Blow, blow: Blow, because: int) -> bool:
    """
    Trapper and attacker roll: one success against a failure wins, of two the lower. A weapon that is held comes to no
    blow, and has none left in the round.
    """
    mine = roll(table, own, TRAPPER, because, TRAP)
    seq = table.tell(mine)
    answer = Blow(table.battle, blow.attacker, blow.target, blow.weapon, MELEE, "trap", against=own)
    theirs = roll(table, answer, STRUGGLING, seq, TRAP)
    last = table.tell(theirs)
    won = mine.hit and (not theirs.hit or mine.roll < theirs.roll)
    if won:
        hold(table, own, blow, last)
    core.aftermath(table, own, mine, seq)
    core.aftermath(table, answer, theirs, last)
    return won


def hold(table: Table, own: Blow, blow: Blow, because: int) -> None:
    """The weapon is held, and loses its attacks of the round."""
    me, victim = own.attacker, blow.attacker
    value = WITH_SHIELD if own.bits & SHIELD else MAIN if me.held[:1] == (own.weapon.name,) else OTHER
    seq = table.tell(ConditionBegan(because, me.id, "trapping", (TRAP,), victim.id, value))
    table.tell(ConditionBegan(seq, victim.id, "trapped", (TRAP,), blow.weapon.name))
    left = state_of(table.battle, victim)
    attacks = left.attacks if left.weapon == blow.weapon.name else 0
    second = bool(left.second) and left.second == blow.weapon.name
    if attacks or second:
        table.tell(AttacksLost(seq, victim.id, attacks, (TRAP,), second=second))


def busy(me: Creature) -> tuple[str, ...]:
    """The weapon or shield with which it holds somebody's weapon."""
    if not me.flags & TRAPPING:
        return ()
    value = me.value("trapping")
    worn = sheet_of(me).shield
    if value == WITH_SHIELD:
        return (worn.name,) if worn is not None else ()
    return me.held[:1] if value == MAIN else me.held[1:2]


def victim_of(battle: Battle, me: Creature) -> Creature:
    """Whose weapon it holds."""
    return battle.creatures[next(condition.other for condition in me.conditions if condition.name == "trapping")]


def caught(victim: Creature) -> Weapon | None:
    """Its weapon that is held, if it has not let go of it."""
    name = next((condition.other for condition in victim.conditions if condition.name == "trapped"), "")
    return arm_of(victim, name) if name in victim.held else None


def let_go(table: Table, me: Creature, victim: Creature, because: int) -> None:
    """The weapon is free."""
    name = next((condition.other for condition in victim.conditions if condition.name == "trapped"), "")
    table.tell(ConditionEnded(because, me.id, "trapping", (TRAP,), victim.id))
    table.tell(ConditionEnded(because, victim.id, "trapped", (TRAP,), name))


def slips(battle: Battle, me: Creature) -> bool:
    """Does it hold the weapon no longer: one of the two is out of action or away, the weapon or what holds it gone?"""
    victim = victim_of(battle, me)
    weapon = caught(victim)
    if weapon is None or me.flags & CANNOT_ACT or core.felled(me) or core.felled(victim):
        return True
    shield = me.value("trapping") == WITH_SHIELD
    return not (me.shield_on if shield else busy(me)) or melee.reaches(battle, victim, me, weapon) != ()


def loosen(table: Table, acting: Creature) -> None:
    """Whenever somebody's moment comes, what holds no longer lets go."""
    for me in table.battle:
        if me.flags & TRAPPING and slips(table.battle, me):
            let_go(table, me, victim_of(table.battle, me), -1)


AT_ACTIVATION.append(loosen)


@at_round_end
def struggle(table: Table, because: int) -> None:
    """Both check Strength: the greater margin wins, in a tie the greater percentage, then they check again."""
    for me in table.battle:
        if not me.flags & TRAPPING:
            continue
        victim = victim_of(table.battle, me)
        if slips(table.battle, me) or freed(table, me, victim, because):
            let_go(table, me, victim, because)


def freed(table: Table, me: Creature, victim: Creature, because: int) -> bool:
    """Does the weapon come free in this round?"""
    while True:
        mine, theirs = margin(table, me, because), margin(table, victim, because)
        if mine == theirs:
            mine, theirs = sheet_of(me).exceptional, sheet_of(victim).exceptional
        if mine != theirs:
            return theirs > mine


def margin(table: Table, who: Creature, because: int) -> int:
    """By how much a Strength check succeeds; below 0 it fails."""
    (die,) = table.roll(20)
    score = sheet_of(who).strength
    table.tell(ScoreChecked(because, who.id, "strength", score, die.value, (), die.value <= score, (TRAP,), (die,)))
    return score - die.value


ARMED = (Attack, FullAttack, Charge, Guard, ReceiveCharge)


@constraint(TRAP, *ARMED, flags=TRAPPED, asks="weapon")
def held_fast(battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge) -> bool:
    """A weapon that is held strikes nothing."""
    return me.has("trapped", order.weapon)


@constraint(TRAP, *ARMED, flags=TRAPPING, asks="weapon")
def holding(battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge) -> bool:
    """Nor does what holds it, nor the shield besides."""
    return order.weapon in busy(me) or getattr(order, "off_hand", "") in busy(me)


@constraint(TRAP, Sheathe, flags=TRAPPED)
def not_put_away(battle: Battle, me: Creature, order: Sheathe) -> bool:
    """It can be let go, not put away."""
    return me.has("trapped", order.weapon)


@constraint(TRAP, Drop, flags=TRAPPING)
def needed_here(battle: Battle, me: Creature, order: Drop) -> bool:
    """What holds a weapon stays in hand as long as it does."""
    return order.weapon in busy(me)
