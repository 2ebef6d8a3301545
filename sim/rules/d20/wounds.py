"""
Hit points lost, and what comes of it (d20.wounds.*): disabled, dying, dead.

Damage passes here whatever its source, so that nobody's wounds are judged twice.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice import notation
from sim.dice.sources import Die
from sim.events.attacks import DamageDealt, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.grapple import GrappleEnded
from sim.rules.d20 import creature_type, helpless
from sim.rules.d20 import nonlethal as nonlethal_rules
from sim.rules.d20.creature_type import living
from sim.rules.d20.declare import riders, softeners
from sim.rules.d20.save import save
from sim.state.conditions import DEAD, DISABLED, DYING, PRONE, RECOVERING, STABLE, STAGGERED, TENDED, UNCONSCIOUS
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

DEATH = -10
MASSIVE = 50

CON_ZERO = "d20.wounds.con-zero"
DISABLED_RULE = "d20.wounds.disabled"
BLEED = "d20.wounds.dying.bleed"


def throw(table: Table, text: str) -> tuple[int, tuple[Die, ...]]:
    """Roll dice given in notation: the points, and the dice as they fell."""
    dice = notation.parse(text)
    if dice.sides == 1:
        return dice.count + dice.bonus, ()
    rolled = table.roll(dice.sides, dice.count)
    return sum([die.value for die in rolled]) + dice.bonus, rolled


def deal(
    table: Table,
    target: Creature,
    source: Creature,
    weapon: Weapon,
    points: int,
    nonlethal: bool,
    because: int,
    parts: tuple[Modifier, ...] = (),
    cites: tuple[str, ...] = (),
    dice: tuple[Die, ...] = (),
) -> int:
    """
    Deal the damage of a weapon and settle what comes of it; returns the points that got through.

    Reduction, regeneration and immunity change it on the way; riders (poison, paralysis) follow if any got through.
    """
    for soften in softeners(target):
        points, nonlethal, more = soften(target, source, weapon, points, nonlethal)
        cites += more
    if nonlethal and points:
        cites += (nonlethal_rules.TALLY,)
    seq = table.tell(
        DamageDealt(because, target.id, source.id, points, nonlethal, parts, "/".join(weapon.kinds), cites, dice)
    )
    if points:
        settle(table, target, seq, massive=points >= MASSIVE and not nonlethal)
        for rider in riders(source):
            rider(table, target, source, weapon, points, seq)
    return points


def settle(table: Table, target: Creature, because: int, *, massive: bool = False, hurt: bool = True) -> None:
    """
    Bring a creature's conditions into line with its hit points.

    ``hurt``: it has just been wounded (the stable, and those awake below 0, begin to die again); ``massive``: by 50
    points or more at once.
    """
    flags, points = target.flags, target.hit_points
    if flags & DEAD:
        return
    if not living(target):
        if points <= 0:
            die(table, target, because, creature_type.DESTROYED)
        return
    if points <= DEATH:
        die(table, target, because, "d20.wounds.dead")
        return
    if massive and not survives_massive(table, target, because):
        return
    if target.sheet.ferocity:
        from sim.rules.d20 import ferocity

        ferocity.settle(table, target, because, hurt=hurt)
    elif points < 0:
        if flags & STABLE and hurt:
            end(table, target, "stable", because, _DYING)
            _begin_dying(table, target, because)
        elif not flags & (DYING | STABLE) and (hurt or not flags & DISABLED):
            if flags & DISABLED:
                end(table, target, "disabled", because, _DYING)
            _begin_dying(table, target, because)
            fall(table, target, because)
    elif points == 0:
        if not flags & DISABLED:
            _revive(table, target, because)
            slow = int(table.battle.options.get("disabled-half-speed") == "yes")
            table.tell(ConditionBegan(because, target.id, "disabled", (DISABLED_RULE,), value=slow))
    elif flags & (DYING | STABLE | DISABLED):
        _revive(table, target, because)
    if points >= 0 or target.nonlethal or flags & (UNCONSCIOUS | STAGGERED):
        nonlethal_rules.settle(table, target, because)


_DYING = "d20.wounds.dying"
_CARED_FOR = (("tended", TENDED), ("recovering", RECOVERING))


def _begin_dying(table: Table, target: Creature, because: int) -> None:
    """Under option ``first-stabilise`` the condition's size tells the round in which it began, from 1."""
    for name, flag in _CARED_FOR:
        if target.flags & flag:
            end(table, target, name, because, _DYING)
    battle = table.battle
    since = battle.round + 1 if battle.options.get("first-stabilise") == "round-end" else 0
    table.tell(ConditionBegan(because, target.id, "dying", (_DYING,), value=since))


def _revive(table: Table, target: Creature, because: int) -> None:
    for name, flag in (("dying", DYING), ("stable", STABLE), ("disabled", DISABLED), *_CARED_FOR):
        if target.flags & flag:
            end(table, target, name, because, "d20.wounds.normal")


def survives_massive(table: Table, target: Creature, because: int) -> bool:
    """A blow of 50 points or more kills outright on a failed save."""
    rule = "d20.wounds.massive-damage"
    success, seq = save(table, target, "fortitude", "massive damage", 15, because, rule)
    if success:
        return True
    die(table, target, seq, rule)
    return False


def die(table: Table, target: Creature, because: int, *cites: str) -> None:
    """It is dead, or destroyed."""
    if target.mount:
        from sim.rules.d20 import mounted

        mounted.fall_off(table, target, table.battle.creatures[target.mount], because, mounted.RIDER_FALLS)
    begin(table, target, "dead", because, *cites)
    release_all(table, target, because)
    if target.rider:
        from sim.rules.d20 import mounted

        mounted.unseat(table, target, because)


def fall(table: Table, target: Creature, because: int) -> None:
    """Who loses consciousness lies on the ground, if it does not stay in the saddle, and lets go of everybody."""
    if target.mount:
        from sim.rules.d20 import mounted

        mounted.sag(table, target, because)
    if not target.flags & PRONE and not target.mount:
        begin(table, target, "prone", because, helpless.DEFINITION)
    release_all(table, target, because)
    if target.rider:
        from sim.rules.d20 import mounted

        mounted.unseat(table, target, because)


def release_all(table: Table, target: Creature, because: int) -> None:
    """Its grapples end."""
    for other in target.grapplers:
        table.tell(GrappleEnded(because, target.id, other, (helpless.DEFINITION,)))


def begin(table: Table, target: Creature, condition: str, because: int, *cites: str) -> int:
    """A condition of this creature begins; it lasts until a rule ends it."""
    return table.tell(ConditionBegan(because, target.id, condition, cites))


def end(table: Table, target: Creature, condition: str, because: int, *cites: str) -> int:
    """A condition of this creature ends."""
    return table.tell(ConditionEnded(because, target.id, condition, cites))


def strain(table: Table, me: Creature, because: int) -> None:
    """A standard action taken at 0 hit points costs one, unless the act itself raised them."""
    if me.flags & DISABLED and not me.flags & (DYING | STABLE | DEAD) and me.hit_points <= 0:
        seq = table.tell(HitPointsLost(because, me.id, 1, ("d20.wounds.disabled.standard-cost",)))
        settle(table, me, seq)


def lose(table: Table, who: Creature, points: int, because: int, *cites: str, dice: tuple[Die, ...] = ()) -> None:
    """Hit points go without a blow."""
    seq = table.tell(HitPointsLost(because, who.id, points, cites, dice))
    settle(table, who, seq)
