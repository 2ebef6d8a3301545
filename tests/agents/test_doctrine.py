"""The policy ``doctrine``: each stance does its thing, and personas lean."""

from __future__ import annotations

import msgspec
import pytest

from sim.events.orders import (
    Attack,
    Charge,
    Choose,
    CoupDeGrace,
    Draw,
    Drop,
    FirstAid,
    FullAttack,
    Grapple,
    Leave,
    Move,
    Opportunity,
    Pick,
    Reload,
    StandUp,
    Step,
    Surrender,
    TotalDefense,
    Withdraw,
)
from sim.grid.flanking import flanks
from sim.rules.choice import Options
from sim.rules.d20.aoo import Reactions
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import battlefield, condition
from tests.agents.situations import asked, carry_out, choice, decide

WITS = {"wits": 5}


def wounded(table: Table, who: str, left: int) -> Table:
    """The same with so many hit points left to somebody."""
    table.battle[who].hit_points = left
    return table


def test_charge_takes_the_open_lane() -> None:
    """With five squares of open ground between them, the stance charges."""
    table = battlefield(". . . . . . . .\n. A . . . . o .\n. . . . . . . .", A="fighter-3", o="orc")

    assert isinstance(choice(table, "A", "doctrine:charge"), Charge)


def test_the_bold_charge_where_the_careful_shoot_or_wait() -> None:
    """Aggression adds to the score of a charge, caution takes from it."""
    table = battlefield(". . . . . . . .\n. A . . . . o .\n. . . . . . . .", A="fighter-3", o="orc")
    bold = decide(table, "A", "doctrine", aggression=10, caution=0)
    careful = decide(table, "A", "doctrine", aggression=0, caution=5)

    assert isinstance(bold.choice, Charge)
    assert bold.reasons[0].score > careful.reasons[0].score


