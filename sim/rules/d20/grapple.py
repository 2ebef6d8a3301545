"""
Grappling (d20.grapple.*): getting hold of somebody, what is possible in a hold, pins, and the grip of beasts.

A grapple of several is kept as pairs: who grapples whom; all who hang together share one space. Decided:

- Space: the smaller goes into the space of the larger, else the attacker into that of its target; who joins a grapple
  always moves. Who escapes or lets go, and is free then, steps out of the space.
- A pin lasts for one turn of the pinned: it ends as the turn after begins, unless it is won again. So the pinner has a
  turn in which to make something of it.
- A grapple check has the parts that its row names, and no others: what fear or sickness costs on attack rolls and on
  checks of ability and skill, it does not cost here.
- A check against several is one roll; who is helpless does not resist. Constriction follows the checks that a creature
  wins in its own acts. Who holds with one part of its body lets go before it moves away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.events.attacks import AttemptFailed
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FullAttackBegan
from sim.events.equipment import Drew
from sim.events.grapple import GrappleBegan, GrappleEnded
from sim.events.movement import Moved
from sim.events.orders import (
    Attack,
    BullRush,
    Charge,
    CloseDoor,
    CoupDeGrace,
    Draw,
    Drop,
    DropProne,
    EscapeNet,
    Extinguish,
    Feint,
    FirstAid,
    FullAttack,
    Grapple,
    Leave,
    LightTorch,
    LockGauntlet,
    LooseShield,
    Move,
    MoveObject,
    OpenDoor,
    Order,
    PickUp,
    Prepare,
    ReadyShield,
    Reload,
    Run,
    Sheathe,
    StandUp,
    Step,
    Surrender,
    TotalDefense,
    TurnUndead,
    UseSkill,
    Wake,
    Withdraw,
)
from sim.grid.bits import squares
from sim.grid.movement import Flood, flood
from sim.rules import choice
from sim.rules.book import Cost
from sim.rules.d20 import (
    action,
    aoo,
    concealment,
    constrict,
    core,
    creature_type,
    full_attack,
    helpless,
    move,
    racial_grapple,
    scores,
    threat,
)
from sim.rules.d20 import pass_ as passing
from sim.rules.d20 import weapon as equipment
from sim.rules.d20.declare import IN_GRAPPLE, MELEE, TOUCH, Blow, constraint, on_attack, procedure, rider
from sim.state.battle import Battle, Due
from sim.state.conditions import CANNOT_ACT, DOWN, GRAPPLING, HELPLESS, HOLDING, PINNED, PINNING, SILENCED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon
from sim.tables.sizes import SIZE

CHECK = "d20.grapple.check"
SIZE_MODIFIER = "d20.grapple.size-modifier"
IMPROVED_GRAB = "d20.grapple.improved-grab"
GRAB_SIZE_LIMIT = "d20.grapple.improved-grab.size-limit"
GRAB_HOLD = "d20.grapple.improved-grab.hold"
START_COST = "d20.grapple.start.cost"
START_AOO = "d20.grapple.start.aoo"
AOO_DAMAGE_FAILS = "d20.grapple.start.aoo-damage-fails"
START_GRAB = "d20.grapple.start.grab"
START_HOLD = "d20.grapple.start.hold"
HOLD_SUCCESS = "d20.grapple.start.hold-success"
HOLD_FAILURE = "d20.grapple.start.hold-failure"
SIZE_LIMIT = "d20.grapple.start.size-limit"
ENTER_SPACE = "d20.grapple.maintain.enter-space"
ENTER_AOO = "d20.grapple.maintain.aoo"
CANNOT_ENTER = "d20.grapple.maintain.cannot-enter"
NO_THREAT = "d20.grapple.consequence.no-threat"
NO_DEX = "d20.grapple.consequence.no-dex"
NO_MOVEMENT = "d20.grapple.consequence.no-movement"
PER_ATTACK = "d20.grapple.options.per-attack"
OPTION_ATTACK = "d20.grapple.option.attack"
OPTION_DAMAGE = "d20.grapple.option.damage"
OPTION_DRAW = "d20.grapple.option.draw-light-weapon"
OPTION_ESCAPE = "d20.grapple.option.escape"
OPTION_MOVE = "d20.grapple.option.move"
OPTION_PIN = "d20.grapple.option.pin"
OPTION_USE_WEAPON = "d20.grapple.option.use-opponents-weapon"
OPTION_BREAK_PIN = "d20.grapple.option.break-anothers-pin"
OPTION_CAST = "d20.grapple.option.cast"
OPTION_COMPONENT = "d20.grapple.option.retrieve-component"
OPTION_ITEM = "d20.grapple.option.magic-item"
OPTION_NO_COMPLETION = "d20.grapple.option.magic-item-no-completion"
PINNING_DAMAGE = "d20.grapple.pinning.damage"
PINNING_USE_WEAPON = "d20.grapple.pinning.use-weapon"
PINNING_MOVE = "d20.grapple.pinning.move"
PINNING_SILENCE = "d20.grapple.pinning.silence"
PINNING_DISARM = "d20.grapple.pinning.disarm"
PINNING_RELEASE = "d20.grapple.pinning.release"
PINNING_FORBIDDEN = "d20.grapple.pinning.forbidden"
PINNED_IMMOBILE = "d20.grapple.pinned.immobile"
PINNED_NOT_HELPLESS = "d20.grapple.pinned.not-helpless"
PINNED_ESCAPE = "d20.grapple.pinned.escape"
JOINING = "d20.grapple.joining"
CROWD = "d20.grapple.crowd"
ESCAPE_ACTION = action.ROWS["escape-grapple"]

IMPROVED = "improved-grapple"
SPIKES = "armor-spikes"

HELD = GRAPPLING | HOLDING | PINNED
CROWD_LIMIT = 8
"""Four grapplers of the opponent's size, in halves."""

