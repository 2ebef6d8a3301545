"""Spells: declared, begun, broken off, brought to their end; and what they do."""

from __future__ import annotations

from fractions import Fraction

import icepool
import msgspec
import pytest

from sim.core.errors import BadInput
from sim.dice.odds import Distribution
from sim.events.adnd import AttackMade, InitiativeThrown, SavingThrowRolled
from sim.events.adnd_magic import IncantationBegan
from sim.events.attacks import DamageDealt, Healed, HitPointsLost
from sim.events.boons import SpellFailed
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import ItemUsed, SpellCast, SpellLost
from sim.events.orders import Attack, Cast, End, FullAttack, Step, UseItem, Wake
from sim.rules.adnd import core, core_spell
from sim.rules.adnd.declare import MELEE, MISSILE, Blow, arm_of
from sim.rules.adnd.muster import Roster
from sim.state.battle import ROUND
from sim.state.conditions import ASLEEP, BLESSED, BLINDED, CASTING, DAZED, PARALYZED, SHIELDED
from tests.rules.adnd.arena import (
    act,
    activate,
    arena,
    condition,
    declare,
    end_round,
    give,
    next_round,
    play_round,
    sheet,
    spent,
    told,
    why_not,
)

WIZARD = sheet("wizard-5", player=True)
PRIEST = sheet("priest-5", player=True)
ORC = sheet("orc", player=True, hit_points=8)
OGRE = sheet("ogre", player=True, hit_points=40)
OPEN = """
    . . . . . . . . . .
    . W . . . . . o . .
    . . . . . . . p . .
    . . . . . . . . . .
"""
CLOSE = """
    . . . . .
    . W o . .
    . . . . .
"""
MISSILE_SPELL = Cast("magic missile", ("o", "o", "o"))
ENDING = {"p": [End()], "o": [End()]}


def duel(dice="", drawing=CLOSE, **keys):
    """A wizard and an orc at the declarations of a round."""
    return arena(drawing, dice=dice, **({"W": WIZARD, "o": ORC} | keys))


def at_once(table, who, order):
    """Declare a spell and have its caster's moment come; the events."""
    first = len(table.log.events)
    declare(table, who, order)
    table.battle.ledger[who].initiative = 10
    core_spell.begin_due(table, (who,))
    activate(table, who)
    return tuple(table.log.events[first:])


# Declaration.


def test_a_spell_is_declared_with_its_target():
    """adnd.core.spell.declare: without one, or at somebody who is not there, it is refused; with one it is not."""
    table = duel(drawing=OPEN, p=ORC)

    assert core_spell.DECLARE in why_not(table, "W", Cast("magic missile"))
    assert core_spell.DECLARE in why_not(table, "W", Cast("magic missile", ("nobody",)))
    assert core_spell.DECLARE in why_not(table, "W", Cast("fireball", ("o",)))
    assert not why_not(table, "W", MISSILE_SPELL)
    assert not why_not(table, "W", Cast("fireball", (), table.battle["o"].square))


def test_it_is_declared_before_initiative():
    """adnd.core.spell.declare: when his moment has come it is too late for another."""
    table = duel()
    assert not why_not(table, "W", MISSILE_SPELL)

    declare(table, "W", FullAttack("o", "quarterstaff"))
    activate(table, "W")
    assert why_not(table, "W", MISSILE_SPELL) == (core_spell.DECLARE,)


def test_only_what_is_in_memory_is_cast():
    """adnd.core.spell.declare: a spell that is spent is gone; one that is not known was never there."""
    table = duel("d4:1 d4:1 d4:1 d4:1 d4:1 d4:1", drawing=OPEN, o=OGRE, p=ORC)
    assert core_spell.DECLARE in why_not(table, "W", Cast("bless", (), table.battle["W"].square))

    for _ in range(2):
        at_once(table, "W", MISSILE_SPELL)
        next_round(table)
    assert core_spell.DECLARE in why_not(table, "W", MISSILE_SPELL)
    assert not why_not(table, "W", Cast("shield"))


