"""
Attacks of opportunity: every one that was owed was offered, and none was undue (d20.aoo.*).

An enemy is owed its opportunity at a mover when the mover leaves a square that it threatens, at somebody who acts when
the act is marked "yes" in the action tables. It is owed nothing if it cannot react, does not see, finds cover in
between, or has had its opportunity at the movement of this round already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.audit import threat
from sim.audit.claims import Breach, invariant
from sim.audit.fold import ORDERED, Fighter, Scene, order_of
from sim.audit.wounds import SETTLED
from sim.events import orders
from sim.events.attacks import AttackRolled, AttackWasted, AttemptFailed, BlowDelivered, CheckRolled, ContestRolled
from sim.events.boons import ImagesFaced
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered
from sim.events.equipment import PickedUp, Reloaded, Sheathed
from sim.events.grapple import GrappleBegan
from sim.events.magic import CastingBegan
from sim.events.movement import Moved
from sim.events.orders import Attack, Opportunity, Pass
from sim.events.riding import Dismounted
from sim.tables.rulebook import read

BY_MOVING = "d20.aoo.provoke-by-moving"
BY_ACT = "d20.aoo.provoke-by-act"
ONE = "d20.aoo.one-per-opportunity"
MOVING = "moving"

ROWS = {
    "aid-another": "d20.action.standard.aid-another",
    "attack-melee": "d20.action.standard.attack-melee",
    "attack-ranged": "d20.action.standard.attack-ranged",
    "attack-unarmed": "d20.action.standard.attack-unarmed",
    "bull-rush": "d20.action.standard.bull-rush",
    "first-aid": "d20.action.standard.first-aid",
    "load-light": "d20.action.move.load-light-hand-crossbow",
    "load-heavy": "d20.action.full-round.load-heavy-repeating-crossbow",
    "pick-up": "d20.action.move.pick-up-item",
    "sheathe": "d20.action.move.sheathe-weapon",
    "control-mount": "d20.action.move.control-frightened-mount",
    "stand-up": "d20.action.move.stand-up",
    "coup-de-grace": "d20.action.full-round.coup-de-grace",
    "trip": "d20.action.varies.trip",
    "disarm": "d20.action.varies.disarm",
    "grapple": "d20.action.varies.grapple",
    "cast": "d20.action.standard.cast-spell",
    "read-scroll": "d20.action.standard.read-scroll",
    "spell-like": "d20.action.standard.spell-like-ability",
    "potion": "d20.action.standard.drink-potion-apply-oil",
    "touch-allies": "d20.action.full-round.touch-spell-six-allies",
    "sunder-weapon": "d20.action.standard.sunder-weapon",
    "sunder-object": "d20.action.standard.sunder-object",
    "light-tindertwig": "d20.action.standard.light-torch-tindertwig",
    "light-torch": "d20.action.full-round.light-torch",
    "skill-one-action": "d20.action.standard.skill-one-action",
    "skill-one-round": "d20.action.full-round.skill-one-round",
    "retrieve": "d20.action.move.retrieve-stored-item",
    "move-object": "d20.action.move.move-heavy-object",
    "lock-gauntlet": "d20.action.full-round.locked-gauntlet",
    "escape-net": "d20.action.full-round.escape-net",
    "prepare": "d20.action.full-round.prepare-splash-weapon",
}
"""Acts that somebody may answer, by the name that the question has, with their rows of the action tables."""

ALWAYS: dict[type[Any], tuple[str, ...]] = {
    orders.AidAnother: ("aid-another",),
    orders.BullRush: ("bull-rush",),
    orders.ControlMount: ("control-mount",),
    orders.FirstAid: ("first-aid",),
    orders.PickUp: ("pick-up",),
    orders.Sheathe: ("sheathe",),
    orders.StandUp: ("stand-up",),
    orders.CoupDeGrace: ("coup-de-grace",),
    orders.Cast: ("cast",),
    orders.UseItem: ("read-scroll", "potion"),
    orders.UseAbility: ("spell-like",),
    orders.Touch: ("touch-allies",),
    orders.MoveObject: ("move-object",),
    orders.LockGauntlet: ("lock-gauntlet",),
    orders.EscapeNet: ("escape-net",),
    orders.Prepare: ("prepare",),
    orders.Throw: ("attack-ranged",),
}
"""Orders that are always the same act."""

FROM_TARGET = frozenset({"attack-unarmed", "trip", "disarm", "grapple", "sunder-weapon", "sunder-object"})
"""Acts that provoke from their target alone."""

LEAVING = frozenset({"walk", "run", "charge", "withdraw", "crawl", "tumble", "minimum", "swim", "climb"})


@cache
def provokes(act: str) -> bool:
    """What the second column of the action tables says of an act."""
    numbers = dict(pair.strip().split(" ", 1) for pair in read("d20")[ROWS[act]].numbers.split(";"))
    return numbers["aoo"] != "no"


# ---- none was undue -------------------------------------------------------------------------------------------


@invariant("no-opportunity-is-undue", Answered)
def no_opportunity_is_undue(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Whoever is asked threatens the provoker, sees it, can react, and has not had this opportunity."""
    question = event.question
    if type(question) is not Opportunity:
        return
    foe, me, act = scene.fighters[event.who], scene.fighters[question.provoker], question.act
    what = f"{foe.id} is offered an opportunity at {me.id} ({act})"
    if (why := threat.why_no_opportunity(scene, foe, me, act == MOVING)) is not None:
        yield why[0], f"{what}, and {why[1]}"
    key = (event.because, me.id, act)
    asked = scene.notes.setdefault("asked", {}).setdefault(key, set())
    if act != MOVING and foe.id in asked:
        yield ONE, f"{what} a second time"
    asked.add(foe.id)
    if "surrendered" in me.names:
        yield BY_ACT, f"{what}, which has given up"
    if (why := _why_no_act(event, scene, foe, me, act)) is not None:
        yield why[0], f"{what}: {why[1]}"
    yield from _what_is_struck(event, scene, foe)


