"""
The application: which path asks for what, and how errors are told.

Litestar, because it reads, checks and describes the very values that the rest of the project is made of (msgspec's),
so that no second set of shapes has to agree with the first.
"""

from __future__ import annotations

from asyncio import get_running_loop, timeout_at, wait_for
from collections.abc import AsyncIterator, Sequence
from functools import partial
from inspect import getdoc
from typing import Annotated, Any, TypeVar

import msgspec
from anyio import to_thread
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from litestar.types import ASGIApp, Receive, Scope, Send

from agents.serve import jobs, shapes
from agents.serve.hall import LISTENERS, LONGEST, Hall, Kept, NoSuchFightError
from agents.serve.workers import Busy, Fault, TooMuch, Workers
from sim import __version__
from sim.core.errors import BadInput, MaraudError

A = TypeVar("A")

LARGEST = 16_000_000
"""No request is longer than this many bytes."""
PATIENCE = 30
"""Seconds in which a request has to arrive."""
HEARTBEAT = 15
"""Seconds after which those who listen hear something, even if nothing happens."""
LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""The names under which this machine alone is reached."""


class Overtaken(BadInput):
    """A fight has gone on since whoever gives an order has looked."""


_STATUS: dict[type[MaraudError], int] = {NoSuchFightError: 404, Overtaken: 409, Busy: 503, TooMuch: 504}
_WHY = {
    400: "The request is not of this description.",
    403: "The page of another origin asks, or it is asked for under another name.",
    404: "There is no such fight.",
    408: "The request has not arrived in time.",
    409: "The fight has gone on in the meantime.",
    413: "The request is too long.",
    415: "It is no JSON.",
    422: "What is wrong with what the request says.",
    503: "There is too much to do.",
    504: "It takes too long.",
}


def _problems(*status: int) -> dict[int, ResponseSpec]:
    """What may be answered besides."""
    return {each: ResponseSpec(shapes.Problem, description=_WHY[each], generate_examples=False) for each in status}


_WORDS = {
    400: "the request is not understood ({}): send what /openapi.json describes",
    404: "there is nothing under this path: /openapi.json describes what there is",
    405: "this path takes another method: /openapi.json describes which",
    413: f"the request is longer than {LARGEST} bytes: send less",
}
"""How the framework's own errors are told."""


ASKED = _problems(400, 403, 408, 413, 415, 422, 503, 504)


async def _done(state: State, request: Any, answer: type[A]) -> A:
    """The answer of a worker."""
    found: A = await to_thread.run_sync(partial(state.workers.do, request, answer))
    return found


@get("/", responses=_problems(403))
async def know() -> shapes.Known:
    """Tell what this server knows."""
    return jobs.know()


@post("/advise", status_code=200, responses=ASKED)
async def advise(data: JSONBody[shapes.AdviceAsked], state: State) -> shapes.AdviceGiven:
    """Rank the orders of a creature or a side, or play some of them out and compare them."""
    return await _done(state, data, shapes.AdviceGiven)


@post("/forecast", status_code=200, responses=ASKED)
async def forecast(data: JSONBody[shapes.ForecastAsked], state: State) -> shapes.ForecastGiven:
    """Fight many times, and tell the odds and the losses."""
    return await _done(state, data, shapes.ForecastGiven)


@post("/turn", status_code=200, responses=ASKED)
async def turn(data: JSONBody[shapes.TurnAsked], state: State) -> shapes.Turn:
    """Play a fight on and send its log back; nothing is kept."""
    return await _done(state, data, shapes.Turn)


@post("/replay", status_code=200, responses=ASKED)
async def replay(data: JSONBody[shapes.ReplayAsked], state: State) -> shapes.Replay:
    """Tell a log, draw how it stands, and say what is wrong with it."""
    return await _done(state, data, shapes.Replay)


@post("/page", status_code=200, responses=ASKED, media_type=MediaType.HTML)
async def page(data: JSONBody[shapes.PageAsked], state: State) -> str:
    """Make a log the page that plays it back."""
    return await _done(state, data, str)


