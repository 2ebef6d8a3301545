"""The policy ``team``: what the plan of a side adds to utility's weighing, each in a position and a near twin."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from typing import Any, cast

import pytest

from agents.policies.base import Offers
from agents.policies.player import Mind
from agents.policies.team import concert
from agents.policies.team.matching import Offer, matched
from agents.policies.team.plan import HOLD, PATIENCE, Plan, follows, study
from agents.policies.team.shares import share
from agents.policies.utility.estimate import ranked
from agents.policies.utility.orders import Orders
from agents.policies.utility.study import Study
from agents.view import Persona, View
from sim.events.orders import AidAnother, Attack, Choose, Decision, Move, Pick, Ready, Step, Trigger
from sim.grid.flanking import flanks
from sim.rules.adnd.book import BOOK as ADND
from sim.table import Table
from sim.testing import battlefield, condition
from tests.agents.situations import decide, menu_of
from tests.puzzles.people import somebody
from tests.rules.adnd.arena import arena

SWORDSMAN = somebody("longsword", base_attack=3, hit_points=20)
CLUB = somebody("club", hit_points=8)


def decision(table: Table, who: str = "A", name: str = "team", **traits: int) -> Decision:
    """What it orders for somebody who knows everybody's figures, with its reasons."""
    return decide(table, who, name, knowledge="open", **traits)


def best(table: Table, who: str = "A", name: str = "team", **traits: int) -> Any:
    """The order alone."""
    return decision(table, who, name, **traits).choice


def plan_of(table: Table, who: str = "A", **traits: int) -> Plan:
    """The plan as it looks to somebody."""
    menu = menu_of(table, who)
    return Plan(Orders(Study(View(table.battle, who, None, "open", Persona(**traits)), menu)))


# ---- the matching


OFFERS = [Offer(who, place, 100) for who in ("a", "b", "c") for place in (4, 9, 2)]


def test_of_equal_matchings_the_first_offer_decides() -> None:
    """Where all is worth the same, the first takes the place that he was offered first, and so on."""
    assert matched(OFFERS) == {"a": 4, "b": 9, "c": 2}


def test_the_sum_of_worth_decides_before_any_order() -> None:
    """Who is offered first gives way where that gains more for all."""
    assert matched([Offer("a", 1, 10), Offer("b", 1, 9), Offer("a", 2, 9)]) == {"a": 2, "b": 1}


def test_what_is_worth_nothing_is_not_given_out() -> None:
    """Nobody is sent where he gains nothing."""
    assert matched([Offer("a", 1, 0), Offer("b", 1, 1)]) == {"b": 1}


def test_a_matching_is_as_good_as_any() -> None:
    """Against every way to give three places to three: none is worth more."""
    worth = {("a", 1): 5, ("a", 2): 8, ("a", 3): 7, ("b", 1): 6, ("b", 2): 9, ("b", 3): 5, ("c", 1): 4, ("c", 2): 9}
    found = matched([Offer(who, place, points) for (who, place), points in worth.items()])
    most = max(
        sum(worth.get(pair, 0) for pair in zip("abc", places, strict=True)) for places in permutations((1, 2, 3))
    )

    assert sum(worth[pair] for pair in found.items()) == most


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_hashes_decide_nothing(seed: str) -> None:
    """With other hashes of names the same matching comes out."""
    code = "from tests.agents.test_team import OFFERS, matched; print(matched(OFFERS))"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)

    assert said.stdout.strip() == str(matched(OFFERS))


# ---- who plans, and who follows


def test_the_leader_is_the_brightest_who_can_act() -> None:
    """Wits first; of equals the first of the scenario; not whoever lies stunned."""
    dull = somebody("club", persona={"wits": 2})
    table = battlefield("A B C\n. . .\n. . o", A=dull, B=SWORDSMAN, C=SWORDSMAN, o=CLUB)

    assert plan_of(table, wits=2).leader.id == "B"
    condition(table, "B", "stunned")
    assert plan_of(table, wits=2).leader.id == "C"


@pytest.mark.parametrize(("traits", "follower"), [({}, True), ({"discipline": 2}, False), ({"wits": 0}, False)])
def test_the_mindless_and_the_unruly_do_not_follow(traits: dict[str, int], follower: bool) -> None:
    """A plan takes wits and discipline."""
    assert follows(Persona(**traits)) == follower


def test_whoever_does_not_follow_fights_as_utility_does() -> None:
    """Alone or unruly it gives the order of ``utility``."""
    table = battlefield(HELP, A=WEAK_ARM, B=STRONG_ARM, o=IRON)

    assert best(table, discipline=0) == best(table, name="utility", discipline=0)
    assert best(table, discipline=5) != best(table, discipline=0)


