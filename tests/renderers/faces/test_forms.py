"""Things that are no cards: tokens, boards and dice, each at its size, their sides where they belong."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from builder.database.tables import Card, Game
from renderers.layout.plan import SheetOptions
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.pictures import png_size
from tests.support.renders import NO_PLACE, pdf_text

TYPES: dict[str, dict[str, Any]] = {
    "hero": {"name": "Hero"},
    "map": {"name": "Map", "form": "board", "size": "380x300mm"},
    "mat": {"name": "Mat", "form": "board", "size": "180x120mm"},
    "coin": {"name": "Coin", "form": "token", "size": "25mm", "shape": "circle", "back": "tails", "two-sided": True},
    "hex": {"name": "Hex", "form": "token", "size": "30x34mm", "shape": "hexagon"},
    "cube": {"name": "Cube", "form": "die", "size": "16mm"},
    "pyramid": {"name": "Pyramid", "form": "die", "size": "16mm"},
}
SYMBOLS = {name: {"name": name.title(), "letters": name[0].upper(), "color": "#884422"} for name in ("axe", "bow")}
CUBE = [["axe"], ["bow"], ["axe", "axe"], [], ["bow", "bow", "bow"], ["axe", "bow"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "face.typ.j2").write_text("#text(9pt, {{ card.name }})", "utf-8")
    (templates / "tails.typ.j2").write_text("#text(6pt, {{ card.name + ' tails' }})", "utf-8")
    (templates / "back.typ.j2").write_text("#text(6pt, {{ 'shared' }})", "utf-8")
    types = {name: ({**t, "face": "face"} if t.get("form") == "token" else t) for name, t in TYPES.items()}
    definition = {
        "id": "small", "name": "Small", "face": "face", "back": "back", "types": types, "sets": {}, "symbols": SYMBOLS,
    }  # fmt: skip
    return Game(id="small", name="Small", root=str(tmp_path), definition=definition, card_schema={}, **NO_PLACE)


def thing(type_id: str, number: int = 1, **more: Any) -> Card:
    name = f"{type_id.title()} {number}"
    definition = {"id": f"{type_id}-{number}", "number": number, "name": name, "type": type_id, **more}
    return Card(
        pk=number, game_id="small", id=definition["id"], set_id="", number=number, name=name, type=type_id,
        definition=definition,
    )  # fmt: skip


def pages(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


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


def test_things_of_one_size_share_sheets_in_the_order_of_the_first_of_each(game: Game) -> None:
    made = print_sheets(game, [(thing("hero"), 1), (thing("hex"), 2), (thing("hero", 2), 1)])
    assert made.findings == []
    assert pages(made.data) == ["Hero 1 Hero 2", "Hex 1 Hex 1"]


def test_a_two_sided_token_is_folded_to_its_back(game: Game) -> None:
    made = print_sheets(game, [(thing("coin"), 3)])
    assert made.pages == 1
    text = pages(made.data)[0]
    assert text.count("tails") == 3
    fronts = [place for place in places(made.data, 0, "Coin 1") if place[1] < 800]
    assert len(fronts) == 6  # three fronts, and three backs that name the coin


def test_backs_that_are_asked_for_lie_behind_their_fronts(game: Game) -> None:
    cards = [(thing("hero"), 1), (thing("coin"), 2), (thing("mat"), 1)]
    made = print_sheets(game, cards, SheetOptions(backs="long-edge"))
    assert pages(made.data) == [
        "Hero 1", "shared", "Coin 1 Coin 1", "Coin 1 tails Coin 1 tails", "Mat 1",
    ]  # fmt: skip
    fronts, backs = places(made.data, 2, "Coin 1"), places(made.data, 3, "Coin 1")
    width = 210 / 25.4 * 72
    coin = 25 / 25.4 * 72
    mirrored = sorted(width - x - coin for x, _ in fronts)
    assert [x for x, _ in backs] == pytest.approx(mirrored, abs=1.0)


def test_a_board_larger_than_the_paper_is_tiled(game: Game) -> None:
    made = print_sheets(game, [(thing("map"), 1), (thing("mat"), 1)])
    assert made.pages == 4 + 1
    assert "row 2 of 2, column 1 of 2" in pdf_text(made.data)


@pytest.mark.parametrize(("dice", "count"), [("nets", 1), ("stickers", 1), ("both", 2)])
def test_dice_are_nets_or_stickers(game: Game, dice: Any, count: int) -> None:
    made = print_sheets(game, [(thing("cube", faces=CUBE), 2)], SheetOptions(dice=dice))
    assert (made.pages, made.findings) == (count, [])
    for page in range(count):
        assert len(places(made.data, page, "A")) == 2 * sum(face.count("axe") for face in CUBE)


def test_only_six_faces_make_a_net(game: Game) -> None:
    made = print_sheets(game, [(thing("cube", faces=CUBE), 1), (thing("pyramid", faces=CUBE[:4]), 1)])
    assert made.pages == 2


def test_joined_documents_are_the_same_every_time_and_keep_their_title(game: Game) -> None:
    cards = [(thing("hero"), 1), (thing("hex"), 1)]
    first, second = (print_sheets(game, cards).data for _ in range(2))
    assert first == second
    with pikepdf.open(BytesIO(first)) as pdf:
        assert pdf.Root.Lang == "en"
        assert pdf.docinfo["/Title"] == "Small"


def test_pictures_are_of_each_things_size(game: Game) -> None:
    cards = [thing("hero"), thing("coin"), thing("cube", faces=CUBE), thing("hero", 2)]
    images = {image.name: image.data for image in card_images(game, cards, dpi=25.4)}
    assert {name: png_size(data) for name, data in images.items()} == {
        "hero-1": (63, 88), "coin-1": (25, 25), "coin-1.back": (25, 25), "cube-1": (96, 16), "hero-2": (63, 88),
    }  # fmt: skip


def test_every_side_is_checked(game: Game) -> None:
    wide = "W" * 80
    named = thing("cube", faces=[["axe"] * 2] * 6)
    assert check_faces(game, [thing("coin"), named]) == []
    (Path(game.root) / "templates/tails.typ.j2").write_text(
        f'#import "/arsenal/kit.typ": *\n#fit-line({{{{ "{wide}" }}}}, 20mm)', "utf-8"
    )
    assert [(f.face, f.diagnostic.code) for f in check_faces(game, [thing("coin")])] == [("coin-1", "text-overflow")]
