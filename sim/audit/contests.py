"""Opposed rolls and checks: who rolls what, who wins, and what that decides (trip, disarm, bull rush, grapple)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit import riding, threat
from sim.audit.arithmetic import Blow, Part, compare, opposed_parts, sound, why_changed
from sim.audit.claims import Breach, invariant
from sim.audit.fold import ORDERED, Fighter, Scene, order_of
from sim.events import orders
from sim.events.aftermath import RoundPassed
from sim.events.attacks import AttackRolled, AttemptFailed, CheckRolled, ContestRolled, DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, OrderGiven, TargetDrawn
from sim.events.equipment import Drew, Dropped
from sim.events.grapple import GrappleBegan, GrappleEnded
from sim.events.movement import Moved, OverrunTried, TumbleRolled
from sim.events.riding import Dismounted
from sim.tables.glossary import SKILLS
from sim.tables.sizes import SIZE

OPPOSED = "d20.core.opposed-check"
GRAPPLE = "d20.grapple.check"
TRIP = "d20.trip.check"
COUNTER_TRIP = "d20.trip.counter"
BITE_TRIP = "d20.trip.special-attack"
DISARM = "d20.disarm.check"
COUNTER_DISARM = "d20.disarm.counter"
RUSH = "d20.bull-rush.check"
MAGICAL = ("concentration", "spellcraft", "dispel magic")
"""Checks that the family of magic judges."""
AFRAID = ("shaken", "frightened", "panicked")


@invariant("opposed-rolls-are-won-by-the-higher", ContestRolled)
def opposed_rolls_are_won_by_the_higher(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """The higher total wins, then the higher modifier, then both roll again; but a feint only by the higher total."""
    if event.contest == "feint":
        return
    what = f"{event.who} against {event.other}"
    dice = [die.value for die in event.dice]
    if any(die.sides != 20 for die in event.dice) or not dice:
        yield OPPOSED, f"{what} is not rolled on d20"
        return
    if len(dice) % 2:
        first = scene.events[event.because]
        if type(first) is not ContestRolled or first.who != event.who:
            yield OPPOSED, f"{what} has {len(dice)} dice, and no roll before it that counts"
            return
        dice.insert(0, _own_die(scene, event.because))
    scene.notes["own die", scene.seq] = dice[0]
    mine = sum(part.value for part in event.parts)
    theirs = sum(part.value for part in event.other_parts)
    pairs = list(zip(dice[::2], dice[1::2], strict=True))
    for one, two in pairs[:-1]:
        if one + mine != two + theirs or mine != theirs:
            yield OPPOSED, f"{what} is rolled again after {one + mine} against {two + theirs}"
    one, two = pairs[-1]
    if (event.total, event.other_total) != (one + mine, two + theirs):
        yield (
            OPPOSED,
            (
                f"{what} is {event.total} against {event.other_total},"
                f" and dice and parts make {one + mine} against {two + theirs}"
            ),
        )
    if one + mine == two + theirs and mine == theirs:
        yield OPPOSED, f"{what} is a perfect tie at {one + mine}, and ought to be rolled again"
        return
    won = (one + mine, mine) > (two + theirs, theirs)
    if event.won != won:
        yield OPPOSED, f"{what}, {event.total} against {event.other_total}, is {'won' if event.won else 'lost'}"


def _own_die(scene: Scene, seq: int) -> int:
    """The first die of a contest, which may itself have been rolled before."""
    found: int | None = scene.notes.get(("own die", seq))
    return found if found is not None else scene.events[seq].dice[0].value


def conditions_on_checks(me: Fighter) -> Iterator[Part]:
    """What conditions do to skill and ability checks."""
    if me.has(*AFRAID):
        yield -2, "d20.condition.shaken"
    if me.has("sickened"):
        yield -2, "d20.condition.sickened"


def _body(me: Fighter, ability: str, rule: str, size_rule: str) -> Iterator[Part]:
    """A check of body against body: the ability, 4 for each size from Medium."""
    yield me.modifier(ability), why_changed(me, ability, rule)
    yield from conditions_on_checks(me)
    yield SIZE[me.sheet.size].special, size_rule


def _stands_firm(me: Fighter) -> bool:
    return me.sheet.legs > 2 or me.sheet.stable


@invariant("trips-are-rolled-right", ContestRolled)
def trips_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Strength against Strength or Dexterity, size for both; the defender's footing, but not in a counter."""
    if event.contest != "trip":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    cause = scene.events[event.because]
    rule = TRIP if type(cause) is AttackRolled else COUNTER_TRIP if type(cause) is ContestRolled else BITE_TRIP
    size = "d20.trip.size-modifier"
    mine = list(_body(me, "strength", rule, size))
    if rule == TRIP and "improved-trip" in me.sheet.feats:
        mine.append((4, TRIP))
    ability = event.checks[1]
    if event.checks[0] != "strength" or ability not in ("strength", "dexterity", *(("ride",) if other.mount else ())):
        yield rule, f"{me.id} rolls {event.checks[0]} against {ability}"
        return
    picked = scene.notes.get(("pick", event.because, other.id, "trip-defence"))
    if picked != ability and (picked is not None or other.can_act):
        yield rule, f"{other.id} resists with {ability}, and chose {picked or 'nothing'}"
    if ability == "ride":
        theirs = list(skill(other, "ride", "d20.trip.rider"))
    else:
        theirs = list(_body(other, ability, rule, size))
    if rule != COUNTER_TRIP and _stands_firm(other):
        theirs.append((4, "d20.trip.stability"))
    yield from _both(event, mine, theirs)
    if other.rank - me.rank > 1:
        yield "d20.trip.size-limit", f"{me.id} trips {other.id}, which is {other.rank - me.rank} sizes larger"
    if other.has("prone") or "trip" in other.immune:
        yield "d20.trip.immune", f"{me.id} trips {other.id}, which cannot be tripped: {sorted(other.names)}"


