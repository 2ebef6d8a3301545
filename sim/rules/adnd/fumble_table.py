"""
The table of critical fumbles: what each band of its d100 does (adnd.fumble.table.*).

A result that cannot apply is settled here as the referee would (``JUDGEMENT``): where the band has no answer of its
own, a weapon that cannot leave its owner costs him half the damage of the blow, and so does an injury to a part that he
has not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.dice import notation
from sim.dice.sources import Die
from sim.events.adnd import PercentRolled
from sim.events.adnd_fumbles import WeaponFlew
from sim.events.adnd_hands import ShieldRuined
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped, PickedUp
from sim.events.objects import ItemBroken
from sim.rules import choice
from sim.rules.adnd import core, disarm, hand, melee, missile, mounted, position, style
from sim.rules.adnd.declare import (
    AFTER_FELLED,
    CHARGING,
    HURLED,
    MELEE,
    MISSILE,
    NATURAL,
    PARRYING,
    RANGED,
    SECOND,
    SHIELD,
    TWO_WEAPONS,
    Blow,
    arm_of,
    gap,
    in_two_hands,
    sheet_of,
)
from sim.rules.adnd.fumble_injuries import (
    ARMOUR,
    ASKEW,
    COUNTING,
    DANGLING,
    HELMET,
    HIP,
    JAMMED,
    JUDGEMENT,
    LOOSE,
    MAIN,
    NO_ACTIONS,
    OTHER,
    SHOULDER,
    SPRAIN,
    STUCK,
    STUCK_RULE,
    WRIST,
    arm_out,
    askew,
    lasts,
    protection,
    which_hand,
    wrist_out,
)
from sim.state.battle import Battle
from sim.state.conditions import DEAD, FOULED, GONE, HELD, LOOSE_SHIELD
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_fumbles import FUMBLES, Band, faces
from sim.tables.adnd_sheet import SIZES, Weapon

HALF = "adnd.fumble.half-damage"
DIRECTION = "adnd.fumble.note.4.direction"
LANDING = "adnd.fumble.drop.landing-square"
NO_ARMOUR = {39: "adnd.fumble.table.39-40.no-armour", 50: "adnd.fumble.table.50-51.no-armour"}
NO_SHIELD = "adnd.fumble.table.52-56.no-shield"
FEET = "adnd.fumble.table.66"
BREAKS = "adnd.fumble.table.83-86"
SHIELD_BREAKS = "adnd.fumble.table.83-86.shield"
SHOCK = "adnd.fumble.system-shock.check"
HELMET_DATA = "adnd.fumble.helmet.required-data"

KEPT = MELEE | MISSILE | HURLED | CHARGING | SECOND | TWO_WEAPONS | SHIELD
"""Of the situation of a blow, what counts for the damage that goes astray."""


class Slip(NamedTuple):
    """A critical fumble: the blow that it was, the event that told it, the band of its result."""

    table: Table
    blow: Blow
    because: int
    band: str

    @property
    def me(self) -> Creature:
        """Who fumbles."""
        return self.blow.attacker

    @property
    def weapon(self) -> Weapon:
        """With what."""
        return self.blow.weapon

    @property
    def rule(self) -> str:
        """The rule of the band."""
        return RULES[self.band]

    @property
    def figures(self) -> Band:
        """The figures of the band."""
        return FUMBLES.bands[self.band]

    @property
    def bodily(self) -> bool:
        """Is it with no weapon that could leave the hand?"""
        return self.weapon.category in ("natural", "unarmed")

    @property
    def with_shield(self) -> bool:
        """Is it with the shield on the arm?"""
        return self.blow.bits & SHIELD != 0


def hurt(slip: Slip, victim: Creature, share: int, *rules: str) -> None:
    """The damage of the blow, or half of it, comes to somebody."""
    blow = slip.blow
    weapon = blow.weapon
    if blow.bits & PARRYING and blow.bits & SHIELD:
        shield = sheet_of(slip.me).shield
        weapon = (shield and shield.strike) or sheet_of(slip.me).unarmed
    own = Blow(blow.battle, slip.me, victim, weapon, blow.bits & KEPT)
    own.damage_multiplier = blow.damage_multiplier
    own.missile = blow.missile
    core.harm(slip.table, own, slip.because, *rules, HALF, share=share)


Result = Callable[[Slip], None]
BANDS: dict[str, Result] = {}
"""What each band of the table does, by its name."""
RULES: dict[str, str] = {}
"""The rule of each band."""


def result(*rules: str) -> Callable[[Result], Result]:
    """The function carries out the bands that these rules describe."""

    def register(function: Result) -> Result:
        for rule in rules:
            band = rule.rpartition(".")[2]
            BANDS[band] = function
            RULES[band] = rule
        return function

    return register


# Down.


def may_stumble(battle: Battle, me: Creature) -> bool:
    """Can it lose its footing: on legs, and not four of them under a huge body, neither in the air nor swimming?"""
    sheet = sheet_of(me)
    swims = sheet.swim > 0 and battle.ground.water >> me.square & 1
    steady = sheet.legs >= 4 and SIZES.index(sheet.size) >= SIZES.index("huge")
    return sheet.legs > 0 and not me.altitude and not swims and not steady


def stumble(slip: Slip) -> bool:
    """It sinks to the position of the band, if it is no lower already. False when it keeps its footing or its seat."""
    me = slip.me
    if me.mount:
        return unseated(slip)
    if not may_stumble(slip.blow.battle, me):
        from sim.rules.adnd import fumble

        fumble.lose_next(slip.table, slip.blow, slip.because, slip.rule, JUDGEMENT)
        return False
    figures = slip.figures
    cause = position.OFF_BALANCE if figures.off_balance else position.FUMBLED
    position.sink(slip.table, me, figures.position, slip.because, slip.rule, value=cause)
    return True


def unseated(slip: Slip) -> bool:
    """A rider falls off unless a Riding check keeps him in the saddle."""
    table, me = slip.table, slip.me
    if mounted.riding_check(table, me, slip.because, slip.rule, JUDGEMENT):
        return False
    height = slip.blow.battle.creatures[me.mount].altitude
    mounted.come_off(table, me, slip.because)
    core.lie(table, me, slip.because, slip.rule, JUDGEMENT, value=position.FUMBLED)
    if height:
        mounted.fall(table, me, height, slip.because)
    return True


@result(position.OFF_BALANCE_RULE, "adnd.fumble.table.25-38")
def down(slip: Slip) -> None:
    """To one knee, or flat on the ground."""
    stumble(slip)


@result("adnd.fumble.table.57-61")
def down_without_weapon(slip: Slip) -> None:
    """To one knee, and the weapon is gone."""
    stumble(slip)
    slips_away(slip)


# Armor and shield.


@result(*ARMOUR.values())
def armor_damaged(slip: Slip) -> None:
    """Armor is one point worse; without any, or in one's own hide, the blow comes home."""
    me, armor = slip.me, sheet_of(slip.me).armor
    which, _ = faces(slip.band)
    if sheet_of(me).group == "creature" and armor.name == "hide":
        hurt(slip, me, slip.figures.share, NO_ARMOUR[which], JUDGEMENT)
    elif not protection(me):
        hurt(slip, me, slip.figures.share, NO_ARMOUR[which])
    else:
        slip.table.tell(ConditionBegan(slip.because, me.id, "damaged-armor", (slip.rule,), value=which))


