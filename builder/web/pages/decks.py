"""The page of a sample deck: its cards by type, its curves, each format's verdict, and files to download."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.diagnostics import UsageError
from builder.exports import names, target, undrawn
from builder.exports.bundling import ExportRequest, bundle
from builder.games import Format, Game
from builder.legality import Verdict
from builder.library import OpenedDeck
from builder.library.decks import counted
from builder.translations.localized import Localized
from builder.web.api.endpoints import Later, Reply
from builder.web.api.games import Games
from builder.web.api.judging import exported
from builder.web.api.problems import NoSuchThing
from builder.web.pages.cards import Tile, tile
from builder.web.pages.views import Page, Visit
from builder.words import spoken

MOST_COLUMNS = 24  # columns of a curve that are drawn
HIGH = 64  # height of a curve's drawing, in SVG units; a column is 20 wide


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a curve: the amount, how many cards have it, and where it is drawn."""

    amount: str
    cards: int
    x: int
    parts: list[tuple[str, float, float]]  # CSS classes of a faction or type, where its part begins, and its height
    top: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How many cards have each amount of something, such as a cost."""

    title: str
    caption: str
    columns: list[Bar]
    width: int


def deck_page(visit: Visit, game: str, deck: str) -> Page:
    """The page of a sample deck."""
    found = visit.games.game(game)
    words = visit.localized(found)
    opened = visit.games.sample_deck(found, deck, words.language)
    by = visit.catalog.format(opened.deck, language=words.language)
    say = visit.words_for("exports")
    return Page(
        "deck.html",
        f"{opened.deck.name} · {words.game.name}",
        {
            "deck": opened.deck,
            "deck_id": deck,
            "format": by,
            "sections": [
                (by.sections.get(section, section), sum(cards.values()), _by_type(visit, words, dict(cards)))
                for section, cards in opened.deck.sections.items()
                if cards
            ],
            "curves": _curves(visit, opened),
            "verdicts": list(_verdicts(visit, found, opened)),
            "verdict_language": spoken(visit.language_of_verdicts(found)),
            "downloads": [
                (target(name).called(say), target(name).title_in(say), visit.addresses.download(found.id, deck, name))
                for name in (names() if visit.addresses.draws else undrawn())
            ],
            "sheets": visit.addresses.sheets(found.id, deck),
            "language": words.language_of("decks", deck),
        },
        found,
        visit.addresses.data("games", found.id, "decks", deck),
    )


def download(games: Games, game: str, deck: str, to: str) -> Reply | Later:
    """A sample deck exported for another program, even if it is not legal."""
    opened = games.sample_deck(games.game(game), deck)
    if to not in names():
        raise NoSuchThing.of("api", "page-target", target=to, targets=", ".join(names()))
    chosen = target(to).for_deck
    return exported(games, deck, chosen, bundle(games.catalog, opened, chosen, ExportRequest(force=True)))


def _by_type(visit: Visit, words: Localized, cards: dict[str, int]) -> list[tuple[str, int, list[Tile]]]:
    """The cards of a section by their types, in the order of game.yaml: the type, how many, and the cards."""
    index = visit.catalog.index(words.game.id)
    by_type: dict[str, list[Tile]] = {}
    for card_id, count in cards.items():
        card = index.card(index.current(card_id) or "")
        if card:
            by_type.setdefault(card.type, []).append(tile(visit, words, card, count=count))
    order = [*words.game.types, *(one for one in by_type if one not in words.game.types)]
    found = []
    for type_id in (one for one in order if one in by_type):
        kind = words.game.type_of(type_id)
        tiles = sorted(by_type[type_id], key=lambda one: one.card.number)
        found.append((kind.plural or kind.name, sum(one.count for one in tiles), tiles))
    return found


def _curves(visit: Visit, opened: OpenedDeck) -> list[Curve]:
    """The curves of the deck's first section; none where they can't be counted."""
    try:
        language = visit.localized(visit.catalog.game(opened.deck.game)).language
        found = counted(visit.catalog, opened, language=language)
    except UsageError:
        return []
    curves = []
    for amounts in found.amounts:
        shown = {amount: n for amount, n in amounts.curve.items() if n}
        if len(shown) < 2:
            continue
        whole = all(isinstance(amount, int) or float(amount).is_integer() for amount in shown)
        low, high = min(shown), max(shown)
        steps = range(int(low), int(high) + 1) if whole and high - low < MOST_COLUMNS else sorted(shown)[:MOST_COLUMNS]
        most = max(shown.values())
        columns = [
            _bar(amount, shown.get(amount, 0), amounts.by.get(amount, {}), i * 20, most)
            for i, amount in enumerate(steps)
        ]
        caption = visit.words("curve.said", title=amounts.title, average=f"{amounts.average:.2f}")
        curves.append(Curve(amounts.title, caption, columns, len(columns) * 20))
    return curves


def _bar(amount: float, cards: int, by: Mapping[str, int], x: int, most: int) -> Bar:
    parts, top = [], round(HIGH - HIGH * cards / most, 1)
    y: float = top
    for group, n in by.items():
        parts.append((f"w-factions-{group} w-types-{group}", round(y, 1), round(HIGH * n / most, 1)))
        y += HIGH * n / most
    return Bar(f"{amount:g}", cards, x, parts, top)


def _verdicts(visit: Visit, game: Game, opened: OpenedDeck) -> Iterator[tuple[Format, Verdict, bool]]:
    """The verdict of each format of the game on the deck, its own format first; and whether it is that."""
    language = visit.language_of_verdicts(game)
    own = opened.deck.format or next(iter(visit.catalog.formats(game.id)), "")
    for format_id in sorted(visit.catalog.formats(game.id), key=lambda one: one != own):
        judge = visit.games.judge(opened.deck, format_id, language=language)
        yield judge.format, visit.catalog.verdict(opened, judge), format_id == own
