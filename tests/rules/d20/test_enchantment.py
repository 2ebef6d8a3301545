"""Spells of enchantment."""

from __future__ import annotations

import pytest

from sim.events.attacks import AttackRolled, DamageDealt, SaveRolled
from sim.events.boons import HoldBroken, SpellFailed, TemporaryHitPoints
from sim.events.conditions import ConditionBegan, ConditionEnded
from sim.events.magic import SpellEnded
from sim.events.orders import Attack, Cast, Wake
from sim.rules.d20 import enchantment, magic, spell
from sim.rules.d20.turn import begin
from sim.table import Table
from sim.testing import battlefield, cited, condition, order, spent, square, turn, why_not
from tests.rules.d20.casters import priest, wizard
from tests.rules.d20.told import every, named, one, part, sheet

TOUGH = sheet("orc", hit_points=60)
RULE = "d20.enchantment."


def begun(table: Table, who: str) -> tuple[object, ...]:
    """What happens as a creature's turn begins."""
    first = len(table.log.events)
    begin(table, table.battle[who])
    return tuple(table.log.events[first:])


def slept(table: Table, to: str) -> tuple[object, ...]:
    """A sleep is cast, and its caster's next turn begins."""
    order(table, "W", Cast("sleep", to=square(table, to)))
    first = len(table.log.events)
    spell.complete_long(table, table.battle["W"])
    return tuple(table.log.events[first:])


def test_bless_helps_friends_to_hit() -> None:
    """+1 morale on attack rolls within 50 ft, not beyond, and none for foes (d20.enchantment.bless)."""
    table = battlefield("P A o" + " ." * 10 + " B", P=priest("bless"), A="orc", B="orc", o=TOUGH, dice="d20:2")
    order(table, "P", Cast("bless", defensive=False))
    roll = one(order(table, "A", Attack("o", "falchion")), AttackRolled)
    assert part(roll.parts, RULE + "bless") == 1
    assert [who.id for who in table.battle if who.boons] == ["P", "A"]


def test_morale_from_two_spells_does_not_add_up() -> None:
    """Bless and aid together give +1 (d20.core.modifier-stacking)."""
    table = battlefield("P A o", P=priest("bless", "aid"), A="orc", o=TOUGH, dice="d8:1 d20:2")
    order(table, "P", Cast("bless"))
    turn(table, "P")
    order(table, "P", Cast("aid", ("A",)))
    roll = one(order(table, "A", Attack("o", "falchion")), AttackRolled)
    assert named(roll.parts, "morale") == 1
    assert [dropped.type for dropped in roll.dropped] == ["morale"]


def test_bless_steels_against_fear_alone() -> None:
    """+1 on saves against fear, none against fire (d20.enchantment.bless)."""
    table = battlefield(
        "P . . w",
        P=priest("bless"),
        w=wizard("cause fear", "fireball"),
        dice="d20:20 d20:2 d6:1 d6:1 d6:1 d6:1 d6:1 d20:2",
    )
    order(table, "P", Cast("bless"))
    assert part(one(order(table, "w", Cast("cause fear", ("P",))), SaveRolled).parts, RULE + "bless") == 1
    turn(table, "w")
    events = order(table, "w", Cast("fireball", to=0))
    assert [part(save.parts, RULE + "bless") for save in every(events, SaveRolled) if save.who == "P"] == [0]


def test_bane_takes_heart() -> None:
    """-1 on attack rolls after a failed Will save (d20.enchantment.bane)."""
    table = battlefield("P . o p", P=priest("bane"), o=TOUGH, p=TOUGH, dice="d20:2 d20:20 d20:2")
    order(table, "P", Cast("bane"))
    assert [who.id for who in table.battle if who.boons] == ["o"]
    table.battle["P"].square = 1
    roll = one(order(table, "o", Attack("P", "falchion")), AttackRolled)
    assert part(roll.parts, RULE + "bane") == -1


def test_aid_lends_hit_points() -> None:
    """1d8+5 at level 5, which wounds take first, and which go with the spell (d20.enchantment.aid)."""
    table = battlefield("P A o", P=priest("aid"), A="orc", o=TOUGH, dice="d8:2 d20:14 d4:1 d4:2")
    events = order(table, "P", Cast("aid", ("A",)))
    assert one(events, TemporaryHitPoints).points == 7
    before = table.battle["A"].hit_points
    damage = one(order(table, "o", Attack("A", "falchion")), DamageDealt).amount
    assert table.battle["A"].hit_points == before - max(0, damage - 7)
    assert table.battle["A"].temporary == max(0, 7 - damage)
    (aid,) = table.battle.spells
    magic.finish(table, aid, -1)
    assert table.battle["A"].temporary == 0


def test_whoever_is_held_is_paralyzed_and_struggles() -> None:
    """Will against 16; again in each of its turns, which it spends on it (d20.enchantment.hold-person)."""
    table = battlefield(
        "W . . o", W=wizard("hold person", components=("piece of iron",)), o=TOUGH, dice="d20:2 d20:3 d20:20"
    )
    events = order(table, "W", Cast("hold person", ("o",)))
    assert one(events, SaveRolled).dc == 16
    assert table.battle["o"].helpless
    assert not every(begun(table, "o"), HoldBroken)
    assert table.battle["o"].helpless
    events = begun(table, "o")
    assert one(events, HoldBroken)
    assert one(events, SpellEnded)
    assert not table.battle["o"].helpless
    assert table.battle.turn.over
    spent(table)


