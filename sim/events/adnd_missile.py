"""Missiles of AD&D, and attacks that wait: where what was hurled lies, volleys, blows held back."""

from __future__ import annotations

from attrs import frozen

from sim.dice.sources import Die
from sim.events.adnd import fighter_of, ledger_of
from sim.events.base import applies
from sim.events.equipment import hand_over
from sim.events.orders import Order
from sim.state.adnd import Fighter
from sim.state.battle import Battle, Thing


@frozen
class HurledLanded:
    """What was hurled lies in ``square``."""

    because: int
    who: str
    item: str
    square: int
    cites: tuple[str, ...]


@applies(HurledLanded)
def land(event: HurledLanded, battle: Battle) -> None:
    battle.things = (*battle.things, Thing(event.item, event.square, event.who))


@frozen
class HurledRecovered:
    """A weapon that was hurled is taken up again, and can be hurled once more."""

    because: int
    who: str
    item: str
    square: int
    cites: tuple[str, ...]


@applies(HurledRecovered)
def recover(event: HurledRecovered, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    for index, thing in enumerate(battle.things):
        if thing.name == event.item and thing.square == event.square:
            battle.things = battle.things[:index] + battle.things[index + 1 :]
            hand_over(creature, battle.creatures[thing.owner], event.item)
            break
    spent = dict(creature.ammunition)
    spent[event.item] = max(0, spent.get(event.item, 0) - 1)
    creature.ammunition = tuple(spent.items())
    if event.item not in creature.held:
        creature.held = (*creature.held, event.item)


@frozen
class MissilesLoosed:
    """
    A creature looses missiles of its own: so many in a volley (``number``), or with a breath so many points of damage.

    ``squares`` is the area of a breath.
    """

    because: int
    who: str
    weapon: str
    number: int
    cites: tuple[str, ...]
    squares: tuple[int, ...] = ()
    dice: tuple[Die, ...] = ()


@applies(MissilesLoosed)
def loose(event: MissilesLoosed, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    spent = dict(creature.ammunition)
    spent[event.weapon] = spent.get(event.weapon, 0) + 1
    creature.ammunition = tuple(spent.items())


@frozen
class LeftUnloaded:
    """A weapon stays unloaded after its shot."""

    because: int
    who: str
    weapon: str
    cites: tuple[str, ...]


@applies(LeftUnloaded)
def leave_unloaded(event: LeftUnloaded, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    creature.unloaded = (*creature.unloaded, event.weapon)


@frozen
class ReadyMissiles:
    """Only ``side`` has missiles in hand as two groups come into view: it has a free shot at ``target``'s."""

    because: int
    side: str
    target: str
    shooters: tuple[str, ...]
    cites: tuple[str, ...]


@applies(ReadyMissiles)
def make_ready(event: ReadyMissiles, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.stage = "volley"
    ledger.volleyed = (*ledger.volleyed, event.target)


@frozen
class VolleyEnded:
    """Those with ready missiles have shot; the first round follows."""

    because: int
    cites: tuple[str, ...]


@applies(VolleyEnded)
def end_volley(event: VolleyEnded, battle: Battle) -> None:
    ledger_of(battle).stage = "start"


@frozen
class AttackHeld:
    """With nobody in reach it holds its attack until somebody is, later in the round."""

    because: int
    who: str
    cites: tuple[str, ...]


@applies(AttackHeld)
def hold(event: AttackHeld, battle: Battle) -> None:
    fighter_of(battle, event.who).held += 1


@frozen
class ArrivalStruck:
    """An attack of the round is struck out of its order at ``target``, who has come into reach."""

    because: int
    who: str
    target: str
    weapon: str
    cites: tuple[str, ...]


@applies(ArrivalStruck)
def strike_arrival(event: ArrivalStruck, battle: Battle) -> None:
    spend_attack(fighter_of(battle, event.who))


def spend_attack(fighter: Fighter) -> None:
    """One attack is gone: a held one if there is, else the next, which is then that of the first pass."""
    if fighter.held:
        fighter.held -= 1
        return
    fighter.attacks -= 1
    fighter.made += 1
    fighter.acted = True


@frozen
class Waited:
    """It waits for ``other``, and acts right after: on ``initiative``."""

    because: int
    who: str
    other: str
    initiative: int
    cites: tuple[str, ...]


@applies(Waited)
def wait(event: Waited, battle: Battle) -> None:
    ledger = ledger_of(battle)
    fighter = ledger.fighters[event.who]
    fighter.acted, fighter.waited, fighter.due = False, True, ()
    fighter.initiative = event.initiative
    ledger.active = ""
    groups = [tuple([who for who in group if who != event.who]) for group in ledger.groups]
    place = next(index for index, group in enumerate(groups) if event.other in group)
    groups.insert(place + 1, (event.who,))
    ledger.groups = tuple(groups)
    battle.order = tuple([who for group in groups for who in group])
    battle.turn.over = True


@frozen
class ChargeAnswered:
    """In answer to a charge that is announced it makes ready to receive it, instead of what it had declared."""

    because: int
    who: str
    order: Order
    attacks: int
    weapon: str
    cites: tuple[str, ...]


@applies(ChargeAnswered)
def answer_charge(event: ChargeAnswered, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.declared = event.order
    fighter.told = event.because
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    fighter.parries = fighter.squares = 0
    fighter.second = ""