def _what_is_struck(event: Answered, scene: Scene, foe: Fighter) -> Iterator[Breach]:
    """An answer is one melee attack at the provoker with a weapon that reaches, or nothing."""
    answer = event.answer
    if type(answer) is Pass:
        return
    question = event.question
    assert type(question) is Opportunity
    rule = "d20.aoo.single-attack"
    if type(answer) is not Attack or answer.target != question.provoker:
        yield rule, f"{foe.id} answers an opportunity at {question.provoker} with {answer}"
        return
    weapon = foe.weapons.get(answer.weapon)
    if weapon is None or weapon.category == "ranged":
        yield rule, f"{foe.id} takes its opportunity with {answer.weapon}, which is no weapon for melee that it has"
    elif not threat.reaches(scene, foe, scene.fighters[answer.target], weapon):
        yield rule, f"{foe.id} takes its opportunity with {answer.weapon} at {answer.target}, out of its reach"
    elif weapon.category == "unarmed" and not threat.armed_bare_handed(foe):
        yield "d20.unarmed.no-aoo-by-unarmed", f"{foe.id} takes its opportunity with bare hands"
    elif answer.how == "strike":
        scene.notes.setdefault("taken", {})[scene.seq] = (foe.id, answer.target, answer.weapon)


def _why_no_act(event: Answered, scene: Scene, foe: Fighter, me: Fighter, act: str) -> tuple[str, str] | None:
    """Why the cause of an opportunity is no such act of the provoker."""
    cause = scene.events[event.because]
    order = _order_of(scene.events[cause.because] if type(cause) is CastingBegan else cause)
    if act == MOVING:
        return _why_no_move(event, scene, foe, me, cause, order)
    if act not in ROWS:
        return BY_ACT, f"the audit knows no act {act}"
    if getattr(cause, "who", getattr(cause, "attacker", "")) != me.id:
        return BY_ACT, f"event {event.because} is not an act of {me.id}"
    acts = acts_of(order, me, cause)
    if act not in acts:
        return BY_ACT, f"its order is {type(order).__name__}, which is {' or '.join(acts) or 'no act that provokes'}"
    if not provokes(act):
        return ROWS[act], "the action tables say that it does not provoke"
    if act in FROM_TARGET and getattr(order, "target", foe.id) != foe.id and getattr(order, "square", -1) < 0:
        return "d20.unarmed.aoo-only-defender", f"only {order.target} may answer that"
    if act == "bull-rush" and "improved-bull-rush" in me.sheet.feats and order.target == foe.id:
        return "d20.bull-rush.aoo", "Improved Bull Rush leaves the defender none"
    return None


def _order_of(cause: Any) -> Any:
    return order_of(cause) if type(cause) in (*ORDERED, Answered) else None


