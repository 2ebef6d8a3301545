"""What a leader sees in a fight: who follows, who can strike whom before he acts again, who stands where."""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce

from agents.policies import walking
from agents.policies.base import Offers, born
from agents.policies.doctrine import ward
from agents.policies.doctrine.option import HUNDRED, arm, outcome
from agents.policies.doctrine.wait import SNEAK
from agents.policies.team.matching import Offer, matched
from agents.policies.utility.orders import Orders
from agents.policies.utility.study import FIRST, WOUND, Rival, Study, likeness
from agents.view import Persona, View
from sim.dice.odds import Distribution
from sim.events.orders import Attack, FullAttack, Move
from sim.grid.bits import squares as squares_of
from sim.grid.flanking import flanking_squares, flanks, opposite
from sim.grid.reach import within
from sim.rules.book import Strike
from sim.state.conditions import CANNOT_ACT, DOWN, GRAPPLING, PRONE
from sim.state.creature import Creature

DISCIPLINED = 3
"""The discipline from which on somebody keeps to a plan."""

NEAR = 4
"""How many friends a plan counts on, the nearest first."""


EASIER = 10
"""Percent by which a blow at a foe between two of its enemies is likelier to land."""

FOES = 3
"""For how many of the nearest foes places are given out."""


BEST = 4
"""How many places each is given to choose from."""


COMING = 40
"""Percent at which it counts on a flank with somebody who is still to come."""


TAKEN = 60
"""What it costs to stand where another is to come."""


HOLD = 6
"""The round until which those who follow let the foes come: whoever comes alone meets all of them."""


PATIENCE = 2
"""The rounds for which a stronger side waits for the foes to come."""

STRONGER = 120
"""Percent of the foes' weight that a side needs to go in against foes that wait."""


class Together(Study):
    """What a decision needs to know, for somebody who waits with others and goes with them."""

    @cached_property
    def wariness(self) -> int:
        """
        Percent at which it counts that a foe has the first blow: where waiting costs nothing, in full while all hold,
        and little once somebody is at blows; nothing for a side that goes in.
        """
        if not self.biding:
            return super().wariness
        if goes_in(self):
            return 0
        return FIRST if self.view.round <= HOLD and not at_blows(self) else WOUND


def follows(persona: Persona) -> bool:
    """Does somebody keep to a plan: has it the wits and the discipline?"""
    return persona.wits > 0 and persona.discipline >= DISCIPLINED


def at_blows(study: Study) -> list[Rival]:
    """The foes in play who have somebody of its side beside them, or a step away."""
    own = study.ground.footprint(study.me.square, study.me.span) | study.mine
    return [rival for rival in study.rivals.values() if rival.near & own and not rival.shoots]


def goes_in(study: Study) -> bool:
    """Does its side go in, as it outweighs foes that wait as it does, and nobody is at blows?"""
    if not study.biding or study.view.round <= PATIENCE or at_blows(study):
        return False
    own, theirs = study.view.odds_of_numbers()
    return HUNDRED * own >= STRONGER * theirs


def keeps(view: View) -> bool:
    """Does somebody keep to a plan with friends?"""
    return bool(view.friends) and follows(view.persona)


def study(view: View, menu: Offers) -> Study:
    """What a decision needs to know: of somebody who follows with others, or of one alone."""
    return Together(view, menu) if keeps(view) else Study(view, menu)


