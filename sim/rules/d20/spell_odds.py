"""What a spell, an item or an ability may be expected to do, before it is used: exact chances and distributions."""

from __future__ import annotations

from sim.dice.notation import parse
from sim.dice.odds import Chance, Distribution, mixture, total_of
from sim.events.orders import Cast, UseAbility, UseItem
from sim.rules.book import Hope, Prospect, Strike
from sim.rules.d20 import (
    ability,
    ability_damage,
    arcane_failure,
    concealment,
    core,
    energy,
    evasion,
    item,
    magic,
    spell,
)
from sim.rules.d20.declare import MELEE, RANGED, TOUCH, Blow, softeners
from sim.rules.d20.save import parts as save_parts
from sim.rules.d20.spell import Known
from sim.state.battle import Battle
from sim.state.conditions import DEAD, DEAFENED, RESISTANCE_LOWERED
from sim.state.creature import Creature
from sim.state.magic import Casting
from sim.tables.sheet import Weapon
from sim.tables.spells import Effect, Spell, dice_at

NOTHING = Distribution(0, (1,))
CERTAIN = Chance(1, 1)
ACTS = {"spell": "cast", "scroll": "read-scroll", "spell-like": "spell-like", "potion": "potion", "oil": "potion"}
"""The act by which each source of magic exposes its user."""


def prospect(battle: Battle, who: str, order: Cast | UseItem | UseAbility) -> Prospect | None:
    """What may come of a magical order; ``None`` when there is no such thing to use."""
    me = battle.creatures[who]
    found = _found(me, order)
    if found is None:
        return None
    act = "" if found.quickened or order.defensive else ACTS.get(found.source, "")
    targets = _targets(battle, me, found, order.on, order.to)
    hopes = tuple([_hope(battle, me, found, target, count) for target, count in targets])
    bonus = sum([part.value for part in spell.concentration_parts(me, trained=False)])
    return Prospect(_unspoiled(battle, me, found, order.defensive), act, bonus - 10 - found.level, found.level, hopes)


def _found(me: Creature, order: Cast | UseItem | UseAbility) -> Known | None:
    if isinstance(order, Cast):
        return spell.known(me, order.spell)
    return item.known(me, order.item) if isinstance(order, UseItem) else ability.known(me, order.ability)


def _checked(bonus: int, dc: int) -> int:
    """Of 20 faces, how many make a check."""
    return max(0, min(20, 21 + bonus - dc))


def _unspoiled(battle: Battle, me: Creature, found: Known, defensive: bool) -> Chance:
    """The chance that nothing spoils it before it takes effect, wounds not considered."""
    ways, of = 1, 1
    if found.source not in ("spell", "scroll", "spell-like"):
        return CERTAIN

    def must(made: int, faces: int) -> None:
        nonlocal ways, of
        ways, of = ways * made, of * faces

    if defensive:
        trained = sum([part.value for part in spell.concentration_parts(me, trained=True)])
        must(_checked(trained, 15 + found.level), 20)
    for function in spell.DISTRACTIONS:
        distraction = function(battle, me)
        if distraction is not None:
            plain = sum([part.value for part in spell.concentration_parts(me, trained=False)])
            must(_checked(plain, distraction.dc + found.level), 20)
    if found.source != "spell-like":
        if "V" in found.spell.components and me.flags & DEAFENED:
            must(80, 100)
        if found.arcane and (percent := arcane_failure.percent(me, found.spell)):
            must(100 - percent, 100)
    return Chance(ways, of)


def _targets(battle: Battle, me: Creature, found: Known, on: tuple[str, ...], to: int) -> list[tuple[Creature, int]]:
    """Whom it is for, each with how often."""
    figures = found.spell
    if figures.range == "personal" and figures.area is None:
        return [(me, 1)]
    if found.source in item.DRUNK:
        return [(battle.creatures[on[0]] if on else me, 1)]
    if figures.area is not None:
        center = battle.creatures[on[0]].square if on else to
        return [(who, 1) for who in magic.inside(battle, me, figures, found.caster_level, center)]
    casting = Casting(found.name, figures.name, found.source, found.level, found.caster_level, found.dc, on, to)
    counts: dict[str, int] = {}
    for target in spell.dealt(battle, figures, casting):
        counts[target.id] = counts.get(target.id, 0) + 1
    return [(battle.creatures[name], count) for name, count in counts.items()]


