"""Grappling."""

from __future__ import annotations

from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.dice.sources import SeededDice
from sim.encounter import begin, step
from sim.events.attacks import AttackRolled, AttemptFailed, ContestRolled, DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import Answered, OrderGiven
from sim.events.equipment import Drew, Dropped, Snatched
from sim.events.grapple import GrappleBegan, GrappleEnded
from sim.events.movement import Moved
from sim.events.orders import (
    Answer,
    Attack,
    BullRush,
    Choose,
    CoupDeGrace,
    Decision,
    Delay,
    Draw,
    End,
    Feint,
    FullAttack,
    Grapple,
    Leave,
    Move,
    Order,
    Pick,
    Question,
    Step,
    Surrender,
    TotalDefense,
    TurnUndead,
)
from sim.rules.d20 import core, grapple, threat
from sim.rules.d20.book import BOOK
from sim.rules.d20.declare import MELEE, Blow
from sim.rules.d20.odds import ODDS
from sim.state.battle import Battle, Due
from sim.state.conditions import GRAPPLING, HOLDING, PINNED, PINNING
from sim.table import Menu, Table
from sim.tables.bestiary import creature, kinds
from sim.tables.sheet import Sheet
from sim.tables.sizes import SIZE
from sim.testing import battlefield, cited, condition, order, scenario_of, spent, square, turn, why_not

E = TypeVar("E")

START = Attack("o", "unarmed strike", "grapple")
JOIN = Attack("o", "unarmed strike", "join")
KNIFE = replace(creature("halfling-rogue-3"), sneak_attack=0)
"""Small, with a short sword in hand: base attack 2, Strength 10."""
SPIKED = replace(
    creature("fighter-1"),
    weapons=(replace(creature("commoner-1").weapons[1], name="spiked armor", damage="1d6", traits=("armor-spikes",)),),
    held=(),
)


def field(
    dice: str = "", answers: tuple[Answer, ...] = (), a: str | Sheet = "fighter-1", o: str | Sheet = "orc"
) -> Table:
    """Two adversaries side by side."""
    return battlefield(". . . . .\n. A o . .\n. . . . .", A=a, o=o, dice=dice, answers=answers)


def clinch(table: Table, one: str, two: str, *, holding: bool = False) -> None:
    """They grapple from before the test on, ``one`` where ``two`` is."""
    battle = table.battle
    table.tell(GrappleBegan(-1, one, two, (), holding))
    if battle[one].square != battle[two].square:
        table.tell(Moved(-1, one, (battle[one].square, battle[two].square), 0, "grapple", battle[one].span))


def pin(table: Table, pinner: str, pinned: str) -> None:
    """The one pins the other from before the test on."""
    table.tell(ConditionBegan(-1, pinned, "pinned", (), pinner, ender=pinned, turns=2))
    table.tell(ConditionBegan(-1, pinner, "pinning", (), pinned, ender=pinned, turns=2))


def clinched(
    dice: str = "", answers: tuple[Answer, ...] = (), a: str | Sheet = "fighter-1", o: str | Sheet = "orc"
) -> Table:
    """Two who grapple, in one square."""
    table = field(dice, answers, a, o)
    clinch(table, "A", "o")
    return table


def pinned(dice: str = "", a: str | Sheet = "fighter-1", o: str | Sheet = "orc") -> Table:
    """Two who grapple, the first pinning the second."""
    table = clinched(dice, (), a, o)
    pin(table, "A", "o")
    return table


def of(kind: type[E], events: tuple[object, ...]) -> list[E]:
    """The events of one kind among these."""
    return [event for event in events if type(event) is kind]


# ---- the check


def test_every_printed_grapple_bonus_comes_out() -> None:
    """Base attack, Strength, size, race and Improved Grapple make the printed bonus (d20.grapple.check)."""
    from sim.tables.bestiary import source

    for kind in kinds():
        table = battlefield(". . . . o\n" + "A A A A .\n" * 4, A=kind, o="orc")
        total = sum(part.value for part in grapple.bonus(table.battle["A"]))
        assert total == source(kind).get("expect", {}).get("grapple", total), kind


def test_finesse_is_no_help() -> None:
    """A monk with Weapon Finesse and more Dexterity than Strength checks with Strength (d20.grapple.check)."""
    monk = field(a="monk-3").battle["A"]

    assert ("strength", 1) in [(part.type, part.value) for part in grapple.bonus(monk)]


def test_size_counts_fourfold() -> None:
    """An ogre has +4 for its size, a kobold -4 (d20.grapple.size-modifier)."""
    table = battlefield("O O k\nO O .", O="ogre", k="kobold")
    sizes = {
        who: [part.value for part in grapple.bonus(table.battle[who]) if part.rule == grapple.SIZE_MODIFIER]
        for who in ("O", "k")
    }

    assert sizes == {"O": [4], "k": [-4]}


# ---- starting


def test_a_grapple_takes_the_place_of_an_attack() -> None:
    """It costs a standard action, and begins with a touch against 10 (d20.grapple.start.cost, .grab)."""
    table = field("d20:6")
    events = order(table, "A", START)

    assert of(OrderGiven, events)[0].cost == "standard"
    rolled = of(AttackRolled, events)[0]
    assert (rolled.mode, rolled.total, rolled.ac, rolled.hit) == ("melee-touch", 9, 10, False)
    assert {grapple.START_COST, grapple.START_GRAB} <= set(rolled.cites)
    assert not table.battle["A"].grapplers
    spent(table)


