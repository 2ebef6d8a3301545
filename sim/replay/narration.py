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
from sim.replay.telling import EVERYDAY, N_, TELLERS, Scene, dice_words, tells
from sim.replay.tongue import tongue
from sim.state.battle import ROUND

HEADLINES = (course.RoundBegan, course.TurnBegan, aftermath.RoundPassed, aftermath.HourPassed)
WAITING = (aftermath.RoundPassed, aftermath.HourPassed)
"What the story says only if something happens then."
SKIPPED = (course.FullAttackBegan,)
"What the story leaves out: the order before it has said it."
OPENINGS = {"moving": N_("moves away"), "fleeing": N_("turns to flee"), "arriving": N_("comes into reach")}
"What somebody does who gives others an opportunity, where it has words of its own."
LOOSED = {"held-shot": N_("looses its held shot"), "ready-missile": N_("shoots before anybody else")}
"Shots that nobody has given an occasion for, but who came into sight."


class Narrator:
    """
    Tells a fight from its first event on, one event after the other, and folds it along; ``lang``: in this language.
    ``line`` is the last event told as one bare sentence; of a story, empty where it leaves the event out.

    :raises BadInput: when there is no such language.
    :raises Damaged: when an event does not fit the fight.
    """

    def __init__(self, scenario: Scenario, *, full: bool = False, lang: str = "en") -> None:
        self.battle = opened(scenario)
        self.full = full
        self.tongue = tongue(lang)
        self.events: list[Any] = []
        self.line = ""
        self._depth: list[int] = []
        self._waiting: list[str] = []

    def tell(self, event: Any) -> list[str]:
        """The lines of the next event; none when the story leaves it out."""
        seq = len(self.events)
        fold_one(seq, event, self.battle)
        self.events.append(event)
        depth = self._level(event)
        self._depth.append(depth)
        line = self.line = sentence(event, Scene(self.battle, self.events, self.full, self.tongue))
        if self.full:
            told = f"{seq:>5}  {'  ' * depth}{line}{cited(event)}{reasons(event)}"
            return ["", told] if type(event) in HEADLINES else [told]
        if type(event) in SKIPPED or not line:
            self._depth[-1] -= 1
            return []
        if type(event) in WAITING:
            self._waiting = [f"  {line}"]
            return []
        waiting, self._waiting = (self._waiting, [])
        if type(event) in (course.RoundBegan, course.FightEnded):
            return ["", line]
        return [*waiting, f"{'  ' * (depth + 1)}{line}"]

    def _level(self, event: Any) -> int:
        """How deep it stands: one step further in than the event that it follows from."""
        if 0 <= event.because < len(self._depth):
            return int(self._depth[event.because]) + 1
        return 1 if type(event) is course.OrderGiven else 0


def story(scenario: Scenario, events: Sequence[Any], since: int = 0, lang: str = "en") -> Iterator[str]:
    """The lines of a fight from event ``since`` on, for people."""
    narrator = Narrator(scenario, lang=lang)
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
        what = scene.say(
            "event {number} ({__name__}) cannot be told", number=len(scene.events) - 1, __name__=type(event).__name__
        )
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
    left = scene.say(
        "{hit_points}/{hit_points2} left", hit_points=creature.hit_points, hit_points2=creature.sheet.hit_points
    )
    return (
        scene.say("{left}, {nonlethal} nonlethal", left=left, nonlethal=creature.nonlethal)
        if creature.nonlethal
        else left
    )


@tells(course.InitiativeRolled)
def _initiative(event: course.InitiativeRolled, scene: Scene) -> str:
    ties = (
        scene.say(", ties broken by {list}", list=", ".join(map(str, event.ranking[2:])))
        if len(event.ranking) > 2
        else ""
    )
    return scene.say(
        "{who}: initiative {total}{ties}",
        who=event.who,
        total=scene.sum(event.total, event.parts, event.dice[:1]),
        ties=ties,
    )


@tells(course.FightBegan)
def _fight_began(event: course.FightBegan, scene: Scene) -> str:
    surprised = scene.say("; surprised: {list}", list=", ".join(event.unaware)) if event.unaware else ""
    return scene.say("They act in this order: {list}{surprised}", list=", ".join(event.order), surprised=surprised)


@tells(course.RoundBegan)
def _round_began(event: course.RoundBegan, scene: Scene) -> str:
    return scene.say("Round {number}", number=event.number) if event.number else scene.say("Surprise round")


@tells(course.TurnBegan)
def _turn_began(event: course.TurnBegan, scene: Scene) -> str:
    line = state(scene.battle, event.who, tongue=scene.tongue)[2:]
    return scene.say("{line}, one action only", line=line) if event.restricted else line


_COSTS = {
    "standard": N_("standard action"),
    "move": N_("move action"),
    "full-round": N_("full-round action"),
    "free": N_("free action"),
    "none": N_("no action"),
    "attack": N_("next attack"),
    "declaration": N_("declaration"),
    "pool": N_("of its attacks"),
    "second": N_("of the second weapon"),
    "blow": N_("the blow at the end of the round"),
    "besides": N_("besides"),
    "routine": N_("routine"),
}


@tells(course.OrderGiven)
def _order_given(event: course.OrderGiven, scene: Scene) -> str:
    if scene.full:
        return scene.say(
            "{who} is told: {order} ({get})",
            who=event.who,
            order=scene.order(event.order),
            get=scene.say(_COSTS.get(event.cost, event.cost)),
        )
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
    return scene.say("{who}: {order}", who=event.who, order=scene.order(order))


@tells(course.FullAttackBegan)
def _full_attack(event: course.FullAttackBegan, scene: Scene) -> str:
    more = ", ".join(
        f"{scene.term(due.weapon)} {due.penalty:+d}" if due.penalty else scene.term(due.weapon) for due in event.attacks
    )
    return scene.say(
        "{who} begins a full attack; still to come: {part}", who=event.who, part=more or scene.say("nothing")
    )


