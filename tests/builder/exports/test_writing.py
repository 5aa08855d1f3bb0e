"""Exports written to files, and plugins whose targets fail."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from builder import exports
from builder.decks import Deck
from builder.diagnostics import FindingsError, UsageError
from builder.exports import Bundle, Exported, Target
from builder.exports.bundling import ExportRequest
from builder.exports.writing import Written, export_decks_to, export_to
from builder.library import OpenedDeck
from tests.support.catalogs import small_catalog
from tests.support.packs import deck
from tests.support.plugins import install


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("failing", "the plugin \"failing\" can't be used: KeyError: 'speed'"),
        ("wordy", 'the plugin "wordy" can\'t be used: it gives str, not Exported'),
        ("refusing", "not today"),
    ],
)
def test_a_target_of_a_plugin_that_fails_is_named_and_may_refuse_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, said: str
) -> None:
    install(monkeypatch, exports.GROUP, **{name: f"{__name__}:{name.upper()}"})
    with pytest.raises(UsageError) as caught:
        export_to(small_catalog(), "my-game", name, tmp_path / "out.txt")
    assert str(caught.value) == said
    assert list(tmp_path.iterdir()) == []


FAILING = Target("failing", "nothing", ".txt", lambda bundle: Exported(bundle.cards[0].definition["speed"]))  # type: ignore[arg-type]
WORDY = Target("wordy", "words", ".txt", lambda bundle: "words")  # type: ignore[arg-type,return-value]
REFUSING = Target("refusing", "nothing", ".txt", lambda bundle: refuse())


def refuse() -> Exported:
    raise UsageError("not today")


def test_a_deck_is_written_and_its_copies_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    done = export_to(small_catalog(), "first-deck", "text", path)
    assert done == Written(path, f"{path}: 22 cards as a text list")
    assert "3 Coal Sprite\n" in path.read_text("utf-8")


def test_a_game_is_written_a_card_each(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    done = export_to(small_catalog(), "my-game", "csv", path, ExportRequest("type:spell"))
    assert done.line == f"{path}: 2 cards as CSV, a row a card"
    assert len(path.read_text("utf-8").splitlines()) == 3


@pytest.mark.parametrize(("to", "name", "ending"), [("csv", "x.json", ".csv"), ("octgn", "x.txt", ".o8d")])
def test_the_ending_of_another_kind_is_refused(tmp_path: Path, to: str, name: str, ending: str) -> None:
    with pytest.raises(UsageError, match=rf'x\.\w+" does not end in \{ending}$'):
        export_to(small_catalog(), "first-deck", to, tmp_path / name)
    assert not (tmp_path / name).exists()
    for good in ("x", f"X{ending.upper()}"):
        export_to(small_catalog(), "first-deck", to, tmp_path / good)
        assert (tmp_path / good).exists()


def test_losses_name_the_target(tmp_path: Path) -> None:
    two = OpenedDeck("two", Deck("Two", "my-game", {"main": {"flare": 1}, "side": {"flare": 1}}))
    done = export_to(small_catalog(), two, "json", tmp_path / "out.json", ExportRequest(force=True))
    assert done.losses == ("json: the deck's sections are added together: json has one count a card",)
    assert '"count": 2' in (tmp_path / "out.json").read_text("utf-8")


def test_nothing_is_written_for_an_unknown_target(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no export target"):
        export_to(small_catalog(), "my-game", "papyrus", tmp_path / "out.txt")
    assert list(tmp_path.iterdir()) == []


def test_several_decks_are_a_folder_of_files(tmp_path: Path) -> None:
    catalog = small_catalog(decks__second_yaml=deck(name="Second"))
    done = export_decks_to(catalog, catalog.decks_of("my-game"), "text", tmp_path / "all", ExportRequest(force=True))
    assert done.line == f"{tmp_path / 'all'}: 2 decks, each as a text list"
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["first-deck.txt", "second.txt"]


def test_several_decks_are_a_zip_of_the_same_bytes_each_time(tmp_path: Path) -> None:
    names = ["first-deck", "first-deck"]
    for out in ("one.zip", "two.zip"):
        export_decks_to(small_catalog(), names, "text", tmp_path / out)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["first-deck-2.txt", "first-deck.txt"]
        assert b"3 Coal Sprite\n" in archive.read("first-deck.txt")


def test_one_illegal_deck_of_several_stops_all_and_is_named(tmp_path: Path) -> None:
    catalog = small_catalog(decks__few_yaml=deck(name="Few"))
    with pytest.raises(FindingsError, match="few is not legal"):
        export_decks_to(catalog, ["first-deck", "few"], "text", tmp_path / "all")
    assert list(tmp_path.iterdir()) == []


def test_several_decks_do_not_fit_on_standard_output() -> None:
    with pytest.raises(UsageError, match="several decks are several files"):
        export_decks_to(small_catalog(), ["first-deck", "first-deck"], "text", Path("-"))


def _of_folder(bundle: Bundle) -> Exported:
    return Exported(files={f"{card.id}/name.txt": card.name.encode() for card in bundle.cards})


FOLDER = Target("scattered", "a file a card", "", _of_folder)
ESCAPING = Target("escaping", "files", "", lambda bundle: Exported(files={"../out.txt": b""}))


def test_a_target_may_make_a_folder_or_a_zip_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, exports.GROUP, scattered=f"{__name__}:FOLDER", escaping=f"{__name__}:ESCAPING")
    export_to(small_catalog(), "my-game", "scattered", tmp_path / "out")
    assert (tmp_path / "out" / "flare" / "name.txt").read_text() == "Flare"
    export_to(small_catalog(), "my-game", "scattered", tmp_path / "out.zip")
    with ZipFile(tmp_path / "out.zip") as archive:
        assert archive.read("flare/name.txt") == b"Flare"
    with pytest.raises(UsageError, match="makes several files"):
        export_to(small_catalog(), "my-game", "scattered", Path("-"))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="is a file, not a folder"):
        export_to(small_catalog(), "my-game", "scattered", tmp_path / "file")
    with pytest.raises(UsageError, match="outside"):
        export_to(small_catalog(), "my-game", "escaping", tmp_path / "away")
    assert not (tmp_path / "away").exists()


def test_an_export_is_in_the_language_that_is_named(tmp_path: Path) -> None:
    french = {"cards": {"flare": {"name": "Fusée"}}}
    catalog, wanted = small_catalog(locales__fr_yaml=french), ExportRequest(language="fr")
    done = export_to(catalog, "my-game", "text", tmp_path / "cards.txt", wanted)
    assert "Fusée\n" in (tmp_path / "cards.txt").read_text("utf-8")
    assert "not translated to fr" in done.notes[0]
