"""How things of a type are printed."""

from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.games import Game
from builder.games.sizes import Size
from renderers.faces.faces import PrintSpec, print_spec
from tests.support.layout import STANDARD
from tests.support.renders import changed, with_type
from tests.support.things import game_of_things


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_of_things(tmp_path)


def test_a_card_has_the_games_face_back_and_size(game: Game) -> None:
    assert print_spec(game, "hero") == PrintSpec(
        "card", STANDARD, False, "rectangle", "face", "back", shares_back=True, two_sided=False
    )
    assert print_spec(game, "unheard-of") == print_spec(game, "hero")


def test_a_token_has_a_size_a_shape_and_a_back_of_its_own(game: Game) -> None:
    coin = print_spec(game, "coin")
    assert coin == PrintSpec("token", Size(25, 25, 0), True, "circle", "token", "tails", False, True)
    assert print_spec(game, "hex").back == ""


def test_boards_and_dice_have_square_corners_and_no_backs(game: Game) -> None:
    board, die = print_spec(game, "map"), print_spec(game, "cube")
    assert (board.form, board.size.radius, board.face, board.back) == ("board", 0, "face", "")
    assert (die.form, die.size, die.face, die.back) == ("die", Size(16, 16, 0), "generic-die", "")


def test_where_nothing_is_said_built_in_faces_serve(game: Game) -> None:
    plain = changed(game, face="", back="", types={"hero": {}, "chip": {"form": "token"}}, card_size="poker")
    hero, chip = print_spec(plain, "hero"), print_spec(plain, "chip")
    assert (hero.face, hero.back, hero.size.height) == ("generic", "generic-back", 88.9)
    assert (chip.face, chip.back) == ("generic-token", "")


def test_a_type_may_have_no_back(game: Game) -> None:
    assert print_spec(with_type(game, "hero", back="none"), "hero").back == ""
    assert not print_spec(with_type(game, "hero", back="none"), "hero").shares_back


def test_a_size_that_nobody_knows_is_refused(game: Game) -> None:
    with pytest.raises(UsageError, match='no card size "pokre"'):
        print_spec(with_type(game, "hero", size="pokre"), "hero")
