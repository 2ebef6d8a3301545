"""
Grabbing a person (adnd.grab.person.*): a grip with one hand that keeps somebody where he is, what it costs both, and
how he comes free. With both hands it is wrestling (``unarmed``).
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    FullAttack,
    Grapple,
    Guard,
    Leave,
    Move,
    Order,
    ReceiveCharge,
    Run,
    Step,
    Withdraw,
)
from sim.rules import choice
from sim.rules.adnd import called_shot, core, grab_monster, style
from sim.rules.adnd.declare import (
    AFTER_FELLED,
    AT_ACTIVATION,
    Blow,
    arm_of,
    at_round_end,
    at_round_start,
    constraint,
    gap,
    in_two_hands,
    manoeuvre,
    offer,
    on_ac,
    on_attack,
    procedure,
    sheet_of,
    state_of,
)
from sim.rules.adnd.grab_object import contest, might, near, reaches_for
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DOWN, GRABBED, GRIPPING, HELD
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import SIZES

TWO_HANDS = "adnd.grab.person.two-hands"
ONE_HAND = "adnd.grab.person.one-hand"
PROCEDURE = "adnd.grab.person.procedure"
PENALTY = "adnd.grab.person.strength-penalty"
STEPS = "adnd.grab.person.exceptional-steps"
SMALLER = "adnd.grab.person.smaller-target"
LARGER = "adnd.grab.person.larger-target"
SUCCESS = "adnd.grab.person.success"
ESCAPE = "adnd.grab.person.escape"
SPELLS = "adnd.grab.person.both.spells"
WORSE_AC = "adnd.grab.person.both.ac"
WORSE_TO_HIT = "adnd.grab.person.both.to-hit"
NO_TWO_HANDED = "adnd.grab.person.grabber.no-two-handed"
NO_DEXTERITY = "adnd.grab.person.grabber.no-dex"

HAND, ARMS = 1, 2
"""How somebody is gripped, as the value of ``gripping``: with one hand, or in a hold of wrestling."""

BRACKETS = (0, 1, 51, 76, 91, 100)
"""The least percentage of each bracket of a Strength of 18, the first without any."""
BREAK_FREE, STAY = "break free", "stay"


# Strength.


def climb(score: int, percent: int, steps: int) -> tuple[int, int, tuple[str, ...]]:
    """
    A Strength so many points better or worse, where each bracket of exceptional Strength counts as one (``STEPS``);
    with the rule if it did.

    >>> [climb(18, percent, -3)[:2] for percent in (100, 95, 80, 60, 40, 0)]
    [(18, 51), (18, 1), (18, 0), (17, 0), (16, 0), (15, 0)]
    >>> climb(18, 60, 3)[:2], climb(17, 0, 3)[:2], climb(18, 100, 1)[:2]
    ((18, 100), (20, 0), (19, 0))
    """
    if not percent or not steps:
        return score + steps, percent, ()
    rank = sum(percent >= least for least in BRACKETS[1:]) + steps
    if rank < 0:
        return score + rank, 0, (STEPS,)
    if rank >= len(BRACKETS):
        return score + rank - len(BRACKETS) + 1, 0, (STEPS,)
    return score, BRACKETS[rank], (STEPS,)


def strength_parts(me: Creature, target: Creature) -> tuple[Modifier | None, ...]:
    """What changes the Strength of whoever grips somebody with one hand."""
    mine, theirs = (SIZES.index(sheet_of(one).size) for one in (me, target))
    size = None
    if theirs < mine:
        size = Modifier(3, "smaller target", SMALLER)
    elif theirs > mine:
        size = Modifier(-6, "larger target", LARGER)
    return Modifier(-3, "one hand", PENALTY), size, grab_monster.strength_test(target)


# The attempt.


@constraint(TWO_HANDS, Attack, FullAttack)
def not_both_hands(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """To wrestle takes both hands: free, or on the same opponent already."""
    return order.how == "wrestle" and style.hands_free(me) + hands_on(me, order.target) < 2


@constraint(ONE_HAND, Attack, FullAttack)
def no_hand(battle: Battle, me: Creature, order: Attack | FullAttack) -> bool:
    """To seize somebody takes one hand that is free, and bare; and whoever is gripped by it already is gripped once."""
    if not reaches_for("grab", order):
        return False
    with_what = order.weapon if order.how == "grab" else getattr(order, "off_hand", "")
    if with_what != sheet_of(me).unarmed.name or not style.hands_free(me):
        return True
    return me.flags & GRIPPING != 0 and me.has("gripping", order.target)


def hands_on(me: Creature, target: str = "") -> int:
    """How many hands it has on somebody, or on anybody."""
    if not me.flags & GRIPPING:
        return 0
    return sum(c.value for c in me.conditions if c.name == "gripping" and target in ("", c.other))


@offer(FullAttack, "declare")
def announced(battle: Battle, me: Creature) -> Iterator[Order]:
    """A grip on every enemy close by: with the hand alone, or besides a weapon in the other one."""
    if not style.hands_free(me):
        return
    fist = sheet_of(me).unarmed.name
    for foe in near(battle, me):
        yield FullAttack(foe.id, fist, how="grab")
        for weapon in me.held[:1]:
            yield FullAttack(foe.id, weapon, off_hand=fist, off_how="grab")


@offer(Attack, "act")
def tries(battle: Battle, me: Creature) -> Iterator[Order]:
    """The attempts that were announced."""
    declared = state_of(battle, me).declared
    if isinstance(declared, FullAttack) and reaches_for("grab", declared):
        for foe in near(battle, me):
            yield Attack(foe.id, sheet_of(me).unarmed.name, how="grab")


@manoeuvre("grab")
def grab(table: Table, me: Creature, order: Attack, because: int) -> None:
    """An attack roll, then the contest of Strength; who wins it has gripped his opponent."""
    blow = called_shot.blow_of(table, me, order, because)
    target = blow.target
    rules = (ONE_HAND, PROCEDURE, *grab_monster.usual_rules(target))
    if (outcome := core.attack(table, blow, because, *rules)) is None:
        return
    rolled, seq = outcome
    if rolled.hit and not core.felled(target):
        mine = might(me, *strength_parts(me, target))
        won, last = contest(table, me, target, mine, might(target), "person", "", seq, PROCEDURE)
        if won == "won":
            grip(table, me, target, last, SUCCESS)
    core.aftermath(table, blow, rolled, seq)


def grip(table: Table, me: Creature, target: Creature, because: int, *rules: str, value: int = HAND) -> None:
    """It has the target in its grip, with one hand, or in a hold."""
    name = "grabbed" if value == HAND else "held"
    table.tell(ConditionBegan(because, target.id, name, rules, me.id, table.battle.round))
    table.tell(ConditionBegan(because, me.id, "gripping", rules, target.id, value))


def release(table: Table, me: Creature, target: Creature, because: int, *rules: str) -> None:
    """It has the target in its grip no more."""
    for name in ("grabbed", "held"):
        if target.has(name, me.id):
            table.tell(ConditionEnded(because, target.id, name, rules, me.id))
    table.tell(ConditionEnded(because, me.id, "gripping", rules, target.id))


def let_all_go(table: Table, me: Creature, because: int, *rules: str) -> None:
    """It opens its hands and arms."""
    for condition in me.conditions:
        if condition.name == "gripping":
            release(table, me, table.battle.creatures[condition.other], because, *rules)


# While it lasts.


def by_hand(me: Creature) -> bool:
    """Does it grip somebody with one hand?"""
    return me.flags & GRIPPING != 0 and any(c.name == "gripping" and c.value == HAND for c in me.conditions)


def hampered(me: Creature) -> bool:
    """Is it one of the two whom such a grip hampers?"""
    return me.flags & GRABBED != 0 or by_hand(me)


@constraint(SUCCESS, Move, Step, Withdraw, Run, Charge, Leave, flags=GRABBED | GRIPPING)
def stays(battle: Battle, me: Creature, order: Order) -> bool:
    """Who is gripped does not move; who grips him does not either, without letting go."""
    return hampered(me)


@on_ac()
def worse_ac(blow: Blow) -> Modifier | None:
    """Armor Class two worse for both."""
    return core.worse(2, "grip", WORSE_AC) if hampered(blow.target) else None


@on_attack()
def worse_to_hit(blow: Blow) -> Modifier | None:
    """-2 on the attack rolls of both."""
    return Modifier(-2, "grip", WORSE_TO_HIT) if hampered(blow.attacker) else None


@constraint(NO_TWO_HANDED, Attack, FullAttack, Guard, ReceiveCharge, flags=GRIPPING)
def one_hand_left(battle: Battle, me: Creature, order: Attack | FullAttack | Guard | ReceiveCharge) -> bool:
    """Who grips somebody has no second hand for his weapon."""
    return order.weapon in me.held and by_hand(me) and in_two_hands(me, arm_of(me, order.weapon))


def no_dexterity(me: Creature) -> str:
    """The rule by which its Dexterity is of no help, while it holds on to somebody; empty if it is."""
    return NO_DEXTERITY if by_hand(me) else ""


@constraint(SPELLS, Cast, flags=GRABBED | GRIPPING)
def not_by_word_alone(battle: Battle, me: Creature, order: Cast) -> bool:
    """Neither casts a spell that takes more than words."""
    spell = sheet_of(me).spells.get(order.spell)
    return hampered(me) and spell is not None and not spell.verbal


# Free again.


@at_round_start
def escapes(table: Table, because: int) -> None:
    """At the start of each following round the gripped may try to break free."""
    battle = table.battle
    loosen(table, because)
    for me in tuple(battle):
        if not me.flags & GRABBED or me.flags & CANNOT_ACT:
            continue
        for condition in me.conditions:
            if condition.name != "grabbed":
                continue
            other = battle.creatures[condition.other]
            if choice.ask(table, me, "escape", other, (BREAK_FREE, STAY), because, ESCAPE) == BREAK_FREE:
                asked = len(table.log.events) - 1
                theirs = might(other, *strength_parts(other, me))
                outcome, last = contest(table, me, other, might(me), theirs, "escape", "", asked, ESCAPE)
                if outcome == "won":
                    release(table, other, me, last, ESCAPE)


@offer(Grapple, "declare", "act")
def lettings_go(battle: Battle, me: Creature) -> Iterator[Order]:
    for condition in me.conditions:
        if condition.name == "gripping":
            yield Grapple("release", condition.other)


@constraint(SUCCESS, Grapple)
def nobody_to_let_go(battle: Battle, me: Creature, order: Grapple) -> bool | tuple[str, ...]:
    """What one can do about a grip of one's own is to let go."""
    return order != Grapple("release", order.target) or not me.has("gripping", order.target)


