"""Bull rush."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.dice.sources import SeededDice
from sim.events.attacks import AttackRolled, AttemptFailed, ContestRolled, DamageDealt
from sim.events.course import Answered, TargetDrawn
from sim.events.movement import Moved
from sim.events.orders import Attack, BullRush, Charge, Choose, Opportunity, Pass, Pick, Step
from sim.table import Table
from sim.tables.bestiary import creature, kinds
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, condition, order, spent, square, why_not

LANE = ". . . . . . . .\n. A o . . . . .\n. . . . . . . ."
RUSH = BullRush("o")
TOUGH = replace(creature("orc"), hit_points=99)


def lane(
    dice: str = "",
    answers: tuple[Choose | Pass | Attack, ...] = (),
    a: str | Sheet = "orc",
    o: str | Sheet = "hobgoblin",
) -> Table:
    """An orc beside a hobgoblin that has the open field behind it."""
    return battlefield(LANE, A=a, o=o, dice=dice, answers=answers)


def places(table: Table) -> tuple[str, str]:
    """Where the two stand."""
    ground = table.battle.ground
    return ground.name(table.battle["A"].square), ground.name(table.battle["o"].square)


def contest_of(events: tuple[object, ...]) -> ContestRolled:
    """The opposed check among these events."""
    return next(event for event in events if type(event) is ContestRolled)


def asked(events: tuple[object, ...]) -> list[str]:
    """Who was asked for an opportunity attack, in order."""
    return [event.who for event in events if type(event) is Answered and type(event.question) is Opportunity]


def test_into_the_space_and_back_with_it() -> None:
    """Strength against Strength; the loser goes back, the winner stands where it stood (d20.bull-rush.push)."""
    table = lane("d20:10 d20:8")

    events = order(table, "A", RUSH)

    assert contest_of(events).checks == ("strength", "strength")
    assert places(table) == ("c2", "d2")
    wanted = {"cost", "enter-space", "check", "push"}
    assert {f"d20.bull-rush.{rule}" for rule in wanted} <= cited(events)
    spent(table)


def test_at_most_one_size_larger() -> None:
    """An orc pushes ogres, no huge spider (d20.bull-rush.size-limit)."""
    for kind, size, rules in (("ogre", 2, ()), ("huge-monstrous-spider", 3, ("d20.bull-rush.size-limit",))):
        space = "o " * size
        table = battlefield(f"A {space}. .\n. {space}. .\n. {space}. .", A="orc", o=kind)
        assert why_not(table, "A", RUSH) == rules


def test_a_charge_cannot_end_in_a_rush_at_too_large_a_foe() -> None:
    """The size limit holds at the end of a charge too (d20.bull-rush.size-limit)."""
    table = battlefield("A . . . . o o o\n. . . . . o o o\n. . . . . o o o", A="orc", o="huge-monstrous-spider")
    charge = Charge("o", square(table, "e1"), "unarmed strike", "bull-rush")

    assert why_not(table, "A", charge) == ("d20.bull-rush.size-limit",)


def test_only_from_beside_and_on_ones_feet() -> None:
    """The attacker steps into the space from the next one (d20.bull-rush.enter-space)."""
    far = battlefield("A . o .", A="orc", o="hobgoblin")
    prone = lane()
    condition(prone, "A", "prone")

    assert why_not(far, "A", RUSH) == ("d20.bull-rush.enter-space",)
    assert why_not(prone, "A", RUSH) == ("d20.bull-rush.enter-space",)
    assert why_not(lane(), "A", RUSH) == ()


def test_a_wall_between_them_prevents_it() -> None:
    """Nobody enters a space round a hard corner (d20.bull-rush.enter-space)."""
    table = battlefield("A # .\n. o .\n. . .", A="orc", o="hobgoblin")

    assert why_not(table, "A", RUSH) == ("d20.bull-rush.enter-space",)


def test_a_rush_is_a_movement() -> None:
    """It goes with no 5-foot step of the same turn (d20.step.no-other-movement)."""
    table = battlefield(". . . .\nA . o .", A="orc", o="hobgoblin", dice="d20:10 d20:8")
    order(table, "A", Step(square(table, "b2")))
    assert why_not(table, "A", RUSH) == ("d20.step.no-other-movement",)

    table = lane("d20:10 d20:8")
    order(table, "A", RUSH)
    assert "d20.step.no-other-movement" in why_not(table, "A", Step(square(table, "b2")))


def test_entering_exposes_to_all_who_threaten() -> None:
    """The defender and its friend may strike, in initiative order (d20.bull-rush.aoo)."""
    table = battlefield(". e . . .\n. A o . .", A="orc", o="hobgoblin", e="hobgoblin", dice="d20:10 d20:8")

    events = order(table, "A", RUSH)

    assert asked(events) == ["o", "e"]
    assert "d20.bull-rush.aoo" in cited(events)


def test_the_feat_spares_the_attacker_the_defender_alone() -> None:
    """With Improved Bull Rush the friend strikes still, and the check is 4 better (d20.bull-rush.aoo)."""
    trained = replace(creature("orc"), feats=("improved-bull-rush",))
    table = battlefield(". e . . .\n. A o . .", A=trained, o="hobgoblin", e="hobgoblin", dice="d20:5 d20:9")

    events = order(table, "A", RUSH)

    assert asked(events) == ["e"]
    assert (4, "improved bull rush", "d20.bull-rush.check") in contest_of(events).parts


def test_whoever_is_struck_down_pushes_nobody() -> None:
    """The opportunity comes first (d20.bull-rush.aoo)."""
    table = lane("d20:19 d20:2 d8:8", (Attack("A", "longsword"),))

    events = order(table, "A", RUSH)

    assert not any(type(event) is ContestRolled for event in events)
    assert places(table) == ("b2", "c2")


@pytest.mark.parametrize(("percent", "struck"), [(25, "o"), (26, "A")])
def test_a_friends_blow_may_go_astray(percent: int, struck: str) -> None:
    """One blow in four that the defender's friend lands hits the defender (d20.bull-rush.aoo-stray)."""
    table = battlefield(
        ". e . . .\n. A o . .",
        A=TOUGH,
        o=replace(creature("hobgoblin"), hit_points=99),
        e="hobgoblin",
        dice=f"d20:15 d100:{percent} d8:4 d20:10 d20:8",
        answers=(Pass(), Attack("A", "longsword")),
    )

    events = order(table, "A", RUSH)

    (drawn,) = [event for event in events if type(event) is TargetDrawn]
    assert (drawn.among, drawn.struck, drawn.cites) == (("A", "o"), struck, ("d20.bull-rush.aoo-stray",))
    assert [event.target for event in events if type(event) is DamageDealt] == [struck]
    spent(table)


