"""
Exact odds against blows that are really struck: ``python -m tests.swings`` (``make swings``) plays 100,000 of each.

A case is a moment of a fight to which one comes back before each swing, and what the exact odds expect of it. What came
out so often is held against them by chi-square; ``BOUND`` says how far it may be off. The seed is written down, so that
the outcome is the same everywhere.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

import msgspec

from sim.dice.odds import Chance, Distribution, duel
from sim.dice.sources import SeededDice
from sim.events.adnd import AttackMade
from sim.events.adnd_fumbles import Fumbled
from sim.events.attacks import AttackRolled, ContestRolled, CriticalRolled, DamageDealt
from sim.events.orders import Attack, BullRush, Cast, FullAttack
from sim.rules.adnd import core as adnd
from sim.rules.adnd.book import BOOK as ADND
from sim.rules.d20 import save
from sim.rules.d20.book import BOOK as D20
from sim.state.battle import Battle
from sim.table import Table
from sim.tables.adnd_fumbles import FUMBLES, faces
from sim.tables.adnd_sheet import Sheet as AdndSheet
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.testing import battlefield, condition, order, square
from tests.rules.adnd.arena import activate, arena, declare, give, sheet
from tests.rules.d20.casters import wizard

SWINGS = 100_000
BOUND = 4
"""So many standard deviations may chi-square be off; by chance it is in one case of 30,000."""

Counts = Mapping[object, int]


def deviation(counts: Counts, expected: Mapping[object, Fraction]) -> float:
    """
    How many standard deviations chi-square lies above what chance makes of it, by the cube root of Wilson and Hilferty;
    outcomes of which less than five are expected count as one. Endless for what ought never to have come out.
    """
    if any(not expected.get(outcome) for outcome in counts):
        return float("inf")
    number = sum(counts.values())
    rare = [outcome for outcome, share in expected.items() if share * number < 5]
    cells = [(counts.get(outcome, 0), share * number) for outcome, share in expected.items() if outcome not in rare]
    if rare:
        cells.append((sum(counts.get(each, 0) for each in rare), sum(expected[each] for each in rare) * number))
    square = sum((seen - due) ** 2 / due for seen, due in cells if due)
    freedom = len(cells) - 1
    if not freedom:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((float(square) / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def shares(of: Chance | Distribution) -> dict[object, Fraction]:
    """Each outcome with its share; of a chance, 1 and 0."""
    if isinstance(of, Chance):
        return {1: Fraction(of.ways, of.of), 0: 1 - Fraction(of.ways, of.of)}
    return {of.low + i: Fraction(n, of.of) for i, n in enumerate(of.ways) if n}


class Moment:
    """A moment of a fight, as often as one likes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.battle = table.battle
        self.told = len(table.log.events)

    def again(self) -> Battle:
        """It is that moment again, except that other dice will fall."""
        self.table.battle = self.battle.fork()
        del self.table.log.events[self.told :]
        return self.table.battle


class Case(NamedTuple):
    """
    ``play`` makes one swing with the dice of a table and says what came out, several things at once under their names;
    ``expected`` are their shares.
    """

    moment: Moment
    play: Callable[[Moment], dict[str, object]]
    expected: dict[str, dict[object, Fraction]]


def stream(title: str, seed: int) -> int:
    """The seed of a case: none shares its dice with another."""
    return int.from_bytes(sha256(f"{seed} {title}".encode()).digest()[:8])


def swing(case: Case, number: int, seed: int) -> dict[str, Counter[object]]:
    """So many swings of a case: how often each thing came out."""
    case.moment.table.dice = SeededDice(seed)
    case.moment.table.next_die = 0
    found: dict[str, Counter[object]] = {name: Counter() for name in case.expected}
    for _ in range(number):
        for name, outcome in case.play(case.moment).items():
            found[name][outcome] += 1
    return found


# Cases of d20.

DUEL = """
. . . . .
. A o . .
. . . . .
"""


