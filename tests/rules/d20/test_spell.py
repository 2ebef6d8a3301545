"""Casting spells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.dice.sources import SeededDice
from sim.events.attacks import AttackRolled, CheckRolled
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.course import Answered, TurnBegan
from sim.events.magic import (
    CastingBegan,
    ChargeHeld,
    ChargeSpent,
    ComponentReadied,
    ConcentrationCeased,
    ConcentrationKept,
    SpellBegan,
    SpellCast,
    SpellEnded,
    SpellFailureRolled,
    SpellLost,
    SpellRedirected,
)
from sim.events.orders import (
    Answer,
    Attack,
    Cast,
    CeaseConcentration,
    Concentrate,
    Dismiss,
    End,
    FirstAid,
    FullAttack,
    Move,
    Pass,
    PickUp,
    ReadyComponent,
    Redirect,
    Touch,
)
from sim.rules.d20 import arcane_failure, combat_casting, grapple, spell, threat
from sim.rules.d20.book import BOOK
from sim.rules.d20.turn import go_on
from sim.table import Table
from sim.tables import equipment
from sim.tables.bestiary import creature
from sim.tables.sheet import Sheet
from sim.tables.spells import SPELLS
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.casters import BLESSED_HANDS, DANCE, LINGER, knowing, priest, wizard
from tests.rules.d20.told import every, named, one, part

MISSILE = Cast("magic missile", ("o",))
GRASP = Cast("shocking grasp", ("o",))
SWING = Attack("W", "falchion")
BARE = replace(creature("priest-5"), held=())


def beside(dice: str = "", answers: tuple[Answer, ...] = (), w: Sheet | None = None, o: str | Sheet = "orc") -> Table:
    """A wizard with an orc beside him."""
    sheet = wizard("magic missile", "shocking grasp") if w is None else w
    return battlefield(". . . .\n. W o .\n. . . .", W=sheet, o=o, dice=dice, answers=answers)


def apart(dice: str = "", w: Sheet | None = None, o: str | Sheet = "orc", **options: str) -> Table:
    """A wizard with an orc some way off."""
    sheet = wizard("magic missile", "shocking grasp") if w is None else w
    return battlefield("W . . . o .", W=sheet, o=o, dice=dice, options=options)


# ---- casting ----


def test_a_spell_is_cast_in_a_standard_action_and_spent() -> None:
    """Each prepared one once (d20.action.standard.cast-spell)."""
    table = apart("d4:2 d4:2 d4:2")

    events = order(table, "W", MISSILE)

    assert table.battle.turn.standard
    assert not table.battle.turn.move
    assert table.battle["W"].used == ("magic missile",)
    assert one(events, SpellCast).targets == ("o",)


def test_what_is_not_prepared_any_more_cannot_be_cast() -> None:
    """The second of two is the last."""
    table = apart("d4:1 d4:1 d4:1 d4:1 d4:1 d4:1")
    for _ in range(2):
        turn(table, "W")
        order(table, "W", MISSILE)
    turn(table, "W")

    assert why_not(table, "W", MISSILE) == (spell.CAST,)
    assert why_not(table, "W", Cast("fireball", to=0)) == (spell.CAST,)


def test_who_knows_spells_casts_any_of_them_from_its_slots() -> None:
    """A sorcerer's slots of a level are spent on whatever is known of it."""
    sheet = wizard("magic missile", "shocking grasp")
    assert sheet.caster is not None
    known = tuple(replace(entry, count=0) for entry in sheet.caster.prepared)
    sheet = replace(sheet, caster=replace(sheet.caster, kind="sorcerer", prepared=known, slots=(6, 1)))
    table = apart("d4:1 d4:1 d4:1", w=sheet)

    event = one(order(table, "W", MISSILE), CastingBegan)
    turn(table, "W")

    assert event.spent == "slot 1"
    assert why_not(table, "W", Cast("shocking grasp")) == (spell.CAST,)


def test_a_quickened_spell_is_free_and_exposes_to_nobody() -> None:
    """One a turn, and a spell besides (d20.action.free.cast-quickened-spell)."""
    table = beside("d4:1 d4:1 d4:1 d4:1 d4:1 d4:1", w=wizard("quickened magic missile", "magic missile"))
    quick = Cast("quickened magic missile", ("o",))

    events = order(table, "W", quick)

    assert spell.QUICKENED in cited(events)
    assert not every(events, Answered)
    assert why_not(table, "W", quick) == (spell.QUICKENED,)
    assert not why_not(table, "W", MISSILE)


