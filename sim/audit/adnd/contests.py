"""What is decided besides attack rolls: bare hands, disarms, grips, parries, checks of scores, what things outlast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import fumbles, places, scores
from sim.audit.adnd.fold import HELPLESS, Fighter, Scene
from sim.audit.adnd.rolls import differ
from sim.audit.claims import Breach, invariant
from sim.events import orders
from sim.events.adnd import (
    AttackMade,
    GroupCalled,
    ItemSaveRolled,
    PercentRolled,
    RoundClosed,
    RoundOpened,
    ScoreChecked,
)
from sim.events.adnd_grips import BareHandsLanded, StrengthContested, ThingSeized
from sim.events.adnd_manoeuvres import (
    DisarmDecided,
    DisarmResisted,
    ParryAnnounced,
    Pinned,
    WeaponStruckAway,
    WeaponTurned,
    WeaponWorn,
)
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, FightEnded, OrderGiven
from sim.events.equipment import Dropped, Snatched
from sim.events.objects import ItemBroken
from sim.tables.adnd_figures import ITEM_SAVES, SIZE, UNARMED
from sim.tables.adnd_sheet import SIZES

ADND = ("adnd",)
PUNCH = "adnd.unarmed.punch"
KNOCK_OUT = "adnd.unarmed.punch.knock-out"
WRESTLE = "adnd.unarmed.wrestle"
HOLD = "adnd.unarmed.wrestle.hold"
RESISTANCE = "adnd.disarm.optional-resistance"
TWICE = "adnd.disarm.two-handed.twice"
FLIGHT = "adnd.disarm.one-handed.flight"
DIRECTION = "adnd.disarm.direction"
CONTEST = "adnd.grab.object.contest"
ABILITY = "adnd.ability-check"
BRACKETS = (0, 1, 51, 76, 91, 100)
"""The lowest percentage of each bracket of exceptional Strength."""
LEGEND = (0, 1, 3, 4, 5, 7)
"""Where a d6 sends what was struck from a hand, in eighths of a turn from where its owner faces."""


def cause(event: Any, scene: Scene) -> Any:
    """The event of which another comes."""
    return scene.events[event.because] if 0 <= event.because < scene.seq else None


def followers(scene: Scene, most: int = 160) -> Iterator[Any]:
    """What follows before anybody else's moment."""
    for event in scene.events[scene.seq + 1 : scene.seq + 1 + most]:
        if type(event) in (GroupCalled, RoundClosed, RoundOpened, FightEnded):
            return
        yield event


def whole(scene: Scene, most: int = 160) -> bool:
    """Does the log go on to somebody else's moment?"""
    after = scene.events[scene.seq + 1 : scene.seq + 1 + most]
    return len(after) == most or any(type(e) in (GroupCalled, RoundClosed, RoundOpened, FightEnded) for e in after)


# ---- bare hands -----------------------------------------------------------------------------------------------------


@invariant("bare-hands-do-what-the-table-says", BareHandsLanded, books=ADND)
def bare_hands_do_what_the_table_says(event: BareHandsLanded, scene: Scene) -> Iterator[Breach]:
    """The modified roll of an attack with bare hands that hits names its result in the table."""
    rule = PUNCH if event.how == "punch" else WRESTLE
    rolled = cause(event, scene)
    if type(rolled) is not AttackMade or (rolled.attacker, rolled.target) != (event.attacker, event.target):
        yield rule, f"the bare hands of {event.attacker} land on {event.target}, and no roll says so"
        return
    if not rolled.hit or rolled.how != event.how:
        yield rule, f"{event.attacker}'s {event.how} lands, and its roll was a {rolled.how} that missed"
    total = rolled.roll + sum(part.value for part in rolled.parts)
    if event.total != total:
        yield rule, f"{event.attacker}'s {event.how} comes to {event.total}, and the roll gives {total}"
    lines = UNARMED.results
    line = lines[min(len(lines) - 1, max(0, lines[0].roll - total))]
    if event.how == "punch" and (event.hold or event.result):
        yield PUNCH, f"a punch holds {event.target}"
    if event.how == "punch":
        if (event.points, event.stuns) != (line.damage, line.stuns):
            yield (
                PUNCH,
                f"a punch of {total} does {event.points} and stuns at {event.stuns}, not {line.damage}/{line.stuns}",
            )
        sheet = scene.fighters[event.target].sheet
        undead = sheet.undead or sheet.mindless
        stuns = any(type(e) is PercentRolled and e.because == scene.seq for e in followers(scene))
        fell = scene.fighters[event.target]
        if (
            not stuns
            and not undead
            and not fell.felled
            and fell.names.isdisjoint(HELPLESS)
            and whole(scene)
            and not _fells(scene, event.target)
        ):
            yield KNOCK_OUT, f"{event.attacker}'s punch may stun {event.target}, and no roll is made"
    elif (event.points, event.stuns) != (1, 0):
        yield (
            WRESTLE,
            f"a wrestling roll does {event.points} points and stuns at {event.stuns}, and ought to do 1 and not",
        )
    elif whole(scene) and not _spared(scene) and not _hurts(scene):
        yield f"{WRESTLE}.damage", f"{event.attacker} wrestles with {event.target}, hurts it, and does no damage"
    elif (event.result, event.hold) != (line.wrestling, line.hold):
        yield WRESTLE, f"a wrestling roll of {total} is called {event.result}, and the table says {line.wrestling}"