def test_each_attack_of_a_full_attack_may_be_a_grapple() -> None:
    """A fighter of the eighth level tries twice, the second time at -5 on touch and check (d20.grapple.start.cost)."""
    table = field("d20:1 d20:15 d20:10 d20:11 d3:1", a="fighter-8")
    order(table, "A", FullAttack("o", "unarmed strike", "grapple"))
    events = order(table, "A", START)

    assert of(AttackRolled, events)[0].total == 15 + 8 + 3 - 5
    assert of(ContestRolled, events)[0].total == 10 + 8 + 3 - 5
    assert of(GrappleBegan, events)
    spent(table)


def test_an_armed_target_gets_its_opportunity() -> None:
    """The target alone may strike first, unless the attacker has Improved Grapple (d20.grapple.start.aoo)."""
    table = field("d20:1")
    events = order(table, "A", START)
    monk = field("d20:1", a="monk-3")

    assert [(event.who, grapple.START_AOO in event.cites) for event in of(Answered, events)] == [("o", True)]
    assert not of(Answered, order(monk, "A", START))


def test_bystanders_get_nothing() -> None:
    """An enemy who merely stands by has no opportunity (d20.grapple.start.aoo)."""
    table = battlefield(". p .\n. A o", A="fighter-1", o="orc", p="orc", dice="d20:1")

    assert [event.who for event in of(Answered, order(table, "A", START))] == ["o"]


def test_damage_from_the_opportunity_ends_the_attempt() -> None:
    """The falchion bites, and the attempt is over (d20.grapple.start.aoo-damage-fails)."""
    table = field("d20:17 d4:1 d4:1", (Attack("A", "falchion"),))
    events = order(table, "A", START)

    assert of(AttemptFailed, events)[0].cites == (grapple.AOO_DAMAGE_FAILS,)
    assert len(of(AttackRolled, events)) == 1
    spent(table)


def test_an_opportunity_that_misses_changes_nothing() -> None:
    """A missed opportunity lets the attempt go on (d20.grapple.start.aoo-damage-fails)."""
    table = field("d20:2 d20:2", (Attack("A", "falchion"),))
    events = order(table, "A", START)

    assert [event.attacker for event in of(AttackRolled, events)] == ["o", "A"]
    spent(table)


def test_the_hold_is_an_opposed_check() -> None:
    """15 + 3 against 5 + 4: they grapple, and it hurts like a fist (d20.grapple.start.hold, .hold-success)."""
    table = field("d20:15 d20:15 d20:5 d3:2")
    events = order(table, "A", START)
    battle = table.battle

    contest = of(ContestRolled, events)[0]
    assert (contest.contest, contest.total, contest.other_total, contest.won) == ("grapple", 18, 9, True)
    assert grapple.START_HOLD in contest.cites
    assert battle["A"].grapplers == ("o",)
    assert battle["o"].grapplers == ("A",)
    assert (battle["o"].hit_points, battle["o"].nonlethal) == (5, 4)
    assert {grapple.HOLD_SUCCESS, grapple.NO_THREAT, grapple.NO_DEX} <= cited(events)
    spent(table)


def test_a_lost_check_is_a_failed_attempt() -> None:
    """10 + 3 against 10 + 4: nothing comes of it (d20.grapple.start.hold-failure)."""
    table = field("d20:15 d20:10 d20:10")
    events = order(table, "A", START)

    assert of(AttemptFailed, events)[0].cites == (grapple.HOLD_FAILURE,)
    assert not table.battle["A"].flags & GRAPPLING
    spent(table)


def test_the_far_larger_cannot_be_held() -> None:
    """A goblin touches an ogre, and that is all (d20.grapple.start.size-limit)."""
    table = battlefield("A o o\n. o o", A="goblin", o="ogre", dice="d20:19")
    events = order(table, "A", START)

    assert of(AttemptFailed, events)[0].cites == (grapple.SIZE_LIMIT,)
    assert not of(ContestRolled, events)
    spent(table)


def test_one_size_larger_can_be_held() -> None:
    """A fighter may hold an ogre (d20.grapple.start.size-limit)."""
    table = battlefield("A o o\n. o o", A="fighter-8", o="ogre", dice="d20:19 d20:19 d20:1 d3:1")

    assert of(GrappleBegan, order(table, "A", START))


def test_the_bodiless_have_nothing_to_hold() -> None:
    """Who is immune to grapples is not grappled (d20.grapple.start.grab)."""
    table = field(o=replace(creature("orc"), subtypes=("incorporeal",)))

    assert grapple.START_GRAB in why_not(table, "A", START)


def test_grapples_are_tried_with_bare_hands() -> None:
    """A longsword does not grapple; the menu has the attempt once (d20.grapple.start.grab)."""
    table = field()

    assert grapple.START_GRAB in why_not(table, "A", Attack("o", "longsword", "grapple"))
    offered = [
        choice for choice in BOOK.offers(table.battle, "A") if type(choice) is Attack and choice.how == "grapple"
    ]
    assert offered == [START]


# ---- the common space


def test_the_attacker_moves_in() -> None:
    """After a won hold both are in the target's square; no movement is used up (d20.grapple.maintain.enter-space)."""
    table = field("d20:15 d20:15 d20:5 d3:1")
    events = order(table, "A", START)
    battle = table.battle

    assert battle["A"].square == battle["o"].square == square(table, "c2")
    moved = of(Moved, events)[0]
    assert (moved.gait, moved.halves, moved.cites) == ("grapple", 0, (grapple.ENTER_SPACE,))
    assert not battle.turn.moved


def test_the_smaller_goes_to_the_larger() -> None:
    """An ogre that grapples a man stays; the man is where the ogre is (d20.grapple.maintain.enter-space)."""
    table = battlefield("A A . o\nA A . .", A="ogre", o="fighter-1", dice="d20:15 d20:15 d20:5 d4:1")
    order(table, "A", START)

    assert table.battle["A"].square == square(table, "a1")
    assert table.battle["o"].square == square(table, "b1")


