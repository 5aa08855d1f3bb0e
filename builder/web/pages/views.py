"""What pages show is plain data for templates, from a workspace; here is what all of them share. Nothing knows of
requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar  # Any: what templates take
from urllib.parse import quote, urlencode

from builder.catalog import Catalog
from builder.games import Game
from builder.legality.speech import LANGUAGES
from builder.translations.localized import Localized
from builder.web.pages.wording import DEFAULT, Words, languages, words_of
from builder.web.server.languages import best
from builder.web.server.library import Held

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its template, its title, and what the template shows.

    `game` is the game in whose colours it is, as written; `json` the address of the same as data.
    """

    template: str
    title: str
    shown: dict[str, Any]
    game: Game | None = None
    json: str = ""


@dataclass(frozen=True)
class Visit:
    """What is asked of a page: the data, the languages that are wanted, the best first, and the address's query.

    `chosen` is the language that the address names, which links then keep.
    """

    held: Held
    wanted: tuple[str, ...] = ()
    chosen: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    path: str = "/"

    @property
    def catalog(self) -> Catalog:
        """The catalog."""
        return self.held.workspace.catalog

    @property
    def words(self) -> Words:
        """The page's own words."""
        return words_of(best(self.wanted, languages()) or DEFAULT)

    def localized(self, game: Game) -> Localized:
        """The game in the language that is wanted most, of those that it has."""
        return self.held.localized(game, best(self.wanted, self.catalog.languages(game)))

    def language_of_verdicts(self, game: Game) -> str:
        """The language that verdicts are said in: they are written in some that the game has not."""
        return best(self.wanted, [*self.catalog.languages(game), *LANGUAGES])

    def url(self, *parts: str, **query: object) -> str:
        """The address of a page of this site by the parts of its path, with what is asked of it."""
        asked = {name: str(value) for name, value in query.items() if value not in ("", None)}
        asked |= {"lang": self.chosen} if self.chosen and "lang" not in asked else {}
        path = "/" + "/".join(quote(part, safe="") for part in parts)
        return f"{path}?{urlencode(asked)}" if asked else path
