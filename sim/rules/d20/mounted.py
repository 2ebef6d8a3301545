"""
Riders (d20.mounted.*): control, charging, shooting from the saddle, casting there, falls.

The mount has no turn of its own while it is ridden: in the rider's turn it has two actions to move with. It takes the
opportunities that its movement offers; the rider's own blows reach from the whole space that they share. Who rides is
not pushed, overrun or seized: its mount stands there, or it is tripped out of the saddle first; nor does it seize
anybody, into whose space it would have to get. Decided: a rider whose hands are full guides with the knees at the start
of its turn, by a check; whoever falls or gets down without choosing a square lands on the lowest free one, under the
mount if that is dead, else beside it.
"""

from __future__ import annotations

from typing import get_args

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled, DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import (
    Attack,
    BullRush,
    Charge,
    ControlMount,
    Dismount,
    DropProne,
    End,
    FullAttack,
    Mount,
    Move,
    Order,
    Overrun,
    Ride,
    Run,
    StandUp,
    Step,
    Surrender,
    Withdraw,
)
from sim.events.riding import Dismounted, RideBegan, TurnLost
from sim.grid.bits import squares
from sim.grid.movement import line_clear, straight_line
from sim.rules.d20 import aoo, charge, move, scores, special, spell, threat, turn, wounds
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.declare import CHARGING, MELEE, RANGED, RULES, Blow, at_turn_start, constraint, on_attack, procedure
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DEAD, DISABLED, MOUNTED, PRONE, REINING, UNRULY
from sim.state.creature import Creature
from sim.table import Table

FRIGHTENED = "d20.mounted.frightened-mounts"
CONTROL = "d20.mounted.control.dc"
CONTROLLED = "d20.mounted.control.success"
UNCONTROLLED = "d20.mounted.control.failure"
KNEES = "d20.mounted.guide-with-knees"
HIGHER_GROUND = "d20.mounted.higher-ground"
CHARGE = "d20.mounted.charge"
CHARGE_LANCE = "d20.mounted.charge-lance"
LANCE_ONE_HAND = "d20.mounted.lance-one-hand"
RANGED_DOUBLE = "d20.mounted.ranged-double-move"
RANGED_RUN = "d20.mounted.ranged-run"
RANGED_TIMING = "d20.mounted.ranged-timing"
MELEE_LIMIT = "d20.mounted.melee-limit"
SHARED = "d20.mounted.initiative-and-space"
STATIONARY = "d20.mounted.spell.stationary"
NORMAL_MOVE = "d20.mounted.spell.normal-move"
DOUBLE_MOVE = "d20.mounted.spell.double-move"
MOUNT_FALLS = "d20.mounted.mount-falls"
RIDER_FALLS = "d20.mounted.rider-unconscious"

CONTROL_DC, KNEES_DC, SOFT_FALL_DC = 20, 5, 15
STAYS, STAYS_WELL = 50, 75
"""In a hundred: an unconscious rider keeps its seat, in a military saddle."""
SADDLE = "military saddle"
STRIDE = 3
"""Half squares of a 5-foot step."""


def mount_of(battle: Battle, me: Creature) -> Creature | None:
    """What it rides."""
    return battle.creatures[me.mount] if me.mount else None


def body(battle: Battle, me: Creature) -> Creature:
    """Who does the moving: the mount of a rider, else itself."""
    return battle.creatures[me.mount] if me.mount else me


def ride_parts(me: Creature, rule: str) -> tuple[Modifier, ...]:
    """The parts of a Ride check."""
    return scores.skill_parts(me, "ride", rule)


def ride_check(table: Table, me: Creature, dc: int, because: int, *cites: str) -> tuple[bool, int]:
    """A Ride check, and the number of its event."""
    parts = ride_parts(me, cites[0])
    (die,) = table.roll(20)
    total = die.value + sum(part.value for part in parts)
    event = CheckRolled(because, me.id, "ride", dc, total, parts, total >= dc, cites, (die,))
    return event.success, table.tell(event)


# ---- control --------------------------------------------------------------------------------------------------


@at_turn_start(MOUNTED)
def take_the_reins(table: Table, me: Creature, because: int) -> None:
    """A mount that is not war-trained is frightened; whose hands are full guides the mount with the knees."""
    if me.flags & CANNOT_ACT:
        return
    mount = table.battle.creatures[me.mount]
    if not mount.sheet.war_trained:
        table.tell(ConditionBegan(because, me.id, "unruly", (FRIGHTENED,), mount.id, ender=me.id))
    if hands_full(me):
        guided, seq = ride_check(table, me, KNEES_DC, because, KNEES)
        if not guided:
            table.tell(ConditionBegan(seq, me.id, "reining", (KNEES,), ender=me.id))


