"""Disarming."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.core.tally import Modifier
from sim.dice.sources import SeededDice
from sim.events.attacks import AttemptFailed, ContestRolled
from sim.events.equipment import Dropped, Snatched
from sim.events.objects import GauntletLocked
from sim.events.orders import Attack, Choose, Move, Pass, Snatch
from sim.rules.d20 import disarm, special
from sim.state.battle import Thing
from sim.table import Table
from sim.tables.bestiary import creature, kinds
from sim.tables.equipment import weapon
from sim.tables.sheet import Sheet
from sim.testing import battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.people import fighter
from tests.rules.d20.told import part

SWORD = Attack("o", "longsword", "disarm")
HANDS = Attack("o", "unarmed strike", "disarm")
SOLDIER = creature("hobgoblin")
TRAINED = replace(creature("fighter-1"), feats=("improved-disarm",))


def armed(sheet: Sheet, name: str) -> Sheet:
    """The same creature with this weapon in hand."""
    return replace(sheet, weapons=(weapon(name),), held=(name,), shield=None)


def field(
    dice: str = "",
    answers: tuple[Choose | Pass | Attack, ...] = (),
    a: str | Sheet = "fighter-1",
    o: str | Sheet = SOLDIER,
) -> Table:
    """Two adversaries side by side."""
    return battlefield(". . . .\n. A o .\n. . . .", A=a, o=o, dice=dice, answers=answers)


def contests(events: tuple[object, ...]) -> list[ContestRolled]:
    """The opposed rolls among these events."""
    return [event for event in events if type(event) is ContestRolled]


def test_attack_roll_against_attack_roll() -> None:
    """Both roll with their weapons; what is struck from the hand lies at its owner's feet (d20.disarm.check)."""
    table = field("d20:10 d20:9")

    events = order(table, "A", SWORD)

    (contest,) = contests(events)
    assert contest.checks == ("longsword", "longsword")
    assert [part.type for part in contest.other_parts] == ["base attack", "strength"]
    assert table.battle.things == (Thing("longsword", table.battle["o"].square, "o"),)
    assert table.battle["o"].held == ()
    assert {"d20.disarm.check", "d20.disarm.success-armed"} <= cited(events)
    spent(table)


def test_an_attempt_exposes_to_the_target() -> None:
    """The target strikes first, unless the feat is there (d20.disarm.aoo)."""
    exposed = field("d20:1 d20:10 d20:9", (Attack("A", "longsword"),))
    assert "d20.disarm.aoo" in cited(order(exposed, "A", SWORD))
    spent(exposed)

    trained = field("d20:10 d20:9", a=TRAINED)
    assert "d20.disarm.aoo" not in cited(order(trained, "A", SWORD))


def test_damage_ends_the_attempt() -> None:
    """A wound from the opportunity attack, and there is no roll (d20.disarm.aoo-damage-fails)."""
    table = field("d20:19 d20:2 d8:1", (Attack("A", "longsword"),))

    events = order(table, "A", SWORD)

    assert type(events[-1]) is AttemptFailed
    assert events[-1].cites == ("d20.disarm.aoo-damage-fails",)
    assert table.battle["o"].held == ("longsword",)
    spent(table)


def test_two_hands_hold_better_than_one_and_a_light_weapon_worse() -> None:
    """4 more for the greatsword, 4 less for the dagger and the fist (d20.disarm.two-handed, d20.disarm.light)."""
    table = field("d20:10 d20:9", a=armed(TRAINED, "greatsword"), o=armed(SOLDIER, "dagger"))
    (contest,) = contests(order(table, "A", Attack("o", "greatsword", "disarm")))

    assert (4, "two-handed", "d20.disarm.two-handed") in contest.parts
    assert (-4, "light", "d20.disarm.light") in contest.other_parts

    (contest,) = contests(order(field("d20:20 d20:1", a=TRAINED), "A", HANDS))
    assert (-4, "light", "d20.disarm.light") in contest.parts


def test_the_larger_has_the_longer_lever() -> None:
    """4 for each size between them, on the larger one's side (d20.disarm.size)."""
    table = battlefield("A o o\n. o o", A=TRAINED, o="ogre", dice="d20:10 d20:9")
    (contest,) = contests(order(table, "A", SWORD))
    assert (4, "larger", "d20.disarm.size") in contest.other_parts

    (contest,) = contests(order(field("d20:10 d20:9", o="goblin"), "A", SWORD))
    assert (4, "larger", "d20.disarm.size") in contest.parts


