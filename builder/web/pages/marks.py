"""Texts and values of cards as pieces for templates: words, links, and symbols with their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from builder.documents.data import Data, mapping, text
from builder.games import Game
from builder.games.card import Fact
from builder.games.markup import SymbolMark, paragraphs
from builder.query import quoted
from builder.web.pages.views import Visit

MOST_ITEMS = 200
MOST_OF_A_TEXT = 10_000  # characters that are shown; the API has all

Line = list["Piece"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: words, or a symbol with its name as the words.

    `href` is its link, `own` the CSS class of its colour; each may be "".
    """

    text: str
    symbol: str = ""
    bold: bool = False
    italic: bool = False
    href: str = ""
    own: str = ""


def lines_of(written: str, game: Game) -> list[Line]:
    """The paragraphs of a text, each as pieces."""
    return [
        [
            symbol_piece(piece.id, game)
            if isinstance(piece, SymbolMark)
            else Piece(piece.text, bold=piece.bold, italic=piece.italic)
            for piece in paragraph
        ]
        for paragraph in paragraphs(written[:MOST_OF_A_TEXT])
    ]


def symbol_piece(symbol: str, game: Game) -> Piece:
    """A symbol of the game; the id as words where the game has no such symbol."""
    known = game.symbols.get(symbol)
    return Piece(known.name, symbol) if known else Piece(f"[{symbol}]")


def lines_of_fact(fact: Fact, game: Game, visit: Visit) -> list[Line]:
    """A card's value in a field; a line for each entry where entries are long or have parts."""
    schema = mapping(mapping(game.card_schema.get("properties")).get(fact.name))
    if isinstance(fact.value, list) and any(isinstance(one, dict | list) or _long(one) for one in fact.value):
        items = mapping(schema.get("items"))
        found = [_pieces(one, items, game, visit, fact.name) for one in fact.value[:MOST_ITEMS]]
        return [line or [Piece("–")] for line in found]
    if isinstance(fact.value, dict) and any(isinstance(one, str) for one in fact.value.values()):
        return _parts(fact.value, schema, game, visit)
    if fact.field and fact.field.kind == "tally" and _is_amounts(fact.value):
        return [_between(_amounts(fact.value, schema, game), "  ")]
    return [_pieces(fact.value, schema, game, visit, fact.name)]


def _is_amounts(value: Data) -> bool:
    return isinstance(value, dict) and not any(isinstance(n, str | dict | list) for n in value.values())


def _long(value: Data) -> bool:
    return isinstance(value, str) and len(value) > 40


def _pieces(value: Data, schema: Mapping[str, Data], game: Game, visit: Visit, field: str) -> Line:
    """A field's value. Words have their names in game.yaml and link to all cards with that word."""
    if isinstance(value, list):
        items = mapping(schema.get("items"))
        separator = " " if items.get("x-vocabulary") == "symbols" else ", "
        shown = [_pieces(one, items, game, visit, field) for one in value[:MOST_ITEMS]]
        return _between(shown, " | " if any(isinstance(one, list) for one in value) else separator)
    if isinstance(value, dict):
        return _between(_parts(value, schema, game, visit), ", ")
    vocabulary = text(schema.get("x-vocabulary"))
    if not isinstance(value, str):
        return [Piece(visit.words("yes") if value is True else visit.words("no") if value is False else str(value))]
    if vocabulary == "symbols":
        return [symbol_piece(value, game)]
    if vocabulary or "enum" in schema:
        href = visit.url("games", game.id, "cards", q=f"{field}:{quoted(value)}") if field in game.fields else ""
        return [Piece(game.word(value, schema), href=href, own=f"w-{vocabulary}-{value}" if vocabulary else "")]
    return _between(lines_of(value, game), " ")


def _parts(value: Mapping[str, Data], schema: Mapping[str, Data], game: Game, visit: Visit) -> list[Line]:
    inner = mapping(schema.get("properties"))
    parts = islice(value.items(), MOST_ITEMS)
    return [list(_part(key, one, mapping(inner.get(key)), game, visit)) for key, one in parts]


def _part(key: str, value: Data, schema: Mapping[str, Data], game: Game, visit: Visit) -> Iterator[Piece]:
    """A part of a value. Words are shown as they are; anything else has its key's name before it."""
    title = text(schema.get("title")) or key
    if value is True:
        yield Piece(title)
        return
    if not isinstance(value, str):
        yield Piece(f"{title} ")
    if _is_amounts(value):
        yield from _between(_amounts(value, schema, game), " ")
    else:
        yield from _pieces(value, schema, game, visit, "")


def _amounts(value: Data, schema: Mapping[str, Data], game: Game) -> list[Line]:
    inner = mapping(schema.get("properties"))
    amounts = islice(mapping(value).items(), MOST_ITEMS)
    return [_amount(key, n, mapping(inner.get(key)), game) for key, n in amounts]


def _amount(key: str, amount: Data, schema: Mapping[str, Data], game: Game) -> Line:
    """An amount with the symbol or the name of what it is of."""
    resource = game.resources.get(key)
    symbol = (resource.symbol if resource else "") or key
    if symbol in game.symbols:
        return [Piece(f"{amount}\u00a0"), Piece((resource or game.symbols[symbol]).name, symbol)]
    return [Piece(f"{amount} {resource.name if resource else text(schema.get('title')) or key}")]


def _between(lines: Sequence[Line], words: str) -> Line:
    """The lines joined to one, with `words` between them."""
    made: Line = []
    for line in lines:
        made += [Piece(words), *line] if made else line
    return made
