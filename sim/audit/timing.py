"""Out of turn: what is readied and set off, turns put off, actions over two turns, help, feints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit import economy, threat
from sim.audit.arithmetic import Blow, Part, attack_parts, compare, once
from sim.audit.claims import Breach, invariant
from sim.audit.contests import conditions_on_checks
from sim.audit.course import restrictions
from sim.audit.fold import Fighter, Scene, order_of
from sim.events import orders
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, OrderGiven, TurnBegan
from sim.events.orders import Act, Cue, Trigger, Wait
from sim.events.timing import (
    ActionReadied,
    AidEnded,
    AidGiven,
    DelayedTurnBegan,
    DelayLost,
    FullRoundBegun,
    FullRoundCompleted,
    FullRoundLost,
    InitiativeChanged,
    ReadiedActBegan,
    ReadiedActEnded,
    ReadyLost,
    TurnDelayed,
)

READY = "d20.ready.declare"
TRIGGER = "d20.ready.trigger"
SHIFT = "d20.ready.initiative"
UNUSED = "d20.ready.unused"
SET = "d20.ready.set-against-charge"
DELAY = "d20.delay.declare"
LOST = "d20.delay.lost"
HALVES = "d20.turn.start-complete-full-round"
AID = "d20.aid-another.duration"
AID_ROLL = "d20.aid-another.roll"
POSITION = "d20.aid-another.position"
FEINT = "d20.feint.check"
EFFECT = "d20.feint.effect"
TIMING = "d20.feint.timing"

NEVER = (orders.FullAttack, orders.Run, orders.Withdraw, orders.CoupDeGrace, orders.Ready, orders.Delay, orders.Step)
"""What cannot be readied."""

AT_ONCE = (orders.FullAttack, orders.Charge, orders.Run, orders.Withdraw)
"""Full-round actions that cannot be spread over two turns."""

TOUCHING = (orders.Cast, orders.Touch, orders.UseItem, orders.UseAbility)
"""Orders of magic, in the course of which somebody may be touched."""

HOSTILE = (
    *(orders.Attack, orders.FullAttack, orders.Charge, orders.BullRush, orders.CoupDeGrace, orders.Grapple),
    *(orders.Snatch, orders.Sunder, orders.Throw, orders.Ride, orders.SpringAttack),
)


# ---- readying -------------------------------------------------------------------------------------------------


@invariant(
    "what-is-ordered-out-of-turn-is-told",
    OrderGiven,
    after=True,
    about=(orders.Ready, orders.Delay, orders.Begin, orders.Complete),
)
def what_is_ordered_out_of_turn_is_told(event: OrderGiven, scene: Scene) -> tuple[()]:
    """To ready, to delay, to begin and to complete come true before the next order."""
    told, rule = {
        orders.Ready: ("readied", READY),
        orders.Delay: ("delayed", DELAY),
        orders.Begin: ("begun", HALVES),
        orders.Complete: ("completed", HALVES),
    }[type(event.order)]
    what = f"{event.who}'s order to {event.order.__struct_config__.tag} comes to nothing"
    scene.owe((told, event.who), "what-is-ordered-out-of-turn-is-told", rule, what)
    return ()


@invariant("what-is-readied-can-be", ActionReadied)
def what_is_readied_can_be(event: ActionReadied, scene: Scene) -> Iterator[Breach]:
    """A standard, move or free action, as ordered; a charge by option; a trigger about somebody else."""
    order = order_of(scene.events[event.because])
    what = f"{event.who} readies {_tag(event.act)}"
    scene.pay(("readied", event.who))
    if not isinstance(order, orders.Ready) or (order.act, order.when) != (event.act, event.when):
        yield READY, f"{what}, and was not told to"
    charge = isinstance(event.act, orders.Charge)
    if isinstance(event.act, NEVER) or (charge and scene.options.get("readied-charge") != "yes"):
        yield READY, f"{what}, which cannot be readied"
    if event.when.who == event.who or (event.when.who and event.when.who not in scene.fighters):
        yield READY, f"{what}, and waits for {event.when.who}"


@invariant("what-is-readied-is-lost-in-time", TurnBegan, after=True)
def a_turn_ends_the_waiting(event: TurnBegan, scene: Scene) -> tuple[()]:
    """What was readied, put off or begun two turns ago is over as the next turn begins."""
    me = scene.fighters[event.who]
    name = "what-is-readied-is-lost-in-time"
    if me.readied is not None:
        scene.owe(("unused", me.id), name, UNUSED, f"{me.id} still waits for a trigger in its next turn")
    if me.id in scene.delaying:
        scene.owe(("late", me.id), name, LOST, f"{me.id} still delays in its next turn")
    if me.begun is not None and me.begun[1] > 1:
        scene.owe(
            ("unfinished", me.id), name, HALVES, f"{me.id} is still at {_tag(me.begun[0])} in the turn after next"
        )
    for helper, friend, *_ in scene.aids:
        if helper == me.id:
            scene.owe(("aid", helper), name, AID, f"{helper}'s help for {friend} outlasts the start of its turn")
    return ()


@invariant("what-is-readied-is-lost-in-time", ReadyLost, DelayLost, FullRoundLost)
def nothing_is_lost_before(event: Any, scene: Scene) -> Iterator[Breach]:
    """And not before."""
    key, rule = {
        ReadyLost: ("unused", UNUSED),
        DelayLost: ("late", LOST),
        FullRoundLost: ("unfinished", HALVES),
    }[type(event)]
    if not scene.pay((key, event.who)):
        yield rule, f"{event.who} loses what it has not, or not yet"


# ---- set off --------------------------------------------------------------------------------------------------


@invariant("readied-acts-are-within-their-trigger", Answered)
def readied_acts_are_within_their_trigger(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Who is asked waits for just that, and it is about to happen, or has just come about."""
    question = event.question
    if type(question) is not Cue:
        return
    foe, me = scene.fighters[event.who], scene.fighters[question.who]
    what = f"{foe.id} is asked as {me.id} {question.on}"
    readied = foe.readied
    if readied is None:
        yield TRIGGER, f"{what}, and is not ready"
        return
    when = readied.when
    if when.on != question.on or (when.who and when.who != me.id) or (not when.who and me.side == foe.side):
        yield TRIGGER, f"{what}, and waits until {when.who or 'any foe'} {when.on}"
    elif (why := _why_no_cue(scene, foe, me, readied, scene.events[event.because])) is not None:
        yield TRIGGER, f"{what}, and {why}"
    if threat.conceals(scene, foe, me, True) >= 50 and ("blinded" in foe.names or "invisible" in me.names):
        yield TRIGGER, f"{what}, which it does not see"
    if not foe.can_act:
        yield TRIGGER, f"{what}, and is {', '.join(sorted(foe.names))}"
    if foe.id in (scene.turn.who, *(turn.who for turn in scene.suspended)):
        yield TRIGGER, f"{what}, in its own turn"
    if type(event.answer) is Act:
        scene.owe(("acts", foe.id), "readied-acts-are-within-their-trigger", TRIGGER, f"{foe.id} never acts")