def test_moving_in_exposes_to_outsiders() -> None:
    """The friend of the grappled orc strikes, the orc itself cannot (d20.grapple.maintain.aoo)."""
    table = battlefield(". p . .\n. A o .", A="monk-3", o="orc", p="orc", dice="d20:15 d20:15 d20:5 d6:1")
    events = order(table, "A", START)
    asked = of(Answered, events)

    assert [event.who for event in asked] == ["p"]
    assert grapple.ENTER_AOO in asked[0].cites


def test_who_cannot_get_in_lets_go() -> None:
    """An ogre reaches over those between, but does not get past them (d20.grapple.maintain.cannot-enter)."""
    table = battlefield(
        "A A p o o\nA A q o o",
        A=replace(creature("ogre"), feats=("improved-grapple",)),
        o="ogre",
        p="orc",
        q="orc",
        dice="d20:15 d20:15 d20:5 d4:1",
    )
    events = order(table, "A", START)

    assert of(GrappleEnded, events)[0].cites == (grapple.CANNOT_ENTER,)
    assert not table.battle["A"].flags & GRAPPLING
    assert table.battle["A"].square == square(table, "a1")


def test_a_push_tears_a_grapple() -> None:
    """Who is bull rushed out of the common square grapples no more (d20.grapple.maintain.enter-space)."""
    table = battlefield(
        "A o p . .", A="ogre-zombie", o="orc", p="orc", sides={"A": "upper", "o": "lower", "p": "other"}, dice=""
    )
    clinch(table, "p", "o")
    table.tell(Moved(-1, "p", (table.battle["p"].square, square(table, "c1")), 0, "push", 1))
    grapple.torn(table, table.battle["p"], -1)

    assert table.battle["p"].grapplers == ()


# ---- consequences


def test_grapplers_threaten_nothing() -> None:
    """Neither of the two threatens any square (d20.grapple.consequence.no-threat)."""
    table = clinched()

    assert [threat.threatened_squares(table.battle, table.battle[who]) for who in ("A", "o")] == [0, 0]


def test_outsiders_find_grapplers_open() -> None:
    """A third party's blow meets no Dexterity, the grappler's own does (d20.grapple.consequence.no-dex)."""
    table = battlefield(". p .\n. A o", A="monk-3", o="orc", p="orc")
    clinch(table, "A", "o")
    monk = table.battle["A"]

    def dexterity(by: str) -> bool:
        attacker = table.battle[by]
        blow = Blow(table.battle, attacker, monk, attacker.sheet.unarmed, MELEE)
        return any(part.type == "dexterity" for part in core.ac_tally(blow).parts)

    assert (dexterity("p"), dexterity("o")) == (False, True)


def test_grapplers_do_not_walk_away() -> None:
    """Neither move nor step nor bull rush nor leaving the map (d20.grapple.consequence.no-movement)."""
    table = clinched()
    wishes = (Move(square(table, "a1")), Step(square(table, "b1")), BullRush("o"), Leave())

    assert all(grapple.NO_MOVEMENT in why_not(table, "A", wish) for wish in wishes)


def test_grapplers_have_the_options_of_grapplers() -> None:
    """Other standard actions are none (d20.grapple.options.per-attack)."""
    assert grapple.PER_ATTACK in why_not(clinched(), "A", TotalDefense())


# ---- options


def test_several_attacks_are_several_options() -> None:
    """A fighter of the eighth level hurts twice, the second time at -5 (d20.grapple.options.per-attack)."""
    table = clinched("d20:10 d20:2 d3:1 d20:10 d20:2 d3:1", a="fighter-8", o="ogre")
    table.battle["o"].hit_points = 500
    first = order(table, "A", Grapple("damage", "o", full=True))
    second = order(table, "A", Grapple("damage", "o"))

    assert [of(OrderGiven, events)[0].cost for events in (first, second)] == ["full-round", "attack"]
    assert [of(ContestRolled, events)[0].total for events in (first, second)] == [21, 16]
    assert grapple.PER_ATTACK in cited(second)
    assert not table.battle.turn.attacks


def test_one_attack_is_one_option() -> None:
    """Who has a single attack has no full attack of options (d20.grapple.options.per-attack)."""
    assert why_not(clinched(), "A", Grapple("damage", "o", full=True)) == (grapple.PER_ATTACK,)


def test_the_bite_given_up_is_worth_less() -> None:
    """An owlbear's third option stands for its secondary bite, at -5 (d20.grapple.options.per-attack)."""
    bear = clinched(a="owlbear").battle["A"]

    assert [due.weapon for due in grapple.dues(bear)] == ["claw", "claw", "bite"]
    assert grapple.due_penalty(bear, Due(0, "bite")) == -5


def test_a_blow_in_a_grapple_is_awkward() -> None:
    """A fist or a light weapon strikes at -4 (d20.grapple.option.attack)."""
    table = clinched("d20:2", a=KNIFE)
    rolled = of(AttackRolled, order(table, "A", Attack("o", "short sword")))[0]

    assert (-4, grapple.OPTION_ATTACK) in [(part.value, part.rule) for part in rolled.parts]


def test_there_is_no_room_for_a_longsword() -> None:
    """Only light and natural weapons and fists, and only against those in the grapple (d20.grapple.option.attack)."""
    table = battlefield(". p .\n. A o", A="fighter-1", o="orc", p="orc")
    clinch(table, "A", "o")

    assert grapple.OPTION_ATTACK in why_not(table, "A", Attack("o", "longsword"))
    assert grapple.OPTION_ATTACK in why_not(table, "A", Attack("p", "unarmed strike"))
    assert not why_not(table, "A", Attack("o", "unarmed strike"))


