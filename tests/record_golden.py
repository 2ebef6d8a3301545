"""Play the golden fights anew into ``replays/``: ``python -m tests.record_golden``, all or those named."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from agents.policies import player_for
from sim import encounter
from sim.events.aftermath import TimePassed
from sim.rules.shelf import book as book_of
from sim.scenario.loader import load
from sim.script import Script

ROOT = Path(__file__).parents[1]


class Golden(NamedTuple):
    """
    A fight to keep. ``policies`` are by side, and replace those of the scenario; ``script`` is an order file in
    ``scenarios/scripts``, by which it is played.
    """

    scenario: str
    seed: int
    policies: Mapping[str, str] = {}
    name: str = ""
    script: str = ""
    after: tuple[TimePassed, ...] = ()
    """What the referee lets pass when the fight is over."""
    options: Mapping[str, str] = {}
    """Options besides those of the scenario."""

    @property
    def file(self) -> str:
        """The name of its log."""
        return f"{self.name or self.script or self.scenario}.jsonl"


DAYS = TimePassed(-1, 72, "bed", (), "three days in bed, and nobody to look after them")
FIGHTS = (
    Golden("bridge-ambush", 21),
    Golden("duel", 7),
    Golden("goblin-ambush", 3),
    Golden("troll-bridge", 5),
    Golden("wrestlers", 11),
    Golden("undead-crypt", 2),
    Golden("spider-wood", 8),
    Golden("chain-gang", 4),
    Golden("giants", 9),
    Golden("spell-duel", 7),
    Golden("storm-college", 3, script="storm-college-by-hand"),
    Golden("bridge-ambush", 1, {"adventurers": "random", "orcs": "random"}, "bridge-random"),
    Golden("wrestlers", 1, {"tamers": "random", "coils": "random"}, "wrestlers-random"),
    Golden("duel", 7, script="duel-by-hand"),
    Golden("goblin-ambush", 3, script="goblin-second-wave"),
    Golden("tavern-brawl", 7, script="tavern-brawl-by-hand"),
    Golden("stairs-and-doors", 7, script="stairs-and-doors-by-hand"),
    Golden("rogues-and-spears", 3, script="rogues-and-spears-by-hand"),
    Golden("hold-the-bridge", 2),
    Golden("hold-the-bridge", 1, script="hold-the-bridge-by-hand"),
    Golden("cavalry", 5),
    Golden("cavalry", 1, script="cavalry-by-hand"),
    Golden("cavalry", 2, {"riders": "random", "orcs": "random"}, "cavalry-random"),
    Golden("river-archers", 1),
    Golden("rout", 2),
    Golden("the-ring", 1, script="the-ring-by-hand"),
    Golden("the-yard", 1, script="the-yard-by-hand"),
    Golden("necropolis", 3),
    Golden("wolf-pack", 10),
    Golden("arena", 77, script="arena-by-hand"),
    Golden("spell-storm", 3, script="spell-storm-by-hand"),
    Golden("cobweb-cellar", 1, script="cobweb-cellar-by-hand"),
    Golden("necropolis", 1, script="necropolis-by-hand"),
    Golden("school-of-arms", 7, script="school-of-arms-by-hand"),
    Golden("the-drovers-ford", 5, script="the-drovers-ford-by-hand"),
    Golden("shield-wall", 2),
    Golden("the-press-gang", 1, script="the-press-gang-by-hand"),
    Golden("monster-brawl", 1, script="monster-brawl-by-hand"),
    Golden("the-broken-mug", 5),
    Golden("the-picket", 13),
    Golden("spider-wood", 12, name="spider-wood-after", after=(DAYS,)),
    Golden("wrestlers", 12, name="wrestlers-after", after=(DAYS,)),
    Golden("comedy-of-errors", 4, script="comedy-of-errors-by-hand"),
    Golden("fencing-hall", 1, script="fencing-hall-by-hand"),
    Golden("fencing-hall", 1, script="fencing-hall-second-roll", options={"fumble": "second-roll"}),
    Golden("fencing-hall", 1, script="fencing-hall-dexterity", options={"fumble": "dexterity"}),
    Golden("fencing-hall", 1, script="fencing-hall-flat-percent", options={"fumble": "flat-percent"}),
    Golden("fencing-hall", 1, script="fencing-hall-by-skill", options={"fumble": "by-skill"}),
    Golden("fencing-hall", 1, script="fencing-hall-short-table", options={"fumble": "short-table"}),
    Golden("the-breach", 1, script="the-breach-by-hand"),
    Golden("steppe-riders", 2, name="steppe-riders-by-the-handbook", options={"bow_specialist": "handbook"}),
    Golden("duel-of-masters", 1, script="duel-of-masters-by-hand"),
    Golden("disarming-match", 1, script="disarming-match-by-hand"),
    Golden("the-hostage", 1, script="the-hostage-by-hand"),
    Golden("the-gatehouse", 1, script="the-gatehouse-by-hand"),
    Golden("handbook-match", 1, script="handbook-match-by-hand"),
    Golden("the-shield-school", 1, script="the-shield-school-by-hand"),
    Golden("shield-rush", 1, script="shield-rush-by-the-handbook", options={"shield_rush": "handbook"}),
    Golden("shield-rush", 1, script="shield-rush-by-strength", options={"shield_rush": "opposed"}),
    Golden("five-bouts", 1, script="five-bouts-by-hand"),
    Golden("the-shooting-meadow", 1, script="the-shooting-meadow-by-hand"),
    Golden("the-crag", 1, script="the-crag-by-hand"),
    Golden("the-tilt", 1, script="the-tilt-by-hand", options={"bow_specialist": "handbook"}),
    Golden("the-night-camp", 3),
    Golden("the-night-camp", 1, script="the-night-camp-by-both"),
    Golden("steppe-riders", 2),
)


def play(golden: Golden) -> bytes:
    """The log of a fight played from its scenario and seed."""
    scenario, policies = load(ROOT / "scenarios" / f"{golden.scenario}.toml")
    if golden.options:
        scenario = replace(scenario, options=scenario.options | golden.options)
    sides = {placed.sheet.id: placed.sheet.side for placed in scenario.creatures}
    policies |= {who: golden.policies[side] for who, side in sides.items() if side in golden.policies}
    book = book_of(scenario.ruleset)
    player = player_for(policies, golden.seed, scenario.knowledge, book=book)
    script = Script.read(ROOT / "scenarios" / "scripts" / f"{golden.script}.orders") if golden.script else None
    referee = encounter.Afterwards(*golden.after) if golden.after else None
    table = encounter.begin(book, scenario, player, seed=golden.seed, policies=policies, script=script, referee=referee)
    encounter.play(book, table)
    return table.log.to_bytes()


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for golden in FIGHTS:
        if not wanted or golden.file.removesuffix(".jsonl") in wanted:
            data = play(golden)
            (ROOT / "replays" / golden.file).write_bytes(data)
            print(f"{golden.file}: {data.count(bytes([10])) - 1} events")
