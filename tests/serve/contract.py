"""
The application as it describes itself, held against requests that nobody thought of (Schemathesis).

``make contract`` sends EXAMPLES of them to each path; a sample is sent with every run of the tests. Where a request has
a scenario, a log or the name of a fight, every second one gets a real one, so that it is not all refused at the door.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import requests
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings

from agents.serve import jobs, shapes
from agents.serve.app import application
from agents.serve.workers import Workers

CONFIG = schemathesis.Config.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "404", "409", "422"]}}}
)
"""What is said in a text no description tells: a request of the right form may be refused for what it says."""


PATIENCE = 600
"""Seconds that an answer may take on a machine that has other things to do."""


@contextmanager
def listening(workers: Workers, *origins: str) -> Iterator[str]:
    """The address at which the application can be asked, by pages of these origins too."""
    sock = socket.create_server(("127.0.0.1", 0))
    app = application(workers, 1000, origins)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def tried(url: str, examples: int) -> Iterator[tuple[str, Counter[int]]]:
    """Each operation with the answers that it gave, none of which is other than described."""
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json", config=CONFIG)
    for found in schema.get_all_operations():
        operation: Any = found.ok()
        yield operation.label, _answers(operation, examples, url)


def _answers(operation: Any, examples: int, url: str) -> Counter[int]:
    """How often an operation has answered what."""
    answers: Counter[int] = Counter()
    logs = [jobs.play(shapes.TurnAsked(scenario=shapes.DUEL, seed="7", until=until)).log for until in ("turn", "end")]
    hands = [] if operation.path.endswith("/events") else ["ann"]
    begun = {"scenario": shapes.DUEL, "seed": "7", "hands": hands}
    fight = requests.post(f"{url}/fights", json=begun, timeout=PATIENCE).json()["id"]

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        if sum(answers.values()) % 2:
            _with_sense(case, logs, fight)
        response = case.call(timeout=PATIENCE)
        answers[response.status_code] += 1
        case.validate_response(response)

    attempt()
    return answers


def _with_sense(case: Any, logs: list[str], fight: str) -> None:
    """Something that is there in the place of what nobody has heard of."""
    known: dict[str, Any] = {
        "scenario": shapes.DUEL,
        "log": logs[len(str(case.body)) % len(logs)],
        "seed": "7",
        "policies": {"orcs": "random"},
        "hands": ["ann"],
        "order": "auto",
        "for": "ann",
        "policy": "nearest",
        "what_if": ["end"],
        "runs": 2,
        "seen": -1,
        "at": 0,
        "kind": "orc",
        "least": 1,
        "most": 2,
    }
    if isinstance(case.body, dict):
        case.body.update({key: known[key] for key in case.body if key in known})
        if {"scenario", "log"} <= case.body.keys():
            del case.body["scenario" if len(str(case.body)) % 2 else "log"]
        if case.body.get("log"):
            for settled in ("seed", "policies"):
                case.body.pop(settled, None)
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = fight


def main() -> None:
    """Try, and tell."""
    with closing(Workers(2, PATIENCE)) as workers, listening(workers) as url:
        for label, answers in tried(url, int(os.environ.get("EXAMPLES", "200"))):
            print(
                f"{label:<28}{', '.join(f'{status}: {count}' for status, count in sorted(answers.items()))}", flush=True
            )


if __name__ == "__main__":
    main()