def test_two_weapons_do_not_help_in_a_grapple() -> None:
    """Two-weapon fighting is out (d20.grapple.option.attack)."""
    table = clinched(a=KNIFE)

    assert why_not(table, "A", FullAttack("o", "short sword", off_hand="unarmed strike"))


def test_main_force_does_nonlethal_damage() -> None:
    """A won check is a fist's damage (d20.grapple.option.damage)."""
    table = clinched("d20:15 d20:5 d3:1")
    events = order(table, "A", Grapple("damage", "o"))

    assert [(event.amount, event.nonlethal) for event in of(DamageDealt, events)] == [(3, True)]
    assert grapple.OPTION_DAMAGE in cited(events)


def test_killing_by_main_force_is_harder() -> None:
    """Lethal damage costs 4 on the check (d20.grapple.option.damage)."""
    table = clinched("d20:15 d20:5 d3:1")
    events = order(table, "A", Grapple("damage", "o", lethality="lethal"))

    assert of(ContestRolled, events)[0].total == 15 + 3 - 4
    assert [event.nonlethal for event in of(DamageDealt, events)] == [False]


def test_a_monk_kills_as_easily() -> None:
    """Whose fists are trained has no penalty (d20.grapple.option.damage)."""
    table = clinched("d20:15 d20:5 d6:1", a="monk-3")
    events = order(table, "A", Grapple("damage", "o", lethality="lethal"))

    assert of(ContestRolled, events)[0].total == 15 + 7


def test_spiked_armor_adds_its_damage() -> None:
    """The spikes go in with a won check (d20.grapple.option.damage)."""
    table = clinched("d20:15 d20:5 d3:1 d6:2", a=SPIKED, o="ogre")
    events = order(table, "A", Grapple("damage", "o"))

    assert [event.damage_type for event in of(DamageDealt, events)] == ["bludgeoning", "slashing"]
    spent(table)


def test_a_light_weapon_is_drawn_by_a_check() -> None:
    """A move action, and a won check (d20.grapple.option.draw-light-weapon)."""
    commoner = replace(creature("commoner-1"), held=())
    table = clinched("d20:15 d20:5", a=commoner)
    events = order(table, "A", Grapple("draw", weapon="sickle"))

    assert of(OrderGiven, events)[0].cost == "move"
    assert of(Drew, events)[0].cites == (grapple.OPTION_DRAW,)
    assert why_not(clinched(a=commoner), "A", Draw("sickle")) == (grapple.OPTION_DRAW,)
    assert grapple.OPTION_DRAW in why_not(clinched(a=commoner), "A", Grapple("draw", weapon="club"))


def test_a_won_check_sets_free() -> None:
    """The escapee steps out to the nearest, lowest free square (d20.grapple.option.escape)."""
    table = clinched("d20:15 d20:5")
    events = order(table, "o", Grapple("escape"))

    assert of(GrappleEnded, events)[0].cites == (grapple.OPTION_ESCAPE,)
    assert table.battle["o"].square == square(table, "c1")
    assert not table.battle["A"].flags & GRAPPLING
    assert not table.battle["o"].flags & GRAPPLING


def test_one_roll_must_beat_them_all() -> None:
    """Of two who hold a goblin the second keeps it; its die is rolled once (d20.grapple.option.escape)."""
    table = battlefield("A B o", A="commoner-1", B="fighter-8", o="orc", dice="d20:12 d20:2 d20:10")
    clinch(table, "A", "o")
    clinch(table, "B", "o")
    contests = of(ContestRolled, order(table, "o", Grapple("escape")))

    assert [(event.other, event.total, event.won) for event in contests] == [("A", 16, True), ("B", 16, False)]
    assert [len(event.dice) for event in contests] == [2, 1]
    assert contests[1].because == table.log.events.index(contests[0])
    assert table.battle["o"].grapplers == ("A", "B")
    spent(table)


def test_the_supple_slip_out() -> None:
    """Escape Artist against the grapple check, as a standard action (d20.action.standard.escape-grapple)."""
    table = clinched("d20:10 d20:8", a="rogue-6", o="ogre")
    events = order(table, "A", Grapple("slip"))
    contest = of(ContestRolled, events)[0]

    assert (contest.checks, contest.total, contest.won) == (("escape-artist", "grapple"), 22, True)
    assert of(OrderGiven, events)[0].cites == (grapple.ESCAPE_ACTION,)


def test_slipping_out_untrained_is_dexterity() -> None:
    """Without ranks it is Dexterity less the burden of armor (d20.grapple.option.escape)."""
    fighter = field().battle["A"]
    sheet = fighter.sheet
    burden = sum(worn.check for worn in (sheet.armor, sheet.shield) if worn)

    assert burden < 0
    assert sum(part.value for part in grapple.escape_artist(fighter)) == 1 + burden


def test_the_helpless_do_not_resist() -> None:
    """A paralyzed grappler is left behind without a roll (d20.grapple.option.escape)."""
    table = clinched("")
    condition(table, "A", "paralyzed")

    assert of(GrappleEnded, order(table, "o", Grapple("escape")))


def test_a_grapple_moves_as_one() -> None:
    """At half speed, everybody comes along (d20.grapple.option.move)."""
    table = clinched("d20:15 d20:5", o="orc")
    events = order(table, "o", Grapple("move", to=square(table, "e3")))

    assert of(OrderGiven, events)[0].cost == "standard"
    assert {table.battle[who].square for who in ("A", "o")} == {square(table, "e3")}
    assert all(event.gait == "grapple" for event in of(Moved, events))
    assert grapple.OPTION_MOVE in cited(events)


