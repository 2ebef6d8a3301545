"""
``utility`` (P3): weighs every sensible order by what it may be expected to change of both sides' chances.

A turn is weighed as a place and an act, by exact odds; see ``estimate``. What it is asked in the middle of others' acts
it answers as ``doctrine`` does.
"""

from __future__ import annotations

from agents.policies.base import Offers, because, decided
from agents.policies.doctrine import answers, retreat
from agents.policies.utility.estimate import ranked
from agents.policies.utility.neighbours import beckoned
from agents.policies.utility.orders import HURT
from agents.view import View, band
from sim.dice.sources import Stream
from sim.events.orders import Attack, Charge, Choose, Decision, End, Move, Pick, PickUp, ReadyShield, Step
from sim.state.conditions import GRAPPLING, MOUNTED, PRONE

NAME = "utility"

RUNNERS_UP = 2
"""How many of the orders that were passed over are kept among the reasons."""


def choose(view: View, menu: Offers, stream: Stream) -> Decision:
    """The best order or answer by the estimate."""
    if (found := settled(view, menu, stream, NAME)) is not None:
        return found
    if spent(view, menu, step=False):
        return because(End(), NAME, "has done what there is time for")
    best, *rest = ranked(view, menu, 1 + RUNNERS_UP)
    return decided(best, rest, NAME)


def settled(view: View, menu: Offers, stream: Stream, by: str) -> Decision | None:
    """What ``doctrine`` chooses without weighing orders, but that who charges past others goes on."""
    return charging(view, by) or answers.settled(view, menu, stream, by)


def charging(view: View, by: str) -> Decision | None:
    """Goes on past whoever would stop its charge: what that takes was weighed with the charge."""
    question = view.question
    if not isinstance(question, Pick) or question.about != "enter-reach":
        return None
    if not isinstance(view.announced(view.me.id), Charge):
        return None
    return because(Choose("go-on"), by, "charges on")


def spent(view: View, menu: Offers, *, step: bool = True) -> bool:
    """
    Is there nothing left in the turn that is worth thinking about? Without ``step`` a step is not, of the hale who have
    struck and do not waver: friends alone gain by it, where none brings it to another foe.
    """
    me = view.me
    if me.flags & (GRAPPLING | MOUNTED | PRONE) or me.sheet.spells or menu.can(Attack) or me.unloaded:
        return False
    if me.sheet.shield is not None and not me.shield_on and menu.can(ReadyShield):
        return False
    if not menu.armed() and menu.can(PickUp):
        return False
    if not menu.beset():
        return not menu.can(Move) and not (menu.can(Step) and (menu.shooting() or beckoned(view)))
    hale = menu.armed() and not menu.shooting() and band(me) < HURT
    if menu.can(Step):
        return hale and not step and not beckoned(view) and not retreat.wavers(view)
    return hale or not menu.can(Move)
