"""
Every modifier of every attack roll: those that ought to be there are, and no other. What each is worth is written down
here once more, from the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.audit.adnd import missiles, places, scores
from sim.audit.adnd.fold import HELPLESS, SENSELESS, Fighter, Scene
from sim.audit.claims import HOUSE, Breach, invariant
from sim.events.adnd import AttackMade
from sim.events.adnd_grips import OverbearingJoined
from sim.events.adnd_manoeuvres import ParryAnnounced
from sim.events.course import Answered, OrderGiven
from sim.events.orders import Attack, Charge, FullAttack, Move
from sim.tables.adnd_figures import CLASSES, GROUPS, SHIELDS, WEAPONS
from sim.tables.adnd_sheet import SIZES, Weapon

ADND = ("adnd",)
CALLED = frozenset({"disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object"})
FIXED = frozenset({"block", "trap"})
"""Rolls against an Armor Class that a rule states."""

Part = tuple[int, str]


class Blow:
    """What there is to know of an attack roll."""

    def __init__(self, event: AttackMade, scene: Scene) -> None:
        self.event, self.scene = event, scene
        self.me, self.target = scene.fighters[event.attacker], scene.fighters[event.target]
        self.how = event.how
        self.melee = event.mode == "melee"
        self.shot = event.mode == "missile"
        self.parry = event.how == "parry"
        self.shielding = event.weapon == self.me.shielded or event.how in ("shield-punch", "shield-rush")
        self.weapon: Weapon = self.me.weapons.get(event.weapon) or _touch(self)
        self.missile = missiles.missile(self.me, self.weapon) if self.shot and self.weapon.missiles else None
        self.arc = "rear" if event.how == "astray" else places.arc(scene, self.target, self.me)
        self.second = self._second()
        self.charging = self._charging()

    def _second(self) -> bool:
        """Is it the roll of the other hand, besides the attacks of the round?"""
        if self.parry:
            announced = self.announced()
            declared = self.me.declared
            if announced is not None and announced.second:
                return True
            return not self.shielding and self.event.weapon == getattr(declared, "off_hand", "")
        root = self.scene.root()
        return type(root) is OrderGiven and root.who == self.me.id and root.cost in ("second", "besides")

    def announced(self) -> ParryAnnounced | None:
        """The announcement of this parry."""
        for event in reversed(self.scene.events[: self.event.because]):
            if type(event) is ParryAnnounced and event.who == self.me.id and event.weapon == self.event.weapon:
                return event
        return None

    def _charging(self) -> bool:
        """Is it the blow at the end of a charge, if need be gone astray?"""
        told = self.event
        if told.how == "astray":
            blow = self.scene.events[self.scene.events[told.because].because]
            told = blow if type(blow) is AttackMade else told
        source = self.scene.events[told.because] if told.because >= 0 else None
        order = getattr(source, "order", None)
        return type(order) is Charge and not told.free and getattr(source, "who", "") == self.me.id

    @property
    def own_turn(self) -> bool:
        """Does the attacker act in its own activation?"""
        return self.scene.active == self.me.id


def _touch(blow: Blow) -> Weapon:
    """The hand that brings a spell."""
    spells = [s for s in blow.me.sheet.spells.values() if s.verb == "touch"]
    if blow.event.weapon != "touch" or not spells:
        raise KeyError(blow.event.weapon)
    return Weapon(name="touch", category="natural", damage=spells[0].damage, large=spells[0].damage)


def other_hand(me: Fighter) -> str:
    """What the other hand does in this round besides: strikes with a ``weapon``, a ``shield``, a bare ``hand``."""
    if me.other:
        return me.other
    name = me.declared.off_hand if type(me.declared) is FullAttack else ""
    if not name:
        return ""
    if me.sheet.shield is not None and name == me.sheet.shield.name:
        return "shield" if getattr(me.declared, "off_how", "") else ""
    if name == me.sheet.unarmed.name:
        return "hand"
    return "weapon" if sum(1 for held in me.held if held in me.weapons) > 1 else ""


def blow_of(event: AttackMade, scene: Scene) -> Blow:
    """The blow that is being struck, kept for what comes of it."""
    known: dict[int, Blow] = scene.notes.setdefault("blows", {})
    if scene.seq not in known:
        if len(known) > 64:
            for seq in sorted(known)[:32]:
                del known[seq]
        known[scene.seq] = Blow(event, scene)
    return known[scene.seq]


@invariant("attack-rolls-have-their-parts", AttackMade, books=ADND)
def attack_rolls_have_their_parts(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Every bonus and penalty of an attack roll that ought to be there is, and no other."""
    if event.how == "hostage" and not event.dice:
        return
    blow = blow_of(event, scene)
    yield from differ(event.parts, attack_parts(blow), f"the attack of {event.attacker} on {event.target}")


