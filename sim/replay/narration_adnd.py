"""How the events of AD&D are told; see ``narration``."""

from __future__ import annotations

from sim.core.tally import Modifier
from sim.events import (
    adnd,
    adnd_flight,
    adnd_fumbles,
    adnd_grips,
    adnd_hands,
    adnd_magic,
    adnd_manoeuvres,
    adnd_missile,
    adnd_morale,
)
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
        f"{event.forms} of its natural attacks" if event.forms else "",
        "the second weapon's attack" if event.second else "",
        "the blow at the end of the round" if event.blow else "",
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


@tells(adnd.ItemSaveRolled)
def _item_save(event: adnd.ItemSaveRolled, scene: Scene) -> str:
    outcome = "it holds" if event.success else "it does not hold"
    dice = dice_words(event.dice)
    return f"the {event.item} of {event.owner} against a {event.against}: {dice}, {event.needed} needed: {outcome}"


@tells(adnd_flight.Flew)
def _flew(event: adnd_flight.Flew, scene: Scene) -> str:
    return f"{event.who} is {event.altitude} squares above the ground" if event.altitude else f"{event.who} comes down"


@tells(adnd_fumbles.FumbleTested)
def _fumble_tested(event: adnd_fumbles.FumbleTested, scene: Scene) -> str:
    outcome = "fumbles" if event.fumbles else "does not fumble"
    return f"{event.who} {outcome}: {scene.sum(event.total, event.parts, event.dice)}, {event.needed} needed"


@tells(adnd_fumbles.Fumbled)
def _fumbled(event: adnd_fumbles.Fumbled, scene: Scene) -> str:
    return f"{event.who} fumbles: {dice_words(event.dice)} on the table"


@tells(adnd_fumbles.WeaponFlew)
def _weapon_flew(event: adnd_fumbles.WeaponFlew, scene: Scene) -> str:
    way = "slips" if event.direction < 0 else f"flies {_way(event.feet, event.direction)}"
    return f"the {event.weapon} of {event.who} {way}: {scene.square(event.square)}"


@tells(adnd_grips.ThingSeized)
def _seized(event: adnd_grips.ThingSeized, scene: Scene) -> str:
    outcome = "who holds on to it" if event.resisted else "who does not resist"
    return f"{event.who} has a hand on the {event.item} of {event.owner}, {outcome}"


@tells(adnd_grips.StrengthContested)
def _contested(event: adnd_grips.StrengthContested, scene: Scene) -> str:
    mine, theirs = (_strength(score, percent) for score, percent in zip(event.score, event.percent, strict=True))
    outcome = {"won": f"{event.who} wins", "lost": f"{event.other} wins", "tie": "nobody wins", "dropped": "it falls"}
    what = f" for the {event.item}" if event.item else ""
    rolls = f"{mine} against {theirs}: {dice_words(event.dice)}"
    return f"{event.who} and {event.other} struggle{what}, Strength {rolls}: {outcome[event.outcome]}"


def _strength(score: int, percent: int) -> str:
    return f"{score}/{percent % 100:02}" if percent else str(score)


@tells(adnd_grips.BareHandsLanded)
def _bare_hands(event: adnd_grips.BareHandsLanded, scene: Scene) -> str:
    if event.how == "punch":
        return f"the punch of {event.total}: {event.points} points, stuns at {event.stuns}%"
    hold = ", a hold" if event.hold else ""
    return f"{event.attacker} takes {event.target} in wrestling ({event.total}): {event.result}{hold}"


@tells(adnd_grips.OverbearingJoined)
def _joined(event: adnd_grips.OverbearingJoined, scene: Scene) -> str:
    return f"{event.who} throws itself upon {event.target} together with {event.leader}"


@tells(adnd_hands.GripChanged)
def _grip(event: adnd_hands.GripChanged, scene: Scene) -> str:
    return f"{event.who} takes the {event.weapon} in {'both hands' if event.two else 'one hand'}"


@tells(adnd_hands.OtherHandUsed)
def _other_hand(event: adnd_hands.OtherHandUsed, scene: Scene) -> str:
    return scene.aside(
        f"{event.who} uses {'its shield' if event.use == 'shield' else 'its other hand'} besides the weapon"
    )


@tells(adnd_hands.ShieldRuined)
def _shield_ruined(event: adnd_hands.ShieldRuined, scene: Scene) -> str:
    return f"the {event.item} of {event.who} comes off the arm, ruined"


@tells(adnd_manoeuvres.ParryAnnounced)
def _parry(event: adnd_manoeuvres.ParryAnnounced, scene: Scene) -> str:
    whom = "" if event.who == event.target else f" for {event.target}"
    return f"{event.who} parries {event.attacker}{whom} with {event.weapon}"


@tells(adnd_manoeuvres.WeaponWorn)
def _worn(event: adnd_manoeuvres.WeaponWorn, scene: Scene) -> str:
    state = "is ruined" if event.ruined else f"is worn by the blow, and is +{event.plus} now"
    return f"the {event.weapon} of {event.who} {state}"


