"""Movement, facing, who engages whom, withdrawing and fleeing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, BlowReserved, Faced, Shifted, fighter_of
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, RefereeMoved
from sim.events.movement import Moved
from sim.events.orders import Attack, Choose, Face, FullAttack, Guard, Leave, Move, Opportunity, Run, Step, Withdraw
from sim.grid.facing import arc
from sim.rules.adnd import core, melee, move, round
from sim.rules.adnd.declare import MELEE, Blow, arm_of
from sim.state.battle import Endings
from tests.rules.adnd.arena import (
    ROSTER,
    act,
    activate,
    arena,
    condition,
    declare,
    next_round,
    sheet,
    spent,
    square,
    told,
    why_not,
)
from tests.rules.adnd.armed import armed

OFF = {"fumble": "off"}
OPEN = "\n".join(["A" + " ." * 19] + ["." + " ." * 19] * 2 + ["." + " ." * 18 + " o"])
"""Twenty by four squares, the enemy far away."""


def walk(table, to, who="A"):
    """It declares a move and makes it: the events of the making."""
    order = Move(square(table, to))
    declare(table, who, order)
    return act(table, who, order)


def run_away(table, order, who="A"):
    """It declares something that it is not asked about again, and does it."""
    declare(table, who, order)
    return activate(table, who)


# How far, and over what.


@pytest.mark.parametrize(("to", "allowed"), [("m1", True), ("n1", False)])
def test_a_movement_rate_is_so_many_squares(to, allowed):
    """adnd.move.scale: 12 squares a round."""
    table = arena(OPEN, A="fighter-3", o="orc")

    assert ("adnd.move.scale" in why_not(table, "A", Move(square(table, to)))) is not allowed


def test_half_a_move_is_rounded_down():
    """adnd.move.scale: 9 squares give 4."""
    table = arena(OPEN, A="orc", o="fighter-3")

    assert move.half(table.battle, table.battle["A"]) == 4
    assert "adnd.move.scale" in told(walk(table, "c1"), Moved)[0].cites


@pytest.mark.parametrize(("to", "halves", "cited"), [("e1", 8, False), ("e4", 11, True), ("b2", 3, True)])
def test_a_diagonal_costs_one_and_a_half(to, halves, cited):
    """adnd.move.step-price: the whole is rounded down."""
    table = arena(OPEN, A="fighter-3", o="orc")
    moved = told(walk(table, to), Moved)[0]

    assert moved.halves == halves
    assert ("adnd.move.step-price" in moved.cites) is cited


@given(to=st.integers(0, 19), row=st.integers(1, 3))
def test_the_price_of_a_way_is_that_of_its_steps(to, row):
    """adnd.move.step-price: two halves a step, three a diagonal one."""
    table = arena(OPEN, A="fighter-3", o="orc")
    me = table.battle["A"]
    found = move.area(table.battle, me, 12)
    target = row * table.battle.ground.stride + to
    if found.reached >> target & 1:
        way = found.path(target)
        steps = sum(
            3 if abs(after - before) not in (1, table.battle.ground.stride) else 2 for before, after in pairwise(way)
        )
        assert move.price(table.battle, me, way) == steps
        assert steps // 2 <= 12


@pytest.mark.parametrize(("symbol", "allowed"), [(".", True), (":", True), ("#", False)])
def test_difficult_ground_costs_double_and_walls_stop(symbol, allowed):
    """adnd.move.terrain: nor does anybody cut the corner of a wall."""
    table = arena(f"A {symbol} . . . . o", A="fighter-3", o="orc")

    assert ("adnd.move.terrain" in why_not(table, "A", Move(square(table, "c1")))) is not allowed
    if allowed:
        moved = told(walk(table, "c1"), Moved)[0]
        assert moved.halves == (6 if symbol == ":" else 4)
        assert ("adnd.move.terrain" in moved.cites) is (symbol == ":")


def test_no_corner_of_a_wall_is_cut():
    """adnd.move.terrain."""
    table = arena("A # .\n. . .\n. . o", A="fighter-3", o="orc")
    table.battle["o"].square = square(table, "c3")

    assert told(walk(table, "b2"), Moved)[0].path == tuple(square(table, name) for name in ("a1", "a2", "b2"))


@pytest.mark.parametrize(
    ("between", "kind", "name", "allowed"),
    [("B", "fighter-3", "", True), ("p", "orc", "", False), ("p", "orc", "asleep", True), ("p", "giant-rat", "", True)],
)
def test_allies_and_bodies_are_passed_enemies_not(between, kind, name, allowed):
    """adnd.move.occupied: nor may a move end on anybody; enemies of two sizes' difference are passed."""
    table = arena(f"# # # # # # #\nA {between} . . . . o\n# # # # # # #", A="fighter-3", o="orc", **{between: kind})
    if name:
        condition(table, between, name)

    rules = why_not(table, "A", Move(square(table, "c2")))
    assert (rules == ()) is allowed
    assert "adnd.move.occupied" in why_not(table, "A", Move(square(table, "b2"))) or not allowed


