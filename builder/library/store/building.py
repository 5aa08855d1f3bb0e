"""Compiles checked packs into the store, whose tables are in `tables`.

The store can always be made again from the packs; its key is the content of their files. It is rebuilt in one
transaction when a file changed; a pack with errors leaves its game as it was.

Arsenal's own databases have a mark: an SQLite file in its header (`PRAGMA application_id`), any database the table
`arsenal_meta`, which also lists the tables that were made. Only those are ever dropped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any  # Any: rows of tables, and what SQLAlchemy passes to listeners

from sqlalchemy import Connection, Engine, delete, event, insert, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError
from sqlmodel import SQLModel, col, create_engine

from builder.checks import CheckedPack, usable
from builder.decks import sample_deck
from builder.diagnostics import KeyPath, Span, UsageError
from builder.documents.data import text as text_of
from builder.games import Card, Game, Printing
from builder.legality.faults import queries_of
from builder.library.remembering import TEXTS
from builder.library.search import FieldValue, GameIndex, MemoryColumns, matching_ids, values_of_cards
from builder.library.store import (
    APPLICATION_ID,
    CARDS_PER_GAME,
    META,
    SCHEMA_VERSION,
    BuildReport,
    ForeignDatabaseError,
    tables,
)
from builder.library.store.reading import WAIT_SECONDS, explained
from builder.packs.pack import Pack
from builder.query.meaning import Fields
from builder.storage.files import relative
from builder.translations.localized import GAME, Translation

_LOCK = 0x61727365  # the advisory lock in PostgreSQL, so that two builds take turns
_TABLES: tuple[type[SQLModel], ...] = (  # in the order in which rows may be added
    tables.GameRow, tables.CardSetRow, tables.CardRow, tables.PrintingRow, tables.CardFieldRow, tables.FormatRow,
    tables.DeckRow, tables.DeckEntryRow, tables.RulingRow, tables.TranslationRow,
)  # fmt: skip


def connect(url: str) -> Engine:
    """An engine for a database URL or the path of an SQLite file. Raises UsageError where that is impossible."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise UsageError.of("stops", "database.kind", kind=parsed.get_backend_name())
        if parsed.get_backend_name() == "sqlite":
            engine = create_engine(parsed, connect_args={"timeout": WAIT_SECONDS})
            event.listen(engine, "connect", _take_transactions_over)
            event.listen(engine, "begin", _begin)
            return engine
        return create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise UsageError.of("stops", "database.url") from None
    except ModuleNotFoundError:
        raise UsageError.of("stops", "database.driver") from None


def build(engine: Engine, packs: Sequence[Pack], check: Callable[[Pack], CheckedPack]) -> BuildReport:
    """Bring the database up to date with the packs, in one transaction; `check` is called for those that changed.

    A pack with errors leaves its game as the last good build made it. Games without a pack are removed. Raises
    UsageError where the database can't be reached or written, or holds another program's tables.
    """
    with _explained(engine):
        if report := _up_to_date(engine, packs):
            return report
        with engine.connect().execution_options(arsenal_writes=True) as connection, connection.begin():
            return _build(connection, packs, check)


def _up_to_date(engine: Engine, packs: Sequence[Pack]) -> BuildReport | None:
    """The report of a build that has nothing to do, after reading only; None where there is something to do."""
    with engine.connect() as connection:
        if not _is_current(connection):
            return None
        rows = connection.execute(select(col(tables.GameRow.key), col(tables.GameRow.id)))
        keys = {row.key: row.id for row in rows}
        if set(keys) == {pack.key for pack in packs}:
            return BuildReport(current=[keys[pack.key] for pack in packs])
    return None


