"""``maraud play``: a person at the terminal: orders by number and in words, undo, typed dice, leaving and returning."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.cli.main import main
from sim.events.course import OrderGiven
from sim.events.log import read
from sim.events.orders import Pass, TotalDefense
from tests.record_golden import ROOT

MASTERS = ROOT / "scenarios" / "duel-of-masters.toml"
DUEL = ROOT / "scenarios" / "duel.toml"
CHECKS = ("verify", "audit", "rerun")


def orders(log: str) -> list[tuple[str, str]]:
    """Who was ordered by whom."""
    return [(event.who, event.by) for event in read(log).events if type(event) is OrderGiven]


def duel(maraud, said: str, *more: object, out: str = "b.jsonl"):  # type: ignore[no-untyped-def]
    """The duel, fighters played by hand with seed 11: ann acts first, grum stands beside her."""
    return maraud("play", DUEL, "--as", "fighters", "--seed", 11, "--out", out, *more, said=said)


def test_the_best_orders_are_offered_with_their_odds(maraud) -> None:
    """A d20 of 20 faces hits armor class 13 at +3 with 9 and more, weapon focus included: 60 %."""
    run = duel(maraud, "stop\n")

    assert run.code == 0
    assert "ann   c3   12/12" in run.out
    assert "attack grum with longsword hit 60 %, damage 4.2, fells " in " ".join(run.out.split())
    assert "move (30 squares)" in run.out


def test_a_side_sees_no_hit_points_of_its_foes(maraud) -> None:
    """Foes show how hurt they look."""
    run = duel(maraud, "attack grum with longsword\nauto all\n")

    assert "G grum  d3   unhurt, with falchion" in run.out
    assert "grum: 7 damage = d8 5 + strength 2, near death" in run.out
    assert "5/5" not in run.out.partition("The fight is over")[0]


def test_an_order_is_given_by_its_number(maraud) -> None:
    """The number that stood before it."""
    offered = duel(maraud, "orders total\nstop\n").out.splitlines()
    number = next(line for line in offered if line.split()[1:] == ["total-defense"]).split()[0]
    duel(maraud, f"orders total\n{number}\nauto all\n", out="c.jsonl")
    event = next(event for event in read("c.jsonl").events if type(event) is OrderGiven)

    assert (event.who, event.by, event.order) == ("ann", "player", TotalDefense())


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("attack grum with longsword", "attack grum with longsword"),
        ("attack grum with lo", "attack grum with longsword"),
        ("move b1", "move to b1"),
        ("move from c3 to b1", "move to b1"),
        ("total", "total-defense"),
    ],
)
def test_an_order_that_is_short_is_completed(line: str, order: str, maraud) -> None:
    """By the offers in which its words stand in this order."""
    run = duel(maraud, f"{line}\nstop\n")

    assert orders("b.jsonl")[0] == ("ann", "player")
    assert line == order or f"  {order}\n" in run.out


def test_a_charge_is_completed_with_its_best_lane(maraud) -> None:
    """Only whom it is on must be said."""
    run = maraud(
        "play",
        MASTERS,
        "--as",
        "school-of-the-thorn",
        "--seed",
        4,
        "--out",
        "b.jsonl",
        said="charge rose\nstop\n",
    )

    assert "charge rose with two-handed sword to e4" in run.out
    assert orders("b.jsonl")[-1] == ("thorn", "player")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move", "may mean 30 orders: say more"),
        ("stand-up", "d20.action.move.stand-up: Stand up from prone"),
        ("charge grum", "ann has nothing to charge now"),
        ("dance", "no order begins with 'dance'"),
        ("99", "there is no number 99: they run from 1 to"),
        ("undo", "you have decided nothing yet that could be undone"),
        ("orders x", "nothing that ann can do begins with 'x'"),
        ("reach far", "'far' goes nowhere now"),
        ("why", "say of which order"),
    ],
)
def test_what_does_not_fit_is_told_and_asked_again(line: str, words: str, maraud) -> None:
    """What is forbidden is named with its rule; nothing is lost."""
    run = duel(maraud, f"{line}\nstop\n")

    assert words in " ".join(run.out.split())
    assert (run.code, orders("b.jsonl")) == (0, [])


def test_the_squares_in_reach_are_drawn(maraud) -> None:
    """Thirty feet on open ground, around the orc."""
    run = duel(maraud, "reach\nstop\n")

    assert "  3 **AG**." in run.out
    assert "30 squares, 30 of them" in run.out


def test_help_orders_why_and_advice_can_be_had(maraud) -> None:
    """None of them takes time."""
    run = duel(maraud, "?\norders sunder\nwhy 2\nadvise 1\nstop\n")
    said = " ".join(run.out.split())

    assert "undo back to your last decision" in said
    assert "sunder" in said
    assert "d20.weapon-feats.focus: Weapon Focus: +1 on attack rolls with the chosen weapon." in said
    assert " 1. " in said
    assert orders("b.jsonl") == []


def test_an_undone_decision_makes_a_fork(maraud) -> None:
    """The log names the one that it parts from, which is kept; both pass every check that they can."""
    duel(maraud, "move to a1\nend\nundo\nundo\ntotal-defense\nauto all\n")
    reading, parent = read("b.jsonl"), read("b-undone-1.jsonl")

    assert reading.header.origin is not None
    assert (reading.header.origin.digest, reading.header.origin.at) == (parent.digest, 8)
    assert orders("b-undone-1.jsonl")[:2] == [("ann", "player")] * 2
    assert parent.events[:8] == reading.events[:8]
    assert not Path("b-undone-2.jsonl").exists()
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]
    assert maraud("audit", "b-undone-1.jsonl").err.startswith("maraud: b-undone-1.jsonl is unfinished")


@pytest.mark.parametrize("last", ["stop\n", ""], ids=["stop", "end of input"])
def test_a_fight_that_the_player_leaves_is_gone_on_with(last: str, maraud) -> None:
    """By hand, where it stood, for the same side; or without him."""
    duel(maraud, "move to a1\n" + last)
    assert maraud("verify", "b.jsonl").code == 1

    run = maraud("play", "b.jsonl", said="end\nstop\n")
    assert "-- round 1, ann at a1" in run.out
    assert maraud("resume", "b.jsonl").code == 0
    assert orders("b.jsonl")[:2] == [("ann", "player")] * 2
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


class Gone:
    """A terminal at which some lines are typed, and then Ctrl-C."""

    def __init__(self, *lines: str) -> None:
        self.lines = iter(lines)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        for line in self.lines:
            return f"{line}\n"
        raise KeyboardInterrupt


def test_interrupted_a_fight_is_kept(maraud, monkeypatch) -> None:
    """Ctrl-C is no way to lose what was played."""
    monkeypatch.setattr("sys.stdin", Gone("move to a1"))

    assert main(["play", str(DUEL), "--as", "fighters", "--seed", "11", "--out", "b.jsonl"]) == 130
    assert orders("b.jsonl") == [("ann", "player")]
    assert maraud("resume", "b.jsonl").code == 0


def test_interrupted_among_its_dice_an_order_is_kept(maraud, monkeypatch) -> None:
    """The dice that have fallen stand; what they were rolled for goes on."""
    monkeypatch.setattr("sys.stdin", Gone("17", "5", "attack grum with longsword", "18"))
    words = ["--as", "fighters", "--dice", "typed", "--seed", "4", "--out", "b.jsonl"]

    assert main(["play", str(DUEL), *words]) == 130
    assert orders("b.jsonl") == [("ann", "player")]
    assert [die.value for die in read("b.jsonl").dice()] == [17, 5, 18]
    assert "grum: 8 damage = d8 6" in maraud("play", "b.jsonl", said="6\n").out


def test_dice_are_typed_in(maraud) -> None:
    """Each is asked for with what it is for; nothing typed is the seed's; what is on no die is asked again."""
    said = "17\n5\nattack grum with longsword, power 1\n21\nx\n20\n15\n3\n\nauto all\n"
    run = maraud("play", DUEL, "--as", "fighters", "--dice", "typed", "--seed", 4, "--out", "b.jsonl", said=said)

    assert "d20 for ann's initiative" in run.out
    assert run.out.count("a d20 shows a whole number from 1 to 20") == 2
    assert "attack 23 = d20 20" in run.out
    assert [die.value for die in read("b.jsonl").dice()][:5] == [17, 5, 20, 15, 3]
    assert "nobody can verify them" in maraud("verify", "b.jsonl").out
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_left_in_the_midst_of_dice_it_asks_for_the_next_one(maraud) -> None:
    """Those that have fallen stand."""
    duel(maraud, "17\n5\nattack grum with longsword\n20\n", "--dice", "typed")
    run = maraud("play", "b.jsonl", said="15\n3\n4\n")

    assert "d20 for ann's attack" in run.out
    assert [die.value for die in read("b.jsonl").dice()] == [17, 5, 20, 15, 3, 4]


