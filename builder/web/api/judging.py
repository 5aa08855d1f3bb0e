"""Endpoints about decks that are sent: judge, count, draw, compare, read a pasted list, export, make deck files."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from urllib.parse import quote

from builder.decks import MAIN, Deck, to_text
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.documents.data import Data, mapping, sequence, text
from builder.exports import Bundle, Exported, Target, no_target, target
from builder.exports.bundling import ExportRequest, bundle
from builder.library import OpenedDeck
from builder.library.decks import collection_in, compared, counted, drawn_hand, proxies
from builder.naming import slug
from builder.schema import bundled_schema
from builder.storage.archives import zipped
from builder.web.api import shapes
from builder.web.api.endpoints import ApiRequest, Endpoint, Later, Reply
from builder.web.api.games import Games
from builder.web.api.shapes import SchemaPart
from builder.words import words_here

MOST_FORMATS = 50
MOST_JUDGED = 200  # decks that are judged at once
MOST_VERDICTS = 100_000  # their different cards, times the formats that judge them
MOST_CHANCES = 20
MOST_DRAWN = 200  # different cards of a deck that are drawn for an export
MOST_CARDS = 2_000  # different cards in a deck; each section and each printing named counts as one
SHORT = 4 * 1024  # bytes: enough for a usual deck, or 200 unknown cards, which are judged at once
MOST_SENT = 1_000  # decks in an archive
MOST_CARDS_SENT = 20_000  # different cards in all decks of an archive
MAX_LIST = 200_000  # characters of a pasted list

DECK: SchemaPart = dict(bundled_schema("deck").schema) | {
    "description": "A deck as a deck file has it; it needs no name to be judged.",
    "required": ["game"],
}
NAMED_DECK: SchemaPart = DECK | {"description": "A deck as a deck file has it.", "required": ["name", "game"]}
LANGUAGE = shapes.text("A language, such as fr; the best of Accept-Language otherwise, or the pack's own.")
FORMAT = shapes.text("A format; the deck's own or its game's otherwise.", most=80)
SECTION = shapes.text("A section; the first otherwise.", most=80)
PLAYERS = shapes.whole("Overrules what the deck says.", 1, 100)
COLLECTION = shapes.text(
    "A collection: CSV with counts and names (or ids), a list as decks are pasted, or a deck file.", most=MAX_LIST
)
PROBLEMS = shapes.several(
    shapes.thing(
        "code message help",
        "",
        "values",
        line=shapes.whole(),
        values=shapes.by_name(
            about="What the message speaks of, as data: of a line that names no card, its words for the `card` and the "
            "number of `copies`."
        ),
    ),
    "What was not understood, by lines.",
)
ONE_OR_MANY: Data = [{"required": ["deck"]}, {"required": ["decks"]}]


@Endpoint(
    "POST /judge",
    "Is the deck legal, and why not: in its own format, in those named, or in all formats of its game. Or many decks.",
    parameters={"lang": LANGUAGE},
    body=shapes.body(
        "",
        deck=DECK,
        decks=shapes.several(
            DECK, "Many decks in place of one; their verdicts come in the same order.", most=MOST_JUDGED
        ),
        formats=shapes.several(shapes.text(most=80), most=MOST_FORMATS),
        all=shapes.flag("Judge by every format of the game."),
        date=shapes.day("As of that day (2026-11-21); today otherwise."),
        players=PLAYERS,
        previous={**DECK, "description": "The deck as it was in the game before."},
        lost=shapes.flag("Whether the player lost the game before."),
    )
    | {"oneOf": ONE_OR_MANY},
    answer="check-output",
    short=SHORT,
)
def judge(request: ApiRequest) -> Data:
    """Verdicts, as `arsenal check --output json` gives them. Raises UsageError for too many."""
    if "decks" not in request.body:
        return {"decks": _verdicts(request, sent_deck(request), _formats_for(request, request.body["deck"]))}
    sent = sequence(request.body["decks"])
    named = [_formats_for(request, one) for one in sent]
    if sum(size_of(mapping(one)) * len(names) for one, names in zip(sent, named, strict=True)) > MOST_VERDICTS:
        raise UsageError.of("api", "many-verdicts", most=MOST_VERDICTS)
    found: list[Data] = []
    for number, (one, names) in enumerate(zip(sent, named, strict=True), 1):
        try:
            found += _verdicts(request, opened_deck(request, mapping(one), f"deck {number}"), names)
        except FindingsError as error:
            say = words_here("api")
            raise FindingsError(
                [replace(one, message=say("of-deck", number=number, what=one.message)) for one in error.diagnostics]
            ) from None
    return {"decks": found}


def _formats_for(request: ApiRequest, sent: Data) -> list[str]:
    """The formats to judge a deck by; "" for its own."""
    game, named = text(mapping(sent).get("game")), request.body.get("formats")
    if request.body.get("all") and game in request.catalog.game_ids:
        return list(request.catalog.formats(game))
    return list(dict.fromkeys(map(text, named))) if isinstance(named, list) else [""]


def _verdicts(request: ApiRequest, opened: OpenedDeck, formats: Sequence[str]) -> list[Data]:
    before = sent_deck(request, "previous") if "previous" in request.body else None
    lost = request.body.get("lost")
    day, language = day_of(_text(request, "date")), request.language_of_verdicts(opened.deck.game)
    found: list[Data] = []
    for name in formats:
        verdict = request.catalog.verdict(
            opened,
            request.games.judge(opened.deck, name, day, language),
            before,
            number_of(request, "players"),
            lost if isinstance(lost, bool) else None,
        )
        found.append(verdict.to_json(opened.label, opened.deck.game))
    return found


@Endpoint(
    "POST /stats",
    "What a section of a deck is made of: curves, totals, chances to draw, odds of dice.",
    parameters={"lang": LANGUAGE},
    body=shapes.body(
        "deck",
        deck=DECK,
        format=FORMAT,
        section=SECTION,
        chances=shapes.several(
            shapes.text(most=300),
            "Chances to work out, such as `Flare >= 1 by turn 3`; docs/queries.md describes them.",
            most=MOST_CHANCES,
        ),
    ),
    answer="stats-output",
)
def stats(request: ApiRequest) -> Data:
    """Statistics, as `arsenal stats --output json` gives them."""
    wanted = request.body.get("chances")
    chances = [text(one) for one in wanted] if isinstance(wanted, list) else []
    opened = sent_deck(request)
    language = request.language(request.catalog.game(opened.deck.game))
    found = counted(request.catalog, opened, _text(request, "format"), _text(request, "section"), chances, language)
    return found.to_json()


@Endpoint(
    "POST /hands",
    "A test hand of a section, drawn anew as often as asked by the game's rule.",
    body=shapes.body(
        "deck",
        deck=DECK,
        format=FORMAT,
        section=SECTION,
        players=PLAYERS,
        size=shapes.whole("Cards; else what the format says.", 1, 200),
        seed=shapes.whole("It draws the same hand again.", 0, 2**53 - 1),
        redraws=shapes.whole("", 0, 20),
        rest=shapes.flag("Also say what is left of the deck, in its order."),
    ),
    answer="hand-output",
)
def hands(request: ApiRequest) -> Data:
    """A hand, as `arsenal hand --output json` gives it."""
    numbers = {name: number_of(request, name) for name in ("players", "size", "seed")}
    opened = sent_deck(request)
    by = request.catalog.format(opened.deck, _text(request, "format"))
    redraws = number_of(request, "redraws") or 0
    found = drawn_hand(request.catalog, opened, by, _text(request, "section"), redraws=redraws, **numbers)
    return found.to_json(rest=request.body.get("rest") is True)


@Endpoint(
    "POST /compare",
    "What differs between two decks of a game, and the curves of a section side by side.",
    parameters={"lang": LANGUAGE},
    body=shapes.body("before after", before=DECK, after=DECK, section=SECTION),
    answer="compare-output",
)
def compare(request: ApiRequest) -> Data:
    """A comparison, as `arsenal compare --output json` gives it."""
    before, after = sent_deck(request, "before"), sent_deck(request, "after")
    language = request.language(request.catalog.game(before.deck.game))
    return compared(request.catalog, before, after, _text(request, "section"), language).to_json()


@Endpoint(
    "POST /parse",
    "The deck that a pasted list is, and each line that was not understood, with what it probably means.",
    body=shapes.body(
        "text",
        text=shapes.text(most=MAX_LIST),
        game=shapes.text("The game, where it is known.", most=80),
        format=FORMAT,
    ),
    answer=shapes.thing(deck=shapes.by_name(about="The deck as a deck file has it."), problems=PROBLEMS),
)
def parse(request: ApiRequest) -> Data:
    """The deck that a pasted list or the text of a deck file gives."""
    opened = request.catalog.parse_deck(
        _text(request, "text"), game_id=_text(request, "game"), format_id=_text(request, "format")
    )
    return {"deck": opened.deck.to_document(), "problems": _problems(opened.problems)}


def _problems(found: Iterable[Diagnostic]) -> list[Data]:
    return [
        {
            "code": d.code,
            "message": d.message,
            "help": d.help,
            "line": d.span.line if d.span else 0,
            "values": dict(d.values),
        }
        for d in found
    ]


@Endpoint(
    "POST /proxies",
    "What of a deck is missing from a collection.",
    body=shapes.body("deck have", deck=DECK, have=COLLECTION),
    answer=shapes.thing(
        "deck game",
        cards=shapes.whole("Copies that the deck needs."),
        missing=shapes.whole("Copies that are missing, of all cards."),
        lacks=shapes.things("id name", needed=shapes.whole(), owned=shapes.whole(), missing=shapes.whole()),
        list=shapes.text("What is missing, as a list that can be pasted."),
        problems=PROBLEMS,
    ),
)
def missing(request: ApiRequest) -> Data:
    """What `arsenal proxies --output json` gives, also as a list, and lines of the collection that can't be read."""
    opened = sent_deck(request)
    have = collection_in(request.catalog, _text(request, "have"), request.catalog.game(opened.deck.game).id)
    found, problems = proxies(request.catalog, opened, have)
    lacking = Deck(f"Missing of {opened.deck.name}", found.game, {MAIN: {one.card: one.missing for one in found.lacks}})
    listed = to_text(lacking, request.catalog.index(found.game)) if found.lacks else ""
    return {**found.to_json(), "list": listed, "problems": _problems(problems)}


