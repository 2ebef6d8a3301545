"""Spells of conjuration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sim.events.attacks import AttackRolled, CheckRolled, DamageDealt, Healed, MissChanceRolled, SaveRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import SpellEnded
from sim.events.movement import Moved
from sim.events.orders import Attack, Cast, EscapeNet, Move
from sim.events.zones import ZoneBegan, ZoneBurned, ZoneEnded
from sim.grid.bits import squares
from sim.grid.figures import Edge
from sim.rules.d20 import conjuration, cover, magic, move, threat
from sim.rules.d20.turn import begin
from sim.table import Table
from sim.testing import battlefield, cited, order, spent, square, turn, why_not
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.conjuration."


def begun(table: Table, who: str) -> tuple[object, ...]:
    """What happens as a creature's turn begins."""
    first = len(table.log.events)
    begin(table, table.battle[who])
    return tuple(table.log.events[first:])


# ---- wounds closed ----


@pytest.mark.parametrize(
    ("spell", "dice", "points"),
    [
        ("cure light wounds", "d8:4", 9),
        ("cure moderate wounds", "d8:4 d8:5", 14),
        ("cure serious wounds", "d8:1 d8:2 d8:3", 11),
    ],
)
def test_a_touch_heals(spell: str, dice: str, points: int) -> None:
    """Dice and caster level (d20.conjuration.cure-light-wounds, .cure-moderate-wounds, .cure-serious-wounds)."""
    table = battlefield("P A", P=priest(spell), A=TOUGH, dice=dice)
    table.battle["A"].hit_points = 20
    events = order(table, "P", Cast(spell, ("A",)))
    assert one(events, Healed).hit_points == points
    assert RULE + spell.replace(" ", "-") in cited(events)
    spent(table)


def test_a_healing_touch_burns_the_undead() -> None:
    """A Will save halves it (d20.conjuration.cure-light-wounds)."""
    table = battlefield(
        "P o", P=priest("cure light wounds"), o="human-warrior-skeleton", dice="d20:18 d20:15 d20:20 d8:3"
    )
    events = order(table, "P", Cast("cure light wounds", ("o",), defensive=True))
    assert one(events, SaveRolled).success
    damage = one(events, DamageDealt)
    assert (damage.amount, damage.damage_type) == (4, "positive")


# ---- armor and acid ----


def test_mage_armor_is_armor() -> None:
    """+4, which a touch ignores and worn armor does not add to (d20.conjuration.mage-armor)."""
    table = battlefield(
        "W A o w", W=wizard("mage armor"), A="orc", o=TOUGH, w=wizard("scorching ray"), dice="d20:2 d20:2"
    )
    order(table, "W", Cast("mage armor", ("A",)))
    rule = RULE + "mage-armor"
    blow = one(order(table, "o", Attack("A", "falchion")), AttackRolled)
    assert part(blow.ac_parts, rule) == 4
    assert [(dropped.value, dropped.type) for dropped in blow.ac_dropped] == [(3, "armor")]
    ray = one(order(table, "w", Cast("scorching ray", ("A",), defensive=False)), AttackRolled)
    assert part(ray.ac_parts, rule) == 0


def test_acid_goes_on_biting() -> None:
    """2d4 at once, 2d4 in the next round at level 5, and no more (d20.conjuration.acid-arrow)."""
    table = battlefield(
        "W . . . o",
        W=wizard("acid arrow", components=("component pouch", "dart")),
        o=TOUGH,
        dice="d20:15 d4:1 d4:2 d4:3 d4:4",
    )
    events = order(table, "W", Cast("acid arrow", ("o",)))
    assert [d.amount for d in every(events, DamageDealt)] == [3]
    again = begun(table, "W")
    assert [(d.target, d.amount, d.damage_type) for d in every(again, DamageDealt)] == [("o", 7, "acid")]
    assert not every(begun(table, "W"), DamageDealt)
    assert not table.battle["o"].boons
    spent(table)


# ---- fog ----


def test_a_fog_cloud_hides_who_is_in_it() -> None:
    """Beyond 5 ft nobody sees into it, and next to one the miss chance is 20 % (d20.conjuration.fog-cloud)."""
    table = battlefield(
        ". . . . . . . .\nW . . A o . . .\n. . . . . . . .",
        W=wizard("fog cloud"),
        A="orc",
        o=TOUGH,
        dice="d20:14 d100:20",
    )
    events = order(table, "W", Cast("fog cloud", to=square(table, "e2")))
    assert one(events, ZoneBegan).does == ("fog",)
    turn(table, "W")
    assert why_not(table, "W", Attack("o", "quarterstaff"))[0] == "d20.concealment.total-square"
    roll = one(order(table, "A", Attack("o", "falchion")), MissChanceRolled)
    assert (roll.percent, roll.missed) == (20, True)

    (cloud,) = table.battle.spells
    magic.finish(table, cloud, -1)
    assert table.battle.ground is table.battle.base


