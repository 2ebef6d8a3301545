"""
Tripping (d20.trip.*): a touch, then strength against a sure footing.

The opposed check of the attempt, of the counter attempt and of the trip that follows a bite is rolled by ``contest``.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.attacks import AttemptFailed
from sim.events.conditions import ConditionBegan
from sim.events.equipment import Dropped
from sim.events.orders import Attack
from sim.rules import choice
from sim.rules.d20 import aoo, concealment, core, creature_type, scores, special, threat
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import MELEE, OPPORTUNITY, RANGED, THROWN, TOUCH, Blow, rider
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, GRAPPLING, PRONE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

ATTACK = "d20.trip.attack"
SIZE_LIMIT = "d20.trip.size-limit"
IMMUNE = "d20.trip.immune"
AOO = "d20.trip.aoo"
CHECK = "d20.trip.check"
SIZE_MODIFIER = "d20.trip.size-modifier"
STABILITY = "d20.trip.stability"
SUCCESS = "d20.trip.success"
COUNTER = "d20.trip.counter"
DROP_WEAPON = "d20.trip.drop-weapon"
PRONE_RULE = "d20.trip.prone"
SPECIAL_ATTACK = "d20.trip.special-attack"

RIDER = "d20.trip.rider"

IMPROVED = "improved-trip"


def immune(target: Creature) -> bool:
    """Nothing to take from under it: it lies already, has no body to speak of, or no legs to lose."""
    return bool(target.flags & PRONE) or creature_type.immune(target, "trip")


def why_never(me: Creature, target: Creature) -> tuple[str, ...]:
    """The rules by which ``me`` cannot fell ``target``, whatever it tries it with."""
    if passing.RANK[target.sheet.size] - passing.RANK[me.sheet.size] > 1:
        return (SIZE_LIMIT,)
    if immune(target) or "incorporeal" in me.sheet.subtypes:
        return (IMMUNE,)
    return ()


def serves(weapon: Weapon) -> bool:
    """Can somebody in reach be tripped with this weapon?"""
    return weapon.trips or weapon.category == "unarmed"


def why_not(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rules that forbid tripping a target in reach with this weapon."""
    if not serves(weapon):
        return (ATTACK,)
    return why_never(me, target)


def attempt(
    table: Table,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    because: int,
    *,
    bits: int = 0,
    penalty: int = 0,
    off_hand: str = "",
    astray: Creature | None = None,
) -> None:
    """
    Try to trip: what an unarmed attempt provokes comes first, then the touch attack, then the opposed check.

    Bolas are thrown, and nobody trips their thrower in turn.
    Improved Trip gives a melee attack on the tripped at once, as the attack that the attempt replaced. ``astray`` is
    who may be felled instead.
    """
    battle = table.battle
    improved = IMPROVED in me.sheet.feats
    flung = "bolas" in weapon.traits
    if flung and not special.lets_fly(table, me, Attack(target.id, weapon.name, "trip"), because):
        return
    exposed = weapon.category == "unarmed" and not improved
    if exposed and not aoo.provoke(table, me, "trip", because, only=target, cites=(AOO,)):
        return
    if not target.active or not special.usable(me, weapon):
        return
    if not flung and not threat.in_reach(battle, me, target, weapon):
        return
    if me.flags & GRAPPLING:
        return
    if why_never(me, target):
        return
    bits |= RANGED | THROWN if flung else MELEE
    blow = Blow(battle, me, target, weapon, bits | TOUCH, penalty=penalty, off_hand=off_hand)
    rolled = core.roll_attack(table, blow, because, ATTACK)
    seq = table.tell(rolled)
    core.use_up(table, blow, seq)
    if not rolled.hit:
        return
    if astray is not None:
        from sim.rules.d20 import bull_rush

        target = blow.target = bull_rush.stray(table, me, target, astray, seq)
    if concealment.missed(table, blow, seq):
        return
    if me.charge is not None and weapon.category in ("natural", "unarmed"):
        from sim.rules.d20 import spell

        spell.delivered(table, me, target, seq)
        if not target.active:
            return
    if never := why_never(me, target):
        table.tell(AttemptFailed(seq, me.id, target.id, "trip", never))
        return
    bonus = (Modifier(4, "improved trip", CHECK),) if improved else ()
    won, seq = contest(table, me, target, seq, CHECK, bonus=bonus)
    if not won:
        if not flung:
            counter(table, me, target, weapon, seq)
        return
    fell(table, target, seq, SUCCESS)
    if improved and not flung and special.usable(me, weapon):
        blow_after = Attack(target.id, weapon.name)
        special.make(table, me, blow_after, seq, bits=bits & ~OPPORTUNITY, penalty=penalty, cites=(SUCCESS,))


