"""
Parries (adnd.parry.*): attacks of the round that are kept back, and spent one by one against blows that others make;
and the parry of a whole round, which leaves nothing else.

A parry is announced before the blow is rolled and spent then; it is rolled only if the blow would hit.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from sim.core.tally import Modifier
from sim.events.adnd import AttackMade, AttacksLost, ItemSaveRolled, ledger_of
from sim.events.adnd_manoeuvres import ParryAnnounced, WeaponWorn
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.objects import ItemBroken
from sim.events.orders import (
    Attack,
    Draw,
    FullAttack,
    LooseShield,
    Move,
    Order,
    PickUp,
    Realign,
    Run,
    Sheathe,
    StandUp,
    Step,
    TotalDefense,
    Withdraw,
)
from sim.rules import choice
from sim.rules.adnd import core, melee, missile, style, style_weapon_shield
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    BEFORE_ROLL,
    FLANK,
    MELEE,
    MISSILE,
    ON_WOULD_HIT,
    RANGED,
    REAR,
    SECOND,
    SHIELD,
    TWO_WEAPONS,
    UNARMED,
    Blow,
    arm_of,
    at_round_end,
    constraint,
    in_two_hands,
    offer,
    on_ac,
    on_attack,
    procedure,
    sheet_of,
    state_of,
    usable,
)
from sim.rules.adnd.declare import PARRYING as PARRY
from sim.rules.narrative import narrative
from sim.state.battle import ROUND, Battle
from sim.state.conditions import CANNOT_ACT, EXPOSED, LOOSE_GRIP, PARRYING, SHIELD_OUT, SHIELD_SPENT, TRAPPING
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_sheet import Weapon

DECLARE = "adnd.parry.declare"
ROLL = "adnd.parry.roll"
SHIELD_PARRY = "adnd.parry.shield"
NEEDS_PROFICIENCY = "adnd.parry.needs-proficiency"
ANY_ATTACK = "adnd.parry.choice.any-attack"
ATTACKER = "adnd.parry.choice.attacker"
HELD_REUSE = "adnd.parry.choice.held-reuse"
NOT_RETROACTIVE = "adnd.parry.choice.not-retroactive"
PROTECT_OTHER = "adnd.parry.polearm.protect-other"
POLEARM_REACH = "adnd.parry.polearm.reach"
MISSILE_WEAPON = "adnd.parry.missile-weapon.allowed"
NOT_SLING = "adnd.parry.missile-weapon.not-sling"
RUINED = "adnd.parry.missile-weapon.nonmagical.ruined"
KEEPS_PARRYING = "adnd.parry.missile-weapon.nonmagical.keeps-parrying"
NEVER_SHOOTS = "adnd.parry.missile-weapon.nonmagical.never-shoots"
LOSES_PLUS = "adnd.parry.missile-weapon.magical.loses-plus"
SAVE = "adnd.parry.missile-weapon.save"
BARE_HANDED = "adnd.parry.bare-handed"
MARGIN = "adnd.variant.parry.margin"
FRONTAL = "adnd.variant.parry.frontal"

AVAILABLE = "adnd.parry.dmg.available"
ALL_ATTACKS = "adnd.parry.dmg.all-attacks"
DMG_DECLARE = "adnd.parry.dmg.declare"
ONLY_DEFENCE = "adnd.parry.dmg.only-defence"
NO_MOVEMENT = "adnd.parry.dmg.no-movement"

NO = "no"
SHIELD_BESIDES = "shield besides"
"""The shield's parry that takes the place of no attack."""
DISARM = "disarm"

narrative(
    "adnd.parry.missile-weapon.magical.repair",
    "a craftsman's work after the fight; what is left of the weapon's magic stands in the events WeaponWorn",
)


# Reserving parries.


def why_it_cannot(me: Creature, weapon: Weapon) -> str:
    """The rule by which this weapon parries nothing; empty if it parries."""
    from sim.rules.adnd import proficiency

    if weapon.art == "sling":
        return NOT_SLING
    if weapon.category == "ranged" and weapon.family not in ("bow", "crossbow") and weapon.art != "staff sling":
        return MISSILE_WEAPON
    if weapon.category == "natural" or proficiency.unskilled(sheet_of(me), weapon):
        return NEEDS_PROFICIENCY
    return ""


@constraint(NEEDS_PROFICIENCY, FullAttack, asks="parries")
def nothing_to_parry_with(battle: Battle, me: Creature, order: FullAttack) -> bool | tuple[str, ...]:
    """Parries take a weapon that can parry and in which he is proficient, or a shield."""
    if order.weapon not in me.weapons:
        return True
    why = why_it_cannot(me, arm_of(me, order.weapon))
    return bool(why) and not shield_ready(me) and (why,)


