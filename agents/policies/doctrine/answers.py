"""What it answers when asked in the middle of somebody's act."""

from __future__ import annotations

from agents.policies import nearest
from agents.policies.base import Offers, because
from agents.policies.doctrine import wait
from agents.policies.doctrine.care import MERCIFUL
from agents.policies.doctrine.fight import GOOD_ODDS, PRONE_WORTH
from agents.policies.doctrine.option import blow
from agents.view import View
from sim.dice.sources import Stream
from sim.events.orders import Act, Answer, Attack, Choose, Cue, Decision, End, Opportunity, Pass, Pick, Reason, Wait

PREFERRED = {
    "trip-counter": "yes",
    "disarm-counter": "yes",
    "trip-free": "trip",
    "improved-grab": "grab",
    "stand-up": "stand",
}
"""Options taken whenever they are offered."""


def settled(view: View, menu: Offers, stream: Stream, by: str) -> Decision | None:
    """
    What is chosen without weighing orders: an answer, what the nearest foe suggests to who has no wits, the end of the
    turn for who has readied something.
    """
    if view.question is not None:
        return answer(view, menu, by)
    if not view.persona.wits:
        return nearest.choose(view, menu, stream)._replace(by=by)
    if view.me.readied is not None:
        return because(End(), by, "waits for its moment")
    return None


def answer(view: View, menu: Offers, by: str) -> Decision:
    """Its answer to the question of the view."""
    question = view.question
    if isinstance(question, Opportunity):
        return opportunity(view, menu, question, by)
    if isinstance(question, Cue):
        return cue(menu, question, by)
    if isinstance(question, Wait):
        return late(view, question, by)
    assert isinstance(question, Pick)
    choice, words = pick(view, question)
    return because(Choose(choice), by, words)


def cue(menu: Offers, question: Cue, by: str) -> Decision:
    """What it has waited for it takes, without a step if it can."""
    choice = next(iter(menu))
    words = f"{question.who} does what it has waited for" if isinstance(choice, Act) else "nothing can be done"
    return because(choice, by, words)


def late(view: View, question: Wait, by: str) -> Decision:
    """It waits on until a friend is beside a foe, or nobody of the round is left to wait for."""
    if not question.before:
        return because(Act(), by, "the round is over")
    if any(foe.distance <= 1 or wait.partnered(view, foe) for foe in view.foes):
        return because(Act(), by, "somebody is in melee")
    if not any(wait.closes(view, friend) for friend in view.friends):
        return because(Act(), by, "nobody is left to wait for")
    return because(Pass(), by, "waits for a friend to close")


def opportunity(view: View, menu: Offers, question: Opportunity, by: str) -> Decision:
    """The most telling blow; or to let it pass, if there is none."""
    best: tuple[int, Answer, str] | None = None
    for choice in menu:
        if not isinstance(choice, Attack) or (foe := view.foe(choice.target)) is None:
            continue
        if choice.how == "strike":
            score, words = blow(view, foe, choice)
        elif choice.how == "trip" and question.act == "moving":
            chance = view.success(choice)
            if chance.percent < GOOD_ODDS:
                continue
            score = chance.times(PRONE_WORTH) + 100
            words = f"trips {foe.id} on its way at {chance.percent} %"
        else:
            continue
        if best is None or score > best[0]:
            best = score, choice, f"{choice.weapon}: {words}"
    if best is None:
        return because(Pass(), by, f"nothing to strike {question.provoker} with")
    return Decision(best[1], by, (Reason(best[2], best[0]),))


def pick(view: View, question: Pick) -> tuple[str, str]:
    """One of the options, and why."""
    options, about = question.options, question.about
    wish = PREFERRED.get(about)
    if wish in options:
        return wish, f"{about}: always {wish}"
    if about == "drop-weapon":
        spare = bool(view.me.items)
        return ("drop", "has another weapon") if spare else ("keep", "has no other weapon")
    if about == "seize":
        return ("leave", "has a weapon in hand") if view.me.held else ("seize", "has nothing in hand")
    if about in ("parry", "parry-for"):
        return parry(view, question)
    if about == "hostage":
        merciful = view.persona.mercy >= MERCIFUL
        return ("spare", "has mercy") if merciful else ("strike", f"mercy is {view.persona.mercy} of 10")
    if about == "cleave":
        foes = [foe for foe in view.foes if foe.id in options]
        if foes:
            worst = max(foes, key=lambda foe: foe.band)
            return worst.id, f"cleave: {worst.id} is {worst.wounds}"
    return options[0], f"{about}: the first that is offered"


def parry(view: View, question: Pick) -> tuple[str, str]:
    """
    With a weapon, else the shield, else bare hands, and with what shoots at the last; unless somebody who strikes twice
    as hard stands beside it, for whom the parry is kept.
    """
    no, *means = question.options
    foe = view.foe(question.other)
    near = [other for other in view.foes if other.distance <= 2]
    if foe is not None and near and question.about == "parry":
        worst = max(near, key=lambda other: view.threat(other.id))
        if view.threat(worst.id) > 2 * view.threat(foe.id):
            return no, f"keeps its parry for {worst.id}"
    weapons = view.me.weapons
    ranks = {"melee": 0, "": 1, "unarmed": 2, "ranged": 3}
    best = min(means, key=lambda name: ranks.get(weapons[name].category if name in weapons else "", 2))
    return best, f"parries {question.other} with the {best}"
