"""Games made ready for a catalog where there are no packs and no database: in a browser.

What is published as `judge.json` (see `builder.library.prepared`) has the games' cards and formats; `beside` says the
rest as data: rulings, sample decks, words in other languages. `PreparedSource` is a source of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from builder.decks import Deck
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import Card, Expansion, Game, Ruling, game_from
from builder.library.catalog import Catalog, ruling_json
from builder.library.prepared import cards_of
from builder.library.sources import SearchedInMemory
from builder.translations.translation import Translation

_EXPANSION = ("id", "name", "version", "credit", "description")


def beside(catalog: Catalog, game: Game) -> dict[str, Data]:
    """What a catalog knows of a game and its judge does not ask for."""
    source = catalog.source
    decks = {name: source.sample_deck(game.id, name).to_document() for name in source.sample_decks(game.id)}
    words = {language: source.translation(game.id, language).entries for language in source.languages(game.id)}
    return {
        "expansions": [{name: str(getattr(one, name)) for name in _EXPANSION} for one in game.expansions.values()],
        "rulings": [ruling_json(ruling) for ruling in source.rulings(game.id)],
        "decks": {**decks},
        "words": {language: dict(entries) for language, entries in words.items()},
    }


class PreparedSource(SearchedInMemory):
    """Games as `builder.library.prepared.prepared` and `beside` have them: pairs of both."""

    def __init__(self, games: Iterable[tuple[Mapping[str, Data], Mapping[str, Data]]]) -> None:
        super().__init__()
        self._data = {text(mapping(judge.get("game")).get("id")): (judge, beside) for judge, beside in games}
        self._games: dict[str, Game] = {}
        self._cards: dict[str, tuple[Card, ...]] = {}
        self._sets = {game_id: mapping(judge.get("sets")) for game_id, (judge, _) in self._data.items()}

    def close(self) -> None:
        """Nothing is open."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The games' ids, in alphabetical order."""
        return tuple(sorted(self._data))

    def game(self, game_id: str) -> Game:
        """The game of that id."""
        if game_id not in self._games:
            judge, rest = self._data[game_id]
            expansions = map(_expansion, map(mapping, sequence(rest.get("expansions"))))
            definition, schema = mapping(judge.get("game")), mapping(judge.get("card-schema"))
            self._games[game_id] = game_from(definition, schema, expansions=expansions)
        return self._games[game_id]

    def count(self, game_id: str) -> int:
        """How many cards a game has."""
        return len(sequence(self._data[game_id][0].get("cards")))

    def cards(self, game_id: str) -> tuple[Card, ...]:
        """The game's cards in the order of sets and numbers."""
        if game_id not in self._cards:
            self._cards[game_id] = tuple(cards_of(self._data[game_id][0], game_id))
        return self._cards[game_id]

    def formats(self, game_id: str) -> Mapping[str, Mapping[str, Data]]:
        """The game's formats as written, by id."""
        written = mapping(self._data[game_id][0].get("formats"))
        return {name: mapping(written[name]) for name in sorted(written)}

    def sample_decks(self, game_id: str) -> Mapping[str, str]:
        """The names of the game's sample decks by their ids."""
        return {name: text(mapping(deck).get("name")) for name, deck in self._beside(game_id, "decks").items()}

    def sample_deck(self, game_id: str, deck_id: str) -> Deck:
        """A sample deck of the game."""
        return Deck.from_document(mapping(self._beside(game_id, "decks")[deck_id]))

    def rulings(self, game_id: str) -> tuple[Ruling, ...]:
        """The game's rulings in their order."""
        return tuple(map(_ruling, map(mapping, sequence(self._data[game_id][1].get("rulings")))))

    def languages(self, game_id: str) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        return tuple(sorted(self._beside(game_id, "words")))

    def translation(self, game_id: str, language: str) -> Translation:
        """The game's words in a language."""
        return Translation(language, mapping(self._beside(game_id, "words").get(language)))

    def matching(self, game_id: str, text: str) -> frozenset[str]:
        """The ids of the game's cards that a query matches. A format's queries were answered when it was prepared."""
        known = self._sets[game_id].get(text)
        return super().matching(game_id, text) if known is None else frozenset(texts(known))

    def _beside(self, game_id: str, name: str) -> Mapping[str, Data]:
        return mapping(self._data[game_id][1].get(name))


def _expansion(said: Mapping[str, Data]) -> Expansion:
    own, name, *words = (text(said.get(key)) for key in _EXPANSION)
    return Expansion(own, name, Path(), *words)


def _ruling(said: Mapping[str, Data]) -> Ruling:
    decided = date.fromisoformat(text(said.get("date")))
    question, answer, section = (text(said.get(key)) for key in ("question", "ruling", "section"))
    return Ruling(question, answer, decided, section, texts(said.get("cards")))
