"""A creature or character in figures, each sum with what it is made of: the same parts that a roll has in a fight."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sim.core.tally import Sum
from sim.grid.figures import MapFigures
from sim.grid.terrain import Ground
from sim.rules.adnd import attack_rate, core, initiative
from sim.rules.adnd.declare import HURLED, MELEE, MISSILE, Blow, on_damage
from sim.state.adnd import Ledger
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.tables.adnd_sheet import Sheet, Weapon


class Strike(NamedTuple):
    """
    One way to use a weapon (``melee``, ``missile``, ``hurled``): what is added to the roll, the dice against targets up
    to Medium and against larger ones, what is added to them, the speed factor, and the attacks in so many rounds.
    """

    weapon: Weapon
    mode: str
    attack: Sum
    damage: str
    large: str
    bonus: Sum
    speed: int
    rate: tuple[int, int]


class Block(NamedTuple):
    """All sums of one creature, unhurt and alone: nothing stands in its way, nobody helps it."""

    thac0: int
    armor_class: Sum
    initiative: int
    strikes: tuple[Strike, ...]


def block(sheet: Sheet) -> Block:
    """
    The block of a creature or character.

    >>> from sim.rules.adnd.muster import Roster
    >>> orc = block(Roster().creature("orc"))
    >>> orc.thac0, orc.armor_class.total
    (19, 6)
    """
    me = Creature(msgspec.structs.replace(sheet, id="me", side="one"), 0, sheet.span)  # type: ignore[arg-type]
    foe = Creature(msgspec.structs.replace(sheet, id="foe", side="other", size="medium"), sheet.span, 1)  # type: ignore[arg-type]
    ground = Ground.of(MapFigures(("." * (sheet.span + 1),) * sheet.span))
    battle = Battle(ground, {"me": me, "foe": foe}, {}, ledger=Ledger(("me", "foe")))
    me.facing, foe.facing = 2, 6
    met = core.ac_parts(Blow(battle, foe, me, sheet.unarmed, MELEE))
    return Block(
        core.thac0_of(me),
        Sum.of("armor class", met),
        initiative.reaction(me),
        tuple(
            _strike(Blow(battle, me, foe, weapon, bits), mode)
            for weapon in (sheet.weapons if sheet.routine else sheet.arms)
            for mode, bits in _ways(weapon)
        ),
    )


def _ways(weapon: Weapon) -> list[tuple[str, int]]:
    """In melee, shot, hurled: what can be done with it."""
    if weapon.missiles or weapon.volley or weapon.breath:
        return [("missile", MISSILE)]
    found = [] if weapon.category == "ranged" else [("melee", MELEE)]
    return [*found, ("hurled", HURLED)] if weapon.thrown else found


def _strike(blow: Blow, mode: str) -> Strike:
    weapon = blow.weapon
    missile = weapon.missiles[0] if weapon.missiles else None
    damage, large = (missile.damage, missile.large) if missile is not None else (weapon.damage, weapon.large)
    bonuses = tuple(part for function in on_damage.of(blow.bits) if (part := function(blow)) is not None)
    return Strike(
        weapon,
        mode,
        Sum.of(weapon.name, core.attack_parts(blow)),
        damage,
        large or damage,
        Sum.of("damage", bonuses),
        weapon.speed,
        tuple(attack_rate.rated(blow.attacker.sheet, weapon, mode != "melee").rate),  # type: ignore[arg-type]
    )