def test_mist_rises_round_its_caster() -> None:
    """20 ft all round (d20.conjuration.obscuring-mist)."""
    drawing = "\n".join([". . . . . . . . . . ."] * 5 + [". . . . . P . . . . o"] + [". . . . . . . . . . ."] * 5)
    table = battlefield(drawing, P=priest("obscuring mist"), o="orc")
    events = order(table, "P", Cast("obscuring mist"))
    filled = one(events, ZoneBegan)
    here = table.battle["P"].square
    assert set(filled.squares) == {
        s for s in squares(table.battle.ground.inside) if table.battle.ground.distance(here, 1, s, 1) <= 4
    }


# ---- grease ----

GREASED = ". . . . . .\nW . . . o .\n. . . . . ."


def greased(dice: str, at: str = "e2", o: object = TOUGH) -> Table:
    table = battlefield(GREASED, W=wizard("grease"), o=o, dice=dice)  # type: ignore[arg-type]
    order(table, "W", Cast("grease", to=square(table, at)))
    return table


def test_grease_makes_fall() -> None:
    """Reflex against 14 when it is cast (d20.conjuration.grease)."""
    assert greased("d20:13").battle["o"].has("prone")
    assert not greased("d20:14").battle["o"].has("prone")


def test_who_stays_in_grease_saves_each_turn() -> None:
    """Again as the turn begins (d20.conjuration.grease)."""
    table = greased("d20:14 d20:2")
    events = begun(table, "o")
    assert one(events, SaveRolled).against == "grease"
    assert table.battle["o"].has("prone")


def path_of_grease(dice: str) -> Table:
    """An orc in a passage with grease on c1 and d1 between him and a wizard."""
    table = battlefield("W . . . . o", W=wizard("grease"), o=TOUGH, dice=dice)
    order(table, "W", Cast("grease", to=square(table, "d1")))
    return table


@pytest.mark.parametrize(
    ("dice", "at", "prone"), [("d20:11", "b1", False), ("d20:10 d20:15", "d1", False), ("d20:6", "d1", True)]
)
def test_who_walks_into_grease_balances(dice: str, at: str, prone: bool) -> None:
    """DC 10: on, or stopped and a Reflex save, or down at once (d20.conjuration.grease)."""
    table = path_of_grease(dice)
    events = order(table, "o", Move(square(table, "b1")))
    assert one(events, CheckRolled).dc == 10
    assert table.battle["o"].square == square(table, at)
    assert table.battle["o"].has("prone") is prone
    spent(table)


def test_grease_slows() -> None:
    """Each of its squares costs double (d20.conjuration.grease)."""
    table = path_of_grease("d20:11")
    events = order(table, "o", Move(square(table, "b1")))
    assert sum(moved.halves for moved in every(events, Moved)) == 2 + 4 + 4 + 2


# ---- stench ----


def test_a_stinking_cloud_nauseates_as_long_as_one_breathes_it_and_longer() -> None:
    """Fortitude against 16, and 1d4+1 rounds after leaving (d20.conjuration.stinking-cloud)."""
    table = battlefield(
        "W . . . . . . . o . . . . .",
        W=wizard("stinking cloud"),
        o=sheet("orc", hit_points=60, speed=60),
        dice="d20:5 d4:2",
    )
    order(table, "W", Cast("stinking cloud", to=square(table, "i1")))
    assert table.battle["o"].has("nauseated")
    assert not table.battle.timers
    events = order(table, "o", Move(square(table, "n1")))
    left = one(events, ConditionBegan)
    assert (left.condition, left.turns) == ("nauseated", 3)


