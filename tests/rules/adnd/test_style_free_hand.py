"""One weapon, and the other hand free."""

from __future__ import annotations

from typing import Any

from sim.events.adnd import AttackMade, Declared
from sim.events.adnd_hands import GripChanged
from sim.events.orders import Attack, ChangeGrip, FullAttack
from sim.table import Table
from tests.rules.adnd.arena import act, activate, arena, cited, condition, declare, next_round, sheet, told, why_not

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""
FIST = FullAttack("o", "rapier", off_hand="fist", off_how="punch")


def struck(table: Table, *, by: str = "o", weapon: str = "long sword") -> dict[str, int]:
    """The parts of the Armor Class that a blow at A meets."""
    declare(table, by, FullAttack("A", weapon))
    (roll,) = told(act(table, by, Attack("A", weapon)), AttackMade)
    return {part.rule: part.value for part in roll.ac_parts}


def duellist(steps: int, **changes: Any) -> Any:
    return sheet("duellist-6", styles={"free-hand": steps, "two-handed": 0, "two-weapon": 0}, **changes)


def test_it_takes_a_weapon_in_one_hand_and_nothing_in_the_other() -> None:
    """Without a free hand there is none to strike with (adnd.style.free-hand.definition)."""
    free = arena(FACE_TO_FACE, A="duellist-6", o="orc")
    full = arena(FACE_TO_FACE, A=sheet("duellist-6", held=("rapier", "dagger")), o="orc")

    assert why_not(full, "A", FIST) == ("adnd.style.free-hand.definition",)
    assert not why_not(free, "A", FIST)


def test_the_weapon_may_be_of_any_length_that_one_hand_holds() -> None:
    """From a dagger to a bastard sword, if that is held in one hand (adnd.style.free-hand.weapon-range)."""
    rule = "adnd.style.free-hand.weapon-range"
    for kind, weapon in (("duellist-6", "dagger"), ("two-handed-6", "bastard sword")):
        figures = sheet(kind, held=(weapon,))
        order = FullAttack("o", weapon, off_hand=figures.unarmed.name, off_how="punch")
        assert not why_not(arena(FACE_TO_FACE, A=figures, o="orc"), "A", order)
    table = arena(FACE_TO_FACE, A=figures, o="orc")
    condition(table, "A", "two-handed-grip", "bastard sword")
    great = arena(FACE_TO_FACE, A=sheet("two-handed-6", held=("two-handed sword",)), o="orc")

    assert why_not(table, "A", order) == (rule,)
    assert why_not(great, "A", FullAttack("o", "two-handed sword", off_hand="gauntlet", off_how="punch")) == (rule,)


def test_the_free_hand_may_strike_too() -> None:
    """It is announced with the round's attacks (adnd.style.free-hand.free-hand-uses)."""
    table = arena(FACE_TO_FACE, A="duellist-6", o="orc")
    (declared,) = told(declare(table, "A", FIST), Declared)

    assert declared.second == "fist"
    assert "adnd.style.free-hand.free-hand-uses" in declared.cites


def test_weapon_and_hand_have_the_penalties_of_two_weapons() -> None:
    """
    -2 and -4, which reactions lessen: of 17 by two (adnd.style.free-hand.secondary.penalty,
    adnd.style.free-hand.secondary.dex).
    """
    dull = arena(FACE_TO_FACE, A=sheet("duellist-6", dexterity=10), o="orc", dice="d20:3 d20:3")
    quick = arena(FACE_TO_FACE, A=sheet("duellist-6", dexterity=17), o="orc", dice="d20:3 d20:3")
    found = []
    for table in (dull, quick):
        declare(table, "A", FIST)
        blows = [*act(table, "A", Attack("o", "rapier")), *act(table, "A", Attack("o", "fist"))]
        found.append(
            [
                [part.value for part in roll.parts if "free-hand.secondary" in part.rule]
                for roll in told(blows, AttackMade)
            ]
        )

    assert found == [[[-2], [-4]], [[-2, 2], [-4, 2]]]


