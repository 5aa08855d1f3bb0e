"""Printed sheets, seen from outside: text, pages, bytes, reports."""

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from builder.diagnostics import UsageError
from builder.games import Card, Game
from builder.storage.cache import DiskCache
from renderers.layout.options import SheetOptions
from renderers.outputs import sheets
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst import jobs, typesetting
from renderers.typst.jobs import ProcessResult, RenderJob, RenderOptions
from tests.support.commands import ROOT
from tests.support.renders import (
    KIT,
    card,
    changed,
    counted,
    fleet,
    future_invaders,
    pack,
    page_count,
    pdf_pages,
    pdf_text,
)
from tests.support.things import CUBE, game_of_things, thing


def test_copies_then_components_then_backs_of_cards_only() -> None:
    cards = [
        card(text="Gain {oil}. **Then** *draw* 1 card.\nUse this once per turn.", flavor='"All hands" & <more>.'),
        card(id="other", number=12, name="Éclair #2 *of* $5 @home", faction="organics", rarity="supreme"),
        card(id="base", number=13, name="Base", type="structure", faction="pirates", weapons=None),
    ]
    game = future_invaders()
    made = print_sheets(
        game, [(one, 4) for one in cards], SheetOptions(backs="long-edge"), [(name, 1) for name in game.components]
    )
    assert made.findings == []
    assert made.pages == page_count(made.data) == 4
    text = re.sub(r"[\u2060\s]+", " ", pdf_text(made.data))
    assert [text.count(words) for words in ("Test Ship", "FL 012", "Your turn")] == [4, 4, 1]
    assert text.replace(" ", "").count("INVADERS") == 12  # pypdfium2 reads wide spacing as spaces
    for words in ("Then draw 1 card.", "Use this once per turn.", '"All hands" & <more>.', "Éclair #2 *of* $5 @home"):
        assert words in text, words
    for words in ("SUPREME", "ORGANICS · SHIP", "PIRATES · STRUCTURE"):
        assert words in text, words


def test_the_same_input_gives_the_same_bytes() -> None:
    first, second = (print_sheets(future_invaders(), [(one, 1) for one in fleet(3)]).data for _ in range(2))
    assert first == second
    assert b"CreationDate" not in first or b"D:1970" in first


@pytest.mark.long
@pytest.mark.parametrize("size", ["mini", "bridge", "jumbo", "square", "40x60mm"])
@pytest.mark.parametrize("face", ["card", "generic"])
def test_faces_print_at_other_sizes(size: str, face: str) -> None:
    one = card(name="Ace", text="Draw 1 card.", flavor="Quick.")
    assert check_faces(future_invaders(face=face, card_size=size), [one]) == []


def test_every_option_prints() -> None:
    options = SheetOptions(paper="a3", size="poker", gap=6, bleed=3, marks="lines", backs="short-edge", margin=6)
    made = print_sheets(future_invaders(), [(card(), 3)], options, [("base-tracker", 1)])
    assert (made.findings, made.pages) == ([], 2)


def test_wrong_use_is_reported() -> None:
    game = future_invaders()
    with pytest.raises(UsageError, match='no paper "a9"'):
        print_sheets(game, [(card(), 1)], SheetOptions(paper="a9"))
    with pytest.raises(UsageError, match="does not fit"):
        print_sheets(game, [(card(), 1)], SheetOptions(paper="50x50mm"))
    with pytest.raises(UsageError, match='no component "tracker"'):
        print_sheets(game, [(card(), 1)], components=[("tracker", 1)])


def test_no_cards_no_sheets() -> None:
    made = print_sheets(future_invaders(), [])
    assert (made.pages, made.findings) == (0, [])


def test_art_of_the_pack_is_used() -> None:
    plain, shown = (print_sheets(future_invaders(), [(card(art=art), 1)]) for art in (None, "symbols/oil.svg"))
    assert plain.findings == shown.findings == []
    assert plain.data != shown.data


def test_backs_in_a_file_of_their_own() -> None:
    made = print_sheets(future_invaders(), [(card(), 10)], SheetOptions(backs="separate"))
    assert (made.pages, page_count(made.data), page_count(made.backs)) == (4, 2, 2)
    assert print_sheets(future_invaders(), [(card(), 1)], SheetOptions(backs="long-edge")).backs == b""
    html = print_sheets(future_invaders(), [(card(), 1)], SheetOptions(backs="separate", output="html"))
    assert html.data.count(b"<section") == html.backs.count(b"<section") == 1


