"""
Unarmed combat and capture (adnd.unarmed.*): punches, wrestling, overbearing, and the flat of the blade.

The modified roll of an attack with bare hands names what comes of it in a table. Whoever lays bare hands on somebody
armed is struck at first.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, PercentRolled
from sim.events.adnd_grips import BareHandsLanded, OverbearingJoined
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.orders import Attack, Charge, FullAttack, Guard, Move, Order, ReceiveCharge, Run, Step, Withdraw
from sim.rules import choice
from sim.rules.adnd import core, fight, grab_monster, grab_person, melee, style
from sim.rules.adnd.declare import (
    FREE,
    MELEE,
    UNARMED,
    Blow,
    arm_of,
    at_round_end,
    constraint,
    gap,
    manoeuvre,
    offer,
    on_attack,
    on_damage,
    sheet_of,
    state_of,
)
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT, GRIPPING, HELD, HELPLESS, PRONE, STUNNED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_sheet import SIZES, Weapon

PUNCH = "adnd.unarmed.punch"
PUNCH_DAMAGE = "adnd.unarmed.punch.damage"
KNOCK_OUT = "adnd.unarmed.punch.knock-out"
WRESTLE = "adnd.unarmed.wrestle"
ARMOUR = "adnd.unarmed.wrestle.armour"
WRESTLE_DAMAGE = "adnd.unarmed.wrestle.damage"
HOLD = "adnd.unarmed.wrestle.hold"
HOLD_BREAK = "adnd.unarmed.wrestle.hold-break"
ARMED = "adnd.unarmed.armed-defender"
OVERBEAR = "adnd.unarmed.overbear"
SEVERAL = "adnd.unarmed.overbear.several"
PIN = "adnd.unarmed.overbear.pin"
FLAT = "adnd.unarmed.flat-of-blade"

BARE = ("punch", "wrestle", "overbear")
HURT, SPARE = "hurt", "spare"
FREEING = ("throw", "gouge")
"""Results of wrestling by which the victim of a hold breaks it."""


@constraint(PUNCH, Attack, FullAttack, Charge, whose=lambda me: not me.sheet.hands)  # type: ignore[attr-defined]
def no_hands(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool:
    """What has no hands does not punch; it may still throw itself upon somebody."""
    return order.weapon == sheet_of(me).unarmed.name and order.how != "overbear"


def with_bare_hands(me: Creature, order: Attack | FullAttack) -> bool:
    """Is it ordered with the weapon that it takes: none?"""
    return order.weapon == sheet_of(me).unarmed.name


def close_by(battle: Battle, me: Creature) -> Iterator[Creature]:
    """The enemies beside it."""
    for foe in battle:
        if foe.side != me.side and foe.active and gap(battle, me, foe) <= 1:
            yield foe


# The armed strike first.


def struck_first(table: Table, me: Creature, target: Creature, because: int) -> bool:
    """
    Whoever lays bare hands on somebody armed is struck at first, whatever the initiative. True if that ends it.
    """
    bonus = Modifier(4, "bare hands", ARMED)
    return melee.free_attack(table, target, me, "bare-handed", because, ARMED, extra=(bonus,))


@on_damage(FREE)
def more_harm(blow: Blow) -> Modifier | None:
    """That blow does 4 points more."""
    return Modifier(4, "bare hands", ARMED) if any(part.rule == ARMED for part in blow.extra) else None


# Punches.


@manoeuvre("punch")
def punch(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike with the fist."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    bits = fight.bits_of(battle, me, target, weapon, second=fight.is_second(table, because))
    core.strike(table, Blow(battle, me, target, weapon, bits), because)


@constraint(PUNCH, Attack, FullAttack)
def no_fist(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """A punch is struck with the fist."""
    return order.how == "punch" and not with_bare_hands(me, order)


def total_of(rolled: AttackMade) -> int:
    """The modified roll."""
    return rolled.roll + sum(part.value for part in rolled.parts)


def punched(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """
    What a punch that hits does: the points of the table (of a gauntlet its dice) and Strength, a quarter of it lasting;
    and it may stun. The helpless, who are hit without a roll, take the dice of the fist.
    """
    if not rolled.dice:
        core.harm(table, blow, because, PUNCH_DAMAGE, lasting=4)
        return
    total, target = total_of(rolled), blow.target
    found = figures.bare_hands(total)
    seq = table.tell(
        BareHandsLanded(
            because, blow.attacker.id, target.id, "punch", total, found.damage, found.stuns, "", False, (PUNCH,)
        )
    )
    gauntlet = blow.weapon.damage != figures.UNARMED.fist.damage
    if gauntlet or found.damage or core.strength_bonus(blow.attacker) > 0:
        core.harm(table, blow, seq, PUNCH_DAMAGE, lasting=4, points=None if gauntlet else found.damage)
    knock_out(table, target, found.stuns, seq)


def knock_out(table: Table, target: Creature, chance: int, because: int) -> None:
    """Whoever has a head to lose may be stunned for 1d10 rounds."""
    if core.felled(target) or target.flags & HELPLESS or sheet_of(target).undead:
        return
    dice = table.roll(100)
    happens = dice[0].value <= chance
    seq = table.tell(
        PercentRolled(because, target.id, "knocked out", chance, dice[0].value, happens, (KNOCK_OUT,), dice)
    )
    if happens and not target.flags & STUNNED:
        length = table.roll(10)
        turns = length[0].value + 1
        table.tell(ConditionBegan(seq, target.id, "stunned", (KNOCK_OUT,), ender=ROUND, turns=turns, dice=length))


def hand_to_hand(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """With bare hands, and when it comes to it with somebody beside oneself?"""
    target = battle.creatures.get(order.target)
    far = isinstance(order, Attack) and (target is None or gap(battle, me, target) > 1)
    return with_bare_hands(me, order) and not far


# Wrestling.


@constraint(WRESTLE, Attack, FullAttack)
def not_hand_to_hand(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """One wrestles with bare hands, and with somebody beside oneself."""
    return order.how == "wrestle" and not hand_to_hand(battle, me, order)


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """Wrestling with everybody close by, or throwing oneself upon them."""
    fist = sheet_of(me).unarmed.name
    for foe in close_by(battle, me):
        if style.hands_free(me) + grab_person.hands_on(me, foe.id) > 1:
            yield FullAttack(foe.id, fist, how="wrestle")
        yield FullAttack(foe.id, fist, how="overbear")


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """The like in the place of a blow, and blows with the flat of a blade in hand."""
    fist = sheet_of(me).unarmed.name
    for foe in close_by(battle, me):
        if style.hands_free(me) + grab_person.hands_on(me, foe.id) > 1:
            yield Attack(foe.id, fist, how="wrestle")
        yield Attack(foe.id, fist, how="overbear")
        for weapon in style.in_hand(me):
            if has_a_flat(weapon):
                yield Attack(foe.id, weapon.name, how="flat")


@on_attack(UNARMED)
def in_armour(blow: Blow) -> Modifier | None:
    """Armour hinders a wrestler."""
    worn = figures.ARMOR.get(sheet_of(blow.attacker).armor.name)
    if blow.how != "wrestle" or worn is None or not worn.wrestling:
        return None
    return Modifier(worn.wrestling, "armour", ARMOUR)


@manoeuvre("wrestle")
def wrestle(table: Table, me: Creature, order: Attack, because: int) -> None:
    """The modified roll names the result: a hold that lasts, or something that is over at once."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    if struck_first(table, me, target, because):
        return
    bits = fight.bits_of(battle, me, target, weapon, second=fight.is_second(table, because))
    blow = Blow(battle, me, target, weapon, bits, "wrestle")
    if (outcome := core.attack(table, blow, because, WRESTLE, *grab_monster.usual_rules(target))) is None:
        return
    rolled, seq = outcome
    if rolled.hit:
        take(table, blow, rolled, seq)
    core.aftermath(table, blow, rolled, seq)


