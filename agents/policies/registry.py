"""
The policies by name: those of this package, those that installed packages bring (entry points of the group
``maraud.policies``), and those of files, ``PATH.py`` or ``PATH.py:FUNCTION``.

A file is run only after ``admit`` was told its name, by the command line say: no scenario and no log makes anybody's
code run.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb

from agents.policies import doctrine, nearest, random_, search, team, utility
from agents.policies.base import Offers, Policy
from agents.view import View
from sim.core.errors import BadInput
from sim.dice.sources import Stream
from sim.events.orders import Decision
from sim.tables.files import short

GROUP = "maraud.policies"
"""The entry points that are policies."""

USUAL = "choose"
"""The function of a policy file, where no other is named."""

_POLICIES: dict[str, Policy] = {
    random_.NAME: random_.choose,
    nearest.NAME: nearest.choose,
    doctrine.NAME: doctrine.stance(),
    **{f"{doctrine.NAME}:{name}": doctrine.stance(name) for name in doctrine.STANCES},
    utility.NAME: utility.choose,
    team.NAME: team.choose,
    **search.POLICIES,
}
_ADMITTED: dict[str, Policy] = {}


@cache
def _installed() -> dict[str, EntryPoint]:
    """The policies of installed packages; a name of this package is never taken from it."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _POLICIES}


def names() -> tuple[str, ...]:
    """Every name under which a scenario or a command can ask for a policy, files apart."""
    return (*_POLICIES, *_installed())


def policy(name: str) -> Policy:
    """
    The policy of this name.

    :raises BadInput: when there is none, or its package or file cannot give it.
    """
    found = _POLICIES.get(name) or _ADMITTED.get(name)
    if found is not None:
        return found
    if point := _installed().get(name):
        return _ADMITTED.setdefault(name, _entered(point))
    if is_file(name):
        where = "with --policy, or with --allow where a log names it"
        raise BadInput(f"the policy file {short(name)!r} is run only when the command line names it: {where}")
    raise BadInput(f"no policy is called {short(name)!r}: use one of {', '.join(names())}, or the path of a .py file")


def admit(name: str) -> str:
    """
    The name of a policy that may be used from now on; that of a file is run, once.

    :raises BadInput: when there is no such policy, or the file cannot be run.
    """
    if is_file(name) and name not in _ADMITTED:
        _ADMITTED[name] = _of_file(name)
    policy(name)
    return name


def is_file(name: str) -> bool:
    """Is this the name of a policy file?"""
    return name.endswith(".py") or ".py:" in name


def path_of(name: str) -> str:
    """The path of a policy file."""
    return f"{name.partition('.py')[0]}.py"


def _entered(point: EntryPoint) -> Policy:
    try:
        found = point.load()
    except Exception as error:
        raise BadInput(f"the policy {point.name!r} ({point.value}) cannot be loaded: {_said(error)}") from error
    return _checked(found, f"the policy {point.name!r} ({point.value})")


def _of_file(name: str) -> Policy:
    path = path_of(name)
    function = name.removeprefix(path).removeprefix(":") or USUAL
    spec = spec_from_file_location(f"maraud_policy_{Path(path).stem}", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise BadInput(f"there is no policy file {path}: name a Python file with a function {function!r}")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"the policy file {path} cannot be run: {_said(error)}") from error
    return _checked(getattr(module, function, None), f"{function!r} in the policy file {path}")


def _checked(found: object, what: str) -> Policy:
    """The policy with its faults as sentences."""
    if not callable(found):
        raise BadInput(f"{what} is no function: define choose(view, menu, stream) that returns a Decision")

    def choose(view: View, menu: Offers, stream: Stream) -> Decision:
        try:
            decision = found(view, menu, stream)
        except Exception as error:
            raise BadInput(f"{what} has failed for {view.me.id}: {_said(error)}") from error
        if not isinstance(decision, Decision):
            raise BadInput(f"{what} has given {short(repr(decision))} for {view.me.id}: let it return a Decision")
        return decision

    return choose


def _said(error: Exception) -> str:
    """What went wrong, and in which line."""
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}: {error}"
