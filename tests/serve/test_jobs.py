"""Requests and their answers, without the network between them."""

from __future__ import annotations

import json
import sys
import tomllib
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from agents.serve import jobs, shapes
from agents.serve.shapes import DUEL
from sim.audit import audit
from sim.core.errors import BadInput, Diverged, MaraudError
from sim.encounter import rerun
from sim.events.log import Log, parse
from sim.rules.d20.book import BOOK as D20
from tests.hostile.mutations import mutant
from tests.house.places import ROOT

MASTERS = (ROOT / "scenarios" / "duel-of-masters.toml").read_text("utf-8")


def turn(**fields: Any) -> shapes.Turn:
    """A turn played."""
    return jobs.play(shapes.TurnAsked(**fields))


def test_a_fight_goes_back_and_forth_by_its_log() -> None:
    """
    Sent back with each order, a log goes on where it stopped, in the midst of an act too; in the end it is one that
    the audit finds nothing in, and the same fight in one go has the same events.
    """
    hands = ["school-of-the-rose"]
    found = turn(scenario=MASTERS, seed="2", hands=hands, until="end")
    questions = 0
    while not found.played.over:
        assert found.played.asked is not None
        questions += found.played.asked.question is not None
        found = turn(log=found.log, hands=hands, order=jobs.AUTO, until="end")

    reading = parse(found.log.encode())
    whole = parse(turn(scenario=MASTERS, seed="2", until="end").log.encode())
    assert questions > 0
    assert not audit(reading)
    assert [type(event) for event in reading.events] == [type(event) for event in whole.events]
    assert found.played.winner == whole.events[-1].winner


def test_a_turn_tells_what_is_new() -> None:
    """The events of an answer begin where those of the one before have ended, each in words and figures."""
    first = turn(scenario=DUEL, seed="5")
    second = turn(log=first.log)

    assert first.played.events[0].seq == 0
    assert second.played.events[0].seq == first.played.count
    assert second.log.startswith(first.log)
    assert second.played.events[0].text
    assert "because" in second.played.events[0].figures


@pytest.mark.parametrize(("until", "last"), [("order", "grum"), ("turn", "grum"), ("round", "ann"), ("end", "grum")])
def test_a_fight_is_played_as_far_as_it_is_asked(until: shapes.Until, last: str) -> None:
    """By an order, a turn, a round, or to its end: who acts first, and who last."""
    found = turn(scenario=DUEL, seed="5", until=until).played
    orders = [event.figures["who"] for event in found.events if event.kind == "OrderGiven"]

    assert orders[-1] == last
    assert (len(orders) == 1) == (until == "order")
    assert (found.round == 1) == (until in ("order", "turn"))
    assert found.over == (until == "end")


def test_whoever_is_asked_may_be_given_any_order_of_the_menu() -> None:
    """By its text; what is refused names its rules and what comes near."""
    found = turn(scenario=DUEL, seed="5", hands=["ann"])
    assert found.played.asked is not None
    assert found.played.asked.who == "ann"

    assert turn(log=found.log, hands=["ann"], order=found.played.asked.choices[0]).played.count > found.played.count
    with pytest.raises(BadInput, match="ann might be told"):
        turn(log=found.log, hands=["ann"], order="fly away")
    with pytest.raises(BadInput, match=r"ann cannot .*\[.*\]; it might: "):
        turn(log=found.log, hands=["ann"], order="stand-up")


def test_what_happens_at_the_table_is_ruled() -> None:
    """
    Rulings stand in the log before the order that comes after them, whoever is asked is asked anew, and the log runs
    again; one that is none is a sentence.
    """
    rulings = ["set hit points of grum to 1 because of a bear", "move ann to a1 because she was pushed"]
    first = turn(scenario=DUEL, seed="7", hands=["ann"])
    ruled = turn(log=first.log, hands=["ann"], rulings=rulings)
    after = turn(log=ruled.log, hands=["ann"], order=jobs.AUTO, until="end")

    assert [event.kind for event in ruled.played.events] == ["RefereeSet", "RefereeMoved"]
    assert ruled.played.asked is not None
    assert [(one.square, one.hit_points) for one in ruled.played.creatures][1] == ("e2", 1)
    assert ruled.played.creatures[0].square == "a1"
    assert rerun(D20, parse(after.log.encode())).log.to_bytes().decode() == after.log
    with pytest.raises(BadInput, match="because"):
        turn(log=first.log, hands=["ann"], rulings=["grum is dead"])


