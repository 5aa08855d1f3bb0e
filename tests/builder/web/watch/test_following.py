"""Files are followed whatever becomes of them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from queue import Queue

import pytest

from builder.web.server import following
from builder.web.server.following import follow
from builder.web.watch import Preview, Update
from builder.web.watch.library import WatchedLibrary
from tests.support.watching import SECONDS, Watch, low, write


def test_a_pack_that_begins_broken_and_one_that_goes_away(pack: Path, watch: Watch) -> None:
    game = (pack / "game.yaml").read_text("utf-8")
    write(pack / "game.yaml", "id: [moon\n")
    page = watch()
    state = page.state()
    assert state["things"] == []
    assert next(f["code"] for f in state["findings"]) == "yaml-syntax"
    write(pack / "game.yaml", game)
    page.wait_for(0, lambda e: e.get("list"))
    assert page.picture("card-1").startswith(b"<svg")
    count = page.state()["event"]
    pack.rename(pack.with_name("elsewhere"))
    (found,) = page.wait_for(count, lambda e: e.get("findings"))["findings"]
    assert found["place"].endswith("game.yaml:1:1")
    assert len(page.state()["things"]) == 31
    pack.with_name("elsewhere").rename(pack)
    page.wait_for(count, lambda e: e.get("findings") == [])


def followed(preview: Preview, heard: Queue[Update], act: Callable[[], object]) -> None:
    """Follow the files while something is done in another thread."""

    async def following() -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(follow(WatchedLibrary(preview, heard.put), stop))
        await asyncio.to_thread(act)
        stop.set()
        await asyncio.wait_for(task, SECONDS)

    asyncio.run(following())


def test_each_change_is_heard_until_it_is_stopped(pack: Path, preview: Preview) -> None:
    heard = Queue[Update]()

    def act() -> None:
        low(pack, text="Another text.")
        assert heard.get(timeout=SECONDS).changed == ["card-2"]
        write(pack / "sets/core/low.yaml", "- id: [\n")
        update = heard.get(timeout=SECONDS)
        assert update.changed == []
        assert [found.code for found in update.diagnostics] == ["yaml-syntax"]

    followed(preview, heard, act)
    low(pack, text="A third text.")
    assert heard.empty()


def test_links_are_not_followed_out_of_the_pack(pack: Path, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "art").symlink_to("/usr")
    (pack / ".git/objects").mkdir(parents=True)
    asked: list[tuple[set[str], object]] = []

    async def following_it() -> None:
        stop = asyncio.Event()

        async def awatch(*paths: Path, recursive: bool, **_: object) -> AsyncIterator[set[object]]:
            asked.append(({path.relative_to(pack).as_posix() for path in paths}, recursive))
            if len(asked) == 1:
                (pack / "docs").mkdir()
            else:
                stop.set()
            yield set()

        monkeypatch.setattr(following, "awatch", awatch)
        await follow(WatchedLibrary(preview), stop)

    asyncio.run(following_it())
    (first, _), (second, recursive) = asked
    assert {"art", ".git"}.isdisjoint(first)
    assert {".", "sets", "sets/core"} <= first
    assert (second - first, recursive) == ({"docs"}, False)
