"""Conditions: by what each begins, how long it lasts, and that it ends in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import scores
from sim.audit.adnd.fold import DOWN, LOW, Scene
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import (
    AttackMade,
    InitiativeThrown,
    OrderSettled,
    PercentRolled,
    RoundOpened,
    SavingThrowRolled,
    ScoreChecked,
)
from sim.events.adnd_fumbles import Fumbled, FumbleTested
from sim.events.adnd_grips import BareHandsLanded
from sim.events.adnd_manoeuvres import ParryAnnounced
from sim.events.adnd_morale import MoraleChecked, OrderForced
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, OrderGiven
from sim.events.magic import SpellCast

ADND = ("adnd",)
START = "adnd.round.start.before-initiative"
LATE = "adnd.round.lose-initiative"
POSITION = "adnd.core.action.take-position"
COUNTING = "adnd.fumble.duration.counting"
STANDS = ("adnd.position.stand.next-round", "adnd.position.stand.by-giving-up-attack")

TO_THE_END_OF_THE_ROUND = frozenset({"charging", "guarding", "receiving", "parrying", "fleeing"})
"""Conditions that last to the end of the round in which they begin."""

OF_AN_ORDER: dict[str, tuple[type[Any], ...]] = {
    "charging": (orders.Charge,),
    "guarding": (orders.Guard,),
    "receiving": (orders.ReceiveCharge,),
    "parrying": (orders.TotalDefense,),
    "fleeing": (orders.Run,),
    "gone": (orders.Leave,),
    "casting": (orders.Cast, orders.UseItem),
}
"""Conditions that come of an order of one's own."""

DECLARED = frozenset({"guarding", "receiving", "parrying", "casting"})
"""Of those, what begins with the declaration."""


BROUGHT = frozenset(
    {"stunned", "dazed", "blinded", "lightly-stunned", "paralyzed", "held", "grabbed", "fouled", "sprained"}
)
"""Conditions that never come by themselves."""

SIZED = frozenset({
    "kneeling", "sitting", "prone", "shield-spent", "paralyzed",
    "held", "grabbed", "gripping", "damaged-armor", "fouled",
    "sprained", "twisted-wrist", "dislocated-shoulder", "dislocated-hip", "dying", "exposed", "cowed", "trapping",
    "insulted", "pinned", "hostage", "trapped", "held-down",
})  # fmt: skip
"""Conditions that have a size, a cause or a round of beginning."""


def cause(event: Any, scene: Scene) -> Any:
    """The event of which another comes."""
    return scene.events[event.because] if 0 <= event.because < scene.seq else None


