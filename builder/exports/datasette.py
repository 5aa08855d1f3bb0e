"""Datasette: cards as SQLite to look at, and metadata that says how; of a whole game also its compiled database.

Source of the format: docs.datasette.io, the pages Metadata, Facets and Full-text search: titles, labels, facets, and a
full-text index that is found by what its table says, `content="cards"`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from builder.documents.data import Data, text
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.columns import Column, columns, decks_of, line, lost_of_deck, plain, row, sections_of, shown
from builder.games import Card, newest
from builder.library.store.reproducible import database_of, packed
from builder.naming import slug
from builder.packs.expansions import with_expansions
from builder.packs.pack import Pack, read
from builder.storage.files import is_file

DATABASE = "cards"  # cards.db
COMPILED = "compiled"  # compiled.db
MOST_FACETS = 8
TOTAL = "total"  # added to the name of a column of amounts, for the column of their sum

_OWN = ("id", "name", "set", "number", "text", "rowid")


def export(bundle: Bundle) -> Exported:
    """`cards.db` and `metadata.json`."""
    of = columns(bundle, ("id", "name", "set", "number", "text"))
    names = _sql_names(of)
    pack = _pack(bundle)
    files = {
        f"{DATABASE}.db": packed(lambda connection: _fill(connection, bundle, of, names)),
        "metadata.json": json_file(_metadata(bundle, of, names)),
    }
    losses = lost_of_deck(bundle)
    if pack:
        files[f"{COMPILED}.db"] = database_of(pack)
    elif not bundle.deck:
        losses.append(lost("whole", file=f"{COMPILED}.db"))
    return Exported(files=files, losses=losses)


def _pack(bundle: Bundle) -> Pack | None:
    """The pack of a whole game, with its expansions; None where only a part of the game is exported."""
    game = bundle.game
    if bundle.deck or not bundle.is_whole or not is_file(game.root / "game.yaml"):
        return None
    expansions = [read(one.root) for one in game.expansions.values()]
    return with_expansions({game.id: read(game.root)}, expansions)[0]


def _fill(connection: sqlite3.Connection, bundle: Bundle, of: Sequence[Column], names: dict[str, str]) -> None:
    """The tables to look at: sets, cards, decks and their cards."""
    game = bundle.game
    connection.execute("CREATE TABLE sets (id TEXT PRIMARY KEY, name TEXT, code TEXT, released TEXT, description TEXT)")
    _insert(connection, "sets", [
        (one.id, one.name, one.code, one.released.isoformat() if one.released else None, one.description or None)
        for one in game.sets.values()
    ])  # fmt: skip
    totals = [one.id for one in of if (field := game.fields.get(one.id)) and field.kind == "tally"]
    parts = ['"id" TEXT PRIMARY KEY', '"name" TEXT', '"set" TEXT REFERENCES sets(id)', '"number" INTEGER']
    for column in of:
        parts.append(f"{_quoted(names[column.id])} {'INTEGER' if column.kind == 'number' else 'TEXT'}")
        if column.id in totals:
            parts.append(f"{_quoted(_total(names[column.id]))} INTEGER")
    parts += ['"text" TEXT']
    connection.execute(f"CREATE TABLE cards ({', '.join(parts)})")
    _insert(connection, "cards", [list(_cells(newest(card), bundle, of, totals)) for card in bundle.cards])
    connection.execute('CREATE INDEX cards_by_set ON cards ("set", number)')
    connection.execute('CREATE VIRTUAL TABLE cards_fts USING fts5(name, text, content="cards")')
    connection.execute("INSERT INTO cards_fts(cards_fts) VALUES('rebuild')")
    decks = {slug(bundle.deck.name) or "deck": bundle.deck} if bundle.deck else decks_of(bundle)
    if not decks:
        return
    connection.execute(
        "CREATE TABLE decks (id TEXT PRIMARY KEY, name TEXT, format TEXT, size INTEGER, description TEXT)"
    )
    connection.execute(
        "CREATE TABLE deck_cards (deck TEXT REFERENCES decks(id), section TEXT, card TEXT REFERENCES cards(id), "
        "copies INTEGER, PRIMARY KEY (deck, section, card))"
    )
    for deck_id, deck in decks.items():
        _insert(connection, "decks", [(deck_id, deck.name, deck.format or None, deck.size, deck.description or None)])
        sections = sections_of(bundle.with_deck(deck))
        rows = [(deck_id, section, card_id, n) for section, cards in sections for card_id, n in cards.items()]
        _insert(connection, "deck_cards", rows)


def _cells(card: Card, bundle: Bundle, of: Sequence[Column], totals: Sequence[str]) -> Iterator[str | int | None]:
    game = bundle.game
    values = shown(row(card, game, of), of)
    yield from (card.id, line(card.name), card.set_id, card.number)
    for column in of:
        yield values.get(column.title)
        if column.id in totals:
            amounts = card.definition.get(column.id)
            yield sum(n for n in amounts.values() if isinstance(n, int)) if isinstance(amounts, dict) else None
    yield plain(card.text, game) or None


def _metadata(bundle: Bundle, of: Sequence[Column], names: dict[str, str]) -> dict[str, Data]:
    """What Datasette shows, and how: titles, facets and labels of links."""
    game = bundle.game
    facets: list[Data] = ["set", *(names[column.id] for column in of if column.kind == "word")]
    described: dict[str, Data] = {names[column.id]: column.title for column in of}
    tables: dict[str, Data] = {
        "cards": {
            "label_column": "name",
            "sort": "number",
            "size": 100,
            "facets": facets[:MOST_FACETS],
            "columns": described,
            "description": "A row a card.",
        },
        "sets": {"label_column": "name"},
        "decks": {"label_column": "name"},
        "deck_cards": {"description": "How many copies of which card are in which section of a deck."},
    }
    website = text(game.definition.get("website"))
    found: dict[str, Data] = {
        "title": line(game.name),
        "description": line(text(game.definition.get("description"))),
        "source": line(text(game.definition.get("credit"))),
        "databases": {DATABASE: {"tables": tables}},
    }
    if website:
        found["source_url"] = website if "://" in website else f"https://{website}"
    return found


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
    for one in rows:
        fit = [value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in one]
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(fit))})", fit)  # noqa: S608 - one of ours


def _sql_names(of: Sequence[Column]) -> dict[str, str]:
    """The columns' names in the table, unique without regard to case."""
    found: dict[str, str] = {}
    for column in of:
        name = column.id.replace("-", "_")
        taken = {*_OWN, *(one.casefold() for own in found.values() for one in (own, _total(own)))}
        while name.casefold() in taken:
            name = f"own_{name}"
        found[column.id] = name
    return found


def _total(name: str) -> str:
    return f"{name}_{TOTAL}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


TARGET = Target("datasette", "", "", export)