# ---- components ----


def test_the_silenced_cannot_speak_a_spell() -> None:
    """A verbal component wants a voice (d20.spell.component.verbal)."""
    table = apart("d4:1 d4:1 d4:1")
    condition(table, "W", "silenced")

    assert why_not(table, "W", MISSILE) == (spell.VERBAL,)


def test_the_deafened_lose_one_spoken_spell_in_five() -> None:
    """Of 100, 20 spoils it and 21 does not (d20.spell.component.verbal-deafened)."""
    for value, failed in ((20, True), (21, False)):
        table = apart(f"d100:{value}" + "" if failed else f"d100:{value} d4:1 d4:1 d4:1")
        condition(table, "W", "deafened")

        events = order(table, "W", MISSILE)

        roll = one(events, SpellFailureRolled)
        assert (roll.percent, roll.failed, roll.cites) == (20, failed, (spell.VERBAL_DEAFENED,))
        assert bool(every(events, SpellLost)) == failed
        assert table.battle["W"].used == ("magic missile",)


def test_gestures_want_a_free_hand() -> None:
    """A weapon in the one and a shield on the other leave none (d20.spell.component.somatic)."""
    sheet = creature("cleric-3")
    bless = Cast("bless")
    table = battlefield("C o", C=sheet, o="orc")

    assert why_not(table, "C", bless) == (spell.SOMATIC,)
    table.battle["C"].held = ()
    assert not why_not(table, "C", bless)


def test_a_two_handed_weapon_leaves_a_hand_to_cast_with() -> None:
    """The staff is held in one hand for the moment."""
    assert not why_not(apart(), "W", MISSILE)


def test_a_buckler_leaves_its_hand_free() -> None:
    """Unlike other shields."""
    for name, free in (("buckler", True), ("light steel shield", False)):
        sheet = replace(creature("priest-5"), shield=equipment.shield(name))
        table = battlefield("P o", P=sheet, o="orc")
        assert spell.free_hand(table.battle["P"]) == free


def test_a_focus_must_be_possessed_and_is_taken_out_for_nothing() -> None:
    """d20.spell.component.focus, d20.spell.component.focus-draw."""
    table = battlefield("P . o", P=priest("bless"), o="orc")

    readied = one(order(table, "P", Cast("bless")), ComponentReadied)

    assert (readied.component, readied.cites) == (spell.SYMBOL, (spell.FOCUS_DRAW,))
    assert table.battle["P"].at_hand == (spell.SYMBOL,)
    turn(table, "P")
    assert not every(order(table, "P", Cast("bless")), ComponentReadied)
    without = battlefield("P . o", P=priest("bless", components=()), o="orc")
    assert why_not(without, "P", Cast("bless")) == (spell.FOCUS,)


def test_materials_come_from_the_pouch_and_are_consumed() -> None:
    """d20.spell.component.material."""
    table = apart("d8:3", w=wizard("color spray", "slow"))
    slow = Cast("slow", ("o",))
    ready = order(table, "W", ReadyComponent("slow"))
    assert one(ready, ComponentReadied).cites == (spell.MATERIAL,)
    assert table.battle["W"].at_hand == ("slow",)

    table.dice = SeededDice(1)
    order(table, "W", slow)

    assert table.battle["W"].at_hand == ()
    without = apart(w=wizard("slow", components=()))
    assert why_not(without, "W", slow) == (spell.MATERIAL,)


def test_preparing_components_is_free() -> None:
    """And can be done once (d20.action.free.prepare-components)."""
    table = apart(w=wizard("slow"))
    wish = ReadyComponent("slow")

    assert BOOK.cost(table.battle, "W", wish).kind == "free"
    events = order(table, "W", wish)
    assert "d20.action.free.prepare-components" in cited(events)
    assert why_not(table, "W", wish) == ("d20.action.free.prepare-components",)


def test_armor_spoils_arcane_gestures() -> None:
    """Chain shirt 20 %, with a buckler 25 (d20.arcane-failure.chance)."""
    sheet = wizard("magic missile", "blur", armor=equipment.armor("chain shirt"), shield=equipment.shield("buckler"))
    table = apart("d100:25", w=sheet)

    events = order(table, "W", MISSILE)

    roll = one(events, SpellFailureRolled)
    assert (roll.percent, roll.failed, roll.cites) == (25, True, (arcane_failure.CHANCE,))
    turn(table, "W")
    assert not every(order(table, "W", Cast("blur", ("W",))), SpellFailureRolled)


