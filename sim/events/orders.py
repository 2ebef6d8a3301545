"""
Orders are wishes: what a creature may be told to do in its turn, and what it may answer when asked.

Squares are flat numbers of the map (``y * (width + 1) + x``, from 0 at the top left); ``-1`` is none. An order
names its destination; the path is the engine's canonical one unless ``via`` names squares to pass.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

How = Literal[
    "strike", "trip", "disarm", "grapple", "join",
    "expert-disarm", "called", "initials", "clothing", "pin", "hostage", "grab", "grab-object", "punch", "wrestle",
    "overbear", "shield-punch", "flat", "block", "trap",
]  # fmt: skip
"""What an attack does in the place of a plain strike: those after ``join`` are AD&D's."""
Lethality = Literal["", "lethal", "nonlethal"]


class Attack(Struct, frozen=True, tag_field="order", tag="attack", omit_defaults=True):
    """
    One melee attack, shot or throw: a standard action, or the next attack of a full attack under way.

    ``how`` is what replaces the melee attack (trip, disarm, grapple, joining a grapple). ``power`` and ``expertise``
    are the points of Power Attack and Combat Expertise. ``square`` is the square attacked when the target is not seen.
    ``place`` is where a weapon struck from a hand is to fly, ``object`` the thing that is struck at or seized.
    ``besides``: with a shield, and besides the attacks of the round in the place of none.
    """

    target: str
    weapon: str
    how: How = "strike"
    lethality: Lethality = ""
    defensive: bool = False
    power: int = 0
    expertise: int = 0
    square: int = -1
    place: int = -1
    object: str = ""
    besides: bool = False


class FullAttack(Struct, frozen=True, tag_field="order", tag="full-attack", omit_defaults=True):
    """
    The first attack of a full attack. ``off_hand`` names the second weapon (or ``"double"``): two-weapon fighting.

    ``first`` is which of the two strikes first. The attacks that follow are ``Attack`` orders, one at a time.
    In AD&D it declares all attacks of the round, of which ``parries`` are kept for parrying; ``off_hand`` may be a
    shield or the free fist, and ``off_how`` is its manoeuvre, if it is another than that of the weapon.
    """

    target: str
    weapon: str
    how: How = "strike"
    lethality: Lethality = ""
    defensive: bool = False
    power: int = 0
    expertise: int = 0
    off_hand: str = ""
    off_hand_first: bool = False
    rapid: bool = False
    square: int = -1
    parries: int = 0
    place: int = -1
    object: str = ""
    off_how: How | Literal[""] = ""


class Move(Struct, frozen=True, tag_field="order", tag="move", omit_defaults=True):
    """Move up to speed: a move action. ``mode`` ``tumble`` passes threatened squares by skill, ``crawl`` is prone."""

    to: int
    via: tuple[int, ...] = ()
    mode: Literal[
        "walk",
        "tumble",
        "tumble-fast",
        "crawl",
        "minimum",
        "climb",
        "climb-fast",
        "swim",
        "slip",
        "hide",
        "hide-fast",
    ] = "walk"
    """
    Besides walking: ``climb`` a wall (``climb-fast`` at half speed), ``swim``, ``slip`` through a gap too narrow.
    ``hide`` at half speed, ``hide-fast`` at full speed.
    """
    draw: str = ""
    """A weapon drawn or (with ``sheathe``) put away in the course of the move."""
    sheathe: str = ""
    shield: Literal["", "readied", "loosed"] = ""
    """What is done with the shield in the course of the move."""
    height: int = -1
    """At how many squares above the ground a flyer of AD&D ends it."""


class Step(Struct, frozen=True, tag_field="order", tag="step", omit_defaults=True):
    """A 5-foot step."""

    to: int


class Run(Struct, frozen=True, tag_field="order", tag="run", omit_defaults=True):
    """Run up to four times speed in a straight line."""

    to: int


