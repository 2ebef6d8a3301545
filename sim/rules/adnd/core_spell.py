"""
Spells in combat (adnd.core.spell.*), and things that do what spells do (adnd.core.action.use-item).

A spell is declared; its caster begins on his d10, and it takes effect when its casting time has been added. Whoever is
wounded, grabbed or fails a saving throw in between has lost it. What each spell does is data: a verb with figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sim.core.tally import Modifier
from sim.dice import notation
from sim.dice.odds import Chance, Distribution, mixture, total_of
from sim.dice.sources import Die
from sim.events.adnd import AttackMade, SavingThrowRolled, fighter_of, ledger_of
from sim.events.adnd_magic import IncantationBegan
from sim.events.attacks import DamageDealt, HitPointsLost
from sim.events.boons import SpellDamageRolled, SpellFailed
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import ItemUsed, SpellCast, SpellLost
from sim.events.orders import Cast, Order, Step, UseItem, Wake
from sim.grid.facing import front
from sim.grid.templates import burst
from sim.rules.adnd import core, fumble_injuries, melee, missile, move, wounds
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    FLANK,
    HURLED,
    MELEE,
    MISSILE,
    REAR,
    Blow,
    after_hit,
    at_round_end,
    constraint,
    gap,
    offer,
    on_ac,
    on_attack,
    on_initiative,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.book import Hope, Prospect, Strike
from sim.state.battle import ROUND, Battle
from sim.state.conditions import ASLEEP, BLESSED, CANNOT_ACT, CASTING, GRABBED, HELD, SHIELDED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import INITIATIVE
from sim.tables.adnd_sheet import SIZES, Spell, Weapon

DECLARE = "adnd.core.spell.declare"
TIMING = "adnd.core.spell.timing"
NO_MOVE = "adnd.core.spell.no-move-no-dex"
DISRUPTED = "adnd.core.spell.disrupted"
USE_ITEM = "adnd.core.action.use-item"
ONE_ACTION = "adnd.core.action.one-per-round"
HALF = "adnd.core.saving-throw.half"
TOUCH = "touch"
HINDERING = ("grabbed", "held", "pinned")
"""Conditions whose beginning costs a spell under way."""

Casts = Cast | UseItem


# What there is to cast.


def spell_of(me: Creature, order: Order | object) -> Spell | None:
    """The spell that an order casts, or that a thing does."""
    name = order.spell if type(order) is Cast else order.item if type(order) is UseItem else ""
    return sheet_of(me).spells.get(name)


def use_of(me: Creature, name: str) -> str:
    """What kind of thing this is; empty for a spell in memory."""
    return next((thing.use for thing in sheet_of(me).gear if thing.name == name), "")


def left(me: Creature, name: str) -> int:
    """How often it may still cast a spell, or use a thing."""
    found = sheet_of(me).spells.get(name)
    return 0 if found is None else found.count - me.used.count(name)


def spoken(me: Creature, order: Order | object) -> bool:
    """Is it cast, from memory or from a scroll: something that can be broken off?"""
    return type(order) is Cast or (type(order) is UseItem and use_of(me, order.item) == "scroll")


def known(me: Creature, kind: type[Casts]) -> list[tuple[str, Spell]]:
    """The spells (or things) with their names of which it still has one."""
    carried = {thing.name for thing in sheet_of(me).gear}
    return [
        (name, spell)
        for name, spell in sheet_of(me).spells.items()
        if (name in carried) == (kind is UseItem) and left(me, name) > 0 and (kind is Cast or name in me.gear)
    ]


# At whom.


def person(creature: Creature) -> bool:
    """Is it a man, an elf, an orc: on two legs, no bigger than a man, and alive?"""
    sheet = sheet_of(creature)
    return sheet.legs == 2 and SIZES.index(sheet.size) <= SIZES.index("medium") and not sheet.undead


def reaches(battle: Battle, me: Creature, target: Creature, spell: Spell) -> bool:
    """Can the spell be cast at somebody from here?"""
    if spell.aim == "self":
        return target is me
    if spell.aim in ("touch", "front"):
        return target is me or (gap(battle, me, target) <= 1 and melee.unbarred(battle, me, target))
    return missile.metres(battle, me, target) <= spell.range and missile.sees(battle, me, target)


def in_range(battle: Battle, me: Creature, spell: Spell, to: int) -> bool:
    """Is a point within range?"""
    ground = battle.ground
    return (
        to >= 0 and bool(ground.inside >> to & 1) and 3 * ground.distance(me.square, me.span, to, 1) <= 2 * spell.range
    )


def inside(battle: Battle, me: Creature, spell: Spell, on: tuple[str, ...], to: int) -> list[Creature]:
    """Whom the spell takes in as things are now: those named whom it still reaches, or who is in its area."""
    creatures = battle.creatures
    if spell.aim == "point":
        bits = burst(battle.ground, to, spell.radius)
        return [one for one in battle.occupants(bits) if one.active]
    if spell.aim == "front":
        ahead = front(battle.ground, me.square, me.facing, span=me.span)
        return [one for one in battle.occupants(ahead) if one.active and one.id not in (me.mount, me.rider)]
    if spell.aim == "self":
        return [me]
    return [creatures[who] for who in on if creatures[who].active and reaches(battle, me, creatures[who], spell)]


def candidates(battle: Battle, me: Creature, spell: Spell) -> Iterator[tuple[tuple[str, ...], int]]:
    """At whom, and where, a spell may sensibly be cast."""
    if spell.aim == "self":
        yield (), -1
        return
    foes = [one for one in battle if one.side != me.side and one.active and not core.felled(one)]
    friends = [one for one in battle if one.side == me.side and one.active]
    if spell.aim == "point":
        for one in foes if spell.harmful else friends:
            yield (), one.square
        return
    for one in foes if spell.harmful else friends:
        yield (one.id,) * (spell.most if spell.verb == "missiles" else 1), -1
    if spell.aim == "several" and spell.most > 1:
        near = sorted(foes, key=lambda foe: gap(battle, me, foe))[: spell.most]
        near = [foe for foe in near if reaches(battle, me, foe, spell) and (not spell.persons or person(foe))]
        if len(near) > 1:
            yield tuple(foe.id for foe in near), -1


@offer(Cast, "declare")
def castings(battle: Battle, me: Creature) -> Iterator[Order]:
    """Every spell in memory at everybody for whom it is."""
    for name, spell in known(me, Cast):
        for on, to in candidates(battle, me, spell):
            yield Cast(name, on, to)


@offer(UseItem, "declare")
def uses(battle: Battle, me: Creature) -> Iterator[Order]:
    """Every thing that does what a spell does."""
    for name, spell in known(me, UseItem):
        for on, to in [((me.id,), -1)] if use_of(me, name) == "potion" else candidates(battle, me, spell):
            yield UseItem(name, on, to)


def aimed_wrongly(battle: Battle, me: Creature, spell: Spell, on: tuple[str, ...], to: int) -> bool:
    """Has the spell no target or area that it can be cast at from here?"""
    if spell.aim == "self":
        return bool(on) or to >= 0
    if spell.aim == "point":
        return bool(on) or not in_range(battle, me, spell, to)
    most = spell.most if spell.aim == "several" else 1
    if not on or len(on) > most or (len(set(on)) < len(on) and spell.verb != "missiles"):
        return True
    return any(
        who not in battle.creatures
        or not battle.creatures[who].active
        or (spell.persons and not person(battle.creatures[who]))
        or not reaches(battle, me, battle.creatures[who], spell)
        for who in on
    )


@constraint(DECLARE, Cast)
def no_such_spell(battle: Battle, me: Creature, order: Cast) -> bool:
    """A spell in memory is declared before initiative, with a target or area in range, by who is free to move."""
    spell = spell_of(me, order)
    if spell is None or use_of(me, order.spell) or left(me, order.spell) < 1 or me.flags & HELD:
        return True
    return ledger_of(battle).stage != "declare" or aimed_wrongly(battle, me, spell, order.on, order.to)


@constraint(USE_ITEM, UseItem)
def no_such_thing(battle: Battle, me: Creature, order: UseItem) -> bool:
    """What it carries, and is not used up, may be used; a potion on oneself alone."""
    spell = spell_of(me, order)
    use = use_of(me, order.item)
    if spell is None or not use or order.item not in me.gear or left(me, order.item) < 1 or me.flags & (HELD | GRABBED):
        return True
    if use == "potion":
        return order.on != (me.id,)
    return aimed_wrongly(battle, me, spell, order.on, order.to)


@constraint(NO_MOVE, Step, flags=CASTING)
def stands_still(battle: Battle, me: Creature, order: Step) -> bool:
    """In the round of casting the caster does not move."""
    return True


# From the declaration to the effect.


@on_initiative
def casting_time(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """The casting time of a spell; what a thing adds by its kind."""
    spell = spell_of(me, order)
    if spell is None:
        return None
    if spoken(me, order):
        return Modifier(spell.time, spell.name, TIMING) if spell.time else None
    return Modifier(INITIATIVE.uses[use_of(me, order.item)], order.item, USE_ITEM)  # type: ignore[union-attr]


def gather(table: Table, me: Creature, order: Order, because: int) -> None:
    """Who has declared a spell stands still for it to the end of the round in which it ends."""
    spell = spell_of(me, order)
    if spell is not None and spoken(me, order):
        turns = max(1, spell.rounds)
        table.tell(ConditionBegan(because, me.id, "casting", (NO_MOVE,), ender=ROUND, turns=turns))


class Moment(NamedTuple):
    """A place in the order of initiative: who has lost it comes after all others."""

    late: bool
    total: int


def start_of(battle: Battle, me: Creature) -> Moment:
    """When its casting begins: on its d10 with its modifiers, before the casting time is added."""
    fighter = state_of(battle, me)
    spell = spell_of(me, fighter.declared)
    return Moment(fighter.late, fighter.initiative - (spell.time if spell is not None else 0))


def begin_due(table: Table, group: tuple[str, ...]) -> None:
    """
    Before those on the next count act: whose casting begins on that count or before it begins it, unless he has been
    carried off in the round (``NO_MOVE``).
    """
    battle = table.battle
    next_one = state_of(battle, battle.creatures[group[0]])
    now = Moment(next_one.late, next_one.initiative)
    for me in battle:
        fighter = state_of(battle, me)
        if fighter.begun or fighter.acted or not spoken(me, fighter.declared) or me.flags & CANNOT_ACT:
            continue
        if core.felled(me) or fighter.halves or start_of(battle, me) > now:
            continue
        order, spell = fighter.declared, spell_of(me, fighter.declared)
        assert spell is not None
        assert isinstance(order, Casts)
        scroll = type(order) is UseItem
        spent = order.item if isinstance(order, UseItem) else order.spell
        table.tell(
            IncantationBegan(
                fighter.told,
                me.id,
                spell.name,
                "scroll" if scroll else "spell",
                spent,
                spell.level,
                spell.caster_level,
                fighter.initiative - spell.time,
                fighter.initiative,
                spell.rounds,
                order.on,
                order.to,
                (TIMING, USE_ITEM) if scroll else (TIMING,),
            )
        )


def disturbance(table: Table, me: Creature) -> int:
    """The number of the event since its casting began that has broken it off; -1 when nothing has."""
    found = -1
    for seq in range(len(table.log.events) - 1, -1, -1):
        event = table.log.events[seq]
        if type(event) is IncantationBegan and event.who == me.id:
            return found
        if (
            (type(event) is DamageDealt and event.target == me.id and event.amount > 0)
            or (type(event) is HitPointsLost and event.who == me.id)
            or (type(event) is SavingThrowRolled and event.who == me.id and not event.success)
            or (type(event) is ConditionBegan and event.who == me.id and event.condition in HINDERING)
        ):
            found = seq
    return found


def break_off(table: Table) -> None:
    """Who has been wounded, grabbed or has failed a saving throw while casting has lost the spell."""
    for me in table.battle:
        if me.casting is not None and (seq := disturbance(table, me)) >= 0:
            table.tell(SpellLost(seq, me.id, me.casting.spell, (DISRUPTED,)))


@AT_ACTIVATION.append
def notice(table: Table, me: Creature) -> None:
    """Whatever has broken a spell off shows when the next one acts."""
    break_off(table)


@procedure(Cast)
def cast(me: Creature, order: Cast, table: Table, because: int) -> None:
    """The casting time is over: the spell takes effect, unless it takes rounds, or is lost."""
    finish(table, me, because)


@procedure(UseItem)
def use(me: Creature, order: UseItem, table: Table, because: int) -> None:
    """A scroll is read like a spell; everything else does at once what its spell does."""
    if spoken(me, order):
        finish(table, me, because)
        return
    spell = spell_of(me, order)
    assert spell is not None
    used = ItemUsed(
        because,
        me.id,
        order.item,
        spell.name,
        spell.level,
        spell.caster_level,
        0,
        order.on,
        order.to,
        cites=(USE_ITEM,),
    )
    take_effect(table, me, spell, order.on, order.to, table.tell(used))


def finish(table: Table, me: Creature, because: int, *, at_end: bool = False) -> None:
    """A spell under way takes effect."""
    casting = me.casting
    if casting is None or casting.long != at_end:
        return
    if fumble_injuries.fails(table, me, because):
        table.tell(SpellLost(len(table.log.events) - 1, me.id, casting.spell, (fumble_injuries.FAILURE, DISRUPTED)))
        return
    spell = sheet_of(me).spells[casting.name]
    seq = table.tell(SpellCast(because, me.id, casting.spell, casting.targets, casting.to, (DECLARE, TIMING)))
    take_effect(table, me, spell, casting.targets, casting.to, seq)


@at_round_end
def long_castings(table: Table, because: int) -> None:
    """A casting time of a round or more ends at the end of that many rounds."""
    break_off(table)
    battle = table.battle
    for me in tuple(battle):
        if me.casting is None:
            continue
        if me.flags & CANNOT_ACT or core.felled(me):
            table.tell(SpellLost(because, me.id, me.casting.spell, (DISRUPTED,)))
        elif not any(
            timer.who == me.id and timer.condition == "casting" and timer.turns > 1 for timer in battle.timers
        ):
            finish(table, me, because, at_end=True)


def busy(me: Creature) -> bool:
    """Is it in the middle of a spell of several rounds?"""
    return me.casting is not None


# What spells do.

Effect = Callable[[Table, Creature, Spell, list[Creature], int], None]
EFFECTS: dict[str, Effect] = {}


def effect(verb: str) -> Callable[[Effect], Effect]:
    """The function does what spells of this verb do, to those whom they take in."""

    def register(function: Effect) -> Effect:
        EFFECTS[verb] = function
        return function

    return register


def take_effect(table: Table, me: Creature, spell: Spell, on: tuple[str, ...], to: int, because: int) -> None:
    """What the spell does to whom it takes in now."""
    battle = table.battle
    if on and on[0] != me.id:
        move.turn_to(table, me, battle.creatures[on[0]], because, move.OWN_TURN)
    EFFECTS[spell.verb](table, me, spell, inside(battle, me, spell, on, to), because)


def resists(table: Table, target: Creature, spell: Spell, because: int, among: int = 1) -> bool:
    """Does its saving throw keep a spell that allows one from it, or halve it?"""
    if not spell.save:
        return False
    bonus = spell.harder[min(among, len(spell.harder)) - 1] if spell.harder else 0
    return core.save(table, target, spell.name, "spell", because, TIMING, bonus=bonus)


def immune(spell: Spell, target: Creature) -> bool:
    """What has no mind or no life neither sleeps nor obeys; a word of command needs ears that understand."""
    sheet = sheet_of(target)
    return (spell.verb in ("sleep", "command") and (sheet.undead or sheet.mindless)) or (
        spell.persons and not person(target)
    )


def hurt(
    table: Table, me: Creature, target: Creature, points: int, because: int, *rules: str, dice: tuple[Die, ...] = ()
) -> None:
    """A spell takes hit points."""
    seq = table.tell(DamageDealt(because, target.id, me.id, points, False, (), "magic", (TIMING, *rules), dice))
    wounds.shock(table, target, points, seq)
    wake(table, target, seq)


@effect("missiles")
def missiles(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """Each missile strikes without fail, but for the shield of the spell of that name."""
    for target in targets:
        if target.flags & SHIELDED:
            table.tell(SpellFailed(because, target.id, spell.name, (TIMING,)))
            continue
        points, rolled = core.throw(table, notation.parse(spell.damage))
        hurt(table, me, target, points, because, dice=rolled)


@effect("damage")
def blast(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """The damage is rolled once for all whom it takes in; who saves takes half."""
    points, rolled = core.throw(table, notation.parse(spell.damage))
    seq = table.tell(SpellDamageRolled(because, me.id, spell.name, "magic", points, (TIMING,), rolled))
    for target in targets:
        saved = resists(table, target, spell, seq)
        taken = points // 2 if saved else points
        if taken:
            hurt(table, me, target, taken, seq, *((HALF,) if saved else ()))


@effect("condition")
def afflict(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """Who does not save has the condition; the more are named, the easier they save."""
    for target in targets:
        if immune(spell, target):
            table.tell(SpellFailed(because, target.id, spell.name, (TIMING,)))
        elif not resists(table, target, spell, because, len(targets)):
            lay(table, target, spell, because)


def lay(table: Table, target: Creature, spell: Spell, because: int, turns: int = 0) -> None:
    """The spell's condition lies on somebody for as many rounds as it lasts; of two of a kind the longer counts."""
    name = spell.condition
    turns = turns or (spell.lasts + 1 if spell.lasts else 0)
    if target.has(name, ""):
        left = [timer.turns for timer in table.battle.timers if timer[:3] == (target.id, name, "")]
        if not left or 0 < turns <= left[0]:
            table.tell(SpellFailed(because, target.id, spell.name, (TIMING,)))
            return
        table.tell(ConditionEnded(because, target.id, name, (TIMING,)))
    ender = ROUND if turns else ""
    table.tell(ConditionBegan(because, target.id, name, (TIMING,), ender=ender, turns=max(1, turns)))