@constraint(DECLARE, FullAttack, asks="parries")
def too_many(battle: Battle, me: Creature, order: FullAttack) -> bool:
    """Each parry takes the place of one of the attacks of the round."""
    return not 0 < order.parries <= attacks(battle, me, order)


def attacks(battle: Battle, me: Creature, order: FullAttack) -> int:
    """The attacks that its declaration gives for the round."""
    from sim.rules.adnd import attack_rate

    if order.weapon not in me.weapons:
        return 0
    weapon = arm_of(me, order.weapon)
    if weapon.category == "natural":
        return 0
    return attack_rate.this_round(battle, me, weapon, missile.meant(battle, me, order))[0]


@offer(FullAttack, "declare")
def reserved(battle: Battle, me: Creature) -> Iterator[Order]:
    """Some or all of the attacks of the round kept for parrying."""
    from sim.rules.adnd import menu

    for weapon in menu.arms(battle, me):
        if why_it_cannot(me, arm_of(me, weapon)) and not shield_ready(me):
            continue
        for foe in menu.foes(battle, me):
            for parries in range(1, attacks(battle, me, FullAttack(foe.id, weapon)) + 1):
                yield FullAttack(foe.id, weapon, parries=parries)


# With what.


def shield_ready(me: Creature) -> bool:
    """Is its shield on its arm and in line?"""
    from sim.rules.adnd import fumble_injuries

    if (me.flags & TRAPPING and me.value("trapping") == 1) or fumble_injuries.why_no_shield(me):
        return False
    return sheet_of(me).shield is not None and me.shield_on and not me.flags & SHIELD_OUT


def shield_arm(me: Creature) -> Weapon:
    """A shield as what parries: its magic counts, and nothing else of it."""
    shield = sheet_of(me).shield
    assert shield is not None
    return Weapon(name=shield.name, category="melee", plus=shield.plus)


def ready(me: Creature, weapon: Weapon) -> bool:
    """Can it parry with this now?"""
    if me.has("trapped", weapon.name) or me.has("misaligned", weapon.name) or not usable(me, weapon.name):
        return False
    if me.flags & LOOSE_GRIP and in_two_hands(me, weapon):
        return False
    return not why_it_cannot(me, weapon)


def means(battle: Battle, me: Creature, *, polearms: bool = False) -> Iterator[str]:
    """With what it may parry now: the weapons in hand, its shield, bare hands when they are empty."""
    fighter = state_of(battle, me)
    shield = "" if polearms or not shield_ready(me) else sheet_of(me).shield.name  # type: ignore[union-attr]
    if fighter.parries > 0:
        for name in dict.fromkeys(me.held):
            arm = arm_of(me, name) if name in me.weapons else None
            if arm is not None and ready(me, arm) and (is_polearm(arm) or not polearms):
                yield name
        if shield:
            yield shield
        if not me.held and not polearms:
            yield sheet_of(me).unarmed.name
    if shield and fighter.second == shield and not me.flags & SHIELD_SPENT:
        yield SHIELD_BESIDES


def is_polearm(weapon: Weapon) -> bool:
    """Is it one of the pole arms?"""
    return "pole arms" in weapon.groups


# Announcing one.


def guards(battle: Battle, blow: Blow) -> Iterator[Creature]:
    """
    Who may parry this blow: its target, and against a pole arm everybody of its side with a pole arm who reaches its
    target or whoever makes it.
    """
    yield blow.target
    if blow.bits & MELEE and is_polearm(blow.weapon):
        for friend in battle:
            if friend is not blow.target and friend.side == blow.target.side and friend.side != blow.attacker.side:
                yield friend


def covering(battle: Battle, me: Creature, blow: Blow) -> list[str]:
    """The pole arms with which it may parry a blow at somebody else."""
    found = []
    for name in means(battle, me, polearms=True):
        weapon = arm_of(me, name)
        if not all(melee.reaches(battle, me, other, weapon) for other in (blow.attacker, blow.target)):
            found.append(name)
    return found


