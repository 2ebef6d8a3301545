"""The orders that are worth weighing, and what each comes to: a turn is a place and an act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import nsmallest
from operator import itemgetter
from typing import Any

from agents.policies import walking
from agents.policies.base import once
from agents.policies.doctrine import fight
from agents.policies.doctrine.magic import SPELL
from agents.policies.utility.parts import Estimate, Scales, Weighed
from agents.policies.utility.study import HERE, NOTHING, Blow, Study, learning
from agents.view import Foe, band
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    Draw,
    End,
    FullAttack,
    Move,
    Order,
    PickUp,
    Step,
    TotalDefense,
    Withdraw,
)
from sim.grid.bits import lowest, squares
from sim.grid.movement import straight_line
from sim.state.conditions import GRAPPLING, PRONE

NEXT = 40
"""Percent at which a blow of the next turn counts."""

FADING = 2
"""Percent of that less for every square that is too far for a blow next turn."""

LEAST = 5
"""And no less than so many percent."""

CROUCH = 20
"""Percent more that the foes take from whoever has charged."""

DEFENCE = 20
"""Percent less of whoever does nothing but defend itself."""

RESTLESS = 15
"""What it must gain by going elsewhere."""

GOOD = 50
"""Percent from which on a shot is likely to hit."""

VANTAGES = 8
"""How many places are tried for a better one."""

HURT = 2
"""The band of wounds from which on it thinks of getting away."""


class Orders:
    """Weighs the orders of one decision."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.view = study.view
        self.menu = study.menu
        self.me = study.me
        self.ground = study.ground
        self.scales = Scales.of(study.view.persona)
        self.here = study.me.square
        self.strikes = self.menu.can(Attack)
        self.moves = self.menu.can(Move)
        self.whole = self.menu.can(FullAttack)
        self.feats: frozenset[str] | tuple[str, ...] = getattr(self.me.sheet, "feats", ())
        self._prospects: dict[int, int] = {}
        self._acts: dict[tuple[int, bool], tuple[Blow, int]] = {}
        self._values: dict[str, tuple[int, int]] = {}
        self._in_reach: dict[str, list[Foe]] = {}

    # ---- what is worth weighing

    def candidates(self) -> Iterator[Order]:
        """Orders by which it strikes, shoots or changes its place, and doing nothing."""
        menu, me, study = self.menu, self.me, self.study
        yield End()
        strikes = self.strikes
        engaged = shoots = False
        if strikes and study.foes:
            engaged = any(map(self.in_reach, study.arms))
            for order in self.attacks:
                shoots = shoots or (order.weapon in study.missiles and study.blow(order).harm > 0)
                yield order
        if strikes and self.whole and study.foes and not me.flags & GRAPPLING:
            yield from self.draws()
        settled = engaged or (shoots and study.shoots)
        if not me.flags & (GRAPPLING | PRONE) and study.foes:
            if menu.can(Step) and (self.uneasy or (strikes and not (shoots and study.shoots))):
                for place in self.places(self.around, study.sided):
                    yield Step(place)
            if menu.can(Charge) and not settled:
                yield from self.charges()
            if self.moves:
                yield from map(Move, self.vantages)
                ends = menu.places(Move)
                if study.hushed >> self.here & 1 and (heard := ends & ~study.hushed):
                    yield Move(self.refuge(heard))
                if not settled and self.contact:
                    for place in self.places(ends):
                        yield Move(place)
                elif ends and not self.contact and study.biding:
                    yield Move(self.refuge(ends))
                    yield from self.ways(ends)
                elif ends and self.uneasy:
                    yield Move(self.refuge(ends))
                if self.uneasy and menu.can(Withdraw) and (ends := menu.places(Withdraw)):
                    yield Withdraw(self.refuge(ends))
        elif self.moves:
            yield from self.searches()
        if strikes and study.beset:
            yield TotalDefense()

    @once
    def around(self) -> int:
        """The places beside it where nobody stands; the menu may refuse a step to some."""
        taken = self.study.mine
        for foe in self.study.foes:
            taken |= self.ground.footprint(foe.square, foe.span)
        return self.ground.near(self.here, 1) & self.study.area.reached & ~taken

    @once
    def contact(self) -> bool:
        """Is there a foe that it could strike, shoot at or charge in this turn?"""
        study, menu = self.study, self.menu
        if not self.strikes:
            return study.beset
        if any(self.act(place, False)[0].harm > 0 for place in (self.here, *self.vantages)):
            return True
        for foe in study.foes:
            for weapon in study.arms:
                if study.stands(foe, weapon) & (study.blow_after | 1 << self.here):
                    return True
                if menu.can(Charge) and menu.lanes(foe.id, weapon):
                    return True
        return False

    @once
    def vantages(self) -> list[int]:
        """The nearest places that leave time for a shot, for whoever has none from here that is likely to hit."""
        study, menu = self.study, self.menu
        if not study.missiles or not (self.strikes and self.moves) or not self.ground.has_walls:
            return []
        shots = [study.struck(Attack(foe.id, weapon), self.here) for foe in study.foes for weapon in study.missiles]
        if any(shot and shot[0].hit.percent >= GOOD for shot in shots):
            return []
        places = squares(study.blow_after & ~study.danger & menu.places(Move))
        return nsmallest(VANTAGES, places, key=lambda place: self.ground.distance(self.here, 1, place, 1))

    @once
    def uneasy(self) -> bool:
        """Has it reason to get away from where it can be struck: is it hurt, does it shoot or cast?"""
        study = self.study
        if not study.beset:
            return False
        return bool(study.missiles or self.me.sheet.spells) or band(self.me) >= HURT

    @property
    def archer(self) -> bool:
        """Does it hold what shoots, loaded or not?"""
        return any(self.me.weapons[name].category == "ranged" for name in self.menu.shooting())

    @once
    def attacks(self) -> tuple[Attack | FullAttack, ...]:
        """Blows and shots from where it stands."""
        return tuple(self._attacks())

    def _attacks(self) -> Iterator[Attack | FullAttack]:
        study, menu, me, whole = self.study, self.menu, self.me, self.whole
        for weapon in study.arms:
            several = whole and menu.several(weapon)
            seconds = tuple(fight.seconds(me, weapon)) if whole else ()
            for foe in self.in_reach(weapon):
                for second in seconds:
                    yield FullAttack(foe.id, weapon, off_hand=second)
                for power in self.powers:
                    if several:
                        yield FullAttack(foe.id, weapon, power=power)
                    if not several or self.moves:
                        yield Attack(foe.id, weapon, power=power)
        if me.flags & GRAPPLING:
            return
        for weapon in study.missiles:
            thrown = me.weapons[weapon].thrown
            several = whole and not thrown and menu.several(weapon)
            rapid = whole and not thrown and "rapid-shot" in self.feats
            for foe in study.foes:
                if thrown and foe.distance <= 1:
                    continue
                if rapid:
                    yield FullAttack(foe.id, weapon, rapid=True)
                if several:
                    yield FullAttack(foe.id, weapon)
                yield Attack(foe.id, weapon)

    @once
    def powers(self) -> tuple[int, ...]:
        """The points of Power Attack that are weighed: none, half of what it has, all."""
        if "power-attack" not in self.feats or self.view.orders:
            return (0,)
        base = self.me.sheet.base_attack
        return tuple(dict.fromkeys((0, (base + 1) // 2, base)))

    def draws(self) -> Iterator[Draw]:
        """Weapons for the hand that are at its side; what shoots or is thrown, while both sides bide their time."""
        afar = self.study.biding and not self.study.missiles and not self.contact
        for name in dict.fromkeys(self.me.items):
            if afar or self.me.weapons[name].category != "ranged":
                yield Draw(name)

    def in_reach(self, weapon: str) -> list[Foe]:
        """The foes that a weapon strikes from here."""
        found = self._in_reach.get(weapon)
        if found is None:
            if self.me.flags & GRAPPLING:
                found = [foe for foe in self.study.foes if foe.id in self.me.grapplers]
            else:
                struck = self.menu.struck(weapon)
                found = [foe for foe in self.study.foes if self.ground.footprint(foe.square, foe.span) & struck]
            self._in_reach[weapon] = found
        return found

    def charges(self) -> Iterator[Charge]:
        """The best lanes to each foe."""
        for weapon in self.study.arms:
            for foe in self.study.foes:
                lanes = 0
                for lane in self.menu.lanes(foe.id, weapon):
                    lanes |= 1 << lane
                if lanes:
                    for place in self.few(lanes, self.study.flanks(foe)):
                        for power in self.powers:
                            yield Charge(foe.id, place, weapon, power=power)

    def places(self, ends: int, every: bool = False) -> Iterator[int]:
        """
        Of these places those that matter: from where a foe can be struck, a few or ``every`` one, and the one that is
        exposed least.
        """
        if not ends:
            return
        seen = 0
        for weapon in self.study.arms[:1]:
            for foe in self.study.foes:
                if stands := self.study.stands(foe, weapon) & ends:
                    few = self.few(stands, self.study.flanks(foe), wary=True)
                    for place in squares(stands) if every else few:
                        if not seen >> place & 1:
                            seen |= 1 << place
                            yield place
        if self.uneasy and (clear := ends & ~self.study.danger):
            place = self.refuge(clear)
            if not seen >> place & 1:
                seen |= 1 << place
                yield place
        refuge = self.refuge(ends)
        if not seen >> refuge & 1:
            yield refuge

    def few(self, pool: int, flanking: int, *, wary: bool = False) -> Iterator[int]:
        """The least exposed of these places, and of those that flank; ``wary``: of the way there, too."""
        for part in (pool & flanking, pool & ~flanking):
            if wary and part & (part - 1):
                part = part & self.study.safe(Move) or part
            if part:
                yield self.nearest(self.sheltered(part))

    def sheltered(self, pool: int) -> int:
        """Those of these places where the fewest can strike with all they have, the worst foes first."""
        for rival in self.study.worst_first:
            pool = pool & ~rival.near or pool
        return pool

    def refuge(self, ends: int) -> int:
        """Where least can be done to it: as many foes as possible cannot get there, the worst first."""
        for rival in self.study.worst_first:
            ends = ends & ~rival.far or ends & ~rival.near or ends
        return self.nearest(ends)

    def nearest(self, pool: int) -> int:
        """The cheapest of these places to get to; the lowest, where a move does not get to any."""
        if not pool & (pool - 1):
            return lowest(pool)
        place = self.study.area.cheapest(pool)
        return place if place >= 0 else lowest(pool)

    def ways(self, ends: int) -> Iterator[Move]:
        """Towards the nearest foe: as far as a move takes it, and to the brink of where foes can charge it."""
        study = self.study
        foe = min(study.foes, key=lambda foe: foe.distance)
        stands = study.stands(foe, study.chief)
        move = walking.towards(self.view, self.menu, stands)
        if move is not None:
            yield move
        brink = ends
        for rival in study.rivals.values():
            brink &= ~rival.far
        if brink and (move := walking.nearer(self.view, brink, stands)) is not None:
            yield move

    def searches(self) -> Iterator[Move]:
        """To where an unseen foe is heard."""
        for middle in self.view.noises():
            move = walking.towards(self.view, self.menu, 1 << middle)
            if move is not None:
                yield move
                return

    # ---- what they come to

    def weigh(self, order: Order) -> Weighed | None:
        """What an order comes to; ``None`` for one that others must weigh, or that is futile."""
        weigher = _WEIGHERS.get(type(order))
        return weigher(self, order) if weigher is not None else None

    def made(
        self,
        order: Order,
        words: str,
        blow: Blow = NOTHING,
        place: int = HERE,
        *,
        opening: int = 0,
        shelter: int = 0,
    ) -> Weighed:
        """An order with its estimate; it ends at ``place``, where foes take ``shelter`` percent less."""
        hurting, suffering, _ = self.scales
        at = self.here if place < 0 else place
        blow, spared = self.study.timed(order, blow)
        exposed = self.study.exposure(at, not blow.harm and not self.contact, spared)
        prospect = self.prospect(at)
        if place >= 0 and not blow.harm:
            prospect -= RESTLESS
        return Weighed(
            order,
            Estimate(
                blow.felling * hurting // 100,
                blow.harm * hurting // 100,
                blow.stops * hurting // 100,
                0,
                -opening * self.study.rate * suffering // 10000,
                -exposed * (100 - shelter) * suffering // 10000,
                prospect * hurting // 100,
                0,
            ),
            words,
        )

    def attack(self, order: Attack | FullAttack) -> Weighed | None:
        """A blow or shot from here."""
        if order.how != "strike":
            return None
        blow = self.study.blow(order)
        if not blow.felling and not blow.harm:
            return None
        opening = 0
        if order.weapon in self.study.missiles and (
            order.weapon not in self.menu.melee() or all(foe.id != order.target for foe in self.in_reach(order.weapon))
        ):
            opening = self.study.beside(self.here)
        else:
            opening = self.bare(order.weapon, self.study.rivals[order.target].foe)
        power = f", Power Attack {order.power}" if order.power else ""
        return self.made(order, f"{order.weapon}{power}: {blow.words}", blow, opening=opening)

    def charge(self, order: Charge) -> Weighed | None:
        """A charge: the blow at its end, hand to hand, what it passes and what awaits it, and how it stands then."""
        if order.how != "strike" or order.weapon not in self.menu.melee():
            return None
        blow = self.study.blow(order)
        if not blow.harm:
            return None
        way = straight_line(self.ground, self.here, self.me.span, order.to)[1:-1]
        opening = self.study.moving + self.study.passing(way, order.target) + self.view.received(order)
        gap = self.ground.distance(self.here, 1, order.to, 1)
        power = f" with Power Attack {order.power}" if order.power else ""
        return self.made(
            order, f"charges {gap} squares{power}, {blow.words}", blow, order.to, opening=opening, shelter=-CROUCH
        )

    def step(self, order: Step) -> Weighed:
        """A step and the best act from there."""
        blow, opening = self.act(order.to, self.whole) if self.strikes and not self.dry else (NOTHING, 0)
        if self.study.bared >> order.to & 1:
            opening += self.study.moving
        words = f"steps to {self.ground.name(order.to)}"
        words = f"{words}, then {blow.words}" if blow.words else words
        return self.made(order, words, blow, order.to, opening=opening)

    @once
    def dry(self) -> bool:
        """Are there foes to strike or shoot at from here, and no attack left that the menu accepts?"""
        return bool(self.attacks) and not any(map(self.menu.accepts, self.attacks))

    def move(self, order: Move) -> Weighed | None:
        """A move and, if there is time, a blow or shot."""
        if order.mode != "walk" or not (self.contact or self.study.biding or self.study.hushed):
            return None
        blow, opening = self.act(order.to, False) if self.study.blow_after >> order.to & 1 else (NOTHING, 0)
        opening += self.leaving(order.to, Move)
        words = f"goes to {self.ground.name(order.to)}"
        words = f"{words}, then {blow.words}" if blow.words else words
        return self.made(order, words, blow, order.to, opening=opening)

    def withdraw(self, order: Withdraw) -> Weighed:
        """A withdrawal."""
        opening = self.leaving(order.to, Withdraw)
        return self.made(order, f"withdraws to {self.ground.name(order.to)}", NOTHING, order.to, opening=opening)

    def leaving(self, to: int, kind: type[Any]) -> int:
        """What opportunities on the way to a place take."""
        study = self.study
        total = study.moving if kind is Move else 0
        if study.lurking and study.area.reached >> to & 1 and not study.known_safe(kind, to):
            risk = study.passing(study.area.path(to)[1:-1])
            if risk and not study.safe(kind) >> to & 1:
                total += risk
        return total

    def draw(self, order: Draw) -> Weighed | None:
        """A weapon from its side; what shoots or is thrown, besides what it can do now."""
        return self.armed(order, order.weapon, f"draws the {order.weapon}")

    def pick_up(self, order: PickUp) -> Weighed | None:
        """A weapon from the ground, and what it lays itself open to by it."""
        if order.item not in self.me.weapons:
            return None
        risk = self.view.exposure("pick-up")
        return self.armed(order, order.item, f"picks up the {order.item}, risking {risk // 100}", risk)

    def armed(self, order: Draw | PickUp, weapon: str, words: str, opening: int = 0) -> Weighed | None:
        """
        A weapon into the hand: a blow with it at whoever is in its reach, if there is time, and what more is to come.
        ``None``: it is of no use.
        """
        study, drawn = self.study, isinstance(order, Draw)
        afar = self.me.weapons[weapon].category == "ranged"
        reached = [foe for foe in study.foes if afar or study.stands(foe, weapon) >> self.here & 1]
        blow = max([study.blow(Attack(foe.id, weapon)) for foe in reached], key=_worth, default=NOTHING)
        time = self.whole and (drawn or not study.sided)
        more = (
            blow.worth * NEXT // 100 if blow.harm else max([self.later(foe, weapon) for foe in study.foes], default=0)
        )
        if more <= 0:
            return None
        words = f"{words}: {blow.words}" if blow.harm else words
        found = self.made(order, words, blow if time else NOTHING, opening=opening)
        position = more * self.scales.hurting // 100
        if afar and drawn:
            position += found.estimate.position
        return found._replace(estimate=found.estimate._replace(position=position))

    def later(self, foe: Foe, weapon: str) -> int:
        """What a blow with a weapon that it does not hold yet is worth, at a foe that it does not reach from here."""
        stands = self.study.stands(foe, weapon)
        if not stands:
            return 0
        gap = self.ground.distance(self.here, self.me.span, foe.square, foe.span) - 1
        return self.faded(self.study.blow(Attack(foe.id, weapon), lowest(stands)).worth, gap)

    def nothing(self, order: End) -> Weighed:
        """The end of the turn."""
        return self.made(order, "nothing better to do")

    def defence(self, order: TotalDefense) -> Weighed:
        """Nothing but defence: of the foes' blows some fewer land."""
        return self.made(order, "only defends itself", shelter=DEFENCE)

    def act(self, place: int, whole: bool) -> tuple[Blow, int]:
        """The best act from a place, all blows if there is time, else one; and what it exposes to."""
        key = (place, whole and self.fuller)
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = self._act(*key)
        return found

    @once
    def plain(self) -> int:
        """What the best plain act from here is worth."""
        return self.act(self.here, self.whole)[0].worth

    @once
    def fuller(self) -> bool:
        """Has it more attacks in a round than one?"""
        study, menu = self.study, self.menu
        return any(map(menu.several, (*study.arms[:1], *study.missiles))) or any(
            any(fight.seconds(self.me, weapon)) for weapon in study.arms[:1]
        )

    def _act(self, place: int, whole: bool) -> tuple[Blow, int]:
        study, menu = self.study, self.menu
        best, exposed = NOTHING, 0
        for weapon in study.arms[:1]:
            several = whole and menu.several(weapon)
            second = next(fight.seconds(self.me, weapon), "") if whole else ""
            targets = study.targets(weapon)
            for foe in study.foes:
                if targets[foe.id] >> place & 1:
                    order = FullAttack(foe.id, weapon) if several else Attack(foe.id, weapon)
                    blow = study.blow(order, place)
                    if second:
                        blow = max(blow, study.blow(FullAttack(foe.id, weapon, off_hand=second), place), key=_worth)
                    opening = self.bare(weapon, foe)
                    if blow.worth - opening > best.worth - exposed:
                        best, exposed = blow, opening
        opening = study.beside(place) if study.missiles else 0
        for weapon in study.missiles:
            if self.me.weapons[weapon].thrown and best.worth:
                continue
            several = whole and menu.several(weapon) and not self.me.weapons[weapon].thrown
            for foe in study.foes:
                order = FullAttack(foe.id, weapon) if several else Attack(foe.id, weapon)
                blow = study.blow(order, place)
                if blow.worth - opening > best.worth - exposed:
                    best, exposed = blow, opening
        return best, exposed

    def bare(self, weapon: str, foe: Foe) -> int:
        """What an armed foe may be expected to take from whoever lays bare hands on it."""
        if weapon != self.me.sheet.unarmed.name or self.menu.armed():
            return 0
        rival = self.study.rivals[foe.id]
        return rival.once if rival.reacts else 0

    def prospect(self, place: int) -> int:
        """What it may do next turn from a place, at a share of its worth: less, the farther the foes, or unheard."""
        found = self._prospects.get(place)
        if found is None:
            found = self._next(place)
            if self.study.hushed >> place & 1:
                found -= SPELL * (learning(self.me) + 1) // 2 * (100 if self.menu.can(Cast) else NEXT) // 100
            self._prospects[place] = found
        return found

    def _next(self, place: int) -> int:
        if self.study.shoots:
            return self.outlook[0][0] if self.outlook else 0
        best = 0
        for most, foe, one, all_ in self.outlook:
            if most <= best:
                break
            gap = self.ground.distance(place, self.me.span, foe.square, foe.span) - max(1, self.study.reach)
            best = max(best, all_ * NEXT // 100 if gap <= 1 else self.faded(one, gap))
        return best

    @once
    def outlook(self) -> list[tuple[int, Foe, int, int]]:
        """
        The foes in play by the most that they can count for next turn: that, the foe, what one blow on it, and a round
        of them, is worth.
        """
        found = []
        for foe in self.study.foes:
            one, all_ = self.value(foe)
            most = one * NEXT // 100 if self.study.shoots else max(all_ * NEXT // 100, self.faded(one, 0))
            found.append((most, foe, one, all_))
        return sorted(found, key=itemgetter(0), reverse=True)

    def faded(self, worth: int, gap: int) -> int:
        """What a blow counts that is to be struck next turn at a foe who is so many squares out of reach."""
        fading = FADING * max(1, gap - self.me.sheet.speed // 5)
        return worth * max(LEAST, NEXT - fading) // 100

    def value(self, foe: Foe) -> tuple[int, int]:
        """What one blow on a foe, and a round of them, is worth, wherever they are struck from."""
        found = self._values.get(foe.id)
        if found is None:
            found = self._values[foe.id] = self._value(foe)
        return found

    def _value(self, foe: Foe) -> tuple[int, int]:
        study = self.study
        weapon, place = study.chief, study.spot(foe)
        if place < 0:
            return 0, 0
        once = study.blow(Attack(foe.id, weapon), place).worth
        if not self.fuller:
            return once, once
        whole = study.blow(FullAttack(foe.id, weapon), place).worth if self.menu.several(weapon) else once
        for second in fight.seconds(self.me, weapon) if not study.shoots else ():
            whole = max(whole, study.blow(FullAttack(foe.id, weapon, off_hand=second), place).worth)
        return once, whole


def _worth(blow: Blow) -> int:
    return blow.worth


_WEIGHERS: dict[type[Any], Callable[[Orders, Any], Weighed | None]] = {
    Attack: Orders.attack,
    FullAttack: Orders.attack,
    Charge: Orders.charge,
    Step: Orders.step,
    Move: Orders.move,
    Withdraw: Orders.withdraw,
    TotalDefense: Orders.defence,
    Draw: Orders.draw,
    PickUp: Orders.pick_up,
    End: Orders.nothing,
}
