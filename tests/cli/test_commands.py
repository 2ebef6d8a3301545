"""The command line: what each command prints, writes and answers with its exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sim.events.course import Answered, OrderGiven
from sim.events.log import read
from sim.events.orders import Attack, End
from tests.cli.conftest import FIGHT
from tests.record_golden import ROOT

DUEL = str(ROOT / "scenarios" / "duel.toml")
AMBUSH = str(ROOT / "scenarios" / "goblin-ambush.toml")
LINES = FIGHT.splitlines(keepends=True)


def order_at(number: int, kind: type = OrderGiven) -> int:
    """The sequence number of an order (or answer) of the fight."""
    return [seq for seq, event in enumerate(read("a.jsonl").events) if type(event) is kind][number]


def test_a_fight_is_told_summed_up_and_written(maraud) -> None:
    """Story, numbers, table, seed, path."""
    run = maraud("fight", AMBUSH, "--seed", 3, "--out", "b.jsonl")

    assert run.code == 0
    assert Path("b.jsonl").read_bytes() == FIGHT
    for words in ("Round 1", " = d20 ", "damage dealt", "Seed 3", "b.jsonl"):
        assert words in run.out


def test_a_quiet_fight_has_no_story(maraud) -> None:
    """The summary alone."""
    run = maraud("fight", DUEL, "--seed", 7, "--quiet")

    assert "Round 1" not in run.out
    assert "won" in run.out


def test_a_fight_answers_in_json(maraud) -> None:
    """The keys that programs rely on."""
    run = maraud("fight", AMBUSH, "--seed", 3, "--json")
    reading = read(run.json["log"])

    assert list(run.json) == ["log", "seed", "winner", "rounds", "events", "digest"]
    assert run.json["seed"] == "3"
    assert (run.json["events"], run.json["digest"]) == (len(reading.events), reading.digest)


def test_without_a_seed_one_is_drawn_and_told(maraud) -> None:
    """It stands in the answer, and gives the same fight again."""
    drawn = maraud("fight", DUEL, "--json").json
    again = maraud("fight", DUEL, "--json", "--seed", drawn["seed"]).json

    assert again["digest"] == drawn["digest"]
    assert again["log"] != drawn["log"]


def test_a_log_goes_into_the_folder_of_fights_under_a_free_name(maraud) -> None:
    """Nothing that is there is overwritten."""
    names = [maraud("fight", DUEL, "--seed", 7, "--json").json["log"] for _ in range(3)]

    assert names == ["fights/duel-7.jsonl", "fights/duel-7-2.jsonl", "fights/duel-7-3.jsonl"]


def test_a_log_that_exists_is_kept(maraud) -> None:
    """Without --force nothing happens to it; with it, it is replaced."""
    refused = maraud("fight", DUEL, "--seed", 7, "--out", "a.jsonl")

    assert (refused.code, Path("a.jsonl").read_bytes()) == (2, FIGHT)
    assert "--force" in refused.err
    assert maraud("fight", DUEL, "--seed", 7, "--out", "a.jsonl", "--force").code == 0
    assert len(read("a.jsonl").header.scenario.creatures) == 2


def test_a_side_can_be_played_by_another_policy(maraud) -> None:
    """The log says who played whom."""
    maraud("fight", AMBUSH, "--seed", 3, "--policy", "goblins=random", "--policy", "ulla=nearest", "--out", "b.jsonl")
    policies = read("b.jsonl").header.policies

    assert (policies["goblin-1"], policies["ulla"], policies["hale"]) == ("random", "nearest", "doctrine")


@pytest.mark.parametrize("command", ["verify", "audit", "rerun"])
def test_a_fight_that_was_played_stands_every_check(maraud, command: str) -> None:
    """Exit 0 and nothing on stderr."""
    run = maraud(command, "a.jsonl")

    assert (run.code, run.err) == (0, "")


def test_checks_answer_in_json(maraud) -> None:
    """The keys that programs rely on."""
    verify, audit, rerun = (maraud(command, "a.jsonl", "--json").json for command in ("verify", "audit", "rerun"))

    assert (verify["holds"], verify["events"], verify["findings"]) == (True, len(LINES) - 1, [])
    assert audit == {"events": len(LINES) - 1, "rulings": [], "findings": []}
    assert (rerun["same"], rerun["problem"]) == (True, "")


@pytest.mark.parametrize(("command", "code"), [("verify", 1), ("audit", 0), ("rerun", 0), ("replay", 0)])
def test_an_unfinished_fight_is_read_as_far_as_it_goes(maraud, command: str, code: int) -> None:
    """Each command says how many whole events and torn bytes there are."""
    Path("a.jsonl").write_bytes(b"".join(LINES[:100]) + LINES[100][:17])
    run = maraud(command, "a.jsonl")

    assert run.code == code
    assert "99 whole events and 17 torn bytes" in run.err


@pytest.mark.parametrize("cut", [len(LINES[0]), len(LINES[0]) + 1, 20_000, 50_000, len(FIGHT) - 1])
def test_resume_goes_on_to_the_same_end(maraud, cut: int) -> None:
    """Whatever was cut off, the file is the same in the end."""
    Path("a.jsonl").write_bytes(FIGHT[:cut])

    assert maraud("resume", "a.jsonl").code == 0
    assert Path("a.jsonl").read_bytes() == FIGHT


def test_a_finished_fight_is_not_resumed(maraud) -> None:
    """There is nothing to go on with."""
    assert maraud("resume", "a.jsonl").code == 2


def test_a_fork_keeps_what_was_and_goes_on_otherwise(maraud) -> None:
    """Events before the fork are the parent's; it verifies, and runs again."""
    at = order_at(20)
    run = maraud("fork", "a.jsonl", "--at", at, "--seed", 99, "--out", "b.jsonl", "--json")
    parent, child = read("a.jsonl"), read("b.jsonl")

    assert run.json["digest"] == child.digest != parent.digest
    assert child.events[:at] == parent.events[:at]
    assert (child.header.origin.digest, child.header.origin.at) == (parent.digest, at)
    assert [maraud(command, "b.jsonl").code for command in ("verify", "audit", "rerun")] == [0, 0, 0]