def test_a_bow_is_easily_lost() -> None:
    """4 less for what is no melee weapon, and no counter (d20.disarm.non-weapon)."""
    table = field("d20:2 d20:19", o=armed(SOLDIER, "shortbow"))

    events = order(table, "A", SWORD)

    (contest,) = contests(events)
    assert (-4, "no melee weapon", "d20.disarm.non-weapon") in contest.other_parts
    assert not contest.won
    spent(table)


def test_bare_hands_keep_what_they_take() -> None:
    """An unarmed winner with a free hand has the sword (d20.disarm.success-unarmed)."""
    table = field("d20:20 d20:1", a=creature("monk-3"))

    events = order(table, "A", HANDS)

    assert type(events[-1]) is Snatched
    assert events[-1].cites == ("d20.disarm.success-unarmed",)
    assert (table.battle["A"].held, table.battle["o"].held) == (("longsword",), ())


def test_a_kick_takes_nothing_in_hand() -> None:
    """With sword and shield in the hands, what an unarmed strike wins falls (d20.disarm.success-armed)."""
    table = field("d20:20 d20:1")

    assert type(order(table, "A", HANDS)[-1]) is Dropped


def test_whoever_keeps_its_weapon_may_strike_at_the_other_one() -> None:
    """The counter is the same roll and exposes nobody; the attacker's sword falls (d20.disarm.counter)."""
    table = field("d20:2 d20:19 d20:19 d20:2", (Pass(), Choose("yes")))

    events = order(table, "A", SWORD)

    first, second = contests(events)
    assert (first.won, second.who, second.won) == (False, "o", True)
    assert second.cites == ("d20.disarm.counter",)
    assert type(events[-1]) is Dropped
    assert (events[-1].who, events[-1].square) == ("A", table.battle["A"].square)
    spent(table)


def test_there_is_no_second_counter() -> None:
    """When the counter fails too, it ends there (d20.disarm.no-second-counter)."""
    table = field("d20:2 d20:19 d20:2 d20:19")

    events = order(table, "A", SWORD)

    assert contests(events)[1].cites == ("d20.disarm.counter", "d20.disarm.no-second-counter")
    assert (table.battle["A"].held, table.battle["o"].held) == (("longsword",), ("longsword",))
    spent(table)


def test_the_counter_is_a_choice_and_the_feat_rules_it_out() -> None:
    """The defender may leave it; against Improved Disarm it has none (d20.disarm.counter)."""
    declined = field("d20:2 d20:19", (Pass(), Choose("no")))
    assert len(contests(order(declined, "A", SWORD))) == 1

    trained = field("d20:2 d20:19", a=TRAINED)
    (contest,) = contests(order(trained, "A", SWORD))
    assert (4, "improved disarm", "d20.disarm.check") in contest.parts


def test_a_flail_helps_its_owner_to_begin_and_to_resist_the_counter() -> None:
    """2 more for a flail on the attempt and against the counter, not for a defender who holds one."""
    table = field("d20:2 d20:19 d20:2 d20:19", a=armed(creature("fighter-1"), "flail"), o=armed(SOLDIER, "flail"))

    first, second = contests(order(table, "A", Attack("o", "flail", "disarm")))

    flail = (2, "flail", "d20.disarm.check")
    assert flail in first.parts
    assert flail not in first.other_parts
    assert flail in second.parts
    assert flail in second.other_parts


def test_what_is_grown_on_or_locked_on_cannot_be_taken() -> None:
    """Neither claws, nor bare hands, nor a spiked gauntlet (d20.disarm.cannot)."""
    gauntlet = armed(SOLDIER, "spiked gauntlet")
    for kind in ("wolf", "monk-3", gauntlet):
        assert why_not(field(o=kind), "A", SWORD) == ("d20.disarm.cannot",)
    assert why_not(field(), "A", SWORD) == ()


def test_bare_hands_have_nothing_to_lose() -> None:
    """After a failed unarmed disarm there is nothing for a counter to take (d20.disarm.cannot)."""
    table = field("d20:2 d20:19", a=creature("monk-3"))

    assert len(contests(order(table, "A", HANDS))) == 1
    spent(table)


