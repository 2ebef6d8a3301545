"""The actions of a round, and the small ones besides."""

from __future__ import annotations

import pytest

from sim.events.adnd import AttackMade, AttacksSet, WeaponChanged, fighter_of, ledger_of
from sim.events.adnd_missile import ArrivalStruck, AttackHeld, Waited
from sim.events.course import OrderGiven
from sim.events.equipment import Drew, Dropped, PickedUp, Sheathed
from sim.events.orders import (
    Attack,
    Charge,
    Delay,
    Draw,
    Drop,
    End,
    FullAttack,
    Guard,
    Move,
    PickUp,
    Run,
    Sheathe,
    StandUp,
    TakePosition,
    TotalDefense,
    Withdraw,
)
from sim.rules.adnd import core, round
from sim.state.battle import Thing
from sim.state.conditions import BIT
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    sheet,
    spent,
    square,
    told,
    why_not,
)

ONE = "adnd.core.action.one-per-round"
BINDS = "adnd.core.action.declared-binds"
HELD = "adnd.core.action.no-target"
LOW = "adnd.core.action.low-position-limits"
OFF = {"fumble": "off"}


@pytest.mark.parametrize("order", [Attack("o", "spear"), Move(0), End()])
def test_one_action_is_declared_a_round(order):
    """adnd.core.action.one-per-round: a second declaration finds nobody; single attacks are not declared."""
    table = arena("A . . o", A="fighter-3", o="orc", options=OFF)
    assert ONE in why_not(table, "A", Attack("o", "spear"))

    declare(table, "A", End())
    assert round.next_to_declare(table.battle).id == "o"


def test_what_is_declared_binds():
    """adnd.core.action.declared-binds: who has declared to run does not fight, and who fights does not walk."""
    table = arena("A . . . o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", Move(square(table, "b1")))
    activate(table, "A")

    assert BINDS in why_not(table, "A", PickUp("stone"))
    assert why_not(table, "A", Move(square(table, "b1"))) == ()

    other = arena("A o .\n. . .", A="fighter-3", o="orc", options=OFF)
    declare(other, "A", FullAttack("o", "spear"))
    activate(other, "A")
    assert BINDS in why_not(other, "A", Move(square(other, "a2")))
    assert why_not(other, "A", Attack("o", "spear")) == ()
    assert BINDS in why_not(other, "o", Attack("A", "long sword"))


