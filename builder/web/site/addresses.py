"""Where things lie in a site of files. Every link is relative: the site works under any address, and from a folder."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode, urljoin, urlsplit

from builder.games import Game
from builder.naming import slug
from builder.web.api.games import Games
from builder.web.pages.addresses import ANY, Addresses
from builder.web.pages.rendering import IMAGES, symbol_image
from builder.web.site.runtime import INTEGRITY
from builder.web.site.symbols import harmless
from builder.words import languages

DATA = "v1"  # the folder with what `arsenal publish` writes
CORE = "static/worker/core.zip"  # the Python modules that judge decks in the browser
PLAYER = "static/worker/play.zip"  # those that play games there
WIDTHS = (320, 720)  # pixels: of a card in a list and on its own page, enough for dense screens
NOT_FOUND = "404.html"
OFFLINE = "offline.html"  # shown offline in place of a page that is not saved

_ONE_TERM = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(?=\.)")  # names that Windows keeps for devices


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the parts of its address, its language, and the query and page number where it lists cards."""

    parts: tuple[str, ...] = ()
    language: str = ""
    query: str = ""
    view: str = ""
    page: int = 1

    @property
    def name(self) -> str:
        """The path of its file, without the folder of its language.

        >>> Place(("games", "moon-duel", "cards", "flare")).name, Place(("games", "moon-duel")).name
        ('games/moon-duel/cards/flare.html', 'games/moon-duel/index.html')
        >>> Place(("games", "moon-duel", "cards"), query="type:spell", page=2).name
        'games/moon-duel/lists/type.spell.2.html'
        """
        if len(self.parts) in (0, 2):
            return posixpath.join(*self.parts, "index.html")
        game, kind = self.parts[1:3]
        if self.parts[2:] != ("cards",):
            return posixpath.join("games", game, *self.parts[2:-1], _safe(f"{self.parts[-1]}.html"))
        marks = "".join(f".{mark}" for mark in (self.view, self.page if self.page > 1 else "") if mark)
        if not self.query:
            return f"games/{game}/{kind}{marks}.html"
        return f"games/{game}/lists/{_named(self.query)}{marks}.html"


def _named(query: str) -> str:
    """A file name for a query; no two queries have the same.

    >>> _named("type:spell"), _named("cost>3 or type:spell")
    ('type.spell', 'cost-3-or-type-spell.ba91729e')
    """
    if _ONE_TERM.fullmatch(query):
        return query.replace(":", ".")
    return (
        f"{slug(query)[:40] or 'cards'}.{hashlib.blake2b(query.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"
    )


def _safe(name: str) -> str:
    """The file name, changed where some system would not allow it.

    >>> _safe("con.html"), _safe("flare.html"), _safe(":back.320.webp")
    ('con-.html', 'flare.html', '-back.320.webp')
    """
    return _RESERVED.sub(r"\1-", name.replace(":", "-"))


@dataclass(frozen=True)
class Site:
    """A site: its games, the `wanted` languages (all, where empty), its `base_url` and what its deck builder runs on.

    `base_url` ends with /, or is empty.
    `runtime` is where Pyodide comes from: an address, or a folder in the site. Where it `draws`, sample decks can be
    had as targets with pictures.
    """

    source: Games
    games: Sequence[Game]
    wanted: Sequence[str] = ()
    base_url: str = ""
    runtime: str = ""
    has_feed: bool = False
    draws: bool = False

    @cached_property
    def main(self) -> str:
        """The language whose pages have no folder of their own: the first wanted one; else the language of all games,
        if the pages can be in it; else the default.
        """
        own = {game.language for game in self.games}
        known = [name for name in languages() if not self.wanted or name in self.wanted]
        return next((name for name in self.wanted), "") or next((name for name in known if own == {name}), known[0])

    @cached_property
    def languages(self) -> list[str]:
        """All languages in which there are pages, the main one first."""
        of_games = [name for game in self.games for name in self.of_game(game.id)]
        return list(dict.fromkeys((self.main, *self.of_site, *of_games)))

    @cached_property
    def of_site(self) -> list[str]:
        """The languages of pages that belong to no game."""
        return [name for name in dict.fromkeys((self.main, *languages())) if self._is_wanted(name)]

    def of_game(self, game: str) -> list[str]:
        """The languages of a game's pages."""
        if game not in self._of_games:
            own = self.source.catalog.languages(self.source.game(game))
            self._of_games[game] = [n for n in dict.fromkeys((*self.of_site, *own)) if self._is_wanted(n)]
        return self._of_games[game]

    def path(self, place: Place) -> str:
        """The file of a page."""
        return place.name if place.language == self.main else f"{place.language.lower()}/{place.name}"

    @property
    def offline(self) -> dict[str, str]:
        """The files of the page that is shown offline in place of one that is not saved, by language."""
        return {name: OFFLINE if name == self.main else f"{name.lower()}/{OFFLINE}" for name in self.of_site}

    @cached_property
    def prefix(self) -> str:
        """The path part of the site's address, which begins and ends with /; "" where the address is not known."""
        return urlsplit(self.base_url).path

    @cached_property
    def _of_games(self) -> dict[str, list[str]]:
        return {}

    def _is_wanted(self, language: str) -> bool:
        return not self.wanted or language in self.wanted


