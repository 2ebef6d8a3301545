"""
How modules of this rulebook declare their rules: modifiers, constraints, procedures, and what happens at the turning
points of a round.

A *blow* is one attack roll in the making. A modifier function is called only when the blow's situation has its ``when``
bits, and gives one ``Modifier`` or ``None``. On attack rolls and damage a positive value is a bonus; on Armor Class and
initiative the value is added to the figure, of which the lower is the better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, fighter_of
from sim.events.orders import Order
from sim.grid.facing import Arc, arc
from sim.rules.book import Cost, Rules
from sim.state.adnd import Fighter
from sim.state.battle import Battle
from sim.state.conditions import FOULED, PINNING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES, Missile, Sheet, Weapon

RULES = Rules()
procedure = RULES.procedure
constraint = RULES.constraint

MELEE: Final = 1
MISSILE: Final = 2
"""Shot from a launcher."""
HURLED: Final = 4
CHARGING: Final = 8
FREE: Final = 16
"""A free attack, outside the order of the round."""
FLANK: Final = 32
REAR: Final = 64
SECOND: Final = 128
"""With the weapon, shield or fist of the other hand, besides the main weapon."""
TWO_WEAPONS: Final = 256
"""In a round in which both hands strike."""
CALLED: Final = 512
"""A called shot of any kind."""
UNARMED: Final = 1024
NATURAL: Final = 2048
MANOEUVRE: Final = 4096
"""Anything but a plain strike."""
TWO_HANDED: Final = 8192
"""A weapon used in both hands."""
MOUNTED: Final = 16384
"""The attacker rides."""
AT_RIDER: Final = 32768
"""The target rides."""
PARRYING: Final = 65536
"""The roll of a parry, not of an attack."""
SHIELD: Final = 131072
"""With the shield: a punch, a rush, a shield's parry."""
CALLED_SHOTS: Final = frozenset(
    {"called", "disarm", "expert-disarm", "initials", "clothing", "pin", "hostage", "grab", "grab-object"}
)
"""What a called shot may be for."""
RANGED: Final = MISSILE | HURLED
"""Never asked for as a ``when``: a blow has one bit of the two."""


class Blow:
    """
    One attack roll in the making. ``bits`` is its situation, ``how`` what it is for, ``distance`` in squares (diagonals
    as one), ``arc`` the side of the target from which it comes. ``cites`` collects rules that count without a number.
    ``extra`` are modifiers that the occasion alone gives. ``following`` names the weapons of the blows that come in the
    same go after this one; ``flown``: what was hurled has come to lie where a fumble sent it.
    ``damage_multiplier`` multiplies the weapon's dice, ``missile`` is what a launcher has shot in it. ``object`` is the
    thing or part of the target at which it is aimed; a strike with bare hands is a punch; a parry is ``against`` the
    blow that it is to stop; ``parries`` are those announced against it, by whom and with what; so are ``blocks``.
    """

    __slots__ = (
        "against",
        "arc",
        "attacker",
        "battle",
        "bits",
        "blocks",
        "cites",
        "damage_multiplier",
        "distance",
        "extra",
        "flown",
        "following",
        "how",
        "missile",
        "object",
        "parries",
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
        how: str = "strike",
        *,
        object: str = "",
        against: Blow | None = None,
    ) -> None:
        self.battle = battle
        self.object = object
        self.against = against
        self.parries: list[Blow] = []
        self.blocks: list[Blow] = []
        self.attacker = attacker
        self.target = target
        self.weapon = weapon
        self.how = how = "punch" if how == "strike" and weapon.category == "unarmed" else how
        self.cites: list[str] = []
        self.damage_multiplier = 1
        self.missile: Missile | None = None
        self.extra: list[Modifier] = []
        self.following: list[str] = []
        self.flown = False
        self.distance = gap(battle, attacker, target)
        self.arc: Arc = arc(battle.ground, target.square, target.facing, attacker.square, target.span, attacker.span)
        if self.arc == "flank":
            bits |= FLANK
        elif self.arc == "rear":
            bits |= REAR
        if how != "strike":
            bits |= MANOEUVRE | (CALLED if how in CALLED_SHOTS else 0)
        if weapon.category == "natural":
            bits |= NATURAL
        elif weapon.category == "unarmed":
            bits |= UNARMED
        if attacker.mount:
            bits |= MOUNTED
        if target.mount:
            bits |= AT_RIDER
        if bits & MELEE and in_two_hands(attacker, weapon):
            bits |= TWO_HANDED
        self.bits = bits

    @property
    def ranged(self) -> bool:
        """Is it shot or hurled?"""
        return self.bits & RANGED != 0


def sheet_of(creature: Creature) -> Sheet:
    """The figures of a combatant of this rulebook."""
    return cast(Sheet, creature.sheet)


def arm_of(creature: Creature, name: str) -> Weapon:
    """A weapon of its own."""
    return cast(Weapon, creature.weapons[name])


