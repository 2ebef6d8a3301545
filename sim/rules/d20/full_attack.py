"""The full attack: several attacks, chosen one at a time (d20.full-attack.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.course import FullAttackBegan, FullAttackGivenUp
from sim.events.orders import Attack, FullAttack, Move
from sim.rules.d20 import boons, core, melee, rapid_shot, special, two_weapon
from sim.rules.d20.declare import LATER, OFF_HAND, RAPID, TWO_WEAPONS, Blow, constraint, on_attack, procedure
from sim.state.battle import Battle, Due
from sim.state.conditions import GRAPPLING, HOLDING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

ITERATIVE = "d20.full-attack.iterative"
CONVERT = "d20.full-attack.convert"
CONVERT_AFTER_STEP = "d20.full-attack.convert-after-step"
DECLARE_FIRST = "d20.full-attack.declare-first"
MOVEMENT = "d20.full-attack.movement"
ORDER = "d20.full-attack.order"
STEP_TIMING = "d20.full-attack.step-timing"


@on_attack(LATER)
def iterative(blow: Blow) -> Modifier:
    """The later attacks of a full attack are worse, as are natural weapons beside a manufactured one."""
    if blow.weapon.category == "natural":
        return core.secondary_penalty(blow.attacker)
    return Modifier(blow.penalty, "iterative", ITERATIVE)


def iteratives(me: Creature) -> tuple[int, ...]:
    """The penalties of the attacks that base attack bonus gives: 0, -5, -10, -15."""
    return tuple(range(0, -min(4, max(1, (me.sheet.base_attack + 4) // 5)) * 5, -5))


def attacks(me: Creature, order: FullAttack) -> tuple[Due, ...]:
    """All attacks of a full attack that begins with this order, highest bonus first, in the order they are made."""
    key = (
        "attacks",
        order.weapon,
        order.rapid,
        order.off_hand,
        order.off_hand_first,
        me.boons,
        me.flags & HOLDING and me.conditions,
    )
    found = me.cache.get(key)
    if found is None:
        found = me.cache[key] = _attacks(me, order)
    return found  # type: ignore[return-value]


def _attacks(me: Creature, order: FullAttack) -> tuple[Due, ...]:
    from sim.rules.d20 import grapple

    weapon = me.weapons[order.weapon]
    beside = 0 if weapon.category == "natural" else core.secondary_penalty(me).value
    natural = tuple(
        Due(0 if each.secondary else beside, each.name)
        for each in me.sheet.weapons
        if each.category == "natural"
        for _ in range(each.count - grapple.busy(me, each))
    )
    if weapon.category == "natural":
        first = next((due for due in natural if due.weapon == weapon.name), None)
        if first is None:  # whatever it has of this kind holds somebody
            return natural
        rest = list(natural)
        rest.remove(first)
        return (first, *[first for _ in boons.of(me, boons.ATTACKS)[:1]], *rest)
    found = [Due(penalty, weapon.name) for penalty in iteratives(me)]
    if order.rapid:
        found.insert(0, Due(0, weapon.name))
    if boons.of(me, boons.ATTACKS):
        found.insert(0, Due(0, weapon.name))
    if order.off_hand:
        second = weapon.name if order.off_hand == "double" else order.off_hand
        found.insert(0 if order.off_hand_first else 1, Due(0, second, True))
    return (*found, *natural)


def worthwhile(me: Creature, weapon: Weapon) -> bool:
    """Would a full attack with this weapon alone give more than one attack?"""
    if me.boons and boons.of(me, boons.ATTACKS):
        return True
    key = ("several", weapon.category)
    found = me.cache.get(key)
    if found is None:
        found = me.cache[key] = _several(me, weapon)
    return bool(found)


def _several(me: Creature, weapon: Weapon) -> bool:
    if weapon.category == "natural":
        return sum(each.count for each in me.sheet.weapons if each.category == "natural") > 1
    return len(iteratives(me)) > 1 or any(each.category == "natural" for each in me.sheet.weapons)


@constraint(ORDER, Attack)
def out_of_order(battle: Battle, me: Creature, order: Attack) -> bool:
    """The attacks of a full attack come with the weapons, and in the order, that it has; a blow may become a grip."""
    turn = battle.turn
    return bool(turn.attacks) and turn.attacks[0].weapon != order.weapon and not _by_hand(me, turn.attacks[0], order)


def _by_hand(me: Creature, due: Due, order: Attack) -> bool:
    """Is it an attempt with bare hands, to seize, fell or disarm, in the place of the blow that is due?"""
    if order.how == "strike" or order.weapon != me.sheet.unarmed.name:
        return False
    weapon = me.weapons.get(due.weapon)
    return weapon is not None and weapon.category != "ranged"


@constraint(ORDER, FullAttack)
def not_the_best_first(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """Secondary natural weapons come after the others."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None or not weapon.secondary:
        return False
    return any(each.category == "natural" and not each.secondary for each in me.sheet.weapons)


@constraint(MOVEMENT, FullAttack)
def moved(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """No movement but a 5-foot step goes with it."""
    return battle.turn.moved


@constraint(two_weapon.EXTRA_ATTACK, FullAttack, asks="off_hand")
def no_second_weapon(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """Two-weapon fighting needs a second weapon in hand, or a double weapon; not in a grapple."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None or me.flags & GRAPPLING or weapon.category == "natural":
        return True
    if order.off_hand == "double":
        return not weapon.double
    second = me.weapons.get(order.off_hand)
    if second is None or second.category in ("natural", "ranged", "two-handed") or weapon.category == "two-handed":
        return True
    held = list(me.held)
    for name in (order.weapon, order.off_hand):
        if name in held:
            held.remove(name)
        elif me.weapons[name].category != "unarmed":
            return True
    return order.off_hand == order.weapon and second.category != "unarmed" and me.held.count(order.weapon) < 2


@procedure(FullAttack)
def full_attack(me: Creature, order: FullAttack, table: Table, because: int) -> None:
    """Line the attacks up and make the first; each of the others is an order of its own."""
    due, *rest = attacks(me, order)
    rules = [ITERATIVE] if len(rest) else []
    if order.off_hand:
        rules += [two_weapon.EXTRA_ATTACK, DECLARE_FIRST]
        if order.off_hand == "double":
            rules.append(two_weapon.DOUBLE_WEAPON)
    if order.rapid:
        rules.append(rapid_shot.EXTRA)
    if hasty := boons.changed(me, boons.ATTACKS):
        rules.append(hasty)
    table.tell(FullAttackBegan(because, me.id, tuple(rest), order.off_hand, order.rapid, tuple(rules)))
    melee.declare(table, me, order, because, full=True)
    bits = (RAPID if order.rapid else 0) | (TWO_WEAPONS if order.off_hand else 0) | (OFF_HAND if due.off_hand else 0)
    blow = Attack(order.target, due.weapon, order.how, order.lethality, square=order.square)
    special.make(table, me, blow, because, bits=bits, penalty=due.penalty, off_hand=order.off_hand)


@constraint(CONVERT_AFTER_STEP, Move)
def stepped(battle: Battle, me: Creature, order: Move) -> bool:
    """After a 5-foot step the move action won by giving up attacks moves nowhere."""
    return battle.turn.stepped and bool(battle.turn.attacks)


def give_up(table: Table, me: Creature, because: int) -> None:
    """A move action in the middle of a full attack gives up the attacks that are left."""
    table.tell(FullAttackGivenUp(because, me.id, (CONVERT,)))
