"""
Attack rolls, armor class, damage and opposed rolls.

Every total is a tally whose parts cite their rules. What changes rarely (base attack, ability, size, armor) is kept
with the creature; conditions come from rows; the rest from the modifier functions of the topics concerned.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.core.tally import Modifier, Tally, stack
from sim.dice import notation
from sim.dice.sources import Die
from sim.events.attacks import AttackRolled, ContestRolled, CriticalRolled
from sim.rules.d20 import (
    ac_mod,
    aid_another,
    attack_mod,
    boons,
    cleave,
    concealment,
    condition,
    creature_type,
    energy,
    feint,
    helpless,
    multiattack,
    power_attack,
    powerful_charge,
    ready,
    rend,
    scores,
    tower_shield,
    two_weapon,
    unarmed,
    uncanny_dodge,
    weapon_feats,
    wounds,
)
from sim.rules.d20.declare import (
    CHARGING,
    MELEE,
    OFF_HAND,
    OPPORTUNITY,
    RANGED,
    TOUCH,
    TWO_WEAPONS,
    UNARMED,
    Blow,
    ModifierFunction,
    ac_functions,
    ac_rows,
    attack_functions,
    attack_rows,
    denials,
)
from sim.rules.d20.save import save as save
from sim.rules.d20.scores import modifier as ability_modifier
from sim.state.conditions import (
    AIDED,
    DOWN,
    ENTANGLED,
    FEINTED,
    GRAPPLING,
    HELPLESS,
    HIDDEN,
    INVISIBLE,
    MOUNTED,
    PINNED,
    POWER_ATTACK,
    PRONE,
    SICKENED,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sheet import Weapon
from sim.tables.sizes import SIZE

ATTACK_ROLL = "d20.core.attack-roll"
ARMOR_CLASS = "d20.core.armor-class"
DAMAGE = "d20.core.damage"
TOUCH_AC = "d20.core.touch-ac"
NATURAL = "d20.core.natural-weapons"
NATURAL_ROLL = "d20.core.natural-1-20"
STACKING = "d20.core.modifier-stacking"
MULTIPLYING = "d20.core.damage-multiplying"
NON_PROFICIENCY = "d20.core.non-proficiency"


def grip(me: Creature, weapon: Weapon, off_hand: bool, two_weapons: bool, secondary: bool) -> int:
    """
    Half Strength bonuses that count on damage: 1 off hand, 2 one hand, 3 two hands (d20.core.damage).

    A natural weapon: 1 as a ``secondary`` one, 3 when it is the only one, else 2 (d20.core.natural-weapons).
    """
    if weapon.category == "natural":
        if secondary:
            return 1
        return 3 if sum([w.count for w in me.sheet.weapons if w.category == "natural"]) == 1 else 2
    if off_hand:
        return 1
    if weapon.category == "light" or weapon.category == "unarmed" or two_weapons:
        return 2
    if me.flags & MOUNTED and me.shield_on and "lance" in weapon.traits:
        return 2
    if weapon.category == "two-handed" or weapon.two_handed:
        return 3
    return 2


def base_attack(me: Creature, weapon: Weapon, ranged: bool) -> tuple[Modifier, ...]:
    """The parts of an attack bonus that belong to attacker and weapon (d20.core.attack-roll)."""
    key = ("attack", weapon.name, ranged, me.damage_to, me.boons, me.flags & scores.CHANGING, me.shield_on)
    parts = me.cache.get(key)
    if parts is None:
        parts = me.cache[key] = _base_attack(me, weapon, ranged)
    return parts  # type: ignore[return-value]


def _base_attack(me: Creature, weapon: Weapon, ranged: bool) -> tuple[Modifier, ...]:
    parts = [Modifier(me.sheet.base_attack, "base attack", ATTACK_ROLL)]
    finesse = () if ranged else weapon_feats.finesse(me, weapon)
    parts.extend(finesse or (scores.part(me, "dexterity" if ranged else "strength", ATTACK_ROLL),))
    size = SIZE[me.sheet.size].attack
    if size:
        parts.append(Modifier(size, "size", ATTACK_ROLL))
    parts.extend(Modifier(value, type_, rule) for on, value, type_, rule in weapon.bonuses if on == "attack")
    if not weapon.proficient and "splash" not in weapon.traits:
        parts.append(Modifier(-4, "non-proficiency", NON_PROFICIENCY))
    if weapon.secondary:
        parts.append(secondary_penalty(me))
    parts.extend(
        Modifier(worn.check, "armor check", NON_PROFICIENCY)
        for worn in (me.sheet.armor, me.sheet.shield)
        if worn is not None and not worn.proficient and worn.check
    )
    parts.extend(tower_shield.burden(me))
    return tuple(parts)


def secondary_penalty(me: Creature) -> Modifier:
    """What it costs to strike with a natural weapon besides the main ones."""
    if "multiattack" in me.sheet.feats:
        return Modifier(-2, "secondary", multiattack.PENALTY)
    return Modifier(-5, "secondary", NATURAL)


class Own(NamedTuple):
    """
    The parts of a total that are a creature's own, what they come to when nothing else does, and the functions that
    look for something else.
    """

    parts: tuple[Modifier, ...]
    tally: Tally
    functions: tuple[ModifierFunction, ...]


def attack_tally(blow: Blow) -> Tally:
    """The attack bonus of a blow with all its parts."""
    me, bits = blow.attacker, blow.bits
    key = ("own attack", blow.weapon.name, bits, me.flags, me.damage_to, me.boons, me.shield_on)
    own: Own | None = me.cache.get(key)  # type: ignore[assignment]
    if own is None:
        parts = (*base_attack(me, blow.weapon, bits & RANGED != 0), *attack_rows(me.flags, bits & MELEE != 0))
        own = me.cache[key] = Own(parts, stack(parts), attack_functions(me, bits))
    own_parts, tally, functions = own
    extra = [part for function in functions if (part := function(blow)) is not None] if functions else []
    if me.boons:
        extra += boons.of(me, "attack", (blow.target.sheet.alignment,))
    return stack((*own_parts, *extra)) if extra else tally


def dexterity_denied(attacker: Creature | None, target: Creature, *, melee: bool = True) -> str:
    """The rule by which ``target`` has no Dexterity bonus to armor class against ``attacker``; empty if it has."""
    flags = target.flags
    if flags:
        if flags & FEINTED and melee and attacker is not None and feint.misled(target, attacker):
            return feint.EFFECT
        for row in denials(flags):
            if row.unless is None or not row.unless(target):
                return row.rule
        if attacker is not None and flags & GRAPPLING and attacker.id not in target.grapplers:
            return ac_mod.PINNED_RULE if flags & PINNED else ac_mod.GRAPPLING_RULE
    if attacker is not None and attacker.flags & INVISIBLE and not target.sheet.uncanny_dodge:
        return attack_mod.INVISIBLE_RULE
    if attacker is not None and attacker.flags & HIDDEN and not target.sheet.uncanny_dodge:
        from sim.rules.d20 import hide

        return hide.UNSEEN if attacker.has("hidden", target.id) else ""
    return ""


def base_ac(target: Creature, denied: bool, touch: bool, zero: str = "") -> tuple[Modifier, ...]:
    """
    The parts of an armor class that belong to the creature (d20.core.armor-class).

    ``denied``: without its Dexterity bonus; ``zero``: the rule by which its Dexterity counts as 0.
    """
    flags = target.flags & scores.CHANGING
    key = ("ac", denied, touch, zero, target.shield_on, target.damage_to, target.boons, flags)
    parts = target.cache.get(key)
    if parts is None:
        parts = target.cache[key] = _base_ac(target, denied, touch, zero)
    return parts  # type: ignore[return-value]


def _base_ac(target: Creature, denied: bool, touch: bool, zero: str) -> tuple[Modifier, ...]:
    sheet = target.sheet
    parts = [Modifier(10, "base", ARMOR_CLASS)]

    def add(value: int, label: str, rule: str = ARMOR_CLASS) -> None:
        if value:
            parts.append(Modifier(value, label, rule))

    if not touch:
        add(sheet.armor.bonus if sheet.armor else 0, "armor")
        add(sheet.shield.bonus if sheet.shield and target.shield_on else 0, "shield")
        add(sheet.natural_armor, "natural armor")
    if zero:
        add(-5, "dexterity", zero)
    else:
        dexterity = ability_modifier(target, "dexterity")
        rule = ac_mod.ENTANGLED_RULE if target.flags & ENTANGLED else scores.why_changed(target, "dexterity")
        caps = [sheet.armor.max_dexterity if sheet.armor else None]
        if target.shield_on and sheet.shield:
            caps.append(sheet.shield.max_dexterity)
        for cap in caps:
            if cap is not None:
                dexterity = min(dexterity, cap)
        if dexterity < 0 or not denied:
            add(dexterity, "dexterity", rule or ARMOR_CLASS)
        if not denied:
            add(sheet.dodge, "dodge")
    add(SIZE[sheet.size].attack, "size")
    add(sheet.deflection, "deflection")
    add(sheet.other_armor, "other")
    return tuple(parts)


def ac_tally(blow: Blow) -> Tally:
    """The armor class that a blow meets, with all its parts."""
    target = blow.target
    denial = blow.denied = dexterity_denied(blow.attacker, target, melee=blow.bits & MELEE != 0)
    if denial:
        blow.cites.append(denial)
    elif target.sheet.uncanny_dodge and uncanny_dodge.keeps(target, blow.attacker):
        blow.cites.append(uncanny_dodge.DEXTERITY)
    touch = blow.bits & TOUCH != 0
    if touch:
        blow.cites.append(TOUCH_AC)
    zero = ""
    if target.flags & (HELPLESS | PINNED):
        if target.flags & HELPLESS:
            zero = helpless.DEXTERITY
            if target.flags & PRONE and not ac_mod.both_rows(blow):
                blow.cites.append(STACKING)
        elif denial == ac_mod.PINNED_RULE and blow.battle.options.get("pinned-dexterity") == "zero":
            zero = denial
    key = ("own ac", denial != "", zero, blow.bits, target.flags, target.damage_to, target.boons, target.shield_on)
    own: Own | None = target.cache.get(key)  # type: ignore[assignment]
    if own is None:
        parts = (*base_ac(target, denial != "", touch, zero), *ac_rows(target.flags, blow.bits & MELEE != 0))
        own = target.cache[key] = Own(parts, stack(parts), ac_functions(blow.bits, target.flags))
    own_parts, tally, functions = own
    extra = [part for function in functions if (part := function(blow)) is not None] if functions else []
    if target.boons:
        extra += boons.on_ac(target, blow.attacker, touch)
    if denial or zero:
        extra = [part for part in extra if part.type != "dodge"]
    return stack((*own_parts, *extra)) if extra else tally


def mode(bits: int) -> str:
    """How an attack roll of this situation is called in the log."""
    if bits & RANGED:
        return "ranged-touch" if bits & TOUCH else "ranged"
    return "melee-touch" if bits & TOUCH else "melee"


def roll_attack(table: Table, blow: Blow, because: int, *extra: str) -> AttackRolled:
    """One attack roll (d20.core.attack-roll), told with what it met; a natural 1 misses, a natural 20 hits."""
    tally = attack_tally(blow)
    armor = ac_tally(blow)
    if blow.battle.ground.has_veils:
        blow.cites += concealment.seen_through(blow)
    (die,) = table.roll(20)
    natural = die.value
    total = natural + tally.total
    if natural == 1 or natural == 20:
        hit = natural == 20
        if hit != (total >= armor.total):
            blow.cites.append(NATURAL_ROLL)
    else:
        hit = total >= armor.total
    threat = hit and natural >= blow.weapon.threat and (not blow.bits & TOUCH or "touch" in blow.weapon.traits)
    if threat:
        if helpless.has_vitals(blow.target):
            blow.cites += weapon_feats.widened(blow.weapon, natural)
        else:
            threat = False
            blow.cites.append(creature_type.NO_CRITICAL)
    return AttackRolled(
        because,
        blow.attacker.id,
        blow.target.id,
        blow.weapon.name,
        mode(blow.bits),  # type: ignore[arg-type]
        total,
        tally.parts,
        tally.dropped,
        armor.total,
        armor.parts,
        armor.dropped,
        hit,
        threat,
        blow.bits & OPPORTUNITY != 0,
        (*extra, *blow.cites, STACKING) if tally.dropped or armor.dropped else (*extra, *blow.cites),
        (die,),
    )


def strike(table: Table, blow: Blow, because: int, *extra: str) -> bool:
    """
    Attack: roll, confirm a critical hit, try the miss chance, deal damage. True when the blow hurt or touched.

    ``extra`` are rules cited by the attack roll (why this attack is made at all).
    """
    if blow.target.boons and deceived(table, blow, because):
        return False
    rolled = roll_attack(table, blow, because, *extra)
    seq = table.tell(rolled)
    if (blow.attacker.flags | blow.target.flags) & (AIDED | FEINTED):
        use_up(table, blow, seq)
    multiplier = 1
    if not rolled.hit:
        return False
    if blow.astray is not None:
        from sim.rules.d20 import bull_rush

        struck = bull_rush.stray(table, blow.attacker, blow.target, blow.astray, seq)
        if struck is not blow.target:
            blow.target, blow.denied = struck, None
    if rolled.threat:
        multiplier = confirm(table, blow, rolled, seq)
    if concealment.missed(table, blow, seq):
        return False
    me, target = blow.attacker, blow.target
    stood = not target.flags & DOWN
    cites: tuple[str, ...] = ()
    if blow.battle.suspended and ready.braced(blow):
        multiplier, cites = multiplier + 1, (ready.SET_AGAINST_CHARGE,)
    elif me.flags & MOUNTED and "lance" in blow.weapon.traits:
        from sim.rules.d20 import mounted

        times, cites = mounted.lances(blow)
        multiplier += times
    hurt(table, blow, multiplier, seq, *cites)
    if me.sheet.rend:
        rend.tear(table, blow, seq)
    if stood and target.flags & DOWN and blow.bits & MELEE and "cleave" in me.sheet.feats:
        cleave.go_on(table, blow, seq)
    return True


def deceived(table: Table, blow: Blow, because: int) -> bool:
    """Does it go at an image of its target?"""
    from sim.rules.d20 import illusion

    return illusion.deceived(table, blow, because)


def use_up(table: Table, blow: Blow, because: int) -> None:
    """What was good for one attack is over with its roll: the help of others, a feint."""
    if (blow.attacker.flags | blow.target.flags) & AIDED:
        aid_another.spend(table, blow, because)
    if blow.target.flags & FEINTED:
        feint.spend(table, blow, because)


def confirm(table: Table, blow: Blow, rolled: AttackRolled, because: int) -> int:
    """The roll that makes a threat a critical hit (d20.core.critical); returns the multiplier."""
    (die,) = table.roll(20)
    bonus = rolled.total - rolled.dice[0].value
    total = die.value + bonus
    confirmed = die.value == 20 or (die.value != 1 and total >= rolled.ac)
    table.tell(
        CriticalRolled(
            because,
            blow.attacker.id,
            blow.target.id,
            total,
            rolled.ac,
            confirmed,
            ("d20.core.critical",),
            (die,),
        )
    )
    return blow.weapon.multiplier if confirmed else 1


def damage_parts(blow: Blow) -> tuple[Modifier, ...]:
    """The fixed bonuses of a blow's damage (d20.core.damage)."""
    me, weapon = blow.attacker, blow.weapon
    two_weapons, off_hand = blow.bits & TWO_WEAPONS != 0, blow.bits & OFF_HAND != 0
    key = (
        "damage",
        weapon.name,
        blow.bits & (RANGED | TWO_WEAPONS | OFF_HAND),
        blow.penalty != 0,
        me.damage_to,
        me.boons,
        me.shield_on,
        me.flags & (scores.CHANGING | SICKENED | MOUNTED),
        me.flags & POWER_ATTACK and me.conditions,
    )
    parts = me.cache.get(key)
    if parts is None:
        parts = me.cache[key] = _damage_parts(blow, off_hand, two_weapons)
    return parts  # type: ignore[return-value]


