"""Riders and mounts: one space, the mount's two actions, checks in the saddle, falls."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.claims import Breach, invariant
from sim.audit.fold import BEGINNINGS, Beginning, Scene
from sim.events import orders
from sim.events.aftermath import RecoveryRolled
from sim.events.attacks import CheckRolled, DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import OrderGiven
from sim.events.grapple import GrappleBegan
from sim.events.riding import Dismounted, Mounted, MoveActionLost, RideBegan, TurnLost

NAME = "riders-ride-by-the-rules"
SHARED = "d20.mounted.initiative-and-space"
ROW = "d20.action.move.mount-dismount"
FRIGHTENED = "d20.mounted.frightened-mounts"
CONTROL = "d20.mounted.control.dc"
MOUNT_FALLS = "d20.mounted.mount-falls"
RIDER_FALLS = "d20.mounted.rider-unconscious"
DCS = {CONTROL: 20, "d20.mounted.guide-with-knees": 5, MOUNT_FALLS: 15, "d20.mount.fast.dc": 20}
"""What a Ride check is against, by its rule."""

AFOOT = (orders.Move, orders.Step, orders.Run, orders.Withdraw, orders.Charge, orders.BullRush, orders.StandUp)


@invariant(NAME, RideBegan)
def two_actions(event: RideBegan, scene: Scene) -> Iterator[Breach]:
    """A mount has two actions in its rider's turn, and is able to use them."""
    rider, mount = scene.fighters[event.who], scene.fighters[event.mount]
    scene.notes["ridden", event.because] = mount.id
    order = getattr(scene.events[event.because], "order", None)
    if not isinstance(order, orders.Ride | orders.Overrun) or scene.events[event.because].who != rider.id:
        yield SHARED, f"{rider.id} rides, and did not choose to"
    if rider.mount != mount.id:
        yield SHARED, f"{rider.id} rides {mount.id}, and sits on {rider.mount or 'nothing'}"
    actions = scene.turn.spurred + (2 if event.mode in ("double", "run", "charge") else 1)
    if actions > 2 or not mount.can_act:
        yield "d20.turn.budget", f"{mount.id} takes {actions} actions to move, and two are the most"


