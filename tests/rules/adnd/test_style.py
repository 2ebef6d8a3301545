"""Fighting styles: who knows which, and what both hands hold."""

from __future__ import annotations

from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import style
from tests.rules.adnd.arena import arena, declare, sheet, why_not

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""


def test_a_style_must_be_known_to_fight_with_two_weapons() -> None:
    """Priests do not know it, rogues do; and of creatures nobody asks (adnd.style.familiarity)."""
    two = {"held": ("long sword", "dagger"), "shield": None, "styles": {}}
    weapons = sheet("fighter-5").weapons + sheet("rogue-5").weapons
    both = FullAttack("o", "long sword", off_hand="dagger")
    knows = {**two, "weapons": weapons, "styles": {"two-weapon": 0}}

    ignorant = arena(FACE_TO_FACE, A=sheet("fighter-5", **{**two, "weapons": weapons}), o="orc")
    trained = arena(FACE_TO_FACE, A=sheet("fighter-5", **knows), o="orc")
    creature = arena(FACE_TO_FACE, A=sheet("orc", held=("long sword", "dagger"), weapons=weapons), o="orc")

    assert why_not(ignorant, "A", both) == ("adnd.style.familiarity",)
    assert not why_not(trained, "A", both)
    assert not why_not(creature, "A", both)


def test_a_style_must_be_known_to_shoot_on_the_move() -> None:
    """Everybody knows it with slings and what is hurled, of launchers only who learned it (adnd.style.familiarity)."""
    bow, sling, knife = (sheet(kind).weapons for kind in ("archer-7", "priest-5", "rogue-5"))
    wizard = sheet("wizard-5", styles={})
    table = arena(FACE_TO_FACE, A=wizard, o="orc")
    me = table.battle["A"]

    assert not style.familiar(me, "missile", bow[0])
    assert style.familiar(me, "missile", next(weapon for weapon in sling if weapon.name == "sling"))
    assert not style.familiar(me, "two-weapon", next(weapon for weapon in knife if weapon.name == "dagger"))


def test_what_is_not_in_hand_strikes_nobody() -> None:
    """A weapon is drawn first (adnd.core.action.change-weapon)."""
    table = arena(FACE_TO_FACE, A="fighter-3", o="orc")

    assert why_not(table, "A", FullAttack("o", "short sword")) == ("adnd.core.action.change-weapon",)
    assert not why_not(table, "A", FullAttack("o", "spear"))
    declare(table, "A", FullAttack("o", "spear"))
    table.battle["A"].held = ("short sword",)
    assert why_not(table, "A", Attack("o", "short sword"))