def test_a_fork_takes_another_order(maraud) -> None:
    """The order is given as text, and stands in the log as a player's."""
    at = next(
        seq
        for seq, event in enumerate(read("a.jsonl").events)
        if type(event) is OrderGiven and type(event.order) is not End
    )
    maraud("fork", "a.jsonl", "--at", at, "--order", "end", "--out", "b.jsonl")
    told = read("b.jsonl").events[at]

    assert (told.order, told.by) == (End(), "player")


def test_a_fork_takes_another_answer(maraud) -> None:
    """In the middle of an act somebody lets an opportunity pass."""
    answers = [
        seq
        for seq, event in enumerate(read("a.jsonl").events)
        if type(event) is Answered and type(event.answer) is Attack
    ]
    run = maraud("fork", "a.jsonl", "--at", answers[0], "--order", "pass", "--out", "b.jsonl")

    assert run.code == 0
    assert read("b.jsonl").events[: answers[0]] == read("a.jsonl").events[: answers[0]]
    assert maraud("rerun", "b.jsonl").code == 0


def test_a_fork_lets_another_policy_play_on(maraud) -> None:
    """From the fork on, and not before."""
    at = order_at(10)
    maraud("fork", "a.jsonl", "--at", at, "--policy", "goblins=random", "--out", "b.jsonl")
    child = read("b.jsonl")
    orders = [(seq, e.by) for seq, e in enumerate(child.events) if type(e) is OrderGiven and e.who.startswith("goblin")]

    assert {by for seq, by in orders if seq >= at} <= {"random", "player"}
    assert all(by == "doctrine" for seq, by in orders if seq < at)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 1])
def test_a_fork_resumes_like_any_fight(maraud, share: float) -> None:
    """Cut after its fork, even right there, it ends the same."""
    at = order_at(20)
    maraud("fork", "a.jsonl", "--at", at, "--order", "end", "--out", "b.jsonl")
    whole = Path("b.jsonl").read_bytes()
    start = len(b"".join(whole.splitlines(keepends=True)[: at + 1]))
    Path("b.jsonl").write_bytes(whole[: start + int((len(whole) - start - 1) * (1 - share))])

    assert maraud("resume", "b.jsonl").code == 0
    assert Path("b.jsonl").read_bytes() == whole


