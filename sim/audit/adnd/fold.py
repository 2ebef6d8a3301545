"""
What each event makes of an AD&D fight, in plain values. It shares nothing with the battle of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from sim.audit.geometry import Terrain
from sim.events import adnd, attacks, conditions, course, equipment, movement, orders, riding
from sim.tables.adnd_sheet import SIZES, SPANS, Sheet, Weapon

HELPLESS = frozenset({"unconscious", "dying", "stable", "paralyzed", "petrified", "asleep", "bound"})
OUT = frozenset({"dead", "gone", "surrendered"})
DOWN = OUT | {"unconscious", "dying", "stable"}
SENSELESS = OUT | HELPLESS | {"stunned", "dazed", "cowering"}

E = TypeVar("E")
Move = Callable[[Any, "Scene"], None]
MOVES: dict[type[Any], Move] = {}
"""What each kind of event does to the scene."""

ORDERED = (course.OrderGiven,)


def move(*kinds: type[Any]) -> Callable[[Move], Move]:
    """The function moves the facts of events of these kinds into the scene."""

    def register(function: Move) -> Move:
        for kind in kinds:
            MOVES[kind] = function
        return function

    return register


class Fighter:
    """A combatant as the log has it so far."""

    def __init__(self, placed: Any) -> None:
        sheet: Sheet = placed.sheet
        self.id = sheet.id
        self.sheet = sheet
        self.side = sheet.side
        self.square: int = placed.square
        self.span = SPANS.get(sheet.size, 1)
        self.rank = SIZES.index(sheet.size)
        self.facing: int = placed.facing
        self.hit_points = sheet.hit_points
        self.nonlethal = 0
        self.conditions: dict[tuple[str, str], list[int]] = {}
        self.timers: dict[tuple[str, str], int] = {}
        """Rounds that are still to begin before a condition ends."""
        self.held = list(sheet.held)
        self.weapons: dict[str, Weapon] = {weapon.name: weapon for weapon in (*sheet.weapons, sheet.unarmed)}
        self.items = [w.name for w in sheet.weapons if w.category != "natural" and w.name not in sheet.held]
        self.shield_on = sheet.shield is not None and not sheet.shield.slung
        self.mount = self.rider = ""
        self.declared: Any = None
        """The order of the round."""
        self.declaration: adnd.Declared | None = None
        self.attacks = 0
        self.weapon = ""
        self.second = ""
        self.parries = 0
        self.blow = False
        self.made = 0
        self.acted = False
        self.halves = 0
        self.shifted = False
        self.free: list[str] = []
        self.late = False
        self.total = 0
        self.spent: dict[str, int] = {}
        """Missiles used, by weapon."""
        self.shots: dict[str, int] = {}
        """The round of the last shot."""

    def has(self, *names: str) -> bool:
        """Has any of these conditions."""
        return any(name in names for name, _ in self.conditions)

    def value(self, name: str) -> int:
        """The size of a condition; 0 without it."""
        return next((values[0] for (known, _), values in self.conditions.items() if known == name), 0)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.conditions)

    @property
    def active(self) -> bool:
        return self.names.isdisjoint(OUT)

    @property
    def can_act(self) -> bool:
        return self.names.isdisjoint(SENSELESS)

    @property
    def felled(self) -> bool:
        return self.hit_points - self.nonlethal <= 0


class Scene:
    """The fight at one event. ``seq`` is its number, ``events`` are all of the log."""

    def __init__(self, header: Any, events: tuple[Any, ...]) -> None:
        scenario = header.scenario
        self.header = header
        self.options = scenario.options
        self.endings = scenario.endings
        self.terrain = Terrain.of(scenario)
        self.events = events
        self.seq = -1
        self.roots: list[int] = []
        self.fighters: dict[str, Fighter] = {}
        self.phase = "muster"
        self.stage = "start"
        self.round = 0
        self.hurt = 0
        self.number = 0
        self.groups: tuple[tuple[str, ...], ...] = ()
        self.at = -1
        self.waiting: list[str] = []
        self.active = ""
        self.due: list[str] = []
        self.things: list[tuple[str, int, str]] = []
        self.notes: dict[Any, Any] = {}
        for placed in scenario.creatures:
            self.fighters[placed.sheet.id] = fighter = Fighter(placed)
            for name in (*placed.conditions, *(("unaware",) if placed.sheet.id in scenario.unaware else ())):
                fighter.conditions.setdefault((name, ""), []).append(0)
            if placed.rides:
                fighter.mount = placed.rides
                self.fighters[placed.rides].rider = fighter.id
                fighter.conditions.setdefault(("mounted", placed.rides), []).append(0)

    def name(self, square: int) -> str:
        return self.terrain.name(square)

    def root(self) -> Any:
        """The order or answer behind the event of now; ``None`` when nobody chose it."""
        because = self.events[self.seq].because
        number = self.roots[because] if 0 <= because < len(self.roots) else -1
        return self.events[number] if number >= 0 else None

    def option(self, name: str, default: str) -> str:
        return str(self.options.get(name, default))

    def enemies(self, me: Fighter) -> Iterator[Fighter]:
        return (other for other in self.fighters.values() if other.side != me.side)

    def standing(self) -> set[str]:
        """The sides with somebody who carries on."""
        return {f.side for f in self.fighters.values() if f.names.isdisjoint(DOWN)}

    def squares(self, fighter: Fighter) -> tuple[int, ...]:
        return self.terrain.footprint(fighter.square, fighter.span)


# ---- the course ---------------------------------------------------------------------------------------------------


@move(course.FightBegan)
def _fight_began(event: course.FightBegan, scene: Scene) -> None:
    scene.phase = "fight"


@move(course.RoundBegan)
def _round_began(event: course.RoundBegan, scene: Scene) -> None:
    scene.round = event.number
    scene.stage = "start"
    for fighter in scene.fighters.values():
        for key in fighter.timers:
            fighter.timers[key] -= 1


@move(adnd.RoundOpened)
def _round_opened(event: adnd.RoundOpened, scene: Scene) -> None:
    scene.stage = "declare"
    scene.groups, scene.number, scene.at = (), 0, -1
    scene.waiting, scene.active, scene.due = [], "", []
    for fighter in scene.fighters.values():
        fighter.declared, fighter.declaration = None, None
        fighter.attacks = fighter.made = fighter.halves = fighter.parries = 0
        fighter.weapon = fighter.second = ""
        fighter.blow = fighter.acted = fighter.shifted = False
        fighter.free = []


@move(course.OrderGiven)
def _order_given(event: course.OrderGiven, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.cost == "declaration":
        fighter.declared = event.order
    elif event.cost in ("pool", "second", "routine", "blow"):
        weapon = getattr(event.order, "weapon", "")
        if scene.due:
            scene.due.remove(weapon if weapon in scene.due else scene.due[0])
        if event.cost == "pool":
            fighter.attacks -= 1
            fighter.made += 1
        elif event.cost == "second":
            fighter.second = ""
        elif event.cost == "blow":
            fighter.blow = False


@move(adnd.Declared)
def _declared(event: adnd.Declared, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.declaration = event
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    fighter.parries, fighter.second = event.parries, event.second


@move(adnd.InitiativeThrown)
def _initiative(event: adnd.InitiativeThrown, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.total, fighter.late = event.total, event.late
    scene.notes.setdefault("thrown", {})[event.who] = scene.round


@move(adnd.OrderSettled)
def _order_settled(event: adnd.OrderSettled, scene: Scene) -> None:
    scene.groups = event.groups


@move(adnd.PassBegan)
def _pass_began(event: adnd.PassBegan, scene: Scene) -> None:
    scene.stage = "blows" if event.blows else "passes"
    scene.number, scene.at = event.number, -1
    scene.waiting, scene.active, scene.due = [], "", []


@move(adnd.GroupCalled)
def _group_called(event: adnd.GroupCalled, scene: Scene) -> None:
    scene.at = event.at
    scene.waiting = list(event.who)
    scene.active, scene.due = "", []


@move(adnd.ActivationBegan)
def _activation_began(event: adnd.ActivationBegan, scene: Scene) -> None:
    scene.active, scene.due = event.who, list(event.due)
    if event.who in scene.waiting:
        scene.waiting.remove(event.who)
    scene.fighters[event.who].acted = True


@move(adnd.ActivationEnded)
def _activation_ended(event: adnd.ActivationEnded, scene: Scene) -> None:
    scene.active, scene.due = "", []
    fighter = scene.fighters[event.who]
    fighter.attacks = max(0, fighter.attacks - event.lost)


@move(adnd.AttacksLost)
def _attacks_lost(event: adnd.AttacksLost, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.attacks = max(0, fighter.attacks - event.attacks)
    fighter.parries = max(0, fighter.parries - event.parries)
    if event.second:
        fighter.second = ""
    if not fighter.attacks and not fighter.second and scene.active == event.who:
        scene.due = []


@move(adnd.AttacksSet)
def _attacks_set(event: adnd.AttacksSet, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    if scene.active == event.who:
        scene.due = list(event.due)


@move(adnd.BlowReserved)
def _blow_reserved(event: adnd.BlowReserved, scene: Scene) -> None:
    scene.fighters[event.who].blow = True


@move(adnd.RoundClosed)
def _round_closed(event: adnd.RoundClosed, scene: Scene) -> None:
    scene.stage = "end"
    scene.active, scene.waiting, scene.due = "", [], []


@move(adnd.RoundSettled)
def _round_settled(event: adnd.RoundSettled, scene: Scene) -> None:
    scene.stage = "settled"


@move(course.FightEnded)
def _fight_ended(event: course.FightEnded, scene: Scene) -> None:
    scene.phase = "over"


# ---- places -------------------------------------------------------------------------------------------------------


@move(adnd.Faced)
def _faced(event: adnd.Faced, scene: Scene) -> None:
    scene.fighters[event.who].facing = event.facing


@move(adnd.Shifted)
def _shifted(event: adnd.Shifted, scene: Scene) -> None:
    scene.fighters[event.who].shifted = True


@move(adnd.Walked)
def _walked(event: adnd.Walked, scene: Scene) -> None:
    scene.fighters[event.who].halves += event.halves


@move(movement.Moved)
def _moved(event: movement.Moved, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.square = event.path[-1]
    for other in (fighter.rider, fighter.mount):
        if other:
            scene.fighters[other].square = fighter.square


@move(course.RefereeMoved)
def _referee_moved(event: course.RefereeMoved, scene: Scene) -> None:
    scene.fighters[event.who].square = event.square


@move(riding.Mounted)
def _mounted(event: Any, scene: Scene) -> None:
    fighter, mount = scene.fighters[event.who], scene.fighters[event.mount]
    fighter.mount, mount.rider = mount.id, fighter.id
    fighter.square = mount.square


@move(riding.Dismounted)
def _dismounted(event: Any, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if fighter.mount:
        scene.fighters[fighter.mount].rider = ""
    fighter.mount = ""
    fighter.square = event.square


# ---- wounds and conditions ----------------------------------------------------------------------------------------


@move(attacks.DamageDealt)
def _damage(event: attacks.DamageDealt, scene: Scene) -> None:
    fighter = scene.fighters[event.target]
    scene.hurt = scene.round
    if event.nonlethal:
        fighter.nonlethal += event.amount
    else:
        fighter.hit_points -= event.amount


@move(attacks.HitPointsLost)
def _lost(event: attacks.HitPointsLost, scene: Scene) -> None:
    scene.fighters[event.who].hit_points -= event.amount


@move(attacks.Healed)
def _healed(event: attacks.Healed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.hit_points += event.hit_points
    fighter.nonlethal -= event.nonlethal


@move(course.RefereeSet)
def _referee_set(event: course.RefereeSet, scene: Scene) -> None:
    scene.fighters[event.who].hit_points = event.hit_points


@move(conditions.ConditionBegan)
def _condition_began(event: conditions.ConditionBegan, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    key = (event.condition, event.other)
    if event.ender:
        fighter.conditions.pop(key, None)
        fighter.timers[key] = event.turns
    fighter.conditions.setdefault(key, []).append(event.value)


@move(conditions.ConditionEnded)
def _condition_ended(event: conditions.ConditionEnded, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    key = (event.condition, event.other)
    left = [value for value in fighter.conditions.get(key, ()) if event.value and value != event.value]
    fighter.timers.pop(key, None)
    if left:
        fighter.conditions[key] = left
    else:
        fighter.conditions.pop(key, None)


@move(course.RefereeRuled)
def _referee_ruled(event: course.RefereeRuled, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.begins:
        fighter.conditions.setdefault((event.condition, ""), []).append(0)
    else:
        for key in [key for key in fighter.conditions if key[0] == event.condition]:
            del fighter.conditions[key]


# ---- things -------------------------------------------------------------------------------------------------------


@move(equipment.Drew)
def _drew(event: equipment.Drew, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.weapon in fighter.items:
        fighter.items.remove(event.weapon)
    fighter.held.append(event.weapon)


@move(equipment.Sheathed)
def _sheathed(event: equipment.Sheathed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.weapon in fighter.held:
        fighter.held.remove(event.weapon)
    fighter.items.append(event.weapon)


@move(equipment.Dropped)
def _dropped(event: equipment.Dropped, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.item in fighter.held:
        fighter.held.remove(event.item)
    scene.things.append((event.item, event.square, event.who))


@move(equipment.PickedUp)
def _picked_up(event: equipment.PickedUp, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for thing in scene.things:
        if thing[:2] == (event.item, event.square):
            scene.things.remove(thing)
            owner = scene.fighters[thing[2]]
            if event.item in owner.weapons:
                fighter.weapons.setdefault(event.item, owner.weapons[event.item])
            break
    fighter.held.append(event.item)


@move(equipment.Snatched)
def _snatched(event: equipment.Snatched, scene: Scene) -> None:
    fighter, loser = scene.fighters[event.who], scene.fighters[event.loser]
    if event.item in loser.held:
        loser.held.remove(event.item)
    if event.item in loser.weapons:
        fighter.weapons.setdefault(event.item, loser.weapons[event.item])
    fighter.held.append(event.item)


@move(adnd.AttackMade)
def _attack(event: adnd.AttackMade, scene: Scene) -> None:
    fighter = scene.fighters[event.attacker]
    if event.free:
        fighter.free.append(event.target)
    if event.mode == "melee":
        return
    fighter.spent[event.weapon] = fighter.spent.get(event.weapon, 0) + 1
    fighter.shots[event.weapon] = scene.round
    if event.mode == "hurled":
        carried = fighter.weapons[event.weapon].count if event.weapon in fighter.weapons else 1
        if fighter.spent[event.weapon] >= carried:
            fighter.held = [name for name in fighter.held if name != event.weapon]


def answer_of(source: Any) -> Any:
    """The order or answer that an event is."""
    return source.order if type(source) in ORDERED else getattr(source, "answer", None)


__all__ = ["DOWN", "HELPLESS", "MOVES", "ORDERED", "OUT", "SENSELESS", "Fighter", "Scene", "answer_of", "orders"]
