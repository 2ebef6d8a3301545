"""
How modules of this rulebook declare their rules: rows, modifiers, constraints, procedures.

A *blow* is one attack in the making; modules add to its attack roll and to the armor class that it meets. A row
applies when all the condition bits that it names are there; a modifier function is called only when the blow's
situation has its ``when`` bits. So an unmet condition costs no call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from sim.core.tally import Modifier
from sim.rules.book import Rules
from sim.state.battle import Battle, Timer
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Sheet, Weapon

RULES = Rules()
procedure = RULES.procedure
constraint = RULES.constraint

MELEE: Final = 1
RANGED: Final = 2
TOUCH: Final = 4
CHARGING: Final = 8
OPPORTUNITY: Final = 16
ADJACENT: Final = 32
IN_GRAPPLE: Final = 64
OFF_HAND: Final = 128
TWO_WEAPONS: Final = 256
UNARMED: Final = 512
RAPID: Final = 1024
AUTOMATIC: Final = 4096
WITH_LETHALITY: Final = 8192
THROWN: Final = 16384
FOR_MOVING: Final = 32768
"""An opportunity attack that movement provoked."""
LATER: Final = 65536
"""At the penalty of an iterative attack."""
UNEVEN: Final = 131072
"""On ground of several heights."""
OBSTRUCTED: Final = 262144
"""Something may stand between: they are not side by side on a map without walls."""


class Blow:
    """
    One attack in the making. ``bits`` is its situation; ``penalty`` that of an iterative attack.

    ``lethality`` is ``lethal`` or ``nonlethal`` when the attacker chose other damage than the weapon's own;
    ``distance`` is in squares; ``denied`` the rule by which the target has no Dexterity bonus against it, once that is
    known; ``astray`` is whom a bull rush may put in the way of an opportunity attack.
    """

    __slots__ = (
        "astray",
        "attacker",
        "battle",
        "bits",
        "cites",
        "denied",
        "distance",
        "lethality",
        "off_hand",
        "penalty",
        "target",
        "weapon",
    )

    def __init__(
        self,
        battle: Battle,
        attacker: Creature,
        target: Creature,
        weapon: Weapon,
        bits: int,
        *,
        penalty: int = 0,
        lethality: str = "",
        off_hand: str = "",
        astray: Creature | None = None,
    ) -> None:
        self.astray = astray
        self.battle = battle
        self.attacker = attacker
        self.target = target
        self.weapon = weapon
        self.penalty = penalty
        self.lethality = lethality
        self.off_hand = off_hand
        self.cites: list[str] = []
        self.denied: str | None = None
        ground = battle.ground
        self.distance = distance = ground.distance(attacker.square, attacker.span, target.square, target.span)
        if distance <= 1:
            bits |= ADJACENT
        if distance > 1 or not bits & MELEE or ground.has_walls:
            bits |= OBSTRUCTED
            if not ground.is_flat:
                bits |= UNEVEN
        if penalty:
            bits |= LATER
        if lethality:
            bits |= WITH_LETHALITY
        if weapon.category == "unarmed":
            bits |= UNARMED
        self.bits = bits


class Row(NamedTuple):
    """A plain modifier of the tables: which conditions ask for it, and what it is worth in melee and at range."""

    rule: str
    flag: int
    melee: int
    ranged: int
    label: str


class SaveRow(NamedTuple):
    """A plain modifier of saving throws; ``only`` names the one save that it concerns, empty: all."""

    rule: str
    flag: int
    value: int
    label: str
    only: str


class Denial(NamedTuple):
    """A condition that costs its bearer the Dexterity bonus to armor class, unless ``unless`` holds for it."""

    rule: str
    flag: int
    unless: Callable[[Creature], bool] | None


Soften = Callable[[Creature, Creature, Weapon, int, bool], tuple[int, bool, tuple[str, ...]]]
"""A rule that changes damage on its way: (target, source, weapon, points, nonlethal) gives points, nonlethal, rules."""

ModifierFunction = Callable[[Blow], "Modifier | None"]

Whose = Callable[[Sheet], object] | None
"""Which sheets something concerns at all; ``None``: all of them."""

_ATTACK_ROWS: list[Row] = []
_AC_ROWS: list[Row] = []
_SAVE_ROWS: list[SaveRow] = []
_DENIALS: list[Denial] = []
_SOFTENERS: list[tuple[Callable[[Sheet], bool], Soften]] = []
_ATTACK: list[tuple[int, int, Whose, ModifierFunction]] = []
_AC: list[tuple[int, int, ModifierFunction]] = []


def attack_row(rule: str, flag: int, melee: int, ranged: int, label: str) -> None:
    """The attacker has the condition ``flag``: so much on its attack rolls."""
    _ATTACK_ROWS.append(Row(rule, flag, melee, ranged, label))


def ac_row(rule: str, flag: int, melee: int, ranged: int, label: str) -> None:
    """The defender has the condition ``flag``: so much on its armor class."""
    _AC_ROWS.append(Row(rule, flag, melee, ranged, label))


def save_row(rule: str, flag: int, value: int, label: str, *, only: str = "") -> None:
    """Whoever has the condition ``flag``: so much on its saving throws, or on those that ``only`` names."""
    _SAVE_ROWS.append(SaveRow(rule, flag, value, label, only))


def denial(rule: str, flag: int, unless: Callable[[Creature], bool] | None = None) -> None:
    """Whoever has the condition ``flag`` loses its Dexterity bonus to armor class (dodge bonuses with it)."""
    _DENIALS.append(Denial(rule, flag, unless))


def on_attack(when: int = 0, flags: int = 0, whose: Whose = None) -> Callable[[ModifierFunction], ModifierFunction]:
    """
    The function modifies attack rolls in situations that have all bits of ``when``.

    ``flags``: only where the attacker has one of these conditions; ``whose``: only where its sheet is such.
    """

    def register(function: ModifierFunction) -> ModifierFunction:
        _ATTACK.append((when, flags, whose, function))
        return function

    return register


def on_ac(when: int = 0, flags: int = 0) -> Callable[[ModifierFunction], ModifierFunction]:
    """
    The function modifies the armor class that a blow of such a situation meets.

    ``flags``: only where the target has one of these conditions.
    """

    def register(function: ModifierFunction) -> ModifierFunction:
        _AC.append((when, flags, function))
        return function

    return register


AfterHit = Callable[[Table, Creature, Creature, Weapon, int, int], None]

_RIDERS: list[tuple[Callable[[Weapon], object] | None, AfterHit]] = []
"""What rides on a hit that did damage: (table, target, source, weapon, damage, because)."""


def rider(weapon: Callable[[Weapon], object] | None = None) -> Callable[[AfterHit], AfterHit]:
    """The function is called after every hit that did damage; with ``weapon``, only by who has weapons of the kind."""

    def register(function: AfterHit) -> AfterHit:
        _RIDERS.append((weapon, function))
        return function

    return register


def riders(source: Creature) -> tuple[AfterHit, ...]:
    """What rides on the hits of this creature."""
    found = source.cache.get("riders")
    if found is None:
        arms = source.weapons.values()
        found = tuple([function for weapon, function in _RIDERS if weapon is None or any(map(weapon, arms))])
        source.cache["riders"] = found
    return found  # type: ignore[return-value]


TurnHook = Callable[[Table, Creature, int], None]

_AT_TURN_START: list[tuple[int, Whose, TurnHook]] = []


def at_turn_start(flags: int = 0, whose: Whose = None) -> Callable[[TurnHook], TurnHook]:
    """
    The function is called when a creature's turn begins, whoever plays it, before anybody chooses.

    ``flags``: only for those who have one of these conditions; ``whose``: only for those of such a sheet. With neither
    it looks for what is pending (see ``turn.pending``), and may not be called as long as nothing is.
    """

    def register(function: TurnHook) -> TurnHook:
        _AT_TURN_START.append((flags, whose, function))
        return function

    return register


class TurnHooks(NamedTuple):
    """
    What may happen to a creature at the start of its turn, each with the conditions (0: any) that it asks for.

    ``flags`` are all the conditions that any of them asks for; ``own``: its sheet brings one along.
    """

    hooks: tuple[tuple[int, TurnHook], ...]
    flags: int
    own: bool


def turn_hooks(me: Creature) -> TurnHooks:
    """What may happen to this creature at the start of its turn."""
    found: TurnHooks | None = me.cache.get("turn hooks")  # type: ignore[assignment]
    if found is None:
        rows = [row for row in _AT_TURN_START if row[1] is None or row[1](me.sheet)]
        flags = 0
        for asked, _, _ in rows:
            flags |= asked
        hooks = tuple([(asked, hook) for asked, _, hook in rows])
        found = me.cache["turn hooks"] = TurnHooks(hooks, flags, any(whose is not None for _, whose, _ in rows))
    return found


ExpiryHook = Callable[[Table, Timer, int], None]

AT_EXPIRY: dict[str, ExpiryHook] = {}
"""What happens when the time of a condition is up, by its name: (table, timer, because)."""


def at_expiry(condition: str) -> Callable[[ExpiryHook], ExpiryHook]:
    """The function is called when the time of this condition is up, after its end."""

    def register(function: ExpiryHook) -> ExpiryHook:
        AT_EXPIRY[condition] = function
        return function

    return register


def softener(whose: Callable[[Sheet], bool]) -> Callable[[Soften], Soften]:
    """The function changes damage on its way to creatures for whose sheet ``whose`` is true."""

    def register(function: Soften) -> Soften:
        _SOFTENERS.append((whose, function))
        return function

    return register


def softeners(target: Creature) -> tuple[Soften, ...]:
    """What changes damage on its way to this creature; nothing for most."""
    found = target.cache.get("softeners")
    if found is None:
        found = tuple(function for whose, function in _SOFTENERS if whose(target.sheet))
        target.cache["softeners"] = found
    return found  # type: ignore[return-value]


def _from_rows(rows: list[Row], flags: int, melee: bool) -> tuple[Modifier, ...]:
    parts = []
    for row in rows:
        value = row.melee if melee else row.ranged
        if value and flags & row.flag:
            parts.append(Modifier(value, row.label, row.rule))
    return tuple(parts)


@lru_cache(maxsize=4096)
def attack_rows(flags: int, melee: bool) -> tuple[Modifier, ...]:
    """What the attacker's conditions do to its attack roll."""
    return _from_rows(_ATTACK_ROWS, flags, melee)


