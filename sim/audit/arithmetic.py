"""
Every total of an attack: the roll, the armor class it meets, the critical hit, the miss chance, the damage; and saves.

What ought to be in a tally is worked out from the sheet, the conditions and the geometry, rule by rule, and held
against what is in the log: every part that ought to be there is, and none that ought not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from sim.audit import effects, threat
from sim.audit.claims import HOUSE, Breach, invariant
from sim.audit.fold import HELPLESS, ORDERED, Fighter, Scene, order_of
from sim.core.tally import Dropped, Modifier
from sim.dice.notation import parse
from sim.events import orders
from sim.events.attacks import (
    AttackRolled,
    AttackWasted,
    BlowDelivered,
    ContestRolled,
    CriticalRolled,
    DamageDealt,
    MissChanceRolled,
    SaveRolled,
)
from sim.events.course import Answered, TargetDrawn
from sim.events.grapple import GrappleBegan
from sim.tables.sheet import Weapon
from sim.tables.sizes import SIZE

ATTACK = "d20.core.attack-roll"
ARMOR = "d20.core.armor-class"
DAMAGE = "d20.core.damage"
NATURAL = "d20.core.natural-weapons"
STACKING = "d20.core.modifier-stacking"
PROFICIENCY = "d20.core.non-proficiency"
CRITICAL = "d20.core.critical"
MISS_CHANCE = "d20.concealment.miss-chance"
TOTAL_SQUARE = "d20.concealment.total-square"
IN_REACH = "d20.melee.basic"
TRADE = "d20.power-attack.trade"
EXPERTISE = "d20.combat-expertise.trade"
AID = "d20.aid-another.bonus"
SET = "d20.ready.set-against-charge"

Part = tuple[int, str]
"""Value and rule."""

ATTACK_STATES: tuple[tuple[tuple[str, ...], int, int, str], ...] = (
    (("prone",), -4, 0, "d20.attack-mod.prone"),
    (("dazzled",), -1, -1, "d20.attack-mod.dazzled"),
    (("entangled",), -2, -2, "d20.attack-mod.entangled"),
    (("shaken", "frightened", "panicked"), -2, -2, "d20.attack-mod.shaken"),
    (("squeezing",), -4, -4, "d20.attack-mod.squeezing"),
    (("fighting-defensively",), -4, -4, "d20.fighting-defensively.standard"),
    (("sickened",), -2, -2, "d20.condition.sickened"),
    (("slowed",), -1, -1, "d20.condition.slowed"),
)
"""Any of these conditions of the attacker, worth so much in melee and at range."""

ARMOR_STATES: tuple[tuple[str, int, int, str], ...] = (
    ("blinded", -2, -2, "d20.ac-mod.blinded"),
    ("cowering", -2, -2, "d20.ac-mod.cowering"),
    ("stunned", -2, -2, "d20.ac-mod.stunned"),
    ("kneeling", -2, 2, "d20.ac-mod.kneeling-or-sitting"),
    ("squeezing", -4, -4, "d20.ac-mod.squeezing"),
    ("charged", -2, -2, "d20.charge.ac-penalty"),
    ("slowed", -1, -1, "d20.condition.slowed"),
    ("raging", -2, -2, "d20.rage.armor-class"),
    ("frenzied", -2, -2, "d20.rage.armor-class"),
)

DENYING = frozenset({"blinded", "cowering", "stunned"})
"""Conditions that cost the Dexterity bonus to armor class whatever the creature is."""

TWO_WEAPONS = {
    (False, False): (-6, -10, "d20.two-weapon.normal"),
    (True, False): (-4, -8, "d20.two-weapon.light-offhand"),
    (False, True): (-4, -4, "d20.two-weapon.feat"),
    (True, True): (-2, -2, "d20.two-weapon.light-and-feat"),
}
"""By light off-hand weapon and feat: primary hand, off hand."""

CLOSE = frozenset({"light", "natural", "unarmed"})
"""Categories of weapons that a grappler can use."""

SAVES = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}
ENERGIES = frozenset({"acid", "cold", "electricity", "fire", "sonic"})

COUP = "d20.coup-de-grace.auto-critical"
COILS = "d20.constrict.damage"
STRAY = "d20.bull-rush.aoo-stray"
RENDING = "d20.rend.damage"
MIGHTY = "d20.powerful-charge.damage"
POUNCE = "d20.pounce.attacks"
ENERGY = "d20.energy.extra"
ONE_PART = "d20.grapple.improved-grab.hold"


def sound(total: int, parts: Iterable[Modifier], dropped: Iterable[Dropped], base: int) -> Iterator[Breach]:
    """The total is the sum of its parts; of each type of bonus the highest counts, and what was dropped was lower."""
    summed = base
    best: dict[str, int] = {}
    for value, type_, _ in parts:
        summed += value
        if value > 0 and type_ and type_ not in ("dodge", "circumstance"):
            if type_ in best:
                yield STACKING, f"two {type_} bonuses count, {best[type_]} and {value}"
            best[type_] = max(value, best.get(type_, value))
    if total != summed:
        yield ATTACK, f"the total is {total}, and its parts make {summed}"
    for value, type_, rule, _ in dropped:
        if value <= 0 or type_ not in best or value > best[type_]:
            yield STACKING, f"the {type_ or 'untyped'} modifier {value:+d} [{rule}] is left out, and it counts"


def compare(what: str, found: Iterable[Modifier | Dropped], expected: Iterable[Part]) -> Iterator[Breach]:
    """Parts in the log against those that ought to be there; parts of 0 are no matter, nor those of house rules."""
    there = sorted([(part[0], part[2]) for part in found if part[0] and part[2] not in HOUSE])
    right = sorted([part for part in expected if part[0]])
    if there == right:
        return
    missing = list((Counter(right) - Counter(there)).elements())
    for value, rule in (Counter(there) - Counter(right)).elements():
        other = next((part for part in missing if part[1] == rule), None)
        if other is not None:
            missing.remove(other)
            yield rule, f"{what} has {value:+d} [{rule}], and it ought to be {other[0]:+d}"
        else:
            yield rule, f"{what} has {value:+d} [{rule}], and nothing gives that"
    for value, rule in missing:
        yield rule, f"{what} lacks {value:+d} [{rule}]"


def why_changed(me: Fighter, ability: str, rule: str) -> str:
    """The rule under which an ability modifier stands: the usual one, or what has changed the score."""
    names = me.names
    if names and ability in ("strength", "dexterity"):
        for state in ("paralyzed", "exhausted", "fatigued"):
            if state in names:
                return f"d20.condition.{state}"
        if ability == "dexterity" and "entangled" in names:
            return "d20.condition.entangled"
    if ability in ("strength", "constitution") and me.has("raging", "frenzied"):
        return "d20.rage.scores"
    if me.boons and (given := me.given(ability)):
        return given[0][2]
    return "d20.ability-damage.score" if me.damage_by(ability) else rule


def has_vitals(target: Fighter) -> bool:
    """Is it subject to critical hits?"""
    return "critical" not in target.immune


# ---- a blow ---------------------------------------------------------------------------------------------------


class Blow:
    """
    One blow as its order has it: with what, how, from which hand, at which penalty.

    ``source`` is the order or answer behind it; ``percent`` the miss chance that it met when it hit.
    """

    def __init__(self, scene: Scene, me: Fighter, target: Fighter, weapon: Weapon, *, melee: bool = True) -> None:
        self.scene = scene
        self.me = me
        self.target = target
        self.weapon = weapon
        self.melee = melee
        self.touch = False
        self.source: Any = None
        self.order: Any = None
        self.reaction = False
        self.full = False
        self.penalty = 0
        self.off_hand = ""
        self.second_hand = False
        self.rapid = False
        self.charging = False
        self.lethality = ""
        self.secondary = weapon.secondary
        self.percent = 0
        self.misled = melee and target.tied("feinted", me.id)
        self.cramped = "grappling" in me.names and target.id in me.grapplers

    @classmethod
    def rolled(cls, scene: Scene, event: AttackRolled) -> Blow | None:
        """The blow behind an attack roll; ``None`` when it is made with nothing that there is."""
        me, target = scene.fighters[event.attacker], scene.fighters[event.target]
        source = scene.root()
        order = order_of(source)
        weapon = me.weapons.get(event.weapon) or _borrowed(me, target, event.weapon, order) or _ray(me, event)
        if weapon is None:
            return None
        blow = cls(scene, me, target, weapon, melee=event.mode.startswith("melee"))
        blow.touch = event.mode.endswith("touch")
        blow.situate(source)
        return blow

    def situate(self, source: Any) -> None:
        """What the order or answer behind it makes of it."""
        self.source = source
        self.order = order_of(source)
        self.reaction = type(source) is Answered and type(source.question) is orders.Opportunity
        if not self.reaction and self.scene.turn.who == self.me.id:
            self._in_turn()

    def _in_turn(self) -> None:
        """What its own turn makes of it: the place in a full attack, the charge."""
        turn, order, weapon = self.scene.turn, self.order, self.weapon
        self.charging = isinstance(order, orders.Charge) or getattr(order, "mode", "") == "charge"
        self.lethality = getattr(order, "lethality", "")
        first = isinstance(order, orders.FullAttack)
        self.full = first or (turn.full > 0 and isinstance(order, (orders.Attack, orders.Grapple)))
        if not self.full:
            return
        due = None if first or turn.first else turn.due
        self.rapid = turn.rapid
        self.off_hand = turn.off_hand
        if due is not None:
            self.penalty, self.second_hand = due.penalty, due.off_hand
            if isinstance(order, orders.Grapple) or getattr(order, "weapon", due.weapon) != due.weapon:
                given = self.me.weapons.get(due.weapon)
                if given is not None and given.secondary:
                    self.penalty += -2 if "multiattack" in self.me.sheet.feats else -5
        elif first and self.off_hand:
            self.second_hand = order.off_hand_first
        if turn.mixed and weapon.category == "natural":
            self.secondary = True
        if self.second_hand and self.off_hand == "double" and weapon.double:
            self.weapon = replace(
                weapon,
                damage=weapon.double,
                multiplier=weapon.double_multiplier or weapon.multiplier,
                kinds=weapon.double_kinds or weapon.kinds,
            )


def _ray(me: Fighter, event: AttackRolled) -> Weapon | None:
    """A spell that strikes by a ranged touch."""
    spell = me.sheet.spells.get(event.weapon)
    if spell is None or spell.attack != "ranged-touch" or event.mode != "ranged-touch":
        return None
    return Weapon(name=event.weapon, category="ranged", damage="1", increment=10_000, traits=("touch",))


def _borrowed(me: Fighter, target: Fighter, name: str, order: Any) -> Weapon | None:
    """The opponent's own light weapon, turned against it in a grapple."""
    if not (isinstance(order, orders.Grapple) and order.option == "use-weapon"):
        return None
    theirs = target.weapons.get(order.weapon)
    if theirs is None or name != f"{theirs.name} of {target.id}":
        return None
    bonuses = tuple(part for part in theirs.bonuses if part.type == "enhancement")
    return replace(theirs, name=name, bonuses=bonuses, finesse="weapon-finesse" in me.sheet.feats)


