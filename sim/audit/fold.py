"""
The audit's own fold: what each event makes of the fight, in plain values.

It shares nothing with the battle of the engine. What a claim wants to know about the past stands in the ``Scene``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from sim.audit.geometry import Terrain, lit, overlaid
from sim.events import (
    aftermath,
    attacks,
    conditions,
    course,
    equipment,
    grapple,
    movement,
    orders,
    riding,
    timing,
    turning,
)
from sim.events.header import Header, Placed, Scenario
from sim.tables.glossary import SUBTYPES, TYPES, immunities
from sim.tables.sheet import SIZES, Shield, Weapon
from sim.tables.sizes import SIZE

HELPLESS = frozenset({"unconscious", "dying", "stable", "paralyzed", "petrified", "asleep", "bound"})
OUT = frozenset({"dead", "gone", "surrendered"})
DOWN = OUT | {"unconscious", "dying", "stable"}
SENSELESS = OUT | HELPLESS | {"stunned", "dazed", "cowering", "unbidden"}
"""Gets no orders and strikes nobody."""

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")

FORCED = frozenset({"push", "grapple", "back"})
"""Ways of moving that are no movement of the creature's own."""

ORDERED = (course.OrderGiven, timing.ReadiedActBegan, timing.FullRoundCompleted)
"""Kinds of event with which an order begins to be carried out."""


def order_of(source: Any) -> Any:
    """The order, or the answer, that an event carries out; ``None`` when it is neither."""
    return source.order if type(source) in ORDERED else getattr(source, "answer", None)


NO_NAMES: frozenset[str] = frozenset()


