"""What the audit has found in the engine, drawn: each was a breach once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.audit import audit
from sim.audit.arithmetic import once
from sim.core.tally import Modifier
from sim.events.attacks import AttackRolled, AttemptFailed, CheckRolled, DamageDealt, HitPointsLost, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import (
    Answered,
    FightBegan,
    FightEnded,
    OrderGiven,
    RefereeMoved,
    RefereeSet,
    RoundBegan,
    TurnBegan,
)
from sim.events.grapple import GrappleBegan
from sim.events.log import parse
from sim.events.magic import SpellLost
from sim.events.movement import Moved
from sim.events.orders import (
    Act,
    Attack,
    BullRush,
    Cast,
    Charge,
    Choose,
    CoupDeGrace,
    Delay,
    Draw,
    End,
    FullAttack,
    Leave,
    Move,
    Opportunity,
    Order,
    Overrun,
    Pass,
    Pick,
    PickUp,
    Ready,
    Ride,
    Run,
    Sheathe,
    StandUp,
    Trigger,
    TurnUndead,
    UseAbility,
)
from sim.events.turning import Commanded
from sim.rules.d20 import delay, spell, turn, wounds
from sim.state.battle import Endings, Thing
from sim.table import Table
from sim.tables.spells import Spell
from sim.testing import battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.casters import DANCE, LINGER, knowing, wizard
from tests.rules.d20.people import fighter
from tests.rules.d20.test_mounted import riding

CLAW = Attack("A", "claw")
GRAB = Choose("grab")


def test_the_acid_of_a_coup_de_grace_counts_against_the_victim() -> None:
    """The save is against 10 and all the damage dealt, acid included (d20.coup-de-grace.fort)."""
    table = battlefield("A b", A="gray-ooze", b="hill-giant", dice="d6:2 d6:3 d6:4 d20:20")
    condition(table, "b", "paralyzed")

    events = order(table, "A", CoupDeGrace("b", "slam"))

    dealt = [event.amount for event in events if type(event) is DamageDealt]
    save = next(event for event in events if type(event) is SaveRolled)
    assert len(dealt) == 2
    assert save.dc == 10 + sum(dealt)
    spent(table)


def test_who_is_seized_on_the_way_strikes_as_a_grappler() -> None:
    """Bare hands that provoked a bear's grip land at -4 (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1 d20:2"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("b", "unarmed strike"))

    blow = [event for event in events if type(event) is AttackRolled][-1]
    assert blow.attacker == "A"
    assert (-4, "d20.grapple.option.attack") in [(part.value, part.rule) for part in blow.parts]
    spent(table)


def test_who_is_seized_on_the_way_trips_nobody() -> None:
    """A trip is no option of a grappler (d20.grapple.options.per-attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[CLAW, Choose("grab")])

    events = order(table, "A", Attack("b", "unarmed strike", "trip"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]


def test_who_is_seized_on_the_way_shoots_nobody() -> None:
    """A bow is no weapon for a grapple (d20.grapple.option.attack)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    field = "A b b . c\n. b b . ."
    table = battlefield(field, A="archer-4", b="brown-bear", c="orc", dice=dice, answers=[CLAW, GRAB])

    events = order(table, "A", Attack("c", "composite longbow"))

    assert [event.attacker for event in events if type(event) is AttackRolled] == ["b"]
    spent(table)