def _why_no_cue(scene: Scene, foe: Fighter, me: Fighter, readied: ActionReadied, cause: Any) -> str | None:
    """Why the event behind a question is not what is waited for; ``None`` if it is."""
    order = order_of(cause)
    when: Trigger = readied.when
    if when.on in ("attacks", "shoots"):
        source = scene.root()
        order = order_of(source)
        if source is None or source.who != me.id or not isinstance(order, (*HOSTILE, *TOUCHING)):
            return f"its order is {_tag(order)}"
        return None
    if when.on == "casts":
        return None
    if order is None:
        return "nothing of its own moves it"
    ground = scene.terrain
    if when.on == "charges" and not _charges(order):
        return f"its order is {_tag(order)}"
    if when.on == "comes-within":
        gap = ground.distance(foe.square, foe.span, me.square, me.span)
        return f"it is {gap} squares away, not {when.squares}" if gap > when.squares else None
    weapon = foe.weapons.get(getattr(readied.act, "weapon", ""))
    if when.on == "comes-into-reach" and weapon is not None and weapon.category != "ranged":
        return None if threat.reaches(scene, foe, me, weapon) else f"is out of reach of {weapon.name}"
    return None


@invariant("a-readied-act-is-what-was-readied", ReadiedActBegan)
def a_readied_act_is_what_was_readied(event: ReadiedActBegan, scene: Scene) -> Iterator[Breach]:
    """The act is the one readied, aimed at whoever sets it off; only spears and the like are set against a charge."""
    me, answered = scene.fighters[event.who], scene.events[event.because]
    scene.pay(("acts", me.id))
    question = getattr(answered, "question", None)
    what = f"{me.id} carries out {_tag(event.order)} out of turn"
    if type(question) is not Cue or answered.who != me.id or type(answered.answer) is not Act:
        yield TRIGGER, f"{what}, and did not choose to"
        return
    if me.readied is None or event.order != _aimed(me.readied.act, question.who):
        yield TRIGGER, f"{what}, and that is not what it was ready for"
    order = order_of(scene.events[answered.because])
    weapon = me.weapons.get(getattr(event.order, "weapon", ""))
    braced = _charges(order) and isinstance(event.order, orders.Attack) and question.on == "charges"
    aimed = getattr(event.order, "target", "") == question.who
    braced = braced and aimed and weapon is not None and weapon.braces
    if braced != (event.set_against == question.who) or event.set_against not in ("", question.who):
        yield SET, f"{what} set against {event.set_against or 'nobody'}, as {question.who} is given {_tag(order)}"


