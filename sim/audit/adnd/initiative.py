"""Initiative: the die, the speed of what is used first, and all that makes it quicker or slower."""

from __future__ import annotations

from collections.abc import Iterator

from sim.audit.adnd import missiles, scores
from sim.audit.adnd.fold import Fighter, Scene
from sim.audit.claims import HOUSE, Breach, invariant
from sim.events.adnd import InitiativeThrown
from sim.events.orders import Attack, Cast, Charge, FullAttack, Guard, ReceiveCharge, UseItem
from sim.tables.adnd_figures import INITIATIVE, SHIELDS
from sim.tables.adnd_sheet import Weapon

ADND = ("adnd",)
DIE = "adnd.round.initiative.die"
CALLED = frozenset({"disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object"})
"""Called shots that cost one point of initiative."""

Part = tuple[int, str]


@invariant("initiative-adds-up", InitiativeThrown, books=ADND)
def initiative_adds_up(event: InitiativeThrown, scene: Scene) -> Iterator[Breach]:
    """One d10 and its modifiers, once a round, for those who have declared; who loses initiative is last."""
    fighter = scene.fighters[event.who]
    if scene.stage != "declare" or fighter.declared is None:
        yield DIE, f"{event.who} rolls initiative without having declared anything"
    if scene.notes.get("thrown", {}).get(event.who) == scene.round:
        yield DIE, f"{event.who} rolls initiative twice in round {scene.round}"
    if len(event.dice) != 1 or event.dice[0].sides != 10:
        yield DIE, f"{event.who} rolls {[die.sides for die in event.dice]} for initiative, not one d10"
    else:
        total = event.dice[0].value + sum(part.value for part in event.parts)
        if total != event.total:
            yield DIE, f"{event.who}'s initiative is {event.total}, and die and modifiers give {total}"
    late = loses(fighter) or fighter.sheet.slow
    if event.late != late:
        yield "adnd.round.lose-initiative", f"{event.who} acts {'after all' if event.late else 'in order'}, wrongly"


def loses(fighter: Fighter) -> bool:
    """Has it lost the initiative of this round? What was lost in this very round counts for the next one."""
    return fighter.has("late") and fighter.timers.get(("late", ""), 1) <= 1


@invariant("initiative-has-its-parts", InitiativeThrown, books=ADND)
def initiative_has_its_parts(event: InitiativeThrown, scene: Scene) -> Iterator[Breach]:
    """Every modifier that ought to be there is, and no other."""
    fighter = scene.fighters[event.who]
    right = sorted(part for part in parts(scene, fighter) if part[0])
    told = sorted((part.value, part.rule) for part in event.parts if part.rule not in HOUSE)
    for value, rule in told:
        if (value, rule) in right:
            right.remove((value, rule))
        else:
            yield rule, f"{value:+} counts in the initiative of {event.who}, and ought not to"
    for value, rule in right:
        yield rule, f"{value:+} does not count in the initiative of {event.who}, and ought to"