def test_what_else_holds_the_weapon_fast_counts() -> None:
    """A caller may add to the defender's roll, as a pin does."""
    table = field("d20:10 d20:9", a=TRAINED)
    bonus = Modifier(4, "pinned", "d20.grapple.pinning.disarm")
    me, target = table.battle["A"], table.battle["o"]

    disarm.attempt(table, me, target, me.weapons["longsword"], 0, defender_bonus=(bonus,))

    assert bonus in contests(tuple(table.log.events))[0].other_parts


def test_an_opportunity_may_be_used_to_disarm() -> None:
    """Whoever walks off may lose the sword to an opportunity attack."""
    answers = (Attack("A", "longsword", "disarm"),)
    table = field("d20:19 d20:2", answers, a=SOLDIER, o=TRAINED)

    order(table, "A", Move(square(table, "a1")))

    assert table.battle["A"].held == ()
    assert table.battle["A"].square == square(table, "a1")
    spent(table)


@given(st.sampled_from(kinds()), st.sampled_from(kinds()), st.integers(0, 2**32))
def test_no_weapon_is_lost_or_doubled(me: str, target: str, seed: int) -> None:
    """Whatever is held before a disarm is held by somebody after it, or lies on the ground."""
    table = battlefield("A A A o o o\nA A A o o o\nA A A o o o", A=me, o=target, dice=SeededDice(seed))
    battle = table.battle
    one, two = battle["A"], battle["o"]
    battle.leave(two)
    two.square = one.square + one.span
    battle.enter(two)
    before = sorted((*one.held, *two.held))

    for choice in special.melee_choices(battle, one, two):
        if choice.how == "disarm":
            special.make(table, one, choice, len(table.log.events) - 1)
            break

    assert sorted((*one.held, *two.held, *(thing.name for thing in battle.things))) == before


def test_a_locked_gauntlet_keeps_hold() -> None:
    """+10 to resist (d20.disarm.locked-gauntlet)."""
    theirs = fighter("longsword", gear=["locked gauntlet"])
    table = field("d20:15 d20:5", (Pass(), Choose("no")), fighter("longsword"), theirs)
    table.tell(GauntletLocked(-1, "o", "longsword"))
    events = order(table, "A", SWORD)

    (rolled,) = contests(events)
    assert part(rolled.other_parts, disarm.LOCKED) == 10
    assert table.battle["o"].held == ("longsword",)


def test_a_loose_thing_is_easily_snatched() -> None:
    """+4 for the attacker; bare hands keep it, and nobody disarms in turn (d20.disarm.grab-item)."""
    theirs = fighter("longsword", gear=["amulet"])
    table = field("d20:15 d20:5", (Pass(),), fighter("longsword", held=[]), theirs)
    events = order(table, "A", Snatch("o", "unarmed strike", "amulet"))

    (rolled,) = contests(events)
    assert part(rolled.parts, disarm.GRAB_ITEM) == 4
    assert (table.battle["A"].held, table.battle["o"].gear) == (("amulet",), ())
    assert "d20.action.varies.disarm" in cited(events)


def test_a_blade_cuts_a_thing_loose() -> None:
    """It falls at its wearer's feet, and can be picked up."""
    table = field("d20:15 d20:5", (Pass(),), fighter("longsword"), fighter("longsword", gear=["belt pouch"]))
    order(table, "A", Snatch("o", "longsword", "belt pouch"))

    assert table.battle.things == (Thing("belt pouch", table.battle["o"].square, "o"),)


def test_a_lost_snatch_costs_nothing() -> None:
    """No counter follows."""
    table = field("d20:2 d20:15", (Pass(),), fighter("longsword"), fighter("longsword", gear=["amulet"]))
    events = order(table, "A", Snatch("o", "longsword", "amulet"))

    assert len(contests(events)) == 1
    assert table.battle["o"].gear == ("amulet",)


def test_what_is_well_secured_is_taken_from_the_pinned_alone() -> None:
    """And they get +4."""
    theirs = fighter("longsword", gear=["backpack"])
    wish = Snatch("o", "unarmed strike", "backpack")
    table = field("d20:15 d20:5", (Pass(),), fighter("longsword"), theirs)
    assert why_not(table, "A", wish) == (disarm.GRAB_ITEM,)
    condition(table, "o", "pinned", "A")
    condition(table, "o", "grappling")
    assert not why_not(table, "A", wish)
    events = order(table, "A", wish)

    assert part(contests(events)[0].other_parts, disarm.GRAB_ITEM) == 4
