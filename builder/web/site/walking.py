"""Makes the pages of a site: what a page links is made, until nothing is missing."""

from __future__ import annotations

from collections.abc import Callable

from builder.web.api.problems import NoSuchThing
from builder.web.pages.cards import back_of, image_of, shared_back
from builder.web.pages.decks import download
from builder.web.pages.rendering import Rendering
from builder.web.pages.routes import VIEWS
from builder.web.pages.views import Page, Visit
from builder.web.site import offline
from builder.web.site.addresses import NOT_FOUND, Linked, Place, Site, Written

Advance = Callable[[int, int], None]


def walk(site: Site, linked: Linked, advance: Advance) -> dict[str, bytes]:
    """All pages by their files. What they link is added to `linked`."""
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
    files[NOT_FOUND] = _not_found(site, linked, rendering)
    for language, path in offline.pages(site).items():
        place = Place((), language)
        visit = _visit(site, place, Written(site, place, linked))
        heading, detail = visit.words("offline.page"), visit.words("offline.page.detail")
        files[path] = rendering.html(_fault(visit, heading, detail, number=""), visit).encode()
    return files


def portraits(site: Site, linked: Linked) -> None:
    """Add the pictures of all cards in all languages to `linked`: so they can be drawn before the pages are made."""
    for game in site.games:
        for language in site.of_game(game.id):
            place = Place(("games", game.id), language)
            visit = _visit(site, place, Written(site, place, linked))
            words = visit.localized(game)
            for card in visit.catalog.cards(game):
                image_of(visit, words, words.card(card))
                back_of(visit, words, words.card(card))
            shared_back(visit, words)


def downloads(site: Site, linked: Linked) -> dict[str, bytes]:
    """The sample decks that pages offer for other programs, by their files."""
    return {path: download(site.held, *named)[1] for path, named in linked.downloads.items()}


def _page(site: Site, place: Place, linked: Linked, rendering: Rendering) -> bytes:
    visit = _visit(site, place, Written(site, place, linked))
    try:
        page = _view(visit, place.parts)
    except NoSuchThing as error:
        page = _fault(visit, visit.words("fault.404"), str(error), error.help)
    return rendering.html(page, visit).encode("utf-8", "replace")


def _view(visit: Visit, parts: tuple[str, ...]) -> Page:
    """The page that a server would show. Raises NoSuchThing."""
    for path, view in VIEWS:
        wanted = [part for part in path.split("/") if part]
        if len(wanted) == len(parts) and all(a == b or a.startswith("{") for a, b in zip(wanted, parts, strict=True)):
            return view(visit, **{a.strip("{}"): b for a, b in zip(wanted, parts, strict=True) if a.startswith("{")})
    raise NoSuchThing("there is nothing at this address")


def _visit(site: Site, place: Place, addresses: Written) -> Visit:
    asked = {"q": place.query, "view": place.view, "page": str(place.page)}
    only = [game.id for game in site.games]
    return Visit(site.held, (place.language,), place.language, asked, site.path(place), addresses, only)


def _not_found(site: Site, linked: Linked, rendering: Rendering) -> bytes:
    place = Place((), site.main)
    visit = _visit(site, place, Written(site, place, linked, anywhere=True))
    return rendering.html(_fault(visit, visit.words("fault.404")), visit).encode()


def _fault(visit: Visit, heading: str, detail: str = "", help_: str = "", number: str = "404") -> Page:
    shown = {
        "status": number,
        "heading": heading,
        "detail": detail,
        "help": help_,
        "game": None,
        "spoken": "en" if help_ or number else visit.words.language,
    }
    return Page("fault.html", heading, shown)
