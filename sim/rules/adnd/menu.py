"""
What a combatant may be ordered to do now: while declaring, any action of the round; in its activation, what it has
declared, adapted to what has happened, and what is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.events.adnd import ledger_of
from sim.events.orders import (
    Answer,
    Attack,
    Charge,
    End,
    FullAttack,
    Leave,
    Move,
    Order,
    Run,
    Step,
    Surrender,
    Withdraw,
)
from sim.grid.bits import of, squares, touching
from sim.grid.facing import front
from sim.grid.movement import Flood
from sim.rules.adnd import charge, melee, missile, move
from sim.rules.adnd.declare import OFFERS, arm_of, offer, sheet_of, state_of, usable
from sim.rules.offer import Offer, Refusal
from sim.state.battle import Battle
from sim.state.conditions import GRIPPING, HELD
from sim.state.creature import Creature
from sim.tables.adnd_figures import SHIELDS
from sim.tables.adnd_sheet import Weapon


def stage_of(battle: Battle, who: str) -> str:
    """``declare`` while actions of the round are announced, ``act`` in an activation."""
    return "declare" if ledger_of(battle).stage == "declare" else "act"


class Menu:
    """The menu of one decision."""

    def __init__(self, battle: Battle, who: str, refuse: Refusal) -> None:
        self.battle = battle
        self.who = who
        self.me: Creature = battle.creatures[who]
        self.refuse = refuse
        self.stage = stage_of(battle, who)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The kinds of order that this moment allows, in their order; some may turn out empty."""
        return tuple([self.of(kind) for kind in dict.fromkeys(entry.kind for entry in OFFERS) if self.can(kind)])

    def of(self, kind: type[Any]) -> Offer:
        """The orders of one kind."""

        def candidates() -> Iterator[Order]:
            for entry in OFFERS:
                if entry.kind is kind and self.stage in entry.stages:
                    yield from entry.candidates(self.battle, self.me)

        return Offer(kind, candidates, self.battle, self.who, self.refuse)

    def __iter__(self) -> Iterator[Order]:
        for each in self.offers:
            yield from each

    def can(self, kind: type[Any]) -> bool:
        """Is an order of this kind possible at this stage? While declaring, an attack is one of a ``FullAttack``."""
        if kind is Attack and self.stage == "declare":
            kind = FullAttack
        return any(entry.kind is kind and self.stage in entry.stages for entry in OFFERS)

    def accepts(self, choice: Order | Answer) -> bool:
        return not self.why_not(choice)

    def why_not(self, choice: Order | Answer) -> tuple[str, ...]:
        return self.refuse(self.battle, self.who, choice)  # type: ignore[arg-type]

    def melee(self) -> tuple[str, ...]:
        """What it could strike with in melee now, bare hands last."""
        return tuple(dict.fromkeys([weapon.name for weapon in self._arms()]))

    def _arms(self) -> tuple[Weapon, ...]:
        """So, without what a hold leaves no room for."""
        from sim.rules.adnd import unarmed

        found = melee.weapons(self.me)
        if not self.me.flags & (HELD | GRIPPING):
            return found
        return tuple([weapon for weapon in found if not unarmed.too_close(self.battle, self.me, weapon)])

    def shooting(self) -> tuple[str, ...]:
        """What it holds that can be shot or hurled."""
        return tuple(
            name
            for name in dict.fromkeys(self.me.held)
            if name in self.me.weapons and missile.ranges(self.battle, self.me, self.me.weapons[name]) is not None  # type: ignore[arg-type]
        )

    def several(self, weapon: str) -> bool:
        """Is this the moment to declare all attacks of a round?"""
        return self.stage == "declare"

    def armed(self) -> bool:
        """Has it more to strike with than bare hands?"""
        return bool(self._arms()[:-1])

    def struck(self, weapon: str) -> int:
        """The squares that a weapon strikes in melee from here, whichever way it turns."""
        return melee.all_round(self.battle, self.me, self.me.weapons[weapon])  # type: ignore[arg-type]

    def stands(self, who: str, weapon: str) -> int:
        """The places from where a weapon would strike somebody."""
        battle, me = self.battle, self.me
        target = battle.creatures[who]
        nearest, farthest = melee.reach_of(me, me.weapons[weapon])  # type: ignore[arg-type]
        arcs = frozenset({"front", "flank", "rear"})
        found = front(battle.ground, target.square, 0, arcs, reach=farthest, nearest=nearest, span=target.span)  # type: ignore[arg-type]
        if me.span > 1:
            stride = battle.ground.stride
            found = touching(found, me.span, stride) & ~touching(battle.footprint(target), me.span, stride)
        return found & battle.ground.inside

    def holds(self, who: str) -> tuple[Attack | FullAttack, ...]:
        """The ways to take hold of somebody whom it does not hold yet: wrestling, a grip with one hand."""
        me = self.me
        if me.has("gripping", who):
            return ()
        kind = FullAttack if self.stage == "declare" else Attack
        fist = sheet_of(me).unarmed.name
        return kind(who, fist, how="wrestle"), kind(who, fist, how="grab")

    def besides(self, who: str, weapon: str) -> tuple[Attack | FullAttack, ...]:
        """The second weapon and a punch with the shield besides; a punch in the place of a blow."""
        me = self.me
        shield = sheet_of(me).shield
        punch = shield is not None and me.shield_on and SHIELDS[shield.kind].punch is not None
        if self.stage != "declare":
            return (Attack(who, shield.name, "shield-punch"),) if punch and shield is not None else ()
        found: list[Attack | FullAttack] = []
        if me.held[:1] == (weapon,):
            found += [FullAttack(who, weapon, off_hand=name) for name in me.held[1:2]]
            if punch and shield is not None:
                found.append(FullAttack(who, weapon, off_hand=shield.name, off_how="shield-punch"))
        if punch and shield is not None:
            found.append(FullAttack(who, shield.name, "shield-punch"))
        return tuple(found)

    def rushes(self, who: str) -> tuple[Charge, ...]:
        """Shield rushes at somebody, by every lane."""
        shield = sheet_of(self.me).shield
        if shield is None or not self.me.shield_on or SHIELDS[shield.kind].rush is None:
            return ()
        return tuple(Charge(who, lane, shield.name, "shield-rush") for lane in self.lanes(who, shield.name))

    def tricks(self, who: str, weapon: str) -> tuple[tuple[Attack | FullAttack, bool], ...]:
        """
        Disarms, expert ones to where the weapon is farthest or in its own hand, a blade at a neck; with bare hands to
        pull somebody down.
        """
        from sim.rules.adnd import disarm, disarm_expert

        foe, place = self.battle.creatures[who], -1
        if self.stage == "act" and getattr(state_of(self.battle, self.me).declared, "how", "") == disarm_expert.HOW:
            place = disarm_expert.best_place(self.battle, self.me, foe)
        kind = FullAttack if self.stage == "declare" else Attack
        item = disarm.aim_of(foe, kind(who, weapon))
        found: list[tuple[Attack | FullAttack, bool]] = [
            (kind(who, weapon, how="disarm", object=item), False),
            (kind(who, weapon, how="expert-disarm", object=item, place=place), False),
            (kind(who, weapon, how="hostage"), False),
        ]
        if weapon == sheet_of(self.me).unarmed.name:
            struck_first = melee.may_strike_freely(self.battle, foe, self.me) and bool(
                melee.free_weapons(self.battle, foe, self.me)
            )
            found.append((kind(who, weapon, how="overbear"), struck_first))
        return tuple(found)

    def parries(self, weapon: str) -> int:
        """While declaring, its attacks of the round with a weapon that parries, or with hands that are empty."""
        from sim.rules.adnd import parry

        if self.stage != "declare" or weapon not in (self.me.held or (sheet_of(self.me).unarmed.name,)):
            return 0
        arm = arm_of(self.me, weapon)
        if not parry.ready(self.me, arm) and not parry.shield_ready(self.me):
            return 0
        return parry.attacks(self.battle, self.me, FullAttack("", weapon))

    def lanes(self, who: str, weapon: str) -> tuple[int, ...]:
        """The places to which it may charge somebody."""
        if self.stage != "declare":
            return ()
        return charge.lanes(self.battle, self.me, self.battle.creatures[who], weapon)

    def places(self, kind: type[Any]) -> int:
        """The places where a ``Move``, ``Withdraw``, ``Run`` or ``Step`` may end."""
        battle, me = self.battle, self.me
        if kind is Step:
            return of([order.to for order in self.of(Step)]) if self.can(Step) else 0  # type: ignore[union-attr]
        if not self.can(kind):
            return 0
        if self.refuse(battle, self.who, kind(me.square)) == (move.BINDS,):
            return 0
        return move.destinations(battle, me, move.budget_of(battle, me, kind(-2)))

    def safe_places(self, kind: type[Any]) -> int:
        """Those of them that can be had without exposing itself on the way."""
        battle, me = self.battle, self.me
        threatened = move.danger(battle, me)
        if not threatened or kind is Withdraw:
            return self.places(kind)
        careful = move.area(battle, me, move.budget_of(battle, me, kind(-2)), leaving=~threatened)
        return self.places(kind) & careful.reached

    def danger(self, *, free: bool = False) -> int:
        """The places that it cannot leave without exposing itself; with ``free``, the one where it is left out."""
        found = move.danger(self.battle, self.me)
        return found & ~(1 << self.me.square) if free else found

    def beset(self) -> bool:
        """Does it expose itself to somebody by leaving where it stands?"""
        return move.danger(self.battle, self.me) >> self.me.square & 1 != 0

    def blow_after(self) -> int:
        """The ends of a ``Move``, to be declared or declared, that leaves a blow at the end of the round."""
        battle, me = self.battle, self.me
        if self.stage != "declare" and type(state_of(battle, me).declared) is not Move:
            return 0
        found = self.places(Move)
        return found if me.mount else found & move.area(battle, me, move.half(battle, me)).reached

    def bared(self) -> int:
        """The places that lie outside the reach of somebody in whose reach it stands."""
        battle, me = self.battle, self.me
        here, bits = battle.footprint(me), 0
        for _, threatened in move.watchers(battle, me):
            if threatened & here:
                bits |= ~(threatened if me.span == 1 else touching(threatened, me.span, battle.ground.stride))
        return bits & battle.ground.inside

    def area(self, budget: int, until: int = 0) -> Flood:
        """Everywhere that so many squares of movement take it."""
        return move.area(self.battle, self.me, budget, until=until)

    def speed(self) -> int:
        """Squares of one move."""
        return move.budget_of(self.battle, self.me, Move(-2))