def _spared(scene: Scene) -> bool:
    """Does the wrestler choose to do no damage?"""
    answers = [e for e in followers(scene) if isinstance(e, Answered) and e.because == scene.seq]
    return any(getattr(answer.answer, "option", "") == "spare" for answer in answers)


def _hurts(scene: Scene) -> bool:
    return any(type(e) is DamageDealt and e.because == scene.seq for e in followers(scene))


def _fells(scene: Scene, who: str) -> bool:
    """Does the very damage of this blow fell it?"""
    points = sum(e.amount for e in followers(scene, 4) if type(e) is DamageDealt and e.target == who)
    fighter = scene.fighters[who]
    return points >= fighter.hit_points - fighter.nonlethal


@invariant("punches-stun-by-the-table", PercentRolled, books=ADND)
def punches_stun_by_the_table(event: PercentRolled, scene: Scene) -> Iterator[Breach]:
    """The chance of a knock-out is that of the punch; who is knocked out is stunned."""
    if event.about == "system shock":
        shock = scene.fighters[event.who].sheet.system_shock
        if event.chance != shock:
            yield "adnd.fumble.system-shock.check", f"{event.who} survives at {event.chance} in a hundred, not {shock}"
        return
    if event.about != "knocked out":
        return
    landed = cause(event, scene)
    if type(landed) is not BareHandsLanded or landed.target != event.who:
        yield KNOCK_OUT, f"{event.who} may be knocked out, and nobody has punched it"
        return
    if event.chance != landed.stuns:
        yield KNOCK_OUT, f"{event.who} is knocked out at {event.chance} in a hundred, and ought to be at {landed.stuns}"
    after = scene.events[scene.seq + 1 : scene.seq + 2]
    begins = any(type(e) is ConditionBegan and e.who == event.who and e.condition == "stunned" for e in after)
    if after and event.happens and not begins and not scene.fighters[event.who].has("stunned"):
        yield KNOCK_OUT, f"{event.who} is knocked out, and not stunned"


@invariant("holds-hurt", RoundClosed, books=ADND)
def holds_hurt(event: RoundClosed, scene: Scene) -> Iterator[Breach]:
    """At the end of a round a hold does 1 point, 2 in its second, and so on."""
    after = scene.events[scene.seq + 1 : scene.seq + 400]
    for me in scene.fighters.values():
        for (name, other), values in me.conditions.items():
            if name != "held" or me.felled or not me.names.isdisjoint({"dead", "gone"}):
                continue
            right = scene.round - values[0] + 1
            hurts = [e for e in after if type(e) is DamageDealt and (e.target, e.source) == (me.id, other)]
            ended = [e for e in after if type(e) is ConditionEnded and (e.who, e.other) == (me.id, other)]
            if hurts and hurts[0].because < scene.seq and hurts[0].amount != right and not hurts[0].dice:
                yield f"{WRESTLE}.damage", f"the hold on {me.id} does {hurts[0].amount} points, and ought to do {right}"
            elif not hurts and not ended and any(type(e) is RoundOpened for e in after):
                yield f"{WRESTLE}.damage", f"the hold on {me.id} does nothing"


# ---- disarms --------------------------------------------------------------------------------------------------------


