"""Turning and rebuking undead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, End, Instruct, Move, TurnUndead
from sim.events.turning import Commanded, TurningRolled
from sim.rules.d20 import turn, turning
from sim.table import Table
from sim.tables.rulebook import read
from sim.testing import battlefield, cited, condition, order, spent, square, why_not
from tests.rules.d20.told import every, named, one, part, sheet

SKELETON = "human-warrior-skeleton"
ZOMBIE = "human-commoner-zombie"


def crypt(dice: str, drawing: str = "C . . s . . z", cleric: str = "cleric-3", **more: object) -> Table:
    """A cleric of third level with Charisma 12, a skeleton of one Hit Die, a zombie of two behind it."""
    creatures: dict[str, object] = {"C": cleric, "s": SKELETON, "z": ZOMBIE, **more}
    return battlefield(drawing, dice=dice, **creatures)  # type: ignore[arg-type]


def test_a_check_and_a_roll() -> None:
    """d20 and Charisma, then 2d6, level and Charisma (d20.turning.check, d20.turning.damage)."""
    table = crypt("d20:11 d6:2 d6:3")

    rolled = one(order(table, "C", TurnUndead()), TurningRolled)

    assert (rolled.total, rolled.pool, rolled.most) == (12, 9, 3)
    assert part(rolled.parts, "d20.turning.check") == 1
    assert named(rolled.pool_parts, "level") == 3
    assert part(rolled.pool_parts, "d20.turning.damage") == 4
    spent(table)


@pytest.mark.parametrize("rule", turning.TABLE)
def test_the_table_is_the_catalogues(rule: str) -> None:
    """The bonus stands in the row's numbers (d20.turning.table.*)."""
    numbers = read("d20")[rule].numbers
    checks = [check for check in range(-5, 40) if turning.read_table(check)[0] == rule]

    assert checks
    assert {f"level {turning.read_table(check)[1]:+d}" for check in checks} == {numbers.partition("max-hd ")[2]}


def test_every_check_has_its_row() -> None:
    """From 0 and lower in steps of three to 22 and higher."""
    edges = [0, 3, 6, 9, 12, 15, 18, 21, 40]

    assert [turning.read_table(edge)[1] for edge in edges] == [-4, -3, -2, -1, 0, 1, 2, 3, 4]
    assert [turning.read_table(edge + 1)[1] for edge in edges[:-1]] == [-3, -2, -1, 0, 1, 2, 3, 4]


def test_twice_the_hit_dice_destroy() -> None:
    """The skeleton of one is dust for a cleric of three; the zombie of two flees (d20.turning.destroy, effect-flee)."""
    table = crypt("d20:11 d6:2 d6:3")

    events = order(table, "C", TurnUndead())

    assert table.battle["s"].has("dead")
    fled = [begun for begun in every(events, ConditionBegan) if begun.condition == "turned"]
    assert [(begun.who, begun.other, begun.turns) for begun in fled] == [("z", "C", 10)]
    assert {"d20.turning.destroy", "d20.turning.effect-flee", "d20.turning.closest-first"} <= cited(events)


def test_the_strong_are_not_impressed() -> None:
    """A check of 3 is worth level less three: nobody with a Hit Die is affected (d20.turning.table.1-3)."""
    table = crypt("d20:2 d6:6 d6:6")

    events = order(table, "C", TurnUndead())

    assert one(events, TurningRolled).most == 0
    assert not every(events, ConditionBegan)
    assert "d20.turning.table.1-3" in cited(events)


def test_hit_dice_run_out() -> None:
    """Whoever does not fit into what is left is passed over, and the count goes on (d20.turning.closest-first)."""
    ghoul = sheet("ghoul", hit_dice=7)
    table = battlefield("C g s", dice="d20:19 d6:1 d6:1", C="cleric-3", g=ghoul, s=SKELETON)

    order(table, "C", TurnUndead())

    assert not table.battle["g"].has("turned")
    assert table.battle["s"].has("dead")


def test_sixty_feet_and_no_more() -> None:
    """The thirteenth square is out of range (d20.turning.range)."""
    table = battlefield("C...........s z", dice="d20:15 d6:3 d6:3", C="cleric-3", s=ZOMBIE, z=ZOMBIE)

    order(table, "C", TurnUndead())

    assert table.battle["s"].has("turned")
    assert not table.battle["z"].has("turned")


def test_a_wall_is_in_the_way() -> None:
    """Total cover protects (d20.turning.line-of-effect)."""
    table = battlefield("C#s\n.#.", dice="d20:15 d6:3 d6:3", C="cleric-3", s=ZOMBIE)

    order(table, "C", TurnUndead())

    assert not table.battle["s"].has("turned")


