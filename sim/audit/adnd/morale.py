"""Morale: who is tested and when, the rating and what changes it, what failing does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import places
from sim.audit.adnd.fold import DOWN, HELPLESS, Fighter, Scene
from sim.audit.adnd.movement import air
from sim.audit.adnd.rolls import differ
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import AttackMade, RoundClosed, RoundSettled
from sim.events.adnd_manoeuvres import DisarmResisted
from sim.events.adnd_morale import MoraleChecked, OrderForced
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import ItemUsed, SpellCast
from sim.tables.adnd_figures import CLASSES, MORALE

ADND = ("adnd",)
CHECK = "adnd.morale.check"
MODIFIERS = "adnd.morale.modifiers"
EXEMPT = "adnd.morale.exempt"
TRIGGERS = "adnd.morale.triggers"
RATING = "adnd.morale.rating"
GROUP = "adnd.morale.group"
STEADFAST = frozenset({"charmed", "raging", "frenzied", "at-bay", "commanded"})


@invariant("morale-adds-up", MoraleChecked, books=ADND)
def morale_adds_up(event: MoraleChecked, scene: Scene) -> Iterator[Breach]:
    """2d10, equal to or under the rating and what changes it."""
    if [die.sides for die in event.dice] != [10, 10]:
        yield CHECK, f"{', '.join(event.who)} are tested with {[die.sides for die in event.dice]}"
        return
    total = sum(die.value for die in event.dice)
    if event.total != total:
        yield CHECK, f"the test of {', '.join(event.who)} comes to {event.total}, and the dice show {total}"
    limit = event.rating + sum(part.value for part in event.parts)
    if event.success != (event.total <= limit):
        yield CHECK, f"a {event.total} against {limit} {'holds' if event.success else 'fails'}"
    for who in event.who:
        me = scene.fighters[who]
        if event.rating != me.sheet.morale:
            yield RATING, f"{who} is tested at {event.rating}, and its rating is {me.sheet.morale}"
        if me.sheet.player or me.sheet.mindless or not me.names.isdisjoint(STEADFAST):
            yield EXEMPT, f"{who} is tested, and never checks"
        if not me.names.isdisjoint((DOWN | HELPLESS) - {"gone"}) or me.has("gone"):
            yield CHECK, f"{who} is tested, and is {', '.join(sorted(me.names & (DOWN | HELPLESS)))}"
    if len({(scene.fighters[who].side, scene.fighters[who].sheet.kind) for who in event.who}) > 1:
        yield GROUP, f"{', '.join(event.who)} are tested together, and are not of one kind"


@invariant("morale-has-its-modifiers", MoraleChecked, books=ADND)
def morale_has_its_modifiers(event: MoraleChecked, scene: Scene) -> Iterator[Breach]:
    """Every circumstance that applies counts, and no other."""
    me = scene.fighters[event.who[0]]
    alone = _alone(event)
    right = list(modifiers(scene, me, alone))
    extra = [part for part in event.parts if part.rule != MODIFIERS]
    yield from differ([part for part in event.parts if part.rule == MODIFIERS], right, f"the morale of {me.id}")
    for part in extra:
        if part.rule not in ("adnd.disarm.expert.morale", "adnd.called-shot.clothing.reaction"):
            yield part.rule, f"{part.value:+} counts in the morale of {me.id}, and ought not to"


def _alone(event: MoraleChecked) -> bool:
    """Is it a test of one by himself, for which his own wounds count?"""
    group = {"quarter", "half", "leader", "odds", "magic"}
    if "adnd.morale.fail.withdraw" in event.cites:
        return False
    if "adnd.morale.rally" in event.cites or TRIGGERS not in event.cites:
        return True
    return not any(name in group or name.startswith("fallen") for name in event.occasions)


def worth(fighter: Fighter) -> int:
    """Level or Hit Dice, in halves; one for less than one."""
    return 2 * fighter.sheet.level or 1


def modifiers(scene: Scene, me: Fighter, alone: bool) -> Iterator[tuple[int, str]]:
    """What changes a rating."""
    table = MORALE.modifiers
    sheet = me.sheet
    company = [f for f in scene.fighters.values() if f.side == me.side]
    ours = [f for f in company if f.names.isdisjoint(DOWN)]
    theirs = [f for f in scene.enemies(me) if f.names.isdisjoint(DOWN)]
    others = [f for f in company if f is not me]
    deserters = [f for f in others if f.has("gone", "fleeing", "routed")]
    named = list(sheet.circumstances)
    if deserters and all(f in deserters or f.names & DOWN for f in others):
        named.append("abandoned")  # type: ignore[arg-type]
    fallen = len(company) - len(ours)
    lost = sheet.hit_points - me.hit_points + me.nonlethal if alone else 0
    if 2 * fallen >= len(company) or 2 * lost >= sheet.hit_points:
        yield table["half lost"], MODIFIERS
    elif 4 * fallen >= len(company) or 4 * lost >= sheet.hit_points:
        yield table["quarter lost"], MODIFIERS
    if sheet.temper:
        yield table["lawful" if sheet.temper > 0 else "chaotic"], MODIFIERS
    if me.has("surprised"):
        yield table["surprised"], MODIFIERS
    if any(map(_wizard, theirs)):
        yield table["facing magic"], MODIFIERS
    if any(map(_wizard, ours)):
        yield table["having magic"], MODIFIERS
    if any(f.sheet.leader and f.sheet.temper != sheet.temper for f in ours):
        yield table["strange leader"], MODIFIERS
    dead = [worth(f) for f in others if f.has("dead")]
    if dead and max(dead) > max(worth(f) for f in company if not f.has("dead")):
        yield table["best ally killed"], MODIFIERS
    if not any(f.has("dead") for f in scene.enemies(me)):
        yield table["no enemy slain"], MODIFIERS
    if len(theirs) >= 3 * len(ours):
        yield table["three to one"], MODIFIERS
    if len(ours) >= 3 * len(theirs):
        yield table["outnumbering"], MODIFIERS
    if cannot_harm(scene, me):
        yield table["cannot harm"], MODIFIERS
    for name in named:
        yield table[name], MODIFIERS
    yield _dice(me), MODIFIERS
    yield me.tested * table["further check"], MODIFIERS
    if me.has("cowed"):
        yield me.value("cowed"), MODIFIERS


def _wizard(fighter: Fighter) -> bool:
    return any(CLASSES.classes[name].group == "wizard" for name in fighter.sheet.classes)


def _dice(me: Fighter) -> int:
    """What Hit Dice or levels add."""
    sheet, figures = me.sheet, MORALE.dice
    if sheet.half_die:
        return figures.half
    if sheet.level < 1:
        return figures.less if sheet.group == "creature" else 0
    return max((line for line in figures.bands if line[0] <= sheet.level), key=lambda line: line[0])[1]


def cannot_harm(scene: Scene, me: Fighter) -> bool:
    """Has it nothing magic enough to hurt any of those with whom it is in melee?"""
    foes = places.engaged(scene, me)
    best = max((weapon.plus for weapon in me.weapons.values()), default=0)
    return bool(foes) and all(foe.sheet.plus_needed > best for foe in foes)


@invariant("morale-is-tested-when-it-ought-to-be", MoraleChecked, books=ADND)
def morale_is_tested_when_it_ought_to_be(event: MoraleChecked, scene: Scene) -> Iterator[Breach]:
    """At the end of a round for the occasions that have come, or at once where a rule asks for it."""
    if TRIGGERS in event.cites:
        if scene.stage != "end":
            yield TRIGGERS, f"{', '.join(event.who)} are tested in the {scene.stage} of a round"
        for occasion in event.occasions:
            if all(occasion in scene.fighters[who].occasions for who in event.who):
                yield TRIGGERS, f"{', '.join(event.who)} are tested again for {occasion}"
            if not any(occasion in occasions(scene, scene.fighters[who]) for who in event.who):
                yield TRIGGERS, f"{', '.join(event.who)} are tested for {occasion}, which has not come"
        if not event.occasions:
            yield TRIGGERS, f"{', '.join(event.who)} are tested without an occasion"
        return
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if set(event.cites) & {"adnd.morale.rally", "adnd.morale.fail.withdraw"}:
        broken = {"routed", "falling-back"}
        for who in event.who:
            if scene.fighters[who].names.isdisjoint(broken):
                yield CHECK, f"{who} is tested as if its morale had failed"
    elif type(source) not in (AttackMade, DamageDealt, DisarmResisted) and event.because < 0:
        yield CHECK, f"{', '.join(event.who)} are tested, and no rule asks for it"


def occasions(scene: Scene, me: Fighter) -> set[str]:
    """What has happened that asks for a check."""
    company = [f for f in scene.fighters.values() if f.side == me.side]
    down = sum(1 for f in company if f.names & (DOWN - {"gone"}))
    found = set()
    if 4 * down >= len(company):
        found.add("quarter")
    if 2 * down >= len(company):
        found.add("half")
    if 2 * (down - 1) >= len(company):
        found.add(f"fallen {down}")
    if any(f.sheet.leader and f.names & (DOWN | {"fleeing", "routed"}) for f in company):
        found.add("leader")
    able = [f for f in company if f.names.isdisjoint(DOWN)]
    foes = [f for f in scene.enemies(me) if f.names.isdisjoint(DOWN)]
    if sum(map(worth, foes)) >= 3 * sum(map(worth, able)):
        found.add("odds")
    if me.side in _slain_by_magic(scene):
        found.add("magic")
    if cannot_harm(scene, me):
        found.add("cannot harm")
    if _surrounded(scene, me):
        found.add("surrounded")
    if 2 * (me.sheet.hit_points - me.hit_points + me.nonlethal) >= me.sheet.hit_points:
        found.add("half hurt")
    return found


def _surrounded(scene: Scene, me: Fighter) -> bool:
    """Is it in melee, with no free square to step to?"""
    if not places.engaged(scene, me):
        return False
    terrain = scene.terrain
    flies = bool((scene.fighters[me.mount] if me.mount else me).sheet.fly)
    y, x = divmod(me.square, terrain.stride)
    for row in (y - 1, y, y + 1):
        for column in (x - 1, x, x + 1):
            there = row * terrain.stride + column
            if there == me.square or row < 0 or column < 0:
                continue
            space = terrain.footprint(there, me.span)
            if flies:
                price = None if terrain.solid.intersection(space) else air(scene, me.square, there, me.span)
            else:
                price = terrain.step(me.square, there, me.span, bool(me.sheet.swim), False, False)
            if price is not None and all(_room(scene, me, square) for square in space):
                return False
    return True


def _room(scene: Scene, me: Fighter, square: int) -> bool:
    """Is a square free, or are the small and tiny there of its own side and leave it room (adnd.move.space)?"""
    tenths = {"tiny": 1, "small": 5}
    others = [f for f in scene.fighters.values() if f.id not in (me.id, me.mount, me.rider)]
    there = [f for f in others if square in scene.squares(f) and not f.has("dead", "gone")]
    taken = sum(tenths.get(f.sheet.size, 10) if f.side == me.side else 10 for f in there)
    return not there or taken + tenths.get(me.sheet.size, 10) <= 10


def _slain_by_magic(scene: Scene) -> set[str]:
    """The sides of those who have died in this round of a spell."""
    last: dict[str, bool] = {}
    found = set()
    for event in scene.events[scene.began : scene.seq]:
        if type(event) is DamageDealt:
            source = scene.events[event.because] if event.because >= 0 else None
            last[event.target] = type(source) in (SpellCast, ItemUsed)
        elif type(event) is ConditionBegan and event.condition == "dead" and last.get(event.who):
            found.add(scene.fighters[event.who].side)
    return found


@invariant("nobody-misses-a-check", RoundClosed, RoundSettled, books=ADND)
def nobody_misses_a_check(event: RoundClosed | RoundSettled, scene: Scene) -> Iterator[Breach]:
    """At the end of a round everybody has been tested for what had happened for the first time by then."""
    if isinstance(event, RoundClosed):
        scene.notes["by the end"] = {me.id: occasions(scene, me) for me in scene.fighters.values()}
        return
    before = scene.notes.get("by the end", {})
    for me in scene.fighters.values():
        if me.sheet.player or me.sheet.mindless or me.rider or not me.names.isdisjoint(STEADFAST | {"insulted"}):
            continue
        if not me.names.isdisjoint(DOWN | HELPLESS | {"routed", "falling-back"}) or me.felled:
            continue
        if me.tested or _recovered(scene, me):
            continue
        if missed := sorted((occasions(scene, me) & before.get(me.id, set())) - me.occasions):
            yield TRIGGERS, f"{me.id} is not tested, and there was {', '.join(missed)}"


def _recovered(scene: Scene, me: Fighter) -> bool:
    """Has it found its courage again at the end of this very round?"""
    return any(
        type(e) is ConditionEnded and e.who == me.id and e.condition in ("routed", "falling-back", "surprised")
        for e in scene.events[scene.began : scene.seq]
    )


@invariant("failing-has-its-price", MoraleChecked, books=ADND)
def failing_has_its_price(event: MoraleChecked, scene: Scene) -> Iterator[Breach]:
    """Whoever fails falls back, flees, gives up, or turns at bay."""
    if event.success or TRIGGERS not in event.cites:
        return
    after = scene.events[scene.seq + 1 : scene.seq + 60]
    end = next((place for place, e in enumerate(after, 1) if type(e) is RoundSettled), len(after))
    after = after[:end]
    broken = ("falling-back", "routed", "surrendered", "at-bay")
    for who in event.who:
        me = scene.fighters[who]
        if me.has("routed"):
            continue
        if not any(type(e) is ConditionBegan and e.who == who and e.condition in broken for e in after) and (
            len(after) == 59 or any(type(e) is RoundSettled for e in after)
        ):
            yield "adnd.morale.fail.flee", f"{who} fails its check, and stands"


@invariant("the-broken-run", OrderForced, books=ADND)
def the_broken_run(event: OrderForced, scene: Scene) -> Iterator[Breach]:
    """
    Who is made to act flees or withdraws, having failed, or is made to by a spell; the hemmed in defend themselves.
    """
    me = scene.fighters[event.who]
    order: Any = event.order
    if me.has("routed"):
        allowed: tuple[type[Any], ...] = (orders.Run, orders.Leave, orders.Move, orders.TotalDefense, orders.End)
        rule = "adnd.morale.fail.flee"
    elif me.has("falling-back"):
        allowed = (orders.Withdraw, orders.TotalDefense, orders.End)
        rule = "adnd.morale.fail.withdraw"
    else:
        return
    if type(order) not in allowed:
        yield rule, f"{me.id} is made to {type(order).__name__}, and its morale has failed"
