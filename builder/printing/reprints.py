"""Which cards print otherwise than they did in an earlier state of their pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.checks import CheckedPack, check
from builder.documents.data import mapping
from builder.games import Card, Game
from builder.packs.git import blob_name, pack_at, revision
from builder.packs.pack import Pack
from builder.translations.words import game_with_words, said_words, with_words

# What of game.yaml any face may show; the entries of its word lists count for the cards that use them.
SHARED_WORDS = ("language", "name", "edition", "card-size", "face", "back", "symbols")
SHARED_FILES = ("templates/", "fonts/")
WORD_LISTS = ("types", "factions", "resources", "rarities", "keywords")
NOT_PRINTED = ("aliases", "deckbuilding")


@dataclass(frozen=True, slots=True)
class State:
    """A pack at some time, and a digest of each file beside its sources (a picture, a font) by path."""

    checked: CheckedPack
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> Mapping[str, bytes]:
        """The pack's sources by path."""
        return self.checked.pack.files


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of the cards that are new or print otherwise; with `shared`, what changed that all faces may show."""

    new: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    shared: tuple[str, ...] = ()

    @property
    def cards(self) -> frozenset[str]:
        """All that is to be printed again."""
        return self.new | self.changed


def changed_since(
    packs: Sequence[Pack], game: Game, found: list[tuple[Card, int]], since: str, language: str
) -> tuple[list[tuple[Card, int]], str]:
    """Of these cards, those that print otherwise than at a revision or before a day, and a note for the user.

    `found` has the cards with their counts; `language` is empty for the game's own. Raises UsageError where git can't
    say what the pack was.
    """
    pack = next(pack for pack in packs if pack.root == game.root)
    then = revision(pack.root, since)
    before = state_at(pack.root, then.commit)
    changes = compare(before, state_now(pack, before), language)
    left = [(card, count) for card, count in found if card.id in changes.cards]
    note = f"{len(left)} of {len(found)} cards differ from {then.label}"
    if new := sum(card.id in changes.new for card, _ in left):
        note += f", {new} of them new" if new < len(left) else ", all of them new"
    if changes.shared:
        more = f" and {len(changes.shared) - 3} more" if len(changes.shared) > 3 else ""
        note += f"; all do that were there, as what they share has changed: {', '.join(changes.shared[:3])}{more}"
    return left, note


def compare(before: State, now: State, language: str = "") -> Changes:
    """What prints otherwise now, in the language that is printed (empty for the game's own).

    A card has changed if what it says, its translation, its picture, its set's code or a word of game.yaml that it uses
    (its type, its faction...) has. All cards have if a template, a symbol, or the game's name, size or face has.
    """
    old_faces, faces = _faces(before, language), _faces(now, language)
    shared = tuple(_shared(before, now, language))
    new = frozenset(faces.keys() - old_faces.keys())
    same = faces.keys() - new
    changed = same if shared else {card_id for card_id in same if old_faces[card_id] != faces[card_id]}
    return Changes(new, frozenset(changed), shared)


def state_at(root: Path, commit: str) -> State:
    """The pack in folder `root` as a commit held it. Raises UsageError where git can't say."""
    pack, others = pack_at(root, commit)
    return State(check(pack), others)


def state_now(pack: Pack, before: State) -> State:
    """The pack as it is in its folder; of its other files, those that a face may show have digests as in `before`."""
    checked = check(pack)
    sha256 = any(len(digest) == 64 for digest in before.others.values())
    arts = {str(card.definition.get("art")) for card in checked.cards}
    images = {str(s.get("image")) for s in checked.vocabulary("symbols").values() if isinstance(s, dict)}
    others = {}
    for name in pack.others:
        if name in arts or name in images or name.startswith(SHARED_FILES):
            with suppress(OSError):
                others[name] = blob_name(pack.root / name, sha256=sha256)
    return State(checked, others)


def _faces(state: State, language: str) -> dict[str, Any]:
    """All that each card's own face is made of, by the card's id."""
    checked = state.checked
    game, translations = _game(checked, language), _translations(checked, language)
    lists = {
        name: schema["x-vocabulary"]
        for name, schema in checked.card_schema.get("properties", {}).items()
        if isinstance(schema, dict) and schema.get("x-vocabulary") in WORD_LISTS
    }
    sets = mapping(game.get("sets"))
    faces = {}
    for card in checked.ids.values():
        definition = with_words(card.definition, said_words(translations.get(card.id)))
        used = [(lists[name], word) for name in lists for word in _words(definition.get(name))]
        used.append(("types", str(definition.get("type"))))
        art = definition.get("art")
        faces[card.id] = (
            {key: value for key, value in definition.items() if key not in NOT_PRINTED},
            {(name, word): mapping(game.get(name)).get(word) for name, word in used},
            (card.set_id, mapping(sets.get(card.set_id)).get("code")),
            state.others.get(art) if isinstance(art, str) else None,
        )
    return faces


def _shared(before: State, now: State, language: str) -> Iterator[str]:
    """What changed that any face may show, as words for the user."""
    old_game, game = _game(before.checked, language), _game(now.checked, language)
    for key in SHARED_WORDS:
        if old_game.get(key) != game.get(key):
            yield f"{key} in game.yaml"
    symbols = mapping(game.get("symbols")).values()
    images = {s["image"] for s in symbols if isinstance(s, dict) and isinstance(s.get("image"), str)}
    names = {*before.files, *now.files, *before.others, *now.others}
    for name in sorted(names):
        if (name.startswith(SHARED_FILES) or name in images) and _content(before, name) != _content(now, name):
            yield name


def _content(state: State, name: str) -> str | bytes | None:
    """What tells a file from others; the ends of lines do not, as git may change them."""
    source = state.files.get(name)
    return source.replace(b"\r\n", b"\n") if source is not None else state.others.get(name)


def _game(checked: CheckedPack, language: str) -> Mapping[str, Any]:
    """game.yaml in a language; as it stands where it is not translated."""
    document = checked.locales.get(language)
    if document is None or not isinstance(document.data, dict):
        return checked.words
    return game_with_words(checked.words, document.data.get("game"), language)


def _translations(checked: CheckedPack, language: str) -> dict[str, Any]:
    """What a translation says of each card, by the card's present id."""
    document = checked.locales.get(language)
    cards = mapping(mapping(document.data).get("cards")) if document else {}
    return {checked.aliases.get(card_id, card_id): entry for card_id, entry in cards.items()}


def _words(value: Any) -> Iterator[str]:
    """Every text in a field's value: keys of a mapping, items of a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value:
            yield from _words(inner)
