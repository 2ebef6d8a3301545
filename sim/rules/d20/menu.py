"""
What a creature may be ordered to do now: a short tuple of offers in a fixed order, each of one kind of order.

Offers are lazy: nothing is worked out before somebody looks. ``refusal`` has the last word on every order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sim.dice.sources import Stream
from sim.events.orders import (
    Answer,
    Attack,
    BullRush,
    Charge,
    CoupDeGrace,
    Draw,
    Drop,
    DropProne,
    End,
    FirstAid,
    FullAttack,
    Grapple,
    Leave,
    Move,
    Order,
    PickUp,
    Reload,
    Run,
    Sheathe,
    StandUp,
    Step,
    Surrender,
    TotalDefense,
    Withdraw,
)
from sim.grid.bits import squares
from sim.rules.d20 import charge, full_attack, move, run, special, step, threat, turn, withdraw
from sim.state.battle import Battle
from sim.state.conditions import DYING, GRAPPLING, HELPLESS, PRONE
from sim.state.creature import Creature

Refusal = Callable[[Battle, str, Order], tuple[str, ...]]


class Offer:
    """One kind of order with its finite domain. ``candidates`` come in a fixed order; refused ones are left out."""

    __slots__ = ("battle", "candidates", "kind", "refuse", "who")

    def __init__(
        self, kind: type[Any], candidates: Callable[[], Iterator[Order]], battle: Battle, who: str, refuse: Refusal
    ) -> None:
        self.kind = kind
        self.candidates = candidates
        self.battle = battle
        self.who = who
        self.refuse = refuse

    def __iter__(self) -> Iterator[Order]:
        for order in self.candidates():
            if not self.refuse(self.battle, self.who, order):
                yield order

    def accepts(self, order: Order | Answer) -> bool:
        """Is this order of this kind, and allowed?"""
        return type(order) is self.kind and not self.refuse(self.battle, self.who, order)  # type: ignore[arg-type]

    def why_not(self, order: Order) -> tuple[str, ...]:
        """The ids of the rules that forbid it."""
        return self.refuse(self.battle, self.who, order)

    def pick(self, stream: Stream) -> Order | None:
        """One of them at random, each as likely as any other; ``None`` when there is none."""
        found = list(self)
        return found[stream.below(len(found))] if found else None


class Menu:
    """All offers of a creature whose turn it is."""

    __slots__ = ("battle", "me", "refuse", "who")

    def __init__(self, battle: Battle, who: str, refuse: Refusal) -> None:
        self.battle = battle
        self.who = who
        self.me: Creature = battle.creatures[who]
        self.refuse = refuse

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The offers, in their order; some may turn out empty."""
        return tuple(
            Offer(kind, getattr(self, name), self.battle, self.who, self.refuse) for kind, name in _KINDS
        )

    def of(self, kind: type[Any]) -> Offer:
        """The offer of one kind of order."""
        name = next(name for known, name in _KINDS if known is kind)
        return Offer(kind, getattr(self, name), self.battle, self.who, self.refuse)

    def __iter__(self) -> Iterator[Order]:
        for offer in self.offers:
            yield from offer

    def accepts(self, choice: Order | Answer) -> bool:
        return type(choice) in _ORDERS and not self.refuse(self.battle, self.who, choice)  # type: ignore[arg-type]

    def why_not(self, choice: Order | Answer) -> tuple[str, ...]:
        if type(choice) not in _ORDERS:
            return (turn.BUDGET,)
        return self.refuse(self.battle, self.who, choice)  # type: ignore[arg-type]

    def enemies(self) -> list[Creature]:
        """The enemies still in the fight, in the order of the scenario."""
        side = self.me.side
        return [other for other in self.battle if other.side != side and other.active]

    def weapons(self) -> list[str]:
        """Everything that it could strike or shoot with as it stands."""
        found = [weapon.name for weapon in threat.melee_weapons(self.me)]
        found += [n for n in self.me.held if n in self.me.weapons and self.me.weapons[n].category == "ranged"]
        return found

    def attacks(self) -> Iterator[Order]:
        """Strikes with each weapon at each enemy, then special attacks."""
        battle, me = self.battle, self.me
        due = battle.turn.attacks[0].weapon if battle.turn.attacks else None
        for enemy in self.enemies():
            for name in self.weapons():
                if due is None or name == due:
                    yield Attack(enemy.id, name)
        for enemy in self.enemies():
            if battle.ground.distance(me.square, me.span, enemy.square, enemy.span) <= battle.longest_reach:
                for choice in special.melee_choices(battle, me, enemy):
                    if choice.how != "strike" and (due is None or choice.weapon == due):
                        yield choice
                if enemy.flags & GRAPPLING:
                    yield Attack(enemy.id, me.sheet.unarmed.name, "join")

    def full_attacks(self) -> Iterator[Order]:
        """Full attacks where they give more than one attack, with one weapon, then with two."""
        me = self.me
        names = self.weapons()
        for enemy in self.enemies():
            for name in names:
                if full_attack.worthwhile(me, me.weapons[name]):
                    yield FullAttack(enemy.id, name)
            for name in names:
                weapon = me.weapons[name]
                if weapon.double:
                    yield FullAttack(enemy.id, name, off_hand="double")
                elif weapon.category not in ("natural", "unarmed", "ranged"):
                    for second in me.held:
                        if second != name or me.held.count(name) > 1:
                            yield FullAttack(enemy.id, name, off_hand=second)
                elif weapon.category == "ranged" and "rapid-shot" in me.sheet.feats:
                    yield FullAttack(enemy.id, name, rapid=True)

    def charges(self) -> Iterator[Order]:
        """Charges at each enemy with each weapon, then bull rushes at the end of one."""
        me = self.me
        if me.flags & (GRAPPLING | PRONE) or self.battle.turn.moved:
            return
        for enemy in self.enemies():
            for weapon in threat.melee_weapons(me):
                for square in charge.lanes(self.battle, me, enemy, weapon.name):
                    yield Charge(enemy.id, square, weapon.name)
            for square in charge.lanes(self.battle, me, enemy, me.sheet.unarmed.name):
                yield Charge(enemy.id, square, me.sheet.unarmed.name, "bull-rush")

    def moves(self) -> Iterator[Order]:
        """Moves to every square in reach, lowest first; crawling for the prone."""
        battle, me = self.battle, self.me
        if me.flags & PRONE:
            for square in squares(battle.ground.near(me.square, me.span)):
                yield Move(square, mode="crawl")
            return
        for square in squares(move.destinations(battle, me, move.speed(me))):
            yield Move(square)
        if move.speed(me) < 2:
            for square in squares(battle.ground.near(me.square, me.span)):
                yield Move(square, mode="minimum")

    def steps(self) -> Iterator[Order]:
        for square in squares(step.places(self.battle, self.me)):
            yield Step(square)

    def withdrawals(self) -> Iterator[Order]:
        for square in squares(move.destinations(self.battle, self.me, withdraw.budget(self.battle, self.me))):
            yield Withdraw(square)

    def runs(self) -> Iterator[Order]:
        """Straight runs along rows, columns and diagonals to their farthest squares."""
        ground, me = self.battle.ground, self.me
        most = move.speed(me) * run.multiplier(me)[0]
        y, x = divmod(me.square, ground.stride)
        for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, 1), (1, -1)):
            for length in range(most if 0 in (dx, dy) else (2 * most + 1) // 3, 1, -1):
                row, column = y + dy * length, x + dx * length
                if 0 <= row < ground.height and 0 <= column < ground.width:
                    order = Run(row * ground.stride + column)
                    if not self.refuse(self.battle, self.who, order):
                        yield order
                        break

    def bull_rushes(self) -> Iterator[Order]:
        for enemy in self.enemies():
            yield BullRush(enemy.id)

    def finishes(self) -> Iterator[Order]:
        for enemy in self.enemies():
            if enemy.flags & HELPLESS:
                for name in self.weapons():
                    yield CoupDeGrace(enemy.id, name)

    def grapples(self) -> Iterator[Order]:
        from sim.rules.d20 import grapple

        yield from grapple.options(self.battle, self.me)

    def defences(self) -> Iterator[Order]:
        yield TotalDefense()

    def aids(self) -> Iterator[Order]:
        for other in self.battle:
            if other.side == self.me.side and other.flags & DYING:
                yield FirstAid(other.id)

    def rises(self) -> Iterator[Order]:
        yield StandUp()

    def draws(self) -> Iterator[Order]:
        for name in dict.fromkeys(self.me.items):
            yield Draw(name)

    def reloads(self) -> Iterator[Order]:
        for name in dict.fromkeys(self.me.unloaded):
            yield Reload(name)

    def pick_ups(self) -> Iterator[Order]:
        for name in dict.fromkeys(thing.name for thing in self.battle.things):
            yield PickUp(name)

    def sheathings(self) -> Iterator[Order]:
        for name in dict.fromkeys(self.me.held):
            yield Sheathe(name)

    def drops(self) -> Iterator[Order]:
        for name in dict.fromkeys(self.me.held):
            yield Drop(name)

    def falls(self) -> Iterator[Order]:
        yield DropProne()

    def exits(self) -> Iterator[Order]:
        yield Leave()

    def surrenders(self) -> Iterator[Order]:
        yield Surrender()

    def ends(self) -> Iterator[Order]:
        yield End()


_KINDS: tuple[tuple[type[Any], str], ...] = (
    (FullAttack, "full_attacks"),
    (Attack, "attacks"),
    (Charge, "charges"),
    (CoupDeGrace, "finishes"),
    (Grapple, "grapples"),
    (BullRush, "bull_rushes"),
    (Step, "steps"),
    (Move, "moves"),
    (Withdraw, "withdrawals"),
    (Run, "runs"),
    (StandUp, "rises"),
    (TotalDefense, "defences"),
    (FirstAid, "aids"),
    (Draw, "draws"),
    (Reload, "reloads"),
    (PickUp, "pick_ups"),
    (Sheathe, "sheathings"),
    (Drop, "drops"),
    (DropProne, "falls"),
    (Leave, "exits"),
    (Surrender, "surrenders"),
    (End, "ends"),
)
_ORDERS = frozenset(kind for kind, _ in _KINDS)
