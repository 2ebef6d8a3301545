"""Why the audit does not find some of the mutants of a kind by the claim that is about just that."""

from __future__ import annotations

REASONS: dict[tuple[str, str], str] = {
    (
        "adnd",
        "a hit that does no damage",
    ): "Here the hit killed, and what is found is the death that nothing explains.",
    ("adnd", "a combatant who is not called to act"): "Found by the attack that is lost with the turn.",
    ("adnd", "a wrong fumble band"): "A band whose effects are among those of the true one is not told from it.",
    ("adnd", "a parry that nobody rolls"): "Found by the weapon that is due although it has parried.",
    (
        "adnd",
        "somebody who fails morale and fights on",
    ): "Who was falling back already and ought to be routed is judged as broken either way.",
    (
        "adnd",
        "a free attack withheld",
    ): "A miss that is not told leaves no trace where the mover stops or flees from the map just then.",
    (
        "adnd",
        "a condition that lasts a round too long",
    ): "The length of what an item or a fumble's rider brings is judged when it ends, not when it begins.",
    ("adnd", "a weapon struck away too far"): "A flight to a place of the striker's choice is not measured.",
    (
        "d20",
        "a hit that does no damage",
    ): "One missile of a volley at one target, a blast on who saves, and damage over time are not counted one by one.",
    ("d20", "a wrong save DC"): "After the fight any poison with that DC that anybody has would do.",
    (
        "d20",
        "a skipped opportunity attack",
    ): "Striking at something worn is not seen to provoke; a spell held up by its opportunity is found as out of time.",
    (
        "d20",
        "an opportunity attack taken and not offered",
    ): "The attack seized or threw the mover, and what is found is that this came from nowhere.",
    (
        "d20",
        "an opportunity attack that is chosen and not made",
    ): "A grapple that began meanwhile would have kept the attacker from it.",
    (
        "d20",
        "a condition that outlives its end",
    ): "Dodge goes over to another foe by choice, and the old one is not asked to end.",
    ("d20", "an ailment that outlives its end"): "What breaking somebody else's pin brings is not asked for.",
    ("d20", "nobody falls who was tripped"): "The victim was killed before the next order, which excuses it.",
    (
        "d20",
        "somebody surprised who is not flat-footed",
    ): "Of somebody whom the referee has added it shows when the condition ends.",
    (
        "d20",
        "an ailment that is missing",
    ): "Of spells with several effects it is not known beforehand which of them strikes.",
    ("d20", "somebody dying who does not bleed"): "Found by hit points that do not fit the state.",
    (
        "d20",
        "a save that is never made",
    ): "That a spell in an area asks for one is found by what it brings without it, or by the die that is missing.",
    ("d20", "a grapple that does not end"): "That a grappler lets go who finds no room to move in is not asked for.",
    ("d20", "a bonus that outlives its spell"): "Of somebody who has just died it means nothing.",
    (
        "d20",
        "a spell that outlives its end",
    ): "That an order to dismiss a spell, or a check that dispels one, ends it is not asked for.",
}
"""By rulebook and kind."""
