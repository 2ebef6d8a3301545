"""Riders: control, charging, shooting, falls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.audit import audit
from sim.dice.sources import ScriptedDice
from sim.encounter import begin
from sim.events.attacks import AttackRolled, CheckRolled, ContestRolled, DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, OrderGiven, RoundBegan, TurnBegan
from sim.events.equipment import Sheathed
from sim.events.log import parse
from sim.events.movement import Moved
from sim.events.orders import (
    Act,
    Answer,
    Attack,
    BullRush,
    Charge,
    Choose,
    ControlMount,
    Dismount,
    End,
    FullAttack,
    Mount,
    Move,
    Overrun,
    Pass,
    Ready,
    Ride,
    Sheathe,
    Trigger,
)
from sim.events.riding import Dismounted, Mounted
from sim.rules.d20 import mounted, spell, threat, turn, wounds
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.tables.equipment import weapon
from sim.tables.sheet import Gear
from sim.testing import Script, battlefield, cited, condition, order, scenario_of, spent, square, why_not
from sim.testing import turn as begin_turn
from tests.rules.d20.told import every, one, part, sheet

FIELD = "H H . . . . . . . . . . . . o .\nH H . . . . . . . . . . . . . ."


def riding(
    dice: str = "",
    drawing: str = FIELD,
    answers: tuple[Answer, ...] = (),
    rider: object = "rider-5",
    horse: object = "heavy-warhorse",
    **others: object,
) -> Table:
    """A knight ``R`` in the saddle of the horse ``H``; an orc far off."""
    kinds = {"H": horse, "o": "orc", **others}
    drawn = scenario_of(drawing, kinds)  # type: ignore[arg-type]
    stood = next(placed for placed in drawn.creatures if placed.sheet.id == "H")
    knight = sheet(rider) if isinstance(rider, str) else rider
    own = replace(knight, id="R", side="upper", glyph="R")  # type: ignore[type-var]
    drawn = replace(drawn, creatures=(*drawn.creatures, replace(stood, sheet=own, rides="H")))
    table = begin(BOOK, drawn, Script(answers), dice=ScriptedDice(dice), source="scripted")
    table.battle.order = tuple(table.battle.creatures)
    table.battle.phase = "fight"
    table.tell(RoundBegan(-1, 1))
    return table


def test_rider_and_mount_share_a_space() -> None:
    """The knight takes the whole of the horse's space, and goes where it goes (initiative-and-space)."""
    table = riding()
    knight, horse = table.battle["R"], table.battle["H"]
    assert (knight.square, knight.span) == (horse.square, 2)

    events = order(table, "R", Ride(square(table, "f1")))

    assert knight.square == horse.square == square(table, "f1")
    assert one(events, Moved).who == "H"
    assert "d20.mounted.initiative-and-space" in cited(events)


def test_a_ridden_mount_has_no_turn_of_its_own() -> None:
    """It acts in its rider's (initiative-and-space)."""
    table = riding()

    assert turn.next_of(table.battle) is not table.battle["H"]


def test_in_the_saddle_the_mount_does_the_walking() -> None:
    """The knight itself neither moves nor charges (initiative-and-space)."""
    table = riding()

    for wish in (Move(square(table, "c1")), Charge("o", square(table, "n1"), "lance")):
        assert "d20.mounted.initiative-and-space" in why_not(table, "R", wish)
    assert not why_not(table, "R", Ride(square(table, "c1")))


def test_a_mount_has_two_actions() -> None:
    """Two moves of ten squares, no third (d20.turn.budget)."""
    table = riding()
    order(table, "R", Ride(square(table, "e1")))
    order(table, "R", Ride(square(table, "h1")))

    assert why_not(table, "R", Ride(square(table, "k1"))) == ("d20.turn.budget",)


def test_the_rider_still_has_its_own_actions() -> None:
    """A ride costs the rider nothing."""
    table = riding()
    order(table, "R", Ride(square(table, "j1")))

    assert turn.can_pay(table.battle, "standard")
    assert turn.can_pay(table.battle, "move")


