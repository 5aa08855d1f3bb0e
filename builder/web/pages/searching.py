"""The page that searches the cards of a game: the query, its faults, filters (chips), and the cards found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any  # Any: what templates take

from builder.diagnostics import Diagnostic, UsageError
from builder.documents.data import Data
from builder.games import Card, Field, Game
from builder.games.fields import OF_ABILITIES
from builder.query import QueryError, parse, quoted
from builder.translations.localized import Localized
from builder.web.api.browsing import names_in, title_in
from builder.web.pages.cards import Tile, tile
from builder.web.pages.marks import Piece, symbol_piece
from builder.web.pages.views import Page, Visit

SIZE = 60  # cards on a page
FIRST = 12  # cards of each game, where all games are searched
VIEWS = ("pictures", "rows", "text")
MOST_VALUES = 30  # values of a field with chips, at most
FIGURES = 4  # columns of facts next to names
AMOUNTS = range(9)  # amounts that chips offer, where cards of the game have them


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter: a click adds its term to the query, or removes it."""

    name: str
    url: str
    active: bool
    symbol: Piece | None = None
    own: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a query: the text before the fault, the fault and the text after it, with help.

    `mended` is the query as it was probably meant, with its address; empty where that is not known.
    """

    before: str
    wrong: str
    after: str
    message: str
    help: str
    mended: str = ""
    url: str = ""


def search_page(visit: Visit, game: str) -> Page:
    """The cards of a game that match a query."""
    found_game = visit.games.game(game)
    words = visit.localized(found_game)
    query = visit.query.get("q", "").strip()
    view = visit.query.get("view", "")
    view = view if view in VIEWS else VIEWS[0]
    sort = visit.query.get("sort", "")
    sorts = _sorts(visit, words.game)
    sort = sort if sort in dict(sorts) else ""
    page = _number(visit.query.get("page", ""))
    total, cards, faults = _found(visit, words, query, sort, page)
    pages = max(-(-total // SIZE), 1)
    if page > pages:
        page = pages
        total, cards, faults = _found(visit, words, query, sort, page)
    shown = [tile(visit, words, card, full=view != "pictures") for card in cards]

    def address(**changed: object) -> str:
        asked = {"q": query, "sort": sort, "view": view if view != VIEWS[0] else "", **changed}
        return visit.url("games", found_game.id, "cards", **asked)

    searches = visit.addresses.searches
    chips = list(_chips(visit, words, query, address))
    columns = _columns(shown) if view == "rows" else []
    return Page(
        "search.html",
        f"{visit.words('cards')} · {words.game.name}" if searches or not query else f"{query} · {words.game.name}",
        {
            "query": query,
            "view": view,
            "views": [
                (name, address(view=name if name != VIEWS[0] else "")) for name in VIEWS if searches or not query
            ],
            "sort": sort,
            "sorts": sorts,
            "total": total,
            "tiles_shown": shown,
            "columns": columns,
            "rows": [(one, [dict(one.facts).get(title, []) for title in columns]) for one in shown],
            "faults": faults,
            "meant": _meant(visit, words, query) if query and not cards and not faults else [],
            "current": page,
            "pages": pages,
            "numbers": [(number, address(page=number)) for number in _numbers(page, pages)],
            "previous": address(page=page - 1) if page > 1 else "",
            "next": address(page=page + 1) if page < pages else "",
            "chips": chips,
            "terms": _next_terms(words.game),
            "all": address(q=""),
            "hint": visit.words_for("builder")(
                "search-hint", query=example(words.game, visit.catalog.cards(found_game))
            ),
            "choosing": visit.words_for("choosing") if visit.catalog.formats(found_game.id) else None,
        },
        found_game,
    )


def search_everywhere(visit: Visit) -> Page:
    """The cards of all games that match a query: the first of each game, with a link to all of them there.

    Errors of the query are shown only if it fits no game.
    """
    query = visit.query.get("q", "").strip()
    found, faults = [], []
    for game in visit.listed if query else ():
        words = visit.localized(game)
        total, cards, wrong = _found(visit, words, query, "", 1)
        faults += [(one.message, one.help) for one in wrong]
        if total:
            shown = [tile(visit, words, card) for card in cards[:FIRST]]
            url = visit.url("games", game.id, "cards", q=query)
            found.append({"game": words.game, "total": total, "tiles": shown, "url": url})
    shown_faults = [] if found else [*dict.fromkeys(faults)][:1]
    return Page(
        "everywhere.html", visit.words("search.games"), {"query": query, "found": found, "faults": shown_faults}
    )


def _found(visit: Visit, words: Localized, query: str, sort: str, page: int) -> tuple[int, list[Card], list[Mistake]]:
    """How many cards there are, those of a page in the game's own language, and what is wrong with the query."""
    game, offset = words.game, (page - 1) * SIZE
    lang = words.language if words.is_translated else ""
    try:
        total, cards = visit.catalog.page(query, game.id, sort, SIZE, offset, language=lang)
    except QueryError as error:
        return 0, [], [_fault(visit, game, query, one) for one in error.diagnostics]
    index = visit.catalog.index(game.id)
    return total, [index.card(card.id) or card for card in cards], []


