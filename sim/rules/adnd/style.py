"""Fighting styles (adnd.style.*): what both hands do, and what practice in it is worth."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import AttacksSet, BlowReserved
from sim.events.orders import FullAttack
from sim.rules.adnd import move
from sim.rules.adnd.declare import SECOND, TWO_WEAPONS, Blow, arm_of, in_two_hands, on_attack, sheet_of, state_of
from sim.rules.adnd.initiative import reaction
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

END_BLOW = "adnd.style.missile.melee-comparison"
HALF_SHOTS = "adnd.style.missile.half-move.half-attacks"
EXTRA = "adnd.style.two-weapon.extra-attack"


def steps(me: Creature, style: str) -> int:
    """Steps of specialisation in a style; -1 when it is not even familiar with it."""
    return sheet_of(me).styles.get(style, -1)


def speed_change(me: Creature, weapon: Weapon) -> int:
    """What the two-handed style takes off a speed factor."""
    return -3 if in_two_hands(me, weapon) and steps(me, "two-handed") > 0 else 0


def second_rules(me: Creature, order: FullAttack) -> tuple[str, ...]:
    """The rules by which a second weapon strikes."""
    return (EXTRA,)


@on_attack(TWO_WEAPONS)
def two_weapons(blow: Blow) -> Modifier | None:
    """-2 with the main weapon, -4 with the second; reactions may lessen that, never turn it into a bonus."""
    value = -4 if blow.bits & SECOND else -2
    value = min(0, value + reaction(blow.attacker))
    return Modifier(value, "two weapons", "adnd.style.two-weapon.penalty") if value else None


def after_moving(table: Table, me: Creature, because: int) -> None:
    """
    What is left of the round after a move: more than a shift and up to half of it, one melee blow at its end, or half
    of the shots.
    """
    from sim.rules.adnd import melee, missile, pool

    battle = table.battle
    halves = state_of(battle, me).halves
    if halves // 2 > move.half(battle, me):
        return
    for name in me.held:
        weapon = arm_of(me, name)
        if missile.launcher(weapon):
            attacks, rules = pool.this_round(battle, me, weapon, True, halved=True)
            if attacks:
                table.tell(AttacksSet(because, me.id, name, attacks, (name,), (HALF_SHOTS, *rules)))
            return
    if melee.threatening(me):
        table.tell(BlowReserved(because, me.id, (END_BLOW, "adnd.round.end-of-round-blow")))
