"""A plugin: a house rule of d20 that is written wrong on purpose, and the law that it ought to keep."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.attacks import AttackRolled
from sim.events.log import Reading
from sim.laws import Verdict
from sim.rules.d20.declare import MELEE, Blow, on_attack
from sim.testing import followed, house_rule, law

UNDERDOG = house_rule("house.underdog", "Whoever has fewer hit points left than its foe has +1 on attacks in melee.")


@on_attack(MELEE)
def underdog(blow: Blow) -> Modifier | None:
    """As many are enough here, which is the mistake."""
    if blow.attacker.hit_points <= blow.target.hit_points:
        return Modifier(1, "", UNDERDOG)
    return None


@law("underdogs-alone-are-helped", rule=UNDERDOG, books=("d20",))
def underdogs_alone_are_helped(reading: Reading) -> Iterator[Verdict]:
    """The bonus counts for nobody who has as many hit points left as its foe."""
    for seq, event, battle in followed(reading):
        if type(event) is AttackRolled and any(part.rule == UNDERDOG for part in event.parts):
            mine, its = battle[event.attacker].hit_points, battle[event.target].hit_points
            if mine >= its:
                yield seq, f"{event.attacker} has {mine} hit points and {event.target} {its}"
