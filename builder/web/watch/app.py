"""The web app of a watched pack: its pictures at once, and the app of `arsenal serve` over it for all else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from builder.diagnostics import UsageError
from builder.web.server.problems import of_failure
from builder.web.server.safety import Safety
from builder.web.watch.routes import Watching
from builder.web.watch.site import Site


def create_app(site: Site) -> Starlette:
    """The app of a site that has been started."""
    watching = Watching(site)
    others = _Others(watching)
    return Starlette(
        routes=[Mount("/watch", routes=watching.routes), Mount("/", others)],
        lifespan=others.life,
        middleware=[Middleware(Safety, strict=True)],
        exception_handlers=dict.fromkeys((UsageError, HTTPException, Exception), of_failure),
    )


class _Others:
    """All other addresses. To import what answers them takes a while, so it is done when one of them is asked for."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._living = AsyncExitStack()
        self._made: asyncio.Task[Starlette] | None = None

    @asynccontextmanager
    async def life(self, _: Starlette) -> AsyncIterator[None]:
        """End what was begun, at the end."""
        async with self._living:
            yield
            if self._made:
                await asyncio.wait([self._made])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, once that can be done."""
        self._made = self._made or asyncio.create_task(self._make())
        app = await asyncio.shield(self._made)
        await app(scope, receive, send)

    async def _make(self) -> Starlette:
        app = await asyncio.to_thread(_pages, self._watching)
        await self._living.enter_async_context(app.router.lifespan_context(app))
        return app


def _pages(watching: Watching) -> Starlette:
    from builder.web.server.app import create_app
    from builder.web.watch.library import WatchedLibrary

    return create_app(WatchedLibrary(watching.site.watched), watching=watching)
