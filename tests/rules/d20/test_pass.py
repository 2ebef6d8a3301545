"""Passing through, and tumbling past."""

from __future__ import annotations

from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim import encounter
from sim.dice.sources import ScriptedDice, SeededDice
from sim.events.attacks import AttackRolled
from sim.events.conditions import start
from sim.events.course import Answered
from sim.events.movement import Moved, TumbleRolled
from sim.events.orders import Act, Attack, Move, Opportunity, Ready, Step, Trigger
from sim.rules.d20 import charge, cover, move
from sim.rules.d20 import pass_ as passing
from sim.rules.d20.book import BOOK
from sim.state.conditions import DEAD, GONE, HELPLESS
from sim.state.creature import Creature
from sim.table import Table
from sim.tables.bestiary import creature
from sim.testing import Script, battlefield, cited, condition, order, spent, square, why_not
from sim.testing import turn as begin
from tests.audit.fights import scenario as drawn

ROGUE = creature("rogue-1")


def asked(events: tuple[object, ...]) -> list[str]:
    """Who was asked for an opportunity attack, in order."""
    return [event.who for event in events if type(event) is Answered and type(event.question) is Opportunity]


def rolls(events: tuple[object, ...]) -> list[tuple[str, int, bool]]:
    """Enemy, difficulty and success of each Tumble check."""
    return [(event.enemy, event.dc, event.success) for event in events if type(event) is TumbleRolled]


def stands(table: Table, who: str = "A") -> str:
    """Where it stands."""
    return table.battle.ground.name(table.battle[who].square)


def test_allies_let_each_other_through() -> None:
    """In a corridor one walks through a friend's square (d20.pass.ally)."""
    table = battlefield("A B . o", A="orc", B="orc", o="kobold")

    events = order(table, "A", Move(square(table, "c1")))

    assert "d20.pass.ally" in cited(events)
    assert stands(table) == "c1"


def test_nobody_stops_among_friends() -> None:
    """The friend's square is no place to end a move (d20.pass.stop)."""
    table = battlefield("A B . o", A="orc", B="orc", o="kobold")

    assert why_not(table, "A", Move(square(table, "b1"))) == ("d20.pass.stop",)


def test_enemies_bar_the_way_unless_they_are_helpless() -> None:
    """In a corridor an enemy cannot be passed; asleep it can (d20.pass.opponent)."""
    table = battlefield("A o . .", A="orc", o="kobold")
    there = Move(square(table, "c1"))
    assert why_not(table, "A", there) == ("d20.move.normal", "d20.pass.opponent")

    table = battlefield("A o . .", A="orc", o="kobold")
    condition(table, "o", "asleep")
    assert "d20.pass.opponent" in cited(order(table, "A", there))
    assert stands(table) == "c1"


@given(st.data())
def test_what_is_barred_and_taken_is_what_each_one_bars_and_takes(data: st.DataObject) -> None:
    """Whatever their size and state, together or alone in a square: the sets hold what each creature adds to them."""
    kinds = st.sampled_from(("orc", "rogue-1", "rat", "ogre", "hill-giant"))
    who = {letter: data.draw(kinds) for letter in "ABCabcde"}
    battle = battlefield(
        "\n".join([*("." * 13,) * 3, "A...B...C...a", *("." * 13,) * 3, "b...c...d...e"]), **who
    ).battle
    everybody = list(battle)
    for each in everybody:
        battle.leave(each)
        each.square = data.draw(st.sampled_from([other.square for other in everybody]))
        battle.enter(each)
        for name in data.draw(st.sets(st.sampled_from(("dying", "dead", "prone", "paralyzed")), max_size=2)):
            start(battle, each, name)
        each.grapplers = ("x",) if data.draw(st.booleans()) else ()
    me, target = everybody[0], everybody[-1]
    there = [other for other in everybody if not other.flags & (DEAD | GONE)]
    firm = [other for other in there if not other.flags & HELPLESS]

    def squares(others: list[Creature]) -> int:
        return reduce(or_, [battle.footprint(other) for other in others], 0)

    own = battle.footprint(me)
    assert passing.barred(battle, me) == squares([o for o in there if not passing.may_pass(me, o)]) & ~own
    assert passing.taken(battle, me) == squares([o for o in there if o is not me and (o in firm or o.grapplers)])
    assert charge.obstacles(battle, me, target) == squares([o for o in firm if o is not me and o is not target]) & ~own


