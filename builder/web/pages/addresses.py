"""The addresses of pages, pictures and files on a server; they begin with /. A site of files has its own in `site`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

WIDTHS = (250, 500, 1000)  # pixels, of pictures that a server draws
API = "/api/v1"
ANY = "0-id-0"  # a placeholder for a card's id in addresses that scripts fill in


class Addresses:
    """The addresses that a page links, on a server. Names are ids; `version` changes whenever the data
    does. `host` is what a link that is shared begins with, such as https://cards.example.org.
    """

    searches = True  # whether any query can be answered; otherwise only queries that some page links have a page
    draws = True  # whether decks can be exported for targets with pictures
    widths: Sequence[int] = WIDTHS  # of pictures in pixels, the smallest first
    script = ""  # the address of the script that saves the site for use offline; "" where pages come from a server
    feed = ""  # the address of the feed of changes; "" where there is none
    policy = ""  # the content security policy to write into a page; "" where a server sends it as a header

    def __init__(self, host: str = "") -> None:
        self._host = host

    def speaks(self, language: str) -> bool:
        """Whether pages may be in a language that has words for them."""
        return True

    def page(self, parts: Sequence[str], query: Mapping[str, str]) -> str:
        """A page by the parts of its path and its query parameters, such as `lang`."""
        return self.same(_path(parts), query)

    def same(self, path: str, query: Mapping[str, str]) -> str:
        """The page at this path, with other query parameters."""
        return f"{path}?{urlencode(query)}" if query else path

    def file(self, path: str, version: str = "") -> str:
        """A file that belongs to no game: the style, the scripts, the fonts."""
        return f"/{path}?v={version}" if version else f"/{path}"

    def picture(self, game: str, name: str, width: int, *, version: str, language: str) -> str:
        """A picture of a game; `language` is "" for the game's own."""
        query = f"?v={version}" + (f"&lang={language}" if language else "")
        return f"{_path(('pictures', game, name))}.{width}.webp{query}"

    def absolute(self, address: str) -> str:
        """The address with the site's host before it; "" where the host is not known."""
        return ""

    def shared(self, address: str) -> str:
        """The address as another site shows it; "" where the host is not known."""
        return f"{self._host}{address}" if self._host else self.absolute(address)

    def data(self, *parts: str) -> str:
        """The address of a page's content as JSON."""
        return API + _path(parts)

    def download(self, game: str, deck: str, target: str) -> str:
        """A sample deck, exported for another program."""
        return _path(("games", game, "decks", deck, "as", target))

    def sheets(self, game: str, deck: str) -> str:
        """A sample deck's sheets as PDF; "" where there are none."""
        return self.data("games", game, "decks", deck, "sheets.pdf")

    def carrier(self, game: str) -> Mapping[str, str]:
        """What the deck builder of a game needs to run without a server; empty where there is a server."""
        return {}


def _path(parts: Sequence[str]) -> str:
    return "/" + "/".join(quote(part, safe="") for part in parts)
