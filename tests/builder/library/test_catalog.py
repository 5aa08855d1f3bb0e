"""What the names that a user types stand for, asked of two small games."""

import io
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import Deck
from builder.diagnostics import FindingsError, Span, UsageError
from builder.library import Catalog, OpenedDeck
from builder.library.checked import CheckedGame
from builder.library.decks import collection_in, compared
from builder.library.names import beginning, likely
from builder.library.remembering import remembered
from builder.query import QueryError
from tests.support.catalogs import small_catalog
from tests.support.games import small_games
from tests.support.packs import checked


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog(map(CheckedGame, small_games()), today=date(2024, 1, 1))


# Games and cards


def test_games_by_id(catalog: Catalog) -> None:
    assert catalog.game_ids == ("my-game", "tide-duel")
    assert [game.name for game in catalog.games] == ["My Game", "Tide Duel"]
    with pytest.raises(UsageError, match='there is no game "my-gaem"') as raised:
        catalog.game("my-gaem")
    assert raised.value.help == 'did you mean "my-game"? games: my-game, tide-duel'


def test_an_overview_says_what_each_game_has(catalog: Catalog) -> None:
    rest = {"formats": ["standard"], "decks": ["first-deck"]}
    assert catalog.overview() == [
        {"id": "my-game", "name": "My Game", "cards": 9, **rest},
        {"id": "tide-duel", "name": "Tide Duel", "cards": 8, **rest},
    ]


@pytest.mark.parametrize("words", ["torchlight", "torch", "TORCHLIGHT"])
def test_a_card_is_found_by_id_former_id_and_name(catalog: Catalog, words: str) -> None:
    assert (catalog.card(words).game_id, catalog.card(words).id) == ("my-game", "torchlight")


def test_a_card_of_several_games_needs_the_game(catalog: Catalog) -> None:
    with pytest.raises(UsageError, match="flare of my-game, flare of tide-duel"):
        catalog.card("Flare")
    assert catalog.card("Flare", "tide-duel").game_id == "tide-duel"


WHALE = 'did you mean "Moon Whale" (moon-whale)?'


@pytest.mark.parametrize(
    ("words", "help_"),
    [("whaale", WHALE), ("moon-wh", WHALE), ("qqqqqq", "`arsenal search WORDS` looks for cards")],
)
def test_a_card_that_is_not_there_is_guessed_at(catalog: Catalog, words: str, help_: str) -> None:
    with pytest.raises(UsageError, match=f'there is no card "{words}"') as raised:
        catalog.card(words)
    assert raised.value.help == help_


def test_cards_of_a_game_and_searches_of_all(catalog: Catalog) -> None:
    own = catalog.game("my-game")
    assert len(catalog.cards(own, "  ")) == 9
    assert [card.id for card in catalog.cards(own, "keywords:swift")] == ["coal-sprite", "forge-drake"]
    assert [card.game_id for card in catalog.search("name:flare")] == ["my-game", "tide-duel"]
    dearest = catalog.search("type:creature", "tide-duel", "-cost", 2)
    assert [card.id for card in dearest] == ["moon-whale", "forge-drake"]
    with pytest.raises(QueryError):
        catalog.cards(own, "keywords:swfit")


def test_rulings_of_a_card(catalog: Catalog) -> None:
    assert [ruling.answer for ruling in catalog.rulings(catalog.card("flare", "my-game"))] == ["Yes."]
    assert catalog.rulings(catalog.card("flare", "tide-duel")) == []


def test_a_game_in_another_language(catalog: Catalog) -> None:
    game = catalog.game("my-game")
    assert catalog.languages(game) == ["en", "de"]
    assert catalog.localized(game, "de").game.name == "Mein Spiel"
    assert catalog.localized(game).game.name == catalog.localized(game, "en").game.name == "My Game"
    with pytest.raises(UsageError, match="fr"):
        catalog.localized(game, "fr")


# Decks


def test_a_sample_deck_by_its_id(catalog: Catalog) -> None:
    assert catalog.open_deck("first-deck", "tide-duel").deck.name == "Deck of Tide"
    assert catalog.open_deck("my-game/first-deck").deck.name == "First Deck"
    with pytest.raises(UsageError, match='several games have a deck "first-deck"') as raised:
        catalog.open_deck("first-deck")
    assert raised.value.help == "write my-game/first-deck or tide-duel/first-deck"


def test_a_deck_that_is_not_there_is_guessed_at(catalog: Catalog, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='no sample deck "frist-deck"') as raised:
        catalog.open_deck("frist-deck")
    assert 'did you mean "first-deck"?' in raised.value.help
    with pytest.raises(UsageError, match="is a folder"):
        catalog.open_deck(str(tmp_path))
    (tmp_path / "game.yaml").touch()
    with pytest.raises(UsageError, match="has errors, or is not open") as raised:
        catalog.open_deck(str(tmp_path))
    assert f"`arsenal validate {tmp_path}` shows its errors" in raised.value.help


