"""
Casting spells (d20.spell.*): components, concentration, touch spells, long castings, spells under way.

What is cast is announced before it takes effect: to those who are ready for it, then to those who threaten the caster.
What hurts the caster in the meantime may cost the spell; so may whatever distracts it besides, each by a check of its
own. What a spell does is carried out by ``magic``.

Decided: who holds a weapon in two hands has one of them free to cast; a buckler leaves its hand free. A spell of a full
round is cast within the turn, one whose casting time is 1 round just before the caster's next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import (
    TOUCH,
    CastingBegan,
    ChargeHeld,
    ChargeSpent,
    ComponentReadied,
    ConcentrationCeased,
    ConcentrationKept,
    SpellCast,
    SpellFailureRolled,
    SpellLost,
    SpellRedirected,
)
from sim.events.orders import (
    Attack,
    Cast,
    CeaseConcentration,
    Charge,
    CloseDoor,
    Concentrate,
    Counterspell,
    Dismiss,
    Draw,
    FirstAid,
    FullAttack,
    LightTorch,
    MoveObject,
    OpenDoor,
    Order,
    PickUp,
    Prepare,
    ReadyComponent,
    Redirect,
    Reload,
    Sheathe,
    Throw,
    Touch,
    UseItem,
)
from sim.grid.sight import line_of_effect
from sim.rules.book import Cost
from sim.rules.d20 import (
    action,
    aoo,
    arcane_failure,
    combat_casting,
    concealment,
    condition,
    core,
    cover,
    grapple,
    magic,
    ready,
    scores,
    threat,
    turn,
    unarmed,
)
from sim.rules.d20.declare import MELEE, RANGED, Blow, constraint, on_attack, procedure, rider
from sim.rules.d20.declare import TOUCH as TOUCH_BIT
from sim.rules.d20.magic import Working
from sim.state.battle import Battle
from sim.state.conditions import (
    AIDED,
    BURNING,
    CANNOT_ACT,
    DEAFENED,
    ENTANGLED,
    FEINTED,
    GRAPPLING,
    MOUNTED,
    PINNED,
    PINNING,
    SILENCED,
)
from sim.state.creature import Creature
from sim.state.magic import Casting, Running
from sim.table import Table
from sim.tables.equipment import SHIELDS
from sim.tables.sheet import Weapon
from sim.tables.spells import Spell, dice_at, reach

VERBAL = "d20.spell.component.verbal"
VERBAL_DEAFENED = "d20.spell.component.verbal-deafened"
SOMATIC = "d20.spell.component.somatic"
FOCUS = "d20.spell.component.focus"
FOCUS_DRAW = "d20.spell.component.focus-draw"
MATERIAL = "d20.spell.component.material"
DISTRACTED = "d20.spell.concentration.distracted"
DC_TABLE = "d20.spell.concentration.dc-table"
PROVOKES = "d20.spell.aoo.provokes"
HURT = "d20.spell.aoo.concentration"
NO_AOO = "d20.spell.defensive.no-aoo"
DEFENSIVE_DC = "d20.spell.defensive.dc"
TOUCH_MOVEMENT = "d20.spell.touch.movement"
TOUCH_NO_AOO = "d20.spell.touch.no-aoo"
TOUCH_ATTACK = "d20.spell.touch.attack"
HOLD_CHARGE = "d20.spell.touch.hold-charge"
DISCHARGE = "d20.spell.touch.discharge"
AOO_ONCE = "d20.spell.full-round.aoo-once"
COMPLETION = "d20.spell.full-round.completion"

CAST = action.ROWS["cast"]
QUICKENED = action.ROWS["cast-quickened"]
SIX = 6
"""How many allies one touch spell may reach in a full round."""

POUCH, SYMBOL = "component pouch", "holy symbol"


class Known(NamedTuple):
    """Something that a creature can cast or use, by the name under which it has it; ``left``: there is one left."""

    name: str
    spell: Spell
    source: str
    spent: str
    level: int
    caster_level: int
    dc: int
    left: bool = True
    quickened: bool = False
    arcane: bool = False
    pause: str = ""


def known(me: Creature, name: str) -> Known | None:
    """The spell that a caster has under this name; ``None``: it has no such spell."""
    caster = me.sheet.caster
    if caster is None:
        return None
    for entry in caster.prepared:
        if entry.name == name:
            spell = me.sheet.spells[entry.spell]
            level = entry.level - 4 * entry.quickened
            dc = 10 + level + scores.modifier(me, caster.ability)
            if entry.count:
                spent, left = entry.name, me.used.count(entry.name) < entry.count
            else:
                spent = f"slot {entry.level}"
                slots = caster.slots[entry.level] if entry.level < len(caster.slots) else 0
                left = me.used.count(spent) < slots
            return Known(name, spell, "spell", spent, level, caster.level, dc, left, entry.quickened, caster.arcane)
    return None


def repertoire(me: Creature) -> Iterator[Known]:
    """The spells that a caster can still cast, in the order of its sheet."""
    if me.sheet.caster is not None:
        for entry in me.sheet.caster.prepared:
            found = known(me, entry.name)
            if found is not None and found.left:
                yield found


# ---- what is needed to cast -----------------------------------------------------------------------------------


def free_hand(me: Creature) -> bool:
    """One hand free to make gestures and hold components."""
    shield = me.sheet.shield
    arm = me.shield_on and shield is not None and not (shield.name in SHIELDS and not SHIELDS[shield.name].hand)
    return sum([name in me.weapons for name in me.held]) + arm < 2


def materials(me: Creature, spell: Spell) -> Iterator[tuple[str, str, bool]]:
    """Each material or focus of a spell: its name in hand, the rule that asks for it, and whether it is possessed."""
    if "M" in spell.components:
        yield spell.name, MATERIAL, POUCH in me.sheet.components
    if "F" in spell.components:
        yield spell.focus, FOCUS, spell.focus in me.sheet.components
    if "DF" in spell.components:
        yield SYMBOL, FOCUS, SYMBOL in me.sheet.components


def lacking(me: Creature, spell: Spell, *, from_scroll: bool = False) -> tuple[str, ...]:
    """The rules by which a component is missing; a scroll has the materials in it."""
    rules: list[str] = []
    if "V" in spell.components and me.flags & SILENCED:
        rules.append(VERBAL)
    grappling = me.flags & GRAPPLING
    if "S" in spell.components and not grappling and not free_hand(me):
        rules.append(SOMATIC)
    if not from_scroll:
        for name, rule, owned in materials(me, spell):
            if not owned:
                rules.append(rule)
            elif grappling and name not in me.at_hand:
                rules.append(grapple.OPTION_CAST)
    if grappling and ("S" in spell.components or spell.time not in ("free", "move", "standard")):
        rules.append(grapple.OPTION_CAST)
    return tuple(dict.fromkeys(rules))


# ---- whom it is for -------------------------------------------------------------------------------------------


def is_touch(spell: Spell) -> bool:
    """A spell that is delivered by hand."""
    return spell.range == "touch"


def why_not_at(battle: Battle, me: Creature, found: Known, on: tuple[str, ...], to: int) -> tuple[str, ...]:
    """The rules by which a spell cannot be for these targets, or this place; empty when it can."""
    spell, row = found.spell, CAST
    targets = [battle.creatures.get(name) for name in on]
    if any(target is None or not target.active for target in targets):
        return (row,)
    if spell.range == "personal":
        return () if to < 0 and on in ((), (me.id,)) else (row,)
    creatures = [target for target in targets if target is not None]
    if spell.area is not None and spell.area.origin != "creature":
        return (row,) if on else _why_not_to(battle, me, found, to)
    if to >= 0:
        return (row,)
    if spell.targets is None and spell.area is None:
        return (row,) if on else ()
    return _why_not_on(battle, me, found, creatures)


def _why_not_to(battle: Battle, me: Creature, found: Known, to: int) -> tuple[str, ...]:
    """As for a place: within range, and nothing in between."""
    spell, ground = found.spell, battle.ground
    area = spell.area
    assert area is not None
    if area.origin == "caster" and area.shape not in ("cone", "line"):
        return (CAST,) if to >= 0 else ()
    if to < 0 or not ground.inside >> to & 1:
        return (CAST,)
    if area.shape in ("cone", "line"):
        return (CAST,) if battle.footprint(me) >> to & 1 else ()
    if 5 * ground.distance(me.square, me.span, to, 1) > reach(spell, found.caster_level):
        return (CAST,)
    if ground.has_walls and not line_of_effect(ground, me.square, me.span, to, 1, me.sheet.height):
        return (cover.LINE_OF_EFFECT,)
    fits = magic.PLACINGS.get(spell.name)
    if fits is not None and not fits(battle, magic.covered(battle, me, spell, found.caster_level, to), to):
        from sim.rules.d20 import effects

        return (effects.rule(spell),)
    return ()


def _why_not_on(battle: Battle, me: Creature, found: Known, targets: list[Creature]) -> tuple[str, ...]:
    """As for creatures: so many, of that kind, in range and together, seen and open to the spell."""
    spell, ground = found.spell, battle.ground
    figures = spell.targets
    count = figures.count.at(found.caster_level) if figures is not None else 1
    touching = is_touch(spell)
    if not touching and not targets:
        return (CAST,)
    if len(targets) > count or (len(set(targets)) < len(targets) and not (figures is not None and figures.repeat)):
        return (CAST,)
    if touching and sum([target.side != me.side for target in targets]) and len(targets) > 1:
        return (TOUCH_ATTACK,)
    most = me.sheet.reach if touching else reach(spell, found.caster_level)
    for target in targets:
        if figures is not None:
            friend = target.side == me.side
            if (figures.who == "ally" and not friend) or (figures.who == "enemy" and friend):
                return (CAST,)
            if (figures.who == "self" and target is not me) or (figures.types and not of_type(target, figures.types)):
                return (CAST,)
        if target is me:
            continue
        if 5 * ground.distance(me.square, me.span, target.square, target.span) > most:
            return (CAST,)
        if not threat.in_effect(battle, me, target):
            return (cover.TOTAL, cover.LINE_OF_EFFECT)
        if concealment.total(battle, me, target) and target.id not in me.grapplers:
            return (concealment.TOTAL_SQUARE,)
    if figures is not None and figures.within:
        for index, first in enumerate(targets):
            for second in targets[index + 1 :]:
                if 5 * ground.distance(first.square, first.span, second.square, second.span) > figures.within:
                    return (CAST,)
    return ()


def of_type(target: Creature, types: tuple[str, ...]) -> bool:
    """A creature of one of these types or subtypes."""
    return target.sheet.type in types or any(name in types for name in target.sheet.subtypes)


# ---- what it costs --------------------------------------------------------------------------------------------


def time_cost(spell: Spell) -> str:
    """The action that a casting time takes."""
    return "full-round" if spell.time in ("full-round", "round", "minutes") else spell.time


def cost(battle: Battle, me: Creature, order: Order) -> Cost:
    """What a magical order costs."""
    if isinstance(order, Cast):
        found = known(me, order.spell)
        if found is None:
            return Cost("standard", (CAST,))
        if found.quickened:
            return Cost("free", (QUICKENED, turn.FREE))
        kind = time_cost(found.spell)
        return Cost(kind, (CAST,) if kind == "standard" else (CAST, turn.VARYING))
    if isinstance(order, Touch):
        if len(order.on) > 1:
            return Cost("full-round", (action.ROWS["touch-allies"],))
        return touching_cost(me)
    if isinstance(order, ReadyComponent):
        if me.flags & GRAPPLING:
            return Cost("full-round", (grapple.OPTION_COMPONENT,))
        return Cost("free", (action.ROWS["components"], turn.FREE))
    if isinstance(order, Counterspell):
        return Cost("standard", (ready.COUNTERSPELL,))
    from sim.rules.d20 import ability, item

    return item.cost(me, order) if isinstance(order, UseItem) else ability.cost(me, order)  # type: ignore[arg-type]


def touching_cost(me: Creature) -> Cost:
    """In the turn in which it was cast, a touch is part of the casting; later it is a standard action."""
    if me.charge is not None and me.charge.fresh:
        return Cost("free", (TOUCH_MOVEMENT,))
    return Cost("standard", (action.ROWS["attack-melee"], HOLD_CHARGE))


# ---- concentration --------------------------------------------------------------------------------------------


class Distraction(NamedTuple):
    """What makes casting hard: the difficulty before the spell's level is added, and the rules."""

    dc: int
    what: str
    cites: tuple[str, ...]


