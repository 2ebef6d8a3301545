"""
Spells of abjuration (supplement).

Decided: a spell that is dispelled from one of several creatures goes on for the others. Who has been warded off by a
sanctuary cannot attack that creature while it lasts.
"""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.attacks import AttemptFailed, CheckRolled
from sim.events.boons import BoonBegan, BoonsEnded
from sim.events.conditions import ConditionEnded
from sim.rules.d20 import effects, magic
from sim.rules.d20.magic import Working, effect, ending
from sim.rules.d20.save import save
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import Effect

DISPEL_MAGIC = "d20.abjuration.dispel-magic"
SANCTUARY = "d20.abjuration.sanctuary"
REMOVE_FEAR = "d20.abjuration.remove-fear"

effects.RULES.update(
    {
        "dispel magic": DISPEL_MAGIC,
        "protection from evil": "d20.abjuration.protection-from-evil",
        "remove fear": REMOVE_FEAR,
        "sanctuary": SANCTUARY,
        "shield": "d20.abjuration.shield",
        "shield of faith": "d20.abjuration.shield-of-faith",
    }
)

WARD = "ward"
"""What a boon is on that guards a creature from attack; its value is the DC of the Will save."""

FEARS = ("shaken", "frightened", "panicked")


@effect("dispel")
def dispel(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """A check against each spell on the target: 11 and the level of its caster."""
    bonus = effect.value.at(working.caster_level) if effect.value else 0
    parts = (Modifier(bonus, "caster level", DISPEL_MAGIC),)
    for running in table.battle.spells:
        if not bears(target, running):
            continue
        (die,) = table.roll(20)
        dc, total = 11 + running.caster_level, die.value + bonus
        won = total >= dc
        caster = working.caster.id
        seq = table.tell(CheckRolled(because, caster, "dispel magic", dc, total, parts, won, (DISPEL_MAGIC,), (die,)))
        if won:
            undo(table, running, target, seq)


def bears(target: Creature, running: Running) -> bool:
    """Is this spell under way on this creature?"""
    return any(boon.number == running.number for boon in target.boons) or any(
        c.value == running.number and c.other == running.caster for c in target.conditions
    )


def undo(table: Table, running: Running, target: Creature, because: int) -> None:
    """A spell ends for one creature, and altogether if nobody else is under it."""
    if not any(bears(other, running) for other in table.battle if other is not target):
        magic.finish(table, running, because, DISPEL_MAGIC)
        return
    if any(boon.number == running.number for boon in target.boons):
        table.tell(BoonsEnded(because, target.id, running.number, (DISPEL_MAGIC,)))
    for name, other, value in target.conditions:
        if value == running.number and other == running.caster:
            table.tell(ConditionEnded(because, target.id, name, (DISPEL_MAGIC,), other, value))


@effect("embolden")
def embolden(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Fear that is there already goes."""
    for name, other, value in target.conditions:
        if name in FEARS:
            table.tell(ConditionEnded(because, target.id, name, (REMOVE_FEAR,), other, value))


@effect("ward")
def ward(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Enemies must overcome themselves to attack it."""
    table.tell(BoonBegan(because, target.id, working.number, WARD, working.dc, "", "", (SANCTUARY,)))


ending("ward")(effects.fade)


def withheld(table: Table, me: Creature, target: Creature, because: int) -> bool:
    """
    A first attack on somebody in sanctuary calls for a Will save: whoever fails cannot attack it, whoever succeeds is
    no longer kept from it by this casting.
    """
    for boon in target.boons:
        if boon.on != WARD:
            continue
        known = next((b.value for b in me.boons if b.on == WARDED_OFF and b.number == boon.number), None)
        if known is None:
            success, because = save(table, me, "will", "sanctuary", boon.value, because, SANCTUARY)
            known = 0 if success else 1
            table.tell(BoonBegan(because, me.id, boon.number, WARDED_OFF, known, "", "", (SANCTUARY,)))
        if known:
            table.tell(AttemptFailed(because, me.id, target.id, "attack", (SANCTUARY,)))
            return True
    return False


WARDED_OFF = "warded off"
"""What a boon is on that tells what became of somebody's save against a sanctuary: 1 failed, 0 overcome."""


def break_sanctuary(table: Table, me: Creature, because: int) -> None:
    """Who attacks is no longer in sanctuary."""
    for running in table.battle.spells:
        if running.spell == "sanctuary" and any(b.on == WARD and b.number == running.number for b in me.boons):
            magic.finish(table, running, because, SANCTUARY)
