"""A fight is told in every language, wholly."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from sim.core.errors import BadInput
from sim.events.base import KINDS
from sim.events.log import read
from sim.replay.narration import Narrator
from sim.replay.telling import TELLERS
from sim.replay.tongue import LANGUAGES, tongue
from tests import words
from tests.record_golden import ROOT

OTHERS = LANGUAGES[1:]
GOLDEN = sorted((ROOT / "replays").glob("*.jsonl"))
PLACE = re.compile(r"\{\w+\}")


@cache
def brought_up_to_date(language: str) -> Catalog:
    return words.brought_up_to_date(language)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_words_for_all_that_is_said(language: str) -> None:
    """Every sentence of the code, every word of an order, every term of the tables and of the golden fights."""
    assert words.missing(brought_up_to_date(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_is_the_one_that_make_words_writes(language: str) -> None:
    """Nothing in it is said no more, and what the program reads is made of what people edit."""
    text, machine = words.written(brought_up_to_date(language))

    assert words.catalogue(language).read_bytes() == text
    assert words.catalogue(language).with_suffix(".mo").read_bytes() == machine


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_places_for_values(language: str) -> None:
    """What is put into the English sentence is put into the other one, too."""
    wrong = [
        message.id
        for message in brought_up_to_date(language)
        if isinstance(message.id, str) and set(PLACE.findall(message.id)) != set(PLACE.findall(str(message.string)))
    ]

    assert wrong == []


def test_every_kind_of_event_can_be_told() -> None:
    """What can be applied to a battle can be told of it."""
    assert set(TELLERS) == set(KINDS.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("log", GOLDEN, ids=[log.stem for log in GOLDEN])
def test_every_event_of_a_golden_fight_is_told(log: Path, language: str) -> None:
    """Told in full, each has a line, in which no place for a value is left open."""
    reading = read(log)
    narrator = Narrator(reading.header.scenario, full=True, lang=language)
    for event in reading.events:
        told = "".join(narrator.tell(event))
        assert told.strip()
        assert not PLACE.search(told)


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    """It names those that there are."""
    with pytest.raises(BadInput, match="use one of en, fr"):
        tongue("tlh")


def test_braces_in_a_name_are_no_places() -> None:
    """A name is put in as it stands, whatever is in it."""
    assert tongue("fr").say("{who} draws {weapon}", who="{weapon}", weapon="x") == "{weapon} dégaine : x"


def test_a_fight_in_french() -> None:
    """Sentences, orders, weapons, modifiers and conditions are French; names, squares and rule ids stay."""
    reading = read(ROOT / "replays" / "bridge-ambush.jsonl")
    narrator = Narrator(reading.header.scenario, lang="fr")
    told = "\n".join(line for event in reading.events for line in narrator.tell(event))

    assert "robin tire sur wolf-1 (arc long composite) : attaque 17 = d20 10 + attaque de base 4 + Dextérité 3" in told
    assert "pip saisit l'occasion" in told or "wolf-1 saisit l'occasion, car pip s'éloigne : attaquer pip" in told
    assert "Le combat est terminé : victoire du camp adventurers" in told
