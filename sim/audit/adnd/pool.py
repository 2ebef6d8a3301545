"""The attacks of a round: how many there are, what is paid with them, what is done of what was declared."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.audit.adnd import places, scores
from sim.audit.adnd.fold import OUT, Fighter, Scene
from sim.audit.adnd.places import engaged
from sim.audit.claims import Breach, invariant
from sim.events.adnd import ActivationBegan, ActivationEnded, AttackMade, AttacksLost, AttacksSet, Declared, RoundOpened
from sim.events.adnd_manoeuvres import ParryAnnounced
from sim.events.adnd_missile import ArrivalStruck, AttackHeld, ChargeAnswered
from sim.events.course import Answered, OrderGiven
from sim.events.orders import (
    Attack,
    Charge,
    Draw,
    Drop,
    Face,
    FullAttack,
    Guard,
    Move,
    PickUp,
    Realign,
    ReceiveCharge,
    Run,
    Sheathe,
    StandUp,
    Step,
    TakePosition,
    TotalDefense,
    Withdraw,
)
from sim.tables.adnd_sheet import Weapon

ADND = ("adnd",)
POOL = "adnd.round.attack-pool"
BLOW = "adnd.round.end-of-round-blow"
BINDS = "adnd.core.action.declared-binds"
FRACTIONS = "adnd.attack-rate.fractions"
ROUTINE = "adnd.core.natural-attacks.routine"
MIXED = "adnd.core.action.mixed-weapons"
STILL_ARMED = "adnd.style.two-weapon.still-armed"
FIGHTING = (FullAttack, Attack, Guard, ReceiveCharge)
"""Declarations after which the attacks of the round are made."""
WITHOUT_WEAPON = frozenset({"punch", "wrestle", "overbear", "shield-punch", "grab", "grab-object"})
"""What may take the place of a blow with the weapon declared."""


def launches(weapon: Weapon) -> bool:
    """Does it shoot missiles?"""
    return bool(weapon.missiles)


def far(scene: Scene, me: Fighter, weapon: Weapon, target: Fighter | None) -> bool:
    """Would an attack on this target be shot or hurled, being out of the weapon's reach or of no use in melee?"""
    if weapon.missiles or weapon.volley or weapon.breath:
        return True
    if weapon.ranges is None or target is None:
        return False
    if weapon.category == "ranged":
        return True
    reach = (
        weapon.grip.reach if weapon.grip is not None and weapon.grip.reach and me.two_handed(weapon) else weapon.reach
    )
    across, down = scene.terrain.gap(me.square, me.span, target.square, target.span)
    return max(across, down) > me.sheet.reach + reach - 1


def costs(scene: Scene, me: Fighter, weapon: Weapon) -> dict[int, Fraction]:
    """What rounds so far have cost a weapon's rate."""
    found: dict[int, Fraction] = scene.notes.setdefault("costs", {}).setdefault((me.id, weapon.name), {})
    return found


def allowed(scene: Scene, me: Fighter, weapon: Weapon, shot: bool, cost: Fraction = Fraction(0)) -> int:
    """The attacks that this round has with a weapon."""
    if weapon.category == "natural":
        return 1
    pace = scores.rate(me.sheet, weapon, shot)
    handbook = scene.option("bow_specialist", "seed") == "handbook"
    if handbook and shot and weapon.family == "bow" and scores.tier(me.sheet, weapon) == "specialist":
        pace = scores.fraction(weapon.rate)
    spent = {**costs(scene, me, weapon), scene.round: cost}
    if pace >= 1:
        return scores.attacks(pace, scene.round, spent)
    last = me.shots.get(weapon.name)
    if last is None:
        return 1
    since = sum((pace - spent.get(round, Fraction(0)) for round in range(last + 1, scene.round + 1)), Fraction(0))
    return int(since >= 1)


