"""Where pages, pictures and files are: on a server, under addresses that begin with /; a site of files has its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

WIDTHS = (250, 500, 1000)  # pixels, of pictures that a server draws
API = "/api/v1"
ANY = "0-id-0"  # stands for a card in addresses that scripts fill in


class Addresses:
    """The addresses that a page links, on a server. Names are ids; `version` tells one state of what is there from
    another.

    `searches` says whether there is somebody who answers queries; else only those queries have pages that are linked.
    `widths` are those of pictures in pixels, the smallest first.
    """

    searches = True
    widths: Sequence[int] = WIDTHS

    @property
    def script(self) -> str:
        """The script that has the browser keep what is read; empty where a server has to be asked."""
        return ""

    @property
    def feed(self) -> str:
        """The feed of what changed; empty where there is none."""
        return ""

    @property
    def policy(self) -> str:
        """The policy of a page that nobody sends with it; empty where a server does."""
        return ""

    def speaks(self, language: str) -> bool:
        """Whether there are pages in a language, as far as there are words."""
        return True

    def page(self, parts: Sequence[str], asked: Mapping[str, str]) -> str:
        """A page by the parts of its path and what is asked of it; `lang` is among that."""
        return self.same(_path(parts), asked)

    def same(self, path: str, asked: Mapping[str, str]) -> str:
        """The page at this path, with something else asked of it."""
        return f"{path}?{urlencode(asked)}" if asked else path

    def file(self, path: str, version: str = "") -> str:
        """A file that belongs to no game: the style, the scripts, the fonts."""
        return f"/{path}?v={version}" if version else f"/{path}"

    def picture(self, game: str, name: str, width: int, *, version: str, language: str) -> str:
        """A picture of a game; `language` is empty for the game's own."""
        asked = f"?v={version}" + (f"&lang={language}" if language else "")
        return f"{_path(('pictures', game, name))}.{width}.webp{asked}"

    def absolute(self, address: str) -> str:
        """The whole address of what lies at this one; empty where nobody knows what the site is called."""
        return ""

    def data(self, *parts: str) -> str:
        """The same as data for programs."""
        return API + _path(parts)

    def download(self, game: str, deck: str, target: str) -> str:
        """A sample deck as another program wants it."""
        return _path(("games", game, "decks", deck, "as", target))

    def sheets(self, game: str, deck: str) -> str:
        """A sample deck's sheets as PDF; empty where there are none."""
        return self.data("games", game, "decks", deck, "sheets.pdf")

    def carrier(self, game: str) -> Mapping[str, str]:
        """What the deck builder of a game knows of who answers it, where no server does."""
        return {}


def _path(parts: Sequence[str]) -> str:
    return "/" + "/".join(quote(part, safe="") for part in parts)
