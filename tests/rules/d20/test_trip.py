"""Tripping."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.dice.sources import SeededDice
from sim.events.attacks import AttackRolled, ContestRolled
from sim.events.conditions import ConditionBegan
from sim.events.equipment import Dropped
from sim.events.orders import Attack, Charge, Choose, Move, Opportunity, Pass, Pick
from sim.rules.d20 import pass_, special
from sim.table import Table
from sim.tables.bestiary import creature, kinds
from sim.tables.sheet import Sheet
from sim.testing import Script, battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import one

UNARMED = Attack("o", "unarmed strike", "trip")
CHAIN = Attack("o", "spiked chain", "trip")
PLAIN = replace(creature("chain-fighter-4"), feats=("exotic-weapon-proficiency",))


def field(
    dice: str = "", answers: tuple[Choose | Pass | Attack, ...] = (), a: str | Sheet = PLAIN, o: str | Sheet = "orc"
) -> Table:
    """Two adversaries side by side."""
    return battlefield(". . . . .\n. A o o .\n. . o o .\n. . . . .", A=a, o=o, dice=dice, answers=answers)


def contests(events: tuple[object, ...]) -> list[ContestRolled]:
    """The opposed rolls among these events."""
    return [event for event in events if type(event) is ContestRolled]


def test_a_trip_begins_with_a_touch() -> None:
    """Armor does not help: a touch attack against 10 decides whether there is a check (d20.trip.attack)."""
    table = field("d20:1")

    events = order(table, "A", CHAIN)

    touch = next(event for event in events if type(event) is AttackRolled)
    assert (touch.mode, touch.ac, touch.hit) == ("melee-touch", 10, False)
    assert "d20.trip.attack" in touch.cites
    assert contests(events) == []
    spent(table)


def test_a_weapon_must_be_made_for_it() -> None:
    """A longsword trips nobody; bare hands do (d20.trip.attack)."""
    table = field(a="fighter-1")

    assert why_not(table, "A", Attack("o", "longsword", "trip")) == ("d20.trip.attack",)
    assert why_not(table, "A", UNARMED) == ()


def test_two_sizes_larger_is_too_large() -> None:
    """A man may trip an ogre, no huge spider (d20.trip.size-limit)."""
    assert why_not(field(o="ogre"), "A", CHAIN) == ()
    assert why_not(field(o="huge-monstrous-spider"), "A", CHAIN) == ("d20.trip.size-limit",)


def test_neither_oozes_nor_the_prone_are_tripped() -> None:
    """What lies already, and what has no footing to lose, is immune (d20.trip.immune)."""
    lying = field()
    condition(lying, "o", "prone")

    assert why_not(field(o="gray-ooze"), "A", CHAIN) == ("d20.trip.immune",)
    assert why_not(lying, "A", CHAIN) == ("d20.trip.immune",)
    assert why_not(field(), "A", CHAIN) == ()


def test_bare_hands_expose_to_the_target_first() -> None:
    """The target strikes before the touch; its damage does not cancel the attempt (d20.trip.aoo)."""
    table = field("d20:15 d4:1 d4:1 d20:10 d20:10 d20:9", (Attack("A", "falchion"),), replace(PLAIN, hit_points=99))

    events = order(table, "A", UNARMED)

    struck, touch = [event for event in events if type(event) is AttackRolled]
    assert (struck.attacker, struck.opportunity, touch.attacker) == ("o", True, "A")
    assert "d20.trip.aoo" in cited(events)
    assert len(contests(events)) == 1
    spent(table)


def test_a_trip_weapon_and_the_feat_do_not_expose() -> None:
    """With a chain nobody is asked; with Improved Trip not even against bare hands (d20.trip.aoo)."""
    for attempt, who in ((CHAIN, PLAIN), (UNARMED, creature("chain-fighter-4"))):
        table = field("d20:1", a=who)
        order(table, "A", attempt)
        script = table.player
        assert isinstance(script, Script)
        assert not any(type(question) is Opportunity for _, question in script.asked)


def test_strength_against_the_better_of_two() -> None:
    """The defender is asked for Strength or Dexterity, the better first, and is felled (d20.trip.check)."""
    table = field("d20:10 d20:12 d20:2", a=PLAIN, o="rogue-1")

    events = order(table, "A", CHAIN)

    (contest,) = contests(events)
    assert contest.checks == ("strength", "dexterity")
    assert (contest.total, contest.other_total, contest.won) == (15, 4, True)
    assert table.player.asked == [("o", Pick("trip-defence", "A", ("dexterity", "strength")))]  # type: ignore[attr-defined]
    assert table.battle["o"].has("prone")
    assert {"d20.trip.check", "d20.trip.success", "d20.trip.prone"} <= cited(events)


def test_the_defender_may_choose_the_worse() -> None:
    """It is the defender's choice (d20.trip.check)."""
    table = field("d20:10 d20:12 d20:2", (Choose("strength"),), o="rogue-1")

    (contest,) = contests(order(table, "A", CHAIN))

    assert contest.checks == ("strength", "strength")