def acts_of(order: Any, me: Fighter, cause: Any = None) -> tuple[str, ...]:
    """The acts that an order, or the attack taken as an opportunity, may be, feats considered."""
    feats = me.sheet.feats
    if isinstance(order, (Attack, orders.FullAttack, orders.Charge, orders.Ride, orders.SpringAttack)):
        how = getattr(order, "how", "strike")
        weapon = me.weapons.get(order.weapon)
        if how == "trip":
            if weapon is not None and "bolas" in weapon.traits:
                return ("attack-ranged",)
            bare = weapon is not None and weapon.category == "unarmed"
            return ("trip",) if bare and "improved-trip" not in feats else ()
        if how == "disarm":
            return () if "improved-disarm" in feats else ("disarm",)
        if how == "grapple":
            return () if "improved-grapple" in feats else ("grapple",)
        if how == "bull-rush":
            return ("bull-rush",)
        if how == "join":
            return ()
        shot = ("attack-ranged",) if weapon is not None and weapon.increment else ()
        second = me.weapons.get(getattr(order, "off_hand", ""))
        bare = any(w is not None and w.category == "unarmed" for w in (weapon, second))
        return (*shot, *(("attack-unarmed",) if bare and not threat.armed_bare_handed(me) else ()))
    if isinstance(order, orders.Grapple):
        return ("disarm",) if order.option == "disarm" and "improved-disarm" not in feats else ()
    if isinstance(order, orders.Move):
        return ("sheathe",) if order.sheathe else ()
    if isinstance(order, orders.Reload):
        return ("load-light", "load-heavy")
    if isinstance(order, orders.Sunder):
        return () if "improved-sunder" in feats or not order.target else ("sunder-weapon", "sunder-object")
    if isinstance(order, orders.Snatch):
        return () if "improved-disarm" in feats else ("disarm",)
    if isinstance(order, orders.LightTorch):
        return ("light-torch",) if order.mode == "flint" else ("light-tindertwig",)
    if isinstance(order, orders.UseSkill):
        return ("skill-one-round",) if order.skill == "open-lock" else ("skill-one-action",)
    if isinstance(order, orders.Draw):
        stored = order.weapon in me.weapons and "stored" in me.weapons[order.weapon].traits
        return ("retrieve",) if stored else ()
    if type(cause) is ContestRolled and cause.contest == "trip":
        return ("attack-unarmed",)
    return ALWAYS.get(type(order), ())


def _why_no_move(
    event: Answered, scene: Scene, foe: Fighter, me: Fighter, cause: Any, order: Any
) -> tuple[str, str] | None:
    """Why the provoker does not leave its square now."""
    leaving = scene.notes.setdefault("leaving", {})
    if leaving.get(me.id, ())[1:] != (me.square, event.because):
        leaving[me.id] = (scene.seq, me.square, event.because)
    if type(cause) is ContestRolled:
        if cause.contest == "bull-rush" and me.id in (cause.who, cause.other):
            partner = cause.other if me.id == cause.who else cause.who
            return (
                ("d20.bull-rush.push-aoo", "the two in a bull rush get nothing from each other")
                if (foe.id == partner)
                else None
            )
        if cause.contest == "grapple" and cause.who == me.id:
            inside = foe.id in me.grapplers
            return ("d20.grapple.maintain.aoo", f"{foe.id} is in the grapple") if inside else None
    elif type(cause) is GrappleBegan and me.id == cause.who:
        return None
    if type(cause) not in ORDERED or (cause.who != me.id and scene.notes.get(("ridden", event.because)) != me.id):
        return BY_MOVING, f"event {event.because} moves {me.id} nowhere"
    if isinstance(order, orders.SpringAttack) and foe.id == order.target:
        return "d20.spring-attack.move", f"{me.id} springs at it"
    if isinstance(order, orders.Step):
        if me.minute and scene.options.get("tiny-step-provokes") != "no":
            return None
        return "d20.action.none.five-foot-step", "a 5-foot step never provokes"
    if isinstance(order, orders.Withdraw) and not scene.notes.get(("parts", event.because)):
        if threat.conceals(scene, me, foe, True) < 50:
            return "d20.withdraw.first-square", f"the first square of a withdrawal does not count, and {me.id} sees it"
        return None
    if isinstance(order, orders.Grapple) and order.option == "move" and foe.id not in me.grapplers:
        return None
    moving = (
        orders.Move,
        orders.Run,
        orders.Charge,
        orders.Withdraw,
        orders.Leave,
        orders.Overrun,
        orders.Ride,
        orders.SpringAttack,
    )
    return None if isinstance(order, moving) else (BY_MOVING, f"its order is {type(order).__name__}, no movement")


