"""
Reach, threat and free attacks (adnd.melee.*).

Who threatens is derived: whenever somebody steps, shoots under an enemy's eyes or lays bare hands on the armed, those
enemies are found and asked here.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.orders import Answer, Attack, Opportunity, Pass
from sim.grid.facing import arc, front, side
from sim.grid.sight import line_of_effect
from sim.rules.adnd import core, style
from sim.rules.adnd.declare import (
    FLANK,
    FREE,
    MELEE,
    RANGED,
    REAR,
    Blow,
    above,
    arm_of,
    constraint,
    gap,
    hands_for,
    in_two_hands,
    on_ac,
    on_attack,
    sheet_of,
    state_of,
    usable,
)
from sim.rules.adnd.training import career
from sim.state.battle import Battle
from sim.state.conditions import (
    CANNOT_ACT,
    DISLOCATED_SHOULDER,
    HELD,
    HELPLESS,
    INVISIBLE,
    LOOSE_GRIP,
    LOOSE_SHIELD,
    MISALIGNED,
    OUT,
    PARRYING,
    SHIELD_OUT,
    SHIELD_SPENT,
    SURPRISED,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import SHIELDS
from sim.tables.adnd_sheet import Weapon

REACH = "adnd.melee.reach.weapon"
CREATURE_REACH = "adnd.melee.reach.creature"
MINIMUM = "adnd.melee.reach.minimum"
PAST_ALLY = "adnd.melee.reach.past-ally"
FRONT_ONLY = "adnd.melee.front-only"
TRIGGERS = "adnd.melee.free-attack.triggers"
TIMING = "adnd.melee.free-attack.timing"
NUMBER = "adnd.melee.free-attack.number"
LIMIT = "adnd.melee.free-attack.limit"
PER_OPPONENT = "adnd.melee.free-attack.per-opponent"
CHOICE = "adnd.melee.free-attack.choice"
THREAT = "adnd.move.threat"
TARGETS = "adnd.melee.targets"
MANY_WEAK = "adnd.melee.many-weak"


def reach_of(me: Creature, weapon: Weapon) -> tuple[int, int]:
    """
    Nearest and farthest squares that a weapon strikes, diagonals as one (adnd.melee.reach.weapon, .creature, .minimum).
    """
    own = sheet_of(me).reach
    if weapon.category in ("natural", "unarmed"):
        return 1, own
    grip = weapon.grip
    reach = grip.reach if grip is not None and grip.reach and in_two_hands(me, weapon) else weapon.reach
    return (2 if weapon.not_adjacent else 1), own + reach - 1


def in_front(battle: Battle, me: Creature, weapon: Weapon, facing: int = -1) -> int:
    """The squares that a weapon strikes from here, facing as it does or as given."""
    nearest, farthest = reach_of(me, weapon)
    facing = me.facing if facing < 0 else facing
    return front(battle.ground, me.square, facing, reach=farthest, nearest=nearest, span=me.span) | _own(battle, me)


def all_round(battle: Battle, me: Creature, weapon: Weapon) -> int:
    """The squares that a weapon can strike when its bearer turns first, which is free on its turn."""
    nearest, farthest = reach_of(me, weapon)
    arcs = frozenset({"front", "flank", "rear"})
    found = front(battle.ground, me.square, 0, arcs, reach=farthest, nearest=nearest, span=me.span)  # type: ignore[arg-type]
    return found | _own(battle, me)


def _own(battle: Battle, me: Creature) -> int:
    """Whoever shares its square is in reach of all but long weapons."""
    return battle.footprint(me)


def weapons(me: Creature) -> tuple[Weapon, ...]:
    """What it could strike with in melee now: in hand first, then natural weapons, the fist last."""
    sheet = sheet_of(me)
    held = [arm_of(me, name) for name in dict.fromkeys(me.held) if name in me.weapons and usable(me, name)]
    held = [weapon for weapon in held if hands_for(me, weapon) <= 2]
    found = [weapon for weapon in held if weapon.category == "melee" or (weapon.ranges is not None and weapon.damage)]
    found += [arm_of(me, name) for name in dict.fromkeys(sheet.routine)]
    return (*found, sheet.unarmed)


def threatening(me: Creature) -> tuple[Weapon, ...]:
    """The weapons by which it threatens: bare-handed people, and those who hold only a launcher, threaten nothing."""
    if me.flags & (CANNOT_ACT | HELD | PARRYING):
        return ()
    found = weapons(me)[:-1]
    if me.flags & MISALIGNED:
        found = tuple([weapon for weapon in found if not me.has("misaligned", weapon.name)])
    if me.flags & LOOSE_GRIP:
        found = tuple([weapon for weapon in found if not in_two_hands(me, weapon)])
    return found


def threatened(battle: Battle, me: Creature) -> int:
    """The squares that it threatens: its front, as far as it reaches (adnd.move.threat)."""
    key = ("threatened", me.id)
    memo = battle.memo()
    if key not in memo:
        found = 0
        for weapon in threatening(me):
            found |= in_front(battle, me, weapon)
        memo[key] = found
    return memo[key]  # type: ignore[return-value]


def engages(battle: Battle, me: Creature, other: Creature) -> bool:
    """Does it threaten the other?"""
    if me.side == other.side or not threatened(battle, me) & battle.footprint(other):
        return False
    return me.altitude == other.altitude or as_high(me, other)


def as_high(me: Creature, other: Creature) -> bool:
    """Does it strike as high or as low as the other is (adnd.mounted.flight)?"""
    return any(above(me, other) <= reach_of(me, weapon)[1] for weapon in threatening(me))


def engaged(battle: Battle, me: Creature) -> list[Creature]:
    """The enemies with whom it is engaged: one of the two threatens the other (adnd.move.engaged)."""
    return [
        other
        for other in battle
        if other.side != me.side and other.active and (engages(battle, me, other) or engages(battle, other, me))
    ]


def reaches(battle: Battle, me: Creature, target: Creature, weapon: Weapon, *, turned: bool = True) -> tuple[str, ...]:
    """The rules that keep a melee weapon from striking a target from here; one may turn first if ``turned`` is on."""
    nearest, farthest = reach_of(me, weapon)
    distance = gap(battle, me, target)
    if distance > farthest:
        return (REACH,)
    if distance < nearest and distance:
        return (MINIMUM,)
    if not turned and not in_front(battle, me, weapon) & battle.footprint(target):
        return (FRONT_ONLY,)
    if distance > 1 and _barred(battle, me, target, weapon):
        return (PAST_ALLY,)
    return () if unbarred(battle, me, target) else (REACH,)


def unbarred(battle: Battle, me: Creature, target: Creature) -> bool:
    """Is there no wall, and no rise of the ground, between two?"""
    ground = battle.ground
    return not ground.has_walls or line_of_effect(ground, me.square, me.span, target.square, target.span)


def _barred(battle: Battle, me: Creature, target: Creature, weapon: Weapon) -> bool:
    """Does somebody stand between whom this weapon cannot pass: an enemy, or anybody but for a thrusting weapon?"""
    stride = battle.ground.stride
    y, x = divmod(me.square, stride)
    other_y, other_x = divmod(target.square, stride)
    steps = max(abs(other_x - x), abs(other_y - y))
    for step in range(1, steps):
        across, down = (other_x - x) * step, (other_y - y) * step
        square = (y + _rounded(down, steps)) * stride + x + _rounded(across, steps)
        for who in battle.at.get(square, ()):
            other = battle.creatures[who]
            if other is me or other is target or other.flags & OUT:
                continue
            if other.side != me.side or "piercing" not in weapon.kinds:
                return True
    return False


def _rounded(number: int, by: int) -> int:
    """The nearest whole number to a quotient; halves away from zero."""
    sign = -1 if number < 0 else 1
    return sign * ((2 * abs(number) + by) // (2 * by))


@on_attack(REAR)
def from_the_rear(blow: Blow) -> Modifier:
    """An attack from behind, missiles too."""
    from sim.rules.adnd import move

    blow.cites += move.arc_rules(blow)
    return Modifier(2, "rear", "adnd.melee.rear")


@on_attack(FLANK)
def from_the_flank(blow: Blow) -> Modifier | None:
    """An attack from the side (option ``flank_bonus``)."""
    if blow.battle.options.get("flank_bonus") == "off":
        return None
    from sim.rules.adnd import move

    blow.cites += move.arc_rules(blow)
    return Modifier(1, "flank", "adnd.melee.flank")


@on_attack(MELEE)
def from_above(blow: Blow) -> Modifier | None:
    """An attacker on higher ground."""
    ground = blow.battle.ground
    if (
        ground.is_flat
        or blow.attacker.altitude != blow.target.altitude
        or ground.elevation(blow.attacker.square) <= ground.elevation(blow.target.square)
    ):
        return None
    return Modifier(1, "higher ground", "adnd.melee.higher-ground")


@on_attack(MELEE)
def long_reach(blow: Blow) -> None:
    """Beyond the first ring it is the weapon that reaches the target, or the creature's own size."""
    if blow.distance > reach_of(blow.attacker, blow.weapon)[1] - sheet_of(blow.attacker).reach + 1:
        blow.cites.append(CREATURE_REACH)
    elif blow.distance > 1:
        blow.cites.append(REACH)


