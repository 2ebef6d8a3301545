"""Rage: a barbarian's, which is called up and tires, and that of beasts, which wounds bring (supplement)."""

from __future__ import annotations

from sim.events.attacks import Healed
from sim.events.conditions import ConditionBegan
from sim.events.orders import Cast, Feint, UseAbility, UseItem
from sim.rules.d20 import ability_damage, creature_type, effects, scores, wounds
from sim.rules.d20.declare import ac_row, at_expiry, at_turn_start, constraint, save_row
from sim.rules.d20.magic import Working, effect
from sim.state.battle import Battle, Timer
from sim.state.conditions import DEAD, FATIGUED, FRENZIED, OUT, RAGING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.spells import Effect

BEGIN = "d20.rage.begin"
WOUNDED = "d20.rage.wounded"
HIT_POINTS = "d20.rage.hit-points"
NO_PATIENCE = "d20.rage.no-patience"
FATIGUE = "d20.rage.fatigue"
ROUNDS = 3
VIGOUR = 2
"""What rage adds to the Constitution modifier."""

effects.RULES["rage"] = BEGIN
ac_row("d20.rage.armor-class", RAGING | FRENZIED, -2, -2, "rage")
save_row("d20.rage.will", RAGING, 2, "morale", only="will")


@effect("rage")
def fly_into(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """It lasts for 3 rounds and as many more as the Constitution modifier is high, the one that rage gives."""
    turns = ROUNDS + scores.modifier(target, "constitution") + VIGOUR
    cites = (BEGIN, scores.RAGE)
    _grow(table, target, table.tell(ConditionBegan(because, target.id, "raging", cites, "", 0, target.id, turns)))


@at_turn_start(whose=lambda sheet: sheet.frenzy)
def frenzy(table: Table, me: Creature, because: int) -> None:
    """A beast that has been wounded sees red."""
    if me.flags & (FRENZIED | OUT):
        return
    if me.hit_points < ability_damage.full(me) or me.nonlethal:
        cites = (WOUNDED, scores.RAGE)
        _grow(table, me, table.tell(ConditionBegan(because, me.id, "frenzied", cites)))


def _grow(table: Table, me: Creature, because: int) -> None:
    if me.sheet.constitution is not None:
        seq = table.tell(Healed(because, me.id, VIGOUR * me.sheet.hit_dice, 0, (HIT_POINTS,)))
        wounds.settle(table, me, seq, hurt=False)


@at_expiry("raging")
def calm(table: Table, timer: Timer, because: int) -> None:
    """The hit points of the rage go, and strength with them."""
    me = table.battle.creatures[timer.who]
    if me.flags & DEAD:
        return
    if me.sheet.constitution is not None:
        wounds.lose(table, me, VIGOUR * me.sheet.hit_dice, because, HIT_POINTS)
    if not me.flags & (FATIGUED | DEAD) and not creature_type.immune(me, "fatigue"):
        wounds.begin(table, me, "fatigued", because, FATIGUE)


@constraint(NO_PATIENCE, Cast, Feint, UseItem, UseAbility)
def no_patience(battle: Battle, me: Creature, order: Cast | Feint | UseItem | UseAbility) -> bool:
    """Nothing that takes a cool head; who rages cannot rage anew."""
    if not me.flags & (RAGING | FRENZIED):
        return False
    if type(order) is UseItem:
        return any(device.name == order.item and device.kind in ("scroll", "wand") for device in me.sheet.devices)
    if type(order) is UseAbility:
        return any(power.name == order.ability and power.kind == "spell-like" for power in me.sheet.powers) or (
            any(power.name == order.ability and power.spell == "rage" for power in me.sheet.powers)
        )
    return True
