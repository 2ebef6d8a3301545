"""Spells in combat: declared, begun, broken off or finished, and what their dice say; things that do what spells do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd.damage import numbers
from sim.audit.adnd.fold import Fighter, Scene
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import GroupCalled, RoundSettled, SavingThrowRolled
from sim.events.adnd_magic import IncantationBegan
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.boons import SpellDamageRolled
from sim.events.conditions import ConditionBegan
from sim.events.magic import ItemUsed, SpellCast, SpellLost
from sim.tables.adnd_sheet import Spell

ADND = ("adnd",)
DECLARE = "adnd.core.spell.declare"
TIMING = "adnd.core.spell.timing"
DISRUPTED = "adnd.core.spell.disrupted"
USE_ITEM = "adnd.core.action.use-item"
HALF = "adnd.core.saving-throw.half"
HINDERING = frozenset({"grabbed", "held", "pinned"})


def cause(event: Any, scene: Scene) -> Any:
    """The event of which another comes."""
    return scene.events[event.because] if 0 <= event.because < scene.seq else None


def under_way(scene: Scene) -> dict[str, tuple[int, IncantationBegan]]:
    """Who is casting, with the event that began it."""
    found: dict[str, tuple[int, IncantationBegan]] = scene.notes.setdefault("under way", {})
    return found


def cast_so_far(scene: Scene, who: str, name: str) -> int:
    """How often it has begun this spell, or used this thing."""
    used: dict[tuple[str, str], int] = scene.notes.setdefault("used", {})
    return used.get((who, name), 0)


def _spend(scene: Scene, who: str, name: str) -> None:
    used: dict[tuple[str, str], int] = scene.notes.setdefault("used", {})
    used[who, name] = used.get((who, name), 0) + 1


@invariant("incantations-begin-by-right", IncantationBegan, books=ADND)
def incantations_begin_by_right(event: IncantationBegan, scene: Scene) -> Iterator[Breach]:
    """A spell that was declared is begun on the d10 and what changes it, and ends its casting time later."""
    me = scene.fighters[event.who]
    order = cause(event, scene)
    wish: Any = getattr(order, "order", None)
    name = wish.spell if isinstance(wish, orders.Cast) else wish.item if isinstance(wish, orders.UseItem) else ""
    if getattr(order, "who", "") != event.who or not name:
        yield DECLARE, f"{event.who} begins to cast, and has not declared it"
        return
    spell = me.sheet.spells.get(name)
    if spell is None or event.spent != name:
        yield DECLARE, f"{event.who} casts {name}, which it has not"
        return
    if cast_so_far(scene, me.id, name) >= spell.count:
        yield DECLARE, f"{event.who} casts {name} once more than it has it"
    told = (event.spell, event.level, event.caster_level, event.rounds)
    right = (spell.name, spell.level, spell.caster_level, spell.rounds)
    if told != right:
        yield TIMING, f"{event.who} casts {told}, and on its sheet that is {right}"
    if (event.begins, event.ends) != (me.total - spell.time, me.total):
        yield TIMING, f"{event.who} casts from {event.begins} to {event.ends}, and its initiative is {me.total}"
    if (event.targets, event.to) != (wish.on, wish.to):
        yield DECLARE, f"{event.who} casts at something else than it has declared"
    if not me.can_act or me.felled or me.halves:
        yield TIMING, f"{event.who} casts, and is in no state to"
    if me.id in under_way(scene):
        yield TIMING, f"{event.who} begins to cast while it casts already"
    under_way(scene)[me.id] = (scene.seq, event)
    _spend(scene, me.id, name)


def _disturbed(scene: Scene, who: str, since: int) -> bool:
    """Has anything broken the spell off since it was begun?"""
    for event in scene.events[since + 1 : scene.seq]:
        if type(event) is DamageDealt and event.target == who and event.amount > 0:
            return True
        if type(event) is HitPointsLost and event.who == who:
            return True
        if type(event) is SavingThrowRolled and event.who == who and not event.success:
            return True
        if type(event) is ConditionBegan and event.who == who and event.condition in HINDERING:
            return True
    return False


@invariant("spells-take-effect-undisturbed", SpellCast, SpellLost, books=ADND)
def spells_take_effect_undisturbed(event: Any, scene: Scene) -> Iterator[Breach]:
    """A spell takes effect if nothing has broken it off since it was begun; it is lost if something has."""
    begun = under_way(scene).pop(event.who, None)
    if begun is None or begun[1].spell != event.spell:
        yield TIMING, f"{event.who} ends a spell that it has not begun"
        return
    disturbed = _disturbed(scene, event.who, begun[0])
    if type(event) is SpellCast:
        if disturbed:
            yield DISRUPTED, f"{event.who} casts {event.spell}, and was disturbed"
        if (event.targets, event.to) != (begun[1].targets, begun[1].to):
            yield DECLARE, f"{event.who} casts {event.spell} at something else than it has declared"
        if scene.fighters[event.who].has("paralyzed", "stunned", "unconscious", "asleep"):
            yield DISRUPTED, f"{event.who} casts {event.spell}, and is out of its senses"
    elif (
        not disturbed
        and "adnd.fumble.note.2.failure-chance" not in event.cites
        and scene.fighters[event.who].can_act
        and not scene.fighters[event.who].felled
    ):
        yield DISRUPTED, f"{event.who} loses {event.spell}, and nothing has disturbed it"


@invariant("things-are-used-by-right", ItemUsed, books=ADND)
def things_are_used_by_right(event: ItemUsed, scene: Scene) -> Iterator[Breach]:
    """What is used was declared, is carried, and does what the sheet says."""
    me = scene.fighters[event.who]
    order = cause(event, scene)
    wish = getattr(order, "order", None)
    spell = me.sheet.spells.get(event.item)
    if getattr(order, "who", "") != event.who or not isinstance(wish, orders.UseItem) or wish.item != event.item:
        yield USE_ITEM, f"{event.who} uses {event.item}, and has not declared it"
        return
    if spell is None or event.item not in me.gear:
        yield USE_ITEM, f"{event.who} uses {event.item}, which it has not"
        return
    if cast_so_far(scene, me.id, event.item) >= spell.count or not event.spent:
        yield USE_ITEM, f"{event.who} uses {event.item} once more than it can, or without using it up"
    told = (event.spell, event.level, event.caster_level, event.dc, event.targets, event.to)
    if told != (spell.name, spell.level, spell.caster_level, 0, wish.on, wish.to):
        yield USE_ITEM, f"{event.who} uses {event.item} as {told}"
    if scene.active != event.who:
        yield USE_ITEM, f"{event.who} uses {event.item}, and it is not its moment"
    _spend(scene, me.id, event.item)


def spell_of(scene: Scene, source: Any) -> tuple[Fighter, Spell] | None:
    """Who has cast, or used, what, of an event that says so."""
    if type(source) is SpellCast:
        me = scene.fighters[source.who]
        for event in reversed(scene.events[: scene.seq]):
            if type(event) is IncantationBegan and event.who == me.id and event.spell == source.spell:
                return me, me.sheet.spells[event.spent]
        return None
    if type(source) is ItemUsed:
        me = scene.fighters[source.who]
        return (me, me.sheet.spells[source.item]) if source.item in me.sheet.spells else None
    return None


@invariant("spells-do-their-dice", SpellDamageRolled, DamageDealt, Healed, books=ADND)
def spells_do_their_dice(event: Any, scene: Scene) -> Iterator[Breach]:
    """
    The damage of a spell is its dice, rolled once for all; who saves takes half; a cure gives no more than its dice.
    """
    source = cause(event, scene)
    if type(event) is DamageDealt and event.nonlethal and TIMING in event.cites:
        yield TIMING, f"{event.target} takes temporary damage of a spell, and no spell does such damage"
    if type(source) is SpellDamageRolled and type(event) is DamageDealt:
        saves = [
            e
            for e in scene.events[event.because : scene.seq]
            if type(e) is SavingThrowRolled and e.who == event.target and e.because == event.because
        ]
        saved = bool(saves) and saves[-1].success
        right = source.total // 2 if saved else source.total
        if event.amount != right or (HALF in event.cites) != saved:
            yield HALF, f"{event.target} takes {event.amount} points of {source.spell}, and ought to take {right}"
        return
    found = spell_of(scene, source)
    if found is None or not event.dice:
        return
    me, spell = found
    count, sides, bonus = numbers(spell.damage or spell.number)
    total = sum(die.value for die in event.dice) + bonus
    if [die.sides for die in event.dice] != [sides] * count:
        yield TIMING, f"{spell.name} does {[die.sides for die in event.dice]}, and its dice are {spell.damage}"
        return
    if type(event) is SpellDamageRolled:
        if event.total != total or event.caster != me.id:
            yield TIMING, f"{spell.name} of {event.caster} comes to {event.total}, and the dice of {me.id} say {total}"
    elif type(event) is Healed:
        healed = scene.fighters[event.who]
        room = healed.sheet.hit_points - healed.hit_points
        right = 1 - healed.hit_points if healed.has("dying", "stable") else min(total, room)
        if (event.hit_points, event.nonlethal) != (right, 0):
            yield (
                "adnd.wounds.healing",
                f"{event.who} is healed of {event.hit_points} points, and ought to be of {right}",
            )
        if source.targets and event.who not in source.targets:
            yield TIMING, f"{event.who} is healed by {spell.name}, which was not for it"
    elif event.amount != total:
        yield TIMING, f"{spell.name} does {event.amount} points to {event.target}, and the dice say {total}"


@invariant("casters-stand-still", GroupCalled, books=ADND)
def casters_stand_still(event: GroupCalled, scene: Scene) -> Iterator[Breach]:
    """Whoever has declared a spell stands still for it, without his Dexterity."""
    for me in scene.fighters.values():
        order = me.declared
        use = getattr(order, "item", "")
        spoken = isinstance(order, orders.Cast) or (
            isinstance(order, orders.UseItem) and any(t.name == use and t.use == "scroll" for t in me.sheet.gear)
        )
        if spoken and me.declaration is not None and not me.has("casting", "dead", "gone", "surrendered"):
            yield "adnd.core.spell.no-move-no-dex", f"{me.id} casts, and does not stand still for it"


@invariant("spells-are-not-forgotten", RoundSettled, books=ADND)
def spells_are_not_forgotten(event: Any, scene: Scene) -> Iterator[Breach]:
    """A spell of no more than a round is cast or lost in the round in which it was begun."""
    for who, (_, begun) in list(under_way(scene).items()):
        if begun.rounds < 2:
            yield TIMING, f"{who} has begun {begun.spell}, and neither casts nor loses it"
            under_way(scene).pop(who)