def test_a_grapple_does_not_go_far() -> None:
    """A fighter of speed 20 drags it two squares, not three (d20.grapple.option.move)."""
    table = clinched()

    assert not why_not(table, "A", Grapple("move", to=square(table, "e2")))
    assert why_not(table, "A", Grapple("move", to=square(table, "a2"))) == ()
    assert why_not(clinched(a=replace(creature("fighter-1"), speed=15)), "A", Grapple("move", to=0)) == (
        grapple.OPTION_MOVE,
    )


def test_dragging_exposes_to_outsiders() -> None:
    """Leaving a square that an outsider threatens is movement like any other (d20.grapple.option.move)."""
    table = battlefield(". . p . .\n. A o . .", A="fighter-1", o="orc", p="orc", dice="d20:15 d20:5")
    clinch(table, "A", "o")
    events = order(table, "A", Grapple("move", to=square(table, "e2")))

    assert [event.who for event in of(Answered, events)] == ["p"]


def test_a_pin_costs_one_turn() -> None:
    """It lasts over the next turn of the pinned and ends as the one after begins (d20.grapple.option.pin)."""
    table = clinched("d20:15 d20:5")
    events = order(table, "A", Grapple("pin", "o"))
    battle = table.battle

    assert {grapple.OPTION_PIN, grapple.PINNED_IMMOBILE} <= cited(events)
    assert battle["o"].flags & PINNED
    assert battle["A"].flags & PINNING
    assert [(timer.who, timer.ender, timer.turns) for timer in battle.timers] == [("o", "o", 2), ("A", "o", 2)]


def test_a_pin_can_be_won_again() -> None:
    """The pinner renews it in its next turn (d20.grapple.option.pin)."""
    table = pinned("d20:15 d20:5")
    turn(table, "o")
    order(table, "A", Grapple("pin", "o"))

    assert [timer.turns for timer in table.battle.timers] == [2, 2]


def test_the_opponents_knife_turns_against_it() -> None:
    """A won check, then a blow at -4 with what the other holds (d20.grapple.option.use-opponents-weapon)."""
    table = clinched("d20:15 d20:5 d20:18 d4:3", o=KNIFE)
    events = order(table, "A", Grapple("use-weapon", "o", "short sword"))
    rolled = of(AttackRolled, events)[0]

    assert rolled.weapon == "short sword of o"
    assert (-4, grapple.OPTION_ATTACK) in [(part.value, part.rule) for part in rolled.parts]
    assert grapple.OPTION_USE_WEAPON in rolled.cites
    assert of(DamageDealt, events)[0].amount == 3 + 2
    assert table.battle["o"].held == ("short sword",)


def test_a_large_weapon_cannot_be_turned() -> None:
    """A falchion is not light (d20.grapple.option.use-opponents-weapon)."""
    assert why_not(clinched(), "A", Grapple("use-weapon", "o", "falchion")) == (grapple.OPTION_USE_WEAPON,)


def test_a_friend_breaks_a_pin() -> None:
    """The friend is free of the pin, not of the grapple (d20.grapple.option.break-anothers-pin)."""
    table = battlefield("A B o", A="fighter-1", B="fighter-8", o="orc", dice="d20:15 d20:5")
    clinch(table, "A", "o")
    clinch(table, "B", "o")
    pin(table, "o", "A")
    events = order(table, "B", Grapple("break-pin", "o"))
    battle = table.battle

    assert grapple.OPTION_BREAK_PIN in cited(events)
    assert not battle["A"].flags & PINNED
    assert not battle["o"].flags & PINNING
    assert battle["A"].flags & GRAPPLING


def test_there_must_be_a_pin_to_break() -> None:
    """Nobody is pinned (d20.grapple.option.break-anothers-pin)."""
    assert why_not(clinched(), "A", Grapple("break-pin", "o")) == (grapple.OPTION_BREAK_PIN,)


def test_options_need_a_grapple() -> None:
    """Outside of a grapple there is nothing to damage or to escape (d20.grapple.start.hold)."""
    assert why_not(field(), "A", Grapple("escape")) == (grapple.START_HOLD,)


# ---- pinning and pinned


def test_the_pinner_hurts_the_pinned() -> None:
    """As in any grapple (d20.grapple.pinning.damage)."""
    events = order(pinned("d20:15 d20:5 d3:1"), "A", Grapple("damage", "o"))

    assert grapple.PINNING_DAMAGE in cited(events)
    assert of(DamageDealt, events)


def test_the_pinner_turns_the_knife() -> None:
    """As in any grapple (d20.grapple.pinning.use-weapon)."""
    events = order(pinned("d20:15 d20:5 d20:1", o=KNIFE), "A", Grapple("use-weapon", "o", "short sword"))

    assert grapple.PINNING_USE_WEAPON in of(AttackRolled, events)[0].cites


def test_the_pinned_is_easily_dragged() -> None:
    """+4 against a lone pinned opponent (d20.grapple.pinning.move)."""
    table = pinned("d20:15 d20:5")
    contest = of(ContestRolled, order(table, "A", Grapple("move", to=square(table, "d2"))))[0]

    assert contest.total == 15 + 3 + 4
    assert grapple.PINNING_MOVE in [part.rule for part in contest.parts]


def test_the_pinned_can_be_gagged() -> None:
    """It cannot give up for as long as the pin lasts (d20.grapple.pinning.silence)."""
    table = pinned()
    assert not why_not(table, "o", Surrender())
    turn(table, "A")
    events = order(table, "A", Grapple("silence", "o"))

    assert of(OrderGiven, events)[0].cost == "free"
    assert grapple.PINNING_SILENCE in cited(events)
    assert why_not(table, "o", Surrender()) == (grapple.PINNING_SILENCE,)
    grapple.unpin(table, table.battle["A"], table.battle["o"], -1, grapple.PINNED_ESCAPE)
    assert not table.battle["o"].has("silenced")


