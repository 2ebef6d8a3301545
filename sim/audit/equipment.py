"""Things that change hands: drawn, put away, dropped, picked up, loaded, struck out of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.claims import Breach, invariant
from sim.audit.fold import ORDERED, Fighter, Scene
from sim.events import orders
from sim.events.attacks import AttackWasted, ContestRolled
from sim.events.course import OrderGiven, TurnBegan
from sim.events.equipment import Drew, Dropped, PickedUp, Reloaded, Sheathed, Snatched

DRAW = "d20.action.move.draw-weapon"
SHEATHE = "d20.action.move.sheathe-weapon"
DROP = "d20.action.free.drop-item"
PICK_UP = "d20.action.move.pick-up-item"
LOAD = "d20.action.move.load-light-hand-crossbow"
DISARM = "d20.disarm.check"


def _ordered(scene: Scene, who: str) -> Any:
    """The order of this creature behind the event of now."""
    source = scene.root()
    return source.order if type(source) in ORDERED and source.who == who else None


def hands_free(me: Fighter) -> int:
    """Two, less what is held and a shield on the arm."""
    weapons = me.weapons
    used = sum(2 if name in weapons and weapons[name].category == "two-handed" else 1 for name in me.held)
    return 2 - used - me.shield_on


@invariant("what-is-drawn-was-carried", Drew)
def what_is_drawn_was_carried(event: Drew, scene: Scene) -> Iterator[Breach]:
    """A weapon is drawn by an order, from what its owner carries, into a hand that is free."""
    me, order = scene.fighters[event.who], _ordered(scene, event.who)
    ordered = (
        (isinstance(order, orders.Draw) and order.weapon == event.weapon)
        or (isinstance(order, orders.Move) and order.draw == event.weapon)
        or (isinstance(order, orders.Grapple) and order.option == "draw" and order.weapon == event.weapon)
    )
    if not ordered:
        yield DRAW, f"{event.who} draws {event.weapon}, and no order says so"
    if event.weapon not in me.items:
        yield DRAW, f"{event.who} draws {event.weapon}, and carries {', '.join(me.items) or 'nothing'}"
    if hands_free(me) < 1:
        yield DRAW, f"{event.who} draws {event.weapon} with no hand free"


@invariant("what-is-put-away-was-held", Sheathed)
def what_is_put_away_was_held(event: Sheathed, scene: Scene) -> Iterator[Breach]:
    """A weapon is put away by an order, out of the hand."""
    order = _ordered(scene, event.who)
    ordered = (isinstance(order, orders.Sheathe) and order.weapon == event.weapon) or (
        isinstance(order, orders.Move) and order.sheathe == event.weapon
    )
    if not ordered:
        yield SHEATHE, f"{event.who} puts {event.weapon} away, and no order says so"
    if event.weapon not in scene.fighters[event.who].held:
        yield SHEATHE, f"{event.who} puts {event.weapon} away, which it does not hold"


@invariant("what-falls-was-held", Dropped)
def what_falls_was_held(event: Dropped, scene: Scene) -> Iterator[Breach]:
    """What falls was held; it falls by an order, a disarm, a choice or a shock, and at its holder's feet."""
    me, cause = scene.fighters[event.who], scene.events[event.because] if event.because >= 0 else None
    cut = isinstance(getattr(scene.root(), "order", None), orders.Snatch) and event.item in me.gear
    if event.item not in me.held and not cut:
        yield DROP, f"{event.who} drops {event.item}, which it does not hold"
    order = _ordered(scene, event.who)
    dropping = isinstance(order, orders.Drop) and order.weapon == event.item
    thrown = type(cause) is AttackWasted and cause.square == event.square
    lost = type(cause) is ContestRolled and (
        (cause.contest == "disarm" and cause.won and cause.other == event.who)
        or (cause.contest == "trip" and cause.won and cause.other == event.who)
    )
    if not (dropping or thrown or lost or type(cause) is TurnBegan):
        yield DROP, f"{event.who} drops {event.item}, and nothing makes it"
    if not thrown and event.square != me.square:
        yield DROP, f"{event.item} falls to {scene.name(event.square)}, and {event.who} is at {scene.name(me.square)}"
    scene.pay(("lost", event.because))


@invariant("what-falls-was-held", Snatched)
def only_the_beaten_lose_their_weapons(event: Snatched, scene: Scene) -> Iterator[Breach]:
    """What is snatched was held, by one who has just lost a disarm to bare hands."""
    contest, loser = scene.events[event.because], scene.fighters[event.loser]
    won = type(contest) is ContestRolled and contest.contest == "disarm" and contest.won
    if not won or (contest.who, contest.other) != (event.who, event.loser):
        yield "d20.disarm.success-unarmed", f"{event.who} takes {event.item} from {event.loser} without a disarm won"
    cut = isinstance(getattr(scene.root(), "order", None), orders.Snatch) and event.item in loser.gear
    if event.item not in loser.held and not cut:
        yield "d20.disarm.cannot", f"{event.who} takes {event.item}, which {event.loser} does not hold"
    scene.pay(("lost", event.because))