def _build(connection: Connection, packs: Sequence[Pack], check: Callable[[Pack], CheckedPack]) -> BuildReport:
    _prepare(connection)
    columns = (tables.GameRow.id, tables.GameRow.pk, tables.GameRow.key, tables.GameRow.root)
    rows = connection.execute(select(*map(col, columns))).all()
    by_root = {row.root: row.id for row in rows}
    keys = {row.key: row.id for row in rows}
    pks = {row.id: row.pk for row in rows}
    report = BuildReport()
    present = set()
    for pack in packs:
        key = pack.key
        if key not in keys:
            checked, left_out = usable(pack, check)
            report.failed |= left_out
            key = checked.pack.key
        if key in keys:
            report.current.append(keys[key])
            present.add(keys[key])
            continue
        if not checked.ok:  # its id may be unreadable, too; then the game is known by the folder
            game_id = by_root.get(str(pack.root), checked.id)
            present.add(game_id)
            report.failed[game_id] = checked.diagnostics
            continue
        present.add(checked.id)
        _remove(connection, checked.id, pks.get(checked.id))
        pks.setdefault(checked.id, max(pks.values(), default=0) + 1)
        _compile(connection, checked, pks[checked.id])
        add_texts(connection, pks[checked.id])
        report.built.append(checked.id)
    for game_id in sorted(set(pks) - present):
        _remove(connection, game_id, pks[game_id])
        report.removed.append(game_id)
    return report


def _prepare(connection: Connection) -> None:
    """Take the lock and make the tables; those of another version are replaced."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if _take(connection, [META, *(str(table.__tablename__) for table in _TABLES)]):
        create_texts(connection)


def _remove(connection: Connection, game_id: str, pk: int | None) -> None:
    if pk is None:
        return
    remove_texts(connection, pk)
    for table in reversed(_TABLES):
        column = table.id if table is tables.GameRow else table.game_id  # type: ignore[attr-defined]  # all the others have it
        connection.execute(delete(table).where(col(column) == game_id))


def _compile(connection: Connection, checked: CheckedPack, game_pk: int) -> None:
    """Write a checked pack's rows."""
    game = checked.as_game()
    root = checked.pack.root
    _insert(connection, tables.GameRow, [
        {"id": game.id, "pk": game_pk, "name": game.name, "key": game.key, "root": str(root), "bundled": game.bundled,
         "definition": checked.words, "card_schema": game.card_schema, "places": _stored(game.places, root),
         "expansions": [{**asdict(one), "root": str(one.root)} for one in game.expansions.values()]}
    ])  # fmt: skip
    _insert(connection, tables.CardSetRow, (
        {"game_id": game.id, "id": s.id, "name": s.name, "released": s.released, "position": i}
        for i, s in enumerate(game.sets.values())
    ))  # fmt: skip
    cards = checked.as_cards()
    values = list(values_of_cards(cards, game.fields))
    _compile_cards(connection, cards, values, game_pk, root)
    _compile_printings(connection, cards, game, root)
    index = GameIndex(Fields(game.fields), MemoryColumns([card.id for card in cards], values))
    _insert(connection, tables.FormatRow, (
        {"game_id": game.id, "id": name, "name": d.data["name"], "definition": d.data,
         "queries": {query.word: sorted(matching_ids(index, query.word)) for query in queries_of(d.data)}}
        for name, d in checked.formats.items()
    ))  # fmt: skip
    _compile_decks(connection, checked)
    rulings = checked.rulings.data if checked.rulings else []
    _insert(connection, tables.RulingRow, (
        {"game_id": game.id, "position": i, "question": r["question"], "ruling": r["ruling"],
         "decided": date.fromisoformat(r["date"]), "section": r.get("section", ""), "cards": r.get("cards", [])}
        for i, r in enumerate(rulings)
    ))  # fmt: skip
    for language in checked.locales:
        _compile_translation(connection, checked.translation(language), game.id, root)


