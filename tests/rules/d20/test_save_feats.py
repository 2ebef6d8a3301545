"""Great Fortitude, Lightning Reflexes, Iron Will."""

from __future__ import annotations

from sim.rules.d20.save import parts
from sim.testing import battlefield

BONUS = "d20.save-feats.bonus"


def test_the_feat_is_a_part_of_its_own() -> None:
    """A troll's Will is 2 base, 2 for Iron Will and -1 for Wisdom (d20.save-feats.bonus)."""
    table = battlefield("T T o\nT T .", T="troll", o="orc")

    found = parts(table.battle["T"], "will")

    assert (2, "iron will", BONUS) in found
    assert sum(part.value for part in found) == 3


def test_it_is_for_one_save() -> None:
    """Iron Will does nothing for the body."""
    table = battlefield("T T o\nT T .", T="troll", o="orc")

    assert BONUS not in [part.rule for part in parts(table.battle["T"], "fortitude")]