def test_too_far_is_not_the_enemys_doing() -> None:
    """What is out of reach for anybody is not laid to the enemy (d20.move.normal)."""
    table = battlefield("A o . . . . . . . . .", A="orc", o="kobold")

    rules = why_not(table, "A", Move(square(table, "k1")))

    assert "d20.move.normal" in rules
    assert "d20.pass.opponent" not in rules


def test_a_friend_in_the_same_square_is_no_cover() -> None:
    """Struck from two squares away while going through an ogre's space, one has no cover (d20.pass.ally-no-cover)."""
    table = battlefield(
        ". . . . . .\nA . B B . o\n. . B B . .",
        A="orc",
        B="ogre",
        o=replace(creature("chain-fighter-4"), feats=("exotic-weapon-proficiency",)),
        dice="d20:1",
        answers=(Attack("A", "spiked chain"),),
    )

    events = order(table, "A", Move(square(table, "d1"), via=(square(table, "d2"),)))

    (blow,) = [event for event in events if type(event) is AttackRolled]
    assert "d20.pass.ally-no-cover" in blow.cites
    assert not any(part.type == "cover" for part in blow.ac_parts)


def test_a_friend_before_one_is_cover() -> None:
    """Behind the same ogre, not within its space, there is cover against a reach weapon (d20.cover.soft)."""
    table = battlefield("A B o", A="orc", B="orc", o="chain-fighter-4")

    found = cover.between(table.battle, table.battle["o"], table.battle["A"], melee=True)

    assert found.kind == "soft"


def test_rats_go_where_they_like_and_are_struck_at() -> None:
    """A Tiny creature may enter and stop in an enemy's square, and exposes itself (d20.pass.tiny)."""
    table = battlefield("A o .", A="rat", o="orc")

    events = order(table, "A", Move(square(table, "b1")))

    assert stands(table) == "b1"
    assert asked(events) == ["o"]
    (answer,) = [event for event in events if type(event) is Answered]
    assert "d20.pass.tiny" in answer.cites
    assert "d20.pass.tiny" in next(event for event in events if type(event) is Moved).cites


@pytest.mark.parametrize(("option", "who"), [("yes", ["o"]), ("no", [])])
def test_even_by_a_step(option: str, who: list[str]) -> None:
    """A 5-foot step into an enemy's square exposes too, unless the option says otherwise (d20.pass.tiny)."""
    table = battlefield("A o .", A="rat", o="orc", options={"tiny-step-provokes": option})

    assert asked(order(table, "A", Step(square(table, "b1")))) == who


def test_the_far_smaller_run_between_the_legs() -> None:
    """Three sizes apart one may pass, and exposes oneself as usual (d20.pass.three-sizes, d20.pass.three-sizes.aoo)."""
    table = battlefield("A o o o .\n# o o o .\n# o o o .", A="goblin", o="huge-monstrous-spider")

    events = order(table, "A", Move(square(table, "e1")))

    assert asked(events) == ["o"]
    assert {"d20.pass.three-sizes", "d20.pass.three-sizes.aoo"} <= cited(events)


def test_two_sizes_are_not_enough() -> None:
    """A man does not pass beneath a huge spider (d20.pass.opponent)."""
    table = battlefield("A o o o .\n# o o o .\n# o o o .", A="orc", o="huge-monstrous-spider")

    assert "d20.pass.opponent" in why_not(table, "A", Move(square(table, "e1")))


def test_the_large_squeeze_past() -> None:
    """In a corridor two wide an ogre gets past a man in half its width (d20.squeeze.past-opponent)."""
    table = battlefield("A A . o . . . .\nA A . . . . . .", A="ogre", o="orc")

    events = order(table, "A", Move(square(table, "f1")))

    assert "d20.squeeze.past-opponent" in cited(events)
    assert "d20.squeeze.move-cost" in cited(events)
    assert asked(events) == ["o"]
    assert stands(table) == "f1"


def test_open_ground_needs_no_squeezing() -> None:
    """Where there is room the ogre goes round (d20.squeeze.past-opponent)."""
    table = battlefield("A A . o . . .\nA A . . . . .\n. . . . . . .", A="ogre", o="orc")

    assert "d20.squeeze.past-opponent" not in cited(order(table, "A", Move(square(table, "f2"))))


def test_tumbling_past_needs_15() -> None:
    """Who makes it leaves a threatened square unharmed (d20.pass.tumble)."""
    table = battlefield("o . . . .\nA . . . .", A=ROGUE, o="orc", dice="d20:9")

    events = order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert rolls(events) == [("o", 15, True)]
    assert asked(events) == []
    assert stands(table) == "d2"
    assert "d20.pass.tumble" in cited(events)