def test_a_question_in_the_midst_of_another_act_is_asked(maraud) -> None:
    """A goblin walks past bren: at event 93 he may strike, is told the odds, and lets it go; undone, he strikes."""
    whole = Path("a.jsonl").read_bytes()
    Path("b.jsonl").write_bytes(whole[: whole.index(b'{"seq":93,')])
    run = maraud("play", "b.jsonl", "--as", "patrol", said="advise\npass\nundo\nattack goblin-4\nstop\n")
    reading = read("b.jsonl")

    assert run.out.count("is asked: strike at goblin-4, who lays itself open (moving)?") == 2
    assert "  1  attack goblin-4 with longsword  hit " in run.out
    assert (reading.events[93].by, reading.events[93].answer.target) == ("player", "goblin-4")
    assert type(read("b-undone-1.jsonl").events[93].answer) is Pass
    assert maraud("resume", "b.jsonl").code == 0
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_both_books_are_played(maraud) -> None:
    """In AD&D one declares; a foe's declaration is not shown."""
    run = maraud(
        "play", MASTERS, "--as", "school-of-the-thorn", "--seed", 4, "--out", "b.jsonl", said="guard\nauto all\n"
    )

    assert run.code == 0
    assert "thorn: guard two-handed sword" in run.out
    assert "    rose: " not in run.out.partition("-- round 1, second")[0]
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_who_is_not_seen_is_neither_drawn_nor_told_of(maraud) -> None:
    """A wall stands between them; ann waits, and what grum does behind it is not for her."""
    walled = DUEL.read_text("utf-8").replace(". . . . . . .", ". . . # . . .").replace('at = "d3"', 'at = "f3"')
    Path("walled.toml").write_text(walled, "utf-8")
    run = maraud("play", "walled.toml", "--as", "fighters", "--seed", 11, "--out", "b.jsonl", said="end\nstop\n")

    assert "  3 ..A#...\n" in run.out
    assert "grum" not in run.out.partition("-- round 1")[2]
    assert "grum" in maraud("replay", "b.jsonl").out.partition("Round 1")[2]


