"""Conditions: by which rules they begin, how long they last, and that they end when their time is up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sim.audit import effects
from sim.audit.claims import Breach, invariant
from sim.audit.fold import BEGINNINGS, ORDERED, Beginning, Fighter, Scene
from sim.dice.notation import parse
from sim.events import orders
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import RoundBegan, TurnBegan
from sim.events.equipment import Dropped
from sim.events.movement import Moved
from sim.events.timing import InitiativeChanged


class Way(NamedTuple):
    """A way for a condition to begin: the rule that it cites, and how many turns of its bearer it lasts (0: open)."""

    rule: str
    turns: int = 0


WAYS: dict[str, tuple[Way, ...]] = {
    "prone": (
        Way("d20.action.free.drop-prone"),
        Way("d20.helpless.definition"),
        Way("d20.trip.prone"),
        Way("d20.bull-rush.failure-prone"),
        Way("d20.overrun.block.success"),
        Way("d20.overrun.failure-prone"),
        Way("d20.mounted.mount-falls"),
        Way("d20.mounted.rider-unconscious"),
    ),
    "flat-footed": (Way("d20.initiative.flat-footed", 1),),
    "charged": (Way("d20.charge.ac-penalty", 1),),
    "ran": (Way("d20.run.no-dex", 1),),
    "winded": (Way("d20.run.exhausted", 10),),
    "total-defense": (Way("d20.total-defense.ac", 1),),
    "fighting-defensively": (
        Way("d20.fighting-defensively.standard", 1),
        Way("d20.fighting-defensively.full-attack", 1),
    ),
    "power-attack": (Way("d20.power-attack.trade", 1),),
    "combat-expertise": (Way("d20.combat-expertise.trade", 1),),
    "cleaved": (Way("d20.cleave.attack", 1),),
    "feinted": (Way("d20.feint.effect"),),
    "cowering": (Way("d20.condition.panicked", 1), Way("d20.turning.rebuke"), Way("d20.turning.effect-cower")),
    "turned": (Way("d20.turning.effect-flee"),),
    "unruly": (Way("d20.mounted.frightened-mounts", 1),),
    "reining": (Way("d20.mounted.guide-with-knees", 1),),
    "pinned": (Way("d20.grapple.option.pin", 2),),
    "pinning": (Way("d20.grapple.option.pin"),),
    "silenced": (Way("d20.grapple.pinning.silence"),),
    "disabled": (
        Way("d20.wounds.disabled"),
        Way("d20.recovery.assisted.hourly"),
        Way("d20.recovery.unassisted.hourly"),
    ),
    "tended": (Way("d20.dying.first-aid"), Way("d20.dying.healing"), Way("d20.recovery.assisted.natural")),
    "recovering": (Way("d20.recovery.assisted.natural"), Way("d20.recovery.unassisted.daily")),
    "fatigued": (Way("d20.condition.exhausted"), Way("d20.rage.fatigue")),
    "raging": (Way("d20.rage.begin"),),
    "frenzied": (Way("d20.rage.wounded"),),
    "ferocious": (Way("d20.ferocity.fights-on"), Way("d20.ferocity.bleeds")),
    "dying": (Way("d20.wounds.dying"),),
    "stable": (Way("d20.dying.stabilise"), Way("d20.dying.first-aid"), Way("d20.dying.healing")),
    "dead": (
        Way("d20.wounds.dead"),
        Way("d20.creature-type.destroyed"),
        Way("d20.wounds.massive-damage"),
        Way("d20.wounds.con-zero"),
        Way("d20.coup-de-grace.fort"),
        Way("d20.turning.destroy"),
    ),
    "staggered": (Way("d20.nonlethal.staggered"),),
    "unconscious": (Way("d20.nonlethal.unconscious"), Way("d20.ability-damage.zero")),
    "paralyzed": (Way("d20.paralysis.touch"), Way("d20.ability-damage.zero")),
    "poisoned": (Way("d20.poison.secondary"),),
    "burning": (Way("d20.fire.extinguish"),),
    "hidden": (Way("d20.hide.check"),),
    "entangled": (Way("d20.net.escape"),),
    "shaken": (Way("d20.action.standard.skill-one-action"),),
    "roped": (Way("d20.net-rope.limit"),),
    "wedged": (Way("d20.squeeze.narrower"),),
    "squeezing": (Way("d20.squeeze.width"),),
    "dodging": (Way("d20.dodge.ac"),),
    "gone": (Way("d20.move.normal"),),
    "casting": (Way("d20.spell.full-round.completion"),),
    "resistance-lowered": (Way("d20.spell-resistance.lowered", 1),),
    "surrendered": (Way("d20.action.free.speak"),),
}
"""How each condition may begin."""

AGAIN = frozenset(
    {
        "burning",
        "entangled",
        "roped",
        "shaken",
        "feinted",
        "poisoned",
        "pinned",
        "pinning",
        "silenced",
        "paralyzed",
        "cowering",
        "turned",
    }
)
"""Conditions that may begin again while they last."""

SIZED = frozenset(
    {"ferocious", "entangled", "power-attack", "combat-expertise", "poisoned", "disabled", "dying", "turned"}
)
"""Conditions that have a size."""

BREAKABLE = frozenset(
    {"unruly", "burning", "feinted", "pinned", "pinning", "silenced", "paralyzed", "cowering", "turned"}
)
"""Conditions with a time that something may end before it is up."""


@invariant("conditions-begin-by-a-rule", ConditionBegan)
def conditions_begin_by_a_rule(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """A condition begins by a rule that brings it, for as long as that rule says, and not twice."""
    if effects.is_magic(event):
        return
    me, name = scene.fighters[event.who], event.condition
    ways = WAYS.get(name)
    if ways is None:
        rule = event.cites[0] if event.cites else ""
        yield rule, f"not judged: {event.who} is {name}, and the audit knows no rule that brings it"
        return
    way = next((way for way in ways if way.rule in event.cites), None)
    if way is None:
        yield ways[0].rule, f"{event.who} is {name} by {event.cites}, and it begins by {[way.rule for way in ways]}"
        return
    if me.tied(name, event.other) and name not in AGAIN:
        yield way.rule, f"{event.who} is {name} already"
    if event.value and name not in SIZED:
        yield way.rule, f"{event.who} is {name} to the amount of {event.value}, and it has no size"
    yield from _lasts(event, scene, way)
    yield from _for_a_reason(event, scene, me)


def _lasts(event: ConditionBegan, scene: Scene, way: Way) -> Iterator[Breach]:
    """The time that a condition is given."""
    name, rule = event.condition, way.rule
    if rule.startswith("d20.turning."):
        return
    if rule == "d20.paralysis.touch":
        other = scene.fighters[event.other]
        texts = [weapon.paralysis for weapon in other.sheet.weapons if weapon.paralysis]
        rounds = sum(die.value for die in event.dice) + (parse(texts[0]).bonus if texts else 0)
        old = scene.fighters[event.who].timers.get((name, event.other), ("", 0))[1]
        if not texts or event.ender != event.other or event.turns != max(rounds, old, 0):
            yield rule, f"{event.who} is {name} for {event.turns} turns of {event.ender}, and the dice give {rounds}"
        return
    if name in ("burning", "shaken") and event.other:
        if (event.ender, event.turns) != (event.other, 1):
            yield rule, f"{event.who} is {name} for {event.turns} turns of {event.ender}, and 1 of {event.other} is due"
        return
    if name == "feinted":
        if event.ender != event.other or event.turns != 2:
            yield (
                rule,
                f"{event.who} is {name} for {event.turns} turns of {event.ender}, and 2 of {event.other} are due",
            )
        return
    if name == "pinning":
        if event.ender != event.other or event.turns != 2:
            yield rule, f"{event.who} pins {event.other} for {event.turns} turns of {event.ender}"
        return
    if name == "silenced":
        pin = scene.fighters[event.who].timers.get(("pinned", event.other))
        if (event.ender, event.turns) != pin:
            yield rule, f"{event.who} is {name} for {event.turns} turns of {event.ender}, and pinned for {pin}"
        return
    ender, turns = (event.who, way.turns) if way.turns else ("", 1)
    if name == "raging":
        ender, turns = event.who, 3 + scene.fighters[event.who].modifier("constitution") + 2
    rider = scene.fighters[event.who].rider
    if name == "charged" and rider and event.ender == rider:
        ender = rider
    if (event.ender, event.turns) != (ender, turns):
        said = f"{event.turns} turns of {event.ender}" if event.ender else "as long as may be"
        right = f"{turns} turns of {ender}" if ender else "as long as may be"
        yield rule, f"{event.who} is {name} for {said}, and it ought to be {right}"


def _for_a_reason(event: ConditionBegan, scene: Scene, me: Fighter) -> Iterator[Breach]:
    """What an order says beforehand comes with the order, and with its figures."""
    scene.pay(("declared", me.id, event.condition))
    source = scene.root()
    order = getattr(source, "order", None)
    kinds = DECLARED.get(event.condition)
    if kinds is not None:
        if not isinstance(order, kinds) or source.who not in (me.id, me.rider):
            yield event.cites[0], f"{me.id} is {event.condition}, and no order of its own says so"
            return
        field = {"power-attack": "power", "combat-expertise": "expertise"}.get(event.condition)
        if field is not None and event.value != getattr(order, field, 0):
            yield event.cites[0], f"{me.id} trades {event.value}, and {getattr(order, field, 0)} was ordered"


ATTACKS = (orders.Attack, orders.FullAttack, orders.Charge)
DECLARED: dict[str, tuple[type, ...]] = {
    "charged": (orders.Charge, orders.Overrun, orders.Ride),
    "ran": (orders.Run,),
    "winded": (orders.Run,),
    "total-defense": (orders.TotalDefense,),
    "fighting-defensively": ATTACKS,
    "power-attack": ATTACKS,
    "combat-expertise": ATTACKS,
    "gone": (orders.Leave,),
    "surrendered": (orders.Surrender,),
}
"""Conditions that only an order brings."""


DECLARING = (
    *(orders.Attack, orders.FullAttack, orders.Charge, orders.Overrun),
    *(orders.TotalDefense, orders.DropProne, orders.Surrender),
)
"""Orders that may say something of their giver's condition."""