# ---- blows together


def test_what_a_partner_will_fell_anyway_is_left_to_him() -> None:
    """Of two foes beside it one has a partner beside him who fells him before he acts: the other is struck."""
    table = battlefield(
        """
        # # # B
        # p A o
        """,
        A=SWORDSMAN,
        B=somebody("greatsword", base_attack=12, hit_points=20),
        o=CLUB,
        p=CLUB,
    )
    table.battle["o"].hit_points = table.battle["p"].hit_points = 2
    one = decision(table)

    assert one.choice.target == "p"


def test_without_the_partner_the_first_of_two_alike_is_struck() -> None:
    """The twin: the partner is nowhere near, so nothing tells the two apart."""
    table = battlefield(
        """
        . . . . . . . . . . . . . . . . . . .
        . p A o . . . . . . . . . . . . . . B
        . . . . . . . . . . . . . . . . . . .
        """,
        A=SWORDSMAN,
        B=somebody("greatsword", base_attack=12, hit_points=20),
        o=CLUB,
        p=CLUB,
    )
    table.battle["o"].hit_points = table.battle["p"].hit_points = 2

    assert best(table).target == "o"


TOGETHER = """
. . . . .
. o A p .
. B . . .
"""


def test_partners_bring_somebody_down_together() -> None:
    """Neither fells a foe alone, both one of them before he acts: the one whom the partner reaches is struck."""
    table = battlefield(TOGETHER, A=SWORDSMAN, B=SWORDSMAN, p=CLUB, o=CLUB)
    table.battle["o"].hit_points = table.battle["p"].hit_points = 13
    one = decision(table)

    assert "the plan: brings down o together" in one.reasons[0].words


def test_a_partner_who_lies_stunned_is_not_counted_on() -> None:
    """The twin: nobody strikes besides, so the first of the two is struck."""
    table = battlefield(TOGETHER, A=SWORDSMAN, B=SWORDSMAN, p=CLUB, o=CLUB)
    table.battle["o"].hit_points = table.battle["p"].hit_points = 13
    condition(table, "B", "stunned")

    assert "the plan" not in decision(table).reasons[0].words


# ---- flanks


FLANK = """
. . . . . .
. . B o . A
. . . . . .
"""


def test_it_comes_round_for_its_partner() -> None:
    """Of the places from which it could strike, it takes the one that puts the foe between the two."""
    table = battlefield(FLANK, A=SWORDSMAN, B=SWORDSMAN, o=somebody("club", hit_points=40))
    one = decision(table)
    battle = table.battle

    assert flanks(battle.ground, one.choice.to, 1, battle["B"].square, 1, battle["o"].square, 1)
    assert "the plan: flanks o with B" in one.reasons[0].words


def test_nobody_flanks_with_who_cannot_strike() -> None:
    """The twin: the friend beside the foe is stunned, and no plan is made with him."""
    table = battlefield(FLANK, A=SWORDSMAN, B=SWORDSMAN, o=somebody("club", hit_points=40))
    condition(table, "B", "stunned")

    assert "the plan" not in decision(table).reasons[0].words


def test_two_who_come_get_two_places() -> None:
    """No square is given to both, and the two have the foe between them."""
    table = battlefield(
        """
        . . . . . .
        . . . . . .
        . A . o . B
        . . . . . .
        """,
        A=SWORDSMAN,
        B=SWORDSMAN,
        o=somebody("club", hit_points=40),
    )
    places = plan_of(table).places

    assert set(places) == {"A", "B"}
    assert flanks(table.battle.ground, places["A"], 1, places["B"], 1, table.battle["o"].square, 1)


# ---- help, screens, giving way


HELP = ". . . . .\n. A o B .\n. . . . ."
WEAK_ARM = somebody("light mace", strength=8, base_attack=4, hit_points=20)
STRONG_ARM = somebody("greatsword", base_attack=2, hit_points=20)
IRON = somebody("club", armor="full plate", hit_points=6)


def test_a_weak_arm_helps_a_strong_one() -> None:
    """Its own blow would be luck; the partner strikes next, and two points more are worth more."""
    assert isinstance(best(battlefield(HELP, A=WEAK_ARM, B=STRONG_ARM, o=IRON)), AidAnother)


def test_nobody_is_helped_who_strikes_too_late() -> None:
    """The twin: the foe acts first, and the partner only after it."""
    table = battlefield(HELP, A=WEAK_ARM, B=STRONG_ARM, o=IRON)
    table.battle.order = ("A", "o", "B")

    assert not isinstance(best(table), AidAnother)