def announce(table: Table, blow: Blow, because: int) -> bool:
    """
    Everybody who may parry the blow says whether and with what, before it is rolled. True when it comes to nothing: the
    weapon was struck from the attacker's hand (option ``disarm_rule``).
    """
    battle = table.battle
    if blow.bits & MISSILE or blow.how in ("parry", "block", "trap") or core.felled(blow.target):
        return False
    for me in guards(battle, blow):
        if me.flags & CANNOT_ACT or core.felled(me) or not melee.may_parry(battle, me, blow.attacker):
            continue
        own = me is blow.target
        options = list(means(battle, me)) if own else covering(battle, me, blow)
        if own and options and battle.options.get("disarm_rule") == "opposed":
            from sim.rules.adnd import disarm

            options += [DISARM] * disarm.may_answer(battle, me, blow)
        if not options:
            continue
        rules = (ATTACKER, ANY_ATTACK) if own else (PROTECT_OTHER, POLEARM_REACH)
        answer = choice.ask(table, me, "parry" if own else "parry-for", blow.attacker, (NO, *options), because, *rules)
        if answer == NO:
            continue
        seq = len(table.log.events) - 1
        if answer == DISARM:
            from sim.rules.adnd import disarm

            if disarm.answer(table, me, blow, seq):
                return True
            continue
        prepare(table, me, blow, answer, seq)
    return False


BEFORE_ROLL.append(announce)


def prepare(table: Table, me: Creature, blow: Blow, answer: str, because: int) -> None:
    """The parry is announced, and spent."""
    battle = table.battle
    besides = answer == SHIELD_BESIDES
    shield = besides or style.is_shield(me, answer)
    weapon = shield_arm(me) if shield else arm_of(me, answer)
    declared = state_of(battle, me).declared
    cites = [SHIELD_PARRY, *style_weapon_shield.parry_cites(me, instead=not besides)] if shield else [ROLL]
    if isinstance(declared, FullAttack) and declared.target != blow.attacker.id:
        cites.append(HELD_REUSE)
    if missile.launcher(weapon):
        cites.append(KEEPS_PARRYING if weapon.ruined else MISSILE_WEAPON)
    seq = table.tell(
        ParryAnnounced(because, me.id, blow.attacker.id, blow.target.id, weapon.name, tuple(cites), besides)
    )
    bits = MELEE | PARRY
    if shield:
        bits |= style_weapon_shield.parry_bits(instead=not besides)
    elif style.other_hand(battle, me):
        bits |= TWO_WEAPONS | (SECOND if answer == getattr(declared, "off_hand", "") else 0)
    blow.parries.append(Blow(battle, me, blow.attacker, weapon, bits, "parry", against=blow))
    if weapon.category == "unarmed" and blow.weapon.category != "unarmed":
        expose(table, me, seq, BARE_HANDED)
    if shield:
        style_weapon_shield.after_parry(table, me, seq, instead=not besides)


# Rolling it.


@on_attack(PARRY | SHIELD)
def with_shield(blow: Blow) -> Modifier:
    """A shield parries more easily; its magic counts besides."""
    return Modifier(2, "shield", ROLL)


@on_attack(PARRY | UNARMED)
def bare_handed(blow: Blow) -> Modifier | None:
    """Bare hands parry a weapon badly, and bare hands as well as anything."""
    if blow.against is None or blow.against.weapon.category == "unarmed":
        return None
    return Modifier(-2, "bare-handed", BARE_HANDED)


