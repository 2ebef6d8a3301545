"""Nonlethal damage: a total of its own, staggered and unconscious (d20.nonlethal.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20 import ability_damage
from sim.rules.d20.declare import UNARMED, WITH_LETHALITY, Blow, on_attack
from sim.state.conditions import DYING, STABLE, STAGGERED, UNCONSCIOUS
from sim.state.creature import Creature
from sim.table import Table

TALLY = "d20.nonlethal.tally"
KNOCKED_OUT = "d20.nonlethal.unconscious"
LETHAL_WEAPON = "d20.nonlethal.lethal-weapon-penalty"
STAGGERED_ACTIONS = "d20.nonlethal.staggered-actions"
HEALING = "d20.nonlethal.healing"
MAGIC_HEALING = "d20.nonlethal.magic-healing"


def settle(table: Table, target: Creature, because: int) -> None:
    """Bring staggered and unconscious into line with the two totals."""
    total, points, flags = target.nonlethal, target.hit_points, target.flags
    if flags & (DYING | STABLE):
        return
    if total > points and total:
        if not target.has("unconscious", ""):
            from sim.rules.d20 import wounds

            table.tell(ConditionBegan(because, target.id, "unconscious", (KNOCKED_OUT,)))
            wounds.fall(table, target, because)
        return
    if flags & UNCONSCIOUS and target.has("unconscious", "") and not ability_damage.mindless(target):
        table.tell(ConditionEnded(because, target.id, "unconscious", (KNOCKED_OUT,)))
    if total == points and total:
        if not flags & STAGGERED:
            table.tell(ConditionBegan(because, target.id, "staggered", (TALLY, "d20.nonlethal.staggered")))
    elif flags & STAGGERED:
        table.tell(ConditionEnded(because, target.id, "staggered", ("d20.nonlethal.staggered-end",)))


@on_attack(WITH_LETHALITY)
def other_damage(blow: Blow) -> Modifier | None:
    """Striking to stun with a lethal weapon, or to kill with one that stuns, is harder."""
    if blow.bits & UNARMED or blow.lethality == ("nonlethal" if blow.weapon.nonlethal else "lethal"):
        return None
    rule = "d20.nonlethal.nonlethal-weapon-penalty" if blow.weapon.nonlethal else LETHAL_WEAPON
    return Modifier(-4, "other damage", rule)
