"""
Morale (adnd.morale.*): when it is tested, by what rating, and what those do who fail.

Whoever fails by 1 or 2 falls back, whoever fails by more flees: in both cases its actions are declared for it. Where
there is no way out, the intelligent surrender and animals fight on.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import ledger_of
from sim.events.adnd_morale import MoraleChecked
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import RoundBegan
from sim.events.magic import ItemUsed, SpellCast
from sim.events.orders import End, Leave, Move, Order, Run, Surrender, TotalDefense, Withdraw
from sim.grid.bits import squares, touching
from sim.grid.facing import STEPS
from sim.grid.sight import line_of_sight
from sim.rules.adnd import core, grab_person, melee, move
from sim.rules.adnd.declare import (
    MORALE,
    RULES,
    arm_of,
    at_round_end,
    compels,
    on_morale,
    procedure,
    sheet_of,
    state_of,
)
from sim.state.battle import Battle
from sim.state.conditions import (
    AT_BAY,
    BIT,
    CHARMED,
    DEAD,
    DOWN,
    FALLING_BACK,
    FLEEING,
    FRENZIED,
    GONE,
    HELPLESS,
    INSULTED,
    RAGING,
    ROUTED,
    SURPRISED,
)
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import CLASSES, line
from sim.tables.adnd_figures import MORALE as FIGURES

CHECK = "adnd.morale.check"
RATING = "adnd.morale.rating"
MODIFIERS = "adnd.morale.modifiers"
EXEMPT = "adnd.morale.exempt"
TRIGGERS = "adnd.morale.triggers"
GROUP = "adnd.morale.group"
WITHDRAWS = "adnd.morale.fail.withdraw"
FLEES = "adnd.morale.fail.flee"
NO_EXIT = "adnd.morale.fail.no-exit"
SURRENDER = "adnd.morale.surrender"
RALLY = "adnd.morale.rally"

CALL = 12
"""Squares within which a leader's sight rallies, and enemies count as not having broken off."""
SLIGHT = 2
"""Up to this margin a failure is only a withdrawal."""
STEADFAST = CHARMED | RAGING | FRENZIED | AT_BAY | BIT["commanded"]
BROKEN = ROUTED | FALLING_BACK
CORNERED = ("none", "animal", "semi")
"""Minds that fight on where there is no way out."""


def spared(me: Creature) -> tuple[str, ...]:
    """The rule by which it never checks morale; empty if it does."""
    from sim.rules.adnd import called_shot

    sheet = sheet_of(me)
    steadfast = me.flags & STEADFAST or (me.flags & INSULTED and called_shot.bent_on_revenge(me))
    return (EXEMPT,) if sheet.player or sheet.mindless or steadfast else ()


def wavers(me: Creature) -> bool:
    """Can its morale be tested now: it is up, and no mount under a rider?"""
    return not me.flags & (DOWN | HELPLESS) and not core.felled(me) and not me.rider and not spared(me)


# The rating.


def rating(me: Creature) -> int:
    """The highest 2d10 that holds, by its data or by what kind of combatant it is."""
    return sheet_of(me).morale


def company(battle: Battle, me: Creature) -> list[Creature]:
    """Everybody of its side at the start of the fight, itself too."""
    return [other for other in battle if other.side == me.side]


def foes(battle: Battle, me: Creature) -> list[Creature]:
    """The enemies that can carry on."""
    return [other for other in battle if other.side != me.side and not other.flags & DOWN]


def able(battle: Battle, me: Creature) -> list[Creature]:
    """Those of its side that can carry on, itself too."""
    return [other for other in company(battle, me) if not other.flags & DOWN]


def parts(battle: Battle, me: Creature, *, alone: bool = True) -> tuple[Modifier, ...]:
    """What circumstances add to its rating; when not ``alone``, its own wounds do not count."""
    found = [Modifier(FIGURES.modifiers[name], name, MODIFIERS) for name in circumstances(battle, me, alone)]
    if dice := hit_dice(me):
        found.append(Modifier(dice, "hit dice", MODIFIERS))
    if tested := state_of(battle, me).tested:
        found.append(Modifier(tested * FIGURES.modifiers["further check"], "further check", MODIFIERS))
    found += [part for function in MORALE if (part := function(battle, me)) is not None]
    return tuple(found)


