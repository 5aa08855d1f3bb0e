"""Two cards on sheets and as pictures, with the files beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.printing.findings import PrintResult
from builder.printing.gathering import Request
from builder.printing.prints import PrintOptions, calibrate, print_cards
from tests.support.catalogs import printable
from tests.support.git import CARDS
from tests.support.packs import small
from tests.support.renders import page_count, pdf_text

SPELLS = Request("my-game", where="type:spell")


def made(folder: Path, name: str, request: Request = SPELLS, **options: Any) -> PrintResult:
    """The two spells of the small game, printed to a file or a folder of that name."""
    return print_cards(*printable(folder), request, folder / name, PrintOptions(**options))


def test_a_sheet_of_two_cards(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert made(tmp_path, "out.pdf") == PrintResult([out], [f"{out}: 2 cards on 1 page"])
    assert page_count(out.read_bytes()) == 1
    assert "Undertow" in pdf_text(out.read_bytes())


def test_there_are_as_many_pages_as_are_allowed_and_not_one_more(tmp_path: Path) -> None:
    small = {"words": {"paper": "100x120mm"}}
    assert made(tmp_path, "out.html", max_pages=2, **small).lines == [f"{tmp_path / 'out.html'}: 2 cards on 2 pages"]
    with pytest.raises(UsageError, match="2 pages"):
        made(tmp_path, "none.html", max_pages=1, **small)
    assert not (tmp_path / "none.html").exists()


def test_separate_backs_have_a_file_of_their_own(tmp_path: Path) -> None:
    done = made(tmp_path, "out.html", words={"backs": "separate"})
    assert [path.name for path in done.files] == ["out.html", "out-backs.html"]
    assert done.lines[1] == f"{tmp_path / 'out-backs.html'}: the backs on 1 page"
    assert (tmp_path / "out.html").read_bytes().startswith(b"<!doctype html>")


def test_pages_of_a_service_are_named(tmp_path: Path) -> None:
    done = made(tmp_path, "out.html", preset="drivethru")
    assert done.lines == [
        f"{tmp_path / 'out.html'}: 2 cards on 3 pages", "page 1: the back; pages 2 to 3: the cards",
    ]  # fmt: skip


def test_cards_of_two_sizes_in_a_folder_are_named(tmp_path: Path) -> None:
    game = Request("my-game")
    assert made(tmp_path, "one", game, preset="mpc", words={"dpi": 20}).hints == []
    printable(tmp_path, game_yaml=small("game.yaml", "plural: Spells\n", "plural: Spells\n    size: tarot\n"))
    (hint,) = made(tmp_path, "two", game, preset="mpc", words={"dpi": 20}).hints
    assert hint.startswith("cards of 2 sizes are in one folder")
    assert hint.endswith("63 × 88 mm (--cards type:creature) and 69.85 × 120.65 mm (--cards type:spell)")


def test_paths_to_cut_are_written_next_to_it(tmp_path: Path) -> None:
    done = made(tmp_path, "out.pdf", preset="silhouette", cut_path=tmp_path / "cut.dxf")
    assert [path.name for path in done.files] == ["out.pdf", "cut.dxf"]
    assert done.lines[1] == f"{tmp_path / 'cut.dxf'}: 2 cuts in 1 layer"
    assert (tmp_path / "cut.dxf").read_text("ascii").startswith("0\nSECTION")


def test_preflight_is_said_and_written(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = made(tmp_path, "out.pdf", preflight=True, preflight_report=report)
    assert [path.name for path in done.files] == ["report.json", "out.pdf"]
    found = json.loads(report.read_text("utf-8"))
    assert (found["game"], found["faces"], found["document"]["pages"], found["findings"]) == ("my-game", 2, 1, [])
    assert "pages     1: 1 of 210 x 297 mm" in done.report
    assert made(tmp_path, "out.pdf", preflight_report=report).report == ""


def test_pictures_and_how_many_of_each(tmp_path: Path) -> None:
    out = tmp_path / "shop"
    done = made(tmp_path, "shop", preset="mpc", words={"dpi": 20, "marks": "lines"})
    names = [path.relative_to(out).as_posix() for path in done.files]
    assert names == ["fronts/flare.png", "fronts/undertow.png", "backs/back.png", "counts.csv"]
    counts = (out / "counts.csv").read_text("utf-8").splitlines()
    assert counts == ["picture,copies", "fronts/flare.png,1", "fronts/undertow.png,1", "backs/back.png,2"]
    assert done.hints == ["--marks has no effect: nothing is laid out on sheets"]


def test_options_without_effect_are_hints(tmp_path: Path) -> None:
    done = made(tmp_path, "out.html", words={"dpi": 100, "order": "back-first"}, standard="a-2b")
    assert done.hints == [
        "--dpi has no effect: only pictures have a resolution",
        "--order has no effect: there are no pages of backs",
        "--pdf-standard has no effect: no PDF is made",
    ]


@pytest.mark.parametrize(
    ("preset", "words", "idle"),
    [
        ("home", {"back-offset": {"x": "1 mm"}, "back-rotation": 1}, ["back-offset", "back-rotation"]),
        ("home", {"backs": "long-edge", "back-offset": {"x": "1 mm"}, "order": "fronts-first"}, []),
        (
            "drivethru",
            {"paper": "a3", "gap": "2mm", "marks": "lines", "bleed": "2mm", "back-rotation": 1},
            ["paper", "gap", "marks", "back-rotation"],
        ),
        ("mpc", {"margin": "9mm", "bleed-mode": "outer", "dpi": 20}, ["margin", "bleed-mode"]),
    ],
)
def test_options_have_no_effect_with_some_presets(
    tmp_path: Path, preset: str, words: dict[str, Data], idle: list[str]
) -> None:
    done = made(tmp_path, "shop" if preset == "mpc" else "out.html", preset=preset, words=words)
    assert [hint.split()[0] for hint in done.hints if "has no effect" in hint] == [f"--{word}" for word in idle]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("out.png", {}, "is neither a .pdf nor a .html file"),
        ("out.pdf", {"preset": "mpc"}, "must be a folder"),
        ("out.pdf", {"cut_path": "cut.ai"}, "is neither a .svg nor a .dxf file"),
        ("shop", {"preset": "mpc", "cut_path": "cut.svg"}, "makes pictures, which have no cut path"),
        ("out.pdf", {"preflight_report": "report.txt"}, "does not end in .json"),
        ("out.html", {"preflight_report": "same.json", "cut_path": "same.svg"}, "is named for two files"),
        ("gone/out.pdf", {}, "there is no folder"),
        ("out.pdf", {"cut_path": "gone/cut.svg"}, "there is no folder"),
        ("out.pdf", {"preflight_report": "gone/report.json"}, "there is no folder"),
        ("loop.pdf", {}, "can't be written: too many levels of symbolic links"),
        ("out.pdf", {"preset": "hoem"}, 'no preset "hoem"'),
    ],
)
def test_what_is_wrong_is_reported_before_anything_is_written(
    tmp_path: Path, name: str, options: dict[str, str], said: str
) -> None:
    printable(tmp_path)
    (tmp_path / "same.json").symlink_to("same.svg")
    (tmp_path / "loop.pdf").symlink_to("loop.pdf")
    paths = {key: value if key == "preset" else tmp_path / value for key, value in options.items()}
    with pytest.raises(UsageError) as caught:
        made(tmp_path, name, **paths)
    assert said in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loop.pdf", "my-game", "same.json"]


def test_a_picture_for_a_shop_stays_in_its_folder_whatever_its_card_is_called(tmp_path: Path) -> None:
    printable(tmp_path, sets__core__cards_yaml=small(CARDS, "id: undertow", "id: ../../undertow"))
    with pytest.raises(UsageError, match="would lie outside"):
        made(tmp_path, "shop", preset="mpc", words={"dpi": 20})
    assert {path.name for path in tmp_path.iterdir()} == {"my-game"}


def test_a_preset_says_whether_reminders_are_printed(tmp_path: Path) -> None:
    printable(tmp_path, game_yaml=small("game.yaml", "name: Guard", "name: Guard\n    reminder: Nobody passes."))
    guards = Request("my-game", where="keywords:guard")
    for words, said in (({}, False), ({"reminders": True}, True)):
        made(tmp_path, "out.pdf", guards, words=words)
        assert ("Nobody passes" in pdf_text((tmp_path / "out.pdf").read_bytes())) is said


# The sheet that shows how far a duplex printer is off, as a file


def test_a_front_and_a_back_are_written(tmp_path: Path) -> None:
    out = tmp_path / "sheet.PDF"
    assert calibrate(out, {"paper": "letter"}, "long-edge") == f"{out}: a front and a back on letter"
    assert page_count(out.read_bytes()) == 2


def test_an_edge_and_an_offset_change_the_sheet(tmp_path: Path) -> None:
    calibrate(tmp_path / "1.pdf", {}, "long-edge")
    calibrate(tmp_path / "2.pdf", {}, "short-edge")
    calibrate(tmp_path / "3.pdf", {"back-offset": {"x": "1 mm"}}, "long-edge")
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 3


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("sheet.png", {}, "does not end in .pdf"),
        ("sheet.pdf", {"paper": "a9"}, 'no paper "a9"'),
        ("sheet.pdf", {"paper": "40x40mm"}, "no room on paper of 40 x 40 mm"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, name: str, words: dict[str, Data], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        calibrate(tmp_path / name, words, "long-edge")
    assert list(tmp_path.iterdir()) == []
