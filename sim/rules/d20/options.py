"""The named options of d20, and the conditions with which a creature of a scenario may start."""

from __future__ import annotations

OPTIONS: dict[str, tuple[str, ...]] = {
    "reach-diagonal": ("exception", "strict"),
    "diagonal-count": ("turn", "move"),
    "tiny-step-provokes": ("yes", "no"),
    "step-after-stopped-move": ("no", "yes"),
    "soft-cover-reach": ("yes", "no"),
    "charge-tie": ("chooser", "die"),
    "readied-charge": ("no", "yes"),
    "pinned-dexterity": ("lost", "zero"),
    "helpless-prone": ("helpless", "both"),
    "first-stabilise": ("turn", "round-end"),
    "disabled-half-speed": ("no", "yes"),
    "nonlethal-coup-de-grace": ("kills", "raises"),
    "weather": ("calm", "rain", "hail"),
    "motion": ("none", "vigorous", "violent", "extraordinary"),
    "overrun-in-charge": ("yes", "no"),
}
"""The named options of d20: contested points that a scenario may switch. The first value is the default."""

CONDITIONS = (
    "prone",
    "kneeling",
    "shaken",
    "frightened",
    "panicked",
    "blinded",
    "deafened",
    "dazzled",
    "entangled",
    "fatigued",
    "exhausted",
    "sickened",
    "nauseated",
    "slowed",
    "invisible",
    "paralyzed",
    "asleep",
    "bound",
    "burning",
)
"""What a creature may start with."""