def test_divine_spells_do_not_mind_armor() -> None:
    """A cleric in a breastplate rolls nothing."""
    table = battlefield("P . o", P="priest-5", o="orc")

    assert not every(order(table, "P", Cast("bless")), SpellFailureRolled)


# ---- opportunities and concentration ----


def test_casting_provokes() -> None:
    """d20.spell.aoo.provokes."""
    events = order(beside("d4:1 d4:1 d4:1"), "W", MISSILE)

    assert spell.PROVOKES in one(events, Answered).cites


def test_a_wound_in_the_casting_asks_for_concentration() -> None:
    """10, the damage and the level; below that the spell is lost (d20.spell.aoo.concentration)."""
    for value, lost in ((8, False), (7, True)):
        table = beside(f"d20:17 d4:1 d4:1 d20:{value}" + ("" if lost else " d4:1 d4:1 d4:1"), (SWING,))

        events = order(table, "W", MISSILE)

        check = one(events, CheckRolled)
        assert check.dc == 10 + 6 + 1
        assert check.cites == (spell.HURT,)
        assert check.success != lost
        assert bool(every(events, SpellLost)) == lost
        assert bool(every(events, SpellCast)) != lost
        assert table.battle["W"].used == ("magic missile",)


def test_who_casts_on_the_defensive_exposes_itself_to_nobody() -> None:
    """15 and the level (d20.spell.defensive.no-aoo, d20.spell.defensive.dc); Combat Casting helps."""
    table = beside("d20:3 d4:1 d4:1 d4:1")

    events = order(table, "W", replace(MISSILE, defensive=True))

    check = one(events, CheckRolled)
    assert (check.dc, check.total, check.success) == (16, 16, True)
    assert part(check.parts, combat_casting.BONUS) == 4
    assert not every(events, Answered)
    assert {spell.NO_AOO, spell.DEFENSIVE_DC} <= cited(events)
    spent(table)


def test_who_fails_on_the_defensive_loses_the_spell() -> None:
    """With its slot, and no one is hurt (d20.spell.concentration.distracted)."""
    table = beside("d20:2")

    events = order(table, "W", replace(MISSILE, defensive=True))

    assert one(events, SpellLost).cites == (spell.DISTRACTED,)
    assert table.battle["W"].used == ("magic missile",)
    assert table.battle["W"].casting is None
    assert not every(events, SpellCast)


@pytest.mark.parametrize(
    ("options", "dc"),
    [
        ({"motion": "vigorous"}, 11),
        ({"motion": "violent"}, 16),
        ({"motion": "extraordinary"}, 21),
        ({"weather": "rain"}, 6),
        ({"weather": "hail"}, 11),
    ],
)
def test_motion_and_weather_distract(options: dict[str, str], dc: int) -> None:
    """d20.spell.concentration.dc-table."""
    table = battlefield("W . o", W=wizard("magic missile"), o="orc", options=options, dice=SeededDice(2))

    check = one(order(table, "W", MISSILE), CheckRolled)

    assert (check.dc, check.cites) == (dc, (spell.DC_TABLE,))


def test_the_entangled_must_concentrate() -> None:
    """15 and the level."""
    table = apart("d20:1")
    condition(table, "W", "entangled")

    assert one(order(table, "W", MISSILE), CheckRolled).dc == 16


def test_damage_that_goes_on_distracts_by_half() -> None:
    """10, half the last damage, the level: flames, or an acid arrow."""
    table = apart("d20:20 d4:1 d4:1 d4:1")
    condition(table, "W", "burning", "o")
    table.battle["W"].seared = 7

    assert one(order(table, "W", MISSILE), CheckRolled).dc == 14


def test_an_acid_arrow_distracts_while_it_bites() -> None:
    """2d4 in the round before: 10, half of them, the level."""
    table = battlefield(
        "W . . . v", W=wizard("magic missile"), v=wizard("acid arrow"), dice="d20:15 d4:3 d4:3 d20:20 d4:1 d4:1 d4:1"
    )
    order(table, "v", Cast("acid arrow", ("W",)))

    assert one(order(table, "W", Cast("magic missile", ("v",))), CheckRolled).dc == 14


