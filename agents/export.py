"""
Logs as files of tables: Parquet (extra ``data``: pyarrow) or CSV, a file for each table of ``sim.replay.tidy``.

The same logs give the same bytes. A folder gets all of its files or none.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sim.core.errors import BadInput
from sim.events.log import Reading, read
from sim.replay.tidy import COLUMNS, Column, Row, tables

if TYPE_CHECKING:
    import pyarrow

KINDS = ("parquet", "csv")

GROUP = 1 << 16
"""So many rows, or a few more, are held before they are written: a row group of a Parquet file."""


def check(kind: str) -> None:
    """
    :raises BadInput: for another kind of file, and when what writes it is not installed.
    """
    if kind not in KINDS:
        raise BadInput(f"--to {kind[:40]!r} is no kind of table here: use {' or '.join(KINDS)}")
    if kind == "parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise BadInput("Parquet needs pyarrow, which is not installed: pip install 'maraud[data]'") from None


def logs_of(wishes: Iterable[str]) -> tuple[str, ...]:
    """
    The logs that are named, each once; of a folder all that are directly in it.

    :raises BadInput: when a folder has none.
    """
    found: list[str] = []
    for wish in wishes:
        path = Path(wish)
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise BadInput(f"the folder {wish} has no log (*.jsonl): name another")
        found += [one.as_posix() for one in inside]
    return tuple(dict.fromkeys(found))


def export(logs: Iterable[str], folder: Path, kind: str, *, force: bool = False) -> Iterator[tuple[str, Reading]]:
    """
    Write the tables of logs into a folder; yields each log with its name when its rows are on their way. The files are
    there when all are.

    :raises BadInput: when a log cannot be read, and when a file is there already or cannot be written.
    """
    with writing(folder, COLUMNS, kind, force=force) as files:
        for log in logs:
            reading = read(log)
            for name, rows in tables(reading, log).items():
                files.add(name, rows)
            yield log, reading


class Files:
    """Tables that grow: their rows are held back until there are ``GROUP`` of them."""

    def __init__(self, writers: Mapping[str, Writer]) -> None:
        self._writers = writers
        self._rows: dict[str, list[Row]] = {name: [] for name in writers}

    def add(self, name: str, rows: Iterable[Row]) -> None:
        """More rows of a table."""
        self._rows[name] += rows
        if len(self._rows[name]) >= GROUP:
            self._flush(name)

    def _flush(self, name: str) -> None:
        if self._rows[name]:
            self._writers[name].write(self._rows[name])
            self._rows[name].clear()

    def close(self) -> None:
        """Write what is held back."""
        for name, writer in self._writers.items():
            self._flush(name)
            writer.close()


@contextmanager
def writing(
    folder: Path, columns: Mapping[str, Sequence[Column]], kind: str, *, force: bool = False
) -> Iterator[Files]:
    """
    Files of tables, which stand in their folder when all of them are whole; after an exception none does.

    :raises BadInput: when one is there already, unless by ``force``.
    """
    paths = {name: folder / f"{name}.{kind}" for name in columns}
    there = next((path for path in paths.values() if path.exists()), None)
    if there and not force:
        raise BadInput(f"{there} is there already: name another folder with --out, or give --force")
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    parts = {name: path.with_name(f".{path.name}.part") for name, path in paths.items()}
    writers: dict[str, Writer] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, part in parts.items():
            writers[name] = (_Parquet if kind == "parquet" else _Csv)(part, columns[name])
        files = Files(writers)
        yield files
        files.close()
        for name, part in parts.items():
            os.replace(part, paths[name])
    finally:
        for writer in writers.values():
            writer.close()
        for part in parts.values():
            part.unlink(missing_ok=True)
        for one in made:
            if one.is_dir() and not any(one.iterdir()):
                one.rmdir()


class Writer(Protocol):
    """Writes rows of one table into a file, which may be closed twice."""

    def write(self, rows: Sequence[Row]) -> None: ...
    def close(self) -> None: ...


class _Csv:
    """With a head, as RFC 4180 has it but for line feeds alone; what is missing is empty."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        self._file = TextIOWrapper(path.open("wb"), "utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(column.name for column in columns)
        self._truths = [place for place, column in enumerate(columns) if column.type == "bool"]

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            cells = list(row)
            for place in self._truths:
                if cells[place] is not None:
                    cells[place] = "true" if cells[place] else "false"
            self._writer.writerow(cells)

    def close(self) -> None:
        self._file.close()


class _Parquet:
    """The meaning of each column stands in its metadata."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        from pyarrow.parquet import ParquetWriter

        self._schema = schema(columns)
        self._writer = ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: Sequence[Row]) -> None:
        self._writer.write_table(arrow(rows, self._schema))

    def close(self) -> None:
        self._writer.close()


def schema(columns: Sequence[Column]) -> pyarrow.Schema:
    """The columns for Arrow."""
    import pyarrow

    types = {"text": pyarrow.string(), "int": pyarrow.int64(), "bool": pyarrow.bool_()}
    return pyarrow.schema(
        pyarrow.field(column.name, types[column.type], column.void, {"meaning": column.meaning}) for column in columns
    )


def arrow(rows: Sequence[Row], columns: pyarrow.Schema) -> pyarrow.Table:
    """Rows as a table of Arrow."""
    import pyarrow

    cells: Any = zip(*rows, strict=True) if rows else ([] for _ in columns)
    arrays = [pyarrow.array(values, field.type) for values, field in zip(cells, columns, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=columns)
