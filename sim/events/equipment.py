"""Things change hands."""

from __future__ import annotations

from attrs import frozen

from sim.events.base import applies
from sim.state.battle import Battle, Thing


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
    creature.items = _without(creature.items, event.weapon)
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
    creature.held = _without(creature.held, event.weapon)
    creature.items = (*creature.items, event.weapon)


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
    creature.held = _without(creature.held, event.item)
    battle.things = (*battle.things, Thing(event.item, event.square, event.who))


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
            owner = battle.creatures[thing.owner]
            if event.item not in creature.weapons and event.item in owner.weapons:
                creature.weapons = {**creature.weapons, event.item: owner.weapons[event.item]}
            break
    creature.held = (*creature.held, event.item)


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
    loser.held = _without(loser.held, event.item)
    if event.item not in creature.weapons and event.item in loser.weapons:
        creature.weapons = {**creature.weapons, event.item: loser.weapons[event.item]}
    creature.held = (*creature.held, event.item)


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
    creature.unloaded = _without(creature.unloaded, event.weapon)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The names less the first that equals ``name``."""
    if name not in names:
        return names
    index = names.index(name)
    return names[:index] + names[index + 1 :]
