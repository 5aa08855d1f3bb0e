"""Pages as HTML: the templates, filled in."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import jinja2

from builder.web.pages import colors
from builder.web.pages.views import Page, Visit
from builder.web.server.safety import tag_of
from builder.words import languages, words_of

OWN = Path(__file__).parent
STATIC = OWN / "static"
MOST_FONTS = 6  # that a page asks for before it needs them


class Rendering:
    """The templates, read once."""

    def __init__(self) -> None:
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(OWN / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @cached_property
    def style(self) -> str:
        """What tells these files of ours from those of another version."""
        return tag_of(b"".join(path.read_bytes() for path in sorted(STATIC.glob("*.*")))).strip('"')

    def html(self, page: Page, visit: Visit, event: int | None = None) -> str:
        """A page as HTML. While a pack is watched, `event` is the last one that it knows of."""
        return self._templates.get_template(page.template).render(
            **page.shown,
            title=page.title,
            page=page,
            site_game=visit.localized(page.game).game if page.game else None,
            pack_faults=len(visit.held.failed.get(page.game.id, ())) if page.game else 0,
            event=event,
            visit=visit,
            url=visit.url,
            say=visit.words,
            version=visit.held.version,
            style=self.style,
            fonts=_fonts(page, visit),
            languages=[(name, _name_of(name), visit.in_language(name)) for name in visit.languages(page.game)],
        )


def _fonts(page: Page, visit: Visit) -> list[str]:
    """The fonts that a page's titles are set in, which it asks for at once: a first visit has them, too."""
    if page.game:
        return list(filter(None, [colors.title_font(page.game)]))
    shown = [colors.title_font(game) for game in visit.games] if page.template == "home.html" else []
    return list(filter(None, dict.fromkeys([colors.OWN_FONT, *shown])))[:MOST_FONTS]


def _name_of(language: str) -> str:
    """What a language is called in itself, where pages speak it; else its code."""
    return str(words_of(language).counting["name"]) if language in languages() else language