def test_size_counts_on_both_sides() -> None:
    """4 for each size from Medium, for the ogre and against the goblin (d20.trip.size-modifier)."""
    (large,) = contests(order(field("d20:10 d20:12 d20:2", o="ogre"), "A", CHAIN))
    (small,) = contests(order(field("d20:10 d20:12 d20:2", o="goblin"), "A", CHAIN))

    assert (4, "size", "d20.trip.size-modifier") in large.other_parts
    assert (-4, "size", "d20.trip.size-modifier") in small.other_parts


def test_dwarves_and_beasts_stand_firmly() -> None:
    """4 more against a trip on more than two legs, or for a dwarf (d20.trip.stability)."""
    for kind in ("dwarf-fighter-4", "riding-dog"):
        (contest,) = contests(order(field("d20:10 d20:12 d20:2", o=kind), "A", CHAIN))
        assert (4, "stability", "d20.trip.stability") in contest.other_parts


def test_a_failure_invites_a_trip_in_return() -> None:
    """The defender's Strength against the attacker's, no touch, nobody's stability (d20.trip.counter)."""
    table = field("d20:15 d20:2 d20:12 d20:15 d20:2", a="dwarf-fighter-4")

    events = order(table, "A", UNARMED)

    first, second = contests(events)
    assert (first.won, second.who, second.won) == (False, "o", True)
    assert second.cites == ("d20.trip.counter",)
    assert [part.type for part in (*second.parts, *second.other_parts)] == ["strength", "strength"]
    assert table.battle["A"].has("prone")
    spent(table)


def test_there_is_no_counter_to_the_counter() -> None:
    """It fails, and that is the end of it (d20.trip.counter)."""
    table = field("d20:15 d20:2 d20:12 d20:2 d20:15")

    events = order(table, "A", CHAIN)

    assert [contest.won for contest in contests(events)] == [False, False]
    assert not table.battle["A"].has("prone")
    spent(table)


def test_the_counter_is_a_choice() -> None:
    """The defender may leave it (d20.trip.counter)."""
    table = field("d20:15 d20:2 d20:12", (Choose("strength"), Choose("no")))

    assert len(contests(order(table, "A", CHAIN))) == 1
    spent(table)


def test_a_small_defender_does_not_pull_a_giant_down() -> None:
    """The size limit holds for the counter too (d20.trip.size-limit)."""
    for size, contested in (("medium", 2), ("small", 1)):
        goblin = replace(creature("goblin"), size=size, strength=60)
        table = battlefield("A A o\nA A .", A="ogre", o=goblin, dice="d20:15 d20:2 d20:20 d20:10 d20:10")
        assert len(contests(order(table, "A", UNARMED))) == contested


