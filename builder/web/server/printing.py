"""Endpoints that print: a deck as sheets to cut out, as PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, text
from builder.library import OpenedDeck
from builder.library.decks import collection_in
from builder.naming import slug
from builder.packs.pack import Pack
from builder.printing.decksheets import DeckSheetOptions, prepare_sheet
from builder.printing.findings import settle
from builder.printing.gathering import Request
from builder.printing.prints import PrintOptions, prepare
from builder.schema import bundled_schema
from builder.storage.resources import temporary_folder
from builder.web.api import shapes
from builder.web.api.browsing import LANGUAGE, sample_deck
from builder.web.api.endpoints import ApiRequest, Endpoint, Later, Reply
from builder.web.api.judging import COLLECTION, DECK, FORMAT, PLAYERS, day_of, number_of, sent_deck
from builder.web.api.problems import NoSuchThing
from builder.web.api.shapes import SchemaPart
from builder.web.server.library import PRESETS, Served

MAX_PAGES = 200
SECONDS = 60.0  # that templates may take for one print
SHEET_PAPERS = ("a4", "letter")

_WORDS = (
    "paper", "orientation", "size", "corner-radius", "margin", "gap", "bleed", "bleed-mode", "safe-zone", "guides",
    "marks", "mix", "backs", "back-offset", "back-rotation", "order", "dice", "reminders", "ink",
)  # fmt: skip
_PRESET = shapes.one_of(PRESETS, "How things are printed; home otherwise.")


def _words() -> SchemaPart:
    """The schema of the preset options that may be sent: those for a single PDF of sheets or pages."""
    known = mapping(bundled_schema("preset").schema["properties"])
    words = {name: dict(mapping(known[name])) for name in _WORDS}
    words["backs"] = {**words["backs"], "enum": ["none", "long-edge", "short-edge", "fold"]}
    return shapes.body("", **words) | {"description": "Words that overrule the preset's, as docs/printing.md has them."}


@Endpoint(
    "POST /print",
    "A deck as sheets to cut out.",
    body=shapes.body(
        "deck",
        deck=DECK,
        preset=_PRESET,
        words=_words(),
        lang=LANGUAGE | {"maxLength": 40},
        components=shapes.flag("Also one player's trackers and reminders; so otherwise."),
        have=COLLECTION | {"description": "A collection: only what is missing from it is printed. As POST /proxies."},
        **{"one-each": shapes.flag("One copy of each card.")},
    ),
    media_type="application/pdf",
)
def print_(request: ApiRequest) -> Later:
    """A PDF, as `arsenal print` makes it."""
    body = request.body
    return _printed(
        request,
        sent_deck(request),
        mapping(body.get("words")),
        text(body.get("preset")),
        text(body.get("lang")),
        one_each=body.get("one-each") is True,
        components=body.get("components") is not False,
        have=text(body.get("have")),
    )


@Endpoint(
    "GET /games/{game}/decks/{deck}/sheets.pdf",
    "A sample deck as sheets to cut out.",
    parameters={
        "preset": _PRESET,
        "paper": shapes.text("a4, letter...; else the preset's."),
        "ink": shapes.one_of(["full", "low"], "low: light grounds and black text."),
        "lang": LANGUAGE,
    },
    media_type="application/pdf",
)
def print_sample(request: ApiRequest) -> Later:
    """A PDF of a sample deck."""
    sent: dict[str, Data] = {name: request.query[name] for name in ("paper", "ink") if name in request.query}
    return _printed(request, sample_deck(request), sent, request.query.get("preset", ""), request.query.get("lang", ""))


@Endpoint(
    "POST /tournament-sheet",
    "A deck written out for a tournament: fields to fill in, the verdict, all cards.",
    body=shapes.body(
        "deck",
        deck=DECK,
        format=FORMAT,
        date=shapes.day("Judged as of that day; today otherwise."),
        players=PLAYERS,
        paper={"enum": [*SHEET_PAPERS], "description": "a4 otherwise."},
        lang=LANGUAGE | {"maxLength": 40},
    ),
    media_type="application/pdf",
)
def tournament_sheet(request: ApiRequest) -> Later:
    """A PDF, as `arsenal deck-sheet` makes it."""
    body, opened = request.body, sent_deck(request)
    options = DeckSheetOptions(
        text(body.get("format")),
        day_of(text(body.get("date"))),
        number_of(request, "players"),
        text(body.get("lang")),
        text(body.get("paper")) or SHEET_PAPERS[0],
        SECONDS,
    )
    _packs(request)
    _, printed = prepare_sheet(request.catalog, opened, options)
    game = request.catalog.game(opened.deck.game)

    def work() -> Reply:
        made = printed()
        settle(made.findings, game, ())
        return Reply(made.data, "application/pdf", f"{slug(opened.deck.name) or 'deck'}-sheet.pdf")

    return Later(work)


def _printed(
    request: ApiRequest,
    opened: OpenedDeck,
    words: Mapping[str, Data],
    preset: str,
    lang: str,
    *,
    one_each: bool = False,
    components: bool = True,
    have: str = "",
) -> Later:
    """The sheets of a deck as a PDF, made later in another thread."""
    options = PrintOptions(preset or PRESETS[0], words, components=components, max_pages=MAX_PAGES, time_limit=SECONDS)
    owned = collection_in(request.catalog, have, request.catalog.game(opened.deck.game).id) if have.strip() else ""
    wanted = Request(opened, language=lang, one_each=one_each, have=owned)
    with _without_help():
        print_to = prepare(request.catalog, _packs(request), wanted, options)

    def work() -> Reply:
        with tempfile.TemporaryDirectory(dir=temporary_folder(), prefix="arsenal-print-") as folder, _without_help():
            sheets = Path(folder, "sheets.pdf")
            print_to(sheets)
            if not sheets.exists():
                raise UsageError.of("api", "nothing-missing" if owned else "nothing-to-print")
            return Reply(sheets.read_bytes(), "application/pdf", f"{slug(opened.deck.name) or 'deck'}.pdf")

    return Later(work)


def _packs(request: ApiRequest) -> Sequence[Pack]:
    """The packs, which printing needs for their templates and pictures. Raises NoSuchThing where there is only data."""
    if not isinstance(request.games, Served):
        raise NoSuchThing.of("api", "not-printed")
    return request.games.packs


@contextmanager
def _without_help() -> Iterator[None]:
    """Errors without their help, which names options of the command line."""
    try:
        yield
    except UsageError as error:
        if "--" in error.help:
            raise UsageError(str(error)) from None
        raise
