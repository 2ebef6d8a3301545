"""
Blows that wait for somebody: guarding (adnd.melee.guard), the spear set against a charge (adnd.charge.receive.*), an
attack held for want of a target (adnd.core.action.no-target), and waiting for another (adnd.core.action.wait).
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import ledger_of
from sim.events.adnd_missile import ArrivalStruck, AttackHeld, ChargeAnswered, Waited
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Answer, Attack, Charge, Delay, Guard, Opportunity, Order, Pass, ReceiveCharge, Step
from sim.rules import choice
from sim.rules.adnd import attack_rate, core, melee, move
from sim.rules.adnd.declare import (
    MELEE,
    Blow,
    arm_of,
    constraint,
    offer,
    on_initiative,
    priced,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.book import Cost
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT, FLEEING, GUARDING, HELD, RECEIVING, SURPRISED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import INITIATIVE
from sim.tables.adnd_sheet import Weapon

GUARD = "adnd.melee.guard"
NO_TARGET = "adnd.core.action.no-target"
WAIT = "adnd.core.action.wait"
INITIATIVE_BONUS = "adnd.charge.receive.initiative"
FIRST = "adnd.charge.receive.spear.auto-initiative"
WIN = "adnd.round.win-initiative"
DOUBLE = "adnd.charge.receive.spear.double-damage"
STAYS = "adnd.charge.receive.stays"


# Making ready.


@offer(Guard, "declare")
def guards(battle: Battle, me: Creature) -> Iterator[Order]:
    """Guarding with each weapon for melee."""
    for weapon in melee.weapons(me)[:-1]:
        if weapon.name not in sheet_of(me).routine[1:]:
            yield Guard(weapon.name)


@offer(ReceiveCharge, "declare")
def receptions(battle: Battle, me: Creature) -> Iterator[Order]:
    """Making ready for a charge with each weapon in hand."""
    for weapon in melee.weapons(me)[:-1]:
        if weapon.name not in sheet_of(me).routine[1:]:
            yield ReceiveCharge(weapon.name)


@constraint(GUARD, Guard, ReceiveCharge)
def not_in_hand(battle: Battle, me: Creature, order: Guard | ReceiveCharge) -> bool:
    """It takes a weapon with which one threatens."""
    return all(weapon.name != order.weapon for weapon in melee.weapons(me)[:-1]) or bool(me.flags & HELD)


@constraint(STAYS, Step, flags=RECEIVING)
def stands_fast(battle: Battle, me: Creature, order: Step) -> bool:
    """Whoever makes ready for a charge does not move that round, not even by a shift."""
    return True


def get_ready(table: Table, me: Creature, order: Order, because: int) -> None:
    """What is declared takes hold at once: it guards, or it is ready for a charge."""
    if type(order) is Guard:
        table.tell(ConditionBegan(because, me.id, "guarding", (GUARD,), ender=ROUND))
    elif type(order) is ReceiveCharge:
        table.tell(ConditionBegan(because, me.id, "receiving", (STAYS,), ender=ROUND))


def answer(table: Table, charger: Creature, order: Charge, because: int) -> None:
    """A charge is announced: its target may answer it by making ready to receive it."""
    battle = table.battle
    me = battle.creatures[order.target]
    arms = [weapon for weapon in melee.weapons(me)[:-1] if weapon.name not in sheet_of(me).routine[1:]]
    declared = state_of(battle, me).declared
    if declared is None or me.flags & (CANNOT_ACT | HELD | SURPRISED | RECEIVING | FLEEING) or not arms:
        return
    if type(declared) is Charge:
        return
    if choice.ask(table, me, "answer-charge", charger, ("keep", "receive"), because, INITIATIVE_BONUS) == "keep":
        return
    seq = len(table.log.events) - 1
    weapon = next((weapon for weapon in arms if sets(weapon)), arms[0])
    attacks, rules = of_round(battle, me, weapon)
    answered = ReceiveCharge(weapon.name)
    table.tell(ChargeAnswered(seq, me.id, answered, attacks, weapon.name, (INITIATIVE_BONUS, *rules)))
    if me.flags & GUARDING:
        table.tell(ConditionEnded(seq, me.id, "guarding", ()))
    get_ready(table, me, answered, seq)


def of_round(battle: Battle, me: Creature, weapon: Weapon) -> tuple[int, tuple[str, ...]]:
    """The attacks of the round with a weapon for melee; a natural routine is one."""
    return (1, ()) if weapon.category == "natural" else attack_rate.this_round(battle, me, weapon, False)


def sets(weapon: Weapon) -> bool:
    """Is it a spear, a lance or a pole arm?"""
    return weapon.sets or weapon.lance


@on_initiative
def ready_for_charge(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Whoever makes ready for a charge is earlier."""
    if type(order) is not ReceiveCharge:
        return None
    return Modifier(INITIATIVE.situations["set for a charge"], "set for a charge", INITIATIVE_BONUS)


