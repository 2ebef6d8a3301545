"""Blows and shots: rolls, hits, damage, saves, contests."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sim.core.tally import Dropped, Modifier
from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.state.battle import Battle
from sim.state.creature import ABILITIES, Creature


@frozen
class AttackRolled:
    """
    An attack roll against an armor class. ``mode``: ``melee``, ``ranged``, ``melee-touch``, ``ranged-touch``.

    ``hit`` is the outcome against ``ac``; ``threat`` that the natural roll threatens a critical hit. ``opportunity``
    marks an attack of opportunity.
    """

    because: int
    attacker: str
    target: str
    weapon: str
    mode: Literal["melee", "ranged", "melee-touch", "ranged-touch"]
    total: int
    parts: tuple[Modifier, ...]
    dropped: tuple[Dropped, ...]
    ac: int
    ac_parts: tuple[Modifier, ...]
    ac_dropped: tuple[Dropped, ...]
    hit: bool
    threat: bool
    opportunity: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


def _unload(shooter: Creature, weapon: str) -> None:
    """A weapon that has to be loaded has been shot."""
    if shooter.weapons[weapon].reload:
        shooter.unloaded = (*shooter.unloaded, weapon)


@applies(AttackRolled)
def swing(event: AttackRolled, battle: Battle) -> None:
    attacker = battle.creatures[event.attacker]
    if attacker.charge is not None and event.weapon == "touch":
        attacker.charge = attacker.charge._replace(fresh=False)
    turn = battle.turn
    own = turn.who == event.attacker
    if event.mode.startswith("ranged"):
        weapon = attacker.weapons.get(event.weapon)
        if weapon is not None and weapon.increment:
            if weapon.thrown:
                attacker.held = tuple([name for name in attacker.held if name != event.weapon])
            else:
                _unload(attacker, event.weapon)
        if own:
            turn.shot = True
    if event.hit and own:
        turn.hits = (*turn.hits, (event.weapon, event.target))


@frozen
class CriticalRolled:
    """The roll that confirms a threatened critical hit."""

    because: int
    attacker: str
    target: str
    total: int
    ac: int
    confirmed: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(CriticalRolled)(nothing)


@frozen
class MissChanceRolled:
    """Percentile dice against concealment; ``missed`` when the hit came to nothing."""

    because: int
    attacker: str
    target: str
    percent: int
    missed: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(MissChanceRolled)
def miss(event: MissChanceRolled, battle: Battle) -> None:
    turn = battle.turn
    if event.missed and turn.who == event.attacker and turn.hits and turn.hits[-1][1] == event.target:
        turn.hits = turn.hits[:-1]


@frozen
class DamageDealt:
    """
    Hit points leave a creature, temporary ones first, or (``nonlethal``) are added to its nonlethal total.

    ``parts`` are the fixed bonuses; with a critical hit of multiplier *n*, dice and multiplied parts stand *n* times.
    ``damage_type`` names the damage for reduction and regeneration.
    """

    because: int
    target: str
    source: str
    amount: int
    nonlethal: bool
    parts: tuple[Modifier, ...]
    damage_type: str
    cites: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()


ENERGIES = frozenset({"acid", "cold", "electricity", "fire", "sonic"})


@applies(DamageDealt)
def wound(event: DamageDealt, battle: Battle) -> None:
    creature = battle.creatures[event.target]
    battle.hurt = battle.round
    if event.damage_type in ENERGIES:
        creature.seared = event.amount
    if event.nonlethal:
        creature.nonlethal += event.amount
        return
    lost = event.amount
    if creature.temporary:
        lost = max(0, lost - creature.temporary)
        creature.temporary -= event.amount - lost
    creature.hit_points -= lost


@frozen
class HitPointsLost:
    """Hit points go without a blow: bleeding, the strain of acting while disabled."""

    because: int
    who: str
    amount: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(HitPointsLost)
def bleed(event: HitPointsLost, battle: Battle) -> None:
    battle.creatures[event.who].hit_points -= event.amount


@frozen
class Healed:
    """Hit points come back, nonlethal damage goes."""

    because: int
    who: str
    hit_points: int
    nonlethal: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(Healed)
def heal(event: Healed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.hit_points += event.hit_points
    creature.nonlethal -= event.nonlethal


@frozen
class AbilityDamaged:
    """An ability score is damaged by ``amount``."""

    because: int
    who: str
    ability: str
    amount: int
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(AbilityDamaged)
def sap(event: AbilityDamaged, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.damage_to = tuple(
        damage + event.amount if name == event.ability else damage
        for name, damage in zip(ABILITIES, creature.damage_to, strict=True)
    )


@frozen
class SaveRolled:
    """A saving throw: ``save`` is ``fortitude``, ``reflex`` or ``will``, ``against`` what it is for."""

    because: int
    who: str
    save: Literal["fortitude", "reflex", "will"]
    against: str
    dc: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(SaveRolled)(nothing)


@frozen
class CheckRolled:
    """An ability or skill check against a difficulty class."""

    because: int
    who: str
    check: str
    dc: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(CheckRolled)
def take_note(event: CheckRolled, battle: Battle) -> None:
    if event.check == "run":
        battle.creatures[event.who].run_checks += 1


@frozen
class ContestRolled:
    """
    An opposed roll. ``contest`` names it (``grapple``, ``trip``, ``disarm``, ``bull-rush`` …).

    ``checks`` are what each side rolled with. The first die is ``who``'s, the second ``other``'s; further pairs are
    rerolls of perfect ties, the last of which counts in the totals. With an odd number of dice ``who`` has rolled
    against another already: the first die of that contest, whose number is ``because``, is missing in front.
    """

    because: int
    contest: str
    who: str
    other: str
    checks: tuple[str, str]
    total: int
    parts: tuple[Modifier, ...]
    other_total: int
    other_parts: tuple[Modifier, ...]
    won: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(ContestRolled)
def mislead(event: ContestRolled, battle: Battle) -> None:
    if event.contest == "feint" and event.won:
        battle.creatures[event.who].misleads = True


@frozen
class AttemptFailed:
    """A special attack (``attempt``: ``disarm``, ``grapple`` …) came to nothing before its roll."""

    because: int
    who: str
    target: str
    attempt: str
    cites: tuple[str, ...]


applies(AttemptFailed)(nothing)


@frozen
class AttackWasted:
    """
    An attack at a square where nobody is. ``target`` is whom it was meant for; ``ranged`` that it was shot or thrown.

    What was thrown falls there, which is told by itself.
    """

    because: int
    attacker: str
    target: str
    weapon: str
    square: int
    ranged: bool
    cites: tuple[str, ...]


@applies(AttackWasted)
def waste(event: AttackWasted, battle: Battle) -> None:
    if event.ranged:
        _unload(battle.creatures[event.attacker], event.weapon)


@frozen
class BlowDelivered:
    """A blow that hits by itself, without a roll: a coup de grace. Its damage follows."""

    because: int
    attacker: str
    target: str
    weapon: str
    cites: tuple[str, ...]


@applies(BlowDelivered)
def loose(event: BlowDelivered, battle: Battle) -> None:
    _unload(battle.creatures[event.attacker], event.weapon)
