"""
How often a combatant attacks in a round (adnd.attack-rate.*): rates by class, level and weapon, and what of them falls
into which round.

A rate of 3/2 is one attack in odd rounds and two in even ones. Whoever halves his rate in a round owes the difference
for the rest of the fight: his *debt*, a fraction of attacks with that weapon. A missile weapon of less than one shot a
round is loaded at first, and again so many rounds after its last shot; there the debt counts from that shot on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sim.events.adnd import fighter_of
from sim.rules.adnd.expertise import EXAMPLE as EXPERT_EXAMPLE
from sim.rules.adnd.expertise import EXTRA_ATTACKS
from sim.rules.adnd.grand_mastery import EXAMPLE as GRAND_EXAMPLE
from sim.rules.adnd.grand_mastery import EXTRA_ATTACK as GRAND_EXTRA
from sim.rules.adnd.mastery import KEEPS_ATTACKS
from sim.rules.adnd.specialist import BOW_RATE, MELEE_RATE, THROWN_RATE
from sim.rules.adnd.training import career
from sim.rules.adnd.variant_specialist import HANDBOOK, by_handbook
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_figures import RATES, Rate, column, rate
from sim.tables.adnd_sheet import Sheet, Tier, Weapon

WARRIOR = "adnd.attack-rate.warrior"
MISSILE = "adnd.attack-rate.missile"
FRACTIONS = "adnd.attack-rate.fractions"


class Rated(NamedTuple):
    """Attacks in so many rounds, and the rules that make it so."""

    rate: Rate
    rules: tuple[str, ...]


def rated(sheet: Sheet, weapon: Weapon, shot: bool, handbook: bool = False) -> Rated:
    """
    The rate of somebody with one of its weapons, ``shot`` (or hurled) or in melee; by the ``handbook`` specialists of a
    bow shoot no faster than others.

    >>> from sim.rules.adnd.muster import Roster
    >>> master = Roster().creature("grand-master-18")
    >>> rated(master, master.weapons[0], False).rate
    (3, 1)
    """
    tier = sheet.tiers.get(weapon.art)
    level = column(career(sheet.classes) if sheet.classes else 1)
    if shot:
        found, rules = _missile(weapon, tier, level)
        ordinary = rate(weapon.rate or "1/1")
        if handbook and tier == "specialist" and weapon.family == "bow" and found != ordinary:
            found, rules = ordinary, (MISSILE, HANDBOOK)
    elif tier is None:
        melee = RATES.melee
        found, rules = rate(melee.warrior[level] if sheet.group == "warrior" else melee.others), (WARRIOR,)
    else:
        found, rules = rate(RATES.melee.trained[level]), (WARRIOR, *_melee_rules(tier, career(sheet.classes)))
    if tier == "grand-master":
        more = Fraction(*found) + Fraction(*rate(RATES.grand))
        found, rules = (more.numerator, more.denominator), (*rules, GRAND_EXTRA)
        if not shot:
            rules += (GRAND_EXAMPLE,)
    return Rated(found, rules)


def of(sheet: Sheet, weapon: Weapon, *, shooting: bool) -> tuple[Fraction, tuple[str, ...]]:
    """The rate as a fraction of attacks a round, and the rules behind it."""
    found, rules = rated(sheet, weapon, shooting)
    return Fraction(*found), rules


def _missile(weapon: Weapon, tier: Tier | None, level: int) -> Rated:
    """Ordinary, or of the trained, which is never lower."""
    ordinary = rate(weapon.rate or "1/1")
    found = _trained(weapon, tier) if tier is not None and weapon.trained else ""
    if not found:
        return Rated(ordinary, (MISSILE,))
    better = max(ordinary, rate(weapon.trained[level]), key=lambda found: Fraction(*found))
    return Rated(better, (MISSILE, found))


def _trained(weapon: Weapon, tier: Tier | None) -> str:
    """The rule by which somebody trained with a missile weapon shoots faster."""
    if tier == "expert":
        return EXTRA_ATTACKS
    if weapon.family in ("bow", "crossbow"):
        return BOW_RATE
    if weapon.family == "thrown":
        return THROWN_RATE
    return ""


def _melee_rules(tier: Tier, level: int) -> tuple[str, ...]:
    if tier == "expert":
        return (EXTRA_ATTACKS, EXPERT_EXAMPLE) if level == 1 else (EXTRA_ATTACKS,)
    return (MELEE_RATE,) if tier == "specialist" else (MELEE_RATE, KEEPS_ATTACKS)


def falling(rate: Rate, number: int, debt: Fraction = Fraction(0), cost: Fraction = Fraction(0)) -> int:
    """
    How many attacks of a rate fall into round ``number``, of which ``cost`` is taken away, after rounds that took
    ``debt``: of a higher rate perhaps, that of the same weapon hurled, and then none falls until that is made up for.

    >>> [falling((3, 2), number) for number in (1, 2, 3, 4)], [falling((1, 2), number) for number in (1, 2, 3)]
    ([1, 2, 1, 2], [1, 0, 1])
    """
    pace = Fraction(*rate)
    start = max(Fraction(0), 1 - pace) - debt
    before, after = start + (number - 1) * pace, start + number * pace - cost
    return max(0, max(0, after // 1) - max(0, before // 1))


def loaded(rate: Rate, since: int | None, debt: Fraction = Fraction(0), cost: Fraction = Fraction(0)) -> int:
    """
    How many shots, 1 or none, a weapon of a rate below one has ``since`` so many rounds after its last (``None``: it
    has not shot yet).

    >>> [loaded((1, 2), since) for since in (None, 1, 2, 5)]
    [1, 0, 1, 1]
    """
    return 1 if since is None else int(since * Fraction(*rate) - debt - cost >= 1)


def cost_of(rate: Rate, *, halved: bool = False, reduced: bool = False) -> Fraction:
    """
    What a round costs of a rate: half of it when the rate is ``halved``; one attack when it is ``reduced`` (from a
    moving mount).

    >>> cost_of((3, 2), halved=True), cost_of((2, 1), reduced=True)
    (Fraction(3, 4), Fraction(1, 1))
    """
    left = Fraction(*rate)
    if reduced:
        left = max(Fraction(0), left - 1)
    if halved:
        left /= 2
    return Fraction(*rate) - left


def debt_of(battle: Battle, me: Creature, weapon: Weapon) -> Fraction:
    """What rounds of a lower rate have cost this weapon so far."""
    for name, numerator, denominator in fighter_of(battle, me.id).debts:
        if name == weapon.name:
            return Fraction(numerator, denominator)
    return Fraction(0)


def this_round(
    battle: Battle, me: Creature, weapon: Weapon, shot: bool, *, halved: bool = False, reduced: bool = False
) -> tuple[int, tuple[str, ...]]:
    """The attacks that this round has with a weapon, and the rules that make it so many."""
    found, rules = rated(me.sheet, weapon, shot, by_handbook(battle))  # type: ignore[arg-type]
    debt, cost = debt_of(battle, me, weapon), cost_of(found, halved=halved, reduced=reduced)
    if found[0] < found[1]:
        last = dict(fighter_of(battle, me.id).shots).get(weapon.name)
        since = None if last is None else battle.round - last
        return loaded(found, since, debt, cost), (*rules, FRACTIONS)
    attacks = falling(found, battle.round, debt, cost)
    return attacks, (*rules, FRACTIONS) if found[1] > 1 or debt or cost else rules


def new_debt(
    battle: Battle, me: Creature, weapon: Weapon, shot: bool, *, halved: bool = False, reduced: bool = False
) -> tuple[int, int] | None:
    """The weapon's debt after this round, for the event that tells its attacks; ``None`` when it stays as it was."""
    found = rated(me.sheet, weapon, shot, by_handbook(battle)).rate  # type: ignore[arg-type]
    cost = cost_of(found, halved=halved, reduced=reduced)
    total = debt_of(battle, me, weapon) + cost
    return (total.numerator, total.denominator) if cost else None


def whole(me: Creature, weapon: Weapon) -> int:
    """The whole attacks of a round in melee, at least one."""
    attacks, rounds = rated(me.sheet, weapon, False).rate  # type: ignore[arg-type]
    return max(1, attacks // rounds)
