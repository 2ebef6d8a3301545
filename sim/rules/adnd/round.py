"""
How a round runs (adnd.round.*): what is pending is settled, everybody declares, initiative is rolled, and then all act
in passes: everyone's first attack, everyone's second, and so on; at last the single blows of those who moved.

Whoever acts on the same count acts before anybody's wounds are felt.
"""

from __future__ import annotations

from sim.events.adnd import (
    ActivationBegan,
    ActivationEnded,
    Declared,
    GroupCalled,
    PassBegan,
    RoundClosed,
    RoundOpened,
    RoundSettled,
    ledger_of,
)
from sim.events.adnd_morale import OrderForced
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightBegan, FightEnded, RoundBegan
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    End,
    FullAttack,
    Guard,
    Move,
    Order,
    Realign,
    ReceiveCharge,
    StandUp,
    TotalDefense,
)
from sim.rules import ending
from sim.rules.adnd import arrival, core, initiative, melee, move
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    AT_OPENING,
    AT_ROUND_END,
    AT_ROUND_START,
    BEFORE_INITIATIVE,
    CALLED_SHOTS,
    COMPELLED,
    RULES,
    arm_of,
    sheet_of,
)
from sim.state.adnd import Fighter
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT, GUARDING, LATE, OUT, SURPRISED
from sim.state.creature import Creature
from sim.table import Table

DECLARE = "adnd.round.declare"
START = "adnd.round.start.before-initiative"
MULTIPLE = "adnd.round.multiple-attacks"
POOL = "adnd.round.attack-pool"
END_BLOW = "adnd.round.end-of-round-blow"
ONE_ACTION = "adnd.core.action.one-per-round"
NO_DECLARATION = "adnd.round.no-declaration"
STOPPED = "adnd.core.action.stopped"
FIGHT_END = "adnd.core.fight-end"
ROUTINE = "adnd.core.natural-attacks.routine"
LOSE = "adnd.round.lose-initiative"

FIGHTING = (FullAttack, Attack, Guard, ReceiveCharge)
"""Declarations after which the attacks of the round are made."""


def not_now(stage: str, order: Order) -> str:
    """
    The rule against an order of which there is none at this stage of the round. Some choices are made on one's turn
    and never announced: to punch with the shield, to stand up, to bring a weapon or a shield back into place.
    """
    if type(order) is Cast:
        from sim.rules.adnd import core_spell

        return core_spell.DECLARE
    on_turn = isinstance(order, StandUp | Realign) or getattr(order, "how", "") == "shield-punch"
    return NO_DECLARATION if stage == "declare" and on_turn else ONE_ACTION


def next_to_declare(battle: Battle) -> Creature | None:
    """Who declares next: the referee's side first, then players, in the order of the scenario."""
    from sim.rules.adnd import mounted

    fighters = ledger_of(battle).fighters
    for players in (False, True):
        for creature in battle:
            if (
                sheet_of(creature).player == players
                and fighters[creature.id].told < 0
                and fighters[creature.id].declared is None
                and not creature.flags & (CANNOT_ACT | SURPRISED)
                and mounted.declares(creature)
                and creature.casting is None
            ):
                return creature
    return None


def declare(table: Table, me: Creature, order: Order, because: int) -> None:
    """An action of the round is announced: how many attacks it gives, how far it may go."""
    from sim.rules.adnd import attack_rate, called_shot, core_spell, missile, parry, style

    battle = table.battle
    attacks, weapon, parries, second, squares = 0, "", 0, "", 0
    debt: tuple[int, int] | None = None
    cites = [DECLARE, ONE_ACTION]
    if isinstance(order, FIGHTING):
        weapon = order.weapon
        arm = arm_of(me, weapon)
        if arm.category == "natural" and not missile.innate(arm):
            attacks = 1
            cites.append(ROUTINE)
        else:
            shot = missile.meant(battle, me, order)
            attacks, rules = attack_rate.this_round(battle, me, arm, shot)
            if not shot and (many := melee.many_weak(battle, me, getattr(order, "target", ""))):
                attacks, rules = many, (melee.MANY_WEAK,)
            cites += rules
        if isinstance(order, FullAttack):
            parries = min(order.parries, attacks)
            attacks -= parries
            if parries:
                cites.append(parry.DECLARE)
            if order.off_hand:
                second, rules = style.besides(me, order)
                cites += rules
            if order.how in CALLED_SHOTS:
                cites.append(called_shot.PURPOSES)
    elif isinstance(order, Move):
        squares = move.declared_squares(battle, me, order)
    table.tell(Declared(because, me.id, attacks, weapon, parries, second, squares, debt, tuple(cites)))
    if type(order) is TotalDefense:
        parry.defend(table, me, because)
    arrival.get_ready(table, me, order, because)
    core_spell.gather(table, me, order, because)
    if type(order) is Charge:
        arrival.answer(table, me, order, because)


