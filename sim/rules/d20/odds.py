"""
What an attack is worth before it is made: exact chances to hit, distributions of damage, chances in contests.

The battle given is an imagined one: a fork in which foes may stand as they look to somebody. It is not kept.
"""

from __future__ import annotations

from functools import lru_cache, partial

from sim.core.tally import Modifier
from sim.dice.notation import Dice, parse
from sim.dice.odds import Chance, Distribution, mixture, opposed, total_of
from sim.events.conditions import start
from sim.events.orders import (
    IT,
    AidAnother,
    Attack,
    BullRush,
    Cast,
    Charge,
    Feint,
    FullAttack,
    Order,
    Overrun,
    Ride,
    Sunder,
    TotalDefense,
    TurnUndead,
    UseAbility,
    UseItem,
)
from sim.grid.movement import straight_line
from sim.rules.book import Case, Prospect, Strike, Turned
from sim.rules.d20 import (
    aoo,
    concealment,
    core,
    full_attack,
    helpless,
    move,
    pounce,
    powerful_charge,
    ready,
    scores,
    special,
    splash,
    threat,
    two_weapon,
)
from sim.rules.d20.declare import (
    CHARGING,
    IN_GRAPPLE,
    MELEE,
    OFF_HAND,
    RANGED,
    RAPID,
    THROWN,
    TOUCH,
    TWO_WEAPONS,
    Blow,
    softeners,
)
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, MOUNTED
from sim.state.creature import Creature
from sim.tables import bestiary
from sim.tables.sheet import Sheet, Weapon

_BY_TOUCH = frozenset({"touch", "splash", "net"})
NOTHING = Distribution(0, (1,))


def strike(blow: Blow, times: int = 1) -> Strike:
    """Hit chance and damage of one blow against one target, misses counted as 0; ``times``: its damage multiplied."""
    landing = hits(core.attack_tally(blow).total, core.ac_tally(blow).total)
    percent = concealment.of(blow)[0]
    if blow.attacker.flags & MOUNTED and "lance" in blow.weapon.traits:
        from sim.rules.d20 import mounted

        times += mounted.lances(blow)[0]
    threats = 0
    if helpless.has_vitals(blow.target) and not blow.bits & TOUCH:
        threats = min(landing, 21 - blow.weapon.threat)
    dice, sneak, nonlethal = harm(blow)
    most = blow.weapon.multiplier + times - 1 if threats else times
    if dice is None or not softeners(blow.target):
        return _unsoftened(landing, threats, percent, dice, sneak, times, most)
    soften = partial(_softened, blow, nonlethal)
    plain, critical = [_points(dice, sneak, each).changed(soften) for each in (times, most)]
    return _outcome(landing, threats, percent, plain, critical)


@lru_cache(maxsize=8192)
def _unsoftened(
    landing: int, threats: int, percent: int, dice: Dice | None, sneak: int, times: int, most: int
) -> Strike:
    """The same of a hit that nothing changes on its way, multiplied by ``times``, and by ``most`` if it is critical."""
    return _outcome(landing, threats, percent, _points(dice, sneak, times), _points(dice, sneak, most))


@lru_cache(maxsize=8192)
def _outcome(landing: int, threats: int, percent: int, plain: Distribution, critical: Distribution) -> Strike:
    """A blow that lands with so many faces, some of them threats, against a miss chance in percent."""
    seen = 100 - percent
    damage = mixture(
        (
            ((20 - landing) * 2000 + landing * 20 * percent, NOTHING),
            (seen * landing * (20 - threats), plain),
            (seen * landing * threats, critical),
        )
    )
    return Strike(Chance(landing * seen, 2000), damage)


@lru_cache(maxsize=8192)
def _points(dice: Dice | None, sneak: int, times: int) -> Distribution:
    """The points of a hit, multiplied: at least one, and those of sneak attack besides."""
    if dice is None:
        return NOTHING
    points = total_of(Dice(times * dice.count, dice.sides, times * dice.bonus)).changed(lambda total: max(1, total))
    return points.plus(total_of(Dice(sneak, 6))) if sneak else points


def hits(bonus: int, armor_class: int) -> int:
    """
    How many of 20 faces hit; a natural 1 misses and a natural 20 hits (d20.core.attack-roll).

    >>> hits(5, 15), hits(0, 40), hits(30, 10)
    (11, 1, 19)
    """
    return max(1, min(19, 21 + bonus - armor_class))


