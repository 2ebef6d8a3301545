"""
Spells of illusion (supplement).

Decided: whoever attacks a creature with images picks one of all that it sees by a roll of as many sides, 1 being the
creature itself; blades and rays go astray alike.
"""

from __future__ import annotations

from sim.events.boons import IMAGES, BoonBegan, ImagesFaced
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.rules.d20 import core, effects, hide, magic, scores, wounds
from sim.rules.d20.declare import Blow
from sim.rules.d20.magic import Working, effect, ending
from sim.state.conditions import BLINDED, HIDDEN, INVISIBLE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sizes import SIZE
from sim.tables.spells import Effect, dice_at

BLUR = "d20.illusion.blur"
COLOR_SPRAY = "d20.illusion.color-spray"
INVISIBILITY = "d20.illusion.invisibility"
MIRROR_IMAGE = "d20.illusion.mirror-image"

effects.RULES.update(
    {
        "blur": BLUR,
        "color spray": COLOR_SPRAY,
        "invisibility": INVISIBILITY,
        "mirror image": MIRROR_IMAGE,
        "silence": "d20.illusion.silence",
    }
)

MOST_IMAGES = 8


@effect("dazzle")
def dazzle(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Colors stun; the weaker are blinded too, the weakest lie unconscious first."""
    if target.flags & BLINDED:
        effects.fails(table, working, target, because)
        return
    effects.reveal(table, working, target, because)
    turns = 0
    hit_dice = target.sheet.hit_dice
    stages = (("unconscious", "2d4", 2), ("blinded", "1d4", 4), ("stunned", "1", 1000))
    for name, rounds, most in stages:
        if hit_dice > most:
            continue
        more, dice = wounds.throw(table, rounds) if "d" in rounds else (int(rounds), ())
        turns += more
        caster = working.caster.id
        table.tell(
            ConditionBegan(because, target.id, name, (COLOR_SPRAY,), caster, ender=caster, turns=turns, dice=dice)
        )
        if name == "unconscious":
            wounds.fall(table, target, because)


# ---- invisibility -------------------------------------------------------------------------------------------


def appear(table: Table, me: Creature, because: int) -> None:
    """Who attacks is seen again, and hidden from nobody."""
    if me.flags & HIDDEN:
        hide.come_out(table, me, because)
    for name, other, value in me.conditions:
        if name != "invisible":
            continue
        for running in table.battle.spells:
            if running.number == value and running.caster == other and running.spell == "invisibility":
                magic.finish(table, running, because, INVISIBILITY)
                if me.flags & INVISIBLE:
                    table.tell(ConditionEnded(because, me.id, name, (INVISIBILITY,), other, value))


# ---- images -------------------------------------------------------------------------------------------------


@effect("images")
def multiply(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """Images of the caster stand and move where it does."""
    count, dice = wounds.throw(table, dice_at(effect, working.caster_level))
    count = min(count, MOST_IMAGES)
    table.tell(BoonBegan(because, target.id, working.number, IMAGES, count, "", "", (MIRROR_IMAGE,), dice))


ending("images")(effects.fade)


def images(me: Creature) -> int:
    """How many images of it there are."""
    return next((boon.value for boon in me.boons if boon.on == IMAGES), 0)


def deceived(table: Table, blow: Blow, because: int) -> bool:
    """Does a blow go at an image? Then a hit destroys it, and the creature itself takes nothing."""
    target = blow.target
    count = images(target)
    if not count or blow.attacker.flags & BLINDED or target.flags & INVISIBLE:
        return False
    (which,) = table.roll(count + 1)
    me, name, cites = blow.attacker.id, blow.weapon.name, (MIRROR_IMAGE,)
    if which.value == 1:
        table.tell(ImagesFaced(because, me, target.id, name, count, False, 0, 0, False, cites, (which,)))
        return False
    (die,) = table.roll(20)
    total = die.value + core.attack_tally(blow).total
    ac = 10 + SIZE[target.sheet.size].attack + scores.modifier(target, "dexterity")
    hit = die.value == 20 or (die.value != 1 and total >= ac)
    dice = (which, die)
    seq = table.tell(ImagesFaced(because, me, target.id, name, count, True, total, ac, hit, cites, dice))
    if hit and count == 1:
        for running in table.battle.spells:
            if running.spell == "mirror image" and running.caster == target.id:
                magic.finish(table, running, seq, MIRROR_IMAGE)
    return True
