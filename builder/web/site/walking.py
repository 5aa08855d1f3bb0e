"""Makes the pages of a site, following links from page to page; and the sitemaps for search engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from builder.terminal.progress import Advance
from builder.web.api.endpoints import Later
from builder.web.api.problems import NoSuchThing
from builder.web.pages.cards import back_of, image_of, shared_back
from builder.web.pages.decks import download
from builder.web.pages.rendering import VIEWS, Rendering, fault_page
from builder.web.pages.views import Page, Visit
from builder.web.site.addresses import NOT_FOUND, Linked, Place, Site, SiteAddresses

MOST_LISTED = 10_000  # pages in a sitemap; search engines accept 50,000 and 50 MB
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_SPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def walk(site: Site, linked: Linked, advance: Advance) -> dict[str, bytes]:
    """All pages as HTML, by file. All that they link is added to `linked`."""
    rendering = Rendering()
    files: dict[str, bytes] = {}
    for language in site.of_site:
        linked.places[Place((), language)] = None
    done = 0
    while done < len(linked.places):
        for place in list(linked.places)[done:]:
            files[site.path(place)] = _page(site, place, linked, rendering)
            done += 1
            advance(1, len(linked.places))
    home = _visit(site, Place((), site.main), linked, anywhere=True)
    files[NOT_FOUND] = rendering.html(fault_page(home, home.words("fault.404")), home).encode()
    for language, path in site.offline.items():
        visit = _visit(site, Place((), language), linked)
        heading, detail = visit.words("offline.page"), visit.words("offline.page.detail")
        files[path] = rendering.html(fault_page(visit, heading, detail, status=""), visit).encode()
    return files


def portraits(site: Site, linked: Linked) -> None:
    """Add the pictures of all cards in all languages to `linked`, so that drawing starts before the pages are made."""
    for game in site.games:
        for language in site.of_game(game.id):
            visit = _visit(site, Place(("games", game.id), language), linked)
            words = visit.localized(game)
            for card in visit.catalog.cards(game):
                image_of(visit, words, words.card(card))
                back_of(visit, words, words.card(card))
            shared_back(visit, words)


def downloads(site: Site, linked: Linked) -> dict[str, bytes]:
    """The exported sample decks that pages link, by file."""
    made = {path: download(site.source, *named) for path, named in linked.downloads.items()}
    return {path: (one.work() if isinstance(one, Later) else one).content for path, one in made.items()}


def _page(site: Site, place: Place, linked: Linked, rendering: Rendering) -> bytes:
    visit = _visit(site, place, linked)
    try:
        page = _view(visit, place.parts)
    except NoSuchThing as error:
        page = fault_page(visit, visit.words("fault.404"), str(error), error.help)
    return rendering.html(page, visit).encode("utf-8", "replace")


def _view(visit: Visit, parts: tuple[str, ...]) -> Page:
    """The page that a server would show. Raises NoSuchThing."""
    for path, view in VIEWS:
        wanted = [part for part in path.split("/") if part]
        if len(wanted) == len(parts) and all(a == b or a.startswith("{") for a, b in zip(wanted, parts, strict=True)):
            return view(visit, **{a.strip("{}"): b for a, b in zip(wanted, parts, strict=True) if a.startswith("{")})
    raise NoSuchThing("there is nothing at this address")


def _visit(site: Site, place: Place, linked: Linked, *, anywhere: bool = False) -> Visit:
    addresses = SiteAddresses(site, place, linked, anywhere=anywhere)
    query = {"q": place.query, "view": place.view, "page": str(place.page)}
    only = [game.id for game in site.games]
    return Visit(site.source, (place.language,), place.language, query, site.path(place), addresses, only)


def for_engines(site: Site, places: Iterable[Place]) -> dict[str, bytes]:
    """The sitemaps and robots.txt by file; nothing for a site whose address is not known."""
    if not site.base_url:
        return {}
    shown = sorted({place for place in places if not place.view and place.page == 1}, key=site.path)
    parts = [shown[start : start + MOST_LISTED] for start in range(0, len(shown), MOST_LISTED)]
    files = {f"sitemap-{number}.xml": _sitemap(site, part) for number, part in enumerate(parts, 1)}
    listed = "".join(f"<sitemap><loc>{escape(site.base_url + name)}</loc></sitemap>\n" for name in files)
    files["sitemap.xml"] = f"{_HEAD}<sitemapindex {_SPACES}>\n{listed}</sitemapindex>\n".encode()
    files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {site.base_url}sitemap.xml\n".encode()
    return files


def _sitemap(site: Site, places: Sequence[Place]) -> bytes:
    urls = "".join(_url(site, place) for place in places)
    return f"{_HEAD}<urlset {_SPACES}>\n{urls}</urlset>\n".encode()


def _url(site: Site, place: Place) -> str:
    known = site.of_game(place.parts[1]) if len(place.parts) > 1 else site.of_site
    others = ""
    for name in known if len(known) > 1 else ():
        address = quoteattr(_address(site, replace(place, language=name)))
        others += f'<xhtml:link rel="alternate" hreflang={quoteattr(name)} href={address}/>'
    return f"<url><loc>{escape(_address(site, place))}</loc>{others}</url>\n"


def _address(site: Site, place: Place) -> str:
    return site.base_url + site.path(place)
