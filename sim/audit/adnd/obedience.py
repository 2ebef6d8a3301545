"""What was ordered is done, and what is done was ordered, or a rule brings it about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sim.audit.adnd.fold import OUT, Fighter, Scene
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import (
    ActivationBegan,
    ActivationEnded,
    AttackMade,
    Declared,
    GroupCalled,
    RoundClosed,
    RoundOpened,
    Shifted,
)
from sim.events.adnd_fumbles import Fumbled
from sim.events.adnd_hands import GripChanged, ShieldRuined
from sim.events.adnd_missile import HurledRecovered, Waited
from sim.events.adnd_morale import OrderForced
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightEnded, OrderGiven
from sim.events.equipment import Drew, Dropped, PickedUp, Sheathed
from sim.events.objects import ShieldStrapped

ADND = ("adnd",)
DECLARE = "adnd.round.declare"
BINDS = "adnd.core.action.declared-binds"

Does = Callable[[Any, Any, str], bool]
"""Does an event do what an order asks for? (order, event, who)"""


def _thing(kind: type[Any], name: str, field: str) -> Does:
    return lambda order, event, who: type(event) is kind and getattr(event, field) == getattr(order, name)


def _begins(*conditions: str) -> Does:
    return lambda order, event, who: (
        type(event) is ConditionBegan and event.condition in conditions and event.who == who
    )


_POSITIONS = {"kneel": "kneeling", "sit": "sitting", "lie": "prone"}

AT_ONCE: dict[type[Any], Does] = {
    orders.Draw: _thing(Drew, "weapon", "weapon"),
    orders.Sheathe: _thing(Sheathed, "weapon", "weapon"),
    orders.Drop: _thing(Dropped, "weapon", "item"),
    orders.PickUp: lambda order, event, who: isinstance(event, PickedUp | HurledRecovered) and event.item == order.item,
    orders.Step: lambda order, event, who: type(event) is Shifted and event.who == who,
    orders.StandUp: lambda order, event, who: type(event) is ConditionEnded and event.condition in _POSITIONS.values(),
    orders.TakePosition: lambda order, event, who: (
        type(event) is ConditionBegan and event.condition == _POSITIONS[order.option]
    ),
    orders.Realign: lambda order, event, who: (
        type(event) is ConditionEnded and event.condition in ("misaligned", "shield-out")
    ),
    orders.ChangeGrip: lambda order, event, who: type(event) is GripChanged and event.two == (order.option == "two"),
    orders.Delay: lambda order, event, who: type(event) is Waited and event.other == order.after,
    orders.TotalDefense: _begins("parrying"),
    orders.Guard: _begins("guarding"),
    orders.ReceiveCharge: _begins("receiving"),
}
"""What an order brings at once."""

WHEN_DECLARED = (orders.TotalDefense, orders.Guard, orders.ReceiveCharge)
"""Those of which the effect begins with the declaration."""


@invariant("what-is-ordered-is-done", OrderGiven, OrderForced, books=ADND)
def what_is_ordered_is_done(event: Any, scene: Scene) -> Iterator[Breach]:
    """What an order asks for comes of it, before anybody else's moment."""
    order = event.order
    if type(event) is OrderForced or event.cost == "declaration":
        if (
            not any(type(e) is Declared and e.because == scene.seq for e in scene.events[scene.seq + 1 : scene.seq + 4])
            and scene.seq + 4 <= len(scene.events)
            and type(order) is not orders.ChangeGrip
        ):
            yield DECLARE, f"{event.who} has declared {type(order).__name__}, and it is not taken note of"
        if type(order) not in WHEN_DECLARED:
            return
    does = AT_ONCE.get(type(order))
    if does is None:
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 80]:
        if later.because == scene.seq and does(order, later, event.who):
            return
        if type(later) in (GroupCalled, RoundOpened, RoundClosed, FightEnded, OrderGiven, ActivationEnded):
            yield BINDS, f"{event.who} is ordered to {type(order).__name__}, and nothing comes of it"
            return


CARRIED_OUT: dict[type[Any], tuple[str, ...]] = {
    orders.UseItem: ("ItemUsed", "SpellCast", "SpellLost"),
    orders.ReadyShield: ("ShieldStrapped",),
    orders.LooseShield: ("ShieldStrapped", "ShieldRuined"),
    orders.Surrender: ("ConditionBegan",),
    orders.Leave: ("ConditionBegan", "Answered"),
    orders.Run: ("ConditionBegan",),
    orders.Charge: ("ConditionBegan",),
    orders.Mount: ("Mounted",),
    orders.Dismount: ("Dismounted",),
}
"""What must come of a declared action in its moment."""
HINDERED = frozenset({"held", "grabbed", "gripping", "pinned", "kneeling", "sitting", "prone", "casting"})
"""Conditions that may have come between."""


@invariant("what-is-declared-is-carried-out", ActivationEnded, books=ADND)
def what_is_declared_is_carried_out(event: ActivationEnded, scene: Scene) -> Iterator[Breach]:
    """What was declared is done in its moment, by whoever is still able to."""
    me = scene.fighters[event.who]
    kinds = CARRIED_OUT.get(type(me.declared))
    if kinds is None or scene.number != 1 or scene.stage != "passes" or not me.can_act or me.felled:
        return
    if not me.names.isdisjoint(HINDERED) or isinstance(me.declared, orders.Mount | orders.Dismount):
        return
    if isinstance(me.declared, orders.Leave) and not _at_the_edge(scene, me):
        return
    done = scene.events[scene.activated : scene.seq]
    if not any(type(e).__name__ in kinds and e.because == me.told for e in done):
        yield BINDS, f"{me.id} has declared {type(me.declared).__name__}, and does not do it"


