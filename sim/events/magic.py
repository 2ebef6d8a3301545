"""Magic: spells begun, lost, cast, held on the hand, under way, ended; items and special abilities used."""

from __future__ import annotations

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.state.battle import Battle
from sim.state.magic import Casting, Charge, Running
from sim.tables.sheet import Weapon

TOUCH = "touch"
"""The name of the weapon that a spell held on the hand is."""


@frozen
class ComponentReadied:
    """A component comes to hand: a focus by its name, the material of a spell by the spell's."""

    because: int
    who: str
    component: str
    cites: tuple[str, ...] = ()


@applies(ComponentReadied)
def take_out(event: ComponentReadied, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.at_hand = (*creature.at_hand, event.component)


@frozen
class CastingBegan:
    """
    Somebody begins to cast: a spell, one from a scroll, a spell-like ability.

    ``spell`` is its name, ``name`` that by which the caster has it, ``source`` ``spell``, ``scroll`` or ``spell-like``;
    ``spent`` is what it uses up, whatever becomes of it (a prepared spell's name, ``slot 2``, a scroll's name, empty:
    nothing). ``level`` is that of the spell, ``caster_level`` the caster's, ``dc`` that of its saving throws. ``to`` is
    a point or direction, -1 without one. ``long``: it takes effect just before the caster's next turn.
    """

    because: int
    who: str
    spell: str
    name: str
    source: str
    spent: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    defensive: bool = False
    quickened: bool = False
    long: bool = False
    cites: tuple[str, ...] = ()


@applies(CastingBegan)
def begin_casting(event: CastingBegan, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if event.spent:
        creature.used = (*creature.used, event.spent)
    creature.at_hand = tuple(name for name in creature.at_hand if name != event.spell)
    creature.casting = Casting(
        event.name,
        event.spell,
        event.source,
        event.level,
        event.caster_level,
        event.dc,
        event.targets,
        event.to,
        event.long,
    )
    if event.quickened and battle.turn.who == event.who:
        battle.turn.quickened = True


@frozen
class SpellFailureRolled:
    """Percentile dice that may spoil a spell: for armor worn, for deafness."""

    because: int
    who: str
    spell: str
    percent: int
    failed: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(SpellFailureRolled)(nothing)


@frozen
class SpellLost:
    """A spell in the making comes to nothing."""

    because: int
    who: str
    spell: str
    cites: tuple[str, ...]


@applies(SpellLost)
def lose_spell(event: SpellLost, battle: Battle) -> None:
    battle.creatures[event.who].casting = None


@frozen
class SpellCountered:
    """A counterspell is cast against a spell in the making and spends ``spent``; ``won``: that comes to nothing."""

    because: int
    who: str
    caster: str
    spell: str
    spent: str
    won: bool
    cites: tuple[str, ...]


@applies(SpellCountered)
def counter_spell(event: SpellCountered, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.used = (*creature.used, event.spent)
    if event.won:
        battle.creatures[event.caster].casting = None


@frozen
class SpellCast:
    """A spell is cast to its end and takes effect; what it does follows."""

    because: int
    who: str
    spell: str
    targets: tuple[str, ...] = ()
    to: int = -1
    cites: tuple[str, ...] = ()


@applies(SpellCast)
def finish_casting(event: SpellCast, battle: Battle) -> None:
    battle.creatures[event.who].casting = None


@frozen
class ItemUsed:
    """
    A potion, an oil, a wand, or another item is used; its spell takes effect. ``spent``: a charge of it goes.

    ``target`` is who drinks or is anointed, where that is somebody else.
    """

    because: int
    who: str
    item: str
    spell: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    spent: bool = True
    cites: tuple[str, ...] = ()


@applies(ItemUsed)
def use_item(event: ItemUsed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if event.spent:
        creature.used = (*creature.used, event.item)


@frozen
class AbilityUsed:
    """
    A supernatural or extraordinary ability is used. ``spent``: one of its uses goes; ``pause``: turns until the next.
    """

    because: int
    who: str
    ability: str
    source: str
    spell: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    spent: bool = False
    pause: int = 0
    cites: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()


@applies(AbilityUsed)
def use_ability(event: AbilityUsed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if event.spent:
        creature.used = (*creature.used, event.ability)
    if event.pause:
        creature.pausing = (*creature.pausing, (event.ability, event.pause))


@frozen
class ChargeHeld:
    """A touch spell is on the hand, good for so many touches; it counts as a weapon whose damage is ``damage``."""

    because: int
    who: str
    spell: str
    name: str
    source: str
    level: int
    caster_level: int
    dc: int
    touches: int
    damage: str
    cites: tuple[str, ...] = ()


@applies(ChargeHeld)
def hold_charge(event: ChargeHeld, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    casting = Casting(event.name, event.spell, event.source, event.level, event.caster_level, event.dc)
    creature.charge = Charge(casting, event.touches, fresh=battle.turn.who == event.who)
    creature.weapons = {**creature.weapons, TOUCH: touch_weapon(event.damage)}


def touch_weapon(damage: str) -> Weapon:
    """What a spell on the hand is as a weapon."""
    return Weapon(name=TOUCH, category="natural", damage=damage, kinds=("magic",), traits=(TOUCH,), magic=True)


@frozen
class ChargeSpent:
    """A spell on the hand is discharged at somebody, or (``target`` empty) lost; ``left`` touches remain."""

    because: int
    who: str
    spell: str
    target: str
    left: int
    cites: tuple[str, ...] = ()


@applies(ChargeSpent)
def spend_charge(event: ChargeSpent, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    if event.left and creature.charge is not None:
        creature.charge = creature.charge._replace(touches=event.left)
    else:
        creature.charge = None
        creature.weapons = {name: weapon for name, weapon in creature.weapons.items() if name != TOUCH}


@frozen
class ResistanceRolled:
    """A caster level check against spell resistance; ``overcome``: the spell gets through."""

    because: int
    who: str
    target: str
    spell: str
    total: int
    parts: tuple[Modifier, ...]
    resistance: int
    overcome: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(ResistanceRolled)(nothing)


@frozen
class SpellBegan:
    """
    A spell is under way. ``turns`` of its caster until it ends, at the start of one; -1: no such end.

    ``concentration``: its caster must spend a standard action each turn to keep it.
    """

    because: int
    number: int
    spell: str
    caster: str
    level: int
    caster_level: int
    dc: int
    targets: tuple[str, ...] = ()
    to: int = -1
    turns: int = -1
    concentration: bool = False
    cites: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()


@applies(SpellBegan)
def begin_spell(event: SpellBegan, battle: Battle) -> None:
    battle.spells = (
        *battle.spells,
        Running(
            event.number,
            event.spell,
            event.caster,
            event.level,
            event.caster_level,
            event.dc,
            event.targets,
            event.to,
            event.turns,
            event.concentration,
        ),
    )


@frozen
class ConcentrationKept:
    """The caster of a spell under way concentrates on it in this turn."""

    because: int
    who: str
    number: int
    spell: str
    cites: tuple[str, ...] = ()


@applies(ConcentrationKept)
def keep_up(event: ConcentrationKept, battle: Battle) -> None:
    battle.spells = tuple(s._replace(kept=True) if s.number == event.number else s for s in battle.spells)


@frozen
class ConcentrationCeased:
    """Its caster lets a spell go that lasts some ``turns`` more by itself."""

    because: int
    who: str
    number: int
    spell: str
    turns: int
    cites: tuple[str, ...] = ()


@applies(ConcentrationCeased)
def let_go(event: ConcentrationCeased, battle: Battle) -> None:
    battle.spells = tuple(
        s._replace(concentration=False, left=event.turns) if s.number == event.number else s for s in battle.spells
    )


@frozen
class SpellRedirected:
    """A spell under way is directed at somebody or somewhere else."""

    because: int
    who: str
    number: int
    spell: str
    targets: tuple[str, ...] = ()
    to: int = -1
    cites: tuple[str, ...] = ()


@applies(SpellRedirected)
def redirect(event: SpellRedirected, battle: Battle) -> None:
    battle.spells = tuple(
        s._replace(targets=event.targets, to=event.to) if s.number == event.number else s for s in battle.spells
    )


@frozen
class SpellEnded:
    """A spell under way ends: its time is up, it is dismissed or used up, its caster no longer concentrates."""

    because: int
    number: int
    spell: str
    caster: str
    cites: tuple[str, ...] = ()


@applies(SpellEnded)
def end_spell(event: SpellEnded, battle: Battle) -> None:
    battle.spells = tuple(s for s in battle.spells if s.number != event.number)