DistractionFunction = Callable[[Battle, Creature], "Distraction | None"]
DISTRACTIONS: list[DistractionFunction] = []
"""Whatever may distract a caster besides wounds: (battle, caster) gives a distraction or ``None``."""


def distraction(function: DistractionFunction) -> DistractionFunction:
    """The function is asked whenever somebody casts, or concentrates on a spell."""
    DISTRACTIONS.append(function)
    return function


MOTION = {"vigorous": 10, "violent": 15, "extraordinary": 20}
WEATHER = {"rain": 5, "hail": 10}


@distraction
def entangled(battle: Battle, me: Creature) -> Distraction | None:
    return Distraction(15, "entangled", (DC_TABLE,)) if me.flags & ENTANGLED else None


@distraction
def grappled(battle: Battle, me: Creature) -> Distraction | None:
    return Distraction(20, "grappling", (DC_TABLE, grapple.OPTION_CAST)) if me.flags & (GRAPPLING | PINNED) else None


@distraction
def suffering(battle: Battle, me: Creature) -> Distraction | None:
    """Damage that goes on, from flames or acid: half of what it did last."""
    if not me.flags & BURNING and not in_acid(me):
        return None
    return Distraction(10 + me.seared // 2, "continuous damage", (DC_TABLE,))


def in_acid(me: Creature) -> bool:
    """Does an acid arrow still bite it?"""
    from sim.rules.d20 import conjuration

    return bool(me.boons) and any(boon.on == conjuration.CORROSION for boon in me.boons)


@distraction
def shaken_about(battle: Battle, me: Creature) -> Distraction | None:
    """Option ``motion``: on a ship in a storm, say."""
    motion = battle.options.get("motion", "")
    return Distraction(MOTION[motion], f"{motion} motion", (DC_TABLE,)) if motion in MOTION else None


@distraction
def weathered(battle: Battle, me: Creature) -> Distraction | None:
    """Option ``weather``: wind-driven rain, hail."""
    weather = battle.options.get("weather", "")
    return Distraction(WEATHER[weather], weather, (DC_TABLE,)) if weather in WEATHER else None


def concentration_parts(me: Creature, *, trained: bool) -> tuple[Modifier, ...]:
    """The parts of a Concentration check; ``trained``: Combat Casting helps."""
    skills = me.sheet.skills
    if "concentration" in skills:
        base = Modifier(skills["concentration"], "concentration", DISTRACTED)
    else:
        base = scores.part(me, "constitution", DISTRACTED)
    return (base, *(combat_casting.bonus(me) if trained else ()), *condition.check_parts(me))


def concentrates(table: Table, me: Creature, dc: int, because: int, *cites: str, trained: bool = False) -> bool:
    """A Concentration check against a difficulty that has the spell's level in it."""
    parts = concentration_parts(me, trained=trained)
    (die,) = table.roll(20)
    total = die.value + sum([part.value for part in parts])
    success = total >= dc
    table.tell(CheckRolled(because, me.id, "concentration", dc, total, parts, success, cites, (die,)))
    return success


def keeps_mind(table: Table, me: Creature, level: int, because: int) -> bool:
    """Does it overcome everything that distracts it?"""
    for function in DISTRACTIONS:
        found = function(table.battle, me)
        if found is not None and not concentrates(
            table, me, found.dc + level, because, *found.cites, trained=grapple.OPTION_CAST in found.cites
        ):
            return False
    return True


def lose(table: Table, me: Creature, because: int, *cites: str) -> None:
    """The spell in the making comes to nothing."""
    casting = me.casting
    if casting is None:
        return
    if casting.source == "spell-like":
        from sim.rules.d20 import ability

        cites += (ability.SPELL_LIKE_DISRUPTABLE,)
    table.tell(SpellLost(because, me.id, casting.spell, cites))
    if casting.long and me.has("casting"):
        table.tell(ConditionEnded(because, me.id, "casting", (COMPLETION,)))


def disturbed(table: Table, who: Creature, points: int, because: int) -> None:
    """
    Damage disturbs a caster: 10, the damage and the spell's level, or the spell is lost.

    It counts against the spell in the making, and against each one that its caster concentrates on.
    """
    battle = table.battle
    if who.casting is not None:
        cites = (ready.DISRUPT,) if battle.suspended else (HURT,)
        if who.flags & CANNOT_ACT:
            lose(table, who, because, DISTRACTED)
        elif not concentrates(table, who, 10 + points + who.casting.level, because, *cites):
            lose(table, who, len(table.log.events) - 1, DISTRACTED)
    for running in battle.spells:
        if running.concentration and running.caster == who.id:
            held = not who.flags & CANNOT_ACT and concentrates(table, who, 10 + points + running.level, because, HURT)
            if not held:
                let_go(table, running, len(table.log.events) - 1, DISTRACTED)


@rider()
def wounded(table: Table, target: Creature, source: Creature, weapon: Weapon, damage: int, because: int) -> None:
    """Every blow that hurts may disturb."""
    if target.casting is not None or table.battle.spells:
        disturbed(table, target, damage, because)


def unsettled(table: Table, target: Creature, working: Working, because: int) -> None:
    """A spell of another that does no damage distracts as well: by the DC of its saving throw."""
    casting = target.casting
    if casting is None or target.flags & CANNOT_ACT:
        return
    if not concentrates(table, target, working.dc + casting.level, because, DC_TABLE):
        lose(table, target, len(table.log.events) - 1, DISTRACTED)


# ---- casting --------------------------------------------------------------------------------------------------


@constraint(CAST, Cast)
def cannot_cast(battle: Battle, me: Creature, order: Cast) -> tuple[str, ...]:
    """It must have the spell still, all that it needs, and somebody or somewhere that it can be for."""
    found = known(me, order.spell)
    if found is None or not found.left or found.spell.time == "minutes":
        return (QUICKENED if found is not None and found.quickened else CAST,)
    if found.quickened and battle.turn.quickened:
        return (QUICKENED,)
    if order.defensive and found.quickened:
        return (QUICKENED,)
    return lacking(me, found.spell) or why_not_at(battle, me, found, order.on, order.to)


@procedure(Cast)
def cast(me: Creature, order: Cast, table: Table, because: int) -> None:
    """Cast a spell."""
    found = known(me, order.spell)
    assert found is not None
    take_out(table, me, found.spell, because)
    begin(table, me, found, order.on, order.to, because, defensive=order.defensive, act="cast")


def take_out(table: Table, me: Creature, spell: Spell, because: int) -> None:
    """Components that are not in hand yet are taken out, which costs nothing."""
    for name, rule, _ in materials(me, spell):
        if name not in me.at_hand:
            table.tell(ComponentReadied(because, me.id, name, (FOCUS_DRAW if rule == FOCUS else MATERIAL,)))


def begin(
    table: Table,
    me: Creature,
    found: Known,
    on: tuple[str, ...],
    to: int,
    because: int,
    *,
    defensive: bool,
    act: str,
    cites: tuple[str, ...] = (),
) -> None:
    """
    Cast a spell, from a scroll too, or use a spell-like ability: all that may go wrong, then its effect.

    ``act`` is the act of the action tables that provokes.
    """
    spell = found.spell
    long = spell.time == "round"
    drop_charge(table, me, because)
    if defensive:
        cites += (NO_AOO,)
    if long:
        cites += (COMPLETION,)
    if me.flags & MOUNTED:
        from sim.rules.d20 import mounted

        cites += mounted.undisturbed(table.battle, me)
    seq = table.tell(
        CastingBegan(
            because,
            me.id,
            spell.name,
            found.name,
            found.source,
            found.spent,
            found.level,
            found.caster_level,
            found.dc,
            on,
            to,
            defensive,
            found.quickened,
            long,
            cites,
        )
    )
    if not goes_on(table, me, found, seq, defensive=defensive, act=act, long=long):
        if me.casting is not None:
            lose(table, me, seq, grapple.OPTION_CAST if seized(me, me.casting) else DISTRACTED)
        return
    if long:
        table.tell(ConditionBegan(seq, me.id, "casting", (COMPLETION,)))
    else:
        complete(table, me, seq)


def goes_on(table: Table, me: Creature, found: Known, because: int, *, defensive: bool, act: str, long: bool) -> bool:
    """Everything that may cost the spell before it takes effect; true when nothing has."""
    battle, level = table.battle, found.level
    if battle.ready and not (ready.announce(table, me, "casts", because) and me.casting is not None):
        return False
    if defensive:
        if not concentrates(table, me, 15 + level, because, DEFENSIVE_DC, trained=True):
            return False
    elif not found.quickened:
        rules = (PROVOKES, AOO_ONCE) if long else (PROVOKES,)
        aoo.provoke(table, me, act, because, cites=rules)
        if me.flags & CANNOT_ACT:
            return False
    if me.casting is None or seized(me, me.casting):
        return False
    if not keeps_mind(table, me, level, because):
        return False
    spell = found.spell
    if found.source == "spell-like":
        return True
    if "V" in spell.components and me.flags & DEAFENED and fails(table, me, spell, 20, VERBAL_DEAFENED, because):
        return False
    percent = arcane_failure.percent(me, spell) if found.arcane else 0
    return not (percent and fails(table, me, spell, percent, arcane_failure.CHANCE, because))


def seized(me: Creature, casting: Casting) -> bool:
    """Is it held, and does the spell want gestures or more than an action (d20.grapple.option.cast)?"""
    gestures = casting.source != "spell-like" and "S" in me.sheet.spells[casting.spell].components
    return bool(me.flags & (GRAPPLING | PINNED)) and (gestures or casting.long)


def fails(table: Table, me: Creature, spell: Spell, percent: int, rule: str, because: int) -> bool:
    """Percentile dice that may spoil a spell."""
    (die,) = table.roll(100)
    failed = die.value <= percent
    table.tell(SpellFailureRolled(because, me.id, spell.name, percent, failed, (rule,), (die,)))
    return failed


def complete(table: Table, me: Creature, because: int) -> None:
    """The spell is cast to its end."""
    casting = me.casting
    assert casting is not None
    seq = table.tell(SpellCast(because, me.id, casting.spell, casting.targets, casting.to))
    take_effect(table, me, casting, seq)


def complete_long(table: Table, me: Creature) -> None:
    """Just before its turn: what it has been casting since the last one takes effect."""
    casting = me.casting
    if casting is None or not casting.long:
        return
    because = max(
        seq for seq, event in enumerate(table.log.events) if type(event) is CastingBegan and event.who == me.id
    )
    if me.flags & CANNOT_ACT or seized(me, casting):
        lose(table, me, because, DISTRACTED if me.flags & CANNOT_ACT else grapple.OPTION_CAST)
        return
    table.tell(ConditionEnded(because, me.id, "casting", (COMPLETION,)))
    battle = table.battle
    targets = tuple([name for name in casting.targets if battle.creatures[name].active])
    seq = table.tell(SpellCast(because, me.id, casting.spell, targets, casting.to, (COMPLETION,)))
    take_effect(table, me, casting._replace(targets=targets), seq)


def working(me: Creature, casting: Casting) -> Working:
    """What is at work when this takes effect."""
    spell = me.sheet.spells[casting.spell]
    return Working(me, spell, casting.source, casting.level, casting.caster_level, casting.dc, casting.to)


def take_effect(table: Table, me: Creature, casting: Casting, because: int) -> None:
    """What has been cast, or set free from an item or by an ability, does what it does."""
    battle = table.battle
    at_work = working(me, casting)
    spell = at_work.spell
    if is_touch(spell):
        hold(table, me, casting, because)
        touch_each(table, me, casting.targets, because)
        return
    if spell.range == "personal" and spell.area is None:
        magic.work(table, at_work, (me,), because)
        return
    if spell.area is not None:
        center = battle.creatures[casting.targets[0]] if casting.targets else None
        if center is not None:
            at_work = at_work._replace(to=center.square)
        magic.work(table, at_work, magic.inside(battle, me, spell, casting.caster_level, at_work.to), because)
        return
    targets = dealt(battle, spell, casting)
    if spell.attack == "ranged-touch":
        for target in targets:
            if target.active:
                ray(table, at_work, target, because)
        return
    magic.work(table, at_work, targets, because)


def dealt(battle: Battle, spell: Spell, casting: Casting) -> list[Creature]:
    """The targets of a spell; missiles that were not given one go to those named, in turn."""
    targets = [battle.creatures[name] for name in casting.targets]
    if targets and spell.targets is not None and spell.targets.repeat:
        count = spell.targets.count.at(casting.caster_level)
        return [targets[index % len(targets)] for index in range(count)]
    return targets


def ray(table: Table, at_work: Working, target: Creature, because: int) -> None:
    """A ranged touch attack brings the spell to its target."""
    me, battle = at_work.caster, table.battle
    weapon = Weapon(
        name=at_work.spell.name, category="ranged", damage="1", kinds=("magic",), increment=10_000, traits=(TOUCH,)
    )
    blow = Blow(battle, me, target, weapon, RANGED | TOUCH_BIT)
    multiplier = lands(table, blow, because, TOUCH_ATTACK)
    if multiplier:
        magic.work(table, at_work._replace(multiplier=multiplier), (target,), len(table.log.events) - 1)


def lands(table: Table, blow: Blow, because: int, *cites: str) -> int:
    """The touch attack of a spell: its critical multiplier, 0 when it does not land."""
    if blow.target.boons and core.deceived(table, blow, because):
        return 0
    rolled = core.roll_attack(table, blow, because, *cites)
    seq = table.tell(rolled)
    if (blow.attacker.flags | blow.target.flags) & (AIDED | FEINTED):
        core.use_up(table, blow, seq)
    if not rolled.hit:
        return 0
    if blow.astray is not None:
        from sim.rules.d20 import bull_rush

        struck = bull_rush.stray(table, blow.attacker, blow.target, blow.astray, seq)
        if struck is not blow.target:
            blow.target, blow.denied = struck, None
    multiplier = core.confirm(table, blow, rolled, seq) if rolled.threat else 1
    return 0 if concealment.missed(table, blow, seq) else multiplier


# ---- touch spells ---------------------------------------------------------------------------------------------


def touches(spell: Spell, level: int) -> int:
    """How many creatures a touch spell is good for."""
    return spell.targets.count.at(level) if spell.targets is not None else 1


def hold(table: Table, me: Creature, casting: Casting, because: int) -> None:
    """The spell is on the hand, in the place of what was."""
    drop_charge(table, me, because)
    spell = me.sheet.spells[casting.spell]
    level = casting.caster_level
    harm = next((dice_at(effect, level) for effect in spell.effects if effect.verb == "damage" and effect.dice), "1")
    table.tell(
        ChargeHeld(
            because,
            me.id,
            spell.name,
            casting.name,
            casting.source,
            casting.level,
            level,
            casting.dc,
            touches(spell, level),
            harm,
            (HOLD_CHARGE,),
        )
    )


def drop_charge(table: Table, me: Creature, because: int) -> None:
    """Another spell, or something touched, takes away what is on the hand."""
    if me.charge is not None:
        table.tell(ChargeSpent(because, me.id, me.charge.casting.spell, "", 0, (DISCHARGE,)))


def touch_each(table: Table, me: Creature, names: tuple[str, ...], because: int) -> None:
    """Touch allies and oneself; strike at an enemy."""
    from sim.rules.d20 import special

    for name in names:
        target = table.battle.creatures[name]
        if me.charge is None:
            return
        if target.side == me.side:
            discharge(table, me, target, because, cites=(TOUCH_ATTACK,))
        else:
            special.make(table, me, Attack(name, TOUCH), because)


def discharge(
    table: Table, me: Creature, target: Creature, because: int, multiplier: int = 1, cites: tuple[str, ...] = ()
) -> None:
    """The spell on the hand goes off at whom it touches."""
    charge = me.charge
    assert charge is not None
    seq = table.tell(ChargeSpent(because, me.id, charge.casting.spell, target.id, charge.touches - 1, cites))
    magic.work(table, working(me, charge.casting)._replace(multiplier=multiplier), (target,), seq)


def strike(table: Table, blow: Blow, because: int, *cites: str) -> None:
    """The touch attack that delivers a spell: armed, and never exposing."""
    blow.bits |= TOUCH_BIT
    rules = (TOUCH_ATTACK, TOUCH_NO_AOO, unarmed.ARMED_DEFINITION)
    multiplier = lands(table, blow, because, *cites, *rules)
    if multiplier and blow.attacker.charge is not None:
        discharge(table, blow.attacker, blow.target, len(table.log.events) - 1, multiplier)


def delivered(table: Table, me: Creature, target: Creature, because: int) -> None:
    """A plain blow with hand, claw or tooth brings along what is on the hand."""
    if me.charge is not None:
        discharge(table, me, target, because, cites=(DISCHARGE,))


@on_attack(MELEE | TOUCH_BIT)
def through_metal(blow: Blow) -> Modifier | None:
    """Metal draws some spells on."""
    charge = blow.attacker.charge
    if charge is None or blow.weapon.name != TOUCH:
        return None
    bonus = blow.attacker.sheet.spells[charge.casting.spell].metal
    return Modifier(bonus, "metal", TOUCH_ATTACK) if bonus and in_metal(blow.target) else None


SOFT = frozenset({"padded", "leather", "studded leather", "hide"})


def in_metal(who: Creature) -> bool:
    """It wears metal, or fights with a metal weapon."""
    armor = who.sheet.armor
    return armor is not None and armor.name not in SOFT


@constraint(TOUCH_ATTACK, Touch)
def cannot_touch(battle: Battle, me: Creature, order: Touch) -> tuple[str, ...]:
    """A spell must be on the hand, and those touched near and willing; several only if it is for several."""
    charge = me.charge
    if charge is None:
        return (HOLD_CHARGE,)
    if not order.on or len(set(order.on)) < len(order.on):
        return (TOUCH_ATTACK,)
    if len(order.on) > 1 and len(order.on) > min(SIX, charge.touches):
        return (action.ROWS["touch-allies"],)
    for name in order.on:
        target = battle.creatures.get(name)
        if target is None or not target.active or target.side != me.side:
            return (TOUCH_ATTACK,)
        if target is not me and me.flags & GRAPPLING:
            return (grapple.PER_ATTACK,)
        if battle.ground.distance(me.square, me.span, target.square, target.span) > 1:
            return (TOUCH_ATTACK,)
    return ()


@procedure(Touch)
def touch(me: Creature, order: Touch, table: Table, because: int) -> None:
    """Touch one ally, or several in a full round, which exposes."""
    if len(order.on) > 1 and not aoo.provoke(table, me, "touch-allies", because):
        return
    touch_each(table, me, order.on, because)


@constraint(TOUCH_ATTACK, FullAttack, Charge)
def one_touch(battle: Battle, me: Creature, order: FullAttack | Charge) -> bool:
    """A spell on the hand is one touch, no full attack."""
    return order.weapon == TOUCH


HANDLING = (Draw, Sheathe, PickUp, Reload, OpenDoor, CloseDoor, MoveObject, LightTorch, Throw, Prepare)


def handled(table: Table, me: Creature, order: Order, because: int) -> None:
    """Who takes something in hand touches it; who tends somebody touches that one."""
    if me.charge is not None and isinstance(order, HANDLING):
        drop_charge(table, me, because)
    elif isinstance(order, FirstAid):
        delivered(table, me, table.battle.creatures[order.target], because)


# ---- spells under way -----------------------------------------------------------------------------------------


def own(battle: Battle, me: Creature, spell: str) -> Running | None:
    """The oldest spell of this name that this creature has under way."""
    return next((s for s in battle.spells if s.caster == me.id and s.spell == spell), None)


def kept_up(battle: Battle, me: Creature) -> tuple[Running, ...]:
    """The spells that this creature concentrates on."""
    return tuple([s for s in battle.spells if s.caster == me.id and s.concentration])


@constraint(action.ROWS["concentrate"], Concentrate)
def nothing_to_keep(battle: Battle, me: Creature, order: Concentrate) -> bool:
    return not any(s.spell == order.spell and not s.kept for s in kept_up(battle, me))


@procedure(Concentrate)
def concentrate(me: Creature, order: Concentrate, table: Table, because: int) -> None:
    """Whatever could break concentration while casting can end the spell."""
    running = next(s for s in kept_up(table.battle, me) if s.spell == order.spell and not s.kept)
    if keeps_mind(table, me, running.level, because):
        table.tell(ConcentrationKept(because, me.id, running.number, running.spell, (action.ROWS["concentrate"],)))
    else:
        let_go(table, running, because, DISTRACTED)


@constraint(action.ROWS["cease"], CeaseConcentration)
def nothing_to_cease(battle: Battle, me: Creature, order: CeaseConcentration) -> bool:
    return not any(s.spell == order.spell for s in kept_up(battle, me))


@procedure(CeaseConcentration)
def cease(me: Creature, order: CeaseConcentration, table: Table, because: int) -> None:
    running = next(s for s in kept_up(table.battle, me) if s.spell == order.spell)
    let_go(table, running, because, action.ROWS["cease"])


def let_go(table: Table, running: Running, because: int, *cites: str) -> None:
    """Concentration ends, and with it the spell, or what it lasts longer by itself."""
    after = table.battle.creatures[running.caster].sheet.spells[running.spell].duration.after
    if after:
        table.tell(ConcentrationCeased(because, running.caster, running.number, running.spell, after, cites))
    else:
        magic.finish(table, running, because, *cites)


@constraint(action.ROWS["dismiss"], Dismiss)
def cannot_dismiss(battle: Battle, me: Creature, order: Dismiss) -> tuple[str, ...]:
    """One's own, of those that can be dismissed, by a word if it was cast with words."""
    running = own(battle, me, order.spell)
    if running is None:
        return (action.ROWS["dismiss"],)
    spell = me.sheet.spells[running.spell]
    if not spell.duration.dismissible:
        return (action.ROWS["dismiss"],)
    return (VERBAL,) if "V" in spell.components and me.flags & SILENCED else ()


@procedure(Dismiss)
def dismiss(me: Creature, order: Dismiss, table: Table, because: int) -> None:
    running = own(table.battle, me, order.spell)
    assert running is not None
    magic.finish(table, running, because, action.ROWS["dismiss"])


@constraint(action.ROWS["redirect"], Redirect)
def cannot_redirect(battle: Battle, me: Creature, order: Redirect) -> tuple[str, ...]:
    """One's own, of those that can be directed, at what it could be cast at."""
    running = own(battle, me, order.spell)
    if running is None or not me.sheet.spells[running.spell].redirect:
        return (action.ROWS["redirect"],)
    return why_not_at(battle, me, again(me, running), order.on, order.to)


def again(me: Creature, running: Running) -> Known:
    """A spell under way, as if it were to be cast anew."""
    spell = me.sheet.spells[running.spell]
    return Known(spell.name, spell, "spell", "", running.level, running.caster_level, running.dc)


@procedure(Redirect)
def redirect(me: Creature, order: Redirect, table: Table, because: int) -> None:
    """The spell does what it does to its new target, or in its new place."""
    battle = table.battle
    running = own(battle, me, order.spell)
    assert running is not None
    rule = action.ROWS["redirect"]
    seq = table.tell(SpellRedirected(because, me.id, running.number, running.spell, order.on, order.to, (rule,)))
    spell = me.sheet.spells[running.spell]
    at_work = Working(me, spell, "spell", running.level, running.caster_level, running.dc, order.to, running.number)
    targets = [battle.creatures[name] for name in order.on]
    magic.apply(table, at_work, targets or magic.inside(battle, me, spell, running.caster_level, order.to), seq)


def lapse(table: Table) -> None:
    """A turn is over: spells that its creature did not concentrate on in it end, and those of whoever cannot."""
    battle = table.battle
    for running in battle.spells:
        if not running.concentration:
            continue
        caster = battle.creatures[running.caster]
        neglected = not running.kept and running.caster == battle.turn.who and running.caster not in battle.delaying
        if neglected or caster.flags & CANNOT_ACT:
            let_go(table, running, -1, action.ROWS["concentrate"])


def expire(table: Table, because: int) -> None:
    """Spells whose time is up end."""
    for running in table.battle.spells:
        if running.left == 0:
            magic.finish(table, running, because)


@constraint(action.ROWS["components"], ReadyComponent)
def nothing_to_take(battle: Battle, me: Creature, order: ReadyComponent) -> tuple[str, ...]:
    """The components must be there, a hand free, and something not in hand yet; a pinner has no hand for it."""
    spell = me.sheet.spells.get(order.spell)
    if spell is None:
        return (action.ROWS["components"],)
    asked = list(materials(me, spell))
    if all(name in me.at_hand for name, _, _ in asked):
        return (action.ROWS["components"],)
    if me.flags & (PINNED | PINNING):
        return (grapple.PINNED_IMMOBILE if me.flags & PINNED else grapple.PINNING_FORBIDDEN,)
    return tuple([rule for _, rule, owned in asked if not owned]) or (() if free_hand(me) else (SOMATIC,))


@procedure(ReadyComponent)
def ready_component(me: Creature, order: ReadyComponent, table: Table, because: int) -> None:
    take_out(table, me, me.sheet.spells[order.spell], because)
