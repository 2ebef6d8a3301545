"""What the plan gains by each order, in the parts of the estimate, and which order is best by both."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from agents.policies.doctrine.option import HUNDRED
from agents.policies.team import concert
from agents.policies.team.plan import Plan, together
from agents.policies.utility.estimate import sensible
from agents.policies.utility.parts import Weighed, dominates, no_worse
from agents.policies.utility.study import Rival
from sim.dice.odds import Distribution
from sim.events.orders import Attack, Charge, End, FullAttack, Leave, Move, Order, Step, Surrender, Withdraw
from sim.grid.bits import squares
from sim.rules.book import Strike

GOING = (Charge, Move, Step, Withdraw)
"""The orders that end at a place."""

JOINING = 50
"""Percent of its best blow that it is worth to come nearer to where others of its side are at blows."""

TRUST = 75
"""Percent at which it counts on its partners' blows."""


def chosen(plan: Plan, most: int) -> list[Weighed]:
    """The best orders by the estimate and the plan's share, none of which another surpasses by the estimate alone."""
    orders = plan.orders
    found = sensible(orders)
    for weighed in concert.helping(plan):
        found.setdefault(weighed.order, weighed)
    if plan.joins is not None and (joined := orders.weigh(plan.joins)) is not None:
        found.setdefault(plan.joins, joined)
    for order in [order for order in found if isinstance(order, Move)]:
        step = Step(order.to)
        if step not in found and found[order].estimate.opening < 0 and orders.menu.can(Step):
            found[step] = orders.step(step)
    shared = [share(plan, weighed) for weighed in found.values()]
    ranking = sorted(shared, key=lambda weighed: -weighed.score)
    best: list[Weighed] = []
    for spoils in (surpassed, dominated):
        fine = (one for one in ranking if orders.menu.accepts(one.order) and not spoils(plan, found[one.order], found))
        best = best or list(islice(fine, most or None))
    if best and isinstance(best[0].order, End):
        kept = stepping(plan, best[0]) or concert.receiving(plan)
        return best if kept is None else [kept, *best]
    return best


def stepping(plan: Plan, end: Weighed) -> Weighed | None:
    """The step after which it stands better, and in no way worse, where it would else do nothing."""
    orders = plan.orders
    if not orders.menu.can(Step) or not plan.study.foes:
        return None
    steps = [orders.step(step) for step in map(Step, squares(orders.around)) if orders.menu.accepts(step)]
    better = [step for step in steps if dominates(step.estimate, end.estimate)]
    return max(better, key=lambda weighed: weighed.score, default=None)


def surpassed(plan: Plan, weighed: Weighed, found: dict[Order, Weighed]) -> bool:
    """Does another order of the menu dominate one, as the plan sees the foes' first blows or as anybody does?"""
    orders = plan.orders
    if dominated(plan, weighed, found):
        return True
    if plan.plain is orders:
        return False
    bare = weighed.estimate._replace(exposure=0)
    rivals = [one for one in found.values() if one is not weighed and no_worse(one.estimate._replace(exposure=0), bare)]
    if not rivals:
        return False
    seen = {one.order: plain for one in (weighed, *rivals) if (plain := plan.plain.weigh(one.order)) is not None}
    return weighed.order in seen and dominated(plan, seen[weighed.order], seen)


def dominated(plan: Plan, weighed: Weighed, found: dict[Order, Weighed]) -> bool:
    """Is another order of the menu no worse in any part, and better in one?"""
    return any(
        dominates(other.estimate, weighed.estimate) and plan.orders.menu.accepts(other.order)
        for other in found.values()
    )


