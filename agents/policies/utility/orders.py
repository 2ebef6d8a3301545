"""The orders that are worth weighing, and what each comes to: a turn is a place and an act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from agents.policies.utility.parts import Estimate, Scales, Weighed
from agents.policies.utility.study import HERE, Study
from agents.view import Foe
from sim.events.orders import (
    Attack,
    Charge,
    End,
    FullAttack,
    Move,
    Order,
    Step,
    TotalDefense,
    Withdraw,
)
from sim.grid.bits import lowest
from sim.grid.movement import straight_line
from sim.grid.reach import within
from sim.state.conditions import FLAT_FOOTED, GRAPPLING, MOUNTED

NEXT = 40
"""Percent at which a blow of the next turn counts."""

FADING = 3
"""Percent of that less for every square that is too far for a blow next turn."""

CROUCH = 20
"""Percent more that the foes take from whoever has charged."""

STANDING_BY = 2
"""How many places are weighed for each foe and weapon."""


class Deed:
    """What the best act from a place comes to."""

    __slots__ = ("felling", "harm", "opening", "words")

    def __init__(self, felling: int = 0, harm: int = 0, opening: int = 0, words: str = "") -> None:
        self.felling = felling
        self.harm = harm
        self.opening = opening
        self.words = words

    @property
    def worth(self) -> int:
        return self.felling + self.harm - self.opening


NOTHING = Deed()


class Orders:
    """Weighs the orders of one decision."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.view = study.view
        self.menu = study.menu
        self.me = study.me
        self.ground = study.ground
        self.scales = Scales.of(study.view.persona)
        self._prospects: dict[int, int] = {}
        self._deeds: dict[tuple[int, bool], Deed] = {}
        self._stands: dict[tuple[str, str], int] = {}
        self._values: dict[str, int] = {}

    # ---- what is worth weighing

    def candidates(self) -> Iterator[Order]:
        """Orders by which it strikes, shoots or changes its place, and doing nothing."""
        menu, me = self.menu, self.me
        if menu.can(Attack):
            yield from self.attacks()
        if not me.flags & (GRAPPLING | MOUNTED):
            if menu.can(Step):
                for place in self.places(menu.places(Step)):
                    yield Step(place)
            if menu.can(Charge):
                yield from self.charges()
            if menu.can(Move):
                for place in self.places(menu.places(Move)):
                    yield Move(place)
            if menu.can(Withdraw) and menu.danger() >> me.square & 1:
                for place in self.refuges(menu.places(Withdraw)):
                    yield Withdraw(place)
        yield TotalDefense()
        yield End()

    def attacks(self) -> Iterator[Attack | FullAttack]:
        """Blows and shots from where it stands."""
        study, menu, me = self.study, self.menu, self.me
        whole = menu.can(FullAttack)
        powers: tuple[int, ...] = (0,)
        if "power-attack" in getattr(me.sheet, "feats", ()) and not self.view.orders:
            base = me.sheet.base_attack
            powers = tuple(dict.fromkeys((0, (base + 1) // 2, base)))
        for weapon in study.arms:
            for foe in self.in_reach(weapon):
                several = whole and menu.several(weapon)
                for power in powers:
                    if several:
                        yield FullAttack(foe.id, weapon, power=power)
                    yield Attack(foe.id, weapon, power=power)
        if me.flags & GRAPPLING:
            return
        for weapon in study.missiles:
            thrown = me.weapons[weapon].thrown
            for foe in study.foes:
                if thrown and foe.distance <= 1:
                    continue
                if whole and not thrown and "rapid-shot" in getattr(me.sheet, "feats", ()):
                    yield FullAttack(foe.id, weapon, rapid=True)
                if whole and not thrown and menu.several(weapon):
                    yield FullAttack(foe.id, weapon)
                yield Attack(foe.id, weapon)

    def in_reach(self, weapon: str) -> list[Foe]:
        """The foes that a weapon strikes from here."""
        if self.me.flags & GRAPPLING:
            return [foe for foe in self.study.foes if foe.id in self.me.grapplers]
        struck = self.menu.struck(weapon)
        return [foe for foe in self.study.foes if self.ground.footprint(foe.square, foe.span) & struck]

    def charges(self) -> Iterator[Charge]:
        """The best lanes to each foe."""
        for weapon in self.study.arms:
            for foe in self.study.foes:
                lanes = 0
                for lane in self.menu.lanes(foe.id, weapon):
                    lanes |= 1 << lane
                for place in self.choice(lanes, self.study.flanks(foe) if lanes else 0):
                    yield Charge(foe.id, place, weapon)

    def places(self, ends: int) -> Iterator[int]:
        """Of these places those that matter: from where each foe can be struck, and those that are out of reach."""
        if not ends:
            return
        seen = 0
        for place in (*self.strongholds(ends), *self.refuges(ends), *self.ways(ends)):
            if not seen >> place & 1:
                seen |= 1 << place
                yield place

    def strongholds(self, ends: int) -> Iterator[int]:
        """From where a foe can be struck."""
        for weapon in self.study.arms[:1]:
            for foe in self.study.foes:
                if stands := self.stands(foe, weapon) & ends:
                    yield from self.choice(stands, self.study.flanks(foe) & ends)

    def refuges(self, ends: int) -> Iterator[int]:
        """Where least can be done to it."""
        pool = ends
        for rival in sorted(self.study.rivals.values(), key=lambda rival: -rival.round_):
            pool = pool & ~rival.far or pool & ~rival.near or pool
        if pool:
            yield self.menu.area(self.menu.speed()).cheapest(pool) if pool & self.reached else lowest(pool)

    def ways(self, ends: int) -> Iterator[int]:
        """On the way to the nearest foe, when none can be struck yet."""
        from agents.policies import walking

        foe = min(self.study.foes, key=lambda foe: foe.distance, default=None)
        if foe is None:
            for middle in self.view.noises()[:1]:
                if (move := walking.towards(self.view, self.menu, 1 << middle)) is not None:
                    yield move.to
            return
        stands = self.stands(foe, self.study.arms[0])
        if not stands & (ends | 1 << self.me.square):
            move = walking.towards(self.view, self.menu, stands)
            if move is not None and ends >> move.to & 1:
                yield move.to

    @property
    def reached(self) -> int:
        return self.menu.area(self.menu.speed()).reached

    def choice(self, pool: int, flanking: int) -> Iterator[int]:
        """A few of these places: the one least exposed, and the one that flanks."""
        given = 0
        for part in (pool & flanking, pool & ~flanking):
            if part and given < STANDING_BY:
                given += 1
                place = self.menu.area(self.menu.speed()).cheapest(self.sheltered(part))
                yield place if place >= 0 else lowest(self.sheltered(part))

    def sheltered(self, pool: int) -> int:
        """Those of these places where the fewest can strike, the worst foes first."""
        for rival in sorted(self.study.rivals.values(), key=lambda rival: -rival.round_):
            pool = pool & ~rival.near or pool
        return pool & self.menu.safe_places(Move) or pool

    # ---- what they come to

    def weigh(self, order: Order) -> Weighed | None:
        """What an order comes to; ``None`` for one that others must weigh, or that is futile."""
        weigher = _WEIGHERS.get(type(order))
        return weigher(self, order) if weigher is not None else None

    def made(
        self,
        order: Order,
        words: str,
        deed: Deed = NOTHING,
        place: int = HERE,
        *,
        opening: int = 0,
        shelter: int = 100,
        disabling: int = 0,
    ) -> Weighed:
        """An order with its estimate, at the end of which it stands at a place."""
        at = self.me.square if place < 0 else place
        hurting, suffering, _ = self.scales
        exposed = self.study.exposure(at) * shelter // 100
        estimate = Estimate(
            felling=deed.felling * hurting // 100,
            harm=deed.harm * hurting // 100,
            disabling=disabling * hurting // 100,
            opening=-(opening + deed.opening) * suffering // 100,
            exposure=-exposed * suffering // 100,
            position=self.prospect(at) * hurting // 100,
        )
        return Weighed(order, estimate, words)

    def blow(self, order: Attack | FullAttack | Charge, place: int = HERE) -> Deed | None:
        """What blows come to; ``None`` if they can do nothing."""
        foe = self.view.foe(order.target)
        if foe is None:
            return None
        strikes = self.study.blows(order, place)
        felling, harm, words = self.study.gain(foe, strikes)
        if not felling and not harm:
            return None
        return Deed(felling, harm, 0, f"{order.weapon}: {words}")

    def attack(self, order: Attack | FullAttack) -> Weighed | None:
        """A blow or shot from here."""
        if order.how != "strike":
            return None
        deed = self.blow(order)
        if deed is None:
            return None
        shot = order.weapon in self.study.missiles and not self.in_reach_of(order)
        opening = self.study.opening("attack-ranged") if shot else 0
        return self.made(order, deed.words, deed, opening=opening)

    def in_reach_of(self, order: Attack | FullAttack) -> bool:
        return order.weapon in self.menu.melee() and any(foe.id == order.target for foe in self.in_reach(order.weapon))

    def charge(self, order: Charge) -> Weighed | None:
        """A charge: the blow at its end, what it passes, and how it stands then."""
        if order.how != "strike":
            return None
        deed = self.blow(order)
        if deed is None:
            return None
        opening = self.study.opening("moving") if self.menu.danger() >> self.me.square & 1 else 0
        way = straight_line(self.ground, self.me.square, self.me.span, order.to)[1:-1]
        opening += self.passing(way, order.target)
        gap = self.ground.distance(self.me.square, 1, order.to, 1)
        words = f"charges {gap} squares, {deed.words}"
        return self.made(order, words, deed, order.to, opening=opening, shelter=100 + CROUCH)

    def passing(self, way: tuple[int, ...], spared: str = "") -> int:
        """What foes beside a way, though not beside its start, may be expected to take."""
        covered = 0
        for square in way:
            covered |= self.ground.footprint(square, self.me.span)
        total = 0
        for rival in self.study.rivals.values():
            foe = rival.foe
            if foe.id == spared or rival.shoots or foe.has(FLAT_FOOTED | GRAPPLING):
                continue
            near = within(self.ground, foe.square, foe.span, max(1, rival.figure.sheet.farthest_reach))
            if near & covered and not near >> self.me.square & 1:
                total += rival.once
        return total

    def step(self, order: Step) -> Weighed:
        """A step and the best act from there."""
        deed = self.deed(order.to, True) if self.menu.can(Attack) else NOTHING
        words = f"steps to {self.ground.name(order.to)}"
        return self.made(order, f"{words}, then {deed.words}" if deed.words else words, deed, order.to)

    def move(self, order: Move) -> Weighed | None:
        """A move and, if there is time, a blow."""
        if order.mode != "walk":
            return None
        deed = self.deed(order.to, False) if self.menu.can(FullAttack) else NOTHING
        opening = self.leaving(order.to, Move)
        words = f"goes to {self.ground.name(order.to)}"
        return self.made(order, f"{words}, then {deed.words}" if deed.words else words, deed, order.to, opening=opening)

    def withdraw(self, order: Withdraw) -> Weighed:
        """A withdrawal."""
        opening = self.leaving(order.to, Withdraw)
        return self.made(order, f"withdraws to {self.ground.name(order.to)}", NOTHING, order.to, opening=opening)

    def leaving(self, to: int, kind: type[Any]) -> int:
        """What opportunities on the way to a place take."""
        beset = kind is Move and self.menu.danger() >> self.me.square & 1
        total = self.study.opening("moving") if beset else 0
        if not self.menu.safe_places(kind) >> to & 1:
            area = self.menu.area(self.menu.speed())
            if area.reached >> to & 1:
                total += self.passing(area.path(to)[1:-1])
        return total

    def nothing(self, order: End) -> Weighed:
        """The end of the turn."""
        return self.made(order, "nothing better to do")

    def defence(self, order: TotalDefense) -> Weighed:
        """Nothing but defence: of the foes' blows some fewer land."""
        return self.made(order, "only defends itself", shelter=80)

    def deed(self, place: int, whole: bool) -> Deed:
        """The best act from a place: all blows if there is time, else one."""
        key = (place, whole)
        found = self._deeds.get(key)
        if found is None:
            found = self._deeds[key] = self._deed(place, whole)
        return found

    def _deed(self, place: int, whole: bool) -> Deed:
        study, menu = self.study, self.menu
        whole = whole and menu.can(FullAttack)
        best = NOTHING
        for weapon in study.arms[:1]:
            for foe in study.foes:
                if self.stands(foe, weapon) >> place & 1:
                    order: Attack | FullAttack = Attack(foe.id, weapon)
                    if whole and menu.several(weapon):
                        order = FullAttack(foe.id, weapon)
                    found = self.blow(order, place)
                    if found is not None and found.worth > best.worth:
                        best = found
        for weapon in study.missiles:
            opening = -1
            for foe in study.foes:
                order = Attack(foe.id, weapon)
                if whole and menu.several(weapon) and not self.me.weapons[weapon].thrown:
                    order = FullAttack(foe.id, weapon)
                found = self.blow(order)
                if found is None:
                    continue
                if opening < 0:
                    opening = self.beset_at(place)
                found.opening = opening
                if found.worth > best.worth and self.me.weapons[weapon].category == "ranged":
                    best = found
        return best

    def beset_at(self, place: int) -> int:
        """What foes beside a place may be expected to take from whoever shoots there."""
        space = self.ground.footprint(place, self.me.span)
        total = 0
        for rival in self.study.rivals.values():
            foe = rival.foe
            if not rival.shoots and not foe.has(FLAT_FOOTED | GRAPPLING):
                near = within(self.ground, foe.square, foe.span, max(1, rival.figure.sheet.farthest_reach))
                total += rival.once if near & space else 0
        return total

    def stands(self, foe: Foe, weapon: str) -> int:
        """The places from where a weapon would strike a foe."""
        key = (foe.id, weapon)
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = self.menu.stands(foe.id, weapon)
        return found

    def prospect(self, place: int) -> int:
        """What it may do next turn from a place, at a share of its worth: less, the farther the foes."""
        found = self._prospects.get(place)
        if found is None:
            found = self._prospects[place] = max([self._reachable(foe, place) for foe in self.study.foes], default=0)
        return found

    def _reachable(self, foe: Foe, place: int) -> int:
        gap = self.ground.distance(place, self.me.span, foe.square, foe.span)
        value = self.value(foe)
        if self.shoots:
            return value * NEXT // 100
        beyond = gap - 1 - max(1, self.me.sheet.reach // 5)
        return value * max(5, NEXT - FADING * max(0, beyond)) // 100

    @property
    def shoots(self) -> bool:
        """Does it fight from afar?"""
        return any(self.me.weapons[name].category == "ranged" for name in self.menu.shooting())

    def value(self, foe: Foe) -> int:
        """What a round of its blows on a foe is worth, wherever they are struck from."""
        found = self._values.get(foe.id)
        if found is None:
            deed = None
            if self.shoots:
                deed = self.blow(Attack(foe.id, self.menu.shooting()[0]))
            elif stands := self.stands(foe, weapon := self.study.arms[0]):
                here = self.me.square
                deed = self.blow(Attack(foe.id, weapon), HERE if stands >> here & 1 else lowest(stands))
            found = self._values[foe.id] = 0 if deed is None else deed.worth
        return found


_WEIGHERS: dict[type[Any], Callable[[Orders, Any], Weighed | None]] = {
    Attack: Orders.attack,
    FullAttack: Orders.attack,
    Charge: Orders.charge,
    Step: Orders.step,
    Move: Orders.move,
    Withdraw: Orders.withdraw,
    TotalDefense: Orders.defence,
    End: Orders.nothing,
}
