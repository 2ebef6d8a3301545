"""``maraud export`` and ``maraud query``: logs as tables, and questions to them."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from agents.export import export
from agents.query import Desk, sources
from sim.core.errors import BadInput
from sim.replay.tidy import COLUMNS
from tests.cli.conftest import FIGHT
from tests.record_golden import ROOT

DUEL = str(ROOT / "replays" / "duel.jsonl")
ADND = str(ROOT / "replays" / "old" / "format-1-adnd-1.jsonl")


def files(folder: str) -> dict[str, bytes]:
    """What is in a folder."""
    return {path.name: path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def test_logs_become_a_parquet_file_for_each_table(maraud) -> None:
    """With every event, and the meaning of each column in the file itself."""
    run = maraud("export", "a.jsonl", DUEL, "--out", "out")
    events = parquet.read_table("out/events.parquet")
    lines = FIGHT.count(b"\n") - 1, Path(DUEL).read_bytes().count(b"\n") - 1

    assert (run.code, run.err) == (0, "")
    assert run.out == f"{sum(lines)} events of 2 logs are in out: {', '.join(COLUMNS)}\n"
    assert list(files("out")) == sorted(f"{name}.parquet" for name in COLUMNS)
    assert events.column("fight").to_pylist() == ["a.jsonl"] * lines[0] + [DUEL] * lines[1]
    for name, columns in COLUMNS.items():
        found = parquet.read_schema(f"out/{name}.parquet")
        assert [(field.name, field.metadata[b"meaning"].decode(), field.nullable) for field in found] == [
            (column.name, column.meaning, column.void) for column in columns
        ]


def test_csv_holds_the_same_rows(maraud) -> None:
    """What is missing is empty, and truth has a word."""
    for kind in ("parquet", "csv"):
        maraud("export", "a.jsonl", ADND, "--to", kind, "--out", kind)
    for name in COLUMNS:
        with open(f"csv/{name}.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        table = parquet.read_table(f"parquet/{name}.parquet").to_pylist()
        assert rows == [
            {key: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
             for key, value in row.items()}
            for row in table
        ]  # fmt: skip


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_same_logs_give_the_same_bytes(maraud, kind: str) -> None:
    """However often they are exported."""
    for folder in ("one", "two"):
        maraud("export", "a.jsonl", ADND, "--to", kind, "--out", folder)

    assert files("one") == files("two")


def test_tables_that_exist_stay(maraud) -> None:
    """Unless by force."""
    maraud("export", "a.jsonl", "--out", "out")
    before = files("out")
    run = maraud("export", DUEL, "--out", "out")

    assert (run.code, run.err) == (
        2,
        "maraud: out/fights.parquet is there already: name another folder with --out, or give --force\n",
    )
    assert files("out") == before
    assert maraud("export", DUEL, "--out", "out", "--force").code == 0
    assert files("out") != before


def test_a_log_that_cannot_be_read_leaves_nothing(maraud) -> None:
    """Neither tables nor a folder, though others before it could."""
    Path("torn.jsonl").write_bytes(FIGHT[:200])
    run = maraud("export", "a.jsonl", "torn.jsonl", "--out", "deep/out")

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("maraud: torn.jsonl has no whole header line")
    assert not Path("deep").exists()


def test_an_unfinished_log_is_exported_and_said_to_be_one(maraud) -> None:
    """Its whole lines are."""
    Path("torn.jsonl").write_bytes(FIGHT[:-500])
    run = maraud("export", "torn.jsonl", "--json")

    assert run.json["logs"] == 1
    assert run.err.startswith("maraud: torn.jsonl is unfinished")
    assert parquet.read_table("tables/fights.parquet").to_pylist()[0]["finished"] is False
    assert parquet.read_table("tables/events.parquet").num_rows == run.json["events"]


def test_a_log_and_its_tables_give_the_same_answer(maraud) -> None:
    """And so does a single file of them."""
    maraud("export", "a.jsonl", "--out", "out")
    sql = "SELECT actor, count(*) AS blows, avg(total) FROM rolls WHERE kind = 'AttackRolled' GROUP BY 1 ORDER BY 1"
    answers = [maraud("query", sql, source, "--json").json for source in ("a.jsonl", "out", "out/rolls.parquet")]

    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0]["blows"] > 0


def test_logs_and_tables_can_be_asked_together(maraud) -> None:
    """Their rows follow each other."""
    maraud("export", DUEL, "--out", "out")
    found = maraud("query", "SELECT fight FROM fights ORDER BY fight", "out", "a.jsonl", "--json").json

    assert [row["fight"] for row in found] == sorted([DUEL, "a.jsonl"])


def test_an_answer_comes_as_a_table_as_csv_as_json(maraud) -> None:
    """Whatever is in it."""
    words = (
        "query",
        "SELECT 1.5 AS half, true AS yes, NULL AS none, 2 // 1 AS two, 'a,b' AS text, 'nan'::DOUBLE AS no",
        DUEL,
    )

    assert maraud(*words, "--csv").out == 'half,yes,none,two,text,no\n1.5,true,,2,"a,b",nan\n'
    assert maraud(*words, "--json").json == [
        {"half": 1.5, "yes": True, "none": None, "two": 2, "text": "a,b", "no": None}
    ]
    assert "│  1.5 │ true │" in maraud(*words).out


def test_a_long_answer_is_cut_and_said_to_be(maraud) -> None:
    """Where it is shown; CSV has all of it."""
    run = maraud("query", "SELECT seq FROM events", DUEL, "--rows", 3)

    assert run.out.count("│") == 6
    assert "there are more rows than 3" in run.err
    assert maraud("query", "SELECT seq FROM events", DUEL, "--csv").out.count("\n") == 16


def test_a_question_can_be_piped_in(maraud) -> None:
    """With a dash in its place."""
    assert maraud("query", "-", DUEL, "--csv", said="SELECT count(*) AS n FROM fights\n").out == "n\n1\n"


WRONG = {
    "no SQL": ("SELEC 1", "cannot be answered"),
    "no column": ("SELECT luck FROM rolls", "cannot be answered"),
    "no table": ("SELECT 1 FROM luck", "the tables are fights, creatures, turns, events, rolls, modifiers, dice"),
    "no number": ("SELECT 'a'::INT", "cannot be answered"),
    "a fault in a late row": ("SELECT CAST(kind AS INT) FROM events", "cannot be answered"),
    "nothing": ("", "write one SELECT"),
    "two questions": ("SELECT 1; SELECT 2", "write one SELECT"),
    "another file": ("SELECT * FROM read_text('secret.csv')", "a file that is not named"),
    "another table": ("SELECT * FROM 'secret.csv'", "a file that is not named"),
    "a folder": ("SELECT * FROM glob('*')", "a file that is not named"),
    "a variable of the program": ("SELECT * FROM sql", "cannot be answered"),
    "writing": ("COPY (SELECT 1) TO 'out.csv'", "write one SELECT"),
    "writing over what is named": ("COPY (SELECT 1) TO 'FIGHTS' (FORMAT parquet)", "write one SELECT"),
    "writing over it inside a question": (
        "WITH x AS (COPY (SELECT 1) TO 'FIGHTS' (FORMAT parquet, USE_TMP_FILE false)) SELECT 1",
        "the query",
    ),
    "reading its bytes": ("SELECT * FROM read_blob('FIGHTS')", "a file that is not named"),
    "deleting inside a question": (
        "WITH x AS (DELETE FROM logs.dice RETURNING *) SELECT * FROM x",
        "cannot be answered",
    ),
    "deleting": ("DELETE FROM logs.events", "write one SELECT"),
    "another database": ("ATTACH 'x.db'", "write one SELECT"),
    "more rights": ("SET enable_external_access = true", "write one SELECT"),
}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file that queries may read."""
    folder = tmp_path_factory.mktemp("desk")
    list(export([DUEL], folder, "parquet"))
    return folder / "fights.parquet"