def compel(table: Table, me: Creature) -> None:
    """The action of the round of somebody who is not asked."""
    for flags, give in COMPELLED:
        if me.flags & flags:
            if (found := give(table, me)) is not None:
                order, rules = found
                declare(table, me, order, table.tell(OrderForced(-1, me.id, order, rules)))
            return


def due(battle: Battle, me: Creature, fighter: Fighter, number: int) -> tuple[str, ...]:
    """With what it may strike in its activation of this pass."""
    found: tuple[str, ...] = ()
    if fighter.attacks > 0:
        routine = sheet_of(me).routine
        found = routine[fighter.missed :] if fighter.weapon in routine else (fighter.weapon,)
    if number == 1 and fighter.second:
        found = (*found, fighter.second)
    return found


def main_due(fighter: Fighter) -> bool:
    """Is an attack of the round due in this activation, besides that of the other hand?"""
    return fighter.attacks > 0 and any(fighter.main_due())


def eligible(battle: Battle, who: str) -> bool:
    """Does it act in the pass under way?"""
    ledger = ledger_of(battle)
    me, fighter = battle.creatures[who], ledger.fighters[who]
    if me.flags & CANNOT_ACT or fighter.declared is None:
        return False
    if ledger.stage == "blows":
        return fighter.blow
    return not fighter.acted if ledger.number == 1 else fighter.attacks > 0


def verdict(battle: Battle) -> tuple[str, str] | None:
    """Winner and reason when only one side, or none, can carry on (adnd.core.fight-end); else ``None``."""
    return None if battle.contested else ending.verdict(battle)


def go_on(table: Table) -> None:
    """What nobody chooses: the next group, pass, round, or the end."""
    from sim.rules.adnd import core_surprise

    battle = table.battle
    ledger = ledger_of(battle)
    if battle.phase == "muster":
        muster(table)
        return
    if ledger.active:
        end_activation(table)
        return
    if ledger.waiting:
        activate(table, ledger.waiting[0])
        return
    core.settle(table)
    if (found := verdict(battle)) is not None:
        table.tell(FightEnded(-1, *found, (FIGHT_END,)))
        return
    if ledger.stage == "start":
        open_round(table)
    elif ledger.stage == "declare":
        if (me := next_to_declare(battle)) is not None:
            compel(table, me)
            return
        for hook in BEFORE_INITIATIVE:
            hook(table, -1)
        core.settle(table)
        if not core_surprise.settle(table):
            initiative.roll(table, -1)
        table.tell(PassBegan(-1, 1))
    elif ledger.stage in ("passes", "blows"):
        next_group(table)
    else:
        end_round(table)


def muster(table: Table) -> None:
    """The fight begins: whoever may act before the first round does."""
    battle = table.battle
    for creature in battle:
        face_the_enemy(table, creature)
    table.tell(FightBegan(-1, tuple(creature.id for creature in battle), ()))
    for hook in AT_OPENING:
        hook(table, -1)
    core.settle(table)
    table.tell(RoundBegan(-1, 1))


def face_the_enemy(table: Table, me: Creature) -> None:
    """At the start it faces the nearest enemy (adnd.move.facing.eight)."""
    battle = table.battle
    foes = [other for other in battle if other.side != me.side and other.active]
    if foes and not me.rider:
        ground = battle.ground
        nearest = min(foes, key=lambda foe: ground.distance(me.square, me.span, foe.square, foe.span))
        move.turn_to(table, me, nearest, -1, "adnd.move.facing.eight")


def open_round(table: Table) -> None:
    """What is pending is settled before declarations (adnd.round.start.before-initiative)."""
    battle = table.battle
    for timer in battle.timers:
        if timer.turns <= 0 and not battle.creatures[timer.who].flags & OUT:
            table.tell(ConditionEnded(-1, timer.who, timer.condition, (START,), timer.other))
    for hook in AT_ROUND_START:
        hook(table, -1)
    table.tell(RoundOpened(-1))


