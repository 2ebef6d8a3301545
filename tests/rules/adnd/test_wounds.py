"""Hit points, death and what comes before it, cures, falls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import SavingThrowRolled
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, FirstAid, FullAttack, Guard, Move
from sim.rules.adnd import core, move, wounds
from sim.state.conditions import CANNOT_ACT
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    begin_passes,
    cited,
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
    . . . . . . . . . .
    . . . . . . . . . .
    . B A o . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
"""
HERO = sheet("fighter-3", hit_points=20, player=True)
FOE = sheet("ogre", hit_points=60, player=True)
OPEN = {"deaths_door": "all"}


def stand(**creatures):
    """A and o face each other, B stands behind A; nobody's morale is asked for."""
    keys = {name: creatures.pop(name) for name in ("dice", "answers", "options") if name in creatures}
    return arena(FIELD, **({"A": HERO, "B": HERO, "o": FOE} | creatures), **keys)


def hurt(table, who, points, *, temporary=False):
    """Somebody loses points, and it is seen what becomes of it."""
    table.tell(DamageDealt(-1, who, "o", points, temporary, (), "", ()))
    core.settle(table)
    return table.battle[who]


# Hit points.


def test_at_zero_he_is_dead():
    """adnd.wounds.zero: at 0 or less."""
    table = stand()
    assert not hurt(table, "A", 19).has("dead")
    assert hurt(table, "A", 1).has("dead")
    assert "adnd.wounds.zero" in cited(table.log.events)


def test_the_last_point_fights_like_the_first():
    """adnd.wounds.no-effect-above-zero: nothing of what he can do has changed with one hit point."""
    table = stand()
    foe = table.battle["o"]
    from sim.rules.adnd.declare import MELEE, Blow, arm_of

    blow = Blow(table.battle, table.battle["A"], foe, arm_of(table.battle["A"], "spear"), MELEE)
    before = core.attack_parts(blow), move.rate(table.battle, table.battle["A"])
    hurt(table, "A", 19)

    assert (core.attack_parts(blow), move.rate(table.battle, table.battle["A"])) == before
    assert not table.battle["A"].flags & CANNOT_ACT


def test_temporary_damage_knocks_out():
    """adnd.wounds.temporary: together with what lasts it brings him to 0, where he is unconscious and not dead."""
    table = stand()
    hurt(table, "A", 12)
    assert table.battle["A"].can_act
    victim = hurt(table, "A", 8, temporary=True)

    assert (victim.has("unconscious"), victim.has("dead"), victim.hit_points) == (True, False, 8)
    assert "adnd.wounds.temporary" in cited(table.log.events)
    assert hurt(table, "A", 8).has("dead")


@given(st.lists(st.tuples(st.integers(1, 15), st.booleans()), max_size=6))
def test_only_lasting_damage_kills(blows):
    """adnd.wounds.zero, adnd.wounds.temporary: dead is who has lost all by lasting damage, down who has lost all."""
    table = stand()
    lasting = temporary = 0
    for points, passing in blows:
        if table.battle["A"].has("dead"):
            break
        hurt(table, "A", points, temporary=passing)
        lasting, temporary = lasting + points * (not passing), temporary + points * passing

    victim = table.battle["A"]
    assert victim.has("dead") == (lasting >= 20)
    assert victim.has("unconscious") == (lasting < 20 <= lasting + temporary)


# Fifty points.


@pytest.mark.parametrize(("die", "dies"), [(12, True), (13, False)])
def test_fifty_points_of_one_attack_may_kill(die, dies):
    """adnd.wounds.massive: whoever fails a saving throw against death magic (13 at third level) dies all the same."""
    table = stand(A=sheet("fighter-3", hit_points=90, player=True), dice=f"d20:{die}")
    seq = table.tell(DamageDealt(-1, "A", "o", 50, False, (), "", ()))
    wounds.shock(table, table.battle["A"], 50, seq)
    core.settle(table)

    assert table.battle["A"].has("dead") is dies
    (saved,) = told(table.log.events, SavingThrowRolled)
    assert (saved.save, saved.needed, "adnd.wounds.massive" in saved.cites) == ("death", 13, True)


def test_forty_nine_do_not():
    """adnd.wounds.massive: no saving throw."""
    table = stand()
    wounds.shock(table, table.battle["A"], 49, -1)

    spent(table)


# At death's door.


@pytest.mark.parametrize(
    ("option", "victim", "spared"),
    [("off", "A", False), ("characters", "A", True), ("characters", "o", False), ("all", "o", True)],
)
def test_whom_death_waits_for(option, victim, spared):
    """adnd.wounds.deaths-door: by the option nobody, characters, everybody; who is there is unconscious, not dead."""
    table = stand(options={"deaths_door": option})
    fallen = hurt(table, victim, table.battle[victim].hit_points + 3)

    assert (fallen.has("dying"), fallen.has("dead")) == (spared, not spared)
    if spared:
        assert fallen.has("prone")
        assert not fallen.held
        assert "adnd.wounds.deaths-door" in cited(table.log.events)


@pytest.mark.parametrize(("below", "dead"), [(9, False), (10, True)])
def test_the_door_is_ten_points_wide(below, dead):
    """adnd.wounds.deaths-door: at -9 he lives, at -10 he is dead."""
    table = stand(options=OPEN)

    assert hurt(table, "A", 20 + below).has("dead") is dead