def _fault(visit: Visit, game: Game, query: str, found: Diagnostic) -> Mistake:
    start, end = 0, len(query)
    if found.span:
        lines = query.split("\n")[: found.span.line - 1]
        begin = sum(len(line) + 1 for line in lines)
        start = min(begin + found.span.column - 1, len(query))
        end = min(max(begin + (found.span.end_column or 0) - 1, start), len(query))
    meant = found.values.get("meant")
    mended = query[:start] + quoted(str(meant)) + query[end:] if meant else ""
    url = visit.url("games", game.id, "cards", q=mended) if mended else ""
    return Mistake(query[:start], query[start:end], query[end:], found.message, found.help, mended, url)


def _meant(visit: Visit, words: Localized, query: str) -> list[Tile]:
    """Cards that were probably meant, for a query that finds none."""
    lang = words.language if words.is_translated else ""
    try:
        found = visit.catalog.meant(query, words.game.id, lang)
    except (QueryError, UsageError):
        return []
    index = visit.catalog.index(words.game.id)
    return [tile(visit, words, index.card(card.id) or card) for card in found]


def _sorts(visit: Visit, game: Game) -> list[tuple[str, str]]:
    """What cards can be sorted by: amounts in both directions, words and names in one."""
    words = visit.words
    found = [("", words("sort.set")), ("name", words("sort.name"))]
    for field in game.fields.values():
        if field.name in ("number", "name") or "." in field.name or field.name in OF_ABILITIES:
            continue
        if field.kind in ("number", "tally"):
            found += [
                (field.name, words("sort.up", title=field.title)),
                (f"-{field.name}", words("sort.down", title=field.title)),
            ]
        elif field.kind == "word" and field.name != "set":
            found.append((field.name, field.title))
    return found


def _chips(visit: Visit, words: Localized, query: str, address: Any) -> Iterator[tuple[str, list[Chip]]]:
    """Groups of filters from the game's card schema: words of closed lists, amounts, `has:` and `is:` terms."""
    game = words.game
    terms = _terms(query)
    cards = visit.catalog.cards(game)
    toggled, fixed = (_toggled, {}) if visit.addresses.searches else (_alone, {"view": ""})
    for field in game.fields.values():
        if "." in field.name or field.name == "number":
            continue
        if not visit.addresses.searches and not _is_listed(field):
            continue
        if field.kind == "word" and 1 < len(field.values) <= MOST_VALUES:
            names = names_in(visit.games, words, field)
            titles = [(value, _word(game, field, value, name)) for value, name in names.items()]
            wanted = [(f"{field.name}:{quoted(value)}", *shown) for value, shown in titles]
        elif field.kind in ("number", "tally"):
            having = {_amount(card.definition.get(field.name)) for card in cards}
            amounts = [n for n in AMOUNTS if n in having]
            most = max((n for n in having if n is not None), default=0)
            wanted = [(f"{field.name}={n}", str(n), None, "") for n in amounts]
            if most > AMOUNTS[-1] and amounts:
                wanted.append((f"{field.name}>{AMOUNTS[-1]}", f"{AMOUNTS[-1] + 1}+", None, ""))
        elif field.kind == "flag":
            wanted = [(f"is:{field.name}", field.title, None, "")]
        else:
            continue
        chips = [
            Chip(name, address(q=toggled(query, terms, term), **fixed), term in terms, symbol, own)
            for term, name, symbol, own in wanted
        ]
        if len(chips) > 1:
            yield title_in(visit.words.language, field), chips


