"""
A critic of whole fights: what a good game master would call foolish, judged by what the creature could know.

A critic looks at one decision and names the orders that it might have given instead. The estimate judges between them:
an order that was no worse in any part and better in one makes the finding *hard*, one that is worth more in all makes
it a finding; else there is none. Whoever has no wits is not blamed for what it does, nor who waits for the moment of
what it has readied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeVar, cast

from agents.policies.base import Offers
from agents.policies.doctrine.option import fells
from agents.policies.utility.estimate import Estimate, Weighed, ranked, weigh
from agents.policies.utility.parts import dominates
from agents.view import Foe, Persona, View
from sim.events.course import Answered, OrderGiven, TurnBegan
from sim.events.header import Header
from sim.events.log import Reading
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    CoupDeGrace,
    Draw,
    End,
    FirstAid,
    FullAttack,
    Leave,
    Move,
    Opportunity,
    Order,
    Pass,
    Ride,
    Run,
    StandUp,
    Step,
    Surrender,
    TotalDefense,
    Touch,
    UseAbility,
    UseItem,
    Withdraw,
)
from sim.events.text import text
from sim.grid.bits import squares
from sim.replay.cursor import fold_one, opened
from sim.rules.book import Prospect, Rulebook
from sim.rules.shelf import book as book_of
from sim.state.battle import Battle
from sim.state.conditions import DOWN, DYING, GRAPPLING, HELPLESS, PRONE, TURNED

MAGIC = (Cast, UseItem, UseAbility)
BLOWS = (Attack, FullAttack, Charge)
WALKS = (Move, Step, Withdraw, Run)

FEW = 12
"""Squares, targets or spells that are tried instead of one."""

SCRATCH = 50
"""Hundredths of a hit point by which another order must be worth more, if it is not better in every part."""

SURE = 2
"""How many times a side must outweigh its foes for nobody to give up."""

BADLY = 2
"""From this fraction of its hit points on, one half, a creature may give up."""

SCRATCHED = 150
"""Hundredths of a hit point that nobody needs to be healed of."""


class Instead(NamedTuple):
    """Another order of the same menu, with its estimate."""

    order: Order
    text: str
    estimate: Estimate
    words: str


class Finding(NamedTuple):
    """
    Something foolish at event ``seq``. ``estimate`` is that of what was done, ``instead`` what would have been better,
    the best first; hard, if that was no worse in any part of the estimate; ``rules`` are those that it came under.
    """

    seq: int
    who: str
    kind: str
    words: str
    order: str
    estimate: Estimate
    instead: tuple[Instead, ...]
    hard: bool
    rules: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """In one line."""
        said = f"{self.who} {self.words} ({self.order})"
        if not self.instead:
            return said
        best = self.instead[0]
        gain = best.estimate.total - self.estimate.total
        return f"{said}: {best.text} was worth {gain // 100}.{gain // 10 % 10} hit points more"


class Memory:
    """What a creature did of late: where its turns began, and whether it did more in them than walk."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.idle: list[bool] = []
        self.path: list[int] = []

    def turn(self, square: int) -> None:
        """A turn of it begins here."""
        self.starts.append(square)
        self.idle.append(True)
        self.path = [square]

    def did(self, order: object, square: int) -> None:
        """It has given this order, standing here."""
        if not self.idle:
            self.turn(square)
        if not isinstance(order, (*WALKS, End, TotalDefense)):
            self.idle[-1] = False
            self.path = []
        elif isinstance(order, WALKS):
            self.path.append(square)