@tells(course.FullAttackGivenUp)
def _full_attack_given_up(event: course.FullAttackGivenUp, scene: Scene) -> str:
    return scene.say("{who} gives up the rest of the full attack", who=event.who)


@tells(course.Answered)
def _answered(event: course.Answered, scene: Scene) -> str:
    question, answer = (event.question, event.answer)
    if isinstance(question, Opportunity):
        if isinstance(answer, Pass):
            return scene.say(
                "{who} lets an opportunity against {provoker} pass", who=event.who, provoker=question.provoker
            )
        if question.act in LOOSED:
            does = scene.say(LOOSED[question.act])
            return scene.say("{who} {does}: {order}", who=event.who, does=does, order=scene.order(answer))
        act = (
            scene.say(OPENINGS[question.act])
            if question.act in OPENINGS
            else scene.say("lays itself open ({act})", act=scene.term(question.act))
        )
        return scene.say(
            "{who} takes an opportunity, as {provoker} {act}: {order}",
            who=event.who,
            provoker=question.provoker,
            act=act,
            order=scene.order(answer),
        )
    if isinstance(question, Cue):
        deed = scene.say("does what it waits for") if scene.full else scene.order_word(question.on.replace("-", " "))
        if isinstance(answer, Act):
            step = scene.say(", after a step to {to}", to=scene.square(answer.to)) if answer.to >= 0 else ""
            return scene.say(
                "{who} has waited for this: {who2} {deed}{step}", who=event.who, who2=question.who, deed=deed, step=step
            )
        return scene.say("{who} lets it pass that {who2} {deed}", who=event.who, who2=question.who, deed=deed)
    if isinstance(question, Wait):
        before = scene.say(" before {before}", before=question.before) if question.before else ""
        return (
            scene.say("{who} waits no longer{before}", who=event.who, before=before)
            if isinstance(answer, Act)
            else scene.aside(scene.say("{who} waits on{before}", who=event.who, before=before))
        )
    chosen = scene.term(answer.option) if isinstance(answer, Choose) else scene.order(answer)
    against = scene.say(" against {other}", other=question.other) if question.other else ""
    return scene.say(
        "{who} chooses for {about}{against}: {chosen}",
        who=event.who,
        about=scene.term(question.about),
        against=against,
        chosen=chosen,
    )


@tells(course.FightEnded)
def _fight_ended(event: course.FightEnded, scene: Scene) -> str:
    won = scene.say("{winner} have won", winner=event.winner) if event.winner else scene.say("Nobody has won")
    return scene.say("The fight is over: {won}; {reason}", won=won, reason=event.reason)


@tells(course.RefereeSet)
def _referee_set(event: course.RefereeSet, scene: Scene) -> str:
    return scene.say(
        "The referee sets the hit points of {who} to {hit_points}: {reason}",
        who=event.who,
        hit_points=event.hit_points,
        reason=event.reason,
    )


@tells(course.RefereeMoved)
def _referee_moved(event: course.RefereeMoved, scene: Scene) -> str:
    return scene.say(
        "The referee puts {who} at {square}: {reason}",
        who=event.who,
        square=scene.square(event.square),
        reason=event.reason,
    )


@tells(course.RefereeRuled)
def _referee_ruled(event: course.RefereeRuled, scene: Scene) -> str:
    return scene.say(
        "The referee rules that {who} {becomes}: {reason}",
        who=event.who,
        becomes=_becomes(event.condition, event.begins, scene),
        reason=event.reason,
    )


@tells(course.RefereeAdded)
def _referee_added(event: course.RefereeAdded, scene: Scene) -> str:
    return _joins(event.placed, event.reason, scene)


@tells(course.RefereeMustered)
def _referee_mustered(event: course.RefereeMustered, scene: Scene) -> str:
    return _joins(event.placed, event.reason, scene)


def _joins(placed: Placed, reason: str, scene: Scene) -> str:
    sheet = placed.sheet
    return scene.say(
        "The referee lets {id} ({name}) join {side} at {square}: {reason}",
        id=sheet.id,
        name=sheet.name,
        side=sheet.side,
        square=scene.square(placed.square),
        reason=reason,
    )


@tells(course.RefereeOverruled)
def _referee_overruled(event: course.RefereeOverruled, scene: Scene) -> str:
    return scene.say("The referee overrules event {result}: {reason}", result=event.result, reason=event.reason)


@tells(course.TargetDrawn)
def _target_drawn(event: course.TargetDrawn, scene: Scene) -> str:
    return scene.say(
        "Chance picks whom {who} strikes, of {list} ({dice}): {struck}",
        who=event.who,
        list=", ".join(event.among),
        dice=dice_words(event.dice),
        struck=event.struck,
    )


def _becomes(condition: str, begins: bool, scene: Scene) -> str:
    named = scene.term(condition)
    return (
        scene.say("is {condition}", condition=named)
        if begins
        else scene.say("is no longer {condition}", condition=named)
    )


@tells(conditions.ConditionBegan)
def _condition_began(event: conditions.ConditionBegan, scene: Scene) -> str:
    if not scene.full and event.condition in ("flat-footed", "charged"):
        return ""
    value = f" {event.value}" if event.value else ""
    about = scene.say(" (with regard to {other})", other=event.other) if event.other else ""
    if event.condition == "entangled" and event.value < 0:
        value, about = ("", scene.say(" in the net of {other}", other=event.other))
    elif event.condition == "ferocious":
        value = scene.say(" and bleeds no more") if event.value else scene.say(" and fights on")
    elif spell := _spell(event.value, scene):
        value, about = ("", scene.say(" by {spell}", spell=spell))
    until = ""
    if event.ender:
        times = "" if event.turns == 1 else scene.say(", {turns} turns from now", turns=event.turns)
        until = scene.say(" until the turn of {ender}{times}", ender=event.ender, times=times)
        if event.ender == ROUND:
            until = (
                scene.say(" to the end of the round")
                if event.turns == 1
                else scene.say(" for {turns} rounds", turns=event.turns)
            )
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return scene.say(
        "{who} is {condition}{value}{about}{until}{rolled}",
        who=event.who,
        condition=scene.term(event.condition),
        value=value,
        about=about,
        until=until,
        rolled=rolled,
    )


