"""The policy ``doctrine`` among spells: who casts what, on whom, and how."""

from __future__ import annotations

import pytest

from agents.policies.doctrine import magic
from agents.view import View
from sim.dice.odds import Chance
from sim.events.orders import Cast, Counterspell, Drop, Move, Ready, Trigger, UseAbility, UseItem
from sim.rules.d20.odds import ODDS
from sim.rules.d20.spell import complete_long
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition, order, turn
from tests.agents.situations import choice, menu_of
from tests.rules.d20.casters import priest, wizard


def test_a_caster_throws_what_strikes_most() -> None:
    """Three orcs close together are worth a ball of fire."""
    table = battlefield(
        ". . . . . . . . . . o .\nW . . . . . . . . p q .\n. . . . . . . . . . . .",
        W=wizard("fireball", "magic missile"),
        o="orc",
        p="orc",
        q="orc",
    )

    order = choice(table, "W", "doctrine")

    assert isinstance(order, Cast)
    assert order.spell == "fireball"


def test_no_ball_of_fire_among_friends() -> None:
    """Where friends are in it, missiles are sent."""
    table = battlefield(
        ". . . . . . . . . A o .\nW . . . . . . . . B p .\n. . . . . . . . . . . .",
        W=wizard("fireball", "magic missile"),
        A="fighter-1",
        B="fighter-1",
        o="fighter-5",
        p="orc",
    )

    assert choice(table, "W", "doctrine").spell == "magic missile"


def test_a_threatened_caster_casts_on_the_defensive() -> None:
    """The risk of a blow weighs more than that of a failed check."""
    table = battlefield(". . . .\n. W o .\n. . . .", W=wizard("magic missile", held=()), o="hill-giant")

    order = choice(table, "W", "doctrine")

    assert isinstance(order, Cast)
    assert order.defensive


def test_an_unthreatened_caster_does_not() -> None:
    """There is nothing to defend against."""
    table = battlefield("W . . . . o", W=wizard("magic missile"), o="ogre")

    assert choice(table, "W", "doctrine") == Cast("magic missile", ("o",))


def test_a_healer_heals_the_dying() -> None:
    """Before all else."""
    table = battlefield(". F . .\n. P . o", P=priest("cure light wounds", "bless"), F="fighter-1", o="orc")
    table.battle["F"].hit_points = -4
    condition(table, "F", "dying")

    assert choice(table, "P", "doctrine") == Cast("cure light wounds", ("F",))


def test_a_healer_goes_to_the_dying() -> None:
    """Healing is done by touch."""
    table = battlefield("F . . . P . . . . o", P=priest("cure light wounds"), F="fighter-1", o="orc")
    table.battle["F"].hit_points = -4
    condition(table, "F", "dying")

    order = choice(table, "P", "doctrine")

    assert isinstance(order, Move)
    assert table.battle.ground.distance(order.to, 1, table.battle["F"].square, 1) == 1


def test_a_healer_with_full_hands_empties_one() -> None:
    """A mace in the one hand, a shield on the other arm."""
    table = battlefield("F C . . . . . o", C=creature("cleric-3"), F="fighter-1", o="orc")
    table.battle["F"].hit_points = -4
    condition(table, "F", "dying")
    table.battle["C"].used = ("potion of cure light wounds",)

    assert choice(table, "C", "doctrine") == Drop("heavy mace")


def test_nobody_spends_a_spell_on_a_scratch() -> None:
    """One hit point lost is not worth healing."""
    table = battlefield(". F . .\n. P o .", P=priest("cure serious wounds"), F="fighter-5", o="orc")
    table.battle["F"].hit_points -= 1

    assert not isinstance(choice(table, "P", "doctrine"), Cast)


def test_blessings_come_before_the_fight() -> None:
    """While the enemy is still some way off."""
    table = battlefield(
        ". A B C . . . . . . o\n. . P . . . . . . . p",
        P=priest("bless"),
        A="fighter-3",
        B="fighter-3",
        C="fighter-3",
        o="ogre",
        p="ogre",
    )

    assert choice(table, "P", "doctrine") == Cast("bless")


