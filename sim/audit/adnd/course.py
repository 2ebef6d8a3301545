"""The course of a round: declarations, initiative, groups and passes, whose attacks are left, the end."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.adnd import scores
from sim.audit.adnd.fold import Fighter, Scene
from sim.audit.adnd.rolls import grips
from sim.audit.chain import LOG
from sim.audit.claims import Breach, invariant
from sim.events.adnd import (
    ActivationBegan,
    AttackMade,
    GroupCalled,
    OrderSettled,
    PassBegan,
    RoundClosed,
    RoundOpened,
    RoundSettled,
    SurpriseRolled,
)
from sim.events.adnd_missile import Waited
from sim.events.adnd_morale import OrderForced
from sim.events.conditions import ConditionEnded
from sim.events.course import Answered, FightEnded, OrderGiven, RoundBegan
from sim.events.orders import Cast, Pick, UseItem

ADND = ("adnd",)
DECLARE = "adnd.round.declare"
DIE = "adnd.round.initiative.die"
TIES = "adnd.core.initiative.ties"
MULTIPLE = "adnd.round.multiple-attacks"
BLOW = "adnd.round.end-of-round-blow"
WAIT = "adnd.core.action.wait"
STOPPED = "adnd.core.action.stopped"
FIGHT_END = "adnd.core.fight-end"


@invariant("rounds-follow-each-other", RoundBegan, books=ADND)
def rounds_follow_each_other(event: RoundBegan, scene: Scene) -> Iterator[Breach]:
    """Rounds count up by one, and none begins before the last is over."""
    if event.number != scene.round + 1 and not (scene.round == 0 and event.number in (0, 1)):
        yield LOG, f"round {event.number} begins, and round {scene.round + 1} is next"
    if scene.round and scene.stage != "settled":
        yield LOG, f"round {event.number} begins, and the last one is not over"


@invariant("everybody-declares-once", OrderGiven, books=ADND)
def everybody_declares_once(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """While declaring, each who can act announces one action, the referee's side before the players."""
    fighter = scene.fighters[event.who]
    if not fighter.can_act:
        yield STOPPED, f"{event.who} gives an order, and it is {', '.join(sorted(fighter.names))}"
    if event.cost == "declaration":
        if scene.stage != "declare":
            yield DECLARE, f"{event.who} declares in the {scene.stage}"
        if fighter.declared is not None:
            yield DECLARE, f"{event.who} declares a second time"
        if fighter.sheet.player:
            late = [
                other.id
                for other in scene.fighters.values()
                if not other.sheet.player and other.can_act and other.declared is None and not other.rider
            ]
            if late:
                yield DECLARE, f"{event.who} declares before {', '.join(late)} of the referee"
    elif scene.stage == "declare":
        if event.cost != "free":
            yield DECLARE, f"{event.who} acts before initiative: {type(event.order).__name__}"
    elif scene.active != event.who:
        yield DIE, f"{event.who} acts, and it is {scene.active or 'nobody'} whose moment it is"