class SpringAttack(Struct, frozen=True, tag_field="order", tag="spring-attack", omit_defaults=True):
    """Move to ``place``, strike ``target`` with ``weapon`` once, and move on ``to`` another place: the feat."""

    target: str
    weapon: str
    place: int
    to: int


class Withdraw(Struct, frozen=True, tag_field="order", tag="withdraw", omit_defaults=True):
    """Withdraw up to twice speed; the square left first counts as not threatened."""

    to: int
    via: tuple[int, ...] = ()


class Charge(Struct, frozen=True, tag_field="order", tag="charge", omit_defaults=True):
    """Charge ``target`` to the space ``to``; ``how`` is the one attack at its end."""

    target: str
    to: int
    weapon: str
    how: Literal["strike", "trip", "disarm", "grapple", "bull-rush", "shield-rush"] = "strike"
    lethality: Lethality = ""
    power: int = 0


class BullRush(Struct, frozen=True, tag_field="order", tag="bull-rush", omit_defaults=True):
    """Push ``target`` straight back: a standard action. ``square`` is the one of its squares that is entered."""

    target: str


class Overrun(Struct, frozen=True, tag_field="order", tag="overrun", omit_defaults=True):
    """
    Run through the space of ``target`` and on to ``to``, by the squares ``via`` if any are named.

    ``move``: a move action, and a standard action if the target stands its ground; ``charge``: in a charge.
    """

    target: str
    to: int
    via: tuple[int, ...] = ()
    mode: Literal["move", "charge"] = "move"


class CoupDeGrace(Struct, frozen=True, tag_field="order", tag="coup-de-grace", omit_defaults=True):
    """A killing blow against the helpless: a full-round action."""

    target: str
    weapon: str


class Grapple(Struct, frozen=True, tag_field="order", tag="grapple", omit_defaults=True):
    """
    An option of a creature that grapples (to strike in a grapple is an ``Attack``). ``option``:

    ``damage``, ``pin``, ``escape``, ``slip`` (Escape Artist), ``move`` (everybody in the grapple, so that the space
    of the largest is at ``to``), ``draw`` (a light ``weapon``), ``use-weapon`` (the opponent's own light ``weapon``),
    ``break-pin`` (of whoever ``target`` pins), ``release``, ``silence`` and ``disarm`` (the pinned ``target``).
    ``full``: the option takes the place of the first attack of a full attack.
    """

    option: Literal[
        "damage", "pin", "escape", "slip", "move", "draw", "use-weapon", "break-pin", "release", "silence", "disarm"
    ]
    target: str = ""
    weapon: str = ""
    to: int = -1
    lethality: Lethality = ""
    full: bool = False


class TotalDefense(Struct, frozen=True, tag_field="order", tag="total-defense", omit_defaults=True):
    """Nothing but defence until the next turn: a standard action."""


class FirstAid(Struct, frozen=True, tag_field="order", tag="first-aid", omit_defaults=True):
    """A Heal check to stabilise the dying: a standard action."""

    target: str


class Wake(Struct, frozen=True, tag_field="order", tag="wake", omit_defaults=True):
    """Shake ``target``, who sleeps within 5 ft, awake: a standard action, as aid is."""

    target: str


class StandUp(Struct, frozen=True, tag_field="order", tag="stand-up", omit_defaults=True):
    """Rise from prone: a move action that provokes."""


class DropProne(Struct, frozen=True, tag_field="order", tag="drop-prone", omit_defaults=True):
    """Drop to the floor: a free action."""


class Draw(Struct, frozen=True, tag_field="order", tag="draw", omit_defaults=True):
    """Draw a weapon: a move action."""

    weapon: str


class Sheathe(Struct, frozen=True, tag_field="order", tag="sheathe", omit_defaults=True):
    """Put a weapon away: a move action that provokes."""

    weapon: str


class Drop(Struct, frozen=True, tag_field="order", tag="drop", omit_defaults=True):
    """Drop something held: a free action."""

    weapon: str


