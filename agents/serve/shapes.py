"""What is asked and answered, as typed values: from these the description in OpenAPI is made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Text = Annotated[str, Meta(max_length=200)]
"""A name, or a line."""
Names = Annotated[list[str], Meta(max_length=500)]
Policies = Annotated[
    dict[str, str], Meta(max_length=500, description="Policies by creature or side, in the place of the scenario's.")
]
Seed = Annotated[str, Meta(pattern="^[0-9]{0,20}$", description="0 to 2^64 - 1 as a text; empty: one is drawn.")]
DUEL = """\
name = "Duel"
map = ". . . . . . .\\n. . . . . . .\\n. . . . . . ."

[[side]]
name = "fighters"
policy = "nearest"
creature = [{ kind = "fighter-1", name = "ann", at = "c2" }]

[[side]]
name = "orcs"
policy = "nearest"
creature = [{ kind = "orc", name = "grum", at = "e2" }]
"""
"""A scenario to try things with."""
Scenario = Annotated[
    str,
    Meta(max_length=4_000_000, description="A scenario as TOML or JSON, without files beside it.", examples=[DUEL]),
]
Log = Annotated[str, Meta(max_length=8_000_000, description="The log of a fight, whole or not yet at its end.")]
Rulings = Annotated[
    list[str],
    Meta(
        max_length=100,
        description="What the referee rules before the next order, such as what has happened at the table.",
    ),
]
Until = Literal["order", "turn", "round", "end"]
"""How far a fight is played on: everywhere it stops where one of the hands has to choose."""


class Ask(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request."""


class Source(Ask, frozen=True, kw_only=True):
    """A fight: a ``scenario`` that has not begun, or a ``log``; one of them."""

    scenario: Scenario = ""
    log: Log = ""
    seed: Seed = ""
    """Of a scenario."""


class AdviceAsked(Source, frozen=True, kw_only=True):
    """What might somebody do? ``what_if``: orders that are played out ``runs`` times instead, and compared."""

    at: Annotated[
        int, Meta(ge=0, le=9_999_999, description="The event of a log from which on a decision is asked for.")
    ] = 0
    whom: Annotated[Text, Meta(description="A creature or a side; empty: whoever has to choose.")] = field(
        name="for", default=""
    )
    top: Annotated[int, Meta(ge=1, le=50, description="So many orders each.")] = 3
    policy: Annotated[Text, Meta(description="What would this policy do?")] = ""
    what_if: Annotated[list[str], Meta(max_length=8)] = []
    runs: Annotated[int, Meta(ge=2, le=1000)] = 20
    rounds: Annotated[int, Meta(ge=0, le=1000, description="Only so many rounds on; 0: to the end.")] = 0


class ForecastAsked(Ask, frozen=True, kw_only=True):
    """What will come of a fight? With a ``kind``: for ``least`` to ``most`` of it."""

    scenario: Scenario
    policies: Policies = {}
    runs: Annotated[int, Meta(ge=1, le=1000)] = 100
    seed: Seed = "0"
    """Of the first fight; each after it has the next."""
    kind: Text = ""
    least: Annotated[int, Meta(ge=0, le=500)] = 0
    most: Annotated[int, Meta(ge=0, le=500)] = 0


class TurnAsked(Source, frozen=True, kw_only=True):
    """
    Play on, nothing is kept here: the answer has the log, to be sent with the next request.

    ``hands`` are the creatures and sides that are played from outside; ``order`` is what the one who is asked does.
    """

    policies: Policies = {}
    hands: Names = []
    rulings: Rulings = []
    order: Annotated[str, Meta(max_length=1000)] = ""
    until: Until = "turn"


class ReplayAsked(Ask, frozen=True, kw_only=True):
    """A log told, checked and drawn as it stands after event ``at``, or at its end."""

    log: Log
    at: Annotated[int, Meta(ge=-1, le=9_999_999, description="-1: its end.")] = -1
    lang: Literal["en", "fr"] = "en"
    audit: bool = False
    """Held against the rules too."""


class PageAsked(Ask, frozen=True, kw_only=True):
    """A log as the page that plays it back."""

    log: Log


class FightAsked(Source, frozen=True, kw_only=True):
    """A fight that is kept here, under way; see ``TurnAsked`` for its fields."""

    policies: Policies = {}
    hands: Names = []
    until: Until = "end"


class OrderAsked(Ask, frozen=True, kw_only=True):
    """
    Play a fight on. ``seen``: how many of its events whoever asks has seen: another order that came first is not
    overlooked.
    """

    rulings: Rulings = []
    order: Annotated[str, Meta(max_length=1000)] = ""
    until: Until = "end"
    seen: Annotated[int, Meta(ge=-1, le=9_999_999, description="-1: never mind.")] = -1


