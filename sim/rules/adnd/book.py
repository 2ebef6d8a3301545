"""The AD&D rulebook behind the common protocol."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from sim.events.adnd import ledger_of
from sim.events.orders import (
    Attack,
    ChangeGrip,
    Delay,
    Draw,
    Drop,
    End,
    Face,
    Grapple,
    Move,
    Order,
    StandUp,
    Step,
    TakePosition,
    TotalDefense,
)
from sim.rules.adnd import core, fight, melee, menu, position, ready_missile, round
from sim.rules.adnd.declare import COSTS, MANOEUVRES, OFFERS, RULES, arm_of, compelled, sheet_of, state_of
from sim.rules.adnd.move import BINDS, half
from sim.rules.adnd.muster import Roster
from sim.rules.adnd.odds import ODDS
from sim.rules.adnd.options import CONDITIONS, OPTIONS
from sim.rules.adnd.style_missile import may_still_move as moves_after_shooting
from sim.rules.adnd.topics import TOPICS
from sim.rules.book import GO_ON, Call, Cost, Course, Odds
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import files

FREE = (ChangeGrip, Draw, Drop, Face, Grapple, TakePosition)
"""Orders that are free at any moment of one's own."""


class Adnd:
    """AD&D 2nd edition with the house rules of the catalogue."""

    id = "adnd"
    version = "1"
    topics = TOPICS
    odds: Odds = ODDS
    roster = Roster()
    options = OPTIONS
    conditions = CONDITIONS

    def tables_digest(self) -> str:
        """SHA-256 of the catalogue."""
        return _digest()

    def call(self, battle: Battle) -> Call | Course | None:
        """Who declares next; in the passes, who acts, as long as it has something to decide."""
        if battle.phase == "over":
            return None
        ledger = ledger_of(battle)
        if ledger.stage == "declare":
            me = round.next_to_declare(battle)
            return GO_ON if me is None or compelled(me) else Call(me.id)
        if ledger.active:
            me = battle.creatures[ledger.active]
            now = battle.turn
            fighter = ledger.fighters[ledger.active]
            moving = type(fighter.declared) is Move and ledger.number == 1 and ledger.stage == "passes"
            moving = moving and not fighter.halves
            rising = type(fighter.declared) is End and position.rises(battle, me)
            pending = bool(fighter.due) or (moving and not now.standard) or rising or moves_after_shooting(battle, me)
            if pending and not now.over and not me.flags & CANNOT_ACT:
                return Call(me.id)
        return GO_ON

    def go_on(self, table: Table) -> None:
        round.go_on(table)

    def heed(self, table: Table, ruling: object, because: int) -> None:
        """A ruling may fell somebody."""
        core.settle(table, because)

    def offers(self, battle: Battle, who: str) -> menu.Menu:
        return menu.Menu(battle, who, self.refusal)

    def refusal(self, battle: Battle, who: str, order: Order) -> tuple[str, ...]:
        """The rules that forbid it: what this stage of the round allows, then those of the order itself."""
        me = battle.creatures[who]
        if ledger_of(battle).stage == "volley":
            return ready_missile.forbidden(order)
        stage = menu.stage_of(battle, who)
        kind = type(order)
        if not any(entry.kind is kind and stage in entry.stages for entry in OFFERS):
            return (round.not_now(stage, order),)
        how = getattr(order, "how", "strike")
        if how != "strike" and how not in MANOEUVRES:
            return (round.ONE_ACTION,)
        if stage == "act" and not self._binds(battle, me, order):
            return (BINDS,)
        return RULES.refusal(battle, me, order)

    def _binds(self, battle: Battle, me: Creature, order: Order) -> bool:
        """Is this what it has declared, or an adaptation of it (adnd.core.action.declared-binds, .adapt)?"""
        fighter = state_of(battle, me)
        ledger = ledger_of(battle)
        kind = type(order)
        if ledger.active != me.id:
            return False
        if kind is End or kind is StandUp or kind is Delay or kind in FREE:
            return True
        declared = fighter.declared
        if type(declared) is TotalDefense:
            return True
        if kind is Attack:
            weapon = order.weapon  # type: ignore[union-attr]
            if fighter.due:
                if ledger.stage == "blows":
                    return True
                natural = fighter.weapon in me.weapons and arm_of(me, fighter.weapon).category == "natural"
                how = order.how  # type: ignore[union-attr]
                bare = how in _WITHOUT_WEAPON or (how == "strike" and weapon == sheet_of(me).unarmed.name)
                return weapon in fighter.due or (bare and not natural and round.main_due(fighter))
            return (
                type(declared) is Move
                and not battle.turn.standard
                and ledger.number == 1
                and not fighter.halves
                and fighter.squares <= half(battle, me)
            )
        if kind is Step:
            return bool(fighter.due) and ledger.stage != "blows"
        if kind in COSTS:
            return bool(fighter.due) or kind is type(declared)
        if kind is not Move or type(declared) is not Move or ledger.number > 1 or ledger.stage == "blows":
            return False
        return not battle.turn.standard or moves_after_shooting(battle, me)

    def cost(self, battle: Battle, who: str, order: Order) -> Cost:
        """What the order costs: the action of the round, one of its attacks, or nothing."""
        me = battle.creatures[who]
        kind = type(order)
        if menu.stage_of(battle, who) == "declare":
            return Cost("free") if kind in FREE else Cost("declaration", (round.DECLARE,))
        if kind in COSTS and (found := COSTS[kind](battle, me, order)) is not None:
            return found
        if kind is End:
            return Cost("none")
        if kind in FREE or kind is Step:
            return Cost("free")
        if kind is Attack:
            return attack_cost(battle, me, order)  # type: ignore[arg-type]
        return Cost("standard", (round.ONE_ACTION,))

    def resolve(self, table: Table, who: str, order: Order, because: int) -> None:
        """Carry it out; while declaring, take note of it."""
        me = table.battle.creatures[who]
        if menu.stage_of(table.battle, who) == "declare" and type(order) not in FREE:
            round.declare(table, me, order, because)
        elif type(order) is not End:
            RULES.procedures[type(order)](me, order, table, because)


