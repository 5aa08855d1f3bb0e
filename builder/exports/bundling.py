"""Gathers what an export needs, from what the user named: the cards, the deck and its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from builder.decks import Deck
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.exports import Bundle, Target
from builder.games import Card, Game
from builder.legality import Format, reported
from builder.library import Catalog, OpenedDeck
from builder.library.decks import extras
from builder.words import words_here

if TYPE_CHECKING:
    from builder.documents.data import Data
    from builder.library.game import LoadedGame
    from builder.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Which cards of a deck or a game are exported, and how a deck is judged.

    `where` is a query that cards must match. With `since`, a revision or a day, only cards that have changed since then
    are exported. `language` is that of a translation. `format_id` and `players` overrule what the deck says; it is
    judged as of the day `on`, and exported with `force` where it is not legal. With `one_each`, there is one copy of
    each card. With `to_play`, messages speak of playing a deck.
    """

    where: str = ""
    since: str = ""
    language: str = ""
    format_id: str = ""
    on: date | None = None
    players: int | None = None
    force: bool = False
    one_each: bool = False
    accept: bool = False
    to_play: bool = False


def bundle(
    catalog: Catalog,
    what: str | OpenedDeck | Game,
    target: Target,
    wanted: ExportRequest | None = None,
    packs: Sequence[Pack] = (),
) -> Bundle:
    """A deck or a game, or the name of one, ready for `target`. `packs` has the game's pack, which `since` needs.

    Raises FindingsError for an illegal deck unless forced, and UsageError for what the target can't export.
    """
    wanted = wanted or ExportRequest()
    meant = catalog.game_or_deck(what, wanted.format_id, accept=wanted.accept, language=wanted.language)
    if isinstance(meant, Game):
        if target.needs_deck:
            raise UsageError.of("exports", "deck", target=target.name, game=meant.id)
        found = _some(catalog.cards(meant, wanted.where), meant.id, wanted.where)
        found = [replace(card, in_box=1) for card in found] if wanted.one_each else found
        made = replace(_of_game(catalog, meant, found, wanted.on), extras=_extras(catalog, meant, found, wanted))
        return _worded(catalog, made, wanted, packs)
    opened = replace(meant, deck=replace(meant.deck, players=wanted.players or meant.deck.players))
    game = catalog.game(opened.deck.game)
    named = {card.id for card, _ in catalog.deck_cards(opened)}
    cards = _some([card for card in catalog.cards(game, wanted.where) if card.id in named], opened.label, wanted.where)
    options = {"--cards": wanted.where, "--changed-since": wanted.since, "--one-each": wanted.one_each}
    if target.needs_deck and (given := [option for option, value in options.items() if value]):
        raise UsageError.of("exports", "whole", target=target.name, option=given[0])
    judge = catalog.judge_of(opened.deck, wanted.format_id, wanted.on)
    by, verdict = judge.format, catalog.verdict(opened, judge)
    if not verdict.legal and not wanted.force:
        raise FindingsError(_as_findings(catalog, opened, wanted))
    deck = opened.deck.renamed(catalog.index(game.id).aliases)
    if wanted.one_each:
        deck = replace(deck, sections={name: dict.fromkeys(named, 1) for name, named in deck.sections.items()})
    made = Bundle(
        game,
        cards,
        deck,
        by.id,
        by.name,
        by.setup,
        verdict.to_json(opened.label, game.id),
        wanted.on or catalog.today,
        by.can_play,
        tuple(by.sections),
        by.clauses,
        extras=_extras(catalog, game, cards, wanted, opened.deck.players or 1),
        index=catalog.index(game.id),
        notes=tuple(problem.message for problem in opened.problems),
        formats=_sections(_formats(catalog, game, wanted.on)),
    )
    return _worded(catalog, made, wanted, packs)


def _of_game(catalog: Catalog, game: Game, cards: list[Card], on: date | None) -> Bundle:
    """A game's cards, with what its formats say of decks, and its sample decks."""
    formats = _formats(catalog, game, on)
    return Bundle(
        game,
        cards,
        can_play=formats[0].can_play if formats else None,
        sections=tuple(dict.fromkeys(section for one in formats for section in one.sections)),
        decks={name: catalog.loaded(game.id).sample_deck(name) for name in catalog.sample_decks(game.id)},
        index=catalog.index(game.id),
        is_whole=len(cards) == catalog.loaded(game.id).count,
        formats=_sections(formats),
        entries=lambda language: _entries(catalog.loaded(game.id), language),
    )


def _entries(loaded: LoadedGame, language: str) -> Mapping[str, Data]:
    """The words of cards in a language, whatever its capitals."""
    written = next((one for one in loaded.languages if one.lower() == language), language)
    return loaded.words(written).translation.entries


def _formats(catalog: Catalog, game: Game, on: date | None) -> list[Format]:
    """All formats of a game, the default one first."""
    return [catalog.judge_of(Deck("", game.id), name, on).format for name in catalog.formats(game.id)]


def _sections(formats: Sequence[Format]) -> dict[str, tuple[str, ...]]:
    return {one.id: tuple(one.sections) for one in formats}


def _worded(catalog: Catalog, made: Bundle, wanted: ExportRequest, packs: Sequence[Pack]) -> Bundle:
    """The bundle in the language that is wanted, with the cards that have changed."""
    if not (wanted.language or wanted.since):
        return made
    words = catalog.localized(made.game, wanted.language)
    cards, notes = list(made.cards), []
    if wanted.since:
        pack = next((pack for pack in packs if pack.root == made.game.root), None)
        if pack is None:
            raise UsageError.of("printing", "unknown-before", game=made.game.name)
        from builder.printing.reprints import changed_since

        left, note = changed_since(pack, words, catalog.cards(made.game), [(card, 1) for card in cards], wanted.since)
        cards, notes = [card for card, _ in left], [note]
    if untranslated := words.note(cards):
        notes.append(untranslated)
    return replace(
        made,
        game=words.game,
        decks={name: catalog.loaded(words.game.id).sample_deck(name, words.language) for name in made.decks},
        cards=[words.card(card) for card in cards],
        is_whole=made.is_whole and len(cards) == len(made.cards),
        extras=[(what if isinstance(what, str) else words.card(what), count) for what, count in made.extras],
        language=words.language if words.is_translated else "",
        notes=(*made.notes, *notes),
    )


def _extras(
    catalog: Catalog, game: Game, cards: Sequence[Card], wanted: ExportRequest, players: int = 1
) -> tuple[tuple[Card | str, int], ...]:
    """What `players` players need besides these cards; nothing if only some of the cards are exported."""
    if wanted.where or wanted.since:
        return ()
    return tuple(extras(catalog, game, [(card, 1) for card in cards], players))


def _some(cards: list[Card], name: str, where: str) -> list[Card]:
    """The cards. Raises UsageError where a query leaves none."""
    if where and not cards:
        raise UsageError.of("library", "no-matches", name=name, where=where)
    return cards


def _as_findings(catalog: Catalog, opened: OpenedDeck, wanted: ExportRequest) -> list[Diagnostic]:
    """What is wrong with a deck, in the user's language."""
    words = words_here("library")
    judge = catalog.judge_of(opened.deck, wanted.format_id, wanted.on, words.language)
    message, help_ = words.with_help(
        "unplayed-deck" if wanted.to_play else "illegal-deck", name=opened.label, format=judge.format.name
    )
    found = catalog.verdict(opened, judge).violations
    return [*reported(found), Diagnostic("illegal-deck", message, None, help_)]
