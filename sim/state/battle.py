"""
The battle: who stands where in what state, whose turn it is, and what it has spent.

Events alone change it. It holds no dice and no seed: whoever has a battle cannot foresee a roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Annotated, NamedTuple, Protocol

from msgspec import Meta, Struct
from msgspec.structs import astuple

from sim.grid.changes import overlaid
from sim.grid.figures import MapFigures
from sim.grid.light import lit
from sim.grid.reach import within
from sim.grid.terrain import Ground
from sim.state.conditions import BLINDED, CANNOT_ACT, GONE, HIDDEN, INVISIBLE
from sim.state.creature import TRAIL, Creature, Stood
from sim.state.magic import Running
from sim.state.zones import FOG, SLOW, Zone

SENSED = HIDDEN | INVISIBLE | BLINDED | CANNOT_ACT
"""Conditions that change who perceives whom: a creature's trail tells since when it has them."""

SCENES = 8
"""How many of the grounds that lay under the fight last are kept."""

ROUND = "*"
"""The ender of a condition that is counted in rounds."""


class Timer(NamedTuple):
    """A condition's end: at the start of the ``turns``-th next turn of ``ender``, or round (``ROUND``)."""

    who: str
    condition: str
    other: str
    ender: str
    turns: int

    def nearer(self) -> Timer:
        """The same a turn later."""
        return Timer(self.who, self.condition, self.other, self.ender, self.turns - 1)


class Thing(NamedTuple):
    """Something on the ground."""

    name: str
    square: int
    owner: str


class Light(NamedTuple):
    """A burning torch: in somebody's hand, or (``bearer`` empty) on the ground in ``square``."""

    item: str
    bearer: str
    square: int = -1


class Aid(NamedTuple):
    """``helper`` has distracted ``foe``: for ``friend``'s next attack on it, or (``ac``) its next one on ``friend``."""

    helper: str
    friend: str
    foe: str
    benefit: str


class Due(NamedTuple):
    """An attack of a full attack that is still to come; ``off_hand``: with the second weapon."""

    penalty: int
    weapon: str
    off_hand: bool = False


class Endings(Struct, frozen=True, omit_defaults=True):
    """
    When a fight ends besides one side being left: after ``rounds`` rounds, or after ``quiet`` rounds in which
    nobody was hurt. ``flight``: creatures may leave the map; ``surrender``: they may give up.
    """

    rounds: Annotated[int, Meta(ge=1, le=1000)] = 50
    quiet: Annotated[int, Meta(ge=1, le=1000)] = 10
    flight: bool = True
    surrender: bool = True


class Aftermath(NamedTuple):
    """Time after the fight: hours still to pass, how they are rested, who is tended, the hours gone by."""

    hours: int = 0
    rest: str = "night"
    tended: tuple[str, ...] = ()
    hour: int = 0


_NOTHING_DUE = Due(0, "")


class Ledger(Protocol):
    """What one rulebook keeps in a battle besides; events alone change it."""

    def fork(self) -> Ledger:
        """An independent copy."""
        ...

    def snapshot(self) -> tuple[object, ...]:
        """All that can change, as one hashable value."""
        ...

    def admit(self, who: str) -> None:
        """One more creature has come."""
        ...

    def spend(self, who: str, order: object, cost: str) -> None:
        """An order is given, at this price."""
        ...


class Turn(Struct):
    """
    What the creature whose turn it is has spent.

    ``halves`` are the half squares moved in the turn, so that the diagonal count runs on; ``attacks`` the attacks of
    a full attack still to come in their order, ``due`` the one being made, ``off_hand`` its second weapon; ``blows``
    how many attacks were made; ``orders`` how many orders were given. Of a rider's mount ``ridden`` are the half
    squares moved, ``spurred`` the actions spent (two are all), ``gait`` how it moves; ``shot``: something was shot or
    thrown. ``set_against`` is the charger that a readied weapon awaits.
    """

    who: str = ""
    restricted: bool = False
    standard: bool = False
    move: bool = False
    full: bool = False
    stepped: bool = False
    moved: bool = False
    over: bool = False
    halves: int = 0
    ridden: int = 0
    spurred: int = 0
    gait: str = ""
    shot: bool = False
    attacks: tuple[Due, ...] = ()
    due: Due = _NOTHING_DUE
    off_hand: str = ""
    rapid: bool = False
    quickened: bool = False
    blows: int = 0
    orders: int = 0
    drawn: int = 0
    hits: tuple[tuple[str, str], ...] = ()
    tried: tuple[str, ...] = ()
    set_against: str = ""


