"""What fumbles leave behind, and how one is rid of it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, InitiativeThrown, PercentRolled, ScoreChecked
from sim.events.attacks import Healed
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.equipment import Dropped
from sim.events.magic import SpellCast, SpellLost
from sim.events.orders import (
    Attack,
    Cast,
    ChangeGrip,
    Charge,
    Choose,
    Draw,
    Drop,
    End,
    FreeSelf,
    FullAttack,
    Move,
    PickUp,
    Run,
    StandUp,
)
from sim.rules.adnd import (
    core,
    core_spell,
    free_self,
    fumble_injuries,
    initiative,
    mounted,
    move,
    parry,
    position,
    style,
    wounds,
)
from sim.rules.adnd.declare import MELEE, SECOND, TWO_WEAPONS, Blow, arm_of
from sim.rules.adnd.fumble_injuries import DANGLING, HELMET, JAMMED, MAIN, OTHER, STUCK
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    begin_passes,
    cited,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)

FIELD = """
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . B A o . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
"""
FAR = FIELD.replace(". B A o . . . . . . . . . . .", "A . . . . . . . . . . . . o .")
HERO = sheet("fighter-3", hit_points=60, player=True)
FOE = sheet("ogre", hit_points=60, player=True)


def stand(**creatures):
    """A and o face each other, B stands behind A; nobody's morale is asked for."""
    keys = {name: creatures.pop(name) for name in ("dice", "answers", "options") if name in creatures}
    return arena(FIELD, **({"A": HERO, "B": HERO, "o": FOE} | creatures), **keys)


def blow(table, who, whom, weapon, bits=MELEE):
    """A blow in the making."""
    return Blow(table.battle, table.battle[who], table.battle[whom], arm_of(table.battle[who], weapon), bits)


def to_hit(table, who, whom, weapon, bits=MELEE):
    """What counts in an attack roll, by name."""
    return {part.type: part.value for part in core.attack_parts(blow(table, who, whom, weapon, bits))}


def ac(table, who, whom="o", weapon="club"):
    """The parts of somebody's Armor Class against a blow, by name, and the rules without a number."""
    struck = blow(table, whom, who, weapon)
    return {part.type: part.value for part in core.ac_parts(struck)}, struck.cites


# How long.


def test_a_round_is_a_whole_one():
    """adnd.fumble.duration.counting: of a fumble in round 1, "1 round" is the rest of it and all of round 2."""
    table = stand()
    fumble_injuries.lasts(table, table.battle["A"], "lightly-stunned", 1, -1, "adnd.fumble.table.64-65")

    assert "adnd.fumble.duration.counting" in cited(table.log.events)
    next_round(table)
    assert table.battle["A"].has("lightly-stunned")
    next_round(table)
    assert not table.battle["A"].has("lightly-stunned")


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4))
def test_of_several_the_longest_counts(lengths):
    """adnd.fumble.duration.counting: nobody recovers earlier for being stunned again."""
    table = stand()
    for rounds in lengths:
        fumble_injuries.lasts(table, table.battle["A"], "stunned", rounds, -1, "adnd.fumble.table.81-82")

    assert max(timer.turns for timer in table.battle.timers) == max(lengths) + 1
    assert len(table.battle.timers) == 1


def test_what_has_no_end_gets_none():
    """adnd.fumble.duration.counting: nobody recovers of what lasts until it is healed for being stunned again."""
    table = stand()
    condition(table, "A", "lightly-stunned")
    fumble_injuries.lasts(table, table.battle["A"], "lightly-stunned", 1, -1, "adnd.fumble.table.64-65")

    assert not table.battle.timers
    for _ in range(3):
        next_round(table)
    assert table.battle["A"].has("lightly-stunned")


# Lightly stunned.

QUICK = msgspec.structs.replace(HERO, dexterity=18)


def test_the_lightly_stunned_strike_badly():
    """adnd.fumble.note.2.to-hit: -2."""
    table = stand()
    condition(table, "A", "lightly-stunned")

    assert to_hit(table, "A", "o", "spear")["lightly stunned"] == -2


