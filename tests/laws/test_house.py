"""A house rule that is made known is left by the audit to the laws of its house, by both books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from sim.audit.claims import HOUSE
from sim.core.errors import BadInput
from sim.core.tally import Modifier
from sim.events.adnd import InitiativeThrown
from sim.events.attacks import AttackRolled
from sim.events.log import Log, Reading, parse
from sim.fuzz import fight
from sim.testing import breaches, house_rule, law

RULE = "house.luck"


@pytest.fixture
def luck() -> Iterator[str]:
    """A house rule that is made known."""
    yield house_rule(RULE, "The lucky have +1.")
    del HOUSE[RULE]


def helped(rules: str, kind: type[Any], number: int) -> Reading:
    """A made-up fight in which the first roll of a kind has one more part, and a total to match."""
    reading = fight(number, rules).reading
    seq = next(seq for seq, event in enumerate(reading.events) if type(event) is kind)
    event = reading.events[seq]
    log = Log(reading.header)
    log.events = list(reading.events)
    log.events[seq] = evolve(event, total=event.total + 1, parts=(*event.parts, Modifier(1, "", RULE)))
    return parse(log.to_bytes())


def struck(rules: str, kind: type[Any]) -> int:
    """The first made-up fight with a roll of this kind."""
    return next(n for n in range(40) if any(type(event) is kind for event in fight(n, rules).log.events))


ROLLS = [("d20", AttackRolled), ("adnd", InitiativeThrown)]


@pytest.mark.parametrize(("rules", "kind"), ROLLS, ids=str)
def test_a_rule_of_nobody_is_found(rules: str, kind: type[Any]) -> None:
    """A modifier under an id that nobody has made known is undue."""
    found = breaches(helped(rules, kind, struck(rules, kind)))

    assert RULE in {finding.rule for finding in found}


@pytest.mark.parametrize(("rules", "kind"), ROLLS, ids=str)
def test_a_rule_of_the_house_is_left_to_it(luck: str, rules: str, kind: type[Any]) -> None:
    """Made known, it is no finding by itself."""
    found = breaches(helped(rules, kind, struck(rules, kind)))

    assert luck not in {finding.rule for finding in found}


def test_two_laws_of_one_name_are_one_sentence() -> None:
    """A law that somebody else has, or the audit, is not overwritten."""
    with pytest.raises(BadInput, match="two laws are called 'rules-are-known': give one of them another name"):

        @law("rules-are-known")
        def another(reading: Reading) -> Iterator[tuple[int, str]]:
            """Never registered."""
            yield from ()
