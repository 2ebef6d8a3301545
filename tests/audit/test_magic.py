"""Magic, tampered with: the audit finds just that; fights full of it are clean."""

from __future__ import annotations

import pytest
from attrs import evolve
from msgspec.structs import replace

from sim.audit import audit
from sim.dice.sources import Stream
from sim.encounter import begin, play
from sim.events.attacks import AttackRolled, CheckRolled
from sim.events.course import Answered, OrderGiven
from sim.events.header import Scenario
from sim.events.log import Reading, parse
from sim.events.magic import (
    AbilityUsed,
    CastingBegan,
    ChargeHeld,
    ChargeSpent,
    ComponentReadied,
    ConcentrationKept,
    ItemUsed,
    SpellBegan,
    SpellCast,
    SpellCountered,
    SpellEnded,
    SpellFailureRolled,
    SpellLost,
)
from sim.events.orders import Cast, End, Pass
from sim.rules.d20.book import BOOK
from sim.state.battle import Endings
from sim.tables.bestiary import creature
from sim.testing import scenario_of
from tests.audit.handy import Busy
from tests.audit.tampering import Tampering, chained, flipped, is_a, leave_out, plus, put, put_in
from tests.audit.test_tampered import breaches
from tests.rules.d20.casters import priest, wizard

PREPARED = is_a(CastingBegan, lambda e: e.source == "spell" and not e.quickened)
DEFENSIVE = is_a(CheckRolled, lambda e: e.success and "d20.spell.defensive.dc" in e.cites)
HURT = is_a(CheckRolled, lambda e: e.check == "concentration" and "d20.spell.aoo.concentration" in e.cites)
RAIN = is_a(CheckRolled, lambda e: e.check == "concentration" and e.cites == ("d20.spell.concentration.dc-table",))
EXPOSED = is_a(Answered, lambda e: type(e.answer) is Pass and getattr(e.question, "act", "") == "cast")
TOUCHED = is_a(AttackRolled, lambda e: e.weapon == "touch" and not e.hit)

TAMPERINGS = (
    Tampering("a slot that is not spent", PREPARED, put(spent=""), "what-is-cast-is-there-to-be-cast"),
    Tampering("a DC off by one", PREPARED, put(dc=plus("dc")), "what-is-cast-is-there-to-be-cast"),
    Tampering(
        "another caster level", PREPARED, put(caster_level=plus("caster_level")), "what-is-cast-is-there-to-be-cast"
    ),
    Tampering("a spell that nobody has", PREPARED, put(name="wish"), "what-is-cast-is-there-to-be-cast"),
    Tampering("other targets", PREPARED, put(targets=("nobody",)), "what-is-cast-is-there-to-be-cast"),
    Tampering(
        "a quickened spell at leisure",
        is_a(CastingBegan, lambda e: e.quickened),
        put(quickened=False),
        "what-is-cast-is-there-to-be-cast",
    ),
    Tampering(
        "a long casting at once",
        is_a(CastingBegan, lambda e: e.long),
        put(long=False),
        "what-is-cast-is-there-to-be-cast",
    ),
    Tampering("a component left in the pouch", is_a(ComponentReadied), leave_out, "what-is-cast-is-there-to-be-cast"),
    Tampering("a caster whom nobody may strike at", EXPOSED, leave_out, "a-spell-takes-effect-in-time"),
    Tampering("a check left out", DEFENSIVE, leave_out, "a-spell-takes-effect-in-time"),
    Tampering("a check that is easier", DEFENSIVE, put(dc=plus("dc", -1)), "concentration-adds-up"),
    Tampering("a check without its skill", RAIN, put(parts=()), "concentration-adds-up"),
    Tampering("a wound that disturbs less", HURT, put(dc=plus("dc", -1)), "concentration-adds-up"),
    Tampering("a wound that disturbs nobody", HURT, leave_out, "what-is-due-comes"),
    Tampering(
        "a check that fails all the same",
        RAIN,
        put(success=flipped("success")),
        "concentration-adds-up",
    ),
    Tampering(
        "a spell lost for nothing",
        is_a(SpellCast),
        lambda events, seq: [*events[:seq], SpellLost(events[seq].because, events[seq].who, events[seq].spell, ())],
        "a-spell-is-lost-for-a-reason",
    ),
    Tampering(
        "a spell that never comes to its end",
        is_a(SpellLost, lambda e: e.spell == "magic missile"),
        leave_out,
        "no-casting-is-left-open",
    ),
    Tampering(
        "armor that is less in the way", is_a(SpellFailureRolled), put(percent=10), "what-spoils-a-spell-is-rolled"
    ),
    Tampering(
        "dice of failure left out",
        is_a(SpellFailureRolled, lambda e: not e.failed),
        leave_out,
        "a-spell-takes-effect-in-time",
    ),
    Tampering("one touch more", is_a(ChargeHeld), put(touches=plus("touches")), "touch-spells-are-held-and-spent"),
    Tampering(
        "a touch that costs none",
        is_a(ChargeSpent, lambda e: e.left),
        put(left=plus("left")),
        "touch-spells-are-held-and-spent",
    ),
    Tampering(
        "an enemy touched by a miss",
        TOUCHED,
        put_in(lambda e: ChargeSpent(0, e.attacker, "shocking grasp", e.target, 0)),
        "touch-spells-are-held-and-spent",
    ),
    Tampering(
        "a charge out of nowhere", is_a(ItemUsed), put(item="wand of wishes"), "what-is-cast-is-there-to-be-cast"
    ),
    Tampering(
        "an item of a greater mage",
        is_a(ItemUsed),
        put(caster_level=plus("caster_level")),
        "what-is-cast-is-there-to-be-cast",
    ),
    Tampering(
        "a breath without a pause",
        is_a(AbilityUsed, lambda e: e.pause),
        put(pause=0),
        "what-is-cast-is-there-to-be-cast",
    ),
    Tampering(
        "a spell that lasts longer", is_a(SpellBegan), put(turns=plus("turns")), "spells-last-as-long-as-they-say"
    ),
    Tampering(
        "a spell that does not end",
        is_a(SpellEnded, lambda e: not e.cites),
        leave_out,
        "spells-last-as-long-as-they-say",
    ),
    Tampering(
        "a spell that ends early", is_a(SpellEnded, lambda e: e.cites), put(cites=()), "spells-last-as-long-as-they-say"
    ),
    Tampering(
        "a counterspell out of another slot",
        is_a(SpellCountered),
        put(spent="shocking grasp"),
        "what-is-countered-could-be",
    ),
    Tampering(
        "a spell as a move action",
        is_a(OrderGiven, lambda e: isinstance(e.order, Cast) and e.cost == "standard"),
        put(cost="move"),
        "orders-cost-what-the-table-says",
    ),
    Tampering("concentration kept by nobody", is_a(ConcentrationKept), leave_out, "spells-last-as-long-as-they-say"),
)


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.what)
def test_one_fact_of_magic_changed_is_found(tampering: Tampering) -> None:
    """What the audit finds first is the breach, and nothing before it."""
    seq, found = breaches(tampering)

    assert found
    assert tampering.invariant in {finding.invariant for finding in found if finding.seq == found[0].seq}
    assert found[0].seq >= seq