def test_who_is_pulled_out_of_a_crevice_squeezes_no_more() -> None:
    """Squeezing ends where there is room, however one got there (d20.squeeze.width)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    table = battlefield("A b b\n. b b", A="fighter-8", b="brown-bear", dice=dice, answers=[GRAB])
    condition(table, "A", "squeezing")

    events = order(table, "b", Attack("A", "claw"))

    assert any(type(event) is ConditionEnded and event.condition == "squeezing" for event in events)
    spent(table)


def test_a_fallen_foe_hides_nobody_from_a_charge() -> None:
    """Whoever stands over the helpless is in the way all the same (d20.charge.clear-path)."""
    table = battlefield("A . b . . o\n. . . c . .", A="fighter-1", b="orc", c="goblin", o="orc")
    battle = table.battle
    condition(table, "b", "unconscious")
    assert why_not(table, "A", Charge("o", square(table, "e1"), "longsword")) == ()

    table.tell(RefereeMoved(-1, "c", battle["b"].square, "drawn"))

    assert "d20.charge.clear-path" in why_not(table, "A", Charge("o", square(table, "e1"), "longsword"))


def test_large_creatures_squeeze_beside_deep_water() -> None:
    """Whatever leaves no room is a gap, water and pits as much as walls (d20.squeeze.width)."""
    table = battlefield("o o . . . .\no o . ~ . .\n~ ~ ~ ~ ~ ~", o="ogre")

    events = order(table, "o", Move(square(table, "e1")))

    moved = next(event for event in events if type(event) is Moved)
    assert 1 in moved.spans
    assert "d20.squeeze.move-cost" in moved.cites


def test_to_leave_a_square_that_is_shared_is_no_squeezing() -> None:
    """Who has got among others walks out at the usual price (d20.squeeze.move-cost)."""
    table = battlefield("A . . . .\no . . . .", A="fighter-1", o="orc")
    battle = table.battle
    condition(table, "o", "surrendered")
    table.tell(RefereeMoved(-1, "o", battle["A"].square, "drawn"))

    events = order(table, "A", Move(square(table, "d1")))

    assert [event.halves for event in events if type(event) is Moved] == [6]


def test_nobody_runs_halfway_off_the_map() -> None:
    """A large creature's run ends where all of it is on the map (d20.run.straight-line)."""
    table = battlefield("o o . . . .\no o . . . .\n. . . . . .", o="light-horse")

    assert why_not(table, "o", Run(square(table, "e2"))) == ()
    assert "d20.run.straight-line" in why_not(table, "o", Run(square(table, "e3")))


def test_whoever_begins_to_die_in_its_turn_rolls_in_the_next() -> None:
    """The first roll comes at the next turn after the dying began (d20.dying.stabilise)."""
    table = battlefield("A . b", A="fighter-1", b="medium-viper", dice="d20:1 d6:2")
    condition(table, "A", "poisoned", "b", 1)
    table.battle["A"].hit_points = 0

    turn.begin(table, table.battle["A"])

    lost = [event for event in table.log.events if type(event) is HitPointsLost]
    assert [event.cites for event in lost] == [("d20.ability-damage.hit-points",)]
    spent(table)


def test_everybody_strikes_at_one_who_is_pushed() -> None:
    """That he is stunned, or falls to the first blow, spares him no other (d20.bull-rush.push-aoo)."""
    strike = Attack("o", "longsword")
    table = battlefield(
        "B . . .\nA o . .\nC . . .",
        A="fighter-1",
        B="fighter-1",
        C="fighter-1",
        o="half-orc-warrior-4",
        dice="d20:15 d20:12 d20:2",
        answers=[strike],
    )
    condition(table, "o", "stunned")

    events = order(table, "A", BullRush("o"))

    assert asked(events) == ["B", "C"]
    spent(table)


def grapple(table: Table, who: str, *others: str) -> None:
    """Have a creature grapple others before the test begins."""
    for other in others:
        table.tell(GrappleBegan(-1, who, other))


def asked(events: tuple[object, ...]) -> list[str]:
    """Who is offered an opportunity."""
    return [event.who for event in events if type(event) is Answered and type(event.question) is Opportunity]


def test_who_is_pulled_away_is_out_of_reach_of_the_next() -> None:
    """An owlbear drags its prey out of the monk's reach before he is asked (d20.aoo.threatened-squares)."""
    answers = [Attack("c", "claw"), GRAB]
    table = battlefield(
        "A A . .\nA A c B", A="owlbear", B="monk-3", c="choker", dice="d20:15 d6:2 d20:15 d20:1", answers=answers
    )
    condition(table, "c", "prone")

    events = order(table, "c", StandUp())

    assert asked(events) == ["A"]
    spent(table)


@pytest.mark.parametrize("wish", [StandUp(), Sheathe("longsword"), PickUp("dagger"), Leave()], ids=repr)
def test_who_is_seized_on_the_way_does_nothing_but_grapple(wish: Order) -> None:
    """Whatever provoked the grip comes to nothing (d20.grapple.options.per-attack)."""
    table = battlefield("c A A\n. A A", A="owlbear", c="fighter-1", dice="d20:18 d6:2 d20:15 d20:1")
    table.player.answers = [Attack("c", "claw"), GRAB]  # type: ignore[attr-defined]
    table.battle.endings = Endings(flight=True)
    if wish == StandUp():
        condition(table, "c", "prone")
    table.battle.things = (Thing("dagger", square(table, "a2"), "c"),)

    events = order(table, "c", wish)

    assert table.battle["c"].grapplers == ("A",)
    assert type(events[-1]) in (Moved, GrappleBegan)
    spent(table)