def harm(blow: Blow) -> tuple[Dice | None, int, bool]:
    """The dice of a hit with its bonuses, if it does damage, those of sneak attack, and whether it is nonlethal."""
    if not blow.weapon.damage or (blow.weapon.traits and splash.spared(blow.weapon, blow.target)):
        return None, 0, False
    dice = _with_bonuses(powerful_charge.dice_of(blow), core.damage_parts(blow))
    nonlethal = blow.lethality == "nonlethal" or (blow.weapon.nonlethal and blow.lethality != "lethal")
    sneak = helpless.sneak_dice(blow, nonlethal)[0] if blow.attacker.sheet.sneak_attack else 0
    return dice, sneak, nonlethal


@lru_cache(maxsize=8192)
def _with_bonuses(text: str, parts: tuple[Modifier, ...]) -> Dice:
    """The dice of a weapon with the bonuses of a blow."""
    count, sides, bonus = parse(text)
    return Dice(count, sides, bonus + _sum(parts))


def _softened(blow: Blow, nonlethal: bool, total: int) -> int:
    """What is left of so many points of a hit after reduction and the like."""
    for soften in softeners(blow.target):
        total = soften(blow.target, blow.attacker, blow.weapon, total, nonlethal)[0]
    return total


class D20Odds:
    """Estimates for those who choose; see ``sim.rules.book.Odds``."""

    def ordinary(self, kind: str) -> Sheet:
        """The bestiary's figures of a kind."""
        return bestiary.creature(kind)

    def strikes(
        self, battle: Battle, who: str, order: Attack | FullAttack | Charge | Ride, case: Case = ""
    ) -> tuple[Strike, ...]:
        """Every attack of the order; of a full attack all, as if each were made at the same target."""
        me, target = battle.creatures[who], battle.creatures[order.target]
        if case == "feinted" or case == "prone":
            target = _with(battle, target, case, who if case == "feinted" else "")
        if type(order) is Charge or type(order) is Ride:
            if type(order) is Charge and order.power:
                start(battle, me, "power-attack", value=order.power)
            dues = pounce.attacks(battle, me, order) if type(order) is Charge else ()
            weapons = [due.weapon for due in dues] or [order.weapon]
            how = order.lethality if type(order) is Charge else ""
            blows = [_blow(battle, me, target, me.weapons[name], CHARGING, lethality=how) for name in weapons]
            return tuple([strike(blow) for blow in blows])
        assert not isinstance(order, Charge | Ride)
        if order.power:
            start(battle, me, "power-attack", value=order.power)
        if type(order) is FullAttack:
            bits = (RAPID if order.rapid else 0) | (TWO_WEAPONS if order.off_hand else 0)
            return tuple(
                strike(
                    _blow(
                        battle,
                        me,
                        target,
                        two_weapon.other_end(me, me.weapons[due.weapon])
                        if due.off_hand and order.off_hand == "double"
                        else me.weapons[due.weapon],
                        bits | (OFF_HAND if due.off_hand else 0),
                        due.penalty,
                        order.off_hand,
                        order.lethality,
                    )
                )
                for due in full_attack.attacks(me, order)
            )
        turn = battle.turn
        penalty = turn.attacks[0].penalty if turn.attacks and turn.who == who else 0
        weapon = me.weapons[order.weapon]
        blow = _blow(battle, me, target, weapon, 0, penalty, lethality=order.lethality, melee=case == "braced")
        return (strike(blow, 2 if case == "braced" else 1),)

    def success(
        self,
        battle: Battle,
        who: str,
        order: Attack | FullAttack | Charge | BullRush | Overrun | Feint | AidAnother | Sunder,
    ) -> Chance:
        """The chance that a special attack comes off: the touch, if it takes one, and the contest."""
        if isinstance(order, AidAnother):
            return _help(battle, battle.creatures[who], order)
        if isinstance(order, Sunder):
            return _breaking(battle, battle.creatures[who], order)
        me, target = battle.creatures[who], battle.creatures[order.target]
        if isinstance(order, Feint):
            return _deceit(me, target)
        if isinstance(order, Overrun):
            return _running(battle, me, target, order)
        how = "bull-rush" if isinstance(order, BullRush) else order.how
        charging = type(order) is Charge
        if not isinstance(order, BullRush) and how == "disarm":
            from sim.rules.d20 import disarm

            weapon = me.weapons[order.weapon]
            held = target.weapons.get(disarm.at_stake(target), target.sheet.unarmed)
            own = Blow(battle, me, target, weapon, MELEE | (CHARGING if charging else 0))
            other = Blow(battle, target, me, held, MELEE)
            mine = _sum(disarm.roll_parts(own)) + _sum(disarm.trained(me, weapon))
            theirs = _sum(disarm.roll_parts(other)) - (4 if held.category == "ranged" else 0)
            return opposed(mine, theirs)
        mine, theirs = _checks(me, target, how, charging)
        if isinstance(order, BullRush) or how == "bull-rush":
            return opposed(mine, theirs)
        weapon = me.weapons[order.weapon]
        touch = Blow(battle, me, target, weapon, MELEE | TOUCH | (CHARGING if charging else 0))
        landing = hits(core.attack_tally(touch).total, core.ac_tally(touch).total)
        won = opposed(mine, theirs)
        return Chance(landing * won.ways, 20 * won.of)

    def prospect(self, battle: Battle, who: str, order: Cast | UseItem | UseAbility) -> Prospect | None:
        """What may come of a magical order."""
        from sim.rules.d20 import spell_odds

        return spell_odds.prospect(battle, who, order)

    def strays(self, battle: Battle, who: str, order: Attack | FullAttack) -> tuple[tuple[str, Chance], ...]:
        """Who shoots into a melee takes care, and hits nobody else for it."""
        return ()

    def saved(self, battle: Battle, who: str, order: FullAttack | TotalDefense) -> int:
        """Nothing is parried by this rulebook."""
        return 0

    def turning(self, battle: Battle, who: str, order: TurnUndead) -> tuple[Turned, ...]:
        """Of the 20 checks and 36 rolls for how many, those that reach each undead (d20.turning.*)."""
        from sim.rules.d20 import turning

        me = battle.creatures[who]
        level, charisma = turning.level(me), scores.modifier(me, "charisma")
        undead = turning.in_order(battle, me)
        ways = dict.fromkeys([one.id for one in undead], 0)
        for roll in range(1, 21):
            total = roll + charisma
            most = level + turning.read_table(total)[1]
            for points in range(2, 13):
                for one in turning.reached(undead, me, order.how, total, most, points + level + charisma):
                    ways[one.id] += 6 - abs(points - 7)
        return tuple(
            [
                Turned(one.id, Chance(ways[one.id], 720), level >= 2 * one.sheet.hit_dice)
                for one in undead
                if ways[one.id]
            ]
        )

    def exposure(self, battle: Battle, who: str, act: str, *, spared: str = "", case: Case = "") -> int:
        """Hit points, in hundredths, that opportunity attacks at an act of this creature may be expected to take."""
        me = battle.creatures[who]
        if case:
            me = _with(battle, me, case)
        total = 0
        for foe in aoo.threateners(battle, me):
            if foe.id != spared and not aoo.why_no_opportunity(battle, foe, me, act):
                total += self.threat(battle, foe.id, who)
        return total

    def threat(self, battle: Battle, foe: str, who: str, *, without: str = "") -> int:
        """Hit points, in hundredths, that the best single blow of ``foe`` may be expected to take from a creature."""
        attacker, target = battle.creatures[foe], battle.creatures[who]
        memo, key = battle.memo(), ("threat", foe, who, without, target.flags)
        found = memo.get(key)
        if found is None:
            if without:
                attacker = attacker.fork()
                attacker.held = tuple([name for name in attacker.held if name != without])
            weapons = threat.melee_weapons(attacker)
            blows = [_blow(battle, attacker, target, weapon, 0, melee=True) for weapon in weapons]
            found = memo[key] = max([strike(blow).harm.mean(100) for blow in blows])
        return found  # type: ignore[return-value]

    def received(self, battle: Battle, foe: str, who: str, order: Charge | Ride) -> int:
        """The blow readied against a charge, where its way comes into reach: twice the harm of a weapon that is set."""
        from sim.rules.d20 import mounted

        striker, runner = battle.creatures[foe], mounted.body(battle, battle.creatures[who])
        act = striker.readied.act if striker.readied is not None else None
        if not isinstance(act, Attack) or act.target not in (IT, runner.id) or act.how != "strike":
            return 0
        if act.weapon not in threat.arms(striker).names:
            return 0
        path = straight_line(battle.ground, runner.square, move.own_span(runner), order.to)
        spans = move.spans_of(battle, runner, path)
        for index, square in enumerate(path):
            if striker in ready.cued(battle, runner, path, spans, "charge", index):
                battle.leave(runner)
                runner = _with(battle, runner, "charged")
                runner.square = square
                battle.enter(runner)
                weapon = striker.weapons[act.weapon]
                blow = _blow(battle, striker, runner, weapon, 0, lethality=act.lethality)
                return strike(blow, 2 if weapon.braces else 1).harm.mean(100)
        return 0

    def announced(self, battle: Battle, who: str) -> Order | None:
        """Nothing is: everybody acts when it is his turn."""
        return None

    def earlier(self, battle: Battle, who: str, order: Order, foe: str) -> Chance:
        """Certain: it is done now."""
        return Chance(1, 1)

    def reach(self, one: Creature) -> int:
        """The farthest that it threatens with any of its arms."""
        if one.flags & threat.CANNOT_STRIKE:
            return 0
        return threat.arms(one).farthest

    def hears(self, battle: Battle, who: str, foe: str) -> bool:
        """Whether a Listen check that takes 10 notices it."""
        from sim.rules.d20 import hide

        return hide.heard(battle, battle.creatures[who], battle.creatures[foe])


