"""Cards are found by what they say and are called, in the language of their game and in others."""

import pytest

from builder.diagnostics import UsageError
from builder.library import Catalog
from builder.library.game import CardsIn
from tests.support.catalogs import small_catalog
from tests.support.commands import Arsenal, InJson
from tests.support.packs import PHRASES, VERBS, able_schema, card


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The small game with a card that draws, called otherwise in French."""
    said = {"ash-cat": {"name": "Chat de cendre"}, "flare": {"name": "Fusée"}}
    return small_catalog(
        card_schema_json=able_schema(),
        verbs_yaml=VERBS,
        phrases__en_yaml=PHRASES["en"],
        phrases__fr_yaml=PHRASES["fr"],
        sets__core__more_yaml=card(abilities={"draw": 3}),
        locales__fr_yaml={"game": {"name": "Mon jeu"}, "cards": said},
    )


def ids(catalog: Catalog, query: str, **options: str) -> list[str]:
    return [found.id for found in catalog.search(query, **options)]


def test_queries_find_the_text_that_abilities_make(catalog: Catalog) -> None:
    assert ids(catalog, 'text:"draw 3 cards"') == ["ash-cat"]
    assert "ash-cat" in ids(catalog, "draw")
    assert "ash-cat" in ids(catalog, "op:draw")
    assert "flare" not in ids(catalog, "op:draw")
    assert ids(catalog, "text:piochez") == []


def test_queries_in_another_language_find_its_text_and_its_names(catalog: Catalog) -> None:
    assert ids(catalog, 'text:"piochez 3"', language="fr") == ["ash-cat"]
    assert ids(catalog, "cendre", language="fr") == ["ash-cat"]
    assert ids(catalog, 'text:"draw 3 cards"', language="fr") == []
    assert "ash-cat" in ids(catalog, "op:draw", language="fr")  # verbs are the game's own words
    (found,) = catalog.search("op:draw cendre", language="fr")
    assert (found.name, found.text) == ("Chat de cendre", "Piochez 3 cartes.")


def test_what_a_language_says_is_put_together_once(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    ids(catalog, "cendre", language="fr")
    monkeypatch.setattr(CardsIn, "__init__", lambda *_: pytest.fail("it was put together again"))
    assert ids(catalog, "cendre", language="fr") == ["ash-cat"]
    monkeypatch.undo()
    monkeypatch.setattr("builder.library.game.MAX_LANGUAGES", 0)
    ids(catalog, "cendre", language="fr")
    assert catalog.loaded("my-game")._local == {}


def test_a_page_of_what_is_found_says_how_much_there_is(catalog: Catalog) -> None:
    for language in ("", "fr"):
        total, every = catalog.page("", language=language)
        assert total == len(every) > 2
        by_name = catalog.search("", sort="name", language=language)
        assert catalog.page("", "", "name", 2, 1, language=language) == (total, by_name[1:3])


def test_a_language_that_no_game_has_is_refused(catalog: Catalog) -> None:
    with pytest.raises(UsageError, match='nothing is written in "it"') as refused:
        catalog.search("x", language="it")
    assert "fr" in refused.value.help


def test_names_in_other_languages_find_cards(catalog: Catalog) -> None:
    assert catalog.card("chat de cendre").id == "ash-cat"
    assert catalog.card("Fusée").id == "flare"
    assert catalog.index("my-game").find("Chat de cendre") == ("ash-cat",)
    with pytest.raises(UsageError):
        catalog.card("Chat de braise")


def test_lists_of_cards_may_name_them_in_any_language(catalog: Catalog) -> None:
    opened = catalog.parse_deck("# Game: my-game\n2 Chat de cendre\n1 Flare\n", game_id="my-game")
    assert opened.deck.sections["main"] == {"ash-cat": 2, "flare": 1}
    assert opened.problems == []


def test_cards_of_the_packs_are_found_in_french(arsenal: Arsenal, in_json: InJson) -> None:
    options = ("text:piochez type:structure", "-g", "future-invaders", "--lang", "fr")
    found = in_json("search", *options, schema="search-output")["cards"]
    assert found
    assert all("iochez" in one["text"] for one in found)
    first = found[0]["name"]
    [english] = in_json("show", found[0]["id"])["cards"]
    assert english["name"] != first
    assert in_json("show", first)["cards"] == [english]
    assert first.split()[0] in arsenal("search", *options).stdout
