"""Spells of transmutation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FullAttackBegan
from sim.events.orders import Attack, Cast, EscapeNet, FullAttack, Move, Step
from sim.rules.d20 import ability_damage, magic, move, scores, spell, threat, transmutation
from sim.rules.d20.turn import begin
from sim.table import Table
from sim.tables.bestiary import resolve
from sim.tables.sheet import Sheet
from sim.testing import battlefield, order, spent, square, turn, why_not
from tests.rules.d20.casters import wizard
from tests.rules.d20.told import named, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.transmutation."


def druid(*prepared: str) -> Sheet:
    """The priest as a druid."""
    document = {
        "base": "priest-5",
        "classes": {"druid": 5},
        "caster": {"kind": "druid", "prepared": dict.fromkeys(prepared, 2)},
    }
    return replace(resolve(document, "a test"), hit_points=60)


@pytest.mark.parametrize(("spell", "ability"), [("bull's strength", "strength"), ("cat's grace", "dexterity")])
def test_an_ability_grows(spell: str, ability: str) -> None:
    """+4 enhancement, and what comes of it (d20.transmutation.bulls-strength, d20.transmutation.cats-grace)."""
    table = battlefield("W A", W=wizard(spell), A=TOUGH)
    before = scores.score(table.battle["A"], ability)
    assert before is not None
    order(table, "W", Cast(spell, ("A",)))
    assert scores.score(table.battle["A"], ability) == before + 4
    assert scores.modifier(table.battle["A"], ability) == (before - 10) // 2 + 2
    (running,) = table.battle.spells
    magic.finish(table, running, -1)
    assert scores.score(table.battle["A"], ability) == before


def test_a_bear_endures() -> None:
    """+4 Constitution, 2 hit points a Hit Die as long as it lasts (d20.transmutation.bears-endurance)."""
    table = battlefield("W A", W=wizard("bear's endurance"), A=sheet("fighter-3", hit_points=30))
    ann = table.battle["A"]
    ann.hit_points = 20
    order(table, "W", Cast("bear's endurance", ("A",)))
    assert ann.hit_points == 26
    assert ability_damage.full(ann) == 36
    (running,) = table.battle.spells
    magic.finish(table, running, -1)
    assert ann.hit_points == 20
    assert ability_damage.full(ann) == 30


def test_who_lives_by_the_spell_falls_without_it() -> None:
    """The hit points go, and with them the legs (d20.transmutation.bears-endurance)."""
    table = battlefield("W A", W=wizard("bear's endurance"), A=sheet("fighter-3", hit_points=30))
    order(table, "W", Cast("bear's endurance", ("A",)))
    table.battle["A"].hit_points = 4
    (running,) = table.battle.spells
    magic.finish(table, running, -1)
    assert table.battle["A"].has("dying")


# ---- haste and slow ----


def hastened(dice: str, **more: object) -> Table:
    table = battlefield(". . . .\nW A o .\n. . . .", W=wizard("haste", **more), A=TOUGH, o=TOUGH, dice=dice)
    order(table, "W", Cast("haste", ("A",)))
    return table


def test_haste_gives_an_attack_more() -> None:
    """At the full bonus, and +1 on each (d20.transmutation.haste)."""
    table = hastened("d20:2 d20:2")
    events = order(table, "A", FullAttack("o", "falchion"))
    assert transmutation.HASTE in one(events, FullAttackBegan).cites
    second = one(order(table, "A", Attack("o", "falchion")), AttackRolled)
    first = one(events, AttackRolled)
    assert part(first.parts, transmutation.HASTE) == part(second.parts, transmutation.HASTE) == 1
    assert named(second.parts, "iterative") == 0


def test_haste_quickens_the_step_and_the_eye() -> None:
    """30 ft more, at most twice as much; +1 dodge on AC and Reflex saves (d20.transmutation.haste)."""
    table = hastened("d20:2")
    assert move.speed(table.battle["A"]) == 2 * TOUGH.speed // 5
    roll = one(order(table, "o", Attack("A", "falchion")), AttackRolled)
    assert part(roll.ac_parts, transmutation.HASTE) == 1


def test_haste_and_slow_undo_each_other() -> None:
    """d20.transmutation.haste, d20.transmutation.slow: only that, for those on whom both fall."""
    table = battlefield("W A . w", W=wizard("haste"), A=TOUGH, w=wizard("slow"), dice="d20:2 d20:2")
    order(table, "W", Cast("haste", ("A",)))
    order(table, "w", Cast("slow", ("A",)))
    assert not table.battle["A"].boons
    assert not table.battle["A"].has("slowed")

    turn(table, "w")
    order(table, "w", Cast("slow", ("A",)))
    assert table.battle["A"].has("slowed")
    turn(table, "W")
    events = order(table, "W", Cast("haste", ("A",)))
    assert one(events, ConditionEnded).condition == "slowed"
    assert not table.battle["A"].boons


def test_the_slowed_have_one_action() -> None:
    """Will against 16 (d20.transmutation.slow, d20.condition.slowed)."""
    table = battlefield("W . . o", W=wizard("slow"), o=TOUGH, dice="d20:2")
    events = order(table, "W", Cast("slow", ("o",)))
    assert one(events, SaveRolled).dc == 16
    assert one(events, ConditionBegan).condition == "slowed"
    begin(table, table.battle["o"])
    assert table.battle.turn.restricted


# ---- entangle ----


def entangled(dice: str) -> Table:
    table = battlefield("D . . . . . . . o .", D=druid("entangle"), o=TOUGH, dice=dice)
    order(table, "D", Cast("entangle", to=square(table, "j1")))
    return table


def test_plants_hold_whoever_fails() -> None:
    """Entangled, and rooted to the spot (d20.transmutation.entangle)."""
    table = entangled("d20:2")
    assert table.battle["o"].has("entangled")
    assert transmutation.ENTANGLE in why_not(table, "o", Move(square(table, "j1")))
    assert transmutation.ENTANGLE in why_not(table, "o", Step(square(table, "j1")))

    table = entangled("d20:20")
    assert not table.battle["o"].has("entangled")
    assert not why_not(table, "o", Move(square(table, "j1")))


@pytest.mark.parametrize(("die", "free"), [(17, True), (16, False)])
def test_one_tears_loose_by_strength(die: int, free: bool) -> None:
    """DC 20 with Strength +3, a full round (d20.transmutation.entangle)."""
    table = battlefield(
        "D . . . . . . . o .", D=druid("entangle"), o=sheet("orc", strength=16, hit_points=60), dice=f"d20:2 d20:{die}"
    )
    order(table, "D", Cast("entangle", to=square(table, "j1")))
    events = order(table, "o", EscapeNet("burst"))
    assert one(events, CheckRolled).dc == 20
    assert table.battle["o"].has("entangled") is not free
    spent(table)


def test_plants_try_again_each_round() -> None:
    """On the turn of their caster, those who are not held (d20.transmutation.entangle)."""
    table = entangled("d20:20 d20:2")
    begin(table, table.battle["D"])
    assert table.battle["o"].has("entangled")
    begin(table, table.battle["D"])
    spent(table)


def test_who_walks_into_plants_may_be_held() -> None:
    """At the first square (d20.transmutation.entangle)."""
    table = battlefield("D" + " ." * 12 + " o", D=druid("entangle"), o=sheet("orc", speed=60), dice="d20:20 d20:2")
    order(table, "D", Cast("entangle", to=square(table, "e1")))
    order(table, "o", Move(square(table, "j1")))
    assert table.battle["o"].square == square(table, "l1")
    assert table.battle["o"].has("entangled")


def test_plants_let_go_when_the_spell_ends() -> None:
    """d20.transmutation.entangle: everybody is free."""
    table = entangled("d20:2")
    (running,) = table.battle.spells
    magic.finish(table, running, -1)
    assert not table.battle["o"].has("entangled")
    assert not table.battle["o"].boons
    assert not why_not(table, "o", Move(square(table, "j1")))


# ---- size ----

GROUND = ". . . .\n. A o .\n. . . .\nW . . ."


def enlarged(dice: str = "", drawing: str = GROUND, **changes: object) -> Table:
    """A fighter who has been enlarged, beside an orc."""
    table = battlefield(drawing, W=wizard("enlarge person"), A=sheet("fighter-3", **changes), o=TOUGH, dice=dice)
    order(table, "W", Cast("enlarge person", ("A",)))
    spell.complete_long(table, table.battle["W"])
    return table


def test_who_is_enlarged_takes_more_room() -> None:
    """A space of 10 ft to where there is room, and 10 ft of reach (d20.transmutation.enlarge-person)."""
    table = enlarged()
    ann = table.battle["A"]
    assert (ann.sheet.size, ann.span, ann.sheet.reach) == ("large", 2, 10)
    assert ann.square == square(table, "a2")
    assert table.battle.at[square(table, "b3")] == ("A",)
    assert threat.threatens(table.battle, ann, table.battle["o"])


def test_who_is_enlarged_is_stronger_and_clumsier() -> None:
    """Strength +2, Dexterity -2, -1 on attacks and armor class (d20.transmutation.enlarge-person)."""
    natural = sheet("fighter-3")
    assert natural.strength is not None
    assert natural.dexterity is not None
    table = enlarged("d20:15 d6:1 d6:2")
    ann = table.battle["A"]
    assert scores.score(ann, "strength") == natural.strength + 2
    assert scores.score(ann, "dexterity") == natural.dexterity - 2
    turn(table, "A")
    events = order(table, "A", Attack("o", "longsword"))
    assert named(one(events, AttackRolled).parts, "size") == -1
    assert len(one(events, DamageDealt).dice) == 2


def test_without_room_nobody_grows() -> None:
    """Between walls the spell does nothing (d20.transmutation.enlarge-person)."""
    table = enlarged(drawing="# # # #\n# A o .\n# # W .")
    ann = table.battle["A"]
    assert ann.sheet.size == "medium"
    assert not ann.boons


def test_after_the_spell_one_is_as_before() -> None:
    """Size, space, weapons and scores (d20.transmutation.enlarge-person)."""
    table = enlarged()
    ann = table.battle["A"]
    (running,) = table.battle.spells
    magic.finish(table, running, -1)
    assert ann.sheet is ann.natural
    assert (ann.span, ann.weapons["longsword"].damage) == (1, "1d8")
    assert not ann.boons
    assert list(table.battle.at.values()).count(("A",)) == 1


def test_enlarging_does_not_add_up() -> None:
    """A second time it does nothing (d20.transmutation.enlarge-person)."""
    table = enlarged()
    turn(table, "W")
    order(table, "W", Cast("enlarge person", ("A",)))
    spell.complete_long(table, table.battle["W"])
    assert table.battle["A"].sheet.size == "large"
    assert scores.score(table.battle["A"], "strength") == (sheet("fighter-3").strength or 0) + 2


@pytest.mark.parametrize("bond", ["grappled", "squeezing"])
def test_who_is_not_in_its_own_space_does_not_grow(bond: str) -> None:
    """Neither in a grapple nor in the saddle or in a crevice (d20.transmutation.enlarge-person)."""
    table = battlefield(GROUND, W=wizard("enlarge person"), A="fighter-3", o=TOUGH)
    ann = table.battle["A"]
    assert transmutation.room(table.battle, ann) >= 0

    if bond == "grappled":
        ann.grapplers = ("o",)
    else:
        ann.span = 2

    assert transmutation.room(table.battle, ann) == -1


def test_the_strong_are_slowed_like_anybody() -> None:
    """Only haste is undone by it, no other spell (d20.transmutation.slow)."""
    table = battlefield("W A . w", W=wizard("bull's strength"), A=TOUGH, w=wizard("slow"), dice="d20:2")
    order(table, "W", Cast("bull's strength", ("A",)))

    order(table, "w", Cast("slow", ("A",)))

    assert table.battle["A"].has("slowed")
    assert table.battle["A"].boons
