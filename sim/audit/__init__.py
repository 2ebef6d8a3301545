"""
The audit: was every rule kept? It reads the log alone and reports every breach, judged by code that shares no
function with what played the fight.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, NamedTuple

from sim.audit import (
    adnd,
    aftermath,
    arithmetic,
    chain,
    conditions,
    contests,
    course,
    dice,
    economy,
    effects,
    equipment,
    hiding,
    magic,
    movement,
    opportunities,
    riding,
    things,
    timing,
    turning,
    wounds,
)
from sim.audit.claims import CLAIMS, Finding, Registered, invariant
from sim.audit.fold import MOVES, ORDERED, Scene
from sim.core.errors import NONSENSE, taken_at_its_word
from sim.events.course import Answered
from sim.events.log import Reading

__all__ = ["FAMILIES", "Finding", "audit", "invariant"]

FAMILIES = (
    chain,
    *adnd.FAMILIES,
    course,
    dice,
    economy,
    movement,
    opportunities,
    arithmetic,
    contests,
    equipment,
    things,
    wounds,
    conditions,
    timing,
    aftermath,
    turning,
    magic,
    effects,
    riding,
    hiding,
)
"""The modules of claims."""


class Judge(NamedTuple):
    """How fights of one rulebook are followed: the scene, what each event makes of it, and which events are orders."""

    scene: Callable[[Any, tuple[Any, ...]], Any]
    moves: Mapping[type[Any], Callable[[Any, Any], None]]
    ordered: Container[type[Any]]


JUDGES = {"d20": Judge(Scene, MOVES, ORDERED), "adnd": Judge(adnd.Scene, adnd.MOVES, adnd.ORDERED)}
"""By the rulebook's id."""

_Listener = tuple[str, Callable[[Any, Scene], Iterable[tuple[str, str]]]]


def _listening(claims: list[Registered], about: str | type[Any]) -> tuple[list[_Listener], list[_Listener]]:
    """Those who look before the event, and after it."""
    found: tuple[list[_Listener], list[_Listener]] = ([], [])
    for claimed in claims:
        if not claimed.about or about in claimed.about:
            found[claimed.after].append((claimed.invariant, claimed.claim))
    return found


def audit(reading: Reading) -> list[Finding]:
    """
    Every breach of a rule in a log, in the order of events. An unfinished log is judged as far as it goes.

    An event that cannot even be understood (a creature that there is not, a cause that is no earlier event) is a
    finding, and the last.

    :raises Damaged: when the header describes no fight.
    """
    findings = list(chain.chain_holds(reading))
    events = reading.events
    judge = JUDGES[reading.header.ruleset]
    with taken_at_its_word("the header describes no fight that could begin"):
        scene = judge.scene(reading.header, events)
    moves, ordered = judge.moves, judge.ordered
    claims: dict[type[Any], list[Registered]] = {}
    for claimed in CLAIMS:
        if reading.header.ruleset not in claimed.books:
            continue
        for kind in claimed.kinds:
            claims.setdefault(kind, []).append(claimed)
    listeners: dict[tuple[type[Any], str | type[Any]], tuple[list[_Listener], list[_Listener]]] = {}
    roots = scene.roots
    for seq, event in enumerate(events):
        kind = type(event)
        scene.seq = seq
        because = event.because
        about = kind, type(event.order) if kind in ordered else getattr(event, "condition", "")
        if about not in listeners:
            listeners[about] = _listening(claims.get(kind, []), about[1])
        before, after = listeners[about]
        if not -1 <= because < seq:
            what = f"the cause of event {seq} is event {because}, and it ought to be an earlier one, or -1"
            findings.append(Finding(seq, "causes-come-first", chain.LOG, what))
            break
        try:
            for name, claim in before:
                for rule, message in claim(event, scene):
                    findings.append(Finding(seq, name, rule, message))
            move = moves.get(kind)
            if move is not None:
                move(event, scene)
            for name, claim in after:
                for rule, message in claim(event, scene):
                    findings.append(Finding(seq, name, rule, message))
        except NONSENSE as error:
            what = f"{kind.__name__} cannot be understood where it stands: {type(error).__name__} {str(error)[:200]}"
            findings.append(Finding(seq, "events-make-sense", chain.LOG, what))
            break
        if kind is Answered or kind in ordered:
            roots.append(seq)
        else:
            roots.append(roots[because] if 0 <= because < seq else -1)
    return findings