@on_ac()
def shield(blow: Blow) -> Modifier | None:
    """
    A shield counts against attacks from the front and from its own side, one better and its magic; but not while both
    hands hold a weapon or two, nor while it hangs on the back.
    """
    from sim.rules.adnd import style_weapon_shield

    target = blow.target
    worn = sheet_of(target).shield
    if worn is None or target.flags & (SHIELD_OUT | SHIELD_SPENT | HELPLESS):
        return None
    if target.flags & (LOOSE_SHIELD | DISLOCATED_SHOULDER):
        from sim.rules.adnd import fumble_injuries

        if why := fumble_injuries.why_no_cover(target):
            blow.cites.append(why)
            return None
    if why := style.why_no_shield(target):
        blow.cites.append(why)
        return None
    if blow.bits & REAR:
        blow.cites.append("adnd.melee.rear.no-shield-no-dex")
        return None
    if blow.bits & FLANK:
        where = side(
            blow.battle.ground, target.square, target.facing, blow.attacker.square, target.span, blow.attacker.span
        )
        if (where < 0) != (sheet_of(target).hand == "right"):
            blow.cites.append("adnd.melee.shield-side")
            return None
    board = SHIELDS[worn.kind]
    if blow.battle.options.get("shield_limit") == "on":
        attackers = state_of(blow.battle, target).attackers
        place = attackers.index(blow.attacker.id) if blow.attacker.id in attackers else len(attackers)
        if place >= board.attackers:
            blow.cites.append("adnd.melee.shield-attackers")
            return None
    value = board.missiles if blow.bits & RANGED else board.bonus
    return core.better(value + worn.plus, "shield", style_weapon_shield.AC)


