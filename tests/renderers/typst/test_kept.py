"""What was rendered is kept: unchanged content costs no rendering, anything else does, and nothing damaged is used."""

import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from builder.database.tables import Game
from renderers.layout.plan import SheetOptions
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst import typeset
from renderers.typst.kept import Kept, name_for
from tests.support.renders import card, fleet, pack

WIDE = '#import "/arsenal/kit.typ": *\n#fit-line({{ card.name }}, 20mm)'


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many faces each run of the worker was given."""
    counted: list[int] = []
    real = typeset._run

    def count(job: dict[str, Any]) -> Any:
        counted.append(len(job["faces"]))
        return real(job)

    monkeypatch.setattr(typeset, "_run", count)
    return counted


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return pack(tmp_path / "pack", WIDE)


@pytest.fixture
def keep(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "renders")


def test_unchanged_sheets_are_rendered_once(game: Game, keep: Kept, runs: list[int]) -> None:
    cards = [(c, 2) for c in fleet(3)]
    first, second = (print_sheets(game, cards, keep=keep) for _ in range(2))
    assert runs == [3]
    assert first == second
    assert print_sheets(game, cards) == first
    assert runs == [3, 3]


def test_unchanged_faces_are_checked_once(game: Game, keep: Kept, runs: list[int]) -> None:
    cards = [card(name="A name that is far too long for so little room, at any size that can be read")]
    first, second = (check_faces(game, cards, keep=keep) for _ in range(2))
    assert runs == [2]  # the card, and the game's back
    assert [finding.diagnostic.code for finding in first] == ["text-overflow"]
    assert first == second


@pytest.mark.parametrize("change", ["card", "count", "template", "words", "option"])
def test_what_changed_is_rendered_anew(game: Game, keep: Kept, runs: list[int], change: str) -> None:
    before = print_sheets(game, [(card(), 1)], keep=keep)
    changed = card(name="Other") if change == "card" else card()
    if change == "template":
        Path(game.root, "templates/face.typ.j2").write_text("#text(9pt, {{ card.id }})", "utf-8")
    if change == "words":
        game.definition = {**game.definition, "name": "Smaller"}
    options = SheetOptions(paper="a5") if change == "option" else None
    after = print_sheets(game, [(changed, 2 if change == "count" else 1)], options, keep=keep)
    assert runs == [1, 1]
    assert after.data != before.data


def test_only_changed_pictures_are_rendered(game: Game, keep: Kept, runs: list[int]) -> None:
    cards = [*fleet(5), card(id="wide", number=9, name="W" * 60)]
    first = list(card_images(game, cards, dpi=30, keep=keep))
    cards[2] = card(id="ship-2", number=3, name="Renamed")
    second = list(card_images(game, cards, dpi=30, keep=keep))
    assert runs == [6, 1]
    assert [image.name for image in second] == [image.name for image in first]
    assert [a.data == b.data for a, b in zip(first, second, strict=True)] == [True, True, False, True, True, True]
    # What is wrong with a face is kept with it.
    assert [f.diagnostic.code for f in second[-1].findings] == ["text-overflow"]
    assert second[-1].findings == first[-1].findings


def test_what_failed_is_not_kept(game: Game, keep: Kept, runs: list[int]) -> None:
    Path(game.root, "templates/face.typ.j2").write_text("{{ card.nothing }}", "utf-8")
    for _ in range(2):
        assert print_sheets(game, [(card(), 1)], keep=keep).findings
    assert runs == [1, 1]


def test_damaged_entries_count_as_not_there(keep: Kept) -> None:
    name = name_for({"what": 1})
    keep.put(name, b"body")
    assert keep.get(name) == b"body"
    (path,) = keep.folder.glob("*/*")
    path.write_bytes(path.read_bytes()[:-1])
    assert keep.get(name) is None
    path.write_bytes(b"")
    assert keep.get(name) is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "renders").write_text("a file")
    keep = Kept(tmp_path / "renders")
    keep.put(name_for(1), b"body")
    assert keep.get(name_for(1)) is None


def test_what_was_used_longest_ago_goes_first(keep: Kept) -> None:
    import os

    names = [name_for(n) for n in range(10)]
    for age, name in enumerate(reversed(names)):
        keep.put(name, b"x" * 100)
        os.utime(keep._path(name), (1_000_000 - age, 1_000_000 - age))
    keep.get(names[0])
    keep.prune(limit=700)
    left = [name for name in names if keep.get(name)]
    assert names[0] in left
    assert sum(path.stat().st_size for path in keep.folder.glob("*/*")) <= 700


def _put_and_get(folder: str, round_: int) -> bool:
    keep = Kept(Path(folder))
    body = json.dumps([round_ % 3] * 50_000).encode()
    name = name_for(round_ % 3)
    keep.put(name, body)
    return keep.get(name) in (body, None)


def test_processes_share_the_folder(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as processes:
        assert all(processes.map(_put_and_get, [str(tmp_path / "renders")] * 60, range(60)))
    assert not list((tmp_path / "renders").glob("*/.*"))  # nothing half-written is left