BY_CHECK = frozenset({"damage", "pin", "escape", "use-weapon", "break-pin", "disarm"})
"""Options that take the place of one attack."""

WHILE_HOLDING = frozenset({"damage", "pin", "release", "silence", "disarm"})
"""Options of a creature that is not grappling itself but holds somebody."""

PIN_TURNS = 2


# ---- the check


def bonus(me: Creature) -> tuple[Modifier, ...]:
    """The parts of a creature's grapple modifier, whatever the occasion."""
    key = (CHECK, me.damage_to, me.boons, me.flags & scores.CHANGING)
    parts = me.cache.get(key)
    if parts is None:
        sheet = me.sheet
        figures = (
            Modifier(sheet.base_attack, "base attack", CHECK),
            scores.part(me, "strength", CHECK),
            Modifier(SIZE[sheet.size].grapple, "size", SIZE_MODIFIER),
            racial_grapple.part(me),
            Modifier(4 if IMPROVED in sheet.feats else 0, "improved grapple", CHECK),
        )
        parts = me.cache[key] = tuple(part for part in figures if part.value)
    return parts  # type: ignore[return-value]


def check(me: Creature, other: Creature, *more: Modifier) -> tuple[Modifier, ...]:
    """The parts of a grapple check against ``other``; with one part of the body it is hard to hold on."""
    if me.flags & HOLDING and me.has("holding", other.id):
        more = (_ONE_PART, *more)
    return (*bonus(me), *more)


_ONE_PART = Modifier(-20, "one part", GRAB_HOLD)


def beats(
    table: Table,
    me: Creature,
    others: tuple[Creature, ...],
    because: int,
    more: tuple[Modifier, ...],
    *cites: str,
    artist: tuple[Modifier, ...] = (),
) -> tuple[bool, int]:
    """
    One check against all of ``others``, by Escape Artist if ``artist`` are its parts: are all beaten?

    With it the number of the last contest (``because`` if nobody resists); the first defeat ends it.
    """
    checks = ("escape-artist" if artist else "grapple", "grapple")
    die = None
    seq = first = because
    for other in others:
        if other.flags & HELPLESS:
            continue
        mine = artist or check(me, other, *more)
        rolled = core.opposed(table, "grapple", me, other, checks, mine, check(other, me), first, *cites, die=die)
        seq = table.tell(rolled)
        if not rolled.won:
            return False, seq
        if die is None:
            die, first = rolled.dice[0], seq
    return True, seq


# ---- getting hold


def cannot_grapple(me: Creature) -> bool:
    """Without a body to grip, or to grip with."""
    known = me.cache.get(START_GRAB)
    if known is None:
        known = me.cache[START_GRAB] = "grapple" in creature_type.immunities_of(me.sheet)
    return bool(known)


def too_large(me: Creature, target: Creature) -> bool:
    """Two or more size categories larger: the hold fails of itself."""
    return passing.RANK[target.sheet.size] - passing.RANK[me.sheet.size] >= 2


def crowded(battle: Battle, me: Creature, target: Creature) -> bool:
    """Are there too many at the target already for ``me``?"""
    size = passing.RANK[target.sheet.size]
    total = 0
    for who in (me.id, *target.grapplers):
        larger = passing.RANK[battle.creatures[who].sheet.size] - size
        total += 1 if larger < 0 else 2 << min(larger, 2)
    return total > CROWD_LIMIT


def why_not_start(battle: Battle, me: Creature, target: Creature, weapon: Weapon, how: str) -> tuple[str, ...]:
    """The rules that forbid starting (``grapple``) or joining (``join``) a grapple with a target in reach."""
    if weapon.category != "unarmed":
        return (START_GRAB,)
    if me.mount or target.mount:
        from sim.rules.d20 import mounted

        return (mounted.SHARED,)
    if me.grapplers:
        return (PER_ATTACK,) if me.flags & GRAPPLING else (GRAB_HOLD,)
    if cannot_grapple(target) or cannot_grapple(me):
        return (START_GRAB,)
    if target.flags & DOWN:
        return (helpless.DEFINITION,)
    if (target.flags & GRAPPLING != 0) != (how == "join"):
        return (JOINING,)
    return (CROWD,) if target.grapplers and crowded(battle, me, target) else ()