def test_a_cleave_in_a_grapple_is_as_awkward_as_the_blow() -> None:
    """The further attack is one in the grapple as well (d20.grapple.option.attack)."""
    table = battlefield("b A c", A="fighter-3", b="orc", c="orc", dice="d20:15 d3:3 d20:15 d3:3", answers=[Choose("c")])
    grapple(table, "A", "b", "c")
    table.battle["b"].hit_points = 1

    events = order(table, "A", Attack("b", "unarmed strike"))

    for rolled in [event for event in events if type(event) is AttackRolled]:
        assert (-4, "d20.grapple.option.attack") in [(part.value, part.rule) for part in rolled.parts]
    spent(table)


def test_a_cleave_in_a_grapple_stays_in_it() -> None:
    """Who is not in the grapple is no target for a grappler (d20.grapple.option.attack)."""
    table = battlefield("b A c\n. d .", A="fighter-3", b="orc", c="orc", d="orc", dice="d20:15 d3:3")
    table.player.answers = [Choose("nobody")]  # type: ignore[attr-defined]
    grapple(table, "A", "b", "d")
    table.battle["b"].hit_points = 1

    events = order(table, "A", Attack("b", "unarmed strike"))

    (question,) = [event.question for event in events if type(event) is Answered]
    assert question == Pick("cleave", "b", ("d", "nobody"))
    spent(table)


def test_who_has_given_up_is_in_no_melee() -> None:
    """A friend who has surrendered makes no shot harder (d20.ranged.engaged-definition)."""
    field = "A . . . o B\n. . . . C ."
    table = battlefield(field, A="fighter-3", B="fighter-1", C="fighter-1", o="orc", dice="d20:2")
    condition(table, "B", "surrendered")
    condition(table, "C", "paralyzed")
    table.battle["A"].held = ("composite longbow",)

    (rolled,) = [event for event in order(table, "A", Attack("o", "composite longbow")) if type(event) is AttackRolled]

    assert "d20.ranged.into-melee" not in cited((rolled,))
    spent(table)


def test_who_falls_before_it_gets_away_has_not_stopped_there() -> None:
    """Whoever is tripped where a grapple had drawn it broke no rule by being there (d20.pass.stop)."""
    answers = [Attack("A", "bite"), Choose("trip"), Choose("dexterity")]
    dice = "d20:15 d6:2 d20:15 d20:2"
    table = battlefield("A B o .\n. w . .", A="fighter-1", B="fighter-1", o="orc", w="wolf", dice=dice, answers=answers)
    for who in "Ao":
        table.tell(RefereeMoved(-1, who, square(table, "b1"), "drawn"))
    grapple(table, "B", "o")

    order(table, "A", Move(square(table, "d2")))
    order(table, "A", StandUp())

    assert table.battle["A"].square == square(table, "b1")
    assert "nobody-stops-on-another" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}
    spent(table)


def test_who_was_drawn_into_a_grapple_that_is_over_has_not_stopped_there() -> None:
    """The ankheg seizes whom A holds, and its acid fells him: it stays where it was pulled (d20.pass.stop)."""
    dice = "d20:15 d6:1 d6:1 d20:15 d20:2 d4:4"
    table = battlefield(
        "K K . . . . .\nK K . . . A o", K="ankheg", A="fighter-1", o="fighter-3", dice=dice, answers=[GRAB]
    )
    table.tell(RefereeSet(-1, "o", 12, "wounded"))
    table.tell(RefereeMoved(-1, "A", square(table, "g2"), "drawn"))
    grapple(table, "A", "o")

    order(table, "K", Charge("o", square(table, "e1"), "bite"))
    order(table, "K", End())

    assert table.battle["K"].square != square(table, "e1")
    assert "nobody-stops-on-another" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}
    spent(table)