def _grown(me: Fighter) -> Iterator[str]:
    return (
        weapon.name for weapon in (*me.sheet.weapons, me.sheet.unarmed) if weapon.category in ("natural", "unarmed")
    )


@invariant("an-opportunity-taken-is-made", AttackRolled, ContestRolled, AttemptFailed, ImagesFaced)
def an_opportunity_taken_is_made(event: Any, scene: Scene) -> tuple[()]:
    """Who takes an opportunity strikes, unless it can no more when it comes to it."""
    number = scene.root_of(event.because) if type(event) is AttemptFailed else event.because
    scene.notes.get("taken", {}).pop(number, None)
    return ()


@invariant("an-opportunity-taken-is-made", *SETTLED)
def an_opportunity_may_come_to_nothing(event: Any, scene: Scene) -> Iterator[Breach]:
    """It may be that a special attack fails before its roll, or that one of the two is out of the fight by then."""
    for who, target, weapon in scene.notes.pop("taken", {}).values():
        foe, me = scene.fighters[who], scene.fighters[target]
        if foe.can_act and me.active and not foe.has("grappling") and weapon in (*foe.held, *_grown(foe)):
            yield "d20.aoo.single-attack", f"{who} takes its opportunity at {target}, and never strikes"


# ---- every one that was owed was offered ----------------------------------------------------------------------


def owed(scene: Scene, me: Fighter, moving: bool, but: frozenset[str]) -> Iterator[Fighter]:
    """The enemies that are owed an opportunity at somebody where it stands now."""
    if "surrendered" in me.names:
        return
    for foe in scene.enemies(me):
        if foe.id in but or not threat.threatens(scene, foe, me):
            continue
        if threat.why_no_opportunity(scene, foe, me, moving) is None:
            yield foe


NOBODY: frozenset[str] = frozenset()


@invariant("every-opportunity-is-offered", Moved)
def every_opportunity_is_offered(event: Moved, scene: Scene) -> Iterator[Breach]:
    """Before each step out of a threatened square, every enemy that threatens it has been asked."""
    me, path = scene.fighters[event.who], event.path
    parts = scene.notes.get(("parts", event.because), 0)
    scene.notes["parts", event.because] = parts + 1
    leaving = scene.notes.get("leaving")
    if leaving and len(path) > 1:
        leaving.pop(event.who, None)
    if len(path) < 2 or path[0] != me.square or me.has("dead", "gone", "surrendered"):
        return
    spared = _spared(event, scene, me)
    if spared is None:
        return
    wary = [
        foe
        for foe in scene.near(path[:-1], max(me.span, me.own_span, *event.spans))
        if foe.side != me.side
        and foe.id not in spared
        and foe.id not in me.passed
        and threat.threatening(foe)
        and threat.why_no_reaction(foe) is None
    ]
    if not wary:
        return
    at, span = me.square, me.span
    for place, square in enumerate(path[:-1]):
        if place:
            scene.place(me, square, event.spans[place] if event.spans else me.own_span)
        for foe in wary:
            if not place and event.gait == "withdraw" and not parts and threat.conceals(scene, me, foe, True) < 50:
                continue
            if threat.threatens(scene, foe, me) and threat.why_no_opportunity(scene, foe, me, True) is None:
                rule = "d20.move.crawl.aoo" if event.gait == "crawl" else BY_MOVING
                here, there = scene.name(square), scene.name(path[place + 1])
                yield (
                    rule,
                    (
                        f"{foe.id} threatens {here} from {scene.name(foe.square)} and is not asked"
                        f" as {me.id} leaves it for {there}"
                    ),
                )
    if me.square != at:
        scene.place(me, at, span)