@invariant("disarms-are-resisted-by-level", DisarmResisted, books=ADND)
def disarms_are_resisted_by_level(event: DisarmResisted, scene: Scene) -> Iterator[Breach]:
    """After a disarm that hits, the victim keeps hold on 15 and more, by the difference of levels."""
    rolled = cause(event, scene)
    if scene.option("disarm_resistance", "on") == "off":
        yield RESISTANCE, f"{event.who} resists a disarm, and nobody plays so"
    if type(rolled) is not AttackMade or rolled.target != event.who or not rolled.hit:
        yield RESISTANCE, f"{event.who} resists a disarm that has not hit it"
        return
    me, victim = scene.fighters[rolled.attacker], scene.fighters[event.who]
    needed = max(2, min(20, 15 + me.sheet.level - victim.sheet.level))
    if event.needed != needed:
        yield RESISTANCE, f"{victim.id} keeps hold on {event.needed}, and ought to on {needed}"
    if [die.sides for die in event.dice] != [20] or event.roll != event.dice[0].value:
        yield RESISTANCE, f"{victim.id} resists with {[tuple(die) for die in event.dice]}"
    if event.held != (event.roll >= event.needed):
        yield RESISTANCE, f"a {event.roll} against {event.needed} {'keeps' if event.held else 'loses'} hold"


