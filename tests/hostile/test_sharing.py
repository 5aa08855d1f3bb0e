"""Several servers that share one cache of pictures: each answers with whole pictures, whatever the others do to it."""

import io
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from PIL import Image

from builder.web.pages.addresses import WIDTHS
from tests.support.serving import started

pytestmark = pytest.mark.long

SERVERS = 2
WIDTH = WIDTHS[0]
CARDS = ("coal-sprite", "lamplighter", "forge-drake", "flare", "moon-whale", "undertow")


def spoil(cache: Path, done: threading.Event) -> int:
    """Cut, empty, replace and remove entries while they are used; how many."""
    spoiled = 0
    while not done.wait(0.02):
        for path in sorted((cache / "renders").rglob("*")):
            with suppress(OSError):
                content = path.read_bytes()
                path.unlink()
                if spoiled % 4:
                    path.write_bytes((b"", content[:50], b"\xff" * 500)[spoiled % 4 - 1])
                spoiled += 1
    return spoiled


def picture(address: str) -> tuple[str, bytes]:
    """The name of a picture, and what a server answers."""
    with urlopen(address, timeout=120) as answer:  # noqa: S310 - one of our own servers
        return address.rpartition("/")[2], answer.read()


def test_servers_share_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(0o700)
    monkeypatch.setenv("ARSENAL_CACHE", str(cache))
    done = threading.Event()
    with ExitStack() as stack:
        urls = [stack.enter_context(started(tmp_path)) for _ in range(SERVERS)]
        asked = [f"{url}/pictures/moon-duel/{card}.{WIDTH}.webp" for card in CARDS for url in urls]
        with ThreadPoolExecutor(SERVERS * 3) as threads:
            spoiling = threads.submit(spoil, cache, done)
            try:
                answers = list(threads.map(picture, asked))
            finally:
                done.set()
            spoiling.result()
    made: dict[str, set[bytes]] = {}
    for name, content in answers:
        assert Image.open(io.BytesIO(content)).width == WIDTH
        made.setdefault(name, set()).add(content)
    assert {name: len(contents) for name, contents in made.items()} == {f"{card}.{WIDTH}.webp": 1 for card in CARDS}
    shutil.rmtree(cache)