def roll(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> bool:
    """The blow would hit: each parry announced is rolled, until one stops it."""
    for parry in blow.parries:
        if parry.attacker.flags & CANNOT_ACT:
            continue
        tried = core.roll_attack(table, parry, seq, ROLL)
        if tried.hit and table.battle.options.get("parry_rule") == "margin":
            tried = evolve(tried, hit=outdoes(parry, tried, rolled), cites=(*tried.cites, MARGIN))
        told = table.tell(tried)
        if tried.hit and missile.launcher(parry.weapon):
            wear(table, parry.attacker, parry.weapon, told)
        core.aftermath(table, parry, tried, told)
        if tried.hit:
            return True
    return False


ON_WOULD_HIT.append(roll)


def outdoes(parry: Blow, tried: AttackMade, rolled: AttackMade) -> bool:
    """By how much each roll exceeds what it needed: a shield has to equal that of the blow, a weapon to exceed it."""
    mine, theirs = tried.roll - tried.needed, rolled.roll - rolled.needed
    return mine >= theirs if parry.bits & SHIELD else mine > theirs


# What it does to launchers.


def wear(table: Table, me: Creature, weapon: Weapon, because: int) -> None:
    """
    A launcher that has parried loses one of its magic, or without any is ruined for shooting; then it is saved from
    the blow, or breaks.
    """
    seq, left = because, weapon.plus
    if weapon.plus > 0:
        left -= 1
        seq = table.tell(WeaponWorn(because, me.id, weapon.name, left, False, (LOSES_PLUS,)))
    elif not weapon.ruined:
        seq = table.tell(WeaponWorn(because, me.id, weapon.name, 0, True, (RUINED,)))
    if not outlasts(table, me, weapon.name, weapon.material, left, seq, SAVE):
        table.tell(ItemBroken(len(table.log.events) - 1, me.id, weapon.name, (SAVE,)))


def outlasts(table: Table, owner: Creature, item: str, material: str, plus: int, because: int, *rules: str) -> bool:
    """An item's saving throw against a crushing blow (T8); each plus of it helps."""
    (die,) = table.roll(20)
    needed = figures.item_save(material, plus)
    saved = die.value >= needed
    table.tell(ItemSaveRolled(because, owner.id, item, "crushing blow", needed, die.value, saved, rules, (die,)))
    return saved


@constraint(NEVER_SHOOTS, Attack, FullAttack)
def ruined(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """What parrying has ruined shoots no more; all that can be declared with it are parries."""
    if order.weapon not in me.weapons or not arm_of(me, order.weapon).ruined:
        return False
    return isinstance(order, Attack) or order.parries < attacks(battle, me, order)


# Bare hands.


def expose(table: Table, me: Creature, because: int, rule: str) -> None:
    """Who reaches for a weapon with bare hands is open until its next attack comes up."""
    if not me.flags & EXPOSED:
        table.tell(ConditionBegan(because, me.id, "exposed", (rule,), value=int(rule != BARE_HANDED)))


@on_ac()
def exposed(blow: Blow) -> Modifier | None:
    """Two worse for those who have reached for a weapon with bare hands."""
    if not blow.target.flags & EXPOSED:
        return None
    from sim.rules.adnd import disarm

    return Modifier(2, "exposed", disarm.BARE_HANDED if blow.target.value("exposed") else BARE_HANDED)


def recollect(table: Table, me: Creature) -> None:
    """Its next attack comes up: it is exposed no more."""
    if me.flags & EXPOSED:
        rule = BARE_HANDED
        if me.value("exposed"):
            from sim.rules.adnd import disarm

            rule = disarm.BARE_HANDED
        table.tell(ConditionEnded(-1, me.id, "exposed", (rule,)))


AT_ACTIVATION.append(recollect)


@at_round_end
def lapse(table: Table, because: int) -> None:
    """Parries not used are lost: none can be applied to an attack that has been made."""
    for who, fighter in ledger_of(table.battle).fighters.items():
        if fighter.parries:
            table.tell(AttacksLost(because, who, 0, (NOT_RETROACTIVE,), parries=fighter.parries))


# The parry of a whole round.


@offer(TotalDefense, "declare")
def all_round(battle: Battle, me: Creature) -> Iterator[Order]:
    """Nothing but parrying."""
    yield TotalDefense()


def defend(table: Table, me: Creature, because: int) -> None:
    """Announced before initiative, it is in force from then on, against all attacks, to the end of the round."""
    cites = (AVAILABLE, DMG_DECLARE, ONLY_DEFENCE, NO_MOVEMENT)
    table.tell(ConditionBegan(because, me.id, "parrying", cites, ender=ROUND))


@procedure(TotalDefense)
def nothing_else(me: Creature, order: TotalDefense, table: Table, because: int) -> None:
    """Its moment comes, and it does nothing else."""


@constraint(ONLY_DEFENCE, Attack, Draw, PickUp, Sheathe, Realign, LooseShield, StandUp, flags=PARRYING)
def no_attack(battle: Battle, me: Creature, order: Order) -> bool:
    """Who parries all round suspends everything else."""
    return True


@constraint(NO_MOVEMENT, Move, Step, Withdraw, Run, flags=PARRYING)
def stands(battle: Battle, me: Creature, order: Order) -> bool:
    """It does not even move to fall back."""
    return state_of(battle, me).declared is not None


def counts(blow: Blow) -> bool:
    """Does the parry of a whole round count against this blow?"""
    if not blow.target.flags & PARRYING:
        return False
    frontal = blow.battle.options.get("dmg_parry") == "frontal"
    return not (frontal and blow.bits & (FLANK | REAR | RANGED))


@on_ac()
def half_level(blow: Blow) -> Modifier | None:
    """Half its level, rounded down, against everything that is aimed at it."""
    if not counts(blow):
        if blow.target.flags & PARRYING:
            blow.cites.append(FRONTAL)
        return None
    if blow.bits & (FLANK | REAR | RANGED):
        blow.cites.append(ALL_ATTACKS)
    value = sheet_of(blow.target).level // 2
    return Modifier(-value, "parry", "adnd.parry.dmg.ac-bonus") if value else None


@on_ac()
def warriors_more(blow: Blow) -> Modifier | None:
    """Warriors have one more."""
    if sheet_of(blow.target).group != "warrior" or not counts(blow):
        return None
    return Modifier(-1, "warrior's parry", "adnd.parry.dmg.ac-bonus.warrior")
