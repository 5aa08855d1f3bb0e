"""The card database: compiles checked packs into the tables of `builder.database.tables`, and opens it.

The database is a compiled form, disposable and keyed by the content of the packs' files. It is rebuilt in one
transaction when a file changed, and left as it was where a pack has errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, event, func, insert, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError
from sqlmodel import Session, SQLModel, col, create_engine

from builder.checks import CheckedPack
from builder.database import tables as models
from builder.database import textindex as searchindex
from builder.diagnostics import Diagnostic, UsageError
from builder.games.fields import values_of
from builder.naming import fold
from builder.packs.pack import Pack

_LOCK = 0x61727365  # the advisory lock that PostgreSQL builds take, so that two at once take turns
_WAIT_SECONDS = 60
_TABLES: tuple[type[SQLModel], ...] = (  # in the order in which rows may be added
    models.Game, models.CardSet, models.Card, models.CardField, models.CardAlias, models.Format,
    models.Deck, models.DeckEntry, models.Ruling, models.Translation,
)  # fmt: skip


@dataclass
class BuildReport:
    """What a build did: games compiled, games that were up to date, and packs left as they were because of errors."""

    built: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    failed: dict[str, list[Diagnostic]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)


def connect(url: str) -> Engine:
    """An engine for a database URL or the path of an SQLite file. Raises UsageError for one that can't work."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise UsageError(f'databases of the kind "{parsed.get_backend_name()}" are not supported', _URL_HELP)
        if parsed.get_backend_name() == "sqlite":
            engine = create_engine(parsed, connect_args={"timeout": _WAIT_SECONDS})
            event.listen(engine, "connect", _take_transactions_over)
            event.listen(engine, "begin", _begin)
            return engine
        return create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise UsageError("the database URL can't be read", _URL_HELP) from None
    except ModuleNotFoundError:
        raise UsageError("PostgreSQL needs its driver", 'install it with: pip install "arsenal[postgres]"') from None


_URL_HELP = "use a file's path, sqlite:///cards.db or postgresql://user@host/name"


def build(engine: Engine, packs: Sequence[Pack], check: Callable[[Pack], CheckedPack]) -> BuildReport:
    """Bring the database up to date with the packs, in one transaction; `check` is called for those that changed.

    A pack with errors leaves its game as the last good build made it. Games of no pack are removed. Raises UsageError
    where the database can't be reached, can't be written or holds somebody else's tables.
    """
    with _explained(engine):
        if report := _up_to_date(engine, packs):
            return report
        with engine.connect().execution_options(arsenal_writes=True) as connection, connection.begin():
            return _build(connection, packs, check)


def session(engine: Engine) -> Session:
    """A session for reading."""
    return Session(engine)


def dump(engine: Engine) -> Iterator[str]:
    """Every row of every table as a line of text, in a fixed order: equal databases have equal dumps."""
    with engine.connect() as connection:
        for table in _TABLES:
            columns = [c for c in table.__table__.columns if c.name != "root"]  # type: ignore[attr-defined]  # SQLModel sets it at run time
            order = list(table.__table__.primary_key.columns)  # type: ignore[attr-defined]  # as above
            for row in connection.execute(select(*columns).order_by(*order)):
                yield f"{table.__tablename__}: {tuple(row)!r}"