@invariant("armor-classes-have-their-parts", AttackMade, books=ADND)
def armor_classes_have_their_parts(event: AttackMade, scene: Scene) -> Iterator[Breach]:
    """Every part of an Armor Class that ought to be there is, and no other."""
    if (
        event.how in FIXED
        or (event.how == "hostage" and not event.dice)
        or (event.how in ("disarm", "expert-disarm") and _opposed(scene))
    ):
        return
    blow = blow_of(event, scene)
    right = list(ac_parts(blow))
    total = sum(value for value, _ in right)
    if places.sightless(scene, blow.target) and not blow.target.has("stunned") and total > 10 and total - 4 < total:
        right.append((max(10, total - 4) - total, "adnd.core.blinded"))
        total = max(10, total - 4)
    if total < -10:
        right.append((-10 - total, "adnd.core.ac.limits"))
    yield from differ(event.ac_parts, right, f"the Armor Class of {event.target} against {event.attacker}")


def differ(told: Any, right: Any, where: str) -> Iterator[Breach]:
    """What is told and ought not to be, and the other way round; house rules are left out."""
    left = sorted((value, rule) for value, rule in right if value)
    for part in told:
        if (part.value, part.rule) in left:
            left.remove((part.value, part.rule))
        elif part.value and part.rule not in HOUSE:
            yield part.rule, f"{part.value:+} counts in {where}, and ought not to"
    for value, rule in left:
        yield rule, f"{value:+} does not count in {where}, and ought to"


def _opposed(scene: Scene) -> bool:
    return scene.option("disarm_rule", "seed") == "opposed"


def attack_parts(blow: Blow) -> Iterator[Part]:
    """The bonuses and penalties of an attack roll."""
    yield from _scores(blow)
    yield from _skill(blow)
    yield from _target(blow)
    yield from _attacker(blow)
    yield from _hands(blow)
    yield from _manoeuvre(blow)
    if not blow.melee:
        yield from _shot(blow)
    yield from _mounted(blow)


def _scores(blow: Blow) -> Iterator[Part]:
    """Strength, Dexterity, magic, what a creature's data add."""
    me, weapon = blow.me, blow.weapon
    hit, damage = scores.strength(me.sheet)
    if me.sheet.group != "creature" and weapon.category != "natural":
        built = weapon.family == "bow" and (hit < 0 or (weapon.strength or 0) >= damage)
        if not blow.shot or built:
            yield hit, "adnd.core.strength.adjustments"
    if not blow.melee:
        aim = scores.dexterity(me.sheet)[1]
        if not (aim > 0 and (me.has("lightly-stunned", "stunned", "charging") or grips(me))):
            yield aim, "adnd.core.dexterity.adjustments"
    if not blow.shielding:
        yield weapon.plus + (blow.missile.plus if blow.missile is not None else 0), "adnd.core.magic-plus"
    elif blow.parry and me.sheet.shield is not None:
        yield me.sheet.shield.plus, "adnd.core.magic-plus"
    yield weapon.attack, "adnd.core.natural-attacks.by-weapon"