def test_the_lightly_stunned_lose_their_dexterity_bonuses():
    """adnd.fumble.note.2.lose-dex-bonus: of Armor Class, missiles and reactions; a penalty stays."""
    archer = sheet("archer-7", dexterity=18)
    table = stand(A=archer)
    assert (ac(table, "A")[0]["dexterity"], initiative.reaction(table.battle["A"])) == (-4, 2)
    condition(table, "A", "lightly-stunned")

    parts, cites = ac(table, "A")
    assert "dexterity" not in parts
    assert "adnd.fumble.note.2.lose-dex-bonus" in cites
    assert initiative.reaction(table.battle["A"]) == 0
    shot = Blow(table.battle, table.battle["A"], table.battle["o"], arm_of(table.battle["A"], "long bow"), 2)
    assert "dexterity" not in {part.type for part in core.attack_parts(shot)}
    assert "adnd.fumble.note.2.lose-dex-bonus" in shot.cites

    clumsy = stand(A=msgspec.structs.replace(HERO, dexterity=4))
    condition(clumsy, "A", "lightly-stunned")
    assert ac(clumsy, "A")[0]["dexterity"] == 3
    assert initiative.reaction(clumsy.battle["A"]) == -2


@pytest.mark.parametrize(("die", "rides"), [(50, False), (51, True)])
def test_the_lightly_stunned_fail_by_half_at_what_they_try(die, rides):
    """adnd.fumble.note.2.failure-chance: a Riding check, say, fails on 01-50 before it is rolled."""
    dice = f"d100:{die}" + (" d20:2" if rides else "")
    table = stand(A=sheet("lancer-5", riding=("horse",)), B="heavy-war-horse", dice=dice)
    table.tell(mounted.Mounted(-1, "A", "B", ()))
    condition(table, "A", "lightly-stunned")

    assert mounted.riding_check(table, table.battle["A"], -1) is rides
    (failing,) = told(table.log.events, PercentRolled)
    assert (failing.happens, failing.cites) == (not rides, ("adnd.fumble.note.2.failure-chance",))
    spent(table)


@pytest.mark.parametrize(("die", "cast"), [(50, False), (51, True)])
def test_so_do_their_spells(die, cast):
    """adnd.fumble.note.2.failure-chance: a spell that fails is lost as if it had been interrupted."""
    table = stand(A=sheet("priest-5", hit_points=20, player=True), dice=f"d100:{die}" + (" d8:1" if cast else ""))
    condition(table, "A", "lightly-stunned")
    declare(table, "A", Cast("cure light wounds", ("B",)))
    table.battle.ledger["A"].initiative = 10
    core_spell.begin_due(table, ("A",))
    activate(table, "A")

    assert bool(told(table.log.events, SpellCast)) is cast
    assert bool(told(table.log.events, SpellLost)) is not cast
    spent(table)


# Stunned.


def test_the_stunned_do_nothing():
    """adnd.fumble.note.3.no-actions: attacks of the round still to come are lost, nothing is declared or parried."""
    table = stand()
    declare(table, "A", FullAttack("o", "spear"))
    begin_passes(table)
    condition(table, "A", "stunned")

    from sim.rules.adnd import round
    from sim.rules.adnd.book import BOOK

    assert not round.eligible(table.battle, "A")
    assert not table.battle["A"].can_act
    assert not list(parry.guards(table.battle, blow(table, "o", "A", "club")))[1:]
    table.battle.ledger.stage = "declare"
    assert BOOK.call(table.battle).who != "A"


def test_the_stunned_ward_off_blows_badly_and_are_not_helpless():
    """
    adnd.fumble.note.3.armor-class, adnd.fumble.note.3.lose-dex-bonus: AC 4 worse without the Dexterity bonus; whoever
    attacks still rolls, and the shield still covers.
    """
    table = stand(A=QUICK, dice="d20:3")
    before, _ = ac(table, "A")
    condition(table, "A", "stunned")
    after, cites = ac(table, "A")

    assert sum(after.values()) - sum(before.values()) == 4 - before["dexterity"]
    assert "adnd.fumble.note.3.lose-dex-bonus" in cites
    assert "shield" in after
    declare(table, "o", FullAttack("A", "club"))
    (rolled,) = told(act(table, "o", Attack("A", "club")), AttackMade)
    assert rolled.dice
    assert "adnd.fumble.note.3.armor-class" in cited([rolled])


# Armor, shield.


