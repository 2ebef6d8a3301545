"""
What a creature may be ordered to do now: a short tuple of offers in a fixed order, each of one kind of order.

Offers are lazy: nothing is worked out before somebody looks. ``refusal`` has the last word on every order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.events.orders import (
    AidAnother,
    Answer,
    Attack,
    Begin,
    BullRush,
    Charge,
    CloseDoor,
    Complete,
    ControlMount,
    CoupDeGrace,
    Delay,
    Dismount,
    Draw,
    Drop,
    DropProne,
    End,
    EscapeNet,
    Extinguish,
    Feint,
    FirstAid,
    FullAttack,
    Grapple,
    Instruct,
    Leave,
    LightTorch,
    LockGauntlet,
    LooseShield,
    Mount,
    Move,
    MoveObject,
    OpenDoor,
    Order,
    Overrun,
    PickUp,
    Prepare,
    Ready,
    ReadyShield,
    Reload,
    Ride,
    Run,
    Sheathe,
    Snatch,
    SpringAttack,
    StandUp,
    Step,
    Sunder,
    Surrender,
    Throw,
    TotalDefense,
    TurnUndead,
    UseSkill,
    Wake,
    Withdraw,
)
from sim.grid.bits import of, squares
from sim.grid.movement import Flood
from sim.grid.reach import within
from sim.grid.sight import line_of_effect
from sim.rules.d20 import (
    action,
    aid_another,
    charge,
    climbing,
    counterspell,
    feint,
    full_attack,
    hide,
    magic_offers,
    mounted,
    move,
    offers,
    overrun,
    pass_,
    ready,
    run,
    special,
    step,
    threat,
    trip,
    turn,
    turning,
    withdraw,
)
from sim.rules.offer import Offer, Refusal
from sim.state.battle import Battle
from sim.state.conditions import ASLEEP, DYING, GRAPPLING, HELPLESS, PRONE, UNBIDDEN, UNRULY
from sim.state.creature import Creature


class Menu(offers.Things, magic_offers.Magic):
    """All offers of a creature whose turn it is."""

    __slots__ = ("accepted", "arms", "battle", "me", "refuse", "who")

    def __init__(self, battle: Battle, who: str, refuse: Refusal) -> None:
        self.battle = battle
        self.who = who
        self.me: Creature = battle.creatures[who]
        self.refuse = refuse
        self.arms = threat.arms(self.me)
        self.accepted: dict[int, object] = {}

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The offers that the turn can still pay for, in their order; some may turn out empty."""
        kinds = _MAGIC if magic_offers.magical(self.me) else _KINDS
        return tuple([self.of(kind) for kind, _ in kinds if self.pays(kind)])

    def of(self, kind: type[Any]) -> Offer:
        """The offer of one kind of order."""
        return Offer(kind, getattr(self, _CANDIDATES[kind]), self.battle, self.who, self.refuse)

    def __iter__(self) -> Iterator[Order]:
        for offer in self.offers:
            yield from offer

    def can(self, kind: type[Any]) -> bool:
        """
        Is there enough left of the turn for an order of this kind, and is it none that a step or move in it has ruled
        out? ``False``: all of them are refused.
        """
        if kind in _WAYS:
            turn = self.battle.turn
            if turn.stepped or (turn.moved and kind is Step):
                return False
        return self.pays(kind)

    def pays(self, kind: type[Any]) -> bool:
        """Is there enough left of the turn for an order of this kind?"""
        battle = self.battle
        cost = _PRICE[kind]
        if kind is Attack and battle.turn.attacks:
            cost = "attack"
        elif kind is Feint and feint.IMPROVED in self.me.sheet.feats:
            cost = "move"
        elif battle.turn.restricted and (kind is Charge or kind is Withdraw):
            cost = "standard"
        return turn.can_pay(battle, cost)

    def accepts(self, choice: Order | Answer) -> bool:
        return not self.why_not(choice)

    def why_not(self, choice: Order | Answer) -> tuple[str, ...]:
        if self.accepted.get(id(choice)) is choice:
            return ()
        if type(choice) not in _CANDIDATES:
            return (turn.BUDGET,)
        rules = self.refuse(self.battle, self.who, choice)  # type: ignore[arg-type]
        if not rules:
            self.accepted[id(choice)] = choice
        return rules

    def melee(self) -> tuple[str, ...]:
        """What it could strike with in melee now: in hand first, then natural, the unarmed strike last."""
        return self.arms.names

    def shooting(self) -> tuple[str, ...]:
        """What it holds that can be shot or thrown."""
        weapons = self.me.weapons
        return tuple([name for name in dict.fromkeys(self.me.held) if name in weapons and weapons[name].increment])

    def several(self, weapon: str) -> bool:
        """Would a full attack with this weapon give more than one attack?"""
        return full_attack.worthwhile(self.me, self.me.weapons[weapon])

    def armed(self) -> bool:
        """Does it threaten anything: is there more to strike with than bare hands?"""
        return bool(self.arms.intervals)

    def struck(self, weapon: str) -> int:
        """The squares that this weapon strikes in melee from here, walls not considered."""
        return threat.struck(self.battle, self.me, self.me.weapons[weapon])

    def stands(self, who: str, weapon: str) -> int:
        """The anchors of its space from where this weapon would strike a target, whoever stands there now."""
        target = self.battle.creatures[who]
        ground, span, strict = self.battle.ground, move.own_span(self.me), threat.strict_reach(self.battle)
        low, high = threat.span_of_reach(self.me, self.me.weapons[weapon])
        key = "stands", target.square, target.span, span, low, high, strict
        found: int | None = ground.memo.get(key)
        if found is None:
            near = within(ground, target.square, target.span, high, strict)
            found = pass_.overlapping(ground, near, span)
            found &= ~pass_.overlapping(ground, within(ground, target.square, target.span, low, strict), span)
            if ground.has_walls:
                found = of(
                    square
                    for square in squares(found)
                    if line_of_effect(ground, square, span, target.square, target.span)
                )
            ground.keep(key, found)
        return found

    def speed(self) -> int:
        """Squares of one move action now."""
        return move.speed(self.me)

    def holds(self, who: str) -> tuple[Attack | FullAttack, ...]:
        """To grapple somebody, or to join whoever does."""
        joins = self.battle.creatures[who].flags & GRAPPLING != 0
        return (Attack(who, self.me.sheet.unarmed.name, "join" if joins else "grapple"),)

    def besides(self, who: str, weapon: str) -> tuple[Attack | FullAttack, ...]:
        """Two weapons are a full attack's own business."""
        return ()

    def rushes(self, who: str) -> tuple[Charge, ...]:
        """A charge brings nobody down here but by a bull rush or a trip."""
        return ()

    def tricks(self, who: str, weapon: str) -> tuple[tuple[Attack | FullAttack, bool], ...]:
        """Trips, and disarms; all but a trip with a weapon lay the untrained open."""
        arm, disarm = self.me.weapons[weapon], (Attack(who, weapon, "disarm"), True)
        if not trip.serves(arm) and "bolas" not in arm.traits:
            return (disarm,)
        return (Attack(who, weapon, "trip"), weapon == self.me.sheet.unarmed.name), disarm

    def parries(self, weapon: str) -> int:
        """Nobody keeps attacks back to parry with."""
        return 0

    def lanes(self, who: str, weapon: str) -> tuple[int, ...]:
        """The spaces to which it may charge a target with this weapon."""
        if self.me.flags & (GRAPPLING | PRONE) or self.battle.turn.moved or not self.can(Charge):
            return ()
        if self.battle.ground.has_depths and climbing.in_deep(self.battle, self.me):
            return ()
        return charge.lanes(self.battle, self.me, self.battle.creatures[who], weapon)

    def area(self, budget: int, until: int = 0) -> Flood:
        """
        Everywhere that so many squares of movement would take it, and by which way; or only as far as to the cheapest
        of the places ``until``.
        """
        return move.reach(self.battle, self.me, budget, until=until)

    def places(self, kind: type[Any]) -> int:
        """The anchors where a ``Move``, ``Withdraw``, ``Step`` or ``Ride`` (of one move) may end."""
        battle, me = self.battle, self.me
        if kind is Ride:
            mount = mounted.mount_of(battle, me)
            if mount is None or battle.turn.spurred > 1:
                return 0
            return move.destinations(battle, mount, move.speed(mount))
        if not self.can(kind) or me.flags & (PRONE | GRAPPLING):
            return 0
        if battle.ground.has_depths and climbing.in_deep(battle, me):
            return 0
        if kind is Step:
            memo = battle.memo()
            key = ("steps", me.id)
            if key not in memo:
                memo[key] = of([order.to for order in self.of(Step)])  # type: ignore[union-attr]
            return memo[key]  # type: ignore[return-value]
        return move.destinations(battle, me, withdraw.budget(battle, me) if kind is Withdraw else move.speed(me))

    def danger(self, *, free: bool = False) -> int:
        """
        The anchors on a move that it cannot leave without exposing itself to somebody.

        ``free``: on a withdrawal; those who threaten it where it stands count only beyond that.
        """
        battle, me = self.battle, self.me
        memo = battle.memo()
        key = ("danger", me.id, free)
        bits = memo.get(key)
        if bits is None:
            area = self.area(withdraw.budget(battle, me) if free else move.speed(me))
            bits = 0
            for _, threatened in move.watchers(battle, me, area.reached | area.squeezed):
                bits |= threatened
            bits = pass_.overlapping(battle.ground, bits, move.own_span(me))
            bits = memo[key] = bits & ~(1 << me.square) if free else bits
        return bits  # type: ignore[return-value]

    def beset(self) -> bool:
        """Does it expose itself to somebody as soon as it leaves where it stands, but for a step or a withdrawal?"""
        return bool(move.watchers(self.battle, self.me, 1 << self.me.square))

    def safe_places(self, kind: type[Any]) -> int:
        """The ends of a ``Move`` or ``Withdraw`` that can be had without exposing itself after the start."""
        battle, me = self.battle, self.me
        budget = withdraw.budget(battle, me) if kind is Withdraw else move.speed(me)
        danger = self.danger(free=kind is Withdraw)
        if not danger:
            return self.places(kind)
        area = move.reach(battle, me, budget, leaving=~danger)
        return self.places(kind) & (area.reached | area.squeezed)

    def blow_after(self) -> int:
        """The ends of a ``Move`` that leaves time for a blow."""
        return self.places(Move) if self.can(FullAttack) else 0

    def bared(self) -> int:
        """A 5-foot step exposes nobody (d20.action.none.five-foot-step)."""
        return 0

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
            aim = special.aim(battle, me, enemy)
            for name in self.weapons():
                if due is None or name == due:
                    yield Attack(enemy.id, name, square=aim)
                    if "bolas" in me.weapons[name].traits:
                        yield Attack(enemy.id, name, "trip", square=aim)
        for enemy in self.enemies():
            if battle.ground.distance(me.square, me.span, enemy.square, enemy.span) <= battle.longest_reach:
                for choice in special.melee_choices(battle, me, enemy):
                    if choice.how != "strike" and (due is None or choice.weapon in (due, me.sheet.unarmed.name)):
                        yield choice
                if enemy.flags & GRAPPLING:
                    yield Attack(enemy.id, me.sheet.unarmed.name, "join", square=special.aim(battle, me, enemy))

    def full_attacks(self) -> Iterator[Order]:
        """Full attacks where they give more than one attack, with one weapon, then with two."""
        me = self.me
        names = self.weapons()
        for enemy in self.enemies():
            aim = special.aim(self.battle, me, enemy)
            for name in names:
                if full_attack.worthwhile(me, me.weapons[name]):
                    yield FullAttack(enemy.id, name, square=aim)
            for name in names:
                weapon = me.weapons[name]
                if weapon.double:
                    yield FullAttack(enemy.id, name, off_hand="double", square=aim)
                elif weapon.category not in ("natural", "unarmed", "ranged"):
                    for second in me.held:
                        if second != name or me.held.count(name) > 1:
                            yield FullAttack(enemy.id, name, off_hand=second, square=aim)
                elif weapon.category == "ranged" and "rapid-shot" in me.sheet.feats:
                    yield FullAttack(enemy.id, name, rapid=True, square=aim)

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
        """Moves to every square in reach, lowest first; crawling for the prone, tumbling for those who can."""
        battle, me = self.battle, self.me
        if me.flags & PRONE:
            for square in squares(battle.ground.near(me.square, me.span)):
                yield Move(square, mode="crawl")
            return
        if battle.ground.has_depths:
            for mode in climbing.MODES:
                for square in climbing.ways(battle, me, mode):
                    yield Move(square, mode=mode)  # type: ignore[arg-type]
            if climbing.in_deep(battle, me):
                return
        if battle.ground.narrow and move.own_span(me) > 1:
            for square in squares(battle.ground.narrow & battle.ground.near(me.square, me.span)):
                yield Move(square, mode="slip")
        for square in squares(move.destinations(battle, me, move.speed(me))):
            yield Move(square)
        if move.speed(me) < 2:
            for square in squares(battle.ground.near(me.square, me.span)):
                yield Move(square, mode="minimum")
        yield from pass_.tumbles(battle, me)
        yield from hide.places(battle, me)

    def steps(self) -> Iterator[Order]:
        for square in squares(step.places(self.battle, self.me)):
            yield Step(square)

    def springs(self) -> Iterator[Order]:
        """To each enemy in reach of half a move, and back to where it is."""
        battle, me = self.battle, self.me
        if "spring-attack" not in me.sheet.feats or battle.turn.moved or me.flags & (PRONE | GRAPPLING):
            return
        ends = move.destinations(battle, me, move.speed(me) // 2)
        for enemy in self.enemies():
            for weapon in threat.melee_weapons(me):
                for place in squares(self.stands(enemy.id, weapon.name) & ends):
                    yield SpringAttack(enemy.id, weapon.name, place, me.square)

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

    def overruns(self) -> Iterator[Order]:
        """Straight through each enemy within a move, or a charge, to the first square beyond."""
        battle, me = self.battle, mounted.body(self.battle, self.me)
        if me.flags & (GRAPPLING | PRONE) or battle.turn.moved or battle.turn.restricted:
            return
        ground, speed = battle.ground, move.speed(me)
        for enemy in self.enemies():
            gap = ground.distance(me.square, me.span, enemy.square, enemy.span)
            for mode, most in (("move", speed), ("charge", 2 * speed)):
                if gap + enemy.span <= most and (to := overrun.beyond(battle, me, enemy)) is not None:
                    yield Overrun(enemy.id, to, mode=mode)  # type: ignore[arg-type]

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

    def rides(self) -> Iterator[Order]:
        """Where the mount could carry it, with a shot on the way or a blow at the end of a charge."""
        battle, me = self.battle, self.me
        mount = mounted.mount_of(battle, me)
        if mount is None or battle.turn.spurred > 1:
            return
        for enemy in self.enemies():
            for weapon in threat.melee_weapons(me):
                for square in charge.spaces(battle, mount, enemy, threat.span_of_reach(me, weapon)):
                    yield Ride(square, mode="charge", target=enemy.id, weapon=weapon.name)
        speed = move.speed(mount)
        for square in squares(move.destinations(battle, mount, speed)):
            yield Ride(square)
        if battle.turn.spurred:
            return
        shots = [name for name in self.shooting() if me.weapons[name].category == "ranged"]
        for square in squares(move.destinations(battle, mount, 2 * speed)):
            for enemy in self.enemies():
                for name in shots:
                    yield Ride(square, mode="double", target=enemy.id, weapon=name)

    def reins(self) -> Iterator[Order]:
        if self.me.flags & UNRULY:
            yield ControlMount()

    def mountings(self) -> Iterator[Order]:
        me = self.me
        if me.mount:
            return
        for other in self.battle:
            if other.side == me.side and other.sheet.legs > 2 and not other.rider and other is not me:
                yield Mount(other.id)
                yield Mount(other.id, "fast")

    def dismountings(self) -> Iterator[Order]:
        mount = mounted.mount_of(self.battle, self.me)
        if mount is not None:
            for square in squares(self.battle.ground.near(mount.square, mount.span)):
                yield Dismount(square)
                yield Dismount(square, "fast")

    def turnings(self) -> Iterator[Order]:
        if turning.level(self.me):
            evil = self.me.sheet.alignment == "evil"
            for how in ("rebuke", "dispel") if evil else ("turn",):
                yield TurnUndead(how)

    def instructions(self) -> Iterator[Order]:
        if turning.level(self.me):
            for other in self.battle:
                if other.flags & UNBIDDEN:
                    yield Instruct(other.id)

    def aids(self) -> Iterator[Order]:
        for other in self.battle:
            if other.side == self.me.side and other.flags & DYING:
                yield FirstAid(other.id)

    def wakings(self) -> Iterator[Order]:
        for other in self.battle:
            if other.side == self.me.side and other.flags & ASLEEP:
                yield Wake(other.id)

    def helps(self) -> Iterator[Order]:
        """Help for each friend against each foe that a weapon reaches, on attack and on defence."""
        yield from aid_another.options(self.battle, self.me)

    def feints(self) -> Iterator[Order]:
        for enemy in self.enemies():
            yield Feint(enemy.id)

    def readied(self) -> Iterator[Order]:
        """Blows and shots at whoever sets them off."""
        yield from ready.options(self.battle, self.me)
        yield from counterspell.options(self.battle, self.me)

    def beginnings(self) -> Iterator[Order]:
        """The full-round actions that may take two turns."""
        for order in (*self.finishes(), *self.reloads()):
            yield Begin(order)

    def completions(self) -> Iterator[Order]:
        yield Complete()

    def delays(self) -> Iterator[Order]:
        yield Delay()

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
    (Overrun, "overruns"),
    (Step, "steps"),
    (Move, "moves"),
    (Withdraw, "withdrawals"),
    (SpringAttack, "springs"),
    (Run, "runs"),
    (Ride, "rides"),
    (ControlMount, "reins"),
    (Mount, "mountings"),
    (Dismount, "dismountings"),
    (StandUp, "rises"),
    (TotalDefense, "defences"),
    (TurnUndead, "turnings"),
    (Instruct, "instructions"),
    (FirstAid, "aids"),
    (Wake, "wakings"),
    (Sunder, "sunders"),
    (Snatch, "snatches"),
    (Throw, "throws"),
    (Prepare, "preparations"),
    (Extinguish, "quenchings"),
    (EscapeNet, "net_escapes"),
    (UseSkill, "skill_uses"),
    (LightTorch, "lightings"),
    (LockGauntlet, "locks"),
    (ReadyShield, "shield_readings"),
    (LooseShield, "shield_loosings"),
    (OpenDoor, "door_openings"),
    (CloseDoor, "door_closings"),
    (MoveObject, "shoves"),
    (Draw, "draws"),
    (Reload, "reloads"),
    (PickUp, "pick_ups"),
    (Sheathe, "sheathings"),
    (Drop, "drops"),
    (DropProne, "falls"),
    (AidAnother, "helps"),
    (Feint, "feints"),
    (Ready, "readied"),
    (Begin, "beginnings"),
    (Complete, "completions"),
    (Delay, "delays"),
    (Leave, "exits"),
    (Surrender, "surrenders"),
    (End, "ends"),
)
_WAYS = frozenset((Move, Step, Withdraw, Charge))
"""Ways to go elsewhere that a 5-foot step rules out (d20.step.no-other-movement)."""
_MAGIC = (*magic_offers.KINDS, *_KINDS)
_CANDIDATES = dict(_MAGIC)
_PRICE: dict[type[Any], str] = {
    kind: action.cost(action.BY_ORDER[kind]) for kind, _ in _KINDS if kind in action.BY_ORDER
}
_PRICE |= {
    Attack: "standard",
    FullAttack: "full-round",
    Grapple: "free",
    Reload: "free",
    Leave: "move",
    End: "none",
    Instruct: "standard",
    Overrun: "none",
    Ride: "none",
    SpringAttack: "full-round",
    Mount: "free",
    Dismount: "free",
}
_PRICE |= magic_offers.PRICES
_PRICE |= {Begin: "standard", Complete: "standard"}
_PRICE |= {Sunder: "standard", Snatch: "standard", UseSkill: "standard", LightTorch: "standard"}