def test_who_fails_against_15_is_struck_at_and_goes_on() -> None:
    """The opportunity comes, the movement goes on (d20.pass.tumble)."""
    table = battlefield("o . . . .\nA . . . .", A=ROGUE, o="orc", dice="d20:8")

    events = order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert rolls(events) == [("o", 15, False)]
    assert asked(events) == ["o"]
    assert stands(table) == "d2"


def test_who_fails_against_15_is_struck_at_as_soon_as_it_can_be() -> None:
    """A friend between covers it at first, but not in his own square (d20.pass.tumble, d20.pass.ally-no-cover)."""
    table = battlefield(". . t t\n. . t t\n. B . .\n. A . .", A=ROGUE, B="orc", t="troll", dice="d20:2")

    events = order(table, "A", Move(square(table, "a2"), (square(table, "b3"),), "tumble"))

    assert rolls(events) == [("t", 15, False)]
    assert asked(events) == ["t"]
    assert [len(event.path) for event in events if type(event) is Moved] == [2, 2]
    assert stands(table) == "a2"


def test_each_enemy_makes_it_harder() -> None:
    """One check for each, in the order of the path, 2 more each time (d20.pass.tumble)."""
    table = battlefield("o . e . .\nA . . . .", A=ROGUE, o="orc", e="orc", dice="d20:10 d20:11")

    events = order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert rolls(events) == [("o", 15, True), ("e", 17, True)]


def test_through_an_enemy_needs_25() -> None:
    """Head over heels through the square itself, with one check for reach and square (d20.pass.tumble)."""
    table = battlefield("A o . .", A=ROGUE, o="orc", dice="d20:19")

    events = order(table, "A", Move(square(table, "c1"), mode="tumble"))

    assert rolls(events) == [("o", 25, True)]
    assert asked(events) == []
    assert stands(table) == "c1"
    spent(table)


@pytest.mark.parametrize(("die", "there"), [(19, "c1"), (18, "a1")])
def test_those_who_have_given_up_are_in_the_way_like_others(die: int, there: str) -> None:
    """Only the helpless are not (d20.pass.tumble, d20.pass.opponent)."""
    table = battlefield("A o . .", A=ROGUE, o="orc", dice=f"d20:{die}")
    condition(table, "o", "surrendered")

    events = order(table, "A", Move(square(table, "c1"), mode="tumble"))

    assert rolls(events) == [("o", 25, die == 19)]
    assert not asked(events)
    assert stands(table) == there
    spent(table)


def test_who_fails_against_25_stops_before_the_square() -> None:
    """It stays outside, and exposed to that enemy (d20.pass.tumble)."""
    table = battlefield(". A o . .", A=ROGUE, o="orc", dice="d20:18")

    events = order(table, "A", Move(square(table, "d1"), mode="tumble"))

    assert rolls(events) == [("o", 25, False)]
    assert asked(events) == ["o"]
    assert stands(table) == "b1"


def test_a_tumbler_stops_before_whoever_steps_into_its_way() -> None:
    """The goblin's readied step comes with the orc's opportunity, before the square is left (d20.ready.trigger)."""
    table = battlefield("o . g .\nA . . .", o="orc", g="goblin", A=ROGUE, dice="d20:8 d20:2 d20:2")
    order(table, "g", Ready(Attack("A", "morningstar"), Trigger("attacks", "o")))
    table.player = Script([Attack("A", "falchion"), Act(square(table, "b2"))])

    order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert stands(table, "g") == "b2"
    assert stands(table) == "a2"


def test_past_one_through_another() -> None:
    """Both kinds count in the same row (d20.pass.tumble)."""
    table = battlefield("o # # #\nA . e .\n# # # #", A=ROGUE, o="orc", e="orc", dice="d20:20 d20:20")

    events = order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert rolls(events) == [("o", 15, True), ("e", 27, False)]
    assert stands(table) == "b2"


def test_full_speed_costs_10() -> None:
    """Half speed by rights; at full speed the check is 10 worse (d20.pass.tumble)."""
    table = battlefield("o . . . . .\nA . . . . .", A=ROGUE, o="orc", dice="d20:18")
    there = square(table, "f2")
    assert why_not(table, "A", Move(there, mode="tumble")) == ("d20.move.normal",)

    events = order(table, "A", Move(there, mode="tumble-fast"))

    (roll,) = [event for event in events if type(event) is TumbleRolled]
    assert (-10, "full speed", "d20.pass.tumble") in roll.parts
    assert not roll.success