def circumstances(battle: Battle, me: Creature, alone: bool) -> Iterator[str]:
    """Those of the table's circumstances that apply, by name."""
    sheet = sheet_of(me)
    ours, theirs, whole = able(battle, me), foes(battle, me), company(battle, me)
    others = [other for other in whole if other is not me]
    deserters = [other for other in others if other.flags & (GONE | FLEEING | ROUTED)]
    if deserters and all(other in deserters or other.flags & DOWN for other in others):
        yield "abandoned"
    fallen = len(whole) - len(ours)
    hurt = lost(me) if alone else 0
    if 2 * fallen >= len(whole) or 2 * hurt >= sheet.hit_points:
        yield "half lost"
    elif 4 * fallen >= len(whole) or 4 * hurt >= sheet.hit_points:
        yield "quarter lost"
    if sheet.temper:
        yield "lawful" if sheet.temper > 0 else "chaotic"
    if me.flags & SURPRISED:
        yield "surprised"
    if any(is_wizard(foe) for foe in theirs):
        yield "facing magic"
    if any(is_wizard(friend) for friend in ours):
        yield "having magic"
    if any(sheet_of(friend).leader and sheet_of(friend).temper != sheet.temper for friend in ours):
        yield "strange leader"
    if best_killed(others, me):
        yield "best ally killed"
    if not any(foe.flags & DEAD for foe in battle if foe.side != me.side):
        yield "no enemy slain"
    if len(theirs) >= 3 * len(ours):
        yield "three to one"
    if len(ours) >= 3 * len(theirs):
        yield "outnumbering"
    if cannot_harm(battle, me):
        yield "cannot harm"
    yield from sheet.circumstances


def lost(me: Creature) -> int:
    """Hit points that it has lost, for good or for a time."""
    return sheet_of(me).hit_points - me.hit_points + me.nonlethal


def is_wizard(who: Creature) -> bool:
    """Does it work wizards' magic?"""
    return any(CLASSES.classes[name].group == "wizard" for name in sheet_of(who).classes)


def best_killed(others: list[Creature], me: Creature) -> bool:
    """Is somebody dead who was above everybody of its side that is still up?"""
    dead = [worth(other) for other in others if other.flags & DEAD]
    return bool(dead) and max(dead) > max(worth(other) for other in (me, *others) if not other.flags & DEAD)


def worth(who: Creature) -> int:
    """Its level or Hit Dice, in halves."""
    return 2 * sheet_of(who).level or 1


def hit_dice(me: Creature) -> int:
    """What its Hit Dice or level add."""
    sheet, figures = sheet_of(me), FIGURES.dice
    if sheet.half_die:
        return figures.half
    if sheet.level < 1:
        return figures.less if sheet.group == "creature" else 0
    return int(line(figures.bands, sheet.level)[1])


def cannot_harm(battle: Battle, me: Creature) -> bool:
    """Is nothing that it has magic enough to hurt any of those with whom it is engaged?"""
    engaged = melee.engaged(battle, me)
    best = max((arm_of(me, name).plus for name in me.weapons), default=0)
    return bool(engaged) and all(sheet_of(foe).plus_needed > best for foe in engaged)


@on_morale
def shaken(battle: Battle, me: Creature) -> Modifier | None:
    """What others have done to its courage lasts for the fight."""
    value = me.value("cowed")
    return Modifier(value, "cowed", MODIFIERS) if value else None


# The check.


def check(table: Table, who: Creature, because: int, *rules: str, bonus: int = 0) -> bool:
    """
    A morale check at once, because a rule asks for it: does it stand?

    Whoever never checks stands without a die. What failing does is the rule's business; ``give_way`` is the usual.
    """
    if spared(who):
        return True
    extra = (Modifier(bonus, "", rules[0]),) if bonus else ()
    return _roll(table, (who,), (), (*parts(table.battle, who), *extra), because, *rules) <= 0


def _roll(
    table: Table,
    who: tuple[Creature, ...],
    occasions: tuple[str, ...],
    found: tuple[Modifier, ...],
    because: int,
    *rules: str,
) -> int:
    """One roll for all of them: by how much it exceeds their rating; 0 or less when they stand."""
    stands = rating(who[0])
    dice = table.roll(10, 2)
    total = sum(die.value for die in dice)
    margin = total - stands - sum(part.value for part in found)
    cites = (*rules, CHECK, RATING, *((GROUP,) if len(who) > 1 else ()))
    ids = tuple(one.id for one in who)
    table.tell(MoraleChecked(because, ids, occasions, stands, total, found, margin <= 0, cites, dice))
    return margin


