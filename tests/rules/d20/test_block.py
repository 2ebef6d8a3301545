"""A creature's block: the sums that the rulebook prints, made of the parts that rolls have."""

import msgspec
import pytest

from sim.events.orders import Attack
from sim.rules.d20.block import block
from sim.tables import bestiary
from sim.testing import battlefield, order
from tests.tables.test_bestiary import PRINTED_OTHERWISE, printed


@pytest.mark.parametrize("kind", bestiary.kinds())
def test_the_sums_are_the_printed_ones(kind):
    """Armor class, grapple, attacks and damage; three known misprints apart."""
    sums, expect = block(bestiary.creature(kind)), printed(kind)

    assert (sums.armor_class.total, sums.touch.total, sums.flat_footed.total) == (
        expect.armor_class,
        expect.touch,
        expect.flat_footed,
    )
    assert (sums.grapple.total, sums.initiative.total) == (expect.grapple, expect.initiative)
    for name, (bonus, damage) in expect.attacks.items():
        if (kind, name) not in PRINTED_OTHERWISE:
            found = [(strike.attack.total, strike.damage) for strike in sums.strikes if strike.attack.name == name]
            assert (bonus, damage) in found


def test_every_total_is_the_sum_of_its_parts():
    """No number comes from nowhere."""
    for kind in bestiary.kinds():
        found = block(bestiary.creature(kind))
        sums = [found.initiative, found.armor_class, found.touch, found.flat_footed, *found.saves, found.grapple]
        for total in (*sums, *(strike.attack for strike in found.strikes)):
            assert total.total == sum(part.value for part in total.parts)


def test_the_parts_are_those_of_a_roll():
    """An attack in a fight against nobody special has the same."""
    table = battlefield("A o", A="fighter-3", o="orc", dice="d20:2")
    rolled = order(table, "A", Attack("o", "longsword"))[1]
    strike = block(msgspec.structs.replace(bestiary.creature("fighter-3"))).strikes[0]

    assert rolled.parts == strike.attack.parts


def test_what_is_thrown_has_both_bonuses():
    """In melee with Strength, at range with Dexterity."""
    ways = [s.ranged for s in block(bestiary.creature("dwarf-fighter-4")).strikes if s.weapon.name == "throwing axe"]

    assert ways == [False, True]
