"""
Files as somebody might hand them over who means harm, or has a broken disk: real ones, changed.

Bytes are changed blindly, and the tree behind them with knowledge: a log is chained anew after the change, so that what
it says is looked at and not only its digests.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

Below = Callable[[int], int]
"""A number from 0 up to, and without, the bound: from a stream, from Hypothesis, from atheris."""

NUMBERS = (0, 1, -1, 2, 7, 64, 200, 255, 9999, -9999, 40_401, 1 << 20, 1 << 31, -(1 << 63), (1 << 64) - 1, 10**30)
TEXTS = (
    "", " ", "a", "Z-1", "\0", "\n", "\u202e", "é" * 50, "x" * 5000, "../../etc/passwd", "/dev/stdin", "$(reboot)",
    "__import__('os').abort()", "{0.__class__}", "%s%n", "'; drop table", "]]>", "\ud7ff\U0010ffff", "NaN", "-0",
)  # fmt: skip
STRANGE = (None, True, False, 0.5, 1e308, -0.0, [], {}, [[]], [[[[]]]], {"": {}}, [None], {"tag": "x"}, [0] * 500)
TOKENS = (
    b"\0", b"\n", b"\r\n", b"\xff", b"\xef\xbb\xbf", b'"', b"'''", b"[", b"{", b"}" * 9, b"[" * 400, b"=", b"\\u0000",
    b"\\ud800", b"1e999", b"nan", b"-", b"99999999999999999999", b"d20:0", b"[d1:1]", b"round 9999", b"#", b"because",
)  # fmt: skip


def mutant(kind: str, data: bytes, below: Below) -> bytes:
    """``data``, a ``log``, a ``toml`` file or a file of ``orders``, changed in up to four places."""
    wise = {"log": _log, "toml": _toml, "orders": _orders}[kind]
    if below(3):
        return wise(data, below)
    for _ in range(1 + below(4)):
        data = _bytes(data, below)
    return data


def chained(records: list[bytes]) -> bytes:
    """A log of these records: lines up to where their chain begins."""
    digest, lines = b"", []
    for record in records:
        digest = sha256(digest + record).hexdigest().encode()
        lines.append(b'%b,"chain":"%b"}\n' % (record, digest))
    return b"".join(lines)


def records(log: bytes) -> list[bytes]:
    """The records of a log, without their chain."""
    return [line.rpartition(b',"chain":"')[0] for line in log.splitlines()]


def _log(data: bytes, below: Below) -> bytes:
    """A prefix of the fight with lines changed, taken out, doubled, exchanged; numbered and chained anew."""
    found = records(data)
    trees = [json.loads(record + b"}") for record in found[: 2 + below(len(found) - 1)]]
    for _ in range(1 + below(4)):
        at = below(len(trees)) if below(8) else 0
        move = below(10)
        if move == 0 and at > 0:
            del trees[at]
        elif move == 1 and at > 0:
            trees.insert(1 + below(len(trees)), json.loads(json.dumps(trees[at])))
        elif move == 2 and at > 0:
            other = 1 + below(len(trees) - 1)
            trees[at], trees[other] = trees[other], trees[at]
        elif move == 3 and at > 0:
            trees[at]["kind"] = trees[1 + below(len(trees) - 1)].get("kind")
        else:
            trees[at] = _tree(trees[at], below)
        if len(trees) < 2:
            break
    out = []
    for seq, tree in enumerate(trees, -1):
        if seq >= 0 and type(tree) is dict and below(40):
            kind = tree.get("kind")
            tree = {"seq": seq, "kind": kind} | {k: v for k, v in tree.items() if k not in ("seq", "kind")}
        out.append(json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")[:-1])
    return chained(out)


def _toml(data: bytes, below: Below) -> bytes:
    document = tomllib.loads(data.decode())
    for _ in range(1 + below(4)):
        changed = _tree(document, below)
        document = changed if type(changed) is dict else document
    return ("".join(f"{json.dumps(str(key))} = {_toml_value(value)}\n" for key, value in document.items())).encode(
        "utf-8", "replace"
    )


def _toml_value(value: Any) -> str:
    if type(value) is dict:
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml_value(inner)}" for key, inner in value.items()) + "}"
    if type(value) is list:
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    return "[]" if value is None else json.dumps(value, ensure_ascii=False).replace("\x7f", "")


def _orders(data: bytes, below: Below) -> bytes:
    lines = data.decode().split("\n")
    for _ in range(1 + below(4)):
        at, other = below(len(lines)), below(len(lines))
        words = lines[at].split(" ")
        word, else_ = below(len(words)), lines[other].split(" ")
        match below(6):
            case 0:
                lines[at] = lines[other]
            case 1:
                words[word] = TEXTS[below(len(TEXTS))]
            case 2:
                words[word] = str(NUMBERS[below(len(NUMBERS))])
            case 3:
                words[word] = else_[below(len(else_))]
            case 4:
                words.insert(word, else_[below(len(else_))])
            case 5:
                del words[word]
        if words:
            lines[at] = " ".join(words)
    return "\n".join(lines).encode("utf-8", "replace")


def _places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that is in a tree."""
    inner = tree.items() if type(tree) is dict else enumerate(tree) if type(tree) is list else ()
    for key, value in inner:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _tree(tree: Any, below: Below) -> Any:
    """One place of the tree changed, most often to something that is almost right."""
    places = list(_places(tree))
    if not places:
        return tree
    *way, key = places[below(len(places))]
    parent = tree
    for step in way:
        parent = parent[step]
    old = parent[key]
    other = tree
    for step in places[below(len(places))]:
        other = other[step]
    match below(9):
        case 0:
            del parent[key]
        case 1 if type(parent) is list:
            parent.insert(key, json.loads(json.dumps(old, default=str)))
        case 1 | 2:
            parent[key] = json.loads(json.dumps(other, default=str))
        case 3 if type(parent) is dict:
            parent[TEXTS[below(len(TEXTS))]] = parent.pop(key)
        case 3 | 4 if type(old) is int:
            parent[key] = old + (1, -1, 10, -10, 1000)[below(5)]
        case 5:
            parent[key] = deepcopy(STRANGE[below(len(STRANGE))])
        case 6 if type(old) is list:
            parent[key] = old * (2 + 40 * below(2))
        case _ if type(old) is str:
            parent[key] = TEXTS[below(len(TEXTS))]
        case _:
            parent[key] = NUMBERS[below(len(NUMBERS))]
    return tree


def _bytes(data: bytes, below: Below) -> bytes:
    """A byte changed, a piece taken out, put in, doubled or moved, or the end cut off."""
    at = below(len(data) + 1)
    end = min(len(data), at + (1, 4, 60, 2000)[below(4)])
    match below(7):
        case 0:
            return data[:at] + bytes([below(256)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return data[:at] + TOKENS[below(len(TOKENS))] + data[at:]
        case 3:
            return data[:end] + data[at:end] + data[end:]
        case 4:
            to = below(len(data) + 1)
            return data[:to] + data[at:end] + data[to:]
        case 5:
            return data[:at]
        case _:
            return data[:at] + TOKENS[below(len(TOKENS))] + data[end:]
