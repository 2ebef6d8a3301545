"""Kinds of tampering with d20 fights, by the topic of the rule that each breaks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from attrs import evolve
from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.events.attacks import (
    AbilityDamaged,
    AttackRolled,
    CheckRolled,
    ContestRolled,
    CriticalRolled,
    DamageDealt,
    Healed,
    HitPointsLost,
    MissChanceRolled,
    SaveRolled,
)
from sim.events.boons import BoonBegan, BoonsEnded, SpellDamageRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import (
    Answered,
    FightBegan,
    FightEnded,
    FullAttackBegan,
    InitiativeRolled,
    OrderGiven,
    RoundBegan,
    TurnBegan,
)
from sim.events.equipment import Drew, Dropped, PickedUp, Reloaded
from sim.events.grapple import GrappleBegan, GrappleEnded
from sim.events.magic import CastingBegan, ChargeHeld, SpellBegan, SpellCast, SpellEnded, SpellFailureRolled
from sim.events.movement import Moved
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    CoupDeGrace,
    End,
    FullAttack,
    Leave,
    Move,
    Opportunity,
    Overrun,
    Pass,
    Step,
    Withdraw,
)
from sim.events.timing import InitiativeChanged, TurnDelayed
from sim.events.turning import TurningRolled
from sim.events.zones import ZoneBegan
from sim.grid.bits import squares
from sim.grid.movement import path_price, straight_line
from sim.grid.reach import ring
from sim.rules.d20 import aoo, move
from sim.rules.d20.charge import hampered
from sim.rules.shelf import book
from sim.state.creature import Creature
from sim.tables.spells import reach
from tests.tamper.forge import Edit, Shelf, Site, first, more, ordered, other

BOOK = book("d20")
SHELF = Shelf("d20")
kind, put, omit = SHELF.kind, SHELF.put, SHELF.omit
ROLL = "attack-rolls-add-up"
TIMED = ("charged", "total-defense", "fighting-defensively", "power-attack", "cleaved", "dodging", "ran", "feinted")
AILING = ("stunned", "paralyzed", "nauseated", "cowering", "blinded", "frightened", "turned", "pinned")
FLANKING = Modifier(2, "flanking", "d20.flanking.bonus")


def same(event: AttackRolled, more: int) -> bool:
    """Does it hit or miss, and threaten, as before with so much more on the roll?"""
    natural = event.dice[0].value
    return event.hit == (natural == 20 or (natural != 1 and event.total + more >= event.ac))


def rolled(event: Any, parts: tuple[Modifier, ...], **facts: Any) -> dict[str, Any]:
    """Other parts of a total, and the total that they give."""
    more = sum(part.value for part in parts) - sum(part.value for part in event.parts)
    return {"parts": parts, "total": event.total + more, **facts}


def armored(event: AttackRolled, parts: tuple[Modifier, ...]) -> dict[str, Any] | None:
    """Other parts of an armor class, and the class that they give, if the attack fares the same."""
    ac = sum(part.value for part in parts)
    if not same(evolve(event, ac=ac), 0) or ac == event.ac:
        return None
    return {"ac_parts": parts, "ac": ac}


def fresh(site: Site) -> Creature | None:
    """Whose whole turn is still to come at this order."""
    battle, event = site.battle, site.event
    if battle.turn.who != event.who or battle.turn.orders or battle.turn.restricted or event.because >= 0:
        return None
    return battle[event.who]


def nearby(site: Site, me: Creature, far: int) -> Iterator[Creature]:
    """Enemies that carry on within so many squares, the nearest first."""
    ground = site.battle.ground
    foes = [foe for foe in site.enemies(me.id) if foe.can_act and not foe.mount]
    away = {foe.id: ground.distance(me.square, me.span, foe.square, foe.span) for foe in foes}
    yield from sorted((foe for foe in foes if away[foe.id] <= far), key=lambda foe: away[foe.id])


def price(site: Site, me: Creature, path: tuple[int, ...]) -> int | None:
    """Half squares that a path costs by its ground alone."""
    return path_price(
        site.battle.ground, path, me.span, swimmer=move.swims(me), small=me.sheet.size in ("fine", "diminutive", "tiny")
    )


# ---- attack rolls -------------------------------------------------------------------------------------------------

put("an attack total one too high", ROLL, at=AttackRolled, when=lambda e: same(e, 1), total=more("total"))
put("an armor class one too high", ROLL, at=AttackRolled, when=lambda e: same(e, -1), ac=more("ac"))
put("a hit called a miss", ROLL, at=AttackRolled, when=lambda e: e.hit and not e.threat, hit=False)
put("a miss called a hit", ROLL, at=AttackRolled, when=lambda e: not e.hit, hit=True)
put("a threat that the roll does not give", ROLL, at=AttackRolled, when=lambda e: e.hit and not e.threat, threat=True)
put(
    "an attack of opportunity called an ordinary one",
    ROLL,
    at=AttackRolled,
    when=lambda e: e.opportunity,
    opportunity=False,
)


@kind("a flank bonus without a flank", ROLL, at=AttackRolled)
def flank(site: Site) -> Edit | None:
    event = site.event
    if event.mode != "melee" or first(event.parts, "flanking") or not same(event, 2):
        return None
    return site.changed(**rolled(event, (*event.parts, FLANKING)))


@kind("a flank without its bonus", ROLL, at=AttackRolled)
def unflanked(site: Site) -> Edit | None:
    event = site.event
    part = first(event.parts, "flanking")
    if part is None or not same(event, -2):
        return None
    return site.changed(**rolled(event, tuple(known for known in event.parts if known is not part)))


def without(name: str, *types: str, at: type[Any] = AttackRolled, claim: str = ROLL) -> None:
    """A kind that leaves a part of a total out."""

    @kind(name, claim, at=at)
    def make(site: Site) -> Edit | None:
        event = site.event
        part = first(event.parts, *types)
        if part is None or not part.value or (at is AttackRolled and not same(event, -part.value)):
            return None
        return site.changed(**rolled(event, tuple(known for known in event.parts if known is not part)))


def unarmored(name: str, *types: str) -> None:
    """A kind that leaves a part of an armor class out."""

    @kind(name, ROLL, at=AttackRolled)
    def make(site: Site) -> Edit | None:
        part = first(site.event.ac_parts, *types)
        if part is None:
            return None
        facts = armored(site.event, tuple(known for known in site.event.ac_parts if known is not part))
        return site.changed(**facts) if facts else None


without("strength left out of an attack", "strength")
without("a later attack of a full attack at no penalty", "iterative", "secondary")
without("the penalty of two weapons left out", "two weapons", "rapid shot")
without("a long shot at no penalty", "range")
without("an attack from the ground at no penalty", "prone")
without("a shot into a melee at no penalty", "into melee")
without("power attack that costs nothing", "power attack")
without("a prayer forgotten", "morale")
without("a charge without its bonus", "charge")
unarmored("armor that does not count", "armor")
unarmored("a shield that does not count", "shield")
unarmored("natural armor that does not count", "natural armor")
unarmored("Dexterity denied to somebody who is aware", "dexterity")
unarmored("cover left out", "cover")
unarmored("a charger who is as hard to hit as ever", "charged")
unarmored("the prone as hard to hit as the standing", "prone")


@kind("a bonus counted twice", ROLL, at=AttackRolled)
def twice(site: Site) -> Edit | None:
    part = first(site.event.parts, "enhancement", "morale", "charge", "flanking", "higher ground")
    if part is None or part.value <= 0 or not same(site.event, part.value):
        return None
    return site.changed(**rolled(site.event, (*site.event.parts, part)))


@kind("armor counted twice", ROLL, at=AttackRolled)
def doubly(site: Site) -> Edit | None:
    part = first(site.event.ac_parts, "armor", "shield", "natural armor")
    facts = armored(site.event, (*site.event.ac_parts, part)) if part is not None else None
    return site.changed(**facts) if facts else None


@kind("two bonuses of one type", ROLL, at=AttackRolled)
def stacked(site: Site) -> Edit | None:
    if not same(site.event, 2):
        return None
    luck = Modifier(1, "luck", "d20.flanking.bonus")
    return site.changed(**rolled(site.event, (*site.event.parts, luck, luck)))


@kind("cover where nothing stands between", ROLL, at=AttackRolled)
def covered(site: Site) -> Edit | None:
    if first(site.event.ac_parts, "cover"):
        return None
    facts = armored(site.event, (*site.event.ac_parts, Modifier(4, "cover", "d20.cover.ac-bonus")))
    return site.changed(**facts) if facts else None


@kind("Dexterity kept by the flat-footed", ROLL, at=AttackRolled)
def nimble(site: Site) -> Edit | None:
    target = site.battle[site.event.target]
    bonus = (target.sheet.dexterity - 10) // 2
    if not target.has("flat-footed") or bonus < 1 or first(site.event.ac_parts, "dexterity"):
        return None
    part = Modifier(bonus, "dexterity", "d20.core.armor-class")
    facts = armored(site.event, (*site.event.ac_parts, part))
    return site.changed(**facts) if facts else None


@kind("a charge bonus without a charge", ROLL, at=AttackRolled)
def charging(site: Site) -> Edit | None:
    event = site.event
    if first(event.parts, "charge") or not same(event, 2):
        return None
    return site.changed(**rolled(event, (*event.parts, Modifier(2, "charge", "d20.charge.attack-bonus"))))


def another(name: str, claim: str, pick: Any) -> None:
    """A kind in which an attack goes at somebody else, order and all."""

    @kind(name, claim, at=OrderGiven)
    def make(site: Site) -> Edit | None:
        order = site.event.order
        seq = site.next(AttackRolled, of=site.seq)
        if type(order) is not Attack or order.how != "strike" or order.square >= 0 or seq != site.seq + 1:
            return None
        roll = site.events[seq]
        target = pick(site, roll) if not roll.threat else None
        if target is None or roll.target != order.target:
            return None
        put = (evolve(site.event, order=replace(order, target=target.id)), evolve(roll, target=target.id))
        return Edit(site.seq, 2, put, cut=True)


def _behind(site: Site, roll: AttackRolled) -> Creature | None:
    me = site.battle[roll.attacker]
    foes = (foe for foe in site.enemies(me.id) if roll.mode == "ranged" and foe.active and not foe.mount)
    rule = "d20.cover.total"
    return next((foe for foe in foes if rule in BOOK.refusal(site.battle, me.id, _at(site, foe))), None)


def _at(site: Site, foe: Creature) -> Attack:
    return replace(site.event.order, target=foe.id)


def _beyond(site: Site, roll: AttackRolled) -> Creature | None:
    me, ground = site.battle[roll.attacker], site.battle.ground
    if roll.mode != "melee":
        return None
    foes = (foe for foe in site.enemies(me.id) if foe.active)
    far = me.sheet.farthest_reach + 1
    return next((foe for foe in foes if ground.distance(me.square, me.span, foe.square, foe.span) > far), None)


another("a bow shot through total cover", "an-attack-is-what-was-ordered", _behind)
another("a blow at somebody out of reach", "an-attack-is-what-was-ordered", _beyond)


@kind("a blow with what is not in hand", "an-attack-is-what-was-ordered", at=OrderGiven)
def empty_handed(site: Site) -> Edit | None:
    order = site.event.order
    seq = site.next(AttackRolled, of=site.seq)
    if type(order) is not Attack or order.how != "strike" or seq != site.seq + 1:
        return None
    me = site.battle[site.event.who]
    held = me.weapons[order.weapon].category
    swap = next((name for name in me.items if name in me.weapons and name not in me.held), "")
    if not swap or held in ("natural", "unarmed"):
        return None
    put = (evolve(site.event, order=replace(order, weapon=swap)), evolve(site.events[seq], weapon=swap))
    return Edit(site.seq, 2, put, cut=True)


# ---- what follows a hit -------------------------------------------------------------------------------------------

HURT = "damage-adds-up"
put(
    "damage one too high",
    HURT,
    "spell-damage-adds-up",
    "flames-burn-on",
    "flasks-wet-whom-they-reach",
    at=DamageDealt,
    amount=more("amount"),
)
put(
    "damage turned nonlethal",
    HURT,
    "spell-damage-adds-up",
    at=DamageDealt,
    when=lambda e: not e.nonlethal and e.amount and e.dice,
    nonlethal=True,
)
put("damage turned lethal", HURT, at=DamageDealt, when=lambda e: e.nonlethal and e.amount, nonlethal=False)
put(
    "a critical hit confirmed by a miss",
    "criticals-are-confirmed",
    at=CriticalRolled,
    when=lambda e: not e.confirmed,
    confirmed=True,
)
put(
    "a critical hit that was confirmed, denied",
    "criticals-are-confirmed",
    at=CriticalRolled,
    when=lambda e: e.confirmed,
    confirmed=False,
)
put("a critical confirmed against another armor class", "criticals-are-confirmed", at=CriticalRolled, ac=more("ac", -1))
omit("a threat that is never confirmed", "a-hit-does-damage", "what-is-due-comes", at=CriticalRolled)
omit("concealment forgotten", "a-hit-does-damage", "what-is-due-comes", at=MissChanceRolled)
put("a miss chance of another size", "concealment-is-rolled", at=MissChanceRolled, percent=more("percent", 30))
put("a miss chance read wrongly", "concealment-is-rolled", at=MissChanceRolled, missed=other("missed"))
omit("a hit that does no damage", "a-hit-does-damage", "what-is-due-comes", "spells-do-their-damage", at=DamageDealt)


@kind("a critical doubled twice", HURT, at=DamageDealt)
def doubled(site: Site) -> Edit | None:
    event = site.event
    critical = (
        any(
            type(e) is CriticalRolled and e.confirmed and e.because == event.because
            for e in site.events[event.because : site.seq]
        )
        if event.because >= 0
        else False
    )
    bonus = sum(part.value for part in event.parts)
    if not critical or bonus <= 0:
        return None
    return site.changed(parts=event.parts * 2, amount=event.amount + bonus)


@kind("damage without its bonus", HURT, at=DamageDealt)
def weak(site: Site) -> Edit | None:
    bonus = sum(part.value for part in site.event.parts)
    if not site.event.dice or bonus <= 0 or site.event.amount <= bonus:
        return None
    return site.changed(parts=(), amount=site.event.amount - bonus)


@kind("a wound from nobody", HURT, "spell-damage-adds-up", "flames-burn-on", at=DamageDealt)
def wound(site: Site) -> Edit | None:
    return site.after(evolve(site.event, dice=()), cut=True)


@kind("a wound in somebody else", HURT, at=DamageDealt)
def bystander(site: Site) -> Edit | None:
    if type(site.cause) is not AttackRolled:
        return None
    who = next(
        (foe.id for foe in site.battle if foe.active and foe.id not in (site.event.target, site.event.source)), ""
    )
    return Edit(site.seq, 1, (evolve(site.event, target=who),), cut=True) if who else None


# ---- saves, checks, contests --------------------------------------------------------------------------------------

SAVE = (
    "saves-add-up",
    "spells-call-for-their-saves",
    "poison-strikes-twice",
    "deaths-have-a-cause",
    "hits-bring-their-riders",
    "areas-strike-all-in-them",
)
put(
    "a wrong save DC",
    *SAVE,
    at=SaveRolled,
    when=lambda e: e.success == (e.total >= e.dc + 1) and e.dice[0].value < 20,
    dc=more("dc"),
)
put("a save one too high", SAVE[0], at=SaveRolled, total=more("total"))
put("a save that failed called a success", SAVE[0], at=SaveRolled, when=lambda e: not e.success, success=True)
put("a save that succeeded called a failure", SAVE[0], at=SaveRolled, when=lambda e: e.success, success=False)
CHECK = (
    "checks-add-up",
    "concentration-adds-up",
    "dispelling-adds-up",
    "help-is-rolled-for",
    "what-is-countered-could-be",
)
put(
    "a check against another DC",
    *CHECK,
    "steps-are-legal",
    at=CheckRolled,
    when=lambda e: e.success == (e.total >= e.dc - 1),
    dc=more("dc", -1),
)
put("a check that failed called a success", *CHECK, at=CheckRolled, when=lambda e: not e.success, success=True)
put("a check one too high", *CHECK, at=CheckRolled, total=more("total"))
put(
    "a contest lost and won", "opposed-rolls-are-won-by-the-higher", "feints-add-up", at=ContestRolled, won=other("won")
)
put(
    "a contest total one too high",
    "opposed-rolls-are-won-by-the-higher",
    "feints-add-up",
    at=ContestRolled,
    total=more("total"),
)
CONTEST = (
    "grapples-are-rolled-right",
    "trips-are-rolled-right",
    "bull-rushes-are-rolled-right",
    "feints-add-up",
    "disarms-are-rolled-right",
    "overruns-are-rolled-right",
    "hiding-is-rolled-right",
    "sunders-are-rolled-right",
    "intimidation-is-rolled-right",
    "ropes-hold",
)


@kind("a contest without regard to size or strength", *CONTEST, at=ContestRolled)
def small(site: Site) -> Edit | None:
    event = site.event
    part = first(event.parts, "size", "strength")
    if part is None or not part.value or (event.total - part.value > event.other_total) != event.won:
        return None
    return site.changed(**rolled(event, tuple(known for known in event.parts if known is not part)))


@kind("a contest with a bonus out of nothing", *CONTEST, at=ContestRolled)
def lucky(site: Site) -> Edit | None:
    event = site.event
    if (event.total + 4 > event.other_total) != event.won:
        return None
    return site.changed(**rolled(event, (*event.parts, Modifier(4, "size", "d20.trip.size-modifier"))))


# ---- the course of the fight --------------------------------------------------------------------------------------

put("an initiative one too high", "initiative-adds-up", at=InitiativeRolled, total=more("total"))
put(
    "two swapped in the order of initiative",
    "initiative-orders-the-fight",
    at=FightBegan,
    when=lambda e: len(e.order) > 1,
    order=lambda e: (e.order[1], e.order[0], *e.order[2:]),
)
put(
    "one left out of the order of initiative",
    "initiative-orders-the-fight",
    at=FightBegan,
    when=lambda e: len(e.order) > 2,
    order=lambda e: e.order[:-1],
)
put(
    "a surprise that nobody minds",
    "initiative-orders-the-fight",
    "rounds-follow-each-other",
    "turns-go-round",
    at=FightBegan,
    when=lambda e: e.unaware,
    unaware=(),
)
put("a round too many", "rounds-follow-each-other", at=RoundBegan, number=more("number"))
put("a turn cut short for nothing", "turns-go-round", at=TurnBegan, when=lambda e: not e.restricted, restricted=True)
put("a whole turn in a surprise round", "turns-go-round", at=TurnBegan, when=lambda e: e.restricted, restricted=False)
omit(
    "a turn put off that comes at its time",
    "turns-go-round",
    "only-who-is-asked-acts",
    "turns-are-put-off-whole",
    "delayed-turns-come-between-turns",
    "what-is-due-comes",
    at=TurnDelayed,
)
put("initiative shifted to another count", "initiative-shifts-with-the-act", at=InitiativeChanged, count=more("count"))
put("another winner", "the-fight-ends-when-it-is-over", at=FightEnded, winner="the crows")


@kind("a turn out of its order", "turns-go-round", at=TurnBegan)
def jumped(site: Site) -> Edit | None:
    order, battle = site.battle.order, site.battle
    later = [who for who in order if who != site.event.who and battle[who].can_act and not battle[who].acted]
    later = [who for who in later if not battle[who].mount and who not in battle.delaying]
    if len(later) < 2:
        return None
    return Edit(site.seq, 1, (evolve(site.event, who=later[-1]),), cut=True)


@kind("a turn that is skipped", "turns-go-round", at=TurnBegan)
def skipped(site: Site) -> Edit | None:
    for seq in range(site.seq + 1, min(site.seq + 12, len(site.events))):
        event = site.events[seq]
        if type(event) is TurnBegan:
            return Edit(site.seq, seq - site.seq, ()) if seq - site.seq > 1 else None
        if type(event) not in (OrderGiven, ConditionEnded) or type(getattr(event, "order", End())) is not End:
            return None
    return None


@kind("a second turn in one round", "turns-go-round", at=TurnBegan)
def again(site: Site) -> Edit | None:
    gone = [who for who in site.battle.order if site.battle[who].acted and site.battle[who].can_act]
    gone = [who for who in gone if not site.battle[who].mount]
    return site.before(TurnBegan(-1, gone[0], False), ordered(gone[0], End(), "none"), cut=True) if gone else None


@kind("a turn of the dead", "turns-go-round", at=TurnBegan)
def ghost(site: Site) -> Edit | None:
    dead = next((who for who in site.battle.order if site.battle[who].has("dead")), "")
    return site.before(TurnBegan(-1, dead, False), ordered(dead, End(), "none"), cut=True) if dead else None


@kind("an action by the dead", "only-who-is-asked-acts", at=OrderGiven)
def undead(site: Site) -> Edit | None:
    dead = next((creature.id for creature in site.battle if creature.has("dead")), "")
    return site.before(ordered(dead, End(), "none"), cut=True) if dead else None


@kind("an action out of turn", "only-who-is-asked-acts", at=OrderGiven)
def meddler(site: Site) -> Edit | None:
    who = next((creature.id for creature in site.battle if creature.can_act and creature.id != site.event.who), "")
    if site.event.because >= 0 or not who or site.battle.suspended:
        return None
    return site.before(ordered(who, End(), "none"), cut=True)


@kind("an action after the end of the turn", "only-who-is-asked-acts", at=OrderGiven)
def late(site: Site) -> Edit | None:
    return site.after(ordered(site.event.who, End(), "none"), cut=True) if type(site.event.order) is End else None


@kind("a fight that ends too early", "the-fight-ends-when-it-is-over", at=RoundBegan)
def early(site: Site) -> Edit | None:
    if site.event.number < 2 or not site.battle.contested or type(site.events[site.seq - 1]) is RoundBegan:
        return None
    return site.before(FightEnded(-1, next(iter(site.battle.standing)), "one side is left"), cut=True)


# ---- what a turn holds --------------------------------------------------------------------------------------------

COST = "orders-cost-what-the-table-says"
put(
    "an action for nothing",
    COST,
    at=OrderGiven,
    when=lambda e: e.cost in ("standard", "move", "full-round"),
    cost="free",
)
put(
    "a full-round action for a standard one",
    COST,
    at=OrderGiven,
    when=lambda e: e.cost == "full-round",
    cost="standard",
)
put(
    "an attack too many in a full attack",
    "a-full-attack-has-its-attacks",
    at=FullAttackBegan,
    when=lambda e: e.attacks,
    attacks=lambda e: (*e.attacks, e.attacks[-1]),
)
put(
    "a full attack that has lost an attack",
    "a-full-attack-has-its-attacks",
    at=FullAttackBegan,
    when=lambda e: e.attacks,
    attacks=lambda e: e.attacks[:-1],
)
put(
    "a later attack lined up at a better bonus",
    "a-full-attack-has-its-attacks",
    at=FullAttackBegan,
    when=lambda e: any(due.penalty < 0 for due in e.attacks),
    attacks=lambda e: tuple(due._replace(penalty=0) for due in e.attacks),
)


def extra(name: str, claim: str, order: Any, cost: str, when: Any) -> None:
    """A kind in which one more order is given at the end of a turn."""

    @kind(name, claim, at=OrderGiven)
    def make(site: Site) -> Edit | None:
        turn = site.battle.turn
        if type(site.event.order) is not End or site.event.because >= 0 or turn.who != site.event.who:
            return None
        me = site.battle[turn.who]
        wish = order(site, me) if when(turn) and me.can_act else None
        return site.before(ordered(me.id, wish, cost), cut=True) if wish is not None else None


def _strike(site: Site, me: Creature) -> Attack | None:
    foe = next(nearby(site, me, 1), None)
    held = next((name for name in me.held if name in me.weapons and me.weapons[name].category != "ranged"), "")
    return Attack(foe.id, held) if foe is not None and held and not me.has("grappling") else None


def _stroll(site: Site, me: Creature) -> Move | None:
    free = move.destinations(site.battle, me, move.speed(me)) if not me.has("grappling") and not me.has("prone") else 0
    return Move(next(squares(free))) if free and not me.mount else None


BUDGET = "a-turn-holds-so-much"
extra("a second standard action", BUDGET, _strike, "standard", lambda turn: turn.standard and not turn.full)
extra("a third move action", BUDGET, _stroll, "move", lambda turn: turn.move and turn.standard and not turn.full)
extra("a move after a full-round action", BUDGET, _stroll, "move", lambda turn: turn.full and not turn.attacks)
extra(
    "another attack of a full attack that is over",
    BUDGET,
    _strike,
    "attack",
    lambda turn: not turn.attacks and turn.full,
)


@kind("a full attack after a walk", "one-step-and-no-other-movement", "a-turn-holds-so-much", at=OrderGiven)
def greedy(site: Site) -> Edit | None:
    turn, order = site.battle.turn, site.event.order
    if type(order) is not Attack or not turn.moved or site.event.cost != "standard" or order.how != "strike":
        return None
    wish = FullAttack(order.target, order.weapon)
    return Edit(site.seq, 1, (evolve(site.event, order=wish, cost="full-round"),), cut=True)


@kind("a 5-foot step after a walk", "one-step-and-no-other-movement", at=OrderGiven)
def sidestep(site: Site) -> Edit | None:
    turn = site.battle.turn
    me = site.battle[site.event.who]
    if type(site.event.order) is not End or turn.who != me.id or not turn.moved or me.mount or not me.can_act:
        return None
    for to in squares(move.destinations(site.battle, me, 1)):
        if "d20.step.no-other-movement" in BOOK.refusal(site.battle, me.id, Step(to)):
            steps = Moved(site.seq, me.id, (me.square, to), price(site, me, (me.square, to)) or 2, "step", me.span)
            return site.before(ordered(me.id, Step(to), "none"), steps, cut=True)
    return None


@kind("power attack beyond the base attack bonus", "trades-are-within-bounds", at=OrderGiven)
def mighty(site: Site) -> Edit | None:
    order = site.event.order
    if not isinstance(order, Attack | FullAttack | Charge):
        return None
    wish = replace(order, power=site.battle[site.event.who].sheet.base_attack + 1)
    return Edit(site.seq, 1, (evolve(site.event, order=wish),), cut=True)


@kind("a flight from the middle of the map", "nobody-leaves-who-may-not", at=OrderGiven)
def vanish(site: Site) -> Edit | None:
    me, rule = fresh(site), BOOK
    if me is None or "d20.action.move.move" not in rule.refusal(site.battle, me.id, Leave()):
        return None
    return site.before(ordered(me.id, Leave(), "move"), cut=True)


# ---- movement -----------------------------------------------------------------------------------------------------

OWN = ("walk", "charge", "withdraw", "run")
STEPS = "steps-are-legal"
put("a way too cheap", STEPS, at=Moved, when=lambda e: e.gait in OWN and len(e.path) > 2, halves=more("halves", -1))
put("a way too dear", STEPS, at=Moved, when=lambda e: e.gait in OWN and len(e.path) > 2, halves=more("halves"))
put(
    "a leap over a square",
    STEPS,
    at=Moved,
    when=lambda e: e.gait in OWN and len(e.path) > 4,
    path=lambda e: (*e.path[:1], *e.path[2:]),
    spans=lambda e: (*e.spans[:1], *e.spans[2:]),
)
put(
    "a start from somewhere else",
    "nobody-is-in-two-places",
    at=Moved,
    when=lambda e: e.gait in OWN and len(e.path) > 3 and not e.spans,
    path=lambda e: e.path[1:],
)
put("a walk called a run", "moves-are-of-their-order", at=Moved, when=lambda e: e.gait == "walk", gait="run")


@kind("a step too far", "moves-are-of-their-order", at=Moved)
def far(site: Site) -> Edit | None:
    """To and fro over the last two squares until the speed is used up, and once more."""
    event, me = site.event, site.battle[site.event.who]
    if event.gait not in ("walk", "withdraw", "run") or event.spans or len(event.path) < 3 or me.mount or me.rider:
        return None
    path = event.path
    while True:
        path = (*path, path[-2], path[-1])
        cost = price(site, me, path)
        if cost is None:
            return None
        if cost > 2 * 8 * move.speed(me) + 2:
            return site.changed(path=path, halves=cost)


def detour(name: str, claim: str, bend: Any) -> None:
    """A kind in which a walk goes another way from one square to the next but one; ``bend`` gives the way between."""

    @kind(name, claim, at=Moved)
    def make(site: Site) -> Edit | None:
        event, me = site.event, site.battle[site.event.who]
        if event.gait not in ("walk", "withdraw") or event.spans or me.span > 1 or me.mount or me.rider:
            return None
        for place, (a, b, c) in enumerate(zip(event.path, event.path[1:], event.path[2:], strict=False)):
            way = bend(site, me, a, b, c)
            if way is None:
                continue
            old, new = price(site, me, (a, b, c)), price(site, me, (a, *way, c))
            halves = event.halves if old is None or new is None else event.halves - old + new
            if new is None and not way:
                halves = event.halves - (old or 0) + 3
            return site.changed(path=(*event.path[: place + 1], *way, *event.path[place + 2 :]), halves=halves)
        return None


def _corner(site: Site, me: Creature, a: int, b: int, c: int) -> tuple[int, ...] | None:
    stride = site.battle.ground.stride
    diagonal = abs(c - a) in (stride - 1, stride + 1)
    return () if diagonal and price(site, me, (a, c)) is None else None


def _through(site: Site, me: Creature, a: int, b: int, c: int) -> tuple[int, ...] | None:
    """Through a foe who carries on and is no smaller or larger by much."""
    for foe in site.enemies(me.id):
        if foe.square in (a, b, c) or foe.span > 1 or not foe.can_act or foe.sheet.size != me.sheet.size or foe.mount:
            continue
        if price(site, me, (a, foe.square, c)) is not None and not isinstance(site.cause.order, Overrun):
            return (foe.square,)
    return None


detour("a diagonal through a corner", STEPS, _corner)
detour("a way through an enemy", STEPS, _through)


@kind("a way through a wall", STEPS, at=Moved)
def wall(site: Site) -> Edit | None:
    event, me = site.event, site.battle[site.event.who]
    ground = site.battle.ground
    if event.gait != "walk" or event.spans or me.span > 1 or me.mount or me.rider:
        return None
    for place, (a, b) in enumerate(pairwise(event.path)):
        for square in squares(ground.solid):
            if (
                abs(square // ground.stride - a // ground.stride) <= 1
                and abs(square % ground.stride - a % ground.stride) <= 1
            ):
                near = abs(square // ground.stride - b // ground.stride) <= 1
                if near and abs(square % ground.stride - b % ground.stride) <= 1:
                    path = (*event.path[: place + 1], square, *event.path[place + 1 :])
                    return site.changed(path=path, halves=event.halves + 2)
    return None


@kind("a stop on somebody's square", "nobody-stops-on-another", at=OrderGiven)
def crowded(site: Site) -> Edit | None:
    order, seq = site.event.order, site.next(Moved, of=site.seq)
    if type(order) is not Move or seq != site.seq + 1 or order.mode != "walk" or order.via:
        return None
    event, me = site.events[seq], site.battle[site.event.who]
    taken = {friend.square for friend in site.battle if friend is not me and friend.can_act and friend.span == 1}
    for place, square in enumerate(event.path[1:-1], 1):
        cost = price(site, me, event.path[: place + 1])
        if square in taken and me.span == 1 and cost is not None and not event.spans:
            stop = evolve(event, path=event.path[: place + 1], halves=cost)
            end = ordered(me.id, End(), "none")
            return Edit(site.seq, 2, (evolve(site.event, order=replace(order, to=square)), stop, end), cut=True)
    return None


def charge(name: str, claim: tuple[str, ...], rule: str, when: Any = lambda site, me, foe, to: True) -> None:
    """A kind in which somebody charges whom it must not, for a rule that the order alone tells."""

    @kind(name, *claim, at=OrderGiven)
    def make(site: Site) -> Edit | None:
        me = fresh(site)
        held = next((n for n in me.held if n in me.weapons and me.weapons[n].category != "ranged"), "") if me else ""
        if me is None or not held or me.span > 1 or me.mount or me.weapons[held].reach or hampered(site.battle, me):
            return None
        ground = site.battle.ground
        for foe in nearby(site, me, 30):
            for to in squares(ring(ground, foe.square, foe.span, 0, 1) & ground.inside):
                wish = Charge(foe.id, to, held)
                if not when(site, me, foe, to) or rule not in BOOK.refusal(site.battle, me.id, wish):
                    continue
                path = straight_line(ground, me.square, me.span, to)
                moved = Moved(site.seq, me.id, path, price(site, me, path) or 2 * len(path), "charge", me.span)
                return site.before(ordered(me.id, wish, "full-round"), moved, cut=True)
        return None


STRAIGHT = ("straight-is-straight", "only-the-free-move")


def _rubble(site: Site, me: Creature, foe: Creature, to: int) -> bool:
    """Is there nothing in the way but the ground?"""
    battle = site.battle
    path = straight_line(battle.ground, me.square, 1, to)
    slow = any(battle.ground.slow >> square & 1 for square in path[1:])
    return slow and price(site, me, path) is not None and not any(square in battle.at for square in path[1:])


charge("a charge over rubble", STRAIGHT, "d20.charge.clear-path", _rubble)
charge(
    "a charge through a friend",
    STRAIGHT,
    "d20.charge.clear-path",
    lambda site, me, foe, to: any(
        site.battle.at.get(square) for square in straight_line(site.battle.ground, me.square, 1, to)[1:-1]
    ),
)
charge("a charge from too near", STRAIGHT, "d20.charge.min-distance", lambda site, me, foe, to: to != me.square)
charge("a charge from too far", STRAIGHT, "d20.charge.max-distance")


@kind("a walk of somebody who is held", "only-the-free-move", at=OrderGiven)
def unbound(site: Site) -> Edit | None:
    me = fresh(site)
    if me is None or not (me.has("grappling") or me.has("pinned")):
        return None
    to = next(
        (to for to in squares(ring(site.battle.ground, me.square, me.span, 0, 1)) if to not in site.battle.at), -1
    )
    return site.before(ordered(me.id, Move(to), "move"), cut=True) if to >= 0 else None


@kind("a withdrawal of somebody who lies on the ground", "only-the-free-move", at=OrderGiven)
def crawler(site: Site) -> Edit | None:
    me = fresh(site)
    if me is None or not me.has("prone"):
        return None
    to = next(
        (to for to in squares(ring(site.battle.ground, me.square, me.span, 0, 1)) if to not in site.battle.at), -1
    )
    return site.before(ordered(me.id, Withdraw(to), "full-round"), cut=True) if to >= 0 else None


@kind(
    "an upright walk of somebody who lies on the ground",
    "moves-are-of-their-order",
    "steps-are-legal",
    "only-the-free-move",
    at=Moved,
)
def upright(site: Site) -> Edit | None:
    event = site.event
    return site.changed(gait="walk") if event.gait == "crawl" else None


# ---- attacks of opportunity ---------------------------------------------------------------------------------------

OWED, UNDUE = "every-opportunity-is-offered", "no-opportunity-is-undue"


def _opportunity(site: Site) -> bool:
    return type(site.event.question) is Opportunity


@kind("a skipped opportunity attack", OWED, at=Answered)
def withheld(site: Site) -> Edit | None:
    return site.left_out() if _opportunity(site) and type(site.event.answer) is Pass else None


@kind("an opportunity attack taken and not offered", OWED, at=Answered)
def unasked(site: Site) -> Edit | None:
    """With all that came of it."""
    if not _opportunity(site) or type(site.event.answer) is not Attack:
        return None
    mine, seq = {site.seq}, site.seq + 1
    while seq < len(site.events) and site.events[seq].because in mine:
        mine.add(seq)
        seq += 1
    felled = any(type(site.events[n]) is ConditionBegan for n in mine)
    return None if felled else Edit(site.seq, seq - site.seq, ())


@kind("two attacks on one opportunity", UNDUE, at=Answered)
def repeated(site: Site) -> Edit | None:
    if not _opportunity(site) or type(site.event.answer) is not Pass:
        return None
    return site.after(site.event, cut=True)


@kind("an opportunity attack that is chosen and not made", "an-opportunity-taken-is-made", at=Answered)
def unmade(site: Site) -> Edit | None:
    if not _opportunity(site) or type(site.event.answer) is not Pass:
        return None
    foe = site.battle[site.event.who]
    weapon = next((name for name in foe.held if name in foe.weapons and foe.weapons[name].category != "ranged"), "")
    weapon = weapon or next((w.name for w in foe.sheet.weapons if w.category == "natural"), "")
    return site.changed(answer=Attack(site.event.question.provoker, weapon)) if weapon else None


def offered(name: str, pick: Any, at: type[Any] = Moved) -> None:
    """A kind in which an opportunity is offered that nobody owes."""

    @kind(name, UNDUE, "only-the-able-answer", at=at)
    def make(site: Site) -> Edit | None:
        event = site.event
        if event.gait not in ("walk", "step", "withdraw") or len(event.path) < 2 or event.because < 0:
            return None
        me = site.battle[event.who]
        for foe in site.battle:
            if foe is not me and pick(site, me, foe):
                asked = Answered(event.because, foe.id, Opportunity(me.id, "moving"), Pass(), "script", ())
                return site.before(asked, cut=True)
        return None


def _near(site: Site, me: Creature, foe: Creature) -> bool:
    return site.battle.ground.distance(me.square, me.span, foe.square, foe.span) == 1


offered(
    "an opportunity for a 5-foot step",
    lambda site, me, foe: site.event.gait == "step" and foe.side != me.side and foe.can_act and _near(site, me, foe),
)
offered(
    "an opportunity at a friend", lambda site, me, foe: foe.side == me.side and foe.can_act and _near(site, me, foe)
)
offered(
    "an opportunity of somebody who threatens nothing",
    lambda site, me, foe: (
        foe.side != me.side
        and foe.can_act
        and foe.active
        and foe not in aoo.threateners(site.battle, me)
        and not _near(site, me, foe)
    ),
)
offered(
    "an opportunity of the helpless",
    lambda site, me, foe: foe.side != me.side and foe.helpless and foe.active and _near(site, me, foe),
)
offered(
    "an opportunity attack too many in the round",
    lambda site, me, foe: (
        foe.side != me.side and foe.can_act and _near(site, me, foe) and foe.reactions >= aoo.limit(foe)
    ),
)


# ---- conditions ---------------------------------------------------------------------------------------------------

END = (
    "what-is-due-comes",
    "conditions-end-in-time",
    "conditions-end-by-a-rule",
    "wounds-tell",
    "caught-flat-footed",
    "rage-comes-and-goes",
    "the-disabled-strain",
    "help-is-good-for-one-attack",
    "a-feint-is-good-for-one-attack",
    "who-does-not-fit-squeezes",
    "who-lets-go-held",
    "hits-bring-their-riders",
    "poison-strikes-twice",
    "the-turned-flee",
    "no-casting-is-left-open",
    "a-hold-is-won",
    "only-the-free-move",
    "flames-burn-on",
    "the-hidden-are-out-of-sight",
    "boons-end-with-their-spell",
    "ropes-hold",
    "pins-end-with-their-reason",
)
BEGIN = (
    "what-is-due-comes",
    "wounds-tell",
    "orders-bring-their-conditions",
    "conditions-begin-by-a-rule",
    "a-hold-won-is-a-hold",
    "hits-bring-their-riders",
    "spells-bring-their-conditions",
    "caught-flat-footed",
    "the-turned-flee",
    "feints-add-up",
    "overruns-have-their-end",
    "trips-are-rolled-right",
    "intimidation-is-rolled-right",
    "rage-comes-and-goes",
    "who-does-not-fit-squeezes",
    "ropes-hold",
    "hiding-is-rolled-right",
    "poison-strikes-twice",
    "the-dying-fight-for-life",
    "deaths-have-a-cause",
)
omit("a condition that outlives its end", *END, at=ConditionEnded, when=lambda e: e.condition in TIMED)
omit("flat-footed after the first turn", *END, at=ConditionEnded, when=lambda e: e.condition == "flat-footed")
omit("an ailment that outlives its end", *END, at=ConditionEnded, when=lambda e: e.condition in AILING)
omit(
    "nobody falls who was tripped",
    *BEGIN,
    at=ConditionBegan,
    when=lambda e: e.condition == "prone" and e.cites and ".trip" in e.cites[0],
)
omit("a charge that does not expose", *BEGIN, at=ConditionBegan, when=lambda e: e.condition == "charged")
omit("total defence without effect", *BEGIN, at=ConditionBegan, when=lambda e: e.condition == "total-defense")
omit(
    "somebody surprised who is not flat-footed", *BEGIN, at=ConditionBegan, when=lambda e: e.condition == "flat-footed"
)
omit("somebody below 0 hit points who is not dying", *BEGIN, at=ConditionBegan, when=lambda e: e.condition == "dying")
omit("somebody killed who is not dead", *BEGIN, at=ConditionBegan, when=lambda e: e.condition == "dead")
omit("an ailment that is missing", *BEGIN, at=ConditionBegan, when=lambda e: e.condition in AILING)
put(
    "a condition that lasts a turn too long",
    *BEGIN,
    at=ConditionBegan,
    when=lambda e: e.condition in TIMED and e.ender,
    turns=more("turns"),
)
put(
    "a condition that ends in somebody else's turn",
    *BEGIN,
    at=ConditionBegan,
    when=lambda e: e.condition in ("charged", "total-defense") and e.ender,
    ender="*",
)


def afflicted(name: str, condition: str, rule: str, *claims: str, at: type[Any], when: Any = lambda site: True) -> None:
    """A kind in which a condition begins for nothing."""

    @kind(name, *BEGIN, *claims, at=at)
    def make(site: Site) -> Edit | None:
        event = site.event
        who = event.target if isinstance(event, AttackRolled) else event.who
        if not site.battle[who].active or site.battle[who].has(condition) or not when(site):
            return None
        return site.after(ConditionBegan(site.seq, who, condition, (rule,)))


afflicted(
    "a death without wounds",
    "dead",
    "d20.wounds.dead",
    "deaths-have-a-cause",
    at=AttackRolled,
    when=lambda site: not site.event.hit,
)
afflicted(
    "a fall without a trip",
    "prone",
    "d20.trip.success",
    at=AttackRolled,
    when=lambda site: not site.event.hit and not site.event.mode.endswith("touch"),
)
afflicted("somebody stunned by nothing", "stunned", "d20.condition.stunned", at=TurnBegan)
afflicted(
    "somebody stable without care or luck",
    "stable",
    "d20.dying.stabilise",
    "stable-by-chance-or-by-care",
    at=HitPointsLost,
)


def recovered(name: str, condition: str, rule: str, at: type[Any]) -> None:
    """A kind in which a condition ends for nothing."""

    @kind(name, *END, at=at)
    def make(site: Site) -> Edit | None:
        who = site.event.who
        held = next((known for known in site.battle[who].conditions if known.name == condition), None)
        if held is None or (site.event.because >= 0 and at is OrderGiven):
            return None
        gone = ConditionEnded(-1, who, condition, (rule,), held.other)
        return site.before(gone, ordered(who, End(), "none"), cut=True)


recovered("the prone on their feet without standing up", "prone", "d20.action.move.stand-up", OrderGiven)
recovered("a grappler who is free for nothing", "pinned", "d20.grapple.option.escape", OrderGiven)


@kind("somebody who rises from the dead", *END, at=TurnBegan)
def risen(site: Site) -> Edit | None:
    dead = next((creature.id for creature in site.battle if creature.has("dead")), "")
    return site.before(ConditionEnded(-1, dead, "dead", ("d20.wounds.dead",)), site.event, cut=True) if dead else None


@kind("somebody dying who wakes up", *END, at=TurnBegan)
def awake(site: Site) -> Edit | None:
    dying = next((creature.id for creature in site.battle if creature.has("dying") and creature.active), "")
    gone = ConditionEnded(-1, dying, "dying", ("d20.dying.healing",))
    return site.before(gone, site.event, cut=True) if dying else None


# ---- wounds -------------------------------------------------------------------------------------------------------

put("a cure one too large", "healing-adds-up", "time-passes-after-the-fight", at=Healed, hit_points=more("hit_points"))
put("a loss of blood one too large", "losses-have-a-cause", at=HitPointsLost, amount=more("amount"))
omit(
    "somebody dying who does not bleed",
    "the-dying-fight-for-life",
    "losses-have-a-cause",
    "what-is-due-comes",
    "the-disabled-strain",
    at=HitPointsLost,
)
put(
    "an ability damaged by one too much",
    "ability-damage-adds-up",
    "losses-have-a-cause",
    "poison-strikes-twice",
    at=AbilityDamaged,
    amount=more("amount"),
)
omit(
    "a poison that does nothing",
    "poison-strikes-twice",
    "hits-bring-their-riders",
    "what-is-due-comes",
    at=AbilityDamaged,
)
omit(
    "a save that is never made",
    *SAVE,
    "what-is-due-comes",
    "massive-damage-is-saved-against",
    "holds-are-broken-by-a-save",
    at=SaveRolled,
)


@kind("a heal from nowhere", "healing-adds-up", at=TurnBegan)
def miracle(site: Site) -> Edit | None:
    hurt = next((c for c in site.battle if c.active and c.hit_points < c.sheet.hit_points - 5), None)
    if hurt is None:
        return None
    return site.before(Healed(-1, hurt.id, 5, 0, ("d20.conjuration.cure-light-wounds",)), cut=True)


@kind("a loss from nowhere", "losses-have-a-cause", at=TurnBegan)
def leak(site: Site) -> Edit | None:
    lost = HitPointsLost(-1, site.event.who, 1, ("d20.dying.each-round",))
    return site.after(lost, cut=True) if site.battle[site.event.who].can_act else None


@kind("a coup de grace at somebody who is awake", "only-the-dying-are-tended", "a-coup-strikes-home", at=OrderGiven)
def merciless(site: Site) -> Edit | None:
    order = site.event.order
    if type(order) is not Attack or site.battle.turn.orders or site.event.because >= 0:
        return None
    if (
        order.target not in site.battle.creatures
        or site.battle[order.target].helpless
        or order.how != "strike"
        or not site.battle[order.target].can_act
    ):
        return None
    wish = CoupDeGrace(order.target, order.weapon)
    return Edit(site.seq, 1, (evolve(site.event, order=wish, cost="full-round"),), cut=True)


# ---- grapple, things in hand --------------------------------------------------------------------------------------

omit("a hold that is won and comes to nothing", "a-hold-won-is-a-hold", "what-is-due-comes", at=GrappleBegan)
omit(
    "a grapple that does not end",
    "who-lets-go-held",
    "only-the-free-move",
    "what-is-due-comes",
    "a-hold-won-is-a-hold",
    "choices-are-kept",
    "the-stricken-let-go",
    "wounds-tell",
    "a-hold-is-won",
    at=GrappleEnded,
)


@kind("a hold that nobody won", "a-hold-is-won", at=AttackRolled)
def clutch(site: Site) -> Edit | None:
    event = site.event
    me, foe = site.battle[event.attacker], site.battle[event.target]
    if event.hit or me.has("grappling") or foe.has("grappling"):
        return None
    return site.after(GrappleBegan(site.seq, me.id, foe.id, ("d20.grapple.start.hold-success",)), cut=True)


omit(
    "a weapon drawn and not in hand",
    "orders-change-hands",
    "grapple-checks-have-their-effect",
    "what-is-due-comes",
    at=Drew,
)
put("something drawn that is not carried", "what-is-drawn-was-carried", at=Drew, weapon="holy avenger")
put("something dropped in another square", "what-falls-was-held", at=Dropped, square=more("square", 2))
put("something picked up from another square", "what-is-picked-up-lay-there", at=PickedUp, square=more("square", 2))
put("something picked up that does not lie there", "what-is-picked-up-lay-there", at=PickedUp, item="holy avenger")
omit(
    "a crossbow shot twice without loading",
    "orders-change-hands",
    "an-attack-is-what-was-ordered",
    "what-is-due-comes",
    at=Reloaded,
)

# ---- magic --------------------------------------------------------------------------------------------------------

CASTING = ("what-is-cast-is-there-to-be-cast", "a-spell-takes-effect-in-time")
put("a spell with a wrong save DC", *CASTING, at=CastingBegan, dc=more("dc"))
put("a spell of a higher caster level", *CASTING, at=CastingBegan, caster_level=more("caster_level"))
put("a spell that costs nothing", *CASTING, at=CastingBegan, when=lambda e: e.spent, spent="")
put("a spell that nobody prepared", *CASTING, at=CastingBegan, when=lambda e: e.source == "spell", name="wish")
put("a spell that lasts too long", "spells-last-as-long-as-they-say", at=SpellBegan, turns=more("turns", 10))
put(
    "a bonus of a spell one too large",
    "boons-are-what-spells-give",
    at=BoonBegan,
    value=lambda e: e.value + (1 if e.value > 0 else -1),
)
put(
    "a bonus of a spell of another type", "boons-are-what-spells-give", at=BoonBegan, when=lambda e: e.type, type="luck"
)
put(
    "an area a square too large",
    "areas-are-filled",
    at=ZoneBegan,
    squares=lambda e: (*e.squares, next(s + 1 for s in e.squares if s + 1 not in e.squares)),
)
put("an area a square too small", "areas-are-filled", at=ZoneBegan, squares=lambda e: e.squares[:-1])
put("damage of a spell one too high", "spell-damage-adds-up", at=SpellDamageRolled, total=more("total"))
put("what spoils a spell read wrongly", "what-spoils-a-spell-is-rolled", at=SpellFailureRolled, failed=other("failed"))
put("a turning check one too high", "undead-are-turned-by-the-table", at=TurningRolled, total=more("total"))
put("too many undead turned", "undead-are-turned-by-the-table", at=TurningRolled, pool=more("pool", 3))
omit(
    "a bonus that outlives its spell",
    "boons-end-with-their-spell",
    "vigour-comes-and-goes",
    "spells-last-as-long-as-they-say",
    "what-is-due-comes",
    at=BoonsEnded,
)
omit(
    "a spell that outlives its end",
    "spells-last-as-long-as-they-say",
    "what-is-due-comes",
    "concentration-adds-up",
    "dispelling-adds-up",
    at=SpellEnded,
)
omit(
    "a touch spell that does not come to the hand",
    "touch-spells-are-held-and-spent",
    "what-is-due-comes",
    at=ChargeHeld,
)


@kind("a spell beyond its range", *CASTING, "areas-strike-all-in-them", at=OrderGiven)
def remote(site: Site) -> Edit | None:
    """At somebody whom the order alone forbids for the distance."""
    order = site.event.order
    seq = site.next(CastingBegan, of=site.seq)
    if type(order) is not Cast or len(order.on) != 1 or seq is None:
        return None
    me, ground = site.battle[site.event.who], site.battle.ground
    began = site.events[seq]
    for foe in site.battle:
        wish = replace(order, on=(foe.id,))
        away = 5 * ground.distance(me.square, me.span, foe.square, foe.span)
        most = _range(me, began)
        if foe.active and foe is not me and most and away > most:
            cast = SpellCast(seq, me.id, began.spell, (foe.id,))
            between = site.events[site.seq + 1 : seq]
            put = (evolve(site.event, order=wish), *between, evolve(began, targets=(foe.id,)), cast)
            return Edit(site.seq, seq - site.seq + 1, put, cut=True)
    return None


def _range(me: Creature, began: CastingBegan) -> int:
    """Feet; 0 where it is not a matter of feet."""
    spell = me.sheet.spells.get(began.spell)
    if spell is None:
        return 0
    return reach(spell, began.caster_level)
