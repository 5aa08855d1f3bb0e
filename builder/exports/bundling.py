"""Gathers what an export needs, from what the user named: the cards, the deck and its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from builder.catalog import Catalog, OpenedDeck
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.exports import Bundle, Target
from builder.games import Card, Game
from builder.legality import Format, Verdict, reported
from builder.printing.gathering import extras


def bundle(
    catalog: Catalog,
    what: str | OpenedDeck | Game,
    target: Target,
    format_id: str,
    on: date | None,
    where: str,
    *,
    players: int | None = None,
    force: bool,
) -> Bundle:
    """A deck or a game, or what is called so, ready for `target`; only the cards that match `where`.

    `players` overrules the number of players that a deck says it is for.

    Raises FindingsError for an illegal deck unless `force`, UsageError for what the target can't take.
    """
    meant = catalog.game_or_deck(what, format_id)
    if isinstance(meant, Game):
        if target.needs_deck:
            raise UsageError(
                f'"{target.name}" takes a deck, and "{meant.id}" is a game',
                f"`arsenal games` lists the decks of {meant.id}",
            )
        every = _some(catalog.cards(meant, where), meant.id, where)
        return Bundle(meant, every, beside=_beside(catalog, meant, every, where))
    opened = replace(meant, deck=replace(meant.deck, players=players or meant.deck.players))
    game = catalog.game(opened.deck.game)
    wanted = {card.id for card, _ in catalog.deck_cards(opened)}
    cards = _some([card for card in catalog.cards(game, where) if card.id in wanted], opened.label, where)
    if where and target.needs_deck:
        raise UsageError(f'"{target.name}" takes a whole deck', "leave --cards out")
    by = catalog.format(opened.deck, format_id, on)
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
        by.can_play,
        tuple(by.sections),
        by.clauses,
        _beside(catalog, game, cards, where, opened.deck.players or 1),
    )


def _beside(
    catalog: Catalog, game: Game, cards: Sequence[Card], where: str, players: int = 1
) -> tuple[tuple[Card | str, int], ...]:
    """What so many players need beside these cards; nothing where only some of the cards were asked for."""
    return () if where else tuple(extras(catalog, game, [(card, 1) for card in cards], players))


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