# What failing does.


def give_way(table: Table, me: Creature, because: int, margin: int = SLIGHT + 1) -> None:
    """It has failed by so much: it falls back or flees, or without a way out surrenders or fights on."""
    if not way_out(table.battle, me):
        no_exit(table, me, because)
    elif margin <= SLIGHT:
        if not me.flags & BROKEN:
            table.tell(ConditionBegan(because, me.id, "falling-back", (WITHDRAWS,)))
    elif not me.flags & ROUTED:
        recover(table, me, because)
        table.tell(ConditionBegan(because, me.id, "routed", (FLEES,)))


def no_exit(table: Table, me: Creature, because: int) -> None:
    """There is no way out: the intelligent surrender, animals turn and fight, and so do all who cannot surrender."""
    recover(table, me, because)
    if sheet_of(me).wits in CORNERED or not table.battle.endings.surrender:
        table.tell(ConditionBegan(because, me.id, "at-bay", (NO_EXIT,)))
    else:
        give_up(table, me, because, NO_EXIT)


def recover(table: Table, me: Creature, because: int, *rules: str) -> None:
    """Its failure is over."""
    for name, flag in (("falling-back", FALLING_BACK), ("routed", ROUTED)):
        if me.flags & flag:
            table.tell(ConditionEnded(because, me.id, name, rules))


def give_up(table: Table, me: Creature, because: int, *rules: str) -> None:
    """It drops its weapons and is out of the fight; whoever attacks it attacks the helpless."""
    core.let_go(table, me, because, SURRENDER)
    table.tell(ConditionBegan(because, me.id, "surrendered", (*rules, SURRENDER)))


@procedure(Surrender)
def surrender(me: Creature, order: Surrender, table: Table, because: int) -> None:
    """Give up the fight."""
    give_up(table, me, because)


def sees(battle: Battle, me: Creature, other: Creature, at: int = -1) -> bool:
    """Does it see the other, from where it stands or from there?"""
    return line_of_sight(
        battle.ground,
        me.square if at < 0 else at,
        me.span,
        other.square,
        other.span,
        darkvision=sheet_of(me).darkvision // 5,
        height_a=sheet_of(me).height,
        height_b=sheet_of(other).height,
    )


def far(battle: Battle) -> int:
    """A budget of movement that goes anywhere on the map."""
    return 4 * (battle.ground.width + battle.ground.height)


def refuge(battle: Battle, me: Creature) -> int:
    """The places to which it flees: the edge of a map that may be left, else wherever no enemy sees it."""
    ground = battle.ground
    reached = move.area(battle, me, far(battle)).reached & ~move.taken(battle, me) | 1 << me.square
    if battle.endings.flight:
        edge = ground.inside
        for delta in (1, -1, ground.stride, -ground.stride):
            edge &= (ground.inside << delta) if delta > 0 else (ground.inside >> -delta)
        edge = ground.inside & ~edge
        if found := reached & touching(edge, me.span, ground.stride):
            return found
    if not (ground.has_walls or ground.has_veils):
        return 0
    enemies = foes(battle, me)
    return sum(1 << square for square in squares(reached) if not any(_seen(battle, foe, me, square) for foe in enemies))


def _seen(battle: Battle, foe: Creature, me: Creature, square: int) -> bool:
    return line_of_sight(
        battle.ground,
        foe.square,
        foe.span,
        square,
        me.span,
        darkvision=sheet_of(foe).darkvision // 5,
        height_a=sheet_of(foe).height,
        height_b=sheet_of(me).height,
    )


def way_out(battle: Battle, me: Creature) -> bool:
    """Could it get off the map or out of sight?"""
    if move.rooted(me) or not sheet_of(me).movement:
        return False
    return bool(refuge(battle, me))