@Endpoint(
    "POST /export",
    "The deck as another program wants it.",
    body=shapes.body(
        "deck to",
        deck=DECK,
        to=shapes.text("A target, as `arsenal export` names them.", most=80),
        format=FORMAT,
        players=PLAYERS,
        force=shapes.flag("Export an illegal deck all the same."),
    ),
    media_type="application/octet-stream",
)
def export(request: ApiRequest) -> Reply | Later:
    """A file for another program, or a zip of several; the header `arsenal-losses` lists what it can't hold.

    Characters of the header that are not ASCII are percent-encoded UTF-8, as in addresses.
    """
    name = _text(request, "to")
    if name not in request.games.targets:
        raise no_target(name, request.games.targets)
    chosen = target(name).for_deck
    opened = sent_deck(request)
    force = request.body.get("force") is True
    wanted = ExportRequest(format_id=_text(request, "format"), players=number_of(request, "players"), force=force)
    gathered = bundle(request.catalog, opened, chosen, wanted)
    return exported(request.games, slug(opened.deck.name) or "deck", chosen, gathered)


def exported(games: Games, name: str, chosen: Target, gathered: Bundle) -> Reply | Later:
    """The file of a target, called `name`, or a zip of its files; later where its cards must be drawn.

    Raises UsageError where nothing is drawn, and for more cards than are drawn at once.
    """
    draw = games.draw

    def reply(made: Exported) -> Reply:
        losses = quote("; ".join(made.losses).replace("\n", " ")[:1000], safe=_PLAIN, errors="replace")
        headers = {"arsenal-losses": losses} if losses else {}
        file = f"{name}{chosen.suffix or '.zip'}"
        return Reply(zipped(made.files) if chosen.makes_folder else made.content, type_of(file), file, headers)

    if not chosen.draws:
        return reply(chosen.export(gathered))
    if draw is None:
        raise UsageError.of("api", "drawn", target=chosen.name)
    if len(gathered.cards) > MOST_DRAWN:
        raise UsageError.of("api", "many-drawn", most=MOST_DRAWN)
    return Later(lambda: reply(draw(chosen, gathered)))


