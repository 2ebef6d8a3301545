"""
Grabbing an object (adnd.grab.object.*): a called shot with a free hand at what an opponent holds or carries, and the
contest of Strength for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sim.core.tally import Modifier
from sim.events.adnd_grips import StrengthContested, ThingSeized
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped, Snatched
from sim.events.objects import ItemBroken
from sim.events.orders import Attack, FullAttack, Order
from sim.rules import choice
from sim.rules.adnd import called_shot, core, core_action, grab_monster, parry, style, style_weapon_shield
from sim.rules.adnd.declare import (
    AT_ACTIVATION,
    arm_of,
    constraint,
    gap,
    in_two_hands,
    manoeuvre,
    offer,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, LOOSE_GRIP, SHIELD_SPENT, SURRENDERED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Gear

FREE_HAND = "adnd.grab.object.free-hand"
ATTACK_ROLL = "adnd.grab.object.attack-roll"
TARGETS = "adnd.grab.object.targets"
NO_CONTROL = "adnd.grab.object.no-control-yet"
HELD_RESISTS = "adnd.grab.object.resist.held"
CARRIED_RESISTS = "adnd.grab.object.resist.carried"
DROP_WEAPON = "adnd.grab.object.resist.drop-weapon"
ONE_HAND_GRIP = "adnd.grab.object.resist.one-hand-grip"
RELEASE_SHIELD = "adnd.grab.object.resist.release-shield"
CONTEST = "adnd.grab.object.contest"
WINNER = "adnd.grab.object.contest.winner"
EXCEPTIONAL = "adnd.grab.object.tie.exceptional-strength"
REROLL = "adnd.grab.object.tie.reroll"
BOTH_FAIL = "adnd.grab.object.tie.both-fail"
FRAGILE = "adnd.grab.object.tie.fragile"

ONE_HAND, SHIELD, GIVE_UP = "one hand", "let go of the shield", "give it up"


# What can be seized, and with what.


def gear_of(owner: Creature, item: str) -> Gear | None:
    """What the file of its owner says about a thing that is no weapon."""
    return next((thing for thing in sheet_of(owner).gear if thing.name == item), None)


def in_reach_of_hands(owner: Creature) -> tuple[str, ...]:
    """What of somebody can be seized: what it holds and is not tied to it, what it carries and can be got at."""
    held = [name for name in dict.fromkeys(owner.held) if name not in owner.weapons or not arm_of(owner, name).fastened]
    carried = [name for name in dict.fromkeys(owner.items) if name in owner.weapons]
    gear = [name for name in dict.fromkeys(owner.gear) if (thing := gear_of(owner, name)) is None or thing.accessible]
    return (*held, *carried, *gear)


def reaches_for(how: str, order: Attack | FullAttack) -> bool:
    """Is it an attempt of this kind, with the weapon or with the other hand?"""
    return order.how == how or getattr(order, "off_how", "") == how


@constraint(FREE_HAND, Attack, FullAttack)
def no_free_hand(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """It takes a hand that is free, and bare."""
    if not reaches_for("grab-object", order):
        return False
    with_what = order.weapon if order.how == "grab-object" else getattr(order, "off_hand", "")
    return with_what != sheet_of(me).unarmed.name or not style.hands_free(me)


@constraint(TARGETS, Attack, FullAttack)
def out_of_reach_of_hands(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """The thing must be held, or be carried where it can be got at."""
    target = battle.creatures.get(order.target)
    if target is None or not reaches_for("grab-object", order):
        return False
    return order.object not in in_reach_of_hands(target)


def near(battle: Battle, me: Creature) -> Iterator[Creature]:
    """The enemies beside it, or a step away."""
    for foe in battle:
        if foe.side != me.side and foe.active and gap(battle, me, foe) <= sheet_of(me).reach + 1:
            yield foe


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """A hand for every thing of every enemy close by: alone, or besides a weapon in the other one."""
    if not style.hands_free(me):
        return
    fist = sheet_of(me).unarmed.name
    for foe in near(battle, me):
        for item in in_reach_of_hands(foe):
            yield FullAttack(foe.id, fist, how="grab-object", object=item)
            for weapon in me.held[:1]:
                yield FullAttack(foe.id, weapon, off_hand=fist, off_how="grab-object", object=item)


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """The attempts that were announced."""
    declared = state_of(battle, me).declared
    if not isinstance(declared, FullAttack) or not reaches_for("grab-object", declared):
        return
    for foe in near(battle, me):
        for item in in_reach_of_hands(foe):
            yield Attack(foe.id, sheet_of(me).unarmed.name, how="grab-object", object=item)


# The attempt.


@manoeuvre("grab-object")
def seize(table: Table, me: Creature, order: Attack, because: int) -> None:
    """Reach for it: a hit is a hand on it, and no more; then it is his who is the stronger."""
    blow = called_shot.blow_of(table, me, order, because)
    rules = (ATTACK_ROLL, *grab_monster.usual_rules(blow.target))
    if (outcome := core.attack(table, blow, because, *rules)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and order.object in in_reach_of_hands(blow.target):
        lay_hand(table, me, blow.target, order.object, seq)
    core.aftermath(table, blow, rolled, seq)


def lay_hand(table: Table, me: Creature, owner: Creature, item: str, because: int) -> None:
    """The hand is on it: its owner resists if he can and will, else it is taken."""
    resists, rules = resistance(table, me, owner, item, because)
    seq = table.tell(ThingSeized(because, me.id, owner.id, item, resists, (NO_CONTROL, *rules)))
    if not resists:
        take(table, me, owner, item, seq, CARRIED_RESISTS)
        return
    mine, theirs = might(me, grab_monster.strength_test(owner)), might(owner)
    outcome, last = contest(table, me, owner, mine, theirs, "object", item, seq)
    if outcome == "won":
        take(table, me, owner, item, last, WINNER)
    elif outcome == "dropped":
        table.tell(Dropped(last, owner.id, item, owner.square, (BOTH_FAIL,)))


def resistance(table: Table, me: Creature, owner: Creature, item: str, because: int) -> tuple[bool, tuple[str, ...]]:
    """
    Does its owner hold on to it, and by which rules? What he holds he resists for at once; for what he carries he needs
    a free hand, and may have to let something go for it.
    """
    if owner.flags & (CANNOT_ACT | SURRENDERED) or core.felled(owner):
        return False, ()
    if item in owner.held:
        return True, (HELD_RESISTS,)
    if style.hands_free(owner):
        return True, (CARRIED_RESISTS,)
    options = tuple(price for price in prices(owner))
    if not options:
        return False, ()
    answer = choice.ask(table, owner, "resist", me, (*options, GIVE_UP), because, CARRIED_RESISTS)
    seq = len(table.log.events) - 1
    if answer == GIVE_UP:
        return False, (CARRIED_RESISTS,)
    if answer == ONE_HAND:
        table.tell(ConditionBegan(seq, owner.id, "loose-grip", (ONE_HAND_GRIP,)))
    elif answer == SHIELD:
        style_weapon_shield.forfeit(table, owner, seq, RELEASE_SHIELD)
    else:
        table.tell(Dropped(seq, owner.id, answer.removeprefix("drop "), owner.square, (DROP_WEAPON,)))
    return True, (CARRIED_RESISTS,)


def prices(owner: Creature) -> Iterator[str]:
    """How somebody with full hands may free one: by the grip, the shield's handle, a weapon."""
    held = [name for name in dict.fromkeys(owner.held) if name in owner.weapons]
    if any(in_two_hands(owner, arm_of(owner, name)) for name in held):
        yield ONE_HAND
    if style.shield_arm(owner) and not owner.flags & SHIELD_SPENT:
        yield SHIELD
    for name in held:
        if not arm_of(owner, name).fastened:
            yield f"drop {name}"


