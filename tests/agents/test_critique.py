"""
What a critic finds: each folly in a drawn situation that has it, and not in a near twin that does not.

A finding is hard where another order of the menu is no worse in any part of the estimate, and better in one.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agents.critique import CRITICS, RULES, Case, Finding, Memory, critique, judge, passed
from agents.policies.utility.parts import Estimate, dominates
from sim.events.course import Answered, OrderGiven
from sim.events.log import read
from sim.events.orders import (
    Attack,
    Cast,
    Charge,
    CoupDeGrace,
    Draw,
    End,
    FullAttack,
    Move,
    Opportunity,
    Order,
    Pass,
    Ready,
    ReceiveCharge,
    Step,
    Surrender,
    Trigger,
)
from sim.rules.adnd.book import BOOK as ADND
from sim.rules.book import Rulebook
from sim.rules.d20.book import BOOK
from sim.state.creature import Readied
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.rulebook import row
from sim.testing import battlefield, condition, square, turn
from sim.testing import order as give
from tests.critique import fight
from tests.puzzles.people import somebody
from tests.record_golden import ROOT
from tests.rules.adnd.arena import arena, declare, sheet
from tests.rules.adnd.armed import armed
from tests.rules.d20.casters import priest, wizard

SOLDIER = somebody("longsword", hit_points=20)
TOUGH = somebody("greatsword", hit_points=60)


def criticised(
    table: Table, order: Order, who: str = "A", memory: Memory | None = None, book: Rulebook = BOOK
) -> dict[str, Finding]:
    """What is found in an order of somebody whose turn begins, if it has not, by kind; in AD&D in a declaration."""
    if book is BOOK and table.battle.turn.who != who:
        turn(table, who)
    case = Case(book, table.log.header, table.battle, who, order, memory or Memory())
    assert case.menu.accepts(order), case.menu.why_not(order)
    return {finding.kind: finding for finding in judge(case, 0)}


def test_walking_past_a_blade_where_a_step_would_do() -> None:
    """Every square beside it can be had by a step, which never provokes."""
    table = battlefield(". . . .\n. A o .\n. . . .", A=SOLDIER, o="orc")
    found = criticised(table, Move(square(table, "b1")))["provoked-for-nothing"]

    assert found.hard
    assert any(other.text == "step to b1" for other in found.instead)
    assert found.estimate.opening < 0 == found.instead[0].estimate.opening


def test_a_step_is_not_blamed() -> None:
    """The same square, had for nothing."""
    table = battlefield(". . . .\n. A o .\n. . . .", A=SOLDIER, o="orc")

    assert "provoked-for-nothing" not in criticised(table, Step(square(table, "b1")))


@pytest.mark.parametrize(("foe", "found"), [("b2", True), ("f2", False)], ids=["beside", "afar"])
def test_casting_under_a_blade(foe: str, found: bool) -> None:
    """On the defensive, or a step back, it would have been safer; with nobody near it is safe anyway."""
    rows = [["."] * 7 for _ in range(3)]
    rows[1][0] = "W"
    rows[1][ord(foe[0]) - ord("a")] = "o"
    table = battlefield("\n".join(" ".join(each) for each in rows), W=wizard("magic missile"), o="orc")

    assert ("cast-while-threatened" in criticised(table, Cast("magic missile", ("o",)), "W")) is found


@pytest.mark.parametrize("set_against", [True, False])
def test_charging_into_a_spear(set_against: bool) -> None:
    """That it is set against a charge is in plain sight: its blow would count twice."""
    drawing = ". . . . . . .\n. A . . . o .\n. . . . . . ."
    table = battlefield(drawing, A=SOLDIER, o=somebody("spear", hit_points=40))
    turn(table, "o")
    if set_against:
        give(table, "o", Ready(Attack("it", "spear"), Trigger("charges")))
    turn(table, "A")
    lane = BOOK.offers(table.battle, "A").lanes("o", "longsword")[0]

    assert ("charged-into-a-spear" in criticised(table, Charge("o", lane, "longsword"))) is set_against


def test_an_archer_stands_in_the_open() -> None:
    """Beside an orc, with a step left."""
    table = battlefield(". . . . . .\n. A o . . .\n. . . . . .", A=somebody("longbow"), o="orc")

    assert "stood-in-the-open" in criticised(table, End())


def test_an_archer_behind_a_wall_does_not() -> None:
    """Nobody gets at it."""
    table = battlefield(". . . # . .\n. A . # o .\n. . . # . .", A=somebody("longbow"), o="orc")

    assert "stood-in-the-open" not in criticised(table, End())


@pytest.mark.parametrize("idle", [True, False])
def test_walking_back_and_forth(idle: bool) -> None:
    """To where the last turn began; not if something was done in between."""
    table = battlefield(". . . . . . . . . . . .\n. A . . . . . . . . . o", A=SOLDIER, o="orc")
    memory = Memory()
    start, here = square(table, "a1"), square(table, "b2")
    memory.turn(start)
    if not idle:
        memory.did(Draw("longsword"), start)
    memory.did(Move(here), here)
    memory.turn(here)

    assert ("back-and-forth" in criticised(table, Move(start), memory=memory)) is idle


def test_a_turn_is_let_go_by() -> None:
    """With an orc beside it."""
    found = criticised(battlefield("A o .", A=SOLDIER, o="orc"), End())["wasted-turn"]

    assert found.hard
    assert found.rules == ("d20.action.standard.attack-melee",)
    assert found.sentence.startswith("A lets its turn go by (end): attack o with longsword was worth ")


def test_after_a_blow_a_turn_may_end() -> None:
    """There was no more to do."""
    table = battlefield("A o .", A=SOLDIER, o="ogre", dice="d20:2")
    give(table, "A", Attack("o", "longsword"))

    assert "wasted-turn" not in criticised(table, End())


def test_who_waits_for_a_moment_may_end_its_turn() -> None:
    """It has readied a blow."""
    table = battlefield("A o .", A=SOLDIER, o="orc")
    table.battle["A"].readied = Readied(Attack("it", "longsword"), Trigger("attacks"))

    assert criticised(table, End()) == {}


@pytest.mark.parametrize(("target", "found"), [("o", True), ("p", False)])
def test_striking_at_what_cannot_be_hurt(target: str, found: bool) -> None:
    """A gargoyle takes ten points less from a dagger, which does eight at most; an orc stands there too."""
    table = battlefield(". o .\n. A p", A=somebody("dagger", strength=10), o="gargoyle", p="orc")

    assert ("in-vain" in criticised(table, Attack(target, "dagger"))) is found


@pytest.mark.parametrize("hurt", [0, 6])
def test_healing_the_unhurt(hurt: int) -> None:
    """A cure for somebody who lacks nothing, with an orc to strike at; for somebody who lacks six it is none."""
    table = battlefield(". F . .\n. P o .", P=priest("cure light wounds"), F="fighter-1", o="orc")
    table.battle["F"].hit_points -= hurt
    found = criticised(table, Cast("cure light wounds", ("F",), defensive=True), "P")

    assert ("healed-the-unhurt" in found) is (hurt == 0)


@pytest.mark.parametrize(("foe", "found"), [("hell-hound", True), ("orc", False)])
def test_a_spell_in_vain(foe: str, found: bool) -> None:
    """Fire does nothing to a hound of hell; an orc burns."""
    table = battlefield(". . . . . .\nW . . . . o", W=wizard("fireball", "magic missile"), o=foe)
    turn(table, "W")
    spell = next(cast for cast in BOOK.offers(table.battle, "W").of(Cast) if cast.spell == "fireball")

    assert ("spell-in-vain" in criticised(table, spell, "W")) is found


def fire(table: Table, on_friend: bool) -> Cast:
    """The first fireball of the menu that burns A, or does not."""
    turn(table, "W")
    case = Case(BOOK, table.log.header, table.battle, "W", End(), Memory())
    for order in case.menu.of(Cast):
        prospect = case.view.prospect(order) if order.spell == "fireball" else None
        if prospect is not None and prospect.hopes and any(h.who == "A" for h in prospect.hopes) is on_friend:
            return order
    raise AssertionError("there is none")


@pytest.mark.parametrize("on_friend", [True, False])
def test_a_friend_in_the_fire(on_friend: bool) -> None:
    """The ball could have lain elsewhere."""
    empty = ". . . . . . . . . . . . . . .\n" * 6
    drawing = f". . . . . . . . . . A o . . .\nW{empty[1:]}. . . . . . . . . . . p q . ."
    orcs = dict.fromkeys("opq", creature("orc"))
    table = battlefield(drawing, W=wizard("fireball", "magic missile"), A=SOLDIER, **orcs)
    found = criticised(table, fire(table, on_friend), "W")

    assert ("hit-a-friend" in found) is on_friend


@pytest.mark.parametrize("dying", [True, False])
def test_leaving_a_friend_to_die(dying: bool) -> None:
    """Beside a healer, who ends the turn."""
    drawing = ". F . .\n. P . .\n. . . .\n. . . ."
    table = battlefield(drawing, P=priest("cure light wounds"), F="fighter-1")
    if dying:
        table.battle["F"].hit_points = -4
        condition(table, "F", "dying")

    assert ("left-a-friend-to-die" in criticised(table, End(), "P")) is dying


@pytest.mark.parametrize("order", [Attack("o", "longsword"), CoupDeGrace("o", "longsword")], ids=["blow", "coup"])
@pytest.mark.parametrize("beset", [True, False])
def test_striking_the_helpless_before_those_who_can_strike_back(order: Order, beset: bool) -> None:
    """An orc stands beside it, or does not."""
    drawing = ". q . .\nA o . ." if beset else ". . . q\nA o . ."
    table = battlefield(drawing, A=SOLDIER, o=TOUGH, q="orc")
    condition(table, "o", "unconscious")

    assert ("struck-the-helpless" in criticised(table, order)) is beset


@pytest.mark.parametrize(("target", "found"), [("o", True), ("q", False)])
def test_passing_over_a_kill(target: str, found: bool) -> None:
    """An orc with one hit point left stands beside an ogre."""
    table = battlefield("q o o\nA o o", A="fighter-1", o="ogre", q="orc")
    table.battle["q"].hit_points = 1

    assert ("passed-over-a-kill" in criticised(table, Attack(target, "longsword"))) is found


def test_what_is_not_seen_is_not_held_against_anybody() -> None:
    """The same orc, invisible."""
    table = battlefield(". q .\nA o .", A=SOLDIER, o=TOUGH, q="orc")
    table.battle["q"].hit_points = 1
    condition(table, "q", "invisible")

    assert "passed-over-a-kill" not in criticised(table, Attack("o", "longsword"))


@pytest.mark.parametrize(
    ("drawing", "found"), [(". A . .\n. . o .\n. . B .", True), (". . A .\n. . o .\n. . B .", False)]
)
def test_leaving_a_flank_unused(drawing: str, found: bool) -> None:
    """A step to the other side of it from a friend; it stands there already."""
    table = battlefield(drawing, A=SOLDIER, B=SOLDIER, o=TOUGH)
    finding = criticised(table, Attack("o", "longsword")).get("flank-unused")

    assert (finding is not None) is found
    if finding is not None:
        assert finding.hard
        assert "step to c1" in [other.text for other in finding.instead]


@pytest.mark.parametrize("kind", [Attack, FullAttack])
def test_striking_with_less_than_it_has(kind: Callable[[str, str], Order]) -> None:
    """At base attack +6 a full attack is two blows."""
    table = battlefield("A o .", A=somebody("longsword", base_attack=6), o=TOUGH)

    assert ("worse-weapon" in criticised(table, kind("o", "longsword"))) is (kind is Attack)


@pytest.mark.parametrize("armed", [True, False])
def test_striking_with_bare_hands(armed: bool) -> None:
    """With a sword at its side, or without one."""
    fighter = somebody("longsword", held=[])
    table = battlefield("A o .", A=fighter, o="ogre")
    if not armed:
        table.battle["A"].items = ()

    assert ("bare-handed" in criticised(table, Attack("o", "unarmed strike"))) is armed


@pytest.mark.parametrize(("drawing", "found"), [("A . . . . . . o", True), ("A . . : . . . o", False)])
def test_walking_where_one_could_have_charged(drawing: str, found: bool) -> None:
    """The lane is open, or rough (d20.charge.clear-path)."""
    table = battlefield(drawing, A=SOLDIER, o=somebody("longbow", hit_points=20))

    assert ("charge-unused" in criticised(table, Move(square(table, "c1")))) is found


@pytest.mark.parametrize("stunned", [True, False])
def test_fighting_lying_down(stunned: bool) -> None:
    """Nobody could have struck at it as it rose, or somebody could."""
    table = battlefield(". A .\n. o o\n. o o", A="fighter-1", o="ogre")
    condition(table, "A", "prone")
    if stunned:
        condition(table, "o", "stunned")

    assert ("fought-lying-down" in criticised(table, Attack("o", "longsword"))) is stunned


@pytest.mark.parametrize(("drawing", "found"), [("A B C .\n. . . o", True), ("A . . .\n. o p q", False)])
def test_giving_up_too_soon(drawing: str, found: bool) -> None:
    """Three against one, or one against three."""
    people = {letter: SOLDIER if letter.isupper() else creature("orc") for letter in drawing if letter.isalpha()}

    assert ("gave-up-too-soon" in criticised(battlefield(drawing, **people), Surrender())) is found


def test_whatever_is_outdone_is_found() -> None:
    """Whoever only defends itself, unharmed, beside a helpless foe alone, does less than it could."""
    table = battlefield("A o .", A=SOLDIER, o=TOUGH)
    best = Case(BOOK, table.log.header, _turned(table).battle, "A", End(), Memory()).ranked[0].order

    assert "outdone" not in criticised(table, best)
    assert any(finding.hard for finding in criticised(table, End()).values())


def _turned(table: Table) -> Table:
    turn(table, "A")
    return table


def test_in_adnd_a_declaration_is_judged() -> None:
    """Nothing is declared beside an orc; a blow is; walking off lays open (adnd.melee.free-attack.triggers)."""
    table = arena(". . . .\n. A o .\n. . . .", A=sheet("fighter-1", hit_points=20, shield=None), o="orc")

    assert "wasted-turn" in criticised(table, End(), book=ADND)
    assert "provoked-for-nothing" in criticised(table, Move(square(table, "a1")), book=ADND)
    assert not {"wasted-turn", "provoked-for-nothing"} & set(
        criticised(table, FullAttack("o", "long sword"), book=ADND)
    )


@pytest.mark.parametrize(("weapon", "found"), [("spear", True), ("long sword", False)])
def test_in_adnd_a_charge_is_received(weapon: str, found: bool) -> None:
    """Whoever makes ready for one shows it; only a spear or the like strikes first for that, and doubly."""
    drawing = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
    table = arena(drawing, A=sheet("fighter-1", hit_points=20, shield=None), o=armed("orc", weapon, hit_points=30))
    declare(table, "o", ReceiveCharge(weapon))
    order = Charge("o", square(table, "f2"), "long sword")

    assert ("charged-into-a-spear" in criticised(table, order, book=ADND)) is found


@pytest.mark.parametrize("armed", [True, False])
def test_letting_an_opportunity_pass(armed: bool) -> None:
    """With a sword in hand; bare hands threaten nobody."""
    table = battlefield("A o .", A=SOLDIER, o="orc")
    if not armed:
        table.battle["A"].held = ()
    answer = Answered(0, "A", Opportunity("o", "moving"), Pass(), "player", ())
    found = list(passed(BOOK, table.log.header, table.battle, 0, answer))

    assert [finding.kind for finding in found] == ["opportunity-passed"] * armed


def test_the_mindless_are_excused() -> None:
    """A zombie does what zombies do."""
    table = battlefield("z A .", A=SOLDIER, z="human-commoner-zombie")

    assert criticised(table, End(), "z") == {}


def test_an_estimate_is_outdone_by_one_that_is_better_in_a_part_and_worse_in_none() -> None:
    """Not by an equal one, nor by one that gives for what it takes."""
    plain = Estimate(harm=100, exposure=-50)

    assert dominates(Estimate(harm=110, exposure=-50), plain)
    assert not dominates(plain, plain)
    assert not dominates(Estimate(harm=900, exposure=-60), plain)


def test_every_kind_of_finding_names_rules_that_there_are() -> None:
    """By the catalogues of both books."""
    assert set(RULES) == set(CRITICS)
    assert all(row(rule) for books in RULES.values() for rules in books.values() for rule in rules)


@pytest.mark.parametrize("name", ["goblin-ambush", "duel-of-masters-by-hand", "duel-by-hand"])
def test_a_whole_fight_is_judged_alike_each_time(name: str) -> None:
    """Findings stand at orders and answers of the creature they are about, in order, the better order first."""
    reading = read(ROOT / "replays" / f"{name}.jsonl")
    found = list(critique(reading))

    assert found == list(critique(reading))
    assert [finding.seq for finding in found] == sorted(finding.seq for finding in found)
    for finding in found:
        event = reading.events[finding.seq]
        assert event.who == finding.who
        if type(event) is OrderGiven and finding.instead:
            assert finding.hard == dominates(finding.instead[0].estimate, finding.estimate)


@pytest.mark.parametrize(
    ("policy", "name", "seed"), [("team", "spell-storm", 5001), ("search", "duel-of-masters", 5000)]
)
def test_nothing_hard_is_found_in_what_follows_a_plan(policy: str, name: str, seed: int) -> None:
    """
    Whoever keeps to a plan counts first blows otherwise than the critic; it is outdone by neither. In the first fight
    somebody with nothing left to do finds a better place a step away, in the second one step stands back from a foe
    that is at blows with another and comes to nothing.
    """
    told = fight(policy, (str(ROOT / "scenarios" / f"{name}.toml"), seed))

    assert not [finding for finding in told.findings if finding.hard]
