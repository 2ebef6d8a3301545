"""
Riders and mounts (adnd.mounted.*): they share space and facing, and the mount moves on the rider's initiative.

Flyers move by their flying rate over any square, at a stated height; see ``Creature.altitude``.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, ScoreChecked, Walked
from sim.events.adnd_flight import Flew
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.orders import Charge, Dismount, Leave, Mount, Move, Order, Run, Step, Withdraw
from sim.events.riding import Dismounted, Mounted
from sim.grid.bits import squares
from sim.rules.adnd import core, move, wounds
from sim.rules.adnd.declare import (
    AFTER_FELLED,
    AT_RIDER,
    MELEE,
    MOUNTED,
    Blow,
    after_hit,
    before_initiative,
    constraint,
    gap,
    offer,
    on_attack,
    procedure,
    sheet_of,
)
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT, HELD, OUT, UNRULY
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES

UNTRAINED = "adnd.mounted.untrained"
MOVEMENT = move.RIDDEN
GETTING_UP = "adnd.mounted.mount-dismount"
UNHORSED = "adnd.mounted.unhorsed"
FLIGHT = move.FLIGHT
SKILL = 3
"""What the Riding proficiency adds to Wisdom."""
HIGHEST = 20
"""Squares above the ground that nobody flies above."""
CRUISING = 6
"""Squares above the ground at which flyers are out of reach of most."""


@on_attack(MELEE | MOUNTED)
def over_the_small(blow: Blow) -> Modifier | None:
    """A rider strikes better at opponents smaller than his mount, riders excepted."""
    if blow.bits & AT_RIDER:
        return None
    mount = blow.battle.creatures[blow.attacker.mount]
    smaller = SIZES.index(sheet_of(blow.target).size) < SIZES.index(sheet_of(mount).size)
    return Modifier(1, "mounted", "adnd.mounted.to-hit") if smaller else None


@on_attack(MELEE | AT_RIDER)
def up_at_a_rider(blow: Blow) -> Modifier | None:
    """Opponents on foot strike worse at a rider."""
    if blow.attacker.mount or blow.attacker.rider:
        return None
    return Modifier(-1, "on foot", "adnd.mounted.foot-to-hit")


@on_attack(MOUNTED)
def nervous_mount(blow: Blow) -> Modifier | None:
    """A rider on a mount that is not trained for war strikes and shoots worse."""
    if sheet_of(blow.battle.creatures[blow.attacker.mount]).war_trained:
        return None
    return Modifier(-2, "untrained mount", UNTRAINED)


def rides_well(battle: Battle, rider: Creature) -> bool:
    """Has it the Riding proficiency for the kind of its mount (``horse`` stands for all horses)?"""
    kind = sheet_of(battle.creatures[rider.mount]).kind
    return any(name == kind or name in kind.split("-") for name in sheet_of(rider).riding)


def riding_check(table: Table, rider: Creature, because: int, *rules: str) -> bool:
    """A Riding check: a d20 of at most Wisdom + 3, with the reins in the other hand; the unskilled fail."""
    from sim.rules.adnd import fumble_injuries

    if not rides_well(table.battle, rider) or fumble_injuries.fails(table, rider, because):
        return False
    parts = fumble_injuries.with_wrist(rider, fumble_injuries.OTHER)
    score = sheet_of(rider).wisdom + SKILL + sum(part.value for part in parts)
    (die,) = table.roll(20)
    success = die.value <= score
    table.tell(ScoreChecked(because, rider.id, "riding", score, die.value, parts, success, rules, (die,)))
    return success


def declares(me: Creature) -> bool:
    """Is it asked for an action of its own: not a mount under somebody, unless it is trained for war?"""
    return not me.rider or sheet_of(me).war_trained


@constraint(MOVEMENT, Move, Withdraw, Run, Charge, Step, Leave, Mount)
def goes_as_ridden(battle: Battle, me: Creature, order: Order) -> bool:
    """A mount under a rider goes where the rider has it go."""
    return bool(me.rider)


@constraint(UNTRAINED, Move, Withdraw, Run, Charge, Leave, flags=UNRULY)
def runs_away(battle: Battle, me: Creature, order: Order) -> bool:
    """Whoever sits on a mount that bolts has no say in where it goes."""
    return bool(me.mount)


# Into the saddle and out of it.


def beside(battle: Battle, mount: Creature, rider: Creature) -> int:
    """The free squares beside a mount where its rider can stand."""
    ground = battle.ground
    span = sheet_of(rider).span
    near = ground.near(mount.square, mount.span)
    if span > 1:
        return 0
    return near & ground.inside & ~ground.solid & ~ground.pits & ~ground.water & ~battle.occupied()


@constraint(GETTING_UP, Mount)
def no_mount(battle: Battle, me: Creature, order: Mount) -> bool:
    """One mounts an own, free, larger creature beside one."""
    mount = battle.creatures.get(order.target)
    return (
        mount is None
        or bool(me.mount or me.rider or mount.rider or mount.mount)
        or mount.side != me.side
        or bool(mount.flags & CANNOT_ACT or me.flags & (HELD | move.LYING))
        or SIZES.index(sheet_of(mount).size) <= SIZES.index(sheet_of(me).size)
        or (sheet_of(mount).legs < 4 and not sheet_of(mount).fly)
        or gap(battle, me, mount) > 1
    )


@offer(Mount, "declare")
def mounts(battle: Battle, me: Creature) -> Iterator[Order]:
    """Every mount that it might get on."""
    for other in battle:
        if other is not me and other.side == me.side and not other.rider:
            yield Mount(other.id)


@procedure(Mount)
def get_up(me: Creature, order: Mount, table: Table, because: int) -> None:
    """Mounting takes a round; it comes to nothing if the mount is no longer there."""
    if no_mount(table.battle, me, order):
        return
    table.tell(Mounted(because, me.id, order.target, (GETTING_UP,)))
    move.turn(table, me, table.battle.creatures[order.target].facing, because, MOVEMENT)


@constraint(GETTING_UP, Dismount)
def no_place(battle: Battle, me: Creature, order: Dismount) -> bool:
    """One gets down to a free square beside the mount."""
    return not me.mount or not beside(battle, battle.creatures[me.mount], me) >> order.to & 1


@offer(Dismount, "declare")
def dismounts(battle: Battle, me: Creature) -> Iterator[Order]:
    """Every square beside the mount."""
    if me.mount:
        for square in squares(beside(battle, battle.creatures[me.mount], me)):
            yield Dismount(square)


@procedure(Dismount)
def get_down(me: Creature, order: Dismount, table: Table, because: int) -> None:
    """Dismounting takes half a move."""
    battle = table.battle
    if no_place(battle, me, order) or battle.creatures[me.mount].altitude:
        return
    seq = table.tell(Dismounted(because, me.id, me.mount, order.to, sheet_of(me).span, (GETTING_UP,)))
    table.tell(Walked(seq, me.id, 2 * move.half(battle, me), (GETTING_UP,)))
    move.moved(table, me, because)


def unhorse(table: Table, rider: Creature, because: int) -> None:
    """
    The mount falls, or the rider is pulled down: by a Riding check he stands beside it, else he lies there and is hurt.
    """
    landed = riding_check(table, rider, because, UNHORSED)
    come_off(table, rider, because)
    if landed or rider.flags & OUT:
        return
    core.lie(table, rider, because, UNHORSED)
    dice = table.roll(6)
    table.tell(DamageDealt(because, rider.id, "", dice[0].value, False, (), "fall", (UNHORSED,), dice))


def come_off(table: Table, rider: Creature, because: int) -> None:
    """A rider is out of the saddle, beside the mount where there is room."""
    battle = table.battle
    mount = battle.creatures[rider.mount]
    place = next(squares(beside(battle, mount, rider)), mount.square)
    table.tell(Dismounted(because, rider.id, mount.id, place, sheet_of(rider).span, (UNHORSED,)))


@AFTER_FELLED.append
def fallen(table: Table, creature: Creature, because: int) -> None:
    """Of rider and mount one has gone down; whoever was in the air falls."""
    battle = table.battle
    rider = battle.creatures.get(creature.rider)
    height = creature.altitude
    if creature.mount:
        come_off(table, creature, because)
    elif rider is not None:
        unhorse(table, rider, because)
    if height:
        for one in (creature, rider):
            if one is not None:
                fall(table, one, height, because)


def fall(table: Table, creature: Creature, height: int, because: int) -> None:
    """It falls from so many squares, as others fall."""
    seq = table.tell(Flew(because, creature.id, 0, (FLIGHT,)))
    if not creature.flags & OUT:
        wounds.drop(table, creature, height, seq, FLIGHT)


# Mounts that are not trained for war.


@after_hit
def wounded_mount(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> None:
    """An untrained mount that is wounded bolts, if the Riding check fails, for 1d4 rounds."""
    mount = blow.target
    rider = table.battle.creatures.get(mount.rider)
    if rider is None or sheet_of(mount).war_trained or rider.flags & UNRULY or core.felled(mount):
        return
    if not riding_check(table, rider, seq, UNTRAINED):
        dice = table.roll(4)
        rounds = dice[0].value + 1
        bolting = ConditionBegan(seq, rider.id, "unruly", (UNTRAINED,), mount.id, ender=ROUND, turns=rounds, dice=dice)
        table.tell(bolting)


@before_initiative
def bolt(table: Table, because: int) -> None:
    """A mount that bolts carries its rider away from the enemy, half as far again as it moves."""
    battle = table.battle
    for rider in tuple(battle):
        if not rider.flags & UNRULY or not rider.mount or rider.flags & OUT:
            continue
        mount = battle.creatures[rider.mount]
        foes = [foe for foe in battle if foe.side != rider.side and foe.active]
        if mount.flags & CANNOT_ACT or not foes:
            continue
        budget = 3 * move.full_rate(mount) // 2

        def away(square: int, mount: Creature = mount, foes: list[Creature] = foes) -> int:
            return min(battle.ground.distance(square, mount.span, foe.square, foe.span) for foe in foes)

        places = list(squares(move.destinations(battle, rider, budget)))
        best = max(places, key=lambda square: (away(square), -square), default=-1)
        if best >= 0 and away(best) > away(mount.square):
            move.walk(table, rider, move.route(battle, rider, best, budget), "run", because, UNTRAINED, MOVEMENT)


# Flight.


def flyer(battle: Battle, me: Creature) -> bool:
    """Does it, or what it rides, fly?"""
    return sheet_of(move.bearer(battle, me)).fly > 0


@constraint(FLIGHT, Move)
def no_such_height(battle: Battle, me: Creature, order: Move) -> bool:
    """Flyers state the height at which they move; others stay on the ground."""
    if order.height < 0:
        return False
    return not flyer(battle, me) or order.height > HIGHEST


@offer(Move, "act")
def heights(battle: Battle, me: Creature) -> Iterator[Order]:
    """A flyer's moves up into the air, or down from it."""
    if not flyer(battle, me):
        return
    other = 0 if move.bearer(battle, me).altitude else CRUISING
    for square in squares(move.destinations(battle, me, move.budget_of(battle, me, Move(-2)))):
        yield Move(square, height=other)


@on_attack(MELEE)
def from_the_air(blow: Blow) -> Modifier | None:
    """Coming from above counts as higher ground."""
    return Modifier(1, "from above", FLIGHT) if blow.attacker.altitude > blow.target.altitude else None


def rise(table: Table, me: Creature, height: int, because: int) -> None:
    """A flyer, and whoever rides it, is at so many squares above the ground."""
    body = move.bearer(table.battle, me)
    if body.altitude != height:
        table.tell(Flew(because, body.id, height, (FLIGHT,)))
