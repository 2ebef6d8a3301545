"""Spells of illusion."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt, MissChanceRolled
from sim.events.boons import ImagesFaced, SpellFailed
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import SpellEnded
from sim.events.orders import Attack, Cast, Move
from sim.rules.d20 import illusion, magic
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
STURDY = {"hit_points": 60}
SWING = Attack("W", "falchion")


# ---- color spray ----


@pytest.mark.parametrize(
    ("kind", "dice", "stages"),
    [
        ("orc", "d4:2 d4:3 d4:4", [("unconscious", 5), ("blinded", 9), ("stunned", 10)]),
        ("ogre", "d4:4", [("blinded", 4), ("stunned", 5)]),
        ("fighter-5", "", [("stunned", 1)]),
    ],
)
def test_colors_fell_the_weak_and_daze_the_strong(kind: str, dice: str, stages: list[tuple[str, int]]) -> None:
    """By Hit Dice: at most 2, at most 4, more (d20.illusion.color-spray)."""
    table = battlefield("W . o . .\n. . . . .", W=wizard("color spray"), o=kind, dice=f"d20:2 {dice}")
    events = order(table, "W", Cast("color spray", to=square(table, "c1")))
    began = [event for event in every(events, ConditionBegan) if event.condition != "prone"]
    assert [(event.condition, event.turns) for event in began] == stages
    spent(table)


def test_the_blind_see_no_colors() -> None:
    """d20.illusion.color-spray: nothing happens to them."""
    table = battlefield("W . o", W=wizard("color spray"), o="orc", dice="d20:2")
    condition(table, "o", "blinded")
    events = order(table, "W", Cast("color spray", to=square(table, "c1")))
    assert one(events, SpellFailed).who == "o"


# ---- blur and invisibility ----


@pytest.mark.parametrize(("die", "missed"), [(20, True), (21, False)])
def test_a_blurred_creature_is_missed_now_and_then(die: int, missed: bool) -> None:
    """20 % (d20.illusion.blur)."""
    table = battlefield("W o", W=wizard("blur", **STURDY), o=TOUGH, dice=f"d20:18 d20:14 d100:{die} d4:1 d4:1")
    order(table, "W", Cast("blur", ("W",), defensive=True))
    roll = one(order(table, "o", SWING), MissChanceRolled)
    assert (roll.percent, roll.missed) == (20, missed)
    assert illusion.BLUR in roll.cites


def test_an_invisible_creature_cannot_be_aimed_at() -> None:
    """Only its square (d20.illusion.invisibility, d20.concealment.total-square)."""
    table = battlefield("W o", W=wizard("invisibility", **STURDY), o=TOUGH, dice="d20:18")
    assert not why_not(table, "o", SWING)
    order(table, "W", Cast("invisibility", ("W",), defensive=True))
    assert "d20.concealment.total-square" in why_not(table, "o", SWING)


def test_who_strikes_is_seen_again() -> None:
    """The blow itself still falls unseen (d20.illusion.invisibility)."""
    table = battlefield("W o", W=wizard("invisibility", **STURDY), o=TOUGH, dice="d20:18 d20:2")
    order(table, "W", Cast("invisibility", ("W",), defensive=True))
    turn(table, "W")
    events = order(table, "W", Attack("o", "quarterstaff"))
    assert part(one(events, AttackRolled).parts, "d20.attack-mod.invisible") == 2
    assert one(events, SpellEnded).cites == (illusion.INVISIBILITY,)
    assert not table.battle["W"].has("invisible")


def test_who_works_magic_on_a_foe_is_seen_again_and_on_a_friend_is_not() -> None:
    """d20.illusion.invisibility: a missile gives its caster away, mage armor does not."""
    table = battlefield(
        "W . . o", W=wizard("invisibility", "magic missile", "shield", **STURDY), o=TOUGH, dice="d4:1 d4:1 d4:1"
    )
    order(table, "W", Cast("invisibility", ("W",)))
    turn(table, "W")
    order(table, "W", Cast("shield"))
    assert table.battle["W"].has("invisible")
    turn(table, "W")
    order(table, "W", Cast("magic missile", ("o",)))
    assert not table.battle["W"].has("invisible")


# ---- images ----


def test_images_are_struck_in_its_place_and_vanish() -> None:
    """1d4+1 at level 5; a three-sided die picks, AC 10 with Dexterity guards (d20.illusion.mirror-image)."""
    table = battlefield(
        "W o",
        W=wizard("mirror image", **STURDY),
        o=TOUGH,
        dice="d20:18 d4:1 d3:2 d20:12 d2:2 d20:2 d2:1 d20:14 d4:2 d4:2",
    )
    order(table, "W", Cast("mirror image", defensive=True))
    assert illusion.images(table.battle["W"]) == 2

    struck = one(order(table, "o", SWING), ImagesFaced)
    assert (struck.ac, struck.hit, struck.images) == (12, True, 2)
    turn(table, "o")
    assert not one(order(table, "o", SWING), ImagesFaced).hit
    assert illusion.images(table.battle["W"]) == 1
    turn(table, "o")
    assert one(order(table, "o", SWING), DamageDealt).target == "W"
    spent(table)


def test_with_the_last_image_the_spell_ends() -> None:
    """d20.illusion.mirror-image: nothing is left of it."""
    table = battlefield("W o", W=wizard("mirror image", **STURDY), o=TOUGH, dice="d20:18 d4:1 d3:2 d20:12 d2:2 d20:12")
    order(table, "W", Cast("mirror image", defensive=True))
    order(table, "o", SWING)
    turn(table, "o")
    assert one(order(table, "o", SWING), SpellEnded).spell == "mirror image"
    assert not table.battle["W"].boons


def test_rays_go_astray_as_blades_do() -> None:
    """d20.illusion.mirror-image: a scorching ray burns an image."""
    table = battlefield("W . . m", W=wizard("scorching ray"), m=wizard("mirror image"), dice="d4:1 d3:3 d20:15")
    order(table, "m", Cast("mirror image"))
    events = order(table, "W", Cast("scorching ray", ("m",)))
    assert one(events, ImagesFaced).hit
    assert not every(events, DamageDealt)


# ---- silence ----


def test_in_a_silence_nobody_says_a_spell() -> None:
    """No words inside, words outside (d20.illusion.silence, d20.spell.component.verbal)."""
    table = battlefield("P . . . . . . w . . . . .", P=priest("silence"), w=wizard("magic missile"))
    missile = Cast("magic missile", ("P",))
    assert not why_not(table, "w", missile)
    order(table, "P", Cast("silence", to=square(table, "h1")))
    assert "d20.spell.component.verbal" in why_not(table, "w", missile)
    events = order(table, "w", Move(square(table, "m1")))
    assert one(events, ConditionEnded).condition == "silenced"
    assert "d20.spell.component.verbal" not in why_not(table, "w", missile)
    turn(table, "w")
    order(table, "w", Move(square(table, "j1")))
    assert "d20.spell.component.verbal" in why_not(table, "w", missile)
    assert "d20.illusion.silence" in cited(table.log.events)


def test_the_silence_ends_with_its_spell() -> None:
    """d20.illusion.silence: then one is heard again."""
    table = battlefield("P . . . . . . w", P=priest("silence"), w=wizard("magic missile"))
    order(table, "P", Cast("silence", to=square(table, "h1")))
    (silence,) = table.battle.spells
    magic.finish(table, silence, -1)
    assert not table.battle["w"].has("silenced")
    assert not table.battle.zones
