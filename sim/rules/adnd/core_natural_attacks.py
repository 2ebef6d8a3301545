"""What natural attacks bring besides their damage (adnd.core.natural-attacks.rider), and bodies that mend."""

from __future__ import annotations

from sim.dice import notation
from sim.dice.sources import Die
from sim.events.adnd import AttackMade
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan
from sim.rules.adnd import core, wounds
from sim.rules.adnd.declare import Blow, after_hit, at_round_end, sheet_of
from sim.state.battle import ROUND
from sim.state.conditions import DEAD, OUT
from sim.table import Table
from sim.tables.adnd_sheet import Rider

RIDER = "adnd.core.natural-attacks.rider"
HUGS_FROM = 18
"""The natural roll from which a claw brings a hug."""


@after_hit
def poison(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """Each hit with poison, paralysis or the like calls for the saving throw that its data name."""
    rider = blow.weapon.rider
    if rider is None or core.felled(blow.target) or blow.target.flags & OUT:
        return
    if not core.save(table, blow.target, rider.effect, rider.save, because, RIDER):
        takes_effect(table, blow, rider, len(table.log.events) - 1)


def takes_effect(table: Table, blow: Blow, rider: Rider, because: int) -> None:
    """The saving throw has failed: death, paralysis for so many rounds after this one, or further damage."""
    target = blow.target
    dice: tuple[Die, ...] = ()
    number = 0
    if rider.dice:
        number, dice = core.throw(table, notation.parse(rider.dice))
    if rider.effect == "death":
        table.tell(HitPointsLost(because, target.id, target.hit_points - wounds.THRESHOLD, (RIDER,)))
    elif rider.effect == "paralysis":
        table.tell(ConditionBegan(because, target.id, "paralyzed", (RIDER,), "", number, ROUND, number + 1, dice))
    else:
        table.tell(DamageDealt(because, target.id, blow.attacker.id, number, False, (), "", (RIDER,), dice))


@after_hit
def hug(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """A bear's claw of 18 and more brings a hug, which its data give."""
    if not blow.weapon.hug or rolled.roll < HUGS_FROM or core.felled(blow.target):
        return
    points, dice = core.throw(table, notation.parse(blow.weapon.hug))
    cites = (core.CREATURE_DATA,)
    table.tell(DamageDealt(because, blow.target.id, blow.attacker.id, points, False, (), "bludgeoning", cites, dice))


@at_round_end
def mend(table: Table, because: int) -> None:
    """A troll's wounds close: so many points a round, as long as it lives."""
    for creature in table.battle:
        lost = sheet_of(creature).hit_points - creature.hit_points
        points = min(sheet_of(creature).regeneration, lost)
        if points > 0 and not creature.flags & DEAD and not core.felled(creature):
            table.tell(Healed(because, creature.id, points, 0, (core.CREATURE_DATA,)))
