"""What all exports to card clients have in common: decks are files, games folders, with pictures or without."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from inline_snapshot import external_file

from builder.documents.data import Data
from builder.exports import Settings, target
from builder.exports.bundling import bundle
from builder.exports.columns import columns, decks_of, lost_of_game, names_of, sections_of
from builder.exports.writing import export_decks_to, export_to
from builder.exports.zones import places_of
from builder.games import Game
from tests.support.catalogs import small_catalog
from tests.support.clients import (
    CLIENTS,
    a_card,
    assert_harmless,
    deck_bundle,
    exported,
    game_bundle,
    tidy_cards,
    tidy_game,
)
from tests.support.commands import DATA, Arsenal
from tests.support.pictures import png_size
from tests.support.shipped import shipped

GOLDENS = DATA / "exports"
SUFFIXES = {"cockatrice": ".cod", "octgn": ".o8d", "lackey": ".dek", "cgs": ".txt", "dragncards": ".txt"}


@pytest.mark.parametrize("name", SUFFIXES)
def test_several_decks_are_files_in_a_folder(tmp_path: Path, name: str) -> None:
    assert target(name).makes_folder
    export_decks_to(small_catalog(), ["first-deck"], name, tmp_path / "all.zip")
    assert ZipFile(tmp_path / "all.zip").namelist() == [f"first-deck{SUFFIXES[name]}"]


@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("cockatrice", ["what is no card (tokens, boards, dice) is in the deck's zone of tokens"]),
        ("octgn", []),
        ("lackey", []),
        ("cgs", ["the deck's sections are played as one: they are headings in its text"]),
        ("dragncards", ["the deck's name is left out: players give it one where they upload it"]),
    ],
)
def test_a_deck_is_written_as_in_the_golden(name: str, losses: list[str]) -> None:
    found = exported(name, deck_bundle(description="Two of a kind."))
    assert found.content.decode() == external_file(GOLDENS / f"client-deck.{name}", format=".txt")
    assert found.losses == losses


@pytest.mark.parametrize("name", CLIENTS)
def test_a_game_is_written_as_in_the_golden(name: str) -> None:
    cards = [*tidy_cards(), a_card("chip", number=4, type="chip", text="**Pay** {oil}.")]
    found = exported(name, game_bundle(cards, two_kinds_of_backs(), decks={"pair": deck_bundle().deck}))
    texts = {path: data.decode() for path, data in found.files.items() if not path.endswith((".db", ".png"))}
    written = "".join(f"==> {path} <==\n{said}" for path, said in texts.items())
    assert written == external_file(GOLDENS / f"client-game.{name}", format=".txt")


def two_kinds_of_backs() -> Game:
    """The tidy game with a type of cards that have a back of their own, of which one side is played."""
    chip: dict[str, Data] = {"name": "Chip", "back": "chip"}
    coin: dict[str, Data] = {"name": "Coin", "form": "token", "back": "coin", "two-sided": True}
    return tidy_game(types={"ship": {"name": "Ship"}, "coin": coin, "chip": chip})


@pytest.mark.parametrize("name", CLIENTS)
def test_a_game_without_pictures_is_a_folder(tmp_path: Path, name: str) -> None:
    export_to(small_catalog(), "my-game", name, tmp_path, settings=Settings(pictures=False))
    paths = [file.relative_to(tmp_path) for file in tmp_path.rglob("*.*")]
    assert paths
    assert not [path for path in paths if path.suffix in (".o8c", ".jpg")]
    for path in paths:
        assert_harmless(path.as_posix())


@pytest.mark.long
@pytest.mark.parametrize("name", SUFFIXES)
def test_a_game_has_its_pictures(tmp_path: Path, name: str) -> None:
    export_to(shipped(), "saucer-dice", name, tmp_path / "out", settings=Settings(dpi=40))
    pictures = [file for file in (tmp_path / "out").rglob("*.*") if file.suffix in (".png", ".jpg", ".o8c")]
    number = len(bundle(shipped(), "saucer-dice", target(name)).cards)
    if name == "octgn":
        (pack,) = (file for file in pictures if file.suffix == ".o8c")
        assert len(ZipFile(pack).namelist()) >= number
    else:
        assert len(pictures) >= number
        assert all(min(png_size(file.read_bytes())) > 10 for file in pictures if file.suffix == ".png")


def test_the_command_does_without_pictures_and_says_where_that_is_nothing(arsenal: Arsenal) -> None:
    arsenal("export", "saucer-dice", "--to", "lackey", "-o", "plugin", "--no-pictures")
    assert not Path("plugin/sets/setimages").exists()
    said = arsenal("export", "saucer-dice", "--to", "datasette", "-o", "data", "--no-pictures").stderr
    assert "--no-pictures has no effect: datasette has no use for it" in said
    said = arsenal("export", "saucer-dice", "--to", "tts", "-o", "table", "--no-pictures", code=2).stderr
    assert "leave --no-pictures out" in said


def test_zones_are_those_of_the_game_with_a_hand_and_a_pile() -> None:
    places = places_of(game_bundle())
    assert [(zone.id, zone.shared, zone.sees) for zone in places.zones] == [
        ("hand", False, "owner"),
        ("deck", False, "nobody"),
        ("scrap-pile", False, "everybody"),
        ("market", True, "everybody"),
        ("side", False, "owner"),
    ]
    assert (places.hand.title, places.pile.title) == ("Hand", "Deck")
    assert places.discard == places.zones[2]
    assert {section: zone.id for section, zone in places.sections.items()} == {"main": "deck", "side": "side"}


def test_a_game_without_zones_gets_what_players_need() -> None:
    places = places_of(game_bundle(game=tidy_game(zones={})))
    assert [zone.id for zone in places.zones] == ["hand", "deck", "discard", "side"]


def test_cards_are_drawn_from_the_table_where_the_game_says_so() -> None:
    zones = {"draw": {"of": "table", "sees": "nobody"}, "bin": {"of": "table", "sees": "everybody"}}
    places = places_of(game_bundle(game=tidy_game(zones=zones)))
    assert places.pile.shared
    assert places.discard
    assert places.discard.id == "bin"
    assert [(zone.shared, zone.sees) for zone in places.sections.values()] == [(True, "nobody"), (True, "nobody")]


def test_columns_are_those_in_which_a_card_says_something() -> None:
    made = game_bundle([a_card(power=0, flavor="")])
    found = [(one.id, one.title, one.kind) for one in columns(made)]
    assert found == [("type", "Type", "word"), ("power", "Power", "number")]
    assert [one.title for one in columns(made, ("type", "POWER", "power 2"))] == ["Type 2", "Power 3"]


def test_names_have_numbers_where_they_are_equal() -> None:
    cards = [a_card("one", name="Ash"), a_card("two", "more", name="ash"), a_card("three", name="Ash\t"), a_card("b")]
    assert names_of(game_bundle(cards)) == {
        "one": "Ash (C 1)", "two": "ash (M 1)", "three": "Ash (C 1) [three]", "b": "B",
    }  # fmt: skip


def test_decks_that_need_cards_which_are_left_out_are_reported() -> None:
    deck = deck_bundle().deck
    assert deck
    made = game_bundle([a_card()], decks={"pair": deck})
    assert decks_of(made) == {}
    assert lost_of_game(made)[-1] == "decks with cards that are not exported are left out: Pair"


def test_sections_come_in_the_formats_order() -> None:
    made = deck_bundle(sections={"side": {"flare": 1}, "main": {"undertow": 2}, "pool": {"flare": 3}})
    assert [name for name, _ in sections_of(made)] == ["main", "side", "pool"]
