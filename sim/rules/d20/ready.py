"""
Readied actions (d20.ready.*): an order carried out in the middle of another's turn, just before what sets it off.

Whatever may set one off is announced: a stretch of way by ``move.walk``, attacks by ``special.make`` and by
``D20.resolve``, a casting by whoever casts: ``ready.announce(table, caster, "casts", because)``, where ``because`` is
the number of the order or event of the casting. It costs nothing as long as ``battle.ready`` is empty. ``announce``
says whether the caster can go on; what it has lost in the meantime (compare its hit points before and after) is what
its Concentration check is against (``DISRUPT``). A readied act is any order that costs a standard, move or free
action, so a counterspell is an order with a procedure like any other: it is called in the middle of ``announce``, and
``cause`` gives the event of the casting that set it off.

Decided: nobody acts out of turn in its own turn. An act that waits for somebody to come into reach, within a distance
or into sight is taken once the mover is there; whoever lets its trigger pass may still be set off later. A turn that a
readied act uses up in the next round counts as that turn: opportunities are renewed, what ends by its turns comes
nearer, what happens at its start happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sim.events.base import apply
from sim.events.orders import (
    IT,
    Act,
    Answer,
    Attack,
    Begin,
    BullRush,
    Charge,
    Complete,
    CoupDeGrace,
    Cue,
    Delay,
    End,
    Grapple,
    Move,
    Order,
    Pass,
    Ready,
    Snatch,
    Step,
    Throw,
    Trigger,
)
from sim.events.timing import ActionReadied, InitiativeChanged, ReadiedActBegan, ReadiedActEnded, ReadyLost
from sim.grid.bits import squares
from sim.grid.reach import ring, within
from sim.grid.sight import line_of_sight
from sim.rules.d20 import threat
from sim.rules.d20.declare import RULES, Blow, at_turn_start, constraint, procedure
from sim.state.battle import Battle
from sim.state.conditions import BLINDED, CANNOT_ACT, DISABLED, GRAPPLING, INVISIBLE
from sim.state.creature import Creature, Readied
from sim.table import Table

DECLARE = "d20.ready.declare"
TRIGGER = "d20.ready.trigger"
INITIATIVE = "d20.ready.initiative"
UNUSED = "d20.ready.unused"
FIVE_FOOT_STEP = "d20.ready.five-foot-step"
DISRUPT = "d20.ready.disrupt-caster"
COUNTERSPELL = "d20.ready.counterspell"
SET_AGAINST_CHARGE = "d20.ready.set-against-charge"

OPTION = "readied-charge"
HOSTILE = (BullRush, CoupDeGrace, Grapple, Snatch, Throw)
"""Orders that are attacks besides those that ``special.make`` and sundering carry out."""

SETS_OFF = {"attacks": ("attacks", "shoots"), "shoots": ("shoots",), "casts": ("casts",)}
"""The announced deeds that each trigger waits for."""

NEVER = (Ready, Delay, Begin, Complete, Step, End)
"""Orders that cannot be readied whatever they cost."""


# ---- readying -------------------------------------------------------------------------------------------------


@constraint(DECLARE, Ready)
def cannot_be_readied(battle: Battle, me: Creature, order: Ready) -> bool:
    """A standard, move or free action for a trigger that can come true; a charge only by option."""
    from sim.rules.d20.book import BOOK

    act, when = order.act, order.when
    if isinstance(act, NEVER) or (isinstance(act, Charge) and battle.options.get(OPTION) != "yes"):
        return True
    if when.who and (when.who == me.id or when.who not in battle.creatures):
        return True
    if (when.on == "comes-within") != (when.squares > 0):
        return True
    if isinstance(act, Attack):
        weapon, target = me.weapons.get(act.weapon), battle.creatures.get(act.target)
        if weapon is None or (target is None and act.target != IT) or (target is not None and target.side == me.side):
            return True
    return not isinstance(act, Charge) and BOOK.cost(battle, me.id, act).kind not in ("standard", "move", "free")


@procedure(Ready)
def ready(me: Creature, order: Ready, table: Table, because: int) -> None:
    """Wait."""
    table.tell(ActionReadied(because, me.id, order.act, order.when, (DECLARE,)))


@at_turn_start()
def lose(table: Table, me: Creature, because: int) -> None:
    """What has not been set off by the next turn is lost."""
    if me.readied is not None:
        table.tell(ReadyLost(because, me.id, (UNUSED,)))


def options(battle: Battle, me: Creature) -> Iterator[Ready]:
    """What is most often readied: blows at who comes, charges or casts, shots at who appears, attacks or casts."""
    foes = [other for other in battle if other.side != me.side and other.active]
    if not foes or me.flags & GRAPPLING:
        return
    casting = any(foe.sheet.caster is not None for foe in foes)
    hidden = battle.ground.has_walls or battle.ground.has_veils
    weapons = threat.melee_weapons(me)
    for weapon in weapons[: max(1, len(weapons) - 1)]:
        for deed in ("comes-into-reach", "attacks", "charges", *(("casts",) if casting else ())):
            yield Ready(Attack(IT, weapon.name), Trigger(deed))
    for name in dict.fromkeys(me.held):
        held = me.weapons.get(name)
        if held is not None and held.increment and name not in me.unloaded:
            for deed in ("attacks", *(("appears",) if hidden else ()), *(("casts",) if casting else ())):
                yield Ready(Attack(IT, name), Trigger(deed))


# ---- what sets it off -----------------------------------------------------------------------------------------


def waiting(battle: Battle, me: Creature) -> list[Creature]:
    """Those whose readied action something that ``me`` does could set off, in initiative order."""
    busy = (battle.turn.who, *(turn.who for turn in battle.suspended))
    ready = [battle.creatures[who] for who in battle.order if who in battle.ready and who not in busy]
    return [foe for foe in ready if _watches(foe, me)]


def _watches(foe: Creature, me: Creature) -> bool:
    if foe.readied is None or foe is me or foe.flags & CANNOT_ACT:
        return False
    when: Trigger = foe.readied.when  # type: ignore[assignment]
    return when.who == me.id if when.who else foe.side != me.side


def sees(battle: Battle, foe: Creature, me: Creature, square: int, span: int) -> bool:
    """Would ``foe`` see this creature there?"""
    if foe.flags & BLINDED or me.flags & INVISIBLE:
        return False
    ground = battle.ground
    if not ground.has_walls and not ground.has_veils:
        return True
    return line_of_sight(
        ground,
        foe.square,
        foe.span,
        square,
        span,
        darkvision=foe.sheet.darkvision // 5,
        height_a=foe.sheet.height,
        height_b=me.sheet.height,
    )


def cued(
    battle: Battle, me: Creature, path: tuple[int, ...], spans: tuple[int, ...], gait: str, index: int
) -> list[Creature]:
    """Those whose readied action is set off once ``me``, on its way along a path, is at this place of it."""
    return [foe for foe in waiting(battle, me) if _comes(battle, foe, me, path, spans, gait, index)]


def _comes(
    battle: Battle, foe: Creature, me: Creature, path: tuple[int, ...], spans: tuple[int, ...], gait: str, index: int
) -> bool:
    assert foe.readied is not None
    when: Trigger = foe.readied.when  # type: ignore[assignment]
    here, span = path[index], spans[index]
    if when.on == "moves":
        return index == 0 and sees(battle, foe, me, here, span)
    if when.on == "appears":
        return (
            index > 0
            and sees(battle, foe, me, here, span)
            and not sees(battle, foe, me, path[index - 1], spans[index - 1])
        )
    if when.on == "charges":
        if gait != "charge":
            return False
    elif not when.on.startswith("comes") or not index:
        return False
    area = zone(battle, foe, foe.readied)
    ground = battle.ground
    if not ground.footprint(here, span) & area:
        return False
    before = index and ground.footprint(path[index - 1], spans[index - 1]) & area
    return not before and sees(battle, foe, me, here, span)


def zone(battle: Battle, foe: Creature, readied: Readied) -> int:
    """The squares that its trigger is about: those within a distance, or within reach of the blow that it readies."""
    when: Trigger = readied.when  # type: ignore[assignment]
    ground = battle.ground
    if when.on == "comes-within":
        return within(ground, foe.square, foe.span, when.squares)
    act = readied.act
    weapon = foe.weapons.get(act.weapon) if isinstance(act, Attack) else None
    if weapon is not None and weapon.category != "ranged":
        low, high = threat.span_of_reach(foe, weapon)
        return ring(ground, foe.square, foe.span, low, high, threat.strict_reach(battle))
    return ground.inside if when.on == "charges" else threat.threatened_squares(battle, foe)


def announce(table: Table, me: Creature, deed: str, because: int) -> bool:
    """
    ``me`` is about to do something: ``attacks``, ``shoots`` or ``casts``. True if it can go on with it.

    Each readied action that waits for that is carried out first, if its bearer wants to; an act that the victim
    cannot go on with must be looked at anew by the caller (the target may be gone).
    """
    battle = table.battle
    if battle.ready:
        for foe in waiting(battle, me):
            readied = foe.readied
            if readied is None or foe.flags & CANNOT_ACT:
                continue
            when: Trigger = readied.when  # type: ignore[assignment]
            if deed in SETS_OFF.get(when.on, ()) and sees(battle, foe, me, me.square, me.span):
                set_off(table, foe, me, because)
    return not me.flags & CANNOT_ACT


def cause(table: Table, because: int) -> Any:
    """The order or event that set off the readied act which event ``because`` began."""
    events = table.log.events
    return events[events[events[because].because].because]


# ---- carrying it out ------------------------------------------------------------------------------------------


def aimed(act: Order, me: Creature) -> Order:
    """The readied order with whoever set it off in the place of ``it``."""
    changes: dict[str, Any] = {name: me.id for name in ("target", "foe") if getattr(act, name, "") == IT}
    if IT in (on := getattr(act, "on", ())):
        changes["on"] = tuple(me.id if who == IT else who for who in on)
    return msgspec.structs.replace(act, **changes) if changes else act


class Choices:
    """The menu of somebody whose trigger has come true: its act, the same after a 5-foot step, or to let it pass."""

    def __init__(self, battle: Battle, foe: Creature, act: Order) -> None:
        self.foe = foe
        self.options = tuple(choices(battle, foe, act))

    def __iter__(self) -> Iterator[Answer]:
        yield from self.options
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return not self.why_not(choice)

    def why_not(self, choice: object) -> tuple[str, ...]:
        if type(choice) is Pass or choice in self.options:
            return ()
        return (FIVE_FOOT_STEP,) if type(choice) is Act and choice.to >= 0 else (TRIGGER,)


def choices(battle: Battle, foe: Creature, act: Order) -> Iterator[Act]:
    """The act where it stands, if it is possible now, and after every step that makes it possible."""
    from sim.rules.d20 import step

    imagined = battle.fork()
    apply(ReadiedActBegan(-1, foe.id, act), imagined)
    me = imagined.creatures[foe.id]
    if not RULES.refusal(imagined, me, act):
        yield Act()
    if isinstance(act, (Move, Charge, BullRush)):
        return
    for square in squares(step.places(imagined, me)):
        if not RULES.refusal(imagined, me, Step(square)):
            beyond = imagined.fork()
            mover = beyond.creatures[foe.id]
            beyond.leave(mover)
            mover.square = square
            beyond.enter(mover)
            beyond.turn.stepped = True
            if not RULES.refusal(beyond, mover, act):
                yield Act(square)


def interrupt(table: Table, foes: list[Creature], me: Creature, because: int, *, charging: bool) -> bool:
    """Set off these, one after the other, as ``me`` moves. True if anybody has acted."""
    acted = False
    for foe in foes:
        if foe.readied is not None and not foe.flags & CANNOT_ACT and me.active:
            acted |= set_off(table, foe, me, because, charging=charging)
    return acted


def set_off(table: Table, foe: Creature, me: Creature, because: int, *, charging: bool = False) -> bool:
    """Ask whether ``foe`` takes its readied act now, as ``me`` sets it off, and carry it out. True if it did."""
    from sim.rules.d20 import step, wounds
    from sim.rules.d20.book import BOOK

    battle = table.battle
    readied = foe.readied
    assert readied is not None
    when: Trigger = readied.when  # type: ignore[assignment]
    act = aimed(readied.act, me)  # type: ignore[arg-type]
    menu = Choices(battle, foe, act)
    if not menu.options:
        return False
    rules = (TRIGGER, DISRUPT) if when.on == "casts" and isinstance(act, Attack) else (TRIGGER,)
    answer = table.ask(foe.id, Cue(me.id, when.on), menu, because, rules)
    if type(answer) is not Act:
        return False
    braced = (
        (charging and when.on == "charges")
        and (isinstance(act, Attack) and act.target == me.id)
        and foe.weapons[act.weapon].braces
    )
    asked = len(table.log.events) - 1
    seq = table.tell(ReadiedActBegan(asked, foe.id, act, me.id if braced else "", (TRIGGER,)))
    strains = foe.flags & DISABLED and BOOK.cost(battle, foe.id, act).kind == "standard"
    if answer.to >= 0:
        step.take(table, foe, answer.to, seq, (FIVE_FOOT_STEP,))
    if not foe.flags & CANNOT_ACT and not RULES.refusal(battle, foe, act):
        RULES.procedures[type(act)](foe, act, table, seq)
        if strains:
            wounds.strain(table, foe, seq)
    table.tell(ReadiedActEnded(seq, foe.id))
    shift(table, foe, seq)
    return True


def shift(table: Table, foe: Creature, because: int) -> None:
    """From now on it acts right before whoever's turn it has interrupted."""
    from sim.rules.d20 import turn

    battle = table.battle
    now = battle.suspended[0].who if battle.suspended else battle.turn.who
    if not now:
        return
    spent = not foe.acted
    count = battle.creatures[now].initiative[:1]
    seq = table.tell(InitiativeChanged(because, foe.id, now, count[0] if count else 0, (INITIATIVE,)))
    if spent:
        turn.upkeep(table, foe, seq)


def braced(blow: Blow) -> bool:
    """Does this blow strike a charger with a weapon that was set against it?"""
    turn = blow.battle.turn
    return turn.who == blow.attacker.id and turn.set_against == blow.target.id and blow.weapon.braces
