"""The rules of d20, switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from attrs import evolve

from sim.core.tally import Modifier
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled, DamageDealt, SaveRolled
from sim.events.course import Answered, OrderGiven
from sim.events.magic import AbilityUsed, ItemUsed
from sim.events.movement import Moved
from sim.events.turning import TurningRolled
from sim.rules.d20 import action, core, cover, declare, mounted, pass_, ranged, run, threat, turn, turning, wounds
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle
from sim.state.conditions import STAGGERED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon
from tests.switch_off.subject import EASY, Off, Subject, allow, instead

MANIFOLD = (
    OrderGiven,
    Answered,
    Moved,
    AttackRolled,
    DamageDealt,
    ContestRolled,
    SaveRolled,
    CheckRolled,
    ItemUsed,
    AbilityUsed,
    TurningRolled,
)


def ways(rule: str) -> Iterator[tuple[str, Off]]:
    """Its denials, prohibitions and rows of the action tables."""
    if any(row.rule == rule for row in declare._DENIALS):
        yield "its denial is struck", lambda: without_denial(rule)
    if any(entry.rule == rule for entries in declare.RULES.constraints.values() for entry in entries):
        yield "it forbids nothing", lambda: allow(declare.RULES, rule)
    if rule in action.ROWS.values():
        yield "its row of the action tables is empty", lambda: without_row(rule)


def without_denial(rule: str) -> None:
    """The condition costs nobody its Dexterity bonus."""
    declare._DENIALS[:] = [row for row in declare._DENIALS if row.rule != rule]


def without_row(rule: str) -> None:
    """The act provokes nothing, and is never forbidden for its own sake."""
    allow(declare.RULES, rule)
    numbers = action._numbers
    instead(action, "_numbers", lambda _: lambda row: numbers(row) | ({"aoo": "no"} if row == rule else {}))()
    action.provokes.cache_clear()


def unhampered(bound: Callable[[Battle, Creature], tuple[str, ...]]) -> Callable[[Battle, Creature], tuple[str, ...]]:
    """The staggered act as others do."""
    return lambda battle, me: () if me.flags & STAGGERED else bound(battle, me)


def short_reach(me: Creature, weapon: Weapon) -> tuple[int, int]:
    """Every weapon reaches as far as its wielder."""
    return 0, me.sheet.reach // 5


def at_hand(span: Callable[[Creature, Weapon], tuple[int, int]]) -> Callable[[Creature, Weapon], tuple[int, int]]:
    """Nobody reaches farther than to the next square."""
    return lambda me, weapon: (0, 1) if span(me, weapon) == (0, me.sheet.reach // 5) else span(me, weapon)


def tied(opposed: Callable[..., ContestRolled]) -> Callable[..., ContestRolled]:
    """A tie is won by nobody who began it."""
    return lambda *given, **named: _lost(opposed(*given, **named))


def _lost(rolled: ContestRolled) -> ContestRolled:
    return evolve(rolled, won=False) if rolled.total == rolled.other_total or len(rolled.dice) > 2 else rolled


def reversed_(opposed: Callable[..., ContestRolled]) -> Callable[..., ContestRolled]:
    """Who loses an opposed roll has won it."""

    def other(*given: Any, **named: Any) -> ContestRolled:
        rolled = opposed(*given, **named)
        return evolve(rolled, won=not rolled.won)

    return other


def bare_handed(hurt: Callable[..., int]) -> Callable[..., int]:
    """Bare hands do the damage of a club."""

    def other(table: Table, blow: declare.Blow, *given: Any) -> int:
        if blow.weapon.category == "unarmed":
            blow.weapon = msgspec.structs.replace(blow.weapon, damage="1d6")
        return hurt(table, blow, *given)

    return other


def with_lethal_hands(deal: Callable[..., int]) -> Callable[..., int]:
    """Bare hands kill."""

    def other(
        table: Table, target: Creature, me: Creature, weapon: Weapon, points: int, soft: bool, *given: Any
    ) -> int:
        return deal(table, target, me, weapon, points, soft and weapon.category != "unarmed", *given)

    return other


def lances_by_two_hands() -> None:
    """A lance needs both hands in the saddle too."""
    for entries in declare.RULES.constraints.values():
        for at, entry in enumerate(entries):
            if entry.rule == mounted.LANCE_ONE_HAND:
                entries[at] = entry._replace(forbids=lambda battle, me, order: "lance" in order.weapon)


def solid_allies(barred: Callable[..., int]) -> Callable[..., int]:
    """Allies bar the way as enemies do."""
    return lambda battle, me: barred(battle, me) | battle.occupied() & ~battle.footprint(me)


def nobody_passes(barred: Callable[..., int]) -> Callable[..., int]:
    """Enemies bar the way, whatever has become of them."""
    return lambda battle, me: barred(battle, me) | battle.occupied() & battle.enemies_mask(me.side)


def solid_bodies(on_reflex: Callable[..., tuple[Modifier, ...]]) -> Callable[..., tuple[Modifier, ...]]:
    """Creatures help against blasts as walls do."""
    behind = (Modifier(2, "cover", cover.REFLEX),)
    return lambda *given: behind if cover.soft_ignored(*given) else on_reflex(*given)


SILENT = {
    "d20.weapon.draw-ammunition": "what would have to be done instead is in no order",
    "d20.item.other-no-aoo": "nobody is asked, so nothing is left to switch off",
    "d20.item.other-no-concentration": "no check is made, so nothing is left to switch off",
    "d20.ability.supernatural-not-disrupted": "no check is made, so nothing is left to switch off",
    "d20.ability.supernatural-no-concentration": "no check is made, so nothing is left to switch off",
    "d20.mounted.spell.stationary": "no check is made, so nothing is left to switch off",
    "d20.pass.ally-no-cover": "no cover is looked for, so nothing is left to switch off",
}
"""Rules that say what does not happen: the golden fights cite them where it would, and cannot do otherwise."""

_REACH = "a reach of one's own", instead(threat, "span_of_reach", lambda _: short_reach)
_ARMED = "nobody's hands are weapons", instead(threat, "armed_unarmed", lambda _: lambda me: False)
_TABLE = "the table has no such row", instead(turning, "read_table", lambda read: lambda check: (read(check)[0], -99))
BY_HAND: dict[str, tuple[str, Callable[[], None]]] = {
    "d20.aoo.reach-weapon": _REACH,
    "d20.aoo.large-reach-weapon": _REACH,
    "d20.aoo.natural-reach": ("a reach of one square", instead(threat, "span_of_reach", at_hand)),
    "d20.core.touch-ac": (
        "armor counts against touches",
        instead(core, "base_ac", lambda ac: lambda target, denied, touch, zero="": ac(target, denied, False, zero)),
    ),
    "d20.core.opposed-check": ("a tie is lost", instead(core, "opposed", tied)),
    "d20.sunder.check": ("the lower roll wins", instead(core, "opposed", reversed_)),
    "d20.sunder.failure": ("the lower roll wins", instead(core, "opposed", reversed_)),
    "d20.ranged.max-range-projectile": (
        "shots go on for ever",
        instead(ranged, "max_range", lambda most: lambda weapon: (10**6, most(weapon)[1])),
    ),
    "d20.unarmed.armed-makes-aoo": _ARMED,
    "d20.unarmed.armed-no-provoke": _ARMED,
    "d20.unarmed.damage-by-size": ("hands are clubs", instead(core, "hurt", bare_handed)),
    "d20.unarmed.nonlethal": ("hands kill", instead(wounds, "deal", with_lethal_hands)),
    "d20.mounted.lance-one-hand": ("two hands on every lance", lances_by_two_hands),
    "d20.run.distance": ("a run is a walk", instead(run, "multiplier", lambda _: lambda me: (1, run.DISTANCE))),
    "d20.run.heavy-armor": ("a run is a walk", instead(run, "multiplier", lambda _: lambda me: (1, run.DISTANCE))),
    "d20.pass.ally": ("allies bar the way", instead(pass_, "barred", solid_allies)),
    "d20.pass.opponent": ("the helpless bar the way", instead(pass_, "barred", nobody_passes)),
    "d20.nonlethal.staggered-actions": (
        "the staggered have all their actions",
        instead(turn, "restriction", unhampered),
    ),
    "d20.cover.soft-no-reflex": ("bodies help against blasts", instead(cover, "on_reflex", solid_bodies)),
    **dict.fromkeys(("d20.terrain.difficult", "d20.terrain.multiple-doubling", "d20.terrain.obstacle"), EASY),
    **dict.fromkeys(turning.TABLE, _TABLE),
}
"""Rules whose effect and whose citation stand in different places, each with a way of its own to switch it off."""

D20 = Subject(BOOK, MANIFOLD, ways, SILENT, BY_HAND)