@pytest.mark.parametrize(
    ("kind", "answer", "dice", "struck"),
    [
        ("chain-fighter-4", Attack("A", "spiked chain", "trip"), "d20:15 d100:25 d20:15 d20:2 d20:1 d20:10 d20:8", "o"),
        ("chain-fighter-4", Attack("A", "spiked chain", "trip"), "d20:15 d100:26 d20:15 d20:2 d20:1", "A"),
        ("monk-3", Attack("A", "unarmed strike", "grapple"), "d20:15 d100:25 d20:15 d20:2 d6:1", "o"),
        ("hobgoblin", Attack("A", "longsword", "disarm"), "d100:25 d20:15 d20:2 d20:10 d20:8", "o"),
    ],
)
def test_a_friends_trip_grip_or_disarm_may_go_astray(kind: str, answer: Attack, dice: str, struck: str) -> None:
    """Whatever the opportunity is used for meets the defender one time in four (d20.bull-rush.aoo-stray)."""
    table = battlefield(
        ". e . . .\n. A o . .",
        A=TOUGH,
        o=replace(creature("hobgoblin"), hit_points=99),
        e=kind,
        dice=dice,
        answers=(Pass(), answer),
    )

    events = order(table, "A", RUSH)

    (drawn,) = [event for event in events if type(event) is TargetDrawn]
    contest = next(event for event in events if type(event) is ContestRolled)
    assert (drawn.struck, contest.contest, contest.other) == (struck, answer.how, struck)
    spent(table)


