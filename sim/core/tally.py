"""Numbers that explain themselves: a total keeps its parts, and what did not stack with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple


class Modifier(NamedTuple):
    """One part of a total. ``type`` is the bonus type (empty: untyped), ``rule`` the id of the rule it comes from."""

    value: int
    type: str
    rule: str


class Dropped(NamedTuple):
    """A modifier that did not count, and why."""

    value: int
    type: str
    rule: str
    why: str


class Sum(NamedTuple):
    """A total that has a name, and its parts, all of which count."""

    name: str
    total: int
    parts: tuple[Modifier, ...]

    @classmethod
    def of(cls, name: str, parts: tuple[Modifier, ...]) -> Sum:
        """The total of these parts."""
        return cls(name, sum(part.value for part in parts), parts)


STACKING_TYPES = frozenset({"", "dodge", "circumstance"})
"""Bonuses of these types add up whatever their number (d20.core.modifier-stacking)."""


class Tally(NamedTuple):
    """The sum of ``parts``; ``dropped`` were suppressed by bonuses of the same type."""

    total: int
    parts: tuple[Modifier, ...]
    dropped: tuple[Dropped, ...] = ()


def stack(modifiers: Iterable[Modifier]) -> Tally:
    """
    Add up modifiers: of each named type only the highest bonus counts, penalties always do.

    Order is kept; among equal bonuses the first counts.

    >>> stack([Modifier(2, "armor", "a"), Modifier(4, "armor", "b"), Modifier(-1, "armor", "c")]).total
    3
    """
    return _stack(tuple(modifiers))


@lru_cache(maxsize=1 << 14)
def _stack(parts: tuple[Modifier, ...]) -> Tally:
    best: dict[str, int] = {}
    clash = False
    for value, type_, _ in parts:
        if value > 0 and type_ not in STACKING_TYPES:
            if type_ in best:
                clash = True
                best[type_] = max(best[type_], value)
            else:
                best[type_] = value
    if not clash:
        return Tally(sum(part[0] for part in parts), parts)
    kept: list[Modifier] = []
    dropped: list[Dropped] = []
    used: set[str] = set()
    for part in parts:
        named = part.value > 0 and part.type not in STACKING_TYPES
        if named and (part.value < best[part.type] or part.type in used):
            dropped.append(Dropped(*part, f"{part.type} bonuses do not stack"))
            continue
        if named:
            used.add(part.type)
        kept.append(part)
    return Tally(sum(part.value for part in kept), tuple(kept), tuple(dropped))


def explain(total: int, parts: Sequence[Modifier], rolled: Sequence[int] = (), die: str = "d20") -> str:
    """
    A total in one line, each part with its rule id.

    >>> explain(14, [Modifier(5, "base attack", "d20.core.attack-roll"), Modifier(-2, "", "x.y")], [11])
    '14 = d20 11 + base attack 5 [d20.core.attack-roll] - 2 [x.y]'
    """
    words = [f"{die} {value}" for value in rolled]
    text = " + ".join(words)
    for value, type_, rule in parts:
        sign = "-" if value < 0 else "+"
        text += f" {sign} {type_} {abs(value)} [{rule}]" if type_ else f" {sign} {abs(value)} [{rule}]"
    return f"{total} = {text.removeprefix(' + ')}"