@tells(adnd_manoeuvres.WeaponStruckAway)
def _struck_away(event: adnd_manoeuvres.WeaponStruckAway, scene: Scene) -> str:
    way = _way(event.feet, event.direction)
    return f"the {event.weapon} is struck from the hands of {event.who}, {way}: {scene.square(event.square)}"


@tells(adnd_manoeuvres.WeaponTurned)
def _turned(event: adnd_manoeuvres.WeaponTurned, scene: Scene) -> str:
    return f"{event.by} knocks the {event.weapon} of {event.who} out of line"


@tells(adnd_manoeuvres.DisarmResisted)
def _resisted(event: adnd_manoeuvres.DisarmResisted, scene: Scene) -> str:
    outcome = "keeps hold of" if event.held else "cannot keep hold of"
    return f"{event.who} {outcome} the {event.weapon}: {dice_words(event.dice)}, {event.needed} needed"


@tells(adnd_manoeuvres.DisarmDecided)
def _disarm_decided(event: adnd_manoeuvres.DisarmDecided, scene: Scene) -> str:
    if event.won:
        return f"{event.attacker} disarms {event.target} of {event.weapon}"
    return f"{event.target} keeps {event.weapon} from {event.attacker}"


@tells(adnd_manoeuvres.ActionLost)
def _action_lost(event: adnd_manoeuvres.ActionLost, scene: Scene) -> str:
    return f"{event.who} cannot do any more what it has declared"


@tells(adnd_manoeuvres.Pinned)
def _pinned(event: adnd_manoeuvres.Pinned, scene: Scene) -> str:
    return f"{event.by} pins {event.who} by its clothes with {event.weapon or event.dropped}"


@tells(adnd_missile.HurledLanded)
def _landed(event: adnd_missile.HurledLanded, scene: Scene) -> str:
    return scene.aside(f"the {event.item} of {event.who} lies in {scene.square(event.square)}")


@tells(adnd_missile.HurledRecovered)
def _recovered(event: adnd_missile.HurledRecovered, scene: Scene) -> str:
    return f"{event.who} takes up the {event.item} in {scene.square(event.square)}"


@tells(adnd_missile.MissilesLoosed)
def _loosed(event: adnd_missile.MissilesLoosed, scene: Scene) -> str:
    dice = f" ({dice_words(event.dice)})" if event.dice else ""
    return f"{event.who} looses {event.number} {event.weapon}{dice}"


@tells(adnd_missile.LeftUnloaded)
def _unloaded(event: adnd_missile.LeftUnloaded, scene: Scene) -> str:
    return scene.aside(f"the {event.weapon} of {event.who} stays unloaded")


@tells(adnd_missile.VolleyEnded)
def _volley_ended(event: adnd_missile.VolleyEnded, scene: Scene) -> str:
    return scene.aside("the shots are loosed; initiative is next")


@tells(adnd_magic.IncantationBegan)
def _incantation(event: adnd_magic.IncantationBegan, scene: Scene) -> str:
    scroll = " from a scroll" if event.source == "scroll" else ""
    until = "at the end of the round" if event.rounds else f"on {event.ends}"
    return f"{event.who} begins to cast {event.spell}{scroll} on {event.begins}, to take effect {until}"


@tells(adnd_missile.ReadyMissiles)
def _ready_missiles(event: adnd_missile.ReadyMissiles, scene: Scene) -> str:
    return f"only {event.side} has missiles ready: {', '.join(event.shooters)} may shoot at {event.target} first"


@tells(adnd_missile.AttackHeld)
def _held(event: adnd_missile.AttackHeld, scene: Scene) -> str:
    return f"{event.who} holds its attack until somebody is in reach"


@tells(adnd_missile.ArrivalStruck)
def _arrival(event: adnd_missile.ArrivalStruck, scene: Scene) -> str:
    return f"{event.who} strikes at {event.target}, who comes into reach"


@tells(adnd_missile.Waited)
def _waited(event: adnd_missile.Waited, scene: Scene) -> str:
    return f"{event.who} waits for {event.other}"


@tells(adnd_missile.ChargeAnswered)
def _answered(event: adnd_missile.ChargeAnswered, scene: Scene) -> str:
    return f"{event.who} makes ready to receive the charge with {event.weapon}"


@tells(adnd_morale.MoraleChecked)
def _morale(event: adnd_morale.MoraleChecked, scene: Scene) -> str:
    outcome = "holds" if event.success else "breaks"
    parts = (Modifier(event.rating, "morale", "adnd.morale.rating"), *event.parts)
    least = scene.sum(sum(part.value for part in parts), parts)
    return f"morale of {', '.join(event.who)}: {dice_words(event.dice)} against {least}: {outcome}"


@tells(adnd_morale.OrderForced)
def _forced(event: adnd_morale.OrderForced, scene: Scene) -> str:
    return f"{event.who} has no choice: {scene.order(event.order)}"


def _way(feet: int, direction: int) -> str:
    """So far, and where to if that is told (a facing, or -1)."""
    return f"{feet} ft{f' {_COMPASS[FACINGS[direction]]}' if direction >= 0 else ''}"
