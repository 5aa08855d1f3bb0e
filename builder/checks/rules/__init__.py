"""What a schema can't say of a pack, rule by rule: each takes the pack as read and yields diagnostics.

`RULES` lists them all. Each module holds those about one thing, and `references` what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.checks.checked import CheckedPack
from builder.checks.rules.cards import (
    art_is_there,
    dice_have_faces,
    ids_are_unique,
    names_are_unique,
    numbers_are_unique,
)
from builder.checks.rules.dates import dates_exist
from builder.checks.rules.decks import decks_are_consistent
from builder.checks.rules.files import files_are_in_place, sets_are_declared
from builder.checks.rules.formats import formats_are_consistent
from builder.checks.rules.game import game_is_consistent, sizes_are_known, types_make_sense
from builder.checks.rules.rulings import rulings_are_about_cards
from builder.checks.rules.translations import languages_are_named, translations_are_of_cards, translations_are_of_words
from builder.checks.rules.words import schema_and_game_agree, symbols_are_known, symbols_are_used, words_are_known
from builder.diagnostics import Diagnostic

__all__ = ["RULES", "Rule"]

Rule = Callable[[CheckedPack], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    sets_are_declared,
    files_are_in_place,
    ids_are_unique,
    numbers_are_unique,
    names_are_unique,
    words_are_known,
    schema_and_game_agree,
    symbols_are_known,
    symbols_are_used,
    game_is_consistent,
    sizes_are_known,
    types_make_sense,
    dice_have_faces,
    art_is_there,
    decks_are_consistent,
    formats_are_consistent,
    rulings_are_about_cards,
    translations_are_of_cards,
    translations_are_of_words,
    languages_are_named,
    dates_exist,
)
