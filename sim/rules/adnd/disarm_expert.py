"""
The expert disarm (adnd.disarm.expert.*): the weapon flies where the attacker wishes, into his own hands if he can catch
it, and its loser's courage may go with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd_manoeuvres import WeaponStruckAway
from sim.events.equipment import Snatched
from sim.events.orders import Attack, FullAttack, Order
from sim.grid.bits import squares
from sim.grid.sight import line_of_effect
from sim.rules.adnd import ability_check, core, disarm, fight, parry, proficiency
from sim.rules.adnd.declare import (
    CALLED,
    UNARMED,
    Blow,
    arm_of,
    constraint,
    manoeuvre,
    offer,
    on_attack,
    on_initiative,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

WHO = "adnd.disarm.expert.who"
DESTINATION = "adnd.disarm.expert.destination"
ONE_HANDED_ONLY = "adnd.disarm.expert.one-handed-only"
PENALTY = "adnd.disarm.expert.penalty"
CATCH = "adnd.disarm.expert.catch"
CATCH_DEXTERITY = "adnd.disarm.expert.catch.dexterity"
MORALE = "adnd.disarm.expert.morale"
RESISTANCE = "adnd.disarm.expert.optional-resistance"
RADIUS = "adnd.variant.disarm.expert-radius"

HOW = "expert-disarm"
SQUARE = 150
WITHIN = {"seed": 320, "handbook": 360}
"""Centimetres of a square, and how far from its loser a weapon may be sent, by the option ``expert_disarm``."""
CLEARLY_ABOVE = 3
"""So many levels tell somebody that he has found his master."""


def places(battle: Battle, target: Creature) -> int:
    """The squares to which its weapon may be sent: near enough, and with nothing solid between."""
    ground = battle.ground
    radius = WITHIN[battle.options.get("expert_disarm", "seed")] // SQUARE
    found = 0
    for square in squares(ground.inside & ~ground.solid):
        if ground.distance(target.square, target.span, square, 1) <= radius and line_of_effect(
            ground, target.square, target.span, square, 1
        ):
            found |= 1 << square
    return found


def best_place(battle: Battle, me: Creature, target: Creature) -> int:
    """Where its weapon is of least use to somebody: in one's own free hand, else as far away as may be; -1: nowhere."""
    from sim.rules.adnd import style

    found = places(battle, target)
    if (own := found & battle.footprint(me)) and style.hands_free(me):
        return next(squares(own))
    return max(
        squares(found),
        key=lambda square: battle.ground.distance(target.square, target.span, square, 1),
        default=-1,
    )


@constraint(WHO, Attack, FullAttack)
def no_expert(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """It is for warriors, with a weapon in which they are proficient."""
    if order.how != HOW or order.weapon not in me.weapons:
        return False
    return sheet_of(me).group != "warrior" or proficiency.unskilled(sheet_of(me), arm_of(me, order.weapon))


@constraint(ONE_HANDED_ONLY, Attack, FullAttack)
def not_in_one_hand(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """It is for weapons that are held in one hand."""
    target = battle.creatures.get(order.target)
    return order.how == HOW and target is not None and not disarm.in_one_hand(target, disarm.aim_of(target, order))


@constraint(DESTINATION, Attack, FullAttack)
def too_far(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool | tuple[str, ...]:
    """The weapon flies to a place near its loser; where to is said at the latest with the blow."""
    target = battle.creatures.get(order.target)
    if order.how != HOW or target is None or (order.place < 0 and isinstance(order, FullAttack)):
        return False
    if order.place >= 0 and places(battle, target) >> order.place & 1:
        return False
    return (DESTINATION, RADIUS) if battle.options.get("expert_disarm") == "handbook" else True


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """Expert disarms of everybody with a weapon in one hand."""
    from sim.rules.adnd import menu

    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            if arm_of(me, weapon).category != "natural":
                for item in disarm.can_lose(foe):
                    yield FullAttack(foe.id, weapon, how="expert-disarm", object=item)


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """Those that were announced, with each place to which the weapon may fly."""
    from sim.rules.adnd import menu

    declared = state_of(battle, me).declared
    if HOW not in (getattr(declared, "how", ""), getattr(declared, "off_how", "")):
        return
    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            for item in disarm.can_lose(foe):
                for place in squares(places(battle, foe)):
                    yield Attack(foe.id, weapon, how="expert-disarm", object=item, place=place)


@on_attack(CALLED)
def doubled(blow: Blow) -> Modifier | None:
    """It costs as much as a called shot twice over."""
    return Modifier(-8, "doubled called shot", PENALTY) if blow.how == HOW else None


@on_initiative
def later(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """In initiative too."""
    hows = getattr(order, "how", ""), getattr(order, "off_how", "")
    return Modifier(2, "doubled called shot", PENALTY) if HOW in hows else None


@manoeuvre("expert-disarm")
def expert_disarm(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike the weapon from the target's hand to the place named; to one's own place means into one's own hands."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    bits = fight.bits_as_ordered(table, me, order, because)
    blow = Blow(battle, me, target, weapon, bits, "expert-disarm", object=disarm.aim_of(target, order))
    if blow.bits & UNARMED:
        parry.expose(table, me, because, disarm.BARE_HANDED)
    if (outcome := disarm.attempt(table, blow, because, PENALTY)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not disarm.resists(table, blow, seq, RESISTANCE):
        send(table, blow, order.place, seq)
        impress(table, me, target, seq)
    core.aftermath(table, blow, rolled, seq)


def send(table: Table, blow: Blow, place: int, because: int) -> None:
    """The weapon flies to its place, or into a free hand of whoever struck it there, if he is quick."""
    from sim.rules.adnd import style

    battle, me, target = table.battle, blow.attacker, blow.target
    rules: tuple[str, ...] = (DESTINATION,)
    if battle.options.get("expert_disarm") == "handbook":
        rules = (DESTINATION, RADIUS)
    if battle.footprint(me) >> place & 1 and style.hands_free(me):
        caught = ability_check.roll(table, me, "dexterity", sheet_of(me).dexterity, (), because, CATCH_DEXTERITY)
        because = len(table.log.events) - 1
        if caught.success:
            table.tell(Snatched(because, me.id, target.id, blow.object, (CATCH,)))
            return
    feet = 5 * battle.ground.distance(target.square, target.span, place, 1)
    table.tell(WeaponStruckAway(because, target.id, blow.object, place, feet, -1, rules))


def impress(table: Table, me: Creature, target: Creature, because: int) -> None:
    """Whoever is disarmed so may lose heart, above all by somebody clearly above him: he flees, or gives up."""
    from sim.rules.adnd import morale

    if not morale.wavers(target):
        return
    bonus = -2 if sheet_of(me).level - sheet_of(target).level >= CLEARLY_ABOVE else 0
    if not morale.check(table, target, because, MORALE, bonus=bonus):
        morale.give_way(table, target, len(table.log.events) - 1)
