"""Every topic's module, imported so that its rows and functions are declared."""

from __future__ import annotations

from importlib import import_module

TOPICS = (
    "ability_damage",
    "ac_mod",
    "action",
    "aoo",
    "attack_mod",
    "bull_rush",
    "charge",
    "combat_expertise",
    "concealment",
    "condition",
    "core",
    "coup_de_grace",
    "cover",
    "creature_type",
    "disarm",
    "dying",
    "fighting_defensively",
    "flanking",
    "full_attack",
    "helpless",
    "improved_initiative",
    "initiative",
    "leaving",
    "melee",
    "move",
    "nonlethal",
    "pass_",
    "power_attack",
    "ranged",
    "run",
    "save",
    "save_feats",
    "single_actions",
    "special",
    "squeeze",
    "stand",
    "step",
    "terrain",
    "threat",
    "total_defense",
    "trip",
    "turn",
    "two_weapon",
    "unarmed",
    "weapon",
    "withdraw",
    "wounds",
)
"""Modules of this rulebook. The order in which they are imported is the order in which parts of a tally are listed."""

for _topic in TOPICS:
    import_module(f"sim.rules.d20.{_topic}")
