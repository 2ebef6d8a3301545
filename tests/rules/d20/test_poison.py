"""Poison."""

from __future__ import annotations

from sim.events.attacks import AbilityDamaged, SaveRolled
from sim.events.course import RoundBegan
from sim.events.orders import Attack
from sim.rules.d20 import turn
from sim.table import Table
from sim.testing import battlefield, cited, order, spent

INITIAL = "d20.poison.initial"
SECONDARY = "d20.poison.secondary"


def bitten(dice: str, victim: str = "ogre", by: str = "medium-monstrous-spider") -> Table:
    """A spider has bitten."""
    table = battlefield("S o o\n. o o", S=by, o=victim, dice=dice)
    order(table, "S", Attack("o", "bite"))
    return table


def saves(table: Table) -> list[bool]:
    """How the saves went."""
    return [event.success for event in table.log.events if type(event) is SaveRolled]


def wait(table: Table, round: int) -> None:
    """The victim's turn in a later round."""
    table.tell(RoundBegan(-1, round))
    turn.begin(table, table.battle["o"])


def test_a_failed_save_costs_strength_at_once() -> None:
    """An ogre that rolls 2 loses the initial 1d4."""
    table = bitten("d20:18 d6:3 d20:2 d4:3")

    assert table.battle["o"].damage_to == (3, 0, 0, 0, 0, 0)
    assert INITIAL in cited(table.log.events)
    spent(table)


def test_a_good_save_costs_nothing() -> None:
    """An ogre that rolls 15 is as strong as before."""
    table = bitten("d20:18 d6:3 d20:15")

    assert table.battle["o"].damage_to == (0, 0, 0, 0, 0, 0)


def test_the_second_save_comes_a_minute_later() -> None:
    """Whether or not the first succeeded; not before ten rounds are over."""
    table = bitten("d20:18 d6:3 d20:15 d20:3 d4:2")

    wait(table, 10)
    assert saves(table) == [True]
    wait(table, 11)

    assert saves(table) == [True, False]
    assert table.battle["o"].damage_to[0] == 2
    assert not table.battle["o"].has("poisoned")
    assert SECONDARY in cited(table.log.events)
    spent(table)


def test_each_injury_has_a_second_save_of_its_own() -> None:
    """Bitten in rounds 1 and 2, the victim saves in rounds 11 and 12."""
    table = bitten("d20:18 d6:1 d20:19 d20:18 d6:1 d20:19 d20:19 d20:19")
    table.tell(RoundBegan(-1, 2))
    turn.begin(table, table.battle["S"])
    order(table, "S", Attack("o", "bite"))

    wait(table, 11)
    assert len(saves(table)) == 3
    wait(table, 12)

    assert len(saves(table)) == 4
    spent(table)


def test_who_has_no_blood_is_not_poisoned() -> None:
    """A zombie is bitten and that is all (d20.poison.immune)."""
    table = bitten("d20:18 d6:3", victim="ogre-zombie", by="medium-monstrous-spider")

    assert saves(table) == []


def test_immunity_is_cited_where_the_bite_got_through() -> None:
    """An ooze is bitten by a spider (d20.poison.immune)."""
    table = bitten("d20:18 d6:3", victim="gray-ooze")

    assert "d20.poison.immune" in cited(table.log.events)
    assert saves(table) == []


def test_poison_takes_constitution_and_hit_points_with_it() -> None:
    """A viper takes 2 Constitution of an ogre: a point less for each of 4 Hit Dice (d20.ability-damage.hit-points)."""
    table = bitten("d20:18 d4:3 d20:2 d6:2", by="medium-viper")

    assert table.battle["o"].damage_to[2] == 2
    assert table.battle["o"].hit_points == 29 - 2 - 4
    assert [event.ability for event in table.log.events if type(event) is AbilityDamaged] == ["constitution"]