def struck(wish: Attack, state: str = "", **people: str | Sheet) -> Case:
    """An attack with a weapon: whether it hits, whether a critical hit is confirmed, and what it takes."""
    table = battlefield(DUEL, **people)  # type: ignore[arg-type]
    if state:
        condition(table, "o", state)
    (strike,) = D20.odds.strikes(table.battle.fork(), "A", wish)
    landing = 20 * Fraction(*strike.hit)
    threats = min(landing, 21 - table.battle["A"].weapons[wish.weapon].threat)

    def play(moment: Moment) -> dict[str, object]:
        moment.again()
        events = order(table, "A", wish)
        return {
            "hit": int(any(type(event) is AttackRolled and event.hit for event in events)),
            "confirmed": int(any(type(event) is CriticalRolled and event.confirmed for event in events)),
            "damage": sum(event.amount for event in events if type(event) is DamageDealt),
        }

    confirmed = Fraction(threats, 20) * landing / 20
    expected = {
        "hit": shares(strike.hit),
        "confirmed": {1: confirmed, 0: 1 - confirmed},
        "damage": shares(strike.harm),
    }
    return Case(Moment(table), play, expected)


def contested(who: str, wish: Attack | BullRush) -> Case:
    """A special attack against somebody flat-footed: whether its contest is won."""
    table = battlefield(DUEL, A=who, o="gnoll")
    condition(table, "o", "flat-footed")
    chance = D20.odds.success(table.battle.fork(), "A", wish)

    def play(moment: Moment) -> dict[str, object]:
        moment.again()
        contests = [event for event in order(table, "A", wish) if type(event) is ContestRolled]
        return {"won": int(bool(contests) and contests[0].won)}

    return Case(Moment(table), play, {"won": shares(chance)})


def saved(who: str, kind: str, dc: int) -> Case:
    """A saving throw against a number."""
    table = battlefield(DUEL, A="fighter-3", o=who)
    bonus = sum(part.value for part in save.parts(table.battle["o"], kind))
    chance = Chance(max(1, min(19, 21 + bonus - dc)), 20)

    def play(moment: Moment) -> dict[str, object]:
        battle = moment.again()
        return {"saved": int(save.save(table, battle["o"], kind, "a spell", dc, 0)[0])}

    return Case(Moment(table), play, {"saved": shares(chance)})


def burnt() -> Case:
    """Burning hands: five dice, half of it for whoever saves."""
    tough = msgspec.structs.replace(creature("ogre"), hit_points=99)
    table = battlefield(". . . .\nW . o .\n. . . .", W=wizard("burning hands"), o=tough)
    wish = Cast("burning hands", to=square(table, "c2"))
    prospect = D20.odds.prospect(table.battle.fork(), "W", wish)
    assert prospect is not None
    ((hope),) = prospect.hopes
    (strike,) = hope.strikes

    def play(moment: Moment) -> dict[str, object]:
        moment.again()
        events = order(table, "W", wish)
        return {"damage": sum(event.amount for event in events if type(event) is DamageDealt)}

    return Case(Moment(table), play, {"damage": shares(strike.harm)})


def duelled() -> Case:
    """Two skeletons whose bones nothing spares, blow and answer, until one of them falls."""
    bones = msgspec.structs.replace(creature("human-warrior-skeleton"), reduction=None)
    one, other = bones, msgspec.structs.replace(bones, hit_points=9)
    table = battlefield(DUEL, A=one, o=other)
    turned = battlefield(DUEL, A=one, o=other)
    wishes = {"A": Attack("o", "scimitar"), "o": Attack("A", "scimitar")}
    ((mine),), ((theirs),) = (D20.odds.strikes(turned.battle.fork(), who, wish) for who, wish in wishes.items())

    def play(moment: Moment) -> dict[str, object]:
        points = {"A": 6, "o": 9}
        while True:
            for who, foe in (("A", "o"), ("o", "A")):
                battle = moment.again()
                before = points[foe]
                battle[foe].hit_points = before
                order(table, who, wishes[who])
                points[foe] = battle[foe].hit_points
                if points[foe] <= 0:
                    return {"won": int(who == "A")}

    return Case(Moment(table), play, {"won": shares(duel(mine.harm, theirs.harm, 6, 9))})


