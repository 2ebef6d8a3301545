"""Fighting with two weapons, or with both ends of one (d20.two-weapon.*)."""

from __future__ import annotations

from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.rules.d20.declare import OFF_HAND, TWO_WEAPONS, Blow, on_attack
from sim.state.creature import Creature
from sim.tables.sheet import Weapon

OFF_HAND_DAMAGE = "d20.two-weapon.offhand-damage"
EXTRA_ATTACK = "d20.two-weapon.extra-attack"
DOUBLE_WEAPON = "d20.two-weapon.double-weapon"

PENALTIES = {
    (False, False): ("d20.two-weapon.normal", -6, -10),
    (True, False): ("d20.two-weapon.light-offhand", -4, -8),
    (False, True): ("d20.two-weapon.feat", -4, -4),
    (True, True): ("d20.two-weapon.light-and-feat", -2, -2),
}
"""(light off-hand weapon, Two-Weapon Fighting) to the rule and the penalties of primary and off hand."""


def is_light(me: Creature, off_hand: str) -> bool:
    """The second weapon is light; the second end of a double weapon and an unarmed strike count as light."""
    return off_hand == "double" or me.weapons[off_hand].category in ("light", "unarmed")


def other_end(me: Creature, weapon: Weapon) -> Weapon:
    """The off-hand end of a double weapon."""
    key = ("other end", weapon.name)
    end = me.cache.get(key)
    if end is None:
        end = me.cache[key] = replace(
            weapon,
            damage=weapon.double,
            multiplier=weapon.double_multiplier or weapon.multiplier,
            kinds=weapon.double_kinds or weapon.kinds,
        )
    return end  # type: ignore[return-value]


@on_attack(TWO_WEAPONS)
def penalty(blow: Blow) -> Modifier | None:
    """All attacks of a full attack with two weapons are worse."""
    me = blow.attacker
    rule, primary, off = PENALTIES[is_light(me, blow.off_hand), "two-weapon-fighting" in me.sheet.feats]
    return Modifier(off if blow.bits & OFF_HAND else primary, "two weapons", rule)
