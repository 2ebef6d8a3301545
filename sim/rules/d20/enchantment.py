"""
Spells of enchantment (supplement).

Decided: of those in the area of a sleep who have equally few Hit Dice the nearest to its point fall asleep first, then
the lowest square. A held creature tries to break free at the start of each of its turns, which it spends on it.
"""

from __future__ import annotations

from sim.events.boons import HoldBroken, TemporaryHitPoints
from sim.events.conditions import ConditionEnded
from sim.events.orders import Wake
from sim.rules.d20 import effects, magic, wounds
from sim.rules.d20.creature_type import immune, living
from sim.rules.d20.declare import at_turn_start, constraint, procedure, rider
from sim.rules.d20.magic import Working, effect, ending, selection
from sim.rules.d20.save import save
from sim.state.battle import Battle
from sim.state.conditions import ASLEEP, HELPLESS, PARALYZED
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.sheet import Weapon
from sim.tables.spells import Effect, dice_at

SLEEP = "d20.enchantment.sleep"
HOLD_PERSON = "d20.enchantment.hold-person"
AID = "d20.enchantment.aid"
MIND = "d20.enchantment.mind"

effects.RULES.update(
    {
        "aid": AID,
        "bane": "d20.enchantment.bane",
        "bless": "d20.enchantment.bless",
        "hold person": HOLD_PERSON,
        "sleep": SLEEP,
    }
)

SLEEPERS = 4
"""Hit Dice that a sleep puts to sleep."""


@selection("sleep")
def drowsy(table: Table, working: Working, targets: tuple[Creature, ...], because: int) -> tuple[Creature, ...]:
    """Those with the fewest Hit Dice, as many as four Hit Dice make; not the sleepless, nor those out already."""
    ground = table.battle.ground

    def order(who: Creature) -> tuple[int, int, int]:
        return who.sheet.hit_dice, ground.distance(working.to, 1, who.square, who.span), who.square

    left = SLEEPERS
    chosen = []
    for who in sorted(targets, key=order):
        if who.flags & HELPLESS:
            continue
        if not living(who) or immune(who, "sleep") or "elf" in who.sheet.subtypes:
            effects.fails(table, working, who, because)
        elif who.sheet.hit_dice <= left:
            left -= who.sheet.hit_dice
            chosen.append(who)
        else:
            effects.fails(table, working, who, because)
            left = 0
    return tuple(chosen)


@effect("sleep")
def fall_asleep(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """It falls asleep, and to the ground."""
    effects.begin(table, working, "asleep", "", target, because)
    wounds.fall(table, target, because)


@rider()
def wake(table: Table, target: Creature, source: Creature, weapon: Weapon, points: int, because: int) -> None:
    """A wound wakes the sleeping."""
    if target.flags & ASLEEP:
        for name, other, value in target.conditions:
            if name == "asleep" and other:
                table.tell(ConditionEnded(because, target.id, name, (SLEEP,), other, value))


@constraint(SLEEP, Wake)
def cannot_wake(battle: Battle, me: Creature, order: Wake) -> bool:
    """Only a sleeper can be shaken awake, by who stands beside it."""
    sleeper = battle.creatures.get(order.target)
    if sleeper is None or not sleeper.flags & ASLEEP or not sleeper.active:
        return True
    return battle.ground.distance(me.square, me.span, sleeper.square, sleeper.span) > 1


@procedure(Wake)
def shake(me: Creature, order: Wake, table: Table, because: int) -> None:
    """It wakes without fail."""
    sleeper = table.battle[order.target]
    for name, other, value in sleeper.conditions:
        if name == "asleep":
            table.tell(ConditionEnded(because, sleeper.id, name, (SLEEP,), other, value))


@effect("hold")
def hold(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """It cannot move a limb."""
    effects.reveal(table, working, target, because)
    effects.begin(table, working, effect.condition, "", target, because)


@at_turn_start(PARALYZED)
def struggle(table: Table, me: Creature, because: int) -> None:
    """Who is held may save again in each turn, and does nothing else in it."""
    for running in table.battle.spells:
        if running.spell == "hold person" and me.has("paralyzed", running.caster):
            success, seq = save(table, me, "will", running.spell, running.dc, because, HOLD_PERSON)
            if success:
                cites = (HOLD_PERSON,)
                table.tell(HoldBroken(seq, me.id, "paralyzed", running.caster, running.number, cites))
                magic.finish(table, running, seq, HOLD_PERSON)


@effect("temporary")
def strengthen(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Temporary hit points: of two lots the greater counts."""
    points, dice = wounds.throw(table, dice_at(effect, working.caster_level))
    table.tell(TemporaryHitPoints(because, target.id, max(points, target.temporary), (AID,), dice))


@ending("temporary")
def wane(table: Table, running: Running, effect: Effect, because: int) -> None:
    """What is left of them goes."""
    for name in running.targets:
        if table.battle[name].temporary:
            table.tell(TemporaryHitPoints(because, name, 0, (AID,)))