def test_no_ruling_is_overheard() -> None:
    """In the midst of an act, where nobody rules, that is said; with the answer it comes after the act."""
    hands = ["school-of-the-rose"]
    found = turn(scenario=MASTERS, seed="2", hands=hands, until="end")
    while found.played.asked is not None and found.played.asked.question is None:
        found = turn(log=found.log, hands=hands, order=jobs.AUTO, until="end")
    who = found.played.creatures[0].id
    ruling = f"set hit points of {who} to 5 because of a fall"

    with pytest.raises(BadInput, match="answer the question first"):
        turn(log=found.log, hands=hands, rulings=[ruling])
    ruled = turn(log=found.log, hands=hands, rulings=[ruling], order=jobs.AUTO, until="order")
    assert "RefereeSet" in [event.kind for event in ruled.played.events]


def test_a_scenario_may_come_as_json() -> None:
    """It is the same fight as that of the TOML."""
    text = json.dumps(tomllib.loads(DUEL))

    assert turn(scenario=text, seed="5", until="end").log == turn(scenario=DUEL, seed="5", until="end").log


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "neither": ({}, "either a scenario or a log"),
    "both": ({"scenario": DUEL, "log": "x"}, "either a scenario or a log"),
    "a file of creatures": ({"scenario": 'bestiary = ["own.toml"]\n' + DUEL}, "write the creatures into it"),
    "a policy file": ({"scenario": DUEL, "policies": {"ann": "./evil.py"}}, "unknown policy './evil.py'"),
    "a policy file in it": ({"scenario": DUEL.replace("nearest", "./evil.py")}, "unknown policy './evil.py'"),
    "nobody's hands": ({"scenario": DUEL, "hands": ["elves"]}, "unknown side 'elves'"),
    "no TOML": ({"scenario": "["}, "is not valid TOML"),
    "no JSON": ({"scenario": "{"}, "is not valid JSON"),
    "too deep": ({"scenario": '{"a":' * 5000}, "nested too deep|is not valid JSON"),
    "too large a seed": ({"scenario": DUEL, "seed": "9" * 20}, "too large"),
    "no log": ({"log": "x"}, "is no log"),
    "an order for nobody": ({"scenario": DUEL, "order": "end"}, "nobody of the hands has to choose"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_is_one_sentence(case: str) -> None:
    """What is wrong, and no file is looked at for it."""
    fields, words = REFUSED[case]

    with pytest.raises(BadInput, match=words):
        turn(**fields)


def test_a_log_settles_seed_and_policies() -> None:
    """What was settled when the fight began cannot be given again, and a fight that is over is not gone on with."""
    log = turn(scenario=DUEL, seed="5").log
    over = turn(scenario=DUEL, seed="5", until="end").log

    with pytest.raises(BadInput, match="seed is settled by the log"):
        turn(log=log, seed="5")
    with pytest.raises(BadInput, match="policies are settled by the log"):
        turn(log=log, policies={"ann": "random"})
    with pytest.raises(BadInput, match="is over"):
        turn(log=over)


def test_a_log_that_was_made_up_is_not_gone_on_with() -> None:
    """Whoever changes an event and mends the chain is found out, as its orders do not give it."""
    reading = parse(turn(scenario=DUEL, seed="5").log.encode())
    log = Log(reading.header)
    log.events.extend(reading.events[:-2])
    log.events.extend(reversed(reading.events[-2:]))

    with pytest.raises(Diverged, match="differs"):
        turn(log=log.to_bytes().decode())


def test_advice_is_that_of_the_command() -> None:
    """Ranked orders with their rules for each of a side, and what a policy would do."""
    found = jobs.advise(shapes.AdviceAsked(scenario=DUEL, whom="fighters", top=2, policy="nearest"))

    (advice,) = found.advice
    assert advice.who == "ann"
    assert len(advice.orders) == 2
    assert advice.orders[0].score >= advice.orders[1].score
    assert advice.policy is not None
    assert advice.policy.name == "nearest"


def test_orders_are_compared_with_the_same_dice() -> None:
    """The second one has what it is better by."""
    log = turn(scenario=DUEL, seed="5", hands=["ann"]).log
    found = jobs.advise(shapes.AdviceAsked(log=log, whom="ann", what_if=["total-defense", "end"], runs=2))

    assert [each.order for each in found.what_if] == ["total-defense", "end"]
    assert found.what_if[0].won_more is None
    assert found.what_if[1].won_more is not None


def test_a_forecast_varies_a_kind() -> None:
    """One for each number, and the fairest of them."""
    found = jobs.forecast(shapes.ForecastAsked(scenario=DUEL, runs=2, kind="orc", least=1, most=2))

    assert [each.number for each in found.forecasts] == [1, 2]
    assert found.fairest in (1, 2)
    assert jobs.forecast(shapes.ForecastAsked(scenario=DUEL, runs=2)).fairest is None
    with pytest.raises(BadInput, match="no numbers to try"):
        jobs.forecast(shapes.ForecastAsked(scenario=DUEL, kind="orc", least=0, most=400))


def test_a_replay_tells_draws_and_checks() -> None:
    """The story, the map and everybody as they stood, in either language, and nothing wrong with a fight of ours."""
    log = turn(scenario=DUEL, seed="5", until="end").log
    whole = jobs.replay(shapes.ReplayAsked(log=log, audit=True, lang="fr"))
    start = jobs.replay(shapes.ReplayAsked(log=log, at=0))

    assert (whole.findings, whole.finished) == ([], True)
    assert whole.story[-1] != jobs.replay(shapes.ReplayAsked(log=log)).story[-1]
    assert [one.hit_points for one in start.creatures] != [one.hit_points for one in whole.creatures]
    assert "ann" in start.board
    with pytest.raises(BadInput, match="the log ends with event"):
        jobs.replay(shapes.ReplayAsked(log=log, at=999))


def test_the_page_of_a_log_is_the_one_that_the_command_writes() -> None:
    """With its own policy for what it may run."""
    found = jobs.show(shapes.PageAsked(log=turn(scenario=DUEL, seed="5", until="end").log))

    assert "default-src 'none'" in found
    assert "ann" in found


def test_every_answer_is_of_its_shape() -> None:
    """What is answered can be read back as what is described."""
    data = msgspec.json.encode(turn(scenario=DUEL, seed="5", hands=["ann"]))

    assert msgspec.json.encode(msgspec.json.decode(data, type=shapes.Turn)) == data


def test_hostile_texts_are_refused_in_a_sentence() -> None:
    """Logs and scenarios with changes that mean harm give an answer or a refusal, and never anything else."""
    below = Random(1).randrange
    log = turn(scenario=DUEL, seed="5", until="turn").log.encode()
    for number in range(60):
        kind, data = (("log", log), ("toml", DUEL.encode()))[number % 2]
        text = mutant(kind, data, below).decode("utf-8", "replace")
        source = {"log": text} if kind == "log" else {"scenario": text}
        for request in (
            shapes.AdviceAsked(**source),
            shapes.TurnAsked(**source, hands=["ann"], order=jobs.AUTO),
            shapes.ReplayAsked(log=text, audit=True),
        ):
            with suppress(MaraudError):
                jobs.JOBS[type(request)](request)


MARK = "../../mark.toml"
_opened: list[str] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    """Python's audit hook: it cannot be taken away again, so it is quiet unless somebody looks."""
    if _opened is not None and event == "open" and "mark" in str(arguments[0]):
        _opened.append(str(arguments[0]))


def test_no_text_of_a_request_is_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a request has a text, the name of a file is no more than that: nothing of this name is opened."""
    sys.addaudithook(_hook)
    monkeypatch.setattr(sys.modules[__name__], "_opened", opened := [])
    for kind, job in jobs.JOBS.items():
        for field in msgspec.structs.fields(kind):
            for text in (MARK, "mark.py", f"{MARK}.py:choose"):
                values: dict[str, Any] = {"scenario": DUEL} if "scenario" in kind.__struct_fields__ else {"log": ""}
                values[field.encode_name] = {"policies": {"ann": text}}.get(field.name, text)
                with suppress(MaraudError, msgspec.ValidationError):
                    job(msgspec.convert(values, kind))
                with suppress(MaraudError, msgspec.ValidationError):
                    job(msgspec.convert({**values, field.encode_name: [text]}, kind))
    for text in ("mark.toml", MARK):
        with suppress(MaraudError):
            turn(scenario=f'bestiary = ["{text}"]\n' + DUEL)

    assert opened == []