def contest(
    table: Table,
    me: Creature,
    target: Creature,
    because: int,
    rule: str,
    *,
    bonus: tuple[Modifier, ...] = (),
    footing: bool = True,
) -> tuple[bool, int]:
    """
    The opposed check, and the number of its event; the defender chooses Strength or Dexterity.

    ``footing``: its stability counts.
    """
    abilities = tuple(sorted(("strength", "dexterity"), key=lambda ability: -scores.modifier(target, ability)))
    from sim.rules.d20 import mounted

    if target.mount:
        skilled = sum(part.value for part in mounted.ride_parts(target, RIDER)) > scores.modifier(target, abilities[0])
        abilities = ("ride", *abilities) if skilled else (*abilities, "ride")
    ability = choice.ask(table, target, "trip-defence", me, abilities, because, rule)
    mine = (*special.check_parts(me, "strength", rule, SIZE_MODIFIER), *bonus)
    if ability == "ride":
        theirs = mounted.ride_parts(target, RIDER)
    else:
        theirs = special.check_parts(target, ability, rule, SIZE_MODIFIER)
    if footing and special.stable(target):
        theirs += (Modifier(4, "stability", STABILITY),)
    rolled = core.opposed(table, "trip", me, target, ("strength", ability), mine, theirs, because, rule)
    return rolled.won, table.tell(rolled)


def fell(table: Table, target: Creature, because: int, *cites: str) -> None:
    """Whoever is tripped lies on the ground; a rider is pulled off its mount, a mount throws its rider."""
    from sim.rules.d20 import mounted

    if target.mount:
        mount = table.battle.creatures[target.mount]
        because = mounted.fall_off(table, target, mount, because, RIDER)
    table.tell(ConditionBegan(because, target.id, "prone", (*cites, PRONE_RULE)))
    if target.rider:
        mounted.unseat(table, target, because)


def counter(table: Table, me: Creature, target: Creature, weapon: Weapon, because: int) -> None:
    """
    After a failed attempt the defender may try to fell the attacker in turn: strength and size alone.

    An attacker who used a weapon may let go of it instead of falling with it; it is asked when the counter succeeds.
    """
    if target.flags & CANNOT_ACT or why_never(target, me):
        return
    if choice.ask(table, target, "trip-counter", me, ("yes", "no"), because, COUNTER) == "no":
        return
    won, seq = contest(table, target, me, because, COUNTER, footing=False)
    if not won:
        return
    if weapon.name in me.held and (
        choice.ask(table, me, "drop-weapon", target, ("drop", "keep"), seq, DROP_WEAPON) == "drop"
    ):
        table.tell(Dropped(seq, me.id, weapon.name, me.square, (DROP_WEAPON,)))
        return
    fell(table, me, seq, COUNTER)


@rider(lambda weapon: weapon.trip_on_hit)
def after_hit(table: Table, target: Creature, source: Creature, weapon: Weapon, damage: int, because: int) -> None:
    """A wolf that has bitten may pull its prey down: no touch, no opportunity, no counter."""
    if not weapon.trip_on_hit or not target.active or source.flags & CANNOT_ACT or why_never(source, target):
        return
    if choice.ask(table, source, "trip-free", target, ("trip", "no"), because, SPECIAL_ATTACK) == "trip":
        won, seq = contest(table, source, target, because, SPECIAL_ATTACK)
        if won:
            fell(table, target, seq, SUCCESS)
