"""
Disarms (adnd.disarm.*): called shots at what somebody holds. A weapon held in one hand flies off; one held in two is
knocked out of line, and flies at the second time in a round; a shield is knocked out of line.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from sim.core.tally import Modifier
from sim.dice.odds import Chance
from sim.dice.sources import Die
from sim.events.adnd import AttackMade, ledger_of
from sim.events.adnd_manoeuvres import (
    ActionLost,
    DisarmDecided,
    DisarmResisted,
    WeaponStruckAway,
    WeaponTurned,
)
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, FullAttack, Order, Realign, UseItem
from sim.grid.facing import STEPS
from sim.grid.sight import line_of_effect
from sim.rules.adnd import core, fight, melee, missile, parry, round, style_two_handed
from sim.rules.adnd.declare import (
    BEFORE_ROLL,
    CALLED,
    HURLED,
    MELEE,
    RANGED,
    UNARMED,
    Blow,
    arm_of,
    at_round_end,
    at_round_start,
    constraint,
    in_two_hands,
    manoeuvre,
    offer,
    on_attack,
    priced,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.book import Cost
from sim.state.battle import Battle
from sim.state.conditions import MISALIGNED, SHIELD_OUT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES, Weapon

BASIC = "adnd.disarm.basic"
FLIGHT = "adnd.disarm.one-handed.flight"
LEVEL_MATTERS = "adnd.disarm.victim-level-matters"
RESISTANCE = "adnd.disarm.optional-resistance"
PARTIAL = "adnd.disarm.two-handed.partial"
COSTS_ATTACK = "adnd.disarm.two-handed.effect.attack"
COSTS_POWER = "adnd.disarm.two-handed.effect.power"
COSTS_INITIATIVE = "adnd.disarm.two-handed.effect.initiative"
TWICE = "adnd.disarm.two-handed.twice"
SEVERAL = "adnd.disarm.two-handed.several-attackers"
DIRECTION = "adnd.disarm.direction"
DISTANCE = "adnd.disarm.two-handed.distance"
FISTS = "adnd.disarm.two-handed.option.fists"
REALIGN = "adnd.disarm.two-handed.option.realign"
NO_ATTACK_LEFT = "adnd.disarm.two-handed.no-attack-left"
NOT_REMOVED = "adnd.disarm.shield.not-removed"
LOSES_AC = "adnd.disarm.shield.loses-ac"
SHIELD_REALIGN = "adnd.disarm.shield.realign"
NEXT_ROUND = "adnd.disarm.shield.next-round"
BY_MISSILE = "adnd.disarm.missile.allowed"
SMALL_THROWN = "adnd.disarm.missile.small-thrown"
OTHER_MISSILES = "adnd.disarm.missile.other"
ONE_HANDED_ONLY = "adnd.disarm.missile.one-handed-only"
AUTO_FAIL = "adnd.disarm.missile.auto-fail"
BARE_HANDED = "adnd.disarm.bare-handed"
SIZE_LIMIT = "adnd.disarm.size-limit"
OPPOSED = "adnd.variant.disarm.opposed"
OPPOSED_TWO_HANDED = "adnd.variant.disarm.opposed.two-handed"
OPPOSED_WINNER = "adnd.variant.disarm.opposed.winner"
OPPOSED_DEFENSIVE = "adnd.variant.disarm.opposed.defensive"

HOWS = ("disarm", "expert-disarm")
LEGEND = (0, 1, 3, 4, 5, 7)
"""The directions of a d6, as eighths of a turn clockwise from where the defender faces."""
MISSILE_SIZE = "small"
"""Of arrows, bolts, bullets and stones."""
BASE, LEAST, MOST = 15, 2, 20
"""Resistance: what a d20 has to show between equals, and its limits."""
DISARMER, DEFENDER, EASIER = 0, 4, 4
"""The Armor Classes of opposed rolls, and what a two-handed weapon adds to them."""


# At what.


def is_shield(me: Creature, item: str) -> bool:
    """Is this the name of the shield on its arm?"""
    shield = sheet_of(me).shield
    return shield is not None and me.shield_on and shield.name == item


def can_lose(target: Creature) -> list[str]:
    """What can be struck from its hands or out of line: weapons in hand that are not fastened, and its shield."""
    found = [
        name for name in dict.fromkeys(target.held) if name in target.weapons and not arm_of(target, name).fastened
    ]
    shield = sheet_of(target).shield
    return [*found, shield.name] if shield is not None and target.shield_on else found


def aim_of(target: Creature, order: Attack | FullAttack) -> str:
    """At what of the target a disarm is aimed: as the order says, else at the first thing that it can lose."""
    return order.object or next(iter(can_lose(target)), "")


def in_one_hand(target: Creature, item: str) -> bool:
    """Is it a weapon that the target holds in one hand?"""
    return item in target.held and item in target.weapons and not in_two_hands(target, arm_of(target, item))


@constraint(BASIC, Attack, FullAttack)
def nothing_to_lose(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """Nobody is disarmed of what grows on him, is tied or locked to his hand, or is not there."""
    if order.how not in HOWS:
        return False
    target = battle.creatures.get(order.target)
    return target is None or aim_of(target, order) not in can_lose(target)


@constraint(SIZE_LIMIT, Attack, FullAttack)
def too_large(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """A weapon two sizes larger than what strikes at it stays where it is."""
    target = battle.creatures.get(order.target)
    if order.how not in HOWS or target is None or order.weapon not in me.weapons:
        return False
    item = aim_of(target, order)
    if item not in target.held or item not in target.weapons:
        return False
    return SIZES.index(arm_of(target, item).size) - own_size(me, arm_of(me, order.weapon)) > 1


def own_size(me: Creature, weapon: Weapon) -> int:
    """The size of what strikes: of the missile of a launcher, of its owner if the weapon is part of him."""
    if missile.launcher(weapon):
        return SIZES.index(MISSILE_SIZE)
    return SIZES.index(sheet_of(me).size if weapon.category in ("natural", "unarmed") else weapon.size)


@constraint(AUTO_FAIL, FullAttack)
def in_vain(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """What is shot or hurled can strike nothing from two hands, and no shield aside."""
    target = battle.creatures.get(order.target)
    if order.how not in HOWS or target is None or not missile.meant(battle, me, order):
        return False
    item = aim_of(target, order)
    return not in_one_hand(target, item) and (AUTO_FAIL, ONE_HANDED_ONLY)


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """Disarms, with every weapon, of everybody who has something to lose."""
    from sim.rules.adnd import menu

    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            if arm_of(me, weapon).category != "natural":
                for item in can_lose(foe):
                    yield FullAttack(foe.id, weapon, how="disarm", object=item)


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """The disarms that were announced, of everything that somebody in reach may lose."""
    from sim.rules.adnd import menu

    declared = state_of(battle, me).declared
    if "disarm" not in (getattr(declared, "how", ""), getattr(declared, "off_how", "")):
        return
    for foe in menu.foes(battle, me):
        for weapon in menu.arms(battle, me):
            for item in can_lose(foe):
                if not vain(battle, me, foe, arm_of(me, weapon), item):
                    yield Attack(foe.id, weapon, how="disarm", object=item)


def vain(battle: Battle, me: Creature, foe: Creature, weapon: Weapon, item: str) -> bool:
    """Would it come to nothing: a shot at two hands or a shield, or a shield that is out of line already?"""
    if is_shield(foe, item) and foe.flags & SHIELD_OUT:
        return True
    return missile.is_shot(battle, me, foe, weapon) and not in_one_hand(foe, item)


# The attempt.


@on_attack(CALLED | HURLED)
def too_light(blow: Blow) -> Modifier | None:
    """Small things that are hurled are too light to strike a weapon from a hand."""
    if blow.how not in HOWS:
        return None
    if SIZES.index(blow.weapon.size) <= SIZES.index("small"):
        return Modifier(-2, "too light", SMALL_THROWN)
    return None


@manoeuvre("disarm")
def disarm(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Strike at what the target holds; it may resist by its level."""
    battle = table.battle
    target, weapon = battle.creatures[order.target], arm_of(me, order.weapon)
    item = aim_of(target, order)
    bits = fight.bits_as_ordered(table, me, order, because)
    blow = Blow(battle, me, target, weapon, bits, "disarm", object=item)
    if blow.bits & UNARMED:
        parry.expose(table, me, because, BARE_HANDED)
    if battle.options.get("disarm_rule") == "opposed":
        contest(table, blow, because, OPPOSED)
        return
    if (outcome := attempt(table, blow, because, BASIC)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not resists(table, blow, seq):
        succeed(table, blow, seq)
    core.aftermath(table, blow, rolled, seq)


def attempt(table: Table, blow: Blow, because: int, *rules: str) -> tuple[AttackMade, int] | None:
    """The attack roll of a disarm, with what answers it; ``None`` when it never came. A shot in vain misses."""
    if blow.bits & RANGED:
        heavy = blow.bits & HURLED == 0 or SIZES.index(blow.weapon.size) > SIZES.index("small")
        rules = (*rules, BY_MISSILE, *((OTHER_MISSILES,) if heavy else ()))
        if not in_one_hand(blow.target, blow.object):
            rolled = evolve(core.roll_attack(table, blow, because, *rules, AUTO_FAIL), hit=False)
            return rolled, table.tell(rolled)
    return core.attack(table, blow, because, *rules)


def resists(table: Table, blow: Blow, because: int, *rules: str) -> bool:
    """The victim may keep hold by its level, measured against the attacker's (option ``disarm_resistance``)."""
    if table.battle.options.get("disarm_resistance") == "off":
        return False
    needed = resistance(blow)
    (die,) = table.roll(20)
    held = die.value >= needed
    cites = (*rules, RESISTANCE, LEVEL_MATTERS)
    table.tell(DisarmResisted(because, blow.target.id, blow.object, needed, die.value, held, cites, (die,)))
    return held


def resistance(blow: Blow) -> int:
    """What its victim must throw with a d20 to keep hold."""
    needed = BASE + sheet_of(blow.attacker).level - sheet_of(blow.target).level
    return max(LEAST, min(MOST, needed))


def succeed(table: Table, blow: Blow, because: int) -> None:
    """What becomes of a thing that is struck: it flies, or is out of line."""
    target, item = blow.target, blow.object
    if is_shield(target, item):
        if not target.flags & SHIELD_OUT:
            table.tell(ConditionBegan(because, target.id, "shield-out", (LOSES_AC, NOT_REMOVED)))
        return
    if item not in target.held:
        return
    if in_two_hands(target, arm_of(target, item)):
        strike_aside(table, blow, because)
    else:
        fly(table, target, item, table.roll(6, 2), because, FLIGHT)


def strike_aside(table: Table, blow: Blow, because: int) -> None:
    """A weapon in two hands is knocked out of line; at the second time in a round, whoever does it, it flies."""
    target, item = blow.target, blow.object
    before = [by for by, weapon in state_of(table.battle, target).partial if weapon == item]
    if before:
        rules = (TWICE, style_two_handed.TWICE, DISTANCE, *((SEVERAL,) if blow.attacker.id not in before else ()))
        if target.has("misaligned", item):
            table.tell(ConditionEnded(because, target.id, "misaligned", (TWICE,), item))
        fly(table, target, item, table.roll(6), because, *rules)
        return
    seq = table.tell(WeaponTurned(because, target.id, blow.attacker.id, item, (PARTIAL, style_two_handed.PARTIAL)))
    fighter = state_of(table.battle, target)
    wish = fighter.declared
    if isinstance(wish, UseItem) and wish.item == item and not fighter.acted:
        table.tell(ActionLost(seq, target.id, (COSTS_POWER,)))


def fly(table: Table, owner: Creature, item: str, feet: tuple[Die, ...], because: int, *rules: str) -> None:
    """It flies so many feet, in a direction that a d6 tells from where its owner faces."""
    (way,) = table.roll(6)
    facing = (owner.facing + LEGEND[way.value - 1]) % 8
    far = sum(die.value for die in feet)
    square = landing(table.battle, owner, facing, far)
    table.tell(WeaponStruckAway(because, owner.id, item, square, far, facing, (*rules, DIRECTION), (*feet, way)))


def landing(battle: Battle, owner: Creature, facing: int, feet: int) -> int:
    """The square so many feet from the middle of somebody's place in one of eight directions; walls stop the flight."""
    ground = battle.ground
    across, down = STEPS[facing]
    start = owner.square + owner.span // 2 * (ground.stride + 1)
    here = start
    for _ in range(_squares(feet)):
        there = here + down * ground.stride + across
        if there < 0 or not ground.inside >> there & 1 or ground.solid >> there & 1:
            break
        if ground.has_walls and not line_of_effect(ground, here, 1, there, 1):
            break
        here = there
    return here


def _squares(feet: int) -> int:
    """
    How many squares of 5 ft so many feet are, halves rounded up (adnd.fumble.drop.landing-square).

    >>> [_squares(feet) for feet in (2, 3, 7, 8, 12)]
    [0, 1, 1, 2, 2]
    """
    return (2 * feet + 5) // 10


# Out of line, and back.


@constraint(PARTIAL, Attack, flags=MISALIGNED)
def out_of_line(battle: Battle, me: Creature, order: Attack) -> bool:
    """A weapon that is out of line strikes nothing."""
    return me.has("misaligned", order.weapon)


@constraint(COSTS_POWER, UseItem, flags=MISALIGNED)
def no_power(battle: Battle, me: Creature, order: UseItem) -> bool:
    """No power of it is set off either."""
    return me.has("misaligned", order.item)


def by_fist(table: Table, blow: Blow, because: int) -> bool:
    """Whose weapon is out of line may strike with his fists instead."""
    if blow.attacker.flags & MISALIGNED and blow.bits & UNARMED:
        blow.cites.append(FISTS)
    return False


BEFORE_ROLL.append(by_fist)


@offer(Realign, "act")
def realignments(battle: Battle, me: Creature) -> Iterator[Order]:
    """Bring weapon or shield into line again."""
    yield Realign("weapon")
    yield Realign("shield")


@constraint(REALIGN, Realign)
def in_line(battle: Battle, me: Creature, order: Realign) -> bool | tuple[str, ...]:
    """Only what is out of line can be brought back."""
    if order.option == "weapon":
        return not me.flags & MISALIGNED
    return not me.flags & SHIELD_OUT and (SHIELD_REALIGN,)


@priced(Realign)
def price(battle: Battle, me: Creature, order: Realign) -> Cost:
    """An attack of the round."""
    rules = (REALIGN, COSTS_ATTACK, style_two_handed.RECOVERY) if order.option == "weapon" else (SHIELD_REALIGN,)
    return Cost("blow" if ledger_of(battle).stage == "blows" else "pool", rules)


@procedure(Realign)
def realign(me: Creature, order: Realign, table: Table, because: int) -> None:
    """It is in line again."""
    if order.option == "weapon":
        straighten(table, me, because, REALIGN)
    else:
        table.tell(ConditionEnded(because, me.id, "shield-out", (SHIELD_REALIGN,)))


def straighten(table: Table, me: Creature, because: int, rule: str) -> None:
    """What weapon of it is out of line is in line again."""
    for condition in me.conditions:
        if condition.name == "misaligned":
            table.tell(ConditionEnded(because, me.id, "misaligned", (rule,), condition.other))


@at_round_end
def no_time_left(table: Table, because: int) -> None:
    """Who has not brought his weapon into line loses the initiative of the next round by it."""
    for me in table.battle:
        if me.active and any(me.has("misaligned", name) for name in me.held):
            round.lose_initiative(table, me, because, COSTS_INITIATIVE, style_two_handed.RECOVERY, NO_ATTACK_LEFT)


@at_round_start
def in_line_again(table: Table, because: int) -> None:
    """With the next round weapons are in line again, and shields cover even before initiative."""
    for me in table.battle:
        straighten(table, me, because, NO_ATTACK_LEFT)
        if me.flags & SHIELD_OUT:
            table.tell(ConditionEnded(because, me.id, "shield-out", (NEXT_ROUND,)))


# Opposed rolls (option ``disarm_rule``).


def contest(table: Table, blow: Blow, because: int, *rules: str) -> bool:
    """Disarmer and victim roll against fixed Armor Classes; the lower of two successes wins. True when it is won."""
    mine = _roll(table, blow, DISARMER, because, *rules)
    seq = table.tell(mine)
    answer = countered(blow)
    theirs = _roll(table, answer, DEFENDER, seq, *rules)
    last = table.tell(theirs)
    won = wins(mine.roll, mine.needed, theirs.roll, theirs.needed)
    told = table.tell(DisarmDecided(last, blow.attacker.id, blow.target.id, blow.object, won, (OPPOSED_WINNER,)))
    if won:
        succeed(table, blow, told)
    core.aftermath(table, blow, mine, seq)
    core.aftermath(table, answer, theirs, last)
    return won


def countered(blow: Blow) -> Blow:
    """The victim's own roll."""
    victim = blow.target
    held = arm_of(victim, blow.object) if blow.object in victim.weapons else sheet_of(victim).unarmed
    return Blow(blow.battle, victim, blow.attacker, held, MELEE, "disarm", against=blow)


def fixed(blow: Blow, ac: int) -> tuple[Modifier, ...]:
    """A fixed Armor Class, which a two-handed weapon makes easier."""
    easier = (Modifier(EASIER, "two-handed", OPPOSED_TWO_HANDED),) if in_two_hands(blow.attacker, blow.weapon) else ()
    return (Modifier(ac, "disarm", OPPOSED), *easier)


def succeeds(roll: int, needed: int) -> bool:
    """As with every attack roll, 1 and 2 fail, 20 succeeds."""
    return roll == 20 or (roll > 2 and roll >= needed)


def wins(mine: int, needed: int, theirs: int, needed_by_them: int) -> bool:
    """One success beats a failure, the lower of two the higher."""
    return succeeds(mine, needed) and (not succeeds(theirs, needed_by_them) or mine < theirs)


def contested(blow: Blow, item: str) -> Chance:
    """The chance to win such rolls."""
    answer = countered(Blow(blow.battle, blow.attacker, blow.target, blow.weapon, blow.bits, "disarm", object=item))
    sides = ((blow, DISARMER), (answer, DEFENDER))
    mine, theirs = [
        core.thac0_of(one.attacker) - sum(part.value for part in (*core.attack_parts(one), *fixed(one, ac)))
        for one, ac in sides
    ]
    faces = range(1, 21)
    return Chance(sum(wins(roll, mine, reply, theirs) for roll in faces for reply in faces), 400)


def _roll(table: Table, blow: Blow, ac: int, because: int, *rules: str) -> AttackMade:
    """An attack roll against a fixed Armor Class."""
    rolled = core.roll_attack(table, blow, because, *rules)
    parts = fixed(blow, ac)
    total = sum(part.value for part in parts)
    needed = rolled.thac0 - sum(part.value for part in rolled.parts) - total
    return evolve(rolled, ac=total, ac_parts=parts, needed=needed, hit=succeeds(rolled.roll, needed))


def may_answer(battle: Battle, me: Creature, blow: Blow) -> bool:
    """May it spend a reserved attack on disarming whoever attacks it, before that blow is rolled?"""
    weapon = answering(me)
    return (
        weapon is not None
        and state_of(battle, me).parries > 0
        and bool(blow.bits & MELEE)
        and blow.weapon.name in can_lose(blow.attacker)
        and not melee.reaches(battle, me, blow.attacker, weapon)
    )


def answering(me: Creature) -> Weapon | None:
    """The weapon with which it would do so: the first in hand that parries."""
    return next(
        (arm_of(me, name) for name in me.held if name in me.weapons and parry.ready(me, arm_of(me, name))), None
    )


def answer(table: Table, me: Creature, blow: Blow, because: int) -> bool:
    """Strike at the weapon of whoever attacks: won, and the blow never comes."""
    from sim.events.adnd import AttacksLost

    weapon = answering(me)
    assert weapon is not None
    seq = table.tell(AttacksLost(because, me.id, 0, (OPPOSED_DEFENSIVE,), parries=1))
    own = Blow(table.battle, me, blow.attacker, weapon, MELEE, "disarm", object=blow.weapon.name)
    return contest(table, own, seq, OPPOSED_DEFENSIVE)
