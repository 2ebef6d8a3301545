"""The shield rush."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.adnd import AttackMade, InitiativeThrown, ScoreChecked
from sim.events.attacks import DamageDealt
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.orders import Attack, Charge, FullAttack, Move, Opportunity
from sim.events.riding import Dismounted, Mounted
from sim.rules.adnd import charge, initiative, melee, shield_rush
from sim.rules.adnd.declare import CHARGING, MELEE, SHIELD, Blow, arm_of
from sim.table import Table
from sim.tables.adnd_figures import shield
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    cited,
    condition,
    declare,
    next_round,
    sheet,
    square,
    told,
    why_not,
)

LANE = "A . . . o . ."
CHECK = "adnd.shield-rush.balance-check"


def rusher(steps: int = 0, board: str = "medium", plus: int = 0, **changes: Any) -> Any:
    """Of Strength 17 and Dexterity 10."""
    figures: dict[str, Any] = {
        "styles": {"weapon-shield": steps}, "shield": shield(board, plus=plus), "dexterity": 10, "player": True,
    }  # fmt: skip
    return sheet("shieldman-6", **{**figures, **changes})


def orc(**changes: Any) -> Any:
    return sheet("orc", **{"strength": 12, "dexterity": 12, "player": True, **changes})


def lane(
    dice: str = "", *, drawing: str = LANE, steps: int = 0, foe: Any = None, option: str = "seed", **changes: Any
) -> Table:
    options = {"shield_rush": option, "fumble": "off"}
    return arena(drawing, A=rusher(steps, **changes), o=foe or orc(), dice=dice, options=options)


def order(table: Table, board: str = "medium shield") -> Charge:
    """A rush of A at o."""
    battle = table.battle
    places = charge.lanes(battle, battle["A"], battle["o"], board) or (-1,)
    return Charge("o", places[0], board, "shield-rush")


def rush(table: Table) -> tuple[object, ...]:
    declare(table, "A", order(table))
    return activate(table, "A")


def check(events: tuple[object, ...]) -> ScoreChecked:
    (found,) = told(events, ScoreChecked)
    assert isinstance(found, ScoreChecked)
    return found


def test_it_is_a_charge_with_the_shield() -> None:
    """Meant to slam somebody and bring him down (adnd.shield-rush.definition)."""
    (roll,) = told(rush(lane("d20:3 d20:9")), AttackMade)

    assert (roll.how, roll.weapon) == ("shield-rush", "medium shield")
    assert "adnd.shield-rush.definition" in roll.cites


@pytest.mark.parametrize(("board", "large"), [("buckler", False), ("small", False), ("medium", True), ("body", True)])
def test_it_takes_a_medium_or_a_large_shield(board: str, large: bool) -> None:
    """On the arm (adnd.shield-rush.shields)."""
    table = lane(board=board)
    name = table.battle["A"].sheet.shield.name  # type: ignore[union-attr]
    assert ("adnd.shield-rush.shields" in why_not(table, "A", order(table, name))) is not large

    wish = order(table, name)
    table.battle["A"].shield_on = False
    assert "adnd.shield-rush.shields" in why_not(table, "A", wish)


def test_it_takes_three_metres() -> None:
    """A square or more between the two (adnd.shield-rush.min-distance)."""
    near, far = lane(drawing="A o . ."), lane(drawing="A . o .")

    assert "adnd.shield-rush.min-distance" in why_not(near, "A", order(near))
    assert not why_not(far, "A", order(far))


def test_it_is_announced_before_initiative() -> None:
    """With a speed factor of 3 in that; when his turn has come it is too late (adnd.shield-rush.declare)."""
    rule = "adnd.shield-rush.declare"
    table = lane("d10:4")
    wish = order(table)
    declare(table, "A", wish)
    initiative.roll(table, -1)
    (thrown,) = told(table.log.events, InitiativeThrown)
    assert {part.rule: part.value for part in thrown.parts} == {rule: 3}

    late = lane()
    declare(late, "A", FullAttack("o", "long sword"))
    activate(late, "A")
    assert why_not(late, "A", wish)


def test_the_shield_covers_nobody_from_its_start() -> None:
    """To the end of the round (adnd.shield-rush.loses-ac)."""
    events = rush(lane("d20:3 d20:9"))
    spent = next(event for event in told(events, ConditionBegan) if event.condition == "shield-spent")

    assert spent.ender == "*"
    assert "adnd.shield-rush.loses-ac" in spent.cites
    assert events.index(spent) < events.index(told(events, AttackMade)[0])


def test_a_specialist_is_covered_again_at_once() -> None:
    """When the charge is over (adnd.shield-rush.specialised.recovers-ac)."""
    rule = "adnd.shield-rush.specialised.recovers-ac"
    for steps in (0, 1):
        table = lane("d20:3 d20:9", steps=steps)
        ended = [event for event in told(rush(table), ConditionEnded) if rule in event.cites]
        assert len(ended) == steps
        assert table.battle["A"].has("shield-spent") is not steps


def test_there_are_no_more_attacks_in_the_round() -> None:
    """No free ones either (adnd.shield-rush.no-more-attacks)."""
    rule = "adnd.shield-rush.no-more-attacks"
    table = lane("d20:3 d20:9")
    battle = table.battle
    assert melee.may_strike_freely(battle, battle["A"], battle["o"])
    assert rule in cited(rush(table))

    assert not melee.may_strike_freely(battle, battle["A"], battle["o"])
    declared = act(table, "o", Move(square(table, "g1"))) if not why_not(table, "o", Move(square(table, "g1"))) else ()
    assert not list(told(declared, Opportunity))
    next_round(table)
    assert melee.may_strike_freely(battle, battle["A"], battle["o"])


def test_only_strength_helps_and_the_charge() -> None:
    """Neither skill nor the shield's magic (adnd.shield-rush.strength-only, adnd.shield-rush.no-magic-bonus)."""
    table = lane("d20:19 d3:2 d20:5", plus=2, favoured=("long sword",))
    events = rush(table)
    (roll,), (damage,) = told(events, AttackMade), told(events, DamageDealt)

    assert {part.rule for part in roll.parts} == {"adnd.charge.to-hit", "adnd.core.strength.adjustments"}
    assert {part.rule for part in damage.parts} == {"adnd.core.strength.adjustments"}
    assert "adnd.shield-rush.strength-only" in roll.cites
    for event in (roll, damage):
        assert "adnd.shield-rush.no-magic-bonus" in event.cites


