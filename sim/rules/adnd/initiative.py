"""Initiative: a d10 each round with speed factor and adjustments, the lowest first (adnd.round.initiative.die)."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events.adnd import InitiativeThrown, OrderSettled, ledger_of
from sim.events.conditions import ConditionEnded
from sim.events.orders import Attack, Cast, FullAttack, Guard, Order, ReceiveCharge, UseItem
from sim.rules.adnd import core
from sim.rules.adnd.declare import arm_of, in_two_hands, initiative_functions, on_initiative, sheet_of, state_of
from sim.state.battle import Battle
from sim.state.conditions import HASTED, HINDERED, LATE, LIGHTLY_STUNNED, SLOWED
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import adnd_figures as figures
from sim.tables.adnd_sheet import Weapon

DIE = "adnd.round.initiative.die"
WEAPON = "adnd.core.initiative.weapon"
NATURAL = "adnd.core.initiative.natural"
OTHER = "adnd.core.initiative.other"
TIES = "adnd.core.initiative.ties"
SITUATIONS = "adnd.core.initiative.situations"


def weapons_declared(battle: Battle, me: Creature, order: Order) -> list[Weapon]:
    """The weapons with which it has declared to strike or shoot, and the one that it held before a change."""
    if isinstance(order, Attack | FullAttack | Guard | ReceiveCharge):
        names = [order.weapon, getattr(order, "off_hand", ""), state_of(battle, me).former]
        return [arm_of(me, name) for name in names if name in me.weapons]
    return []


def factor(me: Creature, weapon: Weapon) -> int:
    """A weapon's speed factor in the way in which it is held."""
    grip = weapon.grip
    return grip.speed if grip is not None and in_two_hands(me, weapon) else weapon.speed


def speed(me: Creature, weapon: Weapon) -> int:
    """Its speed factor with what style and mastery take off; never below 0."""
    from sim.rules.adnd import high_mastery, style_two_handed

    taken = style_two_handed.speed_change(me, weapon) + high_mastery.speed_change(me, weapon)
    return max(0, factor(me, weapon) + taken)


def slowest(battle: Battle, me: Creature, order: Order) -> Weapon | None:
    """The first weapon that it has declared, of two the slower; ``None`` where the action takes none."""
    return max(weapons_declared(battle, me, order), key=lambda weapon: speed(me, weapon), default=None)


@on_initiative
def weapon_speed(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """The speed factor of the first weapon, of two the slower; a natural weapon's is that of its owner's size."""
    weapon = slowest(battle, me, order)
    if weapon is None:
        return None
    rule = NATURAL if weapon.category in ("natural", "unarmed") else WEAPON
    value = factor(me, weapon)
    return Modifier(value, weapon.name, rule) if value else None


def situation(name: str) -> Modifier:
    """What a circumstance of the table does to initiative."""
    value = figures.INITIATIVE.situations[name]
    return core.worse(value, name, SITUATIONS) if value > 0 else core.better(value, name, SITUATIONS)


@on_initiative
def hindered(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Entangled, climbing or hindered otherwise."""
    return core.worse(3, "hindered", "adnd.core.hindered") if me.flags & HINDERED else None


@on_initiative
def slowed(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    return situation("slowed") if me.flags & SLOWED else None


@on_initiative
def hasted(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    return situation("hasted") if me.flags & HASTED else None


@on_initiative
def higher_ground(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Who stands higher than the enemy that it attacks is earlier."""
    target = battle.creatures.get(getattr(order, "target", ""))
    ground = battle.ground
    if target is None or ground.elevation(me.square) + me.altitude <= ground.elevation(target.square) + target.altitude:
        return None
    return situation("higher ground")


@on_initiative
def wading(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """Later in shallow water and on slime, more so in deep water, and most for whoever lives in water alone ashore."""
    sheet = sheet_of(me)
    if sheet.fly or me.mount:
        return None
    where = terrain(battle, me)
    if sheet.swim:
        return situation("foreign element") if not sheet.movement and where == "dry" else None
    return None if where == "dry" else situation(where)


def terrain(battle: Battle, me: Creature) -> str:
    """In what it stands, as far as it slows the hand: ``deep water``, ``slippery``, or ``dry``."""
    ground = battle.ground
    if ground.water >> me.square & 1:
        return "deep water"
    y, x = divmod(me.square, ground.stride)
    over = ground.figures.over
    if ground.figures.rows[y][x] == "w" or (over and over[y][x] in "sb"):
        return "slippery"
    return "dry"


def parts_of(battle: Battle, me: Creature, order: Order) -> tuple[Modifier, ...]:
    """What is added to the die of whoever has declared this."""
    return tuple([part for function in initiative_functions() if (part := function(battle, me, order)) is not None])


def handicap(battle: Battle, me: Creature, order: Order) -> tuple[bool, int]:
    """Does it act after all others, and what is added to its die?"""
    return loses(battle, me) or sheet_of(me).slow, sum([part.value for part in parts_of(battle, me, order)])


def roll(table: Table, because: int) -> None:
    """Everybody who has declared rolls; then it is settled who acts with whom, and in what order."""
    from sim.rules.adnd import round

    battle = table.battle
    ledger = ledger_of(battle)
    ranked: dict[tuple[int, int], list[str]] = {}
    for who, fighter in ledger.fighters.items():
        me = battle.creatures[who]
        if fighter.declared is None:
            continue
        order: Order = fighter.declared  # type: ignore[assignment]
        parts = parts_of(battle, me, order)
        lost = loses(battle, me)
        late = lost or sheet_of(me).slow
        (die,) = table.roll(10)
        total = die.value + sum(part.value for part in parts)
        cites = [DIE] if weapons_declared(battle, me, order) else [DIE, OTHER]
        if lost:
            cites.append(round.LOSE)
        elif late:
            cites.append(core.CREATURE_DATA)
        seq = table.tell(InitiativeThrown(because, who, total, parts, late, tuple(cites), (die,)))
        if lost:
            table.tell(ConditionEnded(seq, who, "late", (round.LOSE,)))
        ranked.setdefault((int(late), total), []).append(who)
    groups = []
    tied = False
    for key in sorted(ranked):
        members = ranked[key]
        tied = tied or len(members) > 1
        groups.append(together(battle, members))
    table.tell(OrderSettled(because, tuple(groups), (TIES,) if tied else ()))


def together(battle: Battle, members: list[str]) -> tuple[str, ...]:
    """
    Those who act at once, in the order in which they do: by their reactions, casters last, so that what the others do
    to them still breaks a spell off.
    """
    fighters = ledger_of(battle).fighters

    def place(who: str) -> tuple[bool, int]:
        return isinstance(fighters[who].declared, Cast | UseItem), -reaction(battle.creatures[who])

    return tuple(sorted(members, key=place))


def loses(battle: Battle, me: Creature) -> bool:
    """Has it lost this round's initiative? What is lost in a round counts for the next one alone."""
    return me.flags & LATE != 0 and not any(
        timer.who == me.id and timer.condition == "late" and timer.turns > 1 for timer in battle.timers
    )


def reaction(me: Creature) -> int:
    """Its reaction adjustment; a good one is lost on whoever is lightly stunned (adnd.fumble.note.2.lose-dex-bonus)."""
    from sim.rules.adnd import grab_person

    value = figures.dexterity(sheet_of(me).dexterity).reaction
    return min(0, value) if me.flags & LIGHTLY_STUNNED or grab_person.by_hand(me) else value