def take(table: Table, blow: Blow, rolled: AttackMade, because: int) -> None:
    """What comes of it: harm if the wrestler wishes, a hold, the end of one that he was in."""
    me, target = blow.attacker, blow.target
    total = total_of(rolled)
    found = figures.bare_hands(total)
    seq = table.tell(
        BareHandsLanded(because, me.id, target.id, "wrestle", total, 1, 0, found.wrestling, found.hold, (WRESTLE,))
    )
    if choice.ask(table, me, "wrestle", target, (HURT, SPARE), seq, WRESTLE_DAMAGE) == HURT:
        core.harm(table, blow, seq, WRESTLE_DAMAGE, points=1)
    if found.wrestling in FREEING and me.has("held", target.id):
        grab_person.release(table, target, me, seq, HOLD_BREAK)
    if found.hold and not target.has("held", me.id) and not core.felled(target):
        grab_person.grip(table, me, target, seq, HOLD, value=grab_person.ARMS)


@on_attack()
def in_a_hold(blow: Blow) -> Modifier | None:
    """Who is held is bad at everything but wrestling."""
    if not blow.attacker.flags & HELD or blow.how == "wrestle":
        return None
    return Modifier(-4, "held", HOLD)


@constraint(HOLD, Move, Step, Withdraw, Run, Charge, flags=HELD | GRIPPING)
def no_movement(battle: Battle, me: Creature, order: Order) -> bool:
    """Who is held does not move; who holds him does not either, without letting go."""
    return me.flags & HELD != 0 or any(c.name == "gripping" and c.value == grab_person.ARMS for c in me.conditions)