def test_another_target_may_be_struck_when_the_declared_one_is_out_of_reach():
    """adnd.core.action.adapt: with what was declared."""
    table = arena("A o\np .", A="fighter-3", o="orc", p="orc", dice="d20:5", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    condition(table, "o", "dead")
    events = act(table, "A", Attack("p", "spear"))

    assert told(events, OrderGiven)[0].cites == ("adnd.round.attack-pool", "adnd.core.action.adapt")
    spent(table)


def test_who_forgoes_his_move_has_all_his_attacks():
    """adnd.core.action.adapt: a declared half move; not a full one."""
    table = arena("A o\n. .\n. .", A="grand-master-18", o="ogre", dice="d20:2", options=OFF)
    weapon = table.battle["A"].held[0]
    declare(table, "A", Move(square(table, "a3")))
    activate(table, "A")
    events = act(table, "A", Attack("o", weapon))

    assert told(events, AttacksSet)[0].attacks == 2
    assert "adnd.core.action.adapt" in told(events, AttacksSet)[0].cites
    assert BINDS in why_not(table, "A", Move(square(table, "a3")))


def test_who_has_declared_a_full_move_does_not_fight_instead():
    """adnd.core.action.declared-binds: he meant to run past."""
    table = arena("A o . . . . . . . . . . .\n. . . . . . . . . . . . .", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", Move(square(table, "k2")))
    activate(table, "A")

    assert BINDS in why_not(table, "A", Attack("o", "spear"))


def test_an_attack_without_a_target_is_held():
    """adnd.core.action.no-target: until an enemy comes into reach, right after whoever brought it there."""
    table = arena("A . . . o", A="fighter-3", o="orc", dice="d20:15 d6:2", answers=[Attack("o", "spear")], options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    declare(table, "o", Move(square(table, "b1")))
    activate(table, "A")
    act(table, "A", End())
    act(table, "o", Move(square(table, "b1")))
    round.end_activation(table)

    assert told(table.log.events, AttackHeld)[0].cites == (HELD,)
    struck = told(table.log.events, ArrivalStruck)[0]
    assert (struck.who, struck.target, struck.cites) == ("A", "o", (HELD,))
    assert told(table.log.events, AttackMade)[0].hit
    spent(table)


def test_a_held_attack_may_stay_held():
    """adnd.core.action.no-target: unused it is lost."""
    table = arena("A . . . o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    declare(table, "o", Move(square(table, "b1")))
    activate(table, "A")
    act(table, "A", End())
    act(table, "o", Move(square(table, "b1")))
    round.end_activation(table)

    assert not told(table.log.events, AttackMade)
    assert fighter_of(table.battle, "A").attacks == 0


def test_with_somebody_in_reach_nothing_is_held():
    """adnd.core.action.no-target: who does not strike then has lost his attack."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    act(table, "A", End())
    round.end_activation(table)

    assert not told(table.log.events, AttackHeld)
    assert fighter_of(table.battle, "A").attacks == 0


@pytest.mark.parametrize("name", ["stunned", "paralyzed", "unconscious"])
def test_who_is_stopped_loses_what_he_has_not_done(name):
    """adnd.core.action.stopped: felled, stunned or helpless before his turn."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    declare(table, "o", FullAttack("A", "long sword"))
    activate(table, "o")
    assert round.eligible(table.battle, "A")
    condition(table, "A", name)

    assert not round.eligible(table.battle, "A")


def test_whoever_is_felled_on_the_same_count_still_acts():
    """adnd.core.action.stopped, adnd.core.initiative.ties: results are felt when all of that count have acted."""
    table = arena("A o", A="fighter-3", o=sheet("orc", hit_points=1), dice="d20:15 d6:3 d20:2", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    declare(table, "o", FullAttack("A", "long sword"))
    act(table, "A", Attack("o", "spear"))

    assert core.felled(table.battle["o"])
    assert told(act(table, "o", Attack("A", "long sword")), AttackMade)


def test_letting_go_costs_nothing():
    """adnd.core.action.negligible: what is tied to the hand stays."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    assert "adnd.core.action.negligible" in why_not(table, "A", Drop("short sword"))
    events = act(table, "A", Drop("spear"))

    assert told(events, Dropped)[0].cites == ("adnd.core.action.negligible",)
    assert fighter_of(table.battle, "A").attacks == 1


def test_one_change_of_weapon_a_round_is_free():
    """adnd.core.action.change-weapon: what he holds is dropped, another weapon drawn."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    events = declare(table, "A", Draw("short sword"))

    assert [event.item for event in told(events, Dropped)] == ["spear"]
    assert told(events, Drew)[0].cites == ("adnd.core.action.change-weapon",)
    assert told(events, WeaponChanged)[0].former == "spear"
    assert table.battle["A"].held == ("short sword",)
    assert why_not(table, "A", FullAttack("o", "short sword")) == ()


@pytest.mark.parametrize("name", ["held", "pinned"])
def test_whoever_is_held_draws_nothing(name):
    """adnd.core.action.change-weapon."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    assert why_not(table, "A", Draw("short sword")) == ()
    table.battle["A"].flags |= BIT[name]

    assert "adnd.core.action.change-weapon" in why_not(table, "A", Draw("short sword"))


def test_what_is_not_drawn_strikes_nobody():
    """adnd.core.action.change-weapon."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)

    assert "adnd.core.action.change-weapon" in why_not(table, "A", FullAttack("o", "short sword"))
    declare(table, "A", Draw("short sword"))
    assert why_not(table, "A", FullAttack("o", "short sword")) == ()


def test_a_further_change_costs_an_attack():
    """adnd.core.action.sheathe: so does putting a weapon away."""
    dagger = sheet("rogue-5").weapons[1]
    one = sheet("fighter-3")
    table = arena("A o", A=sheet("fighter-3", weapons=(*one.weapons, dagger)), o="orc", options=OFF)
    declare(table, "A", Draw("short sword"))
    declare(table, "A", FullAttack("o", "short sword"))
    activate(table, "A")
    events = act(table, "A", Draw("dagger"))

    given = told(events, OrderGiven)[0]
    assert (given.cost, given.cites) == ("pool", ("adnd.core.action.sheathe",))
    assert fighter_of(table.battle, "A").attacks == 0
    assert "adnd.core.action.change-weapon" in why_not(table, "A", Draw("short sword"))


def test_a_further_change_waits_for_an_attack_that_is_due():
    """adnd.core.action.sheathe: who attacks instead of moving, and may still attack in a later pass, has none now."""
    dagger = sheet("rogue-5").weapons[1]
    one = sheet("fighter-3")
    table = arena("A o", A=sheet("fighter-3", weapons=(*one.weapons, dagger)), o="orc", options=OFF)
    declare(table, "A", Draw("short sword"))
    declare(table, "A", FullAttack("o", "short sword"))
    activate(table, "A")
    fighter = fighter_of(table.battle, "A")
    fighter.attacks, fighter.due = 1, ()

    assert "adnd.core.action.change-weapon" in why_not(table, "A", Draw("dagger"))


def test_putting_a_weapon_away_costs_an_attack():
    """adnd.core.action.sheathe: what is not in hand is not put away."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    assert "adnd.core.action.sheathe" in why_not(table, "A", Sheathe("short sword"))
    events = act(table, "A", Sheathe("spear"))

    assert told(events, Sheathed)[0].cites == ("adnd.core.action.sheathe",)
    assert fighter_of(table.battle, "A").attacks == 0


def test_after_a_change_the_new_weapon_has_what_its_rate_leaves():
    """adnd.core.action.mixed-weapons: the rate of the new one, less the attacks made."""
    table = arena("A o", A="grand-master-18", o="ogre", dice="d20:2", options=OFF)
    master = table.battle["A"]
    first = master.held[0]
    other = next(name for name in master.items if name in master.weapons and not master.weapons[name].missiles)
    declare(table, "A", FullAttack("o", first))
    act(table, "A", Attack("o", first))
    assert fighter_of(table.battle, "A").attacks == 2
    events = act(table, "A", Draw(other))

    left = told(events, AttacksSet)[0]
    assert (left.weapon, left.attacks) == (other, 1)
    assert "adnd.core.action.mixed-weapons" in left.cites


def test_picking_up_costs_an_attack():
    """adnd.core.action.one-per-round: what lies at hand."""
    table = arena("A o", A="fighter-5", o="orc", options=OFF)
    table.battle.things = (Thing("dagger", square(table, "a1"), "A"),)
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")
    assert ONE in why_not(table, "A", PickUp("dagger"))
    act(table, "A", Drop("long sword"))
    events = act(table, "A", PickUp("long sword"))

    assert told(events, PickedUp)[0].cites == (ONE,)
    assert fighter_of(table.battle, "A").attacks == 0


def test_down_is_free():
    """adnd.core.action.take-position: on one's own turn; up again it is not."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    given = told(act(table, "A", TakePosition("kneel")), OrderGiven)[0]

    assert given.cost == "free"
    assert table.battle["A"].has("kneeling")
    assert "adnd.core.action.take-position" in why_not(table, "A", TakePosition("kneel"))
    assert why_not(table, "A", TakePosition("lie")) == ()
    assert told(act(table, "A", StandUp()), OrderGiven)[0].cost == "pool"


@pytest.mark.parametrize(("own", "other", "late"), [(3, 8, 9), (9, 4, 9)])
def test_who_waits_acts_right_after_another(own, other, late):
    """adnd.core.action.wait: one later than he, if that is later."""
    table = arena("A . o p", A="fighter-3", o="orc", p="orc", sides={"p": "upper"}, options=OFF)
    for who in ("A", "o", "p"):
        declare(table, who, End())
    fighter_of(table.battle, "A").initiative = own
    fighter_of(table.battle, "o").initiative = other
    activate(table, "A")
    waited = told(act(table, "A", Delay("o")), Waited)[0]

    assert (waited.initiative, waited.cites) == (late, ("adnd.core.action.wait",))
    assert [group for group in ledger_of(table.battle).groups if group] == [("o",), ("A",), ("p",)]


def test_one_waits_once_and_for_somebody_still_to_act():
    """adnd.core.action.wait: before doing anything else."""
    table = arena("A o p", A="fighter-3", o="orc", p="orc", options=OFF)
    for who in ("A", "o", "p"):
        declare(table, who, End())
    activate(table, "o")

    assert "adnd.core.action.wait" in why_not(table, "o", Delay("A"))
    assert why_not(table, "o", Delay("p")) == ()
    fighter_of(table.battle, "o").waited = True
    assert "adnd.core.action.wait" in why_not(table, "o", Delay("p"))


@pytest.mark.parametrize("name", ["kneeling", "sitting", "prone"])
def test_the_low_do_not_run(name):
    """adnd.core.action.low-position-limits: they neither charge nor withdraw nor flee."""
    table = arena("A . . . . o", A="fighter-3", o="orc", options=OFF)
    orders = (
        Charge("o", square(table, "e1"), "spear"),
        Withdraw(square(table, "b1")),
        Run(square(table, "b1")),
    )
    for order in orders:
        assert LOW not in why_not(table, "A", order)
    condition(table, "A", name)
    for order in orders:
        assert LOW in why_not(table, "A", order)


@pytest.mark.parametrize(
    ("kind", "weapon", "name", "allowed"),
    [
        ("archer-7", "long bow", "kneeling", True),
        ("archer-7", "long bow", "sitting", False),
        ("archer-7", "long bow", "prone", False),
        ("crossbowman-7", "light crossbow", "prone", True),
        ("fighter-3", "spear", "prone", True),
    ],
)
def test_sitting_or_lying_one_uses_no_bow(kind, weapon, name, allowed):
    """adnd.core.action.low-position-limits: a crossbow can be shot, a sword swung."""
    table = arena("A . . . . . . o" if kind != "fighter-3" else "A o", A=kind, o="orc", options=OFF)
    assert LOW not in why_not(table, "A", FullAttack("o", weapon))
    condition(table, "A", name)

    assert (LOW not in why_not(table, "A", FullAttack("o", weapon))) is allowed


def test_lying_one_uses_nothing_long():
    """adnd.core.action.low-position-limits: no weapon of two squares' reach; a sitting one neither."""
    lance = next(weapon for weapon in sheet("lancer-5").weapons if weapon.reach > 1)
    one = sheet("fighter-3", weapons=(lance,), held=(lance.name,), shield=None)
    table = arena("A . o", A=one, o="orc", options=OFF)
    assert LOW not in why_not(table, "A", Guard(lance.name))
    condition(table, "A", "sitting")

    assert LOW in why_not(table, "A", Guard(lance.name))


def test_the_parry_of_a_round_is_an_action():
    """adnd.core.action.one-per-round: nothing else is done."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", TotalDefense())
    activate(table, "A")

    assert why_not(table, "A", Attack("o", "spear")) != ()


def test_what_is_put_away_takes_the_place_of_the_main_blow():
    """adnd.core.action.sheathe, adnd.round.attack-pool: whichever it is; what is left is that of the other hand."""
    two = sheet("two-sword-6", tiers={}, player=True)
    table = arena("A o", A=two, o="orc", options=OFF)
    main, second = two.held
    declare(table, "A", FullAttack("o", main, off_hand=second))
    activate(table, "A")
    act(table, "A", Sheathe(second))
    assert fighter_of(table.battle, "A").due == (second,)

    act(table, "A", TakePosition("kneel"))
    assert told(act(table, "A", StandUp()), OrderGiven)[0].cost == "second"
    assert fighter_of(table.battle, "A").due == ()


def test_a_later_attack_that_pays_leaves_the_other_hand_its_own():
    """adnd.core.action.sheathe: with the main blow made, an attack of the next pass is given for it."""
    two = sheet("two-sword-6", player=True)
    table = arena("A o", A=two, o=sheet("orc", hit_points=60, player=True), options=OFF, dice="d20:2")
    main, second = two.held
    declare(table, "A", FullAttack("o", main, off_hand=second))
    fighter_of(table.battle, "A").attacks = 2
    act(table, "A", Attack("o", main))
    act(table, "A", Sheathe(main))

    assert (fighter_of(table.battle, "A").attacks, fighter_of(table.battle, "A").due) == (0, (second,))
