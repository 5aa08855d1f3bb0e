"""A process that stays: one job after another, and none that breaks it is the last."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builder.games import Game
from builder.games.sizes import Size
from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.typst.jobs import RenderOptions, TypesetFiles, TypesetJob
from renderers.typst.processes import ClosedError, RenderWorker
from renderers.typst.typesetting import typeset

SIZE = Size(20, 30, 1)
GAME = Game("test", "Test", definition={"id": "test", "name": "Test"})
ENDLESS = """
#{ let a = 0; while a < 9999 { a += 1; let b = 0; while b < 9999 { b += 1; let c = 0; while c < 9999 { c += 1 } } } }
"""


@pytest.fixture(scope="module")
def worker() -> Iterator[RenderWorker]:
    """A process for all tests: each that ends it gets another in its place, which is what they are about."""
    with RenderWorker() as made:
        yield made


def draw(root: Path, worker: RenderWorker, template: str, time_limit: float = 60, text: str = "a") -> TypesetFiles:
    (root / "templates").mkdir(exist_ok=True)
    (root / "templates/face.typ.j2").write_text(template, "utf-8")
    whole = Box(0, 0, SIZE.width, SIZE.height)
    stack = Stack(SIZE, [Page(SIZE.width, SIZE.height, (Slot(0, whole, whole),))])
    face = PrintedFace("one", "face", {"card": {"name": text}})
    job = TypesetJob(replace(GAME, root=root), [face], [stack], "svg")
    return typeset(job, RenderOptions(time_limit=time_limit, run=worker.run))


def test_it_draws_what_a_new_process_draws(tmp_path: Path, worker: RenderWorker) -> None:
    worker.start()
    first = worker._process
    made = [draw(tmp_path, worker, "#text({{ card.name }})", text=word).files for word in ("one", "two", "one")]
    assert worker._process is first is not None
    assert made[0] == made[2] != made[1]
    with RenderWorker() as new:
        assert made[0] == draw(tmp_path, new, "#text({{ card.name }})", text="one").files


def test_faults_leave_it_as_it_is(tmp_path: Path, worker: RenderWorker) -> None:
    draw(tmp_path, worker, "#text({{ card.name }})")
    first = worker._process
    assert draw(tmp_path, worker, "#text({{ card.nmae }})").findings[0].code == "template-error"
    assert draw(tmp_path, worker, "#panic()").findings[0].code == "template-error"
    assert draw(tmp_path, worker, "#text({{ card.name }})").files
    assert worker._process is first


def test_a_worker_that_was_killed_is_replaced(tmp_path: Path, worker: RenderWorker) -> None:
    draw(tmp_path, worker, "#text({{ card.name }})")
    assert worker._process
    worker._process.popen.kill()
    worker._process.popen.wait()
    assert draw(tmp_path, worker, "#text({{ card.name }})").files


def test_a_job_that_a_new_worker_does_not_survive_is_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = ["python3", "-c", "raise SystemExit('gone')"]
    monkeypatch.setattr("renderers.typst.processes.command_for", lambda _: gone)
    with RenderWorker() as worker:
        made = draw(tmp_path, worker, "#text({{ card.name }})")
    assert made.failed
    assert made.findings[0].code == "renderer-crash"
    assert "gone" in made.findings[0].message


def test_after_the_end_nothing_is_started(tmp_path: Path) -> None:
    worker = RenderWorker()
    worker.close()
    with pytest.raises(ClosedError):
        draw(tmp_path, worker, "#text({{ card.name }})")
    assert worker._process is None


def test_a_job_that_nobody_waits_for_ends(tmp_path: Path, worker: RenderWorker) -> None:
    draw(tmp_path, worker, "#text({{ card.name }})")
    threading.Timer(0.5, worker.interrupt).start()
    begun = time.monotonic()
    assert draw(tmp_path, worker, ENDLESS).findings[0].code == "template-limit"
    assert time.monotonic() - begun < 10
    assert draw(tmp_path, worker, "#text({{ card.name }})").files