def attempt(
    table: Table,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    because: int,
    *,
    bits: int = 0,
    penalty: int = 0,
    off_hand: str = "",
    join: bool = False,
    astray: Creature | None = None,
) -> None:
    """
    Try to grapple: what it provokes comes first, then the touch, then the hold, then the attacker moves in.

    Joining provokes nothing from the target and needs no touch. ``penalty`` is that of an iterative attack, ``astray``
    who may be seized instead.
    """
    battle = table.battle
    fist = me.sheet.unarmed
    if not join and IMPROVED not in me.sheet.feats:
        before = me.hit_points, me.nonlethal
        if not aoo.provoke(table, me, "grapple", because, only=target, cites=(START_AOO,)):
            return
        if (me.hit_points, me.nonlethal) != before:
            table.tell(AttemptFailed(because, me.id, target.id, "grapple", (AOO_DAMAGE_FAILS,)))
            return
    if not target.active or not threat.in_reach(battle, me, target, fist):
        return
    if why_not_start(battle, me, target, fist, "join" if join else "grapple"):
        return
    cites: tuple[str, ...] = (START_HOLD,)
    if join:
        cites = (JOINING, START_HOLD)
    else:
        blow = Blow(battle, me, target, fist, bits | MELEE | TOUCH, penalty=penalty, off_hand=off_hand)
        rolled = core.roll_attack(table, blow, because, START_COST, START_GRAB)
        because = table.tell(rolled)
        core.use_up(table, blow, because)
        if not rolled.hit:
            return
        if astray is not None:
            from sim.rules.d20 import bull_rush

            target = blow.target = bull_rush.stray(table, me, target, astray, because)
        if concealment.missed(table, blow, because):
            return
        if me.charge is not None:
            from sim.rules.d20 import spell

            spell.delivered(table, me, target, because)
            if not target.active:
                return
        if astray is target and (rules := why_not_start(battle, me, target, fist, "grapple")):
            table.tell(AttemptFailed(because, me.id, target.id, "grapple", rules))
            return
    if too_large(me, target):
        table.tell(AttemptFailed(because, me.id, target.id, "grapple", (SIZE_LIMIT,)))
        return
    iterative = (Modifier(penalty, "iterative", full_attack.ITERATIVE),) if penalty else ()
    seq = hold(table, me, target, because, iterative, cites)
    if seq is None:
        return
    core.hurt(table, fist_blow(battle, me, target), 1, seq)
    if target.id in me.grapplers:
        spoils(table, me, target, seq)
    if target.id in me.grapplers:
        together(table, me, target, seq, ENTER_SPACE, exposes=True)


def hold(
    table: Table,
    me: Creature,
    target: Creature,
    because: int,
    more: tuple[Modifier, ...],
    cites: tuple[str, ...],
    *,
    with_part: bool = False,
) -> int | None:
    """The opposed checks that decide whether a hold comes about; the number of its event, or ``None``."""
    won, seq = beats(table, me, (target,), because, (_ONE_PART, *more) if with_part else more, *cites)
    if not won:
        table.tell(AttemptFailed(seq, me.id, target.id, "grapple", (HOLD_FAILURE,)))
        return None
    rules = (HOLD_SUCCESS, NO_THREAT, NO_DEX)
    return table.tell(GrappleBegan(seq, me.id, target.id, (GRAB_HOLD, *rules) if with_part else rules, with_part))


def fist_blow(battle: Battle, me: Creature, target: Creature, lethality: str = "") -> Blow:
    """An unarmed strike that needs no roll any more."""
    return Blow(battle, me, target, me.sheet.unarmed, MELEE | IN_GRAPPLE, lethality=lethality)


# ---- the common space


def company(battle: Battle, me: Creature) -> tuple[Creature, ...]:
    """Everybody who hangs together with this creature in grapples, itself first."""
    found = {me.id: me}
    waiting = [me]
    while waiting:
        for who in waiting.pop().grapplers:
            if who not in found:
                found[who] = battle.creatures[who]
                waiting.append(found[who])
    return tuple(found.values())


def others_squares(battle: Battle, members: tuple[Creature, ...]) -> int:
    """The squares of everybody else who is not helpless."""
    inside = {member.id for member in members}
    bits = 0
    for other in battle.occupants(battle.occupied()):
        if other.id not in inside and not other.flags & HELPLESS:
            bits |= battle.footprint(other)
    return bits


def area(battle: Battle, mover: Creature, budget: int, members: tuple[Creature, ...]) -> Flood:
    """Everywhere that a creature gets, those it grapples with not being in its way."""
    inside = 0
    for member in members:
        inside |= battle.footprint(member)
    ground_fields = {**move.fields(battle, mover), "squeeze": False}
    ground_fields["blocked"] = passing.barred(battle, mover) & ~inside
    return flood(battle.ground, mover.square, mover.span, budget, **ground_fields)  # type: ignore[arg-type]