def test_a_fork_cut_before_its_fork_is_refused(maraud) -> None:
    """What its parent had is not there to go on from."""
    maraud("fork", "a.jsonl", "--at", order_at(20), "--seed", 1, "--out", "b.jsonl")
    cut = b"".join(Path("b.jsonl").read_bytes().splitlines(keepends=True)[:30])
    Path("b.jsonl").write_bytes(cut)
    run = maraud("resume", "b.jsonl")

    assert (run.code, Path("b.jsonl").read_bytes()) == (2, cut)
    assert "parts from its parent" in run.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--at", 0), "nearest decision"),
        (("--at", 999_999), "nearest decision"),
        (("--at", -1), "nearest decision"),
        (("--at", "ORDER", "--order", "fly to c4"), "no order begins with"),
        (("--at", "ORDER", "--order", "stand-up"), "cannot 'stand-up' now"),
        (("--at", "ORDER", "--seed", "x"), "seed"),
        (("--at", "ORDER", "--policy", "x=random"), "unknown side"),
        (("--at", "ORDER", "--policy", "goblins"), "SIDE=NAME"),
    ],
)
def test_a_fork_that_cannot_be_made_leaves_nothing(maraud, words: tuple[object, ...], said: str) -> None:
    """One sentence, exit 2, no file."""
    run = maraud("fork", "a.jsonl", *(order_at(5) if word == "ORDER" else word for word in words), "--out", "b.jsonl")

    assert (run.code, Path("b.jsonl").exists()) == (2, False)
    assert said in run.err
    assert run.err.count("\n") == 1


def test_a_fork_does_not_replace_its_parent(maraud) -> None:
    """Not even when it is told to."""
    run = maraud("fork", "a.jsonl", "--at", order_at(5), "--out", "a.jsonl", "--force")

    assert (run.code, Path("a.jsonl").read_bytes()) == (2, FIGHT)


def test_replay_stops_where_it_is_told(maraud) -> None:
    """Events up to that one, and the map as it then stands."""
    run = maraud("replay", "a.jsonl", "--to", 40)

    assert "\n   40  " in run.out
    assert "\n   41  " not in run.out
    assert "TTTT" in run.out


def test_replay_answers_in_json(maraud) -> None:
    """Each event with its words, and everybody's state."""
    told = maraud("replay", "a.jsonl", "--to", 40, "--json").json

    assert [event["seq"] for event in told["events"]] == list(range(41))
    assert {"id", "side", "square", "hit_points", "conditions"} == set(told["creatures"][0])


def test_why_names_cause_and_rules(maraud) -> None:
    """An attack goes back to its order, and the words of its rules are told."""
    at = order_at(0) + 1
    told = maraud("why", "a.jsonl", at, "--json").json

    assert told["because"][0]["seq"] == at - 1
    assert maraud("why", "a.jsonl", at).out.startswith(f"{at}  ")


def test_rules_are_listed_shown_and_counted(maraud) -> None:
    """Every statement of the catalogue has a state."""
    count = maraud("rules", "coverage", "--json").json
    shown = maraud("rules", "show", "d20.flanking.bonus", "--json").json

    assert list(count) == ["ruleset", "total", "implemented", "narrative", "missing", "rows"]
    assert count["total"] == len(count["rows"]) == count["implemented"] + count["narrative"] + count["missing"]
    assert list(count["rows"][0]) == ["id", "status", "function", "test", "replay", "why"]
    assert shown["function"] == "sim.rules.d20.flanking.bonus"
    assert "d20.flanking.bonus" in maraud("rules", "list").out
    assert maraud("rules", "coverage", "--ruleset", "adnd").out.count("adnd")


def test_the_bestiary_is_listed_and_shown(maraud) -> None:
    """Every creature with its figures."""
    assert "hill-giant" in maraud("bestiary", "list").out
    assert maraud("bestiary", "show", "orc", "--json").json["hit_points"] == 5
    assert "armor class 13 = base 10 + armor 3" in maraud("bestiary", "show", "orc").out


def test_the_bestiary_can_be_searched(maraud) -> None:
    """By type or subtype, size, and challenge rating or a range of them."""
    found = maraud("bestiary", "list", "--type", "giant", "--size", "large", "--rating", "1/2-5", "--json").json

    assert [(entry["kind"], entry["rating"]) for entry in found] == [("ogre", "3"), ("troll", "5")]
    assert maraud("bestiary", "list", "--rating", "1/2").out.count("rating 1/2") > 3


