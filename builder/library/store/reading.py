"""The card database as games and cards: every row becomes a type of `builder.games` here, and nowhere else."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast  # Any: a row has the types of its columns

from builder.decks import MAIN, Deck, dice_from
from builder.diagnostics import KeyPath, Span
from builder.documents.data import Data
from builder.games import Card, Expansion, Game, Printing, Ruling, card_from, game_from
from builder.library.store import APPLICATION_ID, CARDS_PER_GAME, META, SCHEMA_VERSION
from builder.library.store.readers import Reader, Row, value_of
from builder.storage.files import display
from builder.translations.translation import Translation

if TYPE_CHECKING:  # most commands search nothing
    from builder.library.search import GameIndex

_Method = TypeVar("_Method", bound="Callable[..., Any]")
_AT_ONCE = 500  # cards fetched by one question
_CARD = "SELECT pk, game_id, set_id, pack, definition, places FROM card"


def keys(reader: Reader) -> dict[str, str]:
    """The games by the key of what each was made from; empty where the tables are of another version, or not ours.

    Raises UsageError where some are not there.
    """
    if not _is_marked(reader):
        return {}
    facts: dict[Any, Any] = dict(reader.rows("SELECT name, value FROM arsenal_meta"))
    if facts.get("schema_version") != str(SCHEMA_VERSION):
        return {}
    if reader.is_sqlite:
        there = {name for (name,) in reader.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not there.issuperset(str(facts.get("tables")).split()):
            raise reader.not_understood()
    return {str(key): str(game_id) for key, game_id in reader.rows("SELECT key, id FROM game")}


def _is_marked(reader: Reader) -> bool:
    if reader.is_sqlite:
        return [tuple(row) for row in reader.rows("PRAGMA application_id")] == [(APPLICATION_ID,)]
    return bool(reader.rows("SELECT 1 WHERE to_regclass(:name) IS NOT NULL", {"name": META}))


def _understood(method: _Method) -> _Method:
    """A method of a source that says so where rows are not as Arsenal writes them."""

    @functools.wraps(method)
    def understood(self: DatabaseSource, *given: Any, **named: Any) -> Any:
        try:
            return method(self, *given, **named)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
            raise self._reader.not_understood() from None

    return cast("_Method", understood)


class DatabaseSource:
    """The games of a card database: see `builder.library.GameSource`. What was read is remembered."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._games: dict[str, Game] = {}
        self._cards: dict[str, tuple[Card, ...]] = {}
        self._indexes: dict[str, GameIndex] = {}

    def close(self) -> None:
        """Read no more."""
        self._reader.close()

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The games' ids, in alphabetical order."""
        return tuple(sorted(self._pks))

    @cached_property
    def _pks(self) -> dict[str, int]:
        return dict(self._rows("SELECT id, pk FROM game"))

    @_understood
    def game(self, game_id: str) -> Game:
        """The game of that id."""
        if game_id not in self._games:
            sql = "SELECT key, root, bundled, definition, card_schema, places FROM game WHERE id = :game"
            [(key, root, bundled, definition, card_schema, places)] = self._rows(sql, game=game_id)
            folder = Path(root)
            self._games[game_id] = game_from(
                value_of(definition),
                value_of(card_schema),
                root=folder,
                key=key,
                bundled=bool(bundled),
                places=_places(value_of(places), folder),
                expansions=self._expansions(game_id),
            )
        return self._games[game_id]

    def _expansions(self, game_id: str) -> list[Expansion]:
        sql = (
            "SELECT id, name, root, version, credit, description FROM pack "
            "WHERE game_id = :game AND position > 0 ORDER BY position"
        )
        return [Expansion(own, name, Path(root), *words) for own, name, root, *words in self._rows(sql, game=game_id)]

    def count(self, game_id: str) -> int:
        """How many cards a game has."""
        [(number,)] = self._rows("SELECT count(*) FROM card WHERE game_id = :game", game=game_id)
        return int(number)

    @_understood
    def cards(self, game_id: str) -> tuple[Card, ...]:
        """The game's cards in the order of sets and numbers."""
        if game_id not in self._cards:
            rows = self._rows(f"{_CARD} WHERE game_id = :game ORDER BY pk", game=game_id)
            self._cards[game_id] = tuple(self._card(row) for row in rows)
        return self._cards[game_id]

    @_understood
    def formats(self, game_id: str) -> dict[str, Mapping[str, Data]]:
        """The game's formats as written, by id."""
        rows = self._rows("SELECT id, definition FROM format WHERE game_id = :game ORDER BY id", game=game_id)
        return {format_id: value_of(definition) for format_id, definition in rows}

    def sample_decks(self, game_id: str) -> dict[str, str]:
        """The names of the game's sample decks by their ids."""
        rows = self._rows("SELECT id, name FROM deck WHERE game_id = :game ORDER BY id", game=game_id)
        return dict(rows)

    @_understood
    def sample_deck(self, game_id: str, deck_id: str) -> Deck:
        """A sample deck of the game."""
        what = {"game": game_id, "deck": deck_id}
        sql = (
            "SELECT name, format_id, description, players, lost, dice, printings FROM deck "
            "WHERE game_id = :game AND id = :deck"
        )
        [(name, format_id, description, players, lost, dice, printings)] = self._reader.rows(sql, what)
        sections: dict[str, dict[str, int]] = {}
        entries = (
            "SELECT section, card_id, count FROM deck_entry WHERE game_id = :game AND deck_id = :deck ORDER BY position"
        )
        for section, card_id, count in self._reader.rows(entries, what):
            sections.setdefault(section or MAIN, {})[card_id] = count
        return Deck(
            name, game_id, sections, format_id, description=description, players=players,
            dice=dice_from(value_of(dice)), lost=None if lost is None else bool(lost), printings=value_of(printings),
        )  # fmt: skip

    @_understood
    def rulings(self, game_id: str) -> tuple[Ruling, ...]:
        """The game's rulings in their order."""
        sql = 'SELECT question, ruling, decided, "section", cards FROM ruling WHERE game_id = :game ORDER BY position'
        return tuple(
            Ruling(question, answer, _day(decided), section, tuple(value_of(cards)))
            for question, answer, decided, section, cards in self._rows(sql, game=game_id)
        )

    def languages(self, game_id: str) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        sql = "SELECT DISTINCT language FROM translation WHERE game_id = :game ORDER BY language"
        return tuple(language for (language,) in self._rows(sql, game=game_id))

    @_understood
    def translation(self, game_id: str, language: str) -> Translation:
        """The game's words in a language."""
        sql = "SELECT card_id, definition, places FROM translation WHERE game_id = :game AND language = :language"
        rows = self._reader.rows(sql, {"game": game_id, "language": language})
        folder = self.game(game_id).root
        spans: dict[KeyPath, Span] = {}
        for row in rows:
            spans |= _places(value_of(row[2]), folder)
        return Translation(language, {card_id: value_of(definition) for card_id, definition, _ in rows}, spans)

    def search(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> list[Card]:
        """The cards of these games that a query matches: see `builder.library.search.find`."""
        return self.page(game_ids, text, sort, limit, offset)[1]

    def page(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> tuple[int, list[Card]]:
        """The same, and before them how many cards it matches in all."""
        from builder.library.search import count, find

        if len(game_ids) == 1 and not text.strip() and not sort:
            cards = self.cards(game_ids[0])
            return len(cards), list(cards[offset : None if limit is None else offset + limit])
        indexes = [self.index(game_id) for game_id in sorted(game_ids, key=self._pks.__getitem__)]
        numbers = find(indexes, text, sort, limit, offset)
        return len(numbers) if limit is None and not offset else count(indexes, text), self._fetched(numbers)

    def matching(self, game_id: str, text: str) -> frozenset[str]:
        """The ids of the game's cards that a query matches. A format's queries were answered when it was compiled."""
        known = self._answered(game_id).get(text)
        if known is not None:
            return known
        from builder.library.search import matching_ids

        return matching_ids(self.index(game_id), text)

    def index(self, game_id: str) -> GameIndex:
        """What searches in the game use."""
        if game_id not in self._indexes:
            from builder.library.search import GameIndex
            from builder.library.store.columns import DatabaseColumns
            from builder.query.meaning import Fields

            pk = self._pks[game_id]
            for (one,) in self._rows("SELECT pk FROM card WHERE game_id = :game LIMIT 1", game=game_id):
                if one // CARDS_PER_GAME != pk:
                    raise self._reader.not_understood()
            columns = DatabaseColumns(self._reader, game_id, pk)
            self._indexes[game_id] = GameIndex(Fields(self.game(game_id).fields), columns, pk * CARDS_PER_GAME)
        return self._indexes[game_id]

    @cache  # noqa: B019 - as long as the source itself
    @_understood
    def _answered(self, game_id: str) -> dict[str, frozenset[str]]:
        rows = self._rows("SELECT queries FROM format WHERE game_id = :game", game=game_id)
        return {text: frozenset(ids) for (queries,) in rows for text, ids in value_of(queries).items()}

    def _rows(self, sql: str, **parameters: object) -> list[Row]:
        return self._reader.rows(sql, parameters)

    def _card(self, row: Row) -> Card:
        _, game_id, set_id, pack, definition, places = row
        spans = _places(value_of(places), self.game(game_id).root)
        definition = value_of(definition)
        printings = self._printings(game_id).get(definition["id"], ())
        own = "" if pack == game_id else pack
        return card_from(definition, game_id, set_id, spans.get(("id",)), spans.get(("name",)), printings, own)

    @cache  # noqa: B019 - as long as the source itself
    def _printings(self, game_id: str) -> dict[str, tuple[Printing, ...]]:
        """All printings of those cards that are in several sets, by the cards' ids."""
        sql = (
            "SELECT card_id, set_id, number, released, flavor, art, artist, pack, places FROM printing "
            "WHERE game_id = :game AND card_id IN "
            "(SELECT card_id FROM printing WHERE game_id = :game AND position > 0) ORDER BY card_id, position"
        )
        found: dict[str, tuple[Printing, ...]] = {}
        folder = self.game(game_id).root
        for card_id, set_id, number, released, flavor, art, artist, pack, places in self._rows(sql, game=game_id):
            place = _places(value_of(places), folder).get(("card",))
            day = _day(released) if released else None
            own = "" if pack == game_id else pack
            one = Printing(set_id, number, day, flavor, art, artist, own, place)
            found[card_id] = (*found.get(card_id, ()), one)
        return found

    @_understood
    def _fetched(self, pks: Sequence[int]) -> list[Card]:
        """The cards of these numbers, in this order; a build may have taken one out meanwhile."""
        found: dict[int, Card] = {}
        for start in range(0, len(pks), _AT_ONCE):
            some = pks[start : start + _AT_ONCE]
            names = ", ".join(f":p{i}" for i in range(len(some)))
            parameters = {f"p{i}": pk for i, pk in enumerate(some)}
            rows = self._reader.rows(f"{_CARD} WHERE pk IN ({names})", parameters)
            found |= {row[0]: self._card(row) for row in rows}
        return [found[pk] for pk in pks if pk in found]


def _places(stored: Sequence[Any], folder: Path) -> dict[KeyPath, Span]:
    """Where things stand, with the files' paths as the user would write them."""
    here = os.getcwd()  # noqa: PTH109 - asked for each card, and a Path costs time
    return {
        tuple(part): Span(_shown(folder, file, here), line, column, end_line, end_column)
        for part, file, line, column, end_line, end_column in stored
    }


@cache
def _shown(folder: Path, file: str, here: str) -> str:
    return display(Path(os.path.normpath(folder / file)))  # which may be of another pack


def _day(stored: Any) -> date:
    return stored if isinstance(stored, date) else date.fromisoformat(stored)