class Battle:
    """
    Everything that decides what may happen next.

    ``order`` are the ids in initiative order; ``phase`` is ``muster`` before initiative, ``surprise`` in a surprise
    round, ``fight``, and ``over``. ``at`` maps an occupied square to the ids of those in it; ``masks`` maps a side
    to the bit set of the squares of its creatures that are still in the fight (the helpless too, not the dead);
    ``standing`` counts the creatures of a side that can still carry on, ``contested``: more than one side can.
    ``hurt`` is the round of the last damage. ``changes`` counts the events; ``places`` how often somebody has come
    to stand, or to be helpless, elsewhere, ``upright`` is what follows from the places for those who pass, as of
    which count. ``spells`` are those under way, oldest first. ``base`` is the ground without the light of the
    torches that burn, ``lights``; ``scenes`` are the grounds that there were last, each with the input and the round
    since which it has been so. ``ledger`` is what the rulebook keeps besides. ``ready`` are those who wait for a
    trigger, ``delaying`` those who wait with their turn, ``suspended`` the turns that readied actions interrupt, the
    innermost last; ``aids`` what the help of others is good for.
    """

    __slots__ = (
        "_enemies",
        "_memo",
        "_memo_of",
        "aftermath",
        "aids",
        "at",
        "base",
        "changes",
        "contested",
        "creatures",
        "delaying",
        "endings",
        "ground",
        "hurt",
        "inputs",
        "ledger",
        "lights",
        "longest_reach",
        "masks",
        "options",
        "order",
        "phase",
        "places",
        "ready",
        "reason",
        "round",
        "scenes",
        "spells",
        "standing",
        "suspended",
        "things",
        "timers",
        "turn",
        "upright",
        "widest",
        "winner",
        "zones",
    )

    def __init__(
        self,
        ground: Ground,
        creatures: Mapping[str, Creature],
        options: Mapping[str, str],
        endings: Endings = Endings(),  # noqa: B008
        ledger: Ledger | None = None,
    ) -> None:
        self.ground = self.base = ground
        self.lights: tuple[Light, ...] = ()
        self.scenes: tuple[tuple[int, int, Ground], ...] = ((0, 0, ground),)
        self.endings = endings
        self.ledger = ledger
        self.creatures = dict(creatures)
        self.options = options
        self.order: tuple[str, ...] = ()
        self.phase = "muster"
        self.round = 0
        self.turn = Turn()
        self.timers: tuple[Timer, ...] = ()
        self.ready: tuple[str, ...] = ()
        self.delaying: tuple[str, ...] = ()
        self.suspended: tuple[Turn, ...] = ()
        self.aids: tuple[Aid, ...] = ()
        self.things: tuple[Thing, ...] = ()
        self.spells: tuple[Running, ...] = ()
        self.zones: tuple[Zone, ...] = ()
        self.winner = ""
        self.reason = ""
        self.aftermath = Aftermath()
        self.inputs = 0
        self.changes = 0
        self.hurt = 0
        self.standing: dict[str, int] = {}
        self.contested = False
        self.at: dict[int, tuple[str, ...]] = {}
        self.masks: dict[str, int] = {}
        self._enemies: dict[str, int] = {}
        self.longest_reach = max((creature.sheet.farthest_reach for creature in self.creatures.values()), default=1)
        self.widest = 1
        self.places = 0
        self.upright: tuple[int, dict[tuple[str, str], int]] | None = None
        self._memo: dict[object, object] = {}
        self._memo_of = 0
        for creature in self.creatures.values():
            self.masks.setdefault(creature.side, 0)
            self.stand(creature.side, 1)
            self.enter(creature)

    def add(self, creature: Creature) -> None:
        """One more creature, on a side that there is already."""
        self.creatures[creature.id] = creature
        self.longest_reach = max(self.longest_reach, creature.sheet.farthest_reach)
        self.stand(creature.side, 1)
        self.enter(creature)
        self.trace(creature, (creature.square,))
        if self.ledger is not None:
            self.ledger.admit(creature.id)

    def __getitem__(self, who: str) -> Creature:
        return self.creatures[who]

    def __iter__(self) -> Iterator[Creature]:
        return iter(self.creatures.values())

    def fork(self) -> Battle:
        """An independent copy that shares the ground and the sheets."""
        new = self._copy()
        new.ledger = None if self.ledger is None else self.ledger.fork()
        new.creatures = {who: creature.fork() for who, creature in self.creatures.items()}
        new.turn = copy(self.turn)
        new.suspended = tuple([copy(turn) for turn in self.suspended]) if self.suspended else ()
        new.standing = self.standing.copy()
        new._memo_of = 0
        return new

    def imagined(self, who: str) -> Battle:
        """A copy to weigh things on: ``who`` and its place in it may be changed, everything else is shared."""
        new = self._copy()
        new.creatures = self.creatures.copy()
        new.creatures[who] = self.creatures[who].fork()
        new.upright = None
        return new

    def _copy(self) -> Battle:
        """A copy in which others may stand elsewhere; everything else is shared."""
        new = object.__new__(Battle)
        new.ground = self.ground
        new.base = self.base
        new.lights = self.lights
        new.scenes = self.scenes
        new.options = self.options
        new.endings = self.endings
        new.ledger = self.ledger
        new.creatures = self.creatures
        new.order = self.order
        new.phase = self.phase
        new.round = self.round
        new.turn = self.turn
        new.timers = self.timers
        new.ready = self.ready
        new.delaying = self.delaying
        new.suspended = self.suspended
        new.aids = self.aids
        new.things = self.things
        new.spells = self.spells
        new.zones = self.zones
        new.winner = self.winner
        new.reason = self.reason
        new.aftermath = self.aftermath
        new.inputs = self.inputs
        new.changes = self.changes
        new.hurt = self.hurt
        new.longest_reach = self.longest_reach
        new.widest = self.widest
        new.places = self.places
        new.upright = self.upright
        new.standing = self.standing
        new.contested = self.contested
        new.at = self.at.copy()
        new.masks = self.masks.copy()
        new._enemies = {}
        new._memo = {}
        new._memo_of = self._memo_of
        return new

    def snapshot(self) -> tuple[object, ...]:
        """All that can change, as one hashable value; two battles are the same if these are equal."""
        return (
            tuple(creature.snapshot() for creature in self.creatures.values()),
            self.order,
            self.phase,
            self.round,
            astuple(self.turn),
            self.timers,
            self.base.figures,
            self.lights,
            tuple([(*since, ground.figures) for *since, ground in self.scenes]),
            self.ready,
            self.delaying,
            tuple([astuple(turn) for turn in self.suspended]),
            self.aids,
            self.things,
            self.spells,
            self.zones,
            self.winner,
            self.reason,
            self.aftermath,
            None if self.ledger is None else self.ledger.snapshot(),
            self.inputs,
            self.hurt,
            tuple(self.standing.items()),
            tuple(sorted(self.at.items())),
            tuple(self.masks.items()),
        )

    def rebuild(self, figures: MapFigures) -> None:
        """The map has changed: a door, a barricade."""
        self.base = Ground.of(figures)
        self.relight()

    def relight(self) -> None:
        """Let the torches that burn light the ground where they are now, and the zones of spells lie over it."""
        torches = set()
        for light in self.lights:
            bearer = self.creatures[light.bearer] if light.bearer else None
            if bearer is None or not bearer.flags & GONE:
                torches.add(light.square if bearer is None else bearer.square)
        self.ground = lit(self.base, tuple(sorted(torches)))
        if self.zones:
            fog = slow = 0
            for zone in self.zones:
                fog |= zone.squares if FOG in zone.does else 0
                slow |= zone.squares if SLOW in zone.does else 0
            self.ground = overlaid(self.ground, fog, slow)
        if self.ground is not self.scenes[-1][-1]:
            self.scenes = (*self.scenes[1 - SCENES :], (self.inputs, self.round, self.ground))

    def trace(self, creature: Creature, path: tuple[int, ...]) -> None:
        """It has come along this path, or it is seen or sees otherwise than before: its trail goes on."""
        flags = creature.flags & SENSED
        hidden = tuple([c.other for c in creature.conditions if c.name == "hidden"]) if flags & HIDDEN else ()
        now = Stood(self.inputs, self.round, path, creature.span, flags, hidden)
        creature.trail = (*creature.trail[1 - TRAIL :], now)

    def stand(self, side: str, change: int) -> None:
        """So many creatures more (or fewer) of a side can carry on."""
        self.standing[side] = self.standing.get(side, 0) + change
        self.contested = sum(map(bool, self.standing.values())) > 1

    def memo(self) -> dict[object, object]:
        """Results that are good until the next event; an order given alone changes nothing of them."""
        if self._memo_of != self.changes:
            self._memo.clear()
            self._memo_of = self.changes
        return self._memo

    def keep_memo(self) -> None:
        """The event under way moves nobody and changes nobody's state: results stay good."""
        if self._memo_of == self.changes - 1:
            self._memo_of = self.changes

    def occupants(self, bits: int) -> tuple[Creature, ...]:
        """Who stands in any of these squares, lowest square first, each once."""
        found: dict[str, Creature] = {}
        at, creatures = self.at, self.creatures
        while bits:
            low = bits & -bits
            bits ^= low
            for who in at.get(low.bit_length() - 1, ()):
                found[who] = creatures[who]
        return tuple(found.values())

    def occupied(self) -> int:
        """All squares with anybody still in the fight in them."""
        bits = 0
        for mask in self.masks.values():
            bits |= mask
        return bits

    def enemies_mask(self, side: str) -> int:
        """Squares of the creatures of all other sides."""
        found = self._enemies.get(side)
        if found is None:
            found = 0
            for other, mask in self.masks.items():
                if other != side:
                    found |= mask
            self._enemies[side] = found
        return found

    def footprint(self, creature: Creature) -> int:
        """The squares of its space."""
        return 1 << creature.square if creature.span == 1 else self.ground.footprint(creature.square, creature.span)

    def ground_near(self, creature: Creature) -> int:
        """The squares from which anybody in this battle could threaten a creature, by the longest reach there is."""
        return within(self.ground, creature.square, creature.span, self.longest_reach)

    def enter(self, creature: Creature) -> None:
        """Put a creature into the squares of its place."""
        self.places += 1
        if creature.span > self.widest:
            self.widest = creature.span
        bits = self.ground.footprint(creature.square, creature.span)
        self.masks[creature.side] |= bits
        self._enemies.clear()
        at = self.at
        while bits:
            low = bits & -bits
            bits ^= low
            square = low.bit_length() - 1
            at[square] = (*at.get(square, ()), creature.id)

    def leave(self, creature: Creature) -> None:
        """Take a creature out of the squares of its place."""
        self.places += 1
        bits = self.ground.footprint(creature.square, creature.span)
        at, side, creatures = self.at, creature.side, self.creatures
        mask = self.masks[side]
        while bits:
            low = bits & -bits
            bits ^= low
            square = low.bit_length() - 1
            left = tuple(who for who in at.get(square, ()) if who != creature.id)
            if left:
                at[square] = left
                if not any(creatures[who].side == side for who in left):
                    mask &= ~low
            else:
                at.pop(square, None)
                mask &= ~low
        self.masks[side] = mask
        self._enemies.clear()
