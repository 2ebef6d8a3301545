"""The page of a fight in a real browser, held against the log that it shows."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from agents.cli.main import main
from benchmarks import field
from sim.encounter import battle_of
from sim.events.adnd import AttackMade
from sim.events.attacks import AttackRolled
from sim.events.base import apply
from sim.events.header import Scenario
from sim.events.log import read
from sim.events.movement import Moved
from sim.grid.bits import squares
from sim.grid.movement import path_price
from sim.replay.viewer.inline import Shown
from sim.rules.d20.threat import threatened_squares
from sim.state.conditions import DEAD, GONE
from tests.browser.chromium import ROOT, Open

BOTH = ("bridge-ambush", "the-picket")
"""A golden fight of each rulebook."""


def log_of(name: str):
    return read(ROOT / "replays" / f"{name}.jsonl")


def battle_at(name: str, seq: int):
    reading = log_of(name)
    battle = battle_of(reading.header.scenario)
    for event in reading.events[: seq + 1]:
        apply(event, battle)
    return battle


def shown(page: Page):
    """What the page takes the fight to be, of each creature."""
    return page.evaluate("maraud.state().cast.map(({at, span, hp, on, c}) => ({at, span, hp, on, c}))")


def go(page: Page, seq: int) -> None:
    page.evaluate(f"maraud.go({seq})")


@pytest.mark.parametrize("name", BOTH)
def test_every_event_shows_the_battle_as_it_then_is(name: str, open_page: Open) -> None:
    """Places and hit points agree with the log folded to there, going forth, going back, and by leaps."""
    page = open_page(name)
    last = page.evaluate("maraud.last")
    for seq in (0, 1, last // 3, last, last // 2, 5, last - 1):
        go(page, seq)
        battle = battle_at(name, seq)
        assert [(one["at"], one["hp"]) for one in shown(page)] == [
            (creature.square, creature.hit_points) for creature in battle
        ]
        assert [one["on"] for one in shown(page)] == [not creature.flags & GONE for creature in battle]


def test_walls_at_any_angle_are_drawn(open_page: Open, tmp_path: Path) -> None:
    """The strokes of an imported map are one line on the board, in squares."""
    cave, scenario, log = ROOT / "tests/importers/data/cave.dd2vtt", tmp_path / "cave.toml", tmp_path / "cave.jsonl"
    assert main(["import", "uvtt", str(cave), "--out", str(scenario)]) == 0
    assert main(["fight", str(scenario), "--seed", "1", "--quiet", "--out", str(log)]) == 0
    drawn = open_page(log).locator(".stroke").get_attribute("d") or ""
    assert drawn.startswith("M13 6.77L13.17 6.62")
    assert drawn.count("M") == len(read(log).header.scenario.map.strokes)


@pytest.mark.parametrize("name", BOTH)
def test_chain_and_dice_are_checked_in_the_browser(name: str, open_page: Open) -> None:
    """The page says of a golden log that chain and dice hold, and that the audit found nothing."""
    page = open_page(name)

    expect(page.locator("#check-chain")).to_have_class("good")
    expect(page.locator("#check-dice")).to_have_class("good")
    expect(page.locator("#check-audit")).to_have_class("good")
    dice = sum(1 for _ in log_of(name).dice())
    expect(page.locator("#check-dice")).to_contain_text(str(dice))


def test_a_changed_line_is_seen(open_page: Open, tmp_path: Path) -> None:
    """Of a log one of whose lines was changed after it was written, the page names the line."""
    text = (ROOT / "replays" / "duel.jsonl").read_text("utf-8")
    page = open_page("duel")
    html = Path(page.url.removeprefix("file://")).read_text("utf-8")
    line = text.splitlines()[3]
    old = json.dumps(line, ensure_ascii=False)
    file = tmp_path / "changed.html"
    file.write_text(html.replace(old, json.dumps(line.replace('"seq":2', '"seq":7'), ensure_ascii=False)), "utf-8")
    page.goto(f"file://{file}")
    page.wait_for_selector("body[data-proved]")

    expect(page.locator("#check-chain")).to_have_class("bad")
    expect(page.locator("#check-chain")).to_contain_text("line 4")


def test_playing_goes_on_by_itself_and_stops(open_page: Open) -> None:
    """Play goes from event to event until it is paused, or until the end."""
    page = open_page("duel")
    page.select_option("#speed", "30")
    page.click("#play")
    expect(page.locator("#scrub")).to_have_value(str(page.evaluate("maraud.last")))
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Home")
    expect(page.locator("#scrub")).to_have_value("-1")


def test_the_keys_go_by_event_turn_and_round(open_page: Open) -> None:
    """Arrows go by event and turn, page keys by round."""
    page = open_page("bridge-ambush")
    events = log_of("bridge-ambush").events
    kinds = [type(event).__name__ for event in events]
    page.locator("#events").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("maraud.at()") == 0
    page.keyboard.press("PageDown")
    assert page.evaluate("maraud.at()") == kinds.index("RoundBegan")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("maraud.at()") == kinds.index("TurnBegan")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("maraud.at()") == kinds.index("TurnBegan") - 1


def test_the_scrub_bar_goes_anywhere(open_page: Open) -> None:
    """Where the bar is set, there is the fight; and the list shows that event."""
    page = open_page("bridge-ambush")
    page.locator("#scrub").fill("200")
    expect(page.locator("#event-200")).to_be_visible()
    expect(page.locator("#event-200")).to_have_attribute("aria-selected", "true")


def test_a_link_leads_to_an_event(open_page: Open) -> None:
    """#seq=118 opens at event 118, and a link in the page leads to the event that entitles this one."""
    page = open_page("bridge-ambush", address="#seq=118")

    assert page.evaluate("maraud.at()") == 118