# ---- things that are no cards ---------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_of_things(tmp_path)


def places(data: bytes, page: int, words: str) -> list[tuple[float, float]]:
    """Where these words stand on a page: the left bottom corner of each, in pt from the page's left bottom corner."""
    found = []
    with pypdfium2.PdfDocument(data) as pdf:
        text = pdf[page].get_textpage()
        search = text.search(words)
        while hit := search.get_next():
            left, bottom, *_ = text.get_charbox(hit[0])
            found.append((round(left, 1), round(bottom, 1)))
    return sorted(found)


def test_things_of_several_sizes_share_a_sheet(game: Game) -> None:
    cards = [(thing("hero"), 1), (thing("hex"), 2), (thing("mat"), 1), (thing("cube", faces=CUBE), 1)]
    made = print_sheets(game, cards)
    assert (made.findings, made.pages) == ([], 1)
    text = pdf_pages(made.data)[0]
    assert all(text.count(name) == count for name, count in (("Hero 1", 1), ("Hex 1", 2), ("Mat 1", 1)))
    assert len(places(made.data, 0, "A")) >= 3  # faces of the die
    html = print_sheets(game, cards, SheetOptions(output="html")).data.decode()
    assert html.count("<section") == html.count("<svg") == html.count("</svg>") == 1


def test_nothing_hides_what_lies_below_it_on_a_sheet(game: Game) -> None:
    cards = [(thing("hero"), 1), (thing("mat"), 1)]
    for made in (print_sheets(game, cards), print_sheets(game, cards[::-1])):
        picture = pypdfium2.PdfDocument(made.data)[0].render(scale=1).to_pil().convert("L")
        for box in (slot.trim for slot in made.plan.pages[0].slots):
            shown = picture.crop([round(edge / 25.4 * 72) for edge in (box.x, box.y, box.right, box.bottom)])
            assert shown.getextrema()[0] < 128  # its name is there


def test_a_two_sided_token_is_folded_to_its_back(game: Game) -> None:
    made = print_sheets(game, [(thing("coin"), 3)])
    assert made.pages == 1
    text = pdf_pages(made.data)[0]
    assert text.count("tails") == 3
    fronts = [place for place in places(made.data, 0, "Coin 1") if place[1] < 800]
    assert len(fronts) == 6  # three fronts, and three backs that name the coin


def test_backs_that_are_asked_for_lie_behind_their_fronts(game: Game) -> None:
    cards = [(thing("hero"), 1), (thing("coin"), 2), (thing("mat"), 1)]
    made = print_sheets(game, cards, SheetOptions(backs="long-edge", mix=False))
    assert made.findings == []
    assert pdf_pages(made.data) == [
        "Hero 1", "shared", "Coin 1 Coin 1", "Coin 1 tails Coin 1 tails", "Mat 1", "",
    ]  # fmt: skip
    fronts, backs = places(made.data, 2, "Coin 1"), places(made.data, 3, "Coin 1")
    paper, coin, left = (mm / 25.4 * 72 for mm in (210, 25, 3))  # `left` is where the words begin on a coin
    mirrored = sorted(paper - (x - left) - coin + left for x, _ in fronts)
    assert [x for x, _ in backs] == pytest.approx(mirrored, abs=1.0)


@pytest.mark.parametrize(
    ("type_id", "dry", "wet"),
    [
        ("coin", [(-2.5, -2.5), (27.5, -2.5), (27.5, 27.5), (0.1, 0.1)], [(12.5, -2.5), (-2.5, 12.5), (12.5, 12.5)]),
        ("hex", [(-2.5, -2.5), (32.5, -2.5), (0.1, 36), (1, 0)], [(15, -2.5), (-2.5, 17), (-2.5, 7), (15, 17)]),
        ("mat", [], [(-2.5, -2.5), (182.5, 122.5), (90, 60)]),
    ],
)
def test_no_ink_is_wasted_beyond_the_bleed_of_a_round_thing(
    game: Game, type_id: str, dry: list[tuple[float, float]], wet: list[tuple[float, float]]
) -> None:
    dark = '#import "/arsenal/kit.typ": *\n#background(rect(width: 100%, height: 100%, fill: navy))'
    for face in ("face", "token", "tails"):
        (game.root / f"templates/{face}.typ.j2").write_text(dark, "utf-8")
    made = print_sheets(game, [(thing(type_id), 1)], SheetOptions(layout="pages"))
    with pypdfium2.PdfDocument(made.data) as pdf:
        picture = pdf[0].render(scale=4).to_pil().convert("L")

    def ink(x: float, y: float) -> bool:
        return picture.getpixel((round((x + 3) * 4 * 72 / 25.4), round((y + 3) * 4 * 72 / 25.4))) < 128

    assert [place for place in dry if ink(*place)] == []
    assert [place for place in wet if not ink(*place)] == []


