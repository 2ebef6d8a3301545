"""Puzzles in which it is best to wait, to feint, or to help."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from agents.policies.doctrine.wait import closes
from agents.view import View
from sim.events.orders import Act, AidAnother, Attack, Charge, Cue, Delay, Feint, FullAttack, Pass, Ready, Trigger, Wait
from sim.rules.d20 import ready
from sim.rules.d20.delay import Moment
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.equipment import weapon
from sim.tables.sheet import Sheet
from sim.testing import battlefield, order
from tests.agents.situations import asked, carry_out, choice, decide


def armed(kind: str, *names: str) -> Sheet:
    """A creature of this kind with these weapons, the first in hand."""
    return replace(creature(kind), weapons=tuple(weapon(name) for name in names), held=names[:1], shield=None)


SPEARMAN = armed("fighter-3", "longspear")
LANE = ". . . . . . . .\n. A . . . . o .\n. . . . . . . ."
ROGUE = creature("rogue-6")


def test_a_spear_awaits_the_charge() -> None:
    """Double damage as they come is better than to run at them (d20.ready.set-against-charge)."""
    table = battlefield(LANE, A=SPEARMAN, o="minotaur")

    assert choice(table, "A", "doctrine", caution=8, aggression=3) == Ready(
        Attack("it", "longspear"), Trigger("charges")
    )


def test_the_bold_do_not_wait() -> None:
    """Who would rather fall than stand charges all the same."""
    table = battlefield(LANE, A=SPEARMAN, o="orc")

    assert isinstance(choice(table, "A", "doctrine", caution=0, aggression=10), Charge)


def test_nobody_waits_for_an_archer_to_charge() -> None:
    """Who shoots does not come, and nor does another spear."""
    for foe in ("archer-4", armed("hobgoblin", "longspear")):
        table = battlefield(LANE, A=SPEARMAN, o=foe)
        assert not isinstance(choice(table, "A", "doctrine", caution=8, aggression=3), Ready)


def test_nor_for_somebody_in_reach() -> None:
    """The spear strikes now."""
    table = battlefield(". . . .\n. A . o\n. . . .", A=SPEARMAN, o="orc")

    assert isinstance(choice(table, "A", "doctrine", caution=8, aggression=3), Attack)


def test_patience_ends() -> None:
    """When nobody has come for some rounds, nobody will."""
    table = battlefield(LANE, A=SPEARMAN, o="orc")
    table.battle.round = 8

    assert not isinstance(choice(table, "A", "doctrine"), Ready)


def test_the_trigger_is_taken() -> None:
    """What it has waited for it does."""
    table = battlefield(LANE, A=SPEARMAN, o="orc")
    order(table, "A", Ready(Attack("it", "longspear"), Trigger("charges")))
    menu = ready.Choices(table.battle, table.battle["A"], Attack("o", "longspear"))

    assert asked(table, "A", "doctrine", Cue("o", "charges"), menu) in (Act(), next(iter(menu)))


def test_a_shot_is_kept_for_the_spell() -> None:
    """A hit as the wizard casts may cost it the spell besides (d20.ready.disrupt-caster)."""
    table = battlefield(LANE, A=armed("fighter-3", "light crossbow"), o="wizard-5")

    assert choice(table, "A", "doctrine") == Ready(Attack("o", "light crossbow"), Trigger("casts", "o"))


def test_who_does_not_cast_is_shot_at_once() -> None:
    """There is nothing to wait for."""
    table = battlefield(LANE, A=armed("fighter-3", "light crossbow"), o="archer-4")

    assert not isinstance(choice(table, "A", "doctrine"), Ready)


def test_the_trained_feint_before_they_strike() -> None:
    """As a move action it costs nothing of the blow that gains by it (d20.feint.effect)."""
    table = battlefield(". . . .\n. A o .\n. . . .", A=ROGUE, o="fighter-5", dice="d20:20 d20:1")

    assert choice(table, "A", "doctrine") == Feint("o")
    carry_out(table, "A", Feint("o"))
    assert isinstance(choice(table, "A", "doctrine"), Attack | FullAttack)


def test_nobody_feints_whom_a_friend_flanks_already() -> None:
    """There the sneak attack comes by itself, and the feint gains little."""
    table = battlefield(". . . . .\n. A o B .\n. . . . .", A=replace(ROGUE, feats=()), B="fighter-3", o="fighter-5")

    assert isinstance(choice(table, "A", "doctrine"), Attack | FullAttack)


def test_a_full_turn_is_given_for_much_sneak_attack() -> None:
    """Without the feat the feint pays if what it gains is more than a plain blow."""
    for dice, wish in ((8, Feint), (1, Attack)):
        assassin = replace(ROGUE, feats=("weapon-finesse",), sneak_attack=dice)
        table = battlefield(". . . .\n. A o .\n. . . .", A=assassin, o="fighter-8")
        assert isinstance(choice(table, "A", "doctrine"), wish)


def test_a_rogue_lets_the_fighter_go_first() -> None:
    """To strike from behind once the fighter has closed (d20.delay.declare)."""
    table = ambush()

    assert choice(table, "A", "doctrine") == Delay()


def ambush() -> Table:
    """A rogue, a fighter who acts after it, and an ogre within reach of both."""
    return battlefield(
        ". . . . . . . . .\n. A . . . . o o .\n. B . . . . o o .\n. . . . . . . . .", A=ROGUE, B="fighter-3", o="ogre"
    )


def test_when_the_fighter_has_closed_it_comes() -> None:
    """Until then it waits on."""
    table = ambush()
    carry_out(table, "A", Delay())

    assert asked(table, "A", "doctrine", Wait("B"), Moment()) == Pass()
    table.battle.leave(table.battle["B"])
    table.battle["B"].square = table.battle.ground.square("f2")
    table.battle.enter(table.battle["B"])
    assert asked(table, "A", "doctrine", Wait("o"), Moment()) == Act()


def test_it_does_not_wait_for_ever() -> None:
    """With the last turn of the round it goes, or when nobody is left who would close."""
    table = ambush()
    carry_out(table, "A", Delay())

    assert asked(table, "A", "doctrine", Wait(""), Moment()) == Act()
    table.battle["B"].acted = True
    assert asked(table, "A", "doctrine", Wait("o"), Moment()) == Act()


def test_alone_nobody_delays() -> None:
    """Without a friend to wait for there is nothing to gain."""
    table = battlefield(LANE, A=ROGUE, o="ogre")

    assert not isinstance(choice(table, "A", "doctrine"), Delay)


def test_whom_one_waits_for() -> None:
    """Friends who have yet to act, hand to hand, within two moves of a foe."""
    table = ambush()
    view = View(table.battle, "A")

    assert closes(view, table.battle["B"])
    table.battle["B"].acted = True
    assert not closes(view, table.battle["B"])


def test_who_cannot_hit_helps_who_can() -> None:
    """A kobold's mace is nothing to plate, and a distraction is much to an ogre's club (d20.aid-another.bonus)."""
    table = clad()
    decision = decide(table, "A", "doctrine")

    assert decision.choice == AidAnother("B", "o", "light mace")
    assert "helps B" in decision.reasons[0].words


def clad() -> Table:
    """A kobold and an ogre against somebody in plate."""
    plated: dict[str, Any] = {"natural_armor": 12}
    foe = replace(creature("fighter-5"), **plated)
    return battlefield(
        ". . . . .\n. A o B B\n. . . B B\n. . . . .",
        A=armed("kobold", "light mace"),
        B="ogre",
        o=foe,
        sides={"B": "upper"},
    )


def test_who_hits_well_enough_strikes() -> None:
    """Help is for those who have nothing better."""
    table = battlefield(". . . . .\n. A o B B\n. . . B B\n. . . . .", A="fighter-3", B="ogre", o="orc")

    assert isinstance(choice(table, "A", "doctrine"), Attack | FullAttack)
