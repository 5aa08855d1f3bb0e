"""Gathers what an export needs, from the names that the user typed: the cards, the deck and its verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from builder.catalog import Catalog, OpenedDeck
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.exports import Bundle, Target
from builder.games import Card
from builder.legality import Format, Verdict, reported


def bundle(
    catalog: Catalog,
    name: str,
    target: Target,
    format_id: str,
    on: date | None,
    where: str,
    *,
    players: int | None = None,
    force: bool,
) -> Bundle:
    """The deck or game called `name`, ready for `target`; only the cards that match `where`.

    `players` overrules the number of players that a deck says it is for.

    Raises FindingsError for an illegal deck unless `force`, UsageError for what the target can't take.
    """
    if catalog.names_game(name):
        if target.needs_deck:
            raise UsageError(
                f'"{target.name}" takes a deck, and "{name}" is a game',
                f"`arsenal games` lists the decks of {name}",
            )
        game = catalog.game(name)
        return Bundle(game, _some(catalog.cards(game, where), name, where))
    opened = catalog.open_deck(name, format_id=format_id)
    game = catalog.game(opened.deck.game)
    wanted = {card.id for card, _ in catalog.deck_cards(opened)}
    cards = _some([card for card in catalog.cards(game, where) if card.id in wanted], opened.label, where)
    if where and target.needs_deck:
        raise UsageError(f'"{target.name}" takes a whole deck', "leave --cards out")
    by = catalog.format(opened.deck, format_id, on)
    opened = replace(opened, deck=replace(opened.deck, players=players or opened.deck.players))
    verdict = catalog.verdict(opened, catalog.judge(game.id, by))
    if not verdict.legal and not force:
        raise FindingsError(_as_findings(opened, by, verdict))
    return Bundle(
        game,
        cards,
        opened.deck.renamed(catalog.index(game.id).aliases),
        by.id,
        by.name,
        by.setup,
        verdict.to_json(opened.label, game.id),
        on or catalog.today,
    )


def _some(cards: list[Card], name: str, where: str) -> list[Card]:
    """The cards. Raises UsageError where a query leaves none."""
    if where and not cards:
        raise UsageError(f"{name} has no cards that match {where}")
    return cards


def _as_findings(opened: OpenedDeck, by: Format, verdict: Verdict) -> list[Diagnostic]:
    help_ = "mend the deck, or export it all the same with --force"
    return [
        *reported(verdict.violations),
        Diagnostic("illegal-deck", f"{opened.label} is not legal in {by.name}, so it is not exported", None, help_),
    ]
