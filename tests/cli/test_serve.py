"""``maraud serve``: starts, says where it listens, ends; and what cannot be served is one sentence."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from importlib.util import find_spec

import pytest

from tests.house.places import ROOT


def test_it_says_where_it_listens_answers_and_ends() -> None:
    """By its own word it can be reached; Ctrl-C is how it is meant to end."""
    words = [sys.executable, "-m", "agents.cli.main", "serve", "--port", "0", "--json"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = json.loads("".join(process.stdout.readline() for _ in range(4)))
        with urllib.request.urlopen(found["description"]) as answer:
            assert json.load(answer)["info"]["title"] == "maraud"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()

    assert found["url"].startswith("http://127.0.0.1:")
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize("origin", ["*", "tabletop.example", "https://tabletop.example/", "https://*.example"])
def test_an_origin_is_named_exactly(maraud, origin: str) -> None:
    """No pattern opens the door to more than one."""
    found = maraud("serve", "--origin", origin)

    assert found.code == 2
    assert "write it as https://tabletop.example" in found.err


def test_a_port_that_is_taken_is_named(maraud) -> None:
    """With what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = maraud("serve", "--port", taken.getsockname()[1])

    assert found.code == 2
    assert "choose another --port or --host" in found.err


def test_without_the_extra_a_sentence_says_what_to_install(maraud, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Litestar is missing, it says how it is come by."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "litestar" else find_spec(name))

    found = maraud("serve")

    assert found.code == 2
    assert "pip install 'maraud[serve]'" in found.err
