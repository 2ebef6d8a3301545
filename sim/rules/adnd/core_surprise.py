"""
Surprise (adnd.core.surprise.*): whoever does not expect the enemy stands there while the others have a round.

That round is the first. The surprised declare nothing in it, and no initiative is rolled: the others act together.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import OrderSettled, SurpriseRolled, ledger_of
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Cast
from sim.rules.adnd import initiative
from sim.rules.adnd.declare import AT_OPENING, constraint, sheet_of
from sim.state.battle import ROUND, Battle
from sim.state.conditions import SURPRISED, UNAWARE
from sim.state.creature import Creature
from sim.table import Table

CHECK = "adnd.core.surprise.check"
BOTH = "adnd.core.surprise.both"
FREE_ROUND = "adnd.core.surprise.round"
NO_REACTION = "adnd.core.surprise.no-reaction"
CAUGHT = 3
"""What the d10 of a side shows at most when it is surprised."""


@AT_OPENING.append
def surprise(table: Table, because: int) -> None:
    """The scenario says who is surprised, or lets a die of the side decide; if every side is, nobody is after all."""
    battle = table.battle
    rolling: dict[str, int] = getattr(table.log.header.scenario, "surprise", {})
    sides = dict.fromkeys(creature.side for creature in battle)
    stated = [creature for creature in battle if creature.flags & (UNAWARE | SURPRISED)]
    caught = {side: [creature for creature in stated if creature.side == side] for side in sides}
    last = next((side for side in reversed(sides) if side in rolling), "")
    for side, added in rolling.items():
        members = [creature for creature in battle if creature.side == side]
        parts = parts_of(members, [creature for creature in battle if creature.side != side], added)
        (die,) = table.roll(10)
        total = die.value + sum(part.value for part in parts)
        spared = [
            one for one in members if one not in caught[side] and total + max(0, initiative.reaction(one)) > CAUGHT
        ]
        surprised = total <= CAUGHT
        if surprised:
            caught[side] = [one for one in members if one not in spared]
        names = tuple(one.id for one in spared) if surprised else ()
        cites = (CHECK, BOTH) if side == last and all(caught.values()) else (CHECK,)
        table.tell(SurpriseRolled(because, side, total, parts, surprised, names, cites, (die,)))
    both = all(caught.values())
    for creature in stated:
        for name in ("unaware", "surprised"):
            if creature.has(name):
                table.tell(ConditionEnded(because, creature.id, name, (BOTH,) if both else ()))
    if both:
        return
    for creatures in caught.values():
        for creature in creatures:
            table.tell(ConditionBegan(because, creature.id, "surprised", (NO_REACTION,), ender=ROUND, turns=2))


def parts_of(members: list[Creature], foes: list[Creature], added: int) -> tuple[Modifier, ...]:
    """
    What is added to a side's die: by the place and hour, by the best of its scouts, and by enemies who are all of them
    stealthy, as much as the least of them is.
    """
    scouts = max(sheet_of(one).surprise for one in members)
    stealth = min(sheet_of(foe).stealth for foe in foes)
    parts = (("situation", added), ("scouts", scouts), ("stealth", -stealth))
    return tuple([Modifier(value, what, CHECK) for what, value in parts if value])


def under_way(battle: Battle) -> bool:
    """Is this the round that the unsurprised have to themselves?"""
    return battle.round == 1 and any(creature.flags & SURPRISED for creature in battle)


def settle(table: Table) -> bool:
    """In the round of surprise there is no initiative: all who have declared act together. True if it is that round."""
    battle = table.battle
    if not under_way(battle):
        return False
    ready = [who for who, fighter in ledger_of(battle).fighters.items() if fighter.declared is not None]
    together = initiative.together(battle, ready)
    table.tell(OrderSettled(-1, (together,) if together else (), (FREE_ROUND,)))
    return True


@constraint(FREE_ROUND, Cast)
def no_spells(battle: Battle, me: Creature, order: Cast) -> bool:
    """Nobody casts in the round of surprise."""
    return under_way(battle)