KITS = (
    wizard("magic missile", "shocking grasp", "fireball", "burning hands", "sleep", "blur"),
    wizard("scorching ray", "slow", "haste", "flaming sphere", "detect magic", "shield", "dispel magic"),
    priest("cure light wounds", "bless", "hold person", "silence", "inflict light wounds", "water walk"),
    priest("cure moderate wounds", "bane", "doom", "sanctuary", "shield of faith", "dispel magic"),
    creature("svirfneblin"),
    creature("hell-hound"),
    creature("ankheg"),
    creature("wizard-9"),
    creature("orc"),
)


def scenario(seed: int) -> Scenario:
    """Three against three, close together; in the rain one time in three."""
    stream = Stream(seed, 6)
    rows = [["." for _ in range(9)] for _ in range(6)]
    chosen = {}
    taken: set[tuple[int, int]] = set()
    for letter in "ABCabc":
        y, x = stream.below(3) * 2, stream.below(4) * 2
        while (y, x) in taken:
            y, x = stream.below(3) * 2, stream.below(4) * 2
        taken.add((y, x))
        rows[y][x] = letter
        chosen[letter] = KITS[stream.below(len(KITS))]
    options = {"weather": "rain"} if not stream.below(3) else {}
    drawn = scenario_of("\n".join(map("".join, rows)), chosen, options=options)  # type: ignore[arg-type]
    return replace(drawn, endings=Endings(rounds=10, flight=False))


def reading(seed: int) -> Reading:
    """The log of such a fight by lot, read back."""
    table = begin(BOOK, scenario(seed), Busy(seed), seed=seed)
    play(BOOK, table)
    return parse(table.log.to_bytes())


@pytest.mark.parametrize("seed", range(6))
def test_fights_of_magic_are_clean(seed: int) -> None:
    """Whatever casters do by lot, the audit has nothing to say."""
    assert audit(reading(seed)) == []


def test_an_order_that_is_not_there_is_no_casting() -> None:
    """A casting belongs to an order to cast."""
    whole = reading(0)
    events = list(whole.events)
    seq = next(n for n, event in enumerate(events) if type(event) is CastingBegan)
    events[events[seq].because] = evolve(events[events[seq].because], order=End())
    names = {finding.invariant for finding in audit(chained(whole, events))}

    assert "what-is-cast-is-there-to-be-cast" in names
