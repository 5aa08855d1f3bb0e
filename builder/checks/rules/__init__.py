"""What a schema can't say of a pack, rule by rule: each takes the pack as read and yields diagnostics.

`RULES` lists Arsenal's own. Each module holds those about one thing, and `references` what they share.

A plugin adds rules by entry points of the group `arsenal.checks`, each of which leads to such a function:

    [project.entry-points."arsenal.checks"]
    cards-have-art = "my_package.rules:cards_have_art"

Its module registers the codes of its diagnostics with `builder.diagnostics.codes.register`, so that they have a title
and a severity; a code that is not registered is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeGuard

from builder import plugins
from builder.checks.checked import CheckedPack
from builder.checks.rules.abilities import (
    abilities_are_understood,
    abilities_can_be_said,
    played_games_have_phrases,
    schema_is_current,
    verbs_make_sense,
)
from builder.checks.rules.cards import (
    art_is_there,
    dice_have_faces,
    ids_are_unique,
    lines_have_room,
    names_are_unique,
    names_have_no_quotes,
    numbers_are_unique,
)
from builder.checks.rules.decks import dates_exist, decks_are_consistent, rulings_are_about_cards
from builder.checks.rules.files import files_are_in_place, files_are_named_by_ids, sets_are_declared
from builder.checks.rules.formats import formats_are_consistent
from builder.checks.rules.game import (
    game_is_consistent,
    sizes_are_known,
    supplies_are_types,
    tables_make_sense,
    types_make_sense,
)
from builder.checks.rules.printings import errata_make_sense, reprints_are_of_cards
from builder.checks.rules.translations import languages_are_named, translations_are_of_cards, translations_are_of_words
from builder.checks.rules.words import (
    printed_words_are_there,
    reminders_are_of_words,
    schema_and_game_agree,
    symbols_are_known,
    symbols_are_used,
    words_are_known,
)
from builder.diagnostics import Diagnostic

__all__ = ["GROUP", "RULES", "Rule", "added_rules"]

GROUP = "arsenal.checks"

Rule = Callable[[CheckedPack], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    sets_are_declared,
    files_are_in_place,
    files_are_named_by_ids,
    ids_are_unique,
    numbers_are_unique,
    names_are_unique,
    names_have_no_quotes,
    lines_have_room,
    reprints_are_of_cards,
    errata_make_sense,
    words_are_known,
    schema_and_game_agree,
    symbols_are_known,
    symbols_are_used,
    printed_words_are_there,
    reminders_are_of_words,
    game_is_consistent,
    sizes_are_known,
    supplies_are_types,
    types_make_sense,
    tables_make_sense,
    verbs_make_sense,
    schema_is_current,
    abilities_are_understood,
    abilities_can_be_said,
    played_games_have_phrases,
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


@cache
def added_rules() -> tuple[tuple[str, Rule], ...]:
    """The rules of plugins, each with the name of its entry point. Raises UsageError for a broken plugin."""
    return tuple(plugins.load_all(GROUP, _is_rule, "a function"))


def _is_rule(found: object) -> TypeGuard[Rule]:
    return callable(found)
