"""A paste of stat blocks becomes a file of creatures and a report on each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sim.core.errors import BadInput
from sim.importers.protocol import Imported, words
from sim.importers.statblock import adnd, d20
from sim.importers.statblock.d20 import Creature
from sim.importers.statblock.paste import Pasted, blocks
from sim.importers.toml import dumps
from sim.scenario.loader import LARGEST

T = TypeVar("T")


def statblock(data: bytes, where: str) -> Imported:
    """
    The creatures of a paste. A block with a THAC0 is one of AD&D; both kinds cannot stand in one file.

    One creature is a file of the bestiary; several are tables of one file, by id. A block that makes no creature is
    listed with the reason, and the others are read.

    :raises BadInput: when there is no block, or none makes a creature.
    """
    pasted = _filled(blocks(words(data, where), where))
    books = ["thac0" in block.fields for block in pasted]
    if any(books) and not all(books):
        raise BadInput(
            f"{where} mixes blocks with and without THAC0: put those of each rulebook into a file of its own"
        )
    read = adnd.creature if books[0] else d20.creature
    return gathered([(block.name, block) for block in pasted], where, read)


def gathered(blocks_: Iterable[tuple[str, T]], where: str, read: Callable[[T, str], Creature]) -> Imported:
    """
    A bestiary of what ``read`` makes of each, by name, and the kind that it is to have; those it refuses are listed.

    :raises BadInput: when it makes a creature of none.
    """
    found: dict[str, dict[str, Any]] = {}
    decided: list[str] = []
    warnings: list[str] = []
    unread: list[str] = []
    why = "there is no creature in it"
    for name, block in blocks_:
        kind = _kind(name, found)
        try:
            creature = read(block, kind)
        except BadInput as error:
            why = str(error)
            unread.append(f"{name[:80] or 'a block without a name'} is left out: {why}")
            continue
        found[kind] = creature.tables
        for all_, of_one in ((decided, creature.decided), (warnings, creature.warnings), (unread, creature.unread)):
            all_ += [f"{creature.tables['name']}: {line}" for line in of_one]
    if not found:
        raise BadInput(f"{where}: {why}")
    text = dumps(next(iter(found.values())) if len(found) == 1 else found)
    if len(text.encode("utf-8")) > LARGEST:
        raise BadInput(
            f"{where} holds {len(found)} creatures, too many for one file of a bestiary: cut it into several files"
        )
    return Imported("bestiary", text, tuple(found), tuple(decided), tuple(warnings), tuple(unread))


def _filled(pasted: list[Pasted]) -> list[Pasted]:
    """Fields that are the same as in the form before, as lycanthropes have them, taken from there."""
    found: list[Pasted] = []
    for block in pasted:
        same = {label: value for label, value in block.fields.items() if re.match(r"\(?same as ", value, re.I)}
        if same and found:
            before = found[-1].fields
            taken = {label: before[label] for label in same if label in before}
            block = block._replace(fields={**block.fields, **taken})
        found.append(block)
    return found


def _kind(name: str, taken: dict[str, Any]) -> str:
    """An id from a name: ``Monstrous Spider, Huge`` is ``monstrous-spider-huge``; a second one alike gets a number."""
    kind = re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", ""))[:36].strip("-")
    if not kind[:1].isalpha():
        kind = f"creature-{kind}".strip("-")
    number = 1
    while (found := kind if number == 1 else f"{kind}-{number}") in taken:
        number += 1
    return found