def test_a_frightened_mount_must_be_controlled() -> None:
    """A light horse is no warhorse: nothing goes before a Ride check (frightened-mounts, control.dc, success)."""
    table = riding("d20:9 d20:12", horse="light-horse")
    turn.begin(table, table.battle["R"])
    assert table.battle["R"].has("unruly")
    assert why_not(table, "R", Ride(square(table, "c1"))) == ("d20.mounted.frightened-mounts",)

    events = order(table, "R", ControlMount())

    assert one(events, CheckRolled).dc == 20
    assert {"d20.mounted.control.dc", "d20.mounted.control.success"} <= cited(events)
    assert not table.battle["R"].has("unruly")
    assert turn.can_pay(table.battle, "standard")
    spent(table)


def test_a_failure_takes_the_whole_turn() -> None:
    """Nothing else until the next turn (d20.mounted.control.failure)."""
    table = riding("d20:9 d20:2", horse="light-horse")
    turn.begin(table, table.battle["R"])

    events = order(table, "R", ControlMount())

    assert "d20.mounted.control.failure" in cited(events)
    assert not turn.can_pay(table.battle, "standard")
    assert not turn.can_pay(table.battle, "move")


def test_a_warhorse_needs_no_control() -> None:
    """It is used to battle (d20.mounted.frightened-mounts, d20.mounted.control.dc)."""
    table = riding("d20:9")
    turn.begin(table, table.battle["R"])

    assert not table.battle["R"].has("unruly")
    assert why_not(table, "R", ControlMount()) == ("d20.mounted.control.dc",)


def archer() -> object:
    """A mounted archer with both hands on the bow."""
    return sheet("archer-4", skills={"ride": 3})


@pytest.mark.parametrize(("die", "free"), [(2, True), (1, False)])
def test_full_hands_guide_with_the_knees(die: int, free: bool) -> None:
    """5 on a Ride check, or one hand holds the reins (d20.mounted.guide-with-knees)."""
    table = riding(f"d20:{die}", rider=archer())

    turn.begin(table, table.battle["R"])

    assert "d20.mounted.guide-with-knees" in cited(table.log.events)
    bow = table.battle["R"].held[0]
    assert ("d20.mounted.guide-with-knees" in why_not(table, "R", Attack("o", bow))) is not free


def test_higher_ground() -> None:
    """One more against whoever is on foot and smaller than the horse (d20.mounted.higher-ground)."""
    table = riding("d20:1", "H H . o\nH H . .")

    rolled = one(order(table, "R", Attack("o", "lance")), AttackRolled)
    assert part(rolled.parts, "d20.mounted.higher-ground") == 1

    table = riding("d20:1", "H H . o o\nH H . o o", o="ogre")
    rolled = one(order(table, "R", Attack("o", "lance")), AttackRolled)
    assert part(rolled.parts, "d20.mounted.higher-ground") == 0


def test_whoever_falls_among_enemies_has_exposed_itself_before() -> None:
    """The wolf to whose feet a rider falls in the middle of its act gets nothing for it (d20.aoo.provoke-by-act)."""
    table = riding(drawing="H H . . . . o\nH H . . . . .\n. . . w . . .", w="wolf")
    table.tell(TurnBegan(-1, "R", False))
    told = table.tell(OrderGiven(-1, "R", Sheathe("lance"), "move", "script", (), ()))
    table.tell(Dismounted(told, "R", "H", square(table, "c3"), 1, ()))
    table.tell(Sheathed(told, "R", "lance"))

    assert "every-opportunity-is-offered" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}


def test_fear_counts_once_against_a_rider() -> None:
    """-2 on its Ride checks, and the audit knows it (d20.condition.shaken)."""
    table = riding("d20:9", FIELD + "\n" + 16 * ". ")
    table.tell(ConditionBegan(-1, "R", "shaken", ()))

    events = order(table, "R", Dismount(square(table, "a3"), "fast"))

    assert part(one(events, CheckRolled).parts, "d20.condition.shaken") == -2
    assert "checks-add-up" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}


