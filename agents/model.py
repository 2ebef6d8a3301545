"""
A fight as a Mesa model: a combatant is an agent, a step is a round.

The battle in ``sim`` is the truth; the model shows it to those who watch and measure. What Mesa's own random numbers
give decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import randbits

from mesa import Model
from mesa.datacollection import DataCollector
from mesa.discrete_space import CellAgent, OrthogonalMooreGrid

from agents.policies import Policies, player_for
from sim import encounter
from sim.dice.sources import DiceSource
from sim.events.base import apply
from sim.events.header import Scenario
from sim.events.log import Log
from sim.events.orders import Decision, Question
from sim.rules.book import Rulebook
from sim.rules.shelf import book as book_of
from sim.script import Script
from sim.state.battle import Battle
from sim.state.conditions import DOWN, GONE, names
from sim.state.creature import Creature
from sim.table import Menu, Referee, Table


class Combatant(CellAgent):  # type: ignore[misc]
    """One creature of the fight: holds its policy and persona, answers the table's questions, shows its figures."""

    model: FightModel

    def __init__(self, model: FightModel, creature: Creature, absent: Creature | None = None) -> None:
        super().__init__(model)
        self.id = creature.id
        self.side = creature.side
        self.mind = model.player.mind(creature)
        self.decide = self.mind.decide
        self._absent = absent or creature

    @property
    def creature(self) -> Creature:
        """Its state in the battle that the model shows; before it has come, that of one who is gone."""
        return self.model.shown.creatures.get(self.id, self._absent)

    @property
    def hit_points(self) -> int:
        return self.creature.hit_points

    @property
    def square(self) -> str:
        """The name of its top-left square; empty when it has left the map."""
        creature = self.creature
        return "" if creature.flags & GONE else self.model.shown.ground.name(creature.square)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The names of its conditions."""
        return names(self.creature.flags)

    @property
    def standing(self) -> bool:
        """Can it still carry on?"""
        return not self.creature.flags & DOWN

    def step(self) -> None:
        """Play on until its next turn, or the one under way, is over."""
        model = self.model
        battle = model.table.battle
        while battle.turn.who != self.id and model.advance():
            pass
        while battle.turn.who == self.id and not battle.turn.over and model.advance():
            pass


class FightModel(Model):  # type: ignore[misc]
    """
    A fight under way. ``policies`` maps ids of creatures, or sides, to names of policies.

    ``step`` plays a round, a surprise round for itself; ``run`` all of them; ``running`` says whether the fight goes
    on. ``shown`` is the battle that agents and collectors look at. ``sink`` receives the lines of the log order by
    order, ``watcher`` every event with its number, ``referee`` may rule before each order, ``dice`` take the place of
    those of the seed; a ``script`` has its say before anybody. Without a seed one is drawn; the header of the log tells
    it. Who joins the fight later becomes an agent when it first decides.

    :raises BadInput: for a policy that does not exist.
    """

    def __init__(
        self,
        scenario: Scenario,
        policies: Mapping[str, str],
        seed: int | None = None,
        *,
        sink: Callable[[bytes], object] | None = None,
        watcher: Callable[[int, object], object] | None = None,
        referee: Referee | None = None,
        dice: DiceSource | None = None,
        personas: Mapping[str, Mapping[str, int]] | None = None,
        book: Rulebook | None = None,
        script: Script | None = None,
    ) -> None:
        if seed is None:
            seed = randbits(64)
        super().__init__(rng=seed)
        self.book = book = book or book_of(scenario.ruleset)
        self.player: Policies = player_for(policies, seed, scenario.knowledge, personas, book)
        self.table: Table = encounter.begin(
            book,
            scenario,
            self,
            seed=seed if dice is None else None,
            dice=dice,
            source="seed" if dice is None else "scripted",
            policies=self.player.names(scenario),
            sink=sink,
            referee=referee,
            watcher=watcher,
            script=script,
        )
        self.combatants = {creature.id: Combatant(self, creature) for creature in self.table.battle}
        getattr(CellAgent, "_ids", {}).pop(self, None)  # Mesa 3.3 counts by model there, and keeps every model by it
        self._grid: OrthogonalMooreGrid | None = None
        self.shown: Battle = self.table.battle
        self._collector: DataCollector | None = None
        self._collected: tuple[Battle, int, int] | None = None
        self._rounds: list[int] = []

    @property
    def log(self) -> Log:
        """The log of the fight so far."""
        return self.table.log

    @property
    def winner(self) -> str:
        """The side that has won; empty before the end, and when nobody has."""
        return self.table.battle.winner

    @property
    def datacollector(self) -> DataCollector:
        """
        A row for each round: the fight so far is folded up to there, and Mesa collects what it then shows.

        That is done when somebody looks: a fight that nobody studies pays nothing for it.
        """
        if self._collector is None:
            self._collector = DataCollector(
                model_reporters={"round": _round, "standing": _standing, "hit_points": _hit_points},
                agent_reporters={name: name for name in ("id", "hit_points", "square", "conditions")},
            )
        live, steps = self.shown, len(self._rounds)
        battle, told, collected = self._collected or (encounter.battle_of(self.log.header.scenario), 0, 0)
        self.shown = battle
        now = getattr(self, "time", None)
        for step, end in enumerate(self._rounds[collected:], collected + 1):
            self.steps = step
            if now is not None:
                self.time = float(step)  # Mesa 3.5 files the rows of agents under the time
            for event in self.log.events[told:end]:
                apply(event, battle)
            told = end
            self._collector.collect(self)
        self._collected = battle, told, len(self._rounds)
        self.shown, self.steps = live, steps
        if now is not None:
            self.time = now
        return self._collector

    @property
    def grid(self) -> OrthogonalMooreGrid:
        """The map as a Mesa grid with every combatant in its top-left square, built when somebody first looks."""
        ground = self.table.battle.ground
        if self._grid is None:
            self._grid = OrthogonalMooreGrid((ground.width, ground.height), torus=False, random=self.random)
        for combatant in self.combatants.values():
            creature = combatant.creature
            y, x = divmod(creature.square, ground.stride)
            cell = None if creature.flags & GONE else self._grid[x, y]
            if combatant.cell is not cell:
                combatant.cell = cell
        return self._grid

    def decide(self, battle: Battle, who: str, question: Question | None, menu: Menu) -> Decision:
        """The table asks a creature: its agent answers."""
        combatant = self.combatants.get(who)
        if combatant is None:
            self.player.admit(battle, who)
            absent = battle.creatures[who].fork()
            absent.flags |= GONE
            combatant = self.combatants[who] = Combatant(self, battle.creatures[who], absent)
        return combatant.decide(battle, who, question, menu)

    def advance(self) -> bool:
        """Play on by one order, or by what nobody chooses. False when the fight is over, which ends the model."""
        if not encounter.step(self.book, self.table):
            self.running = False
        return self.running

    def step(self) -> None:
        """Play a round."""
        book, table = self.book, self.table
        battle = table.battle
        while battle.phase == "muster" and encounter.step(book, table):
            pass
        phase, number = battle.phase, battle.round
        while battle.round == number and battle.phase == phase and encounter.step(book, table):
            pass
        if battle.phase == "over":
            self.advance()
        self._rounds.append(len(self.log.events))

    def run(self) -> Log:
        """Play to the end of the fight; returns its log."""
        while self.running:
            self.step()
        return self.log

    def _repr_html_(self) -> str:
        """The fight so far as a notebook shows it: its page in a frame."""
        from sim.replay.viewer.inline import frame

        return frame(self.log.to_bytes())


def _round(model: FightModel) -> int:
    return model.shown.round


def _standing(model: FightModel) -> dict[str, int]:
    return dict(model.shown.standing)


def _hit_points(model: FightModel) -> dict[str, int]:
    """What the standing of each side have left together."""
    left = dict.fromkeys(model.shown.standing, 0)
    for creature in model.shown:
        if not creature.flags & DOWN:
            left[creature.side] += creature.hit_points
    return left