def test_where_a_foe_was_last_seen_is_told(maraud) -> None:
    """Ann steps behind the wall."""
    walled = DUEL.read_text("utf-8").replace(". . . . . . .", ". . . # . . .", 2)
    Path("walled.toml").write_text(walled.replace('at = "d3"', 'at = "f3"'), "utf-8")
    said = "move to c1\nauto all\n"
    run = maraud("play", "walled.toml", "--as", "fighters", "--seed", 11, "--out", "b.jsonl", said=said)

    assert "out of sight: grum (last seen at f3, this round)" in run.out


def test_for_programs_the_talk_goes_to_the_other_stream(maraud) -> None:
    """The result alone is on standard output."""
    run = duel(maraud, "auto all\n", "--json")

    assert run.json["winner"] == "fighters"
    assert "-- round 1, ann" in run.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((DUEL,), "somebody has to be played: name one with --as: fighters, orcs"),
        ((DUEL, "--as", "elves"), "'elves' is no side of this fight: name one with --as: fighters, orcs"),
        ((DUEL, "--as", "orcs", "--dice", "loaded"), "--dice 'loaded' is not known: choose one of seed, typed"),
        (("a.jsonl",), "a.jsonl is finished, so there is nothing to play"),
        (("a.jsonl", "--seed", 4), "--seed was settled when a.jsonl was begun"),
        (("none.toml", "--as", "orcs"), "none.toml"),
    ],
)
def test_wrong_use_is_one_sentence(words: tuple[object, ...], sentence: str, maraud) -> None:
    """Exit 2, nothing written."""
    run = maraud("play", *words)

    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert sentence in run.err
    assert not Path("fights").exists()