@given(st.integers(0, 2**32), st.booleans())
def test_a_spell_is_spent_once_whatever_becomes_of_it(seed: int, defensive: bool) -> None:
    """Begun, it is either cast or lost, never both, and nothing is left in the making."""
    table = battlefield(
        ". o .\np W q\n. . .",
        W=wizard("magic missile"),
        o="orc",
        p="orc",
        q="orc",
        dice=SeededDice(seed),
        answers=[SWING, SWING, SWING],
    )

    events = order(table, "W", replace(MISSILE, defensive=defensive))

    assert len(every(events, SpellCast)) + len(every(events, SpellLost)) == 1
    assert table.battle["W"].used == ("magic missile",)
    assert table.battle["W"].casting is None


# ---- grappling ----


def grappling(dice: str = "", w: Sheet | None = None) -> Table:
    """A wizard whom an orc has got hold of."""
    table = beside(dice, w=w)
    for who, other in (("W", "o"), ("o", "W")):
        condition(table, who, "grappling", other)
        table.battle[who].grapplers = (other,)
    return table


def test_in_a_grapple_only_spells_without_gestures() -> None:
    """d20.grapple.option.cast."""
    table = grappling("d20:7", w=wizard("magic missile", "blur"))
    blur = Cast("blur", ("W",))

    assert why_not(table, "W", MISSILE) == (grapple.OPTION_CAST,)
    assert not why_not(table, "W", blur)
    check = one(order(table, "W", blur), CheckRolled)
    assert check.dc == 22
    assert check.cites == (spell.DC_TABLE, grapple.OPTION_CAST)
    assert part(check.parts, combat_casting.BONUS) == 4


def test_in_a_grapple_components_must_be_in_hand() -> None:
    """To get one is a full-round action without a check (d20.grapple.option.retrieve-component)."""
    material = replace(SPELLS["blur"], name="dusty blur", components=("V", "M"))
    sheet = knowing(wizard("slow"), material)
    table = grappling(w=sheet)
    wish = Cast("dusty blur", ("W",))

    assert why_not(table, "W", wish) == (grapple.OPTION_CAST,)
    assert BOOK.cost(table.battle, "W", ReadyComponent("dusty blur")).kind == "full-round"
    events = order(table, "W", ReadyComponent("dusty blur"))
    assert grapple.OPTION_COMPONENT in cited(events)
    turn(table, "W")
    assert not why_not(table, "W", wish)


def test_a_pinner_has_no_hand_for_components() -> None:
    """d20.grapple.pinning.forbidden."""
    table = grappling(w=wizard("slow"))
    condition(table, "W", "pinning", "o")

    assert grapple.PINNING_FORBIDDEN in why_not(table, "W", ReadyComponent("slow"))


# ---- touch spells ----


def test_the_touch_is_part_of_the_casting() -> None:
    """A melee touch attack, which exposes nobody; it counts as armed (d20.spell.touch.attack)."""
    table = beside("d20:15 d6:1 d6:1 d6:1 d6:1 d6:1")

    events = order(table, "W", GRASP)

    rolled = one(events, AttackRolled)
    assert rolled.mode == "melee-touch"
    assert {spell.TOUCH_ATTACK, spell.TOUCH_NO_AOO, "d20.unarmed.armed-definition"} <= set(rolled.cites)
    assert len(every(events, Answered)) == 1
    assert one(events, ChargeSpent).target == "o"
    assert table.battle["W"].charge is None


def test_metal_draws_the_spark() -> None:
    """Shocking grasp has 3 more against whoever wears metal."""
    table = beside("d20:15 d6:1 d6:1 d6:1 d6:1 d6:1", o="fighter-1")

    assert named(one(order(table, "W", GRASP), AttackRolled).parts, "metal") == 3


def test_a_touch_can_be_a_critical_hit() -> None:
    """Twice the dice."""
    table = beside("d20:20 d20:19 " + "d6:1 " * 10)

    order(table, "W", GRASP)

    spent(table)


