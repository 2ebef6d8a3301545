"""The course of the fight: initiative, surprise, whose turn it is, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.chain import LOG
from sim.audit.claims import Breach, invariant
from sim.audit.fold import OUT, Fighter, Scene
from sim.events.course import Answered, FightBegan, FightEnded, InitiativeRolled, OrderGiven, RoundBegan, TurnBegan
from sim.events.orders import Opportunity, Pick

CHECK = "d20.initiative.check"
TIE = "d20.initiative.tie"
SURPRISE = "d20.initiative.surprise-round"


@invariant("initiative-adds-up", InitiativeRolled)
def initiative_adds_up(event: InitiativeRolled, scene: Scene) -> Iterator[Breach]:
    """The check is a d20 with Dexterity and whatever else its sheet has; ties are rolled off."""
    fighter = scene.fighters[event.who]
    if fighter.initiative:
        yield CHECK, f"{event.who} rolls initiative a second time"
    expected = fighter.modifier("dexterity") + fighter.sheet.initiative - 4 * fighter.has("deafened")
    expected -= 2 * fighter.has("shaken", "frightened", "panicked") + 2 * fighter.has("sickened")
    modifier = sum(part.value for part in event.parts)
    if modifier != expected:
        yield CHECK, f"{event.who}'s initiative modifier is {modifier:+d}, and it ought to be {expected:+d}"
    if any(die.sides != 20 for die in event.dice) or not event.dice:
        yield CHECK, f"{event.who} rolls {[die.sides for die in event.dice]} sides for initiative, not d20"
        return
    total = event.dice[0].value + modifier
    ranking = (total, modifier, *(die.value for die in event.dice[1:]))
    if event.total != total or event.ranking != ranking:
        yield CHECK, f"{event.who}'s initiative is {event.total} {event.ranking}, and the dice give {total} {ranking}"


@invariant("initiative-orders-the-fight", FightBegan)
def initiative_orders_the_fight(event: FightBegan, scene: Scene) -> Iterator[Breach]:
    """Highest first, the higher modifier first of equals, then who rolls higher; a tie is rolled off, nothing else."""
    if scene.phase != "muster":
        yield CHECK, "the fight begins a second time"
    fighters = scene.fighters
    right = tuple(sorted(fighters, key=lambda who: fighters[who].initiative, reverse=True))
    if event.order != right:
        yield CHECK, f"they act in the order {', '.join(event.order)}, and initiative gives {', '.join(right)}"
    tied: dict[tuple[int, ...], int] = {}
    for fighter in fighters.values():
        tied[fighter.initiative[:2]] = tied.get(fighter.initiative[:2], 0) + 1
    for fighter in fighters.values():
        if (len(fighter.initiative) > 2) != (tied[fighter.initiative[:2]] > 1):
            yield (
                TIE,
                f"{fighter.id} at initiative {fighter.initiative} is tied with {tied[fighter.initiative[:2]] - 1}",
            )
    unaware = {who for who, fighter in fighters.items() if fighter.has("unaware")}
    aware = set(fighters) - unaware
    scene.notes["surprised"] = unaware
    if set(event.unaware) != (unaware if unaware and aware else set()):
        yield SURPRISE, f"unaware are {sorted(event.unaware)}, and by the scenario they are {sorted(unaware)}"


@invariant("rounds-follow-each-other", RoundBegan)
def rounds_follow_each_other(event: RoundBegan, scene: Scene) -> Iterator[Breach]:
    """Rounds count up by one, and none begins while somebody has yet to act."""
    first = 0 if scene.phase == "surprise" else 1
    number = scene.round + 1 if "round" in scene.notes else first
    scene.notes["round"] = event.number
    if event.number != number:
        yield CHECK, f"round {event.number} begins, and round {number} is next"
    excused = scene.notes["surprised"] if scene.phase == "surprise" else ()
    if scene.turn.who or "turn" in scene.notes:
        for who in scene.order:
            if who not in excused and _may_act(scene, who):
                yield CHECK, f"round {event.number} begins, and {who} has not had its turn"


def _may_act(scene: Scene, who: str) -> bool:
    fighter = scene.fighters[who]
    if fighter.acted or not fighter.active or fighter.rider:
        return False
    return not (scene.phase == "surprise" and fighter.has("unaware"))


@invariant("turns-go-round", TurnBegan)
def turns_go_round(event: TurnBegan, scene: Scene) -> Iterator[Breach]:
    """The next is the first in initiative order who has not acted and is still in the fight."""
    scene.notes["turn"] = True
    fighters = scene.fighters
    due = next((who for who in scene.order if not fighters[who].acted and _may_act(scene, who)), None)
    if "round" not in scene.notes:
        yield CHECK, f"{event.who}'s turn begins before the first round"
    if event.who != due:
        yield CHECK, f"it is {event.who}'s turn, and {due or 'nobody'} is next in initiative order"
    before = scene.turn
    if before.who and not before.over and len(scene.sides()) > 1 and scene.fighters[before.who].can_act:
        yield "d20.turn.budget", f"{event.who}'s turn begins before {before.who} has ended its own"
    why = restrictions(scene, scene.fighters[event.who])
    if event.restricted != bool(why):
        said = "only one action" if event.restricted else "all its actions"
        yield (
            "d20.turn.restricted",
            f"{event.who} has {said} this turn; what restricts it: {', '.join(why) or 'nothing'}",
        )


def restrictions(scene: Scene, me: Fighter) -> list[str]:
    """What leaves it only one standard or move action."""
    why = ["the surprise round"] if scene.phase == "surprise" else []
    why += [name for name in ("disabled", "staggered", "slowed", "nauseated") if _stays(me, name)]
    if me.sheet.single_actions:
        why.append("single actions only")
    return why


def _stays(me: Fighter, name: str) -> bool:
    """Has this condition, and not one that ends with the turn that begins."""
    ends = [me.timers.get(key, ("", 9)) for key in me.conditions if key[0] == name] if name in me.names else ()
    return any(ender != me.id or turns > 1 for ender, turns in ends)


@invariant("only-who-is-asked-acts", OrderGiven)
def only_who_is_asked_acts(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """Orders are carried out in one's own turn, before its end, by those who can act."""
    turn = scene.turn
    if event.who != turn.who:
        yield CHECK, f"{event.who} acts in the turn of {turn.who or 'nobody'}"
    elif turn.over:
        yield "d20.turn.budget", f"{event.who} acts after the end of its turn"
    fighter = scene.fighters[event.who]
    if not fighter.can_act:
        state = ", ".join(sorted(fighter.names))
        yield "d20.helpless.definition", f"{event.who} acts, and it is {state}"


