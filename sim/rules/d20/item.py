"""
Magic items with a spell in them (d20.item.*): potions and oils, scrolls, wands, and what works by word or by use.

Decided: whoever has an item has it within reach of its hand. A potion is drunk, or given to a helpless friend; wands
and scrolls ask for a caster who has the spell on the list of its class.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.magic import ItemUsed
from sim.events.orders import UseItem
from sim.rules.book import Cost
from sim.rules.d20 import action, aoo, grapple, magic, spell
from sim.rules.d20.declare import constraint, procedure
from sim.rules.d20.spell import Known
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING, HELPLESS, PINNED
from sim.state.creature import Creature
from sim.state.magic import Casting
from sim.table import Table
from sim.tables.spells import level_for

COMPLETION = "d20.item.spell-completion"
NO_CONCENTRATION = "d20.item.other-no-concentration"
NO_AOO = "d20.item.other-no-aoo"

ACTIVATE, POTION, SCROLL = action.ROWS["activate-item"], action.ROWS["potion"], action.ROWS["read-scroll"]
DRUNK = ("potion", "oil")
TRAINED = ("scroll", "wand")


def known(me: Creature, name: str) -> Known | None:
    """The item of this name as something to be cast or used."""
    for device in me.sheet.devices:
        if device.name == name:
            left = not device.charges or me.used.count(name) < device.charges
            arcane = me.sheet.caster is not None and me.sheet.caster.arcane
            figures = me.sheet.spells[device.spell]
            return Known(
                name,
                figures,
                device.kind,
                name if device.charges else "",
                device.level,
                device.caster_level,
                device.dc,
                left,
                arcane=arcane,
            )
    return None


def repertoire(me: Creature) -> Iterator[Known]:
    """The items that still work, in the order of the sheet."""
    for device in me.sheet.devices:
        found = known(me, device.name)
        if found is not None and found.left:
            yield found


def cost(me: Creature, order: UseItem) -> Cost:
    """A standard action, whatever the item; its row says what it exposes to."""
    found = known(me, order.item)
    source = found.source if found is not None else "item"
    if source in DRUNK:
        given = source == "potion" and order.on not in ((), (me.id,))
        return Cost("full-round" if given else "standard", (POTION,))
    return Cost("standard", (SCROLL, ACTIVATE) if source == "scroll" else (ACTIVATE,))


@constraint(ACTIVATE, UseItem)
def cannot_use(battle: Battle, me: Creature, order: UseItem) -> tuple[str, ...]:
    """It must be there and charged, in the hands of somebody who can use it, on somebody it can be used on."""
    found = known(me, order.item)
    if found is None or not found.left:
        return (ACTIVATE,)
    if me.flags & PINNED:
        return (grapple.PINNED_IMMOBILE,)
    caster = me.sheet.caster
    if found.source in TRAINED and (caster is None or level_for(found.spell, caster.kind) is None):
        return (SCROLL if found.source == "scroll" else ACTIVATE,)
    if order.defensive and found.source != "scroll":
        return (NO_AOO if found.source not in DRUNK else POTION,)
    if found.source in DRUNK:
        return () if drinks(battle, me, order) and order.to < 0 else (POTION,)
    if found.source == "scroll":
        if me.flags & GRAPPLING:
            return (grapple.OPTION_NO_COMPLETION,)
        if rules := spell.lacking(me, found.spell, from_scroll=True):
            return rules
    return spell.why_not_at(battle, me, found, order.on, order.to)


def drinks(battle: Battle, me: Creature, order: UseItem) -> bool:
    """Oneself, or a helpless friend beside one."""
    if order.on in ((), (me.id,)):
        return True
    target = battle.creatures.get(order.on[0]) if len(order.on) == 1 else None
    if target is None or not target.active or target.side != me.side:
        return False
    near = battle.ground.distance(me.square, me.span, target.square, target.span) <= 1
    return near and (order.item.startswith("oil") or target.flags & HELPLESS != 0)


@procedure(UseItem)
def use(me: Creature, order: UseItem, table: Table, because: int) -> None:
    """Potions expose, scrolls are cast, all else works at a word or a touch."""
    found = known(me, order.item)
    assert found is not None
    if found.source == "scroll":
        spell.begin(
            table,
            me,
            found,
            order.on,
            order.to,
            because,
            defensive=order.defensive,
            act="read-scroll",
            cites=(COMPLETION,),
        )
        return
    if found.source in DRUNK:
        if not aoo.provoke(table, me, "potion", because):
            return
        cites: tuple[str, ...] = ()
    else:
        cites = unhindered(table.battle, me)
    if me.flags & GRAPPLING:
        cites += (grapple.OPTION_ITEM,)
    seq = table.tell(
        ItemUsed(
            because,
            me.id,
            found.name,
            found.spell.name,
            found.level,
            found.caster_level,
            found.dc,
            order.on,
            order.to,
            bool(found.spent),
            cites,
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
    if found.source in DRUNK:
        drinker = table.battle.creatures[order.on[0]] if order.on else me
        magic.work(table, spell.working(me, casting), (drinker,), seq)
    else:
        spell.take_effect(table, me, casting, seq)


def unhindered(battle: Battle, me: Creature) -> tuple[str, ...]:
    """The rules by which what would expose or distract a caster does not matter to an item."""
    rules: tuple[str, ...] = (NO_AOO,) if aoo.threateners(battle, me) else ()
    if any(function(battle, me) is not None for function in spell.DISTRACTIONS):
        rules += (NO_CONCENTRATION,)
    return rules
