"""Rest and magic."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.events.aftermath import AbilityHealed
from sim.events.attacks import AbilityDamaged, DamageDealt, Healed
from sim.rules.d20 import ability_damage, healing, nonlethal, wounds
from sim.table import Table
from sim.testing import battlefield, cited
from tests.rules.d20.test_recovery import after, over
from tests.rules.d20.told import every, one


def hurt(points: int, who: str = "ranger-4") -> Table:
    """A wounded creature, when the fight is over."""
    table = battlefield("A . o", A=who, o="orc")
    wounds.lose(table, table.battle["A"], points, -1)
    over(table)
    return table


def test_a_night_is_worth_the_level() -> None:
    """Four hit points for a character of fourth level after eight hours (d20.healing.night)."""
    events = after(hurt(12), 8, "night")

    assert [(healed.hit_points, healed.cites) for healed in every(events, Healed)] == [(4, ("d20.healing.night",))]


def test_a_day_in_bed_is_worth_twice_as_much() -> None:
    """Four by the night and four more by the day (d20.healing.full-day)."""
    events = after(hurt(12), 24, "bed")

    assert [healed.hit_points for healed in every(events, Healed)] == [4, 4]
    assert "d20.healing.full-day" in cited(events)


def test_without_rest_nothing_heals() -> None:
    """A day on the march heals no wound."""
    assert not every(after(hurt(12), 24), Healed)


def test_nobody_heals_more_than_was_lost() -> None:
    """Three points are missing, and three come back (d20.healing.cap)."""
    table = hurt(3)

    healed = one(after(table, 8, "night"), Healed)

    assert healed.hit_points == 3
    assert healed.cites == ("d20.healing.night", "d20.healing.cap")
    assert table.battle["A"].hit_points == table.battle["A"].sheet.hit_points


def test_abilities_heal_a_point_a_night() -> None:
    """Each damaged ability by one (d20.healing.ability)."""
    table = hurt(0)
    for ability in ("strength", "dexterity"):
        table.tell(AbilityDamaged(-1, "A", ability, 3, ()))

    mended = every(after(table, 8, "night"), AbilityHealed)

    assert [(one.ability, one.amount, one.cites) for one in mended] == [
        ("strength", 1, ("d20.healing.ability",)),
        ("dexterity", 1, ("d20.healing.ability",)),
    ]


def test_a_day_of_rest_heals_two() -> None:
    """The second point comes with the rest of the day (d20.healing.ability-rest)."""
    table = hurt(0)
    table.tell(AbilityDamaged(-1, "A", "wisdom", 3, ()))

    events = after(table, 24, "bed")

    assert sum(mended.amount for mended in every(events, AbilityHealed)) == 2
    assert "d20.healing.ability-rest" in cited(events)


def test_strength_comes_back_to_the_limp() -> None:
    """Who lay paralyzed with a Strength of 0 moves again with the first point."""
    table = hurt(0)
    me = table.battle["A"]
    table.tell(AbilityDamaged(-1, "A", "strength", me.sheet.strength or 0, ()))
    ability_damage.settle(table, me, "strength", -1)
    assert me.has("paralyzed")

    after(table, 8, "night")

    assert not me.has("paralyzed")


def test_constitution_brings_hit_points_back() -> None:
    """With the modifier come as many hit points for each hit die."""
    table = hurt(5)
    me = table.battle["A"]
    table.tell(AbilityDamaged(-1, "A", "constitution", 2, ()))
    assert (me.sheet.constitution, ability_damage.full(me)) == (13, me.sheet.hit_points - 4)

    events = after(table, 8, "night")

    assert [(healed.hit_points, healed.cites) for healed in every(events, Healed)][-1] == (
        4,
        ("d20.ability-damage.hit-points",),
    )


def test_bruises_fade_by_the_hour() -> None:
    """A point an hour for each level (d20.nonlethal.healing)."""
    table = hurt(0)
    table.tell(DamageDealt(-1, "A", "o", 10, True, (), "bludgeoning"))

    events = after(table, 3)

    assert [(healed.nonlethal, healed.cites) for healed in every(events, Healed)] == [
        (4, ("d20.nonlethal.healing",)),
        (4, ("d20.nonlethal.healing",)),
        (2, ("d20.nonlethal.healing",)),
    ]


def test_who_was_knocked_out_wakes_when_the_bruises_fade() -> None:
    """Unconscious above, staggered at, well below (d20.nonlethal.healing)."""
    table = hurt(0)
    me = table.battle["A"]
    table.tell(DamageDealt(-1, "A", "o", me.hit_points + 4, True, (), "bludgeoning"))
    nonlethal.settle(table, me, -1)
    assert me.has("unconscious")

    after(table, 1)
    assert me.has("staggered")
    assert not me.has("unconscious")

    after(table, 1)
    assert not me.has("staggered")


def test_magic_takes_bruises_along() -> None:
    """A spell that gives back eight hit points takes away eight nonlethal (d20.nonlethal.magic-healing)."""
    table = hurt(10)
    table.tell(DamageDealt(-1, "A", "o", 9, True, (), "bludgeoning"))

    healing.restore(table, table.battle["A"], 8, -1)

    healed = every(table.log.events, Healed)[-1]
    assert (healed.hit_points, healed.nonlethal) == (8, 8)
    assert healed.cites == ("d20.nonlethal.magic-healing",)


def test_magic_stabilises_the_dying() -> None:
    """A point at -5 is enough to live, and counts as care (d20.dying.healing)."""
    table = hurt(0)
    me = table.battle["A"]
    wounds.lose(table, me, me.hit_points + 5, -1)

    healing.restore(table, me, 1, -1)

    assert me.has("stable")
    assert me.has("tended")
    assert not me.has("dying")
    assert "d20.dying.healing" in cited(table.log.events)


def test_magic_wakes_the_dying() -> None:
    """At 0 it is disabled, above it is well (d20.dying.healing)."""
    table = hurt(0)
    me = table.battle["A"]
    wounds.lose(table, me, me.hit_points + 5, -1)

    healing.restore(table, me, 5, -1)
    assert me.has("disabled")
    assert not me.has("dying")

    healing.restore(table, me, 1, -1)
    assert not me.has("disabled")


@given(lost=st.integers(0, 40), points=st.integers(0, 60))
def test_magic_never_heals_beyond_the_full_number(lost: int, points: int) -> None:
    """Whatever was lost, whatever the spell, the full number is the end (d20.healing.cap)."""
    table = hurt(lost)
    me = table.battle["A"]
    dead = me.has("dead")

    healing.restore(table, me, points, -1)

    assert me.hit_points == (
        me.sheet.hit_points - lost if dead else min(me.sheet.hit_points, me.sheet.hit_points - lost + points)
    )


def test_the_dead_are_beyond_healing() -> None:
    """No spell of these brings them back."""
    table = hurt(60)

    healing.restore(table, table.battle["A"], 50, -1)

    assert not every(table.log.events, Healed)
