"""The shield punch (adnd.shield-punch.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.adnd import ledger_of
from sim.events.orders import Attack, FullAttack, Order
from sim.rules.adnd import core, fight, melee, shield_rush, style
from sim.rules.adnd import style_weapon_shield as shielded
from sim.rules.adnd.declare import (
    MELEE,
    SECOND,
    SHIELD,
    TWO_WEAPONS,
    Blow,
    arm_of,
    constraint,
    manoeuvre,
    offer,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import SHIELD_SPENT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import SHIELDS
from sim.tables.adnd_sheet import Shield

SHIELDS_RULE = "adnd.shield-punch.shields"
NOT_LARGE = "adnd.shield-punch.not-large"
ON_TURN = "adnd.shield-punch.no-announcement"
INSTEAD = "adnd.shield-punch.instead-of-weapon"
NO_PENALTY = "adnd.shield-punch.instead-of-weapon.no-penalty"
KEEPS_AC = "adnd.shield-punch.instead-of-weapon.keeps-ac"
SECONDARY = "adnd.shield-punch.secondary"
LOSES_AC = "adnd.shield-punch.secondary.loses-ac"
NO_MAGIC = "adnd.shield-punch.no-magic-bonus"
STRENGTH_ONLY = "adnd.shield-punch.strength-only"
DAMAGE = "adnd.shield-punch.damage"
RECOVERS = "adnd.shield-punch.specialised.recovers-ac"
STEP_TWO = "adnd.shield-punch.specialised-2.penalties"


def board(me: Creature) -> Shield | None:
    """The shield on its arm."""
    return sheet_of(me).shield if me.shield_on else None


@constraint(SHIELDS_RULE, Attack, FullAttack)
def with_what(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool | tuple[str, ...]:
    """A buckler, small or medium shield on the arm; a body shield is too big."""
    if order.how != "shield-punch" and getattr(order, "off_how", "") != "shield-punch":
        return False
    worn = board(me)
    if worn is None:
        return True
    if SHIELDS[worn.kind].punch is None:
        return (NOT_LARGE,)
    return False


@constraint(SHIELDS_RULE, FullAttack, asks="off_hand")
def second_with_what(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """So with the shield that is to do something besides: to punch, or without a word to parry, which any may."""
    if not style.is_shield(me, order.off_hand):
        return False
    return board(me) is None or order.weapon == order.off_hand or order.off_how not in ("", "shield-punch")


@constraint(SECONDARY, Attack, asks="besides")
def once(battle: Battle, me: Creature, order: Attack) -> bool:
    """Besides the attacks of the round it comes once, when one of them is due, and the other hand has done nothing."""
    state = state_of(battle, me)
    if ledger_of(battle).stage == "blows" or not any(not style.is_shield(me, name) for name in state.due):
        return True
    return not shielded.may_use_besides(battle, me)


def takes_no_skill(blow: Blow) -> bool:
    """
    Does what is done with a shield ask for no proficiency? A punch and a rush do not: only Strength counts in them. Nor
    does a parry, a block or a trap.
    """
    if blow.how == "shield-punch":
        blow.cites.append(STRENGTH_ONLY)
        return True
    if blow.how == "shield-rush":
        blow.cites.append(shield_rush.STRENGTH_ONLY)
        return True
    return blow.how in ("parry", "block", "trap")


def magic(blow: Blow) -> int:
    """What a shield's magic counts for in the roll or the damage of a blow with it: nothing in a punch or a rush."""
    worn = sheet_of(blow.attacker).shield
    plus = 0 if worn is None else worn.plus
    if plus and blow.how == "shield-punch":
        blow.cites.append(NO_MAGIC)
        return 0
    if plus and blow.how == "shield-rush":
        blow.cites.append(shield_rush.NO_MAGIC)
        return 0
    return plus


@manoeuvre("shield-punch")
def punch(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike with the shield, in the place of a blow or besides the blows of the round."""
    battle = table.battle
    target = battle.creatures[order.target]
    besides = fight.is_second(table, because)
    rules: tuple[str, ...] = (INSTEAD, NO_PENALTY)
    bits = MELEE | SHIELD
    if besides:
        bits |= SECOND | TWO_WEAPONS
        announced = getattr(state_of(battle, me).declared, "off_how", "") == "shield-punch"
        rules = (SECONDARY,) if announced else (SECONDARY, ON_TURN)
        shielded.use_shield(table, me, because, SECONDARY)
        shielded.forfeit(table, me, because, LOSES_AC, cause=shielded.STRUCK)
    else:
        if getattr(state_of(battle, me).declared, "how", "") != "shield-punch":
            rules += (ON_TURN,)
        if not me.flags & SHIELD_SPENT:
            rules += (KEEPS_AC,)
    blow = Blow(battle, me, target, arm_of(me, order.weapon), bits, "shield-punch")
    outcome = core.attack(table, blow, because, *rules)
    if outcome is not None:
        rolled, seq = outcome
        if rolled.hit:
            core.harm(table, blow, seq, DAMAGE)
        core.aftermath(table, blow, rolled, seq)
    shielded.attack_comes(table, me, because)


def reachable(battle: Battle, me: Creature) -> Iterator[Creature]:
    """The enemies that a shield reaches."""
    worn = board(me)
    if worn is None or SHIELDS[worn.kind].punch is None:
        return
    for foe in battle:
        if foe.side != me.side and foe.active and not melee.reaches(battle, me, foe, arm_of(me, worn.name)):
            yield foe


@offer(Attack, "act")
def punches(battle: Battle, me: Creature) -> Iterator[Order]:
    """A punch in the place of a blow, and one besides."""
    worn = board(me)
    for foe in reachable(battle, me):
        assert worn is not None
        yield Attack(foe.id, worn.name, "shield-punch")
        yield Attack(foe.id, worn.name, "shield-punch", besides=True)


@offer(FullAttack, "declare")
def with_the_shield(battle: Battle, me: Creature) -> Iterator[Order]:
    """All attacks of the round with the weapon, and a punch besides; or with nothing but the shield."""
    worn = board(me)
    for foe in reachable(battle, me):
        assert worn is not None
        for name in me.held[:1]:
            yield FullAttack(foe.id, name, off_hand=worn.name, off_how="shield-punch")
        yield FullAttack(foe.id, worn.name, "shield-punch")