def test_a_block_tells_what_each_number_is_made_of(maraud) -> None:
    """For programs too: parts with their rules."""
    shown = maraud("bestiary", "show", "gargoyle", "--json").json
    bite = next(entry for entry in shown["attacks"] if entry["weapon"] == "bite")

    assert (bite["attack"], sum(part["value"] for part in bite["attack_parts"])) == (4, 4)
    assert "d20.multiattack.penalty" in {part["rule"] for part in bite["attack_parts"]}
    assert (shown["rating"], shown["left_out"]) == ("4", ["freeze", "flight"])


def test_the_creatures_and_characters_of_adnd_are_listed_and_shown(maraud) -> None:
    """By group of classes and level; each number with what it is made of."""
    found = maraud("bestiary", "list", "--ruleset", "adnd", "--type", "warrior", "--rating", "15-20", "--json").json

    assert [entry["kind"] for entry in found] == ["high-master-15", "marksman-15", "grand-master-18"]
    assert "THAC0 19; armor class 6 = armor 6" in maraud("bestiary", "show", "orc", "--ruleset", "adnd").out
    shown = maraud("bestiary", "show", "shieldman-6", "--ruleset", "adnd", "--json").json
    sword = shown["attacks"][0]
    assert (sword["weapon"], sword["attack"], sword["rate"]) == ("long sword", 2, "3/2")
    assert "adnd.specialist.melee.to-hit" in {part["rule"] for part in sword["attack_parts"]}


def test_a_scenario_of_adnd_can_be_written_from_one_line(maraud) -> None:
    """It says which rulebook it is of, and is played by it."""
    line = "2 fighter-3 vs 3 orcs on 12x12"

    assert maraud("scenario", "new", line, "--ruleset", "adnd", "--out", "new.toml").code == 0
    assert 'ruleset = "adnd"' in maraud("scenario", "new", line, "--ruleset", "adnd").out
    assert maraud("fight", "new.toml", "--seed", 1, "--out", "new.jsonl", "--quiet").code == 0
    assert maraud("audit", "new.jsonl").code == 0


def test_a_scenario_can_be_written_from_one_line(maraud) -> None:
    """It is right, it is played, and nothing is overwritten."""
    written = maraud("scenario", "new", "4 fighter-3 vs 6 orcs + 2 wolves on 20x20", "--out", "new.toml")

    assert (written.code, maraud("scenario", "check", "new.toml").code) == (0, 0)
    assert maraud("fight", "new.toml", "--seed", 1, "--quiet").code == 0
    assert maraud("scenario", "new", "orc vs orc", "--out", "new.toml").code == 2
    shown = maraud("scenario", "new", "orc vs orc", "--json").json
    assert shown["text"] == maraud("scenario", "new", "orc vs orc").out


def test_a_scenario_is_checked(maraud) -> None:
    """What is right is drawn, what is wrong is said."""
    assert maraud("scenario", "check", AMBUSH).code == 0
    assert maraud("scenario", "check", AMBUSH, "--json").json["surprised"] == ["ulla", "bren", "odo"]
    assert maraud("scenario", "check", "a.jsonl").code == 2


