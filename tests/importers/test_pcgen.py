"""Races of PCGen become creatures, and are a second source for size, space, reach, speed and natural armor."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.errors import BadInput
from sim.importers.pcgen import MOST, pcgen
from sim.importers.protocol import LARGEST, Imported
from sim.rules.d20.block import block
from sim.tables import bestiary
from sim.tables.sheet import Sheet
from tests.importers.plays import faced
from tests.importers.spoilt import answered, cut, told

RACES = Path(__file__).parent / "data" / "rsrd-races.lst"
HOUND = (
    "Hound\tSIZE:M\t\tMOVE:Walk,50\tFACE:5\tREACH:5\tBONUS:COMBAT|AC|2|TYPE=NaturalArmor\tBONUS:STAT|STR|4\t"
    "BONUS:STAT|DEX,CON|2\tLEGS:4\tNATURALATTACKS:Bite,Weapon.Natural,*1,1d6|Claw,Weapon.Natural,*2,1d4\t"
    "MONSTERCLASS:Animal:2\tRACETYPE:Animal\tCR:1/2\tKIT:1|TN"
)


def read(*rows: str) -> Imported:
    return pcgen("\n".join(rows).encode(), "races.lst")


def sheet(found: Imported) -> Sheet:
    return bestiary.resolve(tomllib.loads(found.text), "race.toml", found.names[0])


def test_the_races_fight_and_the_log_stands(tmp_path: Path) -> None:
    """All 25 rows of the real list, every one of them in one fight; audited and run again."""
    found = pcgen(RACES.read_bytes(), "rsrd-races.lst")
    made = faced(tmp_path, RACES, "pcgen", *found.names)

    assert (made, len(found.names)) == (found.text, 25)


def test_the_races_are_those_of_our_bestiary() -> None:
    """Of those that both have, size, space, reach, speed without armor and natural armor are the same but for these."""
    found = pcgen(RACES.read_bytes(), "rsrd-races.lst")

    assert [line for line in found.warnings if "it is not our" in line] == [
        "Animated Object (Medium): it is not our medium-animated-object: speed 10, there 30"
    ]


def test_a_row_is_a_creature() -> None:
    """Scores from ten, armor class from its parts, saves by type, the second attack secondary."""
    found = read(HOUND)
    sums = block(sheet(found))

    assert (sums.armor_class.total, sums.touch.total, sums.flat_footed.total) == (13, 11, 12)
    assert (sheet(found).hit_points, sheet(found).speed, sheet(found).legs) == (11, 50, 4)
    assert [(strike.weapon.name, strike.attack.total, strike.damage) for strike in sums.strikes[:2]] == [
        ("bite", 3, "1d6+2"),
        ("claw", -2, "1d4+1"),
    ]
    assert found.warnings == ()


def test_rows_alter_rows() -> None:
    """A copy with more tags, a change, one that is forgotten."""
    found = read(
        HOUND, "Hound.COPY=Sea Hound\tMOVE:Walk,20,Swim,40", "Hound.MOD\tMOVE:Walk,60", "Cur\tSIZE:S", "Cur.FORGET"
    )
    made = tomllib.loads(found.text)

    assert list(made) == ["hound", "sea-hound"]
    assert (made["hound"]["speed"], made["sea-hound"]["speed"], made["sea-hound"]["swim"]) == (60, 20, 40)


def test_a_race_without_hit_dice_is_a_warrior() -> None:
    """And carries the weapons that its row names."""
    found = read("Imp\tSIZE:S\tMOVE:Walk,30\tRACETYPE:Humanoid\tAUTO:WEAPONPROF|Javelin|Morningstar|TYPE=Simple")

    assert (sheet(found).base_attack, sheet(found).hit_dice, sheet(found).held) == (1, 1, ("morningstar",))
    assert "Imp: it has no Hit Dice of its own: a warrior of the first level" in found.decided


def test_what_is_not_read_is_told() -> None:
    """Formulas, shots, unknown tags."""
    told_ = " ".join(
        read(f"{HOUND}\tBONUS:STAT|WIS|(CL)\tNATURALATTACKS:Spit,Weapon.Natural.Ranged,*1,1d4\tVISION:Scent").unread
    )

    assert "it does not move" in " ".join(read(HOUND.replace("MOVE:Walk,50", "")).unread)
    for words in ("BONUS:STAT|WIS|(CL)", "natural attack Spit", "tags VISION"):
        assert words in told_


HOSTILE = {
    "nothing": b"",
    "too long": b"a" * (LARGEST + 1),
    "another encoding": HOUND.encode("utf-16"),
    "comments alone": b"# Race\tSIZE:M\n",
    "no size": b"Hound\tMOVE:Walk,30",
    "altering nobody": b"Hound.MOD\tSIZE:M",
    "too many": b"".join(b"a%d\tSIZE:M\n" % n for n in range(MOST + 1)),
    "a reduction of 5,000 digits": f"{HOUND}\tDR:{'9' * 5000}/magic".encode(),
    "tags without end": b"a\tSIZE:M" + b"\tX:1" * MOST,
    "huge numbers": HOUND.replace("Animal:2", f"Animal:{'9' * 5000}").replace("SIZE:M", "SIZE:?").encode(),
    "copies of copies": b"a\tSIZE:M\n" + b"".join(b"a%d.COPY=a%d\tX:1\n" % (n, n + 1) for n in range(9)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_list_is_one_sentence(what: str) -> None:
    """Whatever is thrown at it, the answer is short."""
    with pytest.raises(BadInput) as caught:
        pcgen(HOSTILE[what], "x.json")

    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_a_list_cut_anywhere_is_a_bestiary_or_one_sentence() -> None:
    """Ten beginnings of the real list."""
    for piece in cut(RACES.read_bytes(), 10):
        answered(pcgen, piece)


@given(st.lists(st.tuples(st.sampled_from(HOUND.split("\t")[1:]), st.text(max_size=12)), max_size=3))
def test_a_row_with_anything_wrong_is_a_creature_or_one_sentence(changes: list[tuple[str, str]]) -> None:
    """Up to three tags with any text for their values."""
    row = HOUND
    for tag, value in changes:
        row = row.replace(tag, f"{tag.partition(':')[0]}:{value}")
    answered(pcgen, row.encode("utf-8", "replace"))


def test_the_command_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without a row."""
    file = tmp_path / "races.lst"
    file.write_text("# nothing\n", "utf-8")

    assert "has no row of a race" in told(["import", "pcgen", str(file)], capsys)
