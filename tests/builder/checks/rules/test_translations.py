"""Translations are of the pack's words."""

from __future__ import annotations

from tests.support.packs import codes


def test_translations_name_cards_and_symbols() -> None:
    assert codes(locales__fr_yaml={"cards": {"tidepool-scout": {"name": "Éclat", "text": "Gagnez {spark}."}}}) == []
    assert codes(locales__fr_yaml={"cards": {"flair": {"name": "Éclat"}}}) == ["unknown-card"]
    assert codes(locales__fr_yaml={"cards": {"tidepool-scout": {"text": "Gagnez {sprak}."}}}) == ["unknown-symbol"]
    assert codes(locales__fr_yaml={"cards": {"flare": {}}}) == ["bad-length"]
