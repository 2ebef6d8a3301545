"""Opposed rolls and checks: who rolls what, who wins, and what that decides (trip, disarm, bull rush, grapple)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit import threat
from sim.audit.arithmetic import Blow, Part, attack_parts, compare, sound, why_changed
from sim.audit.claims import Breach, invariant
from sim.audit.fold import Fighter, Scene
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled
from sim.events.course import Answered, OrderGiven
from sim.events.equipment import Dropped, Snatched
from sim.events.grapple import GrappleBegan
from sim.events.movement import TumbleRolled
from sim.tables.sizes import SIZE

OPPOSED = "d20.core.opposed-check"
GRAPPLE = "d20.grapple.check"
TRIP = "d20.trip.check"
COUNTER_TRIP = "d20.trip.counter"
BITE_TRIP = "d20.trip.special-attack"
DISARM = "d20.disarm.check"
COUNTER_DISARM = "d20.disarm.counter"
RUSH = "d20.bull-rush.check"
AFRAID = ("shaken", "frightened", "panicked")


@invariant("opposed-rolls-are-won-by-the-higher", ContestRolled)
def opposed_rolls_are_won_by_the_higher(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """The higher total wins, then the higher modifier, then both roll again."""
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
    if event.checks[0] != "strength" or ability not in ("strength", "dexterity"):
        yield rule, f"{me.id} rolls {event.checks[0]} against {ability}"
        return
    theirs = list(_body(other, ability, rule, size))
    if rule != COUNTER_TRIP and _stands_firm(other):
        theirs.append((4, "d20.trip.stability"))
    yield from _both(event, mine, theirs)
    if other.rank - me.rank > 1:
        yield "d20.trip.size-limit", f"{me.id} trips {other.id}, which is {other.rank - me.rank} sizes larger"
    if other.has("prone") or "trip" in other.immune:
        yield "d20.trip.immune", f"{me.id} trips {other.id}, which cannot be tripped: {sorted(other.names)}"


def _both(event: ContestRolled, mine: list[Part], theirs: list[Part]) -> Iterator[Breach]:
    what = f"{event.who}'s {event.contest} check against {event.other}"
    yield from compare(what, [(part[0], part[2]) for part in event.parts], mine)
    what = f"{event.other}'s {event.contest} check against {event.who}"
    yield from compare(what, [(part[0], part[2]) for part in event.other_parts], theirs)


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
    if first and type(cause) in (OrderGiven, Answered):
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
        if their_weapon.category == "ranged":
            theirs.append((-4, "d20.disarm.non-weapon"))
        if isinstance(getattr(scene.root(), "order", None), orders.Grapple):
            theirs.append((4, "d20.grapple.pinning.disarm"))
    elif their_weapon.disarm_bonus:
        theirs.append((their_weapon.disarm_bonus, DISARM))
    yield from _both(event, parts, theirs)


def _struggle(blow: Blow) -> list[Part]:
    """One side's roll: its attack bonus, the heft of its weapon, its size against the other's."""
    parts = attack_parts(blow)
    weapon = blow.weapon
    if weapon.category == "two-handed" or weapon.two_handed:
        parts.append((4, "d20.disarm.two-handed"))
    elif weapon.category in ("light", "unarmed"):
        parts.append((-4, "d20.disarm.light"))
    if blow.me.rank > blow.target.rank:
        parts.append((4 * (blow.me.rank - blow.target.rank), "d20.disarm.size"))
    return parts


@invariant("only-the-beaten-lose-their-weapons", Snatched)
def only_the_beaten_lose_their_weapons(event: Snatched, scene: Scene) -> Iterator[Breach]:
    """What is snatched was held, by one who has just lost a disarm to bare hands."""
    contest = scene.events[event.because]
    loser = scene.fighters[event.loser]
    won = type(contest) is ContestRolled and contest.contest == "disarm" and contest.won and contest.who == event.who
    if not won or contest.other != event.loser:
        yield "d20.disarm.success-unarmed", f"{event.who} takes {event.item} from {event.loser} without a disarm won"
    if event.item not in loser.held:
        yield "d20.disarm.cannot", f"{event.who} takes {event.item}, which {event.loser} does not hold"


@invariant("what-falls-was-held", Dropped)
def what_falls_was_held(event: Dropped, scene: Scene) -> Iterator[Breach]:
    """Whoever drops something holds it."""
    if event.item not in scene.fighters[event.who].held:
        yield "d20.action.free.drop-item", f"{event.who} drops {event.item}, which it does not hold"


# ---- grappling ------------------------------------------------------------------------------------------------


@invariant("grapples-are-rolled-right", ContestRolled)
def grapples_are_rolled_right(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Base attack, Strength, the special size modifier for both, and what the option adds."""
    if event.contest != "grapple":
        return
    me, other = scene.fighters[event.who], scene.fighters[event.other]
    source = scene.root()
    order = source.order if type(source) is OrderGiven else getattr(source, "answer", None)
    option = order.option if isinstance(order, orders.Grapple) else ""
    mine: list[Part]
    if event.checks[0] == "escape-artist":
        mine = list(_escape_artist(me))
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
    if turn.who == me.id and type(scene.root()) is OrderGiven:
        starting = not option and type(cause) in (AttackRolled, OrderGiven)
        if turn.full and not turn.first and turn.due is not None and (option or starting):
            penalty = turn.due.penalty
            given = me.weapons.get(turn.due.weapon)
            if option:
                if given is not None and given.secondary:
                    penalty += -2 if "multiattack" in me.sheet.feats else -5
                yield penalty, "d20.grapple.options.per-attack"
            elif chosen is None or chosen[0] != me.id:
                yield penalty, "d20.full-attack.iterative"
    lethal = option == "damage" and order.lethality == "lethal" and me.sheet.unarmed.nonlethal
    if lethal and not threat.armed_bare_handed(me):
        yield -4, "d20.grapple.option.damage"
    alone = me.grapplers == (other.id,) and other.grapplers == (me.id,)
    if option == "move" and alone and other.tied("pinned", me.id):
        yield 4, "d20.grapple.pinning.move"