def limit(me: Creature) -> int:
    """How many free attacks it may make in a round (adnd.melee.free-attack.limit)."""
    sheet = sheet_of(me)
    return (3 if sheet.group in ("warrior", "creature") else 1) + sheet.level // 5


def may_strike_freely(battle: Battle, foe: Creature, me: Creature) -> bool:
    """May ``foe`` make a free attack on ``me`` now, if it has the occasion?"""
    if foe.flags & (CANNOT_ACT | HELD | SURPRISED | PARRYING) or core.felled(foe):
        return False
    from sim.rules.adnd import shield_rush

    if shield_rush.over(battle, foe):
        return False
    spent = state_of(battle, foe).free
    return me.id not in spent and len(set(spent)) < limit(foe)


def may_parry(battle: Battle, me: Creature, foe: Creature) -> bool:
    """Can it parry what this enemy does: is it able to, does it notice it, and does that not come from its rear?"""
    return not parry_arc("adnd.melee.parry-arc", battle, me, foe)


def parry_arc(rule: str, battle: Battle, me: Creature, foe: Creature) -> tuple[str, ...]:
    """The rule if the blow comes from behind, unseen, or at somebody who is stunned, surprised, held or helpless."""
    if me.flags & (CANNOT_ACT | HELD | SURPRISED) or core.sightless(battle, me) or foe.flags & INVISIBLE:
        return (rule,)
    where = arc(battle.ground, me.square, me.facing, foe.square, me.span, foe.span)
    return (rule,) if where == "rear" else ()