@invariant("the-rate-is-kept", Declared, books=ADND)
def the_rate_is_kept(event: Declared, scene: Scene) -> Iterator[Breach]:
    """A declaration gives as many attacks as the rate of its weapon in this round, less the parries reserved."""
    me = scene.fighters[event.who]
    order = me.declared
    if not isinstance(order, FIGHTING):
        if event.attacks or event.second or event.parries:
            yield POOL, f"{event.who} has declared {type(order).__name__}, and has {event.attacks} attacks"
        return
    if event.weapon != order.weapon:
        yield POOL, f"{event.who} has attacks with {event.weapon}, and declared {order.weapon}"
    weapon = me.weapons[event.weapon]
    target = scene.fighters.get(getattr(order, "target", ""))
    right = allowed(scene, me, weapon, far(scene, me, weapon, target))
    parries = min(getattr(order, "parries", 0), right) if weapon.category != "natural" else 0
    if event.parries != parries:
        yield "adnd.parry.declare", f"{me.id} has {event.parries} parries, and has declared {parries}"
    if event.attacks != right - parries and not _heroic(scene, me):
        yield FRACTIONS, f"{me.id} has {event.attacks} attacks with {weapon.name}, and ought to have {right - parries}"
    second = getattr(order, "off_hand", "")
    if event.second != second:
        yield (
            "adnd.style.two-weapon.extra-attack",
            f"{me.id} has one more with {event.second!r}, and declared {second!r}",
        )


def _heroic(scene: Scene, me: Fighter) -> bool:
    """Option ``heroic_attacks``: a warrior against enemies of less than one die alone."""
    foes = [*engaged(scene, me), scene.fighters.get(getattr(me.declared, "target", ""))]
    return (
        scene.option("heroic_attacks", "off") == "on"
        and me.sheet.group == "warrior"
        and all(foe.sheet.level < 1 for foe in foes if foe is not None)
    )


def shot_before(scene: Scene, me: Fighter, seq: int) -> int:
    """1 when it has already shot in the activation in which it moves by order ``seq``."""
    for event in reversed(scene.events[:seq]):
        if type(event) is ActivationBegan:
            return 0
        if type(event) is AttackMade and event.attacker == me.id and event.mode != "melee":
            return 1
    return 0


@invariant("a-change-keeps-the-rate", AttacksSet, books=ADND)
def a_change_keeps_the_rate(event: AttacksSet, scene: Scene) -> Iterator[Breach]:
    """
    What is set anew is what the rate of this round gives less what was made: after a move, a change of weapon, a shot
    before initiative, or when of two weapons the second alone is left, which then strikes as the first would have.
    Halving and slowing take from the rate of this round alone.
    """
    me = scene.fighters[event.who]
    weapon = me.weapons[event.weapon]
    given = scene.events[event.because] if event.because >= 0 else None
    cost = Fraction(0)
    if event.debt is not None:
        before = sum(costs(scene, me, weapon).values(), Fraction(0))
        cost = Fraction(*event.debt) - before
        costs(scene, me, weapon)[scene.round] = cost
        pace = scores.rate(me.sheet, weapon, True)
        slower = pace - 1 if pace > 1 else pace / 2
        rightful = (pace / 2, pace - slower, pace - slower / 2)
        if cost not in rightful:
            yield FRACTIONS, f"the round costs {me.id}'s {weapon.name} {cost} of a rate of {pace}"
    if type(given) is Answered:
        right = me.attacks - 1
    elif type(given) is OrderGiven and type(given.order) is Draw:
        right = max(0, min(allowed(scene, me, weapon, launches(weapon)) - me.made, me.attacks))
    elif type(given) is OrderGiven and type(given.order) is Attack:
        left = allowed(scene, me, weapon, launches(weapon), cost)
        right = max(0, left - 1) if weapon.category != "natural" else 0
    elif STILL_ARMED in event.cites and isinstance(me.declared, FullAttack) and me.declared.off_hand == weapon.name:
        right = max(0, min(allowed(scene, me, weapon, False) - me.made, me.attacks))
    else:
        right = max(0, allowed(scene, me, weapon, True, cost) - (me.made or shot_before(scene, me, event.because)))
    if event.attacks != right and not _heroic(scene, me):
        yield MIXED, f"{me.id} has {event.attacks} attacks with {weapon.name} after all, and ought to have {right}"


