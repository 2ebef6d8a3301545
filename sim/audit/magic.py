"""
Magic: what is cast was there to be cast, with its components and in its time; concentration; touch spells; resistance.

What spells do to those whom they reach is judged where damage, saves and conditions are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sim.audit import opportunities
from sim.audit.arithmetic import Part, compare, sound, why_changed
from sim.audit.claims import Breach, invariant
from sim.audit.contests import conditions_on_checks
from sim.audit.fold import MOVES, Fighter, Scene, moves, order_of
from sim.audit.wounds import SETTLED
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import RoundBegan, TurnBegan
from sim.events.magic import (
    AbilityUsed,
    CastingBegan,
    ChargeHeld,
    ChargeSpent,
    ComponentReadied,
    ConcentrationCeased,
    ConcentrationKept,
    ItemUsed,
    ResistanceRolled,
    SpellBegan,
    SpellCast,
    SpellCountered,
    SpellEnded,
    SpellFailureRolled,
    SpellLost,
    SpellRedirected,
)
from sim.tables.equipment import SHIELDS
from sim.tables.sheet import Device, Power, Prepared, Weapon
from sim.tables.spells import ROUNDS, Spell, dice_at, level_for, reach

CAST = "d20.action.standard.cast-spell"
ITEM = "d20.action.standard.activate-magic-item"
VERBAL = "d20.spell.component.verbal"
DEAFENED = "d20.spell.component.verbal-deafened"
SOMATIC = "d20.spell.component.somatic"
FOCUS = "d20.spell.component.focus"
MATERIAL = "d20.spell.component.material"
DISTRACTED = "d20.spell.concentration.distracted"
TABLE = "d20.spell.concentration.dc-table"
HURT = "d20.spell.aoo.concentration"
DEFENSIVE = "d20.spell.defensive.dc"
RIDDEN = {"d20.mounted.spell.normal-move": 10, "d20.mounted.spell.double-move": 15}
"""How hard it is to cast from the back of a mount that moves, besides the level of the spell."""
COMPLETION = "d20.spell.full-round.completion"
TOUCH_ATTACK = "d20.spell.touch.attack"
HOLD = "d20.spell.touch.hold-charge"
DISCHARGE = "d20.spell.touch.discharge"
SIX = "d20.action.full-round.touch-spell-six-allies"
KEEPING = "d20.action.standard.concentrate-on-spell"
RESISTANCE = "d20.spell-resistance.check"
FAILURE = "d20.arcane-failure.chance"
GRAPPLED = "d20.grapple.option.cast"
COUNTER = "d20.ready.counterspell"
DISRUPT = "d20.ready.disrupt-caster"

MOTION = {"vigorous": 10, "violent": 15, "extraordinary": 20}
WEATHER = {"rain": 5, "hail": 10}


class Held(NamedTuple):
    """A spell on the hand: how it came there, how many touches are left, whether its turn is still going on."""

    event: ChargeHeld
    touches: int
    fresh: bool


class Lasting:
    """A spell under way: how it began, turns left (-1: open), whether it has had its concentration in this turn."""

    def __init__(self, event: SpellBegan) -> None:
        self.event = event
        self.left = event.turns
        self.concentration = event.concentration
        self.kept = True


def lasting(scene: Scene) -> dict[int, Lasting]:
    """The spells under way, by number."""
    found: dict[int, Lasting] = scene.notes.setdefault("spells", {})
    return found


# ---- what happens to the scene --------------------------------------------------------------------------------


@moves(CastingBegan)
def _begin(event: CastingBegan, scene: Scene) -> None:
    me = scene.fighters[event.who]
    if event.spent:
        me.used.append(event.spent)
    me.casting = event
    scene.notes.setdefault("casters", {})[me.id] = me
    scene.notes.setdefault(("at hand", me.id), set()).discard(event.spell)
    scene.notes.pop(("spoiled", me.id), None)


@moves(ComponentReadied)
def _take(event: ComponentReadied, scene: Scene) -> None:
    scene.notes.setdefault(("at hand", event.who), set()).add(event.component)


@moves(SpellLost)
def _lose(event: SpellLost, scene: Scene) -> None:
    scene.fighters[event.who].casting = None


@moves(SpellCast)
def _finish(event: SpellCast, scene: Scene) -> None:
    scene.fighters[event.who].casting = None


@moves(SpellCountered)
def _counter(event: SpellCountered, scene: Scene) -> None:
    scene.fighters[event.who].used.append(event.spent)
    if event.won:
        scene.fighters[event.caster].casting = None


@moves(ItemUsed)
def _use(event: ItemUsed, scene: Scene) -> None:
    if event.spent:
        scene.fighters[event.who].used.append(event.item)


@moves(AbilityUsed)
def _exert(event: AbilityUsed, scene: Scene) -> None:
    if event.spent:
        scene.fighters[event.who].used.append(event.ability)
    if event.pause:
        scene.notes["pausing", event.who, event.ability] = event.pause


@moves(ChargeHeld)
def _hold(event: ChargeHeld, scene: Scene) -> None:
    me = scene.fighters[event.who]
    me.charge = Held(event, event.touches, scene.turn.who == me.id)
    weapon = Weapon(name="touch", category="natural", damage=event.damage, kinds=("magic",), traits=("touch",))
    me.weapons = {**me.weapons, "touch": weapon}


@moves(ChargeSpent)
def _spend(event: ChargeSpent, scene: Scene) -> None:
    me = scene.fighters[event.who]
    if event.left and me.charge is not None:
        me.charge = me.charge._replace(touches=event.left)
    else:
        me.charge = None
        me.weapons = {name: weapon for name, weapon in me.weapons.items() if name != "touch"}


@moves(SpellBegan)
def _start(event: SpellBegan, scene: Scene) -> None:
    lasting(scene)[event.number] = Lasting(event)


@moves(SpellEnded)
def _stop(event: SpellEnded, scene: Scene) -> None:
    lasting(scene).pop(event.number, None)


@moves(ConcentrationKept)
def _keep(event: ConcentrationKept, scene: Scene) -> None:
    lasting(scene)[event.number].kept = True


@moves(ConcentrationCeased)
def _cease(event: ConcentrationCeased, scene: Scene) -> None:
    spell = lasting(scene)[event.number]
    spell.concentration, spell.left = False, event.turns


_turn = MOVES[TurnBegan]


@moves(TurnBegan)
def _count_down(event: TurnBegan, scene: Scene) -> None:
    _turn(event, scene)
    me = scene.fighters[event.who]
    if me.charge is not None:
        me.charge = me.charge._replace(fresh=False)
    for power in me.sheet.powers:
        key = ("pausing", me.id, power.name)
        if key in scene.notes:
            scene.notes[key] -= 1
    _nearer(scene, {me.id})


_wound = MOVES[DamageDealt]
ENERGIES = frozenset({"acid", "cold", "electricity", "fire", "sonic"})


@moves(DamageDealt)
def _sear(event: DamageDealt, scene: Scene) -> None:
    _wound(event, scene)
    if event.damage_type in ENERGIES:
        scene.notes["seared", event.target] = event.amount


_round = MOVES[RoundBegan]


@moves(RoundBegan)
def _count_down_for_the_gone(event: RoundBegan, scene: Scene) -> None:
    _round(event, scene)
    _nearer(scene, {fighter.id for fighter in scene.fighters.values() if not fighter.active})


def _nearer(scene: Scene, casters: set[str]) -> None:
    for spell in lasting(scene).values():
        if spell.event.caster in casters:
            spell.kept = not spell.concentration
            if spell.left > 0:
                spell.left -= 1


@invariant("a-touch-of-its-turn-is-one", AttackRolled, after=True)
def a_touch_of_its_turn_is_one(event: AttackRolled, scene: Scene) -> tuple[()]:
    """The touch that is part of the casting is tried once."""
    me = scene.fighters[event.attacker]
    if event.weapon == "touch" and me.charge is not None:
        me.charge = me.charge._replace(fresh=False)
    return ()


# ---- what is cast ---------------------------------------------------------------------------------------------


def prepared(me: Fighter, name: str) -> Prepared | None:
    """The spell that a caster has under this name."""
    entries = me.sheet.caster.prepared if me.sheet.caster is not None else ()
    return next((entry for entry in entries if entry.name == name), None)


def device(me: Fighter, name: str) -> Device | None:
    """The item of this name."""
    return next((item for item in me.sheet.devices if item.name == name), None)


def power(me: Fighter, name: str) -> Power | None:
    """The special ability of this name."""
    return next((each for each in me.sheet.powers if each.name == name), None)


NAME = "what-is-cast-is-there-to-be-cast"


@invariant(NAME, CastingBegan)
def what_is_cast_is_there_to_be_cast(event: CastingBegan, scene: Scene) -> Iterator[Breach]:
    """A spell that is prepared or known and left, a scroll, an ability; at its level, with its DC; as ordered."""
    me = scene.fighters[event.who]
    what = f"{me.id} casts {event.name}"
    yield from _as_ordered(event, scene, what)
    if not me.can_act:
        yield CAST, f"{what}, and is {', '.join(sorted(me.names))}"
    if me.charge is not None:
        yield DISCHARGE, f"{what} with {me.charge.event.spell} still on its hand"
    if event.source == "spell":
        yield from _of_a_caster(event, me, what)
    else:
        owner = device(me, event.name) if event.source == "scroll" else power(me, event.name)
        if owner is None or owner.kind != event.source:
            yield ITEM, f"{what}, and has no such {event.source}"
            return
        uses = owner.charges if isinstance(owner, Device) else owner.uses
        if event.spent != (event.name if uses else "") or (uses and me.used.count(event.name) >= uses):
            yield ITEM, f"{what}, which works {uses} times, for the {me.used.count(event.name) + 1}. time"
        right = (owner.spell, owner.level, owner.caster_level, owner.dc)
        if (event.spell, event.level, event.caster_level, event.dc) != right:
            yield ITEM, f"{what} as {event.spell} at {event.level}, {event.caster_level}, {event.dc}, not {right}"
    spell = me.sheet.spells.get(event.spell)
    if spell is None:
        return
    if event.long != (spell.time == "round"):
        yield COMPLETION, f"{what}, whose casting time is {spell.time}, {'slowly' if event.long else 'at once'}"
    if event.source != "spell-like":
        yield from _components(event, scene, me, spell, what)
    yield from _aimed(event, scene, me, spell, what)
    _owe_checks(event, scene, me, spell)


def _as_ordered(event: CastingBegan, scene: Scene, what: str) -> Iterator[Breach]:
    order: Any = order_of(scene.events[event.because])
    kinds = {"spell": orders.Cast, "scroll": orders.UseItem, "spell-like": orders.UseAbility}
    kind: Any = kinds.get(event.source)
    names = {"spell": "spell", "scroll": "item", "spell-like": "ability"}
    if kind is None or not isinstance(order, kind) or getattr(order, names[event.source]) != event.name:
        yield CAST, f"{what}, and was not told to"
        return
    if (order.on, order.to, order.defensive) != (event.targets, event.to, event.defensive):
        yield CAST, f"{what} on {event.targets}, {event.to}, and was told {order.on}, {order.to}"


def _of_a_caster(event: CastingBegan, me: Fighter, what: str) -> Iterator[Breach]:
    entry, caster = prepared(me, event.name), me.sheet.caster
    if entry is None or caster is None:
        yield CAST, f"{what}, and does not have it"
        return
    spent = entry.name if entry.count else f"slot {entry.level}"
    most = entry.count or (caster.slots[entry.level] if entry.level < len(caster.slots) else 0)
    if event.spent != spent:
        yield CAST, f"{what} for {event.spent or 'nothing'}, and it ought to spend {spent}"
    if me.used.count(spent) >= most:
        yield CAST, f"{what} for the {me.used.count(spent) + 1}. time, and has {spent} {most} times"
    level = entry.level - (4 if entry.quickened else 0)
    right = (entry.spell, level, caster.level, 10 + level + me.modifier(caster.ability), entry.quickened)
    if (event.spell, event.level, event.caster_level, event.dc, event.quickened) != right:
        yield CAST, f"{what} as {event.spell} at {event.level}, {event.caster_level}, {event.dc}, not {right}"


def _components(event: CastingBegan, scene: Scene, me: Fighter, spell: Spell, what: str) -> Iterator[Breach]:
    needs = set(spell.components)
    held = "grappling" in me.names
    if "V" in needs and "silenced" in me.names:
        yield VERBAL, f"{what}, and is silenced"
    if "S" in needs and held:
        yield GRAPPLED, f"{what} with gestures, and is grappling"
    elif "S" in needs and not _free_hand(me):
        yield SOMATIC, f"{what}, and has {' and '.join(me.held)} in its hands"
    if event.source == "scroll":
        return
    at_hand = scene.notes.get(("at hand", me.id), ())
    for letter, name, owned, rule in (
        ("M", spell.name, "component pouch", MATERIAL),
        ("F", spell.focus, spell.focus, FOCUS),
        ("DF", "holy symbol", "holy symbol", FOCUS),
    ):
        if letter in needs and owned not in me.sheet.components:
            yield rule, f"{what}, and has no {owned}"
        elif letter in needs and name not in at_hand:
            yield rule, f"{what}, and has not taken out what it needs ({name})"


def _free_hand(me: Fighter) -> bool:
    shield = me.shield
    arm = shield is not None and (shield.name not in SHIELDS or SHIELDS[shield.name].hand)
    return sum(name in me.weapons for name in me.held) + arm < 2


def _aimed(event: Any, scene: Scene, me: Fighter, spell: Spell, what: str) -> Iterator[Breach]:
    """Targets that are there, so many, in range."""
    ground, rule = scene.terrain, CAST
    touch = spell.range == "touch"
    far = me.sheet.reach if touch else reach(spell, event.caster_level)
    for name in event.targets:
        target = scene.fighters[name]
        if target is me:
            continue
        away = 5 * ground.distance(me.square, me.span, target.square, target.span)
        if away > far:
            yield rule, f"{what} on {name}, {away} ft away, and it gets {far} ft"
        if not target.active:
            yield rule, f"{what} on {name}, which is {', '.join(sorted(target.names))}"
        heights = me.sheet.height, target.sheet.height
        if not ground.open and not ground.effect(me.square, me.span, target.square, target.span, *heights):
            yield "d20.cover.total", f"{what} on {name}, and there is no line of effect"
    figures = spell.targets
    if figures is not None:
        count = figures.count.at(event.caster_level)
        if len(event.targets) > count:
            yield rule, f"{what} on {len(event.targets)} targets, and it is for {count}"
        if not figures.repeat and len(set(event.targets)) < len(event.targets):
            yield rule, f"{what} on somebody twice"
    if spell.area is not None and spell.area.origin == "point":
        away = 5 * ground.distance(me.square, me.span, event.to, 1)
        if event.to < 0 or away > far:
            yield rule, f"{what} at {away} ft, and it gets {far} ft"


# ---- what may spoil it ----------------------------------------------------------------------------------------


def failure(me: Fighter) -> int:
    """The chance in percent that armor and shield spoil gestures."""
    sheet = me.sheet
    armor = sheet.armor.failure if sheet.armor is not None else 0
    if sheet.caster is not None and sheet.caster.kind == "bard" and sheet.armor and sheet.armor.weight == "light":
        armor = 0
    return armor + (me.shield.failure if me.shield is not None else 0)


def _distractions(scene: Scene, me: Fighter) -> list[int]:
    """The difficulty of each distraction, before the spell's level."""
    options = scene.options
    found = []
    if "entangled" in me.names:
        found.append(15)
    if me.has("grappling", "pinned"):
        found.append(20)
    if "burning" in me.names or any(boon.on == "corrosion" for boon in me.boons):
        found.append(10 + scene.notes.get(("seared", me.id), 0) // 2)
    found += [MOTION[options[key]] for key in ("motion",) if options.get(key) in MOTION]
    return found + [WEATHER[options[key]] for key in ("weather",) if options.get(key) in WEATHER]


def _owe_checks(event: CastingBegan, scene: Scene, me: Fighter, spell: Spell) -> None:
    """What has to be rolled before the spell can take effect."""
    due: list[tuple[str, int]] = [("concentration", dc + event.level) for dc in _distractions(scene, me)]
    if event.defensive:
        due.append(("concentration", 15 + event.level))
    if event.source != "spell-like":
        if "V" in spell.components and "deafened" in me.names:
            due.append(("failure", 20))
        arcane = me.sheet.caster is not None and me.sheet.caster.arcane
        if arcane and "S" in spell.components and failure(me):
            due.append(("failure", failure(me)))
    scene.notes["due", me.id] = due


@invariant("what-spoils-a-spell-is-rolled", SpellFailureRolled)
def what_spoils_a_spell_is_rolled(event: SpellFailureRolled, scene: Scene) -> Iterator[Breach]:
    """Percentile dice against the chance that armor or deafness gives."""
    rule = event.cites[0] if event.cites else FAILURE
    me = scene.fighters[event.who]
    right = 20 if rule == DEAFENED else failure(me)
    what = f"{me.id}'s {event.spell} fails by {event.percent}%"
    if event.percent != right or ("failure", right) not in scene.notes.get(("due", me.id), ()):
        yield rule, f"{what}, and it ought to be {right}% once"
    else:
        scene.notes["due", me.id].remove(("failure", right))
    values = [die.value for die in event.dice if die.sides == 100]
    if len(values) != 1 or event.failed != (values[0] <= event.percent):
        yield rule, f"{what}: d100 {values} is {'a failure' if event.failed else 'no failure'}"
    if event.failed:
        scene.notes["spoiled", me.id] = rule


@invariant("concentration-adds-up", CheckRolled)
def concentration_adds_up(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """The skill or Constitution, Combat Casting where it helps, against the difficulty of what distracts."""
    if event.check != "concentration":
        return
    me = scene.fighters[event.who]
    rule = event.cites[0] if event.cites else DISTRACTED
    what = f"{me.id}'s Concentration check against {event.dc}"
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield rule, f"{what} is not rolled on one d20"
        return
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    skills = me.sheet.skills
    known = "concentration" in skills
    expected: list[Part] = [
        (skills["concentration"], DISTRACTED)
        if known
        else (me.modifier("constitution"), why_changed(me, "constitution", DISTRACTED))
    ]
    if "combat-casting" in me.sheet.feats and (rule == DEFENSIVE or GRAPPLED in event.cites):
        expected.append((4, "d20.combat-casting.bonus"))
    expected += conditions_on_checks(me)
    yield from compare(what, event.parts, expected)
    if event.success != (event.total >= event.dc):
        yield rule, f"{what} of {event.total} {'succeeds' if event.success else 'fails'}"
    yield from _against(event, scene, me, rule, what)
    if not event.success:
        scene.notes["spoiled", me.id] = rule


def _against(event: CheckRolled, scene: Scene, me: Fighter, rule: str, what: str) -> Iterator[Breach]:
    """What a check is against, and that it was due."""
    levels = [me.casting.level] if me.casting is not None else []
    levels += [s.event.level for s in lasting(scene).values() if s.concentration and s.event.caster == me.id]
    cause = scene.events[event.because]
    if rule in (HURT, DISRUPT):
        key = ("disturbed", event.because, me.id)
        scene.pay(key)
        if type(cause) is not DamageDealt or cause.target != me.id:
            yield rule, f"{what} follows no wound"
        elif event.dc not in [10 + cause.amount + level for level in levels]:
            yield rule, f"{what}, and the wound took {cause.amount} (spells of level {levels})"
        return
    if rule in RIDDEN:
        if event.dc not in [RIDDEN[rule] + level for level in levels]:
            yield rule, f"{what}, and it is {RIDDEN[rule]} and the level of the spell (spells of level {levels})"
        return
    due = scene.notes.get(("due", me.id), [])
    if ("concentration", event.dc) in due:
        due.remove(("concentration", event.dc))
        return
    allowed = [dc + level for dc in _distractions(scene, me) for level in levels]
    began = scene.events[cause.because] if cause.because >= 0 else None
    allowed += [getattr(spell, "dc", 0) + level for spell in (cause, began) for level in levels]
    if event.dc not in allowed:
        yield rule, f"{what}, and nothing is so hard here"


@invariant("concentration-adds-up", DamageDealt, after=True)
def a_wound_disturbs(event: DamageDealt, scene: Scene) -> tuple[()]:
    """Whoever is wounded while casting, or while it concentrates, must make a check, if it can do anything still."""
    me = scene.fighters[event.target]
    if not event.amount:
        return ()
    if me.casting is not None:
        _owe_check(scene, me)
    for spell in lasting(scene).values():
        if spell.concentration and spell.event.caster == me.id:
            _owe_check(scene, me)
    return ()


def _owe_check(scene: Scene, me: Fighter) -> None:
    what = f"{me.id} is wounded while it concentrates, and makes no check"
    scene.owe(("disturbed", scene.seq, me.id), "concentration-adds-up", HURT, what)


def _settled(scene: Scene, me: Fighter) -> None:
    """What was still to be checked for its spell is no longer."""
    for key in [key for key in scene.debts if isinstance(key, tuple) and key[0] == "disturbed" and key[2] == me.id]:
        scene.pay(key)


@invariant("concentration-adds-up", SpellEnded, ConcentrationCeased)
def the_senseless_check_nothing(event: SpellEnded | ConcentrationCeased, scene: Scene) -> tuple[()]:
    """A caster who can do no more loses what it has concentrated on without a check."""
    me = scene.fighters[event.caster if isinstance(event, SpellEnded) else event.who]
    if not me.can_act:
        _settled(scene, me)
    return ()


@invariant("a-spell-is-lost-for-a-reason", SpellLost)
def a_spell_is_lost_for_a_reason(event: SpellLost, scene: Scene) -> Iterator[Breach]:
    """A failed check or failed gestures, or a caster who can do no more."""
    me = scene.fighters[event.who]
    if me.casting is None or me.casting.spell != event.spell:
        yield DISTRACTED, f"{me.id} loses {event.spell}, and is not casting it"
    spoiled = scene.notes.pop(("spoiled", me.id), None)
    if spoiled is None and me.can_act and not _seized(me):
        yield DISTRACTED, f"{me.id} loses {event.spell} for no reason"
    if not me.can_act:
        _settled(scene, me)


def _seized(me: Fighter) -> bool:
    """Is it held, and does what it casts want gestures or more than an action?"""
    begun = me.casting
    if begun is None or not me.has("grappling", "pinned"):
        return False
    return begun.long or (begun.source != "spell-like" and "S" in me.sheet.spells[begun.spell].components)


@invariant("a-spell-takes-effect-in-time", SpellCast)
def a_spell_takes_effect_in_time(event: SpellCast, scene: Scene) -> Iterator[Breach]:
    """What was begun and not spoiled, everybody having been asked who may strike at it; a long one before its turn."""
    me = scene.fighters[event.who]
    begun = me.casting
    what = f"{me.id}'s {event.spell}"
    if begun is None or begun.spell != event.spell or not set(event.targets) <= set(begun.targets):
        yield CAST, f"{what} takes effect, and it is not casting that"
        return
    if (rule := scene.notes.get(("spoiled", me.id))) is not None:
        yield rule, f"{what} takes effect although it was spoiled"
    for kind, number in scene.notes.pop(("due", me.id), ()):
        yield DISTRACTED, f"{what} takes effect without the roll that was due ({kind} {number})"
    if not me.can_act:
        yield DISTRACTED, f"{what} takes effect, and its caster is {', '.join(sorted(me.names))}"
    if _seized(me):
        yield GRAPPLED, f"{what} takes effect, and its caster is held"
    if begun.long and "casting" in me.names:
        yield COMPLETION, f"{what} takes effect while it is still being cast"
    if not begun.long:
        yield from _asked(scene, me, begun)


@invariant("every-opportunity-is-offered", ConditionBegan, about=("casting",))
def a_long_casting_exposes(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """A casting of a round exposes as it begins."""
    me = scene.fighters[event.who]
    if me.casting is not None:
        yield from _asked(scene, me, me.casting)


ACTS = {"spell": "cast", "scroll": "read-scroll", "spell-like": "spell-like"}


def _asked(scene: Scene, me: Fighter, begun: CastingBegan) -> Iterator[Breach]:
    """Whoever threatens a caster has been asked, unless it casts on the defensive or in a wink."""
    if begun.defensive or begun.quickened:
        return
    number = next(seq for seq in range(scene.seq - 1, -1, -1) if scene.events[seq] is begun)
    yield from opportunities._due(scene, me, ACTS[begun.source], number)


@invariant("no-casting-is-left-open", *SETTLED)
def no_casting_is_left_open(event: Any, scene: Scene) -> Iterator[Breach]:
    """What was begun has come to an end, one way or the other, unless it takes a round."""
    for me in scene.notes.get("casters", {}).values():
        if me.casting is None:
            continue
        if not me.casting.long:
            yield CAST, f"{me.id} has begun {me.casting.spell}, and neither cast nor lost it"
            me.casting = None
        elif type(event) is TurnBegan and event.who == me.id:
            yield COMPLETION, f"{me.id}'s turn begins, and {me.casting.spell} has not taken effect"
            me.casting = None


# ---- items and abilities --------------------------------------------------------------------------------------


@invariant(NAME, ItemUsed)
def items_work_as_often_as_they_can(event: ItemUsed, scene: Scene) -> Iterator[Breach]:
    """An item that it has, charged, as ordered; a potion exposes."""
    me = scene.fighters[event.who]
    item = device(me, event.item)
    what = f"{me.id} uses {event.item}"
    order = order_of(scene.events[event.because])
    if type(order) is not orders.UseItem or order.item != event.item:
        yield ITEM, f"{what}, and was not told to"
    if item is None:
        yield ITEM, f"{what}, and has no such thing"
        return
    right = (item.spell, item.level, item.caster_level, item.dc, bool(item.charges))
    if (event.spell, event.level, event.caster_level, event.dc, event.spent) != right:
        yield ITEM, f"{what} as {event.spell}, {event.level}, {event.caster_level}, {event.dc}, not {right}"
    if item.charges and me.used.count(item.name) >= item.charges:
        yield ITEM, f"{what}, which is empty"
    if item.kind == "scroll":
        yield "d20.item.spell-completion", f"{what} without casting it"
    if item.kind == "wand" and (me.sheet.caster is None or not _on_list(me, event.spell)):
        yield ITEM, f"{what}, and could never cast {event.spell}"
    if item.kind in ("potion", "oil"):
        yield from opportunities._due(scene, me, "potion", event.because)
    else:
        yield from _aimed(event, scene, me, me.sheet.spells[item.spell], what)


def _on_list(me: Fighter, spell: str) -> bool:
    caster = me.sheet.caster
    return caster is not None and level_for(me.sheet.spells[spell], caster.kind) is not None


@invariant(NAME, AbilityUsed)
def abilities_work_as_often_as_they_can(event: AbilityUsed, scene: Scene) -> Iterator[Breach]:
    """An ability that it has, rested, as ordered."""
    me = scene.fighters[event.who]
    gift = power(me, event.ability)
    what = f"{me.id} uses {event.ability}"
    rule = f"d20.action.standard.{event.source}-ability"
    order = order_of(scene.events[event.because])
    if type(order) is not orders.UseAbility or order.ability != event.ability:
        yield rule, f"{what}, and was not told to"
    if gift is None or gift.kind != event.source or gift.kind == "spell-like":
        yield rule, f"{what}, and has no such {event.source} ability"
        return
    right = (gift.spell, gift.level, gift.caster_level, gift.dc, bool(gift.uses))
    if (event.spell, event.level, event.caster_level, event.dc, event.spent) != right:
        yield rule, f"{what} as {event.spell}, {event.level}, {event.caster_level}, {event.dc}, not {right}"
    if gift.uses and me.used.count(gift.name) >= gift.uses:
        yield rule, f"{what} more than {gift.uses} times"
    if scene.notes.get(("pausing", me.id, gift.name), 0) > 0:
        yield rule, f"{what} before its time"
    if event.pause != sum(die.value for die in event.dice) or bool(event.pause) != bool(gift.pause):
        yield rule, f"{what}, and the next time in {event.pause} turns"
    yield from _aimed(event, scene, me, me.sheet.spells[gift.spell], what)


# ---- touch spells ---------------------------------------------------------------------------------------------


@invariant("touch-spells-are-held-and-spent", ChargeHeld)
def touch_spells_are_held(event: ChargeHeld, scene: Scene) -> Iterator[Breach]:
    """A touch spell comes to the hand as it is cast, good for so many touches."""
    me = scene.fighters[event.who]
    spell = me.sheet.spells.get(event.spell)
    if (
        spell is None
        or spell.range != "touch"
        or type(scene.events[event.because]) not in (SpellCast, ItemUsed, AbilityUsed)
    ):
        yield HOLD, f"{me.id} has {event.spell} on its hand, and has not cast such a touch spell"
        return
    touches = spell.targets.count.at(event.caster_level) if spell.targets is not None else 1
    harm = next((e for e in spell.effects if e.verb == "damage" and e.dice), None)
    damage = dice_at(harm, event.caster_level) if harm is not None else "1"
    if (event.touches, event.damage) != (touches, damage):
        yield (
            HOLD,
            f"{me.id}'s {event.spell} is good for {event.touches} touches of {event.damage}, not {touches} of {damage}",
        )


@invariant("touch-spells-are-held-and-spent", ChargeSpent)
def touch_spells_are_spent(event: ChargeSpent, scene: Scene) -> Iterator[Breach]:
    """At whom it touches, one touch each; an enemy by a touch that hit, a friend beside it without; or it is lost."""
    me = scene.fighters[event.who]
    held = me.charge
    what = f"{me.id} spends {event.spell}"
    if held is None or held.event.spell != event.spell:
        yield HOLD, f"{what}, which is not on its hand"
        return
    if not event.target:
        if event.left:
            yield DISCHARGE, f"{what} on nobody, and {event.left} touches are left"
        return
    if event.left != held.touches - 1:
        yield HOLD, f"{what} on {event.target} with {event.left} touches left of {held.touches}"
    target = scene.fighters[event.target]
    if target.side != me.side:
        hit = _touched(scene, event.because)
        if hit is None or hit.target != target.id or not hit.hit:
            yield TOUCH_ATTACK, f"{what} on {target.id} without a touch"
    elif scene.terrain.distance(me.square, me.span, target.square, target.span) > me.sheet.reach // 5:
        yield TOUCH_ATTACK, f"{what} on {target.id}, out of its reach"


def _touched(scene: Scene, number: int) -> AttackRolled | None:
    """The attack roll behind an event."""
    while number >= 0:
        event = scene.events[number]
        if type(event) is AttackRolled:
            return event
        number = event.because
    return None


@invariant("touch-spells-are-held-and-spent", ChargeSpent)
def six_allies_at_most(event: ChargeSpent, scene: Scene) -> Iterator[Breach]:
    """Several in a full round, six at most, exposing."""
    order = order_of(scene.events[event.because])
    if type(order) is orders.Touch and len(order.on) > 1:
        me = scene.fighters[event.who]
        if len(order.on) > 6:
            yield SIX, f"{me.id} touches {len(order.on)} in one round"
        if order.on and event.target == order.on[0]:
            yield from opportunities._due(scene, me, "touch-allies", event.because)


# ---- resistance, spells under way -----------------------------------------------------------------------------


@invariant("resistance-is-rolled", ResistanceRolled)
def resistance_is_rolled(event: ResistanceRolled, scene: Scene) -> Iterator[Breach]:
    """d20 and caster level against the resistance that is up."""
    target = scene.fighters[event.target]
    what = f"{event.spell} against the resistance of {target.id}"
    if event.resistance != target.sheet.spell_resistance or "resistance-lowered" in target.names:
        yield (
            RESISTANCE,
            f"{what} of {event.resistance}, which is {target.sheet.spell_resistance}, {sorted(target.names)}",
        )
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield RESISTANCE, f"{what} is not rolled on one d20"
        return
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    level = _level_of(scene, event.because)
    yield from compare(what, event.parts, [(level, RESISTANCE)])
    if event.overcome != (event.total >= event.resistance):
        yield RESISTANCE, f"{what}: {event.total} {'overcomes' if event.overcome else 'does not overcome'} it"


def _level_of(scene: Scene, number: int) -> int:
    """The caster level of the magic that an event goes back to."""
    while number >= 0:
        event = scene.events[number]
        level = getattr(event, "caster_level", None)
        if level is not None:
            return int(level)
        if type(event) is SpellRedirected:
            return lasting(scene)[event.number].event.caster_level
        if type(event) is ChargeSpent:
            held = next(e for e in reversed(scene.events[:number]) if type(e) is ChargeHeld and e.who == event.who)
            return held.caster_level
        number = event.because
    return 0


@invariant("spells-last-as-long-as-they-say", SpellBegan)
def spells_last_as_long_as_they_say(event: SpellBegan, scene: Scene) -> Iterator[Breach]:
    """The duration of the table at the caster level, numbered by its own event."""
    me = scene.fighters[event.caster]
    spell = me.sheet.spells.get(event.spell)
    what = f"{event.spell} of {me.id}"
    if spell is None:
        yield CAST, f"{what} begins, and it has no such spell"
        return
    figures = spell.duration
    turns = -1
    if figures.dice:
        turns = sum(die.value for die in event.dice) * ROUNDS.get(figures.unit, 1)
    elif figures.unit in ROUNDS and (figures.amount.base or figures.amount.more):
        turns = figures.amount.at(event.caster_level) * ROUNDS[figures.unit]
    if (event.turns, event.concentration) != (turns, figures.concentration):
        yield CAST, f"{what} lasts {event.turns} turns, and it ought to last {turns}"
    if event.number != scene.seq:
        yield CAST, f"{what} has the number {event.number}, not {scene.seq}"


@invariant("spells-last-as-long-as-they-say", SpellEnded)
def spells_end_for_a_reason(event: SpellEnded, scene: Scene) -> Iterator[Breach]:
    """Their time is up, or a rule ends them."""
    spell = lasting(scene).get(event.number)
    if spell is None:
        yield CAST, f"{event.spell} of {event.caster} ends, and is not under way"
    elif spell.left and not event.cites:
        yield CAST, f"{event.spell} of {event.caster} ends {spell.left} turns early for no reason"


@invariant("spells-last-as-long-as-they-say", *SETTLED)
def spells_end_in_time(event: Any, scene: Scene) -> Iterator[Breach]:
    """None goes on when its time is up, or its caster has not concentrated on it in its turn."""
    for number, spell in list(lasting(scene).items()):
        what = f"{spell.event.spell} of {spell.event.caster}"
        if spell.left == 0:
            yield CAST, f"{what} goes on, and its time is up"
            del lasting(scene)[number]
        elif spell.concentration and not spell.kept and type(event) in (TurnBegan, RoundBegan):
            turn = scene.turn
            if turn.who == spell.event.caster and spell.event.caster not in scene.delaying:
                yield KEEPING, f"{what} goes on, and nobody concentrated on it"
                del lasting(scene)[number]


@invariant("what-is-countered-could-be", SpellCountered)
def what_is_countered_could_be(event: SpellCountered, scene: Scene) -> Iterator[Breach]:
    """The same spell, or dispel magic with its check, after Spellcraft told what was being cast."""
    me, foe = scene.fighters[event.who], scene.fighters[event.caster]
    what = f"{me.id} counters {event.spell} of {foe.id}"
    if foe.casting is None or foe.casting.spell != event.spell or foe.casting.source == "spell-like":
        yield COUNTER, f"{what}, which is not being cast"
        return
    entries = me.sheet.caster.prepared if me.sheet.caster is not None else ()
    entry = next((e for e in entries if event.spent in (e.name, f"slot {e.level}")), None)
    same = [e for e in entries if e.spell == event.spell and event.spent in (e.name, f"slot {e.level}")]
    if entry is None or (not same and entry.spell != "dispel magic"):
        yield COUNTER, f"{what} with {event.spent}"
    elif me.used.count(event.spent) >= (entry.count or 99):
        yield COUNTER, f"{what} with {event.spent}, which is spent"
    check = scene.events[event.because]
    told = scene.events[check.because] if not same else check
    for roll, name, dc in ((told, "spellcraft", 15 + foe.casting.level), (check, "", 0)):
        if type(roll) is not CheckRolled or (name and (roll.check, roll.dc, roll.success) != (name, dc, True)):
            yield COUNTER, f"{what} after no {name or 'check'} against {dc}"
    if not same and type(check) is CheckRolled:
        dc = 11 + foe.casting.caster_level
        if (check.check, check.dc) != ("dispel magic", dc) or event.won != check.success:
            yield COUNTER, f"{what} by dispelling against {check.dc}, and it ought to be {dc}"


@invariant("what-is-countered-could-be", CheckRolled)
def counterspells_add_up(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """Spellcraft tells a spell; the caster level, 10 at most, dispels it; both in a counterspell that was readied."""
    if COUNTER not in event.cites:
        return
    me = scene.fighters[event.who]
    what = f"{me.id}'s {event.check} check against a spell"
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield COUNTER, f"{what} is not rolled on one d20"
        return
    yield from sound(event.total, event.parts, (), event.dice[0].value)
    if event.check == "spellcraft":
        expected = [(me.sheet.skills.get("spellcraft", 0), COUNTER), *conditions_on_checks(me)]
    else:
        expected = [(min(10, me.sheet.caster.level if me.sheet.caster is not None else 0), COUNTER)]
    yield from compare(what, event.parts, expected)
    if event.success != (event.total >= event.dc):
        yield COUNTER, f"{what} of {event.total} {'succeeds' if event.success else 'fails'}"
    if not isinstance(order_of(scene.root()), orders.Counterspell):
        yield COUNTER, f"{what}, and no counterspell was readied"
