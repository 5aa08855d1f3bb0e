"""Endpoints that print: a deck as sheets to cut out, as PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from builder.catalog import OpenedDeck
from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, text
from builder.naming import slug
from builder.packs.pack import Pack
from builder.printing.gathering import Request
from builder.printing.prints import PrintOptions, prepare
from builder.schema import bundled_schema
from builder.storage.resources import temporary_folder
from builder.web.api.browsing import LANGUAGE, sample_deck
from builder.web.api.endpoints import Asked, Later, Reply, Words, endpoint
from builder.web.api.judging import DECK, body_of, sent_deck
from builder.web.api.problems import NoSuchThing
from builder.web.server.library import PRESETS, Held

MAX_PAGES = 200
SECONDS = 60.0  # that the templates of one print may take

_WORDS = (
    "paper", "orientation", "size", "corner-radius", "margin", "gap", "bleed", "bleed-mode", "safe-zone", "guides",
    "marks", "mix", "backs", "back-offset", "back-rotation", "order", "dice", "reminders", "ink",
)  # fmt: skip
_PRESET: Words = {"type": "string", "enum": [*PRESETS], "description": "How things are printed; home otherwise."}
_ONE_EACH: Words = {"type": "boolean", "description": "One copy of each card."}


def _words() -> Words:
    """The words of presets that may be sent: all that make one PDF of sheets or pages."""
    known = mapping(bundled_schema("preset").schema["properties"])
    words = {name: dict(mapping(known[name])) for name in _WORDS}
    words["backs"] = {**words["backs"], "enum": ["none", "long-edge", "short-edge", "fold"]}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {**words},
        "description": "Words that overrule the preset's, as docs/printing.md has them.",
    }


@endpoint(
    "POST",
    "/print",
    "A deck as sheets to cut out.",
    body=body_of(
        ["deck"],
        deck=DECK,
        preset=_PRESET,
        words=_words(),
        lang=LANGUAGE | {"maxLength": 40},
        components={"type": "boolean", "description": "Also one player's trackers and reminders; so otherwise."},
        **{"one-each": _ONE_EACH},
    ),
    media_type="application/pdf",
)
def print_(asked: Asked) -> Later:
    """A PDF, as `arsenal print` makes it."""
    body = asked.body
    return _printed(
        asked,
        sent_deck(asked),
        mapping(body.get("words")),
        text(body.get("preset")),
        text(body.get("lang")),
        one_each=body.get("one-each") is True,
        components=body.get("components") is not False,
    )


@endpoint(
    "GET",
    "/games/{game}/decks/{deck}/sheets.pdf",
    "A sample deck as sheets to cut out.",
    parameters={
        "preset": _PRESET,
        "paper": {"type": "string", "description": "a4, letter...; else the preset's."},
        "ink": {"type": "string", "enum": ["full", "low"], "description": "low: light grounds and black text."},
        "lang": LANGUAGE,
    },
    media_type="application/pdf",
)
def print_sample(asked: Asked) -> Later:
    """A PDF of a sample deck."""
    words: dict[str, Data] = {name: asked.query[name] for name in ("paper", "ink") if name in asked.query}
    return _printed(asked, sample_deck(asked), words, asked.query.get("preset", ""), asked.query.get("lang", ""))


def _printed(
    asked: Asked,
    opened: OpenedDeck,
    words: Mapping[str, Data],
    preset: str,
    lang: str,
    *,
    one_each: bool = False,
    components: bool = True,
) -> Later:
    """The sheets of a deck, once they are made."""
    options = PrintOptions(preset or PRESETS[0], words, components=components, max_pages=MAX_PAGES, time_limit=SECONDS)
    request = Request(opened, language=lang, one_each=one_each)
    with _said_here():
        print_to = prepare(asked.catalog, _packs(asked), request, options)

    def work() -> Reply:
        with tempfile.TemporaryDirectory(dir=temporary_folder(), prefix="arsenal-print-") as folder, _said_here():
            sheets = Path(folder, "sheets.pdf")
            print_to(sheets)
            return Reply(sheets.read_bytes(), "application/pdf", f"{slug(opened.deck.name) or 'deck'}.pdf")

    return Later(work)


def _packs(asked: Asked) -> Sequence[Pack]:
    """The packs, whose templates and pictures are printed. Raises NoSuchThing where there is only data."""
    if not isinstance(asked.held, Held):
        raise NoSuchThing("nothing is printed here")
    return asked.held.workspace.packs


@contextmanager
def _said_here() -> Iterator[None]:
    """What can't be done, without the advice that names options of the command line."""
    try:
        yield
    except UsageError as error:
        if "--" in error.help:
            raise UsageError(str(error)) from None
        raise
