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
from sim.replay.telling import N_, Scene, dice_words, tells

_COMPASS = {
    "n": N_("north"),
    "ne": N_("north-east"),
    "e": N_("east"),
    "se": N_("south-east"),
    "s": N_("south"),
    "sw": N_("south-west"),
    "w": N_("west"),
    "nw": N_("north-west"),
}


@tells(adnd.SurpriseRolled)
def _surprise(event: adnd.SurpriseRolled, scene: Scene) -> str:
    spared = scene.say(", but not {list}", list=", ".join(event.spared)) if event.spared else ""
    verdict = scene.say("is surprised") if event.surprised else scene.say("is not surprised")
    return scene.say(
        "side {side} {verdict}{spared}: {total} against 3",
        side=event.side,
        verdict=verdict,
        spared=spared,
        total=scene.sum(event.total, event.parts, event.dice),
    )


@tells(adnd.RoundOpened)
def _round_opened(event: adnd.RoundOpened, scene: Scene) -> str:
    return scene.aside(scene.say("declarations"))


@tells(adnd.Declared)
def _declared(event: adnd.Declared, scene: Scene) -> str:
    what = []
    if event.attacks or event.weapon:
        what.append(
            scene.say(
                "{attacks} {which} with {weapon}",
                attacks=event.attacks,
                which=scene.say("attack") if event.attacks == 1 else scene.say("attacks"),
                weapon=scene.term(event.weapon),
            )
        )
    if event.second:
        what.append(scene.say("one with {second}", second=scene.term(event.second)))
    if event.parries:
        what.append(scene.say("{parries} kept for parrying", parries=event.parries))
    if event.squares:
        what.append(scene.say("up to {squares} squares", squares=event.squares))
    return scene.aside(
        scene.say("{who} declares: {part}", who=event.who, part=", ".join(what) or scene.say("no attack"))
    )


@tells(adnd.InitiativeThrown)
def _initiative(event: adnd.InitiativeThrown, scene: Scene) -> str:
    late = scene.say(", after all others") if event.late else ""
    return scene.aside(
        scene.say(
            "initiative of {who}: {total}{late}",
            who=event.who,
            total=scene.sum(event.total, event.parts, event.dice),
            late=late,
        )
    )


@tells(adnd.OrderSettled)
def _order(event: adnd.OrderSettled, scene: Scene) -> str:
    return (
        scene.say("order: {list}", list=", ".join(scene.say(" with ").join(group) for group in event.groups))
        if event.groups
        else ""
    )


@tells(adnd.PassBegan)
def _pass(event: adnd.PassBegan, scene: Scene) -> str:
    return scene.aside(
        scene.say("the blows of those who moved") if event.blows else scene.say("pass {number}", number=event.number)
    )


@tells(adnd.GroupCalled)
def _group(event: adnd.GroupCalled, scene: Scene) -> str:
    return scene.aside(scene.say("now: {list}", list=scene.say(" with ").join(event.who)))


@tells(adnd.ActivationBegan)
def _activation(event: adnd.ActivationBegan, scene: Scene) -> str:
    return scene.aside(
        scene.say(
            "{who} acts{which}",
            who=event.who,
            which=scene.say(", with {list}", list=", ".join(map(scene.term, event.due))) if event.due else "",
        )
    )


@tells(adnd.ActivationEnded)
def _activation_ended(event: adnd.ActivationEnded, scene: Scene) -> str:
    lost = scene.say(", {lost} not made", lost=event.lost) if event.lost else ""
    return scene.aside(scene.say("{who} has acted{lost}", who=event.who, lost=lost))


@tells(adnd.AttacksLost)
def _attacks_lost(event: adnd.AttacksLost, scene: Scene) -> str:
    what = [
        scene.say("{attacks} of its attacks", attacks=event.attacks) if event.attacks else "",
        scene.say("{parries} parries", parries=event.parries) if event.parries else "",
        scene.say("{forms} of its natural attacks", forms=event.forms) if event.forms else "",
        scene.say("the second weapon's attack") if event.second else "",
        scene.say("the blow at the end of the round") if event.blow else "",
    ]
    return scene.say(
        "{who} loses {part}",
        who=event.who,
        part=scene.say(" and ").join(word for word in what if word) or scene.say("nothing"),
    )


