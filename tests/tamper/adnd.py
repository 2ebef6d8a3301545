"""Kinds of tampering with AD&D fights, by the topic of the rule that each breaks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from attrs import evolve
from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.events.adnd import (
    ActivationBegan,
    ActivationEnded,
    AttackMade,
    AttacksLost,
    AttacksSet,
    BlowReserved,
    Declared,
    Faced,
    GroupCalled,
    InitiativeThrown,
    ItemSaveRolled,
    OrderSettled,
    PassBegan,
    PercentRolled,
    RoundClosed,
    SavingThrowRolled,
    ScoreChecked,
    Walked,
)
from sim.events.adnd_fumbles import Fumbled, FumbleTested, WeaponFlew
from sim.events.adnd_grips import BareHandsLanded, StrengthContested
from sim.events.adnd_magic import IncantationBegan
from sim.events.adnd_manoeuvres import DisarmResisted, ParryAnnounced, Pinned, WeaponStruckAway
from sim.events.adnd_missile import HurledLanded
from sim.events.adnd_morale import MoraleChecked, OrderForced
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, FightEnded, OrderGiven, RoundBegan, TargetDrawn
from sim.events.equipment import Drew, Dropped, PickedUp
from sim.events.magic import SpellCast
from sim.events.movement import Moved
from sim.events.orders import Attack, Opportunity, Pass
from sim.grid.bits import squares
from sim.grid.movement import path_price
from sim.rules.shelf import book
from sim.state.creature import Creature
from tests.tamper.forge import Edit, Shelf, Site, first, more, other

BOOK = book("adnd")
SHELF = Shelf("adnd")
kind, put, omit = SHELF.kind, SHELF.put, SHELF.omit
START = "adnd.round.start.before-initiative"
SUM, PARTS, ARMOR = "attack-rolls-add-up", "attack-rolls-have-their-parts", "armor-classes-have-their-parts"


def same(event: AttackMade, needed: int) -> bool:
    """Does it hit or miss as before, if so much is needed?"""
    roll = event.roll
    return bool(event.dice) and event.hit == (roll == 20 or (roll > 2 and roll >= needed))


def rolled(event: AttackMade, parts: tuple[Modifier, ...]) -> dict[str, Any] | None:
    """Other parts of an attack roll, and what is needed then, if the attack fares the same."""
    better = sum(part.value for part in parts) - sum(part.value for part in event.parts)
    needed = event.needed - better
    return {"parts": parts, "needed": needed} if better and same(event, needed) else None


def armored(event: AttackMade, parts: tuple[Modifier, ...]) -> dict[str, Any] | None:
    """Other parts of an Armor Class, and what is needed then, if the attack fares the same."""
    worse = sum(part.value for part in parts) - sum(part.value for part in event.ac_parts)
    needed = event.needed - worse
    return {"ac_parts": parts, "ac": event.ac + worse, "needed": needed} if worse and same(event, needed) else None


# ---- attack rolls -------------------------------------------------------------------------------------------------

put(
    "an attack that needs one less", SUM, at=AttackMade, when=lambda e: same(e, e.needed - 1), needed=more("needed", -1)
)
put(
    "a THAC0 one too good",
    SUM,
    PARTS,
    at=AttackMade,
    when=lambda e: same(e, e.needed - 1),
    thac0=more("thac0", -1),
    needed=more("needed", -1),
)
put("a hit called a miss", SUM, at=AttackMade, when=lambda e: e.hit and e.dice, hit=False)
put("a miss called a hit", SUM, at=AttackMade, when=lambda e: not e.hit and e.dice, hit=True)
put(
    "an Armor Class one too good",
    SUM,
    ARMOR,
    at=AttackMade,
    when=lambda e: same(e, e.needed + 1),
    ac=more("ac", -1),
    needed=more("needed"),
)
put(
    "an ordinary attack called a free one",
    "free-attacks-are-called-so",
    at=AttackMade,
    when=lambda e: not e.free and e.how == "strike" and e.mode == "melee",
    free=True,
)
put(
    "a free attack called an ordinary one",
    "free-attacks-are-called-so",
    at=AttackMade,
    when=lambda e: e.free,
    free=False,
)


def added(name: str, part: Modifier, when: Any = lambda event: True) -> None:
    """A kind in which an attack roll has a part that nothing gives."""

    @kind(name, PARTS, at=AttackMade)
    def make(site: Site) -> Edit | None:
        if first(site.event.parts, part.type) or not when(site.event):
            return None
        facts = rolled(site.event, (*site.event.parts, part))
        return site.changed(**facts) if facts else None


def without(name: str, *types: str) -> None:
    """A kind that leaves a part of an attack roll out."""

    @kind(name, PARTS, at=AttackMade)
    def make(site: Site) -> Edit | None:
        part = first(site.event.parts, *types)
        facts = rolled(site.event, tuple(p for p in site.event.parts if p is not part)) if part is not None else None
        return site.changed(**facts) if facts else None


def unarmored(name: str, *types: str) -> None:
    """A kind that leaves a part of an Armor Class out."""

    @kind(name, ARMOR, at=AttackMade)
    def make(site: Site) -> Edit | None:
        part = first(site.event.ac_parts, *types)
        facts = (
            armored(site.event, tuple(p for p in site.event.ac_parts if p is not part)) if part is not None else None
        )
        return site.changed(**facts) if facts else None


added(
    "a blow from behind at somebody who faces it",
    Modifier(2, "rear", "adnd.melee.rear"),
    lambda e: e.mode == "melee" and not first(e.parts, "flank"),
)
added(
    "a flank that is none",
    Modifier(1, "flank", "adnd.melee.flank"),
    lambda e: e.mode == "melee" and not first(e.parts, "rear"),
)
added("a charge bonus without a charge", Modifier(2, "charge", "adnd.charge.to-hit"))
added(
    "a specialist's bonus out of nothing",
    Modifier(1, "specialist", "adnd.specialist.melee.to-hit"),
    lambda e: e.mode == "melee",
)
without("a blow from behind without its bonus", "rear", "flank")
without("Strength left out of an attack", "strength")
without("Dexterity left out of an attack", "dexterity")
without("a charge without its bonus", "charge")
without("a specialist without the bonus", "specialist", "master", "favoured weapon")
without("a called shot at no penalty", "called shot", "doubled called shot")
without("two weapons at no penalty", "two hands", "off hand")
without("a shot at cover at no penalty", "cover", "concealment")
without("a long shot at no penalty", "medium range", "long range")
without("a magic weapon without its plus", "magic")
unarmored("armor that does not count", "armor", "damaged armor")
unarmored("a shield that does not count", "shield")
unarmored("Dexterity that does not protect", "dexterity")
unarmored("a charger who is as hard to hit as ever", "charging")


@kind("a bonus counted twice", PARTS, at=AttackMade)
def twice(site: Site) -> Edit | None:
    part = first(site.event.parts, "charge", "magic", "strength", "specialist", "rear")
    facts = rolled(site.event, (*site.event.parts, part)) if part is not None and part.value > 0 else None
    return site.changed(**facts) if facts else None


@kind("a shield counted twice", ARMOR, at=AttackMade)
def shielded(site: Site) -> Edit | None:
    part = first(site.event.ac_parts, "shield")
    facts = armored(site.event, (*site.event.ac_parts, part)) if part is not None else None
    return site.changed(**facts) if facts else None


def another(name: str, pick: Any, *claims: str) -> None:
    """A kind in which a blow or shot goes at somebody else, order and all."""

    @kind(name, *claims, at=OrderGiven)
    def make(site: Site) -> Edit | None:
        order = site.event.order
        if type(order) is not Attack or order.how != "strike" or site.seq + 1 >= len(site.events):
            return None
        roll = site.events[site.seq + 1]
        if type(roll) is not AttackMade or roll.because != site.seq or roll.target != order.target:
            return None
        target = pick(site, roll)
        if target is None:
            return None
        put = (evolve(site.event, order=replace(order, target=target.id)), evolve(roll, target=target.id))
        return Edit(site.seq, 2, put, cut=True)


def _away(site: Site, roll: AttackMade) -> Creature | None:
    me, ground = site.battle[roll.attacker], site.battle.ground
    foes = [foe for foe in site.enemies(me.id) if foe.active] if roll.mode == "melee" else []
    return next((f for f in foes if ground.distance(me.square, me.span, f.square, f.span) > 4), None)


def _friend(site: Site, roll: AttackMade) -> Creature | None:
    me = site.battle[roll.attacker]
    return next((f for f in site.battle if f.side == me.side and f is not me and f.active), None)


def _dead(site: Site, roll: AttackMade) -> Creature | None:
    return next((foe for foe in site.enemies(roll.attacker) if foe.has("dead")), None)


another("a blow at somebody out of reach", _away, "blows-are-struck-from-here")
another("a blow at the dead", _dead, "the-dead-do-nothing", "attacks-come-of-orders", "blows-are-struck-from-here")


@kind("a blow with what is not in hand", "what-strikes-is-in-hand", at=OrderGiven)
def empty_handed(site: Site) -> Edit | None:
    order = site.event.order
    if type(order) is not Attack or order.how != "strike" or site.seq + 1 >= len(site.events):
        return None
    roll, me = site.events[site.seq + 1], site.battle[site.event.who]
    swap = next((name for name in me.items if name in me.weapons and name not in me.held), "")
    if type(roll) is not AttackMade or roll.because != site.seq or not swap or roll.mode != "melee":
        return None
    put = (evolve(site.event, order=replace(order, weapon=swap)), evolve(roll, weapon=swap))
    return Edit(site.seq, 2, put, cut=True)


@kind("an attack more than the rate gives", "an-attack-is-paid-for", at=ActivationEnded)
def greedy(site: Site) -> Edit | None:
    """The last order of the activation, once more, when nothing is left."""
    for seq in range(site.seq - 1, max(0, site.seq - 12), -1):
        event = site.events[seq]
        if type(event) is OrderGiven and event.who == site.event.who and event.cost == "pool":
            ledger: Any = site.battle.ledger
            return site.before(event, cut=True) if not ledger.fighters[event.who].due else None
        if type(event) is ActivationBegan:
            break
    return None


# ---- damage, wounds -----------------------------------------------------------------------------------------------

HURT = "damage-adds-up"
BREATH = "breaths-hurt-all-within"
put(
    "damage one too high",
    HURT,
    "spells-do-their-dice",
    "what-comes-home-is-its-own-damage",
    "holds-hurt",
    "bare-hands-do-what-the-table-says",
    BREATH,
    at=DamageDealt,
    amount=more("amount"),
)
put(
    "damage turned nonlethal",
    HURT,
    "what-comes-home-is-its-own-damage",
    "spells-do-their-dice",
    BREATH,
    at=DamageDealt,
    when=lambda e: not e.nonlethal and e.amount,
    nonlethal=True,
)
omit(
    "a hit that does no damage",
    HURT,
    BREATH,
    "hits-hurt",
    "spells-do-their-dice",
    "holds-hurt",
    "bare-hands-do-what-the-table-says",
    "what-comes-home-is-its-own-damage",
    "fumbles-do-what-the-table-says",
    at=DamageDealt,
)
omit(
    "somebody felled who does not fall",
    "who-is-felled-falls",
    at=ConditionBegan,
    when=lambda e: e.condition in ("dead", "dying", "unconscious") and "wounds" in e.cites[0],
)
put(
    "a loss of blood one too large",
    "the-dying-bleed",
    at=HitPointsLost,
    when=lambda e: e.amount == 1,
    amount=more("amount"),
)
put(
    "a cure beyond its dice",
    "cures-stop-at-the-maximum",
    "spells-do-their-dice",
    at=Healed,
    hit_points=more("hit_points"),
)


@kind("damage without its bonus", HURT, at=DamageDealt)
def weak(site: Site) -> Edit | None:
    bonus = sum(part.value for part in site.event.parts)
    if not site.event.dice or bonus <= 0 or site.event.amount <= bonus or type(site.cause) is not AttackMade:
        return None
    return site.changed(parts=(), amount=site.event.amount - bonus)


@kind("a wound from nobody", HURT, at=DamageDealt)
def wound(site: Site) -> Edit | None:
    return site.after(evolve(site.event, dice=()), cut=True) if type(site.cause) is AttackMade else None


@kind("a wound in somebody else", HURT, at=DamageDealt)
def bystander(site: Site) -> Edit | None:
    event = site.event
    if type(site.cause) is not AttackMade:
        return None
    who = next((foe.id for foe in site.battle if foe.active and foe.id not in (event.target, event.source)), "")
    return Edit(site.seq, 1, (evolve(event, target=who),), cut=True) if who else None


@kind("a heal from nowhere", "nobody-heals-by-himself", at=GroupCalled)
def miracle(site: Site) -> Edit | None:
    hurt = next((c for c in site.battle if c.active and c.hit_points < c.sheet.hit_points - 5), None)
    return site.before(Healed(-1, hurt.id, 5, 0, ("adnd.wounds.healing",)), cut=True) if hurt else None


@kind("a loss from nowhere", "the-dying-bleed", at=RoundClosed)
def leak(site: Site) -> Edit | None:
    who = next((c.id for c in site.battle if c.can_act), "")
    return site.after(HitPointsLost(-1, who, 1, ("adnd.wounds.deaths-door.bleeding",)), cut=True) if who else None


@kind("a death without wounds", "nobody-dies-too-soon", "conditions-have-a-cause", at=AttackMade)
def death(site: Site) -> Edit | None:
    target = site.battle[site.event.target]
    if site.event.hit or target.hit_points < 1 or not target.active:
        return None
    return site.after(ConditionBegan(site.seq, target.id, "dead", ("adnd.wounds.deaths-door",)), cut=True)


# ---- saves and checks ---------------------------------------------------------------------------------------------

put(
    "a wrong number for a saving throw",
    "saves-add-up",
    at=SavingThrowRolled,
    when=lambda e: e.success == (e.total >= e.needed + 1 and e.dice[0].value > 1),
    needed=more("needed"),
)
put("a saving throw one too high", "saves-add-up", at=SavingThrowRolled, total=more("total"))
put("a saving throw read wrongly", "saves-add-up", at=SavingThrowRolled, success=other("success"))
put(
    "a check against another score",
    "checks-add-up",
    "scores-are-those-of-the-sheet",
    "checks-after-fumbles",
    at=ScoreChecked,
    when=lambda e: e.success == (e.total <= e.score + 1),
    score=more("score"),
)
put("a check read wrongly", "checks-add-up", at=ScoreChecked, success=other("success"))
put(
    "a thing that breaks at another number",
    "things-outlast-blows-by-their-material",
    at=ItemSaveRolled,
    needed=more("needed"),
)
put(
    "hold kept of a weapon at another number", "disarms-are-resisted-by-level", at=DisarmResisted, needed=more("needed")
)
put("hold kept of a weapon, read wrongly", "disarms-are-resisted-by-level", at=DisarmResisted, held=other("held"))
put(
    "a contest of Strength with another winner",
    "contests-are-of-strength",
    at=StrengthContested,
    outcome=lambda e: "lost" if e.outcome == "won" else "won",
)
put(
    "a contest of Strength with another score",
    "contests-are-of-strength",
    at=StrengthContested,
    score=lambda e: (e.score[0] + 1, e.score[1]),
)
put(
    "bare hands that hurt more than the table says",
    "bare-hands-do-what-the-table-says",
    at=BareHandsLanded,
    points=more("points"),
)

# ---- initiative, order, rates -------------------------------------------------------------------------------------

put("an initiative one too low", "initiative-adds-up", at=InitiativeThrown, total=more("total", -1))
put(
    "a late combatant who is not late",
    "initiative-adds-up",
    "initiative-has-its-parts",
    at=InitiativeThrown,
    when=lambda e: e.late,
    late=False,
)
put(
    "an initiative in the wrong order",
    "initiative-orders-the-round",
    at=OrderSettled,
    when=lambda e: len(e.groups) > 1,
    groups=lambda e: (e.groups[1], e.groups[0], *e.groups[2:]),
)
put(
    "two together who do not tie",
    "initiative-orders-the-round",
    at=OrderSettled,
    when=lambda e: len(e.groups) > 1,
    groups=lambda e: ((*e.groups[0], *e.groups[1]), *e.groups[2:]),
)
put(
    "somebody left out of the order",
    "initiative-orders-the-round",
    at=OrderSettled,
    when=lambda e: len(e.groups) > 1,
    groups=lambda e: e.groups[:-1],
)
put("one attack too many declared", "the-rate-is-kept", at=Declared, when=lambda e: e.attacks, attacks=more("attacks"))
put("a parry too many set aside", "the-rate-is-kept", at=Declared, when=lambda e: e.attacks, parries=more("parries"))
put(
    "more movement declared than there is",
    "declared-movement-is-half-or-all",
    at=Declared,
    when=lambda e: e.squares,
    squares=more("squares", 2),
)
put(
    "one attack too many after a change",
    "a-change-keeps-the-rate",
    "an-answer-keeps-the-rate",
    at=AttacksSet,
    attacks=more("attacks"),
)
put(
    "attacks that are due and were not declared",
    "who-is-called-acts",
    "an-attack-is-paid-for",
    at=ActivationBegan,
    when=lambda e: e.due,
    due=lambda e: (*e.due, e.due[0], e.due[0], e.due[0]),
)
put("an attack lost unseen", "nothing-is-lost-unseen", at=ActivationEnded, lost=more("lost"))
put("a pass too many", "passes-count-up", at=PassBegan, number=more("number"))
put("a round too many", "rounds-follow-each-other", at=RoundBegan, number=more("number"))
omit("a group that is skipped", "groups-go-round", "who-is-called-acts", at=GroupCalled)
omit(
    "the order of a round that is not settled",
    "passes-count-up",
    "groups-go-round",
    "initiative-orders-the-round",
    at=OrderSettled,
)
omit(
    "a combatant who is not called to act",
    "a-round-ends-when-all-have-acted",
    "groups-go-round",
    "who-is-called-acts",
    "passes-count-up",
    "an-attack-is-paid-for",
    at=ActivationBegan,
)
put("another winner", "the-fight-ends-when-it-is-over", at=FightEnded, winner="the crows")


@kind("an action by the dead", "the-dead-do-nothing", "who-is-called-acts", at=GroupCalled)
def undead(site: Site) -> Edit | None:
    dead = next((creature.id for creature in site.battle if creature.has("dead")), "")
    return site.after(ActivationBegan(-1, dead, ()), cut=True) if dead else None


@kind("somebody who acts before his turn", "who-is-called-acts", at=GroupCalled)
def early(site: Site) -> Edit | None:
    who = next((c.id for c in site.battle if c.can_act and c.id not in site.event.who and not c.mount), "")
    return site.after(ActivationBegan(-1, who, ()), cut=True) if who else None


@kind("a second declaration", "everybody-declares-once", at=OrderGiven)
def fickle(site: Site) -> Edit | None:
    return site.after(evolve(site.event), cut=True) if site.event.cost == "declaration" else None


@kind("a fight that ends too early", "the-fight-ends-when-it-is-over", at=RoundBegan)
def over(site: Site) -> Edit | None:
    if site.event.number < 2 or not site.battle.contested:
        return None
    return site.before(FightEnded(-1, next(iter(site.battle.standing)), "one side is left"), cut=True)


# ---- fumbles, parries ---------------------------------------------------------------------------------------------

FUMBLE = (
    "a-natural-1-costs-something",
    "only-a-1-is-fumbled",
    "fumbles-do-what-the-table-says",
    "fumble-checks-add-up",
)
put(
    "a wrong fumble band",
    "fumbles-do-what-the-table-says",
    at=Fumbled,
    when=lambda e: e.dice[0].sides == 100,
    roll=lambda e: (e.roll + 49) % 100 + 1,
    dice=lambda e: (e.dice[0]._replace(value=(e.roll + 49) % 100 + 1),),
)
put("a fumble read from other dice", "fumbles-do-what-the-table-says", at=Fumbled, roll=lambda e: e.roll % 100 + 1)
omit("a fumble that is not resolved", *FUMBLE, at=Fumbled)
omit("a natural 1 that costs no attack", *FUMBLE, at=AttacksLost, when=lambda e: "natural-1" in e.cites[0])
omit(
    "a natural 1 that costs no initiative",
    *FUMBLE,
    at=ConditionBegan,
    when=lambda e: e.condition == "late" and "natural-1" in e.cites[0],
)
put(
    "another chance of a fumble",
    "fumble-checks-add-up",
    at=PercentRolled,
    when=lambda e: e.about == "fumble",
    chance=more("chance"),
)
put("a fumble tested against another number", "fumble-checks-add-up", at=FumbleTested, needed=more("needed"))
put(
    "a weapon that flies another way",
    "weapons-fly-where-the-dice-say",
    at=WeaponFlew,
    when=lambda e: e.direction >= 0,
    direction=lambda e: (e.direction + 3) % 8,
)
put("a weapon that flies too far", "weapons-fly-where-the-dice-say", at=WeaponFlew, feet=more("feet", 3))
omit(
    "a parry that nobody rolls",
    "parries-are-paid-for",
    "announced-parries-are-rolled",
    "attacks-come-of-orders",
    at=ParryAnnounced,
)


@kind("a parry that was not paid for", "parries-are-paid-for", "the-rate-is-kept", at=Declared)
def unpaid(site: Site) -> Edit | None:
    """None was set aside, and one is announced all the same."""
    if not site.event.parries:
        return None
    return site.changed(parries=0, attacks=site.event.attacks + site.event.parries)


@kind("a parry more than was set aside", "parries-are-paid-for", at=ParryAnnounced)
def unbought(site: Site) -> Edit | None:
    ledger: Any = site.battle.ledger
    left = ledger.fighters[site.event.who].parries
    return site.before(*[site.event] * left, cut=False) if left and not site.event.second else None


# ---- morale -------------------------------------------------------------------------------------------------------

put(
    "a morale rating one too high",
    "morale-adds-up",
    "morale-has-its-modifiers",
    at=MoraleChecked,
    rating=more("rating"),
)
put("a morale check read wrongly", "morale-adds-up", at=MoraleChecked, success=other("success"))
put(
    "a morale check without its modifiers",
    "morale-has-its-modifiers",
    at=MoraleChecked,
    when=lambda e: e.parts and e.success == (e.total <= e.rating),
    parts=(),
)
omit(
    "a morale check that nobody makes",
    "nobody-misses-a-check",
    "conditions-have-a-cause",
    at=MoraleChecked,
    when=lambda e: e.occasions,
)
put(
    "a morale check for nothing",
    "morale-is-tested-when-it-ought-to-be",
    at=MoraleChecked,
    when=lambda e: e.occasions and "half" not in e.occasions,
    occasions=lambda e: (*e.occasions, "half"),
)
omit(
    "somebody who fails morale and fights on",
    "failing-has-its-price",
    at=ConditionBegan,
    when=lambda e: e.condition in ("routed", "fleeing", "falling-back") and "morale" in e.cites[0],
)
omit(
    "somebody routed who does as he likes",
    "the-broken-run",
    "failing-has-its-price",
    "everybody-declares-once",
    "what-is-declared-was-ordered",
    at=OrderForced,
)

# ---- movement, facing ---------------------------------------------------------------------------------------------

WAY = "ways-are-legal"
put("a way too cheap", WAY, at=Moved, when=lambda e: len(e.path) > 2, halves=more("halves", -1))
put("a leap over a square", WAY, at=Moved, when=lambda e: len(e.path) > 3, path=lambda e: (*e.path[:1], *e.path[2:]))
put("movement counted short", "movement-is-counted", at=Walked, when=lambda e: e.halves > 2, halves=more("halves", -2))
omit(
    "a blow at the end of the round forgotten",
    "a-half-move-leaves-a-blow",
    "who-is-called-acts",
    "a-blow-is-not-forgotten",
    at=BlowReserved,
)
put(
    "somebody who faces another way than he goes",
    "movers-face-the-way-they-step",
    "nobody-turns-without-a-reason",
    "attackers-face-their-target",
    "all-face-the-enemy-at-first",
    "riders-face-as-their-mounts",
    at=Faced,
    facing=lambda e: (e.facing + 4) % 8,
)


@kind("a turn of the body for nothing", "nobody-turns-without-a-reason", at=GroupCalled)
def twist(site: Site) -> Edit | None:
    who = next((c.id for c in site.battle if c.can_act and not c.mount and c.id not in site.event.who), "")
    return site.after(Faced(-1, who, (site.battle[who].facing + 4) % 8), cut=True) if who else None


@kind("a step too far", "movement-is-within-the-rate", at=Moved)
def far(site: Site) -> Edit | None:
    event, me = site.event, site.battle[site.event.who]
    if event.gait not in ("walk", "withdraw", "run") or event.spans or len(event.path) < 3 or me.mount or me.rider:
        return None
    path = event.path
    for _ in range(30):
        path = (*path, path[-2], path[-1])
    cost = path_price(site.battle.ground, path, me.span)
    return site.changed(path=path, halves=cost) if cost is not None else None


@kind("a way through a wall", WAY, at=Moved)
def wall(site: Site) -> Edit | None:
    event, me = site.event, site.battle[site.event.who]
    ground = site.battle.ground
    if event.spans or me.span > 1 or me.mount or me.rider:
        return None
    for place, (a, b) in enumerate(pairwise(event.path)):
        for square in squares(ground.solid):
            if ground.distance(square, 1, a, 1) == ground.distance(square, 1, b, 1) == 1:
                path = (*event.path[: place + 1], square, *event.path[place + 1 :])
                return site.changed(path=path, halves=event.halves + 2)
    return None


@kind("a way through an enemy", WAY, at=Moved)
def through(site: Site) -> Edit | None:
    event, me = site.event, site.battle[site.event.who]
    ground = site.battle.ground
    if me.span > 1 or me.mount or me.rider:
        return None
    for place, (a, b) in enumerate(pairwise(event.path)):
        for foe in site.enemies(me.id):
            near = ground.distance(foe.square, 1, a, 1) == ground.distance(foe.square, 1, b, 1) == 1
            if near and foe.can_act and not foe.mount and foe.span == 1 and foe.sheet.size == me.sheet.size:
                path = (*event.path[: place + 1], foe.square, *event.path[place + 1 :])
                return site.changed(path=path, halves=event.halves + 2)
    return None


@kind("a diagonal through a corner", WAY, at=Moved)
def corner(site: Site) -> Edit | None:
    event, me = site.event, site.battle[site.event.who]
    ground = site.battle.ground
    if event.spans or me.span > 1 or me.mount or me.rider:
        return None
    for place, (a, _, c) in enumerate(zip(event.path, event.path[1:], event.path[2:], strict=False)):
        if abs(c - a) in (ground.stride - 1, ground.stride + 1) and path_price(ground, (a, c), 1) is None:
            return site.changed(path=(*event.path[: place + 1], *event.path[place + 2 :]), halves=event.halves - 1)
    return None


# ---- free attacks and answers -------------------------------------------------------------------------------------


def came_of(site: Site) -> int:
    """Where what comes of an answer is over."""
    mine, seq = {site.seq}, site.seq + 1
    while seq < len(site.events) and site.events[seq].because in mine:
        mine.add(seq)
        seq += 1
    return seq


def felled(site: Site, seq: int) -> bool:
    """Has what came of it hurt somebody, so that without it much else would be otherwise?"""
    return any(type(event) is DamageDealt for event in site.events[site.seq : seq])


@kind("a free attack withheld", "leaving-reach-is-answered", "opportunities-are-due", at=Answered)
def withheld(site: Site) -> Edit | None:
    """With all that came of it."""
    event = site.event
    if type(event.question) is not Opportunity or event.question.act not in ("moving", "fleeing"):
        return None
    seq = came_of(site)
    return None if felled(site, seq) else Edit(site.seq, seq - site.seq, ())


@kind("two free attacks on one opportunity", "opportunities-are-due", "free-attacks-are-limited", at=Answered)
def repeated(site: Site) -> Edit | None:
    event = site.event
    if type(event.question) is not Opportunity or event.question.act not in ("moving", "fleeing", "bare-handed"):
        return None
    seq = came_of(site)
    return Edit(seq, 0, (event,), cut=True) if type(event.answer) is Attack and not felled(site, seq) else None


@kind("a free attack that is chosen and not made", "free-attacks-that-are-chosen-are-made", at=Answered)
def unmade(site: Site) -> Edit | None:
    event = site.event
    if type(event.question) is not Opportunity or type(event.answer) is not Attack:
        return None
    if event.question.act not in ("moving", "fleeing", "bare-handed"):
        return None
    return Edit(site.seq + 1, came_of(site) - site.seq - 1, ())


@kind("a free attack at a friend", "opportunities-are-due", "only-the-able-answer", at=Moved)
def treacherous(site: Site) -> Edit | None:
    me = site.battle[site.event.who]
    friend = next((f.id for f in site.battle if f.side == me.side and f is not me and f.can_act), "")
    if not friend or site.event.because < 0:
        return None
    asked = Answered(site.event.because, friend, Opportunity(me.id, "moving"), Pass(), "script", ())
    return site.before(asked, cut=True)


@kind("an answer of the helpless", "only-the-able-answer", at=Answered)
def senseless(site: Site) -> Edit | None:
    who = next((c.id for c in site.battle if not c.can_act and c.side == site.battle[site.event.who].side), "")
    return Edit(site.seq, 1, (evolve(site.event, who=who),), cut=True) if who else None


# ---- conditions, things, spells -----------------------------------------------------------------------------------

ENDED = ("conditions-end-in-time", "pins-do-not-outlast-their-term")
omit(
    "a condition that outlives its end",
    *ENDED,
    at=ConditionEnded,
    when=lambda e: (
        e.condition
        in (
            "late",
            "charging",
            "stunned",
            "dazed",
            "blinded",
            "parrying",
            "surprised",
            "lightly-stunned",
            "shield-spent",
            "fleeing",
            "guarding",
            "receiving",
        )
    ),
)
put(
    "a condition that lasts a round too long",
    "conditions-have-a-cause",
    at=ConditionBegan,
    when=lambda e: e.ender,
    turns=more("turns"),
)
omit(
    "a charge that does not expose",
    "charges-expose",
    "movement-comes-of-orders",
    ARMOR,
    at=ConditionBegan,
    when=lambda e: e.condition == "charging",
)
put("a pin that lasts too long", "pins-last-three-rounds", at=Pinned, until=more("until"))


@kind("a condition that ends too soon", "conditions-do-not-end-too-soon", at=GroupCalled)
def soon(site: Site) -> Edit | None:
    names = ("stunned", "dazed", "late", "prone", "charging", "blinded", "sprained", "held")
    for creature in site.battle:
        for known in creature.conditions:
            if known.name in names and creature.active:
                return site.after(ConditionEnded(-1, creature.id, known.name, (START,), known.other), cut=True)
    return None


@kind("somebody stunned by nothing", "conditions-have-a-cause", at=GroupCalled)
def stunned(site: Site) -> Edit | None:
    who = next((c.id for c in site.battle if c.can_act), "")
    cites = ("adnd.unarmed.punch",)
    return site.after(ConditionBegan(-1, who, "stunned", cites, "", 0, "*", 2), cut=True) if who else None


@kind("somebody who rises from the dead", "conditions-do-not-end-too-soon", "who-is-felled-falls", at=GroupCalled)
def risen(site: Site) -> Edit | None:
    dead = next((c.id for c in site.battle if c.has("dead")), "")
    return (
        site.before(ConditionEnded(-1, dead, "dead", ("adnd.wounds.healing",)), site.event, cut=True) if dead else None
    )


put("something drawn that is not carried", "weapons-are-drawn-from-where-they-are", at=Drew, weapon="holy avenger")
put("something dropped that was not held", "what-is-dropped-was-held", at=Dropped, item="holy avenger")
put("something picked up that does not lie there", "what-is-picked-up-lay-there", at=PickedUp, item="holy avenger")
put("something picked up from another square", "what-is-picked-up-lay-there", at=PickedUp, square=more("square", 2))
put("a weapon struck away too far", "weapons-are-struck-away-by-right", at=WeaponStruckAway, feet=more("feet", 5))
put("a hurled weapon that lands elsewhere", "hurled-weapons-land", at=HurledLanded, square=more("square", 3))
omit("a hurled weapon that never lands", "what-is-hurled-lands", at=HurledLanded)
put(
    "another one struck in a melee than chance picked",
    "chance-picks-in-a-melee",
    "a-shot-goes-where-it-was-aimed",
    at=TargetDrawn,
    when=lambda e: len(set(e.among)) > 1,
    struck=lambda e: next(who for who in e.among if who != e.struck),
)
put(
    "a spell that is cast too fast",
    "incantations-begin-by-right",
    "spells-take-effect-undisturbed",
    at=IncantationBegan,
    ends=more("ends", -1),
)
put(
    "a spell of a higher caster level",
    "incantations-begin-by-right",
    at=IncantationBegan,
    caster_level=more("caster_level"),
)
put("a spell that nobody knows", "incantations-begin-by-right", at=IncantationBegan, spell="wish")
omit("a spell that never takes effect", "spells-are-not-forgotten", "spells-take-effect-undisturbed", at=SpellCast)