class Case:
    """One decision under scrutiny."""

    def __init__(self, book: Rulebook, header: Header, battle: Battle, who: str, order: Order, memory: Memory) -> None:
        me = battle.creatures[who]
        self.book = book
        self.battle = battle
        self.order = order
        self.memory = memory
        self.view = View(battle, who, None, header.scenario.knowledge, Persona.of(me.sheet), book.odds)
        self.me = self.view.me
        self.menu = cast(Offers, book.offers(battle, who))

    @cached_property
    def ranked(self) -> list[Weighed]:
        """The sensible orders, best first."""
        return ranked(self.view, self.menu)

    @cached_property
    def known(self) -> dict[Order, Weighed]:
        return {found.order: found for found in self.ranked}

    @cached_property
    def mine(self) -> Weighed:
        """What was done."""
        return self.weigh(self.order)

    def weigh(self, order: Order) -> Weighed:
        """An order's estimate; one that has been ranked keeps it."""
        return self.known.get(order) or weigh(self.view, self.menu, order)

    def instead(self, orders: Iterable[Order]) -> Iterator[Weighed]:
        """Those of these orders that the menu has."""
        for order in dict.fromkeys(orders):
            if order != self.order and self.menu.accepts(order):
                yield self.weigh(order)

    def foe(self, who: str) -> Foe | None:
        """A foe in sight, standing or not."""
        return next((foe for foe in (*self.view.foes, *self.view.fallen) if foe.id == who), None)

    @cached_property
    def prospect(self) -> Prospect | None:
        """What could be hoped of a magical order."""
        return self.view.prospect(self.order) if isinstance(self.order, MAGIC) else None

    @cached_property
    def received(self) -> int:
        """What weapons that await a charge in plain sight may be expected to take from it, if it was one."""
        order = self.order
        charges = isinstance(order, Charge) or (isinstance(order, Ride) and order.mode == "charge")
        return self.view.received(cast("Charge | Ride", order)) if charges else 0

    @cached_property
    def shoots(self) -> bool:
        """Does it fight from afar: with something loaded that shoots?"""
        return any(self.me.weapons[name].category == "ranged" for name in self.menu.shooting())

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """What it strikes with: bare hands only if there is nothing else."""
        found = self.menu.melee()
        return found[:-1] if self.menu.armed() and len(found) > 1 else found

    def reaches(self, foe: Foe, weapon: str) -> bool:
        """Does a weapon get at a foe from here?"""
        if foe.id in self.me.grapplers:
            return True
        if weapon in self.menu.shooting() and weapon not in self.me.unloaded:
            return True
        return bool(self.menu.struck(weapon) & self.view.ground.footprint(foe.square, foe.span))

    def beset(self) -> list[Foe]:
        """The standing foes beside it who can act."""
        return [foe for foe in self.view.foes if foe.distance <= 1 and not foe.has(HELPLESS)]


class Charged(NamedTuple):
    """What a critic says: the words, and the orders that might have been given."""

    words: str
    instead: Iterable[Order]
    blatant: bool = False
    """A finding even if no other order is worth more."""


Critic = Callable[[Case], Iterable[Charged]]
C = TypeVar("C", bound=Critic)
CRITICS: dict[str, Critic] = {}
"""The critics by the kind of their findings."""

RULES: dict[str, dict[str, tuple[str, ...]]] = {}
"""The rules that each kind comes under, by the book."""


def critic(kind: str, *, d20: tuple[str, ...] = (), adnd: tuple[str, ...] = ()) -> Callable[[C], C]:
    """The function finds this kind of folly; the rules of either book that it comes under."""

    def register(function: C) -> C:
        CRITICS[kind] = function
        RULES[kind] = {"d20": d20, "adnd": adnd}
        return function

    return register


# ---- lying open ---------------------------------------------------------------------------------------------------


@critic(
    "provoked-for-nothing",
    d20=("d20.aoo.provoke-by-moving", "d20.aoo.provoke-by-act"),
    adnd=("adnd.melee.free-attack.triggers",),
)
def provoked_for_nothing(case: Case) -> Iterator[Charged]:
    """It laid itself open, and there was a way not to: a step, another way, a step before the shot."""
    order, menu = case.order, case.menu
    if isinstance(order, MAGIC) or case.mine.estimate.opening >= 0 or case.received:
        return
    others: list[Order] = []
    if isinstance(order, Move):
        others += [Step(order.to), Withdraw(order.to), *map(Move, _some(menu.safe_places(Move)))]
        others += [Step(place) for place in _some(menu.places(Step))] if menu.can(Step) else []
    elif isinstance(order, Charge):
        others += [order.__class__(order.target, lane, order.weapon) for lane in menu.lanes(order.target, order.weapon)]
        others += [Move(place) for place in _some(menu.stands(order.target, order.weapon) & menu.places(Move))]
    elif menu.can(Step):
        others += [Step(place) for place in _some(menu.places(Step) & ~menu.danger())]
    others += [found.order for found in case.ranked if found.estimate.opening > case.mine.estimate.opening]
    points = -case.mine.estimate.opening
    yield Charged(f"lays itself open for {points // 100}.{points // 10 % 10}", others)


