"""
Called shots (adnd.called-shot.*): attacks at some part of a target or at what it holds, initials carved, ornaments cut
off, people pinned to walls, daggers at hostages' necks. Announced before initiative, they cost 1 in it and 4 to hit.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade
from sim.events.adnd_hands import ShieldRuined
from sim.events.adnd_manoeuvres import Pinned
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, Charge, FullAttack, Move, Order, Run, Step, Surrender, Withdraw
from sim.rules import choice
from sim.rules.adnd import core, fight, melee, missile, parry
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    CALLED,
    CALLED_SHOTS,
    MELEE,
    RANGED,
    TASKS,
    Blow,
    Task,
    arm_of,
    at_round_end,
    constraint,
    manoeuvre,
    offer,
    on_ac,
    on_attack,
    on_initiative,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, COWED, GRABBED, HELD, HOSTAGE, INSULTED, OUT, PINNED, PINNING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES, Weapon

PURPOSES = "adnd.called-shot.purposes"
COST = "adnd.called-shot.standard-cost"
BODY_PART = "adnd.called-shot.body-part"
HELD_OBJECT = "adnd.called-shot.held-object"
INITIALS_WEAPON = "adnd.called-shot.initials.weapon"
RATE = "adnd.called-shot.initials.rate"
ONE_POINT = "adnd.called-shot.initials.damage"
LOWER = "adnd.called-shot.initials.reaction-lower"
HIGHER = "adnd.called-shot.initials.reaction-higher"
EQUAL = "adnd.called-shot.initials.reaction-equal"
CLOTHING = "adnd.called-shot.clothing.effect"
CLOTHING_REACTION = "adnd.called-shot.clothing.reaction"
BEST_WEAPON = "adnd.called-shot.pin.best-weapon"
PIN_MELEE = "adnd.called-shot.pin.melee-weapon"
SURFACE = "adnd.called-shot.pin.surface"
FREE_SELF = "adnd.called-shot.pin.free-self"
NO_ROLL = "adnd.called-shot.pin.no-roll"
PIN_AC = "adnd.called-shot.pin.ac-penalty"
PIN_TO_HIT = "adnd.called-shot.pin.to-hit-penalty"
MAY_FIGHT = "adnd.called-shot.pin.may-fight"
AUTO_RELEASE = "adnd.called-shot.pin.auto-release"
GRIP_FIRST = "adnd.called-shot.hostage.prerequisite"
HOSTAGE_ATTEMPT = "adnd.called-shot.hostage.attempt"
HOSTAGE_UNHURT = "adnd.called-shot.hostage.no-damage"
HOSTAGE_STRIKE = "adnd.called-shot.hostage.strike"

HEAD = "head"
PARTS = (HEAD, "arm", "leg")
BUTTON = "button"
CLOTHED = ("low", "average", "high")
"""Of whom one may suppose that they wear clothes."""
LOOSE = ("cloak", "robe", "surcoat")
"""Gear by which somebody in metal armour can be pinned."""
BARE = 10
PIN_ROUNDS = 3
LENIENT = 2
"""What the rating gains where only clothing is cut."""
FRIGHT = -2
"""What carved initials take off the rating of those who stand."""
MILD = 1
"""Size of an insult after which its victim still checks morale."""
SPARE, STRIKE = "spare", "strike"


# The price.


@constraint(COST, Attack)
def not_announced(battle: Battle, me: Creature, order: Attack) -> bool:
    """A called shot is announced before initiative, with what it is for."""
    declared = state_of(battle, me).declared
    announced = getattr(declared, "how", ""), getattr(declared, "off_how", "")
    return order.how in CALLED_SHOTS and order.how not in announced


@on_attack(CALLED)
def harder(blow: Blow) -> Modifier | None:
    """-4 to hit."""
    if blow.how == "expert-disarm" or (blow.how == "disarm" and _opposed(blow.battle)):
        return None
    return Modifier(-4, "called shot", COST)


@on_initiative
def later(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """1 later, once a round."""
    hows = {getattr(order, "how", ""), getattr(order, "off_how", "")} & CALLED_SHOTS
    if _opposed(battle):
        hows -= {"disarm"}
    return Modifier(1, "called shot", COST) if hows and "expert-disarm" not in hows else None


def _opposed(battle: Battle) -> bool:
    return battle.options.get("disarm_rule") == "opposed"


# What is offered.

AIMED = ("called", "initials", "clothing", "pin", "hostage")


def objects(foe: Creature, how: str) -> tuple[str, ...]:
    """At what of somebody a called shot of this kind may be aimed."""
    if how == "called":
        return (*PARTS, *breakable(foe))
    return (*foe.gear, BUTTON) if how == "clothing" else ("",)


def breakable(foe: Creature) -> tuple[str, ...]:
    """What it holds, a shield on its arm included."""
    shield = sheet_of(foe).shield
    held = tuple([name for name in dict.fromkeys(foe.held) if name in foe.weapons])
    return (*held, shield.name) if shield is not None and foe.shield_on else held


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """Called shots of every kind at every enemy."""
    from sim.rules.adnd import menu

    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            for how in AIMED:
                for thing in objects(foe, how):
                    yield FullAttack(foe.id, weapon, how=how, object=thing)  # type: ignore[arg-type]


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """Those that were announced."""
    from sim.rules.adnd import menu

    declared = state_of(battle, me).declared
    if not isinstance(declared, FullAttack) or declared.how not in AIMED:
        return
    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            for thing in objects(foe, declared.how):
                yield Attack(foe.id, weapon, how=declared.how, object=thing)


@constraint(PURPOSES, Attack, FullAttack)
def no_such_thing(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """It is aimed at some part of the target, or at something that it holds."""
    target = battle.creatures.get(order.target)
    return order.how == "called" and (target is None or order.object not in objects(target, "called"))


def blow_of(table: Table, me: Creature, order: Attack, because: int) -> Blow:
    """The attack in the making."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    bits = fight.bits_as_ordered(table, me, order, because)
    return Blow(battle, me, target, weapon, bits, order.how, object=order.object)