def test_it_reaches_no_farther_than_its_range():
    """adnd.core.spell.declare: hold person reaches 120 m, a command 30."""
    far = "W" + " ." * 24 + " o"
    table = arena(far, W=PRIEST, o=ORC)

    assert core_spell.DECLARE in why_not(table, "W", Cast("command", ("o",)))
    assert not why_not(table, "W", Cast("hold person", ("o",)))


@pytest.mark.parametrize(("wall", "name"), [("#", "cause light wounds"), ("#", "cure light wounds"), (".", "")])
def test_nobody_is_touched_past_the_corners_of_walls(wall, name):
    """adnd.melee.reach.weapon: a hand goes where a weapon goes."""
    table = arena(f"W {wall}\n{wall} o", W=PRIEST, o=ORC)
    refused = [
        spell for spell in ("cause light wounds", "cure light wounds") if why_not(table, "W", Cast(spell, ("o",)))
    ]

    assert (name in refused) is bool(name)


def test_whoever_is_held_casts_nothing():
    """adnd.core.spell.declare: he is not free to move his hands."""
    table = duel()
    condition(table, "W", "held")
    assert core_spell.DECLARE in why_not(table, "W", MISSILE_SPELL)


# Timing.


def test_it_begins_on_the_d10_and_ends_after_its_casting_time():
    """adnd.core.spell.timing: fireball, 3: begun on 4, it goes off on 7, after the orc who acts on 5."""
    table = duel(
        "d10:4 d10:1 d6:1 d6:1 d6:1 d6:1 d6:1 d20:2",
        drawing=". W . . . . . o",
        o=sheet("orc", player=True, hit_points=30),
    )
    events = play_round(table, W=[Cast("fireball", (), table.battle["o"].square)], o=[End()])
    thrown = {one.who: one for one in told(events, InitiativeThrown)}
    (begun,), (cast,) = told(events, IncantationBegan), told(events, SpellCast)

    assert [(part.value, part.rule) for part in thrown["W"].parts] == [(3, core_spell.TIMING)]
    assert (thrown["W"].total, begun.begins, begun.ends) == (7, 4, 7)
    assert core_spell.TIMING in cast.cites
    spent(table)


def test_a_long_spell_ends_with_the_round():
    """adnd.core.spell.timing: bless takes a round; it takes effect at its end."""
    table = arena(". W . . . . o", W=PRIEST, o=ORC)
    events = at_once(table, "W", Cast("bless", (), table.battle["W"].square))

    assert told(events, IncantationBegan)[0].rounds == 1
    assert not told(events, SpellCast)
    assert not table.battle["W"].flags & BLESSED
    assert told(end_round(table), SpellCast)
    assert table.battle["W"].flags & BLESSED


def test_a_spell_of_several_rounds_ends_with_the_last_of_them():
    """adnd.core.spell.timing: of two rounds; in the second its caster declares nothing else."""
    slow = msgspec.structs.replace(PRIEST.spells["bless"], rounds=2)
    table = arena(". W . . . . o", W=sheet("priest-5", player=True, spells={"bless": slow}), o=ORC)
    at_once(table, "W", Cast("bless", (), table.battle["W"].square))

    from sim.rules.adnd.round import next_to_declare

    assert not told(next_round(table), SpellCast)
    assert next_to_declare(table.battle).id == "o"
    assert told(end_round(table), SpellCast)
    assert table.battle["W"].casting is None


def test_the_caster_stands_still_and_does_not_dodge():
    """adnd.core.spell.no-move-no-dex: from the declaration to the end of the round; in the next he may again."""
    table = duel(W=sheet("wizard-5", player=True, dexterity=17))
    me, orc = table.battle["W"], table.battle["o"]
    blow = Blow(table.battle, orc, me, arm_of(orc, "long sword"), MELEE)
    dodge = [part for part in core.ac_parts(blow) if part.rule == core.DEXTERITY]
    assert [part.value for part in dodge] == [-3]

    declare(table, "W", MISSILE_SPELL)
    assert me.flags & CASTING
    assert not [part for part in core.ac_parts(blow) if part.rule == core.DEXTERITY]
    assert core_spell.NO_MOVE in blow.cites
    assert core_spell.stands_still(table.battle, me, Step(me.square + 1))

    next_round(table)
    assert not me.flags & CASTING
    assert [part.value for part in core.ac_parts(blow) if part.rule == core.DEXTERITY] == [-3]