@critic("cast-while-threatened", d20=("d20.spell.aoo.provokes", "d20.spell.defensive.no-aoo"))
def cast_while_threatened(case: Case) -> Iterator[Charged]:
    """It cast within the reach of foes, and could have stepped back, or cast on the defensive."""
    order, menu = case.order, case.menu
    if not isinstance(order, MAGIC) or order.defensive or case.prospect is None or not case.prospect.act:
        return
    risk = case.view.exposure(case.prospect.act)
    if risk <= 0:
        return
    others: list[Order] = [_defensively(order)]
    if menu.can(Step):
        others += [Step(place) for place in _some(menu.places(Step) & ~menu.danger())]
    yield Charged(f"casts under the blades of {_names(case.beset())}, exposed for {risk // 100}", others)


def _defensively(order: Cast | UseItem | UseAbility) -> Order:
    if isinstance(order, Cast):
        return Cast(order.spell, order.on, order.to, True)
    if isinstance(order, UseItem):
        return UseItem(order.item, order.on, order.to, True)
    return UseAbility(order.ability, order.on, order.to, True)


@critic(
    "charged-into-a-spear", d20=("d20.ready.set-against-charge",), adnd=("adnd.charge.receive.spear.double-damage",)
)
def charged_into_a_spear(case: Case) -> Iterator[Charged]:
    """It charged whoever had set a weapon against that, in plain sight."""
    points = case.received
    if points:
        others = [found.order for found in case.ranked if found.estimate.opening > case.mine.estimate.opening]
        yield Charged(f"charges into what awaits it, for {points // 100}.{points // 10 % 10}", others)


@critic("stood-in-the-open", d20=("d20.cover.ac-bonus",), adnd=("adnd.style.missile.min-distance.armed",))
def stood_in_the_open(case: Case) -> Iterator[Charged]:
    """An archer or caster ended its turn within reach of foes, with a move left that would have taken it away."""
    menu = case.menu
    if not isinstance(case.order, End) or not (case.shoots or case.me.sheet.spells):
        return
    if case.me.flags & (GRAPPLING | PRONE) or case.mine.estimate.exposure >= 0:
        return
    others: list[Order] = [found.order for found in case.ranked if isinstance(found.order, Step | Move | Withdraw)]
    if menu.can(Step):
        others += [Step(place) for place in _some(menu.places(Step) & ~menu.danger())]
    if menu.can(Move):
        others += [Move(place) for place in _some(menu.safe_places(Move))]
    yield Charged("stays where foes can get at it", others)


# ---- wasted -------------------------------------------------------------------------------------------------------


@critic("back-and-forth", d20=("d20.action.move.move",), adnd=("adnd.move.when",))
def back_and_forth(case: Case) -> Iterator[Charged]:
    """It goes back to where it came from, and has done nothing else in between."""
    order, memory = case.order, case.memory
    if not isinstance(order, WALKS) or not memory.idle or not memory.idle[-1]:
        return
    before = [*memory.path[:-1], *(memory.starts[-2:-1] if len(memory.idle) > 1 and memory.idle[-2] else ())]
    if order.to not in before or order.to == case.me.square:
        return
    others = [End(), TotalDefense(), *(found.order for found in case.ranked if found.order != order)]
    yield Charged(f"walks back to {case.view.ground.name(order.to)}, from where it came", others)


@critic("wasted-turn", d20=("d20.action.standard.attack-melee",), adnd=("adnd.round.declare",))
def wasted_turn(case: Case) -> Iterator[Charged]:
    """It ends its turn without having done anything, and could have."""
    if not isinstance(case.order, End) or not case.menu.can(Attack):
        return
    if case.battle.turn.blows or (case.memory.idle and not case.memory.idle[-1]):
        return
    acts = (*BLOWS, *MAGIC, CoupDeGrace, FirstAid, Touch)
    yield Charged("lets its turn go by", [found.order for found in case.ranked if isinstance(found.order, acts)])