@dataclass(frozen=True)
class Linked:
    """What pages link, in the order of the first link: pages, and by their files pictures (game, name, width,
    language), symbols, and exported sample decks (game, deck, target).
    """

    places: dict[Place, None] = field(default_factory=dict)
    pictures: dict[str, tuple[str, str, int, str]] = field(default_factory=dict)
    symbols: dict[str, bytes] = field(default_factory=dict)
    downloads: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    _named: dict[tuple[str, str], str] = field(default_factory=dict)

    def symbol(self, source: Games, game_id: str, symbol: str) -> str:
        """The file of a symbol."""
        if (game_id, symbol) not in self._named:
            data, media_type = symbol_image(source.game(game_id), symbol)
            ending = next(ending for ending, kind in IMAGES.items() if kind == media_type)
            path = f"games/{game_id}/symbols/{_safe(symbol + ending)}"
            self.symbols[path] = harmless(data) if ending == ".svg" else data
            self._named[game_id, symbol] = path
        return self._named[game_id, symbol]


class SiteAddresses(Addresses):
    """The addresses in the page at `place` of a site; all that it links is added to `linked`. A page that is shown
    `anywhere` (for a missing page) has links that begin with the site's path.
    """

    searches = False
    widths = WIDTHS
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
    )

    def __init__(self, site: Site, place: Place, linked: Linked, *, anywhere: bool = False) -> None:
        super().__init__()
        self.site, self.place, self.linked = site, place, linked
        self._anywhere = anywhere
        self._folder = "" if anywhere else posixpath.dirname(site.path(place))
        self.draws = site.draws
        self.script = self.file("static/offline.js")
        self.feed = self.file(f"{DATA}/changes.atom") if site.has_feed else ""

    def speaks(self, language: str) -> bool:
        """See `Addresses`."""
        known = self.site.of_game(self.place.parts[1]) if len(self.place.parts) > 1 else self.site.of_site
        return language in known

    def page(self, parts: Sequence[str], query: Mapping[str, str]) -> str:
        """See `Addresses`."""
        if parts[2:3] == ("symbols",):
            return self.file(self.linked.symbol(self.site.source, parts[1], parts[3]))
        known = self.site.of_game(parts[1]) if len(parts) > 1 else self.site.of_site
        language = query.get("lang", "")
        number = query.get("page", "")
        place = Place(
            tuple(parts),
            language if language in known else self.site.main,
            query.get("q", ""),
            query.get("view", ""),
            int(number) if number.isascii() and number.isdigit() else 1,
        )
        if ANY not in parts:
            self.linked.places[place] = None
        more = {"deck": query["deck"]} if "deck" in query else {}
        return self.file(self.site.path(place)) + (f"?{urlencode(more)}" if more else "")

    def same(self, path: str, query: Mapping[str, str]) -> str:
        """See `Addresses`."""
        return self.page(self.place.parts, query)

    def file(self, path: str, version: str = "") -> str:
        """See `Addresses`."""
        return self.site.prefix + path if self._anywhere else posixpath.relpath(path, self._folder or ".")

    def picture(self, game: str, name: str, width: int, *, version: str, language: str) -> str:
        """See `Addresses`."""
        path = posixpath.join("pictures", game, language.lower(), _safe(f"{name}.{width}.webp"))
        if name != ANY:
            self.linked.pictures[path] = game, name, width, language
        return self.file(path)

    def absolute(self, address: str) -> str:
        """See `Addresses`."""
        return urljoin(self.site.base_url + self.site.path(self.place), address) if self.site.base_url else ""

    def data(self, *parts: str) -> str:
        """See `Addresses`."""
        if parts[:1] == ("cards",):
            return self.file(f"{DATA}/games/{parts[1]}/cards.json")
        name = "/".join(parts)
        files = {"openapi.json": "index.json", "games": "games.json"}
        if len(parts) > 1:
            files[name] = f"{name}/game.json" if len(parts) == 2 else f"{name}.json"
        return self.file(f"{DATA}/{files[name]}")

    def download(self, game: str, deck: str, target: str) -> str:
        """See `Addresses`."""
        from builder.exports import target as target_named

        path = f"games/{game}/decks/{deck}/{target}/{_safe(deck + (target_named(target).for_deck.suffix or '.zip'))}"
        self.linked.downloads[path] = game, deck, target
        return self.file(path)

    def sheets(self, game: str, deck: str) -> str:
        """See `Addresses`."""
        return ""

    def carrier(self, game: str) -> Mapping[str, str]:
        """See `Addresses`."""
        runtime = self.site.runtime
        return {
            "carrier": "worker",
            "runtime": runtime if "://" in runtime else self.file(runtime) + "/",
            "integrity": json.dumps(INTEGRITY),
            "data": self.file(f"{DATA}/games/{game}") + "/",
            "core": self.file(CORE),
            "player": self.file(PLAYER),
        }
