"""Commands that make pictures: one for each card, and sheets for virtual tables."""

import json
from pathlib import Path

import pytest

from tests.support.commands import Arsenal
from tests.support.pictures import png_size

pytestmark = pytest.mark.usefixtures("alone", "own_pack")

PACK = ("--packs", "moon-duel")


def test_images_are_named_as_cards_are(arsenal: Arsenal) -> None:
    said = arsenal("images", "moon-duel", "-o", "out", "--format", "svg", "--cards", "type:spell", *PACK)
    assert said.stdout == "out: 2 pictures\n"
    assert sorted(path.name for path in Path("out").iterdir()) == ["flare.svg", "undertow.svg"]
    assert "<svg" in Path("out/flare.svg").read_text("utf-8")


def test_a_picture_has_the_resolution_that_is_asked_for(arsenal: Arsenal) -> None:
    sizes = []
    for dpi in ("100", "200"):
        arsenal("images", "moon-duel", "-o", dpi, "--dpi", dpi, "--cards", "flare", *PACK)
        sizes.append(png_size(Path(dpi, "flare.png").read_bytes()))
    (width, height), twice = sizes
    assert width < height
    assert list(twice) == pytest.approx([2 * width, 2 * height], abs=1)


def test_a_table_says_where_each_card_lies(arsenal: Arsenal) -> None:
    said = arsenal("tabletop", "moon-duel/decks/first-deck.yaml", "-o", "out", "--max-side", "600", *PACK)
    assert said.stdout == "out: 8 cards on 1 sheet\n"
    table = json.loads(Path("out/sheets.json").read_text("utf-8"))
    assert table["copies"]["moon-whale"] == 2
    assert sum(table["copies"].values()) == 22
    (sheet,) = table["sheets"]
    assert {card["id"] for card in sheet["cards"]} == set(table["copies"])
    size = png_size(Path("out", sheet["file"]).read_bytes())
    assert size == (sheet["width"], sheet["height"])
    assert max(size) <= 600


@pytest.mark.parametrize("name", ["images", "tabletop"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cards", ""], "--cards is empty"),
        (["--cards", "zzz"], "moon-duel has no cards"),
        (["--dpi", "9"], "--dpi"),
        (["--format", "gif"], "--format"),
        (["--lang", "xx"], "xx"),
    ],
)
def test_what_is_refused_leaves_no_folder(arsenal: Arsenal, name: str, options: list[str], said: str) -> None:
    assert said in arsenal(name, "moon-duel", "-o", "out", *PACK, *options, code=2).stderr
    assert not Path("out").exists()
