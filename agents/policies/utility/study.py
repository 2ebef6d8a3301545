"""
What a decision needs to know about everybody near, worked out once for all orders: the blows of both sides by exact
odds, where each foe may strike in its next turn, and what it comes to for whoever stands there.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce

from agents.policies.base import Offers
from agents.policies.doctrine.option import HUNDRED, arm
from agents.policies.doctrine.wait import SPELL
from agents.view import Foe, View
from sim.core.errors import BadInput
from sim.dice.odds import Chance, Distribution
from sim.events.orders import Attack, Charge, FullAttack
from sim.grid.flanking import flanking_squares
from sim.grid.reach import within
from sim.rules.book import Strike
from sim.state.conditions import CANNOT_ACT, DOWN, GRAPPLING, PRONE
from sim.state.creature import Creature

IN_PLAY = 8
"""How many of the nearest foes a decision looks at."""

LIFE = 120
"""What felling a foe is worth besides its wounds: so much for each of its hit dice and once more."""

ROUNDS = 1
"""And so many rounds of what it does."""

HERE = -1


class Rival:
    """
    A foe in play. ``once`` and ``round_`` are what one blow and all blows of a round may be expected to take from the
    creature that decides (hundredths of hit points); ``near`` are the squares in which it may strike with all of them
    in its next turn, ``far`` those in which with one.
    """

    __slots__ = ("far", "figure", "foe", "left", "life", "near", "once", "round_", "shoots")

    def __init__(self, foe: Foe, view: View, blows: tuple[Strike, ...]) -> None:
        ground = view.ground
        self.foe = foe
        self.figure = figure = foe.figure
        self.shoots = foe.shoots
        means = [blow.harm.mean(HUNDRED) for blow in blows]
        self.once = means[0] if means else 0
        self.round_ = sum(means)
        self.left = max(1, figure.hit_points - figure.nonlethal)
        sheet = figure.sheet
        caster = sheet.caster
        self.life = LIFE * (1 + sheet.worth) + ROUNDS * self.round_ + (SPELL * caster.level if caster else 0)
        reach = max(1, sheet.farthest_reach)
        speed = pace(figure)
        if foe.has(CANNOT_ACT):
            self.near = self.far = 0
        elif self.shoots:
            self.near = self.far = ground.inside
        elif foe.has(GRAPPLING | PRONE):
            self.near = self.far = within(ground, foe.square, foe.span, reach)
        else:
            self.near = within(ground, foe.square, foe.span, reach + 1)
            self.far = within(ground, foe.square, foe.span, reach + 2 * speed)


def pace(one: Creature) -> int:
    """Squares of one move of somebody, as everybody can see."""
    return int(getattr(one.sheet, "speed", 0) // 5 or getattr(one.sheet, "movement", 6) // 2)


class Study:
    """All of it for one decision; what is asked for is worked out once."""

    def __init__(self, view: View, menu: Offers) -> None:
        self.view = view
        self.menu = menu
        self.me = view.me
        self.ground = view.ground
        self._blows: dict[tuple[object, ...], tuple[Strike, ...]] = {}
        self._exposed: dict[int, int] = {}
        self._openings: dict[str, int] = {}

    @cached_property
    def foes(self) -> tuple[Foe, ...]:
        """The nearest of the foes in sight, in the order of the scenario."""
        foes = self.view.foes
        if len(foes) <= IN_PLAY:
            return foes
        near = sorted(range(len(foes)), key=lambda place: foes[place].distance)[:IN_PLAY]
        return tuple([foes[place] for place in sorted(near)])

    @cached_property
    def rivals(self) -> dict[str, Rival]:
        """The foes in play by name."""
        return {foe.id: Rival(foe, self.view, self.answers(foe)) for foe in self.foes}

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """What it would strike with: bare hands only if there is nothing else."""
        found = self.menu.melee()
        return found[:-1] if self.menu.armed() and len(found) > 1 else found

    @cached_property
    def missiles(self) -> tuple[str, ...]:
        """What it can shoot or throw at once."""
        return tuple([name for name in self.menu.shooting() if name not in self.me.unloaded])

    @cached_property
    def left(self) -> int:
        """Hit points that it has left, nonlethal damage counted."""
        return max(1, self.me.hit_points - self.me.nonlethal)

    @cached_property
    def mine(self) -> int:
        """The squares of its friends that can be struck at."""
        bits = 0
        for friend in self.view.friends:
            if not friend.flags & DOWN:
                bits |= self.ground.footprint(friend.square, friend.span)
        return bits

    def answers(self, foe: Foe) -> tuple[Strike, ...]:
        """The blows of a foe's round at this creature where both stand, with what it holds."""
        figure, me = foe.figure, self.me
        if foe.has(CANNOT_ACT):
            return ()
        weapons = figure.weapons
        held = [name for name in foe.held if name in weapons]
        ranged = [name for name in held if weapons[name].category == "ranged" and name not in figure.unloaded]
        name = ranged[0] if ranged and foe.distance > 1 else arm(figure) or figure.sheet.unarmed.name
        try:
            return self.view.blows(foe.id, FullAttack(me.id, name))
        except (BadInput, KeyError):
            return ()

    def blows(self, order: Attack | FullAttack | Charge, at: int = HERE) -> tuple[Strike, ...]:
        """What its own attacks of an order do, made from ``at``."""
        key = (order, at)
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self.view.strikes(order, at)
        return found

    def gain(self, foe: Foe, strikes: tuple[Strike, ...]) -> tuple[int, int, str]:
        """Felling, harm and words of these attacks on a foe."""
        rival = self.rivals.get(foe.id) or Rival(foe, self.view, self.answers(foe))
        if not strikes:
            return 0, 0, foe.id
        felled, harm, words = outcome(strikes, rival.left)
        return felled.times(rival.life), harm, f"{foe.id} {words}"

    def flanks(self, foe: Foe) -> int:
        """The places from which it and a friend who could strike have a foe between them."""
        me, ground = self.me, self.ground
        bits = 0
        for friend in self.view.friends:
            if (
                not friend.flags & (DOWN | GRAPPLING)
                and ground.distance(friend.square, friend.span, foe.square, foe.span) == 1
                and arm(friend)
            ):
                bits |= flanking_squares(
                    ground, friend.square, friend.span, foe.square, foe.span, me.span, max(1, me.sheet.reach // 5)
                )
        return bits

    def opening(self, act: str) -> int:
        """What opportunities at an act here may be expected to take."""
        found = self._openings.get(act)
        if found is None:
            found = self._openings[act] = self.view.exposure(act)
        return found

    def exposure(self, place: int) -> int:
        """
        What the next turns of the foes may be expected to take from it at a place: of each what it does there, shared
        among those of its side whom it could strike as well.
        """
        found = self._exposed.get(place)
        if found is None:
            found = self._exposed[place] = self._exposure(place)
        return found

    def _exposure(self, place: int) -> int:
        space = self.ground.footprint(place, self.me.span)
        total = 0
        for rival in self.rivals.values():
            if space & rival.near:
                total += rival.round_ // (1 + (self.mine & rival.near).bit_count())
            elif space & rival.far:
                near = (self.mine & rival.near).bit_count()
                total += rival.once // (1 + near + (self.mine & rival.far).bit_count())
        return total


@lru_cache(maxsize=8192)
def outcome(strikes: tuple[Strike, ...], left: int) -> tuple[Chance, int, str]:
    """
    The chance that these attacks fell somebody who has so many hit points left, the wounds that count (hundredths),
    and both in words.
    """
    harm = reduce(Distribution.plus, [strike.harm for strike in strikes])
    felled = harm.at_least(left)
    points = harm.changed(lambda total: min(total, left)).mean(HUNDRED)
    mean = harm.mean(10)
    words = f"hit at {strikes[0].hit.percent} % for {mean // 10}.{mean % 10}"
    if felled.ways:
        words += f", felled at {felled.percent} %"
    return felled, points, words