def share(plan: Plan, weighed: Weighed) -> Weighed:
    """An order with what the plan gains by it."""
    order, orders = weighed.order, plan.orders
    felling = harm = position = 0
    said: list[str] = []
    place = order.to if isinstance(order, GOING) else orders.here
    struck = later = False
    if isinstance(order, Attack | FullAttack | Charge) and order.how == "strike":
        rival = plan.study.rivals.get(order.target)
        if rival is not None:
            struck = True
            felling, harm, words = focus(plan, rival, plan.study.struck(order, place))
            said.append(words)
    elif isinstance(order, Move | Step) and not orders.study.shoots:
        whole = isinstance(order, Step) and orders.whole
        felling, harm, words = then(plan, place, whole)
        blow = orders.act(place, whole)[0]
        struck = bool(blow.harm)
        later = isinstance(order, Step) and struck and blow.worth <= orders.act(orders.here, orders.whole)[0].worth
        said.append(words)
    if place != orders.here and not later:
        kept, words = concert.screening(plan, place)
        position += kept - concert.screening(plan, orders.here)[0] - plan.helps(orders.here)[0]
        said.append(words)
        if struck and not orders.study.shoots:
            gain, words = plan.helps(place)
            position += gain - plan.taken(place)
            said.append(words)
        if struck:
            position -= concert.alone(plan, place)
        elif order == plan.joins:
            position += max(orders.value(foe)[0] for foe in plan.study.foes) * JOINING // 100
            said.append("the plan: all together now")
    if isinstance(order, Leave | Surrender | Withdraw) and not concert.yields(plan):
        position -= concert.leaving(plan)
    if not felling and not harm and not position:
        return weighed
    estimate = weighed.estimate
    estimate = estimate._replace(
        felling=estimate.felling + felling, harm=estimate.harm + harm, position=estimate.position + position
    )
    return Weighed(order, estimate, "; ".join([weighed.words, *[words for words in said if words]]))


def then(plan: Plan, place: int, whole: bool) -> tuple[int, int, str]:
    """What the plan changes of the blow after a move or step."""
    orders, study = plan.orders, plan.study
    plain = orders.act(place, whole)[0]
    if not plain.harm:
        return 0, 0, ""
    best, found = plain.worth, (0, 0, "")
    first = True
    hurting = orders.scales.hurting
    for weapon in study.arms[:1]:
        several = whole and orders.menu.several(weapon)
        for foe in study.foes:
            if study.stands(foe, weapon) >> place & 1:
                order = FullAttack(foe.id, weapon) if several else Attack(foe.id, weapon)
                blow = study.blow(order, place)
                felling, harm, words = focus(plan, study.rivals[foe.id], study.struck(order, place))
                worth = blow.worth * hurting // 100 + felling + harm
                if first or worth > best:
                    first = False
                    best = worth
                    found = (
                        felling + (blow.felling - plain.felling) * hurting // 100,
                        harm + (blow.harm - plain.harm) * hurting // 100,
                        words,
                    )
    return found


def focus(plan: Plan, rival: Rival, strikes: tuple[Strike, ...]) -> tuple[int, int, str]:
    """
    What blows are worth more as partners will strike the same foe before it acts, or less, where these have nobody else
    to strike: others who find it down choose anew. And in words.
    """
    behind = plan.behind(rival)
    if behind is None or not strikes:
        return 0, 0, ""
    felling, harm = difference(strikes, behind, rival.left)
    felling = rival.life * felling * TRUST * plan.orders.scales.hurting // (100 * 100 * 1000)
    harm = harm * rival.rate * TRUST * plan.orders.scales.hurting // (100 * 100 * 100)
    gains = felling + harm > 0
    if not gains and not plan.bound(rival):
        return 0, 0, ""
    words = "brings down {} together" if gains else "others would fell {} besides"
    return felling, harm, f"the plan: {words.format(rival.foe.id)}"


@lru_cache(maxsize=4096)
def difference(strikes: tuple[Strike, ...], behind: Distribution, left: int) -> tuple[int, int]:
    """
    By how much blows change the chance that a foe falls (in thousandths), and the wounds that count (hundredths), more
    with others' blows behind them than alone.
    """
    own = together(strikes)
    both = own.plus(behind)
    felling = both.at_least(left).times(1000) - behind.at_least(left).times(1000) - own.at_least(left).times(1000)
    return felling, capped(both, left) - capped(behind, left) - capped(own, left)


def capped(harm: Distribution, left: int) -> int:
    """The wounds that count, in hundredths."""
    return harm.changed(lambda total: min(total, left)).mean(HUNDRED)
