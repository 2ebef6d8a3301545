"""Natural 1s: what they cost, when they are critical fumbles, and what the table makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import damage, missiles, places, scores
from sim.audit.adnd.fold import LOW, Fighter, Scene
from sim.audit.adnd.rolls import Blow, differ
from sim.audit.claims import Breach, invariant
from sim.events.adnd import (
    AttackMade,
    AttacksLost,
    GroupCalled,
    PercentRolled,
    RoundClosed,
    RoundOpened,
    ScoreChecked,
)
from sim.events.adnd_fumbles import Fumbled, FumbleTested, WeaponFlew
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import FightEnded
from sim.tables.adnd_sheet import SIZES, Weapon

ADND = ("adnd",)
NEXT = "adnd.fumble.natural-1.lose-next-attack"
INITIATIVE = "adnd.fumble.natural-1.lose-initiative"
CHECK = "adnd.fumble.optional.check"
MINIMUM = "adnd.fumble.optional.minimum-chance"
TABLE = "adnd.fumble.table.roll"
LANDING = "adnd.fumble.drop.landing-square"
DIRECTION = "adnd.fumble.note.4.direction"
HALF = "adnd.fumble.half-damage"


def _until_somebody_else(scene: Scene) -> Iterator[tuple[int, Any]]:
    """What follows before anybody else's moment."""
    for seq in range(scene.seq + 1, min(len(scene.events), scene.seq + 160)):
        event = scene.events[seq]
        if type(event) in (GroupCalled, RoundClosed, RoundOpened, FightEnded):
            return
        yield seq, event


def _cut(scene: Scene) -> bool:
    """Does the log end before anybody else's moment comes?"""
    return len(scene.events) < scene.seq + 160 and not any(
        type(e) in (GroupCalled, RoundClosed, RoundOpened, FightEnded) for e in scene.events[scene.seq + 1 :]
    )