def _spared(event: Moved, scene: Scene, me: Fighter) -> frozenset[str] | None:
    """Those who get nothing from this movement; ``None``: nobody gets anything."""
    gait, cause = event.gait, scene.events[event.because]
    if gait in LEAVING:
        order = getattr(cause, "order", None)
        return frozenset({order.target}) if isinstance(order, orders.SpringAttack) else NOBODY
    if gait == "step":
        if not me.minute or scene.options.get("tiny-step-provokes") == "no":
            return None
        there = scene.terrain.footprint(event.path[-1], event.span)
        return NOBODY if any(other is not me for other in scene.in_squares(there)) else None
    if gait == "overrun" and isinstance(order := getattr(cause, "order", None), orders.Overrun):
        return frozenset({order.target}) if "improved-overrun" in me.sheet.feats else NOBODY
    if gait == "push" and type(cause) is ContestRolled:
        return frozenset({cause.who})
    if gait == "follow" and type(cause) is ContestRolled:
        return frozenset({cause.other})
    if gait == "grapple":
        return _spared_in_grapple(event, scene, me, cause)
    return None


def _spared_in_grapple(event: Moved, scene: Scene, me: Fighter, cause: Any) -> frozenset[str] | None:
    """Outsiders get theirs at a grappler that moves in, or that drags the others along."""
    inside = set(me.grapplers)
    waiting = list(inside)
    while waiting:
        for who in scene.fighters[waiting.pop()].grapplers:
            if who not in inside:
                inside.add(who)
                waiting.append(who)
    order = _order_of(scene.root())
    if type(cause) is GrappleBegan and cause.who == me.id and "d20.grapple.improved-grab" not in event.cites:
        return frozenset(inside)
    dragging = isinstance(order, orders.Grapple) and order.option == "move"
    if type(cause) in (ContestRolled, *ORDERED) and cause.who == me.id and dragging:
        return frozenset(inside)
    return None


@invariant("every-opportunity-is-offered", Moved, after=True)
def crawling_exposes_to_the_end(event: Moved, scene: Scene) -> tuple[()]:
    """A crawl provokes at its end as well."""
    if event.gait == "crawl" and len(event.path) > 1:
        me = scene.fighters[event.who]
        scene.notes["crawled"] = (me.id, me.square, [foe.id for foe in owed(scene, me, True, NOBODY)])
    return ()


@invariant("every-opportunity-is-offered", *SETTLED)
def the_crawler_was_struck_at(event: Any, scene: Scene) -> Iterator[Breach]:
    """Whoever threatened the end of a crawl has been asked, as long as the crawler lay there and could be struck at."""
    crawled = scene.notes.pop("crawled", None)
    if crawled is not None:
        me = scene.fighters[crawled[0]]
        for who in crawled[2] if me.square == crawled[1] else ():
            foe = scene.fighters[who]
            if who not in me.passed and me.can_act and threat.why_no_reaction(foe) is None:
                yield "d20.move.crawl.aoo", f"{who} threatens the end of {me.id}'s crawl and is not asked"


@invariant("whoever-was-struck-at-moves", *SETTLED)
def whoever_was_struck_at_moves(event: Any, scene: Scene) -> Iterator[Breach]:
    """
    An opportunity at a mover is followed by its leaving the square, or by what kept it there, such as a step, or that
    whom it was to overrun is out of the fight.
    """
    for who, (seq, square, because) in scene.notes.pop("leaving", {}).items():
        me = scene.fighters[who]
        order = _order_of(scene.events[because])
        barred = any(type(other) is Moved and other.who != who for other in scene.events[seq : scene.seq])
        gone = isinstance(order, orders.Overrun) and not scene.fighters[order.target].active
        kept = barred or gone or not me.can_act or me.has("prone", "grappling", "holding")
        crawl = isinstance(order, orders.Move) and order.mode == "crawl"
        tumble = isinstance(order, orders.Move) and order.mode.startswith("tumble")
        if me.square == square and not kept and not crawl and not tumble and type(scene.events[because]) in ORDERED:
            yield BY_MOVING, f"{who} was struck at for leaving {scene.name(square)}, and is still there"


