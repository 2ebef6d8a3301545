"""Menus of both rulebooks against a slow, plain search: what the rules allow is offered, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from sim.events import orders
from sim.events.course import OrderGiven
from sim.events.log import read
from sim.laws import followed
from sim.rules.shelf import book
from sim.state.battle import Battle
from tests.record_golden import ROOT

BOTH = "Draw Drop End Leave LooseShield PickUp Sheathe StandUp Surrender TotalDefense"
WHOLE = {
    "d20": f"{BOTH} BullRush CloseDoor Complete ControlMount CoupDeGrace Delay DropProne Feint Instruct LightTorch "
    "LockGauntlet LowerResistance Mount OpenDoor Prepare ReadyShield Reload TurnUndead",
    "adnd": f"{BOTH} ChangeGrip Face FirstAid FreeSelf Realign TakePosition",
}
"""The kinds of which the menu offers every order that the rules allow."""
EVERY = {"d20": 60, "adnd": 12}
"""Of so many moments of the golden fights one is searched."""


def wishes(kind: Any, battle: Battle, who: str) -> Iterator[orders.Order]:
    """Every order of a kind that names somebody, a place of the map or a thing in its own hands or gear."""
    me = battle.creatures[who]
    things = sorted({*me.weapons, *me.items, *me.held, *(thing.name for thing in battle.things)})
    domains: list[list[object]] = []
    for field in msgspec.structs.fields(kind):
        default = [] if field.default is msgspec.NODEFAULT else [field.default]
        if get_origin(field.type) is Literal:
            domains.append(list(get_args(field.type)))
        elif field.name == "after":
            domains.append(default)
        elif field.name == "target":
            domains.append([*default, *battle.creatures])
        elif field.name in ("weapon", "item"):
            domains.append([*default, *things])
        else:
            domains.append(list(range(battle.ground.stride * battle.ground.height)))
    for values in product(*domains):
        yield kind(*values)


@pytest.mark.parametrize("path", sorted((ROOT / "replays").glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_the_rules_allow_is_offered(path: Path) -> None:
    """At moments of a golden fight each order of a simple kind stands in the menu exactly when nothing forbids it."""
    reading = read(path)
    rules = reading.header.ruleset
    judge, kinds = book(rules), [getattr(orders, name) for name in WHOLE[rules].split()]
    moments = (seq for seq, event in enumerate(reading.events) if type(event) is OrderGiven)
    searched = set(islice(moments, 2, None, EVERY[rules]))
    for seq, _, battle in followed(reading):
        if seq + 1 not in searched:
            continue
        who = reading.events[seq + 1].who  # type: ignore[attr-defined]
        menu = judge.offers(battle, who)
        for kind in kinds:
            offered = set(menu.of(kind)) if menu.can(kind) else set()
            allowed = {wish for wish in wishes(kind, battle, who) if not judge.refusal(battle, who, wish)}
            assert (seq, offered) == (seq, allowed)
