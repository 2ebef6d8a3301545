"""
Attack rolls, Armor Class, damage, saving throws, going down (adnd.core.*).

An attack hits when the d20 shows at least THAC0 less the attacker's modifiers less the target's Armor Class. All
modifiers add up. The die itself is never changed: 1 and 2 miss, 20 hits.
"""

from __future__ import annotations

from typing import Literal

from sim.core.tally import Modifier
from sim.dice import notation
from sim.dice.sources import Die
from sim.events.adnd import AttackMade, SavingThrowRolled
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.equipment import Dropped
from sim.rules.adnd.declare import (
    AFTER_FELLED,
    AFTER_HIT,
    AFTER_ROLL,
    BEFORE_ROLL,
    FREE,
    HURLED,
    MISSILE,
    NATURAL,
    ON_WOULD_HIT,
    RANGED,
    REAR,
    SHIELD,
    TWO_HANDED,
    Blow,
    on_ac,
    on_attack,
    on_damage,
    sheet_of,
)
from sim.state.battle import ROUND, Battle
from sim.state.conditions import (
    BLINDED,
    DEAD,
    GONE,
    HELPLESS,
    HINDERED,
    INVISIBLE,
    LIGHTLY_STUNNED,
    STUNNED,
    SURPRISED,
    SURRENDERED,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_figures import CLASSES
from sim.tables.adnd_sheet import SIZES, Missile, Sheet, Weapon

ATTACK_ROLL = "adnd.core.attack-roll"
DESCENDING = "adnd.core.descending-ac"
NATURAL_20 = "adnd.core.natural-20"
AUTO_MISS = "adnd.fumble.auto-miss.natural-1-2"
IGNORES = "adnd.fumble.auto-miss.ignores-thac0-and-modifiers"
CLASS = "adnd.core.thac0.class"
MULTI_CLASS = "adnd.core.thac0.multi-class"
MONSTER = "adnd.core.thac0.monster"
THREE_PLUS = "adnd.core.thac0.three-plus"
SIGNS = "adnd.core.sign-convention"
ROUNDING = "adnd.core.rounding"
TIME = "adnd.core.time"
ADD = "adnd.core.modifiers.add"
ORDER = "adnd.core.hit.order"
SAVE_CLASS = "adnd.core.saving-throw.class"
SAVE_MONSTER = "adnd.core.saving-throw.monster"
AC_SUM = "adnd.core.ac.sum"
AC_LIMITS = "adnd.core.ac.limits"
DEXTERITY = "adnd.core.dexterity.adjustments"
STRENGTH = "adnd.core.strength.adjustments"
MAGIC = "adnd.core.magic-plus"
BY_SIZE = "adnd.core.damage.by-size"
BONUSES = "adnd.core.damage.bonuses"
MULTIPLIED = "adnd.core.damage.multiplied"
BY_WEAPON = "adnd.core.natural-attacks.by-weapon"
DEFENCES = "adnd.core.creature-defences"
CREATURE_DATA = "adnd.core.creature-data"
HELPLESS_RULE = "adnd.core.helpless"
AUTO_HIT = "adnd.position.helpless.auto-hit"
NORMAL_DAMAGE = "adnd.position.helpless.normal-damage"
BLINDED_RULE = "adnd.core.blinded"
INVISIBLE_RULE = "adnd.core.invisible"
SURPRISE_TO_HIT = "adnd.core.surprise.to-hit"
SURPRISE_NO_DEX = "adnd.core.surprise.no-dex"
HINDERED_RULE = "adnd.core.hindered"
UNCONSCIOUS = "adnd.core.unconscious"
SAVE = "adnd.core.saving-throw.roll"


def is_large(target: Creature) -> bool:
    """Do weapons do their second figure to it (adnd.core.damage.by-size)?"""
    return SIZES.index(sheet_of(target).size) >= SIZES.index("large")


def _strength(me: Creature) -> figures.StrengthFigures:
    sheet = sheet_of(me)
    return figures.strength(sheet.strength, sheet.exceptional)


def strength_bonus(me: Creature) -> int:
    """What its Strength adds to a blow that is struck with it; nothing of a creature's, whose data have it in them."""
    return 0 if sheet_of(me).group == "creature" else _strength(me).damage


@on_attack()
def strength_to_hit(blow: Blow) -> Modifier | None:
    """Strength adjusts attacks in melee and with what is hurled, and with a bow that was built for it."""
    hit = _strength(blow.attacker).to_hit
    return Modifier(hit, "strength", STRENGTH) if hit and draws(blow, hit) else None


def draws(blow: Blow, adjustment: int, *, partly: bool = False) -> bool:
    """
    Does an adjustment of Strength bear on this blow? The data of creatures have it in them. It does on everything but
    launchers; of those on bows alone: a penalty always, a bonus if the bow was built for such a Strength; the damage
    ``partly``, as far as it was.
    """
    if blow.bits & NATURAL or sheet_of(blow.attacker).group == "creature":
        return False
    if not blow.bits & MISSILE:
        return True
    built = blow.weapon.strength or 0
    return blow.weapon.family == "bow" and (partly or adjustment < 0 or built >= _strength(blow.attacker).damage)


@on_attack()
def dexterity_at_range(blow: Blow) -> Modifier | None:
    """Dexterity adjusts attacks with missile weapons."""
    if not blow.bits & RANGED:
        return None
    from sim.rules.adnd import grab_person

    value = figures.dexterity(sheet_of(blow.attacker).dexterity).missile
    if value > 0 and blow.attacker.flags & LIGHTLY_STUNNED:
        blow.cites.append("adnd.fumble.note.2.lose-dex-bonus")
        return None
    if value > 0 and (why := grab_person.no_dexterity(blow.attacker)):
        blow.cites.append(why)
        return None
    return Modifier(value, "dexterity", DEXTERITY) if value else None


@on_attack()
def magic_to_hit(blow: Blow) -> Modifier | None:
    """A weapon's plus, and with a launcher that of its missile too."""
    plus = blow.weapon.plus
    if (missile := shot_with(blow)) is not None:
        plus += missile.plus
    if blow.bits & SHIELD:
        from sim.rules.adnd import shield_punch

        plus = shield_punch.magic(blow)
    return Modifier(plus, "magic", MAGIC) if plus else None


@on_attack()
def by_weapon(blow: Blow) -> Modifier | None:
    """What a creature's data add when it fights by weapon."""
    return Modifier(blow.weapon.attack, "creature", BY_WEAPON) if blow.weapon.attack else None


def sightless(battle: Battle, me: Creature) -> bool:
    """Is it blinded, or in total darkness without night sight (``BLINDED_RULE``)?"""
    return me.flags & BLINDED != 0 or in_the_dark(battle, me.square, me)


def in_the_dark(battle: Battle, square: int, me: Creature) -> bool:
    """Is it too dark in a square for these eyes?"""
    return battle.ground.dark >> square & 1 == 1 and not sheet_of(me).darkvision


@on_attack()
def blinded(blow: Blow) -> Modifier | None:
    """Who sees nothing strikes at -4; so does who cannot see this target, and that once."""
    if sightless(blow.battle, blow.attacker):
        return Modifier(-4, "blinded", BLINDED_RULE)
    if blow.target.flags & INVISIBLE or in_the_dark(blow.battle, blow.target.square, blow.attacker):
        return Modifier(-4, "unseen", INVISIBLE_RULE)
    return None


@on_attack()
def surprised(blow: Blow) -> Modifier | None:
    """The surprised are hit more easily."""
    return Modifier(1, "surprised", SURPRISE_TO_HIT) if blow.target.flags & SURPRISED else None


@on_attack()
def hindered(blow: Blow) -> Modifier | None:
    """Who is entangled, climbs or is hindered otherwise is off balance."""
    return Modifier(2, "hindered", HINDERED_RULE) if blow.target.flags & HINDERED else None


def better(value: int, type: str, rule: str) -> Modifier:
    """A bonus on Armor Class or initiative: it lowers the figure, whatever sign the text gives it (``SIGNS``)."""
    return Modifier(-abs(value), type, rule)


def worse(value: int, type: str, rule: str) -> Modifier:
    """A penalty on Armor Class or initiative: it raises the figure, whatever sign the text gives it (``SIGNS``)."""
    return Modifier(abs(value), type, rule)


def halved(value: int) -> tuple[int, tuple[str, ...]]:
    """
    Half of something rounded down, half of a penalty rounded up, so that more of it is left; with the rule where a
    fraction was rounded.

    >>> halved(5)[0], halved(-5)[0], halved(4)
    (2, -3, (2, ()))
    """
    return value // 2, (ROUNDING,) if value % 2 else ()


def rounds(number: int, unit: Literal["round", "turn", "hour"]) -> int:
    """
    How many rounds a time lasts (``TIME``): one is a minute long.

    >>> rounds(2, "turn"), rounds(3, "hour")
    (20, 180)
    """
    return number * {"round": 1, "turn": 10, "hour": 60}[unit]


def attack_parts(blow: Blow) -> tuple[Modifier, ...]:
    """The bonuses and penalties of an attack roll."""
    parts = [part for function in on_attack.of(blow.bits) if (part := function(blow)) is not None]
    return (*parts, *blow.extra)


def why_no_dexterity(blow: Blow) -> str:
    """The rule by which a target's good Dexterity does not count against this blow; empty if it does."""
    target = blow.target
    if target.flags & SURPRISED:
        return SURPRISE_NO_DEX
    if target.flags & HELPLESS:
        return HELPLESS_RULE
    if target.flags & STUNNED:
        return "adnd.fumble.note.3.lose-dex-bonus"
    if target.flags & LIGHTLY_STUNNED:
        return "adnd.fumble.note.2.lose-dex-bonus"
    if blow.bits & REAR:
        return "adnd.melee.rear.no-shield-no-dex"
    from sim.rules.adnd import grab_person
    from sim.state.conditions import CASTING
    from sim.state.conditions import CHARGING as IS_CHARGING

    if target.flags & IS_CHARGING:
        return "adnd.charge.no-dex"
    if target.flags & CASTING:
        return "adnd.core.spell.no-move-no-dex"
    return grab_person.no_dexterity(target)


@on_ac()
def dexterity_defence(blow: Blow) -> Modifier | None:
    """Dexterity improves Armor Class against every attack that can be seen coming; a bad one always counts."""
    value = figures.dexterity(sheet_of(blow.target).dexterity).defence
    if value < 0 and (why := why_no_dexterity(blow)):
        blow.cites.append(why)
        return None
    return Modifier(value, "dexterity", DEXTERITY) if value else None


@on_ac()
def blinded_defence(blow: Blow) -> Modifier | None:
    """Who sees nothing has an Armor Class four worse, though not beyond 10; if stunned, the stun alone counts."""
    return worse(4, "blinded", BLINDED_RULE) if gropes(blow) else None


def gropes(blow: Blow) -> bool:
    """Does blindness alone make the target easy to hit?"""
    return not blow.target.flags & STUNNED and sightless(blow.battle, blow.target)


def ac_parts(blow: Blow) -> tuple[Modifier, ...]:
    """The parts of the Armor Class that a blow meets."""
    armor = sheet_of(blow.target).armor
    parts = [Modifier(armor.armor_class, "armor", AC_SUM)]
    if armor.plus:
        parts.append(Modifier(-armor.plus, "magic armor", MAGIC))
    parts += [part for function in on_ac.of(blow.bits) if (part := function(blow)) is not None]
    total = sum(part.value for part in parts)
    if total > 10 and gropes(blow):
        parts.append(Modifier(max(10, total - 4) - total, "at most 10", BLINDED_RULE))
        total = sum(part.value for part in parts)
    if total < -10:
        parts.append(Modifier(-10 - total, "limit", AC_LIMITS))
    return tuple(parts)


def mode(bits: int) -> str:
    """How a blow of this situation is called in the log."""
    return "missile" if bits & MISSILE else "hurled" if bits & HURLED else "melee"


def thac0_of(me: Creature) -> int:
    """Its THAC0, from class and level or Hit Dice."""
    return sheet_of(me).thac0


def thac0_rules(sheet: Sheet) -> tuple[str, ...]:
    """
    Whence a THAC0 comes: from class and level, of several classes the best; of a creature from its Hit Dice, where
    three and more added points count as one more.
    """
    if sheet.group != "creature":
        return (CLASS, MULTI_CLASS) if len(sheet.classes) > 1 else (CLASS,)
    return (MONSTER, THREE_PLUS) if sheet.hit_dice_plus >= CLASSES.creatures.added else (MONSTER,)


def needed_to_hit(thac0: int, bonuses: int, ac: int) -> int:
    """
    What the die must show. Armor Class descends: the lower it is, the more is needed (``DESCENDING``).

    >>> needed_to_hit(20, 0, 10), needed_to_hit(20, 0, -5), needed_to_hit(20, 2, -5)
    (10, 25, 23)
    """
    return thac0 - bonuses - ac


def roll_attack(table: Table, blow: Blow, because: int, *rules: str) -> AttackMade:
    """
    One attack roll, not told yet (adnd.core.attack-roll): 1 and 2 miss, 20 hits, else the number needed decides.

    A helpless target is hit without a die.
    """
    blow.missile = shot_with(blow)
    parts, armor = attack_parts(blow), ac_parts(blow)
    thac0 = thac0_of(blow.attacker)
    ac = sum(part.value for part in armor)
    needed = needed_to_hit(thac0, sum(part.value for part in parts), ac)
    helpless = blow.target.flags & (HELPLESS | SURRENDERED) and blow.how in ("strike", "punch")
    dice = () if helpless else table.roll(20)
    natural = dice[0].value if dice else 0
    cites = [*rules, ATTACK_ROLL, *thac0_rules(sheet_of(blow.attacker))]
    if len(parts) > 1:
        cites.append(ADD)
    if helpless:
        hit = True
        cites += [AUTO_HIT, NORMAL_DAMAGE, HELPLESS_RULE, ORDER]
    elif natural <= 2:
        hit = False
        cites.append(AUTO_MISS)
        if natural >= needed:
            cites.append(IGNORES)
    elif natural == 20:
        hit = True
        if needed > 20:
            cites.append(NATURAL_20)
    else:
        hit = natural >= needed
    return AttackMade(
        because,
        blow.attacker.id,
        blow.target.id,
        blow.weapon.name,
        mode(blow.bits),  # type: ignore[arg-type]
        blow.how,  # type: ignore[arg-type]
        thac0,
        parts,
        ac,
        armor,
        needed,
        natural,
        hit,
        blow.bits & FREE != 0,
        (*cites, *blow.cites, *((ORDER,) if blow.parries else ())),
        dice,
    )


def attack(table: Table, blow: Blow, because: int, *rules: str) -> tuple[AttackMade, int] | None:
    """
    Roll a blow and let everything answer that may: blocks before it, parries against a would-be hit.

    Gives the roll as it counts and its number; ``None`` when the blow never came. The steps have a fixed order
    (``ORDER``): parries are announced before the die falls, and rolled when it would hit. The consequences of a
    natural 1 are the caller's, when all is over: ``aftermath``.
    """
    for before in BEFORE_ROLL:
        if before(table, blow, because):
            return None
    rolled = roll_attack(table, blow, because, *rules)
    seq = table.tell(rolled)
    if rolled.hit and rolled.dice:
        for stopped in ON_WOULD_HIT:
            if stopped(table, blow, rolled, seq):
                from attrs import evolve

                return evolve(rolled, hit=False), seq
    return rolled, seq


def aftermath(table: Table, blow: Blow, rolled: AttackMade, seq: int) -> None:
    """What an attack roll brings when the attack is over: a natural 1 has its consequences."""
    for hook in AFTER_ROLL:
        hook(table, blow, rolled, seq)


def strike(table: Table, blow: Blow, because: int, *rules: str) -> bool:
    """A plain attack: roll, damage, what a hit brings besides, what a fumble does. True when it hit."""
    from sim.rules.adnd import unarmed

    if blow.how == "punch" and unarmed.struck_first(table, blow.attacker, blow.target, because):
        return False
    outcome = attack(table, blow, because, *rules)
    if outcome is None:
        return False
    rolled, seq = outcome
    if rolled.hit:
        if blow.how == "punch":
            unarmed.punched(table, blow, rolled, seq)
        else:
            harm(table, blow, seq)
        for hook in AFTER_HIT:
            hook(table, blow, rolled, seq)
    aftermath(table, blow, rolled, seq)
    return rolled.hit


def missile_of(me: Creature, weapon: Weapon) -> Missile | None:
    """The missile that a launcher shoots next: the first kind that is left; ``None`` when there is none."""
    spent = dict(me.ammunition).get(weapon.name, 0)
    for missile in weapon.missiles:
        if spent < missile.count:
            return missile
        spent -= missile.count
    return None


def shot_with(blow: Blow) -> Missile | None:
    """What a launcher shoots in this blow, or has shot."""
    if not blow.bits & MISSILE:
        return None
    return blow.missile or missile_of(blow.attacker, blow.weapon)


def dice_of(blow: Blow) -> str:
    """The dice of a hit with this weapon against this target (adnd.core.damage.by-size)."""
    large = is_large(blow.target)
    if (missile := shot_with(blow)) is not None:
        return str(missile.large if large else missile.damage)
    grip = blow.weapon.grip
    if blow.bits & TWO_HANDED and grip is not None:
        return grip.large if large else grip.damage
    return blow.weapon.large if large and blow.weapon.large else blow.weapon.damage


@on_damage()
def strength_damage(blow: Blow) -> Modifier | None:
    """Strength adds to damage in melee and of what is hurled; to a bow's as far as it was built for it."""
    damage = _strength(blow.attacker).damage
    if blow.bits & MISSILE and blow.weapon.family == "bow":
        damage = min(damage, blow.weapon.strength or 0)
    return Modifier(damage, "strength", STRENGTH) if damage and draws(blow, damage, partly=True) else None


@on_damage()
def magic_damage(blow: Blow) -> Modifier | None:
    """A weapon's plus; of a launcher's shot only the missile's."""
    plus = blow.weapon.plus
    if blow.bits & MISSILE:
        missile = shot_with(blow)
        plus = missile.plus if missile is not None else 0
    if blow.bits & SHIELD:
        from sim.rules.adnd import shield_punch

        plus = shield_punch.magic(blow)
    return Modifier(plus, "magic", MAGIC) if plus else None


@on_damage()
def creature_damage(blow: Blow) -> Modifier | None:
    """What a creature's data add to a weapon's damage."""
    return Modifier(blow.weapon.damage_bonus, "creature", BY_WEAPON) if blow.weapon.damage_bonus else None


def throw(table: Table, dice: notation.Dice) -> tuple[int, tuple[Die, ...]]:
    """What dice give, and the dice as they fell: a plain number of points needs none."""
    if dice.sides == 1:
        return dice.count + dice.bonus, ()
    fallen = table.roll(dice.sides, dice.count)
    return sum(die.value for die in fallen) + dice.bonus, fallen


def harm(
    table: Table, blow: Blow, because: int, *rules: str, share: int = 1, lasting: int = 1, points: int | None = None
) -> int:
    """
    The damage of a hit: dice, multiplied where a rule says so, then bonuses, at least 1. Gives the points. A weapon
    without dice (a mancatcher) does none.

    ``share``: only the half (2) of it is done, rounded down, at least 1. ``lasting``: only that part of what is done (a
    half, a quarter, rounded down) lasts, the rest is temporary. ``points`` take the place of the weapon's dice.
    """
    from sim.rules.adnd import high_mastery

    if points is None and not dice_of(blow):
        return 0
    parsed = notation.parse(dice_of(blow)) if points is None else notation.Dice(0, 1, points)
    rolled = table.log.events[because] if because >= 0 else None
    critical = high_mastery.critical(blow, rolled) if type(rolled) is AttackMade else ()
    if critical:
        parsed = parsed._replace(count=2 * parsed.count, bonus=2 * parsed.bonus)
    base, dice = throw(table, parsed)
    known = len(blow.cites)
    parts = [part for function in on_damage.of(blow.bits) if (part := function(blow)) is not None]
    cites = [*((BY_SIZE,) if points is None else ()), *rules, *critical, *blow.cites[known:]]
    if parts:
        cites.append(BONUSES)
    if blow.damage_multiplier > 1:
        base *= blow.damage_multiplier
        cites.append(MULTIPLIED)
    total = base + sum(part.value for part in parts)
    if total < 1:
        total = 1
        cites.append(BONUSES)
    if share == 2:
        total, rounded = halved(total)
        total = max(1, total)
        cites += rounded
    from sim.rules.adnd import wounds

    target = sheet_of(blow.target)
    if target.plus_needed > plus_of(blow):
        total = 0
        cites.append(DEFENCES)
    elif target.lightly and set(blow.weapon.kinds) & set(target.lightly):
        total, rounded = halved(total)
        cites += [DEFENCES, *rounded]
    kinds = "/".join(blow.weapon.kinds)
    kept = total // lasting
    if lasting > 1:
        cites.append(wounds.TEMPORARY)
    who, other, passing = blow.target.id, blow.attacker.id, total > 0 and not kept
    first = DamageDealt(because, who, other, kept or total, passing, tuple(parts), kinds, tuple(cites), dice)
    seq = table.tell(first)
    if kept and kept < total:
        table.tell(DamageDealt(seq, who, other, total - kept, True, (), kinds, (*rules, wounds.TEMPORARY)))
    wounds.shock(table, blow.target, total, seq)
    return total


def plus_of(blow: Blow) -> int:
    """The magic with which a blow strikes."""
    if (missile := shot_with(blow)) is not None:
        return int(max(blow.weapon.plus, missile.plus))
    return blow.weapon.plus


SAVES = ("death", "wands", "petrification", "breath", "spell")


def save(table: Table, who: Creature, against: str, kind: str, because: int, *rules: str, bonus: int = 0) -> bool:
    """A saving throw: a d20 of at least the number of its kind; a 1 fails, a 20 succeeds."""
    needed = sheet_of(who).saves[SAVES.index(kind)]
    parts = [Modifier(bonus, "", rules[0])] if bonus and rules else []
    if sightless(table.battle, who):
        parts.append(Modifier(-4, "blinded", BLINDED_RULE))
    (die,) = table.roll(20)
    total = die.value + sum(part.value for part in parts)
    success = die.value != 1 and (die.value == 20 or total >= needed)
    table.tell(
        SavingThrowRolled(
            because, who.id, kind, against, needed, total, tuple(parts), success,  # type: ignore[arg-type]
            (*rules, SAVE, *save_rules(sheet_of(who))), (die,),
        )
    )  # fmt: skip
    return success


def save_rules(sheet: Sheet) -> tuple[str, ...]:
    """Whence saving throws come: from class and level, of several classes the best; from a creature's Hit Dice."""
    return (SAVE_MONSTER,) if sheet.group == "creature" else (SAVE_CLASS,)


def felled(creature: Creature) -> bool:
    """Has it no hit points left, lasting and temporary damage taken together?"""
    return creature.hit_points - creature.nonlethal <= 0


def settle(table: Table, because: int = -1) -> None:
    """
    Whoever has no hit points left goes down: dead, or unconscious when lasting damage alone would not do it; who lies
    there already may still die, and one fall may bring another.
    """
    from sim.rules.adnd import wounds

    falling = True
    while falling:
        falling = False
        for creature in tuple(table.battle):
            if felled(creature) and not creature.flags & (DEAD | GONE) and wounds.sinks(table.battle, creature):
                go_down(table, creature, because)
                falling = True


def go_down(table: Table, creature: Creature, because: int) -> None:
    """
    At 0 hit points it is dead (adnd.wounds.zero); knocked out by temporary damage, it lies unconscious
    (adnd.wounds.temporary).
    """
    from sim.rules.adnd import wounds

    wounds.fall(table, creature, because)
    for hook in AFTER_FELLED:
        hook(table, creature, because)


def faint(
    table: Table,
    creature: Creature,
    because: int,
    *rules: str,
    condition: str = "unconscious",
    value: int = 0,
    rounds: int = 0,
    dice: tuple[Die, ...] = (),
) -> None:
    """
    It falls unconscious where it stands, prone, and drops what it holds (adnd.core.unconscious): for so many
    ``rounds`` after this one, or without a number until something wakes it.
    """
    ender, turns = (ROUND, rounds + 1) if rounds else ("", 1)
    seq = table.tell(
        ConditionBegan(because, creature.id, condition, (*rules, UNCONSCIOUS), "", value, ender, turns, dice)
    )
    lie(table, creature, seq, UNCONSCIOUS)
    let_go(table, creature, seq, UNCONSCIOUS)


def lie(table: Table, creature: Creature, because: int, *rules: str, value: int = 0) -> None:
    """It lies: of several positions only the lowest counts."""
    from sim.rules.adnd import position

    position.sink(table, creature, "prone", because, *rules, value=value)


def let_go(table: Table, creature: Creature, because: int, *rules: str) -> None:
    """It drops what is in its hands."""
    for name in creature.held:
        weapon = creature.weapons.get(name)
        if weapon is None or weapon.category not in ("natural", "unarmed"):
            table.tell(Dropped(because, creature.id, name, creature.square, rules))
