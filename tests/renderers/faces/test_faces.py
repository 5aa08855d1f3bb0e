"""Which faces a thing has, and what their templates are told."""

from pathlib import Path

import pytest

from builder.games import Card, Game
from renderers.faces.faces import back_face, card_face, card_sides, component_face, die_faces, drawn_components
from tests.support.things import CUBE, game_of_things, thing


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_of_things(tmp_path)


def test_the_sides_of_things(game: Game) -> None:
    def sides(one: Card) -> list[str]:
        return [face.template for face in card_sides(game, one)]

    assert sides(thing("hero")) == ["face"]
    assert sides(thing("coin")) == ["token", "tails"]
    assert sides(thing("cube", faces=CUBE)) == ["generic-die"] * 6


def test_a_dies_faces_know_their_number_and_symbols(game: Game) -> None:
    first, *_, last = die_faces(game, thing("cube", faces=CUBE))
    assert first.context["side"] == {"number": 1, "symbols": ["axe"]}
    assert last.context["side"] == {"number": 6, "symbols": ["axe", "bow"]}
    assert first.card["name"] == "Cube 1"


def test_a_back_of_its_own_gets_the_card_and_the_shared_one_does_not(game: Game) -> None:
    assert card_sides(game, thing("coin"))[1].card["id"] == "coin-1"
    assert (back_face(game).id, back_face(game).template, back_face(game).context) == ("back", "back", {})


def test_components_that_are_no_cards_are_drawn(game: Game) -> None:
    (track,) = drawn_components(game)
    assert track == component_face(game, "track")
    assert track.template == "generic-component"
    assert track.context["component"] == {"data": {}, "description": "", "name": "Track", "id": "track"}
    with pytest.raises(KeyError):
        component_face(game, "other")


def test_art_is_the_cards_own(game: Game) -> None:
    assert card_face(game, thing("hero", art="art/x.png")).art == "art/x.png"
    assert card_face(game, thing("hero")).art == ""
    assert back_face(game).art == ""