def test_it_does_1d3() -> None:
    """And what Strength adds; the charge doubles nothing (adnd.shield-rush.damage)."""
    (damage,) = told(rush(lane("d20:19 d3:2 d20:5")), DamageDealt)

    assert (damage.amount, [die.sides for die in damage.dice]) == (3, [3])
    assert "adnd.shield-rush.damage" in damage.cites


@pytest.mark.parametrize(("die", "stands"), [(14, True), (15, False)])
def test_the_target_keeps_its_feet_by_its_dexterity(die: int, stands: bool) -> None:
    """12, and 3 more for standing still, less 1 for Strength is 14 (adnd.shield-rush.balance-check)."""
    table = lane(f"d20:19 d3:1 d20:{die}")
    found = check(rush(table))

    assert (found.who, found.check, found.score, found.success) == ("o", "dexterity", 14, stands)
    assert CHECK in found.cites
    assert table.battle["o"].has("prone") is not stands


def test_a_20_always_fails() -> None:
    """However quick it is (adnd.shield-rush.balance-check)."""
    assert not check(rush(lane("d20:19 d3:1 d20:20", foe=orc(dexterity=25)))).success


def parts(table: Table) -> dict[str, int]:
    """What is added to the target's Dexterity."""
    me, target = table.battle["A"], table.battle["o"]
    blow = Blow(table.battle, me, target, arm_of(me, "medium shield"), MELEE | CHARGING | SHIELD, "shield-rush")
    still = shield_rush.still_or_coming(table, target, me)
    return {part.rule.removeprefix(f"{CHECK}."): part.value for part in shield_rush.balance(blow, still=still)}


def test_standing_still_helps() -> None:
    """So does coming nearer; running away does not (adnd.shield-rush.balance-check.facing-or-still)."""
    name = "facing-or-still"
    for goal, helps in (("e1", True), ("c1", True), ("g1", False)):
        table = lane(drawing="A . . o . . .")
        assert parts(table)[name] == 3
        declare(table, "o", Move(square(table, goal)))
        act(table, "o", Move(square(table, goal))) if goal != "e1" else None
        assert parts(table).get(name) == (3 if helps else None)


