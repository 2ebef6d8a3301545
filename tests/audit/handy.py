"""Fights with things: flasks, nets, shields, torches, doors, water and rock, and players who try everything."""

from __future__ import annotations

from msgspec.structs import replace

from sim.dice.sources import Stream
from sim.encounter import begin, play
from sim.events.header import Scenario
from sim.events.log import Log, Reading, parse
from sim.events.orders import Decision, End, Leave, Question, Surrender
from sim.grid.figures import Edge
from sim.rules.d20.book import BOOK
from sim.state.battle import Battle, Endings
from sim.table import Menu
from sim.testing import scenario_of
from tests.rules.d20.people import fighter

STIFF = {"hit_points": 30, "skills": {"intimidate": 8, "open-lock": 12, "escape-artist": 14, "climb": 8, "swim": 6}}
PEOPLE = (
    fighter("club", weapons=[{"name": "alchemist's fire"}, {"name": "club"}], held=["alchemist's fire"], **STIFF),
    fighter("club", weapons=[{"name": "oil flask"}, {"name": "acid flask", "carried": "stored"}], held=[], **STIFF),
    fighter("net", weapons=[{"name": "net"}, {"name": "dagger", "carried": "hidden"}], gear=["amulet"], **STIFF),
    fighter("greataxe", feats=("power-attack", "improved-sunder"), **STIFF),
    fighter("longsword", gear=["locked gauntlet", "backpack"], shield={"name": "buckler", "slung": True}, **STIFF),
    fighter("torch", gear=["tindertwig", "cloak"], weapons=[{"name": "torch"}, {"name": "holy water"}], **STIFF),
    fighter("handaxe", shield="heavy wooden shield", armor="chain shirt", gear=["holy symbol"], **STIFF),
)
MAPS = (
    ". . . . . + . .\n. % . . # . . .\n. . % . . . ' .\n. . . . # # . .",
    ". . ~ ~ . . . .\n. . ~ ~ ~ . . .\n. . . ~ . . ^ ^\n. . . . . . ^ .",
    ". . . . . . . .\n. . , . % . . .\n. . . . . . . .\n. : . . . . . .",
)
DOORS = (Edge("e1", "s", "locked-door"), Edge("d3", "e", "door"))


class Busy:
    """Any kind of order, each as likely as the next; gives up, flees and does nothing but seldom."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed, 3)

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """As a player does."""
        groups: dict[object, list[object]] = {}
        for choice in menu:
            groups.setdefault((type(choice), getattr(choice, "mode", "")), []).append(choice)
        names = [key for key in groups if key[0] not in (Surrender, Leave)] or list(groups)  # type: ignore[index]
        if self.stream.below(8):
            names = [key for key in names if key[0] is not End] or names  # type: ignore[index]
        options = groups[names[self.stream.below(len(names))]]
        return Decision(options[self.stream.below(len(options))], "random")  # type: ignore[arg-type]


def scenario(seed: int) -> Scenario:
    """Two against two, each with a kit of its own; dark on one map in three."""
    stream = Stream(seed, 4)
    rows = [row.split() for row in MAPS[stream.below(len(MAPS))].splitlines()]
    chosen = {}
    for letter in "ABab":
        free = [(y, x) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol == "."]
        y, x = free[stream.below(len(free))]
        rows[y][x] = letter
        chosen[letter] = PEOPLE[stream.below(len(PEOPLE))]
    light = ["d" * len(rows[0])] * len(rows) if not stream.below(3) else []
    edges = DOORS if stream.below(2) else ()
    drawn = scenario_of("\n".join(map("".join, rows)), chosen, light=light, edges=edges)  # type: ignore[arg-type]
    burning = stream.below(5)
    people = [replace(p, conditions=("burning",)) if i == burning else p for i, p in enumerate(drawn.creatures)]
    return replace(drawn, creatures=tuple(people), endings=Endings(rounds=12))


def fight(seed: int) -> Log:
    """A whole fight."""
    table = begin(BOOK, scenario(seed), Busy(seed), seed=seed)
    play(BOOK, table)
    return table.log


def reading(seed: int) -> Reading:
    """The log of such a fight, read back."""
    return parse(fight(seed).to_bytes())