def test_a_board_larger_than_the_paper_is_tiled(game: Game) -> None:
    made = print_sheets(game, [(thing("map"), 1), (thing("mat"), 1)])
    assert made.pages == 4 + 1
    assert "row 2 of 2, column 1 of 2" in pdf_text(made.data)


@pytest.mark.parametrize(("dice", "count"), [("nets", 1), ("stickers", 1), ("both", 2)])
def test_dice_are_nets_or_stickers(game: Game, dice: Any, count: int) -> None:
    made = print_sheets(game, [(thing("cube", faces=CUBE), 2)], SheetOptions(dice=dice, mix=False))
    assert (made.pages, made.findings) == (count, [])
    for page in range(count):
        assert len(places(made.data, page, "A")) == 2 * sum(face.count("axe") for face in CUBE)


def test_each_shape_of_die_makes_a_net(game: Game) -> None:
    cards = [(thing("cube", faces=CUBE), 1), (thing("pyramid", faces=CUBE[:4]), 1)]
    made = print_sheets(game, cards, SheetOptions(mix=False))
    assert [len(page.folds) for page in made.plan.pages] == [12, 6]


def test_every_side_is_checked(game: Game) -> None:
    wide = "W" * 80
    named = thing("cube", faces=[["axe"] * 2] * 6)
    assert check_faces(game, [thing("coin"), named]) == []
    (game.root / "templates/tails.typ.j2").write_text(
        f'#import "/arsenal/kit.typ": *\n#place(horizon, dx: 2mm, fit-line({{{{ "{wide}" }}}}, 20mm))', "utf-8"
    )
    assert [(f.subject, f.code) for f in check_faces(game, [thing("coin")])] == [("coin-1", "text-overflow")]


# ---- what is kept ---------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Game:
    return pack(tmp_path / "pack", KIT + "#fit-line({{ card.name }}, 20mm)")


@pytest.fixture
def runs() -> list[int]:
    """How many faces each process was given."""
    return []


@pytest.fixture
def keeping(tmp_path: Path, runs: list[int]) -> RenderOptions:
    return RenderOptions(DiskCache(tmp_path / "renders"), run=counted(runs))


@pytest.mark.parametrize("layout", [SheetOptions(), SheetOptions(output="html"), SheetOptions(backs="separate")])
def test_unchanged_sheets_are_rendered_once(
    small: Game, keeping: RenderOptions, runs: list[int], layout: SheetOptions
) -> None:
    cards = [(c, 2) for c in [*fleet(3), card(id="wide", number=9, name="W" * 60)]]
    first, second = (print_sheets(small, cards, layout, options=keeping) for _ in range(2))
    assert len(runs) == 1
    assert first == second
    assert [finding.code for finding in second.findings] == ["text-overflow"]
    assert print_sheets(small, cards, layout) == first


@pytest.mark.long
def test_unchanged_sheets_need_no_libraries(small: Game, tmp_path: Path) -> None:
    """What joins PDFs and fills in templates takes long to import."""
    script = (
        "import sys; from tests.support.renders import *; from pathlib import Path;"
        "from builder.storage.cache import DiskCache; from renderers.outputs.sheets import print_sheets;"
        "from renderers.typst.jobs import RenderOptions;"
        f"game = game_from({dict(small.definition)!r}, {{}}, root=Path({str(small.root)!r}));"
        f"options = RenderOptions(DiskCache(Path({str(tmp_path / 'renders')!r})));"
        "[sys.modules.pop(name) for name in ('pikepdf', 'jinja2') if name in sys.modules];"
        "made = print_sheets(game, [(card(), 1)], options=options);"
        "print(len(made.data) > 0, {'pikepdf', 'jinja2'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", script]
    said = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert [one.strip() for one in said] == ["True {'pikepdf'}", "True set()"]


