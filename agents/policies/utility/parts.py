"""What an estimate is made of."""

from __future__ import annotations

from typing import NamedTuple

from agents.view import Persona
from sim.events.orders import Order


class Estimate(NamedTuple):
    """
    The expected change of both sides' chances by an order, part by part: whole numbers, hundredths of a hit point, the
    higher the better, each as the persona weighs it.

    ``felling``: foes put down, by their worth; ``harm``: damage that counts; ``disabling``: what a foe will not do
    next; ``mending``: healing and freeing; ``opening``: minus what opportunities along the way and at the act take;
    ``exposure``: minus what the foes' next turns take where it ends; ``position``: what it can do from there next,
    flanks and cover gained; ``resources``: minus spells and charges spent.
    """

    felling: int = 0
    harm: int = 0
    disabling: int = 0
    mending: int = 0
    opening: int = 0
    exposure: int = 0
    position: int = 0
    resources: int = 0

    @property
    def total(self) -> int:
        """All of it together."""
        return sum(self)


def no_worse(one: Estimate, other: Estimate) -> bool:
    """Is this estimate at least as good in every part?"""
    return all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def dominates(one: Estimate, other: Estimate) -> bool:
    """Is this estimate at least as good in every part, and better in one?"""
    return one != other and no_worse(one, other)


class Weighed(NamedTuple):
    """An order with its estimate, and why in words."""

    order: Order
    estimate: Estimate
    words: str

    @property
    def score(self) -> int:
        """The total of the estimate."""
        return sum(self.estimate)


class Scales(NamedTuple):
    """How a persona weighs, in percent: what it does to the foe, what it suffers, what it does for friends."""

    hurting: int
    suffering: int
    helping: int

    @classmethod
    def of(cls, persona: Persona) -> Scales:
        """Even for somebody ordinary; the aggressive count blows higher, the careful their own wounds."""
        return cls(
            100 + 4 * (persona.aggression - 5),
            100 + 8 * (persona.caution - 5) - 4 * (persona.aggression - 5),
            100 + 6 * (persona.mercy - 5),
        )