def test_the_pinned_holds_on_to_its_weapon() -> None:
    """+4 for the defender against a disarm (d20.grapple.pinning.disarm)."""
    table = pinned("d20:19 d20:1")
    events = order(table, "A", Grapple("disarm", "o"))
    contest = of(ContestRolled, events)[0]

    assert (4, grapple.PINNING_DISARM) in [(part.value, part.rule) for part in contest.other_parts]
    assert any(type(event) in (Dropped, Snatched) for event in events)


def test_a_pinner_lets_go_at_will() -> None:
    """A free action; both stop grappling, and the pinner steps out (d20.grapple.pinning.release)."""
    table = pinned()
    events = order(table, "A", Grapple("release", "o"))
    battle = table.battle

    assert of(OrderGiven, events)[0].cost == "free"
    assert of(GrappleEnded, events)[0].cites == (grapple.PINNING_RELEASE,)
    assert not battle["A"].flags & (GRAPPLING | PINNING)
    assert not battle["o"].flags & (GRAPPLING | PINNED)
    assert battle["A"].square != battle["o"].square


def test_only_a_pin_is_released() -> None:
    """Who merely grapples must win a check to get away (d20.grapple.pinning.release)."""
    assert why_not(clinched(), "A", Grapple("release", "o")) == (grapple.PINNING_RELEASE,)


def test_a_pinner_has_its_hands_full() -> None:
    """It draws and uses no weapon, escapes nobody, breaks no pin, pins no other (d20.grapple.pinning.forbidden)."""
    table = battlefield("A o p", A=KNIFE, o="orc", p="orc")
    clinch(table, "A", "o")
    clinch(table, "A", "p")
    pin(table, "A", "o")
    wishes: tuple[Order, ...] = (
        Attack("o", "short sword"),
        Grapple("draw", weapon="short sword"),
        Grapple("escape"),
        Grapple("slip"),
        Grapple("break-pin", "p"),
        Grapple("pin", "p"),
    )

    assert all(grapple.PINNING_FORBIDDEN in why_not(table, "A", wish) for wish in wishes)
    assert not why_not(table, "A", Attack("o", "unarmed strike"))
    assert not why_not(table, "A", Grapple("pin", "o"))


@pytest.mark.parametrize("wish", [Feint("o"), TurnUndead()])
def test_in_a_grapple_there_is_no_feinting_nor_turning(wish: Order) -> None:
    """Neither is an option of grapplers (d20.grapple.options.per-attack)."""
    table = battlefield("A o z", A="cleric-3", o="orc", z="human-commoner-zombie")
    assert not why_not(table, "A", wish)
    table.tell(GrappleBegan(-1, "o", "A"))

    assert grapple.PER_ATTACK in why_not(table, "A", wish)


def test_the_pinned_can_only_struggle() -> None:
    """No blow, no other option, no step; escaping, waiting and giving up remain (d20.grapple.pinned.immobile)."""
    table = pinned()
    wishes = (Attack("A", "unarmed strike"), Grapple("damage", "A"), Step(square(table, "b1")), TotalDefense())

    assert all(grapple.PINNED_IMMOBILE in why_not(table, "o", wish) for wish in wishes)
    assert {type(wish) for wish in BOOK.offers(table.battle, "o")} == {Grapple, Surrender, Delay, End}


def test_the_pinned_is_not_helpless() -> None:
    """No coup de grace (d20.grapple.pinned.not-helpless)."""
    table = battlefield(". p .\n. A o", A="fighter-1", o="orc", p="orc")
    clinch(table, "o", "A")
    pin(table, "o", "A")

    assert not table.battle["A"].helpless
    assert grapple.PINNED_NOT_HELPLESS in why_not(table, "p", CoupDeGrace("A", "falchion"))
    assert not table.battle["p"].grapplers


def test_the_pinned_gets_out_of_the_pin_first() -> None:
    """It is still grappling (d20.grapple.pinned.escape)."""
    table = pinned("d20:15 d20:5")
    events = order(table, "o", Grapple("escape"))
    battle = table.battle

    assert grapple.PINNED_ESCAPE in cited(events)
    assert not battle["o"].flags & PINNED
    assert battle["o"].flags & GRAPPLING
    assert not battle["A"].flags & PINNING
    assert battle.timers == ()


# ---- several


def test_a_third_joins_without_a_touch() -> None:
    """No opportunity for the target, no touch, but a check (d20.grapple.joining)."""
    table = battlefield("A B o", A="fighter-1", B="fighter-1", o="orc", dice="d20:15 d20:5 d3:1")
    clinch(table, "B", "o")
    table.tell(Moved(-1, "A", (table.battle["A"].square, square(table, "b1")), 0, "walk", 1))
    events = order(table, "A", JOIN)

    assert not of(Answered, events)
    assert not of(AttackRolled, events)
    assert grapple.JOINING in of(ContestRolled, events)[0].cites
    assert table.battle["o"].grapplers == ("B", "A")
    assert len({table.battle[who].square for who in "ABo"}) == 1


def test_a_grapple_is_joined_not_started() -> None:
    """Against somebody who grapples already the attempt is a joining, and only then (d20.grapple.joining)."""
    table = battlefield(". A .\n. B o", A="fighter-1", B="fighter-1", o="orc")
    assert why_not(table, "A", JOIN) == (grapple.JOINING,)
    clinch(table, "B", "o")

    assert why_not(table, "A", START) == (grapple.JOINING,)
    assert not why_not(table, "A", JOIN)


