"""
Spells of conjuration (supplement).

Decided: acid goes on at the start of its caster's turns. Who sets out or walks into grease balances once a move. Clouds
seize again, at the start of their caster's turn, whoever has resisted them and stays.
"""

from __future__ import annotations

from sim.events.boons import BoonBegan
from sim.events.conditions import ConditionBegan
from sim.rules.d20 import effects, energy, scores, skill, wounds
from sim.rules.d20.creature_type import living
from sim.rules.d20.declare import at_turn_start
from sim.rules.d20.magic import Working, effect
from sim.rules.d20.save import save
from sim.rules.d20.zones import meeting, passage
from sim.state.conditions import DEAD, NAUSEATED, PRONE
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import Effect

ACID_ARROW = "d20.conjuration.acid-arrow"
GREASE = "d20.conjuration.grease"
STINKING_CLOUD = "d20.conjuration.stinking-cloud"

effects.RULES.update(
    {
        "acid arrow": ACID_ARROW,
        "cure light wounds": "d20.conjuration.cure-light-wounds",
        "cure moderate wounds": "d20.conjuration.cure-moderate-wounds",
        "cure serious wounds": "d20.conjuration.cure-serious-wounds",
        "fog cloud": "d20.conjuration.fog-cloud",
        "grease": GREASE,
        "mage armor": "d20.conjuration.mage-armor",
        "obscuring mist": "d20.conjuration.obscuring-mist",
        "stinking cloud": STINKING_CLOUD,
    }
)

BALANCE_DC = 10
CORROSION = "corrosion"
"""What a boon is on that tells who is in acid."""


@effect("corrode")
def corrode(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """The acid stays on whoever it has struck."""
    cites = (effects.rule(working.spell),)
    table.tell(BoonBegan(because, target.id, working.number, CORROSION, 1, "", "", cites))


@at_turn_start
def burn_on(table: Table, me: Creature, because: int) -> None:
    """Acid bites again, once a round, as long as it lasts."""
    for running in table.battle.spells:
        if running.caster != me.id or not running.left:
            continue
        for target in table.battle:
            if target.boons and not target.flags & DEAD and corroded(target, running):
                dice = me.sheet.spells[running.spell].effects[0].dice
                points, fallen = wounds.throw(table, dice)
                wounds.deal(table, target, me, energy.BARE["acid"], points, False, because, (), (ACID_ARROW,), fallen)


def corroded(target: Creature, running: Running) -> bool:
    """Is the acid of this spell on it?"""
    return any(boon.on == CORROSION and boon.number == running.number for boon in target.boons)


# ---- grease -------------------------------------------------------------------------------------------------


@meeting("grease", "own")
def slip(table: Table, running: Running, who: Creature, because: int) -> None:
    """Who stands in grease falls on a failed save."""
    if who.flags & PRONE:
        return
    success, seq = save(table, who, "reflex", running.spell, running.dc, because, GREASE)
    if not success:
        wounds.begin(table, who, "prone", seq, GREASE)


@passage("grease")
def balance(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks in grease must balance: it stops and may fall on a failure, and falls on a bad one."""
    parts = scores.skill_parts(who, "balance", GREASE)
    margin, seq = skill.check(table, who, "balance", BALANCE_DC, parts, because, GREASE)
    if margin <= -5 and not who.flags & PRONE:
        wounds.begin(table, who, "prone", seq, GREASE)
    elif margin < 0:
        slip(table, running, who, seq)
    return margin >= 0


# ---- stench -------------------------------------------------------------------------------------------------


@meeting("stench", "caster")
def sicken(table: Table, running: Running, who: Creature, because: int) -> None:
    """Who breathes the cloud is nauseated as long as it is in there, on a failed save."""
    if not living(who) or reeks(who, running):
        return
    success, seq = save(table, who, "fortitude", running.spell, running.dc, because, STINKING_CLOUD)
    if not success:
        table.tell(ConditionBegan(seq, who.id, "nauseated", (STINKING_CLOUD,), value=running.number))


@passage("stench")
def breathe_in(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks into the cloud breathes it; it goes on walking."""
    sicken(table, running, who, because)
    return True


def reeks(who: Creature, running: Running) -> bool:
    """Is it nauseated by this cloud?"""
    return bool(who.flags & NAUSEATED) and any(
        c.name == "nauseated" and not c.other and c.value == running.number for c in who.conditions
    )


def breathe(table: Table, running: Running, who: Creature, because: int) -> None:
    """Out of the cloud the nausea goes, after some rounds."""
    if reeks(who, running):
        turns, dice = wounds.throw(table, "1d4+1")
        table.tell(
            ConditionBegan(because, who.id, "nauseated", (STINKING_CLOUD,), ender=who.id, turns=turns, dice=dice)
        )