def test_he_loses_a_point_a_round():
    """adnd.wounds.deaths-door.bleeding: from the round after he fell, and dies at -10."""
    table = stand(options=OPEN)
    victim = hurt(table, "A", 28)
    next_round(table)
    assert victim.hit_points == -8
    table.battle.round += 1
    (lost,) = told(end_round(table), HitPointsLost)
    assert (lost.amount, lost.cites) == (1, ("adnd.wounds.deaths-door.bleeding",))
    end_round(table)

    assert victim.hit_points == -10
    assert victim.has("dead")


def test_an_ally_binds_his_wounds():
    """adnd.wounds.deaths-door.bind: one beside him who gives it a whole round; he stays unconscious."""
    table = stand(options=OPEN)
    victim = hurt(table, "A", 25)
    next_round(table)
    table.battle.round = 2
    declare(table, "B", FirstAid("A"))
    wounds.begin_to_bind(table, -1)
    begin_passes(table)
    activate(table, "B")
    events = end_round(table)

    assert (victim.has("dying"), victim.has("stable"), victim.can_act) == (False, True, False)
    assert "adnd.wounds.deaths-door.bind" in cited(events)
    table.battle.round = 3
    end_round(table)
    assert victim.hit_points == -5


@pytest.mark.parametrize("struck", ["A", "B"])
def test_a_blow_undoes_it(struck):
    """adnd.wounds.deaths-door.bind: neither may be attacked with success in that round."""
    table = stand(options=OPEN, dice="d6:1" if struck == "A" else "d20:19 d6:1")
    hurt(table, "A", 21)
    next_round(table)
    table.battle.round = 2
    declare(table, "B", FirstAid("A"))
    declare(table, "o", FullAttack(struck, "club"))
    wounds.begin_to_bind(table, -1)
    begin_passes(table)
    activate(table, "B")
    if struck == "B":
        table.battle["o"].square = square(table, "c4")
    act(table, "o", Attack(struck, "club"))
    end_round(table)

    assert not table.battle["A"].has("stable")


def test_there_must_be_wounds_to_bind():
    """adnd.wounds.deaths-door.bind: of somebody at death's door, close by."""
    table = stand(options=OPEN)
    assert "adnd.wounds.deaths-door.bind" in why_not(table, "B", FirstAid("A"))
    hurt(table, "A", 25)

    assert not why_not(table, "B", FirstAid("A"))
    assert "adnd.wounds.deaths-door.bind" in why_not(table, "B", FirstAid("o"))


def test_a_cure_brings_him_to_one_hit_point():
    """adnd.wounds.deaths-door.cure: and no further; he neither fights nor casts, and moves a third as far."""
    table = stand(options=OPEN, dice="d8:8 d8:8")
    patient = hurt(table, "A", 26)
    wounds.cure(table, table.battle["B"], patient, "1d8", -1)

    assert (patient.hit_points, patient.has("dying"), patient.can_act) == (1, False, True)
    assert "adnd.wounds.deaths-door.cure" in cited(table.log.events)
    from sim.rules.adnd import position

    position.rise(table, patient, -1)
    patient.held = ("spear",)
    for order in (FullAttack("o", "spear"), Guard("spear")):
        assert "adnd.wounds.deaths-door.cure" in why_not(table, "A", order)
        assert "adnd.wounds.deaths-door.cure" not in why_not(table, "B", order)
    assert move.rate(table.battle, patient) == 4
    assert "adnd.wounds.deaths-door.cure" in why_not(table, "A", Move(square(table, "h5")))
    assert "adnd.wounds.deaths-door.cure" not in why_not(table, "B", Move(square(table, "h5")))
    wounds.cure(table, table.battle["B"], patient, "1d8", -1)
    assert patient.hit_points == 1


@given(st.integers(1, 19), st.integers(1, 40))
def test_nobody_is_cured_beyond_his_hit_points(lost, cured):
    """adnd.wounds.healing: lost hit points come back, up to the maximum."""
    table = stand(dice=f"d40:{cured}")
    patient = hurt(table, "A", lost)
    wounds.cure(table, table.battle["B"], patient, "1d40", -1)

    (healed,) = told(table.log.events, Healed)
    assert patient.hit_points == min(20, 20 - lost + cured)
    assert ("adnd.wounds.healing" in healed.cites) == (cured > lost)


# Falls.


@pytest.mark.parametrize(("squares", "dice"), [(1, 0), (2, 1), (5, 2), (40, 20), (60, 20)])
def test_a_fall(squares, dice):
    """adnd.wounds.fall: 1d6 for every 3 m (two squares), at most 20d6, and he lies where he lands."""
    table = stand(A=sheet("fighter-3", hit_points=190, player=True), dice=" ".join(["d6:2"] * dice))
    wounds.drop(table, table.battle["A"], squares, -1)

    assert 190 - table.battle["A"].hit_points == 2 * dice
    assert table.battle["A"].has("prone")
    assert "adnd.wounds.fall" in cited(told(table.log.events, ConditionBegan))
    assert not told(table.log.events, ConditionEnded)
    spent(table)


def test_a_cure_adds_its_points_to_its_dice():
    """adnd.wounds.healing: 2d4 and 2 more."""
    table = stand(dice="d4:1 d4:3")
    patient = hurt(table, "A", 15)
    wounds.cure(table, table.battle["B"], patient, "2d4+2", -1)

    assert told(table.log.events, Healed)[0].hit_points == 6