def take(table: Table, me: Creature, owner: Creature, item: str, because: int, *rules: str) -> None:
    """It changes hands; what the free hand cannot hold alone falls at the feet of whoever has torn it away."""
    seq = table.tell(Snatched(because, me.id, owner.id, item, rules))
    if core_action.hands_of(me, me.held) > sheet_of(me).hands:
        table.tell(Dropped(seq, me.id, item, me.square, rules))


def grip_again(table: Table, me: Creature) -> None:
    """When its next attack comes up, both hands are on the weapon again."""
    if me.flags & LOOSE_GRIP:
        table.tell(ConditionEnded(-1, me.id, "loose-grip", (ONE_HAND_GRIP,)))


AT_ACTIVATION.append(grip_again)


# The contest.


class Might(NamedTuple):
    """What somebody has for a contest of Strength: a score, the percentage of an 18, and what made it so."""

    score: int
    percent: int
    strength: int
    exceptional: int
    parts: tuple[Modifier, ...] = ()
    rules: tuple[str, ...] = ()


def might(me: Creature, *parts: Modifier | None) -> Might:
    """Somebody's Strength with what changes it for this contest."""
    from sim.rules.adnd import grab_person

    sheet = sheet_of(me)
    present = tuple([part for part in parts if part is not None])
    score, percent, rules = grab_person.climb(sheet.strength, sheet.exceptional, sum(part.value for part in present))
    return Might(score, percent, sheet.strength, sheet.exceptional, present, (*grab_monster.strength_rules(me), *rules))


