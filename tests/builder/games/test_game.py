"""A game is what game.yaml and the card schema say, with the usual where they are silent."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import KeyPath, Span
from builder.games.fields import Field
from builder.games.game import (
    BUILT_IN_FACES,
    DEFAULT_BACK,
    DEFAULT_COMPONENT,
    DEFAULT_FACES,
    FORMS,
    OWN_PAGES,
    VOCABULARIES,
    CardSet,
    CardType,
    Component,
    Faction,
    Game,
    Keyword,
    Resource,
    Symbol,
    Word,
    game_from,
    with_definition,
)
from builder.schema import bundled_schema
from tests.support.commands import ROOT

SCHEMA: dict[str, Any] = {"properties": {"weapons": {"type": "integer"}}}
WRITTEN: dict[str, Any] = {
    "id": "tiny",
    "name": "Tiny",
    "edition": "2nd",
    "language": "de",
    "default-format": "duel",
    "card-size": "tarot",
    "face": "front",
    "back": "none",
    "fonts": {"title": "Amatic SC"},
    "sets": {"core": {"name": "Core", "code": "CR", "released": "2026-03-01"}},
    "types": {"die": {"name": "Die", "plural": "Dice", "form": "die", "shape": "circle", "two-sided": True}},
    "factions": {"pirates": {"name": "Pirates", "color": "#112233", "symbol": "skull", "resource": "oil"}},
    "resources": {"oil": {"name": "Oil", "accent": "#445566"}, "money": {"name": "Money", "paid-with": ["oil"]}},
    "rarities": {"rare": {}},
    "keywords": {"swift": {"name": "Swift", "description": "Acts first."}},
    "symbols": {"skull": {"letters": "SK", "color": "#000000"}},
    "glossary": {"duel": "A game of two."},
    "components": {"board": {"name": "Board", "card": "sea", "per-player": 2}},
}


def test_a_game_is_made_of_its_files() -> None:
    places: dict[KeyPath, Span] = {("name",): Span("game.yaml", 2, 7)}
    game = game_from(WRITTEN, SCHEMA, root=Path("tiny"), key="k", bundled=True, places=places)
    same = ("id", "name", "edition", "language", "default-format", "card-size", "face", "back", "fonts", "glossary")
    assert game == Game(
        **{name.replace("-", "_"): WRITTEN[name] for name in same},
        sets={"core": CardSet("core", "Core", "CR", date(2026, 3, 1))},
        types={"die": CardType("die", "Die", "Dice", form="die", shape="circle", two_sided=True)},
        factions={"pirates": Faction("pirates", "Pirates", color="#112233", symbol="skull", resource="oil")},
        resources={
            "oil": Resource("oil", "Oil", accent="#445566"),
            "money": Resource("money", "Money", paid_with=("oil",)),
        },
        rarities={"rare": Word("rare", "rare")},
        keywords={"swift": Keyword("swift", "Swift", description="Acts first.")},
        symbols={"skull": Symbol("skull", "skull", letters="SK", color="#000000")},
        components={"board": Component("board", "Board", "sea", "", 2, WRITTEN["components"]["board"])},
        fields={
            "set": Field("set", "word", "Set", ("core",), "s", "sets"),
            "weapons": Field("weapons", "number", "weapons"),
        },
        definition=WRITTEN,
        card_schema=SCHEMA,
        places=places,
        root=Path("tiny"),
        key="k",
        bundled=True,
    )


def test_what_a_game_does_not_say_is_as_usual() -> None:
    game = game_from({"id": "tiny", "name": "Tiny"}, {})
    assert (game.language, game.card_size, game.face, game.back) == ("en", "standard", "", "")
    assert (game.sets, game.types, game.components, game.places) == ({}, {}, {}, {})
    assert not game.bundled


@pytest.mark.parametrize(
    ("written", "card_type"),
    [
        ({}, CardType("x", "x")),
        ({"form": "spoon", "shape": "blob", "two-sided": "yes"}, CardType("x", "x")),
        ({"form": "token", "shape": "hexagon"}, CardType("x", "x", form="token", shape="hexagon")),
        ({"size": "mini", "face": "f", "back": "none"}, CardType("x", "x", size="mini", face="f", back="none")),
    ],
)
def test_types_are_cards_and_rectangles_unless_they_say_more(written: Any, card_type: CardType) -> None:
    assert game_from({"types": {"x": written}}, {}).types == {"x": card_type}


@pytest.mark.parametrize(
    ("written", "card_set"),
    [
        ({}, CardSet("second", "second", "SECO")),
        ({"released": "soon"}, CardSet("second", "second", "SECO")),
        ({"released": "2026-02-30", "description": "More."}, CardSet("second", "second", "SECO", None, "More.")),
    ],
)
def test_a_set_has_a_code_and_perhaps_a_day(written: Any, card_set: CardSet) -> None:
    assert game_from({"sets": {"second": written}}, {}).sets == {"second": card_set}


def test_a_component_is_one_for_each_player_unless_it_says_more() -> None:
    assert game_from({"components": {"map": {}}}, {}).components == {"map": Component("map", "map")}


def test_types_and_sets_that_there_are_not_are_called_by_their_ids() -> None:
    game = game_from(WRITTEN, SCHEMA)
    assert game.type_of("die") is game.types["die"]
    assert game.type_of("gone") == CardType("gone", "gone")
    assert game.set_of("core") is game.sets["core"]
    assert game.set_of("promos") == CardSet("promos", "promos", "PROM")


def test_words_have_names() -> None:
    game = game_from(WRITTEN, SCHEMA)
    assert game.name_of("factions", "pirates") == "Pirates"
    assert game.name_of("rarities", "rare") == "rare"
    assert game.name_of("factions", "gone") == game.name_of("moods", "gone") == "gone"


def test_other_words_leave_the_game_where_it_is() -> None:
    game = game_from(WRITTEN, SCHEMA, root=Path("tiny"), key="k", bundled=True, places={("id",): Span("game.yaml")})
    other = with_definition(game, {**WRITTEN, "name": "Winzig", "keywords": {"swift": {"name": "Flink"}}}, SCHEMA)
    assert (other.name, other.keywords) == ("Winzig", {"swift": Keyword("swift", "Flink")})
    assert (other.root, other.key, other.bundled, other.places) == (game.root, "k", True, game.places)
    assert (game.name, game.keywords["swift"].name) == ("Tiny", "Swift")


def test_a_game_keeps_its_name_where_other_words_have_none() -> None:
    game = game_from(WRITTEN, SCHEMA)
    assert with_definition(game, {**WRITTEN, "name": ""}, SCHEMA).name == "Tiny"


def test_a_resource_pays_for_itself_first_and_is_paid_with_what_it_says() -> None:
    resources = game_from(WRITTEN, SCHEMA).resources
    assert [resource.payers for resource in resources.values()] == [("oil",), ("money", "oil")]
    assert Resource("a", "A", paid_with=("b", "a")).payers == ("a", "b")


# The faces that come with Arsenal


def test_each_built_in_face_has_a_template() -> None:
    templates = (ROOT / "renderers" / "faces" / "templates").glob("*.typ.j2")
    assert sorted(path.name.removesuffix(".typ.j2") for path in templates) == sorted((*BUILT_IN_FACES, *OWN_PAGES))


def test_every_form_has_a_built_in_face() -> None:
    assert set(DEFAULT_FACES) == set(FORMS)
    assert {*DEFAULT_FACES.values(), DEFAULT_BACK, DEFAULT_COMPONENT} <= set(BUILT_IN_FACES)


# The word lists of game.yaml are those of its schema


def test_the_lists_are_those_of_the_schema() -> None:
    assert set(VOCABULARIES) <= set(bundled_schema("game").schema["properties"])
