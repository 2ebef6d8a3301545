"""The good hand, the other one, and those who have two good ones (adnd.hand.*)."""

from __future__ import annotations

from typing import Literal

from sim.core.tally import Modifier
from sim.rules.adnd.declare import MELEE, SECOND, SHIELD, TWO_WEAPONS, Blow, on_attack, sheet_of
from sim.rules.adnd.training import Price, Pupil, price
from sim.rules.narrative import narrative
from sim.state.creature import Creature
from sim.tables.adnd_figures import TRAINING
from sim.tables.adnd_sheet import Training, Weapon

Hand = Literal["right", "left"]

narrative(
    "adnd.hand.distribution",
    "for combatants drawn at random, and none is: the file of each says which hand is the good one",
)


def declared(hand: Hand | None) -> Hand:
    """The main hand that a file states; without a word the right one (adnd.hand.declared-at-creation)."""
    return default("adnd.hand.declared-at-creation") if hand is None else hand


def default(rule: str) -> Hand:
    """The hand that ``rule`` gives to those of whom nothing is said."""
    return "right" if rule == "adnd.hand.declared-at-creation" else "left"


@price("ambidexterity")
def cost(pupil: Pupil, step: Training) -> Price:
    """Bought like a proficiency with a weapon."""
    return Price(TRAINING["ambidexterity"].slots, ("adnd.hand.ambidexterity.cost",))


def in_off_hand(me: Creature, weapon: Weapon) -> bool:
    """
    Is it held in the off hand alone: second in hand, or second at the start and the only one left; or is the other arm
    out of joint?
    """
    name = weapon.name
    if name in me.held[1:] or (me.held == (name,) and name in me.sheet.held[1:]):
        return True
    from sim.rules.adnd import fumble_injuries

    return me.held == (name,) and fumble_injuries.arm_out(me, fumble_injuries.MAIN)


@on_attack(MELEE)
def off_hand(blow: Blow) -> Modifier | None:
    """-2 with the off hand alone, unless both are good; the penalties of two weapons have it in them."""
    if blow.bits & (SECOND | TWO_WEAPONS | SHIELD) or not in_off_hand(blow.attacker, blow.weapon):
        return None
    if sheet_of(blow.attacker).ambidextrous:
        blow.cites.append("adnd.hand.ambidexterity.no-off-hand-penalty")
        return None
    return Modifier(-2, "off hand", "adnd.hand.off-hand.penalty")


TWO_WEAPON = "adnd.hand.ambidexterity.two-weapon"


def second_penalty(me: Creature, main: int, second: int) -> tuple[int, tuple[str, ...]]:
    """
    The penalty of the second weapon or shield before reactions, where ``main`` and ``second`` are those of everybody:
    the ambidextrous have the main one with both hands.
    """
    return (main, (TWO_WEAPON,)) if sheet_of(me).ambidextrous and main != second else (second, ())
