"""Fights played from order files and at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.cli.main import main
from sim.events.course import OrderGiven, RefereeSet
from sim.events.log import read
from tests.record_golden import ROOT

MASTERS = ROOT / "scenarios" / "duel-of-masters.toml"
DUEL = ROOT / "scenarios" / "duel.toml"
BY_HAND = ROOT / "scenarios" / "scripts" / "duel-by-hand.orders"
CHECKS = ("verify", "audit", "rerun")


def by(log: str) -> list[str]:
    """Who decided each order."""
    return [event.by for event in read(log).events if type(event) is OrderGiven]


def test_a_fight_follows_its_order_file(maraud) -> None:
    """The log is that of the golden fight, and passes every check."""
    assert maraud("fight", DUEL, "--orders", BY_HAND, "--seed", 7, "--out", "b.jsonl").code == 0
    assert Path("b.jsonl").read_bytes() == (ROOT / "replays" / "duel-by-hand.jsonl").read_bytes()
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_dice_that_were_written_down_are_told(maraud) -> None:
    """Nobody can verify them."""
    maraud("fight", DUEL, "--orders", BY_HAND, "--seed", 7, "--out", "b.jsonl")

    assert "dice were typed in or written down" in maraud("verify", "b.jsonl").out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("grum: dance", "line 2: the order 'dance' is not understood"),
        ("ann: stand-up", "line 2: ann cannot 'stand-up' now [d20.action.move.stand-up]"),
        ("bob: end", "line 2: there is no creature 'bob'"),
        ("round 40", "line 2: the fight is over before it comes to this line"),
        ("strict", "line 2: the script is strict, and no line says what"),
        ("so what?", "line 2: 'so what?' is no line of an order file"),
    ],
)
def test_an_order_file_that_does_not_fit_writes_nothing(line: str, sentence: str, maraud) -> None:
    """One sentence with file and line, exit 2."""
    Path("it.orders").write_text(f"ann: end\n{line}\n", "utf-8")
    run = maraud("fight", DUEL, "--orders", "it.orders", "--seed", 7)

    assert (run.code, run.out) == (2, "")
    assert sentence in run.err
    assert run.err.startswith("maraud: it.orders, ")
    assert run.err.count("\n") == 1
    assert not Path("fights").exists()


@pytest.mark.parametrize("name", ["none.orders", "a.jsonl", ".", "bytes.orders"])
def test_what_is_no_order_file_is_one_sentence(name: str, maraud) -> None:
    """Missing, a folder, another kind of file, not UTF-8."""
    Path("bytes.orders").write_bytes(b"\xff\xfe")
    run = maraud("fight", DUEL, "--orders", name, "--seed", 7, "--out", "b.jsonl")

    assert (run.code, run.err.count("\n")) == (2, 1)
    assert not Path("b.jsonl").exists()


def test_the_audit_lists_what_the_referee_has_ruled(maraud) -> None:
    """A ruling is no finding, and whoever reads the audit wants to know of it."""
    maraud("fight", DUEL, "--orders", BY_HAND, "--seed", 7, "--out", "b.jsonl")
    said = "event 6: The referee sets the hit points of grum to 4: a wolf had bitten him before"

    assert said in maraud("audit", "b.jsonl").out
    assert maraud("audit", "b.jsonl", "--json").json["rulings"] == [{"seq": 6, "text": said.removeprefix("event 6: ")}]


def test_a_fight_from_an_order_file_goes_on_after_a_cut(maraud) -> None:
    """The file itself is not needed any more."""
    maraud("fight", DUEL, "--orders", BY_HAND, "--seed", 7, "--out", "b.jsonl")
    whole = Path("b.jsonl").read_bytes()
    for size in (len(whole) - 1, len(whole) // 2, whole.index(b"\n") + 1):
        Path("b.jsonl").write_bytes(whole[:size])
        assert maraud("resume", "b.jsonl").code == 0
        assert Path("b.jsonl").read_bytes() == whole


def test_a_paused_fight_can_be_looked_at(maraud) -> None:
    """Help, map, the orders there are; then to the end."""
    run = maraud("fight", DUEL, "--pause", "--seed", 8, said="help\nshow\norders attack\norders x\nrun\n")

    assert run.code == 0
    for words in ("-- round 1, ann", "stop  ", "3 ..AG...", "  attack grum with longsword", "nothing begins with 'x'"):
        assert words in run.out
    assert run.out.index("orders [VERB]") < run.out.index("won after")


def test_an_order_given_by_hand_is_carried_out_at_once(maraud) -> None:
    """Then the next one is asked for."""
    said = "ann: move to b2\nann: end\nrun\n"
    run = maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said=said)

    assert by("b.jsonl")[:2] == ["player", "player"]
    assert run.out.count("-- round 1, ann") == 2
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_an_order_for_another_creature_waits_for_its_turn(maraud) -> None:
    """One that does not fit then is asked for again."""
    said = "grum: stand-up\nann: end\n\nrun\nend\n"
    run = maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said=said)
    orders = [event for event in read("b.jsonl").events if type(event) is OrderGiven]

    assert "grum cannot 'stand-up' now [d20.action.move.stand-up]" in run.out
    assert [(event.who, event.by) for event in orders][:2] == [("ann", "player"), ("grum", "player")]


def test_an_answer_given_by_hand_is_the_next_one(maraud) -> None:
    """It waits until the creature is asked."""
    said = "ann: end\n\nround\nann: move to a1\nrun\n"
    run = maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said="grum? pass\n" + said)

    assert "grum lets an opportunity against ann pass" in run.out


def test_the_referee_rules_at_the_terminal(maraud) -> None:
    """On record with its reason, followed by what the rules make of it."""
    said = "set hit points of grum to -3 because he fell\nset hit points of grum\nset hit points of grum to 3\nrun\n"
    run = maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said=said)

    assert [event.hit_points for event in read("b.jsonl").events if type(event) is RefereeSet] == [-3]
    assert "grum is dying" in run.out
    assert run.out.count("is not understood") == 2
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


@pytest.mark.parametrize("last", ["stop\n", ""], ids=["stop", "end of input"])
def test_a_fight_that_the_referee_leaves_is_unfinished(last: str, maraud) -> None:
    """``resume`` takes it up, as it was left: with what was ruled."""
    said = "set hit points of grum to 3 because he fell\nann: end\n" + last
    run = maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said=said)

    assert (run.code, maraud("verify", "b.jsonl").code) == (0, 1)
    assert "maraud resume b.jsonl" in run.out
    assert maraud("resume", "b.jsonl").code == 0
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]
    assert by("b.jsonl")[0] == "player"


def test_a_fight_can_be_taken_up_at_the_terminal(maraud) -> None:
    """Orders by hand after a resumption too."""
    maraud("fight", DUEL, "--pause", "--seed", 11, "--out", "b.jsonl", said="ann: end\nstop\n")
    run = maraud("resume", "b.jsonl", "--pause", said="grum: end\nrun\n")

    assert run.code == 0
    assert by("b.jsonl")[:2] == ["player", "player"]
    assert [maraud(check, "b.jsonl").code for check in CHECKS] == [0, 0, 0]


def test_an_order_file_and_a_referee_go_together(maraud) -> None:
    """What is said at the terminal comes before the file; leaving in its midst keeps both."""
    run = maraud("fight", DUEL, "--orders", BY_HAND, "--pause", "--seed", 7, "--out", "b.jsonl", said="turn\nstop\n")
    assert (run.code, maraud("verify", "b.jsonl").code) == (0, 1)
    assert maraud("resume", "b.jsonl").code == 0
    assert Path("b.jsonl").read_bytes() == (ROOT / "replays" / "duel-by-hand.jsonl").read_bytes()


def test_a_paused_fight_of_adnd_asks_for_declarations_first(maraud) -> None:
    """Each declares before anybody acts; what is declared by hand is carried out."""
    said = "orders charge\nrose: charge thorn with battle axe to i4\nthorn: guard two-handed sword\nrun\n"
    run = maraud("fight", MASTERS, "--pause", "--seed", 2, "--out", "b.jsonl", said=said)

    assert run.code == 0
    assert "  charge thorn with battle axe to i4" in run.out
    assert [line for line in run.out.splitlines() if line.startswith("-- round 1")][:2] == [
        "-- round 1, rose; `help` tells what can be said",
        "-- round 1, thorn; `help` tells what can be said",
    ]
    assert "thorn: guard" in run.out
    assert maraud("rerun", "b.jsonl").code == maraud("audit", "b.jsonl").code == 0


def test_the_referee_rules_in_a_fight_of_adnd(maraud) -> None:
    """An orc comes, somebody is moved, somebody slips: it is told, audited, run again."""
    rulings = (
        "add orc as grunt at h4 to school-of-the-thorn because he came\nset hit points of rose to 20 because poison\n"
        "move second to h6 because a push\nthorn is prone because he slipped\n"
    )
    run = maraud("fight", MASTERS, "--pause", "--seed", 2, "--out", "b.jsonl", said=f"{rulings}run\n")

    assert "lets grunt (Orc) join school-of-the-thorn at h4: he came" in run.out
    assert "grunt: " in run.out
    assert maraud("rerun", "b.jsonl").code == maraud("audit", "b.jsonl").code == maraud("verify", "b.jsonl").code == 0


def test_a_pause_and_json_do_not_go_together(maraud) -> None:
    """One talks, the other is for programs."""
    assert maraud("fight", DUEL, "--pause", "--json").code == 2
    assert maraud("resume", "a.jsonl", "--pause", "--json").code == 2


def test_interrupted_at_the_terminal_a_fight_is_kept(maraud, monkeypatch) -> None:
    """Ctrl-C is no way to lose what was played."""

    class Gone:
        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.chdir(Path.cwd())
    maraud("rules", "list")
    monkeypatch.setattr("sys.stdin", Gone())

    assert main(["fight", str(DUEL), "--pause", "--seed", "11", "--out", "b.jsonl"]) == 130
    assert maraud("resume", "b.jsonl").code == 0
