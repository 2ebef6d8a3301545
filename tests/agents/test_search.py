"""The policies that look ahead: what they see that the estimate of one turn does not, and what holds of any search."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from agents.policies import player_for
from agents.policies.base import Offers
from agents.policies.player import Mind
from agents.policies.search.candidates import sorted_out
from agents.policies.search.plies import Answers, Plies, looked
from agents.policies.search.rollouts import Race
from agents.policies.utility.orders import Orders
from agents.policies.utility.parts import Scales
from agents.policies.utility.study import Study
from agents.view import View
from sim import encounter
from sim.events.log import parse
from sim.events.orders import Attack, FullAttack, Step, TotalDefense
from sim.events.text import text
from sim.rules.adnd.book import BOOK as ADND
from sim.rules.shelf import book as book_of
from sim.scenario.loader import load
from sim.table import Table
from sim.testing import battlefield
from tests.agents.situations import choice, decide, menu_of
from tests.puzzles import proof
from tests.puzzles.people import somebody
from tests.puzzles.position import positions
from tests.puzzles.solver import Solver
from tests.rules.adnd.arena import arena

ROOT = Path(__file__).parents[2]
NAMES = ("search", "search:rollouts")
CLEVER = {"wits": 8}

name = pytest.mark.parametrize("name", NAMES)


def surrounded() -> Table:
    """A hurt fighter between an orc unhurt and one nearly dead."""
    table = battlefield(
        """
        . . . . . . . .
        . o A p . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        A="fighter-3",
        o="orc",
        p="orc",
    )
    table.battle["A"].hit_points = 8
    table.battle["p"].hit_points = 2
    return table


@name
def test_one_in_the_middle_steps_out_of_it_before_it_strikes(name: str) -> None:
    """The blow is the same from the corner, and only one of those who flank it can answer at once."""
    assert isinstance(choice(surrounded(), "A", name, **CLEVER), Step)


@name
def test_a_caster_is_struck_before_a_brute(name: str) -> None:
    """Both stand beside it, as easily felled, and the one with spells counts more."""
    table = battlefield(
        """
        . . . . . . . .
        . . . o . . . .
        . . A w . . . .
        . . . . . . . .
        """,
        A="fighter-3",
        o="orc",
        w="wizard-5",
    )
    for who in "ow":
        table.battle[who].hit_points = 5
    order = choice(table, "A", name, **CLEVER)

    assert isinstance(order, Attack | FullAttack)
    assert order.target == "w"


@name
def test_the_hurt_finish_a_foe_that_is_nearly_dead(name: str) -> None:
    """One more blow of the ogre would fell it, so it gives the last one rather than ground."""
    table = battlefield(
        """
        . . . . . . . . .
        . . . A o . . . .
        . . . B . . . . .
        . . . . . . . . .
        """,
        A="fighter-3",
        B="fighter-5",
        o="ogre",
    )
    table.battle["A"].hit_points = 4
    table.battle["o"].hit_points = 3

    assert isinstance(choice(table, "A", name, **CLEVER), Attack | FullAttack)


@name
def test_what_is_imagined_leaves_the_battle_as_it_was(name: str) -> None:
    """Nothing of it has happened."""
    table = surrounded()
    menu_of(table, "A")
    before = table.battle.snapshot()
    choice(table, "A", name, **CLEVER)

    assert table.battle.snapshot() == before


@pytest.mark.parametrize("budget", [1, 30, 200, 1000])
def test_rollouts_keep_to_their_budget(budget: int) -> None:
    """Orders in the imagination are counted, and there are never more than the budget."""
    table = surrounded()
    menu = menu_of(table, "A")
    view = View(table.battle, "A")
    race = Race(view, looked(view, menu, 1), 1, budget)
    race.run()

    assert race.spent <= budget
    assert race.ranked()[0] < len(race.found)


@pytest.mark.parametrize(("outcomes", "given"), [([90, 110, 95], 1), ([-300, 600, -10], 0)])
def test_a_lead_that_may_be_luck_changes_nothing(outcomes: list[int], given: int) -> None:
    """Better on the average is not enough to give up the order of ``search``: it takes nearly every rollout."""
    table = surrounded()
    menu = menu_of(table, "A")
    view = View(table.battle, "A")
    first, second, *_ = looked(view, menu, 1)
    race = Race(view, [first, second._replace(worth=first.worth)], 1)
    race.outcomes = [[0, 0, 0], outcomes]

    assert race.trusted()[0] == given