@invariant("the-disabled-strain", ReadiedActBegan, after=True)
def the_disabled_strain_out_of_turn(event: ReadiedActBegan, scene: Scene) -> tuple[()]:
    """A standard action at 0 hit points costs one whenever it is taken."""
    cost, _ = economy.cost_of_order(event.who, event.order, scene)
    if cost == ("standard",) and "disabled" in scene.fighters[event.who].names:
        what = f"{event.who} strains itself for nothing"
        scene.owe(("strain", event.who), "the-disabled-strain", "d20.wounds.disabled.standard-cost", what)
    return ()


def _aimed(act: Any, who: str) -> Any:
    """The act with somebody in the place of ``it``."""
    fields = {name: getattr(act, name) for name in act.__struct_fields__}
    for name, value in fields.items():
        if name in ("target", "foe") and value == orders.IT:
            fields[name] = who
        elif name == "on" and isinstance(value, tuple):
            fields[name] = tuple(who if one == orders.IT else one for one in value)
    return type(act)(**fields)


@invariant("initiative-shifts-with-the-act", ReadiedActEnded, after=True)
def initiative_shifts_with_the_act(event: ReadiedActEnded, scene: Scene) -> Iterator[Breach]:
    """With the act its bearer's initiative becomes that of the turn that it interrupted."""
    if type(scene.events[event.because]) is not ReadiedActBegan or scene.events[event.because].who != event.who:
        yield TRIGGER, f"{event.who} ends an act out of turn that it did not begin"
    now = scene.suspended[0].who if scene.suspended else scene.turn.who
    if now:
        what = f"{event.who} keeps its initiative after it has acted in the turn of {now}"
        scene.owe(("shifts", event.who, now), "initiative-shifts-with-the-act", SHIFT, what)


@invariant("initiative-shifts-with-the-act", InitiativeChanged)
def initiative_shifts_to_where_it_acts(event: InitiativeChanged, scene: Scene) -> Iterator[Breach]:
    """To right before the interrupted, or before whoever is next when a delayed turn is taken; at that count."""
    cause = scene.events[event.because]
    what = f"{event.who} shifts to before {event.before or 'nobody'}"
    if type(cause) is ReadiedActBegan:
        if not scene.pay(("shifts", event.who, event.before)):
            yield SHIFT, f"{what}, and did not act in that turn"
    elif type(cause) is Answered and type(cause.question) is Wait and type(cause.answer) is Act:
        if (cause.who, cause.question.before) != (event.who, event.before):
            yield DELAY, f"{what}, and was asked whether to act before {cause.question.before or 'nobody'}"
    else:
        yield SHIFT, f"{what}, and neither acted out of turn nor took a delayed one"
    other = scene.fighters[event.before or scene.turn.who]
    count = other.initiative[0] if other.initiative else 0
    if event.count != count:
        yield SHIFT, f"{what} at {event.count}, and {other.id} acts at {count}"


