"""Which faces a thing has, and what their templates are told."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.games import Card, Game, with_definition
from builder.games.sizes import Size
from renderers.faces.faces import (
    PrintSpec,
    back_face,
    card_face,
    card_sides,
    collector_mark,
    component_face,
    context_of,
    die_faces,
    drawn_components,
    print_spec,
    printed_fields,
)
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.layout import STANDARD
from tests.support.renders import KIT, card, changed, future_invaders, pack, pdf_pages, with_type
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


# Words of the built-in faces can be read, whatever colours a game gives its types and factions


def test_the_line_of_type_stands_out_from_its_ground(tmp_path: Path) -> None:
    template = KIT
    for color in ("#000000", "#1f5fa6", "#704214", "#a63d1f", "#7a7a7a", "#c98a1b", "#9fd0f0", "#ffffff"):
        tone = f'rgb("{color}")'
        ink = f"ink-on({tone}, {tone})"
        between = f"calc.abs(oklab({ink}).components().first() - oklab({tone}).components().first())"
        template += f'#context {{ if {between} < 30% {{ panic("{color}") }} }}\n'
    assert check_faces(pack(tmp_path, template), [card()]) == []


# The letters that stand on a card without a picture


def test_names_that_begin_alike_have_other_letters(tmp_path: Path) -> None:
    letters = {
        "The Queen Below": "QB", "The Cook": "C", "Thelma": "T", "The": "T", "L'Ogre": "O", "Queen of Hearts": "QH",
        "queen-of-hearts": "QH", "Card 12": "12", "Room 1024": "R1", "Éclaireuse des mares": "ÉM", "!": "!",
    }  # fmt: skip
    game = pack(tmp_path, KIT + "#place(dx: 10mm, dy: 30mm, emblem({{ card.name }}, 10mm, black))")
    cards = [(card(id=f"c{number}", name=name), 1) for number, name in enumerate(letters)]
    made = print_sheets(game, cards, SheetOptions(layout="pages"))
    assert made.findings == []
    assert dict(zip(letters, pdf_pages(made.data), strict=True)) == letters


# How things of a type are printed


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


# What a template is told of a card


def test_a_card_is_given_as_it_was_written_with_what_its_set_adds() -> None:
    context = context_of(future_invaders(), card(text="Draw.", flavor="Quick.", made_up=[1, 2]))
    assert context["made_up"] == [1, 2]
    assert (context["set"], context["mark"]) == ("first-light", "FL 007")
    assert context["original"] == {"name": "Test Ship", "text": "Draw.", "flavor": "Quick."}
    assert card().text == context_of(future_invaders(), card())["text"] == ""


def test_a_translated_card_keeps_what_it_is_called_at_home() -> None:
    one = card(name="Schiff", original={"name": "Ship", "text": "", "flavor": ""})
    assert context_of(future_invaders(), one)["original"] == {"name": "Ship", "text": "", "flavor": ""}


def test_a_set_that_nobody_described_is_marked_by_its_id() -> None:
    assert collector_mark(changed(future_invaders(), sets={}), card(number=12)) == "FIRS 012"


def fields_of(game: Game, one: Card) -> dict[object, dict[str, object]]:
    """What `printed_fields` says, by the ids of the fields."""
    return {field["id"]: field for field in map(dict, printed_fields(game, one))}  # type: ignore[arg-type]  # each is a mapping


def shown(properties: dict[str, Data], **written: object) -> dict[object, object]:
    """The values of the fields of a card whose schema has these properties."""
    game = with_definition(future_invaders(), future_invaders().definition, {"properties": properties})
    return {name: field["value"] for name, field in fields_of(game, card(**written)).items()}


def test_fields_have_titles_and_are_numbers_words_or_tallies() -> None:
    one = card(rarity="pinnacle", keywords=["shield"], cost={"oil": 2, "scrap": 1}, text="Draw.")
    fields = fields_of(future_invaders(), one)
    assert fields["weapons"] == {"id": "weapons", "title": "Weapons", "kind": "number", "value": 3}
    assert fields["cost"]["kind"] == "tally"
    assert fields["cost"]["value"] == {"oil": 2, "scrap": 1}
    assert fields["cost"]["symbols"] == {"oil": "oil", "scrap": "scrap"}
    assert (fields["faction"]["kind"], fields["faction"]["value"]) == ("words", "Terrans")
    assert not {"name", "text", "id", "type"} & set(fields)


def test_what_says_nothing_is_no_field() -> None:
    properties: dict[str, Data] = {name: {"type": "x"} for name in ("flag", "off", "none", "empty", "list", "odd")}
    written = {"flag": True, "off": False, "empty": {}, "list": ["a", 1], "odd": {"x": "y"}}
    assert shown(properties, **written) == {"flag": "flag", "list": "a, 1"}


def test_a_field_may_be_left_off_faces() -> None:
    assert list(shown({"weapons": {"x-face": False}, "durability": {"x-face": True}, "income": {}})) == [
        "durability",
        "income",
    ]


def test_how_many_are_in_the_box_is_on_no_face() -> None:
    assert list(shown({"copies": {"type": "integer"}, "income": {}}, copies=3)) == ["income"]


def test_a_fields_own_words_are_called_as_the_schema_says() -> None:
    names: dict[str, Data] = {"x-names": {"hull": "Hull Plate"}}
    properties: dict[str, Data] = {"part": {"enum": ["hull", "bow"], **names}, "parts": {"items": names}}
    assert shown(properties, part="hull", parts=["bow", "hull"]) == {"part": "Hull Plate", "parts": "bow, Hull Plate"}


def test_reminders_stand_in_the_text_where_the_game_prints_them() -> None:
    swift = changed(future_invaders(), keywords={"swift": {"name": "Swift", "reminder": "It need not wait."}})
    one = card(text="Swift.")
    assert context_of(swift, one)["text"] == "Swift."
    context = context_of(replace(swift, print_reminders=True), one)
    assert context["text"] == "Swift. *(It need not wait.)*"
    assert context["original"] == {"name": "Test Ship", "text": "Swift.", "flavor": ""}