def test_who_is_dragged_off_at_the_end_of_a_crawl_is_out_of_reach_of_the_next() -> None:
    """The bear has pulled the crawler to itself before the orc's turn to strike comes (d20.move.crawl.aoo)."""
    dice = "d20:15 d8:1 d20:15 d20:1"
    drawing = ". . . o .\n. A . . .\n. . . b b\n. . . b b"
    table = battlefield(drawing, A="fighter-8", b="brown-bear", o="orc", dice=dice, answers=[CLAW, GRAB])
    condition(table, "A", "prone")

    order(table, "A", Move(square(table, "c2"), mode="crawl"))
    turn.begin(table, table.battle["b"])

    assert table.battle["A"].has("grappling")
    assert "every-opportunity-is-offered" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}


@pytest.mark.parametrize("barred", ["not", "after all were asked", "between two who are asked"])
def test_only_a_step_into_its_way_keeps_whoever_was_struck_at(barred: str) -> None:
    """Struck at for leaving a square, one leaves it, unless somebody bars the way (d20.aoo.provoke-by-moving)."""
    table = battlefield("o . g .\nA . . .\n# # # #", o="orc", g="goblin", A="fighter-1")
    table.tell(TurnBegan(-1, "A", False))
    told = table.tell(OrderGiven(-1, "A", Move(square(table, "d2")), "move", "script", (), ()))
    asked = table.tell(Answered(told, "o", Opportunity("A", "moving"), Attack("A", "falchion"), "script", (), ()))
    if barred != "not":
        table.tell(Moved(asked, "g", (square(table, "c1"), square(table, "b2")), 3, "step", 1, (), ()))
    if barred == "between two who are asked":
        table.tell(Answered(told, "g", Opportunity("A", "moving"), Pass(), "script", (), ()))
    turn.begin(table, table.battle["o"])

    found = {finding.invariant for finding in audit(parse(table.log.to_bytes()))}
    assert ("whoever-was-struck-at-moves" in found) == (barred == "not")


def test_a_disarm_finds_empty_hands() -> None:
    """What a counter has taken in the meantime is not there for the attempt that it interrupted (d20.disarm.cannot)."""
    disarm = Attack("A", "falchion", "disarm")
    dice = "d20:2 d20:15 d20:15 d20:2"
    table = battlefield("A o", A="fighter-1", o="orc", dice=dice, answers=[disarm, Pass(), Choose("yes")])

    events = order(table, "A", Attack("o", "longsword", "disarm"))

    assert type(events[-1]) is AttemptFailed
    assert events[-1].cites == ("d20.disarm.cannot",)
    assert "a-hold-won-is-a-hold" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}
    spent(table)


def test_who_is_felled_gets_nothing_out_of_its_pack() -> None:
    """To get out what is stored exposes, and may be prevented (d20.action.move.retrieve-stored-item)."""
    cook = fighter("club", weapons=[{"name": "acid flask", "carried": "stored"}], held=[])
    table = battlefield("A o", A="fighter-1", o=cook, dice="d20:18 d8:8", answers=[Attack("o", "longsword")])
    table.battle["o"].hit_points = 3
    order(table, "o", Draw("acid flask"))
    turn.begin(table, table.battle["A"])

    assert table.battle["o"].has("dying")
    assert "orders-change-hands" not in {found.invariant for found in audit(parse(table.log.to_bytes()))}
    spent(table)


def test_the_audit_knows_that_grapplers_finish_nothing_else() -> None:
    """A log in which somebody rises in a grapple is no clean one (d20.grapple.options.per-attack)."""
    table = battlefield("A o", A="fighter-1", o="orc")
    table.tell(ConditionBegan(-1, "A", "prone", ()))
    table.tell(TurnBegan(-1, "A", False))
    told = table.tell(OrderGiven(-1, "A", StandUp(), "move", "script", (), ()))
    grapple(table, "o", "A")
    table.tell(ConditionEnded(told, "A", "prone", ()))

    assert "d20.grapple.options.per-attack" in {found.rule for found in audit(parse(table.log.to_bytes()))}


def test_the_blow_at_the_end_of_a_ride_is_an_attack() -> None:
    """Whoever waits for an attack is asked as a knight charges home (d20.ready.trigger)."""
    table = riding("d20:1", drawing="H H . . . . o\nH H . . . p .", answers=(Pass(),), p="orc")
    order(table, "p", Ready(Attack("R", "falchion"), Trigger("attacks", "R")))

    events = order(table, "R", Ride(square(table, "d1"), mode="charge", target="o", weapon="lance"))

    assert [event.who for event in events if type(event) is Answered] == ["p"]
    found = {finding.invariant for finding in audit(parse(table.log.to_bytes()))}
    assert "readied-acts-are-within-their-trigger" not in found


