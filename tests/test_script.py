"""Order files: each line where it belongs, or one sentence that names it."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import encounter
from sim.core.errors import BadInput
from sim.encounter import begin, play, rerun, resume
from sim.events.attacks import AttackRolled
from sim.events.course import Answered, OrderGiven, RefereeMoved, RefereeRuled, RefereeSet
from sim.events.log import parse
from sim.events.orders import Decision, End, Pass
from sim.replay.verify import verified
from sim.rules.d20.book import BOOK
from sim.script import Script
from sim.testing import scenario_of

SCENARIO = scenario_of(". . . . .\n. A o . .\n. . . . .", {"A": "fighter-3", "o": "orc"})
FIRST = "initiative [d20:2 d20:18]\no: end\n"
"""The orc first, so that it is not flat-footed any more when the fighter walks past."""


class Idler:
    """Does nothing at all."""

    def decide(self, battle, who, question, menu):
        return Decision(End() if question is None else Pass(), "idler")


def fought(text, scenario=SCENARIO):
    """A fight by this script, the rest idled away."""
    table = begin(BOOK, scenario, Idler(), seed=5, script=Script(text, "it.orders"))
    play(BOOK, table)
    return table


def told(table, kind):
    return [event for event in table.log.events if type(event) is kind]


def refused(text):
    """The sentence about a script that does not fit."""
    with pytest.raises(BadInput) as caught:
        fought(text)
    return str(caught.value)


def test_an_order_of_the_script_is_the_creature_s_next():
    """It is carried out and stands in the log as the script's."""
    orders = told(fought("A: attack o with longsword"), OrderGiven)

    assert [event.by for event in orders if event.who == "A"][:2] == ["script", "idler"]


def test_an_answer_of_the_script_is_given_when_the_creature_is_asked():
    """A question in the middle of somebody's move."""
    table = fought(FIRST + "A: move to a1\no? attack A with falchion [d20:2]")

    assert [(event.who, event.by) for event in told(table, Answered)] == [("o", "script")]


def test_dice_in_brackets_fall_because_of_their_line():
    """Attack and damage are as written; what follows falls from the seed."""
    table = fought(FIRST + "A: attack o with longsword [d20:17 d8:3]")

    assert [die.value for die in told(table, AttackRolled)[0].dice] == [17]


def test_dice_of_an_answer_fall_before_the_rest_of_the_order_s():
    """A reaction comes first, with dice of its own."""
    table = fought(
        FIRST
        + "A: move to a1\no? attack A with falchion [d20:20 d20:3]\no: move to b2\no: attack A with falchion [d20:1]"
    )

    assert [die.value for event in told(table, AttackRolled) for die in event.dice] == [20, 1]


def test_dice_of_a_turn_fall_at_its_start():
    """The dying roll before anybody could order anything."""
    scenario = scenario_of("A o p", {"A": "fighter-3", "o": "orc", "p": "orc"})
    table = fought("referee: o is dying because it bled\nturn o [d100:7]", scenario)

    assert "stable" in [condition.name for condition in table.battle["o"].conditions]


def test_the_referee_rules_in_the_order_of_the_lines():
    """Hit points, places and conditions, each with its reason."""
    table = fought(
        FIRST
        + "referee: set hit points of o to 3 because it fell\n"
        + "referee: move o to e3 because it was there\n"
        + "referee: A is prone because it slipped\nA: stand-up\n"
        + "referee: A is shaken because of the howling\nreferee: A is not shaken because it laughed\n"
        + "referee: remove o because it is late",
    )

    assert told(table, RefereeSet)[0] == RefereeSet(-1, "o", 3, "it fell")
    assert told(table, RefereeMoved)[0] == RefereeMoved(-1, "o", 16, "it was there")
    assert [(event.condition, event.begins) for event in told(table, RefereeRuled)] == [
        ("prone", True),
        ("shaken", True),
        ("shaken", False),
        ("gone", True),
    ]
    assert table.battle.winner == "upper"


def test_an_idle_script_ends_turns_and_lets_opportunities_pass():
    """What no line covers is nobody's."""
    table = fought("idle\n" + FIRST + "A: move to a1\nround 2\npolicies")

    assert {event.by for event in told(table, Answered)} == {"idle"}
    assert [event.by for event in told(table, OrderGiven)][:4] == ["script", "script", "idle", "idler"]


