"""
What an attack is worth before it is made: exact chances to hit and distributions of damage.

The battle given is an imagined one, in which foes may stand as they look to somebody. It is not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from sim.dice.notation import Dice, parse
from sim.dice.odds import Chance, Distribution, mixture, of_totals, total_of
from sim.events.adnd import ledger_of
from sim.events.conditions import start, stop
from sim.events.orders import (
    AidAnother,
    Attack,
    BullRush,
    Cast,
    Charge,
    Feint,
    FullAttack,
    Guard,
    Move,
    Order,
    Overrun,
    ReceiveCharge,
    Ride,
    Sunder,
    TotalDefense,
    TurnUndead,
    UseAbility,
    UseItem,
)
from sim.grid.facing import toward
from sim.rules.adnd import (
    ability_check,
    arrival,
    attack_rate,
    charge,
    core,
    disarm,
    fight,
    initiative,
    melee,
    missile,
    shield_rush,
    style,
    unarmed,
)
from sim.rules.adnd import style_weapon_shield as shielded
from sim.rules.adnd.declare import (
    CHARGING,
    FREE,
    MELEE,
    SECOND,
    SHIELD,
    TWO_WEAPONS,
    Blow,
    arm_of,
    on_damage,
    sheet_of,
    state_of,
)
from sim.rules.adnd.declare import PARRYING as PARRY
from sim.rules.adnd.grab_monster import GRABS, strength_test
from sim.rules.adnd.grab_object import Might, decide, might
from sim.rules.adnd.grab_person import strength_parts
from sim.rules.adnd.unarmed import FREEING
from sim.rules.book import Case, Prospect, Strike, Turned
from sim.rules.narrative import narrative
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DEAFENED, HELPLESS, PARRYING, PRONE, SHIELD_SPENT
from sim.state.creature import Creature
from sim.tables.adnd_figures import UNARMED, BareHand, bare_hands
from sim.tables.adnd_sheet import Weapon

if TYPE_CHECKING:
    from sim.tables.adnd_sheet import Sheet

NOTHING = Distribution(0, (1,))


def faces(blow: Blow) -> int:
    """
    How many of 20 faces hit: never 1 and 2, always 20; all of them at the helpless.
    """
    if blow.target.flags & HELPLESS and blow.how in ("strike", "punch"):
        return 20
    bonus = sum(part.value for part in core.attack_parts(blow))
    needed = core.thac0_of(blow.attacker) - bonus - sum(part.value for part in core.ac_parts(blow))
    return max(1, min(18, 21 - needed))


@lru_cache(maxsize=8192)
def _points(dice: Dice, times: int, bonus: int) -> Distribution:
    return total_of(dice).changed(lambda total: max(1, total * times + bonus))


@lru_cache(maxsize=8192)
def _outcome(landing: int, points: Distribution) -> Distribution:
    return mixture(((20 - landing, NOTHING), (landing, points)))


def strike(blow: Blow, times: int = 1) -> Strike:
    """Hit chance and damage of one blow, its dice so many times over, misses counted as 0."""
    landing = faces(blow)
    blow.damage_multiplier *= times
    return Strike(Chance(landing, 20), _outcome(landing, harm(blow)))


narrative(
    "adnd.odds.any-of-several",
    "for those who weigh what to do: the chance of any of a round's attempts (any_of_several); no die falls for it",
)


def any_of_several(chances: Iterable[Chance]) -> Chance:
    """
    The chance that at least one of several independent rolls brings something about: one less the product of the
    chances of their failing.

    >>> any_of_several([Chance(1, 20), Chance(1, 20)])
    Chance(ways=39, of=400)
    """
    fails = of = 1
    for chance in chances:
        fails *= chance.of - chance.ways
        of *= chance.of
    return Chance(of - fails, of)


def results(blow: Blow) -> Iterator[BareHand]:
    """What comes of each face of a d20 that hits with bare hands."""
    bonus = sum(part.value for part in core.attack_parts(blow))
    for face in range(21 - faces(blow), 21):
        yield bare_hands(face + bonus)


def punch(blow: Blow) -> Distribution:
    """What a punch that hits takes, by the table."""
    bonus = core.strength_bonus(blow.attacker)
    least = [1 if found.damage or bonus > 0 else 0 for found in results(blow)]
    return of_totals((max(low, found.damage + bonus), 1) for low, found in zip(least, results(blow), strict=True))


@lru_cache(maxsize=4096)
def stronger(score: int, percent: int, other: int, other_percent: int) -> Chance:
    """
    The chance to win a contest of Strength between two scores with their percentages, thrown until it is decided.

    >>> stronger(15, 0, 15, 0)
    Chance(ways=190, of=380)
    """
    mine, theirs = Might(score, percent, score, percent), Might(other, other_percent, other, other_percent)
    found = [decide(mine, theirs, roll, answer, thing=False)[0] for roll in range(1, 21) for answer in range(1, 21)]
    return Chance(found.count("won"), len(found) - found.count("tie"))


def both(one: Chance, other: Chance) -> Chance:
    """The chance of one thing and then the other."""
    return Chance(one.ways * other.ways, one.of * other.of)


def harm(blow: Blow) -> Distribution:
    """What a hit takes from its target."""
    if blow.how == "punch" and not blow.target.flags & HELPLESS and blow.weapon.damage == UNARMED.fist.damage:
        return punch(blow)
    text = core.dice_of(blow)
    if not text:
        return NOTHING
    dice = parse(text)
    bonus = sum(part.value for function in on_damage.of(blow.bits) if (part := function(blow)) is not None)
    points = _points(dice, blow.damage_multiplier, bonus)
    target = sheet_of(blow.target)
    if target.plus_needed > core.plus_of(blow):
        return NOTHING
    if target.lightly and set(blow.weapon.kinds) & set(target.lightly):
        return points.changed(lambda total: total // 2)
    return points


def attempt(blow: Blow) -> Chance:
    """
    The chance of one attempt: to hit; with one hand, to grip or tear away besides; in wrestling, to take hold, or for
    whoever is held to come free.
    """
    chance = Chance(faces(blow), 20)
    me, target = blow.attacker, blow.target
    if blow.how == "wrestle":
        held = me.has("held", target.id)
        return Chance(sum(1 for found in results(blow) if (found.wrestling in FREEING if held else found.hold)), 20)
    if blow.how not in GRABS:
        return chance
    parts = strength_parts(me, target) if blow.how == "grab" else (strength_test(target),)
    mine, theirs = might(me, *parts), might(target)
    return both(chance, stronger(mine.score, mine.percent, theirs.score, theirs.percent))


def resisted(blow: Blow) -> Chance:
    """The chance that a disarm that hits is not resisted, by the levels of both."""
    if blow.battle.options.get("disarm_resistance") == "off":
        return Chance(1, 1)
    return Chance(disarm.resistance(blow) - 1, 20)


def disarmed(blow: Blow, attempts: int) -> Chance:
    """
    The chance that so many disarms of one round take a weapon from its owner: one is enough where it is held in one
    hand, two are needed where it is held in two.
    """
    item = disarm.aim_of(blow.target, Attack(blow.target.id, blow.weapon.name, object=blow.object))
    if blow.battle.options.get("disarm_rule") == "opposed" and blow.how == "disarm":
        one = disarm.contested(blow, item)
    else:
        one = both(Chance(faces(blow), 20), resisted(blow))
    if disarm.in_one_hand(blow.target, item):
        return any_of_several([one] * attempts)
    missed = one.of - one.ways
    none, once = missed**attempts, attempts * one.ways * missed ** max(0, attempts - 1)
    return Chance(one.of**attempts - none - once, one.of**attempts)


def best_arm(battle: Battle, foe: Creature, me: Creature) -> Weapon:
    """The weapon with which somebody takes most from another."""
    return max(melee.weapons(foe), key=lambda weapon: mean(battle, foe, me, weapon))


def before(mine: tuple[bool, int], theirs: tuple[bool, int]) -> Chance:
    """
    The chance of the lower initiative, each with a d10 and whether it is late anyhow; equal totals act at once.

    >>> before((False, 2), (False, 4))
    Chance(ways=64, of=100)
    """
    throws = range(1, 11)
    ways = sum(1 for a in throws for b in throws if (mine[0], a + mine[1]) < (theirs[0], b + theirs[1]))
    return Chance(ways, 100)


def round_of(battle: Battle, foe: Creature, me: Creature) -> list[Blow]:
    """The blows of a round that somebody may make in melee at another: those of its best weapon, or its routine."""
    best = best_arm(battle, foe, me)
    names = sheet_of(foe).routine
    if best.category != "natural":
        names = (best.name,) * max(1, attack_rate.this_round(battle, foe, best, False)[0])
    return [Blow(battle, foe, me, arm_of(foe, name), MELEE) for name in names]


def toppled(blow: Blow) -> Chance:
    """The chance that a shield rush hits its target and brings it down."""
    me, target = blow.attacker, blow.target
    if shield_rush.variant(blow.battle) == "opposed":
        mine = shield_rush.strength_score(me) + sum(part.value for part in shield_rush.pressure(blow))
        its = shield_rush.strength_score(target)
        ways = sum(
            1
            for roll in range(1, 21)
            for answer in range(1, 21)
            if not ability_check.succeeds(answer, its) or (ability_check.succeeds(roll, mine) and answer > roll)
        )
        return both(Chance(faces(blow), 20), Chance(ways, 400))
    score = sheet_of(target).dexterity + sum(part.value for part in shield_rush.balance(blow, still=True))
    return both(Chance(faces(blow), 20), Chance(20 - max(0, min(19, score)), 20))


def uncovered(odds: AdndOdds, battle: Battle, me: Creature, act: str) -> int:
    """
    What it may cost not to be covered by the shield to the end of the round, by all who are near, or after a rush by
    the worst; nothing for a specialist, who is covered again soon.
    """
    if shielded.degree(me) > 0:
        return 0
    foes = [foe.id for foe in battle if foe.side != me.side and not foe.flags & CANNOT_ACT]
    if act == "shield-punch":
        foes = [foe for foe in foes if melee.engages(battle, battle.creatures[foe], me)]
    before = [odds.threat(battle, foe, me.id) for foe in foes]
    flags, me.flags = me.flags, me.flags | SHIELD_SPENT
    more = [odds.threat(battle, foe, me.id) - threat for foe, threat in zip(foes, before, strict=True)]
    me.flags = flags
    return sum(more) if act == "shield-punch" else max(more, default=0)


@contextmanager
def supposed(battle: Battle, me: Creature, target: Creature, order: object, case: Case) -> Iterator[None]:
    """For a while it is as if this order had been declared, and as if the target lay, where that is the case."""
    state = state_of(battle, me)
    declared, lies = state.declared, case == "prone" and not target.flags & PRONE
    if isinstance(order, FullAttack):
        state.declared = order
    if lies:
        start(battle, target, "prone")
    try:
        yield
    finally:
        state.declared = declared
        if lies:
            stop(battle, target, "prone")


UNCOVERED = ("shield-punch", "shield-rush")
SAFE = ("stand-up", "pick-up", "load-light", "coup-de-grace", "first-aid", "prepare", "turn-undead")
"""What gives nobody a free attack."""


class AdndOdds:
    """Estimates for those who choose; see ``sim.rules.book.Odds``."""

    def ordinary(self, kind: str) -> Sheet:
        """The ordinary figures of a kind of creature."""
        from sim.rules.adnd.muster import Roster

        return Roster().creature(kind)

    def strikes(
        self, battle: Battle, who: str, order: Attack | FullAttack | Charge | Ride, case: Case = ""
    ) -> tuple[Strike, ...]:
        """Every attack of the order, as if each were made at the same target."""
        me, target = battle.creatures[who], battle.creatures[order.target]
        weapon = arm_of(me, order.weapon)
        how = getattr(order, "how", "strike") if style.is_shield(me, weapon.name) else "strike"
        bits = fight.bits_of(battle, me, target, weapon) | (SHIELD if how != "strike" else 0)
        if isinstance(order, Charge | Ride):
            bits |= CHARGING
        names = [weapon.name]
        if weapon.category == "natural" and not isinstance(order, Attack):
            names = list(sheet_of(me).routine)
        elif isinstance(order, FullAttack):
            attacks = attack_rate.this_round(battle, me, weapon, missile.launcher(weapon))[0]
            names *= max(0 if order.parries else 1, attacks - order.parries)
        times = 2 if case == "braced" and arrival.sets(weapon) else 1
        with supposed(battle, me, target, order, case):
            if isinstance(order, FullAttack) and style.other_hand(battle, me):
                bits |= TWO_WEAPONS
            found = [strike(Blow(battle, me, target, arm_of(me, name), bits, how), times) for name in names]
            if isinstance(order, FullAttack) and bits & TWO_WEAPONS and order.off_hand in me.weapons:
                second, off_how = arm_of(me, order.off_hand), order.off_how or order.how
                bits |= SECOND | (SHIELD if style.is_shield(me, second.name) else 0)
                found.append(strike(Blow(battle, me, target, second, bits, off_how)))
        return tuple(found)

    def success(
        self,
        battle: Battle,
        who: str,
        order: Attack | FullAttack | Charge | BullRush | Overrun | Feint | AidAnother | Sunder,
    ) -> Chance:
        """
        The chance that a manoeuvre comes off: of a disarm, that the weapon is lost; of taking hold of somebody, that
        it does. Of several attempts in a round it is the chance that any of them does.
        """
        if not isinstance(order, Attack | FullAttack | Charge):
            return Chance(0, 1)
        me, target = battle.creatures[who], battle.creatures[order.target]
        weapon = arm_of(me, order.weapon)
        blow = Blow(battle, me, target, weapon, fight.bits_of(battle, me, target, weapon), order.how)
        attempts = 1
        if isinstance(order, FullAttack):
            attempts = attack_rate.this_round(battle, me, weapon, missile.launcher(weapon))[0]
        if order.how in disarm.HOWS:
            return disarmed(blow, attempts)
        if order.how == "overbear":
            blow.extra += unarmed.weight([me], target)
        if order.how == "shield-rush":
            return toppled(Blow(battle, me, target, weapon, MELEE | CHARGING | SHIELD, order.how))
        chance = attempt(blow)
        return any_of_several([chance] * attempts) if isinstance(order, FullAttack) else chance

    def strays(self, battle: Battle, who: str, order: Attack | FullAttack) -> tuple[tuple[str, Chance], ...]:
        """Everybody in the thick of the melee into which a missile is shot, or through which it goes first."""
        me, target = battle.creatures[who], battle.creatures[order.target]
        if not missile.is_shot(battle, me, target, arm_of(me, order.weapon)):
            return ()
        middle = missile.first_melee(battle, me, target)
        if middle is None:
            return ()
        weights = [(other.id, missile.weight(other)) for other in missile.thick(battle, me, middle)]
        whole = sum(weight for _, weight in weights)
        return tuple((name, Chance(weight, whole)) for name, weight in weights)

    def saved(self, battle: Battle, who: str, order: FullAttack | TotalDefense) -> int:
        """What parries may be expected to save: they stop the strongest blows, or all meet a better Armor Class."""
        me = battle.creatures[who]
        blows = [
            (foe, blow)
            for foe in battle
            if foe.side != me.side and not foe.flags & CANNOT_ACT and melee.engages(battle, foe, me)
            for blow in round_of(battle, foe, me)
        ]
        if isinstance(order, TotalDefense):
            before = sum(strike(blow).harm.mean(100) for _, blow in blows)
            me.flags |= PARRYING
            after = sum(strike(blow).harm.mean(100) for _, blow in blows)
            me.flags &= ~PARRYING
            return min(before - after, 100 * max(1, me.hit_points))
        weapon = arm_of(me, order.weapon)
        stopped = sorted(
            (
                Chance(faces(Blow(battle, me, foe, weapon, MELEE | PARRY, "parry", against=blow)), 20).times(
                    strike(blow).harm.mean(100)
                )
                for foe, blow in blows
                if melee.may_parry(battle, me, foe)
            ),
            reverse=True,
        )
        return min(sum(stopped[: order.parries]), 100 * max(1, me.hit_points))

    def turning(self, battle: Battle, who: str, order: TurnUndead) -> tuple[Turned, ...]:
        """This rulebook's catalogue turns nobody."""
        return ()

    def prospect(self, battle: Battle, who: str, order: Cast | UseItem | UseAbility) -> Prospect | None:
        """What may come of a spell, or of a thing that does what spells do."""
        from sim.rules.adnd import core_spell

        return core_spell.prospect(battle, battle.creatures[who], order)

    def exposure(self, battle: Battle, who: str, act: str, *, spared: str = "", case: Case = "") -> int:
        """
        What free attacks at an act may be expected to take, if it is one that gives any. Of what is done with a shield
        (``shield-punch``, ``shield-rush``): what the loss of its cover may cost.
        """
        me = battle.creatures[who]
        if act in UNCOVERED:
            return uncovered(self, battle, me, act)
        if act in SAFE:
            return 0
        total = 0
        for foe in battle:
            if foe.side != me.side and foe.id != spared and melee.engages(battle, foe, me):
                total += self.threat(battle, foe.id, who) if melee.may_strike_freely(battle, foe, me) else 0
        return total

    def threat(self, battle: Battle, foe: str, who: str, *, without: str = "") -> int:
        """What the best single blow of ``foe`` may be expected to take from ``who``, if it holds no ``without``."""
        attacker, target = battle.creatures[foe], battle.creatures[who]
        if attacker.flags & CANNOT_ACT:
            return 0
        best = 0
        for weapon in melee.weapons(attacker):
            if weapon.name != without or weapon.category == "natural":
                best = max(best, mean(battle, attacker, target, weapon))
        return best

    def received(self, battle: Battle, foe: str, who: str, order: Charge | Ride) -> int:
        """The blow of a spear that is set, where the way of the charge comes into its reach, with twice its dice."""
        me, target = battle.creatures[who], battle.creatures[order.target]
        for here, there in pairwise(charge.path(battle, me, target, order.to)):
            for striker, weapon in arrival.strikers(battle, me, here, there, order.target):
                if striker.id == foe == order.target:
                    battle.leave(me)
                    me.square, me.facing = there, toward(battle.ground, here, there)
                    start(battle, me, "charging")
                    battle.enter(me)
                    blow = Blow(battle, striker, me, weapon, MELEE)
                    return 0 if melee.reaches(battle, striker, me, weapon) else strike(blow, 2).harm.mean(100)
        return 0

    def announced(self, battle: Battle, who: str) -> Order | None:
        """Each side sees what was declared before (adnd.round.declare)."""
        return state_of(battle, battle.creatures[who]).declared  # type: ignore[return-value]

    def earlier(self, battle: Battle, who: str, order: Order, foe: str) -> Chance:
        """
        By the initiative of both while actions are declared, a foe who has declared nothing yet taken to strike with
        its best weapon; once they are carried out, whether it is still to act. Who comes is struck first by who guards
        and by a spear set against him; who is there already is not by who guards, and the blow after a move comes last.
        """
        me, other = battle.creatures[who], battle.creatures[foe]
        state = state_of(battle, other)
        if isinstance(order, Move):
            return Chance(0, 1)
        if isinstance(order, Guard):
            return Chance(int(bool(melee.reaches(battle, me, other, arm_of(me, order.weapon)))), 1)
        if ledger_of(battle).stage != "declare":
            return Chance(int(not state.acted), 1)
        if isinstance(state.declared, Move):
            return Chance(1, 1)
        charged = isinstance(state.declared, Charge) and state.declared.target == who
        if charged and isinstance(order, ReceiveCharge) and arrival.sets(arm_of(me, order.weapon)):
            return Chance(1, 1)
        expected = state.declared or FullAttack(who, best_arm(battle, other, me).name)
        return before(initiative.handicap(battle, me, order), initiative.handicap(battle, other, expected))  # type: ignore[arg-type]

    def reach(self, one: Creature) -> int:
        """The farthest that any of the weapons strikes by which it threatens."""
        return max([melee.reach_of(one, weapon)[1] for weapon in melee.threatening(one)], default=0)

    def hears(self, battle: Battle, who: str, foe: str) -> bool:
        """Everybody who fights makes noise enough for those who have ears."""
        return not battle.creatures[who].flags & DEAFENED


def mean(battle: Battle, attacker: Creature, target: Creature, weapon: Weapon) -> int:
    """Hundredths of hit points that one blow takes on average; of a natural routine all its forms."""
    names = sheet_of(attacker).routine if weapon.category == "natural" else (weapon.name,)
    blows = [Blow(battle, attacker, target, arm_of(attacker, name), MELEE | FREE) for name in names]
    return sum(strike(blow).harm.mean(100) for blow in blows)


ODDS = AdndOdds()
