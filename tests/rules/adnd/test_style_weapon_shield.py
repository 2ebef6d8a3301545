"""Weapon and shield: what covers, what a manoeuvre costs, on and off the arm."""

from __future__ import annotations

from typing import Any

import pytest

from sim.events.adnd import AttackMade, Declared
from sim.events.adnd_hands import OtherHandUsed, ShieldRuined
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.objects import ShieldStrapped
from sim.events.orders import Attack, Choose, Draw, FullAttack, LooseShield, PickUp, ReadyShield
from sim.rules.adnd import style_weapon_shield
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import act, activate, arena, cited, condition, declare, sheet, told, why_not

FACE_TO_FACE = """
    . . . .
    . A o .
    . . . .
"""
BESIDES = Choose("shield besides")
PUNCH = Attack("o", "medium shield", "shield-punch", besides=True)


def shieldman(steps: int = 0, board: str = "medium", plus: int = 0, **changes: Any) -> Any:
    """Of ordinary reactions, with a sword of no renown."""
    figures: dict[str, Any] = {
        "styles": {"weapon-shield": steps}, "shield": shield(board, plus=plus), "tiers": {}, "dexterity": 10,
    }  # fmt: skip
    return sheet("shieldman-6", **{**figures, **changes})


def parts(events: tuple[object, ...], who: str = "A") -> dict[str, int]:
    """The parts of the attack roll that somebody made."""
    (roll,) = [roll for roll in told(events, AttackMade) if roll.attacker == who]
    return {part.rule: part.value for part in roll.parts}


def keeping(steps: int, dice: str, *, spare: bool = True, **changes: Any) -> Table:
    """A, who keeps the shield for a parry, attacked by o."""
    table = arena(FACE_TO_FACE, A=shieldman(steps, **changes), o="orc", dice=dice, answers=[BESIDES])
    declare(table, "A", FullAttack("o", "long sword", off_hand="medium shield"))
    declare(table, "o", FullAttack("A", "long sword"))
    return table


@pytest.mark.parametrize(("board", "plus", "worth"), [("buckler", 0, -1), ("medium", 0, -1), ("medium", 2, -3)])
def test_a_shield_covers(board: str, plus: int, worth: int) -> None:
    """By one, and its magic (adnd.style.weapon-shield.ac)."""
    table = arena(FACE_TO_FACE, A=shieldman(board=board, plus=plus), o="orc", dice="d20:3")
    declare(table, "o", FullAttack("A", "long sword"))
    (roll,) = told(act(table, "o", Attack("A", "long sword")), AttackMade)

    assert {part.rule: part.value for part in roll.ac_parts}["adnd.style.weapon-shield.ac"] == worth


def test_a_body_shield_covers_better_against_missiles() -> None:
    """By two (adnd.style.weapon-shield.ac)."""
    table = arena("A . . . o", A=shieldman(board="body"), o="orc-archer", dice="d20:3")
    bow = table.battle["o"].held[0]
    declare(table, "o", FullAttack("A", bow))
    (roll,) = told(act(table, "o", Attack("A", bow)), AttackMade)

    assert {part.rule: part.value for part in roll.ac_parts}["adnd.style.weapon-shield.ac"] == -2


def test_it_is_strapped_on_by_a_free_hand() -> None:
    """Which takes a round; a buckler leaves the hand as it is (adnd.style.weapon-shield.definition)."""
    rule = "adnd.style.weapon-shield.definition"
    slung = {"held": ("long sword",)}
    free = arena(FACE_TO_FACE, A=shieldman(**slung), o="orc")
    full = arena(FACE_TO_FACE, A=shieldman(held=("long sword", "spear")), o="orc")
    buckler = arena(FACE_TO_FACE, A=shieldman(board="buckler", held=("long sword", "spear")), o="orc")
    for table in (free, full, buckler):
        table.battle["A"].shield_on = False

    assert why_not(full, "A", ReadyShield()) == (rule,)
    assert not why_not(buckler, "A", ReadyShield())
    declare(free, "A", ReadyShield())
    (strapped,) = told(activate(free, "A"), ShieldStrapped)
    assert strapped.on
    assert rule in strapped.cites


def test_to_take_it_off_takes_a_round() -> None:
    """It is still on when the round begins (adnd.style.weapon-shield.remove)."""
    rule = "adnd.style.weapon-shield.remove"
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
    declare(table, "A", LooseShield())
    assert table.battle["A"].shield_on
    (off,) = told(activate(table, "A"), ShieldStrapped)

    assert not off.on
    assert rule in off.cites
    assert not table.battle["A"].shield_on
    assert why_not(arena(FACE_TO_FACE, A="duellist-6", o="orc"), "A", LooseShield()) == (rule,)