# ---- what belongs into an attack roll -------------------------------------------------------------------------


def attack_parts(blow: Blow) -> list[Part]:
    """Everything that belongs into an attack roll."""
    me, weapon = blow.me, blow.weapon
    key = (
        "attack",
        weapon.name,
        blow.melee,
        me.shield_on,
        me.names,
        me.damage_to,
        me.boons,
        blow.secondary,
        me.value("power-attack"),
    )
    known: list[Part] | None = me.kept.get(key)
    if known is None:
        known = me.kept[key] = [part for part in own_attack_parts(blow) if part[0]]
    parts = [*known, *_situation(blow)]
    if me.boons:
        parts += [(value, rule) for value, _, rule in me.given("attack", (blow.target.sheet.alignment,))]
    return parts


def opposed_parts(blow: Blow) -> list[Part]:
    """The same where the log has no place for what did not stack: without the bonuses of spells that others surpass."""
    parts = once(attack_parts(blow))
    for part in surpassed(blow.me.given("attack", (blow.target.sheet.alignment,))):
        parts.remove(part)
    return parts


def surpassed(given: list[tuple[int, str, str]]) -> Iterator[Part]:
    """Of what spells give, bonuses of a type of which there is one at least as high, the first among equals aside."""
    best: dict[str, int] = {}
    for value, type_, _ in given:
        best[type_] = max(value, best.get(type_, 0))
    for value, type_, rule in given:
        if value <= 0 or not type_ or type_ == "dodge":
            continue
        if value < best[type_]:
            yield value, rule
        else:
            best[type_] = value + 1


def once(parts: list[Part]) -> list[Part]:
    """The same without the saddle's higher ground where the hill's counts: two of a kind do not stack."""
    hill = any(rule == "d20.attack-mod.higher-ground" for _, rule in parts)
    return [part for part in parts if not hill or part[1] != "d20.mounted.higher-ground"]


