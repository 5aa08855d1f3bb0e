"""What lies on a table: piles of things, what players need beside them, and pictures put together."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from builder.decks import Deck
from builder.diagnostics import UsageError
from builder.exports import Bundle, Settings, target
from builder.exports.atlases import cut_out, draw_alone, evenly, grid_of, net, split, thumbnail
from builder.exports.things import faces_of, on_six, plain_text, table_of, thing_of
from builder.games import Printing, card_from
from builder.games.game import Shape
from builder.games.sizes import Size
from tests.support.pictures import png_size
from tests.support.tables import CUBE, EVERYTHING, Painted, bundle, color, drawn, game, painted, seen, thing


def piles(made: Bundle) -> dict[str, dict[str, int]]:
    return {pile.name: {one.name: count for one, count in pile.things} for pile in table_of(made).piles}


def test_a_deck_has_a_pile_for_each_section_and_a_game_one_for_each_set() -> None:
    cards = [thing("hero-1"), thing("hero-2", "two"), thing("mat-1")]
    sections = {"main": {"hero-1": 2}, "war-chest": {"hero-2": 1, "mat-1": 1}}
    assert piles(bundle(cards, sections)) == {"Pair": {"hero-1": 2}, "Pair: war chest": {"hero-2": 1, "mat-1": 1}}
    assert piles(bundle(cards, deck=None)) == {"First": {"hero-1": 1, "mat-1": 1}, "Second": {"hero-2": 1}}


def test_a_table_begins_its_files_with_an_id_whatever_a_deck_is_called() -> None:
    for name, stem in (("Élan!", "g-elan"), ("🙂", "g-deck"), ("../../x", "g-x"), ("a" * 300, "g-" + "a" * 80)):
        assert table_of(bundle([thing("hero-1")], deck=Deck(name, "g", {"main": {"hero-1": 1}}))).stem == stem


def test_more_than_a_table_takes_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^Pair has 20,001 pieces, and a table takes at most 20,000$"):
        table_of(bundle([thing("hero-1")], {"main": {"hero-1": 10_000}, "a": {"hero-1": 10_000}, "b": {"hero-1": 1}}))


def test_nothing_makes_no_table() -> None:
    with pytest.raises(UsageError, match=r"^Pair has nothing to lay on a table$"):
        table_of(bundle([], {"main": {}}))


def test_what_players_need_comes_with_the_deck() -> None:
    of = game(components={"track": {"name": "Track"}})
    made = bundle([thing("hero-1")], of=of, extras=[(thing("coin-1"), 3), ("track", 2)])
    table = table_of(made)
    assert piles(made) == {"Pair": {"hero-1": 1}, "Pair: extras": {"coin-1": 3}}
    assert [(one.name, count) for one, count in table.components] == [("Track", 2)]


def test_crafted_dice_take_the_place_of_those_to_start_with() -> None:
    dice = ((("axe",), ()), (("bow",), ("bow",)))
    deck = Deck("Pair", "g", {"main": {"hero-1": 1}}, dice=dice)
    made = bundle([thing("hero-1")], deck=deck, extras=[(thing("cube-1"), 4), (thing("coin-1"), 1)])
    assert piles(made)["Pair: extras"] == {"coin-1": 1, "cube-1.1": 1, "cube-1.2": 1}
    first = next(one for one in table_of(made).things if one.name == "cube-1.1")
    assert (faces_of(first, made.game), first.card.definition["faces"]) == (["Axe", "-"], [["axe"], []])
    lost = bundle([thing("hero-1")], deck=deck)
    assert "the deck's crafted dice are left out" in table_of(lost).losses


def test_a_deck_has_its_cards_as_they_were_printed() -> None:
    both = (Printing("one", 1), Printing("two", 5, art="new.png"))
    card = card_from({"id": "hero-1", "number": 1, "name": "Hero", "type": "hero"}, "g", "one", printings=both)
    deck = Deck("Pair", "g", {"main": {"hero-1": 5}}, printings={"hero-1": {"one": 2, "three": 1}})
    assert piles(bundle([card], deck=deck)) == {"Pair": {"hero-1.one": 2, "hero-1": 3}}
    assert piles(bundle([card], deck=None)) == {"Second": {"hero-1": 1}}


@pytest.mark.parametrize("name", ["tts", "playground", "playingcards", "feed"])
def test_the_same_deck_makes_the_same_bytes(name: str) -> None:
    first, second = (target(name).export(bundle(EVERYTHING)) for _ in range(2))
    assert (first.content, first.files) == (second.content, second.files)


def test_a_text_is_plain_with_symbols_by_their_names() -> None:
    card = thing("hero-1", text="Gain **{axe}** or {sun}.\n\n*Then* stop.", flavor="Quiet.")
    assert plain_text(card, game()) == "Hero\nGain Axe or sun.\nThen stop.\nQuiet."
    assert plain_text(thing("hero-2"), game()) == "Hero"


def test_a_die_of_few_faces_fits_a_cube() -> None:
    def sides(number: int) -> list[int]:
        return on_six(thing_of(game(), thing("cube-1", faces=CUBE[:1] * number)))

    assert [sides(number) for number in (1, 2, 3)] == [[0] * 6, [0, 1] * 3, [0, 1, 2] * 2]
    assert (sides(6), sides(4), sides(8), sides(0)) == ([0, 1, 2, 3, 4, 5], [], [], [])


@given(st.integers(1, 69), st.floats(10, 130), st.floats(10, 130), st.floats(10, 600), st.sampled_from([256, 4096]))
def test_a_grid_keeps_within_its_limits(cards: int, width: float, height: float, dpi: float, side: int) -> None:
    grid = grid_of(cards, Size(width, height), Settings(dpi=dpi, max_side=side))
    assert grid.columns <= 10
    assert grid.rows <= 7
    assert grid.columns * grid.rows >= cards + (cards > 1)
    assert max(grid.columns * grid.width, grid.rows * grid.height) <= side
    assert grid.dpi <= dpi + 1e-6 or grid.width == 1
    assert grid.width == round(width * grid.dpi / 25.4)


@given(st.integers(0, 400))
def test_cards_are_shared_out_evenly_in_order(number: int) -> None:
    shares = list(evenly(range(number)))
    assert [one for share in shares for one in share] == list(range(number))
    sizes = {len(share) for share in shares}
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert len(shares) == -(-number // 69)


def test_faces_of_a_die_are_found_in_its_net() -> None:
    row = painted(tuple("abcdef"), (8, 8))
    assert [seen(face) for face in split(row, 6)] == [color(name) for name in "abcdef"]
    places = [(0, 0, False), (1, 0, True), (2, 0, False), (0, 2, False), (1, 2, False), (2, 2, True)]
    picture = net(row, 6, [5, 4, 3, 2, 1, 0], places)
    assert png_size(picture) == (24, 24)
    assert [seen(picture, 3, 3, cell) for cell in (0, 1, 2, 6, 7, 8)] == [color(name) for name in "fedcba"]
    assert seen(picture, 3, 3, 4) == (255, 255, 255)


def test_a_face_that_lies_upside_down_is_turned() -> None:
    half = Image.new("RGB", (8, 8), "red")
    half.paste("blue", (0, 0, 8, 4))
    out = io.BytesIO()
    half.save(out, "PNG")
    picture = net(out.getvalue(), 1, [0, 0], [(0, 0, False), (1, 0, True)])
    assert seen(picture, 6, 6, 0) == seen(picture, 6, 6, 8) == (0, 0, 255)


@pytest.mark.parametrize(("shape", "inside"), [("circle", 0.785), ("hexagon", 0.75), ("rectangle", 1.0)])
def test_there_is_nothing_around_a_shape(shape: Shape, inside: float) -> None:
    with Image.open(io.BytesIO(cut_out(painted(("a",), (60, 80)), shape))) as found:
        alpha = found.convert("RGBA").getchannel("A")
    assert sum(alpha.tobytes()) / 255 / 60 / 80 == pytest.approx(inside, abs=0.01)
    assert alpha.getpixel((0, 0)) == (255 if shape == "rectangle" else 0)


def test_a_thumbnail_is_a_square() -> None:
    small = thumbnail(painted(("a",), (400, 200)))
    assert png_size(small) == (256, 256)
    assert seen(small) == color("a")


def test_a_long_picture_has_fewer_pixels_an_inch() -> None:
    made = drawn(bundle([thing("mat-1"), thing("coin-1"), thing("cube-1")]), dpi=100, max_side=256)
    things = table_of(made).things
    drawing = Painted(made.game, made.cards, made.settings)
    sizes = {name: png_size(data) for name, data in draw_alone(things, drawing, made.settings).items()}
    assert sizes == {"mat-1": (256, 171), "coin-1": (98, 98), "coin-1.back": (98, 98), "cube-1": (252, 42)}


@pytest.mark.parametrize(
    "url", ["my pictures", "ftp://x", "https://", "https://a b", "https://a?b", "C:\\x", "https://" + "a" * 1000]
)
def test_what_is_no_address_for_pictures_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="no address for pictures"):
        Settings(url)


def test_an_address_has_one_slash_before_the_name() -> None:
    for url in ("https://a.example/x", "https://a.example/x/", "file:///C:/x"):
        assert Settings(url).address("a b.png") == url.rstrip("/") + "/a%20b.png"
    assert Settings().address("a.png") == "a.png"
