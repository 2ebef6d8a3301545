"""What is in hand: weapons drawn, put away, dropped, picked up, hurled; shields on and off; grips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import missiles, places
from sim.audit.adnd.fold import DOWN, HELPLESS, Fighter, Scene, hands
from sim.audit.claims import Breach, invariant
from sim.events import equipment, orders
from sim.events.adnd import (
    AttackMade,
    GroupCalled,
    ItemSaveRolled,
    PercentRolled,
    RoundClosed,
    RoundOpened,
    WeaponChanged,
)
from sim.events.adnd_fumbles import WeaponFlew
from sim.events.adnd_hands import GripChanged, OtherHandUsed, ShieldRuined
from sim.events.adnd_missile import HurledLanded, HurledRecovered, LeftUnloaded
from sim.events.conditions import ConditionBegan
from sim.events.course import FightEnded, OrderGiven
from sim.events.objects import ItemBroken, ShieldStrapped

ADND = ("adnd",)
CHANGE = "adnd.core.action.change-weapon"
SHEATHE = "adnd.core.action.sheathe"
NEGLIGIBLE = "adnd.core.action.negligible"
PICK_UP = "adnd.fumble.drop.pick-up"
LANDS = "adnd.missile.hurled-lands"
OCCUPIED = "adnd.style.weapon-shield.hand-occupied"
STRAP = "adnd.style.weapon-shield.remove"
SWITCH = "adnd.style.free-hand.switch-to-two-handed"


def cause(event: Any, scene: Scene) -> Any:
    """The event of which another comes; ``None`` when nothing entitles it."""
    return scene.events[event.because] if 0 <= event.because < scene.seq else None


def order_behind(event: Any, scene: Scene, who: str) -> Any:
    """The order of somebody of which an event comes directly; ``None`` when it comes of something else."""
    found = cause(event, scene)
    return found.order if type(found) is OrderGiven and found.who == who else None


def full(me: Fighter) -> int:
    """How many hands are taken by what it holds and by a strapped shield; a buckler leaves its hand free."""
    taken = 0
    for name in me.held:
        weapon = me.weapons.get(name)
        taken += 1 if weapon is None else 2 if me.two_handed(weapon) else hands(me.sheet, weapon)
    shield = me.sheet.shield
    return taken + int(bool(me.shielded) and shield is not None and shield.kind != "buckler")


@invariant("weapons-are-drawn-from-where-they-are", equipment.Drew, equipment.Sheathed, books=ADND)
def weapons_are_drawn_from_where_they_are(event: Any, scene: Scene) -> Iterator[Breach]:
    """What is drawn was carried, what is put away was in hand, and it was ordered."""
    me = scene.fighters[event.who]
    order = order_behind(event, scene, event.who)
    drawn = type(event) is equipment.Drew
    if drawn and event.weapon not in me.items:
        yield CHANGE, f"{me.id} draws {event.weapon}, which it does not carry"
    if not drawn and event.weapon not in me.held:
        yield SHEATHE, f"{me.id} puts away {event.weapon}, which it does not hold"
    if getattr(order, "weapon", "") != event.weapon or type(order) not in (orders.Draw, orders.Sheathe):
        yield CHANGE if drawn else SHEATHE, f"{me.id} {'draws' if drawn else 'puts away'} {event.weapon} unasked"
    if me.has("held", "pinned"):
        yield CHANGE, f"{me.id} changes weapons, and it is held"


@invariant("a-change-is-counted", equipment.Drew, books=ADND)
def a_change_is_counted(event: equipment.Drew, scene: Scene) -> Iterator[Breach]:
    """The first weapon drawn in a round is the free change of it."""
    me = scene.fighters[event.who]
    after = scene.events[scene.seq + 1 : scene.seq + 3]
    counted = any(type(e) is WeaponChanged and e.who == event.who for e in after)
    if len(after) == 2 and not me.changed and not counted:
        yield CHANGE, f"{me.id} draws {event.weapon}, and that does not count as its free change"


@invariant("two-hands-hold-no-more", equipment.Drew, equipment.PickedUp, equipment.Snatched, after=True, books=ADND)
def two_hands_hold_no_more(event: Any, scene: Scene) -> Iterator[Breach]:
    """Nobody holds more than two hands can; what is torn away and is too much falls at once."""
    me = scene.fighters[event.who]
    rest = scene.events[scene.seq + 1 :]
    let_go = type(event) is equipment.Snatched and (
        not rest or (type(rest[0]) is equipment.Dropped and (rest[0].who, rest[0].item) == (me.id, event.item))
    )
    if (taken := full(me)) > 2 and not let_go:
        yield OCCUPIED, f"{me.id} holds {', '.join(me.held)}, which takes {taken} hands"


@invariant("what-is-dropped-was-held", equipment.Dropped, books=ADND)
def what_is_dropped_was_held(event: equipment.Dropped, scene: Scene) -> Iterator[Breach]:
    """What falls was in somebody's hands, and falls where he stands."""
    me = scene.fighters[event.who]
    button = event.item == "button" and "adnd.called-shot.clothing.effect" in event.cites
    if event.item not in (*me.held, *me.gear, me.shielded) and not button:
        yield NEGLIGIBLE, f"{me.id} drops {event.item}, which it does not hold"
    if event.square not in scene.squares(me):
        yield NEGLIGIBLE, f"{me.id} drops {event.item} at {scene.name(event.square)}, and does not stand there"
    weapon = me.weapons.get(event.item)
    order = order_behind(event, scene, event.who)
    if isinstance(order, orders.Drop | orders.Draw) and weapon is not None and weapon.fastened:
        yield NEGLIGIBLE, f"{me.id} drops {event.item}, which is tied to its hand"


