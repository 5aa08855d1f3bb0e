"""A worker that stays: one job after another, and none that breaks it is the last."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.games.sizes import Size
from renderers.layout.geometry import Box, Page, Slot
from renderers.typst.typeset import Face, Stack, Typeset, typeset
from renderers.typst.warm import ClosedError, Warm

SIZE = Size(20, 30, 1)
GAME: dict[str, Any] = {"id": "test", "name": "Test"}
ENDLESS = """
#{ let a = 0; while a < 9999 { a += 1; let b = 0; while b < 9999 { b += 1; let c = 0; while c < 9999 { c += 1 } } } }
"""


@pytest.fixture
def warm() -> Iterator[Warm]:
    with Warm() as worker:
        yield worker


def draw(root: Path, warm: Warm, template: str, seconds: float = 60, text: str = "a") -> Typeset:
    (root / "templates").mkdir(exist_ok=True)
    (root / "templates/face.typ.j2").write_text(template, "utf-8")
    whole = Box(0, 0, SIZE.width, SIZE.height)
    stack = Stack(SIZE, [Page(SIZE.width, SIZE.height, (Slot(0, whole, whole),))])
    face = Face("one", "face", {"card": {"name": text}})
    return typeset(root, GAME, [face], [stack], bleed=0, output="svg", seconds=seconds, run=warm.run)


def test_it_draws_what_a_new_process_draws(tmp_path: Path, warm: Warm) -> None:
    warm.start()
    first = warm._worker
    words = ("one", "two", "one")
    made = [draw(tmp_path, warm, "#text({{ card.name }})", text=word).files for word in words]
    assert warm._worker is first is not None
    assert made[0] == made[2] != made[1]
    alone = [draw(tmp_path, Warm(), "#text({{ card.name }})", text=word).files for word in ("one",)]
    assert made[0] == alone[0]


def test_faults_leave_it_as_it_is(tmp_path: Path, warm: Warm) -> None:
    draw(tmp_path, warm, "#text({{ card.name }})")
    first = warm._worker
    assert draw(tmp_path, warm, "#text({{ card.nmae }})").findings[0].diagnostic.code == "template-error"
    assert draw(tmp_path, warm, "#panic()").findings[0].diagnostic.code == "template-error"
    assert draw(tmp_path, warm, "#text({{ card.name }})").files
    assert warm._worker is first


def test_a_job_that_takes_too_long_costs_its_worker(tmp_path: Path, warm: Warm) -> None:
    draw(tmp_path, warm, "#text({{ card.name }})")
    made = draw(tmp_path, warm, ENDLESS, seconds=1)
    assert made.failed
    assert made.findings[0].diagnostic.code == "template-limit"
    assert draw(tmp_path, warm, "#text({{ card.name }})").files


def test_a_worker_that_was_killed_is_replaced(tmp_path: Path, warm: Warm) -> None:
    draw(tmp_path, warm, "#text({{ card.name }})")
    assert warm._worker
    warm._worker.process.kill()
    warm._worker.process.wait()
    assert draw(tmp_path, warm, "#text({{ card.name }})").files


def test_a_job_that_a_new_worker_does_not_survive_is_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = ["python3", "-c", "raise SystemExit('gone')"]
    monkeypatch.setattr("renderers.typst.warm.command_for", lambda _: gone)
    with Warm() as warm:
        made = draw(tmp_path, warm, "#text({{ card.name }})")
    assert made.failed
    assert made.findings[0].diagnostic.code == "renderer-crash"
    assert "gone" in made.findings[0].diagnostic.message


def test_after_the_end_nothing_is_started(tmp_path: Path) -> None:
    warm = Warm()
    warm.close()
    with pytest.raises(ClosedError):
        draw(tmp_path, warm, "#text({{ card.name }})")
    assert warm._worker is None