def foes(battle: Battle, me: Creature) -> list[Creature]:
    """The enemies still in the fight, in the order of the scenario."""
    return [other for other in battle if other.side != me.side and other.active]


def arms(battle: Battle, me: Creature) -> list[str]:
    """Everything that it could strike or shoot with as it stands."""
    found = [weapon.name for weapon in melee.weapons(me)]
    found += [
        name for name in me.held if name in me.weapons and missile.launcher(arm_of(me, name)) and usable(me, name)
    ]
    found += [weapon.name for weapon in missile.volleys(me)]
    return list(dict.fromkeys(found))


@offer(FullAttack, "declare")
def fights(battle: Battle, me: Creature) -> Iterator[Order]:
    """All attacks of the round on an enemy, with each weapon, with two weapons, and some of them kept for parrying."""
    for foe in foes(battle, me):
        for weapon in arms(battle, me):
            yield FullAttack(foe.id, weapon)


@offer(Attack, "act")
def attacks(battle: Battle, me: Creature) -> Iterator[Order]:
    """One attack with what is due at each enemy."""
    for foe in foes(battle, me):
        for weapon in arms(battle, me):
            yield Attack(foe.id, weapon)


@offer(Charge, "declare")
def charges(battle: Battle, me: Creature) -> Iterator[Order]:
    for foe in foes(battle, me):
        for weapon in melee.weapons(me):
            for lane in charge.lanes(battle, me, foe, weapon.name):
                yield Charge(foe.id, lane, weapon.name)


def _places(battle: Battle, me: Creature, kind: type[Any]) -> Iterator[Order]:
    for square in squares(move.destinations(battle, me, move.budget_of(battle, me, kind(-2)))):
        yield kind(square)


@offer(Move, "declare", "act")
def moves(battle: Battle, me: Creature) -> Iterator[Order]:
    return _places(battle, me, Move)


@offer(Withdraw, "declare")
def withdrawals(battle: Battle, me: Creature) -> Iterator[Order]:
    return _places(battle, me, Withdraw)


@offer(Run, "declare")
def flights(battle: Battle, me: Creature) -> Iterator[Order]:
    return _places(battle, me, Run)


@offer(Step, "act")
def shifts(battle: Battle, me: Creature) -> Iterator[Order]:
    for square in squares(move.destinations(battle, me, 1)):
        yield Step(square)


@offer(Leave, "declare")
def departures(battle: Battle, me: Creature) -> Iterator[Order]:
    yield Leave()


@offer(Surrender, "declare")
def surrenders(battle: Battle, me: Creature) -> Iterator[Order]:
    yield Surrender()


@offer(End, "declare", "act")
def endings(battle: Battle, me: Creature) -> Iterator[Order]:
    yield End()