@get("/fights", responses=_problems(403))
async def fights(state: State) -> shapes.Fights:
    """List the fights that are kept."""
    return shapes.Fights(state.hall.ids(), state.hall.most)


@post("/fights", responses=ASKED)
async def begin(data: JSONBody[shapes.FightAsked], state: State) -> shapes.Fight:
    """Begin a fight, or take one up from its log, and keep it."""
    asked = shapes.TurnAsked(
        scenario=data.scenario,
        log=data.log,
        seed=data.seed,
        policies=data.policies,
        hands=data.hands,
        until=data.until,
    )
    played = await _done(state, asked, shapes.Turn)
    kept: Kept = state.hall.keep(data.hands, _bounded(played))
    return kept.fight(played.played.events)


@get("/fights/{id:str}", responses=_problems(400, 403, 404))
async def fight(id: FromPath[str], state: State) -> shapes.Fight:
    """Tell how a fight stands."""
    kept: Kept = state.hall.of(id)
    return kept.fight([])


@post("/fights/{id:str}/turn", status_code=200, responses={**ASKED, **_problems(404, 409)})
async def order(id: FromPath[str], data: JSONBody[shapes.OrderAsked], state: State) -> shapes.Fight:
    """Give the order or answer that is asked for, `auto` for what the policy would do, and play on."""
    hall: Hall = state.hall
    kept = hall.of(id)
    async with kept.lock:
        if data.seen not in (-1, kept.played.count):
            raise Overtaken(
                f"the fight has {kept.played.count} events and {data.seen} were seen: look at the others first"
            )
        asked = shapes.TurnAsked(
            log=kept.log, hands=kept.hands, rulings=data.rulings, order=data.order, until=data.until
        )
        played = await _done(state, asked, shapes.Turn)
        kept.take(_bounded(played))
        hall.touch(kept)
        return kept.fight(played.played.events)


@get("/fights/{id:str}/log", responses=_problems(400, 403, 404), media_type=MediaType.TEXT)
async def log(id: FromPath[str], state: State) -> str:
    """Send the log of a fight so far."""
    kept: Kept = state.hall.of(id)
    return kept.log


@get("/fights/{id:str}/events", responses=_problems(400, 403, 404, 503), media_type="text/event-stream")
async def events(
    id: FromPath[str],
    state: State,
    since: Annotated[int, QueryParameter(ge=0, le=9_999_999, description="From this event on.")] = 0,
    last: Annotated[str, HeaderParameter(name="Last-Event-ID", description="Of the event that was heard last.")] = "",
) -> ServerSentEvent:
    """
    Tell a fight as it happens, as server-sent events.

    Each event of the fight comes as `told`, with its number; then `asked` when somebody has to choose, `over` at the
    end, after which the stream ends, and `gone` when the fight is not kept any more.
    """
    kept: Kept = state.hall.of(id)
    if state.hall.listeners >= LISTENERS:
        raise Busy(f"{LISTENERS} listen already: let one of them go first")
    start = int(last) + 1 if last.isascii() and last.isdecimal() and len(last) < 8 else since
    return ServerSentEvent(_stream(state.hall, kept, start))