def _up_to_date(engine: Engine, packs: Sequence[Pack]) -> BuildReport | None:
    """The report of a build that has nothing to do, found out by reading only; None where there is something."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("meta"):
            return None
        keys = (
            {row.key: row.id for row in connection.execute(select(col(models.Game.key), col(models.Game.id)))}
            if _version(connection)
            else {}
        )
        if set(keys) == {pack.key for pack in packs}:
            return BuildReport(current=[keys[pack.key] for pack in packs])
    return None


def _version(connection: Connection) -> bool:
    query = select(col(models.Meta.value)).where(col(models.Meta.name) == "schema_version")
    return connection.execute(query).scalar() == str(models.SCHEMA_VERSION)


def _build(connection: Connection, packs: Sequence[Pack], check: Callable[[Pack], CheckedPack]) -> BuildReport:
    _prepare(connection)
    columns = (models.Game.id, models.Game.pk, models.Game.key, models.Game.root)
    rows = connection.execute(select(*map(col, columns))).all()
    by_root = {row.root: row.id for row in rows}
    keys = {row.key: row.id for row in rows}
    pks = {row.id: row.pk for row in rows}
    report = BuildReport()
    present = set()
    for pack in packs:
        if pack.key in keys:
            report.current.append(keys[pack.key])
            present.add(keys[pack.key])
            continue
        checked = check(pack)
        if not checked.ok:  # its id may be unreadable too: the folder still says which game it was
            game_id = by_root.get(str(pack.root), checked.id)
            present.add(game_id)
            report.failed[game_id] = checked.diagnostics
            continue
        present.add(checked.id)
        _remove(connection, checked.id, pks.get(checked.id))
        pks.setdefault(checked.id, max(pks.values(), default=0) + 1)
        _compile(connection, checked, pks[checked.id])
        searchindex.add(connection, pks[checked.id])
        report.built.append(checked.id)
    for game_id in sorted(set(pks) - present):
        _remove(connection, game_id, pks[game_id])
        report.removed.append(game_id)
    return report


def _prepare(connection: Connection) -> None:
    """Take the lock and make the tables, anew where they are of another version."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    names = {table.__tablename__ for table in _TABLES}
    present = set(inspect(connection).get_table_names())
    if "meta" not in present and present & names:
        raise UsageError(
            f"this database holds other tables called {', '.join(sorted(present & names))}",
            "give Arsenal a database of its own",
        )
    if "meta" in present and not _version(connection):
        SQLModel.metadata.drop_all(connection)
        present = set()
    SQLModel.metadata.create_all(connection)
    if "meta" not in present:
        connection.execute(insert(models.Meta).values(name="schema_version", value=str(models.SCHEMA_VERSION)))
        searchindex.create(connection)


def _remove(connection: Connection, game_id: str, pk: int | None) -> None:
    if pk is None:
        return
    searchindex.remove(connection, pk)
    for table in reversed(_TABLES):
        column = table.id if table is models.Game else table.game_id  # type: ignore[attr-defined]  # all the others have it
        connection.execute(delete(table).where(col(column) == game_id))


def _compile(connection: Connection, checked: CheckedPack, game_pk: int) -> None:
    """Write a checked pack's rows."""
    game = checked.id
    words = checked.words
    connection.execute(
        insert(models.Game).values(
            id=game, pk=game_pk, name=words["name"], edition=words.get("edition", ""), key=checked.pack.key,
            root=str(checked.pack.root), bundled=checked.pack.bundled,
            definition=words, card_schema=checked.card_schema,
        )
    )  # fmt: skip
    sets = checked.vocabulary("sets")
    _insert(connection, models.CardSet, (
        {"game_id": game, "id": set_id, "name": s["name"], "released": _day(s.get("released")), "position": i}
        for i, (set_id, s) in enumerate(sets.items())
    ))  # fmt: skip
    _compile_cards(connection, checked, game_pk)
    _insert(connection, models.CardAlias, (
        {"game_id": game, "alias": alias, "card_id": card_id} for alias, card_id in checked.aliases.items()
    ))  # fmt: skip
    _insert(connection, models.Format, (
        {"game_id": game, "id": name, "name": d.data["name"], "definition": d.data}
        for name, d in checked.formats.items()
    ))  # fmt: skip
    _compile_decks(connection, checked)
    rulings = checked.rulings.data if checked.rulings else []
    _insert(connection, models.Ruling, (
        {"game_id": game, "position": i, "question": r["question"], "ruling": r["ruling"],
         "decided": date.fromisoformat(r["date"]), "section": r.get("section", ""), "cards": r.get("cards", [])}
        for i, r in enumerate(rulings)
    ))  # fmt: skip
    _insert(connection, models.Translation, (
        {"game_id": game, "language": language, "card_id": card_id, "definition": said}
        for language in checked.locales for card_id, said in checked.translation(language).items()
    ))  # fmt: skip


