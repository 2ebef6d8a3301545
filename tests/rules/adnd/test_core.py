"""Attack rolls, Armor Class, damage, saving throws, going down."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.events.adnd import AttackMade, SavingThrowRolled
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import FightEnded
from sim.events.equipment import Dropped
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import core, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.rules.adnd.options import OPTIONS
from sim.scenario.loader import load
from sim.tables.adnd_sheet import Armor, Shield
from tests.rules.adnd.arena import (
    ROSTER,
    act,
    arena,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    spent,
    told,
    why_not,
)
from tests.rules.adnd.blows import blow

ROOT = Path(__file__).parents[3]
BARE = Armor("none", 10)


def plain(kind="fighter-3", **changes):
    """Somebody of THAC0 20 and Armor Class 10, whose scores change nothing."""
    figures = {"thac0": 20, "armor": BARE, "shield": None, "strength": 10, "dexterity": 10, "hit_points": 30}
    return sheet(kind, **{**figures, **changes})


def strike(one, other, dice, *, weapon="spear", options=None, conditions=(), **keys):
    """A strikes o once: the events that come of it."""
    table = arena("A o", A=one, o=other, dice=dice, options=options or {"fumble": "off"}, **keys)
    for who, name in conditions:
        condition(table, who, name)
    declare(table, "A", FullAttack("o", weapon))
    events = act(table, "A", Attack("o", weapon))
    spent(table)
    return events


def roll(*given, **keys):
    """The attack roll of such a strike."""
    return told(strike(*given, **keys), AttackMade)[0]


def harm(*given, **keys):
    """The damage of such a strike."""
    return told(strike(*given, **keys), DamageDealt)[0]


@pytest.mark.parametrize(("armor", "needed"), [(10, 10), (0, 20), (-5, 25), (5, 15)])
def test_the_number_needed_is_thac0_less_armor_class(armor, needed):
    """adnd.core.attack-roll, adnd.core.descending-ac: the lower the Armor Class, the more is needed."""
    rolled = roll(plain(), plain("orc", armor=Armor("hide", armor)), "d20:9")

    assert (rolled.needed, rolled.hit) == (needed, False)
    assert "adnd.core.attack-roll" in rolled.cites


@pytest.mark.parametrize(("natural", "hit"), [(12, False), (13, True)])
def test_the_number_needed_itself_hits(natural, hit):
    """adnd.core.attack-roll: equal or higher; the die is never changed."""
    rolled = roll(plain(), plain("orc", armor=Armor("hide", 7)), f"d20:{natural}" + " d6:2" * hit)

    assert (rolled.roll, rolled.needed, rolled.hit) == (natural, 13, hit)


@pytest.mark.parametrize(("natural", "hit"), [(19, False), (20, True)])
def test_a_natural_20_hits_whatever_is_needed(natural, hit):
    """adnd.core.natural-20: where 25 would be needed."""
    rolled = roll(plain(), plain("orc", armor=Armor("hide", -5)), f"d20:{natural}" + " d6:2" * hit)

    assert rolled.hit is hit
    assert ("adnd.core.natural-20" in rolled.cites) is hit


@pytest.mark.parametrize(("natural", "hit"), [(2, False), (3, True)])
def test_1_and_2_miss_whatever_is_needed(natural, hit):
    """adnd.fumble.auto-miss.natural-1-2: where 2 would do."""
    rolled = roll(plain(thac0=12), plain("orc"), f"d20:{natural}" + " d6:2" * hit)

    assert (rolled.needed, rolled.hit) == (2, hit)
    assert ("adnd.fumble.auto-miss.ignores-thac0-and-modifiers" in rolled.cites) is not hit


def test_all_modifiers_add_up():
    """adnd.core.modifiers.add: Strength 17 +1, a magical weapon +2, a prone target +4."""
    spear = sheet("fighter-3").weapons[0]
    hero = plain(strength=17, weapons=(msgspec.structs.replace(spear, plus=2),))
    rolled = roll(hero, plain("orc"), "d20:5 d6:1", conditions=[("o", "prone")])

    assert sum(part.value for part in rolled.parts) == 7
    assert rolled.needed == 3
    assert "adnd.core.modifiers.add" in rolled.cites


def test_a_single_modifier_is_no_sum():
    """adnd.core.modifiers.add is cited only where there is something to add up."""
    assert "adnd.core.modifiers.add" not in roll(plain(), plain("orc"), "d20:5").cites


@pytest.mark.parametrize(
    ("kind", "thac0", "rules"),
    [
        ("fighter-5", 16, {"adnd.core.thac0.class"}),
        ("priest-5", 18, {"adnd.core.thac0.class"}),
        ("rogue-5", 18, {"adnd.core.thac0.class"}),
        ("wizard-5", 19, {"adnd.core.thac0.class"}),
        ("townsman", 20, {"adnd.core.thac0.class"}),
        ("fighter-wizard-4", 17, {"adnd.core.thac0.class", "adnd.core.thac0.multi-class"}),
        ("goblin", 20, {"adnd.core.thac0.monster"}),
        ("orc", 19, {"adnd.core.thac0.monster"}),
        ("ogre", 17, {"adnd.core.thac0.monster"}),
        ("heavy-war-horse", 17, {"adnd.core.thac0.monster", "adnd.core.thac0.three-plus"}),
        ("hill-giant", 9, {"adnd.core.thac0.monster"}),
    ],
)
def test_thac0_comes_from_class_and_level_or_from_hit_dice(kind, thac0, rules):
    """
    adnd.core.thac0.class, adnd.core.thac0.multi-class (the best), adnd.core.thac0.monster,
    adnd.core.thac0.three-plus (3+3 as 4).
    """
    figures = sheet(kind)

    assert figures.thac0 == thac0
    assert set(core.thac0_rules(figures)) == rules


def test_an_attack_says_whence_its_thac0_comes():
    """adnd.core.thac0.monster, adnd.core.thac0.class: cited by the roll."""
    assert "adnd.core.thac0.monster" in roll(sheet("orc"), plain(), "d20:5", weapon="long sword").cites
    assert "adnd.core.thac0.class" in roll(plain(), sheet("orc"), "d20:5").cites


def test_a_thac0_in_a_creatures_data_wins():
    """adnd.core.thac0.monster: an orc that fights better than its Hit Die."""
    assert ROSTER.resolve({"base": "orc", "thac0": 15}, "hero.toml").thac0 == 15
    with pytest.raises(BadInput, match="thac0"):
        ROSTER.resolve({"base": "fighter-3", "thac0": 15}, "hero.toml")


def test_armor_class_is_a_sum():
    """adnd.core.ac.sum: plate mail 3, a shield, Dexterity 16 (-2), armour +1: AC -1."""
    knight = plain("fighter-5", armor=Armor("plate mail", 3, plus=1), shield=Shield("shield", "medium"), dexterity=16)
    rolled = roll(sheet("orc"), knight, "d20:19", weapon="long sword", facing={"o": 6})

    assert rolled.ac == -1
    assert {part.type: part.value for part in rolled.ac_parts} == {
        "armor": 3,
        "magic armor": -1,
        "dexterity": -2,
        "shield": -1,
    }


@given(armor=st.integers(-10, 10), plus=st.integers(0, 5), dexterity=st.integers(1, 25))
def test_armor_class_is_never_better_than_minus_10(armor, plus, dexterity):
    """adnd.core.ac.limits: whatever adds up; penalties may push it beyond 10."""
    target = plain("orc", armor=Armor("hide", armor, plus=plus), dexterity=dexterity)
    found = sum(part.value for part in core.ac_parts(blow(plain(), "spear", target)))

    assert found >= -10


def test_penalties_push_armor_class_beyond_10():
    """adnd.core.ac.limits: a clumsy townsman has AC 14."""
    assert sum(part.value for part in core.ac_parts(blow(plain(), "spear", plain("townsman", dexterity=3)))) == 14


def test_the_word_counts_and_not_the_sign():
    """adnd.core.sign-convention: a bonus lowers Armor Class and initiative, a penalty raises it."""
    for value in (-2, 2):
        assert core.better(value, "shield", "adnd.core.sign-convention").value == -2
        assert core.worse(value, "pinned", "adnd.core.sign-convention").value == 2


@pytest.mark.parametrize(
    ("dexterity", "missile", "defence"), [(3, -3, 4), (6, 0, 1), (14, 0, 0), (16, 1, -2), (18, 2, -4), (20, 3, -4)]
)
def test_dexterity_adjusts_shots_and_defence(dexterity, missile, defence):
    """adnd.core.dexterity.adjustments: table T5."""
    quick = plain("archer-7", dexterity=dexterity)
    shot = core.attack_parts(blow(quick, "long bow", squares=8))
    met = core.ac_parts(blow(plain(), "spear", quick))

    assert sum(part.value for part in shot if part.rule == "adnd.core.dexterity.adjustments") == missile
    assert sum(part.value for part in met if part.rule == "adnd.core.dexterity.adjustments") == defence


@pytest.mark.parametrize(
    ("strength", "exceptional", "hit", "damage"),
    [(3, 0, -3, -1), (10, 0, 0, 0), (16, 0, 0, 1), (17, 0, 1, 1), (18, 0, 1, 2), (18, 76, 2, 4), (18, 100, 3, 6)],
)
def test_strength_adjusts_attack_and_damage(strength, exceptional, hit, damage):
    """adnd.core.strength.adjustments: table T4."""
    made = blow(plain(strength=strength, exceptional=exceptional), "spear")

    assert sum(part.value for part in core.attack_parts(made) if part.type == "strength") == hit
    part = core.strength_damage(made)
    assert (part.value if part else 0) == damage


@pytest.mark.parametrize(
    ("strength", "built", "hit", "damage"), [(18, None, 0, 0), (18, 2, 1, 2), (18, 1, 0, 1), (3, None, -3, -1)]
)
def test_a_bow_lends_itself_to_the_strength_for_which_it_was_built(strength, built, hit, damage):
    """adnd.core.strength.adjustments: penalties always count, bonuses as far as it was built for them."""
    archer = sheet("archer-7")
    bow = msgspec.structs.replace(archer.weapons[0], strength=built)
    shot = blow(plain("archer-7", strength=strength, weapons=(bow, *archer.weapons[1:])), "long bow", squares=8)

    assert sum(part.value for part in core.attack_parts(shot) if part.type == "strength") == hit
    part = core.strength_damage(shot)
    assert (part.value if part else 0) == damage


@pytest.mark.parametrize("kind", ["crossbowman-7", "priest-5"])
def test_strength_draws_no_crossbow_and_no_sling(kind):
    """adnd.core.strength.adjustments: they never use it, not even a bad one."""
    figures = sheet(kind)
    weapon = next(weapon.name for weapon in figures.weapons if weapon.missiles)

    for strength in (3, 18):
        shot = blow(plain(kind, strength=strength), weapon, squares=8)
        assert not [part for part in core.attack_parts(shot) if part.type == "strength"]
        assert core.strength_damage(shot) is None


def test_a_plus_counts_on_attack_and_damage():
    """adnd.core.magic-plus: a spear +2; of an arrow +1 from a bow +2 both count to hit, the arrow alone in damage."""
    spear = msgspec.structs.replace(sheet("fighter-3").weapons[0], plus=2)
    made = blow(plain(weapons=(spear,)), "spear")
    assert [part.value for part in core.attack_parts(made) if part.rule == "adnd.core.magic-plus"] == [2]
    assert core.magic_damage(made).value == 2

    bow = sheet("archer-7").weapons[0]
    arrows = tuple(msgspec.structs.replace(missile, plus=1) for missile in bow.missiles)
    better = msgspec.structs.replace(bow, plus=2, missiles=arrows)
    shot = blow(plain("archer-7", weapons=(better,)), "long bow", squares=8)
    assert [part.value for part in core.attack_parts(shot) if part.rule == "adnd.core.magic-plus"] == [3]
    assert core.magic_damage(shot).value == 1


@pytest.mark.parametrize(("kind", "sides"), [("goblin", 6), ("orc", 6), ("ogre", 8)])
def test_damage_goes_by_the_size_of_the_target(kind, sides):
    """adnd.core.damage.by-size: a spear does 1d6, and 1d8 to the large."""
    dealt = harm(plain(), plain(kind), f"d20:19 d{sides}:4")

    assert dealt.amount == 4
    assert "adnd.core.damage.by-size" in dealt.cites


def test_a_plain_number_of_points_needs_no_die():
    """adnd.core.damage.by-size: a whip does an ogre one point."""
    drover = ROSTER.resolve({"base": "bandit", "weapons": [{"name": "whip"}], "held": ["whip"]}, "drawn.toml")
    table = arena("A . o", A=drover, o="ogre", dice="d20:19")
    declare(table, "A", FullAttack("o", "whip"))

    (dealt,) = told(act(table, "A", Attack("o", "whip")), DamageDealt)

    assert (dealt.amount, dealt.dice) == (1, ())


def test_bonuses_are_added_to_the_dice():
    """adnd.core.damage.bonuses: Strength 18/00 adds 6."""
    dealt = harm(plain(strength=18, exceptional=100), plain("orc"), "d20:19 d6:4")

    assert dealt.amount == 10
    assert "adnd.core.damage.bonuses" in dealt.cites


def test_a_hit_does_at_least_a_point():
    """adnd.core.damage.bonuses: Strength 1 takes off 4."""
    dealt = harm(plain(strength=1), plain("orc"), "d20:19 d6:2")

    assert dealt.amount == 1
    assert "adnd.core.damage.bonuses" in dealt.cites


def test_only_dice_are_multiplied():
    """adnd.core.damage.multiplied: 2 x 5, and Strength 18 once."""
    table = arena("A o", A=plain(strength=18), o=plain("orc"), dice="d6:5")
    made = Blow(table.battle, table.battle["A"], table.battle["o"], arm_of(table.battle["A"], "spear"), MELEE)
    made.damage_multiplier = 2

    assert core.harm(table, made, -1) == 12
    assert "adnd.core.damage.multiplied" in told(table.log.events, DamageDealt)[0].cites


@pytest.mark.parametrize(("value", "half", "rounded"), [(5, 2, True), (4, 2, False), (-5, -3, True), (-3, -2, True)])
def test_fractions_are_rounded_down_and_halved_penalties_up(value, half, rounded):
    """adnd.core.rounding."""
    assert core.halved(value) == (half, ("adnd.core.rounding",) if rounded else ())


def test_half_damage_is_rounded_down():
    """adnd.core.rounding, adnd.core.creature-defences: a spear of 5 does 2 to a skeleton, one of 1 nothing."""
    for die, points in ((5, 2), (1, 0)):
        dealt = harm(plain(), plain("skeleton"), f"d20:19 d6:{die}")
        assert (dealt.amount, dealt.nonlethal) == (points, False)
        assert {"adnd.core.rounding", "adnd.core.creature-defences"} <= set(dealt.cites)


def test_too_little_magic_does_nothing():
    """adnd.core.creature-defences: what only a weapon +2 can hurt."""
    spear = sheet("fighter-3").weapons[0]
    for plus, points in ((1, 0), (2, 6)):
        one = plain(weapons=(msgspec.structs.replace(spear, plus=plus),))
        dealt = harm(one, plain("orc", plus_needed=2), "d20:19 d6:4")
        assert dealt.amount == points
        assert ("adnd.core.creature-defences" in dealt.cites) is (plus < 2)


def test_an_hour_has_sixty_rounds():
    """adnd.core.time: a round is a minute, a turn ten of them."""
    assert (core.rounds(1, "round"), core.rounds(1, "turn"), core.rounds(1, "hour")) == (1, 10, 60)


@pytest.mark.parametrize(("die", "made"), [(1, False), (9, False), (10, True), (20, True)])
def test_a_saving_throw_is_at_least_the_number(die, made):
    """adnd.core.saving-throw.roll: 10 for a fighter of the seventh level against death."""
    table = arena("A o", A="archer-7", o="orc", dice=f"d20:{die}")

    assert core.save(table, table.battle["A"], "poison", "death", -1) is made
    saved = told(table.log.events, SavingThrowRolled)[0]
    assert {"adnd.core.saving-throw.roll", "adnd.core.saving-throw.class"} <= set(saved.cites)


def test_a_saving_throw_always_may_fail_or_succeed():
    """adnd.core.saving-throw.roll: a 1 fails where 1 would do, a 20 succeeds where 21 would be needed."""
    one = sheet("orc", saves=(1, 1, 1, 1, 1))
    other = sheet("orc", saves=(21, 21, 21, 21, 21))
    table = arena("A o", A=one, o=other, dice="d20:1 d20:20")

    assert not core.save(table, table.battle["A"], "poison", "death", -1)
    assert core.save(table, table.battle["o"], "poison", "death", -1)


@pytest.mark.parametrize(
    ("kind", "saves", "rule"),
    [
        ("priest-5", (9, 13, 12, 15, 14), "adnd.core.saving-throw.class"),
        ("fighter-wizard-4", (13, 11, 13, 15, 12), "adnd.core.saving-throw.class"),
        ("goblin", (16, 18, 17, 20, 19), "adnd.core.saving-throw.monster"),
        ("brown-bear", (10, 12, 11, 12, 13), "adnd.core.saving-throw.monster"),
        ("zombie", (14, 16, 15, 17, 17), "adnd.core.saving-throw.monster"),
    ],
)
def test_saves_come_from_class_or_hit_dice(kind, saves, rule):
    """
    adnd.core.saving-throw.class (several classes: the best), adnd.core.saving-throw.monster (5+5 as 7; without a mind
    half as many, rounded up, but against death).
    """
    assert sheet(kind).saves == saves
    assert core.save_rules(sheet(kind)) == (rule,)


def test_the_helpless_are_hit_without_a_die():
    """adnd.core.helpless, adnd.core.hit.order: before any parry or roll."""
    rolled = roll(plain(), plain("orc"), "d6:3", conditions=[("o", "asleep")])

    assert (rolled.hit, rolled.dice) == (True, ())
    assert {"adnd.core.helpless", "adnd.core.hit.order"} <= set(rolled.cites)


def test_the_held_and_the_prone_are_not_helpless():
    """adnd.core.helpless: only the paralysed, sleeping, unconscious, bound are."""
    for name in ("prone", "stunned", "kneeling"):
        assert roll(plain(), plain("orc"), "d20:2", conditions=[("o", name)]).dice


def test_the_blinded_strike_badly_and_are_struck_well():
    """adnd.core.blinded: -4, and an Armor Class four worse, though not beyond 10."""
    rolled = roll(plain(), plain("orc", armor=Armor("hide", 4)), "d20:12", conditions=[("A", "blinded")])
    assert [part.value for part in rolled.parts if part.rule == "adnd.core.blinded"] == [-4]

    for armor, met in ((4, 8), (8, 10), (12, 12)):
        target = plain("orc", armor=Armor("hide", armor))
        assert roll(plain(), target, "d20:2", conditions=[("o", "blinded")]).ac == met


def test_the_blinded_save_badly():
    """adnd.core.blinded: -4."""
    table = arena("A o", A="archer-7", o="orc", dice="d20:13")
    condition(table, "A", "blinded")

    assert not core.save(table, table.battle["A"], "poison", "death", -1)


def test_what_is_not_seen_is_hit_badly():
    """adnd.core.invisible: -4, and not twice where the attacker is blinded."""
    for conditions in ([("o", "invisible")], [("o", "invisible"), ("A", "blinded")]):
        parts = roll(plain(), plain("orc"), "d20:5", conditions=conditions).parts
        assert [part.value for part in parts] == [-4]


def test_the_hindered_are_off_balance():
    """adnd.core.hindered: attackers have +2."""
    parts = roll(plain(), plain("orc"), "d20:5", conditions=[("o", "hindered")]).parts

    assert [(part.value, part.rule) for part in parts] == [(2, "adnd.core.hindered")]


def test_whoever_loses_consciousness_lies_and_lets_go():
    """adnd.core.unconscious: prone, with empty hands."""
    table = arena("A o", A="fighter-3", o="orc")
    core.faint(table, table.battle["A"], -1)

    assert [event.condition for event in told(table.log.events, ConditionBegan)] == ["unconscious", "prone"]
    assert [event.item for event in told(table.log.events, Dropped)] == ["spear"]
    assert table.battle["A"].held == ()


def test_a_strapped_shield_stays_on_and_gives_nothing():
    """adnd.core.unconscious."""
    table = arena("A o", A="fighter-3", o="orc")
    core.faint(table, table.battle["A"], -1)
    orc = table.battle["o"]
    met = core.ac_parts(Blow(table.battle, orc, table.battle["A"], arm_of(orc, "long sword"), MELEE))

    assert table.battle["A"].shield_on
    assert "shield" not in [part.type for part in met]


def test_a_fight_is_over_when_one_side_is_left():
    """adnd.core.fight-end: at most one side has somebody able to fight who has not fled or given up."""
    table = arena("A o p", A="fighter-3", o="orc", p="orc")
    assert round.verdict(table.battle) is None
    condition(table, "o", "gone")
    assert round.verdict(table.battle) is None
    condition(table, "p", "surrendered")
    assert round.verdict(table.battle) == ("upper", "all others have surrendered")

    assert "adnd.core.fight-end" in told(end_round(table), FightEnded)[0].cites


def test_every_variant_is_a_named_option(tmp_path):
    """adnd.core.options: the header has them; a scenario that names another, or another value, is refused."""
    text = (ROOT / "scenarios" / "shield-wall.toml").read_text("utf-8")
    file = tmp_path / "field.toml"

    file.write_text(text.replace("[endings]", '[options]\nflank_bonus = "off"\n\n[endings]'), "utf-8")
    assert load(file).scenario.options["flank_bonus"] == "off"
    for name, value in (("flank_bonus", "perhaps"), ("side_bonus", "off")):
        file.write_text(text.replace("[endings]", f'[options]\n{name} = "{value}"\n\n[endings]'), "utf-8")
        with pytest.raises(BadInput, match="options"):
            load(file)
    assert OPTIONS["fumble"][0] == "percent"


def test_a_natural_routine_is_made_at_once():
    """adnd.core.natural-attacks.routine: claw, claw and bite, each with its own roll."""
    table = arena("A o", A="fighter-3", o="owlbear", dice="d20:3 d20:4 d20:2", options={"fumble": "off"})
    declare(table, "o", FullAttack("A", "claw"))
    bear = sheet("owlbear")
    first = act(table, "o", Attack("A", bear.routine[0]))
    second = act(table, "o", Attack("A", bear.routine[1]))
    third = act(table, "o", Attack("A", bear.routine[2]))

    assert [told(events, AttackMade)[0].weapon for events in (first, second, third)] == list(bear.routine)
    assert why_not(table, "o", Attack("A", bear.routine[0])) != ()
    spent(table)


def test_who_fights_by_weapon_adds_what_its_data_say():
    """adnd.core.natural-attacks.by-weapon: an ogre has +2 to hit and +6 damage with a club, and no Strength besides."""
    ogre = sheet("ogre")
    weapon = ogre.held[0]
    parts = roll(ogre, plain("orc"), "d20:19 d6:1", weapon=weapon).parts
    dealt = harm(ogre, plain("orc"), "d20:19 d6:1", weapon=weapon)

    assert [(part.value, part.rule) for part in parts] == [(2, "adnd.core.natural-attacks.by-weapon")]
    assert [(part.value, part.rule) for part in dealt.parts] == [(6, "adnd.core.natural-attacks.by-weapon")]


def test_nothing_ends_while_both_sides_stand():
    """adnd.core.fight-end: not even when nobody can do anything for the moment."""
    table = arena("A . . . o", A=plain(player=True), o=plain("skeleton"))
    condition(table, "A", "paralyzed")

    assert not told(next_round(table), FightEnded)


@pytest.mark.parametrize(("light", "darkvision", "attack", "armor"), [
    ("bb", 0, 0, 4), ("db", 0, -4, 4), ("bd", 0, -4, 8), ("dd", 0, -4, 8), ("dd", 60, 0, 8),
])  # fmt: skip
def test_total_darkness_blinds_whoever_has_no_night_sight(light, darkvision, attack, armor):
    """adnd.core.blinded, adnd.core.invisible: -4 to hit, for who cannot see into the dark too; AC 4 worse."""
    one, other = plain(darkvision=darkvision), plain("orc", armor=Armor("hide", 4), darkvision=0)
    rolled = roll(one, other, "d20:2", light=(light,))

    assert sum(part.value for part in rolled.parts) == attack
    assert rolled.ac == armor


def test_a_weapon_without_dice_does_no_damage():
    """adnd.core.damage.by-size: a mancatcher hits, and there is nothing to roll."""
    catcher = ROSTER.resolve({"base": "bandit", "weapons": [{"name": "mancatcher"}], "held": []}, "drawn.toml")
    table = arena("A . o", A=msgspec.structs.replace(catcher, held=("mancatcher",)), o="orc", dice="d20:19")
    declare(table, "A", FullAttack("o", "mancatcher"))

    events = act(table, "A", Attack("o", "mancatcher"))

    assert told(events, AttackMade)[0].hit
    assert not told(events, DamageDealt)
    spent(table)