def lose_initiative(table: Table, me: Creature, because: int, *rules: str) -> None:
    """In the next round it acts after all who have not lost initiative too; it is lost once, however often."""
    if not me.flags & LATE:
        table.tell(ConditionBegan(because, me.id, "late", (*rules, LOSE), ender=ROUND, turns=2))


def watches(battle: Battle, who: str) -> bool:
    """Does it wait for somebody to come into its reach until the first pass is at its end (adnd.melee.guard)?"""
    ledger = ledger_of(battle)
    return ledger.number == 1 and ledger.stage == "passes" and battle.creatures[who].flags & GUARDING != 0


def next_group(table: Table) -> None:
    """
    Who is next in the order of initiative in this pass; those who guard at the end of the first. After the last, the
    next pass, the blows, the end.
    """
    from sim.rules.adnd import core_spell

    battle = table.battle
    ledger = ledger_of(battle)
    for late in (False, True):
        for place, group in enumerate(ledger.groups):
            at = place + late * len(ledger.groups)
            members = tuple(who for who in group if eligible(battle, who) and watches(battle, who) == late)
            if at > ledger.at and members:
                if ledger.number == 1 and ledger.stage == "passes":
                    core_spell.begin_due(table, members)
                table.tell(GroupCalled(-1, at, members, (arrival.GUARD,) if late else ()))
                return
    if ledger.stage == "passes" and any(
        fighter.attacks > 0 and not battle.creatures[who].flags & CANNOT_ACT and fighter.declared is not None
        for who, fighter in ledger.fighters.items()
    ):
        table.tell(PassBegan(-1, ledger.number + 1, False, (MULTIPLE,)))
        return
    if ledger.stage == "passes" and any(
        fighter.blow and not battle.creatures[who].flags & CANNOT_ACT for who, fighter in ledger.fighters.items()
    ):
        table.tell(PassBegan(-1, ledger.number + 1, True, (END_BLOW,)))
        return
    table.tell(RoundClosed(-1))


def activate(table: Table, who: str) -> None:
    """A combatant's moment has come: it turns to whom it fights, and acts."""
    battle = table.battle
    ledger = ledger_of(battle)
    me, fighter = battle.creatures[who], ledger.fighters[who]
    if ledger.stage == "blows":
        weapon = blow_weapon(me)
        table.tell(ActivationBegan(-1, who, (weapon,)))
    else:
        table.tell(ActivationBegan(-1, who, due(battle, me, fighter, ledger.number)))
    for hook in AT_ACTIVATION:
        hook(table, me)
    if ledger.stage == "blows" or me.flags & CANNOT_ACT:
        return
    order = fighter.declared
    if ledger.number == 1 and not isinstance(order, (*FIGHTING, Move, End)):
        RULES.procedures[type(order)](me, order, table, fighter.told)


def blow_weapon(me: Creature) -> str:
    """The weapon of the single blow after a move: the first in hand, else natural, else the fist."""
    return melee.weapons(me)[0].name


def end_activation(table: Table) -> None:
    """It has acted; an attack that was due in this pass and not made is lost."""
    battle = table.battle
    ledger = ledger_of(battle)
    me, fighter = battle.creatures[ledger.active], ledger.fighters[ledger.active]
    lost = int(ledger.stage == "passes" and main_due(fighter))
    if lost:
        arrival.hold(table, me)
    table.tell(ActivationEnded(-1, me.id, lost))
    arrival.release(table, me)


def end_round(table: Table) -> None:
    """What the end of a round brings; then the next, unless the scenario's end has come."""
    battle = table.battle
    for hook in AT_ROUND_END:
        hook(table, -1)
    core.settle(table)
    table.tell(RoundSettled(-1))
    endings = battle.endings
    if (found := verdict(battle)) is not None:
        table.tell(FightEnded(-1, *found, (FIGHT_END,)))
    elif battle.round >= endings.rounds:
        table.tell(FightEnded(-1, "", f"the fight is broken off after {endings.rounds} rounds"))
    elif battle.round - battle.hurt >= endings.quiet:
        table.tell(FightEnded(-1, "", f"nobody was hurt for {endings.quiet} rounds"))
    else:
        table.tell(RoundBegan(-1, battle.round + 1))