class Fighter:
    """One creature. ``conditions`` maps (name, other) to a size for each time; ``names`` are the names."""

    def __init__(self, placed: Placed) -> None:
        sheet = placed.sheet
        self.id = sheet.id
        self.sheet = sheet
        self.side = sheet.side
        self.square = placed.square
        self.own_span = self.span = SIZE[sheet.size].span
        self.rank = SIZES.index(sheet.size)
        self.minute = self.rank <= SIZES.index("tiny")
        self.immune = immunities(sheet.type, tuple(name for name in sheet.subtypes if name in SUBTYPES), sheet.immune)
        self.living = not TYPES[sheet.type].destroyed_at_zero
        self.hit_points = sheet.hit_points
        self.nonlethal = 0
        self.conditions: dict[tuple[str, str], tuple[int, ...]] = {}
        self.names = NO_NAMES
        self.timers: dict[tuple[str, str], tuple[str, int]] = {}
        """When a condition ends: at the start of so many next turns of whom."""
        self.held: tuple[str, ...] = sheet.held
        self.items = [w.name for w in sheet.weapons if w.category != "natural" and w.name not in sheet.held]
        self.weapons: dict[str, Weapon] = {weapon.name: weapon for weapon in (*sheet.weapons, sheet.unarmed)}
        if sheet.rake is not None:
            self.weapons[sheet.rake.name] = sheet.rake
        self.gear = [thing.name for thing in sheet.gear]
        self.shield_on = sheet.shield is not None and not sheet.shield.slung
        self.notches: dict[str, int] = {}
        """Damage to its things."""
        self.locked = ""
        self.prepared: set[str] = set()
        self.unloaded: list[str] = []
        self.grapplers: tuple[str, ...] = ()
        self.mount = self.rider = ""
        self.reactions = 0
        self.passed: set[str] = set()
        self.acted = False
        self.late = False
        """The turn that it has put off is now that of the next round, and begins like any other."""
        self.run_rounds = 0
        self.run_checks = 0
        self.initiative: tuple[int, ...] = ()
        self.damage_to = (0, 0, 0, 0, 0, 0)
        self.readied: timing.ActionReadied | None = None
        """What it waits to do."""
        self.stirred = (False, False)
        """Whether it has moved, and stepped, in the turn in which it readied that."""
        self.begun: tuple[Any, int] | None = None
        """A full-round action begun, and how many of its turns have begun since."""
        self.used: list[str] = []
        """Spells, slots, charges and uses spent."""
        self.casting: Any = None
        """The event with which a spell in the making was begun."""
        self.charge: Any = None
        """The event with which a spell came to the hand."""
        self.boons: tuple[Any, ...] = ()
        """What spells do to its totals: events."""
        self.temporary = 0
        """Temporary hit points, which wounds take first."""
        self.kept: dict[Any, Any] = {}
        """Expected parts of tallies, by everything that they depend on."""

    def has(self, *names: str) -> bool:
        """Has any of these conditions."""
        return bool(self.names) and not self.names.isdisjoint(names)

    def value(self, name: str) -> int:
        """The size of a condition, 0 without it."""
        return next((values[0] for (known, _), values in self.conditions.items() if known == name), 0)

    def tied(self, name: str, other: str) -> bool:
        """Has this condition with regard to another creature."""
        return (name, other) in self.conditions

    @property
    def shield(self) -> Shield | None:
        """The shield on its arm."""
        return self.sheet.shield if self.shield_on else None

    def given(self, on: str, against: tuple[str, ...] = ()) -> list[tuple[int, str, str]]:
        """What spells add to something of it: value, type, rule."""
        return [
            (boon.value, boon.type, boon.cites[0])
            for boon in self.boons
            if boon.on == on and (not boon.against or boon.against in against)
        ]

    def gain(self, on: str) -> int:
        """The same together: of each type of bonus the highest, and every penalty."""
        best: dict[str, int] = {}
        total = 0
        for value, type_, _ in self.given(on):
            if value > 0 and type_:
                best[type_] = max(value, best.get(type_, 0))
            else:
                total += value
        return total + sum(best.values())

    @property
    def active(self) -> bool:
        return self.names.isdisjoint(OUT)

    @property
    def can_act(self) -> bool:
        return self.names.isdisjoint(SENSELESS)

    @property
    def helpless(self) -> bool:
        return not self.names.isdisjoint(HELPLESS)

    def damage_by(self, ability: str) -> int:
        """Points of damage to an ability."""
        return self.damage_to[ABILITIES.index(ability)]

    def score(self, ability: str) -> int | None:
        """The ability score now; ``None`` without the ability."""
        natural: int | None = getattr(self.sheet, ability)
        if natural is None:
            return None
        score = natural - self.damage_to[ABILITIES.index(ability)] + (self.gain(ability) if self.boons else 0)
        if ability in ("strength", "constitution") and self.has("raging", "frenzied"):
            score += 4
        if ability in ("strength", "dexterity"):
            if "exhausted" in self.names:
                score -= 6
            elif "fatigued" in self.names:
                score -= 2
            if "entangled" in self.names and ability == "dexterity":
                score -= 4
            if "paralyzed" in self.names:
                score = 0
        return max(0, score)

    @property
    def full(self) -> int:
        """Its full number of hit points, with the Constitution that it has left."""
        sheet = self.sheet
        if sheet.constitution is None:
            return sheet.hit_points
        lost = (sheet.constitution - 10) // 2 - self.modifier("constitution")
        return sheet.hit_points - lost * sheet.hit_dice

    def modifier(self, ability: str) -> int:
        """The ability modifier now: half of what the score has above 10, rounded down."""
        if self.names or self.boons or any(self.damage_to):
            score = self.score(ability)
        else:
            score = getattr(self.sheet, ability)
        return 0 if score is None else (score - 10) // 2


class Turn:
    """What the creature whose turn it is has spent, and what it has done."""

    def __init__(self, who: str = "", restricted: bool = False) -> None:
        self.who = who
        self.restricted = restricted
        self.standard = 0
        self.move = 0
        self.full = 0
        self.stepped = False
        self.moved = False
        self.over = False
        self.halves = 0
        self.ridden = self.spurred = 0
        self.gait = ""
        self.attacks: tuple[Any, ...] = ()
        self.due: Any = None
        self.off_hand = ""
        self.rapid = False
        self.mixed = False
        """A full attack with manufactured and natural weapons."""
        self.first = False
        """The first attack of a full attack is being made."""
        self.blows = 0
        self.hits: list[Any] = []
        """Blows of a full attack of those who rend that have hit."""
        self.orders = 0
        self.set_against = ""
        """The charger that a weapon is set against."""


Beginning = course.TurnBegan | timing.DelayedTurnBegan | timing.InitiativeChanged
BEGINNINGS = (course.TurnBegan, timing.DelayedTurnBegan, timing.InitiativeChanged)
"""With which a turn may start: see ``Scene.begins``."""


