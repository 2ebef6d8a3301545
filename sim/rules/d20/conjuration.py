"""
Spells of conjuration (supplement).

Decided: acid goes on at the start of its caster's turns. Who sets out or walks into grease balances once a move. Clouds
seize again, at the start of their caster's turn, whoever has resisted them and stays.

Of a web, decided: two anchors are opposed that stand more than a right angle apart, seen from its point; nobody casts
one where it would fall in on itself. Who walks into a web saves like those on whom it is cast, and is stopped where it
gets in. In place of a check for each round of moving in it, the web is hampering ground to those whom it entangles.
What lies between two creatures is counted along the line of squares between the nearest of theirs, from the one in the
lower square, half squares going south and east. All of a web on which fire falls by magic burns away at once. Not
carried out: torches and flasks do not set it alight, it is no help against spells that fill areas, and those whom
monsters' own webs do not hold stick in it like others.
"""

from __future__ import annotations

from itertools import combinations

from sim.events.boons import BoonBegan
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.zones import ZoneBurned
from sim.grid import bits as bitset
from sim.rules.d20 import boons, effects, energy, magic, scores, skill, wounds
from sim.rules.d20.creature_type import living
from sim.rules.d20.declare import at_turn_start
from sim.rules.d20.magic import Working, effect, placing
from sim.rules.d20.save import save
from sim.rules.d20.zones import meeting, passage
from sim.state.battle import Battle
from sim.state.conditions import DEAD, ENTANGLED, NAUSEATED, PRONE
from sim.state.creature import Creature
from sim.state.magic import Running
from sim.table import Table
from sim.tables.spells import Effect

ACID_ARROW = "d20.conjuration.acid-arrow"
GREASE = "d20.conjuration.grease"
STINKING_CLOUD = "d20.conjuration.stinking-cloud"
WEB = "d20.conjuration.web"

effects.RULES.update(
    {
        "acid arrow": ACID_ARROW,
        "cure light wounds": "d20.conjuration.cure-light-wounds",
        "cure moderate wounds": "d20.conjuration.cure-moderate-wounds",
        "cure serious wounds": "d20.conjuration.cure-serious-wounds",
        "fog cloud": "d20.conjuration.fog-cloud",
        "grease": GREASE,
        "mage armor": "d20.conjuration.mage-armor",
        "obscuring mist": "d20.conjuration.obscuring-mist",
        "stinking cloud": STINKING_CLOUD,
        "web": WEB,
    }
)

BALANCE_DC = 10
CORROSION = "corrosion"
"""What a boon is on that tells who is in acid."""


@effect("corrode")
def corrode(table: Table, working: Working, effect: Effect, target: Creature, half: bool, because: int) -> None:
    """The acid stays on whoever it has struck."""
    cites = (effects.rule(working.spell),)
    table.tell(BoonBegan(because, target.id, working.number, CORROSION, 1, "", "", cites))


@at_turn_start()
def burn_on(table: Table, me: Creature, because: int) -> None:
    """Acid bites again, once a round, as long as it lasts."""
    for running in table.battle.spells:
        if running.caster != me.id or not running.left:
            continue
        for target in table.battle:
            if target.boons and not target.flags & DEAD and corroded(target, running):
                dice = me.sheet.spells[running.spell].effects[0].dice
                points, fallen = wounds.throw(table, dice)
                wounds.deal(table, target, me, energy.BARE["acid"], points, False, because, (), (ACID_ARROW,), fallen)


def corroded(target: Creature, running: Running) -> bool:
    """Is the acid of this spell on it?"""
    return any(boon.on == CORROSION and boon.number == running.number for boon in target.boons)


# ---- grease -------------------------------------------------------------------------------------------------


@meeting("grease", "own")
def slip(table: Table, running: Running, who: Creature, because: int) -> None:
    """Who stands in grease falls on a failed save."""
    if who.flags & PRONE:
        return
    success, seq = save(table, who, "reflex", running.spell, running.dc, because, GREASE)
    if not success:
        wounds.begin(table, who, "prone", seq, GREASE)