@critic("in-vain", d20=("d20.core.damage",), adnd=("adnd.core.damage.bonuses",))
def in_vain(case: Case) -> Iterator[Charged]:
    """It struck or shot at what it cannot hurt."""
    order = case.order
    if not isinstance(order, BLOWS) or order.how != "strike" or case.view.foe(order.target) is None:
        return
    if not case.me.weapons[order.weapon].damage:
        return
    if any(strike.harm.at_least(1).ways for strike in case.view.strikes(order)):
        return
    others = [*_other_targets(case, order), *_other_weapons(case, order), *(found.order for found in case.ranked)]
    yield Charged(f"cannot hurt {order.target} with {order.weapon}", others)


@critic("healed-the-unhurt", d20=("d20.healing.cap",))
def healed_the_unhurt(case: Case) -> Iterator[Charged]:
    """It healed those who lack nothing to speak of."""
    prospect = case.prospect
    if prospect is None or not _heals(case) or any(hope.strikes or hope.others for hope in prospect.hopes):
        return
    healing = sum(hope.healing for hope in prospect.hopes)
    if healing <= SCRATCHED:
        named = ", ".join(getattr(case.order, "on", ())) or "nobody"
        yield Charged(f"heals {named}, and it does {healing // 100}", [f.order for f in case.ranked])


@critic("spell-in-vain", d20=("d20.action.standard.cast-spell",))
def spell_in_vain(case: Case) -> Iterator[Charged]:
    """It spent a spell that does nothing to anybody."""
    prospect = case.prospect
    if prospect is None or prospect.level < 1 or _heals(case):
        return
    if any(
        hope.healing or any(s.harm.at_least(1).ways for s in hope.strikes) or any(ch.ways for _, ch, _ in hope.others)
        for hope in prospect.hopes
    ):
        return
    yield Charged("casts what does nothing to anybody", [*_other_spells(case), *(found.order for found in case.ranked)])


def _heals(case: Case) -> bool:
    """Is it a spell that heals, by the figures of either book?"""
    sheet: Any = case.me.sheet
    order = case.order
    name = getattr(order, "spell", "") or getattr(order, "item", "") or getattr(order, "ability", "")
    prepared = sheet.caster.prepared if sheet.caster is not None else ()
    known = {entry.name: entry.spell for entry in (*prepared, *sheet.devices, *sheet.powers)}
    spell = sheet.spells.get(known.get(name, name))
    effects = () if spell is None else getattr(spell, "effects", (spell,))
    return any(effect.verb in ("heal", "cure") for effect in effects)


# ---- friends ------------------------------------------------------------------------------------------------------


@critic("hit-a-friend", d20=("d20.cover.reflex",), adnd=("adnd.core.saving-throw.half",))
def hit_a_friend(case: Case) -> Iterator[Charged]:
    """A friend, or it itself, was in the area of what it cast, and the area could have lain elsewhere."""
    prospect, side = case.prospect, case.me.side
    if prospect is None:
        return
    creatures = case.battle.creatures
    struck = [h for h in prospect.hopes if creatures[h.who].side == side and any(s.harm.mean(100) for s in h.strikes)]
    if not struck:
        return
    harm = sum(strike.harm.mean(100) for hope in struck for strike in hope.strikes)
    foes = sum(strike.harm.mean(100) for hope in prospect.hopes if hope not in struck for strike in hope.strikes)
    clean = [
        order
        for order in _other_spells(case)
        if (other := case.view.prospect(order)) is not None
        and not any(creatures[hope.who].side == side and hope.strikes for hope in other.hopes)
    ]
    named = ", ".join(hope.who for hope in struck)
    others = [*clean, *(found.order for found in case.ranked)]
    yield Charged(f"hits {named} with it, for {harm // 100} or so", others, blatant=harm >= foes)


@critic("left-a-friend-to-die", d20=("d20.dying.first-aid", "d20.dying.healing"), adnd=("adnd.wounds.zero",))
def left_a_friend_to_die(case: Case) -> Iterator[Charged]:
    """It ended its turn beside a friend who was dying, and could have helped."""
    if not isinstance(case.order, End):
        return
    dying = [one for one in case.view.friends if one.flags & DYING]
    if not dying:
        return
    ids = [one.id for one in dying]
    helps: list[Order] = [FirstAid(who) for who in ids]
    helps += [found.order for found in case.ranked if any(who in ids for who in getattr(found.order, "on", ()))]
    yield Charged(f"leaves {', '.join(one.id for one in dying)} to die", helps)