@result(LOOSE)
def shield_loose(slip: Slip) -> None:
    """The shield comes loose; without one the weapon slips away."""
    me = slip.me
    if sheet_of(me).shield is None or not me.shield_on:
        slips_away(slip, NO_SHIELD)
    elif not me.flags & LOOSE_SHIELD:
        slip.table.tell(ConditionBegan(slip.because, me.id, "loose-shield", (slip.rule,)))


# The weapon.


def at_hand(slip: Slip) -> bool:
    """Is the weapon still there: in hand, on the arm, or just leaving the hand?"""
    return slip.with_shield or slip.blow.bits & HURLED != 0 or slip.weapon.name in slip.me.held


def stays(slip: Slip, *rules: str) -> bool:
    """
    True when the weapon cannot leave the hand: of one that is no weapon half the blow comes home; one that is tied to
    the hand, or strapped to the arm, dangles until an attack is spent on it.
    """
    me = slip.me
    if slip.bodily:
        hurt(slip, me, 2, *rules, JUDGEMENT)
        return True
    if slip.with_shield or slip.weapon.fastened:
        foul(slip, DANGLING, *rules, JUDGEMENT)
        return True
    return not at_hand(slip)


def foul(slip: Slip, how: int, *rules: str) -> None:
    """The weapon is of no use for the time being."""
    me, name = slip.me, slip.weapon.name
    if not (me.flags & FOULED and me.has("fouled", name)):
        slip.table.tell(ConditionBegan(slip.because, me.id, "fouled", rules, name, how))