def hands_full(me: Creature) -> bool:
    """Has it something in each hand, or something for both?"""
    from sim.rules.d20 import weapon

    both = (me.weapons[name] for name in me.held if name in me.weapons)
    return weapon.hands_free(me) < 1 or any(each.category in ("two-handed", "ranged") for each in both)


_UNRULY = (ControlMount, Dismount, End, Surrender)


@constraint(FRIGHTENED, *[kind for kind in get_args(Order) if kind not in _UNRULY], flags=UNRULY)
def out_of_control(battle: Battle, me: Creature, order: Order) -> bool:
    """Before its frightened mount is under control, a rider does nothing else."""
    return True


@constraint(CONTROL, ControlMount)
def nothing_to_control(battle: Battle, me: Creature, order: ControlMount) -> bool:
    """Only a frightened mount that is not yet under control."""
    return not me.flags & UNRULY


@procedure(ControlMount)
def control(me: Creature, order: ControlMount, table: Table, because: int) -> None:
    """A Ride check of 20; if it fails, the turn is lost."""
    if not aoo.provoke(table, me, "control-mount", because) or not me.mount:
        return
    success, seq = ride_check(table, me, CONTROL_DC, because, CONTROL)
    if success:
        table.tell(ConditionEnded(seq, me.id, "unruly", (CONTROLLED,), me.mount))
    else:
        table.tell(TurnLost(seq, me.id, (UNCONTROLLED,)))


@constraint(KNEES, Attack, FullAttack, Ride, flags=REINING)
def one_hand_on_the_reins(battle: Battle, me: Creature, order: Attack | FullAttack | Ride) -> bool:
    """Whose knees did not do has one hand left for weapons."""
    weapon = me.weapons.get(order.weapon)
    if weapon is None:
        return False
    both = weapon.category in ("two-handed", "ranged") and "lance" not in weapon.traits
    return both or weapon.two_handed or bool(getattr(order, "off_hand", ""))


# ---- modifiers ------------------------------------------------------------------------------------------------


@on_attack(MELEE, flags=MOUNTED)
def higher_ground(blow: Blow) -> Modifier | None:
    """From the saddle against whoever is on foot and smaller than the mount."""
    me, target = blow.attacker, blow.target
    if not me.mount or target.mount or target.rider:
        return None
    mount = blow.battle.creatures[me.mount]
    if passing.RANK[target.sheet.size] >= passing.RANK[mount.sheet.size]:
        return None
    return Modifier(1, "higher ground", HIGHER_GROUND)


@on_attack(RANGED, flags=MOUNTED)
def shaken_aim(blow: Blow) -> Modifier | None:
    """From a mount at a double move, or at a run."""
    now = blow.battle.turn
    if now.who != blow.attacker.id or now.gait not in ("double", "run"):
        return None
    blow.cites.append(RANGED_TIMING)
    return Modifier(-4, "mount", RANGED_DOUBLE) if now.gait == "double" else Modifier(-8, "mount", RANGED_RUN)


def lances(blow: Blow) -> tuple[int, tuple[str, ...]]:
    """What a lance in the saddle adds to the multiplier of its damage, and the rules."""
    cites = (LANCE_ONE_HAND,) if blow.attacker.shield_on else ()
    return (1, (*cites, CHARGE_LANCE)) if blow.bits & CHARGING else (0, cites)


def lancer(me: Creature) -> bool:
    """Has it a lance among its weapons?"""
    return any("lance" in weapon.traits for weapon in me.weapons.values())