# Somebody comes.


def strikers(
    battle: Battle, mover: Creature, here: int, there: int, charging: str = ""
) -> list[tuple[Creature, Weapon]]:
    """
    Who strikes first at somebody whose step from ``here`` to ``there`` brings it into reach: who guards, and whom it
    is ``charging`` with a spear set against it. Nobody strikes at the felled, who may still act on the same count.
    """
    found: list[tuple[Creature, Weapon]] = []
    if core.felled(mover):
        return found
    for foe in battle:
        if foe.side == mover.side or not foe.flags & (GUARDING | RECEIVING) or foe.flags & (CANNOT_ACT | HELD):
            continue
        fighter = state_of(battle, foe)
        if not (fighter.attacks or fighter.held) or fighter.weapon not in foe.weapons:
            continue
        weapon = arm_of(foe, fighter.weapon)
        if weapon not in melee.weapons(foe):
            continue
        if not foe.flags & GUARDING and (foe.id != charging or not sets(weapon)):
            continue
        covered = guarded(battle, foe, weapon)
        step, stand = (battle.ground.footprint(square, mover.span) for square in (there, here))
        if covered & step and not covered & stand:
            found.append((foe, weapon))
    return found


def guarded(battle: Battle, foe: Creature, weapon: Weapon) -> int:
    """The squares into which it strikes: all around when nobody engages it, else its front."""
    if melee.engaged(battle, foe):
        return melee.in_front(battle, foe, weapon)
    return melee.all_round(battle, foe, weapon)


class _Arrival:
    """The menu of who has waited for somebody to come into reach."""

    def __init__(self, attack: Attack, rule: str) -> None:
        self.attack = attack
        self.rule = rule

    def __iter__(self) -> Iterator[Answer]:
        yield self.attack
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return type(choice) is Pass or choice == self.attack

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (self.rule,)


def meet(table: Table, foe: Creature, mover: Creature, weapon: Weapon, because: int, *, charging: bool) -> None:
    """
    Strike at whoever comes, before it strikes: with an attack of the round. A spear set against the charger does the
    double of its damage.
    """
    battle = table.battle
    if melee.reaches(battle, foe, mover, weapon):
        return
    set_spear = charging and bool(foe.flags & RECEIVING)
    rule = FIRST if set_spear else GUARD
    menu = _Arrival(Attack(mover.id, weapon.name), rule)
    if type(table.ask(foe.id, Opportunity(mover.id, "arriving"), menu, because, (rule,))) is not Attack:
        return
    seq = len(table.log.events) - 1
    strike(table, foe, mover, weapon, seq, *((FIRST, WIN) if set_spear else (GUARD,)), doubled=set_spear)
    if foe.flags & GUARDING:
        table.tell(ConditionEnded(seq, foe.id, "guarding", (GUARD,)))