@invariant("disarms-have-their-effect", AttackMade, books=ADND)
def disarms_have_their_effect(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A disarm that hits, and is neither stopped nor resisted, strikes its thing away, aside, or out of line."""
    if event.how not in ("disarm", "expert-disarm") or not event.hit or not whole(scene):
        return
    if scene.option("disarm_rule", "seed") == "opposed":
        return
    after = list(followers(scene))
    for later in after:
        if type(later) is AttackMade and later.because == scene.seq and later.how in ("parry", "block") and later.hit:
            return
    resisted = [e for e in after if type(e) is DisarmResisted and e.because == scene.seq]
    if scene.option("disarm_resistance", "on") == "on" and not resisted:
        yield RESISTANCE, f"{event.target} is disarmed, and does not roll to resist"
        return
    if resisted and resisted[0].held:
        return
    kinds = (WeaponStruckAway, WeaponTurned, Snatched, ConditionBegan, ScoreChecked)
    if not any(isinstance(e, kinds) and e.because == scene.seq for e in after):
        target = scene.fighters[event.target]
        if not target.has("shield-out") and target.held:
            yield "adnd.disarm.basic", f"{event.attacker} disarms {event.target}, and nothing comes of it"


@invariant("weapons-are-struck-away-by-right", WeaponStruckAway, books=ADND)
def weapons_are_struck_away_by_right(event: WeaponStruckAway, scene: Scene) -> Iterator[Breach]:
    """
    What was held in one hand flies 2d6 feet; in two, the second time in a round, 1d6; to a chosen place by expertise.
    """
    me = scene.fighters[event.who]
    rolled = cause(event, scene)
    while rolled is not None and type(rolled) is not AttackMade:
        rolled = cause(rolled, scene)
    if event.weapon not in me.held:
        yield FLIGHT, f"{event.weapon} is struck from the hands of {me.id}, which does not hold it"
        return
    if (rolled is None or rolled.target != me.id or rolled.how not in ("disarm", "expert-disarm")) and type(
        cause(event, scene)
    ) not in (DisarmDecided, AttackMade):
        yield FLIGHT, f"{event.weapon} is struck from the hands of {me.id}, and nobody has disarmed it"
        return
    if event.direction < 0:
        ring = scene.terrain.distance(me.square, me.span, event.square, 1)
        if ring > 2:
            yield (
                "adnd.disarm.expert.destination",
                f"{event.weapon} is sent {ring} squares off, and at most 2 are allowed",
            )
        return
    both = me.two_handed(me.weapons[event.weapon])
    sides = [6, 6] if both else [6, 6, 6]
    if [die.sides for die in event.dice] != sides:
        yield FLIGHT, f"{event.weapon} flies by {[die.sides for die in event.dice]}, and ought to by {sides}"
        return
    feet = sum(die.value for die in event.dice[:-1])
    facing = (me.facing + LEGEND[event.dice[-1].value - 1]) % 8
    if (event.feet, event.direction) != (feet, facing):
        yield (
            DIRECTION,
            f"{event.weapon} flies {event.feet} ft to {event.direction}, and the dice say {feet} to {facing}",
        )
    right = fumbles.landing(scene, me, facing, feet)
    if event.square != right:
        yield DIRECTION, f"{event.weapon} lands at {scene.name(event.square)}, and ought to at {scene.name(right)}"
    before = [weapon for _, weapon in me.partial]
    if both and event.weapon not in before:
        yield TWICE, f"{event.weapon} flies from both hands of {me.id} at the first disarm of the round"


@invariant("weapons-in-two-hands-are-turned", WeaponTurned, books=ADND)
def weapons_in_two_hands_are_turned(event: WeaponTurned, scene: Scene) -> Iterator[Breach]:
    """The first disarm of a round only knocks a weapon in two hands out of line."""
    me = scene.fighters[event.who]
    rolled = cause(event, scene)
    weapon = me.weapons.get(event.weapon)
    if weapon is None or event.weapon not in me.held or not me.two_handed(weapon):
        yield "adnd.disarm.two-handed.partial", f"{event.weapon} is knocked out of line, and is not held in two hands"
    if any(name == event.weapon for _, name in me.partial):
        yield TWICE, f"{event.weapon} is knocked out of line a second time in the round, and ought to fly"
    if type(rolled) is AttackMade and (rolled.attacker, rolled.target) != (event.by, event.who):
        yield "adnd.disarm.two-handed.partial", f"{event.by} has not struck at {event.weapon}"


@invariant("size-limits-disarms", AttackMade, books=ADND)
def size_limits_disarms(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """
    A weapon two sizes larger than what strikes at it is not disarmed; nor what grows on one or is tied to the hand.
    """
    root = scene.root()
    order: Any = root.order if type(root) is OrderGiven else None
    if event.how not in ("disarm", "expert-disarm") or not isinstance(order, orders.Attack):
        return
    me, target = scene.fighters[event.attacker], scene.fighters[event.target]
    aimed = target.weapons.get(order.object)
    if aimed is None:
        return
    if aimed.category in ("natural", "unarmed") or aimed.fastened:
        yield "adnd.disarm.basic", f"{aimed.name} cannot be struck from the hands of {target.id}"
    weapon = me.weapons[event.weapon]
    own = SIZES.index("small") if weapon.missiles else SIZES.index(weapon.size)
    if weapon.category in ("natural", "unarmed"):
        own = me.rank
    if SIZES.index(aimed.size) - own > 1:
        yield "adnd.disarm.size-limit", f"{event.weapon} is too small to strike {aimed.name} from a hand"


# ---- grips ----------------------------------------------------------------------------------------------------------


def climbed(score: int, percent: int, steps: int) -> tuple[int, int]:
    """A Strength so many steps off; where there is a percentage, by its brackets."""
    if not percent or not steps:
        return score + steps, percent
    ladder = [(score, least) for least in BRACKETS]
    place = max(i for i, (_, least) in enumerate(ladder) if least <= percent) + steps
    if place < 0:
        return score + place, 0
    if place >= len(ladder):
        return score + place - len(ladder) + 1, 0
    return ladder[place]


@invariant("contests-are-of-strength", StrengthContested, books=ADND)
def contests_are_of_strength(event: StrengthContested, scene: Scene) -> Iterator[Breach]:
    """Each takes a d20 from Strength, changed as a rule says; the greater margin wins."""
    pair = scene.fighters[event.who], scene.fighters[event.other]
    for place, (fighter, parts) in enumerate(zip(pair, (event.parts, event.other_parts), strict=True)):
        own = (event.strength[place], event.exceptional[place])
        if own != (fighter.sheet.strength, fighter.sheet.exceptional):
            yield CONTEST, f"{fighter.id} contests with {own}, and its Strength is {fighter.sheet.strength}"
        right = climbed(*own, sum(part.value for part in parts))
        if (event.score[place], event.percent[place]) != right:
            told = (event.score[place], event.percent[place])
            yield (
                "adnd.grab.person.exceptional-steps",
                f"{fighter.id}'s Strength comes to {told}, and ought to to {right}",
            )
        yield from differ(parts, _changes(event, scene, place), f"the Strength of {fighter.id}")
    if [die.sides for die in event.dice] != [20, 20]:
        yield CONTEST, f"{event.who} and {event.other} contest with {[die.sides for die in event.dice]}"
        return
    margins = [event.score[i] - event.dice[i].value for i in (0, 1)]
    fail = [event.dice[i].value == 20 or margins[i] < 0 for i in (0, 1)]
    if margins[0] != margins[1]:
        right_outcome = "won" if margins[0] > margins[1] else "lost"
    elif event.percent[0] != event.percent[1]:
        right_outcome = "won" if event.percent[0] > event.percent[1] else "lost"
    elif all(fail) and event.about == "object":
        right_outcome = "dropped"
    else:
        right_outcome = "tie"
    if event.outcome != right_outcome:
        yield f"{CONTEST}.winner", f"margins of {margins} are called {event.outcome}, and ought to be {right_outcome}"


def _changes(event: StrengthContested, scene: Scene, place: int) -> Iterator[tuple[int, str]]:
    """What changes a Strength: of whoever grips a person with one hand, by size; what a shape adds."""
    who = (event.who, event.other)[place]
    gripper = event.other if event.about == "escape" else event.who
    if who != gripper:
        return
    me = scene.fighters[gripper]
    victim = scene.fighters[event.other if gripper == event.who else event.who]
    yield victim.sheet.grab_strength, "adnd.grab.monster.shape"
    if event.about == "object":
        return
    yield -3, "adnd.grab.person.strength-penalty"
    if victim.rank < me.rank:
        yield 3, "adnd.grab.person.smaller-target"
    elif victim.rank > me.rank:
        yield -6, "adnd.grab.person.larger-target"


@invariant("things-are-seized-by-hand", ThingSeized, books=ADND)
def things_are_seized_by_hand(event: ThingSeized, scene: Scene) -> Iterator[Breach]:
    """A hand is laid on what its owner holds or carries, by an attack that hits."""
    owner = scene.fighters[event.owner]
    source = cause(event, scene)
    if event.item not in (*owner.held, *owner.items, *owner.gear):
        yield "adnd.grab.object.targets", f"{event.who} seizes {event.item}, which {event.owner} has not"
    while source is not None and type(source) is not AttackMade:
        source = cause(source, scene)
    if source is None or not source.hit or source.how != "grab-object" or source.attacker != event.who:
        yield "adnd.grab.object.attack-roll", f"{event.who} seizes {event.item}, and no roll of its own has hit"


@invariant("things-are-torn-away-by-right", Snatched, books=ADND)
def things_are_torn_away_by_right(event: Snatched, scene: Scene) -> Iterator[Breach]:
    """What changes hands was seized without resistance, or won, or caught."""
    source = cause(event, scene)
    if type(source) is ThingSeized and not source.resisted and source.who == event.who:
        return
    if type(source) is StrengthContested and source.outcome == "won" and source.who == event.who:
        return
    if type(source) is ScoreChecked and source.success and source.who == event.who:
        return
    if type(source) is Answered:
        return
    yield CONTEST, f"{event.who} takes {event.item} from {event.loser}, and has not won it"


# ---- parries --------------------------------------------------------------------------------------------------------


@invariant("parries-are-in-sight", ParryAnnounced, books=ADND)
def parries_are_in_sight(event: ParryAnnounced, scene: Scene) -> Iterator[Breach]:
    """One parries what one notices, and what does not come from behind; for another with a pole arm alone."""
    me, foe = scene.fighters[event.who], scene.fighters[event.attacker]
    rule = "adnd.melee.parry-arc"
    unable = not me.can_act or not me.names.isdisjoint({"held", "surprised"})
    if unable or places.sightless(scene, me) or foe.has("invisible"):
        yield rule, f"{me.id} parries, and is in no state to"
    if places.arc(scene, me, foe) == "rear":
        yield rule, f"{me.id} parries {foe.id}, which is behind it"
    source = cause(event, scene)
    if type(source) is not Answered or source.who != me.id:
        yield "adnd.parry.choice.attacker", f"{me.id} parries, and has not chosen to"
    if event.target != me.id:
        weapon = me.weapons.get(event.weapon)
        if weapon is None or "pole arms" not in weapon.groups:
            yield "adnd.parry.polearm.protect-other", f"{me.id} parries for {event.target} with {event.weapon}"


@invariant("announced-parries-are-rolled", AttackMade, books=ADND)
def announced_parries_are_rolled(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A parry that was announced is rolled when the blow would hit; one that is rolled was announced."""
    if event.how == "parry":
        known = [
            e
            for e in scene.events[max(0, event.because - 12) : event.because]
            if type(e) is ParryAnnounced
            and (e.who, e.attacker, e.weapon) == (event.attacker, event.target, event.weapon)
        ]
        if not known:
            yield "adnd.parry.declare", f"{event.attacker} parries {event.target}, and has not announced it"
        return
    if event.how in ("block", "trap") or not event.dice:
        return
    before = scene.events[max(0, scene.seq - 8) : scene.seq]
    announced = []
    for known in reversed(before):
        if type(known) is AttackMade or type(known) is OrderGiven:
            break
        if type(known) is ParryAnnounced and (known.attacker, known.target) == (event.attacker, event.target):
            announced.append(known)
    if event.hit and announced and whole(scene):
        rolled = [e for e in followers(scene) if type(e) is AttackMade and e.because == scene.seq and e.how == "parry"]
        if not rolled and all(scene.fighters[known.who].can_act for known in announced):
            yield "adnd.parry.roll", f"{announced[0].who} has announced a parry of a blow that hits, and rolls none"


@invariant("launchers-suffer-from-parrying", WeaponWorn, books=ADND)
def launchers_suffer_from_parrying(event: WeaponWorn, scene: Scene) -> Iterator[Breach]:
    """A launcher that has parried loses one of its magic, or without any is ruined."""
    me = scene.fighters[event.who]
    weapon = me.weapons[event.weapon]
    parry = cause(event, scene)
    if type(parry) is not AttackMade or parry.how != "parry" or not parry.hit or parry.attacker != me.id:
        yield "adnd.parry.missile-weapon.nonmagical.ruined", f"{event.weapon} wears out, and has parried nothing"
    if (event.plus, event.ruined) != ((weapon.plus - 1, False) if weapon.plus else (0, True)):
        yield "adnd.parry.missile-weapon.magical.loses-plus", f"{event.weapon} of +{weapon.plus} comes to +{event.plus}"


# ---- checks ---------------------------------------------------------------------------------------------------------


@invariant("scores-are-those-of-the-sheet", ScoreChecked, books=ADND)
def scores_are_those_of_the_sheet(event: ScoreChecked, scene: Scene) -> Iterator[Breach]:
    """A check is against the score of the sheet and what changes it, with one d20."""
    me = scene.fighters[event.who]
    if [die.sides for die in event.dice] != [20] or event.total != event.dice[0].value:
        yield ABILITY, f"{me.id} checks with {[tuple(die) for die in event.dice]}, and that is said to be {event.total}"
        return
    base = event.score - sum(part.value for part in event.parts)
    known = {"dexterity": me.sheet.dexterity, "riding": me.sheet.wisdom + 3, "strength": me.sheet.strength}
    if event.check == "strength" and me.sheet.group == "creature" and me.sheet.strength == SIZE[me.sheet.size].strength:
        known["strength"] = 7 * (me.rank + 1) // 2 + me.sheet.hit_dice
        if base in (me.sheet.strength, known["strength"]):
            return
    if event.check in known and base != known[event.check]:
        yield ABILITY, f"{me.id}'s {event.check} is {known[event.check]}, and it checks {base}"
    if "adnd.shield-rush.balance-check" in event.cites:
        yield from differ(event.parts, _balance(event, scene, me), f"the balance of {me.id}")
    elif "adnd.shield-rush.miss.dexterity-check" in event.cites:
        handbook = scene.option("shield_rush", "seed") == "handbook"
        right = [(-6, "adnd.variant.shield-rush.handbook-miss")] if handbook else []
        yield from differ(event.parts, right, f"the balance of {me.id}")


def _balance(event: ScoreChecked, scene: Scene, me: Fighter) -> Iterator[tuple[int, str]]:
    """What helps whoever is rushed to stay on its feet."""
    rolled: Any = cause(event, scene)
    if type(rolled) is not AttackMade:
        return
    rusher = scene.fighters[rolled.attacker]
    rule = "adnd.shield-rush.balance-check."
    if not me.halves or me.shifted or _comes(scene, me, rusher):
        yield 3, rule + "facing-or-still"
    if any(part.rule == "adnd.melee.rear" for part in rolled.parts):
        yield -3, rule + "from-behind"
    if not me.names.isdisjoint(HELPLESS | {"surprised", "blinded"}) or rusher.has("invisible"):
        yield -3, rule + "unaware"
    if me.sheet.legs >= 4:
        yield 2, rule + "four-legs"
    yield 4 * (me.rank - rusher.rank), rule + "size"
    yield scores.strength(me.sheet)[0] - scores.strength(rusher.sheet)[0], rule + "strength"


def _comes(scene: Scene, me: Fighter, rusher: Fighter) -> bool:
    """Did its last step of the round bring it nearer to whoever rushes it?"""
    from sim.events.movement import Moved

    for event in reversed(scene.events[scene.began : scene.seq]):
        if type(event) is Moved and event.who == me.id and len(event.path) > 1:
            terrain = scene.terrain
            before, after = event.path[-2:]
            here = terrain.distance(before, me.span, rusher.square, rusher.span)
            return terrain.distance(after, me.span, rusher.square, rusher.span) < here
    return True


@invariant("things-outlast-blows-by-their-material", ItemSaveRolled, books=ADND)
def things_outlast_blows_by_their_material(event: ItemSaveRolled, scene: Scene) -> Iterator[Breach]:
    """A d20 of at least the figure of its material, less its magic; what fails breaks."""
    owner = scene.fighters[event.owner]
    weapon = owner.weapons.get(event.item)
    shield = owner.sheet.shield
    gear = next((thing for thing in owner.sheet.gear if thing.name == event.item), None)
    rule = event.cites[0] if event.cites else "adnd.called-shot.held-object"
    if [die.sides for die in event.dice] != [20] or event.roll != event.dice[0].value:
        yield rule, f"{event.item} is saved with {[tuple(die) for die in event.dice]}, as {event.roll}"
    if event.success != (event.roll >= event.needed):
        yield (
            rule,
            f"a {event.roll} against {event.needed} {'saves' if event.success else 'does not save'} {event.item}",
        )
    thing: Any = shield if shield is not None and shield.name == event.item else weapon or gear
    if thing is None:
        yield rule, f"{event.owner} has no {event.item}"
        return
    needed = ITEM_SAVES[thing.material] - getattr(thing, "plus", 0)
    if event.needed != needed:
        yield rule, f"{event.item} outlasts a blow on {event.needed}, and ought to on {needed}"
    after = scene.events[scene.seq + 1 : scene.seq + 3]
    ends = [e for e in after if type(e) is ItemBroken or type(e).__name__ == "ShieldRuined"]
    if event.success and any(type(e) is ItemBroken and e.item == event.item for e in ends):
        yield rule, f"{event.item} outlasts the blow, and breaks"
    hurled = rule == "adnd.variant.fumble.short-table"
    if len(after) == 2 and not event.success and not ends and not hurled:
        yield rule, f"{event.item} does not outlast the blow, and is whole"


@invariant("pins-last-three-rounds", Pinned, books=ADND)
def pins_last_three_rounds(event: Pinned, scene: Scene) -> Iterator[Breach]:
    """Pinned by the clothes to the end of the third round after, by an attack that hit."""
    source: Any = cause(event, scene)
    while source is not None and type(source) is not AttackMade:
        source = cause(source, scene)
    if source is None or not source.hit or source.how != "pin" or source.target != event.who:
        yield "adnd.called-shot.pin.surface", f"{event.who} is pinned, and no called shot has hit it"
    if event.until != scene.round + 3:
        yield (
            "adnd.called-shot.pin.auto-release",
            f"{event.who} is pinned to round {event.until} in round {scene.round}",
        )


@invariant("pins-do-not-outlast-their-term", RoundOpened, books=ADND)
def pins_do_not_outlast_their_term(event: RoundOpened, scene: Scene) -> Iterator[Breach]:
    """Whoever has not freed himself is free after three rounds; grips end with one of the two."""
    for me in scene.fighters.values():
        if not me.names.isdisjoint({"dead", "gone"}):
            continue
        for (name, other), values in me.conditions.items():
            if name == "pinned" and values[0] and values[0] < scene.round:
                yield "adnd.called-shot.pin.auto-release", f"{me.id} is still pinned by {other}"
            if name in ("held", "grabbed") and not scene.fighters[other].can_act:
                yield "adnd.unarmed.wrestle.hold-break", f"{other} is out of its senses, and still holds {me.id}"


__all__ = ["Dropped", "climbed"]
