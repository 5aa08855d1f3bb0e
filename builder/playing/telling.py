"""Describes a game's events and options in sentences of a language, made from phrases like the texts of cards.

The phrases are in the sections `log` (by event), `choices` (by kind of option), and `shown` and `shown-of-players` (by
part of the table). Where a language has no phrase, the sentence is made from the names in the data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any  # Any: the plain data of events and options

from builder.abilities.phrases import EMPTY, NoPhraseError, Phrases, Piece, SlotUse, capital, fact
from builder.documents.data import Data, mapping
from builder.games import Card, Game
from builder.words import words_here
from engine.core import Choice

LOG = "log"
CHOICES = "choices"
SHOWN = "shown"
OF_PLAYERS = "shown-of-players"
SEATS = "seats"
AMOUNTS = "amounts"  # the slot for all resources of an event
MARKS = "marks"
CARD = "card"
SHOWS = "shows"  # what a die shows, in the place of a card
MARKED = "marks"  # the key of the marks on a card or a die, in views
DRAWINGS = "drawings"
ASKS = "asks"
# The names of values that are seats.
PLAYERS = ("player", "players", "opponent", "target", "owner", "by", "from", "with")
_YOU = "you"
_OTHER = "other"
_SELF = "self"  # the player who acts
_SEATS = "{players}"


class Teller:
    """Describes a game to the player in a seat, or to a spectator where `seat` is None."""

    def __init__(self, phrases: Phrases, game: Game, cards: Iterable[Card], seat: int | None = None) -> None:
        self.phrases = phrases
        self.game = game
        self.seat = seat
        self._cards = {card.id: card for card in cards}

    def for_seat(self, seat: int | None) -> Teller:
        """A teller of the same game for another seat."""
        other = Teller(self.phrases, self.game, (), seat)
        other._cards = self._cards
        return other

    def event(self, event: Mapping[str, Any]) -> str:
        """A sentence about what has happened."""
        values = {name: value for name, value in event.items() if name != "event"}
        sentence = self._sentence(LOG, str(event["event"]), values)
        return f"{capital(self.phrases.written(sentence))}."

    def choice(self, choice: Choice) -> str:
        """What an option does, without a full stop."""
        values: dict[str, Any] = {CARD: choice.card or None, "player": self.seat, **choice.values}
        return capital(self.phrases.written(self._sentence(CHOICES, choice.kind, values)))

    def card(self, card_id: str) -> Card | None:
        """The card of an id, in the language of the phrases."""
        return self._cards.get(card_id)

    def name(self, seat: int) -> str:
        """The name of a seat, for the beginning of a line."""
        return capital(self._player(seat).text)

    def asks(self, about: str, card: str = "") -> str:
        """The question that a player is asked, in words; "" where there is no phrase for it."""
        try:
            found = self.phrases.pick(ASKS, about, {CARD: card or None})
        except NoPhraseError:
            return ""
        return f"{capital(self.phrases.written(self.phrases.fill(found, {CARD: Piece(self.word(card))})))}"

    def title(self, key: str) -> str:
        """The title of a part of the table, without its contents."""
        return self.labelled(key, None)[0].replace(_SEATS, "").rstrip(" :\N{NO-BREAK SPACE}")

    def drawing(self, key: str) -> list[list[str | SlotUse]]:
        """The lines of the drawing of a part of the table, in texts and slots; none where it has no drawing."""
        lines: list[list[str | SlotUse]] = [[]]
        for variant in self.phrases.variants(DRAWINGS, key)[:1]:
            for part in (part for _, parts in variant.pattern.parts for part in parts):
                if not isinstance(part, str):
                    lines[-1].append(part)
                    continue
                first, *more = part.split("\n")
                lines[-1].append(first)
                lines += [[one] for one in more]
        return [line for line in lines if any(not isinstance(part, str) or part.strip() for part in line)]

    def labelled(self, key: str, value: Any) -> tuple[str, str]:
        """The name of a part of the table, and its contents; both "" for a part that isn't shown."""
        label = capital(words(key))
        for section in (SHOWN, OF_PLAYERS):
            if key in (found := self.phrases.sections.get(section, {})):
                label = str(found[key])
        if _SEATS in label:  # the value is a list of seats
            return label.replace(_SEATS, "").rstrip(" :\N{NO-BREAK SPACE}"), self._piece("players", value).text
        return label, self._piece(key, value).text

    def use(self, use: str) -> str:
        """How often an ability may be used, as cards say it."""
        return str(self.phrases.sections.get("uses", {}).get(use, use))

    def alike(self, key: str, value: str) -> str:
        """A sentence that says that all places (`all-alike`) or all others (`the-rest`) have the same content."""
        return self._sentence(LOG, key, {"value": value})

    def line(self, label: str, content: str) -> str:
        """A part of the table as a line: its name and its contents."""
        try:
            found = self.phrases.pick(LOG, "line", {})
        except NoPhraseError:
            return words_here("play")("said-of", name=label, text=content)
        return self.phrases.written(self.phrases.fill(found, {"label": Piece(label), "said": Piece(content)}))

    def keys(self, section: str) -> tuple[str, ...]:
        """The parts of the table that a section of the phrases names, in its order."""
        return tuple(self.phrases.sections.get(section, {}))

    def mark(self, value: str) -> str:
        """The sign for a value in drawings."""
        return str(self.phrases.sections.get(MARKS, {}).get(value, value))

    def _sentence(self, section: str, key: str, values: Mapping[str, Any]) -> str:
        amounts = {name: value for name, value in values.items() if name in self.game.resources}
        values = {**values, AMOUNTS: amounts or None}
        facts = {name: self._fact(name, value, values.get("player")) for name, value in values.items()}
        try:
            found = self.phrases.pick(section, key, facts)
        except NoPhraseError:
            return self._plainly(key, values)
        slots = dict.fromkeys(found.slots - self.phrases.symbols, EMPTY)
        said = {name: self._piece(name, value) for name, value in values.items() if name in found.slots}
        return self.phrases.fill(found, slots | said)

    def _plainly(self, key: str, values: Mapping[str, Any]) -> str:
        """A sentence without a phrase: the player, the name of the event or option, then the other values."""
        rest = dict(values)
        by = rest.pop("player", None)
        parts = [f"{self._player(by).text}:"] if isinstance(by, int) and by != self.seat else []
        parts.append(words(key))
        if card := rest.pop(CARD, None):
            parts.append(self._piece(CARD, card).text)
        named = [f"{words(name)} {self._piece(name, value).text}" for name, value in rest.items() if value is not None]
        return " ".join(parts) + (f" ({', '.join(named)})" if named else "")

    def _fact(self, name: str, value: Any, by: Any) -> str | None:
        """The value that chooses among phrases: `you`, `other` or `self` for a seat, the length of a list, else the
        value.
        """
        if value is None:
            return None
        if name in PLAYERS and isinstance(value, int):
            return _SELF if name != "player" and value == by else _YOU if value == self.seat else _OTHER
        if isinstance(value, (list, tuple)):
            return fact(len(value))
        return fact(value)

    def _piece(self, name: str, value: Any) -> Piece:
        """A value in words with its grammar: a seat, number, card, word, a list of these, or amounts."""
        if value is None or isinstance(value, bool):
            return EMPTY if value is None else Piece(self.word(fact(value)))
        if isinstance(value, int):
            return self._player(value) if name in PLAYERS else self.phrases.number(value)
        if isinstance(value, Mapping):
            if CARD in value or SHOWS in value:
                return Piece(self.cell(value))
            if is_pile(value):
                return Piece(self._pile(value["count"], value["known"]), many=self.phrases.is_plural(value["count"]))
            return self._listed([self._amount(key, inner) for key, inner in value.items() if inner not in (0, None)])
        if isinstance(value, (list, tuple)):
            return self._listed(self._counted([one for one in value if one is not None], name))
        word = str(value)
        return Piece(self.word(word), self.word(word, plural=True))

    def _counted(self, values: Sequence[Any], name: str) -> list[str]:
        """The values of a list in words; equal cards are counted together, unless they have marks."""
        backs = sum(isinstance(one, Mapping) and one.get(CARD, one) is None for one in values)
        values = [one for one in values if not (isinstance(one, Mapping) and one.get(CARD, one) is None)]
        texts = [self._piece(name, one).text for one in values]
        alike = all(one in self._cards if isinstance(one, str) else _is_plain(one) for one in values)
        if alike:  # not dice, which have numbers, nor cards with marks
            texts = [f"{card} ×{texts.count(card)}" if texts.count(card) > 1 else card for card in dict.fromkeys(texts)]
        return [*texts, words_here("play")("backs", backs)] if backs else texts

    def _pile(self, count: int, known: Sequence[Any]) -> str:
        """How many cards a pile has, and which of them are known."""
        listed = ", ".join(self._piece("", one).text for one in known)
        return f"{count} ({words_here('play')('known-there', cards=listed)})" if known else str(count)

    def cell(self, value: Any) -> str:
        """The content of one place: a card or a die with its marks; "" for None."""
        if not isinstance(value, Mapping):
            return self._piece("", value).text
        marks = [
            self.word(name) if one is True else f"{self.word(name)} {self._piece(name, one).text}"
            for name, one in value.get(MARKED, {}).items()
            if one
        ]
        name = self.word(str(value[CARD] if CARD in value else value[SHOWS]))
        return f"{name} ({', '.join(marks)})" if marks else name

    def listed(self, texts: Sequence[str]) -> str:
        """Several things in words, such as "a, b and c"."""
        return self._listed(texts).text

    def _listed(self, texts: Sequence[str]) -> Piece:
        number = self.phrases.number(len(texts))
        parts = [", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts
        return Piece(self.phrases.joined("and", parts) if parts else "", many=number.many, amount=True)

    def _amount(self, key: str, value: Any) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value} {self.word(key, plural=self.phrases.is_plural(value))}"
        return self.line(self.word(key), self._piece("", value).text)

    def _player(self, seat: int) -> Piece:
        if seat == self.seat:
            return Piece(self._seat_word(_YOU, seat), many=True, amount=True)
        return Piece(self._seat_word(_OTHER, seat), amount=True)

    def _seat_word(self, which: str, seat: int) -> str:
        try:
            return self.phrases.say(SEATS, which, {"n": Piece(str(seat + 1), amount=True)})
        except NoPhraseError:
            return words_here("play")("seat", seat + 1)

    def word(self, word: str, *, plural: bool = False) -> str:
        """The name of a card, a word of the phrases or of the game, or otherwise the word itself."""
        if word in self._cards:
            return self._cards[word].name
        if word in self.phrases.sections.get("words", {}):
            return self.phrases.word(word).form("", plural=plural)
        return f"{{{word}}}" if word in self.game.symbols else self._names.get(word, words(word))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """The game's words by their ids: factions, resources, keywords, types."""
        game = self.game
        lists = (game.keywords, game.rarities, game.types, game.factions, game.resources)
        return {word.id: word.name for known in lists for word in known.values()}


