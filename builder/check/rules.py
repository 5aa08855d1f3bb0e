"""What a schema can't say of a pack, rule by rule: each takes the pack as read and yields diagnostics.

`RULES` lists them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from builder.check.checked import CardSource, CheckedPack
from builder.diagnostics import Diagnostic, Span, UsageError, near, suggestion
from builder.fields import fold
from builder.shapes import VOCABULARIES, bundled_shape, describe, word_code
from builder.sizes import card_size
from builder.source import Document, KeyPath
from builder.translations import WORD_LISTS, Entry, said_words, shown

BUILT_IN_FACES = ("blank", "generic", "generic-back", "generic-component", "generic-die", "generic-token")

_SYMBOL = re.compile(r"\{([^{}\n]{0,80})\}")
_FOLDERS = ("sets", "formats", "decks", "locales", "templates")  # of a pack, of which no file has the name
_ENOUGH = 100  # faults of one kind in a translation; more of them say nothing new
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")

Rule = Callable[[CheckedPack], Iterator[Diagnostic]]


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
        if name in _FOLDERS:
            message = f"{describe(name)} is a file, and a pack's {name} are read from a folder of that name"
            yield Diagnostic("misplaced-file", message, Span(checked.pack.shown(name)), "make it a folder", "warning")
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
    """Every {symbol} in a text, and every symbol that stands for a word, is one of game.yaml's."""
    known = checked.vocabulary("symbols")
    for card in checked.cards:
        text = card.definition.get("text")
        if isinstance(text, str) and "{" in text:
            yield from _unknown_symbols(known, card.document, (card.index, "text"), _SYMBOL.findall(text))
    for vocabulary, word, symbol in _symbols_of_words(checked):
        if symbol not in known:
            place = checked.game.span((vocabulary, word, "symbol"))
            yield Diagnostic("unknown-symbol", f"{describe(symbol)} is not a symbol", place, suggestion(symbol, known))


