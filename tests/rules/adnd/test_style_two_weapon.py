"""A weapon in each hand."""

from __future__ import annotations

from typing import Any

import pytest

from sim.events.adnd import AttackMade, AttacksLost, AttacksSet, Declared
from sim.events.orders import Attack, FullAttack
from sim.rules.adnd import style_two_weapon
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import act, activate, arena, cited, declare, sheet, told, why_not

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""
ARMS = (
    *sheet("two-sword-6").weapons,
    *sheet("duellist-6").weapons,
    *(weapon for weapon in sheet("two-handed-6").weapons if weapon.name != "two-handed sword"),
    *sheet("fighter-3").weapons,
)


def fighter(main: str = "long sword", second: str = "short sword", steps: int = 0, **changes: Any) -> Any:
    """Of ordinary reactions, unless said otherwise, and with two right hands only if so said."""
    figures: dict[str, Any] = {"dexterity": 10, "ambidextrous": False, "styles": {"two-weapon": steps}, "weapons": ARMS}
    return sheet("two-sword-6", **{"held": (main, second), **figures, **changes})


def ranger(steps: int, main: str = "long sword", second: str = "short sword", **changes: Any) -> Any:
    figures = {"held": (main, second), "styles": {"two-weapon": steps}, "dexterity": 10, "weapons": ARMS, **changes}
    return sheet("ranger-5", tiers={}, **figures)


def both(table: Table, main: str = "long sword", second: str = "short sword", **more: Any) -> list[AttackMade]:
    """The two attacks of a round in which A strikes with both."""
    declare(table, "A", FullAttack("o", main, off_hand=second, **more))
    events = [*act(table, "A", Attack("o", main)), *act(table, "A", Attack("o", second))]
    return told(events, AttackMade)


def values(rolls: list[AttackMade], *rules: str) -> list[list[int]]:
    return [[part.value for part in roll.parts if part.rule in rules] for roll in rolls]


def test_it_takes_a_weapon_in_each_hand() -> None:
    """The main one first (adnd.style.two-weapon.definition)."""
    rule = "adnd.style.two-weapon.definition"
    order = FullAttack("o", "long sword", off_hand="short sword")
    table = arena(FACE_TO_FACE, A=fighter(), o="orc")
    alone = arena(FACE_TO_FACE, A=fighter(held=("long sword",)), o="orc")

    assert not why_not(table, "A", order)
    assert rule in why_not(alone, "A", order)
    assert rule in why_not(table, "A", FullAttack("o", "short sword", off_hand="long sword"))


def test_a_thing_in_the_other_hand_is_no_weapon() -> None:
    """Whatever it has snatched (adnd.style.two-weapon.definition)."""
    table = arena(FACE_TO_FACE, A=fighter(held=("long sword",)), o="orc")
    table.battle["A"].held = ("long sword", "locket")

    order = FullAttack("o", "long sword", off_hand="locket")
    assert why_not(table, "A", order) == ("adnd.style.two-weapon.definition",)


@pytest.mark.parametrize(
    ("main", "second", "steps", "fits"),
    [
        ("long sword", "short sword", 0, True),
        ("long sword", "spear", 1, False),
        ("long sword", "spear", 2, True),
        ("short sword", "dagger", 0, True),
        ("dagger", "rapier", 2, False),
    ],
)
def test_the_second_must_be_shorter(main: str, second: str, steps: int, fits: bool) -> None:
    """
    By size; two small weapons may be of one length, others after two steps of the style
    (adnd.style.two-weapon.secondary-shorter, adnd.style.two-weapon.both-small,
    adnd.style.two-weapon.specialised-2.same-size).
    """
    table = arena(FACE_TO_FACE, A=fighter(main, second, steps), o="orc")
    expected = () if fits else ("adnd.style.two-weapon.secondary-shorter",)

    assert why_not(table, "A", FullAttack("o", main, off_hand=second)) == expected