def test_a_miss_leaves_the_charge_on_the_hand() -> None:
    """For as long as one likes; it is armed with it (d20.spell.touch.hold-charge)."""
    table = beside("d20:1 d20:19 d6:1 d6:1 d6:1 d6:1 d6:1")

    events = order(table, "W", GRASP)

    assert one(events, ChargeHeld).cites == (spell.HOLD_CHARGE,)
    assert table.battle["W"].charge is not None
    assert "touch" in [weapon.name for weapon in threat.melee_weapons(table.battle["W"])]
    turn(table, "W")
    later = order(table, "W", Attack("o", "touch"))
    assert spell.HOLD_CHARGE in cited(later)
    assert table.battle.turn.standard
    assert table.battle["W"].charge is None


def test_one_may_move_between_casting_and_touching() -> None:
    """The touch costs nothing in that turn (d20.spell.touch.movement)."""
    table = apart("d20:15 d6:1 d6:1 d6:1 d6:1 d6:1")

    order(table, "W", Cast("shocking grasp"))
    order(table, "W", Move(square(table, "d1")))
    events = order(table, "W", Attack("o", "touch"))

    assert spell.TOUCH_MOVEMENT in cited(events)
    assert one(events, ChargeSpent).target == "o"


def test_the_touch_of_a_turn_is_made_once_for_nothing() -> None:
    """After a miss the next one is an action."""
    table = beside("d20:1")

    order(table, "W", Cast("shocking grasp", ()))
    order(table, "W", Attack("o", "touch"))

    assert BOOK.cost(table.battle, "W", Attack("o", "touch")).kind == "standard"
    assert why_not(table, "W", Attack("o", "touch"))


def test_a_held_charge_strikes_at_opportunities() -> None:
    """The caster is armed with it."""
    table = beside(
        "d20:15 d6:1 d6:1 d6:1 d6:1 d6:1", (Pass(), Attack("o", "touch")), w=wizard("shocking grasp", held=())
    )
    order(table, "W", Cast("shocking grasp"))

    events = order(table, "o", Move(square(table, "d3")))

    assert one(events, AttackRolled).opportunity
    assert one(events, ChargeSpent).target == "o"


def test_casting_anew_dissipates_the_charge() -> None:
    """d20.spell.touch.discharge."""
    table = apart("d4:1 d4:1 d4:1")
    order(table, "W", Cast("shocking grasp"))
    turn(table, "W")

    lost = one(order(table, "W", MISSILE), ChargeSpent)

    assert (lost.target, lost.left, lost.cites) == ("", 0, (spell.DISCHARGE,))


def test_whatever_is_taken_in_hand_discharges_it() -> None:
    """Even by accident."""
    table = apart()
    order(table, "W", Cast("shocking grasp"))
    table.battle.things = (*table.battle.things, _thing(table))

    assert spell.DISCHARGE in cited(order(table, "W", PickUp("dagger")))


def _thing(table: Table) -> object:
    from sim.state.battle import Thing

    return Thing("dagger", table.battle["W"].square, "o")


def test_a_plain_blow_with_the_hand_brings_it_along() -> None:
    """It exposes as it would without, and a miss keeps the charge (d20.spell.touch.discharge)."""
    for value, landed in ((19, True), (2, False)):
        table = beside(f"d20:{value} d3:1 d6:1 d6:1 d6:1 d6:1 d6:1", w=wizard("shocking grasp", held=()))
        order(table, "W", Cast("shocking grasp"))
        turn(table, "W")

        events = order(table, "W", Attack("o", "unarmed strike"))

        assert len(every(events, Answered)) == 1
        assert (table.battle["W"].charge is None) == landed


def test_a_grab_brings_it_along() -> None:
    """The touch that begins a grapple is a touch."""
    table = beside("d20:19 d6:1 d6:1 d6:1 d6:1 d6:1 d20:1 d20:20", w=wizard("shocking grasp", held=()))
    order(table, "W", Cast("shocking grasp"))
    turn(table, "W")

    events = order(table, "W", Attack("o", "unarmed strike", "grapple"))

    assert one(events, ChargeSpent).cites == (spell.DISCHARGE,)


def test_who_tends_somebody_touches_him() -> None:
    """First aid with a cure on the hand heals."""
    table = battlefield("P Q . o", P=priest("cure light wounds"), Q="fighter-1", o="orc", dice="d8:3 d20:1")
    table.battle["Q"].hit_points = -9
    condition(table, "Q", "dying")
    order(table, "P", Cast("cure light wounds"))
    turn(table, "P")

    events = order(table, "P", FirstAid("Q"))

    assert one(events, ChargeSpent).target == "Q"
    assert table.battle["Q"].hit_points == -1