# ---- choosing badly -------------------------------------------------------------------------------------------------


@critic("struck-the-helpless", d20=("d20.helpless.definition",), adnd=("adnd.core.helpless",))
def struck_the_helpless(case: Case) -> Iterator[Charged]:
    """It struck at somebody helpless while a foe who was not stood beside it."""
    order = case.order
    if not isinstance(order, (*BLOWS, CoupDeGrace)):
        return
    target = case.foe(order.target)
    if target is None or not target.has(HELPLESS | DOWN):
        return
    threats = case.beset()
    if threats:
        weapon = order.weapon
        near = [foe for foe in threats if case.reaches(foe, weapon)]
        others: list[Order] = [kind(foe.id, weapon) for foe in near for kind in (FullAttack, Attack)]
        others += [found.order for found in case.ranked if getattr(found.order, "target", order.target) != order.target]
        yield Charged(f"strikes at {target.id}, who is helpless, with {_names(threats)} beside it", others)


@critic("passed-over-a-kill", d20=("d20.wounds.dying",), adnd=("adnd.wounds.zero",))
def passed_over_a_kill(case: Case) -> Iterator[Charged]:
    """The same blow would rather have felled another foe."""
    order = case.order
    if not isinstance(order, Attack | FullAttack) or order.how != "strike":
        return
    target = case.view.foe(order.target)
    if target is None:
        return
    chance = fells(target, case.view.strikes(order))
    for other in _other_targets(case, order):
        foe = case.view.foe(other.target)
        if foe is None or not case.menu.accepts(other):
            continue
        better = fells(foe, case.view.strikes(other))
        if better.percent > chance.percent:
            words = f"strikes at {target.id}, felled at {chance.percent} %, and not at {foe.id}, at {better.percent} %"
            yield Charged(words, [other])


@critic("flank-unused", d20=("d20.flanking.bonus", "d20.action.none.five-foot-step"), adnd=("adnd.melee.flank",))
def flank_unused(case: Case) -> Iterator[Charged]:
    """A step, or another end of its way, would have brought a flank or a better side at no more risk."""
    order, menu, view = case.order, case.menu, case.view
    if not isinstance(order, BLOWS) or order.how != "strike" or view.foe(order.target) is None:
        return
    if order.weapon not in menu.melee():
        return
    here = view.strikes(order)
    others: list[Order] = []
    if isinstance(order, Charge):
        for lane in menu.lanes(order.target, order.weapon):
            other = Charge(order.target, lane, order.weapon, lethality=order.lethality, power=order.power)
            if lane != order.to and _better(view.strikes(other), here):
                others.append(other)
    elif menu.can(Step):
        beside = menu.places(Step) & menu.stands(order.target, order.weapon)
        others += [Step(place) for place in squares(beside) if _better(view.strikes(order, place), here)]
    if others:
        yield Charged(f"leaves a better side of {order.target} unused", others)


def _better(found: tuple[Any, ...], than: tuple[Any, ...]) -> bool:
    """Do these attacks hit more often?"""
    if not found or not than:
        return False
    one, other = found[0].hit, than[0].hit
    return bool(one.ways * other.of > other.ways * one.of)


@critic("worse-weapon", d20=("d20.power-attack.trade", "d20.full-attack.iterative"), adnd=("adnd.core.damage.bonuses",))
def worse_weapon(case: Case) -> Iterator[Charged]:
    """Another weapon in hand, all its blows, or less or more power behind them, would have done more."""
    order = case.order
    if not isinstance(order, BLOWS) or order.how != "strike" or case.view.foe(order.target) is None:
        return
    mine = sum(strike.harm.mean(100) for strike in case.view.strikes(order))
    better = [
        other
        for other in _other_weapons(case, order)
        if case.menu.accepts(other) and sum(strike.harm.mean(100) for strike in case.view.strikes(other)) > mine
    ]
    if better:
        yield Charged(f"strikes at {order.target} with less than it has", better)


