"""The columns of a game in the card database, for searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any  # Any: a row has the types of its columns

from builder.library.search.index import TEXTS
from builder.library.store import CARDS_PER_GAME, LONGEST_INDEXED
from builder.library.store.readers import Reader, value_of

_TRIGRAM = 3  # characters


class DatabaseColumns:
    """What the cards of one game say: see `Columns`. Lists are fetched as one JSON array a column,
    which takes a tenth of the time of so many rows.
    """

    def __init__(self, reader: Reader, game_id: str, game_pk: int) -> None:
        self._reader, self._game = reader, game_id
        self._first = game_pk * CARDS_PER_GAME
        self._ids: dict[int, str] = {}

    def places(self) -> list[int]:
        """The places of all cards."""
        [(last, size)] = self._reader.rows(
            "SELECT max(pk), count(*) FROM card WHERE game_id = :game", {"game": self._game}
        )
        if size and last - self._first == size:  # from 1 on, without gaps
            return list(range(1, size + 1))
        return self._placed(self._lists("card", ("pk",), "game_id = :game", {})[0])

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""
        if not self._ids:
            pks, ids = self._lists("card", ("pk", "id"), "game_id = :game", {})
            self._ids = dict(zip(self._placed(pks), ids, strict=True))
        return [self._ids[place] for place in places]

    def numbers(self, field: str) -> tuple[list[float], list[int]]:
        """The numbers that cards have in a field, and the places of these cards."""
        return self._values(field, "number")

    def texts(self, field: str) -> tuple[list[str], list[int]]:
        """The folded texts that cards have in a field, and the places of these cards."""
        return self._values(field, "text")

    def having(self, field: str) -> list[int]:
        """The places of the cards that say something in a field."""
        return self._placed(self._fields("field = :field", {"field": field}))

    def saying(self, field: str, text: str) -> list[int]:
        """The places of the cards of which a value in a field is this folded text."""
        where = "field = :field AND text = :text"
        if not self._reader.is_sqlite and len(text) <= LONGEST_INDEXED:
            # PostgreSQL's index has the short texts only, and is used for a question that says so.
            where += f" AND length(text) <= {LONGEST_INDEXED}"
        return self._placed(self._fields(where, {"field": field, "text": text}))

    def containing(self, field: str, text: str) -> list[int] | None:
        """The places of the cards in whose text this occurs; None where the index of trigrams does not know."""
        if not self._reader.is_sqlite or len(text) < _TRIGRAM or (field and field not in TEXTS):
            return None
        phrase = '"' + text.replace('"', '""') + '"'
        parameters = {
            "wanted": f"{{{field}}} : {phrase}" if field else phrase,
            "first": self._first,
            "last": self._first + CARDS_PER_GAME - 1,
        }
        where = "card_text MATCH :wanted AND rowid BETWEEN :first AND :last"
        return self._placed(self._lists("card_text", ("rowid",), where, parameters)[0])

    def _values(self, field: str, column: str) -> tuple[list[Any], list[int]]:
        where = f"game_id = :game AND field = :field AND {column} IS NOT NULL"
        values, pks = self._lists("card_field", (column, "card_pk"), where, {"field": field})
        return values, self._placed(pks)

    def _fields(self, where: str, parameters: Mapping[str, object]) -> list[int]:
        return self._lists("card_field", ("card_pk",), f"game_id = :game AND {where}", parameters)[0]

    def _lists(
        self, table: str, columns: Sequence[str], where: str, parameters: Mapping[str, object]
    ) -> list[list[Any]]:
        """Columns of the rows as lists; names of tables and columns are this module's own."""
        listed = "json_group_array" if self._reader.is_sqlite else "json_agg"
        selected = ", ".join(f"{listed}({column})" for column in columns)
        bound = {**parameters, "game": self._game} if ":game" in where else parameters
        [row] = self._reader.rows(f"SELECT {selected} FROM {table} WHERE {where}", bound)  # noqa: S608 - see above
        return [value_of(values) or [] for values in row]

    def _placed(self, pks: Sequence[int]) -> list[int]:
        first = self._first
        return [pk - first for pk in pks]
