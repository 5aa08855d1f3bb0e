"""Which view answers at which address, and pages as HTML from templates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from html import escape

import jinja2

from builder import reports
from builder.games import Game
from builder.playing.playable import is_played
from builder.statistics.report import TEMPLATES
from builder.storage.files import read_named, real
from builder.web.api.problems import NoSuchThing
from builder.web.pages import colors
from builder.web.pages.cards import card_page
from builder.web.pages.decks import deck_page
from builder.web.pages.formats import format_page
from builder.web.pages.freetable import free_page
from builder.web.pages.games import build_page, game_page, home, play_page, rulings_page, set_page, stats_page
from builder.web.pages.searching import search_everywhere, search_page
from builder.web.pages.views import OWN, STATIC, Page, Visit
from builder.words import languages, words_of

MOST_DESCRIBED = 200  # characters of a description
MOST_FONTS = 7  # fonts that a page preloads
MAX_SYMBOL = 1024 * 1024  # bytes
IMAGES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}

VIEWS: Sequence[tuple[str, Callable[..., Page]]] = (
    ("/", home),
    ("/cards", search_everywhere),
    ("/games/{game}", game_page),
    ("/games/{game}/sets/{set_id}", set_page),
    ("/games/{game}/cards", search_page),
    ("/games/{game}/cards/{card}", card_page),
    ("/games/{game}/formats/{format_id}", format_page),
    ("/games/{game}/rulings", rulings_page),
    ("/games/{game}/stats", stats_page),
    ("/games/{game}/decks/{deck}", deck_page),
    ("/games/{game}/build", build_page),
    ("/games/{game}/play", play_page),
    ("/games/{game}/table", free_page),
)
"""The addresses of pages, each with its view: a function of a visit and the names in the address."""


class Rendering:
    """The templates, read once."""

    def __init__(self) -> None:
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader([OWN / "templates", TEMPLATES, reports.TEMPLATES]),
            auto_reload=False,  # no file is looked at for each page
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @cached_property
    def style(self) -> str:
        """A hash that changes whenever one of the static files does."""
        files = b"".join(path.read_bytes() for path in sorted(STATIC.glob("*.*")))
        return hashlib.blake2b(files, digest_size=12).hexdigest()

    def html(self, page: Page, visit: Visit, event: int | None = None) -> str:
        """A page as HTML. While a pack is watched, `event` is the number of the last event that it takes in."""
        game = visit.localized(page.game).game if page.game else None
        return self._templates.get_template(page.template).render(
            **page.shown,
            title=page.title,
            description_line=_description(page, visit),
            page=page,
            game=game,
            is_played=is_played,
            pack_faults=len(visit.games.failed.get(page.game.id, ())) if page.game else 0,
            event=event,
            visit=visit,
            url=visit.url,
            say=visit.words,
            version=visit.games.version,
            style=self.style,
            fonts=_fonts(page, visit),
            languages=[(name, _name_of(name), visit.in_language(name)) for name in visit.languages(page.game)],
        )


def fault_page(
    visit: Visit, heading: str, detail: str = "", help_: str = "", *, status: str = "404", game: Game | None = None
) -> Page:
    """The page for an error. With a `status` or a `help_`, the text is marked as English."""
    spoken = "en" if help_ or status else visit.words.language
    shown = {"status": status, "heading": heading, "detail": detail, "help": help_, "spoken": spoken}
    return Page("fault.html", heading, shown, game)


def symbol_image(game: Game, symbol_id: str) -> tuple[bytes, str]:
    """A symbol's image and its media type. Raises NoSuchThing."""
    symbol = game.symbols.get(symbol_id)
    if symbol is None:
        raise NoSuchThing.of("api", "symbol", game=game.name, name=symbol_id)
    path = game.root / symbol.image
    media_type = IMAGES.get(path.suffix.lower(), "")
    try:
        if symbol.image and media_type and real(path).is_relative_to(real(game.root)):
            image = read_named(path, MAX_SYMBOL)
            if tint := colors.tint_of(symbol, game):
                image = image.replace(b"currentColor", tint.encode())
            return image, media_type
    except (OSError, ValueError):  # it was removed meanwhile, or is no image
        pass
    color = colors.tint_of(symbol, game) or "#5d6678"
    letters = escape((symbol.letters or symbol.name)[:2])
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<circle cx="12" cy="12" r="11" fill="{color}"/>'
        '<text x="12" y="16.5" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="12" '
        f'fill="#fff">{letters}</text></svg>'
    )
    return drawn.encode("utf-8", "replace"), IMAGES[".svg"]


def _description(page: Page, visit: Visit) -> str:
    """A page's description for links to it: the text of its card, or its own."""
    card = page.shown.get("card")
    things = (page.shown.get(name) for name in ("deck", "format", "set"))
    written = [card.text if card else "", *(getattr(one, "description", "") for one in things if one)]
    text = next(filter(None, written), "") or str(page.shown.get("description") or "")
    if not text and page.game:
        text = str(visit.localized(page.game).game.definition.get("description", ""))
    line = " ".join(re.sub(r"[{}]", "", text or visit.words("home.lead")).split())
    return line if len(line) <= MOST_DESCRIBED else line[:MOST_DESCRIBED].rpartition(" ")[0] + "…"


def _fonts(page: Page, visit: Visit) -> list[str]:
    """The files of the fonts for a page's text and titles, preloaded so that a first visit shows them at once."""
    shown = [page.game] if page.game else visit.listed if page.template == "home.html" else []
    titles = map(colors.title_font, shown)
    return list(filter(None, dict.fromkeys([colors.TEXT_FONT, colors.OWN_FONT, *titles])))[:MOST_FONTS]


def _name_of(language: str) -> str:
    """A language's own name for itself where Arsenal has words in it, otherwise its code."""
    return str(words_of(language).counting["name"]) if language in languages() else language
