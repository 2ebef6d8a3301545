"""The nine sizes: what each is worth, the room it takes, and how dice of damage grow and shrink with it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sim.core.errors import BadInput
from sim.dice.notation import Dice, parse
from sim.tables import files
from sim.tables.sheet import SIZES, Sheet, Size, Weapon

Shape = Literal["tall", "long"]


class SizeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the size table. Distances are in feet; a negative modifier is a penalty."""

    attack: int
    """On attack rolls and armor class."""
    grapple: int
    special: int
    """On the Strength checks of bull rush, overrun and trip."""
    hide: int
    space: str
    """As printed: below Small a fraction of a square."""
    span: int
    """Squares on a side of its space, at least 1."""
    reach_tall: int
    reach_long: int
    height: int
    """Squares high when tall; the long ones stand one less, at least 1 (decision)."""
    per_square: int
    """How many may share a square; 0: it takes more than one square."""

    def reach(self, shape: Shape) -> int:
        """Natural reach in feet."""
        return self.reach_tall if shape == "tall" else self.reach_long


SIZE: dict[str, SizeFigures] = files.table("sizes", SizeFigures)
"""By size, smallest first."""


class _Steps(Struct, forbid_unknown_fields=True):
    larger: dict[str, str]
    smaller: dict[str, str]
    tiny: dict[str, str]


_STEPS = files.convert(
    files.parse(files.shipped("d20", "damage.toml").read_text(encoding="utf-8"), "damage.toml"), _Steps, "damage.toml"
)


def scaled(medium: str, size: Size, small: str = "") -> str:
    """
    Weapon dice of a Medium weapon for another size; ``small`` is what the weapon table prints for Small.

    >>> scaled("1d10", "large"), scaled("2d6", "tiny"), scaled("1d8", "huge")
    ('2d8', '1d8', '3d6')

    :raises BadInput: when the size table knows no such dice.
    """
    dice = parse(medium)
    step = SIZES.index(size) - SIZES.index("medium")
    base = str(Dice(dice.count, dice.sides))
    if step >= 0:
        for _ in range(step):
            base = _step(base, _STEPS.larger)
    elif size == "small":
        base = small or _step(base, _STEPS.smaller)
    else:
        base = _step(base, _STEPS.tiny)
        for _ in range(-step - 2):
            base = _step(base, _STEPS.smaller)
    return f"{base}{dice.bonus:+d}" if dice.bonus else base


def enlarged(sheet: Sheet) -> Sheet:
    """
    The same creature one size larger: space, reach and height, and the dice of its weapons one step up. Abilities are
    as they were. Asked twice for a sheet, it gives the same one.
    """
    known = _ENLARGED.get(id(sheet))
    if known is None:
        if len(_ENLARGED) >= _KEPT:
            _ENLARGED.clear()
        size = SIZES[SIZES.index(sheet.size) + 1]
        old, new = SIZE[sheet.size], SIZE[size]
        known = _ENLARGED[id(sheet)] = (
            sheet,
            replace(
                sheet,
                size=size,
                space=5 * new.span,
                reach=sheet.reach + new.reach_tall - old.reach_tall,
                height=sheet.height + new.height - old.height,
                weapons=tuple([_heavier(weapon) for weapon in sheet.weapons]),
                unarmed=_heavier(sheet.unarmed),
            ),
        )
    return known[1]


_ENLARGED: dict[int, tuple[Sheet, Sheet]] = {}
_KEPT = 256
"""Enlarged sheets that are kept, each with the sheet that it comes from."""


def _heavier(weapon: Weapon) -> Weapon:
    return replace(weapon, damage=_larger(weapon.damage), double=_larger(weapon.double))


def _larger(damage: str) -> str:
    base, plus, bonus = damage.partition("+")
    return f"{_STEPS.larger.get(base, base)}{plus}{bonus}"


def _step(dice: str, steps: dict[str, str]) -> str:
    try:
        return steps[dice]
    except KeyError:
        raise BadInput(f"weapon dice {dice} have no row in the size table: use one of {', '.join(steps)}") from None
