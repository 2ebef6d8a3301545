"""
Conditions as bits, so that "is any of these true" is one ``&``.

A creature's ``flags`` hold the bits of the conditions that it has; what caused each, and when it ends, stands in its
``conditions``. The names are the rulebook's.
"""

from __future__ import annotations

from functools import lru_cache

NAMES = (
    "prone",
    "flat-footed",
    "charged",
    "ran",
    "total-defense",
    "fighting-defensively",
    "grappling",
    "pinned",
    "pinning",
    "disabled",
    "dying",
    "stable",
    "dead",
    "staggered",
    "unconscious",
    "stunned",
    "dazed",
    "dazzled",
    "shaken",
    "frightened",
    "panicked",
    "blinded",
    "deafened",
    "entangled",
    "fatigued",
    "exhausted",
    "sickened",
    "nauseated",
    "cowering",
    "squeezing",
    "kneeling",
    "invisible",
    "paralyzed",
    "petrified",
    "asleep",
    "bound",
    "winded",
    "silenced",
    "surrendered",
    "gone",
    "unaware",
    "poisoned",
    "holding",
    "power-attack",
    "combat-expertise",
    "turned",
    "slowed",
    "dodging",
    "cleaved",
    "tended",
    "recovering",
    "commanded",
    "mounted",
    "unruly",
    "reining",
    "unbidden",
    "burning",
    "hidden",
    "wedged",
    "roped",
    "aided",
    "feinted",
    "casting",
    "resistance-lowered",
    "raging",
    "frenzied",
    "ferocious",
    "surprised",
    "sitting",
    "held",
    "gripping",
    "grabbed",
    "lightly-stunned",
    "misaligned",
    "shield-out",
    "shield-spent",
    "late",
    "parrying",
    "two-handed-grip",
    "receiving",
    "guarding",
    "hindered",
    "withdrawing",
    "fleeing",
    "charging",
    "insulted",
    "cowed",
    "hostage",
    "falling-back",
    "routed",
    "at-bay",
    "charmed",
    "trapped",
    "trapping",
    "sprained",
    "twisted-wrist",
    "dislocated-shoulder",
    "dislocated-hip",
    "damaged-armor",
    "loose-shield",
    "fouled",
    "exposed",
    "held-down",
    "loose-grip",
    "hasted",
    "blessed",
    "shielded",
)

BIT = {name: 1 << index for index, name in enumerate(NAMES)}

PRONE = BIT["prone"]
FLAT_FOOTED = BIT["flat-footed"]
CHARGED = BIT["charged"]
RAN = BIT["ran"]
TOTAL_DEFENSE = BIT["total-defense"]
FIGHTING_DEFENSIVELY = BIT["fighting-defensively"]
GRAPPLING = BIT["grappling"]
PINNED = BIT["pinned"]
PINNING = BIT["pinning"]
DISABLED = BIT["disabled"]
DYING = BIT["dying"]
STABLE = BIT["stable"]
DEAD = BIT["dead"]
STAGGERED = BIT["staggered"]
UNCONSCIOUS = BIT["unconscious"]
STUNNED = BIT["stunned"]
DAZED = BIT["dazed"]
DAZZLED = BIT["dazzled"]
SHAKEN = BIT["shaken"]
FRIGHTENED = BIT["frightened"]
PANICKED = BIT["panicked"]
BLINDED = BIT["blinded"]
DEAFENED = BIT["deafened"]
ENTANGLED = BIT["entangled"]
FATIGUED = BIT["fatigued"]
EXHAUSTED = BIT["exhausted"]
SICKENED = BIT["sickened"]
NAUSEATED = BIT["nauseated"]
COWERING = BIT["cowering"]
SQUEEZING = BIT["squeezing"]
KNEELING = BIT["kneeling"]
INVISIBLE = BIT["invisible"]
PARALYZED = BIT["paralyzed"]
PETRIFIED = BIT["petrified"]
ASLEEP = BIT["asleep"]
BOUND = BIT["bound"]
WINDED = BIT["winded"]
SILENCED = BIT["silenced"]
SURRENDERED = BIT["surrendered"]
GONE = BIT["gone"]
UNAWARE = BIT["unaware"]
POISONED = BIT["poisoned"]
HOLDING = BIT["holding"]
POWER_ATTACK = BIT["power-attack"]
COMBAT_EXPERTISE = BIT["combat-expertise"]
SLOWED = BIT["slowed"]
DODGING = BIT["dodging"]
CLEAVED = BIT["cleaved"]
TENDED = BIT["tended"]
RECOVERING = BIT["recovering"]
TURNED = BIT["turned"]
MOUNTED = BIT["mounted"]
UNRULY = BIT["unruly"]
"""Its mount is frightened, and not under control."""
REINING = BIT["reining"]
"""One hand holds the reins."""
UNBIDDEN = BIT["unbidden"]
"""Under command, and not told yet what to do."""
BURNING = BIT["burning"]
HIDDEN = BIT["hidden"]
WEDGED = BIT["wedged"]
ROPED = BIT["roped"]
AIDED = BIT["aided"]
FEINTED = BIT["feinted"]
CASTING = BIT["casting"]
RESISTANCE_LOWERED = BIT["resistance-lowered"]
RAGING = BIT["raging"]
"""In a rage that it has called up, and that tires."""
FRENZIED = BIT["frenzied"]
"""In a rage that wounds have brought."""
FEROCIOUS = BIT["ferocious"]
"""Below 0 hit points, and fighting on."""