# Broken off.


def casting_duel(caster, striker, blow="d20:19 d8:1", drawing=CLOSE):
    """The round of a spell of casting time 1, begun on ``caster``, and of a blow on ``striker`` (speed 5)."""
    table = duel(
        f"d10:{caster} d10:{striker - 5} {blow}", drawing=drawing, W=sheet("wizard-5", player=True, hit_points=20)
    )
    return play_round(table, W=[MISSILE_SPELL], o=[FullAttack("W", "long sword"), Attack("W", "long sword")])


@pytest.mark.parametrize(("caster", "striker"), [(6, 7), (7, 7), (6, 6)])
def test_a_wound_between_beginning_and_effect_costs_the_spell(caster, striker):
    """adnd.core.spell.disrupted: also on the very count on which he begins, or on which it would take effect."""
    events = casting_duel(caster, striker)
    (lost,) = told(events, SpellLost)

    assert core_spell.DISRUPTED in lost.cites
    assert not told(events, SpellCast)


def test_a_wound_before_he_begins_costs_nothing():
    """adnd.core.spell.disrupted: struck on 6, he begins on 7."""
    events = casting_duel(7, 6, "d20:19 d8:1 d4:1 d4:1 d4:1")

    assert told(events, SpellCast)
    assert not told(events, SpellLost)


def test_a_wound_after_the_effect_comes_too_late():
    """adnd.core.spell.disrupted: cast on 7, struck on 8."""
    events = casting_duel(6, 8, "d4:1 d4:1 d4:1 d20:19 d8:1")

    assert told(events, SpellCast)
    assert not told(events, SpellLost)


def test_a_miss_breaks_nothing_off():
    """adnd.core.spell.disrupted: it takes a wound."""
    assert told(casting_duel(6, 7, "d20:2 d4:1 d4:1 d4:1"), SpellCast)


def test_a_failed_saving_throw_or_a_grip_breaks_it_off():
    """adnd.core.spell.disrupted: whatever it was that failed, and whoever seizes him; a made save does not."""
    for disturb, lost in (
        (lambda table: core.save(table, table.battle["W"], "gaze", "petrification", -1), True),
        (lambda table: table.tell(ConditionBegan(-1, "W", "grabbed", (), "o")), True),
        (lambda table: None, False),
    ):
        table = duel("d20:2 d4:1 d4:1 d4:1", o=ORC)
        declare(table, "W", MISSILE_SPELL)
        table.battle.ledger["W"].initiative = 10
        core_spell.begin_due(table, ("W",))
        disturb(table)
        if not lost:
            table.roll(20)
        assert bool(told(activate(table, "W"), SpellLost)) == lost


def test_a_lost_spell_is_gone_from_memory():
    """adnd.core.spell.disrupted: it is spent, whatever became of it."""
    table = duel("d20:19 d8:1", W=sheet("wizard-5", player=True, hit_points=20))
    declare(table, "W", Cast("sleep", (), table.battle["o"].square))
    table.battle.ledger["W"].initiative = 10
    core_spell.begin_due(table, ("W",))
    orc = table.battle["o"]
    core.strike(table, Blow(table.battle, orc, table.battle["W"], arm_of(orc, "long sword"), MELEE), -1)
    activate(table, "W")

    assert core_spell.left(table.battle["W"], "sleep") == 0


# Effects.


def test_magic_missiles_never_miss_but_a_shield_stops_them():
    """adnd.core.spell.timing: three of them at 5th level; against the spell of that name they are nothing."""
    table = duel("d4:1 d4:2 d4:4")
    events = at_once(table, "W", MISSILE_SPELL)
    assert [harm.amount for harm in told(events, DamageDealt)] == [2, 3, 5]

    other = arena(CLOSE, W=WIZARD, o=sheet("wizard-5", player=True))
    condition(other, "o", "shielded")
    assert len(told(at_once(other, "W", MISSILE_SPELL), SpellFailed)) == 3


