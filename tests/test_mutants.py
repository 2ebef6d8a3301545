"""The tool that puts faults into the engine: which it knows, and that a live function gets them."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable

import pytest

from sim.rules.adnd import odds
from tests.mutants.faults import Living, broken, faults_of, sample, text_of

PLACE = "sim/rules/adnd/odds.py"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a < b", {"a <= b"}),
        ("a is not None", {"a is None"}),
        ("a and b", {"a or b"}),
        ("a + 1", {"a - 1", "a + 2"}),
        ("a | b", {"a & b"}),
        ("not a", {"a"}),
        ("max(a, b)", {"min(a, b)"}),
        ("True", {"False"}),
        ("'prone'", {"'prone~'"}),
        ("a if b else c", {"a if not b else c"}),
        ("a if b == c else d", {"a if b != c else d"}),
        ("[a for a in b if c]", {"[a for a in b]"}),
        ("f'{a} stands at {b}'", set()),
    ],
)
def test_what_may_be_wrong_with_an_expression(right: str, wrong: set[str]) -> None:
    """Each fault changes one thing; a sentence is left alone."""
    text = f"def f():\n    'A sentence.'\n    return {right}\n"

    found = {ast.unparse(broken(fault, text).body[0].body[1].value) for fault in faults_of("f.py", text)}  # type: ignore[attr-defined]

    assert found == wrong


def test_declarations_are_left_alone() -> None:
    """What stands outside functions, annotations, defaults, decorators and complaints is no rule at work."""
    text = "A = 1 + 1\n@rule('id')\ndef f(a: 'int' = 3) -> 'int':\n    raise ValueError('no' + a)\n"

    assert list(faults_of("f.py", text)) == []


def test_a_fault_keeps_its_name_when_lines_move() -> None:
    """So a verdict and its reason outlive a change elsewhere, and so does the sample."""
    text = "def f(a):\n    return a < 1 and a < 1\n"
    moved = "def g(b):\n    return b\n\n\n" + text
    one, other = (list(faults_of("f.py", each)) for each in (text, moved))

    assert [fault.id for fault in one] == [fault.id for fault in other]
    assert len({fault.id for fault in one}) == len(one) == 5
    assert [fault.id for fault in sample(one, 3, 2)] == [fault.id for fault in sample(other, 3, 2)]


def apart(check: Callable[[], bool]) -> bool:
    """Does a check hold in a process of its own?"""
    child = os.fork()
    if not child:
        code = 2
        try:
            code = 0 if check() else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_live_function_gets_the_fault_and_forgets_what_it_knew() -> None:
    """Wherever somebody holds it, and whatever it has kept; this process goes on as before."""
    before = odds.stronger(12, 0, 15, 0)
    fault = next(each for each in faults_of(PLACE, text_of(PLACE)) if ": stronger: 21 > 22 #1" in each.id)

    assert apart(lambda: Living().put_in(fault) and odds.stronger(12, 0, 15, 0) != before)
    assert odds.stronger(12, 0, 15, 0) == before