def _compile_cards(
    connection: Connection, cards: Sequence[Card], values: Iterable[FieldValue], game_pk: int, root: Path
) -> None:
    first = game_pk * CARDS_PER_GAME
    _insert(connection, tables.CardRow, (
        {
            "pk": first + place, "game_id": card.game_id, "id": card.id, "set_id": card.set_id, "number": card.number,
            "name": card.name, "type": card.type, "pack": card.pack or card.game_id, "text": card.text,
            "definition": card.definition,
            "places": _stored({("id",): card.place, ("name",): card.name_place}, root),
        }
        for place, card in enumerate(cards, start=1)
    ))  # fmt: skip
    game_ids = {card.game_id for card in cards}
    _insert(connection, tables.CardFieldRow, (
        {"pk": first * 1000 + number, "card_pk": first + place, "game_id": game_id, "field": field, "number": amount,
         "text": text}
        for game_id in game_ids for number, (place, field, amount, text) in enumerate(values, start=1)
    ))  # fmt: skip


def _compile_printings(connection: Connection, cards: Sequence[Card], game: Game, root: Path) -> None:
    """Write the sets that each card is in."""
    alone = {
        card.id: (Printing(card.set_id, card.number, game.set_of(card.set_id).released, pack=card.pack),)
        for card in cards
    }
    _insert(connection, tables.PrintingRow, (
        {
            "game_id": game.id, "card_id": card.id, "set_id": one.set_id, "number": one.number,
            "released": one.released, "position": position, "flavor": one.flavor, "art": one.art,
            "artist": one.artist, "pack": one.pack or game.id, "places": _stored({("card",): one.place}, root),
        }
        for card in cards for position, one in enumerate(card.printings or alone[card.id])
    ))  # fmt: skip


def _compile_translation(connection: Connection, translation: Translation, game_id: str, root: Path) -> None:
    own: dict[str, dict[KeyPath, Span]] = {}
    for part, span in translation.places.items():
        own.setdefault(str(part[1]) if part[0] == "cards" else GAME, {})[part] = span
    _insert(connection, tables.TranslationRow, (
        {"game_id": game_id, "language": translation.language, "card_id": card_id, "definition": entry,
         "places": _stored(own.get(card_id, {}), root)}
        for card_id, entry in translation.entries.items()
    ))  # fmt: skip


def _stored(places: Mapping[KeyPath, Span | None], root: Path) -> list[object]:
    """Places for a row: files by their paths from the pack's folder, whatever the working folder is."""
    here = os.getcwd()  # noqa: PTH109 - asked for each card, and a Path costs time
    return [
        [list(part), _from_root(span.path, root, here), span.line, span.column, span.end_line, span.end_column]
        for part, span in places.items()
        if span
    ]


@cache
def _from_root(path: str, root: Path, here: str) -> str:
    return relative(Path(here, path), root)


def _compile_decks(connection: Connection, checked: CheckedPack) -> None:
    default = text_of(checked.words.get("default-format"))
    decks, entries = [], []
    for deck_id, document in checked.decks.items():
        deck = sample_deck(document.data, checked.aliases)
        deck = replace(deck, format=deck.format or default)
        decks.append({
            "game_id": checked.id, "id": deck_id, "name": deck.name, "format_id": deck.format,
            "definition": deck.to_document(),
        })  # fmt: skip
        listed = ((section, *held) for section, cards in deck.sections.items() for held in cards.items())
        entries += [
            {"game_id": checked.id, "deck_id": deck_id, "section": section, "card_id": card_id, "count": count,
             "position": position}
            for position, (section, card_id, count) in enumerate(listed)
        ]  # fmt: skip
    _insert(connection, tables.DeckRow, decks)
    _insert(connection, tables.DeckEntryRow, entries)


def create_texts(connection: Connection) -> None:
    """Make an empty index of texts by their trigrams, in place of an old one; PostgreSQL has none."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TABLE IF EXISTS card_text"))
        # The texts are folded, and so have no case.
        options = f"{', '.join(TEXTS)}, tokenize='trigram case_sensitive 1'"
        connection.execute(text(f"CREATE VIRTUAL TABLE card_text USING fts5({options})"))


def remove_texts(connection: Connection, game_pk: int) -> None:
    """Take a game's cards out of the index of texts."""
    if connection.dialect.name == "sqlite":
        query = text("DELETE FROM card_text WHERE rowid BETWEEN :first AND :last")
        first = game_pk * CARDS_PER_GAME
        connection.execute(query, {"first": first, "last": first + CARDS_PER_GAME - 1})