def is_pile(value: Any) -> bool:
    """Whether a part of a view is a pile that lies face down."""
    return isinstance(value, Mapping) and value.keys() == {"count", "known"}


def _is_plain(value: Any) -> bool:
    """Whether a part of a view is a card without marks."""
    return isinstance(value, Mapping) and CARD in value and MARKED not in value


def words(name: str) -> str:
    """The name of an event, an option or a value, written as words."""
    return name.replace("-", " ").replace("_", " ")


def phrases_of(game: Game, files: Mapping[str, bytes], language: str) -> Phrases:
    """A language's phrases for playing a game; those of the game's own language if this one has none.

    `files` are the pack's phrase files.
    """
    from builder.checks.abilities import Abilities

    own = {**_own(files, game.language), **_own(files, language)}
    abilities = Abilities(own=own, symbols=frozenset(game.symbols))
    return abilities.phrases(abilities.language_of_play(language, game.language))


def published_phrases(game: Game, files: Mapping[str, bytes], languages: Iterable[str]) -> dict[str, Data]:
    """The phrases for playing a game in each language, as data for places without packs."""
    found: dict[str, Data] = {}
    for language in languages:
        made = phrases_of(game, files, language)
        sections: dict[str, Data] = {name: dict(section) for name, section in made.sections.items() if name in _IN_PLAY}
        begin = {} if made.plural_from is None else {"plural-from": made.plural_from}
        found[language] = {**sections, "axis": made.axis, **begin, "genders": [*made.genders], "cases": [*made.cases]}
    return found


_IN_PLAY = frozenset(
    ("effects", "events", "uses", LOG, CHOICES, ASKS, SHOWN, OF_PLAYERS, DRAWINGS, MARKS, SEATS, "words", "forms",
     "nouns", "players", "joins", "orthography", "style")
)  # fmt: skip


def _own(files: Mapping[str, bytes], language: str) -> Mapping[str, Mapping[str, Data]]:
    from builder.documents.reading import decode, parse

    name = f"phrases/{language}.yaml"
    text, problems = decode(files.get(name, b""), name)
    return {} if problems or not text.strip() else {language: mapping(parse(text, name).data)}