@critic("bare-handed", d20=("d20.unarmed.aoo-before-attack",), adnd=("adnd.core.action.change-weapon",))
def bare_handed(case: Case) -> Iterator[Charged]:
    """It struck with bare hands and left its weapons where they were."""
    order, me = case.order, case.me
    if not isinstance(order, BLOWS) or order.how != "strike" or order.weapon != me.sheet.unarmed.name:
        return
    arms = [name for name in me.items if name in me.weapons and me.weapons[name].category != "ranged"]
    if arms:
        yield Charged(f"strikes with bare hands, with {arms[0]} at its side", map(Draw, dict.fromkeys(arms)))


@critic("charge-unused", d20=("d20.charge.attack-bonus",), adnd=("adnd.charge.to-hit",))
def charge_unused(case: Case) -> Iterator[Charged]:
    """It walked towards a foe that it could have charged, and strikes nobody this turn."""
    order, menu = case.order, case.menu
    if not isinstance(order, Move) or not menu.can(Charge) or case.view.orders:
        return
    arms = menu.melee()
    foes = case.view.foes
    if any(menu.stands(foe.id, weapon) >> order.to & 1 for foe in foes for weapon in arms):
        return
    others = [Charge(foe.id, lane, arms[0]) for foe in foes for lane in menu.lanes(foe.id, arms[0])[:FEW]]
    if others:
        yield Charged("walks where it could have charged", others)


@critic("fought-lying-down", d20=("d20.attack-mod.prone", "d20.stand.aoo"), adnd=("adnd.position.prone",))
def fought_lying_down(case: Case) -> Iterator[Charged]:
    """It struck from the ground, and could have got up unharmed."""
    if not isinstance(case.order, Attack | FullAttack) or not case.me.flags & PRONE or case.me.flags & GRAPPLING:
        return
    if case.menu.accepts(StandUp()) and not case.view.exposure("stand-up"):
        yield Charged("fights lying down", [StandUp()])


@critic("gave-up-too-soon")
def gave_up_too_soon(case: Case) -> Iterator[Charged]:
    """It gave up or left, though its side was far the stronger and it was not badly hurt."""
    if not isinstance(case.order, Surrender | Leave) or BADLY * case.me.hit_points <= case.me.sheet.hit_points:
        return
    own, theirs = case.view.odds_of_numbers()
    if case.view.foes and own >= SURE * theirs:
        best = [found.order for found in case.ranked[:FEW]]
        yield Charged(f"gives up, {own} hit dice against {theirs}", best, blatant=True)


@critic("outdone")
def outdone(case: Case) -> Iterator[Charged]:
    """Another order was no worse in any part, and better in one."""
    if case.order in case.known:
        mine = case.mine.estimate
        yield Charged("does less than it could", [f.order for f in case.ranked if dominates(f.estimate, mine)])


# ---- judging --------------------------------------------------------------------------------------------------------


def _some(bits: int) -> Iterator[int]:
    """The first of these places."""
    return islice(squares(bits), FEW)


def _names(foes: Iterable[Foe]) -> str:
    return ", ".join(foe.id for foe in foes)


def _other_targets(case: Case, order: Attack | FullAttack | Charge) -> list[Attack | FullAttack]:
    """The same attack at others."""
    if isinstance(order, Charge):
        return []
    kind = type(order)
    return [
        kind(foe.id, order.weapon, power=order.power, lethality=order.lethality)
        for foe in case.view.foes
        if foe.id != order.target and case.reaches(foe, order.weapon)
    ][:FEW]


