"""Blows kept back to parry with, or a round of nothing but defence: where foes strike harder than it does."""

from __future__ import annotations

from collections.abc import Iterable

from agents.policies.base import Offers
from agents.policies.doctrine.fight import in_reach
from agents.policies.doctrine.option import Option, fells, weapons, worth
from agents.view import View, band
from sim.events.orders import FullAttack, TotalDefense

SHARE = 50
"""Percent of its worth that a wound is taken for which does not come, by those who are unhurt and alone."""
HURT = 12
"""So much more for each band of wounds."""
COVERED = 20
"""So much more where friends strike meanwhile."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """Every number of parries with every weapon that parries, and the parry of the whole round."""
    keen = next(((weapon, most) for weapon in weapons(menu) if (most := menu.parries(weapon))), None)
    if keen is None or not any(foe.distance <= 2 for foe in view.foes):
        return
    persona = view.persona
    share = SHARE + HURT * band(view.me) + COVERED * bool(view.friends) + 3 * (persona.caution - persona.aggression)
    for weapon in weapons(menu):
        foes = in_reach(view, menu, weapon)
        for parries in range(1, menu.parries(weapon) + 1):
            kept = view.saved(FullAttack("", weapon, parries=parries)) * share // 100
            if not kept:
                break
            for foe in foes:
                order = FullAttack(foe.id, weapon, parries=parries)
                strikes = view.strikes(order)
                score, words = worth(foe, strikes) if strikes else (0, foe.id)
                left = kept - fells(foe, strikes).times(kept) if len(view.foes) == 1 else kept
                yield Option(order, score + left, f"{weapon}: {words}; {parries} kept to parry, worth {left // 100}")
    kept = view.saved(TotalDefense()) * share // 100
    if kept:
        yield Option(TotalDefense(), kept, f"only parries, worth {kept // 100}")