@invariant("initiative-orders-the-round", OrderSettled, books=ADND)
def initiative_orders_the_round(event: OrderSettled, scene: Scene) -> Iterator[Breach]:
    """The lowest first, who loses initiative after all others, equals together."""
    members = [f for f in scene.fighters.values() if scene.notes.get("thrown", {}).get(f.id) == scene.round]
    ranked: dict[tuple[bool, int], set[str]] = {}
    for fighter in members:
        ranked.setdefault((fighter.late, fighter.total), set()).add(fighter.id)
    right = [ranked[key] for key in sorted(ranked)]
    free_round = scene.round == 1 and any(f.has("surprised") for f in scene.fighters.values())
    if free_round:
        members = [f for f in scene.fighters.values() if f.declared is not None]
        right = [{f.id for f in members}] if members else []
    if [set(group) for group in event.groups] != right:
        said = "; ".join(", ".join(group) for group in event.groups)
        yield DIE, f"the order is {said}, and the totals give {'; '.join(', '.join(sorted(group)) for group in right)}"
    silent = [f.id for f in scene.fighters.values() if f.declared is not None and f not in members]
    if silent:
        yield DIE, f"{', '.join(silent)} declared and did not roll"
    freed = scene.notes.get("rid of its rider", {})
    woken = _woken(scene)
    idle = [
        f.id
        for f in scene.fighters.values()
        if f.can_act
        and f.declared is None
        and not f.rider
        and freed.get(f.id) != scene.round
        and f.id not in woken
        and not (free_round and f.has("surprised"))
    ]
    if idle:
        yield DECLARE, f"{', '.join(idle)} might have declared an action, and have not"
    for group in event.groups:
        ranks = [scene.fighters[who] for who in group]
        reactions = [(isinstance(f.declared, Cast | UseItem), -_reaction(f)) for f in ranks]
        if reactions != sorted(reactions):
            yield TIES, f"{', '.join(group)} act together, and their reaction adjustments order them otherwise"


def _woken(scene: Scene) -> set[str]:
    """Those who have slept in this round, until a blow or a friend woke them."""
    since = scene.events[scene.began : scene.seq]
    return {e.who for e in since if type(e) is ConditionEnded and e.condition == "asleep" and e.because >= 0}


def _reaction(fighter: Fighter) -> int:
    """Its reaction adjustment; a good one is lost on the lightly stunned and on who grips somebody with one hand."""
    value = scores.dexterity(fighter.sheet)[0]
    return min(0, value) if fighter.has("lightly-stunned") or grips(fighter) else value


@invariant("surprise-is-rolled-for", SurpriseRolled, books=ADND)
def surprise_is_rolled_for(event: SurpriseRolled, scene: Scene) -> Iterator[Breach]:
    """A d10 for the side, surprised on 3 or less; a good reaction adjustment takes one out of it."""
    rule = "adnd.core.surprise.check"
    if scene.phase != "fight" or scene.round:
        yield rule, f"surprise is rolled for in round {scene.round}"
    if [die.sides for die in event.dice] != [10]:
        yield rule, f"{event.side} is surprised by {[die.sides for die in event.dice]}"
        return
    total = event.dice[0].value + sum(part.value for part in event.parts)
    if event.total != total:
        yield rule, f"the surprise of {event.side} comes to {event.total}, and the die gives {total}"
    members = [f for f in scene.fighters.values() if f.side == event.side]
    added = getattr(scene.header.scenario, "surprise", {}).get(event.side, 0)
    stealth = min(foe.sheet.stealth for foe in scene.fighters.values() if foe.side != event.side)
    right = sorted(value for value in (added, max(f.sheet.surprise for f in members), -stealth) if value)
    if sorted(part.value for part in event.parts) != right:
        yield rule, f"{[part.value for part in event.parts]} count for the surprise of {event.side}, not {right}"
    if event.surprised != (total <= 3):
        yield rule, f"a {total} {'surprises' if event.surprised else 'does not surprise'} {event.side}"
    spared = {f.id for f in members if total + max(0, _reaction(f)) > 3 and not f.has("unaware", "surprised")}
    if event.surprised and set(event.spared) != spared:
        yield (
            rule,
            f"{', '.join(event.spared) or 'nobody'} of {event.side} is spared, and ought to be: {sorted(spared)}",
        )


@invariant("who-is-forced-declares-nothing", OrderForced, books=ADND)
def who_is_forced_declares_nothing(event: OrderForced, scene: Scene) -> Iterator[Breach]:
    """An action that nobody chose is announced in its place among the others, by those who can act."""
    fighter = scene.fighters[event.who]
    if scene.stage != "declare" or fighter.declared is not None or not fighter.can_act:
        yield DECLARE, f"{event.who} is made to do something in the {scene.stage}, out of its turn"


