"""
What AD&D keeps in a battle besides: who has declared what, the order of initiative, whose turn in which pass it is,
and what each combatant has left of its round. Events alone change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

Stage = Literal["start", "volley", "declare", "passes", "blows", "end"]
"""
Where in the round the fight is: before declarations, declaring, in the passes, in the blows after them, at its end;
``volley`` while those with ready missiles shoot before the first round.
"""


class Fighter:
    """
    What one combatant has declared and has left.

    ``declared`` is the order of the round, ``told`` the number of the event that declared it. ``attacks`` are the
    attacks of the round that are left with ``weapon``, ``made`` those spent; ``due`` what may be struck with in the
    activation under way, in this order: names of weapons. ``second`` is the weapon of the other hand whose one attack
    is still to come; ``parries`` are those reserved. ``blow``: one blow comes after all passes. ``acted``: its first
    activation of the round is behind it. ``squares`` are what the declared movement may cover, ``halves`` half squares
    moved in the round; ``shifted`` and ``changed``: it has used its shift, its free change of weapon. ``initiative`` is
    its total, ``late``: it acts after all others. ``free`` names the enemies that it has struck at freely in the round.
    ``debts`` are the fractions of attacks that halved rounds have cost, by weapon, as numerator and denominator;
    ``shots`` the round of the last shot of each slow weapon. ``other`` is what it has used its other hand for in the
    round besides its weapon (``shield``, ``hand``); ``former`` is the weapon for which it has taken another in the
    round; ``regripped``: it has changed its grip; ``attackers`` are those who have attacked it in the round, in their
    order. ``low``: it was kneeling, sitting or lying when initiative was thrown. ``swings`` counts its attack rolls of
    the round, ``missed`` the forms of its natural routine that it has lost before it came to them. ``held`` attacks
    wait for somebody to come into reach; ``waited``: it has waited for somebody in the round. ``begun``: it has begun
    in the round to cast what it has declared. ``partial`` are those who have struck a weapon of its out of line in the
    round, each with the weapon, ``tested`` counts its morale checks of the round. ``pin`` is the weapon that pins it,
    and in whose hand that still is.
    """

    __slots__ = (
        "acted",
        "attackers",
        "attacks",
        "begun",
        "blow",
        "changed",
        "debts",
        "declared",
        "due",
        "former",
        "free",
        "halves",
        "held",
        "initiative",
        "late",
        "low",
        "made",
        "missed",
        "other",
        "parries",
        "partial",
        "pin",
        "regripped",
        "second",
        "shifted",
        "shots",
        "squares",
        "swings",
        "tested",
        "told",
        "waited",
        "weapon",
    )

    def __init__(self) -> None:
        self.declared: object | None = None
        self.told = -1
        self.attacks = 0
        self.weapon = ""
        self.made = 0
        self.due: tuple[str, ...] = ()
        self.second = ""
        self.squares = 0
        self.parries = 0
        self.blow = False
        self.acted = self.begun = False
        self.halves = 0
        self.shifted = False
        self.changed = False
        self.initiative = 0
        self.late = False
        self.low = False
        self.swings = self.missed = 0
        self.waited = False
        self.held = 0
        self.former = ""
        self.free: tuple[str, ...] = ()
        self.other = ""
        self.regripped = False
        self.attackers: tuple[str, ...] = ()
        self.partial: tuple[tuple[str, str], ...] = ()
        self.pin: tuple[str, str] = ("", "")
        self.tested = 0
        self.debts: tuple[tuple[str, int, int], ...] = ()
        self.shots: tuple[tuple[str, int], ...] = ()

    def fork(self) -> Fighter:
        new = object.__new__(Fighter)
        for name in Fighter.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def snapshot(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in Fighter.__slots__)

    def main_due(self) -> Iterator[str]:
        """With what it may strike in this activation, but for the other hand."""
        return (name for name in self.due if name != self.second or name == self.weapon)

    def begin_round(self) -> None:
        """Nothing is declared, nothing spent."""
        self.declared = None
        self.told = -1
        self.waited = False
        self.held = 0
        self.attacks = self.made = self.halves = self.parries = self.tested = self.squares = 0
        self.swings = self.missed = 0
        self.due = ()
        self.second = self.weapon = self.other = self.former = ""
        self.blow = self.acted = self.begun = self.low = self.shifted = self.changed = self.regripped = False
        self.free = self.attackers = self.partial = ()


class Ledger:
    """
    The round of a fight. ``groups`` are the combatants in the order of initiative, those on the same total together;
    ``number`` is the pass, ``at`` the group whose turn it is, ``active`` who of it acts, ``waiting`` who of it has yet
    to. ``checks`` are the occasions for a morale check that have already come, as (group, occasion). ``volleyed`` are
    the sides that had to stand a volley of ready missiles before the first round.
    """

    __slots__ = ("active", "at", "checks", "fighters", "groups", "number", "stage", "volleyed", "waiting")

    def __init__(self, ids: Iterable[str]) -> None:
        self.fighters = {who: Fighter() for who in ids}
        self.stage: Stage = "start"
        self.groups: tuple[tuple[str, ...], ...] = ()
        self.number = 0
        self.at = -1
        self.waiting: tuple[str, ...] = ()
        self.active = ""
        self.checks: tuple[tuple[str, str], ...] = ()
        self.volleyed: tuple[str, ...] = ()

    def __getitem__(self, who: str) -> Fighter:
        return self.fighters[who]

    def fork(self) -> Ledger:
        new = object.__new__(Ledger)
        for name in Ledger.__slots__:
            setattr(new, name, getattr(self, name))
        new.fighters = {who: fighter.fork() for who, fighter in self.fighters.items()}
        return new

    def snapshot(self) -> tuple[object, ...]:
        fighters = tuple((who, fighter.snapshot()) for who, fighter in self.fighters.items())
        return fighters, *(getattr(self, name) for name in Ledger.__slots__ if name != "fighters")

    def admit(self, who: str) -> None:
        """One more combatant has come: it declares from the next round on."""
        self.fighters[who] = Fighter()

    def spend(self, who: str, order: object, cost: str) -> None:
        """
        An order is given: ``declaration`` of the action of the round; ``pool`` costs an attack of the round, ``second``
        the one of the other hand, ``besides`` none at all, ``routine`` a further form of a natural routine, ``blow``
        that after a move. What is no blow takes the place of the first that is due, of this hand or the other.
        """
        fighter = self.fighters[who]
        if cost == "declaration":
            fighter.declared = order
        elif cost in ("pool", "second", "routine", "blow"):
            spent = getattr(order, "weapon", "") if hasattr(order, "target") else ""
            if spent not in fighter.due:
                spent = fighter.second if cost == "second" else next(fighter.main_due(), "")
            if spent in fighter.due:
                place = fighter.due.index(spent)
                fighter.due = fighter.due[:place] + fighter.due[place + 1 :]
            if cost == "pool":
                fighter.attacks -= 1
                fighter.made += 1
            elif cost == "second":
                fighter.second = ""
            elif cost == "blow":
                fighter.blow = False
