"""
A request becomes its answer: plain functions that the workers carry out. They read no file and keep nothing.

What is wrong with a request raises ``BadInput``, or another ``MaraudError``, in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from secrets import randbits
from typing import Any

import msgspec

from agents import moment
from agents.advise import Outcome, as_data, asked, order_of, spread, what_if
from agents.fights import fought, sides_of
from agents.forecast import Forecast, fairest, outcome_of, with_count
from agents.hands import Hands, Sitting
from agents.moment import Moment
from agents.policies import by_creature, names, player_for
from agents.serve import shapes
from sim import __version__, encounter
from sim.audit import audit
from sim.core.errors import BadInput, taken_at_its_word
from sim.events import rulings
from sim.events.log import Reading, parse
from sim.events.text import text
from sim.importers.jsons import document
from sim.replay.cursor import Cursor, board
from sim.replay.narration import Narrator, story
from sim.replay.tongue import tongue
from sim.replay.verify import verified
from sim.replay.viewer.page import page_of
from sim.rules.book import Call, Rulebook
from sim.rules.shelf import IDS, book
from sim.scenario import loader
from sim.scenario.loader import Loaded
from sim.state.battle import Battle
from sim.state.conditions import names as conditions_of
from sim.tables.files import known

SCENARIO, LOG = "the scenario", "the log"
AUTO = "auto"
"""In the place of an order: what the policy of whoever is asked would do."""
COUNTS = 20
"""So many numbers of a kind may be tried."""
SHOWN = 100
"""So many choices of a menu are listed; all that the menu holds may be ordered."""


def know() -> shapes.Known:
    """What there is."""
    return shapes.Known(__version__, list(IDS), list(names()))


def advise(request: shapes.AdviceAsked) -> shapes.AdviceGiven:
    """Orders ranked, or played out."""
    if request.policy:
        known(request.policy, names(), "policy", "policy")
    with _believed(request):
        return _advised(request, _moment(request))


def _advised(request: shapes.AdviceAsked, found: Moment) -> shapes.AdviceGiven:
    if not request.what_if:
        advice = [as_data(each, request.top, request.policy) for each in moment.all_of(found, request.whom)]
        return shapes.AdviceGiven(advice=msgspec.convert(advice, list[shapes.Advice]))
    choices = [order_of(found, line) for line in request.what_if]
    played: list[list[Outcome]] = [list(what_if(found, each, request.runs, request.rounds or None)) for each in choices]
    side = found.battle.creatures[found.who].side
    compared = [spread(line, outcomes, played[0], side) for line, outcomes in zip(request.what_if, played, strict=True)]
    return shapes.AdviceGiven(what_if=msgspec.convert(compared, list[shapes.Compared]))


def forecast(request: shapes.ForecastAsked) -> shapes.ForecastGiven:
    """Many fights, for their results alone."""
    loaded = _loaded(request.scenario)
    if request.most - request.least not in range(COUNTS):
        raise BadInput(f"{request.least} to {request.most} are no numbers to try: from least on, at most {COUNTS}")
    seed = _seed(request.seed)
    found = []
    for number in range(request.least, request.most + 1) if request.kind else (-1,):
        scenario, policies = with_count(loaded, request.kind, number) if request.kind else loaded
        chosen = {**policies, **_policies(Loaded(scenario, policies), request.policies)}
        sides = sides_of(scenario)
        outcomes = [outcome_of(fought(scenario, chosen, seed + run), sides) for run in range(request.runs)]
        found.append(Forecast(sides, tuple(outcomes), number))
    return shapes.ForecastGiven(
        msgspec.convert([each.as_data() for each in found], list[shapes.Forecast]),
        fairest(found).number if request.kind else None,
    )


def play(request: shapes.TurnAsked) -> shapes.Turn:
    """A fight played on from what is sent."""
    with _believed(request):
        sitting, since = _taken_up(request) if request.log else _begun(request)
        sitting.table.referee = referee = _Referee(request.rulings, sitting.book)
        if request.order:
            _order(sitting, request.order, request.until)
        else:
            _go_on(sitting, request.until)
        if (unheard := next(referee.lines, None)) is not None:
            raise BadInput(f"{unheard[:80]!r} is not heard in the midst of an act: answer the question first")
        log = sitting.table.log
        header = log.header
        return shapes.Turn(header.scenario.name, log.to_bytes().decode(), header.dice[-1].seed, _played(sitting, since))


def _believed(request: shapes.Source) -> AbstractContextManager[None]:
    """A log is taken at its word, and it is its fault if that leads nowhere; what comes of a scenario is ours."""
    return taken_at_its_word(f"{LOG} makes no sense further on") if request.log else nullcontext()


def replay(request: shapes.ReplayAsked) -> shapes.Replay:
    """A log told."""
    reading = parse(request.log.encode(), LOG)
    header, events = reading.header, reading.events
    if request.at >= 0:
        if request.at >= len(events):
            raise BadInput(f"at {request.at}: the log ends with event {len(events) - 1}: name one of its events")
        events = events[: request.at + 1]
    said = tongue(request.lang)
    battle = Cursor(header.scenario, events).to(len(events) - 1)
    findings = [shapes.Finding(seq, "", message) for seq, message in verified(reading).findings]
    if request.audit:
        findings += [shapes.Finding(each.seq, each.rule, each.message) for each in audit(reading)]
    return shapes.Replay(
        name=header.scenario.name,
        ruleset=header.ruleset,
        finished=reading.finished,
        round=battle.round,
        winner=battle.winner,
        count=len(reading.events),
        story=list(story(header.scenario, events, lang=request.lang)),
        board=board(battle, said),
        creatures=_creatures(battle),
        findings=findings,
    )


def show(request: shapes.PageAsked) -> str:
    """A log as a page."""
    return page_of(request.log.encode())


JOBS: dict[type[Any], Callable[[Any], Any]] = {
    shapes.AdviceAsked: advise,
    shapes.ForecastAsked: forecast,
    shapes.TurnAsked: play,
    shapes.ReplayAsked: replay,
    shapes.PageAsked: show,
}
"""The function for each class of requests."""


def _loaded(words: str) -> Loaded:
    """
    A scenario sent as TOML or JSON.

    :raises BadInput: when it cannot be played, and when it names a file.
    """
    if words.lstrip()[:1] == "{":
        return loader.read(document(words.encode(), SCENARIO), SCENARIO, names())
    return loader.parse(words, SCENARIO, names())


def _one(request: shapes.Source) -> None:
    """
    :raises BadInput: unless there is either a scenario or a log.
    """
    if bool(request.scenario) == bool(request.log):
        raise BadInput("a fight is either a scenario or a log: send one of them")
    if request.log and request.seed:
        raise BadInput("the seed is settled by the log: leave it out")


def _moment(request: shapes.AdviceAsked) -> Moment:
    """The decision that is asked about."""
    _one(request)
    if request.log:
        return moment.of_log(parse(request.log.encode(), LOG), LOG, request.at, request.whom)
    return moment.of_scenario(_loaded(request.scenario), _seed(request.seed or "0"), request.whom)


def _seed(words: str) -> int:
    seed = int(words) if words else randbits(64)
    if seed >> 64:
        raise BadInput(f"the seed {words} is too large: give a whole number from 0 to 2^64 - 1")
    return seed


def _sides(loaded: Loaded) -> dict[str, str]:
    """The side of each creature."""
    return {placed.sheet.id: placed.sheet.side for placed in loaded.scenario.creatures}


def _policies(loaded: Loaded, wishes: Mapping[str, str]) -> dict[str, str]:
    """Policies by creature, none of them from a file."""
    for whom, name in wishes.items():
        known(name, names(), "policy", f"policies.{whom[:80]}")
    return by_creature(wishes, _sides(loaded))


def _whom(hands: Iterable[str], sides: Mapping[str, str]) -> frozenset[str]:
    """The creatures of these names and sides."""
    wanted = set(hands)
    for whom in hands:
        known(whom, dict.fromkeys((*sides.values(), *sides)), "side", "hands")
    return frozenset(who for who, side in sides.items() if who in wanted or side in wanted)


def _begun(request: shapes.TurnAsked) -> tuple[Sitting, int]:
    """A new fight."""
    _one(request)
    loaded = _loaded(request.scenario)
    scenario, seed = loaded.scenario, _seed(request.seed)
    rules = book(scenario.ruleset)
    policies = {**loaded.policies, **_policies(loaded, request.policies)}
    inner = player_for(policies, seed, scenario.knowledge, book=rules)
    hands = Hands(_whom(request.hands, _sides(loaded)), inner)
    table = encounter.begin(rules, scenario, hands, seed=seed, policies=inner.names(scenario))
    return Sitting(rules, table, hands), 0


def _taken_up(request: shapes.TurnAsked) -> tuple[Sitting, int]:
    """A fight that goes on where its log stops, and how many events it has."""
    _one(request)
    reading = parse(request.log.encode(), LOG)
    header = reading.header
    if request.policies:
        raise BadInput("the policies are settled by the log: leave them out")
    if reading.finished:
        raise BadInput("the fight of this log is over: begin another, or fork it with `maraud fork`")
    if header.script or (header.origin is not None and len(reading.events) <= header.origin.at):
        raise BadInput("this log goes by an order that is not given yet: go on with it by `maraud resume` first")
    with encounter.going_on(LOG, reading) as rules:
        return _sitting(rules, reading, request.hands), len(reading.events)


def _sitting(rules: Rulebook, reading: Reading, hands: Collection[str]) -> Sitting:
    """A log that is taken up where it stops, what is on record carried out again."""
    header = reading.header
    scenario = header.scenario
    inner = player_for(header.policies, encounter.mind_seed(header), scenario.knowledge, book=rules)
    player = Hands(_whom(hands, _sides(Loaded(scenario, header.policies))), inner)
    sitting = Sitting(rules, encounter.taken_up(reading, player), player)
    if sitting.table.past:
        sitting.go_on(stop=lambda _: not sitting.table.past)
    return sitting


class _Referee:
    """Rules what he is given, once, line by line; each is looked at when those before it have come true."""

    def __init__(self, lines: Iterable[str], rules: Rulebook) -> None:
        self.lines = iter(lines)
        self.roster = rules.roster

    def __call__(self, battle: Battle) -> Iterator[object]:
        for line in self.lines:
            yield rulings.parse(line, battle, self.roster)


def _order(sitting: Sitting, line: str, until: str) -> None:
    """
    Give the order or answer that is asked for, and play on.

    :raises BadInput: when nobody is asked, or when it is none.
    """
    if sitting.asked is None:
        sitting.go_on()
    found = sitting.asked
    if found is None:
        raise BadInput("nobody of the hands has to choose any more, and the fight is over: leave the order out")
    if line == AUTO:
        choice = sitting.hands.inner.decide(found.battle, found.who, found.question, found.menu).choice
    else:
        choice = order_of(found, line)
    _go_on(sitting, until, choice)


def _go_on(sitting: Sitting, until: str, choice: Any = None) -> None:
    """Play on so far, and always to where somebody has to choose."""
    battle, call_of = sitting.table.battle, sitting.book.call
    call = call_of(battle)
    who = call.who if isinstance(call, Call) else battle.turn.who
    start = None if battle.phase == "muster" else (battle.round, who, battle.inputs)

    def stop(battle: Battle) -> bool:
        nonlocal start
        call = call_of(battle)
        if not isinstance(call, Call):
            return False
        if start is None:
            start = battle.round, call.who, battle.inputs
        number, who, inputs = start
        if until == "order":
            return battle.inputs > inputs
        return battle.round > number or (until == "turn" and call.who != who)

    sitting.go_on(choice, None if until == "end" else stop)
    if sitting.asked is None:
        for seq, ruling in sitting.table.hear_referee():
            sitting.book.heed(sitting.table, ruling, seq)
    call = call_of(sitting.table.battle)
    if sitting.asked is None and isinstance(call, Call) and call.who in sitting.hands.whom:
        sitting.go_on()


def _played(sitting: Sitting, since: int) -> shapes.Played:
    """What has happened since event ``since``, and how it stands."""
    log, battle = sitting.table.log, sitting.table.battle
    narrator = Narrator(log.header.scenario, full=True)
    told = []
    for seq, event in enumerate(log.events):
        narrator.tell(event)
        if seq >= since:
            told.append(shapes.Told(seq, type(event).__name__, narrator.line, msgspec.to_builtins(event)))
    found = sitting.asked
    choices = [] if found is None else [text(choice, battle.ground) for choice in islice(found.menu, SHOWN + 1)]
    return shapes.Played(
        events=told,
        count=len(log.events),
        round=battle.round,
        over=battle.phase == "over",
        winner=battle.winner,
        creatures=_creatures(battle),
        asked=None
        if found is None
        else shapes.Asked(
            found.who,
            None if found.question is None else asked(found.question),
            choices[:SHOWN],
            len(choices) > SHOWN,
        ),
    )


def _creatures(battle: Battle) -> list[shapes.Creature]:
    return [
        shapes.Creature(
            one.id, one.side, battle.ground.name(one.square), one.hit_points, list(conditions_of(one.flags))
        )
        for one in battle
    ]