def test_who_is_pulled_down_by_the_weapon_may_let_go_of_it() -> None:
    """The chain goes, its owner stands (d20.trip.drop-weapon)."""
    answers = (Choose("strength"), Choose("yes"), Choose("strength"), Choose("drop"))
    table = field("d20:15 d20:2 d20:12 d20:15 d20:2", answers)

    events = order(table, "A", CHAIN)

    assert type(events[-1]) is Dropped
    assert events[-1].cites == ("d20.trip.drop-weapon",)
    assert not table.battle["A"].has("prone")
    assert table.battle["A"].held == ()


def test_who_keeps_the_weapon_falls_with_it() -> None:
    """Holding on means lying down (d20.trip.drop-weapon)."""
    answers = (Choose("strength"), Choose("yes"), Choose("strength"), Choose("keep"))
    table = field("d20:15 d20:2 d20:12 d20:15 d20:2", answers)

    order(table, "A", CHAIN)

    assert table.battle["A"].has("prone")
    assert table.battle["A"].held == ("spiked chain",)


def test_improved_trip_strikes_at_once() -> None:
    """4 more on the check, and a melee attack on whoever it felled (d20.trip.success)."""
    table = field("d20:10 d20:10 d20:5 d20:15 d4:3 d4:3", a="chain-fighter-4")

    events = order(table, "A", CHAIN)

    (contest,) = contests(events)
    assert (4, "improved trip", "d20.trip.check") in contest.parts
    blow = [event for event in events if type(event) is AttackRolled][-1]
    assert (blow.mode, blow.hit) == ("melee", True)
    assert (-4, "prone", "d20.ac-mod.prone") in blow.ac_parts
    spent(table)


def test_a_wolf_pulls_down_what_it_bites() -> None:
    """After a bite: no touch, no opportunity, no counter (d20.trip.special-attack)."""
    table = field("d20:15 d6:1 d20:2 d20:12", a="wolf")

    events = order(table, "A", Attack("o", "bite"))

    (contest,) = contests(events)
    assert contest.cites == ("d20.trip.special-attack",)
    assert contest.parts == ((1, "strength", "d20.trip.special-attack"),)
    assert not contest.won
    spent(table)


def test_a_wolf_may_let_its_prey_stand() -> None:
    """The trip after a bite is offered, not forced (d20.trip.special-attack)."""
    table = field("d20:15 d6:1", (Choose("no"),), a="wolf")

    assert contests(order(table, "A", Attack("o", "bite"))) == []
    assert "d20.trip.special-attack" in cited(table.log.events)


def test_a_felled_prey_lies() -> None:
    """The wolf that wins has its prey on the ground (d20.trip.special-attack)."""
    table = field("d20:15 d6:1 d20:5 d20:2", a="wolf", o="ogre")

    order(table, "A", Attack("o", "bite"))

    assert not table.battle["o"].has("prone")
    table = field("d20:15 d6:1 d20:19 d20:2", a="wolf", o="ogre")
    order(table, "A", Attack("o", "bite"))
    assert table.battle["o"].has("prone")


def test_a_trip_may_take_an_opportunity() -> None:
    """Whoever rises within reach of a chain may be tripped at it, while still prone: not at all (d20.trip.immune)."""
    table = field("d20:10 d20:12 d20:2", a="orc", o="chain-fighter-4")
    choices = special.melee_choices(table.battle, table.battle["o"], table.battle["A"], reaction=True)
    assert Attack("A", "spiked chain", "trip") in list(choices)

    condition(table, "A", "prone")
    choices = special.melee_choices(table.battle, table.battle["o"], table.battle["A"], reaction=True)
    assert Attack("A", "spiked chain", "trip") not in list(choices)


