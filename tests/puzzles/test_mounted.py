"""
Mounted combat: a lance, a war-trained horse and open ground.

At the end of the horse's charge the lance does 2d8 + 6 at 90 %, 14 hit points by the odds (d20.mounted.charge-lance);
at the walk it does half as much.
"""

from __future__ import annotations

from sim.events.orders import Attack, FullAttack, Ride
from sim.testing import square
from tests.puzzles.people import best, somebody
from tests.rules.d20.test_mounted import riding

FOE = somebody("longsword", hit_points=40, armor="chainmail")


def test_the_lance_comes_at_a_charge() -> None:
    """Double damage at the end of a straight line."""
    field = ". . . . . . . . . . . .\nH H . . . . . . . . . .\nH H . . . . . . . . o .\n. . . . . . . . . . . ."
    table = riding("", field, o=FOE)
    order = best(table, "R")

    assert isinstance(order, Ride)
    assert (order.mode, order.target, order.weapon) == ("charge", "o", "lance")


def test_in_a_stable_there_is_no_run_up() -> None:
    """Walled in with the foe two squares away, the lance strikes from where it is."""
    table = riding("", "# # # # # #\n# H H . o #\n# H H . . #\n# # # # # #", o=FOE)

    assert isinstance(best(table, "R"), Attack | FullAttack)


def test_too_far_for_a_charge_one_rides_up() -> None:
    """Within two moves there is nobody to charge, so the horse takes one of them."""
    far = "H H" + " ." * 26 + " o\nH H" + " ." * 27
    table = riding("", far, o=FOE)
    order = best(table, "R")

    assert isinstance(order, Ride)
    assert order.mode == "move"
    assert table.battle.ground.distance(order.to, 2, square(table, "ac1"), 1) < 26
