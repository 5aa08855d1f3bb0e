"""Is a pack right? First the shape of its files, by JSON Schema; then what a schema can't say, rule by rule.

Each rule takes the pack as read and yields diagnostics; `RULES` lists them all.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import chain
from typing import Any

from builder.diagnostics import Diagnostic, Span, has_errors, near, suggestion
from builder.fields import FieldSpec, fields_of, fold
from builder.packs import Pack
from builder.shapes import (
    VOCABULARIES,
    SchemaError,
    Shape,
    bundled_shape,
    describe,
    has_bundled_schema,
    resolve,
    word_code,
)
from builder.source import Document, KeyPath, decode, parse

BUILT_IN_FACES = ("generic", "generic-back")

_SYMBOL = re.compile(r"\{([^{}\n]{0,80})\}")


@dataclass(slots=True)  # not frozen: that would take three times as long to make, and there are thousands
class CardSource:
    """A card as written, and where: item `index` of `document`."""

    definition: dict[str, Any]
    set_id: str
    document: Document
    index: int
    id: str  # "" where the card has none that could be one

    @property
    def former_ids(self) -> list[str]:
        """The ids that the card had before."""
        former = self.definition.get("aliases")
        return [alias for alias in former if isinstance(alias, str)] if isinstance(former, list) else []

    def span(self, *path: str | int) -> Span:
        """Where a part of the card stands."""
        return self.document.span((self.index, *path))


@dataclass
class CheckedPack:
    """A pack as read and what is wrong with it. Only a pack without errors is compiled."""

    pack: Pack
    game: Document
    card_schema: dict[str, Any] = field(default_factory=dict)
    cards: list[CardSource] = field(default_factory=list)
    formats: dict[str, Document] = field(default_factory=dict)
    decks: dict[str, Document] = field(default_factory=dict)
    locales: dict[str, Document] = field(default_factory=dict)
    rulings: Document | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The game's id; the folder's name where game.yaml has none."""
        found = self.words.get("id")
        return found if isinstance(found, str) else self.pack.folder

    @cached_property
    def misses_cards(self) -> bool:
        """True when a file of cards could not be read: then nobody knows which cards there are."""
        read = {card.document.path for card in self.cards}
        files = [name for name in self.pack.files if name.startswith("sets/")]
        return any(self.pack.shown(name) not in read for name in files)

    @property
    def ok(self) -> bool:
        """True when there is no error; warnings may remain."""
        return not has_errors(self.diagnostics)

    @cached_property
    def words(self) -> dict[str, Any]:
        """game.yaml as data; empty where it could not be read."""
        return self.game.data if isinstance(self.game.data, dict) else {}

    def vocabulary(self, name: str) -> dict[str, Any]:
        """One of game.yaml's word lists."""
        found = self.words.get(name)
        return found if isinstance(found, dict) else {}

    @cached_property
    def ids(self) -> dict[str, CardSource]:
        """The cards by id."""
        return {card.id: card for card in self.cards if card.id}

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Former ids and the ids that they became."""
        return {alias: card.id for card in self.cards for alias in card.former_ids}

    @cached_property
    def fields(self) -> dict[str, FieldSpec]:
        """The game's searchable fields."""
        return fields_of(self.card_schema, self.words)


Rule = Callable[[CheckedPack], Iterator[Diagnostic]]


