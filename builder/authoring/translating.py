"""The state of a pack's translations: what is translated, what is stale, and the digests in the file that show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from builder.abilities.completeness import lacks_in_play
from builder.checks import CardSource, CheckedPack, check_pack
from builder.checks.joining import is_translation
from builder.diagnostics import FindingsError, UsageError, count_of, has_errors, suggestion
from builder.documents.data import Data, mapping, text
from builder.documents.document import JoinedDocument
from builder.documents.editing import CannotEditError, set_values
from builder.documents.reading import decode, encode_like
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack
from builder.schema import bundled_schema
from builder.storage.files import display, rewrite
from builder.storage.locks import changing
from builder.translations.words import ORIGIN, Entry, Place, TextsByPlace, digest, printed_words, shown

ALL, NEW = "all", "new"  # what `confirm` takes besides ids
NAMED = 10  # entries that a line of the summary names


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a translation is: its `file` (which may not exist yet), and the `entries` for everything that has words.

    `phrases` are those that phrases/LANG.yaml lacks, each with the phrase of the game's own language:
    "effects/draw" and "draw {main} card{main:/s}". `unsaid` are the cards that need one of them. `printed` are the
    words of the game that cards show, by the places of their entries.
    """

    language: str
    file: Path
    entries: list[Entry]
    phrases: Mapping[str, str] = field(default_factory=dict)
    unsaid: frozenset[str] = frozenset()
    printed: Mapping[Place, TextsByPlace] = field(default_factory=dict)

    @property
    def cards(self) -> list[Entry]:
        """The entries of cards."""
        return [entry for entry in self.entries if entry.place[0] == "cards"]

    @property
    def game(self) -> list[Entry]:
        """The entries of the game's own words."""
        return [entry for entry in self.entries if entry.place[0] == "game"]

    @property
    def stale(self) -> list[Entry]:
        """What has changed since it was translated."""
        return [entry for entry in self.entries if entry.stale]

    @property
    def unconfirmed(self) -> list[Entry]:
        """The entries without the digest of the words that they translate."""
        return [entry for entry in self.entries if entry.unconfirmed]


def progress(pack: Pack, language: str, whole: Whole = itself) -> Progress:
    """How far a pack is in a language. Raises FindingsError for a pack with errors, UsageError for no language.

    An expansion translates what it adds; one without sets translates what is not translated of the game.
    `whole` finds its game, with the expansion: see `Workspace.whole`.
    """
    game = whole(pack)
    checked = check_pack(game)
    if has_errors(checked.diagnostics):
        raise FindingsError([d for d in checked.diagnostics if d.severity == "error"])
    own = checked.words.get("language", "en")
    if language == own:
        others = suggestion("", checked.locales, "its translations")
        raise UsageError(f'{checked.words.get("name", checked.id)} is written in "{own}" itself', others)
    if bundled_schema("game").problems({**checked.words, "language": language}):
        raise UsageError(f'"{language}" is not the code of a language', "languages are named as fr, de or pt-br")
    name = f"locales/{language}.yaml"
    written, elsewhere = _of_file(checked, language, pack.shown(name))
    known = {entry.place for other in elsewhere for entry in checked.translatable.entries(other) if entry.written}
    of_game: set[Place] = set()
    if pack.is_expansion and not is_translation(pack):
        of_game = {entry.place for entry in check_pack(replace(game, expansions=())).translatable.entries(None)}
    entries = [one for one in checked.translatable.entries(written) if one.written or one.place not in known | of_game]
    printed = printed_words(checked.translatable.game, has_face=bool(checked.words.get("face")))
    lacking = _lacking(checked, language, [card for card in checked.cards if ("cards", card.id) not in of_game])
    return Progress(language, pack.root / name, entries, lacking, _unsaid(checked, language), printed)


def _unsaid(checked: CheckedPack, language: str) -> frozenset[str]:
    """The cards whose abilities a language has no phrases for."""
    abilities = checked.abilities
    return frozenset(
        card.id
        for card in checked.cards
        if {place for place, _, _ in abilities.of(card.definition)} - abilities.texts(card.definition, language).keys()
    )


def _of_file(checked: CheckedPack, language: str, path: str) -> tuple[Data, list[Data]]:
    """The translation in the file at a path, and those in the other files of the game and its expansions."""
    document = checked.locales.get(language)
    parts = document.parts if isinstance(document, JoinedDocument) else (document,) if document else ()
    own: Data = next((part.data for part in parts if part.path == path), {})
    return own, [part.data for part in parts if part.path != path]