def usable(me: Creature, name: str) -> bool:
    """
    Can it strike with this weapon of its own: is that neither stuck nor fouled, nor dangling from the hand, nor in a
    wall to which it pins somebody?
    """
    return not (me.flags & (FOULED | PINNING) and (me.has("fouled", name) or me.has("pinning", name)))


def state_of(battle: Battle, creature: Creature) -> Fighter:
    """What it has declared and has left of the round."""
    return fighter_of(battle, creature.id)


def gap(battle: Battle, one: Creature, other: Creature) -> int:
    """
    Squares between two combatants, diagonals as one: 1 when they are adjacent, 0 when they share a square
    (adnd.melee.reach.weapon counts so).
    """
    stride = battle.ground.stride
    y, x = divmod(one.square, stride)
    other_y, other_x = divmod(other.square, stride)
    across = max(other_x - x - one.span + 1, x - other_x - other.span + 1, 0)
    down = max(other_y - y - one.span + 1, y - other_y - other.span + 1, 0)
    return max(across, down, above(one, other)) if one.altitude != other.altitude else max(across, down)


def above(one: Creature, other: Creature) -> int:
    """Squares between the heights of two combatants, 1 when one is right above the other (adnd.mounted.flight)."""
    low, high = sorted((one, other), key=lambda creature: creature.altitude)
    return max(high.altitude - low.altitude - sheet_of(low).height + 1, 0)


def in_two_hands(me: Creature, weapon: Weapon) -> bool:
    """Does it use this weapon in both hands: one that needs them, or one that allows it, and was taken so?"""
    return hands_for(me, weapon) == 2 or (me.held == (weapon.name,) and me.has("two-handed-grip", weapon.name))


def hands_for(me: Creature, weapon: Weapon) -> int:
    """How many hands it needs for a weapon."""
    return hands_of_size(sheet_of(me).size, weapon)


def hands_of_size(size: str, weapon: Weapon) -> int:
    """
    How many hands a weapon takes. Those of the table are a man's: whoever is smaller takes in two what is made
    for one and a size too big (adnd.style.two-handed.oversize-weapon); 3 for what is too big altogether.
    """
    if weapon.category in ("natural", "unarmed"):
        return 1
    rank = SIZES.index(size)
    if rank >= SIZES.index("medium"):
        return weapon.hands
    return weapon.hands + max(0, SIZES.index(weapon.size) - rank)


ModifierFunction = Callable[[Blow], "Modifier | None"]
InitiativeFunction = Callable[[Battle, Creature, Order], "Modifier | None"]
Manoeuvre = Callable[[Table, Creature, Any, int], None]
Riding = Callable[[Table, Blow, AttackMade, int], None]
RoundHook = Callable[[Table, int], None]
Offered = Callable[[Battle, Creature], Iterator[Order]]
Priced = Callable[[Battle, Creature, Any], "Cost | None"]
Wavering = Callable[[Battle, Creature], "Modifier | None"]
Compelling = Callable[[Table, Creature], "tuple[Order, tuple[str, ...]] | None"]


class _Functions:
    """Modifier functions of one total, each with the bits for which it is called."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, ModifierFunction]] = []
        self.of = lru_cache(maxsize=4096)(self._of)

    def _of(self, bits: int) -> tuple[ModifierFunction, ...]:
        return tuple([function for when, function in self.entries if when & bits == when])

    def __call__(self, when: int = 0) -> Callable[[ModifierFunction], ModifierFunction]:
        def register(function: ModifierFunction) -> ModifierFunction:
            self.entries.append((when, function))
            return function

        return register


on_attack = _Functions()
"""``@on_attack(when)``: a bonus (positive) or penalty on the attack roll."""
on_ac = _Functions()
"""``@on_ac(when)``: added to the target's Armor Class; negative improves it."""
on_damage = _Functions()
"""``@on_damage(when)``: added to the damage of a hit, after the dice were multiplied."""
_INITIATIVE: list[InitiativeFunction] = []


def on_initiative(function: InitiativeFunction) -> InitiativeFunction:
    """Added to the initiative of whoever has declared this order: negative is earlier."""
    _INITIATIVE.append(function)
    return function


def initiative_functions() -> tuple[InitiativeFunction, ...]:
    return tuple(_INITIATIVE)


MANOEUVRES: dict[str, Manoeuvre] = {}
"""What an ``Attack`` of each ``how`` does: ``(table, me, order, because)``."""


def manoeuvre(how: str) -> Callable[[Manoeuvre], Manoeuvre]:
    """The function carries out attacks of this ``how``."""

    def register(function: Manoeuvre) -> Manoeuvre:
        MANOEUVRES[how] = function
        return function

    return register


MORALE: list[Wavering] = []


def on_morale(function: Wavering) -> Wavering:
    """Added to a combatant's morale rating."""
    MORALE.append(function)
    return function


