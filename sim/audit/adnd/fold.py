"""
What each event makes of an AD&D fight, in plain values. It shares nothing with the battle of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from msgspec.structs import replace

from sim.audit.geometry import Terrain
from sim.events import (
    adnd,
    adnd_flight,
    adnd_fumbles,
    adnd_grips,
    adnd_hands,
    adnd_manoeuvres,
    adnd_missile,
    adnd_morale,
    attacks,
    conditions,
    course,
    equipment,
    movement,
    objects,
    orders,
    riding,
)
from sim.tables.adnd_sheet import SIZES, SPANS, Sheet, Weapon

HELPLESS = frozenset({"unconscious", "dying", "stable", "paralyzed", "petrified", "asleep", "bound", "held-down"})
OUT = frozenset({"dead", "gone", "surrendered"})
DOWN = OUT | {"unconscious", "dying", "stable"}
SENSELESS = OUT | HELPLESS | {"stunned", "dazed", "cowering"}
LOW = ("kneeling", "sitting", "prone")
"""From high to low."""

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
        self.span = sheet.space or SPANS.get(sheet.size, 1)
        self.rank = SIZES.index(sheet.size)
        self.facing: int = placed.facing
        self.hit_points = sheet.hit_points
        self.nonlethal = 0
        self.conditions: dict[tuple[str, str], list[int]] = {}
        self.timers: dict[tuple[str, str], int] = {}
        """Rounds that are still to begin before a condition ends."""
        self.held = list(sheet.held)
        self.weapons: dict[str, Weapon] = {weapon.name: weapon for weapon in sheet.arms}
        self.items = [w.name for w in sheet.weapons if w.category != "natural" and w.name not in sheet.held]
        self.gear = [thing.name for thing in sheet.gear]
        self.shield_on = sheet.shield is not None and not sheet.shield.slung
        self.broken: set[str] = set()
        """Things of its own that are of no use any more."""
        self.mount = self.rider = ""
        self.altitude = 0
        self.declared: Any = None
        """The order of the round."""
        self.declaration: adnd.Declared | None = None
        self.told = -1
        """The number of the order of the round."""
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
        self.held_back = 0
        """Attacks that wait for somebody to come into reach."""
        self.missed = 0
        """Forms of its routine lost before it came to them."""
        self.swings = 0
        self.other = ""
        """What the other hand was used for besides, undeclared."""
        self.changed = self.waited = self.low = False
        self.former = ""
        self.tested = 0
        """How often its morale was tested in this round."""
        self.occasions: set[str] = set()
        """For what its morale was tested in the fight."""
        self.partial: list[tuple[str, str]] = []
        """Who has struck which weapon of its out of line in this round."""
        self.attackers: list[str] = []
        self.debts: dict[str, Fraction] = {}
        self.unloaded: set[str] = set()
        self.pinned_by = self.pinning = ""
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

    def begin(self, name: str, other: str = "", value: int = 0) -> None:
        """A condition is on it."""
        self.conditions.setdefault((name, other), []).append(value)

    def end(self, name: str, other: str = "") -> None:
        """A condition is off it."""
        self.conditions.pop((name, other), None)
        self.timers.pop((name, other), None)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.conditions)

    @property
    def position(self) -> str:
        """Kneeling, sitting or prone, the lowest; empty when it stands."""
        return next((name for name in reversed(LOW) if self.has(name)), "")

    @property
    def shielded(self) -> str:
        """The name of the shield on its arm."""
        return self.sheet.shield.name if self.sheet.shield is not None and self.shield_on else ""

    def two_handed(self, weapon: Weapon) -> bool:
        """Is this weapon held in both hands?"""
        gripped = self.held == [weapon.name] and ("two-handed-grip", weapon.name) in self.conditions
        return gripped or hands(self.sheet, weapon) == 2

    @property
    def active(self) -> bool:
        return self.names.isdisjoint(OUT)

    @property
    def can_act(self) -> bool:
        return self.names.isdisjoint(SENSELESS)

    @property
    def felled(self) -> bool:
        return self.hit_points - self.nonlethal <= 0


def hands(sheet: Sheet, weapon: Weapon) -> int:
    """How many hands somebody needs for a weapon: one more for each size that it is bigger than a small owner."""
    if weapon.category in ("natural", "unarmed"):
        return 1
    own = SIZES.index(sheet.size)
    return weapon.hands + (max(0, SIZES.index(weapon.size) - own) if own < SIZES.index("medium") else 0)


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
        self.began = 0
        """Where this round began."""
        self.hurt = 0
        self.number = 0
        self.groups: tuple[tuple[str, ...], ...] = ()
        self.at = -1
        self.waiting: list[str] = []
        self.active = ""
        self.activated = -1
        """Where the activation under way began."""
        self.due: list[str] = []
        self.things: list[tuple[str, int, str]] = []
        self.volleyed: set[str] = set()
        """Sides at which missiles were loosed before the first round."""
        self.notes: dict[Any, Any] = {}
        for placed in scenario.creatures:
            self.enter(placed)
        for placed in scenario.creatures:
            if placed.sheet.id in scenario.unaware:
                self.fighters[placed.sheet.id].begin("unaware")
            if placed.rides:
                self.seat(self.fighters[placed.sheet.id], self.fighters[placed.rides])

    def enter(self, placed: Any) -> None:
        """Somebody is there."""
        self.fighters[placed.sheet.id] = fighter = Fighter(placed)
        for name in placed.conditions:
            fighter.begin(name)

    def seat(self, rider: Fighter, mount: Fighter) -> None:
        """A rider is in the saddle: it has the mount's place and facing."""
        rider.mount, mount.rider = mount.id, rider.id
        rider.square, rider.span = mount.square, mount.span
        rider.begin("mounted", mount.id)

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
    scene.began = scene.seq
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
        fighter.weapon = fighter.second = fighter.other = ""
        fighter.blow = fighter.acted = fighter.shifted = fighter.changed = fighter.waited = fighter.low = False
        fighter.former = ""
        fighter.held_back = fighter.missed = fighter.swings = fighter.tested = 0
        fighter.free, fighter.partial, fighter.attackers = [], [], []


