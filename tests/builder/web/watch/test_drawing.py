"""The pictures of a watched pack: what is drawn again, and what becomes of those that can't be drawn."""

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from builder.web.watch.drawing import WatchedPictures
from builder.web.watch.state import Watched
from renderers.typst.processes import RenderWorker
from tests.support.processes import until
from tests.support.watching import ENDLESS, SECONDS, Watch, face, low, shown


@pytest.mark.long
def test_a_template_changes_everything_and_its_faults_stand_in_it(pack: Path, watch: Watch) -> None:
    page = watch()
    before = page.picture("card-2")
    face(pack, "#text({{ card.name }})\n")
    page.wait_for(0, lambda e: e.get("list"))
    drawn = page.picture("card-2")
    assert drawn != before
    face(pack, "\n#text({{ card.nmae }})\n")
    count = page.state()["event"]
    page.wait_for(count, lambda e: e.get("list"))
    for name in ("card-2", "card-3"):
        page.ask(f"/watch/pictures/{name}")
    found = page.wait_for(count, lambda e: " and " in str(e.get("findings")))["findings"]
    assert {f["code"] for f in found} == {"template-error"}
    assert len(found) == 1  # however many cards have it
    assert found[0]["place"].split("/")[-1].startswith("face.typ.j2:2:")
    assert page.picture("card-2") == drawn
    face(pack, "#text({{ card.name }})\n")
    page.wait_for(count, lambda e: e.get("findings") == [])
    assert page.picture("card-2") == drawn


@pytest.mark.long
def test_a_template_without_end_is_stopped_and_the_next_is_drawn(pack: Path, watch: Watch) -> None:
    face(pack, ENDLESS)
    page = watch("number=2", time_limit=1)
    assert page.ask("/watch/pictures/card-2")[0] == 503
    (found,) = page.wait_for(0, lambda e: e.get("findings"))["findings"]
    assert found["code"] == "template-limit"
    numbers = count(1)

    def is_drawn() -> bool:  # a machine that does much else may not draw it within a second either
        before = page.state()["event"]
        face(pack, "#text({{ card.name }})\n" * next(numbers))
        page.wait_for(before, lambda e: e.get("pack"))
        return page.ask("/watch/pictures/card-2")[0] == 200

    until(is_drawn)
    assert page.picture("card-2").startswith(b"<svg")
    page.wait_for(0, lambda e: e.get("findings") == [])


@pytest.fixture
def drawing() -> Iterator[WatchedPictures]:
    """Draws without a cache."""
    with RenderWorker() as worker:
        drawing = WatchedPictures(worker, None, None, lambda: None)
        drawing.start()
        yield drawing
        drawing.close()


def test_what_is_shown_can_be_had_as_svg_and_nothing_else(pack: Path, drawing: WatchedPictures) -> None:
    watched = Watched(pack, where="number<=2")
    assert drawing.get("card-1", 0) is None  # there is nothing to show yet
    drawing.show(shown(watched), (), 0)
    assert (drawing.get("card-1", SECONDS) or b"").startswith(b"<svg")
    assert drawing.get("card-3", SECONDS) is None
    assert drawing.findings() == []


def test_findings_are_of_the_pictures_as_they_are_now(pack: Path, drawing: WatchedPictures) -> None:
    watched = Watched(pack, where="number=2")
    for text, codes in (("word " * 300, {"text-overflow"}), ("Draw a card.", set[str]())):
        low(pack, text=text)
        drawing.show(shown(watched), ["card-2"], SECONDS)
        assert {found.code for found in drawing.findings()} == codes


def test_a_closed_drawing_keeps_nobody_waiting(pack: Path) -> None:
    snapshot = shown(Watched(pack, where="number=2"))
    with RenderWorker() as worker:
        drawing = WatchedPictures(worker, None, None, lambda: None)
        drawing.close()
        began = time.monotonic()
        drawing.show(snapshot, ["card-2"], SECONDS)
        assert drawing.get("card-2", SECONDS) is None
        assert time.monotonic() - began < SECONDS / 2
