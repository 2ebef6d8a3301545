"""Fights with things are clean; a thing that changes by no rule is found."""

from __future__ import annotations

import pytest
from attrs import evolve

from sim.audit import Finding, audit
from sim.encounter import begin, play
from sim.events.attacks import CheckRolled, DamageDealt
from sim.events.base import citations
from sim.events.log import Log, Reading, parse
from sim.events.movement import Moved
from sim.events.objects import DoorTurned, FlaskBroke, ItemBroken, ItemDamaged, ShieldStrapped
from sim.events.orders import Attack, Move, OpenDoor, Order, ReadyShield, Sunder, Throw
from sim.rules.d20.book import BOOK
from sim.testing import scenario_of
from tests.audit.handy import reading as busy
from tests.audit.test_drawn import Wishes
from tests.rules.d20.people import fighter


def fought(drawing: str, mine: object, wish: Order, seed: int = 1, theirs: object = "orc") -> Reading:
    """A drawn fight in which ``A`` carries out one order against ``o``, and that is all."""
    scenario = scenario_of(drawing, {"A": mine, "o": theirs})  # type: ignore[dict-item]
    table = begin(BOOK, scenario, Wishes(A=wish), seed=seed)  # type: ignore[arg-type]
    play(BOOK, table)
    return parse(table.log.to_bytes())


def told_otherwise(reading: Reading, kind: type, **facts: object) -> list[Finding]:
    """What the audit says when the first event of a kind has other facts."""
    log = Log(reading.header)
    done = False
    for event in reading.events:
        if type(event) is kind and not done:
            event, done = evolve(event, **facts), True
        log.append(event)
    assert done
    return audit(parse(log.to_bytes()))


@pytest.mark.parametrize("seed", range(12))
def test_a_fight_with_things_is_clean(seed: int) -> None:
    """Whatever is thrown, struck, strapped on, opened or lit."""
    assert audit(busy(seed)) == []


def test_such_fights_show_what_they_are_for() -> None:
    """Between them they cite a good part of the rules about things."""
    cited = {rule for seed in range(12) for event in busy(seed).events for rule in citations(event)}

    assert {"d20.sunder.hardness", "d20.fire.extinguish", "d20.move.climb-swim"} <= cited


def test_a_flask_that_breaks_elsewhere_is_found() -> None:
    """The die says where a miss lands; whom it wets follows."""
    log = fought("A . . o .", fighter("acid flask"), Attack("o", "acid flask"))
    found = told_otherwise(log, FlaskBroke, square=4)

    assert {finding.invariant for finding in found} >= {"flasks-break-where-they-land"}


def test_a_thing_that_suffers_too_little_is_found() -> None:
    """Dice and bonuses less hardness."""
    wish = Sunder("greataxe", "cloak", "o")
    log = fought("A o", fighter("greataxe"), wish, theirs=fighter("club", gear=["cloak"], hit_points=40))
    found = told_otherwise(log, ItemDamaged, amount=1)

    assert found[0].invariant == "things-suffer-what-is-dealt"
    assert found[0].rule == "d20.sunder.hardness"


def test_a_thing_that_breaks_too_early_is_found() -> None:
    """It holds until its hit points are gone."""
    wish = Sunder("greataxe", "cloak", "o")
    log = fought("A o", fighter("greataxe"), wish, theirs=fighter("club", gear=["cloak", "amulet"]))

    assert told_otherwise(log, ItemBroken, item="amulet")[0].rule == "d20.sunder.hardness"


def test_a_shield_that_comes_off_by_itself_is_found() -> None:
    """It was ordered to be strapped on."""
    shield = {"name": "heavy steel shield", "slung": True}
    log = fought("A . . o", fighter("club", shield=shield), ReadyShield())

    assert told_otherwise(log, ShieldStrapped, on=False)[0].invariant == "things-change-by-orders"


def test_a_door_that_is_locked_by_opening_it_is_found() -> None:
    """An order to open opens."""
    log = fought("A + . o", fighter("club"), OpenDoor(1))

    assert told_otherwise(log, DoorTurned, state="locked-door")[0].invariant == "things-change-by-orders"


def test_a_climb_that_goes_too_far_is_found() -> None:
    """A quarter of speed, one square of 30 ft."""
    log = fought("A ^ ^ . o", fighter("club", skills={"climb": 20}), Move(1, mode="climb"))
    found = told_otherwise(log, Moved, path=(0, 1, 2), halves=4)

    assert ("moves-are-of-their-order", "d20.move.climb-swim") in {(f.invariant, f.rule) for f in found}


def test_a_climb_without_a_check_is_found() -> None:
    """Who fails stays where it is."""
    log = fought("A ^ ^ . o", fighter("club", skills={"climb": 20}), Move(1, mode="climb"))
    found = told_otherwise(log, CheckRolled, success=False)

    assert "d20.move.climb-swim" in {finding.rule for finding in found}


def test_a_splash_that_does_too_much_is_found() -> None:
    """A point to each, and the dice to one."""
    log = fought("A . . . o .", fighter("acid flask"), Throw("acid flask", 5), seed=2)
    found = told_otherwise(log, DamageDealt, amount=3)

    assert found[0].rule == "d20.splash.data"
