"""The paralysing touch (supplement)."""

from __future__ import annotations

from sim.events.conditions import ConditionBegan
from sim.rules.d20 import wounds
from sim.rules.d20.creature_type import immune, immunities_of
from sim.rules.d20.declare import rider, softener
from sim.rules.d20.save import save
from sim.state.conditions import OUT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon

TOUCH = "d20.paralysis.touch"
ELF = "d20.paralysis.elf"
IMMUNE = "d20.paralysis.immune"


def why_exempt(target: Creature, source: Creature) -> str:
    """The rule by which this touch does nothing to it; empty when it may."""
    if immune(target, "paralysis"):
        return IMMUNE
    if "elf" in target.sheet.subtypes and source.sheet.type == "undead":
        return ELF
    return ""


@softener(lambda sheet: "paralysis" in immunities_of(sheet) or "elf" in sheet.subtypes)
def exempt(
    target: Creature, source: Creature, weapon: Weapon, points: int, nonlethal: bool
) -> tuple[int, bool, tuple[str, ...]]:
    """The wound is one, the touch is not."""
    rule = why_exempt(target, source) if points and weapon.paralysis_dc else ""
    return points, nonlethal, (rule,) if rule else ()


@rider(lambda weapon: weapon.paralysis_dc)
def touch(table: Table, target: Creature, source: Creature, weapon: Weapon, points: int, because: int) -> None:
    """A Fortitude save, or paralyzed for some rounds; of two spells of it by the same attacker the longer counts."""
    if not weapon.paralysis_dc or target.flags & OUT or why_exempt(target, source):
        return
    success, seq = save(table, target, "fortitude", "paralysis", weapon.paralysis_dc, because, TOUCH)
    if success:
        return
    rounds, dice = wounds.throw(table, weapon.paralysis)
    left = [t.turns for t in table.battle.timers if t[:3] == (target.id, "paralyzed", source.id)]
    table.tell(
        ConditionBegan(
            seq, target.id, "paralyzed", (TOUCH,), source.id, ender=source.id, turns=max(rounds, *left, 0), dice=dice
        )
    )