def test_a_fireball_hurts_all_whom_it_takes_in_half_if_they_save():
    """adnd.core.spell.timing, adnd.core.saving-throw.half: one roll of damage, a save each."""
    table = duel("d6:3 d6:3 d6:3 d6:3 d6:4 d20:20 d20:2", drawing=OPEN, o=OGRE, p=OGRE)
    events = at_once(table, "W", Cast("fireball", (), table.battle["o"].square))

    assert [(harm.target, harm.amount) for harm in told(events, DamageDealt)] == [("o", 8), ("p", 16)]
    assert core_spell.HALF in told(events, DamageDealt)[0].cites


def test_sleep_takes_the_weakest_first():
    """adnd.core.spell.timing: 3 Hit Dice are two kobolds and an orc, and leave the ogre awake."""
    table = arena(
        ". W . . . . o\n. . . . . . p\n. . . . . . q\n. . . . . . r",
        W=WIZARD, o="ogre", p="kobold", q="kobold", r="orc", dice="d4:1 d4:2",
    )  # fmt: skip
    at_once(table, "W", Cast("sleep", (), table.battle["q"].square))

    assert [one.id for one in table.battle if one.flags & ASLEEP] == ["p", "q", "r"]


def test_the_dead_do_not_sleep():
    """adnd.core.spell.timing: nor do those of more than 4+3 Hit Dice."""
    table = arena(". W . . . o\n. . . . . p", W=WIZARD, o="skeleton", p="troll", dice="d4:4 d4:4")
    at_once(table, "W", Cast("sleep", (), table.battle["o"].square))

    assert not [one for one in table.battle if one.flags & ASLEEP]


def test_a_wound_wakes_and_so_does_a_friend():
    """adnd.core.action.one-per-round: who shakes a sleeper spends his round on it."""
    table = arena(". W o p . .", W=WIZARD, o=sheet("orc", player=True, hit_points=20), p=OGRE, dice="d4:1 d4:1")
    at_once(table, "W", Cast("sleep", (), table.battle["o"].square))
    orc = table.battle["o"]
    assert orc.flags & ASLEEP
    assert core_spell.ONE_ACTION in why_not(table, "p", Wake("W"))
    next_round(table)
    declare(table, "p", Wake("o"))
    activate(table, "p")
    assert not orc.flags & ASLEEP


def test_who_is_struck_in_his_sleep_wakes():
    """adnd.core.spell.timing: a wound ends it."""
    table = duel("d4:1 d4:1 d6:1", o=sheet("orc", player=True, hit_points=20))
    at_once(table, "W", Cast("sleep", (), table.battle["o"].square))
    next_round(table)
    declare(table, "W", FullAttack("o", "quarterstaff"))
    act(table, "W", Attack("o", "quarterstaff"))

    assert not table.battle["o"].flags & ASLEEP


def test_a_shield_of_force_covers_the_front():
    """adnd.core.spell.timing: Armor Class 4 in melee, 3 against arrows, 2 against throws; nothing at the back."""
    table = duel()
    at_once(table, "W", Cast("shield"))
    me, orc = table.battle["W"], table.battle["o"]
    assert me.flags & SHIELDED
    sword = arm_of(orc, "long sword")

    assert [p.value for p in core.ac_parts(Blow(table.battle, orc, me, sword, MELEE)) if p.type == "shield spell"] == [
        -6
    ]
    assert [
        p.value for p in core.ac_parts(Blow(table.battle, orc, me, sword, MISSILE)) if p.type == "shield spell"
    ] == [-7]
    me.facing = 6
    assert not [p for p in core.ac_parts(Blow(table.battle, orc, me, sword, MELEE)) if p.type == "shield spell"]


def test_hold_person_holds_who_does_not_save():
    """adnd.core.spell.timing: at one alone the save is harder by 3, at three no more; only people are held."""
    table = arena(". W . . o p q .", W=PRIEST, o=ORC, p=ORC, q=sheet("wolf", player=True), dice="d20:5 d20:18")
    assert core_spell.DECLARE in why_not(table, "W", Cast("hold person", ("q",)))
    events = at_once(table, "W", Cast("hold person", ("o", "p")))

    saves = told(events, SavingThrowRolled)
    assert [sum(part.value for part in save.parts) for save in saves] == [-1, -1]
    assert [one.id for one in table.battle if one.flags & PARALYZED] == ["o"]