def type_of(name: str) -> str:
    """The media type of an exported file by its name."""
    return _TYPES.get(name.rpartition(".")[2], "application/octet-stream")


_TYPES = {
    **dict.fromkeys(("cod", "dek", "o8d"), "application/xml"),
    "csv": "text/csv",
    "json": "application/json",
    "txt": "text/plain",
    "zip": "application/zip",
    "yaml": "application/yaml",
}


_PLAIN = "".join(chr(code) for code in range(32, 127) if chr(code) != "%")  # characters that a header holds as they are


def size_of(deck: Mapping[str, Data]) -> int:
    """How many different cards a deck that was sent names. Raises UsageError for more than `MOST_CARDS`."""
    sections = [mapping(deck.get("cards")), *mapping(deck.get("sections")).values()]
    printings = mapping(deck.get("printings")).values()
    size = sum(1 + len(mapping(part)) for part in (*sections, *printings))
    if size > MOST_CARDS:
        raise UsageError.of("api", "large-deck", most=MOST_CARDS)
    return size


def sent_deck(request: ApiRequest, name: str = "deck") -> OpenedDeck:
    """The deck that the body has under `name`. Raises UsageError for more than `MOST_CARDS` different cards."""
    return opened_deck(request, mapping(request.body[name]), name)  # the endpoint has checked its shape