def strike(
    table: Table, foe: Creature, mover: Creature, weapon: Weapon, because: int, *rules: str, doubled: bool = False
) -> None:
    """An attack of the round out of its order: a blow, or a whole natural routine."""
    battle = table.battle
    seq = table.tell(ArrivalStruck(because, foe.id, mover.id, weapon.name, rules))
    move.turn_to(table, foe, mover, seq, move.OWN_TURN)
    for name in sheet_of(foe).routine if weapon.category == "natural" else (weapon.name,):
        if core.felled(mover) or foe.flags & CANNOT_ACT:
            return
        blow = Blow(battle, foe, mover, arm_of(foe, name), MELEE)
        if doubled:
            blow.damage_multiplier = 2
            blow.cites.append(DOUBLE)
        core.strike(table, blow, seq)


# Attacks that are held.


def hold(table: Table, me: Creature) -> bool:
    """Whoever has nobody in reach when a blow comes up holds it for later in the round. True if so."""
    battle = table.battle
    fighter = state_of(battle, me)
    if fighter.weapon not in me.weapons or me.flags & (CANNOT_ACT | HELD):
        return False
    weapon = arm_of(me, fighter.weapon)
    if weapon not in melee.weapons(me):
        return False
    if any(not melee.reaches(battle, me, foe, weapon) for foe in battle if foe.side != me.side and foe.active):
        return False
    table.tell(AttackHeld(-1, me.id, (NO_TARGET,)))
    return True


def release(table: Table, mover: Creature) -> None:
    """After the mover's action: whoever holds an attack and has the mover in reach now may make it."""
    battle = table.battle
    if not state_of(battle, mover).halves and not state_of(battle, mover).shifted:
        return
    for foe in tuple(battle):
        fighter = state_of(battle, foe)
        while fighter.held and foe.side != mover.side and mover.active and not core.felled(mover):
            if foe.flags & (CANNOT_ACT | HELD) or core.felled(foe) or fighter.weapon not in foe.weapons:
                break
            weapon = arm_of(foe, fighter.weapon)
            if weapon not in melee.weapons(foe) or melee.reaches(battle, foe, mover, weapon):
                break
            menu = _Arrival(Attack(mover.id, weapon.name), NO_TARGET)
            answer = table.ask(foe.id, Opportunity(mover.id, "arriving"), menu, -1, (NO_TARGET,))
            if type(answer) is not Attack:
                break
            strike(table, foe, mover, weapon, len(table.log.events) - 1, NO_TARGET)


# Waiting for another.


@offer(Delay, "act")
def waits(battle: Battle, me: Creature) -> Iterator[Order]:
    """Everybody who is still to act in this pass."""
    for other in later(battle, me):
        yield Delay(other)


def later(battle: Battle, me: Creature) -> tuple[str, ...]:
    """Who acts after it in the pass under way."""
    ledger = ledger_of(battle)
    if ledger.active != me.id or ledger.stage != "passes":
        return ()
    after = [who for group in ledger.groups[ledger.at + 1 :] for who in group]
    return tuple(
        [who for who in (*ledger.waiting, *after) if who != me.id and not battle.creatures[who].flags & CANNOT_ACT]
    )


@constraint(WAIT, Delay)
def nobody_to_wait_for(battle: Battle, me: Creature, order: Delay) -> bool:
    """One waits once a round, before doing anything else, for somebody who is still to act."""
    fighter = state_of(battle, me)
    now = ledger_of(battle)
    return (
        order.after not in later(battle, me)
        or fighter.waited
        or now.number != 1
        or bool(fighter.halves or fighter.made or fighter.shifted)
    )


@priced(Delay)
def free_to_wait(battle: Battle, me: Creature, order: Delay) -> Cost:
    """Waiting costs nothing but time."""
    return Cost("free", (WAIT,))


@procedure(Delay)
def wait(me: Creature, order: Delay, table: Table, because: int) -> None:
    """It acts right after the other, one later in initiative, unless it was later anyhow."""
    battle = table.battle
    other = state_of(battle, battle.creatures[order.after])
    late = max(state_of(battle, me).initiative, other.initiative + INITIATIVE.situations["waiting"])
    table.tell(Waited(because, me.id, order.after, late, (WAIT,)))