class Plan:
    """The plan as it looks to whoever decides; it follows from its view alone, which holds its own side exactly."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.study = orders.study
        self.view = orders.view
        self.me = orders.me
        self.ground = orders.ground
        self._behind: dict[str, Distribution | None] = {}
        self._blows: dict[tuple[object, ...], tuple[Strike, ...]] = {}

    @cached_property
    def plain(self) -> Orders:
        """Its orders as they look to somebody who waits for nobody; the same, if the first blow counts as much."""
        alone = Study(self.view, self.study.menu)
        return self.orders if alone.wariness == self.study.wariness else Orders(alone)

    def persona(self, one: Creature) -> Persona:
        """How somebody of its side fights."""
        return self.view.persona if one is self.me else born(one)

    @cached_property
    def leader(self) -> Creature:
        """
        The highest of those who can act: by wits, discipline and hit dice; of equals, the first of the scenario.
        """
        able = [one for one in self.study.battle.creatures.values() if one.side == self.me.side and one.can_act]
        return max(able, key=self._rank, default=self.me)

    def _rank(self, one: Creature) -> tuple[int, int, int]:
        persona = self.persona(one)
        return persona.wits, persona.discipline, one.sheet.worth

    @cached_property
    def partners(self) -> tuple[Creature, ...]:
        """The nearest friends who follow and can act."""
        able = [friend for friend in self.view.friends if not friend.flags & CANNOT_ACT and follows(born(friend))]
        if len(able) <= NEAR:
            return tuple(able)
        me, distance = self.me, self.ground.distance
        gaps = [distance(me.square, me.span, friend.square, friend.span) for friend in able]
        near = sorted(range(len(able)), key=lambda place: gaps[place])[:NEAR]
        return tuple([able[place] for place in sorted(near)])

    @cached_property
    def turns(self) -> dict[str, int]:
        """After how many turns of others each one's next turn comes."""
        order = self.study.battle.order
        if self.me.id not in order:
            return {}
        mine = order.index(self.me.id)
        return {who: (place - mine) % len(order) for place, who in enumerate(order)}

    def before(self, friend: Creature, rival: Rival) -> bool:
        """Does a friend's next turn come before a foe's?"""
        until = self.turns.get(rival.foe.id, 0)
        return self.turns.get(friend.id, until) < until

    @cached_property
    def threatened(self) -> tuple[tuple[Creature, Rival], ...]:
        """The weak of the side, each with the nearest foe that may yet come at it hand to hand."""
        found = []
        if not ward.is_weak(self.me):
            for friend in self.view.friends:
                if ward.is_weak(friend):
                    comers = [
                        (gap, rival)
                        for rival in self.study.rivals.values()
                        if not rival.shoots
                        and rival.far & self.ground.footprint(friend.square, friend.span)
                        and (gap := self.ground.distance(friend.square, friend.span, rival.foe.square, rival.foe.span))
                        > 1
                    ]
                    if comers:
                        found.append((friend, min(comers, key=lambda pair: pair[0])[1]))
        return tuple(found)

    @cached_property
    def choices(self) -> dict[str, dict[str, int]]:
        """Whom each partner may strike in his next turn, and what that is worth."""
        found = {}
        for friend in self.partners:
            worths = {name: self.worth(friend, rival) for name, rival in self.study.rivals.items()}
            found[friend.id] = {name: worth for name, worth in worths.items() if worth}
        return found

    @cached_property
    def targets(self) -> dict[str, str]:
        """Whom each partner would strike by himself: where his blows are worth most; of equals, the first."""
        return {who: max(worths, key=lambda name: worths[name]) for who, worths in self.choices.items() if worths}

    def bound(self, rival: Rival) -> bool:
        """Have the partners who would strike a foe nobody else to strike?"""
        name = rival.foe.id
        return all(len(self.choices[who]) == 1 for who, target in self.targets.items() if target == name)

    def worth(self, friend: Creature, rival: Rival) -> int:
        """What the blows of a friend's next turn at a foe are worth."""
        strikes = self.blows(friend, rival)
        if not strikes:
            return 0
        felled, harm, _ = outcome(strikes, rival.left)
        return felled.times(rival.life) + harm * rival.rate // 100

    def behind(self, rival: Rival) -> Distribution | None:
        """What the partners who would strike a foe may do to it before its next turn; ``None`` for nothing."""
        name = rival.foe.id
        if name not in self._behind:
            strikes: list[Strike] = []
            for friend in self.partners:
                if self.targets.get(friend.id) == name and self.before(friend, rival):
                    strikes += self.blows(friend, rival)
            self._behind[name] = together(tuple(strikes)) if strikes else None
        return self._behind[name]

    def blows(self, friend: Creature, rival: Rival) -> tuple[Strike, ...]:
        """The blows or shots that a friend has at a foe in his next turn."""
        foe, ground = rival.foe, self.ground
        gap = ground.distance(friend.square, friend.span, foe.square, foe.span)
        missile = self.missile(friend)
        order: Attack | FullAttack
        if missile and gap > 1:
            name, order = missile, FullAttack(foe.id, missile)
        else:
            name = arm(friend)
            reach = max(1, self.view.odds.reach(friend))
            if not name or gap > reach + self.stride(friend):
                return ()
            order = FullAttack(foe.id, name) if gap <= reach else Attack(foe.id, name)
        key = likeness(friend), name, type(order), likeness(rival.figure), friend.square, foe.square
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self.view.odds.strikes(self.study.battle, friend.id, order)
        return found

    def by_flank(self, one: Creature, rival: Rival) -> int:
        """What a foe between itself and a friend adds to somebody's blows, as the foe's wounds count."""
        strikes = self.blows(one, rival)
        if not strikes:
            return 0
        harm = sum([strike.harm.mean(HUNDRED) * EASIER // max(EASIER, strike.hit.percent) for strike in strikes])
        sneaks = sum([strike.hit.percent * one.sheet.sneak_attack * SNEAK // 100 for strike in strikes])
        return (harm + sneaks) * rival.rate // 100

    def helps(self, place: int) -> tuple[int, str]:
        """What it adds to the blows of partners who stand beside a foe that it comes to a place behind it; whose."""
        best, words = 0, ""
        for rival, friend, squares in self.pairs:
            if squares >> place & 1:
                gain = self.by_flank(friend, rival)
                if gain > best:
                    best, words = gain, f"the plan: flanks {rival.foe.id} with {friend.id}"
        mine = self.places.get(self.me.id) == place
        for one in self.coming if mine and not best else ():
            theirs = self.places.get(one.id, place)
            for rival in self.study.rivals.values():
                foe = rival.foe
                if theirs != place and flanks(self.ground, place, 1, theirs, 1, foe.square, foe.span):
                    gain = self.by_flank(one, rival) * COMING // 100
                    if gain > best:
                        best, words = gain, f"the plan: flanks {foe.id} with {one.id}, who comes"
        return best, words

    def taken(self, place: int) -> int:
        """What it costs to stand where the plan has another come."""
        given = self.places
        return TAKEN if given.get(self.me.id, place) != place and place in given.values() else 0

    @cached_property
    def pairs(self) -> tuple[tuple[Rival, Creature, int], ...]:
        """Foes with a partner beside each who strikes next, and from where it would have the foe between them."""
        ground, me, reach = self.ground, self.me, max(1, self.study.reach)
        found = []
        for rival in self.study.rivals.values():
            foe = rival.foe
            for friend in self.partners:
                if (
                    self.targets.get(friend.id) == foe.id
                    and self.before(friend, rival)
                    and not friend.flags & GRAPPLING
                    and ground.distance(friend.square, friend.span, foe.square, foe.span) == 1
                    and arm(friend)
                ):
                    squares = flanking_squares(ground, friend.square, friend.span, foe.square, foe.span, me.span, reach)
                    found.append((rival, friend, squares))
        return tuple(found)

    @cached_property
    def coming(self) -> tuple[Creature, ...]:
        """The partners who are still to come to blows."""
        return tuple([one for one in self.partners if one.span == 1 and not self.missile(one) and self.stride(one)])

    @cached_property
    def places(self) -> dict[str, int]:
        """
        Where it and those who are still to come to blows would stand best, no two in one place: the first of the
        scenario where it is best for him, the others by a matching, so that they have foes between them and him.
        """
        if not self.coming or self.study.shoots or self.me.span > 1:
            return {}
        comers = {self.me.id, *[one.id for one in self.coming]}
        first, *others = [one for who, one in self.study.battle.creatures.items() if who in comers]
        worth = self.worths(first)
        if not worth:
            return {}
        gap = self.ground.distance
        place = max(worth, key=lambda at: (worth[at], -gap(first.square, 1, at, 1), -at))
        offers = [
            offer
            for one in others
            for offer in sorted(
                [Offer(one.id, at, points) for at, points in self.worths(one, place).items() if at != place],
                key=lambda offer: (-offer.worth, offer.place),
            )[:BEST]
        ]
        return {first.id: place, **matched(offers)}

    def worths(self, one: Creature, taken: int = -1) -> dict[int, int]:
        """What somebody might do from each place beside a foe, when a friend comes to stand at ``taken``."""
        study, ground, me = self.study, self.ground, self.me
        here = 1 << one.square
        if one.id == me.id:
            reached = study.blow_after | study.area.reached & ground.near(one.square, 1)
        else:
            reached = within(ground, one.square, one.span, self.stride(one))
        free = ground.inside & ~ground.solid & ~self.view.occupied & reached | here
        found: dict[int, int] = {}
        for rival in sorted(study.rivals.values(), key=lambda rival: rival.foe.distance)[:FOES]:
            foe = rival.foe
            harm = sum([strike.harm.mean(HUNDRED) for strike in self.blows(one, rival)]) * rival.rate // 100
            if not harm:
                continue
            held = opposite(ground, taken, foe.square, 1) if taken >= 0 and foe.span == 1 else 0
            for other, _, squares in self.pairs:
                if other is rival:
                    held |= squares
            stands = study.stands(foe, study.arms[0]) if one.id == me.id else within(ground, foe.square, foe.span, 1)
            for place in squares_of(stands & free):
                gain = harm + (self.by_flank(one, rival) if held >> place & 1 else 0)
                found[place] = max(found.get(place, 0), gain)
        return found

    @cached_property
    def at_blows(self) -> list[Rival]:
        """The foes who have somebody of its side beside them, or a step away."""
        return at_blows(self.study)

    @cached_property
    def goes_in(self) -> bool:
        """Does its side go in against foes that wait?"""
        return goes_in(self.study)

    @cached_property
    def joins(self) -> Move | None:
        """
        The move to where its side is at blows, for whoever has nobody to strike yet, or to foes that wait when its side
        goes in: one move a turn, so that others come up and it can receive who comes.
        """
        study, orders = self.study, self.orders
        if orders.contact or study.shoots or not orders.whole or not orders.menu.can(Move):
            return None
        stands = 0
        rivals = study.rivals.values() if self.goes_in else self.at_blows
        for rival in rivals:
            stands |= study.stands(rival.foe, study.chief)
        return walking.towards(self.view, orders.menu, stands) if stands else None

    def missile(self, friend: Creature) -> str:
        """What a friend holds that shoots; empty for nothing."""
        weapons = friend.weapons
        return next(
            (
                name
                for name in friend.held
                if name in weapons and weapons[name].category == "ranged" and name not in friend.unloaded
            ),
            "",
        )

    def stride(self, friend: Creature) -> int:
        """How many squares a friend goes for a blow: none, where a foe stands beside him."""
        if friend.flags & (GRAPPLING | PRONE | DOWN) or self.engaged(friend):
            return 0
        return friend.sheet.speed // 5

    def strikes_next(self, friend: Creature) -> bool:
        """May a friend strike somebody hand to hand in his next turn, if need be at the end of a charge?"""
        reach = max(1, self.view.odds.reach(friend)) + 2 * self.stride(friend)
        gap = self.ground.distance
        return any(
            gap(friend.square, friend.span, rival.foe.square, rival.foe.span) <= reach
            for rival in self.study.rivals.values()
        )

    def engaged(self, friend: Creature) -> bool:
        """Does a foe threaten a friend?"""
        space = self.ground.footprint(friend.square, friend.span)
        return any(rival.threatened & space for rival in self.study.rivals.values())


@lru_cache(maxsize=4096)
def together(strikes: tuple[Strike, ...]) -> Distribution:
    """What several attacks may do in all."""
    return reduce(Distribution.plus, [strike.harm for strike in strikes])
