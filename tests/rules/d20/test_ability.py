"""Special abilities that are used like spells."""

from __future__ import annotations

from msgspec.structs import replace

from sim.events.attacks import CheckRolled
from sim.events.course import Answered
from sim.events.magic import AbilityUsed, CastingBegan, SpellCast, SpellLost
from sim.events.orders import Attack, UseAbility
from sim.rules.d20 import ability, spell
from sim.table import Table
from sim.tables.sheet import Power
from sim.tables.spells import SPELLS
from sim.testing import battlefield, cited, condition, order, turn, why_not
from tests.rules.d20.casters import gifted
from tests.rules.d20.told import every, one

WISH = UseAbility("bolt", ("o",))


def field(kind: str, dice: str = "", answers: tuple[Attack, ...] = (), **changes: object) -> Table:
    """A goblin with a bolt beside an orc."""
    power = Power("bolt", kind, "magic missile", 1, 1, 11, **changes)  # type: ignore[arg-type]
    return battlefield("G o", G=gifted("goblin", power, SPELLS["magic missile"]), o="orc", dice=dice, answers=answers)


def test_a_spell_like_ability_is_cast_without_components() -> None:
    """It exposes, silenced or not (d20.ability.spell-like)."""
    table = field("spell-like", "d4:1")
    condition(table, "G", "silenced")

    events = order(table, "G", WISH)

    assert {ability.SPELL_LIKE, "d20.action.standard.spell-like-ability"} <= cited(events)
    assert spell.PROVOKES in one(events, Answered).cites
    assert one(events, CastingBegan).source == "spell-like"
    assert every(events, SpellCast)


def test_a_spell_like_ability_may_be_used_on_the_defensive() -> None:
    """15 and the level; failing, its use is gone (d20.ability.spell-like-disruptable)."""
    table = field("spell-like", "d20:2", uses=1)

    events = order(table, "G", replace(WISH, defensive=True))

    assert one(events, CheckRolled).dc == 16
    assert not every(events, Answered)
    assert one(events, SpellLost).cites == (spell.DISTRACTED, ability.SPELL_LIKE_DISRUPTABLE)
    assert table.battle["G"].used == ("bolt",)


def test_a_supernatural_ability_exposes_to_nobody_and_wants_no_concentration() -> None:
    """Nor can it be disrupted (d20.ability.supernatural-no-concentration, d20.ability.supernatural-not-disrupted)."""
    table = field("supernatural", "d4:1")
    condition(table, "G", "entangled")

    events = order(table, "G", WISH)

    assert one(events, AbilityUsed).cites == (ability.NO_CONCENTRATION, ability.NOT_DISRUPTED)
    assert "d20.action.standard.supernatural-ability" in cited(events)
    assert not every(events, Answered)
    assert not every(events, CheckRolled)


def test_an_extraordinary_ability_that_takes_an_action_is_a_standard_one() -> None:
    """It exposes to nobody (d20.action.standard.extraordinary-ability)."""
    table = field("extraordinary", "d4:1")

    events = order(table, "G", WISH)

    assert "d20.action.standard.extraordinary-ability" in cited(events)
    assert table.battle.turn.standard
    assert not every(events, Answered)


def test_only_spell_like_ones_are_used_on_the_defensive() -> None:
    """The others have nothing to defend."""
    assert why_not(field("supernatural"), "G", replace(WISH, defensive=True)) == (ability.NO_CONCENTRATION,)


def test_uses_run_out_and_pauses_pass() -> None:
    """Once, or again after so many rounds."""
    table = field("supernatural", "d4:1", uses=1)
    order(table, "G", WISH)
    turn(table, "G")
    assert why_not(table, "G", WISH) == ("d20.action.standard.supernatural-ability",)

    table = field("supernatural", "d4:2 d4:1", pause="1d4")
    assert one(order(table, "G", WISH), AbilityUsed).pause == 2
    turn(table, "G")
    assert why_not(table, "G", WISH)
    turn(table, "G")
    assert not why_not(table, "G", WISH)
