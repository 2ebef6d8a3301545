"""Change one fact of a clean fight of AD&D, chain it anew, and the audit finds just that: each claim once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from msgspec.structs import replace

from agents.model import FightModel
from sim.audit import Finding, audit
from sim.audit.claims import CLAIMS
from sim.core.tally import Modifier
from sim.events import adnd, orders
from sim.events.adnd_fumbles import Fumbled, FumbleTested, WeaponFlew
from sim.events.adnd_grips import BareHandsLanded, StrengthContested, ThingSeized
from sim.events.adnd_hands import GripChanged, OtherHandUsed
from sim.events.adnd_magic import IncantationBegan
from sim.events.adnd_manoeuvres import (
    DisarmResisted,
    ParryAnnounced,
    Pinned,
    WeaponStruckAway,
    WeaponTurned,
    WeaponWorn,
)
from sim.events.adnd_missile import (
    ArrivalStruck,
    AttackHeld,
    ChargeAnswered,
    HurledLanded,
    LeftUnloaded,
    MissilesLoosed,
    Waited,
)
from sim.events.adnd_morale import MoraleChecked, OrderForced
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.boons import SpellDamageRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import (
    Answered,
    FightBegan,
    FightEnded,
    OrderGiven,
    RefereeMoved,
    RefereeRuled,
    RoundBegan,
    TargetDrawn,
)
from sim.events.equipment import Drew, Dropped, PickedUp, Reloaded, Snatched
from sim.events.log import Reading, parse, read
from sim.events.magic import ItemUsed, SpellCast
from sim.events.movement import Moved
from sim.events.objects import ItemBroken, ShieldStrapped
from sim.events.riding import Dismounted, Mounted
from sim.scenario.loader import load
from tests.audit.tampering import (
    Events,
    Tampering,
    chained,
    evolve_order,
    flipped,
    is_a,
    leave_out,
    plus,
    put,
    put_before,
    put_in,
)
from tests.tamper import KINDS

ROOT = Path(__file__).parents[2]
BY_LOT = ("comedy-of-errors", "monster-brawl", "shield-wall", "disarming-match", "the-broken-mug")
"""Scenarios in which everybody takes what the lot gives, for what golden fights have not."""

LAPS = 4
"""So many fights by lot there are of each."""

MOST = 60
"""So many events that fit are tried, from the first of the pool on."""


@cache
def golden() -> tuple[Reading, ...]:
    """The golden fights, the short ones first."""
    logs = [log for log in map(read, sorted((ROOT / "replays").glob("*.jsonl"))) if log.header.ruleset == "adnd"]
    return tuple(sorted(logs, key=lambda log: len(log.events)))


@cache
def by_lot(name: str, seed: int) -> Reading:
    """A fight of random orders."""
    scenario = load(ROOT / "scenarios" / f"{name}.toml")
    model = FightModel(scenario.scenario, dict.fromkeys(scenario.policies, "random"), seed)
    model.run()
    return parse(model.log.to_bytes())


def pool() -> Iterator[Reading]:
    """The clean logs to tamper with; fights by lot are fought only if somebody gets so far."""
    yield from golden()
    for seed in range(LAPS):
        for name in BY_LOT:
            yield by_lot(name, seed)


def rule(event: Any, *rules: str) -> bool:
    """Does an event cite one of these?"""
    return bool(set(event.cites) & set(rules))


def answers(act: str = "", about: str = "", chosen: type[Any] = object) -> Any:
    """An answer to a question about this."""

    def holds(event: Any) -> bool:
        if type(event) is not Answered or not isinstance(event.answer, chosen):
            return False
        return (getattr(event.question, "act", ""), getattr(event.question, "about", "")) == (act, about)

    return holds


def given(kind: type[Any], *costs: str) -> Any:
    """An order of this kind, at one of these prices."""
    return is_a(OrderGiven, lambda e: type(e.order) is kind and (not costs or e.cost in costs))


def moved(*gaits: str) -> Any:
    return is_a(Moved, lambda e: e.gait in gaits and len(e.path) > 2)


BREATH = "breaths-hurt-all-within"


def of_breath(kind: type[Any]) -> Any:
    return is_a(kind, lambda e: rule(e, "adnd.missile.breath"))


def begins(*conditions: str) -> Any:
    return is_a(ConditionBegan, lambda e: e.condition in conditions)


def ends(*conditions: str) -> Any:
    return is_a(ConditionEnded, lambda e: e.condition in conditions)


def made(**facts: Any) -> Any:
    return is_a(adnd.AttackMade, lambda e: all(getattr(e, name) == fact for name, fact in facts.items()))


def all_of_a_side_leave(events: Events, seq: int) -> Events:
    """The referee takes everybody but the first out of the fight."""
    begun = next(event for event in events if type(event) is FightBegan)
    for who in begun.order[1:]:
        events = put_before(lambda e, who=who: RefereeRuled(-1, who, "gone", True, "enough"))(events, seq)
        seq += 1
    return events


def onto_its_goal(events: Events, seq: int) -> Events:
    """Somebody else stands where a mover gets to."""
    mover = events[seq]
    others = [e.who for e in events if type(e) is adnd.InitiativeThrown and e.who != mover.who]
    return put_before(lambda e: RefereeMoved(-1, others[0], mover.path[-1], "there"))(events, seq)


def backwards(events: Events, seq: int) -> Events:
    """A rider gets on its mount facing the other way, and stays so."""
    found = events[seq]
    turn = adnd.Faced(-1, found.who, 0, ("adnd.move.facing.own-turn",))
    after = [e for e in events[seq + 1 : seq + 4] if type(e) is adnd.Faced and e.who in (found.who, found.mount)]
    for event in after:
        events = leave_out(events, events.index(event))
    facing = next((e.facing for e in reversed(events[:seq]) if type(e) is adnd.Faced and e.who == found.mount), 0)
    return put_before(lambda e: evolve(turn, facing=(facing + 4) % 8, because=e.because))(events, seq)


def beside_its_enemy(events: Events, seq: int) -> Events:
    """Whoever withdraws, does so to the other side, straight past an enemy."""
    move = events[seq]
    foes = [e.attacker for e in events if type(e) is adnd.AttackMade and e.target == move.who]
    foe = foes[0] if foes else move.who
    return put_before(lambda e: RefereeMoved(-1, foe, move.path[1], "in its way"))(events, seq)


NATURAL_1 = ("adnd.fumble.natural-1.lose-next-attack", "adnd.fumble.natural-1.lose-initiative")
START = "adnd.round.start.before-initiative"
BLOW = made(mode="melee", how="strike", free=False)
SHOT = made(mode="missile", how="strike")

TAMPERINGS = (
    # The course of a round.
    Tampering("a round too many", is_a(RoundBegan, lambda e: e.number == 2), put(number=3), "rounds-follow-each-other"),
    Tampering(
        "a second action", given(orders.FullAttack, "declaration"), put_in(lambda e: e), "everybody-declares-once"
    ),
    Tampering(
        "the last first",
        is_a(adnd.OrderSettled, lambda e: len(e.groups) > 1),
        put(groups=lambda e: e.groups[::-1]),
        "initiative-orders-the-round",
    ),
    Tampering("made to act twice", is_a(OrderForced), put_in(lambda e: e), "who-is-forced-declares-nothing"),
    Tampering("waiting too long", is_a(Waited), put(initiative=plus("initiative")), "waiting-is-for-somebody"),
    Tampering("a pass too many", is_a(adnd.PassBegan), put(number=plus("number")), "passes-count-up"),
    Tampering("somebody else's moment", is_a(adnd.GroupCalled), put(at=plus("at")), "groups-go-round"),
    Tampering("a weapon that is not due", is_a(adnd.ActivationBegan), put(due=("chair",)), "who-is-called-acts"),
    Tampering(
        "a round that ends at once",
        is_a(adnd.PassBegan, lambda e: e.number == 1),
        put_in(lambda e: adnd.RoundClosed(-1)),
        "a-round-ends-when-all-have-acted",
    ),
    Tampering("a round settled twice", is_a(adnd.RoundSettled), put_in(lambda e: e), "a-round-is-settled-once"),
    Tampering(
        "a choice that there is not",
        is_a(Answered, lambda e: type(e.question) is orders.Pick),
        put(answer=orders.Choose("fly away")),
        "only-the-able-answer",
    ),
    Tampering(
        "a blow of the stunned",
        BLOW,
        put_before(lambda e: RefereeRuled(-1, e.attacker, "stunned", True, "so be it")),
        "nobody-acts-in-no-state-to",
    ),
    Tampering("another winner", is_a(FightEnded), put(winner="the crows"), "the-fight-ends-when-it-is-over"),
    Tampering(
        "a round for one side",
        is_a(adnd.RoundOpened),
        all_of_a_side_leave,
        "no-round-when-it-is-over",
    ),
    Tampering("surprised for nothing", is_a(adnd.SurpriseRolled), put(total=plus("total")), "surprise-is-rolled-for"),
    # Initiative.
    Tampering("initiative off by one", is_a(adnd.InitiativeThrown), put(total=plus("total")), "initiative-adds-up"),
    Tampering(
        "initiative without its parts",
        is_a(adnd.InitiativeThrown, lambda e: e.parts),
        put(parts=(), total=lambda e: e.dice[0].value),
        "initiative-has-its-parts",
    ),
    # The attacks of a round.
    Tampering(
        "an attack more", is_a(adnd.Declared, lambda e: e.weapon), put(attacks=plus("attacks")), "the-rate-is-kept"
    ),
    Tampering(
        "an attack more after all", is_a(adnd.AttacksSet), put(attacks=plus("attacks")), "a-change-keeps-the-rate"
    ),
    Tampering(
        "an attack more for a charge", is_a(ChargeAnswered), put(attacks=plus("attacks")), "an-answer-keeps-the-rate"
    ),
    Tampering("a blow for nothing", given(orders.Attack, "pool"), put(cost="free"), "an-attack-is-paid-for"),
    Tampering("a loss out of nothing", is_a(adnd.ActivationEnded), put(lost=plus("lost")), "nothing-is-lost-unseen"),
    Tampering("an attack not held", is_a(AttackHeld), leave_out, "an-attack-is-held-while-nobody-is-in-reach"),
    Tampering(
        "an attack held by nobody",
        is_a(adnd.GroupCalled),
        put_in(lambda e: AttackHeld(-1, e.who[0], ())),
        "an-attack-is-held-for-want-of-a-target",
    ),
    Tampering("lost twice", is_a(adnd.AttacksLost), put(parries=9), "losses-are-of-what-is-left"),
    Tampering(
        "parries kept",
        is_a(adnd.AttacksLost, lambda e: rule(e, "adnd.parry.choice.not-retroactive")),
        leave_out,
        "unused-parries-lapse",
    ),
    Tampering(
        "a move too far",
        is_a(adnd.Declared, lambda e: e.squares),
        put(squares=plus("squares")),
        "declared-movement-is-half-or-all",
    ),
    Tampering(
        "struck with another weapon", is_a(ArrivalStruck), put(weapon="chair"), "arrivals-are-struck-with-what-is-left"
    ),
    Tampering("a parry of another kind", is_a(ParryAnnounced), put(second=flipped("second")), "parries-are-paid-for"),
    # Orders and what comes of them.
    Tampering("an action not taken note of", is_a(adnd.Declared), leave_out, "what-is-ordered-is-done"),
    Tampering(
        "an action of nobody's", given(orders.FullAttack, "declaration"), leave_out, "what-is-declared-was-ordered"
    ),
    Tampering("a blow of nobody's", given(orders.Attack, "pool"), leave_out, "attacks-come-of-orders"),
    Tampering(
        "an order without a blow",
        given(orders.Attack, "pool"),
        put_in(lambda e: e),
        "attacks-that-are-ordered-are-made",
    ),
    Tampering(
        "a blow at the dead",
        BLOW,
        put_before(lambda e: RefereeRuled(-1, e.target, "dead", True, "so be it")),
        "the-dead-do-nothing",
    ),
    Tampering("drawn unasked", given(orders.Draw, "free", "pool"), leave_out, "what-is-done-was-ordered"),
    Tampering("a charge not run", begins("charging"), leave_out, "what-is-declared-is-carried-out"),
    # Attack rolls.
    Tampering("THAC0 off by one", BLOW, put(thac0=plus("thac0")), "attack-rolls-add-up"),
    Tampering("a hit that misses", BLOW, put(hit=flipped("hit")), "attack-rolls-add-up"),
    Tampering(
        "a bonus left out",
        is_a(adnd.AttackMade, lambda e: e.parts),
        put(parts=lambda e: e.parts[1:], needed=lambda e: e.needed + e.parts[0].value),
        "attack-rolls-have-their-parts",
    ),
    Tampering(
        "a bonus that is none",
        BLOW,
        put(
            parts=lambda e: (*e.parts, Modifier(2, "rear", "adnd.melee.rear")),
            needed=plus("needed", -2),
        ),
        "attack-rolls-have-their-parts",
    ),
    Tampering(
        "armor that does not count",
        is_a(adnd.AttackMade, lambda e: len(e.ac_parts) > 1),
        put(
            ac_parts=lambda e: e.ac_parts[:-1],
            ac=lambda e: e.ac - e.ac_parts[-1].value,
            needed=lambda e: e.needed + e.ac_parts[-1].value,
        ),
        "armor-classes-have-their-parts",
    ),
    Tampering("a save off by one", is_a(adnd.SavingThrowRolled), put(total=plus("total")), "saves-add-up"),
    Tampering("a check that fails upwards", is_a(adnd.ScoreChecked), put(success=flipped("success")), "checks-add-up"),
    Tampering(
        "a check of another score",
        is_a(adnd.ScoreChecked, lambda e: e.check == "dexterity"),
        put(score=plus("score")),
        "scores-are-those-of-the-sheet",
    ),
    # Missiles.
    Tampering("a bow that is hurled", SHOT, put(mode="hurled"), "shots-reach"),
    Tampering(
        "a die that names another",
        is_a(TargetDrawn, lambda e: len(e.among) > 1),
        put(struck=lambda e: next(who for who in e.among if who != e.struck)),
        "chance-picks-in-a-melee",
    ),
    Tampering("a shot at oneself", SHOT, put(target=lambda e: e.attacker), "a-shot-goes-where-it-was-aimed"),
    Tampering("a spear that lands elsewhere", is_a(HurledLanded), put(square=plus("square")), "hurled-weapons-land"),
    Tampering("a spear that lands nowhere", is_a(HurledLanded), leave_out, "what-is-hurled-lands"),
    Tampering(
        "a crossbow loaded by magic",
        is_a(LeftUnloaded),
        put_in(lambda e: Reloaded(e.because, e.who, e.weapon)),
        "what-cannot-be-loaded-stays-so",
    ),
    Tampering("a crossbow that is not unloaded", is_a(LeftUnloaded), leave_out, "what-cannot-be-loaded-is-told"),
    # Damage and wounds.
    Tampering("damage off by one", is_a(DamageDealt, lambda e: e.dice), put(amount=plus("amount")), "damage-adds-up"),
    Tampering("a hit without damage", is_a(DamageDealt, lambda e: e.dice), leave_out, "hits-hurt"),
    Tampering("no death at 0", begins("dead"), leave_out, "who-is-felled-falls"),
    Tampering(
        "a death without wounds",
        is_a(adnd.AttackMade, lambda e: not e.hit and e.how == "strike"),
        put_in(lambda e: ConditionBegan(e.because, e.target, "dead", ("adnd.wounds.zero",))),
        "nobody-dies-too-soon",
    ),
    Tampering("a blow of sixty", is_a(DamageDealt, lambda e: e.dice), put(amount=60), "massive-blows-shock"),
    Tampering("more than unhurt", is_a(Healed), put(hit_points=plus("hit_points", 50)), "cures-stop-at-the-maximum"),
    Tampering(
        "bleeding twice as fast",
        is_a(HitPointsLost, lambda e: rule(e, "adnd.wounds.deaths-door.bleeding")),
        put(amount=2),
        "the-dying-bleed",
    ),
    Tampering(
        "risen from the dead",
        begins("dead"),
        put_in(lambda e: ConditionEnded(e.because, e.who, "dead", ())),
        "wounds-are-bound-in-a-round",
    ),
    Tampering(
        "no blood",
        is_a(HitPointsLost, lambda e: rule(e, "adnd.wounds.deaths-door.bleeding")),
        leave_out,
        "nobody-forgets-to-bleed",
    ),
    # Natural 1s and fumbles.
    Tampering(
        "a 1 that costs nothing",
        lambda e: type(e) in (ConditionBegan, adnd.AttacksLost) and rule(e, *NATURAL_1),
        leave_out,
        "a-natural-1-costs-something",
    ),
    Tampering(
        "an attack lost for no 1",
        is_a(adnd.AttackMade, lambda e: e.roll > 2),
        put_in(lambda e: adnd.AttacksLost(-1, e.attacker, 0, NATURAL_1[:1])),
        "only-a-1-is-fumbled",
    ),
    Tampering(
        "a chance off by one",
        is_a(adnd.PercentRolled, lambda e: e.about == "fumble"),
        put(chance=plus("chance")),
        "fumble-checks-add-up",
    ),
    Tampering("a test off by one", is_a(FumbleTested), put(needed=plus("needed")), "fumble-checks-add-up"),
    Tampering("another line of the table", is_a(Fumbled), put(roll=plus("roll")), "fumbles-do-what-the-table-says"),
    Tampering(
        "a weapon that flies elsewhere",
        is_a(WeaponFlew, lambda e: e.dice),
        put(direction=plus("direction")),
        "weapons-fly-where-the-dice-say",
    ),
    Tampering(
        "a wound of its own off by one",
        is_a(DamageDealt, lambda e: rule(e, "adnd.fumble.half-damage")),
        put(amount=plus("amount")),
        "what-comes-home-is-its-own-damage",
    ),
    Tampering(
        "a check with another score",
        is_a(adnd.ScoreChecked, lambda e: rule(e, "adnd.variant.fumble.short-table")),
        put(score=plus("score")),
        "checks-after-fumbles",
    ),
    # Bare hands, disarms, grips, parries.
    Tampering("a better punch", is_a(BareHandsLanded), put(total=plus("total")), "bare-hands-do-what-the-table-says"),
    Tampering(
        "a likelier knock-out",
        is_a(adnd.PercentRolled, lambda e: e.about == "knocked out"),
        put(chance=plus("chance")),
        "punches-stun-by-the-table",
    ),
    Tampering("a hold that does not hurt", ends("held"), leave_out, "holds-hurt"),
    Tampering("a better resistance", is_a(DisarmResisted), put(needed=plus("needed")), "disarms-are-resisted-by-level"),
    Tampering("a disarm not resisted", is_a(DisarmResisted), leave_out, "disarms-have-their-effect"),
    Tampering(
        "a sword that lands elsewhere",
        is_a(WeaponStruckAway, lambda e: e.direction >= 0),
        put(square=plus("square")),
        "weapons-are-struck-away-by-right",
    ),
    Tampering("out of line twice", is_a(WeaponTurned), put_in(lambda e: e), "weapons-in-two-hands-are-turned"),
    Tampering(
        "won and lost",
        is_a(StrengthContested, lambda e: e.outcome == "won"),
        put(outcome="lost"),
        "contests-are-of-strength",
    ),
    Tampering("a hand on the moon", is_a(ThingSeized), put(item="the moon"), "things-are-seized-by-hand"),
    Tampering("taken from oneself", is_a(Snatched), put(who=lambda e: e.loser), "things-are-torn-away-by-right"),
    Tampering("a parry of oneself", is_a(ParryAnnounced), put(who=lambda e: e.attacker), "parries-are-in-sight"),
    Tampering("a parry not rolled", made(how="parry"), leave_out, "announced-parries-are-rolled"),
    Tampering("a bow that keeps its magic", is_a(WeaponWorn), put(plus=plus("plus")), "launchers-suffer-from-parrying"),
    Tampering(
        "a harder thing",
        is_a(adnd.ItemSaveRolled),
        put(needed=plus("needed")),
        "things-outlast-blows-by-their-material",
    ),
    Tampering("pinned too long", is_a(Pinned), put(until=plus("until")), "pins-last-three-rounds"),
    Tampering(
        "a grip of the senseless", ends("grabbed", "held", "pinned"), leave_out, "pins-do-not-outlast-their-term"
    ),
    # Things in hand.
    Tampering("drawn twice", is_a(Drew), put_in(lambda e: e), "weapons-are-drawn-from-where-they-are"),
    Tampering("a change that is not counted", is_a(adnd.WeaponChanged), leave_out, "a-change-is-counted"),
    Tampering("a change counted twice", is_a(adnd.WeaponChanged), put_in(lambda e: e), "one-change-is-free"),
    Tampering(
        "a third hand",
        is_a(Dropped, lambda e: rule(e, "adnd.core.action.change-weapon")),
        leave_out,
        "two-hands-hold-no-more",
    ),
    Tampering("dropped twice", is_a(Dropped), put_in(lambda e: e), "what-is-dropped-was-held"),
    Tampering("picked up elsewhere", is_a(PickedUp), put(square=plus("square")), "what-is-picked-up-lay-there"),
    Tampering("strapped on twice", is_a(ShieldStrapped), put_in(lambda e: e), "shields-come-on-and-off-in-a-round"),
    Tampering("gripped twice", is_a(GripChanged), put_in(lambda e: e), "grips-change-at-the-start"),
    Tampering("the other hand twice", is_a(OtherHandUsed), put_in(lambda e: e), "the-other-hand-is-its-own"),
    Tampering(
        "a sword in a senseless hand",
        is_a(Dropped, lambda e: rule(e, "adnd.core.unconscious", "adnd.morale.surrender")),
        leave_out,
        "the-senseless-hold-nothing",
    ),
    Tampering("the moon broken", is_a(ItemBroken), put(item="the moon"), "what-is-broken-was-its-own"),
    Tampering(
        "a blow from afar",
        BLOW,
        put_before(lambda e: RefereeMoved(-1, e.attacker, 0, "there")),
        "blows-are-struck-from-here",
    ),
    # Facings.
    Tampering("a turn for no reason", is_a(adnd.Faced), put(cites=()), "nobody-turns-without-a-reason"),
    Tampering(
        "a step backwards",
        is_a(adnd.Faced, lambda e: rule(e, "adnd.move.facing.while-moving")),
        leave_out,
        "movers-face-the-way-they-step",
    ),
    Tampering(
        "a blow over the shoulder",
        is_a(adnd.Faced, lambda e: rule(e, "adnd.move.facing.own-turn")),
        leave_out,
        "attackers-face-their-target",
    ),
    Tampering(
        "a back to the enemy",
        is_a(adnd.Faced, lambda e: rule(e, "adnd.move.facing.eight")),
        leave_out,
        "all-face-the-enemy-at-first",
    ),
    Tampering(
        "in the saddle backwards",
        is_a(Mounted),
        backwards,
        "riders-face-as-their-mounts",
    ),
    # Movement.
    Tampering("a price too low", moved("walk", "charge"), put(halves=plus("halves", -1)), "ways-are-legal"),
    Tampering("a leap", moved("walk", "charge"), put(path=lambda e: (e.path[0], *e.path[2:])), "ways-are-legal"),
    Tampering("a walk without end", moved("walk"), put(halves=200), "movement-is-within-the-rate"),
    Tampering("a walk that does not count", is_a(adnd.Walked), leave_out, "movement-is-counted"),
    Tampering("a walk that is a run", moved("walk"), put(gait="run"), "movement-comes-of-orders"),
    Tampering(
        "a walk cut short", moved("walk"), put(path=lambda e: e.path[:-1]), "movement-ends-where-it-was-meant-to"
    ),
    Tampering("a charge backwards", moved("charge"), put(path=lambda e: e.path[::-1]), "charges-are-straight"),
    Tampering(
        "a charge at oneself",
        given(orders.Charge, "declaration"),
        put(order=lambda e: evolve_order(e, target=e.who)),
        "charges-have-room",
    ),
    Tampering("a withdrawal past the enemy", moved("withdraw"), beside_its_enemy, "withdrawing-comes-no-nearer"),
    Tampering("an occasion withheld", answers(act="moving"), leave_out, "leaving-reach-is-answered"),
    Tampering("on without a choice", answers(about="enter-reach"), leave_out, "entering-reach-stops"),
    Tampering(
        "an occasion at oneself",
        answers(act="moving"),
        put(question=lambda e: orders.Opportunity(e.who, "moving")),
        "opportunities-are-due",
    ),
    Tampering(
        "a blow that is chosen and not struck",
        answers(act="moving", chosen=orders.Attack),
        put_in(lambda e: e),
        "free-attacks-that-are-chosen-are-made",
    ),
    Tampering(
        "a blow to come for nothing",
        is_a(adnd.ActivationBegan),
        put_in(lambda e: adnd.BlowReserved(-1, e.who, ())),
        "a-half-move-leaves-a-blow",
    ),
    Tampering("a blow forgotten", is_a(adnd.BlowReserved), leave_out, "a-blow-is-not-forgotten"),
    Tampering("two in one place", moved("walk", "charge"), onto_its_goal, "nobody-stops-on-another"),
    Tampering("a second shift", is_a(adnd.Shifted), put_in(lambda e: e), "one-shift-a-round"),
    Tampering("a blow called free", BLOW, put(free=True), "free-attacks-are-called-so"),
    Tampering("a free blow at another", made(free=True), put(target=lambda e: e.attacker), "free-attacks-are-limited"),
    Tampering(
        "off somebody else's mount", is_a(Dismounted), put(mount=lambda e: e.who), "riders-get-off-their-own-mounts"
    ),
    # Conditions.
    Tampering("a charge that lasts", begins("charging"), put(turns=2), "conditions-have-a-cause"),
    Tampering(
        "senseless on one's feet",
        is_a(ConditionBegan, lambda e: e.condition == "prone" and rule(e, "adnd.core.unconscious")),
        leave_out,
        "the-senseless-lie",
    ),
    Tampering(
        "a condition that does not end",
        is_a(ConditionEnded, lambda e: rule(e, START)),
        leave_out,
        "conditions-end-in-time",
    ),
    Tampering(
        "a condition that ends twice",
        is_a(ConditionEnded, lambda e: rule(e, START)),
        put_in(lambda e: e),
        "conditions-do-not-end-too-soon",
    ),
    # Morale.
    Tampering("a braver heart", is_a(MoraleChecked), put(rating=plus("rating")), "morale-adds-up"),
    Tampering(
        "a circumstance left out",
        is_a(MoraleChecked, lambda e: e.parts),
        put(parts=lambda e: e.parts[1:]),
        "morale-has-its-modifiers",
    ),
    Tampering(
        "tested on a whim",
        is_a(MoraleChecked, lambda e: e.occasions),
        put(occasions=("a whim",)),
        "morale-is-tested-when-it-ought-to-be",
    ),
    Tampering("nobody tested", is_a(MoraleChecked, lambda e: e.occasions), leave_out, "nobody-misses-a-check"),
    Tampering(
        "a failure without a price",
        begins("routed", "falling-back", "surrendered", "at-bay"),
        leave_out,
        "failing-has-its-price",
    ),
    Tampering("the broken fight on", is_a(OrderForced), put(order=orders.Surrender()), "the-broken-run"),
    # Spells.
    Tampering("cast too soon", is_a(IncantationBegan), put(begins=plus("begins", -1)), "incantations-begin-by-right"),
    Tampering("cast without beginning", is_a(IncantationBegan), leave_out, "spells-take-effect-undisturbed"),
    Tampering("a stronger potion", is_a(ItemUsed), put(level=plus("level")), "things-are-used-by-right"),
    Tampering("a hotter fire", is_a(SpellDamageRolled), put(total=plus("total")), "spells-do-their-dice"),
    Tampering("a hotter breath", is_a(MissilesLoosed, lambda e: e.squares), put(number=plus("number")), BREATH),
    Tampering("burnt for a while", of_breath(DamageDealt), put(nonlethal=True), BREATH),
    Tampering("unburnt in a breath", of_breath(DamageDealt), leave_out, BREATH),
    Tampering("a save that nobody makes", of_breath(adnd.SavingThrowRolled), leave_out, BREATH),
    Tampering("casting on the move", begins("casting"), leave_out, "casters-stand-still"),
    Tampering("a spell forgotten", is_a(SpellCast), leave_out, "spells-are-not-forgotten"),
)


def found_first(tampering: Tampering) -> tuple[list[Finding], int]:
    """What the audit says first about the first event of the pool that gives the breach; how many were tried."""
    tried = 0
    last: list[Finding] = []
    for reading in pool():
        for seq, event in enumerate(reading.events):
            following = type(reading.events[min(seq + 1, len(reading.events) - 1)])
            if not tampering.where(event) or (tampering.before and following not in tampering.before):
                continue
            if seq + 1 == len(reading.events) and tampering.change is leave_out:
                continue
            tried += 1
            findings = audit(chained(reading, tampering.change(list(reading.events), seq)))
            last = [finding for finding in findings if finding.seq == findings[0].seq]
            if tampering.invariant in {finding.invariant for finding in last} or tried > MOST:
                return last, tried
    return last, tried


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.what)
def test_one_fact_changed_is_found(tampering: Tampering) -> None:
    """What the audit finds first is the breach."""
    findings, tried = found_first(tampering)

    assert tried, f"no log has an event for {tampering.what!r}"
    assert tampering.invariant in {finding.invariant for finding in findings}


def test_every_log_of_the_pool_is_clean() -> None:
    """Before anybody tampers with them the audit has nothing to say."""
    assert [finding for reading in golden() for finding in audit(reading)] == []
    assert [finding for name in BY_LOT for finding in audit(by_lot(name, 0))] == []


UNBROKEN = {"size-limits-disarms", "sheets-are-by-the-tables", "training-has-its-prerequisites"}
"""Claims about what stands on the sheet: no event can break them; see below."""


def test_every_claim_is_broken_by_some_tampering() -> None:
    """A claim that no tampering breaks claims nothing: none of these, and none of the corpus of golden fights."""
    claims = {claim.invariant for claim in CLAIMS if claim.books == ("adnd",)}
    broken = {tampering.invariant for tampering in TAMPERINGS} | {claim for kind in KINDS for claim in kind.claims}

    assert claims - broken - UNBROKEN == set()


def test_a_weapon_too_large_is_not_disarmed() -> None:
    """What is two sizes larger than what strikes at it stays in the hand (size-limits-disarms)."""
    for reading in golden():
        aimed = [e.order.object for e in reading.events if given(orders.Attack)(e) and e.order.how == "disarm"]
        if aimed:
            break
    scenario = reading.header.scenario
    creatures = tuple(replace(placed, sheet=enlarged(placed.sheet, aimed)) for placed in scenario.creatures)
    header = replace(reading.header, scenario=replace(scenario, creatures=creatures))

    findings = audit(chained(reading._replace(header=header), list(reading.events)))

    assert "size-limits-disarms" in {finding.invariant for finding in findings}


@pytest.mark.parametrize(
    ("changes", "invariant"),
    [
        ({"thac0": 1}, "sheets-are-by-the-tables"),
        ({"saves": (2, 2, 2, 2, 2)}, "sheets-are-by-the-tables"),
        ({"tiers": {"war hammer": "grand-master"}}, "training-has-its-prerequisites"),
        ({"favoured": "blowgun"}, "training-has-its-prerequisites"),
    ],
)
def test_a_sheet_that_nobody_could_have_is_found(changes: dict[str, Any], invariant: str) -> None:
    """Figures of classes are those of the tables, and training has its prerequisites."""
    reading = next(log for log in golden() if any(p.sheet.classes for p in log.header.scenario.creatures))
    scenario = reading.header.scenario
    creatures = tuple(
        replace(placed, sheet=replace(placed.sheet, **changes)) if placed.sheet.classes else placed
        for placed in scenario.creatures
    )
    header = replace(reading.header, scenario=replace(scenario, creatures=creatures))

    assert invariant in {
        finding.invariant for finding in audit(chained(reading._replace(header=header), list(reading.events)))
    }


def enlarged(sheet: Any, names: list[str]) -> Any:
    """The same with weapons of these names made for giants."""
    weapons = tuple(replace(one, size="gargantuan") if one.name in names else one for one in sheet.weapons)
    return replace(sheet, weapons=weapons)


def test_a_cut_log_is_judged_as_far_as_it_goes() -> None:
    """Whatever is missing at the end of an unfinished log is no breach."""
    reading = golden()[0]

    for length in range(len(reading.events)):
        assert audit(chained(reading, list(reading.events[:length]))) == []


def test_a_finding_has_rule_and_numbers() -> None:
    """A message says what is in the log and what ought to be."""
    findings, _ = found_first(TAMPERINGS[0])

    assert findings[0].rule == ""
    assert sum(word.strip(",").isdigit() for word in findings[0].message.split()) == 2
