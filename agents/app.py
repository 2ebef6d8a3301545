"""
The live view: a fight as a Mesa model in the browser, with its board, its charts, and what can be turned.

``maraud app`` starts it; it is the extra ``viz``. What it plays is written as any other fight is: the log can be taken
along, and gives the same bytes again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, TypeVar

import solara
from mesa.datacollection import DataCollector
from mesa.visualization import Slider, SolaraViz, make_plot_component
from mesa.visualization.utils import update_counter

from agents.model import FightModel
from agents.policies import names
from agents.view import Persona
from sim.events.course import FightEnded
from sim.replay.drawing import picture
from sim.replay.narration import story
from sim.replay.viewer.page import page_of
from sim.scenario.loader import load

_F = TypeVar("_F", bound=Callable[..., None])
component: Callable[[_F], _F] = solara.component

SCENARIO = "MARAUD_SCENARIO"
"""The environment variable that names the scenario file."""
LINES = 12
"""How many lines of the story are shown."""


class LiveFight(FightModel):
    """
    A fight whose policies, personas and seed are plain parameters: ``seed``, ``policy_1`` and ``aggression_1`` for the
    first side of the scenario, and so on.

    :raises BadInput: when the scenario cannot be played.
    """

    def __init__(self, scenario: str, seed: int = 1, **choices: Any) -> None:
        loaded = load(scenario, names())
        policies = dict(loaded.policies)
        personas: dict[str, dict[str, int]] = {}
        sides = list(dict.fromkeys(placed.sheet.side for placed in loaded.scenario.creatures))
        for placed in loaded.scenario.creatures:
            who, number = placed.sheet.id, 1 + sides.index(placed.sheet.side)
            policies[who] = choices.get(f"policy_{number}") or policies.get(who) or "nearest"
            traits = {trait: choices[key] for trait in Persona._fields if (key := f"{trait}_{number}") in choices}
            if traits:
                personas[who] = traits
        super().__init__(loaded.scenario, policies, int(seed), personas=personas)
        self.recorder = DataCollector(
            model_reporters={
                **{f"hit points of {side}": partial(hit_points, side=side) for side in sides_of(self)},
                **{f"standing of {side}": partial(standing, side=side) for side in sides_of(self)},
            }
        )
        self.recorder.collect(self)

    @property
    def datacollector(self) -> DataCollector:
        """A row a round, from the start on, a column for each side: made as the fight goes, since somebody looks."""
        return self.recorder

    def step(self) -> None:
        """Play a round."""
        super().step()
        self.recorder.collect(self)


def sides_of(model: FightModel) -> tuple[str, ...]:
    """The sides in the order of the scenario."""
    return tuple(dict.fromkeys(creature.side for creature in model.table.battle))


def hit_points(model: FightModel, side: str) -> int:
    """What those of a side who still stand have left together."""
    return sum(one.hit_points for one in model.combatants.values() if one.side == side and one.standing)


def standing(model: FightModel, side: str) -> int:
    """How many of a side still stand."""
    return sum(1 for one in model.combatants.values() if one.side == side and one.standing)


@component
def Board(model: LiveFight) -> None:
    """The map with everybody on it."""
    update_counter.get()
    solara.HTML(unsafe_innerHTML=picture(model.table.battle), style="max-width: 60rem")


@component
def Story(model: LiveFight) -> None:
    """The last lines of the story, and how it ended."""
    update_counter.get()
    told = [line for line in story(model.log.header.scenario, model.log.events) if line]
    with solara.Card(f"Round {model.table.battle.round}"):
        solara.Preformatted("\n".join(told[-LINES:]), style="white-space: pre-wrap")


@component
def Export(model: LiveFight) -> None:
    """The log of the fight so far, and its page for the browser once it has ended."""
    update_counter.get()
    stem = Path(os.environ.get(SCENARIO, "fight")).stem
    seed = model.log.header.dice[0].seed
    with solara.Card("Take it along"):
        solara.FileDownload(model.log.to_bytes, f"{stem}-{seed}.jsonl", label="The log")
        if model.log.events and isinstance(model.log.events[-1], FightEnded):
            solara.FileDownload(
                lambda: page_of(model.log.to_bytes()), f"{stem}-{seed}.html", label="A page that plays it back"
            )


def live(scenario: str) -> LiveFight:
    """A fight of this scenario, whose class names each parameter that its sides bring along: Mesa asks for names."""

    def begin(self: LiveFight, scenario: str, seed: int = 1, **choices: Any) -> None:
        LiveFight.__init__(self, scenario, seed, **choices)

    first = LiveFight(scenario)
    given = [Parameter(name, Parameter.KEYWORD_ONLY, default=None) for name in parameters(first, scenario)]
    begin.__signature__ = Signature([Parameter("self", Parameter.POSITIONAL_ONLY), *given])  # type: ignore[attr-defined]
    return type("LiveFight", (LiveFight,), {"__init__": begin})(scenario)  # type: ignore[no-any-return]


def parameters(model: LiveFight, scenario: str) -> dict[str, Any]:
    """What can be turned: the seed, and for each side its policy and persona."""
    found: dict[str, Any] = {
        "scenario": scenario,
        "seed": {"type": "InputText", "value": model.log.header.dice[0].seed, "label": "Seed"},
    }
    for number, side in enumerate(sides_of(model), 1):
        first = next(one for one in model.combatants.values() if one.side == side)
        found[f"policy_{number}"] = {
            "type": "Select",
            "value": first.mind.name,
            "values": list(names()),
            "label": f"Policy of {side}",
        }
        for trait in ("aggression", "caution", "mercy"):
            value = getattr(first.mind.persona, trait)
            found[f"{trait}_{number}"] = Slider(f"{trait.capitalize()} of {side}", value, 0, 10, 1)
    return found


def charts(model: LiveFight) -> list[Any]:
    """Hit points and the standing, a line for each side."""
    sides = sides_of(model)
    draw: Callable[..., Any] = make_plot_component
    return [draw([f"{what} of {side}" for side in sides]) for what in ("hit points", "standing")]


@component
def Page() -> None:
    """The whole of it."""
    scenario = os.environ[SCENARIO]
    model = solara.use_memo(lambda: live(scenario), [])
    SolaraViz(
        model,
        components=[Board, Story, *charts(model), Export],
        model_params=parameters(model, scenario),
        name=f"maraud: {model.log.header.scenario.name}",
        play_interval=400,
    )
