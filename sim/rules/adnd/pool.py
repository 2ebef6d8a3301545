"""
The attacks of a round (adnd.round.attack-pool): how many a weapon's rate gives in this one.

A rate is an exact fraction: with 3/2 there is one attack in odd rounds and there are two in even ones. It counts in
every round of the fight, used or not (adnd.attack-rate.fractions).
"""

from __future__ import annotations

from fractions import Fraction

from sim.rules.adnd import attack_rate
from sim.rules.adnd.declare import sheet_of, state_of
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_sheet import Weapon

FRACTIONS = "adnd.attack-rate.fractions"


def this_round(
    battle: Battle, me: Creature, weapon: Weapon, shooting: bool, *, halved: bool = False
) -> tuple[int, tuple[str, ...]]:
    """
    The attacks that this weapon gives in the round under way, and the rules that made the number.

    A weapon slower than once a round stays loaded: it shoots whenever its time has run since its last shot.
    """
    rate, rules = attack_rate.of(sheet_of(me), weapon, shooting=shooting)
    number = max(1, battle.round)
    if rate < 1:
        last = next((shot for name, shot in state_of(battle, me).shots if name == weapon.name), None)
        ready = last is None or (number - last) * rate >= 1
        return int(ready), (*rules, FRACTIONS)
    if halved:
        rate = Fraction(rate, 2)
    attacks = int(rate * number) - int(rate * (number - 1))
    return attacks, (*rules, FRACTIONS) if rate.denominator > 1 else rules


def whole(me: Creature, weapon: Weapon) -> int:
    """The whole attacks of one round in melee, at least one."""
    return max(1, int(attack_rate.of(sheet_of(me), weapon, shooting=False)[0]))
