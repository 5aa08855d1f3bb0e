"""The colours of games: taken from what game.yaml says, and always read on what they stand on."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from builder.games import Game
from builder.games.game import CardType, Faction, Symbol
from builder.web.pages.colors import DARK, LIGHT, MOST, color_of, contrast, leading, palette, stylesheet, tint_of

ANY = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def game(*colors: str, game_id: str = "moon-duel") -> Game:
    return Game(game_id, "Moon Duel", factions={f"f{i}": Faction(f"f{i}", "F", color=c) for i, c in enumerate(colors)})


def of(style: str, selector: str, name: str) -> list[str]:
    """What a property is on a selector: in light, then in the dark."""
    return re.findall(rf"^{re.escape(selector)}\{{[^}}]*--{name}:(#[0-9a-f]{{6}})", style, re.MULTILINE)


@given(st.lists(ANY, min_size=1, max_size=20))
def test_all_that_is_set_in_a_games_colours_can_be_read(colors: list[str]) -> None:
    style = stylesheet([game(*colors)], "1")
    for name in ("lead", "second"):
        light, dark = (color_of(one) for one in of(style, ".g-moon-duel", name))
        assert light
        assert dark
        assert contrast(light, LIGHT) >= 4.5
        assert contrast(dark, DARK) >= 4.5
    for name in ("deep", "deep-second"):
        deep = color_of(of(style, ".g-moon-duel", name)[0])
        assert deep
        assert contrast(deep, (1.0, 1.0, 1.0)) >= 7
    light, dark = (color_of(one) for one in of(style, ".g-moon-duel .w-factions-f0", "own"))
    assert light
    assert dark
    assert min(contrast(light, LIGHT), contrast(dark, DARK)) >= 4.5


def test_the_first_list_with_colours_makes_the_palette() -> None:
    plain = Game("g", "G", types={"ship": CardType("ship", "Ship", color="#112233")})
    assert palette(plain) == [color_of("#112233")]
    assert palette(replace(plain, factions={"a": Faction("a", "A", color="#445566")})) == [color_of("#445566")]
    assert palette(Game("g", "G", symbols={"a": Symbol("a", "A", color="#778899")})) == [color_of("#778899")]
    assert len(palette(game(*(f"#0000{n:02x}" for n in range(30))))) == MOST


def test_a_card_has_the_colour_of_its_word_in_the_first_list() -> None:
    """Of rules that count as much as each other, browsers take the last."""
    one = replace(game("#445566"), types={"ship": CardType("ship", "Ship", color="#112233")})
    light, _, dark = stylesheet([one], "1").partition("@media")
    for style in (light, dark):
        assert 0 < style.index(".w-types-ship{") < style.index(".w-factions-f0{")


def test_a_game_is_known_by_its_first_vivid_colour_and_the_one_that_differs_most() -> None:
    grey, blue, red, navy = (color_of(one) or LIGHT for one in ("#808080", "#2040c0", "#c02020", "#2040a0"))
    assert leading([grey, blue, navy, red]) == (blue, red)
    assert leading([grey]) == (grey, grey)


def test_a_game_without_colours_has_some_of_its_own_that_stay_the_same() -> None:
    assert palette(Game("one", "One")) == palette(Game("one", "Another"))
    assert palette(Game("one", "One")) != palette(Game("two", "Two"))


def test_nothing_but_colours_and_ids_comes_into_the_stylesheet() -> None:
    bad = "red;} body { display: none }"
    style = stylesheet([game(bad, "#12345", "#1234567"), game("#123456", game_id="x{} *")], "1")
    assert "body" not in style
    assert "*" not in style
    assert color_of(bad) is None


def test_a_symbol_without_a_colour_has_that_of_a_word_it_stands_for() -> None:
    ship = CardType("ship", "Ship", color="#112233", symbol="hull")
    hull, bolt = Symbol("hull", "Hull"), Symbol("bolt", "Bolt")
    one = Game("g", "G", types={"ship": ship}, symbols={"hull": hull, "bolt": bolt})
    assert tint_of(hull, one) == "#112233"
    assert tint_of(replace(hull, color="#445566"), one) == "#445566"
    assert tint_of(bolt, one) == ""