def _hope(battle: Battle, me: Creature, found: Known, target: Creature, count: int) -> Hope:
    """What it does to one target, struck ``count`` times."""
    figures = found.spell
    landing = _landing(battle, me, figures, target)
    through = Chance(landing.ways * _overcome(me, found, target), landing.of * 20)
    save = figures.save
    failing = 20
    if save is not None and not (save.harmless and target.side == me.side):
        bonus = sum([part.value for part in save_parts(target, save.kind)])
        failing = 20 - max(1, min(19, 21 + bonus - found.dc))
    strikes: list[Strike] = []
    healing = 0
    others: list[tuple[str, Chance, int]] = []
    for effect in figures.effects:
        saved = effect.saved or (_SHARE[save.outcome] if save is not None else "full")
        taken = {"none": failing, "only": 20 - failing}.get(saved, 20)
        chance = Chance(through.ways * taken, through.of * 20)
        undead = target.sheet.type == "undead"
        if effect.verb == "damage" or (effect.verb == "heal" and undead):
            strike = _strike(effect, found, me, target, through, failing, saved)
            strikes += [strike] * count
        elif effect.verb == "heal":
            missing = ability_damage.full(target) - target.hit_points
            mean = total_of(parse(dice_at(effect, found.caster_level))).mean(100)
            healing += chance.times(min(mean, 100 * missing))
        else:
            value = effect.value.at(found.caster_level) if effect.value is not None else 1
            what = effect.condition or (f"{effect.verb} {effect.on or effect.kind}").strip()
            others.append((what, chance, value))
    return Hope(target.id, tuple(strikes), healing, tuple(others))


_SHARE = {"negates": "none", "half": "half", "partial": "full"}


def _strike(
    effect: Effect, found: Known, me: Creature, target: Creature, through: Chance, failing: int, saved: str
) -> Strike:
    """The damage of one effect: missed or resisted, saved against, or whole."""
    whole = total_of(parse(dice_at(effect, found.caster_level)))
    kind = effect.kind or "positive"
    if target.flags & DEAD or (kind == "negative" and target.sheet.type == "undead"):
        return Strike(through, NOTHING)
    weapon = energy.BARE[kind]

    def softened(total: int) -> int:
        for soften in softeners(target):
            total = soften(target, me, weapon, total, False)[0]
        return total

    spared = saved == "none" or (saved == "half" and evasion.evades(target, found.spell))
    left = NOTHING if spared else whole.changed(lambda total: max(1, total // 2)) if saved == "half" else whole
    missed = (20 * (through.of - through.ways), NOTHING)
    hurt = (through.ways * failing, whole.changed(softened))
    harm = mixture((missed, hurt, (through.ways * (20 - failing), left.changed(softened))))
    return Strike(through, harm)


def _landing(battle: Battle, me: Creature, figures: Spell, target: Creature) -> Chance:
    """The chance that the touch that it takes lands."""
    if figures.attack == "ranged-touch":
        weapon = Weapon(name=figures.name, category="ranged", damage="1", increment=10_000, traits=("touch",))
        blow = Blow(battle, me, target, weapon, RANGED | TOUCH)
    elif spell.is_touch(figures) and target.side != me.side:
        weapon = Weapon(name="touch", category="natural", damage="1", traits=("touch",))
        blow = Blow(battle, me, target, weapon, MELEE | TOUCH)
    else:
        return CERTAIN
    faces = max(1, min(19, 21 + core.attack_tally(blow).total - core.ac_tally(blow).total))
    return Chance(faces * (100 - concealment.of(blow)[0]), 2000)


def _overcome(me: Creature, found: Known, target: Creature) -> int:
    """Of 20 faces, how many overcome its spell resistance."""
    resistance = target.sheet.spell_resistance
    if not found.spell.resistance or not resistance or target is me or target.flags & RESISTANCE_LOWERED:
        return 20
    return _checked(found.caster_level, resistance)
