"""
What one creature knows of the battle: its own side exactly, its foes as they look.

A foe that is not perceived is not among its foes. It remembers where its side saw it last, knows where friends who
can speak see it, and from which quarter of the map its noise comes, if it hears it. Of a perceived one the view shows
place, posture, arms and a band of wounds. What an estimate needs besides is taken from the ordinary figures of its kind
(``seen``) or, where the fight is played with open sheets, from its own (``open``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast

import msgspec

from agents import perception
from agents.memory import Remembered, Sighting, last_seen
from sim.core.errors import BadInput
from sim.dice.odds import Chance
from sim.events.orders import (
    AidAnother,
    Attack,
    BullRush,
    Cast,
    Charge,
    Feint,
    FullAttack,
    Order,
    Overrun,
    Question,
    Ride,
    Sunder,
    TotalDefense,
    Trigger,
    TurnUndead,
    UseAbility,
    UseItem,
)
from sim.grid.bits import squares
from sim.grid.movement import flood
from sim.grid.reach import within
from sim.grid.sight import line_of_sight
from sim.grid.terrain import Ground
from sim.rules.book import Case, Odds, Prospect, Strike, Turned
from sim.rules.d20.odds import ODDS
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, DEAD, DOWN, GONE, HIDDEN, INVISIBLE, RECEIVING
from sim.state.creature import Creature
from sim.tables.sheet import Sheet

Knowledge = Literal["seen", "open"]

BANDS = ("unhurt", "scratched", "wounded", "badly wounded", "near death")
"""How hurt somebody looks: nothing lost, less than a quarter, less than half, less than three quarters, more."""

QUARTER = 4
"""Side in squares of the quarters in which the noise of an unseen foe is placed."""


ROUND = 2
"""Moves in a round: so far an unseen foe may have gone for each round since it was seen, and in this one."""

CROWD = 12
"""Of more creatures, the nearest is looked for in circles."""
CIRCLES = (1, 4, 10)
"""How many squares around itself a creature looks for the nearest foe before it looks everywhere."""


class Persona(NamedTuple):
    """
    How somebody fights by nature, each 0 to 10.

    ``aggression``: how gladly it closes; ``caution``: how early it gives way; ``mercy``: how it treats the helpless,
    friend and foe; ``discipline``: how well it works with others and holds out; ``wits``: how well it weighs things,
    and with none it only attacks what is nearest.
    """

    aggression: int = 5
    caution: int = 5
    mercy: int = 5
    discipline: int = 5
    wits: int = 5

    @classmethod
    def of(cls, sheet: Sheet, changes: Mapping[str, int] | None = None) -> Persona:
        """The persona of a sheet; wits are at most its Intelligence, and half of it where nothing is said of them."""
        traits = {"wits": min(10, sheet.mind // 2), **sheet.persona, **(changes or {})}
        traits["wits"] = min(traits["wits"], sheet.mind)
        return cls(**{name: traits[name] for name in cls._fields if name in traits})


class Foe:
    """A foe as it looks to one creature. ``distance`` is in squares."""

    __slots__ = ("_creature", "_figure", "_view", "distance", "id", "span", "square")

    def __init__(self, creature: Creature, view: View, distance: int) -> None:
        self._creature = creature
        self._figure: Creature | None = None
        self._view = view
        self.distance = distance
        self.id = creature.id
        self.square = creature.square
        self.span = creature.span

    def __repr__(self) -> str:
        return f"Foe({self.id!r}, {self.wounds})"

    def has(self, flags: int) -> bool:
        """Does it show any of these conditions?"""
        return self._creature.flags & flags != 0

    @property
    def band(self) -> int:
        """How hurt it looks, as a place in ``BANDS``."""
        return band(self._creature)

    @property
    def wounds(self) -> str:
        """How hurt it looks, in words."""
        return BANDS[self.band]

    @property
    def held(self) -> tuple[str, ...]:
        """What it has in its hands."""
        return self._creature.held

    @property
    def armor(self) -> str:
        """What armor it wears; empty for none."""
        worn = self._creature.sheet.armor
        return worn.name if worn is not None else ""

    @property
    def shield(self) -> str:
        """The shield on its arm; empty for none."""
        sheet = self._creature.sheet
        return sheet.shield.name if sheet.shield is not None and self._creature.shield_on else ""

    @property
    def shoots(self) -> bool:
        """Does it hold something to shoot with?"""
        weapons = self._creature.weapons
        return "ranged" in [weapons[name].category for name in self._creature.held if name in weapons]

    @property
    def kind(self) -> str:
        """What it is, as everybody can tell."""
        return self._creature.sheet.kind

    @property
    def size(self) -> str:
        return self._creature.sheet.size

    @property
    def figure(self) -> Creature:
        """
        A creature for estimates. Open sheets: itself. Else one of its kind, hurt, armed and placed as this one looks.
        """
        if self._figure is None:
            self._figure = self._view.figure(self._creature)
        return self._figure


class View:
    """
    The battle as ``me`` knows it, for one decision. ``question`` is ``None`` for an order in its own turn.

    ``ground``, ``friends`` and ``me`` are exact and not to be changed; ``foes`` are those perceived that still stand,
    ``fallen`` those perceived that lie helpless of their wounds; all in the order of the scenario.
    """

    __slots__ = (
        "_awaiting",
        "_battle",
        "_fallen",
        "_figures",
        "_foes",
        "_foreseen",
        "_friends",
        "_kept",
        "_nearest",
        "_open",
        "_remembered",
        "_struck",
        "ground",
        "knowledge",
        "me",
        "odds",
        "persona",
        "question",
    )

    def __init__(
        self,
        battle: Battle,
        who: str,
        question: Question | None = None,
        knowledge: Knowledge = "seen",
        persona: Persona = Persona(),  # noqa: B008
        odds: Odds = ODDS,
    ) -> None:
        self._battle = battle
        self._foes: tuple[Foe, ...] | None = None
        self._friends: tuple[Creature, ...] | None = None
        self._awaiting: tuple[str, ...] | None = None
        self._nearest: tuple[Foe | None] | None = None
        self._fallen: tuple[Foe, ...] | None = None
        self._figures: dict[str, Creature] = {}
        self._remembered: tuple[Remembered, ...] | None = None
        self._kept: dict[str, Battle] = {}
        self._struck: dict[tuple[object, ...], tuple[Strike, ...]] = {}
        self._foreseen: dict[tuple[object, ...], int] = {}
        self.ground: Ground = battle.ground
        self.knowledge = knowledge
        self.me: Creature = battle.creatures[who]
        self._open = not (self.ground.has_walls or self.ground.has_veils or self.me.flags & BLINDED)
        self.odds = odds
        self.persona = persona
        self.question = question

    @property
    def round(self) -> int:
        """The round of the fight; the surprise round is 0."""
        return self._battle.round

    @property
    def orders(self) -> int:
        """How many orders it has given in this turn."""
        turn = self._battle.turn
        return turn.orders if turn.who == self.me.id else 0

    @property
    def friends(self) -> tuple[Creature, ...]:
        """The others of its side that are still in the fight."""
        if self._friends is None:
            me = self.me
            self._friends = tuple([c for c in self._battle if c.side == me.side and c is not me and c.active])
        return self._friends

    @property
    def foes(self) -> tuple[Foe, ...]:
        """The perceived foes that still stand."""
        if self._foes is None:
            self._look()
        return self._foes  # type: ignore[return-value]

    @property
    def fallen(self) -> tuple[Foe, ...]:
        """The perceived foes that lie helpless of their wounds."""
        if self._fallen is None:
            self._look()
        return self._fallen  # type: ignore[return-value]

    @property
    def awaiting(self) -> tuple[str, ...]:
        """Those of the foes who show that they await a charge."""
        if self._awaiting is None:
            self._awaiting = tuple([foe.id for foe in self.foes if awaits(self._battle.creatures[foe.id])])
        return self._awaiting

    def foe(self, who: str) -> Foe | None:
        """This foe, if it is perceived and still stands."""
        creature = self._battle.creatures.get(who)
        if creature is None or creature.flags & DOWN or creature.side == self.me.side or not self.perceives(creature):
            return None
        return self._as_seen(creature)

    def perceives(self, foe: Creature) -> bool:
        """Does it see this creature, or know its place for other reasons (they grapple)?"""
        me = self.me
        if self._open and not foe.flags & (INVISIBLE | HIDDEN):
            return True
        if foe.id in me.grapplers:
            return perception.in_sight(self.ground, me.sheet, me.square, me.span, foe.sheet, foe.square, foe.span)
        return perception.sees(self.ground, me, foe)

    def nearest(self) -> Foe | None:
        """The nearest of the perceived foes that still stand; of several, the first of the scenario."""
        if self._nearest is None:
            self._nearest = (self._find_nearest(),)
        return self._nearest[0]

    def _find_nearest(self) -> Foe | None:
        distance, me = self.ground.distance, self.me
        for others in self._around():
            found, least = None, 0
            for other in others:
                if other.side != me.side and not other.flags & DOWN:
                    gap = distance(me.square, me.span, other.square, other.span)
                    if (found is None or gap < least) and self.perceives(other):
                        found, least = other, gap
            if found is not None:
                return Foe(found, self, least)
        return None

    def _around(self) -> Iterator[list[Creature]]:
        """Everybody in circles that widen, at last everybody there is; each time in the order of the scenario."""
        battle, me = self._battle, self.me
        enemies = battle.enemies_mask(me.side)
        for reach in CIRCLES if len(battle.creatures) > CROWD else ():
            if near := enemies & within(self.ground, me.square, me.span, reach):
                close = battle.occupants(near)
                if len(close) > 1:
                    ids = {other.id for other in close}
                    yield [other for who, other in battle.creatures.items() if who in ids]
                else:
                    yield list(close)
        yield list(battle)

    def among(self, area: int) -> Foe | None:
        """The first foe that stands in these squares, lowest square first, and is perceived."""
        found = self._first(area)
        return None if found is None else self._as_seen(found)

    def beset(self, area: int) -> bool:
        """Does a foe that it perceives stand in any of these squares?"""
        return self._first(area) is not None

    def _first(self, area: int) -> Creature | None:
        battle = self._battle
        side = self.me.side
        near = area & battle.enemies_mask(side)
        while near:
            low = near & -near
            near ^= low
            for who in battle.at.get(low.bit_length() - 1, ()):
                other = battle.creatures[who]
                if other.side != side and not other.flags & DOWN and self.perceives(other):
                    return other
        return None

    @property
    def occupied(self) -> int:
        """The squares of everybody whom it knows to be there."""
        battle, me = self._battle, self.me
        bits = battle.occupied()
        in_sight = self._open
        for other in battle.creatures.values():
            if in_sight and not other.flags & (INVISIBLE | HIDDEN):
                continue
            if other.side != me.side and other.active and not self.perceives(other):
                bits &= ~battle.footprint(other)
        return bits

    def remembered(self) -> tuple[Remembered, ...]:
        """
        The foes out of its sight that its side sees now or has seen, by itself or by friends who can tell: the latest
        first, of those the nearest.
        """
        if self._remembered is None:
            me, ground = self.me, self.ground
            found = [self._remember(foe) for foe in self._unseen()]
            known = [memory for memory in found if memory is not None]
            known.sort(key=lambda it: (it.ago, not it.by, ground.distance(me.square, me.span, it.square, 1)))
            self._remembered = tuple(known)
        return self._remembered

    def may_be(self, memory: Remembered) -> int:
        """
        The places where a remembered foe may be by now: as far as its speed takes it from where it was, less what
        lies open to its own eyes.
        """
        if memory.by:
            return 1 << memory.square
        me, ground, foe = self.me, self.ground, self._battle.creatures[memory.who]
        most = ROUND * (memory.ago + 1) * (self.figure(foe).sheet.speed // 5)
        places = flood(ground, memory.square, foe.span, most, squeeze=foe.span > 1).reached & ~(1 << me.square)
        for place in squares(places):
            if perception.in_sight(ground, me.sheet, me.square, me.span, foe.sheet, place, foe.span):
                places ^= 1 << place
        return places

    def _unseen(self) -> Iterator[Creature]:
        """The foes that stand and that it does not perceive."""
        side = self.me.side
        for other in self._battle.creatures.values():
            if other.side != side and not other.flags & DOWN and not self.perceives(other):
                yield other

    def _remember(self, foe: Creature) -> Remembered | None:
        """Where its side saw a foe last."""
        battle, me = self._battle, self.me
        latest: Sighting | None = None
        for friend in battle.creatures.values():
            if friend.side != me.side or friend.flags & GONE:
                continue
            if friend is not me and perception.tells(friend, me) and perception.sees(self.ground, friend, foe):
                return Remembered(foe.id, foe.square, 0, friend.id)
            if friend is me or (perception.has_speech(friend) and perception.has_speech(me)):
                seen = last_seen(battle, friend, foe)
                if seen is not None and (latest is None or seen > latest):
                    latest = seen
        return None if latest is None else Remembered(foe.id, latest.square, battle.round - latest.round)

    def noises(self) -> tuple[int, ...]:
        """Where unseen foes that still stand are heard: the middles of quarters of the map, nearest first."""
        me, ground = self.me, self.ground
        heard: dict[int, int] = {}
        for other in self._heard():
            y, x = (part // QUARTER * QUARTER + QUARTER // 2 for part in divmod(other.square, ground.stride))
            middle = min(y, ground.height - 1) * ground.stride + min(x, ground.width - 1)
            heard.setdefault(middle, ground.distance(me.square, me.span, middle, 1))
        return tuple(sorted(heard, key=lambda middle: (heard[middle], middle)))

    def _heard(self) -> Iterator[Creature]:
        """The unseen foes that it hears."""
        for other in self._unseen():
            if self.odds.hears(self._battle, self.me.id, other.id):
                yield other

    def guesses(self) -> tuple[tuple[str, int], ...]:
        """
        Unseen foes, nearest first, each with the squares where it may be: where a friend sees it, or those of the
        quarter where it is heard in which one can stand and nobody is known to be.
        """
        me, ground = self.me, self.ground
        told = {memory.who: memory for memory in self.remembered() if memory.by}
        free = ground.inside & ~ground.solid & ~self.occupied
        found = []
        for place, other in enumerate(self._unseen()):
            if other.id in told:
                gap = ground.distance(me.square, me.span, other.square, other.span)
                found.append((gap, place, other.id, self._battle.footprint(other)))
            elif self.odds.hears(self._battle, me.id, other.id):
                y, x = (part // QUARTER * QUARTER for part in divmod(other.square, ground.stride))
                rows = range(y, min(y + QUARTER, ground.height))
                row = (1 << min(QUARTER, ground.width - x)) - 1
                quarter = sum(row << at * ground.stride + x for at in rows)
                middle = rows[len(rows) // 2] * ground.stride + x
                found.append((ground.distance(me.square, me.span, middle, 1), place, other.id, quarter & free))
        return tuple((who, places) for _, _, who, places in sorted(found))

    def lying(self) -> tuple[tuple[str, int], ...]:
        """What lies about in sight: name and square."""
        ground, me = self.ground, self.me
        return tuple(
            (thing.name, thing.square)
            for thing in self._battle.things
            if line_of_sight(ground, me.square, me.span, thing.square, 1, darkvision=me.sheet.darkvision // 5)
        )

    def losses(self) -> tuple[int, int]:
        """How many of its own side are down or gone, and how many it had."""
        side = self.me.side
        mine = [c for c in self._battle if c.side == side]
        return sum(1 for c in mine if c.flags & DOWN), len(mine)

    def odds_of_numbers(self) -> tuple[int, int]:
        """Hit dice of its own side and of the perceived foes, counting those that still stand."""
        side = self.me.side
        own = sum(c.sheet.worth for c in self._battle if c.side == side and not c.flags & DOWN)
        return own, sum(foe.figure.sheet.worth for foe in self.foes)

    @property
    def borders(self) -> int:
        """The squares along the edge of the map, from where it can be left."""
        ground = self.ground
        inner = 0
        for y in range(1, ground.height - 1):
            inner |= (1 << max(0, ground.width - 2)) - 1 << y * ground.stride + 1
        return ground.inside & ~inner

    def strikes(
        self, order: Attack | FullAttack | Charge | Ride, at: int = -1, *, by: str = "", case: Case = ""
    ) -> tuple[Strike, ...]:
        """
        What to expect of each attack of this order, made from ``at``; of a charge, from the place where it ends.

        ``by`` is a friend who would make it, ``case`` what would help it.
        """
        if isinstance(order, Charge | Ride):
            at = order.to
        key = order, at, by, case
        found = self._struck.get(key)
        if found is None:
            changes = at >= 0 or case or (not isinstance(order, Ride) and order.power)
            battle = self.imagined(order.target, at) if changes else self._as_it_looks(order.target)
            found = self._struck[key] = self.odds.strikes(battle, by or self.me.id, order, case)
        return found

    def blows(self, foe: str, order: Attack | FullAttack, at: int = -1) -> tuple[Strike, ...]:
        """What to expect of each attack that a foe would make by this order at this creature, at ``at``."""
        return self.odds.strikes(self.imagined(foe, at), foe, order)

    def success(self, order: Attack | FullAttack | Charge | BullRush | Overrun | Feint | AidAnother | Sunder) -> Chance:
        """The chance that a special attack, a feint or help comes off."""
        foe = order.foe if isinstance(order, AidAnother) else order.target
        return self.odds.success(self._as_it_looks(foe), self.me.id, order)

    def announced(self, foe: str) -> Order | None:
        """What a foe has declared for the round, where that is done before anybody acts, and openly."""
        return self.odds.announced(self._battle, foe)

    def saved(self, order: FullAttack | TotalDefense) -> int:
        """Hundredths of hit points that the parries of an order may be expected to save of the blows of foes."""
        return self.odds.saved(self.imagined(), self.me.id, order)

    def prospect(self, order: Cast | UseItem | UseAbility) -> Prospect | None:
        """What may come of a spell, an item or an ability."""
        return self.odds.prospect(self.imagined(), self.me.id, order)

    def turning(self, order: TurnUndead) -> tuple[Turned, ...]:
        """The undead that an attempt to turn, rebuke or free may reach."""
        return self.odds.turning(self.imagined(), self.me.id, order)

    def opening(self, foe: str, act: str, *, spared: str = "", case: Case = "") -> int:
        """Hundredths of hit points that its own side's opportunities at an act of a foe may be expected to take."""
        found = self._foreseen.get((foe, act, spared, case))
        if found is None:
            imagined = self.imagined(foe) if case else self._as_it_looks(foe)
            found = self.odds.exposure(imagined, foe, act, spared=spared, case=case)
            self._foreseen[foe, act, spared, case] = found
        return found

    def exposure(self, act: str) -> int:
        """Hundredths of hit points that attacks provoked by this act here may be expected to take."""
        found = self._foreseen.get((act,))
        if found is None:
            found = self._foreseen[act,] = self.odds.exposure(self._as_it_looks(), self.me.id, act)
        return found

    def threat(self, foe: str, at: int = -1, *, without: str = "") -> int:
        """Hundredths of hit points that one blow of a foe may be expected to take, if it holds no ``without``."""
        found = self._foreseen.get((foe, at, without))
        if found is None:
            battle = self.imagined(foe, at) if at >= 0 else self._as_it_looks(foe)
            found = self.odds.threat(battle, foe, self.me.id, without=without)
            self._foreseen[foe, at, without] = found
        return found

    def figure(self, foe: Creature) -> Creature:
        """A foe for estimates; see ``Foe.figure``."""
        if self.knowledge == "open":
            return foe
        found = self._figures.get(foe.id)
        if found is None:
            found = self._figures[foe.id] = stand_in(foe, self.odds)
        return found

    def received(self, order: Charge | Ride) -> int:
        """Hundredths of hit points that the weapons that await this charge in plain sight may be expected to take."""
        found = self._foreseen.get((order,))
        if found is None:
            who = self.me.id
            found = sum([self.odds.received(self.imagined(foe), foe, who, order) for foe in self.awaiting])
            self._foreseen[order,] = found
        return found

    def _as_it_looks(self, foe: str = "") -> Battle:
        """The battle as it stands with a foe (or all of them) as it looks, for estimates that change nothing in it."""
        found = self._kept.get(foe)
        if found is None:
            found = self._kept[foe] = self.imagined(foe)
        return found

    def imagined(self, foe: str = "", at: int = -1) -> Battle:
        """The battle with this creature at ``at`` and a foe (or all of them) as it looks."""
        battle = self._battle.imagined(self.me.id)
        for other in (foe,) if foe else [seen.id for seen in self.foes]:
            battle.creatures[other] = self.figure(battle.creatures[other])
        if at >= 0:
            me = battle.creatures[self.me.id]
            battle.leave(me)
            me.square = at
            battle.enter(me)
        return battle

    def _as_seen(self, creature: Creature) -> Foe:
        me = self.me
        return Foe(creature, self, self.ground.distance(me.square, me.span, creature.square, creature.span))

    def _look(self) -> None:
        side = self.me.side
        foes, fallen = [], []
        for other in self._battle.creatures.values():
            if other.side != side and not other.flags & (DEAD | GONE) and self.perceives(other):
                if not other.flags & DOWN:
                    foes.append(self._as_seen(other))
                elif other.active:
                    fallen.append(self._as_seen(other))
        self._foes = tuple(foes)
        self._fallen = tuple(fallen)