class PickUp(Struct, frozen=True, tag_field="order", tag="pick-up", omit_defaults=True):
    """Pick an item up from a square in reach: a move action that provokes."""

    item: str


class Reload(Struct, frozen=True, tag_field="order", tag="reload", omit_defaults=True):
    """Load a crossbow or sling."""

    weapon: str


class Sunder(Struct, frozen=True, tag_field="order", tag="sunder", omit_defaults=True):
    """Strike at a weapon, shield or other ``object`` of ``target``, or at one that lies there: a standard action."""

    weapon: str
    object: str
    target: str = ""


class Snatch(Struct, frozen=True, tag_field="order", tag="snatch", omit_defaults=True):
    """Take a worn ``object`` off ``target``, as by a disarm; bare hands keep it."""

    target: str
    weapon: str
    object: str


class Throw(Struct, frozen=True, tag_field="order", tag="throw", omit_defaults=True):
    """Throw a splash weapon at the grid intersection at the north-western corner of square ``place``."""

    weapon: str
    place: int


class Prepare(Struct, frozen=True, tag_field="order", tag="prepare", omit_defaults=True):
    """Prepare a splash weapon that must be lit before it is thrown: a full-round action."""

    weapon: str


class Extinguish(Struct, frozen=True, tag_field="order", tag="extinguish", omit_defaults=True):
    """Roll on the ground to put out the flames: a full-round action."""


class EscapeNet(Struct, frozen=True, tag_field="order", tag="escape-net", omit_defaults=True):
    """Get out of a net by Escape Artist (``slip``) or Strength (``burst``): a full-round action."""

    mode: Literal["slip", "burst"] = "slip"


class ReadyShield(Struct, frozen=True, tag_field="order", tag="ready-shield", omit_defaults=True):
    """Strap the shield on: a move action."""


class LooseShield(Struct, frozen=True, tag_field="order", tag="loose-shield", omit_defaults=True):
    """Take the shield off the arm: a move action."""


class LockGauntlet(Struct, frozen=True, tag_field="order", tag="lock-gauntlet", omit_defaults=True):
    """Lock ``weapon`` in a locked gauntlet, or without one unlock it: a full-round action."""

    weapon: str = ""


class OpenDoor(Struct, frozen=True, tag_field="order", tag="open-door", omit_defaults=True):
    """Open the door in the square ``place``, or on its ``side``: a move action."""

    place: int
    side: Literal["", "n", "e", "s", "w"] = ""


class CloseDoor(Struct, frozen=True, tag_field="order", tag="close-door", omit_defaults=True):
    """Close the door in the square ``place``, or on its ``side``: a move action."""

    place: int
    side: Literal["", "n", "e", "s", "w"] = ""


class MoveObject(Struct, frozen=True, tag_field="order", tag="move-object", omit_defaults=True):
    """Shove a barricade from ``place`` to the square ``to`` beside it: a move action."""

    place: int
    to: int


class LightTorch(Struct, frozen=True, tag_field="order", tag="light-torch", omit_defaults=True):
    """Light a torch in hand with flint and steel (a full-round action) or a tindertwig (a standard action)."""

    weapon: str
    mode: Literal["flint", "tindertwig"] = "flint"


class UseSkill(Struct, frozen=True, tag_field="order", tag="use-skill", omit_defaults=True):
    """
    Use a skill that has no order of its own.

    ``intimidate``: demoralize ``target`` (one action); ``open-lock``: the lock of the door at ``place``, on its
    ``side`` (one round).
    """

    skill: Literal["intimidate", "open-lock"]
    target: str = ""
    place: int = -1
    side: Literal["", "n", "e", "s", "w"] = ""


class Mount(Struct, frozen=True, tag_field="order", tag="mount", omit_defaults=True):
    """Get into the saddle of ``target``: a move action, or ``fast``, a free one by a Ride check."""

    target: str
    mode: Literal["move", "fast"] = "move"


