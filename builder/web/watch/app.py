"""The web app of a watched pack: its pictures at once, and the app of `arsenal serve` over it as soon as it is made."""

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
    """All other addresses. To import what answers them takes a while, in which the first pictures are shown."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching

    @asynccontextmanager
    async def life(self, _: Starlette) -> AsyncIterator[None]:
        """Have them made, and end them."""
        async with AsyncExitStack() as living:
            self._made = asyncio.create_task(self._make(living))
            yield
            await asyncio.wait([self._made])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, once that can be done."""
        app = await asyncio.shield(self._made)
        await app(scope, receive, send)

    async def _make(self, living: AsyncExitStack) -> Starlette:
        app = await asyncio.to_thread(_pages, self._watching)
        await living.enter_async_context(app.router.lifespan_context(app))
        return app


def _pages(watching: Watching) -> Starlette:
    from builder.web.server.app import create_app
    from builder.web.watch.library import WatchedLibrary

    return create_app(WatchedLibrary(watching.site.watched), watching=watching)