def test_on_foot_beside_a_shield_a_lance_threatens_nothing() -> None:
    """With one hand for it nobody strikes (d20.mounted.lance-one-hand)."""
    table = battlefield("A . o", A=sheet("rider-5", held=("lance",)), o="orc")
    assert not threat.threatens(table.battle, table.battle["A"], table.battle["o"])

    table = battlefield("A . o", A=sheet("rider-5", held=("lance",), shield=None), o="orc")
    assert threat.threatens(table.battle, table.battle["A"], table.battle["o"])


def test_a_lance_strikes_twice_as_hard_at_a_charge() -> None:
    """+2 to hit, -2 on both armor classes, double damage (d20.mounted.charge, d20.mounted.charge-lance)."""
    table = riding("d20:10 d8:3 d8:4")

    events = order(table, "R", Ride(square(table, "l1"), mode="charge", target="o", weapon="lance"))

    rolled = one(events, AttackRolled)
    assert part(rolled.parts, "d20.charge.attack-bonus") == 2
    assert table.battle["R"].has("charged")
    assert table.battle["H"].has("charged")
    assert {"d20.mounted.charge", "d20.mounted.charge-lance"} <= cited(events)
    strength = 3
    assert one(events, DamageDealt).amount == 3 + 4 + 2 * strength


def test_a_lance_in_one_hand_adds_strength_once() -> None:
    """With the shield on the arm (d20.mounted.lance-one-hand)."""
    table = riding("d20:10 d8:3", "H H . o\nH H . .")

    assert one(order(table, "R", Attack("o", "lance")), DamageDealt).amount == 3 + 3


def test_on_foot_a_lance_takes_both_hands() -> None:
    """Not beside a shield (d20.mounted.lance-one-hand)."""
    table = riding("", "H H . . o\nH H . . .")
    assert not why_not(table, "R", Attack("o", "lance")) or "d20.mounted.lance-one-hand" not in why_not(
        table, "R", Attack("o", "lance")
    )
    order(table, "R", Dismount(square(table, "c1")))

    assert "d20.mounted.lance-one-hand" in why_not(table, "R", Attack("o", "lance"))


@pytest.mark.parametrize(
    ("mode", "to", "worth", "rule"),
    [
        ("double", "p1", -4, "d20.mounted.ranged-double-move"),
        ("run", "o1", -8, "d20.mounted.ranged-run"),
    ],
)
def test_shooting_from_a_hurrying_mount_is_hard(mode: str, to: str, worth: int, rule: str) -> None:
    """The shot falls halfway (ranged-double-move, ranged-run, ranged-timing)."""
    field = "H H . . . . . . . . . . . . . . .\nH H . . . . . . . . . . . . . . .\n. . . . . . . . o . . . . . . . ."
    table = riding("d20:2", field, rider=archer())
    bow = table.battle["R"].held[0]

    events = order(table, "R", Ride(square(table, to), mode=mode, target="o", weapon=bow))  # type: ignore[arg-type]

    assert part(one(events, AttackRolled).parts, rule) == worth
    assert "d20.mounted.ranged-timing" in cited(events)
    kinds = [type(event) for event in events if type(event) in (Moved, AttackRolled)]
    assert (kinds[0], kinds[-1], kinds.count(AttackRolled)) == (Moved, Moved, 1)


def test_after_a_double_move_it_is_too_late_to_shoot() -> None:
    """The shot is made with the order to ride (d20.mounted.ranged-timing)."""
    field = "H H . . . . . . . . . . . . . . .\nH H . . . . . . . . . . . . . . .\n. . . . . . . . o . . . . . . . ."
    table = riding("", field, rider=archer())
    bow = table.battle["R"].held[0]
    assert not why_not(table, "R", Attack("o", bow))

    order(table, "R", Ride(square(table, "d1")))
    assert not why_not(table, "R", Attack("o", bow))

    order(table, "R", Ride(square(table, "g1")))
    assert "d20.mounted.ranged-timing" in why_not(table, "R", Attack("o", bow))