def test_damaged_armor_adds_up_until_nothing_is_left():
    """adnd.fumble.table.39-40, adnd.fumble.table.50-51: each damage a point; leather gives out after two."""
    table = stand()
    for band in (39, 50):
        condition(table, "A", "damaged-armor", value=band)

    parts, cites = ac(table, "A")
    assert parts["damaged armor"] == 2
    assert "adnd.fumble.table.50-51" in cites
    assert fumble_injuries.protection(table.battle["A"]) == 3


def test_a_loose_shield_does_nothing():
    """adnd.fumble.table.52-56: it does not cover; it neither punches nor rushes, parries nor blocks."""
    table = stand()
    shield = HERO.shield.name
    table.battle["A"].facing = 2
    assert not why_not(table, "A", FullAttack("o", shield, "shield-punch"))
    condition(table, "A", "loose-shield")

    parts, cites = ac(table, "A")
    assert "shield" not in parts
    assert "adnd.fumble.table.52-56" in cites
    assert "adnd.fumble.table.52-56" in why_not(table, "A", FullAttack("o", shield, "shield-punch"))
    assert not parry.shield_ready(table.battle["A"])


def test_no_rush_with_a_loose_shield():
    """adnd.fumble.table.52-56: a rush neither."""
    table = arena(FAR, A=HERO, o=FOE)
    rush = Charge("o", square(table, "m3"), HERO.shield.name, "shield-rush")
    condition(table, "A", "loose-shield")
    loose = why_not(table, "A", rush)
    table.battle["A"].conditions, table.battle["A"].flags = (), 0

    assert "adnd.fumble.table.52-56" in loose
    assert "adnd.fumble.table.52-56" not in why_not(table, "A", rush)


def test_readjusting_it_takes_the_round():
    """adnd.fumble.table.52-56.readjust: nothing else is done in it, and the shield covers again when it is over."""
    table = stand()
    assert "adnd.fumble.table.52-56.readjust" in why_not(table, "A", FreeSelf("shield"))
    condition(table, "A", "loose-shield")
    declare(table, "A", FreeSelf("shield"))
    activate(table, "A")

    assert table.battle["A"].has("loose-shield")
    assert why_not(table, "A", Attack("o", "spear"))
    (ended,) = told(end_round(table), ConditionEnded)
    assert (ended.condition, ended.cites) == ("loose-shield", ("adnd.fumble.table.52-56.readjust",))


def test_it_is_not_done_by_somebody_who_is_stunned():
    """adnd.fumble.table.52-56.readjust: who was stopped before his moment has done nothing."""
    table = stand()
    condition(table, "A", "loose-shield")
    declare(table, "A", FreeSelf("shield"))
    begin_passes(table)
    condition(table, "A", "stunned")
    end_round(table)

    assert table.battle["A"].has("loose-shield")


# Weapons of no use.


def test_a_stuck_weapon_is_of_no_use_until_it_is_free():
    """adnd.fumble.table.62-63: it strikes and parries nothing; freeing it takes a round, and no die."""
    table = stand()
    condition(table, "A", "fouled", "spear", STUCK)

    assert "adnd.fumble.table.62-63" in why_not(table, "A", FullAttack("o", "spear"))
    assert not parry.ready(table.battle["A"], arm_of(table.battle["A"], "spear"))
    declare(table, "A", FreeSelf("weapon"))
    (ended,) = told(activate(table, "A"), ConditionEnded)
    assert ended.cites == ("adnd.fumble.table.62-63",)
    next_round(table)
    assert not why_not(table, "A", FullAttack("o", "spear"))
    assert "adnd.fumble.table.62-63" in why_not(table, "A", FreeSelf("weapon"))


def test_it_cannot_be_freed_in_passing():
    """adnd.fumble.table.62-63: an attack is not enough."""
    table = stand(A=sheet("grand-master-18", player=True))
    condition(table, "A", "fouled", "battle axe", STUCK)
    declare(table, "A", FullAttack("o", "gauntlet"))
    activate(table, "A")

    assert "adnd.fumble.table.62-63" in why_not(table, "A", FreeSelf("weapon"))


def test_another_weapon_is_drawn_instead():
    """adnd.fumble.table.62-63: he lets go of it at no cost."""
    table = stand()
    condition(table, "A", "fouled", "spear", STUCK)
    declare(table, "A", Drop("spear"))
    declare(table, "A", Draw("short sword"))

    assert not why_not(table, "A", FullAttack("o", "short sword"))


