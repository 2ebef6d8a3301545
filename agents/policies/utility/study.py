"""
What a decision needs to know about everybody near, worked out once for all its orders: the blows of both sides by exact
odds, where each foe may strike in its next turn, and what it comes to for whoever stands there.
"""

from __future__ import annotations

from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple

import msgspec

from agents.policies.base import Offers, once
from agents.policies.doctrine.option import HUNDRED, arm, outcome
from agents.policies.doctrine.wait import SPELL
from agents.view import Foe, View
from sim.dice.odds import Chance, Distribution, mixture
from sim.events.orders import Attack, BullRush, Charge, Draw, FullAttack, Move, Order, Sunder
from sim.grid.bits import lowest
from sim.grid.facing import arc
from sim.grid.flanking import flanking_squares
from sim.grid.movement import Flood
from sim.grid.reach import within
from sim.grid.terrain import Ground
from sim.rules.book import Case, Strike
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, CASTING, DOWN, FLAT_FOOTED, GRAPPLING, PRONE
from sim.state.creature import Creature

IN_PLAY = 8
"""How many of the nearest foes a decision looks at."""

LIFE = 60
"""What felling a foe is worth besides its wounds: so much for each of its hit dice and once more."""

ROUNDS = 2
"""And so many rounds of what it does; one less, if it cannot act now or has done all that it will in this round."""

WOUND = 10
"""Percent at which a wound counts that it may get next turn: somebody else would be struck instead."""

FIRST = 100
FIRST_FADES = 30
"""The same of the first blow, where it can be had or left; and so much less for each round after the second."""

MOST_LIKELY = 90
"""Percent: nobody is surer to fall."""

PROGRESS = 50
"""Percent of the worth of felling somebody that wounds are worth which bring him nearer to that."""

DEAREST = 500
"""Percent that a hit point counts at most."""

HERE = -1


class Blow(NamedTuple):
    """
    What attacks on one foe come to, in hundredths of a hit point: felling, wounds that count, spells broken off; and
    the words. ``target`` is the foe, ``at_once`` the percentage at which the first of them fells it.
    """

    felling: int
    harm: int
    words: str
    stops: int = 0
    target: str = ""
    at_once: int = 0

    @property
    def worth(self) -> int:
        """All together."""
        return self.felling + self.harm + self.stops


NOTHING = Blow(0, 0, "")

HARMLESS = Distribution(0, (1,))