@tells(adnd.AttacksSet)
def _attacks_set(event: adnd.AttacksSet, scene: Scene) -> str:
    return scene.aside(
        scene.say(
            "{who} has {attacks} attacks left with {weapon}",
            who=event.who,
            attacks=event.attacks,
            weapon=scene.term(event.weapon),
        )
    )


@tells(adnd.BlowReserved)
def _blow(event: adnd.BlowReserved, scene: Scene) -> str:
    return scene.aside(scene.say("{who} has one blow at the end of the round", who=event.who))


@tells(adnd.RoundClosed)
def _round_closed(event: adnd.RoundClosed, scene: Scene) -> str:
    return scene.aside(scene.say("the passes are over"))


@tells(adnd.RoundSettled)
def _round_settled(event: adnd.RoundSettled, scene: Scene) -> str:
    return scene.aside(scene.say("the round is over"))


@tells(adnd.Faced)
def _faced(event: adnd.Faced, scene: Scene) -> str:
    return scene.aside(
        scene.say("{who} turns {which}", who=event.who, which=scene.say(_COMPASS[FACINGS[event.facing]]))
    )


@tells(adnd.Shifted)
def _shifted(event: adnd.Shifted, scene: Scene) -> str:
    return scene.aside(scene.say("{who} uses its shift", who=event.who))