def add_texts(connection: Connection, game_pk: int) -> None:
    """Add a game's cards to the index of texts, from the rows of their fields."""
    if connection.dialect.name == "sqlite":
        columns = ", ".join(f"group_concat(CASE WHEN field = '{name}' THEN text END, char(10))" for name in TEXTS)
        names = ", ".join(f"'{name}'" for name in TEXTS)
        query = text(  # all that is put into it are the names above
            f"INSERT INTO card_text (rowid, {', '.join(TEXTS)}) SELECT card_pk, {columns} FROM card_field "  # noqa: S608 - see above
            f"WHERE game_id = (SELECT id FROM game WHERE pk = :game) AND field IN ({names}) GROUP BY card_pk"
        )
        connection.execute(query, {"game": game_pk})


def _insert(connection: Connection, table: type[SQLModel], rows: Iterable[dict[str, Any]]) -> None:
    if listed := list(rows):
        connection.execute(insert(table), listed)


def _take_transactions_over(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # sqlite3 would otherwise begin late and commit around DDL
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    is_empty = not mark and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if mark == APPLICATION_ID or is_empty:  # a database of another program stays as it is
        connection.execute("PRAGMA journal_mode = WAL")  # readers and the one writer do not wait for each other


def _begin(connection: Connection) -> None:
    # A writer takes the lock before it reads, so that two builds at once take turns instead of colliding.
    writes = connection.get_execution_options().get("arsenal_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _explained(engine: Engine) -> Iterator[None]:
    """Turns the errors of the database driver into errors for the user."""
    is_sqlite = engine.dialect.name == "sqlite"
    where = engine.url.database if is_sqlite else engine.url.render_as_string(hide_password=True)
    try:
        yield
    except DatabaseError as error:
        raise explained(str(where), str(error.orig), is_sqlite=is_sqlite) from None


def _is_current(connection: Connection) -> bool:
    """Whether the tables are ours and of this version. Raises ForeignDatabaseError where the database is not ours."""
    return _is_marked(connection) and _fact(connection, "schema_version") == str(SCHEMA_VERSION)


def _take(connection: Connection, names: Collection[str]) -> bool:
    """Make the tables with these names if they are missing or of another version; returns whether they were made.

    Raises ForeignDatabaseError, with nothing changed, where the database is not ours.
    """
    if _is_current(connection):
        return False
    quote = connection.dialect.identifier_preparer.quote
    if _is_marked(connection):
        for name in reversed(_fact(connection, "tables").split()):
            connection.execute(text(f"DROP TABLE IF EXISTS {quote(name)}"))
    if taken := sorted(set(inspect(connection).get_table_names()) & set(names)):
        raise ForeignDatabaseError.of("stops", "database.taken", names=", ".join(taken))
    SQLModel.metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
    facts = {"schema_version": str(SCHEMA_VERSION), "tables": " ".join(names)}
    connection.execute(tables.MetaRow.__table__.insert(), [{"name": k, "value": v} for k, v in facts.items()])  # type: ignore[attr-defined]  # SQLModel sets it at run time
    return True


def _is_marked(connection: Connection) -> bool:
    """Whether the database has our mark; False for an empty one. Raises ForeignDatabaseError for any other."""
    names = inspect(connection).get_table_names()
    if connection.dialect.name == "sqlite":
        mark = connection.execute(text("PRAGMA application_id")).scalar()
        if mark != APPLICATION_ID and (mark or connection.execute(text("SELECT 1 FROM sqlite_master")).first()):
            key = "database.foreign.named" if names else "database.foreign"
            raise ForeignDatabaseError.of("stops", key, names=", ".join(sorted(names)[:5]))
    return tables.MetaRow.__tablename__ in names


def _fact(connection: Connection, name: str) -> str:
    query = select(col(tables.MetaRow.value)).where(col(tables.MetaRow.name) == name)
    return str(connection.execute(query).scalar() or "")