@compels(ROUTED | FALLING_BACK)
def give_ground(table: Table, me: Creature) -> tuple[Order, tuple[str, ...]] | None:
    """
    What the broken do in a round: they let go of whom they hold and flee, or withdraw; hemmed in for the moment they
    only defend themselves.

    Who flees and has no way out any more surrenders, or turns and fights.
    """
    battle = table.battle
    routed = bool(me.flags & ROUTED)
    grab_person.let_all_go(table, me, -1, FLEES if routed else WITHDRAWS)
    if not way_out(battle, me):
        no_exit(table, me, -1)
        return None
    wishes = flight(battle, me) if routed else retreat(battle, me)
    for order in (*wishes, TotalDefense(), End()):
        if type(order) in RULES.procedures and not RULES.refusal(battle, me, order):
            return order, (FLEES if routed else WITHDRAWS,)
    return End(), (FLEES if routed else WITHDRAWS,)


def flight(battle: Battle, me: Creature) -> Iterator[Order]:
    """Leave the map; or run the safest way towards a refuge as far as it gets; if it lies, crawl."""
    if battle.endings.flight:
        yield Leave()
    for to in legs(battle, me, move.budget_of(battle, me, Run(-2))):
        yield Move(to) if me.flags & move.LYING else Run(to)


def legs(battle: Battle, me: Creature, budget: int) -> Iterator[int]:
    """
    How far it gets towards the nearest refuge in a round: round the enemies' reach if there is such a way, else through
    it; else the place that is nearest to it.
    """
    goals = refuge(battle, me)
    if goals >> me.square & 1:
        return
    free = move.destinations(battle, me, budget)
    threatened = move.danger(battle, me)
    for leaving in (~threatened, -1) if threatened else (-1,):
        found = move.area(battle, me, far(battle), leaving=leaving, until=goals)
        goal = found.cheapest(goals)
        if goal >= 0:
            path = found.path(goal)
            yield from [square for square in reversed(path[1:]) if free >> square & 1]
            ground = battle.ground
            yield from sorted(squares(free), key=lambda square: ground.distance(square, me.span, goal, me.span))


def retreat(battle: Battle, me: Creature) -> Iterator[Order]:
    """Withdraw to where the nearest enemy is farthest."""
    ground, enemies = battle.ground, foes(battle, me)

    def away(square: int) -> tuple[int, int]:
        gaps = [ground.distance(square, me.span, foe.square, foe.span) for foe in enemies]
        return min(gaps, default=0), sum(gaps)

    here = away(me.square)
    places = squares(move.destinations(battle, me, move.budget_of(battle, me, Withdraw(-2))))
    for square in sorted(places, key=lambda square: [-gap for gap in away(square)]):
        if away(square) > here:
            yield Withdraw(square)


# When it is tested.


def fallen(battle: Battle, side: str) -> tuple[int, int]:
    """How many of a side have fallen or given up, and how many they were."""
    group = [other for other in battle if other.side == side]
    return sum(1 for other in group if other.flags & DOWN & ~GONE), len(group)


def slain_by_magic(table: Table) -> set[str]:
    """The sides of those who died in this round of a spell."""
    events = table.log.events
    last: dict[str, bool] = {}
    found = set()
    start = next((at for at in range(len(events) - 1, -1, -1) if type(events[at]) is RoundBegan), 0)
    for event in events[start:]:
        if type(event) is DamageDealt:
            cause = events[event.because] if event.because >= 0 else None
            last[event.target] = type(cause) in (SpellCast, ItemUsed)
        elif type(event) is ConditionBegan and event.condition == "dead" and last.get(event.who):
            found.add(table.battle[event.who].side)
    return found


def common(battle: Battle, me: Creature, magic: bool) -> Iterator[str]:
    """The occasions that concern its whole group."""
    down, total = fallen(battle, me.side)
    if 4 * down >= total:
        yield "quarter"
    if 2 * down >= total:
        yield "half"
    if 2 * (down - 1) >= total:
        yield f"fallen {down}"
    if any(sheet_of(other).leader and other.flags & (DOWN | FLEEING | ROUTED) for other in company(battle, me)):
        yield "leader"
    if sum(map(worth, foes(battle, me))) >= 3 * sum(map(worth, able(battle, me))):
        yield "odds"
    if magic:
        yield "magic"


