"""Spells of evocation."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, CriticalRolled, DamageDealt, SaveRolled
from sim.events.boons import BoonsEnded, SpellDamageRolled, SpellFailed
from sim.events.magic import ResistanceRolled
from sim.events.orders import Attack, Cast
from sim.grid.figures import Edge
from sim.rules.d20 import cover, evocation, magic
from sim.testing import battlefield, cited, order, spent, square, turn
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, named, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.evocation."


def dealt(events: tuple[object, ...]) -> dict[str, list[int]]:
    """The damage that each creature has taken, blow by blow."""
    found: dict[str, list[int]] = {}
    for event in every(events, DamageDealt):
        found.setdefault(event.target, []).append(event.amount)
    return found


def test_a_fireball_is_rolled_once_for_all_and_halved_by_each_save() -> None:
    """5d6 at level 5: Reflex against 16 halves it (d20.evocation.fireball)."""
    table = battlefield(
        ". . . . . . . o .\nW . . . . . . . .\n. . . . . . . p .",
        W=wizard("fireball"),
        o=TOUGH,
        p=TOUGH,
        dice="d20:15 d6:1 d6:2 d6:3 d6:4 d6:5 d20:16",
    )
    events = order(table, "W", Cast("fireball", to=square(table, "h2")))
    rolled = one(events, SpellDamageRolled)
    assert (rolled.total, rolled.cites) == (15, (RULE + "fireball",))
    assert dealt(events) == {"o": [15], "p": [7]}
    assert [(save.save, save.dc, save.success) for save in every(events, SaveRolled)] == [
        ("reflex", 16, False),
        ("reflex", 16, True),
    ]
    spent(table)


def test_a_fireball_spares_nobody_in_it_and_nobody_beyond() -> None:
    """A radius of 20 ft takes in allies, and nobody a square farther off (d20.evocation.fireball)."""
    table = battlefield(
        "o . . . A . . . p\nW . . . . . . . .",
        W=wizard("fireball"),
        A=TOUGH,
        o=TOUGH,
        p=TOUGH,
        dice="d20:2 d6:1 d6:1 d6:1 d6:1 d6:1 d20:2 d20:2",
    )
    events = order(table, "W", Cast("fireball", to=square(table, "e2")))
    assert dealt(events) == {"o": [5], "A": [5], "W": [5]}


def test_a_fireball_flows_round_a_corner_and_not_through_a_wall() -> None:
    """A spread fills the room that it breaks into (d20.evocation.fireball)."""
    table = battlefield(
        "W . . . . . # o\n# # # # # . # #\n. . . p . . . .",
        W=wizard("fireball"),
        o=TOUGH,
        p=TOUGH,
        dice="d20:2 d6:1 d6:1 d6:1 d6:1 d6:1",
    )
    events = order(table, "W", Cast("fireball", to=square(table, "f2")))
    assert dealt(events) == {"p": [5]}


def test_behind_a_corner_reflexes_are_better() -> None:
    """+2 where cover lies between origin and creature, none behind other creatures (d20.cover.reflex)."""
    fields = ("p . . .\nW . # o\n. . . .", ". . . .\nW . p o\n. . . .")
    bonuses = []
    for field in fields:
        table = battlefield(
            field, W=wizard("fireball"), o=TOUGH, p=TOUGH, dice="d20:2 d6:1 d6:1 d6:1 d6:1 d6:1 d20:2 d20:2"
        )
        events = order(table, "W", Cast("fireball", to=square(table, "b1")))
        (save,) = [save for save in every(events, SaveRolled) if save.who == "o"]
        bonuses.append(part(save.parts, cover.REFLEX))
    assert bonuses == [2, 0]


def test_creatures_between_are_no_cover_from_a_blast() -> None:
    """Soft cover gives nothing on Reflex saves (d20.cover.soft-no-reflex)."""
    table = battlefield(
        "W . p o",
        W=wizard("burning hands"),
        o=TOUGH,
        p=TOUGH,
        dice="d20:2 d4:1*5 d20:2".replace("d4:1*5", "d4:1 d4:1 d4:1 d4:1 d4:1"),
    )
    events = order(table, "W", Cast("burning hands", to=square(table, "c1")))
    saves = every(events, SaveRolled)
    assert [named(save.parts, "cover") for save in saves] == [0, 0]
    assert [cover.SOFT_NO_REFLEX in save.cites for save in saves] == [False, True]


@pytest.mark.parametrize(("die", "damage"), [(2, 2), (19, 0)])
def test_through_an_arrow_slit_a_blast_hardly_hurts(die: int, damage: int) -> None:
    """Improved cover: +4, no damage on a success, half on a failure (d20.cover.varying)."""
    walls = (Edge("g1", "e", "wall"), Edge("g2", "e", "arrow-slit"), Edge("g3", "e", "wall"))
    table = battlefield(
        ". . . . . . . .\nW . . . . . . o\n. . . . . . . .",
        W=wizard("fireball"),
        o=TOUGH,
        edges=walls,
        dice=f"d20:{die} d6:1 d6:1 d6:1 d6:1 d6:1",
    )
    events = order(table, "W", Cast("fireball", to=square(table, "g2")))
    assert part(one(events, SaveRolled).parts, cover.VARYING) == 4
    assert dealt(events) == {"o": [damage]}


def test_burning_hands_fill_a_cone() -> None:
    """5d4 fire in 15 ft, half on a save against 14 (d20.evocation.burning-hands)."""
    table = battlefield(
        ". o . .\nW . p q\n. . . .",
        W=wizard("burning hands"),
        o=TOUGH,
        p=TOUGH,
        q=TOUGH,
        dice="d20:2 d4:4 d4:4 d4:4 d4:4 d4:4 d20:14 d20:2",
    )
    events = order(table, "W", Cast("burning hands", to=square(table, "c2")))
    assert dealt(events) == {"o": [20], "p": [10], "q": [20]}
    assert cited(events) >= {RULE + "burning-hands"}


def test_a_lightning_bolt_runs_on_until_a_wall_stops_it() -> None:
    """5d6 electricity along a row, nobody beside it, nobody behind a wall (d20.evocation.lightning-bolt)."""
    table = battlefield(
        ". . r . . . . .\nW . o . p . # q",
        W=wizard("lightning bolt"),
        o=TOUGH,
        p=TOUGH,
        q=TOUGH,
        r=TOUGH,
        dice="d20:2 d6:6 d6:6 d6:6 d6:6 d6:6 d20:16",
    )
    events = order(table, "W", Cast("lightning bolt", to=square(table, "c2")))
    assert dealt(events) == {"o": [30], "p": [15]}
    assert {event.damage_type for event in every(events, DamageDealt)} == {"electricity"}


def test_missiles_never_miss() -> None:
    """Three at level 5, 1d4+1 each, shared out among the targets (d20.evocation.magic-missile)."""
    table = battlefield("W . . o p", W=wizard("magic missile"), o=TOUGH, p=TOUGH, dice="d4:1 d4:2 d4:3")
    events = order(table, "W", Cast("magic missile", ("o", "p")))
    assert dealt(events) == {"o": [2, 4], "p": [3]}
    assert not every(events, SaveRolled)


def test_a_shield_spell_stops_missiles() -> None:
    """Nothing gets through, while it lasts (d20.evocation.magic-missile, d20.abjuration.shield)."""
    table = battlefield("W . . m", W=wizard("magic missile"), m=wizard("shield", hit_points=60), dice="d4:1 d4:1 d4:1")
    order(table, "m", Cast("shield"))
    events = order(table, "W", Cast("magic missile", ("m",)))
    assert dealt(events) == {}
    assert one(events, SpellFailed).cites == ("d20.abjuration.shield", evocation.MAGIC_MISSILE)

    (shield,) = table.battle.spells
    magic.finish(table, shield, -1)
    assert every(table.log.events, BoonsEnded)
    turn(table, "W")
    assert dealt(order(table, "W", Cast("magic missile", ("m",)))) == {"m": [2, 2, 2]}


def test_spell_resistance_may_stop_a_blast() -> None:
    """A check of d20 and caster level against it (d20.spell-resistance.check)."""
    table = battlefield(
        "W . . . . o", W=wizard("fireball"), o=sheet("orc", hit_points=60, spell_resistance=15), dice="d20:9"
    )
    events = order(table, "W", Cast("fireball", to=square(table, "f1")))
    assert one(events, ResistanceRolled).overcome is False
    assert dealt(events) == {}


def test_a_scorching_ray_must_hit_and_may_hit_hard() -> None:
    """A ranged touch for 4d6; a critical hit doubles the dice (d20.evocation.scorching-ray)."""
    table = battlefield(
        "W . . . o", W=wizard("scorching ray"), o=TOUGH, dice="d20:20 d20:15 d6:1 d6:1 d6:1 d6:1 d6:2 d6:2 d6:2 d6:2"
    )
    events = order(table, "W", Cast("scorching ray", ("o",)))
    roll = one(events, AttackRolled)
    assert (roll.mode, roll.ac) == ("ranged-touch", 10)
    assert one(events, CriticalRolled).confirmed
    assert dealt(events) == {"o": [12]}


def test_energy_to_which_it_is_immune_does_nothing() -> None:
    """d20.energy.immune: fire against the fireproof."""
    table = battlefield(
        "W . . . o", W=wizard("scorching ray"), o=sheet("orc", immune=("fire",)), dice="d20:15 d6:6 d6:6 d6:6 d6:6"
    )
    events = order(table, "W", Cast("scorching ray", ("o",)))
    assert dealt(events) == {"o": [0]}
    assert "d20.energy.immune" in cited(events)


def test_damage_reduction_is_no_help_against_force() -> None:
    """Spells are not weapons: a gargoyle takes missiles in full (d20.evocation.magic-missile)."""
    table = battlefield("W . . g", W=wizard("magic missile"), g="gargoyle", dice="d4:4 d4:4 d4:4")
    assert dealt(order(table, "W", Cast("magic missile", ("g",)))) == {"g": [5, 5, 5]}


def test_divine_favor_helps_to_hit_and_to_wound() -> None:
    """A luck bonus of 1 at level 5 (d20.evocation.divine-favor)."""
    table = battlefield(". . .\n. P o", P=priest("divine favor"), o=TOUGH, dice="d20:18 d8:4")
    order(table, "P", Cast("divine favor"))
    table.battle.turn.standard = False
    (weapon,) = [name for name in table.battle["P"].held if name in table.battle["P"].weapons][:1]
    events = order(table, "P", Attack("o", weapon))
    rule = RULE + "divine-favor"
    assert part(one(events, AttackRolled).parts, rule) == 1
    assert part(one(events, DamageDealt).parts, rule) == 1