@invariant("an-answer-keeps-the-rate", ChargeAnswered, books=ADND)
def an_answer_keeps_the_rate(event: ChargeAnswered, scene: Scene) -> Iterator[Breach]:
    """Who answers a charge by making ready for it is its target, has chosen so, and has the attacks of the round."""
    me = scene.fighters[event.who]
    chargers = [f.id for f in scene.enemies(me) if type(f.declared) is Charge and f.declared.target == me.id]
    if not chargers or scene.stage != "declare":
        yield "adnd.charge.receive.initiative", f"{me.id} makes ready for a charge that nobody has announced"
    right = allowed(scene, me, me.weapons[event.weapon], False)
    if event.attacks != right:
        yield FRACTIONS, f"{me.id} has {event.attacks} attacks with {event.weapon}, and ought to have {right}"


@invariant("an-attack-is-paid-for", OrderGiven, books=ADND)
def an_attack_is_paid_for(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """What is done in a pass costs what it should, of what is left; what is declared binds."""
    me = scene.fighters[event.who]
    order = event.order
    kind = type(order)
    if scene.stage == "declare":
        if kind in (Attack, Step):
            yield BINDS, f"{event.who} gives the order {kind.__name__} while others still declare"
        return
    right = set(prices(scene, me, order))
    if event.cost not in right:
        said = " or ".join(sorted(right)) or "nothing that it may do"
        yield POOL, f"{event.who}'s {kind.__name__} costs {event.cost}, and ought to cost {said}"
    if event.cost == "pool" and me.attacks < 1:
        yield POOL, f"{event.who} spends an attack of the round, and it has none left"
    if event.cost in ("pool", "routine", "second", "blow") and not scene.due:
        yield POOL, f"{event.who} strikes, and nothing was due"
    if kind is Attack:
        yield from _bound(event, scene, me)


def prices(scene: Scene, me: Fighter, order: object) -> Iterator[str]:
    """What an order may cost in an activation."""
    kind = type(order)
    blows = scene.stage == "blows"
    if kind in (Drop, Face, TakePosition, Step):
        yield "free"
    elif kind is Draw:
        yield "pool" if me.changed else "free"
    elif kind in (Sheathe, PickUp):
        yield from _an_attack(scene, me)
    elif kind is Realign:
        yield "blow" if blows else "pool"
    elif kind is StandUp:
        if me.low and not blows and scene.number == 1 and not (me.halves or me.made) and first(scene, me):
            yield "free"
        else:
            yield from _an_attack(scene, me)
    elif kind is Attack:
        if blows:
            yield "blow"
        elif order.besides:  # type: ignore[attr-defined]
            yield "besides"
        elif not scene.due:
            yield "standard"
        else:
            yield from _an_attack(scene, me, order.weapon)  # type: ignore[attr-defined]
    else:
        yield from ("standard", "free", "none", "pool", "routine", "blow", "second")


def _an_attack(scene: Scene, me: Fighter, name: str = "") -> Iterator[str]:
    """The next attack that is due, or that with a weapon."""
    if scene.stage == "blows":
        yield "blow"
        return
    natural = (name or me.weapon) in me.weapons and me.weapons[name or me.weapon].category == "natural"
    if me.attacks:
        yield "pool"
    elif natural:
        yield "routine"
    if me.second and name in ("", me.second):
        yield "second"


def first(scene: Scene, me: Fighter) -> bool:
    """Is this the first order of its activation?"""
    for event in reversed(scene.events[: scene.seq]):
        if type(event) is OrderGiven and event.who == me.id:
            return False
        if type(event).__name__ == "ActivationBegan":
            return bool(event.who == me.id)
    return False


def _bound(event: OrderGiven, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """An attack is what was declared: a called shot was announced as such, with this weapon; who charged has one."""
    order = event.order
    assert isinstance(order, Attack)
    declared = me.declared
    if event.cost == "blow":
        if scene.stage != "blows":
            yield BLOW, f"{event.who} strikes its one blow before the passes are over"
        return
    if event.cost == "standard":
        half = rate_of(scene, me) // 2
        declaration = me.declaration
        if type(declared) is not Move or declaration is None or declaration.squares > half or me.halves:
            yield BINDS, f"{event.who} attacks instead of what it has declared: {type(declared).__name__}"
        return
    if isinstance(declared, Charge | Withdraw | Run | TotalDefense):
        yield BINDS, f"{event.who} attacks, and it has declared {type(declared).__name__}"
    bare = order.how in WITHOUT_WEAPON or (order.how == "strike" and order.weapon == me.sheet.unarmed.name)
    if order.weapon not in (me.weapon, me.second, *me.sheet.routine) and not bare:
        yield BINDS, f"{event.who} attacks with {order.weapon}, and what it has left is with {me.weapon}"
    announced = (getattr(declared, "how", ""), getattr(declared, "off_how", ""))
    if order.how in ANNOUNCED and order.how not in announced:
        yield BINDS, f"{event.who} attempts {order.how}, which it has not announced"


ANNOUNCED = frozenset(
    {"disarm", "expert-disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object"}
)
"""What had to be announced before initiative."""


def rate_of(scene: Scene, me: Fighter) -> int:
    """Squares of its full movement now; of a rider its mount's."""
    body = scene.fighters[me.mount] if me.mount else me
    squares = max(body.sheet.movement, body.sheet.fly)
    if me.has("blinded"):
        squares = 2 * squares // 3
    if body.has("sprained"):
        squares = 2 * squares // 3
    if body.has("dislocated-hip"):
        squares = min(squares, 2)
    return squares // 3 if body.has("recovering") else squares


@invariant("nothing-is-lost-unseen", ActivationEnded, books=ADND)
def nothing_is_lost_unseen(event: ActivationEnded, scene: Scene) -> Iterator[Breach]:
    """At the end of an activation exactly the attack that was due and not made is lost, or held for later."""
    me = scene.fighters[event.who]
    if scene.active != event.who:
        yield POOL, f"{event.who} ends what it has not begun"
    main = [name for name in scene.due if name != me.second or name == me.weapon]
    right = int(bool(scene.stage == "passes" and me.attacks and main))
    if event.lost != right:
        yield POOL, f"{event.who} loses {event.lost} attacks, and {right} was due and not made"


@invariant("an-attack-is-held-while-nobody-is-in-reach", ActivationEnded, books=ADND)
def an_attack_is_held_while_nobody_is_in_reach(event: ActivationEnded, scene: Scene) -> Iterator[Breach]:
    """An attack that is due and cannot be made, for want of an enemy in reach, is held."""
    me = scene.fighters[event.who]
    weapon = me.weapons.get(me.weapon)
    if not event.lost or weapon is None or not me.can_act or me.has("held"):
        return
    if weapon not in places.arms(me) and weapon.category != "unarmed":
        return
    foes = [foe for foe in scene.enemies(me) if foe.names.isdisjoint(OUT)]
    if any(not places.strikes(scene, me, foe, weapon) for foe in foes):
        return
    before = scene.events[scene.seq - 1]
    if type(before) is not AttackHeld or before.who != me.id:
        yield "adnd.core.action.no-target", f"{me.id} has nobody in reach, and its attack is lost"


@invariant("losses-are-of-what-is-left", AttacksLost, books=ADND)
def losses_are_of_what_is_left(event: AttacksLost, scene: Scene) -> Iterator[Breach]:
    """Only what is left is lost: attacks, parries, forms of a routine, the second weapon's, a blow to come."""
    me = scene.fighters[event.who]
    rule = event.cites[0] if event.cites else POOL
    if not 0 <= event.attacks <= me.attacks or not 0 <= event.parries <= me.parries or event.forms < 0:
        yield rule, f"{me.id} loses {event.attacks} attacks and {event.parries} parries, and has not as many"
    if event.second and not me.second:
        yield rule, f"{me.id} loses the attack of a second weapon that it has not"
    if event.blow and not me.blow:
        yield rule, f"{me.id} loses a blow that is not to come"
    if event.forms > len(me.sheet.routine):
        yield rule, f"{me.id} loses {event.forms} forms of its routine"
    if "adnd.fumble.natural-1.lose-next-attack" in event.cites:
        lost = max(event.attacks, event.forms) + event.parries + event.second + event.blow
        if lost > 1:
            yield rule, f"{me.id} loses {lost} attacks for a natural 1, and ought to lose one"
    if "adnd.parry.choice.not-retroactive" in event.cites and (
        scene.stage != "end" or event.parries != me.parries or event.attacks
    ):
        yield rule, f"{event.parries} parries of {me.id} lapse in the {scene.stage}, and it has {me.parries}"


@invariant("unused-parries-lapse", RoundOpened, books=ADND)
def unused_parries_lapse(event: RoundOpened, scene: Scene) -> Iterator[Breach]:
    """No parry is kept beyond its round."""
    for me in scene.fighters.values():
        if me.parries and me.names.isdisjoint(OUT):
            yield "adnd.parry.choice.not-retroactive", f"{me.id} keeps {me.parries} parries beyond the round"


@invariant("declared-movement-is-half-or-all", Declared, books=ADND)
def declared_movement_is_half_or_all(event: Declared, scene: Scene) -> Iterator[Breach]:
    """A move is declared with half of one's movement, or with all of it; nothing else is."""
    me = scene.fighters[event.who]
    if type(me.declared) is not Move:
        if event.squares:
            yield "adnd.move.scale", f"{me.id} may move {event.squares} squares, and has declared no move"
        return
    rate = rate_of(scene, me)
    if event.squares not in (rate // 2, rate) and not (me.position and event.squares == 1):
        yield "adnd.move.scale", f"{me.id} may move {event.squares} squares, and its rate is {rate}"


@invariant("an-attack-is-held-for-want-of-a-target", AttackHeld, books=ADND)
def an_attack_is_held_for_want_of_a_target(event: AttackHeld, scene: Scene) -> Iterator[Breach]:
    """Whoever holds an attack for later has one that is due, and can act."""
    me = scene.fighters[event.who]
    if not me.can_act or scene.active != event.who or not scene.due:
        yield "adnd.core.action.no-target", f"{event.who} holds an attack that is not due"


@invariant("arrivals-are-struck-with-what-is-left", ArrivalStruck, books=ADND)
def arrivals_are_struck_with_what_is_left(event: ArrivalStruck, scene: Scene) -> Iterator[Breach]:
    """Out of order strikes who guards, has set a spear, or holds an attack, and with an attack that is left."""
    me, target = scene.fighters[event.who], scene.fighters[event.target]
    rule = event.cites[0] if event.cites else POOL
    if me.held_back + me.attacks < 1:
        yield POOL, f"{event.who} strikes at {event.target} as it comes, and has no attack left"
    if event.weapon != me.weapon:
        yield BINDS, f"{event.who} strikes with {event.weapon}, and its attacks are with {me.weapon}"
    if not me.can_act or me.side == target.side:
        yield rule, f"{event.who} cannot strike at {event.target} as it comes"
    if not (me.has("guarding") or me.held_back or (me.has("receiving") and target.has("charging"))):
        yield rule, f"{event.who} neither guards nor waits with an attack for {event.target}"
    answered = scene.events[event.because] if event.because >= 0 else None
    if type(answered) is not Answered or answered.who != event.who or type(answered.answer) is not Attack:
        yield rule, f"{event.who} has not chosen to strike at {event.target}"


@invariant("parries-are-paid-for", ParryAnnounced, books=ADND)
def parries_are_paid_for(event: ParryAnnounced, scene: Scene) -> Iterator[Breach]:
    """A parry takes an attack that was reserved, or the shield's one action of the round besides."""
    me = scene.fighters[event.who]
    if event.second:
        if me.second != event.weapon or event.weapon != me.shielded:
            yield "adnd.parry.shield", f"{event.who} parries besides with {event.weapon}, and has no such attack left"
    elif me.parries < 1:
        yield "adnd.parry.declare", f"{event.who} parries, and has no parry left of those that it has reserved"
    weapon = me.weapons.get(event.weapon)
    if event.weapon == me.shielded:
        return
    if weapon is None or (event.weapon not in me.held and not (weapon.category == "unarmed" and not me.held)):
        yield "adnd.parry.roll", f"{event.who} parries with {event.weapon}, which is not in its hand"
    elif (weapon.base or weapon.name) == "sling":
        yield "adnd.parry.missile-weapon.not-sling", f"{event.who} parries with a sling"
