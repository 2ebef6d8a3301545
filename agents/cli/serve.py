"""``maraud serve``: fights over HTTP, for virtual tabletops."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import closing, suppress
from typing import Annotated

import typer

from agents.cli.output import HOLDS, AsJson, as_json, complain, guarded
from sim.core.errors import BadInput

_ORIGIN = re.compile(r"https?://[^\s/*]+")


def register(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command()(serve)


@guarded
def serve(
    host: Annotated[str, typer.Option(help="For whom it listens; this machine alone unless said.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where it listens; 0: wherever there is room.")] = 8642,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Whose pages may ask, such as https://tabletop.example.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="So many requests are worked on at once.")] = 2,
    seconds: Annotated[int, typer.Option(min=1, max=3600, help="So long may one of them take.")] = 20,
    fights: Annotated[int, typer.Option(min=1, max=1000, help="So many fights are kept under way.")] = 16,
    json: AsJson = False,
) -> int:
    """Advise, forecast, play and replay over HTTP, so that a virtual tabletop can ask."""
    from importlib.util import find_spec

    if find_spec("litestar") is None or find_spec("uvicorn") is None:
        raise BadInput("maraud serve needs the extra serve: install it with `pip install 'maraud[serve]'`")
    import uvicorn

    from agents.serve.app import LOCAL, application
    from agents.serve.workers import Workers

    for each in origin or ():
        if not _ORIGIN.fullmatch(each):
            raise BadInput(
                f"--origin {each[:80]!r} is none: write it as https://tabletop.example or http://localhost:30000"
            )
    name = f"[{host}]" if ":" in host else host
    local = name in LOCAL
    pool = Workers(workers, seconds)
    app = application(pool, fights, origin or (), LOCAL if local else ("*",))
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=128,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
    )
    with _listening(host, port) as listener, closing(pool):
        url = f"http://{name}:{listener.getsockname()[1]}"
        if json:
            as_json({"url": url, "description": f"{url}/openapi.json"})
        else:
            print(f"maraud listens at {url}; {url}/openapi.json describes what can be asked. Ctrl-C ends it.")
        sys.stdout.flush()
        pool.warm()
        if not local:
            complain(
                f"it listens at {host}: whoever reaches that can ask; behind a proxy that asks who they are is better"
            )
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    return HOLDS


def _listening(host: str, port: int) -> socket.socket:
    """
    The socket at which it listens.

    :raises BadInput: when there is no such host here, or somebody else listens there.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        raise BadInput(
            f"nobody can listen at {host[:80]}:{port} ({error.strerror}): choose another --port or --host"
        ) from None
