"""Bows and crossbows in the saddle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sim.events.adnd import AttackMade, AttacksSet
from sim.events.adnd_missile import LeftUnloaded
from sim.events.orders import Attack, FullAttack, Move
from sim.events.riding import Mounted
from sim.rules.adnd import style_mounted
from sim.rules.adnd.book import BOOK
from sim.rules.book import Call
from sim.table import Table
from tests.rules.adnd.arena import act, activate, arena, cited, declare, next_round, sheet, square, told, why_not

STEM = "adnd.style.mounted"
FIELD = "\n".join((". " * 34, "A M " + ". " * 30 + "o .", ". " * 34))
BOW = "composite short bow"
ARMS = (*sheet("mounted-archer-6").weapons, *sheet("archer-7").weapons, *sheet("crossbowman-7").weapons)


def rider(held: str = BOW, steps: int = 0, **changes: Any) -> Any:
    """Somebody who is no specialist of his bow, on a horse trained for war."""
    figures: dict[str, Any] = {
        "styles": {"mounted": steps}, "held": (held,), "weapons": ARMS, "tiers": {}, "player": True,
        "proficient": tuple(weapon.art for weapon in ARMS),
    }  # fmt: skip
    return sheet("mounted-archer-6", **{**figures, **changes})


def field(dice: str = "", held: str = BOW, steps: int = 0, mount: str = "light-war-horse", **changes: Any) -> Table:
    """A on M, which moves 24 squares; o is 30 squares away."""
    table = arena(FIELD, A=rider(held, steps, **changes), M=mount, o=sheet("orc", player=True), dice=dice)
    table.tell(Mounted(-1, "A", "M", ()))
    return table


def shoot(table: Table, weapon: str = BOW) -> AttackMade:
    (roll,) = told(act(table, "A", Attack("o", weapon)), AttackMade)
    assert isinstance(roll, AttackMade)
    return roll


def ride(table: Table, squares: int) -> tuple[object, ...]:
    """So many squares eastwards; the events."""
    order = Move(square(table, "b2") + squares)
    declare(table, "A", order)
    return act(table, "A", order)


def standing(table: Table, weapon: str = BOW) -> AttackMade:
    declare(table, "A", FullAttack("o", weapon))
    return shoot(table, weapon)


def test_it_is_shooting_from_the_saddle() -> None:
    """With a bow or crossbow, for those who know it (adnd.style.mounted.definition, adnd.style.familiarity)."""
    assert f"{STEM}.definition" in standing(field("d20:3")).cites
    ignorant = field(styles={})
    assert why_not(ignorant, "A", FullAttack("o", BOW)) == ("adnd.style.familiarity",)
    assert not why_not(field(), "A", FullAttack("o", BOW))


def test_it_takes_the_riding_proficiency() -> None:
    """For that kind of mount (adnd.style.mounted.riding-proficiency)."""
    rule = f"{STEM}.riding-proficiency"

    assert why_not(field(riding=()), "A", FullAttack("o", BOW)) == (rule,)
    assert why_not(field(riding=("wyvern",)), "A", FullAttack("o", BOW)) == (rule,)
    assert not why_not(field(riding=("horse",)), "A", FullAttack("o", BOW))


def test_on_a_mount_that_stands_one_shoots_as_on_foot() -> None:
    """
    With a short bow or a light crossbow (adnd.style.mounted.stationary.normal-weapons,
    adnd.style.mounted.speed.stationary).
    """
    for weapon in (BOW, "light crossbow"):
        roll = standing(field("d20:3", weapon), weapon)
        assert {f"{STEM}.stationary.normal-weapons", f"{STEM}.speed.stationary"} <= set(roll.cites)
        assert not [part for part in roll.parts if part.rule.startswith(STEM)]


@pytest.mark.parametrize(("tier", "may"), [(None, False), ("expert", False), ("specialist", True), ("master", True)])
def test_a_long_bow_is_for_specialists(tier: str | None, may: bool) -> None:
    """Expertise does not count (adnd.style.mounted.long-bow)."""
    tiers = {} if tier is None else {"long bow": tier}
    table = field(held="long bow", tiers=tiers)

    assert why_not(table, "A", FullAttack("o", "long bow")) == (() if may else (f"{STEM}.long-bow",))


def test_a_heavy_crossbow_is_shot_once() -> None:
    """
    It cannot be loaded in the saddle (adnd.style.mounted.heavy-crossbow,
    adnd.style.mounted.heavy-crossbow.no-reload).
    """
    light = next(weapon for weapon in ARMS if weapon.name == "light crossbow")
    heavy = replace(light, name="heavy crossbow", rate="1/1")
    table = field("d20:3", "heavy crossbow", weapons=(heavy,), proficient=("heavy crossbow",))
    declare(table, "A", FullAttack("o", "heavy crossbow"))
    events = act(table, "A", Attack("o", "heavy crossbow"))
    (unloaded,) = told(events, LeftUnloaded)

    assert f"{STEM}.heavy-crossbow" in cited(events)
    assert f"{STEM}.heavy-crossbow.no-reload" in unloaded.cites
    next_round(table)
    assert why_not(table, "A", FullAttack("o", "heavy crossbow")) == (f"{STEM}.heavy-crossbow.no-reload",)


def test_on_the_move_there_is_one_shot_less() -> None:
    """Of two one (adnd.style.mounted.moving.rate)."""
    (left,) = told(ride(field(), 6), AttacksSet)

    assert (left.attacks, left.debt) == (1, (1, 1))
    assert f"{STEM}.moving.rate" in left.cites


def test_a_slow_rate_is_halved() -> None:
    """One shot every other round (adnd.style.mounted.moving.rate-slow)."""
    table = field(held="light crossbow")
    (left,) = told(ride(table, 6), AttacksSet)

    assert (left.attacks, left.debt) == (0, (1, 2))
    assert f"{STEM}.moving.rate-slow" in left.cites


@pytest.mark.parametrize(
    ("squares", "steps", "penalty", "rule"),
    [
        (11, 0, -1, "under-half"),
        (12, 0, -3, "half-to-three-quarters"),
        (18, 0, -3, "half-to-three-quarters"),
        (19, 0, -5, "over-three-quarters"),
        (11, 1, None, "under-half"),
        (12, 1, -1, "half-to-three-quarters"),
        (19, 1, -3, "over-three-quarters"),
    ],
)
def test_the_mounts_speed_spoils_the_aim(squares: int, steps: int, penalty: int | None, rule: str) -> None:
    """
    By the share of its movement that it has made (adnd.style.mounted.moving.speed-table,
    adnd.style.mounted.speed.basis, adnd.style.mounted.speed.under-half,
    adnd.style.mounted.speed.half-to-three-quarters, adnd.style.mounted.speed.over-three-quarters); that of specialists
    by two less (adnd.style.mounted.specialised).
    """
    table = field("d20:3", steps=steps)
    ride(table, squares)
    roll = shoot(table)

    assert {part.rule: part.value for part in roll.parts}.get(f"{STEM}.speed.{rule}") == penalty
    assert {f"{STEM}.moving.speed-table", f"{STEM}.speed.basis"} <= set(roll.cites)
    assert (f"{STEM}.specialised" in roll.cites) is (steps > 0)


def test_a_shot_before_the_declared_movement_counts_as_on_the_move() -> None:
    """In its penalty and its rate (adnd.style.mounted.speed.basis, adnd.style.mounted.moving.rate)."""
    table = field("d20:3")
    order = Move(square(table, "b2") + 12)
    declare(table, "A", order)
    events = act(table, "A", Attack("o", BOW))
    (left,), (roll,) = told(events, AttacksSet), told(events, AttackMade)

    assert left.attacks == 0
    assert f"{STEM}.moving.rate" in left.cites
    assert {part.rule: part.value for part in roll.parts}[f"{STEM}.speed.half-to-three-quarters"] == -3
    assert BOOK.call(table.battle) == Call("A")
    assert not told(act(table, "A", order), AttacksSet)


def test_which_a_slow_rate_may_not_have() -> None:
    """Half of one shot is none in this round (adnd.style.mounted.moving.rate-slow)."""
    table = field(held="light crossbow")
    declare(table, "A", Move(square(table, "b2") + 12))
    activate(table, "A")

    assert why_not(table, "A", Attack("o", "light crossbow")) == (f"{STEM}.moving.rate-slow",)


def test_penalties_grow_with_speed() -> None:
    """And those of specialists are never more than those of others (adnd.style.mounted.speed.basis)."""
    found = [style_mounted.speed_penalty(halves, 24)[0] for halves in range(49)]

    assert found == sorted(found, reverse=True)
    assert set(found) == {0, -1, -3, -5}


def test_a_specialist_at_a_walk_is_not_spoilt_at_all() -> None:
    """-1 and two less is nothing, never a bonus; the rule is named all the same (adnd.style.mounted.specialised)."""
    rules = {0: "", 1: ""}
    for steps in rules:
        table = field("d20:2", steps=steps)
        declare(table, "A", FullAttack("o", BOW))
        activate(table, "A")
        table.battle.ledger["A"].halves = 4
        roll = shoot(table)
        assert [part.value for part in roll.parts if part.type == "moving mount"] == ([] if steps else [-1])
        rules[steps] = style_mounted.speed_penalty(4, 24)[1]
        assert rules[steps] in (*roll.cites, *(part.rule for part in roll.parts))