# ---- delayed --------------------------------------------------------------------------------------------------


@invariant("turns-are-put-off-whole", TurnDelayed)
def turns_are_put_off_whole(event: TurnDelayed, scene: Scene) -> Iterator[Breach]:
    """Only the whole turn is put off, by its own order."""
    scene.pay(("delayed", event.who))
    order = order_of(scene.events[event.because])
    if not isinstance(order, orders.Delay) or scene.events[event.because].who != event.who:
        yield DELAY, f"{event.who} delays, and was not told to"
    if scene.turn.who != event.who or scene.turn.orders > 1:
        yield DELAY, f"{event.who} delays after {scene.turn.orders - 1} orders in the turn of {scene.turn.who}"


@invariant("delayed-turns-come-between-turns", Answered)
def delayed_turns_come_between_turns(event: Answered, scene: Scene) -> Iterator[Breach]:
    """Who delays is asked when no turn is under way, and about the place that comes next."""
    question = event.question
    if type(question) is not Wait:
        return
    what = f"{event.who} is asked whether to act now"
    now = scene.turn
    rule = "d20.delay.no-interrupt"
    if event.who not in scene.delaying:
        yield DELAY, f"{what}, and does not delay"
    able = bool(now.who) and scene.fighters[now.who].can_act
    if scene.suspended or (now.who and not now.over and able):
        yield rule, f"{what} in the middle of {now.who}'s turn"
    place = scene.order.index(now.who) + 1 if now.who else 0
    before = scene.order[place] if place < len(scene.order) else ""
    if question.before != before:
        yield DELAY, f"{what}, before {question.before or 'nobody'}, and {before or 'nobody'} is next"
    if type(event.answer) is Act:
        scene.owe(("late turn", event.who), "delayed-turns-come-between-turns", DELAY, f"{event.who} has no late turn")


@invariant("delayed-turns-come-between-turns", DelayedTurnBegan)
def a_delayed_turn_was_chosen(event: DelayedTurnBegan, scene: Scene) -> Iterator[Breach]:
    """It is taken by whoever chose to, with the actions that it has."""
    if not scene.pay(("late turn", event.who)):
        yield DELAY, f"{event.who} takes a delayed turn, and did not choose to"
    why = restrictions(scene, scene.fighters[event.who])
    if event.restricted != bool(why):
        said = "only one action" if event.restricted else "all its actions"
        yield "d20.turn.restricted", f"{event.who} has {said} in its late turn; what restricts it: {', '.join(why)}"


# ---- over two turns -------------------------------------------------------------------------------------------


@invariant("halves-make-a-whole", FullRoundBegun)
def halves_make_a_whole(event: FullRoundBegun, scene: Scene) -> Iterator[Breach]:
    """Only a full-round action is spread over two turns, and not one of the four that are done at once."""
    scene.pay(("begun", event.who))
    order = order_of(scene.events[event.because])
    what = f"{event.who} begins {_tag(event.act)}"
    if not isinstance(order, orders.Begin) or order.act != event.act:
        yield HALVES, f"{what}, and was not told to"
    cost, _ = economy.cost_of_order(event.who, event.act, scene)
    if isinstance(event.act, AT_ONCE) or "full-round" not in cost:
        yield HALVES, f"{what}, which costs {' or '.join(cost)}"


@invariant("halves-make-a-whole", FullRoundCompleted)
def the_second_half_is_in_the_next_turn(event: FullRoundCompleted, scene: Scene) -> Iterator[Breach]:
    """What is completed was begun in the turn before."""
    scene.pay(("completed", event.who))
    begun = scene.fighters[event.who].begun
    if begun is None or begun != (event.order, 1):
        yield HALVES, f"{event.who} completes {_tag(event.order)}, and has begun {begun}"
    if not isinstance(order_of(scene.events[event.because]), orders.Complete):
        yield HALVES, f"{event.who} completes {_tag(event.order)}, and was not told to"


# ---- help -----------------------------------------------------------------------------------------------------


