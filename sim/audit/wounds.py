"""Hit points, and what follows from them: disabled, dying, dead, staggered, unconscious; healing; riders of hits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit import aftermath, effects
from sim.audit.claims import Breach, invariant
from sim.audit.fold import BEGINNINGS, ORDERED, Beginning, Fighter, Scene
from sim.dice.notation import parse
from sim.events import orders
from sim.events.aftermath import AftermathEnded, HourPassed, RoundPassed, TimePassed
from sim.events.attacks import (
    AbilityDamaged,
    BlowDelivered,
    CheckRolled,
    DamageDealt,
    Healed,
    HitPointsLost,
    SaveRolled,
)
from sim.events.boons import BoonsEnded
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import FightEnded, OrderGiven, RefereeRuled, RefereeSet, RoundBegan, TurnBegan
from sim.events.timing import InitiativeChanged
from sim.tables.sheet import Weapon

STABILISE = "d20.dying.stabilise"
BLEED = "d20.wounds.dying.bleed"
STRAIN = "d20.wounds.disabled.standard-cost"
MASSIVE = "d20.wounds.massive-damage"
COUP = "d20.coup-de-grace.fort"
FEROCITY = "d20.ferocity.fights-on"
FEROCIOUS_BLEEDS = "d20.ferocity.bleeds"
RAGE_POINTS = "d20.rage.hit-points"
STATES = ("dead", "dying", "stable", "disabled")

SETTLED = (OrderGiven, TurnBegan, RoundBegan, FightEnded, TimePassed, RoundPassed, HourPassed, AftermathEnded)
"""Kinds of event before which everything that an order has begun has come to its end."""

CHANGING = (
    DamageDealt,
    HitPointsLost,
    Healed,
    AbilityDamaged,
    ConditionBegan,
    ConditionEnded,
    RefereeSet,
)


@invariant("what-is-due-comes", *SETTLED)
def what_is_due_comes(event: Any, scene: Scene) -> Iterator[Breach]:
    """Before the next order or turn, everything that rules asked for has happened."""
    if scene.debts:
        debts = list(scene.debts.values())
        scene.debts.clear()
        for since, name, rule, what in debts:
            what = what if isinstance(what, str) else what()
            yield rule, f"{what} (owed by {name} since event {since})"


# ---- the state of the wounded ---------------------------------------------------------------------------------


@invariant("wounds-tell", *CHANGING)
def somebody_changes(event: Any, scene: Scene) -> tuple[()]:
    """Keeps whose state has to be looked at."""
    who = getattr(event, "target", None) or event.who
    scene.notes.setdefault("changed", {})[who] = scene.seq
    if type(event) in (DamageDealt, RefereeSet):
        scene.notes.get("ruled", {}).pop(who, None)
    return ()


@invariant("wounds-tell", RefereeRuled)
def the_referee_knows_better(event: RefereeRuled, scene: Scene) -> tuple[()]:
    """A condition that the referee begins or ends stands as he ruled, until blows or hit points change it."""
    scene.notes.setdefault("ruled", {})[event.who] = scene.seq
    return ()


@invariant("wounds-tell", *SETTLED)
def wounds_tell(event: Any, scene: Scene) -> Iterator[Breach]:
    """A creature is disabled, dying, dead, staggered or unconscious just when its totals say so."""
    changed: dict[str, int] = scene.notes.get("changed", {})
    for who in changed:
        fighter = scene.fighters[who]
        if who not in scene.notes.get("ruled", ()):
            yield from _state(fighter, scene)
            yield from _stun(fighter)
    changed.clear()


def _state(me: Fighter, scene: Scene) -> Iterator[Breach]:
    points = me.hit_points
    slain = me.id in scene.notes.get("slain", ())
    if points > 0 and not me.names and not slain:
        return
    there = [state for state in STATES if state in me.names]
    if me.names & {"gone", "surrendered"} and "dead" not in there and not there:
        return
    if slain:
        right: tuple[str, ...] = ("dead",)
    elif not me.living:
        right = ("dead",) if points <= 0 else ()
    elif points <= -10:
        right = ("dead",)
    elif me.sheet.ferocity:
        right = ()
        if (points < 0) != ("ferocious" in me.names):
            said = "" if "ferocious" in me.names else "not "
            yield FEROCITY, f"{me.id} has {points} hit points, and is {said}ferocious"
    elif points < 0:
        right = ("disabled",) if me.id in scene.notes.get("awake", ()) else ("dying", "stable")
    else:
        right = ("disabled",) if points == 0 else ()
    rule = {"dead": "d20.wounds.dead", "dying": "d20.wounds.dying", "disabled": "d20.wounds.disabled"}.get(
        right[0] if right else "", "d20.wounds.normal"
    )
    if right == ("dead",):
        if "dead" not in there:
            yield rule, f"{me.id} has {points} hit points, and is not dead"
    elif "dead" in there:
        yield rule, f"{me.id} is dead with {points} hit points"
    elif len(there) != (1 if right else 0) or not set(there) <= set(right):
        said, ought = " and ".join(there) or "none of these", " or ".join(right) or "none of these"
        yield rule, f"{me.id} has {points} hit points, and is {said}; it ought to be {ought}"
    down = me.names & {"dead", "dying", "stable", "unconscious"}
    if down:
        state = " and ".join(sorted(down))
        if me.grapplers:
            yield "d20.helpless.definition", f"{me.id} is {state}, and grapples {', '.join(me.grapplers)}"
        if "dead" not in down and "prone" not in me.names and not me.mount:
            yield "d20.helpless.definition", f"{me.id} is {state}, and stands"


def _stun(me: Fighter) -> Iterator[Breach]:
    if not me.names.isdisjoint({"dead", "dying", "stable"}):
        return
    total, points = me.nonlethal, me.hit_points
    sheet = me.sheet
    mindless = any(me.damage_to) and any(
        me.damage_by(ability) and me.damage_by(ability) >= score
        for ability, score in (
            ("intelligence", sheet.intelligence or 0),
            ("wisdom", sheet.wisdom),
            ("charisma", sheet.charisma),
        )
    )
    out = (total > points and total > 0) or mindless
    unconscious = me.tied("unconscious", "")
    if unconscious != out:
        said = "" if unconscious else "not "
        yield "d20.nonlethal.unconscious", f"{me.id} with {points} hit points, {total} nonlethal, is {said}unconscious"
    staggered = total == points and total > 0
    if ("staggered" in me.names) != staggered and not out:
        said = "" if "staggered" in me.names else "not "
        yield "d20.nonlethal.staggered", f"{me.id} with {points} hit points, {total} nonlethal, is {said}staggered"


# ---- deaths that no total explains ----------------------------------------------------------------------------


@invariant("deaths-have-a-cause", SaveRolled, after=True)
def saves_kill(event: SaveRolled, scene: Scene) -> Iterator[Breach]:
    """A failed save against massive damage or a coup de grace kills; what it is against is what was dealt."""
    cause = scene.events[event.because]
    if MASSIVE in event.cites or COUP in event.cites:
        rule = MASSIVE if MASSIVE in event.cites else COUP
        if not scene.pay((rule, event.who)):
            yield rule, f"{event.who} saves against {event.against}, and need not"
        elif rule == MASSIVE and (event.dc != 15 or event.save != "fortitude"):
            yield rule, f"{event.who} saves against {event.dc}, and massive damage is 15"
        elif rule == COUP:
            dealt = scene.notes.get(("coup", event.because), 0)
            if event.dc != 10 + dealt:
                yield rule, f"{event.who} saves against {event.dc} after {dealt} damage, and it is 10 more than that"
        if not event.success:
            spared = rule == COUP and scene.options.get("nonlethal-coup-de-grace") == "raises"
            if not spared or not scene.notes.get(("coup stuns", event.because)):
                scene.notes.setdefault("slain", set()).add(event.who)
                scene.notes.setdefault("changed", {})[event.who] = scene.seq
    elif type(cause) is DamageDealt:
        yield from _rider_save(event, scene)


@invariant("massive-damage-is-saved-against", DamageDealt, after=True)
def massive_damage_is_saved_against(event: DamageDealt, scene: Scene) -> tuple[()]:
    """50 points at once, or a coup de grace survived, call for a Fortitude save."""
    me = scene.fighters[event.target]
    if event.amount >= 50 and not event.nonlethal and me.living and me.hit_points > -10 and "dead" not in me.names:
        scene.owe((MASSIVE, me.id), "massive-damage-is-saved-against", MASSIVE, f"{me.id} makes no save")
    if type(scene.events[event.because]) is BlowDelivered and event.amount:
        scene.notes["coup", event.because] = scene.notes.get(("coup", event.because), 0) + event.amount
        scene.notes["coup stuns", event.because] = event.nonlethal
        if me.hit_points > -10 and me.living:
            scene.owe((COUP, me.id), "massive-damage-is-saved-against", COUP, f"{me.id} makes no save or dies")
    return ()


@invariant("deaths-have-a-cause", ConditionBegan, about=("dead",))
def death_ends_all_saves(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """The dead save no more; Constitution 0 kills."""
    me = scene.fighters[event.who]
    scene.pay((MASSIVE, me.id))
    scene.pay((COUP, me.id))
    constitution = me.sheet.constitution
    if constitution is not None and me.damage_by("constitution") >= constitution:
        scene.notes.setdefault("slain", set()).add(me.id)
    return ()


# ---- riders ---------------------------------------------------------------------------------------------------


def _exempt(me: Fighter, other: Fighter, weapon: Weapon) -> bool:
    return "elf" in me.sheet.subtypes and other.sheet.type == "undead"


@invariant("hits-bring-their-riders", DamageDealt, after=True)
def hits_bring_their_riders(event: DamageDealt, scene: Scene) -> tuple[()]:
    """An injury by a poisonous or paralysing attack calls for its save, an ability drain for its dice."""
    weapon: Weapon | None = scene.notes.get(("weapon", scene.seq))
    if weapon is None or not event.amount:
        return ()
    scene.notes["injury"] = scene.seq
    me, other = scene.fighters[event.target], scene.fighters[event.source]
    name = "hits-bring-their-riders"
    if weapon.poison is not None and "poison" not in me.immune:
        scene.owe(("poison", scene.seq), name, "d20.poison.initial", f"{me.id} makes no save against poison")
    if weapon.paralysis_dc and "paralysis" not in me.immune and not _exempt(me, other, weapon):
        scene.owe(("paralysis", scene.seq), name, "d20.paralysis.touch", f"{me.id} makes no save against paralysis")
    drain = weapon.ability_damage
    if drain is not None and "ability-damage" not in me.immune and me.score(drain[0]) is not None:
        scene.owe(("drain", scene.seq), name, "d20.ability-damage.score", f"{me.id} loses no {drain[0]}")
    return ()


@invariant("hits-bring-their-riders", ConditionBegan, after=True, about=("dead",))
def the_dead_feel_nothing(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """Who dies of the injury itself has no more to fear from it."""
    injury = scene.notes.get("injury")
    if injury is not None and scene.events[injury].target == event.who:
        for name in ("poison", "paralysis", "drain"):
            scene.pay((name, injury))
    return ()


@invariant("hits-bring-their-riders", SaveRolled, after=True)
def who_fails_is_paralyzed(event: SaveRolled, scene: Scene) -> tuple[()]:
    """A failed save against a paralysing touch paralyses."""
    if event.against == "paralysis" and not event.success:
        what = f"{event.who} has failed to save against paralysis, and is not paralyzed"
        scene.owe(("numb", event.who), "hits-bring-their-riders", "d20.paralysis.touch", what)
    return ()


@invariant("hits-bring-their-riders", ConditionBegan, about=("paralyzed", "dead"))
def it_is_numb(event: ConditionBegan, scene: Scene) -> tuple[()]:
    """It is, or feels no more."""
    scene.pay(("numb", event.who))
    return ()


def _rider_save(event: SaveRolled, scene: Scene) -> Iterator[Breach]:
    weapon: Weapon | None = scene.notes.get(("weapon", event.because))
    if weapon is None:
        return
    if event.against == "poison":
        rule, dc = "d20.poison.initial", weapon.poison.dc if weapon.poison is not None else 0
    elif event.against == "paralysis":
        rule, dc = "d20.paralysis.touch", weapon.paralysis_dc
    else:
        return
    if event.who != scene.events[event.because].target:
        yield rule, f"{event.who} saves against an injury of {scene.events[event.because].target}"
    if not scene.pay((event.against, event.because)):
        yield rule, f"{event.who} saves against {event.against}, and {weapon.name} calls for none"
    if event.dc != dc or event.save != "fortitude":
        yield rule, f"{event.who} saves by {event.save} against {event.dc}, and {weapon.name} has {dc}"


@invariant("ability-damage-adds-up", AbilityDamaged)
def ability_damage_adds_up(event: AbilityDamaged, scene: Scene) -> Iterator[Breach]:
    """The points are those of the dice of poison or touch, after a failed save or a hit."""
    rule = "d20.ability-damage.score"
    cause = scene.events[event.because]
    if type(cause) is SaveRolled:
        if cause.success or cause.who != event.who:
            yield (
                rule,
                f"{event.who} loses {event.ability} after a save {'that succeeded' if cause.success else 'of another'}",
            )
        texts = _doses(event, scene, cause)
    else:
        weapon: Weapon | None = scene.notes.get(("weapon", event.because))
        texts = [weapon.ability_damage[1]] if weapon is not None and weapon.ability_damage is not None else []
        scene.pay(("drain", event.because))
    if not texts:
        yield rule, f"{event.who} loses {event.amount} {event.ability}, and nothing drains it"
    for text in texts:
        dice = parse(text)
        points = sum(die.value for die in event.dice) + dice.bonus + (dice.count if dice.sides == 1 else 0)
        sides = [dice.sides] * dice.count if dice.sides > 1 else []
        if [die.sides for die in event.dice] == sides and event.amount == points:
            return
    yield (
        rule,
        f"{event.who} loses {event.amount} {event.ability} on {len(event.dice)} dice, and it ought to be {texts}",
    )


def _doses(event: AbilityDamaged, scene: Scene, save: SaveRolled) -> list[str]:
    """The dice that a failed save against poison may cost."""
    first = type(scene.events[save.because]) is DamageDealt
    if first:
        weapon: Weapon | None = scene.notes.get(("weapon", save.because))
        poisons = [weapon.poison] if weapon is not None else []
    else:
        poisons = [w.poison for fighter in scene.fighters.values() for w in fighter.sheet.weapons]
    return [
        poison.initial if first else poison.secondary
        for poison in poisons
        if poison is not None and poison.ability == event.ability and poison.dc == save.dc
    ]


@invariant("poison-strikes-twice", SaveRolled, after=True)
def poison_strikes_twice(event: SaveRolled, scene: Scene) -> tuple[()]:
    """A failed save against poison costs ability points; whoever survives the first saves again in a minute."""
    if event.against != "poison":
        return ()
    me = scene.fighters[event.who]
    first = type(scene.events[event.because]) is DamageDealt
    if not event.success:
        weapon: Weapon | None = scene.notes.get(("weapon", event.because))
        ability = weapon.poison.ability if weapon is not None and weapon.poison is not None else ""
        if not ability or me.score(ability) is not None:
            rule = "d20.poison.initial" if first else "d20.poison.secondary"
            scene.owe(("sapped", scene.seq), "poison-strikes-twice", rule, f"{me.id} loses no ability points")
    if first:
        rule = "d20.poison.secondary"
        scene.owe(("dose", scene.seq), "poison-strikes-twice", rule, f"{me.id} has no second save ahead")
    return ()


@invariant("poison-strikes-twice", AbilityDamaged)
def the_dose_is_felt(event: AbilityDamaged, scene: Scene) -> tuple[()]:
    """The ability points that a failed save cost."""
    scene.pay(("sapped", event.because))
    return ()


@invariant("poison-strikes-twice", ConditionBegan, about=("poisoned", "dead", "gone", "surrendered"))
def the_dose_stays(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """The second save comes due ten rounds later; the dead and the gone need not wait."""
    if event.condition == "poisoned":
        if not scene.pay(("dose", event.because)):
            yield "d20.poison.secondary", f"{event.who} is poisoned without an injury by poison"
        injury = scene.events[scene.events[event.because].because]
        if (event.who, event.other) != (injury.target, injury.source):
            yield "d20.poison.secondary", f"{event.who} is poisoned by {event.other}, and the injury was another's"
        if event.value != scene.round + 10:
            yield "d20.poison.secondary", f"the second save is due in round {event.value}, not {scene.round + 10}"
    else:
        for key in [key for key in scene.debts if key[0] == "dose" and scene.events[key[1]].who == event.who]:
            scene.pay(key)


# ---- bleeding, strain, healing --------------------------------------------------------------------------------


@invariant("the-dying-fight-for-life", *BEGINNINGS, after=True)
def the_dying_fight_for_life(event: Beginning, scene: Scene) -> tuple[()]:
    """
    In each of its turns a dying creature becomes stable on 10 or less of 100, or loses a hit point; not in the one in
    which an act that it had readied has cost it its last.
    """
    me = scene.fighters[event.who]
    if not scene.begins(event):
        return ()
    strained = isinstance(event, InitiativeChanged)
    if "dying" in me.names and not strained and me.value("dying") != scene.round + 1:
        scene.owe(("life", me.id), "the-dying-fight-for-life", STABILISE, f"{me.id} neither stabilises nor bleeds")
    if "ferocious" in me.names and not me.value("ferocious") and "dead" not in me.names:
        what = f"{me.id} neither bleeds nor ceases to"
        scene.owe(("life", me.id), "the-dying-fight-for-life", FEROCIOUS_BLEEDS, what)
    sheet = me.sheet
    if "dead" not in me.names:
        calm = sheet.frenzy and not me.has("frenzied", "gone", "surrendered")
        if calm and (me.hit_points < me.full or me.nonlethal > 0):
            scene.owe(("frenzy", me.id), "rage-comes-and-goes", "d20.rage.wounded", f"{me.id} is wounded, and calm")
        if sheet.regeneration and me.nonlethal:
            what = f"{me.id} regenerates nothing"
            scene.owe(("regeneration", me.id), "healing-adds-up", "d20.regeneration.heal", what)
        if sheet.fast_healing and me.hit_points < me.full:
            what = f"{me.id} heals nothing"
            scene.owe(("fast healing", me.id), "healing-adds-up", "d20.fast-healing.heal", what)
    return ()


@invariant("losses-have-a-cause", HitPointsLost)
def losses_have_a_cause(event: HitPointsLost, scene: Scene) -> Iterator[Breach]:
    """Hit points go without a blow by bleeding, by strain, and with the Constitution."""
    me = scene.fighters[event.who]
    if FEROCIOUS_BLEEDS in event.cites:
        value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
        if not scene.pay(("life", me.id)) or event.amount != 1 or value <= 10:
            yield FEROCIOUS_BLEEDS, f"{me.id} loses {event.amount} hit points on d100 {value}: above 10 it is 1 a turn"
    elif RAGE_POINTS in event.cites:
        if not scene.pay(("calm", me.id)) or event.amount != 2 * me.sheet.hit_dice:
            yield RAGE_POINTS, f"{me.id} loses {event.amount} hit points with a rage, 2 for each Hit Die are due once"
    elif effects.BEAR in event.cites:
        gone = scene.events[event.because]
        due = effects.vigour(scene, me, gone.spell) if isinstance(gone, BoonsEnded) else 0
        if not due or not scene.pay(("vigour", me.id, gone.spell)) or event.amount != due:
            yield effects.BEAR, f"{me.id} loses {event.amount} hit points with a spell, and {due} are due"
    elif STABILISE in event.cites:
        value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
        at_round_end = scene.options.get("first-stabilise") == "round-end" and event.because < 0
        if not scene.pay(("life", me.id)) and not at_round_end:
            yield BLEED, f"{me.id} bleeds out of its turn"
        if "dying" not in me.names:
            yield BLEED, f"{me.id} bleeds, and is not dying"
        if event.amount != 1 or value <= 10:
            yield STABILISE, f"{me.id} loses {event.amount} hit points on d100 {value}: above 10 it is 1"
    elif STRAIN in event.cites:
        if not scene.pay(("strain", me.id)):
            yield STRAIN, f"{me.id} pays for a standard action that it did not take at 0 hit points"
        if event.amount != 1:
            yield STRAIN, f"{me.id} pays {event.amount} hit points for a standard action, not 1"
    elif not set(event.cites) & set(aftermath.LOSSES.values()):
        sapped = scene.events[event.because]
        rule = "d20.ability-damage.hit-points"
        if type(sapped) is not AbilityDamaged or sapped.ability != "constitution" or sapped.who != me.id:
            yield rule, f"{me.id} loses {event.amount} hit points, and nothing takes them"
            return
        scene.pay(("shrunk", event.because))
        due = _shrinks(me, sapped.amount)
        if event.amount != due:
            yield rule, f"{me.id} loses {event.amount} hit points with its Constitution, and it ought to be {due}"


def _shrinks(me: Fighter, points: int) -> int:
    """Hit points that went with the last points of Constitution."""
    score = me.sheet.constitution or 0
    now = max(0, score - me.damage_by("constitution"))
    before = max(0, score - me.damage_by("constitution") + points)
    return ((before - 10) // 2 - (now - 10) // 2) * me.sheet.hit_dice


@invariant("losses-have-a-cause", AbilityDamaged, after=True)
def constitution_takes_hit_points(event: AbilityDamaged, scene: Scene) -> tuple[()]:
    """With the Constitution modifier go as many hit points for each hit die."""
    me = scene.fighters[event.who]
    if event.ability == "constitution" and _shrinks(me, event.amount):
        what = f"{me.id} loses no hit points with its Constitution"
        scene.owe(("shrunk", scene.seq), "losses-have-a-cause", "d20.ability-damage.hit-points", what)
    return ()


@invariant("the-disabled-strain", OrderGiven, after=True)
def the_disabled_strain(event: OrderGiven, scene: Scene) -> tuple[()]:
    """A standard action at 0 hit points costs one, unless somebody brings its taker down first."""
    me = scene.fighters[event.who]
    if event.cost == "standard" and "disabled" in me.names and not isinstance(event.order, orders.Ready):
        scene.owe(("strain", me.id), "the-disabled-strain", STRAIN, f"{me.id} strains itself for nothing")
    return ()


@invariant("the-disabled-strain", ConditionBegan, ConditionEnded, about=("disabled", "dying", "dead", "stable"))
def no_strain_when_down(event: ConditionBegan | ConditionEnded, scene: Scene) -> tuple[()]:
    """Who has fallen, or is back on its feet, pays nothing."""
    if (type(event) is ConditionEnded) == (event.condition == "disabled"):
        scene.pay(("strain", event.who))
    if event.condition == "dying" and type(event) is ConditionEnded:
        scene.pay(("life", event.who))
    return ()


@invariant(
    "rage-comes-and-goes",
    ConditionBegan,
    ConditionEnded,
    about=("raging", "frenzied", "ferocious", "fatigued", "dead"),
)
def rage_comes_and_goes(event: ConditionBegan | ConditionEnded, scene: Scene) -> tuple[()]:
    """Rage brings hit points and takes them with it; a barbarian is tired after it, unless the dead feel nothing."""
    me, name = scene.fighters[event.who], event.condition
    if name in ("raging", "frenzied") and me.sheet.constitution is not None:
        key = "grows" if type(event) is ConditionBegan else "calm"
        if type(event) is ConditionBegan or ("dead" not in me.names and name == "raging"):
            scene.owe((key, me.id), "rage-comes-and-goes", RAGE_POINTS, f"{me.id}'s hit points do not change with rage")
    if type(event) is ConditionBegan and name == "frenzied":
        scene.pay(("frenzy", me.id))
    fresh = not me.has("dead", "fatigued") and "fatigue" not in me.immune
    if name == "raging" and type(event) is ConditionEnded and fresh:
        scene.owe(("tired", me.id), "rage-comes-and-goes", "d20.rage.fatigue", f"{me.id} is not fatigued")
    if type(event) is ConditionBegan and name in ("fatigued", "dead"):
        scene.pay(("tired", me.id))
    if name == "ferocious" and type(event) is ConditionEnded:
        scene.pay(("life", me.id))
    return ()


@invariant("stable-by-chance-or-by-care", ConditionBegan, about=("stable",))
def stable_by_chance_or_by_care(event: ConditionBegan, scene: Scene) -> Iterator[Breach]:
    """A dying creature becomes stable on 10 or less of 100 in its turn, or by first aid."""
    cause = scene.events[event.because] if event.because >= 0 else None
    if type(cause) is CheckRolled:
        if not (cause.check == "heal" and cause.success):
            yield "d20.dying.first-aid", f"{event.who} is stabilised by a check that failed"
        return
    scene.pay(("life", event.who))
    if type(cause) is Healed and "d20.dying.healing" in event.cites:
        return
    value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
    if not 1 <= value <= 10:
        yield STABILISE, f"{event.who} becomes stable on d100 {value}, and 10 or less is needed"


@invariant("healing-adds-up", Healed)
def healing_adds_up(event: Healed, scene: Scene) -> Iterator[Breach]:
    """Nobody heals more than the rule gives, nor above the full number, nor nonlethal damage that there is not."""
    me = scene.fighters[event.who]
    sheet = me.sheet
    points = nonlethal = 0
    later = aftermath.due(event, scene, me)
    if later is not None:
        points, nonlethal = later
    elif effects.is_magic(event):
        points, nonlethal = effects.healing(event, scene, me)
    elif RAGE_POINTS in event.cites:
        points = 2 * sheet.hit_dice if scene.pay(("grows", me.id)) else 0
    elif "d20.regeneration.heal" in event.cites:
        scene.pay(("regeneration", me.id))
        nonlethal = min(sheet.regeneration, me.nonlethal)
    elif "d20.fast-healing.heal" in event.cites:
        scene.pay(("fast healing", me.id))
        points = max(0, min(sheet.fast_healing, me.full - me.hit_points))
    if (event.hit_points, event.nonlethal) != (points, nonlethal):
        yield (
            "d20.healing.cap",
            (f"{me.id} heals {event.hit_points} and {event.nonlethal} nonlethal, due {points} and {nonlethal}"),
        )


@invariant("only-the-dying-are-tended", *ORDERED, about=(orders.FirstAid, orders.CoupDeGrace))
def only_the_dying_are_tended(event: Any, scene: Scene) -> Iterator[Breach]:
    """First aid is for the dying within reach; a coup de grace for the helpless who have vitals."""
    order = event.order
    if isinstance(order, orders.FirstAid):
        me, patient = scene.fighters[event.who], scene.fighters[order.target]
        if "dying" not in patient.names:
            yield "d20.dying.first-aid", f"{event.who} tends {order.target}, which is not dying"
        elif scene.terrain.distance(me.square, me.span, patient.square, patient.span) > 1:
            yield "d20.dying.first-aid", f"{event.who} tends {order.target} from {scene.name(me.square)}, out of reach"
    else:
        victim = scene.fighters[order.target]
        if not victim.helpless:
            yield "d20.coup-de-grace.cost", f"{event.who} finishes {order.target}, which is not helpless"
        if "critical" in victim.immune:
            yield "d20.coup-de-grace.immune", f"{event.who} finishes {order.target}, which has nothing to finish"


@invariant("a-coup-strikes-home", BlowDelivered, after=True)
def a_coup_strikes_home(event: BlowDelivered, scene: Scene) -> Iterator[Breach]:
    """A blow at leisure does damage, and was ordered."""
    order = getattr(scene.events[event.because], "order", None)
    if not isinstance(order, orders.CoupDeGrace) or (order.target, order.weapon) != (event.target, event.weapon):
        yield "d20.coup-de-grace.cost", f"{event.attacker} delivers a blow to {event.target} that nobody ordered"
    elif scene.events[event.because].who != event.attacker:
        yield "d20.coup-de-grace.cost", f"{event.attacker} delivers a blow that another was told to deliver"
    what = f"{event.attacker}'s blow at {event.target} does no damage"
    scene.owe(("damage", scene.seq), "a-coup-strikes-home", "d20.coup-de-grace.auto-critical", what)