def _damage_parts(blow: Blow, off_hand: bool, two_weapons: bool) -> tuple[Modifier, ...]:
    me, weapon = blow.attacker, blow.weapon
    parts: list[Modifier] = []
    strength = ability_modifier(me, "strength")
    rule = DAMAGE if weapon.category != "natural" else NATURAL
    if off_hand:
        rule = two_weapon.OFF_HAND_DAMAGE
    if (blow.bits & RANGED and not weapon.adds_strength) or "touch" in weapon.traits:
        strength = 0
    elif strength > 0:
        if not blow.bits & RANGED:
            secondary = weapon.secondary or blow.penalty != 0 or "rake" in weapon.traits
            strength = strength * grip(me, weapon, off_hand, two_weapons, secondary) // 2
        elif off_hand:
            strength //= 2
        elif weapon.strength_rating is not None:
            strength = min(strength, weapon.strength_rating)
    if strength:
        parts.append(Modifier(strength, "strength", rule))
    parts.extend(Modifier(value, type_, source) for on, value, type_, source in weapon.bonuses if on == "damage")
    parts.extend(condition.damage_parts(me))
    parts.extend(boons.of(me, "damage"))
    parts.extend(power_attack.traded(me, weapon, off_hand, blow.bits & RANGED != 0))
    return tuple(parts)