def own_attack_parts(blow: Blow) -> Iterator[Part]:
    me, weapon, sheet, melee = blow.me, blow.weapon, blow.me.sheet, blow.melee
    yield sheet.base_attack, ATTACK
    strength, dexterity = me.modifier("strength"), me.modifier("dexterity")
    shield = me.shield
    check = shield.check if shield is not None else 0
    if not melee:
        yield dexterity, why_changed(me, "dexterity", ATTACK)
    elif weapon.finesse and dexterity + check > strength:
        yield dexterity, why_changed(me, "dexterity", "d20.weapon-feats.finesse")
        yield check, "d20.weapon-feats.finesse"
    else:
        yield strength, why_changed(me, "strength", ATTACK)
    yield SIZE[sheet.size].attack, ATTACK
    for on, value, _, rule in weapon.bonuses:
        if on == "attack":
            yield value, rule
    if not weapon.proficient and "splash" not in weapon.traits:
        yield -4, PROFICIENCY
    if blow.secondary:
        yield (-2, "d20.multiattack.penalty") if "multiattack" in sheet.feats else (-5, NATURAL)
    for worn in (sheet.armor, sheet.shield):
        if worn is not None and not worn.proficient:
            yield worn.check, PROFICIENCY
    if shield is not None:
        yield shield.attack, "d20.tower-shield.attack"
    for states, in_melee, at_range, rule in ATTACK_STATES:
        if me.has(*states):
            yield (in_melee if melee else at_range), rule
    if melee:
        yield -me.value("power-attack"), TRADE
    yield -me.value("combat-expertise"), EXPERTISE


SOFT = frozenset({"padded", "leather", "studded leather", "hide"})
"""Armor without metal."""


def in_metal(me: Fighter) -> bool:
    """It wears armor of metal."""
    return me.sheet.armor is not None and me.sheet.armor.name not in SOFT


