"""What users ask about decks: statistics, comparisons, test hands, chances, missing cards."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from builder.decks.collections import Proxies, is_csv, lacks, parse_csv
from builder.decks.comparing import Comparison, Side, changes, paired
from builder.decks.hands import Hand, check_redraws, draw_hands, drawn_each_turn, hand_size, redraws_of
from builder.decks.statistics import AskedChance, Statistics, copies_of, statistics
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, suggestion
from builder.games import Card, Format, Game
from builder.library.catalog import STANDARD_INPUT, Catalog, OpenedDeck
from builder.query.chances import Cards, ChanceQuestion, Count, When, Work, chance, fault, parse
from builder.storage.files import is_file
from builder.words import words_here

MAX_DECK = 100_000  # cards that are shuffled
MOST_SEEDS = 1_000_000  # a random seed is one of these: short enough to be typed

Needed = tuple[Card | str, int]  # a card, or a component's id, and how many

_CSV = re.compile(r"\.[ct]sv", re.IGNORECASE)


def counted(
    catalog: Catalog,
    opened: OpenedDeck,
    format_id: str = "",
    section: str = "",
    chances: Sequence[str] = (),
    language: str = "",
) -> Statistics:
    """Curves, totals, chances and odds: see `builder.workspace.Workspace.stats`."""
    opened.check_section(section)
    game = catalog.localized(catalog.game(opened.deck.game), language).game
    index, by = catalog.index(game.id), catalog.format(opened.deck, format_id, language=language)
    found = statistics(opened.deck, index, game, by, section=section)
    if not chances:
        return found
    copies, _ = copies_of(opened.deck, index, found.section)
    hand, draw, work = found.hand, found.draw, Work()
    asked = [asked_chance(catalog, game.id, copies, text, hand=hand, draw=draw, work=work) for text in chances]
    return replace(found, asked=tuple(asked))


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
    """The chance that `text` asks for, with a shuffled deck of these `copies` by card id.

    `hand` is the size of the first hand, None if the format does not say; each turn adds `draw` cards. Questions of one
    call share one `work`, which limits the time. Raises FindingsError, with places in the text, for a question that
    can't be understood or takes too long.
    """
    question = parse(text)
    cards = {count.start: _meant(catalog, game_id, question, count) for count in question.counts}

    def drawn(when: When) -> int:
        if when.cards is not None:
            return when.cards
        if hand is None:
            message, help_ = words_here("library").with_help("no-hand-known")
            raise FindingsError([fault("bad-chance", message, text, 0, len(text), help_)])
        return hand + when.turns * draw

    try:
        found = chance(question, copies, lambda count: cards[count.start], drawn, work)
    except UsageError as error:
        raise FindingsError([fault("bad-chance", str(error), text, 0, len(text), error.help)]) from None
    counted = (sum(copies.get(card, 0) for card in cards[count.start]) for count in question.counts)
    return AskedChance(text, float(found), tuple(counted))


def _meant(catalog: Catalog, game_id: str, question: ChanceQuestion, count: Count) -> Cards:
    if not count.is_query:
        index = catalog.index(game_id)
        return frozenset(index.find(count.words)) or _unknown(question, count, index.meant(count.words))
    # The rest of the text is replaced by blanks, so that faults of the query have their place in the whole text.
    before = re.sub(r"[^\n]", " ", question.text[: count.start])
    try:
        return catalog.loaded(game_id).matching(before + question.text[count.start : count.end])
    except FindingsError as error:
        raise FindingsError([_within(found, question.text) for found in error.diagnostics]) from None


def _unknown(question: ChanceQuestion, count: Count, help_: str) -> NoReturn:
    words = words_here("library")
    message = words("no-card", name=count.words)
    help_ = help_ or words("unknown-in-chance.help")
    raise FindingsError([fault("unknown-card", message, question.text, count.start, count.end, help_)])


def _within(found: Diagnostic, text: str) -> Diagnostic:
    span = replace(found.span, path="chance") if found.span else Span("chance")
    return replace(found, span=span, source=text)


def compared(
    catalog: Catalog, before: OpenedDeck, after: OpenedDeck, section: str = "", language: str = ""
) -> Comparison:
    """What differs between two decks: see `builder.workspace.Workspace.compare`."""
    both = (before, after)
    if before.deck.game != after.deck.game:
        words = words_here("library")
        decks = [words("deck-of", deck=opened.label, game=opened.deck.game) for opened in both]
        raise UsageError.of("library", "other-games", decks=words.listing(decks))
    game, index = catalog.localized(catalog.game(before.deck.game), language).game, catalog.index(before.deck.game)
    formats = [catalog.format(opened.deck, language=language) for opened in both]
    names = {**formats[1].sections, **formats[0].sections}
    known = dict.fromkeys([*before.deck.sections, *after.deck.sections])
    if section and section not in known:
        help_ = suggestion(section, known, "sections", words_here())
        raise UsageError.of("library", "no-common-section", section=section, help_=help_)
    section = section or next((name for name in names if name in known), next(iter(known), ""))
    judged = list(zip(both, formats, strict=True))
    first, second = (statistics(opened.deck, index, game, by, section=section).amounts for opened, by in judged)
    one, other = (Side(opened.label, opened.deck.name, by.id, opened.deck.size) for opened, by in judged)
    changed = changes(before.deck, after.deck, index, names)
    return Comparison(game.id, (one, other), changed, section, paired(first, second))


def drawn_hand(
    catalog: Catalog,
    opened: OpenedDeck,
    by: Format,
    section: str = "",
    players: int | None = None,
    size: int | None = None,
    seed: int | None = None,
    redraws: int = 0,
) -> Hand:
    """A test hand: see `builder.workspace.Workspace.hand`."""
    deck = opened.deck
    opened.check_section(section)
    section = section or next(iter(deck.sections), "")
    index = catalog.index(deck.game)
    copies, _ = copies_of(deck, index, section)
    if not copies:
        raise UsageError.of("library", "no-cards-to-draw", deck=opened.label)
    if copies.total() > MAX_DECK:
        raise UsageError.of("library", "large-deck", deck=opened.label, cards=copies.total(), most=MAX_DECK)
    size = size or hand_size(by, players or deck.players)
    if size is None:
        raise UsageError.of("library", "no-hand-size", format=by.name)
    allowed = redraws_of(catalog.game(deck.game), by)
    check_redraws(allowed, redraws, by)
    seed = secrets.randbelow(MOST_SEEDS) if seed is None else seed
    *hands, rest = draw_hands(copies, size, seed, redraws, allowed.back)
    drawn = tuple(tuple(index.cards[card_id] for card_id in hand) for hand in hands)
    each = drawn_each_turn(by)
    return Hand(deck.name, deck.game, by.id, section, seed, drawn, allowed.most, len(rest), tuple(rest), each)


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection: its name, the copies by card id, and what could not be read."""

    label: str
    counts: Counter[str]
    problems: list[Diagnostic]

    def __str__(self) -> str:
        return self.label