def test_from_a_moving_mount_only_one_blow() -> None:
    """More than five feet, and there is no full attack in melee (d20.mounted.melee-limit)."""
    knight = sheet("rider-5", base_attack=6)
    table = riding("", "H H . . o\nH H . . .", rider=knight)
    assert "d20.mounted.melee-limit" not in why_not(table, "R", FullAttack("o", "lance"))

    far = riding("", "H H . . . o\nH H . . . .", rider=knight)
    order(far, "R", Ride(square(far, "c1")))

    assert "d20.mounted.melee-limit" in why_not(far, "R", FullAttack("o", "lance"))


def test_casting_in_the_saddle() -> None:
    """No check on a standing mount, 10 on a moving one, 15 on a hurrying one (d20.mounted.spell.*)."""
    table = riding(rider="cleric-3")
    rider = table.battle["R"]

    def distraction() -> spell.Distraction | None:
        return mounted.in_the_saddle(table.battle, rider)

    order(table, "R", Ride(square(table, "b1")))
    assert distraction() is not None
    assert distraction() == spell.Distraction(10, "riding", ("d20.mounted.spell.normal-move",))

    order(table, "R", Ride(square(table, "d1")))
    assert distraction() == spell.Distraction(15, "riding hard", ("d20.mounted.spell.double-move",))


def test_a_standing_mount_does_not_disturb() -> None:
    """Nobody moves, nothing distracts (d20.mounted.spell.stationary)."""
    table = riding(rider="cleric-3")
    order(table, "R", End())

    assert mounted.in_the_saddle(table.battle, table.battle["R"]) is None
    assert mounted.undisturbed(table.battle, table.battle["R"]) == ("d20.mounted.spell.stationary",)


@pytest.mark.parametrize(("die", "hurt"), [(7, False), (6, True)])
def test_a_mount_that_falls_throws_its_rider(die: int, hurt: bool) -> None:
    """15 on a Ride check for a soft fall, or 1d6 and prone (d20.mounted.mount-falls)."""
    table = riding(f"d20:{die}" + (" d6:4" if hurt else ""), rider=sheet("rider-5", skills={"ride": 8}))
    knight, horse = table.battle["R"], table.battle["H"]

    wounds.lose(table, horse, horse.hit_points + 20, -1)

    assert one(table.log.events, Dismounted).cites == ("d20.mounted.mount-falls",)
    assert knight.span == 1
    assert knight.has("prone") is hurt
    assert knight.sheet.hit_points - knight.hit_points == (4 if hurt else 0)
    spent(table)


@pytest.mark.parametrize(("saddle", "die", "stays"), [(False, 50, True), (False, 51, False), (True, 75, True)])
def test_the_unconscious_may_stay_in_the_saddle(saddle: bool, die: int, stays: bool) -> None:
    """Half of them, three quarters in a military saddle (d20.mounted.rider-unconscious)."""
    gear = (Gear("military saddle"),) if saddle else ()
    table = riding(f"d100:{die}" + ("" if stays else " d6:1"), rider=sheet("rider-5", gear=gear))
    knight = table.battle["R"]

    wounds.lose(table, knight, knight.hit_points + 3, -1)

    assert bool(knight.mount) is stays
    assert knight.has("prone") is not stays
    assert "d20.mounted.rider-unconscious" in cited(table.log.events)


def test_a_rider_is_tripped_out_of_the_saddle() -> None:
    """It may resist by a Ride check; pulled down it lies beside the horse (d20.trip.rider)."""
    table = riding(
        "d20:15 d20:15 d20:3 d20:2",
        "H H o\nH H .",
        (Choose("ride"),),
        o=sheet("orc", feats=("improved-trip",)),
        rider=sheet("rider-5", skills={"ride": 8}),
    )

    events = order(table, "o", Attack("R", "unarmed strike", "trip"))

    assert "d20.trip.rider" in cited(events)
    assert not table.battle["R"].mount
    assert table.battle["R"].has("prone")


def test_nobody_pushes_a_rider() -> None:
    """The horse stands there (d20.mounted.initiative-and-space)."""
    table = riding("", "H H o\nH H .")

    assert "d20.mounted.initiative-and-space" in why_not(table, "o", BullRush("R"))
    assert not why_not(table, "o", BullRush("H"))


