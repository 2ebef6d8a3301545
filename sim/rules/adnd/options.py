"""The named options of AD&D (adnd.core.options) and the conditions with which a creature may start."""

from __future__ import annotations

RULE = "adnd.core.options"

OPTIONS: dict[str, tuple[str, ...]] = {
    "fumble": (
        "percent", "off", "every-one", "second-roll", "dexterity", "flat-percent", "by-skill", "short-table",
    ),
    "disarm_rule": ("seed", "opposed"),
    "disarm_resistance": ("on", "off"),
    "expert_disarm": ("seed", "handbook"),
    "shield_rush": ("seed", "handbook", "opposed"),
    "parry_rule": ("seed", "margin"),
    "dmg_parry": ("all", "frontal"),
    "bow_specialist": ("seed", "handbook"),
    "block_trap": ("off", "on"),
    "criticals": ("off", "on"),
    "opportunity": ("on", "off"),
    "flank_bonus": ("on", "off"),
    "shield_limit": ("off", "on"),
    "place": ("outdoors", "indoors"),
    "indoor_range": ("off", "on"),
    "deaths_door": ("off", "characters", "all"),
    "heroic_attacks": ("off", "on"),
    "style_limits": ("on", "off"),
    "ranger_light_armour": ("off", "on"),
}  # fmt: skip
"""Each with its values, the default first."""

CONDITIONS = (
    "prone",
    "kneeling",
    "sitting",
    "blinded",
    "asleep",
    "hindered",
    "invisible",
    "surprised",
    "charmed",
    "raging",
    "hasted",
    "slowed",
)
"""With what a creature of a scenario may start."""
