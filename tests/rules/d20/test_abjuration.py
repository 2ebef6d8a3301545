"""Spells of abjuration."""

from __future__ import annotations

from sim.events.attacks import AttackRolled, CheckRolled, SaveRolled
from sim.events.boons import BoonsEnded
from sim.events.conditions import ConditionEnded
from sim.events.magic import SpellEnded
from sim.events.orders import Attack, Cast
from sim.rules.d20 import abjuration
from sim.testing import battlefield, condition, order, turn
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.abjuration."
SWING = Attack("W", "falchion")


def test_a_shield_spell_is_like_a_shield() -> None:
    """+4 shield bonus, no help against a touch (d20.abjuration.shield)."""
    table = battlefield(". . .\n. W o", W=wizard("shield"), o=TOUGH, dice="d20:18 d20:2")
    order(table, "W", Cast("shield", defensive=True))
    roll = one(order(table, "o", SWING), AttackRolled)
    assert part(roll.ac_parts, RULE + "shield") == 4
    assert roll.ac == 16


def test_shield_of_faith_deflects() -> None:
    """+2 at level 5, and a touch meets it too (d20.abjuration.shield-of-faith)."""
    table = battlefield("P . . w", P=priest("shield of faith"), w=wizard("scorching ray"), dice="d20:2")
    order(table, "P", Cast("shield of faith", ("P",)))
    roll = one(order(table, "w", Cast("scorching ray", ("P",))), AttackRolled)
    assert part(roll.ac_parts, RULE + "shield-of-faith") == 2


def test_evil_is_kept_off() -> None:
    """+2 deflection and +2 on saves against the evil alone (d20.abjuration.protection-from-evil)."""
    bonuses = []
    for alignment in ("evil", "neutral"):
        table = battlefield(
            "W . . . o e",
            W=wizard("protection from evil", hit_points=60),
            o=sheet("orc", alignment=alignment),
            e=wizard("scorching ray", "fireball", alignment=alignment),
            dice="d20:2 d20:2 d6:1 d6:1 d6:1 d6:1 d6:1",
        )
        order(table, "W", Cast("protection from evil", ("W",)))
        rule = RULE + "protection-from-evil"
        ray = one(order(table, "e", Cast("scorching ray", ("W",))), AttackRolled)
        turn(table, "e")
        blast = one(order(table, "e", Cast("fireball", to=0)), SaveRolled)
        bonuses.append((part(ray.ac_parts, rule), part(blast.parts, rule)))
    assert bonuses == [(2, 2), (0, 0)]


def test_fear_goes_and_comes_back_less_easily() -> None:
    """The frightened are calm again, with +4 on saves against fear (d20.abjuration.remove-fear)."""
    table = battlefield(
        "P A . . e", P=priest("remove fear"), A="orc", e=priest("cause fear", alignment="evil"), dice="d20:20"
    )
    condition(table, "A", "frightened")
    events = order(table, "P", Cast("remove fear", ("A",)))
    assert one(events, ConditionEnded).condition == "frightened"
    save = one(order(table, "e", Cast("cause fear", ("A",))), SaveRolled)
    assert part(save.parts, abjuration.REMOVE_FEAR) == 4


def test_a_sanctuary_holds_back_whoever_fails_a_will_save() -> None:
    """The attack is lost, and every other on it under this casting (d20.abjuration.sanctuary)."""
    table = battlefield("P o .", P=priest("sanctuary", hit_points=60), o=TOUGH, dice="d20:18 d20:5")
    order(table, "P", Cast("sanctuary", ("P",), defensive=True))
    attack = Attack("P", "falchion")
    events = order(table, "o", attack)
    assert one(events, SaveRolled).cites == (abjuration.SANCTUARY,)
    assert not every(events, AttackRolled)
    turn(table, "o")
    assert not every(order(table, "o", attack), SaveRolled | AttackRolled)  # type: ignore[arg-type]


def test_a_sanctuary_is_overcome_once_for_all_by_a_success() -> None:
    """Who has saved strikes, and need not save again (d20.abjuration.sanctuary)."""
    table = battlefield("P o .", P=priest("sanctuary", hit_points=60), o=TOUGH, dice="d20:18 d20:20 d20:2 d20:2")
    order(table, "P", Cast("sanctuary", ("P",), defensive=True))
    attack = Attack("P", "falchion")
    assert one(order(table, "o", attack), AttackRolled)
    turn(table, "o")
    events = order(table, "o", attack)
    assert one(events, AttackRolled)
    assert not every(events, SaveRolled)


def test_who_strikes_out_of_a_sanctuary_leaves_it() -> None:
    """It ends with the first attack of the warded (d20.abjuration.sanctuary)."""
    table = battlefield("P o .", P=priest("sanctuary", hit_points=60), o=TOUGH, dice="d20:18 d20:2 d20:2")
    order(table, "P", Cast("sanctuary", ("P",), defensive=True))
    turn(table, "P")
    weapon = next(name for name in table.battle["P"].held if name in table.battle["P"].weapons)
    events = order(table, "P", Attack("o", weapon))
    assert one(events, SpellEnded).spell == "sanctuary"
    assert one(order(table, "o", Attack("P", "falchion")), AttackRolled)


def test_a_dispelled_spell_is_gone() -> None:
    """d20 and level 5 against 11 and level 5 (d20.abjuration.dispel-magic)."""
    table = battlefield("W . . m", W=wizard("dispel magic"), m=wizard("shield"), dice="d20:10 d20:11")
    order(table, "m", Cast("shield"))
    events = order(table, "W", Cast("dispel magic", ("m",)))
    check = one(events, CheckRolled)
    assert (check.dc, check.total, check.success) == (16, 15, False)
    turn(table, "W")
    events = order(table, "W", Cast("dispel magic", ("m",)))
    assert one(events, SpellEnded).spell == "shield"
    assert not table.battle["m"].boons


def test_a_spell_on_several_is_dispelled_from_one() -> None:
    """The others keep it (d20.abjuration.dispel-magic)."""
    table = battlefield("P A . . w", P=priest("bless"), A="orc", w=wizard("dispel magic"), dice="d20:20")
    order(table, "P", Cast("bless"))
    events = order(table, "w", Cast("dispel magic", ("A",)))
    assert not every(events, SpellEnded)
    assert one(events, BoonsEnded).who == "A"
    assert table.battle["P"].boons
    assert not table.battle["A"].boons


def test_the_duration_of_a_ward_is_counted_in_its_casters_turns() -> None:
    """Five rounds at level 5, to the start of the sixth turn (d20.abjuration.sanctuary)."""
    from sim.rules.d20 import spell

    table = battlefield("P . . o", P=priest("sanctuary"), o="orc")
    order(table, "P", Cast("sanctuary", ("P",)))
    for _ in range(4):
        turn(table, "P")
        spell.expire(table, -1)
    assert table.battle.spells
    turn(table, "P")
    spell.expire(table, -1)
    assert not table.battle.spells
    assert not table.battle["P"].boons
