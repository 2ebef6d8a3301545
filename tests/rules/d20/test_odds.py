"""Estimates of the rulebook, held against blows that are really struck with every die."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import msgspec
import pytest

from sim.dice.sources import Die
from sim.events.attacks import ContestRolled, DamageDealt
from sim.events.orders import (
    Answer,
    Attack,
    BullRush,
    Charge,
    Choose,
    Feint,
    FullAttack,
    Order,
    Overrun,
    Ready,
    Sunder,
    Trigger,
    TurnUndead,
)
from sim.rules.book import Case
from sim.rules.d20.book import BOOK
from sim.table import Table
from sim.tables.bestiary import creature
from sim.tables.sheet import Weapon
from sim.testing import Script, battlefield, condition, order, square, turn
from tests.rules.d20.people import fighter

ODDS = BOOK.odds
DUEL = """
. . . .
. A o .
. . . .
"""


class Given:
    """Dice that fall as they are told, in order; after the last, 1 and the highest face in turn, so that ties end."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = list(values)
        self.high = True

    def value(self, index: int, sides: int) -> int:
        if self.values:
            return self.values.pop(0)
        self.high = not self.high
        return sides if self.high else 1


def mean(ways: tuple[int, ...], low: int) -> Fraction:
    """The exact mean of a distribution."""
    return Fraction(sum(n * (low + i) for i, n in enumerate(ways)), sum(ways))