def test_it_must_be_learned_and_armor_must_not_slow() -> None:
    """Neither an orc nor a rogue in chainmail tumbles (d20.pass.tumble)."""
    table = battlefield("o . .\nA . .", A="orc", o="orc")
    there = Move(square(table, "c2"), mode="tumble")
    armor = ROGUE.armor
    assert armor is not None
    mailed = replace(ROGUE, armor=replace(armor, weight="medium"))

    assert why_not(table, "A", there) == ("d20.pass.tumble",)
    assert why_not(battlefield("o . .\nA . .", A=mailed, o="orc"), "A", there) == ("d20.pass.tumble",)
    assert why_not(battlefield("o . .\nA . .", A=ROGUE, o="orc"), "A", there) == ()


def test_the_menu_offers_tumbling_to_those_who_can() -> None:
    """Through the enemy as well as past it, while somebody watches (d20.pass.tumble)."""
    table = battlefield("A o . .", A=ROGUE, o="orc")
    begin(table, "A")
    offered = [wish for wish in BOOK.offers(table.battle, "A") if type(wish) is Move and wish.mode == "tumble"]

    assert Move(square(table, "c1"), mode="tumble") in offered
    assert all(not why_not(table, "A", wish) for wish in offered)


@given(st.integers(0, 2**32), st.sampled_from(("tumble", "tumble-fast")), st.data())
def test_a_tumbler_ends_where_it_may_stand(seed: int, mode: str, data: st.DataObject) -> None:
    """Whatever the dice say, it shares no enemy's square, no enemy is asked twice, and none that it beat is asked."""
    table = battlefield(
        ". . . . . .\n. . . e . .\nA o . . . .\n. . i . . .",
        A=creature("rogue-6"),
        o="orc",
        e="orc",
        i="orc",
        dice=SeededDice(seed),
    )
    begin(table, "A")
    wishes = [wish for wish in BOOK.offers(table.battle, "A") if type(wish) is Move and wish.mode == mode]

    events = order(table, "A", data.draw(st.sampled_from(wishes)))

    battle = table.battle
    assert len(battle.at[battle["A"].square]) == 1
    assert len(asked(events)) == len(set(asked(events)))
    assert not set(asked(events)) & {enemy for enemy, _, success in rolls(events) if success}


def test_who_squeezes_needs_room_for_no_more_than_that() -> None:
    """A friend beside the crevice is in nobody's way (d20.pass.stop)."""
    table = battlefield("o o . . .\no o # g .", o="ogre", g="goblin")

    assert why_not(table, "o", Move(square(table, "c1"))) == ()


def test_who_squeezes_stops_on_nobody_all_the_same() -> None:
    """A friend in the crevice itself is (d20.pass.stop)."""
    table = battlefield("o o g . .\no o # # .", o="ogre", g="goblin")

    assert "d20.pass.stop" in why_not(table, "o", Move(square(table, "c1")))


@given(st.integers(0, 10_000))
def test_the_squares_offered_are_those_not_refused(seed: int) -> None:
    """For large creatures too, which squeeze: whatever a move may end on is offered, and nothing else."""
    table = encounter.begin(BOOK, drawn(seed), Script(), dice=ScriptedDice(""), source="scripted")
    battle = table.battle
    battle.phase = "fight"
    for who in battle.creatures:
        me = battle[who]
        if me.sheet.space > 5 and not me.flags:
            offered = move.destinations(battle, me, move.speed(me))
            for to in range(battle.ground.stride * battle.ground.height):
                assert (why_not(table, who, Move(to)) == ()) == bool(offered >> to & 1)


def test_whoever_stays_where_it_was_stops_no_tumbler() -> None:
    """Somebody waits with a readied act, nobody moves: past the one, struck at, and on through the other."""
    nimble, foes = replace(ROGUE, skills={"tumble": 12}), {"o": "orc", "e": "orc", "g": "goblin"}
    table = battlefield("o # # # g\nA . e . .\n# # # # #", A=nimble, dice="d20:1 d20:20", **foes)
    order(table, "g", Ready(Attack("A", "morningstar"), Trigger("attacks", "A")))

    events = order(table, "A", Move(square(table, "d2"), mode="tumble"))

    assert rolls(events) == [("o", 15, False), ("e", 27, True)]
    assert stands(table) == "d2"


def test_a_rat_exposes_itself_on_the_step_into_a_space() -> None:
    """The rule of the tiny stands on the step by which it gets in, after a step in the open (d20.pass.tiny)."""
    table = battlefield("R . o .", R="rat", o="orc")

    events = order(table, "R", Move(square(table, "c1")))

    (struck,) = [event for event in events if type(event) is Answered]
    assert "d20.pass.tiny" in struck.cites
    assert stands(table, "R") == "c1"