def test_who_goes_away_leaves_it_there():
    """adnd.fumble.table.62-63: it does not go with him."""
    table = arena(FAR, A=HERO, o=FOE)
    condition(table, "A", "fouled", "spear", STUCK)
    declare(table, "A", Move(square(table, "c3")))
    (left,) = told(act(table, "A", Move(square(table, "c3"))), Dropped)

    assert (left.item, left.square) == ("spear", square(table, "a3"))


def test_a_jammed_one_goes_with_him():
    """adnd.fumble.table.gm-judgement: a fouled string is no anchor."""
    table = arena(FAR, A=sheet("archer-7", player=True), o=FOE)
    condition(table, "A", "fouled", "long bow", JAMMED)
    assert "adnd.fumble.table.gm-judgement" in why_not(table, "A", FullAttack("o", "long bow"))
    declare(table, "A", Move(square(table, "c3")))
    act(table, "A", Move(square(table, "c3")))

    assert table.battle["A"].held == ("long bow",)
    next_round(table)
    declare(table, "A", FreeSelf("weapon"))
    activate(table, "A")
    next_round(table)
    assert not why_not(table, "A", FullAttack("o", "long bow"))


def test_one_that_dangles_takes_an_attack():
    """adnd.fumble.table.gm-judgement: what is tied to the hand is at hand again for one attack."""
    master = sheet("grand-master-18", player=True)
    tied = tuple(msgspec.structs.replace(weapon, fastened=True) for weapon in master.weapons)
    table = stand(A=msgspec.structs.replace(master, weapons=tied))
    declare(table, "A", FullAttack("o", "battle axe"))
    condition(table, "A", "fouled", "battle axe", DANGLING)
    activate(table, "A")
    assert "adnd.fumble.table.gm-judgement" in why_not(table, "A", Attack("o", "battle axe"))
    events = act(table, "A", FreeSelf("weapon"))

    assert events[0].cost == "pool"
    assert told(events, ConditionEnded)[0].cites == ("adnd.fumble.table.gm-judgement",)
    assert table.battle.ledger.fighters["A"].attacks == 2


# The helmet.


def _blind(table):
    condition(table, "A", "blinded", HELMET)


def test_who_sees_nothing_sets_his_helmet_right():
    """adnd.fumble.table.99: one attack."""
    table = stand(A=sheet("grand-master-18", player=True))
    declare(table, "A", FullAttack("o", "battle axe"))
    activate(table, "A")
    assert "adnd.fumble.table.99" in why_not(table, "A", FreeSelf("helmet"))
    _blind(table)
    events = act(table, "A", FreeSelf("helmet"))

    assert events[0].cost == "pool"
    assert told(events, ConditionEnded)[0].cites == ("adnd.fumble.table.99",)
    assert not table.battle["A"].has("blinded")


def test_or_he_takes_the_round_for_it():
    """adnd.fumble.table.99: as his action."""
    table = stand()
    _blind(table)
    declare(table, "A", FreeSelf("helmet"))
    activate(table, "A")

    assert not table.battle["A"].has("blinded")


def test_an_ally_may_do_it():
    """adnd.fumble.table.99: one beside him, for an attack; an enemy may not."""
    table = stand()
    _blind(table)
    condition(table, "A", "stunned")
    declare(table, "B", FullAttack("o", "spear"))
    declare(table, "o", FullAttack("A", "club"))
    activate(table, "o")
    assert "adnd.fumble.table.99" in why_not(table, "o", FreeSelf("helmet", "A"))
    events = act(table, "B", FreeSelf("helmet", "A"))

    assert events[0].cost == "pool"
    assert not table.battle["A"].has("blinded")


def test_while_stunned_only_the_stun_matters():
    """adnd.fumble.table.98: the blindness adds nothing to Armor Class until the stun is over."""
    table = stand()
    condition(table, "A", "stunned")
    _blind(table)

    assert "blinded" not in ac(table, "A")[0]
    table.tell(ConditionEnded(-1, "A", "stunned", ()))
    assert ac(table, "A")[0]["blinded"] == 4


# Injuries.