@pytest.mark.parametrize("situation", ["plain", "prone", "flat-footed"])
def test_the_chance_to_hit_is_that_of_the_engine(situation: str) -> None:
    """Of the twenty faces of the die as many do damage as the odds say."""
    hits = 0
    for face in range(1, 21):
        table = battlefield(DUEL, A="fighter-1", o="ogre", dice=Given((face, 1, 1, 1)))
        if situation != "plain":
            condition(table, "o", situation)
        weapon = table.battle["A"].held[0]
        hits += any(isinstance(event, DamageDealt) for event in order(table, "A", Attack("o", weapon)))
    table = battlefield(DUEL, A="fighter-1", o="ogre")
    if situation != "plain":
        condition(table, "o", situation)

    (strike,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", weapon))

    assert Fraction(strike.hit.ways, strike.hit.of) == Fraction(hits, 20)


def test_expected_damage_is_that_of_every_possible_blow() -> None:
    """Attack, confirmation and damage dice in all their ways: the mean of what the engine deals is the odds' mean."""
    dagger = next(w for w in creature("rogue-1").weapons if w.category != "ranged" and w.damage.startswith("1d"))
    sides = int(dagger.damage.partition("d")[2])
    sheet = msgspec.structs.replace(creature("rogue-1"), held=(dagger.name,), sneak_attack=0)
    total = Fraction(0)
    for face, confirm in product(range(1, 21), repeat=2):
        for one in range(1, sides + 1):
            threatens = face >= dagger.threat
            dice = (face, confirm, one) if threatens else (face, one)
            extra = range(1, sides + 1) if threatens and confirm >= 2 else (1,)
            for two in extra:
                table = battlefield(DUEL, A=sheet, o="ogre", dice=Given((*dice, two)))
                dealt = [e.amount for e in order(table, "A", Attack("o", dagger.name)) if isinstance(e, DamageDealt)]
                total += Fraction(sum(dealt[:1]), 400 * sides * len(extra))
    table = battlefield(DUEL, A=sheet, o="ogre")

    (strike,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", dagger.name))

    assert mean(strike.harm.ways, strike.harm.low) == total


def test_a_plain_blow_is_what_icepool_makes_of_it() -> None:
    """A d20 against an armor class, a critical hit, dice and bonus: the whole distribution, by another hand."""
    table = battlefield(DUEL, A="orc", o="fighter-1")
    me = table.battle["A"]
    weapon = me.weapons[me.held[0]]
    (strike,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", weapon.name))
    landing = strike.hit.ways * 20 // strike.hit.of
    count, sides = map(int, weapon.damage.split("d"))
    bonus = sum(part.value for part in _damage(table, weapon.name))
    d20 = icepool.d20
    normal, critical = (n * count @ icepool.d(sides) + n * bonus for n in (1, weapon.multiplier))
    lands = d20 >= 21 - landing

    expected = d20.map(
        lambda face: (
            icepool.Die([0])
            if face < 21 - landing
            else (lands.map({True: critical, False: normal}) if face >= weapon.threat else normal)
        )
    )

    assert {strike.harm.low + i: Fraction(n, strike.harm.of) for i, n in enumerate(strike.harm.ways) if n} == {
        outcome: Fraction(quantity, expected.denominator()) for outcome, quantity in expected.items()
    }


def _damage(table: Table, weapon: str):  # type: ignore[no-untyped-def]
    from sim.rules.d20.core import damage_parts
    from sim.rules.d20.declare import MELEE, Blow

    battle = table.battle
    return damage_parts(Blow(battle, battle["A"], battle["o"], battle["A"].weapons[weapon], MELEE))


def test_a_charge_is_estimated_from_where_it_ends() -> None:
    """The two points of a charge are two faces more."""
    table = battlefield(". . . . . .\nA . . . o .\n. . . . . .", A="fighter-1", o="ogre")
    near = battlefield("A o", A="fighter-1", o="ogre")
    weapon = table.battle["A"].held[0]
    (plain,) = ODDS.strikes(near.battle.fork(), "A", Attack("o", weapon))

    (charge,) = ODDS.strikes(table.battle.fork(), "A", Charge("o", square(table, "d2"), weapon))

    assert charge.hit.ways - plain.hit.ways == 2 * plain.hit.of // 20


def test_a_full_attack_is_all_its_attacks() -> None:
    """Eight levels of fighter: two attacks, the second with five faces less."""
    table = battlefield(DUEL, A="fighter-8", o="troll")
    weapon = table.battle["A"].held[0]

    first, second = ODDS.strikes(table.battle.fork(), "A", FullAttack("o", weapon))

    assert first.hit.ways - second.hit.ways == 5 * first.hit.of // 20


def test_power_attack_trades_faces_for_points() -> None:
    """Each point takes a face and adds a point of damage, two with both hands."""
    table = battlefield(DUEL, A="half-orc-warrior-4", o="ogre")
    me = table.battle["A"]
    if "power-attack" not in me.sheet.feats:
        table = battlefield(
            DUEL, A=msgspec.structs.replace(me.sheet, feats=(*me.sheet.feats, "power-attack")), o="ogre"
        )
        me = table.battle["A"]
    weapon = me.held[0]
    (plain,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", weapon))

    (power,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", weapon, power=2))

    assert plain.hit.ways - power.hit.ways == 2 * plain.hit.of // 20
    assert power.harm.low + len(power.harm.ways) > plain.harm.low + len(plain.harm.ways)


@pytest.mark.parametrize(("how", "kind"), [("trip", "gnoll"), ("grapple", "gnoll"), ("grapple", "choker")])
def test_a_contest_of_bodies_comes_off_as_often_as_the_odds_say(how: str, kind: str) -> None:
    """Touch and contest with every pair of dice: as many successes as the odds have ways."""
    fist = creature("monk-3").unarmed.name
    won = lost = landed = 0
    for face in range(1, 21):
        table = battlefield(DUEL, A="monk-3", o=kind, dice=Given((face, 20, 1)))
        condition(table, "o", "flat-footed")
        events = order(table, "A", Attack("o", fist, how))  # type: ignore[arg-type]
        landed += any(isinstance(event, ContestRolled) for event in events)
    for mine, theirs in product(range(1, 21), repeat=2):
        table = battlefield(DUEL, A="monk-3", o=kind, dice=Given((20, mine, theirs, 20, 1)))
        condition(table, "o", "flat-footed")
        events = order(table, "A", Attack("o", fist, how))  # type: ignore[arg-type]
        contest = next(event for event in events if isinstance(event, ContestRolled))
        if len(contest.dice) == 2:
            won += contest.won
            lost += not contest.won
    table = battlefield(DUEL, A="monk-3", o=kind)
    condition(table, "o", "flat-footed")

    chance = ODDS.success(table.battle.fork(), "A", Attack("o", fist, how))  # type: ignore[arg-type]

    assert Fraction(chance.ways, chance.of) == Fraction(landed * won, 20 * (won + lost))


@pytest.mark.parametrize("wish", [BullRush("o"), Attack("o", "longsword", "disarm")])
def test_a_contest_without_a_touch(wish: BullRush | Attack) -> None:
    """Bull rush and disarm: the contest alone decides, with every pair of dice."""
    won = lost = 0
    for mine, theirs in product(range(1, 21), repeat=2):
        table = battlefield(". . . . .\n. A o . .\n. . . . .", A="fighter-3", o="orc", dice=Given((mine, theirs)))
        condition(table, "o", "flat-footed")
        contest = next(event for event in order(table, "A", wish) if isinstance(event, ContestRolled))
        if len(contest.dice) == 2:
            won += contest.won
            lost += not contest.won
    table = battlefield(". . . . .\n. A o . .\n. . . . .", A="fighter-3", o="orc")
    condition(table, "o", "flat-footed")

    chance = ODDS.success(table.battle.fork(), "A", wish)

    assert Fraction(chance.ways, chance.of) == Fraction(won, won + lost)


def test_reduction_counts() -> None:
    """What a skeleton shrugs off of a blade is not expected to hurt it."""
    table = battlefield(DUEL, A="fighter-3", o="human-warrior-skeleton")
    me = table.battle["A"]
    weapon = me.weapons[me.held[0]]
    plain = battlefield(
        DUEL, A="fighter-3", o=msgspec.structs.replace(creature("human-warrior-skeleton"), reduction=None)
    )

    (soft,) = ODDS.strikes(table.battle.fork(), "A", Attack("o", weapon.name))
    (hard,) = ODDS.strikes(plain.battle.fork(), "A", Attack("o", weapon.name))

    assert soft.hit == hard.hit
    assert soft.harm.mean(100) < hard.harm.mean(100)


def test_exposure_is_what_the_threatening_could_do() -> None:
    """Beside an ogre one is exposed to its blow, out of its reach to nothing."""
    near = battlefield("A o", A="fighter-3", o="orc").battle
    far = battlefield("A . . . . . o", A="fighter-3", o="orc").battle

    assert ODDS.exposure(near, "A", "moving") == ODDS.threat(near, "o", "A") > 0
    assert ODDS.exposure(far, "A", "moving") == 0


def test_dice_are_not_touched() -> None:
    """An estimate rolls nothing."""
    table = battlefield(DUEL, A="fighter-3", o="orc")
    ODDS.strikes(table.battle.fork(), "A", Attack("o", table.battle["A"].held[0]))

    assert table.next_die == 0
    assert Die(0, 20, 1) not in table.log.events


RUN = ". . . . .\n. A o . .\n. . . . ."


def contests(wish: Order, answers: tuple[Answer, ...] = ()) -> Fraction:
    """The share of all pairs of dice with which the first contest of this order is won, ties left out."""
    won = lost = 0
    for pair in product(range(1, 21), repeat=2):
        table = battlefield(RUN, A="fighter-3", o="orc", dice=Given(pair), answers=answers)
        condition(table, "o", "flat-footed")
        contest = next(event for event in order(table, "A", wish) if isinstance(event, ContestRolled))
        if len(contest.dice) == 2:
            won += contest.won
            lost += not contest.won
    return Fraction(won, won + lost)


def test_an_overrun_that_is_blocked() -> None:
    """Who stands its ground is run down with as many pairs of dice as the odds say."""
    table = battlefield(RUN, A="fighter-3", o="orc")
    wish = Overrun("o", square(table, "d2"))

    chance = ODDS.success(table.battle.fork(), "A", wish)

    assert Fraction(chance.ways, chance.of) == contests(wish, (Choose("block"), Choose("strength")))


def test_who_cannot_act_is_run_over() -> None:
    """Nobody helpless blocks the way."""
    table = battlefield(RUN, A="fighter-3", o="orc")
    condition(table, "o", "stunned")

    chance = ODDS.success(table.battle.fork(), "A", Overrun("o", square(table, "d2")))

    assert chance.percent == 100


def test_turning_by_every_roll() -> None:
    """Of 20 checks and 36 rolls for how many, as many reach each of three zombies as the odds say."""
    kinds = dict.fromkeys("xyz", "human-commoner-zombie")
    drawing = ". . . . . .\n. C . x y z\n. . . . . ."
    reached = dict.fromkeys("xyz", 0)
    for roll in product(range(1, 21), range(1, 7), range(1, 7)):
        table = battlefield(drawing, C="cleric-3", dice=Given(roll), **kinds)
        order(table, "C", TurnUndead())
        for who in "xyz":
            reached[who] += table.battle[who].has("turned", "C")
    table = battlefield(drawing, C="cleric-3", **kinds)

    found = {one.who: one.chance for one in ODDS.turning(table.battle.fork(), "C", TurnUndead())}

    assert {who: Fraction(chance.ways, chance.of) for who, chance in found.items()} == {
        who: Fraction(count, 720) for who, count in reached.items()
    }


def test_a_blow_at_somebody_on_its_back() -> None:
    """Four faces more land, and the battle that was given stays as it is to others."""
    table = battlefield(DUEL, A="fighter-1", o="ogre")
    weapon = table.battle["A"].held[0]
    wish = Attack("o", weapon)
    (plain,) = ODDS.strikes(table.battle.imagined("A"), "A", wish)

    (prone,) = ODDS.strikes(table.battle.imagined("A"), "A", wish, "prone")

    assert prone.hit.ways * plain.hit.of - plain.hit.ways * prone.hit.of == 4 * plain.hit.of * prone.hit.of // 20
    assert not table.battle["o"].has("prone")


def test_opportunities_without_somebody() -> None:
    """Whoever is spared adds nothing, and a hand that holds nothing takes less."""
    table = battlefield(". . . .\n. A o .\n. B . .", A="fighter-1", B="fighter-1", o="orc")
    battle = table.battle
    both = ODDS.exposure(battle.imagined("o"), "o", "moving")

    assert 2 * ODDS.exposure(battle.imagined("o"), "o", "moving", spared="A") == both
    assert ODDS.threat(battle, "A", "o", without=battle["A"].held[0]) < ODDS.threat(battle, "A", "o")


@pytest.mark.parametrize(("me", "foe"), [("rogue-1", "ogre"), ("fighter-3", "gnoll"), ("bugbear", "fighter-8")])
def test_a_feint_by_every_pair_of_dice(me: str, foe: str) -> None:
    """It comes off as often as its total is the higher; a tie deceives nobody."""
    won = 0
    for pair in product(range(1, 21), repeat=2):
        table = battlefield(DUEL, A=me, o=foe, dice=Given(pair))
        (rolled,) = [event for event in order(table, "A", Feint("o")) if isinstance(event, ContestRolled)]
        won += rolled.won
    table = battlefield(DUEL, A=me, o=foe)

    assert Fraction(*ODDS.success(table.battle.fork(), "A", Feint("o"))) == Fraction(won, 400)


def test_no_feint_deceives_the_mindless() -> None:
    """A zombie looks through nothing, for it looks at nothing."""
    table = battlefield(DUEL, A="rogue-1", o="human-commoner-zombie")

    assert ODDS.success(table.battle.fork(), "A", Feint("o")).ways == 0


ENDS = Weapon(name="dwarven urgrosh", category="two-handed", damage="1d8", double="1d6", multiplier=3)
KNIVES = (
    Weapon(name="longsword", category="one-handed", damage="1d8"),
    Weapon(name="dagger", category="light", damage="1d4", threat=19),
)


@pytest.mark.parametrize(
    ("weapons", "first", "second"), [(KNIVES, "longsword", "dagger"), ((ENDS,), "dwarven urgrosh", "double")]
)
def test_of_two_weapons_each_is_estimated_by_its_own_figures(
    weapons: tuple[Weapon, ...], first: str, second: str
) -> None:
    """The second of them, or the other end of the one, hits as often as in the fight and does its own damage."""
    figures = {"shield": None, "weapons": weapons, "held": tuple(each.name for each in weapons), "strength": 16}
    me = msgspec.structs.replace(creature("fighter-1"), feats=(), **figures)
    wish = FullAttack("o", first, off_hand=second)
    other = Attack("o", first if second == "double" else second)
    hits = [0, 0]
    for face in range(1, 21):
        for number, dice in enumerate(((face, 1, 20, 1), (1, face, 1, 20))):
            table = battlefield(DUEL, A=me, o="ogre", dice=Given(dice))
            blows = (order(table, "A", wish), order(table, "A", other))
            hits[number] += any(isinstance(event, DamageDealt) for event in blows[number])
    table = battlefield(DUEL, A=me, o="ogre")

    strikes = ODDS.strikes(table.battle.fork(), "A", wish)
    least = [next(total for total, ways in enumerate(strike.harm.ways) if total and ways) for strike in strikes]

    assert [Fraction(*strike.hit) for strike in strikes] == [Fraction(count, 20) for count in hits]
    assert least == [1 + 3, 1 + 1]


def test_a_blow_at_the_unseen_misses_half_the_time_besides() -> None:
    """Of the shares with which it lands one half is left, for plain hits and critical ones alike."""
    table = battlefield(DUEL, A="orc", o="fighter-1")
    wish = Attack("o", table.battle["A"].held[0])
    (plain,) = ODDS.strikes(table.battle.fork(), "A", wish)
    condition(table, "o", "invisible")
    condition(table, "o", "flat-footed")

    (unseen,) = ODDS.strikes(table.battle.fork(), "A", wish)
    seen = battlefield(DUEL, A="orc", o="fighter-1")
    condition(seen, "o", "flat-footed")
    (bare,) = ODDS.strikes(seen.battle.fork(), "A", wish)

    assert Fraction(*unseen.hit) == Fraction(*bare.hit) / 2 < Fraction(*plain.hit)
    for total in range(1, len(bare.harm.ways)):
        assert Fraction(unseen.harm.ways[total], unseen.harm.of) == Fraction(bare.harm.ways[total], bare.harm.of) / 2


@pytest.mark.parametrize("lethality", ["lethal", "nonlethal"])
@pytest.mark.parametrize(
    ("drawing", "wish"),
    [
        ("A o", Attack("o", "longsword")),
        ("A o", FullAttack("o", "longsword")),
        ("A . . . o", Charge("o", 3, "longsword")),
    ],
)
def test_a_blow_that_is_meant_to_stun(drawing: str, wish: Attack | FullAttack | Charge, lethality: str) -> None:
    """It lands as often as the engine says, and the least that it does is without sneak attack."""
    wish = msgspec.structs.replace(wish, lethality=lethality)
    me = msgspec.structs.replace(creature("rogue-1"), weapons=KNIVES, held=("longsword",))
    dealt = []
    for face in range(1, 21):
        table = battlefield(drawing, A=me, o="ogre", dice=Given((face, *(1,) * 4)))
        condition(table, "o", "flat-footed")
        dealt += [event.amount for event in order(table, "A", wish) if isinstance(event, DamageDealt)]
    table = battlefield(drawing, A=me, o="ogre")
    condition(table, "o", "flat-footed")

    (strike,) = ODDS.strikes(table.battle.fork(), "A", wish)

    assert Fraction(*strike.hit) == Fraction(len(dealt), 20)
    assert next(total for total, ways in enumerate(strike.harm.ways) if total and ways) == min(dealt)


@pytest.mark.parametrize("mode", ["move", "charge"])
def test_an_overrun_in_a_charge_comes_off_more_often(mode: str) -> None:
    """By the two that a charge adds to the check."""
    table = battlefield("A . . o . .", A="fighter-3", o="orc", dice="d20:15 d20:5")
    table.player = Script((Choose("block"), Choose("strength")))
    wish = Overrun("o", square(table, "e1"), mode=mode)  # type: ignore[arg-type]
    chance = ODDS.success(table.battle.fork(), "A", wish)
    condition(table, "o", "flat-footed")

    rolled = next(event for event in order(table, "A", wish) if isinstance(event, ContestRolled))

    lead = sum(part.value for part in rolled.parts) - sum(part.value for part in rolled.other_parts)
    won = sum((mine + lead, lead) > (theirs, 0) for mine, theirs in product(range(1, 21), repeat=2))
    assert Fraction(chance.ways, chance.of) == Fraction(won, 400)


def test_what_is_not_there_is_not_broken() -> None:
    """Nobody hopes to sunder a thing that nobody bears."""
    table = battlefield(DUEL, A="fighter-3", o="orc")

    assert ODDS.success(table.battle.fork(), "A", Sunder("longsword", "halberd", "o")).ways == 0


def test_who_threatens_nothing_reaches_nobody() -> None:
    """Bare hands threaten no square (d20.unarmed.no-aoo-by-unarmed)."""
    table = battlefield("A o", A=msgspec.structs.replace(creature("fighter-3"), held=()), o="orc")

    assert [ODDS.reach(table.battle[who]) for who in "Ao"] == [0, 1]


@pytest.mark.parametrize(("weapon", "case"), [("spear", "braced"), ("club", "")])
@pytest.mark.parametrize("target", ["o", "p"])
def test_a_blow_readied_against_a_charge(weapon: str, case: Case, target: str) -> None:
    """d20.ready.set-against-charge: it meets whoever comes into reach, at an Armor Class lowered by the charge."""
    drawing = ". . . . . . . p\n. . . . o . . .\n. A . . . . . .\n. . . . . . . ."
    table = battlefield(drawing, A="fighter-3", o=fighter(weapon, hit_points=40), p="ogre")
    turn(table, "o")
    order(table, "o", Ready(Attack("it", weapon), Trigger("charges")))
    turn(table, "A")
    arm = table.battle["A"].held[0]
    lane = BOOK.offers(table.battle, "A").lanes(target, arm)[0]  # type: ignore[attr-defined]
    received = ODDS.received(table.battle.fork(), "o", "A", Charge(target, lane, arm))

    met = battlefield(". . . .\n. A o .", A="fighter-3", o=fighter(weapon, hit_points=40))
    condition(met, "A", "charged")
    (blow,) = ODDS.strikes(met.battle.fork(), "o", Attack("A", weapon), case)
    assert received == blow.harm.mean(100)
