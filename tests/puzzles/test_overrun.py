"""
Overrun: a knight in plate fills the corridor, and a wizard stands behind.

A blow at the knight lands with a natural 20 only: 0.7 hit points a turn. The knight is run down at 80 % (Strength +4
and 4 for training against +1; in a charge at 86 %), and a blow at the wizard behind does 11 by the odds: over two
turns 9 against 1.4, for the risk of one dagger (d20.overrun.success-move).
"""

from __future__ import annotations

from sim.events.orders import Attack, FullAttack, Move, Overrun
from sim.grid.bits import squares
from sim.table import Table
from sim.tables.sheet import Sheet
from sim.testing import battlefield, square
from tests.puzzles.people import PLATE, best, somebody
from tests.rules.d20.casters import wizard

RUNNER = somebody("greatsword", strength=18, base_attack=3, hit_points=30, feats=("improved-overrun",))
KNIGHT = somebody("dagger", strength=10, hit_points=40, **{**PLATE, "natural_armor": 10})


def corridor(guard: Sheet | str = KNIGHT, behind: Sheet | str | None = None, walls: str = "#") -> Table:
    """A guard between the runner and somebody; walls on both sides, or none."""
    wall = f"{walls} " * 9
    drawing = f"{wall}\n{walls} A o . w . . . {walls}\n{wall}"
    return battlefield(drawing, A=RUNNER, o=guard, w=behind or wizard("magic missile"))


def test_the_guard_is_run_down_to_get_at_the_wizard() -> None:
    """There is no way round, and no blow that counts here."""
    order = best(corridor())

    assert isinstance(order, Overrun)
    assert (order.target, order.to) == ("o", square(corridor(), "d2"))


def test_where_there_is_a_way_round_it_is_walked() -> None:
    """In the open the runner strikes the wizard in this very turn."""
    table = corridor(walls=".")
    order = best(table)

    assert isinstance(order, Move)
    assert table.battle["w"].square in squares(table.battle.ground.near(order.to, 1))


def test_a_guard_who_falls_to_one_blow_is_struck_down() -> None:
    """A weak guard in no armor: 13 points of damage at 85 % open the corridor for good."""
    guard = somebody("club", hit_points=4)

    assert isinstance(best(corridor(guard)), Attack | FullAttack)


def test_nobody_is_run_down_for_the_sake_of_another_like_it() -> None:
    """Behind the knight stands a second one, no easier to hurt and nobody to be silenced."""
    assert not isinstance(best(corridor(behind=KNIGHT)), Overrun)