def own(battle: Battle, me: Creature) -> Iterator[str]:
    """The occasions that concern it alone."""
    if cannot_harm(battle, me):
        yield "cannot harm"
    if surrounded(battle, me):
        yield "surrounded"
    if 2 * lost(me) >= sheet_of(me).hit_points:
        yield "half hurt"


def surrounded(battle: Battle, me: Creature) -> bool:
    """Is it engaged, and is there no free square to step to?"""
    if not melee.engaged(battle, me):
        return False
    steps = [me.square + south * battle.ground.stride + east for east, south in STEPS]
    taken = move.taken(battle, me)
    return not any(move.price(battle, me, (me.square, to)) for to in steps if to >= 0 and not taken >> to & 1)


@at_round_end
def end_of_round(table: Table, because: int) -> None:
    """First those who have failed may find their courage again, then all others are tested who have an occasion."""
    battle = table.battle
    magic = slain_by_magic(table)
    broken = [me for me in battle if me.flags & BROKEN]
    for me in broken:
        if me.flags & ROUTED and not me.flags & DOWN:
            rally(table, me, because)
    for members in _kinds(battle, [me for me in broken if me.flags & FALLING_BACK and wavers(me)]):
        regain(table, members, because)
    tested = [me for me in battle if me not in broken and wavers(me)]
    come = set(ledger_of(battle).checks)
    for members in _kinds(battle, tested):
        new = tuple(
            occasion for occasion in common(battle, members[0], members[0].side in magic)
            if any((me.id, occasion) not in come for me in members)
        )  # fmt: skip
        if new:
            margin = _roll(table, members, new, parts(battle, members[0], alone=False), because, TRIGGERS)
            _fail(table, members, margin)
    for me in tested:
        new = tuple(occasion for occasion in own(battle, me) if (me.id, occasion) not in come)
        if new and wavers(me) and not me.flags & BROKEN:
            _fail(table, (me,), _roll(table, (me,), new, parts(battle, me), because, TRIGGERS))


def _kinds(battle: Battle, creatures: list[Creature]) -> list[tuple[Creature, ...]]:
    """Those of one side and kind, and on one footing, together; a leader by himself."""
    found: dict[object, list[Creature]] = {}
    for me in creatures:
        sheet = sheet_of(me)
        key = (me.side, sheet.kind, sheet.leader and me.id, sheet.morale, parts(battle, me, alone=False))
        found.setdefault(key, []).append(me)
    return [tuple(members) for members in found.values()]


def _fail(table: Table, members: tuple[Creature, ...], margin: int) -> None:
    if margin > 0:
        seq = len(table.log.events) - 1
        for me in members:
            give_way(table, me, seq, margin)


def rally(table: Table, me: Creature, because: int) -> None:
    """Who flees and sees its leader within 12 squares checks again, and comes back."""
    battle, ground = table.battle, table.battle.ground
    for leader in able(battle, me):
        if (
            leader is not me
            and sheet_of(leader).leader
            and not leader.flags & (BROKEN | FLEEING)
            and ground.distance(me.square, me.span, leader.square, leader.span) <= CALL
            and sees(battle, me, leader)
            and wavers(me)
        ):
            if _roll(table, (me,), tuple(common(battle, me, False)), parts(battle, me), because, RALLY) <= 0:
                recover(table, me, len(table.log.events) - 1, RALLY)
            return


def regain(table: Table, members: tuple[Creature, ...], because: int) -> None:
    """Who falls back stands again when a check succeeds, or when the enemy has broken off."""
    battle = table.battle
    pressed = tuple(me for me in members if not broken_off(battle, me))
    for me in members:
        if me not in pressed:
            recover(table, me, because, WITHDRAWS)
    if not pressed:
        return
    new = tuple(common(battle, pressed[0], False))
    margin = _roll(table, pressed, new, parts(battle, pressed[0], alone=False), because, WITHDRAWS)
    seq = len(table.log.events) - 1
    for me in pressed:
        if margin <= 0:
            recover(table, me, seq, WITHDRAWS)
        else:
            give_way(table, me, seq, margin)


def broken_off(battle: Battle, me: Creature) -> bool:
    """Is no enemy near that it sees?"""
    ground = battle.ground
    return not any(
        ground.distance(me.square, me.span, foe.square, foe.span) <= CALL and sees(battle, me, foe)
        for foe in foes(battle, me)
        if not foe.flags & BROKEN
    )
