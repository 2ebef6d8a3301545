"""
Ready missiles (adnd.ready-missile.*): of two groups that come upon each other, the one that alone has missiles in hand
looses them before anybody else can do anything.

It is a moment, not a round: nothing is counted in it, nobody moves, and those without missiles do no more than shout.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import ledger_of
from sim.events.adnd_missile import ReadyMissiles, VolleyEnded
from sim.events.orders import (
    Answer,
    Attack,
    Cast,
    Draw,
    Drop,
    Opportunity,
    Order,
    Pass,
    PickUp,
    ReadyShield,
    Reload,
    Sheathe,
)
from sim.rules.adnd import core, missile, move
from sim.rules.adnd.declare import AT_OPENING, arm_of, on_initiative, sheet_of
from sim.rules.narrative import narrative
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, SURPRISED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_sheet import Weapon

PRINCIPLE = "adnd.ready-missile.principle"
DISTANCE = "adnd.ready-missile.trigger.distance"
ONE_SIDE = "adnd.ready-missile.trigger.one-side-only"
FREE_SHOT = "adnd.ready-missile.free-shot"
NOT_A_ROUND = "adnd.ready-missile.not-a-round"
NO_SPELLS = "adnd.ready-missile.others.no-spells"
NO_WEAPON_READY = "adnd.ready-missile.others.no-weapon-ready"
THEN_INITIATIVE = "adnd.ready-missile.then-initiative"
PENALTY = "adnd.ready-missile.initiative-penalty"
MONSTERS = "adnd.ready-missile.monster-attacks"
OUTDOORS, INDOORS = 20, 6
"""Metres at which two groups come upon each other at most."""

narrative(
    "adnd.ready-missile.others.speech",
    "a word shouted changes nothing in a fight: the others are not asked for an order while the shots fall",
)


def ready(me: Creature) -> list[Weapon]:
    """The missiles that it could loose at once: in hand and loaded, hurled, or its own by nature."""
    return [weapon for weapon, _ in missiles(me)]


def missiles(me: Creature) -> list[tuple[Weapon, str]]:
    """The same, each with the rule that makes it ready where it is in no hand."""
    if me.flags & (CANNOT_ACT | SURPRISED):
        return []
    held = [arm_of(me, name) for name in dict.fromkeys(me.held) if name in me.weapons and name not in me.unloaded]
    found = [(one, "") for one in held if one.ranges is not None or core.missile_of(me, one) is not None]
    return found + [(weapon, MONSTERS) for weapon in sheet_of(me).weapons if weapon.ready_missile]


def within(battle: Battle, side: str, other: str) -> bool:
    """Do members of two sides see each other, the nearest two no farther than a meeting is sudden?"""
    reach = INDOORS if battle.options.get("place") == "indoors" else OUTDOORS
    away = [
        missile.metres(battle, one, foe)
        for one in battle
        if one.side == side and one.active
        for foe in battle
        if foe.side == other and foe.active and missile.sees(battle, one, foe)
    ]
    return min(away, default=reach + 1) <= reach


def upon(battle: Battle, side: str) -> list[str]:
    """The sides at which this one has a free shot: near, without missiles in hand, neither of the two surprised."""
    members = {name: [one for one in battle if one.side == name] for name in dict.fromkeys(one.side for one in battle)}
    surprised = {name for name, ones in members.items() if any(one.flags & SURPRISED for one in ones)}
    if side in surprised or not any(ready(one) for one in members[side]):
        return []
    return [
        other
        for other, ones in members.items()
        if other != side and other not in surprised and not any(map(ready, ones)) and within(battle, side, other)
    ]


class _Volley:
    """The menu of somebody with a missile in hand: a shot at each enemy that it reaches, or none."""

    def __init__(self, battle: Battle, me: Creature, sides: list[str]) -> None:
        foes = [foe for foe in battle if foe.side in sides and foe.active]
        foes.sort(key=lambda foe: missile.metres(battle, me, foe))
        self.shots = tuple(
            Attack(foe.id, weapon.name)
            for foe in foes
            for weapon in ready(me)
            if missile.is_shot(battle, me, foe, weapon) and not missile.why_not(battle, me, foe, weapon)
        )

    def __iter__(self) -> Iterator[Answer]:
        yield from self.shots
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return type(choice) is Pass or choice in self.shots

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (FREE_SHOT,)


@AT_OPENING.append
def volley(table: Table, because: int) -> None:
    """
    Everybody with a missile in hand, on the side that alone has any, looses one, whatever his rate of fire. All are
    asked before anybody shoots, and nobody falls before all have shot.
    """
    battle = table.battle
    shots = []
    for side in dict.fromkeys(one.side for one in battle):
        if not (sides := upon(battle, side)):
            continue
        menus = [(me, _Volley(battle, me, sides)) for me in battle if me.side == side and ready(me)]
        menus = [(me, menu) for me, menu in menus if menu.shots]
        by_nature = dict.fromkeys(rule for me, _ in menus for _, rule in missiles(me) if rule)
        rules = (PRINCIPLE, DISTANCE, ONE_SIDE, FREE_SHOT, *by_nature)
        shooters = tuple(me.id for me, _ in menus)
        seq = max(table.tell(ReadyMissiles(because, side, other, shooters, rules)) for other in sides)
        for me, menu in menus:
            first = menu.shots[0].target
            answer = table.ask(me.id, Opportunity(first, "ready-missile"), menu, seq, (FREE_SHOT,))
            if type(answer) is Attack:
                shots.append((me, answer, len(table.log.events) - 1))
    for me, shot, seq in shots:
        target = battle.creatures[shot.target]
        move.turn_to(table, me, target, seq, move.OWN_TURN)
        missile.loose(table, me, target, arm_of(me, shot.weapon), seq)
    if ledger_of(battle).volleyed:
        table.tell(VolleyEnded(because, (NOT_A_ROUND, THEN_INITIATIVE)))


def forbidden(order: Order) -> tuple[str, ...]:
    """The rule that keeps somebody from doing this while the shots fall."""
    if type(order) is Cast:
        return (NO_SPELLS,)
    if isinstance(order, Draw | Drop | PickUp | ReadyShield | Reload | Sheathe):
        return (NO_WEAPON_READY,)
    return (NOT_A_ROUND,)


@on_initiative
def shot_at(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """In the first round all of the group that was shot at are later, whether they were hit or not."""
    if battle.round > 1 or me.side not in ledger_of(battle).volleyed:
        return None
    return Modifier(2, "shot at", PENALTY)
