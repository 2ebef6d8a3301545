"""
Bring the catalogues of the other languages up to date: ``python -m tests.words`` (``make words``).

What the code says is found in it; terms are those of the rule tables and of the golden fights. A text that is new
stands in the catalogue with nothing beside it, and is named: somebody has to translate it. What is gone is taken out.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import fields
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sim.events.base import TALLIES
from sim.events.course import Answered
from sim.events.log import read
from sim.events.orders import Choose, Pick
from sim.events.text import vocabulary
from sim.replay.tongue import LANGUAGES, ORDER, TERM
from sim.state.conditions import NAMES
from sim.tables import adnd_figures, adnd_spells, equipment, spells
from tests.schemas import ROOT

DATED = datetime(2026, 1, 1, tzinfo=UTC)
"""What stands in the catalogues for the time of their making: the same words give the same bytes."""
FOLDER = ROOT / "sim" / "replay" / "words"
SPOKEN = (("sim/replay", "**.py"), ("agents/cli", "read.py"), ("agents/cli", "watch.py"))
"""Where something is said in every language."""
KEYWORDS = {"say": None, "N_": None, "many": (1, 2)}
NAMED = (
    *("weapon", "item", "spell", "name", "condition", "ability", "save", "check", "contest", "damage_type", "against"),
    *("attempt", "component", "how", "second", "type", "act", "on", "about", "result", "what"),
)
"""Fields of events that hold a term of the rulebook."""


def catalogue(language: str) -> Path:
    """The file of a language, as people edit it."""
    return FOLDER / language / "LC_MESSAGES" / "maraud.po"


def terms() -> Iterator[str]:
    """What the rule tables and the golden fights call by a name of its own."""
    yield from NAMES
    for table in (equipment.WEAPONS, adnd_figures.WEAPONS, spells.SPELLS, adnd_spells.SPELLS):
        yield from table
    for name in ("natural", "armor", "shields"):
        yield from tomllib.loads((ROOT / "sim" / "tables" / "d20" / f"{name}.toml").read_text("utf-8"))
    for log in sorted((ROOT / "replays").glob("*.jsonl")):
        reading = read(log)
        yield from _called(reading.events, {placed.sheet.id for placed in reading.header.scenario.creatures})


def _called(events: Iterable[Any], creatures: set[str]) -> Iterator[str]:
    """The terms in these events. What is chosen may be a creature or a number: those are no terms."""
    for event in events:
        for field in fields(type(event)):
            value = getattr(event, field.name)
            if field.name in TALLIES:
                for part in value:
                    yield part.type
                    yield getattr(part, "why", "")
            elif field.name in NAMED and isinstance(value, str):
                yield value
            elif field.name == "checks":
                yield from value
        if type(event) is Answered:
            yield event.question.about if isinstance(event.question, Pick) else ""
            chosen = event.answer.option if isinstance(event.answer, Choose) else ""
            if chosen not in creatures and not chosen.isdigit():
                yield chosen


def wanted(language: str) -> Catalog:
    """All that this language has to have, nothing translated."""
    made = Catalog(
        locale=language,
        header_comment=f"# What maraud says ({language}); `make words` brings it up to date.",
        project="maraud",
        version="1",
        last_translator="maraud",
        language_team="maraud",
        msgid_bugs_address="none",
        creation_date=DATED,
        revision_date=DATED,
        fuzzy=False,
    )
    for folder, pattern in SPOKEN:
        found = extract_from_dir(ROOT / folder, [(pattern, "python")], keywords=KEYWORDS)
        for _, _, message, _, _ in sorted(found, key=lambda one: one[:2]):
            made.add(message)
    for term in sorted({term for term in terms() if term}):
        made.add(term, context=TERM)
    for word in vocabulary():
        made.add(word, context=ORDER)
    return made


def brought_up_to_date(language: str) -> Catalog:
    """The language's catalogue with what the code and the tables now say, translated as far as it was."""
    made, path = wanted(language), catalogue(language)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
        for message in made:
            old = known.get(message.id, message.context) if message.id else None
            if old is not None:
                message.string = old.string
    return made


def written(made: Catalog) -> tuple[bytes, bytes]:
    """The catalogue as people read it, and as the program does."""
    text, machine = io.BytesIO(), io.BytesIO()
    write_po(text, made, width=120, no_location=True, omit_header=False, sort_output=False)
    write_mo(machine, made)
    lines = text.getvalue().splitlines(keepends=True)
    return b"".join(
        line for line in lines if not line.startswith((b'"POT-Creation', b'"PO-Revision', b'"Generated'))
    ), machine.getvalue()


def missing(made: Catalog) -> list[str]:
    """What has no words yet in this language."""
    return [
        str(message.id)
        for message in made
        if message.id and not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def main() -> int:
    """Write every catalogue; 1 when something has to be translated."""
    lacking = 0
    for language in LANGUAGES[1:]:
        made = brought_up_to_date(language)
        path = catalogue(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        text, machine = written(made)
        path.write_bytes(text)
        path.with_suffix(".mo").write_bytes(machine)
        todo = missing(made)
        lacking += len(todo)
        print(f"{path.relative_to(ROOT)}: {len(made)} texts, {len(todo)} without words")
        for message in todo[:20]:
            print(f"  {message}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