ODDS = D20Odds()


def _blow(
    battle: Battle,
    me: Creature,
    target: Creature,
    weapon: Weapon,
    bits: int,
    penalty: int = 0,
    off_hand: str = "",
    lethality: str = "",
    *,
    melee: bool = False,
) -> Blow:
    if target.id in me.grapplers:
        bits |= IN_GRAPPLE
    if not melee and not bits & CHARGING and special.is_shot(battle, me, target, weapon):
        bits |= RANGED | (THROWN if weapon.thrown else 0)
    else:
        bits |= MELEE
    if weapon.traits and not _BY_TOUCH.isdisjoint(weapon.traits):
        bits |= TOUCH
    return Blow(battle, me, target, weapon, bits, penalty=penalty, lethality=lethality, off_hand=off_hand)


def _breaking(battle: Battle, me: Creature, order: Sunder) -> Chance:
    """The chance that one blow at a thing destroys it."""
    from sim.rules.d20 import sunder

    thing, weapon = sunder.of_name(battle, me, order), me.weapons[order.weapon]
    if thing is None or not thing.armed:
        return Chance(0, 1)
    own = Blow(battle, me, thing.owner, weapon, MELEE)
    held = thing.owner.weapons.get(thing.name) or sunder.shield_as_weapon(thing.owner)
    other = Blow(battle, thing.owner, me, held, MELEE)
    won = opposed(_sum(sunder.roll_parts(own)) + _sum(sunder.trained(me)), _sum(sunder.roll_parts(other)))
    needed = thing.hardness + thing.hit_points - thing.owner.notched(thing.name) - _sum(core.damage_parts(own))
    broken = total_of(parse(weapon.damage)).at_least(needed)
    return Chance(won.ways * broken.ways, won.of * broken.of)