LAWS = [
    ("A: dance", "line 1: the order 'dance' is not understood"),
    ("A: attack o with banana", "line 1: the order"),
    ("zed: end", "line 1: there is no creature 'zed': there is A, o"),
    ("A; end", "line 1: 'A; end' is no line of an order file"),
    ("A: end [d20:21]", "line 1: 'd20:21' is no die as it fell"),
    ("A: end [20]", "line 1: '20' is no die as it fell"),
    ("A: end\ninitiative [d20:3]", "line 2: initiative is the first line"),
    ("A: stand-up", "line 1: A cannot 'stand-up' now ["),
    (FIRST + "A: end [d20:3]", "line 3: dice are left over: d20:3"),
    (FIRST + "A: attack o with longsword [d8:3]", "line 3: a d8 is written where a d20 is rolled"),
    ("strict\nA: end\no: end\n" + FIRST, "line 4: initiative is the first line"),
    ("strict\n" + FIRST + "o: end", "line 4: the script is strict, and not this line says what A does"),
    ("strict\n" + FIRST + "A: end", "line 4: the script is strict, and no line says what o does"),
    ("strict\n" + FIRST + "A: move to a1\no: end", "line 5: the script is strict, and not this line says what o does"),
    ("A: end\nround 1\nA: end", "line 1: round 1 has begun"),
    ("round 3\nround 2\nA: end", "line 1: round 2 has begun"),
    ("round 90", "line 1: the fight is over before it comes to this line"),
    ("referee: remove o because it fled\nA: end", "line 2: the fight is over before it comes to this line"),
    ("referee: remove o", "line 1: the ruling 'remove o' has no reason"),
    ("referee: slay o because I can", "line 1: the ruling 'slay o because I can' is not understood"),
    ("referee: remove zed because x", "line 1: the ruling: unknown creature 'zed'"),
    ("referee: move o to z9 because x", "line 1: square z9 is off the map"),
    ("referee: o is sleepy because x", "line 1: the ruling: unknown condition 'sleepy'"),
    ("referee: o is not prone because x", "line 1: the ruling: o is not prone"),
    ("referee: set hit points of o to 123456789 because x", "line 1: the ruling: 123456789 hit points are too many"),
]


@pytest.mark.parametrize(("text", "sentence"), LAWS, ids=[sentence for _, sentence in LAWS])
def test_a_line_that_does_not_fit_is_one_sentence(text, sentence):
    """File, line, and what is wrong."""
    said = refused(text)

    assert said.startswith("it.orders, ")
    assert sentence in said
    assert "\n" not in said


def test_a_refused_order_names_the_rules():
    """So that the writer can look them up."""
    assert "d20." in refused(FIRST + "A: move to a1\nA: attack o with longsword\nA: attack o with longsword")


def test_an_order_file_is_read_from_disk(tmp_path):
    """Its name opens the sentence of an error; what is no file is one as well."""
    file = tmp_path / "it.orders"
    file.write_bytes(b"A: end # and no more\n\n# nothing here\n")

    assert [line.text for line in Script.read(file).lines] == ["end"]
    file.write_bytes(b"\xff")
    for path in (file, tmp_path / "none", tmp_path):
        with pytest.raises(BadInput, match=r"it.orders|none|cannot be read"):
            Script.read(path)


WHOLE = (
    FIRST
    + "A: move to a1\no? attack A with falchion [d20:2]\nreferee: set hit points of o to 3 because it fell\n"
    + "round 2\no: move to b2\no: attack A with falchion [d20:3]\nround 3\nreferee: remove o because it is late"
)


def test_a_scripted_fight_runs_again_byte_for_byte():
    """The script is in the header, its dice with it."""
    data = fought(WHOLE).log.to_bytes()

    assert rerun(BOOK, parse(data)).log.to_bytes() == data


def test_a_scripted_fight_cut_at_any_line_goes_on_to_the_same_end():
    """Nobody needs the order file again."""
    data = fought(WHOLE).log.to_bytes()
    lines = data.splitlines(keepends=True)

    for kept in range(1, len(lines)):
        table = resume(BOOK, parse(b"".join(lines[:kept])), Idler())
        play(BOOK, table)
        assert table.log.to_bytes() == data


def test_a_fork_of_a_scripted_fight_leaves_the_script():
    """From there on the policies decide, with the dice of the seed."""
    reading = parse(fought(WHOLE).log.to_bytes())
    at = encounter.decisions(reading.events)[0]
    table = encounter.fork(BOOK, reading, encounter.Fork(at, "end"), Idler())
    play(BOOK, table)

    assert table.log.header.script == ""
    assert {event.by for event in told(table, OrderGiven)} == {"player", "idler"}


def test_dice_of_a_script_are_counted_as_unverifiable():
    """Those that are not the seed's own."""
    verdict = verified(parse(fought(FIRST + "A: end").log.to_bytes()))

    assert verdict.findings == ()
    assert verdict.unverifiable + verdict.dice == 2
    assert verdict.unverifiable > 0


def test_a_script_without_dice_leaves_every_die_to_the_seed():
    """So each of them can be verified."""
    verdict = verified(parse(fought("A: attack o with longsword").log.to_bytes()))

    assert (verdict.unverifiable, verdict.findings) == (0, ())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="Ao:?[]d20 #\nroundtuepfaks,;x'", max_size=60))
def test_any_text_is_a_script_or_one_sentence(text):
    """Nothing else is raised, whatever is written."""
    with contextlib.suppress(BadInput):
        Script(text, "it.orders")


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[1] / "scenarios" / "scripts").iterdir()), ids=str)
def test_every_order_file_kept_here_is_played_by_a_golden_fight(path):
    """One that nothing plays would rot."""
    from tests.record_golden import FIGHTS

    assert path.stem in {golden.script for golden in FIGHTS}
