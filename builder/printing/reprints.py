"""Which cards look different in print than in an earlier state of their pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from builder.checks import CheckedPack, check_pack
from builder.documents.data import Data, mapping, text
from builder.games import Card, Printing
from builder.games.fields import for_readers
from builder.games.game import PRINTED
from builder.packs.git import blob_name, revision, whole_pack_at
from builder.packs.pack import Pack
from builder.storage.listing import UnreadableError, contents, named_in
from builder.translations.localized import GAME, Localized, game_with_words, with_words
from builder.translations.words import translated_words
from builder.words import words_here

# The parts of game.yaml that any face may show; entries of word lists count only for the cards that use them.
SHARED_WORDS = ("language", "name", "edition", "card-size", "face", "back", "symbols")
SHARED_FILES = ("templates/", "fonts/")
NOT_PRINTED = ("aliases", "deckbuilding", "errata")


@dataclass(frozen=True, slots=True)
class State:
    """The state of a pack at some time, as far as printing depends on it.

    `game` is game.yaml, `card_schema` the schema of one card, `cards` are the cards with the text that their abilities
    make, and with their sets, by id. `printings` are those of the cards that are in several sets.
    `translations` are the entries of each language by card id, the game's under `GAME`. `files` are the pack's sources
    by path, `others` a digest of each other file (a picture, a font).
    """

    game: Mapping[str, Data]
    card_schema: Mapping[str, Data]
    cards: Mapping[str, tuple[str, Mapping[str, Data]]]
    translations: Mapping[str, Mapping[str, Data]]
    files: Mapping[str, bytes]
    others: Mapping[str, str] = field(default_factory=dict)
    printings: Mapping[str, Sequence[Printing]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangedCards:
    """Ids of cards that are new or look different; `shared` are changes that all faces may show."""

    new: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    shared: tuple[str, ...] = ()

    @property
    def cards(self) -> frozenset[str]:
        """All cards to print again."""
        return self.new | self.changed


def changed_since(
    pack: Pack, words: Localized, cards: Sequence[Card], counted: list[tuple[Card, int]], since: str
) -> tuple[list[tuple[Card, int]], str]:
    """Those of the `counted` cards that look different than at a revision or before a day, and a note for the user.

    `cards` are all cards of the game. Raises UsageError where git does not know the pack's earlier state.
    """
    then = revision(pack.root, since)
    before = state_at(pack, then.commit, since)
    language = words.language if words.is_translated else ""
    changes = compare(before, state_now(pack, words, cards, before), language)
    left = [(card, count) for card, count in counted if card.id in changes.cards]
    say = words_here("printing")
    note = say("differ", len(left), all=len(counted), then=then.label)
    if new := sum(card.id in changes.new for card, _ in left):
        note = say("differ.new" if new < len(left) else "differ.all-new", note=note, new=new)
    if changes.shared:
        things, more = ", ".join(changes.shared[:3]), len(changes.shared) - 3
        note = say("differ.shared", note=note, things=say("known.more", more, names=things) if more > 0 else things)
    return left, note


def compare(before: State, now: State, language: str = "") -> ChangedCards:
    """The cards that look different now, in the language that is printed (empty for the game's own).

    A card has changed if its data, its translation, its picture, its set's code or a word of game.yaml that it uses
    (its type, its faction...) has changed. All cards have if a template, a symbol or the game's name, size or face has.
    """
    old_faces, faces = _faces(before, language), _faces(now, language)
    shared = tuple(_shared(before, now, language))
    new = frozenset(faces.keys() - old_faces.keys())
    same = faces.keys() - new
    changed = same if shared else {card_id for card_id in same if old_faces[card_id] != faces[card_id]}
    return ChangedCards(new, frozenset(changed), shared)


def state_at(pack: Pack, commit: str, since: str = "") -> State:
    """The pack and its expansions as they were at a commit. Raises UsageError where git does not know them.

    An expansion may be in a repository of its own, where `since` names another commit.
    """
    before, others = whole_pack_at(pack, commit, since)
    return state_of(check_pack(before), others)


def state_of(checked: CheckedPack, others: Mapping[str, str] | None = None) -> State:
    """A checked pack, which may have errors."""
    cards = {
        card.id: (card.set_id, _drawn(checked.abilities.compiled(card.definition, checked.language), card.pack))
        for card in checked.ids.values()
    }
    return State(
        checked.words,
        checked.card_schema,
        cards,
        {language: checked.translation(language, places=False).entries for language in checked.locales},
        checked.pack.files,
        others or {},
        checked.printings,
    )


def state_now(pack: Pack, words: Localized, cards: Sequence[Card], before: State) -> State:
    """The pack as it is in its folder. Other files that a face may show have digests of the same kind as in `before`.

    `words` is its game in the language that is printed, `cards` are its cards in the game's own.
    """
    game = words.original
    sha256 = any(len(digest) == 64 for digest in before.others.values())
    printings = {card.id: card.printings for card in cards if card.printings}
    shown = {card.art for card in cards}
    shown |= {named_in(one.pack, one.art) for each in printings.values() for one in each}
    shown |= {symbol.image for symbol in game.symbols.values()}
    others = {}
    files = {
        named_in("" if one is pack else one.game_id, name): file
        for one in pack.members
        for name, file in one.others.items()
    }
    for name, file in files.items():
        if name in shown or name.startswith(SHARED_FILES):
            with suppress(UnreadableError):
                others[name] = blob_name(contents(file), sha256=sha256)
    written = {card.id: (card.set_id, _drawn(card.definition, card.pack)) for card in cards}
    translations = {words.language: words.translation.entries} if words.is_translated else {}
    return State(game.definition, game.card_schema, written, translations, pack.files, others, printings)


def _faces(state: State, language: str) -> dict[str, tuple[object, ...]]:
    """All that each card's own face depends on, by the card's id."""
    game, entries = _game(state, language), state.translations.get(language, {})
    lists = {
        name: text(mapping(schema).get("x-vocabulary"))
        for name, schema in mapping(state.card_schema.get("properties")).items()
        if mapping(schema).get("x-vocabulary") in PRINTED
    }
    sets = mapping(game.get("sets"))
    faces: dict[str, tuple[object, ...]] = {}
    for card_id, (set_id, written) in state.cards.items():
        worded = with_words(written, translated_words(entries.get(card_id)))
        definition = mapping(for_readers(worded, state.card_schema))
        used = [(lists[name], word) for name in lists for word in _words(definition.get(name))]
        used.append(("types", str(definition.get("type"))))
        faces[card_id] = (
            {key: value for key, value in definition.items() if key not in NOT_PRINTED},
            {(name, word): mapping(game.get(name)).get(word) for name, word in used},
            (set_id, mapping(sets.get(set_id)).get("code")),
            state.others.get(text(definition.get("art"))),
            tuple(_own(printing, sets, state) for printing in state.printings.get(card_id, ())),
        )
    return faces


def _drawn(definition: Mapping[str, Data], pack_id: str) -> Mapping[str, Data]:
    """A card with the name that its picture has among all packs' files."""
    return {**definition, "art": named_in(pack_id, text(definition["art"]))} if "art" in definition else definition


def _own(printing: Printing, sets: Mapping[str, Data], state: State) -> tuple[object, ...]:
    """What only this printing has on its face."""
    code = mapping(sets.get(printing.set_id)).get("code")
    own = {key: value for key, value in printing.to_json().items() if key != "released"}
    return own, code, state.others.get(named_in(printing.pack, printing.art))


def _shared(before: State, now: State, language: str) -> Iterator[str]:
    """What changed that any face may show, as words for the user."""
    old_game, game = _game(before, language), _game(now, language)
    for key in SHARED_WORDS:
        if old_game.get(key) != game.get(key):
            yield f"{key} in game.yaml"
    images = {text(mapping(symbol).get("image")) for symbol in mapping(game.get("symbols")).values()} - {""}
    names = {*before.files, *now.files, *before.others, *now.others}
    for name in sorted(names):
        if (name.startswith(SHARED_FILES) or name in images) and _content(before, name) != _content(now, name):
            yield name


def _content(state: State, name: str) -> str | bytes | None:
    """What is compared of two versions of a file; line ends are ignored, since git may change them."""
    source = state.files.get(name)
    return source.replace(b"\r\n", b"\n") if source is not None else state.others.get(name)


def _game(state: State, language: str) -> Mapping[str, Data]:
    """game.yaml in a language; as written where it is not translated."""
    if language not in state.translations:
        return state.game
    return game_with_words(state.game, state.translations[language].get(GAME), language)


def _words(value: object) -> Iterator[str]:
    """Every text in a field's value: keys of a mapping, items of a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value:
            yield from _words(inner)