def awaits(creature: Creature) -> bool:
    """Does somebody show that it awaits a charge, ready to receive it or with a blow readied against it?"""
    held = creature.readied
    waiting = held is not None and isinstance(held.when, Trigger) and held.when.on == "charges"
    return waiting or creature.flags & RECEIVING != 0


def band(creature: Creature) -> int:
    """How hurt a creature looks, as a place in ``BANDS``; nonlethal damage shows like any other."""
    full = creature.sheet.hit_points
    lost = full - creature.hit_points + creature.nonlethal
    return 0 if lost <= 0 else min(4, 1 + 4 * lost // max(1, full))


@lru_cache(maxsize=1024)
def typical(ordinary: Callable[[str], Sheet], kind: str) -> Sheet | None:
    """The ordinary figures of a kind of creature; ``None`` for a kind that the book does not describe."""
    try:
        return ordinary(kind) if kind else None
    except BadInput:
        return None


def _guessed(sheet: Sheet, odds: Odds) -> Sheet:
    """One of this creature's kind with its arms and armor; of an unknown kind, somebody ordinary of its size."""
    kind = typical(odds.ordinary, sheet.kind)
    seen = {"armor": sheet.armor, "shield": sheet.shield, "weapons": sheet.weapons, "unarmed": sheet.unarmed}
    named = {"id": sheet.id, "side": sheet.side, "held": sheet.held, "glyph": sheet.glyph}
    if kind is not None:
        return msgspec.structs.replace(kind, **seen, **named)
    unknown: dict[str, Any] = {
        "dexterity": 10,
        "deflection": 0,
        "dodge": 0,
        "other_armor": 0,
        "feats": (),
        "skills": {},
        "hit_points": _ORDINARY * max(1, sheet.worth),
        "sneak_attack": 0,
        "reduction": None,
        "regeneration": 0,
    }
    return msgspec.structs.replace(
        sheet, **{name: unknown[name] for name in unknown if name in sheet.__struct_fields__}
    )


_ORDINARY = 6
"""Hit points that a hit die of an unknown kind is taken for."""


def stand_in(creature: Creature, odds: Odds = ODDS) -> Creature:
    """
    Somebody of this creature's kind in its place: hurt as it looks, armed and dressed alike, in the same posture.

    Of the hit points that its band of wounds leaves open, the middle is taken.
    """
    known = cast("Creature | None", creature.cache.get("figure"))
    if known is None:
        known = creature.cache["figure"] = Creature(_guessed(creature.sheet, odds), creature.square, creature.span)
        known.cache = {}
    sheet = known.sheet
    figure = known.fork()
    figure.square = creature.square
    figure.span = creature.span
    figure.facing = creature.facing
    figure.flags = creature.flags
    figure.conditions = creature.conditions
    figure.held = creature.held
    figure.shield_on = creature.shield_on
    figure.notches = creature.notches
    figure.grapplers = creature.grapplers
    figure.weapons = creature.weapons
    figure.reactions = creature.reactions
    figure.acted = creature.acted
    figure.readied = creature.readied if awaits(creature) else None
    if not creature.flags & DOWN:
        figure.hit_points = max(1, sheet.hit_points * (8, 7, 5, 3, 1)[band(creature)] // 8)
    else:
        figure.hit_points = min(creature.hit_points, 0)
    return figure
