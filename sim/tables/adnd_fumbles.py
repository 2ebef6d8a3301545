"""The table of critical fumbles, from ``adnd/fumbles.toml``: each number from 1 to 100 stands in one band of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sim.core.errors import BadInput
from sim.dice.notation import parse as dice
from sim.tables import files

Short = Literal["exposed", "entangled", "breaks", "nearest"]


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """
    One result of the table. ``position`` is to what the fumbler sinks, ``rounds`` the dice of how long the result
    lasts, ``share`` which part of the damage is done: 1 all, 2 the half.
    """

    position: Literal["", "kneeling", "sitting", "prone"] = ""
    off_balance: bool = False
    rounds: str = ""
    share: Literal[1, 2] = 1


class FumbleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``fumbles.toml``."""

    flight: str
    directions: int
    weapon_plus: int
    shield_plus: int
    short: tuple[tuple[int, int, Short], ...]
    bands: dict[str, Band]


def faces(name: str) -> tuple[int, int]:
    """
    First and last number of a band.

    >>> faces("41-49"), faces("66"), faces("00")
    ((41, 49), (66, 66), (100, 100))
    """
    first, _, last = name.partition("-")
    return int(first) or 100, int(last or first) or 100


def read(text: str, where: str = "fumbles.toml") -> FumbleTable:
    """
    The table that a TOML text holds.

    :raises BadInput: for an unknown key, for dice that are none, and for a number that is in no band or in two.
    """
    table = files.convert(files.parse(text, where), FumbleTable, where)
    for name, band in table.bands.items():
        if not name.replace("-", "", 1).isdigit():
            raise BadInput(f"{where}: bands: {name!r} is no band: write it like 01-24, 66 or 00")
        _check_dice(band.rounds, f"{where}: bands.{name}.rounds")
    _check_dice(table.flight, f"{where}: flight")
    _covered([faces(name) for name in table.bands], 100, f"{where}: bands")
    _covered([(first, last) for first, last, _ in table.short], 10, f"{where}: short")
    return table


def _covered(spans: list[tuple[int, int]], most: int, where: str) -> None:
    expected = 1
    for first, last in spans:
        if first != expected or last < first:
            raise BadInput(f"{where}: {first} to {last} comes where a band beginning with {expected} is due")
        expected = last + 1
    if expected != most + 1:
        raise BadInput(f"{where}: the bands end with {expected - 1}: go on to {most}")


def _check_dice(text: str, where: str) -> None:
    if text:
        try:
            dice(text)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None


FUMBLES = read(files.shipped("adnd", "fumbles.toml").read_text(encoding="utf-8"))


def band(roll: int) -> str:
    """
    The band in which a number of d100 stands.

    >>> band(66), band(100), band(2)
    ('66', '00', '01-24')
    """
    for name in FUMBLES.bands:
        first, last = faces(name)
        if first <= roll <= last:
            return name
    raise AssertionError(roll)


def short(roll: int) -> Short:
    """
    The result of the short table for a number of d10.

    >>> short(4), short(10)
    ('exposed', 'nearest')
    """
    for first, last, name in FUMBLES.short:
        if first <= roll <= last:
            return name
    raise AssertionError(roll)
