"""TOML files read strictly: whatever is wrong becomes one sentence with the file, the key and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

from sim.core.errors import BadInput

T = TypeVar("T")

_AT = re.compile(r" - at `(?:key in )?\$\.?(.*?)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_CHOICE = re.compile(r"Invalid enum value '(.*?)'")
_STEP = re.compile(r"\[[^\]]*\]|[^.\[\]]+")
_LONG = re.compile(r"'([^']{79})[^']+'")
_WORDS = {
    "`int`": "a whole number",
    "`float`": "a decimal number",
    "`str`": "a text",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
    "`null`": "nothing",
}


def shipped(*parts: str) -> Traversable:
    """A data file or folder of this package, wherever the package is installed."""
    return files("sim.tables").joinpath(*parts)


def parse(text: str, where: str) -> dict[str, Any]:
    """
    The tables of a TOML text; ``where`` names its file in errors.

    :raises BadInput: when the text is no TOML.
    """
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise BadInput(f"{where} is not valid TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{where} is not valid TOML: its brackets are nested too deep") from None


def text(path: Path, what: str, largest: int) -> str:
    """
    A text file of the user's, of at most ``largest`` bytes; ``what`` is what it ought to be.

    :raises BadInput: when it cannot be read, is longer, or not UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}): name {what}") from None
    except ValueError:
        raise BadInput(f"{str(path)!r} is no path of a file: name {what}") from None
    if len(data) > largest:
        raise BadInput(f"{path} is longer than {largest} bytes: that is not {what}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text: save it in that encoding") from None


def convert(document: object, shape: type[T], where: str) -> T:
    """
    ``document`` as a value of ``shape``, unknown keys and wrong types refused.

    :raises BadInput: with file, key and what was expected.
    """
    try:
        return msgspec.convert(document, shape)
    except msgspec.ValidationError as error:
        message = str(error)
    if wrong := _CHOICE.match(message):
        at = _AT.search(message)
        key = at[1] if at else ""
        known(wrong[1], _choices(shape, key), "value", f"{where}: {short(key)}" if key else where)
    raise BadInput(_sentence(message, where))


def table(name: str, shape: type[T]) -> dict[str, T]:
    """A shipped table ``d20/NAME.toml``: one value of ``shape`` for each of its keys."""
    where = f"{name}.toml"
    return convert(parse(shipped("d20", where).read_text(encoding="utf-8"), where), dict[str, shape], where)  # type: ignore[valid-type]


def known(name: str, names: Iterable[str], what: str, where: str) -> None:
    """
    Refuse a name that is not among ``names``, with the nearest ones.

    >>> known("falchoin", ["falchion", "dagger"], "weapon", "orc.toml: weapons")
    Traceback (most recent call last):
    sim.core.errors.BadInput: orc.toml: weapons: unknown weapon 'falchoin': did you mean falchion?

    :raises BadInput: always when it is not among them.
    """
    names = list(names)
    if name in names:
        return
    near = get_close_matches(name, names, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"choose one of {_listed(names)}"
    raise BadInput(f"{where}: unknown {what} {short(name)!r}: {hint}")


def short(name: str) -> str:
    """
    A name as a sentence quotes it, however long it is.

    >>> short("x" * 1000)[-3:]
    'xx…'
    """
    return name if len(name) <= 80 else f"{name[:79]}…"


def _listed(names: list[str]) -> str:
    """The first names, so that a sentence stays a sentence."""
    return ", ".join(names[:12]) + (" …" if len(names) > 12 else "")


def _choices(shape: Any, key: str) -> list[str]:
    """The texts that may stand at a key of a table of this shape, such as ``side[0].policy``."""
    kinds = [msgspec.inspect.type_info(shape)]
    for step in _STEP.findall(key):
        kinds = [inner for kind in kinds for inner in _inside(kind, step)]
    literals = [kind for kind in kinds for kind in _alternatives(kind) if isinstance(kind, msgspec.inspect.LiteralType)]
    return [value for literal in literals for value in literal.values if isinstance(value, str) and value]


def _alternatives(kind: msgspec.inspect.Type) -> Iterable[msgspec.inspect.Type]:
    """Each of the types that a type stands for."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return _alternatives(kind.type)
    return kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)


def _inside(kind: msgspec.inspect.Type, step: str) -> Iterable[msgspec.inspect.Type]:
    """What may stand behind one step of a key: a name, or an index in brackets."""
    for one in _alternatives(kind):
        if isinstance(one, msgspec.inspect.StructType):
            yield from (field.type for field in one.fields if field.encode_name == step)
        elif isinstance(one, msgspec.inspect.DictType):
            yield one.value_type
        elif isinstance(one, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
            yield one.item_type


def _sentence(message: str, where: str) -> str:
    """The message of msgspec in the words of a table's author."""
    at = _AT.search(message)
    key = short(at[1]) if at else ""
    message = _LONG.sub(r"'\1…'", _AT.sub("", message))
    if unknown := _UNKNOWN.fullmatch(message):
        inside = f"{key}." if key else ""
        return f"{where}: unknown key {inside}{short(unknown[1])}: check its spelling or remove it"
    if missing := _MISSING.fullmatch(message):
        inside = f"{key}." if key else ""
        return f"{where}: the key {inside}{missing[1]} is missing: add it"
    for code, words in _WORDS.items():
        message = message.replace(code, words)
    message = message.replace("`", "").replace("Expected", "expected", 1).replace(" | ", " or ")
    return f"{where}: {key}: {message}" if key else f"{where}: {message}"
