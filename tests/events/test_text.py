"""Orders in words: what is written is read back, and what is no order is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.events import orders
from sim.events.orders import Attack, Begin, Charge, Choose, FullAttack, Grapple, Move, Pass, Ready, StandUp, Trigger
from sim.events.text import _ABOUT, _CLAUSES, _FLAGS, _NAMED, _WORDS, CLASSES, VERBS, parse, text
from sim.rules.d20.book import BOOK
from sim.testing import battlefield, turn

TABLE = battlefield(
    """
    . . . . . . .
    . A . . . . .
    . . . o B . .
    . . # . . . .
    . . . . . p .
    """,
    A="halfling-rogue-3",
    B="chain-fighter-4",
    o="orc",
    p="half-orc-warrior-4",
)
GROUND = TABLE.battle.ground
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12) | st.sampled_from(
    ["with", "to", "short sword", "a, b", 'say "hi"', "prone", "off hand first", "a  b", " a"]
)


@pytest.mark.parametrize("who", ["A", "B", "o", "p"])
def test_every_offer_is_read_back_as_it_was(who: str) -> None:
    """What a menu offers has one text, and the text means that offer."""
    turn(TABLE, who)
    offers = list(BOOK.offers(TABLE.battle, who))
    lines = [text(order, GROUND) for order in offers]

    assert [parse(line, TABLE.battle, who) for line in lines] == offers
    assert len(set(lines)) == len(set(offers))


STAB = Attack("o", "short sword")
AT_WHOEVER = Attack("it", "short sword")
SQUARES = st.sampled_from([GROUND.square(name) for name in ("a1", "c4", "g5")])
FULL = st.builds(
    FullAttack,
    target=st.sampled_from("ABop"),
    weapon=st.sampled_from(list(TABLE.battle["A"].weapons)),
    how=st.sampled_from(["strike", "trip", "disarm", "grapple", "join"]),
    lethality=st.sampled_from(["", "lethal", "nonlethal"]),
    defensive=st.booleans(),
    power=st.integers(0, 20),
    expertise=st.integers(0, 5),
    off_hand=st.just("") | NAMES,
    off_hand_first=st.booleans(),
    rapid=st.booleans(),
    square=st.just(-1) | SQUARES,
)
MOVES = st.builds(
    Move,
    to=SQUARES,
    via=st.lists(SQUARES, max_size=3).map(tuple),
    mode=st.sampled_from(["walk", "tumble", "tumble-fast", "crawl", "minimum"]),
    draw=st.just("") | NAMES,
    sheathe=st.just("") | NAMES,
)

READIED = st.builds(
    Ready,
    FULL | MOVES,
    st.builds(
        Trigger,
        on=st.sampled_from(["charges", "attacks", "shoots", "casts", "appears", "moves", "comes-into-reach"]),
        who=st.sampled_from(["", *"ABop"]),
    )
    | st.builds(Trigger, on=st.just("comes-within"), who=st.sampled_from(["", *"ABop"]), squares=st.integers(1, 99)),
)


@settings(max_examples=200)
@given(FULL | MOVES | READIED | NAMES.map(Choose) | NAMES.map(orders.PickUp) | NAMES.map(orders.Draw))
def test_any_order_is_read_back_as_it_was(order: object) -> None:
    """Whatever names it holds and however much it says."""
    assert parse(text(order, GROUND), TABLE.battle, "A") == order


NESTED = ("act", "when")


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_field_of_every_order_can_be_said(kind: type) -> None:
    """No class of orders has a field that its text leaves out, and each has a verb."""
    said = {*_ABOUT, *_CLAUSES.values(), *_FLAGS.values(), *_NAMED.values(), *_WORDS, *NESTED}

    assert set(kind.__struct_fields__) <= said
    assert any(form.kind is kind for form in VERBS.values())


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("charge o with short sword to c3", Charge("o", GROUND.square("c3"), "short sword")),
        ("move to c4 via b3 b4", Move(GROUND.square("c4"), (GROUND.square("b3"), GROUND.square("b4")))),
        ("attack o with short sword, nonlethal", Attack("o", "short sword", lethality="nonlethal")),
        ("trip o with short sword", Attack("o", "short sword", "trip")),
        ("grappling pin o", Grapple("pin", "o")),
        ("cast magic missile on o p, defensive", orders.Cast("magic missile", ("o", "p"), defensive=True)),
        ("cast burning hands to c3", orders.Cast("burning hands", to=GROUND.square("c3"))),
        ("use potion of cure light wounds", orders.UseItem("potion of cure light wounds")),
        ("use-ability breath weapon on o", orders.UseAbility("breath weapon", ("o",))),
        ("touch on A B", orders.Touch(("A", "B"))),
        ("ready attack o with short sword when it charges", Ready(STAB, Trigger("charges", "o"))),
        ("ready attack it with short sword when any foe casts", Ready(Attack("it", "short sword"), Trigger("casts"))),
        ("ready stand-up when p comes within 4", Ready(StandUp(), Trigger("comes-within", "p", 4))),
        ("ready attack it with short sword when it comes into reach", Ready(AT_WHOEVER, Trigger("comes-into-reach"))),
        (
            "ready cast magic missile on it when any foe attacks",
            Ready(orders.Cast("magic missile", ("it",)), Trigger("attacks")),
        ),
        ("begin coup-de-grace o with short sword", Begin(orders.CoupDeGrace("o", "short sword"))),
        ("aid-another B against o with short sword, ac", orders.AidAnother("B", "o", "short sword", "ac")),
        ("act to c3", orders.Act(GROUND.square("c3"))),
        ("  stand-up ", StandUp()),
        ("pass", Pass()),
    ],
)
def test_lines_as_people_write_them(line: str, order: object) -> None:
    """The grammar is what one would try."""
    assert parse(line, TABLE.battle, "A") == order


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "a verb was expected"),
        ("chrage o with short sword", "did you mean charge"),
        ("attack", "'target' is missing"),
        ("attack o", "after 'with' is missing"),
        ("attack x with short sword", "'x' is no creature"),
        ("cast bless on x", "'x' is no creature"),
        ("attack o with short swrd", "did you mean short sword"),
        ("move to z99", "off the map"),
        ("move to", "a square such as c4 was expected"),
        ("move to c4 to c5", "'to' has no place there"),
        ("attack o with short sword, sideways", "is no manner of it"),
        ("attack o with short sword, power -1", "a number was expected"),
        ("attack o with short sword, power 99999", "a number was expected"),
        ("ready stand-up", "what sets it off is missing"),
        ("ready stand-up when o sneezes", "sets nothing off"),
        ("ready stand-up when x charges", "'x' is no creature"),
        ("ready pass when o charges", "begins an answer"),
        ("pass, gladly", "is too much"),
        ("pass gladly", "a comma was expected"),
        ('draw "dagger', "no name in quotes"),
    ],
)
def test_what_is_no_order_is_said(line: str, words: str) -> None:
    """The sentence says what was expected."""
    with pytest.raises(BadInput, match=words):
        parse(line, TABLE.battle, "A")


def test_the_nearest_offers_are_named() -> None:
    """Who mistypes sees what was meant."""
    with pytest.raises(BadInput, match="attack o with short sword"):
        parse("atack o with short sword", TABLE.battle, "A", [Pass(), Attack("o", "short sword")])


@given(st.text(max_size=60))
def test_any_other_text_is_refused_or_read(line: str) -> None:
    """Nothing that is typed makes it stumble."""
    try:
        order = parse(line, TABLE.battle, "A")
    except BadInput:
        return
    assert parse(text(order, GROUND), TABLE.battle, "A") == order


def test_a_long_word_is_not_repeated_whole() -> None:
    """A word may be of any length, and the sentence about it is not."""
    with pytest.raises(BadInput) as said:
        parse(f"pass {'x' * 5000}", TABLE.battle, "A")

    assert len(str(said.value)) < 700