@invariant("a-disarm-won-disarms", ContestRolled, after=True)
def a_disarm_won_disarms(event: ContestRolled, scene: Scene) -> tuple[()]:
    """Whoever loses a disarm loses what it held."""
    if event.contest == "disarm" and event.won:
        what = f"{event.other} loses a disarm and nothing else"
        scene.owe(("lost", scene.seq), "a-disarm-won-disarms", DISARM, what)
    return ()


@invariant("what-is-picked-up-lay-there", PickedUp)
def what_is_picked_up_lay_there(event: PickedUp, scene: Scene) -> Iterator[Breach]:
    """A thing is picked up by an order, from where it lies, within reach."""
    me, order, ground = scene.fighters[event.who], _ordered(scene, event.who), scene.terrain
    if not (isinstance(order, orders.PickUp) and order.item == event.item):
        yield PICK_UP, f"{event.who} picks {event.item} up, and no order says so"
    if not any(thing[:2] == (event.item, event.square) for thing in scene.things):
        yield PICK_UP, f"{event.who} picks {event.item} up at {scene.name(event.square)}, where none lies"
    elif ground.distance(me.square, me.span, event.square, 1) > 1:
        yield PICK_UP, f"{event.who} picks {event.item} up at {scene.name(event.square)}, out of its reach"


@invariant("what-is-loaded-was-shot", Reloaded)
def what_is_loaded_was_shot(event: Reloaded, scene: Scene) -> Iterator[Breach]:
    """A weapon is loaded by an order, when it is not loaded."""
    order = _ordered(scene, event.who)
    if not (isinstance(order, orders.Reload) and order.weapon == event.weapon):
        yield LOAD, f"{event.who} loads {event.weapon}, and no order says so"
    if event.weapon not in scene.fighters[event.who].unloaded:
        yield LOAD, f"{event.who} loads {event.weapon}, which is loaded"


@invariant(
    "orders-change-hands",
    *ORDERED,
    after=True,
    about=(orders.Draw, orders.Drop, orders.Sheathe, orders.PickUp, orders.Reload),
)
def orders_change_hands(event: Any, scene: Scene) -> tuple[()]:
    """An order to draw or to drop is carried out: nothing comes between, but where a thing is got out of a pack."""
    order, who = event.order, event.who
    if isinstance(order, orders.Draw) and not _stored(scene.fighters[who], order.weapon):
        scene.owe(("hands", who, order.weapon), "orders-change-hands", DRAW, f"{who} never draws {order.weapon}")
    elif isinstance(order, orders.Drop):
        scene.owe(("hands", who, order.weapon), "orders-change-hands", DROP, f"{who} never drops {order.weapon}")
    else:
        item = order.item if isinstance(order, orders.PickUp) else order.weapon
        scene.notes["handling order"] = order
        scene.notes["handling"] = (who, item, frozenset(scene.fighters[who].names))
    return ()


@invariant("orders-change-hands", Drew, Dropped)
def hands_have_changed(event: Drew | Dropped, scene: Scene) -> tuple[()]:
    """It is done."""
    scene.pay(("hands", event.who, event.item if type(event) is Dropped else event.weapon))  # type: ignore[union-attr]
    return ()


def _stored(me: Fighter, name: str) -> bool:
    """Is it in a pack or a pouch?"""
    weapon = me.weapons.get(name)
    return weapon is not None and "stored" in weapon.traits


@invariant("orders-change-hands", Sheathed, PickedUp, Reloaded, Drew)
def it_was_handled(event: Sheathed | PickedUp | Reloaded | Drew, scene: Scene) -> tuple[()]:
    """What an opportunity attack might have prevented was done."""
    scene.notes.pop("handling", None)
    return ()


def _still_possible(scene: Scene, me: Fighter, item: str) -> bool:
    """Is the thing where it was to be handled: in the hand to put it away or load it, on the ground to pick it up?"""
    order = scene.notes.get("handling order")
    if isinstance(order, orders.PickUp):
        ground = scene.terrain
        return any(
            name == item and ground.distance(me.square, me.span, square, 1) <= 1 for name, square, _ in scene.things
        )
    return item in (me.items if isinstance(order, orders.Draw) else me.held)


@invariant("orders-change-hands", OrderGiven, TurnBegan)
def nothing_was_left_undone(event: OrderGiven | TurnBegan, scene: Scene) -> Iterator[Breach]:
    """Putting away, picking up, getting out and loading come to nothing only if an opportunity attack prevented it."""
    handling = scene.notes.pop("handling", None)
    if handling is None:
        return
    who, item, names = handling
    me = scene.fighters[who]
    if me.can_act and me.names == names and _still_possible(scene, me, item):
        yield PICK_UP, f"{who} was to put away, pick up or load {item}, and did not"
