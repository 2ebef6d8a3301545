"""
The style of weapon and shield (adnd.style.weapon-shield.*): what a shield covers, what its manoeuvres cost, how it
comes on and off the arm. Punch, rush, and block and trap have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd_hands import OtherHandUsed, ShieldRuined
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.objects import ShieldStrapped
from sim.events.orders import (
    Attack,
    Charge,
    Draw,
    FullAttack,
    Guard,
    LooseShield,
    Order,
    PickUp,
    ReadyShield,
    ReceiveCharge,
)
from sim.rules.adnd import menu, position, style
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    PARRYING,
    SECOND,
    SHIELD,
    TWO_WEAPONS,
    Blow,
    arm_of,
    constraint,
    hands_for,
    offer,
    on_attack,
    priced,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.book import Cost
from sim.state.battle import ROUND, Battle
from sim.state.conditions import DISLOCATED_SHOULDER, SHIELD_SPENT, TRAPPED, TRAPPING
from sim.state.creature import Creature
from sim.table import Table

DEFINITION = "adnd.style.weapon-shield.definition"
AC = "adnd.style.weapon-shield.ac"
MANOEUVRES = "adnd.style.weapon-shield.manoeuvres"
FORFEITS = "adnd.style.weapon-shield.manoeuvre.forfeits-ac"
PENALTY = "adnd.style.weapon-shield.manoeuvre.penalty"
OCCUPIED = "adnd.style.weapon-shield.hand-occupied"
REMOVE = "adnd.style.weapon-shield.remove"
CUT = "adnd.style.weapon-shield.cut-strap"
NO_SECOND = "adnd.style.weapon-shield.no-second-weapon"
KEEPS_AC = "adnd.style.weapon-shield.specialised.parry.keeps-ac"
NO_MAIN = "adnd.style.weapon-shield.specialised.parry.no-main-penalty"
PARRY_FREE = "adnd.style.weapon-shield.specialised-2.parry"
RECOVERS = "adnd.style.weapon-shield.specialised.recovers-ac"
STEP_TWO = "adnd.style.weapon-shield.specialised-2.penalties"

STRUCK, RUSHED = 1, 2
"""Causes of a spent shield, as values of the condition: a punch, from which a specialist recovers at his next attack;
a rush that covers nobody until the next attack. 0: to the end of the round."""


def degree(me: Creature) -> int:
    """Steps of specialisation in weapon and shield."""
    return style.steps(me, "weapon-shield")


def ruined(me: Creature) -> bool:
    """Is its shield of no use any more?"""
    worn = sheet_of(me).shield
    return worn is not None and me.notched(worn.name) > 0


@on_attack(TWO_WEAPONS)
def with_the_shield(blow: Blow) -> Modifier | None:
    """
    -2 with the weapon and -4 with the shield in the round in which both are used; 0 and -2 with two steps. A parry
    with the shield takes -2 with one step and nothing with two, and leaves the weapon alone.
    """
    if not blow.bits & SHIELD and style.other_hand(blow.battle, blow.attacker) != "shield":
        return None
    if blow.bits & PARRYING and blow.bits & SHIELD:
        return _parrying(blow)
    if degree(blow.attacker) > 1:
        from sim.rules.adnd import shield_punch

        rule = shield_punch.STEP_TWO if blow.how == "shield-punch" else STEP_TWO
        part = style.penalty(blow, 0, -2, rule)
        if part is None:
            blow.cites.append(rule)
        return part
    return style.penalty(blow, -2, -4, PENALTY)


def _parrying(blow: Blow) -> Modifier | None:
    if degree(blow.attacker) > 1:
        blow.cites.append(PARRY_FREE)
        return None
    if degree(blow.attacker) == 1:
        return Modifier(-2, "two hands", "adnd.style.weapon-shield.specialised.parry.shield-penalty")
    return style.penalty(blow, -2, -4, PENALTY)


@on_attack(TWO_WEAPONS)
def reactions(blow: Blow) -> Modifier | None:
    """A good reaction adjustment lessens the penalty, a bad one makes it worse."""
    kept = len(blow.cites)
    parry = blow.bits & PARRYING and blow.bits & SHIELD and degree(blow.attacker) == 1
    rule = "adnd.style.weapon-shield.specialised.parry.dex" if parry else "adnd.style.weapon-shield.manoeuvre.dex"
    part = style.eased(blow, with_the_shield(blow), rule)
    del blow.cites[kept:]
    return part


def parry_bits(*, instead: bool) -> int:
    """The situation of a parry with the shield: the other hand's one action of the round, or in the place of a blow."""
    return PARRYING | SHIELD | (0 if instead else SECOND | TWO_WEAPONS)


def after_parry(table: Table, me: Creature, because: int, *, instead: bool) -> None:
    """What a shield's parry costs: its cover, and if it comes besides, the main weapon's ease; a specialist nothing."""
    if degree(me) < 1:
        forfeit(table, me, because, FORFEITS)
    if not instead:
        use_shield(table, me, because, PENALTY if degree(me) < 1 else NO_MAIN, parry=degree(me) > 0)


def parry_cites(me: Creature, *, instead: bool) -> tuple[str, ...]:
    """The rules by which a specialist's parry with the shield costs him nothing."""
    if degree(me) < 1:
        return ()
    return (KEEPS_AC,) if instead else (KEEPS_AC, NO_MAIN)


def may_use_besides(battle: Battle, me: Creature) -> bool:
    """Is the shield's one action of the round besides the attacks still to be had?"""
    state = state_of(battle, me)
    return not state.other and style.other_hand(battle, me) == ""