def test_whoever_has_surrendered_and_lies_senseless_is_in_the_way_like_any_body():
    """adnd.move.occupied: a step over it costs double."""
    table = arena("A g . . . . . o", A="fighter-3", g="goblin", o="orc", sides={"g": "upper"})
    condition(table, "g", "surrendered")
    me = table.battle["A"]
    path = tuple(square(table, name) for name in ("a1", "b1", "c1"))
    assert move.price(table.battle, me, path) == 4

    condition(table, "g", "unconscious")

    assert move.price(table.battle, me, path) == 6


@pytest.mark.parametrize(
    ("kind", "mates", "allowed"),
    [("giant-rat", 9, True), ("giant-rat", 10, False), ("goblin", 1, True), ("goblin", 2, False), ("orc", 1, False)],
)
def test_the_small_share_a_square(kind, mates, allowed):
    """adnd.move.space: ten tiny ones, two small ones; whoever is bigger has one to himself."""
    names = "BCDEFGHIJK"[:mates]
    row = "A . . . . . . . . . . . ."
    table = arena(
        row + "\n" + ". " * 12 + "o\n" + " ".join(names) + " ." * (13 - mates),
        A=kind,
        o="fighter-3",
        **dict.fromkeys(names, kind),
    )
    for name in names:
        table.tell(RefereeMoved(-1, name, square(table, "c1"), "they huddle"))

    assert ("adnd.move.occupied" not in why_not(table, "A", Move(square(table, "c1")))) is allowed
    if allowed:
        assert "adnd.move.space" in told(walk(table, "c1"), Moved)[0].cites


@pytest.mark.parametrize(
    ("kind", "span"), [("giant-rat", 1), ("orc", 1), ("ogre", 1), ("hill-giant", 2), ("wyvern", 3)]
)
def test_the_huge_take_up_more(kind, span):
    """adnd.move.space: 2 x 2, the gargantuan 3 x 3."""
    drawing = ". . . . . .\n. . . . . .\nA . . . . .\n. . . . . .\n. . . . . o"

    assert arena(drawing, A=kind, o="orc").battle["A"].span == span


def test_movement_is_made_in_one_go_on_ones_initiative():
    """adnd.move.when: in the first pass."""
    table = arena(OPEN, A="fighter-3", o="orc")
    events = walk(table, "f1")

    assert ["adnd.move.when" in event.cites for event in told(events, Moved)] == [True]
    assert why_not(table, "A", Move(square(table, "g1"))) != ()


@pytest.mark.parametrize(("to", "blow"), [("g1", True), ("h1", False)])
def test_more_than_half_a_move_leaves_no_attack(to, blow):
    """adnd.move.full: up to half leaves the blow at the end of the round."""
    table = arena(OPEN, A="fighter-3", o="orc")
    events = walk(table, to)

    assert bool(told(events, BlowReserved)) is blow
    assert ("adnd.move.full" in told(events, Moved)[0].cites) is not blow


# Shifts and crawling.