@invariant("help-is-rolled-for", CheckRolled)
def help_is_rolled_for(event: CheckRolled, scene: Scene) -> Iterator[Breach]:
    """A melee attack roll against 10, by one whose weapon reaches an opponent in melee with the friend."""
    if event.check != "aid-another":
        return
    order = order_of(scene.events[event.because])
    me = scene.fighters[event.who]
    if not isinstance(order, orders.AidAnother):
        yield AID_ROLL, f"{me.id} rolls to help, and was not told to"
        return
    friend, foe = scene.fighters[order.friend], scene.fighters[order.foe]
    weapon = me.weapons.get(order.weapon)
    what = f"{me.id} helps {friend.id} against {foe.id}"
    if friend.side != me.side or friend is me or foe.side == me.side:
        yield POSITION, f"{what}, which is no friend against a foe"
    if weapon is None or not threat.reaches(scene, me, foe, weapon):
        yield POSITION, f"{what} with {order.weapon}, out of reach"
        return
    engaged = foe.id in friend.grapplers or threat.threatens(scene, foe, friend) or threat.threatens(scene, friend, foe)
    if not engaged:
        yield POSITION, f"{what}, and the two are not in melee"
    blow = Blow(scene, me, foe, weapon)
    yield from compare(what, event.parts, once(attack_parts(blow)))
    natural = event.dice[0].value
    success = natural == 20 or (natural != 1 and event.total >= 10)
    if event.dc != 10 or event.success != success or event.total != natural + sum(part[0] for part in event.parts):
        said = "succeeds" if event.success else "fails"
        yield AID_ROLL, f"{what}: {event.total} on natural {natural} against {event.dc} {said}"
    if event.success:
        scene.owe(("helps", me.id), "help-is-rolled-for", AID_ROLL, f"{what}, and nothing comes of it")


@invariant("help-is-rolled-for", AidGiven)
def help_was_rolled_for(event: AidGiven, scene: Scene) -> Iterator[Breach]:
    """The help is the one that was ordered, after a roll that succeeded."""
    order = getattr(scene.root(), "order", None)
    given = (event.friend, event.foe, event.benefit)
    told = (order.friend, order.foe, order.benefit) if isinstance(order, orders.AidAnother) else None
    if not scene.pay(("helps", event.who)) or given != told:
        yield AID_ROLL, f"{event.who} gives help {given}, and was told {told}"


@invariant("help-is-good-for-one-attack", AttackRolled, after=True)
def help_is_good_for_one_attack(event: AttackRolled, scene: Scene) -> tuple[()]:
    """It ends with the attack roll that it helped, or hindered."""
    for helper, friend, foe, benefit in scene.aids:
        pair = (event.attacker, event.target) if benefit == "attack" else (event.target, event.attacker)
        if pair == (friend, foe):
            what = f"{helper}'s help for {friend} outlasts the attack that it was for"
            scene.owe(("aid", helper), "help-is-good-for-one-attack", AID, what)
    return ()


@invariant("help-is-good-for-one-attack", AidEnded)
def help_ends_for_a_reason(event: AidEnded, scene: Scene) -> Iterator[Breach]:
    """With such a roll, or with the helper's next turn."""
    cause = scene.events[event.because]
    aid = next((aid for aid in scene.aids if aid[0] == event.who), None)
    if aid is None or aid[1] != event.friend:
        yield AID, f"{event.who}'s help for {event.friend} ends, and there is none"
    paid = scene.pay(("aid", event.who))
    if type(cause) is ContestRolled and cause.contest == "disarm":
        return
    if type(cause) is CheckRolled and cause.check == "aid-another":
        return
    if not paid:
        yield AID, f"{event.who}'s help for {event.friend} ends before its time"


# ---- feints ---------------------------------------------------------------------------------------------------


