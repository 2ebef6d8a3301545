"""
Special abilities that are used like spells (d20.ability.*): spell-like, supernatural, extraordinary.

A spell-like ability is cast as a spell without components; the others work whatever happens around their bearer.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.magic import AbilityUsed
from sim.events.orders import UseAbility
from sim.rules.book import Cost
from sim.rules.d20 import action, aoo, grapple, spell, turn, wounds
from sim.rules.d20.declare import constraint, procedure
from sim.rules.d20.spell import Known
from sim.state.battle import Battle
from sim.state.conditions import PINNED
from sim.state.creature import Creature
from sim.state.magic import Casting
from sim.table import Table

SPELL_LIKE = "d20.ability.spell-like"
SPELL_LIKE_DISRUPTABLE = "d20.ability.spell-like-disruptable"
NOT_DISRUPTED = "d20.ability.supernatural-not-disrupted"
NO_CONCENTRATION = "d20.ability.supernatural-no-concentration"


def known(me: Creature, name: str) -> Known | None:
    """The ability of this name as something to be used."""
    for power in me.sheet.powers:
        if power.name == name:
            rested = name not in [pausing for pausing, _ in me.pausing]
            left = rested and (not power.uses or me.used.count(name) < power.uses)
            return Known(
                name,
                me.sheet.spells[power.spell],
                power.kind,
                name if power.uses else "",
                power.level,
                power.caster_level,
                power.dc,
                left,
                pause=power.pause,
            )
    return None


def repertoire(me: Creature) -> Iterator[Known]:
    """The abilities that can be used now, in the order of the sheet."""
    for power in me.sheet.powers:
        found = known(me, power.name)
        if found is not None and found.left:
            yield found


def row(found: Known | None) -> str:
    """The row of the action tables for this kind of ability."""
    return action.ROWS[found.source if found is not None else "supernatural"]


def cost(me: Creature, order: UseAbility) -> Cost:
    """A standard action, unless the ability says otherwise."""
    found = known(me, order.ability)
    kind = spell.time_cost(found.spell) if found is not None else "standard"
    return Cost(kind, (row(found), turn.FREE) if kind == "free" else (row(found),))


@constraint(action.ROWS["supernatural"], UseAbility)
def cannot_use(battle: Battle, me: Creature, order: UseAbility) -> tuple[str, ...]:
    """It must have it, rested and not used up, for somebody or somewhere that it can be for."""
    found = known(me, order.ability)
    if found is None or not found.left:
        return (row(found),)
    if order.defensive and found.source != "spell-like":
        return (NO_CONCENTRATION,)
    if me.flags & PINNED and found.source == "extraordinary":
        return (grapple.PINNED_IMMOBILE,)
    return spell.why_not_at(battle, me, found, order.on, order.to)


@procedure(UseAbility)
def use(me: Creature, order: UseAbility, table: Table, because: int) -> None:
    """Spell-like ones are cast; the others take effect at once."""
    found = known(me, order.ability)
    assert found is not None
    if found.source == "spell-like":
        spell.begin(
            table,
            me,
            found,
            order.on,
            order.to,
            because,
            defensive=order.defensive,
            act="spell-like",
            cites=(SPELL_LIKE,),
        )
        return
    pause, dice = wounds.throw(table, found.pause) if found.pause else (0, ())
    seq = table.tell(
        AbilityUsed(
            because,
            me.id,
            found.name,
            found.source,
            found.spell.name,
            found.level,
            found.caster_level,
            found.dc,
            order.on,
            order.to,
            bool(found.spent),
            pause,
            unhindered(table.battle, me, found),
            dice,
        )
    )
    casting = Casting(
        found.name,
        found.spell.name,
        found.source,
        found.level,
        found.caster_level,
        found.dc,
        order.on,
        order.to,
    )
    spell.take_effect(table, me, casting, seq)


def unhindered(battle: Battle, me: Creature, found: Known) -> tuple[str, ...]:
    """The rules by which nothing exposes or distracts its bearer; none where nothing would."""
    if found.source != "supernatural":
        return ()
    rules: tuple[str, ...] = (NO_CONCENTRATION,) if aoo.threateners(battle, me) else ()
    if any(function(battle, me) is not None for function in spell.DISTRACTIONS):
        rules = (NO_CONCENTRATION, NOT_DISRUPTED)
    return rules
