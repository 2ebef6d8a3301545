"""
Attacks of opportunity (d20.aoo.*). They are derived, never asked for: each provoking act, and each threatened square
left, is announced here; who threatens, may still react and has not had this opportunity is asked in initiative order,
and so is who comes to threaten while another strikes.

Decided: an enemy is offered its opportunity against a mover when the first of its threatened squares is left; one
that is let pass does not come again in that round (d20.aoo.one-per-opportunity).
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.events.orders import Answer, Attack, Opportunity, Pass
from sim.grid.reach import ring
from sim.rules.d20 import action, concealment, condition, cover, scores, threat, total_defense
from sim.rules.d20.declare import FOR_MOVING, OPPORTUNITY
from sim.state.battle import Battle
from sim.state.conditions import (
    CANNOT_ACT,
    FLAT_FOOTED,
    GRAPPLING,
    NAUSEATED,
    OUT,
    PANICKED,
    SURRENDERED,
    TOTAL_DEFENSE,
)
from sim.state.creature import Creature
from sim.table import Table

BY_MOVING = "d20.aoo.provoke-by-moving"
BY_ACT = "d20.aoo.provoke-by-act"
SINGLE = "d20.aoo.single-attack"
INTERRUPTS = "d20.aoo.interrupts"
COLUMN = "d20.aoo.column-meaning"
ONE_PER_OPPORTUNITY = "d20.aoo.one-per-opportunity"
PER_ROUND_LIMIT = "d20.aoo.per-round-limit"
THREATENED_SQUARES = "d20.aoo.threatened-squares"
REACH_WEAPON = "d20.aoo.reach-weapon"
LARGE_REACH_WEAPON = "d20.aoo.large-reach-weapon"
NATURAL_REACH = "d20.aoo.natural-reach"
MOVING = "moving"


def by_what_reach(battle: Battle, foe: Creature, me: Creature) -> str:
    """The rule by which ``foe`` threatens where ``me`` stands."""
    natural = foe.sheet.reach // 5
    here = battle.footprint(me)
    strict = threat.strict_reach(battle)
    for low, high in threat.intervals(foe):
        if ring(battle.ground, foe.square, foe.span, low, high, strict) & here:
            if high > natural:
                return LARGE_REACH_WEAPON if natural > 1 else REACH_WEAPON
            return THREATENED_SQUARES if natural == 1 else NATURAL_REACH
    return THREATENED_SQUARES


def limit(me: Creature) -> int:
    """How many opportunity attacks it may make from its turn to its next (d20.aoo.per-round-limit)."""
    if "combat-reflexes" in me.sheet.feats:
        return 1 + max(0, scores.modifier(me, "dexterity"))
    return 1


def why_no_reaction(me: Creature) -> str:
    """The rule by which a creature cannot make opportunity attacks now; empty if it can."""
    flags = me.flags
    if flags & CANNOT_ACT:
        return THREATENED_SQUARES
    if flags & (NAUSEATED | PANICKED):
        return condition.NAUSEATED_RULE if flags & NAUSEATED else condition.PANICKED_RULE
    if flags & FLAT_FOOTED and "combat-reflexes" not in me.sheet.feats:
        return "d20.aoo.not-when-flat-footed"
    if flags & TOTAL_DEFENSE:
        return total_defense.NO_AOO
    if me.reactions >= limit(me):
        return PER_ROUND_LIMIT
    return ""


def why_no_opportunity(battle: Battle, foe: Creature, me: Creature, act: str) -> str:
    """The rule by which ``me`` offers ``foe`` no opportunity with ``act``; empty if it does."""
    if act == MOVING and foe.id in me.passed:
        return ONE_PER_OPPORTUNITY
    if rule := why_no_reaction(foe):
        return rule
    if concealment.total(battle, foe, me):
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
        foe for foe in battle.occupants(near) if foe.side != me.side and threat.threatened_squares(battle, foe) & here
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
        from sim.rules.d20 import unarmed

        if type(choice) is Pass:
            return ()
        if type(choice) is Attack and any(choice == offered for offered in self):
            return ()
        if type(choice) is Attack and choice.weapon == self.foe.sheet.unarmed.name:
            return (unarmed.NO_AOO_BY_UNARMED,)
        return (SINGLE,)


def provoke(
    table: Table,
    me: Creature,
    act: str,
    because: int,
    *,
    only: Creature | None = None,
    exclude: tuple[str, ...] = (),
    cites: tuple[str, ...] = (),
    astray: Creature | None = None,
    forced: bool = False,
) -> bool:
    """
    Announce a provoking act; each opportunity is resolved before it takes effect. True if ``me`` can go on with it:
    it can still act, and nobody has seized it meanwhile.

    ``act`` is ``moving`` or an act of the action tables, whose second column says whether it exposes at all.
    ``only``: the one creature that the act exposes to; ``exclude``: ids of those that get nothing from it; ``cites``:
    rules by which it exposes besides the general one; ``astray``: who may be struck in place of ``me``;
    ``forced``: it goes on whatever becomes of ``me``, short of death.
    """
    from sim.rules.d20 import special

    battle = table.battle
    held = me.flags & GRAPPLING
    if act == MOVING:
        rules = (BY_MOVING, ONE_PER_OPPORTUNITY, *cites)
    elif action.provokes(act) != "no":
        rules = (BY_ACT, COLUMN, action.ROWS[act], *cites)
    else:
        return True
    bits = OPPORTUNITY | FOR_MOVING if act == MOVING else OPPORTUNITY
    asked = [*exclude]

    def waiting() -> list[Creature]:
        return [foe for foe in threateners(battle, me) if (only is None or foe is only) and foe.id not in asked]

    due = waiting()
    while due and not me.flags & SURRENDERED:
        foe = due.pop(0)
        if why_no_opportunity(battle, foe, me, act):
            continue
        asked.append(foe.id)
        named = (*rules, by_what_reach(battle, foe, me))
        if foe.reactions:
            named += (PER_ROUND_LIMIT,)
        answer = table.ask(foe.id, Opportunity(me.id, act), Reactions(battle, foe, me), because, named)
        if type(answer) is Attack:
            seq = len(table.log.events) - 1
            stray = astray if foe is not astray else None
            special.make(table, foe, answer, seq, bits=bits, cites=(SINGLE,), astray=stray)
            if me.flags & (OUT if forced else CANNOT_ACT):
                return False
            due = waiting()
    return not me.flags & CANNOT_ACT and (held != 0 or not me.flags & GRAPPLING)
