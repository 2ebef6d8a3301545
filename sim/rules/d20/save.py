"""Saving throws (supplement)."""

from __future__ import annotations

from sim.core.tally import Modifier, stack
from sim.events.attacks import SaveRolled
from sim.rules.d20 import boons, save_feats, scores
from sim.rules.d20.declare import save_rows
from sim.state.creature import Creature
from sim.table import Table

TOTAL = "d20.save.total"
NATURAL = "d20.save.natural"

ABILITY = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}


def parts(me: Creature, kind: str) -> tuple[Modifier, ...]:
    """The parts of a saving throw bonus: ``fortitude``, ``reflex`` or ``will``."""
    ability = ABILITY[kind]
    base: int = getattr(me.sheet, kind)
    feat = save_feats.bonus(me, kind)
    if feat is not None:
        base -= feat.value
    found = [Modifier(base, "base save", TOTAL), scores.part(me, ability, TOTAL)]
    if feat is not None:
        found.append(feat)
    return (*found, *save_rows(me.flags, kind))


def save(
    table: Table,
    who: Creature,
    kind: str,
    against: str,
    dc: int,
    because: int,
    *cites: str,
    more: tuple[Modifier, ...] = (),
) -> tuple[bool, int]:
    """A saving throw; natural 1 fails, natural 20 succeeds. Returns success and the event's number."""
    found = (*parts(who, kind), *more)
    if who.boons:
        found = stack((*found, *boons.of(who, "save"), *boons.of(who, kind))).parts
    (die,) = table.roll(20)
    natural = die.value
    total = natural + sum(part.value for part in found)
    success = total >= dc
    if natural == 1 or natural == 20:
        success = natural == 20
        cites += (NATURAL,)
    event = SaveRolled(because, who.id, kind, against, dc, total, found, success, cites, (die,))  # type: ignore[arg-type]
    return success, table.tell(event)
