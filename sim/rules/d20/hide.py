"""
Hiding on the move (d20.cover.hide, d20.concealment.hide; what comes of it: supplement).

Decided: whoever hides moves at half speed, or at -5 at full speed, and rolls at the end of the move against each enemy
from whom cover or concealment shelters it there; the others see it. It stays hidden from an enemy until it attacks,
works magic on an enemy, moves openly, or loses its shelter from that enemy.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Move
from sim.grid import sight
from sim.grid.bits import squares
from sim.grid.cover import Cover
from sim.grid.cover import cover as cover_at
from sim.grid.movement import flood
from sim.rules.d20 import concealment, core, cover, scores
from sim.rules.d20.declare import Blow, constraint, on_attack
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, DEAFENED, HIDDEN, INVISIBLE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.sizes import SIZE

CHECK = "d20.hide.check"
UNSEEN = "d20.hide.unseen"
SEEN = "d20.hide.seen"

MODES = ("hide", "hide-fast")
FAST = -5
IMPROVED = 10
BATTLE, WALL = -10, 15
"""DC to hear a battle, and what a wall adds to any."""


def shelter(battle: Battle, me: Creature, foe: Creature, square: int) -> tuple[str, ...]:
    """The rules by which a creature may hide from this enemy at a place; empty when it may not."""
    ground = battle.ground
    if ground.has_veils:
        adjacent = ground.distance(foe.square, foe.span, square, me.span) <= 1
        eyes = {"darkvision": foe.sheet.darkvision // 5, "low_light": foe.sheet.low_light}
        if sight.concealment(ground, foe.square, foe.span, square, me.span, adjacent=adjacent, **eyes).percent:  # type: ignore[arg-type]
            return (concealment.HIDE,)
    kind = behind(battle, me, foe, square, 0).kind
    if kind == "improved":
        return cover.HIDE, cover.VARYING
    return (cover.HIDE,) if kind in ("cover", "total") else ()


def behind(battle: Battle, me: Creature, foe: Creature, square: int, creatures: int) -> Cover:
    """What covers a place from an enemy."""
    ground, heights = battle.ground, {"attacker_height": foe.sheet.height, "target_height": me.sheet.height}
    place = (foe.square, foe.span, square, me.span)
    return cover_at(ground, *place, melee_adjacent=False, creatures=creatures, **heights)


def watchers(battle: Battle, me: Creature) -> list[Creature]:
    """The enemies that look out for it, in initiative order."""
    found = [foe for foe in battle if foe.side != me.side and foe.can_act and not foe.flags & BLINDED]
    order = battle.order
    return sorted(found, key=lambda foe: order.index(foe.id) if foe.id in order else len(order))


@constraint(CHECK, Move)
def nothing_to_hide_behind(battle: Battle, me: Creature, order: Move) -> bool | tuple[str, ...]:
    """It takes cover or concealment from some enemy where the move ends; other creatures do not hide anybody."""
    if order.mode not in MODES:
        return False
    foes = watchers(battle, me)
    if not battle.ground.inside >> order.to & 1 or any(shelter(battle, me, foe, order.to) for foe in foes):
        return False
    crowd = battle.occupied() & ~battle.footprint(me)
    soft = any(behind(battle, me, foe, order.to, crowd & ~battle.footprint(foe)).kind == "soft" for foe in foes)
    return (cover.HIDE, concealment.HIDE, cover.SOFT_NO_HIDE) if soft else (cover.HIDE, concealment.HIDE)


def places(battle: Battle, me: Creature) -> Iterator[Move]:
    """The moves at the end of which it can hide, for those who have learned to."""
    from sim.rules.d20 import move

    if not me.sheet.ranks.get("hide", 0) or not (battle.ground.has_walls or battle.ground.has_veils):
        return
    foes = watchers(battle, me)
    for mode, budget in (("hide", move.speed(me) // 2), ("hide-fast", move.speed(me))):
        for square in squares(move.destinations(battle, me, budget)):
            if any(shelter(battle, me, foe, square) for foe in foes):
                yield Move(square, mode=mode)  # type: ignore[arg-type]


def attempt(table: Table, me: Creature, order: Move, because: int) -> None:
    """Hide against Spot, enemy by enemy."""
    battle = table.battle
    for foe in watchers(battle, me):
        rules = shelter(battle, me, foe, me.square)
        won = False
        if rules:
            checks = ("hide", "spot")
            mine, theirs = hiding(me, order.mode, cover.VARYING in rules), spotting(battle, foe, me)
            event = core.opposed(table, "hide", me, foe, checks, mine, theirs, because, CHECK, *rules)
            won = event.won
            seq = table.tell(event)
        if won and not me.has("hidden", foe.id):
            table.tell(ConditionBegan(seq, me.id, "hidden", (CHECK,), foe.id))
        elif not won and me.has("hidden", foe.id):
            table.tell(ConditionEnded(because, me.id, "hidden", (SEEN,), foe.id))


def hiding(me: Creature, mode: str, improved: bool) -> tuple[Modifier, ...]:
    """The parts of a Hide check; the small are hidden more easily (their skill has it in it if they are trained)."""
    parts = scores.skill_parts(me, "hide", CHECK)
    size = -SIZE[me.sheet.size].special
    if size and "hide" not in me.sheet.skills:
        parts += (Modifier(size, "size", CHECK),)
    if mode == "hide-fast":
        parts += (Modifier(FAST, "speed", CHECK),)
    return (*parts, Modifier(IMPROVED, "cover", cover.VARYING)) if improved else parts


def spotting(battle: Battle, foe: Creature, me: Creature) -> tuple[Modifier, ...]:
    """The parts of a Spot check: 1 less for each 10 ft."""
    parts = scores.skill_parts(foe, "spot", CHECK)
    away = 5 * battle.ground.distance(foe.square, foe.span, me.square, me.span) // 10
    return (*parts, Modifier(-away, "distance", CHECK)) if away else parts


def heard(battle: Battle, me: Creature, foe: Creature) -> bool:
    """
    Does it hear an enemy whom it does not see? Taking 10 on Listen, against a DC of -10 for a battle, 0 for the
    invisible in it, or, also taking 10, the Move Silently of whoever hides from it; 1 more for each 10 ft, and 15 more
    through a wall (SRD 3.5: Listen, Invisibility), unless it comes more easily by a way round.
    """
    if me.flags & DEAFENED:
        return False
    ground = battle.ground
    dc = BATTLE
    if foe.has("hidden", me.id):
        dc = 10 + _skill(foe, "move-silently")
    elif foe.flags & INVISIBLE:
        dc = 0
    margin = 10 + _skill(me, "listen") - dc
    far = 5 * ground.distance(me.square, me.span, foe.square, foe.span) // 10
    if sight.line_of_effect(ground, me.square, me.span, foe.square, foe.span):
        return far <= margin
    way = flood(ground, foe.square, 1, max(0, 2 * margin + 1))
    return far + WALL <= margin or way.reached >> me.square & 1 == 1


def _skill(me: Creature, skill: str) -> int:
    return sum([part.value for part in scores.skill_parts(me, skill, CHECK)])


def come_out(table: Table, me: Creature, because: int) -> None:
    """Everybody sees it again."""
    for name, other, _ in me.conditions:
        if name == "hidden":
            table.tell(ConditionEnded(because, me.id, name, (SEEN,), other))


def look_again(table: Table, because: int) -> None:
    """Somebody has moved: who has no shelter any more is seen."""
    battle = table.battle
    for me in battle:
        if me.flags & HIDDEN:
            for name, other, _ in me.conditions:
                if name == "hidden" and not shelter(battle, me, battle[other], me.square):
                    table.tell(ConditionEnded(because, me.id, name, (SEEN,), other))


@on_attack(flags=HIDDEN)
def out_of_hiding(blow: Blow) -> Modifier | None:
    """Who is not seen hits more easily."""
    hidden = blow.attacker.has("hidden", blow.target.id) and not blow.target.flags & BLINDED
    return Modifier(2, "unseen", UNSEEN) if hidden else None
