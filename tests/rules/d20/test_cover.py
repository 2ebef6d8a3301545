"""Cover."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled
from sim.events.course import Answered
from sim.events.orders import Attack, Move
from sim.grid.figures import Edge
from sim.rules.d20 import aoo, cover
from sim.testing import battlefield, order, square, why_not
from tests.rules.d20.told import every, named, one, part, sheet

ARCHER = sheet("rogue-1", held=("shortbow",), feats=("precise-shot",))
SHOT = Attack("o", "shortbow")


def shot(drawing: str, **more: object) -> AttackRolled:
    """A shot at an orc across this drawing."""
    table = battlefield(drawing, A=ARCHER, o="orc", dice="d20:1", **more)  # type: ignore[arg-type]
    return one(order(table, "A", SHOT), AttackRolled)


def test_behind_cover_one_is_harder_to_hit() -> None:
    """+4 from the other side of it, nothing in the open (d20.cover.ac-bonus, d20.ac-mod.cover)."""
    roll = shot("A . . . .\n. . . # o")
    assert part(roll.ac_parts, "d20.cover.ac-bonus") == 4
    assert "d20.ac-mod.cover" in roll.cites

    assert named(shot("A . . . .\n. . . . o").ac_parts, "cover") == 0


def test_from_afar_one_corner_and_four_lines_decide() -> None:
    """The shooter picks the corner that suits him (d20.cover.determine-ranged, d20.cover.line-through)."""
    roll = shot("A . . . .\n. . . # o")

    assert {"d20.cover.determine-ranged", "d20.cover.line-through"} <= set(roll.cites)


def test_side_by_side_any_wall_between_corners_counts() -> None:
    """Round a corner there is cover, in melee as well (d20.cover.determine-melee)."""
    table = battlefield("A #\n. o", A="fighter-1", o="orc", dice="d20:1")

    roll = one(order(table, "A", Attack("o", "longsword")), AttackRolled)

    assert part(roll.ac_parts, "d20.cover.ac-bonus") == 4
    assert {"d20.cover.determine-melee", "d20.cover.line-through"} <= set(roll.cites)


def test_creatures_give_no_cover_to_a_neighbour() -> None:
    """Only walls do (d20.cover.determine-melee)."""
    table = battlefield("A B\nB o", A="fighter-1", B="fighter-1", o="orc", dice="d20:1")

    assert named(one(order(table, "A", Attack("o", "longsword")), AttackRolled).ac_parts, "cover") == 0


def test_the_large_choose_the_square_that_suits_them() -> None:
    """A wall that covers from one square of the ogre need not cover from another (d20.cover.big-creatures)."""
    free = battlefield("A A # .\nA A o .", A="ogre", o="orc", dice="d20:1")
    assert named(one(order(free, "A", Attack("o", "greatclub")), AttackRolled).ac_parts, "cover") == 0

    behind = battlefield("A A # .\nA A # o\n. . . .", A="ogre", o="orc", dice="d20:1")
    roll = one(order(behind, "A", Attack("o", "greatclub")), AttackRolled)
    assert named(roll.ac_parts, "cover") == 4
    assert "d20.cover.big-creatures" in roll.cites


def test_without_line_of_effect_there_is_no_attack() -> None:
    """Total cover (d20.cover.total, d20.cover.line-of-effect)."""
    wall = battlefield("A . o", A=ARCHER, o="orc", edges=[Edge("a1", "e", "wall")])
    assert why_not(wall, "A", SHOT) == ("d20.cover.total", "d20.cover.line-of-effect")

    beside = battlefield("A o", A="fighter-1", o="orc", edges=[Edge("a1", "e", "wall")])
    assert why_not(beside, "A", Attack("o", "longsword")) == ("d20.cover.total", "d20.cover.line-of-effect")
    assert not why_not(battlefield("A o", A="fighter-1", o="orc"), "A", Attack("o", "longsword"))


def test_a_low_obstacle_covers_who_is_near_it() -> None:
    """Within 30 ft of it (d20.cover.low-obstacle)."""
    roll = shot("A . . . . . . % o\n# # # # # # # # #")
    assert part(roll.ac_parts, "d20.cover.ac-bonus") == 4
    assert "d20.cover.low-obstacle" in roll.cites

    far = shot("A . . . . . . . . % . . . . . . . o\n# # # # # # # # # # # # # # # # # #")
    assert named(far.ac_parts, "cover") == 0


def test_who_is_closer_to_a_low_obstacle_shoots_over_it() -> None:
    """The wall serves its defender (d20.cover.low-obstacle-ignore)."""
    roll = shot("A % . . . o\n# # # # # #")

    assert named(roll.ac_parts, "cover") == 0
    assert "d20.cover.low-obstacle-ignore" in roll.cites


def test_a_low_wall_on_a_border_is_one_too() -> None:
    """It need not fill a square (d20.cover.low-obstacle, d20.cover.low-obstacle-ignore)."""
    near = shot("A . . . . o", edges=[Edge("f1", "w", "low-wall")])
    own = shot("A . . . . o", edges=[Edge("a1", "e", "low-wall")])

    assert "d20.cover.low-obstacle" in near.cites
    assert "d20.cover.low-obstacle-ignore" in own.cites


@pytest.mark.parametrize(("options", "rule"), [({}, "d20.cover.no-aoo"), ({"soft-cover-reach": "no"}, "")])
def test_no_opportunity_against_who_has_cover(options: dict[str, str], rule: str) -> None:
    """Walls and, at reach, creatures (d20.cover.no-aoo, option soft-cover-reach)."""
    wall = battlefield("A #\n. o\n. .", A="fighter-1", o="orc")
    a, o = wall.battle["A"], wall.battle["o"]
    assert aoo.why_no_opportunity(wall.battle, a, o, aoo.MOVING) == "d20.cover.no-aoo"
    assert not every(order(wall, "o", Move(square(wall, "b3"))), Answered)

    table = battlefield("o p A\n. . .", A=sheet("rider-5", shield=None), o="orc", p="orc", options=options)
    a, o = table.battle["A"], table.battle["o"]
    assert aoo.why_no_opportunity(table.battle, a, o, aoo.MOVING) == rule


def test_creatures_between_give_soft_cover() -> None:
    """Friend or foe, to shots and to attacks at reach (d20.cover.soft)."""
    assert part(shot("A . q . o", q="orc").ac_parts, "d20.cover.soft") == 4
    assert part(shot("A . B . o", B="fighter-1").ac_parts, "d20.cover.soft") == 4

    table = battlefield("A p o", A=sheet("rider-5", shield=None), o="orc", p="orc", dice="d20:1")
    assert part(one(order(table, "A", Attack("o", "lance")), AttackRolled).ac_parts, "d20.cover.soft") == 4
    options = {"soft-cover-reach": "no"}
    seen = battlefield("A p o", A=sheet("rider-5", shield=None), o="orc", p="orc", dice="d20:1", options=options)
    assert named(one(order(seen, "A", Attack("o", "lance")), AttackRolled).ac_parts, "cover") == 0


def test_several_covers_are_one() -> None:
    """The wall counts, the friend before it does not (d20.cover.ac-bonus)."""
    roll = shot("A . . q .\n. . . # o", q="orc")

    assert named(roll.ac_parts, "cover") == 4


def test_an_arrow_slit_covers_twice_as_well() -> None:
    """+8 (d20.cover.varying)."""
    roll = shot("A . . . . o", edges=[Edge("f1", "w", "arrow-slit")])

    assert part(roll.ac_parts, "d20.cover.varying") == 8


def test_the_same_lines_serve_both_ways() -> None:
    """Without a wall there is neither cover nor total cover anywhere (d20.cover.line-of-effect)."""
    table = battlefield("A . . .\n. . . o", A="fighter-1", o="orc")
    battle = table.battle

    for one_, other in (("A", "o"), ("o", "A")):
        assert cover.between(battle, battle[one_], battle[other], melee=False).kind == "none"
        assert not cover.total(battle, battle[one_], battle[other])