@invariant("trips-are-rolled-right", ContestRolled, after=True)
def who_is_tripped_falls(event: ContestRolled, scene: Scene) -> tuple[()]:
    """A trip that is won throws its victim; a mount's rider may keep the saddle."""
    other = scene.fighters[event.other]
    if event.contest == "trip" and event.won and not other.has("prone"):
        what = f"{event.who} trips {event.other}, which does not fall"
        scene.owe(("falls", event.other), "trips-are-rolled-right", "d20.trip.success", what)
    return ()


@invariant("trips-are-rolled-right", ConditionBegan, Dismounted, Dropped)
def it_has_fallen(event: ConditionBegan | Dismounted | Dropped, scene: Scene) -> tuple[()]:
    """It lies there; or what it was tripped with does, which it has let go."""
    if not isinstance(event, ConditionBegan) or event.condition in ("prone", "dead"):
        scene.pay(("falls", event.who))
    return ()


GRAPPLED = {
    "pin": "d20.grapple.option.pin",
    "damage": "d20.grapple.option.damage",
    "draw": "d20.grapple.option.draw-light-weapon",
}


@invariant("grapple-checks-have-their-effect", ContestRolled, after=True)
def grapple_checks_have_their_effect(event: ContestRolled, scene: Scene) -> tuple[()]:
    """A check that is won for a pin, for damage or for a weapon brings it."""
    source = scene.events[event.because]
    order = getattr(source, "order", None)
    if event.contest != "grapple" or not event.won or not isinstance(order, orders.Grapple) or source.who != event.who:
        return ()
    if order.option in GRAPPLED:
        what = f"{event.who} wins its check for {order.option} against {event.other}, and nothing comes of it"
        name = "grapple-checks-have-their-effect"
        scene.owe(("effect", order.option, event.who), name, GRAPPLED[order.option], what)
    return ()


@invariant("grapple-checks-have-their-effect", ConditionBegan, DamageDealt, Drew)
def they_have_it(event: ConditionBegan | DamageDealt | Drew, scene: Scene) -> tuple[()]:
    """It has come."""
    if isinstance(event, Drew):
        scene.pay(("effect", "draw", event.who))
    elif isinstance(event, DamageDealt):
        scene.pay(("effect", "damage", event.source))
    elif event.condition == "pinned":
        scene.pay(("effect", "pin", event.other))
    return ()


