"""
What conditions do beyond the tables of attack rolls and armor class (supplement).

The scores that conditions lower are in ``scores``, half speed in ``move``.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan
from sim.events.equipment import Dropped
from sim.events.orders import (
    AidAnother,
    Attack,
    Begin,
    BullRush,
    Cast,
    Charge,
    Complete,
    Concentrate,
    CoupDeGrace,
    Dismiss,
    EscapeNet,
    Extinguish,
    Feint,
    FirstAid,
    FullAttack,
    Grapple,
    LightTorch,
    LockGauntlet,
    LowerResistance,
    Order,
    Prepare,
    Ready,
    Run,
    Snatch,
    Sunder,
    Throw,
    TotalDefense,
    Touch,
    TurnUndead,
    UseAbility,
    UseItem,
    UseSkill,
    Wake,
    Withdraw,
)
from sim.grid.bits import squares
from sim.rules.d20.declare import ac_row, at_turn_start, attack_row, constraint, save_row
from sim.state.battle import Battle
from sim.state.conditions import (
    BIT,
    BLINDED,
    CANNOT_ACT,
    COWERING,
    ENTANGLED,
    EXHAUSTED,
    FRIGHTENED,
    GRAPPLING,
    HELPLESS,
    NAUSEATED,
    PANICKED,
    PINNED,
    SHAKEN,
    SICKENED,
    SLOWED,
    STUNNED,
)
from sim.state.creature import Creature
from sim.table import Table

SHAKEN_RULE = "d20.condition.shaken"
SICKENED_RULE = "d20.condition.sickened"
SLOWED_RULE = "d20.condition.slowed"
HALF_SPEED = "d20.condition.half-speed"
FATIGUED = "d20.condition.fatigued"
EXHAUSTED_RULE = "d20.condition.exhausted"
ENTANGLED_RULE = "d20.condition.entangled"
PARALYZED = "d20.condition.paralyzed"
DEAFENED = "d20.condition.deafened"
NO_ACTIONS = "d20.condition.no-actions"
DROPS = "d20.condition.drops"
NAUSEATED_RULE = "d20.condition.nauseated"
FRIGHTENED_RULE = "d20.condition.frightened"
PANICKED_RULE = "d20.condition.panicked"

AFRAID = SHAKEN | FRIGHTENED | PANICKED
SLOWING = BLINDED | ENTANGLED | EXHAUSTED | SLOWED
"""Any of these halves speed."""

attack_row(SICKENED_RULE, SICKENED, -2, -2, "sickened")
attack_row(SLOWED_RULE, SLOWED, -1, -1, "slowed")
ac_row(SLOWED_RULE, SLOWED, -1, -1, "slowed")
save_row(SHAKEN_RULE, AFRAID, -2, "shaken")
save_row(SICKENED_RULE, SICKENED, -2, "sickened")
save_row(SLOWED_RULE, SLOWED, -1, "slowed", only="reflex")


def check_parts(me: Creature) -> tuple[Modifier, ...]:
    """What conditions do to skill and ability checks."""
    flags = me.flags
    if not flags & (AFRAID | SICKENED):
        return ()
    found = []
    if flags & AFRAID:
        found.append(Modifier(-2, "shaken", SHAKEN_RULE))
    if flags & SICKENED:
        found.append(Modifier(-2, "sickened", SICKENED_RULE))
    return tuple(found)


def damage_parts(me: Creature) -> tuple[Modifier, ...]:
    """What conditions do to weapon damage."""
    return (Modifier(-2, "sickened", SICKENED_RULE),) if me.flags & SICKENED else ()


def lasting(battle: Battle, me: Creature) -> int:
    """The conditions that are still there once those that end with the start of its turn have ended."""
    flags = me.flags
    for timer in battle.timers:
        if timer.who == me.id == timer.ender and timer.turns <= 1:
            flags &= ~BIT[timer.condition]
    return flags


def cornered(battle: Battle, me: Creature) -> bool:
    """No move takes it farther from the nearest enemy, nor off the map."""
    memo = battle.memo()
    key = ("cornered", me.id)
    found = memo.get(key)
    if found is None:
        found = memo[key] = _cornered(battle, me)
    return bool(found)


def _cornered(battle: Battle, me: Creature) -> bool:
    from sim.rules.d20 import leaving, move

    if me.flags & (GRAPPLING | PINNED):
        return True
    if battle.endings.flight and leaving.at_border(battle, me):
        return False
    ground = battle.ground
    foes = [foe for foe in battle if foe.side != me.side and foe.active and not foe.flags & HELPLESS]
    if not foes:
        return False
    gap = min(ground.distance(me.square, me.span, foe.square, foe.span) for foe in foes)
    return not any(
        all(ground.distance(square, me.span, foe.square, foe.span) > gap for foe in foes)
        for square in squares(move.destinations(battle, me, move.speed(me)))
    )


_HOSTILE = (
    *(Attack, FullAttack, Charge, BullRush, CoupDeGrace, Grapple, Sunder, Snatch, Throw),
    *(AidAnother, Feint, UseSkill),
)
_MAGIC = (Cast, UseAbility, Concentrate, Touch)
_EFFORTS = (
    *(TotalDefense, FirstAid, Wake, Run, Withdraw, Ready, Begin, Complete, TurnUndead),
    *(UseItem, Dismiss, LowerResistance, Prepare, Extinguish, EscapeNet, LockGauntlet, LightTorch),
)


def _fights(order: Order) -> bool:
    return type(order) is not Grapple or order.option not in ("escape", "slip", "release")


@constraint(NAUSEATED_RULE, *_HOSTILE, *_MAGIC, *_EFFORTS, flags=NAUSEATED)
def too_sick(battle: Battle, me: Creature, order: Order) -> bool:
    """The nauseated have one move action and nothing else."""
    return not (type(order) is Grapple and order.option == "release")


@constraint(FRIGHTENED_RULE, *_HOSTILE, *_MAGIC, flags=FRIGHTENED)
def would_rather_flee(battle: Battle, me: Creature, order: Order) -> bool:
    """The frightened fight only when they are cornered."""
    return _fights(order) and not cornered(battle, me)


@constraint(PANICKED_RULE, *_HOSTILE, *_MAGIC, flags=PANICKED)
def only_flees(battle: Battle, me: Creature, order: Order) -> bool:
    """The panicked do not fight."""
    return _fights(order)


@at_turn_start(STUNNED | PANICKED)
def lose_heart(table: Table, me: Creature, because: int) -> None:
    """The stunned and the panicked drop what they hold; the panicked who cannot get away cower."""
    for name in me.held:
        table.tell(Dropped(because, me.id, name, me.square, (DROPS,)))
    if me.flags & PANICKED and not me.flags & (COWERING | CANNOT_ACT) and cornered(table.battle, me):
        table.tell(ConditionBegan(because, me.id, "cowering", (PANICKED_RULE,), ender=me.id))