def test_the_mount_does_the_shoving() -> None:
    """A heavy warhorse of Strength 18, four points for its size (d20.overrun.mounted)."""
    table = riding("d20:15 d20:5", "H H . o . . .\nH H . . . . .", (Pass(), Choose("block"), Choose("strength")))

    events = order(table, "R", Overrun("o", square(table, "f1")))

    rolled = one(events, ContestRolled)
    assert (rolled.who, rolled.won) == ("H", True)
    assert part(rolled.parts, "d20.overrun.block.modifiers") == 4
    assert "d20.overrun.mounted" in rolled.cites
    assert table.battle["R"].square == square(table, "f1")
    assert not turn.can_pay(table.battle, "standard")
    assert turn.can_pay(table.battle, "move")


def test_getting_up_and_down_takes_a_move_action() -> None:
    """Into the saddle and out of it (d20.action.move.mount-dismount)."""
    table = riding()
    order(table, "R", Dismount(square(table, "c1")))
    knight = table.battle["R"]
    assert (knight.square, knight.span, knight.mount) == (square(table, "c1"), 1, "")

    events = order(table, "R", Mount("H"))

    assert one(events, Mounted).mount == "H"
    assert knight.mount == "H"
    assert "d20.action.move.mount-dismount" in cited(events)
    assert not turn.can_pay(table.battle, "move")


def test_a_quick_dismount_is_free() -> None:
    """20 on a Ride check (d20.mount.fast.dc)."""
    table = riding("d20:12", rider=sheet("rider-5", skills={"ride": 8}))

    events = order(table, "R", Dismount(square(table, "c1"), "fast"))

    assert "d20.mount.fast.dc" in cited(events)
    assert turn.can_pay(table.battle, "move")


def test_a_quick_dismount_that_fails_costs_a_move_action() -> None:
    """It gets down all the same (d20.mount.fast.failure)."""
    table = riding("d20:11", rider=sheet("rider-5", skills={"ride": 8}))

    events = order(table, "R", Dismount(square(table, "c1"), "fast"))

    assert "d20.mount.fast.failure" in cited(events)
    assert not table.battle["R"].mount
    order(table, "R", Move(square(table, "d1")))
    assert not turn.can_pay(table.battle, "standard")


def test_it_is_tried_only_with_a_move_action_left() -> None:
    """After a full round of other things there is none (d20.mount.fast.failure)."""
    table = riding("", "H H . o\nH H . .", rider=sheet("rider-5", base_attack=6))
    order(table, "R", End())

    assert why_not(table, "R", Dismount(square(table, "c1"), "fast"))


def test_the_charge_is_the_mounts() -> None:
    """A condition of both, until the rider's next turn (d20.mounted.charge)."""
    table = riding("d20:1")

    events = order(table, "R", Ride(square(table, "l1"), mode="charge", target="o", weapon="lance"))

    begun = [event for event in every(events, ConditionBegan) if event.condition == "charged"]
    assert [(event.who, event.ender) for event in begun] == [("R", "R"), ("H", "R")]
    condition(table, "o", "shaken")


def test_a_rider_gives_way_with_its_mount() -> None:
    """Whoever is let through the space of a horse goes through that of its rider, and the audit knows it."""
    table = riding(drawing=". H H o\n. H H .")

    order(table, "o", Overrun("H", square(table, "a1")))

    assert table.battle["o"].square == square(table, "a1")
    assert "steps-are-legal" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}


GRIP = Attack("R", "unarmed strike", "grapple")
BESIDE, FAR = "H H o .\nH H . .", "H H . . . . o\nH H . . . . ."


@pytest.mark.parametrize(
    ("drawing", "wish"),
    [
        (BESIDE, GRIP),
        (BESIDE, FullAttack("R", "unarmed strike", "grapple")),
        (FAR, Charge("R", 2, "unarmed strike", "grapple")),
        (FAR, Charge("R", 2, "unarmed strike", "bull-rush")),
    ],
)
def test_nobody_is_seized_or_pushed_in_the_saddle(drawing: str, wish: Attack | FullAttack | Charge) -> None:
    """However it is tried: the mount stands there (d20.mounted.initiative-and-space)."""
    table = riding(drawing=drawing)

    assert "d20.mounted.initiative-and-space" in why_not(table, "o", wish)
    assert not why_not(table, "o", replace(wish, target="H"))


