"""Chances that a user asks for of a deck: what their names and queries mean, then how likely they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from builder.decks.chances import Cards, Count, Question, When, Work, chance, fault, parse
from builder.decks.statistics import AskedChance
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError
from builder.library.catalog import Catalog


def asked_chance(
    catalog: Catalog,
    game_id: str,
    copies: Mapping[str, int],
    text: str,
    *,
    hand: int | None,
    draw: int,
    work: Work | None = None,
) -> AskedChance:
    """How likely what is asked is with a shuffled deck of these `copies` by card id.

    `hand` is the size of the first hand, None where the format does not say; each turn adds `draw` cards. What
    is asked at once shares one `work`. Raises FindingsError, with places in the text, for what can't be understood or
    takes too long.
    """
    question = parse(text)
    cards = {count.start: _meant(catalog, game_id, question, count) for count in question.counts}

    def drawn(when: When) -> int:
        if when.cards is not None:
            return when.cards
        if hand is None:
            help_ = 'write "in 7 cards", or let the format\'s setup say `hand`'
            message = "the format does not say how many cards the first hand has"
            raise FindingsError([fault("bad-chance", message, text, 0, len(text), help_)])
        return hand + when.turns * draw

    try:
        found = chance(question, copies, lambda count: cards[count.start], drawn, work)
    except UsageError as error:
        raise FindingsError([fault("bad-chance", str(error), text, 0, len(text), error.help)]) from None
    counted = (sum(copies.get(card, 0) for card in cards[count.start]) for count in question.counts)
    return AskedChance(text, float(found), tuple(counted))


def _meant(catalog: Catalog, game_id: str, question: Question, count: Count) -> Cards:
    if not count.is_query:
        index = catalog.index(game_id)
        return frozenset(index.find(count.words)) or _unknown(question, count, index.meant(count.words))
    # With blanks in place of all else, what is wrong with the query has its place in the whole.
    before = re.sub(r"[^\n]", " ", question.text[: count.start])
    try:
        return catalog.source.matching(game_id, before + question.text[count.start : count.end])
    except FindingsError as error:
        raise FindingsError([_within(found, question.text) for found in error.diagnostics]) from None


def _unknown(question: Question, count: Count, help_: str) -> NoReturn:
    message = f'there is no card "{count.words}"'
    help_ = help_ or "a query stands in brackets: [type:ship]"
    raise FindingsError([fault("unknown-card", message, question.text, count.start, count.end, help_)])


def _within(found: Diagnostic, text: str) -> Diagnostic:
    span = replace(found.span, path="chance") if found.span else Span("chance")
    return replace(found, span=span, source=text)