def test_four_are_a_crowd() -> None:
    """A fifth of the same size finds no place, a small one neither (d20.grapple.crowd)."""
    table = battlefield("B C D\nE o A", A="fighter-1", B="orc", C="orc", D="orc", E="orc", o="orc")
    for who in "BCD":
        clinch(table, who, "o")
    assert not why_not(table, "A", JOIN)
    clinch(table, "E", "o")

    assert why_not(table, "A", JOIN) == (grapple.CROWD,)


def test_the_small_count_half_and_the_large_double() -> None:
    """Seven goblins and a man are too many for an orc, an ogre is as two men (d20.grapple.crowd)."""
    table = battlefield(
        "A B B o\n. B B C", A="fighter-1", B="ogre", C="kobold", o="orc", sides={"A": "u", "B": "u", "C": "u", "o": "l"}
    )
    battle = table.battle

    def room(*there: str) -> bool:
        battle["o"].grapplers = there
        return not grapple.crowded(battle, battle["A"], battle["o"])

    assert room("B", "C", "C")
    assert not room("B", "C", "C", "C")
    assert room(*("C",) * 6)
    assert not room(*("C",) * 7)


# ---- the grip of beasts


def beast(kind: str, answer: str, dice: str, prey: str = "fighter-1") -> Table:
    """A beast beside its prey, with its answer when it may grab."""
    return battlefield(
        "A A o . .\nA A . . .\n. . . . .", A=kind, o=prey, dice=dice, answers=(Choose(answer),) if answer else ()
    )


def test_a_hit_becomes_a_hold() -> None:
    """An owlbear's claw holds on: no touch, no opportunity, no more damage (d20.grapple.improved-grab)."""
    table = beast("owlbear", "grab", "d20:15 d6:1 d20:15 d20:5")
    table.battle["o"].hit_points = 60
    events = order(table, "A", Attack("o", "claw"))
    battle = table.battle

    answered = of(Answered, events)
    assert [event.question for event in answered] == [Pick("improved-grab", "o", ("grab", "hold", "no"))]
    assert answered[0].cites == (grapple.IMPROVED_GRAB,)
    assert len(of(DamageDealt, events)) == 1
    assert of(Moved, events)[0].who == "o"
    assert battle["o"].square == square(table, "b1")
    assert battle["A"].flags & GRAPPLING
    assert battle["o"].flags & GRAPPLING
    spent(table)


def test_a_beast_may_let_be() -> None:
    """It is not forced to grab (d20.grapple.improved-grab)."""
    table = beast("owlbear", "no", "d20:15 d6:1")
    table.battle["o"].hit_points = 60

    assert not of(ContestRolled, order(table, "A", Attack("o", "claw")))


def test_a_bite_does_not_grab() -> None:
    """Only the claws of an owlbear do (d20.grapple.improved-grab)."""
    table = beast("owlbear", "", "d20:19 d8:1")
    table.battle["o"].hit_points = 60

    assert not of(Answered, order(table, "A", Attack("o", "bite")))


def test_a_beast_grabs_what_is_smaller() -> None:
    """An owlbear's claw does not hold an ogre (d20.grapple.improved-grab.size-limit)."""
    table = battlefield("A A o o\nA A o o", A="owlbear", o="ogre")
    bear, ogre = table.battle["A"], table.battle["o"]

    assert grapple.why_no_grab(table.battle, bear, ogre, bear.weapons["claw"]) == grapple.GRAB_SIZE_LIMIT


def test_a_choker_grabs_what_is_large() -> None:
    """Its entry says so (d20.grapple.improved-grab.size-limit)."""
    table = battlefield("A o o p p p\n. o o p p p\n. . . p p p", A="choker", o="ogre", p="huge-monstrous-spider")
    choker = table.battle["A"]
    rules = [grapple.why_no_grab(table.battle, choker, table.battle[prey], choker.weapons["tentacle"]) for prey in "op"]

    assert rules == ["", grapple.GRAB_SIZE_LIMIT]


def test_one_claw_may_hold_alone() -> None:
    """At -20 the owlbear is not grappling: it threatens and has its other attacks (d20.grapple.improved-grab.hold)."""
    table = beast("owlbear", "hold", "d20:15 d6:1 d20:20 d20:1")
    table.battle["o"].hit_points = 60
    events = order(table, "A", Attack("o", "claw"))
    bear = table.battle["A"]

    assert of(ContestRolled, events)[0].total == 20 + 14 - 20
    assert bear.flags & HOLDING
    assert not bear.flags & GRAPPLING
    assert table.battle["o"].flags & GRAPPLING
    assert threat.threatened_squares(table.battle, bear)
    assert grapple.busy(bear, bear.weapons["claw"]) == 1
    assert [due.weapon for due in grapple.dues(bear)] == ["claw", "bite"]


def held(dice: str = "", kind: str = "owlbear") -> Table:
    """A beast that holds its prey with one part."""
    table = battlefield("A A o . .\nA A . . .", A=kind, o="fighter-8", dice=dice)
    table.tell(GrappleBegan(-1, "A", "o", (), True))
    table.tell(Moved(-1, "o", (table.battle["o"].square, square(table, "b1")), 0, "grapple", 1))
    return table


def test_the_holding_part_hurts_again() -> None:
    """A later check won deals the claw's damage, at -20 (d20.grapple.improved-grab.hold)."""
    table = held("d20:20 d20:1 d6:4")
    events = order(table, "A", Grapple("damage", "o"))

    assert [(event.amount, event.nonlethal) for event in of(DamageDealt, events)] == [(9, False)]
    assert grapple.GRAB_HOLD in cited(events)