def slips_away(slip: Slip, *rules: str) -> None:
    """The weapon lands 2d6 feet away in one of eight directions; what was hurled lands there instead."""
    rules = rules or (slip.rule,)
    if stays(slip, *rules):
        return
    table, me = slip.table, slip.me
    feet, dice = core.throw(table, notation.parse(FUMBLES.flight))
    (way,) = table.roll(FUMBLES.directions)
    facing = (me.facing + way.value - 1) % 8
    square = disarm.landing(slip.blow.battle, me, facing, feet)
    hurled = slip.blow.flown = slip.blow.bits & HURLED != 0
    cites = (*rules, DIRECTION, LANDING, *((JUDGEMENT,) if hurled else ()))
    table.tell(WeaponFlew(slip.because, me.id, slip.weapon.name, facing, feet, square, hurled, cites, (*dice, way)))


result("adnd.fumble.table.41-49")(slips_away)


@result(STUCK_RULE)
def stuck(slip: Slip) -> None:
    """The weapon is stuck in something; the string of a launcher is fouled, its lock jammed."""
    if slip.bodily:
        hurt(slip, slip.me, 2, slip.rule, JUDGEMENT)
    elif slip.with_shield or missile.launcher(slip.weapon):
        foul(slip, JAMMED, slip.rule, JUDGEMENT)
    elif slip.weapon.name in slip.me.held:
        foul(slip, STUCK, slip.rule)


def opponent(slip: Slip) -> Creature | None:
    """At whose feet a weapon falls: the direct opponent's, who of a shooter must be beside him."""
    blow = slip.blow
    if not blow.bits & RANGED or gap(blow.battle, slip.me, blow.target) <= 1:
        return blow.target
    near = [
        foe for foe in blow.battle if foe.side != slip.me.side and foe.active and gap(blow.battle, slip.me, foe) <= 1
    ]
    return near[0] if near else None


@result(FEET)
def at_his_feet(slip: Slip) -> None:
    """The weapon falls at the opponent's feet, who may seize it at once."""
    foe = opponent(slip)
    if foe is None:
        slips_away(slip, slip.rule, JUDGEMENT)
        return
    if stays(slip, slip.rule):
        return
    table, me, name = slip.table, slip.me, slip.weapon.name
    hurled = slip.blow.flown = slip.blow.bits & HURLED != 0
    seq = table.tell(WeaponFlew(slip.because, me.id, name, -1, 0, foe.square, hurled, (slip.rule,), ()))
    able = has_hands(foe) and not foe.flags & HELD
    if able and choice.ask(table, foe, "seize", me, ("leave", "seize"), seq, slip.rule) == "seize":
        seize(table, foe, name, len(table.log.events) - 1)


def has_hands(me: Creature) -> bool:
    """Could it take a thing up?"""
    return sheet_of(me).hands > 0


def seize(table: Table, foe: Creature, name: str, because: int) -> None:
    """It takes a hand, free or freed of what it holds."""
    if not style.hands_free(foe):
        if not foe.held:
            return
        table.tell(Dropped(because, foe.id, foe.held[-1], foe.square, (FEET,)))
    table.tell(PickedUp(because, foe.id, name, foe.square, (FEET,)))


@result(BREAKS)
def broken(slip: Slip) -> None:
    """The weapon breaks, unless its magic keeps it; so does a shield that punched, rushed or parried."""
    me, table = slip.me, slip.table
    if slip.bodily:
        hurt(slip, me, 2, slip.rule, JUDGEMENT)
        return
    if not at_hand(slip):
        return
    rule, less = (SHIELD_BREAKS, FUMBLES.shield_plus) if slip.with_shield else (slip.rule, FUMBLES.weapon_plus)
    shield = sheet_of(me).shield
    plus = shield.plus if slip.with_shield and shield is not None else slip.weapon.plus
    chance = max(0, 100 - less * plus)
    (die,) = table.roll(100)
    breaks = die.value <= chance
    seq = table.tell(PercentRolled(slip.because, me.id, "breaking", chance, die.value, breaks, (rule,), (die,)))
    if breaks:
        destroy(table, slip.blow, seq, rule)


