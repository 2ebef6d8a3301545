"""Biding its time: a spear set against a charge, a shot kept for a caster's spell, a turn put off for a partner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.policies.base import Offers
from agents.policies.doctrine.option import Option, weapons, worth
from agents.view import Foe, View
from sim.events.orders import Attack, Delay, Ready, Trigger
from sim.rules.book import Strike
from sim.state.conditions import DOWN, GRAPPLING, PRONE
from sim.state.creature import Creature

LIKELY = 95
"""Percent at which a foe is taken to charge into a spear in the first round; with each round it is less likely."""

LESS_LIKELY = 15
LEAN = 5
"""Percent more for each point by which caution is greater than aggression."""

SPELL = 60
"""What each level of a caster adds to a hit that may cost it its spell."""

CASTS = 90
"""Percent at which a caster is taken to cast."""

SNEAK = 350
"""What a die of sneak attack does."""

PATIENCE = 70
"""Percent of it that is worth waiting for."""


def options(view: View, menu: Offers, leaning: bool) -> Iterable[Option]:
    """All of it."""
    if view.me.flags & (GRAPPLING | PRONE) or not view.foes:
        return
    if menu.can(Ready):
        yield from bracing(view, menu)
        yield from hunting(view, menu)
    if not view.orders and view.me.sheet.sneak_attack:
        yield from delaying(view, menu)


def bracing(view: View, menu: Offers) -> Iterator[Option]:
    """A spear or the like, set against whoever may charge into it next."""
    me, persona = view.me, view.persona
    likely = LIKELY - LESS_LIKELY * view.round + LEAN * (persona.caution - persona.aggression)
    if likely <= 0:
        return
    for weapon in weapons(menu):
        if not me.weapons[weapon].braces or view.among(menu.struck(weapon)) is not None:
            continue
        best: tuple[int, str] | None = None
        for foe in view.foes:
            if may_charge(foe):
                found = worth(foe, view.strikes(Attack(foe.id, weapon), place(view, menu, foe, weapon), case="braced"))
                best = max(best or found, found, key=lambda pair: pair[0])
        if best is not None:
            score = best[0] * min(likely, 100) // 100
            words = f"sets the {weapon} against a charge, likely at {min(likely, 100)} %: {best[1]}"
            yield Option(Ready(Attack("it", weapon), Trigger("charges")), score, words)


def may_charge(foe: Foe) -> bool:
    """Is it near enough, and does it fight hand to hand, without a spear of its own to wait with?"""
    figure = foe.figure
    armed = [figure.weapons[name] for name in foe.held if name in figure.weapons]
    if foe.shoots or any(weapon.braces for weapon in armed) or foe.has(PRONE | GRAPPLING):
        return False
    return 2 < foe.distance <= 2 * (figure.sheet.speed // 5) + 1


def place(view: View, menu: Offers, foe: Foe, weapon: str) -> int:
    """A place from where the weapon would strike it; where it stands itself, if there is none."""
    stands = menu.stands(foe.id, weapon)
    return (stands & -stands).bit_length() - 1 if stands else view.me.square


def hunting(view: View, menu: Offers) -> Iterator[Option]:
    """A shot kept until a caster casts: a hit may cost it the spell. Whoever is beside it has it anyway."""
    casters = [foe for foe in view.foes if foe.figure.sheet.caster is not None]
    if not casters:
        return
    me = view.me
    arms = [name for name in menu.shooting() if name not in me.unloaded and not me.weapons[name].thrown]
    for foe in casters:
        caster = foe.figure.sheet.caster
        assert caster is not None
        for weapon in arms:
            if not menu.accepts(Attack(foe.id, weapon)):
                continue
            strikes: tuple[Strike, ...] = view.strikes(Attack(foe.id, weapon))
            score, words = worth(foe, strikes)
            score = (score + SPELL * caster.level * strikes[0].hit.percent // 100) * CASTS // 100
            wish = Ready(Attack(foe.id, weapon), Trigger("casts", foe.id))
            yield Option(wish, score, f"waits with the {weapon} for a spell: {words}")


def delaying(view: View, menu: Offers) -> Iterator[Option]:
    """A rogue lets a friend close first, and then comes round behind."""
    weapon = weapons(menu)[0]
    if view.among(menu.struck(weapon)) is not None or not menu.accepts(Delay()):
        return
    if any(partnered(view, foe) for foe in view.foes):
        return
    closing = [friend for friend in view.friends if closes(view, friend)]
    if not closing:
        return
    foe = min(view.foes, key=lambda foe: foe.distance)
    strikes = view.strikes(Attack(foe.id, weapon), place(view, menu, foe, weapon))
    gain = view.me.sheet.sneak_attack * SNEAK * strikes[0].hit.percent // 100
    score = worth(foe, strikes)[0] + gain * PATIENCE // 100
    yield Option(Delay(), score, f"lets {closing[0].id} go first, to strike {foe.id} from behind")


def closes(view: View, friend: Creature) -> bool:
    """Has a friend still to act in this round, hand to hand, and a foe that it can get at?"""
    if friend.acted or friend.flags & (DOWN | GRAPPLING):
        return False
    weapons = [friend.weapons[name] for name in friend.held if name in friend.weapons]
    if any(weapon.category == "ranged" for weapon in weapons):
        return False
    far = 2 * (friend.sheet.speed // 5) + 1
    return any(view.ground.distance(friend.square, friend.span, foe.square, foe.span) <= far for foe in view.foes)


def partnered(view: View, foe: Foe) -> bool:
    """Does a friend stand beside it who could strike it?"""
    return any(
        not friend.flags & (DOWN | GRAPPLING)
        and view.ground.distance(friend.square, friend.span, foe.square, foe.span) == 1
        for friend in view.friends
    )
