"""
Aiding another (d20.aid-another.*): an attack roll that does no damage, for the sake of a friend's next one.

Decided: who helps somebody to strike with bare hands that would provoke provokes as well, from the same opponent;
nothing else that is aided here would provoke.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.attacks import CheckRolled
from sim.events.orders import AidAnother
from sim.events.timing import AidEnded, AidGiven
from sim.rules.d20 import aoo, concealment, threat, unarmed
from sim.rules.d20.declare import MELEE, Blow, at_turn_start, constraint, on_ac, on_attack, procedure
from sim.state.battle import Battle
from sim.state.conditions import AIDED, GRAPPLING
from sim.state.creature import Creature
from sim.table import Table

POSITION = "d20.aid-another.position"
ROLL = "d20.aid-another.roll"
BONUS = "d20.aid-another.bonus"
DURATION = "d20.aid-another.duration"
STACKING = "d20.aid-another.stacking"

AC = 10


@constraint(POSITION, AidAnother)
def out_of_position(battle: Battle, me: Creature, order: AidAnother) -> bool:
    """The weapon reaches an opponent who is in melee with the friend."""
    friend, foe = battle.creatures.get(order.friend), battle.creatures.get(order.foe)
    weapon = me.weapons.get(order.weapon)
    if friend is None or foe is None or weapon is None or friend is me or friend.side != me.side:
        return True
    if foe.side == me.side or not foe.active or not friend.active or me.flags & GRAPPLING:
        return True
    if weapon not in threat.melee_weapons(me) or not threat.in_reach(battle, me, foe, weapon):
        return True
    return concealment.total(battle, me, foe) or not engaged(battle, friend, foe)


def engaged(battle: Battle, friend: Creature, foe: Creature) -> bool:
    """Are these two in melee with each other?"""
    if foe.id in friend.grapplers:
        return True
    return threat.threatens(battle, foe, friend) or threat.threatens(battle, friend, foe)


def options(battle: Battle, me: Creature) -> Iterator[AidAnother]:
    """Help for each friend in melee with a foe that a weapon reaches, on attack and on defence."""
    weapons = threat.melee_weapons(me)
    for foe in battle:
        if foe.side == me.side or not foe.active:
            continue
        weapon = next((weapon for weapon in weapons if threat.in_reach(battle, me, foe, weapon)), None)
        for friend in battle if weapon is not None else ():
            if friend.side == me.side and friend is not me and friend.active and engaged(battle, friend, foe):
                for benefit in ("attack", "ac"):
                    yield AidAnother(friend.id, foe.id, weapon.name, benefit)  # type: ignore[union-attr]


@procedure(AidAnother)
def aid_another(me: Creature, order: AidAnother, table: Table, because: int) -> None:
    """Roll against 10, and the friend is helped."""
    from sim.rules.d20 import core

    battle = table.battle
    friend, foe = battle.creatures[order.friend], battle.creatures[order.foe]
    exposed = order.benefit == "attack" and not threat.intervals(friend) and unarmed.armed(foe)
    if exposed and not aoo.provoke(table, me, "aid-another", because, only=foe):
        return
    weapon = me.weapons[order.weapon]
    if not foe.active or not threat.in_reach(battle, me, foe, weapon):
        return
    blow = Blow(battle, me, foe, weapon, MELEE)
    parts = core.attack_tally(blow).parts
    (die,) = table.roll(20)
    total = die.value + sum([part.value for part in parts])
    rules = (ROLL, *blow.cites)
    success = total >= AC
    if die.value in (1, 20):
        success = die.value == 20
        rules += (core.NATURAL_ROLL,)
    seq = table.tell(CheckRolled(because, me.id, "aid-another", AC, total, parts, success, rules, (die,)))
    core.use_up(table, blow, seq)
    if success:
        table.tell(AidGiven(seq, me.id, friend.id, foe.id, order.benefit, (DURATION,)))


def help_of(battle: Battle, friend: Creature, foe: Creature, benefit: str) -> tuple[str, ...]:
    """Those whose help counts for this friend against this foe now."""
    return tuple(
        [aid.helper for aid in battle.aids if (aid.friend, aid.foe, aid.benefit) == (friend.id, foe.id, benefit)]
    )


def _worth(blow: Blow, friend: Creature, foe: Creature, benefit: str) -> Modifier | None:
    helpers = help_of(blow.battle, friend, foe, benefit)
    if not helpers:
        return None
    if len(helpers) > 1:
        blow.cites.append(STACKING)
    return Modifier(2 * len(helpers), "aid another", BONUS)


@on_attack(flags=AIDED)
def easier(blow: Blow) -> Modifier | None:
    """The opponent is distracted."""
    return _worth(blow, blow.attacker, blow.target, "attack")


@on_ac(flags=AIDED)
def harder(blow: Blow) -> Modifier | None:
    """Somebody gets in the opponent's way."""
    return _worth(blow, blow.target, blow.attacker, "ac")


def spend(table: Table, blow: Blow, because: int) -> None:
    """It was good for one attack."""
    battle, me, target = table.battle, blow.attacker, blow.target
    for who in help_of(battle, me, target, "attack"):
        table.tell(AidEnded(because, who, me.id, (DURATION,)))
    for who in help_of(battle, target, me, "ac"):
        table.tell(AidEnded(because, who, target.id, (DURATION,)))


@at_turn_start()
def lapse(table: Table, me: Creature, because: int) -> None:
    """It is good until the helper's next turn."""
    for aid in table.battle.aids:
        if aid.helper == me.id:
            table.tell(AidEnded(because, me.id, aid.friend, (DURATION,)))