def blamed(table: Table) -> set[str]:
    """The invariants that the audit finds broken, having read the log to its end."""
    found = {finding.invariant for finding in audit(parse(table.log.to_bytes()))}
    assert "events-make-sense" not in found
    return found


@pytest.mark.parametrize("kept", [DANCE, LINGER], ids=lambda kept: kept.name)
@pytest.mark.parametrize("points", [10, 3])
def test_who_falls_to_a_wound_checks_nothing_for_the_spell_that_it_keeps_up(kept: Spell, points: int) -> None:
    """Whoever can do nothing more loses the spell without a check (d20.spell.concentration.distracted)."""
    dice = "d20:17 d4:2 d4:1" + (" d20:20" if points == 10 else "")
    table = battlefield("W o", W=knowing(wizard("magic missile"), kept), o="orc", dice=dice)
    order(table, "W", Cast(kept.name, ("o",)))
    table.tell(RefereeSet(-1, "W", points, "drawn"))

    events = order(table, "o", Attack("W", "falchion"))
    table.tell(TurnBegan(-1, "W", False))

    assert any(type(event) is CheckRolled for event in events) is (points == 10)
    assert "what-is-due-comes" not in blamed(table)
    spent(table)


def test_a_troll_that_is_interrupted_between_its_claws_rends() -> None:
    """What somebody has waited for does not make the hit before it undone (d20.rend.damage)."""
    drawing = "T T o .\nT T . .\np . . ."
    dice = "d20:19 d6:1 d20:2 d20:19 d6:1 d6:2 d6:3"
    table = battlefield(drawing, T="troll", o="fighter-8", p="orc", dice=dice, answers=(Pass(), Act()))
    table.tell(FightBegan(-1, ("p", "T", "o"), ()))
    order(table, "p", Ready(Attack("T", "falchion"), Trigger("attacks", "T")))
    order(table, "T", FullAttack("o", "claw"))

    events = order(table, "T", Attack("o", "claw"))

    assert "d20.rend.damage" in cited(events)
    assert "damage-adds-up" not in blamed(table)
    spent(table)


def test_a_readied_act_in_the_next_round_is_a_turn_in_which_a_boar_bleeds() -> None:
    """What a turn begins with comes with the act in its place (d20.ready.initiative, d20.ferocity.bleeds)."""
    dice = "d20:15 d8:1 d20:2 d100:50 d20:2"
    table = battlefield("A o", A="fighter-1", o="boar", dice=dice, answers=(Act(),))
    table.battle["o"].hit_points = 1
    table.tell(FightBegan(-1, ("A", "o"), ()))
    table.tell(RoundBegan(-1, 1))
    order(table, "A", Attack("o", "longsword"))
    order(table, "o", Ready(Attack("A", "gore"), Trigger("attacks", "A")))
    table.tell(RoundBegan(-1, 2))

    events = order(table, "A", Attack("o", "longsword"))

    assert any(type(event) is HitPointsLost for event in events)
    assert "losses-have-a-cause" not in blamed(table)


def test_who_commands_the_last_of_the_undead_has_won() -> None:
    """Whoever is commanded changes sides at once, in the first turn too (d20.turning.command)."""
    table = battlefield("K . s", dice="d20:11 d6:2 d6:3", K="evil-cleric-3", s="human-warrior-skeleton")
    table.tell(FightBegan(-1, ("K", "s"), ()))
    table.tell(RoundBegan(-1, 1))
    table.tell(TurnBegan(-1, "K", False))

    events = order(table, "K", TurnUndead("rebuke"))
    table.tell(FightEnded(-1, "upper", "all others are down"))

    assert any(type(event) is Commanded for event in events)
    assert "the-fight-ends-when-it-is-over" not in blamed(table)


