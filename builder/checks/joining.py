"""Joins a game and the packs that extend it into one, and reports where two of them are in conflict.

An expansion adds sets, formats, decks, rulings, translations and phrases of languages that the game lacks. Only
the game can have anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, KeyPath, Span
from builder.documents.data import Data, mapping, text
from builder.documents.document import Document, conflicts, joined_lists, joined_mappings
from builder.games.game import VOCABULARIES
from builder.packs.pack import EXPANSION_FILE, Pack
from builder.translations.words import TRANSLATED

Documents = Mapping[Path, Mapping[str, Document]]  # the files of each pack, by its folder and their names

_OF_GAME: tuple[KeyPath, ...] = (("sets",),)
_OF_LOCALE: tuple[KeyPath, ...] = (("cards",), ("game",), *(("game", name) for name in TRANSLATED))

_FOLDERS = "sets, formats, decks, locales, phrases"  # that an expansion can have
_THE_GAMES = {
    "card.schema.json": "what cards can say",
    "abilities.schema.json": "what cards can do",
    "verbs.yaml": "what cards can do",
    "templates": "how cards look",
    "fonts": "how cards look",
}


def joined_game(pack: Pack) -> Document:
    """game.yaml, with the sets of the packs that extend the game."""
    own = pack.game_document
    sets = [_only_sets(one.game_document) for one in pack.expansions]
    return joined_mappings([own, *sets], _OF_GAME) if isinstance(own.data, dict) else own


def join(checked: CheckedPack, documents: Documents) -> Iterator[Diagnostic]:
    """Put the files of all packs into `checked`, and report those that are in conflict."""
    pack = checked.pack
    for member in pack.expansions:
        yield from _foreign(member, pack)
        yield from _sets_taken(member, pack)
    for folder, into in (("formats", checked.formats), ("decks", checked.decks), ("phrases", checked.phrases)):
        for member in pack.members:
            for stem, document in _in_folder(documents[member.root], folder):
                other = into.setdefault(stem, document)
                if other is not document:
                    yield _taken(folder, stem, document.span(), other.span(), checked)
    locales: dict[str, list[Document]] = {}
    for member in pack.members:
        for language, written in _in_folder(documents[member.root], "locales"):
            foreign = [
                card_id for card_id in _translated_cards(written) if not _may_translate(member, card_id, checked)
            ]
            yield from (_foreign_card(member, written, card_id, checked) for card_id in foreign)
            document = _without_cards(written, foreign) if foreign else written
            yield from _translated_twice(document, locales.get(language, ()))
            locales.setdefault(language, []).append(document)
    checked.locales |= {language: joined_mappings(parts, _OF_LOCALE) for language, parts in locales.items()}
    rulings = [documents[member.root].get("rulings.yaml") for member in pack.members]
    if there := [document for document in rulings if document and document.data is not None]:
        checked.rulings = joined_lists(there)


def _may_translate(member: Pack, card_id: str, checked: CheckedPack) -> bool:
    """Whether a pack may translate a card: its own cards or, if it is a translation (without sets), the game's.

    A card that the game does not know is reported by another rule.
    """
    card = checked.ids.get(checked.aliases.get(card_id, card_id))
    if card is None or not member.is_expansion:
        return True
    return card.pack == ("" if is_translation(member) else member.game_id)


def is_translation(member: Pack) -> bool:
    """Whether an expansion adds no sets: then it has words for the game's own cards."""
    return not mapping(mapping(member.game_document.data).get("sets"))


def _translated_cards(document: Document) -> Mapping[str, Data]:
    return mapping(mapping(document.data).get("cards"))


def _without_cards(document: Document, foreign: Collection[str]) -> Document:
    """A translation without its words for some cards, so that they can't conflict with another translation."""
    cards = {card_id: words for card_id, words in _translated_cards(document).items() if card_id not in foreign}
    return replace(document, data={**document.data, "cards": cards})