def check(pack: Pack) -> CheckedPack:
    """Check a whole pack. Every fault of every file is reported, in the order of `Diagnostic.sort_key`."""
    with _no_search_for_garbage():
        return _check(pack)


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    """While data grows, Python goes through all of it again and again to find circles that nothing refers to.

    There are none in what a file says, and with 10,000 cards the search takes a tenth of the whole time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _check(pack: Pack) -> CheckedPack:
    documents = {name: _document(pack, name, content) for name, content in pack.files.items() if name.endswith(".yaml")}
    game = documents.get("game.yaml") or Document(pack.shown("game.yaml"))
    checked = CheckedPack(pack, game, rulings=documents.get("rulings.yaml"))
    found = list(pack.diagnostics)
    checked.card_schema, schema_faults = _card_schema(checked)
    found += schema_faults
    card_shape = Shape(checked.card_schema) if checked.card_schema else None
    for name, document in documents.items():
        found += document.diagnostics
        if document.data is None:
            if not document.diagnostics:
                found.append(
                    Diagnostic(
                        "empty-file",
                        "this file is empty",
                        Span(document.path),
                        _EMPTY_HELP.get(name.split("/")[0], ""),
                    )
                )
            continue
        found += _read_file(checked, name, document, card_shape)
    if checked.words:
        for rule in RULES:
            found += rule(checked)
    checked.diagnostics = sorted(dict.fromkeys(found), key=lambda d: d.sort_key)
    return checked


_EMPTY_HELP = {
    "sets": 'write a list of cards, each beginning with "- id: ...", or delete the file',
    "decks": "write the deck's name, game and cards, or delete the file",
    "formats": "write the format's name and clauses, or delete the file",
    "game.yaml": "write at least id, name, credit, sets and types",
}


def _document(pack: Pack, name: str, content: bytes) -> Document:
    shown = pack.shown(name)
    text, problems = decode(content, shown)
    return Document(shown, diagnostics=problems) if problems else parse(text, shown)


def _read_file(checked: CheckedPack, name: str, document: Document, card_shape: Shape | None) -> list[Diagnostic]:
    """Put a file where it belongs in `checked`; the faults of its shape are returned."""
    folder, _, rest = name.partition("/")
    stem = rest.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if folder == "sets":
        return _read_cards(checked, rest.split("/")[0], document, card_shape)
    if name == "game.yaml":
        return bundled_shape("game").diagnostics(document)
    if name == "rulings.yaml":
        return bundled_shape("rulings").diagnostics(document)
    shelf, shape = {
        "formats": (checked.formats, "format"),
        "decks": (checked.decks, "deck"),
        "locales": (checked.locales, "locale"),
    }[folder]
    shelf[stem] = document
    return bundled_shape(shape).diagnostics(document)


def _read_cards(checked: CheckedPack, set_id: str, document: Document, shape: Shape | None) -> list[Diagnostic]:
    if not isinstance(document.data, list):
        message = f"a file of cards is a list, not {describe(document.data)}"
        return [Diagnostic("wrong-type", message, document.span(), 'begin each card with "- id: ..."')]
    for index, definition in enumerate(document.data):
        if isinstance(definition, dict):
            card_id = definition.get("id")
            card = CardSource(definition, set_id, document, index, card_id if isinstance(card_id, str) else "")
            checked.cards.append(card)
    if shape is None or shape.fits_all(document.data):
        return []
    return [
        problem.at(document, (index,))
        for index, definition in enumerate(document.data)
        for problem in shape.problems(definition)
    ]


def _card_schema(checked: CheckedPack) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The schema of one card: the pack's own, or the bundled one of that game."""
    own = checked.pack.files.get("card.schema.json")
    shown = checked.pack.shown("card.schema.json")
    if own is None:
        if has_bundled_schema(f"{checked.id}.card"):
            return dict(bundled_shape(f"{checked.id}.card").schema["items"]), []
        help_ = "`arsenal new game NAME` writes one to start from"
        return {}, [Diagnostic("bad-card-schema", "the pack has no card.schema.json", Span(shown), help_)]
    text, unreadable = decode(own, shown)
    if unreadable:
        return {}, unreadable
    try:
        schema = resolve(json.loads(text, parse_constant=_refuse_constant))
        Shape(schema).fits([])
        card = schema.get("items")
        if schema.get("type") != "array" or not isinstance(card, dict):
            raise SchemaError('it describes a file of cards: "type": "array", and "items" one card')
        known, needed = card.get("properties", {}), card.get("required", [])
        missing = [key for key in ("id", "number", "name", "type") if key not in known or key not in needed]
        if missing:
            raise SchemaError(f"its cards must require {', '.join(missing)}")
        if card.get("additionalProperties") is not False:
            raise SchemaError('its cards must have "additionalProperties": false, so that typing errors show')
    except json.JSONDecodeError as error:
        place = Span(shown, error.lineno, error.colno, error.lineno, error.colno + 1)
        message = f"this card schema is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        return {}, [Diagnostic("bad-card-schema", message, place)]
    except (SchemaError, ValueError, RecursionError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else error
        return {}, [Diagnostic("bad-card-schema", f"this card schema can't be used: {said}", Span(shown))]
    return card, []


def _refuse_constant(word: str) -> None:
    raise SchemaError(f"{word} is not a number of JSON")


# The rules ------------------------------------------------------------------------------------------------


def sets_are_declared(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every folder of sets/ is a set of game.yaml, and has cards."""
    declared = checked.vocabulary("sets")
    folders = {name.split("/")[1] for name in checked.pack.files if name.startswith("sets/")}
    for folder in sorted(folders - set(declared)):
        first = min(name for name in checked.pack.files if name.startswith(f"sets/{folder}/"))
        help_ = suggestion(folder, declared, "sets in game.yaml")
        yield Diagnostic("unknown-set", f'game.yaml has no set "{folder}"', Span(checked.pack.shown(first)), help_)
    for set_id in declared:
        if set_id not in folders:
            help_ = f"write its cards in sets/{set_id}/, or remove it"
            yield Diagnostic(
                "empty-set",
                f'the set "{set_id}" has no cards',
                checked.game.key_span(("sets", set_id)),
                help_,
                "warning",
            )


def files_are_in_place(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A YAML file that is in no place where Arsenal reads one was probably meant to be read."""
    for name in checked.pack.others:
        if not name.endswith((".yaml", ".yml")) or name.startswith(("templates/", "art/", "docs/")):
            continue
        help_ = "cards go in sets/<set>/, formats in formats/, decks in decks/, translations in locales/"
        if name.endswith(".yml"):
            help_ = "files of a pack end in .yaml"
        yield Diagnostic(
            "misplaced-file",
            "nothing reads a file of this name here",
            Span(checked.pack.shown(name)),
            help_,
            "warning",
        )


def ids_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """An id names one card of the game, now and formerly."""
    first: dict[str, CardSource] = {}
    for card in checked.cards:
        if not card.id:
            continue
        other = first.setdefault(card.id, card)
        if other is not card:
            message = f'the id "{card.id}" is taken by {_called(other)}'
            yield Diagnostic(
                "duplicate-id",
                message,
                card.span("id"),
                "give each card an id of its own",
                related=(("first used here", other.span("id")),),
            )
    taken: dict[str, CardSource] = {}
    for card in checked.cards:
        for index, alias in enumerate(card.former_ids):
            holder = first.get(alias) or taken.setdefault(alias, card)
            if holder is not card or alias == card.id:
                message = f'the alias "{alias}" is taken by {_called(holder)}'
                yield Diagnostic(
                    "duplicate-id",
                    message,
                    card.span("aliases", index),
                    "remove it here",
                    related=(("used here", holder.span("id")),),
                )


def numbers_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A collector number names one card of its set."""
    first: dict[tuple[str, int], CardSource] = {}
    for card in checked.cards:
        number = card.definition.get("number")
        if not isinstance(number, int):
            continue
        other = first.setdefault((card.set_id, number), card)
        if other is not card:
            free = max(n for s, n in first if s == card.set_id) + 1
            message = f"number {number} of this set is taken by {_called(other)}"
            yield Diagnostic(
                "duplicate-number",
                message,
                card.span("number"),
                f"the next free number is {free}",
                related=(("first used here", other.span("number")),),
            )


def names_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Two cards of one name are confused in lists that people paste."""
    first: dict[str, CardSource] = {}
    for card in checked.cards:
        name = card.definition.get("name")
        if not isinstance(name, str):
            continue
        other = first.setdefault(fold(name), card)
        if other is not card:
            message = f"another card is called {describe(name)}"
            yield Diagnostic(
                "duplicate-name",
                message,
                card.span("name"),
                "give it another name, unless the two should count as one card",
                "warning",
                (("first used here", other.span("name")),),
            )


def words_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Where the card schema names a word list of game.yaml, cards use its words."""
    for path, vocabulary, closed in _vocabulary_uses(checked.card_schema):
        if closed:
            continue  # the schema lists the words itself and has already refused the others
        known = checked.vocabulary(vocabulary)
        for card in checked.cards:
            for at, word in _words_at(card.definition, path):
                if isinstance(word, str) and word not in known:
                    message = f"{describe(word)} is not a {VOCABULARIES.get(vocabulary, 'word')}"
                    yield Diagnostic(word_code(vocabulary), message, card.span(*at), suggestion(word, known))


def schema_and_game_agree(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Where the card schema lists words itself, game.yaml describes the same ones."""
    for _, vocabulary, closed in dict.fromkeys(_vocabulary_uses(checked.card_schema)):
        described = set(checked.vocabulary(vocabulary))
        for word in sorted(set(closed) - described) if closed else ():
            kind = VOCABULARIES.get(vocabulary, "word")
            message = f'the card schema allows the {kind} "{word}", and game.yaml does not describe it'
            yield Diagnostic(
                "vocabulary-mismatch",
                message,
                checked.game.key_span((vocabulary,)),
                f'add "{word}" below {vocabulary}',
            )
        for word in sorted(described - set(closed)) if closed else ():
            kind = VOCABULARIES.get(vocabulary, "word")
            message = f'no card can have the {kind} "{word}": the card schema does not allow it'
            place = checked.game.key_span((vocabulary, word))
            yield Diagnostic("vocabulary-mismatch", message, place, suggestion(word, closed, "the schema allows"))


def symbols_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every {symbol} in a text is one of game.yaml's, and every symbol there has a use."""
    known = checked.vocabulary("symbols")
    used: set[str] = set()
    for card in checked.cards:
        text = card.definition.get("text")
        if isinstance(text, str) and "{" in text:
            symbols = _SYMBOL.findall(text)
            used.update(symbols)
            yield from _unknown_symbols(known, card.document, (card.index, "text"), symbols)
    for vocabulary in VOCABULARIES:
        for word, described in checked.vocabulary(vocabulary).items():
            symbol = described.get("symbol") if isinstance(described, dict) else None
            if isinstance(symbol, str):
                used.add(symbol)
                if symbol not in known:
                    place = checked.game.span((vocabulary, word, "symbol"))
                    yield Diagnostic(
                        "unknown-symbol",
                        f"{describe(symbol)} is not a symbol",
                        place,
                        suggestion(symbol, known),
                    )
    templates = b"\n".join(content for name, content in checked.pack.files.items() if name.startswith("templates/"))
    for symbol in known:
        if symbol not in used and symbol.encode() not in templates:
            place = checked.game.key_span(("symbols", symbol))
            yield Diagnostic(
                "unused-symbol",
                f'nothing uses the symbol "{symbol}"',
                place,
                "use it in a text, or remove it",
                "warning",
            )


def game_is_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """What game.yaml names within the pack is there: resources, the default format, templates, pictures."""
    resources = checked.vocabulary("resources")
    for faction, described in checked.vocabulary("factions").items():
        resource = described.get("resource") if isinstance(described, dict) else None
        if isinstance(resource, str) and resource not in resources:
            place = checked.game.span(("factions", faction, "resource"))
            yield Diagnostic(
                "unknown-resource",
                f"{describe(resource)} is not a resource",
                place,
                suggestion(resource, resources),
            )
    default = checked.words.get("default-format")
    if isinstance(default, str) and default not in checked.formats:
        yield Diagnostic(
            "unknown-format",
            f"{describe(default)} is not a format",
            checked.game.span(("default-format",)),
            suggestion(default, checked.formats),
        )
    faces: list[tuple[KeyPath, Any]] = [((key,), checked.words.get(key)) for key in ("face", "back")]
    faces += [
        (("components", name, "face"), c.get("face"))
        for name, c in checked.vocabulary("components").items()
        if isinstance(c, dict)
    ]
    for path, face in faces:
        if (
            isinstance(face, str)
            and face not in BUILT_IN_FACES
            and f"templates/{face}.typ.j2" not in checked.pack.files
        ):
            known = [
                n.removeprefix("templates/").removesuffix(".typ.j2")
                for n in checked.pack.files
                if n.endswith(".typ.j2")
            ]
            help_ = suggestion(face, [*known, *BUILT_IN_FACES])
            yield Diagnostic(
                "missing-file",
                f"there is no template templates/{face}.typ.j2",
                checked.game.span(path),
                help_,
            )
    for name, described in checked.vocabulary("symbols").items():
        image = described.get("image") if isinstance(described, dict) else None
        if isinstance(image, str):
            yield from _picture(checked, image, checked.game.span(("symbols", name, "image")))


def art_is_there(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card's picture is a file of the pack."""
    for card in checked.cards:
        art = card.definition.get("art")
        if isinstance(art, str):
            yield from _picture(checked, art, card.span("art"))


def decks_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Sample decks name this game, its formats and its cards."""
    for document in checked.decks.values():
        deck = document.data
        if not isinstance(deck, dict):
            continue
        game, format_id = deck.get("game"), deck.get("format")
        if isinstance(game, str) and game != checked.id:
            yield Diagnostic(
                "unknown-game",
                f'this deck is of "{game}", and the pack is "{checked.id}"',
                document.span(("game",)),
                f'write "{checked.id}"',
            )
        if isinstance(format_id, str) and format_id not in checked.formats:
            yield Diagnostic(
                "unknown-format",
                f"{describe(format_id)} is not a format",
                document.span(("format",)),
                suggestion(format_id, checked.formats),
            )
        sections = {"cards": deck.get("cards")}
        if isinstance(deck.get("sections"), dict):
            sections = deck["sections"]
        for section, cards in sections.items():
            base: KeyPath = ("cards",) if sections is not deck.get("sections") else ("sections", section)
            for card_id in cards if isinstance(cards, dict) else ():
                yield from _known_card(checked, card_id, document.key_span((*base, card_id)))


def formats_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Formats extend each other without circles; their clauses name sections, cards and fields that exist."""
    good = {name: d for name, d in checked.formats.items() if bundled_shape("format").fits(d.data)}
    if not good:
        return
    from builder.legality import check_format, queries_of
    from builder.query.meaning import check as check_query

    definitions = {name: document.data for name, document in good.items()}
    known = checked.ids.keys() | checked.aliases.keys()
    for name, document in good.items():
        problems = check_format(name, definitions, cards=known, sets=checked.vocabulary("sets"), fields=checked.fields)
        for problem in problems:
            place = document.key_span(problem.path) if problem.at_key else document.span(problem.path)
            yield Diagnostic(problem.code, problem.message, place, problem.help)
        for path, text in queries_of(document.data):
            for fault in check_query(text, checked.fields):
                place = document.span(path)
                if fault.span and text in document.text.splitlines()[place.line - 1]:
                    column = document.find(path, text).column + fault.span.column - 1
                    width = fault.span.end_column - fault.span.column
                    place = Span(document.path, place.line, column, place.line, column + width)
                yield replace(fault, span=place, source="")


def rulings_are_about_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Rulings name cards of the game."""
    data = checked.rulings.data if checked.rulings else None
    for index, ruling in enumerate(data if isinstance(data, list) else ()):
        cards = ruling.get("cards") if isinstance(ruling, dict) else None
        for place, card_id in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card_id, str) and checked.rulings:
                yield from _known_card(checked, card_id, checked.rulings.span((index, "cards", place)))


def translations_are_of_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Translations name cards of the game, and use its symbols."""
    known = checked.vocabulary("symbols")
    for document in checked.locales.values():
        for card_id, words in document.data.items() if isinstance(document.data, dict) else ():
            yield from _known_card(checked, card_id, document.key_span((card_id,)))
            text = words.get("text") if isinstance(words, dict) else None
            if isinstance(text, str):
                yield from _unknown_symbols(known, document, (card_id, "text"), _SYMBOL.findall(text))


def dates_exist(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Dates are days of the calendar: the schema lets the 30th of February through."""
    places: list[tuple[Document, KeyPath, Any]] = [
        (checked.game, ("sets", name, "released"), described.get("released"))
        for name, described in checked.vocabulary("sets").items()
        if isinstance(described, dict)
    ]
    if checked.rulings and isinstance(checked.rulings.data, list):
        places += [
            (checked.rulings, (i, "date"), r.get("date"))
            for i, r in enumerate(checked.rulings.data)
            if isinstance(r, dict)
        ]
    for document in checked.formats.values():
        history = document.data.get("history") if isinstance(document.data, dict) else None
        for index, entry in enumerate(history if isinstance(history, list) else ()):
            if isinstance(entry, dict):
                places.append((document, ("history", index, "from"), entry.get("from")))
    for document, path, value in places:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            try:
                date.fromisoformat(value)
            except ValueError:
                yield Diagnostic("bad-date", f"{value} is not a day of the calendar", document.span(path))


RULES: tuple[Rule, ...] = (
    sets_are_declared,
    files_are_in_place,
    ids_are_unique,
    numbers_are_unique,
    names_are_unique,
    words_are_known,
    schema_and_game_agree,
    symbols_are_known,
    game_is_consistent,
    art_is_there,
    decks_are_consistent,
    formats_are_consistent,
    rulings_are_about_cards,
    translations_are_of_cards,
    dates_exist,
)


# What the rules share -------------------------------------------------------------------------------------


def _called(card: CardSource) -> str:
    name = card.definition.get("name")
    return describe(name) if isinstance(name, str) else f'"{card.id}"'


def _known_card(checked: CheckedPack, card_id: str, place: Span) -> Iterator[Diagnostic]:
    if card_id in checked.ids or checked.misses_cards:
        return
    if card_id in checked.aliases:
        now = checked.aliases[card_id]
        yield Diagnostic("renamed-card", f'"{card_id}" is called "{now}" now', place, f'write "{now}"', "warning")
        return
    names = {fold(str(c.definition.get("name", ""))): c.id for c in checked.ids.values()}
    meant = [names[fold(card_id)]] if fold(card_id) in names else near(card_id, checked.ids)
    help_ = (
        "did you mean " + " or ".join(f'"{m}"' for m in meant) + "?"
        if meant
        else f"`arsenal search -g {checked.id}` lists the cards"
    )
    yield Diagnostic("unknown-card", f"there is no card {describe(card_id)}", place, help_)


def _unknown_symbols(
    known: Mapping[str, Any], document: Document, path: KeyPath, symbols: list[str]
) -> Iterator[Diagnostic]:
    for symbol in symbols:
        if symbol not in known:
            place = document.find(path, "{" + symbol + "}")
            yield Diagnostic("unknown-symbol", f"{{{symbol}}} is not a symbol", place, suggestion(symbol, known))


def _picture(checked: CheckedPack, name: str, place: Span) -> Iterator[Diagnostic]:
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\", "~")) or ":" in name or ".." in parts:
        message = f"{describe(name)} leads out of the pack"
        yield Diagnostic(
            "path-outside-pack", message, place, "write the path from the pack's folder, such as art/name.png"
        )
    elif name not in checked.pack.others:
        meant = near(name, checked.pack.others, n=1)
        yield Diagnostic(
            "missing-file",
            f"there is no file {describe(name)} in the pack",
            place,
            f'did you mean "{meant[0]}"?' if meant else "put it there, or remove the line",
        )


def _vocabulary_uses(
    card_schema: Mapping[str, Any],
) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """Where cards use words of game.yaml: (key path, word list, the words if the schema lists any)."""
    for name, schema in card_schema.get("properties", {}).items():
        candidates: list[tuple[tuple[str, ...], Any]] = [((name,), schema)]
        if isinstance(schema, Mapping) and isinstance(schema.get("items"), Mapping):
            candidates.append(((name, "*"), schema["items"]))
        for path, inner in candidates:
            if isinstance(inner, Mapping) and isinstance(inner.get("x-vocabulary"), str):
                listed = inner.get("enum", inner.get("properties", ()))
                yield path, inner["x-vocabulary"], tuple(str(word) for word in listed)


def _words_at(definition: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[KeyPath, Any]]:
    value = definition.get(path[0])
    if path[1:] == ("*",):
        yield from (((path[0], i), word) for i, word in enumerate(value if isinstance(value, list) else ()))
    elif isinstance(value, dict):
        yield from (((path[0], word), word) for word in value)
    elif value is not None:
        yield (path[0],), value


def all_diagnostics(packs: list[CheckedPack]) -> list[Diagnostic]:
    """The diagnostics of several packs, in their order."""
    return list(chain.from_iterable(p.diagnostics for p in packs))