@tells(conditions.ConditionEnded)
def _condition_ended(event: conditions.ConditionEnded, scene: Scene) -> str:
    if not scene.full and event.condition in ("flat-footed", "charged"):
        return ""
    about = scene.say(" (with regard to {other})", other=event.other) if event.other else ""
    if spell := _spell(event.value, scene):
        about = scene.say(" by {spell}", spell=spell)
    return scene.say(
        "{who} is no longer {condition}{about}", who=event.who, condition=scene.term(event.condition), about=about
    )


def _spell(number: int, scene: Scene) -> str:
    """The name of the spell that was under this number; empty when none was."""
    began = scene.events[number] if 0 < number < len(scene.events) else None
    return scene.term(began.spell) if isinstance(began, magic.SpellBegan) and began.number == number else ""


_GAITS = {
    "overrun": N_("runs through"),
    "walk": N_("moves"),
    "step": N_("takes a 5-foot step"),
    "run": N_("runs"),
    "withdraw": N_("withdraws"),
    "charge": N_("charges"),
    "crawl": N_("crawls"),
    "tumble": N_("tumbles"),
    "minimum": N_("struggles on"),
    "swim": N_("swims"),
    "climb": N_("climbs"),
    "slip": N_("slips"),
    "push": N_("is pushed"),
    "follow": N_("follows"),
    "grapple": N_("is pulled along"),
    "back": N_("is put back"),
}


@tells(movement.Moved)
def _moved(event: movement.Moved, scene: Scene) -> str:
    path = event.path
    verb = scene.say(_GAITS.get(event.gait, event.gait))
    if scene.full:
        way = " ".join(scene.square(square) for square in path)
        squeezed = scene.say(", squeezing") if event.span < scene.battle.creatures[event.who].sheet.span else ""
        return scene.say(
            "{who} {verb}: {way} ({number} squares{squeezed})",
            who=event.who,
            verb=verb,
            way=way,
            number=f"{event.halves / 2:g}",
            squeezed=squeezed,
        )
    return scene.say(
        "{who} {verb} from {square} to {square2}",
        who=event.who,
        verb=verb,
        square=scene.square(path[0]),
        square2=scene.square(path[-1]),
    )


@tells(movement.TumbleRolled)
def _tumble(event: movement.TumbleRolled, scene: Scene) -> str:
    return _check(event.who, scene.say("Tumble past {enemy}", enemy=event.enemy), event, scene)


def _check(who: str, what: str, event: Any, scene: Scene) -> str:
    """A roll against a difficulty class."""
    made = scene.say("made") if event.success else scene.say("failed")
    return scene.say(
        "{who}: {what}, {total} against DC {dc}, {made}",
        who=who,
        what=what,
        total=scene.sum(event.total, event.parts, event.dice),
        dc=event.dc,
        made=made,
    )


@tells(attacks.AttackRolled)
def _attack_rolled(event: attacks.AttackRolled, scene: Scene) -> str:
    verb = scene.say("shoots at") if event.mode.startswith("ranged") else scene.say("attacks")
    touch = scene.say("touch AC") if event.mode.endswith("touch") else scene.say("AC")
    outcome = scene.say("hit") if event.hit else scene.say("miss")
    if event.hit and event.threat:
        outcome = scene.say("hit, threat of a critical")
    armor = f"{event.ac}"
    if scene.full:
        armor = f"{scene.sum(event.ac, event.ac_parts)}{scene.dropped(event.ac_dropped)}"
    elif unusual := [part for part in event.ac_parts if part.value and (not part.rule.startswith(EVERYDAY))]:
        signs = " ".join(
            f"{('-' if p.value < 0 else '+')} {scene.term(p.type)} {abs(p.value)} [{p.rule}]" for p in unusual
        )
        armor = f"{event.ac} ({signs})"
    line = scene.say(
        "{attacker} {verb} {target} with {weapon}: ",
        attacker=event.attacker,
        verb=verb,
        target=event.target,
        weapon=scene.term(event.weapon),
    )
    weapon = scene.battle.creatures[event.attacker].weapons.get(event.weapon)
    if weapon is not None and weapon.thrown and event.mode.startswith("ranged"):
        line = scene.say(
            "{attacker} throws {weapon} at {target}: ",
            attacker=event.attacker,
            weapon=scene.term(event.weapon),
            target=event.target,
        )
    line += scene.say("attack {total}", total=scene.sum(event.total, event.parts, event.dice))
    if scene.full:
        line += scene.dropped(event.dropped)
    return scene.say("{line} against {touch} {armor}: {outcome}", line=line, touch=touch, armor=armor, outcome=outcome)


@tells(attacks.CriticalRolled)
def _critical(event: attacks.CriticalRolled, scene: Scene) -> str:
    outcome = scene.say("critical hit") if event.confirmed else scene.say("no critical hit")
    return scene.say(
        "confirming: {dice}, in all {total} against AC {ac}: {outcome}",
        dice=dice_words(event.dice),
        total=event.total,
        ac=event.ac,
        outcome=outcome,
    )


@tells(attacks.MissChanceRolled)
def _miss_chance(event: attacks.MissChanceRolled, scene: Scene) -> str:
    outcome = scene.say("missed") if event.missed else scene.say("hits all the same")
    return scene.say(
        "{percent} % to miss {target}: {dice}, {outcome}",
        percent=event.percent,
        target=event.target,
        dice=dice_words(event.dice),
        outcome=outcome,
    )


