"""A pack while it is being written: checked and drawn again whenever a file changes, and shown on a local page.

`state` is the pack as last read, `drawing` makes the pictures that a page shows, `feed` sends pages the news,
and `preview` joins them. `library` shows it through the web server, to this machine only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from builder.web.watch.preview import Preview, Update, editor_pattern
from builder.web.watch.state import Watched
from renderers.typst.cachekeys import render_cache
from renderers.typst.processes import RenderWorker

__all__ = ["Preview", "Update", "Watched", "editor_pattern", "served"]


@contextmanager
def served(
    watched: Watched,
    port: int | None = None,
    *,
    cache: bool = True,
    time_limit: float | None = None,
    editor: str = "",
    on_change: Callable[[Update], None] | None = None,
) -> Iterator[tuple[Preview, str]]:
    """The preview of a pack and its page's URL. Its files are watched for as long as the context lasts.

    `cache` says whether pictures are cached; a batch takes at most `time_limit` seconds. `editor` is the pattern of
    links that open a file. `on_change` is called after each change. Raises FindingsError for a faulty query, UsageError
    where the port can't be used.
    """
    with RenderWorker() as worker:
        worker.start()
        with closing(Preview(watched, worker, render_cache() if cache else None, time_limit, editor)) as preview:
            preview.start()
            # Imported here, while the first pictures are drawn, since it takes a while.
            from builder.web.watch.library import on_the_web

            with on_the_web(preview, port, on_change) as url, closing(preview):  # first, as the server waits for pages
                yield preview, url