@invariant(NAME, OrderGiven)
def what_riders_do(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """In the saddle nobody walks; a frightened mount comes first; one blow from a mount that has moved."""
    me, order = scene.fighters[event.who], event.order
    if me.rider:
        yield SHARED, f"{me.id} acts of its own will, with {me.rider} in the saddle"
    if not me.mount:
        return
    if isinstance(order, AFOOT):
        yield SHARED, f"{me.id} goes about on foot, and sits on {me.mount}"
    tame = (orders.ControlMount, orders.Dismount, orders.End, orders.Surrender)
    if "unruly" in me.names and not isinstance(order, tame):
        yield FRIGHTENED, f"{me.id} does something else than control {me.mount}"
    if isinstance(order, orders.FullAttack) and scene.turn.ridden > 3:
        weapon = me.weapons.get(order.weapon)
        if weapon is None or not weapon.increment:
            yield "d20.mounted.melee-limit", f"{me.id} strikes all its blows after {scene.turn.ridden} half squares"


@invariant(NAME, *BEGINNINGS, after=True)
def frightened_mounts(event: Beginning, scene: Scene) -> tuple[()]:
    """Whoever sits on a mount that is not trained for war has to control it."""
    me = scene.fighters[event.who]
    if not scene.begins(event):
        return ()
    if me.mount and me.can_act and not scene.fighters[me.mount].sheet.war_trained:
        scene.owe(("unruly", me.id), NAME, FRIGHTENED, f"{me.mount} is not frightened by combat")
    return ()


@invariant(NAME, GrappleBegan)
def no_hold_in_the_saddle(event: GrappleBegan, scene: Scene) -> Iterator[Breach]:
    """Who rides is in the space of its mount, and shares no grapple's."""
    for who in (event.who, event.other):
        if scene.fighters[who].mount:
            yield SHARED, f"{event.who} grapples {event.other}, and {who} sits on {scene.fighters[who].mount}"


@invariant(NAME, ConditionBegan, about=("unruly", "reining"))
def reins(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Unruly at the start of a turn; a hand on the reins when the knees failed."""
    cause = scene.events[event.because] if event.because >= 0 else None
    if event.condition == "unruly" and not scene.pay(("unruly", event.who)):
        yield FRIGHTENED, f"{event.who} has to control a mount that is trained for war"
    if event.condition == "reining" and not (type(cause) is CheckRolled and not cause.success):
        yield "d20.mounted.guide-with-knees", f"{event.who} holds the reins, and its knees did not fail"


@invariant(NAME, ConditionEnded, about=("unruly",))
def under_control(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """A Ride check of 20 brings a mount under control."""
    cause = scene.events[event.because] if event.because >= 0 else None
    timer = scene.fighters[event.who].timers.get(("unruly", event.other), ("", 0))
    checked = type(cause) is CheckRolled and cause.success and CONTROL in cause.cites
    if timer[1] > 0 and not checked:
        yield CONTROL, f"{event.who} has its mount under control without a check"


@invariant(NAME, CheckRolled, after=True)
def failed_checks(event: CheckRolled, scene: Scene) -> tuple[()]:
    """A check that fails costs a move action or the turn."""
    if event.check == "ride" and not event.success:
        if CONTROL in event.cites:
            scene.owe(("lost", scene.seq), NAME, "d20.mounted.control.failure", f"{event.who} loses nothing by it")
        elif "d20.mount.fast.dc" in event.cites:
            scene.owe(("lost", scene.seq), NAME, "d20.mount.fast.failure", f"{event.who} pays nothing for it")
    return ()


@invariant(NAME, MoveActionLost, TurnLost)
def what_failure_costs(event: MoveActionLost | TurnLost, scene: Scene) -> Iterator[Breach]:
    """Only after a failed check."""
    if not scene.pay(("lost", event.because)):
        yield ROW, f"{event.who} loses an action, and has failed at nothing"


@invariant(NAME, Mounted)
def into_the_saddle(event: Mounted, scene: Scene) -> Iterator[Breach]:
    """Onto a free, larger, four-legged creature of one's own side, from beside it."""
    me, mount = scene.fighters[event.who], scene.fighters[event.mount]
    gap = scene.terrain.distance(me.square, me.span, mount.square, mount.span)
    if me.mount or mount.rider or me.side != mount.side or gap != 1:
        yield ROW, f"{me.id} mounts {mount.id}, {gap} squares away, ridden by {mount.rider or 'nobody'}"
    if mount.rank <= me.rank or mount.sheet.legs < 4:
        yield ROW, f"{me.id} mounts {mount.id}, which cannot carry it"


@invariant(NAME, Dismounted)
def out_of_the_saddle(event: Dismounted, scene: Scene) -> Iterator[Breach]:
    """From the mount that one sits on, to a free place beside it or under it."""
    me, mount = scene.fighters[event.who], scene.fighters[event.mount]
    if me.mount != mount.id or mount.rider != me.id:
        yield ROW, f"{me.id} is out of the saddle of {mount.id}, and was not in it"
    if event.span != me.own_span:
        yield ROW, f"{me.id} takes {event.span} squares on foot, and it ought to take {me.own_span}"
    if MOUNT_FALLS in event.cites and me.can_act and "dead" not in me.names:
        scene.owe(("soft fall", me.id), NAME, MOUNT_FALLS, f"{me.id} falls with its mount, and rolls for nothing")


@invariant(NAME, CheckRolled)
def soft_falls(event: CheckRolled, scene: Scene) -> tuple[()]:
    """The check for a soft fall."""
    if MOUNT_FALLS in event.cites:
        scene.pay(("soft fall", event.who))
        if not event.success:
            scene.owe(("tumble", event.who), NAME, MOUNT_FALLS, f"{event.who} is not hurt by the fall")
    return ()


@invariant(NAME, RecoveryRolled)
def staying_in_the_saddle(event: RecoveryRolled, scene: Scene) -> Iterator[Breach]:
    """Half of the unconscious stay, three quarters in a military saddle; the others fall."""
    if event.to != "stay":
        return
    me = scene.fighters[event.who]
    chance = 75 if any(gear.name == "military saddle" for gear in me.sheet.gear) else 50
    value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
    if not me.mount or event.chance != chance or event.success != (1 <= value <= chance):
        yield RIDER_FALLS, f"{me.id} rolls {value} for {event.chance} in a hundred, and {chance} is right"
    if not event.success:
        scene.owe(("tumble", me.id), NAME, RIDER_FALLS, f"{me.id} is not hurt by the fall")


@invariant(NAME, DamageDealt)
def falls_hurt(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """1d6 for a fall out of the saddle."""
    rule = next((rule for rule in (MOUNT_FALLS, RIDER_FALLS) if rule in event.cites), "")
    if not rule:
        return
    scene.pay(("tumble", event.target))
    values = [die.value for die in event.dice]
    if [die.sides for die in event.dice] != [6] or event.amount != sum(values) or event.nonlethal:
        yield rule, f"{event.target} takes {event.amount} by a fall on {values}, and it is 1d6"
