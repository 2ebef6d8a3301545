"""
What fumbles leave behind: the stunned, the hurt, things in disarray (footnotes 2 and 3 of the table, bands 39 to 99).

Values of conditions: ``MAIN`` or ``OTHER`` says which hand or arm is hurt, ``STUCK``, ``JAMMED`` or ``DANGLING`` what
keeps a weapon from use; of damaged armor, the first number of the band that did it.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.adnd import PercentRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped
from sim.events.orders import (
    Attack,
    ChangeGrip,
    Charge,
    Draw,
    FreeSelf,
    FullAttack,
    Guard,
    Move,
    Order,
    PickUp,
    ReceiveCharge,
    Run,
    Withdraw,
)
from sim.rules.adnd import move
from sim.rules.adnd.declare import (
    SECOND,
    SHIELD,
    TASKS,
    Blow,
    Task,
    arm_of,
    at_round_end,
    constraint,
    gap,
    hands_for,
    in_two_hands,
    on_ac,
    on_attack,
    sheet_of,
    state_of,
)
from sim.rules.narrative import narrative
from sim.state.battle import ROUND, Battle
from sim.state.conditions import (
    BLINDED,
    CANNOT_ACT,
    DAMAGED_ARMOR,
    DISLOCATED_HIP,
    DISLOCATED_SHOULDER,
    FOULED,
    LIGHTLY_STUNNED,
    LOOSE_SHIELD,
    SPRAINED,
    STUNNED,
    TWISTED_WRIST,
)
from sim.state.creature import Creature
from sim.table import Table

LIGHTLY = "adnd.fumble.note.2.to-hit"
FAILURE = "adnd.fumble.note.2.failure-chance"
NO_ACTIONS = "adnd.fumble.note.3.no-actions"
WORSE = "adnd.fumble.note.3.armor-class"
COUNTING = "adnd.fumble.duration.counting"
ARMOUR = {39: "adnd.fumble.table.39-40", 50: "adnd.fumble.table.50-51"}
"""By the first number of the band."""
LOOSE = "adnd.fumble.table.52-56"
READJUST = "adnd.fumble.table.52-56.readjust"
STUCK_RULE = "adnd.fumble.table.62-63"
SPRAIN = "adnd.fumble.table.89-91"
WRIST = "adnd.fumble.table.92-93"
WRIST_SKILL = "adnd.fumble.table.92-93.skill"
SHOULDER = "adnd.fumble.table.94-95"
HIP = "adnd.fumble.table.96-97"
ASKEW = "adnd.fumble.table.99"
JUDGEMENT = "adnd.fumble.table.gm-judgement"

MAIN, OTHER = 1, 2
STUCK, JAMMED, DANGLING = 1, 2, 3
HELMET = "helmet"
"""What is the ``other`` of a blindness that comes of a helmet askew."""
CRAWL = 2
"""Squares (3 m) that somebody with a dislocated hip moves in a round."""
EVEN = 50
"""Percent: how often the lightly stunned fail at a skill or a spell."""

narrative(
    "adnd.fumble.armour.repair",
    "a smith's work after the fight, which a referee's ruling records: 'WHO is not damaged-armor because …'",
)


def lasts(
    table: Table, me: Creature, name: str, rounds: int, because: int, *rules: str, dice: tuple[Die, ...] = ()
) -> None:
    """
    A condition for so many rounds, to the end of the last of them; of two of a kind the longer counts, and what has no
    end gets none.
    """
    left = [timer.turns for timer in table.battle.timers if timer[:3] == (me.id, name, "")]
    endless = me.has(name, "") and not left
    ender, turns = ("", 1) if endless else (ROUND, max([rounds + 1, *left]))
    table.tell(ConditionBegan(because, me.id, name, (*rules, COUNTING), ender=ender, turns=turns, dice=dice))


# Stunned, lightly or not.


@on_attack()
def lightly_stunned(blow: Blow) -> Modifier | None:
    """Who is lightly stunned strikes at -2."""
    return Modifier(-2, "lightly stunned", LIGHTLY) if blow.attacker.flags & LIGHTLY_STUNNED else None


def fails(table: Table, me: Creature, because: int) -> bool:
    """Any use of a skill, any spell, fails by half, before it is tried, while its user is lightly stunned."""
    if not me.flags & LIGHTLY_STUNNED:
        return False
    (die,) = table.roll(100)
    failed = die.value <= EVEN
    table.tell(PercentRolled(because, me.id, "failing", EVEN, die.value, failed, (FAILURE,), (die,)))
    return failed


@on_ac()
def stunned(blow: Blow) -> Modifier | None:
    """Who is stunned wards off blows by reflex alone: its Armor Class is four worse."""
    return Modifier(4, "stunned", WORSE) if blow.target.flags & STUNNED else None


# Armor and shield.


def protection(me: Creature) -> int:
    """By how much worn armor, as damaged as it is, betters an Armor Class of 10."""
    armor = sheet_of(me).armor
    return max(0, 10 - armor.armor_class + armor.plus - len(_damage(me)))


def _damage(me: Creature) -> list[int]:
    """The bands in which its armor was damaged, a point each."""
    if not me.flags & DAMAGED_ARMOR:
        return []
    return [condition.value for condition in me.conditions if condition.name == "damaged-armor"]


@on_ac()
def damaged_armor(blow: Blow) -> Modifier | None:
    """Each damage to it makes armor one point worse, until it is repaired."""
    found = _damage(blow.target)
    if not found:
        return None
    blow.cites += [ARMOUR[band] for band in dict.fromkeys(found[1:]) if band != found[0]]
    return Modifier(len(found), "damaged armor", ARMOUR[found[0]])


def why_no_cover(me: Creature) -> str:
    """The rule by which the shield on its arm does not cover it; empty if it does."""
    if me.flags & LOOSE_SHIELD:
        return LOOSE
    return SHOULDER if me.flags & DISLOCATED_SHOULDER and arm_out(me, OTHER) else ""


def why_no_shield(me: Creature) -> str:
    """The rule by which its shield neither punches nor rushes nor parries; empty if it may."""
    if why := why_no_cover(me):
        return why
    shield = sheet_of(me).shield
    if me.flags & FOULED and shield is not None and me.has("fouled", shield.name):
        return JUDGEMENT
    return ""


@constraint(LOOSE, Attack, FullAttack, Charge, flags=LOOSE_SHIELD | DISLOCATED_SHOULDER | FOULED)
def of_no_use(battle: Battle, me: Creature, order: Attack | FullAttack | Charge) -> bool | tuple[str, ...]:
    """A shield that does not cover, or dangles, neither punches nor rushes."""
    shield = sheet_of(me).shield
    if shield is None or shield.name not in (order.weapon, getattr(order, "off_hand", "")):
        return False
    why = why_no_shield(me)
    return bool(why) and (why,)


def _loose(battle: Battle, me: Creature) -> bool:
    return me.flags & LOOSE_SHIELD != 0 and me.shield_on


def _readjust(table: Table, me: Creature, because: int) -> None:
    """It is at it; the round has to pass."""


TASKS["shield"] = Task(_loose, _readjust, READJUST)


@at_round_end
def in_place(table: Table, because: int) -> None:
    """A shield to which its bearer has given the round sits again."""
    for me in table.battle:
        state = state_of(table.battle, me)
        if (
            me.flags & LOOSE_SHIELD
            and state.declared == FreeSelf("shield")
            and state.acted
            and not me.flags & CANNOT_ACT
        ):
            table.tell(ConditionEnded(state.told, me.id, "loose-shield", (READJUST,)))


# Weapons that are stuck, jammed, dangling.


FIGHTING = (Attack, FullAttack, Charge, Guard, ReceiveCharge)


@constraint(STUCK_RULE, *FIGHTING, flags=FOULED)
def fouled(
    battle: Battle, me: Creature, order: Attack | FullAttack | Charge | Guard | ReceiveCharge
) -> bool | tuple[str, ...]:
    """What is stuck, jammed or dangles from the hand is of no use until it is free."""
    wanted = (order.weapon, getattr(order, "off_hand", ""))
    for condition in me.conditions:
        if condition.name == "fouled" and condition.other in wanted:
            return (STUCK_RULE,) if condition.value == STUCK else (JUDGEMENT,)
    return False


def fouled_in_hand(me: Creature) -> list[tuple[str, int]]:
    """The things of which it may free itself: those in hand and on its arm, and what keeps them."""
    shield = sheet_of(me).shield
    on_arm = (shield.name,) if shield is not None and me.shield_on else ()
    return [
        (condition.other, condition.value)
        for condition in me.conditions
        if condition.name == "fouled" and condition.other in (*me.held, *on_arm)
    ]


def _weapon_fouled(battle: Battle, me: Creature) -> bool:
    return bool(me.flags & FOULED and fouled_in_hand(me))


def _dangles(battle: Battle, me: Creature) -> bool:
    """Is it no more than a weapon that dangles from its hand?"""
    return any(value == DANGLING for _, value in fouled_in_hand(me))


def _free_weapon(table: Table, me: Creature, because: int) -> None:
    """The first of them is free; one that only dangles comes back into the hand at once."""
    found = fouled_in_hand(me)
    if table.log.events[because].cost != "declaration":
        found = [thing for thing in found if thing[1] == DANGLING]
    name, value = found[0]
    rule = STUCK_RULE if value == STUCK else JUDGEMENT
    table.tell(ConditionEnded(because, me.id, "fouled", (rule,), name))


TASKS["weapon"] = Task(_weapon_fouled, _free_weapon, STUCK_RULE, _dangles)


def leave_stuck(table: Table, me: Creature, because: int) -> None:
    """Who goes away leaves behind what is stuck."""
    for name, value in fouled_in_hand(me):
        if value == STUCK and name in me.held:
            table.tell(Dropped(because, me.id, name, me.square, (STUCK_RULE,)))


# A helmet askew.


def askew(me: Creature) -> bool:
    """Does it see nothing for its helmet?"""
    return me.flags & BLINDED != 0 and me.has("blinded", HELMET)


def _askew(battle: Battle, me: Creature) -> bool:
    return askew(me)


def set_right(table: Table, me: Creature, because: int) -> None:
    """It sees again."""
    table.tell(ConditionEnded(because, me.id, "blinded", (ASKEW,), HELMET))


TASKS["helmet"] = Task(_askew, set_right, ASKEW, _askew)


def may_help(battle: Battle, me: Creature, other: Creature) -> bool:
    """Can it set somebody else's helmet right: a companion's beside it?"""
    return other is not me and other.side == me.side and askew(other) and gap(battle, me, other) <= 1


# Injuries.


def which_hand(blow: Blow) -> int:
    """The hand that makes a blow: of a weapon in both the main one."""
    from sim.rules.adnd import hand

    if blow.bits & (SHIELD | SECOND):
        return OTHER
    if in_two_hands(blow.attacker, blow.weapon):
        return MAIN
    return OTHER if hand.in_off_hand(blow.attacker, blow.weapon) else MAIN


def wrist_out(me: Creature, hand: int) -> bool:
    """Is this wrist twisted?"""
    return any(condition.name == "twisted-wrist" and condition.value == hand for condition in me.conditions)


def arm_out(me: Creature, arm: int) -> bool:
    """Is this shoulder out of joint?"""
    return any(condition.name == "dislocated-shoulder" and condition.value == arm for condition in me.conditions)


def arms_out(me: Creature) -> int:
    """How many arms hold nothing any more, besides one with a shield strapped to it."""
    if not me.flags & DISLOCATED_SHOULDER:
        return 0
    from sim.rules.adnd import style

    return int(arm_out(me, MAIN)) + int(arm_out(me, OTHER) and not style.shield_arm(me))


@on_attack()
def twisted_wrist(blow: Blow) -> Modifier | None:
    """-4 with a weapon held in a hand whose wrist is twisted, or in both."""
    me = blow.attacker
    if not me.flags & TWISTED_WRIST or blow.weapon.category == "natural":
        return None
    both = in_two_hands(me, blow.weapon)
    return Modifier(-4, "twisted wrist", WRIST) if both or wrist_out(me, which_hand(blow)) else None


def with_wrist(me: Creature, hand: int) -> tuple[Modifier, ...]:
    """What a twisted wrist adds to the check of a skill that is used with this hand: -20%, or -4 on a d20."""
    if not me.flags & TWISTED_WRIST or not wrist_out(me, hand):
        return ()
    return (Modifier(-4, "twisted wrist", WRIST_SKILL),)


@on_ac()
def sprained(blow: Blow) -> Modifier | None:
    """A sprained ankle makes Armor Class two worse."""
    return Modifier(2, "sprained ankle", SPRAIN) if blow.target.flags & SPRAINED else None


@on_ac()
def hip_out_of_joint(blow: Blow) -> Modifier | None:
    """So does a hip out of joint."""
    return Modifier(2, "dislocated hip", HIP) if blow.target.flags & DISLOCATED_HIP else None


@on_attack()
def limping(blow: Blow) -> Modifier | None:
    """Who has a hip out of joint strikes everything at -4."""
    return Modifier(-4, "dislocated hip", HIP) if blow.attacker.flags & DISLOCATED_HIP else None


def slowed(body: Creature, squares: int) -> int:
    """What is left of its movement: two thirds with a sprained ankle, two squares with a dislocated hip."""
    if body.flags & SPRAINED:
        squares = 2 * squares // 3
    return min(squares, CRAWL) if body.flags & DISLOCATED_HIP else squares


@constraint(SPRAIN, Move, Withdraw, Run, flags=SPRAINED | DISLOCATED_HIP)
def lame(battle: Battle, me: Creature, order: Move | Withdraw | Run) -> bool | tuple[str, ...]:
    """With a sprained ankle, or a hip out of joint, it gets less far than it could."""
    if (
        me.mount
        or me.flags & move.LYING
        or move.destinations(battle, me, move.budget_of(battle, me, order)) >> order.to & 1
    ):
        return False
    sound = move.full_rate(me) // (3 if isinstance(order, Withdraw) else 1)
    if not move.destinations(battle, me, sound) >> order.to & 1:
        return False
    return (HIP,) if me.flags & DISLOCATED_HIP else (SPRAIN,)


@constraint(HIP, Charge, flags=DISLOCATED_HIP)
def no_charge(battle: Battle, me: Creature, order: Charge) -> bool:
    """With a hip out of joint nobody charges or rushes on his own feet."""
    return not me.mount


@constraint(SHOULDER, *FIGHTING, ChangeGrip, Draw, PickUp, flags=DISLOCATED_SHOULDER)
def one_armed(battle: Battle, me: Creature, order: Order) -> bool:
    """What takes two hands is of no use to whoever has an arm out of joint, and nothing is without arms."""
    from sim.rules.adnd import style

    if isinstance(order, ChangeGrip):
        return order.option == "two"
    name = order.item if isinstance(order, PickUp) else order.weapon  # type: ignore[union-attr]
    if name not in me.weapons or arm_of(me, name).category == "natural":
        return False
    taken = style.shield_arm(me) if isinstance(order, Draw) else 0
    return hands_for(me, arm_of(me, name)) + arms_out(me) + taken > 2
