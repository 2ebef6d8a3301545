"""
Proofs on file: the probability of the end after each order of a position's menu, as the solver found it.

A line of a proof is a probability as a fraction and the order in words, in the order of the menu; ``proofs/`` holds a
file for each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from sim.events.orders import Leave, Order, Surrender
from sim.events.text import parse
from tests.puzzles.position import HERE, Position
from tests.puzzles.solver import Solver, Worth

CLEAR = Fraction(1, 20)
"""By so much at least the best orders are better than all others."""
RELUCTANCE = 10
"""``random`` gives up or leaves one time in so many that it comes up."""


class Proof(NamedTuple):
    """The probability after each order, by its words, in the order of the menu."""

    chances: dict[str, Fraction]

    @property
    def best(self) -> Fraction:
        return max(self.chances.values())

    @property
    def second(self) -> Fraction:
        """The best probability after an order that is not best; 0 if there is none."""
        return max((chance for chance in self.chances.values() if chance < self.best), default=Fraction(0))

    def solutions(self) -> tuple[str, ...]:
        """The best orders."""
        return tuple(said for said, chance in self.chances.items() if chance == self.best)


def path_of(position: Position) -> Path:
    return HERE / "proofs" / f"{position.name}.tsv"


def write(position: Position, found: Iterable[Worth]) -> Proof:
    """Put a proof on file."""
    proof = Proof({worth.said: worth.chance for worth in found})
    path_of(position).parent.mkdir(exist_ok=True)
    lines = [f"{chance}\t{said}\n" for said, chance in proof.chances.items()]
    path_of(position).write_text("".join(lines), encoding="utf-8")
    return proof


def load(position: Position) -> Proof:
    """The proof on file."""
    rows = (line.split("\t", 1) for line in path_of(position).read_text(encoding="utf-8").splitlines())
    return Proof({said: Fraction(chance) for chance, said in rows})


def by_lot(proof: Proof, solver: Solver) -> Fraction:
    """
    The chance that ``random`` gives one of the best orders: any kind of order that is open, then any of that kind, and
    giving up or leaving only one time in ten that it comes up.
    """
    battle, who = solver.root.battle, solver.position.turn
    kinds: dict[type[Order], list[Order]] = {}
    for order in solver.book.offers(battle, who):
        kinds.setdefault(type(order), []).append(order)  # type: ignore[arg-type]
    solutions = {repr(parse(said, battle, who)) for said in proof.solutions()}
    share = {kind: Fraction(sum(repr(order) in solutions for order in some), len(some)) for kind, some in kinds.items()}
    return _drawn(share, tuple(kinds))


def _drawn(share: dict[type[Order], Fraction], kinds: tuple[type[Order], ...]) -> Fraction:
    """The chance that a best order is drawn from these kinds."""
    total = Fraction(0)
    for kind in kinds:
        if kind in (Surrender, Leave):
            rest = tuple(other for other in kinds if other is not kind)
            total += (share[kind] + (RELUCTANCE - 1) * _drawn(share, rest)) / RELUCTANCE
        else:
            total += share[kind]
    return total / len(kinds)


def prove(position: Position) -> Iterator[Worth]:
    """Solve a position anew."""
    return Solver(position).solve()