COMPELLED: list[tuple[int, Compelling]] = []
"""Whoever has one of these conditions is not asked for its action of the round: the function gives it."""


def compels(flags: int) -> Callable[[Compelling], Compelling]:
    """
    The function gives the order of whoever has one of these conditions, with the rules that leave no other: ``(table,
    me)``; or ``None`` when it has told why there is none.
    """

    def register(function: Compelling) -> Compelling:
        COMPELLED.append((flags, function))
        return function

    return register


def compelled(me: Creature) -> bool:
    """Is it not asked for its action of the round?"""
    return any(me.flags & flags for flags, _ in COMPELLED)


AFTER_HIT: list[Riding] = []
"""Called after the damage of a plain hit: ``(table, blow, roll, seq)``."""
AFTER_ROLL: list[Riding] = []
"""Called after an attack roll and all that it brought: a natural 1 has its consequences here."""
BEFORE_ROLL: list[Callable[[Table, Blow, int], bool]] = []
"""Called before an attack roll against somebody: True when the blow comes to nothing (a block, a defensive disarm)."""
ON_WOULD_HIT: list[Callable[[Table, Blow, AttackMade, int], bool]] = []
"""Called when a roll would hit: True when it is stopped after all (a parry)."""
AT_ACTIVATION: list[Callable[[Table, Creature], None]] = []
"""Called when somebody's moment in a pass has come, before it acts."""
AT_ROUND_START: list[RoundHook] = []
BEFORE_INITIATIVE: list[RoundHook] = []
AT_ROUND_END: list[RoundHook] = []
AT_OPENING: list[RoundHook] = []
"""Before the first round: surprise, ready missiles. Called in the order of the list."""
AFTER_FELLED: list[Callable[[Table, Creature, int], None]] = []
"""Called when a combatant has gone down."""


def after_hit(function: Riding) -> Riding:
    AFTER_HIT.append(function)
    return function


def after_roll(function: Riding) -> Riding:
    AFTER_ROLL.append(function)
    return function


def at_round_start(function: RoundHook) -> RoundHook:
    """Called when a round has begun, before declarations."""
    AT_ROUND_START.append(function)
    return function


def before_initiative(function: RoundHook) -> RoundHook:
    """Called when everything is declared, before initiative is rolled."""
    BEFORE_INITIATIVE.append(function)
    return function


def at_round_end(function: RoundHook) -> RoundHook:
    """Called when all passes are over."""
    AT_ROUND_END.append(function)
    return function


class Task(NamedTuple):
    """
    What a combatant may spend a round on (``FreeSelf``): is there need of it, and what comes of it; ``quick``: when is
    one attack enough for it?
    """

    needed: Callable[[Battle, Creature], bool]
    done: Callable[[Table, Creature, int], None]
    rule: str
    quick: Callable[[Battle, Creature], bool] | None = None


TASKS: dict[str, Task] = {}
"""By ``option`` of the order."""


class Offer(NamedTuple):
    """Orders of one class that may be given at some stages: ``declare``, ``act`` (in an activation), ``free``."""

    kind: type[Any]
    stages: tuple[str, ...]
    candidates: Offered


OFFERS: list[Offer] = []


def offer(kind: type[Any], *stages: str) -> Callable[[Offered], Offered]:
    """The function lists candidates for orders of this class at these stages, in a fixed order; refused ones fall."""

    def register(function: Offered) -> Offered:
        OFFERS.append(Offer(kind, stages, function))
        return function

    return register


COSTS: dict[type[Any], Priced] = {}
"""What an order of some class costs in an activation; ``None``: the ordinary price, an attack of the round."""


def priced(kind: type[Any]) -> Callable[[Priced], Priced]:
    """The function says what an order of this class costs when it is not declared but given in an activation."""

    def register(function: Priced) -> Priced:
        COSTS[kind] = function
        return function

    return register


def settle_order() -> None:
    """Put everything declared into an order that does not depend on which module was imported first."""
    for functions in (on_attack, on_ac, on_damage):
        functions.entries.sort(key=lambda entry: _place(entry[1]))
        functions.of.cache_clear()
    _INITIATIVE.sort(key=_place)
    MORALE.sort(key=_place)
    COMPELLED.sort(key=lambda entry: _place(entry[1]))
    for hooks in (
        AFTER_HIT, AFTER_ROLL, BEFORE_ROLL, ON_WOULD_HIT, AT_ROUND_START, BEFORE_INITIATIVE, AT_ROUND_END, AT_OPENING,
        AFTER_FELLED, AT_ACTIVATION,
    ):  # fmt: skip
        hooks.sort(key=_place)
    OFFERS.sort(key=lambda entry: _place(entry.candidates))
    for constraints in RULES.constraints.values():
        constraints.sort(key=lambda entry: entry.rule)


def _place(function: Callable[..., object]) -> tuple[str, int]:
    return function.__module__, function.__code__.co_firstlineno
