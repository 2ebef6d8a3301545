"""How the events of an AD&D round are told; see ``narration``."""

from __future__ import annotations

from sim.events import adnd
from sim.grid.facing import FACINGS
from sim.replay.telling import Scene, dice_words, tells

_COMPASS = {"n": "north", "ne": "north-east", "e": "east", "se": "south-east", "s": "south", "sw": "south-west",
            "w": "west", "nw": "north-west"}  # fmt: skip


@tells(adnd.SurpriseRolled)
def _surprise(event: adnd.SurpriseRolled, scene: Scene) -> str:
    spared = f", but not {', '.join(event.spared)}" if event.spared else ""
    verdict = "is surprised" if event.surprised else "is not surprised"
    return f"side {event.side} {verdict}{spared}: {scene.sum(event.total, event.parts, event.dice)} against 3"


@tells(adnd.RoundOpened)
def _round_opened(event: adnd.RoundOpened, scene: Scene) -> str:
    return scene.aside("declarations")


@tells(adnd.Declared)
def _declared(event: adnd.Declared, scene: Scene) -> str:
    what = []
    if event.attacks or event.weapon:
        what.append(f"{event.attacks} {'attack' if event.attacks == 1 else 'attacks'} with {event.weapon}")
    if event.second:
        what.append(f"one with {event.second}")
    if event.parries:
        what.append(f"{event.parries} kept for parrying")
    if event.squares:
        what.append(f"up to {event.squares} squares")
    return scene.aside(f"{event.who} declares: {', '.join(what) or 'no attack'}")


@tells(adnd.InitiativeThrown)
def _initiative(event: adnd.InitiativeThrown, scene: Scene) -> str:
    late = ", after all others" if event.late else ""
    return scene.aside(f"initiative of {event.who}: {scene.sum(event.total, event.parts, event.dice)}{late}")


@tells(adnd.OrderSettled)
def _order(event: adnd.OrderSettled, scene: Scene) -> str:
    return f"order: {', '.join(' with '.join(group) for group in event.groups)}" if event.groups else ""


@tells(adnd.PassBegan)
def _pass(event: adnd.PassBegan, scene: Scene) -> str:
    return scene.aside("the blows of those who moved" if event.blows else f"pass {event.number}")


@tells(adnd.GroupCalled)
def _group(event: adnd.GroupCalled, scene: Scene) -> str:
    return scene.aside(f"now: {' with '.join(event.who)}")


@tells(adnd.ActivationBegan)
def _activation(event: adnd.ActivationBegan, scene: Scene) -> str:
    return scene.aside(f"{event.who} acts{f', with {chr(44).join(event.due)}' if event.due else ''}")


@tells(adnd.ActivationEnded)
def _activation_ended(event: adnd.ActivationEnded, scene: Scene) -> str:
    lost = f", {event.lost} not made" if event.lost else ""
    return scene.aside(f"{event.who} has acted{lost}")


@tells(adnd.AttacksLost)
def _attacks_lost(event: adnd.AttacksLost, scene: Scene) -> str:
    what = [
        f"{event.attacks} of its attacks" if event.attacks else "",
        f"{event.parries} parries" if event.parries else "",
        "the second weapon's attack" if event.second else "",
    ]
    return f"{event.who} loses {' and '.join(word for word in what if word) or 'nothing'}"


@tells(adnd.AttacksSet)
def _attacks_set(event: adnd.AttacksSet, scene: Scene) -> str:
    return scene.aside(f"{event.who} has {event.attacks} attacks left with {event.weapon}")


@tells(adnd.BlowReserved)
def _blow(event: adnd.BlowReserved, scene: Scene) -> str:
    return scene.aside(f"{event.who} has one blow at the end of the round")


@tells(adnd.RoundClosed)
def _round_closed(event: adnd.RoundClosed, scene: Scene) -> str:
    return scene.aside("the passes are over")


@tells(adnd.RoundSettled)
def _round_settled(event: adnd.RoundSettled, scene: Scene) -> str:
    return scene.aside("the round is over")


@tells(adnd.Faced)
def _faced(event: adnd.Faced, scene: Scene) -> str:
    return scene.aside(f"{event.who} turns {_COMPASS[FACINGS[event.facing]]}")


@tells(adnd.Shifted)
def _shifted(event: adnd.Shifted, scene: Scene) -> str:
    return scene.aside(f"{event.who} uses its shift")


@tells(adnd.Walked)
def _walked(event: adnd.Walked, scene: Scene) -> str:
    return scene.aside(f"{event.who} has gone {event.halves // 2} squares")


@tells(adnd.WeaponChanged)
def _weapon_changed(event: adnd.WeaponChanged, scene: Scene) -> str:
    return scene.aside(f"{event.who} changes weapons")


@tells(adnd.AttackMade)
def _attack(event: adnd.AttackMade, scene: Scene) -> str:
    what = {"strike": "attacks", "missile": "shoots at", "hurled": "hurls at"}
    verb = what[event.mode if event.mode != "melee" else "strike"] if event.how == "strike" else f"({event.how})"
    free = " freely" if event.free else ""
    outcome = "hits" if event.hit else "misses"
    if not event.dice:
        return f"{event.attacker} {verb} {event.target}{free} with {event.weapon}, helpless: hits"
    bonus = scene.sum(sum(part.value for part in event.parts), event.parts) if event.parts else ""
    armor = scene.sum(event.ac, event.ac_parts)
    sums = f"THAC0 {event.thac0}{f', bonus {bonus}' if bonus else ''}, AC {armor}"
    return (
        f"{event.attacker} {verb} {event.target}{free} with {event.weapon}: {dice_words(event.dice)},"
        f" {event.needed} needed ({sums}): {outcome}"
    )


@tells(adnd.SavingThrowRolled)
def _save(event: adnd.SavingThrowRolled, scene: Scene) -> str:
    outcome = "made" if event.success else "failed"
    total = scene.sum(event.total, event.parts, event.dice)
    return f"{event.who} saves against {event.save} ({event.against}): {total}, {event.needed} needed: {outcome}"


@tells(adnd.ScoreChecked)
def _score(event: adnd.ScoreChecked, scene: Scene) -> str:
    outcome = "made" if event.success else "failed"
    total = scene.sum(event.total, event.parts, event.dice)
    return f"{event.who} checks {event.check}: {total} against {event.score}: {outcome}"


@tells(adnd.PercentRolled)
def _percent(event: adnd.PercentRolled, scene: Scene) -> str:
    outcome = "yes" if event.happens else "no"
    return f"{event.who}, {event.about}: {event.roll} against {event.chance}%: {outcome}"
