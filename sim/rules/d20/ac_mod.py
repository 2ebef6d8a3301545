"""The armor class table: what the defender's state does to its armor class (d20.ac-mod.*)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.rules.d20 import helpless
from sim.rules.d20.declare import MELEE, Blow, ac_row, denial, on_ac
from sim.state.conditions import (
    BLINDED,
    COWERING,
    FLAT_FOOTED,
    HELPLESS,
    KNEELING,
    PINNED,
    PRONE,
    SQUEEZING,
    STUNNED,
)
from sim.state.creature import Creature

_BLINDED = "d20.ac-mod.blinded"
_COWERING = "d20.ac-mod.cowering"
_STUNNED = "d20.ac-mod.stunned"
_PRONE = "d20.ac-mod.prone"
FLAT_FOOTED_RULE = "d20.ac-mod.flat-footed"
PINNED_RULE = "d20.ac-mod.pinned"
GRAPPLING_RULE = "d20.ac-mod.grappling"
ENTANGLED_RULE = "d20.ac-mod.entangled"
CONCEALED = "d20.ac-mod.concealed-or-invisible"
COVER = "d20.ac-mod.cover"


def _uncanny(me: Creature) -> bool:
    return me.sheet.uncanny_dodge > 0


ac_row(_BLINDED, BLINDED, -2, -2, "blinded")
ac_row(_COWERING, COWERING, -2, -2, "cowering")
ac_row(_STUNNED, STUNNED, -2, -2, "stunned")
ac_row("d20.ac-mod.kneeling-or-sitting", KNEELING, -2, 2, "kneeling")
ac_row("d20.ac-mod.squeezing", SQUEEZING, -4, -4, "squeezing")
denial(FLAT_FOOTED_RULE, FLAT_FOOTED, unless=_uncanny)
denial(_BLINDED, BLINDED)
denial(_COWERING, COWERING)
denial(_STUNNED, STUNNED)


def both_rows(blow: Blow) -> bool:
    """Option ``helpless-prone``: of the helpless only the helpless row counts, or that of the prone as well."""
    return blow.battle.options.get("helpless-prone") == "both"


@on_ac(flags=PRONE)
def prone(blow: Blow) -> Modifier | None:
    """On the ground: an easy target in melee, a hard one at range."""
    if blow.target.flags & HELPLESS and not both_rows(blow):
        return None
    return Modifier(-4 if blow.bits & MELEE else 4, "prone", _PRONE)


@on_ac(MELEE, HELPLESS)
def helpless_melee(blow: Blow) -> Modifier:
    """The helpless are struck at will; at range it makes no difference."""
    blow.cites.append(helpless.AC_MELEE)
    return Modifier(-4, "helpless", "d20.ac-mod.helpless")


@on_ac(MELEE, PINNED)
def pinned(blow: Blow) -> Modifier | None:
    """The pinned are struck easily by all but the pinner."""
    return None if blow.target.has("pinned", blow.attacker.id) else Modifier(-4, "pinned", PINNED_RULE)