def _other_weapons(case: Case, order: Attack | FullAttack | Charge) -> list[Attack | FullAttack | Charge]:
    """The same foe attacked with another weapon, with all blows, or with other power."""
    menu, me = case.menu, case.me
    powers: tuple[int, ...] = (0,)
    if not case.view.orders and "power-attack" in getattr(me.sheet, "feats", ()):
        base = me.sheet.base_attack
        powers = tuple(dict.fromkeys((0, (base + 1) // 2, base)))
    found: list[Attack | FullAttack | Charge] = []
    target = case.view.foe(order.target)
    for weapon in dict.fromkeys((order.weapon, *case.arms, *menu.shooting())):
        if not isinstance(order, Charge) and (target is None or not case.reaches(target, weapon)):
            continue
        for power in powers:
            if isinstance(order, Charge):
                if weapon == order.weapon or menu.stands(order.target, weapon) >> order.to & 1:
                    found.append(Charge(order.target, order.to, weapon, power=power))
                continue
            if menu.several(weapon):
                found.append(FullAttack(order.target, weapon, power=power))
            if not isinstance(order, FullAttack):
                found.append(Attack(order.target, weapon, power=power))
    return found


def _other_spells(case: Case) -> list[Cast | UseItem | UseAbility]:
    """The same spell, item or ability for others, and elsewhere."""
    name = next(field for field in ("spell", "item", "ability") if hasattr(case.order, field))
    wanted = getattr(case.order, name)
    offers = (order for order in case.menu.of(type(case.order)) if getattr(order, name) == wanted)
    return list(islice(offers, FEW * FEW))


def judge(case: Case, seq: int) -> Iterator[Finding]:
    """What is foolish about one decision; each kind once."""
    me = case.me
    if not case.view.persona.wits or me.flags & TURNED or me.readied is not None:
        return
    ground, mine = case.view.ground, case.mine.estimate
    hard = False
    for kind, function in CRITICS.items():
        if kind == "outdone" and hard:
            continue
        for charged in function(case):
            others = sorted(case.instead(charged.instead), key=lambda found: -found.estimate.total)
            clear = [found for found in others if dominates(found.estimate, mine)]
            worth = clear or [found for found in others if found.estimate.total >= mine.total + SCRATCH]
            if not worth and not charged.blatant:
                continue
            instead = tuple(
                Instead(found.order, text(found.order, ground), found.estimate, found.words) for found in worth[:3]
            )
            hard = hard or bool(clear)
            rules = RULES[kind][case.book.id]
            order = text(case.order, ground)
            yield Finding(seq, me.id, kind, charged.words, order, mine, instead, bool(clear), rules)
            break


def passed(book: Rulebook, header: Header, battle: Battle, seq: int, event: Answered) -> Iterator[Finding]:
    """An opportunity that was let pass by somebody who could have struck, and hurt."""
    if not isinstance(event.question, Opportunity) or not isinstance(event.answer, Pass):
        return
    me = battle.creatures[event.who]
    view = View(battle, me.id, event.question, header.scenario.knowledge, Persona.of(me.sheet), book.odds)
    foe = view.foe(event.question.provoker)
    if foe is None or not view.persona.wits:
        return
    weapons = [name for name in me.held if name in me.weapons and me.weapons[name].category != "ranged"]
    weapons += [weapon.name for weapon in me.sheet.weapons if weapon.category == "natural"]
    blows = [(view.strikes(Attack(foe.id, name)), name) for name in weapons]
    best = max(((sum(s.harm.mean(100) for s in strikes), name) for strikes, name in blows), default=(0, ""))
    if best[0] > 0:
        order = Attack(foe.id, best[1])
        instead = Instead(order, text(order, view.ground), Estimate(harm=best[0]), "takes the opportunity")
        words = f"lets {foe.id} go, who lays itself open"
        rules = ("d20.aoo.one-per-opportunity",) if book.id == "d20" else ("adnd.melee.free-attack.choice",)
        yield Finding(seq, me.id, "opportunity-passed", words, "pass", Estimate(), (instead,), False, rules)


def critique(reading: Reading | tuple[Header, Iterable[Any]], *, book: Rulebook | None = None) -> Iterator[Finding]:
    """
    What was foolish in a fight, decision by decision.

    :raises Damaged: when the log makes no sense.
    """
    header, events = (reading.header, reading.events) if isinstance(reading, Reading) else reading
    rules = book or book_of(header.ruleset)
    battle = opened(header.scenario)
    memories: dict[str, Memory] = {}
    for seq, event in enumerate(events):
        kind = type(event)
        if kind is OrderGiven:
            memory = memories.setdefault(event.who, Memory())
            if battle.ledger is not None and event.cost == "declaration":
                memory.turn(battle.creatures[event.who].square)
            case = Case(rules, header, battle, event.who, event.order, memory)
            if case.menu.accepts(event.order):
                yield from judge(case, seq)
        elif kind is Answered:
            yield from passed(rules, header, battle, seq, event)
        fold_one(seq, event, battle)
        if kind is TurnBegan:
            memories.setdefault(event.who, Memory()).turn(battle.creatures[event.who].square)
        elif kind is OrderGiven:
            memory.did(event.order, getattr(event.order, "to", battle.creatures[event.who].square))