def _skill(blow: Blow) -> Iterator[Part]:
    """Proficiency, the favoured weapon, tiers of mastery."""
    me, weapon = blow.me, blow.weapon
    if blow.shielding:
        return
    art = weapon.base or weapon.name
    if me.sheet.group in GROUPS and art in WEAPONS and art not in me.sheet.proficient:
        group = me.sheet.group
        name = "priest-rogue" if group in ("priest", "rogue") else group
        penalty = CLASSES.groups[group].nonproficiency
        if art in me.sheet.related:
            yield -((-penalty + 1) // 2), f"adnd.proficiency.related.{name}"
        else:
            yield penalty, f"adnd.proficiency.none.penalty.{name}"
    if me.sheet.favoured and art == me.sheet.favoured:
        yield 1, "adnd.favoured.to-hit"
    skill = scores.bonus_tier(me.sheet, weapon)
    if not skill:
        return
    master = skill != "specialist"
    near = point_blank(blow)
    if blow.melee:
        yield (2, "adnd.mastery.melee.to-hit") if master else (1, "adnd.specialist.melee.to-hit")
    elif blow.shot and weapon.family in ("bow", "crossbow"):
        if not master and handbook(blow.scene):
            if near:
                yield 2, "adnd.variant.specialist.bow-handbook"
        elif master and not near:
            yield 2, "adnd.mastery.bow.to-hit"
        else:
            yield 1, "adnd.specialist.bow.to-hit"
    else:
        yield (2, "adnd.mastery.thrown.to-hit") if master else (1, "adnd.specialist.thrown.to-hit")


def point_blank(blow: Blow) -> bool:
    """Two to six squares off with a bow, to thirteen with a crossbow."""
    if not blow.shot or blow.weapon.family not in ("bow", "crossbow"):
        return False
    farthest = 6 if blow.weapon.family == "bow" else 13
    if handbook(blow.scene) and scores.bonus_tier(blow.me.sheet, blow.weapon) == "specialist":
        farthest = min(farthest, 12)
    return 2 <= places.gap(blow.scene, blow.me, blow.target) <= farthest


def handbook(scene: Scene) -> bool:
    """Are specialists those of another book (option ``bow_specialist``)?"""
    return scene.option("bow_specialist", "seed") == "handbook"


def _target(blow: Blow) -> Iterator[Part]:
    """What makes the target easier or harder to hit: position, surprise, the side from which the blow comes, height."""
    target, scene = blow.target, blow.scene
    position = target.position
    if position == "prone":
        if blow.how != "overbear":
            yield 4, "adnd.position.prone"
    elif position == "sitting":
        yield 2, "adnd.position.sitting"
    elif position == "kneeling":
        worse = target.value("kneeling") == 2
        yield (2, "adnd.fumble.table.01-24") if worse else (1, "adnd.position.kneeling")
    if target.has("surprised"):
        yield 1, "adnd.core.surprise.to-hit"
    if target.has("hindered"):
        yield 2, "adnd.core.hindered"
    if blow.arc == "rear":
        yield 2, "adnd.melee.rear"
    elif blow.arc == "flank" and scene.option("flank_bonus", "on") == "on":
        yield 1, "adnd.melee.flank"
    if blow.melee:
        level = scene.terrain.level
        if blow.me.altitude > target.altitude:
            yield 1, "adnd.mounted.flight"
        elif blow.me.altitude == target.altitude and level.get(blow.me.square, 0) > level.get(target.square, 0):
            yield 1, "adnd.melee.higher-ground"


def _attacker(blow: Blow) -> Iterator[Part]:
    """What weakens the attacker: injuries, blindness, grips."""
    me = blow.me
    if places.sightless(blow.scene, me):
        yield -4, "adnd.core.blinded"
    elif blow.target.has("invisible") or places.dark(blow.scene, blow.target.square, me):
        yield -4, "adnd.core.invisible"
    if me.has("lightly-stunned"):
        yield -2, "adnd.fumble.note.2.to-hit"
    if me.has("blessed"):
        yield 1, "adnd.core.spell.timing"
    if me.has("pinned"):
        yield -2, "adnd.called-shot.pin.to-hit-penalty"
    if gripped(me):
        yield -2, "adnd.grab.person.both.to-hit"
    if me.has("held") and blow.how != "wrestle":
        yield -4, "adnd.unarmed.wrestle.hold"
    if me.has("twisted-wrist") and _by_hurt_hand(blow, "twisted-wrist"):
        yield -4, "adnd.fumble.table.92-93"
    if me.has("dislocated-hip"):
        yield -4, "adnd.fumble.table.96-97"


def grips(me: Fighter) -> bool:
    """Does it hold on to somebody with one hand, at the cost of its Dexterity?"""
    return any(name == "gripping" and 1 in values for (name, _), values in me.conditions.items())


def gripped(me: Fighter) -> bool:
    """Is it one of the two whom a one-handed grip hampers? The grip's value tells one hand from a wrestler's arms."""
    return me.has("grabbed") or grips(me)


MAIN, OTHER = 1, 2
"""Hands, as the values of injuries have them."""


def hand_of(blow: Blow) -> int:
    """Which hand the roll is made with."""
    if blow.shielding or blow.second:
        return OTHER
    if blow.me.two_handed(blow.weapon):
        return MAIN
    return OTHER if _off_hand(blow.me, blow.weapon) else MAIN


def _by_hurt_hand(blow: Blow, injury: str) -> bool:
    """Is the weapon in the hand that is hurt, or in both?"""
    if blow.weapon.category == "natural":
        return False
    hurt = [value for (name, _), values in blow.me.conditions.items() if name == injury for value in values]
    return blow.me.two_handed(blow.weapon) or hand_of(blow) in hurt


def _hands(blow: Blow) -> Iterator[Part]:
    """One hand or two: the off hand, two weapons, shield and weapon, weapon and fist."""
    me, weapon = blow.me, blow.weapon
    if blow.shielding and blow.parry:
        yield from _shield_parry(blow)
        return
    both = other_hand(me) if _in_round(blow) else ""
    if blow.second and blow.shielding:
        both = "shield"
    if blow.parry:
        both = "weapon" if type(me.declared) is FullAttack and other_hand(me) == "weapon" else other_hand(me)
    reaction = reaction_of(me)
    if both == "weapon":
        step = scores.steps(me.sheet, "two-weapon")
        ranger = _ranger(blow)
        if "ranger" in me.sheet.classes and not ranger:
            step = max(0, step - 1)
        if not ranger:
            main, second = (0, -2) if step else (-2, -4)
            rule = "specialised.penalty" if step else "penalty"
            value = main if not blow.second or me.sheet.ambidextrous else second
            yield value, f"adnd.style.two-weapon.{rule}"
            if value:
                yield min(-value, reaction), "adnd.style.two-weapon.dex"
        order = me.declared
        if type(order) is FullAttack and order.off_how not in ("", order.how) and not (ranger and step > 1):
            yield -1, "adnd.style.two-weapon.different-manoeuvres"
    elif both == "hand":
        value = -2 if not blow.second or me.sheet.ambidextrous else -4
        yield value, "adnd.style.free-hand.secondary.penalty"
        yield min(-value, reaction), "adnd.style.free-hand.secondary.dex"
    elif both == "shield" and (blow.second or not blow.shielding):
        step = scores.steps(me.sheet, "weapon-shield")
        main, second = (0, -2) if step > 1 else (-2, -4)
        value = main if not blow.second or me.sheet.ambidextrous else second
        rule = "adnd.style.weapon-shield.manoeuvre.penalty"
        if step > 1:
            punch = blow.how == "shield-punch"
            rule = f"adnd.{'shield-punch' if punch else 'style.weapon-shield'}.specialised-2.penalties"
        yield value, rule
        if value:
            yield min(-value, reaction), "adnd.style.weapon-shield.manoeuvre.dex"
    elif blow.melee and not blow.shielding and not blow.second and _off_hand(me, weapon) and not me.sheet.ambidextrous:
        yield -2, "adnd.hand.off-hand.penalty"


def _in_round(blow: Blow) -> bool:
    """Is it an attack of the round, and no free one?"""
    return blow.own_turn and not blow.event.free


def reaction_of(me: Fighter) -> int:
    """Its reaction adjustment, a good one lost where it has lost its Dexterity."""
    value = scores.dexterity(me.sheet)[0]
    return min(0, value) if me.has("lightly-stunned") else value


def _ranger(blow: Blow) -> bool:
    """Has it a ranger's two hands?"""
    sheet = blow.me.sheet
    if "ranger" not in sheet.classes:
        return False
    return blow.scene.option("ranger_light_armour", "off") != "on" or sheet.armor.armor_class >= 7


def _off_hand(me: Fighter, weapon: Weapon) -> bool:
    """
    Is it held in the off hand alone: the second in hand, or the only one left and either the second at the start or in
    the one arm that is not out of joint?
    """
    if weapon.name in me.held[1:]:
        return True
    out = MAIN in me.conditions.get(("dislocated-shoulder", ""), ())
    return me.held == [weapon.name] and (out or weapon.name in me.sheet.held[1:])


def _shield_parry(blow: Blow) -> Iterator[Part]:
    """A shield's parry in the place of a blow has no penalty; besides it costs -4, -2, or nothing."""
    if not blow.second:
        return
    me = blow.me
    step = scores.steps(me.sheet, "weapon-shield")
    if step > 1:
        return
    if step:
        yield -2, "adnd.style.weapon-shield.specialised.parry.shield-penalty"
        yield min(2, reaction_of(me)), "adnd.style.weapon-shield.specialised.parry.dex"
        return
    value = -2 if me.sheet.ambidextrous else -4
    yield value, "adnd.style.weapon-shield.manoeuvre.penalty"
    yield min(-value, reaction_of(me)), "adnd.style.weapon-shield.manoeuvre.dex"


def _manoeuvre(blow: Blow) -> Iterator[Part]:
    """Charges, called shots, disarms, parries, bare hands."""
    how, scene = blow.how, blow.scene
    if blow.charging:
        yield 2, "adnd.charge.to-hit"
    if how in CALLED and not (how == "disarm" and _opposed(scene)):
        yield -4, "adnd.called-shot.standard-cost"
    if how == "expert-disarm":
        yield -8, "adnd.disarm.expert.penalty"
    if how in ("disarm", "expert-disarm") and blow.event.mode == "hurled" and not missiles.heavy(blow.weapon):
        yield -2, "adnd.disarm.missile.small-thrown"
    if blow.parry:
        if blow.shielding:
            yield 2, "adnd.parry.roll"
        elif blow.weapon.category == "unarmed" and not _bare(blow):
            yield -2, "adnd.parry.bare-handed"
    if how == "flat":
        yield -4, "adnd.unarmed.flat-of-blade"
    if how == "wrestle":
        yield _armour(blow.me), "adnd.unarmed.wrestle.armour"
    if how in ("grab", "grab-object"):
        yield target_shape(blow), "adnd.grab.monster.shape"
    if blow.event.free:
        occasion = _occasion(blow)
        if occasion == "bare-handed":
            yield 4, "adnd.unarmed.armed-defender"
        elif occasion == "fumbling":
            yield 4, "adnd.variant.fumble.short-table"
    if how == "overbear":
        yield from _overbear(blow)


def _bare(blow: Blow) -> bool:
    """Does the parry meet a bare hand?"""
    met = blow.scene.events[blow.event.because]
    return type(met) is AttackMade and blow.target.weapons[met.weapon].category == "unarmed"


def _armour(me: Fighter) -> int:
    from sim.tables.adnd_figures import ARMOR

    figures = ARMOR.get(me.sheet.armor.name)
    return figures.wrestling if figures is not None else 0


def target_shape(blow: Blow) -> int:
    """What a creature's shape adds to the hand that reaches for it."""
    return blow.target.sheet.grab_attack


def _occasion(blow: Blow) -> str:
    """What gave the free attack."""
    root = blow.scene.root()
    question = root.question if type(root) is Answered else None
    return str(getattr(question, "act", ""))


def _overbear(blow: Blow) -> Iterator[Part]:
    """The largest of those who throw themselves upon somebody, his legs, the worst THAC0, one more for each of them."""
    scene, me, target = blow.scene, blow.me, blow.target
    rule = "adnd.unarmed.overbear"
    between = scene.events[max(blow.event.because, 0) : scene.seq]
    joined = [scene.fighters[e.who] for e in between if type(e) is OverbearingJoined and e.leader == me.id]
    group = [me, *joined]
    yield 4 * (max(one.rank for one in group) - target.rank), rule
    yield -2 * max(0, target.sheet.legs - 2), rule
    yield me.sheet.thac0 - max(one.sheet.thac0 for one in group), f"{rule}.several"
    yield len(joined), f"{rule}.several"


def _shot(blow: Blow) -> Iterator[Part]:
    """Range, cover, the missile style's and the mount's influence."""
    scene, me, target = blow.scene, blow.me, blow.target
    found = missiles.band(scene, me, target, blow.weapon, blow.missile)
    if found == "extreme":
        yield -10, "adnd.high-mastery.ranged.extreme-penalty"
    else:
        yield {"medium": -2, "long": -5}.get(found, 0), "adnd.missile.range-modifiers"
    yield missiles.shelter(scene, me, target)


SPEEDS = "adnd.style.mounted.speed."


def _mounted(blow: Blow) -> Iterator[Part]:
    """In the saddle, or against somebody in it."""
    me, target, scene = blow.me, blow.target, blow.scene
    mount = scene.fighters[me.mount] if me.mount else None
    if mount is not None:
        if blow.melee and not target.mount and target.rank < mount.rank:
            yield 1, "adnd.mounted.to-hit"
        if not mount.sheet.war_trained:
            yield -2, "adnd.mounted.untrained"
        declared = 2 * me.declaration.squares if type(me.declared) is Move and me.declaration is not None else 0
        halves = me.halves or declared
        if blow.shot and blow.weapon.family in ("bow", "crossbow") and halves:
            rate = max(mount.sheet.movement, mount.sheet.fly)
            if halves < rate:
                value, rule = -1, "under-half"
            elif 2 * halves <= 3 * rate:
                value, rule = -3, "half-to-three-quarters"
            else:
                value, rule = -5, "over-three-quarters"
            if scores.steps(me.sheet, "mounted"):
                value = min(0, value + 2)
            yield value, SPEEDS + rule
    elif target.mount and blow.melee and not me.rider:
        yield -1, "adnd.mounted.foot-to-hit"


# ---- Armor Class ----------------------------------------------------------------------------------------------------


def ac_parts(blow: Blow) -> Iterator[Part]:
    """The parts of an Armor Class."""
    me, target, scene = blow.me, blow.target, blow.scene
    armor = target.sheet.armor
    yield armor.armor_class, "adnd.core.ac.sum"
    yield -armor.plus, "adnd.core.magic-plus"
    yield from _defence(blow)
    if blow.how == "called" and _aimed_at(blow) == "head" and target.sheet.group != "creature" and not armor.helmet:
        yield 10 - armor.armor_class + armor.plus, "adnd.called-shot.body-part"
    yield from _shield(blow)
    able = target.names.isdisjoint(SENSELESS)
    step = scores.steps(target.sheet, "free-hand")
    if step and able and blow.arc != "rear" and _free_handed(target) and not other_hand(target):
        yield -min(step, 2), f"adnd.style.free-hand.specialised{'-2' if step > 1 else ''}.ac"
    if (
        not blow.melee
        and scores.steps(target.sheet, "missile")
        and able
        and me.side != target.side
        and _shooter(target)
        and not _in_reach(scene, target)
    ):
        yield -1, "adnd.style.missile.specialised.ac"
    yield from _worse(blow)
    if target.has("parrying"):
        frontal = blow.melee and blow.arc == "front"
        if scene.option("dmg_parry", "all") == "all" or frontal:
            yield -(target.sheet.level // 2), "adnd.parry.dmg.ac-bonus"
            if target.sheet.group == "warrior":
                yield -1, "adnd.parry.dmg.ac-bonus.warrior"


def _aimed_at(blow: Blow) -> str:
    root = blow.scene.root()
    order = root.order if type(root) is OrderGiven else getattr(root, "answer", None)
    return str(getattr(order, "object", ""))


def _defence(blow: Blow) -> Iterator[Part]:
    """Dexterity: a bad one always counts, a good one only against what can be dodged."""
    target = blow.target
    value = scores.dexterity(target.sheet)[2]
    lost = target.names & (HELPLESS | {"surprised", "stunned", "lightly-stunned", "charging", "casting"})
    if value > 0 or not (lost or grips(target) or blow.arc == "rear"):
        yield value, "adnd.core.dexterity.adjustments"


def _shield(blow: Blow) -> Iterator[Part]:
    """A shield in line, from the front and from its own side, while the hands leave it of use."""
    target, scene = blow.target, blow.scene
    shield = target.sheet.shield
    useless = HELPLESS | {"shield-out", "shield-spent", "loose-shield"}
    if shield is None or not target.shield_on or not target.names.isdisjoint(useless):
        return
    if OTHER in target.conditions.get(("dislocated-shoulder", ""), ()):
        return
    held = [target.weapons[name] for name in target.held if name in target.weapons]
    if len(held) > 1 or any(target.two_handed(weapon) for weapon in held):
        return
    if blow.arc == "rear":
        return
    if blow.arc == "flank" and places.on_right(scene, target, blow.me) == (target.sheet.hand == "right"):
        return
    board = SHIELDS[shield.kind]
    if scene.option("shield_limit", "off") == "on":
        known = target.attackers
        place = known.index(blow.me.id) if blow.me.id in known else len(known)
        if place >= board.attackers:
            return
    yield -(board.bonus if blow.melee else board.missiles) - shield.plus, "adnd.style.weapon-shield.ac"


def _free_handed(me: Fighter) -> bool:
    """One weapon in one hand, and neither shield nor weapon in the other."""
    held = [me.weapons[name] for name in me.held if name in me.weapons]
    return len(me.held) == len(held) == 1 and not me.shield_on and not me.two_handed(held[0])


def _shooter(me: Fighter) -> bool:
    """Has it a missile weapon in hand?"""
    held = [me.weapons[name] for name in me.held if name in me.weapons]
    return any(weapon.missiles or weapon.ranges is not None for weapon in held)


def _in_reach(scene: Scene, me: Fighter) -> bool:
    """Is some able enemy near enough to strike it?"""
    for foe in scene.enemies(me):
        if not foe.names.isdisjoint(SENSELESS) or foe.felled:
            continue
        ring = places.gap(scene, foe, me)
        for weapon in (*places.arms(foe), foe.sheet.unarmed):
            nearest, farthest = places.reach(foe, weapon)
            if nearest <= ring <= farthest:
                return True
    return False


def _worse(blow: Blow) -> Iterator[Part]:
    """What makes an Armor Class worse."""
    target = blow.target
    if target.has("charging"):
        yield 1, "adnd.charge.ac"
    if target.has("stunned"):
        yield 4, "adnd.fumble.note.3.armor-class"
    elif places.sightless(blow.scene, target):
        yield 4, "adnd.core.blinded"
    if target.has("pinned"):
        yield 2, "adnd.called-shot.pin.ac-penalty"
    if gripped(target):
        yield 2, "adnd.grab.person.both.ac"
    if target.has("sprained"):
        yield 2, "adnd.fumble.table.89-91"
    if target.has("dislocated-hip"):
        yield 2, "adnd.fumble.table.96-97"
    if target.has("exposed"):
        which = "disarm" if target.value("exposed") else "parry"
        yield 2, f"adnd.{which}.bare-handed"
    if target.has("damaged-armor"):
        bands = [
            value for (name, _), values in target.conditions.items() if name == "damaged-armor" for value in values
        ]
        yield len(bands), f"adnd.fumble.table.{bands[0]}-{bands[0] + 1}"
    if target.has("shielded") and blow.arc == "front":
        given = 4 if blow.melee else 3 if blow.shot else 2
        yield min(0, given - target.sheet.armor.armor_class + target.sheet.armor.plus), "adnd.core.spell.timing"


def large(target: Fighter) -> bool:
    """Do weapons do their second figure to it?"""
    return target.rank >= SIZES.index("large")


__all__ = ["Attack", "Blow", "large", "other_hand", "point_blank"]