def test_a_list_from_a_file_and_from_standard_input(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("2 Torchlight\n1 Flare\n")
    opened = catalog.open_deck(str(file))
    assert (opened.label, opened.deck.name, opened.deck.game) == (str(file), "mine", "my-game")
    assert opened.deck.sections == {"main": {"torchlight": 2, "flare": 1}}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"3 Flare\n")))
    opened = catalog.open_deck("-", "tide-duel")
    assert (opened.label, opened.deck.game) == ("standard input", "tide-duel")
    assert opened.deck.sections == {"main": {"flare": 3}}


def test_the_format_that_is_asked_for_has_the_sections_of_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = {"size": {"clause": "size", "min": 1}}
    boss = {"name": "Boss", "sections": {"main": {"name": "Main"}, "boss": {"name": "Boss"}}, "clauses": clauses}
    catalog = small_catalog(formats__boss_yaml=boss)
    words = b"2 Torchlight\nBoss:\n1 Flare\n"
    (tmp_path / "mine.txt").write_bytes(words)
    for name in (str(tmp_path / "mine.txt"), "-"):
        for format_id, section in (("boss", "boss"), ("standard", "main")):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(words)))
            deck = catalog.open_deck(name, format_id=format_id).deck
            assert (deck.format, deck.sections[section]["flare"]) == (format_id, 1)


def test_a_deck_file_as_text(catalog: Catalog) -> None:
    opened = catalog.parse_deck("name: Mine\ngame: my-game\ncards: {flare: 2}\n")
    assert opened == OpenedDeck("list", Deck("Mine", "my-game", {"main": {"flare": 2}}))


@pytest.mark.parametrize(
    ("text", "label", "code", "place"),
    [
        ("", "list", "empty-file", Span("list")),
        ("# Game: my-game\n", "list", "empty-file", Span("list")),
        ("# nothing yet\n", "deck.yaml", "empty-file", Span("deck.yaml", 1, 1, 1, 2)),
        ("name: A\ngame: chess\ncards: {flare: 2}\n", "list", "unknown-game", Span("list", 2, 7, 2, 12)),
        ("game: my-game\nformat: new\nname: A\ncards: {}\n", "list", "unknown-format", Span("list", 2, 9, 2, 12)),
    ],
)
def test_text_that_holds_no_deck(catalog: Catalog, text: str, label: str, code: str, place: Span) -> None:
    with pytest.raises(FindingsError) as raised:
        catalog.parse_deck(text, label)
    assert [(d.code, d.span) for d in raised.value.diagnostics] == [(code, place)]


def test_a_game_or_a_deck(catalog: Catalog) -> None:
    opened = catalog.open_deck("my-game/first-deck")
    assert catalog.game_or_deck(opened) is opened
    assert catalog.game_or_deck("tide-duel") is catalog.game("tide-duel")
    assert catalog.game_or_deck(catalog.game("my-game")) is catalog.game("my-game")
    assert catalog.game_or_deck("my-game/first-deck") == opened


def test_the_cards_of_a_deck(catalog: Catalog) -> None:
    opened = catalog.parse_deck("name: Mine\ngame: my-game\ncards: {torch: 1, flare: 2, torchlight: 1}\n")
    assert [(card.id, copies) for card, copies in catalog.deck_cards(opened)] == [("torchlight", 2), ("flare", 2)]
    with pytest.raises(FindingsError) as raised:
        catalog.deck_cards(OpenedDeck("mine", Deck("Mine", "my-game", {"main": {"flair": 1}})))
    (fault,) = raised.value.diagnostics
    assert (fault.code, fault.message) == ("unknown-card", 'mine names "flair", and there is no such card')


@pytest.mark.parametrize("cards", ["cards: {flare: 1, flair: 1}", "sections: {main: {flair: 1}}"])
def test_an_unknown_card_of_a_deck_file_has_its_place(catalog: Catalog, cards: str) -> None:
    opened = catalog.parse_deck(f"name: Mine\ngame: my-game\n{cards}\n")
    with pytest.raises(FindingsError) as raised:
        catalog.deck_cards(opened)
    (fault,) = raised.value.diagnostics
    assert fault.span == Span("list", 3, cards.index("flair") + 1, 3, cards.index("flair") + 6)


