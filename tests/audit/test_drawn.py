"""Breaches of movement and opportunities, drawn on small maps; and random fights, which have none."""

from __future__ import annotations

import pytest
from attrs import evolve
from msgspec.structs import replace

from sim.audit import FAMILIES, Finding, audit, invariant
from sim.audit.claims import CLAIMS
from sim.encounter import begin, play
from sim.events import orders
from sim.events.course import Answered, OrderGiven, RoundBegan
from sim.events.log import Log, Reading, parse
from sim.events.movement import Moved
from sim.events.orders import Decision, End, Move, Opportunity, Order, Pass, Question, Step, Withdraw
from sim.grid.figures import Edge
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle, Endings
from sim.table import Menu
from sim.testing import scenario_of
from tests.audit.fights import reading as fight_of_chance

RING = ". . . . . . . .\n. A . . . . o .\n. . . . . . . .\n. . . . . . . ."


class Wishes:
    """Everybody does what is written down, one order a turn, and then nothing; opportunities are let pass."""

    def __init__(self, **wishes: Order) -> None:
        self.wishes = {who: [wish] for who, wish in wishes.items()}

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        if question is not None:
            return Decision(Pass() if type(question) is Opportunity else next(iter(menu)), "script")  # type: ignore[arg-type]
        left = self.wishes.get(who, [])
        return Decision(left.pop() if left else End(), "script")


def fought(drawing: str, *, edges: tuple[tuple[str, str, str], ...] = (), **kinds_and_wishes: str | Order) -> Reading:
    """The log of a drawn fight in which everybody carries out one order: ``A="orc", A_does=Move(…)``."""
    kinds = {who: kind for who, kind in kinds_and_wishes.items() if isinstance(kind, str)}
    wishes = {who.removesuffix("_does"): wish for who, wish in kinds_and_wishes.items() if not isinstance(wish, str)}
    scenario = scenario_of(drawing, dict(kinds), edges=[Edge(*edge) for edge in edges])  # type: ignore[arg-type]
    table = begin(BOOK, replace(scenario, endings=Endings(quiet=2)), Wishes(**wishes), seed=1)  # type: ignore[arg-type]
    play(BOOK, table)
    return parse(table.log.to_bytes())


def retold(reading: Reading, seq: int, *events: object) -> list[Finding]:
    """What the audit says when these events stand in the place of one."""
    log = Log(reading.header)
    by = len(events) - 1
    shifted = [evolve(e, because=e.because + by) if e.because > seq else e for e in reading.events[seq + 1 :]]
    for event in (*reading.events[:seq], *events, *shifted):
        log.append(event)
    return audit(parse(log.to_bytes()))


def first(reading: Reading, kind: type) -> tuple[int, object]:
    """The first event of a kind, with its number."""
    return next((seq, event) for seq, event in enumerate(reading.events) if type(event) is kind)


def at(reading: Reading, name: str) -> int:
    """The square of this name."""
    stride = len(reading.header.scenario.map.rows[0]) + 1
    return (int(name[1:]) - 1) * stride + ord(name[0]) - 97


def walked(reading: Reading, path: str, halves: int) -> list[Finding]:
    """The first move of a fight, told along another path."""
    seq, moved = first(reading, Moved)
    squares = tuple(at(reading, name) for name in path.split())
    return retold(reading, seq, evolve(moved, path=squares, halves=halves))


def invariants(found: list[Finding]) -> set[str]:
    """The invariants that are broken first."""
    return {finding.invariant for finding in found if finding.seq == found[0].seq} if found else set()


def test_a_step_through_a_wall_is_no_step() -> None:
    """The way through a solid square is told as short as it would be (d20.terrain.obstacle)."""
    clean = fought(". . . . o\nA # . . .\n. . . . .", A="orc", o="goblin", A_does=Move(8))

    found = walked(clean, "a2 b2 c2", 4)

    assert audit(clean) == []
    assert invariants(found) == {"steps-are-legal"}
    assert found[0].message == "A cannot go from a2 to b2"


def test_a_corner_is_not_cut() -> None:
    """A diagonal past a wall (d20.move.corner)."""
    clean = fought(". . . . o\nA # . . .\n. . . . .", A="orc", o="goblin", A_does=Move(1))

    found = walked(clean, "a2 b1", 3)

    assert "d20.move.corner" in {finding.rule for finding in found}


def test_a_wall_between_two_squares_bars_the_way() -> None:
    """A wall on the border of two open squares (d20.terrain.obstacle)."""
    walls = (("a1", "e", "wall"),)
    clean = fought("A . . . . o\n. . . . . .", A="orc", o="goblin", A_does=Move(1), edges=walls)

    assert audit(clean) == []
    assert invariants(walked(clean, "a1 b1", 2)) == {"steps-are-legal"}


