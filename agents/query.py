"""
Questions to logs and tables in SQL, which DuckDB answers (extra ``data``).

A query reads the files that are named beside it, and nothing else: logs and Parquet files are read for DuckDB, which is
closed to every file, to the network and to its own settings before it sees a query; and that has to be a ``SELECT``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from agents.export import GROUP, arrow, logs_of, schema
from sim.core.errors import BadInput
from sim.events.log import Reading, read
from sim.replay.tidy import COLUMNS, Row, tables

if TYPE_CHECKING:
    import pyarrow.dataset
    from duckdb import DuckDBPyConnection

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "temp_directory": "",
}
"""No variable of ours is a table, nothing is fetched from the network, nothing is left on the disk."""

_NUMBER = re.compile(r"NUMBER|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*")
"""The types of DuckDB that are numbers."""


class Answer(NamedTuple):
    """The names of the columns, whether each holds numbers, and the rows, which may be many."""

    heads: tuple[str, ...]
    numbers: tuple[bool, ...]
    rows: Iterator[tuple[Any, ...]]


class Sources(NamedTuple):
    """What a query may read: logs, and Parquet files by the name of the view that shows them."""

    logs: tuple[str, ...]
    parquet: dict[str, list[str]]


def check() -> None:
    """:raises BadInput: when DuckDB, or what it is fed with, is not installed."""
    try:
        import duckdb  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadInput("queries need duckdb and pyarrow, which are not installed: pip install 'maraud[data]'") from None


def sources(wishes: Iterable[str]) -> Sources:
    """
    The files that are named: logs, Parquet files, and folders with the ones or the others.

    :raises BadInput: when one is not there, a folder has neither, or a file can name no table.
    """
    logs: list[str] = []
    parquet: dict[str, list[str]] = {}
    for wish in wishes:
        path = Path(wish)
        inside = sorted(path.glob("*.parquet")) if path.is_dir() else [path] * (path.suffix == ".parquet")
        if not inside:
            logs += logs_of([wish])
        for one in inside:
            if not one.is_file():
                raise BadInput(f"{one} is no file: name a Parquet file, a log, or a folder of them")
            if not re.fullmatch(r"[A-Za-z_]\w*", one.stem):
                raise BadInput(f"{one}: its table would be called {one.stem[:40]!r}: give it a name of letters and _")
            parquet.setdefault(one.stem, []).append(str(one.resolve()))
    return Sources(tuple(dict.fromkeys(logs)), {name: list(dict.fromkeys(paths)) for name, paths in parquet.items()})


class Desk:
    """Where questions are answered: the tables of some files, and nothing else."""

    def __init__(self) -> None:
        import duckdb

        self._base: DuckDBPyConnection = duckdb.connect(":memory:", config=_SETTINGS)
        self.views: tuple[str, ...] = ()

    def open(self, found: Sources) -> Iterator[tuple[str, Reading]]:
        """
        Lay the tables out; yields each log when its rows are in.

        :raises BadInput: when a file cannot be read.
        """
        if found.logs:
            yield from self._take(found.logs)
        own = COLUMNS if found.logs else {}
        self.views = tuple(dict.fromkeys((*own, *found.parquet)))
        for name, paths in found.parquet.items():
            self._base.register(f"files_{name}" if name in own else name, _dataset(paths))
        for name in own:
            more = f" UNION ALL BY NAME SELECT * FROM files_{name}" if name in found.parquet else ""
            self._base.execute(f"CREATE TEMPORARY VIEW {name} AS SELECT * FROM logs.{name}{more}")
        self._base.execute("SET enable_external_access = false")
        self._base.execute("SET lock_configuration = true")

    def _take(self, logs: Sequence[str]) -> Iterator[tuple[str, Reading]]:
        """The rows of logs, so many at once that they fit."""
        self._base.execute("CREATE SCHEMA logs")
        schemas = {name: schema(columns) for name, columns in COLUMNS.items()}
        held: dict[str, list[Row]] = {name: [] for name in COLUMNS}
        for name, columns in schemas.items():
            self._base.register("rows", arrow([], columns))
            self._base.execute(f"CREATE TABLE logs.{name} AS SELECT * FROM rows")
        for place, log in enumerate(logs, 1):
            reading = read(log)
            for name, rows in tables(reading, log).items():
                held[name] += rows
                if len(held[name]) >= GROUP or (place == len(logs) and held[name]):
                    self._base.register("rows", arrow(held[name], schemas[name]))
                    self._base.execute(f"INSERT INTO logs.{name} SELECT * FROM rows")
                    held[name] = []
            yield log, reading
        self._base.unregister("rows")

    def ask(self, sql: str) -> Answer:
        """
        The answer to a query.

        :raises BadInput: when it cannot be answered, asks for more than an answer, or for a file that is not named.
        """
        import duckdb

        with suppress(duckdb.Error):  # that of the question before
            self._base.execute("ROLLBACK")
        self._base.execute("BEGIN TRANSACTION READ ONLY")
        try:
            statements = self._base.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise BadInput("a query only asks, and one thing at a time: write one SELECT")
            cursor = self._base.execute(statements[0])
            heads = tuple(column[0] for column in cursor.description)
            numbers = tuple(_NUMBER.fullmatch(str(column[1])) is not None for column in cursor.description)
            return Answer(heads, numbers, self._rows(cursor))
        except duckdb.Error as error:
            raise self._sentence(error) from None

    def _rows(self, cursor: DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
        import duckdb

        try:
            while rows := cursor.fetchmany(1000):
                yield from rows
        except duckdb.Error as error:
            raise self._sentence(error) from None

    def _sentence(self, error: Exception) -> BadInput:
        """What is wrong with a query."""
        import duckdb

        if isinstance(error, duckdb.InterruptException):
            raise KeyboardInterrupt from None
        if isinstance(error, duckdb.PermissionException):
            return BadInput("the query asks for a file that is not named: name it behind the query")
        return BadInput(
            f"the query cannot be answered ({_said(error)}): the tables are {', '.join(self.views)}, "
            "and `DESCRIBE TABLE` lists the columns of one"
        )


def _dataset(paths: Sequence[str]) -> pyarrow.dataset.Dataset:
    """
    Parquet files as one table, which Arrow reads: DuckDB itself opens no file.

    :raises BadInput: when one of them is no such file.
    """
    import pyarrow
    from pyarrow.dataset import dataset
    from pyarrow.parquet import read_schema

    schemas = []
    for path in paths:
        try:
            schemas.append(read_schema(path))
        except (pyarrow.ArrowException, OSError) as error:
            raise BadInput(f"{path} is no Parquet file that can be read ({_said(error)}): name another") from None
    try:
        return dataset(list(paths), schema=pyarrow.unify_schemas(schemas), format="parquet")
    except pyarrow.ArrowException as error:
        raise BadInput(f"{', '.join(paths)} do not fit together ({_said(error)}): ask them one by one") from None


def _said(error: Exception) -> str:
    """What DuckDB says, without the picture of the place."""
    return " ".join(str(error).partition("\n\nLINE")[0].split()).rstrip(".!")[:300]