@invariant("orders-bring-their-conditions", *ORDERED, after=True, about=DECLARING)
def orders_bring_their_conditions(event: Any, scene: Scene) -> tuple[()]:
    """What an order says of its giver comes true before the next: a charge exposes, a defence defends."""
    order, who = event.order, event.who
    due = []
    if isinstance(order, orders.Charge) or (isinstance(order, orders.Overrun) and order.mode == "charge"):
        due.append(("charged", "d20.charge.ac-penalty"))
    elif isinstance(order, orders.TotalDefense):
        due.append(("total-defense", "d20.total-defense.ac"))
    elif isinstance(order, orders.DropProne):
        due.append(("prone", "d20.action.free.drop-prone"))
    elif isinstance(order, orders.Surrender):
        due.append(("surrendered", "d20.action.free.speak"))
    if getattr(order, "defensive", False) and isinstance(order, (orders.Attack, orders.FullAttack)):
        due.append(("fighting-defensively", "d20.fighting-defensively.standard"))
    if getattr(order, "power", 0):
        due.append(("power-attack", "d20.power-attack.trade"))
    if getattr(order, "expertise", 0):
        due.append(("combat-expertise", "d20.combat-expertise.trade"))
    for name, rule in due:
        scene.owe(("declared", who, name), "orders-bring-their-conditions", rule, f"{who} is not {name}")
    return ()