# Cases of AD&D.

PAIR = ". . A o . ."


def ready(table: Table, who: str, wish: Attack) -> None:
    """Somebody has declared its attacks, and it is its moment."""
    declare(table, who, FullAttack(wish.target, wish.weapon, how=wish.how))
    activate(table, who)


def adnd_struck(**people: AdndSheet) -> Case:
    """THAC0 against Armor Class, and what a hit takes."""
    table = arena(PAIR, options={"fumble": "off"}, **people)
    wish = Attack("o", table.battle["A"].held[0])
    (strike,) = ADND.odds.strikes(table.battle.fork(), "A", wish)
    ready(table, "A", wish)

    def play(moment: Moment) -> dict[str, object]:
        moment.again()
        events = give(table, "A", wish)
        return {
            "hit": int(any(type(event) is AttackMade and event.hit for event in events)),
            "damage": sum(event.amount for event in events if type(event) is DamageDealt),
        }

    return Case(Moment(table), play, {"hit": shares(strike.hit), "damage": shares(strike.harm)})


def fumbled() -> Case:
    """Every natural 1 is a critical fumble: in which band of the table does it fall?"""
    table = arena(PAIR, A=sheet("fighter-5"), o=sheet("ogre"), options={"fumble": "every-one"})
    wish = Attack("o", table.battle["A"].held[0])
    ready(table, "A", wish)
    bands = {name: faces(name) for name in FUMBLES.bands}
    expected: dict[object, Fraction] = {"none": Fraction(19, 20)}
    expected |= {name: Fraction(last - first + 1, 2000) for name, (first, last) in bands.items()}

    def play(moment: Moment) -> dict[str, object]:
        moment.again()
        rolls = [event.roll for event in give(table, "A", wish) if type(event) is Fumbled]
        name = next((name for name, (first, last) in bands.items() if rolls and first <= rolls[0] <= last), "none")
        return {"band": name}

    return Case(Moment(table), play, {"band": expected})


def disarmed(option: str) -> Case:
    """A disarm: the called shot with its resistance, or the contest of the variant."""
    table = arena(PAIR, A=sheet("fighter-5"), o=sheet("orc"), options={"fumble": "off", "disarm_rule": option})
    weapon = table.battle["A"].held[0]
    wish = Attack("o", weapon, how="disarm")
    held = table.battle["o"].held[0]
    chance = ADND.odds.success(table.battle.fork(), "A", wish)
    ready(table, "A", wish)

    def play(moment: Moment) -> dict[str, object]:
        battle = moment.again()
        give(table, "A", wish)
        return {"won": int(held not in battle["o"].held)}

    return Case(Moment(table), play, {"won": shares(chance)})


def adnd_saved(kind: str) -> Case:
    """A saving throw by class and level: never with a 1, always with a 20."""
    table = arena(PAIR, A=sheet("fighter-5"), o=sheet("orc"))
    needed = sheet("fighter-5").saves[adnd.SAVES.index(kind)]

    def play(moment: Moment) -> dict[str, object]:
        battle = moment.again()
        return {"saved": int(adnd.save(table, battle["A"], "a spell", kind, 0))}

    chance = Chance(max(1, min(19, 21 - needed)), 20)
    return Case(Moment(table), play, {"saved": shares(chance)})