def test_a_trip_stops_a_mover() -> None:
    """Felled at the first square that it leaves, the mover stays there (d20.trip.prone)."""
    answers = (Attack("A", "spiked chain", "trip"),)
    table = battlefield(". . . . .\n. A o . .", A="orc", o=PLAIN, dice="d20:10 d20:12 d20:2", answers=answers)
    start = table.battle["A"].square

    events = order(table, "A", Move(square(table, "a1")))

    touch = next(event for event in events if type(event) is AttackRolled)
    assert touch.opportunity
    assert table.battle["A"].has("prone")
    assert table.battle["A"].square == start


def test_a_charge_helps_the_touch() -> None:
    """2 more on the touch at the end of a charge, and none on the check (d20.trip.attack)."""
    table = battlefield("A . . . . o", A="fighter-1", o="orc", dice="d20:10 d20:12 d20:2")

    events = order(table, "A", Charge("o", square(table, "e1"), "unarmed strike", "trip"))

    touch = next(event for event in events if type(event) is AttackRolled)
    assert (2, "charge", "d20.charge.attack-bonus") in touch.parts
    (contest,) = contests(events)
    assert [part.type for part in contest.parts] == ["strength"]


def test_a_charge_cannot_end_in_a_trip_that_is_none() -> None:
    """What cannot be tripped standing cannot be tripped in a charge (d20.trip.size-limit)."""
    table = battlefield("A . . . . o o o\n. . . . . o o o\n. . . . . o o o", A="fighter-1", o="huge-monstrous-spider")
    charge = Charge("o", square(table, "e1"), "unarmed strike", "trip")

    assert "d20.trip.size-limit" in why_not(table, "A", charge)


@given(st.sampled_from(kinds()), st.sampled_from(kinds()), st.integers(0, 2**32))
def test_nobody_is_felled_by_one_two_sizes_smaller(me: str, target: str, seed: int) -> None:
    """Whatever trips, as attempt, counter or with its bite, fells nothing more than one size larger."""
    drawing = "A A A . o o o\nA A A . o o o\nA A A . o o o"
    table = battlefield(drawing, A=me, o=target, dice=SeededDice(seed))
    battle = table.battle
    battle.leave(battle["o"])
    battle["o"].square = battle["A"].square + battle["A"].span
    battle.enter(battle["o"])
    attacker = battle["A"]
    for choice in special.melee_choices(battle, attacker, battle["o"]):
        if choice.how == "trip" or attacker.weapons[choice.weapon].trip_on_hit:
            special.make(table, attacker, choice, len(table.log.events) - 1)
            break

    rank = {who: pass_.RANK[battle[who].sheet.size] for who in ("A", "o")}
    for event in table.log.events:
        if type(event) is ConditionBegan and event.condition == "prone" and "d20.trip.prone" in event.cites:
            other = "o" if event.who == "A" else "A"
            assert rank[event.who] - rank[other] <= 1


def test_bolas_trip_from_afar() -> None:
    """A ranged touch attack that exposes as a shot does; nobody trips the thrower in turn (d20.trip.counter)."""
    thrower = fighter("bolas")
    wish = Attack("o", "bolas", "trip")
    table = battlefield("A . . o .", A=thrower, o="orc", dice="d20:15 d20:18 d20:5")
    events = order(table, "A", wish)

    assert one(events, AttackRolled).mode == "ranged-touch"
    assert table.battle["o"].has("prone")
    assert table.battle["A"].held == ()
    table = battlefield("A . . o .", A=thrower, o="orc", dice="d20:15 d20:2 d20:18")
    assert not [event for event in order(table, "A", wish) if "d20.trip.counter" in getattr(event, "cites", ())]


def test_bolas_fly_like_any_thrown_weapon() -> None:
    """Five increments of 10 ft."""
    thrower = fighter("bolas")

    assert not why_not(battlefield("A" + 9 * "." + "o", A=thrower, o="orc"), "A", Attack("o", "bolas", "trip"))
    assert why_not(battlefield("A" + 10 * "." + "o", A=thrower, o="orc"), "A", Attack("o", "bolas", "trip"))