@invariant("conditions-have-a-cause", ConditionBegan, books=ADND)
def conditions_have_a_cause(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """What one brings upon oneself comes of one's own order; what others do of their attack, spell or check."""
    me = scene.fighters[event.who]
    source = cause(event, scene)
    name = event.condition
    rule = event.cites[0] if event.cites else START
    kinds = OF_AN_ORDER.get(name)
    if kinds is not None:
        answered = name == "receiving" and type(source) is Answered and source.who == event.who
        own = isinstance(source, OrderGiven | OrderForced) and source.who == event.who and type(source.order) in kinds
        if not own and not answered:
            yield rule, f"{event.who} is {name}, and has not chosen that"
        if (scene.stage == "declare") != (name in DECLARED):
            yield rule, f"{event.who} is {name} in the {scene.stage}"
    if name in TO_THE_END_OF_THE_ROUND and (event.ender, event.turns) != ("*", 1):
        yield rule, f"{event.who} is {name}, and not to the end of the round"
    key = (name, event.other)
    counted = COUNTING in event.cites
    if counted and bool(event.ender) is (key in me.conditions and key not in me.timers):
        yield COUNTING, f"{event.who} is {name}, and of two of a kind it is not the longer that counts"
    if (
        name not in ("damaged-armor", "unconscious", "twisted-wrist", "dislocated-shoulder")
        and key in me.conditions
        and not (event.ender or counted)
    ):
        yield rule, f"{event.who} is {name} a second time"
    if event.value and name not in SIZED:
        yield rule, f"{event.who} is {name} by {event.value}, which has no size"
    if event.turns != 1 and not event.ender:
        yield rule, f"{event.who} is {name} for {event.turns} turns of nobody"
    rolled = sum(die.value for die in event.dice)
    right = max(rolled + _beyond(event, scene, source) + 1, counted and me.timers.get(key, 0))
    if event.dice and event.ender and event.turns != right:
        hours = rolled * 60 + 1
        if name != "unconscious" or event.turns != hours:
            yield COUNTING, f"{event.who} is {name} {event.turns} turns, and the dice say otherwise"
    if not me.names.isdisjoint({"dead"}):
        yield rule, f"{event.who} becomes {name}, and is dead"
    if name in BROUGHT and source is None:
        yield rule, f"{event.who} is {name}, and by nothing"
    if name == "casting" and isinstance(source, OrderGiven) and event.turns != _spoken(event, scene, source):
        yield (
            rule,
            f"{event.who} stands still for {event.turns} rounds, and its spell takes {_spoken(event, scene, source)}",
        )
    spell = _spells(scene, source.who).get(source.spell) if type(source) is SpellCast else None
    if spell is not None and spell.lasts and name == spell.condition and event.turns > spell.lasts + 1:
        yield rule, f"{event.who} is {name} for {event.turns} turns, and {spell.name} lasts {spell.lasts} rounds"
    check = CAUSES.get(name)
    if check is not None:
        yield from check(event, scene, source)


def _beyond(event: ConditionBegan, scene: Scene, source: Any) -> int:
    """The rounds that a natural attack's data add to its dice (a ghoul's 1d6+2)."""
    if type(source) is not SavingThrowRolled or event.condition != "paralyzed":
        return 0
    hit = scene.events[source.because]
    if type(hit) is not AttackMade:
        return 0
    rider = scene.fighters[hit.attacker].weapons[hit.weapon].rider
    return int(rider.dice.rpartition("+")[2]) if rider is not None and "+" in rider.dice else 0


def _spells(scene: Scene, who: str) -> dict[str, Any]:
    return {spell.name: spell for spell in scene.fighters[who].sheet.spells.values()}


def _spoken(event: ConditionBegan, scene: Scene, source: OrderGiven) -> int:
    """How many rounds a spell takes that is begun."""
    named = getattr(source.order, "spell", "") or getattr(source.order, "item", "")
    spell = scene.fighters[event.who].sheet.spells.get(named)
    return max(1, spell.rounds) if spell is not None else event.turns


def _late(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """The next initiative is lost, by a natural 1 with no attack left or a weapon out of line."""
    if (event.ender, event.turns) != ("*", 2):
        yield LATE, f"{event.who} loses initiative for other than the next round"
    if "adnd.fumble.natural-1.lose-initiative" in event.cites:
        while isinstance(source, Fumbled | FumbleTested | PercentRolled):
            source = cause(source, scene)
        if type(source) is not AttackMade or source.attacker != event.who or source.roll != 1:
            yield LATE, f"{event.who} loses initiative for a natural 1 that it has not rolled"
        me = scene.fighters[event.who]
        if me.attacks and scene.stage == "passes" and me.weapon and scene.active == event.who:
            yield LATE, f"{event.who} loses initiative, and has {me.attacks} attacks left to lose"


def _low(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """Of several positions only the lowest is kept."""
    me = scene.fighters[event.who]
    if me.position and LOW.index(me.position) >= LOW.index(event.condition):
        yield POSITION, f"{event.who} comes to be {event.condition}, and is {me.position} already"
    if type(source) is OrderGiven:
        if type(source.order) is not orders.TakePosition or source.who != event.who or event.value:
            yield POSITION, f"{event.who} comes to be {event.condition}, and was not ordered to"
    elif type(source) is Fumbled:
        if not event.value:
            yield "adnd.fumble.note.1.stand-next-round", f"{event.who} is down by a fumble, and that is not kept"
    elif event.value:
        yield "adnd.fumble.note.1.stand-next-round", f"{event.who} is down as by a fumble, and has not fumbled"


def _stunned(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """A punch stuns for as many rounds after this one as a d10 says."""
    if "adnd.unarmed.punch.knock-out" in event.cites:
        if type(source) is not PercentRolled or not source.happens or source.who != event.who:
            yield "adnd.unarmed.punch.knock-out", f"{event.who} is stunned by a punch, and no roll says so"
        if [die.sides for die in event.dice] != [10] or not event.ender:
            yield "adnd.unarmed.punch.knock-out", f"{event.who} is stunned for other than 1d10 rounds"


def _paralyzed(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    rule = "adnd.core.natural-attacks.rider"
    if rule not in event.cites:
        return
    if type(source) is not SavingThrowRolled or source.success or source.who != event.who:
        yield rule, f"{event.who} is paralyzed, and has not failed to save"
    if event.turns != event.value + 1:
        yield rule, f"{event.who} is paralyzed {event.turns} turns, and {event.value} rounds were rolled"


def _spent(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """A shield that has struck covers nobody to the end of the round."""
    rule = "adnd.style.weapon-shield.manoeuvre.forfeits-ac"
    me = scene.fighters[event.who]
    if event.ender and event.turns != 1:
        yield rule, f"{event.who} gives up the cover of its shield, and not to the end of the round"
    if not me.shielded:
        yield rule, f"{event.who} gives up the cover of a shield that is not on its arm"
    order = getattr(source, "order", None)
    own = getattr(source, "who", "") == event.who
    if (
        not own or not (isinstance(order, orders.Attack | orders.Charge) or type(source) in (ParryAnnounced, Answered))
    ) and type(source).__name__ not in ("AttacksLost", "ThingSeized", "StrengthContested"):
        yield rule, f"{event.who} gives up the cover of its shield, and has not used it"
    if scores.steps(me.sheet, "weapon-shield") and type(source) is ParryAnnounced:
        yield "adnd.style.weapon-shield.specialised.parry.keeps-ac", f"{event.who} keeps its cover when it parries"


def _surrendered(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    rule = "adnd.morale.surrender"
    order = getattr(source, "order", None)
    if type(order) is orders.Surrender and getattr(source, "who", "") == event.who:
        return
    if type(source) is MoraleChecked and event.who in source.who and not source.success:
        return
    failed = any(cite.startswith("adnd.morale.fail") for cite in event.cites)
    if failed and any(
        type(e) is ConditionEnded and (e.who, e.condition) == (event.who, "routed")
        for e in scene.events[max(0, scene.seq - 8) : scene.seq]
    ):
        return
    if not failed and (type(source) in (AttackMade, ScoreChecked) or source is None):
        return
    yield rule, f"{event.who} gives up, and neither chose to nor has failed a check"


def _fails(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """By one or two it falls back, by more it flees."""
    rule = event.cites[0] if event.cites else "adnd.morale.check"
    if type(source) is not MoraleChecked:
        if rule.startswith("adnd.morale.fail"):
            yield rule, f"{event.who} is {event.condition}, and no check of its morale says so"
        return
    if event.who not in source.who or source.success:
        yield rule, f"{event.who} is {event.condition}, and its morale has not failed"
        return
    margin = source.total - source.rating - sum(part.value for part in source.parts)
    if event.condition == "falling-back" and margin > 2:
        yield "adnd.morale.fail.withdraw", f"{event.who} falls back, and has failed by {margin}"
    if (
        event.condition == "routed"
        and margin < 3
        and "adnd.morale.fail.flee" in event.cites
        and "adnd.disarm.expert.morale" not in source.cites
    ):
        yield "adnd.morale.fail.flee", f"{event.who} flees, and has failed by {margin}"


def _held(event: ConditionBegan, scene: Scene, source: Any) -> Iterator[Breach]:
    """A hold comes of wrestling, a one-handed grip of a contest; both of the two are in it."""
    pairs = {"held": "gripping", "grabbed": "gripping", "gripping": ("held", "grabbed")}
    wanted = pairs[event.condition]
    near = scene.events[max(0, scene.seq - 3) : scene.seq + 4]
    if not any(
        type(e) is ConditionBegan and e.condition in wanted and (e.who, e.other) == (event.other, event.who)
        for e in near
    ):
        yield "adnd.unarmed.wrestle.hold", f"{event.who} is {event.condition}, and {event.other} has no part in it"
    if event.condition == "held" and (type(source) is not BareHandsLanded or not source.hold):
        yield "adnd.unarmed.wrestle.hold", f"{event.who} is held, and no wrestler has got a hold"


CAUSES: dict[str, Any] = {
    "late": _late,
    "kneeling": _low,
    "sitting": _low,
    "prone": _low,
    "stunned": _stunned,
    "paralyzed": _paralyzed,
    "shield-spent": _spent,
    "surrendered": _surrendered,
    "falling-back": _fails,
    "routed": _fails,
    "held": _held,
    "gripping": _held,
}


@invariant("the-senseless-lie", ConditionBegan, books=ADND)
def the_senseless_lie(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Whoever loses his senses falls where he stands."""
    me = scene.fighters[event.who]
    if event.condition not in ("unconscious", "dying") or me.has("prone") or me.mount or me.rider:
        return
    after = scene.events[scene.seq + 1 : scene.seq + 4]
    if len(after) == 4 - 1 and not any(
        type(e) is ConditionBegan and e.who == me.id and e.condition == "prone" for e in after
    ):
        yield "adnd.core.unconscious", f"{me.id} is {event.condition}, and does not lie there"


@invariant("conditions-end-in-time", RoundOpened, books=ADND)
def conditions_end_in_time(event: RoundOpened, scene: Scene) -> Iterator[Breach]:
    """Whatever has a term ends at the start of the round in which that is over."""
    for fighter in scene.fighters.values():
        if not fighter.names.isdisjoint({"dead", "gone", "surrendered"}):
            continue
        for (name, _), left in fighter.timers.items():
            if left <= 0:
                yield START, f"{fighter.id} is still {name}, which ought to be over"


@invariant("conditions-end-in-time", OrderSettled, books=ADND)
def lateness_is_used_up(event: OrderSettled, scene: Scene) -> Iterator[Breach]:
    """Lost initiative is lost once: with the throw that came last for it."""
    for thrown in scene.events[scene.began : scene.seq]:
        if type(thrown) is InitiativeThrown and LATE in thrown.cites and scene.fighters[thrown.who].has("late"):
            yield LATE, f"{thrown.who} has acted last for it, and is still late"


@invariant("conditions-do-not-end-too-soon", ConditionEnded, books=ADND)
def conditions_do_not_end_too_soon(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """What ends was there; what has a term ends when that is over, or for a reason."""
    me = scene.fighters[event.who]
    key = (event.condition, event.other)
    rule = event.cites[0] if event.cites else START
    if not event.cites and event.because < 0 and me.timers.get(key, 0) > 0 and not me.felled:
        yield START, f"{event.who} is no more {event.condition}, {me.timers[key]} rounds too soon, and no rule says so"
    if key not in me.conditions:
        yield rule, f"{event.who} is no more {event.condition}, and was not"
        return
    if START in event.cites:
        if scene.stage != "start":
            yield START, f"{event.who}'s {event.condition} ends in the {scene.stage} of a round"
        if me.timers.get(key, 0) > 0:
            yield START, f"{event.who} is no more {event.condition}, {me.timers[key]} rounds too soon"
        if key not in me.timers:
            yield START, f"{event.who} is no more {event.condition}, which has no term"
    source = cause(event, scene)
    if event.condition in LOW:
        yield from _up(event, scene, source)
    elif event.condition == "late" and (type(source) is not InitiativeThrown or source.who != event.who):
        if START not in event.cites:
            yield LATE, f"{event.who} is no more late, and has not rolled initiative"
    elif event.condition in ("gone", "surrendered", "damaged-armor") and event.condition != "gone":
        yield rule, f"{event.who} is no more {event.condition}"
    elif (
        event.condition == "shield-spent"
        and START not in event.cites
        and not scores.steps(me.sheet, "weapon-shield")
        and scene.option("shield_rush", "seed") != "handbook"
    ):
        yield rule, f"{event.who} is covered by its shield again before the round is over"


def _up(event: ConditionEnded, scene: Scene, source: Any) -> Iterator[Breach]:
    """One stands by an order, or as the first thing on one's turn after initiative; or sinks lower."""
    me = scene.fighters[event.who]
    following = scene.events[scene.seq + 1 : scene.seq + 2]
    if any(type(e) is ConditionBegan and e.who == event.who and e.condition in LOW for e in following):
        return
    order = getattr(source, "order", None)
    if getattr(source, "who", "") != event.who and not set(me.names) & DOWN:
        yield STANDS[0], f"{event.who} stands up, and has not chosen to"
        return
    if type(order) is orders.StandUp:
        return
    if scene.active != event.who or not me.low:
        yield STANDS[0], f"{event.who} stands up for nothing, and it is not its moment, or it was up at initiative"