def collection_in(catalog: Catalog, text: str, game_id: str, label: str = "collection") -> Collection:
    """The collection that a text holds: CSV, a list as decks are pasted, or a deck file.

    Raises FindingsError where it holds no cards of the game.
    """
    if is_csv(text):
        return Collection(label, *parse_csv(text, catalog.index(game_id), label))
    return _of_deck(catalog, catalog.parse_deck(text, label, game_id), game_id)


def owned(catalog: Catalog, have: str | Collection, game_id: str) -> Collection:
    """The collection of that name: a file, standard input or a sample deck.

    Raises FindingsError where it holds no cards of the game, UsageError where there is nothing of that name.
    """
    if isinstance(have, Collection):
        return have
    if _CSV.fullmatch(Path(have).suffix):
        from builder.documents.reading import read_text  # in a browser there are no files

        text, problems = read_text(Path(have))
        if problems:
            raise FindingsError(problems)
        return Collection(have, *parse_csv(text, catalog.index(game_id), have))
    is_list = have == STANDARD_INPUT or is_file(have)
    return _of_deck(catalog, catalog.open_deck(have, game_id if is_list else ""), game_id)


def _of_deck(catalog: Catalog, opened: OpenedDeck, game_id: str) -> Collection:
    """A deck's cards as a collection. Raises UsageError for another game's deck."""
    if opened.deck.game != game_id:
        raise UsageError.of("library", "other-game", deck=opened.label, game=opened.deck.game, wanted=game_id)
    index = catalog.index(game_id)
    counts: Counter[str] = Counter()
    for cards in opened.deck.sections.values():
        for card_id, copies in cards.items():
            counts[index.current(card_id) or card_id] += copies
    return Collection(opened.label, counts, opened.problems)


def proxies(catalog: Catalog, opened: OpenedDeck, have: str | Collection) -> tuple[Proxies, list[Diagnostic]]:
    """What of a deck is missing from a collection, and what of the collection could not be read.

    Raises as `owned` does, and FindingsError for a deck with unknown cards.
    """
    needed = {card.id: copies for card, copies in catalog.deck_cards(opened)}
    collection = owned(catalog, have, opened.deck.game)
    found = lacks(needed, collection.counts, catalog.index(opened.deck.game).names)
    return Proxies(opened.label, opened.deck.game, sum(needed.values()), found), collection.problems


def lacking(
    catalog: Catalog, game_id: str, cards: list[tuple[Card, int]], have: str | Collection
) -> tuple[list[tuple[Card, int]], list[Diagnostic]]:
    """The cards that are missing from a collection, with numbers of copies, and what of it could not be read."""
    collection = owned(catalog, have, game_id)
    needed = {card.id: copies for card, copies in cards}
    missing = {lack.card: lack.missing for lack in lacks(needed, collection.counts, {})}
    return [(card, missing[card.id]) for card, _ in cards if card.id in missing], collection.problems


def missing_of(missing: int, cards: int) -> str:
    """How many of a number of cards are missing, in words.

    >>> missing_of(1, 40)
    '1 of 40 cards is missing'
    """
    words = words_here("terminal")
    return words("missing", missing, cards=words("count.cards", cards))


def extras(catalog: Catalog, game: Game, found: Sequence[tuple[Card, int]], players: int) -> list[Needed]:
    """What `players` players need besides these cards, with counts: components of game.yaml by id, or cards."""
    needed: list[Needed] = []
    there = {card.id for card, _ in found}
    for component in game.components.values():
        count = component.per_player * players
        if not component.card:
            needed.append((component.id, count))
        elif (card_id := catalog.index(game.id).current(component.card)) and card_id not in there:
            needed.append((catalog.card(card_id, game.id), count))
    return needed