def test_turn_resistance_counts_as_hit_dice() -> None:
    """A ghoul of two Hit Dice with resistance 2 is turned as one of four (d20.turn-resistance.levels)."""
    table = battlefield("C g", dice="d20:11 d6:6 d6:6 d20:14 d6:6 d6:6", C="cleric-3", g="ghoul")

    order(table, "C", TurnUndead())
    assert not table.battle["g"].has("turned")

    turn.begin(table, table.battle["C"])
    events = order(table, "C", TurnUndead())
    assert table.battle["g"].has("turned")
    assert "d20.turn-resistance.levels" in cited(events)


def test_the_day_has_so_many_attempts() -> None:
    """Three and the Charisma bonus: the fifth is refused (d20.turning.uses-per-day)."""
    table = crypt("d20:1 d6:1 d6:1 " * 4)
    for _ in range(4):
        turn.begin(table, table.battle["C"])
        assert not why_not(table, "C", TurnUndead())
        order(table, "C", TurnUndead())

    turn.begin(table, table.battle["C"])

    assert why_not(table, "C", TurnUndead()) == ("d20.turning.uses-per-day",)


def test_only_clerics_turn() -> None:
    """A fighter has no such power (d20.turning.uses-per-day)."""
    assert "d20.turning.uses-per-day" in why_not(crypt("", cleric="fighter-1"), "C", TurnUndead())


def test_good_turns_and_evil_rebukes() -> None:
    """Each to his own (d20.turning.rebuke)."""
    assert why_not(crypt(""), "C", TurnUndead("rebuke")) == ("d20.turning.rebuke",)
    assert why_not(crypt("", cleric="evil-cleric-3"), "C", TurnUndead()) == ("d20.turning.rebuke",)
    assert not why_not(crypt("", cleric="evil-cleric-3"), "C", TurnUndead("rebuke"))


def test_the_rebuked_cower() -> None:
    """The zombie of two Hit Dice stands in awe of an evil cleric for ten rounds (d20.turning.rebuke)."""
    table = battlefield("K . z . o", dice="d20:11 d6:2 d6:3", K="evil-cleric-3", z=ZOMBIE, o="orc")

    begun = one(order(table, "K", TurnUndead("rebuke")), ConditionBegan)

    assert (begun.who, begun.condition, begun.ender, begun.turns) == ("z", "cowering", "K", 10)
    assert "d20.turning.rebuke" in begun.cites


def undead_turned(dice: str = "d20:11 d6:2 d6:3", drawing: str = "C . . z . . . .") -> Table:
    """A zombie just turned."""
    table = battlefield(drawing, dice=dice, C="cleric-3", z=ZOMBIE)
    order(table, "C", TurnUndead())
    assert table.battle["z"].has("turned")
    return table


def test_the_turned_do_nothing_but_flee() -> None:
    """No attack, no step nearer, no end of the turn before it has moved (d20.turning.effect-flee)."""
    table = undead_turned(drawing="C z . . .")
    zombie = table.battle["z"]

    assert "d20.turning.effect-flee" in why_not(table, "z", Attack("C", zombie.sheet.weapons[0].name))
    assert "d20.turning.effect-flee" in why_not(table, "z", End())
    assert not why_not(table, "z", Move(square(table, "d1")))


def test_no_step_brings_it_nearer() -> None:
    """Away is the only way (d20.turning.effect-flee)."""
    table = undead_turned()

    assert "d20.turning.effect-flee" in why_not(table, "z", Move(square(table, "c1")))
    assert not why_not(table, "z", Move(square(table, "f1")))


def test_with_its_back_to_the_wall_it_cowers() -> None:
    """For what is left of the ten rounds, two points easier to hit (d20.turning.effect-cower)."""
    table = battlefield("####\n#zC#\n####", dice="d20:11 d6:2 d6:3", C="cleric-3", z=ZOMBIE)
    order(table, "C", TurnUndead())

    turn.begin(table, table.battle["z"])

    begun = every(table.log.events, ConditionBegan)[-1]
    assert (begun.condition, begun.cites, begun.ender, begun.turns) == (
        "cowering",
        ("d20.turning.effect-cower",),
        "C",
        10,
    )


def test_coming_close_breaks_it() -> None:
    """The cleric's third step is one too many (d20.turning.approach-breaks)."""
    table = undead_turned(drawing="C . . . z . . .")
    turn.begin(table, table.battle["C"])

    order(table, "C", Move(square(table, "b1")))
    assert table.battle["z"].has("turned")

    turn.begin(table, table.battle["C"])
    events = order(table, "C", Move(square(table, "c1")))

    assert one(events, ConditionEnded).cites == ("d20.turning.approach-breaks",)
    assert not table.battle["z"].has("turned")