def test_unchanged_faces_are_checked_once(small: Game, keeping: RenderOptions, runs: list[int]) -> None:
    cards = [card(name="A name that is far too long for so little room, at any size that can be read")]
    first, second = (check_faces(small, cards, keeping) for _ in range(2))
    assert runs == [2]  # the card, and the game's back
    assert [finding.code for finding in first] == ["text-overflow"]
    assert first == second


def test_what_changed_is_rendered_anew(small: Game, keeping: RenderOptions, runs: list[int]) -> None:
    plain = SheetOptions()
    before = print_sheets(small, [(card(), 1)], plain, options=keeping)
    changes: dict[str, tuple[Game, Card, int, SheetOptions]] = {
        "card": (small, card(name="Other"), 1, plain),
        "count": (small, card(), 2, plain),
        "words": (changed(small, name="Smaller"), card(), 1, plain),
        "option": (small, card(), 1, SheetOptions(paper="a5")),
        "backs": (small, card(), 1, SheetOptions(backs="separate")),
        "template": (small, card(), 1, plain),
    }
    for number, (what, (game, one, count, layout)) in enumerate(changes.items(), start=2):
        if what == "template":
            (small.root / "templates/face.typ.j2").write_text("#text(9pt, {{ card.id }})", "utf-8")
        assert print_sheets(game, [(one, count)], layout, options=keeping) != before, what
        assert len(runs) == number, what


def test_how_a_page_is_cut_is_cached_too(tmp_path: Path, keeping: RenderOptions) -> None:
    """Two layouts may draw the same and be cut otherwise."""
    game = pack(tmp_path / "pack", "")
    same = [print_sheets(game, [(card(), 1)], SheetOptions(layout="pages", bleed=b), options=keeping) for b in (0, 3)]
    assert same[0].data != same[1].data


def test_what_failed_is_not_cached(small: Game, keeping: RenderOptions, runs: list[int]) -> None:
    (small.root / "templates/face.typ.j2").write_text("{{ card.nothing }}", "utf-8")
    for _ in range(2):
        made = print_sheets(small, [(card(), 1)], options=keeping)
        assert made.findings
        assert made.data == b""
    assert runs == [1, 1]


def test_a_change_of_a_large_job_renders_one_share_anew(
    small: Game, keeping: RenderOptions, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_FACES", 4)
    monkeypatch.setattr("renderers.outputs.sheets.MOST_FACES", 4)
    cards, layout = fleet(12), SheetOptions(layout="pages")
    print_sheets(small, [(one, 1) for one in cards], layout, options=keeping)
    assert runs == [4, 4, 4]
    cards[5] = card(id="ship-5", number=6, name="Renamed")
    changed_one = print_sheets(small, [(one, 1) for one in cards], layout, options=keeping)
    assert runs == [4, 4, 4, 4]
    assert changed_one.data == print_sheets(small, [(one, 1) for one in cards], layout).data


@pytest.mark.long
@pytest.mark.parametrize(
    "layout", [SheetOptions(backs="long-edge"), SheetOptions(backs="separate"), SheetOptions(output="html")]
)
def test_of_very_many_pages_equal_ones_are_drawn_once(layout: SheetOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = [(one, 40) for one in fleet(2)]
    usual = print_sheets(future_invaders(), copies, layout)
    drawn: list[int] = []

    def counting(job: RenderJob) -> ProcessResult:
        drawn.append(sum(len(stack.pages) for stack in job.stacks))
        return typesetting.run_alone(job)

    def cut(data: bytes) -> list[list[float]]:
        with pikepdf.open(BytesIO(data)) as pdf:
            return [[*map(float, page.obj["/TrimBox"])] for page in pdf.pages]  # type: ignore[call-overload]  # pikepdf's arrays

    monkeypatch.setattr(sheets, "MANY_PAGES", 2)
    short = print_sheets(future_invaders(), copies, layout, options=RenderOptions(run=counting))
    assert short.pages == usual.pages
    assert sum(drawn) < usual.pages
    if layout.output == "pdf":
        for one, other in ((short.data, usual.data), (short.backs, usual.backs)):
            assert one == other == b"" or pdf_pages(one) == pdf_pages(other)
        assert len(short.data) < len(usual.data)
        assert cut(short.data) == cut(usual.data)
    else:
        assert short.data == usual.data