Outcome = Literal["won", "lost", "tie", "dropped"]


def decide(mine: Might, theirs: Might, roll: int, answer: int, *, thing: bool) -> tuple[Outcome, tuple[str, ...]]:
    """
    Each takes a d20 from his Strength; the greater margin wins. Of equals the higher percentage of exceptional Strength
    does; then, of two who have both failed, a ``thing`` falls; else it is thrown again.
    """
    margin, other = mine.score - roll, theirs.score - answer
    if margin != other:
        return ("won" if margin > other else "lost"), (WINNER,)
    if mine.percent != theirs.percent:
        return ("won" if mine.percent > theirs.percent else "lost"), (EXCEPTIONAL,)
    if thing and fails(mine.score, roll) and fails(theirs.score, answer):
        return "dropped", (BOTH_FAIL,)
    return "tie", (REROLL,)


def fails(score: int, roll: int) -> bool:
    """Is the roll above the score, or a 20?"""
    return roll > score or roll == 20


def contest(
    table: Table,
    me: Creature,
    other: Creature,
    mine: Might,
    theirs: Might,
    about: Literal["object", "person", "escape"],
    item: str,
    because: int,
    *rules: str,
) -> tuple[Outcome | Literal["broken"], int]:
    """Throw until it is decided; what is fragile may break at every tie. Gives the outcome and the last event."""
    while True:
        dice = table.roll(20, 2)
        roll, answer = dice[0].value, dice[1].value
        outcome, why = decide(mine, theirs, roll, answer, thing=about == "object")
        because = table.tell(
            StrengthContested(
                because, about, me.id, other.id, item,
                (mine.strength, theirs.strength), (mine.exceptional, theirs.exceptional), mine.parts, theirs.parts,
                (mine.score, theirs.score), (mine.percent, theirs.percent), outcome,
                (*rules, CONTEST, *why, *dict.fromkeys((*mine.rules, *theirs.rules))), dice,
            )
        )  # fmt: skip
        owner = other if about == "object" else None
        if mine.score - roll == theirs.score - answer and owner is not None and breaks(table, owner, item, because):
            return "broken", len(table.log.events) - 1
        if outcome != "tie":
            return outcome, because


def breaks(table: Table, owner: Creature, item: str, because: int) -> bool:
    """A fragile thing that is torn at from both sides makes its saving throw against a crushing blow, or breaks."""
    thing = gear_of(owner, item)
    if thing is None or not thing.fragile or parry.outlasts(table, owner, item, thing.material, 0, because, FRAGILE):
        return False
    table.tell(ItemBroken(len(table.log.events) - 1, owner.id, item, (FRAGILE,)))
    return True
