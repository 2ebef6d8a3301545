"""
What an attack is worth before it is made: exact chances to hit and distributions of damage.

The battle given is an imagined one, in which foes may stand as they look to somebody. It is not kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sim.dice.notation import Dice, parse
from sim.dice.odds import Chance, Distribution, mixture, total_of
from sim.events.orders import (
    AidAnother,
    Attack,
    BullRush,
    Cast,
    Charge,
    Feint,
    FullAttack,
    Overrun,
    Ride,
    Sunder,
    TurnUndead,
    UseAbility,
    UseItem,
)
from sim.rules.adnd import attack_rate, core, fight, melee, missile
from sim.rules.adnd.declare import CHARGING, FREE, MELEE, Blow, arm_of, on_damage, sheet_of
from sim.rules.book import Case, Prospect, Strike, Turned
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, HELPLESS
from sim.state.creature import Creature
from sim.tables.adnd_sheet import Weapon

if TYPE_CHECKING:
    from sim.tables.adnd_sheet import Sheet

NOTHING = Distribution(0, (1,))


def faces(blow: Blow) -> int:
    """
    How many of 20 faces hit: never 1 and 2, always 20; all of them at the helpless.
    """
    if blow.target.flags & HELPLESS and blow.how == "strike":
        return 20
    bonus = sum(part.value for part in core.attack_parts(blow))
    needed = core.thac0_of(blow.attacker) - bonus - sum(part.value for part in core.ac_parts(blow))
    return max(1, min(18, 21 - needed))


@lru_cache(maxsize=8192)
def _points(dice: Dice, times: int, bonus: int) -> Distribution:
    return total_of(dice).changed(lambda total: max(1, total * times + bonus))


@lru_cache(maxsize=8192)
def _outcome(landing: int, points: Distribution) -> Distribution:
    return mixture(((20 - landing, NOTHING), (landing, points)))


def strike(blow: Blow) -> Strike:
    """Hit chance and damage of one blow, misses counted as 0."""
    landing = faces(blow)
    return Strike(Chance(landing, 20), _outcome(landing, harm(blow)))


def harm(blow: Blow) -> Distribution:
    """What a hit takes from its target."""
    text = core.dice_of(blow)
    if not text:
        return NOTHING
    dice = parse(text)
    bonus = sum(part.value for function in on_damage.of(blow.bits) if (part := function(blow)) is not None)
    points = _points(dice, blow.damage_multiplier, bonus)
    target = sheet_of(blow.target)
    if target.plus_needed > core.plus_of(blow):
        return NOTHING
    if target.lightly and set(blow.weapon.kinds) & set(target.lightly):
        return points.changed(lambda total: total // 2)
    return points


class AdndOdds:
    """Estimates for those who choose; see ``sim.rules.book.Odds``."""

    def ordinary(self, kind: str) -> Sheet:
        """The ordinary figures of a kind of creature."""
        from sim.rules.adnd.muster import Roster

        return Roster().creature(kind)

    def strikes(
        self, battle: Battle, who: str, order: Attack | FullAttack | Charge | Ride, case: Case = ""
    ) -> tuple[Strike, ...]:
        """Every attack of the order, as if each were made at the same target."""
        me, target = battle.creatures[who], battle.creatures[order.target]
        weapon = arm_of(me, order.weapon)
        bits = fight.bits_of(battle, me, target, weapon)
        if isinstance(order, Charge | Ride):
            bits |= CHARGING
        names = [weapon.name]
        if weapon.category == "natural" and not isinstance(order, Attack):
            names = list(sheet_of(me).routine)
        elif isinstance(order, FullAttack):
            names *= max(1, attack_rate.this_round(battle, me, weapon, missile.launcher(weapon))[0])
        found = [strike(Blow(battle, me, target, arm_of(me, name), bits)) for name in names]
        if isinstance(order, FullAttack) and order.off_hand in me.weapons:
            second = arm_of(me, order.off_hand)
            found.append(strike(Blow(battle, me, target, second, bits)))
        return tuple(found)

    def success(
        self, battle: Battle, who: str, order: Attack | Charge | BullRush | Overrun | Feint | AidAnother | Sunder
    ) -> Chance:
        """The chance that a manoeuvre comes off, before what resists it."""
        if not isinstance(order, Attack | Charge):
            return Chance(0, 1)
        me, target = battle.creatures[who], battle.creatures[order.target]
        weapon = arm_of(me, order.weapon)
        blow = Blow(battle, me, target, weapon, fight.bits_of(battle, me, target, weapon), order.how)
        return Chance(faces(blow), 20)

    def turning(self, battle: Battle, who: str, order: TurnUndead) -> tuple[Turned, ...]:
        """This rulebook's catalogue turns nobody."""
        return ()

    def prospect(self, battle: Battle, who: str, order: Cast | UseItem | UseAbility) -> Prospect | None:
        """What may come of a spell, or of a thing that does what spells do."""
        from sim.rules.adnd import core_spell

        return core_spell.prospect(battle, battle.creatures[who], order)

    def exposure(self, battle: Battle, who: str, act: str, *, spared: str = "", case: Case = "") -> int:
        """What free attacks at an act (``moving``, ``shooting``, ``fleeing``) may be expected to take."""
        me = battle.creatures[who]
        total = 0
        for foe in battle:
            if foe.side != me.side and foe.id != spared and melee.engages(battle, foe, me):
                total += self.threat(battle, foe.id, who) if melee.may_strike_freely(battle, foe, me) else 0
        return total

    def threat(self, battle: Battle, foe: str, who: str, *, without: str = "") -> int:
        """What the best single blow of ``foe`` may be expected to take from ``who``, if it holds no ``without``."""
        attacker, target = battle.creatures[foe], battle.creatures[who]
        if attacker.flags & CANNOT_ACT:
            return 0
        best = 0
        for weapon in melee.weapons(attacker):
            if weapon.name != without or weapon.category == "natural":
                best = max(best, mean(battle, attacker, target, weapon))
        return best


def mean(battle: Battle, attacker: Creature, target: Creature, weapon: Weapon) -> int:
    """Hundredths of hit points that one blow takes on average; of a natural routine all its forms."""
    names = sheet_of(attacker).routine if weapon.category == "natural" else (weapon.name,)
    blows = [Blow(battle, attacker, target, arm_of(attacker, name), MELEE | FREE) for name in names]
    return sum(strike(blow).harm.mean(100) for blow in blows)


ODDS = AdndOdds()