class Dismount(Struct, frozen=True, tag_field="order", tag="dismount", omit_defaults=True):
    """Get down beside the mount, to the square ``to``: a move action, or ``fast``, a free one by a Ride check."""

    to: int
    mode: Literal["move", "fast"] = "move"


class ControlMount(Struct, frozen=True, tag_field="order", tag="control-mount", omit_defaults=True):
    """Bring a frightened mount under control by a Ride check: a move action, or the whole turn if it fails."""


class Ride(Struct, frozen=True, tag_field="order", tag="ride", omit_defaults=True):
    """
    Have the mount move ``to`` a place, by its own actions: a ``move``, a ``double`` move, a run or a charge.

    In a double move or a run the rider may shoot at ``target`` with ``weapon`` halfway; at the end of a charge it
    strikes.
    """

    to: int
    via: tuple[int, ...] = ()
    mode: Literal["move", "double", "run", "charge"] = "move"
    target: str = ""
    weapon: str = ""


class TurnUndead(Struct, frozen=True, tag_field="order", tag="turn-undead", omit_defaults=True):
    """Turn or rebuke undead, or dispel another's turning: a standard action."""

    how: Literal["turn", "rebuke", "dispel"] = "turn"


class Instruct(Struct, frozen=True, tag_field="order", tag="instruct", omit_defaults=True):
    """Tell an undead under command to fight: a standard action."""

    target: str


class Cast(Struct, frozen=True, tag_field="order", tag="cast", omit_defaults=True):
    """
    Cast a spell, by the name under which its caster has it (``quickened`` in front of a quickened one).

    ``on`` are its targets in order, some perhaps several times; ``to`` its point (the intersection north-west of that
    square) or direction. A touch spell without targets stays on the hand. ``defensive``: on the defensive.
    """

    spell: str
    on: tuple[str, ...] = ()
    to: int = -1
    defensive: bool = False


class UseItem(Struct, frozen=True, tag_field="order", tag="use", omit_defaults=True):
    """Use a magic item: drink or pour a potion, apply an oil, read a scroll, point a wand; like ``Cast`` otherwise."""

    item: str
    on: tuple[str, ...] = ()
    to: int = -1
    defensive: bool = False


class UseAbility(Struct, frozen=True, tag_field="order", tag="use-ability", omit_defaults=True):
    """Use a spell-like, supernatural or extraordinary ability; like ``Cast`` otherwise."""

    ability: str
    on: tuple[str, ...] = ()
    to: int = -1
    defensive: bool = False


class Touch(Struct, frozen=True, tag_field="order", tag="touch", omit_defaults=True):
    """
    Touch willing creatures, or oneself, with the spell held on the hand: one, or with a spell for several up to six.

    An enemy is touched by an ``Attack`` with the weapon ``touch``.
    """

    on: tuple[str, ...]


class Concentrate(Struct, frozen=True, tag_field="order", tag="concentrate", omit_defaults=True):
    """Keep a spell under way by concentration: a standard action."""

    spell: str


class CeaseConcentration(Struct, frozen=True, tag_field="order", tag="cease", omit_defaults=True):
    """Cease to concentrate on a spell: a free action."""

    spell: str


class Dismiss(Struct, frozen=True, tag_field="order", tag="dismiss", omit_defaults=True):
    """Dismiss a spell under way: a standard action."""

    spell: str


class Redirect(Struct, frozen=True, tag_field="order", tag="redirect", omit_defaults=True):
    """Direct a spell under way to another target or place: a move action."""

    spell: str
    on: tuple[str, ...] = ()
    to: int = -1


class LowerResistance(Struct, frozen=True, tag_field="order", tag="lower-resistance", omit_defaults=True):
    """Lower one's own spell resistance until the next turn: a standard action."""


