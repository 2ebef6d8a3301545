"""A tabletop in a real browser: its page asks `maraud serve`, and hears a fight."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Error, Page

from agents.serve.shapes import DUEL
from agents.serve.workers import Workers
from tests.serve.contract import listening

PLAY = """async ([url, scenario]) => {
  const ask = async (path, fields) => (await fetch(url + path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(fields)})).json();
  const {id} = await ask("/fights", {scenario, seed: "5", hands: ["ann"]});
  const heard = [];
  await new Promise((done) => {
    const fight = new EventSource(`${url}/fights/${id}/events`);
    fight.addEventListener("told", (event) => heard.push(event.lastEventId));
    fight.addEventListener("asked", () => ask(`/fights/${id}/turn`, {order: "auto"}));
    fight.addEventListener("over", (event) => { fight.close(); heard.push(event.data); done(); });
  });
  return heard;
}"""


class Empty(BaseHTTPRequestHandler):
    """A page without anything on it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html>")

    def log_message(self, format: str, *values: object) -> None:
        """Nobody wants to know."""


@pytest.fixture
def tabletop(chromium: Browser) -> Iterator[tuple[Page, str]]:
    """An empty page of a tabletop on this machine, and its origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Empty) as server:
        threading.Thread(target=server.serve_forever).start()
        origin = f"http://localhost:{server.server_port}"
        page = chromium.new_page()
        page.goto(f"{origin}/")
        yield page, origin
        page.close()
        server.shutdown()


def test_a_page_of_the_origin_that_is_named_plays_a_fight(tabletop: tuple[Page, str]) -> None:
    """It begins one, gives the orders that are asked for, and hears every event once, to the end."""
    page, origin = tabletop
    with closing(Workers(1, 60)) as workers, listening(workers, origin) as url:
        *numbers, winner = page.evaluate(PLAY, [url, DUEL])

    assert numbers == [str(number) for number in range(len(numbers))]
    assert winner in ("fighters", "orcs")


def test_a_page_of_another_origin_is_refused(tabletop: tuple[Page, str]) -> None:
    """The browser itself keeps it out."""
    page, origin = tabletop
    with (
        closing(Workers(1, 60)) as workers,
        listening(workers, f"{origin}0") as url,
        pytest.raises(Error, match="Failed to fetch"),
    ):
        page.evaluate(PLAY, [url, DUEL])
