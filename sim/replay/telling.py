"""The means of telling: the register of those who tell a class of events, and what they need for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sim.core.tally import Dropped, Modifier, explain
from sim.dice.sources import Die
from sim.events.text import text
from sim.replay.tongue import ENGLISH, Tongue
from sim.state.battle import Battle

E = TypeVar("E")


def N_(message: str) -> str:
    """Marks a text that is put into a language where it is used."""
    return message


EVERYDAY = ("d20.core.", "d20.initiative.check", "d20.save.", "adnd.core.", "adnd.round.", "adnd.wounds.zero")
"""Rules that the story does not name: those of every roll."""


class Scene(NamedTuple):
    """What a function needs to tell an event: the battle after it, the events before, the style, the language."""

    battle: Battle
    events: Sequence[Any]
    full: bool
    tongue: Tongue = ENGLISH

    def say(self, message: str, /, **values: object) -> str:
        """A sentence or a part of one; see ``Tongue.say``."""
        return self.tongue.say(message, **values)

    def many(self, one: str, several: str, number: int, /, **values: object) -> str:
        """The same for so many; see ``Tongue.many``."""
        return self.tongue.many(one, several, number, **values)

    def term(self, word: str) -> str:
        """What the rulebook calls it."""
        return self.tongue.term(word)

    def square(self, square: int) -> str:
        return self.battle.ground.name(square)

    def order(self, order: Any) -> str:
        return text(order, self.battle.ground, self.order_word)

    def order_word(self, word: str) -> str:
        """A word of an order, or what sets one off."""
        return word if self.tongue is ENGLISH else self.tongue.order(word)

    def sum(self, total: int, parts: Sequence[Modifier], dice: Sequence[Die] = ()) -> str:
        """A total with its parts."""
        shown = dice_words(dice)
        if self.tongue is not ENGLISH:
            parts = [part._replace(type=self.term(part.type)) for part in parts]
        if self.full:
            return joined(explain(total, parts), shown)
        words = [part_words(part, EVERYDAY) for part in parts if part[0]]
        return joined(f"{total} = {' '.join(words).removeprefix('+ ')}", shown)

    def dropped(self, dropped: Sequence[Dropped]) -> str:
        return "".join(
            self.say(
                "; {type} {value} [{rule}] does not count: {why}",
                type=self.term(d.type),
                value=d.value,
                rule=d.rule,
                why=d.why,
            )
            for d in dropped
        )

    def aside(self, line: str) -> str:
        """A line that the story leaves out."""
        return line if self.full else ""

    def by(self, because: int) -> Any:
        """The event that entitles another one."""
        return self.events[because] if 0 <= because < len(self.events) else None


def part_words(part: Modifier, everyday: tuple[str, ...]) -> str:
    """
    A part of a total with its sign; its rule is named unless it is one of the everyday ones.

    >>> part_words(Modifier(-2, "prone", "d20.attack-mod.prone"), ("d20.core.",))
    '- prone 2 [d20.attack-mod.prone]'
    """
    value, label, rule = part
    name = f"{label} {abs(value)}" if label else str(abs(value))
    return f"{'-' if value < 0 else '+'} {name}{'' if rule.startswith(everyday) else f' [{rule}]'}"


def dice_words(dice: Sequence[Die]) -> str:
    """
    Dice as they fell.

    >>> dice_words([Die(0, 6, 4), Die(1, 6, 2)])
    '2d6 (4, 2)'
    """
    kinds: dict[int, list[int]] = {}
    for die in dice:
        kinds.setdefault(die.sides, []).append(die.value)
    return " + ".join(
        f"d{sides} {values[0]}" if len(values) == 1 else f"{len(values)}d{sides} ({', '.join(map(str, values))})"
        for sides, values in kinds.items()
    )


def joined(total: str, dice: str) -> str:
    """The dice put in front of the parts of a total."""
    head, _, tail = total.partition(" = ")
    if dice and tail:
        tail = f"{dice} {tail if tail.startswith('- ') else f'+ {tail}'}"
    return f"{head} = {dice or tail}" if not (dice and tail) else f"{head} = {tail}"


Teller = Callable[[Any, Scene], str]
TELLERS: dict[type[Any], Teller] = {}
"""The function that tells a class of events."""


def tells(event_class: type[E]) -> Callable[[Callable[[E, Scene], str]], Callable[[E, Scene], str]]:
    """The function says in one line what an event of this class did."""

    def register(function: Callable[[E, Scene], str]) -> Callable[[E, Scene], str]:
        TELLERS[event_class] = function
        return function

    return register
