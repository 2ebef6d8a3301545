"""
Counterspells, readied against somebody who casts (d20.ready.counterspell).

Decided: spells and scrolls are countered, spell-like abilities are not. Who has the same spell left spends it, else
dispel magic, whose check must reach 11 and the caster's level; without Spellcraft nobody knows what is being cast.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled
from sim.events.magic import SpellCountered
from sim.events.orders import Counterspell, Order, Ready, Trigger
from sim.rules.d20 import condition, ready, spell
from sim.rules.d20.declare import constraint, procedure
from sim.rules.d20.spell import Known
from sim.state.battle import Battle
from sim.state.creature import Creature
from sim.table import Table

DISPEL = "dispel magic"
MOST = 10
"""What a caster level is worth at most in the check of dispel magic."""


def answer(me: Creature, name: str) -> Known | None:
    """What it can counter a spell with: the same one, else dispel magic."""
    left = [found for found in spell.repertoire(me) if not spell.lacking(me, found.spell)]
    same = [found for found in left if found.spell.name == name]
    return next(iter(same or [found for found in left if found.spell.name == DISPEL]), None)


def being_cast(battle: Battle, me: Creature) -> Creature | None:
    """The enemy who is casting a spell just now."""
    for foe in battle:
        if foe.side != me.side and foe.casting is not None and foe.casting.source in ("spell", "scroll"):
            return foe
    return None


@constraint(ready.COUNTERSPELL, Counterspell)
def nothing_to_counter(battle: Battle, me: Creature, order: Counterspell) -> bool:
    """Only what is being cast, by somebody who can tell what it is and has something against it."""
    foe = being_cast(battle, me) if battle.suspended else None
    if foe is None or foe.casting is None or "spellcraft" not in me.sheet.skills:
        return True
    return answer(me, foe.casting.spell) is None


@procedure(Counterspell)
def counter(me: Creature, order: Counterspell, table: Table, because: int) -> None:
    """Tell what it is, and cast the same against it, or dispel it."""
    foe = being_cast(table.battle, me)
    assert foe is not None
    casting = foe.casting
    assert casting is not None
    rule = ready.COUNTERSPELL
    (die,) = table.roll(20)
    parts = (Modifier(me.sheet.skills["spellcraft"], "spellcraft", rule), *condition.check_parts(me))
    dc, total = 15 + casting.level, die.value + sum([part.value for part in parts])
    seq = table.tell(CheckRolled(because, me.id, "spellcraft", dc, total, parts, total >= dc, (rule,), (die,)))
    found = answer(me, casting.spell)
    if total < dc or found is None:
        return
    won = found.spell.name == casting.spell
    if not won:
        (die,) = table.roll(20)
        parts = (Modifier(min(found.caster_level, MOST), "caster level", rule),)
        dc, total = 11 + casting.caster_level, die.value + parts[0].value
        won = total >= dc
        seq = table.tell(CheckRolled(seq, me.id, DISPEL, dc, total, parts, won, (rule,), (die,)))
    table.tell(SpellCountered(seq, me.id, foe.id, casting.spell, found.spent, won, (rule,)))


def options(battle: Battle, me: Creature) -> Iterator[Order]:
    """A counterspell readied against each enemy who casts."""
    if me.sheet.caster is not None and "spellcraft" in me.sheet.skills:
        for foe in battle:
            if foe.side != me.side and foe.active and foe.sheet.caster is not None:
                yield Ready(Counterspell(), Trigger("casts", foe.id))
