"""The d20 rulebook behind the common protocol."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from sim.events import orders
from sim.events.course import OrderGiven
from sim.events.magic import TOUCH
from sim.events.orders import (
    Attack,
    Begin,
    Complete,
    Dismount,
    Draw,
    End,
    Feint,
    FullAttack,
    Grapple,
    Instruct,
    Leave,
    LightTorch,
    Mount,
    Move,
    Order,
    Overrun,
    Ready,
    Reload,
    Ride,
    Snatch,
    SpringAttack,
    Sunder,
    UseSkill,
)
from sim.rules.book import GO_ON, Call, Cost, Course, Odds
from sim.rules.d20 import (
    action,
    charge,
    dodge,
    feint,
    full_attack,
    menu,
    mount,
    mounted,
    move,
    ready,
    referee,
    special,
    spell,
    sunder,
    total_defense,
    turn,
    turning,
    withdraw,
    wounds,
)
from sim.rules.d20 import weapon as weapon_rules
from sim.rules.d20.declare import RULES
from sim.rules.d20.odds import ODDS
from sim.rules.d20.options import CONDITIONS, OPTIONS
from sim.rules.d20.topics import TOPICS
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, DISABLED, TOTAL_DEFENSE
from sim.state.creature import Creature
from sim.table import Table
from sim.tables import bestiary, files


class D20:
    """D&D 3.5 combat as the catalogue states it."""

    id = "d20"
    version = "1"
    topics = TOPICS
    odds: Odds = ODDS
    roster = bestiary
    options = OPTIONS
    conditions = CONDITIONS

    def tables_digest(self) -> str:
        """SHA-256 of the catalogue, whose numbers decide what acts cost and provoke."""
        return _digest()

    def call(self, battle: Battle) -> Call | Course | None:
        """The creature whose turn it is, as long as it can act and both sides stand."""
        if battle.phase == "over":
            return GO_ON if battle.aftermath.hours else None
        now = battle.turn
        able = now.who and not now.over and not battle.creatures[now.who].flags & CANNOT_ACT
        return Call(now.who) if able and battle.contested else GO_ON

    def go_on(self, table: Table) -> None:
        turn.go_on(table)

    def heed(self, table: Table, ruling: object, because: int) -> None:
        referee.heed(table, ruling, because)

    def offers(self, battle: Battle, who: str) -> menu.Menu:
        return menu.Menu(battle, who, self.refusal)

    def refusal(self, battle: Battle, who: str, order: Order) -> tuple[str, ...]:
        """The rules that forbid it: the budget of the turn, then those of the order itself."""
        me = battle.creatures[who]
        kind = self.cost(battle, who, order).kind
        if not turn.can_pay(battle, kind):
            return _why_not_pay(battle, me, order, kind)
        return RULES.refusal(battle, me, order)

    def cost(self, battle: Battle, who: str, order: Order) -> Cost:
        """What the action tables say of it."""
        order_type = type(order)
        now = battle.turn
        if order_type is Attack:
            if order.weapon == TOUCH:  # type: ignore[union-attr]
                return spell.touching_cost(battle.creatures[who])
            if now.attacks:
                return _NEXT_ATTACK if order.how == "strike" else _NEXT_SPECIAL  # type: ignore[union-attr]
            found = _attack_cost(battle, who, order)  # type: ignore[arg-type]
            return _by_feat(found) if order.power or order.expertise else found  # type: ignore[union-attr]
        if order_type is FullAttack:
            found = _COSTS[order_type]
            trades = order.power or order.expertise or order.rapid  # type: ignore[union-attr]
            return _by_feat(found) if trades else found
        if order_type is Move and order.mode == "minimum":  # type: ignore[union-attr]
            return _MINIMUM
        if order_type in _PARTICULAR:
            particular = _particular_cost(battle, who, order)
            if particular is not None:
                return particular
        if now.restricted and order_type in _CONVERTIBLE:
            return _CONVERTIBLE[order_type]
        found = _COSTS[order_type]
        if now.move and found.kind == "move":
            return _SECOND_MOVE if now.moved and order_type is Move else _instead_of_standard(found)
        return found

    def resolve(self, table: Table, who: str, order: Order, because: int) -> None:
        """Carry it out; a standard action at 0 hit points takes its toll."""
        if type(order) is End:
            return
        battle = table.battle
        me = battle.creatures[who]
        disabled = me.flags & DISABLED
        if battle.turn.attacks and _price(table, because) == "move":
            full_attack.give_up(table, me, because)
        if "dodge" in me.sheet.feats:
            dodge.choose(table, me, getattr(order, "target", ""), because)
        if battle.ready and isinstance(order, ready.HOSTILE) and not hostile(table, me, order, because):
            return
        if me.charge is not None:
            spell.handled(table, me, order, because)
        RULES.procedures[type(order)](me, order, table, because)
        if disabled and _price(table, because) == "standard" and type(order) is not Ready:
            wounds.strain(table, me, because)


def _price(table: Table, because: int) -> str:
    """What the order told as event ``because`` has cost; empty for an act that is no order of its own."""
    given = table.log.events[because]
    return given.cost if type(given) is OrderGiven else ""


def hostile(table: Table, me: Creature, order: Order, because: int) -> bool:
    """Let those act who are ready for an attack. True if it can still be made."""
    told = len(table.log.events)
    able = ready.announce(table, me, "attacks", because)
    return able and (told == len(table.log.events) or not RULES.refusal(table.battle, me, order))


@cache
def _digest() -> str:
    return sha256(files.shipped("catalogue", "d20.tsv").read_bytes()).hexdigest()


def _why_not_pay(battle: Battle, me: Creature, order: Order, kind: str) -> tuple[str, ...]:
    """The rules by which what is left of the turn does not pay for an order of this cost."""
    now = battle.turn
    rules: tuple[str, ...] = (turn.RESTRICTED if now.restricted else turn.BUDGET,)
    if kind == "standard" and not now.move and not now.restricted:
        rules += (turn.MOVE_FOR_STANDARD,)
    if me.flags & TOTAL_DEFENSE and type(order) in (Attack, FullAttack):
        rules += (total_defense.NO_ATTACK,)
    if now.full and now.blows and type(order) is Move:
        rules += (full_attack.MOVEMENT,)
    return rules


_NEXT_ATTACK = Cost("attack", (full_attack.ORDER,))
_NEXT_SPECIAL = Cost("attack", (full_attack.ORDER, turn.VARYING))
_BY_CLASS = {"free": (turn.FREE,), "none": (turn.NOT_AN_ACTION,)}


@cache
def _act_cost(act: str) -> Cost:
    cost = action.cost(act)
    return Cost(cost, (action.ROWS[act], *_BY_CLASS.get(cost, ())))


@cache
def _by_feat(cost: Cost) -> Cost:
    """The same with a feat that trades one thing for another."""
    return Cost(cost.kind, (*cost.cites, action.ROWS["use-feat"]))


@cache
def _instead_of_standard(cost: Cost) -> Cost:
    """A second move action, in place of the standard action."""
    return Cost(cost.kind, (*cost.cites, turn.MOVE_FOR_STANDARD))


_MELEE, _RANGED, _UNARMED = (_act_cost(act) for act in ("attack-melee", "attack-ranged", "attack-unarmed"))
_SPECIAL = {
    how: Cost("standard", (action.ROWS[act], turn.VARYING))
    for how, act in (("trip", "trip"), ("disarm", "disarm"), ("grapple", "grapple"), ("join", "grapple"))
}
_COSTS: dict[type[object], Cost] = {order: _act_cost(act) for order, act in action.BY_ORDER.items()}
_SECOND_MOVE = Cost("move", (action.ROWS["move"], turn.MOVE_FOR_STANDARD, turn.DOUBLE_MOVE))
_RIDES = {
    False: Cost("none", (mounted.SHARED,)),
    True: Cost("standard", (mounted.SHARED,)),
}
_MOUNT = _act_cost("mount")
_QUICK_MOUNT = Cost("free", (mount.FAST, turn.FREE))
_OVERRUNS = {
    "mounted": Cost("none", (action.ROWS["overrun"], mounted.SHARED)),
    "move": Cost("move", (action.ROWS["move"], action.ROWS["overrun"])),
    "charge": Cost("full-round", (action.ROWS["charge"], action.ROWS["overrun"])),
}
_MINIMUM = Cost("full-round", (action.ROWS["move"], move.MINIMUM))
_COSTS[End] = Cost("none", (turn.NOT_AN_ACTION,))
_COSTS[Leave] = _act_cost("move")
_COSTS[SpringAttack] = Cost("full-round", (action.ROWS["move"], action.ROWS["attack-melee"], action.ROWS["use-feat"]))
_COSTS[FullAttack] = _act_cost("full-attack")
_COSTS[Instruct] = Cost("standard", (turning.INSTRUCT,))
_COSTS[Begin] = _COSTS[Complete] = Cost("standard", (turn.START_COMPLETE,))
_QUICK_FEINT = Cost("move", (action.ROWS["feint"], action.ROWS["use-feat"]))
_COSTS[Snatch] = _SPECIAL["disarm"]
_MAGICAL = frozenset(
    {orders.Cast, orders.UseItem, orders.UseAbility, orders.Touch, orders.ReadyComponent, orders.Counterspell}
)
_BY_CASE = frozenset({Draw, LightTorch, Sunder, UseSkill})
"""Orders whose act depends on what they say."""
_PARTICULAR = frozenset({Ride, Mount, Dismount, Overrun, Grapple, Feint, Reload, *_BY_CASE, *_MAGICAL})
_CONVERTIBLE: dict[type[object], Cost] = {
    orders.Charge: Cost("standard", (charge.RESTRICTED,)),
    orders.Withdraw: Cost("standard", (withdraw.RESTRICTED,)),
}


def _particular_cost(battle: Battle, who: str, order: Order) -> Cost | None:
    """What an order costs whose price depends on more than its class; ``None``: it does not, this time."""
    order_type = type(order)
    now = battle.turn
    if order_type is Ride:
        return _RIDES[bool(order.target)]  # type: ignore[union-attr]
    if order_type is Mount or order_type is Dismount:
        if order.mode == "fast":  # type: ignore[union-attr]
            return _QUICK_MOUNT
        return _instead_of_standard(_MOUNT) if now.move else _MOUNT
    if order_type is Overrun:
        return _OVERRUNS["mounted" if battle.creatures[who].mount else order.mode]  # type: ignore[union-attr]
    if order_type is Grapple:
        from sim.rules.d20 import grapple

        return grapple.cost(battle, battle.creatures[who], order)  # type: ignore[arg-type]
    if order_type in _BY_CASE:
        found = _act_cost(_act(battle, battle.creatures[who], order))
        return _instead_of_standard(found) if now.move and found.kind == "move" else found
    if order_type is Feint and feint.IMPROVED in battle.creatures[who].sheet.feats:
        return _instead_of_standard(_QUICK_FEINT) if now.move else _QUICK_FEINT
    if order_type is Reload:
        return _reload_cost(battle, who, order)  # type: ignore[arg-type]
    if order_type in _MAGICAL:
        return spell.cost(battle, battle.creatures[who], order)
    return None


def _attack_cost(battle: Battle, who: str, order: Attack) -> Cost:
    if order.how != "strike":
        return _SPECIAL[order.how]
    me = battle.creatures[who]
    weapon = me.weapons.get(order.weapon)
    if weapon is None:
        return _MELEE
    if weapon.category == "unarmed":
        return _UNARMED
    target = battle.creatures.get(order.target)
    if weapon.increment and target is not None and special.is_shot(battle, me, target, weapon):
        return _RANGED
    return _MELEE


def _act(battle: Battle, me: Creature, order: Order) -> str:
    """The act that such an order is."""
    if isinstance(order, Draw):
        traits = me.weapons[order.weapon].traits if order.weapon in me.weapons else ()
        return "draw-hidden" if "hidden" in traits else "retrieve" if "stored" in traits else "draw"
    if isinstance(order, LightTorch):
        return "light-torch" if order.mode == "flint" else "light-tindertwig"
    if isinstance(order, UseSkill):
        return "skill-one-round" if order.skill == "open-lock" else "skill-one-action"
    assert isinstance(order, Sunder)
    thing = sunder.of_name(battle, me, order)
    return "sunder-weapon" if thing is not None and thing.armed else "sunder-object"


def _reload_cost(battle: Battle, who: str, order: Reload) -> Cost:
    weapon = battle.creatures[who].weapons.get(order.weapon)
    kind = weapon.reload if weapon is not None else "move"
    if kind == "full-round":
        return _act_cost("load-heavy")
    if kind == "free":
        return Cost("free", (weapon_rules.AMMUNITION, turn.FREE))
    return _act_cost("load-light")


BOOK = D20()