def test_only_persons_are_held() -> None:
    """Humanoids alone are its targets (d20.enchantment.hold-person)."""
    table = battlefield("W . . o", W=wizard("hold person", components=("piece of iron",)), o="ogre")
    assert why_not(table, "W", Cast("hold person", ("o",)))


def test_sleep_takes_the_weakest_first() -> None:
    """Four Hit Dice: two goblins of one, not the ogre of four that is left over (d20.enchantment.sleep)."""
    table = battlefield(
        "W . . . . g h\n. . . . . o .", W=wizard("sleep"), g="goblin", h="goblin", o="ogre", dice="d20:2 d20:19"
    )
    events = slept(table, "g2")
    assert [(save.who, save.success) for save in every(events, SaveRolled)] == [("g", False), ("h", True)]
    assert one(events, SpellFailed).who == "o"
    assert table.battle["g"].helpless
    assert table.battle["g"].has("prone")
    assert not table.battle["h"].helpless


def test_sleep_takes_time() -> None:
    """It is cast in a full round, and takes effect just before the next turn (d20.enchantment.sleep)."""
    table = battlefield("W . . . . g", W=wizard("sleep"), g="goblin", dice="d20:2")
    order(table, "W", Cast("sleep", to=square(table, "f1")))
    assert not table.battle["g"].helpless


def test_a_wound_wakes() -> None:
    """d20.enchantment.sleep: who is hurt is awake."""
    table = battlefield(
        "W . . . . g A", W=wizard("sleep"), g=sheet("goblin", hit_points=40), A="orc", dice="d20:2 d20:14 d4:1 d4:1"
    )
    slept(table, "e1")
    events = order(table, "A", Attack("g", "falchion"))
    assert one(events, ConditionEnded).condition == "asleep"
    assert not table.battle["g"].helpless


def test_a_friend_shakes_a_sleeper_awake() -> None:
    """d20.enchantment.sleep: a standard action, from beside it, and no roll."""
    table = battlefield(
        "W . . . . g h .\n. . . . . . . i", W=wizard("sleep"), g="goblin", h="orc", i="orc", dice="d20:2"
    )
    assert why_not(table, "h", Wake("g")) == (enchantment.SLEEP,)
    slept(table, "e1")
    assert enchantment.SLEEP in why_not(table, "i", Wake("g"))
    events = order(table, "h", Wake("g"))
    assert one(events, ConditionEnded).condition == "asleep"
    assert not table.battle["g"].helpless
    spent(table)


@pytest.mark.parametrize("kind", ["human-warrior-skeleton", "giant-fly"][:1])
def test_the_sleepless_do_not_sleep(kind: str) -> None:
    """Undead and elves are immune (d20.enchantment.sleep)."""
    for who in (kind, sheet("goblin", subtypes=("elf",))):
        table = battlefield("W . . . . g", W=wizard("sleep"), g=who)
        events = slept(table, "f1")
        assert one(events, SpellFailed).cites == (enchantment.SLEEP,)


def test_what_has_no_mind_has_nothing_to_fear() -> None:
    """Undead are immune to what affects minds; the living are not (d20.enchantment.mind)."""
    table = battlefield("P . s", P=priest("doom"), s="human-warrior-skeleton")
    events = order(table, "P", Cast("doom", ("s",)))
    assert enchantment.MIND in one(events, SpellFailed).cites
    assert not every(events, SaveRolled)

    table = battlefield("P . s", P=priest("doom"), s="orc", dice="d20:2")
    assert one(order(table, "P", Cast("doom", ("s",))), ConditionBegan).condition == "shaken"
    assert cited(table.log.events) >= {"d20.necromancy.doom"}


def test_four_hit_dice_are_just_enough() -> None:
    """They are those of one ogre, or of four goblins (d20.enchantment.sleep)."""
    alone = battlefield("W . . . . o", W=wizard("sleep"), o="ogre", dice="d20:2")
    assert not every(slept(alone, "f1"), SpellFailed)
    assert alone.battle["o"].helpless

    crowd = dict.fromkeys("ghij", "goblin")
    four = battlefield("W . . . . g h\n. . . . . i j", W=wizard("sleep"), dice="d20:2 d20:2 d20:2 d20:2", **crowd)
    slept(four, "g2")
    assert all(four.battle[who].helpless for who in crowd)


def test_who_is_helpless_already_does_not_stand_before_the_others() -> None:
    """Sleep passes by the paralyzed goblin and takes the next (d20.enchantment.sleep)."""
    table = battlefield("W . . . . g h\n. . . . . . .", W=wizard("sleep"), g="goblin", h="goblin", dice="d20:2")
    condition(table, "g", "paralyzed")

    slept(table, "g2")

    assert table.battle["h"].has("asleep")
    assert not table.battle["g"].has("asleep")