def _situation(blow: Blow) -> Iterator[Part]:
    me, target, weapon, scene = blow.me, blow.target, blow.weapon, blow.scene
    ground, sheet = scene.terrain, me.sheet
    if blow.penalty and weapon.category != "natural":
        yield blow.penalty, "d20.full-attack.iterative"
    if blow.off_hand:
        second = me.weapons.get(blow.off_hand)
        light = blow.off_hand == "double" or (second is not None and second.category in ("light", "unarmed"))
        primary, off, rule = TWO_WEAPONS[light, "two-weapon-fighting" in sheet.feats]
        yield (off if blow.second_hand else primary), rule
    if blow.rapid:
        yield -2, "d20.rapid-shot.extra"
    if blow.charging:
        yield 2, "d20.charge.attack-bonus"
    if weapon.name == "touch" and me.charge is not None and in_metal(target):
        yield sheet.spells[me.charge.event.spell].metal, "d20.spell.touch.attack"
    if scene.aids:
        yield 2 * scene.aids_of(me, target, "attack"), AID
    sensitive = sheet.light_sensitivity and "dazzled" not in me.names
    if sensitive and not ground.dim.issuperset(ground.footprint(me.square, me.span)):
        yield -1, "d20.light-sensitivity.dazzled"
    if "invisible" in me.names and "blinded" not in target.names:
        yield 2, "d20.attack-mod.invisible"
    if me.tied("hidden", target.id) and "blinded" not in target.names:
        yield 2, "d20.hide.unseen"
    if blow.cramped:
        yield -4, "d20.grapple.option.attack"
    if blow.touch or not blow.lethality:
        pass
    elif weapon.category == "unarmed":
        if blow.lethality == "lethal" and not threat.armed_bare_handed(me):
            yield -4, "d20.unarmed.lethal-penalty"
    elif blow.lethality == "nonlethal" and not weapon.nonlethal:
        yield -4, "d20.nonlethal.lethal-weapon-penalty"
    elif blow.lethality == "lethal" and weapon.nonlethal:
        yield -4, "d20.nonlethal.nonlethal-weapon-penalty"
    if blow.melee:
        if not ground.flat and ground.top(me.square, me.span) > ground.top(target.square, target.span):
            yield 1, "d20.attack-mod.higher-ground"
        if me.mount and not target.mount and not target.rider and target.rank < scene.fighters[me.mount].rank:
            yield 1, "d20.mounted.higher-ground"
        if threat.flanks(scene, me, target):
            yield 2, "d20.flanking.bonus"
        return
    if me.mount and scene.turn.who == me.id and scene.turn.gait in ("double", "run"):
        double = scene.turn.gait == "double"
        yield (-4, "d20.mounted.ranged-double-move") if double else (-8, "d20.mounted.ranged-run")
    away = 5 * ground.distance(me.square, me.span, target.square, target.span)
    if weapon.increment:
        yield -2 * (away // weapon.increment), "d20.ranged.increment-penalty"
    if "precise-shot" not in sheet.feats and _engaged(scene, me, target):
        yield -4, "d20.ranged.into-melee"


def _engaged(scene: Scene, me: Fighter, target: Fighter) -> bool:
    """Is the target in melee with a friend of the shooter, and no square of it 10 ft from all friends?"""
    if target.helpless and not target.grapplers:
        return False
    friends = [ally for ally in scene.fighters.values() if ally.side == me.side and ally is not me and ally.active]
    ground = scene.terrain
    for square in ground.footprint(target.square, target.span):
        if all(ground.distance(square, 1, ally.square, ally.span) >= 2 for ally in friends):
            return False
    return any(
        not ally.helpless
        and (
            target.id in ally.grapplers
            or threat.threatens(scene, ally, target)
            or threat.threatens(scene, target, ally)
        )
        for ally in friends
    )


# ---- what belongs into an armor class -------------------------------------------------------------------------


def denied_dexterity(attacker: Fighter, target: Fighter) -> bool:
    """Has the target lost its Dexterity bonus to armor class against this attacker?"""
    names, sheet = target.names, target.sheet
    if names:
        if not names.isdisjoint(DENYING):
            return True
        if "flat-footed" in names and not sheet.uncanny_dodge:
            return True
        if "wedged" in names:
            return True
        if "ran" in names and "run" not in sheet.feats:
            return True
        if "grappling" in names and attacker.id not in target.grapplers:
            return True
    unseen = "invisible" in attacker.names or attacker.tied("hidden", target.id)
    return unseen and not sheet.uncanny_dodge


def armor_parts(blow: Blow) -> list[Part]:
    """Everything that belongs into the armor class that an attack meets."""
    me, target, scene = blow.me, blow.target, blow.scene
    denied = blow.misled or denied_dexterity(me, target)
    names = target.names
    pinned = "pinned" in names and me.id not in target.grapplers
    zero = pinned and scene.options.get("pinned-dexterity") == "zero"
    key = (
        "armor",
        target.shield_on,
        blow.melee,
        blow.touch,
        denied,
        zero,
        names,
        target.damage_to,
        target.boons,
        target.value("combat-expertise"),
    )
    known: list[Part] | None = target.kept.get(key)
    if known is None:
        known = target.kept[key] = [part for part in _own_armor_parts(blow, target, denied, zero) if part[0]]
    parts = known.copy()
    nimble = not denied and not zero and not target.helpless
    if names:
        if blow.melee and "pinned" in names and not target.tied("pinned", me.id):
            parts.append((-4, "d20.ac-mod.pinned"))
        if nimble and target.tied("dodging", me.id):
            parts.append((1, "d20.dodge.ac"))
    if nimble and blow.reaction and "mobility" in target.sheet.feats:
        question = blow.source.question
        if question.act == "moving" and question.provoker == target.id:
            parts.append((4, "d20.mobility.ac"))
    for value, type_, rule in target.given("ac", (me.sheet.alignment,)) if target.boons else ():
        worn = type_ in ("armor", "shield", "natural armor")
        if not (worn and blow.touch) and (nimble or type_ != "dodge"):
            parts.append((value, rule))
    if scene.aids:
        parts.append((2 * scene.aids_of(target, me, "ac"), AID))
    if target.id not in me.grapplers:
        cover = threat.cover_from(scene, me, target, blow.melee)
        if cover == "soft":
            parts.append((4, "d20.cover.soft"))
        elif cover == "improved":
            parts.append((8, "d20.cover.varying"))
        elif cover != "none":
            parts.append((4, "d20.cover.ac-bonus"))
    return parts


def _own_armor_parts(blow: Blow, target: Fighter, denied: bool, zero: bool) -> Iterator[Part]:
    sheet, names, melee = target.sheet, target.names, blow.melee
    shield = target.shield
    yield 10, ARMOR
    if not blow.touch:
        yield (sheet.armor.bonus if sheet.armor else 0), ARMOR
        yield (shield.bonus if shield else 0), ARMOR
        yield sheet.natural_armor, ARMOR
    helpless = not names.isdisjoint(HELPLESS)
    if helpless or zero:
        yield -5, "d20.helpless.dex" if helpless else "d20.ac-mod.pinned"
    else:
        dexterity = target.modifier("dexterity")
        for worn in (sheet.armor, shield):
            if worn is not None and worn.max_dexterity is not None:
                dexterity = min(dexterity, worn.max_dexterity)
        rule = "d20.ac-mod.entangled" if "entangled" in names else why_changed(target, "dexterity", ARMOR)
        yield (min(dexterity, 0) if denied else dexterity), rule
    if not denied and not helpless and not zero:
        nimble = sheet.ranks.get("tumble", 0) >= 5
        if "total-defense" in names:
            yield (6, "d20.total-defense.tumble-ranks") if nimble else (4, "d20.total-defense.ac")
        if "fighting-defensively" in names:
            yield (3, "d20.fighting-defensively.tumble-ranks") if nimble else (2, "d20.fighting-defensively.standard")
        yield target.value("combat-expertise"), EXPERTISE
        yield sheet.dodge, ARMOR
    yield SIZE[sheet.size].attack, ARMOR
    yield sheet.deflection, ARMOR
    yield sheet.other_armor, ARMOR
    for state, in_melee, at_range, rule in ARMOR_STATES:
        if state in names:
            yield (in_melee if melee else at_range), rule
    if "prone" in names and (not helpless or blow.scene.options.get("helpless-prone") == "both"):
        yield (-4 if melee else 4), "d20.ac-mod.prone"
    if helpless and melee:
        yield -4, "d20.ac-mod.helpless"


# ---- the attack roll ------------------------------------------------------------------------------------------


@invariant("attack-rolls-add-up", AttackRolled)
def attack_rolls_add_up(event: AttackRolled, scene: Scene) -> Iterator[Breach]:
    """An attack roll has the parts that it ought to have, against an armor class that has, and hits accordingly."""
    blow = Blow.rolled(scene, event)
    who = f"{event.attacker}'s attack on {event.target}"
    if blow is None:
        yield ATTACK, f"{who} is made with {event.weapon}, which {event.attacker} does not have"
        return
    scene.notes["blow", scene.seq] = blow
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield ATTACK, f"{who} is rolled on {_dice([die.sides for die in event.dice])}, not on 1d20"
        return
    natural = event.dice[0].value
    yield from sound(event.total, event.parts, event.dropped, natural)
    yield from sound(event.ac, event.ac_parts, event.ac_dropped, 0)
    yield from compare(who, event.parts + event.dropped, attack_parts(blow))
    against = f"{event.target}'s armor class against {event.attacker}"
    yield from compare(against, event.ac_parts + event.ac_dropped, armor_parts(blow))
    hit = natural == 20 or (natural != 1 and event.total >= event.ac)
    if event.hit != hit:
        said, right = ("a hit", "a miss") if event.hit else ("a miss", "a hit")
        rule = "d20.core.natural-1-20" if natural in (1, 20) else ATTACK
        yield rule, f"{who}, natural {natural}, total {event.total} against {event.ac}, is {said}, not {right}"
    critical = not blow.touch or "touch" in blow.weapon.traits
    threatened = hit and critical and natural >= blow.weapon.threat and has_vitals(blow.target)
    if event.threat != threatened:
        said = "a threat" if event.threat else "no threat"
        yield CRITICAL, f"{who}, natural {natural} where {blow.weapon.threat} threatens, is {said}"
    direct = blow.reaction and scene.events[event.because] is blow.source
    if event.opportunity != direct:
        said = "is called an attack of opportunity" if event.opportunity else "is an attack of opportunity"
        yield "d20.aoo.single-attack", f"{who} {said}, and its cause is event {event.because}"


@invariant("an-attack-is-what-was-ordered", AttackRolled)
def an_attack_is_what_was_ordered(event: AttackRolled, scene: Scene) -> Iterator[Breach]:
    """Attacker, target and weapon are those of the order; the weapon is in hand, the target in reach or in sight."""
    blow: Blow | None = scene.notes.get(("blow", scene.seq))
    if blow is None:
        return
    me, target, weapon = blow.me, blow.target, blow.weapon
    who = f"{event.attacker}'s attack on {event.target}"
    cause = scene.events[event.because]
    if blow.source is None:
        yield IN_REACH, f"{who} is made, and nobody ordered it"
    if type(cause) in (*ORDERED, Answered):
        yield from _as_ordered(event, scene, cause, who)
    made = weapon.category not in ("natural", "unarmed") and "touch" not in weapon.traits
    if made and weapon.name not in me.held and " of " not in weapon.name:
        yield "d20.action.move.draw-weapon", f"{who} is made with {weapon.name}, which is not in hand"
    if not me.can_act:
        yield "d20.aoo.threatened-squares", f"{who}: the attacker is {', '.join(sorted(me.names))}"
    if "grappling" in me.names and blow.touch and "touch" not in weapon.traits:
        yield (
            "d20.grapple.options.per-attack",
            f"{who} is a special attack by one who grapples {', '.join(me.grapplers)}",
        )
    elif "grappling" in me.names and (target.id not in me.grapplers or weapon.category not in CLOSE):
        yield (
            "d20.grapple.option.attack",
            f"{who} is made with {weapon.name} by one who grapples {', '.join(me.grapplers)}",
        )
    if not target.active:
        yield IN_REACH, f"{who}: the target is {', '.join(sorted(target.names))}"
    if not blow.melee:
        yield from _shot(blow, who)
    elif not threat.reaches(scene, me, target, weapon):
        here, there = scene.name(me.square), scene.name(target.square)
        yield IN_REACH, f"{who} is made from {here} to {there}, out of reach of {weapon.name}"


def _as_ordered(event: AttackRolled, scene: Scene, cause: Any, who: str) -> Iterator[Breach]:
    order = order_of(cause)
    if cause.who != event.attacker:
        yield IN_REACH, f"{who} is made, and the order was given to {cause.who}"
    if not isinstance(order, (orders.Attack, orders.FullAttack, orders.Charge)):
        return
    blind = getattr(order, "square", -1) >= 0
    target = scene.fighters[event.target]
    if order.target != event.target and not blind and order.target not in target.grapplers:
        yield IN_REACH, f"{who} was ordered against {order.target}"
    ordered = order.weapon
    if isinstance(order, orders.FullAttack) and order.off_hand_first and order.off_hand != "double":
        ordered = order.off_hand
    done = scene.notes.setdefault(("done", event.because), [])
    rake = scene.fighters[event.attacker].sheet.rake
    if rake is not None and event.weapon == rake.name and POUNCE not in event.cites:
        yield "d20.pounce.rake", f"{who} is made with hind claws, and in no leap"
    if isinstance(order, orders.Charge) and POUNCE in event.cites:
        yield from _pouncing(event, scene, order, done, who)
        return
    if event.weapon != ordered and order.how != "grapple":
        yield IN_REACH, f"{who} is made with {event.weapon}, and {ordered} was ordered"
    if not event.mode.endswith("touch"):
        if done:
            yield "d20.aoo.single-attack" if event.opportunity else IN_REACH, f"{who} is a second attack of one order"
        done.append(scene.seq)


def _pouncing(event: AttackRolled, scene: Scene, order: orders.Charge, done: list[int], who: str) -> Iterator[Breach]:
    """All attacks of a full attack, and no more, by one that can pounce and has a whole turn for it."""
    me = scene.fighters[event.attacker]
    if not me.sheet.pounce or scene.turn.restricted or order.how != "strike":
        yield POUNCE, f"{who} is made in a leap, and {me.id} cannot pounce"
    done.append(scene.seq)
    made = [scene.events[seq].weapon for seq in done]
    most = {each.name: each.count for each in me.sheet.weapons if each.category == "natural"}
    if me.sheet.rake is not None:
        most[me.sheet.rake.name] = 2
    most[order.weapon] = most.get(order.weapon, 0) + bool(me.boons and me.given("attacks"))
    if made.count(event.weapon) > most.get(event.weapon, 0):
        yield POUNCE, f"{who} is attack {made.count(event.weapon)} with {event.weapon} in one leap"


def _shot(blow: Blow, who: str) -> Iterator[Breach]:
    me, target, scene, weapon = blow.me, blow.target, blow.scene, blow.weapon
    ground = scene.terrain
    away = 5 * ground.distance(me.square, me.span, target.square, target.span)
    most = weapon.increment * (1 if "net" in weapon.traits else 5 if weapon.thrown else 10)
    if away > most:
        yield "d20.ranged.in-range", f"{who} goes {away} ft, and {weapon.name} gets {most} ft"
    if not ground.effect(me.square, me.span, target.square, target.span, me.sheet.height, target.sheet.height):
        yield "d20.cover.total", f"{who}: no line of effect to {scene.name(target.square)}"
    if scene.zones and threat.strands(scene, me, target) > 3:
        yield "d20.conjuration.web", f"{who}: the web before {scene.name(target.square)} is too thick"
    if weapon.name in me.unloaded:
        yield "d20.action.move.load-light-hand-crossbow", f"{who}: {weapon.name} is not loaded"
    if "prone" in me.names and not {"crossbow", "shuriken", "touch"} & set(weapon.traits):
        yield "d20.attack-mod.prone", f"{who}: the shooter is prone"


@invariant("wasted-attacks-meet-nobody", AttackWasted)
def wasted_attacks_meet_nobody(event: AttackWasted, scene: Scene) -> Iterator[Breach]:
    """An attack is wasted at the square that was ordered, with a weapon that could be used, where nobody is."""
    me, weapon = scene.fighters[event.attacker], scene.fighters[event.attacker].weapons.get(event.weapon)
    what = f"{me.id} wastes an attack with {event.weapon} at {scene.name(event.square)}"
    source = scene.events[event.because]
    if type(source) not in ORDERED or source.who != me.id or getattr(source.order, "square", -1) != event.square:
        yield TOTAL_SQUARE, f"{what}, and was not told to"
    there = [other.id for other in scene.in_squares((event.square,)) if other is not me and other.active]
    if there:
        yield TOTAL_SQUARE, f"{what}, where {', '.join(there)} is"
    if weapon is None or (weapon.category not in ("natural", "unarmed") and weapon.name not in me.held):
        yield "d20.action.move.draw-weapon", f"{what}, which is not in hand"
    elif event.ranged and weapon.name in me.unloaded:
        yield "d20.action.move.load-light-hand-crossbow", f"{what}, which is not loaded"
    if not me.can_act:
        yield "d20.aoo.interrupts", f"{what}, and is {', '.join(sorted(me.names))}"


# ---- what follows a hit ---------------------------------------------------------------------------------------


@invariant("a-hit-does-damage", AttackRolled, after=True)
def a_hit_does_damage(event: AttackRolled, scene: Scene) -> tuple[()]:
    """A hit is followed by its critical roll, if it threatens, its miss chance, if there is one, and its damage."""
    blow: Blow | None = scene.notes.get(("blow", scene.seq))
    if not event.hit or blow is None:
        return ()
    who, seq, name = f"{event.attacker}'s hit on {event.target}", scene.seq, "a-hit-does-damage"
    if event.threat:
        scene.owe(("critical", seq), name, CRITICAL, f"{who} is never confirmed")
    _conceal(scene, blow, seq)
    if not blow.touch:
        scene.owe(("damage", seq), name, DAMAGE, f"{who} does no damage")
    return ()


def _conceal(scene: Scene, blow: Blow, seq: int) -> None:
    blow.percent = threat.conceals(scene, blow.me, blow.target, blow.melee)
    if blow.percent:
        what = f"{blow.me.id}'s hit on {blow.target.id} has no roll for the miss chance of {blow.percent} %"
        scene.owe(("concealment", seq), "a-hit-does-damage", MISS_CHANCE, what)
    else:
        scene.pay(("concealment", seq))


@invariant("blows-go-astray-by-chance", TargetDrawn)
def blows_go_astray_by_chance(event: TargetDrawn, scene: Scene) -> Iterator[Breach]:
    """
    A shot into a grapple strikes any of those who hold each other; an opportunity attack at either in a bull rush
    strikes the other one time in four.
    """
    rolled = scene.events[event.because]
    scene.pay(("stray", event.because))
    if type(rolled) is Answered:
        yield from _astray(event, getattr(rolled.answer, "target", ""))
        return
    if type(rolled) is not AttackRolled:
        rule = "d20.ac-mod.grappling"
        target = scene.fighters[getattr(getattr(rolled, "order", None), "target", event.struck)]
        among = {target.id, *target.grapplers}
        if set(event.among) != among or len(event.dice) != 1 or event.dice[0].sides != len(among):
            yield rule, f"chance picks among {event.among}, and in the grapple are {sorted(among)}"
        elif event.among[event.dice[0].value - 1] != event.struck:
            yield rule, f"die {event.dice[0].value} picks {event.among[event.dice[0].value - 1]}, not {event.struck}"
        return
    blow: Blow | None = scene.notes.get(("blow", event.because))
    yield from _astray(event, rolled.target)
    if blow is not None:
        blow.target = scene.fighters[event.struck]
        _conceal(scene, blow, event.because)


def _astray(event: TargetDrawn, target: str) -> Iterator[Breach]:
    value = event.dice[0].value if len(event.dice) == 1 and event.dice[0].sides == 100 else 0
    astray = event.struck != target
    if not value or astray != (value <= 25) or event.struck not in event.among:
        yield STRAY, f"d100 {value} sends a blow at {target} to {event.struck}, and it goes astray up to 25"


@invariant("blows-go-astray-by-chance", AttackRolled, after=True)
def a_blow_at_a_wrestling_pair_may_go_astray(event: AttackRolled, scene: Scene) -> tuple[()]:
    """Whoever is no part of a bull rush and hits one of the two in an opportunity attack may hit the other."""
    answered = scene.events[event.because]
    if event.opportunity and event.hit and type(answered) is Answered:
        partner = _rushing_with(scene, answered)
        if partner not in ("", event.attacker):
            what = f"{event.attacker}'s opportunity attack hits {event.target}, and may have hit {partner}: no d100"
            scene.owe(("stray", scene.seq), "blows-go-astray-by-chance", STRAY, what)
    return ()


def _rushing_with(scene: Scene, answered: Answered) -> str:
    """The other of the two in the bull rush that gave this opportunity; empty when it is of none."""
    question, cause = answered.question, scene.events[answered.because]
    if type(question) is not orders.Opportunity:
        return ""
    if question.act == "bull-rush":
        return str(getattr(getattr(cause, "order", None), "target", ""))
    if type(cause) is ContestRolled and cause.contest == "bull-rush":
        return cause.other if question.provoker == cause.who else cause.who
    return ""


@invariant("criticals-are-confirmed", CriticalRolled)
def criticals_are_confirmed(event: CriticalRolled, scene: Scene) -> Iterator[Breach]:
    """The confirmation has the bonus of the attack, and hits the same armor class."""
    rolled = scene.events[event.because]
    if type(rolled) is not AttackRolled or not scene.pay(("critical", event.because)):
        yield CRITICAL, f"{event.attacker} rolls for a critical hit that event {event.because} does not threaten"
        return
    if event.attacker != rolled.attacker or event.target not in _struck(scene, event.because, rolled):
        who = f"{event.attacker} confirms a hit on {event.target}"
        yield CRITICAL, f"{who}, and the hit was {rolled.attacker}'s on {rolled.target}"
    if len(event.dice) != 1 or event.dice[0].sides != 20 or event.ac != rolled.ac:
        yield CRITICAL, f"the critical roll against {event.ac} is not a d20 against {rolled.ac}"
        return
    natural = event.dice[0].value
    total = natural + rolled.total - rolled.dice[0].value
    confirmed = natural == 20 or (natural != 1 and total >= rolled.ac)
    if event.total != total or event.confirmed != confirmed:
        said = "confirmed" if event.confirmed else "not confirmed"
        yield (
            CRITICAL,
            (
                f"the critical roll is {event.total} against {rolled.ac}, {said};"
                f" natural {natural} with the bonus of the attack makes {total}"
            ),
        )
    if event.confirmed:
        scene.notes["confirmed", event.because] = True


@invariant("concealment-is-rolled", MissChanceRolled)
def concealment_is_rolled(event: MissChanceRolled, scene: Scene) -> Iterator[Breach]:
    """Percentile dice against the miss chance of the concealment that there is; Blind-Fight rolls a miss again."""
    blow: Blow | None = scene.notes.get(("blow", event.because))
    if blow is None:
        yield MISS_CHANCE, f"{event.attacker} rolls a miss chance of {event.percent} % without a hit"
        return
    if (event.attacker, event.target) != (blow.me.id, blow.target.id):
        who = f"{event.attacker} rolls a miss chance at {event.target}"
        yield MISS_CHANCE, f"{who}, and the hit was {blow.me.id}'s on {blow.target.id}"
    if not scene.pay(("concealment", event.because)):
        yield (
            MISS_CHANCE,
            f"{event.attacker} rolls a miss chance of {event.percent} % against {event.target}: none is due",
        )
    elif event.percent != blow.percent:
        yield MISS_CHANCE, f"the miss chance is {event.percent} %, and it ought to be {blow.percent} %"
    values = [die.value for die in event.dice if die.sides == 100]
    twice = blow.melee and "blind-fight" in blow.me.sheet.feats and bool(values) and values[0] <= event.percent
    if len(values) != len(event.dice) or len(values) != 1 + twice or event.missed != (values[-1] <= event.percent):
        said = "a miss" if event.missed else "no miss"
        yield MISS_CHANCE, f"d100 {values} against {event.percent} % is {said}"
    if event.missed:
        scene.pay(("damage", event.because))


def _struck(scene: Scene, seq: int, rolled: AttackRolled) -> tuple[str, ...]:
    """Whom an attack roll was made against, and who was struck if it went astray."""
    blow: Blow | None = scene.notes.get(("blow", seq))
    return (rolled.target,) if blow is None else (rolled.target, blow.target.id)


# ---- damage ---------------------------------------------------------------------------------------------------


def grip(blow: Blow) -> int:
    """How many half Strength bonuses count on damage."""
    me, weapon = blow.me, blow.weapon
    if weapon.category == "natural":
        if blow.secondary or "rake" in weapon.traits:
            return 1
        return 3 if sum(each.count for each in me.sheet.weapons if each.category == "natural") == 1 else 2
    if blow.second_hand:
        return 1
    if weapon.category in ("light", "unarmed") or blow.off_hand:
        return 2
    if me.mount and me.shield_on and "lance" in weapon.traits:
        return 2
    return 3 if weapon.category == "two-handed" or weapon.two_handed else 2


def damage_parts(blow: Blow) -> Iterator[Part]:
    """The fixed bonuses of a blow's damage."""
    me, weapon = blow.me, blow.weapon
    strength = me.modifier("strength")
    rule = NATURAL if weapon.category == "natural" else DAMAGE
    if blow.second_hand:
        rule = "d20.two-weapon.offhand-damage"
    if not blow.melee and not weapon.adds_strength:
        strength = 0
    elif strength > 0 and blow.melee:
        strength = strength * grip(blow) // 2
    elif strength > 0 and blow.second_hand:
        strength //= 2
    elif strength > 0 and weapon.strength_rating is not None:
        strength = min(strength, weapon.strength_rating)
    yield strength, rule
    for on, value, _, source in weapon.bonuses:
        if on == "damage":
            yield value, source
    if "sickened" in me.names:
        yield -2, "d20.condition.sickened"
    for value, _, source in me.given("damage"):
        yield value, source
    if blow.melee and "power-attack" in me.names and weapon.category != "light":
        double = weapon.category == "two-handed" or weapon.two_handed
        yield me.value("power-attack") * (2 if double else 1), TRADE


def sneak_dice(blow: Blow, nonlethal: bool) -> int:
    """Dice of sneak attack: the target is denied its Dexterity bonus, helpless or flanked, and within 30 ft."""
    dice = blow.me.sheet.sneak_attack
    if not dice:
        return 0
    me, target, scene = blow.me, blow.target, blow.scene
    if not has_vitals(target) or (nonlethal and not blow.weapon.nonlethal):
        return 0
    if threat.conceals(scene, me, target, blow.melee):
        return 0
    if not blow.melee and scene.terrain.distance(me.square, me.span, target.square, target.span) > 6:
        return 0
    if target.helpless or blow.misled or denied_dexterity(me, target):
        return dice
    return dice if blow.melee and threat.flanks(scene, me, target) else 0


def softened(target: Fighter, weapon: Weapon, points: int, nonlethal: bool) -> tuple[int, bool]:
    """What damage reduction, regeneration and immunity leave of a blow."""
    sheet = target.sheet
    kinds = {*weapon.kinds, weapon.material, *(("magic",) if weapon.magic else ())}
    energy = weapon.kinds[0] in ENERGIES
    if sheet.reduction is not None and not energy and kinds.isdisjoint(sheet.reduction.bypass):
        points = max(0, points - sheet.reduction.points)
    if energy and weapon.kinds[0] in target.immune:
        points = 0
    if nonlethal and "nonlethal" in target.immune:
        points = 0
    if points and sheet.regeneration and kinds.isdisjoint(sheet.regeneration_bypass):
        nonlethal = True
    return points, nonlethal


def _dice(sides: list[int]) -> str:
    return " + ".join(f"{count}d{size}" for size, count in Counter(sides).items()) or "nothing"


TOLD_ELSEWHERE = frozenset(
    {"d20.splash.data", "d20.fire.extinguish", "d20.mounted.mount-falls", "d20.mounted.rider-unconscious"}
)
"""Damage of flasks and flames, which ``things`` judges, and of falls, which ``riding`` does."""


@invariant("damage-adds-up", DamageDealt)
def damage_adds_up(event: DamageDealt, scene: Scene) -> Iterator[Breach]:
    """The damage of a hit is its dice and bonuses, multiplied by a critical hit, softened by what the target is."""
    seq, cause = event.because, scene.events[event.because]
    who = f"{event.source}'s damage to {event.target}"
    if not TOLD_ELSEWHERE.isdisjoint(event.cites) or effects.is_magic(event):
        return
    if ENERGY in event.cites or RENDING in event.cites:
        yield from _added_damage(event, scene, who)
        return
    times = 1
    if type(cause) is AttackRolled:
        blow: Blow | None = scene.notes.get(("blow", seq))
        if blow is None:
            return
        if not scene.pay(("damage", seq)):
            yield DAMAGE, f"{who}: event {seq} is no hit that is still to do damage"
            return
        if ("critical", seq) in scene.debts or ("concealment", seq) in scene.debts:
            yield DAMAGE, f"{who} comes before the rolls that decide about it"
        if ("confirmed", seq) in scene.notes:
            times = blow.weapon.multiplier
        set_against = scene.turn.who == blow.me.id and scene.turn.set_against == blow.target.id and blow.weapon.braces
        times += set_against
        times += blow.charging and bool(blow.me.mount) and "lance" in blow.weapon.traits and not set_against
        if set_against != (SET in event.cites):
            said = "set" if SET in event.cites else "not set"
            yield SET, f"{who} is dealt with a weapon {said} against {scene.turn.set_against or 'nobody'}"
    elif type(cause) is SaveRolled:
        yield from _left_out_cold(event, scene, who)
        return
    else:
        blow = _sure_blow(event, scene, cause)
        if blow is None:
            yield DAMAGE, f"{who}: event {seq} is nothing that does damage"
            return
        scene.pay(("damage", seq))
        times = blow.weapon.multiplier if type(cause) is BlowDelivered else 1
    if (event.source, event.target) != (blow.me.id, blow.target.id):
        yield DAMAGE, f"{who}: the blow was {blow.me.id}'s at {blow.target.id}"
    yield from _weapon_damage(event, blow, times, who)
    scene.notes["weapon", scene.seq] = blow.weapon


def _weapon_damage(event: DamageDealt, blow: Blow, times: int, who: str) -> Iterator[Breach]:
    target, weapon = blow.target, blow.weapon
    mighty = blow.charging and bool(weapon.charge_damage)
    if mighty != (MIGHTY in event.cites):
        yield MIGHTY, f"{who} with {weapon.name} {'does not count' if mighty else 'counts'} as a powerful charge"
    dice = parse(weapon.charge_damage if mighty else weapon.damage)
    nonlethal = blow.lethality == "nonlethal" or (weapon.nonlethal and blow.lethality != "lethal")
    count = dice.count * times if dice.sides > 1 else 0
    sides = [dice.sides] * count + [6] * sneak_dice(blow, nonlethal)
    there = [die.sides for die in event.dice]
    if there != sides:
        yield DAMAGE, f"{who} rolls {_dice(there)}, and it ought to roll {_dice(sides)}"
        return
    parts = list(damage_parts(blow))
    yield from compare(who, event.parts, parts)
    fixed = dice.bonus + sum(value for value, _ in parts) + (dice.count if dice.sides == 1 else 0)
    points = max(1, sum(die.value for die in event.dice[:count]) + times * fixed)
    points += sum(die.value for die in event.dice[count:])
    points, nonlethal = softened(target, weapon, points, nonlethal)
    if event.amount != points:
        yield DAMAGE, f"{who} is {event.amount}, and dice and bonuses make {points}"
    if event.nonlethal != nonlethal and (points or event.amount):
        said = "nonlethal" if event.nonlethal else "lethal"
        yield "d20.nonlethal.tally", f"{who} with {weapon.name} is {said}, and it ought not to be"


def _sure_blow(event: DamageDealt, scene: Scene, cause: Any) -> Blow | None:
    """A blow that needs no roll: in a grapple, or against the helpless."""
    me, target = scene.fighters[event.source], scene.fighters[event.target]
    if type(cause) is BlowDelivered:
        weapon = me.weapons.get(cause.weapon)
        return None if weapon is None else Blow(scene, me, target, weapon, melee=weapon.category != "ranged")
    unresisted = type(cause) in ORDERED and isinstance(cause.order, orders.Grapple) and target.helpless
    if type(cause) not in (ContestRolled, GrappleBegan) and not unresisted:
        return None
    grabbing = next((weapon for weapon in me.sheet.weapons if weapon.grab_on_hit), None)
    if COILS in event.cites:
        if grabbing is None or not grabbing.constrict:
            return None
        return Blow(
            scene, me, target, replace(grabbing, damage=grabbing.constrict, kinds=("bludgeoning",), poison=None)
        )
    if ONE_PART in event.cites:
        return None if grabbing is None else Blow(scene, me, target, grabbing)
    spikes = next((weapon for weapon in me.sheet.weapons if "armor-spikes" in weapon.traits), None)
    if spikes is not None and "/".join(spikes.kinds) == event.damage_type != "/".join(me.sheet.unarmed.kinds):
        return Blow(scene, me, target, spikes)
    blow = Blow(scene, me, target, me.sheet.unarmed)
    source = scene.root()
    if type(source) in ORDERED and isinstance(source.order, orders.Grapple):
        blow.lethality = source.order.lethality
    return blow


def _added_damage(event: DamageDealt, scene: Scene, who: str) -> Iterator[Breach]:
    """Energy that comes with a weapon, and rending: once, with dice of their own."""
    me, target = scene.fighters[event.source], scene.fighters[event.target]
    if ENERGY in event.cites:
        rule = ENERGY
        energies = [
            w.energy for w in (*me.sheet.weapons, me.sheet.unarmed) if w.energy and w.energy[0] == event.damage_type
        ]
        if not energies:
            yield rule, f"{who} is {event.damage_type}, and nothing of {me.id} does that"
            return
        blow: Blow | None = scene.notes.get(("blow", event.because))
        if blow is not None and (blow.me, blow.target) != (me, target):
            yield rule, f"{who}: the blow was {blow.me.id}'s at {blow.target.id}"
        dice, fixed = parse(energies[0][1]), 0
        weapon = replace(me.sheet.unarmed, kinds=(event.damage_type,))
    else:
        rule = RENDING
        dice, fixed = parse(me.sheet.rend or "1"), me.modifier("strength") * 3 // 2
        weapon = me.weapons.get(me.sheet.rend_weapon, me.sheet.unarmed)
        hits = [
            blow
            for blow in scene.turn.hits
            if blow.me is me and blow.target is target and blow.weapon.name == me.sheet.rend_weapon
        ]
        if not me.sheet.rend or len(hits) < 2:
            yield rule, f"{who} is a rend after {len(hits)} hits with {me.sheet.rend_weapon or 'nothing'}"
    rolled = [die.value for die in event.dice]
    if [die.sides for die in event.dice] != ([dice.sides] * dice.count if dice.sides > 1 else []):
        yield rule, f"{who} rolls {_dice([die.sides for die in event.dice])}, and it ought to roll {dice}"
        return
    points = sum(rolled) + dice.bonus + fixed + (dice.count if dice.sides == 1 else 0)
    points, _ = softened(target, weapon, max(1, points), False)
    if event.amount != points:
        yield rule, f"{who} is {event.amount}, and dice and bonuses make {points}"


@invariant("a-rend-needs-two-hits", AttackRolled, after=True)
def a_rend_needs_two_hits(event: AttackRolled, scene: Scene) -> tuple[()]:
    """Keeps the hits of the turn for those who rend."""
    blow = scene.notes.get(("blow", scene.seq))
    if event.hit and blow is not None and blow.me.sheet.rend and blow.full:
        scene.turn.hits.append(blow)
    return ()


def _left_out_cold(event: DamageDealt, scene: Scene, who: str) -> Iterator[Breach]:
    """Option ``nonlethal-coup-de-grace``: a failed save leaves the victim 10 beyond its hit points."""
    target = scene.fighters[event.target]
    right = target.hit_points + 10 - target.nonlethal
    allowed = scene.options.get("nonlethal-coup-de-grace") == "raises"
    if not allowed or not event.nonlethal or event.amount != right:
        yield "d20.coup-de-grace.fort", f"{who} after a save is {event.amount}, and {right if allowed else 0} is due"


# ---- saves ----------------------------------------------------------------------------------------------------


@invariant("saves-add-up", SaveRolled)
def saves_add_up(event: SaveRolled, scene: Scene) -> Iterator[Breach]:
    """A save is a d20, the base save, the ability, conditions; a natural 1 fails, a natural 20 succeeds."""
    rule = "d20.save.total"
    fighter = scene.fighters[event.who]
    what = f"{event.who}'s {event.save} save"
    if len(event.dice) != 1 or event.dice[0].sides != 20:
        yield rule, f"{what} is rolled on {_dice([die.sides for die in event.dice])}, not on 1d20"
        return
    natural = event.dice[0].value
    bonus = getattr(fighter.sheet, event.save) + fighter.modifier(SAVES[event.save])
    bonus -= 2 * fighter.has("shaken", "frightened", "panicked") + 2 * fighter.has("sickened")
    bonus -= fighter.has("slowed") and event.save == "reflex"
    bonus += 2 * (fighter.has("raging") and event.save == "will")
    if scene.spelled:
        bonus += effects.on_save(event, scene, fighter)
    rolls = event.against == "the flames" and isinstance(getattr(scene.root(), "order", None), orders.Extinguish)
    if rolls:
        bonus += 4 if fighter.tied("burning", "") else 2
    if event.total != natural + bonus:
        yield rule, f"{what} is {event.total}, and d20 {natural} with {bonus:+d} makes {natural + bonus}"
    yield from sound(event.total, event.parts, (), natural)
    success = natural == 20 or (natural != 1 and event.total >= event.dc)
    if event.success != success:
        said = "succeeds" if event.success else "fails"
        rule = "d20.save.natural" if natural in (1, 20) else rule
        yield rule, f"{what} of {event.total}, natural {natural}, {said} against {event.dc}"
