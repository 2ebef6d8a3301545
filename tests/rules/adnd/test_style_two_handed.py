"""Both hands on one weapon."""

from __future__ import annotations

from typing import Any

from sim.events.adnd import AttackMade, InitiativeThrown
from sim.events.adnd_hands import GripChanged
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan
from sim.events.course import FightBegan, OrderGiven
from sim.events.orders import Attack, ChangeGrip, Draw, FullAttack, Realign
from sim.rules.adnd import initiative, round
from sim.table import Table
from sim.tables.adnd_figures import WEAPONS, shield
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    cited,
    condition,
    declare,
    end_round,
    next_round,
    sheet,
    told,
    why_not,
)

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""


def swordsman(steps: int, held: str = "battle axe", **changes: Any) -> Any:
    return sheet("two-handed-6", styles={"free-hand": 0, "two-handed": steps}, held=(held,), **changes)


def gripping(steps: int, held: str = "battle axe", dice: str = "") -> Table:
    """A fight in which A has both hands on what it holds."""
    table = arena(FACE_TO_FACE, A=swordsman(steps, held), o="orc", dice=dice)
    condition(table, "A", "two-handed-grip", held)
    return table


def small(weapon: str, **changes: Any) -> Any:
    """A goblin with a man's weapon."""
    return sheet(
        "goblin", weapons=sheet("two-handed-6").weapons + sheet("fighter-3").weapons, held=(weapon,), **changes
    )


def test_some_weapons_take_both_hands() -> None:
    """A two-handed sword is of no use with a shield on the arm (adnd.style.two-handed.weapons-required)."""
    rule = "adnd.style.two-handed.weapons-required"
    order = FullAttack("o", "two-handed sword")
    shielded = arena(FACE_TO_FACE, A=swordsman(0, "two-handed sword", shield=sheet("fighter-3").shield), o="orc")
    free = arena(FACE_TO_FACE, A=swordsman(0, "two-handed sword"), o="orc")

    assert why_not(shielded, "A", order) == (rule,)
    assert not why_not(free, "A", order)
    assert why_not(free, "A", ChangeGrip("one")) == (rule,)


def test_some_may_be_used_in_one_or_both() -> None:
    """With other figures in both hands (adnd.style.two-handed.weapons-optional)."""
    rule = "adnd.style.two-handed.weapons-optional"
    table = gripping(0, "bastard sword", dice="d20:19 d4:2 d4:3")
    declare(table, "A", FullAttack("o", "bastard sword"))
    events = act(table, "A", Attack("o", "bastard sword"))
    (damage,) = told(events, DamageDealt)

    assert [die.sides for die in damage.dice] == [4, 4]
    assert rule in damage.cites
    dagger = arena(FACE_TO_FACE, A="duellist-6", o="orc")
    assert why_not(dagger, "A", ChangeGrip("two")) == (rule,)


def test_both_hands_are_for_one_weapon() -> None:
    """With something else in hand none is taken in both (adnd.style.two-handed.definition)."""
    rule = "adnd.style.two-handed.definition"
    two = sheet("two-handed-6", held=("battle axe", "bastard sword"), styles={"free-hand": 0, "two-handed": 0})
    one = swordsman(0)

    assert why_not(arena(FACE_TO_FACE, A=two, o="orc"), "A", ChangeGrip("two")) == (rule,)
    assert not why_not(arena(FACE_TO_FACE, A=one, o="orc"), "A", ChangeGrip("two"))


def test_whoever_is_trained_in_it_begins_so() -> None:
    """With a weapon that allows it (adnd.style.two-handed.definition)."""
    table = arena(FACE_TO_FACE, A="two-handed-6", o="orc")
    for hook in round.AT_OPENING:
        if hook.__module__.endswith("style_two_handed"):
            hook(table, -1)

    (changed,) = told(table.log.events, GripChanged)
    assert (changed.who, changed.weapon, changed.two) == ("A", "bastard sword", True)
    assert told(table.log.events, FightBegan)


def test_the_grip_goes_with_the_weapon() -> None:
    """What was in both hands and fell is in neither (adnd.style.two-handed.definition)."""
    table = arena(FACE_TO_FACE, A=swordsman(0, player=True), o=sheet("orc", player=True))
    condition(table, "A", "two-handed-grip", "battle axe")
    table.battle["A"].held = ()

    (changed,) = told(next_round(table), GripChanged)
    assert not changed.two
    assert "adnd.style.two-handed.definition" in changed.cites


