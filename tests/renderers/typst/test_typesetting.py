"""Limits of processes that render strangers' templates, and jobs that are done together."""

import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic
from builder.games import Card, Game
from builder.storage.cache import DiskCache
from renderers.layout.options import SheetOptions
from renderers.outputs.images import pictures_of
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst import jobs, processes, typesetting
from renderers.typst.jobs import ProcessResult, RenderOptions, TypesetJob
from renderers.typst.processes import LATE, RenderWorker
from renderers.typst.typesetting import typeset, typeset_each
from tests.support.renders import KIT, card, counted, fleet, future_invaders, pack


@pytest.mark.long
@pytest.mark.parametrize(
    ("template", "where"),
    [
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "face.typ.j2 ran last"),
        ("#let n = 0\n#for i in range(99999) { for k in range(99999) { n += 1 } }", "while Typst set the pages"),
        (
            "#let f(n, k) = if n == 0 { k } else { f(n - 1, 2 * k) + f(n - 1, 2 * k + 1) }\n#f(30, 1)",
            "while Typst set the pages",
        ),
    ],
    ids=["jinja", "loop", "recursion"],
)
def test_what_does_not_end_is_stopped(tmp_path: Path, template: str, where: str) -> None:
    with RenderWorker() as worker:
        options = RenderOptions(run=worker.run)
        assert check_faces(pack(tmp_path / "first", ""), [card()], options) == []  # its process has begun
        begun = time.monotonic()
        (found,) = check_faces(pack(tmp_path / "endless", template), [card()], replace(options, time_limit=0.6))
    assert time.monotonic() - begun < 5
    assert found.code == "template-limit"
    assert "1 s" in found.message
    assert where in found.message
    assert (found.span is None) == ("Typst" in where)
    if found.span:
        assert found.span.path.endswith("templates/face.typ.j2")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the address space reliably")
@pytest.mark.parametrize(
    "template",
    [
        "{% set x = namespace(a='a') %}{% for i in range(40) %}{% set x.a = x.a ~ x.a %}{% endfor %}",
        "#let a = (1, 2)\n#for i in range(40) { a = a + a }\n#a.len()",
    ],
    ids=["jinja", "typst"],
)
def test_what_takes_all_memory_is_stopped(tmp_path: Path, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "MEMORY", 700 * 1024**2)
    (found,) = check_faces(pack(tmp_path, template), [card()], RenderOptions(time_limit=20))
    assert found.code == "template-limit"
    assert "memory" in found.message


def test_a_crash_is_one_clear_error() -> None:
    for ended in (ProcessResult(-signal.SIGSEGV, b"", b"Segmentation fault"), ProcessResult(0, b"")):
        (finding,) = check_faces(future_invaders(), [card()], RenderOptions(run=lambda _, ended=ended: ended))
        assert finding.code == "renderer-crash"


def test_without_its_font_nothing_is_rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "files_of", lambda _: [tmp_path / "nowhere.ttf"])
    with pytest.raises(FileNotFoundError):
        check_faces(future_invaders(), [card()])


def job_of(game: Game, one: Card) -> TypesetJob:
    return next(pictures_of(game, one)).job(game, "svg")


def test_jobs_that_are_done_together_are_as_if_done_alone(tmp_path: Path) -> None:
    game, runs = pack(tmp_path, KIT + "#fit-line({{ card.name }}, 20mm)"), []
    jobs = [job_of(game, one) for one in (card(), card(id="wide", name="W" * 60), card(id="odd", name="x漢"))]
    together = typeset_each(jobs, RenderOptions(run=counted(runs)))
    assert runs == [3]
    assert together == [typeset(job) for job in jobs]
    assert [[finding.subject for finding in one.findings] for one in together] == [[], ["wide"], ["odd"]]


def test_a_fault_of_one_fails_all_but_those_that_are_cached(tmp_path: Path) -> None:
    game = pack(tmp_path / "pack", "{{ card.power }}")
    good, bad = job_of(game, card(power=1)), job_of(game, card(id="bad"))
    options = RenderOptions(DiskCache(tmp_path / "renders"))
    assert typeset_each([good], options)[0].files
    kept, *failed = typeset_each([good, bad, job_of(game, card(id="other", power=2))], options)
    assert kept.files
    assert [one.failed for one in failed] == [True, True]
    assert failed[0].findings[0].subject == "bad"
    assert typeset_each([], options) == []


def test_who_listens_hears_how_far_a_large_job_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_FACES", 3)
    heard: list[tuple[int, int]] = []
    print_sheets(
        future_invaders(), [(one, 1) for one in fleet(7)], SheetOptions(layout="pages"),
        options=RenderOptions(progress=lambda done, of: heard.append((done, of))),
    )  # fmt: skip
    assert heard[0] == (0, 7)
    assert sorted(heard[1:]) == [(2, 7), (2, 7), (3, 7)] or sum(done for done, _ in heard) == 7


@pytest.mark.parametrize("code", [LATE, -signal.SIGXCPU])
def test_what_took_too_long_is_named(code: int) -> None:
    def late(said: bytes) -> Diagnostic:
        ended = ProcessResult(code, b"", said)
        (finding,) = check_faces(future_invaders(), [card()], RenderOptions(run=lambda _: ended))
        return finding

    first = late(b"face 0\n")
    assert first.code == "template-limit"
    assert first.subject == card().id
    assert "ran last" in first.message
    assert first.span is None or first.span.path.endswith(".typ.j2")
    assert "while Typst set the pages" in late(b"face 0\nface 1\npages 0\n").message
    assert late(b"").message.endswith("and were stopped")


def test_after_a_share_that_fails_no_other_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_FACES", 2)
    runs: list[int] = []
    run = counted(runs, lambda _: ProcessResult(LATE, b""))
    found = check_faces(future_invaders(), fleet(40), RenderOptions(run=run))
    assert [finding.code for finding in found] == ["template-limit"]
    assert len(runs) < 6