def test_retreat_withdraws_when_hurt() -> None:
    """Badly wounded between two orcs, the stance withdraws to where nobody is near."""
    table = battlefield(
        """
        . . . . . . . .
        . . . . o A p .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        A="fighter-3",
        o="orc",
        p="orc",
    )
    order = choice(wounded(table, "A", 5), "A", "doctrine:retreat")

    assert isinstance(order, Withdraw)
    assert table.battle.ground.distance(order.to, 1, table.battle["o"].square, 1) > 2


def test_at_the_border_it_leaves() -> None:
    """Who has fled to the edge of the map leaves it."""
    table = battlefield("A . . . . . .\n. . . . . . .\n. . . . o . p", A="fighter-3", o="ogre", p="ogre")

    assert isinstance(choice(wounded(table, "A", 2), "A", "doctrine:retreat", caution=10), Leave)


def test_the_desperate_give_up() -> None:
    """Walled in with two orcs and near death, somebody of wits and no discipline gives up or only defends himself."""
    table = battlefield("# # # # #\n# A o . #\n# p . . #\n# # # # #", A="fighter-3", o="orc", p="orc")
    order = choice(wounded(table, "A", 1), "A", "doctrine:retreat", caution=10, discipline=0)

    assert isinstance(order, Surrender | TotalDefense)


def test_the_brave_fight_on_where_the_careful_give_way() -> None:
    """The same wounds: caution withdraws, discipline and aggression strike."""
    drawing = ". . . . . . . .\n. . . o A . . .\n. . . . . . . .\n. . . . . . . ."
    table = wounded(battlefield(drawing, A="fighter-3", o="orc"), "A", 5)

    careful = choice(table, "A", "doctrine", caution=10, aggression=0, discipline=0)
    brave = choice(table, "A", "doctrine", caution=0, aggression=10, discipline=10)

    assert isinstance(careful, Withdraw | Move | Leave)
    assert isinstance(brave, Attack | FullAttack)


def test_grapple_takes_hold_of_an_archer() -> None:
    """Beside an archer, the stance grapples."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="monk-3", o="archer-4")
    order = choice(table, "A", "doctrine:grapple")

    assert isinstance(order, Attack)
    assert order.how == "grapple"


def test_in_a_hold_it_wrestles() -> None:
    """The stronger pins or squeezes, the weaker breaks free."""
    table = battlefield("A A . o .\nA A . . .\n. . . . .", A="ogre", o="goblin")
    battle = table.battle
    for one, two in (("A", "o"), ("o", "A")):
        battle[one].grapplers = (two,)
        condition(table, one, "grappling", two)

    assert choice(table, "A", "doctrine", **WITS).option in ("pin", "damage", "use-weapon")
    assert choice(table, "o", "doctrine", **WITS) == Grapple("escape")


def test_flank_goes_to_the_far_side() -> None:
    """With a friend on one side of the ogre, the stance moves to where it stands between them."""
    table = battlefield(
        """
        . . . . . . .
        . . A . . . .
        . . . B o . .
        . . . . . . .
        . . . . . . .
        """,
        A="fighter-3",
        B="fighter-3",
        o="hobgoblin",
    )
    condition(table, "A", "fatigued")
    order = choice(table, "A", "doctrine:flank")
    carry_out(table, "A", order)
    battle = table.battle
    ann, bob, foe = battle["A"], battle["B"], battle["o"]

    assert isinstance(order, Move | Step)
    assert flanks(battle.ground, ann.square, 1, bob.square, 1, foe.square, 1)


def test_the_mindless_attack_what_is_nearest() -> None:
    """Near death and with a better target in reach, a skeleton does what ``nearest`` does."""
    table = battlefield(". . . . .\n. A o . B\n. . . . .", A="human-warrior-skeleton", o="orc", B="cleric-1")
    wounded(table, "A", 1)

    assert choice(table, "A", "doctrine:retreat") == choice(table, "A", "nearest")


def test_the_prone_get_up() -> None:
    """Lying where nobody threatens, it rises."""
    table = battlefield("A . . . . . o", A="fighter-3", o="orc")
    condition(table, "A", "prone")

    assert isinstance(choice(table, "A", "doctrine"), StandUp)


def test_the_unarmed_draw() -> None:
    """With a foe near and a blade in the belt, it draws."""
    table = battlefield("A . . o", A="fighter-3", o="orc")
    fighter = table.battle["A"]
    fighter.items, fighter.held = (*fighter.items, *fighter.held), ()

    assert isinstance(choice(table, "A", "doctrine"), Draw)


def test_an_archer_with_a_foe_beside_it_makes_room() -> None:
    """A step out of reach, and then the shot; or the bow is dropped for a blade. Never a shot in the foe's face."""
    table = battlefield(". . . . .\n. A o . .\n. . . . .", A="archer-4", o="orc")
    order = choice(table, "A", "doctrine")

    assert isinstance(order, Step | Drop | Draw | Withdraw)


def test_an_archer_at_a_distance_shoots() -> None:
    """With nobody near, the bow sings."""
    table = battlefield("A . . . . . . . o", A="archer-4", o="orc")

    assert isinstance(choice(table, "A", "doctrine"), Attack | FullAttack)


def test_an_unloaded_crossbow_is_loaded() -> None:
    """What is shot off is loaded before anything else is done with it."""
    kind = next(
        sheet
        for name in ("kobold", "rogue-1", "hobgoblin", "gnoll", "cleric-3", "rogue-6", "ranger-4")
        for sheet in (creature(name),)
        if any(weapon.reload == "move" or weapon.reload == "full-round" for weapon in sheet.weapons)
    )
    bow = next(weapon.name for weapon in kind.weapons if weapon.reload)
    table = battlefield("A . . . . . . . . . . o", A=msgspec.structs.replace(kind, held=(bow,)), o="orc")
    table.battle["A"].unloaded = (bow,)

    assert choice(table, "A", "doctrine", **WITS) == Reload(bow)


def test_a_dying_friend_is_tended_by_the_kind() -> None:
    """Nobody near: a merciful cleric kneels down by the friend, who bleeds."""
    drawing = "A B . . . . . . . . . . . . o"
    table = battlefield(drawing, A="cleric-1", B="fighter-1", o="orc")
    table.battle["B"].hit_points = -8
    condition(table, "B", "dying")

    assert isinstance(choice(table, "A", "doctrine", mercy=10, aggression=0), FirstAid)


@pytest.mark.parametrize(("mercy", "kills"), [(0, True), (10, False)])
def test_the_helpless_are_killed_by_the_merciless_only(mercy: int, kills: bool) -> None:
    """A paralysed foe: without mercy a killing blow, with mercy none."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="fighter-3", o="orc")
    condition(table, "o", "paralyzed")

    assert isinstance(choice(table, "A", "doctrine", mercy=mercy), CoupDeGrace) is kills


def test_a_specialist_trips() -> None:
    """Who is trained to trip and holds a chain trips a foe who is no harder to fell than others."""
    table = battlefield(". . . . .\n. A . o .\n. . . . .", A="chain-fighter-4", o="fighter-5")
    order = choice(table, "A", "doctrine")

    assert isinstance(order, Attack)
    assert order.how in ("trip", "disarm")


def test_the_weakest_in_reach_is_struck() -> None:
    """Of two orcs it strikes the one that is likely to fall."""
    strong = msgspec.structs.replace(creature("orc"), kind="", hit_dice=5, hit_points=40)
    table = battlefield(". . . .\no A p .\n. . . .", A="fighter-3", o=strong, p=strong)
    wounded(table, "p", 3)

    assert choice(table, "A", "doctrine").target == "p"


def test_opportunities_are_taken_with_the_best_blow() -> None:
    """Asked about a passer-by, it strikes, and says with what odds."""
    table = battlefield("A o . .", A="fighter-3", o="orc")
    battle = table.battle
    menu = Reactions(battle, battle["A"], battle["o"])

    assert isinstance(asked(table, "A", "doctrine", Opportunity("o", "moving"), menu), Attack)


@pytest.mark.parametrize(
    ("about", "options", "expected"),
    [
        ("trip-counter", ("yes", "no"), "yes"),
        ("disarm-counter", ("yes", "no"), "yes"),
        ("trip-free", ("trip", "no"), "trip"),
        ("improved-grab", ("grab", "hold", "no"), "grab"),
        ("trip-defence", ("dexterity", "strength"), "dexterity"),
        ("push", ("3", "2", "1"), "3"),
        ("never-heard-of", ("b", "a"), "b"),
    ],
)
def test_choices_left_by_a_rule(about: str, options: tuple[str, ...], expected: str) -> None:
    """It takes what helps it; of a choice that it does not know, the first option."""
    table = battlefield("A o . .", A="fighter-3", o="orc")

    assert asked(table, "A", "doctrine", Pick(about, "o", options), Options(options, "rule")) == Choose(expected)


def test_a_weapon_is_let_go_only_if_there_is_another() -> None:
    """Rather the sword than a fall, if a second blade hangs at the belt."""
    table = battlefield("A o . .", A="fighter-3", o="orc")
    question = Pick("drop-weapon", "o", ("drop", "keep"))
    fighter = table.battle["A"]

    fighter.items = ("dagger",)
    assert asked(table, "A", "doctrine", question, Options(question.options, "rule")) == Choose("drop")
    fighter.items = ()
    assert asked(table, "A", "doctrine", question, Options(question.options, "rule")) == Choose("keep")


def test_reasons_have_words_and_numbers() -> None:
    """What decided comes first, with the odds; what was passed over follows with its score."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="fighter-3", o="orc")
    decision = decide(table, "A", "doctrine")
    first, *others = decision.reasons

    assert "%" in first.words
    assert others
    assert all(first.score >= other.score and other.words.startswith("rather than this") for other in others)