def test_a_shift_is_one_square_once_a_round():
    """adnd.move.shift: before or between his attacks, keeping his facing."""
    table = arena(". . .\n. A o\n. . .", A="fighter-3", o="orc", dice="d20:2", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    assert "adnd.move.shift" not in why_not(table, "A", Step(square(table, "b1")))
    events = act(table, "A", Step(square(table, "b1")))

    assert told(events, Shifted)[0].cites == ("adnd.move.shift",)
    assert not told(events, Faced)
    assert "adnd.move.shift" in why_not(table, "A", Step(square(table, "b2")))
    assert why_not(table, "A", Attack("o", "spear")) == ()


@pytest.mark.parametrize("symbol", [":", "#"])
def test_nobody_shifts_into_difficult_ground(symbol):
    """adnd.move.shift."""
    table = arena(f"{symbol} . .\n. A o\n. . .", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")

    assert "adnd.move.shift" in why_not(table, "A", Step(square(table, "a1")))
    assert why_not(table, "A", Step(square(table, "b1"))) == ()


def test_a_shift_out_of_reach_is_leaving_it():
    """adnd.move.shift, adnd.move.leave-reach."""
    table = arena(". . . .\n. A o .\n. . . .", A="fighter-3", o="orc", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))

    assert [event.question.act for event in told(act(table, "A", Step(square(table, "a2"))), Answered)] == ["moving"]


@pytest.mark.parametrize(("name", "squares"), [("kneeling", 1), ("prone", 1), ("sitting", 0)])
def test_the_low_crawl(name, squares):
    """adnd.move.crawl: one square, a sitting one none."""
    table = arena(OPEN, A="fighter-3", o="orc")
    declare(table, "A", Move(square(table, "c1")))
    condition(table, "A", name)
    activate(table, "A")

    assert "adnd.move.crawl" in why_not(table, "A", Move(square(table, "c1")))
    assert (why_not(table, "A", Move(square(table, "b1"))) == ()) is bool(squares)
    if squares:
        moved = told(act(table, "A", Move(square(table, "b1"))), Moved)[0]
        assert ("adnd.move.crawl" in moved.cites, moved.gait) == (True, "crawl")


def test_the_blinded_move_a_third_less():
    """adnd.core.blinded: 8 squares of 12."""
    table = arena(OPEN, A="fighter-3", o="orc")
    condition(table, "A", "blinded")

    assert move.rate(table.battle, table.battle["A"]) == 8


def test_who_is_blinded_after_he_has_declared_goes_no_farther_than_the_blind():
    """adnd.core.blinded: of the 12 squares that he declared 8."""
    table = arena(OPEN, A="fighter-3", o="orc")
    declare(table, "A", Move(square(table, "m1")))
    condition(table, "A", "blinded")
    activate(table, "A")

    assert "adnd.move.scale" in why_not(table, "A", Move(square(table, "j1")))
    assert not why_not(table, "A", Move(square(table, "i1")))


@pytest.mark.parametrize(("at", "flight", "allowed"), [("a1", True, True), ("b2", True, False), ("a1", False, False)])
def test_whoever_leaves_the_map_is_out_of_the_fight(at, flight, allowed):
    """adnd.move.off-map: over its edge, where the scenario lets him."""
    table = arena(OPEN, A="fighter-3", o="orc", endings=Endings(flight=flight))
    table.battle["A"].square = square(table, at)
    assert ("adnd.move.off-map" in why_not(table, "A", Leave())) is not allowed
    if allowed:
        begun = told(run_away(table, Leave()), ConditionBegan)[0]
        assert (begun.condition, begun.cites) == ("gone", ("adnd.move.off-map",))


# Facing.


def test_everybody_faces_one_of_eight_directions():
    """adnd.move.facing.eight: at the start towards the nearest enemy."""
    for drawing, facing in (("A . o", 2), ("A . .\n. . .\n. . o", 3), ("o . A", 6), ("A\n.\no", 4)):
        assert arena(drawing, A="fighter-3", o="orc").battle["A"].facing == facing


def test_there_are_eight_arcs_around_him():
    """adnd.move.facing.arcs: three in front, two at the flanks, three behind."""
    table = arena(". . .\n. A .\n. . o", A="fighter-3", o="orc")
    ground = table.battle.ground
    around = [square(table, name) for name in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")]

    for facing in range(8):
        found = [arc(ground, square(table, "b2"), facing, other) for other in around]
        assert [found.count(name) for name in ("front", "flank", "rear")] == [3, 2, 3]


def test_of_the_big_the_centers_count():
    """adnd.move.facing.large: what stands beside a giant's back corner is at its flank."""
    table = arena(". . . . .\n. o o . .\n. o o A .\n. . . . .", A="fighter-3", o="hill-giant", facing={"o": 0})
    blow = Blow(table.battle, table.battle["A"], table.battle["o"], arm_of(table.battle["A"], "spear"), MELEE)

    assert blow.arc == "flank"
    core.attack_parts(blow)
    assert {"adnd.move.facing.arcs", "adnd.move.facing.large"} <= set(blow.cites)


def test_he_turns_before_each_attack():
    """adnd.move.facing.own-turn: and keeps that facing."""
    table = arena("p A o", A="fighter-3", o="orc", p="orc", facing={"A": 6}, dice="d20:2", options=OFF)
    declare(table, "A", FullAttack("o", "spear"))
    turned = told(act(table, "A", Attack("o", "spear")), Faced)[0]

    assert (turned.facing, turned.cites) == (2, ("adnd.move.facing.own-turn",))
    assert table.battle["A"].facing == 2


def test_a_mover_turns_at_the_end_of_his_way():
    """adnd.move.facing.own-turn: to those whom he meets."""
    table = arena(". . . .\n. . . .\n. . . A\n. o . .", A="fighter-3", o="orc", facing={"o": 4}, options=OFF)
    events = walk(table, "b3")

    assert [event.cites for event in told(events, Faced) if event.who == "A"][-1] == ("adnd.move.facing.own-turn",)
    assert table.battle["A"].facing == 5


def test_a_mover_faces_the_way_he_steps():
    """adnd.move.facing.while-moving: one who withdraws or shifts keeps his facing."""
    table = arena(OPEN, A="fighter-3", o="orc", facing={"A": 4})
    turned = told(walk(table, "f1"), Faced)[0]
    assert (turned.facing, turned.cites) == (2, ("adnd.move.facing.while-moving",))

    other = arena(". . .\nA o .", A="fighter-3", o="orc")
    run_away(other, Withdraw(square(other, "a1")))
    assert other.battle["A"].facing == 2


def test_at_the_start_of_a_round_he_turns_to_most_of_his_enemies():
    """adnd.move.facing.round-start: the able do."""
    drawing = "p . . . .\n. A . . .\no q . . ."
    people = {"A": sheet("fighter-3", player=True), **{who: sheet("skeleton", player=True) for who in "opq"}}
    table = arena(drawing, facing={"A": 2}, **people)
    turned = [event for event in told(next_round(table), Faced) if event.who == "A"]

    assert [(event.facing, event.cites) for event in turned] == [(5, ("adnd.move.facing.round-start",))]
    stunned = arena(drawing, facing={"A": 2}, **people)
    condition(stunned, "A", "stunned")
    assert not [event for event in told(next_round(stunned), Faced) if event.who == "A"]


@given(
    places=st.sets(st.sampled_from(["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]), min_size=1),
    facing=st.integers(0, 7),
)
def test_no_other_facing_has_more_enemies_before_it(places, facing):
    """adnd.move.facing.round-start: as many as he can."""
    names = dict(zip("opqrstuv", sorted(places), strict=False))
    rows = [["."] * 3 for _ in range(3)]
    for who, place in names.items():
        rows[int(place[1]) - 1]["abc".index(place[0])] = who
    rows[1][1] = "A"
    table = arena(
        "\n".join(" ".join(row) for row in rows), A="fighter-3", facing={"A": facing}, **dict.fromkeys(names, "orc")
    )
    me = table.battle["A"]

    def ahead(way):
        return sum(arc(table.battle.ground, me.square, way, square(table, place)) == "front" for place in places)

    assert ahead(move.best_facing(table.battle, me)) == max(ahead(way) for way in range(8))


def test_whom_nobody_engages_turns_to_whoever_comes():
    """adnd.move.facing.unengaged-turn, adnd.move.engaged: so the first comer meets his front, a later one may not."""
    table = arena(". . . . .\no . A . p\n. . . . .", A="fighter-3", o="orc", p="orc", facing={"A": 0}, options=OFF)
    first = [event for event in told(walk(table, "b2", "o"), Faced) if event.who == "A"]
    assert [(event.facing, event.cites) for event in first] == [
        (6, ("adnd.move.facing.unengaged-turn", "adnd.move.engaged"))
    ]

    round.end_activation(table)
    other = arena(". . . . .\n. o A . p\n. . . . .", A="fighter-3", o="orc", p="orc", facing={"A": 6}, options=OFF)
    assert not [event for event in told(walk(other, "d2", "p"), Faced) if event.who == "A"]


# Threat and engagement.


@pytest.mark.parametrize(
    ("kind", "name", "threatens"),
    [
        ("orc", "", True),
        ("owlbear", "", True),
        ("orc-archer", "", False),
        ("orc", "stunned", False),
        ("orc", "asleep", False),
        ("orc", "surrendered", False),
    ],
)
def test_the_able_and_armed_threaten_their_front(kind, name, threatens):
    """adnd.move.threat: no launchers, no bare hands, nobody who can do nothing."""
    table = arena(". . .\n. o A\n. . .", A="fighter-3", o=kind, facing={"o": 2})
    if name:
        condition(table, "o", name)
    found = melee.threatened(table.battle, table.battle["o"]) & ~table.battle.footprint(table.battle["o"])

    assert found.bit_count() == (3 if threatens else 0)


def test_two_enemies_are_engaged_when_one_threatens_the_other():
    """adnd.move.engaged: one is enough."""
    table = arena("A o", A="fighter-3", o="orc", facing={"A": 6, "o": 6})
    me, foe = table.battle["A"], table.battle["o"]
    assert melee.engaged(table.battle, me) == [foe]
    assert melee.engaged(table.battle, foe) == [me]

    apart = arena("A o", A="fighter-3", o="orc", facing={"A": 6, "o": 2})
    assert melee.engaged(apart.battle, apart.battle["A"]) == []


@pytest.mark.parametrize(("option", "end"), [("stop", "b2"), ("go-on", "e2")])
def test_a_move_into_reach_ends_or_is_struck_at(option, end):
    """adnd.move.enter-reach: unless he accepts a free attack and goes on."""
    corridor = "# # o # #\nA . . . .\n# # # # #"
    table = arena(corridor, A="fighter-3", o="orc", facing={"o": 4}, answers=[Choose(option)], options=OFF)
    events = walk(table, "e2")
    answered = told(events, Answered)

    assert "adnd.move.enter-reach" in answered[0].cites
    assert table.battle["A"].square == square(table, end)
    assert any(isinstance(event.question, Opportunity) for event in answered) is (option == "go-on")


@pytest.mark.parametrize(("to", "asked"), [("a3", True), ("a1", False)])
def test_a_step_out_of_reach_is_struck_at(to, asked):
    """adnd.move.leave-reach: steps between squares that he threatens are not."""
    table = arena(". . .\nA o .\n. . .\n. . .", A="fighter-3", o="orc", facing={"o": 7}, options=OFF)
    table.battle["A"].square = square(table, "a2")
    events = walk(table, to if to == "a1" else "a4")

    questions = [event.question for event in told(events, Answered) if isinstance(event.question, Opportunity)]
    assert [question.act for question in questions] == (["moving"] if asked else [])
    if asked:
        assert {"adnd.move.leave-reach", "adnd.move.threat"} <= set(told(events, Answered)[0].cites)


# Withdrawing and fleeing.


@pytest.mark.parametrize(("to", "allowed"), [("e1", True), ("e5", True), ("d3", False), ("e7", False)])
def test_whoever_withdraws_backs_away(to, allowed):
    """adnd.move.withdraw: a third of his movement, no step nearer to an enemy who engages him, and no free attack."""
    drawing = "\n".join([". . . . . . . ."] * 2 + [". . q . A o . ."] + [". . . . . . . ."] * 4)
    table = arena(drawing, A="orc", o="fighter-3", q=armed("orc", "halberd"), options=OFF)
    order = Withdraw(square(table, to))

    rules = why_not(table, "A", order)
    assert (rules == ()) is allowed
    assert allowed or {"adnd.move.withdraw", "adnd.move.scale"} & set(rules)
    if allowed:
        events = run_away(table, order)
        assert not [event for event in told(events, Answered) if isinstance(event.question, Opportunity)]
        assert "adnd.move.withdraw" in told(events, Moved)[0].cites


RETREAT = """
    . . . . . . . . . .
    . . . . . A o . . .
    . . . . . . . . . .
"""


def withdrawal(answers=(), drawing=RETREAT, to="b2", before=(), **people):
    """A withdraws from o, who has declared something before: the table, and what that brings."""
    table = arena(drawing, A="fighter-3", o="orc", answers=answers, options=OFF, **people)
    for who, order in before or [("o", FullAttack("A", "long sword"))]:
        declare(table, who, order)
    return table, run_away(table, Withdraw(square(table, to)))


def test_whoever_withdraws_may_be_followed():
    """adnd.move.withdraw.follow: the same distance; he then has the single blow."""
    table, events = withdrawal([Choose("follow")])
    asked, followed = told(events, Answered)[0], told(events, Moved)[1]

    assert {"adnd.move.withdraw.follow", "adnd.move.engaged"} <= set(asked.cites)
    assert (followed.who, "adnd.move.withdraw.follow" in followed.cites) == ("o", True)
    assert table.battle["o"].square == square(table, "c2")
    fighter = fighter_of(table.battle, "o")
    assert (fighter.attacks, fighter.blow) == (0, True)


def test_he_may_stay():
    """adnd.move.withdraw.follow: it is his choice."""
    table, events = withdrawal([Choose("stay")])

    assert len(told(events, Moved)) == 1
    assert fighter_of(table.battle, "o").attacks == 1


def test_an_ally_covers_a_withdrawal():
    """adnd.move.withdraw.covered: the enemy is engaged with him still."""
    drawing = ". . . . . . B . . .\n. . . . . A o . . .\n. . . . . . . . . ."
    _, alone = withdrawal([Choose("follow")])
    table, covered = withdrawal(drawing=drawing, B="fighter-3")

    assert told(alone, Answered)
    assert not told(covered, Answered)
    assert move.covers(table.battle, table.battle["o"], table.battle["A"]) == [table.battle["B"]]


def test_who_has_moved_already_follows_nobody():
    """adnd.move.withdraw.follow: it uses his movement of the round."""
    table = arena(RETREAT, A="fighter-3", o="orc", options=OFF)
    declare(table, "o", FullAttack("A", "long sword"))
    fighter_of(table.battle, "o").halves = 4

    assert not told(run_away(table, Withdraw(square(table, "b2"))), Answered)


def test_who_guards_stays_where_he_is():
    """adnd.move.withdraw.follow: guarding is not moving."""
    _, events = withdrawal(before=[("o", Guard("long sword"))])

    assert not told(events, Answered)


def test_a_follower_strikes_his_blow_at_the_end():
    """adnd.move.withdraw.follow, adnd.round.end-of-round-blow."""
    table, _ = withdrawal([Choose("follow")])
    round.end_activation(table)
    activate(table, "o")
    assert "adnd.core.action.declared-binds" in why_not(table, "o", Attack("A", "long sword"))


def test_whoever_flees_is_struck_from_behind():
    """adnd.move.flee, adnd.move.flee.free-attack: with all the attacks of a round, by each who engages him."""
    drawing = ". . . . . . . .\n. . . . A o . .\n. . . . . . . ."
    table = arena(
        drawing,
        A=sheet("fighter-3", hit_points=60),
        o="grand-master-18",
        dice="d20:2 d20:2 d20:2",
        answers=[],
        options=OFF,
    )
    weapon = table.battle["o"].held[0]
    table.player.answers = [Attack("A", weapon)] if hasattr(table, "player") else []
    events = run_away(table, Run(square(table, "a2")))
    begun = told(events, ConditionBegan)[0]

    assert (begun.condition, begun.cites) == ("fleeing", ("adnd.move.flee",))
    assert {"adnd.move.flee.free-attack", "adnd.move.engaged"} <= set(told(events, Answered)[0].cites)
    made = told(events, AttackMade)
    assert [("adnd.melee.rear" in [part.rule for part in event.parts]) for event in made] == [True] * 3
    assert told(events, Moved)[-1].gait == "run"
    spent(table)


@pytest.mark.parametrize(("to", "allowed"), [("m1", True), ("n1", False)])
def test_a_fugitive_runs_a_full_move(to, allowed):
    """adnd.move.flee: no more."""
    table = arena(OPEN, A="fighter-3", o="orc")

    assert ("adnd.move.scale" in why_not(table, "A", Run(square(table, to)))) is not allowed


def test_whoever_has_fled_attacks_nobody():
    """adnd.move.flee: neither attacks nor parries."""
    table = arena(OPEN, A="fighter-3", o="orc")
    declare(table, "A", Run(square(table, "f1")))
    activate(table, "A")

    assert "adnd.core.action.declared-binds" in why_not(table, "A", Attack("o", "spear"))
    assert fighter_of(table.battle, "A").parries == 0


def test_he_turns_on_the_spot_for_nothing():
    """adnd.move.facing.round-start, adnd.move.facing.own-turn: as a round begins, and on his turn."""
    table = arena("A o", A="fighter-3", o="orc", options=OFF)
    assert why_not(table, "A", Face("e")) == ("adnd.move.facing.own-turn",)
    turned = told(declare(table, "A", Face("n")), Faced)[0]
    assert (turned.facing, turned.cites) == (0, ("adnd.move.facing.round-start",))

    declare(table, "A", FullAttack("o", "spear"))
    activate(table, "A")
    turned = told(act(table, "A", Face("sw")), Faced)[0]
    assert (turned.facing, turned.cites) == (5, ("adnd.move.facing.own-turn",))
    assert fighter_of(table.battle, "A").attacks == 1


@pytest.mark.parametrize(("who", "name"), [("A", "blinded"), ("o", "invisible")])
def test_nobody_turns_to_whom_he_does_not_notice(who, name):
    """adnd.move.facing.unengaged-turn: blinded, or to the unseen."""
    table = arena(". . . . .\no . A . .\n. . . . .", A="fighter-3", o="orc", facing={"A": 0}, options=OFF)
    condition(table, who, name)

    assert not [event for event in told(walk(table, "b2", "o"), Faced) if event.who == "A"]


def test_a_creatures_data_may_give_another_space():
    """adnd.move.space: a long worm of Large size that needs two squares on a side."""
    worm = ROSTER.resolve({"base": "ogre", "space": 2}, "worm.toml")
    table = arena(". . . .\n. . . .\nA . . .\n. . . o", A=worm, o="orc")

    assert table.battle["A"].span == 2
    assert arena(". . . .\n. . . .\nA . . .\n. . . o", A="ogre", o="orc").battle["A"].span == 1


def test_the_big_are_threatened_wherever_a_part_of_them_is():
    """adnd.move.leave-reach: of a space of two squares by two, every place that touches a threatened square."""
    table = arena("w . . . . .\n. . . . . .\n. . . . . .\n. . . . A .", w="wyvern", A=armed("fighter-3", "long sword"))
    foe, bits = table.battle["A"], move.danger(table.battle, table.battle["w"])
    threatened = melee.threatened(table.battle, foe)
    span = table.battle["w"].span

    for place in range(table.battle.ground.stride * 3):
        touched = table.battle.ground.footprint(place, span) & threatened
        if table.battle.ground.inside >> place & 1 and place % table.battle.ground.stride < 5:
            assert bool(bits >> place & 1) is bool(touched)