def test_an_ally_and_oneself_are_touched_without_a_roll() -> None:
    """d20.spell.touch.attack."""
    table = battlefield(
        ". P Q .\n. . . o",
        P=priest("cure light wounds"),
        Q="fighter-1",
        o="orc",
        dice="d8:3 d8:3",
        sides={"Q": "upper"},
    )

    events = order(table, "P", Cast("cure light wounds", ("Q",)))

    assert not every(events, AttackRolled)
    assert spell.TOUCH_ATTACK in one(events, ChargeSpent).cites
    turn(table, "P")
    order(table, "P", Cast("cure light wounds", ("P",)))


def test_a_charge_is_given_to_an_ally_later() -> None:
    """One ally as a standard action."""
    table = battlefield("P Q . o", P=priest("cure light wounds"), Q="fighter-1", o="orc", dice="d8:3")
    order(table, "P", Cast("cure light wounds"))
    turn(table, "P")

    events = order(table, "P", Touch(("Q",)))

    assert table.battle.turn.standard
    assert one(events, ChargeSpent).target == "Q"
    assert why_not(table, "P", Touch(("Q",)))


def test_six_allies_are_touched_in_a_full_round() -> None:
    """Which exposes; as many as the spell is good for (d20.action.full-round.touch-spell-six-allies)."""
    table = battlefield(
        ". A B C .\n. D P E .\n. . o . .",
        P=knowing(priest("bless"), BLESSED_HANDS),
        A="fighter-1",
        B="fighter-1",
        C="fighter-1",
        D="fighter-1",
        E="fighter-1",
        o="orc",
    )
    order(table, "P", Cast("blessed hands"))
    turn(table, "P")

    assert why_not(table, "P", Touch(("A", "B", "C", "D", "E", "P")))
    events = order(table, "P", Touch(("A", "B", "C", "D", "E")))

    assert [event.target for event in every(events, ChargeSpent)] == ["A", "B", "C", "D", "E"]
    assert "d20.action.full-round.touch-spell-six-allies" in one(events, Answered).cites
    assert table.battle.turn.full


def test_the_charge_is_one_touch_and_no_full_attack() -> None:
    """A full attack strikes with other things."""
    table = beside()
    order(table, "W", Cast("shocking grasp"))
    turn(table, "W")

    assert spell.TOUCH_ATTACK in why_not(table, "W", FullAttack("o", "touch"))


def test_a_ray_is_a_ranged_touch_attack() -> None:
    """It comes out of the casting, and hits like one."""
    table = apart("d20:15 d6:1 d6:1 d6:1 d6:1", w=wizard("scorching ray"))

    rolled = one(order(table, "W", Cast("scorching ray", ("o",))), AttackRolled)

    assert rolled.mode == "ranged-touch"
    assert not named(rolled.parts, "range")


# ---- long castings ----


def test_a_casting_of_one_round_takes_effect_before_the_next_turn() -> None:
    """It threatens nothing until then, and exposes once (d20.spell.full-round.completion)."""
    table = beside(w=wizard("sleep"))

    events = order(table, "W", Cast("sleep", to=square(table, "c2")))

    assert not every(events, SpellCast)
    assert {spell.PROVOKES, spell.AOO_ONCE} <= set(one(events, Answered).cites)
    assert table.battle.turn.full
    assert not threat.threatened_squares(table.battle, table.battle["W"])
    table.dice = SeededDice(3)
    order(table, "o", End())
    first = len(table.log.events)
    go_on(table)
    go_on(table)
    later = table.log.events[first:]
    cast = next(index for index, event in enumerate(later) if type(event) is SpellCast)
    begun = next(index for index, event in enumerate(later) if type(event) is TurnBegan)
    assert cast < begun
    assert spell.COMPLETION in later[cast].cites
    assert not table.battle["W"].has("casting")


def test_a_wound_before_it_is_done_may_cost_it() -> None:
    """Concentration must be kept all the time."""
    table = beside("d20:17 d4:4 d4:4 d20:1", w=wizard("sleep"))
    order(table, "W", Cast("sleep", to=square(table, "c2")))

    events = order(table, "o", Attack("W", "falchion"))

    assert one(events, SpellLost).cites == (spell.DISTRACTED,)
    assert one(events, ConditionEnded).condition == "casting"
    assert threat.threatened_squares(table.battle, table.battle["W"])


