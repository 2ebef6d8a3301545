"""Initiative, surprise, and who is caught flat-footed (d20.initiative.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightBegan, InitiativeRolled, RoundBegan
from sim.rules.d20 import condition, improved_initiative, scores
from sim.state.conditions import DEAFENED, UNAWARE
from sim.state.creature import Creature
from sim.table import Table

CHECK = "d20.initiative.check"
TIE = "d20.initiative.tie"
FLAT_FOOTED = "d20.initiative.flat-footed"
SURPRISE = "d20.initiative.surprise-round"


def parts(creature: Creature) -> tuple[Modifier, ...]:
    """The initiative modifier."""
    key = ("initiative", creature.flags, creature.damage_to, creature.boons)
    found = creature.cache.get(key)
    if found is None:
        found = creature.cache[key] = _parts(creature)
    return found  # type: ignore[return-value]


def _parts(creature: Creature) -> tuple[Modifier, ...]:
    feat = improved_initiative.bonus(creature)
    misc = creature.sheet.initiative - sum([part.value for part in feat])
    found = [scores.part(creature, "dexterity", CHECK), *feat]
    if misc:
        found.append(Modifier(misc, "misc", CHECK))
    if creature.flags & DEAFENED:
        found.append(Modifier(-4, "deafened", condition.DEAFENED))
    return (*found, *condition.check_parts(creature))


def muster(table: Table) -> None:
    """All roll, ties are broken by the modifier and then by further rolls; then the fight begins."""
    battle = table.battle
    rolls: dict[str, tuple[Die, ...]] = {}
    ranking: dict[str, tuple[int, ...]] = {}
    for creature in battle:
        dice = rolls[creature.id] = table.roll(20)
        modifier = sum([part.value for part in parts(creature)])
        ranking[creature.id] = (dice[0].value + modifier, modifier)
    while equal := _tied(ranking):
        for who in equal:
            dice = table.roll(20)
            rolls[who] += dice
            ranking[who] = (*ranking[who], dice[0].value)
    totals = [rank[0] for rank in ranking.values()]
    for who, rank in ranking.items():
        cites = (CHECK, TIE) if totals.count(rank[0]) > 1 else (CHECK,)
        table.tell(InitiativeRolled(-1, who, rank[0], parts(battle[who]), rank, cites, rolls[who]))
    order = tuple(sorted(ranking, key=ranking.__getitem__, reverse=True))
    unaware = tuple([creature.id for creature in battle if creature.flags & UNAWARE])
    surprise = 0 < len(unaware) < len(order)
    seq = table.tell(FightBegan(-1, order, unaware if surprise else (), (SURPRISE,) if surprise else ()))
    for who in order:
        table.tell(ConditionBegan(seq, who, "flat-footed", (FLAT_FOOTED,), ender=who))
    table.tell(RoundBegan(-1, 0 if surprise else 1))


def join(table: Table, newcomer: Creature, because: int) -> None:
    """A creature that comes when the fight is under way rolls too, and is flat-footed until its first turn."""
    (die,) = table.roll(20)
    modifier = sum(part.value for part in parts(newcomer))
    total = die.value + modifier
    ranking = (total, modifier)
    table.tell(InitiativeRolled(because, newcomer.id, total, parts(newcomer), ranking, (CHECK,), (die,)))
    table.tell(ConditionBegan(because, newcomer.id, "flat-footed", (FLAT_FOOTED,), ender=newcomer.id))


def _tied(ranking: dict[str, tuple[int, ...]]) -> list[str]:
    if len(set(ranking.values())) == len(ranking):
        return []
    seen: dict[tuple[int, ...], list[str]] = {}
    for who, rank in ranking.items():
        seen.setdefault(rank, []).append(who)
    return [who for group in seen.values() if len(group) > 1 for who in group]


def surprise_ends(table: Table) -> None:
    """After the surprise round everybody knows that there is a fight."""
    for creature in table.battle:
        if creature.flags & UNAWARE:
            table.tell(ConditionEnded(-1, creature.id, "unaware", (SURPRISE,)))