def _foreign_card(member: Pack, document: Document, card_id: str, checked: CheckedPack) -> Diagnostic:
    """The fault that an expansion has words for a card of another pack."""
    card = checked.ids[checked.aliases.get(card_id, card_id)]
    owner = checked.member(card.pack)
    message = f'"{card_id}" is a card of {owner.game_id}, and {member.game_id} has words for it'
    help_ = (
        f"remove it: what translates {checked.id} has words for its cards alone"
        if is_translation(member)
        else f"remove it; a translation of {checked.id} is a pack of its own, without sets"
    )
    first = card.span("name")
    return Diagnostic(
        "foreign-card", message, document.key_span(("cards", card_id)), help_, related=(("it is here", first),)
    )


def _only_sets(document: Document) -> Document:
    """The part of a pack.yaml that is added to game.yaml."""
    sets = mapping(mapping(document.data).get("sets"))
    return Document(document.path, document.text, {"sets": sets} if sets else {})


def _in_folder(documents: Mapping[str, Document], folder: str) -> Iterator[tuple[str, Document]]:
    """The files of a folder that are not empty, by their names without ending."""
    for name, document in documents.items():
        above, _, rest = name.partition("/")
        if above == folder and rest and document.data is not None:
            yield rest.removesuffix(".yaml"), document


def _foreign(member: Pack, pack: Pack) -> Iterator[Diagnostic]:
    """Files of an expansion that only a game can have."""
    seen = set()
    for name in (*member.files, *member.others):
        part = name.split("/")[0]
        if (what := _THE_GAMES.get(part)) and part not in seen:
            seen.add(part)
            message = f"an expansion has no {part}: {what} is up to {pack.game_id}"
            help_ = f"remove it; an expansion has {EXPANSION_FILE}, rulings.yaml, pictures, and the folders {_FOLDERS}"
            yield Diagnostic("not-in-expansion", message, Span(member.shown(name)), help_)


def _sets_taken(member: Pack, pack: Pack) -> Iterator[Diagnostic]:
    """Sets of an expansion that the game, or an earlier expansion, has too."""
    before = pack.members[: pack.members.index(member)]
    for set_id in mapping(mapping(member.game_document.data).get("sets")):
        for other in before:
            if set_id in mapping(mapping(other.game_document.data).get("sets")):
                place = member.game_document.key_span(("sets", set_id))
                yield _taken_by("sets", set_id, place, other.game_document.key_span(("sets", set_id)), other)
                break


def _taken(folder: str, name: str, place: Span, first: Span, checked: CheckedPack) -> Diagnostic:
    owner = next((one for one in checked.pack.members if one.holds(first.path)), checked.pack)
    return _taken_by(folder, name, place, first, owner)


def _taken_by(folder: str, name: str, place: Span, first: Span, owner: Pack) -> Diagnostic:
    what = VOCABULARIES.get(folder, folder.removesuffix("s")) if folder != "phrases" else "phrases of"
    message = f'{owner.game_id} has {"" if folder == "phrases" else "a "}{what} "{name}" already'
    help_ = (
        "an expansion adds phrases of languages that the game lacks: remove the file"
        if folder == "phrases"
        else "choose another name: an expansion adds, and changes nothing that is there"
    )
    return Diagnostic("taken-name", message, place, help_, related=(("it is here", first),))


def _translated_twice(document: Document, before: list[Document] | tuple[()]) -> Iterator[Diagnostic]:
    """The words of a translation that an earlier one of the same language has, too."""
    for other in before:
        for path in conflicts(other, document, _OF_LOCALE):
            what = text(path[-1]) or str(path[-1])
            message = f'"{what}" is translated already'
            first = other.key_span(path)
            help_ = "remove it here, or ask those who wrote the other to change it"
            yield Diagnostic("taken-name", message, document.key_span(path), help_, related=(("it is here", first),))