@move(course.OrderGiven)
def _order_given(event: course.OrderGiven, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.cost == "declaration":
        fighter.declared = event.order
    elif event.cost in ("pool", "second", "routine", "blow"):
        main = [name for name in scene.due if name != fighter.second or name == fighter.weapon]
        strikes = isinstance(event.order, orders.Attack) and event.order.weapon in scene.due
        if strikes:
            scene.due.remove(event.order.weapon)  # type: ignore[union-attr]
        elif event.cost == "second":
            scene.due = [name for name in scene.due if name in main]
        elif main:
            scene.due.remove(main[0])
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
    fighter.told = event.because
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    fighter.parries, fighter.second = event.parries, event.second
    if event.debt is not None:
        fighter.debts[event.weapon] = Fraction(*event.debt)


@move(adnd_morale.OrderForced)
def _forced(event: adnd_morale.OrderForced, scene: Scene) -> None:
    scene.fighters[event.who].declared = event.order


@move(adnd_morale.MoraleChecked)
def _morale_checked(event: adnd_morale.MoraleChecked, scene: Scene) -> None:
    for who in event.who:
        scene.fighters[who].tested += 1
        scene.fighters[who].occasions.update(event.occasions)


@move(adnd_missile.ReadyMissiles)
def _ready_missiles(event: adnd_missile.ReadyMissiles, scene: Scene) -> None:
    scene.volleyed.add(event.target)


@move(adnd_missile.ChargeAnswered)
def _charge_answered(event: adnd_missile.ChargeAnswered, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.declared = event.order
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    fighter.parries, fighter.second = 0, ""


@move(adnd.InitiativeThrown)
def _initiative(event: adnd.InitiativeThrown, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.total, fighter.late = event.total, event.late
    fighter.low = bool(fighter.position)
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
    scene.activated = scene.seq
    if event.who in scene.waiting:
        scene.waiting.remove(event.who)
    scene.fighters[event.who].acted = True


@move(adnd.ActivationEnded)
def _activation_ended(event: adnd.ActivationEnded, scene: Scene) -> None:
    scene.active, scene.due = "", []
    fighter = scene.fighters[event.who]
    fighter.attacks = max(0, fighter.attacks - event.lost)
    if scene.stage == "blows":
        fighter.blow = False


@move(adnd.AttacksLost)
def _attacks_lost(event: adnd.AttacksLost, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.attacks = max(0, fighter.attacks - event.attacks)
    fighter.parries = max(0, fighter.parries - event.parries)
    due = scene.due if scene.active == event.who else []
    if event.attacks and fighter.weapon in due:
        due.remove(fighter.weapon)
    if event.second:
        if fighter.second in due:
            due.remove(fighter.second)
        fighter.second = ""
    if event.forms and not due:
        fighter.missed += event.forms
    if event.blow:
        fighter.blow = False
    del due[: event.forms]


@move(adnd.AttacksSet)
def _attacks_set(event: adnd.AttacksSet, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.attacks, fighter.weapon = event.attacks, event.weapon
    if event.debt is not None:
        fighter.debts[event.weapon] = Fraction(*event.debt)
    if scene.active == event.who:
        scene.due = list(event.due)


@move(adnd_missile.AttackHeld)
def _attack_held(event: adnd_missile.AttackHeld, scene: Scene) -> None:
    scene.fighters[event.who].held_back += 1


@move(adnd_missile.ArrivalStruck)
def _arrival(event: adnd_missile.ArrivalStruck, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if fighter.held_back:
        fighter.held_back -= 1
        return
    fighter.attacks -= 1
    fighter.made += 1
    fighter.acted = True


@move(adnd_missile.Waited)
def _waited(event: adnd_missile.Waited, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.acted, fighter.waited, fighter.total = False, True, event.initiative
    scene.active, scene.due = "", []
    groups = [tuple(who for who in group if who != event.who) for group in scene.groups]
    place = [event.other in group for group in groups].index(True)
    scene.groups = (*groups[: place + 1], (event.who,), *groups[place + 1 :])


@move(adnd_manoeuvres.ParryAnnounced)
def _parry_announced(event: adnd_manoeuvres.ParryAnnounced, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if not event.second:
        fighter.parries -= 1
        return
    if scene.active == event.who:
        scene.due = [name for name in scene.due if name != fighter.second]
    fighter.second = ""


@move(adnd_grips.OverbearingJoined)
def _joined(event: adnd_grips.OverbearingJoined, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.acted, fighter.attacks, fighter.second = True, 0, ""


@move(adnd_manoeuvres.ActionLost)
def _action_lost(event: adnd_manoeuvres.ActionLost, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.acted, fighter.attacks, fighter.blow = True, 0, False
    if scene.active == event.who:
        scene.due = []


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


@move(adnd.WeaponChanged)
def _weapon_changed(event: adnd.WeaponChanged, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.changed, fighter.former = True, event.former


# ---- places -------------------------------------------------------------------------------------------------------


@move(adnd.Faced)
def _faced(event: adnd.Faced, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for who in (fighter.id, fighter.mount, fighter.rider):
        if who:
            scene.fighters[who].facing = event.facing


@move(adnd.Shifted)
def _shifted(event: adnd.Shifted, scene: Scene) -> None:
    scene.fighters[event.who].shifted = True


@move(adnd.Walked)
def _walked(event: adnd.Walked, scene: Scene) -> None:
    scene.fighters[event.who].halves += event.halves


@move(movement.Moved)
def _moved(event: movement.Moved, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for who in (fighter.id, fighter.rider, fighter.mount):
        if who:
            scene.fighters[who].square, scene.fighters[who].span = event.path[-1], event.span


@move(course.RefereeMoved)
def _referee_moved(event: course.RefereeMoved, scene: Scene) -> None:
    for who in (event.who, scene.fighters[event.who].rider):
        if who:
            scene.fighters[who].square = event.square


@move(course.RefereeMustered)
def _referee_mustered(event: course.RefereeMustered, scene: Scene) -> None:
    scene.enter(event.placed)


@move(riding.Mounted)
def _mounted(event: riding.Mounted, scene: Scene) -> None:
    scene.seat(scene.fighters[event.who], scene.fighters[event.mount])


@move(riding.Dismounted)
def _dismounted(event: riding.Dismounted, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.conditions.pop(("mounted", fighter.mount), None)
    scene.fighters[event.mount].rider = fighter.mount = ""
    scene.notes.setdefault("rid of its rider", {})[event.mount] = scene.round
    fighter.square, fighter.span = event.square, event.span


@move(adnd_flight.Flew)
def _flew(event: adnd_flight.Flew, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    for who in (fighter.id, fighter.rider):
        if who:
            scene.fighters[who].altitude = event.altitude


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


def _let_go(fighter: Fighter, item: str) -> None:
    for known in (fighter.held, fighter.gear):
        if item in known:
            known.remove(item)


def _lies(scene: Scene, who: str, item: str, square: int) -> None:
    _let_go(scene.fighters[who], item)
    scene.things.append((item, square, who))


def _hand_over(scene: Scene, to: Fighter, owner: Fighter, item: str) -> None:
    if item not in to.weapons and item in owner.weapons:
        to.weapons[item] = owner.weapons[item]


@move(equipment.Drew)
def _drew(event: equipment.Drew, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.weapon in fighter.items:
        fighter.items.remove(event.weapon)
    fighter.held.append(event.weapon)


@move(equipment.Sheathed)
def _sheathed(event: equipment.Sheathed, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    _let_go(fighter, event.weapon)
    fighter.items.append(event.weapon)


@move(equipment.Dropped)
def _dropped(event: equipment.Dropped, scene: Scene) -> None:
    _lies(scene, event.who, event.item, event.square)


@move(adnd_manoeuvres.WeaponStruckAway)
def _struck_away(event: adnd_manoeuvres.WeaponStruckAway, scene: Scene) -> None:
    _lies(scene, event.who, event.weapon, event.square)


@move(adnd_fumbles.WeaponFlew)
def _weapon_flew(event: adnd_fumbles.WeaponFlew, scene: Scene) -> None:
    if not event.hurled and event.weapon in (held := scene.fighters[event.who].held):
        held.remove(event.weapon)
    scene.things.append((event.weapon, event.square, event.who))


@move(adnd_missile.HurledLanded)
def _landed(event: adnd_missile.HurledLanded, scene: Scene) -> None:
    scene.things.append((event.item, event.square, event.who))


def _take(scene: Scene, fighter: Fighter, item: str, square: int) -> None:
    for thing in scene.things:
        if thing[:2] == (item, square):
            scene.things.remove(thing)
            _hand_over(scene, fighter, scene.fighters[thing[2]], item)
            break


@move(adnd_missile.HurledRecovered)
def _recovered(event: adnd_missile.HurledRecovered, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    _take(scene, fighter, event.item, event.square)
    fighter.spent[event.item] = max(0, fighter.spent.get(event.item, 0) - 1)
    if event.item not in fighter.held:
        fighter.held.append(event.item)


@move(equipment.PickedUp)
def _picked_up(event: equipment.PickedUp, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    _take(scene, fighter, event.item, event.square)
    fighter.held.append(event.item)


@move(equipment.Snatched)
def _snatched(event: equipment.Snatched, scene: Scene) -> None:
    fighter, loser = scene.fighters[event.who], scene.fighters[event.loser]
    _let_go(loser, event.item)
    _hand_over(scene, fighter, loser, event.item)
    fighter.held.append(event.item)


@move(objects.ItemBroken)
def _broken(event: objects.ItemBroken, scene: Scene) -> None:
    owner = scene.fighters[event.owner]
    _let_go(owner, event.item)
    if event.item in owner.items:
        owner.items.remove(event.item)
    if event.item == owner.shielded:
        owner.shield_on = False
    owner.broken.add(event.item)
    scene.things = [thing for thing in scene.things if (thing[0], thing[2]) != (event.item, event.owner)]


@move(objects.ShieldStrapped)
def _strapped(event: objects.ShieldStrapped, scene: Scene) -> None:
    scene.fighters[event.who].shield_on = event.on


@move(adnd_hands.ShieldRuined)
def _shield_ruined(event: adnd_hands.ShieldRuined, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.shield_on = False
    fighter.broken.add(event.item)


@move(adnd_hands.GripChanged)
def _grip_changed(event: adnd_hands.GripChanged, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    if event.two:
        fighter.begin("two-handed-grip", event.weapon)
    else:
        fighter.end("two-handed-grip", event.weapon)


@move(adnd_hands.OtherHandUsed)
def _other_hand(event: adnd_hands.OtherHandUsed, scene: Scene) -> None:
    scene.fighters[event.who].other = event.use


@move(adnd_manoeuvres.WeaponWorn)
def _worn(event: adnd_manoeuvres.WeaponWorn, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.weapons[event.weapon] = replace(fighter.weapons[event.weapon], plus=event.plus, ruined=event.ruined)


@move(adnd_manoeuvres.WeaponTurned)
def _turned(event: adnd_manoeuvres.WeaponTurned, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.partial.append((event.by, event.weapon))
    if ("misaligned", event.weapon) not in fighter.conditions:
        fighter.begin("misaligned", event.weapon)


@move(adnd_manoeuvres.Pinned)
def _pinned(event: adnd_manoeuvres.Pinned, scene: Scene) -> None:
    fighter = scene.fighters[event.who]
    fighter.end("pinned", event.by)
    fighter.begin("pinned", event.by, event.until)
    if event.dropped:
        _lies(scene, event.by, event.dropped, event.square)


@move(adnd_missile.LeftUnloaded)
def _left_unloaded(event: adnd_missile.LeftUnloaded, scene: Scene) -> None:
    scene.fighters[event.who].unloaded.add(event.weapon)


@move(equipment.Reloaded)
def _reloaded(event: equipment.Reloaded, scene: Scene) -> None:
    scene.fighters[event.who].unloaded.discard(event.weapon)


@move(adnd_missile.MissilesLoosed)
def _loosed(event: adnd_missile.MissilesLoosed, scene: Scene) -> None:
    spent = scene.fighters[event.who].spent
    spent[event.weapon] = spent.get(event.weapon, 0) + 1


@move(adnd.AttackMade)
def _attack(event: adnd.AttackMade, scene: Scene) -> None:
    fighter = scene.fighters[event.attacker]
    fighter.swings += 1
    if event.free:
        fighter.free.append(event.target)
    if event.how not in ("parry", "block", "trap") and event.attacker not in scene.fighters[event.target].attackers:
        scene.fighters[event.target].attackers.append(event.attacker)
    weapon = fighter.weapons.get(event.weapon)
    if event.mode == "melee" or event.how == "astray" or weapon is None or weapon.volley:
        return
    fighter.spent[event.weapon] = fighter.spent.get(event.weapon, 0) + 1
    fighter.shots[event.weapon] = scene.round
    if event.mode == "hurled" and fighter.spent[event.weapon] >= weapon.count:
        fighter.held = [name for name in fighter.held if name != event.weapon]


def answer_of(source: Any) -> Any:
    """The order or answer that an event is."""
    return source.order if type(source) in ORDERED else getattr(source, "answer", None)


__all__ = [
    "DOWN", "HELPLESS", "LOW", "MOVES", "ORDERED", "OUT",
    "SENSELESS", "Fighter", "Scene", "answer_of", "hands", "orders",
]  # fmt: skip
