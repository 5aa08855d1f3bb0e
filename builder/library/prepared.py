"""A game made ready for judging where there is no database and no query language: its cards, its formats, and the
answers to the formats' queries. `prepared` says it as data, `PreparedGame` judges by that, with Python's library alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from builder.decks import CardIndex, Deck
from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import Card, Game, card_from, game_from
from builder.games.printing import Printing, day_from, printing_from
from builder.legality.formats import Definitions, compose
from builder.legality.judge import Judge, verdict_on


def prepared(
    game: Game,
    cards: Iterable[Mapping[str, Data]],
    formats: Definitions,
    queries: Iterable[str],
    resolve: Callable[[str], frozenset[str]],
) -> dict[str, Data]:
    """A game as data. `cards` are as `builder.library.card_json` has them, `queries` those of the formats.

    The first of the formats is the default one. `resolve` gives the ids of the cards that a query matches.
    """
    return {
        "game": dict(game.definition),
        "card-schema": dict(game.card_schema),
        "cards": [dict(card) for card in cards],
        "formats": {format_id: dict(definition) for format_id, definition in formats.items()},
        "sets": {query: sorted(resolve(query)) for query in sorted(set(queries))},
    }


class PreparedGame:
    """Judges decks of a game by what `prepared` says of it."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        self.game = game_from(mapping(data.get("game")), mapping(data.get("card-schema")))
        self.cards = CardIndex(cards_of(data, self.game.id), sets=self.game.sets.values())
        self.formats = {format_id: mapping(written) for format_id, written in mapping(data.get("formats")).items()}
        self._sets = {query: frozenset(texts(ids)) for query, ids in mapping(data.get("sets")).items()}
        self._judges: dict[tuple[str, date], Judge] = {}

    def judge(
        self,
        deck: Mapping[str, Data],
        formats: Sequence[str] = (),
        *,
        on: date | None = None,
        players: int | None = None,
        previous: Mapping[str, Data] | None = None,
        lost: bool | None = None,
    ) -> dict[str, Data]:
        """Verdicts on a deck, which is as a deck file has it, by formats or by its own or the default one.

        The answer is as in schemas/check-output.schema.json. `on` is a day, today by default; for the others, see
        `builder.legality.judge.verdict_on`. Raises UsageError for a format that is not there.
        """
        opened = Deck.from_document(deck)
        before = None if previous is None else Deck.from_document(previous)
        names = formats or [opened.format or next(iter(self.formats), "")]
        judges = [self.by(name, on or date.today()) for name in names]
        verdicts = [verdict_on(judge, opened, before, players, lost) for judge in judges]
        return {"decks": [verdict.to_json(opened.name or "deck", self.game.id) for verdict in verdicts]}

    def by(self, format_id: str, on: date) -> Judge:
        """The judge by a format as of a day; made once. Raises UsageError for a format that is not there."""
        key = format_id, on
        if key not in self._judges:
            self._judges[key] = Judge(self.cards, compose(format_id, self.formats, on), self._answer)
        return self._judges[key]

    def _answer(self, query: str) -> frozenset[str]:
        if query not in self._sets:
            raise UsageError(f'nobody has prepared which cards match "{query}"', "publish the game again")
        return self._sets[query]


def cards_of(data: Mapping[str, Data], game_id: str) -> Iterator[Card]:
    """The cards of a game that was prepared."""
    for said in map(mapping, sequence(data.get("cards"))):
        definition = {name: value for name, value in said.items() if name not in ("game", "set", "pack", "printings")}
        printings = tuple(_printing(mapping(one)) for one in sequence(said.get("printings")))
        yield card_from(definition, game_id, text(said.get("set")), printings=printings, pack=text(said.get("pack")))


def _printing(said: Mapping[str, Data]) -> Printing:
    return printing_from(said, text(said.get("set")), day_from(said.get("released")), text(said.get("pack")))