def test_the_audit_knows_that_a_claw_alone_rends_nothing() -> None:
    """A troll that has hit its foe with one claw and another foe with the other tears neither (d20.rend.damage)."""
    table = battlefield("T T o .\nT T p .", T="troll", o="fighter-8", p="orc", dice="d20:19 d6:1 d20:19 d6:1 d6:2 d6:3")
    order(table, "T", FullAttack("p", "claw"))
    order(table, "T", Attack("o", "claw"))
    assert "damage-adds-up" not in blamed(table)
    strength, dice = Modifier(9, "strength", "d20.rend.damage"), table.roll(6, 2)

    because, kinds = len(table.log.events) - 2, "piercing/slashing"
    table.tell(DamageDealt(because, "o", "T", 14, False, (strength,), kinds, ("d20.rend.damage",), dice))

    assert "damage-adds-up" in blamed(table)


def test_who_falls_unconscious_in_the_saddle_holds_nobody() -> None:
    """It may stay in the saddle, but its grapples end (d20.helpless.definition)."""
    table = riding("d100:50", drawing="H H o . .\nH H . . .")
    grapple(table, "o", "R")

    wounds.lose(table, table.battle["R"], table.battle["R"].hit_points + 3, -1)
    turn.begin(table, table.battle["o"])

    assert table.battle["R"].mount == "H"
    assert not table.battle["o"].grapplers
    assert "wounds-tell" not in blamed(table)
    spent(table)


def test_the_audit_knows_that_nobody_is_seized_in_the_saddle() -> None:
    """A log in which a rider grapples is no clean one (d20.mounted.initiative-and-space)."""
    table = riding()
    assert "riders-ride-by-the-rules" not in blamed(table)

    grapple(table, "o", "R")

    assert "riders-ride-by-the-rules" in blamed(table)


def test_who_is_freed_by_a_blow_threatens_again_before_the_other_is_pushed() -> None:
    """The one who held him is asked after it, for he is still there (d20.aoo.provoke-by-moving)."""
    drawing, dice = "B . . .\nA o . .\nC . . .", "d20:15 d20:2 d20:15 d100:99 d8:8"
    table = battlefield(drawing, A="fighter-1", B="fighter-1", C="fighter-1", o="orc", dice=dice)
    table.player.answers = [Attack("o", "longsword"), Pass(), Choose("1")]  # type: ignore[attr-defined]
    grapple(table, "C", "o")

    events = order(table, "A", BullRush("o"))
    turn.begin(table, table.battle["B"])

    assert asked(events) == ["B", "C"]
    assert not table.battle["C"].grapplers
    assert "every-opportunity-is-offered" not in blamed(table)


def test_who_is_turned_cowers_in_the_turn_that_it_has_put_off_into_the_next_round() -> None:
    """It cannot flee out of a grapple, and such a turn begins like any other (d20.turning.effect-cower)."""
    table = battlefield("P . z A", z="human-commoner-zombie", P="priest-5", A="fighter-1")
    table.tell(FightBegan(-1, ("z", "P", "A"), ()))
    order(table, "z", Delay())
    table.tell(ConditionBegan(-1, "z", "turned", ("d20.turning.effect-flee",), "P", 20, "P", 10))
    grapple(table, "A", "z")
    table.tell(RoundBegan(-1, 2))

    delay.take(table, table.battle["z"], "P", ())

    assert table.battle["z"].has("cowering")
    assert "the-turned-flee" not in blamed(table)


def test_the_blow_after_a_trip_is_still_one_at_who_moves() -> None:
    """Mobility helps against it as against the trip, whose place it takes (d20.mobility.ac)."""
    tripper = fighter("spiked chain", feats=("combat-expertise", "improved-trip"))
    dice = "d20:15 d20:15 d20:2 d20:15 d4:1 d4:1"
    answers = [Attack("M", "spiked chain", "trip"), Choose("strength")]
    table = battlefield(". . . .\no M . .\n. . . .", M="monk-3", o=tripper, dice=dice, answers=answers)

    events = order(table, "M", Move(square(table, "d2")))

    blows = [event for event in events if type(event) is AttackRolled]
    assert [event.mode for event in blows] == ["melee-touch", "melee"]
    for event in blows:
        assert (4, "d20.mobility.ac") in [(part.value, part.rule) for part in event.ac_parts]
    assert "attack-rolls-add-up" not in blamed(table)
    spent(table)