@invariant("what-is-picked-up-lay-there", equipment.PickedUp, HurledRecovered, books=ADND)
def what_is_picked_up_lay_there(event: Any, scene: Scene) -> Iterator[Breach]:
    """What is picked up lay in one's own or an adjacent square."""
    me = scene.fighters[event.who]
    if not any(thing[:2] == (event.item, event.square) for thing in scene.things):
        yield PICK_UP, f"{me.id} picks up {event.item} at {scene.name(event.square)}, and it does not lie there"
    if max(scene.terrain.gap(me.square, me.span, event.square, 1)) > 1:
        yield PICK_UP, f"{me.id} picks up {event.item} at {scene.name(event.square)}, out of its reach"


@invariant("hurled-weapons-land", HurledLanded, books=ADND)
def hurled_weapons_land(event: HurledLanded, scene: Scene) -> Iterator[Breach]:
    """What was hurled lies in the target's square, or the next beyond when it missed."""
    thrown = cause(event, scene)
    if type(thrown) is not AttackMade or thrown.mode != "hurled" or thrown.attacker != event.who:
        yield LANDS, f"{event.item} lands, and {event.who} has not hurled it"
        return
    if thrown.weapon != event.item:
        yield LANDS, f"{event.item} lands, and {event.who} has hurled {thrown.weapon}"
    me, target = scene.fighters[event.who], scene.fighters[thrown.target]
    parried = any(
        type(e) is AttackMade and e.how == "parry" and e.hit and e.because == event.because
        for e in scene.events[event.because : scene.seq]
    )
    right = target.square if thrown.hit and not parried else _beyond(scene, me, target)
    if event.square != right:
        yield LANDS, f"{event.item} lands at {scene.name(event.square)}, and ought to lie at {scene.name(right)}"


def _beyond(scene: Scene, me: Fighter, target: Fighter) -> int:
    """The next free square straight on beyond a target; its own when a wall or the edge of the map comes before."""
    terrain = scene.terrain
    facing = places.facing_to(scene, me.square, me.span, target.square, target.span)
    east, south = places.AHEAD[facing]
    taken = {
        square
        for fighter in scene.fighters.values()
        if not fighter.has("dead", "gone")
        for square in scene.squares(fighter)
    }
    here = target.square
    while True:
        there = here + south * terrain.stride + east
        if there not in terrain.symbol or there in terrain.solid:
            return target.square
        barrier = terrain.barrier(here, 1, there, 1, 1, 1)
        if not missiles.clear(scene, here, missiles.center(scene, there), there, barrier):
            return target.square
        if there not in taken:
            return there
        here = there


