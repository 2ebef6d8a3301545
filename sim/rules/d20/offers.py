"""What the menu offers of acts with things: objects to strike at, flasks, shields, doors, torches, skills."""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import (
    CloseDoor,
    EscapeNet,
    Extinguish,
    LightTorch,
    LockGauntlet,
    LooseShield,
    MoveObject,
    OpenDoor,
    Order,
    Prepare,
    ReadyShield,
    Snatch,
    Sunder,
    Throw,
    UseSkill,
)
from sim.grid.bits import squares
from sim.grid.changes import doors
from sim.rules.d20 import handling, net, splash, sunder, threat
from sim.state.battle import Battle
from sim.state.conditions import BURNING
from sim.state.creature import Creature


class Things:
    """The part of a menu that is about things."""

    __slots__ = ()
    battle: Battle
    me: Creature

    def _foes_at_hand(self) -> list[Creature]:
        """The enemies near enough for any melee weapon."""
        battle, me = self.battle, self.me
        ground, far = battle.ground, battle.longest_reach
        return [
            foe
            for foe in battle
            if foe.side != me.side and foe.active and ground.distance(me.square, me.span, foe.square, foe.span) <= far
        ]

    def sunders(self) -> Iterator[Order]:
        """Blows at what foes in reach hold and wear, with every weapon that reaches them."""
        battle, me = self.battle, self.me
        for foe in self._foes_at_hand():
            for thing in sunder.objects(foe):
                for weapon in threat.melee_weapons(me):
                    if threat.in_reach(battle, me, foe, weapon):
                        yield Sunder(weapon.name, thing.name, foe.id)

    def snatches(self) -> Iterator[Order]:
        """What foes in reach wear, with bare hands and with every weapon."""
        for foe in self._foes_at_hand():
            for name in foe.gear:
                for weapon in threat.melee_weapons(self.me):
                    yield Snatch(foe.id, weapon.name, name)

    def _flasks(self) -> list[str]:
        weapons = self.me.weapons
        return [name for name in self.me.held if name in weapons and splash.is_splash(weapons[name])]

    def throws(self) -> Iterator[Order]:
        """Flasks at the corners of the squares that foes stand in."""
        battle, me = self.battle, self.me
        flasks = self._flasks()
        if not flasks:
            return
        stride, corners = battle.ground.stride, 0
        for foe in battle:
            if foe.side != me.side and foe.active:
                space = battle.footprint(foe)
                corners |= space | space << 1 | space << stride | space << stride + 1
        for flask in flasks:
            for square in squares(corners & battle.ground.inside):
                yield Throw(flask, square)

    def preparations(self) -> Iterator[Order]:
        for name in self._flasks():
            yield Prepare(name)

    def quenchings(self) -> Iterator[Order]:
        if self.me.flags & BURNING:
            yield Extinguish()

    def net_escapes(self) -> Iterator[Order]:
        if net.nets(self.me):
            yield EscapeNet("slip")
            yield EscapeNet("burst")

    def shield_readings(self) -> Iterator[Order]:
        if self.me.sheet.shield is not None:
            yield ReadyShield()

    def shield_loosings(self) -> Iterator[Order]:
        if self.me.shield_on:
            yield LooseShield()

    def locks(self) -> Iterator[Order]:
        if handling.GAUNTLET in self.me.gear:
            yield LockGauntlet()
            for name in self.me.held:
                yield LockGauntlet(name)

    def _doors(self) -> Iterator[tuple[int, str]]:
        """The doors of the map within an arm's length, from either side."""
        battle, me = self.battle, self.me
        ground = battle.ground
        if not ground.has_doors:
            return
        for square, side in doors(ground):
            if ground.distance(me.square, me.span, square, 1) <= 1:
                yield square, side

    def door_openings(self) -> Iterator[Order]:
        for square, side in self._doors():
            yield OpenDoor(square, side)  # type: ignore[arg-type]

    def door_closings(self) -> Iterator[Order]:
        for square, side in self._doors():
            yield CloseDoor(square, side)  # type: ignore[arg-type]

    def shoves(self) -> Iterator[Order]:
        """Barricades beside it, each to every square around."""
        battle, me = self.battle, self.me
        ground = battle.ground
        if ground.low:
            for square in squares(ground.low & ground.near(me.square, me.span)):
                for to in squares(ground.near(square, 1)):
                    yield MoveObject(square, to)

    def lightings(self) -> Iterator[Order]:
        weapons = self.me.weapons
        for name in self.me.held:
            if name in weapons and "torch" in weapons[name].traits:
                yield LightTorch(name, "tindertwig")
                yield LightTorch(name)

    def skill_uses(self) -> Iterator[Order]:
        """Intimidating the foes at hand, for those who have learned how; locks of the doors beside it."""
        skills = self.me.sheet.skills
        if "intimidate" in skills:
            for foe in self._foes_at_hand():
                yield UseSkill("intimidate", foe.id)
        if "open-lock" in skills:
            for square, side in self._doors():
                yield UseSkill("open-lock", place=square, side=side)  # type: ignore[arg-type]