def test_sections_of_two_decks_are_called_as_in_the_first() -> None:
    named = {"one": {"main": {"name": "Crew"}}, "two": {"main": {"name": "Main"}}}
    made = {f"formats__{id_}_yaml": {"name": id_, "sections": names, "clauses": {}} for id_, names in named.items()}
    catalog = small_catalog(**made)
    one, two = (OpenedDeck(id_, Deck(id_, "my-game", {"main": {"flare": n}}, id_)) for n, id_ in enumerate(named, 1))
    assert [compared(catalog, *pair).sections[0].name for pair in ((one, two), (two, one))] == ["Crew", "Main"]


# Formats and verdicts


def test_the_format_that_judges_a_deck(catalog: Catalog) -> None:
    assert catalog.format(Deck("Mine", "my-game")).id == "standard"
    with pytest.raises(UsageError, match='there is no format "modern" in my-game') as raised:
        catalog.format(Deck("Mine", "my-game"), "modern")
    assert raised.value.help == "formats: standard"


def test_the_default_format_comes_first() -> None:
    casual = {"name": "Casual", "clauses": {"size": {"clause": "size", "min": 1}}}
    catalog = Catalog([CheckedGame(checked(formats__casual_yaml=casual))])
    assert list(catalog.formats("my-game")) == ["standard", "casual"]
    deck = Deck("Mine", "my-game", format="casual")
    assert catalog.format(deck).id == "casual"
    assert catalog.format(deck, "standard").id == "standard"
    assert catalog.format(Deck("Mine", "my-game")).id == "standard"


def test_verdicts(catalog: Catalog) -> None:
    good, small = catalog.verdicts(["my-game/first-deck", "tide-duel/first-deck"])
    assert (good.deck.label, good.format.id, good.verdict.legal) == ("first-deck", "standard", True)
    assert good.verdict.witness is not None
    assert [v.code for v in small.verdict.violations] == ["too-few-cards"]


def test_lines_that_could_not_be_read_count_against_a_deck(catalog: Catalog) -> None:
    opened = catalog.parse_deck("20 Flare\n1 Flair of Fire\n", game_id="my-game")
    verdict = catalog.verdict(opened, catalog.loaded("my-game").judge_by(catalog.format(opened.deck)))
    assert not verdict.legal
    assert verdict.witness is None
    assert verdict.violations[0].message.startswith("line 2: ")


@pytest.mark.parametrize("most", [1, 2])
def test_what_was_used_longest_ago_is_forgotten(most: int) -> None:
    store: dict[str, str] = {}
    for key in "abac":
        assert remembered(store, key, most, lambda key=key: key.upper()) == key.upper()  # type: ignore[misc]
    assert store == {1: {"c": "C"}, 2: {"a": "A", "c": "C"}}[most]


def test_a_collection_may_be_a_deck_with_a_former_id(catalog: Catalog) -> None:
    deck = "name: Mine\ngame: my-game\ncards: {torch: 2}\n"
    assert collection_in(catalog, deck, "my-game").counts == {"torchlight": 2}


def test_cards_that_were_meant_match_the_rest_of_the_query(catalog: Catalog) -> None:
    asked = ("flaer", "flaer type:creature", "flaer")  # the names of all cards are remembered, those of some are not
    assert [[card.id for card in catalog.meant(words, "my-game")] for words in asked] == [["flare"], [], ["flare"]]


# Names that were probably meant by what was typed


NAMES = ["Knife Runner", "Fuse Runner", "Runabout", "Élan Vital", "Storm-Born", "Moon Whale"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("run", ["Runabout"]),
        ("KNIFE", ["Knife Runner"]),
        ("knife-ru", ["Knife Runner"]),
        ("elan", ["Élan Vital"]),
        ("storm b", ["Storm-Born"]),
        ("unner", []),
        ("", []),
        ("  ", []),
    ],
)
def test_names_that_begin_with_words(words: str, names: list[str]) -> None:
    assert beginning(words, NAMES) == names


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("runner", "Fuse Runner"),  # the first of those that have it in them
        ("runer", "Fuse Runner"),
        ("knife runer", "Knife Runner"),
        ("runer knife", "Knife Runner"),
        ("moon-whael", "Moon Whale"),
        ("elan vitla", "Élan Vital"),
        *((nothing, None) for nothing in ("", "x", "qqqqqq", "ab cd")),
    ],
)
def test_names_that_are_spelt_nearly_so(words: str, first: str | None) -> None:
    assert next(iter(likely(words, NAMES)), None) == first


@given(st.sampled_from(NAMES), st.lists(st.text(max_size=12), max_size=5))
def test_a_name_itself_is_always_meant(name: str, others: list[str]) -> None:
    others = [other for other in others if name.casefold() not in other.casefold()]
    assert name in likely(name, [*others, name], n=9)