def test_or_its_strap_is_cut() -> None:
    """By a blade in the other hand, for one attack; then it is of no use (adnd.style.weapon-shield.cut-strap)."""
    rule = "adnd.style.weapon-shield.cut-strap"
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")
    (ruined,) = told(act(table, "A", LooseShield()), ShieldRuined)

    assert rule in ruined.cites
    assert not table.battle["A"].shield_on
    assert not table.battle.ledger["A"].attacks  # type: ignore[index]
    blunt = arena(FACE_TO_FACE, A=shieldman(weapons=sheet("priest-5").weapons, held=("footman's mace",)), o="orc")
    declare(blunt, "A", FullAttack("o", "footman's mace"))
    activate(blunt, "A")
    assert why_not(blunt, "A", LooseShield()) == (rule,)


def test_the_hand_that_bears_it_takes_nothing() -> None:
    """But for a buckler's (adnd.style.weapon-shield.hand-occupied)."""
    rule = "adnd.style.weapon-shield.hand-occupied"
    two = {"weapons": (*sheet("shieldman-6").weapons, *sheet("two-handed-6").weapons)}
    table = arena(FACE_TO_FACE, A=shieldman(**two), o="orc")
    bare = arena(FACE_TO_FACE, A=shieldman(**two), o="orc")
    bare.battle["A"].shield_on = False
    for each in (table, bare):
        each.battle["A"].items = ("two-handed sword",)

    assert why_not(table, "A", Draw("two-handed sword")) == (rule,)
    assert not why_not(bare, "A", Draw("two-handed sword"))


def test_with_the_main_hand_of_no_use_the_shield_is_all_that_is_left() -> None:
    """No other weapon is taken while the shield is on (adnd.style.weapon-shield.no-second-weapon)."""
    rule = "adnd.style.weapon-shield.no-second-weapon"
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
    table.battle["A"].items = ("spear",)
    assert not why_not(table, "A", Draw("spear"))

    condition(table, "A", "fouled", "long sword")
    assert why_not(table, "A", Draw("spear")) == (rule,)
    assert not why_not(table, "A", FullAttack("o", "medium shield", "shield-punch"))
    table.battle["A"].shield_on = False
    assert not why_not(table, "A", Draw("spear"))


def test_a_shield_has_manoeuvres_of_its_own_and_strikes_no_other_blow() -> None:
    """Rush, punch, parry, block and trap (adnd.style.weapon-shield.manoeuvres)."""
    rule = "adnd.style.weapon-shield.manoeuvres"
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")

    assert why_not(table, "A", FullAttack("o", "medium shield")) == (rule,)
    assert why_not(table, "A", FullAttack("o", "long sword", "shield-punch"))
    assert not why_not(table, "A", FullAttack("o", "medium shield", "shield-punch"))
    (kept,) = told(declare(table, "A", FullAttack("o", "long sword", off_hand="medium shield")), Declared)
    assert kept.second == "medium shield"
    assert rule in kept.cites


def test_a_manoeuvre_costs_the_cover() -> None:
    """From then to the end of the round (adnd.style.weapon-shield.manoeuvre.forfeits-ac)."""
    rule = "adnd.style.weapon-shield.manoeuvre.forfeits-ac"
    table = keeping(0, "d20:19 d20:3 d8:1")
    events = act(table, "o", Attack("A", "long sword"))
    (spent,) = told(events, ConditionBegan)
    blow = told(events, AttackMade)[0]

    assert (spent.condition, spent.ender) == ("shield-spent", "*")
    assert rule in spent.cites
    assert "adnd.style.weapon-shield.ac" not in [part.rule for part in blow.ac_parts]


def test_shield_and_weapon_have_the_penalties_of_two_weapons() -> None:
    """-4 with the shield that parries besides, then -2 with the weapon (adnd.style.weapon-shield.manoeuvre.penalty)."""
    rule = "adnd.style.weapon-shield.manoeuvre.penalty"
    table = keeping(0, "d20:19 d20:3 d8:1 d20:3")

    assert parts(act(table, "o", Attack("A", "long sword")))[rule] == -4
    assert parts(act(table, "A", Attack("o", "long sword")))[rule] == -2


def test_reactions_lessen_them() -> None:
    """As with two weapons (adnd.style.weapon-shield.manoeuvre.dex)."""
    rule = "adnd.style.weapon-shield.manoeuvre.dex"
    table = keeping(0, "d20:19 d20:3 d8:1 d20:3", dexterity=20)

    assert parts(act(table, "o", Attack("A", "long sword")))[rule] == 3
    assert parts(act(table, "A", Attack("o", "long sword")))[rule] == 2


