"""Things change hands."""

from __future__ import annotations

from attrs import frozen

from sim.events.base import applies
from sim.state.battle import Battle, Light, Thing
from sim.state.creature import Creature, known_of


@frozen
class Drew:
    """A weapon comes to hand."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...] = ()


@applies(Drew)
def draw(event: Drew, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.items = without(creature.items, event.weapon)
    creature.held = (*creature.held, event.weapon)


@frozen
class Sheathed:
    """A weapon is put away."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...] = ()


@applies(Sheathed)
def sheathe(event: Sheathed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.held = without(creature.held, event.weapon)
    creature.items = (*creature.items, event.weapon)
    if battle.lights:
        carry_light(battle, event.weapon, event.who)


@frozen
class Dropped:
    """Something held falls to the ground in ``square``."""

    because: int
    who: str
    item: str
    square: int
    cites: tuple[str, ...] = ()


@applies(Dropped)
def drop(event: Dropped, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.held = without(creature.held, event.item)
    creature.gear = without(creature.gear, event.item)
    if creature.locked == event.item:
        creature.locked = ""
    battle.things = (*battle.things, Thing(event.item, event.square, event.who))
    if battle.lights:
        carry_light(battle, event.item, event.who, Light(event.item, "", event.square))


@frozen
class PickedUp:
    """An item on the ground comes to hand."""

    because: int
    who: str
    item: str
    square: int
    cites: tuple[str, ...] = ()


@applies(PickedUp)
def pick_up(event: PickedUp, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    for index, thing in enumerate(battle.things):
        if thing.name == event.item and thing.square == event.square:
            battle.things = battle.things[:index] + battle.things[index + 1 :]
            hand_over(creature, battle.creatures[thing.owner], event.item)
            break
    creature.held = (*creature.held, event.item)
    if battle.lights:
        carry_light(battle, event.item, "", Light(event.item, event.who), event.square)


@frozen
class Snatched:
    """An item goes from the hands of ``loser`` into those of ``who``."""

    because: int
    who: str
    loser: str
    item: str
    cites: tuple[str, ...] = ()


@applies(Snatched)
def snatch(event: Snatched, battle: Battle) -> None:
    creature, loser = battle.creatures[event.who], battle.creatures[event.loser]
    loser.held = without(loser.held, event.item)
    loser.gear = without(loser.gear, event.item)
    if loser.locked == event.item:
        loser.locked = ""
    hand_over(creature, loser, event.item)
    creature.held = (*creature.held, event.item)
    if battle.lights:
        carry_light(battle, event.item, event.loser, Light(event.item, event.who))


@frozen
class Reloaded:
    """A weapon is loaded again."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...] = ()


@applies(Reloaded)
def reload(event: Reloaded, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.unloaded = without(creature.unloaded, event.weapon)


def hand_over(taker: Creature, owner: Creature, item: str) -> None:
    """The taker can use what was the owner's, with the notches that it has."""
    if item not in taker.weapons and item in owner.weapons:
        taker.weapons = {**taker.weapons, item: known_of(owner.natural)[0].get(item, owner.weapons[item])}
        taker.cache = {}
        if hurt := owner.notched(item):
            taker.notches = (*(notch for notch in taker.notches if notch[0] != item), (item, hurt))


def carry_light(battle: Battle, item: str, bearer: str, to: Light | None = None, square: int = -1) -> None:
    """A burning torch changes hands, or goes out (``to`` is ``None``)."""
    light = Light(item, bearer, square)
    if light in battle.lights:
        battle.lights = (*(one for one in battle.lights if one != light), *((to,) if to is not None else ()))
        battle.relight()


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The names less the first that equals ``name``."""
    if name not in names:
        return names
    index = names.index(name)
    return names[:index] + names[index + 1 :]