@invariant("pins-end-with-their-reason", ConditionEnded, about=("pinned",))
def pins_end_with_their_reason(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """A pin ends when its time is up, when the pinned wrestles free, or when who pins lets go or can do so no more."""
    timer = scene.fighters[event.who].timers.get(("pinned", event.other))
    up = timer is not None and timer[1] <= 0
    if not up and event.because < 0:
        yield "d20.grapple.option.pin", f"{event.who} is no longer pinned by {event.other}, and for nothing"


def _both(event: ContestRolled, mine: list[Part], theirs: list[Part]) -> Iterator[Breach]:
    what = f"{event.who}'s {event.contest} check against {event.other}"
    yield from compare(what, event.parts, mine)
    what = f"{event.other}'s {event.contest} check against {event.who}"
    yield from compare(what, event.other_parts, theirs)


@invariant("bull-rushes-are-rolled-right", ContestRolled)
def bull_rushes_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Strength against Strength, size for both, 2 for a charge, 4 for a firm stand."""
    if event.contest != "bull-rush":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    size = "d20.bull-rush.size-modifier"
    mine = list(_body(me, "strength", RUSH, size))
    if isinstance(getattr(scene.root(), "order", None), orders.Charge):
        mine.append((2, "d20.bull-rush.charge-bonus"))
    if "improved-bull-rush" in me.sheet.feats:
        mine.append((4, RUSH))
    theirs = list(_body(other, "strength", RUSH, size))
    if _stands_firm(other):
        theirs.append((4, "d20.bull-rush.stability"))
    yield from _both(event, mine, theirs)
    if other.rank - me.rank > 1:
        yield "d20.bull-rush.size-limit", f"{me.id} rushes {other.id}, which is {other.rank - me.rank} sizes larger"


# ---- overrunning ----------------------------------------------------------------------------------------------


OVERRUN, COUNTER_OVERRUN = "d20.overrun.block.check", "d20.overrun.block.counter"


@invariant("overruns-are-rolled-right", ContestRolled)
def overruns_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Strength against Strength or Dexterity, with size; then the defender's turn, if it has held."""
    if event.contest != "overrun":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    cause = scene.events[event.because]
    first = type(cause) is OverrunTried
    rule = OVERRUN if first else COUNTER_OVERRUN
    if not first and (type(cause) is not ContestRolled or cause.won):
        yield rule, f"{me.id} strikes back at {other.id}, and has not held"
    ability = event.checks[1]
    picked = scene.notes.get(("pick", event.because, other.id, "overrun-defence"))
    if event.checks[0] != "strength" or (picked != ability and (picked is not None or other.can_act)):
        yield rule, f"{other.id} resists with {ability}, and chose {picked or 'nothing'}"
    size = "d20.overrun.block.modifiers" if first else rule
    mine, theirs = list(_body(me, "strength", rule, size)), list(_body(other, ability, rule, size))
    if first:
        if getattr(getattr(scene.root(), "order", None), "mode", "") == "charge":
            mine.append((2, size))
        if "improved-overrun" in me.sheet.feats:
            mine.append((4, rule))
        if _stands_firm(other):
            theirs.append((4, size))
        if other.rank - me.rank > 1:
            yield "d20.overrun.size-limit", f"{me.id} overruns {other.id}, which is {other.rank - me.rank} sizes larger"
    yield from _both(event, mine, theirs)
    scene.notes["overrun", scene.seq] = event


def _mount(scene: Scene, who: str) -> str:
    return scene.fighters[who].mount


@invariant("overruns-have-their-end", OverrunTried)
def overruns_are_tried_once(event: OverrunTried, scene: Scene) -> Iterator[Breach]:
    """One attempt a round, by an order; who has Improved Overrun is not avoided."""
    order = getattr(scene.events[event.because], "order", None)
    by = scene.events[event.because].who
    if (
        not isinstance(order, orders.Overrun)
        or order.target != event.target
        or event.who not in (by, _mount(scene, by))
    ):
        yield "d20.overrun.cost", f"{event.who} overruns {event.target}, and nobody ordered it"
    if scene.notes.get(("overran", event.who)) == scene.round:
        yield "d20.overrun.cost", f"{event.who} overruns a second time in round {scene.round}"
    scene.notes["overran", event.who] = scene.round
    me, other = scene.fighters[event.who], scene.fighters[event.target]
    if not event.blocked and "improved-overrun" in me.sheet.feats and other.can_act:
        yield "d20.overrun.avoid", f"{other.id} avoids {me.id}, which leaves it no choice"


@invariant("overruns-have-their-end", ContestRolled, after=True)
def overruns_end(event: ContestRolled, scene: Scene) -> tuple[()]:
    """The defender lies, or the attacker goes back."""
    if event.contest == "overrun" and type(scene.events[event.because]) is OverrunTried:
        me, other = scene.fighters[event.who], scene.fighters[event.other]
        if event.won and not other.has("prone"):
            what = f"{other.id} does not fall"
            scene.owe(("overrun", other.id), "overruns-have-their-end", "d20.overrun.block.success", what)
        elif not event.won:
            what = f"{me.id} is not thrown back"
            scene.owe(("overrun", me.id), "overruns-have-their-end", "d20.overrun.failure-back", what)
    return ()


@invariant("overruns-have-their-end", ConditionBegan, Moved)
def the_overrun_has_ended(event: ConditionBegan | Moved, scene: Scene) -> tuple[()]:
    """Down, or back."""
    down = type(event) is ConditionBegan and event.condition == "prone"
    back = type(event) is Moved and event.gait == "back"
    if down or back:
        scene.pay(("overrun", event.who))
    return ()


# ---- disarming ------------------------------------------------------------------------------------------------


@invariant("disarms-are-rolled-right", ContestRolled)
def disarms_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Attack roll against attack roll, with what the weapons and sizes of both are worth."""
    if event.contest != "disarm":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    first = COUNTER_DISARM not in event.cites
    cause = scene.events[event.because]
    my_weapon = me.weapons.get(event.checks[0])
    their_weapon = other.weapons.get(event.checks[1])
    if my_weapon is None or their_weapon is None:
        yield DISARM, f"{me.id} and {other.id} roll with {event.checks}, which they do not have"
        return
    mine = Blow(scene, me, other, my_weapon)
    if first and type(cause) in (*ORDERED, Answered):
        mine.situate(scene.root())
    parts = _struggle(mine)
    if my_weapon.disarm_bonus:
        parts.append((my_weapon.disarm_bonus, DISARM))
    if "improved-disarm" in me.sheet.feats:
        parts.append((4, DISARM))
    resistance = Blow(scene, other, me, their_weapon)
    resistance.cramped = False
    theirs = _struggle(resistance)
    if first:
        at_stake = next((other.weapons.get(n) for n in other.held if not _fixed(other, n)), None)
        snatching = isinstance(getattr(scene.root(), "order", None), orders.Snatch)
        if not snatching and (at_stake is None or at_stake.category == "ranged"):
            theirs.append((-4, "d20.disarm.non-weapon"))
        order = getattr(scene.root(), "order", None)
        if isinstance(order, orders.Grapple):
            theirs.append((4, "d20.grapple.pinning.disarm"))
        if isinstance(order, orders.Snatch):
            gear = next((thing for thing in other.sheet.gear if thing.name == order.object), None)
            secured = gear is not None and gear.secured
            theirs.append((-4, "d20.disarm.non-weapon"))
            (theirs if secured else parts).append((4, "d20.disarm.grab-item"))
            if secured and "pinned" not in other.names:
                yield "d20.disarm.grab-item", f"{me.id} snatches {order.object}, well secured, from {other.id}"
        elif other.locked == event.checks[1] != "":
            theirs.append((10, "d20.disarm.locked-gauntlet"))
    else:
        if their_weapon.disarm_bonus:
            theirs.append((their_weapon.disarm_bonus, DISARM))
        if other.locked == their_weapon.name:
            theirs.append((10, "d20.disarm.locked-gauntlet"))
    yield from _both(event, parts, theirs)


def _fixed(me: Fighter, name: str) -> bool:
    """Is this held so that no disarm takes it?"""
    return name in me.weapons and "undisarmable" in me.weapons[name].traits


def _struggle(blow: Blow) -> list[Part]:
    """One side's roll: its attack bonus, the heft of its weapon, its size against the other's."""
    parts = opposed_parts(blow)
    weapon = blow.weapon
    if weapon.category == "two-handed" or weapon.two_handed:
        parts.append((4, "d20.disarm.two-handed"))
    elif weapon.category in ("light", "unarmed"):
        parts.append((-4, "d20.disarm.light"))
    if blow.me.rank > blow.target.rank:
        parts.append((4 * (blow.me.rank - blow.target.rank), "d20.disarm.size"))
    return parts


# ---- grappling ------------------------------------------------------------------------------------------------


@invariant("grapples-are-rolled-right", ContestRolled)
def grapples_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Base attack, Strength, the special size modifier for both, and what the option adds."""
    if event.contest != "grapple":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    source = scene.root()
    order = order_of(source)
    option = order.option if isinstance(order, orders.Grapple) else ""
    mine: list[Part]
    if event.checks[0] == "escape-artist":
        mine = list(skill(me, "escape-artist", "d20.grapple.option.escape"))
        if option != "slip":
            yield "d20.grapple.option.escape", f"{me.id} slips by Escape Artist, and was told to {option or 'grapple'}"
    else:
        mine = list(grapple_parts(me, other))
        mine += _occasion(event, scene, me, other, order, option)
    yield from _both(event, mine, list(grapple_parts(other, me)))
    if option and other.id not in me.grapplers:
        yield (
            "d20.grapple.start.hold",
            f"{me.id} takes the option {option} against {other.id}, whom it does not grapple",
        )


def grapple_parts(me: Fighter, other: Fighter) -> Iterator[Part]:
    """The parts of a creature's grapple check against another."""
    sheet = me.sheet
    yield sheet.base_attack, GRAPPLE
    yield me.modifier("strength"), why_changed(me, "strength", GRAPPLE)
    yield SIZE[sheet.size].grapple, "d20.grapple.size-modifier"
    yield sheet.grapple, "d20.racial-grapple.check"
    if "improved-grapple" in sheet.feats:
        yield 4, GRAPPLE
    if me.tied("holding", other.id):
        yield -20, "d20.grapple.improved-grab.hold"


def _occasion(
    event: ContestRolled, scene: Scene, me: Fighter, other: Fighter, order: Any, option: str
) -> Iterator[Part]:
    """What the occasion adds: one part of the body, the place of a later attack, a lethal grip, a pin."""
    cause = scene.events[event.because]
    chosen = scene.notes.get("improved grab")
    if chosen == (me.id, other.id, "hold") and not me.tied("holding", other.id):
        yield -20, "d20.grapple.improved-grab.hold"
    turn = scene.turn
    if turn.who == me.id and type(scene.root()) in ORDERED:
        starting = not option and type(cause) in (AttackRolled, *ORDERED)
        if turn.full and not turn.first and turn.due is not None and (option or starting):
            penalty = turn.due.penalty
            given = me.weapons.get(turn.due.weapon)
            if given is not None and given.secondary:
                penalty += -2 if "multiattack" in me.sheet.feats else -5
            if option:
                yield penalty, "d20.grapple.options.per-attack"
            elif chosen is None or chosen[0] != me.id:
                yield penalty, "d20.full-attack.iterative"
    lethal = option == "damage" and order.lethality == "lethal" and me.sheet.unarmed.nonlethal
    if lethal and not threat.armed_bare_handed(me):
        yield -4, "d20.grapple.option.damage"
    alone = me.grapplers == (other.id,) and other.grapplers == (me.id,)
    if option == "move" and alone and other.tied("pinned", me.id):
        yield 4, "d20.grapple.pinning.move"


@invariant("choices-are-kept", Answered)
def choices_are_kept(event: Answered, scene: Scene) -> tuple[()]:
    """Keeps what was chosen: how to resist a trip, how to hold on, for the check that follows."""
    question = event.question
    if type(question) is orders.Pick:
        option = getattr(event.answer, "option", "")
        scene.notes["pick", event.because, event.who, question.about] = option
        if question.about == "improved-grab":
            scene.notes["improved grab"] = (event.who, question.other, option)
    return ()


@invariant("choices-are-kept", OrderGiven)
def a_new_order_is_no_grab(event: OrderGiven, scene: Scene) -> tuple[()]:
    """A grab belongs to the order in which it was chosen."""
    scene.notes.pop("improved grab", None)
    return ()


def skill(me: Fighter, name: str, rule: str) -> Iterator[Part]:
    """A skill check: the total of the sheet, its ability as it is now; untrained, ability and burden of armor."""
    figures, sheet = SKILLS[name], me.sheet
    now = me.modifier(figures.ability)
    if name in sheet.skills:
        score: int | None = getattr(sheet, figures.ability)
        yield sheet.skills[name], rule
        yield (0 if score is None else now - (score - 10) // 2), why_changed(me, figures.ability, rule)
    else:
        yield now, why_changed(me, figures.ability, rule)
        burden = sum(worn.check for worn in (sheet.armor, sheet.shield) if worn is not None)
        yield figures.armor_check * burden, rule
    yield from conditions_on_checks(me)


@invariant("a-hold-is-won", GrappleBegan)
def a_hold_is_won(event: GrappleBegan, scene: Scene) -> Iterator[Breach]:
    """A grapple begins with an opposed check won, against nobody two sizes larger, who is not immune."""
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    cause = scene.events[event.because]
    if type(cause) is ContestRolled:
        if not (cause.contest == "grapple" and cause.won and (cause.who, cause.other) == (me.id, other.id)):
            yield "d20.grapple.start.hold", f"{me.id} holds {other.id}, and did not win the check"
        grabbed = scene.notes.get("improved grab", ("", "", ""))[:2] == (me.id, other.id)
        if other.rank - me.rank >= 2 and not grabbed:
            yield "d20.grapple.start.size-limit", f"{me.id} holds {other.id}, {other.rank - me.rank} sizes larger"
    elif not other.helpless:
        yield "d20.grapple.start.hold", f"{me.id} holds {other.id} without a check"
    grab = scene.notes.get("improved grab")
    with_part = grab == (me.id, other.id, "hold")
    if event.holding != with_part:
        said = "one part of its body" if event.holding else "its whole body"
        yield "d20.grapple.improved-grab.hold", f"{me.id} holds {other.id} with {said}, and chose otherwise"
    scene.pay(("hold", event.because))
    if "grapple" in other.immune or "grapple" in me.immune:
        yield "d20.grapple.start.grab", f"{me.id} cannot hold {other.id}"
    if other.id in me.grapplers:
        yield "d20.grapple.start.hold", f"{me.id} holds {other.id} already"


@invariant("a-hold-won-is-a-hold", ContestRolled, after=True)
def a_hold_won_is_a_hold(event: ContestRolled, scene: Scene) -> tuple[()]:
    """The check that decides whether a hold comes about is followed by the grapple, or by its failure."""
    if event.contest == "grapple" and not STARTING.isdisjoint(event.cites):
        what = f"{event.who}'s hold on {event.other} is {'won' if event.won else 'lost'}, and nothing comes of it"
        scene.owe(("hold", scene.seq), "a-hold-won-is-a-hold", "d20.grapple.start.hold", what)
    return ()


STARTING = frozenset({"d20.grapple.start.hold", "d20.grapple.improved-grab"})


@invariant("a-hold-won-is-a-hold", AttemptFailed)
def attempts_fail_for_a_reason(event: AttemptFailed, scene: Scene) -> Iterator[Breach]:
    """An attempt fails because its check was lost, because its author was hurt or hindered, or because of sizes."""
    cause = scene.events[event.because]
    what = f"{event.who}'s attempt at {event.target} ({event.attempt}) fails"
    if type(cause) is ContestRolled:
        scene.pay(("hold", event.because))
        if cause.won or (cause.who, cause.other) != (event.who, event.target):
            yield "d20.grapple.start.hold-failure", f"{what}, and its check was not lost"
        return
    me, target = scene.fighters[event.who], scene.fighters[event.target]
    if event.attempt == "attack":
        if not any(boon.on == "warded off" and boon.value for boon in me.boons):
            yield "d20.abjuration.sanctuary", f"{what}, and no sanctuary keeps it off"
        return
    if scene.notes.get("gone astray") == (event.because, target.id):
        return
    if getattr(cause, "who", getattr(cause, "attacker", "")) != me.id:
        yield START_AOO, f"{what}, and event {event.because} is no attempt of its own"
    if event.attempt == "shot":
        if _could_shoot(me, getattr(cause, "order", None)):
            yield "d20.aoo.interrupts", f"{what}, and nothing hinders it"
    elif "d20.disarm.cannot" in event.cites:
        held = [target.weapons.get(name) for name in target.held]
        if any(weapon is None or "undisarmable" not in weapon.traits for weapon in held):
            yield "d20.disarm.cannot", f"{what} for empty hands, and {target.id} holds {', '.join(target.held)}"
    elif "d20.grapple.start.size-limit" in event.cites:
        if target.rank - me.rank < 2:
            yield "d20.grapple.start.size-limit", f"{what} for its size, {target.rank - me.rank} sizes off"
    elif scene.notes.get("hurt since", {}).get(me.id, -1) < event.because:
        yield START_AOO, f"{what} because it was hurt, and it was not"


@invariant("a-hold-won-is-a-hold", TargetDrawn)
def it_met_somebody_else(event: TargetDrawn, scene: Scene) -> tuple[()]:
    """Keeps whom chance put in the way of an attempt: it may come to nothing against this one."""
    scene.notes["gone astray"] = (event.because, event.struck)
    return ()


def _could_shoot(me: Fighter, order: Any) -> bool:
    """Can it shoot or throw all the same what it was told to?"""
    weapons = [me.weapons.get(name) for name in (getattr(order, "weapon", ""), getattr(order, "off_hand", "")) if name]
    return (
        me.can_act
        and "grappling" not in me.names
        and all(w is not None and (w.name in me.held or w.category == "unarmed") for w in weapons)
        and ("prone" not in me.names or any(w is not None and LYING & set(w.traits) for w in weapons))
    )


LYING = frozenset({"crossbow", "shuriken"})
"""Traits of what can be shot or thrown by who lies on the ground."""

START_AOO = "d20.grapple.start.aoo-damage-fails"


@invariant("a-hold-won-is-a-hold", DamageDealt)
def somebody_is_hurt(event: DamageDealt, scene: Scene) -> tuple[()]:
    """Keeps who was hurt last, and when."""
    if event.amount:
        scene.notes.setdefault("hurt since", {})[event.target] = scene.seq
    return ()


@invariant("who-lets-go-held", GrappleEnded)
def who_lets_go_held(event: GrappleEnded, scene: Scene) -> Iterator[Breach]:
    """A grapple ends between two who grapple each other."""
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    if other.id not in me.grapplers or me.id not in other.grapplers:
        yield "d20.grapple.start.hold", f"{me.id} and {other.id} part, and do not grapple each other"


# ---- plain checks ---------------------------------------------------------------------------------------------


@invariant("checks-add-up", CheckRolled)
def checks_add_up(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """First aid against 15; running on against 10 and one more for each check before."""
    if event.check == "aid-another" or event.check in MAGICAL:
        return
    rule = event.cites[0] if event.cites else OPPOSED
    me, what = scene.fighters[event.who], f"{event.who}'s {event.check} check"
    cause = scene.events[event.because]
    if getattr(cause, "who", "") != event.who and type(cause) not in (RoundPassed, Dismounted):
        yield rule, f"{what} is no act of its own"
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield rule, f"{what} is not rolled on one d20"
        return
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    expected: list[Part]
    if event.check == "heal":
        rule, dc = "d20.dying.first-aid", 15
        expected = list(skill(me, "heal", rule))
    elif event.check == "ride":
        rule, dc = next(((name, value) for name, value in riding.DCS.items() if name in event.cites), ("", 0))
        expected = list(skill(me, "ride", rule))
    elif event.check == "run":
        rule, dc = "d20.run.con-check", 10 + me.run_checks
        expected = [(me.modifier("constitution"), why_changed(me, "constitution", rule)), *conditions_on_checks(me)]
    elif event.check == "balance":
        rule, dc = "d20.conjuration.grease", 10
        expected = list(skill(me, "balance", rule))
    elif event.check in ("climb", "swim", "strength", "escape-artist", "open-lock"):
        rule, dc, expected = _with_a_purpose(event, scene, me)
    else:
        yield rule, f"not judged: {what} is of no kind that the audit knows"
        return
    if event.dc != dc:
        yield rule, f"{what} is against {event.dc}, and it ought to be against {dc}"
    yield from compare(what, event.parts, expected)
    if event.success != (event.total >= event.dc):
        yield rule, f"{what} of {event.total} against {event.dc} {'succeeds' if event.success else 'fails'}"


def _with_a_purpose(event: CheckRolled, scene: Scene, me: Fighter) -> tuple[str, int, list[Part]]:
    """The rule, the difficulty and the parts of a check by what its order is for."""
    order = getattr(scene.root(), "order", None)
    if isinstance(order, orders.EscapeNet):
        roots = me.given("rooted") if me.boons else ()
        plants = bool(roots)
        rule = roots[0][2] if roots else "d20.net.escape"
        if order.mode == "burst":
            return (
                rule,
                20 if plants else 25,
                [(me.modifier("strength"), why_changed(me, "strength", rule)), *conditions_on_checks(me)],
            )
        return rule, 25 if rule == "d20.conjuration.web" else 20, list(skill(me, "escape-artist", rule))
    if isinstance(order, orders.UseSkill):
        rule = "d20.action.full-round.skill-one-round"
        return rule, 20, list(skill(me, "open-lock", rule))
    if isinstance(order, orders.Move) and order.mode == "slip":
        rule = "d20.squeeze.narrower"
        return rule, 30, list(skill(me, "escape-artist", rule))
    rule = "d20.move.climb-swim"
    if isinstance(order, orders.Move) and order.mode == "swim":
        return rule, 10, list(skill(me, "swim", rule))
    parts = list(skill(me, "climb", rule))
    if isinstance(order, orders.Move) and order.mode == "climb-fast":
        parts.append((-5, "d20.move.accelerated-climb"))
    return rule, 15, parts


@invariant("tumbling-adds-up", TumbleRolled)
def tumbling_adds_up(event: TumbleRolled, scene: Scene) -> Iterator[Breach]:
    """The skill, 10 less at full speed, against 15 or 25 and 2 more for each enemy before."""
    rule = "d20.pass.tumble"
    me, what = scene.fighters[event.who], f"{event.who}'s Tumble check past {event.enemy}"
    order = getattr(scene.events[event.because], "order", None)
    if not isinstance(order, orders.Move) or order.mode not in ("tumble", "tumble-fast") or len(event.dice) != 1:
        yield rule, f"{what} belongs to no tumbling move"
        return
    before = scene.notes.setdefault(("tumbled", event.because), [])
    if event.dc - 2 * len(before) not in (15, 25):
        yield rule, f"{what} is against {event.dc} after {len(before)} others"
    before.append(event.enemy)
    if event.success and event.dc - 2 * (len(before) - 1) == 25:
        scene.notes.setdefault(("crossed", event.because), set()).add(event.enemy)
    parts = list(skill(me, "tumble", rule))
    if order.mode == "tumble-fast":
        parts.append((-10, rule))
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    yield from compare(what, event.parts, parts)
    if event.success != (event.total >= event.dc):
        yield rule, f"{what} of {event.total} against {event.dc} {'succeeds' if event.success else 'fails'}"
