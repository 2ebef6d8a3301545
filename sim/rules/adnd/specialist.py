"""Specialists in one weapon (adnd.specialist.*)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.core.tally import Modifier
from sim.events.adnd import AttacksSet
from sim.events.orders import Answer, Attack, Cast, FullAttack, Opportunity, Order, Pass
from sim.rules.adnd.declare import (
    HURLED,
    MELEE,
    MISSILE,
    RULES,
    Blow,
    arm_of,
    before_initiative,
    on_attack,
    on_damage,
    on_initiative,
    sheet_of,
    state_of,
)
from sim.rules.adnd.expertise import gives_bonuses
from sim.rules.adnd.training import Price, Pupil, prerequisite, price, skilled
from sim.rules.adnd.variant_specialist import by_handbook
from sim.rules.narrative import narrative
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.adnd_figures import TRAINING, WEAPONS
from sim.tables.adnd_sheet import Training, Weapon

MELEE_RATE = "adnd.specialist.melee.extra-attack"
BOW_RATE = "adnd.specialist.bow.rate"
THROWN_RATE = "adnd.specialist.thrown.rate"
HELD_SHOT = "adnd.specialist.bow.held-shot"
NEAREST = 2
"""From so many squares on it is point blank: to 10 m with a bow, to 20 m with a crossbow."""
BOWS = ("bow", "crossbow")
"""The families of weapons that have a point blank."""

narrative(
    "adnd.specialist.training",
    "no length is given, and it is over before the fight: months and trainer are recorded on the step of training",
)


@prerequisite("adnd.specialist.eligibility", "specialist")
def fighters(pupil: Pupil, step: Training) -> str | None:
    """Only fighters specialise."""
    return None if pupil.warrior else "a fighter without another class"


@prerequisite("adnd.specialist.excluded", "specialist")
def excluded(pupil: Pupil, step: Training) -> str | None:
    """Paladins, rangers and multi-classed warriors do not."""
    return "a fighter without another class" if pupil.warrior and tuple(pupil.classes) != ("fighter",) else None


@prerequisite("adnd.specialist.needs-proficiency", "specialist")
def proficient(pupil: Pupil, step: Training) -> str | None:
    """He must be proficient with the weapon before."""
    return None if skilled(pupil, step.on) else "proficiency with it before"


@prerequisite("adnd.specialist.interval", "specialist")
def interval(pupil: Pupil, step: Training) -> str | None:
    """Three levels lie between two specialisations."""
    last = pupil.reached("specialist")
    if last is None or step.level >= (first := last + TRAINING["specialist"].interval):
        return None
    return f"a level of {first} or more, {first - last} after the specialisation before"


@price("specialist")
def cost(pupil: Pupil, step: Training) -> Price:
    """One slot; two for a bow or a crossbow."""
    figures = TRAINING["specialist"]
    if WEAPONS[step.on].family in ("bow", "crossbow"):
        return Price(figures.slots_launcher, ("adnd.specialist.cost.bow-crossbow",))
    return Price(figures.slots, ("adnd.specialist.cost",))


def bonus_tier(blow: Blow) -> str:
    """The tier of the attacker with this weapon that gives him bonuses, the highest; empty for none."""
    tier = sheet_of(blow.attacker).tiers.get(blow.weapon.art)
    return tier if tier is not None and gives_bonuses(tier) else ""


def point_blank(blow: Blow) -> str:
    """The rule by which it is a shot at point blank, the range that only specialists have; empty when it is none."""
    if not blow.bits & MISSILE or blow.distance < NEAREST:
        return ""
    if blow.weapon.family == "bow" and blow.distance <= 6:
        return "adnd.specialist.bow.point-blank.bow-range"
    if blow.weapon.family == "crossbow" and blow.distance <= 13:
        return "adnd.specialist.bow.point-blank.crossbow-range"
    return ""


@on_attack(MELEE)
def melee_to_hit(blow: Blow) -> Modifier | None:
    """+1 in melee."""
    return Modifier(1, "specialist", "adnd.specialist.melee.to-hit") if bonus_tier(blow) == "specialist" else None


@on_damage(MELEE)
def melee_damage(blow: Blow) -> Modifier | None:
    """+2 damage in melee."""
    return Modifier(2, "specialist", "adnd.specialist.melee.damage") if bonus_tier(blow) == "specialist" else None


@on_attack(MISSILE)
def bow_to_hit(blow: Blow) -> Modifier | None:
    """+1 with a bow or crossbow at every range; a master has no more than that at point blank."""
    tier = bonus_tier(blow)
    if tier == "specialist" and by_handbook(blow.battle):
        return None
    if tier and blow.weapon.family in BOWS and (tier == "specialist" or point_blank(blow)):
        return Modifier(1, "specialist", "adnd.specialist.bow.to-hit")
    return None


@on_attack(MISSILE)
def sling_to_hit(blow: Blow) -> Modifier | None:
    """+1 with a launcher other than those."""
    return _thrown(blow) if blow.weapon.family not in BOWS else None


@on_attack(HURLED)
def thrown_to_hit(blow: Blow) -> Modifier | None:
    """+1 with what is hurled."""
    return _thrown(blow)


def _thrown(blow: Blow) -> Modifier | None:
    return Modifier(1, "specialist", "adnd.specialist.thrown.to-hit") if bonus_tier(blow) == "specialist" else None


@on_damage(MISSILE)
def point_blank_damage(blow: Blow) -> Modifier | None:
    """+2 damage at point blank, which reaches farther with a crossbow than with a bow."""
    if bonus_tier(blow) != "specialist" or not point_blank(blow) or by_handbook(blow.battle):
        return None
    blow.cites.append(point_blank(blow))
    return Modifier(2, "point blank", "adnd.specialist.bow.point-blank.damage")


class _HeldShot:
    """The menu of who has a target in his sights: shoot now, or later."""

    def __init__(self, shot: Attack) -> None:
        self.shot = shot

    def __iter__(self) -> Iterator[Answer]:
        yield self.shot
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return type(choice) is Pass or choice == self.shot

    def why_not(self, choice: object) -> tuple[str, ...]:
        return () if self.accepts(choice) else (HELD_SHOT,)


def aimed(battle: Battle, me: Creature) -> tuple[Weapon, Creature] | None:
    """The bow or crossbow with which a specialist has declared to shoot, and the target that he has in his sights."""
    from sim.rules.adnd import missile

    fighter = state_of(battle, me)
    order = fighter.declared
    if not isinstance(order, Attack | FullAttack) or order.weapon not in me.held or not fighter.attacks:
        return None
    weapon = arm_of(me, order.weapon)
    tier = sheet_of(me).tiers.get(weapon.art)
    target = battle.creatures.get(order.target)
    if weapon.family not in BOWS or tier is None or not gives_bonuses(tier) or target is None:
        return None
    return None if missile.why_not(battle, me, target, weapon) else (weapon, target)


@before_initiative
def held_shots(table: Table, because: int) -> None:
    """
    Whoever has a target in his sights may shoot before initiative is rolled: the first of his attacks of the round.

    All who can are asked before anybody shoots, and nobody falls before all have shot.
    """
    battle = table.battle
    shots = []
    for me in battle:
        found = None if me.flags & CANNOT_ACT else aimed(battle, me)
        if found is None:
            continue
        weapon, target = found
        menu = _HeldShot(Attack(target.id, weapon.name))
        answer = table.ask(me.id, Opportunity(target.id, "held-shot"), menu, because, (HELD_SHOT,))
        if type(answer) is Attack:
            shots.append((me, weapon, answer, len(table.log.events) - 1))
    for me, weapon, shot, seq in shots:
        left = state_of(battle, me).attacks - 1
        table.tell(AttacksSet(seq, me.id, weapon.name, left, (), (HELD_SHOT,)))
        RULES.procedures[Attack](me, shot, table, seq)


@on_initiative
def against_spell(battle: Battle, me: Creature, order: Order) -> Modifier | None:
    """
    Instead he may wait for an opponent who casts: then he shoots on his bare d10. He does whenever he has not shot yet.
    """
    from sim.rules.adnd import initiative

    found = aimed(battle, me)
    if found is None or not isinstance(state_of(battle, found[1]).declared, Cast) or state_of(battle, me).made:
        return None
    speed = initiative.speed(me, found[0])
    return Modifier(-speed, "held shot", "adnd.specialist.bow.held-shot.spell") if speed else None