def opened_deck(request: ApiRequest, sent: Mapping[str, Data], name: str) -> OpenedDeck:
    """A deck that was sent. Raises UsageError for more than `MOST_CARDS` different cards."""
    size_of(sent)
    opened = request.catalog.deck_of(sent, name)
    opened.label = opened.deck.name or name
    return opened


def _text(request: ApiRequest, name: str) -> str:
    return text(request.body.get(name))


def number_of(request: ApiRequest, name: str) -> int | None:
    """A number that was sent; None where it was not."""
    value = request.body.get(name)
    return value if isinstance(value, int) else None


def day_of(written: str) -> date | None:
    """The day in a text like 2026-05-01; None for an empty one. Raises UsageError for anything else."""
    try:
        return date.fromisoformat(written) if written else None
    except ValueError:
        raise UsageError.of("library", "no-date", day=written) from None


@Endpoint(
    "POST /decks.zip",
    "Decks as deck files, in one archive.",
    body=shapes.body("decks", decks=shapes.several(NAMED_DECK, most=MOST_SENT)),
    media_type="application/zip",
)
def zip_of_decks(request: ApiRequest) -> Reply:
    """A zip with a file for each deck, named after it; decks of the same name are numbered.

    Raises UsageError for too many decks or cards.
    """
    documents = [mapping(sent) for sent in sequence(request.body["decks"])]
    if sum(map(size_of, documents)) > MOST_CARDS_SENT:
        raise UsageError.of("api", "many-decks", most=MOST_CARDS_SENT)
    files: dict[str, bytes] = {}
    for document in documents:
        called = slug(text(document.get("name"))) or "deck"
        numbers = itertools.chain([called], (f"{called}-{number}" for number in itertools.count(2)))
        name = next(name for name in numbers if f"{name}.yaml" not in files)
        files[f"{name}.yaml"] = deck_file(document)
    return Reply(zipped(files), "application/zip", "decks.zip")


def deck_file(document: Mapping[str, Data]) -> bytes:
    """A deck as the content of a YAML file, in canonical form. Raises UsageError where it can't be written."""
    from builder.documents.editing import CannotEditError, to_yaml  # with PyYAML, which takes long to import

    try:
        return to_yaml(Deck.from_document(document).to_document()).encode()
    except CannotEditError as error:
        raise UsageError.of("api", "unwritten", why=error) from None