def test_passing_close_breaks_it_there_and_then() -> None:
    """On the way past, not at its end (d20.turning.approach-breaks)."""
    table = undead_turned(drawing=". C . . . .\n. . . . . .\n. . . z . .\n. . . # . .")
    turn.begin(table, table.battle["C"])

    events = order(table, "C", Move(square(table, "f1")))

    assert [stretch.path[-1] for stretch in every(events, Moved)] == [square(table, "c1"), square(table, "f1")]
    assert one(events, ConditionEnded).because == table.log.events.index(every(events, Moved)[0])


def test_standing_close_does_not_break_it() -> None:
    """Who was there already has not approached (d20.turning.approach-breaks)."""
    table = undead_turned(drawing=". C z . . .")
    turn.begin(table, table.battle["C"])

    order(table, "C", Move(square(table, "a1")))

    assert table.battle["z"].has("turned")


def test_an_evil_cleric_commands_the_weak() -> None:
    """The skeleton changes sides and waits for its orders (d20.turning.command, d20.turning.command-orders)."""
    table = battlefield("K . s . o", dice="d20:11 d6:2 d6:3", K="evil-cleric-3", s=SKELETON, o="orc")

    events = order(table, "K", TurnUndead("rebuke"))

    assert one(events, Commanded).by == "K"
    skeleton = table.battle["s"]
    assert skeleton.side == "upper"
    assert not skeleton.can_act
    assert table.battle.standing == {"upper": 2, "lower": 1}

    turn.begin(table, table.battle["K"])
    events = order(table, "K", Instruct("s"))

    assert skeleton.can_act
    assert "d20.turning.command-orders" in cited(events)


def test_nobody_is_instructed_twice() -> None:
    """An instruction is for those who wait for one (d20.turning.command-orders)."""
    table = battlefield("K . s . o", dice="d20:11 d6:2 d6:3", K="evil-cleric-3", s=SKELETON, o="orc")

    assert why_not(table, "K", Instruct("s")) == ("d20.turning.command-orders",)

    order(table, "K", TurnUndead("rebuke"))
    turn.begin(table, table.battle["K"])
    assert not why_not(table, "K", Instruct("s"))


def test_a_command_has_its_limit() -> None:
    """Three skeletons are his, the fourth cowers (d20.turning.command-limit)."""
    table = battlefield("K . s t u v", dice="d20:15 d6:2 d6:3", K="evil-cleric-3", **dict.fromkeys("stuv", SKELETON))

    events = order(table, "K", TurnUndead("rebuke"))

    assert [commanded.who for commanded in every(events, Commanded)] == ["s", "t", "u"]
    last = one(events, ConditionBegan)
    assert (last.who, last.condition, last.turns) == ("v", "cowering", 10)
    assert {"d20.turning.command-limit", "d20.turning.rebuke"} <= set(last.cites)


@pytest.mark.parametrize(("die", "freed"), [(10, False), (11, True)])
def test_evil_undoes_what_good_has_turned(die: int, freed: bool) -> None:
    """A rebuking check as high as the turning check, for as many Hit Dice (d20.turning.dispel)."""
    table = battlefield(
        "C . z . K", dice=f"d20:11 d6:2 d6:3 d20:{die} d6:1 d6:1", C="cleric-3", z=ZOMBIE, K="evil-cleric-3"
    )
    order(table, "C", TurnUndead())
    assert table.battle["z"].has("turned")

    events = order(table, "K", TurnUndead("dispel"))

    assert table.battle["z"].has("turned") is not freed
    assert ("d20.turning.dispel" in cited(every(events, ConditionEnded))) is freed


@given(check=st.integers(1, 20), first=st.integers(1, 6), second=st.integers(1, 6))
def test_no_more_hit_dice_than_rolled(check: int, first: int, second: int) -> None:
    """Whatever is rolled, those affected fit into the pool, and none is too strong."""
    drawing = "C . s t u\n. . v w ."
    kinds = {"s": SKELETON, "t": ZOMBIE, "u": SKELETON, "v": "ghoul", "w": "ogre-zombie"}
    table = battlefield(drawing, dice=f"d20:{check} d6:{first} d6:{second}", C="cleric-5", **kinds)

    rolled = one(order(table, "C", TurnUndead()), TurningRolled)

    hit = [one for one in table.battle if one.has("turned") or one.has("dead")]
    assert sum(turning.hit_dice(one) for one in hit) <= max(0, rolled.pool)
    assert all(turning.hit_dice(one) <= rolled.most for one in hit)


def test_a_turned_undead_that_lies_gets_up_first() -> None:
    """Prone it may end its turn or rise, not fight (d20.turning.effect-flee)."""
    table = undead_turned()
    condition(table, "z", "prone")

    assert not why_not(table, "z", End())


def test_who_lies_on_the_ground_gets_nowhere() -> None:
    """It cowers where it lies (d20.turning.flee)."""
    table = undead_turned()
    assert turning.ways_out(table.battle, table.battle["z"])

    condition(table, "z", "prone")
    assert turning.ways_out(table.battle, table.battle["z"]) == ()