def clinched(battle: Battle, me: Creature) -> int:
    """The round in which the oldest hold began that it is in, as victim or holder; 0 for none."""
    found = [c.value for c in me.conditions if c.name == "held"]
    for gripping in me.conditions:
        if gripping.name == "gripping" and gripping.value == grab_person.ARMS:
            other = battle.creatures[gripping.other]
            found += [c.value for c in other.conditions if c.name == "held" and c.other == me.id]
    return min(found, default=0)


def too_close(battle: Battle, me: Creature, weapon: Weapon) -> bool:
    """Has it no room for this weapon: one bigger than small, after the first round of a hold?"""
    if weapon.category in ("natural", "unarmed") or SIZES.index(weapon.size) <= SIZES.index("small"):
        return False
    return 0 < clinched(battle, me) < battle.round


@constraint(WRESTLE, Attack, FullAttack, Guard, ReceiveCharge, flags=HELD | GRIPPING)
def no_room(battle: Battle, me: Creature, order: Attack | FullAttack | Guard | ReceiveCharge) -> bool:
    """In a hold, after its first round, nobody uses a weapon bigger than a small one."""
    return order.weapon in me.weapons and too_close(battle, me, arm_of(me, order.weapon))


@at_round_end
def holds_hurt(table: Table, because: int) -> None:
    """A hold does a point more with each round that it lasts."""
    battle = table.battle
    for me in tuple(battle):
        if not me.flags & HELD or core.felled(me):
            continue
        for hold in me.conditions:
            if hold.name == "held":
                points = battle.round - hold.value + 1
                table.tell(DamageDealt(because, me.id, hold.other, points, False, (), "", (WRESTLE_DAMAGE,)))


# Overbearing.