# ---- letting them come


@pytest.mark.parametrize(("weapon", "receives"), [("club", True), ("longbow", False)])
def test_who_has_nothing_to_strike_receives_who_comes(weapon: str, receives: bool) -> None:
    """With a foe near enough to come, a blow is made ready; not so for one who shoots."""
    drawing = "A . . . . . . . o\nB . . . . . . . ."
    spearman = somebody("spear", hit_points=20, armor="full plate", speed=5)
    table = battlefield(drawing, A=spearman, B=spearman, o=somebody(weapon))
    kept = concert.receiving(plan_of(table))

    assert (kept is not None) == receives
    if kept is not None:
        assert kept.order == Ready(Attack("it", "spear"), Trigger("comes-into-reach"))


def test_those_who_follow_wait_together_and_go_together() -> None:
    """A foe's first blow counts in full up to the round to which all hold, and little as soon as one is at blows."""
    apart = battlefield("B . A . . . . . . . o p", A=SWORDSMAN, B=SWORDSMAN, o=SWORDSMAN, p=SWORDSMAN)
    joined = battlefield(FLANK, A=SWORDSMAN, B=SWORDSMAN, o=CLUB)
    counts = {}
    for number in (HOLD, HOLD + 1):
        for name, table in (("apart", apart), ("joined", joined)):
            table.battle.round = number
            counts[name, number] = study(View(table.battle, "A", None, "open", Persona()), menu_of(table, "A")).wariness

    assert counts["apart", HOLD] > counts["joined", HOLD] == counts["apart", HOLD + 1] == counts["joined", HOLD + 1]


@pytest.mark.parametrize(
    ("foes", "number", "goes"), [("o", PATIENCE + 1, True), ("o", PATIENCE, False), ("op", PATIENCE + 1, False)]
)
def test_the_stronger_side_goes_in_where_all_wait(foes: str, number: int, goes: bool) -> None:
    """Two against one, of whom nobody has come: they go in, each by one move; not at once, and not two against two."""
    table = battlefield("B . A" + " ." * 16 + " " + " ".join(foes), **dict.fromkeys(f"AB{foes}", SWORDSMAN))
    table.battle.round = number

    assert (best(table) == Move(table.battle["A"].square + 6)) == goes


@pytest.mark.parametrize("weapon", ["club", "longbow"])
def test_whoever_stands_apart_joins_those_at_blows(weapon: str) -> None:
    """A partner has a foe beside him: the move towards them counts, whether others shoot or not."""
    drawing = "A" + " ." * 20 + " B o . p"
    apart = somebody("longsword", hit_points=20, speed=20)
    table = battlefield(drawing, A=apart, B=SWORDSMAN, o=CLUB, p=somebody(weapon, hit_points=8))
    plan = plan_of(table)

    assert plan.joins == Move(table.battle["A"].square + 4)


@pytest.mark.parametrize(("kind", "choice"), [("fighter-3", "receive"), ("fighter-5", "keep")])
def test_a_spear_is_set_against_who_charges(kind: str, choice: str) -> None:
    """It strikes first, and doubly (adnd.charge.receive.spear.double-damage); a sword gains little by it."""
    table = arena("A . . . o", A=kind, o="ogre")
    question = Pick("answer-charge", "o", ("keep", "receive"))
    mind = Mind(table.battle["A"], "team", 1, "seen", ADND.odds, {})

    assert mind.decide(table.battle, "A", question, cast(Any, [])).choice == Choose(choice)


# ---- never against its own estimate


@pytest.mark.parametrize("drawing", [TOGETHER, FLANK, HELP])
def test_no_order_is_given_that_another_surpasses(drawing: str) -> None:
    """By the estimate alone no order of the menu is as good in every part and better in one."""
    foes: Any = {name: CLUB for name in "op" if name in drawing}
    table = battlefield(drawing, A=SWORDSMAN, B=SWORDSMAN, **foes)
    found = ranked(View(table.battle, "A", None, "open", Persona()), menu_of(table, "A"))
    given = best(table)
    own = next(one.estimate for one in found if one.order == given)

    assert not [
        one for one in found if one.estimate != own and all(a >= b for a, b in zip(one.estimate, own, strict=True))
    ]


# ---- screens, and going together


SCREEN = """
. . . . . . . . .
. . . . . . . . .
. C . . . . . . o
. A . . . . . . .
"""


def test_a_place_before_an_archer_counts() -> None:
    """Beside the archer on the side from which a foe may come, and nowhere else."""
    archer = somebody("longbow", hit_points=20)
    table = battlefield(SCREEN, A=SWORDSMAN, C=archer, o=somebody("greatsword"))
    plan = plan_of(table)
    before, behind = (table.battle["C"].square + step for step in (1, -1))

    assert concert.screening(plan, before) > (0, "")
    assert concert.screening(plan, behind) == (0, "")