async def _stream(hall: Hall, kept: Kept, start: int) -> AsyncIterator[ServerSentEventMessage]:
    hall.listeners += 1
    try:
        while True:
            news = kept.news
            while start < len(kept.told):
                yield ServerSentEventMessage(kept.told[start], event="told", id=start)
                start += 1
            if kept.gone:
                yield ServerSentEventMessage(kept.id, event="gone")
                return
            if kept.played.over:
                yield ServerSentEventMessage(kept.played.winner, event="over")
                return
            if kept.played.asked is not None:
                yield ServerSentEventMessage(msgspec.json.encode(kept.played.asked), event="asked")
            while not news.is_set():
                try:
                    await wait_for(news.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ServerSentEventMessage(None, comment="still here")
    finally:
        hall.listeners -= 1


@delete("/fights/{id:str}", responses=_problems(400, 403, 404))
async def forget(id: FromPath[str], state: State) -> None:
    """End a fight and forget it."""
    state.hall.drop(id)


@get("/openapi.json", include_in_schema=False)
async def description(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The description of all this in OpenAPI, with what the shapes say of themselves."""
    found = request.app.openapi_schema.to_schema()
    for name, schema in found["components"]["schemas"].items():
        shape = getattr(shapes, name)
        schema["description"] = getdoc(shape)
        if issubclass(shape, shapes.Ask):
            schema["additionalProperties"] = False
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


def _bounded(turn: shapes.Turn) -> shapes.Turn:
    """
    A turn whose log is short enough to be kept.

    :raises BadInput: when it is not.
    """
    if len(turn.log) > LONGEST:
        raise BadInput(
            f"the log would be longer than {LONGEST} bytes: play this fight by POST /turn, and keep it yourself"
        )
    return turn


def _told(status: int, sentence: str) -> Response[shapes.Problem]:
    return Response(shapes.Problem(" ".join(sentence.split())[:1000]), status_code=status, media_type=MediaType.JSON)


def _ours(_: Request[Any, Any, Any], error: MaraudError) -> Response[shapes.Problem]:
    return _told(_STATUS.get(type(error), 422), str(error))


def _of_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[shapes.Problem]:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{each.get('key', 'data')}: {each.get('message', '')}" for each in extra if isinstance(each, dict)]
    amiss = "; ".join(parts) or error.detail
    return _told(error.status_code, _WORDS.get(error.status_code, "{}").format(amiss))


def _too_deep(_: Request[Any, Any, Any], error: RecursionError) -> Response[shapes.Problem]:
    return _told(400, "the brackets of the request are nested too deep: send what the description says")


def _fault(_: Request[Any, Any, Any], error: Exception) -> Response[shapes.Problem]:
    kind = str(error) if isinstance(error, Fault) else type(error).__name__
    return _told(500, f"this is a fault of maraud and should be reported: {kind}")


def _patient(app: ASGIApp) -> ASGIApp:
    """Whoever sends a request slowly is not waited for for ever."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        whole, latest = False, get_running_loop().time() + PATIENCE

        async def received() -> Any:
            nonlocal whole
            if whole:
                return await receive()
            try:
                async with timeout_at(latest):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(
                    status_code=408, detail="the request has not arrived in time: send it again"
                ) from None
            whole = not message.get("more_body", False)
            return message

        await app(scope, received if scope["type"] == ScopeType.HTTP else receive, send)

    return middleware


def application(workers: Workers, most: int, origins: Sequence[str] = (), hosts: Sequence[str] = LOCAL) -> Litestar:
    """
    The application; ``origins`` are those whose pages may ask, ``hosts`` the names under which it may be asked for
    (``*``: any).
    """

    async def admitted(request: Request[Any, Any, Any]) -> None:
        host = request.headers.get("host", "")
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        if "*" not in hosts and name not in hosts:
            raise HTTPException(status_code=403, detail=f"nobody here is called {name[:80]!r}: ask {hosts[0]}")
        origin = request.headers.get("origin")
        if origin is not None and origin not in origins:
            raise HTTPException(
                status_code=403,
                detail=f"pages of {origin[:80]!r} may not ask: start `maraud serve` with --origin for it",
            )
        if request.method == "POST" and request.content_type[0] != "application/json":
            raise HTTPException(status_code=415, detail="send JSON, and say so: Content-Type: application/json")

    return Litestar(
        [know, advise, forecast, turn, replay, page, fights, begin, fight, order, log, events, forget, description],
        before_request=admitted,
        cors_config=CORSConfig(allow_origins=list(origins), allow_methods=["GET", "POST", "DELETE"])
        if origins
        else None,
        exception_handlers={
            MaraudError: _ours,
            HTTPException: _of_http,
            RecursionError: _too_deep,
            Exception: _fault,
        },
        logging_config=None,
        middleware=[_patient],
        openapi_config=OpenAPIConfig("maraud", __version__, render_plugins=[], use_handler_docstrings=True),
        request_max_body_size=LARGEST,
        state=State({"workers": workers, "hall": Hall(most)}),
    )
