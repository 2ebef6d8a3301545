"""The time after a fight: who is tended, who wakes, wastes away or recovers, and what rest is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.chain import LOG
from sim.audit.claims import Breach, invariant
from sim.audit.fold import ABILITIES, Fighter, Scene
from sim.events.aftermath import AbilityHealed, AftermathEnded, HourPassed, RecoveryRolled, RoundPassed, TimePassed
from sim.events.attacks import CheckRolled, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded

NAME = "the-wounded-recover-by-the-rules"
FIRST_AID = "d20.dying.first-aid"
STABILISE = "d20.dying.stabilise"
WAKING = {True: "d20.recovery.assisted.hourly", False: "d20.recovery.unassisted.hourly"}
LOSSES = {"wake": "d20.recovery.unassisted.loss", "recover": "d20.recovery.unassisted.relapse"}
DAILY = "d20.recovery.unassisted.daily"
NATURAL = "d20.recovery.assisted.natural"
NO_NATURAL = "d20.recovery.unassisted.no-natural"
NIGHT, FULL_DAY = "d20.healing.night", "d20.healing.full-day"
ABILITY = {NIGHT: "d20.healing.ability", FULL_DAY: "d20.healing.ability-rest"}
HANDY = {"humanoid", "monstrous humanoid", "giant", "fey", "outsider"}
NONLETHAL = "d20.nonlethal.healing"


@invariant("time-passes-after-the-fight", TimePassed)
def time_passes_after_the_fight(event: TimePassed, scene: Scene) -> Iterator[Breach]:
    """Hours pass when the fight is over, and all of them."""
    if scene.phase != "over":
        yield LOG, f"{event.hours} hours pass in the middle of the fight"
    if event.hours < 1 or scene.notes.get("hours left"):
        yield LOG, f"{event.hours} hours pass, and {scene.notes.get('hours left', 0)} of those before are left"
    scene.notes["hours left"], scene.notes["rest"] = event.hours, event.rest
    scene.notes["tended"] = event.tended


@invariant("time-passes-after-the-fight", AftermathEnded)
def the_hours_are_over(event: AftermathEnded, scene: Scene) -> Iterator[Breach]:
    """As many hours have passed as were named."""
    if scene.notes.get("hours left") or event.hour != scene.notes.get("hour", 0):
        yield LOG, f"the aftermath ends at hour {event.hour}, with {scene.notes.get('hours left', 0)} hours left"


@invariant(NAME, RoundPassed, after=True)
def rounds_after_the_fight(event: RoundPassed, scene: Scene) -> Iterator[Breach]:
    """Right after the fight the dying still fight for their lives each round, and what heals by the round heals."""
    if event.number != scene.notes.get("round", 0) + 1 or scene.notes.get("hour"):
        yield LOG, f"round {event.number} passes after round {scene.notes.get('round', 0)}"
    scene.notes["round"] = event.number
    for me in scene.fighters.values():
        if "dying" in me.names and "dead" not in me.names:
            scene.owe(("life", me.id), NAME, STABILISE, f"{me.id} neither stabilises nor bleeds")
        if "ferocious" in me.names and not me.value("ferocious") and "dead" not in me.names:
            scene.owe(("life", me.id), NAME, "d20.ferocity.bleeds", f"{me.id} neither bleeds nor ceases to")
    _ends(scene)


@invariant(NAME, CheckRolled, after=True)
def care_comes_first(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """Whoever gives first aid after the fight can act and has the wits for it, and does so once a round."""
    if type(scene.events[event.because]) is not RoundPassed:
        return
    me = scene.fighters[event.who]
    if not me.can_act or me.sheet.type not in HANDY or (me.sheet.intelligence or 0) < 3:
        yield FIRST_AID, f"{event.who} tends others, and is in no state to"
    if scene.notes.get(("tends", me.id)) == event.because:
        yield FIRST_AID, f"{event.who} tends two in a round"
    scene.notes["tends", me.id] = event.because


@invariant(NAME, ConditionEnded, about=("dying",))
def care_spares_the_fight(event: ConditionEnded, scene: Scene) -> tuple[()]:
    """Who is stabilised by another's care need not fight for its life."""
    scene.pay(("life", event.who))
    return ()