def _lacking(checked: CheckedPack, language: str, cards: Iterable[CardSource]) -> dict[str, str]:
    """The phrases that the cards need and a language lacks, and what the game's own language says in their places."""
    abilities = checked.abilities
    own = abilities.phrases(checked.language)
    phrases = abilities.phrases(language)
    gaps = abilities.gaps(language, checked.language, (card.definition for card in cards))
    played = lacks_in_play(phrases, own) if abilities.speaks_in_play(language) else ()
    missing = (lack for lack in chain(gaps, played) if not lack.argument)
    return {
        f"{section}/{key}": _phrase_text(own.sections.get(section, {}).get(key))
        for section, key in sorted({(lack.section, lack.key) for lack in missing})
    }


def _phrase_text(phrase: Data) -> str:
    """A phrase in a line: its variants, or the forms of a noun."""
    if isinstance(phrase, list):
        return " | ".join(map(_phrase_text, phrase))
    if isinstance(phrase, dict):
        forms = (phrase["say"],) if "say" in phrase else (phrase.get("one"), phrase.get("other"))
        return ", ".join(map(text, forms))
    return text(phrase)


def confirm(done: Progress, wanted: Iterable[str]) -> list[str]:
    """Write the digests of the words as they are now into these entries; returns the ids of those that changed.

    `wanted` are ids of entries, `new` for entries without a digest, `all` for every one. Comments stay, and the file is
    written in its canonical form. Raises UsageError for an id that is not translated.
    """
    there = {entry.id: entry for entry in done.entries if isinstance(entry.written, dict) and entry.written}
    chosen: dict[str, Entry] = {}
    for word in wanted:
        if word == ALL:
            chosen |= there
        elif word == NEW:
            chosen |= {entry.id: entry for entry in done.unconfirmed}
        elif word in there:
            chosen[word] = there[word]
        elif any(entry.id == word for entry in done.entries):
            raise UsageError(f'"{word}" has no words in "{done.language}" yet', f"write them in {display(done.file)}")
        else:
            message = f'"{word}" is no card, and no other part of the game, that can be translated'
            raise UsageError(message, suggestion(word, there, "what is"))
    digests = {entry.place: digest(entry.words) for entry in chosen.values()}
    changed = [entry.id for entry in chosen.values() if mapping(entry.written).get(ORIGIN) != digests[entry.place]]
    if changed:
        with changing(done.file.parent):
            before = done.file.read_bytes()
            text, problems = decode(before, display(done.file))
            if problems:
                raise FindingsError(problems)
            written = with_digests(text, digests, display(done.file))
            rewrite(done.file, before, encode_like(written, before))
    return changed


def missing_words(done: Progress) -> list[str]:
    """A line for each entry that lacks words: its id, and where they are missing. Then one for each missing phrase."""
    words = [f"{entry.id}: {', '.join(map(shown, entry.missing))}" for entry in done.entries if entry.missing]
    return [*words, *(f"phrases/{phrase}: {text}" for phrase, text in done.phrases.items())]


def summary(done: Progress) -> list[str]:
    """How far a translation is, in a few lines for the user."""
    cards = [not entry.missing and entry.id not in done.unsaid for entry in done.cards]
    printed: list[bool] = []  # for each word of the game whether it is translated
    others: list[bool] = []
    for entry in done.game:
        for at in entry.words:
            words = printed if at in done.printed.get(entry.place[1:], ()) else others
            words.append(at not in entry.missing)
    of_cards = f"{sum(cards)} of {count_of(len(cards), 'card')} {'is' if len(cards) == 1 else 'are'} translated"
    of_words = f", {sum(printed)} of {len(printed)} words of the game that cards show" if printed else ""
    of_others = f"{sum(others)} of {count_of(len(others), 'other word')}"
    lines = [f"{done.language}: {of_cards}{of_words}, and {of_others}"]
    for what, entries in (("stale", done.stale), ("without a note of what they were made from", done.unconfirmed)):
        if entries:
            named = ", ".join(entry.id for entry in entries[:NAMED])
            more = f" and {len(entries) - NAMED} more" if len(entries) > NAMED else ""
            lines.append(f"  {len(entries)} {what}: {named}{more}")
    if done.phrases:
        lines.append(f"  {count_of(len(done.phrases), 'phrase')} missing in phrases/{done.language}.yaml")
    return lines


def with_digests(written: str, digests: Mapping[Place, str], path: str) -> str:
    """A translation as `written`, with these digests in the entries at these places.

    `path` is how the user sees the file. Raises FindingsError where it can't be written again without losing something.
    """
    try:
        origins = {(*place, ORIGIN): letters for place, letters in digests.items()}
        return set_values(written, origins, bundled_schema("locale").schema)
    except CannotEditError as error:
        raise FindingsError([error.diagnostic(path)]) from None
