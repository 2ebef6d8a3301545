"""What a menu offers of magic: spells, items and abilities with those whom and where they may be for."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import (
    Cast,
    CeaseConcentration,
    Concentrate,
    Dismiss,
    LowerResistance,
    Order,
    ReadyComponent,
    Redirect,
    Touch,
    UseAbility,
    UseItem,
)
from sim.rules.d20 import ability, action, item, spell
from sim.rules.d20.spell import Known
from sim.state.battle import Battle
from sim.state.conditions import GRAPPLING
from sim.state.creature import Creature
from sim.tables.spells import Spell

Aim = tuple[tuple[str, ...], int]

KINDS: tuple[tuple[type[Order], str], ...] = (
    (Cast, "castings"),
    (UseAbility, "abilities"),
    (UseItem, "items"),
    (Touch, "touches"),
    (Concentrate, "concentrations"),
    (CeaseConcentration, "cessations"),
    (Redirect, "redirections"),
    (Dismiss, "dismissals"),
    (LowerResistance, "lowerings"),
    (ReadyComponent, "components"),
)
"""The orders of magic, and the candidates of each."""

PRICES: dict[type[Order], str] = {
    kind: action.cost(action.BY_ORDER[kind]) if kind in action.BY_ORDER else "free" for kind, _ in KINDS
}
"""The least that each may cost."""


def magical(me: Creature) -> bool:
    """Has anything to do with magic."""
    return bool(me.sheet.spells or me.sheet.spell_resistance)


class Magic:
    """The candidates of orders that have to do with magic; lazily, and none for whoever has no spells."""

    __slots__ = ()

    battle: Battle
    me: Creature

    def castings(self) -> Iterator[Order]:
        for found in spell.repertoire(self.me):
            for on, to in aims(self.battle, self.me, found):
                yield Cast(found.name, on, to)
                if not found.quickened:
                    yield Cast(found.name, on, to, defensive=True)

    def abilities(self) -> Iterator[Order]:
        for found in ability.repertoire(self.me):
            for on, to in aims(self.battle, self.me, found):
                yield UseAbility(found.name, on, to)
                if found.source == "spell-like":
                    yield UseAbility(found.name, on, to, defensive=True)

    def items(self) -> Iterator[Order]:
        for found in item.repertoire(self.me):
            if found.source in item.DRUNK:
                yield UseItem(found.name)
                for friend in self.battle:
                    if friend.side == self.me.side and friend is not self.me:
                        yield UseItem(found.name, (friend.id,))
                continue
            for on, to in aims(self.battle, self.me, found):
                yield UseItem(found.name, on, to)
                if found.source == "scroll":
                    yield UseItem(found.name, on, to, defensive=True)

    def touches(self) -> Iterator[Order]:
        charge = self.me.charge
        if charge is None:
            return
        near = [friend.id for friend in self.battle if friend.side == self.me.side and self._beside(friend)]
        for name in near:
            yield Touch((name,))
        together = tuple(near[: min(spell.SIX, charge.touches)])
        if len(together) > 1:
            yield Touch(together)

    def _beside(self, other: Creature) -> bool:
        me = self.me
        return self.battle.ground.distance(me.square, me.span, other.square, other.span) <= 1

    def concentrations(self) -> Iterator[Order]:
        for running in spell.kept_up(self.battle, self.me):
            yield Concentrate(running.spell)

    def cessations(self) -> Iterator[Order]:
        for running in spell.kept_up(self.battle, self.me):
            yield CeaseConcentration(running.spell)

    def redirections(self) -> Iterator[Order]:
        me = self.me
        for running in self.battle.spells:
            if running.caster == me.id and me.sheet.spells[running.spell].redirect:
                for on, to in aims(self.battle, me, spell.again(me, running)):
                    yield Redirect(running.spell, on, to)

    def dismissals(self) -> Iterator[Order]:
        for name in dict.fromkeys(s.spell for s in self.battle.spells if s.caster == self.me.id):
            yield Dismiss(name)

    def lowerings(self) -> Iterator[Order]:
        if self.me.sheet.spell_resistance:
            yield LowerResistance()

    def components(self) -> Iterator[Order]:
        if self.me.flags & GRAPPLING:
            for found in spell.repertoire(self.me):
                yield ReadyComponent(found.spell.name)


def aims(battle: Battle, me: Creature, found: Known) -> Iterator[Aim]:
    """Whom and where a spell may sensibly be for; some may turn out refused."""
    figures = found.spell
    if figures.range == "personal" and figures.area is None:
        yield (), -1
        return
    if figures.area is not None and figures.area.origin != "creature":
        if figures.area.origin == "caster" and figures.area.shape not in ("cone", "line"):
            yield (), -1
            return
        from sim.rules.d20 import spell_area

        for to in spell_area.aims(battle, me, figures, found.caster_level):
            yield (), to
        return
    if figures.targets is None and figures.area is None:
        yield (), -1
        return
    if spell.is_touch(figures):
        yield (), -1
    yield from _targets(battle, me, found)


def _targets(battle: Battle, me: Creature, found: Known) -> Iterator[Aim]:
    """Each creature alone, then as many of one side as it is good for."""
    targets = found.spell.targets
    everybody = [who for who in battle if who.active and meant_for(me, found.spell, who)]
    for who in everybody:
        yield (who.id,), -1
    count = targets.count.at(found.caster_level) if targets is not None else 1
    if count < 2 or targets is None or spell.is_touch(found.spell):
        return
    group: list[Creature] = []
    for who in everybody:
        near = all(
            not targets.within
            or 5 * battle.ground.distance(who.square, who.span, other.square, other.span) <= targets.within
            for other in group
        )
        if near and len(group) < count:
            group.append(who)
    if len(group) > 1:
        yield tuple([who.id for who in group]), -1


def harmful(figures: Spell) -> bool:
    """Is a spell meant for enemies?"""
    if figures.save is not None:
        return not figures.save.harmless
    return bool(figures.attack == "ranged-touch" or any(effect.verb == "damage" for effect in figures.effects))


def meant_for(me: Creature, figures: Spell, who: Creature) -> bool:
    """Is it for this creature: harm for enemies, help for friends, healing for the undead too, dispelling for all?"""
    if any(effect.verb == "dispel" for effect in figures.effects):
        return True
    if who.side == me.side:
        return not harmful(figures)
    heals = "healing" in figures.descriptors
    return harmful(figures) or (heals and who.sheet.type == "undead")