def destroy(table: Table, blow: Blow, because: int, *rules: str) -> None:
    """The weapon is no more, or the shield; of what was hurled nothing comes to lie anywhere."""
    if blow.bits & SHIELD:
        table.tell(ShieldRuined(because, blow.attacker.id, blow.weapon.name, rules))
    elif blow.bits & HURLED:
        blow.flown = True
    else:
        table.tell(ItemBroken(because, blow.attacker.id, blow.weapon.name, rules))


# Blows that go astray.


def medium_range(blow: Blow) -> int:
    """The squares that medium range of a missile is."""
    found = missile.ranges(blow.battle, blow.attacker, blow.weapon)
    if found is None and blow.missile is not None:
        found = blow.missile.ranges
    return 0 if found is None else (2 * found[1] + 1) // 3


def companion(slip: Slip) -> Creature | None:
    """The nearest of its own side whom the blow can come to, able or not."""
    blow, me = slip.blow, slip.me
    near = [
        other
        for other in blow.battle
        if other is not me and other.side == me.side and not other.flags & (DEAD | GONE) and _comes_to(blow, other)
    ]
    return min(near, key=lambda other: gap(blow.battle, me, other), default=None)


def _comes_to(blow: Blow, other: Creature) -> bool:
    if blow.bits & RANGED:
        return gap(blow.battle, blow.attacker, other) <= medium_range(blow)
    return not melee.reaches(blow.battle, blow.attacker, other, blow.weapon)


@result("adnd.fumble.table.67-69", "adnd.fumble.table.76-77")
def wounds_himself(slip: Slip) -> None:
    """The blow comes home, or half of it."""
    hurt(slip, slip.me, slip.figures.share, slip.rule)


@result("adnd.fumble.table.70-73", "adnd.fumble.table.78-80")
def wounds_companion(slip: Slip) -> None:
    """It goes to the nearest companion; without one in reach it comes home."""
    hurt(slip, companion(slip) or slip.me, slip.figures.share, slip.rule)


# The head.


def unmoved(slip: Slip) -> bool:
    """True for those whom a knock on the head does not stun, having neither life nor mind: half the blow comes home."""
    sheet = sheet_of(slip.me)
    if not (sheet.undead or sheet.mindless):
        return False
    hurt(slip, slip.me, 2, slip.rule, JUDGEMENT)
    return True


def length(slip: Slip) -> tuple[int, tuple[Die, ...]]:
    """For how many rounds the result lasts, and the dice that say so."""
    return core.throw(slip.table, notation.parse(slip.figures.rounds))


@result("adnd.fumble.table.64-65", "adnd.fumble.table.74-75")
def dazed(slip: Slip) -> None:
    """A knock on the head stuns him lightly."""
    if not unmoved(slip):
        rounds, dice = length(slip)
        lasts(slip.table, slip.me, "lightly-stunned", rounds, slip.because, slip.rule, dice=dice)


@result("adnd.fumble.table.81-82")
def stunned(slip: Slip) -> None:
    """A hard knock stuns him."""
    if not unmoved(slip):
        stun(slip)


def stun(slip: Slip) -> int:
    """He can do nothing for the rounds of the band; gives how many."""
    rounds, dice = length(slip)
    lasts(slip.table, slip.me, "stunned", rounds, slip.because, slip.rule, NO_ACTIONS, dice=dice)
    return rounds


@result("adnd.fumble.table.87-88")
def down_and_stunned(slip: Slip) -> None:
    """He falls on his seat and strikes his head on the ground."""
    if stumble(slip) and not unmoved(slip):
        stun(slip)


@result("adnd.fumble.table.98")
def in_the_face(slip: Slip) -> None:
    """The helmet is damaged, the face wounded: stunned and blinded; without a helmet he knocks himself out."""
    if unmoved(slip):
        return
    if not sheet_of(slip.me).armor.helmet:
        knock_out(slip, "adnd.fumble.table.98.no-helmet", HELMET_DATA)
        return
    rounds = stun(slip)
    lasts(slip.table, slip.me, "blinded", rounds, slip.because, slip.rule, HELMET_DATA)