def test_no_two_of_one_size_when_one_takes_both_hands() -> None:
    """Each must be one for one hand (adnd.style.two-weapon.specialised-2.same-size)."""
    figures = fighter("battle axe", "rapier", 2, size="small")
    table = arena(FACE_TO_FACE, A=figures, o="orc")

    assert why_not(table, "A", FullAttack("o", "battle axe", off_hand="rapier"))


def test_there_is_one_more_attack() -> None:
    """With the second weapon, in the first pass (adnd.style.two-weapon.extra-attack)."""
    table = arena(FACE_TO_FACE, A=fighter(), o="orc", dice="d20:3 d20:3")
    (declared,) = told(declare(table, "A", FullAttack("o", "long sword", off_hand="short sword")), Declared)
    activate(table, "A")

    assert (declared.attacks, declared.second) == (1, "short sword")
    assert "adnd.style.two-weapon.extra-attack" in declared.cites
    act(table, "A", Attack("o", "long sword"))
    act(table, "A", Attack("o", "short sword"))
    assert why_not(table, "A", Attack("o", "short sword"))


def test_both_have_a_penalty() -> None:
    """-2, -4; for specialists 0, -2 (adnd.style.two-weapon.penalty, adnd.style.two-weapon.specialised.penalty)."""
    plain, trained = (arena(FACE_TO_FACE, A=fighter(steps=steps), o="orc", dice="d20:3 d20:3") for steps in (0, 1))

    assert values(both(plain), "adnd.style.two-weapon.penalty") == [[-2], [-4]]
    rolls = both(trained)
    assert values(rolls, "adnd.style.two-weapon.specialised.penalty") == [[], [-2]]
    assert "adnd.style.two-weapon.specialised.penalty" in rolls[0].cites


@pytest.mark.parametrize(
    ("dexterity", "ease"), [(10, [[], []]), (16, [[1], [1]]), (18, [[2], [2]]), (20, [[2], [3]]), (4, [[-2], [-2]])]
)
def test_reactions_lessen_it(dexterity: int, ease: list[list[int]]) -> None:
    """They never make a bonus of it; bad ones make it worse (adnd.style.two-weapon.dex)."""
    table = arena(FACE_TO_FACE, A=fighter(dexterity=dexterity), o="orc", dice="d20:3 d20:3")

    assert values(both(table), "adnd.style.two-weapon.dex") == ease


def test_both_may_do_the_same() -> None:
    """A disarm with each (adnd.style.two-weapon.same-manoeuvre)."""
    table = arena(FACE_TO_FACE, A=fighter(), o="orc", dice="d20:3 d20:3")
    declare(table, "A", FullAttack("o", "long sword", how="disarm", object="long sword", off_hand="short sword"))
    for weapon in ("long sword", "short sword"):
        (roll,) = told(act(table, "A", Attack("o", weapon, "disarm", object="long sword")), AttackMade)
        assert "adnd.style.two-weapon.same-manoeuvre" in roll.cites
        assert "adnd.style.two-weapon.different-manoeuvres" not in [part.rule for part in roll.parts]


@pytest.mark.parametrize(("who", "more"), [(fighter(), [-1]), (ranger(1), [-1]), (ranger(2), [])])
def test_different_things_with_each_are_harder(who: Any, more: list[int]) -> None:
    """
    -1 with both, but for the ranger who spent a slot (adnd.style.two-weapon.different-manoeuvres,
    adnd.style.two-weapon.ranger.slot.different-manoeuvres).
    """
    rule, spared = (
        "adnd.style.two-weapon.different-manoeuvres",
        "adnd.style.two-weapon.ranger.slot.different-manoeuvres",
    )
    table = arena(FACE_TO_FACE, A=who, o="orc", dice="d20:3 d20:3")
    declare(table, "A", FullAttack("o", "long sword", off_hand="short sword", off_how="disarm"))
    rolls = told(
        [
            *act(table, "A", Attack("o", "long sword")),
            *act(table, "A", Attack("o", "short sword", "disarm", object="long sword")),
        ],
        AttackMade,
    )

    assert values(rolls, rule) == [more, more]
    assert all((spared in roll.cites) is (not more) for roll in rolls)