@invariant("only-the-able-answer", Answered)
def only_the_able_answer(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Nobody who is out of the fight, or out of his mind, chooses; a choice is one of the options."""
    fighter = scene.fighters[event.who]
    if not fighter.can_act and type(event.question) is Opportunity:
        state = ", ".join(sorted(fighter.names))
        yield "d20.helpless.definition", f"{event.who} is offered an opportunity, and it is {state}"
    question = event.question
    if type(question) is Pick:
        option = getattr(event.answer, "option", None)
        if option not in question.options:
            yield LOG, f"{event.who} chooses {option}, and the options are {', '.join(question.options)}"


@invariant("the-fight-ends-when-it-is-over", FightEnded)
def the_fight_ends_when_it_is_over(event: FightEnded, scene: Scene) -> Iterator[Breach]:
    """It ends when one side is left, or none, or by the endings of its scenario; the winner is the side left."""
    standing = sorted(scene.sides())
    winner = standing[0] if len(standing) == 1 else ""
    endings = scene.endings
    if len(standing) > 1:
        waited = scene.round - scene.hurt
        if scene.round < endings.rounds and waited < endings.quiet:
            yield (
                LOG,
                (
                    f"the fight ends in round {scene.round} of {endings.rounds}, {waited} rounds after the last wound"
                    f" of {endings.quiet}, and {' and '.join(standing)} still stand"
                ),
            )
        left = [who for who in scene.order if _may_act(scene, who)]
        if left:
            yield LOG, f"the fight is broken off before {', '.join(left)} have had their turn"
    if event.winner != winner:
        yield LOG, f"the winner is {event.winner or 'nobody'}, and {winner or 'nobody'} alone is standing"
    gone = [f for f in scene.fighters.values() if f.side != winner]
    fled = bool(winner and gone) and all(f.has("gone") for f in gone)
    if ("fled" in event.reason) != fled:
        yield LOG, f"the reason is {event.reason!r}, and {'all' if fled else 'not all'} others have left the map"


@invariant("no-turn-when-it-is-over", TurnBegan)
def no_turn_when_it_is_over(event: TurnBegan, scene: Scene) -> Iterator[Breach]:
    """Nobody has a turn when only one side is left, nor after the end."""
    if scene.phase == "over":
        yield LOG, f"{event.who} has a turn after the end of the fight"
    elif len(scene.sides()) < 2:
        yield LOG, f"{event.who} has a turn, and only one side is left"
    if not scene.fighters[event.who].names.isdisjoint(OUT):
        yield LOG, f"{event.who} has a turn, and it is out of the fight"