@invariant("waiting-is-for-somebody", Waited, books=ADND)
def waiting_is_for_somebody(event: Waited, scene: Scene) -> Iterator[Breach]:
    """
    One waits once a round, before doing anything, for somebody still to act, and is one later unless later anyhow.
    """
    fighter, other = scene.fighters[event.who], scene.fighters[event.other]
    if scene.active != event.who or scene.number != 1 or scene.stage != "passes":
        yield WAIT, f"{event.who} waits when it is not its moment in the first pass"
    if fighter.waited or fighter.made or fighter.halves or fighter.shifted:
        yield WAIT, f"{event.who} waits, and it has done something in this round already"
    later = [who for group in scene.groups[scene.at + 1 :] for who in group]
    if event.other not in (*scene.waiting, *later):
        yield WAIT, f"{event.who} waits for {event.other}, which acts no more in this pass"
    right = max(fighter.total, other.total + 1)
    if event.initiative != right:
        yield WAIT, f"{event.who} waits and acts on {event.initiative}, and it ought to be {right}"


@invariant("passes-count-up", PassBegan, books=ADND)
def passes_count_up(event: PassBegan, scene: Scene) -> Iterator[Breach]:
    """Pass follows pass while attacks are left; the blows of those who moved come after all of them."""
    if event.number != scene.number + 1:
        yield MULTIPLE, f"pass {event.number} begins after pass {scene.number}"
    left = [f.id for f in scene.fighters.values() if f.attacks > 0 and f.can_act and f.declared is not None]
    if event.blows and left and scene.number:
        yield BLOW, f"the blows of those who moved come, and {', '.join(left)} have attacks left"
    if not event.blows and event.number > 1 and not left:
        yield MULTIPLE, f"pass {event.number} begins, and nobody has an attack left"


def _acts(scene: Scene, fighter: Fighter) -> bool:
    """Does it act in this pass?"""
    if not fighter.can_act or fighter.declared is None:
        return False
    if scene.stage == "blows":
        return fighter.blow
    return not fighter.acted if scene.number == 1 else fighter.attacks > 0


@invariant("groups-go-round", GroupCalled, books=ADND)
def groups_go_round(event: GroupCalled, scene: Scene) -> Iterator[Breach]:
    """The next group is the first in order with anybody who has something to do in this pass."""
    if scene.active or scene.waiting:
        yield TIES, f"{', '.join(event.who)} are called, and {', '.join([scene.active, *scene.waiting])} have not acted"
    rounds = [(place, group, False) for place, group in enumerate(scene.groups)]
    rounds += [(place + len(scene.groups), group, True) for place, group in enumerate(scene.groups)]
    for at, group, late in rounds:
        members = [who for who in group if _acts(scene, scene.fighters[who]) and _guards(scene, who) == late]
        if at > scene.at and members:
            if at != event.at or list(event.who) != members:
                yield DIE, f"{', '.join(event.who)} are called, and {', '.join(members)} are next"
            return
    yield DIE, f"{', '.join(event.who)} are called, and nobody has anything left to do in this pass"


def _guards(scene: Scene, who: str) -> bool:
    """Does it wait for somebody to come, until the end of the first pass?"""
    return scene.stage == "passes" and scene.number == 1 and scene.fighters[who].has("guarding")


@invariant("who-is-called-acts", ActivationBegan, books=ADND)
def who_is_called_acts(event: ActivationBegan, scene: Scene) -> Iterator[Breach]:
    """Those called act in their order; what is due is what they have left."""
    if not scene.waiting or scene.waiting[0] != event.who:
        yield TIES, f"{event.who} acts, and {', '.join(scene.waiting) or 'nobody'} was called"
    fighter = scene.fighters[event.who]
    if scene.stage == "blows":
        if not fighter.blow or len(event.due) != 1:
            yield BLOW, f"{event.who} strikes {len(event.due)} blows at the end, and it had {int(fighter.blow)}"
        return
    routine = fighter.sheet.routine
    expected = (
        list(routine[fighter.missed :] if fighter.weapon in routine else (fighter.weapon,))
        if fighter.attacks > 0
        else []
    )
    if scene.number == 1 and fighter.second:
        expected.append(fighter.second)
    if list(event.due) != expected:
        yield MULTIPLE, f"{event.who} may strike with {list(event.due)}, and what it has left is {expected}"


