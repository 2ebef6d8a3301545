"""Spells of necromancy (supplement)."""

from __future__ import annotations

from sim.events.boons import BoonBegan
from sim.rules.d20 import effects, scores, wounds
from sim.rules.d20.creature_type import living
from sim.rules.d20.magic import Working, effect, ending, selection
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.spells import Effect, dice_at

CAUSE_FEAR = "d20.necromancy.cause-fear"
RAY_OF_ENFEEBLEMENT = "d20.necromancy.ray-of-enfeeblement"

effects.RULES.update(
    {
        "cause fear": CAUSE_FEAR,
        "doom": "d20.necromancy.doom",
        "inflict light wounds": "d20.necromancy.inflict-light-wounds",
        "inflict moderate wounds": "d20.necromancy.inflict-moderate-wounds",
        "ray of enfeeblement": RAY_OF_ENFEEBLEMENT,
    }
)

FRIGHTENED_BELOW = 6
"""Hit Dice from which on nobody fears a mere spell."""


@selection("cause fear")
def fearful(table: Table, working: Working, targets: tuple[Creature, ...], because: int) -> tuple[Creature, ...]:
    """Only the living of at most five Hit Dice."""
    chosen = []
    for who in targets:
        if living(who) and who.sheet.hit_dice < FRIGHTENED_BELOW:
            chosen.append(who)
        else:
            effects.fails(table, working, who, because)
    return tuple(chosen)


@effect("enfeeble")
def enfeeble(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Strength goes, never below 1; of two such rays only the worse counts."""
    score = scores.score(target, effect.on)
    if score is None:
        effects.fails(table, working, target, because)
        return
    effects.reveal(table, working, target, because)
    points, dice = wounds.throw(table, dice_at(effect, working.caster_level))
    there = -sum(boon.value for boon in target.boons if boon.rule == RAY_OF_ENFEEBLEMENT)
    points = max(0, min(points - there, score - 1))
    cites = (RAY_OF_ENFEEBLEMENT,)
    table.tell(BoonBegan(because, target.id, working.number, effect.on, -points, "", "", cites, dice))


ending("enfeeble")(effects.fade)
