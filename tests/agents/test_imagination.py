"""Fights played on in the head: what is known is kept, what is hidden is guessed, and nothing real is touched."""

from __future__ import annotations

from pathlib import Path

from agents.policies import player_for
from agents.policies.imagination import Imagination
from agents.view import Knowledge, View, band
from sim import encounter
from sim.rules.book import Rulebook
from sim.rules.d20.book import BOOK
from sim.rules.shelf import book as book_of
from sim.scenario.loader import load
from sim.state.battle import Battle
from sim.state.conditions import DOWN
from sim.table import Table
from sim.testing import battlefield, condition, turn

ROOT = Path(__file__).parents[2]
FIELD = """
    . . . . . .
    . A B o p .
    . . . . . .
"""


def seen(table: Table, who: str = "A", knowledge: Knowledge = "seen", book: Rulebook = BOOK) -> View:
    """What somebody sees in its turn."""
    if table.battle.turn.who != who:
        turn(table, who)
    return View(table.battle, who, None, knowledge, odds=book.odds)


def never(battle: Battle, who: str) -> bool:
    """Play on to the end."""
    return False


def test_playing_on_leaves_the_battle_as_it_was() -> None:
    """A whole fight is played in the head, and nothing has happened."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="orc", p="wolf")
    view = seen(table)
    before = table.battle.snapshot()
    imagined = Imagination(view, 7).table(0)
    imagined.play(never)

    assert imagined.battle.phase == "over"
    assert table.battle.snapshot() == before


def test_its_own_side_is_exact_and_a_foe_is_as_hurt_as_it_looks() -> None:
    """A friend has the hit points that it has; those of a wounded foe differ from guess to guess, its look never."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="ogre", p="wolf")
    table.battle["B"].hit_points = 3
    table.battle["o"].hit_points = 20
    guesses = [Imagination(seen(table), 7).sample(number) for number in range(20)]

    assert {guess["B"].hit_points for guess in guesses} == {3}
    assert len({guess["o"].hit_points for guess in guesses}) > 3
    assert {band(guess["o"]) for guess in guesses} == {band(table.battle["o"])}


def test_open_sheets_leave_nothing_to_guess() -> None:
    """Who knows the sheets knows the hit points."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="ogre", p="wolf")
    table.battle["o"].hit_points = 20

    assert Imagination(seen(table, knowledge="open"), 7).sample(0).snapshot() == table.battle.snapshot()


def test_an_unseen_foe_is_imagined_where_it_may_be() -> None:
    """A wall is between them: over some guesses the foe stands in several squares, each on the far side."""
    table = battlefield(
        """
        . . . # . . . .
        . A . # . . o .
        . . . # . . . .
        . . . # . . . .
        """,
        A="fighter-3",
        o="orc",
    )
    view = seen(table)
    (guess,) = view.guesses()
    places = {Imagination(view, seed).sample(0)["o"].square for seed in range(20)}

    assert len(places) > 1
    assert all(guess[1] >> place & 1 for place in places)


def test_the_same_number_is_the_same_luck_and_another_is_not() -> None:
    """Dice and guesses come from the number alone, however often and in whatever order they are asked for."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="ogre", p="wolf")
    imagination = Imagination(seen(table), 7)
    rolled = {number: [imagination.table(number).roll(20, 8) for _ in range(2)] for number in (0, 1)}

    assert rolled[0][0] == rolled[0][1] != rolled[1][0]


def test_dice_are_those_of_whose_turn_it_is() -> None:
    """However many dice one creature needs in its turn, those of the next are the same."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="ogre", p="wolf")
    imagination = Imagination(seen(table), 7)
    one, other = imagination.table(0), imagination.table(0)
    one.roll(20, 5)
    for imagined in (one, other):
        turn(imagined, "o")

    assert one.roll(20, 3) == other.roll(20, 3)


def test_what_a_foe_has_readied_is_not_known() -> None:
    """Its plan is in its head: in the imagined battle nobody of the other side waits for anything."""
    table = battlefield(FIELD, A="fighter-3", B="archer-4", o="orc", p="wolf")
    condition(table, "o", "prone")
    table.battle.ready = ("o", "B")

    sample = Imagination(seen(table), 7).sample(0)
    assert sample.ready == ("B",)
    assert sample["o"].flags == table.battle["o"].flags


def test_fights_of_both_books_are_played_on_from_anywhere() -> None:
    """From every fifth decision of a fight, in the middle of rounds and turns, it can be played on to some end."""
    for name in ("chain-gang", "comedy-of-errors", "spell-duel"):
        loaded = load(ROOT / "scenarios" / f"{name}.toml")
        book = book_of(loaded.scenario.ruleset)
        table = encounter.begin(book, loaded.scenario, player_for(loaded.policies, 3, book=book), seed=3)
        ends = 0
        while encounter.step(book, table):
            call = book.call(table.battle)
            who = getattr(call, "who", "")
            if who and table.battle.inputs % 5 == 0:
                before = table.battle.snapshot()
                imagined = Imagination(View(table.battle, who, odds=book.odds), ends).table(ends)
                imagined.play(lambda battle, who, last=table.battle.round + 2: battle.round > last)  # type: ignore[misc]
                assert table.battle.snapshot() == before
                assert any(not creature.flags & DOWN for creature in imagined.battle)
                ends += 1
        assert ends