class Rival:
    """
    A foe in play. ``once`` and ``whole`` are what one blow and all blows of a round may be expected to take from the
    creature that decides (hundredths of hit points); ``threatened`` are the squares that it threatens, ``near`` those
    in which it may strike with all blows in its next turn, ``far`` those in which with one, and how many friends stand
    in each; ``share_near`` and ``share_far`` are what then falls to each whom it could strike. ``spell`` is what it is
    about to cast, if it is. Those of the same ``likeness`` strike, and are struck, alike.
    """

    __slots__ = (
        "far",
        "figure",
        "foe",
        "friends_far",
        "friends_near",
        "left",
        "life",
        "likeness",
        "near",
        "once",
        "rate",
        "reach",
        "reacts",
        "share_far",
        "share_near",
        "shoots",
        "spell",
        "threatened",
        "whole",
    )

    def __init__(self, foe: Foe, figure: Creature, study: Study) -> None:
        ground, friends, done, flags = study.ground, study.mine, study.done(figure), figure.flags
        self.foe = foe
        self.figure = figure
        self.likeness = likeness(figure)
        self.shoots = foe.shoots
        self.once, self.whole = study.answers(self)
        self.left = max(1, figure.hit_points - figure.nonlethal)
        sheet = figure.sheet
        self.life = worth_of(figure) + (ROUNDS - (done or flags & CANNOT_ACT != 0)) * self.whole
        self.spell = SPELL * learning(figure) if flags & CASTING and not done else 0
        self.rate = rate(self.life, self.left)
        self.reach = reach = study.view.odds.reach(figure)
        self.threatened, near, far = ranges(ground, foe, reach, sheet.speed // 5)
        able = reach > 0 and not flags & (CANNOT_ACT | FLAT_FOOTED | GRAPPLING)
        self.reacts = able and (not figure.reactions or "combat-reflexes" in getattr(sheet, "feats", ()))
        if flags & CANNOT_ACT:
            near = far = 0
        elif self.shoots:
            near = far = ground.inside
        elif flags & (GRAPPLING | PRONE):
            near = far = self.threatened or within(ground, foe.square, foe.span, 1)
        self.near, self.far = near, far
        self.friends_near = (friends & self.near).bit_count()
        self.friends_far = (friends & self.far).bit_count()
        self.share_near = self.whole // (1 + 2 * self.friends_near)
        self.share_far = self.once // (1 + 2 * self.friends_near + self.friends_far)


class Study:
    """All of it for one decision; what is asked for is worked out once."""

    def __init__(self, view: View, menu: Offers) -> None:
        self.view = view
        self.menu = menu
        self.me = view.me
        self.ground = view.ground
        self._blows: dict[tuple[Order, int], Blow] = {}
        self._strikes: dict[tuple[object, ...], tuple[Strike, ...]] = {}
        self._strays: dict[tuple[object, ...], tuple[tuple[str, Chance], ...]] = {}
        self._answers: dict[tuple[object, ...], tuple[int, int]] = {}
        self._safe: dict[type[Any], int] = {}
        self._exposed: dict[tuple[int, bool, int], int] = {}
        self._flanks: dict[str, int] = {}
        self._targets: dict[str, dict[str, int]] = {}
        self._earlier: dict[tuple[object, ...], int] = {}

    @once
    def foes(self) -> tuple[Foe, ...]:
        """The nearest of the foes in sight, in the order of the scenario."""
        foes = self.view.foes
        if len(foes) <= IN_PLAY:
            return foes
        near = sorted(range(len(foes)), key=lambda place: foes[place].distance)[:IN_PLAY]
        return tuple([foes[place] for place in sorted(near)])

    @once
    def battle(self) -> Battle:
        """The battle as it is imagined: the foes in play as they look."""
        foes = self.foes
        battle = self.view.imagined(foes[0].id) if foes else self.view.imagined()
        for foe in foes[1:]:
            battle.creatures[foe.id] = foe.figure
        return battle

    @once
    def rivals(self) -> dict[str, Rival]:
        """The foes in play by name."""
        creatures = self.battle.creatures
        return {foe.id: Rival(foe, creatures[foe.id], self) for foe in self.foes}

    def done(self, one: Creature) -> bool:
        """Has somebody acted in a round after which another order comes up?"""
        return self.sided and one.acted

    @once
    def worst_first(self) -> tuple[Rival, ...]:
        """The foes in play, whoever takes most from it first."""
        return tuple(sorted(self.rivals.values(), key=lambda rival: -rival.whole))

    @once
    def arms(self) -> tuple[str, ...]:
        """What it would strike with: bare hands only if there is nothing else."""
        found = self.menu.melee()
        return found[:-1] if self.menu.armed() and len(found) > 1 else found

    @once
    def missiles(self) -> tuple[str, ...]:
        """What it can shoot or throw at once."""
        return tuple([name for name in self.menu.shooting() if name not in self.me.unloaded])

    @once
    def shoots(self) -> bool:
        """Does it fight from afar?"""
        return any(self.me.weapons[name].category == "ranged" for name in self.missiles)

    @once
    def reach(self) -> int:
        """How many squares away it strikes."""
        return self.view.odds.reach(self.me)

    @once
    def mine(self) -> int:
        """The squares of its friends that can be struck at."""
        bits = 0
        for friend in self.view.friends:
            if not friend.flags & DOWN:
                bits |= self.ground.footprint(friend.square, friend.span)
        return bits

    @once
    def area(self) -> Flood:
        """Everywhere that one move takes it."""
        return self.menu.area(self.menu.speed())

    @once
    def hushed(self) -> int:
        """The squares in which nobody can speak a spell, for whoever has some."""
        bits = 0
        if learning(self.me):
            for zone in self.battle.zones:
                bits |= zone.squares if "silence" in zone.does else 0
        return bits

    def safe(self, kind: type[Any]) -> int:
        """The places where a ``Move`` or ``Withdraw`` may end that can be had without exposing itself on the way."""
        found = self._safe.get(kind)
        if found is None:
            found = self._safe[kind] = self.menu.safe_places(kind) if self.danger else -1
        return found

    def known_safe(self, kind: type[Any], place: int) -> bool:
        """Has it been found already that a place can be had so?"""
        return self._safe.get(kind, 0) >> place & 1 != 0

    @once
    def blow_after(self) -> int:
        """The places where a move may end that leaves time for a blow."""
        return self.menu.blow_after()

    @once
    def bared(self) -> int:
        """The places to which it cannot step without exposing itself."""
        return self.menu.bared()

    @once
    def beset(self) -> bool:
        """Does it expose itself by leaving where it stands?"""
        return self.menu.beset()

    @once
    def danger(self) -> int:
        """The places that it cannot leave without exposing itself."""
        return self.menu.danger()

    @once
    def sided(self) -> bool:
        """Does it count which way somebody faces, as in a book that keeps a ledger?"""
        return self.battle.ledger is not None

    def side_of(self, one: Creature, place: int) -> str:
        """On which side of somebody a place lies, where that counts."""
        return "" if not self.sided else arc(self.ground, one.square, one.facing, place, one.span)

    def answers(self, rival: Rival) -> tuple[int, int]:
        """
        What the best, and all, of the blows of a foe's round with what it holds may be expected to take from this
        creature where both stand; of those alike, one's.
        """
        me, foe, figure = self.me, rival.foe, rival.figure
        weapons, afar = figure.weapons, foe.distance > 1
        loaded = [
            name
            for name in (figure.held if afar and rival.shoots else ())
            if name in weapons and weapons[name].category == "ranged" and name not in figure.unloaded
        ]
        name = loaded[0] if loaded else arm(figure) or figure.sheet.unarmed.name
        key = rival.likeness, name, afar, self.sided and self.side_of(me, foe.square)
        found = self._answers.get(key)
        if found is None:
            strikes = self.view.odds.strikes(self.battle, foe.id, FullAttack(me.id, name))
            means = [strike.harm.mean(HUNDRED) for strike in strikes]
            found = self._answers[key] = max(means, default=0), sum(means)
        return found

    def strikes(self, order: Attack | FullAttack | Charge, at: int = HERE, case: Case = "") -> tuple[Strike, ...]:
        """What its own attacks of an order do, made from ``at``."""
        if order.power or case:
            return self.view.strikes(order, at, case=case)
        here = self.stand(order.to if isinstance(order, Charge) else at)
        found = self.view.odds.strikes(self.battle, self.me.id, order)
        self.stand(here)
        return found

    def stand(self, at: int) -> int:
        """Puts it where the battle is to be imagined with it, and says where it stood."""
        battle = self.battle
        me = battle.creatures[self.me.id]
        here = me.square
        if at >= 0 and at != here:
            battle.leave(me)
            me.square = at
            battle.enter(me)
        return here

    def blow(self, order: Attack | FullAttack | Charge, at: int = HERE) -> Blow:
        """
        What attacks of an order come to, made from ``at``. On open ground one place is as good as another, but for
        flanks and for the way that the foe faces; and foes that are alike are struck alike.
        """
        place = order.to if type(order) is Charge else self.me.square if at < 0 else at
        found = self._blows.get((order, place))
        if found is None:
            found = self._blows[order, place] = self._blow(order, place)
        return found

    def _blow(self, order: Attack | FullAttack | Charge, place: int) -> Blow:
        rival = self.rivals.get(order.target)
        if rival is None or not (strikes := self.struck(order, place)):
            return NOTHING
        blow = self.come_to(rival, strikes)
        if isinstance(order, Charge) or order.weapon not in self.missiles:
            return blow
        return self.astray(order, place, blow)

    def both(self, first: Attack, then: Attack) -> Blow:
        """What two attacks on one foe come to."""
        return self.come_to(
            self.rivals[then.target], self.struck(first, self.me.square) + self.struck(then, self.me.square)
        )

    def come_to(self, rival: Rival, strikes: tuple[Strike, ...]) -> Blow:
        """What attacks on a foe come to."""
        felled, harm, words = outcome(strikes, rival.left)
        stops = rival.spell * strikes[0].hit.percent // 100
        who = rival.foe.id
        first = felled if len(strikes) == 1 else outcome(strikes[:1], rival.left)[0]
        return Blow(felled.times(rival.life), harm * rival.rate // 100, f"{who} {words}", stops, who, first.percent)

    def astray(self, order: Attack | FullAttack, place: int, blow: Blow) -> Blow:
        """The same with what goes to others of the melee: foes, and less what friends suffer by it."""
        felling, harm, friends = blow.felling, blow.harm, []
        for who, chance in self.strays(order, place):
            rival, one = self.rivals.get(who), self.battle.creatures[who]
            if who == order.target or (rival is None and one.side != self.me.side):
                continue
            strikes = thinned(self.strikes(type(order)(who, weapon=order.weapon), place), chance)
            if rival is not None:
                felled, points, _ = outcome(strikes, rival.left)
                felling, harm = felling + felled.times(rival.life), harm + points * rival.rate // 100
                continue
            friends.append(f"{who} at {chance.percent} %")
            left, life = max(1, one.hit_points - one.nonlethal), worth_of(one) + ROUNDS * self.mine_whole
            felled, points, _ = outcome(strikes, left)
            felling, harm = felling - felled.times(life), harm - points * rate(life, left) // 100
        words = f"{blow.words}, may go to {', '.join(friends)}" if friends else blow.words
        return blow._replace(felling=felling, harm=harm, words=words)

    def timed(self, order: Order, blow: Blow) -> tuple[Blow, int]:
        """
        The same where another order comes up each round: whom the first blow fells before he acts does nothing in this
        round either; and how much less that leaves to suffer where it stands.
        """
        rival = self.rivals.get(blow.target) if self.sided and blow.at_once else None
        if rival is None or not self.threatens(blow.target):
            return blow, 0
        early = self.earlier(order, rival)
        if isinstance(order, Draw):
            early = min([self.earlier(FullAttack(blow.target, name), rival) for name in (order.weapon, self.arms[0])])
        sooner = blow.at_once * early // 100
        felling = blow.felling + sooner * rival.whole // 100
        return blow._replace(felling=felling), sooner * rival.share_near // 100

    def threatens(self, who: str) -> bool:
        """Has a foe yet to strike in this round, for all that it has announced?"""
        announced = self.view.announced(who)
        idle = self.done(self.battle.creatures[who]) or self.rivals[who].foe.has(CANNOT_ACT)
        return not idle and (announced is None or isinstance(announced, Move) or hasattr(announced, "target"))

    def earlier(self, order: Order, rival: Rival) -> int:
        """The percentage at which an order is carried out before a foe acts in this round."""
        key = type(order), getattr(order, "weapon", ""), getattr(order, "off_hand", ""), rival.foe.id
        found = self._earlier.get(key)
        if found is None:
            chance = self.view.odds.earlier(self.battle, self.me.id, order, rival.foe.id)
            found = self._earlier[key] = chance.percent
        return found

    def struck(self, order: Attack | FullAttack | Charge, place: int) -> tuple[Strike, ...]:
        """The strikes of an order at a foe in play, made from a place."""
        key = self._key(order, self.rivals[order.target], place)
        strikes = self._strikes.get(key)
        if strikes is None:
            strikes = self._strikes[key] = self.strikes(order, place)
        if order.weapon in self.missiles and (strays := self.strays(order, place)):
            return thinned(strikes, dict(strays).get(order.target, Chance(0, 1)))
        return strikes

    def strays(self, order: Attack | FullAttack | Charge, place: int) -> tuple[tuple[str, Chance], ...]:
        """Whom a shot from a place may go to."""
        if isinstance(order, Charge) or order.weapon not in self.missiles:
            return ()
        key = order.weapon, order.target, place
        found = self._strays.get(key)
        if found is None:
            here = self.stand(place)
            found = self._strays[key] = self.view.odds.strays(self.battle, self.me.id, order)
            self.stand(here)
        return found

    def _key(self, order: Attack | FullAttack | Charge, rival: Rival, place: int) -> tuple[object, ...]:
        ground, foe = self.ground, rival.foe
        if ground.has_walls or ground.has_veils or self.me.span > 1:
            return order, place
        rest = (order.rapid, order.off_hand, order.off_how, order.parries) if isinstance(order, FullAttack) else ()
        return (
            type(order),
            order.weapon,
            order.power,
            order.how,
            rest,
            rival.likeness,
            self.sided and self.side_of(rival.figure, place),
            self.flanks(foe) >> place & 1,
            ground.distance(place, 1, foe.square, foe.span) if order.weapon in self.missiles else 0,
        )

    def success(self, order: Attack | FullAttack | Charge | BullRush | Sunder) -> Chance:
        """The chance that a special attack comes off from here."""
        return self.view.odds.success(self.battle, self.me.id, order)

    def flanks(self, foe: Foe) -> int:
        """The places from which it and a friend who could strike have a foe between them."""
        found = self._flanks.get(foe.id)
        if found is None:
            found = self._flanks[foe.id] = self._flanking(foe)
        return found

    def _flanking(self, foe: Foe) -> int:
        ground, span, reach = self.ground, self.me.span, max(1, self.reach)
        near = ground.near(foe.square, foe.span)
        bits = 0
        for friend in self.flankers if self.mine & near else ():
            place = friend.square, friend.span
            if ground.footprint(*place) & near and ground.distance(*place, foe.square, foe.span) == 1:
                bits |= flanking_squares(ground, *place, foe.square, foe.span, span, reach)
        return bits

    @once
    def flankers(self) -> tuple[Creature, ...]:
        """Its friends who could strike at what is beside them."""
        return tuple([friend for friend in self.view.friends if not friend.flags & (DOWN | GRAPPLING) and arm(friend)])

    def stands(self, foe: Foe, weapon: str) -> int:
        """The places from where a weapon would strike a foe."""
        return self.targets(weapon)[foe.id]

    def targets(self, weapon: str) -> dict[str, int]:
        """The places from where a weapon would strike each of the foes in play."""
        found = self._targets.get(weapon)
        if found is None:
            found = self._targets[weapon] = {foe.id: self.menu.stands(foe.id, weapon) for foe in self.foes}
        return found

    @once
    def moving(self) -> int:
        """What opportunities at its leaving from here take."""
        return self.beside(self.me.square) if self.beset else 0

    def exposure(self, place: int, first: bool = False, spared: int = 0) -> int:
        """
        What the next turns of the foes may be expected to take from it at a place: of each what it does there, shared
        among those of its side whom it could strike as well, less what is ``spared``. ``first``: theirs would be the
        first blow.
        """
        key = place, first, spared
        found = self._exposed.get(key)
        if found is None:
            total = max(0, self._taken(place) - spared)
            whole = HUNDRED * self.left
            felled = min(MOST_LIKELY, 25 * total * total // (whole * whole))
            share = self.wariness if first else WOUND
            found = self._exposed[key] = total * share * self.rate // 10000 + self.life * felled // 100
        return found

    def _taken(self, place: int) -> int:
        space = self.ground.footprint(place, self.me.span)
        total = 0
        for rival in self.rivals.values():
            if space & rival.near:
                total += rival.share_near
            elif space & rival.far:
                total += rival.share_far
        return total

    @once
    def wariness(self) -> int:
        """Percent at which it counts that a foe has the first blow: less with every round in which nobody comes."""
        return max(WOUND, FIRST - FIRST_FADES * max(0, self.view.round - 2))

    @once
    def biding(self) -> bool:
        """Does waiting cost nothing: is there no foe in sight that shoots or casts?"""
        return bool(self.foes) and not any(foe.shoots or learning(foe.figure) for foe in self.view.foes)

    @once
    def left(self) -> int:
        """Hit points that it has left, nonlethal damage counted."""
        return max(1, self.me.hit_points - self.me.nonlethal)

    @once
    def life(self) -> int:
        """What it is worth that it does not fall itself: as with a foe, what it would do besides."""
        return LIFE * (1 + self.me.sheet.worth) + ROUNDS * self.mine_whole

    @once
    def mine_whole(self) -> int:
        """What a round of its own blows takes from the foe that it hurts most."""
        least = min(self.foes, key=lambda foe: foe.distance, default=None)
        place = HERE if least is None else self.spot(least)
        if least is None or place < 0:
            return 0
        kind = FullAttack if self.menu.several(self.chief) else Attack
        return sum([strike.harm.mean(HUNDRED) for strike in self.struck(kind(least.id, self.chief), place)])

    @once
    def chief(self) -> str:
        """The weapon that it fights with."""
        return (self.missiles if self.shoots else self.arms)[0]

    def spot(self, foe: Foe) -> int:
        """A place from where it would strike or shoot at a foe, with nobody's help; -1 where there is none."""
        if self.shoots:
            return self.me.square
        stands = self.stands(foe, self.chief)
        if not stands:
            return -1
        stands = stands & ~self.flanks(foe) or stands
        return self.me.square if stands >> self.me.square & 1 else lowest(stands)

    @once
    def rate(self) -> int:
        """What its own hit points count, in percent."""
        return rate(self.life, self.left)

    @once
    def exchange(self) -> int:
        """What the hit points of the foes in play count on average, in percent."""
        rivals = self.rivals.values()
        return sum([rival.rate for rival in rivals]) // len(rivals) if rivals else 100

    def passing(self, way: tuple[int, ...], spared: str = "") -> int:
        """What foes beside a way, though not beside its start, may be expected to take."""
        covered = 0
        for square in way if self.lurking else ():
            covered |= self.ground.footprint(square, self.me.span)
        return sum([rival.once for rival in self.lurking if rival.threatened & covered and rival.foe.id != spared])

    @once
    def lurking(self) -> tuple[Rival, ...]:
        """The foes that could strike it on a way though not at its start."""
        here = self.ground.footprint(self.me.square, self.me.span)
        return tuple([one for one in self.rivals.values() if one.reacts and not one.threatened & here])

    def beside(self, place: int) -> int:
        """What the foes that threaten a place may be expected to take at an act that exposes there."""
        space = self.ground.footprint(place, self.me.span)
        return sum([rival.once for rival in self.rivals.values() if rival.reacts and rival.threatened & space])


def ranges(ground: Ground, foe: Foe, reach: int, pace: int) -> tuple[int, int, int]:
    """What a foe threatens, and where it may strike in its next turn with all it has, and with one blow."""
    key = "ranges", foe.square, foe.span, reach, pace
    found: tuple[int, int, int] | None = ground.memo.get(key)
    if found is None:
        far = max(1, reach)
        near, threatened, away = [within(ground, foe.square, foe.span, r) for r in (far + 1, reach, far + 2 * pace)]
        found = ground.keep(key, (threatened if reach else 0, near, away))
    return found


@lru_cache(maxsize=4096)
def thinned(strikes: tuple[Strike, ...], chance: Chance) -> tuple[Strike, ...]:
    """What attacks do to somebody to whom each of them goes by a chance."""
    missed = chance.of - chance.ways
    return tuple(
        Strike(
            Chance(strike.hit.ways * chance.ways, strike.hit.of * chance.of),
            mixture(((chance.ways, strike.harm), (missed, HARMLESS))),
        )
        for strike in strikes
    )


def worth_of(one: Creature) -> int:
    """What it is worth that somebody falls, besides what he does with weapons."""
    return LIFE * (1 + one.sheet.worth) + SPELL * learning(one)


def learning(one: Creature) -> int:
    """The level at which somebody casts spells that harm; 0 if he casts none."""
    sheet = one.sheet
    if sheet.caster is not None:
        return sheet.caster.level
    if not sheet.spells:
        return 0
    harmful = [spell for spell in sheet.spells.values() if getattr(spell, "harmful", False)]
    return max([getattr(spell, "caster_level", 0) for spell in harmful], default=0)


def rate(life: int, left: int) -> int:
    """What a hit point of somebody counts, in percent, who has so many left: the more, the nearer it is to its end."""
    return min(DEAREST, 100 + life * PROGRESS // (HUNDRED * left))


def likeness(one: Creature) -> tuple[object, ...]:
    """What tells somebody from others as far as blows by it and at it are concerned, its place and wounds apart."""
    known = one.cache.get("likeness")
    if known is None:
        known = one.cache["likeness"] = intern(repr(msgspec.structs.replace(one.sheet, id="", side="", glyph="")))
    return known, one.flags, one.conditions, one.held, one.boons, one.damage_to, one.shield_on, one.notches
