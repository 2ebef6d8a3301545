"""
The turn and what it holds (d20.turn.*): one standard and one move action, or one full-round action.
"""

from __future__ import annotations

from sim.events.conditions import ConditionEnded
from sim.events.course import FightEnded, RoundBegan, TurnBegan
from sim.rules import ending
from sim.rules.d20 import condition, delay, dying, feint, initiative, nonlethal, single_actions, wounds
from sim.rules.d20.declare import AT_EXPIRY, turn_hooks
from sim.state.battle import Battle
from sim.state.conditions import (
    CANNOT_ACT,
    DISABLED,
    DYING,
    NAUSEATED,
    OUT,
    SLOWED,
    STAGGERED,
    UNAWARE,
)
from sim.state.creature import Creature
from sim.table import Table

BUDGET = "d20.turn.budget"
MOVE_FOR_STANDARD = "d20.turn.move-for-standard"
DOUBLE_MOVE = "d20.turn.double-move"
RESTRICTED = "d20.turn.restricted"
START_COMPLETE = "d20.turn.start-complete-full-round"
FREE = "d20.turn.free-actions"
NOT_AN_ACTION = "d20.turn.not-an-action"
VARYING = "d20.turn.varying-cost"


def restriction(battle: Battle, me: Creature) -> tuple[str, ...]:
    """The rules by which it has only one standard or one move action this turn; empty when it has both."""
    cites: list[str] = []
    if battle.phase == "surprise":
        cites.append(initiative.SURPRISE)
    if me.sheet.single_actions:
        cites.append(single_actions.ONLY)
    if me.flags & _HAMPERED:
        flags = condition.lasting(battle, me)
        cites.extend([rule for flag, rule in _HAMPERING if flags & flag])
    return (RESTRICTED, *cites) if cites else ()


_HAMPERING = (
    (DISABLED, wounds.DISABLED_RULE),
    (STAGGERED, nonlethal.STAGGERED_ACTIONS),
    (SLOWED, condition.SLOWED_RULE),
    (NAUSEATED, condition.NAUSEATED_RULE),
)
_HAMPERED = DISABLED | STAGGERED | SLOWED | NAUSEATED


def can_pay(battle: Battle, kind: str) -> bool:
    """Is an action of this kind left in the turn?"""
    turn = battle.turn
    if turn.over:
        return False
    if kind == "attack":
        return bool(turn.attacks)
    if kind == "standard":
        return not turn.standard and not (turn.restricted and turn.move)
    if kind == "move":
        if turn.full and turn.attacks and turn.blows == 1 and not turn.move:
            return True
        if turn.full:
            return False
        if turn.restricted:
            return not turn.move and not turn.standard
        return not turn.move or not turn.standard
    if kind == "full-round":
        return not turn.standard and not turn.move and not turn.restricted
    return True


def begin(table: Table, me: Creature) -> None:
    """A turn begins: conditions that lasted until now end, wounds take their course."""
    if me.casting is not None:
        from sim.rules.d20 import spell

        spell.complete_long(table, me)
    rules = restriction(table.battle, me)
    cites = rules
    if me.flags & CANNOT_ACT and condition.lasting(table.battle, me) & CANNOT_ACT:
        cites += (condition.NO_ACTIONS,)
    seq = table.tell(TurnBegan(-1, me.id, bool(rules), cites))
    lay_dying = me.flags & DYING
    upkeep(table, me, seq)
    if me.flags & lay_dying and not dying.waits(table.battle, me):
        dying.fight_for_life(table, me, seq)


def upkeep(table: Table, me: Creature, because: int) -> None:
    """What the start of a turn brings to whoever has it."""
    end_expired(table, because)
    hooks, concerned, own = turn_hooks(me)
    if own or me.flags & concerned or pending(table.battle, me):
        for flags, hook in hooks:
            if not flags or me.flags & flags:
                hook(table, me, because)


def pending(battle: Battle, me: Creature) -> bool:
    """Is anything under way that a turn's start may end or carry on, besides conditions?"""
    return bool(
        battle.spells
        or battle.zones
        or battle.aids
        or battle.delaying
        or me.readied is not None
        or me.begun is not None
    )


def end_expired(table: Table, because: int) -> None:
    """Conditions whose time is up end."""
    if table.battle.spells:
        from sim.rules.d20 import spell

        spell.expire(table, because)
    for timer in table.battle.timers:
        if timer.turns <= 0:
            seq = table.tell(ConditionEnded(because, timer.who, timer.condition, (), timer.other))
            hook = AT_EXPIRY.get(timer.condition)
            if hook is not None:
                hook(table, timer, seq)


def next_of(battle: Battle) -> Creature | None:
    """Who is next in this round: the first in initiative order that has not acted and is still there."""
    surprise = battle.phase == "surprise"
    for who in battle.order:
        creature = battle.creatures[who]
        if (
            not creature.acted
            and not creature.rider
            and not creature.flags & OUT
            and not (surprise and creature.flags & UNAWARE)
        ):
            return creature
    return None


def go_on(table: Table) -> None:
    """The next turn, round, or the end."""
    battle = table.battle
    if battle.phase == "muster":
        initiative.muster(table)
        return
    if battle.phase == "over":
        from sim.rules.d20 import aftermath

        aftermath.pass_time(table)
        return
    if battle.spells:
        from sim.rules.d20 import spell

        spell.lapse(table)
    if not battle.contested:
        table.tell(FightEnded(-1, *ending.verdict(battle)))
        return
    if battle.turn.who and battle.creatures[battle.turn.who].misleads:
        feint.lapse(table, battle.turn.who)
    if battle.delaying and delay.wake(table):
        return
    creature = next_of(battle)
    if creature is not None:
        begin(table, creature)
        return
    dying.at_round_end(table)
    endings = battle.endings
    if battle.round >= endings.rounds:
        table.tell(FightEnded(-1, "", f"the fight is broken off after {endings.rounds} rounds"))
        return
    if battle.round - battle.hurt >= endings.quiet:
        table.tell(FightEnded(-1, "", f"nobody was hurt for {endings.quiet} rounds"))
        return
    if battle.phase == "surprise":
        initiative.surprise_ends(table)
    seq = table.tell(RoundBegan(-1, battle.round + 1))
    end_expired(table, seq)
