"""
The protocol of a rulebook, and the means by which its modules declare their rules.

A module states a rule as a *row* (a plain modifier with a condition), over a short function (``modifier``,
``constraint``, ``procedure``), or cites its id in the event of a procedure's step. Nothing outside a rulebook knows
which one is open.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

from sim.dice.odds import Chance, Distribution
from sim.events.orders import Attack, BullRush, Charge, FullAttack, Order
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Menu, Table


class Call(NamedTuple):
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


class Strike(NamedTuple):
    """What to expect of one attack: the chance that it lands, and the damage that it does, none included."""

    hit: Chance
    harm: Distribution


class Odds(Protocol):
    """
    Estimates for those who choose.

    The battle given is an imagined one (a fork, in which foes may stand as they look) and may be changed. Hit points
    are in hundredths.
    """

    def strikes(self, battle: Battle, who: str, order: Attack | FullAttack | Charge) -> tuple[Strike, ...]:
        """The attacks of this order, all at its target."""
        ...

    def success(self, battle: Battle, who: str, order: Attack | Charge | BullRush) -> Chance:
        """The chance that a special attack comes off."""
        ...

    def exposure(self, battle: Battle, who: str, act: str) -> int:
        """What attacks that an act (``moving`` or an action's name) provokes may be expected to take."""
        ...

    def threat(self, battle: Battle, foe: str, who: str) -> int:
        """What the best single blow of ``foe`` may be expected to take from ``who``."""
        ...


class Rulebook(Protocol):
    """What encounter, agents and tools ask of a rulebook."""

    id: str
    version: str
    odds: Odds

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


class Rules:
    """The declared procedures and constraints of one rulebook, filled by importing its modules."""

    def __init__(self) -> None:
        self.procedures: dict[type[Any], Procedure] = {}
        self.constraints: dict[type[Any], list[tuple[str, Constraint]]] = {}

    def procedure(self, order: type[Any]) -> Callable[[P], P]:
        """The function carries out orders of this class: ``(me, order, table, because)``."""

        def register(function: P) -> P:
            self.procedures[order] = function
            return function

        return register

    def constraint(self, rule: str, *orders: type[Any]) -> Callable[[C], C]:
        """
        The function tells whether rule ``rule`` forbids such an order: ``(battle, me, order) -> bool``.

        It may give the ids of the rules that forbid instead, when ``rule`` leaves the judgement to others.
        """

        def register(function: C) -> C:
            for order in orders:
                self.constraints.setdefault(order, []).append((rule, function))
            return function

        return register

    def refusal(self, battle: Battle, me: Creature, order: Order) -> tuple[str, ...]:
        """The ids of all rules that forbid the order now."""
        found: list[str] = []
        for rule, forbids in self.constraints.get(type(order), ()):
            verdict = forbids(battle, me, order)
            if verdict:
                found += verdict if isinstance(verdict, tuple) else (rule,)
        return tuple(found)
