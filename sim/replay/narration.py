"""
Events in words. Each class of events has one function that says what happened; numbers show the parts that made them.

Two styles: the *story* of a fight leaves out what goes without saying and names a rule only where it is not one of the
everyday ones; the *full* style tells every event with all parts and rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sim.core.errors import NONSENSE, Damaged
from sim.events import (
    aftermath,
    attacks,
    boons,
    conditions,
    course,
    equipment,
    grapple,
    magic,
    movement,
    objects,
    riding,
    timing,
    turning,
    zones,
)
from sim.events.header import Placed, Scenario
from sim.events.orders import Act, Attack, Choose, Cue, Opportunity, Pass, Wait
from sim.events.text import trigger
from sim.replay import narration_adnd  # noqa: F401 (its events are told as well)
from sim.replay.cursor import fold_one, opened, state
from sim.replay.telling import EVERYDAY, TELLERS, Scene, dice_words, tells
from sim.state.battle import ROUND

HEADLINES = (course.RoundBegan, course.TurnBegan, aftermath.RoundPassed, aftermath.HourPassed)

WAITING = (aftermath.RoundPassed, aftermath.HourPassed)
"""What the story says only if something happens then."""

SKIPPED = (course.FullAttackBegan,)
"""What the story leaves out: the order before it has said it."""


OPENINGS = {"moving": "moves away", "fleeing": "turns to flee", "arriving": "comes into reach"}
"""What somebody does who gives others an opportunity, where it has words of its own."""

LOOSED = {"held-shot": "looses its held shot", "ready-missile": "shoots before anybody else"}
"""Shots that nobody has given an occasion for, but who came into sight."""


class Narrator:
    """
    Tells a fight from its first event on, one event after the other, and folds it along.

    :raises Damaged: when an event does not fit the fight.
    """

    def __init__(self, scenario: Scenario, *, full: bool = False) -> None:
        self.battle = opened(scenario)
        self.full = full
        self.events: list[Any] = []
        self._depth: list[int] = []
        self._waiting: list[str] = []

    def tell(self, event: Any) -> list[str]:
        """The lines of the next event; none when the story leaves it out."""
        seq = len(self.events)
        fold_one(seq, event, self.battle)
        self.events.append(event)
        depth = self._level(event)
        self._depth.append(depth)
        line = sentence(event, Scene(self.battle, self.events, self.full))
        if self.full:
            told = f"{seq:>5}  {'  ' * depth}{line}{cited(event)}{reasons(event)}"
            return ["", told] if type(event) in HEADLINES else [told]
        if type(event) in SKIPPED or not line:
            self._depth[-1] -= 1
            return []
        if type(event) in WAITING:
            self._waiting = [f"  {line}"]
            return []
        waiting, self._waiting = self._waiting, []
        if type(event) in (course.RoundBegan, course.FightEnded):
            return ["", line]
        return [*waiting, f"{'  ' * (depth + 1)}{line}"]

    def _level(self, event: Any) -> int:
        """How deep it stands: one step further in than the event that it follows from."""
        if 0 <= event.because < len(self._depth):
            return int(self._depth[event.because]) + 1
        return 1 if type(event) is course.OrderGiven else 0


def story(scenario: Scenario, events: Sequence[Any], since: int = 0) -> Iterator[str]:
    """The lines of a fight from event ``since`` on, for people."""
    narrator = Narrator(scenario)
    for seq, event in enumerate(events):
        lines = narrator.tell(event)
        if seq >= since:
            yield from lines


def sentence(event: Any, scene: Scene) -> str:
    """
    What happened, in one line; empty when the story leaves it out.

    :raises Damaged: when an event that was read from a file makes no sense.
    """
    try:
        return TELLERS[type(event)](event, scene)
    except NONSENSE as error:
        what = f"event {len(scene.events) - 1} ({type(event).__name__}) cannot be told"
        raise Damaged(f"{what}: {type(error).__name__} {str(error)[:200]}") from error


def cited(event: Any) -> str:
    """The rules that an event cites, in brackets."""
    return f" [{', '.join(event.cites)}]" if event.cites else ""


def reasons(event: Any) -> str:
    """Who decided, and why."""
    if type(event) not in (course.OrderGiven, course.Answered):
        return ""
    why = "; ".join(f"{reason.words} ({reason.score})" if reason.score else reason.words for reason in event.reasons)
    return f" ({event.by}: {why})" if why else f" ({event.by})"


def _hit_points(who: str, scene: Scene) -> str:
    creature = scene.battle.creatures[who]
    left = f"{creature.hit_points}/{creature.sheet.hit_points} left"
    return f"{left}, {creature.nonlethal} nonlethal" if creature.nonlethal else left


@tells(course.InitiativeRolled)
def _initiative(event: course.InitiativeRolled, scene: Scene) -> str:
    ties = f", ties broken by {', '.join(map(str, event.ranking[2:]))}" if len(event.ranking) > 2 else ""
    return f"{event.who}: initiative {scene.sum(event.total, event.parts, event.dice[:1])}{ties}"


@tells(course.FightBegan)
def _fight_began(event: course.FightBegan, scene: Scene) -> str:
    surprised = f"; surprised: {', '.join(event.unaware)}" if event.unaware else ""
    return f"They act in this order: {', '.join(event.order)}{surprised}"


@tells(course.RoundBegan)
def _round_began(event: course.RoundBegan, scene: Scene) -> str:
    return f"Round {event.number}" if event.number else "Surprise round"


@tells(course.TurnBegan)
def _turn_began(event: course.TurnBegan, scene: Scene) -> str:
    line = state(scene.battle, event.who)[2:]
    return f"{line}, one action only" if event.restricted else line


_COSTS = {
    "standard": "standard action",
    "move": "move action",
    "full-round": "full-round action",
    "free": "free action",
    "none": "no action",
    "attack": "next attack",
}


@tells(course.OrderGiven)
def _order_given(event: course.OrderGiven, scene: Scene) -> str:
    if scene.full:
        return f"{event.who} is told: {scene.order(event.order)} ({_COSTS.get(event.cost, event.cost)})"
    order = event.order
    kind = type(order).__name__
    if kind in (
        "End",
        "Move",
        "Step",
        "Run",
        "Withdraw",
        "Draw",
        "Sheathe",
        "Drop",
        "PickUp",
        "Reload",
        "Ready",
        "Begin",
    ):
        return ""
    if isinstance(order, Attack) and order.how == "strike":
        return ""
    return f"{event.who}: {scene.order(order)}"


@tells(course.FullAttackBegan)
def _full_attack(event: course.FullAttackBegan, scene: Scene) -> str:
    more = ", ".join(f"{due.weapon} {due.penalty:+d}" if due.penalty else due.weapon for due in event.attacks)
    return f"{event.who} begins a full attack; still to come: {more or 'nothing'}"


@tells(course.FullAttackGivenUp)
def _full_attack_given_up(event: course.FullAttackGivenUp, scene: Scene) -> str:
    return f"{event.who} gives up the rest of the full attack"


@tells(course.Answered)
def _answered(event: course.Answered, scene: Scene) -> str:
    question, answer = event.question, event.answer
    if isinstance(question, Opportunity):
        if isinstance(answer, Pass):
            return f"{event.who} lets an opportunity against {question.provoker} pass"
        if question.act in LOOSED:
            return f"{event.who} {LOOSED[question.act]}: {scene.order(answer)}"
        act = OPENINGS.get(question.act, f"lays itself open ({question.act})")
        return f"{event.who} takes an opportunity, as {question.provoker} {act}: {scene.order(answer)}"
    if isinstance(question, Cue):
        deed = "does what it waits for" if scene.full else f"{question.on.replace('-', ' ')}"
        if isinstance(answer, Act):
            step = f", after a step to {scene.square(answer.to)}" if answer.to >= 0 else ""
            return f"{event.who} has waited for this: {question.who} {deed}{step}"
        return f"{event.who} lets it pass that {question.who} {deed}"
    if isinstance(question, Wait):
        before = f" before {question.before}" if question.before else ""
        return (
            f"{event.who} waits no longer{before}"
            if isinstance(answer, Act)
            else scene.aside(f"{event.who} waits on{before}")
        )
    chosen = answer.option if isinstance(answer, Choose) else scene.order(answer)
    against = f" against {question.other}" if question.other else ""
    return f"{event.who} chooses for {question.about}{against}: {chosen}"


@tells(course.FightEnded)
def _fight_ended(event: course.FightEnded, scene: Scene) -> str:
    won = f"{event.winner} have won" if event.winner else "Nobody has won"
    return f"The fight is over: {won}; {event.reason}"


@tells(course.RefereeSet)
def _referee_set(event: course.RefereeSet, scene: Scene) -> str:
    return f"The referee sets the hit points of {event.who} to {event.hit_points}: {event.reason}"


@tells(course.RefereeMoved)
def _referee_moved(event: course.RefereeMoved, scene: Scene) -> str:
    return f"The referee puts {event.who} at {scene.square(event.square)}: {event.reason}"


@tells(course.RefereeRuled)
def _referee_ruled(event: course.RefereeRuled, scene: Scene) -> str:
    return f"The referee rules that {event.who} {_becomes(event.condition, event.begins)}: {event.reason}"


@tells(course.RefereeAdded)
def _referee_added(event: course.RefereeAdded, scene: Scene) -> str:
    return _joins(event.placed, event.reason, scene)


@tells(course.RefereeMustered)
def _referee_mustered(event: course.RefereeMustered, scene: Scene) -> str:
    return _joins(event.placed, event.reason, scene)


def _joins(placed: Placed, reason: str, scene: Scene) -> str:
    sheet = placed.sheet
    return f"The referee lets {sheet.id} ({sheet.name}) join {sheet.side} at {scene.square(placed.square)}: {reason}"


@tells(course.RefereeOverruled)
def _referee_overruled(event: course.RefereeOverruled, scene: Scene) -> str:
    return f"The referee overrules event {event.result}: {event.reason}"


@tells(course.TargetDrawn)
def _target_drawn(event: course.TargetDrawn, scene: Scene) -> str:
    return (
        f"Chance picks whom {event.who} strikes, of {', '.join(event.among)} ({dice_words(event.dice)}): {event.struck}"
    )


def _becomes(condition: str, begins: bool) -> str:
    return f"is {condition}" if begins else f"is no longer {condition}"


@tells(conditions.ConditionBegan)
def _condition_began(event: conditions.ConditionBegan, scene: Scene) -> str:
    if not scene.full and event.condition in ("flat-footed", "charged"):
        return ""
    value = f" {event.value}" if event.value else ""
    about = f" (with regard to {event.other})" if event.other else ""
    if event.condition == "entangled" and event.value < 0:
        value, about = "", f" in the net of {event.other}"
    elif event.condition == "ferocious":
        value = " and bleeds no more" if event.value else " and fights on"
    elif spell := _spell(event.value, scene):
        value, about = "", f" by {spell}"
    until = ""
    if event.ender:
        times = "" if event.turns == 1 else f", {event.turns} turns from now"
        until = f" until the turn of {event.ender}{times}"
        if event.ender == ROUND:
            until = " to the end of the round" if event.turns == 1 else f" for {event.turns} rounds"
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return f"{event.who} is {event.condition}{value}{about}{until}{rolled}"


@tells(conditions.ConditionEnded)
def _condition_ended(event: conditions.ConditionEnded, scene: Scene) -> str:
    if not scene.full and event.condition in ("flat-footed", "charged"):
        return ""
    about = f" (with regard to {event.other})" if event.other else ""
    if spell := _spell(event.value, scene):
        about = f" by {spell}"
    return f"{event.who} is no longer {event.condition}{about}"


def _spell(number: int, scene: Scene) -> str:
    """The name of the spell that was under this number; empty when none was."""
    began = scene.events[number] if 0 < number < len(scene.events) else None
    return began.spell if isinstance(began, magic.SpellBegan) and began.number == number else ""


_GAITS = {
    "overrun": "runs through",
    "walk": "moves",
    "step": "takes a 5-foot step",
    "run": "runs",
    "withdraw": "withdraws",
    "charge": "charges",
    "crawl": "crawls",
    "tumble": "tumbles",
    "minimum": "struggles on",
    "swim": "swims",
    "climb": "climbs",
    "slip": "slips",
    "push": "is pushed",
    "follow": "follows",
    "grapple": "is pulled along",
    "back": "is put back",
}


@tells(movement.Moved)
def _moved(event: movement.Moved, scene: Scene) -> str:
    path = event.path
    verb = _GAITS.get(event.gait, event.gait)
    if scene.full:
        way = " ".join(scene.square(square) for square in path)
        squeezed = ", squeezing" if event.span < scene.battle.creatures[event.who].sheet.span else ""
        return f"{event.who} {verb}: {way} ({event.halves / 2:g} squares{squeezed})"
    return f"{event.who} {verb} from {scene.square(path[0])} to {scene.square(path[-1])}"


@tells(movement.TumbleRolled)
def _tumble(event: movement.TumbleRolled, scene: Scene) -> str:
    return _check(event.who, f"Tumble past {event.enemy}", event, scene)


def _check(who: str, what: str, event: Any, scene: Scene) -> str:
    """A roll against a difficulty class."""
    made = "made" if event.success else "failed"
    return f"{who}: {what}, {scene.sum(event.total, event.parts, event.dice)} against DC {event.dc}, {made}"


@tells(attacks.AttackRolled)
def _attack_rolled(event: attacks.AttackRolled, scene: Scene) -> str:
    verb = "shoots at" if event.mode.startswith("ranged") else "attacks"
    touch = "touch AC" if event.mode.endswith("touch") else "AC"
    outcome = "hit" if event.hit else "miss"
    if event.hit and event.threat:
        outcome = "hit, threat of a critical"
    armor = f"{event.ac}"
    if scene.full:
        armor = f"{scene.sum(event.ac, event.ac_parts)}{scene.dropped(event.ac_dropped)}"
    elif unusual := [part for part in event.ac_parts if part.value and not part.rule.startswith(EVERYDAY)]:
        signs = " ".join(f"{'-' if p.value < 0 else '+'} {p.type} {abs(p.value)} [{p.rule}]" for p in unusual)
        armor = f"{event.ac} ({signs})"
    line = f"{event.attacker} {verb} {event.target} with {event.weapon}: "
    weapon = scene.battle.creatures[event.attacker].weapons.get(event.weapon)
    if weapon is not None and weapon.thrown and event.mode.startswith("ranged"):
        line = f"{event.attacker} throws {event.weapon} at {event.target}: "
    line += f"attack {scene.sum(event.total, event.parts, event.dice)}"
    if scene.full:
        line += scene.dropped(event.dropped)
    return f"{line} against {touch} {armor}: {outcome}"


@tells(attacks.CriticalRolled)
def _critical(event: attacks.CriticalRolled, scene: Scene) -> str:
    outcome = "critical hit" if event.confirmed else "no critical hit"
    return f"confirming: {dice_words(event.dice)}, in all {event.total} against AC {event.ac}: {outcome}"


@tells(attacks.MissChanceRolled)
def _miss_chance(event: attacks.MissChanceRolled, scene: Scene) -> str:
    outcome = "missed" if event.missed else "hits all the same"
    return f"{event.percent} % to miss {event.target}: {dice_words(event.dice)}, {outcome}"


@tells(attacks.DamageDealt)
def _damage(event: attacks.DamageDealt, scene: Scene) -> str:
    lethal = "nonlethal damage" if event.nonlethal else "damage"
    kind = f" ({event.damage_type})" if scene.full and event.damage_type else ""
    made = scene.sum(event.amount, event.parts, event.dice).removeprefix(f"{event.amount} = ")
    points = f"{event.amount} {lethal} = {made}{kind}" if made else f"{event.amount} {lethal}{kind}"
    return f"{event.target}: {points}, {_hit_points(event.target, scene)}"


@tells(attacks.HitPointsLost)
def _hit_points_lost(event: attacks.HitPointsLost, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    points = "hit point" if event.amount == 1 else "hit points"
    return f"{event.who} loses {event.amount} {points}{rolled}, {_hit_points(event.who, scene)}"


@tells(attacks.Healed)
def _healed(event: attacks.Healed, scene: Scene) -> str:
    gains = [f"{event.hit_points} hit points"] if event.hit_points else []
    gains += [f"{event.nonlethal} nonlethal damage"] if event.nonlethal else []
    return f"{event.who} recovers {' and '.join(gains) or 'nothing'}, {_hit_points(event.who, scene)}"


@tells(movement.OverrunTried)
def _overrun_tried(event: movement.OverrunTried, scene: Scene) -> str:
    does = "stands its ground against" if event.blocked else "lets pass"
    return f"{event.target} {does} {event.who}"


@tells(riding.Mounted)
def _mounted(event: riding.Mounted, scene: Scene) -> str:
    return f"{event.who} gets into the saddle of {event.mount}"


@tells(riding.Dismounted)
def _dismounted(event: riding.Dismounted, scene: Scene) -> str:
    return f"{event.who} is out of the saddle of {event.mount}, at {scene.square(event.square)}"


@tells(riding.RideBegan)
def _ride_began(event: riding.RideBegan, scene: Scene) -> str:
    paces = {
        "move": "rides on",
        "double": "rides at a double move",
        "run": "rides at a run",
        "charge": "rides a charge",
        "overrun": "rides somebody down",
    }
    return f"{event.who} {paces[event.mode]} on {event.mount}"


@tells(riding.MoveActionLost)
def _move_action_lost(event: riding.MoveActionLost, scene: Scene) -> str:
    return f"{event.who} needs a move action for it"


@tells(riding.TurnLost)
def _turn_lost(event: riding.TurnLost, scene: Scene) -> str:
    return f"{event.who} can do nothing else this turn"


@tells(turning.TurningRolled)
def _turning_rolled(event: turning.TurningRolled, scene: Scene) -> str:
    act = {"turn": "turns undead", "rebuke": "rebukes undead", "dispel": "undoes the turning of undead"}[event.how]
    check = scene.sum(event.total, event.parts, event.dice[:1])
    pool = scene.sum(event.pool, event.pool_parts, event.dice[1:])
    return f"{event.who} {act}: {check}, up to {event.most} Hit Dice each and {pool} in all"


@tells(turning.Commanded)
def _commanded(event: turning.Commanded, scene: Scene) -> str:
    return f"{event.who} is under the command of {event.by}"


@tells(turning.Instructed)
def _instructed(event: turning.Instructed, scene: Scene) -> str:
    return f"{event.by} tells {event.who} to fight"


@tells(aftermath.TimePassed)
def _time_passed(event: aftermath.TimePassed, scene: Scene) -> str:
    rest = {"night": "with sleep at night", "bed": "in bed", "none": "without rest"}[event.rest]
    tended = f", {', '.join(event.tended)} tended" if event.tended else ""
    why = f": {event.reason}" if event.reason else ""
    return f"{event.hours} hours pass {rest}{tended}{why}"


@tells(aftermath.RoundPassed)
def _round_passed(event: aftermath.RoundPassed, scene: Scene) -> str:
    return f"Round {event.number}, after the fight"


@tells(aftermath.HourPassed)
def _hour_passed(event: aftermath.HourPassed, scene: Scene) -> str:
    return f"Hour {event.number} after the fight"


@tells(aftermath.RecoveryRolled)
def _recovery_rolled(event: aftermath.RecoveryRolled, scene: Scene) -> str:
    does, doing = {
        "wake": ("wakes", "wake"),
        "recover": ("begins to recover", "begin to recover"),
        "stay": ("stays in the saddle", "stay in the saddle"),
    }[event.to]
    outcome = does if event.success else f"does not {doing}"
    return f"{event.who} {outcome} ({dice_words(event.dice)}, {event.chance} or less)"


@tells(aftermath.AbilityHealed)
def _ability_healed(event: aftermath.AbilityHealed, scene: Scene) -> str:
    points = "a point" if event.amount == 1 else f"{event.amount} points"
    return f"{event.who} recovers {points} of {event.ability}"


@tells(aftermath.AftermathEnded)
def _aftermath_ended(event: aftermath.AftermathEnded, scene: Scene) -> str:
    return f"{event.hour} hours have gone by since the fight"


@tells(attacks.AbilityDamaged)
def _ability_damaged(event: attacks.AbilityDamaged, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return f"{event.who}: {event.amount} damage to {event.ability}{rolled}"


@tells(attacks.SaveRolled)
def _save(event: attacks.SaveRolled, scene: Scene) -> str:
    return _check(event.who, f"{event.save} save against {event.against}", event, scene)


@tells(attacks.CheckRolled)
def _check_rolled(event: attacks.CheckRolled, scene: Scene) -> str:
    return _check(event.who, f"{event.check} check", event, scene)


@tells(attacks.ContestRolled)
def _contest(event: attacks.ContestRolled, scene: Scene) -> str:
    mine, theirs = event.checks
    outcome = "won" if event.won else "lost"
    return (
        f"{event.contest}: {event.who} {mine} {scene.sum(event.total, event.parts, event.dice[-2:-1])} against "
        f"{event.other} {theirs} {scene.sum(event.other_total, event.other_parts, event.dice[-1:])}: {outcome}"
    )


@tells(attacks.AttemptFailed)
def _attempt_failed(event: attacks.AttemptFailed, scene: Scene) -> str:
    return f"{event.who}: {event.attempt} against {event.target} comes to nothing"


@tells(attacks.AttackWasted)
def _attack_wasted(event: attacks.AttackWasted, scene: Scene) -> str:
    verb = "shoots" if event.ranged else "strikes"
    return f"{event.attacker} {verb} at {scene.square(event.square)} with {event.weapon}, and nobody is there"


@tells(attacks.BlowDelivered)
def _blow_delivered(event: attacks.BlowDelivered, scene: Scene) -> str:
    return f"{event.attacker} strikes {event.target}, who cannot resist, with {event.weapon}: critical hit"


@tells(equipment.Drew)
def _drew(event: equipment.Drew, scene: Scene) -> str:
    return f"{event.who} draws {event.weapon}"


@tells(equipment.Sheathed)
def _sheathed(event: equipment.Sheathed, scene: Scene) -> str:
    return f"{event.who} puts {event.weapon} away"


@tells(equipment.Dropped)
def _dropped(event: equipment.Dropped, scene: Scene) -> str:
    return f"{event.who} drops {event.item} at {scene.square(event.square)}"


@tells(equipment.PickedUp)
def _picked_up(event: equipment.PickedUp, scene: Scene) -> str:
    return f"{event.who} picks up {event.item} at {scene.square(event.square)}"


@tells(equipment.Snatched)
def _snatched(event: equipment.Snatched, scene: Scene) -> str:
    return f"{event.who} takes {event.item} from {event.loser}"


@tells(equipment.Reloaded)
def _reloaded(event: equipment.Reloaded, scene: Scene) -> str:
    return f"{event.who} loads {event.weapon}"


@tells(grapple.GrappleBegan)
def _grapple_began(event: grapple.GrappleBegan, scene: Scene) -> str:
    verb = "holds" if event.holding else "has got hold of"
    return f"{event.who} {verb} {event.other}"


@tells(grapple.GrappleEnded)
def _grapple_ended(event: grapple.GrappleEnded, scene: Scene) -> str:
    return f"{event.who} and {event.other} no longer grapple"


@tells(timing.ActionReadied)
def _action_readied(event: timing.ActionReadied, scene: Scene) -> str:
    return f"{event.who} is ready to {scene.order(event.act)} when {trigger(event.when, event.act)}"


@tells(timing.ReadiedActBegan)
def _readied_act(event: timing.ReadiedActBegan, scene: Scene) -> str:
    braced = f", its weapon set against {event.set_against}" if event.set_against else ""
    return f"{event.who} acts out of turn: {scene.order(event.order)}{braced}"


@tells(timing.ReadiedActEnded)
def _readied_act_ended(event: timing.ReadiedActEnded, scene: Scene) -> str:
    return scene.aside(f"the turn of {scene.battle.turn.who} goes on")


@tells(timing.ReadyLost)
def _ready_lost(event: timing.ReadyLost, scene: Scene) -> str:
    return f"{event.who} has waited in vain"


@tells(timing.InitiativeChanged)
def _initiative_changed(event: timing.InitiativeChanged, scene: Scene) -> str:
    place = f"before {event.before}" if event.before else "last of all"
    return f"{event.who} acts {place} from now on, at {event.count}"


@tells(timing.TurnDelayed)
def _turn_delayed(event: timing.TurnDelayed, scene: Scene) -> str:
    return scene.aside(f"{event.who} puts its turn off")


@tells(timing.DelayedTurnBegan)
def _delayed_turn(event: timing.DelayedTurnBegan, scene: Scene) -> str:
    line = f"{state(scene.battle, event.who)[2:]}, whose turn was delayed"
    return f"{line}, one action only" if event.restricted else line


@tells(timing.DelayLost)
def _delay_lost(event: timing.DelayLost, scene: Scene) -> str:
    return f"{event.who} has let its turn go by"


@tells(timing.FullRoundBegun)
def _full_round_begun(event: timing.FullRoundBegun, scene: Scene) -> str:
    return f"{event.who} begins what takes two turns: {scene.order(event.act)}"


@tells(timing.FullRoundCompleted)
def _full_round_completed(event: timing.FullRoundCompleted, scene: Scene) -> str:
    return f"{event.who} completes it: {scene.order(event.order)}"


@tells(timing.FullRoundLost)
def _full_round_lost(event: timing.FullRoundLost, scene: Scene) -> str:
    return f"{event.who} has not completed what it began"


@tells(timing.AidGiven)
def _aid_given(event: timing.AidGiven, scene: Scene) -> str:
    if event.benefit == "attack":
        return f"{event.who} distracts {event.foe}, for the next attack of {event.friend}"
    return f"{event.who} hinders the next attack of {event.foe} on {event.friend}"


@tells(timing.AidEnded)
def _aid_ended(event: timing.AidEnded, scene: Scene) -> str:
    return scene.aside(f"the help of {event.who} for {event.friend} is over")


def _at(targets: Sequence[str], to: int, scene: Scene) -> str:
    """Whom or what a spell is for."""
    counts = {name: list(targets).count(name) for name in targets}
    names = [name if count == 1 else f"{name} ({count} times)" for name, count in counts.items()]
    words = f" on {', '.join(names)}" if names else ""
    return words + (f" towards {scene.square(to)}" if to >= 0 else "")


@tells(magic.ComponentReadied)
def _component_readied(event: magic.ComponentReadied, scene: Scene) -> str:
    return scene.aside(f"{event.who} takes out what it needs: {event.component}")


@tells(magic.CastingBegan)
def _casting_began(event: magic.CastingBegan, scene: Scene) -> str:
    manner = ", on the defensive" if event.defensive else ", quickened" if event.quickened else ""
    verb = {"scroll": "reads a scroll of", "spell-like": "calls on"}.get(event.source, "begins to cast")
    long = ", which takes until its next turn" if event.long else ""
    return f"{event.who} {verb} {event.spell}{_at(event.targets, event.to, scene)}{manner}{long}"


@tells(magic.SpellFailureRolled)
def _spell_failure(event: magic.SpellFailureRolled, scene: Scene) -> str:
    outcome = "it fails" if event.failed else "it holds"
    return f"{event.spell} may fail by {event.percent}%: {dice_words(event.dice)}, {outcome}"


@tells(magic.SpellLost)
def _spell_lost(event: magic.SpellLost, scene: Scene) -> str:
    return f"{event.who} loses the spell: {event.spell} comes to nothing"


@tells(magic.SpellCountered)
def _spell_countered(event: magic.SpellCountered, scene: Scene) -> str:
    outcome = "which comes to nothing" if event.won else "in vain"
    return f"{event.who} counters {event.spell} of {event.caster}, {outcome}"


@tells(magic.SpellCast)
def _spell_cast(event: magic.SpellCast, scene: Scene) -> str:
    return f"{event.spell} takes effect{_at(event.targets, event.to, scene)}"


@tells(magic.ItemUsed)
def _item_used(event: magic.ItemUsed, scene: Scene) -> str:
    return f"{event.who} uses {event.item}{_at(event.targets, event.to, scene)}"


@tells(magic.AbilityUsed)
def _ability_used(event: magic.AbilityUsed, scene: Scene) -> str:
    pause = f", again in {event.pause} turns" if event.pause else ""
    return f"{event.who} uses {event.ability}{_at(event.targets, event.to, scene)}{pause}"


@tells(magic.ChargeHeld)
def _charge_held(event: magic.ChargeHeld, scene: Scene) -> str:
    touches = f", good for {event.touches} touches" if event.touches > 1 else ""
    return f"{event.who} has {event.spell} on its hand{touches}"


@tells(magic.ChargeSpent)
def _charge_spent(event: magic.ChargeSpent, scene: Scene) -> str:
    if not event.target:
        return f"{event.spell} on the hand of {event.who} is lost"
    left = f", {event.left} touches left" if event.left else ""
    return f"{event.who} touches {event.target} with {event.spell}{left}"


@tells(magic.ResistanceRolled)
def _resistance(event: magic.ResistanceRolled, scene: Scene) -> str:
    outcome = "gets through" if event.overcome else "is resisted"
    check = scene.sum(event.total, event.parts, event.dice)
    return (
        f"{event.spell} against the spell resistance of {event.target}: {check} against {event.resistance}, {outcome}"
    )


@tells(magic.SpellBegan)
def _spell_began(event: magic.SpellBegan, scene: Scene) -> str:
    lasting = f"lasts {event.turns} rounds" if event.turns >= 0 else "lasts"
    kept = ", as long as its caster concentrates" if event.concentration else ""
    return f"{event.spell} {lasting}{kept}"


@tells(magic.ConcentrationKept)
def _concentration_kept(event: magic.ConcentrationKept, scene: Scene) -> str:
    return f"{event.who} keeps concentrating on {event.spell}"


@tells(magic.ConcentrationCeased)
def _concentration_ceased(event: magic.ConcentrationCeased, scene: Scene) -> str:
    return f"{event.who} no longer concentrates on {event.spell}, which lasts {event.turns} rounds more"


@tells(magic.SpellRedirected)
def _spell_redirected(event: magic.SpellRedirected, scene: Scene) -> str:
    return f"{event.who} directs {event.spell} anew{_at(event.targets, event.to, scene)}"


@tells(magic.SpellEnded)
def _spell_ended(event: magic.SpellEnded, scene: Scene) -> str:
    return f"{event.spell} of {event.caster} ends"


@tells(objects.AimRolled)
def _aim_rolled(event: objects.AimRolled, scene: Scene) -> str:
    at = f"the {event.item} of {event.owner}" if event.item else f"the corner of {scene.square(event.square)}"
    verb = "throws" if event.mode == "ranged" else "strikes with"
    attack = scene.sum(event.total, event.parts, event.dice)
    armor = scene.sum(event.ac, event.ac_parts) if scene.full else f"{event.ac}"
    return f"{event.who} {verb} {event.weapon} at {at}: {attack} against AC {armor}: {'hit' if event.hit else 'miss'}"


@tells(objects.FlaskBroke)
def _flask_broke(event: objects.FlaskBroke, scene: Scene) -> str:
    where = f"at the corner of {scene.square(event.square)}" if event.corner else f"in {scene.square(event.square)}"
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return f"The {event.weapon} of {event.who} breaks {where}{rolled}"


@tells(objects.ItemDamaged)
def _item_damaged(event: objects.ItemDamaged, scene: Scene) -> str:
    dealt = event.amount + event.hardness if event.amount else 0
    made = scene.sum(dealt, event.parts, event.dice).partition(" = ")[2]
    return f"The {event.item} of {event.owner}: {event.amount} damage after hardness {event.hardness} ({made})"


@tells(objects.ItemBroken)
def _item_broken(event: objects.ItemBroken, scene: Scene) -> str:
    return f"The {event.item} of {event.owner} is destroyed"


@tells(objects.ShieldStrapped)
def _shield_strapped(event: objects.ShieldStrapped, scene: Scene) -> str:
    return f"{event.who} straps the shield on" if event.on else f"{event.who} takes the shield off its arm"


@tells(objects.GauntletLocked)
def _gauntlet_locked(event: objects.GauntletLocked, scene: Scene) -> str:
    if not event.weapon:
        return f"{event.who} unlocks the gauntlet"
    return f"{event.who} locks {event.weapon} in the gauntlet"


@tells(objects.FlaskPrepared)
def _flask_prepared(event: objects.FlaskPrepared, scene: Scene) -> str:
    return f"{event.who} lights the fuse of the {event.weapon}"


@tells(objects.TorchLit)
def _torch_lit(event: objects.TorchLit, scene: Scene) -> str:
    return f"{event.who} lights the {event.item}"


@tells(objects.GearUsed)
def _gear_used(event: objects.GearUsed, scene: Scene) -> str:
    return f"{event.who} uses up a {event.item}"


_DOORS = {"door": "closes", "open-door": "opens", "locked-door": "locks"}


@tells(objects.DoorTurned)
def _door_turned(event: objects.DoorTurned, scene: Scene) -> str:
    picked = event.state == "door" and "d20.action.full-round.skill-one-round" in event.cites
    where = scene.square(event.square) + (f" {event.side}" if event.side else "")
    return f"{event.who} {'unlocks' if picked else _DOORS[event.state]} the door at {where}"


@tells(objects.BarricadeShoved)
def _barricade_shoved(event: objects.BarricadeShoved, scene: Scene) -> str:
    return f"{event.who} shoves the barricade from {scene.square(event.square)} to {scene.square(event.to)}"


_TOTALS = {
    "attack": "attack rolls",
    "damage": "damage rolls",
    "ac": "armor class",
    "save": "saves",
    "fortitude": "Fortitude saves",
    "reflex": "Reflex saves",
    "will": "Will saves",
    "speed": "squares of speed",
}

_GIFTS = {
    "attacks": "has one attack more in a full attack",
    "concealment": "blurs",
    "corrosion": "has acid on it",
    "rooted": "is held where it is",
    "ward": "is in sanctuary",
}


@tells(boons.BoonBegan)
def _boon_began(event: boons.BoonBegan, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    if event.on in _GIFTS:
        return f"{event.who} {_GIFTS[event.on]}"
    if event.on == boons.IMAGES:
        return f"{event.value} images of {event.who} appear{rolled}"
    if event.on == "warded off":
        return f"{event.who} {'cannot bring itself to attack' if event.value else 'overcomes the sanctuary'}"
    kind = f" {event.type}" if event.type else ""
    against = f" against {event.against}" if event.against else ""
    return f"{event.who} has {event.value:+d}{kind} on {_TOTALS.get(event.on, event.on)}{against}{rolled}"


@tells(boons.BoonsEnded)
def _boons_ended(event: boons.BoonsEnded, scene: Scene) -> str:
    return f"{event.who} is no longer under {_spell(event.spell, scene)}"


@tells(boons.SizeChanged)
def _size_changed(event: boons.SizeChanged, scene: Scene) -> str:
    return f"{event.who} grows to twice its height" if event.larger else f"{event.who} is as large as before"


@tells(boons.TemporaryHitPoints)
def _temporary(event: boons.TemporaryHitPoints, scene: Scene) -> str:
    if not event.points:
        return f"{event.who} has no more temporary hit points"
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return f"{event.who} has {event.points} temporary hit points{rolled}"


@tells(boons.ImagesFaced)
def _images_faced(event: boons.ImagesFaced, scene: Scene) -> str:
    if not event.image:
        return f"{event.attacker} picks {event.target} among {event.images} images ({dice_words(event.dice)})"
    outcome = "it vanishes" if event.hit else "past it"
    return f"{event.attacker} strikes at an image of {event.target}: {event.total} against {event.ac}, {outcome}"


@tells(boons.SpellDamageRolled)
def _spell_damage(event: boons.SpellDamageRolled, scene: Scene) -> str:
    return f"{event.spell}: {event.total} {event.damage_type} = {dice_words(event.dice)}"


@tells(boons.SpellFailed)
def _spell_failed(event: boons.SpellFailed, scene: Scene) -> str:
    return f"{event.spell} does nothing to {event.who}"


@tells(boons.HoldBroken)
def _hold_broken(event: boons.HoldBroken, scene: Scene) -> str:
    return f"{event.who} struggles free and is no longer {event.condition}"


@tells(zones.ZoneBegan)
def _zone_began(event: zones.ZoneBegan, scene: Scene) -> str:
    named = [scene.square(square) for square in event.squares]
    where = f"{named[0]} to {named[-1]}" if len(named) > 1 else "".join(named) or "no square"
    return f"{event.name} fills {len(named)} squares, {where}"


@tells(zones.ZoneBurned)
def _zone_burned(event: zones.ZoneBurned, scene: Scene) -> str:
    return f"{len(event.squares)} squares of {_spell(event.spell, scene)} burn away"


@tells(zones.ZoneEnded)
def _zone_ended(event: zones.ZoneEnded, scene: Scene) -> str:
    return f"{_spell(event.spell, scene)} is gone from the map"