def test_no_shield_covers_him() -> None:
    """Both hands are full (adnd.style.two-weapon.no-shield)."""
    rule = "adnd.style.two-weapon.no-shield"
    buckler = shield("buckler")
    found = []
    for held in (("long sword",), ("long sword", "short sword")):
        table = arena(FACE_TO_FACE, A=fighter(held=held, shield=buckler), o="orc", dice="d20:3")
        declare(table, "o", FullAttack("A", "long sword"))
        events = act(table, "o", Attack("A", "long sword"))
        found.append(("adnd.style.weapon-shield.ac" in cited(events), rule in cited(events)))

    assert found == [(True, False), (False, True)]


def test_who_loses_one_still_has_the_other() -> None:
    """
    He goes on with it, and with no attack besides (adnd.style.two-weapon.still-armed).
    """
    rule = "adnd.style.two-weapon.still-armed"
    table = arena(FACE_TO_FACE, A=fighter(), o="orc", dice="d20:3")
    declare(table, "A", FullAttack("o", "long sword", off_hand="short sword"))
    table.battle["A"].held = ("short sword",)
    events = activate(table, "A")

    assert told(events, AttacksLost)[0].second
    (left,) = told(events, AttacksSet)
    assert (left.weapon, left.attacks, left.due) == ("short sword", 1, ("short sword",))
    assert rule in left.cites
    assert why_not(table, "A", Attack("o", "long sword"))
    (roll,) = told(act(table, "A", Attack("o", "short sword")), AttackMade)
    assert [part.value for part in roll.parts if part.rule == "adnd.hand.off-hand.penalty"] == [-2]


def test_rangers_have_no_penalty() -> None:
    """
    They are specialised without paying for it (adnd.style.two-weapon.ranger.automatic,
    adnd.style.two-weapon.ranger.no-penalty).
    """
    assert sheet("ranger-5").styles["two-weapon"] >= 1
    table = arena(FACE_TO_FACE, A=ranger(1), o="orc", dice="d20:3 d20:3")
    rolls = both(table)

    assert values(rolls, "adnd.style.two-weapon.penalty", "adnd.style.two-weapon.specialised.penalty") == [[], []]
    assert all("adnd.style.two-weapon.ranger.no-penalty" in roll.cites for roll in rolls)


def test_heavy_armour_hinders_them_if_so_agreed() -> None:
    """
    Beyond studded leather they fight as others do, with the option ranger_light_armour
    (adnd.style.two-weapon.ranger.automatic).
    """
    armor = sheet("fighter-5").armor
    dice = "d20:3 d20:3"
    heavy = arena(FACE_TO_FACE, A=ranger(1, armor=armor), o="orc", dice=dice, options={"ranger_light_armour": "on"})
    light = arena(FACE_TO_FACE, A=ranger(1), o="orc", dice=dice, options={"ranger_light_armour": "on"})

    assert values(both(heavy), "adnd.style.two-weapon.penalty") == [[-2], [-4]]
    assert values(both(light), "adnd.style.two-weapon.penalty") == [[], []]


def test_a_ranger_may_learn_to_use_two_of_one_length() -> None:
    """For one slot (adnd.style.two-weapon.ranger.slot.same-length)."""
    order = FullAttack("o", "long sword", off_hand="spear")
    one, two = (arena(FACE_TO_FACE, A=ranger(steps, "long sword", "spear"), o="orc") for steps in (1, 2))

    assert why_not(one, "A", order) == ("adnd.style.two-weapon.secondary-shorter",)
    assert not why_not(two, "A", order)


def test_both_weapons_are_offered_against_enemies_alone() -> None:
    """Plainly, and with a disarm by the one or the other (adnd.style.two-weapon.same-manoeuvre)."""
    table = arena(". B . .\n. A o .", A=fighter(), B=fighter(), o="orc")
    offered = list(style_two_weapon.with_both(table.battle, table.battle["A"]))

    assert [(order.target, order.how, order.off_how) for order in offered] == [
        ("o", "strike", ""), ("o", "strike", "disarm"), ("o", "disarm", "")
    ]  # fmt: skip
