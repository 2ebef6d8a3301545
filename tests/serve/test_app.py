"""The application: errors as sentences, bounds, who may ask, fights that are kept."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from litestar.testing import TestClient

from agents.serve import app as app_
from agents.serve import hall as hall_
from agents.serve import workers as workers_
from agents.serve.app import LARGEST, application
from agents.serve.shapes import DUEL
from agents.serve.workers import Workers
from tests.house.places import ROOT
from tests.serve.contract import listening

HOST = "testserver.local"
AMBUSH = (ROOT / "scenarios" / "bridge-ambush.toml").read_text("utf-8")
TABLETOP = "https://tabletop.example"
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(workers: Workers) -> Iterator[TestClient[Any]]:
    """The application with room for two fights."""
    with TestClient(application(workers, 2, (TABLETOP,), (HOST,))) as found:
        yield found


def said(response: Any) -> str:
    """The sentence of an error, which is all that its answer has."""
    assert list(response.json()) == ["error"]
    sentence: str = response.json()["error"]
    assert "\n" not in sentence
    return sentence


def begun(client: TestClient[Any], **fields: Any) -> str:
    """The name of a new fight."""
    response = client.post("/fights", json={"scenario": DUEL, "seed": "7", **fields})
    assert response.status_code == 201
    return str(response.json()["id"])


WRONG: dict[str, tuple[bytes, dict[str, str], int, str]] = {
    "no JSON": (b"{", JSON, 400, "is not understood"),
    "of another type": (b"{}", {"content-type": "text/plain"}, 415, "Content-Type: application/json"),
    "an unknown field": (b'{"path": "/etc/passwd"}', JSON, 400, "unknown field `path`"),
    "too much": (b'{"top": 1000}', JSON, 400, "top: Expected `int` <= 50"),
    "nested 100,000 deep": (b"[" * 100_000, JSON, 400, "nested too deep"),
    "half a letter": (b'{"scenario": "\\ud800"}', JSON, 400, "is not understood"),
    "too long": (b" " * (LARGEST + 1), JSON, 413, "longer than 16000000 bytes"),
    "of a foreign page": (b"{}", {**JSON, "origin": f"{TABLETOP}.evil.example"}, 403, "--origin"),
    "under a foreign name": (b"{}", {**JSON, "host": "evil.example"}, 403, "nobody here is called 'evil.example'"),
    "unplayable": (b'{"scenario": "x"}', JSON, 422, "is not valid TOML"),
}


@pytest.mark.parametrize("case", WRONG)
def test_every_error_is_a_sentence_in_json(client: TestClient[Any], case: str) -> None:
    """Whatever is wrong with a request, its status says of which kind, and one sentence what."""
    content, headers, status, words = WRONG[case]

    response = client.post("/advise", content=content, headers=headers)

    assert response.status_code == status
    assert words in said(response)


def test_what_is_not_there_is_a_sentence_too(client: TestClient[Any]) -> None:
    """A path, a method, a fight."""
    assert "/openapi.json" in said(client.get("/nowhere"))
    assert "another method" in said(client.get("/advise"))
    assert "no fight 'x' is kept here" in said(client.get("/fights/x"))


def test_a_fault_of_ours_is_told_without_its_insides(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw names no file and no line."""
    monkeypatch.setattr(Workers, "do", lambda *_: 1 // 0)
    client = TestClient(client.app, raise_server_exceptions=False)

    response = client.post("/advise", json={"scenario": DUEL})

    assert response.status_code == 500
    assert said(response) == "this is a fault of maraud and should be reported: ZeroDivisionError"


def test_a_page_of_the_tabletop_may_ask_and_no_other(client: TestClient[Any], workers: Workers) -> None:
    """Only the origin that was named is told that its pages may read; without one, none is."""
    asked = {"origin": TABLETOP}
    assert client.get("/fights", headers=asked).headers["access-control-allow-origin"] == TABLETOP
    preflight = client.options("/advise", headers={**asked, "access-control-request-method": "POST"})
    assert preflight.headers["access-control-allow-origin"] == TABLETOP

    with TestClient(application(workers, 2, (), (HOST,))) as closed:
        assert closed.get("/fights", headers=asked).status_code == 403
        assert "access-control-allow-origin" not in closed.get("/fights").headers


def test_a_kept_fight_is_played_order_by_order(client: TestClient[Any]) -> None:
    """Each order brings its events; whoever has not seen the latest is told so, and the log is that of the fight."""
    id = begun(client, hands=["ann"])
    stands = client.get(f"/fights/{id}").json()["played"]
    assert stands["asked"]["who"] == "ann"

    played = client.post(f"/fights/{id}/turn", json={"order": "auto", "seen": stands["count"]}).json()["played"]
    late = client.post(f"/fights/{id}/turn", json={"order": "auto", "seen": stands["count"]})

    assert played["events"][0]["seq"] == stands["count"]
    assert late.status_code == 409
    assert "were seen" in said(late)
    assert len(client.get(f"/fights/{id}/log").text.splitlines()) == 1 + played["count"]
    assert client.get("/fights").json() == {"fights": [id], "most": 2}
    assert client.delete(f"/fights/{id}").status_code == 204
    assert client.get(f"/fights/{id}").status_code == 404


def test_a_fight_is_heard_as_server_sent_events(client: TestClient[Any]) -> None:
    """Every event under its number, from any number on, and the end of it."""
    id = begun(client)
    whole = client.get(f"/fights/{id}/events")
    rest = client.get(f"/fights/{id}/events", headers={"last-event-id": "3"})
    blocks = [block.split("\r\n") for block in whole.text.strip().split("\r\n\r\n")]

    assert whole.headers["content-type"].startswith("text/event-stream")
    assert [block[0] for block in blocks[:-1]] == [f"id: {number}" for number in range(len(blocks) - 1)]
    assert json.loads(blocks[0][2].removeprefix("data: "))["kind"] == "InitiativeRolled"
    assert blocks[-1][0] == "event: over"
    assert rest.text == whole.text[whole.text.index("id: 4\r\n") :]


def test_there_is_room_for_so_many_fights(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """
    One that is over makes place, and so does one that nobody has touched while many turns were played elsewhere; else
    the next is turned away.
    """
    monkeypatch.setattr(hall_, "STALE", 3)
    first, second = begun(client), begun(client, hands=["ann"])
    third = begun(client, hands=["ann"])
    assert client.get("/fights").json()["fights"] == [second, third]
    assert "no room for more" in said(client.post("/fights", json={"scenario": DUEL}))

    for _ in range(2):
        client.post(f"/fights/{third}/turn", json={"order": "auto"})
    fourth = begun(client, hands=["ann"])
    assert client.get("/fights").json()["fights"] == [third, fourth]
    assert client.get(f"/fights/{first}").status_code == 404


def test_a_log_that_grows_too_long_is_not_kept(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left to whoever asks."""
    monkeypatch.setattr("agents.serve.app.LONGEST", 100)

    assert "keep it yourself" in said(client.post("/fights", json={"scenario": DUEL}))


def test_what_takes_too_long_is_stopped() -> None:
    """The worker is ended, the sentence says what to do, and the next request is served by another one."""
    with closing(Workers(1, 1)) as workers, TestClient(application(workers, 2, (), (HOST,))) as client:
        late = client.post("/forecast", json={"scenario": AMBUSH, "runs": 1000})
        workers.seconds = 60
        next_ = client.post("/forecast", json={"scenario": DUEL, "runs": 1})

    assert late.status_code == 504
    assert "takes more than 1 s" in said(late)
    assert next_.status_code == 200


def test_too_many_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds too many waiting is told to come again, at once."""
    monkeypatch.setattr(workers_, "WAITING", -1)
    with TestClient(application(Workers(1, 20), 2, (), (HOST,))) as client:
        response = client.post("/forecast", json={"scenario": DUEL})

    assert response.status_code == 503
    assert "too many requests wait" in said(response)


def test_those_who_listen_hear_what_happens_while_it_does(workers: Workers) -> None:
    """
    The stream of a fight that waits for its player says so, and stays open; the order that he gives is heard by whoever
    listens, to the end; and of a fight that is forgotten nothing more is heard.
    """

    def heard(stream: Any) -> Iterator[str]:
        """The names of events, one after the other."""
        for line in stream:
            if line.startswith(b"event: "):
                yield line.decode().split()[1]

    def ask(url: str, method: str = "POST", **fields: Any) -> Any:
        data = json.dumps(fields).encode() if method == "POST" else None
        request = urllib.request.Request(url, data, JSON, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or b"null")

    with listening(workers) as url:
        played, dropped = (ask(f"{url}/fights", scenario=DUEL, seed="7", hands=["ann"])["id"] for _ in range(2))
        with (
            urllib.request.urlopen(f"{url}/fights/{played}/events") as first,
            urllib.request.urlopen(f"{url}/fights/{dropped}/events") as second,
        ):
            names = heard(first)
            assert next(name for name in names if name != "told") == "asked"
            ask(f"{url}/fights/{played}/turn", order="auto")
            assert next(names) == "told"
            while ask(f"{url}/fights/{played}", "GET")["played"]["asked"]:
                ask(f"{url}/fights/{played}/turn", order="auto")
            assert list(names)[-1] == "over"
            ask(f"{url}/fights/{dropped}", "DELETE")
            assert list(heard(second))[-1] == "gone"


def test_a_request_that_does_not_arrive_is_not_waited_for(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever begins to send and then does not go on gets a sentence."""
    monkeypatch.setattr(app_, "PATIENCE", 0.2)
    with listening(workers) as url, socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as slow:
        slow.sendall(
            b"POST /advise HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
        )
        answer = b""
        while more := slow.recv(4096):
            answer += more
            if b"error" in answer:
                break

    assert answer.startswith(b"HTTP/1.1 408")
    assert b"has not arrived in time" in answer