def use_shield(table: Table, me: Creature, because: int, *rules: str, parry: bool = False) -> None:
    """From now on both hands count in this round; after a specialist's ``parry`` only the shield has done its part."""
    if not style.other_hand(table.battle, me):
        table.tell(OtherHandUsed(because, me.id, "parry" if parry else "shield", rules))


def forfeit(table: Table, me: Creature, because: int, *rules: str, cause: int = 0) -> None:
    """The shield covers nobody from now on to the end of the round."""
    if not me.flags & SHIELD_SPENT:
        ender = "" if cause == RUSHED else ROUND
        table.tell(ConditionBegan(because, me.id, "shield-spent", rules, value=cause, ender=ender))


def recover(table: Table, me: Creature, because: int, *rules: str) -> None:
    """It covers its bearer again."""
    if me.flags & SHIELD_SPENT:
        table.tell(ConditionEnded(because, me.id, "shield-spent", rules))


def attack_comes(table: Table, me: Creature, because: int = -1) -> None:
    """A specialist's shield covers him again as soon as he may make his next attack, whether he makes it or not."""
    if degree(me) < 1 or not me.flags & SHIELD_SPENT or me.value("shield-spent") != STRUCK:
        return
    if any(not style.is_shield(me, name) for name in state_of(table.battle, me).due):
        from sim.rules.adnd import shield_punch

        recover(table, me, because, RECOVERS, shield_punch.RECOVERS)


AT_ACTIVATION.append(attack_comes)


# On and off the arm.


@constraint(DEFINITION, ReadyShield)
def no_hand_for_it(battle: Battle, me: Creature, order: ReadyShield) -> bool:
    """A whole shield that hangs on the back, and a hand free to bear it; a buckler leaves the hand as it is."""
    worn = sheet_of(me).shield
    if worn is None or me.shield_on or ruined(me):
        return True
    return worn.kind != "buckler" and not style.hands_free(me)


@constraint(REMOVE, LooseShield)
def nothing_to_remove(battle: Battle, me: Creature, order: LooseShield) -> bool | tuple[str, ...]:
    """A shield on the arm; in an activation its strap is cut, which takes a blade in the other hand."""
    if not me.shield_on or (me.flags & TRAPPING and me.value("trapping") == 1):
        return True
    return menu.stage_of(battle, me.id) == "act" and not _declared(battle, me) and blade(me) == "" and (CUT,)


def _declared(battle: Battle, me: Creature) -> bool:
    return type(state_of(battle, me).declared) is LooseShield


def blade(me: Creature) -> str:
    """An edged weapon in the other hand, to cut a strap."""
    for weapon in style.in_hand(me):
        if "slashing" in weapon.kinds or any(group.endswith("blades") for group in weapon.groups):
            return weapon.name
    return ""


@priced(LooseShield)
def cutting(battle: Battle, me: Creature, order: LooseShield) -> Cost | None:
    """To cut the strap takes one attack."""
    return position.an_attack(battle, me, CUT)


@procedure(LooseShield)
def loose(me: Creature, order: LooseShield, table: Table, because: int) -> None:
    """Unstrap the shield, which takes the round, or cut its strap."""
    worn = sheet_of(me).shield
    assert worn is not None
    if _declared(table.battle, me):
        table.tell(ShieldStrapped(because, me.id, False, (REMOVE,)))
    else:
        table.tell(ShieldRuined(because, me.id, worn.name, (CUT,)))


@procedure(ReadyShield)
def ready(me: Creature, order: ReadyShield, table: Table, because: int) -> None:
    """Strap the shield on, which takes the round."""
    table.tell(ShieldStrapped(because, me.id, True, (REMOVE, DEFINITION)))


@offer(ReadyShield, "declare")
def may_ready(battle: Battle, me: Creature) -> Iterator[Order]:
    yield ReadyShield()


@offer(LooseShield, "declare", "act")
def may_loose(battle: Battle, me: Creature) -> Iterator[Order]:
    yield LooseShield()


# The hand that bears it.


def lame(me: Creature) -> bool:
    """Is the main hand of no use: its weapon stuck or caught, or the arm out of joint?"""
    from sim.rules.adnd import fumble_injuries

    out_of_joint = me.flags & DISLOCATED_SHOULDER != 0 and fumble_injuries.arm_out(me, fumble_injuries.MAIN)
    return out_of_joint or me.flags & TRAPPED != 0 or any(me.has("fouled", name) for name in me.held)


@constraint(OCCUPIED, Draw, PickUp)
def no_hand_left(battle: Battle, me: Creature, order: Draw | PickUp) -> bool | tuple[str, ...]:
    """The hand that bears the shield takes nothing; and with the main one of no use, it has the shield and no more."""
    if not style.shield_arm(me):
        return False
    if lame(me):
        return (NO_SECOND,)
    name = order.weapon if isinstance(order, Draw) else order.item
    needed = hands_for(me, arm_of(me, name)) if name in me.weapons else 1
    return needed > (1 if isinstance(order, Draw) else style.hands_free(me))


SHIELDED = (Attack, FullAttack, Charge, Guard, ReceiveCharge)


@constraint(MANOEUVRES, *SHIELDED, asks="weapon")
def only_manoeuvres(battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge) -> bool:
    """A shield punches and rushes; it strikes no other blow, and only from the arm."""
    if not style.is_shield(me, order.weapon):
        return getattr(order, "how", "") in ("shield-punch", "shield-rush") or getattr(order, "besides", False)
    return bool(not me.shield_on or getattr(order, "how", "") not in ("shield-punch", "shield-rush"))
