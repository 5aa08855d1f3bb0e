"""Files are followed whatever becomes of them."""

from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest

from builder.web.watch import Site, Update, follow, following
from tests.support.watching import SECONDS, Watch, low, write


@pytest.mark.long
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


def test_each_change_is_heard_until_it_is_stopped(pack: Path, site: Site) -> None:
    stop, heard = Event(), Queue[Update]()
    following = Thread(target=follow, args=(site, pack, stop, heard.put), daemon=True)
    following.start()
    low(pack, text="Another text.")
    assert heard.get(timeout=SECONDS).changed == ["card-2"]
    write(pack / "sets/core/low.yaml", "- id: [\n")
    update = heard.get(timeout=SECONDS)
    assert update.changed == []
    assert [found.code for found in update.diagnostics] == ["yaml-syntax"]
    stop.set()
    following.join(SECONDS)
    assert not following.is_alive()


def test_nothing_is_heard_of_a_folder_after_the_stop(pack: Path, site: Site) -> None:
    stop, heard = Event(), Queue[Update]()
    stop.set()
    low(pack, text="Another text.")
    follow(site, pack, stop, heard.put)
    assert heard.empty()


def test_links_are_not_followed_out_of_the_pack(pack: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "art").symlink_to("/usr")
    (pack / ".git/objects").mkdir(parents=True)
    asked: list[tuple[set[str], object]] = []
    stop = Event()

    def watch(*paths: Path, recursive: bool, **_: object) -> Iterator[set[object]]:
        asked.append(({path.relative_to(pack).as_posix() for path in paths}, recursive))
        if len(asked) == 1:
            (pack / "docs").mkdir()
        else:
            stop.set()
        yield set()

    monkeypatch.setattr(following, "watch", watch)
    follow(site, pack, stop, lambda _: None)
    (first, _), (second, recursive) = asked
    assert {"art", ".git"}.isdisjoint(first)
    assert {".", "sets", "sets/core"} <= first
    assert (second - first, recursive) == ({"docs"}, False)
