"""The missile style (adnd.style.missile.*): to shoot on the move, and out of everybody's reach."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import AttacksSet, BlowReserved, ledger_of
from sim.events.orders import Attack, Move
from sim.grid.bits import touching
from sim.rules.adnd import attack_rate, core, melee, missile, move, style
from sim.rules.adnd.declare import HURLED, MISSILE, Blow, arm_of, constraint, on_ac, state_of
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

DEFINITION = "adnd.style.missile.definition"
HALF_SHOTS = "adnd.style.missile.half-move.half-attacks"
END_BLOW = "adnd.style.missile.melee-comparison"
OUT_OF_REACH = "adnd.style.missile.out-of-reach"
UNARMED = "adnd.style.missile.min-distance.unarmed"
ARMED = "adnd.style.missile.min-distance.armed"
ALL_SHOTS = "adnd.style.missile.specialised.half-move"
FULL_MOVE = "adnd.style.missile.specialised.full-move"


def in_reach(battle: Battle, me: Creature) -> tuple[str, ...]:
    """
    The rules by which an enemy is too near for this style: as near as it strikes, which is its height when it is
    unarmed, and half as much again or more with a weapon. None when nobody is.
    """
    for foe in battle:
        if foe.side == me.side or foe.flags & CANNOT_ACT or core.felled(foe):
            continue
        for weapon in melee.weapons(foe):
            near = melee.all_round(battle, foe, weapon)
            if (near if me.span == 1 else touching(near, me.span, battle.ground.stride)) >> me.square & 1:
                return OUT_OF_REACH, UNARMED if weapon.category in ("natural", "unarmed") else ARMED
    return ()


def shooting_with(me: Creature) -> Weapon | None:
    """What it holds that is shot, or else what is hurled."""
    held = style.in_hand(me)
    launchers = [weapon for weapon in held if missile.launcher(weapon)]
    return next(iter((*launchers, *(weapon for weapon in held if weapon.ranges is not None))), None)


def keeps_out(battle: Battle, me: Creature) -> bool:
    """Does it fight in this style: with a missile weapon in hand, out of everybody's reach?"""
    return shooting_with(me) is not None and not in_reach(battle, me)


def shots_after(
    battle: Battle, me: Creature, halves: int
) -> tuple[Weapon, int, tuple[int, int] | None, tuple[str, ...]] | None:
    """
    What it may still shoot in a round in which it moves so many half squares: the weapon, how often, the fraction
    that this costs the weapon's rate, and the rules; ``None`` when nothing.
    """
    weapon = shooting_with(me)
    if weapon is None or not style.familiar(me, "missile", weapon):
        return None
    specialised = style.steps(me, "missile") > 0
    if halves // 2 <= move.half(battle, me):
        halved, rule = not specialised, ALL_SHOTS if specialised else HALF_SHOTS
    elif specialised:
        halved, rule = True, FULL_MOVE
    else:
        return None
    attacks, rules = attack_rate.this_round(battle, me, weapon, True, halved=halved)
    debt = attack_rate.new_debt(battle, me, weapon, True, halved=halved)
    return weapon, attacks, debt, (rule, *rules)


def after_moving(table: Table, me: Creature, because: int) -> None:
    """
    What is left of the round after a move of more than a shift: out of reach half of the shots, if it was half a move
    or less; else one blow at its end. Specialists shoot all, and half after more.
    """
    battle = table.battle
    state = state_of(battle, me)
    found = shots_after(battle, me, state.halves)
    if found is not None and (missile.launcher(found[0]) or not in_reach(battle, me)):
        weapon, attacks, debt, rules = found
        made = shots_made(battle, me)
        left = max(0, attacks - made)
        due = (weapon.name,) if left and not made else ()
        if left or debt is not None:
            table.tell(AttacksSet(because, me.id, weapon.name, left, due, rules, debt))
        if left or missile.launcher(weapon):
            return
    far = state.halves // 2 > move.half(battle, me)
    if (not far or me.mount) and not shots_made(battle, me) and melee.threatening(me):
        rule = move.RIDDEN if far else END_BLOW
        table.tell(BlowReserved(because, me.id, (rule, "adnd.round.end-of-round-blow")))


def shots_made(battle: Battle, me: Creature) -> int:
    """The shots and blows that it has made; the first of a declared move, before it, is not counted elsewhere."""
    return state_of(battle, me).made or int(battle.turn.who == me.id and battle.turn.shot)


def may_still_move(battle: Battle, me: Creature) -> bool:
    """May it move after the first shot: a declared move, that leaves as much, and nobody who reaches it?"""
    state = state_of(battle, me)
    ledger = ledger_of(battle)
    if type(state.declared) is not Move or ledger.number != 1 or ledger.active != me.id or ledger.stage != "passes":
        return False
    if state.halves or state.made or not battle.turn.shot:
        return False
    if me.mount:
        return True
    if in_reach(battle, me):
        return False
    found = shots_after(battle, me, 2 * state.squares)
    return found is not None and found[1] >= 1


@constraint(OUT_OF_REACH, Attack)
def too_near(battle: Battle, me: Creature, order: Attack) -> bool | tuple[str, ...]:
    """After a move only those shoot whom nobody can reach."""
    state = state_of(battle, me)
    target = battle.creatures.get(order.target)
    if not state.halves or state.shifted or target is None or order.weapon not in me.weapons:
        return False
    return missile.is_shot(battle, me, target, arm_of(me, order.weapon)) and in_reach(battle, me)


@on_ac(MISSILE)
def against_shots(blow: Blow) -> Modifier | None:
    """Who is specialised and fights in this style is harder to hit with missiles."""
    return _harder(blow)


@on_ac(HURLED)
def against_throws(blow: Blow) -> Modifier | None:
    """The same with what is hurled."""
    return _harder(blow)


def _harder(blow: Blow) -> Modifier | None:
    me = blow.target
    if style.steps(me, "missile") < 1 or me.flags & CANNOT_ACT or blow.attacker.side == me.side:
        return None
    if not keeps_out(blow.battle, me):
        return None
    blow.cites.append(DEFINITION)
    return Modifier(-1, "missile style", "adnd.style.missile.specialised.ac")