def test_nobody_seizes_from_the_saddle() -> None:
    """Whoever grapples gets into the space of its foe, and a rider is in that of its mount (initiative-and-space)."""
    table = riding(drawing=BESIDE)
    grip = Attack("o", "unarmed strike", "grapple")
    assert why_not(table, "R", grip) == ("d20.mounted.initiative-and-space",)

    order(table, "R", Dismount(square(table, "c2")))

    assert not why_not(table, "R", grip)


def test_a_beast_seizes_no_rider() -> None:
    """A bear's claw that hits takes hold of nobody in the saddle (initiative-and-space)."""
    table = riding("d20:19 d8:1", drawing="H H b b\nH H b b\n. . . o", b="brown-bear")

    events = order(table, "b", Attack("R", "claw"))

    assert one(events, AttackRolled).hit
    assert not every(events, Answered)
    spent(table)


def test_bare_hands_from_the_saddle_expose() -> None:
    """At the end of a mounted charge as well, to the one that they strike at (d20.action.standard.attack-unarmed)."""
    table = riding("d20:2 d20:1", answers=(Attack("R", "falchion"),))

    order(table, "R", Ride(square(table, "m1"), mode="charge", target="o", weapon="unarmed strike"))

    assert "no-opportunity-is-undue" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}
    spent(table)


def test_the_odds_of_a_charge_with_the_lance() -> None:
    """Of 2d8 + 6 on a hit, the least is 8; of 1d8 + 3, it is 4."""
    table = riding()
    ride = Ride(square(table, "l1"), mode="charge", target="o", weapon="lance")
    assert not why_not(table, "R", ride)
    battle = table.battle.imagined("R")

    (charge,) = BOOK.odds.strikes(battle, "R", ride)
    (plain,) = BOOK.odds.strikes(battle, "R", Attack("o", "lance"))

    assert (charge.harm.low, [points for points, ways in enumerate(charge.harm.ways) if ways][1]) == (0, 8)
    assert (plain.harm.low, [points for points, ways in enumerate(plain.harm.ways) if ways][1]) == (0, 4)


def test_a_tiny_charger_runs_in_under_the_rider() -> None:
    """It charges into the space of the horse, and of whoever sits there (d20.charge.clear-path)."""
    table = riding(
        "d20:2", drawing="H H . . q . o\nH H . . . . .", q="quasit", answers=(Pass(), Pass(), Pass(), Pass())
    )

    order(table, "q", Charge("H", square(table, "b1"), "claw"))

    assert table.battle["q"].square == square(table, "b1")
    assert "d20.charge.clear-path" not in {found.rule for found in audit(parse(table.log.to_bytes()))}


@pytest.mark.parametrize("state", ["prone", "stunned"])
def test_a_mount_that_is_not_able_goes_nowhere(state: str) -> None:
    """Lying or stunned it carries nobody off (d20.mounted.initiative-and-space)."""
    table = riding()
    where = square(table, "f1")
    assert not why_not(table, "R", Ride(where))

    condition(table, "H", state)

    assert mounted.SHARED in why_not(table, "R", Ride(where))


def test_who_sits_on_nothing_rides_nowhere() -> None:
    """It takes a mount (d20.mounted.initiative-and-space)."""
    table = riding()

    assert mounted.SHARED in why_not(table, "o", Ride(square(table, "f1")))


@pytest.mark.parametrize(
    ("mode", "weapon"), [("move", "longbow"), ("double", "lance"), ("double", "no such bow"), ("move", "lance")]
)
def test_the_shot_on_the_way_takes_a_hurrying_mount_and_a_bow(mode: str, weapon: str) -> None:
    """At a single move the rider shoots before or after it, and nothing else is done halfway (ranged-timing)."""
    table = riding(rider=sheet("archer-4", skills={"ride": 3}))
    bow = table.battle["R"].held[0]

    ride = Ride(square(table, "f1"), mode=mode, target="o", weapon=bow if weapon == "longbow" else weapon)  # type: ignore[arg-type]

    assert why_not(table, "R", ride) == ("d20.mounted.ranged-timing",)
    assert not why_not(table, "R", Ride(square(table, "f1"), mode="double", target="o", weapon=bow))