def test_a_hound_breathes_on_several() -> None:
    """Its breath is worth more than its bite against three of them."""
    table = battlefield(". A .\nB C .\n. . h", A="fighter-3", B="fighter-3", C="fighter-3", h="hell-hound")

    assert isinstance(choice(table, "h", "doctrine"), UseAbility)


def test_what_is_spent_is_replaced_by_a_wand() -> None:
    """Items count as spells do."""
    sheet = creature("wizard-5")
    table = battlefield("W . . . . . . o", W=sheet, o="ogre")
    table.battle["W"].used = tuple(entry.name for entry in sheet.caster.prepared for _ in range(2))  # type: ignore[union-attr]

    assert choice(table, "W", "doctrine") == UseItem("wand of magic missile", ("o",))


def test_the_prospect_of_a_spell_is_exact() -> None:
    """Scorching ray: +4 against a touch armor class of 10, 4d6."""
    table = battlefield("W . . . o", W=wizard("scorching ray"), o="orc")
    turn(table, "W")

    prospect = ODDS.prospect(table.battle, "W", Cast("scorching ray", ("o",)))

    assert prospect is not None
    (hope,) = prospect.hopes
    (strike,) = hope.strikes
    assert (prospect.chance, prospect.act, prospect.level) == (Chance(1, 1), "cast", 2)
    assert strike.hit.percent == 75
    assert strike.harm.mean(100) == 1050


def test_a_save_halves_the_prospect() -> None:
    """A fireball of 5d6 against an orc whose Reflex save of +0 fails at 1 to 15 against DC 16."""
    table = battlefield("W . . . . . . . . o", W=wizard("fireball"), o="orc")
    turn(table, "W")

    prospect = ODDS.prospect(table.battle, "W", Cast("fireball", to=table.battle["o"].square))

    assert prospect is not None
    harm = prospect.hopes[0].strikes[0].harm
    assert harm.of
    assert 1500 < harm.mean(100) < 1550


def test_a_friend_is_enlarged_once() -> None:
    """A fighter about to fight is worth the spell; one who is large already is not."""
    table = battlefield(
        ". . . . . . . . . .\nW A . . . . . . . o\n. . . . . . . . . .",
        W=wizard("enlarge person", devices=()),
        A="fighter-3",
        o="hill-giant",
    )
    assert choice(table, "W", "doctrine") == Cast("enlarge person", ("A",))

    order(table, "W", Cast("enlarge person", ("A",)))
    complete_long(table, table.battle["W"])
    turn(table, "W")
    assert choice(table, "W", "doctrine") != Cast("enlarge person", ("A",))


ROAD = """
    # # # # # # # # # # # # #
    W . . . . . . . . . o p q
    # # # # # # # # # # # # #
    """


def test_webs_are_spun_across_a_way() -> None:
    """Three barbarians in a passage: a web among them is worth more than a dart of force."""
    foes = dict.fromkeys("opq", "orc-barbarian-4")
    table = battlefield(ROAD, W=wizard("web", "magic missile"), **foes)

    assert choice(table, "W", "doctrine").spell == "web"


def test_no_web_over_friends() -> None:
    """With friends among them, it is not."""
    drawing = ROAD.replace("o", "B").replace("q", "C")
    who = {"p": "orc-barbarian-4", "B": "fighter-5", "C": "fighter-5"}
    table = battlefield(drawing, W=wizard("web", "magic missile"), **who)

    assert choice(table, "W", "doctrine").spell == "magic missile"


@pytest.mark.parametrize(("spells", "counters"), [(("magic missile",), True), (("burning hands",), False)])
def test_a_counterspell_is_kept_ready_by_who_has_the_spell(spells: tuple[str, ...], counters: bool) -> None:
    """Against a caster of the same spell; who has nothing against it does something else."""
    mine = wizard(*spells, skills={"spellcraft": 12})
    table = battlefield("W . . . . . . . . . . . . . . . . . . . . . . . . . . . o", W=mine, o="wizard-9")
    found = [option.order for option in magic.counters(View(table.battle, "W", knowledge="open"), menu_of(table, "W"))]

    assert (found == [Ready(Counterspell(), Trigger("casts", "o"))]) is counters