@pytest.mark.parametrize("name", BOTH)
def test_a_roll_shows_every_modifier_with_its_rule(name: str, open_page: Open) -> None:
    """A click on an attack shows each part of its total with value, name, id and the catalogue's sentence."""
    page = open_page(name)
    events = log_of(name).events
    seq = next(
        seq for seq, event in enumerate(events) if isinstance(event, AttackRolled | AttackMade) and len(event.parts) > 1
    )
    go(page, seq)
    page.locator(f"#event-{seq}").click()
    about = page.locator("#about")
    for part in events[seq].parts:
        expect(about).to_contain_text(part.rule)
    statements = page.evaluate("JSON.parse(document.getElementById('fight').textContent).rules")
    for part in events[seq].parts:
        assert statements[part.rule]
        expect(about).to_contain_text(statements[part.rule])


def test_the_path_shows_what_each_step_has_cost(open_page: Open) -> None:
    """The figures along a path are the squares that the way so far costs, the last one what the log says was paid."""
    page = open_page("bridge-ambush")
    events = log_of("bridge-ambush").events
    seq, event = next((seq, event) for seq, event in enumerate(events) if type(event) is Moved and len(event.path) > 4)
    go(page, seq)
    told = page.locator(".over-cost").all_text_contents()
    assert len(told) == len(event.path) - 1
    ground = battle_at("bridge-ambush", seq - 1).ground
    prices = [path_price(ground, event.path[: step + 2], event.span) for step in range(len(told))]
    assert told == [f"{price // 2}½" if price % 2 else f"{price // 2}" for price in prices]
    assert prices[-1] == event.halves


def test_threatened_squares_are_those_of_the_rules(open_page: Open) -> None:
    """Of a creature that is picked, the squares drawn are those that it threatens."""
    page = open_page("bridge-ambush")
    go(page, 100)
    battle = battle_at("bridge-ambush", 100)
    for index, creature in enumerate(battle):
        if not creature.flags & (DEAD | GONE) and creature.can_act:
            told = page.evaluate(f"maraud.state().cast[{index}].r")
            assert told == list(squares(threatened_squares(battle, creature) & battle.ground.inside))


def test_cover_shows_the_corner_and_what_blocks(open_page: Open) -> None:
    """A shot past somebody shows the corner that the archer uses and the square that is in the way."""
    page = open_page("river-archers")
    fight = page.evaluate("JSON.parse(document.getElementById('fight').textContent).steps.map((step) => step.o?.cover)")
    events = log_of("river-archers").events
    covered = [seq for seq, cover in enumerate(fight) if cover and "square" in cover]
    assert covered
    for seq in covered:
        assert any(part.type == "cover" for part in events[seq].ac_parts)
    go(page, covered[0])
    expect(page.locator(".over-block")).to_have_attribute("data-square", str(fight[covered[0]]["square"]))
    expect(page.locator(".over-corner")).to_have_count(1)


def test_the_reasons_of_a_policy_are_ranked(open_page: Open) -> None:
    """At a decision the page lists why, the best first, with the scores of the log."""
    page = open_page("bridge-ambush")
    events = log_of("bridge-ambush").events
    seq = next(seq for seq, event in enumerate(events) if len(getattr(event, "reasons", ())) > 1)
    go(page, seq)
    told = page.locator("#about ol li").all_text_contents()
    assert [words.split(" (")[0] for words in told] == [reason.words.split(" (")[0] for reason in events[seq].reasons]


HOSTILE = (
    "<script>document.body.dataset.ran='yes'</script>",
    "</script><img src=x onerror=alert(1)>",
    "\u202eevil\u2066",
)


