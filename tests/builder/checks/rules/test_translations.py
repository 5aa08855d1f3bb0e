"""Translations are of the pack's words."""

from __future__ import annotations

from builder.diagnostics import Diagnostic, Span
from tests.support.packs import checked, codes


def test_translations_name_cards_and_symbols() -> None:
    assert codes(locales__fr_yaml={"cards": {"tidepool-scout": {"name": "Éclat", "text": "Gagnez {spark}."}}}) == []
    assert codes(locales__fr_yaml={"cards": {"flair": {"name": "Éclat"}}}) == ["unknown-card"]
    assert codes(locales__fr_yaml={"cards": {"tidepool-scout": {"text": "Gagnez {sprak}."}}}) == ["unknown-symbol"]
    assert codes(locales__fr_yaml={"cards": {"flare": {}}}) == ["bad-length"]


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


def test_what_a_sample_deck_lacks_in_a_language_is_missing() -> None:
    said = checked(locales__fr_yaml={"game": {"decks": {"first-deck": {"name": "Premier deck"}}}})
    [deck] = [one for one in said.translatable.entries(said.locales["fr"].data) if one.id == "decks/first-deck"]
    assert deck.missing == [("description",)]