def test_a_disarm_that_goes_astray_to_empty_hands_comes_to_nothing() -> None:
    """There is nothing to take (d20.disarm.cannot)."""
    table = battlefield(
        ". e . . .\n. A o . .",
        A=TOUGH,
        o="wolf",
        e="hobgoblin",
        dice="d100:1 d20:10 d20:8",
        answers=(Pass(), Attack("A", "longsword", "disarm")),
    )

    events = order(table, "A", RUSH)

    (failed,) = [event for event in events if type(event) is AttemptFailed]
    assert (failed.target, failed.cites) == ("o", ("d20.disarm.cannot",))


def test_the_defenders_own_blow_does_not_go_astray() -> None:
    """It knows whom it strikes (d20.bull-rush.aoo-stray)."""
    table = lane("d20:15 d8:1 d20:10 d20:8", (Attack("A", "longsword"),), a=TOUGH)

    assert not any(type(event) is TargetDrawn for event in order(table, "A", RUSH))
    spent(table)


def test_a_blow_at_the_pushed_may_hit_the_pusher() -> None:
    """The attacker's friend strikes at the defender pushed past, and hits the attacker (d20.bull-rush.aoo-stray)."""
    table = battlefield(
        ". . B . .\n. A o . .",
        A=TOUGH,
        B="orc",
        o="hobgoblin",
        dice="d20:10 d20:8 d20:15 d100:1 d4:1 d4:1",
        answers=(Pass(), Attack("o", "falchion")),
    )

    events = order(table, "A", RUSH)

    assert asked(events) == ["o", "B"]
    assert "d20.bull-rush.push-aoo" in cited(events)
    assert table.battle["A"].hit_points < 99
    assert table.battle["o"].hit_points == 6
    spent(table)


def test_neither_strikes_at_the_other_on_the_way() -> None:
    """Of pusher and pushed neither gives the other an opportunity by moving (d20.bull-rush.push-aoo)."""
    table = lane("d20:20 d20:1")

    events = order(table, "A", RUSH)

    assert asked(events) == ["o"]
    assert places(table) == ("g2", "h2")


def test_who_moves_along_exposes_itself() -> None:
    """The follower leaves squares that the defender's friend threatens (d20.bull-rush.push-aoo)."""
    table = battlefield(". . . . e .\nA o . . . .", A="orc", o="hobgoblin", e="hobgoblin", dice="d20:15 d20:2")

    events = order(table, "A", RUSH)

    last = [event for event in events if type(event) is Answered and type(event.question) is Opportunity][-1]
    assert (last.who, last.question) == ("e", Opportunity("A", "moving"))
    assert "d20.bull-rush.push-aoo" in last.cites


def test_momentum_helps() -> None:
    """2 more at the end of a charge (d20.bull-rush.charge-bonus)."""
    table = battlefield("A . . . o . .", A="orc", o="hobgoblin", dice="d20:10 d20:10")

    events = order(table, "A", Charge("o", square(table, "d1"), "unarmed strike", "bull-rush"))

    assert (2, "charge", "d20.bull-rush.charge-bonus") in contest_of(events).parts
    assert places(table)[0] == "e1"


def test_size_and_footing_count() -> None:
    """4 for each size from Medium, and 4 for those who stand firmly."""
    giant = battlefield("A A o .\nA A . .", A="ogre", o="goblin", dice="d20:10 d20:8")
    contest = contest_of(order(giant, "A", RUSH))
    assert (4, "size", "d20.bull-rush.size-modifier") in contest.parts
    assert (-4, "size", "d20.bull-rush.size-modifier") in contest.other_parts

    for kind in ("dwarf-fighter-4", "riding-dog"):
        contest = contest_of(order(lane("d20:10 d20:8", o=kind), "A", RUSH))
        assert (4, "stability", "d20.bull-rush.stability") in contest.other_parts


def test_five_points_a_square_further() -> None:
    """Ten points of margin are two squares more, and how many is the attacker's choice (d20.bull-rush.push-extra)."""
    table = lane("d20:17 d20:9", (Pass(), Choose("2")))

    events = order(table, "A", RUSH)

    assert table.player.asked[-1] == ("A", Pick("push", "o", ("3", "2", "1")))  # type: ignore[attr-defined]
    assert places(table) == ("d2", "e2")
    assert "d20.bull-rush.push-extra" in cited(events)


def test_no_further_than_the_attacker_can_walk() -> None:
    """At a speed of 30 ft entering is the first of six squares (d20.bull-rush.push-extra)."""
    strong = replace(creature("orc"), strength=100)
    table = battlefield("A o . . . . . . . . . .", A=strong, o="hobgoblin", dice="d20:20 d20:1")

    order(table, "A", RUSH)

    assert places(table) == ("g1", "h1")