def parts(scene: Scene, me: Fighter) -> Iterator[Part]:
    """What is added to the d10 of what it has declared."""
    order = me.declared
    situations = INITIATIVE.situations
    named = [getattr(order, "weapon", ""), getattr(order, "off_hand", ""), me.former]
    named = [name for name in named if name in me.weapons]
    if isinstance(order, Attack | FullAttack | Guard | ReceiveCharge) and named:
        weapon = max((me.weapons[name] for name in named), key=lambda weapon: speed(me, weapon)[0])
        total, bare, two, master = speed(me, weapon)
        if bare:
            rule = "natural" if weapon.category in ("natural", "unarmed") else "weapon"
            yield bare, f"adnd.core.initiative.{rule}"
        if two:
            yield two, "adnd.style.two-handed.specialised.speed-factor"
        if master:
            yield master, "adnd.high-mastery.melee.speed-factor"
        if _breaks_spell(scene, me, weapon) and total:
            yield -total, "adnd.specialist.bow.held-shot.spell"
    if isinstance(order, Attack | FullAttack):
        hows = {order.how, getattr(order, "off_how", "")}
        if scene.option("disarm_rule", "seed") == "opposed":
            hows.discard("disarm")
        if "expert-disarm" in hows:
            yield 2, "adnd.disarm.expert.penalty"
        elif hows & CALLED:
            yield 1, "adnd.called-shot.standard-cost"
    if type(order) is ReceiveCharge:
        yield situations["set for a charge"], "adnd.charge.receive.initiative"
    if type(order) is Charge and order.how == "shield-rush" and me.sheet.shield is not None:
        yield SHIELDS[me.sheet.shield.kind].rush or 0, "adnd.shield-rush.declare"
    if me.has("hindered"):
        yield situations["hindered"], "adnd.core.hindered"
    if me.has("slowed"):
        yield situations["slowed"], "adnd.core.initiative.situations"
    if fumbled(me):
        yield 3, "adnd.fumble.note.1.stand-next-round"
    if scene.round == 1 and me.side in scene.volleyed:
        yield 2, "adnd.ready-missile.initiative-penalty"
    target = scene.fighters.get(str(getattr(order, "target", "")))
    level = scene.terrain.level
    if target is not None and level.get(me.square, 0) + me.altitude > level.get(target.square, 0) + target.altitude:
        yield situations["higher ground"], "adnd.core.initiative.situations"
    if me.has("hasted"):
        yield situations["hasted"], "adnd.core.initiative.situations"
    symbol, over = scene.terrain.symbol.get(me.square), _over(scene, me.square)
    if not me.sheet.fly and not me.mount:
        wet = "deep water" if symbol == "~" else "slippery" if symbol == "w" or over in ("s", "b") else ""
        if me.sheet.swim:
            wet = "" if wet or me.sheet.movement else "foreign element"
        if wet:
            yield situations[wet], "adnd.core.initiative.situations"
    name = order.spell if type(order) is Cast else order.item if type(order) is UseItem else ""
    if name in me.sheet.spells:
        use = next((thing.use for thing in me.sheet.gear if thing.name == name), "")
        if use in ("", "scroll"):
            yield me.sheet.spells[name].time, "adnd.core.spell.timing"
        else:
            yield INITIATIVE.uses[use], "adnd.core.action.use-item"


def _over(scene: Scene, square: int) -> str:
    """What lies over a square besides its terrain."""
    figures = scene.header.scenario.map
    y, x = divmod(square, len(figures.rows[0]) + 1)
    return figures.over[y][x] if figures.over else ""


def speed(me: Fighter, weapon: Weapon) -> tuple[int, int, int, int]:
    """A weapon's speed: in all, and as it is, less for the two-handed style, less for high mastery."""
    grip = weapon.grip
    both = me.two_handed(weapon)
    bare = grip.speed if grip is not None and both else weapon.speed
    two = max(-bare, -3 if both and scores.steps(me.sheet, "two-handed") else 0)
    high = scores.tier(me.sheet, weapon) in ("high-master", "grand-master") and weapon.category == "melee"
    master = max(-bare - two, -1 if high else 0)
    return bare + two + master, bare, two, master


def fumbled(me: Fighter) -> bool:
    """Is it down by a fumble? The position's value says so."""
    return bool(me.position) and me.value(me.position) > 0


def _breaks_spell(scene: Scene, me: Fighter, weapon: Weapon) -> bool:
    """Does a bow specialist with a target in his sights wait for its spell? He has not shot yet."""
    target = scene.fighters.get(str(getattr(me.declared, "target", "")))
    if target is None or type(target.declared) is not Cast or me.made or not me.attacks:
        return False
    if not scores.bonus_tier(me.sheet, weapon) or weapon.family not in ("bow", "crossbow"):
        return False
    return missiles.ready(me, weapon) and missiles.in_sights(scene, me, target, weapon)