def test_a_large_weapon_does_what_its_dice_say() -> None:
    """A two-handed sword 1d10 (adnd.style.two-handed.large-weapon)."""
    table = arena(FACE_TO_FACE, A=swordsman(0, "two-handed sword"), o="orc", dice="d20:19 d10:7")
    declare(table, "A", FullAttack("o", "two-handed sword"))
    events = act(table, "A", Attack("o", "two-handed sword"))

    assert told(events, DamageDealt)[0].dice[0].value == 7
    assert "adnd.style.two-handed.large-weapon" in cited(events)


def test_the_small_use_a_mans_weapon_in_both_hands() -> None:
    """One size too big, if made for one hand (adnd.style.two-handed.oversize-weapon)."""
    axe, great = FullAttack("A", "battle axe"), FullAttack("A", "two-handed sword")
    free = arena(FACE_TO_FACE, A="orc", o=small("battle axe", shield=None), dice="d20:3")
    shielded = arena(FACE_TO_FACE, A="orc", o=small("battle axe", shield=sheet("fighter-3").shield))
    too_big = arena(FACE_TO_FACE, A="orc", o=small("two-handed sword", shield=None))

    assert why_not(shielded, "o", axe) == ("adnd.style.two-handed.oversize-weapon",)
    assert why_not(too_big, "o", great) == ("adnd.style.two-handed.oversize-weapon",)
    assert not why_not(free, "o", axe)
    declare(free, "o", axe)
    (roll,) = told(act(free, "o", Attack("A", "battle axe")), AttackMade)
    assert roll.weapon == "battle axe"


def test_what_is_too_big_is_not_even_drawn() -> None:
    """Two hands do not hold it (adnd.style.two-handed.oversize-weapon)."""
    table = arena(FACE_TO_FACE, A="orc", o=small("short sword", shield=None))

    assert why_not(table, "o", Draw("two-handed sword")) == ("adnd.style.two-handed.oversize-weapon",)
    assert not why_not(table, "o", Draw("battle axe"))


def test_long_weapons_strike_from_afar() -> None:
    """A two-handed sword reaches two squares (adnd.style.two-handed.reach)."""
    table = arena("A . o .", A=swordsman(0, "two-handed sword"), o="orc", dice="d20:3")
    declare(table, "A", FullAttack("o", "two-handed sword"))

    assert "adnd.style.two-handed.reach" in cited(act(table, "A", Attack("o", "two-handed sword")))


def test_back_to_one_hand() -> None:
    """At the start of a round, if he knows both styles (adnd.style.two-handed.switch-to-free-hand)."""
    rule = "adnd.style.two-handed.switch-to-free-hand"
    table = gripping(0)
    (changed,) = told(declare(table, "A", ChangeGrip("one")), GripChanged)

    assert not changed.two
    assert rule in changed.cites
    ignorant = arena(FACE_TO_FACE, A=sheet("two-handed-6", held=("battle axe",), styles={"two-handed": 0}), o="orc")
    condition(ignorant, "A", "two-handed-grip", "battle axe")
    assert why_not(ignorant, "A", ChangeGrip("one")) == (rule,)


def test_a_buckler_covers_nobody_meanwhile() -> None:
    """There is no shield in this style (adnd.style.two-handed.no-shield)."""
    figures = swordsman(0, shield=shield("buckler"))
    found = []
    for grip in (False, True):
        table = arena(FACE_TO_FACE, A=figures, o="orc", dice="d20:3")
        if grip:
            condition(table, "A", "two-handed-grip", "battle axe")
        declare(table, "o", FullAttack("A", "long sword"))
        (roll,) = told(act(table, "o", Attack("A", "long sword")), AttackMade)
        found.append(("shield" in [part.type for part in roll.ac_parts], roll.cites))

    assert [shield for shield, _ in found] == [True, False]
    assert "adnd.style.two-handed.no-shield" in found[1][1]