def _compile_cards(connection: Connection, checked: CheckedPack, game_pk: int) -> None:
    position = {set_id: i for i, set_id in enumerate(checked.vocabulary("sets"))}
    ordered = sorted(checked.cards, key=lambda c: (position.get(c.set_id, 0), c.definition["number"]))
    cards, values = [], []
    for place, source in enumerate(ordered, start=1):
        definition = source.definition
        pk = game_pk * models.CARDS_PER_GAME + place
        words = [definition["name"], definition.get("text", ""), definition.get("flavor", "")]
        cards.append({
            "pk": pk, "game_id": checked.id, "id": definition["id"], "set_id": source.set_id,
            "number": definition["number"], "name": definition["name"], "type": definition["type"],
            "text": definition.get("text", ""), "search": fold(" \n ".join(words)), "definition": definition,
        })  # fmt: skip
        for name, number, word in values_of({**definition, "set": source.set_id}, checked.fields):
            values.append({"card_pk": pk, "game_id": checked.id, "field": name, "number": number, "text": word})
    for place, value in enumerate(values, start=1):
        value["pk"] = game_pk * models.CARDS_PER_GAME * 1000 + place
    _insert(connection, models.Card, iter(cards))
    _insert(connection, models.CardField, iter(values))


def _compile_decks(connection: Connection, checked: CheckedPack) -> None:
    default = checked.words.get("default-format", "")
    decks, entries = [], []
    for deck_id, document in checked.decks.items():
        deck = document.data
        decks.append({
            "game_id": checked.id, "id": deck_id, "name": deck["name"], "format_id": deck.get("format", default),
            "description": deck.get("description", ""), "players": deck.get("players"), "dice": deck.get("dice", []),
        })  # fmt: skip
        sections = deck.get("sections") or {"": deck["cards"]}
        counts: dict[tuple[str, str], int] = {}
        for section, cards in sections.items():
            for card_id, count in cards.items():
                place = (section, checked.aliases.get(card_id, card_id))
                counts[place] = counts.get(place, 0) + count
        for position, ((section, card_id), count) in enumerate(counts.items()):
            entries.append({
                "game_id": checked.id, "deck_id": deck_id, "section": section, "card_id": card_id,
                "count": count, "position": position,
            })  # fmt: skip
    _insert(connection, models.Deck, iter(decks))
    _insert(connection, models.DeckEntry, iter(entries))


def _insert(connection: Connection, table: type[SQLModel], rows: Iterator[dict[str, Any]]) -> None:
    listed = list(rows)
    if listed:
        connection.execute(insert(table), listed)


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None


def _take_transactions_over(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # sqlite3 would otherwise begin late and commit around DDL
    connection.execute("PRAGMA journal_mode = WAL")  # readers and the one writer do not wait for each other


def _begin(connection: Connection) -> None:
    # A writer takes the lock before it reads, so that two builds at once take turns instead of colliding.
    writes = connection.get_execution_options().get("arsenal_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _explained(engine: Engine) -> Iterator[None]:
    """What the database driver raises, as words for the user."""
    shown = engine.url.render_as_string(hide_password=True)
    where = engine.url.database if engine.dialect.name == "sqlite" else shown
    try:
        yield
    except OperationalError as error:
        said = str(error.orig).strip().splitlines()[0].lower()
        raise UsageError(f"the database {where} can't be used: {said}", "--database picks another one") from None
    except DatabaseError as error:
        said = str(error.orig).strip().splitlines()[0].lower()
        if (engine.dialect.name == "sqlite" and "not a database" in said) or "malformed" in said:
            help_ = "delete the file if it is Arsenal's, or pick another with --database"
            raise UsageError(f"{where} is not a card database", help_) from None
        raise UsageError(f"the database {where} can't be used: {said}", "--database picks another one") from None


def count_cards(reading: Session, game_id: str) -> int:
    """How many cards a game has."""
    query = select(func.count()).select_from(models.Card).where(col(models.Card.game_id) == game_id)
    return int(reading.execute(query).scalar_one())


def default_path(cache: Path, roots: Sequence[Path]) -> Path:
    """The SQLite file for these packs in the user's cache folder: one for each collection of packs."""
    import hashlib

    name = hashlib.blake2b("\0".join(sorted(map(str, roots))).encode(), digest_size=8).hexdigest()
    return cache / f"cards-{name}.db"