def test_a_command_costs_the_next_action():
    """adnd.core.spell.timing: an orc has no save; the wise and the mighty do."""
    table = arena(". W . . o . .\n. . . . p . .", W=PRIEST, o=ORC, p=sheet("troll"), dice="d20:20")
    at_once(table, "W", Cast("command", ("o",)))
    assert table.battle["o"].flags & DAZED
    next_round(table)
    assert not table.battle["o"].flags & DAZED


def test_light_in_the_eyes_blinds():
    """adnd.core.spell.timing: unless the save is made."""
    table = arena(". W . . o . .", W=PRIEST, o=ORC, dice="d20:2")
    at_once(table, "W", Cast("light", ("o",)))
    assert table.battle["o"].flags & BLINDED


@pytest.mark.parametrize(("left", "failed", "ends"), [(None, True, 0), (70, True, 0), (3, False, 1)])
def test_of_two_spells_of_a_kind_the_longer_counts(left, failed, ends):
    """adnd.core.spell.timing: light does nothing to the blind, unless they are so for a shorter time."""
    table = arena(". W . . o . .", W=PRIEST, o=ORC, dice="d20:2")
    ender = {} if left is None else {"ender": ROUND, "turns": left}
    table.tell(ConditionBegan(-1, "o", "blinded", (), **ender))

    events = at_once(table, "W", Cast("light", ("o",)))

    assert bool(told(events, SpellFailed)) == failed
    assert len(told(events, ConditionEnded)) == ends
    assert [one.name for one in table.battle["o"].conditions] == ["blinded"]


def test_bless_helps_friends_who_are_not_in_melee():
    """adnd.core.spell.timing: +1 on their attack rolls."""
    table = arena(". W . . . . .\n. F . . . o E", W=PRIEST, F="fighter-5", E="fighter-5", o=ORC)
    at_once(table, "W", Cast("bless", (), table.battle["W"].square))
    end_round(table)
    me, orc = table.battle["F"], table.battle["o"]
    blow = Blow(table.battle, me, orc, arm_of(me, "long sword"), MELEE)

    assert [one.id for one in table.battle if one.flags & BLESSED] == ["W", "F"]
    assert [part.value for part in core.attack_parts(blow) if part.type == "bless"] == [1]


def test_cure_and_cause_light_wounds():
    """adnd.core.spell.timing: a touch heals 1d8, or has to hit and takes them."""
    table = arena(". W F .\n. o . .", W=PRIEST, F="fighter-5", o=ORC, dice="d8:6 d20:18 d8:3")
    table.battle["F"].hit_points -= 10
    assert told(at_once(table, "W", Cast("cure light wounds", ("F",))), Healed)[0].hit_points == 6
    next_round(table)
    events = at_once(table, "W", Cast("cause light wounds", ("o",)))
    assert told(events, AttackMade)[0].weapon == core_spell.TOUCH
    assert [harm.amount for harm in told(events, DamageDealt)] == [3]


# Things.


def test_using_a_thing_is_the_action_of_the_round():
    """adnd.core.action.use-item: a potion is drunk on the d10 + 4, a wand pointed on + 3."""
    table = arena(". W . . . o", W=PRIEST, o=ORC, dice="d10:2 d10:5 d8:7")
    table.battle["W"].hit_points -= 10
    events = play_round(table, W=[UseItem("potion of healing", ("W",))], o=[End()])
    (thrown,) = [one for one in told(events, InitiativeThrown) if one.who == "W"]

    assert [(part.value, part.rule) for part in thrown.parts] == [(4, core_spell.USE_ITEM)]
    assert core_spell.USE_ITEM in told(events, ItemUsed)[0].cites
    assert told(events, Healed)[0].hit_points == 7


