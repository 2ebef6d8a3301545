"""The armor class table."""

from __future__ import annotations

import pytest

from sim.core.tally import Tally
from sim.rules.d20 import core
from sim.rules.d20.declare import MELEE, RANGED, Blow
from sim.testing import battlefield, condition
from tests.rules.d20.told import named, part, sheet

NIMBLE = sheet("rogue-1", dexterity=16, armor=None, feats=())


def met(
    state: str, bits: int = MELEE, *, other: str = "", options: dict[str, str] | None = None
) -> tuple[Tally, list[str]]:
    """The armor class of a nimble defender in this state, and the rules named besides."""
    table = battlefield("A o", A="fighter-1", o=NIMBLE, options=options)
    condition(table, "o", state, other)
    battle = table.battle
    me = battle["A"]
    blow = Blow(battle, me, battle["o"], me.weapons["longsword" if bits & MELEE else "shortbow"], bits)
    return core.ac_tally(blow), blow.cites


ROWS = [
    ("blinded", "d20.ac-mod.blinded", -2, -2, True),
    ("cowering", "d20.ac-mod.cowering", -2, -2, True),
    ("stunned", "d20.ac-mod.stunned", -2, -2, True),
    ("prone", "d20.ac-mod.prone", -4, 4, False),
    ("kneeling", "d20.ac-mod.kneeling-or-sitting", -2, 2, False),
    ("squeezing", "d20.ac-mod.squeezing", -4, -4, False),
    ("paralyzed", "d20.ac-mod.helpless", -4, 0, True),
]


@pytest.mark.parametrize(("state", "rule", "melee", "ranged", "off_guard"), ROWS)
def test_the_defenders_state_counts(state: str, rule: str, melee: int, ranged: int, off_guard: bool) -> None:
    """Row by row, in melee and at range (d20.ac-mod.blinded, d20.ac-mod.cowering, d20.ac-mod.stunned,
    d20.ac-mod.prone, d20.ac-mod.kneeling-or-sitting, d20.ac-mod.squeezing, d20.ac-mod.helpless)."""
    for bits, value in ((MELEE, melee), (RANGED, ranged)):
        tally, _ = met(state, bits)
        assert part(tally.parts, rule) == value
        assert (named(tally.parts, "dexterity") < 3) is off_guard


def test_the_flat_footed_lose_their_dexterity_bonus() -> None:
    """And no more than that (d20.ac-mod.flat-footed)."""
    tally, cites = met("flat-footed")

    assert named(tally.parts, "dexterity") == 0
    assert "d20.ac-mod.flat-footed" in cites
    assert tally.total == 10


def test_the_entangled_are_four_points_clumsier() -> None:
    """No modifier, but the Dexterity (d20.ac-mod.entangled)."""
    tally, _ = met("entangled")

    assert part(tally.parts, "d20.ac-mod.entangled") == 1
    assert tally.total == 11


def test_a_grappler_is_off_guard_against_others() -> None:
    """Not against the one it grapples (d20.ac-mod.grappling)."""
    table = battlefield("A o B", A="fighter-1", B="fighter-1", o=NIMBLE)
    condition(table, "o", "grappling")
    battle = table.battle
    battle["o"].grapplers = ("B",)
    for who, bonus in (("A", 0), ("B", 3)):
        me = battle[who]
        blow = Blow(battle, me, battle["o"], me.weapons["longsword"], MELEE)
        assert named(core.ac_tally(blow).parts, "dexterity") == bonus
        assert ("d20.ac-mod.grappling" in blow.cites) is (who == "A")


@pytest.mark.parametrize(("options", "dexterity"), [({}, 0), ({"pinned-dexterity": "zero"}, -5)])
def test_the_pinned_are_at_the_mercy_of_all_but_the_pinner(options: dict[str, str], dexterity: int) -> None:
    """-4 in melee from others, and no Dexterity bonus, or a Dexterity of 0
    (d20.ac-mod.pinned, option pinned-dexterity)."""
    table = battlefield("A o B", A="fighter-1", B="fighter-1", o=NIMBLE, options=options)
    condition(table, "o", "grappling")
    condition(table, "o", "pinned", "B")
    battle = table.battle
    battle["o"].grapplers = ("B",)
    for who, penalty, bonus in (("A", -4, dexterity), ("B", 0, 3)):
        me = battle[who]
        tally = core.ac_tally(Blow(battle, me, battle["o"], me.weapons["longsword"], MELEE))
        assert named(tally.parts, "pinned") == penalty
        assert named(tally.parts, "dexterity") == bonus


def test_cover_and_concealment_have_rules_of_their_own() -> None:
    """The table points to them (d20.ac-mod.cover, d20.ac-mod.concealed-or-invisible)."""
    tally, _ = met("invisible", RANGED)

    assert tally.total == 13
