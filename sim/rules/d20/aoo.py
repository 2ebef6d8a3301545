"""
Attacks of opportunity (d20.aoo.*). They are derived, never asked for: each provoking act, and each threatened square
left, is announced here; who threatens, may still react and has not had this opportunity is asked in initiative order.

Decided: an enemy is offered its opportunity against a mover when the first of its threatened squares is left; one
that is let pass does not come again in that round (d20.aoo.one-per-opportunity).
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import Answer, Attack, Opportunity, Pass
from sim.rules.d20 import concealment, cover, scores, threat
from sim.rules.d20.declare import OPPORTUNITY
from sim.state.battle import Battle
from sim.state.conditions import CANNOT_ACT, FLAT_FOOTED, PRONE, SURRENDERED, TOTAL_DEFENSE
from sim.state.creature import Creature
from sim.table import Table

BY_MOVING = "d20.aoo.provoke-by-moving"
BY_ACT = "d20.aoo.provoke-by-act"
SINGLE = "d20.aoo.single-attack"
INTERRUPTS = "d20.aoo.interrupts"
COLUMN = "d20.aoo.column-meaning"
MOVING = "moving"


def limit(me: Creature) -> int:
    """How many opportunity attacks it may make from its turn to its next (d20.aoo.per-round-limit)."""
    if "combat-reflexes" in me.sheet.feats:
        return 1 + max(0, scores.modifier(me, "dexterity"))
    return 1


def why_no_reaction(me: Creature) -> str:
    """The rule by which a creature cannot make opportunity attacks now; empty if it can."""
    flags = me.flags
    if flags & CANNOT_ACT:
        return threat.THREATENED_SQUARES
    if flags & FLAT_FOOTED and "combat-reflexes" not in me.sheet.feats:
        return "d20.aoo.not-when-flat-footed"
    if flags & TOTAL_DEFENSE:
        return "d20.total-defense.no-aoo"
    if me.reactions >= limit(me):
        return "d20.aoo.per-round-limit"
    return ""


def why_no_opportunity(battle: Battle, foe: Creature, me: Creature, act: str) -> str:
    """The rule by which ``me`` offers ``foe`` no opportunity with ``act``; empty if it does."""
    if act == MOVING and foe.id in me.passed:
        return "d20.aoo.one-per-opportunity"
    if rule := why_no_reaction(foe):
        return rule
    if concealment.between(battle, foe, me, True)[0] >= concealment.TOTAL_PERCENT:
        return concealment.TOTAL_NO_AOO
    if cover.between(battle, foe, me, melee=True).kind != "none" or cover.total(battle, foe, me):
        return cover.NO_AOO
    return ""


def threateners(battle: Battle, me: Creature) -> tuple[Creature, ...]:
    """The enemies that threaten a square of this creature's space now, in initiative order."""
    here = battle.footprint(me)
    near = battle.enemies_mask(me.side) & battle.ground_near(me)
    if not near:
        return ()
    found = [
        foe
        for foe in battle.occupants(near)
        if foe.side != me.side and threat.threatened_squares(battle, foe) & here
    ]
    if len(found) > 1:
        found.sort(key=lambda foe: battle.order.index(foe.id))
    return tuple(found)


class Reactions:
    """The menu of somebody who may take an opportunity: each way to strike, then to let it pass."""

    def __init__(self, battle: Battle, foe: Creature, me: Creature) -> None:
        self.battle = battle
        self.foe = foe
        self.me = me

    def __iter__(self) -> Iterator[Answer]:
        from sim.rules.d20 import special

        yield from special.melee_choices(self.battle, self.foe, self.me, reaction=True)
        yield Pass()

    def accepts(self, choice: object) -> bool:
        return not self.why_not(choice)

    def why_not(self, choice: object) -> tuple[str, ...]:
        if type(choice) is Pass:
            return ()
        if type(choice) is Attack and any(choice == offered for offered in self):
            return ()
        return (SINGLE,)


def provoke(
    table: Table,
    me: Creature,
    act: str,
    because: int,
    *,
    only: Creature | None = None,
    exclude: tuple[str, ...] = (),
    column: str = "yes",
    cites: tuple[str, ...] = (),
    astray: Creature | None = None,
) -> bool:
    """
    Announce a provoking act; each opportunity is resolved before it takes effect. True if ``me`` can go on with it.

    ``only``: the one creature that the act exposes to; ``exclude``: ids of those that get nothing from it; ``cites``:
    rules by which it exposes besides the general one; ``astray``: who may be struck in place of ``me``.
    """
    from sim.rules.d20 import special

    battle = table.battle
    rule = BY_MOVING if act == MOVING else BY_ACT
    for foe in threateners(battle, me):
        if (only is not None and foe is not only) or foe.id in exclude:
            continue
        if me.flags & SURRENDERED or why_no_opportunity(battle, foe, me, act):
            continue
        answer = table.ask(foe.id, Opportunity(me.id, act), Reactions(battle, foe, me), because, (rule, *cites))
        if type(answer) is Attack:
            seq = len(table.log.events) - 1
            stray = astray if foe is not astray else None
            special.make(table, foe, answer, seq, bits=OPPORTUNITY, cites=(SINGLE,), astray=stray)
            if me.flags & CANNOT_ACT:
                return False
    return not me.flags & CANNOT_ACT


def fell(me: Creature) -> bool:
    """Lies on the ground now: what stops a move that was interrupted (d20.aoo.interrupts)."""
    return bool(me.flags & PRONE)
