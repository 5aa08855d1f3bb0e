"""Files are followed whatever becomes of them."""

from pathlib import Path
from queue import Queue
from threading import Event, Thread

from builder.web.watch import Site, Update, follow
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