@constraint(OVERBEAR, Attack, FullAttack)
def not_upon_him(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """One throws oneself upon somebody with one's body, from beside him."""
    return order.how == "overbear" and not hand_to_hand(battle, me, order)


def joins(battle: Battle, me: Creature, leader: Creature, target: Creature) -> bool:
    """Does it throw itself upon the same target together with the leader: so declared, beside it, not done yet?"""
    fighter = state_of(battle, me)
    order = fighter.declared
    if me is leader or me.side != leader.side or me.flags & CANNOT_ACT or core.felled(me) or fighter.acted:
        return False
    same = isinstance(order, FullAttack) and (order.how, order.target) == ("overbear", target.id)
    return same and fighter.attacks > 0 and gap(battle, me, target) <= 1


def weight(group: list[Creature], target: Creature) -> list[Modifier]:
    """4 for each size by which the largest of them is bigger than the target, or smaller; 2 off for a further leg."""
    largest = max(SIZES.index(sheet_of(one).size) for one in group)
    size = 4 * (largest - SIZES.index(sheet_of(target).size))
    legs = -2 * max(0, sheet_of(target).legs - 2)
    found = [Modifier(size, "size", OVERBEAR), Modifier(legs, "legs", OVERBEAR)]
    if len(group) > 1:
        worst = max(core.thac0_of(one) for one in group)
        found += [
            Modifier(core.thac0_of(group[0]) - worst, "worst THAC0", SEVERAL),
            Modifier(len(group) - 1, "together", SEVERAL),
        ]
    return [part for part in found if part.value]


@manoeuvre("overbear")
def overbear(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Pull somebody down, together with all who have announced it too; whoever lies already is pinned."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    if struck_first(table, me, target, because):
        return
    group = [me]
    for other in tuple(battle):
        if joins(battle, other, me, target):
            seq = table.tell(OverbearingJoined(because, other.id, me.id, target.id, (SEVERAL,)))
            if not struck_first(table, other, target, seq):
                group.append(other)
    bits = fight.bits_of(battle, me, target, weapon, second=fight.is_second(table, because))
    blow = Blow(battle, me, target, weapon, bits, "overbear")
    blow.extra += weight(group, target)
    if (outcome := core.attack(table, blow, because, OVERBEAR)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not core.felled(target):
        pull_down(table, target, seq)
    core.aftermath(table, blow, rolled, seq)


def pull_down(table: Table, target: Creature, because: int) -> None:
    """It lies; if it did already, it is pinned and helpless, to the end of the next round unless that is repeated."""
    from sim.rules.adnd import mounted

    if target.mount:
        mounted.unhorse(table, target, because)
    elif target.flags & PRONE:
        table.tell(ConditionBegan(because, target.id, "held-down", (PIN,), ender=ROUND, turns=2))
    else:
        core.lie(table, target, because, OVERBEAR)


# The flat of the blade.


def has_a_flat(weapon: Weapon) -> bool:
    """Is it a sword or an axe in the hand?"""
    return weapon.category == "melee" and (
        weapon.art in figures.UNARMED.flat or any(group in figures.UNARMED.flat for group in weapon.groups)
    )


@constraint(FLAT, Attack, FullAttack)
def no_flat(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """Swords and axes have a flat to strike with, in the hand."""
    if order.how != "flat":
        return False
    target = battle.creatures.get(order.target)
    if order.weapon not in me.held or order.weapon not in me.weapons or target is None:
        return True
    weapon = arm_of(me, order.weapon)
    thrown = isinstance(order, Attack) and bool(melee.reaches(battle, me, target, weapon))
    return not has_a_flat(weapon) or thrown


@on_attack(MELEE)
def with_the_flat(blow: Blow) -> Modifier | None:
    """-4 to hit."""
    return Modifier(-4, "flat of the blade", FLAT) if blow.how == "flat" else None


@manoeuvre("flat")
def strike_flat(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike to subdue: half the damage, and of that half is temporary."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    bits = fight.bits_of(battle, me, target, weapon, second=fight.is_second(table, because))
    blow = Blow(battle, me, target, weapon, bits, "flat")
    if (outcome := core.attack(table, blow, because)) is None:
        return
    rolled, seq = outcome
    if rolled.hit:
        core.harm(table, blow, seq, FLAT, share=2, lasting=2)
    core.aftermath(table, blow, rolled, seq)