def way_in(battle: Battle, mover: Creature, host: Creature, members: tuple[Creature, ...]) -> tuple[int, ...]:
    """The shortest way to where the spaces of the two lie in one another; empty when there is none."""
    ground = battle.ground
    if mover.span <= host.span:
        wanted = ground.anchors(battle.footprint(host), mover.span)
    else:
        room = range(mover.span - host.span + 1)
        corners = [host.square - dy * ground.stride - dx for dy in room for dx in room]
        taken = others_squares(battle, members)
        wanted = sum(1 << at for at in corners if at >= 0 and not ground.footprint(at, mover.span) & taken)
    if wanted >> mover.square & 1:
        return (mover.square,)
    gap = ground.distance(mover.square, mover.span, host.square, host.span)
    reached = area(battle, mover, 4 * (gap + 1), members)
    ends = [(reached.halves(square), square) for square in squares(reached.reached & wanted)]
    return reached.path(min(ends)[1]) if ends else ()


def together(table: Table, me: Creature, target: Creature, because: int, rule: str, *, exposes: bool) -> None:
    """
    Bring the two that grapple now into one space; without a way there they part again.

    ``exposes``: outsiders get their opportunities at the attacker, though it may be the smaller target that is moved.
    """
    battle = table.battle
    members = company(battle, me)
    if me.span > target.span and target.grapplers == (me.id,):
        mover, host = target, me
    elif me.span <= target.span:
        mover, host = me, target
    else:
        mover, host = me, max((member for member in members if member is not me), key=lambda member: member.span)
    path = way_in(battle, mover, host, members)
    if not path:
        table.tell(GrappleEnded(because, me.id, target.id, (CANNOT_ENTER,)))
        return
    inside = tuple(member.id for member in members)
    for index in range(len(path) - 1):
        if exposes and (mover is me or index == 0):
            before = me.grapplers
            ready = aoo.provoke(table, me, aoo.MOVING, because, exclude=inside, cites=(ENTER_AOO,))
            if target.id not in me.grapplers:
                return
            if not ready or me.grapplers != before:
                table.tell(GrappleEnded(because, me.id, target.id, (CANNOT_ENTER,)))
                return
        move.shift(
            table, mover, Moved(because, mover.id, path[index : index + 2], 0, "grapple", mover.span, (), (rule,))
        )
    torn(table, mover, because)


def torn(table: Table, who: Creature, because: int) -> None:
    """Whoever was pushed out of the common space is out of the grapple."""
    battle = table.battle
    for other in who.grapplers:
        if not battle.footprint(who) & battle.footprint(battle.creatures[other]):
            table.tell(GrappleEnded(because, who.id, other, (ENTER_SPACE,)))


def step_out(table: Table, me: Creature, because: int, rule: str) -> None:
    """Who is free of all grapples leaves the space that it shared, for the nearest, lowest one beside it."""
    battle = table.battle
    if me.grapplers or me.flags & CANNOT_ACT:
        return
    here = [other for other in battle.occupants(battle.footprint(me)) if other is not me and not other.flags & HELPLESS]
    if not here:
        return
    widest = max(here, key=lambda other: other.span)
    reached = area(battle, me, 2 * widest.span + 2, tuple(here))
    taken = passing.overlapping(battle.ground, others_squares(battle, (me,)), me.span)
    ends = [
        (reached.halves(square), square)
        for square in squares(reached.reached & ~taken)
        if battle.ground.distance(square, me.span, widest.square, widest.span) == 1
    ]
    if ends:
        path = reached.path(min(ends)[1])
        move.shift(table, me, Moved(because, me.id, path, 0, "grapple", me.span, (), (rule,)))


# ---- the grip of beasts


def grip(me: Creature) -> Weapon | None:
    """The natural weapon with which it grabs: the first that can."""
    return next((weapon for weapon in me.sheet.weapons if weapon.grab_on_hit), None)


def busy(me: Creature, weapon: Weapon) -> int:
    """How many of this natural weapon hold somebody."""
    if not me.flags & HOLDING or not weapon.grab_on_hit:
        return 0
    return sum(condition.name == "holding" for condition in me.conditions)