def test_a_clumsy_hand_is_worse() -> None:
    """A bad reaction adjustment adds to the penalty (adnd.style.free-hand.secondary.dex)."""
    table = arena(FACE_TO_FACE, A=sheet("duellist-6", dexterity=5), o="orc", dice="d20:3")
    declare(table, "A", FIST)
    (roll,) = told(act(table, "A", Attack("o", "rapier")), AttackMade)

    assert [part.value for part in roll.parts if part.rule == "adnd.style.free-hand.secondary.dex"] == [-1]


def test_there_is_no_shield_on_the_arm() -> None:
    """A shield that hangs on the back covers nobody (adnd.style.free-hand.no-shield)."""
    bare = arena(FACE_TO_FACE, A="fighter-5", o="orc", dice="d20:3")
    table = bare.battle["A"]
    table.shield_on = False
    declare(bare, "o", FullAttack("A", "long sword"))
    events = act(bare, "o", Attack("A", "long sword"))

    assert "adnd.style.free-hand.no-shield" in cited(events)
    assert "adnd.style.weapon-shield.ac" not in cited(events)


def test_a_specialist_is_harder_to_hit() -> None:
    """
    By one, and by two with a second step (adnd.style.free-hand.specialised.ac, adnd.style.free-hand.specialised-2.ac).
    """
    one, two = (arena(FACE_TO_FACE, A=duellist(steps), o="orc", dice="d20:3") for steps in (1, 2))

    assert struck(one)["adnd.style.free-hand.specialised.ac"] == -1
    assert struck(two)["adnd.style.free-hand.specialised-2.ac"] == -2


def test_but_not_from_behind_nor_when_he_cannot_act() -> None:
    """Nor helpless or stunned (adnd.style.free-hand.specialised.ac)."""
    behind = arena(FACE_TO_FACE, A=duellist(1), o="orc", dice="d20:3", facing={"A": 6})
    stunned = arena(FACE_TO_FACE, A=duellist(1), o="orc", dice="d20:3")
    condition(stunned, "A", "stunned")

    assert "adnd.style.free-hand.specialised.ac" not in struck(behind)
    assert "adnd.style.free-hand.specialised.ac" not in struck(stunned)


def test_a_hand_that_strikes_or_holds_something_counts_as_armed() -> None:
    """The bonus needs it empty and idle (adnd.style.free-hand.specialised.condition)."""
    idle = arena(FACE_TO_FACE, A=duellist(1), o="orc", dice="d20:3")
    busy = arena(FACE_TO_FACE, A=duellist(1), o="orc", dice="d20:3")
    armed = arena(FACE_TO_FACE, A=duellist(1, held=("rapier", "dagger")), o="orc", dice="d20:3")
    declare(busy, "A", FIST)

    for table, bonus in ((idle, True), (busy, False), (armed, False)):
        declare(table, "o", FullAttack("A", "long sword"))
        events = act(table, "o", Attack("A", "long sword"))
        assert ("adnd.style.free-hand.specialised.ac" in cited(events)) is bonus
        assert ("adnd.style.free-hand.specialised.condition" in cited(events)) is not bonus


def test_the_grip_is_changed_at_the_start_of_a_round() -> None:
    """
    By who knows both styles, before initiative, and once (adnd.style.free-hand.switch-to-two-handed).
    """
    rule = "adnd.style.free-hand.switch-to-two-handed"
    figures = sheet("two-handed-6", styles={"free-hand": 0, "two-handed": 0}, player=True)
    table = arena(FACE_TO_FACE, A=figures, o=sheet("orc", player=True))
    (changed,) = told(declare(table, "A", ChangeGrip("two")), GripChanged)

    assert changed.two
    assert rule in changed.cites
    assert why_not(table, "A", ChangeGrip("one")) == ("adnd.style.two-handed.switch-to-free-hand",)
    declare(table, "A", FullAttack("o", "bastard sword"))
    activate(table, "A")
    assert why_not(table, "A", ChangeGrip("one"))
    next_round(table)
    assert not why_not(table, "A", ChangeGrip("one"))

    ignorant = arena(FACE_TO_FACE, A=sheet("two-handed-6", styles={"two-handed": 0}), o="orc")
    assert why_not(ignorant, "A", ChangeGrip("two")) == (rule,)