def test_a_blow_from_behind_is_harder_to_stand() -> None:
    """By three (adnd.shield-rush.balance-check.from-behind)."""
    table = arena("A o . .", A=rusher(), o=orc(), facing={"o": 2})

    assert parts(table)["from-behind"] == -3
    assert "from-behind" not in parts(arena("A o . .", A=rusher(), o=orc()))


@pytest.mark.parametrize("state", ["surprised", "blinded"])
def test_so_is_one_that_is_not_seen_to_come(state: str) -> None:
    """By three again, all adding up (adnd.shield-rush.balance-check.unaware)."""
    table = arena("A o . .", A=rusher(), o=orc(), facing={"o": 2})
    condition(table, "o", state)
    assert (parts(table)["unaware"], parts(table)["from-behind"]) == (-3, -3)

    unseen = arena("A o . .", A=rusher(), o=orc())
    assert "unaware" not in parts(unseen)
    condition(unseen, "A", "invisible")
    assert parts(unseen)["unaware"] == -3


def test_four_legs_stand_better() -> None:
    """By two (adnd.shield-rush.balance-check.four-legs)."""
    found = parts(arena("A o . .", A=rusher(), o="wolf"))

    assert found["four-legs"] == 2
    assert "four-legs" not in parts(arena("A o . .", A=rusher(), o=orc()))


@pytest.mark.parametrize(("size", "worth"), [("tiny", -8), ("small", -4), ("large", 4), ("huge", 8)])
def test_the_bigger_stand_better(size: str, worth: int) -> None:
    """By four for each size, and the smaller worse (adnd.shield-rush.balance-check.size)."""
    assert parts(arena("A o . .", A=rusher(), o=orc(size=size)))["size"] == worth
    assert "size" not in parts(arena("A o . .", A=rusher(), o=orc()))


@pytest.mark.parametrize(("strength", "worth"), [(17, None), (12, -1), (19, 2), (3, -4)])
def test_the_stronger_stand_better(strength: int, worth: int | None) -> None:
    """By what their Strength adds to hit, less the rusher's +1 (adnd.shield-rush.balance-check.strength)."""
    assert parts(arena("A o . .", A=rusher(), o=orc(strength=strength))).get("strength") == worth


@given(st.integers(1, 25), st.integers(1, 25), st.sampled_from(["tiny", "small", "medium", "large", "huge"]))
def test_what_helps_one_hinders_the_other(mine: int, its: int, size: Any) -> None:
    """
    Size and Strength count for a rush in one direction what they count against it in the other
    (adnd.shield-rush.balance-check.size, adnd.shield-rush.balance-check.strength).
    """
    one, other = rusher(strength=mine), rusher(strength=its, size=size)
    there, back = parts(arena("A o . .", A=one, o=other)), parts(arena("A o . .", A=other, o=one))

    for name in ("size", "strength"):
        assert there.get(name, 0) == -back.get(name, 0)


@pytest.mark.parametrize(("die", "stands"), [(10, True), (11, False)])
def test_a_miss_may_bring_the_rusher_down(die: int, stands: bool) -> None:
    """
    By his own Dexterity of 10 (adnd.shield-rush.miss.dexterity-check), where he is then (adnd.shield-rush.miss.falls).
    """
    table = lane(f"d20:3 d20:{die}")
    events = rush(table)
    found = check(events)

    assert (found.who, found.score, found.success) == ("A", 10, stands)
    assert "adnd.shield-rush.miss.dexterity-check" in found.cites
    assert ("adnd.shield-rush.miss.falls" in cited(events)) is not stands
    assert table.battle["A"].has("prone") is not stands
    assert table.battle.ground.name(table.battle["A"].square) == "d1"


def test_whoever_rides_comes_off() -> None:
    """Who does not keep his balance leaves the saddle (adnd.shield-rush.balance-check, adnd.mounted.unhorsed)."""
    dice = "d20:19 d3:1 d20:19 d20:19 d6:2"
    table = arena("A . . . m o . .", A=rusher(), m="riding-horse", o=orc(riding=("horse",)), dice=dice)
    table.tell(Mounted(-1, "o", "m", ()))
    events = rush(table)

    assert [(found.check, found.success) for found in told(events, ScoreChecked)] == [
        ("dexterity", False), ("riding", False),
    ]  # fmt: skip
    assert told(events, Dismounted)
    assert table.battle["o"].has("prone")