@invariant("what-is-hurled-lands", AttackMade, books=ADND)
def what_is_hurled_lands(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Whatever was hurled comes to lie somewhere."""
    if event.mode != "hurled" or scene.fighters[event.attacker].weapons[event.weapon].volley:
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 60]:
        if isinstance(later, HurledLanded | WeaponFlew) and later.who == event.attacker:
            return
        if type(later) is PercentRolled and later.about == "breaking" and later.happens:
            return
        if type(later) is ItemSaveRolled and later.owner == event.attacker and not later.success:
            return
        if type(later) in (RoundOpened, GroupCalled, RoundClosed, FightEnded):
            yield LANDS, f"{event.attacker} hurls {event.weapon}, and it lies nowhere"
            return


@invariant("one-change-is-free", WeaponChanged, books=ADND)
def one_change_is_free(event: WeaponChanged, scene: Scene) -> Iterator[Breach]:
    """The free change of weapon is had once a round, and comes of drawing."""
    me = scene.fighters[event.who]
    order = order_behind(event, scene, event.who)
    if me.changed:
        yield CHANGE, f"{me.id} has its free change of weapon a second time in the round"
    if not isinstance(order, orders.Draw | orders.ReadyShield):
        yield CHANGE, f"{me.id} has changed weapons without drawing one"


@invariant("shields-come-on-and-off-in-a-round", ShieldStrapped, ShieldRuined, books=ADND)
def shields_come_on_and_off_in_a_round(event: Any, scene: Scene) -> Iterator[Breach]:
    """A shield is strapped on or taken off by whoever has declared that, or its strap is cut by an edge."""
    me = scene.fighters[event.who]
    if me.sheet.shield is None:
        yield STRAP, f"{me.id} has no shield"
        return
    source = cause(event, scene)
    order = getattr(source, "order", None)
    if type(event) is ShieldStrapped:
        if event.on == me.shield_on:
            yield STRAP, f"{me.id}'s shield is {'on' if event.on else 'off'} its arm already"
        if event.on and (
            me.sheet.shield.name in me.broken or full(me) > (2 if me.sheet.shield.kind == "buckler" else 1)
        ):
            yield STRAP, f"{me.id} has no hand for its shield, or that is broken"
        right = orders.ReadyShield if event.on else orders.LooseShield
        if type(order) is not right and type(source) is not ConditionBegan:
            yield STRAP, f"{me.id}'s shield comes {'on' if event.on else 'off'} unasked"
    elif "adnd.style.weapon-shield.cut-strap" in event.cites:
        held = [me.weapons[name] for name in me.held if name in me.weapons]
        edged = [w for w in held if "slashing" in w.kinds or any("blades" in group for group in w.groups)]
        if type(order) is not orders.LooseShield or not edged:
            yield "adnd.style.weapon-shield.cut-strap", f"{me.id} cuts the strap of its shield without an edge"


@invariant("grips-change-at-the-start", GripChanged, books=ADND)
def grips_change_at_the_start(event: GripChanged, scene: Scene) -> Iterator[Breach]:
    """
    A weapon that may be used in one hand or in two changes from one to the other before initiative, by who knows both.
    """
    me = scene.fighters[event.who]
    weapon = me.weapons.get(event.weapon)
    if weapon is None or weapon.grip is None:
        yield SWITCH, f"{me.id} changes its grip on {event.weapon}, which has but one"
        return
    if event.two == (("two-handed-grip", event.weapon) in me.conditions):
        yield SWITCH, f"{me.id} holds {event.weapon} in {'two hands' if event.two else 'one hand'} already"
    if event.two and (len(me.held) != 1 or event.weapon not in me.held or full(me) > 1):
        yield SWITCH, f"{me.id} takes {event.weapon} in both hands, and they are not free"
    if scene.stage in ("passes", "blows") and event.two and type(cause(event, scene)) is OrderGiven:
        yield SWITCH, f"{me.id} changes its grip in the middle of the round"
    if (
        scene.stage == "declare"
        and order_behind(event, scene, event.who) is not None
        and ("free-hand" not in me.sheet.styles or "two-handed" not in me.sheet.styles)
    ):
        yield SWITCH, f"{me.id} changes its grip, and does not know both styles"


@invariant("the-other-hand-is-its-own", OtherHandUsed, books=ADND)
def the_other_hand_is_its_own(event: OtherHandUsed, scene: Scene) -> Iterator[Breach]:
    """Both hands count from the first use of the other one on, once a round."""
    me = scene.fighters[event.who]
    if me.other:
        yield "adnd.style.free-hand.secondary.penalty", f"{me.id} uses its other hand for {event.use}, and did before"
    if event.use == "shield" and not me.shielded:
        yield "adnd.style.weapon-shield.manoeuvre.penalty", f"{me.id} uses a shield that is not on its arm"
    if event.use == "hand" and full(me) > 1:
        yield OCCUPIED, f"{me.id} uses its other hand, which is not free"


@invariant("what-cannot-be-loaded-stays-so", LeftUnloaded, equipment.Reloaded, books=ADND)
def what_cannot_be_loaded_stays_so(event: Any, scene: Scene) -> Iterator[Breach]:
    """A crossbow that was shot by one hand, or a heavy one in the saddle, is unloaded; it is loaded again with two."""
    me = scene.fighters[event.who]
    weapon = me.weapons[event.weapon]
    no_hand = bool(me.shielded) or any(name != weapon.name for name in me.held)
    saddle = bool(me.mount) and (weapon.base or weapon.name) == "heavy crossbow"
    if type(event) is LeftUnloaded:
        if not no_hand and not saddle:
            yield missiles.HANDS, f"{me.id} leaves {weapon.name} unloaded, and could load it"
    elif no_hand or saddle or weapon.name not in me.held or weapon.name not in me.unloaded:
        yield missiles.HANDS, f"{me.id} loads {weapon.name}, and cannot"


@invariant("what-cannot-be-loaded-is-told", AttackMade, books=ADND)
def what_cannot_be_loaded_is_told(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A launcher that cannot be loaded after its shot is left so."""
    me = scene.fighters[event.attacker]
    weapon = me.weapons.get(event.weapon)
    if event.mode != "missile" or weapon is None or not weapon.missiles:
        return
    no_hand = bool(me.shielded) or any(name != weapon.name for name in me.held)
    saddle = bool(me.mount) and (weapon.base or weapon.name) == "heavy crossbow"
    if not no_hand and not saddle:
        return
    for later in scene.events[scene.seq + 1 : scene.seq + 60]:
        if type(later) is LeftUnloaded and later.who == me.id:
            return
        if type(later) in (GroupCalled, RoundClosed, FightEnded):
            yield missiles.HANDS, f"{me.id} has shot {weapon.name} and cannot load it, and that is not told"
            return


@invariant("the-senseless-hold-nothing", RoundOpened, books=ADND)
def the_senseless_hold_nothing(event: RoundOpened, scene: Scene) -> Iterator[Breach]:
    """Whoever is unconscious, or has given up, holds no weapon that can be let go."""
    for fighter in scene.fighters.values():
        if fighter.names.isdisjoint((DOWN | HELPLESS) & {"unconscious", "dying", "stable", "surrendered"}):
            continue
        kept = [name for name in fighter.held if name in fighter.weapons and not fighter.weapons[name].fastened]
        if kept:
            yield "adnd.core.unconscious", f"{fighter.id} lies there and holds {', '.join(kept)}"


@invariant("what-strikes-is-in-hand", AttackMade, books=ADND)
def what_strikes_is_in_hand(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A blow is struck with what is in hand, with natural weapons, fists, or the shield on the arm; each of use."""
    me = scene.fighters[event.attacker]
    weapon = me.weapons.get(event.weapon)
    if weapon is None:
        if event.weapon != "touch":
            yield "adnd.core.attack-roll", f"{me.id} has no {event.weapon}"
        return
    if ("fouled", event.weapon) in me.conditions:
        yield "adnd.fumble.table.62-63", f"{me.id} strikes with {event.weapon}, which is stuck"
    if ("misaligned", event.weapon) in me.conditions and event.how != "parry":
        yield "adnd.disarm.two-handed.partial", f"{me.id} strikes with {event.weapon}, which is out of line"
    if event.mode != "melee" or weapon.category in ("natural", "unarmed"):
        return
    if event.weapon == me.shielded or event.how in ("shield-punch", "shield-rush"):
        if event.weapon != me.shielded:
            yield "adnd.shield-punch.shields", f"{me.id} strikes with {event.weapon}, which is not on its arm"
        return
    if event.weapon not in me.held:
        yield "adnd.core.attack-roll", f"{me.id} strikes with {event.weapon}, which is not in its hand"
    elif hands(me.sheet, weapon) == 2 and full(me) > 2:
        yield "adnd.style.two-handed.weapons-required", f"{me.id} has not both hands for {event.weapon}"
    elif hands(me.sheet, weapon) > 2:
        yield "adnd.style.two-handed.oversize-weapon", f"{event.weapon} is too big for {me.id}"


@invariant("what-is-broken-was-its-own", ItemBroken, books=ADND)
def what_is_broken_was_its_own(event: ItemBroken, scene: Scene) -> Iterator[Breach]:
    """What breaks belongs to whom it is said to."""
    owner = scene.fighters[event.owner]
    known = {*owner.weapons, *owner.gear, owner.sheet.shield.name if owner.sheet.shield is not None else ""}
    if event.item not in known:
        yield "adnd.fumble.table.83-86", f"{event.owner} has no {event.item} that might break"


@invariant("blows-are-struck-from-here", AttackMade, books=ADND)
def blows_are_struck_from_here(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A blow in melee reaches its target, over nobody who is in the way, and goes into the attacker's own front."""
    if event.mode != "melee" or event.how in ("trap", "hostage", "astray"):
        return
    me, target = scene.fighters[event.attacker], scene.fighters[event.target]
    if event.how in ("parry", "block"):
        return
    weapon = me.weapons.get(event.weapon, me.sheet.unarmed)
    if rule := places.strikes(scene, me, target, weapon, turned=False):
        yield rule, f"{me.id} at {scene.name(me.square)} strikes {target.id} with {weapon.name}, and cannot from there"
