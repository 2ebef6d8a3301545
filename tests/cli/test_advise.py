"""``maraud advise`` and ``maraud critique``: ranked orders with reasons and rules, orders played out, folly found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.record_golden import ROOT

MASTERS = ROOT / "scenarios" / "duel-of-masters.toml"
DUEL = ROOT / "scenarios" / "duel.toml"
AMBUSH = ROOT / "scenarios" / "goblin-ambush.toml"
BY_HAND = ROOT / "replays" / "duel-by-hand.jsonl"


def test_orders_are_ranked_with_odds_parts_reasons_and_rules(maraud) -> None:
    """At event 9 ann stands beside an orc that is flat-footed."""
    said = maraud("advise", BY_HAND, "--at", 9, "--top", 1).out

    assert said.startswith("ann (fighters) at c3, round 1, before event 9\n  1. ")
    assert "felling +" in said
    assert "\n     d20." in said
    assert "2. " not in said


def test_a_program_gets_every_number(maraud) -> None:
    """The score is the sum of the parts; best first; each rule with its words."""
    (found,) = maraud("advise", BY_HAND, "--at", 9, "--json").json
    scores = [order["score"] for order in found["orders"]]

    assert (found["who"], found["seq"], found["question"]) == ("ann", 9, None)
    assert scores == sorted(scores, reverse=True)
    assert all(order["score"] == sum(order["estimate"].values()) for order in found["orders"])
    assert {"id", "rule"} == set(found["orders"][0]["rules"][0])


def test_the_advice_is_the_same_each_time(maraud) -> None:
    """Nothing in it depends on anything but the log."""
    first = maraud("advise", AMBUSH, "--for", "patrol", "--json").out

    assert maraud("advise", AMBUSH, "--for", "patrol", "--json").out == first


def test_a_whole_side_is_advised(maraud) -> None:
    """Each of it as if the others waited until its turn."""
    found = maraud("advise", AMBUSH, "--for", "patrol", "--json").json

    assert [each["who"] for each in found] == ["ulla", "bren", "hale", "odo"]
    assert all(each["orders"] for each in found)


def test_one_creature_is_advised_at_its_next_decision(maraud) -> None:
    """Of a log that which it took; of a scenario its first."""
    assert maraud("advise", "a.jsonl", "--for", "worg-1", "--json").json[0]["who"] == "worg-1"
    assert maraud("advise", DUEL, "--for", "grum", "--json").json[0]["who"] == "grum"


def test_both_books_are_advised(maraud) -> None:
    """In AD&D it is the declaration that is advised."""
    (found,) = maraud("advise", MASTERS, "--for", "thorn", "--json").json

    assert found["round"] == 1
    assert any(rule["id"].startswith("adnd.") for order in found["orders"] for rule in order["rules"])


def test_an_answer_is_advised_too(maraud) -> None:
    """Event 93 is an opportunity: the blow with its odds, and what the policy would say."""
    said = maraud("advise", "a.jsonl", "--at", 93).out

    assert "is asked: strike at goblin-4, who lays itself open (moving)?" in said
    assert "attack goblin-4 with longsword  hit " in said
    assert "would: " in said


def test_a_policy_can_be_asked(maraud) -> None:
    """What it would do, and why."""
    (found,) = maraud("advise", BY_HAND, "--at", 9, "--policy", "nearest", "--json").json

    assert found["policy"] == {
        "name": "nearest",
        "choice": "attack grum with longsword",
        "reasons": [{"words": "grum is 1 squares away", "score": 1}],
    }


def test_orders_are_played_out_with_the_same_dice(maraud) -> None:
    """An order against itself makes no difference in any fight; one that gives the turn away does."""
    wishes = [word for order in ("total-defense", "total-defense", "end") for word in ("--what-if", order)]
    found = maraud("advise", BY_HAND, "--at", 9, *wishes, "--runs", 12, "--json").json
    first, second, third = found["what_if"]

    assert (found["who"], found["side"], found["runs"]) == ("ann", "fighters", 12)
    assert 0 <= first["won"]["low"] <= first["won"]["value"] <= first["won"]["high"] <= 1
    assert second["own_hit_points_more"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert {**second, "order": ""}.items() >= {**first, "order": ""}.items()
    assert third["own_hit_points"] != first["own_hit_points"]


def test_orders_are_played_out_for_some_rounds(maraud) -> None:
    """One round on, the second has just begun."""
    words = ("advise", BY_HAND, "--at", 9, "--what-if", "end", "--runs", 4, "--rounds", 1)

    assert "fighters win" in maraud(*words).out
    assert maraud(*words, "--json").json["what_if"][0]["rounds"]["value"] <= 3


def test_an_answer_is_played_out(maraud) -> None:
    """To let the goblin go or not."""
    wishes = ("--what-if", "attack goblin-4 with longsword", "--what-if", "pass")
    found = maraud("advise", "a.jsonl", "--at", 93, *wishes, "--runs", 3, "--rounds", 1, "--json").json

    assert [each["order"] for each in found["what_if"]] == ["attack goblin-4 with longsword", "pass"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((BY_HAND, "--at", 9, "--for", "bob"), "'bob' is nobody who can choose: name a creature (ann, grum) or a side"),
        (("a.jsonl", "--at", 9000), "nobody has to choose after event 9000: name an earlier event with --at"),
        ((BY_HAND, "--at", 9, "--what-if", "dance"), "the order 'dance' is not understood"),
        ((BY_HAND, "--at", 9, "--what-if", "stand-up"), "ann cannot 'stand-up' now [d20.action.move.stand-up]"),
        ((BY_HAND, "--policy", "wise"), "wise"),
        ((BY_HAND, "--seed", 3), "--seed is settled by"),
        (("none.jsonl",), "none.jsonl"),
    ],
)
def test_wrong_use_is_one_sentence(words: tuple[object, ...], sentence: str, maraud) -> None:
    """Exit 2."""
    run = maraud("advise", *words)

    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert sentence in run.err


def test_a_fight_is_criticised(maraud) -> None:
    """By hand ann walked off and grum stood idle beside her: each finding with event, order, and what was better."""
    run = maraud("critique", BY_HAND)

    assert run.code == 1
    assert "wasted-turn, hard: grum lets its turn go by (end): attack ann with falchion was worth" in run.out
    assert "findings" in run.out.splitlines()[-1]


def test_a_critique_is_for_programs_too(maraud) -> None:
    """In every hard finding the better order is no worse in any part."""
    found = maraud("critique", BY_HAND, "--hard", "--for", "orcs", "--json").json["findings"]

    assert found
    assert {each["who"] for each in found} == {"grum"}
    for each in found:
        for other in each["instead"]:
            assert all(other["estimate"][part] >= value for part, value in each["estimate"].items())


def test_of_an_unfinished_fight_what_there_is_is_criticised(maraud) -> None:
    """It says so; nothing found is exit 0."""
    whole = Path("a.jsonl").read_bytes()
    Path("b.jsonl").write_bytes(whole[: whole.index(b"OrderGiven")])
    run = maraud("critique", "b.jsonl")

    assert (run.code, run.out.splitlines()[-1].partition(", ")[2]) == (0, "0 findings, 0 of them hard")
    assert "b.jsonl is unfinished" in run.err


def test_nobody_in_a_fight_cannot_be_criticised(maraud) -> None:
    """One sentence."""
    run = maraud("critique", "a.jsonl", "--for", "elves")

    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "--for 'elves' is nobody in this fight" in run.err