@invariant("a-natural-1-costs-something", AttackMade, books=ADND)
def a_natural_1_costs_something(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """A 1 costs the next attack of the round, or without one the next initiative; and it may be a critical fumble."""
    if event.roll != 1 or _cut(scene):
        return
    me = scene.fighters[event.attacker]
    after = [(seq, e) for seq, e in _until_somebody_else(scene) if e.because == scene.seq]
    lost = [e for _, e in after if type(e) is AttacksLost and e.who == me.id and NEXT in e.cites]
    late = [e for _, e in after if type(e) is ConditionBegan and e.who == me.id and e.condition == "late"]
    if not lost and not late and not me.has("late"):
        yield NEXT, f"{me.id} rolls a natural 1, and loses neither an attack nor initiative"
    option = scene.option("fumble", "percent")
    tests = [e for _, e in after if isinstance(e, PercentRolled | FumbleTested | Fumbled) and e.who == me.id]
    tests = [e for e in tests if not isinstance(e, PercentRolled) or e.about == "fumble"]
    if option == "off" and tests:
        yield "adnd.fumble.optional.enabled", f"{me.id} rolls for a fumble, and nobody plays with them"
    elif option != "off" and not tests:
        yield "adnd.fumble.optional.enabled", f"{me.id} rolls a natural 1, and does not roll for a fumble"


@invariant("only-a-1-is-fumbled", FumbleTested, Fumbled, PercentRolled, AttacksLost, books=ADND)
def only_a_1_is_fumbled(event: Any, scene: Scene) -> Iterator[Breach]:
    """What a natural 1 brings comes of one."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if isinstance(event, AttacksLost):
        if NEXT not in event.cites or type(source) is Fumbled:
            return
        if type(source) is not AttackMade or source.roll != 1 or source.attacker != event.who:
            yield NEXT, f"{event.who} loses an attack for a natural 1 that it has not rolled"
        return
    if isinstance(event, PercentRolled) and event.about != "fumble":
        return
    if isinstance(event, Fumbled) and isinstance(source, PercentRolled | FumbleTested):
        happens = source.happens if isinstance(source, PercentRolled) else source.fumbles
        if not happens or source.who != event.who:
            yield TABLE, f"{event.who} fumbles, and its check says otherwise"
        return
    if type(source) is not AttackMade or source.roll != 1 or source.attacker != event.who:
        yield CHECK, f"{event.who} rolls for a fumble, and has rolled no natural 1"


@invariant("fumble-checks-add-up", PercentRolled, FumbleTested, books=ADND)
def fumble_checks_add_up(event: Any, scene: Scene) -> Iterator[Breach]:
    """The chance is the number needed less one, at least 5; the options have their own."""
    me = scene.fighters[event.who]
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if isinstance(event, PercentRolled):
        yield from _percent(event)
        if event.about == "fumble" and type(source) is AttackMade:
            right = _chance(scene, me, source)
            if event.chance != right:
                yield MINIMUM, f"{me.id} fumbles at {event.chance} in a hundred, and ought to at {right}"
        happened = list(scene.events[scene.seq + 1 : scene.seq + 2])
        if event.about == "fumble" and happened and event.happens != (type(happened[0]) is Fumbled):
            yield TABLE, f"{me.id} {'fumbles' if event.happens else 'does not fumble'}, and the table is read otherwise"
        return
    yield from _tested(event, scene, me, source)


def _percent(event: PercentRolled) -> Iterator[Breach]:
    """Percentile dice: it happens at the chance or less."""
    rule = event.cites[0] if event.cites else CHECK
    if [die.sides for die in event.dice] != [100] or event.roll != event.dice[0].value:
        yield rule, f"{event.who} rolls {[tuple(die) for die in event.dice]}, and that is said to be {event.roll}"
    if event.happens != (event.roll <= event.chance):
        yield rule, f"a {event.roll} at {event.chance} in a hundred {'happens' if event.happens else 'does not happen'}"


def _chance(scene: Scene, me: Fighter, rolled: AttackMade) -> int:
    """Percent of a critical fumble after this natural 1."""
    option = scene.option("fumble", "percent")
    defence = scores.dexterity(me.sheet)[2]
    if option == "flat-percent":
        return 10 + (max(0, defence) if me.has("lightly-stunned") else defence)
    if option == "by-skill":
        return max(0, 100 - 5 * me.sheet.level)
    return min(100, max(5, rolled.needed - 1))


def _tested(event: FumbleTested, scene: Scene, me: Fighter, source: Any) -> Iterator[Breach]:
    """The second roll, or the check of Dexterity, of the options."""
    rule = event.cites[0] if event.cites else CHECK
    if [die.sides for die in event.dice] != [20]:
        yield rule, f"{me.id} is tested with {[die.sides for die in event.dice]} sides"
        return
    natural = event.dice[0].value
    if event.total != natural + sum(part.value for part in event.parts):
        yield rule, f"{me.id}'s test comes to {event.total}, and the die shows {natural}"
    if scene.option("fumble", "percent") == "second-roll":
        needed, fumbles = getattr(source, "needed", 0), natural == 1 or (natural < event.needed and natural != 20)
    else:
        needed, fumbles = 12 + 2 * (me.swings - 1), event.total < event.needed
        reaction = scores.dexterity(me.sheet)[0]
        reaction = min(0, reaction) if me.has("lightly-stunned") else reaction
        yield from differ(event.parts, [(reaction, "adnd.variant.fumble.dexterity")], f"the test of {me.id}")
    if event.needed != needed:
        yield rule, f"{me.id} needs {event.needed} not to fumble, and ought to need {needed}"
    if event.fumbles != fumbles:
        yield rule, f"a {event.total} against {event.needed} {'is' if event.fumbles else 'is not'} a fumble"


# ---- the table ------------------------------------------------------------------------------------------------------


def band(roll: int) -> str:
    """The band of the table in which a d100 falls."""
    lowest = (1, 25, 39, 41, 50, 52, 57, 62, 64, 66, 67, 70, 74, 76, 78, 81, 83, 87, 89, 92, 94, 96, 98, 99, 100)
    return str(max(first for first in lowest if first <= roll))


def _any(condition: str, value: int | None = None, rounds: tuple[int, int] | None = None) -> Any:
    """A condition begins, of this size, for a term of these dice."""

    def holds(event: Any, me: Fighter) -> bool:
        if type(event) is not ConditionBegan or event.who != me.id or event.condition != condition:
            return False
        if value is not None and event.value != value:
            return False
        if rounds is not None and rounds != (1, 1):
            return [die.sides for die in event.dice] == [rounds[1]] * rounds[0] or not event.dice
        return True

    return holds


def _flies(event: Any, me: Fighter) -> bool:
    return type(event) is WeaponFlew and event.who == me.id


def _hurts(event: Any, me: Fighter) -> bool:
    return type(event) is DamageDealt and event.source == me.id


def _rolls(about: str) -> Any:
    return lambda event, me: type(event) is PercentRolled and event.about == about


def _loses(event: Any, me: Fighter) -> bool:
    return type(event) is AttacksLost or (type(event) is ConditionBegan and event.condition == "late")


BANDS: dict[str, tuple[Any, ...]] = {
    "1": (_any("kneeling", 2),),
    "25": (_any("prone", 1),),
    "39": (_any("damaged-armor", 39),),
    "41": (_flies,),
    "50": (_any("damaged-armor", 50),),
    "52": (_any("loose-shield"), _flies),
    "57": (_any("kneeling", 1), _flies),
    "62": (_any("fouled"),),
    "64": (_any("lightly-stunned"),),
    "66": (_flies,),
    "67": (_hurts,),
    "70": (_hurts,),
    "74": (_any("lightly-stunned", None, (1, 4)),),
    "76": (_hurts,),
    "78": (_hurts,),
    "81": (_any("stunned", None, (1, 4)),),
    "83": (_rolls("breaking"),),
    "87": (_any("sitting", 1), _any("stunned", None, (1, 6))),
    "89": (_any("sprained"),),
    "92": (_any("twisted-wrist"),),
    "94": (_any("dislocated-shoulder"),),
    "96": (_any("dislocated-hip"),),
    "98": (_any("stunned", None, (2, 4)), _rolls("system shock")),
    "99": (_any("stunned", None, (2, 6)), _rolls("system shock")),
    "100": (_rolls("system shock"),),
}
"""What each band may bring."""

INSTEAD = frozenset(
    {"39", "41", "50", "52", "57", "62", "64", "66", "74", "81", "83", "87", "89", "92", "94", "96", "98", "99", "100"}
)
"""Bands in the place of which half the damage comes home, where they cannot apply."""


@invariant("fumbles-do-what-the-table-says", Fumbled, books=ADND)
def fumbles_do_what_the_table_says(event: Fumbled, scene: Scene) -> Iterator[Breach]:
    """A critical fumble brings what its band says, or what takes its place; nothing else."""
    me = scene.fighters[event.who]
    short = scene.option("fumble", "percent") == "short-table"
    sides = 10 if short else 100
    if [die.sides for die in event.dice] != [sides] or event.roll != event.dice[0].value:
        yield TABLE, f"{me.id} reads the table with {[tuple(die) for die in event.dice]}, as {event.roll}"
        return
    if short or _cut(scene):
        return
    place = band(event.roll)
    came = [e for _, e in _until_somebody_else(scene) if e.because == scene.seq]
    wanted = BANDS[place]
    if any(any(holds(e, me) for e in came) for holds in wanted):
        if (
            place == "57"
            and not any(_flies(e, me) or _hurts(e, me) or _any("fouled")(e, me) for e in came)
            and scene.events[scene.seq + 1 : scene.seq + 2]
        ):
            held = [name for name in me.held if name in me.weapons]
            if held:
                yield f"adnd.fumble.table.{_name(place)}", f"{me.id} kneels, and its weapon does not slip away"
        return
    if place in INSTEAD and any(_hurts(e, me) for e in came):
        return
    if any(_loses(e, me) for e in came) or _known(me, place) or _fallback(scene, me, came):
        return
    if place in ("1", "25") and me.has("late") and _steady(scene, me):
        return
    yield f"adnd.fumble.table.{_name(place)}", f"{me.id} fumbles with {event.roll}, and nothing of the kind comes of it"


def _name(place: str) -> str:
    """The band as the catalogue names it."""
    names = (
        "01-24 25-38 39-40 41-49 50-51 52-56 57-61 62-63 64-65 66 67-69 70-73 74-75 76-77 78-80 "
        "81-82 83-86 87-88 89-91 92-93 94-95 96-97 98 99 00"
    )
    return names.split()[list(BANDS).index(place)]


def _known(me: Fighter, place: str) -> bool:
    """Is it in the state that the band brings already, or a worse one?"""
    state = {
        "1": "kneeling", "25": "prone", "52": "loose-shield", "57": "kneeling", "89": "sprained",
        "92": "twisted-wrist", "94": "dislocated-shoulder", "96": "dislocated-hip",
    }.get(place, "")  # fmt: skip
    if state in LOW:
        return bool(me.position) and LOW.index(me.position) >= LOW.index(state)
    return bool(state) and me.has(state)


def _steady(scene: Scene, me: Fighter) -> bool:
    """Does it never stumble, but lose its next attack or initiative: without legs, huge on four, flying, swimming?"""
    afloat = bool(me.sheet.swim) and any(scene.terrain.symbol[square] == "~" for square in scene.squares(me))
    return not me.sheet.legs or bool(me.altitude) or afloat or (me.sheet.legs >= 4 and me.rank >= SIZES.index("huge"))


def _fallback(scene: Scene, me: Fighter, came: list[Any]) -> bool:
    """Riders may keep their seat; a weapon that has left the hand already stays where it is; what is tied dangles."""
    if me.mount:
        return True
    if any(_any("fouled")(e, me) for e in came):
        return True
    blow = _blow_of(scene)
    if blow is None:
        return True
    return not blow.melee or (blow.event.weapon not in me.held and blow.weapon.category in ("melee", "ranged"))


def _blow_of(scene: Scene) -> Blow | None:
    """The blow that was fumbled."""
    event: Any = scene.events[scene.seq]
    while type(event) is not AttackMade:
        if event.because < 0:
            return None
        because = event.because
        event = scene.events[because]
    known: dict[int, Blow] = scene.notes.get("blows", {})
    return known.get(because)


@invariant("weapons-fly-where-the-dice-say", WeaponFlew, books=ADND)
def weapons_fly_where_the_dice_say(event: WeaponFlew, scene: Scene) -> Iterator[Breach]:
    """A d8 for the direction from where the fumbler faces, 2d6 feet: half a square and more is a square."""
    me = scene.fighters[event.who]
    if not event.hurled and event.weapon not in me.held:
        yield LANDING, f"{event.weapon} flies from the hand of {me.id}, which does not hold it"
    if not event.dice:
        if event.feet:
            yield LANDING, f"{event.weapon} flies {event.feet} feet without a die"
        return
    if [die.sides for die in event.dice] != [6, 6, 8]:
        yield DIRECTION, f"{event.weapon} flies by {[die.sides for die in event.dice]}"
        return
    feet = event.dice[0].value + event.dice[1].value
    facing = (me.facing + event.dice[2].value - 1) % 8
    if (event.feet, event.direction) != (feet, facing):
        yield (
            DIRECTION,
            f"{event.weapon} flies {event.feet} ft to {event.direction}, and the dice say {feet} to {facing}",
        )
    right = landing(scene, me, facing, feet)
    if event.square != right:
        yield LANDING, f"{event.weapon} lands at {scene.name(event.square)}, and ought to at {scene.name(right)}"


def landing(scene: Scene, me: Fighter, facing: int, feet: int) -> int:
    """The square so many feet off in a direction, five to a square, halves rounded up; walls stop it."""
    terrain = scene.terrain
    east, south = places.AHEAD[facing]
    here = me.square + me.span // 2 * (terrain.stride + 1)
    for _ in range((feet * 2 + 5) // 10):
        there = here + south * terrain.stride + east
        if there not in terrain.symbol or there in terrain.solid or not terrain.effect(here, 1, there, 1):
            break
        here = there
    return here


@invariant("what-comes-home-is-its-own-damage", DamageDealt, books=ADND)
def what_comes_home_is_its_own_damage(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """The damage of a fumble is that of the attack that was being made, or half of it, at least 1."""
    source = scene.events[event.because] if 0 <= event.because < scene.seq else None
    if type(source) is not Fumbled or HALF not in event.cites:
        return
    me, victim = scene.fighters[source.who], scene.fighters[event.target]
    if event.source != me.id or (victim is not me and victim.side != me.side):
        yield HALF, f"{event.target} is hurt by the fumble of {source.who}"
    place = band(source.roll)
    if victim is not me and place not in ("70", "78"):
        yield HALF, f"{victim.id} is hurt by a fumble that hurts nobody but its own"
    whole = place in ("76", "78")
    scene.seq, now = event.because, scene.seq
    blow = _blow_of(scene)
    scene.seq = now
    if blow is None:
        return
    weapon: Weapon = blow.weapon
    if blow.parry and blow.shielding:
        return
    texts = {weapon.damage, weapon.large, *(m.damage for m in weapon.missiles), *(m.large for m in weapon.missiles)}
    if weapon.grip is not None:
        texts |= {weapon.grip.damage, weapon.grip.large}
    rolled = [die.sides for die in event.dice]
    fitting = [damage.numbers(text) for text in sorted(texts) if text]
    fitting = [found for found in fitting if rolled == [found[1]] * found[0]]
    if not fitting:
        yield HALF, f"{event.target} is hurt by {rolled}, and {weapon.name} does {', '.join(sorted(texts))}"
        return
    bonus = sum(part.value for part in event.parts)
    amounts = set()
    for _, _, more in fitting:
        for times in (1, 2):
            total = max(1, (sum(die.value for die in event.dice) + more) * times + bonus)
            total = total if whole else max(1, total // 2)
            amounts |= {total, total // 2} if set(weapon.kinds) & set(victim.sheet.lightly) else {total}
            if victim.sheet.plus_needed > weapon.plus:
                amounts.add(0)
    if event.nonlethal:
        yield HALF, f"{event.target} takes temporary damage of a fumble of its own weapon"
    if event.amount not in amounts:
        yield HALF, f"{event.target} takes {event.amount} points of a fumble, and ought to take {sorted(amounts)}"


@invariant("checks-after-fumbles", ScoreChecked, books=ADND)
def checks_after_fumbles(event: ScoreChecked, scene: Scene) -> Iterator[Breach]:
    """Of the short table the Dexterity check is against the bare score."""
    if "adnd.variant.fumble.short-table" not in event.cites:
        return
    me = scene.fighters[event.who]
    if event.score != me.sheet.dexterity or event.parts:
        yield (
            "adnd.variant.fumble.short-table",
            f"{me.id} checks {event.score}, and its Dexterity is {me.sheet.dexterity}",
        )


__all__ = ["landing", "missiles"]