@passage("grease")
def balance(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks in grease must balance: it stops and may fall on a failure, and falls on a bad one."""
    parts = scores.skill_parts(who, "balance", GREASE)
    margin, seq = skill.check(table, who, "balance", BALANCE_DC, parts, because, GREASE)
    if margin <= -5 and not who.flags & PRONE:
        wounds.begin(table, who, "prone", seq, GREASE)
    elif margin < 0:
        slip(table, running, who, seq)
    return margin >= 0


# ---- stench -------------------------------------------------------------------------------------------------


@meeting("stench", "caster")
def sicken(table: Table, running: Running, who: Creature, because: int) -> None:
    """Who breathes the cloud is nauseated as long as it is in there, on a failed save."""
    if not living(who) or reeks(who, running):
        return
    success, seq = save(table, who, "fortitude", running.spell, running.dc, because, STINKING_CLOUD)
    if not success:
        table.tell(ConditionBegan(seq, who.id, "nauseated", (STINKING_CLOUD,), value=running.number))


@passage("stench")
def breathe_in(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks into the cloud breathes it; it goes on walking."""
    sicken(table, running, who, because)
    return True


def reeks(who: Creature, running: Running) -> bool:
    """Is it nauseated by this cloud?"""
    return bool(who.flags & NAUSEATED) and any(
        c.name == "nauseated" and not c.other and c.value == running.number for c in who.conditions
    )


def breathe(table: Table, running: Running, who: Creature, because: int) -> None:
    """Out of the cloud the nausea goes, after some rounds."""
    if reeks(who, running):
        turns, dice = wounds.throw(table, "1d4+1")
        table.tell(
            ConditionBegan(because, who.id, "nauseated", (STINKING_CLOUD,), ender=who.id, turns=turns, dice=dice)
        )


# ---- web ----------------------------------------------------------------------------------------------------

STICKY = "web"
"""What a zone of web does."""
THICK = 4
"""Squares of web that nothing gets through."""


@placing("web")
def hangs(battle: Battle, squares: int, to: int) -> bool:
    """A web needs two anchors, solid squares or walls, on opposite sides of its point."""
    ground = battle.ground
    y, x = divmod(to, ground.stride)

    def seen(square: int, east: int, south: int) -> tuple[int, int]:
        row, column = divmod(square, ground.stride)
        return 2 * (column - x) + east, 2 * (row - y) + south

    found = [seen(s, 1, 1) for s in bitset.squares(bitset.grown(squares, 1, ground.stride) & ground.solid)]
    found += [seen(s, 2, 1) for s in bitset.squares(ground.hard.east & (squares | squares >> 1))]
    found += [seen(s, 1, 2) for s in bitset.squares(ground.hard.south & (squares | squares >> ground.stride))]
    return any(a * c + b * d < 0 for (a, b), (c, d) in combinations(found, 2))


def stuck(who: Creature, running: Running) -> bool:
    """Is it entangled by this web, free to move or not?"""
    return bool(who.flags & ENTANGLED) and any(
        c.name == "entangled" and c.other == running.caster and c.value == running.number for c in who.conditions
    )


@meeting(STICKY, "")
def ensnare(table: Table, running: Running, who: Creature, because: int) -> None:
    """A web entangles whoever is in it, and holds whoever fails its save where it is."""
    success, seq = save(table, who, "reflex", running.spell, running.dc, because, WEB)
    table.tell(ConditionBegan(seq, who.id, "entangled", (WEB,), running.caster, running.number))
    if not success:
        table.tell(BoonBegan(seq, who.id, running.number, boons.ROOTED, 1, "", "", (WEB,)))


@passage(STICKY)
def get_stuck(table: Table, running: Running, who: Creature, because: int) -> bool:
    """Who walks into a web gets no farther; who is in it already works its way through."""
    if stuck(who, running):
        return True
    ensnare(table, running, who, because)
    return False


def release(table: Table, running: Running, who: Creature, because: int) -> None:
    """Out of the web one is free of it."""
    if running.spell == "web" and stuck(who, running):
        effects.unbind(table, running, who, because)
        table.tell(ConditionEnded(because, who.id, "entangled", (WEB,), running.caster, running.number))


def strands(battle: Battle, me: Creature, square: int, span: int) -> int:
    """Squares of web between a creature and a place."""
    web = 0
    for zone in battle.zones:
        web |= zone.squares if STICKY in zone.does else 0
    if not web:
        return 0
    stride = battle.ground.stride
    first, last = sorted(((me.square, me.span), (square, span)))
    (y, x), (to_y, to_x) = divmod(first[0], stride), divmod(last[0], stride)
    y, to_y = _facing(y, first[1], to_y, last[1])
    x, to_x = _facing(x, first[1], to_x, last[1])
    down, across = to_y - y, to_x - x
    steps = max(abs(down), abs(across))
    way = [
        (y + (2 * n * down + steps) // (2 * steps)) * stride + x + (2 * n * across + steps) // (2 * steps)
        for n in range(1, steps)
    ]
    return (web & bitset.of(way)).bit_count()


def _facing(a: int, span_a: int, b: int, span_b: int) -> tuple[int, int]:
    """The rows, or columns, of two spaces that are nearest to each other; the first that they share."""
    if b >= a + span_a:
        return a + span_a - 1, b
    return (a, b + span_b - 1) if a >= b + span_b else (max(a, b), max(a, b))


def kindle(table: Table, working: Working, squares: int, because: int) -> None:
    """Fire burns what it touches of a web, and those in the flames."""
    battle = table.battle
    for zone in battle.zones:
        burned = zone.squares & squares
        if STICKY not in zone.does or not burned:
            continue
        running = next(spell for spell in battle.spells if spell.number == zone.number)
        spell = battle.creatures[running.caster].sheet.spells[running.spell]
        dice = next(each.dice for each in spell.effects if each.verb == "zone")
        seq = table.tell(ZoneBurned(because, zone.number, tuple(bitset.squares(burned)), (WEB,)))
        for who in battle.occupants(burned):
            if who.flags & DEAD:
                continue
            points, fallen = wounds.throw(table, dice)
            wounds.deal(table, who, working.caster, energy.BARE["fire"], points, False, seq, (), (WEB,), fallen)
        left = zone.squares & ~burned
        for who in battle:
            if not left & battle.footprint(who):
                release(table, running, who, seq)
        if not left:
            magic.finish(table, running, seq, WEB)