# ---- spells under way ----


def dancing(dice: str = "") -> Table:
    """A wizard who keeps a spell up against an orc."""
    table = apart(dice, w=knowing(wizard("magic missile"), DANCE, LINGER))
    order(table, "W", Cast("dance of lights", ("o",)))
    return table


def test_a_spell_with_a_duration_is_under_way() -> None:
    """Its rounds are turns of its caster."""
    table = dancing()

    (running,) = table.battle.spells

    assert (running.spell, running.caster, running.left, running.concentration) == ("dance of lights", "W", 5, True)


def test_concentration_keeps_a_spell() -> None:
    """A standard action each turn (d20.action.standard.concentrate-on-spell)."""
    table = dancing()
    turn(table, "W")

    events = order(table, "W", Concentrate("dance of lights"))

    assert "d20.action.standard.concentrate-on-spell" in one(events, ConcentrationKept).cites
    assert table.battle.turn.standard
    assert why_not(table, "W", Concentrate("dance of lights"))
    spell.lapse(table)
    assert table.battle.spells


def test_a_spell_without_concentration_ends_with_the_turn() -> None:
    """Whoever does something else lets it go."""
    table = dancing()
    turn(table, "W")
    spell.lapse(table)

    assert one(table.log.events, SpellEnded).cites == ("d20.action.standard.concentrate-on-spell",)
    assert not table.battle.spells


def test_who_cannot_act_keeps_nothing_up() -> None:
    """A stunned caster's spell ends."""
    table = dancing()
    condition(table, "W", "stunned")
    spell.lapse(table)

    assert not table.battle.spells


def test_a_wound_may_break_concentration() -> None:
    """10, the damage, the level."""
    table = dancing("d20:17 d4:4 d4:4 d20:1")
    table.battle.leave(table.battle["o"])
    table.battle["o"].square = square(table, "b1")
    table.battle.enter(table.battle["o"])

    events = order(table, "o", Attack("W", "falchion"))

    assert one(events, CheckRolled).cites == (spell.HURT,)
    assert one(events, SpellEnded).cites == (spell.DISTRACTED,)


def test_to_cease_is_free() -> None:
    """d20.action.free.cease-concentration."""
    table = dancing()
    wish = CeaseConcentration("dance of lights")

    assert BOOK.cost(table.battle, "W", wish).kind == "free"
    assert one(order(table, "W", wish), SpellEnded).cites == ("d20.action.free.cease-concentration",)
    assert why_not(table, "W", wish)


def test_some_spells_outlast_concentration() -> None:
    """By so many rounds."""
    table = apart(w=knowing(wizard("magic missile"), LINGER))
    order(table, "W", Cast("lingering dance", ("o",)))

    ceased = one(order(table, "W", CeaseConcentration("lingering dance")), ConcentrationCeased)

    assert ceased.turns == 2
    assert table.battle.spells[0].left == 2
    for left in (1, 0):
        turn(table, "W")
        assert table.battle.spells[0].left == left
    spell.expire(table, -1)
    assert not table.battle.spells


def test_to_dismiss_is_a_standard_action() -> None:
    """Of those that can be dismissed; with a word (d20.action.standard.dismiss-spell)."""
    table = dancing()
    turn(table, "W")
    wish = Dismiss("dance of lights")

    condition(table, "W", "silenced")
    assert why_not(table, "W", wish) == (spell.VERBAL,)
    table.battle["W"].flags = 0
    assert one(order(table, "W", wish), SpellEnded).cites == ("d20.action.standard.dismiss-spell",)
    assert table.battle.turn.standard


def test_a_spell_is_directed_anew_by_a_move_action() -> None:
    """Without a check (d20.action.move.redirect-spell)."""
    table = battlefield("W . o . p", W=knowing(wizard("magic missile"), DANCE), o="orc", p="orc")
    order(table, "W", Cast("dance of lights", ("o",)))

    events = order(table, "W", Redirect("dance of lights", ("p",)))

    assert one(events, SpellRedirected).targets == ("p",)
    assert table.battle.spells[0].targets == ("p",)
    assert table.battle.turn.move


def test_a_spell_ends_when_its_time_is_up() -> None:
    """Five rounds at level five: at the start of the fifth turn from then."""
    table = apart(w=wizard("shield"))
    order(table, "W", Cast("shield"))

    assert one(table.log.events, SpellBegan).turns == 50