@invariant("feints-add-up", ContestRolled)
def feints_add_up(event: ContestRolled, scene: Scene) -> Iterator[Breach]:
    """Bluff, worse against the inhuman, must exceed Sense Motive with base attack; not against the mindless."""
    if event.contest != "feint":
        return
    me, target = scene.fighters[event.who], scene.fighters[event.other]
    order = order_of(scene.events[event.because])
    what = f"{me.id}'s feint at {target.id}"
    if not isinstance(order, orders.Feint) or order.target != target.id:
        yield FEINT, f"{what} was not ordered"
    mine: list[Part] = [_skill(me, "bluff", "charisma"), *conditions_on_checks(me)]
    intelligence = target.sheet.intelligence
    if intelligence is None:
        yield "d20.feint.mindless", f"{what}, which has no mind"
    elif intelligence <= 2:
        mine.append((-8, "d20.feint.animal-intelligence"))
    elif target.sheet.type != "humanoid":
        mine.append((-4, "d20.feint.nonhumanoid"))
    theirs = [_skill(target, "sense-motive", "wisdom"), *conditions_on_checks(target)]
    theirs.append((target.sheet.base_attack, "d20.feint.bab"))
    yield from compare(what, event.parts, mine)
    yield from compare(f"{target.id}'s insight", event.other_parts, theirs)
    dice = [die.value for die in event.dice if die.sides == 20]
    totals = [die + sum(part[0] for part in parts) for die, parts in zip(dice, (mine, theirs), strict=False)]
    if len(event.dice) != 2 or totals != [event.total, event.other_total]:
        yield FEINT, f"{what} is {event.total} against {event.other_total}, and dice and parts make {totals}"
    elif event.won != (event.total > event.other_total):
        yield FEINT, f"{what}, {event.total} against {event.other_total}, is {'won' if event.won else 'lost'}"
    if event.won:
        scene.owe(("misled", target.id, me.id), "feints-add-up", EFFECT, f"{what} is won, and nothing comes of it")


def _skill(me: Fighter, name: str, ability: str) -> Part:
    known = me.sheet.skills.get(name)
    return (me.modifier(ability) if known is None else known), FEINT


@invariant("feints-add-up", ConditionBegan, about=("feinted",))
def who_is_misled_was_feinted_at(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """Only a feint that is won misleads."""
    if not scene.pay(("misled", event.who, event.other)):
        yield EFFECT, f"{event.who} is misled by {event.other}, whose feint it was not"


@invariant("a-feint-is-good-for-one-attack", AttackRolled, after=True)
def a_feint_is_good_for_one_attack(event: AttackRolled, scene: Scene) -> tuple[()]:
    """It ends with the feinter's next melee attack."""
    target = scene.fighters[event.target]
    if event.mode.startswith("melee") and target.tied("feinted", event.attacker):
        what = f"{target.id} is still misled after {event.attacker}'s attack"
        scene.owe(("feint", target.id, event.attacker), "a-feint-is-good-for-one-attack", EFFECT, what)
    return ()


@invariant("a-feint-is-good-for-one-attack", ConditionEnded, about=("feinted",))
def a_feint_ends_for_a_reason(event: ConditionEnded, scene: Scene) -> Iterator[Breach]:
    """With that attack, or with the end of the feinter's next turn."""
    paid = scene.pay(("feint", event.who, event.other))
    cause = scene.events[event.because] if event.because >= 0 else None
    if paid or (type(cause) is ContestRolled and cause.contest == "disarm"):
        return
    if type(cause) is CheckRolled and cause.check == "aid-another":
        return
    turns = scene.fighters[event.who].timers.get(("feinted", event.other), ("", 9))[1]
    if turns > 1:
        yield TIMING, f"{event.who} is no longer misled by {event.other}, and {turns} of its turns are left"


@invariant("a-feint-is-good-for-one-attack", TurnBegan)
def a_feint_is_over_with_the_next_turn(event: TurnBegan, scene: Scene) -> Iterator[Breach]:
    """Nobody is misled for longer than the feinter's next turn."""
    before = scene.turn.who
    if not before or before == event.who or "feinted" not in scene.met:
        return
    for fighter in scene.timed.values():
        timer = fighter.timers.get(("feinted", before))
        if timer is not None and timer[1] <= 1:
            yield TIMING, f"{fighter.id} is still misled by {before}, whose next turn is over"


def _charges(order: Any) -> bool:
    """A charge, or an overrun in the course of one."""
    return isinstance(order, orders.Charge) or getattr(order, "mode", "") == "charge"


def _tag(order: Any) -> str:
    config = getattr(order, "__struct_config__", None)
    return str(config.tag) if config is not None else "nothing"
