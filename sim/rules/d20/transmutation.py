"""
Spells of transmutation (supplement).

Decided: haste on the slowed, and slow on the hasted, only undoes the other for that creature. Those whom plants or a
web hold get out as out of a net. Who is enlarged grows to the south-east if there is room, else to another side;
without room for it (also beside whoever shares its space), mounted, ridden, in a grapple or enlarged already, the spell
does nothing to it. Not carried out: it bursts no narrow places, and what it throws does as much as in its hand.
"""

from __future__ import annotations

from sim.events.boons import BoonBegan, BoonsEnded, SizeChanged
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import BullRush, Charge, EscapeNet, Move, Run, Step, Withdraw
from sim.rules.d20 import action, boons, conjuration, effects, move, scores, skill, squeeze, zones
from sim.rules.d20.declare import constraint
from sim.rules.d20.magic import Working, effect, ending, selection
from sim.rules.d20.save import save
from sim.rules.d20.zones import meeting, passage
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.sizes import SIZE, enlarged
from sim.tables.spells import Effect

ENLARGE = "d20.transmutation.enlarge-person"
ENTANGLE = "d20.transmutation.entangle"
HASTE = "d20.transmutation.haste"
SLOW = "d20.transmutation.slow"

LOOSE = {ENTANGLE: (20, 20), conjuration.WEB: (20, 25)}
"""What it takes to get out of what holds, by its rule: the DC of Strength, and that of Escape Artist."""

effects.RULES.update(
    {
        "bear's endurance": "d20.transmutation.bears-endurance",
        "bull's strength": "d20.transmutation.bulls-strength",
        "cat's grace": "d20.transmutation.cats-grace",
        "enlarge person": ENLARGE,
        "entangle": ENTANGLE,
        "haste": HASTE,
        "slow": SLOW,
    }
)


@selection("haste")
def quicken(table: Table, working: Working, targets: tuple[Creature, ...], because: int) -> tuple[Creature, ...]:
    """The slowed are no longer slow, and that is all."""
    chosen = []
    for who in targets:
        slow = [c for c in who.conditions if c.name == "slowed" and c.other]
        if not slow:
            chosen.append(who)
        for name, other, value in slow:
            table.tell(ConditionEnded(because, who.id, name, (HASTE,), other, value))
    return tuple(chosen)


@effect("slow")
def slow(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """It is slowed; the hasted are no longer quick."""
    effects.reveal(table, working, target, because)
    numbers = dict.fromkeys(boon.number for boon in target.boons if boon.on == boons.ATTACKS)
    for number in numbers:
        table.tell(BoonsEnded(because, target.id, number, (SLOW,)))
    if not numbers:
        effects.begin(table, working, "slowed", "", target, because)


# ---- size ---------------------------------------------------------------------------------------------------


@selection("enlarge person")
def with_room(table: Table, working: Working, targets: tuple[Creature, ...], because: int) -> tuple[Creature, ...]:
    """Those who have room to grow, and have not grown yet."""
    chosen = []
    for who in targets:
        if room(table.battle, who) < 0:
            effects.fails(table, working, who, because)
        else:
            chosen.append(who)
    return tuple(chosen)


def room(battle: Battle, who: Creature) -> int:
    """Where it could stand if it were one size larger, round the square where it stands; -1: nowhere."""
    if who.mount or who.rider or who.grapplers or who.sheet is not who.natural or who.span != move.own_span(who):
        return -1
    ground = battle.ground
    span = SIZE[enlarged(who.sheet).size].span
    free = ground.inside & ~(ground.solid | ground.pits | ground.cliffs | ground.water | ground.narrow)
    space = battle.footprint(who)
    free &= ~battle.occupied() | space
    for other in battle.occupants(space):
        if other is not who:
            free &= ~battle.footprint(other)
    fits = ground.anchors(free, span)
    here = who.square
    places = [here - down * ground.stride - east for down in range(span) for east in range(span)]
    return next((at for at in places if at >= 0 and fits >> at & 1), -1)


@effect("enlarge")
def enlarge(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """It grows, and its weapons with it."""
    before, at = table.battle.footprint(target), room(table.battle, target)
    if at >= 0:
        _resize(table, SizeChanged(because, target.id, working.number, True, at, (ENLARGE,)), target, before)


@ending("enlarge")
def shrink(table: Table, running: Running, effect: Effect, because: int) -> None:
    """It is as large as it was, in the north-west of its space."""
    for name in running.targets:
        who = table.battle[name]
        if who.sheet is not who.natural and any(boon.number == running.number for boon in who.boons):
            event = SizeChanged(because, name, running.number, False, who.square, (ENLARGE,))
            _resize(table, event, who, table.battle.footprint(who))


def _resize(table: Table, event: SizeChanged, who: Creature, before: int) -> None:
    seq = table.tell(event)
    if table.battle.zones:
        zones.moved(table, who, before, seq)
    squeeze.recheck(table, who, seq)


# ---- entangle -----------------------------------------------------------------------------------------------


@meeting("entangle", "caster")
def grasp(table: Table, running: Running, who: Creature, because: int) -> None:
    """Plants hold whoever fails its save where it is."""
    if not is_held(who, running):
        success, seq = save(table, who, "reflex", running.spell, running.dc, because, ENTANGLE)
        if not success:
            cites = (ENTANGLE,)
            table.tell(ConditionBegan(seq, who.id, "entangled", cites, running.caster, running.number))
            table.tell(BoonBegan(seq, who.id, running.number, boons.ROOTED, 1, "", "", cites))


@passage("entangle")
def wade(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks into them may be held on the spot."""
    grasp(table, running, who, because)
    return not is_held(who, running)


def is_held(who: Creature, running: Running) -> bool:
    """Do the plants of this spell hold it?"""
    return any(boon.on == boons.ROOTED and boon.number == running.number for boon in who.boons)


@constraint(ENTANGLE, Move, Step, Charge, Run, Withdraw, BullRush)
def rooted(battle: Battle, me: Creature, order: object) -> tuple[str, ...]:
    """Whom plants or a web hold cannot leave its place."""
    return boons.roots(me) if me.boons else ()


def tear_loose(table: Table, me: Creature, order: EscapeNet, because: int) -> None:
    """Out of the plants, or loose in the web, by skill or by force."""
    rule = boons.roots(me)[0]
    by_force, by_skill = LOOSE[rule]
    if order.mode == "slip":
        what, dc, parts = "escape-artist", by_skill, scores.skill_parts(me, "escape-artist", rule)
    else:
        what, dc, parts = "strength", by_force, skill.ability_parts(me, "strength", rule)
    margin, seq = skill.check(table, me, what, dc, parts, because, action.ROWS["escape-net"], rule)
    if margin < 0:
        return
    for running in table.battle.spells:
        if is_held(me, running) and effects.rule(running.spell) == rule:
            table.tell(BoonsEnded(seq, me.id, running.number, (rule,)))
            if rule == ENTANGLE:
                table.tell(ConditionEnded(seq, me.id, "entangled", (rule,), running.caster, running.number))