def adnd_duelled() -> Case:
    """A goblin and a kobold, blow and answer, until one of them falls."""
    people = {"A": sheet("kobold"), "o": sheet("goblin")}
    tables = {who: arena(PAIR, options={"fumble": "off"}, **people) for who in people}  # type: ignore[arg-type]
    wishes = {who: Attack("o" if who == "A" else "A", tables[who].battle[who].held[0]) for who in people}
    mine, theirs = (ADND.odds.strikes(tables[who].battle.fork(), who, wish)[0] for who, wish in wishes.items())
    points = {who: tables["A"].battle[who].hit_points for who in people}
    for who, table in tables.items():
        ready(table, who, wishes[who])
    moments = {who: Moment(table) for who, table in tables.items()}

    def play(moment: Moment) -> dict[str, object]:
        moments["o"].table.dice = moment.table.dice
        left = dict(points)
        while True:
            for who, foe in (("A", "o"), ("o", "A")):
                battle = moments[who].again()
                moments[who].table.next_die = max(each.table.next_die for each in moments.values())
                battle[foe].hit_points = left[foe]
                give(moments[who].table, who, wishes[who])
                left[foe] = battle[foe].hit_points
                if left[foe] <= 0:
                    return {"won": int(who == "A")}

    expected = duel(mine.harm, theirs.harm, points["A"], points["o"])
    return Case(moments["A"], play, {"won": shares(expected)})


OGRE = msgspec.structs.replace(creature("ogre"), hit_points=200)
FIST = creature("monk-3").unarmed.name
SWORD, FALCHION, RAPIER = (creature(kind).held[0] for kind in ("fighter-3", "orc", "rogue-1"))

CASES: dict[str, Callable[[], Case]] = {
    "d20: a fighter at an ogre": lambda: struck(Attack("o", SWORD), A="fighter-3", o=OGRE),
    "d20: an orc at a fighter": lambda: struck(Attack("o", FALCHION), A="orc", o="fighter-3"),
    "d20: a sneak attack": lambda: struck(Attack("o", RAPIER), "flat-footed", A="rogue-1", o=OGRE),
    "d20: trip": lambda: contested("monk-3", Attack("o", FIST, "trip")),
    "d20: grapple": lambda: contested("monk-3", Attack("o", FIST, "grapple")),
    "d20: disarm": lambda: contested("fighter-3", Attack("o", SWORD, "disarm")),
    "d20: bull rush": lambda: contested("fighter-3", BullRush("o")),
    "d20: a fortitude save": lambda: saved("ogre", "fortitude", 15),
    "d20: a will save": lambda: saved("ogre", "will", 18),
    "d20: burning hands": burnt,
    "d20: a duel": duelled,
    "adnd: a fighter at an ogre": lambda: adnd_struck(A=sheet("fighter-5"), o=sheet("ogre", hit_points=200)),
    "adnd: an orc at a fighter": lambda: adnd_struck(A=sheet("orc"), o=sheet("fighter-5")),
    "adnd: hardly to be missed": lambda: adnd_struck(A=sheet("grand-master-18"), o=sheet("kobold", hit_points=99)),
    "adnd: bands of fumbles": fumbled,
    "adnd: disarm by called shot": lambda: disarmed("seed"),
    "adnd: disarm by opposed rolls": lambda: disarmed("opposed"),
    "adnd: a save against death": lambda: adnd_saved("death"),
    "adnd: a save against a spell": lambda: adnd_saved("spell"),
    "adnd: a duel": adnd_duelled,
}


def main(words: list[str]) -> int:
    """A line for each thing that was counted; 1 when one of them is off."""
    parser = argparse.ArgumentParser(prog="python -m tests.swings", description=main.__doc__)
    parser.add_argument("--swings", type=int, default=SWINGS, help="of each case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the cases whose title begins so: each has dice of its own")
    given = parser.parse_args(words)
    off = 0
    for title, build in CASES.items():
        if not title.startswith(given.only):
            continue
        case = build()
        for name, counts in swing(case, given.swings, stream(title, given.seed)).items():
            far = deviation(counts, case.expected[name])
            most = max(abs(counts[each] / given.swings - share) for each, share in case.expected[name].items())
            off += far > BOUND
            print(
                f"{title:30} {name:10}{far:6.2f} deviations, shares at most {100 * float(most):.2f} % off", flush=True
            )
    return int(off > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