WRONG = {
    "a scenario that is not there": ("fight", "nowhere.toml"),
    "a folder": ("fight", "."),
    "a log as a scenario": ("fight", "a.jsonl"),
    "a negative seed": ("fight", DUEL, "--seed", "-1"),
    "a huge seed": ("fight", DUEL, "--seed", 1 << 64),
    "an endless seed": ("fight", DUEL, "--seed", "9" * 5000),
    "a seed of letters": ("fight", DUEL, "--seed", "x"),
    "an unknown policy": ("fight", DUEL, "--policy", "orcs=brave"),
    "an unknown side": ("fight", DUEL, "--policy", "elves=random"),
    "a folder that is not there": ("fight", DUEL, "--out", "no/where.jsonl"),
    "a folder as a log": ("fight", DUEL, "--out", ".", "--force"),
    "a log that is not there": ("verify", "nowhere.jsonl"),
    "a scenario as a log": ("verify", DUEL),
    "a folder as a log to read": ("audit", "."),
    "an event that is not there": ("replay", "a.jsonl", "--to", 100_000),
    "a negative event": ("why", "a.jsonl", "--", "-5"),
    "an unknown creature": ("bestiary", "show", "jabberwock"),
    "an unknown size": ("bestiary", "list", "--size", "enormous"),
    "an unknown type": ("bestiary", "list", "--type", "politician"),
    "a rating that is none": ("bestiary", "list", "--rating", "1/0"),
    "ratings that nobody has": ("bestiary", "list", "--rating", "90"),
    "an unknown creature of adnd": ("bestiary", "show", "jabberwock", "--ruleset", "adnd"),
    "an unknown group": ("bestiary", "list", "--ruleset", "adnd", "--type", "giant"),
    "a bestiary of an unknown rulebook": ("bestiary", "list", "--ruleset", "gurps"),
    "a scenario of an unknown rulebook": ("scenario", "new", "orc vs orc", "--ruleset", "gurps"),
    "a line for a scenario that is none": ("scenario", "new", "many against few"),
    "an unknown rule": ("rules", "show", "d20.luck"),
    "an unknown rulebook": ("rules", "coverage", "--ruleset", "gurps"),
    "an unknown command": ("dance",),
    "an unknown option": ("verify", "a.jsonl", "--please"),
    "a missing argument": ("verify",),
    "a word for a number": ("replay", "a.jsonl", "--to", "x"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_one_sentence_and_exit_2(maraud, case: str) -> None:
    """On stderr; nothing is printed, nothing is written."""
    before = sorted(Path().rglob("*"))
    run = maraud(*WRONG[case])

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("maraud: ")
    assert run.err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before


DAMAGED = {
    "empty": b"",
    "junk": bytes(range(255, -1, -1)) * 4,
    "zeros": b"\0" * 1000,
    "not UTF-8": FIGHT.replace(b"InitiativeRolled", b"Initiative\xff\xfe", 1),
    "another version": FIGHT.replace(b'{"maraud":1', b'{"maraud":7', 1),
    "a version that is no number": FIGHT.replace(b'{"maraud":1', b'{"maraud":"x"', 1),
    "another rulebook": FIGHT.replace(b'"ruleset":"d20"', b'"ruleset":"d21"', 1),
    "reordered": b"".join([*LINES[:5], LINES[6], LINES[5], *LINES[7:]]),
    "with a gap": b"".join([*LINES[:5], *LINES[6:]]),
    "with a line twice": b"".join([*LINES[:6], *LINES[5:]]),
    "edited": FIGHT.replace(b'"who":"ulla"', b'"who":"odo"', 1),
    "longer than its end": FIGHT + b"{}\n",
    "no header": b"".join(LINES[1:]),
    "half a header": LINES[0][:300],
    "deeply nested": b'{"maraud":1,"scenario":' + b"[" * 100_000 + b"\n",
}


@pytest.mark.parametrize("command", ["verify", "audit", "rerun", "replay", "resume"])
@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_log_is_one_sentence_and_exit_2(maraud, case: str, command: str) -> None:
    """Whatever reads it; and the file stays as it is."""
    Path("a.jsonl").write_bytes(DAMAGED[case])
    run = maraud(command, "a.jsonl")

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("maraud: a.jsonl")
    assert run.err.count("\n") == 1
    assert Path("a.jsonl").read_bytes() == DAMAGED[case]


@pytest.mark.parametrize("start", [b"", b'{"maraud":1,'], ids=["of anything", "that begins like a log"])
def test_megabytes_of_junk_are_refused(maraud, start: bytes) -> None:
    """Without being taken apart."""
    with Path("a.jsonl").open("wb") as file:
        file.write(start)
        file.truncate(100_000_000)
    run = maraud("verify", "a.jsonl")

    assert (run.code, run.err.count("\n")) == (2, 1)


def test_a_scenario_without_end_is_refused(maraud) -> None:
    """A device that never ends is no scenario."""
    assert maraud("fight", "/dev/zero").code == 2


def command(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    """The command as its own process."""
    return subprocess.run(
        [sys.executable, "-m", "agents.cli.main", *map(str, words)], capture_output=True, text=True, check=False, **more
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_a_full_disk_is_said() -> None:
    """In one sentence, without a traceback."""
    run = command("fight", DUEL, "--out", "/dev/full", "--force")

    assert run.returncode == 2
    assert run.stderr == (
        "maraud: /dev/full cannot be written on (No space left on device): "
        "see to that, and go on with `maraud resume /dev/full`\n"
    )


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    """The log is whole although nobody listens to the story."""
    process = subprocess.Popen(
        [sys.executable, "-m", "agents.cli.main", "fight", AMBUSH, "--seed", "3", "--out", str(tmp_path / "b.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()

    assert (process.wait(), error) == (141, b"")
    assert (tmp_path / "b.jsonl").read_bytes() == FIGHT


def test_an_interrupted_fight_can_be_resumed(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C gives 130 and a log that goes on to the same end."""
    from sim import encounter

    step, count = encounter.step, iter(range(10**9))

    def interrupted(*args):
        if next(count) == 60:
            signal.raise_signal(signal.SIGINT)
        return step(*args)

    monkeypatch.setattr(encounter, "step", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts the tests may have it ignored
    run = maraud("fight", AMBUSH, "--seed", 3, "--out", "b.jsonl")
    signal.signal(signal.SIGINT, before)
    unfinished = Path("b.jsonl").read_bytes()

    assert (run.code, FIGHT.startswith(unfinished), unfinished != FIGHT) == (130, True, True)
    assert "maraud resume b.jsonl" in run.err
    assert maraud("resume", "b.jsonl").code == 0
    assert Path("b.jsonl").read_bytes() == FIGHT


@pytest.mark.parametrize("words", [["--help"], ["verify", "a.jsonl"], ["audit", "a.jsonl"]], ids=lambda words: words[0])
def test_quick_commands_load_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    """No Mesa, no pandas, no networkx."""
    (tmp_path / "a.jsonl").write_bytes(FIGHT)
    code = (
        "import sys; from agents.cli.main import main; code = main(sys.argv[1:]); "
        "sys.exit(code or bool({'mesa', 'pandas', 'numpy', 'networkx'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, check=False)

    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("hashseed", ["0", "1", "4242"])
def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_order(hashseed: str, tmp_path: Path) -> None:
    """The order of sets and of hashes decides nothing."""
    out = tmp_path / "b.jsonl"
    command("fight", AMBUSH, "--seed", 3, "--out", out, env={**os.environ, "PYTHONHASHSEED": hashseed})

    assert out.read_bytes() == FIGHT


def test_hours_pass_after_a_fight(maraud) -> None:
    """The log goes on in a new file, which holds, is clean, and comes out the same again."""
    run = maraud("aftermath", "a.jsonl", "--hours", 24, "--rest", "bed", "--out", "b.jsonl")

    assert run.code == 0
    assert "24 hours have gone by since the fight" in run.out
    assert Path("b.jsonl").read_bytes().startswith(FIGHT)
    for command in ("verify", "audit", "rerun"):
        assert maraud(command, "b.jsonl").code == 0


def test_more_hours_may_pass(maraud) -> None:
    """An aftermath is carried on like a fight; the file is named after the log."""
    maraud("aftermath", "a.jsonl", "--hours", 5)

    run = maraud("aftermath", "a-after.jsonl", "--hours", 7, "--out", "c.jsonl", "--json")

    assert run.json["log"] == "c.jsonl"
    assert [event.hour for event in read("c.jsonl").events if hasattr(event, "hour")] == [5, 12]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hours", 0), "give a whole number from 1"),
        (("--hours", 10**9), "which is a year"),
        (("--hours", 3, "--rest", "dance"), "choose one of night, bed, none"),
        (("--hours", 3, "--tend", "elves"), "elves"),
        (("--hours", 3, "--out", "a.jsonl"), "name another file"),
    ],
)
def test_no_hour_passes_that_makes_no_sense(maraud, words: tuple[object, ...], said: str) -> None:
    """One sentence, and nothing is written."""
    run = maraud("aftermath", "a.jsonl", *words)

    assert run.code == 2
    assert said in run.err
    assert run.err.count("\n") == 1
    assert Path("a.jsonl").read_bytes() == FIGHT
    assert len(list(Path().iterdir())) == 1