def test_who_walks_into_a_stinking_cloud_saves_and_who_resists_saves_again() -> None:
    """On entering, and each round on the turn of the caster (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . . . o .", W=wizard("stinking cloud"), o=TOUGH, dice="d20:18 d20:2")
    order(table, "W", Cast("stinking cloud", to=square(table, "f1")))
    assert one(order(table, "o", Move(square(table, "h1"))), SaveRolled).success
    events = begun(table, "W")
    assert not one(events, SaveRolled).success
    assert table.battle["o"].has("nauseated")


def test_the_lifeless_do_not_breathe() -> None:
    """A skeleton does not mind the stench (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . s .", W=wizard("stinking cloud"), s="human-warrior-skeleton")
    assert not every(order(table, "W", Cast("stinking cloud", to=square(table, "i1"))), SaveRolled)


def test_when_the_cloud_goes_the_nausea_lasts() -> None:
    """1d4+1 rounds more (d20.conjuration.stinking-cloud)."""
    table = battlefield("W . . . . . . . o .", W=wizard("stinking cloud"), o=TOUGH, dice="d20:5 d4:4")
    order(table, "W", Cast("stinking cloud", to=square(table, "i1")))
    (cloud,) = table.battle.spells
    magic.finish(table, cloud, -1)
    assert every(table.log.events, ZoneEnded)
    assert table.battle["o"].has("nauseated")
    assert table.battle.timers[0].turns == 5
    assert not every(table.log.events, ConditionEnded)
    turn(table, "o")


# ---- web ----

WEB = RULE + "web"
PILLARS = ". . . # . . . . . . . # . . ."
BETWEEN_PILLARS = "\n".join(
    [PILLARS, ". . . . o . . . . . . . . . .", "W . . . . . . . . . . . . . a", "." + " ." * 14, PILLARS]
)


def webbed(dice: str, o: object = TOUGH, at: str = "h3") -> Table:
    """A web between four pillars, with an orc in it whose save is the first die."""
    table = battlefield(BETWEEN_PILLARS, W=wizard("web", "fireball"), o=o, a="orc", dice=dice)  # type: ignore[arg-type]
    order(table, "W", Cast("web", to=square(table, at)))
    return table


def test_a_web_holds_whoever_fails_its_save() -> None:
    """Reflex against 15: entangled and fast, or entangled alone (d20.conjuration.web)."""
    held = webbed("d20:14")
    assert held.battle["o"].has("entangled")
    assert WEB in why_not(held, "o", Move(square(held, "e3")))
    loose = webbed("d20:20")
    assert loose.battle["o"].has("entangled")
    assert not why_not(loose, "o", Move(square(loose, "e1")))


def test_the_loose_crawl_through_the_web() -> None:
    """Half the speed of the entangled, and each square counts double (d20.conjuration.web)."""
    table = webbed("d20:20")
    orc = table.battle["o"]
    assert move.speed(orc) == TOUGH.speed // 10
    assert one(order(table, "o", Move(square(table, "f2"))), Moved).halves == 4


@pytest.mark.parametrize(
    ("mode", "die", "dc", "free"), [("burst", 17, 20, True), ("burst", 16, 20, False), ("slip", 20, 25, False)]
)
def test_one_gets_loose_in_a_web(mode: str, die: int, dc: int, free: bool) -> None:
    """Strength against 20, Escape Artist against 25; it stays entangled (d20.conjuration.web)."""
    table = webbed(f"d20:2 d20:{die}", sheet("orc", strength=16, dexterity=10, hit_points=60))
    events = order(table, "o", EscapeNet(mode))  # type: ignore[arg-type]
    assert one(events, CheckRolled).dc == dc
    assert bool(table.battle["o"].boons) is not free
    assert table.battle["o"].has("entangled")
    spent(table)


def test_who_walks_into_a_web_gets_no_farther() -> None:
    """It saves as it gets in, and stops there (d20.conjuration.web)."""
    table = battlefield(BETWEEN_PILLARS.replace("o", ".").replace("a", "o"), W=wizard("web"), o=TOUGH, dice="d20:20")
    order(table, "W", Cast("web", to=square(table, "h3")))
    order(table, "o", Move(square(table, "k3")))
    orc = table.battle["o"]
    assert orc.square == square(table, "k3")
    assert orc.has("entangled")
    assert not orc.boons
    spent(table)


def test_out_of_the_web_one_is_free() -> None:
    """Whoever gets out of its squares (d20.conjuration.web)."""
    table = webbed("d20:20")
    order(table, "o", Move(square(table, "c2")))
    assert not table.battle["o"].has("entangled")


def test_a_web_needs_something_to_hang_on() -> None:
    """Two anchors on opposite sides (d20.conjuration.web)."""
    table = battlefield("# . . . .\nW . . . o\n. . . . .", W=wizard("web"), o=TOUGH)
    assert why_not(table, "W", Cast("web", to=square(table, "d2"))) == (WEB,)


def test_a_wall_holds_a_web() -> None:
    """On its far side stands a pillar (d20.conjuration.web)."""
    drawing = "# . . . .\nW . . . o\n. . . . .\n. . . . ."
    table = battlefield(drawing, W=wizard("web"), o=TOUGH, edges=[Edge("d3", "s", "wall")])
    assert not why_not(table, "W", Cast("web", to=square(table, "c2")))


def test_web_covers_and_enough_of_it_hides_from_all_attacks() -> None:
    """5 ft between are cover, 20 ft total cover (d20.conjuration.web)."""
    table = webbed("d20:2")
    battle = table.battle
    blow = cover.between(battle, battle["W"], battle["o"], melee=False)
    assert blow is cover.WEBBED
    assert threat.in_effect(battle, battle["W"], battle["o"])
    assert not threat.in_effect(battle, battle["W"], battle["a"])


def test_a_shot_through_web_meets_cover() -> None:
    """+4 on armor class, and the web is the reason (d20.conjuration.web)."""
    table = battlefield(
        BETWEEN_PILLARS, W=wizard("web", held=("light crossbow",)), o=TOUGH, a="orc", dice="d20:2 d20:9"
    )
    order(table, "W", Cast("web", to=square(table, "h3")))
    turn(table, "W")
    events = order(table, "W", Attack("o", "light crossbow"))
    assert part(one(events, AttackRolled).ac_parts, "d20.cover.ac-bonus") == 4
    assert WEB in cited(events)


def test_nobody_shoots_through_thick_web() -> None:
    """20 ft of it are total cover, nearer the crossbow gets through (d20.conjuration.web)."""
    archer = wizard("web", held=("light crossbow",))
    table = battlefield(BETWEEN_PILLARS, W=archer, o=TOUGH, a="orc", dice="d20:2")
    assert not why_not(table, "W", Attack("a", "light crossbow"))

    order(table, "W", Cast("web", to=square(table, "h3")))
    turn(table, "W")

    assert cover.TOTAL in why_not(table, "W", Attack("a", "light crossbow"))
    assert not why_not(table, "W", Attack("o", "light crossbow"))


def test_fire_burns_a_web_away() -> None:
    """2d4 to those in the flames, and they are free (d20.conjuration.web)."""
    table = webbed("d20:2 d20:20" + " d6:1" * 5 + " d4:3 d4:4")
    turn(table, "W")
    events = order(table, "W", Cast("fireball", to=square(table, "h3")))
    assert [d.amount for d in every(events, DamageDealt)] == [2, 7]
    assert len(one(events, ZoneBurned).squares) == len(one(table.log.events, ZoneBegan).squares)
    assert one(events, SpellEnded).cites == (WEB,)
    assert not table.battle.spells
    assert not table.battle["o"].has("entangled")
    assert not table.battle["o"].boons
    spent(table)


@given(one_at=some.integers(0, 74), other_at=some.integers(0, 74))
def test_web_lies_between_both_alike(one_at: int, other_at: int) -> None:
    """As much from the one as from the other, and less than the distance (d20.conjuration.web)."""
    table = webbed("d20:2")
    battle = table.battle
    stride = battle.ground.stride
    battle["W"].square = one_at // 15 * stride + one_at % 15
    battle["a"].square = other_at // 15 * stride + other_at % 15
    one, other = battle["W"], battle["a"]
    found = conjuration.strands(battle, one, other.square, 1)
    assert found == conjuration.strands(battle, other, one.square, 1)
    assert found <= max(0, battle.ground.distance(battle["W"].square, 1, battle["a"].square, 1) - 1)


def test_a_web_hangs_on_pillars_that_lie_not_quite_opposite() -> None:
    """By a hair more than a right angle is enough, a right angle is not (d20.conjuration.web)."""
    rows = [["."] * 10 for _ in range(9)]
    rows[2][1] = rows[6][3] = "#"
    rows[3][8], rows[8][9] = "W", "o"
    table = battlefield("\n".join(map(" ".join, rows)), W=wizard("web"), o=TOUGH)
    assert not why_not(table, "W", Cast("web", to=square(table, "e4")))

    rows[6][3], rows[5][3] = ".", "#"
    table = battlefield("\n".join(map(" ".join, rows)), W=wizard("web"), o=TOUGH)
    assert why_not(table, "W", Cast("web", to=square(table, "e4"))) == (WEB,)


def test_who_is_fast_in_a_web_has_no_speed() -> None:
    """Not even a square (d20.conjuration.web)."""
    held, loose = webbed("d20:14").battle["o"], webbed("d20:20").battle["o"]

    assert move.speed(held) == 0
    assert move.speed(loose) > 0


def test_fire_burns_the_web_and_leaves_the_fog() -> None:
    """Whatever else hangs there, and whichever came first (d20.conjuration.web)."""
    table = battlefield(
        BETWEEN_PILLARS,
        W=wizard("web", "fireball", "fog cloud"),
        o=TOUGH,
        a="orc",
        dice="d20:14 d20:2" + " d6:1" * 5 + " d4:3 d4:4",
    )
    order(table, "W", Cast("fog cloud", to=square(table, "j3")))
    turn(table, "W")
    order(table, "W", Cast("web", to=square(table, "h3")))
    turn(table, "W")

    burned = one(order(table, "W", Cast("fireball", to=square(table, "h3"))), ZoneBurned)

    assert burned.spell == every(table.log.events, ZoneBegan)[1].spell