class ReadyComponent(Struct, frozen=True, tag_field="order", tag="ready-component", omit_defaults=True):
    """Take a spell's material component or focus in hand: a free action, in a grapple a full-round action."""

    spell: str


class Counterspell(Struct, frozen=True, tag_field="order", tag="counterspell", omit_defaults=True):
    """Counter the spell that is being cast; to be readied against somebody who casts: a standard action."""


class Guard(Struct, frozen=True, tag_field="order", tag="guard", omit_defaults=True):
    """Stand and strike with ``weapon`` at whoever comes into reach, before it can strike: AD&D's action of a round."""

    weapon: str


class ReceiveCharge(Struct, frozen=True, tag_field="order", tag="receive-charge", omit_defaults=True):
    """Make ready to receive a charge with ``weapon``: AD&D's action of a round."""

    weapon: str


class TakePosition(Struct, frozen=True, tag_field="order", tag="take-position", omit_defaults=True):
    """Kneel, sit or lie down: free in AD&D."""

    option: Literal["kneel", "sit", "lie"]


class Face(Struct, frozen=True, tag_field="order", tag="face", omit_defaults=True):
    """Turn on the spot to face this way: free in AD&D, as a round begins and on one's own turn."""

    option: Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]


class ChangeGrip(Struct, frozen=True, tag_field="order", tag="change-grip", omit_defaults=True):
    """Take the weapon in ``one`` hand or in ``two``: free in AD&D at the start of a round."""

    option: Literal["one", "two"]


class Realign(Struct, frozen=True, tag_field="order", tag="realign", omit_defaults=True):
    """Bring a ``weapon``, or a ``shield``, that was knocked out of line into line again: one attack in AD&D."""

    option: Literal["weapon", "shield"]


class FreeSelf(Struct, frozen=True, tag_field="order", tag="free-self", omit_defaults=True):
    """
    Free a pinned self or a stuck weapon, set a loose shield or a helmet right: a task of AD&D (``option``). The helmet
    may be a companion's, ``target``.
    """

    option: Literal["pin", "weapon", "helmet", "shield"]
    target: str = ""


class Leave(Struct, frozen=True, tag_field="order", tag="leave", omit_defaults=True):
    """Leave the map from a square on its border: part of a move action."""


class Surrender(Struct, frozen=True, tag_field="order", tag="surrender", omit_defaults=True):
    """Give up the fight: a free action."""


class AidAnother(Struct, frozen=True, tag_field="order", tag="aid-another", omit_defaults=True):
    """Distract ``foe`` with a weapon, for the next attack of ``friend`` on it or its next attack on ``friend``."""

    friend: str
    foe: str
    weapon: str
    benefit: Literal["attack", "ac"] = "attack"


class Feint(Struct, frozen=True, tag_field="order", tag="feint", omit_defaults=True):
    """Mislead ``target`` about the next melee attack: a standard action."""

    target: str


class Trigger(Struct, frozen=True, omit_defaults=True):
    """
    What sets a readied action off: ``who`` (any foe, if empty) does what ``on`` says.

    ``charges`` (and comes into reach, if a blow is readied), ``attacks`` (in whatever way), ``shoots``, ``casts``,
    ``appears`` (comes into sight), ``moves`` (is about to leave its place), ``comes-into-reach`` (of the readied
    weapon, or of any), ``comes-within`` (so many ``squares``).
    """

    on: Literal["charges", "attacks", "shoots", "casts", "appears", "moves", "comes-into-reach", "comes-within"]
    who: str = ""
    squares: int = 0


IT = "it"
"""The target of a readied act that is aimed at whoever sets it off."""


class Ready(Struct, frozen=True, tag_field="order", tag="ready", omit_defaults=True):
    """
    Be ready to carry out ``act``, a standard, move or free action, as soon as ``when`` comes true: a standard action.

    An act whose target is ``"it"`` is aimed at whoever sets it off.
    """

    act: Order
    when: Trigger