def test_hostile_names_are_text(open_page: Open, tmp_path: Path) -> None:
    """Names with markup, marks of direction, or ten thousand letters stand in the page as text, and nothing runs."""
    names = (*HOSTILE, "x" * 10_000)
    file = tmp_path / "hostile.jsonl"
    lines = renamed(ROOT / "replays" / "duel.jsonl", names)
    file.write_text(lines, "utf-8")
    page = open_page(file)
    page.keyboard.press("End")

    assert page.evaluate("document.body.dataset.ran") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 4
    expect(page.locator("#title")).to_contain_text("<script>")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def renamed(log: Path, names: tuple[str, ...]) -> str:
    """A duel in which the scenario and both sides have names like these, chained anew."""
    from sim.events.log import Log

    reading = read(log)
    scenario: Scenario = reading.header.scenario
    placed = []
    for one, name in zip(scenario.creatures, names[1:3], strict=True):
        placed.append(msgspec.structs.replace(one, sheet=msgspec.structs.replace(one.sheet, name=name)))
    scenario = msgspec.structs.replace(scenario, name=names[0] + names[3], creatures=tuple(placed))
    made = bytearray()
    new = Log(msgspec.structs.replace(reading.header, scenario=scenario), made.extend)
    for event in reading.events:
        new.append(event)
    new.flush()
    return made.decode("utf-8")


def test_a_long_fight_is_stepped_through_at_a_bounded_price(open_page: Open, tmp_path: Path) -> None:
    """In a fight of 2,000 events a step applies one and touches few nodes, and a leap applies 64 at most."""
    from agents.model import FightModel

    scenario = field.scenario(40)
    log = FightModel(scenario, {placed.sheet.id: "nearest" for placed in scenario.creatures}, 3)
    made = bytearray()
    log.table.log.sink = made.extend
    log.run()
    file = tmp_path / "long.jsonl"
    file.write_bytes(bytes(made))
    page = open_page(file)
    last = page.evaluate("maraud.last")
    assert last >= 2_000
    go(page, last)
    worst = {"applied": 0, "touched": 0}
    for seq in (1000, 1001, 1002, 200, last, 700, 699):
        counts = page.evaluate(f"(maraud.go({seq}), {{...maraud.counts}})")
        worst = {key: max(worst[key], counts[key]) for key in worst}
    assert worst["applied"] <= 64
    go(page, 500)
    for seq in range(501, 520):
        applied, touched = page.evaluate(f"(maraud.go({seq}), [maraud.counts.applied, maraud.counts.touched])")
        assert applied <= 1
        assert touched < 150
    assert page.locator("#events .event").count() < 60


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_stands_in_anybodys_way(width: int, dark: bool, open_page: Open) -> None:
    """The accessibility checker finds nothing serious, by light and dark, wide and narrow, and nothing is cut off."""
    page = open_page("bridge-ambush", width=width, dark=dark)
    go(page, 100)
    results = Axe().run(page)
    serious = [
        f"{found['id']}: {found['nodes'][0]['html'][:200]}"
        for found in results.response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_speaks_french(open_page: Open) -> None:
    """By the browser's language, and by the button: the page's own words, the events, the terms of the rules."""
    page = open_page("bridge-ambush", locale="fr-FR")
    go(page, 62)

    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#told h2")).to_have_text("Événements")
    expect(page.locator("#about")).to_contain_text("pip attaque wolf-1 (épée courte)")
    expect(page.locator("#about")).to_contain_text("prise en tenaille")
    expect(page.locator("#cast")).to_contain_text("épée longue")
    page.click("#language")
    expect(page.locator("#about")).to_contain_text("pip attacks wolf-1 with short sword")


def test_the_help_tells_the_keys(open_page: Open) -> None:
    """A question mark opens the list of keys."""
    page = open_page("duel")
    page.keyboard.press("?")

    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#keys")).to_contain_text("Space")


def test_in_a_notebook_a_page_runs_in_its_frame(chromium: Browser, tmp_path: Path) -> None:
    """Within another page it checks itself, steps, and loads nothing."""
    wrong: list[str] = []
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><p>In[1]</p>{Shown(ROOT / 'replays' / 'duel.jsonl').html}", "utf-8")
    page = chromium.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(f"file://{file}")
    frame = page.frame_locator("iframe")

    expect(frame.locator("#check-dice")).to_have_class("good")
    frame.locator("[data-go=end]").click()
    expect(frame.locator("#standing")).to_contain_text("orcs 0")
    page.close()
    assert [each for each in wrong if not each.startswith(("data:", "about:srcdoc"))] == []