def test_a_potion_is_for_who_drinks_it_and_only_while_it_lasts():
    """adnd.core.action.use-item: two draughts, and no third; with one left it may be drunk."""
    table = arena(". W F . . o", W=PRIEST, F="fighter-5", o=ORC, dice="d8:1 d8:1")
    drink = UseItem("potion of healing", ("W",))
    assert why_not(table, "W", UseItem("potion of healing", ("F",))) == (core_spell.USE_ITEM,)

    for _ in range(2):
        assert not why_not(table, "W", drink)
        declare(table, "W", drink)
        activate(table, "W")
        next_round(table)
    assert why_not(table, "W", drink) == (core_spell.USE_ITEM,)


def test_a_scroll_is_read_like_a_spell():
    """adnd.core.action.use-item: with the casting time of its spell, and a wound breaks it off."""
    table = duel("d20:19 d8:1", W=sheet("wizard-5", player=True, hit_points=20))
    declare(table, "W", UseItem("scroll of fireball", (), table.battle["o"].square))
    table.battle.ledger["W"].initiative = 10
    core_spell.begin_due(table, ("W",))
    assert told(table.log.events, IncantationBegan)[0].source == "scroll"
    orc = table.battle["o"]
    core.strike(table, Blow(table.battle, orc, table.battle["W"], arm_of(orc, "long sword"), MELEE), -1)
    assert told(activate(table, "W"), SpellLost)
    next_round(table)
    assert core_spell.USE_ITEM in why_not(table, "W", UseItem("scroll of fireball", (), orc.square))


# Data.


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"base": "fighter-5", "spells": {"sleep": 1}}, "only a wizard or a priest casts"),
        ({"base": "priest-5", "spells": {"fireball": 1}}, "no priest casts it"),
        ({"base": "wizard-5", "spells": {"wish": 1}}, "spell"),
        ({"base": "wizard-5", "armor": "chain"}, "no wizard casts in armor"),
        ({"base": "wizard-5", "gear": [{"name": "rod", "use": "rod"}]}, "go together"),
    ],
)
def test_wrong_spells_are_one_sentence(entry, words):
    """Whose spells they are, and what a thing does, is checked when a file is read."""
    with pytest.raises(BadInput, match=words):
        Roster().resolve(entry, "ambush.toml")


def test_what_may_come_of_a_spell_is_estimated():
    """A fireball in the midst of friends hopes for less than one among foes: each is in it once."""
    table = duel(drawing=OPEN, o=ORC, p=ORC)
    me = table.battle["W"]
    found = core_spell.prospect(table.battle, me, Cast("fireball", (), table.battle["o"].square))

    assert [hope.who for hope in found.hopes] == ["o", "p"]
    assert found.level == 3
    give(table, "W", End())


def test_another_who_begins_meanwhile_hides_no_wound():
    """adnd.core.spell.disrupted: the wound that came before the other began still breaks the first spell off."""
    table = duel("", o="wizard-5")
    for who, initiative in (("W", 10), ("o", 20)):
        declare(table, who, Cast("sleep", (), table.battle["o"].square))
        table.battle.ledger[who].initiative = initiative
    core_spell.begin_due(table, ("W",))
    seq = table.tell(DamageDealt(-1, "W", "", 1, False, (), ""))
    core_spell.begin_due(table, ("o",))

    assert core_spell.disturbance(table, table.battle["W"]) == seq
    assert core_spell.disturbance(table, table.battle["o"]) == -1


@pytest.mark.parametrize(
    "event",
    [
        DamageDealt(-1, "o", "", 3, False, (), ""),
        DamageDealt(-1, "W", "", 0, False, (), ""),
        HitPointsLost(-1, "o", 1, ()),
        ConditionBegan(-1, "o", "grabbed", (), "W"),
        ConditionBegan(-1, "W", "prone", (), ""),
        SavingThrowRolled(-1, "o", "spell", "sleep", 12, 3, (), False, (), ()),
        SavingThrowRolled(-1, "W", "spell", "sleep", 12, 13, (), True, (), ()),
    ],
    ids=lambda event: f"{type(event).__name__}-{getattr(event, 'who', '') or getattr(event, 'target', '')}",
)
def test_what_befalls_another_or_does_no_harm_breaks_nothing_off(event):
    """adnd.core.spell.disrupted: it must be the caster, and it must be a wound, a grip or a save that failed."""
    table = duel("")
    declare(table, "W", Cast("sleep", (), table.battle["o"].square))
    table.battle.ledger["W"].initiative = 10
    core_spell.begin_due(table, ("W",))
    table.log.events.append(event)

    assert core_spell.disturbance(table, table.battle["W"]) == -1


