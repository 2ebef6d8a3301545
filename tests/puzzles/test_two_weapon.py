"""
Two weapons: a nimble fighter, trained for it, against no armor to speak of.

Short sword and dagger, both at 80 %, do 8.8 hit points a turn by the odds; the sword alone at 90 % does 6.4
(d20.two-weapon.light-and-feat). Against plate two untrained blows at 5 % do less than one at 20 %.
"""

from __future__ import annotations

from sim.events.orders import Attack, FullAttack
from sim.tables.sheet import Sheet
from sim.testing import battlefield
from tests.puzzles.people import PLATE, best, somebody

HELD = {"weapons": [{"name": "short sword"}, {"name": "dagger"}], "held": ["short sword", "dagger"]}
NIMBLE = {"strength": 16, "dexterity": 18, "base_attack": 4, **HELD}


def fight(foe: Sheet, *feats: str) -> object:
    """What the nimble one does, with these feats."""
    nimble = somebody("short sword", feats=("weapon-finesse", *feats), **NIMBLE)  # type: ignore[arg-type]
    return best(battlefield(". . . .\n. A o .\n. . . .", A=nimble, o=foe))


def test_both_weapons_are_used_on_the_unarmored() -> None:
    """Two blows that land are better than one."""
    order = fight(somebody("club", hit_points=60), "two-weapon-fighting")

    assert isinstance(order, FullAttack)
    assert {order.weapon, order.off_hand} == {"short sword", "dagger"}


def test_one_weapon_is_used_against_plate() -> None:
    """Without the feat, at -4 and -8, both would all but never land."""
    order = fight(somebody("club", hit_points=60, **PLATE))

    assert isinstance(order, Attack)


def test_both_ends_of_a_double_weapon_count() -> None:
    """A staff is two weapons to who is trained for it: 85 % twice for 6.5 and 5 against 95 % for 7.5."""
    trained = somebody("quarterstaff", strength=16, base_attack=4, feats=("two-weapon-fighting",))
    table = battlefield(". . . .\n. A o .\n. . . .", A=trained, o=somebody("club", hit_points=60))
    order = best(table)

    assert isinstance(order, FullAttack)
    assert order.off_hand == "double"
