"""Mounted archery (adnd.style.mounted.*): bows and crossbows from the back of a mount, standing or on the move."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import AttacksSet
from sim.events.orders import Attack, FullAttack, Move
from sim.rules.adnd import attack_rate, mounted, move, style, style_training
from sim.rules.adnd.declare import MISSILE, MOUNTED, Blow, arm_of, constraint, on_attack, sheet_of, state_of
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

DEFINITION = "adnd.style.mounted.definition"
RIDING = "adnd.style.mounted.riding-proficiency"
STATIONARY = "adnd.style.mounted.stationary.normal-weapons"
LONG_BOW = "adnd.style.mounted.long-bow"
HEAVY_CROSSBOW = "adnd.style.mounted.heavy-crossbow"
NO_RELOAD = "adnd.style.mounted.heavy-crossbow.no-reload"
RATE = "adnd.style.mounted.moving.rate"
SLOW_RATE = "adnd.style.mounted.moving.rate-slow"
TABLE = "adnd.style.mounted.moving.speed-table"
BASIS = "adnd.style.mounted.speed.basis"
STANDING = "adnd.style.mounted.speed.stationary"
UNDER_HALF = "adnd.style.mounted.speed.under-half"
HALF = "adnd.style.mounted.speed.half-to-three-quarters"
OVER = "adnd.style.mounted.speed.over-three-quarters"
SPECIALISED = "adnd.style.mounted.specialised"
ORDINARY = ("short bow", "composite short bow", "hand crossbow", "light crossbow")
"""Weapons that a rider uses quite normally as long as the mount stands."""


def archery(me: Creature, weapon: Weapon) -> bool:
    """Would it be mounted archery: a bow or crossbow in the saddle (``DEFINITION``)?"""
    return bool(me.mount) and weapon.family in ("bow", "crossbow")


@constraint(DEFINITION, Attack, FullAttack)
def from_the_saddle(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool | tuple[str, ...]:
    """It takes the style, the Riding proficiency for that kind of mount, and of a long bow to be a specialist."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None or not archery(me, arm_of(me, order.weapon)):
        return False
    if not style.familiar(me, "mounted", arm_of(me, order.weapon)):
        return (style_training.FAMILIARITY,)
    if not mounted.rides_well(battle, me):
        return (RIDING,)
    return (LONG_BOW,) if usable(me, arm_of(me, order.weapon)) is None else False


def usable(me: Creature, weapon: Weapon) -> tuple[str, ...] | None:
    """
    The rules by which it may use a weapon in the saddle; ``None`` when it may not. Of the bows, long ones are for those
    specialised in them; expertise does not count.
    """
    if weapon.art in ORDINARY:
        return ()
    if weapon.art == "heavy crossbow":
        return (HEAVY_CROSSBOW,)
    return None if sheet_of(me).tiers.get(weapon.art, "expert") == "expert" else ()


def no_reload(me: Creature, weapon: Weapon) -> tuple[str, ...]:
    """The rule by which a heavy crossbow cannot be loaded in the saddle."""
    return (NO_RELOAD,) if me.mount and weapon.art == "heavy crossbow" else ()


def speed_penalty(halves: int, rate: int) -> tuple[int, str]:
    """
    What a mount's movement so far takes off the attack roll, against its normal movement in squares.

    >>> [speed_penalty(halves, 24)[0] for halves in (0, 1, 23, 24, 36, 37)]
    [0, -1, -1, -3, -3, -5]
    """
    if not halves:
        return 0, STANDING
    if halves < rate:
        return -1, UNDER_HALF
    return (-3, HALF) if 2 * halves <= 3 * rate else (-5, OVER)


@on_attack(MISSILE | MOUNTED)
def on_the_move(blow: Blow) -> Modifier | None:
    """The mount's speed spoils the aim, of those specialised in mounted archery by two less."""
    me, battle = blow.attacker, blow.battle
    if not archery(me, blow.weapon):
        return None
    blow.cites.append(DEFINITION)
    mount = battle.creatures[me.mount]
    blow.cites += usable(me, blow.weapon) or ()
    value, rule = speed_penalty(movement(battle, me), move.full_rate(mount))
    if not value:
        blow.cites += (rule, STATIONARY) if blow.weapon.art in ORDINARY else (rule,)
        return None
    blow.cites += (TABLE, BASIS)
    if sheet_of(me).styles.get("mounted", 0) > 0:
        blow.cites.append(SPECIALISED)
        value = min(0, value + 2)
        if not value:
            blow.cites.append(rule)
            return None
    return Modifier(value, "moving mount", rule)


def movement(battle: Battle, me: Creature) -> int:
    """Half squares that the mount has moved in the round, or has yet to move if so it is declared."""
    state = state_of(battle, me)
    return state.halves or (2 * state.squares if type(state.declared) is Move else 0)


def shots(battle: Battle, me: Creature, weapon: Weapon) -> tuple[int, tuple[int, int] | None, tuple[str, ...]]:
    """
    What a mounted archer may shoot in a round in which it moves: one missile less than usual, or half of a rate of one
    or less; the fraction that this costs the weapon's rate; the rules.
    """
    whole, rounds = attack_rate.rated(sheet_of(me), weapon, True).rate
    if whole > rounds:
        rule, lower = RATE, {"reduced": True}
    else:
        rule, lower = SLOW_RATE, {"halved": True}
    attacks, rules = attack_rate.this_round(battle, me, weapon, True, **lower)
    return attacks, attack_rate.new_debt(battle, me, weapon, True, **lower), (rule, *rules)


def rides_on(battle: Battle, me: Creature, weapon: Weapon) -> bool:
    """Would it shoot before a movement that it has declared, and so as on the move?"""
    state = state_of(battle, me)
    return archery(me, weapon) and type(state.declared) is Move and not state.halves and not state.made


@constraint(SLOW_RATE, Attack)
def nothing_left(battle: Battle, me: Creature, order: Attack) -> bool:
    """Before its movement a mounted archer shoots if the lower rate has a shot in this round."""
    if order.weapon not in me.weapons or not rides_on(battle, me, arm_of(me, order.weapon)):
        return False
    return battle.turn.who == me.id and not shots(battle, me, arm_of(me, order.weapon))[0]


def before_riding(table: Table, me: Creature, weapon: Weapon, because: int) -> bool:
    """A mounted archer who shoots before the declared movement has the shots of a round on the move. True if so."""
    if not rides_on(table.battle, me, weapon):
        return False
    attacks, debt, rules = shots(table.battle, me, weapon)
    table.tell(AttacksSet(because, me.id, weapon.name, max(0, attacks - 1), (), rules, debt))
    return True


def after_riding(table: Table, me: Creature, because: int) -> bool:
    """A mounted archer who has moved has the shots of such a round left, if it has not begun before. True if so."""
    battle = table.battle
    for name in me.held:
        weapon = arm_of(me, name)
        if not archery(me, weapon) or from_the_saddle(battle, me, Attack("", name)):
            continue
        if not battle.turn.shot:
            attacks, debt, rules = shots(battle, me, weapon)
            table.tell(AttacksSet(because, me.id, name, attacks, (name,) if attacks else (), rules, debt))
        return True
    return False
