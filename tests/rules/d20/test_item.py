"""Potions, scrolls, wands and the like."""

from __future__ import annotations

from sim.events.attacks import CheckRolled, Healed
from sim.events.course import Answered
from sim.events.magic import CastingBegan, ItemUsed, SpellCast, SpellLost
from sim.events.orders import UseItem
from sim.rules.d20 import grapple, item
from sim.rules.d20.book import BOOK
from sim.tables.sheet import Device, Sheet
from sim.tables.spells import SPELLS
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.casters import equipped, priest, wizard
from tests.rules.d20.told import every, one, sheet

POTION = UseItem("potion of cure light wounds")
SCROLL = UseItem("scroll of magic missile", ("o",))
WAND = UseItem("wand of magic missile", ("o",))


def with_scroll() -> Sheet:
    """A wizard with a scroll of magic missile."""
    device = Device("scroll of magic missile", "scroll", "magic missile", 1, 1, 11, 1)
    return equipped(wizard("slow"), device, SPELLS["magic missile"])


def test_a_potion_is_drunk_in_a_standard_action_that_exposes() -> None:
    """d20.action.standard.drink-potion-apply-oil."""
    table = battlefield("P o", P="priest-5", o="orc", dice="d8:4")
    table.battle["P"].hit_points = 10

    events = order(table, "P", POTION)

    assert table.battle.turn.standard
    assert "d20.action.standard.drink-potion-apply-oil" in one(events, Answered).cites
    assert table.battle["P"].hit_points == 15
    assert why_not(table, "P", POTION)
    turn(table, "P")
    assert why_not(table, "P", POTION) == (item.ACTIVATE,)


def test_a_potion_is_given_to_the_helpless() -> None:
    """A friend beside one who cannot drink by himself; nobody else; it takes a full round."""
    table = battlefield("P F . o", P="priest-5", F="fighter-1", o="orc", dice="d8:4")
    wish = UseItem("potion of cure light wounds", ("F",))

    assert why_not(table, "P", wish) == (item.POTION,)
    table.battle["F"].hit_points = -3
    condition(table, "F", "dying")
    events = order(table, "P", wish)

    assert table.battle.turn.full
    assert one(events, Healed).hit_points == 5
    assert table.battle["F"].hit_points == 2


def test_a_scroll_is_cast_like_a_spell() -> None:
    """It exposes, may be read on the defensive, and is lost with the concentration (d20.item.spell-completion)."""
    table = battlefield("W o", W=with_scroll(), o="orc", dice="d4:1")

    events = order(table, "W", SCROLL)

    assert {"d20.action.standard.read-scroll", item.COMPLETION} <= cited(events)
    assert "d20.action.standard.read-scroll" in one(events, Answered).cites
    assert one(events, CastingBegan).source == "scroll"
    turn(table, "W")
    assert why_not(table, "W", SCROLL) == (item.ACTIVATE,)


def test_a_scroll_read_on_the_defensive_may_be_lost() -> None:
    """By a failed check, with the scroll."""
    table = battlefield("W o", W=with_scroll(), o="orc", dice="d20:2")

    events = order(table, "W", UseItem("scroll of magic missile", ("o",), defensive=True))

    assert one(events, CheckRolled).dc == 16
    assert one(events, SpellLost).spell == "magic missile"
    assert table.battle["W"].used == ("scroll of magic missile",)


def test_a_scroll_needs_a_caster_of_its_class() -> None:
    """A cleric makes nothing of a wizard's scroll, and a fighter of none."""
    device = Device("scroll of magic missile", "scroll", "magic missile", 1, 1, 11, 1)
    for reader in (priest("bless"), sheet("fighter-1")):
        table = battlefield("R o", R=equipped(reader, device, SPELLS["magic missile"]), o="orc")
        assert why_not(table, "R", SCROLL) == (item.SCROLL,)


def test_a_wand_exposes_to_nobody() -> None:
    """And works without concentration (d20.item.other-no-aoo, d20.item.other-no-concentration)."""
    table = battlefield("W o", W="wizard-5", o="orc", dice="d4:1")
    condition(table, "W", "entangled")

    events = order(table, "W", WAND)

    used = one(events, ItemUsed)
    assert used.cites == (item.NO_AOO, item.NO_CONCENTRATION)
    assert "d20.action.standard.activate-magic-item" in cited(events)
    assert not every(events, Answered)
    assert not every(events, CheckRolled)
    spent(table)


def test_a_wand_is_not_used_on_the_defensive() -> None:
    """There is nothing to defend."""
    table = battlefield("W o", W="wizard-5", o="orc")

    assert why_not(table, "W", UseItem("wand of magic missile", ("o",), defensive=True)) == (item.NO_AOO,)


def test_charges_run_out() -> None:
    """Ten, and no more."""
    table = battlefield("W o", W="wizard-5", o="orc")
    table.battle["W"].used = ("wand of magic missile",) * 10

    assert why_not(table, "W", WAND) == (item.ACTIVATE,)


def test_in_a_grapple_items_work_but_scrolls_do_not() -> None:
    """d20.grapple.option.magic-item, d20.grapple.option.magic-item-no-completion."""
    for what, rule in ((WAND, ""), (SCROLL, grapple.OPTION_NO_COMPLETION)):
        who = "wizard-5" if what is WAND else with_scroll()
        table = battlefield("W o", W=who, o="orc", dice="d4:1")
        assert not why_not(table, "W", what)
        for one_, other in (("W", "o"), ("o", "W")):
            condition(table, one_, "grappling", other)
            table.battle[one_].grapplers = (other,)
        if rule:
            assert why_not(table, "W", what) == (rule,)
        else:
            assert grapple.OPTION_ITEM in one(order(table, "W", what), ItemUsed).cites


def test_the_pinned_use_nothing() -> None:
    """d20.grapple.pinned.immobile."""
    table = battlefield("W o", W="wizard-5", o="orc")
    condition(table, "W", "pinned", "o")

    assert why_not(table, "W", WAND) == (grapple.PINNED_IMMOBILE,)


def test_the_wand_casts_at_its_own_level() -> None:
    """One missile at first level."""
    table = battlefield("W . o", W="wizard-5", o="orc", dice="d4:3")

    order(table, "W", WAND)

    assert table.battle["o"].hit_points == 5 - 4
    assert not every(table.log.events, SpellCast)
    assert BOOK.cost(table.battle, "W", WAND).kind == "standard"


def test_a_scroll_takes_no_pinch_of_anything() -> None:
    """Its materials went into it when it was written (d20.item.scroll)."""
    device = Device("scroll of fireball", "scroll", "fireball", 3, 5, 14, 1)
    reader = equipped(wizard("slow", gear=()), device, SPELLS["fireball"])
    table = battlefield("W . . . . . . o", W=reader, o="orc")

    assert not why_not(table, "W", UseItem("scroll of fireball", to=square(table, "h1")))