class _Occasion:
    """The menu of who may strike freely: with each weapon that reaches, or not."""

    def __init__(self, battle: Battle, foe: Creature, me: Creature) -> None:
        self.options = tuple(Attack(me.id, weapon.name) for weapon in free_weapons(battle, foe, me))

    def __iter__(self) -> Iterator[Answer]:
        yield from self.options
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return type(choice) is Pass or choice in self.options

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (NUMBER,)


def free_weapons(battle: Battle, foe: Creature, me: Creature) -> list[Weapon]:
    """With what it may strike freely at somebody from where both stand: a weapon in hand, or its natural routine."""
    routine = sheet_of(foe).routine
    others = set(routine) - set(routine[:1])
    return [
        weapon
        for weapon in threatening(foe)
        if weapon.name not in others and not reaches(battle, foe, me, weapon, turned=False)
    ]


AT_WILL = ("moving", "shooting")
"""What gives free attacks unless the option ``opportunity`` is off; fleeing and bare hands always do (``TRIGGERS``)."""


def free_attack(
    table: Table,
    foe: Creature,
    me: Creature,
    act: str,
    because: int,
    *rules: str,
    all_of_round: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> bool:
    """
    Ask an enemy whether it makes its free attack, and let it. True if that stops whoever gave the occasion
    (adnd.melee.free-attack.*): whoever is felled already acts on the same count still, and is not struck at again.

    ``all_of_round``: at somebody who flees, with all the attacks of a round; ``extra``: what the occasion adds to hit.
    """
    battle = table.battle
    if (
        core.felled(me)
        or not may_strike_freely(battle, foe, me)
        or (act in AT_WILL and battle.options.get("opportunity") == "off")
    ):
        return False
    menu = _Occasion(battle, foe, me)
    if not menu.options:
        return False
    answer = table.ask(foe.id, Opportunity(me.id, act), menu, because, (*rules, TRIGGERS, CHOICE))
    if type(answer) is not Attack:
        return False
    seq = len(table.log.events) - 1
    free_blows(table, foe, me, arm_of(foe, answer.weapon), seq, all_of_round=all_of_round, extra=extra)
    return core.felled(me) or me.flags & CANNOT_ACT != 0


def free_blows(
    table: Table,
    foe: Creature,
    me: Creature,
    weapon: Weapon,
    because: int,
    *,
    all_of_round: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> None:
    """The blows of one free attack: one, or the whole natural routine; at the fleeing all of a round."""
    from sim.rules.adnd import attack_rate

    battle = table.battle
    sheet = sheet_of(foe)
    names: tuple[str, ...] = (weapon.name,)
    if weapon.category == "natural":
        names = tuple([name for name in sheet.routine if not reaches(battle, foe, me, arm_of(foe, name), turned=False)])
    elif all_of_round:
        names = (weapon.name,) * max(1, attack_rate.whole(foe, weapon))
    left = list(names)
    while left and not core.felled(me) and not foe.flags & CANNOT_ACT:
        blow = Blow(battle, foe, me, arm_of(foe, left.pop(0)), MELEE | FREE)
        blow.following = left
        blow.extra += extra
        core.strike(table, blow, because, TIMING, NUMBER)


def many_weak(battle: Battle, me: Creature, target: str) -> int:
    """
    The attacks of a warrior who fights only creatures of less than one Hit Die, those that engage him and the one that
    he declares to attack: one for each level (option ``heroic_attacks``). 0: it is not so.
    """
    sheet = sheet_of(me)
    if battle.options.get("heroic_attacks") != "on" or sheet.group != "warrior":
        return 0
    foes = [other for other in engaged(battle, me) if other.id != target]
    if target in battle.creatures:
        foes.append(battle.creatures[target])
    return career(sheet.classes) if all(sheet_of(foe).level < 1 for foe in foes) else 0


@constraint(REACH, Attack)
def out_of_reach(battle: Battle, me: Creature, order: Attack) -> bool | tuple[str, ...]:
    """A melee attack needs a target within the weapon's reach."""
    weapon = me.weapons.get(order.weapon)
    target = battle.creatures.get(order.target)
    if weapon is None or target is None:
        return True
    from sim.rules.adnd import missile

    if missile.is_shot(battle, me, target, arm_of(me, order.weapon)):
        return False
    return reaches(battle, me, target, arm_of(me, order.weapon))
