"""The course of an AD&D round: surprise, declarations, initiative, passes, attack rolls, facing, checks."""

from __future__ import annotations

from typing import Literal, cast

from attrs import frozen

from sim.core.tally import Modifier
from sim.dice.sources import Die
from sim.events.base import applies, nothing
from sim.state.adnd import Fighter, Ledger
from sim.state.battle import Battle, Turn
from sim.state.conditions import KNEELING, PRONE, SITTING


def ledger_of(battle: Battle) -> Ledger:
    """What AD&D keeps in this battle."""
    return cast(Ledger, battle.ledger)


def fighter_of(battle: Battle, who: str) -> Fighter:
    """What AD&D keeps of one combatant."""
    return ledger_of(battle).fighters[who]


@frozen
class SurpriseRolled:
    """A side's surprise die: ``surprised`` on 3 or less; ``spared`` are those whom their reactions take out of it."""

    because: int
    side: str
    total: int
    parts: tuple[Modifier, ...]
    surprised: bool
    spared: tuple[str, ...]
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(SurpriseRolled)(nothing)


@frozen
class RoundOpened:
    """What was left from the last round is settled; declarations begin."""

    because: int
    cites: tuple[str, ...] = ()


@applies(RoundOpened)
def open_round(event: RoundOpened, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.stage = "declare"
    ledger.groups = ()
    ledger.number, ledger.at = 0, -1
    ledger.waiting, ledger.active = (), ""
    battle.turn = Turn()
    for fighter in ledger.fighters.values():
        fighter.begin_round()
    for creature in battle:
        creature.reactions = 0
        creature.passed = ()


@frozen
class Declared:
    """
    A combatant's action of the round stands: ``attacks`` it may make with ``weapon``, after ``parries`` are set aside;
    ``second`` is the weapon of the other hand that adds one; ``squares`` what its movement may cover. ``debt`` is the
    fraction (numerator, denominator) of attacks that this round costs the weapon's rate; nobody declares for those who
    cannot act.
    """

    because: int
    who: str
    attacks: int
    weapon: str
    parries: int = 0
    second: str = ""
    squares: int = 0
    debt: tuple[int, int] | None = None
    cites: tuple[str, ...] = ()


@applies(Declared)
def declare(event: Declared, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.told = event.because
    fighter.attacks = event.attacks
    fighter.weapon = event.weapon
    fighter.parries = event.parries
    fighter.second = event.second
    fighter.squares = event.squares
    if event.debt is not None:
        kept = tuple(debt for debt in fighter.debts if debt[0] != event.weapon)
        fighter.debts = (*kept, (event.weapon, *event.debt))
    battle.turn = Turn()


@frozen
class InitiativeThrown:
    """A combatant's d10 with its modifiers: the lower, the earlier; ``late``: after all others."""

    because: int
    who: str
    total: int
    parts: tuple[Modifier, ...]
    late: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


@applies(InitiativeThrown)
def throw(event: InitiativeThrown, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.initiative = event.total
    fighter.late = event.late
    fighter.low = battle.creatures[event.who].flags & (KNEELING | SITTING | PRONE) != 0


@frozen
class OrderSettled:
    """Initiative is settled: who acts together stands together, the first first."""

    because: int
    groups: tuple[tuple[str, ...], ...]
    cites: tuple[str, ...] = ()


@applies(OrderSettled)
def settle(event: OrderSettled, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.groups = event.groups
    battle.order = tuple([who for group in event.groups for who in group])


@frozen
class PassBegan:
    """A pass begins; ``blows``: that of the single blows of those who moved, after all others."""

    because: int
    number: int
    blows: bool = False
    cites: tuple[str, ...] = ()


@applies(PassBegan)
def begin_pass(event: PassBegan, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.stage = "blows" if event.blows else "passes"
    ledger.number = event.number
    ledger.at = -1
    ledger.waiting, ledger.active = (), ""
    battle.turn = Turn()


@frozen
class GroupCalled:
    """Those on one count of initiative act, all before the effects of any are felt."""

    because: int
    at: int
    who: tuple[str, ...]
    cites: tuple[str, ...] = ()


@applies(GroupCalled)
def call_group(event: GroupCalled, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.at = event.at
    ledger.waiting = event.who
    ledger.active = ""


@frozen
class ActivationBegan:
    """A combatant acts. ``due`` are the weapons with which it may strike now, in this order."""

    because: int
    who: str
    due: tuple[str, ...]
    cites: tuple[str, ...] = ()


@applies(ActivationBegan)
def activate(event: ActivationBegan, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.active = event.who
    ledger.waiting = tuple([who for who in ledger.waiting if who != event.who])
    fighter = ledger.fighters[event.who]
    fighter.due = event.due
    fighter.acted = True
    battle.turn = Turn(event.who)
    battle.creatures[event.who].acted = True


@frozen
class ActivationEnded:
    """A combatant has acted; ``lost`` attacks that were due are lost."""

    because: int
    who: str
    lost: int = 0
    cites: tuple[str, ...] = ()


@applies(ActivationEnded)
def deactivate(event: ActivationEnded, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.active = ""
    fighter = ledger.fighters[event.who]
    fighter.attacks = max(0, fighter.attacks - event.lost)
    fighter.due = ()
    if ledger.stage == "blows":
        fighter.blow = False
    battle.turn.over = True


@frozen
class AttacksLost:
    """
    So many of the attacks that were left in the round are gone, or parries, or ``forms`` of a natural routine, or the
    second weapon's, or the blow at the end of the round.
    """

    because: int
    who: str
    attacks: int
    cites: tuple[str, ...]
    parries: int = 0
    second: bool = False
    forms: int = 0
    blow: bool = False


@applies(AttacksLost)
def lose_attacks(event: AttacksLost, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.attacks = max(0, fighter.attacks - event.attacks)
    fighter.parries = max(0, fighter.parries - event.parries)
    due = list(fighter.due)
    if event.attacks and fighter.weapon in due:
        due.remove(fighter.weapon)
    if event.second:
        if fighter.second in due:
            due.remove(fighter.second)
        fighter.second = ""
    if event.forms and not due:
        fighter.missed += event.forms
    if event.blow:
        fighter.blow = False
    fighter.due = tuple(due[event.forms :])


@frozen
class AttacksSet:
    """It has so many ``attacks`` with ``weapon`` left in the round after all; ``due`` are those of this activation."""

    because: int
    who: str
    weapon: str
    attacks: int
    due: tuple[str, ...]
    cites: tuple[str, ...]
    debt: tuple[int, int] | None = None


@applies(AttacksSet)
def set_attacks(event: AttacksSet, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.attacks = event.attacks
    fighter.weapon = event.weapon
    fighter.due = event.due
    if event.debt is not None:
        kept = tuple(debt for debt in fighter.debts if debt[0] != event.weapon)
        fighter.debts = (*kept, (event.weapon, *event.debt))


@frozen
class BlowReserved:
    """Having moved, it has one blow after all passes."""

    because: int
    who: str
    cites: tuple[str, ...]


@applies(BlowReserved)
def reserve_blow(event: BlowReserved, battle: Battle) -> None:
    fighter_of(battle, event.who).blow = True


@frozen
class RoundClosed:
    """All passes are over: what ends with the round ends."""

    because: int
    cites: tuple[str, ...] = ()


@applies(RoundClosed)
def close_round(event: RoundClosed, battle: Battle) -> None:
    ledger = ledger_of(battle)
    ledger.stage = "end"
    ledger.active, ledger.waiting = "", ()
    battle.turn = Turn()


@frozen
class RoundSettled:
    """What the end of a round brings has come; the next round may begin."""

    because: int
    cites: tuple[str, ...] = ()


@applies(RoundSettled)
def settle_round(event: RoundSettled, battle: Battle) -> None:
    ledger_of(battle).stage = "start"


@frozen
class Faced:
    """A combatant turns to ``facing`` (0 north, clockwise to 7), and with it whom it rides or bears."""

    because: int
    who: str
    facing: int
    cites: tuple[str, ...] = ()


@applies(Faced)
def face(event: Faced, battle: Battle) -> None:
    creature = battle.creatures[event.who]
    for who in (event.who, creature.mount, creature.rider):
        if who:
            battle.creatures[who].facing = event.facing


@frozen
class Shifted:
    """It has used its shift of the round, of so many half squares."""

    because: int
    who: str
    cites: tuple[str, ...] = ()


@applies(Shifted)
def shift(event: Shifted, battle: Battle) -> None:
    fighter_of(battle, event.who).shifted = True


@frozen
class Walked:
    """So many half squares of the round's movement are used."""

    because: int
    who: str
    halves: int
    cites: tuple[str, ...] = ()


@applies(Walked)
def walk(event: Walked, battle: Battle) -> None:
    fighter_of(battle, event.who).halves += event.halves


@frozen
class WeaponChanged:
    """It has used its free change of weapon of the round, for which it let go of ``former``."""

    because: int
    who: str
    cites: tuple[str, ...]
    former: str = ""


@applies(WeaponChanged)
def change_weapon(event: WeaponChanged, battle: Battle) -> None:
    fighter = fighter_of(battle, event.who)
    fighter.changed, fighter.former = True, event.former


How = Literal[
    "strike", "disarm", "expert-disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object",
    "punch", "wrestle", "overbear", "shield-punch", "shield-rush", "parry", "flat", "block", "trap", "astray",
]  # fmt: skip
"""What an attack roll is for; ``astray``: a blow or missile that has missed goes on to somebody else."""


@frozen
class AttackMade:
    """
    An attack roll: the natural ``roll`` must be at least ``needed``, which is THAC0 less the ``parts`` (bonuses) less
    the Armor Class ``ac``; 1 and 2 miss, 20 hits. ``mode``: ``melee``, ``missile`` or ``hurled``; ``free``: a free
    attack; ``automatic``: the target is helpless and no die is rolled.
    """

    because: int
    attacker: str
    target: str
    weapon: str
    mode: Literal["melee", "missile", "hurled"]
    how: How
    thac0: int
    parts: tuple[Modifier, ...]
    ac: int
    ac_parts: tuple[Modifier, ...]
    needed: int
    roll: int
    hit: bool
    free: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...] = ()


@applies(AttackMade)
def swing(event: AttackMade, battle: Battle) -> None:
    fighter_of(battle, event.attacker).swings += 1
    if event.mode != "melee":
        battle.turn.shot = True
    if event.mode != "melee" and event.how != "astray" and not _volley(battle, event):
        use_missile(battle, event.attacker, event.weapon, event.mode)
    if event.free:
        fighter = fighter_of(battle, event.attacker)
        fighter.free = (*fighter.free, event.target)
    if event.how not in ("parry", "block", "trap"):
        attacked = fighter_of(battle, event.target)
        if event.attacker not in attacked.attackers:
            attacked.attackers = (*attacked.attackers, event.attacker)


def _volley(battle: Battle, event: AttackMade) -> bool:
    """Is it one missile of a volley, which counts as a whole?"""
    return bool(getattr(battle.creatures[event.attacker].weapons.get(event.weapon), "volley", ""))


def use_missile(battle: Battle, who: str, weapon: str, mode: str) -> None:
    """A missile is gone from the stock; what was hurled from the hand."""
    creature = battle.creatures[who]
    spent = dict(creature.ammunition)
    spent[weapon] = spent.get(weapon, 0) + 1
    creature.ammunition = tuple(spent.items())
    if mode == "hurled":
        carried = creature.weapons[weapon].count if weapon in creature.weapons else 1
        if spent[weapon] >= carried:
            creature.held = tuple([name for name in creature.held if name != weapon])
    fighter = fighter_of(battle, who)
    fighter.shots = (*[shot for shot in fighter.shots if shot[0] != weapon], (weapon, battle.round))


@frozen
class SavingThrowRolled:
    """A saving throw: ``total`` must be at least ``needed``; a 1 fails, a 20 succeeds."""

    because: int
    who: str
    save: Literal["death", "wands", "petrification", "breath", "spell"]
    against: str
    needed: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(SavingThrowRolled)(nothing)


@frozen
class ScoreChecked:
    """A check of an ability score or rating: ``total`` must be at most ``score``."""

    because: int
    who: str
    check: str
    score: int
    total: int
    parts: tuple[Modifier, ...]
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(ScoreChecked)(nothing)


@frozen
class PercentRolled:
    """Percentile dice: it happens at ``chance`` or less (``roll`` 100 for 00)."""

    because: int
    who: str
    about: str
    chance: int
    roll: int
    happens: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(PercentRolled)(nothing)


@frozen
class ItemSaveRolled:
    """A thing of ``owner`` is in danger: a d20 of at least ``needed`` saves it."""

    because: int
    owner: str
    item: str
    against: Literal["crushing blow"]
    needed: int
    roll: int
    success: bool
    cites: tuple[str, ...]
    dice: tuple[Die, ...]


applies(ItemSaveRolled)(nothing)