def _at_the_edge(scene: Scene, me: Fighter) -> bool:
    """Does it stand at the edge of the map still (adnd.move.off-map)? Whoever falls off a mount may not."""
    terrain = scene.terrain
    y, x = divmod(me.square, terrain.stride)
    return x == 0 or y == 0 or x + me.span == terrain.width or y + me.span == terrain.height


@invariant("what-is-declared-was-ordered", Declared, books=ADND)
def what_is_declared_was_ordered(event: Declared, scene: Scene) -> Iterator[Breach]:
    """Each declaration stands for an order that somebody has just given, or that a rule has."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if not isinstance(source, OrderGiven | OrderForced) or source.who != event.who:
        yield DECLARE, f"{event.who} has declared something, and nobody has ordered it"
    if scene.stage != "declare":
        yield DECLARE, f"{event.who} has declared something in the {scene.stage}"


@invariant("attacks-come-of-orders", AttackMade, books=ADND)
def attacks_come_of_orders(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """
    An attack comes of an order or answer of the attacker's, or answers the attack of another; it is aimed as ordered.
    """
    if event.how in ("parry", "block", "trap"):
        source = scene.events[event.because] if event.because >= 0 else None
        if event.how == "parry" and (type(source) is not AttackMade or source.attacker != event.target):
            yield "adnd.parry.roll", f"{event.attacker} parries what {event.target} has not struck"
        return
    answered = scene.events[event.because] if event.because >= 0 else None
    if event.how == "disarm" and type(answered) is AttackMade and answered.target == event.attacker:
        if scene.option("disarm_rule", "seed") != "opposed" or answered.how != "disarm":
            yield "adnd.variant.disarm.opposed", f"{event.attacker} rolls for its weapon against {event.target}"
        return
    if event.how == "astray":
        source = scene.events[event.because]
        if type(source) is not Fumbled or source.who != event.attacker:
            yield "adnd.variant.fumble.short-table", f"a blow of {event.attacker} goes astray, and it has not fumbled"
        return
    root = scene.root()
    if root is None:
        forced = scene.events[event.because] if event.because >= 0 else None
        if type(forced) is OrderForced and forced.who == event.attacker:
            return
        yield BINDS, f"{event.attacker} attacks {event.target}, and nobody has chosen that"
        return
    if root.who != event.attacker:
        yield BINDS, f"{event.attacker} attacks {event.target} on a choice of {root.who}"
        return
    chosen = root.order if type(root) is OrderGiven else root.answer
    if not isinstance(chosen, orders.Attack | orders.Charge):
        return
    me = scene.fighters[event.attacker]
    natural = event.weapon in me.weapons and me.weapons[event.weapon].category == "natural"
    if chosen.weapon != event.weapon and not natural:
        yield BINDS, f"{event.attacker} was to attack with {chosen.weapon}, and does with {event.weapon}"
    how = getattr(chosen, "how", "strike")
    if how != event.how and not (how == "strike" and event.how in ("punch", "hostage")):
        yield BINDS, f"{event.attacker} was to {how}, and does {event.how}"
    if event.mode == "melee" and chosen.target != event.target:
        yield BINDS, f"{event.attacker} was to attack {chosen.target}, and attacks {event.target}"


@invariant("attacks-that-are-ordered-are-made", OrderGiven, books=ADND)
def attacks_that_are_ordered_are_made(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """Whoever orders an attack makes it, unless it is struck down, or its weapon from its hand, before."""
    order = event.order
    if not isinstance(order, orders.Attack) or event.cost == "declaration":
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 80]:
        if later.because == scene.seq and isinstance(later, AttackMade) and later.attacker == event.who:
            return
        if type(later).__name__ in ("MissilesLoosed", "TargetDrawn", "AttacksLost", "DisarmDecided", "ActionLost"):
            return
        if type(later) is AttackMade and (later.free or later.how in ("parry", "block", "trap", "disarm")):
            return
        if type(later) in (GroupCalled, RoundClosed, FightEnded, OrderGiven, ActivationBegan):
            yield BINDS, f"{event.who} orders an attack on {order.target}, and makes none"
            return


@invariant("the-dead-do-nothing", AttackMade, ActivationBegan, books=ADND)
def the_dead_do_nothing(event: Any, scene: Scene) -> Iterator[Breach]:
    """Nobody acts who is out of the fight, and nobody strikes at the dead or those who have left."""
    who = event.attacker if type(event) is AttackMade else event.who
    if not scene.fighters[who].names.isdisjoint(OUT):
        yield "adnd.core.action.stopped", f"{who} acts, and is out of the fight"
    if type(event) is AttackMade and scene.fighters[event.target].has("dead", "gone"):
        yield "adnd.core.attack-roll", f"{who} attacks {event.target}, which is out of the fight"


DONE = {
    Drew: (orders.Draw,),
    Sheathed: (orders.Sheathe,),
    PickedUp: (orders.PickUp,),
    Shifted: (orders.Step,),
    ShieldStrapped: (orders.ReadyShield, orders.LooseShield),
    ShieldRuined: (orders.LooseShield,),
    Waited: (orders.Delay,),
}


@invariant("what-is-done-was-ordered", *DONE, books=ADND)
def what_is_done_was_ordered(event: Any, scene: Scene) -> Iterator[Breach]:
    """What nobody but oneself brings about comes of one's own order or choice."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    order = getattr(source, "order", None)
    if type(order) in DONE[type(event)] and getattr(source, "who", "") == event.who:
        return
    if type(event) in (PickedUp, ShieldStrapped, ShieldRuined) and source is not None:
        return
    yield BINDS, f"{type(event).__name__}: {event.who} does it, and has not chosen to"
