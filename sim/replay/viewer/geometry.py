"""
What is drawn over the board at an event: lines of cover, the partner of a flank, a path with its price, an area.

Each is worked out in the battle as it was when the event fell. Points are corners of squares, counted from the
north-western corner of the map.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from sim.events.adnd import AttackMade
from sim.events.attacks import AttackRolled
from sim.events.magic import AbilityUsed, ItemUsed, SpellCast
from sim.events.movement import Moved
from sim.events.zones import ZoneBegan
from sim.grid import shots
from sim.grid.bits import squares
from sim.grid.movement import price_in_spans
from sim.grid.sight import barriers
from sim.grid.templates import burst
from sim.grid.terrain import Ground
from sim.rules.adnd import melee, missile
from sim.rules.d20 import cover, flanking, spell_area, threat
from sim.state.battle import Battle
from sim.state.conditions import OUT
from sim.state.creature import Creature
from sim.tables import adnd_spells, spells

Overlay = dict[str, Any]


def threatened(battle: Battle, me: Creature) -> tuple[int, ...]:
    """The squares that a creature threatens as it stands."""
    if me.flags & OUT or not me.can_act:
        return ()
    found = melee.threatened(battle, me) if battle.ledger is not None else threat.threatened_squares(battle, me)
    return tuple(squares(found & battle.ground.inside))


def overlays(event: Any, battle: Battle) -> Overlay:
    """What to draw for an event; ``battle`` is as it was before it."""
    draw = _DRAWN.get(type(event))
    return draw(event, battle) if draw is not None else {}


def _attack(event: AttackRolled, battle: Battle) -> Overlay:
    me, target = battle.creatures[event.attacker], battle.creatures[event.target]
    close = event.mode.startswith("melee")
    drawn: Overlay = {"shot": [_middle(battle.ground, me), _middle(battle.ground, target)], "hit": event.hit}
    if any(part.type == "cover" for part in event.ac_parts):
        found = cover.between(battle, me, target, melee=close)
        drawn["cover"] = {"kind": found.kind, "corner": list(found.corner), "to": _far_corners(battle.ground, target)}
        if found.blocker >= 0:
            drawn["cover"]["square"] = found.blocker
        elif found.edge:
            drawn["cover"]["edge"] = found.edge
    if close and any(part.type == "flanking" for part in event.parts):
        partner = flanking.partner(battle, me, target)
        if partner is not None:
            drawn["flank"] = [_middle(battle.ground, me), _middle(battle.ground, partner), partner.id]
    return drawn


def _swing(event: AttackMade, battle: Battle) -> Overlay:
    me, target = battle.creatures[event.attacker], battle.creatures[event.target]
    close = event.mode == "melee"
    drawn: Overlay = {"shot": [_middle(battle.ground, me), _middle(battle.ground, target)], "hit": event.hit}
    if not close and battle.ground.has_walls:
        ground, (source, goal, _) = battle.ground, missile.exposure(battle, me, target)
        blockers = barriers(ground, source, 1, goal, 1, missile.height_of(me), missile.height_of(target))
        hidden = [
            [x / 2, y / 2]
            for x, y in shots.corners(ground, goal)
            if not shots.open_line(ground, source, (x, y), goal, blockers)
        ]
        if hidden:
            x, y = shots.center(ground, source)
            drawn["cover"] = {"kind": "cover", "corner": [x / 2, y / 2], "to": hidden}
    return drawn


def _way(event: Moved, battle: Battle) -> Overlay:
    """The path; after each step what it has cost so far, in half squares, where the steps add up to what was paid."""
    if len(event.path) < 2:
        return {}
    me = battle.creatures[event.who]
    spans = event.spans or (event.span,) * len(event.path)
    costs = [0]
    for step in zip(pairwise(event.path), pairwise(spans), strict=True):
        (before, after), taken = step
        swimmer = bool(getattr(me.sheet, "swim", 0)) or event.gait == "swim"
        costs.append(
            costs[-1]
            + price_in_spans(
                battle.ground, (before, after), taken, event.span, swimmer=swimmer, small=me.sheet.size == "tiny"
            )
        )
    drawn: Overlay = {"path": list(event.path), "span": event.span}
    if costs[-1] == event.halves:
        drawn["costs"] = costs
    return drawn


def _zone(event: ZoneBegan, battle: Battle) -> Overlay:
    return {"area": list(event.squares)}


def _cast(event: SpellCast | ItemUsed | AbilityUsed, battle: Battle) -> Overlay:
    who = battle.creatures[event.who]
    drawn: Overlay = {
        "aims": [
            [_middle(battle.ground, who), _middle(battle.ground, battle.creatures[target])]
            for target in event.targets
            if target in battle.creatures and target != event.who
        ]
    }
    if event.to >= 0:
        y, x = divmod(event.to, battle.ground.stride)
        drawn["aim"] = [x, y]
        if area := _area(event, who, battle) & battle.ground.inside:
            drawn["area"] = list(squares(area))
    return drawn


def _area(event: SpellCast | ItemUsed | AbilityUsed, who: Creature, battle: Battle) -> int:
    """The squares that a spell fills, as its rulebook has them; none for a spell that nobody lists."""
    if battle.ledger is not None:
        known = adnd_spells.SPELLS.get(event.spell)
        return burst(battle.ground, event.to, known.radius) if known is not None and known.aim == "point" else 0
    spell = spells.SPELLS.get(event.spell)
    level = getattr(event, "caster_level", 0) or (who.casting.caster_level if who.casting is not None else 1)
    return 0 if spell is None else spell_area.covered(battle, who, spell, level, event.to)


_DRAWN: dict[type[Any], Callable[[Any, Battle], Overlay]] = {
    AttackRolled: _attack,
    AttackMade: _swing,
    Moved: _way,
    ZoneBegan: _zone,
    SpellCast: _cast,
    ItemUsed: _cast,
    AbilityUsed: _cast,
}


def _middle(ground: Ground, who: Creature) -> list[float]:
    y, x = divmod(who.square, ground.stride)
    return [x + who.span / 2, y + who.span / 2]


def _far_corners(ground: Ground, who: Creature) -> list[list[int]]:
    """The four corners of a creature's space."""
    y, x = divmod(who.square, ground.stride)
    return [[x + dx, y + dy] for dy in (0, who.span) for dx in (0, who.span)]
