"""The games that requests are answered from: finding what an address names, choosing the language of an answer, and
remembering what takes long to work out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from builder.decks import Deck
from builder.diagnostics import Diagnostic, UsageError, suggestion
from builder.documents.data import mapping
from builder.exports import PLAIN, Bundle, Exported, Target
from builder.games import Card, Game
from builder.legality import Judge
from builder.legality.allowed import Allowed, allowed
from builder.library import Catalog, OpenedDeck
from builder.library.remembering import remembered
from builder.web.api.problems import NoSuchThing
from builder.words import words_here

if TYPE_CHECKING:  # most requests ask for the game's own language
    from builder.abilities.phrases import Phrases

MOST_REMEMBERED = 1_000  # answers about allowed copies that are cached
MOST_BUILT = 20  # answers for deck builders that are cached
MOST_ACCEPTED = 20  # languages of an Accept-Language header that are read


@dataclass(frozen=True)
class Games:
    """The games of a catalog, wherever it comes from. `version` changes whenever their data does. `failed` has the
    faults of packs with errors, by game id; their last good data is shown, if there is any. Formats are read as of
    `day`. `presets` are the print presets on offer (none where nothing can be printed), and `targets` the export
    targets; `draw` makes those with pictures, None where nothing can be drawn. `remembered` caches how many copies are
    allowed, by game, format, day, players and language, and `built` what deck builders start with, as JSON, by game and
    language; `tables` has the games that were played last.
    """

    catalog: Catalog
    version: str = ""
    failed: Mapping[str, Sequence[Diagnostic]] = field(default_factory=dict)
    day: date = field(default_factory=date.today)
    presets: Sequence[str] = ()
    targets: Sequence[str] = PLAIN
    draw: Callable[[Target, Bundle], Exported] | None = None
    remembered: dict[tuple[str, str, date, int, str], Allowed] = field(default_factory=dict)
    built: dict[tuple[str, str], bytes] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)

    has_pages: ClassVar[bool] = False  # whether this is a server, which has pages and pictures besides the API

    @property
    def saves_decks(self) -> bool:
        """Whether decks can be saved here."""
        return False

    def phrases(self, game: Game, language: str) -> Phrases:
        """The phrases for playing a game."""
        from builder.abilities.phrases import phrases_from

        published = self.catalog.loaded(game.id).phrases
        own = mapping(published.get(language) or published.get(game.language))
        return phrases_from(language, {}, own, frozenset(game.symbols))

    def game(self, game_id: str) -> Game:
        """A game by its id. Raises NoSuchThing, with what was probably meant."""
        known = self.catalog.game_ids
        if game_id in known:
            return self.catalog.game(game_id)
        raise NoSuchThing.of("api", "game", name=game_id, help_=suggestion(game_id, known, "games", words_here()))

    def card(self, game: Game, card_id: str) -> Card:
        """A card by its id or a former id. Raises NoSuchThing, with what was probably meant."""
        index = self.catalog.index(game.id)
        current = index.current(card_id)
        if current is None:
            help_ = ""
            try:
                self.catalog.card(card_id, game.id)
            except UsageError as error:
                help_ = error.help
            raise NoSuchThing.of("api", "card", game=game.name, name=card_id, help_=help_)
        return index.cards[current]

    def sample_deck(self, game: Game, deck: str, language: str = "") -> OpenedDeck:
        """A sample deck of a game, in a language if the game has that.

        Raises NoSuchThing, with what was probably meant.
        """
        known = self.catalog.sample_decks(game.id)
        if deck not in known:
            help_ = suggestion(deck, known, "sample-decks.short", words_here())
            raise NoSuchThing.of("api", "deck", game=game.name, name=deck, help_=help_)
        return self.catalog.open_deck(f"{game.id}/{deck}", language=language)

    def judge(self, deck: Deck, format_id: str, on: date | None = None, language: str = "") -> Judge:
        """The judge of a deck by a format, as of a day, in a language. It runs its queries once, and can
        then judge any number of decks.

        Raises UsageError for an unknown format.
        """
        return self.catalog.judge_of(deck, format_id, on or self.day, language)

    def allowed(self, game_id: str, format_id: str, players: int | None, on: date | None, language: str) -> Allowed:
        """How many copies of each card a format of a game allows, and why a card is not allowed, in a language.

        Raises UsageError for an unknown format.
        """

        def found() -> Allowed:
            return allowed(self.judge(Deck("", game_id), format_id, on, language), players)

        key = game_id, format_id, on or self.day, players or 0, language
        return remembered(self.remembered, key, MOST_REMEMBERED, found)

    def check_format(self, game: Game, format_id: str) -> None:
        """Raises NoSuchThing, with what was probably meant, for a format that the game does not have."""
        known = self.catalog.formats(game.id)
        if format_id not in known:
            help_ = suggestion(format_id, known, "formats", words_here())
            raise NoSuchThing.of("api", "format", game=game.name, name=format_id, help_=help_)


def accepted(header: str) -> tuple[str, ...]:
    """The languages of an Accept-Language header (RFC 9110, 12.5.4), the most wanted first.

    >>> accepted("de;q=0.3, fr-CA, en;q=0.8, *;q=0.1")
    ('fr-CA', 'en', 'de')
    """
    found: list[tuple[float, str]] = []
    for part in header[:1_000].split(",")[:MOST_ACCEPTED]:
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted = float(weight or "1")
        except ValueError:
            continue
        if name.replace("-", "").isalnum() and wanted > 0:
            found.append((-wanted, name))
    return tuple(name for _, name in sorted(found, key=lambda one: one[0]))


def best(wanted: Sequence[str], known: Iterable[str]) -> str:
    """The best of the known languages for somebody who wants these, ignoring regions if need be; "" where none fits.

    >>> best(["de", "fr-CA"], ["en", "fr"]), best(["de"], ["en"])
    ('fr', '')
    """
    names = [*known][::-1]
    by_name = {name.lower(): name for name in names}
    by_language = {name.lower().partition("-")[0]: name for name in names}
    for name in wanted:
        found = by_name.get(name.lower()) or by_language.get(name.lower().partition("-")[0])
        if found:
            return found
    return ""
