"""What orders cost, and what a turn holds (d20.turn.*, d20.action.*, the full attack)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.audit.claims import Breach, invariant
from sim.audit.fold import ORDERED, Fighter, Scene, Turn
from sim.events import orders
from sim.events.course import FullAttackBegan, FullAttackGivenUp, OrderGiven
from sim.events.orders import Attack, Charge, FullAttack, Grapple, Leave, Move, Reload, Step, Withdraw
from sim.tables.rulebook import read
from sim.tables.sheet import Weapon

BUDGET = "d20.turn.budget"
RESTRICTED = "d20.turn.restricted"
ITERATIVE = "d20.full-attack.iterative"

ROWS: dict[type[Any], str] = {
    orders.AidAnother: "d20.action.standard.aid-another",
    orders.BullRush: "d20.action.standard.bull-rush",
    orders.Feint: "d20.action.standard.feint",
    orders.Ready: "d20.action.standard.ready",
    orders.Delay: "d20.action.none.delay",
    orders.Concentrate: "d20.action.standard.concentrate-on-spell",
    orders.Dismiss: "d20.action.standard.dismiss-spell",
    orders.LowerResistance: "d20.action.standard.lower-spell-resistance",
    orders.Redirect: "d20.action.move.redirect-spell",
    orders.CeaseConcentration: "d20.action.free.cease-concentration",
    orders.FirstAid: "d20.action.standard.first-aid",
    orders.Wake: "d20.action.standard.aid-another",
    orders.TotalDefense: "d20.action.standard.total-defense",
    orders.TurnUndead: "d20.action.standard.turn-rebuke-undead",
    orders.Move: "d20.action.move.move",
    orders.Leave: "d20.action.move.move",
    orders.Draw: "d20.action.move.draw-weapon",
    orders.Sheathe: "d20.action.move.sheathe-weapon",
    orders.PickUp: "d20.action.move.pick-up-item",
    orders.StandUp: "d20.action.move.stand-up",
    orders.ControlMount: "d20.action.move.control-frightened-mount",
    orders.FullAttack: "d20.action.full-round.full-attack",
    orders.Charge: "d20.action.full-round.charge",
    orders.Run: "d20.action.full-round.run",
    orders.Withdraw: "d20.action.full-round.withdraw",
    orders.CoupDeGrace: "d20.action.full-round.coup-de-grace",
    orders.Drop: "d20.action.free.drop-item",
    orders.DropProne: "d20.action.free.drop-prone",
    orders.Surrender: "d20.action.free.speak",
    orders.Step: "d20.action.none.five-foot-step",
    orders.Throw: "d20.action.standard.attack-ranged",
    orders.Sunder: "d20.action.standard.sunder-weapon",
    orders.Prepare: "d20.action.full-round.prepare-splash-weapon",
    orders.Extinguish: "d20.action.full-round.extinguish-flames",
    orders.EscapeNet: "d20.action.full-round.escape-net",
    orders.ReadyShield: "d20.action.move.ready-loose-shield",
    orders.LooseShield: "d20.action.move.ready-loose-shield",
    orders.LockGauntlet: "d20.action.full-round.locked-gauntlet",
    orders.OpenDoor: "d20.action.move.open-close-door",
    orders.CloseDoor: "d20.action.move.open-close-door",
    orders.MoveObject: "d20.action.move.move-heavy-object",
}
"""The row of the action tables of each order that has one of its own."""

GRAPPLE_STANDARD = frozenset({"slip", "move"})
GRAPPLE_FREE = frozenset({"release", "silence"})


@cache
def cost_of(row: str) -> str:
    """The cost that a row of the action tables prints."""
    return dict(pair.strip().split(" ", 1) for pair in read("d20")[row].numbers.split(";"))["cost"]


def act_of(order: orders.Draw | orders.LightTorch | orders.UseSkill, me: Fighter) -> str:
    """The row of an order that is one act or another by what it says."""
    if isinstance(order, orders.LightTorch):
        twig = order.mode == "tindertwig"
        return "d20.action.standard.light-torch-tindertwig" if twig else "d20.action.full-round.light-torch"
    if isinstance(order, orders.UseSkill):
        one_round = order.skill == "open-lock"
        return f"d20.action.{'full-round.skill-one-round' if one_round else 'standard.skill-one-action'}"
    traits = me.weapons[order.weapon].traits if order.weapon in me.weapons else ()
    if "hidden" in traits:
        return "d20.action.standard.draw-hidden-weapon"
    return "d20.action.move.retrieve-stored-item" if "stored" in traits else "d20.action.move.draw-weapon"


def costs(event: OrderGiven, scene: Scene) -> tuple[tuple[str, ...], str]:
    """What the order of an event may cost now, and by which rule."""
    return cost_of_order(event.who, event.order, scene)


def cost_of_order(who: str, order: Any, scene: Scene) -> tuple[tuple[str, ...], str]:
    """What an order may cost somebody now, and by which rule."""
    turn = scene.turn
    kind = type(order)
    if kind is orders.End:
        return ("none",), BUDGET
    if isinstance(order, Attack):
        if order.weapon == "touch":
            return touching(scene.fighters[who])
        if turn.attacks:
            return ("attack",), "d20.full-attack.order"
        return ("standard",), "d20.action.standard.attack-melee"
    if isinstance(order, Grapple):
        if order.option in GRAPPLE_FREE:
            return ("free", "none"), "d20.grapple.pinning.release"
        if order.option == "draw":
            return ("move",), "d20.grapple.option.draw-light-weapon"
        if order.option in GRAPPLE_STANDARD:
            return ("standard",), "d20.grapple.option.move"
        return ("standard", "full-round", "attack"), "d20.grapple.options.per-attack"
    if isinstance(order, Reload):
        weapon = scene.fighters[who].weapons.get(order.weapon)
        if weapon is not None and weapon.reload == "full-round":
            return ("full-round",), "d20.action.full-round.load-heavy-repeating-crossbow"
        if weapon is not None and weapon.reload == "free":
            return ("free",), "d20.weapon.draw-ammunition"
        return ("move",), "d20.action.move.load-light-hand-crossbow"
    if isinstance(order, (orders.Begin, orders.Complete)):
        return ("standard",), "d20.turn.start-complete-full-round"
    if isinstance(order, orders.Feint) and "improved-feint" in scene.fighters[who].sheet.feats:
        return ("move",), "d20.action.standard.feint"
    if turn.restricted and isinstance(order, (Charge, Withdraw)):
        rule = "d20.charge.restricted" if isinstance(order, Charge) else "d20.withdraw.restricted"
        return ("standard",), rule
    if isinstance(order, orders.SpringAttack):
        return ("full-round",), "d20.spring-attack.move"
    if isinstance(order, orders.Ride):
        return ("standard" if order.target else "none",), "d20.mounted.initiative-and-space"
    if isinstance(order, orders.Mount | orders.Dismount):
        return ("free" if order.mode == "fast" else "move",), "d20.action.move.mount-dismount"
    if isinstance(order, orders.Overrun) and scene.fighters[who].mount:
        return ("none",), "d20.overrun.mounted"
    if isinstance(order, orders.Overrun):
        return ("full-round" if order.mode == "charge" else "move",), "d20.overrun.cost"
    if isinstance(order, orders.Instruct):
        return ("standard",), "d20.turning.command-orders"
    if isinstance(order, orders.Snatch):
        return ("standard",), "d20.action.varies.disarm"
    if isinstance(order, (orders.Draw, orders.LightTorch, orders.UseSkill)):
        row = act_of(order, scene.fighters[who])
        return (cost_of(row),), row
    if isinstance(order, Move) and order.mode == "minimum":
        return ("full-round",), "d20.move.minimum"
    if kind in MAGICAL:
        return _magical(scene.fighters[who], order)
    row = ROWS[kind]
    return (cost_of(row),), row


MAGICAL = (orders.Cast, orders.UseItem, orders.UseAbility, orders.Touch, orders.ReadyComponent, orders.Counterspell)
LONG = ("full-round", "round")


def _magical(me: Fighter, order: Any) -> tuple[tuple[str, ...], str]:
    """What a magical order may cost."""
    sheet = me.sheet
    if isinstance(order, orders.Cast):
        entries = sheet.caster.prepared if sheet.caster is not None else ()
        entry = next((entry for entry in entries if entry.name == order.spell), None)
        if entry is None:
            return (), "d20.action.standard.cast-spell"
        if entry.quickened:
            return ("free",), "d20.action.free.cast-quickened-spell"
        time = sheet.spells[entry.spell].time
        return ("full-round" if time in LONG else time,), "d20.action.standard.cast-spell"
    if isinstance(order, orders.UseAbility):
        power = next((power for power in sheet.powers if power.name == order.ability), None)
        time = sheet.spells[power.spell].time if power is not None else "standard"
        return ("full-round" if time in LONG else time,), "d20.action.standard.supernatural-ability"
    if isinstance(order, orders.Touch) and len(order.on) > 1:
        return ("full-round",), "d20.action.full-round.touch-spell-six-allies"
    if isinstance(order, orders.Touch):
        return touching(me)
    if isinstance(order, orders.ReadyComponent):
        held = "grappling" in me.names
        rule = "d20.grapple.option.retrieve-component" if held else "d20.action.free.prepare-components"
        return ("full-round",) if held else ("free",), rule
    given = isinstance(order, orders.UseItem) and order.on not in ((), (me.id,))
    if given and any(item.name == order.item and item.kind == "potion" for item in sheet.devices):
        return ("full-round",), "d20.action.standard.drink-potion-apply-oil"
    return ("standard",), "d20.action.standard.activate-magic-item"


def touching(me: Fighter) -> tuple[tuple[str, ...], str]:
    """A touch with a spell on the hand: part of the casting in its turn, a standard action later."""
    if me.charge is not None and me.charge.fresh:
        return ("free",), "d20.spell.touch.movement"
    return ("standard",), "d20.spell.touch.hold-charge"


@invariant("orders-cost-what-the-table-says", OrderGiven)
def orders_cost_what_the_table_says(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """The cost of an order is the first column of the action tables."""
    right, rule = costs(event, scene)
    if event.cost not in right:
        yield rule, f"{event.who}'s {_what(event)} costs {event.cost}, and it ought to cost {' or '.join(right)}"


def _what(event: OrderGiven) -> str:
    return event.order.__struct_config__.tag or ""  # type: ignore[return-value]


def _after(event: OrderGiven, turn: Turn) -> str:
    spent = f"{turn.standard} standard, {turn.move} move, {turn.full} full-round"
    return f"{event.who}'s {_what(event)} is a {event.cost} action after {spent}"


@invariant("a-turn-holds-so-much", OrderGiven)
def a_turn_holds_so_much(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """One standard and one move action, or two move actions, or one full-round action; when restricted, one."""
    turn, cost = scene.turn, event.cost
    if cost == "standard":
        if turn.standard or turn.full or turn.move > 1:
            yield BUDGET, f"{_after(event, turn)}: a turn holds one standard and one move action"
        elif turn.restricted and turn.move:
            yield RESTRICTED, f"{_after(event, turn)}, and it has only one this turn"
    elif cost == "move":
        giving_up = turn.full == 1 and turn.blows == 1 and bool(turn.attacks) and not turn.move
        if not giving_up and (turn.full or turn.standard + turn.move > 1):
            yield BUDGET, f"{_after(event, turn)}: a turn holds one standard and one move action"
        elif turn.restricted and turn.standard + turn.move:
            yield RESTRICTED, f"{_after(event, turn)}, and it has only one this turn"
    elif cost == "full-round":
        if turn.full or turn.standard or turn.move:
            yield BUDGET, f"{_after(event, turn)}: a full-round action takes the whole turn"
        elif turn.restricted:
            yield RESTRICTED, f"{_after(event, turn)}, and it has only one standard or move action this turn"
    elif cost == "attack" and not turn.attacks:
        yield ITERATIVE, f"{_after(event, turn)}, and no attack of a full attack is left"


@invariant("the-sick-and-the-panicked-do-not-fight", OrderGiven)
def the_sick_and_the_panicked_do_not_fight(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """The nauseated have a move action and nothing else; the panicked attack nobody."""
    me, order = scene.fighters[event.who], event.order
    if "nauseated" in me.names and event.cost in ("standard", "full-round", "attack"):
        yield "d20.condition.nauseated", f"{event.who} takes a {event.cost} action, and is nauseated"
    fights = (Attack, FullAttack, Charge, orders.BullRush, orders.CoupDeGrace)
    if "panicked" in me.names and isinstance(order, fights):
        yield "d20.condition.panicked", f"{event.who} attacks {order.target}, and is panicked"


@invariant("one-step-and-no-other-movement", OrderGiven, about=(Step, Move, Charge, Withdraw, orders.Run, FullAttack))
def one_step_and_no_other_movement(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """A 5-foot step goes with no other movement, and no other movement with it."""
    turn, order = scene.turn, event.order
    rule = "d20.step.no-other-movement"
    if isinstance(order, Step):
        if turn.stepped:
            yield rule, f"{event.who} takes a second 5-foot step"
        if turn.moved:
            yield rule, f"{event.who} takes a 5-foot step after it has moved"
    elif isinstance(order, (Move, Charge, Withdraw, orders.Run)) and turn.stepped:
        yield rule, f"{event.who} moves after a 5-foot step"
    elif isinstance(order, FullAttack) and turn.moved:
        yield "d20.full-attack.movement", f"{event.who} makes a full attack after it has moved"


@invariant("trades-are-within-bounds", *ORDERED, about=(Attack, FullAttack, Charge))
def trades_are_within_bounds(event: Any, scene: Scene) -> Iterator[Breach]:
    """Power Attack and Combat Expertise need their feats, and are bounded by the base attack bonus."""
    order, sheet = event.order, scene.fighters[event.who].sheet
    power, expertise = getattr(order, "power", 0), getattr(order, "expertise", 0)
    if power and not ("power-attack" in sheet.feats and 0 < power <= sheet.base_attack):
        yield "d20.power-attack.trade", f"{event.who} trades {power} for damage, base attack {sheet.base_attack:+d}"
    most = min(5, sheet.base_attack)
    if expertise and not ("combat-expertise" in sheet.feats and 0 < expertise <= most):
        yield "d20.combat-expertise.trade", f"{event.who} trades {expertise} for armor class, and {most} is the most"


@invariant("total-defense-makes-no-attack", OrderGiven, about=(Attack, FullAttack, Charge, orders.TotalDefense))
def total_defense_makes_no_attack(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """Who defends totally does not attack in that turn."""
    order, turn = event.order, scene.turn
    me = scene.fighters[event.who]
    if isinstance(order, (Attack, FullAttack, Charge)) and me.has("total-defense"):
        yield "d20.total-defense.no-attack", f"{event.who} attacks while it defends totally"
    if isinstance(order, orders.TotalDefense) and (turn.blows or me.has("fighting-defensively", "combat-expertise")):
        yield "d20.total-defense.no-attack", f"{event.who} defends totally in a turn in which it attacked"


def iteratives(base_attack: int) -> list[int]:
    """0, and 5 less for each full 5 points of base attack above 1, four attacks at most."""
    return [-5 * n for n in range(min(4, 1 + max(0, (base_attack - 1) // 5)))]


def full_attack_of(me: Fighter, order: FullAttack) -> list[tuple[int, str, bool]]:
    """The attacks that a full attack has, with penalty, weapon and hand, the first included."""
    weapon = me.weapons[order.weapon]
    secondary = 0 if weapon.category == "natural" else -2 if "multiattack" in me.sheet.feats else -5
    natural = [
        (0 if each.secondary else secondary, each.name, False)
        for each in me.sheet.weapons
        if each.category == "natural"
        for _ in range(each.count - _busy(me, each))
    ]
    hasty = [(0, weapon.name, False)] if me.boons and me.given("attacks") else []
    if weapon.category == "natural":
        return natural + hasty
    attacks = hasty + [(penalty, weapon.name, False) for penalty in iteratives(me.sheet.base_attack)]
    if order.rapid:
        attacks.append((0, weapon.name, False))
    if order.off_hand:
        attacks.append((0, weapon.name if order.off_hand == "double" else order.off_hand, True))
    return attacks + natural


def _busy(me: Fighter, weapon: Weapon) -> int:
    """How many of a grabbing natural weapon hold somebody."""
    return sum(name == "holding" for name, _ in me.conditions) if weapon.grab_on_hit else 0


def _given_up(me: Fighter) -> Weapon:
    """The weapon whose attacks the options of a grapple take the place of: natural, light, or bare hands."""
    natural = [each for each in me.sheet.weapons if each.category == "natural" and each.count > _busy(me, each)]
    held = [me.weapons[name] for name in me.held if name in me.weapons]
    light = [each for each in held if each.category == "light"]
    return (*natural, *light, me.sheet.unarmed)[0]


@invariant("a-full-attack-has-its-attacks", FullAttackBegan)
def a_full_attack_has_its_attacks(event: FullAttackBegan, scene: Scene) -> Iterator[Breach]:
    """The attacks after the first are those that base attack, second weapon and natural weapons give, best first."""
    order = getattr(scene.events[event.because], "order", None)
    me = scene.fighters[event.who]
    if isinstance(order, Grapple) and order.full:
        order = FullAttack(order.target, _given_up(me).name)
    if not isinstance(order, FullAttack) or scene.events[event.because].who != event.who:
        yield BUDGET, f"{event.who} lines up attacks without a full attack of its own"
        return
    if not scene.pay(("lined up", event.because)):
        yield BUDGET, f"{event.who} lines up its attacks a second time"
    expected = full_attack_of(me, order)
    if (event.off_hand, event.rapid) != (order.off_hand, order.rapid):
        yield (
            BUDGET,
            f"{event.who} attacks with {event.off_hand or 'one weapon'}, rapidly {event.rapid}, unlike its order",
        )
    rest = [(due.penalty, due.weapon, due.off_hand) for due in event.attacks]
    first = (0, order.off_hand if order.off_hand_first and order.off_hand != "double" else order.weapon)
    whole = sorted([*rest, (*first, bool(order.off_hand and order.off_hand_first))])
    if whole != sorted(expected):
        yield ITERATIVE, f"{event.who} has the attacks {whole}, and its weapons give {sorted(expected)}"
    penalties = [due.penalty for due in event.attacks if not due.off_hand and _made(me, due.weapon)]
    if penalties != sorted(penalties, reverse=True):
        yield "d20.full-attack.order", f"{event.who}'s attacks come at {penalties}, and the highest bonus comes first"


@invariant("a-full-attack-has-its-attacks", OrderGiven, after=True)
def a_full_attack_is_lined_up(event: OrderGiven, scene: Scene) -> tuple[()]:
    """A full attack begins with its attacks told; a move action in the middle of one gives up the rest."""
    if isinstance(event.order, FullAttack) or (isinstance(event.order, Grapple) and event.order.full):
        what = f"{event.who}'s full attack is not lined up"
        scene.owe(("lined up", scene.seq), "a-full-attack-has-its-attacks", ITERATIVE, what)
    if event.cost == "move" and scene.turn.attacks:
        what = f"{event.who} takes a move action and gives up no attacks"
        scene.owe(("given up", event.who), "a-full-attack-has-its-attacks", CONVERT, what)
    return ()


CONVERT = "d20.full-attack.convert"


@invariant("a-full-attack-has-its-attacks", FullAttackGivenUp)
def attacks_are_given_up_for_a_move(event: FullAttackGivenUp, scene: Scene) -> Iterator[Breach]:
    """Attacks are given up for the move action of an order, once."""
    if not scene.pay(("given up", event.who)):
        yield CONVERT, f"{event.who} gives up attacks, and for nothing"


def _made(me: Fighter, name: str) -> bool:
    weapon: Weapon | None = me.weapons.get(name)
    return weapon is not None and weapon.category != "natural"


@invariant("attacks-come-in-order", OrderGiven)
def attacks_come_in_order(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """Each further attack of a full attack is made with the weapon whose turn it is, or given up for bare hands."""
    if event.cost == "attack" and scene.turn.attacks:
        due = scene.turn.attacks[0]
        weapon = getattr(event.order, "weapon", "")
        if weapon and weapon != due.weapon and not isinstance(event.order, Grapple):
            me = scene.fighters[event.who]
            given_up = me.weapons.get(due.weapon)
            bare = weapon == me.sheet.unarmed.name and getattr(event.order, "how", "strike") != "strike"
            if bare and (given_up is None or given_up.category != "ranged"):
                return
            yield "d20.full-attack.order", f"{event.who} attacks with {weapon}, and {due.weapon} is next"


@invariant("nobody-leaves-who-may-not", OrderGiven, about=(Leave,))
def nobody_leaves_who_may_not(event: OrderGiven, scene: Scene) -> Iterator[Breach]:
    """The map is left from its border, on one's feet, where the scenario allows it."""
    me, ground = scene.fighters[event.who], scene.terrain
    y, x = divmod(me.square, ground.stride)
    inner = x > 0 and y > 0 and x + me.span < ground.width and y + me.span < ground.height
    if not scene.endings.flight or inner or me.has("prone", "grappling", "pinned"):
        yield ROWS[Leave], f"{event.who} leaves the map from {ground.name(me.square)}, {sorted(me.names)}"