def _deceit(me: Creature, target: Creature) -> Chance:
    """The chance of a feint: its total must be the higher; there is none against the mindless."""
    from sim.rules.d20 import feint

    if target.sheet.intelligence is None:
        return Chance(0, 1)
    lead = _sum(feint.bluff(me, target)) - _sum(feint.insight(target))
    return Chance(sum(max(0, min(20, roll + lead - 1)) for roll in range(1, 21)), 400)


def _running(battle: Battle, me: Creature, target: Creature, order: Overrun) -> Chance:
    """The chance to run somebody down who stands in the way."""
    from sim.rules.d20 import mounted, overrun

    if target.flags & CANNOT_ACT:
        return Chance(1, 1)
    runner = mounted.body(battle, me)
    mine = _sum(special.check_parts(runner, "strength", "", "")) + (2 if order.mode == "charge" else 0)
    mine += 4 if overrun.IMPROVED in runner.sheet.feats else 0
    ability = max(("strength", "dexterity"), key=lambda name: scores.modifier(target, name))
    theirs = _sum(special.check_parts(target, ability, "", "")) + (4 if special.stable(target) else 0)
    return opposed(mine, theirs)


def _with(battle: Battle, who: Creature, condition: str, other: str = "") -> Creature:
    """A copy of somebody with a condition besides, in its place."""
    changed = battle.creatures[who.id] = who.fork()
    start(battle, changed, condition, other)
    return changed


def _help(battle: Battle, me: Creature, order: AidAnother) -> Chance:
    """The chance to help: an attack roll against 10."""
    from sim.rules.d20 import aid_another

    blow = Blow(battle, me, battle.creatures[order.foe], me.weapons[order.weapon], MELEE)
    return Chance(hits(core.attack_tally(blow).total, aid_another.AC), 20)


def _sum(parts: tuple[Modifier, ...]) -> int:
    return sum([part.value for part in parts])


def _checks(me: Creature, target: Creature, how: str, charging: bool) -> tuple[int, int]:
    """Both sides' bonuses in the contest of bodies."""
    if how in ("grapple", "join"):
        from sim.rules.d20 import grapple

        return _sum(grapple.check(me, target)), _sum(grapple.check(target, me))
    mine = _sum(special.check_parts(me, "strength", "", ""))
    ability = "strength"
    if how == "trip":
        ability = max(("strength", "dexterity"), key=lambda name: scores.modifier(target, name))
    theirs = _sum(special.check_parts(target, ability, "", "")) + (4 if special.stable(target) else 0)
    if how == "trip":
        mine += 4 if "improved-trip" in me.sheet.feats else 0
    else:
        mine += (4 if "improved-bull-rush" in me.sheet.feats else 0) + (2 if charging else 0)
    return mine, theirs
