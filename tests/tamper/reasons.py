"""Why the audit does not find some of the mutants of a kind by the claim that is about just that."""

from __future__ import annotations

REASONS: dict[tuple[str, str], str] = {
    (
        "adnd",
        "a hit that does no damage",
    ): "Here the hit killed, and what is found is the death that nothing explains.",
    ("adnd", "damage turned nonlethal"): "Of a fall it is found by the death that nothing explains.",
    (
        "adnd",
        "a morale check that nobody makes",
    ): "That a check rallies somebody who flees is not asked for; the missing die shows it.",
    ("adnd", "a combatant who is not called to act"): "Found by the attack that is lost with the turn.",
    ("adnd", "a wrong fumble band"): "That what breaks a shield is the band for that is not asked for.",
    ("adnd", "a parry that nobody rolls"): "Found by the weapon that is due although it has parried.",
    (
        "adnd",
        "somebody who fails morale and fights on",
    ): "Who was falling back already and ought to be routed is judged as broken either way.",
    (
        "adnd",
        "a free attack withheld",
    ): "Before a flight off the map, and of some who flee or go on, the free attack is not asked for.",
    (
        "adnd",
        "a condition that lasts a round too long",
    ): "The length of what a fumble, a shield or an item brings is judged when it ends, not when it begins.",
    ("adnd", "somebody who faces another way than he goes"): "As a round begins everybody may turn to any facing.",
    ("adnd", "a weapon struck away too far"): "A flight to a place of the striker's choice is not measured.",
    (
        "d20",
        "a hit that does no damage",
    ): "One missile of a volley, the damage that opens a hold, and that of a blast on who saves are not asked for.",
    ("d20", "a wound from nobody"): "Of a splash it is found by whom the flask wets.",
    (
        "d20",
        "a check against another DC",
    ): "Something else distracts as much as that, and what is found is the check that is still due.",
    ("d20", "a walk called a run"): "Found by the way, which is not straight.",
    ("d20", "a charge that does not expose"): "Of the mount of who charges it shows when the condition ends.",
    ("d20", "a wrong save DC"): "A second save against poison is not held against the DC of the poison.",
    (
        "d20",
        "a skipped opportunity attack",
    ): "Striking at something worn is not seen to provoke; a spell held up by its opportunity is found as out of time.",
    (
        "d20",
        "an opportunity attack taken and not offered",
    ): "The attack foiled the act, and what is found is a failure without a cause.",
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
    ): "What one of several effects of a spell, or its end, brings is not asked for.",
    ("d20", "somebody dying who does not bleed"): "Found by hit points that do not fit the state.",
    (
        "d20",
        "a save that is never made",
    ): "Of spells at work for a while, and of poison after the fight, it is not asked for; the missing die shows it.",
    ("d20", "a grapple that does not end"): "That a grappler lets go who finds no room to move in is not asked for.",
    ("d20", "a bonus that outlives its spell"): "Of somebody who has just died it means nothing.",
    (
        "d20",
        "a spell that outlives its end",
    ): "That an order to dismiss a spell, or a check that dispels one, ends it is not asked for.",
}
"""By rulebook and kind."""