@tells(adnd.Walked)
def _walked(event: adnd.Walked, scene: Scene) -> str:
    return scene.aside(scene.say("{who} has gone {number} squares", who=event.who, number=event.halves // 2))


@tells(adnd.WeaponChanged)
def _weapon_changed(event: adnd.WeaponChanged, scene: Scene) -> str:
    return scene.aside(scene.say("{who} changes weapons", who=event.who))


@tells(adnd.AttackMade)
def _attack(event: adnd.AttackMade, scene: Scene) -> str:
    what = {"strike": scene.say("attacks"), "missile": scene.say("shoots at"), "hurled": scene.say("hurls at")}
    verb = (
        what[event.mode if event.mode != "melee" else "strike"]
        if event.how == "strike"
        else f"({scene.term(event.how)})"
    )
    free = scene.say(" freely") if event.free else ""
    outcome = scene.say("hits") if event.hit else scene.say("misses")
    if not event.dice:
        return scene.say(
            "{attacker} {verb} {target}{free} with {weapon}, helpless: hits",
            attacker=event.attacker,
            verb=verb,
            target=event.target,
            free=free,
            weapon=scene.term(event.weapon),
        )
    bonus = scene.sum(sum(part.value for part in event.parts), event.parts) if event.parts else ""
    armor = scene.sum(event.ac, event.ac_parts)
    sums = scene.say(
        "THAC0 {thac0}{which}, AC {armor}",
        thac0=event.thac0,
        which=scene.say(", bonus {bonus}", bonus=bonus) if bonus else "",
        armor=armor,
    )
    return scene.say(
        "{attacker} {verb} {target}{free} with {weapon}: {dice}, {needed} needed ({sums}): {outcome}",
        attacker=event.attacker,
        verb=verb,
        target=event.target,
        free=free,
        weapon=scene.term(event.weapon),
        dice=dice_words(event.dice),
        needed=event.needed,
        sums=sums,
        outcome=outcome,
    )


@tells(adnd.SavingThrowRolled)
def _save(event: adnd.SavingThrowRolled, scene: Scene) -> str:
    outcome = scene.say("made") if event.success else scene.say("failed")
    total = scene.sum(event.total, event.parts, event.dice)
    return scene.say(
        "{who} saves against {save} ({against}): {total}, {needed} needed: {outcome}",
        who=event.who,
        save=scene.term(event.save),
        against=scene.term(event.against),
        total=total,
        needed=event.needed,
        outcome=outcome,
    )


@tells(adnd.ScoreChecked)
def _score(event: adnd.ScoreChecked, scene: Scene) -> str:
    outcome = scene.say("made") if event.success else scene.say("failed")
    total = scene.sum(event.total, event.parts, event.dice)
    return scene.say(
        "{who} checks {check}: {total} against {score}: {outcome}",
        who=event.who,
        check=scene.term(event.check),
        total=total,
        score=event.score,
        outcome=outcome,
    )


@tells(adnd.PercentRolled)
def _percent(event: adnd.PercentRolled, scene: Scene) -> str:
    outcome = scene.say("yes") if event.happens else scene.say("no")
    return scene.say(
        "{who}, {about}: {roll} against {chance}%: {outcome}",
        who=event.who,
        about=scene.term(event.about),
        roll=event.roll,
        chance=event.chance,
        outcome=outcome,
    )


@tells(adnd.ItemSaveRolled)
def _item_save(event: adnd.ItemSaveRolled, scene: Scene) -> str:
    outcome = scene.say("it holds") if event.success else scene.say("it does not hold")
    dice = dice_words(event.dice)
    return scene.say(
        "the {item} of {owner} against a {against}: {dice}, {needed} needed: {outcome}",
        item=scene.term(event.item),
        owner=event.owner,
        against=scene.term(event.against),
        dice=dice,
        needed=event.needed,
        outcome=outcome,
    )


@tells(adnd_flight.Flew)
def _flew(event: adnd_flight.Flew, scene: Scene) -> str:
    return (
        scene.say("{who} is {altitude} squares above the ground", who=event.who, altitude=event.altitude)
        if event.altitude
        else scene.say("{who} comes down", who=event.who)
    )


@tells(adnd_fumbles.FumbleTested)
def _fumble_tested(event: adnd_fumbles.FumbleTested, scene: Scene) -> str:
    outcome = scene.say("fumbles") if event.fumbles else scene.say("does not fumble")
    return scene.say(
        "{who} {outcome}: {total}, {needed} needed",
        who=event.who,
        outcome=outcome,
        total=scene.sum(event.total, event.parts, event.dice),
        needed=event.needed,
    )


@tells(adnd_fumbles.Fumbled)
def _fumbled(event: adnd_fumbles.Fumbled, scene: Scene) -> str:
    return scene.say("{who} fumbles: {dice} on the table", who=event.who, dice=dice_words(event.dice))


@tells(adnd_fumbles.WeaponFlew)
def _weapon_flew(event: adnd_fumbles.WeaponFlew, scene: Scene) -> str:
    way = (
        scene.say("slips")
        if event.direction < 0
        else scene.say("flies {way}", way=_way(event.feet, event.direction, scene))
    )
    return scene.say(
        "the {weapon} of {who} {way}: {square}",
        weapon=scene.term(event.weapon),
        who=event.who,
        way=way,
        square=scene.square(event.square),
    )


@tells(adnd_grips.ThingSeized)
def _seized(event: adnd_grips.ThingSeized, scene: Scene) -> str:
    outcome = scene.say("who holds on to it") if event.resisted else scene.say("who does not resist")
    return scene.say(
        "{who} has a hand on the {item} of {owner}, {outcome}",
        who=event.who,
        item=scene.term(event.item),
        owner=event.owner,
        outcome=outcome,
    )


@tells(adnd_grips.StrengthContested)
def _contested(event: adnd_grips.StrengthContested, scene: Scene) -> str:
    mine, theirs = (_strength(score, percent) for score, percent in zip(event.score, event.percent, strict=True))
    outcome = {
        "won": scene.say("{who} wins", who=event.who),
        "lost": scene.say("{other} wins", other=event.other),
        "tie": scene.say("nobody wins"),
        "dropped": scene.say("it falls"),
    }
    what = scene.say(" for the {item}", item=scene.term(event.item)) if event.item else ""
    rolls = scene.say("{mine} against {theirs}: {dice}", mine=mine, theirs=theirs, dice=dice_words(event.dice))
    return scene.say(
        "{who} and {other} struggle{what}, Strength {rolls}: {which}",
        who=event.who,
        other=event.other,
        what=what,
        rolls=rolls,
        which=outcome[event.outcome],
    )


def _strength(score: int, percent: int) -> str:
    return f"{score}/{percent % 100:02}" if percent else str(score)


@tells(adnd_grips.BareHandsLanded)
def _bare_hands(event: adnd_grips.BareHandsLanded, scene: Scene) -> str:
    if event.how == "punch":
        return scene.say(
            "the punch of {total}: {points} points, stuns at {stuns}%",
            total=event.total,
            points=event.points,
            stuns=event.stuns,
        )
    hold = scene.say(", a hold") if event.hold else ""
    return scene.say(
        "{attacker} takes {target} in wrestling ({total}): {result}{hold}",
        attacker=event.attacker,
        target=event.target,
        total=event.total,
        result=event.result,
        hold=hold,
    )


@tells(adnd_grips.OverbearingJoined)
def _joined(event: adnd_grips.OverbearingJoined, scene: Scene) -> str:
    return scene.say(
        "{who} throws itself upon {target} together with {leader}",
        who=event.who,
        target=event.target,
        leader=event.leader,
    )


@tells(adnd_hands.GripChanged)
def _grip(event: adnd_hands.GripChanged, scene: Scene) -> str:
    return scene.say(
        "{who} takes the {weapon} in {which}",
        who=event.who,
        weapon=scene.term(event.weapon),
        which=scene.say("both hands") if event.two else scene.say("one hand"),
    )


@tells(adnd_hands.OtherHandUsed)
def _other_hand(event: adnd_hands.OtherHandUsed, scene: Scene) -> str:
    return scene.aside(
        scene.say(
            "{who} uses {which} besides the weapon",
            who=event.who,
            which=scene.say("its shield") if event.use == "shield" else scene.say("its other hand"),
        )
    )


@tells(adnd_hands.ShieldRuined)
def _shield_ruined(event: adnd_hands.ShieldRuined, scene: Scene) -> str:
    return scene.say("the {item} of {who} comes off the arm, ruined", item=scene.term(event.item), who=event.who)


@tells(adnd_manoeuvres.ParryAnnounced)
def _parry(event: adnd_manoeuvres.ParryAnnounced, scene: Scene) -> str:
    whom = "" if event.who == event.target else scene.say(" for {target}", target=event.target)
    return scene.say(
        "{who} parries {attacker}{whom} with {weapon}",
        who=event.who,
        attacker=event.attacker,
        whom=whom,
        weapon=scene.term(event.weapon),
    )


@tells(adnd_manoeuvres.WeaponWorn)
def _worn(event: adnd_manoeuvres.WeaponWorn, scene: Scene) -> str:
    state = (
        scene.say("is ruined")
        if event.ruined
        else scene.say("is worn by the blow, and is +{plus} now", plus=event.plus)
    )
    return scene.say("the {weapon} of {who} {state}", weapon=scene.term(event.weapon), who=event.who, state=state)


@tells(adnd_manoeuvres.WeaponStruckAway)
def _struck_away(event: adnd_manoeuvres.WeaponStruckAway, scene: Scene) -> str:
    way = _way(event.feet, event.direction, scene)
    return scene.say(
        "the {weapon} is struck from the hands of {who}, {way}: {square}",
        weapon=scene.term(event.weapon),
        who=event.who,
        way=way,
        square=scene.square(event.square),
    )


@tells(adnd_manoeuvres.WeaponTurned)
def _turned(event: adnd_manoeuvres.WeaponTurned, scene: Scene) -> str:
    return scene.say(
        "{by} knocks the {weapon} of {who} out of line", by=event.by, weapon=scene.term(event.weapon), who=event.who
    )


@tells(adnd_manoeuvres.DisarmResisted)
def _resisted(event: adnd_manoeuvres.DisarmResisted, scene: Scene) -> str:
    outcome = scene.say("keeps hold of") if event.held else scene.say("cannot keep hold of")
    return scene.say(
        "{who} {outcome} the {weapon}: {dice}, {needed} needed",
        who=event.who,
        outcome=outcome,
        weapon=scene.term(event.weapon),
        dice=dice_words(event.dice),
        needed=event.needed,
    )


@tells(adnd_manoeuvres.DisarmDecided)
def _disarm_decided(event: adnd_manoeuvres.DisarmDecided, scene: Scene) -> str:
    if event.won:
        return scene.say(
            "{attacker} disarms {target} of {weapon}",
            attacker=event.attacker,
            target=event.target,
            weapon=scene.term(event.weapon),
        )
    return scene.say(
        "{target} keeps {weapon} from {attacker}",
        target=event.target,
        weapon=scene.term(event.weapon),
        attacker=event.attacker,
    )


@tells(adnd_manoeuvres.ActionLost)
def _action_lost(event: adnd_manoeuvres.ActionLost, scene: Scene) -> str:
    return scene.say("{who} cannot do any more what it has declared", who=event.who)


@tells(adnd_manoeuvres.Pinned)
def _pinned(event: adnd_manoeuvres.Pinned, scene: Scene) -> str:
    return scene.say(
        "{by} pins {who} by its clothes with {part}", by=event.by, who=event.who, part=event.weapon or event.dropped
    )


@tells(adnd_missile.HurledLanded)
def _landed(event: adnd_missile.HurledLanded, scene: Scene) -> str:
    return scene.aside(
        scene.say(
            "the {item} of {who} lies in {square}",
            item=scene.term(event.item),
            who=event.who,
            square=scene.square(event.square),
        )
    )


@tells(adnd_missile.HurledRecovered)
def _recovered(event: adnd_missile.HurledRecovered, scene: Scene) -> str:
    return scene.say(
        "{who} takes up the {item} in {square}",
        who=event.who,
        item=scene.term(event.item),
        square=scene.square(event.square),
    )


@tells(adnd_missile.MissilesLoosed)
def _loosed(event: adnd_missile.MissilesLoosed, scene: Scene) -> str:
    dice = f" ({dice_words(event.dice)})" if event.dice else ""
    return scene.say(
        "{who} looses {number} {weapon}{dice}",
        who=event.who,
        number=event.number,
        weapon=scene.term(event.weapon),
        dice=dice,
    )


@tells(adnd_missile.LeftUnloaded)
def _unloaded(event: adnd_missile.LeftUnloaded, scene: Scene) -> str:
    return scene.aside(
        scene.say("the {weapon} of {who} stays unloaded", weapon=scene.term(event.weapon), who=event.who)
    )


@tells(adnd_missile.VolleyEnded)
def _volley_ended(event: adnd_missile.VolleyEnded, scene: Scene) -> str:
    return scene.aside(scene.say("the shots are loosed; initiative is next"))


@tells(adnd_magic.IncantationBegan)
def _incantation(event: adnd_magic.IncantationBegan, scene: Scene) -> str:
    scroll = scene.say(" from a scroll") if event.source == "scroll" else ""
    until = scene.say("at the end of the round") if event.rounds else scene.say("on {ends}", ends=event.ends)
    return scene.say(
        "{who} begins to cast {spell}{scroll} on {begins}, to take effect {until}",
        who=event.who,
        spell=scene.term(event.spell),
        scroll=scroll,
        begins=event.begins,
        until=until,
    )


@tells(adnd_missile.ReadyMissiles)
def _ready_missiles(event: adnd_missile.ReadyMissiles, scene: Scene) -> str:
    return scene.say(
        "only {side} has missiles ready: {list} may shoot at {target} first",
        side=event.side,
        list=", ".join(event.shooters),
        target=event.target,
    )


@tells(adnd_missile.AttackHeld)
def _held(event: adnd_missile.AttackHeld, scene: Scene) -> str:
    return scene.say("{who} holds its attack until somebody is in reach", who=event.who)


@tells(adnd_missile.ArrivalStruck)
def _arrival(event: adnd_missile.ArrivalStruck, scene: Scene) -> str:
    return scene.say("{who} strikes at {target}, who comes into reach", who=event.who, target=event.target)


@tells(adnd_missile.Waited)
def _waited(event: adnd_missile.Waited, scene: Scene) -> str:
    return scene.say("{who} waits for {other}", who=event.who, other=event.other)


@tells(adnd_missile.ChargeAnswered)
def _answered(event: adnd_missile.ChargeAnswered, scene: Scene) -> str:
    return scene.say(
        "{who} makes ready to receive the charge with {weapon}", who=event.who, weapon=scene.term(event.weapon)
    )


@tells(adnd_morale.MoraleChecked)
def _morale(event: adnd_morale.MoraleChecked, scene: Scene) -> str:
    outcome = scene.say("holds") if event.success else scene.say("breaks")
    parts = (Modifier(event.rating, "morale", "adnd.morale.rating"), *event.parts)
    least = scene.sum(sum(part.value for part in parts), parts)
    return scene.say(
        "morale of {list}: {dice} against {least}: {outcome}",
        list=", ".join(event.who),
        dice=dice_words(event.dice),
        least=least,
        outcome=outcome,
    )


@tells(adnd_morale.OrderForced)
def _forced(event: adnd_morale.OrderForced, scene: Scene) -> str:
    return scene.say("{who} has no choice: {order}", who=event.who, order=scene.order(event.order))


def _way(feet: int, direction: int, scene: Scene) -> str:
    """So far, and where to if that is told (a facing, or -1)."""
    if direction < 0:
        return scene.say("{feet} ft", feet=feet)
    return scene.say("{feet} ft {direction}", feet=feet, direction=scene.say(_COMPASS[FACINGS[direction]]))