def test_nobody_walks_through_an_enemy() -> None:
    """The square of a foe who can defend himself is closed (d20.pass.opponent)."""
    clean = fought("# # # #\nA . . o\n. . . .\n. . . .", A="orc", o="goblin", A_does=Move(12))

    found = walked(clean, "a2 b2 c2 d2", 6)

    assert "d20.pass.opponent" in {finding.rule for finding in found}


def test_nobody_stops_on_a_friend() -> None:
    """One may go through a friend's square, and not stay there (d20.pass.stop)."""
    clean = fought("A B . .\n. . . o", A="orc", B="orc", o="goblin", A_does=Move(2))
    seq, moved = first(clean, Moved)

    found = retold(clean, seq, evolve(moved, path=(0, 1), halves=2))

    assert "nobody-stops-on-another" in {finding.invariant for finding in found}


def test_one_square_too_many_is_found() -> None:
    """A hill giant of eight squares goes nine (d20.move.normal)."""
    row = "A . . . . . . . . . o"
    clean = fought(f"{row}\n. . . . . . . . . . .", A="fighter-1", o="goblin", A_does=Move(4))

    found = walked(clean, "a1 b1 c1 d1 e1 f1", 10)

    assert audit(clean) == []
    assert "moves-are-of-their-order" in invariants(found)
    assert "5 squares" in found[0].message


def test_a_second_step_is_found() -> None:
    """One 5-foot step a turn (d20.step.no-other-movement)."""
    clean = fought(RING, A="orc", o="goblin", A_does=Step(11))
    seq, given = first(clean, OrderGiven)
    given = next(e for e in clean.events if type(e) is OrderGiven and isinstance(e.order, Step))
    seq = clean.events.index(given)

    found = retold(clean, seq + 1, clean.events[seq + 1], given)

    assert "one-step-and-no-other-movement" in {finding.invariant for finding in found}


BESIDE = ". . . . . . .\n. A o . . . .\n. . . . . . ."


def test_an_opportunity_that_is_let_pass_is_offered() -> None:
    """Without the offer the move is a breach, and the message names who and where (d20.aoo.provoke-by-moving)."""
    clean = fought(BESIDE, A="orc", o="goblin", A_does=Move(22))
    seq, _ = first(clean, Answered)

    found = retold(clean, seq)

    assert found[0].invariant == "every-opportunity-is-offered"
    assert found[0].message.startswith("o threatens b2 from c2 and is not asked as A leaves it for ")


def test_an_opportunity_from_afar_is_undue() -> None:
    """Whoever does not threaten the square is owed nothing (d20.aoo.threatened-squares)."""
    clean = fought(RING, A="orc", o="goblin", A_does=Move(30))
    seq, moved = first(clean, Moved)
    offer = Answered(moved.because, "o", Opportunity("A", "moving"), Pass(), "script", ())  # type: ignore[attr-defined]

    found = retold(clean, seq, offer, moved)

    assert found[0].invariant == "no-opportunity-is-undue"
    assert found[0].rule == "d20.aoo.threatened-squares"


def test_the_first_square_of_a_withdrawal_is_free() -> None:
    """Nobody who is seen is owed anything for it (d20.withdraw.first-square)."""
    clean = fought(BESIDE, A="orc", o="goblin", A_does=Withdraw(20), o_does=orders.TotalDefense())
    seq, moved = first(clean, Moved)
    offer = Answered(moved.because, "o", Opportunity("A", "moving"), Pass(), "script", ())  # type: ignore[attr-defined]

    found = retold(clean, seq, offer, moved)

    assert audit(clean) == []
    assert found[0].invariant == "no-opportunity-is-undue"


@pytest.mark.parametrize("seed", range(24))
def test_a_fight_of_chance_is_clean(seed: int) -> None:
    """Whatever random players do to each other on random maps, the engine breaks no rule."""
    assert audit(fight_of_chance(seed)) == []


def test_every_family_is_on_the_list() -> None:
    """No module of claims is forgotten."""
    assert {claimed.claim.__module__ for claimed in CLAIMS} == {family.__name__ for family in FAMILIES}


def test_every_claim_says_what_it_claims() -> None:
    """Each has a docstring that is a sentence."""
    assert [c.claim.__name__ for c in CLAIMS if not (c.claim.__doc__ or "").strip().endswith(".")] == []  # type: ignore[attr-defined]


def test_a_claim_of_somebody_else_is_heard() -> None:
    """A plugin registers its claims in the same way, and they are judged with the others."""

    @invariant("rounds-are-dull", RoundBegan)
    def rounds_are_dull(event, scene):  # type: ignore[no-untyped-def]
        """No round is dull."""
        yield "house.rounds", f"round {event.number} is dull"

    try:
        found = audit(fight_of_chance(1))
    finally:
        CLAIMS.pop()

    assert {finding.invariant for finding in found} == {"rounds-are-dull"}
    assert found[0].message.endswith("is dull")