def test_once_the_budget_is_spent_no_more_luck_is_told_apart() -> None:
    """With a small one an order is looked at with one kind of luck, with a large one with several."""
    table = surrounded()
    menu = menu_of(table, "A")
    view = View(table.battle, "A")
    first = sorted_out(Orders(Study(view, menu)), 4)[0][0]
    kinds = {}
    for budget in (1, 800):
        plies = Plies(view, 1, budget, 1)
        plies.worth(first)
        kinds[budget] = plies.kinds[first.order]

    assert kinds[1] == 1 < kinds[800]


def test_luck_is_told_apart_by_exact_weights() -> None:
    """Of the faces of the die of a blow as many hit as the odds say, and every face is of one kind."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="fighter-3", o="ogre")
    menu_of(table, "A")
    view = View(table.battle, "A", None, "open")
    order = Attack("o", "longsword")
    plies = Plies(view, 1, 800, 1)
    plies.left = 800
    kinds = plies.split(order, (), 1, 20)
    (strike,) = view.strikes(order)

    assert [face for low, high in kinds for face in range(low, high + 1)] == list(range(1, 21))
    assert 20 - kinds[0][1] == 20 * strike.hit.ways // strike.hit.of


@pytest.mark.parametrize("scenario", ["duel", "duel-of-masters"])
@name
def test_a_fight_cut_short_goes_on_to_the_same_bytes(name: str, scenario: str) -> None:
    """The first orders of a fight, taken up in the middle, come out as they did; so they do when they are run again."""
    loaded = load(ROOT / "scenarios" / f"{scenario}.toml")
    book = book_of(loaded.scenario.ruleset)
    policies = dict.fromkeys(dict.fromkeys(placed.sheet.side for placed in loaded.scenario.creatures), name)
    player = player_for(policies, 5, loaded.scenario.knowledge, book=book)
    table = encounter.begin(book, loaded.scenario, player, seed=5)
    while table.battle.inputs < 4 and encounter.step(book, table):
        pass
    data = table.log.to_bytes()
    lines = data.splitlines(keepends=True)
    cut = parse(b"".join(lines[: 2 * len(lines) // 3]))
    again = encounter.resume(book, cut, player_for(policies, 5, loaded.scenario.knowledge, book=book))
    while again.battle.inputs < 4 and encounter.step(book, again):
        pass

    assert again.log.to_bytes() == data
    assert encounter.rerun(book, parse(data)).log.to_bytes() == data


def test_the_order_of_hashes_changes_nothing() -> None:
    """The same fight by both searches has the same digest whatever PYTHONHASHSEED is."""
    program = (
        "from hashlib import sha256\n"
        "from agents.policies import player_for\n"
        "from sim import encounter\n"
        "from sim.rules.d20.book import BOOK\n"
        "from sim.testing import scenario_of\n"
        "drawn = scenario_of('A . . . a', {'A': 'fighter-1', 'a': 'orc'})\n"
        "player = player_for({'upper': 'search', 'lower': 'search:rollouts'}, 3)\n"
        "table = encounter.begin(BOOK, drawn, player, seed=3)\n"
        "encounter.play(BOOK, table)\n"
        "print(sha256(table.log.to_bytes()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "99")
    }

    assert len(digests) == 1


@name
@pytest.mark.parametrize(("foe", "waits"), [("club", True), ("longbow", False)])
def test_while_both_sides_wait_the_plan_decides(name: str, foe: str, waits: bool) -> None:
    """Two plies away nobody has come yet, so the plan says who goes; a foe who shoots waits for nobody."""
    swords = somebody("longsword", base_attack=3, hit_points=20)
    table = battlefield("B . A . . . . . . . o", A=swords, B=swords, o=somebody(foe, hit_points=8))
    found = decide(table, "A", name, knowledge="open", **CLEVER)

    assert found.by == name
    assert ("luck" not in found.reasons[0].words) == waits


@name
def test_without_wits_nothing_is_searched(name: str) -> None:
    """A beast without wits does what is nearest."""
    table = surrounded()

    assert choice(table, "A", name, wits=0) == choice(table, "A", "nearest")


POSITIONS = {position.name: position for position in positions()}


@pytest.mark.parametrize("drawn", ["throw-or-walk", "break-the-spell", "trip-and-strike", "one-step-to-the-flank"])
@name
def test_the_best_order_of_a_drawn_position_is_found(name: str, drawn: str) -> None:
    """A better place for a throw, a spell that a blow would break, a fall that invites a blow, a flank a step away."""
    position = POSITIONS[drawn]
    battle = Solver(position).root.battle
    mind = Mind(battle[position.turn], name, 0, "open", position.book.odds, {"wits": 10})
    order = mind.decide(battle, position.turn, None, position.book.offers(battle, position.turn)).choice

    assert text(order, battle.ground) in proof.load(position).solutions()


@pytest.mark.parametrize(("drawn", "how"), [("hold-him", "grapple"), ("hold-him", "trip")])
def test_what_the_estimate_passes_over_is_looked_at(drawn: str, how: str) -> None:
    """Where a blow is worth more than a hold or a trip, the estimate knows none, and two plies look at one."""
    position = POSITIONS[drawn]
    battle = Solver(position).root.battle
    view = View(battle, position.turn, knowledge="open", odds=position.book.odds)
    menu = cast(Offers, position.book.offers(battle, position.turn))
    found, others = sorted_out(Orders(Study(view, menu)), 4)

    assert all(getattr(weighed.order, "how", "") != how for weighed in found)
    assert [getattr(weighed.order, "how", "") for weighed in others].count(how) == 1


def test_what_is_declared_is_answered_after_it_is_done() -> None:
    """In AD&D nobody tells his best blow while others still declare: two plies go on to the next declarations."""
    table = arena(". . . .\n. A o .\n. . . p", A="fighter-3", o="goblin", p="goblin")
    view = View(table.battle, "A", knowledge="open", odds=ADND.odds)
    plies = Plies(view, 1, 800, 1)
    answers = Answers(Scales.of(view.persona), view.me.side)
    order = next(order for order in ADND.offers(table.battle, "A") if getattr(order, "target", "") == "o")
    after = plies.carried_out(order, (1,), answers)

    assert after.battle.round == table.battle.round + 1
    assert "A" in answers.heard


def test_what_was_declared_is_struck_in_the_imagination_too() -> None:
    """Of two foes beside it the second was announced, and is struck though the first has less left."""
    table = arena(". . . .\n. A o .\n. p . .", A="fighter-3", o="goblin", p="goblin")
    table.battle["o"].hit_points = 1
    sword = table.battle["A"].held[0]
    view = View(table.battle, "A", knowledge="open", odds=ADND.odds)
    after = Plies(view, 1, 800, 1).carried_out(FullAttack("p", sword), (10,))

    assert [event.order.target for event in after.log.events if isinstance(getattr(event, "order", 0), Attack)] == ["p"]


def test_a_blow_at_whoever_is_out_of_reach_is_not_searched() -> None:
    """AD&D lets one announce it, since the foe may come; there is nothing in it to be seen."""
    table = arena("A . . . . . . o", A="fighter-3", o="goblin")
    view = View(table.battle, "A", knowledge="open", odds=ADND.odds)
    _, others = sorted_out(Orders(Study(view, cast(Offers, ADND.offers(table.battle, "A")))), 4)

    assert not [one for one in others if isinstance(one.order, FullAttack | TotalDefense)]


def test_only_what_is_close_after_two_plies_is_played_on() -> None:
    """A foe at its last hit point: two plies have seen that to strike is far better than only to defend itself."""
    table = battlefield(". . . .\n. A o .\n. . . .", A="fighter-5", o="ogre")
    table.battle["o"].hit_points = 1
    seen, played = [
        [reason.words for reason in decide(table, "A", name, **CLEVER).reasons]
        for name in ("search", "search:rollouts")
    ]

    assert any("defends" in words for words in seen)
    assert played
    assert all("played on" in words and "defends" not in words for words in played)
