"""
What each act costs, and whether it provokes (d20.action.*): the action tables of the catalogue, read as data.

The row's ``numbers`` are the authority (``cost standard; aoo yes``); here stands only which order is which row.
"""

from __future__ import annotations

from functools import cache

from sim.events import orders
from sim.tables.rulebook import read

ROWS: dict[str, str] = {
    "attack-melee": "d20.action.standard.attack-melee",
    "attack-ranged": "d20.action.standard.attack-ranged",
    "attack-unarmed": "d20.action.standard.attack-unarmed",
    "aid-another": "d20.action.standard.aid-another",
    "bull-rush": "d20.action.standard.bull-rush",
    "feint": "d20.action.standard.feint",
    "ready": "d20.action.standard.ready",
    "delay": "d20.action.none.delay",
    "escape-grapple": "d20.action.standard.escape-grapple",
    "first-aid": "d20.action.standard.first-aid",
    "overrun": "d20.action.standard.overrun",
    "total-defense": "d20.action.standard.total-defense",
    "turn-undead": "d20.action.standard.turn-rebuke-undead",
    "move": "d20.action.move.move",
    "load-light": "d20.action.move.load-light-hand-crossbow",
    "draw": "d20.action.move.draw-weapon",
    "pick-up": "d20.action.move.pick-up-item",
    "sheathe": "d20.action.move.sheathe-weapon",
    "mount": "d20.action.move.mount-dismount",
    "control-mount": "d20.action.move.control-frightened-mount",
    "stand-up": "d20.action.move.stand-up",
    "full-attack": "d20.action.full-round.full-attack",
    "charge": "d20.action.full-round.charge",
    "load-heavy": "d20.action.full-round.load-heavy-repeating-crossbow",
    "run": "d20.action.full-round.run",
    "coup-de-grace": "d20.action.full-round.coup-de-grace",
    "withdraw": "d20.action.full-round.withdraw",
    "drop": "d20.action.free.drop-item",
    "drop-prone": "d20.action.free.drop-prone",
    "speak": "d20.action.free.speak",
    "step": "d20.action.none.five-foot-step",
    "trip": "d20.action.varies.trip",
    "disarm": "d20.action.varies.disarm",
    "grapple": "d20.action.varies.grapple",
    "use-feat": "d20.action.varies.use-feat",
    "sunder-weapon": "d20.action.standard.sunder-weapon",
    "sunder-object": "d20.action.standard.sunder-object",
    "light-tindertwig": "d20.action.standard.light-torch-tindertwig",
    "draw-hidden": "d20.action.standard.draw-hidden-weapon",
    "skill-one-action": "d20.action.standard.skill-one-action",
    "move-object": "d20.action.move.move-heavy-object",
    "open-door": "d20.action.move.open-close-door",
    "retrieve": "d20.action.move.retrieve-stored-item",
    "shield": "d20.action.move.ready-loose-shield",
    "lock-gauntlet": "d20.action.full-round.locked-gauntlet",
    "light-torch": "d20.action.full-round.light-torch",
    "extinguish": "d20.action.full-round.extinguish-flames",
    "escape-net": "d20.action.full-round.escape-net",
    "prepare": "d20.action.full-round.prepare-splash-weapon",
    "skill-one-round": "d20.action.full-round.skill-one-round",
    "cast": "d20.action.standard.cast-spell",
    "cast-quickened": "d20.action.free.cast-quickened-spell",
    "read-scroll": "d20.action.standard.read-scroll",
    "activate-item": "d20.action.standard.activate-magic-item",
    "potion": "d20.action.standard.drink-potion-apply-oil",
    "spell-like": "d20.action.standard.spell-like-ability",
    "supernatural": "d20.action.standard.supernatural-ability",
    "extraordinary": "d20.action.standard.extraordinary-ability",
    "concentrate": "d20.action.standard.concentrate-on-spell",
    "dismiss": "d20.action.standard.dismiss-spell",
    "lower-resistance": "d20.action.standard.lower-spell-resistance",
    "redirect": "d20.action.move.redirect-spell",
    "touch-allies": "d20.action.full-round.touch-spell-six-allies",
    "cease": "d20.action.free.cease-concentration",
    "components": "d20.action.free.prepare-components",
}
"""Acts by name, each with its row of the action tables."""

BY_ORDER: dict[type[object], str] = {
    orders.AidAnother: "aid-another",
    orders.BullRush: "bull-rush",
    orders.Feint: "feint",
    orders.Ready: "ready",
    orders.Delay: "delay",
    orders.FirstAid: "first-aid",
    orders.Wake: "aid-another",
    orders.TotalDefense: "total-defense",
    orders.TurnUndead: "turn-undead",
    orders.Move: "move",
    orders.Draw: "draw",
    orders.PickUp: "pick-up",
    orders.Sheathe: "sheathe",
    orders.StandUp: "stand-up",
    orders.ControlMount: "control-mount",
    orders.FullAttack: "full-attack",
    orders.Charge: "charge",
    orders.Run: "run",
    orders.CoupDeGrace: "coup-de-grace",
    orders.Withdraw: "withdraw",
    orders.Drop: "drop",
    orders.DropProne: "drop-prone",
    orders.Surrender: "speak",
    orders.Step: "step",
    orders.Concentrate: "concentrate",
    orders.Dismiss: "dismiss",
    orders.LowerResistance: "lower-resistance",
    orders.Redirect: "redirect",
    orders.CeaseConcentration: "cease",
    orders.Throw: "attack-ranged",
    orders.Prepare: "prepare",
    orders.Extinguish: "extinguish",
    orders.EscapeNet: "escape-net",
    orders.ReadyShield: "shield",
    orders.LooseShield: "shield",
    orders.LockGauntlet: "lock-gauntlet",
    orders.OpenDoor: "open-door",
    orders.CloseDoor: "open-door",
    orders.MoveObject: "move-object",
}
"""Orders that are always the same act."""


@cache
def cost(act: str) -> str:
    """``standard``, ``move``, ``full-round``, ``free``, ``none`` or ``varies``."""
    return _numbers(ROWS[act])["cost"]


@cache
def provokes(act: str) -> str:
    """``yes``, ``no``, ``conditional`` or ``varies``: what the second column of the tables says."""
    return _numbers(ROWS[act])["aoo"]


def _numbers(rule: str) -> dict[str, str]:
    pairs = [pair.strip().partition(" ") for pair in read("d20")[rule].numbers.split(";")]
    return {key: value.strip() for key, _, value in pairs}
