"""
Fighting styles (adnd.style.*): what both hands hold, and what the other hand does besides the weapon.

What each style is worth stands in a module of its own: ``style_free_hand``, ``style_two_handed``,
``style_weapon_shield``, ``style_two_weapon``, ``style_missile``.
"""

from __future__ import annotations

from typing import Literal

from sim.core.tally import Modifier
from sim.events.orders import FullAttack
from sim.rules.adnd import hand
from sim.rules.adnd.declare import SECOND, Blow, arm_of, sheet_of, state_of
from sim.rules.adnd.initiative import reaction
from sim.state.battle import Battle
from sim.state.conditions import TRAPPING
from sim.state.creature import Creature
from sim.tables.adnd_sheet import Style, Weapon

Other = Literal["", "weapon", "shield", "hand", "parry"]
"""
What the other hand does besides the weapon: strikes with a second one, with a shield, bare; or with the shield parries
at no cost to the weapon.
"""


def steps(me: Creature, style: str) -> int:
    """Steps of specialisation in a style; -1 when it is not even familiar with it."""
    return sheet_of(me).styles.get(style, -1)


def familiar(me: Creature, style: Style, weapon: Weapon) -> bool:
    """Does it fight in this style with a weapon: a character who knows it, or a creature, of which nobody asks?"""
    from sim.rules.adnd import style_training

    sheet = sheet_of(me)
    return not sheet.classes or style_training.familiar_with(sheet, style, weapon)


def in_hand(me: Creature) -> tuple[Weapon, ...]:
    """The weapons that it holds, main hand first."""
    return tuple([arm_of(me, name) for name in me.held if name in me.weapons])


def shield_arm(me: Creature) -> bool:
    """Is one hand of no other use for a shield that is strapped to it? A buckler leaves the hand free."""
    worn = sheet_of(me).shield
    return worn is not None and me.shield_on and worn.kind != "buckler"


def hands_free(me: Creature) -> int:
    """How many of its hands hold nothing, neither weapon nor shield nor an opponent."""
    from sim.rules.adnd import core_action, grab_person

    return max(0, sheet_of(me).hands - core_action.hands_of(me, me.held) - grab_person.hands_on(me))


def why_no_shield(me: Creature) -> str:
    """The rule by which the shield that it has covers it not, for what its hands hold; empty if it does."""
    from sim.rules.adnd import style_free_hand, style_two_handed, style_two_weapon, style_weapon_shield_block

    if me.flags & TRAPPING and me.value("trapping") == style_weapon_shield_block.WITH_SHIELD:
        return style_weapon_shield_block.TRAP
    if style_two_handed.both_hands_full(me):
        return style_two_handed.NO_SHIELD
    if style_two_weapon.both(me):
        return style_two_weapon.NO_SHIELD
    return "" if me.shield_on else style_free_hand.NO_SHIELD


def is_shield(me: Creature, name: str) -> bool:
    """Is this the name of its shield?"""
    worn = sheet_of(me).shield
    return worn is not None and worn.name == name


def kind_of_second(me: Creature, name: str) -> Other:
    """What the other hand would strike with, of this name."""
    if not name:
        return ""
    if is_shield(me, name):
        return "shield"
    return "hand" if name == sheet_of(me).unarmed.name else "weapon"


def other_hand(battle: Battle, me: Creature) -> Other:
    """
    What its other hand does in this round besides the weapon. A second weapon, a bare hand and a punch with the shield
    are declared with the round's actions; a shield that nothing is said of counts from its first use on.
    """
    state = state_of(battle, me)
    if state.other:
        return state.other  # type: ignore[return-value]
    order = state.declared
    if not isinstance(order, FullAttack) or not order.off_hand:
        return ""
    found = kind_of_second(me, order.off_hand)
    if found == "weapon" and len(in_hand(me)) < 2:
        return ""
    return "" if found == "shield" and not order.off_how else found


def besides(me: Creature, order: FullAttack) -> tuple[str, tuple[str, ...]]:
    """With what the other hand has an attack of its own in the round, and the rule that gives it."""
    from sim.rules.adnd import shield_punch, style_free_hand, style_two_weapon, style_weapon_shield

    kind = kind_of_second(me, order.off_hand)
    if kind == "weapon":
        return order.off_hand, (style_two_weapon.EXTRA,)
    if kind == "hand":
        return order.off_hand, (style_free_hand.USES,)
    if kind == "shield" and order.off_how:
        return order.off_hand, (shield_punch.SECONDARY,)
    if kind == "shield":
        return order.off_hand, (style_weapon_shield.MANOEUVRES,)
    return "", ()


def penalty(blow: Blow, main: int, second: int, rule: str) -> Modifier | None:
    """The penalty of the one of two hands that strikes; the ambidextrous have that of the main hand with both."""
    value = main
    if blow.bits & SECOND:
        value, rules = hand.second_penalty(blow.attacker, main, second)
        blow.cites += rules
    return Modifier(value, "two hands", rule) if value else None


def eased(blow: Blow, part: Modifier | None, rule: str) -> Modifier | None:
    """What reactions take off such a penalty, or add to it: they never turn it into a bonus."""
    if part is None:
        return None
    value = min(-part.value, reaction(blow.attacker))
    return Modifier(value, "dexterity", rule) if value else None