@invariant("a-round-ends-when-all-have-acted", RoundClosed, books=ADND)
def a_round_ends_when_all_have_acted(event: RoundClosed, scene: Scene) -> Iterator[Breach]:
    """No round closes while somebody who can act has not, or has attacks or a blow left; who slept through it may."""
    woken = _woken(scene)
    for fighter in scene.fighters.values():
        if fighter.id in woken:
            continue
        if fighter.can_act and fighter.declared is not None and (not fighter.acted or fighter.attacks or fighter.blow):
            yield MULTIPLE, f"the round ends, and {fighter.id} has not done all that it had left"


@invariant("a-round-is-settled-once", RoundSettled, RoundOpened, books=ADND)
def a_round_is_settled_once(event: RoundSettled | RoundOpened, scene: Scene) -> Iterator[Breach]:
    """A round is opened once, and settled after its passes are over."""
    if not scene.round or scene.phase != "fight":
        yield LOG, "a round is opened or settled before the first one has begun"
    needed = "end" if type(event) is RoundSettled else "start"
    if scene.stage != needed:
        yield LOG, f"the round is {'settled' if needed == 'end' else 'opened'} in the {scene.stage}"


@invariant("only-the-able-answer", Answered, books=ADND)
def only_the_able_answer(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Nobody out of his senses chooses; a choice is one of the options."""
    fighter = scene.fighters[event.who]
    if not fighter.can_act:
        yield STOPPED, f"{event.who} chooses, and it is {', '.join(sorted(fighter.names))}"
    question = event.question
    if type(question) is Pick:
        option = getattr(event.answer, "option", None)
        if option not in question.options:
            yield LOG, f"{event.who} chooses {option}, and the options are {', '.join(question.options)}"


@invariant("nobody-acts-in-no-state-to", AttackMade, books=ADND)
def nobody_acts_in_no_state_to(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """The dead, the helpless and the stunned strike nobody."""
    fighter = scene.fighters[event.attacker]
    if not fighter.can_act:
        yield STOPPED, f"{event.attacker} attacks, and it is {', '.join(sorted(fighter.names))}"


@invariant("the-fight-ends-when-it-is-over", FightEnded, books=ADND)
def the_fight_ends_when_it_is_over(event: FightEnded, scene: Scene) -> Iterator[Breach]:
    """It ends when one side is left, or none, or by the endings of its scenario; the winner is the side left."""
    standing = sorted(scene.standing())
    winner = standing[0] if len(standing) == 1 else ""
    endings = scene.endings
    if len(standing) > 1:
        waited = scene.round - scene.hurt
        if scene.round < endings.rounds and waited < endings.quiet:
            yield FIGHT_END, f"the fight ends in round {scene.round}, and {' and '.join(standing)} still stand"
    if event.winner != winner:
        yield FIGHT_END, f"the winner is {event.winner or 'nobody'}, and {winner or 'nobody'} alone is standing"
    gone = [f for f in scene.fighters.values() if f.side != winner]
    fled = bool(winner and gone) and all(f.has("gone") for f in gone)
    if ("fled" in event.reason) != fled:
        yield LOG, f"the reason is {event.reason!r}, and {'all' if fled else 'not all'} others have left the map"


@invariant("no-round-when-it-is-over", RoundOpened, books=ADND)
def no_round_when_it_is_over(event: RoundOpened, scene: Scene) -> Iterator[Breach]:
    """Nobody declares anything when only one side is left."""
    if len(scene.standing()) < 2:
        yield FIGHT_END, "a round is opened, and only one side is left"