class Problem(Struct, frozen=True):
    """What is wrong, in one sentence that says what to do."""

    error: str


class Interval(Struct, frozen=True):
    """A number, and between what it lies with 95 % confidence."""

    value: float
    low: float
    high: float


class Rule(Struct, frozen=True):
    """A rule, and what it says."""

    id: str
    rule: str


class Outlook(Struct, frozen=True):
    """Chances in percent (-1: it rolls nothing), damage in tenths, what it lays open to in hundredths."""

    hit: int
    harm: int
    felled: int
    opening: int


class Order(Struct, frozen=True):
    """An order, what it is worth in hundredths of a hit point, part by part, and the rules it comes under."""

    order: str
    score: int
    words: str
    estimate: dict[str, int]
    outlook: Outlook
    rules: list[Rule]


class Answer(Struct, frozen=True):
    """A possible answer to a question."""

    answer: str
    outlook: Outlook


class Reason(Struct, frozen=True):
    """Why a policy chose as it did."""

    words: str
    score: int


class Chosen(Struct, frozen=True):
    """What a policy would do."""

    name: str
    choice: str
    reasons: list[Reason]


class Advice(Struct, frozen=True):
    """For one creature: ``orders`` in its own turn, ``answers`` where it is asked a ``question``."""

    who: str
    seq: int
    round: int
    question: str | None = None
    orders: list[Order] = []
    answers: list[Answer] = []
    policy: Chosen | None = None


class Compared(Struct, frozen=True):
    """What came of an order; ``…_more``: against the first one, fight by fight with the same dice."""

    order: str
    won: Interval
    own_losses: Interval
    foes_losses: Interval
    own_hit_points: Interval
    foes_hit_points: Interval
    rounds: Interval
    won_more: Interval | None = None
    own_hit_points_more: Interval | None = None


class AdviceGiven(Struct, frozen=True):
    """Advice for each of those asked about, or orders compared."""

    advice: list[Advice] = []
    what_if: list[Compared] = []


class Cost(Struct, frozen=True):
    """What a side can expect."""

    won: Interval
    down: Interval
    dead: Interval
    hit_points: Interval
    magic: Interval
    missiles: Interval


class Forecast(Struct, frozen=True):
    """What came of ``runs`` fights; ``number``: with so many of the kind that is varied."""

    runs: int
    rounds: Interval
    drawn: Interval
    sides: dict[str, Cost]
    number: int | None = None


class ForecastGiven(Struct, frozen=True):
    """A forecast for each of the numbers; ``fairest`` is the one that comes closest to even odds."""

    forecasts: list[Forecast]
    fairest: int | None = None


class Creature(Struct, frozen=True):
    """Where somebody is, and how he fares."""

    id: str
    side: str
    square: str
    hit_points: int
    conditions: list[str]


class Asked(Struct, frozen=True):
    """Who has to choose: an order of ``choices``, or an answer to the ``question``. ``more``: there are more."""

    who: str
    question: str | None
    choices: list[str]
    more: bool


class Told(Struct, frozen=True):
    """An event: its number and kind, its sentence, and its figures as in the log."""

    seq: int
    kind: str
    text: str
    figures: dict[str, Any]


class Played(Struct, frozen=True):
    """What happened, who has to choose now, and how everybody fares."""

    events: list[Told]
    count: int
    """Of all events of the fight."""
    round: int
    over: bool
    winner: str
    creatures: list[Creature]
    asked: Asked | None = None


class Turn(Struct, frozen=True):
    """The same with the whole log, to go on with."""

    name: str
    log: str
    seed: str
    played: Played


class Fight(Struct, frozen=True):
    """A fight that is kept here under its ``id``; its ``events`` are those that this request has brought about."""

    id: str
    name: str
    seed: str
    played: Played


class Fights(Struct, frozen=True):
    """The fights that are kept here, the eldest first, and how many there may be."""

    fights: list[str]
    most: int


class Finding(Struct, frozen=True):
    """What is wrong at an event."""

    seq: int
    rule: str
    message: str


class Replay(Struct, frozen=True):
    """A fight as its log tells it. ``board`` is the map in letters; ``findings`` what is wrong with dice and rules."""

    name: str
    ruleset: str
    finished: bool
    round: int
    winner: str
    count: int
    story: list[str]
    board: str
    creatures: list[Creature]
    findings: list[Finding]


class Known(Struct, frozen=True):
    """What this server knows: its version, rulebooks, policies."""

    version: str
    rulebooks: list[str]
    policies: list[str]
