"""Golden fights played anew: who chose chooses the same again, so menus, odds and policies are what they were."""

from __future__ import annotations

import pytest

from tests.record_golden import FIGHTS, ROOT, Golden, play

ELDER = {
    "arena-by-hand.jsonl",
    "bridge-ambush.jsonl",
    "cavalry-by-hand.jsonl",
    "cavalry.jsonl",
    "chain-gang.jsonl",
    "cobweb-cellar-by-hand.jsonl",
    "giants.jsonl",
    "goblin-ambush.jsonl",
    "goblin-second-wave.jsonl",
    "hold-the-bridge-by-hand.jsonl",
    "hold-the-bridge.jsonl",
    "monster-brawl-by-hand.jsonl",
    "necropolis-by-hand.jsonl",
    "necropolis.jsonl",
    "river-archers.jsonl",
    "rogues-and-spears-by-hand.jsonl",
    "rout.jsonl",
    "shield-wall.jsonl",
    "spell-duel.jsonl",
    "spell-storm-by-hand.jsonl",
    "spider-wood-after.jsonl",
    "spider-wood.jsonl",
    "stairs-and-doors-by-hand.jsonl",
    "steppe-riders-by-the-handbook.jsonl",
    "steppe-riders.jsonl",
    "tavern-brawl-by-hand.jsonl",
    "the-broken-mug.jsonl",
    "the-night-camp-by-both.jsonl",
    "the-night-camp.jsonl",
    "the-picket.jsonl",
    "the-press-gang-by-hand.jsonl",
    "the-ring-by-hand.jsonl",
    "the-yard-by-hand.jsonl",
    "troll-bridge.jsonl",
    "undead-crypt.jsonl",
    "wolf-pack.jsonl",
    "wrestlers-after.jsonl",
    "wrestlers.jsonl",
}
"""Fights whose policies have learnt since: their inputs run again, but another fight would come of the seed today."""
LASTING = [golden for golden in FIGHTS if golden.file not in ELDER]


@pytest.mark.parametrize("golden", LASTING, ids=lambda golden: golden.file)
def test_a_golden_fight_comes_of_its_seed_again(golden: Golden) -> None:
    """
    Scenario, seed, policies and order file give the same bytes. After a change by which a policy chooses better it is
    played again (``python -m tests.record_golden NAME``), or stands with the elder.
    """
    assert play(golden) == (ROOT / "replays" / golden.file).read_bytes()
