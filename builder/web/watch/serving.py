"""Serves a watched pack to the browsers of this machine, and to no one else: the app of `arsenal serve` over it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from builder.web.watch.site import Site
from builder.web.watch.state import Watched
from renderers.typst.cachekeys import render_cache
from renderers.typst.processes import RenderWorker

ADDRESS = "127.0.0.1"
PORT = 8765  # unless it is taken and none was asked for


@contextmanager
def served(
    watched: Watched,
    port: int | None = None,
    *,
    cache: bool = True,
    time_limit: float | None = None,
    editor: str = "",
) -> Iterator[tuple[Site, str]]:
    """The site of a pack and its page's URL, for as long as the context lasts.

    `cache` says whether pictures are taken from the cache and added to it; a batch takes at most `time_limit` seconds.
    `editor` is the pattern of links that open a file; without one there are none.
    Raises FindingsError for a faulty query, UsageError where the port can't be had.
    """
    with RenderWorker() as worker:
        worker.start()
        with closing(Site(watched, worker, render_cache() if cache else None, time_limit, editor)) as site:
            site.start()
            with on_the_web(site, port) as url, closing(site):  # before the server, which waits for who is answered
                yield site, url


@contextmanager
def on_the_web(site: Site, port: int | None = None) -> Iterator[str]:
    """A server of a site that has been started, and its URL. Raises UsageError where the port can't be had."""
    from builder.web.server.running import serving  # which takes a while, in which the first pictures are drawn
    from builder.web.watch.app import create_app

    with serving(create_app(site), ADDRESS, (PORT, 0) if port is None else (port,)) as url:
        yield url
