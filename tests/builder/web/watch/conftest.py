"""A pack to watch, and its page."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Preview, Watched, served
from renderers.typst.cachekeys import render_cache
from renderers.typst.processes import RenderWorker
from tests.support.watching import Page, Watch, card, write


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of 30 cards in two files."""
    new_game("Moon Duel", tmp_path)
    root = tmp_path / "moon-duel"
    for unused in (root / "sets/core/cards.yaml", *root.glob("decks/*")):
        unused.unlink()
    for name, numbers in (("low", range(1, 16)), ("high", range(16, 31))):
        write(root / f"sets/core/{name}.yaml", [card(number) for number in numbers])
    return root


@pytest.fixture
def preview(pack: Path) -> Iterator[Preview]:
    """The pack's page, read for the first time; nothing serves it yet."""
    with RenderWorker() as worker:
        preview = Preview(Watched(pack, where="number=2"), worker, render_cache())
        preview.start()
        yield preview
        preview.close()


@pytest.fixture
def watch(pack: Path) -> Iterator[Watch]:
    """Watches the pack, or its cards that a query finds, in a language, and shows its page until the test ends."""
    with ExitStack() as ending:

        def start(where: str = "", language: str = "", time_limit: float | None = None) -> Page:
            watched = Watched(pack, where=where, language=language)
            _, url = ending.enter_context(served(watched, 0, time_limit=time_limit))
            return Page(urlsplit(url).port or 0)

        yield start