def test_a_specialists_weapon_is_faster() -> None:
    """
    By three, in both hands alone, and never below 0 (adnd.style.two-handed.specialised.speed-factor).
    """
    rule = "adnd.style.two-handed.specialised.speed-factor"
    both, one, plain = gripping(1), arena(FACE_TO_FACE, A=swordsman(1), o="orc"), gripping(0)
    for table, change in ((both, -3), (one, None), (plain, None)):
        declare(table, "A", FullAttack("o", "battle axe"))
        table.dice = type(table.dice)("d10:5")
        initiative.roll(table, -1)
        (thrown,) = told(table.log.events, InitiativeThrown)
        assert {part.rule: part.value for part in thrown.parts}.get(rule) == change


def test_a_specialist_hits_harder_with_a_weapon_of_one_hand_in_both() -> None:
    """
    By one point, of those that have no dice of their own so (adnd.style.two-handed.specialised.damage,
    adnd.style.two-handed.specialised.damage-list).
    """
    rule = "adnd.style.two-handed.specialised.damage"
    for weapon, steps, more in (("battle axe", 1, 1), ("battle axe", 0, None), ("bastard sword", 1, None)):
        table = gripping(steps, weapon, dice="d20:19 d4:2 d4:3" if weapon == "bastard sword" else "d20:19 d8:4")
        declare(table, "A", FullAttack("o", weapon))
        (damage,) = told(act(table, "A", Attack("o", weapon)), DamageDealt)
        assert {part.rule: part.value for part in damage.parts}.get(rule) == more
        assert ("adnd.style.two-handed.specialised.damage-list" in damage.cites) is (more == 1)


def test_those_weapons_are_listed() -> None:
    """
    Axe, club, flails, maces, picks, morning star, sword, hammer (adnd.style.two-handed.specialised.damage-list).
    """
    listed = {
        name
        for name, figures in WEAPONS.items()
        if figures.grip is not None and (figures.grip.damage, figures.grip.large) == (figures.damage, figures.large)
    }
    assert listed == {
        "battle axe", "club", "footman's flail", "horseman's flail", "footman's mace", "horseman's mace",
        "footman's pick", "horseman's pick", "morning star", "long sword", "war hammer",
    }  # fmt: skip


def disarmed(*dice: str) -> Table:
    """A has struck aside the battle axe that o has in both hands; the dice that follow."""
    script = "d20:19 " + " ".join(dice)
    options = {"disarm_resistance": "off"}
    table = arena(
        FACE_TO_FACE, A=sheet("master-9", player=True), o=swordsman(0, player=True), dice=script, options=options
    )
    condition(table, "o", "two-handed-grip", "battle axe")
    declare(table, "A", FullAttack("o", "long sword", "disarm", object="battle axe"))
    declare(table, "o", FullAttack("A", "battle axe"))
    act(table, "A", Attack("o", "long sword", "disarm", object="battle axe"))
    return table


def test_one_disarm_does_not_take_it_away() -> None:
    """
    The grip is lost, and costs an attack (adnd.style.two-handed.disarm.partial,
    adnd.style.two-handed.disarm.recovery).
    """
    table = disarmed()
    assert table.battle["o"].held == ("battle axe",)
    activate(table, "o")
    assert "adnd.disarm.two-handed.partial" in why_not(table, "o", Attack("A", "battle axe"))
    (given,) = told(act(table, "o", Realign("weapon")), OrderGiven)

    assert "adnd.style.two-handed.disarm.recovery" in given.cites
    assert why_not(table, "o", Attack("A", "battle axe"))


def test_or_the_initiative_of_the_next_round() -> None:
    """For those who have no attack left for it (adnd.style.two-handed.disarm.recovery)."""
    late = [event for event in told(end_round(disarmed()), ConditionBegan) if event.condition == "late"]

    assert [event.who for event in late] == ["o"]
    assert "adnd.style.two-handed.disarm.recovery" in late[0].cites


def test_a_second_one_does() -> None:
    """In the same round it flies (adnd.style.two-handed.disarm.twice)."""
    table = disarmed("d20:19", "d6:4", "d6:1")
    activate(table, "A")
    events = act(table, "A", Attack("o", "long sword", "disarm", object="battle axe"))

    assert "adnd.style.two-handed.disarm.twice" in cited(events)
    assert table.battle["o"].held == ()