def test_who_holds_stays() -> None:
    """To walk away a holder must let go, which is free (d20.grapple.improved-grab.hold)."""
    table = held()

    assert why_not(table, "A", Move(square(table, "d1"))) != ()
    assert grapple.GRAB_HOLD in why_not(table, "A", Move(square(table, "d1")))
    assert why_not(table, "A", Grapple("escape")) == (grapple.GRAB_HOLD,)
    assert of(GrappleEnded, order(table, "A", Grapple("release", "o")))[0].cites == (grapple.GRAB_HOLD,)


def test_the_only_jaws_are_busy() -> None:
    """A snake that holds with its bite bites nobody (d20.grapple.improved-grab.hold)."""
    table = battlefield("S o", S="constrictor-snake", o="kobold")
    clinch(table, "S", "o", holding=True)

    assert grapple.GRAB_HOLD in why_not(table, "S", Attack("o", "bite"))


def test_busy_jaws_are_expected_to_bite_nobody() -> None:
    """Whoever weighs a full attack with them expects nothing of it (d20.grapple.improved-grab.hold)."""
    table = battlefield("S o", S="constrictor-snake", o="kobold")
    clinch(table, "S", "o", holding=True)

    assert ODDS.strikes(table.battle, "S", FullAttack("o", "bite")) == ()


def test_a_snake_crushes_with_every_check_that_it_wins() -> None:
    """The grab constricts at once, a later check again (d20.constrict.damage)."""
    table = battlefield(
        "S o", S="constrictor-snake", o=replace(creature("kobold"), hit_points=60), dice="d20:15 d3:1 d20:15 d20:5 d3:2"
    )
    events = order(table, "S", Attack("o", "bite"))
    assert [event.amount for event in of(DamageDealt, events)] == [1 + 4, 2 + 4]
    assert "d20.constrict.damage" in cited(events)

    table = battlefield(
        "S o", S="constrictor-snake", o=replace(creature("kobold"), hit_points=60), dice="d20:15 d20:5 d3:2"
    )
    clinch(table, "S", "o")
    assert [event.amount for event in of(DamageDealt, order(table, "S", Grapple("pin", "o")))] == [2 + 4]


# ---- laws


class Wrestler:
    """A player that grapples whenever the dice of its own stream say so."""

    def __init__(self, seed: int) -> None:
        self.dice = SeededDice(seed)
        self.count = 0

    def pick(self, choices: list[Order] | list[Answer]) -> Order | Answer:
        self.count += 1
        return choices[self.dice.value(self.count, len(choices)) - 1]

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        choices = list(menu)
        if question is not None:
            return Decision(self.pick(choices), "wrestler")  # type: ignore[arg-type]
        wrestling = [
            choice
            for choice in choices
            if type(choice) is Grapple or (type(choice) in (Attack, FullAttack) and choice.how in ("grapple", "join"))  # type: ignore[union-attr]
        ]
        fighting = [choice for choice in choices if type(choice) not in (Surrender, Leave)]
        self.count += 1
        prefer = self.dice.value(self.count, 3)
        return Decision(self.pick(wrestling if wrestling and prefer > 1 else fighting), "wrestler")  # type: ignore[arg-type]


CAST = (
    "owlbear",
    "brown-bear",
    "choker",
    "constrictor-snake",
    "gray-ooze",
    "monk-3",
    "rogue-6",
    "orc",
    "kobold",
    "rat",
)


def consistent(battle: Battle) -> None:
    """Grapples are mutual, in one space, and conditions follow from them."""
    for me in battle:
        for who in me.grapplers:
            assert me.id in battle[who].grapplers
            assert battle.footprint(me) & battle.footprint(battle[who])
        assert bool(me.flags & GRAPPLING) == any(not me.has("holding", who) for who in me.grapplers)
        for each in me.conditions:
            if each.name in ("pinned", "pinning", "holding", "silenced"):
                assert each.other in me.grapplers


@settings(max_examples=40)
@example(["brown-bear", "monk-3", "rat", "owlbear"], 0)
@example(["rat", "monk-3", "rat", "owlbear"], 7266)
@given(st.lists(st.sampled_from(CAST), min_size=4, max_size=4), st.integers(0, 2**32))
def test_grapples_are_mutual_and_in_one_space(cast: list[str], seed: int) -> None:
    """Whoever wrestles whom, and however they fight, grapples and conditions agree after every order."""
    spans = [SIZE[creature(kind).size].span for kind in cast]
    grid = [["."] * 10 for _ in range(6)]
    for letter, span, (x, y) in zip("ABop", spans, ((1, 0), (1, 3), (4, 0), (4, 3)), strict=True):
        for row in range(y, y + span):
            grid[row][x : x + span] = letter * span
    scenario = scenario_of("\n".join("".join(row) for row in grid), dict(zip("ABop", cast, strict=True)))
    table = begin(BOOK, scenario, Wrestler(seed), seed=seed)
    for _ in range(120):
        if not step(BOOK, table):
            break
        consistent(table.battle)


def test_a_grapple_may_be_dragged_into_any_square() -> None:
    """The one in the north-west too (d20.grapple.option.move)."""
    table = battlefield(". A o .", A="fighter-1", o="orc")
    clinch(table, "A", "o")

    assert not why_not(table, "A", Grapple("move", to=square(table, "a1")))


def test_who_has_several_attacks_may_spend_them_all_on_it() -> None:
    """Each option once for the one and once for the many (d20.grapple.option.attack)."""
    table = battlefield("A o", A="fighter-8", o="orc")
    clinch(table, "A", "o")
    turn(table, "A")
    found = [order for order in grapple.options(table.battle, table.battle["A"]) if order.option == "damage"]

    assert {order.full for order in found} == {False, True}
