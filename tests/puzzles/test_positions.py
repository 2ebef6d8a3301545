"""Each drawn position can be played, its proof is on file, and the proofs of a sample hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from sim.core.errors import BadInput
from sim.events.text import parse, text
from tests.puzzles import proof
from tests.puzzles.position import HERE, Position, position, positions, read
from tests.puzzles.solver import Solver

ALL = pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
SAMPLE = (
    "charge-open-lane",
    "power-attack",
    "reach",
    "stand-up",
    "stay-down",
    "mail-from-behind",
    "yet-to-strike",
    "the-charge",
)


@ALL
def test_a_position_has_a_clear_solution(position: Position) -> None:
    """Its proof lists the menu, and the best orders are better by five in a hundred than all others."""
    proved = proof.load(position)
    solver = Solver(position)
    battle, who = solver.root.battle, position.turn

    assert [text(order, battle.ground) for order in solver.menu()] == list(proved.chances)
    assert proved.best - proved.second >= proof.CLEAR
    assert all(0 <= chance <= 1 for chance in proved.chances.values())
    assert all(solver.book.offers(battle, who).accepts(parse(said, battle, who)) for said in proved.solutions())


def test_luck_seldom_finds_them() -> None:
    """Random play solves at most 15 of 100 puzzles."""
    shares = [proof.by_lot(proof.load(one), Solver(one)) for one in positions()]

    assert sum(shares) / len(shares) <= Fraction(15, 100)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_proof_holds(name: str) -> None:
    """Solved anew, each order is worth what is on file."""
    found = {worth.said: worth.chance for worth in Solver(position(name)).solve()}

    assert found == proof.load(position(name)).chances


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ('{ A = "attack o with broad sword" }', "declared: A cannot attack o with broad sword"),
        ('{ x = "end" }', "'x' declares or acts, and is no figure: choose one of A, o"),
    ],
)
def test_what_nobody_may_declare_is_refused(tmp_path: Path, declared: str, told: str) -> None:
    """In a sentence that names it."""
    drawn = (HERE / "adnd" / "one-step.toml").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "adnd" / "drawn.toml"
    path.parent.mkdir()
    path.write_text("\n".join(f"declared = {declared}" if "declared = " in line else line for line in drawn))

    with pytest.raises(BadInput, match=told):
        read(path).table()
