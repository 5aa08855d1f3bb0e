"""A game as JSON, and loaded from JSON where there are no packs and no store, as in a browser.

`judge.json` has what a judge needs: the cards, the formats, and the answers to the formats' queries. `catalog.json` has
the rest: rulings, sample decks, words in other languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path

from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import Card, Expansion, Game, Ruling, card_from, game_from
from builder.games.printing import Printing, day_from, printing_from
from builder.library.game import LoadedGame, Part
from builder.translations.localized import Translation

_EXPANSION = ("id", "name", "version", "credit", "description")


def card_json(card: Card) -> dict[str, Data]:
    """A card as `arsenal search --output json` shows it: its definition with its game, its set and its printings."""
    data = {"id": card.id, "game": card.game_id, "set": card.set_id, **card.definition}
    if card.pack:
        data["pack"] = card.pack
    return {**data, "printings": [one.to_json() for one in card.printings]} if card.printings else data


def ruling_json(ruling: Ruling) -> dict[str, Data]:
    """A ruling as `arsenal show --output json` shows it: as rulings.yaml has it."""
    return {
        "question": ruling.question,
        "ruling": ruling.answer,
        "date": ruling.decided.isoformat(),
        "section": ruling.section,
        "cards": list(ruling.cards),
    }


def judge_json(loaded: LoadedGame, queries: Iterable[str]) -> dict[str, Data]:
    """What a judge of the game needs: `judge.json`. `queries` are those of the formats."""
    return {
        "game": dict(loaded.game.definition),
        "card-schema": dict(loaded.game.card_schema),
        "cards": [card_json(card) for card in loaded.cards],
        "formats": {format_id: dict(definition) for format_id, definition in loaded.formats().items()},
        "sets": {query: sorted(loaded.matching(query)) for query in sorted(set(queries))},
    }


def catalog_json(loaded: LoadedGame, phrases: Mapping[str, Data] | None = None) -> dict[str, Data]:
    """The game's expansions, rulings, sample decks and translations, which no judge needs: `catalog.json`.

    `phrases` are those for playing the game.
    """
    expansions = loaded.game.expansions.values()
    return {
        "expansions": [{name: str(getattr(one, name)) for name in _EXPANSION} for one in expansions],
        "rulings": [ruling_json(ruling) for ruling in loaded.rulings],
        "decks": {name: loaded.sample_deck(name).to_document() for name in loaded.sample_decks},
        "words": {language: dict(loaded.translation(language).entries) for language in loaded.translated},
        **({"phrases": dict(phrases)} if phrases else {}),
    }


class PublishedGame(LoadedGame):
    """A published game: `judged` is the data of `judge.json`, `rest` that of `catalog.json`."""

    def __init__(self, judged: Mapping[str, Data], rest: Mapping[str, Data] | None = None) -> None:
        super().__init__(text(mapping(judged.get("game")).get("id")))
        self._judged, self._rest = judged, rest or {}

    def verdicts(
        self,
        deck: Mapping[str, Data],
        formats: Sequence[str] = (),
        *,
        on: date | None = None,
        players: int | None = None,
        previous: Mapping[str, Data] | None = None,
        lost: bool | None = None,
    ) -> dict[str, Data]:
        """Verdicts on a deck (the data of a deck file) by `formats`, or by its own format or the default one.

        The answer is as in schemas/check-output.schema.json. `on` is a day, by default today; for the others, see
        `builder.legality.judge.verdict_on`. Raises UsageError for a format that does not exist.
        """
        from builder.decks import Deck
        from builder.legality.judge import verdict_on

        opened = Deck.from_document(deck)
        before = None if previous is None else Deck.from_document(previous)
        judges = [self.judge(name, on or date.today()) for name in formats or [opened.format]]
        found = [verdict_on(judge, opened, before, players, lost) for judge in judges]
        return {"decks": [verdict.to_json(opened.name or "deck", self.id) for verdict in found]}

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        expansions = map(_expansion, map(mapping, sequence(self._rest.get("expansions"))))
        definition, schema = mapping(self._judged.get("game")), mapping(self._judged.get("card-schema"))
        return game_from(definition, schema, expansions=expansions)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of sets and numbers."""
        return tuple(_card(mapping(card), self.id) for card in sequence(self._judged.get("cards")))

    @property
    def count(self) -> int:
        """How many cards the game has."""
        return len(sequence(self._judged.get("cards")))

    @cached_property
    def answers(self) -> Mapping[str, frozenset[str]]:
        """The ids of the cards that the formats' queries match, found before the game was published."""
        return {query: frozenset(texts(ids)) for query, ids in mapping(self._judged.get("sets")).items()}

    @property
    def phrases(self) -> Mapping[str, Data]:
        """The phrases for playing the game, by language."""
        return mapping(self._rest.get("phrases"))

    def _data(self, part: Part) -> Data:
        return (self._judged if part == "formats" else self._rest).get(part)

    @property
    def translated(self) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        return tuple(sorted(mapping(self._rest.get("words"))))

    def translation(self, language: str) -> Translation:
        """The game's words in a language."""
        return Translation(language, mapping(mapping(self._rest.get("words")).get(language)))


def _card(data: Mapping[str, Data], game_id: str) -> Card:
    definition = {name: value for name, value in data.items() if name not in ("game", "set", "pack", "printings")}
    printings = tuple(_printing(mapping(one)) for one in sequence(data.get("printings")))
    return card_from(definition, game_id, text(data.get("set")), printings=printings, pack=text(data.get("pack")))


def _printing(data: Mapping[str, Data]) -> Printing:
    return printing_from(data, text(data.get("set")), day_from(data.get("released")), text(data.get("pack")))


def _expansion(data: Mapping[str, Data]) -> Expansion:
    own, name, *words = (text(data.get(key)) for key in _EXPANSION)
    return Expansion(own, name, Path(), *words)