class Scene:
    """The fight at one event. ``seq`` is its number, ``events`` are all of the log."""

    def __init__(self, header: Header, events: tuple[Any, ...]) -> None:
        scenario = header.scenario
        self.header = header
        self.options = scenario.options
        self.endings = scenario.endings
        self.scenario = scenario
        self.terrain = Terrain.of(scenario)
        self.zones: dict[int, Any] = {}
        """Areas in which spells are at work: events, by the number of the spell."""
        self.spelled = any(placed.sheet.spells for placed in scenario.creatures)
        """Somebody has spells to cast."""
        self.lights: list[tuple[str, str, int]] = []
        """Burning torches: item, bearer, and the square where nobody bears it."""
        self.fighters: dict[str, Fighter] = {}
        self.events = events
        self.seq = -1
        self.roots: list[int] = []
        """For each event the order or answer that it is or goes back to; -1: none."""
        self.order: tuple[str, ...] = ()
        self.phase = "muster"
        self.round = 0
        self.hurt = 0
        self.turn = Turn()
        self.suspended: list[Turn] = []
        """Turns that readied actions interrupt, the innermost last."""
        self.delaying: list[str] = []
        self.aids: list[tuple[str, str, str, str]] = []
        """Helper, friend, foe, and whether on ``attack`` or ``ac``."""
        self.things: list[tuple[str, int, str]] = []
        self.at: dict[int, tuple[str, ...]] = {}
        self.crowd: frozenset[int] | None = None
        self.timed: dict[str, Fighter] = {}
        """Those with conditions that end by themselves."""
        self.met: set[str] = set()
        """The conditions that anybody has had."""
        self.longest = 1
        """Nobody strikes farther in melee than so many squares."""
        self._sides: frozenset[str] | None = None
        self.debts: dict[Any, tuple[int, str, str, str | Callable[[], str]]] = {}
        """What the log owes before the next order or turn: by key, since which event, invariant, rule, what."""
        self.notes: dict[Any, Any] = {}
        """What claims keep from one event to the next, by keys of their own."""
        for placed in scenario.creatures:
            unaware = ("unaware",) if placed.sheet.id in scenario.unaware else ()
            self.admit(placed, (*placed.conditions, *unaware))

    # ---- questions --------------------------------------------------------------------------------------------

    def name(self, square: int) -> str:
        return self.terrain.name(square)

    def root(self) -> Any:
        """The order or answer behind the event of now; ``None`` when nobody chose it."""
        number = self.root_of(self.events[self.seq].because)
        return self.events[number] if number >= 0 else None

    def root_of(self, because: int) -> int:
        """The number of the order or answer behind an event; -1 when nobody chose it."""
        return self.roots[because] if 0 <= because < len(self.roots) else -1

    def in_squares(self, squares: tuple[int, ...]) -> Iterator[Fighter]:
        """Who stands in any of these squares, each once."""
        seen = set()
        for square in squares:
            for who in self.at.get(square, ()):
                if who not in seen:
                    seen.add(who)
                    yield self.fighters[who]

    def crowded(self) -> frozenset[int]:
        """All squares with a creature that is still there."""
        if self.crowd is None:
            self.crowd = frozenset(self.at)
        return self.crowd

    def sides(self) -> frozenset[str]:
        """The sides of which somebody can carry on."""
        if self._sides is None:
            self._sides = frozenset(f.side for f in self.fighters.values() if f.names.isdisjoint(DOWN))
        return self._sides

    def enemies(self, me: Fighter) -> list[Fighter]:
        side = me.side
        return [other for other in self.fighters.values() if other.side != side]

    def near(self, anchors: tuple[int, ...], span: int) -> list[Fighter]:
        """Who may strike at somebody of such a span in any of these places, or stands not much farther off."""
        around = [self.terrain.around(anchor, span, self.longest) for anchor in anchors]
        return [self.fighters[who] for who in sorted(self.within(frozenset().union(*around)))]

    def within(self, squares: frozenset[int]) -> set[str]:
        """Who stands in any of these squares."""
        at = self.at
        return {who for square in at.keys() & squares for who in at[square]}

    def aids_of(self, friend: Fighter, foe: Fighter, benefit: str) -> int:
        """How many help this friend against this foe."""
        return sum(aid[1:] == (friend.id, foe.id, benefit) for aid in self.aids)

    # ---- the map as it is now ---------------------------------------------------------------------------------

    def rebuild(self, scenario: Scenario) -> None:
        """A door or a barricade is no longer as it was."""
        self.scenario = scenario
        self.relight()

    def relight(self) -> None:
        """The torches that burn light the map from where they are; the zones of spells lie over it."""
        held = {
            self.fighters[who].square for _, who, _ in self.lights if who and "gone" not in self.fighters[who].names
        }
        torches = sorted(held.union(square for _, who, square in self.lights if not who))
        scenario = lit(self.scenario, torches)
        if self.zones:
            fog = frozenset(s for zone in self.zones.values() if "fog" in zone.does for s in zone.squares)
            slow = frozenset(s for zone in self.zones.values() if "slow" in zone.does for s in zone.squares)
            scenario = overlaid(scenario, fog, slow)
        self.terrain = Terrain.of(scenario)

    def carry(self, item: str, who: str, square: int, to: tuple[str, int] | None) -> None:
        """A torch that may burn goes from hand or ground into a hand or onto the ground, or out."""
        light = (item, who, square)
        if light in self.lights:
            self.lights.remove(light)
            if to is not None:
                self.lights.append((item, *to))
            self.relight()

    # ---- debts ------------------------------------------------------------------------------------------------

    def begins(self, event: Beginning) -> bool:
        """Does a turn start: at its place, late in the next round, or with a readied act that takes its place there?"""
        late = self.fighters[event.who].late
        if isinstance(event, timing.InitiativeChanged):
            return late and isinstance(self.events[event.because], timing.ReadiedActBegan)
        return late or not isinstance(event, timing.DelayedTurnBegan)

    def owe(self, key: Any, invariant: str, rule: str, what: str | Callable[[], str]) -> None:
        """Something must follow before the next order or turn; ``what`` it is in words, made only if need be."""
        self.debts[key] = (self.seq, invariant, rule, what)

    def pay(self, key: Any) -> bool:
        """It has followed; false when nobody owed it."""
        return self.debts.pop(key, None) is not None

    def admit(self, placed: Placed, names: tuple[str, ...]) -> None:
        """A creature comes, in these conditions."""
        fighter = self.fighters[placed.sheet.id] = Fighter(placed)
        self._sides = None
        self.met.update(names)
        self.stretch(fighter)
        fighter.conditions = dict.fromkeys(((name, "") for name in names), (0,))
        fighter.names = frozenset(names)
        if placed.rides:
            mount = self.fighters[placed.rides]
            fighter.mount, mount.rider, fighter.span = mount.id, fighter.id, mount.span
            self.begin(fighter, "mounted", mount.id)
        if fighter.names.isdisjoint({"dead", "gone"}):
            self._enter(fighter)

    # ---- changes ----------------------------------------------------------------------------------------------

    def _enter(self, fighter: Fighter) -> None:
        self.crowd = None
        for square in self.terrain.footprint(fighter.square, fighter.span):
            self.at[square] = (*self.at.get(square, ()), fighter.id)

    def _leave(self, fighter: Fighter) -> None:
        self.crowd = None
        for square in self.terrain.footprint(fighter.square, fighter.span):
            left = tuple(who for who in self.at.get(square, ()) if who != fighter.id)
            if left:
                self.at[square] = left
            else:
                self.at.pop(square, None)

    def stretch(self, fighter: Fighter) -> None:
        """Somebody has such a reach from now on."""
        self.longest = max(self.longest, 2 * fighter.sheet.reach // 5)

    def _gone(self, fighter: Fighter) -> bool:
        return "dead" in fighter.names or "gone" in fighter.names

    def begin(self, fighter: Fighter, name: str, other: str = "", value: int = 0) -> None:
        there = not self._gone(fighter)
        fighter.conditions[name, other] = (*fighter.conditions.get((name, other), ()), value)
        fighter.names |= {name}
        self.met.add(name)
        if name in DOWN:
            self._sides = None
        if there and self._gone(fighter):
            self._leave(fighter)
            if self.lights:
                self.relight()

    def end(self, fighter: Fighter, name: str, other: str = "", value: int = 0) -> None:
        there = not self._gone(fighter)
        left = tuple(known for known in fighter.conditions.pop((name, other), ()) if value and known != value)
        if left:
            fighter.conditions[name, other] = left
        fighter.timers.pop((name, other), None)
        if not fighter.timers:
            self.timed.pop(fighter.id, None)
        fighter.names = frozenset(known for known, _ in fighter.conditions)
        if name in DOWN:
            self._sides = None
        if not there and not self._gone(fighter):
            self._enter(fighter)

    def place(self, fighter: Fighter, square: int, span: int) -> None:
        there = not self._gone(fighter)
        if there:
            self._leave(fighter)
        fighter.square, fighter.span = square, span
        if there:
            self._enter(fighter)

    def age(self, rounds: int) -> None:
        """So many rounds go by after the fight."""
        for fighter in self.timed.values():
            for key, (who, turns) in fighter.timers.items():
                fighter.timers[key] = (who, turns - rounds)

    def tick(self, ender: str) -> None:
        """A turn of ``ender`` begins: what ends with it comes one turn nearer."""
        for fighter in self.timed.values():
            for key, (who, turns) in fighter.timers.items():
                if who == ender:
                    fighter.timers[key] = (who, turns - 1)


Move = Callable[[Any, Scene], None]
F = TypeVar("F", bound=Move)
MOVES: dict[type[Any], Move] = {}
"""What each kind of event does to the scene; kinds that are not here change nothing."""


def moves(kind: type[Any]) -> Callable[[F], F]:
    def register(function: F) -> F:
        MOVES[kind] = function
        return function

    return register


@moves(course.InitiativeRolled)
def _initiative(event: course.InitiativeRolled, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.initiative = event.ranking
    if scene.order and event.who not in scene.order:
        before = [who for who in scene.order if scene.fighters[who].initiative >= event.ranking]
        after = scene.order[len(before) :]
        fighter.acted = any(scene.fighters[who].acted for who in after)
        scene.order = (*scene.order[: len(before)], event.who, *after)


@moves(course.FightBegan)
def _fight(event: course.FightBegan, scene: Scene) -> None:
    scene.order = event.order
    scene.phase = "surprise" if event.unaware else "fight"


@moves(course.RoundBegan)
def _round(event: course.RoundBegan, scene: Scene) -> None:
    scene.round = event.number
    scene.turn = Turn()
    if event.number:
        scene.phase = "fight"
    for fighter in scene.fighters.values():
        fighter.acted = False
    for fighter in scene.fighters.values():
        if not fighter.active:
            scene.tick(fighter.id)


@moves(course.TurnBegan)
def _turn(event: course.TurnBegan, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    scene.turn = Turn(event.who, event.restricted)
    fighter.acted, fighter.late = True, False
    fighter.reactions = 0
    fighter.passed = set()
    if fighter.begun is not None:
        fighter.begun = (fighter.begun[0], fighter.begun[1] + 1)
    if "ran" not in fighter.names:
        fighter.run_rounds = fighter.run_checks = 0
    scene.tick(event.who)
    if fighter.mount:
        mount = scene.fighters[fighter.mount]
        mount.acted, mount.reactions, mount.passed = True, 0, set()
        scene.tick(mount.id)


@moves(course.OrderGiven)
def _order(event: course.OrderGiven, scene: Scene) -> None:
    turn, cost, kind = scene.turn, event.cost, type(event.order)
    turn.orders += 1
    turn.first = False
    if cost == "standard":
        turn.standard += 1
        turn.blows = int(kind is orders.Attack)
    elif cost == "move":
        turn.move += 1
    elif cost == "full-round":
        turn.full += 1
        turn.first = True
    elif cost == "attack":
        turn.due = turn.attacks[0] if turn.attacks else None
        turn.attacks = turn.attacks[1:]
        turn.blows += 1
    elif kind is orders.End:
        turn.over = True


@moves(course.FullAttackBegan)
def _line_up(event: course.FullAttackBegan, scene: Scene) -> None:
    turn = scene.turn
    turn.attacks, turn.off_hand, turn.rapid, turn.blows = event.attacks, event.off_hand, event.rapid, 1
    order = scene.events[event.because]
    weapons = scene.fighters[event.who].weapons
    first = weapons.get(getattr(getattr(order, "order", None), "weapon", ""))
    turn.mixed = (
        first is not None
        and first.category != "natural"
        and any(due.weapon in weapons and weapons[due.weapon].category == "natural" for due in event.attacks)
    )


@moves(course.FullAttackGivenUp)
def _give_up(event: course.FullAttackGivenUp, scene: Scene) -> None:
    turn = scene.turn
    turn.attacks = ()
    turn.full, turn.standard = 0, 1


@moves(course.Answered)
def _answer(event: course.Answered, scene: Scene) -> None:
    question = event.question
    if type(question) is orders.Opportunity:
        if type(event.answer) is orders.Attack:
            scene.fighters[event.who].reactions += 1
        if question.act == "moving":
            scene.fighters[question.provoker].passed.add(event.who)


@moves(course.FightEnded)
def _over(event: course.FightEnded, scene: Scene) -> None:
    scene.phase = "over"


@moves(riding.Mounted)
def _mounted(event: riding.Mounted, scene: Scene) -> None:
    rider, mount = scene.fighters[event.who], scene.fighters[event.mount]
    scene.place(rider, mount.square, mount.span)
    rider.mount, mount.rider = mount.id, rider.id
    scene.begin(rider, "mounted", mount.id)


@moves(riding.Dismounted)
def _dismounted(event: riding.Dismounted, scene: Scene) -> None:
    rider, mount = scene.fighters[event.who], scene.fighters[event.mount]
    scene.end(rider, "mounted", mount.id)
    scene.place(rider, event.square, event.span)
    rider.mount = mount.rider = ""


@moves(riding.RideBegan)
def _rides(event: riding.RideBegan, scene: Scene) -> None:
    turn, both = scene.turn, event.mode in ("double", "run", "charge")
    turn.gait = "double" if turn.spurred and not both else event.mode
    turn.spurred += 2 if both else 1


@moves(riding.MoveActionLost)
def _lost_a_move(event: riding.MoveActionLost, scene: Scene) -> None:
    scene.turn.move += 1


@moves(riding.TurnLost)
def _lost_a_turn(event: riding.TurnLost, scene: Scene) -> None:
    scene.turn.standard += 1
    scene.turn.full += 1
    scene.turn.spurred = 2


@moves(turning.Commanded)
def _commanded(event: turning.Commanded, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for name, other in list(fighter.conditions):
        if name in ("commanded", "unbidden"):
            scene.end(fighter, name, other)
    fighter.side = scene.fighters[event.by].side
    scene._sides = None
    scene.begin(fighter, "commanded", event.by)
    scene.begin(fighter, "unbidden", event.by)


@moves(turning.Instructed)
def _instructed(event: turning.Instructed, scene: Scene) -> None:
    scene.end(scene.fighters[event.who], "unbidden", event.by)


@moves(aftermath.RoundPassed)
def _later(event: aftermath.RoundPassed, scene: Scene) -> None:
    scene.round = event.number
    scene.age(1)


@moves(aftermath.HourPassed)
def _much_later(event: aftermath.HourPassed, scene: Scene) -> None:
    scene.age(600)


@moves(aftermath.AbilityHealed)
def _mended(event: aftermath.AbilityHealed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    at = ABILITIES.index(event.ability)
    damage = list(fighter.damage_to)
    damage[at] -= event.amount
    fighter.damage_to = tuple(damage)  # type: ignore[assignment]


@moves(course.RefereeSet)
def _set(event: course.RefereeSet, scene: Scene) -> None:
    scene.fighters[event.who].hit_points = event.hit_points


@moves(course.RefereeMoved)
def _put(event: course.RefereeMoved, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    scene.place(fighter, event.square, fighter.span)
    if fighter.rider:
        scene.place(scene.fighters[fighter.rider], event.square, fighter.span)
    if scene.lights:
        scene.relight()


@moves(course.RefereeRuled)
def _rule(event: course.RefereeRuled, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.begins:
        scene.begin(fighter, event.condition)
        return
    for name, other in list(fighter.conditions):
        if name == event.condition:
            scene.end(fighter, name, other)


@moves(course.RefereeAdded)
def _added(event: course.RefereeAdded, scene: Scene) -> None:
    scene.admit(event.placed, event.placed.conditions)


@moves(conditions.ConditionBegan)
def _began(event: conditions.ConditionBegan, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.ender:
        scene.end(fighter, event.condition, event.other)
        fighter.timers[event.condition, event.other] = (event.ender, event.turns)
        scene.timed[fighter.id] = fighter
    scene.begin(fighter, event.condition, event.other, event.value)


@moves(conditions.ConditionEnded)
def _ended(event: conditions.ConditionEnded, scene: Scene) -> None:
    scene.end(scene.fighters[event.who], event.condition, event.other, event.value)


@moves(movement.Moved)
def _moved(event: movement.Moved, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    scene.place(fighter, event.path[-1], event.span)
    turn = scene.turn
    if fighter.rider:
        scene.place(scene.fighters[fighter.rider], event.path[-1], event.span)
        if turn.who == fighter.rider:
            turn.ridden += event.halves
    if scene.lights:
        scene.relight()
    if turn.who == event.who:
        if event.gait == "step":
            turn.stepped = True
        elif event.gait not in FORCED:
            if event.gait == "run" and not turn.moved:
                fighter.run_rounds += 1
            turn.moved = True
            turn.halves += event.halves
        if fighter.readied is not None:
            fighter.stirred = turn.moved, turn.stepped


@moves(movement.OverrunTried)
def _overran(event: movement.OverrunTried, scene: Scene) -> None:
    if event.blocked and scene.turn.who in (event.who, scene.fighters[event.who].rider):
        scene.turn.standard += 1


@moves(movement.TumbleRolled)
def _tumbled(event: movement.TumbleRolled, scene: Scene) -> None:
    if event.success:
        scene.fighters[event.who].passed.add(event.enemy)


@moves(attacks.AttackRolled)
def _swung(event: attacks.AttackRolled, scene: Scene) -> None:
    fighter = scene.fighters[event.attacker]
    weapon = fighter.weapons.get(event.weapon)
    if weapon is not None and weapon.increment and event.mode.startswith("ranged"):
        if weapon.thrown:
            fighter.held = tuple(name for name in fighter.held if name != event.weapon)
        elif weapon.reload:
            fighter.unloaded.append(event.weapon)


@moves(attacks.AttackWasted)
def _wasted(event: attacks.AttackWasted, scene: Scene) -> None:
    weapon = scene.fighters[event.attacker].weapons.get(event.weapon)
    if event.ranged and weapon is not None and weapon.reload:
        scene.fighters[event.attacker].unloaded.append(event.weapon)


@moves(attacks.CheckRolled)
def _checked(event: attacks.CheckRolled, scene: Scene) -> None:
    if event.check == "run":
        scene.fighters[event.who].run_checks += 1


@moves(attacks.BlowDelivered)
def _loosed(event: attacks.BlowDelivered, scene: Scene) -> None:
    weapon = scene.fighters[event.attacker].weapons.get(event.weapon)
    if weapon is not None and weapon.projectile and weapon.reload:
        scene.fighters[event.attacker].unloaded.append(event.weapon)


@moves(attacks.DamageDealt)
def _hurt(event: attacks.DamageDealt, scene: Scene) -> None:
    fighter = scene.fighters[event.target]
    scene.hurt = scene.round
    if event.nonlethal:
        fighter.nonlethal += event.amount
        return
    spared = min(fighter.temporary, event.amount)
    fighter.temporary -= spared
    fighter.hit_points -= event.amount - spared


@moves(attacks.HitPointsLost)
def _bled(event: attacks.HitPointsLost, scene: Scene) -> None:
    scene.fighters[event.who].hit_points -= event.amount


@moves(attacks.Healed)
def _healed(event: attacks.Healed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.hit_points += event.hit_points
    fighter.nonlethal -= event.nonlethal


@moves(attacks.AbilityDamaged)
def _sapped(event: attacks.AbilityDamaged, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    at = ABILITIES.index(event.ability)
    damage = list(fighter.damage_to)
    damage[at] += event.amount
    fighter.damage_to = tuple(damage)  # type: ignore[assignment]


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    left = list(names)
    if name in left:
        left.remove(name)
    return tuple(left)


@moves(equipment.Drew)
def _drew(event: equipment.Drew, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.weapon in fighter.items:
        fighter.items.remove(event.weapon)
    fighter.held = (*fighter.held, event.weapon)


@moves(equipment.Sheathed)
def _sheathed(event: equipment.Sheathed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.held = _without(fighter.held, event.weapon)
    fighter.items.append(event.weapon)
    scene.carry(event.weapon, event.who, -1, None)


@moves(equipment.Dropped)
def _dropped(event: equipment.Dropped, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.held = _without(fighter.held, event.item)
    _let_go(fighter, event.item)
    scene.things.append((event.item, event.square, event.who))
    scene.carry(event.item, event.who, -1, ("", event.square))


def _let_go(fighter: Fighter, item: str) -> None:
    if item in fighter.gear:
        fighter.gear.remove(item)
    if fighter.locked == item:
        fighter.locked = ""


def _hand_over(scene: Scene, taker: Fighter, owner: Fighter, item: str) -> None:
    if item not in taker.weapons and item in owner.weapons:
        taker.weapons[item] = owner.weapons[item]
        if item in owner.notches:
            taker.notches[item] = owner.notches[item]
    taker.held = (*taker.held, item)


@moves(equipment.PickedUp)
def _picked_up(event: equipment.PickedUp, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for thing in scene.things:
        if thing[:2] == (event.item, event.square):
            scene.things.remove(thing)
            _hand_over(scene, fighter, scene.fighters[thing[2]], event.item)
            scene.carry(event.item, "", event.square, (event.who, -1))
            return
    fighter.held = (*fighter.held, event.item)


@moves(equipment.Snatched)
def _snatched(event: equipment.Snatched, scene: Scene) -> None:
    loser = scene.fighters[event.loser]
    loser.held = _without(loser.held, event.item)
    _let_go(loser, event.item)
    scene.carry(event.item, event.loser, -1, (event.who, -1))
    _hand_over(scene, scene.fighters[event.who], loser, event.item)


@moves(equipment.Reloaded)
def _reloaded(event: equipment.Reloaded, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.weapon in fighter.unloaded:
        fighter.unloaded.remove(event.weapon)


@moves(grapple.GrappleBegan)
def _clinched(event: grapple.GrappleBegan, scene: Scene) -> None:
    one, two = scene.fighters[event.who], scene.fighters[event.other]
    for me, other in ((one, two), (two, one)):
        me.grapplers = (*me.grapplers, other.id)
        if event.holding and me is one:
            scene.begin(me, "holding", other.id)
        elif "grappling" not in me.names:
            scene.begin(me, "grappling")


@moves(grapple.GrappleEnded)
def _parted(event: grapple.GrappleEnded, scene: Scene) -> None:
    one, two = scene.fighters[event.who], scene.fighters[event.other]
    for me, other in ((one, two), (two, one)):
        me.grapplers = tuple(who for who in me.grapplers if who != other.id)
        for name in ("pinned", "pinning", "silenced", "holding"):
            scene.end(me, name, other.id)
        if all(me.tied("holding", who) for who in me.grapplers):
            scene.end(me, "grappling")


@moves(timing.ActionReadied)
def _readied(event: timing.ActionReadied, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.readied = event
    fighter.stirred = scene.turn.moved, scene.turn.stepped


@moves(timing.ReadiedActBegan)
def _interrupted(event: timing.ReadiedActBegan, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    scene.suspended.append(scene.turn)
    scene.turn = Turn(event.who, True)
    scene.turn.moved, scene.turn.stepped = fighter.stirred
    scene.turn.set_against = event.set_against
    fighter.readied = None


@moves(timing.ReadiedActEnded)
def _resumed(event: timing.ReadiedActEnded, scene: Scene) -> None:
    scene.turn = scene.suspended.pop()


@moves(timing.ReadyLost)
def _waited_in_vain(event: timing.ReadyLost, scene: Scene) -> None:
    scene.fighters[event.who].readied = None


@moves(timing.InitiativeChanged)
def _shifted(event: timing.InitiativeChanged, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    others = [who for who in scene.order if who != event.who]
    place = others.index(event.before) if event.before else len(others)
    scene.order = (*others[:place], event.who, *others[place:])
    fighter.initiative = (event.count,)
    fighter.late = not fighter.acted
    if not fighter.acted:
        fighter.acted = True
        fighter.reactions = 0
        fighter.passed = set()
        scene.tick(event.who)


@moves(timing.TurnDelayed)
def _put_off(event: timing.TurnDelayed, scene: Scene) -> None:
    scene.turn.over = True
    scene.delaying.append(event.who)


@moves(timing.DelayedTurnBegan)
def _taken_late(event: timing.DelayedTurnBegan, scene: Scene) -> None:
    scene.turn = Turn(event.who, event.restricted)
    scene.delaying.remove(event.who)


@moves(timing.DelayLost)
def _missed(event: timing.DelayLost, scene: Scene) -> None:
    scene.delaying.remove(event.who)


@moves(timing.FullRoundBegun)
def _half_done(event: timing.FullRoundBegun, scene: Scene) -> None:
    scene.fighters[event.who].begun = (event.act, 0)


@moves(timing.FullRoundCompleted)
def _done(event: timing.FullRoundCompleted, scene: Scene) -> None:
    scene.fighters[event.who].begun = None


@moves(timing.FullRoundLost)
def _given_up(event: timing.FullRoundLost, scene: Scene) -> None:
    scene.fighters[event.who].begun = None


@moves(timing.AidGiven)
def _aided(event: timing.AidGiven, scene: Scene) -> None:
    scene.aids.append((event.who, event.friend, event.foe, event.benefit))
    scene.begin(scene.fighters[event.friend], "aided", event.who)


@moves(timing.AidEnded)
def _aid_over(event: timing.AidEnded, scene: Scene) -> None:
    scene.aids = [aid for aid in scene.aids if aid[0] != event.who]
    scene.end(scene.fighters[event.friend], "aided", event.who)
