"""The list of rules, and those that plugins add."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.checks import RULES, check_pack
from builder.checks.checked import MAX_SUGGESTIONS
from builder.checks.rules import GROUP, added_rules
from builder.diagnostics import Diagnostic, Span, UsageError
from builder.diagnostics.codes import CODES, register
from builder.packs.pack import in_memory
from builder.schema import describe
from builder.workspace import diagnose
from tests.support.packs import SMALL, card, checked, codes, deck, found, game
from tests.support.plugins import install


def test_every_rule_says_what_it_asks() -> None:
    assert len(RULES) >= 14
    for rule in RULES:
        assert (rule.__doc__ or "").rstrip().endswith("."), rule.__name__


@pytest.fixture(autouse=True)
def _forgotten_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(CODES, "no-art", CODES["empty-set"])  # so that what the tests register is gone afterwards
    monkeypatch.delitem(CODES, "no-art")
    added_rules.cache_clear()
    yield
    added_rules.cache_clear()


def test_a_plugin_adds_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked().diagnostics == []
    assert not checked().by_plugins
    install(monkeypatch, GROUP, cards_have_art="tests.support.plugins:cards_have_art")
    added_rules.cache_clear()
    assert {(d.code, d.severity) for d in checked().diagnostics} == {("no-art", "error")}
    register("no-art", "warning", "a card has no picture")
    assert checked().by_plugins
    faults = checked().diagnostics
    assert {(d.code, d.severity) for d in faults} == {("no-art", "warning")}
    assert len(faults) == len(checked().cards)
    assert all(d.span and d.span.path.endswith(".yaml") for d in faults)
    assert checked().ok


@pytest.mark.parametrize("value", ["no_such_module:rule", "tests.support.plugins:NO_KIND"])
def test_a_broken_plugin_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    install(monkeypatch, GROUP, broken=value)
    with pytest.raises(UsageError, match='the plugin "broken" can\'t be used'):
        checked()


@pytest.mark.parametrize(
    ("rule", "reason"),
    [("failing_rule", "ZeroDivisionError: no cards"), ("wordy_rule", "it gives str, not Diagnostic")],
)
def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, rule: str, reason: str) -> None:
    install(monkeypatch, GROUP, mine=f"tests.support.plugins:{rule}")
    with pytest.raises(UsageError, match=f'the plugin "mine" can\'t be used: {reason}'):
        checked()


def test_what_plugins_find_is_not_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = in_memory(Path("my-game"), SMALL)
    assert diagnose(pack, tmp_path) == []
    assert len(list(tmp_path.glob("checked/*/*"))) == 1
    pack = in_memory(Path("my-game"), {**SMALL, "art/new.png": b""})
    install(monkeypatch, GROUP, cards_have_art="tests.support.plugins:cards_have_art")
    added_rules.cache_clear()
    assert {d.code for d in diagnose(pack, tmp_path)} == {"no-art"}
    assert len(list(tmp_path.glob("checked/*/*"))) == 1


# Dates are days of the calendar, and rulings name cards of the game


def test_a_day_that_is_none() -> None:
    sets = {"core": {"name": "Core", "released": "2026-02-30"}}
    assert codes(game_yaml=game(sets=sets)) == ["bad-date"]


RULING = {"question": "Q?", "ruling": "A.", "date": "2026-01-01", "cards": ["flare"]}


def test_rulings_name_cards_and_days() -> None:
    assert codes(rulings_yaml=[RULING]) == []
    assert codes(rulings_yaml=[{**RULING, "cards": ["flair"]}]) == ["unknown-card"]
    assert codes(rulings_yaml=[{**RULING, "date": "2026-02-29"}]) == ["bad-date"]
    assert codes(rulings_yaml=[{**RULING, "date": "29.2.2026"}]) == ["bad-format"]
    assert codes(rulings_yaml=RULING) == ["wrong-type"]


# What is named by a former id, wherever it is named


def test_a_former_id_is_a_warning_everywhere() -> None:
    pack = checked(
        sets__core__more_yaml=card(aliases=["soot-cat"]),
        decks__a_yaml=deck(cards={"soot-cat": 1}),
        rulings_yaml=[{**RULING, "cards": ["soot-cat"]}],
        locales__fr_yaml={"cards": {"soot-cat": {"name": "Chat"}}},
    )
    assert [(d.code, d.severity) for d in pack.diagnostics] == [("renamed-card", "warning")] * 3
    assert pack.ok


def test_near_ids_are_looked_for_so_many_times_only() -> None:
    cards = {f"flare-{i}": 1 for i in range(MAX_SUGGESTIONS + 10)}
    faults = checked(decks__a_yaml=deck(cards=cards)).diagnostics
    assert {d.code for d in faults} == {"unknown-card"}
    helps = [d.help for d in faults]
    assert helps[:MAX_SUGGESTIONS] == ['did you mean "flare"?'] * MAX_SUGGESTIONS
    assert helps[MAX_SUGGESTIONS:] == ["`arsenal search -g my-game` lists the cards"] * 10


# Translations are of the pack's words


def test_translations_name_sample_decks_and_their_words() -> None:
    def faults(**decks: dict[str, str]) -> list[Diagnostic]:
        named = {key.replace("_", "-"): said for key, said in decks.items()}
        return checked(locales__fr_yaml={"game": {"decks": named}}).diagnostics

    assert faults(first_deck={"name": "Premier deck", "description": "Attaquez {spark} tôt."}) == []
    [unknown] = faults(first_dekc={"name": "Premier deck"})
    assert (unknown.code, unknown.message) == ("unknown-value", '"first-dekc" is not in the decks of the pack')
    assert unknown.span == Span("my-game/locales/fr.yaml", 3, 5, 3, 15)
    assert "first-deck" in unknown.help
    assert [one.code for one in faults(first_deck={"title": "Premier deck"})] == ["unknown-key"]
    assert [one.code for one in faults(first_deck={"name": "{sprak}"})] == ["unknown-symbol"]
    [stale] = faults(first_deck={"name": "Premier deck", "of": "bcdfgh"})
    assert (stale.code, stale.related[0][1].path) == ("stale-translation", "my-game/decks/first-deck.yaml")


def test_a_stale_translation_of_a_ruling_names_the_place_of_the_ruling() -> None:
    said = {"game": {"rulings": {"Q?": {"of": "bcdfgh", "question": "Q ?", "ruling": "R."}}}}
    [stale] = checked(rulings_yaml=[RULING], locales__fr_yaml=said).diagnostics
    assert (stale.code, stale.related[0][1].path) == ("stale-translation", "my-game/rulings.yaml")


def test_what_a_sample_deck_lacks_in_a_language_is_missing() -> None:
    said = checked(locales__fr_yaml={"game": {"decks": {"first-deck": {"name": "Premier deck"}}}})
    [deck] = [one for one in said.translatable.entries(said.locales["fr"].data) if one.id == "decks/first-deck"]
    assert deck.missing == [("description",)]


# Sample decks name this game, its formats and its cards


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"format": "standard"}, []),
        ({"format": "tiny"}, ["unknown-format"]),
        ({"game": "chess"}, ["unknown-game"]),
        ({"cards": {"flare": 0}}, ["out-of-range"]),
        ({"cards": {"flare": 1.5}}, ["wrong-type"]),
        ({"cards": {"Flare": 1, "glare": 2}}, ["unknown-card", "unknown-card"]),
        ({"cards": ["flare"]}, ["wrong-type"]),
        ({"cards": {}}, []),
    ],
)
def test_decks(changes: dict[str, Any], expected: list[str]) -> None:
    assert codes(decks__a_yaml=deck(**changes)) == expected


def test_a_card_that_is_not_there_is_guessed_at_by_its_id_or_its_name() -> None:
    data = {"name": "A", "game": "my-game", "sections": {"main": {"flare": 1}, "side": {"flair": 1}}}
    for cards, help_ in ((data, "flare"), (deck(cards={"Tidepool Scout": 1}), "tidepool-scout")):
        [fault] = [d for d in checked(decks__a_yaml=cards).diagnostics if d.code == "unknown-card"]
        assert fault.help == f'did you mean "{help_}"?'


# Files lie where they are read, and sets have cards


def test_notes_and_pictures_are_nobodys_business() -> None:
    assert codes(docs__plan_yaml=b"x", art__list_yml=b"x", notes_txt=b"x", sets__core__deeper__x_png=b"x") == []
    assert codes(plans_yml=b"x", sets__core__deeper__x_yaml=b"[]") == ["misplaced-file", "misplaced-file"]


def test_a_file_in_place_of_a_folder_is_reported() -> None:
    assert found(decks=b"", art__decks=b"") == [
        ("misplaced-file", '"decks" is a file, and a pack\'s decks are read from a folder of that name')
    ]


def test_each_set_has_a_folder_and_each_folder_a_set() -> None:
    sets = {"core": {"name": "Core"}, "later": {"name": "Later"}}
    assert codes(game_yaml=game(sets=sets)) == ["empty-set"]
    assert codes(game_yaml=game(sets=sets), sets__later__a_yaml=card()) == []
    assert found(sets__cor__a_yaml=card()) == [("unknown-set", 'game.yaml has no set "cor"')]


def test_formats_and_decks_are_called_by_ids() -> None:
    named = {f"{name}.yaml": SMALL["decks/first-deck.yaml"] for name in ("decks/Next Deck", "decks/" + "x" * 81)}
    named["formats/A.yaml"] = SMALL["formats/standard.yaml"]
    faults = check_pack(in_memory(Path("my-game"), {**SMALL, **named})).diagnostics
    assert [(d.code, d.message, d.help.rpartition(": ")[2]) for d in faults] == [
        ("bad-id", '"Next Deck" can\'t be an id', "next-deck.yaml"),
        ("bad-id", f"{describe('x' * 81)} can't be an id", "x" * 80 + ".yaml"),
        ("bad-id", '"A" can\'t be an id', "a.yaml"),
    ]


@pytest.mark.parametrize("name", ["cards.csv", "sets/core/Cards.XLSX", "cards.tsv", "cards.ods", "my cards.numbers"])
def test_a_spreadsheet_is_named_with_what_to_do(name: str) -> None:
    faults = check_pack(in_memory(Path("my-game"), {**SMALL, name: b"x"})).diagnostics
    [(code, place, help_)] = [(fault.code, fault.span and fault.span.path, fault.help) for fault in faults]
    assert (code, place) == ("unused-spreadsheet", f"my-game/{name}")
    assert "`arsenal import " in help_
    assert ("save it as .xlsx or .csv, then" in help_) == name.endswith(("ods", "numbers"))


def test_spreadsheets_of_notes_have_a_folder() -> None:
    assert codes(docs__plan_csv=b"x", templates__data_csv=b"x") == []