# ---- who may be told ----


def test_targets_must_be_in_range_seen_and_so_many() -> None:
    """Close range is 35 feet at fifth level."""
    table = battlefield(". " * 9 + "W\n" + "o " + ". " * 9, W=wizard("slow", "magic missile"), o="orc")

    assert why_not(table, "W", Cast("slow", ("o",))) == (spell.CAST,)
    assert not why_not(table, "W", MISSILE)
    assert why_not(table, "W", Cast("magic missile", ())) == (spell.CAST,)
    assert why_not(table, "W", Cast("magic missile", ("nobody",))) == (spell.CAST,)
    condition(table, "W", "blinded")
    assert why_not(table, "W", MISSILE) == ("d20.concealment.total-square",)


def test_missiles_go_where_they_are_sent() -> None:
    """Three at fifth level; those left over follow in turn."""
    table = battlefield("W . . o p", W=wizard("magic missile"), o="orc", p="orc", dice="d4:1 d4:1 d4:1")

    order(table, "W", Cast("magic missile", ("o", "p", "p")))

    assert table.battle["o"].hit_points == 5 - 2
    assert table.battle["p"].hit_points == 5 - 4
    assert why_not(table, "W", Cast("magic missile", ("o", "o", "o", "o")))


def test_the_nauseated_cannot_cast() -> None:
    """They can move, and nothing else."""
    table = apart()
    condition(table, "W", "nauseated")

    assert "d20.condition.nauseated" in why_not(table, "W", MISSILE)


def test_every_offer_of_a_caster_can_be_carried_out() -> None:
    """The menu offers nothing that is refused, and what it offers works."""
    for who, sheet in (("W", wizard(*WIZARDLY)), ("P", priest(*PRIESTLY))):
        drawing = ". . . . .\n. o . F .\n. . X . .\n. . . . .".replace("X", who)
        table = battlefield(drawing, o="orc", F="fighter-1", dice=SeededDice(5), **{who: sheet})
        turn(table, who)
        for wish in list(BOOK.offers(table.battle, who)):
            if isinstance(wish, Cast):
                fresh = battlefield(drawing, o="orc", F="fighter-1", dice=SeededDice(5), **{who: sheet})
                order(fresh, who, wish)


WIZARDLY = ("magic missile", "shocking grasp", "fireball", "burning hands", "sleep", "slow", "haste", "scorching ray")
PRIESTLY = ("bless", "cure light wounds", "hold person", "silence", "inflict light wounds", "bane")


def test_a_spell_lost_in_the_making_says_so_to_the_grappler() -> None:
    """A grappled caster who fails has lost its spell and is held still."""
    table = grappling("d20:1", w=wizard("blur"))

    events = order(table, "W", Cast("blur", ("W",)))

    assert one(events, SpellLost).cites == (spell.DISTRACTED,)
    assert not every(events, ConditionBegan)


def test_a_charge_is_given_to_no_foe_nobody_and_no_one_twice() -> None:
    """Friends that are still in the fight are touched; a foe is attacked (d20.spell.touch-attack)."""
    table = battlefield("P Q . \n o . .", P=priest("cure light wounds"), Q="fighter-1", o="orc")
    order(table, "P", Cast("cure light wounds"))
    turn(table, "P")

    for wrong in (("o",), ("nobody",), ("Q", "Q"), ()):
        assert why_not(table, "P", Touch(wrong)), wrong
    assert not why_not(table, "P", Touch(("Q",)))
    condition(table, "Q", "gone")
    assert why_not(table, "P", Touch(("Q",)))


def test_to_touch_one_friend_exposes_to_nobody() -> None:
    """Only several at once do (d20.action.full-round.touch-spell-six-allies)."""
    table = battlefield("P Q .\n. o .", P=priest("cure light wounds"), Q="fighter-1", o="orc", dice="d8:3")
    order(table, "P", Cast("cure light wounds"))
    turn(table, "P")

    events = order(table, "P", Touch(("Q",)))

    assert not every(events, Answered)


def test_a_spell_at_somebody_is_for_no_place() -> None:
    """Not for the first square of the map either (d20.spell.cast)."""
    table = battlefield("W . . o", W=wizard("magic missile"), o="orc")

    assert not why_not(table, "W", MISSILE)
    assert why_not(table, "W", replace(MISSILE, to=0))
