"""
The protocol of a rulebook, and the means by which its modules declare their rules.

A module states a rule as a *row* (a plain modifier with a condition), over a short function (``modifier``,
``constraint``, ``procedure``), or cites its id in the event of a procedure's step. Nothing outside a rulebook knows
which one is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from sim.dice.odds import Chance, Distribution
from sim.events.orders import (
    AidAnother,
    Attack,
    BullRush,
    Cast,
    Charge,
    Feint,
    FullAttack,
    Order,
    Overrun,
    Ride,
    Sunder,
    TotalDefense,
    TurnUndead,
    UseAbility,
    UseItem,
)
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Menu, Table


class Call(Struct, frozen=True):
    """``who`` must choose an order now."""

    who: str


class Course(Enum):
    """Nobody chooses: the book goes on by itself (initiative, the next turn)."""

    GO_ON = "go on"


GO_ON = Course.GO_ON


class Cost(NamedTuple):
    """What an order costs (``standard``, ``move``, ``full-round``, ``free``, ``none``, ``attack``), by which rules."""

    kind: str
    cites: tuple[str, ...] = ()


Case = Literal["", "feinted", "braced", "prone"]
"""What a blow may have going for it: its target misled by a feint or on its back, its weapon set against a charge."""


class Strike(NamedTuple):
    """What to expect of one attack: the chance that it lands, and the damage that it does, none included."""

    hit: Chance
    harm: Distribution


class Hope(NamedTuple):
    """
    What magic may do to one creature: damage, healing in hundredths of hit points, and what else, each with its chance
    and size: a condition's name, or a verb and what it is on (``modifier attack``).
    """

    who: str
    strikes: tuple[Strike, ...] = ()
    healing: int = 0
    others: tuple[tuple[str, Chance, int], ...] = ()


class Prospect(NamedTuple):
    """
    What may come of a magical order: the chance that nothing spoils it, the act by which it exposes (empty: none), how
    well its caster concentrates (a wound of so many points leaves 20 + ``nerve`` + 1 less the points of 20 faces), the
    level of the spell, and what it does to each creature.
    """

    chance: Chance
    act: str
    nerve: int
    level: int
    hopes: tuple[Hope, ...]


class Turned(NamedTuple):
    """What an attempt to turn, rebuke or free may do to an undead: the chance that it is reached, and if for good."""

    who: str
    chance: Chance
    utterly: bool


class Odds(Protocol):
    """
    Estimates for those who choose.

    The battle given is an imagined one (a fork, in which foes may stand as they look). A ``case``, Power Attack,
    magic and the way of a charge may change it; every other estimate leaves it as it was. Hit points are in hundredths.
    """

    def ordinary(self, kind: str) -> Any:
        """The sheet of an ordinary creature of this kind. Raises ``BadInput`` for one that there is not."""
        ...

    def strikes(
        self, battle: Battle, who: str, order: Attack | FullAttack | Charge | Ride, case: Case = ""
    ) -> tuple[Strike, ...]:
        """The attacks of this order, all at its target; ``case`` is what would help them."""
        ...

    def success(
        self,
        battle: Battle,
        who: str,
        order: Attack | FullAttack | Charge | BullRush | Overrun | Feint | AidAnother | Sunder,
    ) -> Chance:
        """
        The chance that a special attack, a feint or help comes off; of an overrun, if it is not avoided; of a full
        attack, that any of its attempts does.
        """
        ...

    def strays(self, battle: Battle, who: str, order: Attack | FullAttack) -> tuple[tuple[str, Chance], ...]:
        """Whom a shot at somebody in a melee may go to, each with the chance; empty when it goes to nobody else."""
        ...

    def saved(self, battle: Battle, who: str, order: FullAttack | TotalDefense) -> int:
        """What the parries of such an order may be expected to save of the blows of those who engage it."""
        ...

    def turning(self, battle: Battle, who: str, order: TurnUndead) -> tuple[Turned, ...]:
        """The undead that an attempt may reach, the closest first."""
        ...

    def prospect(self, battle: Battle, who: str, order: Cast | UseItem | UseAbility) -> Prospect | None:
        """What may come of a spell, an item or an ability; ``None`` when there is no such thing to use."""
        ...

    def exposure(self, battle: Battle, who: str, act: str, *, spared: str = "", case: Case = "") -> int:
        """
        What attacks that an act (``moving`` or an action's name) provokes may be expected to take; none by ``spared``.
        """
        ...

    def threat(self, battle: Battle, foe: str, who: str, *, without: str = "") -> int:
        """What the best single blow of ``foe`` may be expected to take from ``who``, if it holds no ``without``."""
        ...

    def received(self, battle: Battle, foe: str, who: str, order: Charge | Ride) -> int:
        """What a weapon of ``foe`` that awaits this charge may be expected to take from whoever runs into it."""
        ...

    def announced(self, battle: Battle, who: str) -> Order | None:
        """What somebody has declared for the round, where that is done before anybody acts."""
        ...

    def earlier(self, battle: Battle, who: str, order: Order, foe: str) -> Chance:
        """The chance that what an order does is done before a foe does its part of this round or of its next turn."""
        ...

    def reach(self, one: Creature) -> int:
        """How many squares away somebody strikes in melee with what he has in hand or by nature; 0 if he cannot."""
        ...

    def hears(self, battle: Battle, who: str, foe: str) -> bool:
        """Does it hear an enemy whom it does not see?"""
        ...


class Roster(Protocol):
    """The creatures that a rulebook knows."""

    def kinds(self) -> tuple[str, ...]:
        """Their ids."""
        ...

    def creature(self, kind: str) -> Any:
        """The sheet of a kind. Raises ``BadInput`` for one that there is not."""
        ...

    def resolve(self, table: dict[str, Any], where: str, kind: str = "") -> Any:
        """A sheet from the figures of a table; ``where`` opens the sentence of an error."""
        ...


class Rulebook(Protocol):
    """What encounter, agents and tools ask of a rulebook."""

    id: str
    version: str
    odds: Odds

    @property
    def roster(self) -> Roster:
        """The creatures that it knows."""
        ...

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The named options of its scenarios, each with its values, the default first."""
        ...

    @property
    def conditions(self) -> tuple[str, ...]:
        """With what a creature of a scenario may start."""
        ...

    def tables_digest(self) -> str:
        """SHA-256 of the rule tables that decide."""
        ...

    def call(self, battle: Battle) -> Call | Course | None:
        """Who must choose next, from the battle alone; ``None`` when the fight is over."""
        ...

    def go_on(self, table: Table) -> None:
        """What nobody chooses: initiative, rounds, turns, what happens at their start, the end."""
        ...

    def heed(self, table: Table, ruling: object, because: int) -> None:
        """What follows by the rules from a ruling of the referee, told as event ``because``."""
        ...

    def offers(self, battle: Battle, who: str) -> Menu:
        """What this creature may be ordered to do now."""
        ...

    def refusal(self, battle: Battle, who: str, order: Order) -> tuple[str, ...]:
        """The ids of the rules that forbid this order now; empty when it is allowed."""
        ...

    def cost(self, battle: Battle, who: str, order: Order) -> Cost:
        """What the order costs."""
        ...

    def resolve(self, table: Table, who: str, order: Order, because: int) -> None:
        """Carry an order out."""
        ...


P = TypeVar("P", bound=Callable[..., None])
C = TypeVar("C", bound=Callable[..., "bool | tuple[str, ...]"])

Procedure = Callable[[Creature, Any, Table, int], None]
Constraint = Callable[[Battle, Creature, Any], "bool | tuple[str, ...]"]


class Constrained(NamedTuple):
    """A constraint: its rule, whom and which orders it concerns at all, and the judgement."""

    rule: str
    flags: int
    asks: str
    whose: Callable[[Creature], object] | None
    forbids: Constraint


class Rules:
    """The declared procedures and constraints of one rulebook, filled by importing its modules."""

    def __init__(self) -> None:
        self.procedures: dict[type[Any], Procedure] = {}
        self.constraints: dict[type[Any], list[Constrained]] = {}

    def procedure(self, order: type[Any]) -> Callable[[P], P]:
        """The function carries out orders of this class: ``(me, order, table, because)``."""

        def register(function: P) -> P:
            self.procedures[order] = function
            return function

        return register

    def constraint(
        self,
        rule: str,
        *orders: type[Any],
        flags: int = 0,
        asks: str = "",
        whose: Callable[[Creature], object] | None = None,
    ) -> Callable[[C], C]:
        """
        The function tells whether rule ``rule`` forbids such an order: ``(battle, me, order) -> bool``.

        It may give the ids of the rules that forbid instead, when ``rule`` leaves the judgement to others. ``flags``:
        it is asked only of those who have one of these conditions; ``asks``: only of orders that fill in this field;
        ``whose``: only of those whose sheet and weapons are such.
        """

        def register(function: C) -> C:
            for order in orders:
                self.constraints.setdefault(order, []).append(Constrained(rule, flags, asks, whose, function))
            return function

        return register

    def refusal(self, battle: Battle, me: Creature, order: Order) -> tuple[str, ...]:
        """The ids of all rules that forbid the order now."""
        key = self, type(order), me.flags
        bearing: Bearing | None = me.cache.get(key)  # type: ignore[assignment]
        if bearing is None:
            bearing = me.cache[key] = self._which_bear(type(order), me)
        found: tuple[str, ...] = ()
        for rule, asks, forbids in bearing:
            if (not asks or getattr(order, asks)) and (verdict := forbids(battle, me, order)):
                found += verdict if isinstance(verdict, tuple) else (rule,)
        return found

    def _which_bear(self, order: type[Any], me: Creature) -> Bearing:
        """
        The constraints of such an order that concern this creature in its conditions: rule, field asked for, judgement.

        Plain tuples: they unpack three times as fast as named ones.
        """
        declared = self.constraints.get(order, ())
        return tuple(
            [
                (c.rule, c.asks, c.forbids)
                for c in declared
                if (not c.flags or c.flags & me.flags) and (c.whose is None or c.whose(me))
            ]
        )


Bearing = tuple[tuple[str, str, Constraint], ...]