_WITHOUT_WEAPON = frozenset({"punch", "wrestle", "overbear", "shield-punch", "grab", "grab-object"})
"""What may take the place of an attack with the weapon declared."""


def attack_cost(battle: Battle, me: Creature, order: Attack) -> Cost:
    """An attack of the round, the second weapon's, a further form of a routine, or the blow after a move."""
    fighter = state_of(battle, me)
    if ledger_of(battle).stage == "blows":
        return Cost("blow", (round.END_BLOW,))
    if not fighter.due:
        return Cost("standard", (round.ONE_ACTION,))
    if order.besides:
        return Cost("besides", (round.POOL,))
    if order.weapon == fighter.second and (order.weapon != fighter.weapon or fighter.due[0] != fighter.weapon):
        return Cost("second", (round.POOL,))
    if order.weapon in me.weapons and arm_of(me, order.weapon).category == "natural" and not fighter.attacks:
        return Cost("routine", (round.ROUTINE,))
    return Cost("pool", (round.POOL, *retargeted(battle, me, order)))


def retargeted(battle: Battle, me: Creature, order: Attack) -> tuple[str, ...]:
    """The rule by which an attack goes at another target than the one declared: by choice, or for want of that one."""
    aim = battle.creatures.get(getattr(state_of(battle, me).declared, "target", ""))
    if aim is None or aim.id == order.target or order.weapon not in me.weapons:
        return ()
    lost = not aim.active or core.felled(aim) or melee.reaches(battle, me, aim, arm_of(me, order.weapon))
    return (fight.ADAPT,) if lost else (melee.TARGETS,)


@cache
def _digest() -> str:
    return sha256(files.shipped("catalogue", "adnd.tsv").read_bytes()).hexdigest()


BOOK = Adnd()