def _ends(scene: Scene) -> None:
    for fighter in scene.timed.values():
        for (name, other), (ender, turns) in fighter.timers.items():
            if turns <= 0:
                what = f"{fighter.id} is still {name}, and its time was up with the turn of {ender}"
                scene.owe(("ends", fighter.id, name, other), NAME, "", what)


@invariant(NAME, HourPassed, after=True)
def hours_after_the_fight(event: HourPassed, scene: Scene) -> Iterator[Breach]:
    """Each hour the stable may wake, nonlethal damage fades, the sleepers heal; each day the unassisted may recover."""
    hour = scene.notes.get("hour", 0) + 1
    if event.number != hour or scene.notes.get("hours left", 0) < 1:
        yield LOG, f"hour {event.number} passes, and hour {hour} is next"
    scene.notes["hour"] = event.number
    scene.notes["hours left"] = scene.notes.get("hours left", 0) - 1
    _ends(scene)
    for me in scene.fighters.values():
        if "dead" in me.names:
            continue
        sheet = me.sheet
        if (sheet.fast_healing and me.hit_points < me.full) or (sheet.regeneration and me.nonlethal):
            scene.owe(("soon", me.id), NAME, "d20.fast-healing.heal", f"{me.id} heals nothing in an hour")
        if not me.living:
            continue
        if "stable" in me.names and not sheet.fast_healing:
            scene.owe(("wake", me.id), NAME, WAKING["tended" in me.names], f"{me.id} makes no roll this hour")
        if me.nonlethal > sheet.regeneration * 600:
            scene.owe(("fade", me.id), NAME, NONLETHAL, f"{me.id} keeps all its nonlethal damage")
        rule = _rest(scene)
        if rule and me.hit_points < me.full and not sheet.fast_healing:
            scene.owe(("rest", me.id), NAME, rule, f"{me.id} rests for nothing")


def _rest(scene: Scene) -> str:
    """The rule by which rest heals at the end of this hour; empty when it does not."""
    hour, kind = scene.notes["hour"], scene.notes.get("rest")
    if kind != "none" and hour % 24 == 8:
        return NIGHT
    return FULL_DAY if kind == "bed" and hour % 24 == 0 else ""


@invariant(NAME, RecoveryRolled)
def recovery_rolls(event: RecoveryRolled, scene: Scene) -> Iterator[Breach]:
    """One chance in ten: hourly for the stable, daily for those awake below 0 whom nobody tends."""
    if event.to == "stay":
        return
    me = scene.fighters[event.who]
    value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
    rule = WAKING["tended" in me.names] if event.to == "wake" else DAILY
    if event.chance != 10 or event.success != (1 <= value <= 10) or not value:
        yield rule, f"{me.id} rolls {value} for {event.chance} in a hundred, and the chance is 10"
    if rule not in event.cites:
        yield rule, f"{me.id} rolls by {event.cites}"
    if event.to == "wake":
        if not scene.pay(("wake", me.id)):
            yield rule, f"{me.id} rolls once more in this hour"
        if event.success:
            scene.owe(("awake", me.id), NAME, rule, f"{me.id} does not wake")
    else:
        if scene.notes.get("hour", 0) % 24 or me.hit_points >= 0 or me.has("tended", "recovering", "stable"):
            yield rule, f"{me.id} rolls to recover, and has no need to now"
        if event.success:
            scene.owe(("recovering", me.id), NAME, rule, f"{me.id} does not begin to recover")
    if not event.success and not me.has("tended", "recovering"):
        scene.owe(("wastes", scene.seq), NAME, LOSSES[event.to], f"{me.id} loses no hit point")