@lru_cache(maxsize=4096)
def ac_rows(flags: int, melee: bool) -> tuple[Modifier, ...]:
    """What the defender's conditions do to its armor class."""
    return _from_rows(_AC_ROWS, flags, melee)


@lru_cache(maxsize=4096)
def save_rows(flags: int, save: str) -> tuple[Modifier, ...]:
    """What a creature's conditions do to one of its saving throws."""
    return tuple(
        Modifier(row.value, row.label, row.rule) for row in _SAVE_ROWS if flags & row.flag and row.only in ("", save)
    )


@lru_cache(maxsize=4096)
def denials(flags: int) -> tuple[Denial, ...]:
    """The conditions among ``flags`` that cost the Dexterity bonus."""
    return tuple(row for row in _DENIALS if flags & row.flag)


def attack_functions(me: Creature, bits: int) -> tuple[ModifierFunction, ...]:
    """The modifier functions for attack rolls of such a situation by this attacker in its conditions."""
    return tuple(
        [
            function
            for when, flags, whose, function in _ATTACK
            if when & bits == when and (not flags or flags & me.flags) and (whose is None or whose(me.sheet))
        ]
    )


@lru_cache(maxsize=4096)
def ac_functions(bits: int, flags: int) -> tuple[ModifierFunction, ...]:
    """The modifier functions for armor class in such a situation of a target of such conditions."""
    return tuple(f for when, asked, f in _AC if when & bits == when and (not asked or asked & flags))


def settle_order() -> None:
    """
    Put everything declared into an order of its own: rows by rule, functions by module and place in it.

    Which module happened to be imported first must not decide how the parts of a total are listed.
    """
    _ATTACK_ROWS.sort(key=lambda row: row.rule)
    _AC_ROWS.sort(key=lambda row: row.rule)
    _SAVE_ROWS.sort(key=lambda row: row.rule)
    _DENIALS.sort(key=lambda row: row.rule)
    _SOFTENERS.sort(key=lambda pair: _place(pair[1]))
    _ATTACK.sort(key=lambda entry: _place(entry[3]))
    _AC.sort(key=lambda entry: _place(entry[2]))
    _RIDERS.sort(key=lambda entry: _place(entry[1]))
    _AT_TURN_START.sort(key=lambda entry: _place(entry[2]))
    for constraints in RULES.constraints.values():
        constraints.sort(key=lambda entry: entry[0])


def _place(function: Callable[..., object]) -> tuple[str, int]:
    return function.__module__, function.__code__.co_firstlineno