# A part of the body, a thing in the hand.


@manoeuvre("called")
def called(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike at a part of the body for ordinary damage, or at a thing held, which is saved or breaks."""
    blow = blow_of(table, me, order, because)
    part = order.object in PARTS
    if (outcome := core.attack(table, blow, because, BODY_PART if part else HELD_OBJECT)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and part:
        core.harm(table, blow, seq)
    elif rolled.hit:
        shatter(table, blow, seq)
    core.aftermath(table, blow, rolled, seq)


@on_ac(CALLED)
def bare_head(blow: Blow) -> Modifier | None:
    """A head without a helmet has no armour, whatever the body wears."""
    sheet = sheet_of(blow.target)
    if blow.how != "called" or blow.object != HEAD or sheet.group == "creature" or sheet.armor.helmet:
        return None
    value = BARE - sheet.armor.armor_class + sheet.armor.plus
    return Modifier(value, "bare head", BODY_PART) if value else None


def shatter(table: Table, blow: Blow, because: int) -> None:
    """A thing that was struck makes its saving throw against a crushing blow, or breaks; its holder is unhurt."""
    target, item = blow.target, blow.object
    if item not in breakable(target):
        return
    shield = sheet_of(target).shield
    thing = shield if shield is not None and shield.name == item else arm_of(target, item)
    material, plus = str(thing.material), thing.plus
    if not parry.outlasts(table, target, item, material, plus, because, HELD_OBJECT):
        broken = ShieldRuined if thing is shield else ItemBroken
        table.tell(broken(len(table.log.events) - 1, target.id, item, (HELD_OBJECT,)))


# Initials and clothing.


@constraint(INITIALS_WEAPON, Attack, FullAttack)
def no_blade(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """Letters are carved with a cutting blade in the hand."""
    if order.how != "initials" or order.weapon not in me.weapons:
        return False
    weapon = arm_of(me, order.weapon)
    return weapon.category != "melee" or "slashing" not in weapon.kinds or missile.meant(battle, me, order)


@manoeuvre("initials")
def initials(table: Table, me: Creature, order: Attack, because: int) -> None:
    """One letter for a hit, and one point of damage; whoever bears it gives up, or takes it ill."""
    blow = blow_of(table, me, order, because)
    if (outcome := core.attack(table, blow, because)) is None:
        return
    rolled, seq = outcome
    if rolled.hit:
        kinds = "/".join(blow.weapon.kinds)
        table.tell(DamageDealt(seq, blow.target.id, me.id, 1, False, (), kinds, (RATE, ONE_POINT)))
        if not core.felled(blow.target):
            react(table, me, blow.target, seq)
    core.aftermath(table, blow, rolled, seq)


@constraint(CLOTHING, Attack, FullAttack)
def no_ornament(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """There must be something to cut off: an ornament, or at least a button."""
    target = battle.creatures.get(order.target)
    if order.how != "clothing" or target is None:
        return False
    return order.object not in target.gear and (order.object != BUTTON or not clothed(target))


def clothed(who: Creature) -> bool:
    """Does it wear clothes?"""
    return sheet_of(who).wits in CLOTHED


@manoeuvre("clothing")
def clothing(table: Table, me: Creature, order: Attack, because: int) -> None:
    """The ornament falls at the feet of its wearer, who is not hurt, but may be impressed."""
    blow = blow_of(table, me, order, because)
    if (outcome := core.attack(table, blow, because)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not core.felled(blow.target):
        table.tell(Dropped(seq, blow.target.id, order.object, blow.target.square, (CLOTHING,)))
        react(table, me, blow.target, seq, CLOTHING_REACTION, bonus=LENIENT)
    core.aftermath(table, blow, rolled, seq)


def react(table: Table, me: Creature, target: Creature, because: int, *rules: str, bonus: int = 0) -> None:
    """
    Somebody of a lower level checks morale, and gives up or is shaken; of a higher one he takes it as an insult; of the
    same he gives up, or takes it so.
    """
    from sim.rules.adnd import morale

    if not morale.wavers(target):
        return
    above = sheet_of(target).level - sheet_of(me).level
    if above > 0:
        insult(table, me, target, because, *rules, HIGHER, mild=bool(rules))
        return
    reaction = LOWER if above < 0 else EQUAL
    stands = morale.check(table, target, because, *rules, reaction, bonus=bonus)
    seq = len(table.log.events) - 1
    if not stands:
        if table.battle.endings.surrender and sheet_of(target).wits not in morale.CORNERED:
            morale.give_up(table, target, seq, reaction)
        else:
            morale.give_way(table, target, seq)
    elif not above:
        insult(table, me, target, seq, *rules, EQUAL, mild=bool(rules))
    elif not target.flags & COWED:
        table.tell(ConditionBegan(seq, target.id, "cowed", (*rules, LOWER), me.id, FRIGHT))


def insult(table: Table, me: Creature, target: Creature, because: int, *rules: str, mild: bool) -> None:
    """From now on it is a fight to the death, unless only clothing was cut."""
    if not target.has("insulted", me.id):
        table.tell(ConditionBegan(because, target.id, "insulted", rules, me.id, MILD if mild else MILD + 1))


def bent_on_revenge(who: Creature) -> bool:
    """Is it insulted so that it neither checks morale nor gives up?"""
    return any(c.name == "insulted" and c.value != MILD for c in who.conditions)


@constraint(HIGHER, Surrender, flags=INSULTED)
def to_the_death(battle: Battle, me: Creature, order: Surrender) -> bool:
    """Whoever is insulted so does not give up."""
    return bent_on_revenge(me)


# Pinning to a wall.


@constraint(PIN_MELEE, Attack, FullAttack)
def nothing_sharp(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool | tuple[str, ...]:
    """Best with what is thrown or shot and has a point; else with a sharp weapon in the hand."""
    if order.how != "pin" or order.weapon not in me.weapons:
        return False
    weapon = arm_of(me, order.weapon)
    if weapon.category not in ("melee", "ranged"):
        return True
    sharp = set(weapon.kinds) & {"piercing", "slashing"}
    return not sharp and ((BEST_WEAPON,) if missile.meant(battle, me, order) else True)


@constraint(SURFACE, Attack, FullAttack)
def nowhere_to_pin(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """The target stands beside wood or plaster, and wears something by which it can be pinned."""
    target = battle.creatures.get(order.target)
    if order.how != "pin" or target is None:
        return False
    ground = battle.ground
    beside = ground.soft & (ground.near(target.square, target.span) | battle.footprint(target))
    armored = sheet_of(target).armor.metal and not any(name in LOOSE for name in target.gear)
    return not beside or armored or not clothed(target) or target.has("pinned")


@constraint(PIN_MELEE, Attack, flags=PINNING)
def stuck_in_the_wall(battle: Battle, me: Creature, order: Attack) -> bool:
    """Who keeps hold of what pins somebody cannot strike with it."""
    return me.has("pinning", order.weapon)


@constraint(PIN_MELEE, Move, Step, Withdraw, Run, Charge, flags=PINNING)
def keeps_hold(battle: Battle, me: Creature, order: Order) -> bool:
    """Nor does he go away without letting go of it."""
    return any(me.has("pinning", name) for name in me.held)


@manoeuvre("pin")
def pin(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Nail somebody by his clothes to what he stands beside: he is not hurt, and held for three rounds at most."""
    battle = table.battle
    blow = blow_of(table, me, order, because)
    shot = bool(blow.bits & RANGED)
    if (outcome := core.attack(table, blow, because, BEST_WEAPON if shot else PIN_MELEE)) is None:
        return
    rolled, seq = outcome
    if rolled.hit:
        kept = dropped = ""
        if not shot:
            lets_go = choice.ask(table, me, "pin", blow.target, ("let go", "keep hold"), seq, PIN_MELEE) == "let go"
            kept, dropped = ("", order.weapon) if lets_go else (order.weapon, "")
        until = battle.round + PIN_ROUNDS
        table.tell(Pinned(seq, blow.target.id, me.id, until, kept, blow.target.square, (SURFACE,), dropped))
        if kept:
            table.tell(ConditionBegan(seq, me.id, "pinning", (PIN_MELEE,), kept))
    core.aftermath(table, blow, rolled, seq)


@on_ac()
def pinned_defence(blow: Blow) -> Modifier | None:
    """Two worse for somebody who is pinned."""
    return Modifier(2, "pinned", PIN_AC) if blow.target.flags & PINNED else None


@on_attack()
def pinned_attack(blow: Blow) -> Modifier | None:
    """He may fight on, at -2."""
    if not blow.attacker.flags & PINNED:
        return None
    blow.cites.append(MAY_FIGHT)
    return Modifier(-2, "pinned", PIN_TO_HIT)


@constraint(MAY_FIGHT, Move, Step, Withdraw, Run, Charge, flags=PINNED)
def nailed_down(battle: Battle, me: Creature, order: Order) -> bool:
    """He cannot leave his square."""
    return True


def _is_pinned(battle: Battle, me: Creature) -> bool:
    return bool(me.flags & PINNED)


def _free(table: Table, me: Creature, because: int) -> None:
    """It only takes the round: no roll is needed."""
    _release(table, me, because, FREE_SELF, NO_ROLL)


TASKS["pin"] = Task(_is_pinned, _free, FREE_SELF)


def _release(table: Table, me: Creature, because: int, *rules: str) -> None:
    for condition in me.conditions:
        if condition.name == "pinned":
            table.tell(ConditionEnded(because, me.id, "pinned", rules, condition.other))
            by, weapon = state_of(table.battle, me).pin
            if by and table.battle.creatures[by].has("pinning", weapon):
                table.tell(ConditionEnded(because, by, "pinning", rules, weapon))


@at_round_end
def torn_loose(table: Table, because: int) -> None:
    """After three rounds he comes free by himself; whoever has been driven off has let go of what pins him."""
    for me in table.battle:
        if me.flags & PINNING:
            _let_go_of(table, me, because)
    for me in table.battle:
        if me.flags & PINNED and table.battle.round >= me.value("pinned"):
            _release(table, me, because, AUTO_RELEASE)


def _let_go_of(table: Table, me: Creature, because: int) -> None:
    for victim in table.battle:
        by, weapon = state_of(table.battle, victim).pin
        holds = by == me.id and weapon in me.held and victim.flags & PINNED and me.has("pinning", weapon)
        if holds and melee.reaches(table.battle, me, victim, arm_of(me, weapon)):
            table.tell(Dropped(because, me.id, weapon, victim.square, (PIN_MELEE,)))


# A hostage.


def grips(me: Creature, target: Creature) -> bool:
    """Has it the target in a hold, or by a grip?"""
    return target.has("held", me.id) or target.has("grabbed", me.id)


@constraint(GRIP_FIRST, Attack, FullAttack)
def not_in_his_power(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """When it is announced, the victim must have been held since the round before; and be so when it comes."""
    target = battle.creatures.get(order.target)
    if order.how != "hostage" or target is None:
        return False
    return not target.flags & (HELD | GRABBED) or not grips(me, target)


@constraint(HOSTAGE_ATTEMPT, Attack, FullAttack)
def no_dagger(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """It takes a small sharp weapon in the other hand."""
    if order.how != "hostage" or order.weapon not in me.weapons:
        return False
    return not at_the_neck(me, arm_of(me, order.weapon))


def at_the_neck(me: Creature, weapon: Weapon) -> bool:
    """Is it a small sharp weapon in hand?"""
    small = SIZES.index(weapon.size) <= SIZES.index("small") and weapon.category == "melee"
    return small and weapon.name in me.held and bool(set(weapon.kinds) & {"piercing", "slashing"})


@manoeuvre("hostage")
def hostage(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Put a blade to the neck of somebody in one's grip, without hurting him."""
    blow = blow_of(table, me, order, because)
    if (outcome := core.attack(table, blow, because, HOSTAGE_ATTEMPT)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not blow.target.has("hostage", me.id):
        table.tell(ConditionBegan(seq, blow.target.id, "hostage", (HOSTAGE_ATTEMPT, HOSTAGE_UNHURT), me.id))
    core.aftermath(table, blow, rolled, seq)


def blade(me: Creature) -> Weapon | None:
    """The weapon that is at a hostage's neck."""
    return next(
        (arm_of(me, name) for name in me.held if name in me.weapons and at_the_neck(me, arm_of(me, name))), None
    )


def at_any_moment(table: Table, acting: Creature) -> None:
    """Before anybody else acts, whoever has a hostage may strike: once, without a roll, for double damage."""
    battle = table.battle
    for victim in tuple(battle):
        if not victim.flags & HOSTAGE:
            continue
        for condition in victim.conditions:
            if condition.name != "hostage":
                continue
            me = battle.creatures[condition.other]
            weapon = blade(me)
            over = victim.flags & OUT or me.flags & CANNOT_ACT or core.felled(me)
            if weapon is None or over or not grips(me, victim):
                table.tell(ConditionEnded(-1, victim.id, "hostage", (HOSTAGE_STRIKE,), me.id))
            elif (
                acting.side != me.side
                and not core.felled(victim)
                and choice.ask(table, me, "hostage", victim, (SPARE, STRIKE), -1, HOSTAGE_STRIKE) == STRIKE
            ):
                cut(table, me, victim, weapon)


AT_ACTIVATION.append(at_any_moment)


def cut(table: Table, me: Creature, victim: Creature, weapon: Weapon) -> None:
    """The blow at a hostage hits by itself and does double damage; then the threat is spent."""
    because = len(table.log.events) - 1
    blow = Blow(table.battle, me, victim, weapon, MELEE)
    blow.damage_multiplier = 2
    seq = table.tell(
        AttackMade(
            because,
            me.id,
            victim.id,
            weapon.name,
            "melee",
            "hostage",
            core.thac0_of(me),
            (),
            0,
            (),
            0,
            0,
            True,
            False,
            (HOSTAGE_STRIKE,),
        )
    )
    core.harm(table, blow, seq, HOSTAGE_STRIKE)
    table.tell(ConditionEnded(seq, victim.id, "hostage", (HOSTAGE_STRIKE,), me.id))
