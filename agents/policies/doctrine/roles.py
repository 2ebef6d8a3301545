"""
Roles, read from the sheet: what somebody is made for, on what its doctrine leans, and what it has the wits for.

The mindless and beasts are told by their Intelligence, casters by their spells, archers by what they hold, skirmishers
by what they have learned, leaders by who follows them; everybody else is a brute.
"""

from __future__ import annotations

from typing import Literal

from agents.perception import SPEECH
from agents.view import View
from sim.state.creature import Creature

Role = Literal["mindless", "beast", "caster", "archer", "skirmisher", "leader", "brute"]

LIGHT_FEET = frozenset({"mobility", "spring-attack"})
"""Feats of those who fight on the move."""

FOLLOWERS = 2
"""How many lesser friends make a leader."""

LEANS: dict[Role, dict[str, int]] = {
    "beast": {"flank": 120},
    "caster": {"magic": 110, "ward": 50},
    "archer": {"aim": 110, "ward": 50},
    "skirmisher": {"flank": 120, "guile": 115},
    "leader": {"ward": 120},
    "brute": {"charge": 110, "force": 110},
}
"""Percent of its worth at which each role takes a concern, where it is not 100."""

WITS = {"guile": SPEECH, "wait": SPEECH, "hold": SPEECH, "aim": SPEECH, "ward": SPEECH, "undead": SPEECH}
"""Wits that a concern takes, where any will not do: a wolf trips, flanks and runs, and that is all."""


def role(view: View) -> Role:
    """The role of whoever decides."""
    me = view.me
    found = by_sheet(me)
    if found in ("brute", "skirmisher"):
        followers = [friend for friend in view.friends if friend.sheet.worth < me.sheet.worth]
        others = [friend for friend in view.friends if friend.sheet.worth >= me.sheet.worth]
        if getattr(me.sheet, "leader", False) or (len(followers) >= FOLLOWERS and not others):
            return "leader"
    return found


def by_sheet(one: Creature) -> Role:
    """What somebody is by itself; nobody leads by himself."""
    sheet = one.sheet
    if not sheet.mind:
        return "mindless"
    if sheet.mind < SPEECH:
        return "beast"
    if is_frail(one):
        return "caster"
    if any(one.weapons[name].category == "ranged" for name in one.held if name in one.weapons):
        return "archer"
    if sheet.sneak_attack or not LIGHT_FEET.isdisjoint(sheet.feats):
        return "skirmisher"
    return "brute"


def is_frail(one: Creature) -> bool:
    """Does it live by its spells, and fight worse than others?"""
    sheet = one.sheet
    if sheet.caster is None:
        return getattr(sheet, "group", "") == "wizard"
    return 2 * sheet.base_attack <= sheet.worth


def leads(view: View, friend: Creature) -> bool:
    """Is this friend one whom it looks up to: a leader by his sheet, or of twice its worth?"""
    return getattr(friend.sheet, "leader", False) or friend.sheet.worth >= 2 * view.me.sheet.worth