def hurt(table: Table, blow: Blow, multiplier: int, because: int, *cites: str) -> int:
    """
    Roll and deal the damage of a hit; returns what got through.

    Multiplied damage is rolled so many times with all its fixed bonuses; several multipliers add what each has above
    one (d20.core.damage-multiplying). A hit deals at least one point.
    """
    me, target, weapon = blow.attacker, blow.target, blow.weapon
    extra_cites = list(cites)
    if multiplier > 1:
        extra_cites.append(MULTIPLYING)
    dice = weapon.damage
    if blow.bits & CHARGING:
        dice = powerful_charge.dice_of(blow)
        if powerful_charge.applies(blow):
            extra_cites.append(powerful_charge.DAMAGE)
    count, sides, bonus = notation.parse(dice)
    count *= multiplier
    rolled = table.roll(sides, count) if sides > 1 else ()
    parts = damage_parts(blow)
    points = sum([die.value for die in rolled]) if rolled else count
    points += multiplier * (bonus + sum([part.value for part in parts]))
    nonlethal = blow.lethality == "nonlethal" or (weapon.nonlethal and blow.lethality != "lethal")
    if points < 1:
        points = 1
    if blow.bits & UNARMED:
        extra_cites += unarmed.damage_rules(blow, nonlethal)
    if me.sheet.sneak_attack:
        sneak, sneak_rules = helpless.sneak_dice(blow, nonlethal)
        extra_cites += sneak_rules
        if sneak:
            more = table.roll(6, sneak)
            rolled = (*rolled, *more)
            points += sum([die.value for die in more])
    through = wounds.deal(table, target, me, weapon, points, nonlethal, because, parts, tuple(extra_cites), rolled)
    if weapon.energy is not None:
        through += energy.add(table, me, target, weapon, because)
    return through


def opposed(
    table: Table,
    contest: str,
    me: Creature,
    other: Creature,
    checks: tuple[str, str],
    mine: tuple[Modifier, ...],
    theirs: tuple[Modifier, ...],
    because: int,
    *cites: str,
    die: Die | None = None,
) -> ContestRolled:
    """
    An opposed roll (d20.core.opposed-check): the higher total wins, then the higher modifier, then both roll again.

    ``die`` is what ``me`` has rolled already, against another.
    """
    bonus, other_bonus = sum(part.value for part in mine), sum(part.value for part in theirs)
    dice: list[Die] = []
    while True:
        if die is None:
            first, second = table.roll(20, 2)
            dice += (first, second)
        else:
            first, (second,) = die, table.roll(20)
            dice.append(second)
            die = None
        total, other_total = first.value + bonus, second.value + other_bonus
        if total != other_total or bonus != other_bonus:
            break
    tied = total == other_total or len(dice) > 2
    return ContestRolled(
        because,
        contest,
        me.id,
        other.id,
        checks,
        total,
        mine,
        other_total,
        theirs,
        total > other_total or (total == other_total and bonus > other_bonus),
        (*cites, "d20.core.opposed-check") if tied else cites,
        tuple(dice),
    )