def why_no_grab(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> str:
    """The rule by which a hit with this weapon gives no hold; empty when it may."""
    largest = weapon.grab_up_to
    limit = passing.RANK[largest] if largest else passing.RANK[me.sheet.size] - 1
    if passing.RANK[target.sheet.size] > limit:
        return GRAB_SIZE_LIMIT
    if not weapon.grab_on_hit or me.flags & (GRAPPLING | CANNOT_ACT) or not target.active or target.flags & HELPLESS:
        return IMPROVED_GRAB
    if me.mount or target.mount:
        from sim.rules.d20 import mounted

        return mounted.SHARED
    if target.id in me.grapplers or cannot_grapple(target) or (me.grapplers and target.grapplers):
        return IMPROVED_GRAB
    if me.grapplers and target.span > me.span:
        return IMPROVED_GRAB
    return CROWD if target.grapplers and crowded(battle, me, target) else ""


@rider(lambda weapon: weapon.grab_on_hit)
def after_hit(table: Table, target: Creature, source: Creature, weapon: Weapon, damage: int, because: int) -> None:
    """
    A beast that has hit may hold on as a free action: grapple outright, or with the grabbing part alone at -20.

    No touch and no opportunity; it pulls its victim into its space, and constricts it if it can.
    """
    if not weapon.grab_on_hit or why_no_grab(table.battle, source, target, weapon):
        return
    options = ("hold", "no") if source.flags & HOLDING else ("grab", "hold", "no")
    chosen = choice.ask(table, source, "improved-grab", target, options, because, IMPROVED_GRAB)
    if chosen == "no":
        return
    seq = hold(table, source, target, because, (), (IMPROVED_GRAB,), with_part=chosen == "hold")
    if seq is None:
        return
    together(table, source, target, seq, IMPROVED_GRAB, exposes=False)
    if weapon.constrict and target.id in source.grapplers:
        constrict.squeeze(table, source, target, weapon, seq)


def spoils(table: Table, me: Creature, target: Creature, because: int) -> None:
    """What a grapple check won does of itself: constriction, or the damage of the part that holds."""
    weapon = grip(me)
    if weapon is None or target.id not in me.grapplers or not target.active:
        return
    if weapon.constrict:
        constrict.squeeze(table, me, target, weapon, because)
    elif me.has("holding", target.id):
        core.hurt(table, Blow(table.battle, me, target, weapon, MELEE | IN_GRAPPLE), 1, because, GRAB_HOLD)


# ---- what grapplers may and may not do


@on_attack(IN_GRAPPLE)
def cramped(blow: Blow) -> Modifier | None:
    """Striking in a grapple is awkward, unless one holds at arm's length."""
    return Modifier(-4, "grappling", OPTION_ATTACK) if blow.attacker.flags & GRAPPLING else None


def why_not_attack(battle: Battle, me: Creature, target: Creature, weapon: Weapon, how: str) -> tuple[str, ...]:
    """The rules that forbid a grappling creature to attack ``target`` with this weapon."""
    if me.flags & PINNED:
        return (PINNED_IMMOBILE,)
    if target.id not in me.grapplers or how != "strike" or weapon.category not in ("natural", "unarmed", "light"):
        return (OPTION_ATTACK,)
    if weapon.category == "light":
        if me.flags & PINNING:
            return (PINNING_FORBIDDEN,)
        if weapon.name not in me.held:
            return (OPTION_DRAW,)
    return ()


@constraint(GRAB_HOLD, Attack, FullAttack, flags=HOLDING)
def gripping(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """The part that holds somebody strikes nobody."""
    weapon = me.weapons.get(order.weapon)
    return weapon is not None and 0 < weapon.count <= busy(me, weapon)


@constraint(NO_MOVEMENT, Move, Step, Run, Withdraw, Charge, BullRush, Leave, flags=HELD)
def held_fast(battle: Battle, me: Creature, order: Order) -> tuple[str, ...]:
    """Grapplers do not walk about, nor does who holds another."""
    if me.flags & PINNED:
        return (PINNED_IMMOBILE,)
    return (NO_MOVEMENT,) if me.flags & GRAPPLING else (GRAB_HOLD,)


@constraint(PER_ATTACK, CoupDeGrace, TotalDefense, FirstAid, StandUp, DropProne, Sheathe, Drop, PickUp, Reload, Draw)
@constraint(PER_ATTACK, Prepare, Extinguish, EscapeNet, LockGauntlet, LightTorch, UseSkill, ReadyShield, LooseShield)
@constraint(PER_ATTACK, OpenDoor, CloseDoor, MoveObject, Feint, TurnUndead, Wake)
def not_an_option(battle: Battle, me: Creature, order: Order) -> tuple[str, ...]:
    """Grapplers have the options of grapplers; the pinned not even those."""
    if not me.flags & HELD:
        return ()
    if me.flags & PINNED:
        return (PINNED_IMMOBILE,)
    if not me.flags & GRAPPLING or type(order) is Drop:
        return ()
    return (OPTION_DRAW,) if type(order) is Draw else (PER_ATTACK,)


@constraint(PINNED_NOT_HELPLESS, CoupDeGrace)
def not_at_mercy(battle: Battle, me: Creature, order: CoupDeGrace) -> bool:
    """The pinned are not helpless."""
    target = battle.creatures.get(order.target)
    return target is not None and target.flags & PINNED != 0 and not target.flags & HELPLESS


@constraint(PINNING_SILENCE, Surrender)
def silenced(battle: Battle, me: Creature, order: Surrender) -> bool:
    """Who is kept from speaking cannot give up."""
    return me.flags & SILENCED != 0


def resisting(battle: Battle, me: Creature) -> tuple[Creature, ...]:
    """The opponents in the grapple that hold this creature, not those that it holds at arm's length."""
    return tuple(battle.creatures[who] for who in me.grapplers if not me.has("holding", who))


def pinners(battle: Battle, me: Creature) -> tuple[Creature, ...]:
    """Those who pin this creature."""
    return tuple(battle.creatures[c.other] for c in me.conditions if c.name == "pinned")


def dues(me: Creature) -> tuple[Due, ...]:
    """The attacks that it may give up for options: natural ones, else those with a light weapon or bare hands."""
    found = [weapon for weapon in me.sheet.weapons if weapon.category == "natural" and weapon.count > busy(me, weapon)]
    if not found:
        held = [me.weapons[name] for name in me.held if name in me.weapons]
        found = [weapon for weapon in held if weapon.category == "light"]
    weapon = found[0] if found else me.sheet.unarmed
    return full_attack.attacks(me, FullAttack("", weapon.name))


def due_penalty(me: Creature, due: Due) -> int:
    """What the attack that is given up is worse by: later attacks, secondary natural weapons."""
    weapon = me.weapons.get(due.weapon)
    if weapon is None or not weapon.secondary:
        return due.penalty
    return due.penalty + core.secondary_penalty(me).value


def cost(battle: Battle, me: Creature, order: Grapple) -> Cost:
    """What an option costs: in the place of one attack, most of them."""
    option = order.option
    if option in BY_CHECK:
        if battle.turn.attacks:
            return Cost("attack", (PER_ATTACK,))
        if order.full:
            return Cost("full-round", (action.ROWS["full-attack"], PER_ATTACK))
        return _ESCAPE if option == "escape" else _ONE_ATTACK
    return _COSTS[option]


_ESCAPE = Cost(action.cost("escape-grapple"), (ESCAPE_ACTION,))
_ONE_ATTACK = Cost("standard", (action.ROWS["attack-melee"], PER_ATTACK))
_COSTS = {
    "slip": _ESCAPE,
    "move": Cost("standard", (OPTION_MOVE,)),
    "draw": Cost("move", (OPTION_DRAW,)),
    "release": Cost("free"),
    "silence": Cost("free"),
}


@constraint(PER_ATTACK, Grapple)
def refused(battle: Battle, me: Creature, order: Grapple) -> tuple[str, ...]:
    """What forbids an option: no grapple, a pin on either side, or what the option itself asks for."""
    option = order.option
    if not me.grapplers:
        return (START_HOLD,)
    if order.full and (option not in BY_CHECK or battle.turn.attacks or len(dues(me)) < 2):
        return (PER_ATTACK,)
    if me.flags & PINNED and option not in ("escape", "slip"):
        return (PINNED_IMMOBILE,)
    if not me.flags & GRAPPLING and option not in WHILE_HOLDING:
        return (GRAB_HOLD,)
    if me.flags & PINNING and option in ("draw", "escape", "slip", "break-pin") and not me.flags & PINNED:
        return (PINNING_FORBIDDEN,)
    if option in ("escape", "slip"):
        return ()
    if option == "move":
        return () if drag_area(battle, me)[0] >> order.to & 1 and order.to >= 0 else (OPTION_MOVE,)
    if option == "draw":
        weapon = me.weapons.get(order.weapon)
        light = weapon is not None and weapon.category == "light" and weapon.name in me.items
        return () if light and equipment.fits(me, order.weapon) else (OPTION_DRAW,)
    target = battle.creatures.get(order.target)
    if target is None or target.id not in me.grapplers:
        return (START_HOLD,)
    return _WHY_NOT[option](me, target, order)


def _may_damage(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    return ()


def _may_pin(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    """A pin can be won again, but not a second one beside it."""
    return (PINNING_FORBIDDEN,) if me.flags & PINNING and not me.has("pinning", target.id) else ()


def _may_use_weapon(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    """Only what the opponent has in hand, and only if it is light."""
    weapon = target.weapons.get(order.weapon)
    held = weapon is not None and weapon.category == "light" and order.weapon in target.held
    return () if held else (OPTION_USE_WEAPON,)


def _may_break_pin(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    return () if target.flags & PINNING else (OPTION_BREAK_PIN,)


def _may_release(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    return () if target.has("pinned", me.id) or me.has("holding", target.id) else (PINNING_RELEASE,)


def _may_silence(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    free = target.has("pinned", me.id) and not target.has("silenced", me.id)
    return () if free else (PINNING_SILENCE,)


def _may_disarm(me: Creature, target: Creature, order: Grapple) -> tuple[str, ...]:
    from sim.rules.d20 import disarm

    if not target.has("pinned", me.id):
        return (PINNING_DISARM,)
    return () if disarm.at_stake(target) else (disarm.CANNOT,)


_WHY_NOT: dict[str, Callable[[Creature, Creature, Grapple], tuple[str, ...]]] = {
    "damage": _may_damage,
    "pin": _may_pin,
    "use-weapon": _may_use_weapon,
    "break-pin": _may_break_pin,
    "release": _may_release,
    "silence": _may_silence,
    "disarm": _may_disarm,
}


def options(battle: Battle, me: Creature) -> Iterator[Order]:
    """Every option that may come into question, opponent by opponent; what is refused is left to the menu."""
    if not me.grapplers:
        return
    other_way = "lethal" if me.sheet.unarmed.nonlethal else "nonlethal"
    for full in (False, True) if len(dues(me)) > 1 and not battle.turn.attacks else (False,):
        for who in me.grapplers:
            target = battle.creatures[who]
            yield Grapple("damage", who, full=full)
            yield Grapple("damage", who, lethality=other_way, full=full)  # type: ignore[arg-type]
            yield Grapple("pin", who, full=full)
            for name in dict.fromkeys(target.held):
                yield Grapple("use-weapon", who, name, full=full)
            yield Grapple("break-pin", who, full=full)
            yield Grapple("disarm", who, full=full)
        yield Grapple("escape", full=full)
    yield Grapple("slip")
    for name in dict.fromkeys(me.items):
        yield Grapple("draw", weapon=name)
    for who in me.grapplers:
        yield Grapple("silence", who)
        yield Grapple("release", who)
    if me.flags & GRAPPLING:
        for square in squares(drag_area(battle, me)[0]):
            yield Grapple("move", to=square)


# ---- the options


@procedure(Grapple)
def grapple(me: Creature, order: Grapple, table: Table, because: int) -> None:
    """Carry an option out; in a full attack at the bonus of the attack that it replaces."""
    turn = table.battle.turn
    penalty = 0
    if order.full:
        table.tell(FullAttackBegan(because, me.id, dues(me)[1:], cites=(PER_ATTACK,)))
    elif turn.full:
        penalty = due_penalty(me, turn.due)
    _OPTIONS[order.option](table, me, order, because, penalty)


def later(penalty: int) -> tuple[Modifier, ...]:
    """The part of a check that takes the place of a later or lesser attack."""
    return (Modifier(penalty, "iterative", PER_ATTACK),) if penalty else ()


def damage(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """
    Hurt the opponent by main force: as an unarmed strike does, -4 to do lethal damage, with the spikes of armor added.

    Who holds with one part deals that part's damage instead.
    """
    target = table.battle.creatures[order.target]
    more = later(penalty)
    if order.lethality == "lethal" and me.sheet.unarmed.nonlethal and not threat.armed_unarmed(me):
        more += (Modifier(-4, "lethal", OPTION_DAMAGE),)
    rule = PINNING_DAMAGE if target.has("pinned", me.id) else OPTION_DAMAGE
    won, seq = beats(table, me, (target,), because, more, rule)
    if not won:
        return
    if not me.has("holding", target.id):
        core.hurt(table, fist_blow(table.battle, me, target, order.lethality), 1, seq, rule)
        for weapon in me.sheet.weapons:
            if SPIKES in weapon.traits and target.id in me.grapplers:
                core.hurt(table, Blow(table.battle, me, target, weapon, MELEE | IN_GRAPPLE), 1, seq, OPTION_DAMAGE)
    spoils(table, me, target, seq)


def pin(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Hold the opponent immobile."""
    target = table.battle.creatures[order.target]
    won, seq = beats(table, me, (target,), because, later(penalty), OPTION_PIN)
    if not won:
        return
    for who, condition, other, rules in (
        (target, "pinned", me, (OPTION_PIN, PINNED_IMMOBILE)),
        (me, "pinning", target, (OPTION_PIN,)),
    ):
        table.tell(ConditionBegan(seq, who.id, condition, rules, other.id, ender=target.id, turns=PIN_TURNS))
    spoils(table, me, target, seq)


def unpin(table: Table, pinner: Creature, pinned: Creature, because: int, rule: str) -> None:
    """A pin ends before its time; the grapple goes on."""
    table.tell(ConditionEnded(because, pinned.id, "pinned", (rule,), pinner.id))
    table.tell(ConditionEnded(because, pinner.id, "pinning", (rule,), pinned.id))
    if pinned.has("silenced", pinner.id):
        table.tell(ConditionEnded(because, pinned.id, "silenced", (rule,), pinner.id))


def escape(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Get free: of a pin first, then of the grapple, and out of the common space."""
    battle = table.battle
    pinned = bool(me.flags & PINNED)
    others, rule = (pinners(battle, me), PINNED_ESCAPE) if pinned else (resisting(battle, me), OPTION_ESCAPE)
    artist = escape_artist(me) if order.option == "slip" else ()
    won, seq = beats(table, me, others, because, later(penalty), rule, artist=artist)
    if not won:
        return
    if pinned:
        for pinner in others:
            unpin(table, pinner, me, seq, rule)
        return
    for other in others:
        table.tell(GrappleEnded(seq, me.id, other.id, (rule,)))
    step_out(table, me, seq, rule)


def escape_artist(me: Creature) -> tuple[Modifier, ...]:
    """The parts of an Escape Artist check."""
    return scores.skill_parts(me, "escape-artist", OPTION_ESCAPE)


def drag_area(battle: Battle, me: Creature) -> tuple[int, Creature]:
    """Where the whole grapple may be dragged, as anchors of its largest member, and that member."""
    members = company(battle, me)
    host = max(members, key=lambda member: member.span)
    reached = dragging(battle, me, host, members).reached & ~(1 << host.square)
    taken = passing.overlapping(battle.ground, others_squares(battle, members), host.span)
    return reached & ~taken, host


def dragging(battle: Battle, me: Creature, host: Creature, members: tuple[Creature, ...]) -> Flood:
    """Half of this creature's speed, in the space of the largest; enemies outside the grapple bar the way."""
    return area(battle, host, move.speed(me) // 2, members)


def drag(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Move with everybody in the grapple; outsiders have their opportunities at the one who moves."""
    battle = table.battle
    members = company(battle, me)
    _, host = drag_area(battle, me)
    opponents = resisting(battle, me)
    more = later(penalty)
    rules: tuple[str, ...] = (OPTION_MOVE,)
    if len(members) == 2 and opponents[0].has("pinned", me.id):
        rules = (OPTION_MOVE, PINNING_MOVE)
        more += (Modifier(4, "pinned", PINNING_MOVE),)
    won, seq = beats(table, me, opponents, because, more, *rules)
    if not won:
        return
    path = dragging(battle, me, host, members).path(order.to)
    inside = tuple(member.id for member in members)
    for here, there in pairwise(path):
        if not aoo.provoke(table, me, aoo.MOVING, seq, exclude=inside) or company(battle, me) != members:
            return
        for member in members:
            at = member.square
            move.shift(
                table, member, Moved(seq, member.id, (at, at + there - here), 0, "grapple", member.span, (), rules)
            )
    spoils(table, me, opponents[0], seq)


def draw(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Get a light weapon out against everybody's resistance."""
    won, seq = beats(table, me, resisting(table.battle, me), because, (), OPTION_DRAW)
    if won:
        table.tell(Drew(seq, me.id, order.weapon, (OPTION_DRAW,)))


def use_weapon(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Turn the opponent's light weapon against it; it stays in the opponent's hand."""
    battle = table.battle
    target = battle.creatures[order.target]
    rule = PINNING_USE_WEAPON if target.has("pinned", me.id) else OPTION_USE_WEAPON
    won, seq = beats(table, me, (target,), because, later(penalty), rule)
    if not won:
        return
    spoils(table, me, target, seq)
    if target.id not in me.grapplers or order.weapon not in target.held:
        return
    theirs = target.weapons[order.weapon]
    weapon = replace(
        theirs,
        name=f"{theirs.name} of {target.id}",
        bonuses=tuple(part for part in theirs.bonuses if part.type == "enhancement"),
        finesse="weapon-finesse" in me.sheet.feats,
    )
    core.strike(table, Blow(battle, me, target, weapon, MELEE | IN_GRAPPLE, penalty=penalty), seq, rule)


def break_pin(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Free a friend of a pin."""
    pinner = table.battle.creatures[order.target]
    won, seq = beats(table, me, (pinner,), because, later(penalty), OPTION_BREAK_PIN)
    if not won:
        return
    for condition in pinner.conditions:
        if condition.name == "pinning":
            unpin(table, pinner, table.battle.creatures[condition.other], seq, OPTION_BREAK_PIN)
    spoils(table, me, pinner, seq)


def release(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Let go."""
    rule = GRAB_HOLD if me.has("holding", order.target) else PINNING_RELEASE
    table.tell(GrappleEnded(because, me.id, order.target, (rule,)))
    step_out(table, me, because, rule)


def silence(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Keep the pinned from speaking for as long as the pin lasts."""
    target = order.target
    pinned = (target, "pinned", me.id)
    turns = next(timer.turns for timer in table.battle.timers if timer[:3] == pinned)
    table.tell(ConditionBegan(because, target, "silenced", (PINNING_SILENCE,), me.id, ender=target, turns=turns))


def disarm_pinned(table: Table, me: Creature, order: Grapple, because: int, penalty: int) -> None:
    """Wrest something from the hands of the pinned, who holds on to it the harder."""
    from sim.rules.d20 import disarm

    target = table.battle.creatures[order.target]
    firm = (Modifier(4, "pinned", PINNING_DISARM),)
    disarm.attempt(table, me, target, me.sheet.unarmed, because, bits=IN_GRAPPLE, penalty=penalty, defender_bonus=firm)


_OPTIONS: dict[str, Callable[[Table, Creature, Grapple, int, int], None]] = {
    "damage": damage,
    "pin": pin,
    "escape": escape,
    "slip": escape,
    "move": drag,
    "draw": draw,
    "use-weapon": use_weapon,
    "break-pin": break_pin,
    "release": release,
    "silence": silence,
    "disarm": disarm_pinned,
}