@tells(attacks.DamageDealt)
def _damage(event: attacks.DamageDealt, scene: Scene) -> str:
    lethal = scene.say("nonlethal damage") if event.nonlethal else scene.say("damage")
    kind = f" ({scene.term(event.damage_type)})" if scene.full and event.damage_type else ""
    made = scene.sum(event.amount, event.parts, event.dice).removeprefix(f"{event.amount} = ")
    points = f"{event.amount} {lethal} = {made}{kind}" if made else f"{event.amount} {lethal}{kind}"
    return scene.say(
        "{target}: {points}, {left}", target=event.target, points=points, left=_hit_points(event.target, scene)
    )


@tells(attacks.HitPointsLost)
def _hit_points_lost(event: attacks.HitPointsLost, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    points = scene.say("hit point") if event.amount == 1 else scene.say("hit points")
    return scene.say(
        "{who} loses {amount} {points}{rolled}, {left}",
        who=event.who,
        amount=event.amount,
        points=points,
        rolled=rolled,
        left=_hit_points(event.who, scene),
    )


@tells(attacks.Healed)
def _healed(event: attacks.Healed, scene: Scene) -> str:
    gains = [scene.say("{hit_points} hit points", hit_points=event.hit_points)] if event.hit_points else []
    gains += [scene.say("{nonlethal} nonlethal damage", nonlethal=event.nonlethal)] if event.nonlethal else []
    return scene.say(
        "{who} recovers {part}, {left}",
        who=event.who,
        part=scene.say(" and ").join(gains) or scene.say("nothing"),
        left=_hit_points(event.who, scene),
    )


@tells(movement.OverrunTried)
def _overrun_tried(event: movement.OverrunTried, scene: Scene) -> str:
    does = scene.say("stands its ground against") if event.blocked else scene.say("lets pass")
    return f"{event.target} {does} {event.who}"


@tells(riding.Mounted)
def _mounted(event: riding.Mounted, scene: Scene) -> str:
    return scene.say("{who} gets into the saddle of {mount}", who=event.who, mount=event.mount)


@tells(riding.Dismounted)
def _dismounted(event: riding.Dismounted, scene: Scene) -> str:
    return scene.say(
        "{who} is out of the saddle of {mount}, at {square}",
        who=event.who,
        mount=event.mount,
        square=scene.square(event.square),
    )


@tells(riding.RideBegan)
def _ride_began(event: riding.RideBegan, scene: Scene) -> str:
    paces = {
        "move": scene.say("rides on"),
        "double": scene.say("rides at a double move"),
        "run": scene.say("rides at a run"),
        "charge": scene.say("rides a charge"),
        "overrun": scene.say("rides somebody down"),
    }
    return scene.say("{who} {which} on {mount}", who=event.who, which=paces[event.mode], mount=event.mount)


@tells(riding.MoveActionLost)
def _move_action_lost(event: riding.MoveActionLost, scene: Scene) -> str:
    return scene.say("{who} needs a move action for it", who=event.who)


@tells(riding.TurnLost)
def _turn_lost(event: riding.TurnLost, scene: Scene) -> str:
    return scene.say("{who} can do nothing else this turn", who=event.who)


@tells(turning.TurningRolled)
def _turning_rolled(event: turning.TurningRolled, scene: Scene) -> str:
    act = {
        "turn": scene.say("turns undead"),
        "rebuke": scene.say("rebukes undead"),
        "dispel": scene.say("undoes the turning of undead"),
    }[event.how]
    check = scene.sum(event.total, event.parts, event.dice[:1])
    pool = scene.sum(event.pool, event.pool_parts, event.dice[1:])
    return scene.say(
        "{who} {act}: {check}, up to {most} Hit Dice each and {pool} in all",
        who=event.who,
        act=act,
        check=check,
        most=event.most,
        pool=pool,
    )


@tells(turning.Commanded)
def _commanded(event: turning.Commanded, scene: Scene) -> str:
    return scene.say("{who} is under the command of {by}", who=event.who, by=event.by)


@tells(turning.Instructed)
def _instructed(event: turning.Instructed, scene: Scene) -> str:
    return scene.say("{by} tells {who} to fight", by=event.by, who=event.who)


@tells(aftermath.TimePassed)
def _time_passed(event: aftermath.TimePassed, scene: Scene) -> str:
    rest = {"night": scene.say("with sleep at night"), "bed": scene.say("in bed"), "none": scene.say("without rest")}[
        event.rest
    ]
    tended = scene.say(", {list} tended", list=", ".join(event.tended)) if event.tended else ""
    why = scene.say(": {reason}", reason=event.reason) if event.reason else ""
    return scene.say("{hours} hours pass {rest}{tended}{why}", hours=event.hours, rest=rest, tended=tended, why=why)


@tells(aftermath.RoundPassed)
def _round_passed(event: aftermath.RoundPassed, scene: Scene) -> str:
    return scene.say("Round {number}, after the fight", number=event.number)


@tells(aftermath.HourPassed)
def _hour_passed(event: aftermath.HourPassed, scene: Scene) -> str:
    return scene.say("Hour {number} after the fight", number=event.number)


@tells(aftermath.RecoveryRolled)
def _recovery_rolled(event: aftermath.RecoveryRolled, scene: Scene) -> str:
    does, doing = {
        "wake": (scene.say("wakes"), scene.say("wake")),
        "recover": (scene.say("begins to recover"), scene.say("begin to recover")),
        "stay": (scene.say("stays in the saddle"), scene.say("stay in the saddle")),
    }[event.to]
    outcome = does if event.success else scene.say("does not {doing}", doing=doing)
    return scene.say(
        "{who} {outcome} ({dice}, {chance} or less)",
        who=event.who,
        outcome=outcome,
        dice=dice_words(event.dice),
        chance=event.chance,
    )


@tells(aftermath.AbilityHealed)
def _ability_healed(event: aftermath.AbilityHealed, scene: Scene) -> str:
    points = scene.say("a point") if event.amount == 1 else scene.say("{amount} points", amount=event.amount)
    return scene.say(
        "{who} recovers {points} of {ability}", who=event.who, points=points, ability=scene.term(event.ability)
    )


@tells(aftermath.AftermathEnded)
def _aftermath_ended(event: aftermath.AftermathEnded, scene: Scene) -> str:
    return scene.say("{hour} hours have gone by since the fight", hour=event.hour)


@tells(attacks.AbilityDamaged)
def _ability_damaged(event: attacks.AbilityDamaged, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return scene.say(
        "{who}: {amount} damage to {ability}{rolled}",
        who=event.who,
        amount=event.amount,
        ability=scene.term(event.ability),
        rolled=rolled,
    )


@tells(attacks.SaveRolled)
def _save(event: attacks.SaveRolled, scene: Scene) -> str:
    return _check(
        event.who,
        scene.say("{save} save against {against}", save=scene.term(event.save), against=scene.term(event.against)),
        event,
        scene,
    )


@tells(attacks.CheckRolled)
def _check_rolled(event: attacks.CheckRolled, scene: Scene) -> str:
    return _check(event.who, scene.say("{check} check", check=scene.term(event.check)), event, scene)


@tells(attacks.ContestRolled)
def _contest(event: attacks.ContestRolled, scene: Scene) -> str:
    mine, theirs = map(scene.term, event.checks)
    outcome = scene.say("won") if event.won else scene.say("lost")
    return scene.say(
        "{contest}: {who} {mine} {total} against {other} {theirs} {total2}: {outcome}",
        contest=scene.term(event.contest),
        who=event.who,
        mine=mine,
        total=scene.sum(event.total, event.parts, event.dice[-2:-1]),
        other=event.other,
        theirs=theirs,
        total2=scene.sum(event.other_total, event.other_parts, event.dice[-1:]),
        outcome=outcome,
    )


@tells(attacks.AttemptFailed)
def _attempt_failed(event: attacks.AttemptFailed, scene: Scene) -> str:
    return scene.say(
        "{who}: {attempt} against {target} comes to nothing",
        who=event.who,
        attempt=scene.term(event.attempt),
        target=event.target,
    )


@tells(attacks.AttackWasted)
def _attack_wasted(event: attacks.AttackWasted, scene: Scene) -> str:
    verb = scene.say("shoots") if event.ranged else scene.say("strikes")
    return scene.say(
        "{attacker} {verb} at {square} with {weapon}, and nobody is there",
        attacker=event.attacker,
        verb=verb,
        square=scene.square(event.square),
        weapon=scene.term(event.weapon),
    )


@tells(attacks.BlowDelivered)
def _blow_delivered(event: attacks.BlowDelivered, scene: Scene) -> str:
    return scene.say(
        "{attacker} strikes {target}, who cannot resist, with {weapon}: critical hit",
        attacker=event.attacker,
        target=event.target,
        weapon=scene.term(event.weapon),
    )


@tells(equipment.Drew)
def _drew(event: equipment.Drew, scene: Scene) -> str:
    return scene.say("{who} draws {weapon}", who=event.who, weapon=scene.term(event.weapon))


@tells(equipment.Sheathed)
def _sheathed(event: equipment.Sheathed, scene: Scene) -> str:
    return scene.say("{who} puts {weapon} away", who=event.who, weapon=scene.term(event.weapon))


@tells(equipment.Dropped)
def _dropped(event: equipment.Dropped, scene: Scene) -> str:
    return scene.say(
        "{who} drops {item} at {square}", who=event.who, item=scene.term(event.item), square=scene.square(event.square)
    )


@tells(equipment.PickedUp)
def _picked_up(event: equipment.PickedUp, scene: Scene) -> str:
    return scene.say(
        "{who} picks up {item} at {square}",
        who=event.who,
        item=scene.term(event.item),
        square=scene.square(event.square),
    )


@tells(equipment.Snatched)
def _snatched(event: equipment.Snatched, scene: Scene) -> str:
    return scene.say("{who} takes {item} from {loser}", who=event.who, item=scene.term(event.item), loser=event.loser)


@tells(equipment.Reloaded)
def _reloaded(event: equipment.Reloaded, scene: Scene) -> str:
    return scene.say("{who} loads {weapon}", who=event.who, weapon=scene.term(event.weapon))


@tells(grapple.GrappleBegan)
def _grapple_began(event: grapple.GrappleBegan, scene: Scene) -> str:
    verb = scene.say("holds") if event.holding else scene.say("has got hold of")
    return f"{event.who} {verb} {event.other}"


@tells(grapple.GrappleEnded)
def _grapple_ended(event: grapple.GrappleEnded, scene: Scene) -> str:
    return scene.say("{who} and {other} no longer grapple", who=event.who, other=event.other)


@tells(timing.ActionReadied)
def _action_readied(event: timing.ActionReadied, scene: Scene) -> str:
    return scene.say(
        "{who} is ready to {order} when {trigger}",
        who=event.who,
        order=scene.order(event.act),
        trigger=trigger(event.when, event.act, scene.order_word),
    )


@tells(timing.ReadiedActBegan)
def _readied_act(event: timing.ReadiedActBegan, scene: Scene) -> str:
    braced = (
        scene.say(", its weapon set against {set_against}", set_against=event.set_against) if event.set_against else ""
    )
    return scene.say(
        "{who} acts out of turn: {order}{braced}", who=event.who, order=scene.order(event.order), braced=braced
    )


@tells(timing.ReadiedActEnded)
def _readied_act_ended(event: timing.ReadiedActEnded, scene: Scene) -> str:
    return scene.aside(scene.say("the turn of {who} goes on", who=scene.battle.turn.who))


@tells(timing.ReadyLost)
def _ready_lost(event: timing.ReadyLost, scene: Scene) -> str:
    return scene.say("{who} has waited in vain", who=event.who)


@tells(timing.InitiativeChanged)
def _initiative_changed(event: timing.InitiativeChanged, scene: Scene) -> str:
    place = scene.say("before {before}", before=event.before) if event.before else scene.say("last of all")
    return scene.say("{who} acts {place} from now on, at {count}", who=event.who, place=place, count=event.count)


@tells(timing.TurnDelayed)
def _turn_delayed(event: timing.TurnDelayed, scene: Scene) -> str:
    return scene.aside(scene.say("{who} puts its turn off", who=event.who))


@tells(timing.DelayedTurnBegan)
def _delayed_turn(event: timing.DelayedTurnBegan, scene: Scene) -> str:
    line = scene.say("{which}, whose turn was delayed", which=state(scene.battle, event.who, tongue=scene.tongue)[2:])
    return scene.say("{line}, one action only", line=line) if event.restricted else line


@tells(timing.DelayLost)
def _delay_lost(event: timing.DelayLost, scene: Scene) -> str:
    return scene.say("{who} has let its turn go by", who=event.who)


@tells(timing.FullRoundBegun)
def _full_round_begun(event: timing.FullRoundBegun, scene: Scene) -> str:
    return scene.say("{who} begins what takes two turns: {order}", who=event.who, order=scene.order(event.act))


@tells(timing.FullRoundCompleted)
def _full_round_completed(event: timing.FullRoundCompleted, scene: Scene) -> str:
    return scene.say("{who} completes it: {order}", who=event.who, order=scene.order(event.order))


@tells(timing.FullRoundLost)
def _full_round_lost(event: timing.FullRoundLost, scene: Scene) -> str:
    return scene.say("{who} has not completed what it began", who=event.who)


@tells(timing.AidGiven)
def _aid_given(event: timing.AidGiven, scene: Scene) -> str:
    if event.benefit == "attack":
        return scene.say(
            "{who} distracts {foe}, for the next attack of {friend}", who=event.who, foe=event.foe, friend=event.friend
        )
    return scene.say(
        "{who} hinders the next attack of {foe} on {friend}", who=event.who, foe=event.foe, friend=event.friend
    )


@tells(timing.AidEnded)
def _aid_ended(event: timing.AidEnded, scene: Scene) -> str:
    return scene.aside(scene.say("the help of {who} for {friend} is over", who=event.who, friend=event.friend))


def _at(targets: Sequence[str], to: int, scene: Scene) -> str:
    """Whom or what a spell is for."""
    counts = {name: list(targets).count(name) for name in targets}
    names = [
        name if count == 1 else scene.say("{name} ({count} times)", name=name, count=count)
        for name, count in counts.items()
    ]
    words = scene.say(" on {list}", list=", ".join(names)) if names else ""
    return words + (scene.say(" towards {square}", square=scene.square(to)) if to >= 0 else "")


@tells(magic.ComponentReadied)
def _component_readied(event: magic.ComponentReadied, scene: Scene) -> str:
    return scene.aside(
        scene.say("{who} takes out what it needs: {component}", who=event.who, component=scene.term(event.component))
    )


@tells(magic.CastingBegan)
def _casting_began(event: magic.CastingBegan, scene: Scene) -> str:
    manner = scene.say(", on the defensive") if event.defensive else scene.say(", quickened") if event.quickened else ""
    verb = {"scroll": scene.say("reads a scroll of"), "spell-like": scene.say("calls on")}.get(
        event.source, scene.say("begins to cast")
    )
    long = scene.say(", which takes until its next turn") if event.long else ""
    return f"{event.who} {verb} {scene.term(event.spell)}{_at(event.targets, event.to, scene)}{manner}{long}"


@tells(magic.SpellFailureRolled)
def _spell_failure(event: magic.SpellFailureRolled, scene: Scene) -> str:
    outcome = scene.say("it fails") if event.failed else scene.say("it holds")
    return scene.say(
        "{spell} may fail by {percent}%: {dice}, {outcome}",
        spell=scene.term(event.spell),
        percent=event.percent,
        dice=dice_words(event.dice),
        outcome=outcome,
    )


@tells(magic.SpellLost)
def _spell_lost(event: magic.SpellLost, scene: Scene) -> str:
    return scene.say("{who} loses the spell: {spell} comes to nothing", who=event.who, spell=scene.term(event.spell))


@tells(magic.SpellCountered)
def _spell_countered(event: magic.SpellCountered, scene: Scene) -> str:
    outcome = scene.say("which comes to nothing") if event.won else scene.say("in vain")
    return scene.say(
        "{who} counters {spell} of {caster}, {outcome}",
        who=event.who,
        spell=scene.term(event.spell),
        caster=event.caster,
        outcome=outcome,
    )


@tells(magic.SpellCast)
def _spell_cast(event: magic.SpellCast, scene: Scene) -> str:
    return scene.say("{spell} takes effect{at}", spell=scene.term(event.spell), at=_at(event.targets, event.to, scene))


@tells(magic.ItemUsed)
def _item_used(event: magic.ItemUsed, scene: Scene) -> str:
    return scene.say(
        "{who} uses {item}{at}", who=event.who, item=scene.term(event.item), at=_at(event.targets, event.to, scene)
    )


@tells(magic.AbilityUsed)
def _ability_used(event: magic.AbilityUsed, scene: Scene) -> str:
    pause = scene.say(", again in {pause} turns", pause=event.pause) if event.pause else ""
    return scene.say(
        "{who} uses {ability}{at}{pause}",
        who=event.who,
        ability=scene.term(event.ability),
        at=_at(event.targets, event.to, scene),
        pause=pause,
    )


@tells(magic.ChargeHeld)
def _charge_held(event: magic.ChargeHeld, scene: Scene) -> str:
    touches = scene.say(", good for {touches} touches", touches=event.touches) if event.touches > 1 else ""
    return scene.say(
        "{who} has {spell} on its hand{touches}", who=event.who, spell=scene.term(event.spell), touches=touches
    )


@tells(magic.ChargeSpent)
def _charge_spent(event: magic.ChargeSpent, scene: Scene) -> str:
    if not event.target:
        return scene.say("{spell} on the hand of {who} is lost", spell=scene.term(event.spell), who=event.who)
    left = scene.say(", {left} touches left", left=event.left) if event.left else ""
    return scene.say(
        "{who} touches {target} with {spell}{left}",
        who=event.who,
        target=event.target,
        spell=scene.term(event.spell),
        left=left,
    )


@tells(magic.ResistanceRolled)
def _resistance(event: magic.ResistanceRolled, scene: Scene) -> str:
    outcome = scene.say("gets through") if event.overcome else scene.say("is resisted")
    check = scene.sum(event.total, event.parts, event.dice)
    return scene.say(
        "{spell} against the spell resistance of {target}: {check} against {resistance}, {outcome}",
        spell=scene.term(event.spell),
        target=event.target,
        check=check,
        resistance=event.resistance,
        outcome=outcome,
    )


@tells(magic.SpellBegan)
def _spell_began(event: magic.SpellBegan, scene: Scene) -> str:
    lasting = scene.say("lasts {turns} rounds", turns=event.turns) if event.turns >= 0 else scene.say("lasts")
    kept = scene.say(", as long as its caster concentrates") if event.concentration else ""
    return f"{scene.term(event.spell)} {lasting}{kept}"


@tells(magic.ConcentrationKept)
def _concentration_kept(event: magic.ConcentrationKept, scene: Scene) -> str:
    return scene.say("{who} keeps concentrating on {spell}", who=event.who, spell=scene.term(event.spell))


@tells(magic.ConcentrationCeased)
def _concentration_ceased(event: magic.ConcentrationCeased, scene: Scene) -> str:
    return scene.say(
        "{who} no longer concentrates on {spell}, which lasts {turns} rounds more",
        who=event.who,
        spell=scene.term(event.spell),
        turns=event.turns,
    )


@tells(magic.SpellRedirected)
def _spell_redirected(event: magic.SpellRedirected, scene: Scene) -> str:
    return scene.say(
        "{who} directs {spell} anew{at}",
        who=event.who,
        spell=scene.term(event.spell),
        at=_at(event.targets, event.to, scene),
    )


@tells(magic.SpellEnded)
def _spell_ended(event: magic.SpellEnded, scene: Scene) -> str:
    return scene.say("{spell} of {caster} ends", spell=scene.term(event.spell), caster=event.caster)


@tells(objects.AimRolled)
def _aim_rolled(event: objects.AimRolled, scene: Scene) -> str:
    at = (
        scene.say("the {item} of {owner}", item=scene.term(event.item), owner=event.owner)
        if event.item
        else scene.say("the corner of {square}", square=scene.square(event.square))
    )
    verb = scene.say("throws") if event.mode == "ranged" else scene.say("strikes with")
    attack = scene.sum(event.total, event.parts, event.dice)
    armor = scene.sum(event.ac, event.ac_parts) if scene.full else f"{event.ac}"
    return scene.say(
        "{who} {verb} {weapon} at {at}: {attack} against AC {armor}: {which}",
        who=event.who,
        verb=verb,
        weapon=scene.term(event.weapon),
        at=at,
        attack=attack,
        armor=armor,
        which=scene.say("hit") if event.hit else scene.say("miss"),
    )


@tells(objects.FlaskBroke)
def _flask_broke(event: objects.FlaskBroke, scene: Scene) -> str:
    where = (
        scene.say("at the corner of {square}", square=scene.square(event.square))
        if event.corner
        else scene.say("in {square}", square=scene.square(event.square))
    )
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return scene.say(
        "The {weapon} of {who} breaks {where}{rolled}",
        weapon=scene.term(event.weapon),
        who=event.who,
        where=where,
        rolled=rolled,
    )


@tells(objects.ItemDamaged)
def _item_damaged(event: objects.ItemDamaged, scene: Scene) -> str:
    dealt = event.amount + event.hardness if event.amount else 0
    made = scene.sum(dealt, event.parts, event.dice).partition(" = ")[2]
    return scene.say(
        "The {item} of {owner}: {amount} damage after hardness {hardness} ({made})",
        item=scene.term(event.item),
        owner=event.owner,
        amount=event.amount,
        hardness=event.hardness,
        made=made,
    )


@tells(objects.ItemBroken)
def _item_broken(event: objects.ItemBroken, scene: Scene) -> str:
    return scene.say("The {item} of {owner} is destroyed", item=scene.term(event.item), owner=event.owner)


@tells(objects.ShieldStrapped)
def _shield_strapped(event: objects.ShieldStrapped, scene: Scene) -> str:
    return (
        scene.say("{who} straps the shield on", who=event.who)
        if event.on
        else scene.say("{who} takes the shield off its arm", who=event.who)
    )


@tells(objects.GauntletLocked)
def _gauntlet_locked(event: objects.GauntletLocked, scene: Scene) -> str:
    if not event.weapon:
        return scene.say("{who} unlocks the gauntlet", who=event.who)
    return scene.say("{who} locks {weapon} in the gauntlet", who=event.who, weapon=scene.term(event.weapon))


@tells(objects.FlaskPrepared)
def _flask_prepared(event: objects.FlaskPrepared, scene: Scene) -> str:
    return scene.say("{who} lights the fuse of the {weapon}", who=event.who, weapon=scene.term(event.weapon))


@tells(objects.TorchLit)
def _torch_lit(event: objects.TorchLit, scene: Scene) -> str:
    return scene.say("{who} lights the {item}", who=event.who, item=scene.term(event.item))


@tells(objects.GearUsed)
def _gear_used(event: objects.GearUsed, scene: Scene) -> str:
    return scene.say("{who} uses up a {item}", who=event.who, item=scene.term(event.item))


_DOORS = {"door": N_("closes"), "open-door": N_("opens"), "locked-door": N_("locks")}


@tells(objects.DoorTurned)
def _door_turned(event: objects.DoorTurned, scene: Scene) -> str:
    picked = event.state == "door" and "d20.action.full-round.skill-one-round" in event.cites
    where = scene.square(event.square) + (f" {event.side}" if event.side else "")
    return scene.say(
        "{who} {which} the door at {where}",
        who=event.who,
        which=scene.say("unlocks") if picked else scene.say(_DOORS[event.state]),
        where=where,
    )


@tells(objects.BarricadeShoved)
def _barricade_shoved(event: objects.BarricadeShoved, scene: Scene) -> str:
    return scene.say(
        "{who} shoves the barricade from {square} to {to}",
        who=event.who,
        square=scene.square(event.square),
        to=scene.square(event.to),
    )


_TOTALS = {
    "attack": N_("attack rolls"),
    "damage": N_("damage rolls"),
    "ac": N_("armor class"),
    "save": N_("saves"),
    "fortitude": N_("Fortitude saves"),
    "reflex": N_("Reflex saves"),
    "will": N_("Will saves"),
    "speed": N_("squares of speed"),
}
_GIFTS = {
    "attacks": N_("has one attack more in a full attack"),
    "concealment": N_("blurs"),
    "corrosion": N_("has acid on it"),
    "rooted": N_("is held where it is"),
    "ward": N_("is in sanctuary"),
}


@tells(boons.BoonBegan)
def _boon_began(event: boons.BoonBegan, scene: Scene) -> str:
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    if event.on in _GIFTS:
        return f"{event.who} {scene.say(_GIFTS[event.on])}"
    if event.on == boons.IMAGES:
        return scene.say("{value} images of {who} appear{rolled}", value=event.value, who=event.who, rolled=rolled)
    if event.on == "warded off":
        does = N_("{who} cannot bring itself to attack") if event.value else N_("{who} overcomes the sanctuary")
        return scene.say(does, who=event.who)
    kind = f" {scene.term(event.type)}" if event.type else ""
    against = scene.say(" against {against}", against=scene.term(event.against)) if event.against else ""
    return scene.say(
        "{who} has {value}{kind} on {get}{against}{rolled}",
        who=event.who,
        value=f"{event.value:+d}",
        kind=kind,
        get=scene.say(_TOTALS[event.on]) if event.on in _TOTALS else scene.term(event.on),
        against=against,
        rolled=rolled,
    )


@tells(boons.BoonsEnded)
def _boons_ended(event: boons.BoonsEnded, scene: Scene) -> str:
    return scene.say("{who} is no longer under {spell}", who=event.who, spell=_spell(event.spell, scene))


@tells(boons.SizeChanged)
def _size_changed(event: boons.SizeChanged, scene: Scene) -> str:
    return (
        scene.say("{who} grows to twice its height", who=event.who)
        if event.larger
        else scene.say("{who} is as large as before", who=event.who)
    )


@tells(boons.TemporaryHitPoints)
def _temporary(event: boons.TemporaryHitPoints, scene: Scene) -> str:
    if not event.points:
        return scene.say("{who} has no more temporary hit points", who=event.who)
    rolled = f" ({dice_words(event.dice)})" if event.dice else ""
    return scene.say(
        "{who} has {points} temporary hit points{rolled}", who=event.who, points=event.points, rolled=rolled
    )


@tells(boons.ImagesFaced)
def _images_faced(event: boons.ImagesFaced, scene: Scene) -> str:
    if not event.image:
        return scene.say(
            "{attacker} picks {target} among {images} images ({dice})",
            attacker=event.attacker,
            target=event.target,
            images=event.images,
            dice=dice_words(event.dice),
        )
    outcome = scene.say("it vanishes") if event.hit else scene.say("past it")
    return scene.say(
        "{attacker} strikes at an image of {target}: {total} against {ac}, {outcome}",
        attacker=event.attacker,
        target=event.target,
        total=event.total,
        ac=event.ac,
        outcome=outcome,
    )


@tells(boons.SpellDamageRolled)
def _spell_damage(event: boons.SpellDamageRolled, scene: Scene) -> str:
    return scene.say(
        "{spell}: {total} {damage_type} = {dice}",
        spell=scene.term(event.spell),
        total=event.total,
        damage_type=scene.term(event.damage_type),
        dice=dice_words(event.dice),
    )


@tells(boons.SpellFailed)
def _spell_failed(event: boons.SpellFailed, scene: Scene) -> str:
    return scene.say("{spell} does nothing to {who}", spell=scene.term(event.spell), who=event.who)


@tells(boons.HoldBroken)
def _hold_broken(event: boons.HoldBroken, scene: Scene) -> str:
    return scene.say(
        "{who} struggles free and is no longer {condition}", who=event.who, condition=scene.term(event.condition)
    )


@tells(zones.ZoneBegan)
def _zone_began(event: zones.ZoneBegan, scene: Scene) -> str:
    named = [scene.square(square) for square in event.squares]
    where = (
        scene.say("{which} to {which2}", which=named[0], which2=named[-1])
        if len(named) > 1
        else "".join(named) or scene.say("no square")
    )
    return scene.say("{name} fills {len} squares, {where}", name=scene.term(event.name), len=len(named), where=where)


@tells(zones.ZoneBurned)
def _zone_burned(event: zones.ZoneBurned, scene: Scene) -> str:
    return scene.say("{len} squares of {spell} burn away", len=len(event.squares), spell=_spell(event.spell, scene))


@tells(zones.ZoneEnded)
def _zone_ended(event: zones.ZoneEnded, scene: Scene) -> str:
    return scene.say("{spell} is gone from the map", spell=_spell(event.spell, scene))