def test_no_further_than_the_charge_goes() -> None:
    """Twelve squares less the ten that the charge took leave one after entering (d20.bull-rush.push-extra)."""
    strong = replace(creature("orc"), strength=100)
    table = battlefield("A . . . . . . . . . . o . . . . .", A=strong, o="hobgoblin", dice="d20:20 d20:1")

    order(table, "A", Charge("o", square(table, "k1"), "unarmed strike", "bull-rush"))

    assert places(table) == ("m1", "n1")


def test_no_further_than_the_ground_is_open() -> None:
    """A wall or somebody behind ends the push (d20.bull-rush.push-extra)."""
    for behind in ("#.e", "e.."):
        table = battlefield(f"Ao..{behind}", A="orc", o="hobgoblin", e="hobgoblin", dice="d20:20 d20:1")
        order(table, "A", RUSH)
        assert places(table) == ("c1", "d1")


@pytest.mark.parametrize("behind", ["#.e", "o.e", "e.."])
def test_who_cannot_go_back_stays(behind: str) -> None:
    """With a wall, a pit or somebody behind the defender, even a winner goes back (d20.bull-rush.push)."""
    table = battlefield(f"Ax{behind}", A="orc", x="hobgoblin", e="hobgoblin", dice="d20:20 d20:1")

    events = order(table, "A", BullRush("x"))

    assert contest_of(events).won
    assert table.battle["x"].square == square(table, "b1")
    assert type(events[-1]) is Moved
    assert events[-1].path[1] == square(table, "a1")
    assert events[-1].cites == ("d20.bull-rush.push", "d20.bull-rush.failure")


def test_a_failure_goes_back_where_it_came_from() -> None:
    """The loser is pushed out again (d20.bull-rush.failure)."""
    table = lane("d20:8 d20:12")

    events = order(table, "A", RUSH)

    assert places(table) == ("b2", "c2")
    assert type(events[-1]) is Moved
    assert (events[-1].gait, events[-1].cites) == ("back", ("d20.bull-rush.failure",))
    assert not table.battle["A"].has("prone")


def test_back_among_others_it_falls() -> None:
    """If somebody lies in the space it came from, the loser falls over them (d20.bull-rush.failure-prone)."""
    table = battlefield("e A o .", A="orc", o="hobgoblin", e="hobgoblin", dice="d20:8 d20:12")
    condition(table, "e", "asleep")
    battle = table.battle
    battle.leave(battle["e"])
    battle["e"].square = battle["A"].square
    battle.enter(battle["e"])

    events = order(table, "A", RUSH)

    assert table.battle["A"].has("prone")
    assert "d20.bull-rush.failure-prone" in cited(events)
    assert places(table) == ("b1", "c1")


@given(st.sampled_from(kinds()), st.sampled_from(kinds()), st.integers(0, 2**32), st.data())
def test_both_go_along_one_line(me: str, target: str, seed: int, data: st.DataObject) -> None:
    """Every step of both is the step by which the attacker entered, or its reverse; nobody shares a space after it."""
    rows = [". " * 24] * 24
    rows[10] = ". " * 10 + "A " + ". " * 13
    rows[20] = ". " * 10 + "o " + ". " * 13
    table = battlefield("\n".join(rows), A=me, o=target, dice=SeededDice(seed))
    battle = table.battle
    one, two = battle["A"], battle["o"]
    stride = battle.ground.stride
    across = data.draw(st.integers(-two.span, one.span))
    down = data.draw(st.sampled_from((-two.span, one.span)))
    battle.leave(two)
    two.square = one.square + down * stride + across
    battle.enter(two)
    if why_not(table, "A", RUSH):
        return

    events = order(table, "A", RUSH)

    moves = [event for event in events if type(event) is Moved]
    if moves:
        entry = moves[0].path[1] - moves[0].path[0]
        for move in moves:
            delta = move.path[1] - move.path[0]
            assert delta == entry or (move.gait == "back" and delta == -entry)
    if one.active and two.active:
        assert not battle.footprint(one) & battle.footprint(two)
    assert not any(type(event) is AttackRolled for event in events)