def test_a_specialist_parries_and_stays_covered() -> None:
    """
    Against the blow itself and the others, with no penalty to the weapon, and -2 to the parry
    (adnd.style.weapon-shield.specialised.parry.keeps-ac, adnd.style.weapon-shield.specialised.parry.no-main-penalty,
    adnd.style.weapon-shield.specialised.parry.shield-penalty).
    """
    stem = "adnd.style.weapon-shield.specialised.parry"
    table = keeping(1, "d20:19 d20:3 d8:1 d20:3")
    events = act(table, "o", Attack("A", "long sword"))
    blow = told(events, AttackMade)[0]

    assert {f"{stem}.keeps-ac", f"{stem}.no-main-penalty"} <= cited(events)
    assert "adnd.style.weapon-shield.ac" in [part.rule for part in blow.ac_parts]
    assert parts(events)[f"{stem}.shield-penalty"] == -2
    assert not [rule for rule in parts(act(table, "A", Attack("o", "long sword"))) if "weapon-shield" in rule]


def test_reactions_lessen_that_too() -> None:
    """In part or in full (adnd.style.weapon-shield.specialised.parry.dex)."""
    rule = "adnd.style.weapon-shield.specialised.parry.dex"
    for dexterity, ease in ((16, 1), (20, 2)):
        table = keeping(1, "d20:19 d20:3 d8:1", dexterity=dexterity)
        assert parts(act(table, "o", Attack("A", "long sword")))[rule] == ease


def test_after_two_steps_a_parry_has_no_penalty() -> None:
    """Neither with the shield nor the weapon (adnd.style.weapon-shield.specialised-2.parry)."""
    rule = "adnd.style.weapon-shield.specialised-2.parry"
    table = keeping(2, "d20:19 d20:3 d8:1 d20:3")
    events = act(table, "o", Attack("A", "long sword"))

    assert rule in cited(events)
    assert not [name for name in parts(events) if "weapon-shield" in name]
    assert not [name for name in parts(act(table, "A", Attack("o", "long sword"))) if "weapon-shield" in name]


def test_the_shield_does_one_thing_besides() -> None:
    """Whoever has parried with it has no punch left (adnd.style.weapon-shield.manoeuvres)."""
    table = keeping(1, "d20:19 d20:3 d8:1")
    events = act(table, "o", Attack("A", "long sword"))
    activate(table, "A")

    assert told(events, OtherHandUsed)[0].use == "parry"
    assert why_not(table, "A", PUNCH) == ("adnd.shield-punch.secondary",)


def test_after_a_punch_a_specialist_is_covered_again_when_he_may_strike() -> None:
    """Whether he does or not (adnd.style.weapon-shield.specialised.recovers-ac)."""
    rule = "adnd.style.weapon-shield.specialised.recovers-ac"
    found = []
    for steps in (0, 1):
        table = arena(FACE_TO_FACE, A=shieldman(steps), o="orc", dice="d20:3")
        declare(table, "A", FullAttack("o", "long sword"))
        events = act(table, "A", PUNCH)
        found.append([rule in ended.cites for ended in told(events, ConditionEnded)])

    assert found == [[], [True]]


def test_after_two_steps_a_manoeuvre_has_less_of_a_penalty() -> None:
    """0 and -2 in the place of -2 and -4 (adnd.style.weapon-shield.specialised-2.penalties)."""
    rule = "adnd.style.weapon-shield.specialised-2.penalties"
    table = arena(FACE_TO_FACE, A=shieldman(2), o="orc", dice="d20:3 d20:3")
    declare(table, "A", FullAttack("o", "long sword"))
    punch = parts(act(table, "A", PUNCH))
    events = act(table, "A", Attack("o", "long sword"))

    assert punch["adnd.shield-punch.specialised-2.penalties"] == -2
    assert rule in cited(events)
    assert not [name for name in parts(events) if "weapon-shield" in name]


def test_nobody_picks_up_with_that_hand() -> None:
    """With the sword in the other (adnd.style.weapon-shield.hand-occupied)."""
    rule = "adnd.style.weapon-shield.hand-occupied"
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
    declare(table, "A", FullAttack("o", "long sword"))
    activate(table, "A")

    assert rule in why_not(table, "A", PickUp("spear"))


def test_what_the_other_hand_has_announced_is_its_one_action() -> None:
    """No parry with the shield comes on top of a punch that was declared (adnd.style.weapon-shield.manoeuvre.one)."""
    for order, free in (
        (FullAttack("o", "long sword"), True),
        (FullAttack("o", "long sword", off_hand="medium shield", off_how="shield-punch"), False),
    ):
        table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
        declare(table, "A", order)
        activate(table, "A")
        assert style_weapon_shield.may_use_besides(table.battle, table.battle["A"]) is free


def test_only_a_spent_shield_recovers() -> None:
    """Who has not given up its cover has nothing to recover (adnd.style.weapon-shield.specialised.recovers-ac)."""
    table = arena(FACE_TO_FACE, A=shieldman(), o="orc")
    style_weapon_shield.recover(table, table.battle["A"], -1)

    assert not told(table.log.events, ConditionEnded)