def hopes(caster, wish, **people):
    """What somebody may hope of a spell, by whom it concerns."""
    table = duel(drawing=OPEN, **({"W": caster, "o": "orc", "p": "orc"} | people))
    me = table.battle["W"]
    return {hope.who: hope for hope in core_spell.prospect(table.battle, me, wish(table)).hopes}


@pytest.mark.parametrize(
    ("kind", "faces"), [("orc", 16), ("ogre", 13), ("goblin", 18)], ids=["17 or more", "14 or more", "19 or more"]
)
def test_a_save_is_expected_as_often_as_it_fails(kind, faces):
    """A blinding fails with a 1, and takes hold with every face below the number of the save."""
    (hope,) = hopes(WIZARD, lambda table: Cast("blindness", ("o",)), o=kind).values()

    assert [(what, Fraction(*chance)) for what, chance, _ in hope.others] == [("blinded", Fraction(faces, 20))]


def test_a_single_person_resists_a_hold_worse():
    """3 less for one, 1 less for each of two, nothing for four (table of hold person)."""
    for others, faces in (((), 19), (("p",), 17)):
        found = hopes(PRIEST, lambda table, on=others: Cast("hold person", ("o", *on)))
        assert {Fraction(*chance) for hope in found.values() for _, chance, _ in hope.others} == {Fraction(faces, 20)}