class Delay(Struct, frozen=True, tag_field="order", tag="delay", omit_defaults=True):
    """Take no action now, and the whole turn later, between two others: no action. In AD&D right ``after`` somebody."""

    after: str = ""


class Begin(Struct, frozen=True, tag_field="order", tag="begin", omit_defaults=True):
    """Begin ``act``, a full-round action, to be completed in the next turn: a standard action."""

    act: Order


class Complete(Struct, frozen=True, tag_field="order", tag="complete", omit_defaults=True):
    """Complete the full-round action begun in the last turn: a standard action."""


class End(Struct, frozen=True, tag_field="order", tag="end", omit_defaults=True):
    """End the turn."""


class Pass(Struct, frozen=True, tag_field="order", tag="pass", omit_defaults=True):
    """Answer: leave an opportunity alone."""


class Act(Struct, frozen=True, tag_field="order", tag="act", omit_defaults=True):
    """Answer: carry out what was readied, after a 5-foot step ``to`` if it names one; or take the delayed turn."""

    to: int = -1


class Choose(Struct, frozen=True, tag_field="order", tag="choose", omit_defaults=True):
    """Answer: one of the options of a ``Pick``."""

    option: str


Order = (
    Attack
    | FullAttack
    | Move
    | Step
    | Run
    | Withdraw
    | SpringAttack
    | Charge
    | BullRush
    | Overrun
    | CoupDeGrace
    | Grapple
    | TotalDefense
    | FirstAid
    | Wake
    | StandUp
    | DropProne
    | Draw
    | Sheathe
    | Drop
    | PickUp
    | Reload
    | Mount
    | Dismount
    | ControlMount
    | Ride
    | TurnUndead
    | Instruct
    | Cast
    | UseItem
    | UseAbility
    | Touch
    | Concentrate
    | CeaseConcentration
    | Dismiss
    | Redirect
    | LowerResistance
    | ReadyComponent
    | Counterspell
    | Leave
    | Sunder
    | Snatch
    | Throw
    | Prepare
    | Extinguish
    | EscapeNet
    | ReadyShield
    | LooseShield
    | LockGauntlet
    | OpenDoor
    | CloseDoor
    | MoveObject
    | LightTorch
    | UseSkill
    | Surrender
    | AidAnother
    | Feint
    | Ready
    | Delay
    | Begin
    | Complete
    | Guard
    | ReceiveCharge
    | TakePosition
    | Face
    | Realign
    | FreeSelf
    | ChangeGrip
    | End
)
"""Anything that a creature may be told in its turn."""

Answer = Attack | Pass | Choose | Act
"""Anything that a creature may answer when asked in the middle of somebody's act."""


class Opportunity(Struct, frozen=True, tag_field="question", tag="opportunity"):
    """Take an attack of opportunity against ``provoker``? ``act`` is what provoked: ``moving`` or an action's name."""

    provoker: str
    act: str


class Cue(Struct, frozen=True, tag_field="question", tag="cue"):
    """Take the readied action, as ``who`` does what it waits for (``on``)?"""

    who: str
    on: str


class Wait(Struct, frozen=True, tag_field="question", tag="wait"):
    """Take the delayed turn now, before ``before`` (nobody of this round, if empty), or wait on?"""

    before: str


class Pick(Struct, frozen=True, tag_field="question", tag="pick"):
    """A choice that a rule leaves to somebody: ``about`` says which (``trip-defence``), ``other`` against whom."""

    about: str
    other: str
    options: tuple[str, ...]


Question = Opportunity | Cue | Wait | Pick


class Reason(NamedTuple):
    """Why a policy chose as it did: words and an integer score; the first is what decided."""

    words: str
    score: int = 0


class Decision(NamedTuple):
    """An order or answer, who or what decided it (a policy's name, ``player``), and its reasons."""

    choice: Order | Answer
    by: str
    reasons: tuple[Reason, ...] = ()