@pytest.mark.parametrize(("beside", "waits"), [("A p . .", True), ("A . p .", False)])
def test_what_a_step_adds_to_the_plan_waits_until_the_blow_is_struck(beside: str, waits: bool) -> None:
    """The place before the archer counts for a step only where its blow cannot be struck as well before it."""
    drawing = SCREEN.replace("A . . .", beside)
    archer = somebody("longbow", hit_points=20)
    table = battlefield(drawing, A=SWORDSMAN, C=archer, o=somebody("greatsword"), p=CLUB)
    plan = plan_of(table)
    step = plan.orders.step(Step(table.battle["C"].square + 1))

    assert concert.screening(plan, step.order.to) > (0, "")
    assert (share(plan, step).estimate.position == step.estimate.position) == waits


def test_nobody_is_kept_from_somebody_who_cannot_come() -> None:
    """The twin: the foe shoots itself, so no place keeps anything from the archer."""
    archer = somebody("longbow", hit_points=20)
    table = battlefield(SCREEN, A=SWORDSMAN, C=archer, o=somebody("longbow"))

    assert concert.screening(plan_of(table), table.battle["C"].square + 1) == (0, "")


FAR = "A . . . . . . . . . . . . . . o"
NEAR = "A . . . . . . . o"
AT_BLOWS = """
A . . . . . . . o
. . . . . . . . .
. . . . B p . . .
"""


@pytest.mark.parametrize(("drawing", "costs"), [(FAR, True), (NEAR, True), (AT_BLOWS, False)])
def test_it_costs_to_go_first(drawing: str, costs: bool) -> None:
    """Whoever goes where foes can come pays for it; not once others are at blows, and these could strike him anyway."""
    people = {name: CLUB if name in "op" else SWORDSMAN for name in "ABop" if name in drawing}
    table = battlefield(drawing, **people)

    assert (concert.alone(plan_of(table), table.battle["A"].square + 6) > 0) == costs


def test_who_goes_with_others_pays_less() -> None:
    """A partner who acts before the foe draws half of it; one who acts after it comes too late for that."""
    drawing = "A . . . . . . . o\nB . . . . . . . ."
    soon = battlefield(drawing, A=SWORDSMAN, B=SWORDSMAN, o=CLUB)
    late = battlefield(drawing, A=SWORDSMAN, o=CLUB, B=SWORDSMAN)
    there = soon.battle["A"].square + 6
    less, more = (concert.alone(plan_of(table), there) for table in (soon, late))

    assert 0 < 2 * less <= more


@pytest.mark.parametrize(("drawing", "costs"), [(f"A{22 * ' .'} o", True), (NEAR, False)])
def test_where_order_changes_each_round_nobody_waits_for_those_in_reach(drawing: str, costs: bool) -> None:
    """In AD&D it costs to go where a foe may come that could not strike before, and nothing else does."""
    table = arena(drawing, A="fighter-3", o="orc")
    view = View(table.battle, "A", None, "open", Persona(), ADND.odds)
    plan = Plan(Orders(Study(view, cast(Offers, ADND.offers(table.battle, "A")))))

    assert (concert.alone(plan, table.battle["A"].square + 6) > 0) == costs


def test_a_side_gives_way_together() -> None:
    """Outweighed twice over, or with most of it badly hurt; before that, who leaves lets his foes at the others."""
    table = battlefield(HELP, A=SWORDSMAN, B=SWORDSMAN, o=SWORDSMAN)
    stands = plan_of(table)

    assert not concert.yields(stands)
    assert concert.leaving(stands) > 0
    table.battle["A"].hit_points = table.battle["B"].hit_points = 3
    assert concert.yields(plan_of(table))


# ---- the other book


def test_by_the_other_book_it_comes_round_for_its_partner_too() -> None:
    """Whoever has enemies on two sides turns his back to one of them (adnd.melee.rear)."""
    table = arena(FLANK, A="fighter-5", B="fighter-5", o="ogre")
    menu = cast(Offers, ADND.offers(table.battle, "A"))
    plan = Plan(Orders(Study(View(table.battle, "A", None, "open", Persona(), ADND.odds), menu)))
    battle = table.battle
    behind = battle["o"].square + 1

    assert flanks(battle.ground, behind, 1, battle["B"].square, 1, battle["o"].square, 1)
    assert plan.helps(behind)[0] > 0
    assert plan.helps(behind - battle.ground.stride - 1)[0] == 0