@constraint(LANCE_ONE_HAND, Attack, FullAttack, Charge, whose=lancer)
def lance_on_foot(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool:
    """On foot a lance needs both hands."""
    weapon = me.weapons.get(order.weapon)
    return weapon is not None and "lance" in weapon.traits and threat.no_lance(me)


@constraint(MELEE_LIMIT, FullAttack, flags=MOUNTED)
def too_fast_for_more(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """From a mount that has gone farther than five feet only one blow can be struck; shots are another matter."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon is None or special.is_shot(battle, me, target, weapon):
        return False
    return battle.turn.ridden > STRIDE


@constraint(RANGED_TIMING, Attack, FullAttack, flags=MOUNTED)
def too_late_to_shoot(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """In a double move or a run the shot is made halfway, with the order to ride."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if target is None or weapon is None or battle.turn.gait not in ("double", "run"):
        return False
    return special.is_shot(battle, me, target, weapon)


@spell.distraction
def in_the_saddle(battle: Battle, me: Creature) -> spell.Distraction | None:
    """The mount's movement this turn: none, a normal move, more than that."""
    now = battle.turn
    if not me.flags & MOUNTED or now.who != me.id or not now.ridden:
        return None
    if now.gait in ("double", "run", "charge"):
        return spell.Distraction(15, "riding hard", (DOUBLE_MOVE,))
    return spell.Distraction(10, "riding", (NORMAL_MOVE,))


def undisturbed(battle: Battle, me: Creature) -> tuple[str, ...]:
    """The rule by which a caster needs no check: its mount has not moved this turn."""
    now = battle.turn
    return (STATIONARY,) if now.who == me.id and not now.ridden else ()


# ---- riding ---------------------------------------------------------------------------------------------------

_ON_FOOT = (Move, Step, Run, Withdraw, Charge, BullRush, StandUp, DropProne, Mount)


@constraint(SHARED, *_ON_FOOT, flags=MOUNTED)
def the_mount_moves(battle: Battle, me: Creature, order: Order) -> bool:
    """In the saddle it is the mount that moves."""
    return True


@constraint(SHARED, BullRush, Overrun, Charge)
def the_mount_stands_there(battle: Battle, me: Creature, order: BullRush | Overrun | Charge) -> bool:
    """A rider is not pushed or run down in the saddle: the mount stands there."""
    if type(order) is Charge and order.how != "bull-rush":
        return False
    target = battle.creatures.get(order.target)
    return target is not None and bool(target.mount)


def way(battle: Battle, me: Creature, order: Ride) -> tuple[int, ...]:
    """The path of the mount; empty if there is none."""
    mount = battle.creatures[me.mount]
    ground, span = battle.ground, move.own_span(mount)
    if not ground.inside >> order.to & 1 or order.to == mount.square:
        return ()
    if order.mode in ("run", "charge"):
        return straight_line(ground, mount.square, span, order.to)
    budget = move.speed(mount) * (2 if order.mode == "double" else 1)
    if order.via:
        return move.way(battle, mount, Move(order.to, order.via), budget)
    area = move.reach(battle, mount, budget)
    return area.path(order.to) if (area.reached | area.squeezed) >> order.to & 1 else ()


@constraint(SHARED, Ride)
def cannot_ride(battle: Battle, me: Creature, order: Ride) -> tuple[str, ...]:
    """The mount is able, has the actions left and a way; what the rider does on it fits its own turn."""
    mount = mount_of(battle, me)
    now = battle.turn
    if mount is None or mount.flags & (CANNOT_ACT | PRONE) or mount.grapplers:
        return (SHARED,)
    if now.spurred + (1 if order.mode == "move" else 2) > (1 if now.restricted or mount.flags & DISABLED else 2):
        return (turn.BUDGET,)
    if passing.no_room(battle, mount, order.to):
        return (passing.STOP,)
    if order.mode == "run" and (rules := RULES.refusal(battle, mount, Run(order.to))):
        return rules
    path = way(battle, me, order)
    if not path:
        return (move.NORMAL,)
    if now.blows > 1 or now.attacks:
        return (MELEE_LIMIT,)
    if now.shot and now.spurred + (order.mode != "move"):
        return (RANGED_TIMING,)
    return _why_no_deed(battle, me, mount, order)


def _why_no_deed(battle: Battle, me: Creature, mount: Creature, order: Ride) -> tuple[str, ...]:
    """What forbids the shot on the way, or the blow at the end of the charge."""
    target, weapon = battle.creatures.get(order.target), me.weapons.get(order.weapon)
    if order.mode == "charge":
        if target is None or weapon is None or target.side == me.side or not target.active:
            return (CHARGE,)
        reach = threat.span_of_reach(me, weapon)
        gap = battle.ground.distance(mount.square, 1, order.to, 1)
        if weapon not in threat.melee_weapons(me) or order.to not in charge.spaces(battle, mount, target, reach):
            return (charge.CLOSEST,)
        if not 2 <= gap <= 2 * move.speed(mount) or battle.turn.ridden:
            return (charge.MAX_DISTANCE,)
        blocked = charge.obstacles(battle, mount, target)
        ground, swims = battle.ground, move.swims(mount)
        if line_clear(ground, mount.square, mount.span, order.to, blocked, swimmer=swims) is not None:
            return (charge.CLEAR,)
        return ()
    if not order.target:
        return ()
    if target is None or weapon is None or order.mode == "move" or weapon.category != "ranged":
        return (RANGED_TIMING,)
    return special.why_not(battle, me, Attack(order.target, order.weapon))


@procedure(Ride)
def ride(me: Creature, order: Ride, table: Table, because: int) -> None:
    """The mount goes; halfway the rider may shoot, at the end of a charge it strikes."""
    battle = table.battle
    mount = battle.creatures[me.mount]
    path = way(battle, me, order)
    table.tell(RideBegan(because, me.id, mount.id, order.mode, (SHARED,)))
    if order.mode == "charge":
        for who in (me, mount):
            rules = (charge.AC_PENALTY, CHARGE)
            table.tell(ConditionBegan(because, who.id, "charged", rules, ender=me.id))
        if not move.walk(table, mount, path, "charge", because, (charge.MAX_DISTANCE,)) or not me.mount:
            return
        if me.flags & CANNOT_ACT or not battle.creatures[order.target].active:
            return
        blow = Attack(order.target, order.weapon)
        special.make(table, me, blow, because, bits=CHARGING, cites=(charge.SINGLE,))
        return
    gait = "run" if order.mode == "run" else "walk"
    if not order.target:
        move.walk(table, mount, path, gait, because)
        return
    half = len(path) // 2
    if half and not move.walk(table, mount, path[: half + 1], gait, because, (RANGED_TIMING,), onward=True):
        return
    if not me.mount or me.flags & CANNOT_ACT:
        return
    shot = Attack(order.target, order.weapon)
    if not special.why_not(battle, me, shot):
        special.make(table, me, shot, because, cites=(RANGED_TIMING,))
    if me.mount and not mount.flags & (CANNOT_ACT | PRONE) and mount.square == path[half]:
        move.walk(table, mount, path[half:], gait, because)


# ---- falls ----------------------------------------------------------------------------------------------------


def landing(battle: Battle, rider: Creature, mount: Creature) -> int:
    """Where somebody lands who falls out of the saddle: the lowest free square, under a dead mount, else beside it."""
    ground = battle.ground
    closed = ground.solid | ground.pits | ground.cliffs | ground.water
    own = move.own_span(rider)
    fits = ground.anchors(ground.inside & ~closed, own)
    near = battle.footprint(mount) if mount.flags & DEAD else 0
    for _ in range(1 + max(ground.width, ground.height)):
        for square in squares(near & fits):
            if not battle.occupants(ground.footprint(square, own) & battle.occupied()):
                return square
        reached = near | battle.footprint(mount)
        near = reached
        for square in squares(reached):
            near |= ground.near(square, 1)
    return mount.square


def unseat(table: Table, mount: Creature, because: int) -> None:
    """The mount falls: a Ride check for a soft landing, or the rider is hurt and lies there."""
    battle = table.battle
    rider = battle.creatures[mount.rider]
    square = landing(battle, rider, mount)
    seq = table.tell(Dismounted(because, rider.id, mount.id, square, move.own_span(rider), (MOUNT_FALLS,)))
    if rider.flags & DEAD:
        return
    if not rider.flags & CANNOT_ACT:
        soft, seq = ride_check(table, rider, SOFT_FALL_DC, seq, MOUNT_FALLS)
        if soft:
            return
    tumble(table, rider, seq, MOUNT_FALLS)


def tumble(table: Table, rider: Creature, because: int, rule: str) -> None:
    """A fall out of the saddle: 1d6, and prone."""
    if not rider.flags & PRONE:
        wounds.begin(table, rider, "prone", because, rule)
    (die,) = table.roll(6)
    seq = table.tell(DamageDealt(because, rider.id, rider.id, die.value, False, (), "", (rule,), (die,)))
    wounds.settle(table, rider, seq)


def sag(table: Table, rider: Creature, because: int) -> None:
    """A rider has lost consciousness: it stays in the saddle, or falls out of it."""
    from sim.events.aftermath import RecoveryRolled

    mount = table.battle.creatures[rider.mount]
    chance = STAYS_WELL if SADDLE in rider.gear else STAYS
    (die,) = table.roll(100)
    stays = die.value <= chance
    seq = table.tell(RecoveryRolled(because, rider.id, "stay", chance, stays, (RIDER_FALLS,), (die,)))
    if not stays:
        fall_off(table, rider, mount, seq, RIDER_FALLS)
        tumble(table, rider, seq, RIDER_FALLS)


def fall_off(table: Table, rider: Creature, mount: Creature, because: int, *cites: str) -> int:
    """Out of the saddle, to where it lands."""
    square = landing(table.battle, rider, mount)
    return table.tell(Dismounted(because, rider.id, mount.id, square, move.own_span(rider), cites))