@result(ASKEW)
def helmet_askew(slip: Slip) -> None:
    """The helmet is askew: stunned, and blind until it is set right; without a helmet he knocks himself out."""
    if unmoved(slip):
        return
    if not sheet_of(slip.me).armor.helmet:
        knock_out(slip, "adnd.fumble.table.99.no-helmet", HELMET_DATA)
        return
    stun(slip)
    if not askew(slip.me):
        slip.table.tell(ConditionBegan(slip.because, slip.me.id, "blinded", (slip.rule, HELMET_DATA), HELMET))


@result("adnd.fumble.table.00")
def out_cold(slip: Slip) -> None:
    """He has knocked himself out, nobody knows how."""
    if not unmoved(slip):
        knock_out(slip, slip.rule)


def knock_out(slip: Slip, *rules: str) -> None:
    """Unconscious for so many rounds; for as many hours if the System Shock check fails."""
    table, me = slip.table, slip.me
    chance = sheet_of(me).system_shock
    (die,) = table.roll(100)
    survives = die.value <= chance
    seq = table.tell(
        PercentRolled(slip.because, me.id, "system shock", chance, die.value, survives, (*rules, SHOCK), (die,))
    )
    rounds, dice = length(slip)
    if not survives:
        rounds, rules = core.rounds(rounds, "hour"), (*rules, core.TIME)
    core.faint(table, me, seq, *rules, COUNTING, rounds=rounds, dice=dice)
    for hook in AFTER_FELLED:
        hook(table, me, seq)


# Limbs.


def spares(slip: Slip, *, arm: bool = False) -> bool:
    """True when it has no such limb, or no hand made the roll: half the blow comes home."""
    sheet = sheet_of(slip.me)
    if (slip.blow.bits & NATURAL or not sheet.hands) if arm else not sheet.legs:
        hurt(slip, slip.me, 2, slip.rule, JUDGEMENT)
        return True
    return False


@result(SPRAIN)
def ankle(slip: Slip) -> None:
    """He sprains an ankle."""
    if not spares(slip):
        injure(slip, "sprained", 1)


@result(WRIST)
def wrist(slip: Slip) -> None:
    """He twists the wrist of the hand that made the roll."""
    if not spares(slip, arm=True) and not wrist_out(slip.me, which_hand(slip.blow)):
        slip.table.tell(
            ConditionBegan(slip.because, slip.me.id, "twisted-wrist", (slip.rule,), value=which_hand(slip.blow))
        )


@result(SHOULDER)
def shoulder(slip: Slip) -> None:
    """He dislocates the shoulder of that arm, and drops what it held; a shield stays strapped to it."""
    if spares(slip, arm=True):
        return
    table, me, arm = slip.table, slip.me, which_hand(slip.blow)
    if arm_out(me, arm):
        return
    let_go = [name for name in me.held if in_hand(me, name, arm)]
    seq = table.tell(ConditionBegan(slip.because, me.id, "dislocated-shoulder", (slip.rule,), value=arm))
    for name in let_go:
        grip = me.has("two-handed-grip", name)
        if grip:
            table.tell(ConditionEnded(seq, me.id, "two-handed-grip", (slip.rule,), name))
        if arm == MAIN or not grip:
            table.tell(Dropped(seq, me.id, name, me.square, (slip.rule,)))


def in_hand(me: Creature, name: str, arm: int) -> bool:
    """Is this in the hand of that arm, or in both?"""
    if name not in me.weapons:
        return (name in me.held[1:]) == (arm == OTHER)
    weapon = arm_of(me, name)
    return in_two_hands(me, weapon) or hand.in_off_hand(me, weapon) == (arm == OTHER)


@result(HIP)
def hip(slip: Slip) -> None:
    """He dislocates a hip."""
    if not spares(slip):
        injure(slip, "dislocated-hip", MAIN)


def injure(slip: Slip, name: str, value: int) -> None:
    """An injury of which there is no second."""
    if not slip.me.has(name):
        slip.table.tell(ConditionBegan(slip.because, slip.me.id, name, (slip.rule,), value=value))