def test_who_shares_its_space_has_no_room_to_grow() -> None:
    """Those whom a grapple has left in one space stand in each other's way (d20.transmutation.enlarge-person)."""
    table = battlefield(". . . .\n. A W .\n. . . .", A="fighter-3", W=wizard("enlarge person"))
    table.tell(RefereeMoved(-1, "W", table.battle["A"].square, "drawn"))
    order(table, "W", Cast("enlarge person", ("A",)))

    spell.complete_long(table, table.battle["W"])

    assert table.battle["A"].sheet.size == "medium"
    assert "growing-takes-room" not in blamed(table)


@pytest.mark.parametrize(
    ("kind", "to", "dice", "nonlethal"),
    [
        ("winter-wolf", "c1", "d4:1 d20:20 d6:3 d6:3 d6:3 d6:3", True),
        ("hell-hound", "b1", "d4:1 d4:1 d20:20 d6:3 d6:3", False),
    ],
)
def test_what_a_troll_regenerates_is_nonlethal(kind: str, to: str, dice: str, nonlethal: bool) -> None:
    """Cold breath too, but not what bypasses its regeneration: fire (d20.regeneration.nonlethal)."""
    table = battlefield("w . T T\n. . T T", w=kind, T="troll", dice=dice)

    events = order(table, "w", UseAbility("breath weapon", to=square(table, to)))

    assert [event.nonlethal for event in events if type(event) is DamageDealt] == [nonlethal]
    assert not [f for f in audit(parse(table.log.to_bytes())) if f.invariant == "spell-damage-adds-up"]


@pytest.mark.parametrize(
    ("name", "dice", "lost"),
    [("magic missile", "", True), ("dance of lights", "d20:20", False), ("dance of lights", "d20:1", True)],
)
def test_who_is_seized_in_the_middle_of_a_casting_has_no_hands_for_it(name: str, dice: str, lost: bool) -> None:
    """It goes on without gestures only, if it keeps its mind on it (d20.grapple.option.cast)."""
    caster = replace(knowing(wizard("magic missile"), DANCE), hit_points=60)
    seized = f"d20:20 d20:1 d8:1 d20:20 d20:1 d20:20 {dice}"
    table = battlefield("A b b\n. b b", A=caster, b="brown-bear", dice=seized, answers=[CLAW, GRAB])

    events = order(table, "A", Cast(name, ("b",)))

    assert [event.cites for event in events if type(event) is SpellLost] == [
        ("d20.spell.concentration.distracted" if dice else "d20.grapple.option.cast",)
    ] * lost
    assert not [f for f in audit(parse(table.log.to_bytes())) if "spell" in f.invariant]
    spent(table)


def test_higher_ground_counts_once_in_a_contest() -> None:
    """Hill and saddle do not stack (d20.attack-mod.higher-ground, d20.mounted.higher-ground)."""
    hill, saddle, size = (1, "d20.attack-mod.higher-ground"), (1, "d20.mounted.higher-ground"), (4, "d20.disarm.size")

    assert once([hill, saddle, size]) == [hill, size]
    assert once([saddle, size]) == [saddle, size]


def test_whose_victim_has_fallen_at_its_opportunity_stays_where_it_is() -> None:
    """There is nobody to overrun any more, and no way through (d20.overrun.aoo)."""
    table = battlefield(
        "b A .", A="human-warrior-skeleton", b=fighter("greataxe"), dice="d20:15 d12:12",
        answers=[Attack("b", "claw", "disarm"), Attack("A", "greataxe")],
    )  # fmt: skip

    order(table, "b", Overrun("A", square(table, "c1")))
    table.tell(FightEnded(-1, "lower", "all others are down"))

    assert table.battle["A"].has("dead")
    assert "whoever-was-struck-at-moves" not in blamed(table)
    spent(table)


def test_a_giant_behind_a_rise_is_in_sight_of_who_charges_it() -> None:
    """A small hill hides no more than a square's height of it (d20.charge.closest-square)."""
    table = battlefield(
        "A A . .\nA A . .\n. . . b",
        A=fighter("club", size="large"),
        b=fighter("dagger", size="tiny"),
        elevation=("0001", "0001", "0010"),
        dice="d20:2",
    )
    to = square(table, "b2")
    assert not why_not(table, "b", Charge("A", to, "dagger"))

    order(table, "b", Charge("A", to, "dagger"))

    assert "only-the-free-move" not in blamed(table)