@procedure(Grapple)
def let_go(me: Creature, order: Grapple, table: Table, because: int) -> None:
    """Open the hand, or the arms."""
    from sim.rules.adnd import unarmed

    target = table.battle.creatures[order.target]
    rule = unarmed.HOLD_BREAK if target.has("held", me.id) else SUCCESS
    release(table, me, target, because, rule)


def loosen(table: Table, because: int) -> None:
    """Grips end of which one party can hold no more, or is out of reach; a hold with the senses of its holder."""
    from sim.rules.adnd import unarmed

    battle = table.battle
    for victim in tuple(battle):
        if not victim.flags & (GRABBED | HELD):
            continue
        for condition in victim.conditions:
            if condition.name not in ("grabbed", "held"):
                continue
            holder = battle.creatures[condition.other]
            spent = holder.flags & CANNOT_ACT or core.felled(holder)
            apart = gap(battle, holder, victim) > sheet_of(holder).reach
            if spent or apart or victim.flags & DOWN or core.felled(victim):
                rules = (unarmed.HOLD_BREAK,) if spent and condition.name == "held" else ()
                release(table, holder, victim, because, *rules)


@at_round_end
def at_the_end(table: Table, because: int) -> None:
    loosen(table, because)


AT_ACTIVATION.append(lambda table, me: loosen(table, -1))
AFTER_FELLED.append(lambda table, creature, because: loosen(table, because))