@invariant(NAME, HitPointsLost)
def wasting(event: HitPointsLost, scene: Scene) -> Iterator[Breach]:
    """A failed roll of the unassisted costs one hit point."""
    rule = next((rule for rule in LOSSES.values() if rule in event.cites), "")
    if rule and (not scene.pay(("wastes", event.because)) or event.amount != 1):
        yield rule, f"{event.who} loses {event.amount} hit points, and ought to lose 1 after a failed roll"


@invariant(NAME, ConditionBegan)
def states_of_recovery(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Awake, tended and recovering begin for a reason."""
    me = scene.fighters[event.who]
    if event.condition == "disabled" and set(event.cites) & set(WAKING.values()):
        scene.notes.setdefault("awake", set()).add(me.id)
        if not scene.pay(("awake", me.id)):
            yield event.cites[0], f"{me.id} wakes without having rolled for it"
    elif event.condition == "recovering":
        if DAILY in event.cites and not scene.pay(("recovering", me.id)):
            yield DAILY, f"{me.id} recovers without having rolled for it"
        if NATURAL in event.cites and "tended" not in me.names:
            yield NATURAL, f"{me.id} recovers by somebody's care, and nobody tends it"
    elif event.condition == "tended" and NATURAL in event.cites and me.id not in scene.notes.get("tended", ()):
        yield NATURAL, f"{me.id} is tended, and the referee did not say so"
    elif event.condition in ("dead", "dying"):
        scene.notes.setdefault("awake", set()).discard(me.id)
        for key in ("wake", "fade", "rest", "soon"):
            scene.pay((key, me.id))


def due(event: Healed, scene: Scene, me: Fighter) -> tuple[int, int] | None:
    """What heals by an hour or by rest: hit points and nonlethal; ``None`` when the event is of another kind."""
    sheet = me.sheet
    missing = max(0, me.full - me.hit_points)
    cause: Any = scene.events[event.because] if event.because >= 0 else None
    if type(cause) is AbilityHealed:
        lost = me.damage_by("constitution")
        score = me.sheet.constitution or 0
        gained = (max(0, score - lost) - 10) // 2 - (max(0, score - lost - cause.amount) - 10) // 2
        return gained * sheet.hit_dice, 0
    if type(cause) is not HourPassed:
        return None
    if NIGHT in event.cites or FULL_DAY in event.cites:
        rule = _rest(scene)
        scene.pay(("rest", me.id))
        able = me.hit_points >= 0 or me.has("tended", "recovering")
        return (min(sheet.hit_dice, missing), 0) if able and rule in event.cites else (0, 0)
    if NO_NATURAL in event.cites:
        scene.pay(("rest", me.id))
        return (0, 0) if me.hit_points < 0 and not me.has("tended", "recovering") else (1, 0)
    if NONLETHAL in event.cites:
        scene.pay(("fade", me.id))
        return 0, min(sheet.hit_dice, me.nonlethal)
    scene.pay(("soon", me.id))
    if me.nonlethal <= sheet.regeneration * 600:
        scene.pay(("fade", me.id))
    return min(sheet.fast_healing * 600, missing), min(sheet.regeneration * 600, me.nonlethal)


@invariant(NAME, AbilityHealed)
def abilities_heal(event: AbilityHealed, scene: Scene) -> Iterator[Breach]:
    """A point for each damaged ability for a night, another for the rest of a day in bed."""
    me, rule = scene.fighters[event.who], ABILITY.get(_rest(scene), "")
    if not rule or rule not in event.cites or event.amount != 1:
        yield rule or ABILITY[NIGHT], f"{me.id} recovers {event.amount} of {event.ability} by {event.cites}"
    if event.ability not in ABILITIES or me.damage_by(event.ability) < 1:
        yield "d20.healing.cap", f"{me.id} recovers {event.ability}, which is not damaged"
