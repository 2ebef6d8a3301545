"""A scenario names files of creatures that stand beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.core.errors import BadInput
from sim.scenario.loader import load, parse

SCENARIO = """
name = "Yard"
bestiary = {files}
map = '''
......
......
'''
side = [
  {{ name = "one", creature = [{{ kind = "{kind}", at = "b1" }}] }},
  {{ name = "two", creature = [{{ kind = "orc", at = "e1" }}] }},
]
"""
BIG = 'base = "orc"\nhit_points = 9\n'


def scenario(folder: Path, files: str, kind: str = "brute") -> str:
    path = folder / "yard.toml"
    path.write_text(SCENARIO.format(files=files, kind=kind), encoding="utf-8")
    return str(path)


def test_a_file_with_one_creature_gives_it_its_name(tmp_path: Path) -> None:
    """``brute.toml`` is the kind ``brute``."""
    (tmp_path / "brute.toml").write_text(BIG, encoding="utf-8")

    assert load(scenario(tmp_path, '["brute.toml"]')).scenario.creatures[0].sheet.hit_points == 9


def test_a_file_with_several_has_them_by_kind(tmp_path: Path) -> None:
    """A table each."""
    (tmp_path / "all.toml").write_text(f"[brute]\n{BIG}[elder]\n{BIG}", encoding="utf-8")

    assert load(scenario(tmp_path, '["all.toml"]', "elder")).scenario.creatures[0].sheet.kind == "elder"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ('["../brute.toml"]', "bestiary"),
        ('["/etc/brute.toml"]', "bestiary"),
        ('["none.toml"]', "cannot be read"),
        ('["brute.toml", "brute.toml"]', "brute stands in brute.toml and elsewhere: take one away"),
    ],
)
def test_what_does_not_stand_beside_it_is_refused(tmp_path: Path, files: str, sentence: str) -> None:
    """No other folder is read, no kind twice."""
    (tmp_path / "brute.toml").write_text(BIG, encoding="utf-8")

    with pytest.raises(BadInput, match=sentence):
        load(scenario(tmp_path, files))


def test_a_text_without_a_folder_reads_no_file() -> None:
    """What comes from elsewhere than a file cannot name any."""
    with pytest.raises(BadInput, match="stands in no folder"):
        parse(SCENARIO.format(files='["brute.toml"]', kind="brute"))
