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


@on_ac()
def prone(blow: Blow) -> Modifier | None:
    """On the ground: an easy target in melee, a hard one at range; of the helpless only the helpless row counts."""
    flags = blow.target.flags
    if not flags & PRONE or (flags & HELPLESS and blow.battle.options.get("helpless-prone") != "both"):
        return None
    return Modifier(-4 if blow.bits & MELEE else 4, "prone", _PRONE)


@on_ac(MELEE)
def helpless_melee(blow: Blow) -> Modifier | None:
    """The helpless are struck at will; at range it makes no difference."""
    if not blow.target.flags & HELPLESS:
        return None
    blow.cites.append(helpless.AC_MELEE)
    return Modifier(-4, "helpless", "d20.ac-mod.helpless")


@on_ac(MELEE)
def pinned(blow: Blow) -> Modifier | None:
    """The pinned are struck easily by all but the pinner."""
    if blow.target.flags & PINNED and not blow.target.has("pinned", blow.attacker.id):
        return Modifier(-4, "pinned", PINNED_RULE)
    return None
