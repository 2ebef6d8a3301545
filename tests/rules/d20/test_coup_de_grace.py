"""The coup de grace."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.attacks import BlowDelivered, DamageDealt, SaveRolled
from sim.events.orders import Attack, CoupDeGrace
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.sheet import Reduction, Sheet
from sim.testing import battlefield, cited, condition, order, spent, why_not

SWORD = CoupDeGrace("o", "longsword")
TOUGH = replace(creature("hobgoblin"), hit_points=60)


def asleep(
    dice: str = "",
    a: str | Sheet = "fighter-1",
    o: str | Sheet = TOUGH,
    drawing: str = "A o . .",
    options: dict[str, str] | None = None,
) -> Table:
    """Somebody beside a sleeping enemy."""
    table = battlefield(drawing, A=a, o=o, dice=dice, options=options)
    condition(table, "o", "asleep")
    return table


def test_only_against_the_helpless_in_reach() -> None:
    """Who is awake, or out of reach of the weapon, gets no coup de grace (d20.coup-de-grace.cost)."""
    awake = battlefield("A o", A="fighter-1", o="hobgoblin")

    assert why_not(awake, "A", SWORD) == ("d20.coup-de-grace.cost",)
    assert why_not(asleep(drawing="A . o"), "A", SWORD) == ("d20.coup-de-grace.cost",)
    assert why_not(asleep(), "A", SWORD) == ()


def test_not_in_the_middle_of_a_grapple() -> None:
    """Whoever grapples has no leisure for it (d20.coup-de-grace.cost)."""
    table = asleep()
    condition(table, "A", "grappling")

    assert "d20.coup-de-grace.cost" in why_not(table, "A", SWORD)


def test_it_hits_and_is_critical_without_a_roll() -> None:
    """Two dice of eight and twice the Strength, and no attack roll (d20.coup-de-grace.auto-critical)."""
    table = asleep("d8:5 d8:6 d20:20")

    events = order(table, "A", SWORD)

    assert type(events[1]) is BlowDelivered
    assert {"d20.coup-de-grace.cost", "d20.coup-de-grace.auto-critical"} <= set(events[1].cites)
    (damage,) = [event for event in events if type(event) is DamageDealt]
    assert damage.amount == 5 + 6 + 2 * 2
    spent(table)


@pytest.mark.parametrize(("die", "dies"), [(19, True), (20, False)])
def test_who_survives_saves_or_dies(die: int, dies: bool) -> None:
    """Fortitude against 10 and the damage (d20.coup-de-grace.fort)."""
    table = asleep(f"d8:5 d8:6 d20:{die}")

    events = order(table, "A", SWORD)

    (save,) = [event for event in events if type(event) is SaveRolled]
    assert (save.save, save.dc) == ("fortitude", 25)
    assert "d20.coup-de-grace.fort" in save.cites
    assert table.battle["o"].has("dead") is dies


def test_who_is_killed_outright_rolls_nothing() -> None:
    """A dead kobold makes no save (d20.coup-de-grace.fort)."""
    table = asleep("d8:8 d8:8", o="kobold")

    events = order(table, "A", SWORD)

    assert not any(type(event) is SaveRolled for event in events)
    assert table.battle["o"].has("dead")


def test_a_blow_that_does_nothing_kills_nobody() -> None:
    """Where damage reduction takes it all, there is nothing to survive."""
    table = asleep("d8:1 d8:1", o=replace(TOUGH, reduction=Reduction(50)))

    events = order(table, "A", SWORD)

    assert not any(type(event) is SaveRolled for event in events)
    spent(table)


def test_a_bow_serves_beside_the_victim() -> None:
    """A bow at arm's length, not from farther off (d20.coup-de-grace.ranged)."""
    bow = CoupDeGrace("o", "composite longbow")

    assert why_not(asleep(a="archer-4"), "A", bow) == ()
    assert why_not(asleep(a="archer-4", drawing="A . o"), "A", bow) == ("d20.coup-de-grace.ranged",)


def test_nothing_else_that_shoots_serves() -> None:
    """A sling kills no sleeper (d20.coup-de-grace.ranged)."""
    slinger = replace(creature("kobold"), held=("sling",))

    assert why_not(asleep(a=slinger), "A", CoupDeGrace("o", "sling")) == ("d20.coup-de-grace.ranged",)


def test_the_shot_is_a_critical_hit() -> None:
    """An arrow counts three times; a crossbow must be loaded again after its bolt (d20.coup-de-grace.ranged)."""
    table = asleep("d8:1 d8:1 d8:1 d20:20", a="archer-4")
    order(table, "A", CoupDeGrace("o", "composite longbow"))
    spent(table)

    crossbow = replace(creature("cleric-1"), held=("light crossbow",), shield=None)
    table = asleep("d8:1 d8:1 d20:20", a=crossbow)
    order(table, "A", CoupDeGrace("o", "light crossbow"))
    assert table.battle["A"].unloaded == ("light crossbow",)
    assert why_not(table, "A", CoupDeGrace("o", "light crossbow")) != ()


def test_a_rogue_adds_its_sneak_attack() -> None:
    """One die of six more, once (d20.coup-de-grace.sneak)."""
    table = asleep("d6:2 d6:2 d6:3 d20:20", a="rogue-1")

    events = order(table, "A", CoupDeGrace("o", "rapier"))

    (damage,) = [event for event in events if type(event) is DamageDealt]
    assert damage.amount == 2 + 2 + 2 * 1 + 3
    assert "d20.coup-de-grace.sneak" in damage.cites
    spent(table)


def test_it_exposes_to_those_who_threaten() -> None:
    """A friend of the victim strikes first (d20.coup-de-grace.aoo)."""
    table = battlefield(
        "A o\ne .",
        A="fighter-1",
        o=TOUGH,
        e="hobgoblin",
        dice="d20:20 d20:20 d8:8 d8:8",
        answers=(Attack("A", "longsword"),),
    )
    condition(table, "o", "asleep")

    events = order(table, "A", SWORD)

    assert "d20.coup-de-grace.aoo" in cited(events)
    assert not any(type(event) is BlowDelivered for event in events)
    spent(table)


@pytest.mark.parametrize("kind", ["human-warrior-skeleton", "medium-animated-object", "gray-ooze"])
def test_what_takes_no_critical_hits_cannot_be_finished_off(kind: str) -> None:
    """Neither undead nor constructs nor oozes (d20.coup-de-grace.immune)."""
    assert why_not(asleep(o=kind), "A", SWORD) == ("d20.coup-de-grace.immune",)


@pytest.mark.parametrize(("option", "dies"), [({}, True), ({"nonlethal-coup-de-grace": "raises"}, False)])
def test_by_option_a_fist_only_stuns(option: dict[str, str], dies: bool) -> None:
    """A failed save kills, or by option leaves 10 points of nonlethal damage too many (d20.coup-de-grace.fort)."""
    table = asleep("d3:1 d3:1 d20:1", options=option)

    order(table, "A", CoupDeGrace("o", "unarmed strike"))

    victim = table.battle["o"]
    assert victim.has("dead") is dies
    assert dies or victim.nonlethal == victim.hit_points + 10
    assert dies or victim.has("unconscious")
