"""The style of a weapon in both hands (adnd.style.two-handed.*), and the grip of one that may be used in one or two."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd_hands import GripChanged
from sim.events.orders import Attack, ChangeGrip, Charge, Draw, FullAttack, Guard, Order, ReceiveCharge
from sim.rules.adnd import initiative, style, style_free_hand
from sim.rules.adnd.declare import (
    AT_OPENING,
    TWO_HANDED,
    Blow,
    arm_of,
    at_round_start,
    constraint,
    hands_for,
    in_two_hands,
    offer,
    on_attack,
    on_damage,
    on_initiative,
    procedure,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

DEFINITION = "adnd.style.two-handed.definition"
REQUIRED = "adnd.style.two-handed.weapons-required"
OPTIONAL = "adnd.style.two-handed.weapons-optional"
OVERSIZE = "adnd.style.two-handed.oversize-weapon"
SWITCH = "adnd.style.two-handed.switch-to-free-hand"
REACH = "adnd.style.two-handed.reach"
NO_SHIELD = "adnd.style.two-handed.no-shield"
SPEED = "adnd.style.two-handed.specialised.speed-factor"
LISTED = "adnd.style.two-handed.specialised.damage-list"
PARTIAL = "adnd.style.two-handed.disarm.partial"
RECOVERY = "adnd.style.two-handed.disarm.recovery"
TWICE = "adnd.style.two-handed.disarm.twice"


def both_hands_full(me: Creature) -> bool:
    """Do both hands hold one weapon?"""
    return any(in_two_hands(me, weapon) for weapon in style.in_hand(me))


def allows_both(me: Creature) -> Weapon | None:
    """The one weapon that it holds, if that may be used in one hand or in two and the other hand is empty."""
    held = style.in_hand(me)
    if len(me.held) != 1 or len(held) != 1 or style.shield_arm(me):
        return None
    return held[0] if held[0].grip is not None and hands_for(me, held[0]) == 1 else None


@constraint(OVERSIZE, Attack, FullAttack, Charge, Draw, Guard, ReceiveCharge, asks="weapon")
def too_big(battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Draw | Guard | ReceiveCharge) -> bool:
    """A weapon a size too big is held in both hands if it was made for one; anything bigger not at all."""
    return order.weapon in me.weapons and hands_for(me, arm_of(me, order.weapon)) > 2


@constraint(REQUIRED, Attack, FullAttack, Charge, Guard, ReceiveCharge, asks="weapon")
def needs_both(
    battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge
) -> bool | tuple[str, ...]:
    """A weapon of two hands is of no use while the other one holds something, or bears a shield."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None or hands_for(me, arm_of(me, order.weapon)) != 2:
        return False
    if len(me.held) < 2 and not style.shield_arm(me):
        return False
    return (REQUIRED,) if arm_of(me, order.weapon).hands == 2 else (OVERSIZE,)


@constraint(OPTIONAL, ChangeGrip)
def no_choice(battle: Battle, me: Creature, order: ChangeGrip) -> bool | tuple[str, ...]:
    """The grip is a choice with a weapon that may be used in one hand or in two, and with nothing else in hand."""
    weapon = allows_both(me)
    if weapon is None:
        if any(held.hands == 2 for held in style.in_hand(me)):
            return (REQUIRED,)
        return (DEFINITION,) if len(me.held) > 1 or style.shield_arm(me) else (OPTIONAL,)
    return in_two_hands(me, weapon) == (order.option == "two")


@constraint(style_free_hand.SWITCH, ChangeGrip)
def at_start_of_round(battle: Battle, me: Creature, order: ChangeGrip) -> bool | tuple[str, ...]:
    """The style is changed at the start of a round, once, by whoever knows both."""
    known = style.steps(me, "free-hand") >= 0 and style.steps(me, "two-handed") >= 0
    if known and not state_of(battle, me).regripped:
        return False
    return (style_free_hand.SWITCH,) if order.option == "two" else (SWITCH,)


@procedure(ChangeGrip)
def change_grip(me: Creature, order: ChangeGrip, table: Table, because: int) -> None:
    """From one hand to both, or back."""
    two = order.option == "two"
    rule = style_free_hand.SWITCH if two else SWITCH
    table.tell(GripChanged(because, me.id, me.held[0], two, (rule, OPTIONAL)))


@offer(ChangeGrip, "declare")
def grips(battle: Battle, me: Creature) -> Iterator[Order]:
    """The other way of holding what it holds."""
    yield ChangeGrip("two")
    yield ChangeGrip("one")


def opening(table: Table, because: int) -> None:
    """Whoever is specialised in this style begins with both hands on a weapon that allows it."""
    for me in table.battle:
        weapon = allows_both(me)
        if weapon is not None and style.steps(me, "two-handed") > 0:
            table.tell(GripChanged(because, me.id, weapon.name, True, (DEFINITION, OPTIONAL)))


AT_OPENING.append(opening)


@at_round_start
def let_go(table: Table, because: int) -> None:
    """The grip is gone with the weapon, or with what the other hand has taken."""
    for me in table.battle:
        for condition in me.conditions:
            if condition.name == "two-handed-grip" and me.held != (condition.other,):
                table.tell(GripChanged(because, me.id, condition.other, False, (DEFINITION,)))


def speed_change(me: Creature, weapon: Weapon) -> int:
    """What specialisation takes off the speed factor of a weapon in both hands."""
    return -3 if style.steps(me, "two-handed") > 0 and in_two_hands(me, weapon) else 0


@on_initiative
def quicker(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """A specialist's weapon in both hands is faster by 3, though never below 0."""
    weapon = initiative.slowest(battle, me, order)
    if weapon is None:
        return None
    value = max(-initiative.factor(me, weapon), speed_change(me, weapon))
    return Modifier(value, "two-handed style", SPEED) if value else None


@on_damage(TWO_HANDED)
def specialised(blow: Blow) -> Modifier | None:
    """A specialist does one point more with a weapon of one hand in both that has no dice of its own for that."""
    grip = blow.weapon.grip
    if style.steps(blow.attacker, "two-handed") < 1 or grip is None or not listed(blow.weapon):
        return None
    blow.cites.append(LISTED)
    return Modifier(1, "two-handed style", "adnd.style.two-handed.specialised.damage")


def listed(weapon: Weapon) -> bool:
    """
    Is it by nature a weapon of one hand that gains nothing else from the second (``LISTED``)? Its dice are the same in
    both hands as in one.
    """
    grip = weapon.grip
    return grip is not None and (grip.damage, grip.large) == (weapon.damage, weapon.large)


@on_damage(TWO_HANDED)
def large_weapon(blow: Blow) -> None:
    """A large weapon does what its own dice say; so does one that has other dice in two hands."""
    if blow.weapon.hands == 2 and blow.weapon.size == "large":
        blow.cites.append("adnd.style.two-handed.large-weapon")
    elif blow.weapon.grip is not None and not listed(blow.weapon):
        blow.cites.append(OPTIONAL)


@on_attack(TWO_HANDED)
def reach(blow: Blow) -> None:
    """Pole arms and their like strike where others do not reach."""
    if blow.distance > sheet_of(blow.attacker).reach:
        blow.cites.append(REACH)