@invariant("a-beast-says-how-it-holds", Answered)
def a_beast_says_how_it_holds(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Keeps how improved grab was chosen, for the check that follows."""
    question = event.question
    if type(question) is orders.Pick and question.about == "improved-grab":
        scene.notes["improved grab"] = (event.who, question.other, getattr(event.answer, "option", ""))
    yield from ()


@invariant("a-beast-says-how-it-holds", OrderGiven)
def a_new_order_is_no_grab(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """A grab belongs to the order in which it was chosen."""
    scene.notes.pop("improved grab", None)
    yield from ()


def _escape_artist(me: Fighter) -> Iterator[Part]:
    rule = "d20.grapple.option.escape"
    skills = me.sheet.skills
    if "escape-artist" in skills:
        yield skills["escape-artist"], rule
        return
    yield me.modifier("dexterity"), rule
    yield sum(worn.check for worn in (me.sheet.armor, me.sheet.shield) if worn is not None), rule


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
    if "grapple" in other.immune or "grapple" in me.immune:
        yield "d20.grapple.start.grab", f"{me.id} cannot hold {other.id}"
    if other.id in me.grapplers:
        yield "d20.grapple.start.hold", f"{me.id} holds {other.id} already"


# ---- plain checks ---------------------------------------------------------------------------------------------


@invariant("checks-add-up", CheckRolled)
def checks_add_up(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """First aid against 15; running on against 10 and one more for each check before."""
    rule = event.cites[0] if event.cites else OPPOSED
    me, what = scene.fighters[event.who], f"{event.who}'s {event.check} check"
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield rule, f"{what} is not rolled on one d20"
        return
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    expected: list[Part]
    if event.check == "heal":
        rule, dc = "d20.dying.first-aid", 15
        skilled = me.sheet.skills.get("heal")
        expected = [(me.modifier("wisdom") if skilled is None else skilled, rule), *conditions_on_checks(me)]
    elif event.check == "run":
        rule, dc = "d20.run.con-check", 10 + me.run_checks
        expected = [(me.modifier("constitution"), rule)]
    else:
        yield rule, f"not judged: {what} is of no kind that the audit knows"
        return
    if event.dc != dc:
        yield rule, f"{what} is against {event.dc}, and it ought to be against {dc}"
    yield from compare(what, [(part[0], part[2]) for part in event.parts], expected)
    if event.success != (event.total >= event.dc):
        yield rule, f"{what} of {event.total} against {event.dc} {'succeeds' if event.success else 'fails'}"


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
    parts: list[Part] = [(me.sheet.skills.get("tumble", 0), rule), *conditions_on_checks(me)]
    if order.mode == "tumble-fast":
        parts.append((-10, rule))
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    yield from compare(what, [(part[0], part[2]) for part in event.parts], parts)
    if event.success != (event.total >= event.dc):
        yield rule, f"{what} of {event.total} against {event.dc} {'succeeds' if event.success else 'fails'}"