# Other books.


def test_by_the_handbook_a_miss_is_worse() -> None:
    """-6 to the check (adnd.variant.shield-rush.handbook-miss)."""
    found = check(rush(lane("d20:3 d20:5", option="handbook")))

    assert (found.score, found.success) == (4, False)
    assert [part.rule for part in found.parts] == ["adnd.variant.shield-rush.handbook-miss"]


@pytest.mark.parametrize(("die", "stands"), [(10, True), (11, False)])
def test_by_the_handbook_a_hit_may_bring_both_down(die: int, stands: bool) -> None:
    """The rusher checks too (adnd.variant.shield-rush.handbook-hit)."""
    table = lane(f"d20:19 d3:1 d20:5 d20:{die}", option="handbook")
    target, mine = told(rush(table), ScoreChecked)

    assert (target.who, mine.who, mine.score, mine.success) == ("o", "A", 10, stands)
    assert "adnd.variant.shield-rush.handbook-hit" in mine.cites
    assert table.battle["A"].has("prone") is not stands


def test_by_the_handbook_the_shield_covers_again_at_the_next_attack() -> None:
    """Not at the end of the round (adnd.variant.shield-rush.handbook-ac)."""
    rule = "adnd.variant.shield-rush.handbook-ac"
    table = lane("d20:19 d3:1 d20:5 d20:5 d20:3", option="handbook")
    spent = next(event for event in told(rush(table), ConditionBegan) if event.condition == "shield-spent")
    assert spent.ender == ""
    assert rule in spent.cites

    next_round(table)
    assert table.battle["A"].has("shield-spent")
    declare(table, "A", FullAttack("o", "long sword"))
    events = act(table, "A", Attack("o", "long sword"))
    assert rule in cited(tuple(told(events, ConditionEnded)))


@pytest.mark.parametrize(
    ("mine", "its", "down"),
    [(18, 5, "A"), (5, 13, "o"), (18, 13, "Ao"), (5, 9, "o"), (9, 5, "A"), (5, 5, "")],
)
def test_or_strength_is_matched_with_strength(mine: int, its: int, down: str) -> None:
    """
    Both check, 17 and 12 (adnd.variant.shield-rush.opposed): who fails falls, else the higher roll
    (adnd.variant.shield-rush.opposed.outcome).
    """
    table = lane(f"d20:19 d3:1 d20:{mine} d20:{its}", option="opposed", foe=rusher(strength=12))
    events = rush(table)

    assert [(found.who, found.score) for found in told(events, ScoreChecked)] == [("A", 17), ("o", 12)]
    assert all("adnd.variant.shield-rush.opposed" in found.cites for found in told(events, ScoreChecked))
    assert "".join(who for who in ("A", "o") if table.battle[who].has("prone")) == down
    assert ("adnd.variant.shield-rush.opposed.outcome" in cited(events)) is bool(down)


def test_there_size_legs_and_surprise_count_for_the_rusher() -> None:
    """
    4 for each size, 3 against the unaware, -2 against four legs; a beast has 3.5 for each size and its Hit Dice
    (adnd.variant.shield-rush.opposed).
    """
    table = lane("d20:19 d3:1 d20:5 d20:5", option="opposed", foe=sheet("wolf", player=True))
    condition(table, "o", "blinded")
    mine, its = told(rush(table), ScoreChecked)

    assert [part.value for part in mine.parts] == [4, 3, -2]
    assert (mine.score, its.score) == (22, 10)


def test_a_rush_is_offered_at_enemies_alone() -> None:
    """By every lane, with a shield that rushes on the arm (adnd.shield-rush.shields)."""
    for board, offered in (("medium", {"o"}), ("buckler", set())):
        table = arena("B . . . . . .\n. . . . . . .\nA . . . o . .", A=rusher(board=board), B=orc(), o=orc())
        found = list(shield_rush.rushes(table.battle, table.battle["A"]))
        assert {order.target for order in found} == offered