def _usual(name: str) -> str:
    """The rule by which a condition usually begins."""
    return WAYS[name][0].rule if name in WAYS else ""


@invariant("conditions-end-in-time", TurnBegan, RoundBegan, InitiativeChanged, after=True)
def conditions_end_in_time(event: Any, scene: Scene) -> tuple[()]:
    """A condition whose time is up ends as the turn begins."""
    for fighter in scene.timed.values():
        for (name, other), (ender, turns) in fighter.timers.items():
            if turns <= 0:
                what = f"{fighter.id} is still {name}, and its time was up with the turn of {ender}"
                scene.owe(("ends", fighter.id, name, other), "conditions-end-in-time", _usual(name), what)
    return ()


@invariant("conditions-end-in-time", ConditionBegan)
def a_new_spell_takes_the_place_of_the_old(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """A condition that begins again lasts anew."""
    scene.pay(("ends", event.who, event.condition, event.other))
    return ()


@invariant("conditions-end-by-a-rule", ConditionEnded)
def conditions_end_by_a_rule(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """What ends was there; what has a time ends when it is up, but for what can be broken."""
    me, name = scene.fighters[event.who], event.condition
    rule = event.cites[0] if event.cites else _usual(name)
    if not me.tied(name, event.other):
        yield rule, f"{event.who} is no longer {name}, and it was not"
        return
    if event.value and event.value not in me.conditions[name, event.other]:
        yield rule, f"{event.who} is no longer {name} to the amount of {event.value}, and was not"
    timer = me.timers.get((name, event.other))
    breakable = name in BREAKABLE and (name != "cowering" or event.other)
    if timer is not None and timer[1] > 0 and not breakable:
        yield rule, f"{event.who} is no longer {name}, and it lasts for {timer[1]} more turns of {timer[0]}"
    scene.pay(("ends", event.who, name, event.other))
    if name == "prone":
        order = getattr(scene.root(), "order", None)
        if not isinstance(order, orders.StandUp) or scene.root().who != event.who:
            yield "d20.stand.aoo", f"{event.who} is up, and did not stand up"
    elif name == "flat-footed" and timer is None:
        yield "d20.initiative.flat-footed", f"{event.who} is no longer flat-footed before its turn"
    elif name == "unaware" and scene.phase != "surprise":
        yield "d20.initiative.surprise-round", f"{event.who} becomes aware in round {scene.round}"


@invariant("caught-flat-footed", RoundBegan)
def caught_flat_footed(event: RoundBegan, scene: Scene) -> Iterator[Breach]:
    """As the first round begins nobody has acted, and everybody is flat-footed."""
    if "caught" in scene.notes:
        return
    scene.notes["caught"] = True
    for fighter in scene.fighters.values():
        if "flat-footed" not in fighter.names:
            yield "d20.initiative.flat-footed", f"{fighter.id} is not flat-footed before its first turn"


@invariant("the-stricken-let-go", *BEGINNINGS, after=True)
def the_stricken_let_go(event: Beginning, scene: Scene) -> tuple[()]:
    """The stunned and the panicked drop what they hold."""
    me = scene.fighters[event.who]
    if not scene.begins(event):
        return ()
    stricken = [name for name in ("stunned", "panicked") if name in me.names]
    if any(me.timers.get((name, ""), ("", 1))[1] > 0 for name in stricken):
        for item in me.held:
            what = f"{me.id} still holds {item}"
            scene.owe(("drops", me.id, item), "the-stricken-let-go", "d20.condition.drops", what)
    return ()


@invariant("the-stricken-let-go", Dropped)
def it_lies_there(event: Dropped, scene: Scene) -> tuple[()]:
    """What has fallen is no longer owed."""
    scene.pay(("drops", event.who, event.item))
    return ()


@invariant("who-does-not-fit-squeezes", Moved, after=True)
def who_does_not_fit_squeezes(event: Moved, scene: Scene) -> tuple[()]:
    """Whoever takes less room than its own is squeezing, and nobody else."""
    me = scene.fighters[event.who]
    crevice = me.own_span == 1 and not me.minute and scene.terrain.symbol.get(me.square) == "n"
    tight = me.span < me.own_span or crevice
    rule, key = "d20.squeeze.width", ("squeezing", me.id)
    if tight and "squeezing" not in me.names:
        scene.owe(key, "who-does-not-fit-squeezes", rule, f"{me.id} is not squeezing at {scene.name(me.square)}")
    elif not tight and "squeezing" in me.names:
        scene.owe(key, "who-does-not-fit-squeezes", rule, f"{me.id} is still squeezing at {scene.name(me.square)}")
    else:
        scene.pay(key)
    return ()


@invariant("who-does-not-fit-squeezes", ConditionBegan, ConditionEnded, about=("squeezing",))
def squeezing_is_told(event: ConditionBegan | ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """The condition that the move asked for."""
    if not scene.pay(("squeezing", event.who)):
        me = scene.fighters[event.who]
        yield "d20.squeeze.width", f"{event.who} at {scene.name(me.square)} squeezes without need, or stops in need"