@invariant("every-opportunity-is-offered", ConditionBegan, about=("gone",))
def leaving_the_map_exposes(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Who leaves the map leaves its last square like any other."""
    me = scene.fighters[event.who]
    scene.notes.get("leaving", {}).pop(event.who, None)
    for foe in owed(scene, me, True, NOBODY):
        yield BY_MOVING, f"{foe.id} threatens {scene.name(me.square)} and is not asked as {me.id} leaves the map"


def _due(scene: Scene, me: Fighter, act: str, because: int, only: Fighter | None = None) -> Iterator[Breach]:
    """
    Those who ought to have been asked about an act before it takes effect, and were not; not those to whose feet a
    rider has fallen meanwhile.
    """
    if not provokes(act):
        return
    if any(type(fall) is Dismounted and fall.who == me.id for fall in scene.events[because : scene.seq]):
        return
    asked = scene.notes.get("asked", {}).get((because, me.id, act), NOBODY)
    for foe in owed(scene, me, False, frozenset(asked)):
        if only is None or foe is only:
            yield BY_ACT, (f"{foe.id} threatens {me.id} at {scene.name(me.square)} and is not asked about its {act}")


@invariant("every-opportunity-is-offered", AttackRolled)
def attacks_expose(event: AttackRolled, scene: Scene) -> Iterator[Breach]:
    """A shot exposes to all, bare hands, an unarmed trip and a grab to the target."""
    me, target, cause = scene.fighters[event.attacker], scene.fighters[event.target], scene.events[event.because]
    if event.mode == "ranged":
        yield from _due(scene, me, "attack-ranged", event.because)
        return
    order = _order_of(cause)
    how = getattr(order, "how", "strike")
    if how in ("trip", "grapple") and event.mode == "melee-touch":
        if how in acts_of(order, me):
            yield from _due(scene, me, how, event.because, target)
        return
    weapon = me.weapons.get(event.weapon)
    cleaving = "d20.cleave.attack" in event.cites
    bare = weapon is not None and weapon.category == "unarmed" and not threat.armed_bare_handed(me)
    if bare and event.mode == "melee" and not cleaving and threat.is_armed(target):
        yield from _due(scene, me, "attack-unarmed", event.because, target)


@invariant("every-opportunity-is-offered", AttackWasted)
def wasted_shots_expose(event: AttackWasted, scene: Scene) -> Iterator[Breach]:
    """A shot at an empty square exposes like any other."""
    if event.ranged:
        yield from _due(scene, scene.fighters[event.attacker], "attack-ranged", event.because)


@invariant("every-opportunity-is-offered", ContestRolled)
def disarming_exposes(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """An attempt to disarm exposes to the target; a counter attempt does not."""
    order = _order_of(scene.events[event.because])
    if event.contest == "disarm" and order is not None:
        me = scene.fighters[event.who]
        if "disarm" in acts_of(order, me):
            yield from _due(scene, me, "disarm", event.because, scene.fighters[event.other])


@invariant("every-opportunity-is-offered", Moved)
def entering_a_space_exposes(event: Moved, scene: Scene) -> Iterator[Breach]:
    """A bull rush exposes to the defender and to all who threaten; Improved Bull Rush spares the defender's."""
    order = _order_of(scene.events[event.because])
    if event.gait == "follow" and isinstance(order, (orders.BullRush, orders.Charge)):
        me = scene.fighters[event.who]
        key = (event.because, me.id, "bull-rush")
        if "improved-bull-rush" in me.sheet.feats:
            scene.notes.setdefault("asked", {}).setdefault(key, set()).add(order.target)
        yield from _due(scene, me, "bull-rush", event.because)


@invariant("every-opportunity-is-offered", ConditionEnded, Sheathed, PickedUp, Reloaded, CheckRolled, BlowDelivered)
def other_acts_expose(event: Any, scene: Scene) -> Iterator[Breach]:
    """
    Standing up, sheathing, picking up, loading, first aid, a coup de grace: as the action tables say. Whoever is seized
    in the course of one does not finish it.
    """
    kind = type(event)
    if kind is ConditionEnded:
        standing = event.condition == "prone" and isinstance(_order_of(scene.root()), orders.StandUp)
        act = "stand-up" if standing else ""
    elif kind is Sheathed:
        act = "sheathe"
    elif kind is PickedUp:
        act = "pick-up"
    elif kind is Reloaded:
        weapon = scene.fighters[event.who].weapons.get(event.weapon)
        act = "load-heavy" if weapon is not None and weapon.reload == "full-round" else "load-light"
    elif kind is BlowDelivered:
        act = "coup-de-grace"
    else:
        act = "first-aid" if event.check == "heal" else ""
    if act:
        me = scene.fighters[event.attacker if kind is BlowDelivered else event.who]
        yield from _due(scene, me, act, event.because)
        if "grappling" in me.names:
            yield "d20.grapple.options.per-attack", f"{me.id} goes on with its act ({act}), and is grappling"
