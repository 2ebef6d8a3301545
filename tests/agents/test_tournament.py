"""Tournaments: pairs with swapped sides and the same dice, a line for each fight, ends that a test decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.fights import scenario_of, with_persona
from agents.measures import Sprt
from agents.policies import player_for
from agents.tournament import Match, Pair, Result, Standing, Task, Tournament, everybody, play_pairs, played
from sim.core.errors import BadInput
from sim.encounter import begin, play
from sim.rules.shelf import book
from tests.record_golden import ROOT

DUEL = str(ROOT / "scenarios" / "duel.toml")
PACKS = str(ROOT / "scenarios" / "ladder" / "two-packs.toml")
SMALL = Tournament(everybody(["nearest", "random"], 3), (DUEL, PACKS), seed=5)


def to_the_end(tournament: Tournament, state: Path, jobs: int = 1) -> Standing:
    """The standing once all is played."""
    *_, last = played(tournament, state, jobs)
    return last


def test_a_pair_is_the_same_dice_on_either_side() -> None:
    """A policy against itself fights the same fight twice: what it wins on one side it loses on the other."""
    for pair in play_pairs("nearest", "nearest", PACKS, range(6)):
        assert pair.plain.seed == pair.swapped.seed
        assert (pair.plain.swapped, pair.swapped.swapped) == (False, True)
        assert pair.plain.rounds == pair.swapped.rounds
        assert pair.quarters == 2


def test_each_policy_plays_the_side_that_is_said() -> None:
    """The first has the first side of the file, and in the swapped fight the second one."""
    (pair,) = play_pairs("nearest", "random", DUEL, [3])
    loaded = scenario_of(DUEL)
    rules = book("d20")
    for fight, names in ((pair.plain, ("nearest", "random")), (pair.swapped, ("random", "nearest"))):
        policies = dict(zip(("fighters", "orcs"), names, strict=True))
        table = begin(rules, loaded.scenario, player_for(policies, 3), seed=3)
        play(rules, table)
        own = "orcs" if fight.swapped else "fighters"
        assert fight.halves == (2 if table.battle.winner == own else 0)
        assert fight.rounds == table.battle.round


def test_a_match_is_fought_by_two_sides(tmp_path: Path) -> None:
    """A scenario with three is refused in a sentence."""
    text = Path(DUEL).read_text("utf-8")
    third = '\n[[side]]\nname = "third"\n[[side.creature]]\nkind = "rat"\nat = "d1"\n'
    path = tmp_path / "three.toml"
    path.write_text(text + third, "utf-8")

    with pytest.raises(BadInput, match="has 3 sides: a match is fought by two"):
        list(play_pairs("nearest", "random", path, [1]))


def test_a_persona_for_all_takes_the_place_of_their_own() -> None:
    """The traits that are named change, the others stay; what is no trait is refused."""
    before = scenario_of(PACKS).scenario
    after = with_persona(before, {"wits": 8})

    assert {one.sheet.persona["wits"] for one in after.creatures} == {8}
    assert all(
        {**one.sheet.persona, "wits": 8} == changed.sheet.persona
        for one, changed in zip(before.creatures, after.creatures, strict=True)
    )
    with pytest.raises(BadInput, match="persona courage=3 is none"):
        with_persona(before, {"courage": 3})


def test_everybody_meets_everybody_once() -> None:
    """The later name against the earlier one."""
    assert [match[:2] for match in everybody(["a", "b", "c"], 1)] == [("b", "a"), ("c", "a"), ("c", "b")]


@pytest.mark.parametrize("names", [["nearest"], ["nearest", "nearest"]])
def test_one_policy_is_no_tournament(names: list[str]) -> None:
    """Nor is one that meets itself."""
    with pytest.raises(BadInput, match="name two policies or more, each once"):
        everybody(names, 1)


def test_two_processes_write_the_same_file_as_one(tmp_path: Path) -> None:
    """The order of the lines is that of the plan, whoever is ready first."""
    alone, together = tmp_path / "a", tmp_path / "b"
    first, second = to_the_end(SMALL, alone), to_the_end(SMALL, together, jobs=2)

    assert alone.read_bytes() == together.read_bytes()
    assert first.as_data() == second.as_data()


@pytest.mark.parametrize("cut", [0, 1, 150, 700, 1200, 2000])
def test_an_interrupted_tournament_goes_on_to_the_same_file(tmp_path: Path, cut: int) -> None:
    """Wherever the file was cut off: in its head, in a line, between the fights of a pair."""
    state = tmp_path / "state"
    whole_standing = to_the_end(SMALL, state).as_data()
    whole = state.read_bytes()
    state.write_bytes(whole[:cut])

    assert to_the_end(SMALL, state).as_data() == whole_standing
    assert state.read_bytes() == whole


def test_what_is_played_is_not_played_again(tmp_path: Path) -> None:
    """The lines count, not what would come out anew; a finished tournament plays nothing."""
    state = tmp_path / "state"
    to_the_end(SMALL, state)
    lines = [json.loads(line) for line in state.read_text("utf-8").splitlines()]
    lines[1]["rounds"] = 99
    state.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    assert len(list(played(SMALL, state))) == 1
    assert to_the_end(SMALL, state).pairs[SMALL.matches[0]][DUEL][0].plain.rounds == 99


def test_more_pairs_go_on_with_fewer(tmp_path: Path) -> None:
    """Laps come one after the other, so a longer tournament begins with the shorter one."""
    short, long = tmp_path / "short", tmp_path / "long"
    more = SMALL._replace(matches=everybody(["nearest", "random"], 5))
    to_the_end(SMALL, short)
    to_the_end(more, short)
    to_the_end(more, long)

    assert short.read_bytes() == long.read_bytes()


OTHERS = {
    "other policies": SMALL._replace(matches=everybody(["nearest", "doctrine"], 3)),
    "other scenarios": SMALL._replace(scenarios=(PACKS,)),
    "other dice": SMALL._replace(seed=6),
    "another persona": SMALL._replace(persona=(("wits", 8),)),
    "fewer pairs": SMALL._replace(matches=everybody(["nearest", "random"], 2)),
}


@pytest.mark.parametrize("case", OTHERS)
def test_another_tournament_is_not_gone_on_with(tmp_path: Path, case: str) -> None:
    """Its file stays as it is, and a sentence says what to do."""
    state = tmp_path / "state"
    to_the_end(SMALL, state)
    before = state.read_bytes()

    with pytest.raises(BadInput, match="is of another tournament: name another folder with --out, or begin anew"):
        to_the_end(OTHERS[case], state)
    assert state.read_bytes() == before


def test_a_test_ends_a_match_after_the_lap_that_decides_it(tmp_path: Path) -> None:
    """The same lap for one process and for two, resumed or not; the rest of the match is not played."""
    tested = Tournament(everybody(["random", "nearest"], 40), (DUEL, PACKS), test=Sprt(0.5, 0.6))
    alone, together = tmp_path / "a", tmp_path / "b"
    standing = to_the_end(tested, alone)
    to_the_end(tested, together, jobs=2)
    decided = len(standing.quarters(tested.matches[0]))

    assert standing.verdicts == {tested.matches[0]: "high"}
    assert 16 <= decided < 40
    assert decided % 2 == 0
    assert alone.read_bytes() == together.read_bytes()
    alone.write_bytes(alone.read_bytes()[:900])
    assert to_the_end(tested, alone).as_data() == standing.as_data()


def test_a_tally_counts_fights_and_a_share_counts_pairs() -> None:
    """Of one pair won twice and one drawn twice."""
    match = Match("a", "b", 2)
    standing = Standing(Tournament((match,), (DUEL,)))
    for lap, halves in enumerate((2, 1)):
        pair = Pair(Result(lap, False, halves, 1), Result(lap, True, halves, 1))
        standing.add(Task(match, lap, DUEL, lap, ()), pair)

    assert standing.tally(match) == {"won": 2, "drawn": 2, "lost": 0}
    assert standing.quarters(match) == [4, 2]
    assert standing.share(match).value == 0.75
