"""Fighting defensively."""

from __future__ import annotations

from sim.events.attacks import AttackRolled
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, FullAttack, Move
from sim.testing import battlefield, order, square, turn, why_not
from tests.rules.d20.told import one, part, sheet

STANDARD = "d20.fighting-defensively.standard"
FULL = "d20.fighting-defensively.full-attack"


def test_minus_four_to_hit_and_two_more_to_be_hit() -> None:
    """Until the start of the next turn, opportunities included (d20.fighting-defensively.standard)."""
    table = battlefield(
        "A o\n. .\n. .", A="fighter-1", o="orc", dice="d20:2 d20:2 d20:2", answers=[Attack("o", "longsword")]
    )

    mine = one(order(table, "A", Attack("o", "longsword", defensive=True)), AttackRolled)
    its = one(order(table, "o", Attack("A", "falchion")), AttackRolled)
    reaction = one(order(table, "o", Move(square(table, "b3"))), AttackRolled)

    assert part(mine.parts, STANDARD) == part(reaction.parts, STANDARD) == -4
    assert part(its.ac_parts, STANDARD) == 2
    assert [modifier.type for modifier in its.ac_parts if modifier.rule == STANDARD] == ["dodge"]


def test_it_ends_with_the_next_turn() -> None:
    """One round and no longer (d20.fighting-defensively.standard)."""
    table = battlefield("A o", A="fighter-1", o="orc", dice="d20:2")
    order(table, "A", Attack("o", "longsword", defensive=True))

    turn(table, "A")

    assert [timer.turns for timer in table.battle.timers] == [0]


def test_it_is_declared_before_the_first_roll() -> None:
    """Not for the second attack of a full attack (d20.fighting-defensively.standard)."""
    table = battlefield("A o", A="fighter-8", o="ogre", dice="d20:1")
    order(table, "A", FullAttack("o", "longsword"))

    assert STANDARD in why_not(table, "A", Attack("o", "longsword", defensive=True))
    assert not why_not(table, "A", Attack("o", "longsword"))


def test_five_ranks_of_tumble_make_it_three() -> None:
    """The nimble gain more (d20.fighting-defensively.tumble-ranks)."""
    table = battlefield("A o", A="rogue-6", o="orc", dice="d20:2 d20:2")
    order(table, "A", Attack("o", "rapier", defensive=True))

    roll = one(order(table, "o", Attack("A", "falchion")), AttackRolled)

    assert part(roll.ac_parts, "d20.fighting-defensively.tumble-ranks") == 3
    assert part(roll.ac_parts, STANDARD) == 0


def test_it_goes_with_a_full_attack() -> None:
    """All attacks of the round are at -4 (d20.fighting-defensively.full-attack)."""
    table = battlefield("A o", A=sheet("fighter-8", strength=10), o="ogre", dice="d20:2 d20:2")

    first = order(table, "A", FullAttack("o", "longsword", defensive=True))
    second = order(table, "A", Attack("o", "longsword"))

    assert one(first, ConditionBegan).cites == (FULL,)
    assert [part(one(events, AttackRolled).parts, STANDARD) for events in (first, second)] == [-4, -4]