@effect("command")
def command(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """Told to halt, it loses its next action of a round; only the wise and the mighty have a saving throw."""
    battle = table.battle
    for target in targets:
        sheet = sheet_of(target)
        if immune(spell, target):
            table.tell(SpellFailed(because, target.id, spell.name, (TIMING,)))
            continue
        may_save = (sheet.intelligence or 0) >= 13 or max(sheet.level, sheet.hit_dice) >= 6
        if not (may_save and resists(table, target, spell, because)):
            fighter = fighter_of(battle, target.id)
            lay(table, target, spell, because, 2 if fighter.acted else 1)


@effect("sleep")
def sleep(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """So many Hit Dice fall asleep, the weakest first, none of more than 4+3."""
    left_over, rolled = core.throw(table, notation.parse(spell.number))
    seq = table.tell(SpellDamageRolled(because, me.id, spell.name, "Hit Dice", left_over, (TIMING,), rolled))
    weakest = sorted(targets, key=lambda one: (strength(one), sheet_of(one).hit_dice_plus))
    for target in weakest:
        sheet = sheet_of(target)
        if immune(spell, target) or (strength(target), sheet.hit_dice_plus) > (4, 3) or target.flags & ASLEEP:
            continue
        if strength(target) > left_over:
            return
        left_over -= strength(target)
        core.faint(table, target, seq, TIMING, condition=spell.condition, rounds=spell.lasts)


def strength(target: Creature) -> int:
    """Its Hit Dice or levels, at least one."""
    return max(1, sheet_of(target).level, sheet_of(target).hit_dice)


@effect("bless")
def bless(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """Friends in its area who are not in melee yet strike better."""
    for target in targets:
        if target.side == me.side and not melee.engaged(table.battle, target):
            lay(table, target, spell, because)


@effect("cure")
def cure(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """A touch, or a draught, gives hit points back."""
    for target in targets:
        wounds.cure(table, me, target, spell.damage, because, TIMING)


@effect("touch")
def touch(table: Table, me: Creature, spell: Spell, targets: list[Creature], because: int) -> None:
    """A touch that has to hit like any blow takes hit points."""
    hand = Weapon(name=TOUCH, category="natural", damage=spell.damage, large=spell.damage)
    for target in targets:
        core.strike(table, Blow(table.battle, me, target, hand, MELEE), because, TIMING)


@on_attack()
def blessed(blow: Blow) -> Modifier | None:
    """The blessed strike better by one."""
    return Modifier(1, "bless", TIMING) if blow.attacker.flags & BLESSED else None


SHIELD_SPELL = {HURLED: 2, MISSILE: 3}
"""The Armor Class that the spell gives at least, against what is hurled and what is shot."""


@on_ac()
def shielded(blow: Blow) -> Modifier | None:
    """Against attacks from the front the spell gives an Armor Class of 2, 3 or 4, if the armor is worse."""
    if not blow.target.flags & SHIELDED or blow.bits & (FLANK | REAR):
        return None
    given = next((value for bit, value in SHIELD_SPELL.items() if blow.bits & bit), 4)
    armor = sheet_of(blow.target).armor
    better = given - (armor.armor_class - armor.plus)
    return Modifier(better, "shield spell", TIMING) if better < 0 else None


# Sleepers.


@after_hit
def woken_by_a_blow(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> None:
    """A wound wakes a sleeper."""
    wake(table, blow.target, seq)


def wake(table: Table, target: Creature, because: int) -> None:
    """It wakes, if it sleeps and lives."""
    if target.flags & ASLEEP and not core.felled(target):
        table.tell(ConditionEnded(because, target.id, "asleep", ()))


@offer(Wake, "declare")
def sleepers(battle: Battle, me: Creature) -> Iterator[Order]:
    """Friends asleep beside it."""
    for other in battle:
        if other.side == me.side and other.flags & ASLEEP:
            yield Wake(other.id)


@constraint(ONE_ACTION, Wake)
def nobody_sleeps(battle: Battle, me: Creature, order: Wake) -> bool:
    """It takes a round to wake a friend who sleeps beside one."""
    other = battle.creatures.get(order.target)
    return other is None or other is me or not other.flags & ASLEEP or gap(battle, me, other) > 1


@procedure(Wake)
def shake(me: Creature, order: Wake, table: Table, because: int) -> None:
    """Shake a sleeper awake."""
    if not nobody_sleeps(table.battle, me, order):
        table.tell(ConditionEnded(because, order.target, "asleep", (ONE_ACTION,)))


# What may come of it.


def prospect(battle: Battle, me: Creature, order: object) -> Prospect | None:
    """What may be expected of a spell or thing: of all whom it would take in if nobody moved."""
    spell = spell_of(me, order)
    if spell is None or not isinstance(order, Casts):
        return None
    taken = inside(battle, me, spell, order.on, order.to)
    hopes = [_hope(battle, me, spell, target, taken) for target in dict.fromkeys(taken)]
    beset = len(melee.engaged(battle, me)) if spoken(me, order) else 0
    return Prospect(Chance(2, 2 + beset), "", 0, spell.level, tuple(hopes))


def _hope(battle: Battle, me: Creature, spell: Spell, target: Creature, taken: list[Creature]) -> Hope:
    """What it may do to one."""
    failing = 20
    if spell.save:
        bonus = spell.harder[min(len(taken), len(spell.harder)) - 1] if spell.harder else 0
        failing = max(1, min(19, sheet_of(target).saves[4] - 1 - bonus))
    if spell.verb == "cure":
        mean = total_of(notation.parse(spell.damage)).mean(100)
        return Hope(target.id, healing=min(mean, 100 * (sheet_of(target).hit_points - target.hit_points)))
    if immune(spell, target) or (spell.verb == "bless" and (target.side != me.side or melee.engaged(battle, target))):
        return Hope(target.id)
    if spell.damage:
        harm = total_of(notation.parse(spell.damage))
        if spell.save:
            harm = mixture(((failing, harm), (20 - failing, harm.changed(lambda total: total // 2))))
        hit = Chance(1, 2) if spell.verb == "touch" else Chance(1, 1)
        if spell.verb == "touch":
            harm = mixture(((1, harm), (1, Distribution(0, (1,)))))
        times = taken.count(target) if spell.verb == "missiles" else 1
        return Hope(target.id, (Strike(hit, harm),) * times)
    if spell.verb == "sleep":
        weak = strength(target) <= 4
        share = Chance(5, 5 * max(1, strength(target), len(taken) - 2)) if weak else Chance(0, 1)
        return Hope(target.id, others=(("asleep", share, spell.lasts),))
    what = {"shielded": "modifier ac", "blessed": "modifier attack", "dazed": "stunned"}.get(
        spell.condition, spell.condition
    )
    size = max(1, sheet_of(target).armor.armor_class - 4) if spell.condition == "shielded" else 1
    if spell.verb == "command" and (sheet_of(target).intelligence or 0) < 13 and strength(target) < 6:
        failing = 20
    return Hope(target.id, others=((what, Chance(failing, 20), size),))