def test_who_is_struck_down_controls_no_mount() -> None:
    """It stays in the saddle unconscious, and rolls no Ride check (d20.aoo.provoke-by-act)."""
    table = riding(
        "d20:9 d20:20 d20:1 d4:1 d4:1 d100:50",
        "H H o\nH H .",
        (Attack("R", "falchion"),),
        rider=sheet("rider-5", hit_points=5),
        horse="light-horse",
    )
    turn.begin(table, table.battle["R"])

    events = order(table, "R", ControlMount())

    assert table.battle["R"].mount == "H"
    assert not every(events, CheckRolled)
    spent(table)


def test_who_is_shot_in_a_charge_strikes_no_blow_at_its_end() -> None:
    """The horse carries its unconscious rider on to the orc (d20.mounted.rider-unconscious)."""
    bow = sheet("archer-4").held[0]
    table = riding(
        "d20:19 d8:8 d100:50",
        FIELD + "\n" + 14 * ". " + "p .",
        (Act(),),
        rider=sheet("rider-5", hit_points=5),
        p="archer-4",
    )
    order(table, "p", Ready(Attack("R", bow), Trigger("moves", "H")))

    events = order(table, "R", Ride(square(table, "l1"), mode="charge", target="o", weapon="lance"))

    assert table.battle["R"].square == square(table, "l1")
    assert [rolled.attacker for rolled in every(events, AttackRolled)] == ["p"]
    spent(table)


def test_one_move_of_the_mount_is_as_far_as_its_speed() -> None:
    """Ten squares of 50 ft, and the eleventh takes a double move (d20.mounted.initiative-and-space)."""
    table = riding()

    assert not why_not(table, "R", Ride(square(table, "k1")))
    assert why_not(table, "R", Ride(square(table, "l1"))) == ("d20.move.normal",)
    assert not why_not(table, "R", Ride(square(table, "l1"), mode="double"))


def test_a_lance_needs_but_one_hand_beside_the_reins() -> None:
    """Where the knees did not do, it strikes all the same (d20.mounted.guide-with-knees)."""
    table = riding("d20:1", "H H . o\nH H . .", rider=sheet("rider-5", skills={"ride": 0}, ranks={}))
    turn.begin(table, table.battle["R"])
    assert table.battle["R"].has("reining")

    assert not why_not(table, "R", Attack("o", "lance"))


def test_the_menu_offers_shots_on_the_way_with_bows_alone() -> None:
    """At a double move, with what is shot and not with what is thrown (d20.mounted.ranged-timing)."""
    for name, offered in (("longbow", {"longbow"}), ("dagger", set())):
        figures = sheet("archer-4", weapons=(weapon(name),), held=(name,), skills={"ride": 3})
        table = riding(rider=figures)
        begin_turn(table, "R")

        rides = BOOK.offers(table.battle, "R").of(Ride)

        assert {wish.weapon for wish in rides if wish.mode == "double"} == offered  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "met"), [("longspear", True), ("spear", False)])
def test_a_spear_awaits_the_mount_of_whoever_rides_a_charge(name: str, met: bool) -> None:
    """The lance stops out of reach of a short spear; a long one meets the horse (d20.ready.set-against-charge)."""
    table = riding(o=sheet("orc", weapons=(weapon(name),), held=(name,)))
    begin_turn(table, "o")
    order(table, "o", Ready(Attack("it", name), Trigger("charges")))
    begin_turn(table, "R")
    wish = next(wish for wish in BOOK.offers(table.battle, "R").of(Ride) if wish.weapon == "lance")  # type: ignore[union-attr]

    assert (BOOK.odds.received(table.battle.fork(), "o", "R", wish) > 0) is met