@pytest.fixture(scope="module")
def desk(named: Path) -> Desk:
    """The tables of a log and of a Parquet file."""
    desk = Desk()
    list(desk.open(sources([DUEL, str(named)])))
    return desk


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_asked_is_a_sentence(
    desk: Desk, named: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read but what is named, and nothing is written at all; the next question is answered."""
    monkeypatch.chdir(tmp_path)
    Path("secret.csv").write_text("a,b\n1,2\n", "utf-8")
    before = named.read_bytes()
    sql, words = WRONG[case]

    with pytest.raises(BadInput, match=re.escape(words)):
        list(desk.ask(sql.replace("FIGHTS", str(named))).rows)
    assert list(files(".")) == ["secret.csv"]
    assert named.read_bytes() == before
    assert list(desk.ask("SELECT count(*) FROM fights").rows) == [(2,)]


def test_the_command_says_it_in_one_line(maraud) -> None:
    """With exit code 2, and nothing shown."""
    for sql in ("SELECT luck FROM rolls", "SELECT CAST(kind AS INT) FROM events", "SELECT * FROM read_text('a.jsonl')"):
        run = maraud("query", sql, DUEL, "--csv")

        assert (run.code, run.out) == (2, "")
        assert run.err.startswith("maraud: the query ")
        assert run.err.count("\n") == 1


SOURCES = {
    "no file": ("nowhere.jsonl", "cannot be read"),
    "no table file": ("nowhere.parquet", "is no file"),
    "an empty folder": ("empty", "has no log"),
    "no Parquet": ("false.parquet", "is no Parquet file that can be read"),
    "no name for a table": ("1 2.parquet", "give it a name of letters"),
}


@pytest.mark.parametrize("case", SOURCES)
def test_what_cannot_be_read_is_one_sentence(maraud, case: str) -> None:
    """It names the file."""
    Path("empty").mkdir()
    for name in ("false.parquet", "1 2.parquet"):
        Path(name).write_bytes(b"PAR1 or not")
    source, words = SOURCES[case]
    run = maraud("query", "SELECT 1", source)

    assert (run.code, run.out) == (2, "")
    assert source in run.err
    assert words in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("missing", "words"), [("pyarrow", ("export", "a.jsonl")), ("duckdb", ("query", "SELECT 1", "a.jsonl"))]
)
def test_what_is_not_installed_is_told(maraud, monkeypatch: pytest.MonkeyPatch, missing: str, words: tuple) -> None:
    """With what to do about it."""
    monkeypatch.setitem(sys.modules, missing, None)
    run = maraud(*words)

    assert (run.code, run.out) == (2, "")
    assert "pip install 'maraud[data]'" in run.err


def test_csv_needs_nothing_else(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be written without pyarrow."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert maraud("export", "a.jsonl", "--to", "csv").code == 0
    assert maraud("export", "a.jsonl", "--to", "xls").code == 2
