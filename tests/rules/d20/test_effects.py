"""What holds for every spell."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sim.dice.sources import SeededDice
from sim.events.base import citations
from sim.events.orders import Cast
from sim.rules.d20 import effects, magic, spell
from sim.table import Table
from sim.tables import rulebook
from sim.tables.bestiary import creature
from sim.tables.sheet import Prepared, Sheet
from sim.tables.spells import SPELLS
from sim.testing import battlefield, order
from tests.rules.d20.told import sheet

DRAWING = "\n".join(
    [". # . . . . . . ."]
    + [". . . . . . . . ."] * 3
    + [". . o . . . . . ."]
    + [". . . W A . . . ."]
    + [". . . . . . . . ."] * 2
    + [". . . # . . . . ."]
    + [". . . . . . . . ."]
)
WITH_EFFECTS = [name for name, figures in SPELLS.items() if figures.effects]


def caster(name: str) -> Sheet:
    """A wizard who has this spell, of whatever class, and all that it asks for."""
    base = creature("wizard-5")
    assert base.caster is not None
    cast = replace(base.caster, prepared=(Prepared(name, name, 1, 2),))
    owned = ("component pouch", "holy symbol", SPELLS[name].focus)
    return replace(base, caster=cast, spells={name: SPELLS[name]}, components=owned, hit_points=200, alignment="evil")


def cast_on_whom_it_is_for(name: str, seed: int) -> Table:
    """A spell is cast on a friend, on an enemy, or at the enemy's square, to its end."""
    figures = SPELLS[name]
    enemy = sheet("orc", hit_points=200)
    table = battlefield(DRAWING, W=caster(name), A="fighter-5", o=enemy, dice=SeededDice(seed))
    on: tuple[str, ...] = ()
    if figures.targets is not None and figures.range != "personal":
        on = ("A",) if figures.targets.who == "ally" else ("o",)
    area = figures.area
    aimed = area is not None and (area.origin == "point" or area.shape in ("cone", "line"))
    order(table, "W", Cast(name, on, table.battle["o"].square if aimed else -1, defensive=True))
    spell.complete_long(table, table.battle["W"])
    return table


@pytest.mark.parametrize("name", WITH_EFFECTS)
def test_every_spell_has_its_rule_and_verbs_that_are_known(name: str) -> None:
    """The rule stands in the catalogue; each verb is carried out on targets or on an area."""
    assert effects.rule(name) in rulebook.read("supplement")
    assert {each.verb for each in SPELLS[name].effects} <= {*magic.EFFECTS, *magic.AREA_EFFECTS}


@pytest.mark.parametrize("name", WITH_EFFECTS)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_spell_has_done_goes_with_it(name: str, seed: int) -> None:
    """Once it is over no bonus, no zone and no condition of it is left."""
    table = cast_on_whom_it_is_for(name, seed)
    battle = table.battle
    numbers = {running.number for running in battle.spells}
    for running in battle.spells:
        magic.finish(table, running, -1)

    assert not battle.zones
    assert not any(who.boons or who.temporary for who in battle)
    assert not any(c.value in numbers and c.other for who in battle for c in who.conditions)
    assert battle.ground is battle.base


def test_every_spell_names_its_rule_when_it_does_something() -> None:
    """Some roll or other shows it; there was nothing to dispel."""
    silent = []
    for name in WITH_EFFECTS:
        events = [event for seed in range(8) for event in cast_on_whom_it_is_for(name, seed).log.events]
        if effects.rule(name) not in {rule for event in events for rule in citations(event)}:
            silent.append(name)
    assert silent == ["dispel magic"]
