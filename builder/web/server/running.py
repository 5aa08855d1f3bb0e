"""Starts a server and stops it. Requests that have started are answered first."""

from __future__ import annotations

import json
import logging
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from builder.diagnostics import UsageError

CONNECTIONS = 256  # at once; further ones are answered with 503
BACKLOG = 1024  # connections that the system queues until they are accepted
IDLE = 15  # seconds after which an idle connection is closed
MAX_HEAD = 32 * 1024  # bytes of a request's line and headers
PATIENCE = 30  # seconds that requests may still take once the server is asked to stop
PLACES = 8  # innermost lines of a traceback that are logged


def serve(app: ASGIApp, host: str, port: int, started: Callable[[str], None], *, log: bool = False) -> None:
    """Serve until KeyboardInterrupt, which is raised again at the end. `started` is called with the address.

    With `log`, each request is logged to stderr as a line of JSON; without it, only those that met a fault of the
    server. Raises UsageError where the address can't be used.
    """
    with serving(Logged(app, every=log), host, [port], PATIENCE) as address:
        started(address)
        wait()


def wait() -> None:
    """Wait for KeyboardInterrupt. On Windows it can't interrupt a wait without a timeout, so this waits repeatedly."""
    while True:
        time.sleep(1)


@contextmanager
def serving(app: ASGIApp, host: str, ports: Sequence[int], patience: int) -> Iterator[str]:
    """Serve in a thread of its own for as long as the context lasts, on the first of the ports that is free.

    Gives the server's URL. At the end, running requests may take `patience` more seconds. Raises UsageError where no
    port is free.
    """
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())
    with _bound(host, *ports) as listening:
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                limit_concurrency=CONNECTIONS,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=patience,
                backlog=BACKLOG,
                h11_max_incomplete_event_size=MAX_HEAD,
            )
        )
        ended = Event()

        def run() -> None:
            try:
                server.run([listening])
            finally:
                ended.set()

        thread = Thread(target=run, name="server", daemon=True)
        thread.start()
        try:
            while not server.started and not ended.wait(0.005):
                pass
            if not server.started:
                raise UsageError("the server could not be started")
            yield _address(listening)
        finally:
            server.should_exit = True
            thread.join()


class Logged:
    """Logs a line of JSON for each request, or only for those that met a fault of the server: time, request, status,
    duration, and the error with its place.
    """

    def __init__(self, app: ASGIApp, *, every: bool = True) -> None:
        self.app, self.every = app, every

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request and log it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        fault: dict[str, object] = {}
        try:
            await self.app(scope, receive, sent)
        except Exception as error:
            places = traceback.extract_tb(error.__traceback__)[-PLACES:]
            at = [f"{'/'.join(Path(one.filename).parts[-3:])}:{one.lineno}" for one in places]
            fault = {"error": type(error).__name__, "at": at}  # not its message, which may quote the request
            raise
        finally:
            if self.every or fault or status == HTTPStatus.INTERNAL_SERVER_ERROR:
                line = {
                    "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                    "method": scope["method"],
                    "path": scope["path"][:300],
                    "status": status,
                    "ms": round((time.perf_counter() - start) * 1000, 1),
                    **fault,
                }
                sys.stderr.write(json.dumps(line) + "\n")


def _bound(host: str, *ports: int) -> socket.socket:
    """A socket that listens on the first of the ports that is free. Raises UsageError where none is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in ports:
        # with its protocol named: asyncio sends small answers without delay only where it knows that this is TCP
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host.strip("[]"), port))
            listening.listen()  # from now on no other program can take the port
        except (OSError, OverflowError) as error:
            listening.close()
            reason = getattr(error, "strerror", "") or str(error)
        else:
            return listening
    raise UsageError.of("publishing", "port", port=str(port), host=host, why=reason.lower())


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