def symbols_are_used(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every symbol of game.yaml has a use: in a text, for a word, on a die, in a template."""
    texts = "\n".join(str(card.definition.get("text", "")) for card in checked.cards)
    used = {*_SYMBOL.findall(texts), *(symbol for _, _, symbol in _symbols_of_words(checked))}
    for path, vocabulary, _ in _vocabulary_uses(checked.card_schema):
        if vocabulary == "symbols":
            used.update(word for card in checked.cards for _, word in _words_at(card.definition, path))
    templates = b"\n".join(content for name, content in checked.pack.files.items() if name.startswith("templates/"))
    for symbol in checked.vocabulary("symbols"):
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
        ((vocabulary, name, key), described.get(key))
        for vocabulary, keys in (("types", ("face", "back")), ("components", ("face",)))
        for name, described in checked.vocabulary(vocabulary).items()
        for key in keys
        if isinstance(described, dict) and described.get(key) != "none"
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
    for name, described in checked.vocabulary("components").items():
        card_id = described.get("card") if isinstance(described, dict) else None
        if isinstance(card_id, str):
            yield from _known_card(checked, card_id, checked.game.span(("components", name, "card")))
    for name, described in checked.vocabulary("symbols").items():
        image = described.get("image") if isinstance(described, dict) else None
        if isinstance(image, str):
            yield from _picture(checked, image, checked.game.span(("symbols", name, "image")))


def sizes_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card size is one that Arsenal knows by name, or a width and a height."""
    places: list[tuple[KeyPath, Any]] = [(("card-size",), checked.words.get("card-size"))]
    for name, described in checked.vocabulary("types").items():
        if isinstance(described, dict):
            places.append((("types", name, "size"), described.get("size")))
    for path, size in places:
        if isinstance(size, str):
            try:
                card_size(size)
            except UsageError as error:
                yield Diagnostic("unknown-size", str(error), checked.game.span(path), error.help)


def types_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """How a type is printed does not contradict itself: outlines fit sizes, and only what has a back has two sides."""
    for name, described in checked.vocabulary("types").items():
        if not isinstance(described, dict):
            continue
        own = isinstance(described.get("size"), str)
        form = described.get("form", "card")
        sides = _sides(described["size"] if own else checked.words.get("card-size", "standard"))
        for key, message, help_ in _contradictions(described, form, sides if own or form != "die" else None):
            path: KeyPath = ("types", name, key) if key in described else ("types", name)
            place = checked.game.span(path) if key in described else checked.game.key_span(path)
            yield Diagnostic("contradictory-type", f"{describe(name)} {message}", place, help_)


def _contradictions(
    described: Mapping[str, Any], form: Any, sides: tuple[float, float] | None
) -> Iterator[tuple[str, str, str]]:
    """The (key, message, help) of what contradicts what a type is; `sides` in mm, None where they are not known."""
    square = sides is None or abs(sides[0] - sides[1]) < 1e-6
    if form == "die":
        if "size" not in described:
            yield "form", "is a die without a size", "write the length of its edges: size: 16mm"
        elif not square:
            yield "size", "is a die, whose faces are squares", "write the length of its edges: size: 16mm"
        for key in ("shape", "two-sided", "back"):
            if key in described and described[key] not in (False, "none", "rectangle"):
                yield key, f"is a die, which has no {describe(key)}", "remove it, or change the form"
        return
    if described.get("shape") == "circle" and not square:
        key = "size" if "size" in described else "shape"
        yield key, "is a circle with a width other than its height", "write the diameter alone: size: 25mm"
    back = described.get("back", "none" if form in ("board", "token") else "")
    if described.get("two-sided") is True and back == "none":
        yield "two-sided", "is two-sided and has no back", "name the template of its back: back: ..., or remove it"


def _sides(size: Any) -> tuple[float, float] | None:
    try:
        known = card_size(size) if isinstance(size, str) else None
    except UsageError:
        return None  # which is a fault of its own
    return (known.width, known.height) if known else None


def dice_have_faces(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card of a type that is printed as a die says what its faces show; a net has six."""
    forms = {n: t.get("form") for n, t in checked.vocabulary("types").items() if isinstance(t, dict)}
    if "die" not in forms.values():
        return
    for card in checked.cards:
        if forms.get(str(card.definition.get("type"))) == "die" and not isinstance(card.definition.get("faces"), list):
            help_ = "write them as lists of symbols: faces: [[one], [two], ...]"
            yield Diagnostic("missing-key", f"{_called(card)} is a die without faces", card.span("type"), help_)


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
        problems = check_format(
            name,
            definitions,
            cards=known,
            sets=checked.vocabulary("sets"),
            fields=checked.fields,
            faces=lambda card_id: _faces(checked, card_id),
        )
        for problem in problems:
            place = document.key_span(problem.path) if problem.at_key else document.span(problem.path)
            yield Diagnostic(problem.code, problem.message, place, problem.help)
        for path, text, at_key in queries_of(document.data):
            for fault in check_query(text, checked.fields):
                place = document.key_span(path) if at_key else document.span(path)
                column = document.text.splitlines()[place.line - 1].find(text, place.column - 1)
                if fault.span and column >= 0:
                    column += fault.span.column
                    width = fault.span.end_column - fault.span.column
                    place = Span(document.path, place.line, column, place.line, column + width)
                yield replace(fault, span=place, source="")


def _faces(checked: CheckedPack, card_id: str) -> list[list[str]] | None:
    """The faces of a card that is a die; None where it has none, or none that could be rolled."""
    card = checked.ids.get(checked.aliases.get(card_id, card_id))
    faces = card.definition.get("faces") if card else None
    if not isinstance(faces, list) or not faces or not all(isinstance(face, list) for face in faces):
        return None
    return faces if all(isinstance(symbol, str) for face in faces for symbol in face) else None


def rulings_are_about_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Rulings name cards of the game."""
    data = checked.rulings.data if checked.rulings else None
    for index, ruling in enumerate(data if isinstance(data, list) else ()):
        cards = ruling.get("cards") if isinstance(ruling, dict) else None
        for place, card_id in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card_id, str) and checked.rulings:
                yield from _known_card(checked, card_id, checked.rulings.span((index, "cards", place)))


def translations_are_of_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Translations name cards of the game and words of game.yaml."""
    for document in checked.locales.values():
        said = document.data if isinstance(document.data, dict) else {}
        unknown = (card_id for card_id in _described(said.get("cards")) if card_id not in checked.ids)
        for card_id in islice(unknown, _ENOUGH):
            yield from _known_card(checked, card_id, document.key_span(("cards", card_id)))
        game = _described(said.get("game"))
        for name in (*WORD_LISTS, "glossary", "components"):
            known = checked.vocabulary(name)
            for word in islice((word for word in _described(game.get(name)) if word not in known), _ENOUGH):
                code = word_code(name) if name in VOCABULARIES else "unknown-value"
                message = f"{describe(word)} is not in the {name} of game.yaml"
                place = document.key_span(("game", name, word))
                yield Diagnostic(code, message, place, suggestion(word, known, name))


def translations_are_of_words(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A translation has words where its source has some, with symbols of the game, and was made from that source."""
    for document in checked.locales.values():
        for entry in checked.translatable.entries(document.data):
            yield from islice(_misplaced_words(checked, document, entry), _ENOUGH)
            if entry.stale:
                yield stale_translation(checked, document, entry)


def _misplaced_words(checked: CheckedPack, document: Document, entry: Entry) -> Iterator[Diagnostic]:
    symbols = checked.vocabulary("symbols")
    for place, text in said_words(entry.said).items():
        path = (*entry.place, *place)
        if place in entry.words:
            yield from _unknown_symbols(symbols, document, path, _SYMBOL.findall(text))
        elif place[:1] not in entry.words or len(place) == 1:  # or else its shape is at fault, which the schema says
            message = f'"{entry.id}" has no words at {describe(shown(place))}'
            known = suggestion(shown(place), [shown(there) for there in entry.words], "its words")
            yield Diagnostic("unknown-key", message, document.key_span(path), known)


def stale_translation(checked: CheckedPack, document: Document, entry: Entry) -> Diagnostic:
    """An entry of a translation whose source has changed, with the places of both."""
    language = Path(document.path).stem
    card = checked.ids.get(entry.id) if entry.place[0] == "cards" else None
    source = card.span("name") if card else checked.game.key_span(entry.place[1:])
    return Diagnostic(
        "stale-translation",
        f'the words of "{entry.id}" have changed since they were translated',
        document.key_span(entry.place),
        f"translate them anew, then `arsenal translate {language} --confirm {entry.id}`",
        "warning",
        related=(("they stand here", source),),
    )


def languages_are_named(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A file of locales/ is called by its language, which is not the game's own."""
    for language, document in checked.locales.items():
        help_ = "name the file by its language, such as locales/fr.yaml or locales/pt-br.yaml"
        if not _LANGUAGE.fullmatch(language):
            yield Diagnostic("unknown-language", f"{describe(language)} is no language", Span(document.path), help_)
        elif language == checked.words.get("language", "en"):
            message = f"the game is written in {describe(language)} already"
            yield Diagnostic("unknown-language", message, Span(document.path), help_)


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
    symbols_are_used,
    game_is_consistent,
    sizes_are_known,
    types_make_sense,
    dice_have_faces,
    art_is_there,
    decks_are_consistent,
    formats_are_consistent,
    rulings_are_about_cards,
    translations_are_of_cards,
    translations_are_of_words,
    languages_are_named,
    dates_exist,
)


# What the rules share -------------------------------------------------------------------------------------


def _described(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


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


def _symbols_of_words(checked: CheckedPack) -> Iterator[tuple[str, str, str]]:
    """(word list, word, symbol) for every word of game.yaml that a symbol stands for."""
    for vocabulary in VOCABULARIES:
        for word, described in checked.vocabulary(vocabulary).items():
            symbol = described.get("symbol") if isinstance(described, dict) else None
            if isinstance(symbol, str):
                yield vocabulary, word, symbol


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
        while isinstance(candidates[-1][1], Mapping) and isinstance(candidates[-1][1].get("items"), Mapping):
            outer, described = candidates[-1]
            candidates.append(((*outer, "*"), described["items"]))
        for path, inner in candidates:
            if isinstance(inner, Mapping) and isinstance(inner.get("x-vocabulary"), str):
                listed = inner.get("enum", inner.get("properties", ()))
                yield path, inner["x-vocabulary"], tuple(str(word) for word in listed)


def _words_at(definition: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[KeyPath, Any]]:
    value = definition.get(path[0])
    if "*" in path:
        yield from _items_at((path[0],), value, len(path) - 1)
    elif isinstance(value, dict):
        yield from (((path[0], word), word) for word in value)
    elif value is not None:
        yield (path[0],), value


def _items_at(path: KeyPath, value: Any, depth: int) -> Iterator[tuple[KeyPath, Any]]:
    """The items of lists within lists, so many deep."""
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if depth > 1:
            yield from _items_at((*path, index), item, depth - 1)
        else:
            yield (*path, index), item
