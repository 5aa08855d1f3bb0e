"""What all views share. A view makes a page, which is plain data for a template, of a visit; it does not see the HTTP
request.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any  # Any: what templates take

from builder.games import Game
from builder.library import Catalog
from builder.translations.localized import Localized
from builder.web.api.games import Games, best
from builder.web.pages.addresses import Addresses
from builder.words import DEFAULT, Words, languages, words_of

OWN = Path(__file__).parent
STATIC = OWN / "static"
FONTS = OWN / "fonts"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its template, its title, and the values for the template.

    `game` is the game whose colours it has, in its own language; `json` the address of its content as JSON.
    """

    template: str
    title: str
    shown: dict[str, Any]
    game: Game | None = None
    json: str = ""


@dataclass(frozen=True)
class Visit:
    """A request for a page: the games, the wanted languages (the best first), and the address's query parameters.

    `chosen` is the language that the address names, which links on the page then keep. `only` has the ids of the games
    to show; all games where it is empty.
    """

    games: Games
    wanted: tuple[str, ...] = ()
    chosen: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    path: str = "/"
    addresses: Addresses = field(default_factory=Addresses)
    only: Collection[str] = ()

    @property
    def catalog(self) -> Catalog:
        """The catalog of the games."""
        return self.games.catalog

    @property
    def listed(self) -> list[Game]:
        """The games that are shown."""
        return [game for game in self.catalog.games if not self.only or game.id in self.only]

    @property
    def words(self) -> Words:
        """The page's own words."""
        return self.words_for("pages")

    def words_for(self, group: str) -> Words:
        """The words of a group in the page's language."""
        return words_of(best(self.wanted, languages()) or DEFAULT, group)

    def localized(self, game: Game) -> Localized:
        """The game in the best of the wanted languages that it has."""
        return self.catalog.localized(game, best(self.wanted, self.catalog.languages(game)))

    def language_of_verdicts(self, game: Game) -> str:
        """The language of verdicts, which can be one that the game does not have."""
        return best(self.wanted, [*self.catalog.languages(game), *languages()])

    def url(self, *parts: str, **query: object) -> str:
        """The address of a page of this site by the parts of its path, with query parameters."""
        parameters = {name: str(value) for name, value in query.items() if value not in ("", None)}
        parameters |= {"lang": self.chosen} if self.chosen and "lang" not in parameters else {}
        return self.addresses.page(parts, parameters)

    def languages(self, game: Game | None) -> list[str]:
        """The languages of a game's pages; without a game, those of the other pages."""
        known = dict.fromkeys((*languages(), *(self.catalog.languages(game) if game else ())))
        return [name for name in known if self.addresses.speaks(name)]

    def in_language(self, language: str) -> str:
        """The address of the same page in a language."""
        return self.addresses.same(self.path, {**self.query, "lang": language})