SURPRISED = BIT["surprised"]
SITTING = BIT["sitting"]
HELD = BIT["held"]
"""In a wrestling hold."""
GRIPPING = BIT["gripping"]
"""Holds or grips somebody."""
GRABBED = BIT["grabbed"]
LIGHTLY_STUNNED = BIT["lightly-stunned"]
MISALIGNED = BIT["misaligned"]
"""Its weapon is knocked out of line."""
SHIELD_OUT = BIT["shield-out"]
"""Its shield is knocked out of line."""
SHIELD_SPENT = BIT["shield-spent"]
"""It has used its shield to attack, and is not covered by it."""
LATE = BIT["late"]
"""It loses the next initiative."""
PARRYING = BIT["parrying"]
"""It does nothing but parry all round."""
TWO_HANDED_GRIP = BIT["two-handed-grip"]
RECEIVING = BIT["receiving"]
GUARDING = BIT["guarding"]
HINDERED = BIT["hindered"]
WITHDRAWING = BIT["withdrawing"]
FLEEING = BIT["fleeing"]
CHARGING = BIT["charging"]
INSULTED = BIT["insulted"]
COWED = BIT["cowed"]
HOSTAGE = BIT["hostage"]
FALLING_BACK = BIT["falling-back"]
"""Its morale has failed: it withdraws."""
ROUTED = BIT["routed"]
"""Its morale has failed: it flees."""
AT_BAY = BIT["at-bay"]
"""Its morale has failed, and there is no way out: it fights on."""
CHARMED = BIT["charmed"]
TRAPPED = BIT["trapped"]
"""Its weapon is caught by somebody's shield or weapon."""
TRAPPING = BIT["trapping"]
"""Its shield or weapon holds somebody's weapon."""
SPRAINED = BIT["sprained"]
"""An ankle."""
TWISTED_WRIST = BIT["twisted-wrist"]
DISLOCATED_SHOULDER = BIT["dislocated-shoulder"]
DISLOCATED_HIP = BIT["dislocated-hip"]
DAMAGED_ARMOR = BIT["damaged-armor"]
LOOSE_SHIELD = BIT["loose-shield"]
"""Its shield has come loose, and does not cover it."""
FOULED = BIT["fouled"]
"""A weapon of its own, the ``other`` of the condition, is stuck, fouled or dangling."""
EXPOSED = BIT["exposed"]
"""It has reached for a weapon with bare hands."""

HELD_DOWN = BIT["held-down"]
"""Pulled to the ground by bare hands, and kept there."""
LOOSE_GRIP = BIT["loose-grip"]
"""It holds a weapon of two hands in one, and cannot fight with it."""
HASTED = BIT["hasted"]

BLESSED = BIT["blessed"]
SHIELDED = BIT["shielded"]
"""A spell stands before it as a shield."""

HELPLESS = UNCONSCIOUS | DYING | STABLE | PARALYZED | PETRIFIED | ASLEEP | BOUND | HELD_DOWN
"""Any of these makes a creature helpless (d20.helpless.definition)."""

OUT = DEAD | GONE | SURRENDERED
"""No part of the fight any more."""

DOWN = OUT | UNCONSCIOUS | DYING | STABLE
"""Does not carry on: a side of which all are down has lost."""

CANNOT_ACT = OUT | HELPLESS | STUNNED | DAZED | COWERING | UNBIDDEN
"""Gets no orders in its turn."""


@lru_cache(maxsize=4096)
def names(flags: int) -> tuple[str, ...]:
    """The conditions in a set of bits, in the order of ``NAMES``."""
    return tuple(name for name, bit in BIT.items() if flags & bit)
