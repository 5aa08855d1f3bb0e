"""Sheets for virtual tables: how many cells, how many pixels, what lies in the last cell."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from builder.games.sizes import Size
from renderers.outputs.tables import Grid, table_sheets
from tests.support.pictures import png_size
from tests.support.renders import card, changed, fleet, pack
from tests.support.things import CUBE, game_of_things, thing


@given(st.integers(1, 69), st.floats(10, 130), st.floats(10, 130), st.floats(10, 1200), st.sampled_from([2048, 4096]))
def test_a_grid_keeps_within_its_limits(cards: int, width: float, height: float, dpi: float, side: int) -> None:
    grid = Grid.of(cards, Size(width, height), dpi, side)
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert grid.columns * grid.rows > cards
    assert max(grid.pixels) <= side
    cell = width * grid.dpi / 25.4
    assert abs(cell - round(cell)) < 1e-6
    assert grid.dpi <= dpi + 1e-6 or round(cell) == 1


def test_sixty_nine_cards_a_sheet_and_the_back_in_the_last_cell(tmp_path: Path) -> None:
    game = pack(tmp_path, "#text(6pt, {{ card.name }})", back__typ__j2="#text(6pt, {{ 'Behind' }})")
    game = changed(game, back="back")
    first, second = table_sheets(game, fleet(70), "svg", dpi=40)
    assert (first.columns, first.rows, len(first.cells)) == (10, 7, 69)
    assert (second.columns, second.rows, second.cells) == (2, 2, ("ship-69",))
    places = first.to_json()
    assert places["cards"][11] == {"id": "ship-11", "row": 1, "column": 1}
    assert places["back"] == {"row": 6, "column": 9}
    assert not first.findings


def test_a_picture_has_the_pixels_that_it_says(tmp_path: Path) -> None:
    game = pack(tmp_path, "#text(6pt, {{ card.name }})")
    (sheet,) = table_sheets(game, [card()], dpi=50)
    assert png_size(sheet.data) == (sheet.width, sheet.height)


def test_a_faulty_template_makes_no_sheet(tmp_path: Path) -> None:
    (sheet,) = table_sheets(pack(tmp_path, "{{ card.nothing }}"), [card()])
    assert sheet.data == b""
    assert sheet.findings


def test_things_of_one_size_and_back_share_a_sheet(tmp_path: Path) -> None:
    game = game_of_things(tmp_path)
    cards = [thing("hero"), thing("coin"), thing("cube", faces=CUBE), thing("hero", 2)]
    heroes, coins, dice = table_sheets(game, cards, "svg")
    assert heroes.cells == ("hero-1", "hero-2")
    assert coins.cells == ("coin-1", "coin-1.back")
    assert dice.cells == tuple(f"cube-1.{number}" for number in range(1, 7))


def test_types_whose_backs_one_template_draws_have_sheets_of_their_own(tmp_path: Path) -> None:
    game = game_of_things(tmp_path)
    both = {name: replace(game.types["hero"], id=name, back="tails") for name in ("hero", "witch")}
    cards = [thing("hero"), thing("witch"), thing("hero", 2)]
    sheets = list(table_sheets(replace(game, types={**game.types, **both}), cards, "svg"))
    assert [sheet.cells for sheet in sheets] == [("hero-1", "hero-2"), ("witch-1",)]
    assert all(sheet.has_back for sheet in sheets)


def test_only_what_has_a_back_shows_one(tmp_path: Path) -> None:
    game = changed(game_of_things(tmp_path), back="")  # the built-in back, which no die or token has room for
    kinds = ("hero", "coin", "hex", "mat", "map")
    sheets = list(table_sheets(game, [*map(thing, kinds), thing("cube", faces=CUBE)], "svg"))
    assert [sheet.findings for sheet in sheets] == [[]] * 6
    assert [sheet.to_json()["back"] for sheet in sheets] == [{"row": 1, "column": 1}, *[None] * 5]