@pytest.mark.parametrize(("movement", "left"), [(12, 8), (9, 6), (7, 4)])
def test_a_sprained_ankle(movement, left):
    """adnd.fumble.table.89-91: two thirds of the movement, rounded down before it is halved, and AC 2 worse."""
    table = stand(A=msgspec.structs.replace(HERO, movement=movement))
    condition(table, "A", "sprained", value=1)

    assert (move.rate(table.battle, table.battle["A"]), move.half(table.battle, table.battle["A"])) == (left, left // 2)
    assert ac(table, "A")[0]["sprained ankle"] == 2


def test_how_far_a_sprained_ankle_carries():
    """adnd.fumble.table.89-91: eight squares of twelve."""
    table = arena(FAR, A=HERO, o=FOE)
    assert not why_not(table, "A", Move(square(table, "k3")))
    condition(table, "A", "sprained", value=1)

    assert "adnd.fumble.table.89-91" in why_not(table, "A", Move(square(table, "k3")))
    assert not why_not(table, "A", Move(square(table, "i3")))


def test_a_twisted_wrist():
    """adnd.fumble.table.92-93: -4 with what that hand holds, and with what both hold; the other hand is as before."""
    table = stand(A=sheet("two-sword-6", player=True))
    condition(table, "A", "twisted-wrist", value=MAIN)

    second = MELEE | SECOND | TWO_WEAPONS
    assert to_hit(table, "A", "o", "long sword")["twisted wrist"] == -4
    assert "twisted wrist" not in to_hit(table, "A", "o", "short sword", second)
    condition(table, "A", "twisted-wrist", value=OTHER)
    assert to_hit(table, "A", "o", "short sword", second)["twisted wrist"] == -4

    halberdier = stand(A="guard")
    condition(halberdier, "A", "twisted-wrist", value=MAIN)
    assert to_hit(halberdier, "A", "o", "halberd")["twisted wrist"] == -4


def test_a_twisted_wrist_at_the_reins():
    """adnd.fumble.table.92-93.skill: -4 on the check of a skill used with that hand: the reins are in the other one."""
    table = stand(A=sheet("lancer-5", riding=("horse",)), B="heavy-war-horse", dice="d20:9 d20:10")
    table.tell(mounted.Mounted(-1, "A", "B", ()))
    condition(table, "A", "twisted-wrist", value=MAIN)
    assert not fumble_injuries.with_wrist(table.battle["A"], OTHER)
    condition(table, "A", "twisted-wrist", value=OTHER)

    assert mounted.riding_check(table, table.battle["A"], -1)
    assert not mounted.riding_check(table, table.battle["A"], -1)
    first, _ = told(table.log.events, ScoreChecked)
    assert (first.score, [part.rule for part in first.parts]) == (9, ["adnd.fumble.table.92-93.skill"])


def test_a_shoulder_out_of_joint():
    """adnd.fumble.table.94-95: two hands are needed for nothing any more; the other arm takes what it can."""
    table = stand(A=sheet("two-handed-6", player=True, held=()))
    assert not why_not(table, "A", Draw("two-handed sword"))
    condition(table, "A", "dislocated-shoulder", value=MAIN)

    assert "adnd.fumble.table.94-95" in why_not(table, "A", Draw("two-handed sword"))
    assert not why_not(table, "A", Draw("battle axe"))
    declare(table, "A", Draw("battle axe"))
    assert to_hit(table, "A", "o", "battle axe")["off hand"] == -2
    assert style.hands_free(table.battle["A"]) == 0


def test_a_shield_on_a_dislocated_shoulder():
    """adnd.fumble.table.94-95: it stays on, covers nobody and does nothing."""
    table = stand()
    condition(table, "A", "dislocated-shoulder", value=OTHER)

    parts, cites = ac(table, "A")
    assert "shield" not in parts
    assert "adnd.fumble.table.94-95" in cites
    assert "adnd.fumble.table.94-95" in why_not(table, "A", FullAttack("o", HERO.shield.name, "shield-punch"))
    assert not why_not(table, "A", FullAttack("o", "spear"))


def test_no_grip_in_two_hands_with_one_arm():
    """adnd.fumble.table.94-95: a bastard sword is held in one."""
    table = stand(A=sheet("two-handed-6", player=True))
    whole = why_not(table, "A", ChangeGrip("two"))
    condition(table, "A", "dislocated-shoulder", value=OTHER)

    assert "adnd.fumble.table.94-95" not in whole
    assert "adnd.fumble.table.94-95" in why_not(table, "A", ChangeGrip("two"))


def test_a_halberd_is_not_taken_up_with_one_arm():
    """adnd.fumble.table.94-95: nor picked up."""
    table = stand(A="guard")
    table.tell(Dropped(-1, "A", "halberd", table.battle["A"].square))
    declare(table, "A", FullAttack("o", "fist"))
    activate(table, "A")
    assert not why_not(table, "A", PickUp("halberd"))
    condition(table, "A", "dislocated-shoulder", value=OTHER)

    assert "adnd.fumble.table.94-95" in why_not(table, "A", PickUp("halberd"))


def test_a_hip_out_of_joint():
    """adnd.fumble.table.96-97: two squares a round, AC 2 worse, -4 to hit with everything, no charge."""
    table = arena(FAR, A=HERO, o=FOE)
    charge = Charge("o", square(table, "m3"), "spear")
    assert "adnd.fumble.table.96-97" not in why_not(table, "A", charge)
    condition(table, "A", "dislocated-hip", value=1)

    assert move.rate(table.battle, table.battle["A"]) == 2
    assert ac(table, "A")[0]["dislocated hip"] == 2
    assert to_hit(table, "A", "o", "spear")["dislocated hip"] == -4
    assert "adnd.fumble.table.96-97" in why_not(table, "A", charge)
    assert "adnd.fumble.table.96-97" in why_not(table, "A", Run(square(table, "e3")))
    assert not why_not(table, "A", Move(square(table, "c3")))


@given(st.integers(0, 40), st.booleans(), st.booleans())
def test_nobody_gets_farther_for_being_hurt(movement, ankle, hip):
    """adnd.fumble.table.89-91, adnd.fumble.table.96-97: whatever the movement."""
    table = stand(A=msgspec.structs.replace(HERO, movement=movement))
    for name, hurt in (("sprained", ankle), ("dislocated-hip", hip)):
        if hurt:
            condition(table, "A", name, value=1)

    found = fumble_injuries.slowed(table.battle["A"], movement)
    assert 0 <= found <= movement
    assert found == movement or ankle or hip


# Healing.


@pytest.mark.parametrize(
    ("name", "value"), [("sprained", 1), ("twisted-wrist", OTHER), ("dislocated-shoulder", MAIN), ("dislocated-hip", 1)]
)
def test_a_cure_may_be_aimed_at_an_injury(name, value):
    """adnd.fumble.injury.recovery: it ends that, instead of restoring hit points; of itself nothing ends in a fight."""
    table = stand(answers=[Choose(name)])
    condition(table, "A", name, value=value)
    table.battle["A"].hit_points = 10
    next_round(table)
    assert table.battle["A"].has(name)
    wounds.cure(table, table.battle["B"], table.battle["A"], "1d8", -1)

    (ended,) = told(table.log.events, ConditionEnded)
    assert (ended.condition, "adnd.fumble.injury.recovery" in ended.cites) == (name, True)
    assert not told(table.log.events, Healed)
    assert table.battle["A"].hit_points == 10


def test_or_at_the_wounds():
    """adnd.fumble.injury.recovery: then the injury stays."""
    table = stand(answers=[Choose("hit-points")], dice="d8:8")
    condition(table, "A", "sprained", value=1)
    table.battle["A"].hit_points = 10
    wounds.cure(table, table.battle["B"], table.battle["A"], "1d8", -1)

    assert table.battle["A"].has("sprained")
    assert table.battle["A"].hit_points == 18


# Standing up after a fumble.


def _fallen(name="kneeling", me=HERO, dice=""):
    table = stand(A=me, dice=dice)
    condition(table, "A", name, value=position.FUMBLED)
    return table


def test_he_may_stand_instead_of_another_attack():
    """adnd.fumble.note.1.stand-by-giving-up-attack: beyond the one that the natural 1 has cost."""
    table = stand(A=sheet("grand-master-18", player=True), dice="d20:1 d100:5", options={"fumble": "every-one"})
    declare(table, "A", FullAttack("o", "battle axe"))
    act(table, "A", Attack("o", "battle axe"))
    assert table.battle["A"].has("kneeling")
    activate(table, "A")
    events = act(table, "A", StandUp())

    assert events[0].cost == "pool"
    (stood,) = told(events, ConditionEnded)
    assert "adnd.fumble.note.1.stand-by-giving-up-attack" in stood.cites
    assert table.battle.ledger.fighters["A"].attacks == 0


def test_the_lost_attack_pays_for_nothing():
    """adnd.fumble.note.1.lost-attack-cannot-pay: with two attacks, one made and one lost, nobody stands this round."""
    master = sheet("specialist-5", player=True)
    table = stand(A=master, dice="d20:1 d100:5", options={"fumble": "every-one"})
    table.battle.round = 2
    declare(table, "A", FullAttack("o", "long sword"))
    act(table, "A", Attack("o", "long sword"))

    assert "adnd.fumble.note.1.lost-attack-cannot-pay" in why_not(table, "A", StandUp())


def test_in_the_next_round_he_stands_three_counts_later():
    """adnd.fumble.note.1.stand-next-round: who knelt of his own will does not."""
    for cause, late in ((position.FUMBLED, 3), (0, 0)):
        table = stand(dice="d10:5 d10:5 d10:5")
        condition(table, "A", "kneeling", value=cause)
        for who, whom in (("B", "o"), ("A", "o"), ("o", "A")):
            declare(table, who, FullAttack(whom, table.battle[who].held[0]))
        initiative.roll(table, -1)

        thrown = {event.who: event.total for event in told(table.log.events, InitiativeThrown)}
        assert thrown["A"] - thrown["B"] == late


def test_standing_so_costs_no_attack():
    """adnd.fumble.note.1.keeps-attacks: the first thing on his turn."""
    table = _fallen("prone", dice="d10:5 d10:5 d10:5 d20:10 d20:10")
    for who, whom in (("B", "o"), ("A", "o"), ("o", "A")):
        declare(table, who, FullAttack(whom, table.battle[who].held[0]))
    initiative.roll(table, -1)
    begin_passes(table)
    activate(table, "A")
    events = act(table, "A", StandUp())

    assert events[0].cost == "free"
    assert "adnd.fumble.note.1.keeps-attacks" in events[0].cites
    assert "adnd.fumble.note.1.stand-next-round" in cited(events)
    assert table.battle.ledger.fighters["A"].attacks == 1


def test_nobody_is_asked_twice():
    """Whoever ends its activation has let the moment pass."""
    table = _fallen()
    declare(table, "A", End())

    assert isinstance(table.battle.ledger.fighters["A"].declared, End)
    assert not told(table.log.events, ConditionBegan)


def test_a_companions_helmet_is_on_the_menu():
    """adnd.fumble.table.99: to set it right is offered to who stands beside him, and no other's."""
    table = stand()
    condition(table, "A", "blinded", HELMET)

    offered = [order for order in free_self.tasks(table.battle, table.battle["B"]) if order.target]
    assert offered == [FreeSelf("helmet", "A")]


def test_armor_damaged_twice_alike_names_the_rule_once():
    """adnd.fumble.table.39-40: two points, and one rule, which stands with the number."""
    table = stand()
    for _ in range(2):
        condition(table, "A", "damaged-armor", value=39)
    struck = blow(table, "o", "A", "club")
    (part,) = [part for part in core.ac_parts(struck) if part.type == "damaged armor"]

    assert (part.value, part.rule) == (2, "adnd.fumble.table.39-40")
    assert "adnd.fumble.table.39-40" not in struck.cites


def test_a_shield_that_dangles_does_nothing():
    """adnd.fumble.table.gm-judgement: it neither punches nor parries until it is in the hand again."""
    table = stand()
    condition(table, "A", "fouled", HERO.shield.name, DANGLING)

    assert fumble_injuries.why_no_shield(table.battle["A"]) == "adnd.fumble.table.gm-judgement"


def test_claws_need_no_sound_arm():
    """adnd.fumble.table.94-95: with an arm out of joint what grows on one strikes still."""
    table = stand(o=sheet("ghoul", player=True))
    condition(table, "o", "dislocated-shoulder", value=MAIN)

    assert "adnd.fumble.table.94-95" not in why_not(table, "o", FullAttack("A", "claw"))