def _is_listed(field: Field) -> bool:
    """Whether each word of a field has a page with its cards in a site without a server."""
    return field.kind == "word" and field.name not in OF_ABILITIES and field.vocabulary != "symbols"


def _word(game: Game, field: Field, value: str, name: str) -> tuple[str, Piece | None, str]:
    """A word of a closed list: its name, its symbol and the CSS class of its colour."""
    if field.name == "set":
        return game.set_of(value).name, None, ""
    vocabulary = field.vocabulary
    if vocabulary == "symbols" and value in game.symbols:
        return game.symbols[value].name, symbol_piece(value, game), ""
    word = {**game.factions, **game.types}.get(value) if vocabulary in ("factions", "types") else None
    symbol = symbol_piece(word.symbol, game) if word and word.symbol in game.symbols else None
    if name == value:
        known = game.symbols.get(value) or game.resources.get(value)
        name = game.name_of(vocabulary, value) if vocabulary else known.name if known else value.replace("-", " ")
    return name, symbol, f"w-{vocabulary}-{value}" if vocabulary else ""


def _amount(value: Data) -> float | None:
    """A value as an amount; the sum where it has several."""
    if isinstance(value, dict):
        return sum(n for n in value.values() if isinstance(n, int | float))
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _terms(query: str) -> list[str]:
    """The terms of a query as written; none where it is more than a plain list of terms."""
    from builder.query.language import Term
    from builder.query.nesting import And

    try:
        root = parse(query).root
    except QueryError:
        return []
    parts = root.parts if isinstance(root, And) else (root,)
    return [query[part.start : part.end] for part in parts if isinstance(part, Term)]


def _next_terms(game: Game) -> list[str]:
    """Suggestions for the next term of a query: fields, and their words where these are a closed list."""
    found: list[str] = []
    for field in game.fields.values():
        found.append(f"{field.name}:")
        found += [f"{field.name}:{quoted(value)}" for value in field.values[:MOST_VALUES] if field.kind == "word"]
    return [*found, *(f"has:{field.name}" for field in game.fields.values() if "." not in field.name)]


def example(game: Game, cards: Sequence[Card]) -> str:
    """A query that finds cards of the game: its commonest type, with a bound of an amount that half of these have."""
    common = Counter(card.type for card in cards).most_common(1)
    if not common:
        return "name"
    kind = common[0][0]
    found = f"type:{quoted(kind)}"
    amounts = (field for field in game.fields.values() if field.kind in ("number", "tally") and field.name != "number")
    for field in amounts:
        having = sorted(n for card in cards if card.type == kind and (n := _amount(card.definition.get(field.name))))
        if "." not in field.name and len(set(having)) > 1:
            return f"{found} {field.name}<={having[len(having) // 2]:g}"
    return found


def _toggled(query: str, terms: Sequence[str], term: str) -> str:
    """The query with the term added, or removed where the query has it."""
    if term not in terms:
        alone = "(" + query + ")" if re.search(r"\bor\b", query, re.IGNORECASE) else query
        return f"{alone} {term}".strip()
    return " ".join(re.sub(rf"(?<!\S){re.escape(term)}(?!\S)", "", query, count=1).split())


def _alone(_: str, terms: Sequence[str], term: str) -> str:
    """The term as the whole query, or an empty query where it is that already."""
    return "" if term in terms else term


def _columns(tiles: Sequence[Tile]) -> list[str]:
    """The titles of the facts that most of these cards have, in the order of the card schema."""
    counts: dict[str, int] = {}
    for one in tiles:
        for title, line in one.facts:
            if sum(len(piece.text) for piece in line) <= 24:
                counts[title] = counts.get(title, 0) + 1
    most = sorted(counts, key=lambda title: -counts[title])[:FIGURES]
    return [title for title in counts if title in most]


def _number(written: str) -> int:
    return max(int(written), 1) if written.isascii() and written.isdigit() and len(written) < 7 else 1


def _numbers(page: int, pages: int) -> list[int]:
    """The page numbers to link: the first, the last and those around this one."""
    return [n for n in range(1, pages + 1) if n in (1, pages) or abs(n - page) <= 2]
