"""
The fights that are kept under way: so many and no more, and none for ever.

Age is counted in turns that were played in the hall, not in hours: a fight that nobody has touched while so many were
played elsewhere makes place when it is needed, and so does one that is over.
"""

from __future__ import annotations

from asyncio import Event, Lock
from collections.abc import Collection
from secrets import token_urlsafe

import msgspec

from agents.serve.shapes import Fight, Told, Turn
from agents.serve.workers import Busy
from sim.core.errors import BadInput

STALE = 500
"""A fight that was left alone for so many turns of the others may be forgotten."""
LONGEST = 4_000_000
"""Bytes of the longest log that is kept."""
LISTENERS = 64
"""So many may listen at once, to all fights together."""


class NoSuchFightError(BadInput):
    """Nobody knows a fight of this name."""


class Kept:
    """
    A fight: its log, how it stands, and each of its events as it is told to those who listen.

    ``news`` is set, and made anew, whenever something happens; ``gone``: it is not kept any more.
    """

    def __init__(self, id: str, hands: Collection[str], turn: Turn) -> None:
        self.id = id
        self.name = turn.name
        self.hands = list(hands)
        self.lock = Lock()
        self.news = Event()
        self.touched = 0
        self.gone = False
        self.told: list[bytes] = []
        self.take(turn)

    def take(self, turn: Turn) -> None:
        """It has gone on."""
        self.log = turn.log
        self.seed = turn.seed
        self.told += map(msgspec.json.encode, turn.played.events)
        self.played = msgspec.structs.replace(turn.played, events=[])
        self.wake()

    def wake(self) -> None:
        """Let those know who listen."""
        news, self.news = self.news, Event()
        news.set()

    def fight(self, events: list[Told]) -> Fight:
        """How it stands, with what has just happened."""
        return Fight(self.id, self.name, self.seed, msgspec.structs.replace(self.played, events=events))


class Hall:
    """At most ``most`` fights."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.turns = 0
        self.listeners = 0
        self._fights: dict[str, Kept] = {}

    def ids(self) -> list[str]:
        """Those that are kept, the eldest first."""
        return list(self._fights)

    def _make_room(self) -> None:
        """
        See to it that one more fight finds room.

        :raises Busy: when all that are kept are still being fought.
        """
        if len(self._fights) < self.most:
            return
        old = [one for one in self._fights.values() if one.played.over or self.turns - one.touched >= STALE]
        if not old:
            raise Busy(
                f"{self.most} fights are under way, and there is no room for more: end one with DELETE /fights/ID"
            )
        self.drop(min(old, key=lambda one: one.touched).id)

    def keep(self, hands: Collection[str], turn: Turn) -> Kept:
        """
        Keep a new fight, under a name that nobody can guess.

        :raises Busy: when there is no room.
        """
        self._make_room()
        found = Kept(token_urlsafe(9), hands, turn)
        self._fights[found.id] = found
        self.touch(found)
        return found

    def touch(self, fight: Kept) -> None:
        """A turn was played in it."""
        self.turns += 1
        fight.touched = self.turns

    def of(self, id: str) -> Kept:
        """
        The fight of this name.

        :raises NoSuchFightError: when there is none.
        """
        found = self._fights.get(id)
        if found is None:
            raise NoSuchFightError(f"no fight {id[:40]!r} is kept here: begin one with POST /fights")
        return found

    def drop(self, id: str) -> None:
        """Forget a fight; whoever listens is told."""
        found = self.of(id)
        del self._fights[id]
        found.gone = True
        found.wake()