def test_who_saves_against_a_fireball_takes_half():
    """5d6 with 16 faces of 20 against the orc, half of it rounded down with 4."""
    whole = 5 @ icepool.d6
    expected = icepool.d20.map(lambda face: whole // 2 if face >= 17 else whole)

    strike = hopes(WIZARD, lambda table: Cast("fireball", (), table.battle["o"].square))["o"].strikes[0]

    assert {strike.harm.low + i: Fraction(n, strike.harm.of) for i, n in enumerate(strike.harm.ways)} == {
        total: expected.probability(total) for total in expected.outcomes()
    }


def test_each_missile_is_a_blow_of_its_own():
    """Two at one, one at another: 1d4 + 1 each, and none misses."""
    found = hopes(WIZARD, lambda table: Cast("magic missile", ("o", "o", "p")))

    assert [len(found[who].strikes) for who in "op"] == [2, 1]
    assert {(Fraction(*strike.hit), strike.harm.low, strike.harm.ways) for strike in found["o"].strikes} == {
        (Fraction(1), 2, (1, 1, 1, 1))
    }


def test_a_touch_lands_half_the_time():
    """1d8 for every second one that is tried."""
    table = duel(W=PRIEST)
    (hope,) = core_spell.prospect(table.battle, table.battle["W"], Cast("cause light wounds", ("o",))).hopes
    (strike,) = hope.strikes

    assert (Fraction(*strike.hit), strike.harm) == (Fraction(1, 2), Distribution(0, (8, 1, 1, 1, 1, 1, 1, 1, 1)))


@pytest.mark.parametrize(("missing", "hundredths"), [(0, 0), (2, 200), (20, 450)])
def test_a_cure_is_worth_what_is_missing(missing, hundredths):
    """4.5 points in the mean, and no more than the wound."""
    table = duel(drawing=OPEN, W=PRIEST, o=ORC, p=ORC)
    me = table.battle["W"]
    me.hit_points -= missing
    (hope,) = core_spell.prospect(table.battle, me, Cast("cure light wounds", ("W",))).hopes

    assert hope.healing == hundredths


@pytest.mark.parametrize(("kind", "share"), [("orc", Fraction(1)), ("ogre", Fraction(1, 4)), ("troll", Fraction(0))])
def test_sleep_comes_to_the_weak(kind, share):
    """5 Hit Dice in the mean; those of more than four stay awake."""
    hope = hopes(WIZARD, lambda table: Cast("sleep", (), table.battle["o"].square), o=kind)["o"]

    assert [(what, Fraction(*chance), rounds) for what, chance, rounds in hope.others] == [("asleep", share, 25)]


@pytest.mark.parametrize(("kind", "faces"), [("orc", 20), ("fighter-5", 20), ("troll", 12)])
def test_a_command_is_obeyed_by_the_dull(kind, faces):
    """There is no save below Intelligence 13 and six levels or Hit Dice."""
    hope = hopes(PRIEST, lambda table: Cast("command", ("o",)), o=kind)["o"]

    assert [(what, Fraction(*chance)) for what, chance, _ in hope.others] == [("stunned", Fraction(faces, 20))]


@pytest.mark.parametrize("grip", ["held", "grabbed"])
def test_whoever_is_held_uses_nothing(grip):
    """adnd.core.action.use-item: neither a potion nor anything else."""
    table = arena(". W F . . o", W=PRIEST, F="fighter-5", o=ORC)
    drink = UseItem("potion of healing", ("W",))
    assert not why_not(table, "W", drink)

    condition(table, "W", grip, "o")

    assert core_spell.USE_ITEM in why_not(table, "W", drink)


def test_a_spell_for_several_is_offered_at_several():
    """adnd.core.spell.declare: hold person at each of two orcs, and at both."""
    table = arena(". W . . o p . .", W=PRIEST, o=ORC, p=ORC)
    offered = [
        order.on for order in core_spell.castings(table.battle, table.battle["W"]) if order.spell == "hold person"
    ]

    assert offered == [("o",), ("p",), ("o", "p")]


def test_who_lies_paralyzed_ends_no_long_spell():
    """adnd.core.spell.disrupted: whatever has paralyzed him."""
    slow = msgspec.structs.replace(WIZARD.spells["magic missile"], rounds=1, time=0)
    table = duel(W=msgspec.structs.replace(WIZARD, spells={**WIZARD.spells, "magic missile": slow}))
    at_once(table, "W", MISSILE_SPELL)
    condition(table, "W", "paralyzed")

    assert [event.spell for event in told(end_round(table), SpellLost)] == ["magic missile"]


@pytest.mark.parametrize(("level", "saves"), [(5, False), (6, True)])
def test_a_command_meets_resistance_from_the_sixth_level_on(level, saves):
    """adnd.core.spell.timing: Intelligence 13 or six levels or Hit Dice have a saving throw."""
    dull = sheet("fighter-3", level=level, hit_dice=0, intelligence=12, player=True)
    table = arena(". W . . o . .", W=PRIEST, o=dull, dice="d20:20" if saves else "")
    at_once(table, "W", Cast("command", ("o",)))

    assert bool(table.battle["o"].flags & DAZED) is not saves
    spent(table)


@pytest.mark.parametrize(("plus", "sleeps"), [(3, True), (4, False)])
def test_four_and_three_is_the_most_that_sleeps(plus, sleeps):
    """adnd.core.spell.timing: 4+3 Hit Dice fall asleep, 4+4 do not."""
    ogre = sheet("ogre", level=4, hit_dice=4, hit_dice_plus=plus, player=True)
    table = duel(drawing=OPEN, o=ogre, p=ogre, dice="d4:4 d4:4")
    at_once(table, "W", Cast("sleep", (), table.battle["o"].square))

    assert bool(table.battle["o"].flags & ASLEEP) is sleeps


def test_a_shield_of_force_betters_enchanted_armor_by_what_is_missing():
    """adnd.core.spell.timing: from an Armor Class of 6, of which magic makes 5, to 4."""
    armor = msgspec.structs.replace(sheet("fighter-3").armor, armor_class=6, plus=1)
    table = duel(W=msgspec.structs.replace(WIZARD, armor=armor))
    condition(table, "W", "shielded")
    me, orc = table.battle["W"], table.battle["o"]
    parts = core.ac_parts(Blow(table.battle, orc, me, arm_of(orc, "long sword"), MELEE))

    assert [part.value for part in parts if part.type == "shield spell"] == [-1]
